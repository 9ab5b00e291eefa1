(* Laws on finite spaces: what kernels do to Rényi, max and Kullback-Leibler divergences. *)
From Coq Require Import Reals Lra Psatz Lia.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Spaces Functions Divergences Suprema Laws Basics Extremes Finite Holder Entropy Rows Processing Values Logarithms.
From Stated Require processing.
Open Scope R_scope.

(** Processing *)

Theorem kl_processing : Stated.processing.kl__data_processing.
Proof.
  intros n m P HP Q HQ K HK. destruct (kl_exists m P Q HP HQ) as [d [D N]].
  destruct (kl_below n (image m K P) (image m K Q) d) as [r [H L]]; [now apply image_law | now apply image_law | exact N | | now exists r; split; [|exists d]].
  intros x X. destruct (kl_bounded m P Q d x D HP HQ) as [E B]; [rewrite X; apply Rle_refl|]. split; [now apply image_dominated|].
  eapply Rle_trans; [now apply kl_data_processing | exact B].
Qed.

Theorem max_processing : Stated.processing.max__data_processing.
Proof.
  intros n m P HP Q HQ K HK. destruct (max_exists_any m P Q HP HQ) as [d [D N]].
  destruct (max_below n (image m K P) (image m K Q) d) as [r [H L]]; [now apply image_law | now apply image_law | exact N | | now exists r; split; [|exists d]].
  intros x X j Hj. unfold image. rewrite <- sum_scal. apply sum_le. intros i Hi. assert (B : P i <= exp x * Q i).
  { apply (max_bounded m P Q d x D); auto. intros; now apply (law_nonneg m). rewrite X. apply Rle_refl. }
  apply (Rmult_le_compat_r (K i j)) in B; [lra | now apply (kernel_nonneg m n)].
Qed.

(** Adaptive composition *)

Theorem adaptive_lower : Stated.processing.rdp__composition__adaptive__lower.
Proof.
  intros m n a Ha P HP Q HQ K HK L HL. assert (JP := joint_law m n P K HP HK). assert (JQ := joint_law m n Q L HQ HL).
  destruct (renyi_exists (m * n) a _ _ Ha JP JQ) as [d [D N]].
  destruct (renyi_below m a P Q d Ha HP HQ N) as [r [H B]]; [|exists r; split; [exact H | exists d; split; [now apply pairs_renyi | exact B]]].
  intros x X. destruct (renyi_bounded _ a _ _ d x Ha D) as [E M]; [rewrite X; apply Rle_refl|].
  destruct (mom_first m n a P Q K L Ha HP HQ HK HL E) as [F G]. split; [exact F | lra].
Qed.

Lemma joint_bounded m n a p q K L d w x : 1 < a -> is_law (finite m) p -> is_law (finite m) q -> is_kernel (finite m) (finite n) K -> is_kernel (finite m) (finite n) L ->
  is_renyi (finite m) a p q d -> d <> m_infty -> w <> m_infty -> Rbar_plus d w = Finite x ->
  (forall y, w = Finite y -> forall i, (i < m)%nat -> dominated (finite n) (K i) (L i) /\ mom n a (K i) (L i) <= exp ((a - 1) * y)) ->
  dominated (finite (m * n)) (flat n (@joint (finite m) (finite n) p K)) (flat n (@joint (finite m) (finite n) q L)) /\
  mom (m * n) a (flat n (@joint (finite m) (finite n) p K)) (flat n (@joint (finite m) (finite n) q L)) <= exp ((a - 1) * x).
Proof.
  intros Ha P Q HK HL D ND NW X W. destruct d as [d| |]; [|destruct w; simpl in X; try discriminate; contradiction | contradiction]. destruct w as [w| |]; [|discriminate | contradiction].
  injection X as <-. destruct (renyi_bounded m a p q (Finite d) d Ha D (Rbar_le_refl d)) as [E M]. split.
  - apply joint_dominated; auto. intros i Hi _. now apply (W w eq_refl).
  - eapply Rle_trans; [apply (mom_joint_le m n a p q K L (exp ((a - 1) * w))); auto; intros i Hi; now apply (W w eq_refl)|].
    rewrite Rmult_plus_distr_l, exp_plus. apply Rmult_le_compat_r; [left; apply exp_pos | exact M].
Qed.
Lemma sum_not_m_infty d w : d <> m_infty -> w <> m_infty -> Rbar_plus d w <> m_infty.
Proof. destruct d, w; simpl; intros; try discriminate; auto. Qed.

Theorem adaptive : Stated.processing.rdp__composition__adaptive.
Proof.
  intros m n a Ha P HP Q HQ K HK L HL. assert (Hm := law_nonempty m P HP). destruct (renyi_exists m a P Q Ha HP HQ) as [d [D N]].
  assert (R : forall i, (i < m)%nat -> exists r, is_renyi (finite n) a (K i) (L i) r) by (intros i Hi; destruct (renyi_exists n a (K i) (L i) Ha (HK i Hi) (HL i Hi)) as [r [R _]]; now exists r).
  destruct (greatest m (fun i => is_renyi (finite n) a (K i) (L i)) Hm R) as [w [i [Hi [W B]]]]. assert (NW : w <> m_infty) by (intros ->; exact W).
  destruct (renyi_below (m * n) a (flat n (@joint (finite m) (finite n) P K)) (flat n (@joint (finite m) (finite n) Q L)) (Rbar_plus d w) Ha) as [r [H E]].
  - now apply joint_law.
  - now apply joint_law.
  - now apply sum_not_m_infty.
  - intros x X. apply (joint_bounded m n a P Q K L d w x); auto. intros y -> k Hk. destruct (B k Hk) as [s [S T]]. now apply (renyi_bounded n a _ _ s).
  - exists r. split; [now apply pairs_renyi|]. exists w. split; [split; [exact B | now exists i]|]. exists d. split; [exact D|]. now rewrite Rbar_plus_comm.
Qed.

Theorem shift_reduction : Stated.processing.renyi__shift_reduction.
Proof.
  intros n m a Ha P HP Q HQ K HK L HL. destruct (renyi_exists m a P Q Ha HP HQ) as [d [D N]]. destruct (worst_renyi m n a K L (law_nonempty m P HP) Ha HK HL) as [w [W [NW B]]].
  destruct (renyi_below n a (image m K P) (image m L Q) (Rbar_plus d w) Ha) as [r [H E]].
  - now apply image_law.
  - now apply image_law.
  - now apply sum_not_m_infty.
  - intros x X. destruct (joint_bounded m n a P Q K L d w x) as [F M]; auto. destruct (mom_second m n a P Q K L) as [G I]; auto. split; [exact G | lra].
  - exists r. split; [exact H|]. exists d. split; [exact D|]. now exists w.
Qed.

(** The same law of the first *)

Lemma same_bounded m n a p K L x : 1 < a -> is_law (finite m) p -> is_kernel (finite m) (finite n) K -> is_kernel (finite m) (finite n) L ->
  (forall i, (i < m)%nat -> dominated (finite n) (K i) (L i) /\ mom n a (K i) (L i) <= exp ((a - 1) * x)) ->
  dominated (finite (m * n)) (flat n (@joint (finite m) (finite n) p K)) (flat n (@joint (finite m) (finite n) p L)) /\
  mom (m * n) a (flat n (@joint (finite m) (finite n) p K)) (flat n (@joint (finite m) (finite n) p L)) <= exp ((a - 1) * x).
Proof.
  intros Ha P HK HL B. split; [apply joint_dominated; auto; [apply dominated_itself | intros i Hi _; now apply B]|].
  eapply Rle_trans; [apply (mom_joint_le m n a p p K L (exp ((a - 1) * x))); auto; intros i Hi; now apply B|]. rewrite mom_itself by auto. lra.
Qed.

Theorem renyi_parallel : Stated.processing.rdp__composition__parallel.
Proof.
  intros m n a Ha P HP K HK L HL. destruct (worst_renyi m n a K L (law_nonempty m P HP) Ha HK HL) as [w [W [NW B]]].
  destruct (renyi_below (m * n) a (flat n (@joint (finite m) (finite n) P K)) (flat n (@joint (finite m) (finite n) P L)) w Ha) as [r [H E]]; try (now apply joint_law); auto.
  - intros x X. apply same_bounded; auto.
  - exists r. split; [now apply pairs_renyi|]. now exists w.
Qed.

Theorem renyi_choice : Stated.processing.renyi__joint_quasi_convexity.
Proof.
  intros n m a Ha M HM K HK L HL. destruct (worst_renyi m n a K L (law_nonempty m M HM) Ha HK HL) as [w [W [NW B]]].
  destruct (renyi_below n a (image m K M) (image m L M) w Ha) as [r [H E]]; try (now apply image_law); auto.
  - intros x X. destruct (same_bounded m n a M K L x) as [F G]; auto. destruct (mom_second m n a M M K L) as [I J]; auto. split; [exact I | lra].
  - exists r. split; [exact H|]. now exists w.
Qed.

Theorem max_parallel : Stated.processing.max__composition__parallel.
Proof.
  intros m n P HP K HK L HL. destruct (worst_max m n K L (law_nonempty m P HP) HK HL) as [w [W [NW B]]].
  destruct (max_below (m * n) (flat n (@joint (finite m) (finite n) P K)) (flat n (@joint (finite m) (finite n) P L)) w) as [r [H E]]; try (now apply joint_law); auto.
  - intros x X k Hk. destruct (numbered n m k Hk) as [I [J _]]. unfold flat, joint. simpl. assert (Y := B x X _ I _ J). apply (Rmult_le_compat_l (P (k / n)%nat)) in Y; [lra | now apply (law_nonneg m)].
  - exists r. split; [now apply pairs_max|]. now exists w.
Qed.

(** What an answer tells of its input *)

Theorem mutual_information : Stated.processing.kl__mutual_information.
Proof.
  intros m n P HP K HK. destruct (worst_kl_of_pairs m n K (law_nonempty m P HP) HK) as [w [W [NW B]]].
  destruct (kl_below (m * n) (flat n (@joint (finite m) (finite n) P K)) (flat n (@joint (finite m) (finite n) P (fun _ => image m K P))) w) as [r [H E]]; auto.
  - now apply joint_law.
  - apply joint_law; auto. intros i _. now apply image_law.
  - intros x X. apply kl_information; auto.
  - exists r. split; [apply pairs_kl; exact H|]. now exists w.
Qed.

Lemma randomised_values m n P Q K : is_law (finite m) P -> is_law (finite m) Q -> is_kernel (finite m) (finite n) K -> full_kernel (finite m) (finite n) K ->
  is_kl (finite n) (image m K P) (image m K Q) (Finite (ent n (image m K P) (image m K Q))).
Proof.
  intros HP HQ HK FK. now apply kl_finite, randomised_dominated.
Qed.
Theorem duchi : Stated.processing.ldp__kl.
Proof.
  intros n m e He P HP Q HQ K HK FK L. assert (B := pure_rows m n e K L HK).
  eexists; split; [now apply randomised_values|]. eexists; split; [now apply randomised_values|]. exists (stick m 0 P Q). split; [now apply total_variation_stick|].
  simpl. eapply Rle_trans; [now apply (kl_randomised m n e P Q K)|]. assert (X : 0 <= (exp e - 1) ^ 2 * stick m 0 P Q ^ 2) by (apply Rmult_le_pos; apply pow2_ge_0). simpl in *. lra.
Qed.
Theorem duchi_sharp : Stated.processing.ldp__kl__sharp.
Proof.
  intros n m e He P HP Q HQ K HK FK L. assert (B := pure_rows m n e K L HK).
  eexists; split; [now apply randomised_values|]. eexists; split; [now apply randomised_values|]. exists (stick m 0 P Q). split; [now apply total_variation_stick|].
  simpl. eapply Rle_trans; [now apply (kl_randomised m n e P Q K)|]. assert (X : 0 <= (exp e - 1) ^ 2 * stick m 0 P Q ^ 2) by (apply Rmult_le_pos; apply pow2_ge_0).
  assert (Y : 1 <= Rmin (exp (2 * e)) 4) by (apply Rmin_glb; [assert (E := exp_ineq1_le (2 * e)); lra | lra]). set (z := Rmin (exp (2 * e)) 4) in *. simpl in *. nra.
Qed.
