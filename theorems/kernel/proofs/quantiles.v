(* Quantiles of the normal law, and a sum that ends where a quotient does. *)
From Coq Require Import Reals Lra Psatz Lia.
From Coquelicot Require Import Coquelicot.
From Interval Require Import Tactic.
From Dpsym Require Import Spaces Functions Divergences Laws Basics Pieces Gauss Gamma Mills.
From Stated Require quantiles.
Open Scope R_scope.

Lemma erf_area x : erf x = 2 * area x / sqrt PI.
Proof. assert (E := erfc_area x). unfold erfc in E. lra. Qed.
Lemma area_rises x y : x < y -> area x < area y.
Proof.
  intros L. destruct (MVT_gen area x y bell) as [c [_ E]].
  - intros; apply is_derive_I.
  - intros z _. apply continuity_pt_filterlim, (ex_derive_continuous area). eexists. apply is_derive_I.
  - assert (B : 0 < bell c) by apply exp_pos. nra.
Qed.
Lemma erf_rises x y : x < y -> erf x < erf y.
Proof.
  intros L. rewrite !erf_area. assert (A := area_rises x y L). unfold Rdiv. apply Rmult_lt_compat_r; [apply Rinv_0_lt_compat, root_PI | lra].
Qed.
Lemma erfinv_value y : -1 < y -> y < 1 -> erf (erfinv y) = y.
Proof.
  intros Y0 Y1. assert (R := root_PI). destruct (IVT_Rbar_incr area m_infty p_infty (- (sqrt PI / 2)) (sqrt PI / 2) (y * sqrt PI / 2) I_lim_m I_lim) as [x [_ [_ E]]]; simpl; auto.
  - intros x _ _. apply continuity_pt_filterlim, (ex_derive_continuous area). eexists. apply is_derive_I.
  - split; nra.
  - assert (F : erf x = y) by (rewrite erf_area, E; field; lra). unfold erfinv. rewrite (is_lub_Rbar_unique _ x); [exact F|]. split.
    + intros z Z. simpl. destruct (Rle_dec z x) as [H|H]; auto. assert (G := erf_rises x z ltac:(lra)). lra.
    + intros b B. apply B. lra.
Qed.
Theorem bandwidth_quartiles : Stated.quantiles.bandwidth__quartiles.
Proof.
  intros s S. assert (E := erfinv_value (1 / 2) ltac:(lra) ltac:(lra)). set (x := erfinv (1 / 2)) in *. assert (R2 : 1.4142 <= sqrt 2 <= 1.4143) by (split; interval with (i_prec 40)).
  assert (X : 0.474 <= x). { destruct (Rle_dec 0.474 x) as [H|H]; auto. assert (G := erf_rises x 0.474 ltac:(lra)). assert (K : erf 0.474 <= 1 / 2); [|lra].
    rewrite erf_area. assert (A : area 0.474 <= 0.442) by (unfold area, bell; integral with (i_prec 40, i_relwidth 20)). assert (P : 1.7724 <= sqrt PI) by interval with (i_prec 40).
    apply (Rmult_le_reg_r (sqrt PI)); [lra|]. unfold Rdiv at 1. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  assert (1.34 <= 2 * sqrt 2 * x) by nra. nra.
Qed.
Theorem calibration_variation : Stated.quantiles.calibration__gaussian__variation.
Proof.
  intros d D0 D1. assert (E := erfinv_value d ltac:(lra) ltac:(lra)). set (x := erfinv d) in *. assert (R2 := sqrt_lt_R0 2 ltac:(lra)). assert (S2 := sqrt_sqrt 2 ltac:(lra)). assert (R := root_PI).
  assert (X : 0 < x). { destruct (Rlt_dec 0 x) as [H|H]; auto. assert (Z : erf 0 = 0) by (rewrite erf_area; replace (area 0) with 0 by (symmetry; exact (RInt_point 0 bell)); field; lra). destruct (Req_dec x 0) as [->|N]; [lra|]. assert (G := erf_rises x 0 ltac:(lra)). lra. }
  refine (eq_ind _ (is_hockey_stick line 0 _ _) (stick_profile 0 1 (sqrt 2 / (4 * x)) ltac:(apply Rdiv_lt_0_compat; lra) ltac:(lra)) _ _).
  rewrite <- E, erf_area. unfold noise_profile, Phi. rewrite exp_0. set (w := 1 / (sqrt 2 / (4 * x))).
  replace ((w / 2 - 0 / w) / sqrt 2) with x. replace (- (w / 2 + 0 / w) / sqrt 2) with (- x). rewrite I_odd. field. lra.
  - transitivity (- (4 * x / (2 * (sqrt 2 * sqrt 2)))); [rewrite S2; field | unfold w; field; lra].
  - transitivity (4 * x / (2 * (sqrt 2 * sqrt 2))); [rewrite S2; field | unfold w; field; lra].
Qed.

(** Levels of a tree *)

Lemma sum_at_most n m f : (forall i, f i <= 1) -> (forall i, (m <= i)%nat -> f i <= 0) -> sum n f <= INR m.
Proof.
  intros A B. enough (H : sum n f <= INR (min n m)) by (apply Rle_trans with (1 := H), le_INR; lia). induction n as [|n IH]; [simpl; lra|]. simpl sum. destruct (le_lt_dec m n) as [L|L].
  - assert (X := B n L). replace (min (S n) m) with (min n m) by lia. lra.
  - assert (X := A n). replace (min (S n) m) with (S (min n m)) by lia. rewrite S_INR. lra.
Qed.
Theorem nim_budget : Stated.quantiles.nim__budget.
Proof.
  intros d D e E. apply Rmult_le_compat_l; [lra|]. assert (L := Nat.log2_spec d ltac:(lia)). set (l := Nat.log2 d) in *. apply Rle_trans with (INR (S l)).
  - apply sum_at_most; [intros i; apply Rmin_r|]. intros i I. apply Rle_trans with (1 := Rmin_l _ _). replace (d / 2 ^ i)%nat with 0%nat; [simpl; lra|]. symmetry. apply Nat.div_small.
    apply Nat.lt_le_trans with (1 := proj2 L). apply Nat.pow_le_mono_r; lia.
  - rewrite S_INR. apply Rplus_le_compat_r. assert (P : 0 < ln 2) by (rewrite <- ln_1; apply ln_increasing; lra). apply (Rmult_le_reg_r (ln 2)); auto. unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
    rewrite <- ln_pow by lra. assert (K := le_INR _ _ (proj1 L)). rewrite pow_INR in K. simpl (INR 2) in K. assert (Q := pow_lt 2 l ltac:(lra)). destruct K as [K | K]; [left; now apply ln_increasing | right; f_equal; exact K].
Qed.
Theorem nim_budget_printed : ~ Stated.quantiles.nim__budget__printed.
Proof. intros H. specialize (H 1%nat ltac:(lia) 1 ltac:(lra)). simpl in H. rewrite ln_1, Rmin_left, Rmin_left in H by lra. unfold Rdiv in H. lra. Qed.
