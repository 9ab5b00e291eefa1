(** * Pairs of laws whose privacy loss has a bounded range: what two points show is all there is *)

From Coq Require Import Reals Lra Psatz Lia.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Spaces Functions Divergences Laws Basics Finite Convexity Holder Entropy Hoeffding Values.
Open Scope R_scope.

(* p is q times a mean of two ratios, exp (- v) and exp (z - v) *)
Lemma ratios n z v p q : 0 < z -> is_law (finite n) p -> is_law (finite n) q -> full_support (finite n) q ->
  (forall i, (i < n)%nat -> p i <= exp (z - v) * q i) -> (forall i, (i < n)%nat -> q i <= exp v * p i) ->
  exists s, (forall i, (i < n)%nat -> 0 <= s i <= 1 /\ p i = exp (- v) * (1 - s i + s i * exp z) * q i) /\
    exists w, sum n (fun i => q i * s i) = w /\ 0 <= w <= 1 /\ exp (- v) * (1 - w + w * exp z) = 1.
Proof.
  intros Hz P Q F A B. assert (Z : 1 < exp z) by (rewrite <- exp_0; now apply exp_increasing). assert (V := exp_pos v). set (x := exp z) in *.
  assert (M : exp (- v) = / exp v) by apply exp_Ropp. set (m := exp (- v)) in *. assert (M0 : 0 < m) by apply exp_pos. assert (MV : m * exp v = 1) by (rewrite M; field; lra).
  assert (E : exp (z - v) = m * x) by (unfold m, x; rewrite <- exp_plus; f_equal; ring). rewrite E in A. assert (D : 0 < m * (x - 1)) by nra.
  set (s := fun i => / (m * (x - 1)) * (p i / q i - m)). assert (S : forall i, (i < n)%nat -> 0 <= s i <= 1 /\ p i = m * (1 - s i + s i * x) * q i).
  { intros i Hi. assert (Y := F i Hi). assert (U := A i Hi). assert (W := B i Hi). apply (Rmult_le_compat_l m) in W; [|lra]. rewrite <- Rmult_assoc, MV in W.
    assert (X : p i = p i / q i * q i) by (field; lra). set (y := p i / q i) in *.
    assert (Y0 : m <= y) by (apply (Rmult_le_reg_r (q i)); lra). assert (Y1 : y <= m * x) by (apply (Rmult_le_reg_r (q i)); lra). split.
    - unfold s. fold y. split; [apply Rmult_le_pos; [left; now apply Rinv_0_lt_compat | lra]|]. apply (Rmult_le_reg_l (m * (x - 1))); auto. rewrite <- Rmult_assoc, Rinv_r by lra. lra.
    - rewrite X at 1. f_equal. unfold s. fold y. field. lra. }
  exists s. split; [exact S|]. exists (sum n (fun i => q i * s i)). split; [reflexivity|]. split.
  - split; [apply sum_nonneg | apply Rle_trans with (sum n q); [apply sum_le | rewrite (law_sum n q Q); lra]]; intros i Hi; assert (Y := F i Hi); destruct (S i Hi) as [X _]; nra.
  - transitivity (sum n p); [|exact (law_sum n p P)]. rewrite (sum_ext n p (fun i => m * q i + m * (x - 1) * (q i * s i))) by (intros i Hi; destruct (S i Hi) as [_ X]; rewrite X; ring).
    rewrite sum_plus, !sum_scal, (law_sum n q Q). ring.
Qed.

(** ** Moments *)

Lemma power_shift a x y : 0 < y -> power (exp x * y) a * power y (1 - a) = exp (a * x) * y.
Proof.
  intros Y. rewrite power_mult_distr, power_exp, !power_pos, Rmult_assoc, <- Rpower_plus by (auto; apply exp_pos). replace (a + (1 - a)) with 1 by ring. now rewrite Rpower_1.
Qed.
(* the moment is at most that of two points *)
Lemma mom_range n a z v p q : 1 < a -> 0 < z -> is_law (finite n) p -> is_law (finite n) q -> full_support (finite n) q ->
  (forall i, (i < n)%nat -> p i <= exp (z - v) * q i) -> (forall i, (i < n)%nat -> q i <= exp v * p i) ->
  exists w, 0 <= w <= 1 /\ exp (- v) * (1 - w + w * exp z) = 1 /\ mom n a p q <= exp (- (a * v)) * (1 - w + w * exp (a * z)).
Proof.
  intros Ha Hz P Q F A B. destruct (ratios n z v p q Hz P Q F A B) as [s [S [w [SW [W E]]]]]. exists w. split; auto. split; auto.
  apply Rle_trans with (sum n (fun i => exp (- (a * v)) * q i + exp (- (a * v)) * (exp (a * z) - 1) * (q i * s i))).
  2: { rewrite sum_plus, !sum_scal, (law_sum n q Q), SW. lra. }
  apply sum_le. intros i Hi. destruct (S i Hi) as [T X]. assert (G := F i Hi).
  assert (C := moment_convex a (s i) (exp (z - v) * q i) (exp (- v) * q i) (q i) (q i) Ha T ltac:(apply Rmult_lt_0_compat; auto; apply exp_pos) ltac:(apply Rmult_lt_0_compat; auto; apply exp_pos) G G).
  rewrite !power_shift in C by auto. replace (s i * (exp (z - v) * q i) + (1 - s i) * (exp (- v) * q i)) with (p i) in C.
  2: { rewrite X. replace (z - v) with (- v + z) by ring. rewrite exp_plus. ring. }
  replace (s i * q i + (1 - s i) * q i) with (q i) in C by ring. eapply Rle_trans; [exact C|]. replace (a * (z - v)) with (- (a * v) + a * z) by ring. rewrite exp_plus.
  replace (a * - v) with (- (a * v)) by ring. right. ring.
Qed.

(* a range z of the loss, of which v is below zero *)
Theorem renyi_quadratic n a z v p q : 1 < a -> 0 < z -> is_law (finite n) p -> is_law (finite n) q -> full_support (finite n) q ->
  (forall i, (i < n)%nat -> p i <= exp (z - v) * q i) -> (forall i, (i < n)%nat -> q i <= exp v * p i) -> div n a p q <= a * z ^ 2 / 8.
Proof.
  intros A Z P Q F U V. assert (K := mom_pos n a p q A P Q (full_dominated n p q F)). apply div_le; auto. destruct (mom_range n a z v p q A Z P Q F U V) as [w [W [X Y]]].
  assert (C := cumulant_slope w a z W A ltac:(lra)). assert (B := cumulant_pos w (a * z) W).
  assert (D : v = cumulant w z). { unfold cumulant. replace (1 - w + w * exp z) with (exp v); [now rewrite ln_exp|]. rewrite exp_Ropp in X. assert (O := exp_pos v). apply (Rmult_eq_reg_l (/ exp v)); [|apply Rinv_neq_0_compat; lra]. rewrite Rinv_l by lra. lra. }
  apply Rle_trans with (1 := ln_le _ _ K Y). rewrite ln_mult, ln_exp by (auto; apply exp_pos). change (- (a * v) + cumulant w (a * z) <= (a - 1) * (a * z ^ 2 / 8)). rewrite D. lra.
Qed.
