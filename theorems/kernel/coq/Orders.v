(** * Moments of the orders two, three and four, which are rational *)

From Coq Require Import Reals Lra Psatz Lia.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Spaces Functions Divergences Laws Basics Finite Holder.
Open Scope R_scope.

Lemma power_three x : 0 < x -> power x 3 = x ^ 3.
Proof. intros X. rewrite power_pos by auto. replace 3 with (INR 3) by (simpl; ring). now rewrite Rpower_pow. Qed.
Lemma power_four x : 0 < x -> power x 4 = x ^ 4.
Proof. intros X. rewrite power_pos by auto. replace 4 with (INR 4) by (simpl; ring). now rewrite Rpower_pow. Qed.
Lemma power_under x k : 0 < x -> power x (1 - INR (S k)) = / x ^ k.
Proof. intros X. rewrite power_pos by auto. replace (1 - INR (S k)) with (- INR k) by (rewrite S_INR; ring). rewrite Rpower_Ropp. now rewrite Rpower_pow. Qed.
Lemma mom_two n p r : full_support (finite n) p -> full_support (finite n) r -> mom n 2 p r = sum n (fun i => p i ^ 2 / r i ^ 1).
Proof. intros P R. apply sum_ext. intros i Hi. assert (X := P i Hi). assert (Y := R i Hi). rewrite power_2 by lra. replace (1 - 2) with (1 - INR 2) by (simpl; ring). now rewrite power_under. Qed.
Lemma mom_three n p r : full_support (finite n) p -> full_support (finite n) r -> mom n 3 p r = sum n (fun i => p i ^ 3 / r i ^ 2).
Proof. intros P R. apply sum_ext. intros i Hi. assert (X := P i Hi). assert (Y := R i Hi). rewrite power_three by lra. replace (1 - 3) with (1 - INR 3) by (simpl; ring). now rewrite power_under. Qed.
Lemma mom_four n p r : full_support (finite n) p -> full_support (finite n) r -> mom n 4 p r = sum n (fun i => p i ^ 4 / r i ^ 3).
Proof. intros P R. apply sum_ext. intros i Hi. assert (X := P i Hi). assert (Y := R i Hi). rewrite power_four by lra. replace (1 - 4) with (1 - INR 4) by (simpl; ring). now rewrite power_under. Qed.

Lemma order_two n p r d : is_law (finite n) p -> is_law (finite n) r -> full_support (finite n) r -> div n 2 p r <= d -> mom n 2 p r <= exp d.
Proof. intros P R F L. replace d with ((2 - 1) * d) by ring. apply order_exp; auto. lra. Qed.
Lemma order_three n p r d : is_law (finite n) p -> is_law (finite n) r -> full_support (finite n) r -> div n 3 p r <= d -> mom n 3 p r <= exp (2 * d).
Proof. intros P R F L. replace (2 * d) with ((3 - 1) * d) by ring. apply order_exp; auto. lra. Qed.
Lemma order_four n p r d : is_law (finite n) p -> is_law (finite n) r -> full_support (finite n) r -> div n 4 p r <= d -> mom n 4 p r <= exp (3 * d).
Proof. intros P R F L. replace (3 * d) with ((4 - 1) * d) by ring. apply order_exp; auto. lra. Qed.
Lemma full_exp n a p r d : 1 < a -> is_law (finite n) p -> is_law (finite n) r -> full_support (finite n) r -> div n a p r <= d -> forall k, 0 <= k -> 1 <= exp (k * d).
Proof.
  intros A P R F L k K. apply exp_ge_1. apply Rmult_le_pos; auto. eapply Rle_trans; [|exact L]. apply div_nonneg; auto. now apply full_dominated.
Qed.
