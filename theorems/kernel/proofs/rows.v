(* Laws on finite spaces: hockey-stick divergences and the rows of kernels. *)
From Coq Require Import Reals Lra Psatz Lia.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Spaces Functions Divergences Suprema Laws Basics Extremes Finite Rows Processing.
From Stated Require rows.
Open Scope R_scope.

(** A random choice that does not depend on the record *)

Theorem joint_convexity : Stated.rows.hockey_stick__joint_convexity__any.
Proof.
  intros n m e M HM K HK L HL. eexists; split; [reflexivity|]. destruct (worst_stick m n e K L (law_nonempty m M HM)) as [w [W B]]. exists w. split; [exact W|].
  eapply Rle_trans. now apply stick_choice. now apply mean_le.
Qed.

Theorem parallel_adaptive : Stated.rows.dp__composition__parallel__adaptive.
Proof.
  intros m n e P HP K HK L HL. eexists; split; [apply pairs_stick|]. destruct (worst_stick m n e K L (law_nonempty m P HP)) as [w [W B]]. exists w. split; [exact W|].
  rewrite stick_joint_same by auto. now apply mean_le.
Qed.

(** Adaptive composition *)

Theorem adaptive_sharp : Stated.rows.dp__composition__adaptive__sharp.
Proof.
  intros m n e He f Hf P HP Q HQ K HK L HL. eexists; split; [apply pairs_stick|]. exists (stick m e P Q); split; [reflexivity|].
  destruct (worst_stick m n f K L (law_nonempty m P HP)) as [w [W B]]. exists w. split; [exact W|].
  eapply Rle_trans; [now apply (stick_adaptive m n e f P Q K L w)|]. right. ring.
Qed.

Theorem adaptive : Stated.rows.dp__composition__adaptive.
Proof.
  intros m n e He f Hf P HP Q HQ K HK L HL. eexists; split; [apply pairs_stick|]. exists (stick m e P Q); split; [reflexivity|].
  assert (N := law_nonempty m P HP). destruct (worst_stick m n f K L N) as [w [W B]]. exists w. split; [exact W|].
  eapply Rle_trans; [now apply (stick_adaptive m n e f P Q K L w)|].
  assert (X := stick_nonneg m e P Q). assert (Y := Rle_trans _ _ _ (stick_nonneg n f (K 0%nat) (L 0%nat)) (B 0%nat N)). nra.
Qed.

Theorem adaptive_mean : Stated.rows.dp__composition__adaptive__mean.
Proof.
  intros m n e He f Hf P HP Q HQ K HK L HL. eexists; split; [apply pairs_stick|]. exists (stick m e P Q); split; [reflexivity|]. eexists; split; [apply pairs_stick|].
  rewrite stick_joint_same by auto. eapply Rle_trans; [now apply stick_joint|]. unfold stick at 2. rewrite <- sum_plus. apply sum_le. intros i Hi.
  assert (X := Rmax_l 0 (P i - exp e * Q i)). assert (Y := stick_nonneg n f (K i) (L i)). nra.
Qed.

(** Sampling *)

Theorem poisson_any : Stated.rows.amplification__poisson__profile__any.
Proof.
  intros n m e He q Q0 Q1 M HM K HK L HL. eexists; split; [reflexivity|]. destruct (worst_stick m n e K L (law_nonempty m M HM)) as [w [W B]]. exists w. split; [exact W|].
  eapply Rle_trans; [right; apply (stick_sampling n e q (image m K M) (image m L M)); lra|]. apply Rmult_le_compat_l; [lra|].
  eapply Rle_trans. now apply stick_choice. now apply mean_le.
Qed.

Theorem poisson_removed_any : Stated.rows.amplification__poisson__profile__removed__any.
Proof.
  intros n m e He q Q0 Q1 M HM K HK L HL. eexists; split; [reflexivity|]. destruct (worst_stick m n e L K (law_nonempty m M HM)) as [w [W B]]. exists w. split; [exact W|].
  apply Rle_trans with (q * stick n e (image m L M) (image m K M)).
  - apply stick_removed; [lra | lra | |]; intros j Hj; apply (law_nonneg n); auto; now apply image_law.
  - apply Rmult_le_compat_l; [lra|]. eapply Rle_trans. now apply stick_choice. now apply mean_le.
Qed.

Theorem multiple : Stated.rows.amplification__multiple__profile.
Proof.
  intros n m e He q Q0 Q1 P HP K HK L HL H HH. eexists; split; [reflexivity|]. do 2 (eexists; split; [apply pairs_stick|]). rewrite !stick_joint_same by auto.
  eapply Rle_trans; [apply (stick_shared n e q (image m K P) (image m L P) (image m H P)); lra|]. apply Rmult_le_compat_l; [lra|].
  apply Rmax_lub; [eapply Rle_trans; [|apply Rmax_r] | eapply Rle_trans; [|apply Rmax_l]]; now apply stick_choice.
Qed.

(** Contraction *)

Theorem contraction : Stated.rows.hockey_stick__contraction.
Proof.
  intros n m e He P HP Q HQ K HK. eexists; split; [reflexivity|]. exists (stick m e P Q); split; [reflexivity|].
  destruct (worst_stick_of_pairs m n e K (law_nonempty m P HP)) as [w [W B]]. exists w. split; [exact W|]. now apply stick_contraction.
Qed.

Theorem total_variation : Stated.rows.ldp__total_variation.
Proof.
  intros n m e He P HP Q HQ K HK FK L. assert (R := pure_rows m n e K L HK). assert (IP := image_law m n P K HP HK). assert (IQ := image_law m n Q K HQ HK).
  exists (stick n 0 (image m K P) (image m K Q)). split; [now apply total_variation_stick|]. exists (stick m 0 P Q). split; [now apply total_variation_stick|].
  rewrite Rmult_comm. apply stick_contraction; auto; [lra|]. intros i k Hi Hk. apply stick_of_pure; auto.
Qed.

(** The answer beside a record of its own, and beside a fresh one *)

Theorem generalization : Stated.rows.dp__generalization.
Proof.
  intros m n e He P HP K HK. do 2 (eexists; split; [apply pairs_stick|]). destruct (worst_stick_of_pairs m n e K (law_nonempty m P HP)) as [w [W B]]. exists w. split; [exact W|].
  change (@product (finite m) (finite n) P (image m K P)) with (@joint (finite m) (finite n) P (fun _ => image m K P)).
  rewrite !stick_joint_same by auto. apply Rmax_lub; apply mean_le; auto; intros i Hi.
  - eapply Rle_trans; [right; apply sum_ext; intros j Hj; now rewrite <- (image_constant m P (K i) j HP)|]. eapply Rle_trans; [now apply (stick_choice m n e P (fun _ => K i) K)|]. apply mean_le; auto.
  - eapply Rle_trans; [right; apply sum_ext; intros j Hj; now rewrite <- (image_constant m P (K i) j HP)|]. eapply Rle_trans; [now apply (stick_choice m n e P K (fun _ => K i))|]. apply mean_le; auto.
Qed.
