(** * Functions that the reals of Coq lack, or define otherwise where it matters *)

From Coq Require Import Reals.
From Coquelicot Require Import Coquelicot.
Open Scope R_scope.

(* [Rpower 0 a] is 1 in Coq: powers of zero are guarded *)
Definition power (x a : R) : R :=
  if Rlt_dec 0 x then Rpower x a else if Req_EM_T a 0 then 1 else 0.

Definition erf (x : R) : R := 2 / sqrt PI * RInt (fun t => exp (- t ^ 2)) 0 x.
Definition erfc (x : R) : R := 1 - erf x.
(* where erf, which increases, has the value y *)
Definition erfinv (y : R) : R := real (Lub_Rbar (fun x => erf x <= y)).
(* the gamma function at half of n: at 1/2, at 1, and by its recurrence; at 0 it has a pole *)
Fixpoint half_gamma (n : nat) : R :=
  match n with 0 => 0 | 1 => sqrt PI | 2 => 1 | S (S m) => INR m / 2 * half_gamma m end.
Definition coth (x : R) : R := cosh x / sinh x.

(* cases, written as functions: the value x where a <= b (a < b), and y elsewhere *)
Definition if_le (a b x y : R) : R := if Rle_dec a b then x else y.
Definition if_lt (a b x y : R) : R := if Rlt_dec a b then x else y.

(* improper integrals over an interval with the ends a and b, which are not points of it *)
Definition from (a : Rbar) := match a with Finite x => at_right x | _ => Rbar_locally a end.
Definition upto (b : Rbar) := match b with Finite x => at_left x | _ => Rbar_locally b end.
Definition is_integral (a b : Rbar) (f : R -> R) (l : R) : Prop := is_RInt_gen f (from a) (upto b) l.
