(** * What is convex on finite spaces: moments of mixtures, the optimal conversion, pure privacy *)

From Coq Require Import Reals Lra Psatz Lia.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Spaces Functions Divergences Laws Basics Extremes Finite Hyperbolic.
Open Scope R_scope.

(** ** Moments are jointly convex *)

Lemma tangent_point a w v : 1 < a -> 0 < w -> 0 < v -> let t := w / v in
  a * Rpower t (a - 1) * w - (a - 1) * Rpower t a * v = power w a * power v (1 - a).
Proof.
  intros Ha W V t. assert (T : 0 < t) by now apply Rdiv_lt_0_compat. rewrite !power_pos by auto.
  assert (E : Rpower t (a - 1) = Rpower t a / t). { unfold Rminus, Rdiv. rewrite Rpower_plus, Rpower_Ropp, Rpower_1; auto. }
  rewrite E. replace (a * (Rpower t a / t) * w - (a - 1) * Rpower t a * v) with (Rpower t a * v).
  2: { replace w with (t * v) by (unfold t; field; lra). field. lra. }
  unfold t, Rpower. rewrite ln_div by auto. transitivity (exp (a * (ln w - ln v)) * exp (ln v)); [now rewrite (exp_ln v) | rewrite <- !exp_plus; f_equal; ring].
Qed.

Lemma moment_convex a s p1 p2 r1 r2 : 1 < a -> 0 <= s <= 1 -> 0 < p1 -> 0 < p2 -> 0 < r1 -> 0 < r2 ->
  power (s * p1 + (1 - s) * p2) a * power (s * r1 + (1 - s) * r2) (1 - a)
  <= s * (power p1 a * power r1 (1 - a)) + (1 - s) * (power p2 a * power r2 (1 - a)).
Proof.
  intros Ha S P1 P2 R1 R2. assert (W : 0 < s * p1 + (1 - s) * p2) by nra. assert (V : 0 < s * r1 + (1 - s) * r2) by nra.
  rewrite <- (tangent_point a _ _ Ha W V). set (t := _ / _). assert (T : 0 < t) by now apply Rdiv_lt_0_compat.
  assert (X := moment_tangent a t p1 r1 Ha T ltac:(lra) ltac:(lra) ltac:(lra)). assert (Y := moment_tangent a t p2 r2 Ha T ltac:(lra) ltac:(lra) ltac:(lra)).
  apply (Rmult_le_compat_l s) in X; [|lra]. apply (Rmult_le_compat_l (1 - s)) in Y; [|lra].
  replace (a * Rpower t (a - 1) * (s * p1 + (1 - s) * p2) - (a - 1) * Rpower t a * (s * r1 + (1 - s) * r2))
    with (s * (a * Rpower t (a - 1) * p1 - (a - 1) * Rpower t a * r1) + (1 - s) * (a * Rpower t (a - 1) * p2 - (a - 1) * Rpower t a * r2)) by ring. lra.
Qed.

(* a moment of mixtures is at most the mixture of the moments *)
Theorem mom_convex n a s p1 p2 r1 r2 : 1 < a -> 0 <= s <= 1 ->
  full_support (finite n) p1 -> full_support (finite n) p2 -> full_support (finite n) r1 -> full_support (finite n) r2 ->
  mom n a (@mixture (finite n) s p1 p2) (@mixture (finite n) s r1 r2) <= s * mom n a p1 r1 + (1 - s) * mom n a p2 r2.
Proof.
  intros Ha S P1 P2 R1 R2. unfold mom. rewrite <- !sum_scal, <- sum_plus. apply sum_le. intros i Hi. unfold mixture.
  apply moment_convex; auto.
Qed.
Lemma mixture_law n s p q : 0 <= s <= 1 -> is_law (finite n) p -> is_law (finite n) q -> is_law (finite n) (@mixture (finite n) s p q).
Proof.
  intros S P Q. split.
  - intros i Hi. assert (A := law_nonneg n p i P Hi). assert (B := law_nonneg n q i Q Hi). unfold mixture. nra.
  - simpl. unfold mixture. rewrite sum_plus, !sum_scal, (law_sum n p P), (law_sum n q Q). ring.
Qed.
Lemma mixture_full n s p q : 0 <= s <= 1 -> full_support (finite n) p -> full_support (finite n) q -> full_support (finite n) (@mixture (finite n) s p q).
Proof. intros S P Q i Hi. assert (A := P i Hi). assert (B := Q i Hi). unfold mixture. nra. Qed.
Lemma mixture_self n s (p : nat -> R) : (forall i, @mixture (finite n) s p p i = p i).
Proof. intros i. unfold mixture. ring. Qed.
Lemma mom_ext n a p q r s : (forall i, (i < n)%nat -> p i = r i) -> (forall i, (i < n)%nat -> q i = s i) -> mom n a p q = mom n a r s.
Proof. intros E F. apply sum_ext. intros i Hi. now rewrite E, F. Qed.
Lemma mom_same n a p : is_law (finite n) p -> full_support (finite n) p -> mom n a p p = 1.
Proof.
  intros P F. rewrite <- (law_sum n p P). apply sum_ext. intros i Hi. assert (0 < p i) by now apply F.
  rewrite !power_pos by auto. rewrite <- Rpower_plus. replace (a + (1 - a)) with 1 by ring. now apply Rpower_1.
Qed.

(** ** Max divergences of laws of full support *)

Lemma max_exists n (p q : nat -> R) : (0 < n)%nat -> full_support (finite n) p -> full_support (finite n) q ->
  exists r i, (i < n)%nat /\ p i = exp r * q i /\ forall j, (j < n)%nat -> p j <= exp r * q j.
Proof.
  intros Hn P Q.
  assert (H : exists i, (i < n)%nat /\ forall j, (j < n)%nat -> p j / q j <= p i / q i).
  { clear P Q. induction n as [|n IH]; [lia|]. destruct n as [|n].
    - exists 0%nat. split; [lia|]. intros j Hj. replace j with 0%nat by lia. lra.
    - destruct IH as [i [Hi H]]. lia. destruct (Rle_dec (p i / q i) (p (S n) / q (S n))) as [L|L].
      + exists (S n). split; [lia|]. intros j Hj. destruct (Nat.eq_dec j (S n)) as [->|]; [lra|]. assert (X := H j ltac:(lia)). lra.
      + exists i. split; [lia|]. intros j Hj. destruct (Nat.eq_dec j (S n)) as [->|]; [lra|]. apply H; lia. }
  destruct H as [i [Hi H]]. assert (A := P i Hi). assert (B := Q i Hi). exists (ln (p i / q i)), i.
  rewrite exp_ln by now apply Rdiv_lt_0_compat. repeat split; auto. field. lra.
  intros j Hj. assert (C := Q j Hj). assert (X := H j Hj). apply (Rmult_le_compat_r (q j)) in X; [|lra].
  replace (p j / q j * q j) with (p j) in X by (field; lra). exact X.
Qed.
Lemma max_value n p q r i : (i < n)%nat -> full_support (finite n) q -> p i = exp r * q i -> (forall j, (j < n)%nat -> p j <= exp r * q j) ->
  is_max_divergence (finite n) p q (Finite r).
Proof. intros Hi Q E L. apply (max_finite n p q r i); auto; now apply Q. Qed.
Lemma max_ge_1 n p q r : is_law (finite n) p -> is_law (finite n) q -> (forall j, (j < n)%nat -> p j <= exp r * q j) -> 1 <= exp r.
Proof.
  intros P Q L. rewrite <- (law_sum n p P). rewrite <- (Rmult_1_r (exp r)). rewrite <- (law_sum n q Q), <- sum_scal. now apply sum_le.
Qed.
Lemma below_ln r y : exp r <= y -> r <= ln y.
Proof. intros H. rewrite <- (ln_exp r). apply ln_le; auto. apply exp_pos. Qed.

(** ** The optimal conversion from Rényi to approximate privacy: two tangents, at t and at z *)

Lemma tangent_any a t p q : 1 < a -> 0 <= t -> 0 < p -> 0 < q ->
  a * power t (a - 1) * p - (a - 1) * power t a * q <= power p a * power q (1 - a).
Proof.
  intros Ha [T|<-] P Q.
  - rewrite (power_pos t), (power_pos t) by auto. apply moment_tangent; auto; lra.
  - rewrite !power_0 by lra. assert (0 <= power p a * power q (1 - a)) by (apply Rmult_le_pos; apply power_nonneg). lra.
Qed.
Theorem stick_optimal n a t z p q : 1 < a -> 0 <= t -> t < z ->
  is_law (finite n) p -> full_support (finite n) p -> is_law (finite n) q -> full_support (finite n) q ->
  let w := - power t (a - 1) + power z (a - 1) in
  0 < w /\ stick n (ln ((1 - 1 / a) * (- power t a + power z a) / w)) p q
    <= (- (a * power t (a - 1)) + power t a * (a - 1) + mom n a p q) / (a * w).
Proof.
  intros Ha T Z P FP Q FQ w.
  assert (M : forall b, 0 < b -> power t b < power z b).
  { intros b B. destruct T as [T|<-]. rewrite !power_pos by lra. now apply Rlt_Rpower_l. rewrite power_0 by lra. apply power_gt_0. lra. }
  assert (W : 0 < w) by (assert (X := M (a - 1) ltac:(lra)); unfold w; lra). split; auto. assert (V := M a ltac:(lra)).
  assert (A : 0 < 1 - 1 / a). { apply (Rmult_lt_reg_r a). lra. replace ((1 - 1 / a) * a) with (a - 1) by (field; lra). lra. }
  unfold stick. rewrite exp_ln. 2: { apply Rdiv_lt_0_compat; auto. apply Rmult_lt_0_compat; lra. }
  apply Rle_trans with (sum n (fun i => / (a * w) * (- (a * power t (a - 1)) * p i + power t a * (a - 1) * q i + power (p i) a * power (q i) (1 - a)))).
  - apply sum_le. intros i Hi. assert (Pi := FP i Hi). assert (Qi := FQ i Hi).
    assert (X := tangent_any a t (p i) (q i) Ha T Pi Qi). assert (Y := tangent_any a z (p i) (q i) Ha ltac:(lra) Pi Qi).
    assert (I : 0 < / (a * w)) by (apply Rinv_0_lt_compat; nra). apply Rmax_lub.
    + apply Rmult_le_pos; lra.
    + apply Rle_trans with (/ (a * w) * (a * w * p i - (a - 1) * (- power t a + power z a) * q i)).
      * right. field. lra.
      * apply Rmult_le_compat_l; [lra|]. unfold w. lra.
  - rewrite sum_scal, !sum_plus, !sum_scal, (law_sum n p P), (law_sum n q Q). unfold mom. right. field. lra.
Qed.

(* Bernoulli's inequality is strict but at one *)
Lemma tangent_strict a t : 1 < a -> 0 <= t < 1 -> 0 < 1 - a * power t (a - 1) + (a - 1) * power t a.
Proof.
  intros Ha [[T|<-] T1]. 2: { rewrite !power_0 by lra. lra. }
  set (s := sqrt (/ t)). assert (I : 1 < / t) by (rewrite <- Rinv_1 at 1; apply Rinv_lt_contravar; lra).
  assert (S : 1 < s) by (unfold s; rewrite <- sqrt_1 at 1; apply sqrt_lt_1_alt; lra). assert (Q : s * s = / t) by (apply sqrt_sqrt; lra).
  assert (B := power_tangent a s ltac:(lra) ltac:(lra)). set (y := Rpower s a) in *.
  assert (E : power t a * (y * y) = 1).
  { unfold y. rewrite Rpower_mult_distr, Q, power_pos, Rpower_mult_distr by (try lra; apply Rinv_0_lt_compat; lra). rewrite Rinv_r by lra. unfold Rpower. now rewrite ln_1, Rmult_0_r, exp_0. }
  assert (F : power t (a - 1) = power t a * (s * s)). { rewrite Q, !power_pos by lra. unfold Rminus. rewrite Rpower_plus, Rpower_Ropp, Rpower_1; auto. }
  rewrite F. assert (P : 0 < power t a) by now apply power_gt_0. set (x := power t a) in *.
  assert (G : 1 - a * (x * (s * s)) + (a - 1) * x = x * (y * y - (1 + a * (s * s - 1)))).
  { transitivity (x * (y * y) - a * (x * (s * s)) + (a - 1) * x); [rewrite E; ring | ring]. }
  rewrite G.
  apply Rmult_lt_0_compat; auto. assert (C : (1 + a * (s - 1)) * (1 + a * (s - 1)) <= y * y) by (apply Rmult_le_compat; nra).
  assert (D : 0 < a * (a - 1) * ((s - 1) * (s - 1))) by (apply Rmult_lt_0_compat; nra). nra.
Qed.

(** ** Pure privacy: randomized response is the worst *)

Theorem mom_pure n a z p q : 1 < a -> 0 < z ->
  is_law (finite n) p -> full_support (finite n) p -> is_law (finite n) q -> full_support (finite n) q ->
  (forall i, (i < n)%nat -> p i <= exp z * q i) -> (forall i, (i < n)%nat -> q i <= exp z * p i) ->
  mom n a p q <= (exp (a * z) + exp (z * (1 - a))) / (exp z + 1).
Proof.
  intros Ha Hz P FP Q FQ U V. set (y := exp z) in *. assert (Y : 1 < y) by (unfold y; rewrite <- exp_0; now apply exp_increasing).
  assert (YI : 0 < / y) by (apply Rinv_0_lt_compat; lra). assert (W : 0 < y - / y). { assert (/ y < 1) by (rewrite <- Rinv_1; apply Rinv_lt_contravar; lra). lra. }
  set (c := exp (a * z)). set (d := exp (- (a * z))).
  apply Rle_trans with (sum n (fun i => / (y - / y) * (c * (p i - / y * q i) + d * (y * q i - p i)))).
  - apply sum_le. intros i Hi. assert (A := FP i Hi). assert (B := FQ i Hi). set (s := (p i - / y * q i) / ((y - / y) * q i)).
    assert (G : 0 < (y - / y) * q i) by now apply Rmult_lt_0_compat.
    assert (L : 0 <= p i - / y * q i). { assert (X := V i Hi). apply (Rmult_le_compat_l (/ y)) in X; [|lra]. rewrite <- Rmult_assoc, Rinv_l in X by lra. lra. }
    assert (S : 0 <= s <= 1).
    { unfold s. split. apply Rmult_le_pos; [lra | left; now apply Rinv_0_lt_compat]. apply (Rmult_le_reg_r ((y - / y) * q i)); auto.
      unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. assert (X := U i Hi). lra. }
    assert (X := moment_convex a s (y * q i) (/ y * q i) (q i) (q i) Ha S ltac:(nra) ltac:(nra) B B).
    replace (s * (y * q i) + (1 - s) * (/ y * q i)) with (p i) in X by (unfold s; field; repeat split; try lra; nra).
    replace (s * q i + (1 - s) * q i) with (q i) in X by ring. eapply Rle_trans; [exact X|]. clear X.
    assert (E : forall x, power (exp x * q i) a * power (q i) (1 - a) = exp (a * x) * q i).
    { intros x. rewrite power_mult_distr, power_exp, !power_pos, Rmult_assoc, <- Rpower_plus by (auto; apply exp_pos). replace (a + (1 - a)) with 1 by ring. now rewrite Rpower_1. }
    unfold y at 1. rewrite E. replace (/ y) with (exp (- z)) at 1 by (unfold y; apply exp_Ropp). rewrite E.
    replace (a * - z) with (- (a * z)) by ring. fold c d. right. unfold s. field. repeat split; try lra; nra.
  - rewrite sum_scal, sum_plus, !sum_scal. unfold Rminus. rewrite !sum_plus.
    rewrite (sum_ext n (fun i => - (/ y * q i)) (fun i => - / y * q i)) by (intros; ring). rewrite (sum_ext n (fun i => - p i) (fun i => - 1 * p i)) by (intros; ring).
    rewrite !sum_scal, (law_sum n p P), (law_sum n q Q). replace (z * (1 + - a)) with (z + - (a * z)) by ring. rewrite exp_plus. fold y d. right. field. repeat split; try lra; nra.
Qed.
