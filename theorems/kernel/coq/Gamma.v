(** * The gamma function at whole numbers and at halves of them *)

From Coq Require Import Reals Lra Psatz Lia.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Spaces Functions Divergences Laws Basics Pieces Gauss Primitives.
Open Scope R_scope.

(** ** Powers against exponentials *)

Lemma power_natural x n : 0 < x -> power x (INR n) = x ^ n.
Proof. intros X. rewrite power_pos by auto. now apply Rpower_pow. Qed.
Lemma fact_pos n : 0 < INR (fact n).
Proof. apply lt_0_INR, lt_O_fact. Qed.

(* m^m bounds y^m exp(-y) *)
Lemma power_exp_bound m y : 0 <= y -> y ^ m * exp (- y) <= INR m ^ m.
Proof.
  intros Y. destruct m as [|m]. { simpl. rewrite <- exp_0 at 2. rewrite Rmult_1_l. destruct Y as [Y|<-]; [left; apply exp_increasing; lra | rewrite Ropp_0; lra]. }
  assert (N : 0 < INR (S m)) by (apply lt_0_INR; lia). set (n := INR (S m)) in *.
  assert (E : exp (- y) = exp (- (y / n)) ^ S m).
  { rewrite <- (Rpower_pow (S m)) by apply exp_pos. unfold Rpower. rewrite ln_exp. fold n. f_equal. field. lra. }
  rewrite E, <- Rpow_mult_distr. apply pow_incr. assert (P := exp_pos (- (y / n))). assert (0 <= y / n) by (apply Rmult_le_pos; [auto | left; now apply Rinv_0_lt_compat]).
  split; [nra|]. assert (Q := exp_ineq1_le (y / n)). assert (R : exp (y / n) * exp (- (y / n)) = 1) by (rewrite <- exp_plus, Rplus_opp_r; apply exp_0).
  replace (y * exp (- (y / n))) with (n * (y / n * exp (- (y / n)))) by (field; lra). apply Rle_trans with (n * 1); [apply Rmult_le_compat_l; nra | lra].
Qed.
Lemma power_exp_lim n c : 0 < c -> is_lim (fun x => x ^ n * exp (- (c * x))) p_infty 0.
Proof.
  intros C. set (K := (INR (S n) / c) ^ S n). apply (is_lim_le_le_loc (fun _ => 0) (fun x => K * / x)).
  - exists 0. intros x X. assert (P := exp_pos (- (c * x))). assert (Q : 0 < x ^ n) by now apply pow_lt. split. nra.
    apply (Rmult_le_reg_r x); auto. replace (K * / x * x) with K by (field; lra). assert (B := power_exp_bound (S n) (c * x) ltac:(nra)).
    rewrite Rpow_mult_distr in B. assert (D : 0 < c ^ S n) by now apply pow_lt. apply (Rmult_le_reg_l (c ^ S n)); auto.
    unfold K. rewrite <- Rpow_mult_distr. replace (c * (INR (S n) / c)) with (INR (S n)) by (field; lra). simpl pow in B |- *. lra.
  - apply is_lim_const.
  - replace (Finite 0) with (Rbar_mult K 0) by (simpl; f_equal; ring). apply is_lim_scal_l. apply (is_lim_inv (fun x => x) p_infty p_infty); [apply is_lim_id | discriminate].
Qed.

(* a primitive of x^n exp(-c x), by parts *)
Fixpoint gamma_primitive (c : R) (n : nat) (x : R) : R :=
  match n with O => - (exp (- (c * x)) / c) | S m => - (x ^ S m * exp (- (c * x)) / c) + INR (S m) / c * gamma_primitive c m x end.
Lemma gamma_primitive_derive c n x : 0 < c -> is_derive (gamma_primitive c n) x (x ^ n * exp (- (c * x))).
Proof.
  intros C. induction n as [|n IH]; simpl gamma_primitive.
  - auto_derive; [lra|]. simpl. field. lra.
  - assert (A : is_derive (fun x => - (x ^ S n * exp (- (c * x)) / c)) x (- (INR (S n) * x ^ n * exp (- (c * x)) / c) + x ^ S n * exp (- (c * x)))).
    { auto_derive; [auto|]. change (match n with 0%nat => 1 | S _ => INR n + 1 end) with (INR (S n)). simpl pow. field. lra. }
    assert (B := is_derive_scal _ x (INR (S n) / c) _ IH). assert (D := is_derive_plus _ _ x _ _ A B).
    refine (is_derive_ext _ _ _ _ _ (eq_ind _ (is_derive _ x) D _ _)); [reflexivity|].
    unfold plus; simpl plus. simpl. unfold plus, scal; simpl; unfold mult; simpl. field. lra.
Qed.
Lemma gamma_primitive_0 c n : 0 < c -> gamma_primitive c n 0 = - (INR (fact n) / c ^ S n).
Proof.
  intros C. assert (P : forall m, c ^ m <> 0) by (intros; apply pow_nonzero; lra). induction n as [|n IH]; simpl gamma_primitive.
  - rewrite Rmult_0_r, Ropp_0, exp_0. simpl. field. lra.
  - change (match n with 0%nat => 1 | S _ => INR n + 1 end) with (INR (S n)). rewrite IH, fact_simpl, mult_INR. simpl pow. field. repeat split; first [apply P | lra].
Qed.
Lemma gamma_primitive_lim c n : 0 < c -> is_lim (gamma_primitive c n) p_infty 0.
Proof.
  intros C. assert (L : forall m, is_lim (fun x => - / c * (x ^ m * exp (- (c * x)))) p_infty 0).
  { intros m. replace (Finite 0) with (Rbar_mult (- / c) 0) by (simpl; f_equal; ring). apply is_lim_scal_l. now apply power_exp_lim. }
  induction n as [|n IH].
  - refine (is_lim_ext _ _ _ _ _ (L 0%nat)). intros x. simpl. field. lra.
  - replace (Finite 0) with (Rbar_plus 0 (Rbar_mult (INR (S n) / c) 0)) by (simpl; f_equal; ring).
    apply (is_lim_ext (fun x => - / c * (x ^ S n * exp (- (c * x))) + INR (S n) / c * gamma_primitive c n x)).
    + intros x. cbn [gamma_primitive]. field. lra.
    + apply (is_lim_plus _ _ _ 0 (Rbar_mult (INR (S n) / c) 0)); [apply L | apply is_lim_scal_l, IH | simpl; unfold is_Rbar_plus; simpl; do 2 f_equal; ring].
Qed.

Theorem gamma_integral n c : 0 < c -> is_integral 0 p_infty (fun x => x ^ n * exp (- (c * x))) (INR (fact n) / c ^ S n).
Proof.
  intros C. apply (is_integral_at _ _ _ (0 - gamma_primitive c n 0)). { rewrite gamma_primitive_0 by auto. ring. }
  apply (primitive_integral 0 p_infty _ (gamma_primitive c n)); try discriminate; simpl; auto.
  - intros x _. now apply gamma_primitive_derive.
  - intros x _. apply (ex_derive_continuous (fun x => x ^ n * exp (- (c * x)))). auto_derive. auto.
  - apply (at_end_right 0); [|reflexivity]. apply (ex_derive_continuous (gamma_primitive c n)). eexists. now apply gamma_primitive_derive.
  - now apply gamma_primitive_lim.
Qed.
(* the same with the power as the program prints it *)
Theorem gamma_power n a c : 0 < c -> a = INR n -> is_integral 0 p_infty (fun x => power x a * exp (- (c * x))) (INR (fact n) / c ^ S n).
Proof. intros C ->. apply (integral_positive (fun x => x ^ n * exp (- (c * x)))); [|now apply gamma_integral]. intros x X. now rewrite power_natural. Qed.

(** ** Moments of exp(- x^2), and the gamma function at halves *)

Lemma half_gamma_step n : (1 <= n)%nat -> half_gamma (S (S n)) = INR n / 2 * half_gamma n.
Proof. intros N. destruct n as [|n]; [lia|]. reflexivity. Qed.
Lemma root_PI : 0 < sqrt PI.
Proof. apply sqrt_lt_R0, PI_RGT_0. Qed.
Lemma half_gamma_pos n : (1 <= n)%nat -> 0 < half_gamma n.
Proof.
  intros N. enough (H : forall m, 0 < half_gamma (S m) /\ 0 < half_gamma (S (S m))) by (destruct n as [|n]; [lia | apply H]). clear n N.
  induction m as [|m [A B]]; [split; [apply root_PI | simpl; lra]|]. split; [exact B|]. rewrite half_gamma_step by lia. apply Rmult_lt_0_compat; [|exact A].
  assert (X := lt_0_INR (S m) ltac:(lia)). lra.
Qed.
(* twice the natural number n + 1: a factorial *)
Lemma half_gamma_whole n : half_gamma (2 * n + 2) = INR (fact n).
Proof.
  induction n as [|n IH]; [reflexivity|]. replace (2 * S n + 2)%nat with (S (S (2 * n + 2))) by lia. rewrite half_gamma_step, IH, fact_simpl, mult_INR by lia. f_equal.
  replace (2 * n + 2)%nat with (2 * S n)%nat by lia. rewrite mult_INR. simpl (INR 2). field.
Qed.

Fixpoint bell_primitive (n : nat) (x : R) : R :=
  match n with 0 => area x | 1 => - (exp (- x ^ 2) / 2) | S (S m as k) => - (x ^ k * exp (- x ^ 2) / 2) + INR k / 2 * bell_primitive m x end.
Lemma bell_primitive_derive n x : is_derive (bell_primitive n) x (x ^ n * exp (- x ^ 2)).
Proof.
  revert n. assert (H : forall n, is_derive (bell_primitive n) x (x ^ n * exp (- x ^ 2)) /\ is_derive (bell_primitive (S n)) x (x ^ S n * exp (- x ^ 2))); [|intros n; apply H].
  induction n as [|n [A B]].
  - split; [refine (eq_ind _ (is_derive _ x) (is_derive_I x) _ _); unfold bell; replace (- x ^ 2) with (- (x * x)) by ring; simpl; ring|].
    simpl bell_primitive. auto_derive; auto. simpl. replace (x * (x * 1)) with (x * x) by ring. field.
  - split; [exact B|]. assert (C : is_derive (fun x => - (x ^ S n * exp (- x ^ 2) / 2)) x (- (INR (S n) * x ^ n * exp (- x ^ 2) / 2) + x ^ S (S n) * exp (- x ^ 2))).
    { auto_derive; [auto|]. change (match n with 0%nat => 1 | S _ => INR n + 1 end) with (INR (S n)). simpl pow. replace (x * (x * 1)) with (x * x) by ring. field. }
    assert (D := is_derive_plus _ _ x _ _ C (is_derive_scal _ x (INR (S n) / 2) _ A)). refine (is_derive_ext _ _ _ _ _ (eq_ind _ (is_derive _ x) D _ _)); [reflexivity|].
    unfold plus; simpl plus. simpl. unfold plus, scal; simpl; unfold mult; simpl. field.
Qed.
Lemma power_bell_lim n : is_lim (fun x => x ^ n * exp (- x ^ 2)) p_infty 0.
Proof.
  apply (is_lim_le_le_loc (fun _ => 0) (fun x => x ^ n * exp (- (1 * x)))); [|apply is_lim_const | apply power_exp_lim; lra].
  exists 1. intros x X. assert (P : 0 < x ^ n) by (apply pow_lt; lra). assert (E := exp_pos (- x ^ 2)). split; [nra|]. apply Rmult_le_compat_l; [lra|]. left. apply exp_increasing. nra.
Qed.
Lemma bell_primitive_ends n : exists l : R, is_lim (bell_primitive n) p_infty l /\ l - bell_primitive n 0 = half_gamma (S n) / 2.
Proof.
  revert n. assert (H : forall n, (exists l : R, is_lim (bell_primitive n) p_infty l /\ l - bell_primitive n 0 = half_gamma (S n) / 2) /\
    (exists l : R, is_lim (bell_primitive (S n)) p_infty l /\ l - bell_primitive (S n) 0 = half_gamma (S (S n)) / 2)); [|intros n; apply H].
  assert (L : forall m, is_lim (fun x => - / 2 * (x ^ m * exp (- x ^ 2))) p_infty 0).
  { intros m. replace (Finite 0) with (Rbar_mult (- / 2) 0) by (simpl; f_equal; ring). apply is_lim_scal_l, power_bell_lim. }
  induction n as [|n [[l [A E]] B]].
  - split; [exists (sqrt PI / 2) | exists 0].
    + split; [apply I_lim|]. simpl. replace (area 0) with 0 by (symmetry; exact (RInt_point 0 bell)). field.
    + split; [|simpl; replace (- (0 * (0 * 1))) with 0 by ring; rewrite exp_0; field]. refine (is_lim_ext _ _ _ _ _ (L 0%nat)). intros x. simpl. field.
  - split; [exact B|]. exists (0 + INR (S n) / 2 * l). split.
    + apply (is_lim_ext (fun x => - / 2 * (x ^ S n * exp (- x ^ 2)) + INR (S n) / 2 * bell_primitive n x)); [intros x; cbn [bell_primitive]; field|].
      apply (is_lim_plus _ _ _ 0 (Rbar_mult (INR (S n) / 2) l)); [apply L | apply is_lim_scal_l, A | reflexivity].
    + rewrite half_gamma_step by lia. replace (INR (S n) / 2 * half_gamma (S n) / 2) with (INR (S n) / 2 * (half_gamma (S n) / 2)) by field. rewrite <- E. cbn [bell_primitive]. replace (0 ^ S n) with 0 by (simpl; ring). field.
Qed.
Theorem bell_integral n : is_integral 0 p_infty (fun x => x ^ n * exp (- x ^ 2)) (half_gamma (S n) / 2).
Proof.
  destruct (bell_primitive_ends n) as [l [L <-]]. apply (primitive_integral 0 p_infty _ (bell_primitive n)); try discriminate; simpl; auto.
  - intros x _. apply bell_primitive_derive.
  - intros x _. apply (ex_derive_continuous (fun x => x ^ n * exp (- x ^ 2))). auto_derive. auto.
  - apply (at_end_right 0); [|reflexivity]. apply (ex_derive_continuous (bell_primitive n)). eexists. apply bell_primitive_derive.
Qed.
Theorem bell_power n a : a = INR n -> is_integral 0 p_infty (fun x => power x a * exp (- x ^ 2)) (half_gamma (S n) / 2).
Proof. intros ->. apply (integral_positive (fun x => x ^ n * exp (- x ^ 2))); [|apply bell_integral]. intros x X. now rewrite power_natural. Qed.

(** ** It is convex in its logarithm *)

Lemma integral_nonneg f l : (forall x, 0 < x -> 0 <= f x) -> is_integral 0 p_infty f l -> 0 <= l.
Proof.
  intros H L. assert (P : norm l <= l).
  { apply (@RInt_gen_norm R_CompleteNormedModule (at_right 0) (Rbar_locally p_infty) _ _ f f); auto.
    - exists (fun x => 0 < x < 1) (fun x => 1 < x); [|now exists 1 | simpl; intros; lra]. exists (mkposreal 1 Rlt_0_1). intros y Y Z. split; auto.
      unfold ball in Y; simpl in Y. unfold AbsRing_ball, abs, minus, plus, opp in Y; simpl in Y. apply Rabs_def2 in Y. lra.
    - exists (fun x => 0 < x) (fun x => 0 < x); [exists (mkposreal 1 Rlt_0_1); intros y _ Y; exact Y | exists 0; auto |].
      intros x y X Y z [Z _]. simpl in Z. assert (F := H z ltac:(lra)). unfold norm; simpl. unfold abs; simpl. rewrite Rabs_right; lra. }
  assert (Q := norm_ge_0 l). lra.
Qed.
Theorem half_gamma_convex n : (1 <= n)%nat -> half_gamma (S n) ^ 2 <= half_gamma n * half_gamma (S (S n)).
Proof.
  intros N. destruct n as [|n]; [lia|]. assert (A := half_gamma_pos (S n) ltac:(lia)). set (a := half_gamma (S n)) in *. set (b := half_gamma (S (S n))). set (c := half_gamma (S (S (S n)))).
  assert (J := fun m => bell_integral m). set (r := b / a).
  assert (I : is_integral 0 p_infty (fun x => x ^ S (S n) * exp (- x ^ 2) + (- (2 * r) * (x ^ S n * exp (- x ^ 2)) + r ^ 2 * (x ^ n * exp (- x ^ 2)))) (c / 2 + (- (2 * r) * (b / 2) + r ^ 2 * (a / 2)))).
  { apply integral_plus; [apply (J (S (S n)))|]. apply integral_plus; apply integral_scal; apply J. }
  apply integral_nonneg in I.
  - apply (Rmult_le_compat_l (2 * a)) in I; [|lra]. unfold r in I. replace (2 * a * (c / 2 + (- (2 * (b / a)) * (b / 2) + (b / a) ^ 2 * (a / 2)))) with (a * c - b ^ 2) in I by (field; lra). lra.
  - intros x X. replace (x ^ S (S n) * exp (- x ^ 2) + (- (2 * r) * (x ^ S n * exp (- x ^ 2)) + r ^ 2 * (x ^ n * exp (- x ^ 2)))) with (x ^ n * exp (- x ^ 2) * (x - r) ^ 2) by (simpl; ring).
    apply Rmult_le_pos; [apply Rmult_le_pos; [apply pow_le; lra | left; apply exp_pos] | apply pow2_ge_0].
Qed.
