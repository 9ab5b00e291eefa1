(** * Sampling without replacement: the laws q p + (1 - q) m and q r + (1 - q) m *)

From Coq Require Import Reals Lra Psatz Lia.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Spaces Functions Divergences Laws Basics Extremes Finite Hyperbolic Convexity Holder Orders.
Open Scope R_scope.

(* the square of their difference *)
Lemma spread n q p r m : 0 < q < 1 -> is_law (finite n) p -> full_support (finite n) p -> is_law (finite n) r -> full_support (finite n) r -> is_law (finite n) m -> full_support (finite n) m ->
  forall e, mom n 2 p r <= e -> mom n 2 p m <= e -> mom n 2 r m <= e -> 1 <= e ->
  sum n (fun i => (p i - r i) ^ 2 / @mixture (finite n) q r m i) <= Rmin (4 * e - 4) (2 * e).
Proof.
  intros Q P FP R FR M FM e A B C E. rewrite mom_two in A, B, C by auto.
  apply Rle_trans with (sum n (fun i => q * ((p i ^ 2 / r i ^ 1) + (-2 * p i + r i)) + (1 - q) * ((p i - r i) ^ 2 / m i))).
  - apply sum_le. intros i Hi. assert (X := FP i Hi). assert (Y := FR i Hi). assert (Z := FM i Hi). unfold mixture. assert (W : 0 < q * r i + (1 - q) * m i) by nra.
    assert (K : q * (p i ^ 2 / r i ^ 1 + (-2 * p i + r i)) + (1 - q) * ((p i - r i) ^ 2 / m i) - (p i - r i) ^ 2 / (q * r i + (1 - q) * m i)
      = (p i - r i) ^ 2 * (q * (1 - q)) * (r i - m i) ^ 2 / (r i * m i * (q * r i + (1 - q) * m i))) by (field; lra).
    assert (0 <= (p i - r i) ^ 2 * (q * (1 - q)) * (r i - m i) ^ 2 / (r i * m i * (q * r i + (1 - q) * m i))); [|lra].
    apply Rmult_le_pos; [|left; apply Rinv_0_lt_compat; repeat apply Rmult_lt_0_compat; lra]. apply Rmult_le_pos; [apply Rmult_le_pos; [apply pow2_ge_0 | nra] | apply pow2_ge_0].
  - rewrite sum_plus, !sum_scal, !sum_plus, !sum_scal, (law_sum n p P), (law_sum n r R).
    assert (S1 : sum n (fun i => (p i - r i) ^ 2 / m i) <= 4 * e - 4).
    { apply Rle_trans with (sum n (fun i => 2 * (p i ^ 2 / m i ^ 1) + (2 * (r i ^ 2 / m i ^ 1) + (-4 * p i + (-4 * r i + 4 * m i))))).
      - apply sum_le. intros i Hi. assert (Z := FM i Hi). assert (K : 2 * (p i ^ 2 / m i ^ 1) + (2 * (r i ^ 2 / m i ^ 1) + (-4 * p i + (-4 * r i + 4 * m i))) - (p i - r i) ^ 2 / m i = (p i + r i - 2 * m i) ^ 2 / m i) by (field; lra).
        assert (0 <= (p i + r i - 2 * m i) ^ 2 / m i) by (apply Rmult_le_pos; [apply pow2_ge_0 | left; now apply Rinv_0_lt_compat]). lra.
      - rewrite !sum_plus, !sum_scal, (law_sum n p P), (law_sum n r R), (law_sum n m M). lra. }
    assert (S2 : sum n (fun i => (p i - r i) ^ 2 / m i) <= 2 * e).
    { apply Rle_trans with (sum n (fun i => p i ^ 2 / m i ^ 1 + r i ^ 2 / m i ^ 1)); [|rewrite sum_plus; lra]. apply sum_le. intros i Hi. assert (X := FP i Hi). assert (Y := FR i Hi). assert (Z := FM i Hi).
      assert (K : p i ^ 2 / m i ^ 1 + r i ^ 2 / m i ^ 1 - (p i - r i) ^ 2 / m i = 2 * p i * r i / m i) by (field; lra).
      assert (0 <= 2 * p i * r i / m i) by (apply Rmult_le_pos; [nra | left; now apply Rinv_0_lt_compat]). lra. }
    set (x := sum n (fun i => (p i - r i) ^ 2 / m i)) in *. set (y := sum n (fun i => p i ^ 2 / r i ^ 1)) in *. apply Rmin_glb; nra.
Qed.
(* the moments of the two laws against the mixture *)
Lemma around n a q p r m e : 1 < a -> 0 < q < 1 -> is_law (finite n) p -> full_support (finite n) p -> is_law (finite n) r -> full_support (finite n) r -> full_support (finite n) m ->
  mom n a p r <= e -> mom n a p m <= e -> mom n a r m <= e -> 1 <= e ->
  mom n a p (@mixture (finite n) q r m) + mom n a r (@mixture (finite n) q r m) <= 2 * e.
Proof.
  intros A Q P FP R FR FM X Y Z E. assert (U := mom_convex n a q p p r m A ltac:(lra) FP FP FR FM). assert (V := mom_convex n a q r r r m A ltac:(lra) FR FR FR FM). rewrite mom_same in V by auto.
  rewrite (mom_ext n a (@mixture (finite n) q p p) _ p (@mixture (finite n) q r m)) in U; [|intros; apply mixture_self | reflexivity].
  rewrite (mom_ext n a (@mixture (finite n) q r r) _ r (@mixture (finite n) q r m)) in V; [|intros; apply mixture_self | reflexivity]. nra.
Qed.

(** ** In terms of Rényi divergences *)

Lemma spread_exp n q p r m d : 0 < q < 1 -> is_law (finite n) p -> full_support (finite n) p -> is_law (finite n) r -> full_support (finite n) r -> is_law (finite n) m -> full_support (finite n) m ->
  div n 2 p r <= d -> div n 2 p m <= d -> div n 2 r m <= d -> sum n (fun i => (p i - r i) ^ 2 / @mixture (finite n) q r m i) <= Rmin (4 * exp d - 4) (2 * exp d).
Proof.
  intros Q P FP R FR M FM A B C. apply (spread n q p r m); auto; try (apply order_two; auto). assert (X := full_exp n 2 p r d ltac:(lra) P R FR A 1 ltac:(lra)). now rewrite Rmult_1_l in X.
Qed.
Lemma around_exp n a q p r m d : 1 < a -> 0 < q < 1 -> is_law (finite n) p -> full_support (finite n) p -> is_law (finite n) r -> full_support (finite n) r -> is_law (finite n) m -> full_support (finite n) m ->
  div n a p r <= d -> div n a p m <= d -> div n a r m <= d -> mom n a p (@mixture (finite n) q r m) + mom n a r (@mixture (finite n) q r m) <= 2 * exp ((a - 1) * d).
Proof.
  intros A Q P FP R FR M FM X Y Z. apply around; auto; try (apply order_exp; auto). apply (full_exp n a p r); auto; lra.
Qed.
