(* Laws on the naturals, and noise on the integers: series. *)
From Coq Require Import Reals Lra Psatz Lia ZArith.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Spaces Functions Divergences Laws Basics Series.
From Stated Require series.
Open Scope R_scope.

(** Geometric laws *)

Lemma geometric_pos p k : 0 < p < 1 -> 0 < geometric p k.
Proof. intros H. apply Rmult_lt_0_compat; [lra | apply pow_lt; lra]. Qed.
Lemma geometric_dominated p q : 0 < q < 1 -> dominated naturals (geometric p) (geometric q).
Proof. intros H k _ Z. assert (P := geometric_pos q k H). lra. Qed.
Lemma geometric_moment a p q : 0 < p < 1 -> 0 < q < 1 -> let w := power (1 - p) a * power (1 - q) (1 - a) in
  w < 1 -> is_series (moment (A := naturals) a (geometric p) (geometric q)) (power p a * power q (1 - a) * / (1 - w)).
Proof.
  intros P Q w W. assert (0 <= w) by (apply Rmult_le_pos; apply power_nonneg).
  refine (series_same _ _ _ _ (series_scal _ _ _ (series_geometric w ltac:(lra)))). intros k. unfold moment, geometric.
  rewrite !power_mult_distr, !power_pow by (try apply pow_lt; lra). unfold w. rewrite Rpow_mult_distr. ring.
Qed.
Lemma less_split p q a : 0 < q < 1 -> power (1 - p) a * (1 - q) * power (1 - q) (- a) = power (1 - p) a * power (1 - q) (1 - a).
Proof.
  intros Q. rewrite (power_pos (1 - q) (- a)), (power_pos (1 - q) (1 - a)) by lra. replace (1 - a) with (1 + - a) by ring.
  rewrite Rpower_plus, Rpower_1 by lra. ring.
Qed.

Theorem renyi_geometric : Stated.series.renyi__geometric.
Proof.
  intros a Ha p P0 P1 q Q0 Q1. rewrite less_split by lra. intros W.
  assert (P : 0 < power p a) by (apply power_gt_0; lra). assert (Q : 0 < power q (1 - a)) by (apply power_gt_0; lra).
  set (w := power (1 - p) a * power (1 - q) (1 - a)) in *. assert (I : 0 < / (1 - w)) by (apply Rinv_0_lt_compat; lra).
  split. { intros _. apply geometric_dominated; lra. }
  exists (power p a * power q (1 - a) * / (1 - w)). split; [apply geometric_moment; fold w; lra | split].
  - apply Rmult_lt_0_compat; auto. now apply Rmult_lt_0_compat.
  - replace (- w + 1) with (1 - w) by ring. rewrite !ln_mult, ln_Rinv, !ln_div by (auto; try lra; now apply Rmult_lt_0_compat).
    rewrite !power_pos by lra. unfold Rpower. rewrite !ln_exp. field. lra.
Qed.

Theorem chi2_geometric : Stated.series.chi2__geometric.
Proof.
  intros p P0 P1 q Q0 Q1 W. split. { apply geometric_dominated; lra. }
  assert (E : power (1 - p) 2 * power (1 - q) (1 - 2) = (1 - p) ^ 2 / (1 - q)).
  { rewrite power_2 by lra. replace (1 - 2) with (-1) by ring. now rewrite power_m1 by lra. }
  refine (series_at _ _ _ _ (geometric_moment 2 p q ltac:(lra) ltac:(lra) _)); rewrite E.
  - rewrite power_2 by lra. replace (1 - 2) with (-1) by ring. rewrite power_m1 by lra. field. repeat split; nra.
  - apply (Rmult_lt_reg_r (1 - q)). lra. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.

Theorem hellinger_geometric : Stated.series.hellinger__geometric.
Proof.
  intros p P0 P1 q Q0 Q1. assert (S : sqrt ((1 - p) * (1 - q)) = sqrt (1 - p) * sqrt (1 - q)) by (apply sqrt_mult_alt; lra).
  assert (U : 0 < sqrt (1 - p) < 1). { split. apply sqrt_lt_R0; lra. rewrite <- sqrt_1 at 2. apply sqrt_lt_1_alt. lra. }
  assert (V : 0 < sqrt (1 - q) < 1). { split. apply sqrt_lt_R0; lra. rewrite <- sqrt_1 at 2. apply sqrt_lt_1_alt. lra. }
  rewrite S. assert (W := sqrt_moment (1 - p) (1 - q) ltac:(lra) ltac:(lra)).
  refine (series_same _ _ _ _ (series_at _ _ _ _ (geometric_moment (/ 2) p q ltac:(lra) ltac:(lra) _))).
  - intros k. apply sqrt_moment; apply geometric_pos; lra.
  - rewrite <- W, <- sqrt_moment by lra. field. nra.
  - rewrite <- W. nra.
Qed.

Theorem kl_geometric : Stated.series.kl__geometric.
Proof.
  intros p P0 P1 q Q0 Q1. split. { apply geometric_dominated; lra. }
  refine (series_same _ _ _ _ (series_at _ _ _ _ (series_plus _ _ _ _
    (series_scal (p * ln (p / q)) _ _ (series_geometric (1 - p) ltac:(lra))) (series_scal (p * ln ((1 - p) / (1 - q))) _ _ (series_mean (1 - p) ltac:(lra)))))).
  - intros k. assert (A := geometric_pos p k ltac:(lra)). unfold log_ratio. destruct (Req_EM_T (geometric p k) 0); [lra|].
    assert (0 < (1 - p) ^ k) by (apply pow_lt; lra). assert (0 < (1 - q) ^ k) by (apply pow_lt; lra).
    replace (geometric p k / geometric q k) with (p / q * ((1 - p) / (1 - q)) ^ k).
    2: { unfold geometric. unfold Rdiv at 2. rewrite Rpow_mult_distr, pow_inv by lra. field. repeat split; try lra. }
    assert (0 < (1 - p) / (1 - q)) by (apply Rdiv_lt_0_compat; lra).
    rewrite ln_mult by (try (apply pow_lt; assumption); apply Rdiv_lt_0_compat; lra). rewrite ln_pow by assumption. unfold geometric. ring.
  - field. lra.
Qed.

Theorem density_geometric_first : Stated.series.density__geometric__first.
Proof.
  intros p P0 P1. simpl. rewrite Rmult_0_l, Rmult_1_l, exp_0, exp_ln by lra. ring.
Qed.

(** Poisson laws *)

Lemma poisson_pos m k : 0 < m -> 0 < poisson m k.
Proof.
  intros H. unfold poisson. apply Rdiv_lt_0_compat; [|apply INR_fact_lt_0]. apply Rmult_lt_0_compat; [apply exp_pos | now apply pow_lt].
Qed.
Lemma poisson_dominated m n : 0 < n -> dominated naturals (poisson m) (poisson n).
Proof. intros H k _ Z. assert (P := poisson_pos n k H). lra. Qed.
Lemma poisson_moment a m n : 0 < m -> 0 < n ->
  is_series (moment (A := naturals) a (poisson m) (poisson n)) (exp (- (a * m) - (1 - a) * n + power m a * power n (1 - a))).
Proof.
  intros M N. set (w := power m a * power n (1 - a)).
  refine (series_same _ _ _ _ (series_at _ _ _ _ (series_scal (exp (- (a * m) - (1 - a) * n)) _ _ (series_exp w)))).
  2: { now rewrite <- exp_plus. }
  intros k. unfold moment. assert (F := INR_fact_lt_0 k). assert (I : 0 < / INR (fact k)) by now apply Rinv_0_lt_compat.
  assert (A : 0 < m ^ k) by now apply pow_lt. assert (B : 0 < n ^ k) by now apply pow_lt.
  replace (poisson m k) with (/ INR (fact k) * (exp (- m) * m ^ k)) by (unfold poisson, Rdiv; ring).
  replace (poisson n k) with (/ INR (fact k) * (exp (- n) * n ^ k)) by (unfold poisson, Rdiv; ring).
  rewrite moment_common by (auto; apply Rmult_lt_0_compat; auto; apply exp_pos).
  rewrite !power_mult_distr, !power_pow, !power_exp by (auto; apply exp_pos).
  replace (- (a * m) - (1 - a) * n) with (a * - m + (1 - a) * - n) by ring. rewrite exp_plus. unfold w. rewrite Rpow_mult_distr. field. lra.
Qed.

Theorem renyi_poisson : Stated.series.renyi__poisson.
Proof.
  intros a Ha m M n N. split. { intros _. now apply poisson_dominated. }
  eexists. split; [now apply poisson_moment|]. split; [apply exp_pos|]. rewrite ln_exp. f_equal. ring.
Qed.
Theorem chi2_poisson : Stated.series.chi2__poisson.
Proof.
  intros m M n N. split. { now apply poisson_dominated. }
  refine (series_at _ _ _ _ (poisson_moment 2 m n M N)). replace (1 - 2) with (-1) by ring. rewrite power_2, power_m1 by lra.
  transitivity (exp ((m - n) ^ 2 / n)); [f_equal; field; lra | ring].
Qed.
Theorem hellinger_poisson : Stated.series.hellinger__poisson.
Proof.
  intros m M n N. refine (series_same _ _ _ _ (series_at _ _ _ _ (poisson_moment (/ 2) m n M N))).
  - intros k. apply sqrt_moment; now apply poisson_pos.
  - rewrite <- sqrt_moment by auto. transitivity (exp (- ((sqrt m - sqrt n) ^ 2 / 2))); [f_equal | ring].
    assert (A := sqrt_sqrt m ltac:(lra)). assert (B := sqrt_sqrt n ltac:(lra)). set (u := sqrt m) in *. set (v := sqrt n) in *. rewrite <- A, <- B. field.
Qed.
Theorem max_poisson : Stated.series.max__poisson.
Proof.
  intros m M a A. assert (P := poisson_pos m 0%nat M). assert (Q := poisson_pos (a + m) 0%nat ltac:(lra)). apply max_naturals; auto.
  - intros k. unfold poisson. assert (F := INR_fact_lt_0 k). assert (I : 0 < / INR (fact k)) by now apply Rinv_0_lt_compat.
    replace (exp a * (exp (- (a + m)) * (a + m) ^ k / INR (fact k))) with (exp (- m) * (a + m) ^ k / INR (fact k)).
    2: { replace (exp (- m)) with (exp a * exp (- (a + m))) by (rewrite <- exp_plus; f_equal; ring). unfold Rdiv. ring. }
    unfold Rdiv. apply Rmult_le_compat_r; [lra|]. apply Rmult_le_compat_l; [left; apply exp_pos | apply pow_incr; lra].
  - unfold poisson. simpl. replace (exp (- m)) with (exp a * exp (- (a + m))) by (rewrite <- exp_plus; f_equal; ring). field.
Qed.
Theorem kl_poisson : Stated.series.kl__poisson.
Proof.
  intros m M n N. split. { now apply poisson_dominated. }
  refine (series_same _ _ _ _ (series_at _ _ _ _ (series_plus _ _ _ _
    (series_scal (exp (- m) * (n - m)) _ _ (series_exp m)) (series_scal (exp (- m) * ln (m / n)) _ _ (series_exp_mean m))))).
  - intros k. assert (A := poisson_pos m k M). unfold log_ratio. destruct (Req_EM_T (poisson m k) 0); [lra|]. assert (F := INR_fact_lt_0 k).
    assert (B : 0 < m ^ k) by now apply pow_lt. assert (C : 0 < n ^ k) by now apply pow_lt. assert (E := exp_pos (- n)).
    replace (poisson m k / poisson n k) with (exp (n - m) * (m / n) ^ k).
    2: { unfold poisson. replace (exp (- m)) with (exp (n - m) * exp (- n)) by (rewrite <- exp_plus; f_equal; ring).
      unfold Rdiv at 1. rewrite Rpow_mult_distr, pow_inv by lra. field. lra. }
    assert (0 < m / n) by now apply Rdiv_lt_0_compat.
    rewrite ln_mult by (try apply exp_pos; now apply pow_lt). rewrite ln_exp, ln_pow by assumption. unfold poisson. field. lra.
  - replace (exp (- m) * (n - m) * exp m + exp (- m) * ln (m / n) * (m * exp m)) with (exp (- m) * exp m * (m * ln (m / n) - m + n)) by ring.
    rewrite <- exp_plus, Rplus_opp_l, exp_0. ring.
Qed.

(** Two-sided geometric noise: what depends on the ratios of neighbouring masses *)

Lemma noise_dominated m n b : 0 < b -> dominated integers (discrete_laplace m b) (discrete_laplace n b).
Proof. intros H k _ Z. assert (P := discrete_laplace_pos n b k H). lra. Qed.
Ltac noise b g := let r := fresh "r" in assert (R := ratio_unit b ltac:(lra)); set (r := exp (- (1 / b))) in *;
  refine (eq_ind _ (fun v => integral integers _ v) (two_sided_sum b g ltac:(lra) _) _ _); fold r; cbv beta.

Lemma power_1_base a : power 1 a = 1.
Proof. rewrite power_pos by lra. unfold Rpower. now rewrite ln_1, Rmult_0_r, exp_0. Qed.
Lemma noise_moment a b : 0 < b ->
  integral integers (moment (A := integers) a (discrete_laplace 0 b) (discrete_laplace 1 b)) ((exp ((a - 1) / b) + exp (- (a / b))) / (1 + exp (- (1 / b)))).
Proof.
  intros Hb. noise b (fun u v => power u a * power v (1 - a)).
  - intros. now apply moment_common.
  - rewrite !power_1_base. unfold r. rewrite !power_exp. f_equal. rewrite Rmult_1_l, Rmult_1_r. f_equal; f_equal; field; lra.
Qed.
Theorem renyi_two_sided_geometric : Stated.series.renyi__two_sided_geometric.
Proof.
  intros a Ha b Hb. split. { intros _. now apply noise_dominated. }
  eexists. split; [now apply noise_moment|]. split; [|reflexivity]. assert (R := ratio_unit b Hb).
  apply Rdiv_lt_0_compat; [|lra]. apply Rplus_lt_0_compat; apply exp_pos.
Qed.
Theorem chi2_two_sided_geometric : Stated.series.chi2__two_sided_geometric.
Proof.
  intros b Hb. split. { now apply noise_dominated. }
  refine (eq_ind _ (fun v => integral integers _ v) (noise_moment 2 b Hb) _ _). replace ((2 - 1) / b) with (1 / b) by (field; lra). ring.
Qed.
Theorem hellinger_two_sided_geometric : Stated.series.hellinger__two_sided_geometric.
Proof.
  intros b Hb. noise b (fun u v => sqrt u * sqrt v).
  - intros c u v C U V. rewrite !sqrt_mult by lra. replace (sqrt c * sqrt u * (sqrt c * sqrt v)) with (sqrt c * sqrt c * (sqrt u * sqrt v)) by ring. now rewrite sqrt_sqrt by lra.
  - rewrite sqrt_1. unfold cosh. set (y := exp (- (1 / (2 * b)))). assert (Y : 0 < y) by apply exp_pos.
    assert (E : r = y * y) by (unfold r, y; rewrite <- exp_plus; f_equal; field; lra). rewrite E, sqrt_square by lra.
    replace (exp (1 / (2 * b))) with (/ y) by (unfold y; rewrite <- exp_Ropp; f_equal; ring). field. repeat split; apply Rgt_not_eq; red; nra.
Qed.
Theorem tv_two_sided_geometric : Stated.series.tv__two_sided_geometric.
Proof.
  intros b Hb. rewrite tanh_ratio_unit by auto. noise b (fun u v => Rabs (u - v) / 2).
  - intros c u v C U V. replace (c * u - c * v) with (c * (u - v)) by ring. rewrite Rabs_mult, (Rabs_right c) by lra. field.
  - rewrite (Rabs_right (1 - r)), (Rabs_left (r - 1)) by lra. field. lra.
Qed.
Lemma noise_stick b e : 0 < b -> 0 <= e ->
  is_hockey_stick integers e (discrete_laplace 0 b) (discrete_laplace 1 b) (Rmax ((1 - exp (e - 1 / b)) / (1 + exp (- (1 / b)))) 0).
Proof.
  intros Hb He. assert (E : 1 <= exp e) by (assert (X := exp_ineq1_le e); lra). noise b (fun u v => Rmax 0 (u - exp e * v)).
  - intros c u v C U V. replace (c * u - exp e * (c * v)) with (c * (u - exp e * v)) by ring. rewrite <- (Rmult_0_r c) at 1. apply RmaxRmult; lra.
  - replace (e - 1 / b) with (e + - (1 / b)) by ring. rewrite exp_plus. fold r.
    rewrite (Rmax_left 0 (r - exp e * 1)) by lra. rewrite Rplus_0_r, Rmax_comm. unfold Rdiv. assert (I : 0 <= / (1 + r)) by (left; apply Rinv_0_lt_compat; lra).
    rewrite (Rmult_comm (Rmax _ _)), (Rmult_comm (1 - exp e * r)). rewrite <- (Rmult_0_r (/ (1 + r))) at 2. symmetry. now apply RmaxRmult.
Qed.
Theorem profile_two_sided_geometric : Stated.series.profile__two_sided_geometric.
Proof. intros e He b Hb. now apply noise_stick. Qed.
Theorem calibration_geometric : Stated.series.calibration__geometric.
Proof.
  intros e He d D0 D1. assert (E : 1 <= exp e) by (assert (X := exp_ineq1_le e); lra). set (y := (d + exp e) / (1 - d)).
  assert (Y : 1 < y). { apply (Rmult_lt_reg_r (1 - d)). lra. unfold y, Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  assert (L : 0 < ln y) by (rewrite <- ln_1; apply ln_increasing; lra).
  refine (eq_ind _ (fun v => is_hockey_stick integers e _ _ v) (noise_stick (1 / ln y) e _ He) _ _). { apply Rdiv_lt_0_compat; lra. }
  replace (1 / (1 / ln y)) with (ln y) by (field; lra). replace (e - ln y) with (e + - ln y) by ring. rewrite exp_plus, exp_Ropp, exp_ln by lra.
  replace ((1 - exp e * / y) / (1 + / y)) with d; [apply Rmax_left; lra|]. unfold y. field. repeat split; nra.
Qed.
Theorem kl_two_sided_geometric : Stated.series.kl__two_sided_geometric.
Proof.
  intros b Hb. split. { now apply noise_dominated. } rewrite tanh_ratio_unit by auto.
  noise b (fun u v => if Req_EM_T u 0 then 0 else u * ln (u / v)).
  - intros c u v C U V. destruct (Req_EM_T u 0); [lra|]. destruct (Req_EM_T (c * u) 0); [exfalso; nra|].
    replace (c * u / (c * v)) with (u / v) by (field; lra). ring.
  - destruct (Req_EM_T 1 0); [lra|]. destruct (Req_EM_T r 0); [lra|]. replace (1 / r) with (/ r) by (field; lra). replace (r / 1) with r by field.
    rewrite ln_Rinv by lra. unfold r at 1 3. rewrite !ln_exp. field. lra.
Qed.
Theorem loss_tail_two_sided_geometric : Stated.series.loss_tail__two_sided_geometric.
Proof.
  intros e He b Hb. assert (E : 1 <= exp e) by (assert (X := exp_ineq1_le e); lra). noise b (fun u v => if Rlt_dec (exp e * v) u then u else 0).
  - intros c u v C U V. destruct (Rlt_dec (exp e * v) u), (Rlt_dec (exp e * (c * v)) (c * u)); try ring; exfalso; nra.
  - destruct (Rlt_dec (exp e * 1) r); [lra|]. unfold if_le. assert (T : exp e * r = exp (e + - (1 / b))) by now rewrite exp_plus. rewrite T.
    destruct (Rle_dec (1 / b) e), (Rlt_dec (exp (e + - (1 / b))) 1) as [H|H]; try (unfold Rdiv; ring); exfalso.
    + assert (X : exp 0 <= exp (e + - (1 / b))) by (destruct (Req_dec (e + - (1 / b)) 0) as [->|]; [lra | left; apply exp_increasing; lra]). rewrite exp_0 in X. lra.
    + apply H. apply Rlt_le_trans with (exp 0); [apply exp_increasing; lra | rewrite exp_0; lra].
Qed.
Theorem mechanism_two_sided_geometric : Stated.series.mechanism__two_sided_geometric.
Proof.
  intros b Hb n Hn. assert (R := ratio_unit b Hb). set (t := tanh (1 / (2 * b))). assert (T0 : 0 < t) by (unfold t; rewrite tanh_ratio_unit by auto; apply Rdiv_lt_0_compat; lra).
  assert (E : exp (INR n / b) * exp (- (1 / b)) ^ n = 1).
  { rewrite <- exp_nat, <- exp_plus. transitivity (exp 0); [f_equal; field; lra | apply exp_0]. }
  apply max_integers; [| now apply discrete_laplace_pos |].
  - intros k. rewrite !discrete_laplace_pow. fold t. set (r := exp (- (1 / b))) in *.
    assert (L : forall i j, (i <= j)%nat -> r ^ j <= r ^ i).
    { intros i j H. replace j with (i + (j - i))%nat by lia. rewrite pow_add. assert (A : 0 < r ^ i) by (apply pow_lt; lra).
      assert (B := pow_incr r 1 (j - i) ltac:(lra)). rewrite pow1 in B. nra. }
    assert (L1 := L (Z.abs_nat (k - Z.of_nat n)) (Z.abs_nat (k - 0) + n)%nat ltac:(lia)).
    assert (M : r ^ Z.abs_nat (k - 0) * r ^ n <= r ^ Z.abs_nat (k - Z.of_nat n)) by (rewrite <- pow_add; exact L1).
    replace (t * r ^ Z.abs_nat (k - 0)) with (exp (INR n / b) * (t * (r ^ Z.abs_nat (k - 0) * r ^ n))).
    2: { transitivity (t * r ^ Z.abs_nat (k - 0) * (exp (INR n / b) * r ^ n)); [ring | rewrite E; ring]. }
    apply Rmult_le_compat_l; [left; apply exp_pos|]. apply Rmult_le_compat_l; lra.
  - rewrite !discrete_laplace_pow. fold t. replace (Z.abs_nat (0 - 0)) with 0%nat by lia. replace (Z.abs_nat (0 - Z.of_nat n)) with n by lia. simpl pow.
    transitivity (t * (exp (INR n / b) * exp (- (1 / b)) ^ n)); [rewrite E; ring | ring].
Qed.
Theorem max_two_sided_geometric : Stated.series.max__two_sided_geometric.
Proof.
  intros b Hb. assert (R := ratio_unit b Hb). assert (T0 : 0 < tanh (1 / (2 * b))) by (rewrite tanh_ratio_unit by auto; apply Rdiv_lt_0_compat; lra).
  set (t := tanh (1 / (2 * b))) in *. assert (E : exp (1 / b) * exp (- (1 / b)) = 1) by (rewrite <- exp_plus, Rplus_opp_r; apply exp_0).
  apply max_integers; [| now apply discrete_laplace_pos |].
  - intros k. rewrite !discrete_laplace_pow. fold t. set (r := exp (- (1 / b))) in *.
    assert (L : forall i j, (i <= j)%nat -> r ^ j <= r ^ i).
    { intros i j H. replace j with (i + (j - i))%nat by lia. rewrite pow_add. assert (A : 0 < r ^ i) by (apply pow_lt; lra).
      assert (B := pow_incr r 1 (j - i) ltac:(lra)). rewrite pow1 in B. nra. }
    assert (M := L (Z.abs_nat (k - 1)) (S (Z.abs_nat (k - 0))) ltac:(lia)). simpl pow in M.
    replace (t * r ^ Z.abs_nat (k - 0)) with (exp (1 / b) * (t * (r * r ^ Z.abs_nat (k - 0)))).
    2: { transitivity (t * r ^ Z.abs_nat (k - 0) * (exp (1 / b) * r)); [ring | rewrite E; ring]. }
    apply Rmult_le_compat_l; [left; apply exp_pos|]. apply Rmult_le_compat_l; lra.
  - rewrite !discrete_laplace_pow. fold t. replace (Z.abs_nat (0 - 0)) with 0%nat by lia. replace (Z.abs_nat (0 - 1)) with 1%nat by lia. simpl pow.
    transitivity (t * (exp (1 / b) * exp (- (1 / b)))); [rewrite E; ring | ring].
Qed.

(** Tests of one shift: the ratio of the masses has two values *)

Lemma series_le (a b : nat -> R) (l m : R) : (forall k, a k <= b k) -> is_series a l -> is_series b m -> l <= m.
Proof. intros H L M. apply (is_lim_seq_le (sum_n a) (sum_n b) l m); [intros n; now apply sum_n_m_le | exact L | exact M]. Qed.
Lemma faithful_integers : faithful integers.
Proof.
  intros f g l m H [a [b [A [B ->]]]] [c [d [C [D ->]]]]. apply Rplus_le_compat; [refine (series_le _ _ _ _ _ B D) | refine (series_le _ _ _ _ _ A C)]; intros k; now apply H.
Qed.
Lemma integers_scal c f l : integral integers f l -> integral integers (fun x => c * f x) (c * l).
Proof. intros [a [b [A [B ->]]]]. exists (c * a), (c * b). split; [now apply series_scal|]. split; [now apply series_scal | ring]. Qed.
Lemma integers_minus f g l m : integral integers f l -> integral integers g m -> integral integers (fun x => f x + -1 * g x) (l - m).
Proof.
  intros [a [b [A [B ->]]]] [c [d [C [D ->]]]]. exists (a + -1 * c), (b + -1 * d). split; [|split; [|ring]]; apply series_plus; auto; now apply series_scal.
Qed.
Lemma noise_law b : 0 < b -> integral integers (discrete_laplace 0 b) 1 /\ integral integers (discrete_laplace 1 b) 1.
Proof. intros B. split; [noise b (fun u v : R => u) | noise b (fun u v : R => v)]; [reflexivity | field; lra | reflexivity | field; lra]. Qed.
Lemma noise_neighbours b x : 0 < b -> discrete_laplace 1 b x <= exp (1 / b) * discrete_laplace 0 b x /\ discrete_laplace 0 b x <= exp (1 / b) * discrete_laplace 1 b x.
Proof.
  intros B. assert (R := ratio_unit b B). assert (I : exp (1 / b) * exp (- (1 / b)) = 1) by (rewrite <- exp_plus, Rplus_opp_r; apply exp_0).
  assert (T : 0 < tanh (1 / (2 * b))) by (rewrite tanh_ratio_unit by auto; apply Rdiv_lt_0_compat; lra). rewrite !discrete_laplace_pow. set (r := exp (- (1 / b))) in *. set (w := exp (1 / b)) in *. set (t := tanh _) in *.
  assert (W : 1 <= w) by nra. destruct (Z_le_dec x 0) as [L|L].
  - replace (Z.abs_nat (x - 1)) with (S (Z.abs_nat (x - 0))) by lia. simpl pow. assert (P := pow_lt r (Z.abs_nat (x - 0)) ltac:(lra)). set (y := r ^ _) in *. split; [|replace (w * (t * (r * y))) with (w * r * (t * y)) by ring; rewrite I; lra].
    assert (0 < t * y) by now apply Rmult_lt_0_compat. nra.
  - replace (Z.abs_nat (x - 0)) with (S (Z.abs_nat (x - 1))) by lia. simpl pow. assert (P := pow_lt r (Z.abs_nat (x - 1)) ltac:(lra)). set (y := r ^ _) in *. split; [replace (w * (t * (r * y))) with (w * r * (t * y)) by ring; rewrite I; lra|].
    assert (0 < t * y) by now apply Rmult_lt_0_compat. nra.
Qed.
Theorem tradeoff_two_sided_geometric : Stated.series.tradeoff__two_sided_geometric.
Proof.
  intros t T0 T1 b B. assert (R := ratio_unit b B). assert (I : exp (1 / b) * exp (- (1 / b)) = 1) by (rewrite <- exp_plus, Rplus_opp_r; apply exp_0). destruct (noise_law b B) as [LP LQ].
  assert (N := fun x => noise_neighbours b x B). set (p := discrete_laplace 0 b) in *. set (q := discrete_laplace 1 b) in *. set (r := exp (- (1 / b))) in *. set (w := exp (1 / b)) in *. assert (W : 1 < w) by nra. split.
  - intros phi first power T F G L.
    assert (U : power <= w * first). { refine (faithful_integers _ _ _ _ _ G (integers_scal w _ _ F)). intros x X. cbv beta. destruct (N x) as [N1 _]. destruct (T x X) as [T2 _]. replace (w * (phi x * p x)) with (phi x * (w * p x)) by ring. now apply Rmult_le_compat_l. }
    assert (V : 1 - first <= w * (1 - power)).
    { refine (faithful_integers _ _ _ _ _ (integers_minus _ _ _ _ LP F) (integers_scal w _ _ (integers_minus _ _ _ _ LQ G))). intros x X. cbv beta. destruct (N x) as [_ N2]. destruct (T x X) as [_ T3].
      replace (p x + -1 * (phi x * p x)) with ((1 - phi x) * p x) by ring. replace (w * (q x + -1 * (phi x * q x))) with ((1 - phi x) * (w * q x)) by ring. apply Rmult_le_compat_l; lra. }
    assert (X : power <= 1). { refine (faithful_integers _ _ _ _ _ G LQ). intros x X. assert (Q := discrete_laplace_pos 1 b x B). fold q in Q. destruct (T x X) as [_ T3]. nra. }
    repeat apply Rmax_lub; [nra | | lra]. apply (Rmult_le_reg_l w); [lra|]. replace (w * ((1 - t) * r)) with ((1 - t) * (w * r)) by ring. rewrite I. lra.
  - assert (A : forall u v, 0 <= u <= 1 -> 0 <= v <= 1 -> is_test integers (fun x => if Rlt_dec (p x) (q x) then u else v) /\
      integral integers (fun x => (if Rlt_dec (p x) (q x) then u else v) * p x) ((v + u * r) / (1 + r)) /\ integral integers (fun x => (if Rlt_dec (p x) (q x) then u else v) * q x) ((v * r + u) / (1 + r))).
    { intros u v U V. split; [intros x _; destruct (Rlt_dec (p x) (q x)); lra|].
      assert (H : forall c x y, 0 < c -> (if Rlt_dec (c * x) (c * y) then u else v) = if Rlt_dec x y then u else v). { intros c x y C. destruct (Rlt_dec (c * x) (c * y)) as [E|E], (Rlt_dec x y) as [F|F]; auto; exfalso; nra. }
      split; [apply (eq_ind _ (fun s => integral integers _ s) (two_sided_sum b (fun x y => (if Rlt_dec x y then u else v) * x) B ltac:(intros; cbv beta; rewrite H by auto; ring)))
             | apply (eq_ind _ (fun s => integral integers _ s) (two_sided_sum b (fun x y => (if Rlt_dec x y then u else v) * y) B ltac:(intros; cbv beta; rewrite H by auto; ring)))];
      fold r; destruct (Rlt_dec 1 r), (Rlt_dec r 1); try lra; field; lra. }
    assert (IR : / (1 + r) * (1 + r) = 1) by (apply Rinv_l; lra). destruct (Rle_dec (t * (1 + r)) r) as [L|L].
    + destruct (A (t * (1 + r) * w) 0 ltac:(split; nra) ltac:(lra)) as [T [F G]]. do 3 eexists. split; [exact T|]. split; [exact F|]. split; [exact G|]. split; [right; replace (0 + t * (1 + r) * w * r) with (t * (1 + r) * (w * r)) by ring; rewrite I; field; lra|].
      replace ((0 * r + t * (1 + r) * w) / (1 + r)) with (t * w) by (field; lra). rewrite (Rmax_left ((1 - t) * r)) by nra. rewrite Rmax_left; [ring|]. nra.
    + destruct (A 1 (t * (1 + r) - r) ltac:(lra) ltac:(split; nra)) as [T [F G]]. do 3 eexists. split; [exact T|]. split; [exact F|]. split; [exact G|]. split; [right; field; lra|].
      replace (((t * (1 + r) - r) * r + 1) / (1 + r)) with (1 - (1 - t) * r) by (field; lra). rewrite (Rmax_left ((1 - t) * r)) by nra. rewrite Rmax_right; [ring|]. nra.
Qed.

(** Three steps of it: of what depends on the two masses alone, each step leaves the two ratios *)

Definition next (r : R) (M : R -> R -> R) (u v : R) := (M u (v * r) + M (u * r) v) / (1 + r).
Definition homogeneous (M : R -> R -> R) := forall c u v, 0 < c -> M (c * u) (c * v) = c * M u v.
Lemma next_homogeneous r M : homogeneous M -> homogeneous (next r M).
Proof. intros H c u v C. unfold next. rewrite !Rmult_assoc, !H by auto. unfold Rdiv. ring. Qed.
Lemma integers_ext f g l : (forall x, f x = g x) -> integral integers f l -> integral integers g l.
Proof. intros E [a [b [A [B L]]]]. exists a, b. split; [|split; [|exact L]]; [refine (series_same _ _ _ _ A) | refine (series_same _ _ _ _ B)]; intros k; symmetry; apply E. Qed.
Lemma next_integral b M a c : 0 < b -> homogeneous M -> integral integers (fun x => M (a * discrete_laplace 0 b x) (c * discrete_laplace 1 b x)) (next (exp (- (1 / b))) M a c).
Proof.
  intros B H. apply (eq_ind _ (fun v => integral integers _ v) (two_sided_sum b (fun u v => M (a * u) (c * v)) B ltac:(intros k u v K U V; cbv beta; replace (a * (k * u)) with (k * (a * u)) by ring; replace (c * (k * v)) with (k * (c * v)) by ring; now apply H))).
  unfold next. now rewrite !Rmult_1_r.
Qed.
Theorem profile_composed_geometric : Stated.series.profile__composed__geometric.
Proof.
  intros e He b B. set (M := fun u v => Rmax 0 (u - exp e * v)). assert (H : homogeneous M).
  { intros c u v C. unfold M. replace (c * u - exp e * (c * v)) with (c * (u - exp e * v)) by ring. apply stick_scal. lra. }
  assert (R := ratio_unit b B). set (r := exp (- (1 / b))) in *. assert (N := next_integral b). fold r in N. set (p := discrete_laplace 0 b) in *. set (q := discrete_laplace 1 b) in *.
  assert (W : exp (1 / b) = / r) by (unfold r; rewrite exp_Ropp; field; apply Rgt_not_eq, exp_pos). assert (H1 := next_homogeneous r M H). assert (H2 := next_homogeneous r _ H1).
  refine (eq_ind (next r (next r (next r M)) 1 1) (fun v => is_hockey_stick (pairs integers (pairs integers integers)) e _ _ v) _ _ _).
  - exists (fun x => next r (next r M) (p x) (q x)). split.
    + intros x _. exists (fun y => next r M (p x * p y) (q x * q y)). split.
      * intros y _. refine (integers_ext _ _ _ _ (N M (p x * p y) (q x * q y) B H)). intros z. unfold product; simpl. unfold M. now rewrite !Rmult_assoc.
      * exact (N (next r M) (p x) (q x) B H1).
    + refine (integers_ext _ _ _ _ (N (next r (next r M)) 1 1 B H2)). intros x. now rewrite !Rmult_1_l.
  - assert (S : forall k u v, 0 < k -> M u v = / k * M (k * u) (k * v)). { intros k u v K. rewrite H by auto. field. lra. }
    assert (C : forall i j, Binomial.C i j = INR (fact i) / (INR (fact j) * INR (fact (i - j)))) by reflexivity.
    assert (X : forall u v, Rmax (- (exp e * v) + u) 0 = M u v) by (intros u v; unfold M; rewrite Rmax_comm; f_equal; ring).
    simpl sum. rewrite !X, !C. simpl fact. simpl Nat.sub. simpl fact. 
    assert (P : forall k c, c = INR k -> exp (c / b) = / r ^ k). { intros k c ->. replace (INR k / b) with (INR k * (1 / b)) by (unfold Rdiv; ring). rewrite exp_nat, W. symmetry. apply Rinv_pow. lra. }
    simpl INR. replace (exp (0 / b)) with 1 by (unfold Rdiv; rewrite Rmult_0_l; now rewrite exp_0). rewrite (P 1%nat 1), (P 2%nat (1 + 1)), (P 3%nat (1 + 1 + 1)), (P 3%nat (3 - 0)), (P 2%nat (3 - 1)), (P 1%nat (3 - (1 + 1))), (P 0%nat (3 - (1 + 1 + 1))) by (simpl; ring).
    set (k := r * r * r). assert (K : 0 < k) by (unfold k; repeat apply Rmult_lt_0_compat; lra). assert (A : forall x y u v, x = u -> y = v -> M x y = M u v) by (intros x y u v -> ->; reflexivity).
    rewrite (S k (/ r ^ 3) 1), (S k (/ r ^ 2) (/ r ^ 1)), (S k (/ r ^ 1) (/ r ^ 2)), (S k (/ r ^ 0) (/ r ^ 3)) by auto.
    rewrite (A (k * / r ^ 3) (k * 1) 1 k), (A (k * / r ^ 2) (k * / r ^ 1) r (r * r)), (A (k * / r ^ 1) (k * / r ^ 2) (r * r) r), (A (k * / r ^ 0) (k * / r ^ 3) k 1) by (unfold k; field; lra).
    unfold next. rewrite (A 1 (1 * r * r * r) 1 k), (A (1 * r) (1 * r * r) r (r * r)), (A (1 * r * r) (1 * r) (r * r) r), (A (1 * r * r * r) 1 k 1) by (unfold k; ring).
    generalize (M 1 k), (M r (r * r)), (M (r * r) r), (M k 1). intros. unfold k. simpl. field. lra.
Qed.
