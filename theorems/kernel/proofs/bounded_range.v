(* Pairs of laws whose privacy loss has a bounded range: what two points show is all there is. *)
From Coq Require Import Reals Lra Psatz Lia.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Spaces Functions Divergences Laws Basics Pieces Extremes Finite Hyperbolic Convexity Holder Entropy Hoeffding Ranges Suprema Rows Values.
From Stated Require bounded_range.
Open Scope R_scope.

(* the hypotheses of the statements, and what follows at once *)
Lemma greatest n p q r : is_law (finite n) p -> is_law (finite n) q -> is_max_divergence (finite n) p q (Finite r) -> 0 <= r.
Proof.
  intros P Q [L _]. assert (X := max_ge_1 n p q r P Q L). rewrite <- exp_0 in X. destruct (Rle_lt_dec 0 r) as [Y|Y]; auto. apply exp_increasing in Y. lra.
Qed.
Lemma no_range n p q : (forall i, (i < n)%nat -> p i <= exp 0 * q i) -> (forall i, (i < n)%nat -> q i <= exp 0 * p i) -> forall i, (i < n)%nat -> q i = p i.
Proof. intros A B i Hi. assert (X := A i Hi). assert (Y := B i Hi). rewrite exp_0 in *. lra. Qed.
Theorem range_max : Stated.bounded_range.range__max__any.
Proof.
  intros n z Hz P HP FP Q HQ FQ [u [U [v [V L]]]]. exists u. split; [exact U|]. assert (X := greatest n Q P v HQ HP V). lra.
Qed.

Theorem range_profile : Stated.bounded_range.range__profile__any.
Proof.
  intros n e He z Hz P HP FP Q HQ FQ [u [U [v [V L]]]]. exists (stick n e P Q). split; [reflexivity|]. assert (V0 := greatest n Q P v HQ HP V).
  destruct (ratios n z v P Q Hz HP HQ FQ (max_bounded n P Q u (z - v) U (fun i => law_nonneg n Q i HQ) ltac:(simpl; lra)) (proj1 V)) as [s [S [w [SW [W E]]]]].
  assert (Y := exp_ge_1 e He). assert (M : exp (- v) <= 1) by (rewrite <- exp_0; apply exp_le; lra). assert (M0 := exp_pos (- v)). set (m := exp (- v)) in *. set (y := exp e) in *.
  assert (K : stick n e P Q <= w * Rmax 0 (m * exp z - y)).
  { rewrite <- SW, <- sum_scal_r. apply sum_le. intros i Hi. destruct (S i Hi) as [[S0 S1] X]. fold y. rewrite X. assert (G := FQ i Hi).
    assert (A := Rmax_l 0 (m * exp z - y)). assert (B := Rmax_r 0 (m * exp z - y)). set (k := Rmax 0 (m * exp z - y)) in *. apply Rmax_lub; [apply Rmult_le_pos; nra|].
    replace (m * (1 - s i + s i * exp z) * Q i - y * Q i) with (Q i * ((1 - s i) * (m - y) + s i * (m * exp z - y))) by ring. rewrite Rmult_assoc. apply Rmult_le_compat_l; [lra|].
    apply (Rmult_le_compat_l (s i)) in B; [|auto]. assert (0 <= (1 - s i) * (y - m)) by (apply Rmult_le_pos; lra). lra. }
  apply Rle_trans with (1 := K). assert (Z : 1 < exp z) by (rewrite <- exp_0; now apply exp_increasing). assert (I : exp (- z) = / exp z) by apply exp_Ropp.
  assert (R : 0 < 1 - exp (- z)) by (rewrite I; assert (/ exp z < / 1) by (apply Rinv_lt_contravar; lra); lra).
  assert (H : forall c, 0 <= c ^ 2 / (1 - exp (- z))) by (intros c; apply Rmult_le_pos; [apply pow2_ge_0 | left; now apply Rinv_0_lt_compat]).
  destruct (Rle_dec (m * exp z) y) as [N|N]. { rewrite Rmax_left by lra. rewrite Rmult_0_r. apply H. }
  rewrite Rmax_right by lra. apply Rle_trans with ((1 - exp (e / 2 - z / 2)) ^ 2 / (1 - exp (- z))).
  - set (f := exp (z / 2)). set (g := exp (e / 2)). assert (F2 : exp z = f * f) by (unfold f; rewrite <- exp_plus; f_equal; field). assert (G2 : y = g * g) by (unfold y, g; rewrite <- exp_plus; f_equal; field).
    assert (F0 : 0 < f) by apply exp_pos. assert (G0 : 0 < g) by apply exp_pos. unfold Rminus at 3. rewrite exp_plus, exp_Ropp. fold f g. rewrite I, F2, G2 in *.
    assert (Ew : w = (/ m - 1) / (f * f - 1)) by (apply (Rmult_eq_reg_l (m * (f * f - 1))); [field_simplify; lra | nra]).
    assert (T : (1 - g * / f) ^ 2 / (1 - / (f * f)) = (f - g) ^ 2 / (f * f - 1)) by (field; repeat split; nra). rewrite T, Ew.
    replace ((/ m - 1) / (f * f - 1) * (m * (f * f) - g * g)) with (((/ m - 1) * (m * (f * f) - g * g)) / (f * f - 1)) by (field; lra).
    apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra|]. apply (Rmult_le_reg_l m); auto.
    replace (m * ((/ m - 1) * (m * (f * f) - g * g))) with ((1 - m) * (m * (f * f) - g * g)) by (field; lra).
    assert (0 <= (m * f - g) ^ 2) by apply pow2_ge_0. nra.
  - apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat|]. rewrite Rmax_left; [lra|]. assert (exp (e / 2 - z / 2) <= exp 0); [|rewrite exp_0 in *; lra].
    apply exp_le. assert (y < exp z) by nra. apply exp_lt_inv in H0. lra.
Qed.

(** Moments *)

Theorem bounded_range : Stated.bounded_range.renyi__bounded_range.
Proof.
  intros n a Ha P HP FP Q HQ FQ. assert (N := law_nonempty n P HP). destruct (max_exists n P Q N FP FQ) as [u [i [Hi [E L]]]]. destruct (max_exists n Q P N FQ FP) as [v [j [Hj [G M]]]].
  assert (U := max_value n P Q u i Hi FQ E L). assert (V := max_value n Q P v j Hj FP G M). exists (div n a P Q). split; [now apply renyi_full|].
  exists u. split; [exact U|]. exists v. split; [exact V|]. assert (U0 := greatest n P Q u HP HQ U). assert (V0 := greatest n Q P v HQ HP V).
  assert (K := mom_pos n a P Q Ha HP HQ (full_dominated n P Q FQ)). destruct (Req_dec (u + v) 0) as [Z|Z].
  - apply div_le; auto. replace u with 0 in * by lra. replace v with 0 in * by lra. assert (X := no_range n P Q L M). rewrite (mom_ext n a P Q P P) by auto. rewrite mom_same, ln_1 by auto. nra.
  - apply (renyi_quadratic n a (u + v) v P Q); auto; [lra|]. now replace (u + v - v) with u by ring.
Qed.

Theorem range_renyi : Stated.bounded_range.range__renyi__any.
Proof.
  intros n a Ha z Hz P HP FP Q HQ FQ [u [U [v [V L]]]]. exists (div n a P Q). split; [now apply renyi_full|].
  assert (K := mom_pos n a P Q Ha HP HQ (full_dominated n P Q FQ)). apply div_le; auto.
  destruct (mom_range n a z v P Q Ha Hz HP HQ FQ (max_bounded n P Q u (z - v) U (fun i => law_nonneg n Q i HQ) ltac:(simpl; lra)) (proj1 V)) as [w [W [X Y]]].
  apply Rle_trans with (1 := ln_le _ _ K Y). clear K Y. rewrite ln_mult, ln_exp by (try apply exp_pos; now apply (cumulant_pos w (a * z))).
  set (m := exp (- v)) in *. assert (M0 : 0 < m) by apply exp_pos. assert (EV : - (a * v) = a * ln m) by (unfold m; rewrite ln_exp; ring). rewrite EV.
  assert (Z : 1 < exp z) by (rewrite <- exp_0; now apply exp_increasing). set (x := exp z) in *. assert (XA : x < exp (a * z)) by (apply exp_increasing; nra). set (xa := exp (a * z)) in *.
  assert (Ew : w = (/ m - 1) / (x - 1)) by (apply (Rmult_eq_reg_l (m * (x - 1))); [field_simplify; lra | nra]).
  set (A := xa - 1). set (B := xa - x). assert (A0 : 0 < A) by (unfold A; lra). assert (B0 : 0 < B) by (unfold B; lra).
  assert (E : 1 - w + w * xa = (A - m * B) / (m * (x - 1))) by (rewrite Ew; unfold A, B; field; lra).
  assert (C : 0 < A - m * B).
  { assert (O := cumulant_pos w (a * z) W). fold xa in O. rewrite E in O. apply (Rmult_lt_compat_r (m * (x - 1))) in O; [|nra]. rewrite Rmult_0_l in O.
    replace ((A - m * B) / (m * (x - 1)) * (m * (x - 1))) with (A - m * B) in O by (field; lra). exact O. }
  rewrite E, ln_div, ln_mult by (auto; nra).
  (* the mean of a - 1 times m B / (a - 1) and of A - m B is A / a *)
  set (c := A / a). assert (C0 : 0 < c) by (apply Rdiv_lt_0_compat; lra).
  assert (T1 := ln_tangent (m * B / (a - 1) / c) ltac:(repeat (apply Rdiv_lt_0_compat; auto; try lra); nra)). assert (T2 := ln_tangent ((A - m * B) / c) ltac:(now apply Rdiv_lt_0_compat)).
  rewrite (ln_div (m * B / (a - 1))), (ln_div (m * B)), ln_mult in T1 by (auto; try lra; try apply Rdiv_lt_0_compat; try lra; now apply Rmult_lt_0_compat). rewrite ln_div in T2 by auto.
  apply (Rmult_le_compat_l (a - 1)) in T1; [|lra].
  replace ((a - 1) * (m * B / (a - 1) / c - 1)) with (m * B / c - (a - 1)) in T1 by (field; lra).
  assert (T3 : (A - m * B) / c + m * B / c = a) by (unfold c; field; lra).
  (* the right side in these terms *)
  assert (EA : 1 - exp (- (a * z)) = A / xa) by (rewrite exp_Ropp; fold xa; unfold A; field; lra).
  assert (EB : 1 - exp (z * (1 - a)) = B / xa). { replace (z * (1 - a)) with (z + - (a * z)) by ring. rewrite exp_plus, exp_Ropp. fold x xa. unfold B. field. lra. }
  assert (EZ : 1 - exp (- z) = (x - 1) / x) by (rewrite exp_Ropp; fold x; field; lra). rewrite EA, EB, EZ.
  replace (A / xa * (a - 1) * x / (a * (B / xa))) with (c * (a - 1) * x / B) by (unfold c; field; lra). replace (A / xa / (a * ((x - 1) / x))) with (c * x / (xa * (x - 1))) by (unfold c; field; lra).
  rewrite !ln_div, !ln_mult by first [lra | nra | apply Rmult_lt_0_compat; nra]. replace (ln xa) with (a * z) by (symmetry; apply ln_exp). replace (ln x) with z by (symmetry; apply ln_exp).
  match goal with |- _ <= ?r => replace r with (a * ln c + (a - 1) * (ln (a - 1) - ln B) + (a - 1) * z + z - a * z - ln (x - 1)) by (field; lra) end. lra.
Qed.

Lemma exp_chord s x : 0 <= s <= 1 -> exp (s * x) <= 1 - s + s * exp x.
Proof.
  intros S. assert (A := exp_ineq1_le (x - s * x)). assert (B := exp_ineq1_le (- (s * x))). assert (E := exp_pos (s * x)). set (y := exp (s * x)) in *.
  assert (X : exp x = y * exp (x - s * x)) by (unfold y; rewrite <- exp_plus; f_equal; ring). assert (Y : 1 = y * exp (- (s * x))) by (unfold y; rewrite <- exp_plus, <- exp_0; f_equal; ring).
  rewrite X. replace (1 - s) with ((1 - s) * (y * exp (- (s * x)))) by (rewrite <- Y; ring).
  apply (Rmult_le_compat_l (s * y)) in A; [|nra]. apply (Rmult_le_compat_l ((1 - s) * y)) in B; [|nra]. nra.
Qed.
Theorem order_one : Stated.bounded_range.renyi__order_one.
Proof.
  intros n h Hh P HP FP Q HQ FQ. assert (N := law_nonempty n P HP). destruct (max_exists n P Q N FP FQ) as [u [i [Hi [E L]]]]. destruct (max_exists n Q P N FQ FP) as [v [j [Hj [G M]]]].
  assert (U := max_value n P Q u i Hi FQ E L). assert (V := max_value n Q P v j Hj FP G M). exists (div n (h + 1) P Q). split; [apply renyi_full; auto; lra|].
  exists u. split; [exact U|]. exists v. split; [exact V|]. exists (ent n P Q). split; [apply kl_finite; now apply full_dominated|].
  assert (U0 := greatest n P Q u HP HQ U). assert (V0 := greatest n Q P v HQ HP V). assert (D := full_dominated n P Q FQ).
  assert (K := mom_pos n (h + 1) P Q ltac:(lra) HP HQ D). apply div_le; [lra | auto |]. replace (h + 1 - 1) with h by ring. destruct (Req_dec (u + v) 0) as [Z|Z].
  - replace u with 0 in * by lra. replace v with 0 in * by lra. assert (X := no_range n P Q L M). rewrite (mom_ext n _ P Q P P) by auto. rewrite mom_same, ln_1 by auto.
    assert (Y := ent_nonneg n P Q HP HQ D). nra.
  - set (z := u + v) in *. assert (Hz : 0 < z) by (unfold z in *; lra). set (s := fun i => (ln (P i / Q i) + v) / z).
    assert (S : forall i, (i < n)%nat -> 0 <= s i <= 1 /\ ln (P i / Q i) = z * s i - v).
    { intros k Hk. assert (A := FP k Hk). assert (B := FQ k Hk). split; [|unfold s; field; lra]. unfold s. rewrite ln_div by auto.
      assert (X : ln (P k) <= u + ln (Q k)). { rewrite <- (ln_exp u), <- ln_mult by (auto; apply exp_pos). apply ln_le; auto. }
      assert (Y : ln (Q k) <= v + ln (P k)). { rewrite <- (ln_exp v), <- ln_mult by (auto; apply exp_pos). apply ln_le; auto. }
      split; [apply Rmult_le_pos; [lra | left; now apply Rinv_0_lt_compat]|]. apply (Rmult_le_reg_r z); auto. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. unfold z. lra. }
    set (w := sum n (fun i => P i * s i)). assert (W : 0 <= w <= 1).
    { split; [apply sum_nonneg | apply Rle_trans with (sum n P); [apply sum_le | rewrite (law_sum n P HP); lra]]; intros k Hk; assert (Y := FP k Hk); destruct (S k Hk) as [X _]; nra. }
    assert (KL : ent n P Q = z * w - v).
    { unfold ent, w. rewrite (sum_ext n _ (fun i => z * (P i * s i) + - v * P i)); [rewrite sum_plus, !sum_scal, (law_sum n P HP); ring|]. intros k Hk. assert (A := FP k Hk). destruct (S k Hk) as [_ X].
      unfold log_ratio. simpl in *. destruct (Req_EM_T (P k) 0); [lra|]. rewrite X. ring. }
    assert (Y : mom n (h + 1) P Q <= exp (- (h * v)) * (1 - w + w * exp (h * z))).
    { apply Rle_trans with (sum n (fun i => exp (- (h * v)) * P i + exp (- (h * v)) * (exp (h * z) - 1) * (P i * s i))).
      2: { rewrite sum_plus, !sum_scal, (law_sum n P HP). fold w. lra. }
      apply sum_le. intros k Hk. assert (A := FP k Hk). assert (B := FQ k Hk). destruct (S k Hk) as [T X].
      assert (O : power (P k) (h + 1) * power (Q k) (1 - (h + 1)) = P k * (exp (- (h * v)) * exp (s k * (h * z)))).
      { rewrite <- exp_plus. rewrite <- (exp_ln (P k)) at 2 by auto. rewrite !power_pos by auto. unfold Rpower. rewrite <- !exp_plus. f_equal. rewrite ln_div in X by auto. replace (ln (P k)) with (z * s k - v + ln (Q k)) by lra. ring. }
      rewrite O. assert (C := exp_chord (s k) (h * z) T). assert (F := exp_pos (- (h * v))). apply (Rmult_le_compat_l (P k * exp (- (h * v)))) in C; [|nra]. lra. }
    assert (C := cumulant_mean w (h * z) W ltac:(nra)). assert (B := cumulant_pos w (h * z) W).
    apply Rle_trans with (1 := ln_le _ _ K Y). rewrite ln_mult, ln_exp by (auto; apply exp_pos). change (- (h * v) + cumulant w (h * z) <= h * (h * z ^ 2 / 8 + ent n P Q)). rewrite KL. lra.
Qed.
