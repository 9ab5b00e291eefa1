(** * Sums, powers, and what the sanity of the definitions rests on *)

From Coq Require Import Reals Lra Psatz ZArith List Lia.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Spaces Functions Divergences Laws.
Open Scope R_scope.

(** ** Sums *)

Lemma sum_ext n f g : (forall i, (i < n)%nat -> f i = g i) -> sum n f = sum n g.
Proof. induction n; simpl; intros H; auto. rewrite IHn, H; auto. Qed.
Lemma sum_le n f g : (forall i, (i < n)%nat -> f i <= g i) -> sum n f <= sum n g.
Proof. induction n; simpl; intros H. lra. apply Rplus_le_compat; auto. Qed.
Lemma sum_plus n f g : sum n (fun i => f i + g i) = sum n f + sum n g.
Proof. induction n; simpl; lra. Qed.
Lemma sum_scal n c f : sum n (fun i => c * f i) = c * sum n f.
Proof. induction n; simpl; lra. Qed.
Lemma sum_scal_r n c f : sum n (fun i => f i * c) = sum n f * c.
Proof. induction n; simpl; lra. Qed.
Lemma sum_0 n : sum n (fun _ => 0) = 0.
Proof. induction n; simpl; lra. Qed.
Lemma sum_const n c : sum n (fun _ => c) = INR n * c.
Proof. induction n. simpl; lra. rewrite S_INR. simpl sum. rewrite IHn. ring. Qed.
Lemma sum_nonneg n f : (forall i, (i < n)%nat -> 0 <= f i) -> 0 <= sum n f.
Proof. intros H. rewrite <- (sum_0 n). now apply sum_le. Qed.
Lemma sum_swap m n f : sum m (fun i => sum n (f i)) = sum n (fun j => sum m (fun i => f i j)).
Proof. induction m; simpl. now rewrite sum_0. rewrite IHm, sum_plus. reflexivity. Qed.
Lemma sum_term n f i : (forall j, (j < n)%nat -> 0 <= f j) -> (i < n)%nat -> f i <= sum n f.
Proof.
  induction n; intros H Hi. lia. simpl. destruct (Nat.eq_dec i n) as [->|Hne].
  - assert (0 <= sum n f) by (apply sum_nonneg; auto). lra.
  - assert (f i <= sum n f) by (apply IHn; auto; lia). assert (0 <= f n) by auto. lra.
Qed.
Lemma sum_pos n f : (0 < n)%nat -> (forall i, (i < n)%nat -> 0 < f i) -> 0 < sum n f.
Proof.
  intros Hn H. apply Rlt_le_trans with (f 0%nat). auto. apply sum_term; auto. intros; left; auto.
Qed.
Lemma sum_0_term n f i : (forall j, (j < n)%nat -> 0 <= f j) -> sum n f = 0 -> (i < n)%nat -> f i = 0.
Proof. intros H S Hi. assert (f i <= sum n f) by now apply sum_term. assert (0 <= f i) by auto. lra. Qed.

(* a positive part *)
Lemma stick_scal c u : 0 <= c -> Rmax 0 (c * u) = c * Rmax 0 u.
Proof. intros C. assert (X := RmaxRmult 0 u c C). now rewrite Rmult_0_r in X. Qed.

Lemma law_nonempty n p : is_law (finite n) p -> (0 < n)%nat.
Proof. intros [_ H]. destruct n; simpl in H; lra || lia. Qed.

(** ** Powers *)

Lemma exp_ge_1 x : 0 <= x -> 1 <= exp x.
Proof. intros H. assert (E := exp_ineq1_le x). lra. Qed.
Lemma power_pos x a : 0 < x -> power x a = Rpower x a.
Proof. intros. unfold power. destruct (Rlt_dec 0 x); [reflexivity | contradiction]. Qed.
Lemma power_0 a : a <> 0 -> power 0 a = 0.
Proof. intros. unfold power. destruct (Rlt_dec 0 0); [lra|]. destruct (Req_EM_T a 0); [contradiction | reflexivity]. Qed.
Lemma power_nonneg x a : 0 <= power x a.
Proof. unfold power. destruct (Rlt_dec 0 x). left; apply exp_pos. destruct (Req_EM_T a 0); lra. Qed.
Lemma power_gt_0 x a : 0 < x -> 0 < power x a.
Proof. intros. rewrite power_pos by auto. apply exp_pos. Qed.
Lemma power_exp x a : power (exp x) a = exp (a * x).
Proof. rewrite power_pos by apply exp_pos. unfold Rpower. now rewrite ln_exp. Qed.
Lemma power_exp_over A N a : 0 < N -> power (exp A / N) a = exp (a * (A - ln N)).
Proof.
  intros. rewrite power_pos. unfold Rpower. rewrite ln_div, ln_exp; auto. apply exp_pos.
  apply Rdiv_lt_0_compat; auto. apply exp_pos.
Qed.
Lemma exp_over A N : 0 < N -> exp A / N = exp (A - ln N).
Proof. intros. unfold Rminus. rewrite exp_plus, exp_Ropp, exp_ln; auto. Qed.
Lemma power_2 x : 0 <= x -> power x 2 = x ^ 2.
Proof.
  intros [H|<-]. rewrite power_pos by auto. replace 2 with (INR 2) by (simpl; lra). now rewrite Rpower_pow.
  rewrite power_0 by lra. ring.
Qed.
Lemma power_m1 x : 0 < x -> power x (-1) = / x.
Proof. intros. rewrite power_pos by auto. replace (-1) with (- (1)) by ring. rewrite Rpower_Ropp, Rpower_1; auto. Qed.
Lemma power_mult_distr x y a : 0 < x -> 0 < y -> power (x * y) a = power x a * power y a.
Proof. intros. rewrite !power_pos by (auto; now apply Rmult_lt_0_compat). now rewrite Rpower_mult_distr. Qed.

(** ** Values are unique, on every space where integrals are *)

Definition faithful (A : space) : Prop :=
  forall f g l m, (forall x, inside A x -> f x <= g x) -> integral A f l -> integral A g m -> l <= m.

Lemma faithful_unique A f l m : faithful A -> integral A f l -> integral A f m -> l = m.
Proof. intros H L M. apply Rle_antisym; apply (H f f); auto; intros; lra. Qed.
Lemma faithful_finite n : faithful (finite n).
Proof. intros f g l m H L M. simpl in *. subst. now apply sum_le. Qed.
Lemma faithful_line : faithful line.
Proof.
  intros f g l m H L M. simpl in *.
  assert (D := is_RInt_gen_minus g f m l M L).
  assert (P : norm (minus m l) <= minus m l).
  { apply (@RInt_gen_norm R_CompleteNormedModule (Rbar_locally m_infty) (Rbar_locally p_infty) _ _
      (fun y => minus (g y) (f y)) (fun y => minus (g y) (f y))); auto.
    - exists (fun x => x < 0) (fun x => 0 < x); [now exists 0 | now exists 0 | simpl; intros; lra].
    - apply filter_forall. intros [a b] x _. assert (F := H x I). unfold norm, minus, plus, opp; simpl. unfold abs; simpl.
      rewrite Rabs_right; lra. }
  assert (Q := norm_ge_0 (minus m l)). unfold minus, plus, opp in *; simpl in *. lra.
Qed.

Lemma unbounded_not_integrable A a p q m : faithful A -> dominated A p q ->
  integral A (moment a p q) m -> ~ unbounded A p q (moment a p q).
Proof.
  intros F D I U. destruct (U (m + 1)) as [g [l [B [L C]]]].
  assert (l <= m); [|lra]. apply (F g (moment a p q) l m); [intros x Hx; apply B; [exact Hx | now apply D] | exact L | exact I].
Qed.

Theorem renyi_unique A a p q d e : faithful A -> a <> 1 -> is_renyi A a p q d -> is_renyi A a p q e -> d = e.
Proof.
  intros F Ha D E. destruct d as [d| |], e as [e| |]; simpl in *; try tauto.
  - destruct D as [_ [m [M [_ ->]]]], E as [_ [k [K [_ ->]]]].
    now rewrite (faithful_unique A (moment a p q) m k).
  - destruct D as [D [m [M [P _]]]], E as [[H U]|[H Z]].
    + exfalso. now apply (unbounded_not_integrable A a p q m F (D H)).
    + exfalso. rewrite (faithful_unique A _ m 0 F M Z) in P. lra.
  - destruct E as [E [m [M [P _]]]], D as [[H U]|[H Z]].
    + exfalso. now apply (unbounded_not_integrable A a p q m F (E H)).
    + exfalso. rewrite (faithful_unique A _ m 0 F M Z) in P. lra.
Qed.
Theorem hockey_stick_unique A eps p q d e : faithful A -> is_hockey_stick A eps p q d -> is_hockey_stick A eps p q e -> d = e.
Proof. intros. eapply faithful_unique; eauto. Qed.
