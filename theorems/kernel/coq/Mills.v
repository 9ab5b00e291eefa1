(** * Tails of the normal law, and how the profile of Gaussian noise moves *)

From Coq Require Import Reals Lra Psatz.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Spaces Functions Divergences Laws Basics Pieces Gauss.
Open Scope R_scope.

(** ** Functions with a derivative that is not negative *)

Lemma rising (f f' : R -> R) a b : a <= b -> (forall x, a <= x <= b -> is_derive f x (f' x)) -> (forall x, a <= x <= b -> 0 <= f' x) -> f a <= f b.
Proof.
  intros [L|<-] D P; [|lra]. destruct (MVT_gen f a b f') as [c [Hc E]].
  - intros y Y. rewrite Rmin_left, Rmax_right in Y by lra. apply D. lra.
  - intros y Y. rewrite Rmin_left, Rmax_right in Y by lra. apply continuity_pt_filterlim, (ex_derive_continuous f). exists (f' y). apply D. lra.
  - rewrite Rmin_left, Rmax_right in Hc by lra. assert (Q := P c Hc). nra.
Qed.
(* one that does not rise and vanishes at infinity is not negative *)
Lemma falling_to_0 (f f' : R -> R) a : (forall x, a <= x -> is_derive f x (f' x)) -> (forall x, a <= x -> f' x <= 0) -> is_lim f p_infty 0 -> 0 <= f a.
Proof.
  intros D N L. assert (M : forall y, a <= y -> f y <= f a).
  { intros y Y. apply Ropp_le_cancel. apply (rising (fun x => - f x) (fun x => - f' x)); auto.
    - intros x X. apply (is_derive_opp f x (f' x)), D. lra.
    - intros x X. assert (Q := N x ltac:(lra)). lra. }
  apply (is_lim_le_loc f (fun _ => f a) p_infty 0 (f a)); [exists a; intros; apply M; lra | exact L | apply is_lim_const].
Qed.

(** ** Density and distribution function *)

Definition bell_density z := exp (- (z ^ 2) / 2) / sqrt (2 * PI).
Lemma root_2_PI : 0 < sqrt (2 * PI).
Proof. apply sqrt_lt_R0. assert (P := PI_RGT_0). lra. Qed.
Lemma bell_density_pos z : 0 < bell_density z.
Proof. apply Rdiv_lt_0_compat; [apply exp_pos | apply root_2_PI]. Qed.
Lemma Phi_derive z : is_derive Phi z (bell_density z).
Proof.
  assert (P := PI_RGT_0). assert (R2 : 0 < sqrt 2) by (apply sqrt_lt_R0; lra). assert (RP : 0 < sqrt PI) by (apply sqrt_lt_R0; lra).
  assert (S2 : sqrt 2 * sqrt 2 = 2) by (apply sqrt_sqrt; lra).
  assert (A := is_derive_comp area (fun z => z / sqrt 2) z _ (/ sqrt 2) (is_derive_I (z / sqrt 2)) ltac:(auto_derive; [lra | field; lra])).
  assert (B := is_derive_plus (fun _ => 1 / 2) _ z 0 _ (is_derive_const (1 / 2) z) (is_derive_scal _ z (/ sqrt PI) _ A)).
  refine (is_derive_ext _ _ _ _ _ (eq_ind _ (is_derive _ z) B _ _)).
  - intros t. unfold Phi, plus; simpl. field. lra.
  - unfold plus, scal, zero; simpl; unfold mult; simpl. unfold bell_density, bell. rewrite sqrt_mult by lra.
    replace (z / sqrt 2 * (z / sqrt 2)) with (z ^ 2 / (sqrt 2 * sqrt 2)) by (field; lra). rewrite S2. replace (- (z ^ 2 / 2)) with (- z ^ 2 / 2) by field. field. lra.
Qed.
Lemma Phi_slope z : Derive (fun x => Phi x) z = bell_density z.
Proof. apply is_derive_unique, Phi_derive. Qed.
Lemma Phi_ex z : ex_derive (fun x => Phi x) z.
Proof. eexists. apply Phi_derive. Qed.
Lemma bell_density_derive z : is_derive bell_density z (- z * bell_density z).
Proof. unfold bell_density, Rdiv. assert (P := root_2_PI). auto_derive; [lra|]. simpl. field. lra. Qed.
Lemma bell_slope z : Derive (fun x => bell_density x) z = - z * bell_density z.
Proof. apply is_derive_unique, bell_density_derive. Qed.
Lemma Phi_m : is_lim Phi m_infty 0.
Proof.
  assert (P := PI_RGT_0). assert (R2 : 0 < sqrt 2) by (apply sqrt_lt_R0; lra). assert (RP : 0 < sqrt PI) by (apply sqrt_lt_R0; lra).
  apply (is_lim_ext (fun z => 1 / 2 + / sqrt PI * area (/ sqrt 2 * z + 0))).
  - intros z. unfold Phi. replace (/ sqrt 2 * z + 0) with (z / sqrt 2) by (field; lra). field. lra.
  - replace (Finite 0) with (Finite (1 / 2 + / sqrt PI * - (sqrt PI / 2))) by (f_equal; field; lra).
    apply (is_lim_plus (fun _ => 1 / 2) _ m_infty (1 / 2) (/ sqrt PI * - (sqrt PI / 2))); [apply is_lim_const | | reflexivity].
    apply (is_lim_scal_l (fun z => area (/ sqrt 2 * z + 0)) (/ sqrt PI) m_infty (- (sqrt PI / 2))).
    apply (is_lim_comp area _ m_infty (- (sqrt PI / 2)) m_infty). apply I_lim_m. apply lin_lim_m. now apply Rinv_0_lt_compat. exists 0; intros; discriminate.
Qed.
Lemma Phi_tail : is_lim (fun t => Phi (- t)) p_infty 0.
Proof.
  apply (is_lim_comp Phi (fun t => - t) p_infty 0 m_infty); [apply Phi_m | apply (is_lim_opp (fun t => t) p_infty p_infty), is_lim_id | exists 0; intros; discriminate].
Qed.
Lemma bell_density_lim : is_lim bell_density p_infty 0.
Proof.
  assert (P := root_2_PI). apply (is_lim_le_le_loc (fun _ => 0) (fun x => / sqrt (2 * PI) * / x)).
  - exists 2. intros x X. assert (Q := bell_density_pos x). split; [lra|]. unfold bell_density, Rdiv. rewrite Rmult_comm. apply Rmult_le_compat_l; [left; now apply Rinv_0_lt_compat|].
    replace (- x ^ 2 * / 2) with (- (x ^ 2 / 2)) by field. rewrite exp_Ropp. apply Rinv_le_contravar; [lra|]. assert (E := exp_ineq1_le (x ^ 2 / 2)). nra.
  - apply is_lim_const.
  - replace (Finite 0) with (Rbar_mult (/ sqrt (2 * PI)) 0) by (simpl; f_equal; ring). apply is_lim_scal_l. apply (is_lim_inv (fun x => x) p_infty p_infty); [apply is_lim_id | discriminate].
Qed.
Lemma Phi_nonneg z : 0 <= Phi z.
Proof.
  replace z with (- (- z)) by ring. apply (falling_to_0 (fun t => Phi (- t)) (fun t => - bell_density (- t))); [| |apply Phi_tail].
  - intros x _. auto_derive; [apply Phi_ex|]. rewrite Phi_slope. ring.
  - intros x _. assert (Q := bell_density_pos (- x)). lra.
Qed.
Lemma bell_density_even z : bell_density (- z) = bell_density z.
Proof. unfold bell_density. do 2 f_equal. field. Qed.

(* Mills: the tail is less than the density over the distance *)
Lemma tail_upper t : 0 < t -> t * Phi (- t) <= bell_density t.
Proof.
  intros T. assert (H : 0 <= bell_density t / t - Phi (- t)).
  { apply (falling_to_0 (fun t => bell_density t / t - Phi (- t)) (fun t => - (bell_density t / t ^ 2))).
    - intros x X. auto_derive; [repeat split; [eexists; apply bell_density_derive | lra | apply Phi_ex]|].
      rewrite Phi_slope, bell_slope, bell_density_even. field. lra.
    - intros x X. assert (Q := bell_density_pos x). assert (0 < bell_density x / x ^ 2); [|lra]. apply Rdiv_lt_0_compat; [auto | apply pow_lt; lra].
    - apply (is_lim_minus (fun t => bell_density t / t) (fun t => Phi (- t)) p_infty 0 0); [|apply Phi_tail | unfold is_Rbar_minus, is_Rbar_plus; simpl; do 2 f_equal; ring].
      apply (is_lim_le_le_loc (fun _ => 0) bell_density); [|apply is_lim_const | apply bell_density_lim].
      exists 1. intros x X. assert (Q := bell_density_pos x). split; [left; apply Rdiv_lt_0_compat; lra|]. apply (Rmult_le_reg_r x); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. nra. }
  apply (Rmult_le_compat_l t) in H; [|lra]. replace (t * (bell_density t / t - Phi (- t))) with (bell_density t - t * Phi (- t)) in H by (field; lra). lra.
Qed.

(** ** The profile of Gaussian noise, as a function of distance over scale *)

Definition noise_profile e w := Phi (w / 2 - e / w) - exp e * Phi (- (w / 2 + e / w)).
Lemma stick_profile e m s : 0 < s -> 0 < m -> is_hockey_stick line e (gaussian 0 s) (gaussian m s) (noise_profile e (m / s)).
Proof.
  intros S M. apply (line_int_ext (fun x => Rmax 0 (normal 0 s x - exp e * normal m s x))). { intros x. now rewrite !gaussian_normal. }
  refine (eq_ind _ (fun v => line_int _ v) (gaussian_profile m s e S M) _ _). unfold noise_profile. f_equal; [|f_equal]; f_equal; field; lra.
Qed.
(* where the two densities meet *)
Lemma densities_meet e a b : 2 * (a * b) = e -> exp e * bell_density (a + b) = bell_density (a - b).
Proof. intros H. unfold bell_density, Rdiv. rewrite <- Rmult_assoc, <- exp_plus. do 2 f_equal. rewrite <- H. field. Qed.
Theorem profile_rises e v w : 0 < v -> v <= w -> noise_profile e v <= noise_profile e w.
Proof.
  intros V L. apply (rising (noise_profile e) (fun w => bell_density (w / 2 - e / w))); auto.
  - intros x X. unfold noise_profile. auto_derive; [repeat split; try lra; apply Phi_ex|]. rewrite !Phi_slope, bell_density_even.
    replace (x * / 2 + - (e * / x)) with (x / 2 - e / x) by reflexivity. replace (x * / 2 + e * / x) with (x / 2 + e / x) by reflexivity.
    rewrite <- (densities_meet e (x / 2) (e / x)) by (field; lra). field. lra.
  - intros x _. left. apply bell_density_pos.
Qed.
(* noise of scale c / e *)
Theorem profile_scaled c e f : 0 < c -> 0 < e -> e <= f -> noise_profile e (e / c) <= noise_profile f (f / c).
Proof.
  intros C E L. set (g := fun x => Phi (x / (2 * c) - c) - exp x * Phi (- (x / (2 * c) + c))).
  assert (G : forall x, 0 < x -> noise_profile x (x / c) = g x). { intros x X. unfold noise_profile, g. f_equal; [|f_equal]; f_equal; field; lra. }
  rewrite !G by lra. apply (rising g (fun x => bell_density (x / (2 * c) - c) / c - exp x * Phi (- (x / (2 * c) + c)))); auto.
  - intros x X. unfold g. auto_derive; [repeat split; apply Phi_ex|]. rewrite !Phi_slope, bell_density_even.
    replace (x * / (2 * c) + - c) with (x / (2 * c) - c) by reflexivity. replace (x * / (2 * c) + c) with (x / (2 * c) + c) by reflexivity.
    rewrite <- (densities_meet x (x / (2 * c)) c) by (field; lra). field. lra.
  - intros x X. rewrite <- (densities_meet x (x / (2 * c)) c) by (field; lra). set (t := x / (2 * c) + c). assert (T : c <= t). { unfold t. assert (0 < x / (2 * c)) by (apply Rdiv_lt_0_compat; lra). lra. }
    assert (M := tail_upper t ltac:(lra)). assert (P := Phi_nonneg (- t)). assert (Q := exp_pos x). assert (H : c * Phi (- t) <= bell_density t) by nra.
    replace (exp x * bell_density t / c - exp x * Phi (- t)) with (exp x * (bell_density t - c * Phi (- t)) / c) by (field; lra).
    apply Rmult_le_pos; [apply Rmult_le_pos; lra | left; now apply Rinv_0_lt_compat].
Qed.

(* Birnbaum: and it is not much less *)
Lemma tail_lower t : 0 <= t -> bell_density t * (sqrt (t ^ 2 + 4) - t) / 2 <= Phi (- t).
Proof.
  intros T. set (r := fun x => sqrt (x ^ 2 + 4)). assert (R0 : forall x, 0 < r x) by (intros x; apply sqrt_lt_R0; assert (Q := pow2_ge_0 x); lra).
  assert (R2 : forall x, r x * r x = x ^ 2 + 4) by (intros x; apply sqrt_sqrt; assert (Q := pow2_ge_0 x); lra).
  assert (RD : forall x, is_derive r x (x / r x)).
  { intros x. assert (Q := pow2_ge_0 x). unfold r. auto_derive; [lra|]. replace (sqrt (x * (x * 1) + 4)) with (sqrt (x ^ 2 + 4)) by reflexivity. assert (P := R0 x). unfold r in P. field. lra. }
  assert (RX : forall x, ex_derive (fun x => r x) x) by (intros x; eexists; apply RD). assert (RS : forall x, Derive (fun x => r x) x = x / r x) by (intros x; apply is_derive_unique, RD).
  enough (0 <= Phi (- t) - bell_density t * (r t - t) / 2) by (unfold r in *; lra).
  apply (falling_to_0 (fun t => Phi (- t) - bell_density t * (r t - t) / 2) (fun t => - (bell_density t * ((t ^ 2 + 1) * r t - t ^ 3 - 3 * t) / (2 * r t)))).
  - intros x X. assert (P := R0 x). assert (Q := R2 x). auto_derive; [repeat split; [apply Phi_ex | eexists; apply bell_density_derive | apply RX]|].
    rewrite Phi_slope, bell_slope, RS, bell_density_even. set (b := bell_density x). set (y := r x) in *.
    apply (Rmult_eq_reg_r (2 * y)); [|lra]. field_simplify; [|lra|lra]. replace (y ^ 2) with (x ^ 2 + 4) by (rewrite <- Q; ring). ring.
  - intros x X. assert (P := R0 x). assert (Q := R2 x). assert (B := bell_density_pos x).
    assert (K : x ^ 3 + 3 * x <= (x ^ 2 + 1) * r x).
    { apply Rsqr_incr_0_var; [|apply Rmult_le_pos; nra]. unfold Rsqr. replace ((x ^ 2 + 1) * r x * ((x ^ 2 + 1) * r x)) with ((x ^ 2 + 1) ^ 2 * (r x * r x)) by ring. rewrite Q. nra. }
    assert (0 <= bell_density x * ((x ^ 2 + 1) * r x - x ^ 3 - 3 * x) / (2 * r x)); [|lra]. apply Rmult_le_pos; [apply Rmult_le_pos; lra | left; apply Rinv_0_lt_compat; lra].
  - apply (is_lim_minus (fun t => Phi (- t)) (fun t => bell_density t * (r t - t) / 2) p_infty 0 0); [apply Phi_tail | | unfold is_Rbar_minus, is_Rbar_plus; simpl; do 2 f_equal; ring].
    apply (is_lim_le_le_loc (fun _ => 0) bell_density); [|apply is_lim_const | apply bell_density_lim].
    exists 0. intros x X. assert (P := R0 x). assert (Q := R2 x). assert (B := bell_density_pos x). assert (0 <= r x - x <= 2) by (split; nra). split; nra.
Qed.

(* the ratio of tail and density *)
Definition mills t := Phi (- t) / bell_density t.
Lemma mills_derive t : is_derive mills t (t * mills t - 1).
Proof.
  unfold mills. assert (B := bell_density_pos t). auto_derive; [repeat split; [apply Phi_ex | eexists; apply bell_density_derive | lra]|].
  rewrite Phi_slope, bell_slope, bell_density_even. field. lra.
Qed.
Lemma mills_upper t : 0 <= t -> t * mills t <= 1.
Proof.
  intros [T|<-]; [|lra]. assert (B := bell_density_pos t). apply (Rmult_le_reg_r (bell_density t)); auto. unfold mills.
  replace (t * (Phi (- t) / bell_density t) * bell_density t) with (t * Phi (- t)) by (field; lra). rewrite Rmult_1_l. now apply tail_upper.
Qed.
Lemma mills_lower t : 0 <= t -> (sqrt (t ^ 2 + 4) - t) / 2 <= mills t.
Proof.
  intros T. assert (B := bell_density_pos t). apply (Rmult_le_reg_r (bell_density t)); auto. unfold mills. assert (L := tail_lower t T).
  replace (Phi (- t) / bell_density t * bell_density t) with (Phi (- t)) by (field; lra). lra.
Qed.
Lemma mills_falls s t : 0 <= s -> s <= t -> mills t <= mills s.
Proof.
  intros S T. apply Ropp_le_cancel. apply (rising (fun x => - mills x) (fun x => - (x * mills x - 1))); auto.
  - intros x _. apply (is_derive_opp mills x), mills_derive.
  - intros x X. assert (U := mills_upper x ltac:(lra)). lra.
Qed.
Lemma mills_0 : mills 0 = sqrt (2 * PI) / 2.
Proof.
  unfold mills, Phi, bell_density. assert (P := root_2_PI). assert (A : area 0 = 0) by exact (RInt_point 0 bell). rewrite Ropp_0.
  replace (0 / sqrt 2) with 0 by (unfold Rdiv; ring). rewrite A. replace (- 0 ^ 2 / 2) with 0 by field. rewrite exp_0. field. split; [lra|]. assert (Q := PI_RGT_0). apply Rgt_not_eq, sqrt_lt_R0. lra.
Qed.
