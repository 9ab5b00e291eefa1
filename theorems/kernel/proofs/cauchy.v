(* Cauchy noise: total variation, and the calibration to a smooth sensitivity. *)
From Coq Require Import Reals Lra Psatz.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Spaces Functions Divergences Laws Basics Pieces Extremes.
From Stated Require cauchy.
Open Scope R_scope.

Lemma cauchy_under m b x : 0 < b -> 0 < (x - m) ^ 2 + b ^ 2.
Proof. intros B. assert (0 < b ^ 2) by nra. assert (Q := pow2_ge_0 (x - m)). lra. Qed.
Lemma cauchy_pos m b x : 0 < b -> 0 < cauchy m b x.
Proof. intros B. assert (P := PI_RGT_0). assert (Q := cauchy_under m b x B). apply Rdiv_lt_0_compat; auto. now apply Rmult_lt_0_compat. Qed.
Lemma cauchy_continuous m b x : 0 < b -> continuous (cauchy m b) x.
Proof.
  intros B. assert (P := PI_RGT_0). assert (Q := cauchy_under m b x B). apply (ex_derive_continuous (cauchy m b)). unfold cauchy. auto_derive.
  replace ((x + - m) * ((x + - m) * 1) + b * (b * 1)) with ((x - m) ^ 2 + b ^ 2) by ring. apply Rgt_not_eq. now apply Rmult_lt_0_compat.
Qed.

(** Its distribution function *)

Definition arc m b x := atan ((x - m) / b) / PI.
Lemma arc_derive m b x : 0 < b -> is_derive (arc m b) x (cauchy m b x).
Proof.
  intros B. assert (P := PI_RGT_0). assert (Q := cauchy_under m b x B). unfold arc, cauchy.
  assert (A := is_derive_comp atan (fun x => (x - m) / b) x _ (/ b) (is_derive_atan ((x - m) / b)) ltac:(auto_derive; [lra | field; lra])).
  refine (is_derive_ext _ _ _ _ _ (eq_ind _ (is_derive _ x) (is_derive_scal _ x (/ PI) _ A) _ _)).
  - intros t. unfold Rdiv. apply Rmult_comm.
  - unfold scal; simpl; unfold mult; simpl. unfold Rsqr. field. repeat split; lra.
Qed.
Lemma atan_p : is_lim atan p_infty (PI / 2).
Proof.
  apply (is_lim_ext_loc (fun x => PI / 2 - atan (/ x))). { exists 0. intros x X. rewrite atan_inv by auto. ring. }
  replace (Finite (PI / 2)) with (Finite (PI / 2 - atan 0)) by (rewrite atan_0; f_equal; ring).
  apply (is_lim_minus (fun _ => PI / 2) (fun x => atan (/ x)) p_infty (PI / 2) (atan 0)); [apply is_lim_const | | reflexivity].
  apply (is_lim_comp_continuous Rinv atan p_infty 0).
  - apply (is_lim_inv (fun x => x) p_infty p_infty); [apply is_lim_id | discriminate].
  - apply (ex_derive_continuous atan). eexists. apply is_derive_atan.
Qed.
Lemma atan_m : is_lim atan m_infty (- (PI / 2)).
Proof.
  apply (is_lim_ext (fun x => - atan (- x))). { intros x. rewrite atan_opp. ring. }
  apply (is_lim_opp (fun x => atan (- x)) m_infty (PI / 2)). apply (is_lim_comp atan Ropp m_infty (PI / 2) p_infty); [apply atan_p | apply (is_lim_opp (fun x => x) m_infty m_infty), is_lim_id | exists 0; intros; discriminate].
Qed.
Lemma arc_p m b : 0 < b -> is_lim (arc m b) p_infty (1 / 2).
Proof.
  intros B. assert (P := PI_RGT_0). apply (is_lim_ext (fun x => / PI * atan (/ b * x + - (m / b)))). { intros x. unfold arc. replace (/ b * x + - (m / b)) with ((x - m) / b) by (field; lra). unfold Rdiv. ring. }
  replace (Finite (1 / 2)) with (Rbar_mult (/ PI) (PI / 2)) by (simpl; f_equal; field; lra). apply is_lim_scal_l.
  apply (is_lim_comp atan _ p_infty (PI / 2) p_infty); [apply atan_p | apply lin_lim_p; now apply Rinv_0_lt_compat | exists 0; intros; discriminate].
Qed.
Lemma arc_m m b : 0 < b -> is_lim (arc m b) m_infty (- (1 / 2)).
Proof.
  intros B. assert (P := PI_RGT_0). apply (is_lim_ext (fun x => / PI * atan (/ b * x + - (m / b)))). { intros x. unfold arc. replace (/ b * x + - (m / b)) with ((x - m) / b) by (field; lra). unfold Rdiv. ring. }
  replace (Finite (- (1 / 2))) with (Rbar_mult (/ PI) (- (PI / 2))) by (simpl; f_equal; field; lra). apply is_lim_scal_l.
  apply (is_lim_comp atan _ m_infty (- (PI / 2)) m_infty); [apply atan_m | apply lin_lim_m; now apply Rinv_0_lt_compat | exists 0; intros; discriminate].
Qed.
Lemma cauchy_law m b : 0 < b -> line_int (cauchy m b) 1.
Proof.
  intros B. assert (X := gen_m (cauchy m b) (arc m b) m _ (fun x => arc_derive m b x B) (fun x => cauchy_continuous m b x B) (arc_m m b B)).
  assert (Y := gen_p (cauchy m b) (arc m b) m _ (fun x => arc_derive m b x B) (fun x => cauchy_continuous m b x B) (arc_p m b B)).
  assert (Z := is_RInt_gen_Chasles _ _ _ _ X Y). refine (eq_ind _ (fun v => line_int _ v) Z _ _). unfold plus; simpl. field.
Qed.

Theorem tv_cauchy : Stated.cauchy.tv__cauchy.
Proof.
  intros b B. assert (P := PI_RGT_0). apply tv_line; [now apply cauchy_law | now apply cauchy_law |]. set (f := fun x => cauchy 0 b x - cauchy 1 b x). set (F := fun x => arc 0 b x - arc 1 b x).
  assert (D : forall x, is_derive F x (f x)) by (intros x; apply (is_derive_minus (arc 0 b) (arc 1 b)); now apply arc_derive).
  assert (C : forall x, continuous f x) by (intros x; apply (continuous_minus (cauchy 0 b) (cauchy 1 b)); now apply cauchy_continuous).
  assert (L : is_lim F m_infty 0). { apply (is_lim_minus (arc 0 b) (arc 1 b) m_infty (- (1 / 2)) (- (1 / 2))); [now apply arc_m | now apply arc_m |]. unfold is_Rbar_minus, is_Rbar_plus; simpl. do 2 f_equal. ring. }
  assert (E : forall x, f x = b * (1 - 2 * x) / (PI * ((x - 0) ^ 2 + b ^ 2) * ((x - 1) ^ 2 + b ^ 2))).
  { intros x. assert (U := cauchy_under 0 b x B). assert (V := cauchy_under 1 b x B). unfold f, cauchy. field. lra. }
  assert (W : forall x, 0 < PI * ((x - 0) ^ 2 + b ^ 2) * ((x - 1) ^ 2 + b ^ 2)) by (intros x; apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; auto|]; now apply cauchy_under).
  assert (H := gen_m f F (1 / 2) 0 D C L). replace (2 * atan (1 / (2 * b)) / PI) with (F (1 / 2) - 0 + 0 + 0).
  - refine (three_pieces _ f (fun _ => 0) (fun _ => 0) (1 / 2) (1 / 2) _ _ _ _ _ _ _ H _ (zero_p _)); try lra.
    + intros x X. rewrite exp_0, Rmult_1_l. fold (f x). rewrite Rmax_right; auto. rewrite E. apply Rmult_le_pos; [nra | left; now apply Rinv_0_lt_compat].
    + intros x X. lra.
    + intros x X. rewrite exp_0, Rmult_1_l. fold (f x). rewrite Rmax_left; auto. rewrite E. assert (0 <= b * (2 * x - 1) * / (PI * ((x - 0) ^ 2 + b ^ 2) * ((x - 1) ^ 2 + b ^ 2))). { apply Rmult_le_pos; [nra | left; now apply Rinv_0_lt_compat]. }
      unfold Rdiv. replace (b * (1 - 2 * x)) with (- (b * (2 * x - 1))) by ring. lra.
    + apply (is_RInt_point (fun _ : R => 0) (1 / 2)).
  - unfold F, arc. replace ((1 / 2 - 0) / b) with (1 / (2 * b)) by (field; lra). replace ((1 / 2 - 1) / b) with (- (1 / (2 * b))) by (field; lra). rewrite atan_opp. field. lra.
Qed.

(** What is bounded has a greatest divergence *)

Lemma max_line_below p q M : 0 < M -> (forall x, 0 < p x) -> (forall x, 0 < q x) -> (forall x, continuous p x) -> (forall x, continuous q x) -> (forall x, p x <= M * q x) ->
  exists r, is_max_divergence line p q (Finite r) /\ r <= ln M.
Proof.
  intros HM P Q CP CQ L. assert (B : forall x, p x / q x <= M). { intros x. assert (Y := Q x). apply (Rmult_le_reg_r (q x)); auto. unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra. apply L. }
  destruct (completeness (fun r => exists x, r = p x / q x)) as [s [U V]]; [exists M; intros r [x ->]; apply B | now exists (p 0 / q 0), 0 |].
  assert (S : 0 < s). { assert (0 < p 0 / q 0) by now apply Rdiv_lt_0_compat. assert (p 0 / q 0 <= s) by (apply U; now exists 0). lra. }
  exists (ln s). split; [split|].
  - intros x _. rewrite exp_ln by auto. assert (Y := Q x). assert (Z : p x / q x <= s) by (apply U; now exists x). apply (Rmult_le_compat_r (q x)) in Z; [|lra]. replace (p x / q x * q x) with (p x) in Z by (field; lra). exact Z.
  - intros e E. destruct (Classical_Prop.classic (exists x, exp e * q x < p x)) as [[x X]|N]; [now apply (exceeds_line e p q x)|]. exfalso.
    assert (W : s <= exp e). { apply V. intros r [x ->]. assert (Y := Q x). apply (Rmult_le_reg_r (q x)); auto. replace (p x / q x * q x) with (p x) by (field; lra). apply Rnot_lt_le. intros H. apply N. now exists x. }
    apply exp_increasing in E. rewrite exp_ln in E by auto. lra.
  - assert (W : s <= M) by (apply V; intros r [x ->]; apply B). destruct W as [W | ->]; [left; now apply ln_increasing | lra].
Qed.

(* in units of the first scale: a scale k = exp t of the second, and a shift s *)
Lemma cauchy_ratio a k s y : 0 <= a -> 0 < k -> k <= exp a -> exp (- a) <= k -> 0 <= s -> s <= a -> s <= a * k -> (y - s) ^ 2 + k ^ 2 <= exp (6 * a) * k * (y ^ 2 + 1).
Proof.
  intros A K KU KL S SA SK. assert (E := exp_ineq1_le a). assert (E0 := exp_pos a). set (x := exp a) in *. assert (I : exp (- a) * x = 1) by (unfold x; rewrite <- exp_plus, Rplus_opp_l; apply exp_0).
  assert (X6 : exp (6 * a) = x * x * x * x * x * x) by (unfold x; rewrite <- !exp_plus; f_equal; ring). assert (KX : 1 <= k * x) by nra.
  assert (X2 : 1 + a + a * a <= x * x) by nra. assert (X1 : 1 <= x) by lra.
  assert (M : k * x <= k * (x * x * x * x * x * x)). { apply Rmult_le_compat_l; [lra|]. assert (1 <= x * x) by nra. assert (1 <= x * x * x) by nra. assert (1 <= x * x * x * x) by nra. assert (1 <= x * x * x * x * x) by nra. nra. }
  assert (N : k * x * (x * x) <= k * (x * x * x * x * x * x)). { replace (k * (x * x * x * x * x * x)) with (k * x * (x * x) * (x * x * x)) by ring. assert (1 <= x * x) by nra. assert (1 <= x * x * x) by nra. assert (0 <= k * x * (x * x)) by nra. nra. }
  rewrite X6. set (w := k * (x * x * x * x * x * x)) in *. replace (x * x * x * x * x * x * k) with w by (unfold w; ring).
  assert (F : 1 + s <= w). { apply Rle_trans with (k * x * (x * x)); auto. assert (1 + s <= x * x) by nra. nra. }
  assert (G : s + s * s + k * k <= w).
  { apply Rle_trans with (k * x * (x * x)); auto. assert (s * s <= a * (a * k)) by (apply Rmult_le_compat; auto). assert (k * k <= k * x) by (apply Rmult_le_compat_l; lra). assert (s + s * s + k * k <= k * (a + a * a + x)) by lra. apply Rle_trans with (k * (a + a * a + x)); auto.
    rewrite Rmult_assoc. apply Rmult_le_compat_l; [lra|]. assert (x * (1 + a + a * a) <= x * (x * x)) by nra. assert (0 <= (x - 1) * (a + a * a)) by (apply Rmult_le_pos; nra). lra. }
  assert (2 * (y * - s) <= s * (y * y) + s) by (assert (0 <= s * ((y + 1) * (y + 1))) by (apply Rmult_le_pos; [auto | apply Rle_0_sqr]); lra).
  assert ((1 + s) * (y * y) <= w * (y * y)) by (apply Rmult_le_compat_r; [apply Rle_0_sqr | auto]). lra.
Qed.
Theorem smooth_cauchy : Stated.cauchy.mechanism__smooth__cauchy.
Proof.
  intros e E u U0 U1 r R0 R1. assert (P := PI_RGT_0). set (a := e / 6). set (k := exp (e * r / 6)). set (v := u * exp (e * (r / 2 - Rabs r / 2) / 6)).
  assert (A : 0 < a) by (unfold a; lra). assert (K : 0 < k) by apply exp_pos. assert (EX : forall x y, x <= y -> exp x <= exp y) by (intros x y [L | ->]; [left; now apply exp_increasing | lra]).
  assert (V0 : 0 <= v) by (apply Rmult_le_pos; auto; left; apply exp_pos). assert (V : v <= 1 /\ v <= k).
  { assert (F := exp_pos (e * (r / 2 - Rabs r / 2) / 6)). assert (B : exp (e * (r / 2 - Rabs r / 2) / 6) <= 1 /\ exp (e * (r / 2 - Rabs r / 2) / 6) <= k).
    { split; [rewrite <- exp_0|]; apply EX; unfold Rabs; destruct (Rcase_abs r); nra. }
    unfold v. split; nra. }
  assert (B : 0 < 6 / e) by (apply Rdiv_lt_0_compat; lra). assert (C : 0 < 6 * k / e) by (apply Rdiv_lt_0_compat; lra). assert (W := exp_pos e).
  destruct (max_line_below (cauchy 0 (6 / e)) (cauchy v (6 * k / e)) (exp e)) as [d D]; auto; try (intros; now apply cauchy_pos); try (intros; now apply cauchy_continuous).
  2: { rewrite ln_exp in D. now exists d. }
  intros x. assert (Q := cauchy_ratio a k (a * v) (a * x) ltac:(lra) K ltac:(apply EX; unfold a; nra) ltac:(apply EX; unfold a; nra) ltac:(nra) ltac:(nra) ltac:(nra)).
  replace (6 * a) with e in Q by (unfold a; field). replace (6 * k / e) with (k / a) by (unfold a; field; lra). replace (6 / e) with (/ a) by (unfold a; field; lra).
  assert (I : 0 < / a) by now apply Rinv_0_lt_compat. assert (Y := cauchy_under 0 (/ a) x I). assert (Z := cauchy_under v (k / a) x ltac:(apply Rdiv_lt_0_compat; lra)).
  unfold cauchy. apply (Rmult_le_reg_r (PI * ((x - 0) ^ 2 + (/ a) ^ 2) * (a * a * a) * ((x - v) ^ 2 + (k / a) ^ 2))).
  { apply Rmult_lt_0_compat; auto. apply Rmult_lt_0_compat; [now apply Rmult_lt_0_compat | exact (Rmult_lt_0_compat _ _ (Rmult_lt_0_compat _ _ A A) A)]. }
  assert (T : 0 < (x * a) ^ 2 + 1) by (assert (G := pow2_ge_0 (x * a)); lra).
  assert (S : 0 < (a * x - a * v) ^ 2 + k ^ 2) by (assert (G := pow2_ge_0 (a * x - a * v)); nra).
  apply Rle_trans with ((a * x - a * v) ^ 2 + k ^ 2); [right; field; lra|]. apply Rle_trans with (1 := Q). right. field. lra.
Qed.
