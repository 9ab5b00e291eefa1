(* Profiles of laws whose densities cross once: exponential laws of two scales, and truncated Laplace noise. *)
From Coq Require Import Reals Lra Psatz.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Spaces Functions Divergences Laws Basics Finite Pieces Gauss Primitives.
From Stated Require supports.
Open Scope R_scope.

(* a function that is zero beside an interval *)
Lemma one_piece f h u v l : u <= v -> (forall x, x < u -> f x = 0) -> (forall x, u < x < v -> f x = h x) -> (forall x, v < x -> f x = 0) -> is_RInt h u v l -> line_int f l.
Proof.
  intros L A B C H. replace l with (0 + l + 0) by ring. apply (three_pieces f (fun _ => 0) h (fun _ => 0) u v); auto; try (intros; symmetry; auto); [apply zero_m | apply zero_p].
Qed.

Theorem profile_exponential : Stated.supports.profile__exponential.
Proof.
  intros e He a A b B. set (c := a + b). assert (C : 0 < c) by (unfold c; lra). set (l := ln (c / b)). assert (EL : exp l = c / b) by (apply exp_ln; now apply Rdiv_lt_0_compat). set (k := / b - / c).
  assert (K : 0 < k). { unfold k. replace (/ b - / c) with (a / (b * c)) by (unfold c; field; unfold c in C; lra). apply Rdiv_lt_0_compat; auto. now apply Rmult_lt_0_compat. }
  (* the densities on the right, and how they compare *)
  assert (F : forall x, exp (- (x - 0) / b) / b - exp e * (exp (- (x - 0) / c) / c) = exp (- (x / c)) / c * (exp (l - k * x) - exp e)).
  { intros x. replace (- (x - 0) / b) with (- (x / c) + - (k * x)) by (unfold k; field; lra). replace (- (x - 0) / c) with (- (x / c)) by (field; lra). replace (l - k * x) with (l + - (k * x)) by ring. rewrite !exp_plus, EL. field. lra. }
  assert (P : forall x, 0 < exp (- (x / c)) / c) by (intros x; apply Rdiv_lt_0_compat; [apply exp_pos | auto]).
  assert (N : forall x, x < 0 -> Rmax 0 (exponential 0 b x - exp e * exponential 0 c x) = 0). { intros x X. unfold exponential. destruct (Rle_dec 0 x); [lra|]. rewrite Rmult_0_r, Rminus_0_r. apply Rmax_left. lra. }
  unfold if_le. destruct (Rle_dec l e) as [L|L].
  - refine (line_int_ext _ _ _ _ zero_line). intros x. destruct (Rlt_dec x 0) as [X|X]; [symmetry; now apply N|]. unfold exponential. destruct (Rle_dec 0 x); [|lra]. rewrite F. symmetry. apply Rmax_left.
    assert (exp (l - k * x) <= exp e) by (apply exp_le; nra). assert (Y := P x). nra.
  - set (v := (l - e) / k). assert (V : 0 < v) by (apply Rdiv_lt_0_compat; lra). assert (KV : k * v = l - e) by (unfold v; field; lra).
    apply (one_piece _ (fun x => minus (scal (/ b) (exp (- / b * x + 0))) (scal (exp e / c) (exp (- / c * x + 0)))) 0 v); [lra | exact N | | |].
    + intros x [X0 X1]. unfold exponential. destruct (Rle_dec 0 x); [|lra]. rewrite Rmax_right.
      * unfold minus, plus, opp, scal; simpl; unfold mult; simpl. replace (- / b * x + 0) with (- (x - 0) / b) by (field; lra). replace (- / c * x + 0) with (- (x - 0) / c) by (field; lra). field. lra.
      * rewrite F. assert (exp e <= exp (l - k * x)) by (apply exp_le; nra). assert (Y := P x). nra.
    + intros x X. unfold exponential. destruct (Rle_dec 0 x); [|lra]. rewrite F. apply Rmax_left. assert (exp (l - k * x) <= exp e) by (apply exp_le; nra). assert (Y := P x). nra.
    + assert (IB : 0 < / b) by now apply Rinv_0_lt_compat. assert (IC : 0 < / c) by now apply Rinv_0_lt_compat.
      assert (I1 := is_RInt_scal _ _ _ (/ b) _ (exp_piece (- / b) 0 0 v ltac:(lra))). assert (I2 := is_RInt_scal _ _ _ (exp e / c) _ (exp_piece (- / c) 0 0 v ltac:(lra))).
      refine (eq_ind _ (fun s => is_RInt _ 0 v s) (is_RInt_minus _ _ _ _ _ _ I1 I2) _ _). unfold minus, plus, opp, scal; simpl; unfold mult; simpl.
      assert (Y : 0 < b * exp e / c) by (apply Rdiv_lt_0_compat; auto; apply Rmult_lt_0_compat; auto; apply exp_pos). rewrite !power_pos by auto. unfold Rpower.
      assert (LY : ln (b * exp e / c) = - (k * v)). { rewrite KV. replace (b * exp e / c) with (exp e / (c / b)) by (field; lra). rewrite ln_div, ln_exp by (try apply exp_pos; now apply Rdiv_lt_0_compat). fold l. ring. }
      rewrite LY. replace (c / a * - (k * v)) with (- / b * v + 0) by (unfold k, c; field; unfold c in C; lra). replace (b / a * - (k * v)) with (- / c * v + 0) by (unfold k, c; field; unfold c in C; lra).
      rewrite !Rmult_0_r, !Rplus_0_r, exp_0. field. lra.
Qed.

Theorem truncated_laplace : Stated.supports.mechanism__truncated_laplace.
Proof.
  intros e He d D0 D1 D HD. set (r := 1 + (exp e - 1) / (2 * d)). assert (E1 : 1 < exp e) by (rewrite <- exp_0; now apply exp_increasing). assert (W : exp e < r).
  { unfold r. assert (exp e - 1 < (exp e - 1) / (2 * d)); [|lra]. apply (Rmult_lt_reg_r (2 * d)); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. nra. }
  set (b := D / e). assert (B : 0 < b) by now apply Rdiv_lt_0_compat. replace (D * ln r / e) with (b * ln r) by (unfold b; field; lra). set (A := b * ln r).
  assert (LR : e < ln r). { rewrite <- (ln_exp e). apply ln_increasing; [apply exp_pos | exact W]. } assert (DA : D < A) by (unfold A, b; apply (Rmult_lt_reg_r e); auto; replace (D / e * ln r * e) with (D * ln r) by (field; lra); now apply Rmult_lt_compat_l).
  assert (EA : exp (- A / b) = / r). { replace (- A / b) with (- ln r) by (unfold A; field; lra). rewrite exp_Ropp, exp_ln by lra. reflexivity. }
  set (n := 2 * b * (1 - exp (- A / b))). assert (IR : / r < 1) by (rewrite <- Rinv_1; apply Rinv_lt_contravar; lra). assert (N : 0 < n) by (unfold n; rewrite EA; apply Rmult_lt_0_compat; lra).
  assert (P : forall x, 0 < exp x / n) by (intros x; apply Rdiv_lt_0_compat; [apply exp_pos | auto]).
  assert (TP : forall m x, 0 <= truncated_laplace m b A x). { intros m x. unfold truncated_laplace. fold n. destruct (Rle_dec (Rabs (x - m)) A); [left; apply P | lra]. } assert (E0 := exp_pos e).
  apply (one_piece _ (fun x => scal (/ n) (exp (/ b * x + 0))) (- A) (D - A)); [lra | | | |].
  - intros x X. apply Rmax_left. assert (Y := TP D x). unfold truncated_laplace at 1. destruct (Rle_dec (Rabs (x - 0)) A) as [H|H]; [apply Rabs_le_between in H; lra|]. nra.
  - intros x [X0 X1]. unfold truncated_laplace at 2. destruct (Rle_dec (Rabs (x - D)) A) as [H|H]; [apply Rabs_le_between in H; lra|]. rewrite Rmult_0_r, Rminus_0_r, Rmax_right by apply TP. unfold truncated_laplace. fold n.
    destruct (Rle_dec (Rabs (x - 0)) A) as [G|G]; [|exfalso; apply G; apply Rabs_le; lra]. rewrite Rabs_left by lra. unfold scal; simpl; unfold mult; simpl. replace (/ b * x + 0) with (- - (x - 0) / b) by (field; lra). field. lra.
  - intros x X. apply Rmax_left. unfold truncated_laplace. fold n. destruct (Rle_dec (Rabs (x - 0)) A) as [G|G].
    + apply Rabs_le_between in G. destruct (Rle_dec (Rabs (x - D)) A) as [H|H]; [|exfalso; apply H; apply Rabs_le; lra].
      assert (exp (- Rabs (x - 0) / b) <= exp e * exp (- Rabs (x - D) / b)); [|assert (IN : 0 < / n) by (now apply Rinv_0_lt_compat); unfold Rdiv in *; nra].
      rewrite <- exp_plus. apply exp_le. apply (Rmult_le_reg_r b); auto. replace ((e + - Rabs (x - D) / b) * b) with (D - Rabs (x - D)) by (unfold b; field; lra). replace (- Rabs (x - 0) / b * b) with (- Rabs (x - 0)) by (field; lra).
      unfold Rabs; repeat destruct Rcase_abs; lra.
    + assert (Y := Rmult_le_pos _ _ (Rlt_le _ _ E0) (TP D x)). unfold truncated_laplace in Y. fold n in Y. lra.
  - assert (IB : 0 < / b) by now apply Rinv_0_lt_compat. refine (eq_ind _ (fun s => is_RInt _ (- A) (D - A) s) (is_RInt_scal _ _ _ (/ n) _ (exp_piece (/ b) 0 (- A) (D - A) ltac:(lra))) _ _).
    unfold scal; simpl; unfold mult; simpl. replace (/ b * (D - A) + 0) with (e + - A / b) by (unfold b; field; lra). replace (/ b * - A + 0) with (- A / b) by (field; lra). unfold n. rewrite exp_plus, EA. unfold r. field. repeat split; lra.
Qed.
