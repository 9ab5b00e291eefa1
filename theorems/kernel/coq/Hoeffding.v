(** * Hoeffding's lemma: the cumulants of a law on two points *)

From Coq Require Import Reals Lra Psatz.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Spaces Functions Divergences Laws Basics Hyperbolic.
Open Scope R_scope.

(* of a law with mass w at 1 and 1 - w at 0; and the mass that it gets when it is tilted *)
Definition cumulant w x := ln (1 - w + w * exp x).
Definition tilted w x := w * exp x / (1 - w + w * exp x).

Lemma cumulant_pos w x : 0 <= w <= 1 -> 0 < 1 - w + w * exp x.
Proof. intros W. assert (E := exp_pos x). destruct (Req_dec w 1) as [->|]; nra. Qed.
Lemma cumulant_derive w x : 0 <= w <= 1 -> is_derive (cumulant w) x (tilted w x).
Proof. intros W. assert (E := cumulant_pos w x W). unfold cumulant, tilted. auto_derive; [lra|]. field. lra. Qed.
Lemma tilted_derive w x : 0 <= w <= 1 -> is_derive (tilted w) x (tilted w x * (1 - tilted w x)).
Proof. intros W. assert (E := cumulant_pos w x W). unfold tilted. auto_derive; [lra|]. field. lra. Qed.
Lemma quarter u : u * (1 - u) <= / 4.
Proof. assert (0 <= (u - / 2) * (u - / 2)) by apply Rle_0_sqr. lra. Qed.

Lemma is_derive_at (f : R -> R) (x l m : R) : l = m -> is_derive f x l -> is_derive f x m.
Proof. now intros <-. Qed.

Theorem cumulant_mean w x : 0 <= w <= 1 -> 0 <= x -> cumulant w x <= w * x + x ^ 2 / 8.
Proof.
  intros W X. assert (Z : tilted w 0 = w) by (unfold tilted; rewrite exp_0; field; lra).
  assert (A : forall y, 0 <= y -> 0 <= w + y / 4 - tilted w y).
  { apply (descent (fun y => w + y / 4 - tilted w y) (fun y => / 4 - tilted w y * (1 - tilted w y))).
    - intros y _. assert (D := tilted_derive w y W). apply (is_derive_minus (fun y => w + y / 4) (tilted w) y (/ 4)); [|exact D]. auto_derive; [auto | field].
    - rewrite Z. lra.
    - intros y _. assert (Q := quarter (tilted w y)). lra. }
  assert (B : 0 <= w * x + x ^ 2 / 8 - cumulant w x); [|lra]. revert x X.
  apply (descent (fun x => w * x + x ^ 2 / 8 - cumulant w x) (fun y => w + y / 4 - tilted w y)); auto.
  - intros y _. assert (D := cumulant_derive w y W). apply (is_derive_minus (fun x => w * x + x ^ 2 / 8) (cumulant w) y (w + y / 4)); [|exact D]. auto_derive; [auto | field].
  - unfold cumulant. rewrite exp_0. replace (1 - w + w * 1) with 1 by ring. rewrite ln_1. lra.
Qed.

(* the cumulant per length grows by an eighth at most *)
Theorem cumulant_slope w a z : 0 <= w <= 1 -> 1 < a -> 0 <= z -> cumulant w (a * z) - a * cumulant w z <= a * (a - 1) * z ^ 2 / 8.
Proof.
  intros W A [Z|<-]. 2: { unfold cumulant. rewrite Rmult_0_r, exp_0. replace (1 - w + w * 1) with 1 by ring. rewrite ln_1. lra. }
  assert (K : forall x, 0 <= x -> 0 <= x ^ 2 / 8 - (x * tilted w x - cumulant w x)).
  { apply (descent (fun x => x ^ 2 / 8 - (x * tilted w x - cumulant w x)) (fun x => x * (/ 4 - tilted w x * (1 - tilted w x)))).
    - intros x _. assert (D := tilted_derive w x W). assert (C := cumulant_derive w x W).
      apply (is_derive_at _ _ (minus (x / 4) (minus (plus (mult 1 (tilted w x)) (mult x (tilted w x * (1 - tilted w x)))) (tilted w x)))).
      { unfold minus, plus, opp, mult; simpl. field. }
      apply (is_derive_minus (fun x => x ^ 2 / 8) (fun x => x * tilted w x - cumulant w x)); [auto_derive; [auto | field]|].
      apply (is_derive_minus (fun x => x * tilted w x) (cumulant w)); [|exact C].
      apply (is_derive_mult (fun x => x) (tilted w)); [apply (is_derive_id x) | exact D | intros; apply Rmult_comm].
    - unfold cumulant. rewrite exp_0. replace (1 - w + w * 1) with 1 by ring. rewrite ln_1. lra.
    - intros x X. assert (Q := quarter (tilted w x)). apply Rmult_le_pos; lra. }
  assert (G : forall s, 0 <= s -> 0 <= s / 8 - cumulant w (z + s) / (z + s) + cumulant w z / z).
  { apply (descent (fun s => s / 8 - cumulant w (z + s) / (z + s) + cumulant w z / z)
      (fun s => / 8 - ((z + s) * tilted w (z + s) - cumulant w (z + s)) / (z + s) ^ 2)).
    - intros s S. assert (E := cumulant_pos w (z + s) W). unfold cumulant at 1, tilted, cumulant.
      generalize (cumulant w z / z). intros c. auto_derive; [repeat split; lra|]. unfold cumulant. field. lra.
    - rewrite Rplus_0_r. lra.
    - intros s S. assert (L := K (z + s) ltac:(lra)). assert (P : 0 < (z + s) ^ 2) by (apply pow_lt; lra). apply (Rmult_le_reg_r ((z + s) ^ 2)); [auto|].
      rewrite Rmult_0_l. replace ((/ 8 - ((z + s) * tilted w (z + s) - cumulant w (z + s)) / (z + s) ^ 2) * (z + s) ^ 2)
        with ((z + s) ^ 2 / 8 - ((z + s) * tilted w (z + s) - cumulant w (z + s))) by (field; lra). exact L. }
  assert (L := G ((a - 1) * z) ltac:(nra)). replace (z + (a - 1) * z) with (a * z) in L by ring. apply (Rmult_le_compat_l (a * z)) in L; [|nra].
  replace (a * z * ((a - 1) * z / 8 - cumulant w (a * z) / (a * z) + cumulant w z / z)) with (a * (a - 1) * z ^ 2 / 8 - (cumulant w (a * z) - a * cumulant w z)) in L by (field; lra).
  lra.
Qed.
