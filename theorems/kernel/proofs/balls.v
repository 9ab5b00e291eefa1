(* Balls: their volumes, sections and second moments, by the gamma function at halves. *)
From Coq Require Import Reals Lra Psatz Lia.
From Coquelicot Require Import Coquelicot.
From Interval Require Import Tactic.
From Dpsym Require Import Spaces Functions Divergences Laws Basics Pieces Gauss Primitives Gamma Closing.
From Stated Require balls.
Open Scope R_scope.

(* the logarithm of the gamma function at n / 2 + 1, and what its recurrence says *)
Definition g n := ln (half_gamma (n + 2)).
Lemma G_pos n : 0 < half_gamma (n + 2).
Proof. apply half_gamma_pos. lia. Qed.
Lemma g_0 : g 0 = 0.
Proof. exact ln_1. Qed.
Lemma INR_pos n : (1 <= n)%nat -> 1 <= INR n.
Proof. intros N. apply (le_INR 1) in N. exact N. Qed.
Lemma g_step n : g (S (S n)) = ln ((INR n + 2) / 2) + g n.
Proof.
  unfold g. replace (S (S n) + 2)%nat with (S (S (n + 2))) by lia. rewrite half_gamma_step by lia. assert (P := pos_INR n). rewrite plus_INR. simpl (INR 2).
  rewrite ln_mult; [do 2 f_equal; ring | lra | apply G_pos].
Qed.
Lemma g_1 : g 1 = ln (sqrt PI / 2).
Proof. unfold g. simpl. f_equal. field. Qed.
Lemma ln_upper y : 0 < y -> ln y <= y - 1.
Proof. intros H. assert (Q := exp_ineq1_le (ln y)). rewrite exp_ln in Q by auto. lra. Qed.
Lemma ln_lower y : 0 < y -> 1 - / y <= ln y.
Proof. intros H. assert (I := Rinv_0_lt_compat y H). assert (L := ln_upper (/ y) I). rewrite ln_Rinv in L by auto. lra. Qed.
Lemma by_twos (P : nat -> Prop) : P 1%nat -> P 2%nat -> (forall n, (1 <= n)%nat -> P n -> P (S (S n))) -> forall n, (1 <= n)%nat -> P n.
Proof. intros A B C. enough (H : forall n, P (S n) /\ P (S (S n))) by (intros [|n] N; [lia | apply H]). induction n as [|n [X Y]]; split; auto. apply C; auto. lia. Qed.

(* Stirling from below *)
Lemma g_lower n : (1 <= n)%nat -> INR n / 2 * (ln ((INR n + 2) / 2) - 1) <= g n.
Proof.
  revert n. apply by_twos.
  - rewrite g_1. simpl. interval with (i_prec 40).
  - rewrite g_step, g_0. simpl. interval with (i_prec 40).
  - intros n N H. assert (P := INR_pos n N). rewrite g_step, !S_INR. set (x := INR n) in *.
    assert (L : ln ((x + 1 + 1 + 2) / 2) <= ln ((x + 2) / 2) + 2 / (x + 2)).
    { assert (U := ln_upper ((x + 4) / (x + 2)) ltac:(apply Rdiv_lt_0_compat; lra)). replace ((x + 1 + 1 + 2) / 2) with ((x + 2) / 2 * ((x + 4) / (x + 2))) by (field; lra).
      rewrite ln_mult by (apply Rdiv_lt_0_compat; lra). replace ((x + 4) / (x + 2) - 1) with (2 / (x + 2)) in U by (field; lra). lra. }
    apply (Rmult_le_compat_l ((x + 2) / 2)) in L; [|lra]. replace ((x + 2) / 2 * (ln ((x + 2) / 2) + 2 / (x + 2))) with ((x + 2) / 2 * ln ((x + 2) / 2) + 1) in L by (field; lra).
    replace ((x + 1 + 1) / 2) with ((x + 2) / 2) by field. lra.
Qed.
(* and from above, where it is an equation on the line *)
Lemma g_upper n : (1 <= n)%nat -> g n <= INR n / 2 * ln (PI * (INR n + 2) / 12).
Proof.
  intros N. destruct n as [|[|n]]; [lia | |].
  - rewrite g_1. right. simpl (INR 1). replace (PI * (1 + 2) / 12) with (sqrt PI / 2 * (sqrt PI / 2)).
    + rewrite ln_mult by (assert (R := root_PI); lra). field.
    + assert (S := sqrt_sqrt PI (Rlt_le _ _ PI_RGT_0)). replace (sqrt PI / 2 * (sqrt PI / 2)) with (sqrt PI * sqrt PI / 4) by field. rewrite S. field.
  - clear N. enough (H : forall n, (1 <= n)%nat -> g (S n) <= INR (S n) / 2 * ln (PI * (INR (S n) + 2) / 12)) by (apply H; lia). clear n. apply by_twos.
    + rewrite g_step, g_0. simpl. interval with (i_prec 40).
    + rewrite g_step, g_1. simpl. interval with (i_prec 40).
    + intros n N H. assert (P := INR_pos n N). rewrite g_step. rewrite !S_INR in *. set (x := INR n + 1) in *. assert (X : 2 <= x) by (unfold x; lra). replace (x + 1 + 1) with (x + 2) by ring.
      assert (Q := PI_RGT_0). assert (L := ln_lower ((x + 4) / (x + 2)) ltac:(apply Rdiv_lt_0_compat; lra)). replace (/ ((x + 4) / (x + 2))) with ((x + 2) / (x + 4)) in L by (field; lra).
      replace (PI * (x + 2 + 2) / 12) with (PI * (x + 2) / 12 * ((x + 4) / (x + 2))) by (field; lra). rewrite (ln_mult (PI * (x + 2) / 12)) by (try apply Rdiv_lt_0_compat; nra).
      replace (PI * (x + 2) / 12) with ((x + 2) / 2 * (PI / 6)) in * by field. rewrite (ln_mult ((x + 2) / 2)) in * by lra.
      assert (C : - (2 / 3) <= ln (PI / 6)) by interval with (i_prec 40). apply (Rmult_le_compat_l ((x + 2) / 2)) in L; [|lra].
      assert (D : 2 / 3 <= (x + 2) / 2 * (1 - (x + 2) / (x + 4))). { replace ((x + 2) / 2 * (1 - (x + 2) / (x + 4))) with (1 - 2 / (x + 4)) by (field; lra). assert (2 / (x + 4) <= 1 / 3); [|lra]. apply (Rmult_le_reg_r (x + 4)); [lra|]. unfold Rdiv at 1. rewrite Rmult_assoc, Rinv_l by lra. lra. }
      set (a := ln ((x + 2) / 2)) in *. set (b := ln (PI / 6)) in *. set (c := ln ((x + 4) / (x + 2))) in *. lra.
Qed.
(* its logarithm is convex *)
Lemma g_convex n : 2 * g (S n) <= g n + g (S (S n)).
Proof.
  assert (H := half_gamma_convex (n + 2) ltac:(lia)). assert (A := G_pos n). assert (B := G_pos (S n)). assert (C := G_pos (S (S n))). unfold g.
  change (half_gamma (S (S n) + 2)) with (half_gamma (S (S (n + 2)))) in *. change (half_gamma (S n + 2)) with (half_gamma (S (n + 2))) in *.
  set (a := half_gamma (n + 2)) in *. set (b := half_gamma (S (n + 2))) in *. set (c := half_gamma (S (S (n + 2)))) in *.
  rewrite <- ln_mult by auto. replace (2 * ln b) with (ln (b * b)) by (rewrite ln_mult by auto; ring). replace (b ^ 2) with (b * b) in H by ring.
  destruct H as [H | ->]; [left; apply ln_increasing; auto; now apply Rmult_lt_0_compat | lra].
Qed.
Lemma g_mean n : (INR n + 1) * g n <= INR n * g (S n).
Proof.
  induction n as [|n IH]; [rewrite g_0; simpl; lra|]. assert (C := g_convex n). rewrite S_INR in *. assert (P := pos_INR n). apply (Rmult_le_compat_l (INR n + 1)) in C; lra.
Qed.
Lemma g_rise n : (1 <= n)%nat -> INR n * g (S n) - (INR n + 1) * g n <= INR n / 2.
Proof.
  intros N. assert (P := INR_pos n N). assert (C := g_convex n). assert (L := g_lower n N). rewrite g_step in C. set (x := INR n) in *.
  assert (H : g (S n) - g n <= ln ((x + 2) / 2) / 2) by lra. apply (Rmult_le_compat_l x) in H; lra.
Qed.

(* powers by their logarithms *)
Lemma below x y : 0 < x -> 0 < y -> ln x <= ln y -> x <= y.
Proof. intros X Y L. destruct (Rle_dec x y) as [H|H]; auto. apply Rnot_le_lt in H. apply ln_increasing in H; lra. Qed.
Lemma ln_pow_of x a : 0 < x -> ln (power x a) = a * ln x.
Proof. intros X. rewrite power_pos by auto. unfold Rpower. apply ln_exp. Qed.

Lemma ball_moment d : (1 <= d)%nat -> half_gamma (d + 2) = INR d / 2 * half_gamma d.
Proof. intros D. replace (d + 2)%nat with (S (S d)) by lia. now apply half_gamma_step. Qed.
Lemma moment_of d : (1 <= d)%nat -> is_integral 0 p_infty (fun x => power x (INR d - 1) * exp (- x ^ 2)) (half_gamma d / 2).
Proof. intros D. destruct d as [|d]; [lia|]. apply bell_power. rewrite S_INR. ring. Qed.
Theorem volume_ball : Stated.balls.volume__ball.
Proof.
  intros d D. assert (A := half_gamma_pos d D). assert (N := INR_pos d D). exists (half_gamma d / 2). split; [now apply moment_of|]. rewrite ball_moment by auto. f_equal. field.
Qed.
Theorem bandwidth_curvature : Stated.balls.bandwidth__curvature.
Proof.
  intros d D. assert (A := half_gamma_pos d D). assert (N := INR_pos d D). assert (Q := PI_RGT_0). exists (half_gamma d / 2). split; [now apply moment_of|].
  exists (half_gamma (d + 2) / 2). split. { replace (INR d + 1) with (INR (d + 2) - 1) by (rewrite plus_INR; simpl; ring). apply moment_of. lia. }
  exists (half_gamma (d + 4) / 2). split. { replace (INR d + 3) with (INR (d + 4) - 1) by (rewrite plus_INR; simpl; ring). apply moment_of. lia. }
  replace (half_gamma (d + 4)) with ((INR d + 2) / 2 * half_gamma (d + 2)). 2: { replace (d + 4)%nat with (d + 2 + 2)%nat by lia. rewrite (ball_moment (d + 2)) by lia. rewrite plus_INR. reflexivity. }
  rewrite ball_moment by auto. set (n := INR d) in *. replace (power (4 * PI) (- (n / 2))) with (power PI (n / 2) * power (2 * PI) (- n)); [field; lra|].
  rewrite !power_pos by lra. unfold Rpower. rewrite <- exp_plus. f_equal. replace (4 * PI) with (2 * (2 * PI)) by ring. rewrite (ln_mult 2 (2 * PI)), (ln_mult 2 PI) by lra. field.
Qed.

Theorem ball_bounded : Stated.balls.isotropic__ball__bounded.
Proof.
  intros d D. assert (N := INR_pos d D). assert (Q := PI_RGT_0). assert (R := root_PI). assert (G := G_pos d). assert (S := sqrt_lt_R0 (INR d + 2) ltac:(lra)). assert (T := sqrt_lt_R0 3 ltac:(lra)). assert (U := g_upper d D).
  assert (X : 0 < power (half_gamma (d + 2)) (1 / INR d)) by now apply power_gt_0. assert (Y : 0 < sqrt PI * sqrt (INR d + 2)) by now apply Rmult_lt_0_compat.
  apply below; [now apply Rdiv_lt_0_compat | lra |]. rewrite ln_div, ln_pow_of, ln_mult, !ln_sqrt by (auto; lra). fold (g d).
  replace (ln (sqrt 3 / 6)) with (ln (/ 12) / 2).
  - replace (PI * (INR d + 2) / 12) with (PI * ((INR d + 2) * / 12)) in U by field. rewrite (ln_mult PI), (ln_mult (INR d + 2)) in U by lra. apply (Rmult_le_compat_l (1 / INR d)) in U; [|left; apply Rdiv_lt_0_compat; lra].
    replace (1 / INR d * (INR d / 2 * (ln PI + (ln (INR d + 2) + ln (/ 12))))) with ((ln PI + (ln (INR d + 2) + ln (/ 12))) / 2) in U by (field; lra). lra.
  - rewrite ln_div, ln_sqrt, ln_Rinv by lra. replace 12 with (6 * 6 / 3) by field. rewrite (ln_div (6 * 6)), ln_mult by lra. field.
Qed.
Theorem ball_least : Stated.balls.isotropic__ball__least.
Proof.
  intros d D. assert (N := INR_pos d D). assert (Q := PI_RGT_0). assert (R := root_PI). assert (G := G_pos d). assert (S := sqrt_lt_R0 (INR d + 2) ltac:(lra)). assert (T := sqrt_lt_R0 2 ltac:(lra)). assert (U := g_lower d D). assert (E := exp_pos (- (1 / 2))).
  assert (X : 0 < power (half_gamma (d + 2)) (1 / INR d)) by now apply power_gt_0. assert (Y : 0 < sqrt PI * sqrt (INR d + 2)) by now apply Rmult_lt_0_compat. assert (Z : 0 < sqrt 2 * exp (- (1 / 2))) by now apply Rmult_lt_0_compat.
  apply below; [apply Rdiv_lt_0_compat; lra | now apply Rdiv_lt_0_compat |]. rewrite !ln_div, ln_pow_of, !ln_mult, !ln_sqrt, ln_exp by (auto; lra). fold (g d).
  rewrite ln_div in U by lra. apply (Rmult_le_compat_l (1 / INR d)) in U; [|left; apply Rdiv_lt_0_compat; lra].
  replace (1 / INR d * (INR d / 2 * (ln (INR d + 2) - ln 2 - 1))) with ((ln (INR d + 2) - ln 2 - 1) / 2) in U by (field; lra). lra.
Qed.
Lemma g_packing d : (1 <= d)%nat -> INR d / 2 * (ln (INR d) - ln 2 - 1) <= g d.
Proof.
  intros D. assert (N := INR_pos d D). apply Rle_trans with (2 := g_lower d D). rewrite ln_div by lra. apply Rmult_le_compat_l; [lra|]. assert (ln (INR d) < ln (INR d + 2)) by (apply ln_increasing; lra). lra.
Qed.
Theorem volume_packing : Stated.balls.volume__packing.
Proof.
  intros d D. assert (N := INR_pos d D). assert (Q := PI_RGT_0). assert (R := root_PI). assert (G := G_pos d). assert (T := sqrt_lt_R0 2 ltac:(lra)). assert (S := sqrt_lt_R0 (INR d) ltac:(lra)). assert (U := g_packing d D). assert (E := exp_pos (1 / 2)).
  assert (P : 0 < power PI (INR d / 2)) by now apply power_gt_0. assert (V : 0 < power PI (INR d / 2) / half_gamma (d + 2)) by now apply Rdiv_lt_0_compat.
  assert (X : 0 < power (power PI (INR d / 2) / half_gamma (d + 2)) (1 / INR d)) by now apply power_gt_0. assert (Y : 0 < sqrt 2 * sqrt PI) by now apply Rmult_lt_0_compat.
  apply below; [now apply Rmult_lt_0_compat | now apply Rmult_lt_0_compat |]. rewrite !(ln_mult _ _) by auto. rewrite ln_pow_of, ln_div, ln_pow_of, !ln_sqrt, ln_exp by (auto; lra). fold (g d).
  apply (Rmult_le_compat_l (1 / INR d)) in U; [|left; apply Rdiv_lt_0_compat; lra]. replace (1 / INR d * (INR d / 2 * (ln (INR d) - ln 2 - 1))) with ((ln (INR d) - ln 2 - 1) / 2) in U by (field; lra).
  replace (1 / INR d * (INR d / 2 * ln PI - g d)) with (ln PI / 2 - 1 / INR d * g d) by (field; lra). lra.
Qed.
Theorem lower_bound_cross_polytope : Stated.balls.lower_bound__cross_polytope.
Proof.
  intros d D e E. assert (N := INR_pos d D). assert (Q := PI_RGT_0). assert (G := G_pos d). assert (U := g_upper d D).
  assert (P : power (half_gamma (d + 2)) (2 / INR d) <= PI * (INR d + 2) / 12).
  { apply below; [now apply power_gt_0 | nra |]. rewrite ln_pow_of by auto. fold (g d). apply (Rmult_le_compat_l (2 / INR d)) in U; [|left; apply Rdiv_lt_0_compat; lra].
    replace (2 / INR d * (INR d / 2 * ln (PI * (INR d + 2) / 12))) with (ln (PI * (INR d + 2) / 12)) in U by (field; lra). exact U. }
  assert (X : exp (- (2 * e / INR d)) <= 1). { rewrite <- exp_0. left. apply exp_increasing. assert (0 < 2 * e / INR d) by (apply Rdiv_lt_0_compat; lra). lra. }
  assert (X0 := exp_pos (- (2 * e / INR d))). assert (P0 : 0 < power (half_gamma (d + 2)) (2 / INR d)) by now apply power_gt_0. set (x := exp _) in *. set (p := power _ _) in *. set (n := INR d) in *.
  assert (E2 : 0 < e ^ 2) by nra. apply (Rmult_le_reg_r (PI * e ^ 2 * (n + 2))). { apply Rmult_lt_0_compat; [now apply Rmult_lt_0_compat | lra]. }
  replace (4 * n * x * p / (PI * e ^ 2 * (n + 2)) * (PI * e ^ 2 * (n + 2))) with (4 * n * (x * p)) by (field; lra). replace (2 * n / e ^ 2 * (PI * e ^ 2 * (n + 2))) with (4 * n * (PI * (n + 2) / 2)) by (field; lra).
  apply Rmult_le_compat_l; [lra|]. assert (x * p <= 1 * p) by (apply Rmult_le_compat_r; lra). nra.
Qed.

(* the formula of duplication *)
Lemma duplication n : sqrt PI * INR (fact n) = 2 ^ n * half_gamma (n + 1) * half_gamma (n + 2).
Proof.
  induction n as [|n IH]; [simpl; ring|]. rewrite fact_simpl, mult_INR. replace (S n + 2)%nat with (S (S (n + 1))) by lia. replace (S n + 1)%nat with (n + 2)%nat by lia. rewrite (half_gamma_step (n + 1)) by lia.
  replace (sqrt PI * (INR (S n) * INR (fact n))) with (INR (S n) * (sqrt PI * INR (fact n))) by ring. rewrite IH. replace (n + 1)%nat with (S n) by lia. simpl pow. field.
Qed.
Lemma ln_fact_lower n : (1 <= n)%nat -> INR n * ln (INR n) - INR n <= ln (INR (fact n)).
Proof.
  induction n as [|[|n] IH]; [lia | intros _; simpl; rewrite ln_1; lra | intros _]. specialize (IH ltac:(lia)). rewrite fact_simpl, mult_INR. rewrite (S_INR (S n)). assert (N := INR_pos (S n) ltac:(lia)). set (x := INR (S n)) in *.
  rewrite ln_mult by (try apply fact_pos; lra). assert (L := ln_upper ((x + 1) / x) ltac:(apply Rdiv_lt_0_compat; lra)). rewrite ln_div in L by lra. apply (Rmult_le_compat_l x) in L; [|lra]. replace (x * ((x + 1) / x - 1)) with 1 in L by (field; lra). lra.
Qed.
Theorem lower_bound_constant : Stated.balls.lower_bound__constant.
Proof.
  intros d D. assert (N := INR_pos d D). assert (Q := PI_RGT_0). assert (R := root_PI). assert (G := G_pos d). assert (H := G_pos (d + 1)). assert (F := fact_pos d). assert (U := g_packing d D). assert (V := ln_fact_lower d D).
  assert (X := duplication (d + 1)). replace (d + 1 + 2)%nat with (d + 3)%nat in * by lia. replace (d + 1 + 1)%nat with (d + 2)%nat in X by lia.
  replace (power 2 (- INR d - 1) * sqrt PI * INR (fact (d + 1)) / half_gamma (d + 3)) with (half_gamma (d + 2)).
  - fold (g d). rewrite ln_mult by lra. apply (Rmult_le_reg_l (INR d)); [lra|].
    replace (INR d * (- (ln PI / 2) + (g d + ln (INR (fact d))) / INR d)) with (- INR d * (ln PI / 2) + (g d + ln (INR (fact d)))) by (field; lra). lra.
  - rewrite Rmult_assoc, X. replace (power 2 (- INR d - 1)) with (/ 2 ^ (d + 1)).
    + field. repeat split; first [apply pow_nonzero; lra | lra].
    + rewrite power_pos by lra. replace (- INR d - 1) with (- INR (d + 1)) by (rewrite plus_INR; simpl; ring). rewrite Rpower_Ropp, Rpower_pow by lra. reflexivity.
Qed.

(** Sections through the centre *)

Lemma mean_rises k d : (1 <= k)%nat -> (k <= d)%nat -> g k / INR k <= g d / INR d.
Proof.
  intros K L. induction L as [|d L IH]; [lra|]. apply Rle_trans with (1 := IH). assert (P := INR_pos d ltac:(lia)). assert (M := g_mean d). rewrite S_INR.
  apply (Rmult_le_reg_r (INR d * (INR d + 1))); [apply Rmult_lt_0_compat; lra|]. replace (g d / INR d * (INR d * (INR d + 1))) with ((INR d + 1) * g d) by (field; lra). replace (g (S d) / (INR d + 1) * (INR d * (INR d + 1))) with (INR d * g (S d)) by (field; lra). exact M.
Qed.
Lemma mean_rises_slowly k d : (1 <= k)%nat -> (k <= d)%nat -> g d / INR d - g k / INR k <= (INR d - INR k) / (2 * INR k).
Proof.
  intros K L. assert (P := INR_pos k K). induction L as [|d L IH]; [right; field; lra|]. assert (LD : INR k <= INR d) by now apply le_INR. assert (M := g_rise d ltac:(lia)). rewrite S_INR.
  assert (Y : g (S d) / (INR d + 1) - g d / INR d <= 1 / (2 * INR k)).
  { apply Rle_trans with (1 / (2 * (INR d + 1))).
    - apply (Rmult_le_reg_r (INR d * (INR d + 1))); [apply Rmult_lt_0_compat; lra|]. replace ((g (S d) / (INR d + 1) - g d / INR d) * (INR d * (INR d + 1))) with (INR d * g (S d) - (INR d + 1) * g d) by (field; lra).
      replace (1 / (2 * (INR d + 1)) * (INR d * (INR d + 1))) with (INR d / 2) by (field; lra). exact M.
    - unfold Rdiv. rewrite !Rmult_1_l. apply Rinv_le_contravar; lra. }
  replace ((INR d + 1 - INR k) / (2 * INR k)) with ((INR d - INR k) / (2 * INR k) + 1 / (2 * INR k)) by (field; lra). lra.
Qed.
Lemma ln_volume n : ln (power PI (INR n / 2) / half_gamma (n + 2)) = INR n / 2 * ln PI - g n.
Proof. assert (Q := PI_RGT_0). rewrite ln_div, ln_pow_of by (auto; try apply G_pos; now apply power_gt_0). reflexivity. Qed.
Lemma volume_pos n : 0 < power PI (INR n / 2) / half_gamma (n + 2).
Proof. assert (Q := PI_RGT_0). apply Rdiv_lt_0_compat; [now apply power_gt_0 | apply G_pos]. Qed.
Theorem section_least : Stated.balls.volume__section__ball__least.
Proof.
  intros d D k K L. apply INR_lt in L. assert (P := INR_pos k K). assert (N := INR_pos d D). assert (M := mean_rises k d K ltac:(lia)). assert (V := volume_pos d). assert (W := volume_pos k).
  apply below; auto; [now apply power_gt_0|]. rewrite ln_pow_of, !ln_volume by auto. apply (Rmult_le_compat_l (INR k)) in M; [|lra]. replace (INR k * (g k / INR k)) with (g k) in M by (field; lra).
  replace (INR k / INR d * (INR d / 2 * ln PI - g d)) with (INR k / 2 * ln PI - INR k * (g d / INR d)) by (field; lra). lra.
Qed.
Theorem section_greatest : Stated.balls.volume__section__ball__greatest.
Proof.
  intros d D k K L. apply INR_lt in L. assert (P := INR_pos k K). assert (N := INR_pos d D). assert (M := mean_rises_slowly k d K ltac:(lia)). assert (V := volume_pos d). assert (W := volume_pos k).
  assert (X := power_gt_0 _ (INR k / INR d) V). assert (E := exp_pos (INR d / 2 - INR k / 2)). apply below; auto; [now apply Rmult_lt_0_compat|]. rewrite ln_mult, ln_exp, ln_pow_of, !ln_volume by auto.
  apply (Rmult_le_compat_l (INR k)) in M; [|lra]. replace (INR k * (g d / INR d - g k / INR k)) with (INR k * (g d / INR d) - g k) in M by (field; lra). replace (INR k * ((INR d - INR k) / (2 * INR k))) with (INR d / 2 - INR k / 2) in M by (field; lra).
  replace (INR k / INR d * (INR d / 2 * ln PI - g d)) with (INR k / 2 * ln PI - INR k * (g d / INR d)) by (field; lra). lra.
Qed.
