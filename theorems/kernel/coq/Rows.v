(** * Suprema over the rows of kernels on finite spaces, and laws on pairs as laws on one finite space *)

From Coq Require Import Reals Lra Psatz Lia PeanoNat.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Spaces Functions Divergences Suprema Laws Basics Extremes Finite.
Open Scope R_scope.

(** ** Suprema of finitely many values are among them *)

Lemma greatest m (value : nat -> Rbar -> Prop) : (0 < m)%nat -> (forall i, (i < m)%nat -> exists r, value i r) ->
  exists d i, (i < m)%nat /\ value i d /\ forall j, (j < m)%nat -> exists r, value j r /\ Rbar_le r d.
Proof.
  intros Hm H. induction m as [|m IH]; [lia|]. destruct (H m ltac:(lia)) as [r V]. destruct m as [|m].
  - exists r, 0%nat. split; [lia|]. split; [exact V|]. intros j Hj. exists r. replace j with 0%nat by lia. split; [exact V | apply Rbar_le_refl].
  - destruct IH as [d [i [Hi [D L]]]]; [lia | intros; apply H; lia |]. destruct (Rbar_le_lt_dec r d) as [E|E].
    + exists d, i. split; [lia|]. split; [exact D|]. intros j Hj. destruct (Nat.eq_dec j (S m)) as [->|]; [now exists r | apply L; lia].
    + exists r, (S m). split; [lia|]. split; [exact V|]. intros j Hj. destruct (Nat.eq_dec j (S m)) as [->|]; [exists r; split; [exact V | apply Rbar_le_refl]|].
      destruct (L j ltac:(lia)) as [s [S T]]. exists s. split; [exact S|]. apply Rbar_le_trans with d; [exact T | now apply Rbar_lt_le].
Qed.

Lemma supremum_exists m (value : nat -> Rbar -> Prop) : (0 < m)%nat -> (forall i, (i < m)%nat -> exists r, value i r) ->
  exists d, is_supremum (finite m) value d /\ exists i, (i < m)%nat /\ value i d.
Proof.
  intros Hm H. destruct (greatest m value Hm H) as [d [i [Hi [D L]]]]. exists d. split; [|now exists i].
  split; [exact L|]. intros b B. exact (B i d Hi D).
Qed.

Lemma supremum_of_pairs_exists m (value : nat -> nat -> Rbar -> Prop) : (0 < m)%nat ->
  (forall i j, (i < m)%nat -> (j < m)%nat -> exists r, value i j r) ->
  exists d, is_supremum_of_pairs (finite m) value d /\ exists i j, (i < m)%nat /\ (j < m)%nat /\ value i j d.
Proof.
  intros Hm H.
  destruct (greatest m (fun i d => (exists j, (j < m)%nat /\ value i j d) /\ forall j, (j < m)%nat -> exists r, value i j r /\ Rbar_le r d) Hm) as [d [i [Hi [[[j [Hj D]] _] L]]]].
  - intros i Hi. destruct (greatest m (value i) Hm) as [d [j [Hj [D L]]]]; [intros; now apply H|]. exists d. split; [now exists j | exact L].
  - exists d. split; [|now exists i, j]. split.
    + intros [k l] [Hk Hl]. simpl in *. destruct (L k Hk) as [e [[_ M] E]]. destruct (M l Hl) as [r [R F]]. exists r. split; [exact R | now apply Rbar_le_trans with e].
    + intros b B. exact (B (i, j) d (conj Hi Hj) D).
Qed.

(* suprema of reals *)
Lemma real_supremum m (value : nat -> R -> Prop) (f : nat -> R) : (0 < m)%nat -> (forall i, (i < m)%nat -> value i (f i)) ->
  (forall i r, (i < m)%nat -> value i r -> r = f i) ->
  exists d, is_supremum (finite m) (fun i => finitely (value i)) (Finite d) /\ (forall i, (i < m)%nat -> f i <= d) /\ exists i, (i < m)%nat /\ d = f i.
Proof.
  intros Hm V U. destruct (supremum_exists m (fun i => finitely (value i)) Hm) as [w [W [i [Hi [d [-> D]]]]]].
  { intros i Hi. exists (Finite (f i)), (f i). auto. }
  exists d. split; [exact W|]. split; [|exists i; auto]. intros j Hj. destruct W as [W _]. destruct (W j Hj) as [r [[s [-> S]] L]]. rewrite <- (U j s Hj S). exact L.
Qed.
Lemma real_supremum_of_pairs m (value : nat -> nat -> R -> Prop) (f : nat -> nat -> R) : (0 < m)%nat ->
  (forall i j, (i < m)%nat -> (j < m)%nat -> value i j (f i j)) -> (forall i j r, (i < m)%nat -> (j < m)%nat -> value i j r -> r = f i j) ->
  exists d, is_supremum_of_pairs (finite m) (fun i j => finitely (value i j)) (Finite d) /\ forall i j, (i < m)%nat -> (j < m)%nat -> f i j <= d.
Proof.
  intros Hm V U. destruct (supremum_of_pairs_exists m (fun i j => finitely (value i j)) Hm) as [w [W [i [j [Hi [Hj [d [-> D]]]]]]]].
  { intros i j Hi Hj. exists (Finite (f i j)), (f i j). auto. }
  exists d. split; [exact W|]. intros k l Hk Hl. destruct W as [W _]. destruct (W (k, l) (conj Hk Hl)) as [r [[s [-> S]] L]]. rewrite <- (U k l s Hk Hl S). exact L.
Qed.

Lemma worst_stick m n e K L : (0 < m)%nat -> exists w,
  is_supremum (finite m) (fun row => finitely (is_hockey_stick (finite n) e (K row) (L row))) (Finite w) /\ forall i, (i < m)%nat -> stick n e (K i) (L i) <= w.
Proof.
  intros Hm. destruct (real_supremum m (fun i => is_hockey_stick (finite n) e (K i) (L i)) (fun i => stick n e (K i) (L i)) Hm) as [w [W [B _]]].
  - intros. reflexivity.
  - intros i r _ H. symmetry. exact H.
  - now exists w.
Qed.
Lemma worst_stick_of_pairs m n e K : (0 < m)%nat -> exists w,
  is_supremum_of_pairs (finite m) (fun row other => finitely (is_hockey_stick (finite n) e (K row) (K other))) (Finite w) /\
  forall i j, (i < m)%nat -> (j < m)%nat -> stick n e (K i) (K j) <= w.
Proof.
  intros Hm. apply (real_supremum_of_pairs m (fun i j => is_hockey_stick (finite n) e (K i) (K j)) (fun i j => stick n e (K i) (K j)) Hm).
  - intros. reflexivity.
  - intros i j r _ _ H. symmetry. exact H.
Qed.

(** ** Pairs, numbered *)

Definition flat (n : nat) (f : nat * nat -> R) : nat -> R := fun k => f (k / n, k mod n)%nat.

Lemma sum_split a b f : sum (a + b) f = sum a f + sum b (fun j => f (a + j)%nat).
Proof. induction b; simpl. rewrite Nat.add_0_r. ring. rewrite Nat.add_succ_r. simpl. rewrite IHb. ring. Qed.
Lemma number n i j : (j < n)%nat -> ((i * n + j) / n = i)%nat /\ ((i * n + j) mod n = j)%nat.
Proof.
  intros H. rewrite Nat.div_add_l by lia. rewrite (Nat.add_comm (i * n) j), Nat.mod_add, Nat.div_small, Nat.mod_small by lia. lia.
Qed.
Lemma numbered n m k : (k < m * n)%nat -> (k / n < m)%nat /\ (k mod n < n)%nat /\ (k / n * n + k mod n = k)%nat.
Proof.
  intros H. assert (N : n <> 0%nat) by (intros ->; lia). split; [apply Nat.div_lt_upper_bound; lia|]. split; [now apply Nat.mod_upper_bound|].
  rewrite (Nat.div_mod k n N) at 3. lia.
Qed.
Lemma flat_at n f i j : (j < n)%nat -> flat n f (i * n + j) = f (i, j).
Proof. intros H. unfold flat. destruct (number n i j H) as [-> ->]. reflexivity. Qed.
Lemma sum_flat m n f : sum (m * n) (flat n f) = sum m (fun i => sum n (fun j => f (i, j))).
Proof.
  induction m; simpl; auto. rewrite Nat.add_comm, sum_split, IHm. f_equal. apply sum_ext. intros j Hj. now apply flat_at.
Qed.
Lemma integral_flat m n g l : integral (finite (m * n)) g l -> integral (pairs (finite m) (finite n)) (fun x => g (fst x * n + snd x)%nat) l.
Proof.
  intros H. exists (fun i => sum n (fun j => g (i * n + j)%nat)). split; [intros; reflexivity|]. simpl in *. rewrite <- H.
  transitivity (sum (m * n) (flat n (fun x => g (fst x * n + snd x)%nat))); [symmetry; apply sum_flat|].
  apply sum_ext. intros k Hk. unfold flat. simpl. destruct (numbered n m k Hk) as [_ [_ E]]. now rewrite E.
Qed.
Lemma integral_pairs m n f : integral (pairs (finite m) (finite n)) f (sum (m * n) (flat n f)).
Proof. rewrite sum_flat. exists (fun i => sum n (fun j => f (i, j))). split; [intros; reflexivity | reflexivity]. Qed.
Lemma inside_number m n i j : (i < m)%nat -> (j < n)%nat -> (i * n + j < m * n)%nat.
Proof. intros. nia. Qed.

Lemma pairs_stick m n e p q : is_hockey_stick (pairs (finite m) (finite n)) e p q (stick (m * n) e (flat n p) (flat n q)).
Proof. exact (integral_pairs m n (fun x => Rmax 0 (p x - exp e * q x))). Qed.
Lemma pairs_dominated m n p q : dominated (finite (m * n)) (flat n p) (flat n q) -> dominated (pairs (finite m) (finite n)) p q.
Proof.
  intros D [i j] [Hi Hj] Z. simpl in *. rewrite <- (flat_at n p i j Hj). apply (D (i * n + j)%nat). now apply inside_number. now rewrite flat_at.
Qed.
Lemma pairs_unbounded m n p q f : unbounded (finite (m * n)) (flat n p) (flat n q) (flat n f) -> unbounded (pairs (finite m) (finite n)) p q f.
Proof.
  intros U b. destruct (U b) as [g [l [B [L C]]]]. exists (fun x => g (fst x * n + snd x)%nat), l. split; [|split; [now apply integral_flat | exact C]].
  intros [i j] [Hi Hj] D. simpl in *. rewrite <- (flat_at n f i j Hj). apply B. now apply inside_number. now rewrite !flat_at.
Qed.
Lemma pairs_renyi m n a p q d : is_renyi (finite (m * n)) a (flat n p) (flat n q) d -> is_renyi (pairs (finite m) (finite n)) a p q d.
Proof.
  destruct d as [d| |]; simpl; auto.
  - intros [D [l [L E]]]. split; [intros A; apply pairs_dominated; auto|]. exists l. split; [|exact E]. subst l. exact (integral_pairs m n (@moment (pairs (finite m) (finite n)) a p q)).
  - intros [[A U]|[A Z]]; [left | right]; split; auto. now apply pairs_unbounded. rewrite <- Z. exact (integral_pairs m n (@moment (pairs (finite m) (finite n)) a p q)).
Qed.
Lemma pairs_kl m n p q d : is_kl (finite (m * n)) (flat n p) (flat n q) d -> is_kl (pairs (finite m) (finite n)) p q d.
Proof.
  destruct d as [d| |]; simpl; auto.
  - intros [D L]. split; [now apply pairs_dominated|]. subst d. exact (integral_pairs m n (@log_ratio (pairs (finite m) (finite n)) p q)).
  - intros U. now apply pairs_unbounded.
Qed.
Lemma pairs_exceeds m n e p q : exceeds (finite (m * n)) e (flat n p) (flat n q) -> exceeds (pairs (finite m) (finite n)) e p q.
Proof.
  intros [g [l [B [L P]]]]. exists (fun x => g (fst x * n + snd x)%nat), l. split; [|split; [now apply integral_flat | exact P]].
  intros [i j] [Hi Hj]. simpl in *. rewrite <- (flat_at n p i j Hj), <- (flat_at n q i j Hj). apply B. now apply inside_number.
Qed.
Lemma pairs_max m n p q d : is_max_divergence (finite (m * n)) (flat n p) (flat n q) d -> is_max_divergence (pairs (finite m) (finite n)) p q d.
Proof.
  destruct d as [d| |]; simpl; auto.
  - intros [B E]. split; [|intros; now apply pairs_exceeds, E]. intros [i j] [Hi Hj]. simpl in *.
    rewrite <- (flat_at n p i j Hj), <- (flat_at n q i j Hj). apply B. now apply inside_number.
  - intros E e. now apply pairs_exceeds.
Qed.

(** ** What adaptive composition releases *)

Lemma joint_law m n p K : is_law (finite m) p -> is_kernel (finite m) (finite n) K ->
  is_law (finite (m * n)) (flat n (@joint (finite m) (finite n) p K)).
Proof.
  intros P HK. split.
  - intros k Hk. destruct (numbered n m k Hk) as [A [B _]]. unfold flat, joint. simpl. apply Rmult_le_pos; [now apply (law_nonneg m) | now apply (kernel_nonneg m n)].
  - simpl. rewrite sum_flat. unfold joint. simpl. rewrite <- (law_sum m p P). apply sum_ext. intros i Hi. rewrite sum_scal, (kernel_sum m n) by auto. ring.
Qed.
Lemma joint_dominated m n p q K L : dominated (finite m) p q -> (forall i, (i < m)%nat -> 0 < p i -> dominated (finite n) (K i) (L i)) ->
  is_law (finite m) p -> dominated (finite (m * n)) (flat n (@joint (finite m) (finite n) p K)) (flat n (@joint (finite m) (finite n) q L)).
Proof.
  intros D E P k Hk Z. destruct (numbered n m k Hk) as [A [B _]]. unfold flat, joint in *. simpl in *. set (i := (k / n)%nat) in *. set (j := (k mod n)%nat) in *.
  destruct (Req_dec (p i) 0) as [->|N]; [ring|]. assert (P0 : 0 < p i) by (assert (X := law_nonneg m p i P A); lra).
  destruct (Rmult_integral _ _ Z) as [Y|Y]; [exfalso; apply N; now apply D | rewrite (E i A P0 j B Y); ring].
Qed.

(* the first of a pair, and the second, as kernels *)
Definition first (n : nat) (k i : nat) : R := if Nat.eq_dec i (k / n) then 1 else 0.
Definition second (n : nat) (k j : nat) : R := if Nat.eq_dec j (k mod n) then 1 else 0.
Lemma point_law n i : (i < n)%nat -> is_law (finite n) (fun j => if Nat.eq_dec j i then 1 else 0).
Proof. intros H. split; [intros j _; destruct (Nat.eq_dec j i); lra | now apply sum_one]. Qed.
Lemma first_kernel m n : is_kernel (finite (m * n)) (finite m) (first n).
Proof. intros k Hk. destruct (numbered n m k Hk) as [A _]. exact (point_law m _ A). Qed.
Lemma second_kernel m n : is_kernel (finite (m * n)) (finite n) (second n).
Proof. intros k Hk. destruct (numbered n m k Hk) as [_ [A _]]. exact (point_law n _ A). Qed.
Lemma first_joint m n p K i : is_kernel (finite m) (finite n) K -> (i < m)%nat -> image (m * n) (first n) (flat n (@joint (finite m) (finite n) p K)) i = p i.
Proof.
  intros HK Hi. unfold image. transitivity (sum (m * n) (flat n (fun x => p (fst x) * K (fst x) (snd x) * if Nat.eq_dec i (fst x) then 1 else 0))); [reflexivity|].
  rewrite sum_flat. simpl. transitivity (sum m (fun k => if Nat.eq_dec k i then p i else 0)); [|now apply sum_one].
  apply sum_ext. intros k Hk. rewrite sum_scal_r, sum_scal, (kernel_sum m n) by auto. destruct (Nat.eq_dec i k) as [->|]; destruct (Nat.eq_dec _ _); try lia; ring.
Qed.
Lemma second_joint m n p K j : (j < n)%nat -> image (m * n) (second n) (flat n (@joint (finite m) (finite n) p K)) j = image m K p j.
Proof.
  intros Hj. unfold image. transitivity (sum (m * n) (flat n (fun x => p (fst x) * K (fst x) (snd x) * if Nat.eq_dec j (snd x) then 1 else 0))); [reflexivity|].
  rewrite sum_flat. simpl. apply sum_ext. intros i Hi. transitivity (sum n (fun l => if Nat.eq_dec l j then p i * K i j else 0)); [|now apply sum_one].
  apply sum_ext. intros l Hl. destruct (Nat.eq_dec j l) as [->|]; destruct (Nat.eq_dec _ _); try lia; ring.
Qed.
