(* The exponential mechanism with finitely many candidates. *)
From Coq Require Import Reals Lra Psatz Lia.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Spaces Functions Divergences Suprema Tilted Laws Basics Extremes Finite Convexity Holder Values Ranges Rows Processing.
From Stated Require exponential.
Open Scope R_scope.

Definition weight m e (K : nat -> nat -> R) (q : nat -> R) := sum m (fun k => q k * exp (e * K k 0%nat)).

Lemma score m n K i : is_kernel (finite m) (finite n) K -> (i < m)%nat -> 0 <= K i 0%nat <= 1.
Proof.
  intros HK Hi. assert (N := law_nonempty n (K i) (HK i Hi)). split; [now apply (kernel_nonneg m n)|].
  rewrite <- (kernel_sum m n K i HK Hi). apply sum_term; auto. intros j Hj. now apply (kernel_nonneg m n).
Qed.
Lemma weight_pos m e K q : is_law (finite m) q -> 0 < weight m e K q.
Proof.
  intros Q. assert (X : sum m (fun k => q k * exp (e * K k 0%nat)) <> 0).
  { intros Z. assert (S := law_sum m q Q). rewrite (sum_ext m q (fun _ => 0)), sum_0 in S; [lra|]. intros i Hi.
    assert (Y := sum_0_term m (fun k => q k * exp (e * K k 0%nat)) i). destruct (Rmult_integral _ _ (Y ltac:(intros; apply Rmult_le_pos; [now apply (law_nonneg m) | left; apply exp_pos]) Z Hi)) as [G|G]; [exact G|].
    assert (H := exp_pos (e * K i 0%nat)). lra. }
  assert (0 <= weight m e K q); [|unfold weight in *; lra]. apply sum_nonneg. intros i Hi. apply Rmult_le_pos; [now apply (law_nonneg m) | left; apply exp_pos].
Qed.
Lemma tilted_law m e K q : is_law (finite m) q -> is_law (finite m) (tilted m e K q).
Proof.
  intros Q. assert (W := weight_pos m e K q Q). unfold weight in W. split.
  - intros i Hi. apply Rmult_le_pos; [apply Rmult_le_pos; [now apply (law_nonneg m) | left; apply exp_pos] | left; now apply Rinv_0_lt_compat].
  - simpl. unfold tilted, Rdiv. rewrite sum_scal_r. apply Rinv_r. lra.
Qed.
Lemma tilted_full m e K q : is_law (finite m) q -> full_support (finite m) q -> full_support (finite m) (tilted m e K q).
Proof.
  intros Q F i Hi. assert (W := weight_pos m e K q Q). apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; [now apply F | apply exp_pos] | now apply Rinv_0_lt_compat].
Qed.
Lemma tilted_ratio m e K q i r : is_law (finite m) q -> full_support (finite m) q -> (i < m)%nat -> tilted m e K q i = exp r * q i -> exp r = exp (e * K i 0%nat) / weight m e K q.
Proof.
  intros Q F Hi E. assert (W := weight_pos m e K q Q). assert (X := F i Hi). apply (Rmult_eq_reg_r (q i)); [|lra]. rewrite <- E. unfold tilted. fold (weight m e K q). field. lra.
Qed.

Theorem pure : Stated.exponential.mechanism__exponential__any.
Proof.
  intros m n e He Q HQ FQ K HK. destruct (max_exists m (tilted m e K Q) Q (law_nonempty m Q HQ) (tilted_full m e K Q HQ FQ) FQ) as [r [i [Hi [E L]]]].
  exists r. split; [now apply (max_value m _ Q r i)|]. assert (X := tilted_ratio m e K Q i r HQ FQ Hi E). assert (W : 1 <= weight m e K Q).
  { rewrite <- (law_sum m Q HQ). apply sum_le. intros j Hj. assert (S := score m n K j HK Hj). assert (A := law_nonneg m Q j HQ Hj). assert (B := exp_ineq1_le (e * K j 0%nat)). assert (0 <= e * K j 0%nat) by nra. nra. }
  assert (S := score m n K i HK Hi). rewrite <- (ln_exp e). apply below_ln. rewrite X. apply Rle_trans with (exp (e * K i 0%nat)); [|apply exp_le; nra].
  assert (P := exp_pos (e * K i 0%nat)). apply (Rmult_le_reg_r (weight m e K Q)); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. nra.
Qed.

Theorem range : Stated.exponential.mechanism__exponential__range.
Proof.
  intros m n e He Q HQ FQ K HK. assert (N := law_nonempty m Q HQ). assert (TF := tilted_full m e K Q HQ FQ).
  destruct (max_exists m (tilted m e K Q) Q N TF FQ) as [r [i [Hi [E L]]]]. destruct (max_exists m Q (tilted m e K Q) N FQ TF) as [s [j [Hj [F M]]]].
  exists (Finite s). split; [now apply (max_value m Q _ s j)|]. exists (Finite r). split; [now apply (max_value m _ Q r i)|]. simpl.
  assert (X := tilted_ratio m e K Q i r HQ FQ Hi E).
  assert (F' : tilted m e K Q j = exp (- s) * Q j) by (rewrite F; rewrite <- Rmult_assoc, <- exp_plus; replace (- s + s) with 0 by ring; rewrite exp_0; ring).
  assert (Y := tilted_ratio m e K Q j (- s) HQ FQ Hj F'). assert (W := weight_pos m e K Q HQ).
  assert (Z : exp (r + s) = exp (e * (K i 0%nat - K j 0%nat))).
  { replace (r + s) with (r - - s) by ring. unfold Rminus at 1. rewrite exp_plus, exp_Ropp, X, Y. replace (e * (K i 0%nat - K j 0%nat)) with (e * K i 0%nat + - (e * K j 0%nat)) by ring. rewrite exp_plus, exp_Ropp.
    assert (A := exp_pos (e * K j 0%nat)). field. lra. }
  apply exp_inv in Z. assert (A := score m n K i HK Hi). assert (B := score m n K j HK Hj). nra.
Qed.

Theorem accuracy : Stated.exponential.mechanism__exponential__accuracy.
Proof.
  intros m n t Ht e He Q HQ FQ K HK. assert (T := tilted_law m e K Q HQ). set (p := tilted m e K Q) in *.
  exists (sum m (fun i => if Rlt_dec (exp (- t) * Q i) (p i) then p i else 0)). split; [reflexivity|].
  rewrite <- (law_sum m p T) at 1. apply Rle_trans with (sum m (fun i => exp (- t) * Q i)); [|rewrite sum_scal, (law_sum m Q HQ); lra].
  apply Rle_trans with (sum m (fun i => p i + -1 * (if Rlt_dec (exp (- t) * Q i) (p i) then p i else 0))); [right; rewrite sum_plus, sum_scal; ring|].
  apply sum_le. intros i Hi. assert (A := law_nonneg m Q i HQ Hi). assert (B := exp_pos (- t)). destruct (Rlt_dec (exp (- t) * Q i) (p i)); nra.
Qed.

Theorem zcdp : Stated.exponential.mechanism__exponential__zcdp.
Proof.
  intros m n a Ha e He Q HQ FQ K HK. assert (T := tilted_law m e K Q HQ). assert (W := weight_pos m e K Q HQ). exists (div m a (tilted m e K Q) Q). split; [apply renyi_full; auto|].
  apply (renyi_quadratic m a e (ln (weight m e K Q))); auto; intros i Hi; assert (S := score m n K i HK Hi); assert (X := FQ i Hi); unfold tilted; fold (weight m e K Q).
  - unfold Rminus. rewrite exp_plus, exp_Ropp, exp_ln by auto. replace (exp e * / weight m e K Q * Q i) with (Q i * exp e / weight m e K Q) by (field; lra).
    apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat|]. apply Rmult_le_compat_l; [lra|]. apply exp_le. nra.
  - rewrite exp_ln by auto. replace (weight m e K Q * (Q i * exp (e * K i 0%nat) / weight m e K Q)) with (Q i * exp (e * K i 0%nat)) by (field; lra).
    assert (E := exp_ge_1 (e * K i 0%nat) ltac:(nra)). nra.
Qed.
