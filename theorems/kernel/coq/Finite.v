(** * Laws on finite spaces: what holds for all of them *)

From Coq Require Import Reals Lra Psatz Lia.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Spaces Functions Divergences Laws Basics.
Open Scope R_scope.

(** ** Hockey-stick divergence *)

Definition stick n e p q := sum n (fun i => Rmax 0 (p i - exp e * q i)).

Lemma stick_is n e p q : is_hockey_stick (finite n) e p q (stick n e p q).
Proof. reflexivity. Qed.
Lemma stick_nonneg n e p q : 0 <= stick n e p q.
Proof. apply sum_nonneg; intros; apply Rmax_l. Qed.
Lemma law_nonneg n p i : is_law (finite n) p -> (i < n)%nat -> 0 <= p i.
Proof. intros [H _]. apply H. Qed.
Lemma law_sum n p : is_law (finite n) p -> sum n p = 1.
Proof. intros [_ H]. exact H. Qed.
Lemma kernel_nonneg m n K i j : is_kernel (finite m) (finite n) K -> (i < m)%nat -> (j < n)%nat -> 0 <= K i j.
Proof. intros H Hi Hj. now apply (law_nonneg n), Hj; apply H. Qed.
Lemma kernel_sum m n K i : is_kernel (finite m) (finite n) K -> (i < m)%nat -> sum n (K i) = 1.
Proof. intros H Hi. apply law_sum, H, Hi. Qed.

Lemma stick_le_1 n e p q : is_law (finite n) p -> is_law (finite n) q -> stick n e p q <= 1.
Proof.
  intros P Q. rewrite <- (law_sum n p P). apply sum_le. intros i Hi. apply Rmax_lub. now apply (law_nonneg n).
  assert (0 <= exp e * q i) by (apply Rmult_le_pos; [left; apply exp_pos | now apply (law_nonneg n)]). lra.
Qed.

Theorem stick_data_processing m n e p q K : is_kernel (finite m) (finite n) K ->
  stick n e (image m K p) (image m K q) <= stick m e p q.
Proof.
  intros HK. unfold stick.
  apply Rle_trans with (sum n (fun j => sum m (fun i => Rmax 0 (p i - exp e * q i) * K i j))).
  - apply sum_le; intros j Hj. apply Rmax_lub.
    + apply sum_nonneg; intros i Hi; apply Rmult_le_pos. apply Rmax_l. now apply (kernel_nonneg m n).
    + unfold image. unfold Rminus at 1. rewrite Ropp_mult_distr_l, <- sum_scal, <- sum_plus.
      apply sum_le; intros i Hi. assert (0 <= K i j) by now apply (kernel_nonneg m n).
      assert (p i - exp e * q i <= Rmax 0 (p i - exp e * q i)) by apply Rmax_r. nra.
  - rewrite <- sum_swap. apply sum_le; intros i Hi. rewrite sum_scal, (kernel_sum m n) by auto. lra.
Qed.

Theorem stick_convex n e t p1 p2 q1 q2 : 0 <= t <= 1 ->
  stick n e (@mixture (finite n) t p1 p2) (@mixture (finite n) t q1 q2) <= t * stick n e p1 q1 + (1 - t) * stick n e p2 q2.
Proof.
  intros T. unfold stick. rewrite <- !sum_scal, <- sum_plus. apply sum_le. intros i Hi. unfold mixture.
  assert (A := Rmax_l 0 (p1 i - exp e * q1 i)). assert (B := Rmax_r 0 (p1 i - exp e * q1 i)).
  assert (C := Rmax_l 0 (p2 i - exp e * q2 i)). assert (D := Rmax_r 0 (p2 i - exp e * q2 i)).
  apply Rmax_lub; nra.
Qed.

(* the weak triangle inequality, hence group privacy *)
Theorem stick_triangle n e f p q r : stick n (e + f) p r <= stick n e p q + exp e * stick n f q r.
Proof.
  unfold stick. rewrite <- sum_scal, <- sum_plus. apply sum_le. intros i Hi. rewrite exp_plus.
  assert (A := Rmax_l 0 (p i - exp e * q i)). assert (B := Rmax_r 0 (p i - exp e * q i)).
  assert (C := Rmax_l 0 (q i - exp f * r i)). assert (D := Rmax_r 0 (q i - exp f * r i)). assert (E := exp_pos e).
  apply Rmax_lub; nra.
Qed.

Lemma stick_mono n e f p q : is_law (finite n) q -> e <= f -> stick n f p q <= stick n e p q.
Proof.
  intros Q H. apply sum_le. intros i Hi. apply Rle_max_compat_l.
  assert (0 <= q i) by now apply (law_nonneg n). assert (exp e <= exp f) by (destruct H as [H|H]; [left; now apply exp_increasing | right; now rewrite H]). nra.
Qed.

(* composition of independent mechanisms, with deltas joined as probabilities *)
Definition stick2 m n e (p1 : nat -> R) p2 (q1 : nat -> R) q2 :=
  sum m (fun i => sum n (fun j => Rmax 0 (p1 i * p2 j - exp e * (q1 i * q2 j)))).
Lemma stick2_is m n e p1 p2 q1 q2 :
  is_hockey_stick (pairs (finite m) (finite n)) e (@product (finite m) (finite n) p1 p2) (@product (finite m) (finite n) q1 q2) (stick2 m n e p1 p2 q1 q2).
Proof. exists (fun i => sum n (fun j => Rmax 0 (p1 i * p2 j - exp e * (q1 i * q2 j)))). split; [intros; reflexivity | reflexivity]. Qed.

Lemma pair_bound e f p q r s : 0 <= p -> 0 <= q -> 0 <= r -> 0 <= s ->
  Rmax 0 (p * r - exp (e + f) * (q * s)) <= Rmax 0 (p - exp e * q) * r + p * Rmax 0 (r - exp f * s) - Rmax 0 (p - exp e * q) * Rmax 0 (r - exp f * s).
Proof.
  intros P Q R S. rewrite exp_plus. assert (E := exp_pos e). assert (F := exp_pos f). set (x := exp e) in *. set (y := exp f) in *.
  assert (0 <= x * q) by nra. assert (0 <= y * s) by nra.
  unfold Rmax at 2 3 4 5. destruct (Rle_dec 0 (p - x * q)), (Rle_dec 0 (r - y * s)); apply Rmax_lub; try nra.
Qed.

Theorem stick_product m n e f p1 p2 q1 q2 :
  is_law (finite m) p1 -> is_law (finite m) q1 -> is_law (finite n) p2 -> is_law (finite n) q2 ->
  stick2 m n (e + f) p1 p2 q1 q2 <= 1 - (1 - stick m e p1 q1) * (1 - stick n f p2 q2).
Proof.
  intros P1 Q1 P2 Q2.
  apply Rle_trans with (sum m (fun i => Rmax 0 (p1 i - exp e * q1 i) * (1 - stick n f p2 q2) + p1 i * stick n f p2 q2)).
  - apply sum_le. intros i Hi.
    replace (Rmax 0 (p1 i - exp e * q1 i) * (1 - stick n f p2 q2) + p1 i * stick n f p2 q2)
      with (sum n (fun j => Rmax 0 (p1 i - exp e * q1 i) * p2 j + p1 i * Rmax 0 (p2 j - exp f * q2 j) - Rmax 0 (p1 i - exp e * q1 i) * Rmax 0 (p2 j - exp f * q2 j))).
    + apply sum_le. intros j Hj. apply pair_bound; [now apply (law_nonneg m) | now apply (law_nonneg m) | now apply (law_nonneg n) | now apply (law_nonneg n)].
    + unfold stick. rewrite (sum_ext n _ (fun j => Rmax 0 (p1 i - exp e * q1 i) * p2 j + (p1 i - Rmax 0 (p1 i - exp e * q1 i)) * Rmax 0 (p2 j - exp f * q2 j))).
      rewrite sum_plus, !sum_scal, (law_sum n p2 P2). ring. intros; ring.
  - rewrite sum_plus, !sum_scal_r, (law_sum m p1 P1). unfold stick at 2. right. unfold stick. ring.
Qed.

Theorem stick_sampling n e q p r : 0 < q < 1 ->
  stick n (ln (q * (exp e - 1) + 1)) (@mixture (finite n) q p r) r = q * stick n e p r.
Proof.
  intros Q. assert (E := exp_pos e). unfold stick. rewrite exp_ln by nra. rewrite <- sum_scal. apply sum_ext. intros i Hi. unfold mixture.
  replace (q * p i + (1 - q) * r i - (q * (exp e - 1) + 1) * r i) with (q * (p i - exp e * r i)) by ring.
  rewrite <- (Rmult_0_r q) at 1. rewrite RmaxRmult by lra. reflexivity.
Qed.

(** ** Moments *)

Lemma power_tangent a r : 1 <= a -> 0 < r -> 1 + a * (r - 1) <= Rpower r a.
Proof.
  intros Ha Hr.
  destruct (Rle_dec (1 + a*(r-1)) 0) as [H|H]. apply Rle_trans with 0; auto. left; apply exp_pos.
  assert (0 < 1 + a*(r-1)) by lra. set (w := 1 + a*(r-1)) in *.
  assert (T : forall y, 0 < y -> ln y <= y - 1).
  { intros y Hy. assert (Q := exp_ineq1_le (ln y)). rewrite exp_ln in Q by auto. lra. }
  unfold Rpower. rewrite <- (exp_ln w) at 1 by auto.
  assert (ln w <= a * ln r); [| destruct H1; [left; now apply exp_increasing | rewrite H1; lra]].
  assert (T1 := T (w/r) ltac:(apply Rdiv_lt_0_compat; auto)). rewrite ln_div in T1 by auto.
  assert (T2 := T (/r) ltac:(apply Rinv_0_lt_compat; auto)). rewrite ln_Rinv in T2 by auto.
  assert (w / r - 1 = (a-1) * (1 - /r)) by (unfold w; field; lra).
  assert ((a-1) * (- ln r) <= (a-1) * (/r - 1)) by (apply Rmult_le_compat_l; lra). lra.
Qed.

(* the tangent of p^a q^(1-a) at the ratio t; zeros of p are allowed, and of q where p vanishes too *)
Lemma moment_tangent a t p q : 1 < a -> 0 < t -> 0 <= p -> 0 <= q -> (q = 0 -> p = 0) ->
  a * Rpower t (a-1) * p - (a-1) * Rpower t a * q <= power p a * power q (1-a).
Proof.
  intros Ha Ht [Hp|<-] [Hq|<-] D.
  - rewrite !power_pos by auto.
    assert (H := power_tangent a (p/(q*t)) ltac:(lra) ltac:(apply Rdiv_lt_0_compat; auto; apply Rmult_lt_0_compat; auto)).
    assert (E : Rpower p a * Rpower q (1-a) = Rpower t a * q * Rpower (p/(q*t)) a).
    { unfold Rpower. rewrite <- (exp_ln q) at 2 by auto. rewrite <- !exp_plus. f_equal.
      rewrite ln_div, ln_mult; auto. ring. apply Rmult_lt_0_compat; auto. }
    rewrite E. assert (0 < Rpower t a) by apply exp_pos.
    assert (E2 : Rpower t (a-1) = Rpower t a / t). { unfold Rminus, Rdiv. rewrite Rpower_plus, Rpower_Ropp, Rpower_1; auto. }
    rewrite E2.
    replace (a * (Rpower t a / t) * p - (a - 1) * Rpower t a * q) with (Rpower t a * q * (1 + a * (p/(q*t) - 1))) by (field; lra).
    apply Rmult_le_compat_l; auto. left; now apply Rmult_lt_0_compat.
  - exfalso. rewrite D in Hp; lra.
  - rewrite power_0 by lra. assert (0 < Rpower t a) by apply exp_pos.
    assert (0 <= (a - 1) * Rpower t a * q) by (repeat apply Rmult_le_pos; lra). lra.
  - rewrite power_0 by lra. rewrite power_0 by lra. lra.
Qed.

Definition mom n a p q := sum n (fun i => power (p i) a * power (q i) (1 - a)).
Lemma mom_nonneg n a p q : 0 <= mom n a p q.
Proof. apply sum_nonneg. intros. apply Rmult_le_pos; apply power_nonneg. Qed.

Lemma mom_ge_1 n a p q : 1 < a -> is_law (finite n) p -> is_law (finite n) q -> dominated (finite n) p q -> 1 <= mom n a p q.
Proof.
  intros Ha P Q D. replace 1 with (sum n (fun i => a * Rpower 1 (a-1) * p i - (a-1) * Rpower 1 a * q i)).
  - apply sum_le. intros i Hi. apply moment_tangent; auto; try lra; now apply (law_nonneg n).
  - assert (O : forall b, Rpower 1 b = 1) by (intros; unfold Rpower; rewrite ln_1, Rmult_0_r, exp_0; auto). rewrite !O.
    rewrite (sum_ext n _ (fun i => a * p i + (- (a - 1)) * q i)) by (intros; ring).
    rewrite sum_plus, !sum_scal, (law_sum n p P), (law_sum n q Q). ring.
Qed.

(* every pair has a value: finite where q charges what p does, infinite otherwise *)
Lemma dominated_dec n (p q : nat -> R) : (forall i, (i < n)%nat -> 0 <= p i) ->
  {dominated (finite n) p q} + {exists i, (i < n)%nat /\ q i = 0 /\ 0 < p i}.
Proof.
  intros P. induction n as [|n IH].
  - left. intros i Hi. simpl in Hi. lia.
  - destruct IH as [D|E].
    + intros i Hi. apply P. lia.
    + assert (S : (q n = 0 -> p n = 0) -> dominated (finite (S n)) p q).
      { intros H i Hi Hq. simpl in Hi. destruct (Nat.eq_dec i n) as [->|N]; [now apply H|]. apply (D i); [simpl; lia | exact Hq]. }
      destruct (Req_EM_T (q n) 0) as [Z|N]; [|left; apply S; contradiction].
      destruct (Req_EM_T (p n) 0) as [Y|M]; [left; now apply S|].
      right. exists n. repeat split; auto. assert (0 <= p n) by (apply P; lia). lra.
    + right. destruct E as [i [H1 H2]]. exists i. split; auto.
Qed.

Lemma sum_one n i c : (i < n)%nat -> sum n (fun j => if Nat.eq_dec j i then c else 0) = c.
Proof.
  induction n; intros H. lia. simpl. destruct (Nat.eq_dec n i) as [->|N].
  - rewrite (sum_ext i _ (fun _ => 0)). rewrite sum_0. ring. intros j Hj. destruct (Nat.eq_dec j i); [lia | reflexivity].
  - rewrite IHn by lia. ring.
Qed.

Lemma undominated_unbounded n p q (f : nat -> R) i : (forall j, (j < n)%nat -> (q j = 0 -> p j = 0) -> 0 <= f j) ->
  (i < n)%nat -> q i = 0 -> 0 < p i -> unbounded (finite n) p q f.
Proof.
  intros F Hi Z P C. exists (fun j => if Nat.eq_dec j i then C else 0), C. repeat split.
  - intros j Hj D. simpl in Hj. destruct (Nat.eq_dec j i) as [->|]; [|now apply F]. apply D in Z. lra.
  - now apply sum_one.
  - lra.
Qed.

Lemma renyi_finite n a p q : 1 < a -> is_law (finite n) p -> is_law (finite n) q -> dominated (finite n) p q ->
  is_renyi (finite n) a p q (ln (mom n a p q) / (a - 1)).
Proof.
  intros Ha P Q D. split; auto. exists (mom n a p q). split; [reflexivity|]. split; auto.
  assert (H := mom_ge_1 n a p q Ha P Q D). lra.
Qed.

Lemma renyi_infinite n a p q i : 1 < a -> (i < n)%nat -> q i = 0 -> 0 < p i -> is_renyi (finite n) a p q p_infty.
Proof.
  intros Ha Hi Z P. left. split; auto. apply (undominated_unbounded n p q _ i); auto.
  intros. apply Rmult_le_pos; apply power_nonneg.
Qed.

Lemma full_dominated n p q : full_support (finite n) q -> dominated (finite n) p q.
Proof. intros H i Hi Z. assert (0 < q i) by now apply H. lra. Qed.

Lemma renyi_full n a p q : 1 < a -> is_law (finite n) p -> is_law (finite n) q -> full_support (finite n) q ->
  is_renyi (finite n) a p q (ln (mom n a p q) / (a - 1)).
Proof. intros. apply renyi_finite; auto. now apply full_dominated. Qed.

Lemma ln_le x y : 0 < x -> x <= y -> ln x <= ln y.
Proof. intros H [L|E]. left; now apply ln_increasing. right; now rewrite E. Qed.
Lemma exp_le x y : x <= y -> exp x <= exp y.
Proof. intros [L|E]. left; now apply exp_increasing. right; now rewrite E. Qed.

Lemma image_law m n p K : is_law (finite m) p -> is_kernel (finite m) (finite n) K -> is_law (finite n) (image m K p).
Proof.
  intros P HK. split.
  - intros j Hj. apply sum_nonneg. intros i Hi. apply Rmult_le_pos. now apply (law_nonneg m). now apply (kernel_nonneg m n).
  - simpl. unfold image. rewrite <- sum_swap. rewrite <- (law_sum m p P). apply sum_ext. intros i Hi.
    rewrite sum_scal, (kernel_sum m n) by auto. ring.
Qed.

Lemma image_dominated m n p q K : is_law (finite m) p -> is_law (finite m) q -> is_kernel (finite m) (finite n) K ->
  dominated (finite m) p q -> dominated (finite n) (image m K p) (image m K q).
Proof.
  intros P Q HK D j Hj Z. unfold image in *. rewrite <- (sum_0 m). apply sum_ext. intros i Hi.
  assert (q i * K i j = 0).
  { apply (sum_0_term m (fun i => q i * K i j)); auto. intros k Hk. apply Rmult_le_pos. now apply (law_nonneg m). now apply (kernel_nonneg m n). }
  destruct (Rmult_integral _ _ H) as [E|E]. rewrite (D i Hi E). ring. rewrite E. ring.
Qed.

Theorem mom_data_processing m n a p q K : 1 < a -> is_law (finite m) p -> is_law (finite m) q -> is_kernel (finite m) (finite n) K ->
  dominated (finite m) p q -> mom n a (image m K p) (image m K q) <= mom m a p q.
Proof.
  intros Ha P Q HK D.
  apply Rle_trans with (sum n (fun j => sum m (fun i => (power (p i) a * power (q i) (1-a)) * K i j))).
  - apply sum_le; intros j Hj. set (Pj := image m K p j). set (Qj := image m K q j).
    assert (N : 0 <= sum m (fun i => power (p i) a * power (q i) (1 - a) * K i j)).
    { apply sum_nonneg. intros i Hi. apply Rmult_le_pos; [apply Rmult_le_pos; apply power_nonneg | now apply (kernel_nonneg m n)]. }
    destruct (Req_dec Pj 0) as [Z|NZ]. { rewrite Z, power_0, Rmult_0_l by lra. exact N. }
    assert (PP : 0 < Pj). { assert (0 <= Pj); [|lra]. apply sum_nonneg. intros i Hi. apply Rmult_le_pos. now apply (law_nonneg m). now apply (kernel_nonneg m n). }
    assert (QQ : 0 < Qj).
    { assert (0 <= Qj). { apply sum_nonneg. intros i Hi. apply Rmult_le_pos. now apply (law_nonneg m). now apply (kernel_nonneg m n). }
      destruct (Req_dec Qj 0) as [Z|]; [|lra]. exfalso. apply NZ. now apply (image_dominated m n p q K P Q HK D). }
    rewrite !power_pos by auto. set (t := Pj / Qj). assert (Ht : 0 < t) by now apply Rdiv_lt_0_compat.
    apply Rle_trans with (sum m (fun i => (a * Rpower t (a-1)) * (p i * K i j) + (- ((a-1) * Rpower t a)) * (q i * K i j))).
    + rewrite sum_plus, !sum_scal. change (sum m (fun i => p i * K i j)) with Pj. change (sum m (fun i => q i * K i j)) with Qj.
      assert (E2 : Rpower t (a-1) = Rpower t a / t). { unfold Rminus, Rdiv. rewrite Rpower_plus, Rpower_Ropp, Rpower_1; auto. }
      rewrite E2. replace (a * (Rpower t a / t) * Pj + - ((a-1) * Rpower t a) * Qj) with (Rpower t a * Qj).
      2: { replace Pj with (t * Qj) by (unfold t; field; lra). field. lra. }
      right. unfold t, Rpower. rewrite ln_div by auto. transitivity (exp (a * (ln Pj - ln Qj)) * exp (ln Qj)); [rewrite <- !exp_plus; f_equal; ring | now rewrite (exp_ln Qj)].
    + apply sum_le; intros i Hi. assert (0 <= K i j) by now apply (kernel_nonneg m n).
      assert (Y := moment_tangent a t (p i) (q i) Ha Ht (law_nonneg m p i P Hi) (law_nonneg m q i Q Hi) (D i Hi)). nra.
  - rewrite <- sum_swap. apply sum_le; intros i Hi. rewrite sum_scal, (kernel_sum m n) by auto. lra.
Qed.

(* Rényi to approximate: (p - e^g q)_+ <= c p^a q^(1-a), by the tangent at the best ratio *)
Theorem stick_of_mom n a g p q : 1 < a -> is_law (finite n) p -> is_law (finite n) q -> dominated (finite n) p q ->
  stick n g p q <= Rpower ((a-1)/a) (a-1) / a * exp (g * (1 - a)) * mom n a p q.
Proof.
  intros Ha P Q D. unfold stick, mom. rewrite <- sum_scal. apply sum_le; intros i Hi.
  assert (Hp := law_nonneg n p i P Hi). assert (Hq := law_nonneg n q i Q Hi).
  assert (B : 0 < (a-1)/a) by (apply Rdiv_lt_0_compat; lra).
  assert (K0 : 0 < Rpower ((a-1)/a) (a-1) / a * exp (g * (1 - a))).
  { apply Rmult_lt_0_compat; [apply Rdiv_lt_0_compat; [apply exp_pos | lra] | apply exp_pos]. }
  apply Rmax_lub. { apply Rmult_le_pos. lra. apply Rmult_le_pos; apply power_nonneg. }
  set (t := exp g * / ((a-1)/a)). assert (Ht : 0 < t) by (apply Rmult_lt_0_compat; [apply exp_pos | now apply Rinv_0_lt_compat]).
  assert (Y := moment_tangent a t (p i) (q i) Ha Ht Hp Hq (D i Hi)).
  set (c := Rpower ((a-1)/a) (a-1) / a * exp (g * (1 - a))) in *.
  assert (C1 : c * (a * Rpower t (a-1)) = 1).
  { unfold c, t. rewrite <- Rpower_mult_distr by (try apply exp_pos; now apply Rinv_0_lt_compat).
    assert (I1 : Rpower (/ ((a-1)/a)) (a-1) = / Rpower ((a-1)/a) (a-1)).
    { unfold Rpower. rewrite ln_Rinv by auto. rewrite <- exp_Ropp. f_equal. ring. }
    assert (I2 : Rpower (exp g) (a-1) = / exp (g * (1 - a))) by (unfold Rpower; rewrite ln_exp, <- exp_Ropp; f_equal; ring).
    rewrite I1, I2. assert (0 < Rpower ((a-1)/a) (a-1)) by apply exp_pos. assert (0 < exp (g * (1 - a))) by apply exp_pos. field. lra. }
  assert (C2 : c * ((a-1) * Rpower t a) = exp g).
  { replace (Rpower t a) with (Rpower t (a-1) * t).
    replace (c * ((a-1) * (Rpower t (a-1) * t))) with (c * (a * Rpower t (a-1)) * ((a-1)/a * t)) by (field; lra).
    rewrite C1. unfold t. field. lra.
    rewrite <- (Rpower_1 t) at 2 by auto. rewrite <- Rpower_plus. f_equal. ring. }
  apply (Rmult_le_compat_l c) in Y; [|lra].
  replace (c * (a * Rpower t (a-1) * p i - (a-1) * Rpower t a * q i)) with
    ((c * (a * Rpower t (a-1))) * p i - (c * ((a-1) * Rpower t a)) * q i) in Y by ring.
  rewrite C1, C2 in Y. lra.
Qed.

(* adaptive composition of moments *)
Definition mom2 m n a (p : nat -> R) (K : nat -> nat -> R) (q : nat -> R) (L : nat -> nat -> R) :=
  sum m (fun i => sum n (fun j => power (p i * K i j) a * power (q i * L i j) (1 - a))).

Lemma power_mult x y a : 0 <= x -> 0 <= y -> a <> 0 -> power (x * y) a = power x a * power y a.
Proof.
  intros [X|<-] [Y|<-] A. now apply power_mult_distr.
  rewrite Rmult_0_r, power_0 by auto. ring. rewrite Rmult_0_l, power_0 by auto. ring. rewrite Rmult_0_l, power_0 by auto. ring.
Qed.

Lemma mom2_split m n a p q K L : 1 < a -> is_law (finite m) p -> is_law (finite m) q ->
  is_kernel (finite m) (finite n) K -> is_kernel (finite m) (finite n) L ->
  mom2 m n a p K q L = sum m (fun i => power (p i) a * power (q i) (1 - a) * mom n a (K i) (L i)).
Proof.
  intros Ha P Q HK HL. apply sum_ext. intros i Hi. unfold mom. rewrite <- sum_scal. apply sum_ext. intros j Hj.
  assert (A := law_nonneg m p i P Hi). assert (B := law_nonneg m q i Q Hi).
  assert (C := kernel_nonneg m n K i j HK Hi Hj). assert (D := kernel_nonneg m n L i j HL Hi Hj).
  rewrite !power_mult by lra. ring.
Qed.

Lemma bernoulli_law p : 0 < p < 1 -> is_law (finite 2) (bernoulli p).
Proof. intros H. split; [intros i Hi; simpl in Hi; unfold bernoulli, listed; destruct i as [|[|i]]; simpl; lra || lia | unfold bernoulli, listed; simpl; lra]. Qed.
Lemma bernoulli_full p : 0 < p < 1 -> full_support (finite 2) (bernoulli p).
Proof. intros H i Hi; simpl in Hi; unfold bernoulli, listed; destruct i as [|[|i]]; simpl; lra || lia. Qed.
