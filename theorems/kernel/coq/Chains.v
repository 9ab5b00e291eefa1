(** * Chains of laws on finite spaces: what the links add up to *)

From Coq Require Import Reals Lra Psatz Lia.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Spaces Functions Divergences Laws Basics Finite Holder.
Open Scope R_scope.

(** ** Half the order at twice the distance *)

(* halving the order costs a factor of three *)
Lemma halved n a p r q : 4 <= a -> is_law (finite n) p -> is_law (finite n) r -> is_law (finite n) q ->
  dominated (finite n) p r -> dominated (finite n) r q ->
  div n (a / 2) p q <= 3 * Rmax (div n a p r) (div n a r q).
Proof.
  intros A P M Q DP DM. assert (X := div_triangle n (a / 2) 2 (a - 1) p r q ltac:(lra) ltac:(lra) ltac:(field) P Q M DP DM).
  replace (a / 2 * 2) with a in X by field. assert (Y := div_increasing n (a - 1) a r q ltac:(lra) ltac:(lra) M Q DM).
  assert (Z := div_nonneg n a p r ltac:(lra) P M DP). assert (U := Rmax_l (div n a p r) (div n a r q)). assert (V := Rmax_r (div n a p r) (div n a r q)).
  assert (C : (a / 2 - 1 / 2) / (a / 2 - 1) <= 3 / 2).
  { apply (Rmult_le_reg_r (a / 2 - 1)); [lra|]. replace ((a / 2 - 1 / 2) / (a / 2 - 1) * (a / 2 - 1)) with (a / 2 - 1 / 2) by (field; lra). lra. }
  apply (Rmult_le_compat_r _ _ _ Z) in C. lra.
Qed.
Lemma doubled n c w : forall a P, 2 ^ S c <= a -> (forall i, is_law (finite n) (P i)) ->
  (forall i, (i < 2 ^ c)%nat -> dominated (finite n) (P i) (P (S i)) /\ div n a (P i) (P (S i)) <= w) ->
  dominated (finite n) (P 0%nat) (P (2 ^ c)%nat) /\ div n (a / 2 ^ c) (P 0%nat) (P (2 ^ c)%nat) <= 3 ^ c * w.
Proof.
  induction c as [|c IH]; intros a P A L H.
  - destruct (H 0%nat ltac:(simpl; lia)) as [D E]. simpl. rewrite Rmult_1_l. replace (a / 1) with a by field. auto.
  - assert (T : (2 ^ S c = 2 ^ c + 2 ^ c)%nat) by (simpl; lia). assert (Z : 0 < 2 ^ c) by (apply pow_lt; lra). simpl in A. rewrite T in *.
    destruct (IH a P ltac:(simpl; lra) L (fun i Hi => H i ltac:(lia))) as [D1 E1].
    destruct (IH a (fun i => P (2 ^ c + i)%nat) ltac:(simpl; lra) (fun i => L (2 ^ c + i)%nat)) as [D2 E2].
    { intros i Hi. rewrite <- plus_n_Sm. apply H. lia. }
    rewrite Nat.add_0_r in D2, E2. split; [exact (dominated_trans n _ _ _ D1 D2)|].
    assert (X := halved n (a / 2 ^ c) _ _ _ ltac:(apply (Rmult_le_reg_r (2 ^ c)); auto; unfold Rdiv; rewrite Rmult_assoc, Rinv_l; lra) (L 0%nat) (L (2 ^ c)%nat) (L (2 ^ c + 2 ^ c)%nat) D1 D2).
    replace (a / 2 ^ c / 2) with (a / 2 ^ S c) in X by (simpl; field; lra). eapply Rle_trans; [exact X|]. simpl. rewrite Rmult_assoc. apply Rmult_le_compat_l; [lra|]. now apply Rmax_lub.
Qed.

(** ** One order: 1 / (1 - u^k) after k links of order a = 1 / (1 - u) *)

Lemma chained n a k p r q : 1 < a -> is_law (finite n) p -> is_law (finite n) r -> is_law (finite n) q ->
  dominated (finite n) p r -> dominated (finite n) r q -> let u := 1 - 1 / a in (0 < k)%nat ->
  div n (1 / (1 - u ^ S k)) p q <= / u ^ k * div n a p r + div n (1 / (1 - u ^ k)) r q.
Proof.
  intros A P M Q DP DM u K. assert (I : 0 < / a < 1). { split; [apply Rinv_0_lt_compat; lra|]. rewrite <- Rinv_1. apply Rinv_lt_contravar; lra. }
  assert (U : 0 < u < 1) by (unfold u; lra). assert (V : 0 < u ^ k) by (apply pow_lt; lra).
  assert (W : u ^ k < 1) by (apply pow_lt_1_compat; [lra | lia]).
  set (v := u ^ k) in *. simpl. fold v. assert (E : a = / (1 - u)) by (unfold u; field; lra).
  assert (UV : 0 < u * v < u) by nra. set (c := 1 / (1 - u * v)). set (t := (1 - u * v) / (1 - u)).
  assert (C : 1 < c). { apply (Rmult_lt_reg_r (1 - u * v)); [lra|]. unfold c. replace (1 / (1 - u * v) * (1 - u * v)) with 1 by (field; lra). lra. }
  assert (T : 1 < t). { apply (Rmult_lt_reg_r (1 - u)); [lra|]. unfold t. replace ((1 - u * v) / (1 - u) * (1 - u)) with (1 - u * v) by (field; lra). lra. }
  assert (CT : c * t = a) by (rewrite E; unfold c, t; field; lra).
  assert (X := div_triangle n c t (1 / (1 - v)) p r q C T ltac:(rewrite CT, E; unfold t; field; lra) P Q M DP DM). rewrite CT in X.
  replace ((c - 1 / t) / (c - 1)) with (/ v) in X; [exact X|]. unfold c, t. field. repeat split; try lra.
Qed.
Lemma order_between a k : 1 < a -> (0 < k)%nat -> 1 < 1 / (1 - (1 - 1 / a) ^ k).
Proof.
  intros A K. assert (I : 0 < / a < 1). { split; [apply Rinv_0_lt_compat; lra|]. rewrite <- Rinv_1. apply Rinv_lt_contravar; lra. }
  set (u := 1 - 1 / a). assert (U : 0 < u < 1) by (unfold u; lra). assert (V : 0 < u ^ k) by (apply pow_lt; lra).
  assert (W : u ^ k < 1) by (apply pow_lt_1_compat; [lra | lia]). apply (Rmult_lt_reg_r (1 - u ^ k)); [lra|].
  replace (1 / (1 - u ^ k) * (1 - u ^ k)) with 1 by (field; lra). lra.
Qed.
Theorem chain n a w k : 1 < a -> (0 < k)%nat -> forall P, (forall i, is_law (finite n) (P i)) ->
  (forall i, (i < k)%nat -> dominated (finite n) (P i) (P (S i)) /\ div n a (P i) (P (S i)) <= w) ->
  dominated (finite n) (P 0%nat) (P k) /\ div n (1 / (1 - (1 - 1 / a) ^ k)) (P 0%nat) (P k) <= (a - 1) * ((a / (a - 1)) ^ k - 1) * w.
Proof.
  intros A. induction k as [|k IH]; intros K P L H; [lia|]. destruct (H 0%nat K) as [D0 E0]. destruct (Nat.eq_dec k 0) as [->|N].
  - split; [exact D0|]. replace (1 / (1 - (1 - 1 / a) ^ 1)) with a by (field; lra). replace ((a - 1) * ((a / (a - 1)) ^ 1 - 1)) with 1 by (field; lra). lra.
  - destruct (IH ltac:(lia) (fun i => P (S i)) (fun i => L (S i)) (fun i Hi => H (S i) ltac:(lia))) as [D E]. split; [exact (dominated_trans n _ _ _ D0 D)|].
    assert (X := chained n a k (P 0%nat) (P 1%nat) (P (S k)) A (L 0%nat) (L 1%nat) (L (S k)) D0 D ltac:(lia)). cbv zeta in X.
    assert (G : / (1 - 1 / a) ^ k = (a / (a - 1)) ^ k) by (rewrite Rinv_pow by (apply Rgt_not_eq; replace (1 - 1 / a) with ((a - 1) / a) by (field; lra); apply Rdiv_lt_0_compat; lra); f_equal; field; lra).
    rewrite G in X. assert (G0 : 0 < (a / (a - 1)) ^ k) by (apply pow_lt, Rdiv_lt_0_compat; lra). apply (Rmult_le_compat_l ((a / (a - 1)) ^ k)) in E0; [|lra].
    eapply Rle_trans; [exact X|]. simpl. set (g := (a / (a - 1)) ^ k) in *. replace ((a - 1) * (a / (a - 1) * g - 1) * w) with (g * w + (a - 1) * (g - 1) * w) by (field; lra). lra.
Qed.

(** ** Concentrated links: rho grows by the square of their number *)

Theorem concentrated n w : 0 <= w -> forall k P, (0 < k)%nat -> (forall i, is_law (finite n) (P i)) ->
  (forall i, (i < k)%nat -> dominated (finite n) (P i) (P (S i)) /\ forall a, 1 < a -> div n a (P i) (P (S i)) <= w * a) ->
  dominated (finite n) (P 0%nat) (P k) /\ forall a, 1 < a -> div n a (P 0%nat) (P k) <= INR k ^ 2 * w * a.
Proof.
  intros W. induction k as [|k IH]; intros P K L H; [lia|]. destruct (H 0%nat K) as [D0 E0]. destruct (Nat.eq_dec k 0) as [->|N].
  - split; [exact D0|]. intros a A. simpl. rewrite !Rmult_1_l. now apply E0.
  - destruct (IH (fun i => P (S i)) ltac:(lia) (fun i => L (S i)) (fun i Hi => H (S i) ltac:(lia))) as [D E]. split; [exact (dominated_trans n _ _ _ D0 D)|]. intros a A.
    assert (X0 : 1 <= INR k) by (apply (le_INR 1); lia). rewrite S_INR. set (x := INR k) in *. set (t := ((x + 1) * a - x) / a).
    assert (T : 1 < t). { apply (Rmult_lt_reg_r a); [lra|]. unfold t. replace (((x + 1) * a - x) / a * a) with ((x + 1) * a - x) by (field; lra). nra. }
    assert (AT : a * t = (x + 1) * a - x) by (unfold t; field; lra). set (b := (x + 1) * a / x). assert (B : 1 < b). { apply (Rmult_lt_reg_r x); [lra|]. unfold b. replace ((x + 1) * a / x * x) with ((x + 1) * a) by (field; lra). nra. }
    assert (X := div_triangle n a t b (P 0%nat) (P 1%nat) (P (S k)) A T ltac:(rewrite AT; unfold b, t; field; lra) (L 0%nat) (L (S k)) (L 1%nat) D0 D).
    assert (F := E0 (a * t) ltac:(nra)). assert (G := E b B). cbv beta in G.
    assert (C : 0 <= (a - 1 / t) / (a - 1)). { apply Rmult_le_pos; [|left; apply Rinv_0_lt_compat; lra]. assert (1 / t < 1) by (apply (Rmult_lt_reg_r t); [lra|]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l; lra). lra. }
    apply (Rmult_le_compat_l _ _ _ C) in F. replace ((a - 1 / t) / (a - 1) * (w * (a * t))) with (w * a * (x + 1)) in F by (unfold t; field; repeat split; nra).
    replace (x ^ 2 * w * b) with (w * a * (x * (x + 1))) in G by (unfold b; field; lra). replace ((x + 1) ^ 2 * w * a) with (w * a * (x + 1) + w * a * (x * (x + 1))) by ring. lra.
Qed.
