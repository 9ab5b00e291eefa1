(** * Kullback-Leibler divergences on finite spaces *)

From Coq Require Import Reals Lra Psatz Lia.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Spaces Functions Divergences Laws Basics Finite Holder.
Open Scope R_scope.

Definition ent n p q := sum n (log_ratio (A := finite n) p q).

(** ** Its values *)

(* the tangent of p log p/q at the ratio t *)
Lemma log_ratio_tangent n p q t i : 0 < t -> 0 <= p i -> 0 <= q i -> (q i = 0 -> p i = 0) ->
  p i * ln t + p i - t * q i <= log_ratio (A := finite n) p q i.
Proof.
  intros T A B D. unfold log_ratio. destruct (Req_EM_T (p i) 0) as [Z|Z]. { simpl in Z. rewrite Z. nra. }
  assert (P : 0 < p i) by (simpl in *; lra). assert (Q : 0 < q i) by (destruct B as [B|B]; [exact B | exfalso; apply Z, D; now symmetry]).
  assert (L := ln_tangent (t * q i / p i) ltac:(apply Rdiv_lt_0_compat; nra)). rewrite ln_div, ln_mult in L by nra. rewrite ln_div by auto.
  apply (Rmult_le_compat_l (p i)) in L; [|lra]. replace (p i * (t * q i / p i - 1)) with (t * q i - p i) in L by (field; lra). nra.
Qed.
Lemma kl_finite n p q : dominated (finite n) p q -> is_kl (finite n) p q (Finite (ent n p q)).
Proof. intros D. split; [exact D | reflexivity]. Qed.
Lemma kl_infinite n p q i : is_law (finite n) p -> is_law (finite n) q -> (i < n)%nat -> q i = 0 -> 0 < p i -> is_kl (finite n) p q p_infty.
Proof.
  intros P Q Hi Z H b. exists (fun j => if Nat.eq_dec j i then b + 1 else p j - q j).
  exists (sum n (fun j => if Nat.eq_dec j i then b + 1 else p j - q j)). split; [|split; [reflexivity|]].
  - intros j Hj D. simpl in Hj. destruct (Nat.eq_dec j i) as [->|]; [apply D in Z; lra|].
    assert (T := log_ratio_tangent n p q 1 j ltac:(lra) (law_nonneg n p j P Hj) (law_nonneg n q j Q Hj) D). rewrite ln_1 in T. lra.
  - apply Rle_trans with (sum n (fun j => (p j + -1 * q j) + (if Nat.eq_dec j i then b + 1 - (p i - q i) else 0))).
    + rewrite !sum_plus, sum_scal, (law_sum n p P), (law_sum n q Q), sum_one by auto.
      assert (p i <= 1). { rewrite <- (law_sum n p P). apply sum_term; auto. intros; now apply (law_nonneg n). } lra.
    + apply sum_le. intros j Hj. destruct (Nat.eq_dec j i) as [->|]; lra.
Qed.
Lemma ent_nonneg n p q : is_law (finite n) p -> is_law (finite n) q -> dominated (finite n) p q -> 0 <= ent n p q.
Proof.
  intros P Q D. apply Rle_trans with (sum n (fun i => p i + -1 * q i)).
  - rewrite sum_plus, sum_scal, (law_sum n p P), (law_sum n q Q). lra.
  - apply sum_le. intros i Hi. assert (T := log_ratio_tangent n p q 1 i ltac:(lra) (law_nonneg n p i P Hi) (law_nonneg n q i Q Hi) (D i Hi)).
    rewrite ln_1 in T. lra.
Qed.

(** ** It is the greatest of what functions tell apart *)

Theorem ent_variational n p q f : is_law (finite n) p -> is_law (finite n) q -> dominated (finite n) p q ->
  let z := sum n (fun i => q i * exp (f i)) in 0 < z -> sum n (fun i => p i * f i) - ln z <= ent n p q.
Proof.
  intros P Q D z Z. apply Rle_trans with (sum n (fun i => p i * f i + (- ln z * p i + (p i + - / z * (q i * exp (f i)))))).
  - rewrite !sum_plus, !sum_scal, (law_sum n p P). fold z. right. field. lra.
  - apply sum_le. intros i Hi. assert (E := exp_pos (f i)).
    assert (T := log_ratio_tangent n p q (exp (f i) / z) i ltac:(now apply Rdiv_lt_0_compat) (law_nonneg n p i P Hi) (law_nonneg n q i Q Hi) (D i Hi)).
    rewrite ln_div, ln_exp in T by auto. eapply Rle_trans; [|exact T]. right. field. lra.
Qed.

(* Rényi divergences are no less *)
Theorem ent_le_div n b p q : 1 < b -> is_law (finite n) p -> is_law (finite n) q -> dominated (finite n) p q -> ent n p q <= div n b p q.
Proof.
  intros B P Q D. assert (M := mom_pos n b p q B P Q D). apply (Rmult_le_reg_l (b - 1)); [lra|]. rewrite <- div_mom by lra.
  set (m := mom n b p q) in *. apply Rle_trans with (sum n (fun i => ln m * p i + (/ m * (power (p i) b * power (q i) (1 - b)) + -1 * p i))).
  - unfold ent. rewrite <- sum_scal. apply sum_le. intros i Hi. unfold log_ratio. destruct (Req_EM_T (p i) 0) as [Z|Z].
    { simpl in Z. rewrite Z, (power_0 b) by lra. right. ring. }
    assert (X : 0 < p i) by (assert (Y := law_nonneg n p i P Hi); simpl in *; lra).
    assert (Y : 0 < q i). { destruct (law_nonneg n q i Q Hi) as [Y|Y]; auto. exfalso. apply Z, (D i Hi). now symmetry. }
    assert (W : 0 < power (p i) b * power (q i) (1 - b)) by (apply Rmult_lt_0_compat; now apply power_gt_0).
    assert (L := ln_tangent (power (p i) b * power (q i) (1 - b) / (m * p i)) ltac:(apply Rdiv_lt_0_compat; nra)).
    rewrite ln_div, ln_powers, ln_mult in L by nra. rewrite ln_div by auto. apply (Rmult_le_compat_l (p i)) in L; [|lra].
    replace (p i * (power (p i) b * power (q i) (1 - b) / (m * p i) - 1)) with (/ m * (power (p i) b * power (q i) (1 - b)) - p i) in L by (field; lra). nra.
  - rewrite !sum_plus, !sum_scal, (law_sum n p P). fold (mom n b p q). fold m. right. field. lra.
Qed.
