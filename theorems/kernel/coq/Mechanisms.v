(** * Adaptive mechanisms on finite spaces: what many steps release, step by step *)

From Coq Require Import Reals Lra Psatz Lia List PeanoNat.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Spaces Functions Divergences Suprema Adaptive Laws Basics Extremes Finite Holder Entropy Rows Processing Values.
Open Scope R_scope.

(** ** Sequences of answers, numbered *)

Fixpoint size (n k : nat) : nat := match k with O => 1%nat | S j => (size n j * n)%nat end.
Fixpoint spot (n k : nat) : nat -> point (answers (finite n) k) :=
  match k with O => fun _ => tt | S j => fun z => (spot n j (z / n), z mod n)%nat end.
Fixpoint place (n k : nat) : point (answers (finite n) k) -> nat :=
  match k with O => fun _ => 0%nat | S j => fun x => (place n j (fst x) * n + snd x)%nat end.

Lemma spot_inside n k : forall z, (z < size n k)%nat -> inside (answers (finite n) k) (spot n k z).
Proof. induction k; simpl; intros z Hz; [exact I|]. destruct (numbered n _ z Hz) as [A [B _]]. split; [now apply IHk | exact B]. Qed.
Lemma place_inside n k : forall x, inside (answers (finite n) k) x -> (place n k x < size n k)%nat.
Proof. induction k; simpl; intros x H; [lia|]. destruct H as [A B]. apply IHk in A. now apply inside_number. Qed.
Lemma spot_place n k : forall x, inside (answers (finite n) k) x -> spot n k (place n k x) = x.
Proof.
  induction k; simpl; intros x H; [now destruct x|]. destruct x as [x j], H as [A B]. simpl in *. destruct (number n (place n k x) j B) as [-> ->]. now rewrite IHk.
Qed.
Lemma place_spot n k : forall z, (z < size n k)%nat -> place n k (spot n k z) = z.
Proof. induction k; simpl; intros z Hz; [lia|]. destruct (numbered n _ z Hz) as [A [_ E]]. now rewrite IHk. Qed.
Lemma integral_spot n k : forall f, integral (answers (finite n) k) f (sum (size n k) (fun z => f (spot n k z))).
Proof.
  induction k; intros f; [simpl; ring|]. exists (fun x => sum n (fun j => f (x, j))). split; [intros; reflexivity|].
  assert (X := IHk (fun x => sum n (fun j => f (x, j)))). assert (Y := sum_flat (size n k) n (fun x => f (spot n k (fst x), snd x))).
  simpl in X, Y |- *. unfold flat in Y. simpl in Y. rewrite Y. exact X.
Qed.
Lemma integral_place n k g l : integral (finite (size n k)) g l -> integral (answers (finite n) k) (fun x => g (place n k x)) l.
Proof.
  intros H. simpl in H. rewrite <- H. replace (sum (size n k) g) with (sum (size n k) (fun z => g (place n k (spot n k z)))); [apply (integral_spot n k (fun x => g (place n k x)))|].
  apply sum_ext. intros z Hz. now rewrite place_spot.
Qed.
Lemma history_inside n k : forall x, inside (answers (finite n) k) x -> forall a, In a (history (finite n) k x) -> inside (finite n) a.
Proof. induction k; simpl; intros x H a; [tauto|]. destruct H as [A B]. intros [<-|J]; [exact B | now apply (IHk (fst x))]. Qed.

Section numbered.
Variables n k : nat.
Let X := answers (finite n) k.
Let N := size n k.
Variables p q : point X -> R.
Let p' := fun z => p (spot n k z).
Let q' := fun z => q (spot n k z).
Lemma answers_stick e : is_hockey_stick X e p q (stick N e p' q').
Proof. exact (integral_spot n k (fun x => Rmax 0 (p x - exp e * q x))). Qed.
Lemma answers_dominated : dominated (finite N) p' q' -> dominated X p q.
Proof. intros D x Hx Z. rewrite <- (spot_place n k x Hx). apply (D (place n k x)); [now apply place_inside|]. unfold q'. now rewrite spot_place. Qed.
Lemma answers_unbounded f : unbounded (finite N) p' q' (fun z => f (spot n k z)) -> unbounded X p q f.
Proof.
  intros U b. destruct (U b) as [g [l [B [L C]]]]. exists (fun x => g (place n k x)), l. split; [|split; [now apply integral_place | exact C]].
  intros x Hx D. rewrite <- (spot_place n k x Hx) at 2. apply B; [now apply place_inside|]. unfold p', q'. now rewrite spot_place.
Qed.
Lemma answers_renyi a d : is_renyi (finite N) a p' q' d -> is_renyi X a p q d.
Proof.
  destruct d as [d| |]; simpl; auto.
  - intros [D [l [L E]]]. split; [intros A; apply answers_dominated; auto|]. exists l. split; [|exact E]. subst l. exact (integral_spot n k (@moment X a p q)).
  - intros [[A U]|[A Z]]; [left | right]; split; auto. now apply answers_unbounded. rewrite <- Z. exact (integral_spot n k (@moment X a p q)).
Qed.
Lemma answers_exceeds e : exceeds (finite N) e p' q' -> exceeds X e p q.
Proof.
  intros [g [l [B [L P]]]]. exists (fun x => g (place n k x)), l. split; [|split; [now apply integral_place | exact P]].
  intros x Hx. rewrite <- (spot_place n k x Hx) at 2 3. apply B. now apply place_inside.
Qed.
Lemma answers_max d : is_max_divergence (finite N) p' q' d -> is_max_divergence X p q d.
Proof.
  destruct d as [d| |]; simpl; auto; [|intros E e; now apply answers_exceeds].
  intros [B E]. split; [|intros; now apply answers_exceeds, E]. intros x Hx. rewrite <- (spot_place n k x Hx). apply B. now apply place_inside.
Qed.
Lemma answers_supremum (value : point X -> Rbar -> Prop) d : is_supremum (finite N) (fun z => value (spot n k z)) d -> is_supremum X value d.
Proof.
  intros [U L]. split.
  - intros x Hx. rewrite <- (spot_place n k x Hx). exact (U (place n k x) (place_inside n k x Hx)).
  - intros b B. apply L. intros z r Hz. apply B. now apply spot_inside.
Qed.
End numbered.

(** ** One step more *)

Definition rows n k (K : list nat -> nat -> R) : nat -> nat -> R := fun z => K (history (finite n) k (spot n k z)).
Definition law_of n k (K : list nat -> nat -> R) : nat -> R := fun z => released (finite n) K k (spot n k z).
Lemma law_of_0 n K z : law_of n 0 K z = 1.
Proof. reflexivity. Qed.
Lemma law_of_S n k K : law_of n (S k) K = flat n (@joint (finite (size n k)) (finite n) (law_of n k K) (rows n k K)).
Proof. reflexivity. Qed.
Lemma rows_kernel n k K : is_mechanism (finite n) K -> is_kernel (finite (size n k)) (finite n) (rows n k K).
Proof. intros M z Hz. apply M. apply history_inside. now apply spot_inside. Qed.
Lemma law_of_law n k K : is_mechanism (finite n) K -> is_law (finite (size n k)) (law_of n k K).
Proof.
  intros M. induction k; [split; [intros; rewrite law_of_0; lra | simpl; rewrite law_of_0; ring]|].
  rewrite law_of_S. apply joint_law; [exact IHk | now apply rows_kernel].
Qed.
Lemma size_pos n k K : is_mechanism (finite n) K -> (0 < size n k)%nat.
Proof. intros M. exact (law_nonempty _ _ (law_of_law n k K M)). Qed.

(* a choice for each of the first k numbers *)
Lemma choices k (value : nat -> Rbar -> Prop) : (forall i, (i < k)%nat -> exists d, value i d) -> exists f : nat -> Rbar, forall i, (i < k)%nat -> value i (f i).
Proof.
  induction k as [|k IH]; intros H; [exists (fun _ => Finite 0); intros; lia|]. destruct IH as [f F]; [intros; apply H; lia|]. destruct (H k ltac:(lia)) as [d D].
  exists (fun i => if Nat.eq_dec i k then d else f i). intros i Hi. destruct (Nat.eq_dec i k) as [->|]; [exact D | apply F; lia].
Qed.

(** ** All steps together *)

Theorem sticks_add n e K L (f : nat -> R) : is_mechanism (finite n) K -> is_mechanism (finite n) L -> forall k,
  (forall i, (i < k)%nat -> forall z, (z < size n i)%nat -> stick n e (rows n i K z) (rows n i L z) <= f i) ->
  stick (size n k) (INR k * e) (law_of n k K) (law_of n k L) <= sum k f.
Proof.
  intros HK HL. induction k as [|k IH]; intros F.
  - unfold stick. simpl. rewrite !law_of_0, Rmult_0_l, exp_0. rewrite Rmax_left; lra.
  - rewrite !law_of_S. replace (INR (S k) * e) with (INR k * e + e) by (rewrite S_INR; ring).
    eapply Rle_trans; [apply (stick_adaptive (size n k) n (INR k * e) e _ _ _ _ (f k)); [now apply law_of_law | now apply law_of_law | now apply rows_kernel | now apply rows_kernel | apply F; lia]|].
    assert (X := IH ltac:(intros; apply F; lia || assumption)). simpl sum. assert (Y := stick_nonneg (size n k) (INR k * e) (law_of n k K) (law_of n k L)).
    assert (Z := Rle_trans _ _ _ (stick_nonneg n e _ _) (F k ltac:(lia) 0%nat (size_pos n k K HK))). nra.
Qed.

Theorem renyi_add n a K L (f : nat -> Rbar) : 1 < a -> is_mechanism (finite n) K -> is_mechanism (finite n) L -> forall k,
  (forall i, (i < k)%nat -> f i <> m_infty /\ forall x, f i = Finite x -> forall z, (z < size n i)%nat ->
    dominated (finite n) (rows n i K z) (rows n i L z) /\ mom n a (rows n i K z) (rows n i L z) <= exp ((a - 1) * x)) ->
  total_of k f <> m_infty /\ forall x, total_of k f = Finite x ->
    dominated (finite (size n k)) (law_of n k K) (law_of n k L) /\ mom (size n k) a (law_of n k K) (law_of n k L) <= exp ((a - 1) * x).
Proof.
  intros Ha HK HL. induction k as [|k IH]; intros F.
  - split; [discriminate|]. intros x [= <-]. split; [intros z _; rewrite !law_of_0; lra|]. unfold mom. simpl. rewrite !law_of_0, Rmult_0_r, exp_0.
    rewrite !power_pos by lra. unfold Rpower. rewrite ln_1, !Rmult_0_r, exp_0. lra.
  - destruct (IH ltac:(intros; apply F; lia)) as [N B]. destruct (F k ltac:(lia)) as [M C]. simpl total_of. split.
    + destruct (total_of k f), (f k); simpl; auto; discriminate.
    + intros x X. destruct (total_of k f) as [s| |]; [|destruct (f k); discriminate || contradiction | contradiction]. destruct (f k) as [r| |]; [|discriminate | contradiction].
      injection X as <-. destruct (B s eq_refl) as [D E]. rewrite !law_of_S. split.
      * apply joint_dominated; [exact D | intros z Hz _; now apply (C r eq_refl) | now apply law_of_law].
      * eapply Rle_trans; [apply (mom_joint_le (size n k) n a _ _ _ _ (exp ((a - 1) * r))); [exact Ha | now apply law_of_law | now apply law_of_law | now apply rows_kernel | now apply rows_kernel | intros z Hz; now apply (C r eq_refl)]|].
        rewrite Rmult_plus_distr_l, exp_plus. apply Rmult_le_compat_r; [left; apply exp_pos | exact E].
Qed.

Theorem max_add n K L (f : nat -> Rbar) : is_mechanism (finite n) K -> is_mechanism (finite n) L -> forall k,
  (forall i, (i < k)%nat -> f i <> m_infty /\ forall x, f i = Finite x -> forall z, (z < size n i)%nat -> forall j, (j < n)%nat -> rows n i K z j <= exp x * rows n i L z j) ->
  total_of k f <> m_infty /\ forall x, total_of k f = Finite x -> forall z, (z < size n k)%nat -> law_of n k K z <= exp x * law_of n k L z.
Proof.
  intros HK HL. induction k as [|k IH]; intros F.
  - split; [discriminate|]. intros x [= <-] z _. rewrite !law_of_0, exp_0. lra.
  - destruct (IH ltac:(intros; apply F; lia)) as [N B]. destruct (F k ltac:(lia)) as [M C]. simpl total_of. split.
    + destruct (total_of k f), (f k); simpl; auto; discriminate.
    + intros x X z Hz. destruct (total_of k f) as [s| |]; [|destruct (f k); discriminate || contradiction | contradiction]. destruct (f k) as [r| |]; [|discriminate | contradiction].
      injection X as <-. rewrite !law_of_S. unfold flat, joint. simpl. simpl in Hz. destruct (numbered n _ z Hz) as [I [J _]].
      assert (U := B s eq_refl _ I). assert (V := C r eq_refl _ I _ J). rewrite exp_plus.
      assert (A1 := law_nonneg _ _ _ (law_of_law n k K HK) I). assert (A2 := kernel_nonneg _ _ _ _ _ (rows_kernel n k K HK) I J).
      apply Rle_trans with (exp s * law_of n k L (z / n) * (exp r * rows n k L (z / n)%nat (z mod n)%nat)); [apply Rmult_le_compat; auto | right; ring].
Qed.

(** ** Values of totals *)

Lemma real_choices k (value : nat -> R -> Prop) : (forall i, (i < k)%nat -> exists d, value i d) -> exists f : nat -> R, forall i, (i < k)%nat -> value i (f i).
Proof.
  intros H. destruct (choices k (fun i d => exists r, d = Finite r /\ value i r)) as [f F]; [intros i Hi; destruct (H i Hi) as [r V]; exists (Finite r), r; auto|].
  exists (fun i => match f i with Finite r => r | _ => 0 end). intros i Hi. destruct (F i Hi) as [r [-> V]]. exact V.
Qed.
Lemma total_real k f : total_of k (fun i => Finite (f i)) = Finite (sum k f).
Proof. induction k; simpl; [reflexivity|]. now rewrite IHk. Qed.
Lemma total_same k f g : (forall i, (i < k)%nat -> f i = g i) -> total_of k f = total_of k g.
Proof. induction k; simpl; intros H; auto. rewrite IHk, H; auto. Qed.

(* each step has a worst history *)
Lemma worst_step_stick n e K L i : is_mechanism (finite n) K -> exists w,
  is_supremum (answers (finite n) i) (fun past => finitely (is_hockey_stick (finite n) e (K (history (finite n) i past)) (L (history (finite n) i past)))) (Finite w) /\
  forall z, (z < size n i)%nat -> stick n e (rows n i K z) (rows n i L z) <= w.
Proof.
  intros HK. destruct (worst_stick (size n i) n e (rows n i K) (rows n i L) (size_pos n i K HK)) as [w [W B]]. exists w. split; [|exact B].
  exact (answers_supremum n i (fun past => finitely (is_hockey_stick (finite n) e (K (history (finite n) i past)) (L (history (finite n) i past)))) (Finite w) W).
Qed.
Lemma worst_step_renyi n a K L i : 1 < a -> is_mechanism (finite n) K -> is_mechanism (finite n) L -> exists w,
  is_supremum (answers (finite n) i) (fun past => is_renyi (finite n) a (K (history (finite n) i past)) (L (history (finite n) i past))) w /\
  w <> m_infty /\ forall x, w = Finite x -> forall z, (z < size n i)%nat ->
    dominated (finite n) (rows n i K z) (rows n i L z) /\ mom n a (rows n i K z) (rows n i L z) <= exp ((a - 1) * x).
Proof.
  intros Ha HK HL. destruct (worst_renyi (size n i) n a (rows n i K) (rows n i L) (size_pos n i K HK) Ha) as [w [W B]]; [now apply rows_kernel | now apply rows_kernel |].
  exists w. split; [|exact B]. exact (answers_supremum n i (fun past => is_renyi (finite n) a (K (history (finite n) i past)) (L (history (finite n) i past))) w W).
Qed.
Lemma worst_step_max n K L i : is_mechanism (finite n) K -> is_mechanism (finite n) L -> exists w,
  is_supremum (answers (finite n) i) (fun past => is_max_divergence (finite n) (K (history (finite n) i past)) (L (history (finite n) i past))) w /\
  w <> m_infty /\ forall x, w = Finite x -> forall z, (z < size n i)%nat -> forall j, (j < n)%nat -> rows n i K z j <= exp x * rows n i L z j.
Proof.
  intros HK HL. destruct (worst_max (size n i) n (rows n i K) (rows n i L) (size_pos n i K HK)) as [w [W B]]; [now apply rows_kernel | now apply rows_kernel |].
  exists w. split; [|exact B]. exact (answers_supremum n i (fun past => is_max_divergence (finite n) (K (history (finite n) i past)) (L (history (finite n) i past))) w W).
Qed.

(** ** Sums along a history *)

Section paths.
Variables (n : nat) (value : forall j, point (answers (finite n) j) -> Rbar -> Prop).
Hypothesis there : forall j z, (z < size n j)%nat -> exists r, value j (spot n j z) r.
Hypothesis not_low : forall j x, ~ value j x m_infty.
Lemma path_exists k : forall z, (z < size n k)%nat -> exists d, is_sum_along (finite n) value k (spot n k z) d.
Proof.
  induction k; intros z Hz; [now exists (Finite 0)|]. destruct (numbered n _ z Hz) as [A _]. destruct (IHk _ A) as [s S]. destruct (there k _ A) as [r R]. exists (Rbar_plus s r). exists s, r. auto.
Qed.
Lemma path_not_low k : forall x d, is_sum_along (finite n) value k x d -> d <> m_infty.
Proof.
  induction k; intros x d H; [rewrite H; discriminate|]. destruct H as [s [r [S [R ->]]]]. assert (A := IHk _ _ S). assert (B : r <> m_infty) by (intros ->; exact (not_low k _ R)).
  destruct s, r; simpl; auto; discriminate.
Qed.
Lemma path_finite k x d : is_sum_along (finite n) value (S k) x (Finite d) ->
  exists s r, is_sum_along (finite n) value k (fst x) (Finite s) /\ value k (fst x) (Finite r) /\ d = s + r.
Proof.
  intros [s [r [S [R E]]]]. assert (A := path_not_low k _ _ S). assert (B : r <> m_infty) by (intros ->; exact (not_low k _ R)).
  destruct s as [s| |]; [|destruct r; discriminate || contradiction | contradiction]. destruct r as [r| |]; [|discriminate | contradiction]. injection E as ->. now exists s, r.
Qed.
Lemma path_unique : (forall j x r s, value j x r -> value j x s -> r = s) -> forall k x d e,
  is_sum_along (finite n) value k x d -> is_sum_along (finite n) value k x e -> d = e.
Proof.
  intros U. induction k; intros x d e D E; [now rewrite D, E|]. destruct D as [s [r [S [R ->]]]], E as [s' [r' [S' [R' ->]]]]. now rewrite (IHk _ _ _ S S'), (U _ _ _ _ R R').
Qed.
Lemma path_worst k : (0 < size n k)%nat -> exists w, is_supremum (answers (finite n) k) (is_sum_along (finite n) value k) w /\ w <> m_infty /\
  forall x, w = Finite x -> forall z, (z < size n k)%nat -> exists d, is_sum_along (finite n) value k (spot n k z) (Finite d) /\ d <= x.
Proof.
  intros N. destruct (supremum_exists (size n k) (fun z => is_sum_along (finite n) value k (spot n k z)) N (path_exists k)) as [w [W [z [Hz D]]]].
  exists w. split; [exact (answers_supremum n k (is_sum_along (finite n) value k) w W)|]. split; [exact (path_not_low k _ _ D)|].
  intros x -> y Hy. destruct (proj1 W y Hy) as [d [V L]]. assert (A := path_not_low k _ _ V). destruct d as [d| |]; simpl in L; try contradiction. now exists d.
Qed.
End paths.

Definition renyi_at n a (K L : list nat -> nat -> R) j (past : point (answers (finite n) j)) := is_renyi (finite n) a (K (history (finite n) j past)) (L (history (finite n) j past)).
Definition max_at n (K L : list nat -> nat -> R) j (past : point (answers (finite n) j)) := is_max_divergence (finite n) (K (history (finite n) j past)) (L (history (finite n) j past)).

Theorem max_along n K L : is_mechanism (finite n) K -> is_mechanism (finite n) L -> forall k z d, (z < size n k)%nat ->
  is_sum_along (finite n) (max_at n K L) k (spot n k z) (Finite d) -> law_of n k K z <= exp d * law_of n k L z.
Proof.
  intros HK HL. induction k; intros z d Hz H.
  - injection H as ->. rewrite !law_of_0, exp_0. lra.
  - destruct (path_finite n (max_at n K L) (fun j x V => V) k _ d H) as [s [r [S [R ->]]]]. simpl in Hz, S. destruct (numbered n _ z Hz) as [I [J _]].
    change (is_max_divergence (finite n) (rows n k K (z / n)%nat) (rows n k L (z / n)%nat) (Finite r)) in R.
    rewrite !law_of_S. unfold flat, joint. simpl. assert (U := IHk _ s I S).
    assert (V := max_bounded n _ _ _ r R (fun i => law_nonneg n _ i (rows_kernel n k L HL _ I)) (Rle_refl r) _ J). rewrite exp_plus.
    assert (A1 := law_nonneg _ _ _ (law_of_law n k K HK) I). assert (A2 := kernel_nonneg _ _ _ _ _ (rows_kernel n k K HK) I J).
    apply Rle_trans with (exp s * law_of n k L (z / n) * (exp r * rows n k L (z / n)%nat (z mod n)%nat)); [apply Rmult_le_compat; auto | right; ring].
Qed.

(* the moments, each divided by what its history has spent, sum up to one *)
Theorem renyi_along n a K L : 1 < a -> is_mechanism (finite n) K -> is_mechanism (finite n) L -> forall k,
  (forall z, (z < size n k)%nat -> exists d, is_sum_along (finite n) (renyi_at n a K L) k (spot n k z) (Finite d)) ->
  dominated (finite (size n k)) (law_of n k K) (law_of n k L) /\
  exists s : nat -> R, (forall z, (z < size n k)%nat -> is_sum_along (finite n) (renyi_at n a K L) k (spot n k z) (Finite (s z))) /\
    sum (size n k) (fun z => power (law_of n k K z) a * power (law_of n k L z) (1 - a) * exp (- (a - 1) * s z)) = 1.
Proof.
  intros Ha HK HL. assert (N : (0 < n)%nat) by (apply (law_nonempty n (K nil)), HK; intros x []). induction k; intros H.
  - split; [intros z _; rewrite !law_of_0; lra|]. exists (fun _ => 0). split; [reflexivity|]. simpl. rewrite !law_of_0, !power_pos by lra. unfold Rpower. rewrite ln_1, !Rmult_0_r, exp_0. ring.
  - assert (P : forall i, (i < size n k)%nat -> exists s r, is_sum_along (finite n) (renyi_at n a K L) k (spot n k i) (Finite s) /\ renyi_at n a K L k (spot n k i) (Finite r)).
    { intros i Hi. destruct (H (i * n + 0)%nat) as [d D]; [simpl; nia|]. destruct (path_finite n (renyi_at n a K L) (fun j x V => V) k _ d D) as [s [r [S [R _]]]].
      destruct (number n i 0 N) as [E _].
      change (is_sum_along (finite n) (renyi_at n a K L) k (spot n k ((i * n + 0) / n)) (Finite s)) in S. change (renyi_at n a K L k (spot n k ((i * n + 0) / n)) (Finite r)) in R.
      rewrite E in S, R. now exists s, r. }
    destruct (IHk ltac:(intros i Hi; destruct (P i Hi) as [s [r [S _]]]; now exists s)) as [D [s [S W]]].
    set (r := fun i => ln (mom n a (rows n k K i) (rows n k L i)) / (a - 1)).
    assert (R : forall i, (i < size n k)%nat -> dominated (finite n) (rows n k K i) (rows n k L i) /\ renyi_at n a K L k (spot n k i) (Finite (r i))).
    { intros i Hi. destruct (P i Hi) as [_ [x [_ [F [y [Y [Y0 E]]]]]]]. split; [exact (F Ha)|]. split; [exact F|]. exists y. split; [exact Y|]. split; [exact Y0|]. unfold r. f_equal. f_equal. exact Y. }
    split; [rewrite !law_of_S; apply joint_dominated; [exact D | intros i Hi _; now apply R | now apply law_of_law]|].
    exists (fun z => s (z / n)%nat + r (z / n)%nat). split.
    + intros z Hz. simpl in Hz. destruct (numbered n _ z Hz) as [I _]. exists (Finite (s (z / n)%nat)), (Finite (r (z / n)%nat)). split; [exact (S _ I)|]. split; [now apply R | reflexivity].
    + assert (X := sum_flat (size n k) n (fun x => power (law_of n k K (fst x) * rows n k K (fst x) (snd x)) a * power (law_of n k L (fst x) * rows n k L (fst x) (snd x)) (1 - a) * exp (- (a - 1) * (s (fst x) + r (fst x))))).
      simpl in X. eapply eq_trans; [exact X|]. eapply eq_trans; [|exact W]. apply sum_ext. intros i Hi. destruct (R i Hi) as [F _].
      assert (LK := law_nonneg _ _ _ (law_of_law n k K HK) Hi). assert (LL := law_nonneg _ _ _ (law_of_law n k L HL) Hi).
      assert (M := mom_ge_1 n a _ _ Ha (rows_kernel n k K HK i Hi) (rows_kernel n k L HL i Hi) F).
      assert (E : exp (- (a - 1) * r i) = / mom n a (rows n k K i) (rows n k L i)).
      { replace (- (a - 1) * r i) with (- ln (mom n a (rows n k K i) (rows n k L i))) by (unfold r; field; lra). rewrite exp_Ropp, exp_ln; lra. }
      rewrite (sum_ext n _ (fun j => power (law_of n k K i) a * power (law_of n k L i) (1 - a) * exp (- (a - 1) * s i) * / mom n a (rows n k K i) (rows n k L i) * (power (rows n k K i j) a * power (rows n k L i j) (1 - a)))).
      * rewrite sum_scal. fold (mom n a (rows n k K i) (rows n k L i)). field. lra.
      * intros j Hj. rewrite !power_mult by (try lra; auto; now apply (kernel_nonneg _ n _ _ _ (rows_kernel n k K HK)) || now apply (kernel_nonneg _ n _ _ _ (rows_kernel n k L HL))).
        replace (exp (- (a - 1) * (s i + r i))) with (exp (- (a - 1) * s i) * exp (- (a - 1) * r i)) by (rewrite <- exp_plus; f_equal; ring). rewrite E. ring.
Qed.
