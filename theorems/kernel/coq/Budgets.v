(** * Concentrated budgets on finite spaces: what they say of moments *)

From Coq Require Import Reals Lra Psatz Lia.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Spaces Functions Divergences Suprema Laws Basics Extremes Finite Holder Entropy Rows Values.
Open Scope R_scope.

Theorem budget_bound n xi omega p q b rho a : is_concentrated_budget (finite n) xi omega p q b -> Rbar_le b (Finite rho) -> 1 < a -> Rbar_lt (Finite a) omega ->
  dominated (finite n) p q /\ mom n a p q <= exp ((a - 1) * (xi + a * rho)).
Proof.
  intros [H _] B A O. destruct (H a A O) as [r [R L]]. apply (renyi_bounded n a p q r); auto. destruct b as [b| |]; simpl in B; try tauto.
  - eapply Rbar_le_trans; [exact L|]. simpl. apply Rplus_le_compat_l, Rmult_le_compat_l; lra.
  - exfalso. simpl in L. destruct (Rle_dec 0 a) as [Y|Y]; [|lra]. destruct (Rle_lt_or_eq_dec 0 a Y); [|lra]. destruct r; simpl in L; tauto.
Qed.
Lemma budget_div n xi omega p q b rho a : is_law (finite n) p -> is_law (finite n) q ->
  is_concentrated_budget (finite n) xi omega p q b -> Rbar_le b (Finite rho) -> 1 < a -> Rbar_lt (Finite a) omega ->
  dominated (finite n) p q /\ div n a p q <= xi + a * rho.
Proof.
  intros P Q H B A O. destruct (budget_bound n xi omega p q b rho a H B A O) as [D M]. split; [exact D|]. assert (M0 := mom_pos n a p q A P Q D).
  apply div_le; auto. rewrite <- (ln_exp ((a - 1) * (xi + a * rho))). now apply ln_le.
Qed.
