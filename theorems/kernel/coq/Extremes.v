(** * Max divergences, total variation and their kin from what is simpler *)

From Coq Require Import Reals Lra Psatz ZArith Lia.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Spaces Functions Divergences Laws Basics Pieces.
Open Scope R_scope.

(** ** Where p exceeds e^eps q *)

Lemma bump u v c : u < v -> line_int (fun x => if Rlt_dec u x then if Rlt_dec x v then c else 0 else 0) (c * (v - u)).
Proof.
  intros H. replace (c * (v - u)) with (0 + c * (v - u) + 0) by ring.
  apply (three_pieces _ (fun _ => 0) (fun _ => c) (fun _ => 0) u v); try lra.
  - intros x Hx. destruct (Rlt_dec u x); lra.
  - intros x [A B]. destruct (Rlt_dec u x); [destruct (Rlt_dec x v)|]; lra.
  - intros x Hx. destruct (Rlt_dec u x); [destruct (Rlt_dec x v)|]; lra.
  - apply zero_m.
  - replace (c * (v - u)) with (scal (v - u) c) by (unfold scal; simpl; unfold mult; simpl; ring). apply (is_RInt_const u v c).
  - apply zero_p.
Qed.

Lemma exceeds_line e p q x : continuous p x -> continuous q x -> exp e * q x < p x -> exceeds line e p q.
Proof.
  intros P Q H. assert (C : continuous (fun y => p y - exp e * q y) x).
  { apply (continuous_minus p (fun y => exp e * q y)); auto. apply (continuous_mult (fun _ => exp e) q); auto. apply continuous_const. }
  set (g := p x - exp e * q x) in *. assert (G : 0 < g) by (unfold g; lra).
  destruct (C (fun z => Rabs (z - g) < g / 2)) as [d D].
  { assert (G2 : 0 < g / 2) by lra. exists (mkposreal _ G2). intros y Y. exact Y. }
  exists (fun y => if Rlt_dec (x - d) y then if Rlt_dec y (x + d) then g / 2 else 0 else 0), (g / 2 * (x + d - (x - d))).
  assert (Dp := cond_pos d). split; [|split; [apply bump; lra | apply Rmult_lt_0_compat; lra]].
  intros y _. assert (M := Rmax_l 0 (p y - exp e * q y)). assert (N := Rmax_r 0 (p y - exp e * q y)).
  destruct (Rlt_dec (x - d) y); [destruct (Rlt_dec y (x + d))|]; try lra.
  assert (Z : Rabs (p y - exp e * q y - g) < g / 2).
  { apply D. unfold ball; simpl. unfold AbsRing_ball, abs, minus, plus, opp; simpl. apply Rabs_def1; lra. }
  apply Rabs_def2 in Z. lra.
Qed.

Lemma exceeds_finite n e p q i : (i < n)%nat -> exp e * q i < p i -> exceeds (finite n) e p q.
Proof.
  intros Hi H. exists (fun j => if Nat.eq_dec j i then p i - exp e * q i else 0), (p i - exp e * q i).
  split; [|split; [|lra]].
  - intros j _. destruct (Nat.eq_dec j i) as [->|]. apply Rmax_r. apply Rmax_l.
  - simpl. clear H. induction n. lia. simpl. destruct (Nat.eq_dec n i) as [->|N].
    + replace (sum i _) with 0; [lra|]. rewrite <- (sum_0 i) at 1. apply sum_ext. intros j Hj. destruct (Nat.eq_dec j i); [lia | reflexivity].
    + rewrite IHn by lia. ring.
Qed.

Lemma exceeds_less A e f p q : (forall x, inside A x -> 0 <= q x) -> e <= f -> exceeds A f p q -> exceeds A e p q.
Proof.
  intros Q H [b [l [B [L P]]]]. exists b, l. split; [|auto]. intros x Hx. apply Rle_trans with (1 := B x Hx), Rle_max_compat_l.
  assert (E : exp e <= exp f) by (destruct H as [H | ->]; [left; now apply exp_increasing | lra]).
  assert (0 <= q x) by auto. nra.
Qed.

Theorem max_line p q r x : (forall y, p y <= exp r * q y) -> continuous p x -> continuous q x -> 0 < q x -> p x = exp r * q x ->
  is_max_divergence line p q (Finite r).
Proof.
  intros L P Q H E. split; [intros y _; apply L|]. intros e He. apply (exceeds_line e p q x); auto.
  rewrite E. apply Rmult_lt_compat_r; auto. now apply exp_increasing.
Qed.

Theorem max_finite n p q r i : (forall j, (j < n)%nat -> p j <= exp r * q j) -> (i < n)%nat -> 0 < q i -> p i = exp r * q i ->
  is_max_divergence (finite n) p q (Finite r).
Proof.
  intros L Hi H E. split; [intros j Hj; now apply L|]. intros e He. apply (exceeds_finite n e p q i); auto.
  rewrite E. apply Rmult_lt_compat_r; auto. now apply exp_increasing.
Qed.

(** ** Total variation is the profile at 0 *)

Lemma line_plus f g l m : line_int f l -> line_int g m -> line_int (fun x => f x + g x) (l + m).
Proof. intros F G. exact (is_RInt_gen_plus f g l m F G). Qed.
Lemma line_scal c f l : line_int f l -> line_int (fun x => c * f x) (c * l).
Proof. intros F. exact (is_RInt_gen_scal f c l F). Qed.

Lemma tv_line p q d : line_int p 1 -> line_int q 1 -> is_hockey_stick line 0 p q d -> is_total_variation line p q d.
Proof.
  intros P Q H. assert (G := line_plus _ _ _ _ H (line_plus _ _ _ _ (line_scal (- / 2) _ _ P) (line_scal (/ 2) _ _ Q))).
  simpl in *. replace d with (d + (- / 2 * 1 + / 2 * 1)) by field.
  refine (line_int_ext _ _ _ _ G). intros x. cbv beta. rewrite exp_0. unfold Rmax, Rabs.
  destruct (Rle_dec 0 (p x - 1 * q x)), (Rcase_abs (p x - q x)); lra.
Qed.

(** ** Laws *)

Lemma laplace_law mu b : 0 < b -> line_int (laplace mu b) 1.
Proof.
  intros Hb. assert (G := laplace_moment mu mu b 1 Hb ltac:(lra) ltac:(lra)).
  replace 1 with (1 / (2 * 1 - 1) * exp ((1 - 1) * (mu - mu) / b) + (1 - 1) / (2 * 1 - 1) * exp (- (1 * (mu - mu) / b))) at 1.
  - refine (line_int_ext _ _ _ _ G). intros x. unfold moment. assert (P := laplace_pos mu b x Hb).
    rewrite !power_pos, Rpower_1 by auto. replace (1 - 1) with 0 by ring. rewrite Rpower_O; auto. ring.
  - replace ((1 - 1) * (mu - mu) / b) with 0 by (field; lra). rewrite exp_0. field.
Qed.
