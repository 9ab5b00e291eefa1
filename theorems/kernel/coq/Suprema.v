(** * Suprema: the worst of a divergence over the rows of kernels, and by how much a pair fails to dominate another

A supremum is infinite where there is no bound, and the supremum of nothing is minus infinity. *)

From Coq Require Import Reals.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Spaces Functions Divergences.
Open Scope R_scope.

(* the same relation, to an extended real *)
Definition finitely (value : R -> Prop) (d : Rbar) : Prop := exists r : R, d = Finite r /\ value r.

(* there is a value at every point, and d is the least upper bound of them *)
Definition is_supremum (A : space) (value : point A -> Rbar -> Prop) (d : Rbar) : Prop :=
  (forall x, inside A x -> exists r, value x r /\ Rbar_le r d) /\
  (forall bound, (forall x r, inside A x -> value x r -> Rbar_le r bound) -> Rbar_le d bound).

Definition is_supremum_of_pairs (A : space) (value : point A -> point A -> Rbar -> Prop) (d : Rbar) : Prop :=
  is_supremum (pairs A A) (fun x => value (fst x) (snd x)) d.

(* the sum of values, one at each of the first n numbers *)
Fixpoint total_of (n : nat) (f : nat -> Rbar) : Rbar :=
  match n with O => Finite 0 | S m => Rbar_plus (total_of m f) (f m) end.
Definition is_total (n : nat) (value : nat -> Rbar -> Prop) (d : Rbar) : Prop :=
  exists f : nat -> Rbar, (forall i, (i < n)%nat -> value i (f i)) /\ d = total_of n f.

(* the sum from low to high, both included *)
Definition sum_between (low high : nat) (f : nat -> R) : R := sum (S high - low) (fun i => f (low + i)%nat).

(* the least rho for which the Rényi divergence is at most xi + a rho at every order a above one and below omega *)
Definition is_concentrated_budget (A : space) (xi : R) (omega : Rbar) (p q : point A -> R) (d : Rbar) : Prop :=
  let within a r b := is_renyi A a p q r /\ Rbar_le r (Rbar_plus (Finite xi) (Rbar_mult (Finite a) b)) in
  (forall a, 1 < a -> Rbar_lt (Finite a) omega -> exists r, within a r d) /\
  (forall bound, (forall a, 1 < a -> Rbar_lt (Finite a) omega -> exists r, within a r bound) -> Rbar_le d bound).

(* by how much the profile of p and q exceeds that of a and b: none where a and b dominate *)
Definition is_domination_gap (A B : space) (p q : point A -> R) (a b : point B -> R) (d : R) : Prop :=
  is_supremum line (fun eps => finitely (fun r => exists first second : R,
    is_hockey_stick A eps p q first /\ is_hockey_stick B eps a b second /\ r = first - second)) (Finite d).

(** ** What is made of a whole trade-off function, or of a whole profile *)

Definition levels : space := Space R (fun t => 0 <= t <= 1) (fun f l => is_RInt f 0 1 l).
Definition factors : space := Space R (fun x => 0 <= x) (fun f l => is_RInt_gen f (at_right 0) (Rbar_locally p_infty) l).

(* the convex conjugate of the trade-off function, at the slope y *)
Definition is_trade_off_conjugate (A : space) (y : R) (p q : point A -> R) (d : R) : Prop :=
  is_supremum levels (fun t => finitely (fun r => exists e : R, is_trade_off A t p q e /\ r = y * t - e)) (Finite d).

(* what all hockey-stick divergences of q from p together say of the error of a test at the level t *)
Definition is_profile_envelope (A : space) (t : R) (p q : point A -> R) (d : R) : Prop :=
  is_supremum factors (fun x => finitely (fun r => exists h : R, integral A (fun a => Rmax 0 (q a - x * p a)) h /\ r = 1 - h - x * t)) (Finite d).
