(** * What adaptive mechanisms release: one answer after another, each drawn from a law that the answers before it choose *)

From Coq Require Import Reals List.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Spaces.
Import ListNotations.
Open Scope R_scope.

(* k answers, each a point of A *)
Fixpoint answers (A : space) (k : nat) : space :=
  match k with O => Space unit (fun _ => True) (fun f l => f tt = l) | S j => pairs (answers A j) A end.

(* as a list, the last answer first *)
Fixpoint history (A : space) (k : nat) : point (answers A k) -> list (point A) :=
  match k with O => fun _ => [] | S j => fun x => snd x :: history A j (fst x) end.

(* an adaptive mechanism has a law of the next answer after each history *)
Definition is_mechanism (A : space) (K : list (point A) -> point A -> R) : Prop :=
  forall past, (forall x, In x past -> inside A x) -> is_law A (K past).

Definition full_mechanism (A : space) (K : list (point A) -> point A -> R) : Prop :=
  forall past, (forall x, In x past -> inside A x) -> full_support A (K past).

(* the law of its first k answers *)
Fixpoint released (A : space) (K : list (point A) -> point A -> R) (k : nat) : point (answers A k) -> R :=
  match k with O => fun _ => 1 | S j => fun x => released A K j (fst x) * K (history A j (fst x)) (snd x) end.

(* the sum, along a history of answers, of values at what is known before each of them *)
Fixpoint is_sum_along (A : space) (value : forall j, point (answers A j) -> Rbar -> Prop) (k : nat) : point (answers A k) -> Rbar -> Prop :=
  match k with
  | O => fun _ d => d = Finite 0
  | S j => fun x d => exists s r : Rbar, is_sum_along A value j (fst x) s /\ value j (fst x) r /\ d = Rbar_plus s r
  end.
