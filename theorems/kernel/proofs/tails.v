(* The profile of Gaussian noise: it falls with the scale, and what the tails of the normal law say of it. *)
From Coq Require Import Reals Lra Psatz.
From Coquelicot Require Import Coquelicot.
From Interval Require Import Tactic.
From Dpsym Require Import Spaces Functions Divergences Laws Basics Pieces Gauss Mills.
From Stated Require tails.
Open Scope R_scope.

Theorem calibration_gaussian_monotone : Stated.tails.calibration__gaussian__monotone.
Proof.
  intros e He s S t T L. exists (noise_profile e (1 / t)). split; [apply stick_profile; lra|]. exists (noise_profile e (1 / s)). split; [apply stick_profile; lra|].
  apply profile_rises; [apply Rdiv_lt_0_compat; lra|]. unfold Rdiv. rewrite !Rmult_1_l. now apply Rinv_le_contravar.
Qed.

(* noise of scale c / e *)
Lemma scaled c e : 0 < c -> 0 < e -> is_hockey_stick line e (gaussian 0 (c / e)) (gaussian 1 (c / e)) (noise_profile e (e / c)).
Proof. intros C E. replace (e / c) with (1 / (c / e)) by (field; lra). apply stick_profile; [now apply Rdiv_lt_0_compat | lra]. Qed.
Lemma root_ln_pos x : 1 < x -> 0 < sqrt 2 * sqrt (ln x).
Proof. intros X. apply Rmult_lt_0_compat; apply sqrt_lt_R0; [lra|]. rewrite <- ln_1. apply ln_increasing; lra. Qed.
Lemma over_1 u d : 1 < u -> 0 < d -> d < 1 -> 1 < u / d.
Proof. intros U D0 D1. apply (Rmult_lt_reg_r d); auto. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. Qed.

Theorem gaussian_classical_monotone : Stated.tails.gaussian__classical__monotone.
Proof.
  intros e E f F d D0 D1 L. assert (C : 0 < sqrt 2 * sqrt (ln (5 / (4 * d)))).
  { apply root_ln_pos. replace (5 / (4 * d)) with (5 / 4 / d) by (field; lra). apply over_1; lra. }
  eexists; split; [now apply scaled|]. eexists; split; [now apply scaled|]. now apply profile_scaled.
Qed.
Theorem functional_noise_monotone : Stated.tails.functional__noise__monotone.
Proof.
  intros e E f F d D0 D1 L. assert (C : 0 < sqrt 2 * sqrt (ln (2 / d))) by (apply root_ln_pos, over_1; lra).
  eexists; split; [now apply scaled|]. eexists; split; [now apply scaled|]. now apply profile_scaled.
Qed.

(* the tail of the loss *)
Lemma mills_doubled p w : 0 <= p -> 0 < w -> mills p <= (1 + sqrt (2 * PI) * w) * mills (p + w).
Proof.
  intros P W. assert (K : 2.5 <= sqrt (2 * PI) <= 2.51) by (split; interval with (i_prec 40)). assert (M0 := mills_0). set (k := sqrt (2 * PI)) in *.
  assert (Q : forall t, 0 <= t -> exists q, 0 < q /\ q * (q + t) = 1 /\ q <= mills t).
  { intros t T. assert (S := sqrt_sqrt (t ^ 2 + 4) ltac:(nra)). assert (S0 := sqrt_pos (t ^ 2 + 4)). exists ((sqrt (t ^ 2 + 4) - t) / 2). split; [nra|]. split; [nra|]. now apply mills_lower. }
  destruct (Rle_dec w 2) as [L|L].
  - set (g := fun x => (1 + k * x) * mills (p + x)). apply Rle_trans with (g 0). { unfold g. rewrite !Rplus_0_r, Rmult_0_r, Rplus_0_r. lra. }
    apply (rising g (fun x => k * mills (p + x) + (1 + k * x) * ((p + x) * mills (p + x) - 1)) 0 w); [lra | |].
    + intros x X. assert (D := mills_derive (p + x)). unfold g. auto_derive; [eexists; exact D|]. replace (Derive (fun y => mills y) (p + x)) with ((p + x) * mills (p + x) - 1) by (symmetry; apply is_derive_unique; exact D). ring.
    + intros x X. destruct (Q (p + x) ltac:(lra)) as [q [Q0 [Q1 Q2]]]. set (t := p + x) in *. assert (H : (1 + k * x) * q <= k).
      { destruct (Rle_dec 1 (k * q)). { assert (q * (q + x) <= 1) by (unfold t in *; nra). assert (k * (q * (q + x)) <= k) by nra. nra. }
        apply (Rmult_le_reg_l k); [lra|]. assert (k * x <= k * 2) by nra. assert ((1 + k * x) * (k * q) <= (1 + k * 2) * 1) by (apply Rmult_le_compat; nra). nra. }
      assert (1 + k * x <= q * (k + (1 + k * x) * t)). { replace (1 + k * x) with ((1 + k * x) * (q * (q + t))) at 1 by (rewrite Q1; ring). assert (q * ((1 + k * x) * q) <= q * k) by nra. lra. }
      assert (0 <= (1 + k * x) * t) by (apply Rmult_le_pos; [nra | unfold t; lra]). assert (q * (k + (1 + k * x) * t) <= mills t * (k + (1 + k * x) * t)) by (apply Rmult_le_compat_r; lra). lra.
  - destruct (Q (p + w) ltac:(lra)) as [q [Q0 [Q1 Q2]]]. assert (H : 1 <= q * (p + w + / 2)). { assert (q <= / 2) by nra. assert (q * q <= q * / 2) by (apply Rmult_le_compat_l; lra). lra. }
    assert (B : mills p * (p + w + / 2) <= 1 + k * w).
    { destruct (Rle_dec p 1). { assert (F := mills_falls 0 p ltac:(lra) P). rewrite M0 in F. assert (mills p * (p + w + / 2) <= k / 2 * (p + w + / 2)) by (apply Rmult_le_compat_r; lra). nra. }
      assert (U := mills_upper p P). assert (0 <= mills p). { destruct (Q p P) as [v [V0 [_ V2]]]. lra. } assert (mills p * p * (w + / 2) <= w + / 2) by nra. assert (mills p * (w + / 2) <= w + / 2) by nra. nra. }
    apply Rle_trans with ((1 + k * w) * q); [|apply Rmult_le_compat_l; nra]. assert (0 <= mills p). { destruct (Q p P) as [v [V0 [_ V2]]]. lra. }
    apply Rle_trans with (mills p * (q * (p + w + / 2))); [nra|]. nra.
Qed.
Lemma profile_tail e w : 0 < w -> w ^ 2 / 2 <= e -> noise_profile e w <= sqrt (2 * PI) * w * exp e * Phi (- (w / 2 + e / w)).
Proof.
  intros W E. set (p := e / w - w / 2). assert (P : 0 <= p). { unfold p. assert (w / 2 <= e / w); [|lra]. apply (Rmult_le_reg_r w); auto. unfold Rdiv at 2. rewrite Rmult_assoc, Rinv_l; lra. }
  assert (M := mills_doubled p w P W). unfold noise_profile, mills in *. replace (p + w) with (w / 2 + e / w) in M by (unfold p; field; lra).
  replace (w / 2 - e / w) with (- p) by (unfold p; ring). assert (D := densities_meet e (w / 2) (e / w) ltac:(field; lra)). replace (w / 2 - e / w) with (- p) in D by (unfold p; ring). rewrite bell_density_even in D.
  set (t := w / 2 + e / w) in *. assert (B := bell_density_pos p). assert (C := bell_density_pos t). apply (Rmult_le_compat_r (bell_density p)) in M; [|lra].
  replace (Phi (- p) / bell_density p * bell_density p) with (Phi (- p)) in M by (field; lra). rewrite <- D in M.
  replace ((1 + sqrt (2 * PI) * w) * (Phi (- t) / bell_density t) * (exp e * bell_density t)) with ((1 + sqrt (2 * PI) * w) * exp e * Phi (- t)) in M by (field; lra). lra.
Qed.
Theorem zcdp_to_approx_tail : Stated.tails.zcdp__to_approx__tail.
Proof.
  intros r R e He L. assert (R2 := sqrt_lt_R0 2 ltac:(lra)). assert (Rr := sqrt_lt_R0 r R). assert (S2 := sqrt_sqrt 2 ltac:(lra)). assert (Sr := sqrt_sqrt r ltac:(lra)).
  assert (S : 0 < sqrt 2 / (2 * sqrt r)) by (apply Rdiv_lt_0_compat; lra). exists (noise_profile e (1 / (sqrt 2 / (2 * sqrt r)))). split; [apply stick_profile; lra|].
  replace (1 / (sqrt 2 / (2 * sqrt r))) with (sqrt 2 * sqrt r). 2: { apply (Rmult_eq_reg_r (sqrt 2)); [|lra]. transitivity (sqrt 2 * sqrt 2 * sqrt r); [ring|]. rewrite S2. field. lra. }
  assert (W : 0 < sqrt 2 * sqrt r) by nra. set (w := sqrt 2 * sqrt r) in *. assert (W2 : w ^ 2 / 2 = r). { unfold w. replace ((sqrt 2 * sqrt r) ^ 2 / 2) with (sqrt 2 * sqrt 2 * (sqrt r * sqrt r) / 2) by field. rewrite S2, Sr. field. }
  apply Rle_trans with (1 := profile_tail e w W ltac:(lra)). right. rewrite Phi_erfc. replace (sqrt 2 * (w / 2 + e / w) / 2) with ((e + r) / (2 * sqrt r)).
  - rewrite sqrt_mult by (assert (Q := PI_RGT_0); lra). replace w with (sqrt 2 * sqrt r) by reflexivity.
    replace (sqrt 2 * sqrt PI * (sqrt 2 * sqrt r) * exp e * (erfc ((e + r) / (2 * sqrt r)) / 2)) with (sqrt 2 * sqrt 2 / 2 * (sqrt PI * sqrt r * exp e * erfc ((e + r) / (2 * sqrt r)))) by field. rewrite S2. field.
  - assert (V : w * w = 2 * r) by lra. apply (Rmult_eq_reg_r (2 * w)); [|lra].
    replace (sqrt 2 * (w / 2 + e / w) / 2 * (2 * w)) with (sqrt 2 * (w * w / 2 + e)) by (field; lra). rewrite V. unfold w. field. lra.
Qed.

(** What noise of scale c / e costs at a fixed e, against K exp(- c^2 / 2) *)

Lemma fixed_profile a c : 0 < c -> a <> 0 -> noise_profile (2 * a) (2 * a / c) = Phi (a / c - c) - exp (2 * a) * Phi (- (a / c + c)).
Proof. intros C Z. unfold noise_profile. f_equal; [|f_equal]; f_equal; field; lra. Qed.
Lemma Phi_rises s t : s <= t -> Phi s <= Phi t.
Proof. intros L. apply (rising Phi bell_density); auto; intros x _; [apply Phi_derive | left; apply bell_density_pos]. Qed.
(* one that does not rise, and is not below what vanishes at infinity, is not negative *)
Lemma falling_above (f f' h : R -> R) a : (forall x, a <= x -> is_derive f x (f' x)) -> (forall x, a <= x -> f' x <= 0) -> (forall x, a <= x -> h x <= f x) -> is_lim h p_infty 0 -> 0 <= f a.
Proof.
  intros D N B L. apply (is_lim_le_loc h (fun _ => f a) p_infty 0 (f a)); [|exact L | apply is_lim_const]. exists a. intros y Y. apply Rle_trans with (1 := B y ltac:(lra)).
  apply Ropp_le_cancel. apply (rising (fun x => - f x) (fun x => - f' x)); [lra | |]; intros x X; [apply (is_derive_opp f x (f' x)), D; lra | assert (Q := N x ltac:(lra)); lra].
Qed.

(* the difference falls, then rises, then falls to zero: it is least where it first turns, between low and high *)
Lemma fixed_range a K low high : 0 < a -> 0 < K -> 0 < low -> low <= high -> 3 * high ^ 2 <= a ^ 2 ->
  let turn c := a + ln (2 * a / (sqrt (2 * PI) * K)) - a ^ 2 / (2 * c ^ 2) - 3 * ln c in turn low <= 0 -> 0 <= turn high ->
  Phi (a / low - low) - exp (2 * a) * Phi (- (a / low + low)) <= K * exp (- (high ^ 2 / 2)) ->
  forall c, 0 < c -> Phi (a / c - c) - exp (2 * a) * Phi (- (a / c + c)) <= K * exp (- (c ^ 2 / 2)).
Proof.
  intros A HK L0 LH HA turn TL TH V c C. assert (R2 := root_2_PI). set (f := fun c => K * exp (- (c ^ 2 / 2)) - (Phi (a / c - c) - exp (2 * a) * Phi (- (a / c + c)))).
  set (g := fun c => c * K * exp (- (c ^ 2 / 2)) * (exp (turn c) - 1)).
  assert (W : 0 < 2 * a / (sqrt (2 * PI) * K)) by (apply Rdiv_lt_0_compat; [lra | now apply Rmult_lt_0_compat]).
  assert (DF : forall x, 0 < x -> is_derive f x (g x)).
  { intros x X. unfold f. auto_derive; [repeat split; try lra; apply Phi_ex|]. rewrite !Phi_slope, bell_density_even.
    replace (a * / x + - x) with (a / x - x) by reflexivity. replace (a * / x + x) with (a / x + x) by reflexivity.
    assert (M := densities_meet (2 * a) (a / x) x ltac:(field; lra)). rewrite <- M.
    assert (E : exp (turn x) * (x * K * exp (- (x ^ 2 / 2))) = 2 * a / x ^ 2 * (exp (2 * a) * bell_density (a / x + x))).
    { assert (B : exp (2 * a) * bell_density (a / x + x) = exp (a - a ^ 2 / (2 * x ^ 2)) * exp (- (x ^ 2 / 2)) / sqrt (2 * PI)).
      { unfold bell_density. transitivity (exp (2 * a) * exp (- (a / x + x) ^ 2 / 2) / sqrt (2 * PI)); [field; lra|]. rewrite <- !exp_plus. do 2 f_equal. field. lra. }
      rewrite B. unfold turn. replace (a + ln (2 * a / (sqrt (2 * PI) * K)) - a ^ 2 / (2 * x ^ 2) - 3 * ln x) with (a - a ^ 2 / (2 * x ^ 2) + (ln (2 * a / (sqrt (2 * PI) * K)) + - (ln x + ln x + ln x))) by ring.
      rewrite (exp_plus (a - a ^ 2 / (2 * x ^ 2))), (exp_plus (ln _)), exp_Ropp, !(exp_plus _ (ln x)), !exp_ln by auto. field. repeat split; lra. }
    unfold g. rewrite Rmult_minus_distr_l, Rmult_1_r, (Rmult_comm _ (exp (turn x))), E. replace (- (x * x * / 2)) with (- (x ^ 2 / 2)) by field. field. lra. }
  assert (TD : forall x, 0 < x -> is_derive turn x ((a ^ 2 - 3 * x ^ 2) / x ^ 3)). { intros x X. unfold turn. auto_derive; [repeat split; try lra; nra|]. field. lra. }
  assert (UP : forall x y, 0 < x -> x <= y -> 3 * y ^ 2 <= a ^ 2 -> turn x <= turn y).
  { intros x y X Y Z. apply (rising turn (fun x => (a ^ 2 - 3 * x ^ 2) / x ^ 3)); auto; intros z Hz; [apply TD; lra|]. apply Rmult_le_pos; [nra | left; apply Rinv_0_lt_compat, pow_lt; lra]. }
  assert (DOWN : forall x y, 0 < x -> x <= y -> a ^ 2 <= 3 * x ^ 2 -> turn y <= turn x).
  { intros x y X Y Z. apply Ropp_le_cancel. apply (rising (fun x => - turn x) (fun x => - ((a ^ 2 - 3 * x ^ 2) / x ^ 3))); auto; intros z Hz; [apply (is_derive_opp turn), TD; lra|].
    assert (0 <= (3 * z ^ 2 - a ^ 2) / z ^ 3); [|replace (- ((a ^ 2 - 3 * z ^ 2) / z ^ 3)) with ((3 * z ^ 2 - a ^ 2) / z ^ 3) by (field; lra); auto]. apply Rmult_le_pos; [nra | left; apply Rinv_0_lt_compat, pow_lt; lra]. }
  assert (G0 : forall x, 0 < x -> turn x <= 0 -> g x <= 0).
  { intros x X T. assert (exp (turn x) <= 1) by (rewrite <- exp_0; destruct T as [T|T]; [left; now apply exp_increasing | rewrite T; lra]). assert (0 < x * K * exp (- (x ^ 2 / 2))) by (repeat apply Rmult_lt_0_compat; auto; apply exp_pos). unfold g. nra. }
  assert (G1 : forall x, 0 < x -> 0 <= turn x -> 0 <= g x).
  { intros x X T. assert (1 <= exp (turn x)) by (assert (E := exp_ineq1_le (turn x)); lra). assert (0 < x * K * exp (- (x ^ 2 / 2))) by (repeat apply Rmult_lt_0_compat; auto; apply exp_pos). unfold g. nra. }
  (* between low and high, by the values at the ends *)
  assert (MID : forall x, low <= x <= high -> 0 <= f x).
  { intros x X. unfold f. assert (exp (- (high ^ 2 / 2)) <= exp (- (x ^ 2 / 2))). { assert (Z : - (high ^ 2 / 2) <= - (x ^ 2 / 2)) by nra. destruct Z as [Z|Z]; [left; now apply exp_increasing | rewrite Z; lra]. }
    set (d := fun c => Phi (a / c - c) - exp (2 * a) * Phi (- (a / c + c))). assert (d x <= d low).
    { apply Ropp_le_cancel. apply (rising (fun x => - d x) (fun x => 2 * a / x ^ 2 * bell_density (a / x - x))); [lra | |].
      - intros y Y. unfold d. auto_derive; [repeat split; try lra; apply Phi_ex|]. rewrite !Phi_slope, bell_density_even.
        replace (a * / y + - y) with (a / y - y) by reflexivity. replace (a * / y + y) with (a / y + y) by reflexivity. rewrite <- (densities_meet (2 * a) (a / y) y) by (field; lra). field. lra.
      - intros y Y. apply Rmult_le_pos; [left; apply Rdiv_lt_0_compat; [lra | apply pow_lt; lra] | left; apply bell_density_pos]. }
    unfold d in *. nra. }
  enough (0 <= f c) by (unfold f in *; lra). destruct (Rle_dec c low) as [CL|CL]; [|destruct (Rle_dec c high) as [CH|CH]; [apply MID; lra|]].
  - apply Rle_trans with (f low); [apply MID; lra|]. apply Ropp_le_cancel. apply (rising (fun x => - f x) (fun x => - g x)); auto; intros x X; [apply (is_derive_opp f), DF; lra|].
    assert (turn x <= 0) by (apply Rle_trans with (2 := TL); apply UP; nra). assert (Y := G0 x ltac:(lra) ltac:(auto)). lra.
  - destruct (Rle_dec 0 (turn c)) as [T|T].
    + apply Rle_trans with (f high); [apply MID; lra|]. apply (rising f g); [lra | intros x X; apply DF; lra |]. intros x X. apply G1; [lra|].
      destruct (Rle_dec (3 * x ^ 2) (a ^ 2)) as [Z|Z]; [apply Rle_trans with (1 := TH); apply UP; lra | apply Rle_trans with (1 := T); apply DOWN; lra].
    + assert (Z : a ^ 2 <= 3 * c ^ 2). { destruct (Rle_dec (a ^ 2) (3 * c ^ 2)) as [Z|Z]; auto. exfalso. apply T. apply Rle_trans with (1 := TH). apply UP; lra. }
      apply (falling_above f g (fun x => - Phi (- (x - a / c)))).
      * intros x X. apply DF. lra.
      * intros x X. apply G0; [lra|]. apply Rle_trans with (turn c); [apply DOWN; lra | lra].
      * intros x X. unfold f. assert (P := Phi_nonneg (- (a / x + x))). assert (E := exp_pos (2 * a)). assert (E' := exp_pos (- (x ^ 2 / 2))).
        assert (Phi (a / x - x) <= Phi (- (x - a / c))). { apply Phi_rises. assert (a / x <= a / c); [|lra]. apply Rmult_le_compat_l; [lra|]. apply Rinv_le_contravar; lra. }
        nra.
      * replace (Finite 0) with (Rbar_opp 0) by (simpl; f_equal; ring). apply (is_lim_opp (fun x => Phi (- (x - a / c))) p_infty 0).
        apply (is_lim_ext (fun x => Phi (- (1 * x + - (a / c))))); [intros x; do 2 f_equal; ring|].
        apply (is_lim_comp (fun x => Phi (- x)) (fun x => 1 * x + - (a / c)) p_infty 0 p_infty); [apply Phi_tail | apply lin_lim_p; lra | exists 0; intros; discriminate].
Qed.
Lemma fixed_bound a K low high e d c : 0 < a -> 0 < K -> 0 < low -> low <= high -> 3 * high ^ 2 <= a ^ 2 ->
  let turn c := a + ln (2 * a / (sqrt (2 * PI) * K)) - a ^ 2 / (2 * c ^ 2) - 3 * ln c in turn low <= 0 -> 0 <= turn high ->
  Phi (a / low - low) - exp (2 * a) * Phi (- (a / low + low)) <= K * exp (- (high ^ 2 / 2)) ->
  0 < e -> e <= 2 * a -> 0 < d -> d < K -> c = sqrt 2 * sqrt (ln (K / d)) ->
  exists v : R, is_hockey_stick line e (gaussian 0 (c / e)) (gaussian 1 (c / e)) v /\ v <= d.
Proof.
  intros A HK L0 LH HA turn TL TH V E EA D DK HC. assert (Q : 1 < K / d). { apply (Rmult_lt_reg_r d); auto. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  assert (LQ : 0 < ln (K / d)) by (rewrite <- ln_1; apply ln_increasing; lra). assert (C : 0 < c) by (rewrite HC; now apply root_ln_pos).
  eexists; split; [now apply scaled|]. apply Rle_trans with (1 := profile_scaled c e (2 * a) C E EA). rewrite (fixed_profile a c C) by lra.
  replace d with (K * exp (- (c ^ 2 / 2))). { now apply (fixed_range a K low high). }
  assert (S2 := sqrt_sqrt 2 ltac:(lra)). assert (SL := sqrt_sqrt (ln (K / d)) ltac:(lra)). replace (c ^ 2 / 2) with (ln (K / d)).
  - rewrite <- ln_Rinv by lra. rewrite exp_ln by (apply Rinv_0_lt_compat; lra). field. lra.
  - rewrite HC. replace ((sqrt 2 * sqrt (ln (K / d))) ^ 2 / 2) with (sqrt 2 * sqrt 2 * (sqrt (ln (K / d)) * sqrt (ln (K / d))) / 2) by field. rewrite S2, SL. field.
Qed.
(* two values of the distribution function *)
Lemma below_values x y z A B v : area (x / sqrt 2) <= A -> area (y / sqrt 2) <= B -> 1 / 2 + A / sqrt PI - exp z * (1 / 2 - B / sqrt PI) <= v -> Phi x - exp z * Phi (- y) <= v.
Proof.
  intros X Y V. apply Rle_trans with (2 := V). unfold Phi. rewrite Ropp_div, I_odd. assert (E := exp_pos z). assert (P : 0 < / sqrt PI) by (apply Rinv_0_lt_compat, sqrt_lt_R0, PI_RGT_0).
  assert (area (x / sqrt 2) / sqrt PI <= A / sqrt PI) by (apply Rmult_le_compat_r; lra). assert (area (y / sqrt 2) / sqrt PI <= B / sqrt PI) by (apply Rmult_le_compat_r; lra).
  replace (- area (y / sqrt 2) / sqrt PI) with (- (area (y / sqrt 2) / sqrt PI)) by (unfold Rdiv; ring). nra.
Qed.
Ltac turns := cbv zeta; interval with (i_prec 50).
Ltac area_below := unfold area, bell; integral with (i_prec 50, i_relwidth 30).
Theorem gaussian_classical_range : Stated.tails.gaussian__classical__range.
Proof.
  intros e E EA d D0 D1. apply (fixed_bound (15 / 8) (5 / 4) 0.8064 0.8084); try lra; [turns | turns | |].
  - apply (below_values _ _ _ 0.7721 0.88469); [area_below | area_below | interval with (i_prec 50)].
  - do 3 f_equal. field. lra.
Qed.
Theorem functional_noise_range : Stated.tails.functional__noise__range.
Proof.
  intros e E EA d D0 D1. apply (fixed_bound (19 / 6) 2 1.5507 1.5527); try lra; [turns | turns |]. apply (below_values _ _ _ 0.33398 0.885938); [area_below | area_below | interval with (i_prec 50)].
Qed.
