(* Identities and inequalities between powers, exponentials and logarithms. *)
From Coq Require Import Reals Lra Psatz Lia.
From Coquelicot Require Import Coquelicot.
From Interval Require Import Tactic.
From Dpsym Require Import Spaces Functions Divergences Laws Basics Pieces Gauss Finite Hyperbolic.
From Stated Require identities.
Open Scope R_scope.

Lemma ln_at_most x : 0 < x -> ln x <= x - 1.
Proof. intros H. assert (E := exp_ineq1_le (ln x)). rewrite exp_ln in E by auto. lra. Qed.

Theorem rdp_group_chain_step : Stated.identities.rdp__group__chain__step.
Proof.
  intros a Ha k Hk. assert (R : 0 < 1 - 1 / a < 1).
  { assert (0 < / a) by (apply Rinv_0_lt_compat; lra). assert (/ a < 1) by (apply (Rmult_lt_reg_r a); [|rewrite Rinv_l]; lra). lra. }
  rewrite power_pos, <- S_INR, Rpower_pow by lra. simpl pow.
  assert (X0 : 0 < (1 - 1 / a) ^ k) by (apply pow_lt; lra).
  assert (X1 : (1 - 1 / a) ^ k < 1) by (apply (pow_lt_1_compat (1 - 1 / a) k); [lra | lia]).
  set (x := (1 - 1 / a) ^ k) in *.
  assert ((1 - 1 / a) * x < 1) by nra. replace ((1 - x) * (a - 1 + 1 / (1 - x))) with (a * (1 - (1 - 1 / a) * x)) by (field; lra).
  unfold Rdiv at 1 3. rewrite Rinv_mult_distr by lra. field. split; [lra|].
  intros Z. apply (Rmult_eq_compat_r (/ a)) in Z. replace ((a - (a - 1) * x) * / a) with (1 - (1 - 1 / a) * x) in Z by (field; lra). lra.
Qed.

Theorem rdp_group_factor : Stated.identities.rdp__group__factor.
Proof.
  intros a Ha. assert (S := sqrt_sqrt 2 ltac:(lra)). assert (P := sqrt_pos 2).
  assert (T : 2 * sqrt 2 <= sqrt (a ^ 2 - 2 * a)). { rewrite <- (sqrt_square (2 * sqrt 2)) by lra. apply sqrt_le_1_alt. nra. }
  set (b := a / 2 + sqrt (a ^ 2 - 2 * a) / 2). assert (B : 1 + sqrt 2 <= b - 1) by (unfold b; lra).
  replace ((b ^ 2 / (b - 1) ^ 2 - 1) * (b - 1)) with (2 + / (b - 1)) by (field; lra).
  assert (/ (b - 1) <= / (1 + sqrt 2)) by (apply Rinv_le_contravar; lra).
  replace (/ (1 + sqrt 2)) with (sqrt 2 - 1) in H by (apply (Rmult_eq_reg_r (1 + sqrt 2)); [rewrite Rinv_l by lra; nra | lra]). lra.
Qed.

(* x^(b+1) y^-b by the ratio of x and y *)
Lemma ratio_power x y b : 0 < x -> 0 < y -> power x (b + 1) * power y (- b) = x * exp (b * ln (x / y)).
Proof.
  intros X Y. rewrite !power_pos by auto. rewrite Rpower_plus, Rpower_1 by auto. unfold Rpower.
  replace (exp (b * ln x) * x * exp (- b * ln y)) with (x * (exp (b * ln x) * exp (- b * ln y))) by ring.
  rewrite <- exp_plus, ln_div by auto. do 2 f_equal. ring.
Qed.
Lemma ratio_power_back x y b : 0 < x -> 0 < y -> power x (- b) * power y (b + 1) = y * exp (- (b * ln (x / y))).
Proof. intros X Y. rewrite Rmult_comm, ratio_power, !ln_div by auto. do 2 f_equal. ring. Qed.

Theorem power_two_sided_exact : Stated.identities.power__two_sided__exact.
Proof.
  intros x X y Y b B. rewrite ratio_power, ratio_power_back by auto. unfold sinh, cosh. field.
Qed.

Lemma exp_below u : 0 <= u <= 1 -> exp u <= 1 + u + u ^ 2.
Proof.
  intros [U V]. destruct (Req_dec u 0) as [->|N]. rewrite exp_0. lra.
  destruct (MVT_gen (fun x => (x ^ 2 + x + 1) * exp (- x)) 0 u (fun x => (x - x ^ 2) * exp (- x))) as [c [Hc E]].
  - intros; auto_derive; trivial. field.
  - intros y _. apply continuity_pt_filterlim, (ex_derive_continuous (fun x => (x ^ 2 + x + 1) * exp (- x))). auto_derive; trivial.
  - rewrite Rmin_left, Rmax_right in Hc by lra. rewrite Ropp_0, exp_0 in E. assert (P := exp_pos (- c)).
    assert (1 <= (u ^ 2 + u + 1) * exp (- u)).
    { assert (0 <= (c - c ^ 2) * exp (- c) * u) by (apply Rmult_le_pos; [apply Rmult_le_pos|]; nra). lra. }
    apply (Rmult_le_compat_r (exp u)) in H; [|left; apply exp_pos].
    rewrite Rmult_assoc, <- exp_plus, Rplus_opp_l, exp_0 in H. lra.
Qed.
Lemma exp_below_minus u : 0 <= u <= 1 -> exp (- u) <= 1 - u + u ^ 2.
Proof.
  intros [U V]. assert (E := exp_ineq1_le u). assert (P := exp_pos (- u)).
  apply (Rmult_le_compat_l (exp (- u))) in E; [|lra]. rewrite <- exp_plus, Rplus_opp_l, exp_0 in E.
  assert (0 <= exp (- u) <= 1). { split; [lra|]. rewrite <- exp_0. apply exp_le. lra. }
  apply (Rmult_le_reg_r (1 + u)). lra. nra.
Qed.

Theorem power_two_sided : Stated.identities.power__two_sided.
Proof.
  intros x X y Y b B H U. rewrite ratio_power, ratio_power_back by auto.
  assert (L : 0 <= ln (x / y)). { rewrite <- ln_1. apply ln_le. lra. apply (Rmult_le_reg_r y); auto. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  assert (0 <= b * ln (x / y)) by now apply Rmult_le_pos. set (u := b * ln (x / y)) in *.
  assert (A := exp_below u ltac:(lra)). assert (C := exp_below_minus u ltac:(lra)).
  replace (b * (x - y) * ln (x / y) + (x + y) * (b ^ 2 * ln (x / y) ^ 2 + 1)) with (x * (1 + u + u ^ 2) + y * (1 - u + u ^ 2)) by (unfold u; ring).
  apply Rplus_le_compat; apply Rmult_le_compat_l; lra.
Qed.

Lemma exp_convex l x y : 0 <= l <= 1 -> exp (l * x + (1 - l) * y) <= l * exp x + (1 - l) * exp y.
Proof.
  intros L. set (m := l * x + (1 - l) * y).
  assert (T : forall z, exp m * (1 + (z - m)) <= exp z).
  { intros z. replace (exp z) with (exp m * exp (z - m)) by (rewrite <- exp_plus; f_equal; ring).
    apply Rmult_le_compat_l. left; apply exp_pos. apply exp_ineq1_le. }
  assert (A := T x). assert (B := T y). apply (Rmult_le_compat_l l) in A; [|lra]. apply (Rmult_le_compat_l (1 - l)) in B; [|lra].
  replace (exp m) with (l * (exp m * (1 + (x - m))) + (1 - l) * (exp m * (1 + (y - m)))) by (unfold m; ring). lra.
Qed.

Theorem holder : Stated.identities.holder.
Proof.
  intros t T a1 A1 a2 A2 b1 B1 b2 B2. assert (I : 0 < 1 / t < 1).
  { split. apply Rdiv_lt_0_compat; lra. apply (Rmult_lt_reg_r t). lra. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  set (A := power a1 t + power a2 t). set (s := t / (t - 1)). set (B := power b1 s + power b2 s).
  assert (PA : forall a, 0 < a -> 0 < power a t) by (intros; now apply power_gt_0). assert (PB : forall b, 0 < b -> 0 < power b s) by (intros; now apply power_gt_0).
  assert (HA : 0 < A) by (unfold A; assert (X := PA a1 A1); assert (Y := PA a2 A2); lra).
  assert (HB : 0 < B) by (unfold B; assert (X := PB b1 B1); assert (Y := PB b2 B2); lra).
  set (c := power A (1 / t) * power B (1 - 1 / t)). assert (C : 0 < c) by (apply Rmult_lt_0_compat; now apply power_gt_0).
  assert (Y : forall a b, 0 < a -> 0 < b -> a * b <= c * (1 / t * (power a t / A) + (1 - 1 / t) * (power b s / B))).
  { intros a b Ha Hb. replace (power a t / A) with (exp (t * ln a - ln A)). 2: { unfold Rminus. rewrite exp_plus, exp_Ropp, exp_ln, power_pos by auto. reflexivity. }
    replace (power b s / B) with (exp (s * ln b - ln B)). 2: { unfold Rminus. rewrite exp_plus, exp_Ropp, exp_ln, power_pos by auto. reflexivity. }
    apply Rle_trans with (c * exp (1 / t * (t * ln a - ln A) + (1 - 1 / t) * (s * ln b - ln B))).
    - right. unfold c. rewrite !power_pos by auto. unfold Rpower. rewrite <- !exp_plus.
      replace (1 / t * ln A + (1 - 1 / t) * ln B + (1 / t * (t * ln a - ln A) + (1 - 1 / t) * (s * ln b - ln B))) with (ln a + ln b) by (unfold s; field; lra).
      now rewrite exp_plus, !exp_ln.
    - apply Rmult_le_compat_l. lra. apply exp_convex. lra. }
  assert (U := Y a1 b1 A1 B1). assert (V := Y a2 b2 A2 B2).
  apply Rle_trans with (c * (1 / t * (power a1 t / A) + (1 - 1 / t) * (power b1 s / B)) + c * (1 / t * (power a2 t / A) + (1 - 1 / t) * (power b2 s / B))); [lra|].
  right. replace (power a1 t) with (A - power a2 t) by (unfold A; ring). replace (power b1 s) with (B - power b2 s) by (unfold B; ring). fold c. field. lra.
Qed.

Theorem f_divergence_strict : Stated.identities.f_divergence__strict.
Proof.
  intros a A0 A1 u U0 U1. assert (a * u < a) by nra.
  assert (T : forall z, 0 < z -> z <> 1 -> ln z < z - 1).
  { intros z Z N. assert (ln z <> 0). { intros E. apply N. rewrite <- (exp_ln z), E by auto. apply exp_0. }
    assert (E := exp_ineq1 (ln z) H0). rewrite exp_ln in E by auto. lra. }
  assert (IU : 1 < / u) by (apply (Rmult_lt_reg_r u); [|rewrite Rinv_l]; lra).
  assert (X := T (/ u) ltac:(lra) ltac:(lra)). rewrite ln_Rinv in X by auto.
  set (w := (- (a * u) + 1) / (1 - a)). assert (W : 0 < w) by (apply Rdiv_lt_0_compat; lra).
  assert (Y := ln_at_most (/ w) ltac:(now apply Rinv_0_lt_compat)). rewrite ln_Rinv in Y by auto.
  apply (Rmult_lt_compat_l (a * u)) in X; [|nra]. replace (a * u * (/ u - 1)) with (a - a * u) in X by (field; lra).
  apply (Rmult_le_compat_l (- (a * u) + 1)) in Y; [|lra].
  replace ((- (a * u) + 1) * (/ w - 1)) with (a * u - a) in Y by (unfold w; field; lra). lra.
Qed.

Theorem bandwidth_ratio : Stated.identities.bandwidth__ratio.
Proof.
  intros a A s S. rewrite power_pos by auto. unfold Rpower. rewrite <- (exp_ln s) at 1 by auto.
  replace (exp (ln s) ^ 4) with (exp (4 * ln s)). 2: { rewrite <- Rpower_pow by apply exp_pos. unfold Rpower. rewrite ln_exp. f_equal. simpl. ring. }
  assert (X := exp_ineq1_le (4 * ln s)). assert (Y := exp_ineq1_le (- a * ln s)). nra.
Qed.

Theorem bandwidth_rule : Stated.identities.bandwidth__rule.
Proof.
  intros d D n N h H. assert (D1 : 1 <= INR d) by now apply (le_INR 1). assert (N1 : 1 <= INR n) by now apply (le_INR 1).
  set (z := 4 / (INR n * (INR d + 2))). assert (Z : 0 < z) by (apply Rdiv_lt_0_compat; nra).
  set (v := ln z / (INR d + 4)). set (u := ln h - v). rewrite !power_pos by auto. unfold Rpower.
  replace (4 / (INR d + 4) * ln z) with (4 * v) by (unfold v; field; lra). replace (- (INR d / (INR d + 4)) * ln z) with (- INR d * v) by (unfold v; field; lra).
  replace (- INR d * ln h) with (- INR d * v + - INR d * u) by (unfold u; ring).
  replace (h ^ 4) with (exp (4 * v + 4 * u)). 2: { replace (4 * v + 4 * u) with (4 * ln h) by (unfold u; ring). rewrite <- Rpower_pow by auto. unfold Rpower. f_equal. simpl. ring. }
  rewrite (exp_plus (4 * v)), (exp_plus (- INR d * v)).
  assert (E : exp (- INR d * v) = exp (4 * v) * (INR n * (INR d + 2) / 4)).
  { replace (INR n * (INR d + 2) / 4) with (/ z) by (unfold z; field; nra). rewrite <- (exp_ln (/ z)) by (now apply Rinv_0_lt_compat).
    rewrite ln_Rinv, <- exp_plus by auto. f_equal. unfold v. field. lra. }
  rewrite E. assert (P := exp_pos (4 * v)). set (w := exp (4 * v)) in *.
  assert (X := exp_ineq1_le (4 * u)). assert (Y := exp_ineq1_le (- INR d * u)).
  replace (INR d * w * (INR d + 2) / 16 + w * (INR n * (INR d + 2) / 4) / INR n) with (w * (INR d + 2) / 16 * (INR d + 4)) by (field; lra).
  replace (INR d * (w * exp (4 * u)) * (INR d + 2) / 16 + w * (INR n * (INR d + 2) / 4) * exp (- INR d * u) / INR n)
    with (w * (INR d + 2) / 16 * (INR d * exp (4 * u) + 4 * exp (- INR d * u))) by (field; lra).
  apply Rmult_le_compat_l; nra.
Qed.

Theorem density_risk_order : Stated.identities.density__risk__order.
Proof.
  intros a A n N d D H. assert (D1 : 1 <= INR d) by now apply (le_INR 1). assert (N1 : 1 <= INR n) by now apply (le_INR 1).
  rewrite !power_pos by lra. apply exp_le. apply Rmult_le_compat_r. rewrite <- ln_1. apply ln_le; lra.
  apply (Rmult_le_reg_r (INR d + 4)). lra. replace (- (4 / (INR d + 4)) * (INR d + 4)) with (- (4)) by (field; lra). nra.
Qed.

Theorem asymptotic_dominant : Stated.identities.asymptotic__dominant.
Proof.
  intros d D. assert (D1 : 1 <= INR d) by now apply (le_INR 1). assert (L := ln_at_most (INR d) ltac:(lra)).
  assert (1 / 2 <= ln 2) by interval with (i_prec 40).
  assert (ln (INR d) / ln 2 <= 2 * (INR d - 1)); [|nra].
  apply (Rmult_le_reg_r (ln 2)). lra. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. nra.
Qed.

Theorem isotropic_step : Stated.identities.isotropic__step.
Proof.
  intros d D k K H _. assert (K1 : 1 <= INR k) by now apply (le_INR 1).
  apply Rle_trans with 1. interval with (i_prec 40).
  assert (1 <= 2 * sqrt 3) by interval with (i_prec 40). rewrite power_pos by lra. rewrite <- exp_0. apply exp_le.
  apply Rmult_le_pos. left; apply Rdiv_lt_0_compat; lra. rewrite <- ln_1. apply ln_le; lra.
Qed.

(* the sum of the numbers from 0 on, of their squares, and of logarithms *)
Lemma sum_reverse n f : sum n (fun i => f (n - 1 - i)%nat) = sum n f.
Proof.
  revert f. induction n; intros f; [reflexivity|]. assert (F : forall g, sum (S n) g = g 0%nat + sum n (fun i => g (S i))).
  { clear. intros g. induction n; simpl in *; lra. }
  rewrite F. simpl sum at 2. replace (S n - 1 - 0)%nat with n by lia. rewrite <- (IHn f). rewrite Rplus_comm. f_equal.
  apply sum_ext. intros i Hi. f_equal. lia.
Qed.
Lemma sum_S n f : sum (S n) f = sum n f + f n.
Proof. reflexivity. Qed.
Lemma ln_fact n : ln (INR (fact n)) = sum n (fun i => ln (INR (S i))).
Proof.
  induction n. simpl. apply ln_1. change (fact (S n)) with (S n * fact n)%nat. rewrite sum_S, mult_INR, ln_mult. lra.
  apply lt_0_INR. lia. apply INR_fact_lt_0.
Qed.
Lemma sum_pairs n : sum n (fun i => INR (S i) * INR (n - i)) = INR n * ((INR n + 1) * (INR n + 2) / 6).
Proof.
  assert (A : forall m c, sum m (fun i => INR (S i) * (c - INR i)) = INR m * (INR m + 1) / 2 * c - (INR m - 1) * INR m * (INR m + 1) / 3).
  { intros m c. induction m; [simpl; field|]. rewrite sum_S, IHm, !S_INR. field. }
  rewrite (sum_ext _ _ (fun i => INR (S i) * (INR n - INR i))). rewrite A. field.
  intros i Hi. rewrite minus_INR by lia. reflexivity.
Qed.
(* the geometric mean of the first numbers, by that of the products i (d + 1 - i) *)
Lemma fact_mean d : (1 <= d)%nat -> 2 * ln (INR (fact d)) <= INR d * ln ((INR d + 1) * (INR d + 2) / 6).
Proof.
  intros D. assert (D1 : 1 <= INR d) by now apply (le_INR 1). set (m := (INR d + 1) * (INR d + 2) / 6). assert (M : 0 < m) by (unfold m; nra).
  replace (2 * ln (INR (fact d))) with (sum d (fun i => ln (INR (S i) * INR (d - i)))).
  2: { rewrite (sum_ext _ _ (fun i => ln (INR (S i)) + ln (INR (d - i)))). 2: { intros i Hi. apply ln_mult; apply lt_0_INR; lia. }
    rewrite sum_plus, ln_fact. rewrite <- (sum_reverse d (fun i => ln (INR (d - i)))). rewrite (sum_ext d (fun i => ln (INR (d - (d - 1 - i)))) (fun i => ln (INR (S i)))). lra.
    intros i Hi. do 2 f_equal. lia. }
  apply Rle_trans with (sum d (fun i => (ln m - 1) + / m * (INR (S i) * INR (d - i)))).
  - apply sum_le. intros i Hi. assert (P : 0 < INR (S i) * INR (d - i)) by (apply Rmult_lt_0_compat; apply lt_0_INR; lia).
    assert (L := ln_at_most (/ m * (INR (S i) * INR (d - i))) ltac:(apply Rmult_lt_0_compat; [now apply Rinv_0_lt_compat | auto])).
    rewrite ln_mult, ln_Rinv in L by (auto; now apply Rinv_0_lt_compat). lra.
  - rewrite sum_plus, sum_scal, sum_const, sum_pairs. fold m. right. field. lra.
Qed.

Theorem isotropic_cross_polytope_bounded : Stated.identities.isotropic__cross_polytope__bounded.
Proof.
  intros d D. assert (D1 : 1 <= INR d) by now apply (le_INR 1). assert (F := INR_fact_lt_0 d). assert (L := fact_mean d D).
  rewrite power_pos by auto. rewrite <- sqrt_mult by lra. set (m := (INR d + 1) * (INR d + 2) / 6) in *. assert (M : 0 < m) by (unfold m; nra).
  replace ((INR d + 2) * (2 * INR d + 2)) with (12 * m) by (unfold m; field). rewrite sqrt_mult by lra.
  assert (P : Rpower (INR (fact d)) (1 / INR d) <= sqrt m).
  { rewrite <- Rpower_sqrt by auto. apply exp_le. apply (Rmult_le_reg_l (2 * INR d)). lra. replace (2 * INR d * (1 / INR d * ln (INR (fact d)))) with (2 * ln (INR (fact d))) by (field; lra). lra. }
  assert (Q : 0 < sqrt m) by now apply sqrt_lt_R0. assert (T : sqrt 12 = 2 * sqrt 3).
  { replace 12 with (2 * 2 * 3) by ring. rewrite sqrt_mult, sqrt_square by lra. reflexivity. }
  assert (R := sqrt_lt_R0 3 ltac:(lra)). assert (R3 := sqrt_sqrt 3 ltac:(lra)). rewrite T. apply Rle_trans with (sqrt m / (2 * sqrt 3 * sqrt m)).
  - apply Rmult_le_compat_r; auto. left. apply Rinv_0_lt_compat. nra.
  - right. replace (sqrt m / (2 * sqrt 3 * sqrt m)) with (/ (2 * sqrt 3)) by (field; lra). apply (Rmult_eq_reg_r (2 * sqrt 3)); [|lra]. rewrite Rinv_l by lra. lra.
Qed.

Lemma ln_step x : 0 <= x -> 2 * x <= ln (1 + 2 * x) + 2 * x * ln (1 + x).
Proof.
  intros X. assert (H : 0 <= ln (1 + 2 * x) + 2 * x * ln (1 + x) - 2 * x); [|lra].
  apply (descent (fun x => ln (1 + 2 * x) + 2 * x * ln (1 + x) - 2 * x) (fun x => 2 / (1 + 2 * x) + 2 * ln (1 + x) + 2 * x / (1 + x) - 2)); auto.
  - intros y Y. auto_derive; [lra | field; lra].
  - replace (1 + 2 * 0) with 1 by ring. rewrite Rplus_0_r, ln_1. lra.
  - clear. intros y Y. assert (L := ln_at_most (/ (1 + y)) ltac:(apply Rinv_0_lt_compat; lra)). rewrite ln_Rinv in L by lra.
    assert (0 <= 2 / (1 + 2 * y) + 2 * (1 - / (1 + y)) + 2 * y / (1 + y) - 2); [|lra].
    replace (2 / (1 + 2 * y) + 2 * (1 - / (1 + y)) + 2 * y / (1 + y) - 2) with (4 * y ^ 2 / ((1 + 2 * y) * (1 + y))) by (field; lra).
    apply Rmult_le_pos. nra. left. apply Rinv_0_lt_compat. nra.
Qed.
(* Stirling's bound, by induction *)
Lemma fact_bound d : (1 <= d)%nat -> 2 * ln (INR (fact d)) + 2 * INR d <= INR d * (ln (INR d + 1) + ln (INR d + 2)) + ln (INR d + 1).
Proof.
  intros D. induction D as [|d D IH].
  - simpl. rewrite ln_1. assert (2 <= ln (1 + 1) + ln (1 + 2) + ln (1 + 1)) by interval with (i_prec 40). lra.
  - assert (D1 : 1 <= INR d) by now apply (le_INR 1). change (fact (S d)) with (S d * fact d)%nat. rewrite mult_INR, ln_mult by (try apply INR_fact_lt_0; apply lt_0_INR; lia).
    rewrite S_INR. assert (X := ln_step (/ (INR d + 1)) ltac:(left; apply Rinv_0_lt_compat; lra)).
    replace (1 + 2 * / (INR d + 1)) with ((INR d + 1 + 2) / (INR d + 1)) in X by (field; lra). replace (1 + / (INR d + 1)) with ((INR d + 2) / (INR d + 1)) in X by (field; lra).
    rewrite !ln_div in X by lra. replace (INR d + 1 + 1) with (INR d + 2) by ring.
    apply (Rmult_le_compat_l (INR d + 1)) in X; [|lra].
    replace ((INR d + 1) * (2 * / (INR d + 1))) with 2 in X by (field; lra).
    replace ((INR d + 1) * (ln (INR d + 1 + 2) - ln (INR d + 1) + 2 * / (INR d + 1) * (ln (INR d + 2) - ln (INR d + 1))))
      with ((INR d + 1) * (ln (INR d + 1 + 2) - ln (INR d + 1)) + 2 * (ln (INR d + 2) - ln (INR d + 1))) in X by (field; lra).
    set (a := ln (INR d + 1)) in *. set (b := ln (INR d + 2)) in *. set (c := ln (INR d + 1 + 2)) in *. nra.
Qed.

Theorem isotropic_simplex_bounded : Stated.identities.isotropic__simplex__bounded.
Proof.
  intros d D. assert (D2 : 2 <= INR d) by now apply (le_INR 2). assert (F := INR_fact_lt_0 d). assert (L := fact_bound d ltac:(lia)).
  rewrite !power_pos by lra. unfold Rpower. rewrite <- !Rpower_sqrt by lra. unfold Rpower. rewrite <- !exp_plus. unfold Rdiv at 1. rewrite <- exp_Ropp, <- exp_plus. apply exp_le.
  apply (Rmult_le_reg_l (2 * INR d)). lra.
  match goal with |- ?u <= _ => replace u with (2 * ln (INR (fact d)) - ln (INR d + 1) - INR d * (ln (INR d + 1) + ln (INR d + 2))) by (field; lra) end. lra.
Qed.

Lemma exp_minus_ratio u v : 0 <= u -> u <= v -> u * (1 - exp (- v)) <= v * (1 - exp (- u)).
Proof.
  intros U V. assert (H : 0 <= v * (1 - exp (- u)) - u * (1 - exp (- v))); [|lra].
  replace v with (u + (v - u)) by ring.
  apply (descent (fun s => (u + s) * (1 - exp (- u)) - u * (1 - exp (- (u + s)))) (fun s => 1 - exp (- u) - u * exp (- (u + s)))).
  - intros s S. auto_derive; trivial. ring.
  - rewrite Rplus_0_r. lra.
  - intros s S. assert (E : exp (- (u + s)) <= exp (- u)) by (apply exp_le; lra). assert (P := exp_pos (- u)).
    assert (Q := exp_ineq1_le u). apply (Rmult_le_compat_l (exp (- u))) in Q; [|lra]. rewrite <- exp_plus, Rplus_opp_l, exp_0 in Q. nra.
  - lra.
Qed.

Lemma exp_mean x l : 0 < x -> 0 <= l -> (exp x - 1) ^ 2 <= (exp (x * exp l) - 1) * (exp (x * exp (- l)) - 1).
Proof.
  intros X L. assert (P : forall s, 0 < exp (x * exp s) - 1).
  { intros s. assert (Q := exp_pos s). assert (0 < x * exp s) by now apply Rmult_lt_0_compat. assert (E := exp_ineq1_le (x * exp s)). lra. }
  assert (H : 0 <= ln (exp (x * exp l) - 1) + ln (exp (x * exp (- l)) - 1) - 2 * ln (exp x - 1)).
  { apply (descent (fun s => ln (exp (x * exp s) - 1) + ln (exp (x * exp (- s)) - 1) - 2 * ln (exp x - 1))
      (fun s => x * exp s * exp (x * exp s) / (exp (x * exp s) - 1) - x * exp (- s) * exp (x * exp (- s)) / (exp (x * exp (- s)) - 1))); auto.
    - intros s S. assert (A := P s). assert (B := P (- s)). auto_derive; [lra | field; lra].
    - rewrite Ropp_0, exp_0, Rmult_1_r. lra.
    - intros s S. assert (A := P s). assert (B := P (- s)). set (v := x * exp s) in *. set (u := x * exp (- s)) in *.
      assert (U : 0 < u) by (apply Rmult_lt_0_compat; auto; apply exp_pos).
      assert (V : u <= v). { apply Rmult_le_compat_l. lra. apply exp_le. lra. }
      assert (M := exp_minus_ratio u v ltac:(lra) V). rewrite !exp_Ropp in M. assert (Eu := exp_pos u). assert (Ev := exp_pos v).
      assert (Q : 0 <= exp u * exp v * (v * (1 - / exp u) - u * (1 - / exp v))) by (apply Rmult_le_pos; [apply Rmult_le_pos|]; lra).
      replace (exp u * exp v * (v * (1 - / exp u) - u * (1 - / exp v))) with (v * exp v * (exp u - 1) - u * exp u * (exp v - 1)) in Q by (field; lra).
      replace (v * exp v / (exp v - 1) - u * exp u / (exp u - 1)) with ((v * exp v * (exp u - 1) - u * exp u * (exp v - 1)) / ((exp u - 1) * (exp v - 1))) by (field; lra).
      apply Rmult_le_pos; auto. left. apply Rinv_0_lt_compat. now apply Rmult_lt_0_compat. }
  assert (E1 := P l). assert (E2 := P (- l)). assert (E0 := P 0). rewrite exp_0, Rmult_1_r in E0.
  rewrite <- (exp_ln (exp x - 1)) at 1 by auto. replace (exp (ln (exp x - 1)) ^ 2) with (exp (2 * ln (exp x - 1))). 2: { replace (2 * ln (exp x - 1)) with (ln (exp x - 1) + ln (exp x - 1)) by ring. rewrite exp_plus. ring. }
  apply Rle_trans with (exp (ln (exp (x * exp l) - 1) + ln (exp (x * exp (- l)) - 1))). apply exp_le; lra. rewrite exp_plus, !exp_ln by auto. lra.
Qed.
Lemma exp_product r t : 0 < r -> 0 < t -> (exp (r * t) - 1) ^ 2 <= (exp (r ^ 2) - 1) * (exp (t ^ 2) - 1).
Proof.
  assert (H : forall r t, 0 < r -> r <= t -> (exp (r * t) - 1) ^ 2 <= (exp (r ^ 2) - 1) * (exp (t ^ 2) - 1)).
  { intros u v U V. assert (L : 0 <= ln (v / u)). { rewrite <- ln_1. apply ln_le. lra. apply (Rmult_le_reg_r u); auto. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
    assert (M := exp_mean (u * v) (ln (v / u)) ltac:(nra) L). assert (0 < v / u) by (apply Rdiv_lt_0_compat; lra).
    rewrite exp_Ropp, exp_ln in M by auto. replace (u * v * (v / u)) with (v ^ 2) in M by (field; lra). replace (u * v * / (v / u)) with (u ^ 2) in M by (field; lra). lra. }
  intros R T. destruct (Rle_dec r t). now apply H. rewrite (Rmult_comm r t), (Rmult_comm (exp (r ^ 2) - 1)). apply H; lra.
Qed.

Theorem rkhs_points : Stated.identities.rkhs__points.
Proof.
  intros a b r R t T. assert (K := exp_product r t R T).
  set (g := exp (- (t ^ 2 / 2))). set (c := exp (- (r ^ 2 / 2))). set (e := exp (r * t)) in *.
  replace (exp (- ((r - t) ^ 2 / 2))) with (g * c * e). 2: { unfold g, c, e. rewrite <- !exp_plus. f_equal. field. }
  replace (exp (- r ^ 2)) with (c ^ 2). 2: { unfold c. replace (exp (- (r ^ 2 / 2)) ^ 2) with (exp (- (r ^ 2 / 2)) * exp (- (r ^ 2 / 2))) by ring. rewrite <- exp_plus. f_equal. field. }
  assert (G : exp (t ^ 2) * g ^ 2 = 1). { unfold g. replace (exp (- (t ^ 2 / 2)) ^ 2) with (exp (- (t ^ 2 / 2)) * exp (- (t ^ 2 / 2))) by ring. rewrite <- !exp_plus. rewrite <- exp_0. f_equal. field. }
  assert (C : exp (r ^ 2) * c ^ 2 = 1). { unfold c. replace (exp (- (r ^ 2 / 2)) ^ 2) with (exp (- (r ^ 2 / 2)) * exp (- (r ^ 2 / 2))) by ring. rewrite <- !exp_plus. rewrite <- exp_0. f_equal. field. }
  assert (C1 : c ^ 2 < 1). { assert (Q := exp_ineq1_le (r ^ 2)). assert (0 < r ^ 2) by nra. assert (0 < c ^ 2) by (unfold c; assert (P := exp_pos (- (r ^ 2 / 2))); nra). nra. }
  assert (D : (e - 1) ^ 2 * (g ^ 2 * c ^ 2) <= (1 - g ^ 2) * (1 - c ^ 2)).
  { apply (Rmult_le_compat_r (g ^ 2 * c ^ 2)) in K. 2: { apply Rmult_le_pos; apply pow2_ge_0. }
    replace ((1 - g ^ 2) * (1 - c ^ 2)) with ((exp (r ^ 2) - 1) * (exp (t ^ 2) - 1) * (g ^ 2 * c ^ 2)); auto.
    transitivity ((exp (r ^ 2) * c ^ 2 - c ^ 2) * (exp (t ^ 2) * g ^ 2 - g ^ 2)); [ring | rewrite G, C; ring]. }
  apply (Rmult_le_reg_r (1 - c ^ 2)). lra. unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
  apply (Rmult_le_compat_l (b ^ 2)) in D; [|apply pow2_ge_0]. lra.
Qed.

Lemma exp_product_any x y : (exp (x * y) - 1) ^ 2 <= (exp (x ^ 2) - 1) * (exp (y ^ 2) - 1).
Proof.
  destruct (Req_dec (x * y) 0) as [Z|Z].
  - rewrite Z, exp_0. replace ((1 - 1) ^ 2) with 0 by ring. assert (X := exp_ineq1_le (x ^ 2)). assert (Y := exp_ineq1_le (y ^ 2)). assert (U := pow2_ge_0 x). assert (V := pow2_ge_0 y). apply Rmult_le_pos; lra.
  - assert (X : 0 < Rabs x) by (apply Rabs_pos_lt; intros ->; lra). assert (Y : 0 < Rabs y) by (apply Rabs_pos_lt; intros ->; lra). assert (K := exp_product (Rabs x) (Rabs y) X Y). rewrite !pow2_abs, <- Rabs_mult in K.
    apply Rle_trans with (2 := K). destruct (Rle_dec 0 (x * y)) as [P|P]; [rewrite Rabs_right; lra|]. rewrite Rabs_left by lra. set (z := x * y) in *.
    assert (I : exp z * exp (- z) = 1) by (rewrite <- exp_plus, Rplus_opp_r; apply exp_0). assert (E := exp_pos z). assert (F : 1 < exp (- z)) by (rewrite <- exp_0; apply exp_increasing; lra).
    assert (1 - exp z <= exp (- z) - 1) by nra. assert (exp z < 1) by nra. replace ((exp z - 1) ^ 2) with ((1 - exp z) ^ 2) by ring. apply pow_incr. lra.
Qed.
Theorem mechanism_functional : Stated.identities.mechanism__functional.
Proof.
  intros a A s S D HD r R0 R1 t T0 T1. eexists. split; [apply gaussian_renyi; auto|]. match goal with |- context [sqrt ?x] => set (X := x) end.
  assert (Q : 0 <= sqrt X <= 1).
  { split; [apply sqrt_pos|]. rewrite <- sqrt_1. apply sqrt_le_1_alt. unfold X. assert (K := exp_product_any (- t) (r - t)).
    set (g := exp (- (t ^ 2 / 2))). set (h := exp (- ((r - t) ^ 2 / 2))). set (e := exp (- t * (r - t))) in *. assert (G0 : 0 < g) by apply exp_pos. assert (H0 : 0 < h) by apply exp_pos.
    replace (exp (- (t ^ 2))) with (g * g) by (unfold g; rewrite <- exp_plus; f_equal; field). replace (exp (- (r - t) ^ 2)) with (h * h) by (unfold h; rewrite <- exp_plus; f_equal; field).
    replace (exp (- (r ^ 2 / 2))) with (g * h * e) by (unfold g, h, e; rewrite <- !exp_plus; f_equal; field). replace (exp (- r ^ 2)) with ((g * h * e) * (g * h * e)) by (unfold g, h, e; rewrite <- !exp_plus; f_equal; field).
    replace ((- t) ^ 2) with (t ^ 2) in K by ring. assert (G : exp (t ^ 2) * (g * g) = 1) by (unfold g; rewrite <- !exp_plus, <- exp_0; f_equal; field). assert (H : exp ((r - t) ^ 2) * (h * h) = 1) by (unfold h; rewrite <- !exp_plus, <- exp_0; f_equal; field).
    assert (M : (e - 1) ^ 2 * (g * g * (h * h)) <= (1 - g * g) * (1 - h * h)).
    { apply (Rmult_le_compat_r (g * g * (h * h))) in K. 2: { apply Rmult_le_pos; apply Rle_0_sqr. }
      replace ((1 - g * g) * (1 - h * h)) with ((exp (t ^ 2) - 1) * (exp ((r - t) ^ 2) - 1) * (g * g * (h * h))); auto.
      transitivity ((exp (t ^ 2) * (g * g) - g * g) * (exp ((r - t) ^ 2) * (h * h) - h * h)); [ring | rewrite G, H; ring]. }
    assert (C : g * h * e * (g * h * e) < 1). { replace (g * h * e * (g * h * e)) with (exp (- r ^ 2)) by (unfold g, h, e; rewrite <- !exp_plus; f_equal; field). rewrite <- exp_0. apply exp_increasing. nra. }
    apply (Rmult_le_reg_r (1 - g * h * e * (g * h * e))); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  assert (U : 0 < s ^ 2) by nra. unfold Rdiv. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra|].
  replace (a * (0 - D * sqrt X) ^ 2) with (D ^ 2 * a * (sqrt X * sqrt X)) by ring. assert (sqrt X * sqrt X <= 1) by nra. assert (0 < D ^ 2 * a) by (apply Rmult_lt_0_compat; nra). nra.
Qed.
