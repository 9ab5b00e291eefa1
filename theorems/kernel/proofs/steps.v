(* Adaptive mechanisms of any number of steps, with finitely many answers at each. *)
From Coq Require Import Reals Lra Psatz Lia.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Spaces Functions Divergences Suprema Adaptive Laws Basics Extremes Finite Holder Entropy Rows Processing Values Mechanisms.
From Stated Require steps.
Open Scope R_scope.

Theorem approximate : Stated.steps.dp__composition__adaptive__many.
Proof.
  intros n k Hk e He K HK L HL. exists (stick (size n k) (e * INR k) (law_of n k K) (law_of n k L)). split; [exact (answers_stick n k _ _ _)|].
  destruct (real_choices k _ (fun i _ => worst_step_stick n e K L i HK)) as [f F]. exists (sum k f). split.
  - exists (fun i => Finite (f i)). split; [intros i Hi; now apply F | symmetry; apply total_real].
  - rewrite (Rmult_comm e). apply sticks_add; auto. intros i Hi. now apply F.
Qed.

Theorem pure : Stated.steps.dp__composition__pure__adaptive.
Proof.
  intros n k Hk K HK L HL. destruct (choices k _ (fun i _ => worst_step_max n K L i HK HL)) as [f F].
  destruct (max_add n K L f HK HL k) as [N B]; [intros i Hi; now apply F|].
  destruct (max_below (size n k) (law_of n k K) (law_of n k L) (total_of k f)) as [r [H E]]; [now apply law_of_law | now apply law_of_law | exact N | exact B |].
  exists r. split; [exact (answers_max n k _ _ r H)|]. exists (total_of k f). split; [exists f; split; [intros i Hi; now apply F | reflexivity] | exact E].
Qed.

Theorem renyi : Stated.steps.rdp__composition__adaptive__many.
Proof.
  intros n k Hk a Ha K HK L HL. destruct (choices k _ (fun i _ => worst_step_renyi n a K L i Ha HK HL)) as [f F].
  destruct (renyi_add n a K L f Ha HK HL k) as [N B]; [intros i Hi; now apply F|].
  destruct (renyi_below (size n k) a (law_of n k K) (law_of n k L) (total_of k f) Ha) as [r [H E]]; [now apply law_of_law | now apply law_of_law | exact N | exact B |].
  exists r. split; [exact (answers_renyi n k _ _ a r H)|]. exists (total_of k f). split; [exists f; split; [intros i Hi; now apply F | reflexivity] | exact E].
Qed.

(** Concentrated privacy *)

Lemma budget_step n xi omega rho a p q d : 1 < a -> Rbar_lt (Finite a) omega -> is_concentrated_budget (finite n) xi omega p q d -> Rbar_le d (Finite rho) ->
  dominated (finite n) p q /\ mom n a p q <= exp ((a - 1) * (xi + a * rho)).
Proof.
  intros Ha O [B _] L. destruct (B a Ha O) as [r [R E]]. apply (renyi_bounded n a p q r); auto. eapply Rbar_le_trans; [exact E|].
  destruct d as [d| |]; simpl in L; [|contradiction|].
  - simpl. apply Rplus_le_compat_l. apply Rmult_le_compat_l; lra.
  - simpl. destruct (Rle_dec 0 a) as [H|H]; [|lra]. destruct (Rle_lt_or_eq_dec 0 a H); [exact I | lra].
Qed.
Lemma concentrated n k a xi omega rho K L : 1 < a -> Rbar_lt (Finite a) omega -> is_mechanism (finite n) K -> is_mechanism (finite n) L ->
  (exists v, is_supremum (finite k) (fun step => is_supremum (answers (finite n) step) (fun past => is_concentrated_budget (finite n) xi omega
    (K (history (finite n) step past)) (L (history (finite n) step past)))) v /\ Rbar_le v (Finite rho)) ->
  exists r, is_renyi (answers (finite n) k) a (released (finite n) K k) (released (finite n) L k) r /\ Rbar_le r (Finite (INR k * (xi + a * rho))).
Proof.
  intros Ha O HK HL [v [[W _] V]]. destruct (renyi_add n a K L (fun _ => Finite (xi + a * rho)) Ha HK HL k) as [N B].
  - intros i Hi. split; [discriminate|]. intros x [= <-] z Hz. destruct (W i Hi) as [d [[U _] D]]. destruct (U (spot n i z) (spot_inside n i z Hz)) as [c [C E]].
    apply (budget_step n xi omega rho a _ _ c); auto. apply Rbar_le_trans with d; [exact E|]. now apply Rbar_le_trans with v.
  - rewrite (total_real k (fun _ => xi + a * rho)), sum_const in N, B.
    destruct (renyi_below (size n k) a (law_of n k K) (law_of n k L) (Finite (INR k * (xi + a * rho))) Ha) as [r [H E]]; [now apply law_of_law | now apply law_of_law | exact N | exact B |].
    exists r. split; [exact (answers_renyi n k _ _ a r H) | exact E].
Qed.
Theorem zcdp : Stated.steps.zcdp__composition.
Proof.
  intros n k Hk a Ha xi Hx rho Hr K HK L HL H. destruct (concentrated n k a xi p_infty rho K L Ha I HK HL H) as [r [R E]]. exists r. split; [exact R|].
  replace (a * INR k * rho + INR k * xi) with (INR k * (xi + a * rho)) by ring. exact E.
Qed.
Theorem tcdp : Stated.steps.tcdp__composition.
Proof.
  intros n k Hk a Ha rho Hr omega Ho K HK L HL O H. destruct (concentrated n k a 0 (Finite omega) rho K L Ha O HK HL H) as [r [R E]]. exists r. split; [exact R|].
  replace (a * INR k * rho) with (INR k * (0 + a * rho)) by ring. exact E.
Qed.

(** The moments accountant *)

Theorem accountant : Stated.steps.rdp__moments_accountant.
Proof.
  intros n k Hk e a Ha K HK FK L HL FL. exists (stick (size n k) e (law_of n k K) (law_of n k L)). split; [exact (answers_stick n k _ _ _)|].
  assert (S : forall i, exists w, is_supremum (answers (finite n) i) (fun past => is_renyi (finite n) a (K (history (finite n) i past)) (L (history (finite n) i past))) (Finite w) /\
    forall z, (z < size n i)%nat -> dominated (finite n) (rows n i K z) (rows n i L z) /\ mom n a (rows n i K z) (rows n i L z) <= exp ((a - 1) * w)).
  { intros i. destruct (supremum_exists (size n i) (fun z => is_renyi (finite n) a (rows n i K z) (rows n i L z)) (size_pos n i K HK)) as [w [W [z [Hz R]]]].
    - intros z Hz. destruct (renyi_exists n a (rows n i K z) (rows n i L z) Ha) as [r [R _]]; [now apply rows_kernel | now apply rows_kernel | now exists r].
    - assert (F : forall z, (z < size n i)%nat -> dominated (finite n) (rows n i K z) (rows n i L z)).
      { intros y Hy. apply full_dominated. intros j Hj. apply FL; [|exact Hj]. apply history_inside. now apply spot_inside. }
      assert (X := renyi_unique (finite n) a _ _ _ _ (faithful_finite n) ltac:(lra) R (renyi_finite n a _ _ Ha (rows_kernel n i K HK z Hz) (rows_kernel n i L HL z Hz) (F z Hz))).
      rewrite X in W. eexists. split; [exact (answers_supremum n i (fun past => is_renyi (finite n) a (K (history (finite n) i past)) (L (history (finite n) i past))) _ W)|].
      intros y Hy. destruct (proj1 W y Hy) as [r [S T]]. now apply (renyi_bounded n a _ _ r). }
  destruct (real_choices k _ (fun i _ => S i)) as [f F]. exists (sum k f). split.
  - exists (fun i => Finite (f i)). split; [intros i Hi; now apply F | symmetry; apply total_real].
  - destruct (renyi_add n a K L (fun i => Finite (f i)) Ha HK HL k) as [_ B].
    + intros i Hi. split; [discriminate|]. intros x [= <-]. now apply F.
    + destruct (B (sum k f) (total_real k f)) as [D M]. eapply Rle_trans; [apply (stick_of_mom (size n k) a e _ _ Ha (law_of_law n k K HK) (law_of_law n k L HL) D)|].
      assert (C : Rpower ((a - 1) / a) (a - 1) / a <= 1).
      { assert (A0 : 0 < (a - 1) / a) by (apply Rdiv_lt_0_compat; lra). assert (A1 : (a - 1) / a <= 1) by (apply (Rmult_le_reg_r a); [lra|]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l; lra).
        assert (P : Rpower ((a - 1) / a) (a - 1) <= 1). { unfold Rpower. apply Rle_trans with (exp 0); [apply exp_le | rewrite exp_0; lra]. assert (G : ln ((a - 1) / a) <= 0) by (rewrite <- ln_1; now apply ln_le). nra. }
        apply (Rmult_le_reg_r a); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
      assert (C0 : 0 <= Rpower ((a - 1) / a) (a - 1) / a) by (apply Rmult_le_pos; [left; apply exp_pos | left; apply Rinv_0_lt_compat; lra]).
      assert (X := mom_nonneg (size n k) a (law_of n k K) (law_of n k L)). assert (Y := exp_pos (e * (1 - a))).
      replace ((a - 1) * (- e + sum k f)) with (e * (1 - a) + (a - 1) * sum k f) by ring. rewrite exp_plus.
      apply Rmult_le_compat; auto; [apply Rmult_le_pos; lra | nra].
Qed.

(** Filters: what is spent along a history *)

Theorem max_filter : Stated.steps.max__filter.
Proof.
  intros n k Hk K HK L HL. destruct (path_worst n (max_at n K L)) with (k := k) as [w [W [N B]]].
  - intros j z Hz. destruct (max_exists_any n (rows n j K z) (rows n j L z)) as [r [R _]]; [now apply rows_kernel | now apply rows_kernel | now exists r].
  - intros j x V. exact V.
  - exact (size_pos n k K HK).
  - destruct (max_below (size n k) (law_of n k K) (law_of n k L) w) as [r [H E]]; [now apply law_of_law | now apply law_of_law | exact N | |].
    + intros x X z Hz. destruct (B x X z Hz) as [d [D L']]. eapply Rle_trans; [exact (max_along n K L HK HL k z d Hz D)|].
      apply Rmult_le_compat_r; [now apply (law_nonneg _ _ _ (law_of_law n k L HL)) | now apply exp_le].
    + exists r. split; [exact (answers_max n k _ _ r H)|]. exists w. split; [exact W | exact E].
Qed.

Theorem renyi_filter : Stated.steps.rdp__filter.
Proof.
  intros n k Hk a Ha K HK L HL. destruct (path_worst n (renyi_at n a K L)) with (k := k) as [w [W [N B]]].
  - intros j z Hz. destruct (renyi_exists n a (rows n j K z) (rows n j L z) Ha) as [r [R _]]; [now apply rows_kernel | now apply rows_kernel | now exists r].
  - intros j x V. exact V.
  - exact (size_pos n k K HK).
  - destruct (renyi_below (size n k) a (law_of n k K) (law_of n k L) w Ha) as [r [H E]]; [now apply law_of_law | now apply law_of_law | exact N | |].
    + intros x X. destruct (renyi_along n a K L Ha HK HL k) as [D [s [S T]]]; [intros z Hz; destruct (B x X z Hz) as [d [V _]]; now exists d|]. split; [exact D|].
      apply Rle_trans with (exp ((a - 1) * x) * sum (size n k) (fun z => power (law_of n k K z) a * power (law_of n k L z) (1 - a) * exp (- (a - 1) * s z))); [|rewrite T; lra].
      rewrite <- sum_scal. apply sum_le. intros z Hz. set (y := power (law_of n k K z) a * power (law_of n k L z) (1 - a)).
      assert (Y : 0 <= y) by (apply Rmult_le_pos; apply power_nonneg). destruct (B x X z Hz) as [d [V U]].
      assert (G : Finite d = Finite (s z)) by (apply (path_unique n (renyi_at n a K L) (fun j p r r' => renyi_unique (finite n) a _ _ r r' (faithful_finite n) ltac:(lra)) k (spot n k z)); auto).
      injection G as <-. replace (exp ((a - 1) * x) * (y * exp (- (a - 1) * d))) with (exp ((a - 1) * x + - (a - 1) * d) * y) by (rewrite exp_plus; ring).
      apply Rle_trans with (exp 0 * y); [rewrite exp_0; right; unfold y; ring | apply Rmult_le_compat_r; [exact Y | apply exp_le; nra]].
    + exists r. split; [exact (answers_renyi n k _ _ a r H)|]. exists w. split; [exact W | exact E].
Qed.
