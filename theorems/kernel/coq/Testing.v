(** * The best test of a size on a finite space: Neyman and Pearson's lemma *)

From Coq Require Import Reals Lra Psatz Lia.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Spaces Functions Divergences Laws Basics Finite.
Open Scope R_scope.

(* the weight of the points whose score exceeds k, and of those where it is no less *)
Definition above n (r w : nat -> R) k := sum n (fun i => if Rlt_dec k (r i) then w i else 0).
Definition from_on n (r w : nat -> R) k := sum n (fun i => if Rle_dec k (r i) then w i else 0).

Lemma above_le n r w k l : (forall i, (i < n)%nat -> 0 <= w i) -> k <= l -> above n r w l <= above n r w k.
Proof. intros W L. apply sum_le. intros i Hi. assert (X := W i Hi). destruct (Rlt_dec l (r i)), (Rlt_dec k (r i)); lra. Qed.
Lemma from_on_le n r w k l : (forall i, (i < n)%nat -> 0 <= w i) -> k <= l -> from_on n r w l <= from_on n r w k.
Proof. intros W L. apply sum_le. intros i Hi. assert (X := W i Hi). destruct (Rle_dec l (r i)), (Rle_dec k (r i)); lra. Qed.
Lemma above_all n r w k : (forall i, (i < n)%nat -> 0 <= w i) -> 0 <= above n r w k <= sum n w.
Proof.
  intros W. split; [apply sum_nonneg | apply sum_le]; intros i Hi; assert (X := W i Hi); destruct (Rlt_dec k (r i)); lra.
Qed.

(* where to cut the scores for a weight t *)
Lemma threshold n r w : (forall i, (i < n)%nat -> 0 <= r i) -> (forall i, (i < n)%nat -> 0 <= w i) ->
  forall t, 0 <= t <= sum n w -> exists k, 0 <= k /\ above n r w k <= t <= from_on n r w k.
Proof.
  induction n as [|n IH]; intros S W t T.
  - exists 0. unfold above, from_on in *. simpl in *. lra.
  - assert (S' : forall i, (i < n)%nat -> 0 <= r i) by (intros; apply S; lia). assert (W' : forall i, (i < n)%nat -> 0 <= w i) by (intros; apply W; lia).
    assert (Wn := W n ltac:(lia)). assert (Sn := S n ltac:(lia)). specialize (IH S' W'). simpl in T.
    assert (A := above_all n r w (r n) W'). destruct (Rlt_le_dec t (above n r w (r n))) as [L|L]; [|destruct (Rle_lt_dec t (from_on n r w (r n) + w n)) as [U|U]].
    + destruct (IH t ltac:(lra)) as [k [K [P Q]]]. exists k. assert (r n < k). { apply Rnot_le_lt. intros C. assert (X := above_le n r w k (r n) W' C). lra. }
      unfold above, from_on in *. simpl. destruct (Rlt_dec k (r n)), (Rle_dec k (r n)); lra.
    + exists (r n). unfold above, from_on in *. simpl. destruct (Rlt_dec (r n) (r n)), (Rle_dec (r n) (r n)); lra.
    + assert (B : 0 <= from_on n r w (r n)) by (apply sum_nonneg; intros i Hi; assert (X := W' i Hi); destruct (Rle_dec (r n) (r i)); lra).
      destruct (IH (t - w n) ltac:(lra)) as [k [K [P Q]]]. exists k. assert (k < r n). { apply Rnot_le_lt. intros C. assert (X := from_on_le n r w (r n) k W' C). lra. }
      unfold above, from_on in *. simpl. destruct (Rlt_dec k (r n)), (Rle_dec k (r n)); lra.
Qed.

Theorem best_test n t p q : is_law (finite n) p -> is_law (finite n) q -> 0 <= t <= 1 ->
  exists phi, is_test (finite n) phi /\ sum n (fun i => phi i * p i) = t /\
    forall psi, is_test (finite n) psi -> sum n (fun i => psi i * p i) <= t -> sum n (fun i => psi i * q i) <= sum n (fun i => phi i * q i).
Proof.
  intros P Q T. assert (HP : forall i, (i < n)%nat -> 0 <= p i) by (intros; now apply (law_nonneg n)). assert (HQ : forall i, (i < n)%nat -> 0 <= q i) by (intros; now apply (law_nonneg n)).
  set (r := fun i => if Rlt_dec 0 (p i) then q i / p i else 0).
  assert (R0 : forall i, (i < n)%nat -> 0 <= r i).
  { intros i Hi. unfold r. destruct (Rlt_dec 0 (p i)) as [X|X]; [|lra]. apply Rmult_le_pos; [auto | left; now apply Rinv_0_lt_compat]. }
  destruct (threshold n r p R0 HP t ltac:(rewrite (law_sum n p P); lra)) as [k [K [A B]]].
  assert (D : exists d, 0 <= d <= 1 /\ above n r p k + d * (from_on n r p k - above n r p k) = t).
  { destruct (Req_dec (from_on n r p k - above n r p k) 0) as [Z|Z]; [exists 0; lra|]. exists ((t - above n r p k) / (from_on n r p k - above n r p k)).
    set (x := from_on n r p k - above n r p k) in *. assert (X : 0 < x) by (unfold x in *; lra). split; [|field; lra].
    split; [apply Rmult_le_pos; [lra | left; now apply Rinv_0_lt_compat]|]. apply (Rmult_le_reg_r x); auto. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. unfold x. lra. }
  destruct D as [d [D E]]. set (phi := fun i => if Rlt_dec 0 (p i) then if Rlt_dec k (r i) then 1 else if Rle_dec k (r i) then d else 0 else 1).
  assert (S : sum n (fun i => phi i * p i) = t).
  { rewrite <- E. unfold above, from_on. rewrite (sum_ext n _ (fun i => (1 - d) * (if Rlt_dec k (r i) then p i else 0) + d * (if Rle_dec k (r i) then p i else 0))).
    - rewrite sum_plus, !sum_scal. ring.
    - intros i Hi. assert (X := HP i Hi). unfold phi. destruct (Rlt_dec 0 (p i)), (Rlt_dec k (r i)), (Rle_dec k (r i)); try lra; replace (p i) with 0 by lra; lra. }
  exists phi. split; [|split; [exact S|]].
  - intros i Hi. unfold phi. repeat destruct Rlt_dec; try destruct Rle_dec; lra.
  - intros psi Y L. assert (G : 0 <= sum n (fun i => (phi i * q i + -1 * (psi i * q i)) + - k * (phi i * p i + -1 * (psi i * p i)))).
    { apply sum_nonneg. intros i Hi. assert (X := HP i Hi). assert (U := HQ i Hi). assert (V := Y i Hi).
      replace (phi i * q i + -1 * (psi i * q i) + - k * (phi i * p i + -1 * (psi i * p i))) with ((phi i - psi i) * (q i - k * p i)) by ring.
      unfold phi. destruct (Rlt_dec 0 (p i)) as [Z|Z].
      - assert (W : r i * p i = q i) by (unfold r; destruct (Rlt_dec 0 (p i)); [field; lra | contradiction]).
        destruct (Rlt_dec k (r i)); [apply Rmult_le_pos; nra|]. destruct (Rle_dec k (r i)); [replace (q i - k * p i) with 0 by (replace (r i) with k in W by lra; lra); lra|].
        assert (0 <= psi i * ((k - r i) * p i)) by (apply Rmult_le_pos; nra). nra.
      - replace (p i) with 0 by lra. apply Rmult_le_pos; lra. }
    rewrite sum_plus, sum_scal, !sum_plus, !sum_scal, S in G. nra.
Qed.
(* its error of the second kind is the value of the trade-off function *)
Lemma best_value n t p q phi : is_test (finite n) phi -> sum n (fun i => phi i * p i) = t ->
  (forall psi, is_test (finite n) psi -> sum n (fun i => psi i * p i) <= t -> sum n (fun i => psi i * q i) <= sum n (fun i => phi i * q i)) ->
  is_trade_off (finite n) t p q (1 - sum n (fun i => phi i * q i)).
Proof.
  intros T S B. split.
  - intros psi first power Y F G L. simpl in F, G. subst first power. assert (X := B psi Y L). lra.
  - exists phi, t, (sum n (fun i => phi i * q i)). repeat split; auto; try apply T; try lra; assumption.
Qed.
(* what a test finds is bounded by a profile *)
Lemma test_stick n e p q phi : is_test (finite n) phi -> sum n (fun i => phi i * p i) <= exp e * sum n (fun i => phi i * q i) + stick n e p q.
Proof.
  intros T. unfold stick. rewrite <- sum_scal, <- sum_plus. apply sum_le. intros i Hi. assert (X := T i Hi).
  assert (A := Rmax_l 0 (p i - exp e * q i)). assert (B := Rmax_r 0 (p i - exp e * q i)). set (w := Rmax 0 _) in *.
  assert (phi i * (p i - exp e * q i) <= phi i * w) by (apply Rmult_le_compat_l; lra). assert (phi i * w <= 1 * w) by (apply Rmult_le_compat_r; lra). lra.
Qed.
Lemma test_rest n p phi : is_law (finite n) p -> sum n (fun i => (1 - phi i) * p i) = 1 - sum n (fun i => phi i * p i).
Proof. intros P. rewrite (sum_ext n _ (fun i => p i + -1 * (phi i * p i))) by (intros; ring). rewrite sum_plus, sum_scal, (law_sum n p P). ring. Qed.
Lemma test_between n p phi : is_law (finite n) p -> is_test (finite n) phi -> 0 <= sum n (fun i => phi i * p i) <= 1.
Proof.
  intros P T. split; [apply sum_nonneg | apply Rle_trans with (sum n p); [apply sum_le | rewrite (law_sum n p P); lra]];
    intros i Hi; assert (X := T i Hi); assert (Y := law_nonneg n p i P Hi); simpl in *; nra.
Qed.
Lemma event_test n phi : is_event (finite n) phi -> is_test (finite n) phi.
Proof. intros E i Hi. destruct (E i Hi) as [-> | ->]; lra. Qed.
