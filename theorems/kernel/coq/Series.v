(** * Series: laws on the naturals, and noise on the integers *)

From Coq Require Import Reals Lra Psatz Lia ZArith.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Spaces Functions Divergences Laws Basics.
Open Scope R_scope.

(** ** Series of reals *)

Lemma series_scal (c : R) (a : nat -> R) (l : R) : is_series a l -> is_series (fun k => c * a k) (c * l).
Proof. intros H. exact (is_series_scal c a l H). Qed.
Lemma series_plus (a b : nat -> R) (l m : R) : is_series a l -> is_series b m -> is_series (fun k => a k + b k) (l + m).
Proof. intros A B. exact (is_series_plus a b l m A B). Qed.
Lemma series_at (a : nat -> R) (l m : R) : l = m -> is_series a l -> is_series a m.
Proof. now intros ->. Qed.
Lemma series_same (a b : nat -> R) (l : R) : (forall k, b k = a k) -> is_series a l -> is_series b l.
Proof. intros E. apply is_series_ext. intros k. symmetry. apply E. Qed.
(* the first term apart *)
Lemma series_first (a : nat -> R) (l : R) : is_series (fun k => a (S k)) l -> is_series a (a 0%nat + l).
Proof. intros H. apply is_series_decr_1. refine (series_at _ _ _ _ H). unfold plus, opp; simpl. ring. Qed.
Lemma series_rest (a : nat -> R) (l : R) : is_series a l -> is_series (fun k => a (S k)) (l - a 0%nat).
Proof. intros H. apply is_series_incr_1. refine (series_at _ _ _ _ H). unfold plus; simpl. ring. Qed.
Lemma series_0 : is_series (fun _ : nat => 0) 0.
Proof.
  apply (series_same (fun k => 0 * (/ 2) ^ k)). intros; ring. apply (series_at _ (0 * / (1 - / 2))). ring.
  apply series_scal. apply is_series_geom. rewrite Rabs_right; lra.
Qed.
Lemma series_unique (a : nat -> R) (l m : R) : is_series a l -> is_series a m -> l = m.
Proof. intros L M. rewrite <- (is_series_unique _ _ L). now apply is_series_unique. Qed.

Lemma series_geometric (r : R) : 0 <= r < 1 -> is_series (fun k => r ^ k) (/ (1 - r)).
Proof. intros H. apply is_series_geom. rewrite Rabs_right; lra. Qed.

(* the mean of a geometric law: the sum exists by the ratio test, and what it is by moving it on by one *)
Lemma series_mean (r : R) : 0 < r < 1 -> is_series (fun k => INR k * r ^ k) (r / (1 - r) ^ 2).
Proof.
  intros H. destruct (ex_series_DAlembert (fun n => INR (S n) * r ^ n) r) as [s HS].
  - lra.
  - intros n. apply Rgt_not_eq. apply Rmult_lt_0_compat; [apply lt_0_INR; lia | apply pow_lt; lra].
  - apply (is_lim_seq_ext (fun n => r * (1 + / INR (S n)))).
    + intros n. assert (N : 0 < INR (S n)) by (apply lt_0_INR; lia). assert (P : 0 < r ^ n) by (apply pow_lt; lra).
      assert (I : 0 < / INR (S n)) by now apply Rinv_0_lt_compat.
      rewrite (S_INR (S n)). simpl pow. rewrite Rabs_right; [field; lra|].
      apply Rle_ge, Rlt_le, Rdiv_lt_0_compat; apply Rmult_lt_0_compat; try lra. apply Rmult_lt_0_compat; lra.
    + replace (Finite r) with (Rbar_mult r (1 + 0)) by (simpl; f_equal; ring).
      apply is_lim_seq_scal_l. apply is_lim_seq_plus'. apply is_lim_seq_const.
      apply (is_lim_seq_incr_1 (fun n => / INR n)). replace (Finite 0) with (Rbar_inv p_infty) by reflexivity.
      apply is_lim_seq_inv; [apply is_lim_seq_INR | discriminate].
  - assert (G := series_geometric r ltac:(lra)).
    assert (HS' : is_series (fun k => INR (S k) * r ^ k) s).
    { refine (series_same _ _ _ _ HS). intros k. rewrite Rabs_right; [reflexivity|]. apply Rle_ge, Rmult_le_pos; [apply pos_INR | apply pow_le; lra]. }
    assert (A : is_series (fun k => INR k * r ^ k) (r * s)).
    { refine (series_at _ _ _ _ (series_first (fun k => INR k * r ^ k) (r * s) _)). simpl. ring.
      refine (series_same _ _ _ _ (series_scal r _ _ HS')). intros k. simpl pow. ring. }
    assert (B : is_series (fun k => INR (S k) * r ^ k) (r * s + / (1 - r))).
    { refine (series_same _ _ _ _ (series_plus _ _ _ _ A G)). intros k. rewrite S_INR. ring. }
    assert (E := series_unique _ _ _ HS' B). refine (series_at _ _ _ _ A).
    assert (s * (1 - r) = / (1 - r)) by lra. apply (Rmult_eq_reg_r (1 - r)); [|lra].
    replace (r * s * (1 - r)) with (r * (s * (1 - r))) by ring. rewrite H0. field. lra.
Qed.

Lemma series_exp (x : R) : is_series (fun k => x ^ k / INR (fact k)) (exp x).
Proof.
  assert (H := is_exp_Reals x). apply is_pseries_R in H. refine (series_same _ _ _ _ H). intros k. unfold Rdiv. ring.
Qed.
Lemma series_exp_mean (x : R) : is_series (fun k => INR k * (x ^ k / INR (fact k))) (x * exp x).
Proof.
  refine (series_at _ _ _ _ (series_first (fun k => INR k * (x ^ k / INR (fact k))) (x * exp x) _)). simpl. ring.
  refine (series_same _ _ _ _ (series_scal x _ _ (series_exp x))). intros k. assert (F := INR_fact_lt_0 k).
  assert (N : 0 < INR (S k)) by (apply lt_0_INR; lia). rewrite fact_simpl, mult_INR. simpl pow. field. lra.
Qed.

(** ** Powers of products *)

Lemma power_pow x n a : 0 < x -> power (x ^ n) a = power x a ^ n.
Proof.
  intros H. induction n; simpl. rewrite power_pos by lra. unfold Rpower. now rewrite ln_1, Rmult_0_r, exp_0.
  rewrite power_mult_distr, IHn; auto. now apply pow_lt.
Qed.
(* what both have in common comes out *)
Lemma moment_common c x y a : 0 < c -> 0 < x -> 0 < y -> power (c * x) a * power (c * y) (1 - a) = c * (power x a * power y (1 - a)).
Proof.
  intros C X Y. rewrite !power_mult_distr by auto. assert (E : power c a * power c (1 - a) = c).
  { rewrite !power_pos by auto. rewrite <- Rpower_plus. replace (a + (1 - a)) with 1 by ring. now apply Rpower_1. }
  transitivity (power c a * power c (1 - a) * (power x a * power y (1 - a))); [ring | now rewrite E].
Qed.
Lemma sqrt_moment x y : 0 < x -> 0 < y -> sqrt x * sqrt y = power x (/ 2) * power y (1 - / 2).
Proof. intros X Y. replace (1 - / 2) with (/ 2) by field. rewrite !power_pos, !Rpower_sqrt; auto. Qed.

(** ** The maximum at the first point *)

Lemma series_only c : is_series (fun k => if Nat.eq_dec k 0 then c else 0) c.
Proof.
  refine (series_at _ _ _ _ (series_first (fun k => if Nat.eq_dec k 0 then c else 0) 0 _)). simpl. ring.
  refine (series_same _ _ _ _ series_0). reflexivity.
Qed.
Theorem max_naturals p q r : (forall k, p k <= exp r * q k) -> 0 < q 0%nat -> p 0%nat = exp r * q 0%nat ->
  is_max_divergence naturals p q (Finite r).
Proof.
  intros L H E. split; [intros k _; apply L|]. intros e He. assert (X : exp e < exp r) by now apply exp_increasing.
  exists (fun k => if Nat.eq_dec k 0 then p 0%nat - exp e * q 0%nat else 0), (p 0%nat - exp e * q 0%nat). split; [|split].
  - intros k _. destruct (Nat.eq_dec k 0) as [->|]; [apply Rmax_r | apply Rmax_l].
  - apply series_only.
  - nra.
Qed.
Theorem max_integers p q r : (forall k, p k <= exp r * q k) -> 0 < q 0%Z -> p 0%Z = exp r * q 0%Z ->
  is_max_divergence integers p q (Finite r).
Proof.
  intros L H E. split; [intros k _; apply L|]. intros e He. assert (X : exp e < exp r) by now apply exp_increasing.
  exists (fun k => if Z.eq_dec k 0 then p 0%Z - exp e * q 0%Z else 0), (p 0%Z - exp e * q 0%Z). split; [|split].
  - intros k _. destruct (Z.eq_dec k 0) as [->|]; [apply Rmax_r | apply Rmax_l].
  - exists (p 0%Z - exp e * q 0%Z), 0. split; [|split; [|ring]].
    + refine (series_same _ _ _ _ (series_only _)). intros k. destruct (Z.eq_dec (Z.of_nat k) 0), (Nat.eq_dec k 0); try lia; reflexivity.
    + refine (series_same _ _ _ _ series_0). intros k. destruct (Z.eq_dec (- Z.of_nat (S k)) 0); [lia | reflexivity].
  - nra.
Qed.

(** ** Two-sided geometric noise *)

Lemma exp_nat x k : exp (INR k * x) = exp x ^ k.
Proof.
  induction k. simpl. now rewrite Rmult_0_l, exp_0. rewrite S_INR, Rmult_plus_distr_r, exp_plus, IHk, Rmult_1_l. simpl. ring.
Qed.
Lemma discrete_laplace_pow m b x : discrete_laplace m b x = tanh (1 / (2 * b)) * exp (- (1 / b)) ^ Z.abs_nat (x - m).
Proof.
  unfold discrete_laplace. f_equal. rewrite <- exp_nat. f_equal. rewrite INR_IZR_INZ, Zabs2Nat.id_abs. unfold Rdiv. ring.
Qed.
Lemma ratio_unit b : 0 < b -> 0 < exp (- (1 / b)) < 1.
Proof.
  intros H. split. apply exp_pos. apply Rlt_le_trans with (exp 0); [|rewrite exp_0; lra]. apply exp_increasing. assert (0 < 1 / b) by (apply Rdiv_lt_0_compat; lra). lra.
Qed.
Lemma tanh_ratio_unit b : 0 < b -> tanh (1 / (2 * b)) = (1 - exp (- (1 / b))) / (1 + exp (- (1 / b))).
Proof.
  intros H. unfold tanh, sinh, cosh. assert (X := exp_pos (1 / (2 * b))). assert (Y := exp_pos (- (1 / (2 * b)))). set (y := exp (- (1 / (2 * b)))) in *.
  replace (exp (- (1 / b))) with (y * y) by (unfold y; rewrite <- exp_plus; f_equal; field; lra).
  replace (exp (1 / (2 * b))) with (/ y) by (unfold y; rewrite <- exp_Ropp; f_equal; ring). field. split; nra.
Qed.

(* of a function of the two masses that grows as they do, only the two ratios count *)
Theorem two_sided_sum b (g : R -> R -> R) : 0 < b -> let r := exp (- (1 / b)) in
  (forall c u v, 0 < c -> 0 < u -> 0 < v -> g (c * u) (c * v) = c * g u v) ->
  integral integers (fun x => g (discrete_laplace 0 b x) (discrete_laplace 1 b x)) ((g 1 r + g r 1) / (1 + r)).
Proof.
  intros Hb r G. assert (Hr : 0 < r < 1) by now apply ratio_unit. set (t := tanh (1 / (2 * b))).
  assert (T : t = (1 - r) / (1 + r)) by now apply tanh_ratio_unit. assert (T0 : 0 < t) by (rewrite T; apply Rdiv_lt_0_compat; lra).
  assert (S := series_geometric r ltac:(lra)).
  exists (t * g 1 r + t * g r 1 * / (1 - r)), (t * r * g 1 r * / (1 - r)). split; [|split].
  - refine (series_at _ _ _ _ (series_first _ (t * g r 1 * / (1 - r)) _)).
    + rewrite !discrete_laplace_pow. fold r t. change (Z.abs_nat (Z.of_nat 0 - 0)) with 0%nat. change (Z.abs_nat (Z.of_nat 0 - 1)) with 1%nat.
      rewrite pow_O, pow_1, (G t 1 r) by lra. reflexivity.
    + refine (series_same _ _ _ _ (series_scal (t * g r 1) _ _ S)). intros k. rewrite !discrete_laplace_pow. fold r t.
      replace (Z.abs_nat (Z.of_nat (Datatypes.S k) - 0)) with (Datatypes.S k) by lia. replace (Z.abs_nat (Z.of_nat (Datatypes.S k) - 1)) with k by lia.
      assert (P : 0 < r ^ k) by (apply pow_lt; lra). replace (t * r ^ Datatypes.S k) with (t * r ^ k * r) by (simpl; ring).
      rewrite <- (Rmult_1_r (t * r ^ k)) at 2. rewrite G; [ring | nra | lra | lra].
  - refine (series_same _ _ _ _ (series_scal (t * r * g 1 r) _ _ S)). intros k. rewrite !discrete_laplace_pow. fold r t.
    replace (Z.abs_nat (- Z.of_nat (Datatypes.S k) - 0)) with (Datatypes.S k) by lia. replace (Z.abs_nat (- Z.of_nat (Datatypes.S k) - 1)) with (Datatypes.S (Datatypes.S k)) by lia.
    assert (P : 0 < r ^ Datatypes.S k) by (apply pow_lt; lra). replace (t * r ^ Datatypes.S (Datatypes.S k)) with (t * r ^ Datatypes.S k * r) by (simpl; ring).
    rewrite <- (Rmult_1_r (t * r ^ Datatypes.S k)) at 1. rewrite G; [simpl; ring | nra | lra | lra].
  - rewrite T. field. lra.
Qed.
Lemma discrete_laplace_pos m b x : 0 < b -> 0 < discrete_laplace m b x.
Proof.
  intros H. rewrite discrete_laplace_pow. apply Rmult_lt_0_compat; [|apply pow_lt, exp_pos].
  rewrite tanh_ratio_unit by auto. assert (R := ratio_unit b H). apply Rdiv_lt_0_compat; lra.
Qed.
