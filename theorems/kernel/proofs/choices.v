(* Choices among a few answers: exponential mechanisms, and the composition of worst pairs. *)
From Coq Require Import Reals Lra Psatz Lia List.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Spaces Functions Divergences Laws Basics Extremes Finite.
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
