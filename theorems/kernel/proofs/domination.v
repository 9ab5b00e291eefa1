(* Laws on finite spaces: pairs that dominate others, in profiles and in Rényi divergence. *)
From Coq Require Import Reals Lra Psatz Lia.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Spaces Functions Divergences Suprema Laws Basics Extremes Finite Convexity Rows Processing Values Duality Domination.
From Stated Require domination.
Open Scope R_scope.

(** Profiles *)

Lemma sticks m n e p q a b : dominates m n p q a b -> stick m e p q <= stick n e a b.
Proof. intros D. rewrite !stick_excess. apply D; [lra | left; apply exp_pos]. Qed.

Theorem composition : Stated.domination.dominating__composition.
Proof.
  intros m k n l e P HP Q HQ K HK L HL P1 H1 Q1 G1 P2 H2 Q2 G2 [u [U U0]] [v [V V0]].
  assert (D := gap_dominates m k P Q P1 Q1 u HP HQ H1 G1 U U0). assert (E := gaps_dominate m n l K L P2 Q2 v HK HL H2 G2 V V0).
  do 2 (eexists; split; [apply pairs_stick|]). apply sticks. now apply dominates_joint.
Qed.
Theorem poisson : Stated.domination.dominating__poisson.
Proof.
  intros m n e s S0 S1 P HP Q HQ P1 H1 Q1 G1 [v [V L]]. assert (D := gap_dominates m n P Q P1 Q1 v HP HQ H1 G1 V L).
  do 2 (eexists; split; [reflexivity|]). apply sticks. apply dominates_sampled; auto; lra.
Qed.
Theorem poisson_removed : Stated.domination.dominating__poisson__removed.
Proof.
  intros m n e s S0 S1 P HP Q HQ P1 H1 Q1 G1 [v [V L]]. assert (D := gap_dominates m n P Q P1 Q1 v HP HQ H1 G1 V L).
  do 2 (eexists; split; [reflexivity|]). apply sticks. apply dominates_swap; auto; [apply mixture_law; auto; lra | apply mixture_law; auto; lra | apply dominates_sampled; auto; lra].
Qed.

(** Rényi divergences *)

Lemma renyi_dominated m n a p q c d : 1 < a -> is_law (finite m) p -> is_law (finite m) q -> is_law (finite n) c -> is_law (finite n) d -> dominates m n p q c d ->
  exists r, is_renyi (finite m) a p q r /\ exists s, is_renyi (finite n) a c d s /\ Rbar_le r s.
Proof.
  intros A P Q C D H. destruct (renyi_exists n a c d A C D) as [s [S N]]. destruct (renyi_below m a p q s A P Q N) as [r [R L]]; [|now exists r; split; [|exists s]].
  intros x X. destruct (renyi_bounded n a c d s x A S) as [E M]; [rewrite X; apply Rbar_le_refl|]. split; [now apply (dominates_support m n p q c d)|].
  eapply Rle_trans; [now apply (dominates_mom m n a p q c d) | exact M].
Qed.
Theorem renyi : Stated.domination.dominating__renyi.
Proof.
  intros m n a Ha P HP Q HQ P1 H1 Q1 G1 [v [V L]]. apply renyi_dominated; auto. now apply (gap_dominates m n P Q P1 Q1 v).
Qed.
Theorem poisson_renyi : Stated.domination.dominating__poisson__renyi.
Proof.
  intros m n k a Ha s S0 S1 P1 H1 Q1 G1 M HM K HK L HL [v [V V0]]. assert (D := gaps_dominate k m n K L P1 Q1 v HK HL H1 G1 V V0).
  assert (IK := image_law k m M K HM HK). assert (IL := image_law k m M L HM HL). apply renyi_dominated; auto; try (apply mixture_law; auto; lra).
  apply dominates_sampled; auto; [lra | now apply (dominates_choice k m n)].
Qed.
Theorem poisson_removed_renyi : Stated.domination.dominating__poisson__removed__renyi.
Proof.
  intros m n k a Ha s S0 S1 P1 H1 Q1 G1 M HM K HK L HL [v [V V0]]. assert (D := gaps_dominate k m n K L P1 Q1 v HK HL H1 G1 V V0).
  assert (IK := image_law k m M K HM HK). assert (IL := image_law k m M L HM HL). apply renyi_dominated; auto; try (apply mixture_law; auto; lra).
  apply dominates_swap; auto; try (apply mixture_law; auto; lra). apply dominates_sampled; auto; [lra | now apply (dominates_choice k m n)].
Qed.
