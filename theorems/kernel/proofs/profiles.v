(* Privacy profiles from that of Laplace noise, total variation, and what sampling does to a profile. *)
From Coq Require Import Reals Lra Psatz Lia.
From Coquelicot Require Import Coquelicot.
From Interval Require Import Tactic.
From Dpsym Require Import Spaces Functions Divergences Laws Basics Pieces LaplaceProfile Extremes Finite.
From Stated Require profiles.
Open Scope R_scope.

Lemma ln_share d : 0 < d < 1 -> ln (1 - d) < 0.
Proof. intros H. rewrite <- ln_1. apply ln_increasing; lra. Qed.

(* the profile of Laplace noise whose scale is D over k *)
Lemma scaled e k D : 0 <= e -> 0 < k -> 0 < D -> is_hockey_stick line e (laplace 0 (D / k)) (laplace D (D / k)) (Rmax 0 (1 - exp (e / 2 - k / 2))).
Proof.
  intros He Hk HD. assert (B : 0 < D / k) by (apply Rdiv_lt_0_compat; lra).
  assert (G := laplace_profile 0 D (D / k) e ltac:(lra) ltac:(lra) ltac:(lra)).
  match type of G with line_int _ ?v => replace (Rmax 0 (1 - exp (e / 2 - k / 2))) with v end; [exact G|].
  replace ((D - 0) / (2 * (D / k))) with (k / 2) by (field; lra). first [reflexivity | apply Rmax_comm].
Qed.
Lemma half_less e k : e <= k -> 0 <= 1 - exp (e / 2 - k / 2).
Proof. intros H. assert (exp (e / 2 - k / 2) <= exp 0) by (apply exp_le; lra). rewrite exp_0 in *. lra. Qed.
Lemma half_root e d : 0 < d < 1 -> exp (e / 2 - (e - ln (1 - d)) / 2) = sqrt (1 - d).
Proof.
  intros H. replace (e / 2 - (e - ln (1 - d)) / 2) with (ln (1 - d) * / 2) by field. rewrite Rmult_comm, <- Rpower_sqrt by lra. reflexivity.
Qed.
Ltac at_scale e k D := let G := fresh in assert (G := scaled e k D ltac:(lra) ltac:(lra) ltac:(lra)); refine (eq_ind _ (is_hockey_stick line e _ _) G _ _); clear G.

Theorem mechanism_domain_laplace : Stated.profiles.mechanism__domain_laplace.
Proof.
  intros e He d D0 D1 D HD. assert (L := ln_share d ltac:(lra)). at_scale e (e - ln (1 - d)) D.
  rewrite Rmax_right by (apply half_less; lra). now rewrite half_root by lra.
Qed.

Theorem metric_laplace_scale_exact : Stated.profiles.metric__laplace__scale__exact.
Proof.
  intros D HD e He d D0 D1. assert (L := ln_share d ltac:(lra)). at_scale e (e - ln (1 - d)) D.
  rewrite Rmax_right by (apply half_less; lra). now rewrite half_root by lra.
Qed.

Theorem mechanism_domain_laplace_approximate : Stated.profiles.mechanism__domain_laplace__approximate.
Proof.
  intros e He d D0 D1 D HD. assert (L := ln_share d ltac:(lra)). eexists; split; [apply scaled; lra|].
  rewrite Rmax_right by (apply half_less; lra). rewrite half_root by lra. assert (S := sqrt_sqrt (1 - d) ltac:(lra)). assert (0 < sqrt (1 - d)) by (apply sqrt_lt_R0; lra).
  set (r := sqrt (1 - d)) in *. nra.
Qed.

Theorem calibration_laplace : Stated.profiles.calibration__laplace.
Proof.
  intros e He d D0 D1. assert (L := ln_share d ltac:(lra)). at_scale e (e - 2 * ln (1 - d)) 1.
  rewrite Rmax_right by (apply half_less; lra). replace (e / 2 - (e - 2 * ln (1 - d)) / 2) with (ln (1 - d)) by field. rewrite exp_ln by lra. ring.
Qed.

Theorem mechanism_domain_laplace_rescaled_printed : ~ Stated.profiles.mechanism__domain_laplace__rescaled__printed.
Proof.
  intros H. destruct (H 1 ltac:(lra) (1 / 2) ltac:(lra) ltac:(lra) 1 ltac:(lra) 10 ltac:(lra)) as [v [V L]].
  assert (N := ln_share (1 / 2) ltac:(lra)). assert (G := scaled 1 (10 * (1 - ln (1 - 1 / 2))) 1 ltac:(lra) ltac:(lra) ltac:(lra)).
  assert (E := hockey_stick_unique line 1 _ _ _ _ faithful_line V G). assert (M := Rmax_r 0 (1 - exp (1 / 2 - 10 * (1 - ln (1 - 1 / 2)) / 2))).
  assert (exp (1 / 2 - 10 * (1 - ln (1 - 1 / 2)) / 2) <= 1 / 4) by interval with (i_prec 60). lra.
Qed.

Theorem tv_laplace : Stated.profiles.tv__laplace.
Proof.
  intros b Hb. apply tv_line; [exact (laplace_law 0 b Hb) | exact (laplace_law 1 b Hb) |].
  assert (G := laplace_profile 0 1 b 0 ltac:(lra) ltac:(lra) ltac:(lra)).
  match type of G with line_int _ ?v => replace (1 - exp (- (1 / (2 * b)))) with v end; [exact G|].
  replace (0 / 2 - (1 - 0) / (2 * b)) with (- (1 / (2 * b))) by (field; lra).
  assert (exp (- (1 / (2 * b))) <= 1). { apply Rle_trans with (exp 0); [apply exp_le | rewrite exp_0; lra]. assert (0 < 1 / (2 * b)) by (apply Rdiv_lt_0_compat; lra). lra. }
  first [apply Rmax_right; lra | apply Rmax_left; lra].
Qed.

(** Sampling, point by point *)

Lemma share_pos q e : 0 < q < 1 -> 0 <= e -> exp (ln (q * (exp e - 1) + 1)) = q * (exp e - 1) + 1.
Proof. intros Q E. assert (X := exp_ge_1 e E). rewrite exp_ln; [reflexivity | nra]. Qed.

Theorem profile_removed : Stated.profiles.amplification__poisson__profile__removed.
Proof.
  intros n e He q Q0 Q1 P HP Q HQ. do 2 (eexists; split; [reflexivity|]). rewrite <- sum_scal. apply sum_le. intros i Hi. unfold mixture.
  rewrite share_pos by lra. assert (E := exp_ge_1 e He). assert (A : 0 <= P i) by now apply (law_nonneg n). assert (B : 0 <= Q i) by now apply (law_nonneg n).
  assert (M := Rmax_l 0 (Q i - exp e * P i)). assert (N := Rmax_r 0 (Q i - exp e * P i)). set (w := Rmax 0 (Q i - exp e * P i)) in *. set (x := exp e) in *.
  apply Rmax_lub; [nra|]. destruct (Rle_dec (P i) (Q i)).
  - assert (0 <= q * (1 - q) * ((x - 1) * (Q i - P i))) by (apply Rmult_le_pos; [nra | apply Rmult_le_pos; lra]). nra.
  - assert (Q i * 1 <= (q * P i + (1 - q) * Q i) * 1) by nra. assert (0 <= q * (x - 1) * (q * P i + (1 - q) * Q i)) by (apply Rmult_le_pos; nra). nra.
Qed.

Theorem profile_removed_exact : Stated.profiles.amplification__poisson__profile__removed__exact.
Proof.
  intros n e He q Q0 Q1 P HP Q HQ H. do 2 (eexists; split; [reflexivity|]). rewrite <- sum_scal. apply sum_ext. intros i Hi. unfold mixture.
  assert (E := exp_pos e). set (x := exp e) in *. set (c := - ((1 - q) * x) + 1) in *. assert (C : 0 < c) by (unfold c; lra).
  rewrite exp_ln by (apply Rdiv_lt_0_compat; nra).
  assert (X := RmaxRmult 0 (Q i - q * x / c * P i) c ltac:(lra)). rewrite Rmult_0_r in X. rewrite <- X. f_equal. replace (c * (Q i - q * x / c * P i)) with (c * Q i - q * x * P i) by (field; lra). unfold c. ring.
Qed.

Theorem without_replacement_profile : Stated.profiles.amplification__without_replacement__profile.
Proof.
  intros n e He q Q0 Q1 P HP Q HQ M HM. do 3 (eexists; split; [reflexivity|]). assert (E := exp_ge_1 e He).
  set (t := (1 + q * (exp e - 1)) / exp e). assert (T : 0 <= t <= 1).
  { unfold t. split; [apply Rmult_le_pos; [nra | left; apply Rinv_0_lt_compat; lra]|]. apply (Rmult_le_reg_r (exp e)). lra. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. nra. }
  match goal with |- _ <= q * Rmax ?u ?v => assert (U := Rmax_l u v); assert (V := Rmax_r u v); apply Rle_trans with (q * (t * u + (1 - t) * v)) end.
  - rewrite <- !sum_scal, <- sum_plus, <- sum_scal. apply sum_le. intros i Hi. unfold mixture. rewrite share_pos by lra.
    assert (A := Rmax_l 0 (P i - exp e * Q i)). assert (B := Rmax_r 0 (P i - exp e * Q i)). assert (C := Rmax_l 0 (P i - exp e * M i)). assert (D := Rmax_r 0 (P i - exp e * M i)).
    set (w := Rmax 0 (P i - exp e * Q i)) in *. set (y := Rmax 0 (P i - exp e * M i)) in *.
    apply Rmax_lub. { apply Rmult_le_pos; [lra|]. apply Rplus_le_le_0_compat; apply Rmult_le_pos; lra. }
    apply Rle_trans with (q * (t * (P i - exp e * Q i) + (1 - t) * (P i - exp e * M i))).
    + right. assert (K : exp e * t = 1 + q * (exp e - 1)) by (unfold t; field; lra).
      replace (q * (t * (P i - exp e * Q i) + (1 - t) * (P i - exp e * M i))) with (q * (P i - exp e * t * Q i - (exp e - exp e * t) * M i)) by ring. rewrite K. ring.
    + apply Rmult_le_compat_l; [lra|]. apply Rplus_le_compat; apply Rmult_le_compat_l; lra.
  - apply Rmult_le_compat_l; [lra|]. match goal with |- _ <= ?m => set (z := m) in * end. nra.
Qed.


Theorem group_pure : Stated.profiles.dp__group__pure.
Proof.
  intros n e He P0 A0 F0 P1 A1 F1 P2 A2 F2 [u [U LU]] [v [V LV]].
  eexists; split; [reflexivity|]. assert (T := stick_triangle n e e P0 P1 P2). replace (e + e) with (2 * e) in T by ring.
  change (stick n e P0 P1 = u) in U. change (stick n e P1 P2 = v) in V. assert (E := exp_pos e).
  assert (X := stick_nonneg n e P0 P1). assert (Y := stick_nonneg n e P1 P2). assert (u = 0) by lra. assert (v = 0) by lra. subst.
  change (stick n (2 * e) P0 P2 <= 0). rewrite H, H0 in T. lra.
Qed.
