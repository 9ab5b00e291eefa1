(** * How much local randomisers contract: from any two laws to two points, and from any randomiser to randomized response *)

From Coq Require Import Reals Lra Psatz Lia.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Spaces Functions Divergences Suprema Laws Basics Extremes Finite Holder Entropy Rows Processing.
Open Scope R_scope.

Section contraction.
(* a divergence is the sum of phi p q: convex, and of degree one; ok says where it is finite *)
Variables (ok : R -> R -> Prop) (phi : R -> R -> R) (x rate : R).
Hypothesis ok_0 : ok 0 0.
Hypothesis ok_plus : forall a b c d, ok a b -> ok c d -> ok (a + c) (b + d).
Hypothesis ok_scale : forall c a b, 0 <= c -> ok a b -> ok (c * a) (c * b).
Hypothesis phi_same : forall a, 0 <= a -> phi a a = 0.
Hypothesis phi_scale : forall c a b, 0 <= c -> ok a b -> phi (c * a) (c * b) = c * phi a b.
Hypothesis phi_plus : forall a b c d, ok a b -> ok c d -> phi (a + c) (b + d) <= phi a b + phi c d.
Hypothesis x_above : 1 < x.
(* of laws on two points, by randomized response *)
Hypothesis binary : forall a b c d, ok a c -> ok b d -> a + b = c + d ->
  phi ((x * a + b) / (x + 1)) ((x * c + d) / (x + 1)) + phi ((a + x * b) / (x + 1)) ((c + x * d) / (x + 1)) <= rate * (phi a c + phi b d).

Lemma ok_sum n f g : (forall i, (i < n)%nat -> ok (f i) (g i)) -> ok (sum n f) (sum n g).
Proof. induction n; simpl; intros H; [exact ok_0 | apply ok_plus; auto]. Qed.
Lemma phi_sum n f g : (forall i, (i < n)%nat -> ok (f i) (g i)) -> phi (sum n f) (sum n g) <= sum n (fun i => phi (f i) (g i)).
Proof.
  induction n; simpl; intros H; [rewrite phi_same; lra|]. eapply Rle_trans; [apply phi_plus; auto; apply ok_sum; auto|]. assert (X := IHn ltac:(auto)). lra.
Qed.

Variables (m n : nat) (p q : nat -> R) (K : nat -> nat -> R).
Hypotheses (P : is_law (finite m) p) (Q : is_law (finite m) q) (HK : is_kernel (finite m) (finite n) K).
Hypothesis rows : forall i k j, (i < m)%nat -> (k < m)%nat -> (j < n)%nat -> K i j <= x * K k j.
Hypothesis finite_values : forall i, (i < m)%nat -> ok (p i) (q i).

(* two rows of the randomiser *)
Lemma two_rows i k a b c d : (i < m)%nat -> (k < m)%nat -> ok a c -> ok b d -> a + b = c + d ->
  sum n (fun j => phi (a * K i j + b * K k j) (c * K i j + d * K k j)) <= rate * (phi a c + phi b d).
Proof.
  intros Hi Hk A B E. eapply Rle_trans; [|now apply binary].
  set (y1 := (x * a + b) / (x + 1)). set (z1 := (x * c + d) / (x + 1)). set (y2 := (a + x * b) / (x + 1)). set (z2 := (c + x * d) / (x + 1)).
  assert (I : 0 < / (x + 1)) by (apply Rinv_0_lt_compat; lra).
  assert (O1 : ok y1 z1). { unfold y1, z1, Rdiv. rewrite !(Rmult_comm _ (/ (x + 1))). apply ok_scale; [lra|]. apply ok_plus; auto. apply ok_scale; auto. lra. }
  assert (O2 : ok y2 z2). { unfold y2, z2, Rdiv. rewrite !(Rmult_comm _ (/ (x + 1))). apply ok_scale; [lra|]. apply ok_plus; auto. apply ok_scale; auto. lra. }
  set (u := fun j => (x * K i j - K k j) / (x - 1)). set (v := fun j => (x * K k j - K i j) / (x - 1)).
  apply Rle_trans with (sum n (fun j => u j * phi y1 z1 + v j * phi y2 z2)).
  - apply sum_le. intros j Hj. assert (J : 0 < / (x - 1)) by (apply Rinv_0_lt_compat; lra).
    assert (U : 0 <= u j) by (apply Rmult_le_pos; [assert (X := rows k i j Hk Hi Hj); lra | lra]). assert (V : 0 <= v j) by (apply Rmult_le_pos; [assert (X := rows i k j Hi Hk Hj); lra | lra]).
    replace (a * K i j + b * K k j) with (u j * y1 + v j * y2) by (unfold u, v, y1, y2; field; lra).
    replace (c * K i j + d * K k j) with (u j * z1 + v j * z2) by (unfold u, v, z1, z2; field; lra).
    eapply Rle_trans; [apply phi_plus; now apply ok_scale|]. rewrite !phi_scale by auto. lra.
  - assert (N : forall i k, (i < m)%nat -> (k < m)%nat -> sum n (fun j => (x * K i j - K k j) / (x - 1)) = 1).
    { intros i' k' Hi' Hk'. transitivity (sum n (fun j => x / (x - 1) * K i' j + - / (x - 1) * K k' j)); [apply sum_ext; intros; field; lra|].
      rewrite sum_plus, !sum_scal, !(kernel_sum m n) by auto. field. lra. }
    rewrite sum_plus, !sum_scal_r. change (sum n u) with (sum n (fun j => (x * K i j - K k j) / (x - 1))). change (sum n v) with (sum n (fun j => (x * K k j - K i j) / (x - 1))).
    rewrite !N by auto. lra.
Qed.

(* the laws are mixtures of laws on two points, of equal ratios, and of what is the same in both *)
Theorem contracted : sum n (fun j => phi (image m K p j) (image m K q j)) <= rate * sum m (fun i => phi (p i) (q i)).
Proof.
  set (a := fun i => Rmax 0 (p i - q i)). set (b := fun i => Rmax 0 (q i - p i)). set (t := sum m a).
  assert (AB : forall i, a i - b i = p i - q i) by (intros i; unfold a, b, Rmax; destruct (Rle_dec 0 (p i - q i)), (Rle_dec 0 (q i - p i)); lra).
  assert (B : sum m b = t).
  { assert (X : sum m (fun i => a i + -1 * b i) = sum m (fun i => p i + -1 * q i)) by (apply sum_ext; intros i _; assert (Y := AB i); lra).
    rewrite !sum_plus, !sum_scal, (law_sum m p P), (law_sum m q Q) in X. fold t in X. lra. }
  assert (A0 : forall i, 0 <= a i) by (intros; apply Rmax_l). assert (B0 : forall i, 0 <= b i) by (intros; apply Rmax_l).
  assert (T : 0 <= t) by (apply sum_nonneg; auto). assert (N : forall i j, (i < m)%nat -> (j < n)%nat -> 0 <= K i j) by (intros; now apply (kernel_nonneg m n)).
  destruct T as [T|T].
  2: { assert (E : forall i, (i < m)%nat -> p i = q i).
    { intros i Hi. assert (X := sum_0_term m a i ltac:(auto) (eq_sym T) Hi). assert (Y := sum_0_term m b i ltac:(auto) ltac:(rewrite B; auto) Hi). assert (Z := AB i). lra. }
    right. transitivity 0; [|symmetry]; [|rewrite (sum_ext m _ (fun _ => 0)), sum_0; [ring|]].
    - rewrite <- (sum_0 n). apply sum_ext. intros j Hj. replace (image m K q j) with (image m K p j) by (apply sum_ext; intros i Hi; now rewrite E).
      apply phi_same. apply sum_nonneg. intros i Hi. apply Rmult_le_pos; [now apply (law_nonneg m) | now apply N].
    - intros i Hi. rewrite E by auto. apply phi_same. now apply (law_nonneg m). }
  (* the weight of a pair in its first and in its second point, and that of what is the same *)
  set (s := fun i => if Rlt_dec 0 (a i) then 1 else 0). set (r := fun i => if Rlt_dec 0 (b i) then 1 else 0).
  set (o := fun i => if Req_EM_T (p i) (q i) then 1 else 0).
  assert (SRO : forall i, s i + r i + o i = 1).
  { intros i. unfold s, r, o, a, b, Rmax. destruct (Rle_dec 0 (p i - q i)), (Rle_dec 0 (q i - p i)), (Req_EM_T (p i) (q i)); repeat destruct Rlt_dec; lra. }
  assert (S01 : forall i, 0 <= s i) by (intros; unfold s; destruct Rlt_dec; lra). assert (R01 : forall i, 0 <= r i) by (intros; unfold r; destruct Rlt_dec; lra).
  set (f := fun i k => s i * b k / t). set (g := fun i k => r k * a i / t). assert (I : 0 < / t) by now apply Rinv_0_lt_compat.
  assert (F0 : forall i k, 0 <= f i k) by (intros; unfold f; apply Rmult_le_pos; [apply Rmult_le_pos; auto | lra]).
  assert (G0 : forall i k, 0 <= g i k) by (intros; unfold g; apply Rmult_le_pos; [apply Rmult_le_pos; auto | lra]).
  assert (SA : forall i, s i * a i = a i) by (intros i; unfold s; destruct (Rlt_dec 0 (a i)) as [X|X]; [ring | assert (Y := A0 i); lra]).
  assert (RB : forall i, r i * b i = b i) by (intros i; unfold r; destruct (Rlt_dec 0 (b i)) as [X|X]; [ring | assert (Y := B0 i); lra]).
  assert (SB : forall i, s i * b i = 0) by (intros i; unfold s, a, b, Rmax; destruct (Rle_dec 0 (p i - q i)), (Rle_dec 0 (q i - p i)); destruct Rlt_dec; lra).
  assert (RA : forall i, r i * a i = 0) by (intros i; unfold r, a, b, Rmax; destruct (Rle_dec 0 (p i - q i)), (Rle_dec 0 (q i - p i)); destruct Rlt_dec; lra).
  assert (SPLIT : forall h, sum m (fun i => sum m (fun k => f i k * h i + g i k * h k)) = sum m (fun i => (s i + r i) * h i)).
  { intros h. rewrite (sum_ext m _ (fun i => s i * h i * / t * sum m b + / t * sum m (fun k => r k * h k) * a i)).
    - rewrite sum_plus, sum_scal_r, B, sum_scal. fold t. rewrite (sum_ext m (fun i => s i * h i * / t) (fun i => / t * (s i * h i))) by (intros; ring).
      rewrite sum_scal. rewrite (sum_ext m (fun i => (s i + r i) * h i) (fun i => s i * h i + r i * h i)) by (intros; ring). rewrite sum_plus. field. lra.
    - intros i _. rewrite sum_plus. f_equal; [rewrite <- sum_scal | rewrite <- sum_scal, <- sum_scal_r]; apply sum_ext; intros k _; unfold f, g, Rdiv; ring. }
  assert (IM : forall (h : nat -> R) j, image m K h j = sum m (fun i => sum m (fun k => f i k * h i * K i j + g i k * h k * K k j)) + sum m (fun i => o i * h i * K i j)).
  { intros h j. unfold image. transitivity (sum m (fun i => (s i + r i) * (h i * K i j)) + sum m (fun i => o i * h i * K i j)).
    - rewrite <- sum_plus. apply sum_ext. intros i _. replace (o i) with (1 - (s i + r i)) by (rewrite <- (SRO i); ring). ring.
    - f_equal. rewrite <- (SPLIT (fun i => h i * K i j)). apply sum_ext. intros i _. apply sum_ext. intros k _. ring. }
  assert (OK : forall i k j, (i < m)%nat -> (k < m)%nat -> (j < n)%nat -> ok (f i k * p i * K i j + g i k * p k * K k j) (f i k * q i * K i j + g i k * q k * K k j)).
  { intros i k j Hi Hk Hj. apply ok_plus.
    - replace (f i k * p i * K i j) with (f i k * K i j * p i) by ring. replace (f i k * q i * K i j) with (f i k * K i j * q i) by ring. apply ok_scale; [apply Rmult_le_pos; [apply F0 | auto] | auto].
    - replace (g i k * p k * K k j) with (g i k * K k j * p k) by ring. replace (g i k * q k * K k j) with (g i k * K k j * q k) by ring. apply ok_scale; [apply Rmult_le_pos; [apply G0 | auto] | auto]. }
  assert (SAME : forall i, o i * p i = o i * q i) by (intros i; unfold o; destruct (Req_EM_T (p i) (q i)) as [->|]; ring).
  apply Rle_trans with (sum n (fun j => sum m (fun i => sum m (fun k => phi (f i k * p i * K i j + g i k * p k * K k j) (f i k * q i * K i j + g i k * q k * K k j))))).
  - apply sum_le. intros j Hj. rewrite (IM p j), (IM q j). set (w := sum m (fun i => o i * q i * K i j)).
    replace (sum m (fun i => o i * p i * K i j)) with w by (apply sum_ext; intros i _; now rewrite SAME).
    assert (W : 0 <= w). { apply sum_nonneg. intros i Hi. assert (0 <= o i) by (unfold o; destruct Req_EM_T; lra). assert (0 <= q i) by now apply (law_nonneg m). assert (0 <= K i j) by auto. repeat apply Rmult_le_pos; auto. }
    assert (OW : ok w w). { unfold w at 1. rewrite (sum_ext m _ (fun i => o i * p i * K i j)) by (intros; now rewrite SAME). unfold w. apply ok_sum. intros i Hi.
      replace (o i * p i * K i j) with (o i * K i j * p i) by ring. replace (o i * q i * K i j) with (o i * K i j * q i) by ring. apply ok_scale; [|auto].
      assert (0 <= o i) by (unfold o; destruct Req_EM_T; lra). assert (0 <= K i j) by auto. now apply Rmult_le_pos. }
    eapply Rle_trans; [apply phi_plus; [apply ok_sum; intros i Hi; apply ok_sum; intros k Hk; now apply OK | exact OW]|]. rewrite (phi_same w W), Rplus_0_r.
    eapply Rle_trans; [apply phi_sum; intros i Hi; apply ok_sum; intros k Hk; now apply OK|]. apply sum_le. intros i Hi. apply phi_sum. intros k Hk. now apply OK.
  - rewrite <- sum_swap. apply Rle_trans with (sum m (fun i => sum m (fun k => rate * (f i k * phi (p i) (q i) + g i k * phi (p k) (q k))))).
    + apply sum_le. intros i Hi. rewrite <- sum_swap. apply sum_le. intros k Hk. eapply Rle_trans; [apply (two_rows i k (f i k * p i) (g i k * p k) (f i k * q i) (g i k * q k)); auto|].
      * unfold f, g. assert (X := AB i). assert (Y := AB k).
        assert (Z1 : s i * (p i - q i) = a i). { rewrite <- X, Rmult_minus_distr_l, SA, SB. ring. } assert (Z2 : r k * (p k - q k) = - b k). { rewrite <- Y, Rmult_minus_distr_l, RA, RB. ring. }
        apply Rminus_diag_uniq. transitivity (/ t * (b k * (s i * (p i - q i)) + a i * (r k * (p k - q k)))); [unfold Rdiv; ring | rewrite Z1, Z2; ring].
      * rewrite !phi_scale by auto. lra.
    + rewrite (sum_ext m _ (fun i => rate * sum m (fun k => f i k * phi (p i) (q i) + g i k * phi (p k) (q k)))) by (intros; apply sum_scal).
      rewrite sum_scal, (SPLIT (fun i => phi (p i) (q i))). right. f_equal. apply sum_ext. intros i Hi. rewrite <- (Rmult_1_l (phi (p i) (q i))) at 2. rewrite <- (SRO i).
      assert (Z : o i * phi (p i) (q i) = 0). { unfold o. destruct (Req_EM_T (p i) (q i)) as [E|]; [rewrite <- E, phi_same; [ring | now apply (law_nonneg m)] | ring]. } rewrite !Rmult_plus_distr_r, Z. ring.
Qed.
End contraction.

(** ** Chi-squared divergence, Kullback-Leibler divergence, squared Hellinger distance *)

Definition finite_pair (a b : R) : Prop := 0 <= a /\ 0 <= b /\ (b = 0 -> a = 0).
Lemma finite_pair_plus a b c d : finite_pair a b -> finite_pair c d -> finite_pair (a + c) (b + d).
Proof. intros [A [B E]] [C [D F]]. split; [lra|]. split; [lra|]. intros Z. rewrite E, F by lra. ring. Qed.
Lemma finite_pair_scale c a b : 0 <= c -> finite_pair a b -> finite_pair (c * a) (c * b).
Proof. intros C [A [B E]]. split; [nra|]. split; [nra|]. intros Z. destruct (Rmult_integral _ _ Z) as [->|Y]; [ring | rewrite (E Y); ring]. Qed.
Lemma finite_pair_0 : finite_pair 0 0.
Proof. split; [lra|]. split; [lra | auto]. Qed.
Lemma finite_pair_law n p q i : is_law (finite n) p -> is_law (finite n) q -> dominated (finite n) p q -> (i < n)%nat -> finite_pair (p i) (q i).
Proof. intros P Q D Hi. split; [now apply (law_nonneg n)|]. split; [now apply (law_nonneg n) | now apply D]. Qed.

Definition share (x : R) := (x - 1) / (x + 1).
Lemma reciprocals x c d : 1 < x -> 0 < c -> 0 < d -> / ((x * c + d) / (x + 1)) + / ((c + x * d) / (x + 1)) <= / c + / d.
Proof.
  intros X C D. assert (A : 0 < x * c + d) by nra. assert (B : 0 < c + x * d) by nra.
  apply Rminus_le. replace (/ ((x * c + d) / (x + 1)) + / ((c + x * d) / (x + 1)) - (/ c + / d)) with (- ((c + d) * x * (c - d) ^ 2 / (c * d * (x * c + d) * (c + x * d)))) by (field; repeat split; nra).
  apply Ropp_le_cancel. rewrite Ropp_involutive, Ropp_0. apply Rmult_le_pos; [apply Rmult_le_pos; [nra | apply pow2_ge_0] | left; apply Rinv_0_lt_compat; repeat apply Rmult_lt_0_compat; auto].
Qed.

Definition chi (a b : R) := (a - b) ^ 2 / b.
Lemma chi_same a : 0 <= a -> chi a a = 0.
Proof. intros _. unfold chi, Rdiv. ring. Qed.
Lemma chi_scale c a b : 0 <= c -> finite_pair a b -> chi (c * a) (c * b) = c * chi a b.
Proof.
  intros C [A [B E]]. unfold chi. destruct (Req_dec c 0) as [->|N]; [unfold Rdiv; ring|]. destruct (Req_dec b 0) as [Z|Z]; [rewrite Z, (E Z); unfold Rdiv; ring | field; auto].
Qed.
Lemma chi_plus a b c d : finite_pair a b -> finite_pair c d -> chi (a + c) (b + d) <= chi a b + chi c d.
Proof.
  intros [A [B E]] [C [D F]]. unfold chi. destruct (Req_dec b 0) as [Z|Z]; [rewrite Z, (E Z), !Rplus_0_l; unfold Rdiv; lra|]. destruct (Req_dec d 0) as [Y|Y]; [rewrite Y, (F Y), !Rplus_0_r; unfold Rdiv; lra|].
  assert (B0 : 0 < b) by lra. assert (D0 : 0 < d) by lra. apply Rminus_le.
  replace ((a + c - (b + d)) ^ 2 / (b + d) - ((a - b) ^ 2 / b + (c - d) ^ 2 / d)) with (- (((a - b) * d - (c - d) * b) ^ 2 / (b * d * (b + d)))) by (field; lra).
  apply Ropp_le_cancel. rewrite Ropp_involutive, Ropp_0. apply Rmult_le_pos; [apply pow2_ge_0 | left; apply Rinv_0_lt_compat; repeat apply Rmult_lt_0_compat; lra].
Qed.
(* where the second law misses one of the two points, the laws are the same *)
Lemma binary_edge (phi : R -> R -> R) x rate a b c d : (forall a, 0 <= a -> phi a a = 0) -> 1 < x -> finite_pair a c -> finite_pair b d -> a + b = c + d -> c = 0 \/ d = 0 ->
  phi ((x * a + b) / (x + 1)) ((x * c + d) / (x + 1)) + phi ((a + x * b) / (x + 1)) ((c + x * d) / (x + 1)) <= rate * (phi a c + phi b d).
Proof.
  intros S X [A [C E]] [B [D F]] M Z. assert (a = c /\ b = d) as [<- <-] by (destruct Z as [Z|Z]; [assert (Y := E Z) | assert (Y := F Z)]; lra).
  assert (I : 0 < / (x + 1)) by (apply Rinv_0_lt_compat; lra). rewrite !S; auto; try (apply Rmult_le_pos; nra). lra.
Qed.
Lemma chi_binary x a b c d : 1 < x -> finite_pair a c -> finite_pair b d -> a + b = c + d ->
  chi ((x * a + b) / (x + 1)) ((x * c + d) / (x + 1)) + chi ((a + x * b) / (x + 1)) ((c + x * d) / (x + 1)) <= share x ^ 2 * (chi a c + chi b d).
Proof.
  intros X U V M. destruct (Req_dec c 0) as [Z|Z]; [apply binary_edge; auto using chi_same|]. destruct (Req_dec d 0) as [Y|Y]; [apply binary_edge; auto using chi_same|].
  destruct U as [A [C _]], V as [B [D _]]. assert (R := reciprocals x c d X ltac:(lra) ltac:(lra)). unfold chi, Rdiv at 1 4.
  replace ((x * a + b) / (x + 1) - (x * c + d) / (x + 1)) with (share x * (a - c)) by (unfold share; replace b with (c + d - a) by lra; field; lra).
  replace ((a + x * b) / (x + 1) - (c + x * d) / (x + 1)) with (- (share x * (a - c))) by (unfold share; replace b with (c + d - a) by lra; field; lra).
  replace (b - d) with (- (a - c)) by lra. set (e := a - c) in *. apply Rle_trans with (share x ^ 2 * e ^ 2 * (/ ((x * c + d) / (x + 1)) + / ((c + x * d) / (x + 1)))).
  - right. unfold Rdiv. ring.
  - apply Rle_trans with (share x ^ 2 * e ^ 2 * (/ c + / d)); [|right; unfold Rdiv; ring]. apply Rmult_le_compat_l; [apply Rmult_le_pos; apply pow2_ge_0 | exact R].
Qed.

Definition affinity (a b : R) := sqrt a * sqrt b.
Definition hellinger (a b : R) := (a + b) / 2 - affinity a b.
Definition any_pair (a b : R) : Prop := 0 <= a /\ 0 <= b.
Lemma hellinger_same a : 0 <= a -> hellinger a a = 0.
Proof. intros A. unfold hellinger, affinity. rewrite sqrt_sqrt by auto. field. Qed.
Lemma hellinger_scale c a b : 0 <= c -> any_pair a b -> hellinger (c * a) (c * b) = c * hellinger a b.
Proof.
  intros C [A B]. unfold hellinger, affinity. rewrite !sqrt_mult by auto. replace (sqrt c * sqrt a * (sqrt c * sqrt b)) with (sqrt c * sqrt c * (sqrt a * sqrt b)) by ring. rewrite sqrt_sqrt by auto. field.
Qed.
Lemma hellinger_plus a b c d : any_pair a b -> any_pair c d -> hellinger (a + c) (b + d) <= hellinger a b + hellinger c d.
Proof.
  intros [A B] [C D]. assert (X := sqrt_cauchy (sqrt a) (sqrt c) (sqrt b) (sqrt d)). rewrite !Rsqr_sqrt in X by auto. unfold hellinger, affinity. lra.
Qed.
Lemma hellinger_binary x a b c d : 1 < x -> any_pair a c -> any_pair b d -> a + b = c + d ->
  hellinger ((x * a + b) / (x + 1)) ((x * c + d) / (x + 1)) + hellinger ((a + x * b) / (x + 1)) ((c + x * d) / (x + 1)) <= share x ^ 2 * (hellinger a c + hellinger b d).
Proof.
  intros X [A C] [B D] M. set (r := share x ^ 2). assert (I : 0 < / (x + 1)) by (apply Rinv_0_lt_compat; lra).
  assert (S : 0 <= share x <= 1). { unfold share. split; [apply Rmult_le_pos; lra|]. apply (Rmult_le_reg_r (x + 1)); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  assert (R : 0 <= r <= 1) by (unfold r; nra).
  set (A1 := (x * a + b) / (x + 1)). set (C1 := (x * c + d) / (x + 1)). set (A2 := (a + x * b) / (x + 1)). set (C2 := (c + x * d) / (x + 1)). set (t := a + b).
  assert (HA1 : 0 <= A1) by (apply Rmult_le_pos; nra). assert (HC1 : 0 <= C1) by (apply Rmult_le_pos; nra). assert (HA2 : 0 <= A2) by (apply Rmult_le_pos; nra). assert (HC2 : 0 <= C2) by (apply Rmult_le_pos; nra).
  assert (EA : A1 * A2 = (1 - r) * (t / 2) ^ 2 + r * (a * b)) by (unfold A1, A2, r, share, t; field; lra).
  assert (EC : C1 * C2 = (1 - r) * (t / 2) ^ 2 + r * (c * d)) by (unfold t; rewrite M; unfold C1, C2, r, share; field; lra).
  assert (ES : A1 * C1 + A2 * C2 = (1 - r) * t ^ 2 / 2 + r * (a * c + b * d)) by (unfold A1, A2, C1, C2, r, share, t; replace d with (a + b - c) by lra; field; lra).
  assert (T : 0 <= t) by (unfold t; lra).
  set (w := sqrt a * sqrt b * (sqrt c * sqrt d)).
  assert (G : (1 - r) * (t / 2) ^ 2 + r * w <= sqrt A1 * sqrt A2 * (sqrt C1 * sqrt C2)).
  { rewrite <- !sqrt_mult by auto. rewrite EA, EC. assert (Y := sqrt_cauchy (sqrt (1 - r) * (t / 2)) (sqrt r * (sqrt a * sqrt b)) (sqrt (1 - r) * (t / 2)) (sqrt r * (sqrt c * sqrt d))).
    assert (Q : forall u v, 0 <= u -> 0 <= v -> Rsqr (sqrt (1 - r) * (t / 2)) + Rsqr (sqrt r * (sqrt u * sqrt v)) = (1 - r) * (t / 2) ^ 2 + r * (u * v)).
    { intros u v U V. rewrite !Rsqr_mult, !Rsqr_sqrt by lra. unfold Rsqr. ring. }
    rewrite !Q in Y by auto. eapply Rle_trans; [right|exact Y]. unfold w.
    replace (sqrt (1 - r) * (t / 2) * (sqrt (1 - r) * (t / 2))) with (sqrt (1 - r) * sqrt (1 - r) * (t / 2) ^ 2) by ring.
    replace (sqrt r * (sqrt a * sqrt b) * (sqrt r * (sqrt c * sqrt d))) with (sqrt r * sqrt r * (sqrt a * sqrt b * (sqrt c * sqrt d))) by ring. now rewrite !sqrt_sqrt by lra. }
  set (g := affinity A1 C1 + affinity A2 C2). set (h := affinity a c + affinity b d).
  assert (G2 : g ^ 2 = A1 * C1 + A2 * C2 + 2 * (sqrt A1 * sqrt A2 * (sqrt C1 * sqrt C2))).
  { unfold g, affinity. transitivity (sqrt A1 * sqrt A1 * (sqrt C1 * sqrt C1) + sqrt A2 * sqrt A2 * (sqrt C2 * sqrt C2) + 2 * (sqrt A1 * sqrt A2 * (sqrt C1 * sqrt C2))); [ring | now rewrite !sqrt_sqrt by auto]. }
  assert (H2 : h ^ 2 = a * c + b * d + 2 * w).
  { unfold h, w, affinity. transitivity (sqrt a * sqrt a * (sqrt c * sqrt c) + sqrt b * sqrt b * (sqrt d * sqrt d) + 2 * (sqrt a * sqrt b * (sqrt c * sqrt d))); [ring | now rewrite !sqrt_sqrt by auto]. }
  assert (G0 : 0 <= g) by (unfold g, affinity; apply Rplus_le_le_0_compat; apply Rmult_le_pos; apply sqrt_pos).
  assert (L : (1 - r) * t + r * h <= g).
  { assert (L2 : ((1 - r) * t + r * h) ^ 2 <= g ^ 2).
    { rewrite G2, ES. apply Rle_trans with ((1 - r) * t ^ 2 + r * h ^ 2); [|rewrite H2; nra]. assert (Y : 0 <= r * (1 - r) * (t - h) ^ 2) by (apply Rmult_le_pos; [nra | apply pow2_ge_0]). lra. }
    apply Rnot_lt_le. intros N. nra. }
  unfold hellinger. replace ((A1 + C1) / 2 - affinity A1 C1 + ((A2 + C2) / 2 - affinity A2 C2)) with ((A1 + A2 + (C1 + C2)) / 2 - g) by (unfold g; field).
  replace ((a + c) / 2 - affinity a c + ((b + d) / 2 - affinity b d)) with (t - h) by (unfold t, h; lra).
  replace (A1 + A2 + (C1 + C2)) with (2 * t). 2: { unfold A1, A2, C1, C2, t. replace d with (a + b - c) by lra. field. lra. } nra.
Qed.

Definition loss (a b : R) := a * ln (a / b) - a + b.
Lemma loss_same a : 0 <= a -> loss a a = 0.
Proof. intros [A|<-]; unfold loss; [replace (a / a) with 1 by (field; lra); rewrite ln_1|]; ring. Qed.
Lemma loss_scale c a b : 0 <= c -> finite_pair a b -> loss (c * a) (c * b) = c * loss a b.
Proof.
  intros [C|<-] [A [B E]]; unfold loss; [|rewrite !Rmult_0_l; ring]. destruct (Req_dec b 0) as [Z|Z]; [rewrite Z, (E Z); ring|].
  replace (c * a / (c * b)) with (a / b) by (field; lra). ring.
Qed.
Lemma loss_tangent t a b : 0 < t -> finite_pair a b -> a * ln t + b - t * b <= loss a b.
Proof.
  intros T [A [B E]]. assert (X := log_ratio_tangent 1 (fun _ => a) (fun _ => b) t 0%nat T A B E). unfold log_ratio in X. unfold loss. destruct (Req_EM_T a 0) as [Z|Z]; [rewrite Z in *; lra | lra].
Qed.
Lemma loss_plus a b c d : finite_pair a b -> finite_pair c d -> loss (a + c) (b + d) <= loss a b + loss c d.
Proof.
  intros U V. destruct (finite_pair_plus a b c d U V) as [S [T E]]. destruct U as [A U], V as [C V]. destruct S as [S|S].
  - assert (T0 : 0 < b + d) by (destruct T as [T|T]; [exact T | rewrite (E (eq_sym T)) in S; lra]). set (t := (a + c) / (b + d)). assert (T1 : 0 < t) by now apply Rdiv_lt_0_compat.
    assert (X := loss_tangent t a b T1 (conj A U)). assert (Y := loss_tangent t c d T1 (conj C V)). unfold loss at 1. fold t.
    assert (Z : t * (b + d) = a + c) by (unfold t; field; lra). lra.
  - assert (a = 0 /\ c = 0) as [-> ->] by lra. unfold loss. lra.
Qed.
(* how it grows as the second law goes to its place from the first *)
Lemma loss_derive a e s : 0 <= a -> 0 < a + s * e \/ a = 0 -> is_derive (fun s => loss a (a + s * e)) s (e - a * e / (a + s * e)).
Proof.
  intros [A|<-] H.
  - destruct H as [H|H]; [|lra]. unfold loss. auto_derive; [split; [lra|]; split; [apply Rdiv_lt_0_compat; lra | exact I]|]. field. lra.
  - apply (is_derive_ext (fun s => s * e)); [intros t; change (@eq R (t * e) (loss 0 (0 + t * e))); unfold loss; ring|]. auto_derive; [exact I|]. unfold Rdiv. ring.
Qed.
Lemma loss_binary x a b c d : 1 < x -> finite_pair a c -> finite_pair b d -> a + b = c + d ->
  loss ((x * a + b) / (x + 1)) ((x * c + d) / (x + 1)) + loss ((a + x * b) / (x + 1)) ((c + x * d) / (x + 1)) <= share x ^ 2 * (loss a c + loss b d).
Proof.
  intros X U V M. destruct (Req_dec c 0) as [Z|Z]; [apply binary_edge; auto using loss_same|]. destruct (Req_dec d 0) as [Y|Y]; [apply binary_edge; auto using loss_same|].
  destruct U as [A [C _]], V as [B [D _]]. assert (C0 : 0 < c) by lra. assert (D0 : 0 < d) by lra. set (r := share x ^ 2). set (e := c - a). set (k := share x * e).
  assert (I : 0 < / (x + 1)) by (apply Rinv_0_lt_compat; lra).
  set (A1 := (x * a + b) / (x + 1)). set (A2 := (a + x * b) / (x + 1)).
  assert (HA1 : 0 < A1) by (apply Rmult_lt_0_compat; nra). assert (HA2 : 0 < A2) by (apply Rmult_lt_0_compat; nra).
  assert (E1 : (x * c + d) / (x + 1) = A1 + 1 * k) by (unfold A1, k, share, e; replace b with (c + d - a) by lra; field; lra).
  assert (E2 : (c + x * d) / (x + 1) = A2 + 1 * - k) by (unfold A2, k, share, e; replace b with (c + d - a) by lra; field; lra).
  rewrite E1, E2. replace c with (a + 1 * e) by (unfold e; ring). replace d with (b + 1 * - e) by (unfold e; lra).
  assert (P1 : forall s, 0 <= s <= 1 -> 0 < a + s * e \/ a = 0).
  { intros s S. destruct A as [A|A]; [left | now right]. unfold e. replace (a + s * (c - a)) with ((1 - s) * a + s * c) by ring. destruct (Req_dec s 0) as [->|]; nra. }
  assert (P2 : forall s, 0 <= s <= 1 -> 0 < b + s * - e \/ b = 0).
  { intros s S. destruct B as [B|B]; [left | now right]. unfold e. replace (b + s * - (c - a)) with ((1 - s) * b + s * d) by (replace (c - a) with (b - d) by lra; ring). destruct (Req_dec s 0) as [->|]; nra. }
  assert (P3 : forall s, 0 <= s <= 1 -> A1 + s * k = (x * (a + s * e) + (b + s * - e)) / (x + 1)) by (intros; unfold A1, k, share; field; lra).
  assert (P4 : forall s, 0 <= s <= 1 -> A2 + s * - k = ((a + s * e) + x * (b + s * - e)) / (x + 1)) by (intros; unfold A2, k, share; field; lra).
  assert (N1 : forall s, 0 <= s <= 1 -> 0 <= a + s * e) by (intros s S; unfold e; replace (a + s * (c - a)) with ((1 - s) * a + s * c) by ring; apply Rplus_le_le_0_compat; apply Rmult_le_pos; lra).
  assert (N2 : forall s, 0 <= s <= 1 -> 0 <= b + s * - e) by (intros s S; unfold e; replace (b + s * - (c - a)) with ((1 - s) * b + s * d) by (replace (c - a) with (b - d) by lra; ring); apply Rplus_le_le_0_compat; apply Rmult_le_pos; lra).
  assert (N3 : forall s, 0 <= s <= 1 -> 0 < A1 + s * k). { intros s S. rewrite P3 by auto. apply Rmult_lt_0_compat; auto. assert (Y1 := N1 s S). assert (Y2 := N2 s S). assert (a + s * e + (b + s * - e) = c + d) by lra. nra. }
  assert (N4 : forall s, 0 <= s <= 1 -> 0 < A2 + s * - k). { intros s S. rewrite P4 by auto. apply Rmult_lt_0_compat; auto. assert (Y1 := N1 s S). assert (Y2 := N2 s S). assert (a + s * e + (b + s * - e) = c + d) by lra. nra. }
  set (U := fun s => r * (loss a (a + s * e) + loss b (b + s * - e)) - (loss A1 (A1 + s * k) + loss A2 (A2 + s * - k))).
  set (U' := fun s => r * ((e - a * e / (a + s * e)) + (- e - b * - e / (b + s * - e))) - ((k - A1 * k / (A1 + s * k)) + (- k - A2 * - k / (A2 + s * - k)))).
  assert (DU : forall s, 0 <= s <= 1 -> derivable_pt_lim U s (U' s)).
  { intros s S. apply is_derive_Reals.
    refine (is_derive_minus (fun s => r * (loss a (a + s * e) + loss b (b + s * - e))) (fun s => loss A1 (A1 + s * k) + loss A2 (A2 + s * - k)) s _ _ _ _).
    - refine (is_derive_scal (fun s => loss a (a + s * e) + loss b (b + s * - e)) s r _ _).
      refine (is_derive_plus (fun s => loss a (a + s * e)) (fun s => loss b (b + s * - e)) s _ _ _ _); apply loss_derive; auto.
    - refine (is_derive_plus (fun s => loss A1 (A1 + s * k)) (fun s => loss A2 (A2 + s * - k)) s _ _ _ _); apply loss_derive; try lra; left; auto. }
  destruct (MVT_cor2 U U' 0 1 ltac:(lra) DU) as [s [S T]].
  assert (U0 : U 0 = 0) by (unfold U; rewrite !Rmult_0_l, !Rplus_0_r, !loss_same by lra; ring).
  assert (V0 : 0 <= U' s).
  { assert (H : 0 < a + s * e) by (unfold e; replace (a + s * (c - a)) with ((1 - s) * a + s * c) by ring; nra).
    assert (J : 0 < b + s * - e) by (unfold e; replace (b + s * - (c - a)) with ((1 - s) * b + s * d) by (replace (c - a) with (b - d) by lra; ring); nra).
    assert (R := reciprocals x _ _ X H J). rewrite <- P3, <- P4 in R by lra. assert (H1 := N3 s ltac:(lra)). assert (J1 := N4 s ltac:(lra)).
    replace (U' s) with (s * r * e ^ 2 * ((/ (a + s * e) + / (b + s * - e)) - (/ (A1 + s * k) + / (A2 + s * - k)))).
    - apply Rmult_le_pos; [apply Rmult_le_pos; [apply Rmult_le_pos; [lra | apply pow2_ge_0] | apply pow2_ge_0] | lra].
    - unfold U'. transitivity (r * (s * e ^ 2 * (/ (a + s * e) + / (b + s * - e))) - s * k ^ 2 * (/ (A1 + s * k) + / (A2 + s * - k))); [unfold k, r; ring|].
      f_equal; [f_equal|]; field; split; lra. }
  unfold U at 1 in S. rewrite U0 in S. fold r. nra.
Qed.

(** What is proved of them *)

Section randomisers.
Variables (m n : nat) (e : R) (p q : nat -> R) (K : nat -> nat -> R).
Hypotheses (He : 0 < e) (P : is_law (finite m) p) (Q : is_law (finite m) q) (HK : is_kernel (finite m) (finite n) K).
Hypothesis rows : forall i k j, (i < m)%nat -> (k < m)%nat -> (j < n)%nat -> K i j <= exp e * K k j.
Lemma exp_above_1 : 1 < exp e.
Proof. rewrite <- exp_0. now apply exp_increasing. Qed.

Theorem chi_contracted : dominated (finite m) p q ->
  sum n (fun j => chi (image m K p j) (image m K q j)) <= tanh (e / 2) ^ 2 * sum m (fun i => chi (p i) (q i)).
Proof.
  intros D. rewrite tanh_half. apply (contracted finite_pair chi (exp e)); auto using finite_pair_0, finite_pair_plus, finite_pair_scale, chi_same, chi_scale, chi_plus, exp_above_1.
  - intros. apply chi_binary; auto using exp_above_1.
  - intros. now apply (finite_pair_law m).
Qed.
Theorem hellinger_contracted : sum n (fun j => hellinger (image m K p j) (image m K q j)) <= tanh (e / 2) ^ 2 * sum m (fun i => hellinger (p i) (q i)).
Proof.
  rewrite tanh_half. apply (contracted any_pair hellinger (exp e)); auto using hellinger_same, hellinger_scale, hellinger_plus, exp_above_1.
  - split; lra.
  - intros a b c d [A B] [C D]. split; lra.
  - intros c a b C [A B]. split; nra.
  - intros. apply hellinger_binary; auto using exp_above_1.
  - intros i Hi. split; now apply (law_nonneg m).
Qed.
Theorem loss_contracted : dominated (finite m) p q ->
  sum n (fun j => loss (image m K p j) (image m K q j)) <= tanh (e / 2) ^ 2 * sum m (fun i => loss (p i) (q i)).
Proof.
  intros D. rewrite tanh_half. apply (contracted finite_pair loss (exp e)); auto using finite_pair_0, finite_pair_plus, finite_pair_scale, loss_same, loss_scale, loss_plus, exp_above_1.
  - intros. apply loss_binary; auto using exp_above_1.
  - intros. now apply (finite_pair_law m).
Qed.
End randomisers.

Lemma chi_sum n p q : is_law (finite n) p -> is_law (finite n) q -> dominated (finite n) p q -> mom n 2 p q = 1 + sum n (fun i => chi (p i) (q i)).
Proof.
  intros P Q D. transitivity (sum n (fun i => 2 * p i + (-1 * q i + chi (p i) (q i)))); [|rewrite !sum_plus, !sum_scal, (law_sum n p P), (law_sum n q Q); ring].
  apply sum_ext. intros i Hi. rewrite power_2 by now apply (law_nonneg n). unfold chi. destruct (law_nonneg n q i Q Hi) as [H|H].
  - replace (1 - 2) with (-1) by ring. rewrite power_m1 by auto. field. lra.
  - rewrite (D i Hi (eq_sym H)), <- H. unfold Rdiv. ring.
Qed.
Lemma loss_sum n p q : is_law (finite n) p -> is_law (finite n) q -> ent n p q = sum n (fun i => loss (p i) (q i)).
Proof.
  intros P Q. transitivity (ent n p q + sum n (fun i => -1 * p i + 1 * q i)); [rewrite sum_plus, !sum_scal, (law_sum n p P), (law_sum n q Q); ring|].
  unfold ent. rewrite <- sum_plus. apply sum_ext. intros i _. unfold log_ratio, loss. destruct (Req_EM_T (p i) 0) as [->|]; ring.
Qed.
Lemma hellinger_sum n p q : is_law (finite n) p -> is_law (finite n) q -> is_squared_hellinger (finite n) p q (sum n (fun i => hellinger (p i) (q i))).
Proof.
  intros P Q. change (sum n (fun i => sqrt (p i) * sqrt (q i)) = 1 - sum n (fun i => hellinger (p i) (q i))).
  transitivity (sum n (fun i => / 2 * p i + (/ 2 * q i + -1 * hellinger (p i) (q i)))); [|rewrite !sum_plus, !sum_scal, (law_sum n p P), (law_sum n q Q); field].
  apply sum_ext. intros i _. unfold hellinger, affinity. field.
Qed.
