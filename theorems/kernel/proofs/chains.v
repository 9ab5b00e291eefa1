(* Chains of laws on finite spaces, of any length: group privacy at any distance, in every notion. *)
From Coq Require Import Reals Lra Psatz Lia.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Spaces Functions Divergences Suprema Laws Basics Extremes Finite Holder Entropy Rows Values Chains Budgets.
From Stated Require chains.
Open Scope R_scope.

Lemma chain_law n P i : is_kernel naturals (finite n) P -> is_law (finite n) (P i).
Proof. intros H. apply H. exact I. Qed.
Lemma link_kernels k n P : is_kernel naturals (finite n) P -> is_kernel (finite k) (finite n) P /\ is_kernel (finite k) (finite n) (fun i => P (S i)).
Proof. intros H. split; intros i _; now apply chain_law. Qed.

(** Approximate privacy *)

Lemma stick_chain n e w k : 0 < e -> forall P, (0 < k)%nat -> (forall i, (i < k)%nat -> stick n e (P i) (P (S i)) <= w) ->
  stick n (e * INR k) (P 0%nat) (P k) <= (exp (e * INR k) - 1) * w / (exp e - 1).
Proof.
  intros E. assert (X : 1 < exp e) by (rewrite <- exp_0; now apply exp_increasing). induction k as [|k IH]; intros P K H; [lia|].
  assert (H0 := H 0%nat K). destruct (Nat.eq_dec k 0) as [->|N].
  - simpl. rewrite Rmult_1_r. replace ((exp e - 1) * w / (exp e - 1)) with w by (field; lra). exact H0.
  - assert (Y := IH (fun i => P (S i)) ltac:(lia) (fun i Hi => H (S i) ltac:(lia))). cbv beta in Y. assert (T := stick_triangle n e (e * INR k) (P 0%nat) (P 1%nat) (P (S k))).
    rewrite S_INR. replace (e * (INR k + 1)) with (e + e * INR k) by ring. eapply Rle_trans; [exact T|]. rewrite exp_plus. set (x := exp e) in *. set (y := exp (e * INR k)) in *.
    apply (Rmult_le_compat_l x) in Y; [|lra]. replace ((x * y - 1) * w / (x - 1)) with (w + x * ((y - 1) * w / (x - 1))) by (field; lra). lra.
Qed.
Theorem group_approx : Stated.chains.dp__group__any.
Proof.
  intros n k K e He P HP. exists (stick n (e * INR k) (P 0%nat) (P k)). split; [reflexivity|]. destruct (worst_stick k n e P (fun i => P (S i)) ltac:(lia)) as [w [W B]].
  exists w. split; [exact W|]. now apply stick_chain.
Qed.

(** Pure privacy *)

Lemma links_exist n P k : is_kernel naturals (finite n) P ->
  exists f, (forall i, (i < k)%nat -> is_max_divergence (finite n) (P i) (P (S i)) (f i)) /\ total_of k f <> m_infty /\
    forall x, total_of k f = Finite x -> forall i, (i < n)%nat -> P 0%nat i <= exp x * P k i.
Proof.
  intros HP. induction k as [|k [f [F [N B]]]].
  - exists (fun _ => Finite 0). split; [intros; lia|]. split; [discriminate|]. simpl. intros x X i Hi. injection X as <-. rewrite exp_0. lra.
  - destruct (max_exists_any n (P k) (P (S k)) (chain_law n P k HP) (chain_law n P (S k) HP)) as [d [D M]]. exists (fun i => if Nat.eq_dec i k then d else f i).
    assert (E : total_of k (fun i => if Nat.eq_dec i k then d else f i) = total_of k f).
    { assert (G : forall m, (m <= k)%nat -> total_of m (fun i => if Nat.eq_dec i k then d else f i) = total_of m f).
      { induction m as [|m IH]; intros L; simpl; [reflexivity|]. rewrite IH by lia. destruct (Nat.eq_dec m k); [lia | reflexivity]. }
      now apply G. }
    simpl. rewrite E. destruct (Nat.eq_dec k k) as [_|C]; [|contradiction]. split; [|split].
    + intros i Hi. destruct (Nat.eq_dec i k) as [->|]; [exact D | apply F; lia].
    + destruct (total_of k f) as [u| |], d as [v| |]; simpl; try discriminate; congruence.
    + intros x X i Hi. destruct (total_of k f) as [u| |], d as [v| |]; simpl in X; try discriminate; try congruence. injection X as <-.
      assert (U := B u eq_refl i Hi). assert (V := max_bounded n (P k) (P (S k)) v v D (fun j Hj => law_nonneg n _ j (chain_law n P (S k) HP) Hj) (Rle_refl v) i Hi).
      rewrite exp_plus. apply (Rmult_le_compat_l (exp u)) in V; [|left; apply exp_pos]. lra.
Qed.
Theorem group_pure : Stated.chains.dp__group__pure__any.
Proof.
  intros n k K P HP. destruct (links_exist n P k HP) as [f [F [N B]]].
  destruct (max_below n (P 0%nat) (P k) (total_of k f) (chain_law n P 0%nat HP) (chain_law n P k HP) N B) as [r [R0 L]].
  exists r. split; [exact R0|]. exists (total_of k f). split; [now exists f | exact L].
Qed.

(** Rényi privacy *)

(* the worst link is a value; where it is finite, each link is bounded by it *)
Lemma worst_link n k a P : (0 < k)%nat -> 1 < a -> is_kernel naturals (finite n) P ->
  exists w, is_supremum (finite k) (fun link => is_renyi (finite n) a (P link) (P (S link))) w /\ w <> m_infty /\
    forall x, w = Finite x -> forall i, (i < k)%nat -> dominated (finite n) (P i) (P (S i)) /\ div n a (P i) (P (S i)) <= x.
Proof.
  intros K A HP. destruct (link_kernels k n P HP) as [H1 H2]. destruct (worst_renyi k n a P (fun i => P (S i)) K A H1 H2) as [w [W [N B]]].
  exists w. split; [exact W|]. split; [exact N|]. intros x X i Hi. destruct (B x X i Hi) as [D M]. split; [exact D|].
  assert (L := chain_law n P i HP). assert (L' := chain_law n P (S i) HP). assert (M0 := mom_pos n a _ _ A L L' D). apply div_le; auto. rewrite <- (ln_exp ((a - 1) * x)). now apply ln_le.
Qed.
(* what is bounded in terms of it *)
Lemma by_worst n (k : nat) b c P : 1 < b -> 0 < c -> is_kernel naturals (finite n) P -> forall w, w <> m_infty ->
  (forall x, w = Finite x -> dominated (finite n) (P 0%nat) (P k) /\ div n b (P 0%nat) (P k) <= c * x) ->
  exists r, is_renyi (finite n) b (P 0%nat) (P k) r /\ Rbar_le r (Rbar_mult (Finite c) w).
Proof.
  intros B C HP w N H. assert (L := chain_law n P 0%nat HP). assert (L' := chain_law n P k HP). apply renyi_below; auto.
  - destruct w as [x| |]; simpl; try discriminate; [|congruence]. destruct (Rle_dec 0 c) as [Y|Y]; [|lra]. destruct (Rle_lt_or_eq_dec 0 c Y); [discriminate | lra].
  - intros x X. destruct w as [y| |]; [|exfalso|congruence].
    + simpl in X. injection X as <-. destruct (H y eq_refl) as [D E]. split; [exact D|]. apply mom_le_exp; auto.
    + simpl in X. destruct (Rle_dec 0 c) as [Y|Y]; [|lra]. destruct (Rle_lt_or_eq_dec 0 c Y); [discriminate | lra].
Qed.
Theorem group_renyi : Stated.chains.rdp__group__any.
Proof.
  intros n k K a A P HP. destruct (worst_link n k a P ltac:(lia) A HP) as [w [W [N B]]]. assert (G : 1 < a / (a - 1)).
  { apply (Rmult_lt_reg_r (a - 1)); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  destruct (by_worst n k (1 / (1 - (1 - 1 / a) ^ k)) ((a - 1) * ((a / (a - 1)) ^ k - 1)) P (order_between a k A ltac:(lia)) ltac:(apply Rmult_lt_0_compat; [lra|]; assert (X := Rlt_pow_R1 (a / (a - 1)) k G ltac:(lia)); lra) HP w N) as [r [R0 L]].
  - intros x X. apply chain; auto. intros i. now apply chain_law.
  - exists r. split; [exact R0|]. exists w. split; [exact W | exact L].
Qed.
Theorem group_doubled : Stated.chains.rdp__group__doubled.
Proof.
  intros n c C a A P HP H. assert (T : 2 ^ S c <= a). { rewrite power_pos in H by lra. rewrite <- S_INR, Rpower_pow in H by lra. exact H. }
  assert (K : (0 < 2 ^ c)%nat) by (clear; induction c; simpl; lia). destruct (worst_link n (2 ^ c) a P K ltac:(lra) HP) as [w [W [N B]]].
  assert (Z : 0 < 2 ^ c) by (apply pow_lt; lra). assert (E : power 2 (- INR c) * a = a / 2 ^ c) by (rewrite power_pos, Rpower_Ropp, Rpower_pow by lra; field; lra).
  destruct (by_worst n (2 ^ c)%nat (a / 2 ^ c) (3 ^ c) P) with (w := w) as [r [R0 L]]; auto.
  - simpl in T. apply (Rmult_lt_reg_r (2 ^ c)); auto. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
  - apply pow_lt. lra.
  - intros x X. apply doubled; auto. intros i. now apply chain_law.
  - exists r. rewrite E. split; [exact R0|]. exists w. split; [exact W | exact L].
Qed.

(** Concentrated privacy *)

Theorem group_concentrated : Stated.chains.zcdp__group__any.
Proof.
  intros n k K a A rho R0 P HP [b [[W _] B]].
  assert (H : forall i, (i < k)%nat -> dominated (finite n) (P i) (P (S i)) /\ forall a, 1 < a -> div n a (P i) (P (S i)) <= rho * a).
  { intros i Hi. destruct (W i Hi) as [r [R L]]. assert (X : forall a, 1 < a -> dominated (finite n) (P i) (P (S i)) /\ div n a (P i) (P (S i)) <= 0 + a * rho).
    { intros c C. exact (budget_div n 0 p_infty _ _ r rho c (chain_law n P i HP) (chain_law n P (S i) HP) R (Rbar_le_trans _ _ _ L B) C I). }
    split; [exact (proj1 (X 2 ltac:(lra)))|]. intros c C. rewrite Rmult_comm, <- (Rplus_0_l (c * rho)). now apply X. }
  destruct (concentrated n rho R0 k P ltac:(lia) (fun i => chain_law n P i HP) H) as [D E].
  exists (Finite (div n a (P 0%nat) (P k))). split; [apply renyi_finite; auto; now apply chain_law|]. assert (X := E a A). simpl. lra.
Qed.
