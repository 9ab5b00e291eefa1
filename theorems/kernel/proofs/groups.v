(* Weak triangle inequalities of Rényi divergences on finite spaces, and groups and chains of laws. *)
From Coq Require Import Reals Lra Psatz Lia.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Spaces Functions Divergences Laws Basics Extremes Finite Hyperbolic Convexity Holder Chains.
From Stated Require groups.
Open Scope R_scope.

Lemma full_triangle n a t b p r q : 1 < a -> 1 < t -> b * (t - 1) = a * t - 1 ->
  is_law (finite n) p -> is_law (finite n) q -> is_law (finite n) r -> full_support (finite n) q -> full_support (finite n) r ->
  div n a p q <= (a - 1 / t) / (a - 1) * div n (a * t) p r + div n b r q.
Proof. intros A T B P Q M FQ FM. apply div_triangle; auto; now apply full_dominated. Qed.

(* the value of a divergence of the statement *)
Ltac value n a p q := exists (div n a p q); split; [apply div_full; auto; nra|].

Lemma between a t : 1 < a -> 1 < t -> 1 < a * t /\ 0 < t - 1.
Proof. intros. split; nra. Qed.

(** The weak triangle inequality *)

Theorem weak_triangle : Stated.groups.renyi__weak_triangle.
Proof.
  intros n a A t T P HP FP Q HQ FQ M HM FM. destruct (between a t A T) as [AT T1]. set (b := t * (a - 1 / t) / (t - 1)).
  assert (B : b * (t - 1) = a * t - 1) by (unfold b; field; lra). assert (B1 : 1 < b) by (apply (Rmult_lt_reg_r (t - 1)); nra).
  value n a P Q. value n (a * t) P M. value n b M Q.
  assert (X := full_triangle n a t b P M Q A T B HP HQ HM FQ FM). eapply Rle_trans; [exact X|]. right. field. lra.
Qed.

Theorem weak_triangle_equal : Stated.groups.renyi__weak_triangle__equal.
Proof.
  intros n a A P HP FP Q HQ FQ M HM FM. value n a P Q. value n (2 * a) P M. value n (2 * a - 1) M Q.
  assert (X := full_triangle n a 2 (2 * a - 1) P M Q A ltac:(lra) ltac:(ring) HP HQ HM FQ FM). rewrite (Rmult_comm a 2) in X.
  eapply Rle_trans; [exact X|]. right. field. lra.
Qed.

Lemma exp_power c x a : 0 < x -> power (exp c * x) a = exp (c * a) * power x a.
Proof. intros X. rewrite power_mult_distr, power_exp by (auto; apply exp_pos). now rewrite (Rmult_comm a c). Qed.

Theorem max_first : Stated.groups.renyi__weak_triangle__max_first.
Proof.
  intros n a A P HP FP Q HQ FQ M HM FM. destruct (max_exists n P M (law_nonempty n P HP) FP FM) as [r [k [Hk [E L]]]].
  value n a P Q. exists r. split; [now apply (max_value n P M r k)|]. value n a M Q.
  assert (G := mom_pos n a P Q A HP HQ (full_dominated n P Q FQ)). assert (H := mom_pos n a M Q A HM HQ (full_dominated n M Q FQ)).
  apply div_le; auto. apply Rle_trans with (ln (exp (r * a) * mom n a M Q)).
  - apply ln_le; auto. unfold mom. rewrite <- sum_scal. apply sum_le. intros i Hi. assert (X := FP i Hi). assert (Y := FM i Hi). assert (Z := FQ i Hi).
    rewrite <- Rmult_assoc, <- exp_power by auto. apply Rmult_le_compat_r; [apply power_nonneg|]. rewrite !power_pos by (auto; apply Rmult_lt_0_compat; auto; apply exp_pos).
    apply Rle_Rpower_l; [lra|]. split; auto.
  - rewrite ln_mult, ln_exp, div_mom by (auto; try apply exp_pos; lra). right. field. lra.
Qed.

Theorem max_second : Stated.groups.renyi__weak_triangle__max_second.
Proof.
  intros n a A P HP FP Q HQ FQ M HM FM. destruct (max_exists n M Q (law_nonempty n P HP) FM FQ) as [r [k [Hk [E L]]]].
  value n a P Q. exists r. split; [now apply (max_value n M Q r k)|]. value n a P M.
  assert (G := mom_pos n a P Q A HP HQ (full_dominated n P Q FQ)). assert (H := mom_pos n a P M A HP HM (full_dominated n P M FM)).
  apply div_le; auto. apply Rle_trans with (ln (exp (r * (a - 1)) * mom n a P M)).
  - apply ln_le; auto. unfold mom. rewrite <- sum_scal. apply sum_le. intros i Hi. assert (X := FP i Hi). assert (Y := FM i Hi). assert (Z := FQ i Hi).
    replace (exp (r * (a - 1)) * (power (P i) a * power (M i) (1 - a))) with (power (P i) a * (exp (- r * (1 - a)) * power (M i) (1 - a))).
    2: { replace (- r * (1 - a)) with (r * (a - 1)) by ring. ring. }
    rewrite <- exp_power by auto. apply Rmult_le_compat_l; [apply power_nonneg|]. assert (W := L i Hi).
    assert (V : 0 < exp (- r) * M i) by (apply Rmult_lt_0_compat; auto; apply exp_pos). rewrite !power_pos by auto.
    replace (1 - a) with (- (a - 1)) by ring. rewrite !Rpower_Ropp. apply Rinv_le_contravar; [apply exp_pos|]. apply Rle_Rpower_l; [lra|]. split; auto.
    rewrite exp_Ropp. assert (U := exp_pos r). apply (Rmult_le_reg_l (exp r)); auto. rewrite <- Rmult_assoc, Rinv_r by lra. lra.
  - rewrite ln_mult, ln_exp, div_mom by (auto; try apply exp_pos; lra). right. ring.
Qed.

(** Groups *)

Theorem group_two : Stated.groups.rdp__group.
Proof.
  intros n a A P0 H0 F0 P1 H1 F1 P2 H2 F2. value n (a / 2) P0 P2. value n a P0 P1. value n a P1 P2. apply halved; auto; now apply full_dominated.
Qed.
Theorem group_four : Stated.groups.rdp__group__four.
Proof.
  intros n a A P0 H0 F0 P1 H1 F1 P2 H2 F2 P3 H3 F3 P4 H4 F4. value n (a / 4) P0 P4. value n a P0 P1. value n a P1 P2. value n a P2 P3. value n a P3 P4.
  assert (X := halved n (a / 2) P0 P2 P4 ltac:(lra) H0 H2 H4 (full_dominated _ _ _ F2) (full_dominated _ _ _ F4)). replace (a / 2 / 2) with (a / 4) in X by field.
  assert (Y := halved n a P0 P1 P2 ltac:(lra) H0 H1 H2 (full_dominated _ _ _ F1) (full_dominated _ _ _ F2)). assert (Z := halved n a P2 P3 P4 ltac:(lra) H2 H3 H4 (full_dominated _ _ _ F3) (full_dominated _ _ _ F4)).
  eapply Rle_trans; [exact X|]. replace 9 with (3 * 3) by ring. rewrite Rmult_assoc. apply Rmult_le_compat_l; [lra|]. rewrite Rmax_assoc.
  apply Rmax_lub; [apply Rle_trans with (1 := Y) | apply Rle_trans with (1 := Z)]; apply Rmult_le_compat_l; try lra; [apply Rmax_l | apply Rmax_r].
Qed.

Lemma group_triangle n a p r q : 1 < a -> is_law (finite n) p -> is_law (finite n) r -> is_law (finite n) q ->
  full_support (finite n) r -> full_support (finite n) q ->
  1 < a ^ 2 / (2 * a - 1) /\ div n (a ^ 2 / (2 * a - 1)) p q <= a / (a - 1) * div n a p r + div n a r q.
Proof.
  intros A P M Q FM FQ. set (c := a ^ 2 / (2 * a - 1)). set (t := (2 * a - 1) / a).
  assert (C : 1 < c). { apply (Rmult_lt_reg_r (2 * a - 1)); [lra|]. unfold c. replace (a ^ 2 / (2 * a - 1) * (2 * a - 1)) with (a * a) by (field; lra). nra. }
  assert (T : 1 < t). { apply (Rmult_lt_reg_r a); [lra|]. unfold t. replace ((2 * a - 1) / a * a) with (2 * a - 1) by (field; lra). lra. }
  split; auto. assert (CT : c * t = a) by (unfold c, t; field; lra).
  assert (X := full_triangle n c t a p r q C T ltac:(rewrite CT; unfold t; field; lra) P Q M FQ FM). rewrite CT in X.
  replace ((c - 1 / t) / (c - 1)) with (a / (a - 1)) in X; [exact X|]. unfold c, t. field. repeat split; try lra. nra.
Qed.
Theorem group_weak_triangle : Stated.groups.rdp__group__weak_triangle.
Proof.
  intros n a A P0 H0 F0 P1 H1 F1 P2 H2 F2. destruct (group_triangle n a P0 P1 P2 A H0 H1 H2 F1 F2) as [C X].
  value n (a ^ 2 / (2 * a - 1)) P0 P2. value n a P0 P1. value n a P1 P2. eapply Rle_trans; [exact X|]. right. field. lra.
Qed.

(** Orders that are spaced *)

Lemma spaced n a p r q : 1 < a -> is_law (finite n) p -> is_law (finite n) r -> is_law (finite n) q ->
  full_support (finite n) r -> full_support (finite n) q ->
  div n a p q <= 2 * a * (div n (2 * a - 1) p r / (2 * a - 1) + div n (2 * a) r q / (2 * a)).
Proof.
  intros A P M Q FM FQ. set (t := (2 * a - 1) / a). assert (T : 1 < t). { apply (Rmult_lt_reg_r a); [lra|]. unfold t. replace ((2 * a - 1) / a * a) with (2 * a - 1) by (field; lra). lra. }
  assert (AT : a * t = 2 * a - 1) by (unfold t; field; lra).
  assert (X := full_triangle n a t (2 * a) p r q A T ltac:(rewrite AT; unfold t; field; lra) P Q M FQ FM). rewrite AT in X.
  eapply Rle_trans; [exact X|]. right. unfold t. field. lra.
Qed.
Theorem spaced_two : Stated.groups.rdp__group__spaced__two.
Proof.
  intros n a A P0 H0 F0 P1 H1 F1 P2 H2 F2. value n a P0 P2. value n (2 * a - 1) P0 P1. value n (2 * a) P1 P2. now apply spaced.
Qed.
Theorem spaced_three : Stated.groups.rdp__group__spaced__three.
Proof.
  intros n a A P0 H0 F0 P1 H1 F1 P2 H2 F2 P3 H3 F3. value n a P0 P3. value n (3 * a - 1) P1 P2. value n (3 * a - 2) P0 P1. value n (3 * a) P2 P3.
  set (t := (3 * a - 2) / a). assert (T : 1 < t). { apply (Rmult_lt_reg_r a); [lra|]. unfold t. replace ((3 * a - 2) / a * a) with (3 * a - 2) by (field; lra). lra. }
  assert (AT : a * t = 3 * a - 2) by (unfold t; field; lra).
  assert (X := full_triangle n a t (3 * a / 2) P0 P1 P3 A T ltac:(rewrite AT; unfold t; field; lra) H0 H3 H1 F3 F1). rewrite AT in X.
  assert (Y := spaced n (3 * a / 2) P1 P2 P3 ltac:(lra) H1 H2 H3 F2 F3). replace (2 * (3 * a / 2)) with (3 * a) in Y by field.
  replace ((a - 1 / t) / (a - 1)) with (3 * a / (3 * a - 2)) in X by (unfold t; field; lra).
  replace (3 * a * (div n (3 * a - 1) P1 P2 / (3 * a - 1) + div n (3 * a - 2) P0 P1 / (3 * a - 2) + div n (3 * a) P2 P3 / (3 * a)))
    with (3 * a / (3 * a - 2) * div n (3 * a - 2) P0 P1 + 3 * a * (div n (3 * a - 1) P1 P2 / (3 * a - 1) + div n (3 * a) P2 P3 / (3 * a))) by (field; lra).
  lra.
Qed.

(** Chains *)

(* the laws of a chain by their numbers *)
Ltac chain n a k p q := exists (div n (1 / (1 - (1 - 1 / a) ^ k)) p q); split; [apply div_full; auto; apply order_between; [auto | lia]|].
Lemma power_over a k : 1 < a -> (a / (a - 1)) ^ k = a ^ k / (a - 1) ^ k.
Proof. intros A. unfold Rdiv. rewrite Rpow_mult_distr. f_equal. now rewrite Rinv_pow by lra. Qed.

Theorem chain_three : Stated.groups.rdp__group__chain__three.
Proof.
  intros n a A P0 H0 F0 P1 H1 F1 P2 H2 F2 P3 H3 F3. chain n a 3%nat P0 P3. value n a P0 P1. value n a P1 P2. value n a P2 P3.
  set (P := fun i => match i with 0%nat => P0 | 1%nat => P1 | 2%nat => P2 | _ => P3 end). rewrite <- power_over by auto.
  apply (chain n a _ 3 A ltac:(lia) P); [intros [|[|[|i]]]; assumption|]. intros [|[|[|i]]] Hi; try lia; split; try (now apply full_dominated); below.
Qed.
Theorem chain_four : Stated.groups.rdp__group__chain__four.
Proof.
  intros n a A P0 H0 F0 P1 H1 F1 P2 H2 F2 P3 H3 F3 P4 H4 F4. chain n a 4%nat P0 P4. value n a P0 P1. value n a P1 P2. value n a P2 P3. value n a P3 P4.
  set (P := fun i => match i with 0%nat => P0 | 1%nat => P1 | 2%nat => P2 | 3%nat => P3 | _ => P4 end). rewrite <- power_over by auto.
  apply (chain n a _ 4 A ltac:(lia) P); [intros [|[|[|[|i]]]]; assumption|]. intros [|[|[|[|i]]]] Hi; try lia; split; try (now apply full_dominated); below.
Qed.
