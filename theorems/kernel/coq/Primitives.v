(** * Integrals with ends from a primitive and its limits *)

From Coq Require Import Reals Lra Psatz.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Spaces Functions Divergences Laws Basics Pieces Gauss.
Open Scope R_scope.

Definition between (a b : Rbar) (x : R) := Rbar_lt a x /\ Rbar_lt x b.

Lemma from_inside a b : Rbar_lt a b -> a <> p_infty -> from a (between a b).
Proof.
  intros H Ha. destruct a as [a| |], b as [b| |]; simpl in *; try tauto.
  - assert (P : 0 < b - a) by lra. exists (mkposreal _ P). intros y Y L. unfold between; simpl. split; auto.
    unfold ball in Y; simpl in Y. unfold AbsRing_ball, abs, minus, plus, opp in Y; simpl in Y. apply Rabs_def2 in Y. lra.
  - exists (mkposreal 1 Rlt_0_1). intros y _ L. unfold between; simpl; auto.
  - exists b. intros y Y. unfold between; simpl; auto.
  - exists 0. intros y _. unfold between; simpl; auto.
Qed.
Lemma upto_inside a b : Rbar_lt a b -> b <> m_infty -> upto b (between a b).
Proof.
  intros H Hb. destruct a as [a| |], b as [b| |]; simpl in *; try tauto.
  - assert (P : 0 < b - a) by lra. exists (mkposreal _ P). intros y Y L. unfold between; simpl. split; auto.
    unfold ball in Y; simpl in Y. unfold AbsRing_ball, abs, minus, plus, opp in Y; simpl in Y. apply Rabs_def2 in Y. lra.
  - exists a. intros y Y. unfold between; simpl; auto.
  - exists (mkposreal 1 Rlt_0_1). intros y _ L. unfold between; simpl; auto.
  - exists 0. intros y _. unfold between; simpl; auto.
Qed.
Lemma between_convex a b x y z : between a b x -> between a b y -> Rmin x y <= z <= Rmax x y -> between a b z.
Proof.
  unfold between, Rmin, Rmax. intros [A B] [C D] [E F]. destruct a as [a| |], b as [b| |]; simpl in *; try tauto; destruct (Rle_dec x y); split; auto; lra.
Qed.

Instance from_filter a : Filter (from a).
Proof. destruct a; simpl; apply _. Qed.
Instance upto_filter b : Filter (upto b).
Proof. destruct b; simpl; apply _. Qed.

Theorem primitive_integral a b (f F : R -> R) (l m : R) : Rbar_lt a b -> a <> p_infty -> b <> m_infty ->
  (forall x, between a b x -> is_derive F x (f x)) -> (forall x, between a b x -> continuous f x) ->
  filterlim F (from a) (locally l) -> filterlim F (upto b) (locally m) -> is_integral a b f (m - l).
Proof.
  intros H Ha Hb D C L M P [eps HP]. assert (E : 0 < eps / 2) by (assert (Q := cond_pos eps); lra). set (half := mkposreal _ E).
  assert (A : from a (fun x => between a b x /\ ball l half (F x))).
  { apply filter_and. now apply from_inside. apply (L (fun y => ball l half y)). now exists half. }
  assert (B : upto b (fun x => between a b x /\ ball m half (F x))).
  { apply filter_and. now apply upto_inside. apply (M (fun y => ball m half y)). now exists half. }
  exists (fun x => between a b x /\ ball l half (F x)) (fun x => between a b x /\ ball m half (F x)); auto.
  intros x y [Ix Bx] [Iy By]. exists (F y - F x). split.
  - apply (is_RInt_derive F f); intros z Hz; [apply D | apply C]; now apply (between_convex a b x y).
  - apply HP. unfold ball in *; simpl in *; unfold AbsRing_ball, abs, minus, plus, opp in *; simpl in *.
    replace (F y - F x + - (m - l)) with ((F y + - m) + - (F x + - l)) by ring.
    eapply Rle_lt_trans. apply Rabs_triang. rewrite Rabs_Ropp. lra.
Qed.

(** ** Limits at the ends *)

Lemma at_end_right (a : R) (F : R -> R) (l : R) : continuous F a -> F a = l -> filterlim F (from (Finite a)) (locally l).
Proof. intros C <-. intros P HP. destruct (C P HP) as [d D]. exists d. intros y Y _. now apply D. Qed.
Lemma at_end_left (b : R) (F : R -> R) (l : R) : continuous F b -> F b = l -> filterlim F (upto (Finite b)) (locally l).
Proof. intros C <-. intros P HP. destruct (C P HP) as [d D]. exists d. intros y Y _. now apply D. Qed.

Lemma lim_affine_p k c (F : R -> R) (u : R -> R) G (l : R) : Filter G -> filterlim u G (Rbar_locally p_infty) -> is_lim F p_infty l ->
  filterlim (fun x => k * F (u x) + c) G (locally (k * l + c)).
Proof.
  intros HG U L. apply (filterlim_comp _ _ _ (fun x => F (u x)) (fun y => k * y + c) G (locally l)).
  - apply (filterlim_comp _ _ _ u F G (Rbar_locally p_infty)); auto.
  - apply (ex_derive_continuous (fun y => k * y + c)). auto_derive; trivial.
Qed.
Lemma lim_affine_m k c (F : R -> R) (u : R -> R) G (l : R) : Filter G -> filterlim u G (Rbar_locally m_infty) -> is_lim F m_infty l ->
  filterlim (fun x => k * F (u x) + c) G (locally (k * l + c)).
Proof.
  intros HG U L. apply (filterlim_comp _ _ _ (fun x => F (u x)) (fun y => k * y + c) G (locally l)).
  - apply (filterlim_comp _ _ _ u F G (Rbar_locally m_infty)); auto.
  - apply (ex_derive_continuous (fun y => k * y + c)). auto_derive; trivial.
Qed.

(** ** Integrals of other integrands *)

Lemma zero_line : line_int (fun _ => 0) 0.
Proof. assert (A := is_RInt_gen_Chasles _ _ _ _ (zero_m 0) (zero_p 0)). unfold plus in A; simpl in A. rewrite Rplus_0_l in A. exact A. Qed.
Lemma is_integral_ext a b f g l : (forall x, f x = g x) -> is_integral a b f l -> is_integral a b g l.
Proof. intros E H. unfold is_integral in *. apply (is_RInt_gen_ext f); [|exact H]. apply filter_forall. intros ab x _. apply E. Qed.
Lemma is_integral_at a b f l m : l = m -> is_integral a b f l -> is_integral a b f m.
Proof. now intros <-. Qed.
Lemma integral_scal a b c f l : is_integral a b f l -> is_integral a b (fun x => c * f x) (c * l).
Proof. intros H. destruct a, b; exact (is_RInt_gen_scal f c l H). Qed.
Lemma integral_plus a b f g l m : is_integral a b f l -> is_integral a b g m -> is_integral a b (fun x => f x + g x) (l + m).
Proof. intros F G. destruct a, b; exact (is_RInt_gen_plus f g l m F G). Qed.
(* on the positive numbers an integrand matters only there *)
Lemma integral_positive f g l : (forall x, 0 < x -> f x = g x) -> is_integral 0 p_infty f l -> is_integral 0 p_infty g l.
Proof.
  intros E H. unfold is_integral in *. apply (is_RInt_gen_ext f); [|exact H]. exists (fun x => 0 < x) (fun x => 0 < x).
  - exists (mkposreal 1 Rlt_0_1). intros y _ Y. exact Y.
  - exists 0. auto.
  - intros x y X Y z [Z _]. simpl in Z. apply E. apply Rlt_trans with (2 := Z). now apply Rmin_glb_lt.
Qed.
