(* Gaussian noise on a sampled data set with one record replaced: the two densities cross once. *)
From Coq Require Import Reals Lra Psatz.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Spaces Functions Divergences Laws Basics Finite Pieces Gauss Primitives Mills.
From Stated Require subsampled.
Open Scope R_scope.

Lemma gaussian_above m s u : 0 < s -> is_RInt_gen (gaussian m s) (at_point u) (Rbar_locally p_infty) (Phi ((m - u) / s)).
Proof.
  intros S. assert (R := root_2_PI). replace (Phi ((m - u) / s)) with (0 - - Phi (- (/ s * u + - (m / s)))) by (rewrite Rminus_0_l, Ropp_involutive; f_equal; field; lra).
  apply (gen_p (gaussian m s) (fun x => - Phi (- (/ s * x + - (m / s))))).
  - intros x. auto_derive; [apply Phi_ex|]. rewrite Phi_slope, bell_density_even. unfold bell_density, gaussian. replace (- (/ s * x + - (m / s)) ^ 2 / 2) with (- (x - m) ^ 2 / (2 * s ^ 2)) by (field; lra). field. lra.
  - intros x. apply (ex_derive_continuous (gaussian m s)). unfold gaussian. auto_derive. assert (0 < s * (s * 1)) by nra. repeat split; nra.
  - replace (Finite 0) with (Rbar_opp 0) by (simpl; f_equal; ring). apply (is_lim_opp (fun x => Phi (- (/ s * x + - (m / s)))) p_infty 0).
    apply (is_lim_comp (fun x => Phi (- x)) (fun x => / s * x + - (m / s)) p_infty 0 p_infty); [apply Phi_tail | apply lin_lim_p; now apply Rinv_0_lt_compat | exists 0; intros; discriminate].
Qed.
Theorem replaced : Stated.subsampled.profile__subsampled_gaussian__replaced.
Proof.
  intros e He q Q0 Q1 s S. assert (E1 := exp_ge_1 e He). assert (S2 : 0 < s ^ 2) by nra. set (k := exp (- (1 / (2 * s ^ 2)))). assert (K : 0 < k) by apply exp_pos.
  replace (exp (- (1 / s ^ 2))) with (k * k) by (unfold k; rewrite <- exp_plus; f_equal; field; lra). replace (exp (1 / (2 * s ^ 2))) with (/ k) by (unfold k; rewrite exp_Ropp; field; apply Rgt_not_eq, exp_pos).
  set (A := (1 - q) * (exp e - 1)). assert (A0 : 0 <= A) by (apply Rmult_le_pos; lra). replace (4 * q ^ 2 * exp e * (k * k) + (1 - q) ^ 2 * (exp e - 1) ^ 2) with (4 * q ^ 2 * exp e * (k * k) + A ^ 2) by (unfold A; ring).
  assert (D : 0 < 4 * q ^ 2 * exp e * (k * k) + A ^ 2). { assert (0 < q ^ 2 * exp e * (k * k)) by (apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat|]; nra). nra. }
  assert (T := sqrt_sqrt _ (Rlt_le _ _ D)). assert (T0 := sqrt_lt_R0 _ D). set (t := sqrt _) in *. set (y0 := (A + t) * / k / (2 * q)).
  assert (QK : 0 < q * k) by now apply Rmult_lt_0_compat. assert (Y0 : 0 < y0) by (apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat; [lra | now apply Rinv_0_lt_compat] | lra]).
  assert (Z : q * k * (y0 * y0) - A * y0 - exp e * (q * k) = 0).
  { assert (V : t = 2 * (q * k) * y0 - A) by (unfold y0; field; lra). rewrite V in T. apply (Rmult_eq_reg_l (4 * (q * k))); [|lra]. rewrite Rmult_0_r. lra. }
  set (u := s ^ 2 * ln y0). set (g := gaussian 0 s).
  (* the densities beside the middle one *)
  assert (G : forall x, gaussian 1 s x = g x * (k * exp (x / s ^ 2)) /\ gaussian (-1) s x = g x * (k * / exp (x / s ^ 2))).
  { intros x. assert (R := root_2_PI). unfold g, gaussian, k. rewrite <- exp_Ropp, <- !exp_plus. split.
    - replace (- (x - 1) ^ 2 / (2 * s ^ 2)) with (- (x - 0) ^ 2 / (2 * s ^ 2) + (- (1 / (2 * s ^ 2)) + x / s ^ 2)) by (field; lra). rewrite (exp_plus (- (x - 0) ^ 2 / (2 * s ^ 2))). unfold Rdiv. ring.
    - replace (- (x - -1) ^ 2 / (2 * s ^ 2)) with (- (x - 0) ^ 2 / (2 * s ^ 2) + (- (1 / (2 * s ^ 2)) + - (x / s ^ 2))) by (field; lra). rewrite (exp_plus (- (x - 0) ^ 2 / (2 * s ^ 2))). unfold Rdiv. ring. }
  set (f := fun x => q * gaussian 1 s x + (1 - q) * g x - exp e * (q * gaussian (-1) s x + (1 - q) * g x)).
  assert (F : forall x, f x = g x * (q * k * ((exp (x / s ^ 2) - y0) * (exp (x / s ^ 2) + exp e / y0)) / exp (x / s ^ 2))).
  { intros x. unfold f. destruct (G x) as [-> ->]. assert (Y := exp_pos (x / s ^ 2)). set (y := exp (x / s ^ 2)) in *. assert (W : A = q * k * y0 - exp e * (q * k) / y0) by (apply (Rmult_eq_reg_r y0); [|lra]; transitivity (q * k * (y0 * y0) - exp e * (q * k)); [lra | field; lra]).
    transitivity (g x * (q * k * y - exp e * (q * k) / y - A)); [unfold A; field; lra | rewrite W; field; lra]. }
  assert (GP : forall x, 0 < g x) by (intros x; now apply gaussian_pos). assert (EU : exp (u / s ^ 2) = y0). { replace (u / s ^ 2) with (ln y0) by (unfold u; field; lra). now apply exp_ln. }
  assert (M : forall x z, x < z -> exp (x / s ^ 2) < exp (z / s ^ 2)). { intros x z L. apply exp_increasing. unfold Rdiv. apply Rmult_lt_compat_r; auto. now apply Rinv_0_lt_compat. }
  assert (EY : 0 < exp e / y0) by (apply Rdiv_lt_0_compat; lra).
  assert (I := is_RInt_gen_minus _ _ _ _ (is_RInt_gen_plus _ _ _ _ (is_RInt_gen_scal _ q _ (gaussian_above 1 s u S)) (is_RInt_gen_scal _ (1 - q) _ (gaussian_above 0 s u S)))
    (is_RInt_gen_scal _ (exp e) _ (is_RInt_gen_plus _ _ _ _ (is_RInt_gen_scal _ q _ (gaussian_above (-1) s u S)) (is_RInt_gen_scal _ (1 - q) _ (gaussian_above 0 s u S))))).
  match type of I with is_RInt_gen ?h _ _ ?v => assert (L : line_int (fun x => Rmax 0 (f x)) (0 + 0 + v)); [refine (three_pieces _ (fun _ => 0) (fun _ => 0) h u u 0 0 v (Rle_refl u) _ _ _ (zero_m u) (is_RInt_point (fun _ : R => 0) u) I)|] end.
  - intros x X. symmetry. apply Rmax_left. rewrite F. assert (Y := exp_pos (x / s ^ 2)). assert (N := M x u X). rewrite EU in N.
    assert (0 <= g x * (q * k * ((y0 - exp (x / s ^ 2)) * (exp (x / s ^ 2) + exp e / y0)) / exp (x / s ^ 2))); [|unfold Rdiv in *; nra].
    apply Rmult_le_pos; [left; apply GP|]. apply Rmult_le_pos; [|left; now apply Rinv_0_lt_compat]. apply Rmult_le_pos; [lra|]. apply Rmult_le_pos; lra.
  - intros x X. lra.
  - intros x X. rewrite Rmax_right; [reflexivity|]. rewrite F. assert (Y := exp_pos (x / s ^ 2)). assert (N := M u x X). rewrite EU in N.
    apply Rmult_le_pos; [left; apply GP|]. apply Rmult_le_pos; [|left; now apply Rinv_0_lt_compat]. apply Rmult_le_pos; [lra|]. apply Rmult_le_pos; lra.
  - refine (eq_ind _ (fun v => line_int _ v) L _ _). unfold minus, plus, opp, scal; simpl; unfold mult; simpl.
    replace ((1 - u) / s) with (- (s * ln y0 - 1 / s)) by (unfold u; field; lra). replace ((0 - u) / s) with (- (s * ln y0)) by (unfold u; field; lra). replace ((-1 - u) / s) with (- (s * ln y0 + 1 / s)) by (unfold u; field; lra).
    rewrite !Phi_erfc. fold y0. rewrite <- (Rmult_assoc (sqrt 2) s). field.
Qed.
