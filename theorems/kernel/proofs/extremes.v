(* Max divergences: where the privacy loss is greatest, or has no bound. *)
From Coq Require Import Reals Lra Psatz Lia ZArith List.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Spaces Functions Divergences Laws Basics Pieces Extremes Cells Closing Gauss.
From Stated Require extremes.
Open Scope R_scope.

Lemma laplace_continuous mu b x : 0 < b -> continuous (laplace mu b) x.
Proof.
  intros Hb. apply continuity_pt_filterlim. unfold laplace.
  apply (continuity_pt_mult (fun x => exp (- Rabs (x - mu) / b)) (fun _ => / (2 * b))); [| apply continuity_pt_const; intros ? ?; reflexivity].
  apply (continuity_pt_comp (fun x => - Rabs (x - mu) / b) exp); [| apply derivable_continuous_pt, derivable_pt_exp].
  apply (continuity_pt_mult (fun x => - Rabs (x - mu)) (fun _ => / b)); [| apply continuity_pt_const; intros ? ?; reflexivity].
  apply (continuity_pt_opp (fun x => Rabs (x - mu))). apply (continuity_pt_comp (fun x => x - mu) Rabs); [| apply Rcontinuity_abs].
  apply derivable_continuous_pt. apply derivable_pt_minus. apply derivable_pt_id. apply derivable_pt_const.
Qed.

Theorem laplace_max m1 m2 b : 0 < b -> is_max_divergence line (laplace m1 b) (laplace m2 b) (Finite (Rabs (m2 - m1) / b)).
Proof.
  intros Hb. assert (I : 0 < / b) by now apply Rinv_0_lt_compat.
  apply (max_line _ _ _ m1); try now apply laplace_continuous.
  - intros y. unfold laplace. unfold Rdiv at 1 4. rewrite <- Rmult_assoc. apply Rmult_le_compat_r. left; apply Rinv_0_lt_compat; lra.
    rewrite <- exp_plus. assert (L : - Rabs (y - m1) / b <= Rabs (m2 - m1) / b + - Rabs (y - m2) / b).
    { assert (T := Rabs_triang (y - m1) (m1 - m2)). replace (y - m1 + (m1 - m2)) with (y - m2) in T by ring. rewrite (Rabs_minus_sym m1 m2) in T.
      unfold Rdiv. assert (0 <= (Rabs (m2 - m1) + - Rabs (y - m2) + Rabs (y - m1)) * / b) by (apply Rmult_le_pos; lra). lra. }
    destruct L as [L | ->]; [left; now apply exp_increasing | lra].
  - now apply laplace_pos.
  - unfold laplace. rewrite Rminus_diag_eq, Rabs_R0 by reflexivity. rewrite (Rabs_minus_sym m1 m2). unfold Rdiv. rewrite <- Rmult_assoc, <- exp_plus.
    f_equal. f_equal. ring.
Qed.

Ltac laplace_at m1 m2 b := let G := fresh in assert (G := laplace_max m1 m2 b ltac:(auto)); match type of G with is_max_divergence ?A ?p ?q (Finite ?v) =>
  match goal with |- is_max_divergence _ _ _ (Finite ?w) => refine (eq_ind v (fun u : R => is_max_divergence A p q (Finite u)) G w _) end end.

Theorem max_laplace : Stated.extremes.max__laplace.
Proof. intros l Hl. laplace_at 0 1 l. rewrite Rminus_0_r, Rabs_R1. reflexivity. Qed.

Theorem laplace_pure_dp : Stated.extremes.laplace__pure_dp.
Proof. intros e He. assert (0 < 1 / e) by (apply Rdiv_lt_0_compat; lra). laplace_at 0 1 (1 / e). rewrite Rminus_0_r, Rabs_R1. field. lra. Qed.

Theorem mechanism_laplace : Stated.extremes.mechanism__laplace.
Proof. intros b Hb D HD. laplace_at 0 D b. rewrite Rminus_0_r, Rabs_right by lra. reflexivity. Qed.

Theorem laplace_pure_dp_sensitivity : Stated.extremes.laplace__pure_dp__sensitivity.
Proof. intros e He D HD. assert (0 < D / e) by (apply Rdiv_lt_0_compat; lra). laplace_at 0 D (D / e). rewrite Rminus_0_r, Rabs_right by lra. field. lra. Qed.

Lemma ln_lt_0 d : 0 < d < 1 -> ln (1 - d) < 0.
Proof. intros H. rewrite <- ln_1. apply ln_increasing; lra. Qed.

Theorem mechanism_domain_laplace_greatest : Stated.extremes.mechanism__domain_laplace__greatest.
Proof.
  intros e He d D0 D1 D HD. assert (L := ln_lt_0 d ltac:(lra)). assert (0 < D / (e - ln (1 - d))) by (apply Rdiv_lt_0_compat; lra).
  laplace_at 0 D (D / (e - ln (1 - d))). rewrite Rminus_0_r, Rabs_right by lra. field. lra.
Qed.

Lemma near u v x (f g : R -> R) : u < x < v -> (forall y, u < y < v -> f y = g y) -> continuous f x -> continuous g x.
Proof.
  intros H E C. apply (continuous_ext_loc g f x); [|exact C].
  assert (P : 0 < Rmin (x - u) (v - x)) by (apply Rmin_glb_lt; lra). exists (mkposreal _ P). intros y Y. apply E.
  unfold ball in Y; simpl in Y. unfold AbsRing_ball, abs, minus, plus, opp in Y; simpl in Y. apply Rabs_def2 in Y.
  assert (A := Rmin_l (x - u) (v - x)). assert (B := Rmin_r (x - u) (v - x)). lra.
Qed.

Theorem max_asymmetric_laplace : Stated.extremes.max__asymmetric_laplace.
Proof.
  intros b Hb c Hc. assert (I : 0 < / b) by now apply Rinv_0_lt_compat. assert (J : 0 < / c) by now apply Rinv_0_lt_compat.
  assert (N : 0 < / (b + c)) by (apply Rinv_0_lt_compat; lra).
  assert (F : forall m x, m <= 1 -> x < m -> asymmetric_laplace m b c x = exp ((x - m) / b) / (b + c)).
  { intros m x Hm Hx. unfold asymmetric_laplace. destruct (Rlt_dec x m); [reflexivity | lra]. }
  assert (C : forall m, 0 <= m <= 1 -> continuous (asymmetric_laplace m b c) (- 1)).
  { intros m Hm. apply (near (-2) (- / 2) (- 1) (fun x => exp ((x - m) / b) / (b + c))); [lra | intros y Hy; symmetry; apply F; lra |].
    apply (ex_derive_continuous (fun x => exp ((x - m) / b) / (b + c))). auto_derive. lra. }
  apply (max_line _ _ _ (- 1)); try (apply C; lra).
  - intros y. unfold asymmetric_laplace. unfold Rdiv. destruct (Rlt_dec y 0), (Rlt_dec y 1); try lra.
    + rewrite <- Rmult_assoc, <- exp_plus. apply Rmult_le_compat_r. lra. apply Req_le. f_equal. field. lra.
    + rewrite <- Rmult_assoc, <- exp_plus. apply Rmult_le_compat_r. lra.
      assert (L : - (y - 0) * / c <= 1 * / b + (y - 1) * / b) by nra. destruct L as [L | ->]; [left; now apply exp_increasing | lra].
    + rewrite <- Rmult_assoc, <- exp_plus. apply Rmult_le_compat_r. lra.
      assert (L : - (y - 0) * / c <= 1 * / b + - (y - 1) * / c) by nra. destruct L as [L | ->]; [left; now apply exp_increasing | lra].
  - rewrite F by lra. apply Rdiv_lt_0_compat. apply exp_pos. lra.
  - rewrite !F by lra. unfold Rdiv. rewrite <- Rmult_assoc, <- exp_plus. f_equal. f_equal. field. lra.
Qed.

Theorem max_exponential_shift : Stated.extremes.max__exponential__shift.
Proof.
  intros b Hb. assert (I : 0 < / b) by now apply Rinv_0_lt_compat.
  assert (F : forall m x, m <= x -> exponential m b x = exp (- (x - m) / b) / b).
  { intros m x Hx. unfold exponential. destruct (Rle_dec m x); [reflexivity | lra]. }
  assert (C : forall m, 0 <= m <= 1 -> continuous (exponential m b) 2).
  { intros m Hm. apply (near (3 / 2) 3 2 (fun x => exp (- (x - m) / b) / b)); [lra | intros y Hy; symmetry; apply F; lra |].
    apply (ex_derive_continuous (fun x => exp (- (x - m) / b) / b)). auto_derive. lra. }
  apply (max_line _ _ _ 2); try (apply C; lra).
  - intros y. unfold exponential. destruct (Rle_dec 1 y), (Rle_dec 0 y); try lra.
    + unfold Rdiv. rewrite <- Rmult_assoc, <- exp_plus. apply Req_le. f_equal. f_equal. field. lra.
    + apply Rmult_le_pos; [left; apply exp_pos | left; apply Rdiv_lt_0_compat; [apply exp_pos | lra]].
  - rewrite F by lra. apply Rdiv_lt_0_compat; [apply exp_pos | lra].
  - rewrite !F by lra. unfold Rdiv. rewrite <- Rmult_assoc, <- exp_plus. f_equal. f_equal. field. lra.
Qed.

(** Gaussian noise *)

Lemma gaussian_continuous mu s x : 0 < s -> continuous (gaussian mu s) x.
Proof.
  intros Hs. assert (P := PI_RGT_0). assert (0 < sqrt (2 * PI)) by (apply sqrt_lt_R0; lra).
  apply (ex_derive_continuous (gaussian mu s)). unfold gaussian. auto_derive. trivial.
Qed.

Lemma gaussian_ratio s x : 0 < s -> gaussian 1 s x = exp ((2 * x - 1) / (2 * s ^ 2)) * gaussian 0 s x.
Proof. intros Hs. unfold gaussian, Rdiv. rewrite <- Rmult_assoc, <- exp_plus. f_equal. f_equal. field. lra. Qed.

Theorem gaussian_not_pure_dp : Stated.extremes.gaussian__not_pure_dp.
Proof.
  intros s Hs e. set (x := - e * s ^ 2). apply (exceeds_line e _ _ x); try now apply gaussian_continuous.
  assert (G := gaussian_pos 0 s x Hs). rewrite gaussian_ratio by auto. rewrite <- Rmult_assoc, <- exp_plus.
  assert (0 < s ^ 2) by (apply pow_lt; lra). assert (0 < 1 / (2 * s ^ 2)) by (apply Rdiv_lt_0_compat; lra).
  assert (E : e + (2 * x - 1) / (2 * s ^ 2) < 0).
  { replace (e + (2 * x - 1) / (2 * s ^ 2)) with (- (1 / (2 * s ^ 2))) by (unfold x; field; lra). lra. }
  apply exp_increasing in E. rewrite exp_0 in E. nra.
Qed.

Lemma mixture_continuous q s x : 0 < s -> continuous (@mixture line q (gaussian 1 s) (gaussian 0 s)) x.
Proof.
  intros Hs. apply (continuous_plus (fun x => q * gaussian 1 s x) (fun x => (1 - q) * gaussian 0 s x)).
  apply (continuous_mult (fun _ => q) (gaussian 1 s)). apply continuous_const. now apply gaussian_continuous.
  apply (continuous_mult (fun _ => 1 - q) (gaussian 0 s)). apply continuous_const. now apply gaussian_continuous.
Qed.

Theorem max_subsampled_gaussian : Stated.extremes.max__subsampled_gaussian.
Proof.
  intros q Q0 Q1 s Hs e. assert (0 < s ^ 2) by (apply pow_lt; lra). set (x := s ^ 2 * (e - ln q) + / 2).
  apply (exceeds_line e _ _ x). now apply mixture_continuous. now apply gaussian_continuous.
  assert (G := gaussian_pos 0 s x Hs). unfold mixture. rewrite gaussian_ratio by auto.
  replace ((2 * x - 1) / (2 * s ^ 2)) with (e + - ln q) by (unfold x; field; lra). rewrite exp_plus, exp_Ropp, exp_ln by auto.
  replace (q * (exp e * / q * gaussian 0 s x) + (1 - q) * gaussian 0 s x) with (exp e * gaussian 0 s x + (1 - q) * gaussian 0 s x) by (field; lra). nra.
Qed.

Theorem max_subsampled_gaussian_reversed : Stated.extremes.max__subsampled_gaussian__reversed.
Proof.
  intros q Q0 Q1 s Hs. assert (0 < s ^ 2) by (apply pow_lt; lra). split.
  - intros x _. assert (G := gaussian_pos 0 s x Hs). assert (P := gaussian_pos 1 s x Hs). rewrite exp_Ropp, exp_ln by lra. unfold mixture.
    replace (/ (1 - q) * (q * gaussian 1 s x + (1 - q) * gaussian 0 s x)) with (/ (1 - q) * q * gaussian 1 s x + gaussian 0 s x) by (field; lra).
    assert (0 < / (1 - q)) by (apply Rinv_0_lt_compat; lra). assert (0 < / (1 - q) * q) by nra. nra.
  - intros e He. assert (E : exp e * (1 - q) < 1).
    { apply exp_increasing in He. rewrite exp_Ropp, exp_ln in He by lra. apply (Rmult_lt_compat_r (1 - q)) in He; [|lra]. rewrite Rinv_l in He; lra. }
    assert (P := exp_pos e). set (w := (1 - exp e * (1 - q)) / (2 * (q * exp e))).
    assert (W : 0 < w) by (apply Rdiv_lt_0_compat; nra). set (x := s ^ 2 * ln w + / 2).
    apply (exceeds_line e _ _ x). now apply gaussian_continuous. now apply mixture_continuous.
    assert (G := gaussian_pos 0 s x Hs). unfold mixture. rewrite gaussian_ratio by auto.
    replace ((2 * x - 1) / (2 * s ^ 2)) with (ln w) by (unfold x; field; lra). rewrite exp_ln by auto.
    replace (exp e * (q * (w * gaussian 0 s x) + (1 - q) * gaussian 0 s x)) with ((exp e * q * w + exp e * (1 - q)) * gaussian 0 s x) by ring.
    replace (exp e * q * w) with ((1 - exp e * (1 - q)) / 2) by (unfold w; field; lra). nra.
Qed.

(** Gumbel and logistic noise *)

Lemma gumbel_ratio b x : 0 < b -> gumbel 0 b x = exp (- (1 / b) + exp (- x / b) * (exp (1 / b) - 1)) * gumbel 1 b x.
Proof.
  intros Hb. unfold gumbel, Rdiv. rewrite <- Rmult_assoc, <- exp_plus. f_equal. f_equal.
  replace (- (x - 1) * / b) with (1 * / b + - x * / b) by (field; lra). replace (- (x - 0) * / b) with (- x * / b) by (field; lra).
  rewrite (exp_plus (1 * / b) (- x * / b)). field. lra.
Qed.
Lemma gumbel_pos m b x : 0 < b -> 0 < gumbel m b x.
Proof. intros. apply Rdiv_lt_0_compat; [apply exp_pos | lra]. Qed.
Lemma gumbel_continuous m b x : 0 < b -> continuous (gumbel m b) x.
Proof. intros. apply (ex_derive_continuous (gumbel m b)). unfold gumbel. auto_derive. lra. Qed.
Lemma exp_gt_1 b : 0 < b -> 1 < exp (1 / b).
Proof. intros. rewrite <- exp_0 at 1. apply exp_increasing, Rdiv_lt_0_compat; lra. Qed.

Theorem max_gumbel : Stated.extremes.max__gumbel.
Proof.
  intros b Hb e. assert (E := exp_gt_1 b Hb). assert (0 < 1 / b) by (apply Rdiv_lt_0_compat; lra).
  set (w := (Rabs e + 1 / b + 1) / (exp (1 / b) - 1)). assert (A := Rabs_pos e). assert (W : 0 < w) by (apply Rdiv_lt_0_compat; lra).
  set (x := - b * ln w). apply (exceeds_line e _ _ x); try now apply gumbel_continuous.
  assert (G := gumbel_pos 1 b x Hb). rewrite gumbel_ratio by auto. apply Rmult_lt_compat_r; auto. apply exp_increasing.
  replace (- x / b) with (ln w) by (unfold x; field; lra). rewrite exp_ln by auto.
  replace (w * (exp (1 / b) - 1)) with (Rabs e + 1 / b + 1) by (unfold w; field; lra). assert (B := Rle_abs e). lra.
Qed.

Theorem max_gumbel_reversed : Stated.extremes.max__gumbel__reversed.
Proof.
  intros b Hb. assert (E := exp_gt_1 b Hb). assert (0 < 1 / b) by (apply Rdiv_lt_0_compat; lra).
  assert (F : forall x, gumbel 1 b x = exp (1 / b - exp (- x / b) * (exp (1 / b) - 1)) * gumbel 0 b x).
  { intros x. rewrite (gumbel_ratio b x Hb), <- Rmult_assoc, <- exp_plus.
    replace (1 / b - exp (- x / b) * (exp (1 / b) - 1) + (- (1 / b) + exp (- x / b) * (exp (1 / b) - 1))) with 0 by ring. rewrite exp_0. ring. }
  split.
  - intros x _. assert (G := gumbel_pos 0 b x Hb). rewrite F. apply Rmult_le_compat_r; [lra|]. left. apply exp_increasing. assert (P := exp_pos (- x / b)). nra.
  - intros e He. set (w := (1 / b - e) / (2 * (exp (1 / b) - 1))). assert (W : 0 < w) by (apply Rdiv_lt_0_compat; lra).
    set (x := - b * ln w). apply (exceeds_line e _ _ x); try now apply gumbel_continuous.
    assert (G := gumbel_pos 0 b x Hb). rewrite F. apply Rmult_lt_compat_r; auto. apply exp_increasing.
    replace (- x / b) with (ln w) by (unfold x; field; lra). rewrite exp_ln by auto.
    replace (w * (exp (1 / b) - 1)) with ((1 / b - e) / 2) by (unfold w; field; lra). lra.
Qed.

Theorem max_logistic : Stated.extremes.max__logistic.
Proof.
  intros b Hb. assert (E := exp_gt_1 b Hb). set (E0 := exp (1 / b)) in *.
  assert (F : forall x, let t := exp (- x / b) in logistic 0 b x = t / (b * (1 + t) ^ 2) /\ logistic 1 b x = E0 * t / (b * (1 + E0 * t) ^ 2)).
  { intros x t. unfold logistic. replace (- (x - 1) / b) with (1 / b + - x / b) by (field; lra). replace (- (x - 0) / b) with (- x / b) by (field; lra).
    rewrite exp_plus. split; reflexivity. }
  assert (C : forall m x, continuous (logistic m b) x).
  { intros m x. apply (ex_derive_continuous (logistic m b)). unfold logistic. auto_derive. assert (P := exp_pos (- (x + - m) * / b)).
    apply Rmult_integral_contrapositive. split; [lra|]. apply Rgt_not_eq. assert (0 < 1 + exp (- (x + - m) * / b)) by lra. nra. }
  split.
  - intros x _. destruct (F x) as [A B]. rewrite A, B. fold E0. assert (T := exp_pos (- x / b)). set (t := exp (- x / b)) in *.
    assert (0 < (1 + t) ^ 2) by (apply pow_lt; lra). assert (0 < (1 + E0 * t) ^ 2) by (apply pow_lt; nra).
    apply (Rmult_le_reg_r (b * (1 + t) ^ 2 * (1 + E0 * t) ^ 2)). { apply Rmult_lt_0_compat; nra. }
    replace (t / (b * (1 + t) ^ 2) * (b * (1 + t) ^ 2 * (1 + E0 * t) ^ 2)) with (t * (1 + E0 * t) ^ 2) by (field; nra).
    replace (E0 * (E0 * t / (b * (1 + E0 * t) ^ 2)) * (b * (1 + t) ^ 2 * (1 + E0 * t) ^ 2)) with (t * (E0 * (1 + t)) ^ 2) by (field; nra).
    apply Rmult_le_compat_l; [lra|]. apply pow_incr. nra.
  - intros e He. set (w := exp ((e + 1 / b) / 2)). assert (W0 := exp_pos ((e + 1 / b) / 2)). fold w in W0.
    assert (W : w < E0) by (apply exp_increasing; lra). set (t := w / (E0 - w)). assert (T : 0 < t) by (apply Rdiv_lt_0_compat; lra).
    set (x := - b * ln t). apply (exceeds_line e _ _ x); try apply C. destruct (F x) as [A B]. rewrite A, B. fold E0.
    replace (- x / b) with (ln t) by (unfold x; field; lra). rewrite exp_ln by auto.
    assert (S : exp e * E0 = w * w). { unfold w, E0. rewrite <- !exp_plus. f_equal. field. lra. }
    assert (0 < (1 + t) ^ 2) by (apply pow_lt; lra). assert (0 < (1 + E0 * t) ^ 2) by (apply pow_lt; nra).
    apply (Rmult_lt_reg_r (b * (1 + t) ^ 2 * (1 + E0 * t) ^ 2)). { apply Rmult_lt_0_compat; nra. }
    replace (t / (b * (1 + t) ^ 2) * (b * (1 + t) ^ 2 * (1 + E0 * t) ^ 2)) with (t * (1 + E0 * t) ^ 2) by (field; nra).
    replace (exp e * (E0 * t / (b * (1 + E0 * t) ^ 2)) * (b * (1 + t) ^ 2 * (1 + E0 * t) ^ 2)) with (t * (exp e * E0) * (1 + t) ^ 2) by (field; nra).
    rewrite S. assert (K : E0 * t = w + w * t) by (unfold t; field; lra).
    replace (t * (w * w) * (1 + t) ^ 2) with (t * (w * (1 + t)) ^ 2) by ring. apply Rmult_lt_compat_l; auto. rewrite K.
    assert (0 < w * (1 + t)) by nra. nra.
Qed.

(** Two answers *)

Theorem rr_pure_dp : Stated.extremes.rr__pure_dp.
Proof.
  intros e He. assert (P := exp_pos e). assert (1 <= exp e) by (rewrite <- exp_0; destruct He as [He | <-]; [left; now apply exp_increasing | lra]).
  assert (I : 0 < / (1 + exp e)) by (apply Rinv_0_lt_compat; lra).
  apply (max_finite 2 _ _ e 1); try lia.
  - assert (1 <= exp e * exp e) by nra. intros j Hj. unfold randomized_response, Rdiv. destruct j as [|[|j]]; simpl; try lia; [nra | right; ring].
  - unfold randomized_response; simpl. apply Rdiv_lt_0_compat; lra.
  - unfold randomized_response; simpl. field. lra.
Qed.

Theorem mechanism_randomized_response : Stated.extremes.mechanism__randomized_response.
Proof.
  intros p P0 P1. assert (A : 0 < p / (1 - p)) by (apply Rdiv_lt_0_compat; lra). assert (B : 0 < (1 - p) / p) by (apply Rdiv_lt_0_compat; lra).
  assert (H : forall u v, 0 < u -> u <= v -> ln u <= ln v) by (intros u v U [V | ->]; [left; now apply ln_increasing | lra]).
  destruct (Rle_dec p (/ 2)).
  - rewrite Rmax_left. 2: { apply H; auto. apply (Rmult_le_reg_r (p * (1 - p))). nra. replace (p / (1 - p) * (p * (1 - p))) with (p * p) by (field; lra).
      replace ((1 - p) / p * (p * (1 - p))) with ((1 - p) * (1 - p)) by (field; lra). nra. }
    apply (max_finite 2 _ _ _ 0); try lia.
    + intros j Hj. unfold bernoulli, listed. rewrite exp_ln by auto. destruct j as [|[|j]]; simpl; try lia.
      * right. field. lra.
      * apply (Rmult_le_reg_r p). lra. replace ((1 - p) / p * (1 - p) * p) with ((1 - p) * (1 - p)) by (field; lra). nra.
    + unfold bernoulli, listed; simpl. lra.
    + unfold bernoulli, listed; simpl. rewrite exp_ln by auto. field. lra.
  - rewrite Rmax_right. 2: { apply H; auto. apply (Rmult_le_reg_r (p * (1 - p))). nra. replace (p / (1 - p) * (p * (1 - p))) with (p * p) by (field; lra).
      replace ((1 - p) / p * (p * (1 - p))) with ((1 - p) * (1 - p)) by (field; lra). nra. }
    apply (max_finite 2 _ _ _ 1); try lia.
    + intros j Hj. unfold bernoulli, listed. rewrite exp_ln by auto. destruct j as [|[|j]]; simpl; try lia.
      * apply (Rmult_le_reg_r (1 - p)). lra. replace (p / (1 - p) * (1 - (1 - p)) * (1 - p)) with (p * p) by (field; lra). nra.
      * right. field. lra.
    + unfold bernoulli, listed; simpl. lra.
    + unfold bernoulli, listed; simpl. rewrite exp_ln by auto. field. lra.
Qed.

Theorem amplification_poisson_pure_response : Stated.extremes.amplification__poisson__pure__response.
Proof.
  intros q Q0 Q1 e He. assert (P : 1 < exp e) by (rewrite <- exp_0; now apply exp_increasing).
  assert (0 < q * (exp e - 1) + 1) by nra. apply (max_finite 2 _ _ _ 1); try lia.
  - intros j Hj. rewrite exp_ln by auto. unfold listed, randomized_response. destruct j as [|[|j]]; simpl; try lia.
    + apply (Rmult_le_reg_r (exp e + 1)). lra. replace ((q / (exp e + 1) + (1 - q) * exp e / (exp e + 1)) * (exp e + 1)) with (q + (1 - q) * exp e) by (field; lra).
      replace ((q * (exp e - 1) + 1) * (exp e / (1 + exp e)) * (exp e + 1)) with ((q * (exp e - 1) + 1) * exp e) by (field; lra). assert (0 <= q * ((exp e - 1) * (exp e + 1))) by (apply Rmult_le_pos; nra). nra.
    + right. field. lra.
  - unfold randomized_response; simpl. apply Rdiv_lt_0_compat; lra.
  - rewrite exp_ln by auto. unfold listed, randomized_response; simpl. field. lra.
Qed.
