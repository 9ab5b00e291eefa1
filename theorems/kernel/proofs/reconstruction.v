(* Guessing one of two data sets from what is released: the advantage, by both profiles. *)
From Coq Require Import Reals Lra Psatz Lia.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Spaces Functions Divergences Suprema Laws Basics Finite Rows.
From Stated Require reconstruction.
Open Scope R_scope.

Definition variation n (p q : nat -> R) := sum n (fun i => Rabs (p i - q i) / 2).
(* pointwise, what the factor does not cover is in one of the two positive parts *)
Lemma variation_sticks n e p q : 0 <= e -> is_law (finite n) p -> is_law (finite n) q -> (exp e + 1) * variation n p q <= exp e - 1 + (stick n e p q + stick n e q p).
Proof.
  intros He P Q. assert (W := exp_ge_1 e He). set (w := exp e) in *. unfold variation, stick. fold w. replace (w - 1) with (sum n (fun i => (w - 1) / 2 * (p i + q i))).
  - rewrite <- sum_scal, <- !sum_plus. apply sum_le. intros i Hi. assert (P0 := law_nonneg n p i P Hi). assert (Q0 := law_nonneg n q i Q Hi).
    assert (A := Rmax_l 0 (p i - w * q i)). assert (B := Rmax_r 0 (p i - w * q i)). assert (C := Rmax_l 0 (q i - w * p i)). assert (D := Rmax_r 0 (q i - w * p i)). unfold Rabs. destruct Rcase_abs; lra.
  - rewrite sum_scal, sum_plus, (law_sum n p P), (law_sum n q Q). field.
Qed.
Lemma variation_image m n r K L w : is_law (finite m) r -> is_kernel (finite m) (finite n) K -> is_kernel (finite m) (finite n) L ->
  (forall i, (i < m)%nat -> variation n (K i) (L i) <= w) -> variation n (image m K r) (image m L r) <= w.
Proof.
  intros R HK HL H. apply Rle_trans with (sum m (fun i => r i * variation n (K i) (L i))).
  - unfold variation. rewrite (sum_ext m _ (fun i => sum n (fun j => r i * (Rabs (K i j - L i j) / 2)))) by (intros i Hi; now rewrite sum_scal). rewrite sum_swap. apply sum_le. intros j Hj. unfold image.
    replace (sum m (fun i => r i * K i j) - sum m (fun i => r i * L i j)) with (sum m (fun i => r i * (K i j - L i j))).
    + assert (T : Rabs (sum m (fun i => r i * (K i j - L i j))) <= sum m (fun i => r i * Rabs (K i j - L i j))).
      { assert (N : forall i, (i < m)%nat -> 0 <= r i) by (intros i Hi; now apply (law_nonneg m)). clear - N. induction m as [|m IH]; simpl; [rewrite Rabs_R0; lra|]. eapply Rle_trans; [apply Rabs_triang|]. apply Rplus_le_compat; [apply IH; auto|].
        rewrite Rabs_mult, (Rabs_right (r m)); [lra | apply Rle_ge, N; lia]. }
      rewrite (sum_ext m (fun i => r i * (Rabs (K i j - L i j) / 2)) (fun i => / 2 * (r i * Rabs (K i j - L i j)))) by (intros; field). rewrite sum_scal. lra.
    + rewrite (sum_ext m (fun i => r i * (K i j - L i j)) (fun i => r i * K i j + -1 * (r i * L i j))) by (intros; ring). rewrite sum_plus, sum_scal. ring.
  - rewrite <- (Rmult_1_l w), <- (law_sum m r R), <- sum_scal_r. apply sum_le. intros i Hi. apply Rmult_le_compat_l; [now apply (law_nonneg m) | now apply H].
Qed.
Theorem dp_reconstruction : Stated.reconstruction.dp__reconstruction.
Proof.
  intros n m e He Q HQ K HK L HL. assert (W := exp_ge_1 e He). exists (variation n (image m K Q) (image m L Q)). split; [reflexivity|].
  set (both := fun i => stick n e (K i) (L i) + stick n e (L i) (K i)).
  destruct (supremum_exists m (fun row => finitely (fun r => exists one two : R, is_hockey_stick (finite n) e (K row) (L row) one /\ is_hockey_stick (finite n) e (L row) (K row) two /\ r = one + two)) (law_nonempty m Q HQ)) as [d [S [i [Hi [v [-> V]]]]]].
  - intros i Hi. exists (Finite (both i)), (both i). split; [reflexivity|]. exists (stick n e (K i) (L i)), (stick n e (L i) (K i)). repeat split.
  - exists v. split; [exact S|]. assert (T : forall j, (j < m)%nat -> variation n (K j) (L j) <= (exp e - 1 + v) / (exp e + 1)).
    { intros j Hj. destruct (proj1 S j Hj) as [r [[x [-> [a [b [A [B ->]]]]]] Y]]. simpl in Y, A, B. assert (X := variation_sticks n e (K j) (L j) He (HK j Hj) (HL j Hj)). unfold stick in X. rewrite A, B in X.
      apply (Rmult_le_reg_l (exp e + 1)); [lra|]. replace ((exp e + 1) * ((exp e - 1 + v) / (exp e + 1))) with (exp e - 1 + v) by (field; lra). lra. }
    assert (U := variation_image m n Q K L _ HQ HK HL T). replace ((exp e + v / 2) / (exp e + 1)) with ((exp e - 1 + v) / (exp e + 1) / 2 + 1 / 2) by (field; lra). lra.
Qed.
