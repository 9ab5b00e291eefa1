(* Choices among a few answers: exponential mechanisms, bounded ranges, and the composition of worst pairs. *)
From Coq Require Import Reals Lra Psatz Lia List.
From Coquelicot Require Import Coquelicot.
From Interval Require Import Tactic.
From Dpsym Require Import Spaces Functions Divergences Laws Basics Extremes Finite Hyperbolic.
From Stated Require choices.
Open Scope R_scope.

Lemma exp_ge_1 e : 0 <= e -> 1 <= exp e.
Proof. intros H. assert (E := exp_ineq1_le e). lra. Qed.
Lemma exp_gt_1 e : 0 < e -> 1 < exp e.
Proof. intros H. rewrite <- exp_0. now apply exp_increasing. Qed.

(* the greatest loss of two laws that charge every point *)
Lemma greatest n (p q : nat -> R) : (0 < n)%nat -> (forall i, (i < n)%nat -> 0 < p i) -> (forall i, (i < n)%nat -> 0 < q i) ->
  exists j, (j < n)%nat /\ forall i, (i < n)%nat -> p i <= p j / q j * q i.
Proof.
  intros N P Q. assert (W : exists j, (j < n)%nat /\ forall i, (i < n)%nat -> p i / q i <= p j / q j).
  { clear P Q. induction n as [|n IH]; [lia|]. destruct (Nat.eq_dec n 0) as [->|Hn].
    - exists 0%nat. split; [lia|]. intros i Hi. replace i with 0%nat by lia. lra.
    - destruct (IH ltac:(lia)) as [j [J H]]. destruct (Rle_dec (p j / q j) (p n / q n)) as [L|L].
      + exists n. split; [lia|]. intros i Hi. destruct (Nat.eq_dec i n) as [->|Ni]; [lra|]. assert (X := H i ltac:(lia)). lra.
      + exists j. split; [lia|]. intros i Hi. destruct (Nat.eq_dec i n) as [->|Ni]; [lra|]. apply H. lia. }
  destruct W as [j [J H]]. exists j. split; auto. intros i Hi. assert (X := H i Hi). assert (Y := Q i Hi).
  apply (Rmult_le_compat_r (q i)) in X; [|lra]. replace (p i / q i * q i) with (p i) in X by (field; lra). exact X.
Qed.
Lemma max_at_most n p q r : (0 < n)%nat -> (forall i, (i < n)%nat -> 0 < p i) -> (forall i, (i < n)%nat -> 0 < q i) ->
  (forall i, (i < n)%nat -> p i <= exp r * q i) -> exists v : R, is_max_divergence (finite n) p q (Finite v) /\ v <= r.
Proof.
  intros N P Q H. destruct (greatest n p q N P Q) as [j [J G]]. assert (PJ := P j J). assert (QJ := Q j J).
  assert (R : 0 < p j / q j) by now apply Rdiv_lt_0_compat. exists (ln (p j / q j)). split.
  - apply (max_finite n p q _ j); auto; rewrite exp_ln by auto. { intros i Hi. now apply G. } field. lra.
  - rewrite <- (ln_exp r). apply ln_le; auto. apply (Rmult_le_reg_r (q j)); auto. replace (p j / q j * q j) with (p j) by (field; lra). now apply H.
Qed.

Ltac chosen := unfold softmax, listed, total; simpl; repeat (match goal with |- context [exp ?x] => lazymatch goal with _ : 0 < exp x |- _ => fail | _ => assert (0 < exp x) by apply exp_pos end end).
Ltac index i := destruct i as [|[|[|i]]]; try lia.

Theorem range_max : Stated.choices.range__max.
Proof.
  intros z Hz u. assert (E := exp_gt_1 z Hz). apply max_at_most; [lia | intros i Hi; index i; chosen; apply Rdiv_lt_0_compat; lra .. |].
  assert (U := exp_pos u). intros i Hi. index i; chosen; rewrite exp_plus, exp_0.
  - apply (Rmult_le_reg_r ((exp u * exp z + (1 + 0)) * (exp u + (1 + 0)))). nra. field_simplify; nra.
  - apply (Rmult_le_reg_r ((exp u * exp z + (1 + 0)) * (exp u + (1 + 0)))). nra.
    replace (1 / (exp u * exp z + (1 + 0)) * ((exp u * exp z + (1 + 0)) * (exp u + (1 + 0)))) with (exp u + 1) by (field; nra).
    replace (exp z * (1 / (exp u + (1 + 0))) * ((exp u * exp z + (1 + 0)) * (exp u + (1 + 0)))) with (exp z * (exp u * exp z + 1)) by (field; nra).
    assert (exp u <= exp u * exp z) by nra. nra.
Qed.

(* softmax of utilities that are r close *)
Lemma softmax_2 u1 u2 v1 v2 r : Rabs (u1 - v1) <= r -> Rabs (u2 - v2) <= r ->
  exists v : R, is_max_divergence (finite 2) (softmax (u1 :: u2 :: nil)) (softmax (v1 :: v2 :: nil)) (Finite v) /\ v <= 2 * r.
Proof.
  intros A B. apply max_at_most; [lia | intros i Hi; index i; chosen; apply Rdiv_lt_0_compat; lra .. |].
  apply Rabs_le_between in A. apply Rabs_le_between in B.
  assert (T : forall u v, u - v <= r -> exp u <= exp r * exp v) by (intros; rewrite <- exp_plus; apply exp_le; lra).
  assert (U1 := T u1 v1 ltac:(lra)). assert (U2 := T u2 v2 ltac:(lra)). assert (V1 := T v1 u1 ltac:(lra)). assert (V2 := T v2 u2 ltac:(lra)).
  assert (E : exp (2 * r) = exp r * exp r) by (rewrite <- exp_plus; f_equal; ring). assert (P := exp_pos r).
  assert (D : forall x y m n, 0 < m -> 0 < n -> 0 <= x -> x <= exp r * y -> n <= exp r * m -> x / m <= exp (2 * r) * (y / n)).
  { intros x y m n M N Y X1 X2. rewrite E. apply (Rmult_le_reg_r (m * n)). now apply Rmult_lt_0_compat.
    replace (x / m * (m * n)) with (x * n) by (field; lra). replace (exp r * exp r * (y / n) * (m * n)) with ((exp r * y) * (exp r * m)) by (field; lra). apply Rmult_le_compat; lra. }
  intros i Hi. index i; chosen; apply D; lra.
Qed.

Theorem exponential_privacy : Stated.choices.exponential__privacy.
Proof. intros u1 u2 v1 v2. apply softmax_2; [apply Rmax_l | apply Rmax_r]. Qed.

Theorem mechanism_exponential : Stated.choices.mechanism__exponential.
Proof.
  intros e He u1 u2 t1 A1 B1 t2 A2 B2 t3 A3 B3. apply max_at_most; [lia | intros i Hi; index i; chosen; apply Rdiv_lt_0_compat; lra .. |].
  assert (P := exp_pos (e / 2)). assert (E : exp e = exp (e / 2) * exp (e / 2)) by (rewrite <- exp_plus; f_equal; field).
  assert (T : forall u v, u - v <= e / 2 -> exp u <= exp (e / 2) * exp v) by (intros; rewrite <- exp_plus; apply exp_le; lra).
  assert (D : forall x y m n, 0 < m -> 0 < n -> 0 <= x -> x <= exp (e / 2) * y -> n <= exp (e / 2) * m -> x / m <= exp e * (y / n)).
  { intros x y m n M N Y X1 X2. rewrite E. apply (Rmult_le_reg_r (m * n)). now apply Rmult_lt_0_compat.
    replace (x / m * (m * n)) with (x * n) by (field; lra). replace (exp (e / 2) * exp (e / 2) * (y / n) * (m * n)) with ((exp (e / 2) * y) * (exp (e / 2) * m)) by (field; lra). apply Rmult_le_compat; lra. }
  assert (a1 := T (e * u1 / 2) (e * (t1 + u1) / 2) ltac:(nra)). assert (b1 := T (e * (t1 + u1) / 2) (e * u1 / 2) ltac:(nra)).
  assert (a2 := T (e * u2 / 2) (e * (t2 + u2) / 2) ltac:(nra)). assert (b2 := T (e * (t2 + u2) / 2) (e * u2 / 2) ltac:(nra)).
  assert (a3 := T 0 (e * t3 / 2) ltac:(nra)). assert (b3 := T (e * t3 / 2) 0 ltac:(nra)).
  intros i Hi. index i; chosen; apply D; lra.
Qed.

(* a bounded range: with x = e^u and y = e^(eps - zeta), the excess is the product of x and of what is left over (1 + x e^zeta) (1 + x) *)
Lemma range_stick e z u : 0 <= e -> e < z ->
  is_hockey_stick (finite 2) e (softmax (u + z :: 0 :: nil)) (softmax (u :: 0 :: nil))
    (Rmax 0 (exp u * exp z / (exp u * exp z + 1) - exp e * (exp u / (exp u + 1)))).
Proof.
  intros He Hz. unfold is_hockey_stick. simpl. chosen. rewrite exp_plus, exp_0, !Rplus_0_r, Rplus_0_l.
  assert (U := exp_pos u). assert (Z := exp_gt_1 z ltac:(lra)). assert (E := exp_ge_1 e He).
  rewrite (Rmax_left 0 (1 / (exp u * exp z + 1) - _)). lra.
  assert (1 / (exp u * exp z + 1) <= 1 / (exp u + 1)). { unfold Rdiv. rewrite !Rmult_1_l. apply Rinv_le_contravar; nra. }
  assert (0 < 1 / (exp u + 1)) by (apply Rdiv_lt_0_compat; lra). nra.
Qed.

Theorem range_profile : Stated.choices.range__profile.
Proof.
  intros e He z Hz u H. eexists; split; [now apply range_stick|].
  assert (U := exp_pos u). assert (Z := exp_gt_1 z Hz). assert (E := exp_ge_1 e He). assert (Y0 := exp_pos (e / 2 - z / 2)).
  assert (Y1 : exp (e / 2 - z / 2) < 1) by (rewrite <- exp_0; apply exp_increasing; lra).
  assert (Y : exp e = exp z * exp (e / 2 - z / 2) ^ 2). { replace (exp (e / 2 - z / 2) ^ 2) with (exp (e / 2 - z / 2) * exp (e / 2 - z / 2)) by ring. rewrite <- !exp_plus. f_equal. field. }
  rewrite (Rmax_left _ 0) by lra. set (y := exp (e / 2 - z / 2)) in *. rewrite exp_Ropp.
  assert (D : 0 < 1 - / exp z). { assert (/ exp z < 1) by (apply (Rmult_lt_reg_r (exp z)); [|rewrite Rinv_l]; lra). lra. }
  apply Rmax_lub. { apply Rmult_le_pos. apply pow2_ge_0. left. now apply Rinv_0_lt_compat. }
  rewrite Y. set (x := exp u) in *. set (w := exp z) in *. apply (Rmult_le_reg_r ((1 - / w) * ((x * w + 1) * (x + 1)))). { apply Rmult_lt_0_compat; nra. }
  replace ((1 - y) ^ 2 / (1 - / w) * ((1 - / w) * ((x * w + 1) * (x + 1)))) with ((1 - y) ^ 2 * ((x * w + 1) * (x + 1))) by (field; lra).
  replace ((x * w / (x * w + 1) - w * y ^ 2 * (x / (x + 1))) * ((1 - / w) * ((x * w + 1) * (x + 1)))) with (x * (w - 1) * ((x + 1) - y ^ 2 * (x * w + 1))) by (field; nra).
  assert (0 <= (x * w * y + y - x - 1) ^ 2) by apply pow2_ge_0. nra.
Qed.

Theorem range_profile_attained : Stated.choices.range__profile__attained.
Proof.
  intros e He z Hz H. assert (Z := exp_gt_1 z Hz). assert (E := exp_ge_1 e He). assert (Y0 := exp_pos (e / 2 - z / 2)).
  assert (Y1 : exp (e / 2 - z / 2) < 1) by (rewrite <- exp_0; apply exp_increasing; lra).
  assert (Y : exp e = exp z * exp (e / 2 - z / 2) ^ 2). { replace (exp (e / 2 - z / 2) ^ 2) with (exp (e / 2 - z / 2) * exp (e / 2 - z / 2)) by ring. rewrite <- !exp_plus. f_equal. field. }
  assert (V : exp (- (e / 2) - z / 2) * exp z * exp (e / 2 - z / 2) = 1). { rewrite <- !exp_plus, <- exp_0. f_equal. field. }
  rewrite (Rmax_left _ 0) by lra. rewrite !exp_Ropp. unfold is_hockey_stick, bernoulli, listed; simpl. rewrite Rplus_0_l.
  set (y := exp (e / 2 - z / 2)) in *. set (w := exp z) in *. set (v := exp (- (e / 2) - z / 2)) in *.
  assert (VV : v = / (w * y)) by (apply (Rmult_eq_reg_r (w * y)); [rewrite Rinv_l by nra; lra | nra]). rewrite VV.
  assert (W1 : / w < 1) by (apply (Rmult_lt_reg_r w); [|rewrite Rinv_l]; lra).
  assert (WY : 1 <= w * (y * y)) by (replace (y * y) with (y ^ 2) by ring; lra).
  rewrite Y. rewrite Rmax_left.
  - rewrite Rmax_right. field. lra.
    replace ((1 - y) / (1 - / w) - w * y ^ 2 * ((1 - y) * / (w * y) / (1 - / w))) with ((1 - y) ^ 2 / (1 - / w)) by (field; nra).
    apply Rmult_le_pos. apply pow2_ge_0. left. apply Rinv_0_lt_compat. lra.
  - replace (1 - (1 - y) / (1 - / w) - w * y ^ 2 * (1 - (1 - y) * / (w * y) / (1 - / w))) with (- ((w * y - 1) ^ 2 * / (w - 1))) by (field; lra).
    assert (0 <= (w * y - 1) ^ 2 * / (w - 1)); [|lra]. apply Rmult_le_pos. apply pow2_ge_0. left. apply Rinv_0_lt_compat. lra.
Qed.

(* the moments of a bounded range: the law of the loss is that of a Bernoulli variable with the odds x = e^u, moved by z *)
Lemma bernoulli_moment x s : 0 < x -> 0 <= s -> ln ((x * exp s + 1) / (x + 1)) <= x / (x + 1) * s + s ^ 2 / 8.
Proof.
  intros X S. assert (H : 0 <= x / (x + 1) * s + s ^ 2 / 8 - (ln (x * exp s + 1) - ln (x + 1))).
  { apply (descent (fun s => x / (x + 1) * s + s ^ 2 / 8 - (ln (x * exp s + 1) - ln (x + 1))) (fun s => x / (x + 1) + s / 4 - x * exp s / (x * exp s + 1))); auto.
    - intros t T. assert (E := exp_pos t). auto_derive; [nra | field; nra].
    - rewrite exp_0, Rmult_1_r. lra.
    - clear s S. intros s S. apply (descent (fun s => x / (x + 1) + s / 4 - x * exp s / (x * exp s + 1)) (fun s => 1 / 4 - x * exp s / (x * exp s + 1) ^ 2)); auto.
      + intros t T. assert (E := exp_pos t). auto_derive; [nra | field; nra].
      + rewrite exp_0, Rmult_1_r. lra.
      + intros t T. assert (E := exp_pos t). assert (Y : 0 < x * exp t) by now apply Rmult_lt_0_compat. set (y := x * exp t) in *.
        replace (1 / 4 - y / (y + 1) ^ 2) with ((y - 1) ^ 2 / (4 * (y + 1) ^ 2)) by (field; lra).
        apply Rmult_le_pos. apply pow2_ge_0. left. apply Rinv_0_lt_compat. nra. }
  assert (E := exp_pos s). rewrite ln_div by nra. lra.
Qed.

Lemma bernoulli_back y s : 0 < y -> 0 <= s -> ln ((y * exp (- s) + 1) / (y + 1)) <= - (y / (y + 1) * s) + s ^ 2 / 8.
Proof.
  intros Y S. assert (E := exp_pos s). assert (I : 0 < / y) by now apply Rinv_0_lt_compat. assert (B := bernoulli_moment (/ y) s I S).
  replace (/ y / (/ y + 1) * s) with (s - y / (y + 1) * s) in B by (field; lra).
  replace ((/ y * exp s + 1) / (/ y + 1)) with (exp s * ((y * exp (- s) + 1) / (y + 1))) in B. 2: { rewrite exp_Ropp. field. lra. }
  rewrite ln_mult, ln_exp in B; auto. lra. apply Rdiv_lt_0_compat; [|lra]. assert (P := exp_pos (- s)). nra.
Qed.

Theorem range_renyi : Stated.choices.range__renyi.
Proof.
  intros a A z Z u. assert (Ez := exp_gt_1 z Z). assert (U := exp_pos u). assert (L : forall p, is_law (finite 2) (softmax (p :: 0 :: nil))).
  { intros p. split; [intros i Hi; simpl in Hi; index i; chosen; left; apply Rdiv_lt_0_compat; lra|]. simpl. chosen. field. rewrite exp_0. lra. }
  assert (F : full_support (finite 2) (softmax (u :: 0 :: nil))) by (intros i Hi; simpl in Hi; index i; chosen; apply Rdiv_lt_0_compat; lra).
  eexists; split; [apply renyi_full; auto|].
  assert (M : mom 2 a (softmax (u + z :: 0 :: nil)) (softmax (u :: 0 :: nil)) = exp (ln ((exp u * exp (a * z) + 1) / (exp u + 1)) - a * ln ((exp u * exp z + 1) / (exp u + 1)))).
  { unfold mom. simpl. chosen. rewrite !exp_plus, !Rplus_0_r, Rplus_0_l, exp_0.
    assert (Ea := exp_pos (a * z)). set (x := exp u) in *. set (w := exp z) in *.
    assert (X1 : 0 < x * w + 1) by nra. assert (X2 : 0 < x + 1) by lra.
    rewrite !power_pos by (apply Rdiv_lt_0_compat; nra). unfold Rpower. rewrite !ln_div by nra. rewrite ln_mult by lra. rewrite ln_1. unfold w at 1. rewrite ln_exp.
    rewrite <- !exp_plus.
    replace (a * (ln x + z - ln (x * w + 1)) + (1 - a) * (ln x - ln (x + 1))) with (ln x + a * z + (- ln (x + 1) - a * (ln (x * w + 1) - ln (x + 1)))) by ring.
    replace (a * (0 - ln (x * w + 1)) + (1 - a) * (0 - ln (x + 1))) with (- ln (x + 1) - a * (ln (x * w + 1) - ln (x + 1))) by ring.
    replace (ln (x * exp (a * z) + 1) - ln (x + 1) - a * (ln (x * w + 1) - ln (x + 1))) with (ln (x * exp (a * z) + 1) + (- ln (x + 1) - a * (ln (x * w + 1) - ln (x + 1)))) by ring.
    rewrite (exp_plus (ln x + a * z)), (exp_plus (ln (x * exp (a * z) + 1))), (exp_plus (ln x)), !exp_ln by nra. ring. }
  rewrite M, ln_exp. apply (Rmult_le_reg_r (a - 1)). lra. unfold Rdiv at 1. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
  (* what is lost vanishes with a - 1, and so does its slope at most *)
  set (x := exp u) in *.
  assert (H : 0 <= (1 + (a - 1)) * (1 + (a - 1) - 1) * z ^ 2 / 8 - (ln ((x * exp ((1 + (a - 1)) * z) + 1) / (x + 1)) - (1 + (a - 1)) * ln ((x * exp z + 1) / (x + 1)))).
  { apply (descent (fun s => (1 + s) * (1 + s - 1) * z ^ 2 / 8 - (ln ((x * exp ((1 + s) * z) + 1) / (x + 1)) - (1 + s) * ln ((x * exp z + 1) / (x + 1))))
      (fun s => (2 * s + 1) * z ^ 2 / 8 - (z * (x * exp ((1 + s) * z)) / (x * exp ((1 + s) * z) + 1) - ln ((x * exp z + 1) / (x + 1))))); try lra.
    - intros s S. assert (E := exp_pos ((1 + s) * z)). assert (0 < x * exp ((1 + s) * z)) by now apply Rmult_lt_0_compat. auto_derive; [apply Rdiv_lt_0_compat; lra | field; lra].
    - rewrite Rplus_0_r, !Rmult_1_l. lra.
    - clear - Ez U Z. intros s S. apply (descent (fun s => (2 * s + 1) * z ^ 2 / 8 - (z * (x * exp ((1 + s) * z)) / (x * exp ((1 + s) * z) + 1) - ln ((x * exp z + 1) / (x + 1))))
        (fun s => z ^ 2 / 4 - z ^ 2 * (x * exp ((1 + s) * z)) / (x * exp ((1 + s) * z) + 1) ^ 2)); auto.
      + intros t T. assert (E := exp_pos ((1 + t) * z)). assert (0 < x * exp ((1 + t) * z)) by now apply Rmult_lt_0_compat. auto_derive; [nra | field; lra].
      + rewrite Rplus_0_r, Rmult_1_l.
        assert (Y : 0 < x * exp z) by nra. assert (B := bernoulli_back (x * exp z) z Y ltac:(lra)).
        replace (x * exp z * exp (- z)) with x in B. 2: { rewrite Rmult_assoc, <- exp_plus, Rplus_opp_r, exp_0. ring. }
        rewrite !ln_div in B |- * by lra. replace (z * (x * exp z) / (x * exp z + 1)) with (x * exp z / (x * exp z + 1) * z) by (field; lra). lra.
      + intros t T. assert (E := exp_pos ((1 + t) * z)). assert (Y : 0 < x * exp ((1 + t) * z)) by now apply Rmult_lt_0_compat. set (y := x * exp ((1 + t) * z)) in *.
        replace (z ^ 2 / 4 - z ^ 2 * y / (y + 1) ^ 2) with (z ^ 2 * (y - 1) ^ 2 / (4 * (y + 1) ^ 2)) by (field; lra).
        apply Rmult_le_pos. apply Rmult_le_pos; apply pow2_ge_0. left. apply Rinv_0_lt_compat. nra. }
  replace (1 + (a - 1)) with a in H by ring. lra.
Qed.

(** Compositions of worst pairs *)

Theorem dp_composition_optimal : Stated.choices.dp__composition__optimal.
Proof.
  intros e He z Hz. assert (E := exp_gt_1 e He). assert (Z := exp_ge_1 z Hz). unfold is_hockey_stick, listed; simpl.
  replace (exp (e * 0)) with 1 by (rewrite Rmult_0_r, exp_0; reflexivity). replace (e * (2 - 0)) with (2 * e) by ring. replace (e * 1) with e by ring. replace (e * (2 - 1)) with e by ring.
  replace (e * (1 + 1)) with (2 * e) by ring. replace (e * (2 - (1 + 1))) with 0 by ring. rewrite exp_0.
  replace (exp (2 * e)) with (exp e * exp e) by (rewrite <- exp_plus; f_equal; ring).
  unfold Binomial.C; simpl. set (w := exp e) in *. set (y := exp z) in *.
  assert (I : 0 < / ((w + 1) * ((w + 1) * 1))) by (apply Rinv_0_lt_compat; nra).
  assert (M : forall u v, Rmax 0 (u / ((w + 1) * ((w + 1) * 1)) - y * (v / ((w + 1) * ((w + 1) * 1)))) = Rmax (- (y * v) + u) 0 / ((w + 1) * ((w + 1) * 1))).
  { intros u v. rewrite Rmax_comm. unfold Rdiv. replace (u * / ((w + 1) * ((w + 1) * 1)) - y * (v * / ((w + 1) * ((w + 1) * 1)))) with (/ ((w + 1) * ((w + 1) * 1)) * (- (y * v) + u)) by ring.
    rewrite <- (Rmult_0_r (/ ((w + 1) * ((w + 1) * 1)))) at 1. rewrite RmaxRmult by lra. ring. }
  rewrite !M. rewrite !Rplus_0_l, (Rmax_right (- (y * (w * w)) + 1)), (Rmax_right (- (y * w) + w)) by nra. field. lra.
Qed.

Lemma excess_scal c y u v : 0 <= c -> Rmax 0 (c * u - y * (c * v)) = c * Rmax 0 (u - y * v).
Proof. intros C. replace (c * u - y * (c * v)) with (c * (u - y * v)) by ring. rewrite <- (Rmult_0_r c) at 1. now apply RmaxRmult. Qed.

Theorem dp_composition_split : Stated.choices.dp__composition__split.
Proof.
  intros z Hz e He f Hf d D0 D1 h H0 H1. assert (E := exp_gt_1 e He). assert (F := exp_gt_1 f Hf). assert (Z := exp_ge_1 z Hz).
  eexists; split; [reflexivity|]. eexists; split; [reflexivity|]. unfold listed; simpl.
  set (w := exp e) in *. set (x := exp f) in *. set (y := exp z) in *. set (c := (1 - d) * (1 - h)). assert (C : 0 < c) by (unfold c; nra).
  assert (I : 0 < / ((w + 1) * (x + 1))) by (apply Rinv_0_lt_compat; nra). assert (IW : 0 < / (w + 1)) by (apply Rinv_0_lt_compat; lra). assert (IX : 0 < / (x + 1)) by (apply Rinv_0_lt_compat; lra).
  (* what only one law charges counts whole, what only the other charges does not *)
  assert (P : forall u, 0 <= u -> Rmax 0 (u - y * 0) = u) by (intros; rewrite Rmax_right; lra).
  assert (N : forall u, 0 <= u -> Rmax 0 (0 - y * u) = 0) by (intros; rewrite Rmax_left; nra).
  assert (J : forall u v, Rmax 0 (c * u / ((w + 1) * (x + 1)) - y * (c * v / ((w + 1) * (x + 1)))) = c * Rmax 0 (u / ((w + 1) * (x + 1)) - y * (v / ((w + 1) * (x + 1))))).
  { intros u v. rewrite <- excess_scal by lra. do 2 f_equal; [|f_equal]; field; lra. }
  assert (Q1 : forall u, 0 <= u -> 0 <= u / (w + 1)) by (intros; apply Rmult_le_pos; lra). assert (Q2 : forall u, 0 <= u -> 0 <= u / (x + 1)) by (intros; apply Rmult_le_pos; lra).
  fold c. replace (c * w * x) with (c * (w * x)) by ring. replace (c / ((w + 1) * (x + 1))) with (c * 1 / ((w + 1) * (x + 1))) by (field; lra).
  rewrite !J. rewrite !P, !N by (repeat first [lra | apply Q1 | apply Q2 | apply Rmult_le_pos]). unfold c. field. lra.
Qed.

Theorem dp_composition_grid : Stated.choices.dp__composition__grid.
Proof.
  intros z Hz e He p P0 P1 q Q0 Q1. assert (E := exp_gt_1 e He). assert (Z := exp_ge_1 z Hz).
  eexists; split; [reflexivity|]. eexists; split; [reflexivity|]. unfold listed, randomized_response; simpl.
  replace (exp (- e + p)) with (/ exp e * exp p) by (rewrite <- exp_Ropp, <- exp_plus; f_equal; ring).
  replace (exp (- p - q)) with (exp (- p) * exp (- q)) by (rewrite <- exp_plus; f_equal; ring). replace (exp (- e - q)) with (/ exp e * exp (- q)) by (rewrite <- exp_Ropp, <- exp_plus; f_equal; ring).
  set (w := exp e) in *. set (y := exp z) in *. assert (A : exp p * exp (- p) = 1) by (rewrite <- exp_plus, Rplus_opp_r; apply exp_0).
  assert (U := exp_pos (- p)). assert (V := exp_pos (- q)). assert (U1 : exp (- p) < 1) by (rewrite <- exp_0; apply exp_increasing; lra). assert (V1 : exp (- q) < 1) by (rewrite <- exp_0; apply exp_increasing; lra).
  set (a := exp p) in *. set (u := exp (- p)) in *. set (v := exp (- q)) in *. assert (D : u * v < 1) by nra.
  replace ((-1 + u) * w / ((w + 1) * (u * v - 1))) with ((-1 + u) / (u * v - 1) * w / (w + 1)) by (field; lra).
  replace ((-1 + u) * w * (/ w * v) / ((w + 1) * (u * v - 1))) with ((-1 + u) / (u * v - 1) * w * (/ w * v) / (w + 1)) by (field; lra).
  set (l := (-1 + u) / (u * v - 1)). assert (L : (1 - l) * a + l * v = 1).
  { replace a with (/ u) by (apply (Rmult_eq_reg_r u); [rewrite Rinv_l; lra | lra]). unfold l. field. lra. }
  rewrite (Rmax_left 0 (1 / (1 + w) - _)).
  2: { replace (1 / (1 + w) - y * (w / (1 + w))) with (- ((y * w - 1) * / (1 + w))) by (field; lra). assert (0 <= (y * w - 1) * / (1 + w)); [|lra]. apply Rmult_le_pos. nra. left; apply Rinv_0_lt_compat; lra. }
  set (A1 := (- l + 1) * w / (w + 1)). set (B1 := (- l + 1) * w * (/ w * a) / (w + 1)). set (A2 := l * w / (w + 1)). set (B2 := l * w * (/ w * v) / (w + 1)).
  assert (M1 := Rmax_r 0 (A1 - y * B1)). assert (M2 := Rmax_r 0 (A2 - y * B2)). assert (M3 := Rmax_l 0 (B1 - y * A1)). assert (M4 := Rmax_l 0 (B2 - y * A2)).
  assert (M1' := Rmax_l 0 (A1 - y * B1)). assert (M2' := Rmax_l 0 (A2 - y * B2)).
  assert (S : A1 + A2 = w / (1 + w)) by (unfold A1, A2; field; lra). assert (T : B1 + B2 = 1 / (1 + w)). { replace (1 / (1 + w)) with (((1 - l) * a + l * v) / (1 + w)) by (rewrite L; reflexivity). unfold B1, B2. field. lra. }
  rewrite <- S, <- T. rewrite !Rplus_0_l. apply Rmax_lub; lra.
Qed.

(** The trade-off function of the worst pair: three kinds of tests *)

Lemma worst_trade_off t e d : 0 <= t <= 1 -> 0 < e -> 0 < d < 1 ->
  is_trade_off (finite 4) t (listed (d :: (1 - d) * exp e / (exp e + 1) :: (1 - d) / (exp e + 1) :: 0 :: nil))
    (listed (0 :: (1 - d) / (exp e + 1) :: (1 - d) * exp e / (exp e + 1) :: d :: nil)) (Rmax ((- d - t + 1) * exp (- e)) (Rmax (- d - t * exp e + 1) 0)).
Proof.
  intros T He D. assert (E := exp_gt_1 e He). rewrite exp_Ropp. set (w := exp e) in *. assert (I : 0 < / w) by (apply Rinv_0_lt_compat; lra). split.
  - intros phi first power H F G L. assert (H0 := H 0%nat ltac:(simpl; lia)). assert (H1 := H 1%nat ltac:(simpl; lia)). assert (H2 := H 2%nat ltac:(simpl; lia)). assert (H3 := H 3%nat ltac:(simpl; lia)).
    revert F G. simpl. unfold listed; simpl. set (a := phi 0%nat) in *. set (b := phi 1%nat) in *. set (c := phi 2%nat) in *. set (g := phi 3%nat) in *.
    set (k := (1 - d) / (w + 1)). assert (K : 0 < k) by (apply Rdiv_lt_0_compat; lra). replace ((1 - d) * w / (w + 1)) with (k * w) by (unfold k; field; lra).
    assert (KD : k * w + k = 1 - d) by (unfold k; field; lra). intros F G.
    assert (a * d >= 0) by nra. assert (g * d <= d) by nra. assert (b * k <= k) by nra. assert (0 <= b * k) by nra. assert (c * k <= k) by nra. assert (0 <= c * k) by nra.
    repeat apply Rmax_lub.
    + apply (Rmult_le_reg_r w). lra. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
      assert (c * (k * w) <= k * w) by nra. assert (w * (k - b * k) >= k * w - b * (k * w)) by nra. assert ((w - 1) * (k * w - c * (k * w)) >= 0) by nra.
      assert ((w - 1) * (d - g * d) >= 0) by nra.
      assert (w * (k * w - c * (k * w)) >= k - c * k) by nra. nra.
    + assert (0 <= b * k * (w * w - 1)) by (apply Rmult_le_pos; nra). assert (b * k <= w * (b * (k * w))) by lra. assert (c * (k * w) = w * (c * k)) by ring. assert (0 <= w * (a * d)) by nra. nra.
    + assert (c * (k * w) <= k * w) by nra. lra.
  - set (k := (1 - d) / (w + 1)). assert (K : 0 < k) by (apply Rdiv_lt_0_compat; lra).
    assert (KD : k * w + k = 1 - d) by (unfold k; field; lra).
    assert (N : forall b c, 0 <= b <= 1 -> 0 <= c <= 1 -> b * (k * w) + c * k <= t -> Rmax ((- d - t + 1) * / w) (Rmax (- d - t * w + 1) 0) = 1 - (b * k + c * (k * w) + d) ->
      exists phi first power, is_test (finite 4) phi /\ integral (finite 4) (fun x => phi x * listed (d :: (1 - d) * w / (w + 1) :: (1 - d) / (w + 1) :: 0 :: nil) x) first /\
      integral (finite 4) (fun x => phi x * listed (0 :: (1 - d) / (w + 1) :: (1 - d) * w / (w + 1) :: d :: nil) x) power /\ first <= t /\
      Rmax ((- d - t + 1) * / w) (Rmax (- d - t * w + 1) 0) = 1 - power).
    { intros b c B C L V. exists (listed (0 :: b :: c :: 1 :: nil)), (b * (k * w) + c * k), (b * k + c * (k * w) + d). split; [|split; [|split; [|split]]]; auto.
      - intros i Hi. simpl in Hi. unfold listed. destruct i as [|[|[|[|i]]]]; simpl; lra || lia.
      - simpl. unfold listed; simpl. unfold k. field. lra.
      - simpl. unfold listed; simpl. unfold k. field. lra. }
    destruct (Rle_dec t k) as [X|X]; [|destruct (Rle_dec t (1 - d)) as [Y|Y]].
    + assert (C : 0 <= t / k <= 1). { split. apply Rmult_le_pos; [lra | left; now apply Rinv_0_lt_compat]. apply (Rmult_le_reg_r k); auto. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
      assert (CK : t / k * k = t) by (field; lra). apply (N 0 (t / k)); auto; try lra. replace (t / k * (k * w)) with (t * w) by (field; lra).
      rewrite (Rmax_left _ 0) by nra. rewrite Rmax_right. lra. apply (Rmult_le_reg_r w). lra. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
      assert (t * (w * w - 1) <= k * (w * w - 1)) by (apply Rmult_le_compat_r; nra). nra.
    + assert (KW : 0 < k * w) by nra. assert (C : 0 <= (t - k) / (k * w) <= 1). { split. apply Rmult_le_pos; [lra | left; now apply Rinv_0_lt_compat]. apply (Rmult_le_reg_r (k * w)); auto. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
      assert (CK : (t - k) / (k * w) * (k * w) = t - k) by (field; lra). apply (N ((t - k) / (k * w)) 1); auto; try lra. replace ((t - k) / (k * w) * k) with ((t - k) * / w) by (field; lra).
      assert (TW : 0 <= (- d - t + 1) * / w) by (apply Rmult_le_pos; lra). rewrite Rmax_left.
      * apply (Rmult_eq_reg_r w); [|lra]. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra. transitivity (w * (1 - d - k * w) - (t - k) * (/ w * w)). rewrite Rinv_l by lra. nra. ring.
      * apply Rmax_lub; auto. apply (Rmult_le_reg_r w). lra. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra. assert (k * (w * w - 1) <= t * (w * w - 1)) by (apply Rmult_le_compat_r; nra). nra.
    + apply (N 1 1); try lra. rewrite Rmax_right.
      * rewrite Rmax_right. lra. nra.
      * apply Rle_trans with 0; [|apply Rmax_r]. assert (0 <= (d + t - 1) * / w) by (apply Rmult_le_pos; lra). lra.
Qed.
Theorem dp_approx_tradeoff_worst : Stated.choices.dp__approx__tradeoff__worst.
Proof. intros t T0 T1 e He d D0 D1. apply worst_trade_off; lra. Qed.
Theorem dp_approx_power : Stated.choices.dp__approx__power.
Proof.
  intros t T0 T1 e He d D0 D1. eexists; split; [apply worst_trade_off; lra|]. set (x := (- d - t + 1) * exp (- e)). set (y := - d - t * exp e + 1).
  assert (X := Rmax_l x (Rmax y 0)). assert (Y := Rle_trans _ _ _ (Rmax_l y 0) (Rmax_r x (Rmax y 0))). assert (O := Rle_trans _ _ _ (Rmax_r y 0) (Rmax_r x (Rmax y 0))).
  repeat apply Rmin_glb; unfold x, y in *; lra.
Qed.

(** Two candidates: the law of the first is a distribution function of the difference of their scores *)

Lemma bernoulli_max p q e : 0 < p < 1 -> 0 < q < 1 -> p <= exp e * q -> q <= p -> 0 <= e ->
  exists v : R, is_max_divergence (finite 2) (bernoulli p) (bernoulli q) (Finite v) /\ v <= e.
Proof.
  intros P Q A B E. assert (X := exp_ge_1 e E). apply max_at_most; [lia | intros i Hi; index i; unfold bernoulli, listed; simpl; lra .. |].
  intros i Hi. index i; unfold bernoulli, listed; simpl; nra.
Qed.
Definition first_wins a := 1 / 2 - exp (- Rmax a 0) / 2 + exp (- Rmax (- a) 0) / 2.
Lemma first_wins_pos a : 0 <= a -> first_wins a = 1 - exp (- a) / 2.
Proof. intros H. unfold first_wins. rewrite (Rmax_left a), (Rmax_right (- a)), Ropp_0, exp_0 by lra. field. Qed.
Lemma first_wins_neg a : a <= 0 -> first_wins a = exp a / 2.
Proof. intros H. unfold first_wins. rewrite (Rmax_right a), (Rmax_left (- a)), Ropp_0, exp_0, Ropp_involutive by lra. field. Qed.
Lemma exp_neg_le_1 a : 0 <= a -> 0 < exp (- a) <= 1.
Proof. intros H. split. apply exp_pos. rewrite <- exp_0. apply exp_le. lra. Qed.
Lemma first_wins_unit a : 0 < first_wins a < 1.
Proof.
  destruct (Rle_dec 0 a). rewrite first_wins_pos by auto. assert (X := exp_neg_le_1 a ltac:(auto)). lra.
  rewrite first_wins_neg by lra. assert (X := exp_neg_le_1 (- a) ltac:(lra)). rewrite Ropp_involutive in X. lra.
Qed.
Lemma first_wins_slope a s : 0 <= s -> first_wins a <= exp s * first_wins (a - s) /\ first_wins (a - s) <= first_wins a.
Proof.
  intros S. assert (E := exp_ge_1 s S). assert (I : exp s * exp (- s) = 1) by (rewrite <- exp_plus, Rplus_opp_r; apply exp_0). destruct (Rle_dec 0 a); [destruct (Rle_dec 0 (a - s))|].
  - rewrite !first_wins_pos by auto. replace (- (a - s)) with (- a + s) by ring. rewrite exp_plus. assert (V := exp_pos (- a)).
    assert (W : exp (- a) <= exp (- s)) by (apply exp_le; lra). set (v := exp (- a)) in *. set (y := exp s) in *. set (u := exp (- s)) in *. split; [|nra].
    assert (y * v <= 1) by nra. assert ((y - 1) * (y + 1) * v <= (y - 1) * 2); [|nra].
    rewrite Rmult_assoc. apply Rmult_le_compat_l. lra. nra.
  - rewrite first_wins_pos, first_wins_neg by lra. replace (a - s) with (a + - s) by ring. rewrite exp_plus.
    assert (A := exp_ge_1 a ltac:(auto)). assert (V : exp a * exp (- a) = 1) by (rewrite <- exp_plus, Rplus_opp_r; apply exp_0). assert (P := exp_pos (- a)).
    assert (B : exp a * exp (- s) <= 1). { rewrite <- exp_plus, <- exp_0. apply exp_le. lra. }
    assert (0 <= (exp a - 1) * (1 - exp (- a))) by (apply Rmult_le_pos; nra). split; [|nra]. nra.
  - rewrite !first_wins_neg by lra. replace (a - s) with (a + - s) by ring. rewrite exp_plus. assert (P := exp_pos a). assert (Q := exp_neg_le_1 s S). split; nra.
Qed.
Theorem mechanism_permute_and_flip : Stated.choices.mechanism__permute_and_flip.
Proof.
  intros e He u t T0 T1. destruct (first_wins_slope (e * u / 2) (e * t / 2) ltac:(nra)) as [A B]. replace (e * (- t + u) / 2) with (e * u / 2 - e * t / 2) by field.
  apply bernoulli_max; try apply first_wins_unit; auto; try lra. apply Rle_trans with (1 := A). apply Rmult_le_compat_r. left; apply first_wins_unit. apply exp_le. nra.
Qed.

Definition first_noisier a := (Rmax (- a) 0 + 2) * exp (- Rmax (- a) 0) / 4 - (Rmax a 0 + 2) * exp (- Rmax a 0) / 4 + 1 / 2.
Lemma first_noisier_pos a : 0 <= a -> first_noisier a = 1 - (a + 2) * exp (- a) / 4.
Proof. intros H. unfold first_noisier. rewrite (Rmax_left a), (Rmax_right (- a)), Ropp_0, exp_0 by lra. field. Qed.
Lemma first_noisier_neg a : a <= 0 -> first_noisier a = (2 - a) * exp a / 4.
Proof. intros H. unfold first_noisier. rewrite (Rmax_right a), (Rmax_left (- a)), Ropp_0, exp_0, Ropp_involutive by lra. field. Qed.
Lemma tail_at_most a : 0 <= a -> (a + 2) * exp (- a) <= 2.
Proof.
  intros H. assert (E := exp_ineq1_le a). assert (P := exp_pos (- a)). apply (Rmult_le_compat_l (exp (- a))) in E; [|lra]. rewrite <- exp_plus, Rplus_opp_l, exp_0 in E. nra.
Qed.
Lemma first_noisier_unit a : 0 < first_noisier a < 1.
Proof.
  destruct (Rle_dec 0 a). rewrite first_noisier_pos by auto. assert (X := tail_at_most a ltac:(auto)). assert (P := exp_pos (- a)). nra.
  rewrite first_noisier_neg by lra. assert (X := tail_at_most (- a) ltac:(lra)). rewrite Ropp_involutive in X. assert (P := exp_pos a). nra.
Qed.
Lemma first_noisier_slope a s : 0 <= s -> first_noisier a <= exp s * first_noisier (a - s) /\ first_noisier (a - s) <= first_noisier a.
Proof.
  intros S. assert (E := exp_ineq1_le s). assert (I : exp s * exp (- s) = 1) by (rewrite <- exp_plus, Rplus_opp_r; apply exp_0). destruct (Rle_dec 0 a); [destruct (Rle_dec 0 (a - s)) as [C|C]|].
  - rewrite !first_noisier_pos by auto. assert (T := tail_at_most (a - s) C). assert (U := tail_at_most a ltac:(auto)). assert (V := exp_pos (- a)).
    replace (- (a - s)) with (- a + s) in * by ring. rewrite exp_plus in *. set (v := exp (- a)) in *. set (y := exp s) in *. split.
    + assert ((a - s + 2) * v * (y + 1) <= 4). { assert (0 <= (a - s + 2) * v) by nra. assert ((a - s + 2) * v * 1 <= (a - s + 2) * v * y) by (apply Rmult_le_compat_l; lra). lra. }
      assert (0 <= (y - 1) * (4 - (a - s + 2) * v * (y + 1))) by (apply Rmult_le_pos; lra). assert (0 <= s * v) by nra. nra.
    + assert ((a + 2) * v <= (a - s + 2) * (v * y)); [|lra]. assert (v * (1 + s) <= v * y) by nra. assert ((a - s + 2) * (v * (1 + s)) <= (a - s + 2) * (v * y)) by (apply Rmult_le_compat_l; lra).
      assert (0 <= v * (s + s * (a - s))) by (apply Rmult_le_pos; nra). lra.
  - rewrite first_noisier_pos, first_noisier_neg by lra. assert (U := tail_at_most a ltac:(auto)). assert (T := tail_at_most (- (a - s)) ltac:(lra)). rewrite Ropp_involutive in T. split; [|lra].
    replace (exp s * ((2 - (a - s)) * exp (a - s) / 4)) with ((2 - (a - s)) * exp a / 4). 2: { replace (exp (a - s)) with (exp a * exp (- s)) by (rewrite <- exp_plus; f_equal; ring). transitivity ((2 - (a - s)) * exp a / 4 * (exp s * exp (- s))); [rewrite I|]; field. }
    assert (A := exp_ge_1 a ltac:(auto)). assert (V : exp a * exp (- a) = 1) by (rewrite <- exp_plus, Rplus_opp_r; apply exp_0). assert (P := exp_pos (- a)).
    apply Rle_trans with (exp a / 2); [|nra]. set (v := exp (- a)) in *. set (x := exp a) in *.
    assert (0 <= 2 * (x - 1) * (1 - v)) by (apply Rmult_le_pos; nra). nra.
  - rewrite !first_noisier_neg by lra. replace (exp (a - s)) with (exp a * exp (- s)) by (rewrite <- exp_plus; f_equal; ring). assert (P := exp_pos a). assert (Q := exp_neg_le_1 s S). set (u := exp (- s)) in *. set (y := exp s) in *. split.
    + replace (y * ((2 - (a - s)) * (exp a * u) / 4)) with ((2 - (a - s)) * exp a / 4 * (y * u)) by field. rewrite I. nra.
    + assert ((2 - (a - s)) * u <= 2 - a); [|nra]. assert (u * (1 + s) <= 1) by nra. nra.
Qed.
Theorem mechanism_report_noisy_max : Stated.choices.mechanism__report_noisy_max.
Proof.
  intros e He u t T0 T1. destruct (first_noisier_slope (e * u / 2) (e * t / 2) ltac:(nra)) as [A B]. replace (e * (- t + u) / 2) with (e * u / 2 - e * t / 2) by field.
  apply bernoulli_max; try apply first_noisier_unit; auto; try lra. apply Rle_trans with (1 := A). apply Rmult_le_compat_r. left; apply first_noisier_unit. apply exp_le. nra.
Qed.

(** The pair that attains the greatest Rényi divergence of a bounded range *)

Lemma exp_minus_ratio u v : 0 < u -> u < v -> u * (1 - exp (- v)) < v * (1 - exp (- u)).
Proof.
  intros U V. assert (P := exp_pos (- u)). assert (Q := exp_ineq1 u ltac:(lra)). apply (Rmult_lt_compat_l (exp (- u))) in Q; [|lra]. rewrite <- exp_plus, Rplus_opp_l, exp_0 in Q.
  set (c := 1 - exp (- u) - u * exp (- u)). assert (C : 0 < c) by (unfold c; lra).
  assert (H : 0 <= v * (1 - exp (- u)) - u * (1 - exp (- v)) - c * (v - u)); [|assert (0 < c * (v - u)) by (apply Rmult_lt_0_compat; lra); lra].
  replace v with (u + (v - u)) at 1 2 by ring.
  apply (descent (fun s => (u + s) * (1 - exp (- u)) - u * (1 - exp (- (u + s))) - c * s) (fun s => 1 - exp (- u) - u * exp (- (u + s)) - c)).
  - intros s S. auto_derive; trivial. ring.
  - rewrite Rplus_0_r. lra.
  - intros s S. assert (E : exp (- (u + s)) <= exp (- u)) by (apply exp_le; lra). unfold c. nra.
  - lra.
Qed.
Lemma exp_plus_ratio u v : 0 < u -> u < v -> v * (exp u - 1) < u * (exp v - 1).
Proof.
  intros U V. set (c := u * exp u - (exp u - 1)). assert (Q := exp_ineq1 (- u) ltac:(lra)). assert (P := exp_pos u). apply (Rmult_lt_compat_l (exp u)) in Q; [|lra]. rewrite <- exp_plus, Rplus_opp_r, exp_0 in Q.
  assert (C : 0 < c) by (unfold c; lra).
  assert (H : 0 <= u * (exp v - 1) - v * (exp u - 1) - c * (v - u)); [|assert (0 < c * (v - u)) by (apply Rmult_lt_0_compat; lra); lra].
  replace v with (u + (v - u)) at 1 2 by ring.
  apply (descent (fun s => u * (exp (u + s) - 1) - (u + s) * (exp u - 1) - c * s) (fun s => u * exp (u + s) - (exp u - 1) - c)).
  - intros s S. auto_derive; trivial. ring.
  - rewrite Rplus_0_r. lra.
  - intros s S. assert (E : exp u <= exp (u + s)) by (apply exp_le; lra). unfold c. nra.
  - lra.
Qed.

Theorem range_renyi_attained : Stated.choices.range__renyi__attained.
Proof.
  intros a A z Z. set (w := exp (- z)). set (b := exp (z * (1 - a))). assert (W0 : 0 < w) by apply exp_pos. assert (B0 : 0 < b) by apply exp_pos.
  assert (W1 : w < 1) by (unfold w; rewrite <- exp_0; apply exp_increasing; lra). assert (ZA : 0 < z * (a - 1)) by (apply Rmult_lt_0_compat; lra). assert (B1 : b < 1) by (unfold b; rewrite <- exp_0 at 2; apply exp_increasing; lra).
  replace (exp (- (a * z))) with (b * w) by (unfold b, w; rewrite <- exp_plus; f_equal; ring).
  assert (Ez : exp z = / w) by (unfold w; rewrite exp_Ropp, Rinv_involutive; [reflexivity | apply Rgt_not_eq, exp_pos]).
  assert (BW : b * w < 1) by nra. set (r := (1 - b * w) * (a - 1) / (a * (1 - b))).
  assert (R0 : 0 < r). { apply Rdiv_lt_0_compat; apply Rmult_lt_0_compat; lra. }
  assert (R1 : r < 1).
  { assert (M := exp_minus_ratio ((a - 1) * z) (a * z) ltac:(nra) ltac:(nra)). replace (exp (- (a * z))) with (b * w) in M by (unfold b, w; rewrite <- exp_plus; f_equal; ring).
    replace (exp (- ((a - 1) * z))) with b in M by (unfold b; f_equal; ring). apply (Rmult_lt_reg_r (a * (1 - b))). apply Rmult_lt_0_compat; lra.
    unfold r, Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by nra. apply (Rmult_lt_reg_l z); lra. }
  assert (R2 : w < r).
  { assert (M := exp_plus_ratio ((a - 1) * z) (a * z) ltac:(nra) ltac:(nra)). replace (exp (a * z)) with (/ (b * w)) in M by (unfold b, w; rewrite <- exp_plus, <- exp_Ropp; f_equal; ring).
    replace (exp ((a - 1) * z)) with (/ b) in M by (unfold b; rewrite <- exp_Ropp; f_equal; ring). apply (Rmult_lt_reg_r (a * (1 - b))). apply Rmult_lt_0_compat; lra.
    unfold r, Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by nra. apply (Rmult_lt_compat_r (b * w)) in M; [|nra].
    replace (a * z * (/ b - 1) * (b * w)) with (z * (w * (a * (1 - b)))) in M by (field; lra). replace ((a - 1) * z * (/ (b * w) - 1) * (b * w)) with (z * ((1 - b * w) * (a - 1))) in M by (field; lra).
    apply (Rmult_lt_reg_l z); lra. }
  set (p := (1 - r) / (1 - w)). replace (a * (1 - r) * (1 - b) * w / ((1 - w) * (1 - b * w) * (a - 1))) with (p * w / r) by (unfold p, r; field; repeat split; nra).
  assert (P : 0 < p < 1). { split. apply Rdiv_lt_0_compat; lra. apply (Rmult_lt_reg_r (1 - w)). lra. unfold p, Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  assert (Q1 : 1 - p = (r - w) / (1 - w)) by (unfold p; field; lra). assert (Q2 : 1 - p * w / r = (r - w) / (1 - w) / r) by (unfold p; field; lra).
  assert (P1 : 0 < (r - w) / (1 - w)) by (apply Rdiv_lt_0_compat; lra). assert (P2 : 0 < (r - w) / (1 - w) / r) by (apply Rdiv_lt_0_compat; lra).
  assert (P3 : 0 < p * w / r) by (apply Rdiv_lt_0_compat; [nra | lra]).
  set (m := exp ((a - 1) * ln r) * ((1 - b * w) / (a * b * (1 - w)))). assert (M0 : 0 < (1 - b * w) / (a * b * (1 - w))) by (apply Rdiv_lt_0_compat; [lra | repeat apply Rmult_lt_0_compat; lra]).
  assert (M : 0 < m) by (unfold m; apply Rmult_lt_0_compat; [apply exp_pos | auto]).
  split.
  { intros _ i Hi. simpl in Hi. index i; unfold bernoulli, listed; simpl; rewrite ?Q2; intros X; exfalso; lra. }
  exists m. split; [|split; auto].
  - simpl. unfold moment, bernoulli, listed; simpl. rewrite Q2, Q1, Rplus_0_l. rewrite !power_pos by lra. unfold Rpower. rewrite <- !exp_plus.
    replace (a * ln ((r - w) / (1 - w)) + (1 - a) * ln ((r - w) / (1 - w) / r)) with (ln ((r - w) / (1 - w)) + (a - 1) * ln r) by (rewrite (ln_div _ r) by lra; ring).
    replace (a * ln p + (1 - a) * ln (p * w / r)) with (ln p + (- (z * (1 - a)) + (a - 1) * ln r)). 2: { rewrite (ln_div _ r), ln_mult by nra. unfold w. rewrite ln_exp. ring. }
    rewrite !exp_plus, exp_Ropp, !exp_ln by lra. fold b. unfold m. rewrite (Rmult_comm (/ b)), <- Rmult_assoc, <- (Rmult_comm (exp _)), Rmult_assoc.
    assert (N : (r - w) / (1 - w) + p * / b = (1 - b * w) / (a * b * (1 - w))).
    { assert (RR : r * (a * (1 - b)) = (1 - b * w) * (a - 1)) by (unfold r; field; lra). apply (Rmult_eq_reg_r (a * b * (1 - w))); [|apply Rgt_not_eq; repeat apply Rmult_lt_0_compat; lra].
      replace ((1 - b * w) / (a * b * (1 - w)) * (a * b * (1 - w))) with (1 - b * w) by (field; lra).
      replace (((r - w) / (1 - w) + p * / b) * (a * b * (1 - w))) with (a * b * (r - w) + a * (1 - r)) by (unfold p; field; lra). lra. }
    rewrite <- N. ring.
  - rewrite Ez. replace ((1 - b * w) * (a - 1) * / w / (a * (1 - b))) with (r / w) by (unfold r; field; lra).
    unfold m. rewrite ln_mult, ln_exp, ln_div by (auto; apply exp_pos).
    replace ((1 - b * w) / (a * b * (1 - w))) with ((1 - b * w) / (a * (1 - w)) / b) by (field; lra). rewrite (ln_div _ b) by (auto; apply Rdiv_lt_0_compat; nra).
    unfold w at 1. rewrite ln_exp. replace (ln b) with (z * (1 - a)) by (unfold b; now rewrite ln_exp). field. lra.
Qed.
