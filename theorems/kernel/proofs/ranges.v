(* Privacy losses in a range: bounded ranges, advanced composition, and events under many answers. *)
From Coq Require Import Reals Lra Psatz Lia List.
From Coquelicot Require Import Coquelicot.
From Interval Require Import Tactic.
From Dpsym Require Import Spaces Functions Divergences Laws Basics Finite Hyperbolic Series.
From Stated Require ranges.
Open Scope R_scope.

Lemma exp_ge_1 e : 0 <= e -> 1 <= exp e.
Proof. intros H. assert (E := exp_ineq1_le e). lra. Qed.
Lemma exp_gt_1 e : 0 < e -> 1 < exp e.
Proof. intros H. rewrite <- exp_0. now apply exp_increasing. Qed.
Ltac chosen := unfold softmax, listed, total; simpl; repeat (match goal with |- context [exp ?x] => lazymatch goal with _ : 0 < exp x |- _ => fail | _ => assert (0 < exp x) by apply exp_pos end end).
Ltac index i := destruct i as [|[|[|i]]]; try lia.

(* a bounded range: with x = e^u and y = e^(eps - zeta), the excess is the product of x and of what is left over (1 + x e^zeta) (1 + x) *)
Lemma range_stick e z u : 0 <= e -> e < z ->
  is_hockey_stick (finite 2) e (softmax (u + z :: 0 :: nil)) (softmax (u :: 0 :: nil))
    (Rmax 0 (exp u * exp z / (exp u * exp z + 1) - exp e * (exp u / (exp u + 1)))).
Proof.
  intros He Hz. unfold is_hockey_stick. simpl. chosen. rewrite exp_plus, exp_0, !Rplus_0_r, Rplus_0_l.
  assert (U := exp_pos u). assert (Z := exp_gt_1 z ltac:(lra)). assert (E := exp_ge_1 e He).
  rewrite (Rmax_left 0 (1 / (exp u * exp z + 1) - _)). lra.
  assert (1 / (exp u * exp z + 1) <= 1 / (exp u + 1)). { unfold Rdiv. rewrite !Rmult_1_l. apply Rinv_le_contravar; nra. }
  assert (0 < 1 / (exp u + 1)) by (apply Rdiv_lt_0_compat; lra). nra.
Qed.

Theorem range_profile : Stated.ranges.range__profile.
Proof.
  intros e He z Hz u H. eexists; split; [now apply range_stick|].
  assert (U := exp_pos u). assert (Z := exp_gt_1 z Hz). assert (E := exp_ge_1 e He). assert (Y0 := exp_pos (e / 2 - z / 2)).
  assert (Y1 : exp (e / 2 - z / 2) < 1) by (rewrite <- exp_0; apply exp_increasing; lra).
  assert (Y : exp e = exp z * exp (e / 2 - z / 2) ^ 2). { replace (exp (e / 2 - z / 2) ^ 2) with (exp (e / 2 - z / 2) * exp (e / 2 - z / 2)) by ring. rewrite <- !exp_plus. f_equal. field. }
  rewrite (Rmax_left _ 0) by lra. set (y := exp (e / 2 - z / 2)) in *. rewrite exp_Ropp.
  assert (D : 0 < 1 - / exp z). { assert (/ exp z < 1) by (apply (Rmult_lt_reg_r (exp z)); [|rewrite Rinv_l]; lra). lra. }
  apply Rmax_lub. { apply Rmult_le_pos. apply pow2_ge_0. left. now apply Rinv_0_lt_compat. }
  rewrite Y. set (x := exp u) in *. set (w := exp z) in *. apply (Rmult_le_reg_r ((1 - / w) * ((x * w + 1) * (x + 1)))). { apply Rmult_lt_0_compat; nra. }
  replace ((1 - y) ^ 2 / (1 - / w) * ((1 - / w) * ((x * w + 1) * (x + 1)))) with ((1 - y) ^ 2 * ((x * w + 1) * (x + 1))) by (field; lra).
  replace ((x * w / (x * w + 1) - w * y ^ 2 * (x / (x + 1))) * ((1 - / w) * ((x * w + 1) * (x + 1)))) with (x * (w - 1) * ((x + 1) - y ^ 2 * (x * w + 1))) by (field; nra).
  assert (0 <= (x * w * y + y - x - 1) ^ 2) by apply pow2_ge_0. nra.
Qed.

Theorem range_profile_attained : Stated.ranges.range__profile__attained.
Proof.
  intros e He z Hz H. assert (Z := exp_gt_1 z Hz). assert (E := exp_ge_1 e He). assert (Y0 := exp_pos (e / 2 - z / 2)).
  assert (Y1 : exp (e / 2 - z / 2) < 1) by (rewrite <- exp_0; apply exp_increasing; lra).
  assert (Y : exp e = exp z * exp (e / 2 - z / 2) ^ 2). { replace (exp (e / 2 - z / 2) ^ 2) with (exp (e / 2 - z / 2) * exp (e / 2 - z / 2)) by ring. rewrite <- !exp_plus. f_equal. field. }
  assert (V : exp (- (e / 2) - z / 2) * exp z * exp (e / 2 - z / 2) = 1). { rewrite <- !exp_plus, <- exp_0. f_equal. field. }
  rewrite (Rmax_left _ 0) by lra. rewrite !exp_Ropp. unfold is_hockey_stick, bernoulli, listed; simpl. rewrite Rplus_0_l.
  set (y := exp (e / 2 - z / 2)) in *. set (w := exp z) in *. set (v := exp (- (e / 2) - z / 2)) in *.
  assert (VV : v = / (w * y)) by (apply (Rmult_eq_reg_r (w * y)); [rewrite Rinv_l by nra; lra | nra]). rewrite VV.
  assert (W1 : / w < 1) by (apply (Rmult_lt_reg_r w); [|rewrite Rinv_l]; lra).
  assert (WY : 1 <= w * (y * y)) by (replace (y * y) with (y ^ 2) by ring; lra).
  rewrite Y. rewrite Rmax_left.
  - rewrite Rmax_right. field. lra.
    replace ((1 - y) / (1 - / w) - w * y ^ 2 * ((1 - y) * / (w * y) / (1 - / w))) with ((1 - y) ^ 2 / (1 - / w)) by (field; nra).
    apply Rmult_le_pos. apply pow2_ge_0. left. apply Rinv_0_lt_compat. lra.
  - replace (1 - (1 - y) / (1 - / w) - w * y ^ 2 * (1 - (1 - y) * / (w * y) / (1 - / w))) with (- ((w * y - 1) ^ 2 * / (w - 1))) by (field; lra).
    assert (0 <= (w * y - 1) ^ 2 * / (w - 1)); [|lra]. apply Rmult_le_pos. apply pow2_ge_0. left. apply Rinv_0_lt_compat. lra.
Qed.

(* the moments of a bounded range: the law of the loss is that of a Bernoulli variable with the odds x = e^u, moved by z *)
Lemma bernoulli_moment x s : 0 < x -> 0 <= s -> ln ((x * exp s + 1) / (x + 1)) <= x / (x + 1) * s + s ^ 2 / 8.
Proof.
  intros X S. assert (H : 0 <= x / (x + 1) * s + s ^ 2 / 8 - (ln (x * exp s + 1) - ln (x + 1))).
  { apply (descent (fun s => x / (x + 1) * s + s ^ 2 / 8 - (ln (x * exp s + 1) - ln (x + 1))) (fun s => x / (x + 1) + s / 4 - x * exp s / (x * exp s + 1))); auto.
    - intros t T. assert (E := exp_pos t). auto_derive; [nra | field; nra].
    - rewrite exp_0, Rmult_1_r. lra.
    - clear s S. intros s S. apply (descent (fun s => x / (x + 1) + s / 4 - x * exp s / (x * exp s + 1)) (fun s => 1 / 4 - x * exp s / (x * exp s + 1) ^ 2)); auto.
      + intros t T. assert (E := exp_pos t). auto_derive; [nra | field; nra].
      + rewrite exp_0, Rmult_1_r. lra.
      + intros t T. assert (E := exp_pos t). assert (Y : 0 < x * exp t) by now apply Rmult_lt_0_compat. set (y := x * exp t) in *.
        replace (1 / 4 - y / (y + 1) ^ 2) with ((y - 1) ^ 2 / (4 * (y + 1) ^ 2)) by (field; lra).
        apply Rmult_le_pos. apply pow2_ge_0. left. apply Rinv_0_lt_compat. nra. }
  assert (E := exp_pos s). rewrite ln_div by nra. lra.
Qed.

Lemma bernoulli_back y s : 0 < y -> 0 <= s -> ln ((y * exp (- s) + 1) / (y + 1)) <= - (y / (y + 1) * s) + s ^ 2 / 8.
Proof.
  intros Y S. assert (E := exp_pos s). assert (I : 0 < / y) by now apply Rinv_0_lt_compat. assert (B := bernoulli_moment (/ y) s I S).
  replace (/ y / (/ y + 1) * s) with (s - y / (y + 1) * s) in B by (field; lra).
  replace ((/ y * exp s + 1) / (/ y + 1)) with (exp s * ((y * exp (- s) + 1) / (y + 1))) in B. 2: { rewrite exp_Ropp. field. lra. }
  rewrite ln_mult, ln_exp in B; auto. lra. apply Rdiv_lt_0_compat; [|lra]. assert (P := exp_pos (- s)). nra.
Qed.

Theorem range_renyi : Stated.ranges.range__renyi.
Proof.
  intros a A z Z u. assert (Ez := exp_gt_1 z Z). assert (U := exp_pos u). assert (L : forall p, is_law (finite 2) (softmax (p :: 0 :: nil))).
  { intros p. split; [intros i Hi; simpl in Hi; index i; chosen; left; apply Rdiv_lt_0_compat; lra|]. simpl. chosen. field. rewrite exp_0. lra. }
  assert (F : full_support (finite 2) (softmax (u :: 0 :: nil))) by (intros i Hi; simpl in Hi; index i; chosen; apply Rdiv_lt_0_compat; lra).
  eexists; split; [apply renyi_full; auto|].
  assert (M : mom 2 a (softmax (u + z :: 0 :: nil)) (softmax (u :: 0 :: nil)) = exp (ln ((exp u * exp (a * z) + 1) / (exp u + 1)) - a * ln ((exp u * exp z + 1) / (exp u + 1)))).
  { unfold mom. simpl. chosen. rewrite !exp_plus, !Rplus_0_r, Rplus_0_l, exp_0.
    assert (Ea := exp_pos (a * z)). set (x := exp u) in *. set (w := exp z) in *.
    assert (X1 : 0 < x * w + 1) by nra. assert (X2 : 0 < x + 1) by lra.
    rewrite !power_pos by (apply Rdiv_lt_0_compat; nra). unfold Rpower. rewrite !ln_div by nra. rewrite ln_mult by lra. rewrite ln_1. unfold w at 1. rewrite ln_exp.
    rewrite <- !exp_plus.
    replace (a * (ln x + z - ln (x * w + 1)) + (1 - a) * (ln x - ln (x + 1))) with (ln x + a * z + (- ln (x + 1) - a * (ln (x * w + 1) - ln (x + 1)))) by ring.
    replace (a * (0 - ln (x * w + 1)) + (1 - a) * (0 - ln (x + 1))) with (- ln (x + 1) - a * (ln (x * w + 1) - ln (x + 1))) by ring.
    replace (ln (x * exp (a * z) + 1) - ln (x + 1) - a * (ln (x * w + 1) - ln (x + 1))) with (ln (x * exp (a * z) + 1) + (- ln (x + 1) - a * (ln (x * w + 1) - ln (x + 1)))) by ring.
    rewrite (exp_plus (ln x + a * z)), (exp_plus (ln (x * exp (a * z) + 1))), (exp_plus (ln x)), !exp_ln by nra. ring. }
  rewrite M, ln_exp. apply (Rmult_le_reg_r (a - 1)). lra. unfold Rdiv at 1. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
  (* what is lost vanishes with a - 1, and so does its slope at most *)
  set (x := exp u) in *.
  assert (H : 0 <= (1 + (a - 1)) * (1 + (a - 1) - 1) * z ^ 2 / 8 - (ln ((x * exp ((1 + (a - 1)) * z) + 1) / (x + 1)) - (1 + (a - 1)) * ln ((x * exp z + 1) / (x + 1)))).
  { apply (descent (fun s => (1 + s) * (1 + s - 1) * z ^ 2 / 8 - (ln ((x * exp ((1 + s) * z) + 1) / (x + 1)) - (1 + s) * ln ((x * exp z + 1) / (x + 1))))
      (fun s => (2 * s + 1) * z ^ 2 / 8 - (z * (x * exp ((1 + s) * z)) / (x * exp ((1 + s) * z) + 1) - ln ((x * exp z + 1) / (x + 1))))); try lra.
    - intros s S. assert (E := exp_pos ((1 + s) * z)). assert (0 < x * exp ((1 + s) * z)) by now apply Rmult_lt_0_compat. auto_derive; [apply Rdiv_lt_0_compat; lra | field; lra].
    - rewrite Rplus_0_r, !Rmult_1_l. lra.
    - clear - Ez U Z. intros s S. apply (descent (fun s => (2 * s + 1) * z ^ 2 / 8 - (z * (x * exp ((1 + s) * z)) / (x * exp ((1 + s) * z) + 1) - ln ((x * exp z + 1) / (x + 1))))
        (fun s => z ^ 2 / 4 - z ^ 2 * (x * exp ((1 + s) * z)) / (x * exp ((1 + s) * z) + 1) ^ 2)); auto.
      + intros t T. assert (E := exp_pos ((1 + t) * z)). assert (0 < x * exp ((1 + t) * z)) by now apply Rmult_lt_0_compat. auto_derive; [nra | field; lra].
      + rewrite Rplus_0_r, Rmult_1_l.
        assert (Y : 0 < x * exp z) by nra. assert (B := bernoulli_back (x * exp z) z Y ltac:(lra)).
        replace (x * exp z * exp (- z)) with x in B. 2: { rewrite Rmult_assoc, <- exp_plus, Rplus_opp_r, exp_0. ring. }
        rewrite !ln_div in B |- * by lra. replace (z * (x * exp z) / (x * exp z + 1)) with (x * exp z / (x * exp z + 1) * z) by (field; lra). lra.
      + intros t T. assert (E := exp_pos ((1 + t) * z)). assert (Y : 0 < x * exp ((1 + t) * z)) by now apply Rmult_lt_0_compat. set (y := x * exp ((1 + t) * z)) in *.
        replace (z ^ 2 / 4 - z ^ 2 * y / (y + 1) ^ 2) with (z ^ 2 * (y - 1) ^ 2 / (4 * (y + 1) ^ 2)) by (field; lra).
        apply Rmult_le_pos. apply Rmult_le_pos; apply pow2_ge_0. left. apply Rinv_0_lt_compat. nra. }
  replace (1 + (a - 1)) with a in H by ring. lra.
Qed.

(** The pair that attains the greatest Rényi divergence of a bounded range *)

Lemma exp_minus_ratio u v : 0 < u -> u < v -> u * (1 - exp (- v)) < v * (1 - exp (- u)).
Proof.
  intros U V. assert (P := exp_pos (- u)). assert (Q := exp_ineq1 u ltac:(lra)). apply (Rmult_lt_compat_l (exp (- u))) in Q; [|lra]. rewrite <- exp_plus, Rplus_opp_l, exp_0 in Q.
  set (c := 1 - exp (- u) - u * exp (- u)). assert (C : 0 < c) by (unfold c; lra).
  assert (H : 0 <= v * (1 - exp (- u)) - u * (1 - exp (- v)) - c * (v - u)); [|assert (0 < c * (v - u)) by (apply Rmult_lt_0_compat; lra); lra].
  replace v with (u + (v - u)) at 1 2 by ring.
  apply (descent (fun s => (u + s) * (1 - exp (- u)) - u * (1 - exp (- (u + s))) - c * s) (fun s => 1 - exp (- u) - u * exp (- (u + s)) - c)).
  - intros s S. auto_derive; trivial. ring.
  - rewrite Rplus_0_r. lra.
  - intros s S. assert (E : exp (- (u + s)) <= exp (- u)) by (apply exp_le; lra). unfold c. nra.
  - lra.
Qed.
Lemma exp_plus_ratio u v : 0 < u -> u < v -> v * (exp u - 1) < u * (exp v - 1).
Proof.
  intros U V. set (c := u * exp u - (exp u - 1)). assert (Q := exp_ineq1 (- u) ltac:(lra)). assert (P := exp_pos u). apply (Rmult_lt_compat_l (exp u)) in Q; [|lra]. rewrite <- exp_plus, Rplus_opp_r, exp_0 in Q.
  assert (C : 0 < c) by (unfold c; lra).
  assert (H : 0 <= u * (exp v - 1) - v * (exp u - 1) - c * (v - u)); [|assert (0 < c * (v - u)) by (apply Rmult_lt_0_compat; lra); lra].
  replace v with (u + (v - u)) at 1 2 by ring.
  apply (descent (fun s => u * (exp (u + s) - 1) - (u + s) * (exp u - 1) - c * s) (fun s => u * exp (u + s) - (exp u - 1) - c)).
  - intros s S. auto_derive; trivial. ring.
  - rewrite Rplus_0_r. lra.
  - intros s S. assert (E : exp u <= exp (u + s)) by (apply exp_le; lra). unfold c. nra.
  - lra.
Qed.

Theorem range_renyi_attained : Stated.ranges.range__renyi__attained.
Proof.
  intros a A z Z. set (w := exp (- z)). set (b := exp (z * (1 - a))). assert (W0 : 0 < w) by apply exp_pos. assert (B0 : 0 < b) by apply exp_pos.
  assert (W1 : w < 1) by (unfold w; rewrite <- exp_0; apply exp_increasing; lra). assert (ZA : 0 < z * (a - 1)) by (apply Rmult_lt_0_compat; lra). assert (B1 : b < 1) by (unfold b; rewrite <- exp_0 at 2; apply exp_increasing; lra).
  replace (exp (- (a * z))) with (b * w) by (unfold b, w; rewrite <- exp_plus; f_equal; ring).
  assert (Ez : exp z = / w) by (unfold w; rewrite exp_Ropp, Rinv_involutive; [reflexivity | apply Rgt_not_eq, exp_pos]).
  assert (BW : b * w < 1) by nra. set (r := (1 - b * w) * (a - 1) / (a * (1 - b))).
  assert (R0 : 0 < r). { apply Rdiv_lt_0_compat; apply Rmult_lt_0_compat; lra. }
  assert (R1 : r < 1).
  { assert (M := exp_minus_ratio ((a - 1) * z) (a * z) ltac:(nra) ltac:(nra)). replace (exp (- (a * z))) with (b * w) in M by (unfold b, w; rewrite <- exp_plus; f_equal; ring).
    replace (exp (- ((a - 1) * z))) with b in M by (unfold b; f_equal; ring). apply (Rmult_lt_reg_r (a * (1 - b))). apply Rmult_lt_0_compat; lra.
    unfold r, Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by nra. apply (Rmult_lt_reg_l z); lra. }
  assert (R2 : w < r).
  { assert (M := exp_plus_ratio ((a - 1) * z) (a * z) ltac:(nra) ltac:(nra)). replace (exp (a * z)) with (/ (b * w)) in M by (unfold b, w; rewrite <- exp_plus, <- exp_Ropp; f_equal; ring).
    replace (exp ((a - 1) * z)) with (/ b) in M by (unfold b; rewrite <- exp_Ropp; f_equal; ring). apply (Rmult_lt_reg_r (a * (1 - b))). apply Rmult_lt_0_compat; lra.
    unfold r, Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by nra. apply (Rmult_lt_compat_r (b * w)) in M; [|nra].
    replace (a * z * (/ b - 1) * (b * w)) with (z * (w * (a * (1 - b)))) in M by (field; lra). replace ((a - 1) * z * (/ (b * w) - 1) * (b * w)) with (z * ((1 - b * w) * (a - 1))) in M by (field; lra).
    apply (Rmult_lt_reg_l z); lra. }
  set (p := (1 - r) / (1 - w)). replace (a * (1 - r) * (1 - b) * w / ((1 - w) * (1 - b * w) * (a - 1))) with (p * w / r) by (unfold p, r; field; repeat split; nra).
  assert (P : 0 < p < 1). { split. apply Rdiv_lt_0_compat; lra. apply (Rmult_lt_reg_r (1 - w)). lra. unfold p, Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  assert (Q1 : 1 - p = (r - w) / (1 - w)) by (unfold p; field; lra). assert (Q2 : 1 - p * w / r = (r - w) / (1 - w) / r) by (unfold p; field; lra).
  assert (P1 : 0 < (r - w) / (1 - w)) by (apply Rdiv_lt_0_compat; lra). assert (P2 : 0 < (r - w) / (1 - w) / r) by (apply Rdiv_lt_0_compat; lra).
  assert (P3 : 0 < p * w / r) by (apply Rdiv_lt_0_compat; [nra | lra]).
  set (m := exp ((a - 1) * ln r) * ((1 - b * w) / (a * b * (1 - w)))). assert (M0 : 0 < (1 - b * w) / (a * b * (1 - w))) by (apply Rdiv_lt_0_compat; [lra | repeat apply Rmult_lt_0_compat; lra]).
  assert (M : 0 < m) by (unfold m; apply Rmult_lt_0_compat; [apply exp_pos | auto]).
  split.
  { intros _ i Hi. simpl in Hi. index i; unfold bernoulli, listed; simpl; rewrite ?Q2; intros X; exfalso; lra. }
  exists m. split; [|split; auto].
  - simpl. unfold moment, bernoulli, listed; simpl. rewrite Q2, Q1, Rplus_0_l. rewrite !power_pos by lra. unfold Rpower. rewrite <- !exp_plus.
    replace (a * ln ((r - w) / (1 - w)) + (1 - a) * ln ((r - w) / (1 - w) / r)) with (ln ((r - w) / (1 - w)) + (a - 1) * ln r) by (rewrite (ln_div _ r) by lra; ring).
    replace (a * ln p + (1 - a) * ln (p * w / r)) with (ln p + (- (z * (1 - a)) + (a - 1) * ln r)). 2: { rewrite (ln_div _ r), ln_mult by nra. unfold w. rewrite ln_exp. ring. }
    rewrite !exp_plus, exp_Ropp, !exp_ln by lra. fold b. unfold m. rewrite (Rmult_comm (/ b)), <- Rmult_assoc, <- (Rmult_comm (exp _)), Rmult_assoc.
    assert (N : (r - w) / (1 - w) + p * / b = (1 - b * w) / (a * b * (1 - w))).
    { assert (RR : r * (a * (1 - b)) = (1 - b * w) * (a - 1)) by (unfold r; field; lra). apply (Rmult_eq_reg_r (a * b * (1 - w))); [|apply Rgt_not_eq; repeat apply Rmult_lt_0_compat; lra].
      replace ((1 - b * w) / (a * b * (1 - w)) * (a * b * (1 - w))) with (1 - b * w) by (field; lra).
      replace (((r - w) / (1 - w) + p * / b) * (a * b * (1 - w))) with (a * b * (r - w) + a * (1 - r)) by (unfold p; field; lra). lra. }
    rewrite <- N. ring.
  - rewrite Ez. replace ((1 - b * w) * (a - 1) * / w / (a * (1 - b))) with (r / w) by (unfold r; field; lra).
    unfold m. rewrite ln_mult, ln_exp, ln_div by (auto; apply exp_pos).
    replace ((1 - b * w) / (a * b * (1 - w))) with ((1 - b * w) / (a * (1 - w)) / b) by (field; lra). rewrite (ln_div _ b) by (auto; apply Rdiv_lt_0_compat; nra).
    unfold w at 1. rewrite ln_exp. replace (ln b) with (z * (1 - a)) by (unfold b; now rewrite ln_exp). field. lra.
Qed.

(** Sums with binomial coefficients *)

Lemma sum_upto n f : sum (S n) f = sum_f_R0 f n.
Proof. induction n. simpl; ring. simpl in *. rewrite <- IHn. reflexivity. Qed.
Lemma binomial_sum n x y : sum (n + 1) (fun j => Binomial.C n j * x ^ j * y ^ (n - j)) = (x + y) ^ n.
Proof. replace (n + 1)%nat with (S n) by lia. now rewrite sum_upto, Binomial.binomial. Qed.
Lemma choose_pos n j : 0 < Binomial.C n j.
Proof. unfold Binomial.C. apply Rdiv_lt_0_compat; [|apply Rmult_lt_0_compat]; apply INR_fact_lt_0. Qed.
Lemma binomial_exp n x y : sum (n + 1) (fun j => Binomial.C n j * exp (INR j * x + (INR n - INR j) * y)) = (exp x + exp y) ^ n.
Proof.
  rewrite <- binomial_sum. apply sum_ext. intros j Hj. rewrite <- minus_INR by lia. rewrite exp_plus, !exp_nat. ring.
Qed.

Theorem chi2_binomial : Stated.ranges.chi2__binomial.
Proof.
  intros n N p P0 P1 q Q0 Q1. assert (B : forall r j, 0 < r < 1 -> 0 < binomial n r j).
  { intros r j R. unfold binomial. assert (C := choose_pos n j). apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; [exact C|]|]; apply pow_lt; lra. }
  split. { intros j _ Z. assert (X := B q j ltac:(lra)). lra. }
  transitivity ((p ^ 2 / q + (1 - p) ^ 2 / (1 - q)) ^ n); [|ring]. rewrite <- binomial_sum. replace (n + 1)%nat with (S n) by lia. apply sum_ext. intros j _.
  unfold moment. replace (1 - 2) with (-1) by ring. assert (X := B p j ltac:(lra)). assert (Y := B q j ltac:(lra)). rewrite power_2, power_m1 by lra.
  unfold binomial, Rdiv. rewrite !Rpow_mult_distr, !pow_inv, <- !pow_mult, (Nat.mul_comm 2 j), (Nat.mul_comm 2 (n - j)), !pow_mult by lra. assert (C := choose_pos n j).
  assert (0 < q ^ j) by (apply pow_lt; lra). assert (0 < (1 - q) ^ (n - j)) by (apply pow_lt; lra). field. lra.
Qed.

Theorem hellinger_binomial : Stated.ranges.hellinger__binomial.
Proof.
  intros n N p P0 P1 q Q0 Q1. unfold is_squared_hellinger. rewrite sqrt_mult by lra.
  set (w := sqrt p * sqrt q + sqrt (1 - p) * sqrt (1 - q)). replace (1 - (1 - w ^ n)) with (w ^ n) by ring. unfold w. rewrite <- binomial_sum. replace (n + 1)%nat with (S n) by lia. apply sum_ext. intros j _.
  assert (C := choose_pos n j). assert (T : forall r, 0 < r < 1 -> sqrt (binomial n r j) = sqrt (Binomial.C n j) * sqrt r ^ j * sqrt (1 - r) ^ (n - j)).
  { intros r R. assert (A : forall x k, 0 < x -> sqrt (x ^ k) = sqrt x ^ k).
    { intros x k X. rewrite <- (sqrt_pow2 (sqrt x ^ k)) by (apply pow_le, sqrt_pos). f_equal. rewrite <- pow_mult, Nat.mul_comm, pow_mult, pow2_sqrt; lra. }
    unfold binomial. assert (0 < r ^ j) by (apply pow_lt; lra). assert (0 < (1 - r) ^ (n - j)) by (apply pow_lt; lra).
    rewrite !sqrt_mult, !A by nra. reflexivity. }
  rewrite !T by lra. rewrite !Rpow_mult_distr. rewrite <- (sqrt_sqrt (Binomial.C n j)) at 3 by lra. ring.
Qed.

(** The loss of a worst pair: its moments by Hoeffding's lemma, and what it exceeds *)

Lemma tanh_odds e : tanh (e / 2) = (exp e - 1) / (exp e + 1).
Proof.
  unfold tanh, sinh, cosh. replace (exp e) with (exp (e / 2) * exp (e / 2)) by (rewrite <- exp_plus; f_equal; field). rewrite exp_Ropp.
  assert (P := exp_pos (e / 2)). field. split; [nra | lra].
Qed.
Lemma loss_moment e s : 0 <= e -> 0 <= s -> exp (- (s * e)) + exp (e + s * e) <= (exp e + 1) * exp (s * (e * tanh (e / 2)) + s ^ 2 * e ^ 2 / 2).
Proof.
  intros He Hs. assert (E := exp_pos e). assert (H : 0 <= 2 * (s * e)) by nra. assert (B := bernoulli_moment (exp e) (2 * (s * e)) E H).
  replace (exp (- (s * e)) + exp (e + s * e)) with ((exp e + 1) * (exp (- (s * e)) * ((exp e * exp (2 * (s * e)) + 1) / (exp e + 1)))).
  2: { replace (exp (e + s * e)) with (exp e * exp (2 * (s * e)) * exp (- (s * e))) by (rewrite <- !exp_plus; f_equal; ring). field. lra. }
  apply Rmult_le_compat_l. lra. assert (Q : 0 < (exp e * exp (2 * (s * e)) + 1) / (exp e + 1)). { apply Rdiv_lt_0_compat; [|lra]. assert (P := exp_pos (2 * (s * e))). nra. }
  rewrite <- (exp_ln _ Q), <- exp_plus. apply exp_le. rewrite tanh_odds.
  replace (s * (e * ((exp e - 1) / (exp e + 1))) + s ^ 2 * e ^ 2 / 2) with (- (s * e) + (exp e / (exp e + 1) * (2 * (s * e)) + (2 * (s * e)) ^ 2 / 8)) by (field; lra). lra.
Qed.
Lemma excess l T s : 0 <= s -> 1 - exp (T - l) <= exp (s * (l - T)).
Proof.
  intros S. assert (P := exp_pos (s * (l - T))). assert (Q := exp_pos (T - l)). destruct (Rle_dec T l).
  - assert (1 <= exp (s * (l - T))) by (apply exp_ge_1; nra). lra.
  - assert (1 <= exp (T - l)) by (apply exp_ge_1; lra). lra.
Qed.
(* the term of p = q e^l *)
Lemma excess_term p q l T s : 0 <= s -> 0 < p -> p = q * exp l -> Rmax (- (q * exp T) + p) 0 <= p * exp (s * (l - T)).
Proof.
  intros S P E. assert (X := excess l T s S). assert (Y := exp_pos (s * (l - T))). apply Rmax_lub; [|nra].
  replace (- (q * exp T) + p) with (p * (1 - exp (T - l))). apply Rmult_le_compat_l; lra.
  rewrite E. unfold Rminus. rewrite exp_plus, exp_Ropp. assert (0 < exp l) by apply exp_pos. field. lra.
Qed.

Lemma advanced_sum e s T k : 0 <= e -> 0 <= s ->
  sum (k + 1) (fun j => power (exp e + 1) (- INR k) * Binomial.C k j * Rmax (- (exp (e * INR j) * exp T) + exp (e * (INR k - INR j))) 0)
  <= exp (s * (INR k * (e * tanh (e / 2))) + s ^ 2 * (INR k * e ^ 2) / 2 - s * T).
Proof.
  intros He Hs. assert (E := exp_pos e). rewrite power_pos, Rpower_Ropp, Rpower_pow by lra. assert (W : 0 < (exp e + 1) ^ k) by (apply pow_lt; lra).
  apply Rle_trans with (sum (k + 1) (fun j => / (exp e + 1) ^ k * exp (- (s * T)) * (Binomial.C k j * exp (INR j * - (s * e) + (INR k - INR j) * (e + s * e))))).
  - apply sum_le. intros j Hj. assert (C := choose_pos k j). assert (I : 0 < / (exp e + 1) ^ k) by now apply Rinv_0_lt_compat.
    assert (X := excess_term (exp (e * (INR k - INR j))) (exp (e * INR j)) (e * (INR k - 2 * INR j)) T s Hs (exp_pos _) ltac:(rewrite <- exp_plus; f_equal; ring)).
    replace (/ (exp e + 1) ^ k * exp (- (s * T)) * (Binomial.C k j * exp (INR j * - (s * e) + (INR k - INR j) * (e + s * e))))
      with (/ (exp e + 1) ^ k * Binomial.C k j * (exp (e * (INR k - INR j)) * exp (s * (e * (INR k - 2 * INR j) - T)))).
    2: { transitivity (/ (exp e + 1) ^ k * Binomial.C k j * (exp (- (s * T)) * exp (INR j * - (s * e) + (INR k - INR j) * (e + s * e)))); [|ring]. rewrite <- !exp_plus. do 2 f_equal. ring. }
    apply Rmult_le_compat_l; auto. apply Rmult_le_pos; lra.
  - rewrite sum_scal, binomial_exp. assert (M := loss_moment e s He Hs). assert (P1 := exp_pos (- (s * e))). assert (P2 := exp_pos (e + s * e)).
    assert (M' := fun H => pow_incr (exp (- (s * e)) + exp (e + s * e)) _ k (conj H M)). specialize (M' ltac:(lra)). rewrite Rpow_mult_distr, <- exp_nat in M'. assert (Q := exp_pos (- (s * T))).
    apply Rle_trans with (/ (exp e + 1) ^ k * exp (- (s * T)) * ((exp e + 1) ^ k * exp (INR k * (s * (e * tanh (e / 2)) + s ^ 2 * e ^ 2 / 2)))).
    + apply Rmult_le_compat_l; auto. apply Rmult_le_pos; [left; now apply Rinv_0_lt_compat | lra].
    + right. transitivity (exp (- (s * T)) * exp (INR k * (s * (e * tanh (e / 2)) + s ^ 2 * e ^ 2 / 2))); [field; lra|]. rewrite <- exp_plus. f_equal. field.
Qed.
(* the best order, for a mean and a variance *)
Lemma best_order v L : 0 < v -> 0 < L -> exists s, 0 <= s /\ forall m T, m + sqrt 2 * sqrt v * sqrt L <= T -> s * m + s ^ 2 * v / 2 - s * T <= - L.
Proof.
  intros V HL. assert (SV := sqrt_lt_R0 v V). assert (S2 := sqrt_lt_R0 2 ltac:(lra)). assert (SL := sqrt_lt_R0 L HL).
  assert (VV := sqrt_sqrt v ltac:(lra)). assert (LL := sqrt_sqrt L ltac:(lra)). assert (TT := sqrt_sqrt 2 ltac:(lra)).
  assert (S : 0 < sqrt 2 * sqrt L / sqrt v) by (apply Rdiv_lt_0_compat; nra). exists (sqrt 2 * sqrt L / sqrt v). split; [lra|]. intros m T H.
  set (s := sqrt 2 * sqrt L / sqrt v) in *. assert (s * (m + sqrt 2 * sqrt v * sqrt L) <= s * T) by (apply Rmult_le_compat_l; lra).
  assert (A : s * (sqrt 2 * sqrt v * sqrt L) = 2 * L). { transitivity ((sqrt 2 * sqrt 2) * (sqrt L * sqrt L)); [unfold s; field; lra | rewrite TT, LL; ring]. }
  assert (B : s ^ 2 * v = 2 * L). { rewrite <- VV. transitivity ((sqrt 2 * sqrt 2) * (sqrt L * sqrt L)); [unfold s; field; lra | rewrite TT, LL; ring]. }
  lra.
Qed.
Lemma log_inverse d : 0 < d < 1 -> 0 < ln (1 / d) /\ exp (- ln (1 / d)) = d.
Proof.
  intros D. assert (I : 1 < 1 / d) by (apply (Rmult_lt_reg_r d); [|unfold Rdiv; rewrite Rmult_assoc, Rinv_l]; lra). split.
  rewrite <- ln_1. apply ln_increasing; lra. rewrite exp_Ropp, exp_ln by lra. field. lra.
Qed.
Lemma advanced e T k d : 0 < e -> (1 <= k)%nat -> 0 < d < 1 -> sqrt 2 * e * sqrt (INR k) * sqrt (ln (1 / d)) + INR k * (e * tanh (e / 2)) <= T ->
  sum (k + 1) (fun j => power (exp e + 1) (- INR k) * Binomial.C k j * Rmax (- (exp (e * INR j) * exp T) + exp (e * (INR k - INR j))) 0) <= d.
Proof.
  intros He K D H. assert (K1 : 1 <= INR k) by now apply (le_INR 1). destruct (log_inverse d D) as [L E].
  destruct (best_order (INR k * e ^ 2) (ln (1 / d)) ltac:(nra) L) as [s [S B]]. apply Rle_trans with (exp (- ln (1 / d))); [|lra].
  apply Rle_trans with (1 := advanced_sum e s T k ltac:(lra) S). apply exp_le. apply B. rewrite sqrt_mult, sqrt_pow2 by nra. lra.
Qed.
Lemma tanh_half e : 0 < e -> 0 <= e * tanh (e / 2) <= e ^ 2 / 2.
Proof.
  intros H. assert (T := tanh_le (e / 2) ltac:(lra)). split; [|nra]. rewrite tanh_odds. assert (E := exp_gt_1 e H). apply Rmult_le_pos; [lra|]. left. apply Rdiv_lt_0_compat; lra.
Qed.

Theorem dp_composition_advanced_tanh : Stated.ranges.dp__composition__advanced__tanh.
Proof.
  intros e He d D0 D1 k K. refine (Rle_trans _ _ _ _ (advanced e (sqrt 2 * e * sqrt (INR k) * sqrt (ln (1 / d)) + e * INR k * tanh (e / 2)) k d He K (conj D0 D1) _)); [|lra].
  right. apply sum_ext. intros j _. do 4 f_equal. ring.
Qed.
Theorem dp_composition_advanced : Stated.ranges.dp__composition__advanced.
Proof.
  intros e He d D0 D1 k K. refine (Rle_trans _ _ _ _ (advanced e (sqrt 2 * e * sqrt (INR k) * sqrt (ln (1 / d)) + e * INR k * (exp e - 1)) k d He K (conj D0 D1) _)).
  - right. apply sum_ext. intros j _. do 4 f_equal. ring.
  - assert (T := tanh_half e He). assert (E := exp_ineq1_le e). assert (K0 := pos_INR k). assert (e * tanh (e / 2) <= e * (exp e - 1)) by nra. nra.
Qed.
Theorem rdp_composition_advanced_zcdp : Stated.ranges.rdp__composition__advanced__zcdp.
Proof.
  intros e He k K d D0 D1. refine (Rle_trans _ _ _ _ (advanced e (sqrt 2 * sqrt (INR k) * e * sqrt (ln (1 / d)) + INR k * e ^ 2 / 2) k d He K (conj D0 D1) _)).
  - right. apply sum_ext. intros j _. rewrite (Rmult_comm e (INR j)). do 4 f_equal. ring.
  - assert (T := tanh_half e He). assert (K0 := pos_INR k). nra.
Qed.
Theorem rdp_composition_advanced : Stated.ranges.rdp__composition__advanced.
Proof.
  intros e He k K d D0 D1 H. refine (Rle_trans _ _ _ _ (advanced e (4 * sqrt 2 * sqrt (INR k) * e * sqrt (ln (1 / d))) k d He K (conj D0 D1) _)).
  - right. apply sum_ext. intros j _. rewrite (Rmult_comm e (INR j)). do 4 f_equal. ring.
  - assert (T := tanh_half e He). assert (K0 := pos_INR k). destruct (log_inverse d (conj D0 D1)) as [L _]. set (l := ln (1 / d)) in *.
    assert (S2 : 1 <= sqrt 2) by interval with (i_prec 40). assert (SL := sqrt_pos l). assert (SK := sqrt_pos (INR k)). assert (LL := sqrt_sqrt l ltac:(lra)). assert (KK := sqrt_sqrt (INR k) K0).
    assert (X : sqrt (INR k) * e <= sqrt l). { rewrite <- (sqrt_pow2 (sqrt (INR k) * e)) by nra. apply sqrt_le_1_alt. nra. }
    assert (Y : 0 <= sqrt (INR k) * e) by nra. set (y := sqrt (INR k) * e) in *.
    assert (Z : INR k * e ^ 2 = y * y) by (unfold y; rewrite <- KK at 1; ring). assert (INR k * (e * tanh (e / 2)) <= y * y / 2) by nra.
    replace (sqrt 2 * e * sqrt (INR k) * sqrt l) with (sqrt 2 * (y * sqrt l)) by (unfold y; ring). replace (4 * sqrt 2 * sqrt (INR k) * e * sqrt l) with (4 * sqrt 2 * (y * sqrt l)) by (unfold y; ring).
    assert (y * y <= y * sqrt l) by nra. assert (y * sqrt l <= sqrt 2 * (y * sqrt l)) by nra. assert (0 <= y * y) by nra. lra.
Qed.

(** Two answers of one kind and one of another *)

Lemma advanced_two e f T d : 0 < e -> 0 < f -> 0 < d < 1 -> 2 * e * tanh (e / 2) + f * tanh (f / 2) + sqrt 2 * sqrt (2 * e ^ 2 + f ^ 2) * sqrt (ln (1 / d)) <= T ->
  let N := (exp e + 1) ^ 2 * (exp f + 1) in
  exists v : R, is_hockey_stick (finite 8) T
    (listed (1 / N :: exp f / N :: exp e / N :: exp e * exp f / N :: exp e / N :: exp e * exp f / N :: exp (2 * e) / N :: exp (2 * e) * exp f / N :: nil))
    (listed (exp (2 * e) * exp f / N :: exp (2 * e) / N :: exp e * exp f / N :: exp e / N :: exp e * exp f / N :: exp e / N :: exp f / N :: 1 / N :: nil)) v /\ v <= d.
Proof.
  intros He Hf D H N. eexists; split; [reflexivity|]. destruct (log_inverse d D) as [L E]. destruct (best_order (2 * e ^ 2 + f ^ 2) (ln (1 / d)) ltac:(nra) L) as [s [S B]].
  assert (PE := exp_pos e). assert (PF := exp_pos f). assert (N0 : 0 < N) by (unfold N; apply Rmult_lt_0_compat; nra). assert (I : 0 < / N) by now apply Rinv_0_lt_compat.
  assert (X : forall a b : R, Rmax 0 (exp a / N - exp T * (exp b / N)) <= / N * (exp a * exp (s * (a - b)) * exp (- (s * T)))).
  { intros a b. assert (Q := excess_term (exp a) (exp b) (a - b) T s S (exp_pos a) ltac:(rewrite <- exp_plus; f_equal; ring)).
    replace (exp a / N - exp T * (exp b / N)) with (/ N * (- (exp b * exp T) + exp a)) by (field; lra). rewrite <- (Rmult_0_r (/ N)) at 1. rewrite RmaxRmult by lra. rewrite Rmax_comm.
    apply Rmult_le_compat_l. lra. rewrite Rmult_assoc, <- (exp_plus (s * (a - b))). replace (s * (a - b) + - (s * T)) with (s * (a - b - T)) by ring. exact Q. }
  assert (Me := loss_moment e s ltac:(lra) S). assert (Mf := loss_moment f s ltac:(lra) S). assert (G := B (2 * (e * tanh (e / 2)) + f * tanh (f / 2)) T ltac:(lra)).
  assert (X0 := X 0 (2 * e + f)). assert (X1 := X f (2 * e)). assert (X2 := X e (e + f)). assert (X3 := X (e + f) e). assert (X6 := X (2 * e) f). assert (X7 := X (2 * e + f) 0).
  rewrite (exp_plus (2 * e) f), exp_0 in X0, X7. rewrite (exp_plus e f) in X2, X3. unfold listed; simpl. rewrite Rplus_0_l.
  set (u := exp (- (s * e)) + exp (e + s * e)) in *. set (w := exp (- (s * f)) + exp (f + s * f)) in *.
  assert (U : 0 < u) by (unfold u; assert (Z1 := exp_pos (- (s * e))); assert (Z2 := exp_pos (e + s * e)); lra). assert (W : 0 < w) by (unfold w; assert (Z1 := exp_pos (- (s * f))); assert (Z2 := exp_pos (f + s * f)); lra).
  apply Rle_trans with (/ N * (u * u * w * exp (- (s * T)))).
  - replace (u * u * w * exp (- (s * T))) with (1 * exp (s * (0 - (2 * e + f))) * exp (- (s * T)) + exp f * exp (s * (f - 2 * e)) * exp (- (s * T)) + exp e * exp (s * (e - (e + f))) * exp (- (s * T))
      + exp e * exp f * exp (s * (e + f - e)) * exp (- (s * T)) + exp e * exp (s * (e - (e + f))) * exp (- (s * T)) + exp e * exp f * exp (s * (e + f - e)) * exp (- (s * T))
      + exp (2 * e) * exp (s * (2 * e - f)) * exp (- (s * T)) + exp (2 * e) * exp f * exp (s * (2 * e + f - 0)) * exp (- (s * T))). lra.
    unfold u, w. replace (s * (0 - (2 * e + f))) with (- (s * e) + - (s * e) + - (s * f)) by ring. replace (s * (f - 2 * e)) with (- (s * e) + - (s * e) + s * f) by ring. replace (s * (e - (e + f))) with (- (s * f)) by ring.
    replace (s * (e + f - e)) with (s * f) by ring. replace (s * (2 * e - f)) with (s * e + s * e + - (s * f)) by ring. replace (s * (2 * e + f - 0)) with (s * e + s * e + s * f) by ring.
    replace (2 * e) with (e + e) by ring. rewrite !exp_plus, !exp_Ropp. assert (Z1 := exp_pos (s * e)). assert (Z2 := exp_pos (s * f)). assert (Z3 := exp_pos (s * T)). field. lra.
  - rewrite <- E. set (me := exp (s * (e * tanh (e / 2)) + s ^ 2 * e ^ 2 / 2)) in *. set (mf := exp (s * (f * tanh (f / 2)) + s ^ 2 * f ^ 2 / 2)) in *.
    assert (UU : u * u <= (exp e + 1) * me * ((exp e + 1) * me)) by (apply Rmult_le_compat; lra). assert (0 <= u * u) by nra.
    assert (V : u * u * w <= (exp e + 1) * me * ((exp e + 1) * me) * ((exp f + 1) * mf)) by (apply Rmult_le_compat; lra). assert (Z := exp_pos (- (s * T))).
    apply Rle_trans with (/ N * ((exp e + 1) * me * ((exp e + 1) * me) * ((exp f + 1) * mf) * exp (- (s * T)))). { apply Rmult_le_compat_l. lra. apply Rmult_le_compat_r; lra. }
    replace (/ N * ((exp e + 1) * me * ((exp e + 1) * me) * ((exp f + 1) * mf) * exp (- (s * T)))) with (me * me * mf * exp (- (s * T))) by (unfold N; field; lra).
    unfold me, mf. rewrite <- !exp_plus. apply exp_le. lra.
Qed.
Theorem dp_composition_advanced_two : Stated.ranges.dp__composition__advanced__two.
Proof. intros e He f Hf d D0 D1. apply advanced_two; lra. Qed.
Theorem dp_composition_advanced_two_printed : Stated.ranges.dp__composition__advanced__two__printed.
Proof.
  intros e He f Hf d D0 D1. apply advanced_two; try lra. assert (A := tanh_half e He). assert (B := tanh_half f Hf). assert (E := exp_ineq1_le e). assert (F := exp_ineq1_le f). nra.
Qed.

(** Events under many answers *)

Lemma sum_longer m n f : (m <= n)%nat -> (forall j, 0 <= f j) -> sum m f <= sum n f.
Proof. intros H P. induction H; [lra|]. simpl. assert (X := P m0). lra. Qed.
Lemma event_bound z n m a : 0 < z -> (m < n)%nat -> 1 < a ->
  let P := sum (m + 1) (fun j => Binomial.C n j * exp (z * (INR n - INR j))) in let Q := sum (m + 1) (fun j => Binomial.C n j * exp (INR j * z)) in
  0 < P /\ 0 < Q /\ ln P <= ln Q + ln ((exp z + 1) ^ n / Q) / a + (a - 1) * (INR n * z ^ 2 / 2).
Proof.
  intros Z M A P Q. assert (P0 : 0 < P) by (apply sum_pos; [lia | intros; apply Rmult_lt_0_compat; [apply choose_pos | apply exp_pos]]).
  assert (Q0 : 0 < Q) by (apply sum_pos; [lia | intros; apply Rmult_lt_0_compat; [apply choose_pos | apply exp_pos]]). split; [|split]; auto.
  set (t := P / Q). assert (T : 0 < t) by now apply Rdiv_lt_0_compat. assert (E := exp_pos z). assert (W : 0 < (exp z + 1) ^ n) by (apply pow_lt; lra).
  assert (H : a * Rpower t (a - 1) * P - (a - 1) * Rpower t a * Q <= (exp (- ((a - 1) * z)) + exp (z + (a - 1) * z)) ^ n).
  { rewrite <- binomial_exp. apply Rle_trans with (sum (m + 1) (fun j => Binomial.C n j * exp (INR j * - ((a - 1) * z) + (INR n - INR j) * (z + (a - 1) * z)))).
    2: { apply sum_longer; [lia|]. intros j. apply Rmult_le_pos; left; [apply choose_pos | apply exp_pos]. }
    replace (a * Rpower t (a - 1) * P - (a - 1) * Rpower t a * Q) with (sum (m + 1) (fun j => a * Rpower t (a - 1) * (Binomial.C n j * exp (z * (INR n - INR j))) + - ((a - 1) * Rpower t a) * (Binomial.C n j * exp (INR j * z))))
      by (rewrite sum_plus, !sum_scal; unfold P, Q; ring). apply sum_le. intros j Hj. assert (C := choose_pos n j).
    assert (X := moment_tangent a t (exp (z * (INR n - INR j))) (exp (INR j * z)) A T ltac:(left; apply exp_pos) ltac:(left; apply exp_pos) ltac:(intros Y; assert (V := exp_pos (INR j * z)); lra)).
    rewrite !power_exp, <- exp_plus in X. apply (Rmult_le_compat_l (Binomial.C n j)) in X; [|lra].
    replace (a * (z * (INR n - INR j)) + (1 - a) * (INR j * z)) with (INR j * - ((a - 1) * z) + (INR n - INR j) * (z + (a - 1) * z)) in X by ring. lra. }
  replace (a * Rpower t (a - 1) * P - (a - 1) * Rpower t a * Q) with (exp (a * ln P + (1 - a) * ln Q)) in H.
  2: { replace (Rpower t a) with (Rpower t (a - 1) * t). 2: { rewrite <- (Rpower_1 t) at 2 by auto. rewrite <- Rpower_plus. f_equal. ring. }
    transitivity (Rpower t (a - 1) * P). 2: { assert (PT : P = t * Q) by (unfold t; field; lra). rewrite PT. ring. }
    unfold Rpower, t. rewrite ln_div by auto. transitivity (exp ((a - 1) * (ln P - ln Q)) * exp (ln P)); [|now rewrite (exp_ln P)]. rewrite <- exp_plus. f_equal. ring. }
  assert (L := loss_moment z (a - 1) ltac:(lra) ltac:(lra)). assert (Y1 := exp_pos (- ((a - 1) * z))). assert (Y2 := exp_pos (z + (a - 1) * z)).
  assert (L' := fun H => pow_incr (exp (- ((a - 1) * z)) + exp (z + (a - 1) * z)) _ n (conj H L)). specialize (L' ltac:(lra)). rewrite Rpow_mult_distr, <- exp_nat in L'. assert (G := Rle_trans _ _ _ H L').
  rewrite <- (exp_ln ((exp z + 1) ^ n)), <- exp_plus in G by auto.
  assert (G' : a * ln P + (1 - a) * ln Q <= ln ((exp z + 1) ^ n) + INR n * ((a - 1) * (z * tanh (z / 2)) + (a - 1) ^ 2 * z ^ 2 / 2)). { destruct (Rle_dec (a * ln P + (1 - a) * ln Q) (ln ((exp z + 1) ^ n) + INR n * ((a - 1) * (z * tanh (z / 2)) + (a - 1) ^ 2 * z ^ 2 / 2))); auto. exfalso. apply (Rle_not_lt _ _ G). apply exp_increasing. lra. }
  rewrite ln_div by auto. set (l := ln ((exp z + 1) ^ n)) in *. assert (TH := tanh_half z Z). assert (NN := pos_INR n).
  assert (INR n * ((a - 1) * (z * tanh (z / 2))) <= INR n * ((a - 1) * (z ^ 2 / 2))) by (apply Rmult_le_compat_l; [auto|]; apply Rmult_le_compat_l; lra).
  apply (Rmult_le_reg_l a). lra. replace (a * (ln Q + (l - ln Q) / a + (a - 1) * (INR n * z ^ 2 / 2))) with (a * ln Q + (l - ln Q) + a * (a - 1) * (INR n * z ^ 2 / 2)) by (field; lra). lra.
Qed.
Lemma event_whole z n m : (m < n)%nat -> sum (m + 1) (fun j => Binomial.C n j * exp (z * (INR n - INR j))) <= (exp z + 1) ^ n.
Proof.
  intros H. assert (B := binomial_exp n 0 z). rewrite exp_0 in B. rewrite (Rplus_comm (exp z)), <- B. apply Rle_trans with (sum (n + 1) (fun j => Binomial.C n j * exp (z * (INR n - INR j)))).
  - apply sum_longer; [lia|]. intros j. apply Rmult_le_pos; left; [apply choose_pos | apply exp_pos].
  - right. apply sum_ext. intros j _. do 2 f_equal. ring.
Qed.
(* the bound at its best order, if that is at least one *)
Lemma event_sharp z n m : 0 < z -> (m < n)%nat ->
  let P := sum (m + 1) (fun j => Binomial.C n j * exp (z * (INR n - INR j))) in let Q := sum (m + 1) (fun j => Binomial.C n j * exp (INR j * z)) in let L := ln ((exp z + 1) ^ n / Q) in
  INR n * z ^ 2 / 2 <= L -> P <= exp (sqrt 2 * sqrt (INR n) * z * sqrt L - INR n * z ^ 2 / 2) * Q.
Proof.
  intros Z M P Q L H. assert (N1 : 1 <= INR n) by (apply (le_INR 1); lia). assert (E := exp_pos z). assert (W : 0 < (exp z + 1) ^ n) by (apply pow_lt; lra).
  destruct (event_bound z n m 2 Z M ltac:(lra)) as [P0 [Q0 _]]. fold P in P0. fold Q in Q0.
  rewrite <- (exp_ln Q) by auto. rewrite <- exp_plus, <- (exp_ln P) by auto. apply exp_le.
  assert (Y : 0 < INR n * z ^ 2) by nra. set (y := sqrt (INR n) * z). assert (SN := sqrt_lt_R0 (INR n) ltac:(lra)). assert (Y0 : 0 < y) by (unfold y; nra).
  assert (YY : INR n * z ^ 2 = y * y). { unfold y. rewrite <- (sqrt_sqrt (INR n)) at 1 by lra. ring. }
  assert (LL := sqrt_sqrt L ltac:(lra)). assert (SL := sqrt_lt_R0 L ltac:(lra)). set (l := sqrt L) in *. assert (TT := sqrt_sqrt 2 ltac:(lra)). assert (S2 := sqrt_lt_R0 2 ltac:(lra)).
  replace (sqrt 2 * sqrt (INR n) * z * l) with (sqrt 2 * y * l) by (unfold y; ring). rewrite YY in *.
  set (a := sqrt 2 * l / y). assert (A0 : 1 <= a). { apply (Rmult_le_reg_r y); auto. unfold a, Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra. rewrite Rmult_1_l. apply Rsqr_incr_0_var; [|nra]. unfold Rsqr. nra. }
  assert (AY : a * y = sqrt 2 * l) by (unfold a; field; lra).
  destruct (Req_dec a 1) as [A1|A1].
  - assert (X := event_whole z n m M). fold P in X. assert (X' := ln_le _ _ P0 X). assert (EL : L = ln ((exp z + 1) ^ n) - ln Q) by (unfold L; now apply ln_div).
    rewrite A1, Rmult_1_l in AY. rewrite AY. replace (sqrt 2 * (sqrt 2 * l) * l) with ((sqrt 2 * sqrt 2) * (l * l)) by ring. replace (sqrt 2 * l * (sqrt 2 * l)) with ((sqrt 2 * sqrt 2) * (l * l)) by ring.
    rewrite TT, LL. lra.
  - destruct (event_bound z n m a Z M ltac:(lra)) as [_ [_ B]]. fold P Q in B. fold L in B. rewrite YY, <- LL in B.
    replace (l * l / a) with (sqrt 2 * y * l / 2) in B. { assert (AYY : a * (y * y) = sqrt 2 * l * y) by (rewrite <- AY; ring). lra. } apply (Rmult_eq_reg_r a); [|lra]. replace (l * l / a * a) with (l * l) by (field; lra).
    transitivity (sqrt 2 * l * (a * y) / 2); [field|]. rewrite AY. transitivity (sqrt 2 * sqrt 2 * (l * l) / 2); [field|]. rewrite TT. field.
Qed.

Ltac same_sum := apply sum_ext; intros; rewrite Rmult_comm; do 2 f_equal; ring.
Theorem rdp_event_sharp : Stated.ranges.rdp__event__sharp.
Proof.
  intros n N m z Z M H. apply INR_lt in M. assert (B := event_sharp z n m Z M).
  replace (sum (m + 1) (fun j => exp (INR j * z) * Binomial.C n j)) with (sum (m + 1) (fun j => Binomial.C n j * exp (INR j * z))) in * by same_sum.
  replace (sum (m + 1) (fun j => exp (z * (- INR j + INR n)) * Binomial.C n j)) with (sum (m + 1) (fun j => Binomial.C n j * exp (z * (INR n - INR j)))) by same_sum.
  rewrite (Rmult_assoc (power _ _)). apply Rmult_le_compat_l. apply power_nonneg. now apply B.
Qed.
Theorem rdp_event : Stated.ranges.rdp__event.
Proof.
  intros n N m z Z M. apply INR_lt in M. assert (B := event_sharp z n m Z M). destruct (event_bound z n m 2 Z M ltac:(lra)) as [P0 [Q0 _]]. assert (X := event_whole z n m M).
  replace (sum (m + 1) (fun j => exp (INR j * z) * Binomial.C n j)) with (sum (m + 1) (fun j => Binomial.C n j * exp (INR j * z))) in * by same_sum.
  replace (sum (m + 1) (fun j => exp (z * (- INR j + INR n)) * Binomial.C n j)) with (sum (m + 1) (fun j => Binomial.C n j * exp (z * (INR n - INR j)))) by same_sum.
  rewrite (Rmult_assoc (power _ _)). apply Rmult_le_compat_l. apply power_nonneg. cbv zeta in B.
  set (P := sum (m + 1) (fun j => Binomial.C n j * exp (z * (INR n - INR j)))) in *. set (Q := sum (m + 1) (fun j => Binomial.C n j * exp (INR j * z))) in *. set (L := ln ((exp z + 1) ^ n / Q)) in *.
  assert (E := exp_pos z). assert (W : 0 < (exp z + 1) ^ n) by (apply pow_lt; lra). assert (NN := pos_INR n). assert (SN := sqrt_pos (INR n)). assert (SL := sqrt_pos L).
  assert (Y : 0 <= sqrt (INR n) * z) by nra. assert (F : 0 <= sqrt (INR n) * z * sqrt L) by nra. assert (0 <= INR n * z ^ 2 / 2) by nra. assert (S2 : sqrt 2 <= 2) by interval with (i_prec 40).
  destruct (Rle_dec (INR n * z ^ 2 / 2) L) as [H1|H1].
  - apply Rle_trans with (1 := B H1). apply Rmult_le_compat_r. lra. apply exp_le. nra.
  - apply Rle_trans with (exp L * Q). { unfold L. rewrite exp_ln by now apply Rdiv_lt_0_compat. unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra. exact X. }
    apply Rmult_le_compat_r. lra. apply exp_le. destruct (Rle_dec 0 L) as [L0|L0]; [|nra].
    assert (LL := sqrt_sqrt L L0). assert (sqrt L <= sqrt (INR n) * z). { rewrite <- (sqrt_pow2 (sqrt (INR n) * z)) by auto. apply sqrt_le_1_alt. rewrite Rpow_mult_distr, pow2_sqrt by auto. lra. } nra.
Qed.
