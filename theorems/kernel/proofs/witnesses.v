(* Witnesses against printed statements: integrals and laws on the line at single parameters. *)
From Coq Require Import Reals Lra Psatz Lia.
From Coquelicot Require Import Coquelicot.
From Interval Require Import Tactic.
From Dpsym Require Import Spaces Functions Divergences Laws Basics Pieces Extremes Gauss.
From Stated Require witnesses.
Open Scope R_scope.

Theorem integral_gaussian_printed : ~ Stated.witnesses.integral__gaussian__printed.
Proof.
  intros H. assert (X := H 1 ltac:(lra) 0 1). assert (G := gauss_int (exp 1) 1 0 ltac:(lra)). assert (P : 0 < sqrt PI) by (apply sqrt_lt_R0, PI_RGT_0).
  assert (Y : line_int (fun x => exp (- (1 * x ^ 2) + 0 * x + 1)) (exp 1 * sqrt PI / 1)).
  { refine (line_int_ext _ _ _ _ G). intros x. cbv beta. rewrite <- exp_plus. f_equal. ring. }
  assert (E := faithful_unique line _ _ _ faithful_line Y X). revert E. rewrite sqrt_1. replace ((- (4 * 1 * 1) + 0 ^ 2) / (4 * 1)) with (- (1)) by field.
  assert (L : exp (- (1)) < exp 1) by (apply exp_increasing; lra). intros E. assert (exp 1 = exp (- (1))); [|lra]. apply (Rmult_eq_reg_l (sqrt PI)); lra.
Qed.

Theorem step_printed : ~ Stated.witnesses.isotropic__step__printed.
Proof.
  intros H. specialize (H 2%nat ltac:(lia) 1%nat ltac:(lia)). simpl INR in H. specialize (H ltac:(lra) ltac:(lra)).
  assert (S : 0 < sqrt 3 <= 2) by (split; interval with (i_prec 40)). replace (1 / (1 + 1 - 1)) with 1 in H by field. rewrite power_pos, Rpower_1 in H by lra. lra.
Qed.

Lemma laplace_smooth m b x : 0 < b -> continuous (laplace m b) x.
Proof.
  intros B. unfold laplace. apply (continuous_mult (fun x => exp (- Rabs (x - m) / b)) (fun _ => / (2 * b))); [|apply continuous_const].
  apply (continuous_comp (fun x => - Rabs (x - m) / b) exp). 2: { apply (ex_derive_continuous exp). auto_derive; trivial. }
  apply (continuous_mult (fun x => - Rabs (x - m)) (fun _ => / b)); [|apply continuous_const]. apply (continuous_opp (fun x => Rabs (x - m))).
  apply (continuous_comp (fun x => x - m) Rabs). { apply (ex_derive_continuous (fun x => x - m)). auto_derive; trivial. } apply continuous_Rabs.
Qed.
(* where a density exceeds another the profile at 0 is positive *)
Lemma range_printed_witness : exists l, 0 < l /\ forall v, is_hockey_stick line 0 (laplace 0 1) (laplace 0 2) v -> l <= v.
Proof.
  destruct (exceeds_line 0 (laplace 0 1) (laplace 0 2) 0) as [f [l [B [I P]]]]; try (apply laplace_smooth; lra).
  - unfold laplace. rewrite exp_0, Rminus_0_r, Rabs_R0. replace (- 0 / 1) with 0 by field. replace (- 0 / 2) with 0 by field. rewrite exp_0. lra.
  - exists l. split; auto. intros v V. exact (faithful_line f _ l v B I V).
Qed.
Theorem range_printed : ~ Stated.witnesses.mechanism__domain_laplace__range__printed.
Proof.
  intros H. destruct range_printed_witness as [l [P L]]. assert (A := Rmin_l (l / 2) (1 / 2)). assert (B := Rmin_r (l / 2) (1 / 2)).
  assert (D : 0 < Rmin (l / 2) (1 / 2)) by (apply Rmin_glb_lt; lra). set (d := Rmin (l / 2) (1 / 2)) in *.
  assert (0 < ln 2) by (rewrite <- ln_1; apply ln_increasing; lra).
  destruct (H 0 ltac:(lra) 2 ltac:(lra) d D ltac:(lra) ltac:(lra)) as [v [V M]]. assert (X := L v V). lra.
Qed.

(* the error function at a number below one *)
Lemma erfc_pos w : 0 <= w <= 1 / 2 -> 0 < erfc w.
Proof.
  intros W. rewrite erfc_area. assert (P : 1 < sqrt PI) by interval with (i_prec 40). assert (A : area w <= w).
  { unfold area. apply Rle_trans with (RInt (fun _ => 1) 0 w). 2: { rewrite RInt_const. unfold scal; simpl; unfold mult; simpl. lra. }
    apply RInt_le; [lra | apply exI; apply cont_g | apply ex_RInt_const |]. intros x X. unfold bell. apply Rle_trans with (exp 0); [|rewrite exp_0; lra].
    left. apply exp_increasing. nra. }
  apply (Rmult_lt_reg_r (sqrt PI)). lra. replace ((1 - 2 * area w / sqrt PI) * sqrt PI) with (sqrt PI - 2 * area w) by (field; lra). lra.
Qed.
Theorem tail_printed : ~ Stated.witnesses.dp__approx__tail__printed.
Proof.
  intros H. destruct (H 0 ltac:(lra) 1 ltac:(lra)) as [v [V L]]. assert (G := gaussian_stick 0 1 1 ltac:(lra) ltac:(lra)).
  assert (E := hockey_stick_unique line 0 _ _ _ _ faithful_line V G). rewrite E, exp_0 in L.
  assert (S : 0 < sqrt 2 <= 3 / 2) by (split; interval with (i_prec 40)). assert (W := erfc_pos (sqrt 2 * (1 / (2 * 1) + 0 * 1 / 1) / 2) ltac:(lra)).
  replace (sqrt 2 * (0 * 1 - 1 / (2 * 1)) / 2) with (sqrt 2 * (- (1 / (2 * 1)) + 0 * 1 / 1) / 2) in L by field. lra.
Qed.
