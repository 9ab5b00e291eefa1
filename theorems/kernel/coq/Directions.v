(** * The two directions of Poisson sampling: a record removed is no worse than one added, to one of two laws *)

From Coq Require Import Reals Lra Psatz Lia.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Spaces Functions Divergences Laws Basics Extremes Finite Hyperbolic Convexity Holder.
Open Scope R_scope.

(** ** What is convex lies above its tangent at 1 *)

Lemma signs c r : Rmin 1 r <= c <= Rmax 1 r -> 0 <= (c - 1) * (r - 1).
Proof. unfold Rmin, Rmax. destruct Rle_dec; nra. Qed.
Lemma between_pos c r : 0 < r -> Rmin 1 r <= c -> 0 < c.
Proof. unfold Rmin. destruct Rle_dec; lra. Qed.
Lemma mean_value (f f' : R -> R) r : (forall x, 0 < x -> is_derive f x (f' x)) -> 0 < r ->
  exists c, 0 < c /\ 0 <= (c - 1) * (r - 1) /\ Rmin 1 r <= c <= Rmax 1 r /\ f r - f 1 = f' c * (r - 1).
Proof.
  intros D R0. destruct (MVT_gen f 1 r f') as [c [C E]].
  - intros x [X _]. apply D, (between_pos x r); lra.
  - intros x [X _]. apply continuity_pt_filterlim, (ex_derive_continuous f). exists (f' x). apply D, (between_pos x r); lra.
  - exists c. split; [apply (between_pos c r); lra|]. split; [now apply signs|]. split; auto.
Qed.
Lemma above_tangent (f f' f'' : R -> R) : (forall x, 0 < x -> is_derive f x (f' x)) -> (forall x, 0 < x -> is_derive f' x (f'' x)) ->
  (forall x, 0 < x -> 0 <= f'' x) -> forall r, 0 < r -> f 1 + f' 1 * (r - 1) <= f r.
Proof.
  intros D E H r R0. destruct (mean_value f f' r D R0) as [c [C [S [_ X]]]]. destruct (mean_value f' f'' c E C) as [d [G [_ [_ Y]]]].
  assert (Z := H d G). assert (0 <= f'' d * ((c - 1) * (r - 1))) by now apply Rmult_le_pos. nra.
Qed.

(** ** Products of powers, and their derivatives *)

Definition pieces a b c d x := exp (a * ln (c + d * x) + b * ln x).
Definition slope a b c d x := a * d / (c + d * x) + b / x.
Lemma pieces_derive a b c d x : 0 < x -> 0 < c + d * x -> is_derive (pieces a b c d) x (pieces a b c d x * slope a b c d x).
Proof. intros X C. unfold pieces, slope. auto_derive; [repeat split; lra | field; lra]. Qed.
Lemma slope_derive a b c d x : 0 < x -> 0 < c + d * x -> is_derive (slope a b c d) x (- (a * d ^ 2 / (c + d * x) ^ 2) - b / x ^ 2).
Proof. intros X C. unfold slope. auto_derive; [repeat split; lra | field; lra]. Qed.
Definition second a b c d x := pieces a b c d x * (slope a b c d x ^ 2 - a * d ^ 2 / (c + d * x) ^ 2 - b / x ^ 2).
Lemma second_derive a b c d x : 0 < x -> 0 < c + d * x -> is_derive (fun x => pieces a b c d x * slope a b c d x) x (second a b c d x).
Proof.
  intros X C. assert (D := pieces_derive a b c d x X C). assert (E := slope_derive a b c d x X C).
  replace (second a b c d x) with (plus (mult (pieces a b c d x * slope a b c d x) (slope a b c d x)) (mult (pieces a b c d x) (- (a * d ^ 2 / (c + d * x) ^ 2) - b / x ^ 2))).
  apply (is_derive_mult (pieces a b c d) (slope a b c d)); auto. intros; apply Rmult_comm. unfold second, plus, mult; simpl. ring.
Qed.

(** ** The moments of both directions *)

Lemma exp_mean s x y : 0 <= s <= 1 -> exp (s * x + (1 - s) * y) <= s * exp x + (1 - s) * exp y.
Proof.
  intros S. set (m := s * x + (1 - s) * y). assert (E := exp_pos m). assert (A := exp_ineq1_le (x - m)). assert (B := exp_ineq1_le (y - m)).
  replace (exp x) with (exp m * exp (x - m)) by (rewrite <- exp_plus; f_equal; ring). replace (exp y) with (exp m * exp (y - m)) by (rewrite <- exp_plus; f_equal; ring).
  apply (Rmult_le_compat_l s) in A; [|lra]. apply (Rmult_le_compat_l (1 - s)) in B; [|lra].
  replace (s * (exp m * exp (x - m)) + (1 - s) * (exp m * exp (y - m))) with (exp m * (s * exp (x - m) + (1 - s) * exp (y - m))) by ring.
  rewrite <- (Rmult_1_r (exp m)) at 1. apply Rmult_le_compat_l; [lra|]. unfold m in *. nra.
Qed.
Definition share a q := 3 * (1 - q) / (2 * (a - 2) * q + 3).
Lemma share_between a q : 2 <= a -> 0 < q < 1 -> 0 <= share a q <= 1.
Proof.
  intros A Q. assert (D : 0 < 2 * (a - 2) * q + 3) by nra. unfold share. split; [apply Rmult_le_pos; [lra | left; now apply Rinv_0_lt_compat]|].
  apply (Rmult_le_reg_r (2 * (a - 2) * q + 3)); auto. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. nra.
Qed.
Lemma step_logs a q r : 2 <= a -> 0 < q < 1 -> 0 < r ->
  0 <= (3 - 2 * q + a * q) * ln (1 - q + q * r) + (a - 2) * q * ln (q + (1 - q) * r) - (a + 1) * q * ln r.
Proof.
  intros A Q R0. set (f := fun r => (3 - 2 * q + a * q) * ln (1 - q + q * r) + (a - 2) * q * ln (q + (1 - q) * r) - (a + 1) * q * ln r).
  destruct (mean_value f (fun r => (r - 1) * (q * (1 - q) * ((3 - 5 * q + a * q) * r + (a + 1) * q) / ((1 - q + q * r) * (q + (1 - q) * r) * r))) r) as [c [C [S [_ X]]]]; auto.
  - intros x X. assert (0 < 1 - q + q * x) by nra. assert (0 < q + (1 - q) * x) by nra. unfold f. auto_derive; [repeat split; lra | field; lra].
  - assert (Z : f 1 = 0). { unfold f. replace (1 - q + q * 1) with 1 by ring. replace (q + (1 - q) * 1) with 1 by ring. rewrite ln_1. ring. }
    change (0 <= f r). rewrite Z, Rminus_0_r in X. rewrite X. clear X. assert (0 < 1 - q + q * c) by nra. assert (0 < q + (1 - q) * c) by nra.
    assert (P : 0 < q * (1 - q) * ((3 - 5 * q + a * q) * c + (a + 1) * q) / ((1 - q + q * c) * (q + (1 - q) * c) * c)).
    { assert (0 < (3 - 5 * q + a * q) * c) by (apply Rmult_lt_0_compat; nra). assert (0 < (a + 1) * q) by nra. apply Rdiv_lt_0_compat; repeat apply Rmult_lt_0_compat; lra. }
    set (w := q * (1 - q) * _ / _) in *. assert (0 <= w * ((c - 1) * (r - 1))) by (apply Rmult_le_pos; lra). lra.
Qed.
Lemma step a q r : 2 <= a -> 0 < q < 1 -> 0 < r -> let u := 1 - q + q * r in let v := q + (1 - q) * r in
  exp (- (a + 1) * ln u) <= share a q * exp ((a - 2) * ln u) + (1 - share a q) * exp ((a - 2) * ln v - (a + 1) * ln r).
Proof.
  intros A Q R0 u v. assert (S := share_between a q A Q). eapply Rle_trans; [|apply exp_mean; exact S]. apply exp_le.
  assert (L := step_logs a q r A Q R0). fold u v in L. assert (D : 0 < 2 * (a - 2) * q + 3) by nra. set (x := ln u) in *. set (y := ln v) in *. set (z := ln r) in *.
  assert (E : share a q * ((a - 2) * x) + (1 - share a q) * ((a - 2) * y - (a + 1) * z) - - (a + 1) * x
    = (2 * a - 1) / (2 * (a - 2) * q + 3) * ((3 - 2 * q + a * q) * x + (a - 2) * q * y - (a + 1) * q * z)) by (unfold share; field; lra).
  assert (P : 0 <= (2 * a - 1) / (2 * (a - 2) * q + 3)) by (apply Rmult_le_pos; [lra | left; now apply Rinv_0_lt_compat]).
  apply (Rmult_le_compat_l _ _ _ P) in L. lra.
Qed.

(* in the ratio of the laws *)
Definition gap a q x := share a q * pieces a 0 (1 - q) q x + (1 - share a q) * pieces a (1 - a) q (1 - q) x - pieces (1 - a) 0 (1 - q) q x.
Lemma gap_tangent a q : 2 <= a -> 0 < q < 1 -> exists k, forall r, 0 < r -> k * (r - 1) <= gap a q r.
Proof.
  intros A Q. set (s := share a q).
  set (g := fun x => s * (pieces a 0 (1 - q) q x * slope a 0 (1 - q) q x) + (1 - s) * (pieces a (1 - a) q (1 - q) x * slope a (1 - a) q (1 - q) x)
    - pieces (1 - a) 0 (1 - q) q x * slope (1 - a) 0 (1 - q) q x).
  set (h := fun x => s * second a 0 (1 - q) q x + (1 - s) * second a (1 - a) q (1 - q) x - second (1 - a) 0 (1 - q) q x).
  assert (P : forall x, 0 < x -> 0 < 1 - q + q * x /\ 0 < q + (1 - q) * x) by (intros; split; nra).
  assert (T := above_tangent (gap a q) g h). exists (g 1). intros r R0. assert (Z : gap a q 1 = 0).
  { unfold gap, pieces. replace (1 - q + q * 1) with 1 by ring. replace (q + (1 - q) * 1) with 1 by ring. rewrite ln_1, !Rmult_0_r, Rplus_0_r, exp_0. ring. }
  rewrite <- (Rplus_0_l (g 1 * (r - 1))), <- Z. apply T; auto; clear r R0 T Z.
  - intros x X. destruct (P x X) as [U V]. unfold gap, g. fold s.
    apply (is_derive_minus (fun x => s * pieces a 0 (1 - q) q x + (1 - s) * pieces a (1 - a) q (1 - q) x) (pieces (1 - a) 0 (1 - q) q)); [|now apply pieces_derive].
    apply (is_derive_plus (fun x => s * pieces a 0 (1 - q) q x) (fun x => (1 - s) * pieces a (1 - a) q (1 - q) x)); [apply (is_derive_scal (pieces a 0 (1 - q) q)) | apply (is_derive_scal (pieces a (1 - a) q (1 - q)))]; now apply pieces_derive.
  - intros x X. destruct (P x X) as [U V]. unfold g, h.
    apply (is_derive_minus (fun x => s * (pieces a 0 (1 - q) q x * slope a 0 (1 - q) q x) + (1 - s) * (pieces a (1 - a) q (1 - q) x * slope a (1 - a) q (1 - q) x))
      (fun x => pieces (1 - a) 0 (1 - q) q x * slope (1 - a) 0 (1 - q) q x)); [|now apply second_derive].
    apply (is_derive_plus (fun x => s * (pieces a 0 (1 - q) q x * slope a 0 (1 - q) q x)) (fun x => (1 - s) * (pieces a (1 - a) q (1 - q) x * slope a (1 - a) q (1 - q) x)));
      [apply (is_derive_scal (fun x => pieces a 0 (1 - q) q x * slope a 0 (1 - q) q x)) | apply (is_derive_scal (fun x => pieces a (1 - a) q (1 - q) x * slope a (1 - a) q (1 - q) x))]; now apply second_derive.
  - intros x X. destruct (P x X) as [U V]. assert (S := step a q x A Q X). cbv zeta in S. fold s in S. unfold h, second, pieces, slope.
    set (u := 1 - q + q * x) in *. set (v := q + (1 - q) * x) in *.
    assert (E1 : exp (a * ln u + 0 * ln x) = exp ((a - 2) * ln u) * (u * u)). { rewrite <- (exp_ln u) at 3 4 by auto. rewrite <- !exp_plus. f_equal. ring. }
    assert (E2 : exp ((1 - a) * ln u + 0 * ln x) = exp (- (a + 1) * ln u) * (u * u)). { rewrite <- (exp_ln u) at 3 4 by auto. rewrite <- !exp_plus. f_equal. ring. }
    assert (E3 : exp (a * ln v + (1 - a) * ln x) = exp ((a - 2) * ln v - (a + 1) * ln x) * (v * v * (x * x))).
    { rewrite <- (exp_ln v) at 3 4 by auto. rewrite <- (exp_ln x) at 3 4 by auto. rewrite <- !exp_plus. f_equal. ring. }
    rewrite E1, E2, E3. set (c1 := exp ((a - 2) * ln u)) in *. set (c2 := exp (- (a + 1) * ln u)) in *. set (c3 := exp ((a - 2) * ln v - (a + 1) * ln x)) in *.
    replace (s * (c1 * (u * u) * ((a * q / u + 0 / x) ^ 2 - a * q ^ 2 / u ^ 2 - 0 / x ^ 2)) + (1 - s) * (c3 * (v * v * (x * x)) * ((a * (1 - q) / v + (1 - a) / x) ^ 2 - a * (1 - q) ^ 2 / v ^ 2 - (1 - a) / x ^ 2))
      - c2 * (u * u) * (((1 - a) * q / u + 0 / x) ^ 2 - (1 - a) * q ^ 2 / u ^ 2 - 0 / x ^ 2)) with (a * (a - 1) * (q * q) * (s * c1 + (1 - s) * c3 - c2)).
    + apply Rmult_le_pos; [repeat apply Rmult_le_pos; lra | lra].
    + clearbody c1 c2 c3. transitivity (s * (c1 * (a * (a - 1) * (q * q))) + (1 - s) * (c3 * (a * (a - 1) * (((1 - q) * x - v) * ((1 - q) * x - v)))) - c2 * (a * (a - 1) * (q * q))); [unfold v; ring | field; lra].
Qed.

Lemma moment_pieces a x y : 0 < x -> 0 < y -> power x a * power y (1 - a) = exp (a * ln x + (1 - a) * ln y).
Proof. intros X Y. rewrite !power_pos by auto. unfold Rpower. now rewrite <- exp_plus. Qed.
Lemma directions n a q p r : 2 <= a -> 0 < q < 1 -> is_law (finite n) p -> is_law (finite n) r -> full_support (finite n) p -> full_support (finite n) r ->
  mom n a r (@mixture (finite n) q p r) <= Rmax (mom n a (@mixture (finite n) q p r) r) (mom n a (@mixture (finite n) q r p) p).
Proof.
  intros A Q HP HR FP FR. destruct (gap_tangent a q A Q) as [k K]. assert (S := share_between a q A Q). set (s := share a q) in *.
  assert (G : 0 <= s * mom n a (@mixture (finite n) q p r) r + (1 - s) * mom n a (@mixture (finite n) q r p) p - mom n a r (@mixture (finite n) q p r)).
  { apply Rle_trans with (sum n (fun i => k * p i + - k * r i)). { rewrite sum_plus, !sum_scal, (law_sum n p HP), (law_sum n r HR). lra. }
    unfold mom.
    apply Rle_trans with (sum n (fun i => s * (power (@mixture (finite n) q p r i) a * power (r i) (1 - a)) + ((1 - s) * (power (@mixture (finite n) q r p i) a * power (p i) (1 - a))
      + -1 * (power (r i) a * power (@mixture (finite n) q p r i) (1 - a))))); [|rewrite !sum_plus, !sum_scal; lra].
    apply sum_le. intros i Hi. assert (X := FP i Hi). assert (Y := FR i Hi). assert (T := K (p i / r i) ltac:(now apply Rdiv_lt_0_compat)). unfold gap, pieces in T. fold s in T.
    set (z := p i / r i) in *. assert (Z : 0 < z) by now apply Rdiv_lt_0_compat. assert (E : p i = r i * z) by (unfold z; field; lra). unfold mixture. rewrite E.
    assert (U : 0 < 1 - q + q * z) by nra. assert (V : 0 < q + (1 - q) * z) by nra.
    replace (q * (r i * z) + (1 - q) * r i) with (r i * (1 - q + q * z)) by ring. replace (q * r i + (1 - q) * (r i * z)) with (r i * (q + (1 - q) * z)) by ring.
    rewrite !moment_pieces by (try apply Rmult_lt_0_compat; auto). rewrite !ln_mult by auto. set (lu := ln (1 - q + q * z)) in *. set (lv := ln (q + (1 - q) * z)) in *. set (lz := ln z) in *.
    replace (a * (ln (r i) + lu) + (1 - a) * ln (r i)) with (ln (r i) + (a * lu + 0 * lz)) by ring.
    replace (a * (ln (r i) + lv) + (1 - a) * (ln (r i) + lz)) with (ln (r i) + (a * lv + (1 - a) * lz)) by ring.
    replace (a * ln (r i) + (1 - a) * (ln (r i) + lu)) with (ln (r i) + ((1 - a) * lu + 0 * lz)) by ring.
    rewrite !(exp_plus (ln (r i))), exp_ln by auto. apply (Rmult_le_compat_l (r i)) in T; [|lra]. lra. }
  set (m := Rmax _ _). assert (M1 : mom n a (@mixture (finite n) q p r) r <= m) by apply Rmax_l. assert (M2 : mom n a (@mixture (finite n) q r p) p <= m) by apply Rmax_r. nra.
Qed.
Lemma direction_le n a q p r d : 2 <= a -> 0 < q < 1 -> is_law (finite n) p -> is_law (finite n) r -> full_support (finite n) p -> full_support (finite n) r ->
  mom n a (@mixture (finite n) q p r) r <= d -> mom n a (@mixture (finite n) q r p) p <= d -> mom n a r (@mixture (finite n) q p r) <= d.
Proof. intros A Q HP HR FP FR X Y. eapply Rle_trans; [now apply directions|]. now apply Rmax_lub. Qed.
