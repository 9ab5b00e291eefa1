(* Noise on the line: what is calibrated with it, and where divergences are infinite. *)
From Coq Require Import Reals Lra Psatz Lia.
From Coquelicot Require Import Coquelicot.
From Interval Require Import Tactic.
From Dpsym Require Import Spaces Functions Divergences Laws Basics Pieces Finite Gauss LaplaceProfile Extremes Hyperbolic Cells Closing.
From Stated Require noise.
Open Scope R_scope.

(** Laplace noise *)

Lemma ln_below_1 d : 0 < d < 1 -> ln (1 - d) < 0.
Proof. intros D. rewrite <- ln_1. apply ln_increasing; lra. Qed.
(* noise of scale D / (e + r) at a distance of at most D *)
Lemma laplace_scaled D e r t d : 0 < D -> 0 <= e -> 0 < r -> 0 <= t <= 1 -> 1 - d <= exp (- (r / 2)) ->
  exists v : R, is_hockey_stick line e (laplace 0 (D / (e + r))) (laplace (D * t) (D / (e + r))) v /\ v <= d.
Proof.
  intros HD He Hr T H. assert (B : 0 < D / (e + r)) by (apply Rdiv_lt_0_compat; lra). assert (E := exp_ineq1_le e).
  assert (0 <= d). { assert (exp (- (r / 2)) <= 1) by (rewrite <- exp_0; apply exp_le; lra). lra. }
  destruct (Req_dec t 0) as [->|N].
  - exists 0. split; auto. rewrite Rmult_0_r. apply (line_int_ext (fun _ => 0 * laplace 0 (D / (e + r)) 0)).
    + intros x. assert (P := laplace_pos 0 (D / (e + r)) x B). rewrite Rmax_left; nra.
    + assert (Z : line_int (fun _ : R => 0) (0 + 0 + 0)).
      { apply (three_pieces _ (fun _ => 0) (fun _ => 0) (fun _ => 0) 0 0); try lra; try reflexivity. apply zero_m. apply (is_RInt_point (fun _ : R => 0) 0). apply zero_p. }
      rewrite !Rplus_0_r in Z. refine (line_int_ext _ _ _ _ Z). intros x. ring.
  - eexists; split; [apply laplace_profile; auto; nra|]. apply Rmax_lub; auto.
    replace (e / 2 - (D * t - 0) / (2 * (D / (e + r)))) with (e / 2 * (1 - t) - r / 2 * t) by (field; lra).
    assert (exp (- (r / 2)) <= exp (e / 2 * (1 - t) - r / 2 * t)) by (apply exp_le; nra). lra.
Qed.
Theorem metric_laplace_scale : Stated.noise.metric__laplace__scale.
Proof.
  intros D HD e He d D0 D1 t T0 T1. assert (L := ln_below_1 d (conj D0 D1)). replace (e - 2 * ln (1 - d)) with (e + - (2 * ln (1 - d))) by ring.
  apply laplace_scaled; try lra. replace (- (- (2 * ln (1 - d)) / 2)) with (ln (1 - d)) by field. rewrite exp_ln; lra.
Qed.
Theorem metric_laplace_scale_printed : Stated.noise.metric__laplace__scale__printed.
Proof.
  intros D HD e He d D0 D1 t T0 T1. assert (L := ln_below_1 d (conj D0 D1)). replace (e - ln (1 - d)) with (e + - ln (1 - d)) by ring.
  apply laplace_scaled; try lra. apply Rle_trans with (exp (ln (1 - d))); [rewrite exp_ln; lra | apply exp_le; lra].
Qed.

Lemma laplace_kl l : 0 < l -> is_kl line (laplace 0 l) (laplace 1 l) (Finite (1 / l - 1 + exp (- (1 / l)))).
Proof.
  intros H. assert (I : 0 < 1 / l) by positive. split. { dominates. }
  set (f := log_ratio (A := line) (laplace 0 l) (laplace 1 l)). set (k := (1 / l + ln (2 * l / (2 * l))) / (2 * l)). set (m := (- (1 / l) + ln (2 * l / (2 * l))) / (2 * l)).
  assert (L1 : until f 0 (primitive (0 / (2 * l)) k (1 / l) 0 0)) by (apply (start f (cell (0 / (2 * l)) k (1 / l) 0)); [unfold f, k; log_ratio_cell | apply cell_m; lra]).
  assert (L2 : until f 1 (primitive (0 / (2 * l)) k (1 / l) 0 0 + (primitive (- (2 / l) / (2 * l)) k (- (1 / l)) 0 1 - primitive (- (2 / l) / (2 * l)) k (- (1 / l)) 0 0)))
    by (apply (step f (cell (- (2 / l) / (2 * l)) k (- (1 / l)) 0) 0 1 _ _ L1); [lra | unfold f, k; log_ratio_cell | apply cell_mid; lra]).
  assert (L : line_int f (primitive (0 / (2 * l)) k (1 / l) 0 0 + (primitive (- (2 / l) / (2 * l)) k (- (1 / l)) 0 1 - primitive (- (2 / l) / (2 * l)) k (- (1 / l)) 0 0) + - primitive (0 / (2 * l)) m (- (1 / l)) 0 1))
    by (apply (finish f (cell (0 / (2 * l)) m (- (1 / l)) 0) 1 _ _ L2); [unfold f, m; log_ratio_cell | apply cell_p; lra]).
  refine (eq_ind _ (fun v => integral line _ v) L _ _). unfold k, m, primitive. replace (2 * l / (2 * l)) with 1 by (field; lra). rewrite ln_1.
  replace (1 / l * 0 + 0) with 0 by ring. replace (- (1 / l) * 0 + 0) with 0 by ring. replace (- (1 / l) * 1 + 0) with (- (1 / l)) by ring. rewrite exp_0. field. lra.
Qed.
Lemma exp_cubic x : 0 <= x -> 1 - x + x ^ 2 / 2 - x ^ 3 / 6 <= exp (- x) <= 1 - x + x ^ 2 / 2.
Proof.
  intros X. assert (Q : forall y, 0 <= y -> exp (- y) <= 1 - y + y ^ 2 / 2).
  { intros y Y. enough (0 <= 1 - y + y ^ 2 / 2 - exp (- y)) by lra. apply (descent (fun y => 1 - y + y ^ 2 / 2 - exp (- y)) (fun y => -1 + y + exp (- y))); auto.
    - intros z Z. auto_derive; trivial. field.
    - rewrite Ropp_0, exp_0. lra.
    - intros z Z. assert (E := exp_ineq1_le (- z)). lra. }
  split; [|now apply Q]. enough (0 <= exp (- x) - (1 - x + x ^ 2 / 2 - x ^ 3 / 6)) by lra. apply (descent (fun y => exp (- y) - (1 - y + y ^ 2 / 2 - y ^ 3 / 6)) (fun y => 1 - y + y ^ 2 / 2 - exp (- y))); auto.
  - intros z Z. auto_derive; trivial. field.
  - rewrite Ropp_0, exp_0. lra.
  - intros z Z. assert (E := Q z Z). lra.
Qed.
Theorem kl_laplace_large_scale : Stated.noise.kl__laplace__large_scale.
Proof.
  intros l L. eexists; split; [now apply laplace_kl|]. assert (I : 0 < 1 / l) by (apply Rdiv_lt_0_compat; lra). destruct (exp_cubic (1 / l) ltac:(lra)) as [A B].
  assert (S : 0 < l ^ 2) by nra. apply (Rmult_le_compat_l (2 * l ^ 2)) in A; [|lra]. apply (Rmult_le_compat_l (2 * l ^ 2)) in B; [|lra].
  replace (2 * l ^ 2 * (1 - 1 / l + (1 / l) ^ 2 / 2 - (1 / l) ^ 3 / 6)) with (2 * l ^ 2 * (1 - 1 / l) + 1 - 1 / (3 * l)) in A by (field; lra).
  replace (2 * l ^ 2 * (1 - 1 / l + (1 / l) ^ 2 / 2)) with (2 * l ^ 2 * (1 - 1 / l) + 1) in B by (field; lra).
  assert (0 < 1 / (3 * l)) by (apply Rdiv_lt_0_compat; lra). apply Rabs_le. lra.
Qed.

(** Infinite divergences *)

Theorem renyi_exponential_shift_diverges : Stated.noise.renyi__exponential__shift__diverges.
Proof.
  intros a A b B. left. split; auto. intros bound. exists (fun x => if Rlt_dec 0 x then if Rlt_dec x 1 then bound else 0 else 0), (bound * (1 - 0)). split; [|split; [apply bump; lra | lra]].
  intros x _ H. assert (N : 0 <= moment (A := line) a (exponential 0 b) (exponential 1 b) x) by (apply Rmult_le_pos; apply power_nonneg).
  destruct (Rlt_dec 0 x); [destruct (Rlt_dec x 1)|]; auto. exfalso. revert H. unfold exponential.
  destruct (Rle_dec 1 x); [lra|]. destruct (Rle_dec 0 x); [|lra]. intros H. specialize (H eq_refl). assert (P : 0 < exp (- (x - 0) / b) / b) by (apply Rdiv_lt_0_compat; [apply exp_pos | lra]). lra.
Qed.

Theorem renyi_gaussian_diverges : Stated.noise.renyi__gaussian__diverges.
Proof.
  intros a A m1 m2 s S t T H. left. split; auto. intros bound. assert (RP : 0 < sqrt (2 * PI)) by (apply sqrt_lt_R0; assert (P := PI_RGT_0); lra).
  set (u := m1 * (a / s ^ 2) + m2 * ((1 - a) / t ^ 2)). set (c := - (m1 ^ 2 * (a / (2 * s ^ 2))) - m2 ^ 2 * ((1 - a) / (2 * t ^ 2))). set (w := - (a * t ^ 2 + s ^ 2 * (1 - a)) / (2 * s ^ 2 * t ^ 2)).
  assert (W : 0 <= w). { unfold w. apply Rmult_le_pos. lra. left. apply Rinv_0_lt_compat. assert (0 < s ^ 2) by nra. assert (0 < t ^ 2) by nra. nra. }
  set (k := exp (- (a * ln (s * sqrt (2 * PI))) - (1 - a) * ln (t * sqrt (2 * PI)))).
  assert (E : forall x, moment (A := line) a (gaussian m1 s) (gaussian m2 t) x = k * exp (w * x ^ 2 + u * x + c)).
  { intros x. unfold moment, gaussian. rewrite moment_exps by nra. fold k. do 2 f_equal. unfold w, u, c. field. lra. }
  set (h := k * exp c). assert (K : 0 < h) by (apply Rmult_lt_0_compat; apply exp_pos). set (z := Rmax 1 bound / h). assert (M := Rmax_l 1 bound). assert (Z : 0 < z) by (apply Rdiv_lt_0_compat; lra).
  assert (HZ : bound <= h * z). { unfold z. replace (h * (Rmax 1 bound / h)) with (Rmax 1 bound) by (field; lra). apply Rmax_r. }
  assert (G : forall x, 0 <= u * x -> h <= moment (A := line) a (gaussian m1 s) (gaussian m2 t) x).
  { intros x X. rewrite E. apply Rmult_le_compat_l. left; apply exp_pos. apply exp_le. assert (0 <= w * x ^ 2) by (apply Rmult_le_pos; [auto | apply pow2_ge_0]). lra. }
  assert (N : forall x, 0 <= moment (A := line) a (gaussian m1 s) (gaussian m2 t) x) by (intros x; apply Rmult_le_pos; apply power_nonneg).
  destruct (Rle_dec 0 u).
  - exists (fun x => if Rlt_dec 0 x then if Rlt_dec x z then h else 0 else 0), (h * (z - 0)). split; [|split; [now apply bump | lra]].
    intros x _ _. destruct (Rlt_dec 0 x); [destruct (Rlt_dec x z)|]; auto. apply G. nra.
  - exists (fun x => if Rlt_dec (- z) x then if Rlt_dec x 0 then h else 0 else 0), (h * (0 - - z)). split; [|split; [apply bump; lra | lra]].
    intros x _ _. destruct (Rlt_dec (- z) x); [destruct (Rlt_dec x 0)|]; auto. apply G. nra.
Qed.

(** Gaussian noise: the conversion at each order, with its best constant *)

Lemma excess_moment a e p q : 1 < a -> 0 < p -> 0 < q ->
  Rmax 0 (p - exp e * q) <= exp ((a - 1) * ln ((a - 1) / a) - ln a - (a - 1) * e) * (power p a * power q (1 - a)).
Proof.
  intros A P Q. set (c := exp ((a - 1) * ln ((a - 1) / a) - ln a - (a - 1) * e)). assert (C : 0 < c) by apply exp_pos.
  assert (M : 0 < power p a * power q (1 - a)) by (apply Rmult_lt_0_compat; now apply power_gt_0). assert (E := exp_pos e).
  apply Rmax_lub. nra. set (t := exp e * (a / (a - 1))). assert (AA : 0 < a / (a - 1)) by (apply Rdiv_lt_0_compat; lra). assert (T : 0 < t) by (apply Rmult_lt_0_compat; auto).
  assert (X := moment_tangent a t p q A T ltac:(lra) ltac:(lra) ltac:(lra)). set (y := Rpower t (a - 1)) in *. assert (Y : 0 < y) by apply exp_pos.
  replace (Rpower t a) with (y * t) in X. 2: { unfold y. rewrite <- (Rpower_1 t) at 2 by auto. rewrite <- Rpower_plus. f_equal. ring. }
  replace (a * y * p - (a - 1) * (y * t) * q) with (a * y * (p - exp e * q)) in X by (unfold t; field; lra).
  assert (CY : c * (a * y) = 1).
  { unfold c, y, Rpower, t. transitivity (exp ((a - 1) * ln ((a - 1) / a) - ln a - (a - 1) * e) * (exp (ln a) * exp ((a - 1) * ln (exp e * (a / (a - 1)))))); [now rewrite (exp_ln a) by lra|].
    rewrite <- !exp_plus. transitivity (exp 0); [f_equal | apply exp_0]. rewrite ln_mult, ln_exp, !ln_div by lra. ring. }
  apply (Rmult_le_compat_l c) in X; [|lra]. replace (c * (a * y * (p - exp e * q))) with (p - exp e * q) in X; auto. transitivity (c * (a * y) * (p - exp e * q)); [rewrite CY|]; ring.
Qed.
Lemma gaussian_tail e m s r : 0 < s -> 0 < m -> m ^ 2 / (2 * s ^ 2) = r ->
  exists v : R, is_hockey_stick line e (gaussian 0 s) (gaussian m s) v /\ forall a, 1 < a -> v <= exp ((a - 1) * (a * r - e) + (a - 1) * ln ((a - 1) / a) - ln a).
Proof.
  intros S M R. eexists; split; [now apply gaussian_stick|]. intros a A. assert (G := gaussian_stick e m s S M). assert (H := gaussian_moment a 0 m s S).
  set (c := exp ((a - 1) * ln ((a - 1) / a) - ln a - (a - 1) * e)). assert (H' := line_scal c _ _ H).
  replace (exp ((a - 1) * (a * r - e) + (a - 1) * ln ((a - 1) / a) - ln a)) with (c * exp (a * (a - 1) * (0 - m) ^ 2 / (2 * s ^ 2))).
  - refine (faithful_line _ _ _ _ _ G H'). intros x _. apply excess_moment; auto; now apply gaussian_pos.
  - unfold c. rewrite <- exp_plus. f_equal. rewrite <- R. field. lra.
Qed.
Lemma fraction_log s : 0 < s -> s * ln (s / (1 + s)) <= 0 /\ 0 <= ln (1 + s).
Proof.
  intros S. split. 2: { rewrite <- ln_1. apply ln_le; lra. }
  assert (ln (s / (1 + s)) <= 0). { rewrite <- ln_1. apply ln_le. apply Rdiv_lt_0_compat; lra. apply (Rmult_le_reg_r (1 + s)). lra. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. } nra.
Qed.
Lemma ln_inverse d : 0 < d < 1 -> 0 < ln (1 / d) /\ ln d = - ln (1 / d).
Proof.
  intros D. rewrite ln_div, ln_1 by lra. assert (ln d < 0) by (rewrite <- ln_1; apply ln_increasing; lra). lra.
Qed.
(* the noise of a budget r of zero-concentrated privacy *)
Lemma zcdp_noise r e : 0 < r -> exists v : R, is_hockey_stick line e (gaussian 0 (sqrt 2 / (2 * sqrt r))) (gaussian 1 (sqrt 2 / (2 * sqrt r))) v /\
  forall a, 1 < a -> v <= exp ((a - 1) * (a * r - e) + (a - 1) * ln ((a - 1) / a) - ln a).
Proof.
  intros R. assert (S2 := sqrt_lt_R0 2 ltac:(lra)). assert (SR := sqrt_lt_R0 r R). apply gaussian_tail; [apply Rdiv_lt_0_compat; lra | lra |].
  assert (A := sqrt_sqrt 2 ltac:(lra)). assert (B := sqrt_sqrt r ltac:(lra)). rewrite <- B at 2. replace (2 * (sqrt 2 / (2 * sqrt r)) ^ 2) with (sqrt 2 * sqrt 2 / (2 * (sqrt r * sqrt r))) by (field; lra). rewrite A, B. field. lra.
Qed.

Theorem zcdp_to_approx : Stated.noise.zcdp__to_approx.
Proof.
  intros r R d D0 D1. destruct (zcdp_noise r (2 * sqrt r * sqrt (ln (1 / d)) + r) R) as [v [V B]]. exists v. split; auto.
  destruct (ln_inverse d (conj D0 D1)) as [L E]. set (l := ln (1 / d)) in *. assert (SR := sqrt_lt_R0 r R). assert (SL := sqrt_lt_R0 l L). assert (RR := sqrt_sqrt r ltac:(lra)). assert (LL := sqrt_sqrt l ltac:(lra)).
  set (s := sqrt l / sqrt r). assert (S : 0 < s) by (apply Rdiv_lt_0_compat; lra). apply Rle_trans with (1 := B (1 + s) ltac:(lra)). rewrite <- (exp_ln d) by auto. apply exp_le. rewrite E.
  replace (1 + s - 1) with s by ring. destruct (fraction_log s S) as [F G].
  assert (s * sqrt r = sqrt l) by (unfold s; field; lra). assert (s * r = sqrt l * sqrt r) by (rewrite <- RR at 1; rewrite <- Rmult_assoc, H; ring).
  replace (s * ((1 + s) * r - (2 * sqrt r * sqrt l + r))) with (s * (s * r) - 2 * (s * sqrt r) * sqrt l) by ring. rewrite H0, H.
  replace (s * (sqrt l * sqrt r)) with (s * sqrt r * sqrt l) by ring. rewrite H. lra.
Qed.
Theorem zcdp_to_approx_improved : Stated.noise.zcdp__to_approx__improved.
Proof.
  intros r R d D0 D1. edestruct (zcdp_noise r) as [v [V B]]; [exact R|]. exists v. split; [exact V|].
  destruct (ln_inverse d (conj D0 D1)) as [L E]. set (s := sqrt (ln (1 / d) / r)) in *. assert (S : 0 < s) by (apply sqrt_lt_R0, Rdiv_lt_0_compat; lra).
  apply Rle_trans with (1 := B (s + 1) ltac:(lra)). apply Rle_trans with (exp (ln d)); [|rewrite exp_ln; lra]. apply exp_le. replace (s + 1 - 1) with s by ring. right. field. lra.
Qed.

(* noise of scale sqrt(2 M) / e: what it promises below e = 2 (ln c + ln (1 + 2 M / e)), if c e^-M is the delta *)
Lemma classical_noise e M m s d : 0 < e -> 0 < M -> 0 < s -> 0 < m -> 0 < d -> m ^ 2 / (2 * s ^ 2) = e ^ 2 / (4 * M) -> e / 2 - M - ln (1 + 2 * M / e) <= ln d ->
  exists v : R, is_hockey_stick line e (gaussian 0 s) (gaussian m s) v /\ v <= d.
Proof.
  intros E HM S HM' D R H. destruct (gaussian_tail e m s _ S HM' R) as [v [V B]]. exists v. split; auto. set (k := 2 * M / e) in *. assert (K : 0 < k) by (apply Rdiv_lt_0_compat; lra).
  apply Rle_trans with (1 := B (1 + k) ltac:(lra)). rewrite <- (exp_ln d) by auto. apply exp_le. replace (1 + k - 1) with k by ring. destruct (fraction_log k K) as [F G].
  replace (k * ((1 + k) * (e ^ 2 / (4 * M)) - e)) with (e / 2 - M) by (unfold k; field; lra). lra.
Qed.
Lemma classical_scale e M : 0 < e -> 0 < M -> 0 < sqrt 2 * sqrt M / e /\ 1 ^ 2 / (2 * (sqrt 2 * sqrt M / e) ^ 2) = e ^ 2 / (4 * M).
Proof.
  intros E HM. assert (S2 := sqrt_lt_R0 2 ltac:(lra)). assert (SM := sqrt_lt_R0 M HM). assert (A := sqrt_sqrt 2 ltac:(lra)). assert (B := sqrt_sqrt M ltac:(lra)). split. apply Rdiv_lt_0_compat; nra.
  replace (2 * (sqrt 2 * sqrt M / e) ^ 2) with (2 * (sqrt 2 * sqrt 2) * (sqrt M * sqrt M) / e ^ 2) by (field; lra). rewrite A, B. field. lra.
Qed.
Theorem gaussian_classical : Stated.noise.gaussian__classical.
Proof.
  intros e E0 E1 d D0 D1. assert (C : ln (5 / (4 * d)) = ln (5 / 4) - ln d). { replace (5 / (4 * d)) with (5 / 4 / d) by (field; lra). apply ln_div; lra. }
  assert (LD : ln d < 0) by (rewrite <- ln_1; apply ln_increasing; lra). assert (C1 : 22 / 100 <= ln (5 / 4)) by interval with (i_prec 40). set (M := ln (5 / (4 * d))) in *. assert (M0 : 22 / 100 <= M) by lra.
  destruct (classical_scale e M E0 ltac:(lra)) as [S R]. apply (classical_noise e M); auto; try lra.
  assert (K : 44 / 100 <= 2 * M / e). { apply (Rmult_le_reg_r e); auto. unfold Rdiv at 2. rewrite Rmult_assoc, Rinv_l; nra. }
  assert (ln (144 / 100) <= ln (1 + 2 * M / e)) by (apply ln_le; lra). assert (36 / 100 <= ln (144 / 100)) by interval with (i_prec 40). lra.
Qed.
Lemma double_log d : 0 < d < 1 -> 69 / 100 <= ln (2 / d) /\ ln d = ln 2 - ln (2 / d).
Proof. intros D. rewrite ln_div by lra. assert (ln d < 0) by (rewrite <- ln_1; apply ln_increasing; lra). assert (69 / 100 <= ln 2) by interval with (i_prec 40). lra. Qed.
Theorem functional_noise : Stated.noise.functional__noise.
Proof.
  intros e E0 E1 d D0 D1. destruct (double_log d (conj D0 D1)) as [M E]. set (m := ln (2 / d)) in *. destruct (classical_scale e m E0 ltac:(lra)) as [S R]. apply (classical_noise e m); auto; try lra.
  assert (0 < 2 * m / e) by (apply Rdiv_lt_0_compat; lra). assert (0 <= ln (1 + 2 * m / e)) by (rewrite <- ln_1; apply ln_le; lra). assert (69 / 100 <= ln 2) by interval with (i_prec 40). lra.
Qed.
Theorem density_release : Stated.noise.density__release.
Proof.
  intros e E0 E1 d D0 D1 n N h H k K. destruct (double_log d (conj D0 D1)) as [M E]. set (m := ln (2 / d)) in *. assert (P := PI_RGT_0). assert (N1 : 1 <= INR n) by now apply (le_INR 1).
  set (c := power (2 * PI * h ^ 2) (- (INR k / 2))). assert (C : 0 < c) by (apply power_gt_0; assert (0 < h ^ 2) by nra; nra). assert (S2 := sqrt_lt_R0 2 ltac:(lra)). assert (SM := sqrt_lt_R0 m ltac:(lra)).
  assert (0 < 2 * m / e) by (apply Rdiv_lt_0_compat; lra). assert (0 <= ln (1 + 2 * m / e)) by (rewrite <- ln_1; apply ln_le; lra). assert (69 / 100 <= ln 2) by interval with (i_prec 40).
  apply (classical_noise e m); try lra. apply Rdiv_lt_0_compat; nra. apply Rdiv_lt_0_compat; nra.
  assert (A := sqrt_sqrt 2 ltac:(lra)). assert (B := sqrt_sqrt m ltac:(lra)). transitivity (sqrt 2 * sqrt 2 * e ^ 2 / (8 * (sqrt m * sqrt m))); [field; lra | rewrite A, B; field; lra].
Qed.
