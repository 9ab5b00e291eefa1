(* Laws on finite spaces: how much local randomisers contract. *)
From Coq Require Import Reals Lra Psatz Lia.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Spaces Functions Divergences Suprema Laws Basics Extremes Finite Holder Entropy Rows Processing Values Logarithms Contraction.
From Stated Require local.
Open Scope R_scope.

Lemma multiple_infinite c : 0 < c -> Rbar_mult (Finite c) p_infty = p_infty.
Proof. intros C. simpl. destruct (Rle_dec 0 c) as [H|H]; [|lra]. destruct (Rle_lt_or_eq_dec 0 c H); [reflexivity | lra]. Qed.
Lemma tanh_square e : 0 < e -> 0 < tanh (e / 2) ^ 2.
Proof.
  intros E. assert (X : 1 < exp e) by (rewrite <- exp_0; now apply exp_increasing). rewrite tanh_half. assert (0 < (exp e - 1) / (exp e + 1)) by (apply Rdiv_lt_0_compat; lra). nra.
Qed.

Theorem chi_squared : Stated.local.ldp__chi2__contraction.
Proof.
  intros n m e He P HP Q HQ K HK FK L. assert (B := pure_rows m n e K L HK). assert (D := randomised_dominated m n P Q K HP HQ HK FK).
  assert (IP := image_law m n P K HP HK). assert (IQ := image_law m n Q K HQ HK).
  exists (Finite (sum n (fun j => chi (image m K P j) (image m K Q j)))). split; [split; [exact D | exact (chi_sum n _ _ IP IQ D)]|].
  destruct (dominated_dec m P Q) as [E|[i [Hi [Z H]]]]; [intros; now apply (law_nonneg m) | |].
  - exists (Finite (sum m (fun i => chi (P i) (Q i)))). split; [split; [exact E | exact (chi_sum m P Q HP HQ E)]|]. simpl. now apply chi_contracted.
  - exists p_infty. split; [|rewrite multiple_infinite by (now apply tanh_square); exact I].
    apply (undominated_unbounded m P Q _ i); auto. intros. apply Rmult_le_pos; apply power_nonneg.
Qed.

Theorem hellinger_distance : Stated.local.ldp__hellinger__contraction.
Proof.
  intros n m e He P HP Q HQ K HK FK L. assert (B := pure_rows m n e K L HK).
  exists (sum n (fun j => hellinger (image m K P j) (image m K Q j))). split; [apply hellinger_sum; now apply image_law|].
  exists (sum m (fun i => hellinger (P i) (Q i))). split; [now apply hellinger_sum|]. now apply hellinger_contracted.
Qed.

Theorem kullback_leibler : Stated.local.ldp__kl__contraction.
Proof.
  intros n m e He P HP Q HQ K HK FK L. assert (B := pure_rows m n e K L HK). assert (D := randomised_dominated m n P Q K HP HQ HK FK).
  assert (IP := image_law m n P K HP HK). assert (IQ := image_law m n Q K HQ HK).
  exists (Finite (ent n (image m K P) (image m K Q))). split; [now apply kl_finite|].
  destruct (dominated_dec m P Q) as [E|[i [Hi [Z H]]]]; [intros; now apply (law_nonneg m) | |].
  - exists (Finite (ent m P Q)). split; [now apply kl_finite|]. rewrite !loss_sum by auto. simpl. now apply loss_contracted.
  - exists p_infty. split; [now apply (kl_infinite m P Q i)|]. rewrite multiple_infinite by (now apply tanh_square). exact I.
Qed.
