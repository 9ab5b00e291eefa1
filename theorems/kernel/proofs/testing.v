(* Trade-off functions and events on finite spaces: what a test may find of approximate privacy. *)
From Coq Require Import Reals Lra Psatz Lia.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Spaces Functions Divergences Laws Basics Finite Testing.
From Stated Require testing.
Open Scope R_scope.

(* a best test, with what it finds under the other law *)
Ltac best n t p q phi T L B := destruct (best_test n t p q ltac:(auto) ltac:(auto) ltac:(lra)) as [phi [T [L B]]].

Theorem tradeoff_profile : Stated.testing.tradeoff__profile.
Proof.
  intros n t T0 T1 e He P HP Q HQ. best n t P Q phi T L B. exists (stick n e Q P). split; [reflexivity|]. eexists. split; [exact (best_value n t P Q phi T L B)|].
  assert (X := test_stick n e Q P phi T). rewrite L in X. lra.
Qed.

Lemma either n e t p q phi : is_law (finite n) p -> is_law (finite n) q -> is_test (finite n) phi -> sum n (fun i => phi i * p i) = t ->
  let d := Rmax (stick n e p q) (stick n e q p) in let v := 1 - sum n (fun i => phi i * q i) in
  0 <= v /\ - (t * exp e) - d + 1 <= v /\ (- t - d + 1) * exp (- e) <= v.
Proof.
  intros P Q T S d v. assert (A : stick n e p q <= d) by apply Rmax_l. assert (B : stick n e q p <= d) by apply Rmax_r.
  assert (X := test_stick n e q p phi T). assert (Y := test_stick n e p q (fun i => 1 - phi i)). cbv beta in Y. rewrite !test_rest in Y by auto. rewrite S in X, Y.
  assert (U : is_test (finite n) (fun i => 1 - phi i)) by (intros i Hi; assert (Z := T i Hi); lra). specialize (Y U). fold v in Y.
  assert (V := test_between n q phi Q T). split; [unfold v; lra|]. split; [unfold v; lra|].
  assert (E := exp_pos e). apply (Rmult_le_reg_l (exp e)); auto. rewrite exp_Ropp. replace (exp e * ((- t - d + 1) * / exp e)) with (- t - d + 1) by (field; lra). lra.
Qed.
Theorem approx_tradeoff : Stated.testing.dp__approx__tradeoff.
Proof.
  intros n t T0 T1 e He P HP Q HQ. best n t P Q phi T L B. exists (stick n e P Q). split; [reflexivity|]. exists (stick n e Q P). split; [reflexivity|].
  eexists. split; [exact (best_value n t P Q phi T L B)|]. destruct (either n e t P Q phi HP HQ T L) as [X [Y Z]]. repeat apply Rmax_lub; assumption.
Qed.
Theorem test_power : Stated.testing.dp__test__power.
Proof.
  intros n t T0 T1 e He P HP Q HQ. best n t P Q phi T L B. eexists. split; [exact (best_value n t P Q phi T L B)|]. exists (stick n e P Q). split; [reflexivity|]. exists (stick n e Q P). split; [reflexivity|].
  destruct (either n e t P Q phi HP HQ T L) as [X [Y Z]]. repeat apply Rmin_glb; lra.
Qed.
Theorem test_power_printed : Stated.testing.dp__test__power__printed.
Proof.
  intros n t T0 T1 e He P HP Q HQ. best n t P Q phi T L B. eexists. split; [exact (best_value n t P Q phi T L B)|]. exists (stick n e P Q). split; [reflexivity|]. exists (stick n e Q P). split; [reflexivity|].
  destruct (either n e t P Q phi HP HQ T L) as [X [Y Z]]. lra.
Qed.

Theorem tradeoff_group : Stated.testing.tradeoff__group.
Proof.
  intros n t T0 T1 P0 H0 P1 H1 P2 H2. best n t P0 P1 phi T L B. set (s := sum n (fun i => phi i * P1 i)) in *. assert (X := test_between n P1 phi H1 T). fold s in X.
  best n (1 - (1 - s)) P1 P2 psi U V W. best n t P0 P2 chi F G J.
  exists (1 - s). split; [exact (best_value n t P0 P1 phi T L B)|]. eexists. split; [exact (best_value n _ P1 P2 psi U V W)|]. eexists. split; [exact (best_value n t P0 P2 chi F G J)|].
  assert (X1 := B chi F ltac:(lra)). assert (X2 := W chi F ltac:(lra)). lra.
Qed.

Theorem sampling_tradeoff : Stated.testing.amplification__poisson__tradeoff.
Proof.
  intros n t T0 T1 q Q0 Q1 P HP Q HQ. best n t Q P phi T L B. exists (q * (1 - sum n (fun i => phi i * P i)) + (1 - q) * (1 - t)). split; [|eexists; split; [exact (best_value n t Q P phi T L B) | reflexivity]].
  assert (M : forall psi, sum n (fun i => psi i * @mixture (finite n) q P Q i) = q * sum n (fun i => psi i * P i) + (1 - q) * sum n (fun i => psi i * Q i)).
  { intros psi. rewrite <- !sum_scal, <- sum_plus. apply sum_ext. intros i Hi. unfold mixture. ring. }
  replace (q * (1 - sum n (fun i => phi i * P i)) + (1 - q) * (1 - t)) with (1 - sum n (fun i => phi i * @mixture (finite n) q P Q i)) by (rewrite M, L; ring).
  apply best_value; auto. intros psi Y X. rewrite !M, L. assert (Z := B psi Y X). nra.
Qed.

Theorem error_events : Stated.testing.metric__error__events.
Proof.
  intros n e He d D0 D1 P HP Q HQ A HA [u [U LU]] [v [V LV]]. change (stick n e P Q = u) in U. change (stick n e Q P = v) in V.
  exists (sum n (fun i => A i * P i)). split; [reflexivity|]. exists (sum n (fun i => A i * Q i)). split; [reflexivity|]. assert (T := event_test n A HA).
  assert (X := test_stick n e P Q A T). assert (Y := test_stick n e Q P (fun i => 1 - A i)). cbv beta in Y. rewrite !test_rest in Y by auto.
  assert (Z : is_test (finite n) (fun i => 1 - A i)) by (intros i Hi; assert (Z := T i Hi); lra). specialize (Y Z). assert (E := exp_pos e).
  set (a := sum n (fun i => A i * P i)) in *. set (b := sum n (fun i => A i * Q i)) in *. apply (Rmult_le_reg_r (exp e + 1)); [lra|].
  replace ((2 - 2 * d) / (exp e + 1) * (exp e + 1)) with (2 - 2 * d) by (field; lra). lra.
Qed.
