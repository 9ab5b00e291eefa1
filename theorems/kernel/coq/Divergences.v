(** * Divergences of a law p from a law q, in nats

Each is a relation between laws and value, so that no value is assumed to exist. Convention: where p charges what q does not, every
divergence of order one and above is infinite. *)

From Coq Require Import Reals.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Spaces Functions.
Open Scope R_scope.

(* q charges every point that p charges *)
Definition dominated (A : space) (p q : point A -> R) : Prop :=
  forall x, inside A x -> q x = 0 -> p x = 0.

(* the integral of f is infinite if f is infinite where p charges what q does not: what lies below it has integrals without bound *)
Definition unbounded (A : space) (p q f : point A -> R) : Prop :=
  forall bound : R, exists (below : point A -> R) (l : R),
    (forall x, inside A x -> (q x = 0 -> p x = 0) -> below x <= f x) /\ integral A below l /\ bound <= l.

(** ** Rényi divergence of order a: log of the integral of p^a q^(1-a), over a - 1 *)

Definition moment {A : space} (a : R) (p q : point A -> R) : point A -> R :=
  fun x => power (p x) a * power (q x) (1 - a).

Definition is_renyi (A : space) (a : R) (p q : point A -> R) (d : Rbar) : Prop :=
  match d with
  | Finite r => (1 < a -> dominated A p q) /\
      exists m, integral A (moment a p q) m /\ 0 < m /\ r = ln m / (a - 1)
  | p_infty => (1 < a /\ unbounded A p q (moment a p q)) \/ (a < 1 /\ integral A (moment a p q) 0)
  | m_infty => False
  end.

(* the same as a mean under p of powers of q/p *)
Definition moment_under_first {A : space} (a : R) (p q : point A -> R) : point A -> R :=
  fun x => p x * power (q x / p x) (1 - a).

Definition is_renyi_under_first (A : space) (a : R) (p q : point A -> R) (d : Rbar) : Prop :=
  match d with
  | Finite r => (1 < a -> dominated A p q) /\
      exists m, integral A (moment_under_first a p q) m /\ 0 < m /\ r = ln m / (a - 1)
  | p_infty => (1 < a /\ unbounded A p q (moment_under_first a p q)) \/ (a < 1 /\ integral A (moment_under_first a p q) 0)
  | m_infty => False
  end.

(** ** Kullback-Leibler divergence: the mean of log p/q under p *)

Definition log_ratio {A : space} (p q : point A -> R) : point A -> R :=
  fun x => if Req_EM_T (p x) 0 then 0 else p x * ln (p x / q x).

Definition is_kl (A : space) (p q : point A -> R) (d : Rbar) : Prop :=
  match d with
  | Finite r => dominated A p q /\ integral A (log_ratio p q) r
  | p_infty => unbounded A p q (log_ratio p q)
  | m_infty => False
  end.

(** ** Chi-squared divergence, squared Hellinger distance, total variation *)

Definition is_chi_squared (A : space) (p q : point A -> R) (d : Rbar) : Prop :=
  match d with
  | Finite r => dominated A p q /\ integral A (moment 2 p q) (1 + r)
  | p_infty => unbounded A p q (moment 2 p q)
  | m_infty => False
  end.

Definition is_squared_hellinger (A : space) (p q : point A -> R) (d : R) : Prop :=
  integral A (fun x => sqrt (p x) * sqrt (q x)) (1 - d).

Definition is_total_variation (A : space) (p q : point A -> R) (d : R) : Prop :=
  integral A (fun x => Rabs (p x - q x) / 2) d.

(** ** Hockey-stick divergence: the integral of the positive part of p - e^eps q. As a function of eps it is the privacy profile. *)

Definition is_hockey_stick (A : space) (eps : R) (p q : point A -> R) (d : R) : Prop :=
  integral A (fun x => Rmax 0 (p x - exp eps * q x)) d.

(* the probability that the privacy loss exceeds eps *)
Definition is_loss_tail (A : space) (eps : R) (p q : point A -> R) (d : R) : Prop :=
  integral A (fun x => if Rlt_dec (exp eps * q x) (p x) then p x else 0) d.

(** ** Max divergence: the least e with p <= e^e q, up to what has no mass *)

Definition exceeds (A : space) (eps : R) (p q : point A -> R) : Prop :=
  exists (below : point A -> R) (l : R),
    (forall x, inside A x -> below x <= Rmax 0 (p x - exp eps * q x)) /\ integral A below l /\ 0 < l.

Definition is_max_divergence (A : space) (p q : point A -> R) (d : Rbar) : Prop :=
  match d with
  | Finite r => (forall x, inside A x -> p x <= exp r * q x) /\ (forall eps, eps < r -> exceeds A eps p q)
  | p_infty => forall eps, exceeds A eps p q
  | m_infty => False
  end.

(** ** Trade-off function: the least error of the second kind of a test whose error of the first kind is at most t *)

Definition is_test (A : space) (phi : point A -> R) : Prop :=
  forall x, inside A x -> 0 <= phi x <= 1.

Definition is_trade_off (A : space) (t : R) (p q : point A -> R) (d : R) : Prop :=
  (forall phi first power, is_test A phi -> integral A (fun x => phi x * p x) first ->
     integral A (fun x => phi x * q x) power -> first <= t -> d <= 1 - power) /\
  (exists phi first power, is_test A phi /\ integral A (fun x => phi x * p x) first /\
     integral A (fun x => phi x * q x) power /\ first <= t /\ d = 1 - power).

(** ** Of kernels and events *)

(* the largest Rényi divergence between rows *)
Definition is_kernel_renyi (A B : space) (a : R) (K L : point A -> point B -> R) (d : Rbar) : Prop :=
  (forall x, inside A x -> exists r, is_renyi B a (K x) (L x) r /\ Rbar_le r d) /\
  (exists x, inside A x /\ is_renyi B a (K x) (L x) d).

(* an event is its indicator *)
Definition is_event (A : space) (E : point A -> R) : Prop :=
  forall x, inside A x -> E x = 0 \/ E x = 1.

Definition is_probability (A : space) (p E : point A -> R) (d : R) : Prop :=
  integral A (fun x => E x * p x) d.
