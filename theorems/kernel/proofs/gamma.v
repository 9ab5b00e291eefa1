(* The gamma function at whole numbers: an integral, the moments of a gamma law, and bodies whose volumes it gives. *)
From Coq Require Import Reals Lra Psatz Lia.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Spaces Functions Divergences Laws Basics Pieces Gauss Primitives Gamma.
From Stated Require gamma.
Open Scope R_scope.

Lemma fact_nonzero n : INR (fact n) <> 0.
Proof. apply INR_fact_neq_0. Qed.
Lemma pow_nonzero_pos x n : 0 < x -> x ^ n <> 0.
Proof. intros X. apply pow_nonzero. lra. Qed.
(* at the scale 1 *)
Lemma gamma_unit n a : a = INR n -> is_integral 0 p_infty (fun x => power x a * exp (- x)) (INR (fact n)).
Proof.
  intros A. apply (is_integral_at _ _ _ (INR (fact n) / 1 ^ S n)). { rewrite pow1. field. }
  apply (integral_positive (fun x => power x a * exp (- (1 * x)))); [intros x _; now rewrite Rmult_1_l | apply gamma_power; auto; lra].
Qed.
Lemma gamma_unit_pow n : is_integral 0 p_infty (fun x => x ^ n * exp (- x)) (INR (fact n)).
Proof. apply (integral_positive (fun x => power x (INR n) * exp (- x))); [intros x X; now rewrite power_natural | now apply gamma_unit]. Qed.
Lemma INR_less k : (1 <= k)%nat -> INR (k - 1) = INR k - 1.
Proof. intros K. rewrite minus_INR by auto. reflexivity. Qed.

Theorem gamma_integral_whole : Stated.gamma.gamma__integral.
Proof. intros k K. apply gamma_unit. now rewrite INR_less. Qed.

Theorem gamma_moment : Stated.gamma.gamma__moment.
Proof.
  intros k K m t T. assert (I : 0 < / t) by now apply Rinv_0_lt_compat. set (n := (m + (k - 1))%nat).
  exists (INR (fact n) / (/ t) ^ S n). split.
  - apply (integral_positive (fun x => power x (INR k + INR m - 1) * exp (- (/ t * x)))).
    { intros x _. do 3 f_equal. field. lra. }
    apply gamma_power; auto. unfold n. rewrite plus_INR, INR_less by auto. ring.
  - rewrite power_pos, Rpower_Ropp, Rpower_pow by auto. replace (S n) with (k + m)%nat by (unfold n; lia). rewrite pow_add, <- !Rinv_pow by lra.
    assert (A := fact_nonzero (k - 1)). assert (B := pow_nonzero_pos t k T). assert (C := pow_nonzero_pos t m T). field. auto.
Qed.

Theorem knorm_radius : Stated.gamma.knorm__radius.
Proof.
  intros d D e E. eexists. split; [now apply gamma_integral|]. rewrite power_pos by auto. rewrite <- S_INR, Rpower_pow by auto.
  assert (A := fact_nonzero d). assert (B := pow_nonzero_pos e (S d) E). field. auto.
Qed.

Theorem knorm_error_factor : Stated.gamma.knorm__error__factor.
Proof.
  intros d D e E. assert (A := fact_nonzero d). assert (B := pow_nonzero_pos e d E). set (c := e ^ S d / INR (fact d)).
  refine (integral_positive _ _ _ _ (is_integral_at _ _ _ _ _ _ (integral_scal _ _ c _ _ (gamma_integral (d + 2) e E)))).
  - intros x X. cbv beta. rewrite power_pos by auto. rewrite <- S_INR, Rpower_pow by auto. rewrite pow_add. unfold c. field. auto.
  - unfold c. replace (d + 2)%nat with (S (S d)) by lia. rewrite !fact_simpl, !mult_INR, !S_INR. simpl pow. field. repeat split; auto; lra.
Qed.

Theorem knorm_error_isotropic : Stated.gamma.knorm__error__isotropic.
Proof.
  intros d D e E. assert (A := fact_nonzero (d - 1)). assert (B := pow_nonzero_pos e d E). assert (L := INR_less d D). assert (N : 1 <= INR d) by (apply (le_INR 1) in D; exact D).
  set (c := e ^ d / INR (fact (d - 1))). exists (INR d / e). split.
  - refine (integral_positive _ _ _ _ (is_integral_at _ _ _ _ _ _ (integral_scal _ _ c _ _ (gamma_integral d e E)))).
    + intros x X. cbv beta. rewrite <- L, power_natural by auto. unfold c. replace (x ^ d) with (x * x ^ (d - 1)). field; auto.
      destruct d as [|d]; [lia|]. simpl. now rewrite Nat.sub_0_r.
    + unfold c. replace (INR (fact d)) with (INR d * INR (fact (d - 1))). simpl pow. field. repeat split; auto; lra.
      destruct d as [|d]; [lia|]. rewrite fact_simpl, mult_INR. do 3 f_equal. lia.
  - assert (P := sqrt_lt_R0 (INR d) ltac:(lra)). assert (Q := sqrt_lt_R0 (INR d + 2) ltac:(lra)). assert (S := sqrt_sqrt (INR d) ltac:(lra)).
    assert (M : sqrt (INR d) * sqrt (INR d + 2) <= INR d + 1).
    { rewrite <- sqrt_mult by lra. rewrite <- (sqrt_pow2 (INR d + 1)) by lra. apply sqrt_le_1_alt. nra. }
    apply (Rmult_le_reg_r (e * sqrt (INR d + 2))). { now apply Rmult_lt_0_compat. }
    replace (INR d / e * (e * sqrt (INR d + 2))) with (INR d * sqrt (INR d + 2)) by (field; lra).
    replace (sqrt (INR d) * (INR d + 1) / (e * sqrt (INR d + 2)) * (e * sqrt (INR d + 2))) with (sqrt (INR d) * (INR d + 1)) by (field; lra).
    rewrite <- S at 1. rewrite Rmult_assoc. apply Rmult_le_compat_l; lra.
Qed.

Theorem volume_cross_polytope : Stated.gamma.volume__cross_polytope.
Proof.
  intros d D. exists (INR (fact (d - 1))). split; [apply gamma_unit; now rewrite INR_less|]. f_equal.
  destruct d as [|d]; [lia|]. rewrite (fact_simpl d), mult_INR. do 3 f_equal. lia.
Qed.

Theorem isotropic_simplex : Stated.gamma.isotropic__simplex.
Proof.
  intros d D. assert (N : 2 <= INR d) by (apply (le_INR 2) in D; exact D).
  exists (INR (fact 1)). split. { apply (integral_positive (fun x => x ^ 1 * exp (- x))); [intros; now rewrite pow_1 | apply gamma_unit_pow]. }
  exists (INR (fact 2)). split; [apply gamma_unit_pow|]. exists (INR (fact d)). split; [apply gamma_unit_pow|].
  exists (INR (fact (S d))). split; [apply gamma_unit; now rewrite S_INR|].
  rewrite (fact_simpl d), mult_INR, S_INR. replace (INR (fact d)) with (INR d * INR (fact (d - 1))). 2: { destruct d as [|n]; [lia|]. rewrite (fact_simpl n), mult_INR. do 3 f_equal. lia. }
  assert (A := fact_nonzero (d - 1)). set (a := INR (fact (d - 1))) in *. set (n := INR d) in *.
  replace (INR (fact 1)) with 1 by reflexivity. replace (INR (fact 2)) with 2 by (simpl; ring).
  set (w := (n + 1) * (n + 2)). assert (W : 0 < w) by (unfold w; nra).
  match goal with |- power ?x _ * ?y * _ / _ = _ => replace x with (/ w); [replace y with (n / ((n + 2) * (n + 1) ^ 2)) |] end.
  3: { unfold w. field. repeat split; first [exact A | lra]. }
  2: { unfold w. field. repeat split; first [exact A | lra]. }
  rewrite !power_pos by (auto; now apply Rinv_0_lt_compat). replace (Rpower (/ w) (n - 1)) with (Rpower w (- n) * w).
  - unfold w at 2. field. lra.
  - rewrite <- (Rpower_1 w) at 2 by auto. rewrite <- Rpower_plus. unfold Rpower. rewrite ln_Rinv by auto. f_equal. ring.
Qed.
