(* A coin beside a pair of laws that tells all with a probability: its profile, and that on a random sample. *)
From Coq Require Import Reals Lra Psatz List.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Spaces Functions Divergences Laws Basics Extremes Finite Hyperbolic Convexity.
From Stated Require telling.
Open Scope R_scope.

(* the three sides of the coin *)
Lemma sides n (f : nat * nat -> R) a b c : sum n (fun j => f (0%nat, j)) = a -> sum n (fun j => f (1%nat, j)) = b -> sum n (fun j => f (2%nat, j)) = c ->
  integral (pairs (finite 3) (finite n)) f (a + b + c).
Proof. intros <- <- <-. exists (fun i => sum n (fun j => f (i, j))). split; [intros; reflexivity | simpl; ring]. Qed.
(* a side on which both laws are multiples of one: its share of the profile *)
Lemma weighed n c f (g : nat -> R) : 0 <= c -> (forall j, (j < n)%nat -> f j = c * g j) -> sum n (fun j => Rmax 0 (f j)) = c * sum n (fun j => Rmax 0 (g j)).
Proof. intros C E. rewrite <- sum_scal. apply sum_ext. intros j Hj. rewrite E by auto. now apply stick_scal. Qed.
Lemma alone n c f p : is_law (finite n) p -> (forall j, (j < n)%nat -> f j = c * p j) -> sum n (fun j => Rmax 0 (f j)) = Rmax 0 c.
Proof.
  intros P E. rewrite <- (Rmult_1_r (Rmax 0 c)), <- (law_sum n p P), <- sum_scal. apply sum_ext. intros j Hj. assert (U := law_nonneg n p j P Hj).
  rewrite E, Rmult_comm, stick_scal by auto. ring.
Qed.
(* a profile is at least what a threshold takes off the whole *)
Lemma profile_ge n e p q : is_law (finite n) p -> is_law (finite n) q -> 0 <= stick n e p q /\ 1 - exp e <= stick n e p q.
Proof.
  intros P Q. split.
  - rewrite <- (Rmult_0_l (sum n p)), <- sum_scal. apply sum_le. intros j _. rewrite Rmult_0_l. apply Rmax_l.
  - replace (1 - exp e) with (sum n (fun j => p j + - exp e * q j)) by (rewrite sum_plus, sum_scal, (law_sum n p P), (law_sum n q Q); ring).
    apply sum_le. intros j _. replace (p j + - exp e * q j) with (p j - exp e * q j) by ring. apply Rmax_r.
Qed.

Theorem telling : Stated.telling.dominating__telling.
Proof.
  intros n e d D0 D1 P HP Q HQ. eexists. split; [apply sides; [apply (alone n d _ P HP) | apply (weighed n (1 - d) _ (fun j => P j - exp e * Q j)); [lra|] | apply (alone n (- (exp e * d)) _ Q HQ)];
    intros j Hj; unfold product, listed; simpl; ring|].
  exists (stick n e P Q). split; [reflexivity|]. assert (E := exp_pos e). rewrite (Rmax_right 0 d) by lra. rewrite Rmax_left by nra. unfold stick. ring.
Qed.

Theorem sampled_telling : Stated.telling.dominating__poisson__telling.
Proof.
  intros n e q Q0 Q1 d D0 D1 P HP Q HQ. assert (M := mixture_law n q P Q ltac:(lra) HP HQ).
  eexists. split; [apply sides; [apply (alone n (q * d) _ P HP) | apply (weighed n (1 - d) _ (fun j => @mixture (finite n) q P Q j - exp e * Q j)); [lra|]
    | apply (alone n (d * (1 - q - exp e)) _ Q HQ)]; intros j Hj; unfold product, mixture, listed; simpl; ring|].
  exists (stick n e (@mixture (finite n) q P Q) Q). split; [reflexivity|]. destruct (profile_ge n e _ Q M HQ) as [A B]. assert (E := exp_pos e).
  rewrite (Rmax_right 0 (q * d)) by nra. rewrite stick_scal by lra. change (sum n _) with (stick n e (@mixture (finite n) q P Q) Q) at 1.
  set (h := stick _ _ _ _) in *. assert (C : Rmax 0 (1 - q - exp e) <= (1 - q) * h) by (apply Rmax_lub; nra). nra.
Qed.

Theorem sampled_telling_removed : Stated.telling.dominating__poisson__telling__removed.
Proof.
  intros n e q Q0 Q1 d D0 D1 P HP Q HQ. assert (M := mixture_law n q P Q ltac:(lra) HP HQ).
  eexists. split; [apply sides; [apply (alone n (- (exp e * (q * d))) _ P HP) | apply (weighed n (1 - d) _ (fun j => Q j - exp e * @mixture (finite n) q P Q j)); [lra|]
    | apply (alone n (d * (1 - exp e * (1 - q))) _ Q HQ)]; intros j Hj; unfold product, mixture, listed; simpl; ring|].
  exists (stick n e Q (@mixture (finite n) q P Q)). split; [reflexivity|]. destruct (profile_ge n e Q _ HQ M) as [A B]. assert (E := exp_pos e).
  assert (0 < q * d) by nra. rewrite (Rmax_left 0 (- _)) by nra. rewrite stick_scal by lra. change (sum n _) with (stick n e Q (@mixture (finite n) q P Q)) at 1.
  set (h := stick _ _ _ _) in *. assert (C : Rmax 0 (1 - exp e * (1 - q)) <= q + (1 - q) * h) by (apply Rmax_lub; nra). nra.
Qed.
