(** * Divergences that may be infinite, on finite spaces: they have values, and what bounds these *)

From Coq Require Import Reals Lra Psatz Lia.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Spaces Functions Divergences Suprema Laws Basics Extremes Finite Holder Entropy Rows.
Open Scope R_scope.

(** ** Rényi *)

Lemma renyi_bounded n a p q r d : 1 < a -> is_renyi (finite n) a p q r -> Rbar_le r (Finite d) -> dominated (finite n) p q /\ mom n a p q <= exp ((a - 1) * d).
Proof.
  intros A H L. destruct r as [r| |]; simpl in H, L; try tauto. destruct H as [D [m [M [M0 R]]]]. split; [now apply D|].
  change (mom n a p q = m) in M. rewrite M, <- (exp_ln m M0). apply exp_le. apply (Rmult_le_compat_l (a - 1)) in L; [|lra].
  rewrite R in L. replace ((a - 1) * (ln m / (a - 1))) with (ln m) in L by (field; lra). exact L.
Qed.
Lemma renyi_below n a p q d : 1 < a -> is_law (finite n) p -> is_law (finite n) q -> d <> m_infty ->
  (forall x, d = Finite x -> dominated (finite n) p q /\ mom n a p q <= exp ((a - 1) * x)) -> exists r, is_renyi (finite n) a p q r /\ Rbar_le r d.
Proof.
  intros A P Q N B. destruct (dominated_dec n p q) as [D|[i [Hi [Z H]]]]; [intros; now apply (law_nonneg n) | |].
  - exists (Finite (ln (mom n a p q) / (a - 1))). split; [now apply renyi_finite|]. destruct d as [d| |]; simpl; auto.
    destruct (B d eq_refl) as [_ M]. assert (M1 := mom_ge_1 n a p q A P Q D). apply (Rmult_le_reg_l (a - 1)). lra.
    replace ((a - 1) * (ln (mom n a p q) / (a - 1))) with (ln (mom n a p q)) by (field; lra). rewrite <- (ln_exp ((a - 1) * d)). apply ln_le; lra.
  - exists p_infty. split; [now apply (renyi_infinite n a p q i)|]. destruct d as [d| |]; simpl; auto. destruct (B d eq_refl) as [D _]. rewrite (D i Hi Z) in H. lra.
Qed.
Lemma renyi_exists n a p q : 1 < a -> is_law (finite n) p -> is_law (finite n) q -> exists d, is_renyi (finite n) a p q d /\ d <> m_infty.
Proof.
  intros A P Q. destruct (renyi_below n a p q p_infty A P Q) as [r [R _]]; try discriminate. exists r. split; [exact R|]. intros ->. exact R.
Qed.

(** ** Kullback-Leibler *)

Lemma kl_bounded n p q r d : is_kl (finite n) p q r -> is_law (finite n) p -> is_law (finite n) q -> Rbar_le r (Finite d) -> dominated (finite n) p q /\ ent n p q <= d.
Proof. intros H P Q L. destruct r as [r| |]; simpl in H, L; try tauto. destruct H as [D M]. split; [exact D|]. change (ent n p q = r) in M. lra. Qed.
Lemma kl_below n p q d : is_law (finite n) p -> is_law (finite n) q -> d <> m_infty ->
  (forall x, d = Finite x -> dominated (finite n) p q /\ ent n p q <= x) -> exists r, is_kl (finite n) p q r /\ Rbar_le r d.
Proof.
  intros P Q N B. destruct (dominated_dec n p q) as [D|[i [Hi [Z H]]]]; [intros; now apply (law_nonneg n) | |].
  - exists (Finite (ent n p q)). split; [now apply kl_finite|]. destruct d as [d| |]; simpl; auto. now apply B.
  - exists p_infty. split; [now apply (kl_infinite n p q i)|]. destruct d as [d| |]; simpl; auto. destruct (B d eq_refl) as [D _]. rewrite (D i Hi Z) in H. lra.
Qed.
Lemma kl_exists n p q : is_law (finite n) p -> is_law (finite n) q -> exists d, is_kl (finite n) p q d /\ d <> m_infty.
Proof.
  intros P Q. destruct (kl_below n p q p_infty P Q) as [r [R _]]; try discriminate. exists r. split; [exact R|]. intros ->. exact R.
Qed.

(** ** Max divergence *)

Lemma max_bounded n p q r d : is_max_divergence (finite n) p q r -> (forall i, (i < n)%nat -> 0 <= q i) -> Rbar_le r (Finite d) -> forall i, (i < n)%nat -> p i <= exp d * q i.
Proof.
  intros H Q L i Hi. destruct r as [r| |]; simpl in H, L; try tauto. destruct H as [B _]. eapply Rle_trans. now apply B.
  apply Rmult_le_compat_r; [now apply Q | now apply exp_le].
Qed.
Lemma max_supported n (p q : nat -> R) : is_law (finite n) p -> (forall i, (i < n)%nat -> 0 <= q i) -> dominated (finite n) p q ->
  exists r i, (i < n)%nat /\ 0 < q i /\ p i = exp r * q i /\ forall j, (j < n)%nat -> p j <= exp r * q j.
Proof.
  intros P Q D. set (f := fun i => if Req_EM_T (q i) 0 then Finite 0 else Finite (p i / q i)).
  destruct (greatest n (fun i r => r = f i) (law_nonempty n p P)) as [d [i [Hi [-> L]]]]; [intros i _; now exists (f i)|].
  assert (G : forall j, (j < n)%nat -> 0 < q j -> exists x, f i = Finite x /\ p j / q j <= x).
  { intros j Hj Q0. destruct (L j Hj) as [r [-> B]]. unfold f at 1 in B. destruct (Req_EM_T (q j) 0); [lra|]. unfold f in *. destruct (Req_EM_T (q i) 0); eexists; split; try reflexivity; exact B. }
  assert (C : exists k, (k < n)%nat /\ 0 < p k /\ 0 < q k).
  { destruct (dominated_dec n p (fun _ => 0)) as [Z|[k [Hk [_ K]]]]; [intros; now apply (law_nonneg n) | |].
    - exfalso. assert (S := law_sum n p P). rewrite (sum_ext n p (fun _ => 0)), sum_0 in S; [lra|]. intros j Hj. now apply (Z j).
    - exists k. repeat split; auto. destruct (Q k Hk) as [X|X]; [exact X|]. assert (Y := D k Hk (eq_sym X)). lra. }
  destruct C as [k [Hk [PK QK]]]. destruct (G k Hk QK) as [x [X XK]]. assert (K0 : 0 < p k / q k) by now apply Rdiv_lt_0_compat.
  unfold f in X. destruct (Req_EM_T (q i) 0) as [Z|Z]; [injection X as <-; lra|]. injection X as <-.
  assert (QI : 0 < q i) by (assert (Y := Q i Hi); lra). exists (ln (p i / q i)), i. rewrite exp_ln by lra. split; [exact Hi|]. split; [exact QI|]. split; [field; lra|].
  intros j Hj. destruct (Q j Hj) as [QJ|QJ].
  - destruct (G j Hj QJ) as [y [Y YJ]]. unfold f in Y. destruct (Req_EM_T (q i) 0); [lra|]. injection Y as <-.
    apply (Rmult_le_compat_r (q j)) in YJ; [|lra]. replace (p j / q j * q j) with (p j) in YJ by (field; lra). exact YJ.
  - rewrite <- QJ, (D j Hj (eq_sym QJ)). lra.
Qed.
Lemma max_below n p q d : is_law (finite n) p -> is_law (finite n) q -> d <> m_infty ->
  (forall x, d = Finite x -> forall i, (i < n)%nat -> p i <= exp x * q i) -> exists r, is_max_divergence (finite n) p q r /\ Rbar_le r d.
Proof.
  intros P Q N B. destruct (dominated_dec n p q) as [D|[i [Hi [Z H]]]]; [intros; now apply (law_nonneg n) | |].
  - destruct (max_supported n p q P (fun i => law_nonneg n q i Q) D) as [r [i [Hi [Q0 [E L]]]]]. exists (Finite r). split; [now apply (max_finite n p q r i)|].
    destruct d as [d| |]; simpl; auto. assert (X := B d eq_refl i Hi). rewrite E in X. apply Rmult_le_reg_r in X; auto.
    destruct (Rle_dec r d) as [Y|Y]; [exact Y|]. assert (W : exp d < exp r) by (apply exp_increasing; lra). lra.
  - exists p_infty. split; [intros e; apply (exceeds_finite n e p q i Hi); rewrite Z; lra|]. destruct d as [d| |]; simpl; auto. assert (X := B d eq_refl i Hi). rewrite Z in X. lra.
Qed.
Lemma max_exists_any n p q : is_law (finite n) p -> is_law (finite n) q -> exists d, is_max_divergence (finite n) p q d /\ d <> m_infty.
Proof.
  intros P Q. destruct (max_below n p q p_infty P Q) as [r [R _]]; try discriminate. exists r. split; [exact R|]. intros ->. exact R.
Qed.

(** ** Suprema over rows *)

Lemma worst_below m (value : nat -> Rbar -> Prop) : (0 < m)%nat -> (forall i, (i < m)%nat -> exists r, value i r /\ r <> m_infty) ->
  (forall i, (i < m)%nat -> ~ value i m_infty) ->
  exists w, is_supremum (finite m) value w /\ w <> m_infty /\ forall x, w = Finite x -> forall i, (i < m)%nat -> exists r, value i r /\ Rbar_le r (Finite x).
Proof.
  intros Hm H N. destruct (supremum_exists m value Hm) as [w [W [i [Hi D]]]]; [intros i Hi; destruct (H i Hi) as [r [R _]]; now exists r|].
  exists w. split; [exact W|]. split; [intros ->; exact (N i Hi D)|]. intros x -> j Hj. exact (proj1 W j Hj).
Qed.
Lemma worst_renyi m n a K L : (0 < m)%nat -> 1 < a -> is_kernel (finite m) (finite n) K -> is_kernel (finite m) (finite n) L ->
  exists w, is_supremum (finite m) (fun row => is_renyi (finite n) a (K row) (L row)) w /\ w <> m_infty /\
    forall x, w = Finite x -> forall i, (i < m)%nat -> dominated (finite n) (K i) (L i) /\ mom n a (K i) (L i) <= exp ((a - 1) * x).
Proof.
  intros Hm A HK HL. destruct (worst_below m (fun row => is_renyi (finite n) a (K row) (L row)) Hm) as [w [W [N B]]].
  - intros i Hi. apply renyi_exists; auto.
  - intros i _ H. exact H.
  - exists w. split; [exact W|]. split; [exact N|]. intros x X i Hi. destruct (B x X i Hi) as [r [R L']]. now apply (renyi_bounded n a _ _ r).
Qed.
Lemma worst_max m n K L : (0 < m)%nat -> is_kernel (finite m) (finite n) K -> is_kernel (finite m) (finite n) L ->
  exists w, is_supremum (finite m) (fun row => is_max_divergence (finite n) (K row) (L row)) w /\ w <> m_infty /\
    forall x, w = Finite x -> forall i, (i < m)%nat -> forall j, (j < n)%nat -> K i j <= exp x * L i j.
Proof.
  intros Hm HK HL. destruct (worst_below m (fun row => is_max_divergence (finite n) (K row) (L row)) Hm) as [w [W [N B]]].
  - intros i Hi. apply max_exists_any; auto.
  - intros i _ H. exact H.
  - exists w. split; [exact W|]. split; [exact N|]. intros x X i Hi. destruct (B x X i Hi) as [r [R L']].
    apply (max_bounded n (K i) (L i) r); auto. intros j Hj. now apply (kernel_nonneg m n).
Qed.
Lemma worst_kl_of_pairs m n K : (0 < m)%nat -> is_kernel (finite m) (finite n) K ->
  exists w, is_supremum_of_pairs (finite m) (fun row other => is_kl (finite n) (K row) (K other)) w /\ w <> m_infty /\
    forall x, w = Finite x -> forall i k, (i < m)%nat -> (k < m)%nat -> dominated (finite n) (K i) (K k) /\ ent n (K i) (K k) <= x.
Proof.
  intros Hm HK. destruct (supremum_of_pairs_exists m (fun i k => is_kl (finite n) (K i) (K k)) Hm) as [w [W [i [k [Hi [Hk D]]]]]].
  - intros i k Hi Hk. destruct (kl_exists n (K i) (K k) (HK i Hi) (HK k Hk)) as [r [R _]]. now exists r.
  - exists w. split; [exact W|]. split; [intros ->; exact D|]. intros x -> i' k' Hi' Hk'. destruct (proj1 W (i', k') (conj Hi' Hk')) as [r [R L]].
    apply (kl_bounded n _ _ r); auto; now apply HK.
Qed.

(** ** Moments and logarithms of what adaptive composition releases *)

Lemma mom_joint m n a p q K L : 1 < a -> is_law (finite m) p -> is_law (finite m) q -> is_kernel (finite m) (finite n) K -> is_kernel (finite m) (finite n) L ->
  mom (m * n) a (flat n (@joint (finite m) (finite n) p K)) (flat n (@joint (finite m) (finite n) q L)) = sum m (fun i => power (p i) a * power (q i) (1 - a) * mom n a (K i) (L i)).
Proof.
  intros A P Q HK HL. rewrite <- (mom2_split m n a p q K L A P Q HK HL).
  exact (sum_flat m n (fun x => power (p (fst x) * K (fst x) (snd x)) a * power (q (fst x) * L (fst x) (snd x)) (1 - a))).
Qed.
Lemma mom_joint_le m n a p q K L w : 1 < a -> is_law (finite m) p -> is_law (finite m) q -> is_kernel (finite m) (finite n) K -> is_kernel (finite m) (finite n) L ->
  (forall i, (i < m)%nat -> mom n a (K i) (L i) <= w) ->
  mom (m * n) a (flat n (@joint (finite m) (finite n) p K)) (flat n (@joint (finite m) (finite n) q L)) <= mom m a p q * w.
Proof.
  intros A P Q HK HL W. rewrite mom_joint by auto. unfold mom at 2. rewrite <- sum_scal_r. apply sum_le. intros i Hi.
  apply Rmult_le_compat_l; [apply Rmult_le_pos; apply power_nonneg | now apply W].
Qed.
Lemma mom_itself n a p : 1 < a -> is_law (finite n) p -> mom n a p p = 1.
Proof.
  intros A P. rewrite <- (law_sum n p P). apply sum_ext. intros i Hi. destruct (law_nonneg n p i P Hi) as [H|H].
  - rewrite !power_pos, <- Rpower_plus by auto. replace (a + (1 - a)) with 1 by ring. now apply Rpower_1.
  - rewrite <- H. rewrite !power_0 by lra. ring.
Qed.
Lemma dominated_itself n p : dominated (finite n) p p.
Proof. intros i _ H. exact H. Qed.

(* the second of a pair alone *)
Lemma mom_second m n a p q K L : 1 < a -> is_law (finite m) p -> is_law (finite m) q -> is_kernel (finite m) (finite n) K -> is_kernel (finite m) (finite n) L ->
  dominated (finite (m * n)) (flat n (@joint (finite m) (finite n) p K)) (flat n (@joint (finite m) (finite n) q L)) ->
  dominated (finite n) (image m K p) (image m L q) /\
  mom n a (image m K p) (image m L q) <= mom (m * n) a (flat n (@joint (finite m) (finite n) p K)) (flat n (@joint (finite m) (finite n) q L)).
Proof.
  intros A P Q HK HL D. assert (JP := joint_law m n p K P HK). assert (JQ := joint_law m n q L Q HL). assert (S := second_kernel m n). split.
  - intros j Hj. rewrite <- (second_joint m n p K j Hj), <- (second_joint m n q L j Hj). apply (image_dominated (m * n) n); auto.
  - eapply Rle_trans; [|apply (mom_data_processing (m * n) n a _ _ (second n)); auto]. right. apply sum_ext. intros j Hj. now rewrite !second_joint.
Qed.
Lemma mom_first m n a p q K L : 1 < a -> is_law (finite m) p -> is_law (finite m) q -> is_kernel (finite m) (finite n) K -> is_kernel (finite m) (finite n) L ->
  dominated (finite (m * n)) (flat n (@joint (finite m) (finite n) p K)) (flat n (@joint (finite m) (finite n) q L)) ->
  dominated (finite m) p q /\ mom m a p q <= mom (m * n) a (flat n (@joint (finite m) (finite n) p K)) (flat n (@joint (finite m) (finite n) q L)).
Proof.
  intros A P Q HK HL D. assert (JP := joint_law m n p K P HK). assert (JQ := joint_law m n q L Q HL). assert (S := first_kernel m n). split.
  - intros i Hi. rewrite <- (first_joint m n p K i HK Hi), <- (first_joint m n q L i HL Hi). apply (image_dominated (m * n) m); auto.
  - eapply Rle_trans; [|apply (mom_data_processing (m * n) m a _ _ (first n)); auto]. right. apply sum_ext. intros i Hi. now rewrite !first_joint.
Qed.
