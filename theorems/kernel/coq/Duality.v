(** * Trade-off functions on finite spaces: the best test, by Neyman and Pearson, and duality with profiles *)

From Coq Require Import Reals Lra Psatz Lia Classical.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Spaces Functions Divergences Suprema Laws Basics Extremes Finite Rows Processing.
Open Scope R_scope.

Definition bound n k p q := sum n (fun i => Rmax 0 (q i - k * p i)).

Lemma least_such n (f : nat -> R) (A : nat -> Prop) : (exists i, (i < n)%nat /\ A i) -> exists i, (i < n)%nat /\ A i /\ forall j, (j < n)%nat -> A j -> f i <= f j.
Proof.
  intros H. induction n as [|n IH]; [destruct H as [i [Hi _]]; lia|]. destruct (classic (exists i, (i < n)%nat /\ A i)) as [E|E].
  - destruct (IH E) as [i [Hi [AI L]]]. destruct (classic (A n /\ f n < f i)) as [[AN B]|B].
    + exists n. split; [lia|]. split; [exact AN|]. intros j Hj AJ. destruct (Nat.eq_dec j n) as [->|]; [lra|]. assert (X := L j ltac:(lia) AJ). lra.
    + exists i. split; [lia|]. split; [exact AI|]. intros j Hj AJ. destruct (Nat.eq_dec j n) as [->|]; [|apply L; [lia | exact AJ]].
      destruct (Rle_dec (f i) (f n)) as [X|X]; [exact X|]. elim B. split; [exact AJ | lra].
  - destruct H as [i [Hi AI]]. assert (i = n) as -> by (destruct (Nat.eq_dec i n); [assumption | elim E; exists i; split; [lia | exact AI]]).
    exists n. split; [lia|]. split; [exact AI|]. intros j Hj AJ. destruct (Nat.eq_dec j n) as [->|]; [lra|]. elim E. exists j. split; [lia | exact AJ].
Qed.

(* the mass under p of where q exceeds k p *)
Definition above n (p q : nat -> R) k := sum n (fun i => if Rlt_dec (k * p i) (q i) then p i else 0).

Theorem best_test n t p q : (forall i, (i < n)%nat -> 0 <= p i) -> (forall i, (i < n)%nat -> 0 <= q i) -> 0 <= t ->
  exists k phi, 0 <= k /\ is_test (finite n) phi /\ sum n (fun i => phi i * p i) <= t /\ sum n (fun i => phi i * q i) = bound n k p q + k * t.
Proof.
  intros P Q T. set (c := fun i => match i with O => 0 | S i => if Req_EM_T (p i) 0 then 0 else q i / p i end).
  assert (C0 : forall i, (i < S n)%nat -> 0 <= c i).
  { intros [|i] Hi; unfold c; [lra|]. destruct (Req_EM_T (p i) 0); [lra|]. assert (A := P i ltac:(lia)). assert (B := Q i ltac:(lia)).
    apply Rmult_le_pos; [exact B | left; apply Rinv_0_lt_compat; lra]. }
  assert (R : forall i, (i < n)%nat -> 0 < p i -> c (S i) * p i = q i). { intros i Hi H. unfold c. destruct (Req_EM_T (p i) 0); [lra | field; lra]. }
  destruct (least_such (S n) c (fun i => above n p q (c i) <= t)) as [a [Ha [FA LA]]].
  { destruct (least_such (S n) (fun i => - c i) (fun _ => True)) as [i [Hi [_ L]]]; [exists 0%nat; split; [lia | exact I]|].
    exists i. split; [exact Hi|]. apply Rle_trans with (sum n (fun _ => 0)); [|rewrite sum_0; exact T]. apply sum_le. intros j Hj.
    destruct (Rlt_dec (c i * p j) (q j)) as [X|X]; [|lra]. destruct (P j Hj) as [Y|Y]; [|lra]. exfalso.
    assert (Z := L (S j) ltac:(lia) I). assert (W := R j Hj Y). nra. }
  assert (K0 := C0 a Ha). set (k := c a) in *. destruct K0 as [K0|K0].
  - (* part of where q = k p is needed *)
    destruct (least_such (S n) (fun i => - c i) (fun i => c i < k)) as [b [Hb [B LB]]]; [exists 0%nat; split; [lia | exact K0]|].
    assert (FB : t < above n p q (c b)). { destruct (Rlt_dec t (above n p q (c b))) as [X|X]; [exact X|]. assert (Y := LA b Hb ltac:(lra)). lra. }
    set (u := sum n (fun i => if Req_EM_T (q i) (k * p i) then p i else 0)).
    assert (SU : above n p q (c b) = above n p q k + u).
    { unfold above, u. rewrite <- sum_plus. apply sum_ext. intros i Hi. destruct (P i Hi) as [Y|Y].
      - assert (W := R i Hi Y). assert (X : c (S i) <= c b \/ k <= c (S i)).
        { destruct (Rlt_dec (c (S i)) k) as [V|V]; [left | right; lra]. assert (Z := LB (S i) ltac:(lia) V). lra. }
        destruct (Rlt_dec (c b * p i) (q i)), (Rlt_dec (k * p i) (q i)), (Req_EM_T (q i) (k * p i)); try lra; exfalso; destruct X as [X|X]; nra.
      - rewrite <- Y. destruct (Rlt_dec (c b * 0) (q i)), (Rlt_dec (k * 0) (q i)), (Req_EM_T (q i) (k * 0)); lra. }
    assert (U : 0 < u) by lra. set (g := (t - above n p q k) / u). assert (G : 0 <= g <= 1).
    { unfold g. split; [apply Rmult_le_pos; [lra | left; now apply Rinv_0_lt_compat]|]. apply (Rmult_le_reg_r u); auto. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
    set (phi := fun i => if Rlt_dec (k * p i) (q i) then 1 else if Req_EM_T (q i) (k * p i) then g else 0). exists k, phi.
    assert (S : sum n (fun i => phi i * p i) = t).
    { transitivity (above n p q k + g * u); [|unfold g; field; lra]. unfold above, u. rewrite <- sum_scal, <- sum_plus. apply sum_ext. intros i Hi. unfold phi.
      destruct (Rlt_dec (k * p i) (q i)), (Req_EM_T (q i) (k * p i)); lra. }
    split; [lra|]. split; [intros i Hi; unfold phi; destruct (Rlt_dec (k * p i) (q i)); [lra|]; destruct (Req_EM_T (q i) (k * p i)); lra|]. split; [lra|].
    rewrite <- S. unfold bound. rewrite <- sum_scal, <- sum_plus. apply sum_ext. intros i Hi. unfold phi, Rmax.
    destruct (Rlt_dec (k * p i) (q i)), (Req_EM_T (q i) (k * p i)), (Rle_dec 0 (q i - k * p i)); nra.
  - exists k, (fun i => if Rlt_dec (k * p i) (q i) then 1 else 0). split; [lra|]. split; [intros i Hi; destruct (Rlt_dec (k * p i) (q i)); lra|]. split.
    + eapply Rle_trans; [right|exact FA]. apply sum_ext. intros i Hi. destruct (Rlt_dec (k * p i) (q i)); ring.
    + rewrite <- K0, Rmult_0_l, Rplus_0_r. apply sum_ext. intros i Hi. assert (A := Q i Hi). unfold Rmax.
      destruct (Rlt_dec (0 * p i) (q i)), (Rle_dec 0 (q i - 0 * p i)); lra.
Qed.

(* no test is better *)
Lemma test_bound n k p q phi : is_test (finite n) phi -> sum n (fun i => phi i * q i) <= bound n k p q + k * sum n (fun i => phi i * p i).
Proof.
  intros T. unfold bound. rewrite <- sum_scal, <- sum_plus. apply sum_le. intros i Hi. assert (A := T i Hi).
  assert (B := Rmax_l 0 (q i - k * p i)). assert (C := Rmax_r 0 (q i - k * p i)). nra.
Qed.

Theorem trade_off_exists n t p q : is_law (finite n) p -> is_law (finite n) q -> 0 <= t ->
  exists d, is_trade_off (finite n) t p q d /\ (exists k, 0 <= k /\ d = 1 - bound n k p q - k * t) /\ forall k, 0 <= k -> 1 - bound n k p q - k * t <= d.
Proof.
  intros P Q T. destruct (best_test n t p q) as [k [phi [K [TP [F S]]]]]; [intros; now apply (law_nonneg n) | intros; now apply (law_nonneg n) | exact T |].
  exists (1 - (bound n k p q + k * t)). split; [split|split; [exists k; split; [exact K | ring]|]].
  - intros psi f s TS L M B. simpl in L, M. assert (X := test_bound n k p q psi TS). rewrite L, M in X. nra.
  - exists phi, (sum n (fun i => phi i * p i)), (bound n k p q + k * t). split; [exact TP|]. split; [reflexivity|]. split; [exact S|]. split; [exact F | reflexivity].
  - intros l L. assert (X := test_bound n l p q phi TP). rewrite S in X. nra.
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

(** ** Profiles bound trade-off functions *)

Lemma bound_stick n e p q : bound n (exp e) p q = stick n e q p.
Proof. reflexivity. Qed.
Lemma bound_inverse n e p q : is_law (finite n) p -> is_law (finite n) q -> bound n (exp (- e)) p q = 1 - exp (- e) + exp (- e) * stick n e p q.
Proof.
  intros P Q. unfold bound, stick. rewrite <- sum_scal. transitivity (sum n (fun i => q i + - exp (- e) * p i + exp (- e) * Rmax 0 (p i - exp e * q i))).
  - apply sum_ext. intros i _. assert (E := exp_pos (- e)). rewrite <- (positive_part (exp (- e))) by lra.
    replace (exp (- e) * (p i - exp e * q i)) with (exp (- e) * p i - q i). 2: { rewrite Rmult_minus_distr_l, <- Rmult_assoc, <- exp_plus. replace (- e + e) with 0 by ring. rewrite exp_0. ring. }
    unfold Rmax. destruct (Rle_dec 0 (q i - exp (- e) * p i)), (Rle_dec 0 (exp (- e) * p i - q i)); lra.
  - rewrite !sum_plus, sum_scal, (law_sum n p P), (law_sum n q Q). ring.
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
