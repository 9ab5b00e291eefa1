(* Inequalities and identities between real numbers, and witnesses against false ones. *)
From Coq Require Import Reals Lra Psatz Lia.
From Coquelicot Require Import Coquelicot.
From Interval Require Import Tactic.
From Dpsym Require Import Spaces Functions Divergences Laws Basics.
From Stated Require scalars.
Open Scope R_scope.

Theorem dp_trivial : Stated.scalars.dp__trivial.
Proof. intros e He d H0 H1. assert (H := exp_ineq1_le e). lra. Qed.

Theorem rdp_group_induction : Stated.scalars.rdp__group__induction.
Proof.
  intros a Ha. apply (Rmult_le_reg_r (a - 2)). lra.
  replace ((1 + (a - 1) / (a - 2)) * (a - 2)) with (a - 2 + (a - 1)) by (field; lra). lra.
Qed.

Theorem rdp_group_induction_printed : ~ Stated.scalars.rdp__group__induction__printed.
Proof. intros H. specialize (H (9 / 4) ltac:(lra)). lra. Qed.

Theorem rdp_composition_regime : Stated.scalars.rdp__composition__regime.
Proof.
  intros z Hz n Hn L HL H. assert (0 <= INR n) by apply pos_INR. assert (0 <= sqrt 2) by apply sqrt_pos.
  assert (sqrt (INR n) * z <= sqrt L).
  { rewrite <- (sqrt_pow2 z) by lra. rewrite <- sqrt_mult by nra. apply sqrt_le_1_alt. nra. }
  assert (S := sqrt_sqrt L ltac:(lra)). assert (0 <= sqrt L) by apply sqrt_pos.
  rewrite <- S at 2. replace (4 * sqrt 2 * sqrt L * sqrt (INR n) * z) with (4 * sqrt 2 * (sqrt L * (sqrt (INR n) * z))) by ring.
  apply Rmult_le_compat_l. lra. apply Rmult_le_compat_l; auto.
Qed.

Theorem rdp_composition_regime_printed : ~ Stated.scalars.rdp__composition__regime__printed.
Proof.
  intros H. specialize (H 1 ltac:(lra) 1%nat ltac:(lia) 1 ltac:(lra)). simpl INR in H.
  specialize (H ltac:(lra)). rewrite sqrt_1 in H. assert (0 <= sqrt 2) by apply sqrt_pos.
  assert (1 < sqrt 2) by interval with (i_prec 40). lra.
Qed.

Theorem rdp_event_exponent : Stated.scalars.rdp__event__exponent.
Proof.
  intros z Hz n Hn L HL. assert (0 <= INR n) by apply pos_INR. assert (0 <= sqrt L) by apply sqrt_pos.
  assert (0 <= sqrt (INR n)) by apply sqrt_pos. assert (0 <= INR n * z ^ 2 / 2) by nra.
  assert (sqrt 2 <= 2) by interval with (i_prec 40). assert (0 <= sqrt L * sqrt (INR n) * z) by (apply Rmult_le_pos; [apply Rmult_le_pos |]; lra).
  assert (sqrt 2 * (sqrt L * sqrt (INR n) * z) <= 2 * (sqrt L * sqrt (INR n) * z)) by (apply Rmult_le_compat_r; auto).
  lra.
Qed.

Theorem rdp_event_exponent_printed : ~ Stated.scalars.rdp__event__exponent__printed.
Proof.
  intros H. specialize (H (1 / 4) ltac:(lra) 1%nat ltac:(lia) 1 ltac:(lra)). simpl INR in H.
  specialize (H ltac:(lra)). rewrite sqrt_1 in H. lra.
Qed.

Theorem rdp_group_chain_budget : Stated.scalars.rdp__group__chain__budget.
Proof.
  intros a Ha k Hk z Hz. assert (0 < a / (a - 1)) by (apply Rdiv_lt_0_compat; lra).
  rewrite power_pos by auto. rewrite <- S_INR, Rpower_pow by auto. simpl. field. lra.
Qed.

Theorem calibration_response_truth : Stated.scalars.calibration__response__truth.
Proof.
  intros e He d D0 D1 k Hk. assert (2 <= INR k) by (apply (le_INR 2 k) in Hk; simpl in Hk; lra).
  assert (0 < exp e) by apply exp_pos. field. nra.
Qed.

Theorem cylinder_points : Stated.scalars.cylinder__points.
Proof.
  intros y1 y2 t T0 T1. apply (Rmult_le_reg_r (1 - t ^ 2)). nra.
  replace ((- (2 * t * y1 * y2) + y1 ^ 2 + y2 ^ 2) / (1 - t ^ 2) * (1 - t ^ 2)) with (- (2 * t * y1 * y2) + y1 ^ 2 + y2 ^ 2) by (field; nra).
  assert (0 <= (t * y1 - y2) ^ 2) by apply pow2_ge_0. nra.
Qed.

Theorem database_distance : Stated.scalars.database__distance.
Proof.
  intros a b c d. generalize (INR a) (INR b) (INR c) (INR d). intros. unfold Rabs, Rmax.
  repeat destruct Rcase_abs; repeat destruct Rle_dec; lra.
Qed.

Theorem database_distance_printed : ~ Stated.scalars.database__distance__printed.
Proof. intros H. specialize (H 1%nat 0%nat). simpl INR in H. specialize (H ltac:(lra) ltac:(lra)). rewrite Rminus_0_r, Rabs_R1 in H. lra. Qed.

Theorem density_bernoulli : Stated.scalars.density__bernoulli.
Proof.
  intros p P0 P1 t T0 T1. unfold sinh.
  replace (2 * p * exp (t / 2) * ((exp (t / 2) - exp (- (t / 2))) / 2) + 1)
    with (p * (exp (t / 2) * exp (t / 2)) - p * (exp (t / 2) * exp (- (t / 2))) + 1) by field.
  rewrite <- !exp_plus. replace (t / 2 + t / 2) with t by field. replace (t / 2 + - (t / 2)) with 0 by ring. rewrite exp_0. ring.
Qed.

Theorem density_distance : Stated.scalars.density__distance.
Proof. intros r Hr h Hh. assert (H := exp_pos (- (r ^ 2 / (2 * h ^ 2)))). lra. Qed.

Theorem density_distance_bounded : Stated.scalars.density__distance__bounded.
Proof.
  intros t T0 T1 r Hr. assert (exp (- (r ^ 2 / 2)) <= exp (- (r ^ 2 * t ^ 2 / 2))); [|lra].
  assert (L : - (r ^ 2 / 2) <= - (r ^ 2 * t ^ 2 / 2)). { assert (0 <= r ^ 2) by nra. assert (t ^ 2 <= 1) by nra. nra. }
  destruct L as [L|L]; [left; now apply exp_increasing | right; now rewrite L].
Qed.

Theorem density_kary_response : Stated.scalars.density__kary_response.
Proof.
  intros k Hk z Hz. assert (2 <= INR k) by (apply (le_INR 2 k) in Hk; simpl in Hk; lra).
  assert (0 < exp z) by apply exp_pos. field. lra.
Qed.

Theorem density_kary_response_first : Stated.scalars.density__kary_response__first.
Proof.
  intros k Hk z Hz. assert (2 <= INR k) by (apply (le_INR 2 k) in Hk; simpl in Hk; lra).
  assert (0 < exp z) by apply exp_pos. rewrite exp_Ropp. field. split; [lra|].
  replace (INR k - 1 + exp z) with (exp z + (INR k - 1)) by ring. lra.
Qed.

Theorem density_randomized_response : Stated.scalars.density__randomized_response.
Proof. intros z Hz. assert (0 < exp z) by apply exp_pos. field. lra. Qed.

Theorem density_randomized_response_first : Stated.scalars.density__randomized_response__first.
Proof. intros z Hz. assert (0 < exp z) by apply exp_pos. rewrite exp_Ropp. field. lra. Qed.

Theorem density_softmax : Stated.scalars.density__softmax.
Proof. intros u v. assert (A := exp_pos u). assert (B := exp_pos v). field. lra. Qed.

Theorem density_softmax_first : Stated.scalars.density__softmax__first.
Proof. intros u v. assert (A := exp_pos u). assert (B := exp_pos v). rewrite exp_plus, exp_Ropp. field. lra. Qed.

Theorem dp_composition_basic_deltas_sum : Stated.scalars.dp__composition__basic__deltas__sum.
Proof.
  intros d D0 D1 k _. induction k. simpl; lra.
  rewrite S_INR. simpl pow. assert (0 <= (1 - d) ^ k <= 1).
  { split. apply pow_le; lra. assert (H := pow_incr (1 - d) 1 k ltac:(lra)). rewrite pow1 in H. exact H. }
  set (y := (1 - d) ^ k) in *. assert (d * y <= d * 1) by (apply Rmult_le_compat_l; lra). lra.
Qed.

Lemma geometric_sum (x : R) n : (exp x - 1) * sum n (fun j => exp (x * INR j)) = exp (x * INR n) - 1.
Proof.
  induction n. simpl. replace (x * 0) with 0 by ring. rewrite exp_0. ring.
  rewrite S_INR. simpl sum. rewrite Rmult_plus_distr_l, IHn, Rmult_plus_distr_l, exp_plus, Rmult_1_r. ring.
Qed.

Theorem dp_group_factor : Stated.scalars.dp__group__factor.
Proof.
  intros e He k Hk. assert (1 < exp e) by (rewrite <- exp_0; now apply exp_increasing).
  rewrite <- (geometric_sum e k). field. lra.
Qed.

Theorem dp_group_factor_loose : Stated.scalars.dp__group__factor__loose.
Proof.
  intros e He k Hk. assert (1 < exp e) by (rewrite <- exp_0; now apply exp_increasing).
  rewrite <- (geometric_sum e k). replace ((exp e - 1) * sum k (fun j => exp (e * INR j)) / (exp e - 1)) with (sum k (fun j => exp (e * INR j))) by (field; lra).
  rewrite <- sum_const. apply sum_le. intros i Hi. left. apply exp_increasing.
  apply Rmult_lt_compat_l; auto. now apply lt_INR.
Qed.

Theorem dp_group_factor_printed : ~ Stated.scalars.dp__group__factor__printed.
Proof.
  intros H. specialize (H 4 ltac:(lra) 2%nat ltac:(lia)). simpl INR in H.
  assert (2 * exp (1 + 1) < (exp (4 * (1 + 1)) - 1) / (exp 4 - 1)) by interval with (i_prec 40). lra.
Qed.

Theorem exp_quadratic_minus_sharp : Stated.scalars.exp__quadratic__minus__sharp.
Proof.
  intros x X0 X1. apply (Rmult_le_reg_r (x ^ 2)). nra.
  replace ((x - 1 + exp (- x)) / x ^ 2 * x ^ 2) with (x - 1 + exp (- x)) by (field; lra).
  assert (exp (- x) * (1 + x + x ^ 2 / 2) <= 1).
  { assert (1 + x + x ^ 2 / 2 <= exp x).
    { destruct (MVT_gen (fun x => exp x - (1 + x + x ^ 2 / 2)) 0 x (fun x => exp x - 1 - x)) as [c [Hc E]].
      - intros; auto_derive; trivial. field.
      - intros y _. apply continuity_pt_filterlim, (ex_derive_continuous (fun x => exp x - (1 + x + x ^ 2 / 2))). auto_derive; trivial.
      - rewrite Rmin_left, Rmax_right in Hc by lra. rewrite exp_0 in E. assert (P := exp_ineq1_le c). simpl in E. nra. }
    apply (Rmult_le_compat_l (exp (- x))) in H; [|left; apply exp_pos]. rewrite <- exp_plus, Rplus_opp_l, exp_0 in H. exact H. }
  assert (exp (- x) <= 1) by (rewrite <- exp_0; left; apply exp_increasing; lra).
  assert (0 < exp (- x)) by apply exp_pos. nra.
Qed.

Theorem exp_quadratic_minus : Stated.scalars.exp__quadratic__minus.
Proof.
  intros x X0 X1. destruct (Req_dec x 0) as [->|N]. rewrite Ropp_0, exp_0. lra.
  destruct (MVT_gen (fun x => x ^ 2 - x + 1 - exp (- x)) 0 x (fun x => 2 * x - 1 + exp (- x))) as [c [Hc E]].
  - intros; auto_derive; trivial. field.
  - intros y _. apply continuity_pt_filterlim, (ex_derive_continuous (fun x => x ^ 2 - x + 1 - exp (- x))). auto_derive; trivial.
  - rewrite Rmin_left, Rmax_right in Hc by lra. rewrite Ropp_0, exp_0 in E. assert (P := exp_ineq1_le (- c)). nra.
Qed.

Theorem exp_quadratic_plus : Stated.scalars.exp__quadratic__plus.
Proof.
  intros x X0 X1. destruct (Req_dec x 0) as [->|N]. rewrite exp_0. lra.
  destruct (MVT_gen (fun x => (x ^ 2 + x + 1) * exp (- x)) 0 x (fun x => (x - x ^ 2) * exp (- x))) as [c [Hc E]].
  - intros; auto_derive; trivial. field.
  - intros y _. apply continuity_pt_filterlim, (ex_derive_continuous (fun x => (x ^ 2 + x + 1) * exp (- x))). auto_derive; trivial.
  - rewrite Rmin_left, Rmax_right in Hc by lra. rewrite Ropp_0, exp_0 in E. assert (P := exp_pos (- c)).
    assert (1 <= (x ^ 2 + x + 1) * exp (- x)).
    { assert (0 <= (c - c ^ 2) * exp (- c) * x) by (apply Rmult_le_pos; [apply Rmult_le_pos|]; nra). lra. }
    apply (Rmult_le_compat_r (exp x)) in H; [|left; apply exp_pos].
    rewrite Rmult_assoc, <- exp_plus, Rplus_opp_l, exp_0 in H. lra.
Qed.

Theorem functional_noise_step : Stated.scalars.functional__noise__step.
Proof.
  intros e E0 E1 c Hc.
  assert (- ((c - e / (2 * c)) ^ 2 / 2) <= 1 / 2 + - (c ^ 2 / 2)).
  { replace (- ((c - e / (2 * c)) ^ 2 / 2)) with (e / 2 - c ^ 2 / 2 - (e / (2 * c)) ^ 2 / 2) by (field; lra).
    assert (0 <= (e / (2 * c)) ^ 2) by apply pow2_ge_0. lra. }
  assert (exp (- ((c - e / (2 * c)) ^ 2 / 2)) <= exp (1 / 2) * exp (- (c ^ 2 / 2))).
  { rewrite <- exp_plus. destruct H as [H|H]; [left; now apply exp_increasing | right; now rewrite H]. }
  assert (exp (1 / 2) <= 4) by interval with (i_prec 40). assert (P := exp_pos (- (c ^ 2 / 2))). nra.
Qed.

Theorem geometry_hull : Stated.scalars.geometry__hull.
Proof.
  intros a b t T0 T1. eapply Rle_trans. apply Rabs_triang. rewrite !Rabs_mult, (Rabs_right t), (Rabs_right (1 - t)) by lra.
  assert (A := Rmax_l (Rabs a) (Rabs b)). assert (B := Rmax_r (Rabs a) (Rabs b)). nra.
Qed.

Theorem geometry_projection : Stated.scalars.geometry__projection.
Proof.
  intros x y t T0 T1. assert (S := sqrt_sqrt (1 - t ^ 2) ltac:(nra)). set (s := sqrt (1 - t ^ 2)) in *.
  rewrite <- sqrt_Rsqr_abs. apply sqrt_le_1_alt. unfold Rsqr. assert (0 <= (t * y - s * x) ^ 2) by apply pow2_ge_0. nra.
Qed.

Theorem geometry_sensitivity : Stated.scalars.geometry__sensitivity.
Proof.
  intros a1 A1 A1' a2 A2 A2' b1 B1 B1' b2 B2 B2' x1 X1 X1' x2 X2 X2' H.
  assert (T : forall a b, -1 <= a <= 1 -> -1 <= b <= 1 -> Rabs (a * x1 + b * x2) <= 1).
  { intros a b [Ha Ha'] [Hb Hb']. eapply Rle_trans. apply Rabs_triang. rewrite !Rabs_mult.
    assert (Rabs a <= 1) by (apply Rabs_le; lra). assert (Rabs b <= 1) by (apply Rabs_le; lra).
    assert (P := Rabs_pos x1). assert (Q := Rabs_pos x2). nra. }
  assert (U := T a1 b1 ltac:(lra) ltac:(lra)). assert (V := T a2 b2 ltac:(lra) ltac:(lra)). lra.
Qed.

Lemma exp_tangent c x : exp c * (1 + (x - c)) <= exp x.
Proof.
  replace (exp x) with (exp c * exp (x - c)) by (rewrite <- exp_plus; f_equal; ring).
  apply Rmult_le_compat_l. left; apply exp_pos. apply exp_ineq1_le.
Qed.

Theorem jensen_exp : Stated.scalars.jensen__exp.
Proof.
  intros t T0 T1 b c. set (m := b * t + c * (1 - t)). assert (B := exp_tangent m b). assert (C := exp_tangent m c).
  apply (Rmult_le_compat_l t) in B; [|lra]. apply (Rmult_le_compat_l (1 - t)) in C; [|lra].
  replace (exp m) with (t * (exp m * (1 + (b - m))) + (1 - t) * (exp m * (1 + (c - m)))) by (unfold m; ring). lra.
Qed.

Lemma ln_tangent y : 0 < y -> ln y <= y - 1.
Proof. intros H. assert (Q := exp_ineq1_le (ln y)). rewrite exp_ln in Q by auto. lra. Qed.

Theorem log_sum : Stated.scalars.log_sum.
Proof.
  intros a1 A1 a2 A2 b1 B1 b2 B2.
  assert (T : forall a b, 0 < a -> 0 < b -> a * ln ((a1 + a2) / (b1 + b2)) + a - b * ((a1 + a2) / (b1 + b2)) <= a * ln (a / b)).
  { intros a b Ha Hb. set (w := (a1 + a2) / (b1 + b2)). assert (0 < w) by (apply Rdiv_lt_0_compat; lra).
    assert (0 < a / b) by now apply Rdiv_lt_0_compat.
    assert (L := ln_tangent (w / (a / b)) ltac:(now apply Rdiv_lt_0_compat)). rewrite ln_div in L by auto.
    apply (Rmult_le_compat_l a) in L; [|lra]. replace (a * (w / (a / b) - 1)) with (b * w - a) in L by (field; lra). lra. }
  assert (U := T a1 b1 A1 B1). assert (V := T a2 b2 A2 B2).
  set (w := (a1 + a2) / (b1 + b2)) in *. assert (b1 * w + b2 * w = a1 + a2) by (unfold w; field; lra). lra.
Qed.

Theorem markov : Stated.scalars.markov.
Proof.
  intros t T0 T1 x1 X1 x2 X2 y Hy L G. apply (Rmult_le_reg_r y); auto.
  replace ((t * x1 + x2 * (1 - t)) / y * y) with (t * x1 + x2 * (1 - t)) by (field; lra). nra.
Qed.

Theorem metric_error_discrete_same : Stated.scalars.metric__error__discrete__same.
Proof.
  intros k K m Hm e E d D0 D1. assert (1 <= INR m) by (apply (le_INR 1 m) in Hm; simpl in Hm; lra).
  assert (0 < exp e) by apply exp_pos. field. lra.
Qed.

Theorem metric_error_response : Stated.scalars.metric__error__response.
Proof.
  intros m Hm e E d D0 D1. assert (1 <= INR m) by (apply (le_INR 1 m) in Hm; simpl in Hm; lra).
  assert (0 < exp e) by apply exp_pos. field. lra.
Qed.

Theorem metric_error_discrete : Stated.scalars.metric__error__discrete.
Proof.
  intros k K m Hm e E d D0 D1. assert (1 <= INR m) by (apply (le_INR 1 m) in Hm; simpl in Hm; lra).
  assert (0 < exp e) by apply exp_pos.
  replace (- ((1 - d) * (- INR m + (INR m + exp e) / (1 - d)) / (INR m + exp e)) + 1) with ((1 - d) * (INR m / (INR m + exp e))) by (field; lra).
  replace (1 / 2 - d / 2) with ((1 - d) * (1 / 2)) by field. rewrite Rmult_assoc. f_equal. unfold Rmin.
  repeat destruct Rle_dec; auto; exfalso; nra.
Qed.

Theorem metric_error_discrete_printed : ~ Stated.scalars.metric__error__discrete__printed.
Proof.
  intros H. specialize (H 1 ltac:(lra) 2%nat ltac:(lia) 0 ltac:(lra) (1 / 2) ltac:(lra) ltac:(lra)). simpl INR in H.
  rewrite exp_0 in H. lra.
Qed.

Theorem metric_kernel_evaluation : Stated.scalars.metric__kernel__evaluation.
Proof.
  intros a b s. assert (exp (- (s ^ 2 / 2)) <= 1).
  { rewrite <- exp_0. assert (0 <= s ^ 2) by apply pow2_ge_0. destruct (Req_dec (- (s ^ 2 / 2)) 0) as [->|N]. lra.
    left; apply exp_increasing; lra. }
  assert (P := exp_pos (- (s ^ 2 / 2))). set (u := exp (- (s ^ 2 / 2))) in *. assert (0 <= b ^ 2) by apply pow2_ge_0. assert (u ^ 2 <= 1) by nra. nra.
Qed.

Theorem metric_kernel_positive : Stated.scalars.metric__kernel__positive.
Proof.
  intros a b s. assert (exp (- (s ^ 2 / 2)) <= 1).
  { rewrite <- exp_0. assert (0 <= s ^ 2) by apply pow2_ge_0. destruct (Req_dec (- (s ^ 2 / 2)) 0) as [->|N]. lra.
    left; apply exp_increasing; lra. }
  assert (P := exp_pos (- (s ^ 2 / 2))). set (u := exp (- (s ^ 2 / 2))) in *.
  assert (0 <= (a + u * b) ^ 2) by apply pow2_ge_0. assert (0 <= b ^ 2) by apply pow2_ge_0. assert (u ^ 2 <= 1) by nra. nra.
Qed.

Theorem metric_packing : Stated.scalars.metric__packing.
Proof.
  intros u1 A1 B1 u2 A2 B2 u3 A3 B3. unfold Rmin, Rabs. repeat destruct Rcase_abs; repeat destruct Rle_dec; lra.
Qed.

Theorem rdp_to_approx_case_two : Stated.scalars.rdp__to_approx__case_two.
Proof.
  intros a Ha d D0 D1 L HL H. rewrite power_pos in * by lra.
  assert (ln L <= a / (a - 1) * ln d).
  { destruct H as [H|H]. apply ln_increasing in H; auto. unfold Rpower in H. rewrite ln_exp in H. lra.
    rewrite H. unfold Rpower. rewrite ln_exp. lra. }
  rewrite <- (exp_ln d) by lra. unfold Rpower.
  assert ((1 - 1 / a) * ln L <= ln d).
  { assert (0 < 1 - 1 / a). { assert (1 / a < 1); [|lra]. apply (Rmult_lt_reg_r a). lra. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
    replace (ln d) with ((1 - 1 / a) * (a / (a - 1) * ln d)) by (field; lra). apply Rmult_le_compat_l; lra. }
  destruct H1 as [H1|H1]; [left; now apply exp_increasing | right; now rewrite H1].
Qed.

Theorem rdp_to_approx_case_two_printed : ~ Stated.scalars.rdp__to_approx__case_two__printed.
Proof.
  intros H. specialize (H 2 ltac:(lra) (1 / 2) ltac:(lra) ltac:(lra) (1 / 100) ltac:(lra)).
  rewrite !power_pos in H by lra. unfold Rpower in H.
  assert (1 / 100 < exp (2 / (2 - 1) * ln (1 / 2))) by interval with (i_prec 40). specialize (H H0).
  assert (1 / 100 * exp (- (1 / (2 - 1)) * ln (1 / 2)) < exp ((1 - 1 / 2) * ln (1 / 100))) by interval with (i_prec 40). lra.
Qed.

Theorem f_divergence_strict_printed : ~ Stated.scalars.f_divergence__strict__printed.
Proof.
  intros H. specialize (H (1 / 2) ltac:(lra) ltac:(lra) 1 ltac:(lra) ltac:(lra)). rewrite ln_1 in H.
  replace ((- (1 / 2 * 1) + 1) / (1 - 1 / 2)) with 1 in H by field. rewrite ln_1 in H. lra.
Qed.

Theorem bandwidth_private_printed : ~ Stated.scalars.bandwidth__private__printed.
Proof.
  intros H. specialize (H 10 ltac:(lra) 10%nat ltac:(lia)).
  replace (INR 10) with 10 in H by (simpl; lra).
  assert (2 / 10 ^ 2 < 1 + 1 / sqrt (2 * 10 ^ 2 - 1) - 2 / 10) by interval with (i_prec 40). lra.
Qed.

Theorem geometry_eigenvalue : Stated.scalars.geometry__eigenvalue.
Proof. intros x1 x2 a1. assert (0 <= a1 ^ 2) by apply pow2_ge_0. field. lra. Qed.

Theorem volume_hull_cube : Stated.scalars.volume__hull__cube.
Proof.
  intros a1 a2 b1 b2. set (X := Rmax (Rabs a1) (Rabs b1)). set (Y := Rmax (Rabs a2) (Rabs b2)).
  assert (A1 : Rabs a1 <= X) by apply Rmax_l. assert (B1 : Rabs b1 <= X) by apply Rmax_r.
  assert (A2 : Rabs a2 <= Y) by apply Rmax_l. assert (B2 : Rabs b2 <= Y) by apply Rmax_r.
  assert (P1 := Rabs_pos a1). assert (P2 := Rabs_pos a2). assert (Q1 := Rabs_pos b1). assert (Q2 := Rabs_pos b2).
  assert (S1 : Rabs a1 * Rabs b2 <= X * Y) by (apply Rmult_le_compat; lra).
  assert (S2 : Rabs a2 * Rabs b1 <= X * Y) by (rewrite Rmult_comm; apply Rmult_le_compat; lra).
  assert (D : Rabs (a1 * b2 - a2 * b1) <= Rabs a1 * Rabs b2 + Rabs a2 * Rabs b1).
  { rewrite <- (Rabs_mult a1 b2), <- (Rabs_mult a2 b1), <- (Rabs_Ropp (a2 * b1)). apply Rabs_triang. }
  rewrite <- sqrt_mult_alt by lra. replace (2 * sqrt X * sqrt Y) with (sqrt (2 * 2 * (X * Y))).
  - apply sqrt_le_1_alt. lra.
  - rewrite (sqrt_mult_alt (2 * 2) (X * Y)) by lra. rewrite (sqrt_mult_alt X Y) by lra. rewrite (sqrt_square 2) by lra. ring.
Qed.
