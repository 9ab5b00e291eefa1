(** * The choice of the exponential mechanism *)

From Coq Require Import Reals.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Spaces.
Open Scope R_scope.

(* among m candidates, drawn from p with weights that grow with the score of each, the mass of K at the point 0 *)
Definition tilted (m : nat) (factor : R) (K : nat -> nat -> R) (p : nat -> R) : nat -> R :=
  fun i => p i * exp (factor * K i 0%nat) / sum m (fun k => p k * exp (factor * K k 0%nat)).
