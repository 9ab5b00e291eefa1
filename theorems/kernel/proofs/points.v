(* Laws on a few points, and witnesses against what is said of them. *)
From Coq Require Import Reals Lra Psatz Lia List.
From Coquelicot Require Import Coquelicot.
From Interval Require Import Tactic.
From Dpsym Require Import Spaces Functions Divergences Laws Basics Pieces Extremes Finite.
From Stated Require points.
Open Scope R_scope.

Ltac sums := unfold is_hockey_stick, is_total_variation, listed; simpl; rewrite ?Rplus_0_l.
Ltac cases := unfold Rmax; repeat destruct Rle_dec; try lra.

Theorem amplification_poisson_linear_printed : ~ Stated.points.amplification__poisson__linear__printed.
Proof.
  intros H. destruct (H (1 / 2) ltac:(lra) ltac:(lra) 1 ltac:(lra)) as [v [[B _] L]].
  assert (X := B 1%nat ltac:(simpl; lia)). unfold listed, randomized_response in X; simpl in X.
  assert (E := exp_pos 1). assert (exp v <= exp (1 / 2)) by (apply exp_le; lra).
  apply (Rmult_le_compat_r (exp 1 + 1)) in X; [|lra].
  replace (exp v * (1 / (1 + exp 1)) * (exp 1 + 1)) with (exp v) in X by (field; lra).
  replace ((1 / 2 * exp 1 / (exp 1 + 1) + (1 - 1 / 2) / (exp 1 + 1)) * (exp 1 + 1)) with ((exp 1 + 1) / 2) in X by (field; lra).
  assert (exp (1 / 2) - (exp 1 + 1) / 2 < 0) by interval with (i_prec 60). lra.
Qed.

Theorem amplification_poisson_delta_printed : ~ Stated.points.amplification__poisson__delta__printed.
Proof.
  intros H. assert (A : forall a b, 0 <= a -> 0 <= b -> a + b = 1 -> is_law (finite 2) (listed (a :: b :: nil))).
  { intros a b HA HB S. split; [intros i Hi; simpl in Hi; unfold listed; destruct i as [|[|i]]; simpl; lra || lia | unfold listed; simpl; lra]. }
  destruct (H 2%nat 0 ltac:(lra) (1 / 2) ltac:(lra) ltac:(lra) (listed (1 :: 0 :: nil)) (A 1 0 ltac:(lra) ltac:(lra) ltac:(lra)) (listed (0 :: 1 :: nil)) (A 0 1 ltac:(lra) ltac:(lra) ltac:(lra)))
    as [v [V [w [W E]]]].
  revert V W. unfold is_hockey_stick, mixture, listed; simpl. rewrite exp_0. replace (1 / 2 * (1 - 1) + 1) with 1 by field. rewrite ln_1, exp_0.
  cases.
Qed.

Theorem cylinder_rectangles : Stated.points.cylinder__rectangles.
Proof. intros t T0 T1. sums. rewrite exp_0. cases. Qed.

Theorem cylinder_rectangles_printed : ~ Stated.points.cylinder__rectangles__printed.
Proof. intros H. destruct (H (1 / 2) ltac:(lra) ltac:(lra)) as [v [V L]]. revert V. sums. rewrite exp_0. cases. Qed.

(* the worst pair of laws that are (eps, delta)-indistinguishable *)
Lemma worst_tv e d : 0 <= e -> 0 < d < 1 ->
  is_total_variation (finite 4) (listed (d :: (1 - d) * exp e / (exp e + 1) :: (1 - d) / (exp e + 1) :: 0 :: nil))
    (listed (0 :: (1 - d) / (exp e + 1) :: (1 - d) * exp e / (exp e + 1) :: d :: nil)) (1 - 2 * (1 - d) / (exp e + 1)).
Proof.
  intros He Hd. assert (E := exp_ge_1 e He). sums.
  replace ((1 - d) * exp e / (exp e + 1) - (1 - d) / (exp e + 1)) with ((1 - d) * (exp e - 1) / (exp e + 1)) by (field; lra).
  replace ((1 - d) / (exp e + 1) - (1 - d) * exp e / (exp e + 1)) with (- ((1 - d) * (exp e - 1) / (exp e + 1))) by (field; lra).
  rewrite Rabs_Ropp, Rminus_0_r, (Rabs_right d), (Rabs_left (0 - d)) by lra.
  rewrite Rabs_right by (apply Rle_ge, Rmult_le_pos; [nra | left; apply Rinv_0_lt_compat; lra]). field. lra.
Qed.

Theorem metric_error_pair : Stated.points.metric__error__pair.
Proof. intros D HD e He d D0 D1. assert (E := exp_ge_1 e He). eexists; split; [apply worst_tv; lra|]. field. lra. Qed.

Theorem metric_error_positive : Stated.points.metric__error__positive.
Proof.
  intros D HD e He d D0 D1. assert (E := exp_ge_1 e He). eexists; split; [apply worst_tv; lra|].
  replace (D * (1 - (1 - 2 * (1 - d) / (exp e + 1))) / 2) with (D * (1 - d) / (exp e + 1)) by (field; lra). apply Rdiv_lt_0_compat; nra.
Qed.

Theorem metric_error_positive_printed : ~ Stated.points.metric__error__positive__printed.
Proof. intros H. destruct (H 1 ltac:(lra) (1 / 2) ltac:(lra) ltac:(lra) 0 ltac:(lra)) as [v [_ L]]. lra. Qed.

Theorem metric_error_compact_printed : Stated.points.metric__error__compact__printed.
Proof.
  intros D HD e He d D0 D1. assert (E := exp_ge_1 e He). eexists; split; [apply worst_tv; lra|].
  replace (D * (1 - (1 - 2 * (1 - d) / (exp e + 1))) / 2) with (2 * (D * (1 - d) / (2 * exp e + 2))) by (field; lra).
  assert (0 < D * (1 - d) / (2 * exp e + 2)) by (apply Rdiv_lt_0_compat; nra). lra.
Qed.

Theorem dp_group_printed : ~ Stated.points.dp__group__printed.
Proof.
  intros H. assert (A : forall a b, 0 <= a -> 0 <= b -> a + b = 1 -> is_law (finite 2) (listed (a :: b :: nil))).
  { intros a b HA HB S. split; [intros i Hi; simpl in Hi; unfold listed; destruct i as [|[|i]]; simpl; lra || lia | unfold listed; simpl; lra]. }
  destruct (H 2%nat 4 ltac:(lra) (listed (55 / 1000 :: 945 / 1000 :: nil)) (A (55 / 1000) (945 / 1000) ltac:(lra) ltac:(lra) ltac:(lra)) (listed (1 / 1000 :: 999 / 1000 :: nil)) (A (1 / 1000) (999 / 1000) ltac:(lra) ltac:(lra) ltac:(lra))
    (listed (0 :: 1 :: nil)) (A 0 1 ltac:(lra) ltac:(lra) ltac:(lra))) as [v [V [v1 [V1 [v2 [V2 [v3 [V3 [v4 [V4 L]]]]]]]]]].
  assert (E4 : 54 <= exp 4 <= 55) by (split; interval with (i_prec 60)). assert (E2 : exp 2 <= 8) by interval with (i_prec 60).
  assert (E8 : 1 <= exp (2 * 4)) by (apply exp_ge_1; lra).
  revert V V1 V2 V3 V4. unfold is_hockey_stick, listed; simpl. intros.
  assert (55 / 1000 <= v).
  { assert (X := Rmax_r 0 (55 / 1000 - exp (2 * 4) * 0)). assert (Y := Rmax_l 0 (945 / 1000 - exp (2 * 4) * 1)). lra. }
  assert (v1 <= 1 / 1000) by (revert V1; cases). assert (v2 <= 1 / 1000) by (revert V2; cases).
  assert (v3 <= 1 / 1000) by (revert V3; cases). assert (v4 <= 1 / 1000) by (revert V4; cases).
  assert (Rmax v1 (Rmax v2 (Rmax v3 v4)) <= 1 / 1000) by (repeat apply Rmax_lub; lra).
  set (m := Rmax v1 _) in *. assert (0 <= v1) by (revert V1; cases). assert (0 <= m) by (apply Rle_trans with v1; [lra | apply Rmax_l]). nra.
Qed.

Theorem kl_triangle_printed : ~ Stated.points.kl__triangle__printed.
Proof.
  intros H. assert (A : forall a b, 0 < a -> 0 < b -> a + b = 1 -> is_law (finite 2) (listed (a :: b :: nil))).
  { intros a b HA HB S. split; [intros i Hi; simpl in Hi; unfold listed; destruct i as [|[|i]]; simpl; lra || lia | unfold listed; simpl; lra]. }
  assert (B : forall a b, 0 < a -> 0 < b -> a + b = 1 -> full_support (finite 2) (listed (a :: b :: nil))).
  { intros a b HA HB S i Hi; simpl in Hi; unfold listed; destruct i as [|[|i]]; simpl; lra || lia. }
  set (P := listed (9 / 10 :: 1 / 10 :: nil)). set (Q := listed (1 / 10 :: 9 / 10 :: nil)). set (M := listed (1 / 2 :: 1 / 2 :: nil)).
  destruct (H 2%nat P (A (9 / 10) (1 / 10) ltac:(lra) ltac:(lra) ltac:(lra)) (B (9 / 10) (1 / 10) ltac:(lra) ltac:(lra) ltac:(lra)) Q (A (1 / 10) (9 / 10) ltac:(lra) ltac:(lra) ltac:(lra)) (B (1 / 10) (9 / 10) ltac:(lra) ltac:(lra) ltac:(lra))
    M (A (1 / 2) (1 / 2) ltac:(lra) ltac:(lra) ltac:(lra)) (B (1 / 2) (1 / 2) ltac:(lra) ltac:(lra) ltac:(lra))) as [u [[_ U] [v [[_ V] [w [[_ W] L]]]]]].
  revert U V W. unfold log_ratio, P, Q, M, listed; simpl.
  destruct (Req_EM_T (9 / 10) 0); [lra|]. destruct (Req_EM_T (1 / 10) 0); [lra|]. destruct (Req_EM_T (1 / 2) 0); [lra|]. intros U V W.
  rewrite <- U, <- V, <- W in L. revert L. apply Rlt_not_le. interval with (i_prec 60).
Qed.

(* the errors of tests on three outcomes *)
Theorem test_sets_half_lines : ~ Stated.points.metric__test_sets__half_lines.
Proof.
  intros H. destruct (H 0 ltac:(lra) 0 ltac:(lra) ltac:(lra) (1 / 2) ltac:(lra) ltac:(lra) (1 / 2) ltac:(lra) ltac:(lra) 0 ltac:(lra) ltac:(lra)
    ltac:(lra) ltac:(lra) ltac:(rewrite exp_0; lra) ltac:(rewrite exp_0; lra)) as [v [V L]].
  revert V. sums. rewrite exp_0. cases.
Qed.

Theorem test_sets_intervals : Stated.points.metric__test_sets__intervals.
Proof.
  intros e He p1 A A' p2 B B' q1 C C' q2 D D' S T U V W. eexists; split; [reflexivity|]. unfold listed; simpl. rewrite !Rmax_left; lra.
Qed.

Theorem test_sets_points : ~ Stated.points.metric__test_sets__points.
Proof.
  intros H. destruct (H 0 ltac:(lra) (1 / 2) ltac:(lra) ltac:(lra) (1 / 2) ltac:(lra) ltac:(lra) (1 / 4) ltac:(lra) ltac:(lra) (1 / 4) ltac:(lra) ltac:(lra)
    (1 / 4) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(rewrite exp_0; lra) ltac:(rewrite exp_0; lra) ltac:(rewrite exp_0; lra)) as [v [V L]].
  revert V. sums. rewrite exp_0. cases.
Qed.

Theorem test_sets_points_counted : Stated.points.metric__test_sets__points__counted.
Proof.
  intros e He p1 A A' p2 B B' q1 C C' q2 D D' d F F' S T U V W. assert (E := exp_ge_1 e He). eexists; split; [reflexivity|]. unfold listed; simpl.
  unfold Rmax; repeat destruct Rle_dec; lra.
Qed.

Theorem calibration_response : Stated.points.calibration__response.
Proof.
  intros e He d D0 D1. assert (E := exp_ge_1 e He). set (x := (d + exp e) / (1 - d)).
  assert (X : exp e <= x). { unfold x. apply (Rmult_le_reg_r (1 - d)). lra. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. nra. }
  unfold is_hockey_stick, randomized_response; simpl. rewrite exp_ln by lra. rewrite Rplus_0_l.
  rewrite Rmax_left. 2: { assert (0 <= (exp e * x - 1) / (1 + x)) by (apply Rmult_le_pos; [nra | left; apply Rinv_0_lt_compat; lra]).
    replace (1 / (1 + x) - exp e * (x / (1 + x))) with (- ((exp e * x - 1) / (1 + x))) by (field; lra). lra. }
  rewrite Rmax_right. 2: { assert (0 <= (x - exp e) / (1 + x)) by (apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra]).
    replace (x / (1 + x) - exp e * (1 / (1 + x))) with ((x - exp e) / (1 + x)) by (field; lra). lra. }
  unfold x. field. lra.
Qed.

Theorem metric_discrete_profile_any : Stated.points.metric__discrete__profile__any.
Proof.
  intros e He m Hm p P0 P1 H. assert (M : 1 <= INR m) by (apply (le_INR 1 m) in Hm; simpl in Hm; lra). assert (E := exp_ge_1 e He).
  sums. set (y := INR m * p) in *. assert (p <= y) by (unfold y; nra).
  rewrite (Rmax_left 0 (p * (INR m - 1) - exp e * (p * (INR m - 1)))). 2: { replace (p * (INR m - 1)) with (y - p) by (unfold y; ring). nra. }
  rewrite Rplus_0_r. destruct (Rle_dec p (- y + 1)).
  - rewrite (Rmax_left 0 (p - exp e * (- y + 1))) by nra. rewrite (Rmax_right (p - _) 0) by nra. rewrite Rplus_0_r, Rmax_comm. f_equal. ring.
  - assert (- y + 1 < p) by lra. rewrite (Rmax_left 0 (- y + 1 - exp e * p)) by nra. rewrite Rplus_0_l.
    rewrite (Rmax_right (- y - p * exp e + 1)). rewrite Rmax_comm. f_equal. ring.
    apply Rle_trans with 0; [nra | apply Rmax_r].
Qed.

Theorem metric_response_twice : Stated.points.metric__response__twice.
Proof.
  intros e He p P0 P1. assert (E := exp_ge_1 e He). assert (0 < p * (1 - p)) by nra. sums.
  rewrite (Rmax_left 0 (p * (p * 1) - exp e * ((1 - p) * ((1 - p) * 1)))) by nra. rewrite (Rmax_left 0 (p * (1 - p) - exp e * (p * (1 - p)))) by nra.
  rewrite !Rplus_0_l, Rmax_comm. f_equal. ring.
Qed.

Theorem dp_approx_profile_worst : Stated.points.dp__approx__profile__worst.
Proof.
  intros z Hz e He d D0 D1. assert (E := exp_ge_1 z Hz). assert (G : 1 < exp e) by (rewrite <- exp_0; now apply exp_increasing).
  assert (I : 0 < / (exp e + 1)) by (apply Rinv_0_lt_compat; lra). sums.
  rewrite (Rmax_right 0 (d - exp z * 0)) by lra. rewrite (Rmax_left 0 (0 - exp z * d)) by nra.
  rewrite (Rmax_left 0 ((1 - d) / (exp e + 1) - exp z * ((1 - d) * exp e / (exp e + 1)))).
  2: { replace ((1 - d) / (exp e + 1) - exp z * ((1 - d) * exp e / (exp e + 1))) with (- ((1 - d) * (exp z * exp e - 1) * / (exp e + 1))) by (field; lra).
    assert (0 <= (1 - d) * (exp z * exp e - 1) * / (exp e + 1)) by (apply Rmult_le_pos; [apply Rmult_le_pos; nra | lra]). lra. }
  replace ((1 - d) * exp e / (exp e + 1) - exp z * ((1 - d) / (exp e + 1))) with ((1 - d) * / (exp e + 1) * (exp e - exp z)) by (field; lra).
  assert (X := RmaxRmult 0 (exp e - exp z) ((1 - d) * / (exp e + 1)) ltac:(apply Rmult_le_pos; lra)). rewrite Rmult_0_r in X. rewrite X, Rmax_comm. field. lra.
Qed.
