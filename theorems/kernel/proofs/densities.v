(* Densities integrate to one, and distribution functions are what they are said to be. *)
From Coq Require Import Reals Lra Psatz.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Spaces Functions Divergences Laws Basics Pieces Gauss Primitives.
From Stated Require densities.
Open Scope R_scope.

(* an exponential over an interval with finite ends, and over half lines *)
Lemma exp_between k c d u v : c <> 0 -> u < v -> is_integral (Finite u) (Finite v) (fun x => k * exp (c * x + d)) (k * (exp (c * v + d) / c) - k * (exp (c * u + d) / c)).
Proof.
  intros Hc H. assert (C : forall x, continuous (fun x => k * (exp (c * x + d) / c)) x).
  { intros x. apply (ex_derive_continuous (fun x => k * (exp (c * x + d) / c))). auto_derive; auto. }
  apply (primitive_integral (Finite u) (Finite v) _ (fun x => k * (exp (c * x + d) / c))); try discriminate; auto.
  - intros x _. auto_derive; auto. field. auto.
  - intros x _. apply (ex_derive_continuous (fun x => k * exp (c * x + d))). auto_derive; auto.
  - now apply at_end_right.
  - now apply at_end_left.
Qed.
Lemma exp_above k c d u : c < 0 -> is_integral (Finite u) p_infty (fun x => k * exp (c * x + d)) (0 - k * (exp (c * u + d) / c)).
Proof.
  intros Hc. assert (C : forall x, continuous (fun x => k * (exp (c * x + d) / c)) x).
  { intros x. apply (ex_derive_continuous (fun x => k * (exp (c * x + d) / c))). auto_derive; lra. }
  apply (primitive_integral (Finite u) p_infty _ (fun x => k * (exp (c * x + d) / c))); try discriminate; simpl; auto.
  - intros x _. auto_derive; [lra|]. field. lra.
  - intros x _. apply (ex_derive_continuous (fun x => k * exp (c * x + d))). auto_derive; auto.
  - now apply (at_end_right u).
  - replace 0 with (k * 0) by ring. apply (is_lim_scal_l (fun x => exp (c * x + d) / c) k p_infty 0). now apply exp_lim_p.
Qed.
Lemma exp_below k c d v : 0 < c -> is_integral m_infty (Finite v) (fun x => k * exp (c * x + d)) (k * (exp (c * v + d) / c) - 0).
Proof.
  intros Hc. assert (C : forall x, continuous (fun x => k * (exp (c * x + d) / c)) x).
  { intros x. apply (ex_derive_continuous (fun x => k * (exp (c * x + d) / c))). auto_derive; lra. }
  apply (primitive_integral m_infty (Finite v) _ (fun x => k * (exp (c * x + d) / c))); try discriminate; simpl; auto.
  - intros x _. auto_derive; [lra|]. field. lra.
  - intros x _. apply (ex_derive_continuous (fun x => k * exp (c * x + d))). auto_derive; auto.
  - replace 0 with (k * 0) by ring. apply (is_lim_scal_l (fun x => exp (c * x + d) / c) k m_infty 0). now apply exp_lim_m.
  - now apply (at_end_left v).
Qed.
Lemma inv_pos b : 0 < b -> 0 < / b.
Proof. apply Rinv_0_lt_compat. Qed.

Theorem density_exponential : Stated.densities.density__exponential.
Proof.
  intros b Hb m. assert (I := inv_pos b Hb).
  apply (is_integral_ext _ _ (fun x => / b * exp (- / b * x + m / b))). { intros x. replace (m / b - x / b) with (- / b * x + m / b) by (field; lra). field. lra. }
  eapply is_integral_at; [| apply exp_above; lra]. replace (- / b * m + m / b) with 0 by (field; lra). rewrite exp_0. field. lra.
Qed.

Theorem density_exponential_below : Stated.densities.density__exponential__below.
Proof.
  intros b Hb m. assert (I := inv_pos b Hb).
  apply (is_integral_ext _ _ (fun x => / b * exp (- / b * x + m / b))). { intros x. replace (m / b - x / b) with (- / b * x + m / b) by (field; lra). field. lra. }
  eapply is_integral_at; [| apply exp_between; lra]. replace (- / b * m + m / b) with 0 by (field; lra). replace (- / b * (b + m) + m / b) with (- 1) by (field; lra).
  rewrite exp_0. field. lra.
Qed.

Theorem density_laplace : Stated.densities.density__laplace.
Proof.
  intros b Hb m. assert (I := inv_pos b Hb). exists (/ 2). split; [|exists (/ 2); split; [|field]].
  - apply (is_integral_ext _ _ (fun x => / (2 * b) * exp (- / b * x + m / b))). { intros x. replace (m / b - x / b) with (- / b * x + m / b) by (field; lra). field. lra. }
    eapply is_integral_at; [| apply exp_above; lra]. replace (- / b * m + m / b) with 0 by (field; lra). rewrite exp_0. field. lra.
  - apply (is_integral_ext _ _ (fun x => / (2 * b) * exp (/ b * x + - m / b))). { intros x. replace (- (m / b) + x / b) with (/ b * x + - m / b) by (field; lra). field. lra. }
    eapply is_integral_at; [| apply exp_below; lra]. replace (/ b * m + - m / b) with 0 by (field; lra). rewrite exp_0. field. lra.
Qed.

Theorem density_laplace_below : Stated.densities.density__laplace__below.
Proof.
  intros b Hb m. assert (I := inv_pos b Hb). exists ((1 - exp (- 1)) / 2). split; [|exists (/ 2); split; [|field]].
  - apply (is_integral_ext _ _ (fun x => / (2 * b) * exp (- / b * x + m / b))). { intros x. replace (m / b - x / b) with (- / b * x + m / b) by (field; lra). field. lra. }
    eapply is_integral_at; [| apply exp_between; lra]. replace (- / b * m + m / b) with 0 by (field; lra). replace (- / b * (b + m) + m / b) with (- 1) by (field; lra). rewrite exp_0. field. lra.
  - apply (is_integral_ext _ _ (fun x => / (2 * b) * exp (/ b * x + - m / b))). { intros x. replace (- (m / b) + x / b) with (/ b * x + - m / b) by (field; lra). field. lra. }
    eapply is_integral_at; [| apply exp_below; lra]. replace (/ b * m + - m / b) with 0 by (field; lra). rewrite exp_0. field. lra.
Qed.

Theorem density_asymmetric_laplace : Stated.densities.density__asymmetric_laplace.
Proof.
  intros b Hb c Hc m. assert (I := inv_pos b Hb). assert (J := inv_pos c Hc). exists (c / (b + c)). split; [|exists (b / (b + c)); split; [|field; lra]].
  - apply (is_integral_ext _ _ (fun x => / (b + c) * exp (- / c * x + m / c))). { intros x. replace (m / c - x / c) with (- / c * x + m / c) by (field; lra). field. lra. }
    eapply is_integral_at; [| apply exp_above; lra]. replace (- / c * m + m / c) with 0 by (field; lra). rewrite exp_0. field. lra.
  - apply (is_integral_ext _ _ (fun x => / (b + c) * exp (/ b * x + - m / b))). { intros x. replace (- (m / b) + x / b) with (/ b * x + - m / b) by (field; lra). field. lra. }
    eapply is_integral_at; [| apply exp_below; lra]. replace (/ b * m + - m / b) with 0 by (field; lra). rewrite exp_0. field. lra.
Qed.

Theorem density_asymmetric_laplace_below : Stated.densities.density__asymmetric_laplace__below.
Proof.
  intros b Hb c Hc m. assert (I := inv_pos b Hb). assert (J := inv_pos c Hc). exists (c * (1 - exp (- 1)) / (b + c)). split; [|exists (b / (b + c)); split; [|field; lra]].
  - apply (is_integral_ext _ _ (fun x => / (b + c) * exp (- / c * x + m / c))). { intros x. replace (m / c - x / c) with (- / c * x + m / c) by (field; lra). field. lra. }
    eapply is_integral_at; [| apply exp_between; lra]. replace (- / c * m + m / c) with 0 by (field; lra). replace (- / c * (c + m) + m / c) with (- 1) by (field; lra). rewrite exp_0. field. lra.
  - apply (is_integral_ext _ _ (fun x => / (b + c) * exp (/ b * x + - m / b))). { intros x. replace (- (m / b) + x / b) with (/ b * x + - m / b) by (field; lra). field. lra. }
    eapply is_integral_at; [| apply exp_below; lra]. replace (/ b * m + - m / b) with 0 by (field; lra). rewrite exp_0. field. lra.
Qed.

Lemma less_than_one a b : 0 < a -> 0 < b -> exp (- (a / b)) < 1.
Proof. intros. rewrite <- exp_0. apply exp_increasing. assert (0 < a / b) by now apply Rdiv_lt_0_compat. lra. Qed.

Theorem density_truncated_laplace : Stated.densities.density__truncated_laplace.
Proof.
  intros a Ha b Hb m. assert (I := inv_pos b Hb). assert (E := less_than_one a b Ha Hb). set (w := exp (- (a / b))) in *.
  exists (/ 2). split; [|exists (/ 2); split; [|field]].
  - apply (is_integral_ext _ _ (fun x => / (2 * b * (1 - w)) * exp (- / b * x + m / b))). { intros x. replace (m / b - x / b) with (- / b * x + m / b) by (field; lra). field. lra. }
    eapply is_integral_at; [| apply exp_between; lra]. replace (- / b * m + m / b) with 0 by (field; lra). replace (- / b * (a + m) + m / b) with (- (a / b)) by (field; lra).
    rewrite exp_0. fold w. field. lra.
  - apply (is_integral_ext _ _ (fun x => / (2 * b * (1 - w)) * exp (/ b * x + - m / b))). { intros x. replace (- (m / b) + x / b) with (/ b * x + - m / b) by (field; lra). field. lra. }
    eapply is_integral_at; [| apply exp_between; lra]. replace (/ b * m + - m / b) with 0 by (field; lra). replace (/ b * (- a + m) + - m / b) with (- (a / b)) by (field; lra).
    rewrite exp_0. fold w. field. lra.
Qed.

Theorem density_truncated_laplace_below : Stated.densities.density__truncated_laplace__below.
Proof.
  intros a Ha b Hb m. assert (I := inv_pos b Hb). assert (E := less_than_one a b Ha Hb). set (w := exp (- (a / b))) in *.
  exists ((1 - exp (- (a / (2 * b)))) / (2 * (1 - w))). split; [|exists (/ 2); split; [|field; lra]].
  - apply (is_integral_ext _ _ (fun x => / (2 * b * (1 - w)) * exp (- / b * x + m / b))). { intros x. replace (m / b - x / b) with (- / b * x + m / b) by (field; lra). field. lra. }
    eapply is_integral_at; [| apply exp_between; lra]. replace (- / b * m + m / b) with 0 by (field; lra). replace (- / b * (a / 2 + m) + m / b) with (- (a / (2 * b))) by (field; lra).
    rewrite exp_0. field. lra.
  - apply (is_integral_ext _ _ (fun x => / (2 * b * (1 - w)) * exp (/ b * x + - m / b))). { intros x. replace (- (m / b) + x / b) with (/ b * x + - m / b) by (field; lra). field. lra. }
    eapply is_integral_at; [| apply exp_between; lra]. replace (/ b * m + - m / b) with 0 by (field; lra). replace (/ b * (- a + m) + - m / b) with (- (a / b)) by (field; lra).
    rewrite exp_0. fold w. field. lra.
Qed.

Lemma flat_between k u v : u < v -> is_integral (Finite u) (Finite v) (fun _ => k) (k * v - k * u).
Proof.
  intros H. assert (C : forall x, continuous (fun x => k * x) x). { intros x. apply (ex_derive_continuous (fun x => k * x)). auto_derive; auto. }
  apply (primitive_integral (Finite u) (Finite v) _ (fun x => k * x)); try discriminate; auto.
  - intros x _. auto_derive; auto. ring.
  - intros x _. apply continuous_const.
  - now apply at_end_right.
  - now apply at_end_left.
Qed.

Theorem density_uniform : Stated.densities.density__uniform.
Proof. intros a Ha m. eapply is_integral_at; [| apply flat_between; lra]. field. lra. Qed.
Theorem density_uniform_below : Stated.densities.density__uniform__below.
Proof. intros a Ha m. eapply is_integral_at; [| apply flat_between; lra]. field. lra. Qed.

Theorem volume_image : Stated.densities.volume__image.
Proof.
  intros h1 H1 h2 H2 r1 R1 r2 R2. assert (0 < h1 * r1) by nra. eexists; split; [apply flat_between; lra|]. eexists; split; [apply flat_between; lra|]. field. lra.
Qed.

Lemma square_between v : 0 < v -> is_integral (Finite 0) (Finite v) (fun x => x ^ 2) (v ^ 3 / 3 - 0 ^ 3 / 3).
Proof.
  intros H. assert (C : forall x, continuous (fun x => x ^ 3 / 3) x). { intros x. apply (ex_derive_continuous (fun x => x ^ 3 / 3)). auto_derive; auto. }
  apply (primitive_integral (Finite 0) (Finite v) _ (fun x => x ^ 3 / 3)); try discriminate; auto.
  - intros x _. auto_derive; auto. field.
  - intros x _. apply (ex_derive_continuous (fun x => x ^ 2)). auto_derive; auto.
  - now apply (at_end_right 0).
  - now apply at_end_left.
Qed.
Theorem isotropic_box : Stated.densities.isotropic__box.
Proof. intros h1 H1 h2 H2. eexists; split; [now apply square_between|]. eexists; split; [now apply square_between|]. field. lra. Qed.

Theorem metric_kernel_square_integrable : Stated.densities.metric__kernel__square_integrable.
Proof.
  intros n Hn. assert (0 < sqrt n) by (apply sqrt_lt_R0; lra). assert (S := sqrt_sqrt 3 ltac:(lra)). assert (0 < sqrt 3) by (apply sqrt_lt_R0; lra). exists (/ 3). split.
  - apply (is_integral_ext _ _ (fun x => 1 * exp (-3 * x + 0))). { intros x. replace (-3 * x + 0) with (- (3 * x)) by ring. ring. }
    eapply is_integral_at; [| apply exp_above; lra]. replace (-3 * 0 + 0) with 0 by ring. rewrite exp_0. field.
  - rewrite sqrt_inv. apply (Rmult_eq_reg_r (3 * sqrt 3 * sqrt n)); [|nra].
    replace (/ sqrt 3 / sqrt n * (3 * sqrt 3 * sqrt n)) with 3 by (field; lra). replace (sqrt 3 / (3 * sqrt n) * (3 * sqrt 3 * sqrt n)) with (sqrt 3 * sqrt 3) by (field; lra). lra.
Qed.

(** Gaussian integrals *)

Theorem integral_gaussian : Stated.densities.integral__gaussian.
Proof.
  intros a Ha b c. assert (S := sqrt_sqrt a ltac:(lra)). assert (R : 0 < sqrt a) by (apply sqrt_lt_R0; lra). set (r := sqrt a) in *.
  apply (is_integral_ext _ _ (fun x => exp ((4 * a * c + b ^ 2) / (4 * a)) * exp (- ((r * x + - b / (2 * r)) * (r * x + - b / (2 * r)))))).
  { intros x. rewrite <- exp_plus. f_equal. rewrite <- S. field. lra. }
  eapply is_integral_at; [| apply gauss_int; auto]. field. lra.
Qed.

Lemma normal_int m s : 0 < s -> is_integral m_infty p_infty (fun x => sqrt 2 * exp (- ((- m + x) ^ 2 / (2 * s ^ 2))) / (2 * sqrt PI * s)) 1.
Proof.
  intros Hs. assert (P := PI_RGT_0). assert (0 < sqrt PI) by (apply sqrt_lt_R0; lra). assert (R : 0 < sqrt 2) by (apply sqrt_lt_R0; lra). assert (S := sqrt_sqrt 2 ltac:(lra)).
  set (c := sqrt 2 / (2 * s)). assert (0 < c) by (apply Rdiv_lt_0_compat; lra).
  apply (is_integral_ext _ _ (fun x => c / sqrt PI * exp (- ((c * x + - c * m) * (c * x + - c * m))))).
  { intros x. replace ((c * x + - c * m) * (c * x + - c * m)) with ((- m + x) ^ 2 / (2 * s ^ 2)).
    unfold c. field. lra. replace ((c * x + - c * m) * (c * x + - c * m)) with (c * c * (- m + x) ^ 2) by ring.
    replace (c * c) with (1 / (2 * s ^ 2)). field. lra. unfold c. replace (sqrt 2 / (2 * s) * (sqrt 2 / (2 * s))) with ((sqrt 2 * sqrt 2) / (4 * s ^ 2)) by (field; lra). rewrite S. field. lra. }
  eapply is_integral_at; [| apply gauss_int; auto]. field. lra.
Qed.
Theorem density_gaussian_written : Stated.densities.density__gaussian__written.
Proof. intros m s Hs. now apply normal_int. Qed.
Theorem density_gaussian : Stated.densities.density__gaussian.
Proof.
  intros m s Hs. refine (is_integral_ext _ _ _ _ _ _ (normal_int m s Hs)). intros x. cbv beta.
  replace (- ((- m + x) ^ 2 / (2 * s ^ 2))) with (- (m ^ 2 / (2 * s ^ 2)) + m * x / s ^ 2 - x ^ 2 / (2 * s ^ 2)) by (field; lra). reflexivity.
Qed.

(** Other laws *)

Theorem density_rayleigh_below : Stated.densities.density__rayleigh__below.
Proof.
  intros s Hs. set (F := fun x => - exp (- (x * x / (2 * s * s)))). assert (C : forall x, continuous F x).
  { intros x. apply (ex_derive_continuous F). unfold F. auto_derive; auto. }
  eapply is_integral_at; [| apply (primitive_integral (Finite 0) (Finite s) _ F (F 0) (F s)); try discriminate; auto].
  - unfold F. replace (- (s * s / (2 * s * s))) with (- (1 / 2)) by (field; lra). replace (- (0 * 0 / (2 * s * s))) with 0 by (field; lra). rewrite exp_0. ring.
  - intros x _. unfold F. auto_derive; auto. replace (- (x ^ 2 / (2 * s ^ 2))) with (- (x * x * / (2 * s * s))) by (field; lra). field. lra.
  - intros x _. apply (ex_derive_continuous (fun x => x * exp (- (x ^ 2 / (2 * s ^ 2))) / s ^ 2)). auto_derive; auto.
  - now apply (at_end_right 0).
  - now apply (at_end_left s).
Qed.
