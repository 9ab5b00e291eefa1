(** * Trade-off functions on finite spaces: duality with profiles *)

From Coq Require Import Reals Lra Psatz Lia.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Spaces Functions Divergences Suprema Laws Basics Extremes Finite Rows Processing Testing.
Open Scope R_scope.

Definition bound n k p q := sum n (fun i => Rmax 0 (q i - k * p i)).

Theorem best_cut n t p q : is_law (finite n) p -> is_law (finite n) q -> 0 <= t <= 1 ->
  exists k phi, 0 <= k /\ is_test (finite n) phi /\ sum n (fun i => phi i * p i) = t /\ sum n (fun i => phi i * q i) = bound n k p q + k * t.
Proof.
  intros P Q T. assert (HP : forall i, (i < n)%nat -> 0 <= p i) by (intros; now apply (law_nonneg n)). assert (HQ : forall i, (i < n)%nat -> 0 <= q i) by (intros; now apply (law_nonneg n)).
  set (r := fun i => if Rlt_dec 0 (p i) then q i / p i else 0).
  assert (R : forall i, 0 < p i -> r i * p i = q i) by (intros i H; unfold r; destruct (Rlt_dec 0 (p i)); [field; lra | contradiction]).
  destruct (threshold n r p) with (t := t) as [k [K [A B]]]; [|exact HP | rewrite (law_sum n p P); lra |].
  { intros i Hi. unfold r. destruct (Rlt_dec 0 (p i)) as [X|X]; [|lra]. apply Rmult_le_pos; [auto | left; now apply Rinv_0_lt_compat]. }
  set (u := above n r p k) in *. set (v := from_on n r p k) in *.
  assert (G : exists g, 0 <= g <= 1 /\ u + g * (v - u) = t).
  { destruct (Req_dec (v - u) 0) as [Z|Z]; [exists 0; lra|]. exists ((t - u) / (v - u)). split; [|field; exact Z].
    split; [apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra]|]. apply (Rmult_le_reg_r (v - u)); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  destruct G as [g [G S]]. set (phi := fun i => if Rlt_dec 0 (p i) then if Rlt_dec k (r i) then 1 else if Rle_dec k (r i) then g else 0 else 1).
  assert (F : sum n (fun i => phi i * p i) = t).
  { transitivity (sum n (fun i => (1 - g) * (if Rlt_dec k (r i) then p i else 0) + g * (if Rle_dec k (r i) then p i else 0))).
    - apply sum_ext. intros i Hi. assert (X := HP i Hi). unfold phi. destruct (Rlt_dec 0 (p i)), (Rlt_dec k (r i)), (Rle_dec k (r i)); try lra; replace (p i) with 0 by lra; lra.
    - rewrite sum_plus, !sum_scal. change ((1 - g) * u + g * v = t). lra. }
  exists k, phi. split; [exact K|]. split; [|split; [exact F|]].
  - intros i Hi. unfold phi. destruct (Rlt_dec 0 (p i)); [|lra]. destruct (Rlt_dec k (r i)); [lra|]. destruct (Rle_dec k (r i)); lra.
  - rewrite <- F. unfold bound. rewrite <- sum_scal, <- sum_plus. apply sum_ext. intros i Hi. assert (X := HP i Hi). assert (Y := HQ i Hi). unfold phi.
    destruct (Rlt_dec 0 (p i)) as [Z|Z]; [|replace (p i) with 0 by lra; rewrite Rmult_0_r, Rminus_0_r, Rmax_right; lra]. assert (W := R i Z).
    destruct (Rlt_dec k (r i)); [rewrite Rmax_right by nra; ring|]. rewrite Rmax_left by nra. destruct (Rle_dec k (r i)) as [V|V]; [|ring]. replace (r i) with k in W by lra. rewrite <- W. ring.
Qed.

(* no test is better *)
Lemma test_bound n k p q phi : is_test (finite n) phi -> sum n (fun i => phi i * q i) <= bound n k p q + k * sum n (fun i => phi i * p i).
Proof.
  intros T. unfold bound. rewrite <- sum_scal, <- sum_plus. apply sum_le. intros i Hi. assert (A := T i Hi).
  assert (B := Rmax_l 0 (q i - k * p i)). assert (C := Rmax_r 0 (q i - k * p i)). nra.
Qed.

Theorem trade_off_exists n t p q : is_law (finite n) p -> is_law (finite n) q -> 0 <= t <= 1 ->
  exists d, is_trade_off (finite n) t p q d /\ (exists k, 0 <= k /\ d = 1 - bound n k p q - k * t) /\ forall k, 0 <= k -> 1 - bound n k p q - k * t <= d.
Proof.
  intros P Q T. destruct (best_cut n t p q P Q T) as [k [phi [K [TP [F S]]]]].
  exists (1 - (bound n k p q + k * t)). split; [split|split; [exists k; split; [exact K | ring]|]].
  - intros psi f s TS L M B. simpl in L, M. assert (X := test_bound n k p q psi TS). rewrite L, M in X. nra.
  - exists phi, (sum n (fun i => phi i * p i)), (bound n k p q + k * t). split; [exact TP|]. split; [reflexivity|]. split; [exact S|]. split; [lra | reflexivity].
  - intros l L. assert (X := test_bound n l p q phi TP). rewrite S, F in X. lra.
Qed.

Lemma integral_pairs_ext m n f g l : (forall i j, (i < m)%nat -> (j < n)%nat -> f (i, j) = g (i, j)) ->
  integral (pairs (finite m) (finite n)) f l -> integral (pairs (finite m) (finite n)) g l.
Proof.
  intros E [inner [I J]]. exists inner. split; [|exact J]. intros i Hi. simpl in *. rewrite <- (I i Hi). apply sum_ext. intros j Hj. symmetry. now apply E.
Qed.
Lemma pairs_trade_off m n t p q d : is_trade_off (finite (m * n)) t (flat n p) (flat n q) d -> is_trade_off (pairs (finite m) (finite n)) t p q d.
Proof.
  intros [A [phi [f [s [T [F [S [B E]]]]]]]]. assert (U : forall g l, integral (pairs (finite m) (finite n)) g l -> sum (m * n) (flat n g) = l).
  { intros g l [inner [I J]]. rewrite sum_flat. simpl in J. rewrite <- J. apply sum_ext. intros i Hi. exact (I i Hi). }
  split.
  - intros psi f' s' TS L M. apply (A (flat n psi) f' s'); [|exact (U (fun x => psi x * p x) f' L) | exact (U (fun x => psi x * q x) s' M)].
    intros k Hk. destruct (numbered n m k Hk) as [X [Y _]]. exact (TS (k / n, k mod n)%nat (conj X Y)).
  - exists (fun x => phi (fst x * n + snd x)%nat), f, s. split; [intros [i j] [Hi Hj]; apply T; now apply inside_number|].
    split; [|split; [|split; [exact B | exact E]]].
    + apply (integral_pairs_ext m n (fun x => phi (fst x * n + snd x)%nat * flat n p (fst x * n + snd x))); [intros i j Hi Hj; simpl; now rewrite flat_at | exact (integral_flat m n _ f F)].
    + apply (integral_pairs_ext m n (fun x => phi (fst x * n + snd x)%nat * flat n q (fst x * n + snd x))); [intros i j Hi Hj; simpl; now rewrite flat_at | exact (integral_flat m n _ s S)].
Qed.

Lemma bound_0 n p q : is_law (finite n) q -> bound n 0 p q = 1.
Proof. intros Q. rewrite <- (law_sum n q Q). apply sum_ext. intros i Hi. rewrite Rmult_0_l, Rminus_0_r. apply Rmax_right. now apply (law_nonneg n). Qed.
Theorem bound_data_processing m n k p q K : is_kernel (finite m) (finite n) K -> bound n k (image m K p) (image m K q) <= bound m k p q.
Proof.
  intros HK. unfold bound. apply Rle_trans with (sum n (fun j => sum m (fun i => Rmax 0 (q i - k * p i) * K i j))).
  - apply sum_le. intros j Hj. apply Rmax_lub.
    + apply sum_nonneg. intros i Hi. apply Rmult_le_pos; [apply Rmax_l | now apply (kernel_nonneg m n)].
    + unfold image. unfold Rminus at 1. rewrite Ropp_mult_distr_l, <- sum_scal, <- sum_plus. apply sum_le. intros i Hi.
      assert (A := kernel_nonneg m n K i j HK Hi Hj). assert (B := Rmax_r 0 (q i - k * p i)). nra.
  - rewrite <- sum_swap. apply sum_le. intros i Hi. rewrite sum_scal, (kernel_sum m n) by auto. lra.
Qed.
