(* Gumbel and logistic laws, Pareto and Rayleigh: densities with a primitive. *)
From Coq Require Import Reals Lra Psatz.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Spaces Functions Divergences Laws Basics Pieces Gauss Primitives.
From Stated Require smooth.
Open Scope R_scope.

Lemma squeezed (F h : R -> R) z : (forall x, 0 <= F x <= h x) -> is_lim h z 0 -> is_lim F z 0.
Proof.
  intros B H. apply (is_lim_le_le_loc (fun _ => 0) h F); [|apply is_lim_const | exact H]. destruct z; simpl.
  exists (mkposreal 1 Rlt_0_1). intros; apply B. exists 0. intros; apply B. exists 0. intros; apply B.
Qed.

Lemma scaled_lim (c : R) (f : R -> R) z : is_lim f z 0 -> is_lim (fun x => c * f x) z 0.
Proof. intros H. replace (Finite 0) with (Rbar_mult c 0) by (simpl; f_equal; ring). now apply is_lim_scal_l. Qed.

(** Gumbel laws: exp(- k exp(- x / b)) / k *)

Definition tail k b x := exp (- (k * exp (- / b * x + 0))) / k.
Lemma tail_derive k b x : 0 < k -> 0 < b -> is_derive (tail k b) x (exp (- (x / b) - k * exp (- (x / b))) / b).
Proof.
  intros K B. unfold tail. auto_derive; auto. replace (- / b * x + 0) with (- (x / b)) by (field; lra).
  unfold Rminus. rewrite (exp_plus (- (x / b))). field. lra.
Qed.
Lemma tail_m k b : 0 < k -> 0 < b -> is_lim (tail k b) m_infty 0.
Proof.
  intros K B. assert (I : 0 < / b) by now apply Rinv_0_lt_compat. apply (squeezed _ (fun x => / (k * k * b) * (exp (/ b * x + 0) / / b))).
  - intros x. unfold tail. set (u := k * exp (- / b * x + 0)). assert (U : 0 < u) by (apply Rmult_lt_0_compat; auto; apply exp_pos).
    assert (E := exp_ineq1_le u). split. left. apply Rdiv_lt_0_compat; auto. apply exp_pos.
    replace (/ (k * k * b) * (exp (/ b * x + 0) / / b)) with (/ u / k).
    2: { unfold u. replace (- / b * x + 0) with (- (/ b * x + 0)) by ring. rewrite exp_Ropp. assert (P := exp_pos (/ b * x + 0)). field. repeat split; lra. }
    unfold Rdiv. apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat|]. rewrite exp_Ropp. apply Rinv_le_contravar; lra.
  - apply (scaled_lim (/ (k * k * b)) (fun x => exp (/ b * x + 0) / / b)). now apply exp_lim_m.
Qed.
Lemma tail_p k b : 0 < k -> 0 < b -> is_lim (tail k b) p_infty (/ k).
Proof.
  intros K B. assert (I : 0 < / b) by now apply Rinv_0_lt_compat.
  assert (H := is_lim_comp_continuous (fun x => exp (- / b * x + 0) / (- / b)) (fun u => exp (- (k * (- / b * u))) / k) p_infty 0 (exp_lim_p (- / b) 0 ltac:(lra))).
  assert (C : continuous (fun u => exp (- (k * (- / b * u))) / k) 0) by (apply (ex_derive_continuous (fun u => exp (- (k * (- / b * u))) / k)); auto_derive; lra).
  specialize (H C). cbv beta in H. replace (exp (- (k * (- / b * 0))) / k) with (/ k) in H.
  2: { replace (- (k * (- / b * 0))) with 0 by ring. rewrite exp_0. field. lra. }
  refine (is_lim_ext _ _ _ _ _ H). intros x. unfold tail. f_equal. f_equal. field. lra.
Qed.
Lemma density_continuous k b x : 0 < k -> 0 < b -> continuous (fun x => exp (- (x / b) - k * exp (- (x / b))) / b) x.
Proof. intros K B. apply (ex_derive_continuous (fun x => exp (- (x / b) - k * exp (- (x / b))) / b)). auto_derive. lra. Qed.
Lemma gumbel_line k b : 0 < k -> 0 < b -> is_integral m_infty p_infty (fun x => exp (- (x / b) - k * exp (- (x / b))) / b) (/ k).
Proof.
  intros K B. replace (/ k) with (/ k - 0) by ring. apply (primitive_integral m_infty p_infty _ (tail k b)); try discriminate; simpl; auto.
  - intros x _. now apply tail_derive.
  - intros x _. now apply density_continuous.
  - now apply tail_m.
  - now apply tail_p.
Qed.
Lemma gumbel_below k b v : 0 < k -> 0 < b -> is_integral m_infty (Finite v) (fun x => exp (- (x / b) - k * exp (- (x / b))) / b) (tail k b v).
Proof.
  intros K B. replace (tail k b v) with (tail k b v - 0) by ring. apply (primitive_integral m_infty (Finite v) _ (tail k b)); try discriminate; simpl; auto.
  - intros x _. now apply tail_derive.
  - intros x _. now apply density_continuous.
  - now apply tail_m.
  - apply (at_end_left v); [|reflexivity]. apply (ex_derive_continuous (tail k b)). eexists. now apply tail_derive.
Qed.

Theorem density_gumbel : Stated.smooth.density__gumbel.
Proof.
  intros b B m. set (k := exp (m / b)). assert (K : 0 < k) by apply exp_pos. assert (H := integral_scal _ _ k _ _ (gumbel_line k b K B)).
  refine (is_integral_ext _ _ _ _ _ _ (is_integral_at _ _ _ _ _ _ H)); [|field; lra]. intros x. cbv beta.
  replace (- (k * exp (- (x / b))) + m / b - x / b) with (m / b + (- (x / b) - k * exp (- (x / b)))) by ring. rewrite (exp_plus (m / b)). fold k. unfold Rdiv. ring.
Qed.
Theorem density_gumbel_below : Stated.smooth.density__gumbel__below.
Proof.
  intros b B m. set (k := exp (m / b)). assert (K : 0 < k) by apply exp_pos. assert (H := integral_scal _ _ k _ _ (gumbel_below k b (b + m) K B)).
  refine (is_integral_ext _ _ _ _ _ _ (is_integral_at _ _ _ _ _ _ H)).
  - intros x. cbv beta. replace (- (k * exp (- (x / b))) + m / b - x / b) with (m / b + (- (x / b) - k * exp (- (x / b)))) by ring. rewrite (exp_plus (m / b)). fold k. unfold Rdiv. ring.
  - unfold tail. replace (k * exp (- / b * (b + m) + 0)) with (exp (- 1)); [field; lra|]. unfold k. rewrite <- exp_plus. f_equal. field. lra.
Qed.
Theorem mechanism_gumbel : Stated.smooth.mechanism__exponential__gumbel.
Proof.
  intros q Q r R. assert (H := integral_scal _ _ q _ _ (gumbel_line (q + r) 1 ltac:(lra) ltac:(lra))). refine (is_integral_ext _ _ _ _ _ _ H). intros x. cbv beta.
  replace (x / 1) with x by field. replace (- x - (q + r) * exp (- x)) with (- x + - (q * exp (- x)) + - (r * exp (- x))) by ring. rewrite !exp_plus. field.
Qed.

Lemma gumbel_form m b x : 0 < b -> gumbel m b x = exp (m / b - x / b - exp (m / b) * exp (- (x / b))) / b.
Proof.
  intros B. unfold gumbel. replace (- (x - m) / b) with (m / b + - (x / b)) by (field; lra). now rewrite (exp_plus (m / b) (- (x / b))).
Qed.
Lemma gumbel_dominated m n b : 0 < b -> dominated line (gumbel m b) (gumbel n b).
Proof. intros B x _ Z. assert (0 < gumbel n b x); [|lra]. apply Rdiv_lt_0_compat; auto. apply exp_pos. Qed.
Lemma gumbel_moment a m n b : 0 < b -> let k := a * exp (m / b) + (1 - a) * exp (n / b) in 0 < k ->
  line_int (moment (A := line) a (gumbel m b) (gumbel n b)) (exp (a * (m / b) + (1 - a) * (n / b)) / k).
Proof.
  intros B k K. assert (H := integral_scal _ _ (exp (a * (m / b) + (1 - a) * (n / b))) _ _ (gumbel_line k b K B)).
  refine (is_integral_ext m_infty p_infty _ _ _ _ H). intros x. unfold moment. rewrite !gumbel_form by auto.
  rewrite !power_exp_over by auto. rewrite <- exp_plus, exp_over, <- exp_plus by auto. f_equal. unfold k. ring.
Qed.
Theorem renyi_gumbel : Stated.smooth.renyi__gumbel.
Proof.
  intros a A b B. intros W. assert (K : a * exp (0 / b) + (1 - a) * exp (1 / b) = - ((a - 1) * (exp (1 / b) - 1)) + 1).
  { replace (0 / b) with 0 by (field; lra). rewrite exp_0. ring. }
  assert (G := gumbel_moment a 0 1 b B ltac:(rewrite K; lra)). rewrite K in G. set (k := - ((a - 1) * (exp (1 / b) - 1)) + 1) in *.
  split. { intros _. now apply gumbel_dominated. } eexists. split; [exact G|]. split. { apply Rdiv_lt_0_compat; [apply exp_pos | lra]. }
  rewrite ln_div, ln_exp by (try apply exp_pos; lra). field. lra.
Qed.
Theorem renyi_gumbel_reversed : Stated.smooth.renyi__gumbel__reversed.
Proof.
  intros a A b B. assert (E : 1 < exp (1 / b)). { apply Rle_lt_trans with (exp 0); [rewrite exp_0; lra|]. apply exp_increasing. apply Rdiv_lt_0_compat; lra. }
  assert (K : a * exp (1 / b) + (1 - a) * exp (0 / b) = a * exp (1 / b) - a + 1). { replace (0 / b) with 0 by (field; lra). rewrite exp_0. ring. }
  assert (P : 0 < a * exp (1 / b) - a + 1) by nra. assert (G := gumbel_moment a 1 0 b B ltac:(rewrite K; lra)). rewrite K in G. set (k := a * exp (1 / b) - a + 1) in *.
  split. { intros _. now apply gumbel_dominated. } eexists. split; [exact G|]. split. { apply Rdiv_lt_0_compat; [apply exp_pos | lra]. }
  rewrite !ln_div, !ln_exp by (try apply exp_pos; lra). field. lra.
Qed.
Theorem chi2_gumbel : Stated.smooth.chi2__gumbel.
Proof.
  intros b B W. split. { now apply gumbel_dominated. }
  assert (K : 2 * exp (0 / b) + (1 - 2) * exp (1 / b) = 2 - exp (1 / b)). { replace (0 / b) with 0 by (field; lra). rewrite exp_0. ring. }
  assert (G := gumbel_moment 2 0 1 b B ltac:(rewrite K; lra)). rewrite K in G. refine (eq_ind _ (fun v => line_int _ v) G _ _).
  replace (2 * (0 / b) + (1 - 2) * (1 / b)) with (- (1 / b)) by (field; lra). ring.
Qed.
Theorem hellinger_gumbel : Stated.smooth.hellinger__gumbel.
Proof.
  intros b B. assert (X := exp_pos (1 / (2 * b))). set (y := exp (1 / (2 * b))) in *. assert (Y : exp (1 / b) = y * y) by (unfold y; rewrite <- exp_plus; f_equal; field; lra).
  assert (K : / 2 * exp (0 / b) + (1 - / 2) * exp (1 / b) = (1 + y * y) / 2). { replace (0 / b) with 0 by (field; lra). rewrite exp_0, Y. field. }
  assert (P : 0 < (1 + y * y) / 2) by nra. assert (G := gumbel_moment (/ 2) 0 1 b B ltac:(rewrite K; lra)). rewrite K in G.
  assert (D : forall m x, 0 < gumbel m b x) by (intros; apply Rdiv_lt_0_compat; auto; apply exp_pos).
  refine (line_int_ext _ _ _ _ (eq_ind _ (fun v => line_int _ v) G _ _)).
  - intros x. unfold moment. replace (1 - / 2) with (/ 2) by field. rewrite !power_pos, !Rpower_sqrt by auto. reflexivity.
  - replace (/ 2 * (0 / b) + (1 - / 2) * (1 / b)) with (1 / (2 * b)) by (field; lra). rewrite exp_Ropp. fold y. field. nra.
Qed.

(** Logistic laws: 1 / (1 + exp(- (x - mu) / b)) *)

Definition logistic_below m b x := / (1 + exp (- / b * x + m / b)).
Lemma logistic_derive m b x : 0 < b -> is_derive (logistic_below m b) x (exp (m / b - x / b) / (b * (1 + exp (- ((- m + x) / b))) ^ 2)).
Proof.
  intros B. unfold logistic_below. assert (P := exp_pos (- / b * x + m / b)). auto_derive; [lra|].
  replace (m / b - x / b) with (- / b * x + m / b) by (field; lra). replace (- ((- m + x) / b)) with (- / b * x + m / b) by (field; lra). field. lra.
Qed.
Lemma logistic_m m b : 0 < b -> is_lim (logistic_below m b) m_infty 0.
Proof.
  intros B. assert (I : 0 < / b) by now apply Rinv_0_lt_compat. apply (squeezed _ (fun x => / b * (exp (/ b * x + - (m / b)) / / b))).
  - intros x. unfold logistic_below. assert (P := exp_pos (- / b * x + m / b)). split. left; apply Rinv_0_lt_compat; lra.
    replace (/ b * (exp (/ b * x + - (m / b)) / / b)) with (/ exp (- / b * x + m / b)). apply Rinv_le_contravar; lra.
    rewrite <- exp_Ropp. replace (- (- / b * x + m / b)) with (/ b * x + - (m / b)) by ring. field. lra.
  - apply (scaled_lim (/ b) (fun x => exp (/ b * x + - (m / b)) / / b)). now apply exp_lim_m.
Qed.
Lemma logistic_p m b : 0 < b -> is_lim (logistic_below m b) p_infty 1.
Proof.
  intros B. assert (I : 0 < / b) by now apply Rinv_0_lt_compat.
  assert (H := is_lim_comp_continuous (fun x => exp (- / b * x + m / b) / (- / b)) (fun u => / (1 + - / b * u)) p_infty 0 (exp_lim_p (- / b) (m / b) ltac:(lra))).
  assert (C : continuous (fun u => / (1 + - / b * u)) 0) by (apply (ex_derive_continuous (fun u => / (1 + - / b * u))); auto_derive; lra).
  specialize (H C). cbv beta in H. replace (/ (1 + - / b * 0)) with 1 in H by (field; lra).
  refine (is_lim_ext _ _ _ _ _ H). intros x. unfold logistic_below. f_equal. f_equal. field. lra.
Qed.
Lemma logistic_continuous m b x : 0 < b -> continuous (fun x => exp (m / b - x / b) / (b * (1 + exp (- ((- m + x) / b))) ^ 2)) x.
Proof.
  intros B. apply (ex_derive_continuous (fun x => exp (m / b - x / b) / (b * (1 + exp (- ((- m + x) / b))) ^ 2))). auto_derive.
  assert (P := exp_pos (- ((- m + x) * / b))). apply Rgt_not_eq. red. apply Rmult_lt_0_compat; auto. nra.
Qed.
Theorem density_logistic : Stated.smooth.density__logistic.
Proof.
  intros b B m. refine (is_integral_at _ _ _ (1 - 0) _ _ (primitive_integral m_infty p_infty _ (logistic_below m b) 0 1 _ _ _ _ _ _ _)); try discriminate; simpl; auto; try ring.
  - intros x _. now apply logistic_derive.
  - intros x _. now apply logistic_continuous.
  - now apply logistic_m.
  - now apply logistic_p.
Qed.
Theorem density_logistic_below : Stated.smooth.density__logistic__below.
Proof.
  intros b B m. refine (is_integral_at _ _ _ (logistic_below m b (b + m) - 0) _ _ (primitive_integral m_infty (Finite (b + m)) _ (logistic_below m b) 0 _ _ _ _ _ _ _ _)); try discriminate; simpl; auto.
  - unfold logistic_below. replace (- / b * (b + m) + m / b) with (- 1) by (field; lra). assert (P := exp_pos (- 1)). field. lra.
  - intros x _. now apply logistic_derive.
  - intros x _. now apply logistic_continuous.
  - now apply logistic_m.
  - apply (at_end_left (b + m)); [|reflexivity]. apply (ex_derive_continuous (logistic_below m b)). eexists. now apply logistic_derive.
Qed.
