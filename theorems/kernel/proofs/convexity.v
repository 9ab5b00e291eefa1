(* Laws on finite spaces: sampling, pure privacy, the optimal conversion from Rényi to approximate privacy. *)
From Coq Require Import Reals Lra Psatz Lia.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Spaces Functions Divergences Laws Basics Extremes Finite Hyperbolic Convexity.
From Stated Require convexity.
Open Scope R_scope.

(** Sampling *)

Lemma sampled_exp q r : 0 < q < 1 -> exp (ln (q * (exp r - 1) + 1)) = q * (exp r - 1) + 1.
Proof. intros Q. assert (E := exp_pos r). rewrite exp_ln; [reflexivity | nra]. Qed.

Theorem sampling_pure : Stated.convexity.amplification__poisson__pure.
Proof.
  intros n q Q0 Q1 P HP FP Q HQ FQ. assert (N := law_nonempty n P HP). destruct (max_exists n P Q N FP FQ) as [r [i [Hi [E L]]]].
  exists (ln (q * (exp r - 1) + 1)). split; [|exists r; split; [now apply (max_value n P Q r i) | reflexivity]].
  apply (max_value n _ Q _ i); auto; rewrite sampled_exp by lra; unfold mixture.
  - rewrite E. ring.
  - intros j Hj. assert (X := L j Hj). assert (0 < Q j) by now apply FQ. nra.
Qed.

Theorem sampling_pure_removed : Stated.convexity.amplification__poisson__pure__removed.
Proof.
  intros n q Q0 Q1 P HP FP Q HQ FQ. assert (N := law_nonempty n P HP). assert (FM := mixture_full n q P Q ltac:(lra) FP FQ).
  destruct (max_exists n Q _ N FQ FM) as [v [i [Hi [E L]]]]. destruct (max_exists n Q P N FQ FP) as [r [k [Hk [F M]]]].
  exists v. split; [now apply (max_value n Q _ v i)|]. exists r. split; [now apply (max_value n Q P r k)|]. apply below_ln.
  assert (A : 0 < Q i) by now apply FQ. assert (B : 0 < P i) by now apply FP. assert (X := M i Hi). unfold mixture in E. assert (0 < exp r) by apply exp_pos.
  set (x := exp r) in *. set (e := exp v) in *. assert (W : 0 < q * P i + (1 - q) * Q i) by nra. apply (Rmult_le_reg_r (q * P i + (1 - q) * Q i)); auto.
  rewrite <- E. assert (Z : 0 <= q * (q * (x - 1) * P i + (1 - q) * (x - 1) * Q i + (P i - Q i))); [|nra]. apply Rmult_le_pos; [lra|].
  replace (q * (x - 1) * P i + (1 - q) * (x - 1) * Q i) with ((x - 1) * (q * P i + (1 - q) * Q i)) by ring.
  destruct (Rle_dec 1 x), (Rle_dec (Q i) (P i)).
  - assert (0 <= (x - 1) * (q * P i + (1 - q) * Q i)) by (apply Rmult_le_pos; lra). lra.
  - assert ((x - 1) * P i <= (x - 1) * (q * P i + (1 - q) * Q i)) by (apply Rmult_le_compat_l; nra). lra.
  - assert ((1 - x) * (q * P i + (1 - q) * Q i) <= (1 - x) * P i) by (apply Rmult_le_compat_l; nra). lra.
  - exfalso. nra.
Qed.

Theorem without_replacement_pure : Stated.convexity.amplification__without_replacement__pure.
Proof.
  intros n q Q0 Q1 P HP FP Q HQ FQ M HM FM. assert (N := law_nonempty n P HP). assert (FPM := mixture_full n q P M ltac:(lra) FP FM). assert (FQM := mixture_full n q Q M ltac:(lra) FQ FM).
  destruct (max_exists n _ _ N FPM FQM) as [v [i [Hi [E LE]]]]. destruct (max_exists n P Q N FP FQ) as [r [j [Hj [F L]]]]. destruct (max_exists n P M N FP FM) as [s [k [Hk [G K]]]].
  exists v. split; [now apply (max_value n _ _ v i)|]. exists r. split; [now apply (max_value n P Q r j)|]. exists s. split; [now apply (max_value n P M s k)|]. apply below_ln.
  set (x := exp (Rmax r s)). assert (X1 : 1 <= x) by (assert (Y := max_ge_1 n P Q r HP HQ L); apply Rle_trans with (exp r); [lra | apply exp_le, Rmax_l]).
  assert (A : 0 < P i) by now apply FP. assert (B : 0 < Q i) by now apply FQ. assert (C : 0 < M i) by now apply FM.
  assert (U : P i <= x * Q i). { eapply Rle_trans. now apply L. apply Rmult_le_compat_r; [lra | apply exp_le, Rmax_l]. }
  assert (V : P i <= x * M i). { eapply Rle_trans. now apply K. apply Rmult_le_compat_r; [lra | apply exp_le, Rmax_r]. }
  unfold mixture in E. set (e := exp v) in *. assert (W : 0 < q * Q i + (1 - q) * M i) by nra. apply (Rmult_le_reg_r (q * Q i + (1 - q) * M i)); auto. rewrite <- E.
  assert (Z : 0 <= q * (q * x * Q i + (1 - q) * Q i + (1 - q) * x * M i - P i - (1 - q) * M i)); [|nra]. apply Rmult_le_pos; [lra|].
  destruct (Rle_dec (M i) (Q i)).
  - assert (0 <= (1 - q) * (Q i - M i)) by (apply Rmult_le_pos; lra). assert (q * P i <= q * (x * Q i)) by (apply Rmult_le_compat_l; lra). assert ((1 - q) * P i <= (1 - q) * (x * M i)) by (apply Rmult_le_compat_l; lra). lra.
  - assert (0 <= (1 - q) * ((x - 1) * (M i - Q i))) by (apply Rmult_le_pos; [lra | apply Rmult_le_pos; lra]). lra.
Qed.

Theorem advanced_joint_convexity : Stated.convexity.hockey_stick__advanced_joint_convexity.
Proof.
  intros n e He q Q0 Q1 P HP Q HQ M HM. do 2 (eexists; split; [reflexivity|]). assert (E := exp_pos e). rewrite <- sum_scal. apply sum_ext. intros i Hi. unfold mixture.
  rewrite sampled_exp, exp_Ropp by lra. set (x := exp e) in *.
  assert (X := RmaxRmult 0 (P i - x * ((q * (x - 1) + 1) * / x * Q i + (1 - (q * (x - 1) + 1) * / x) * M i)) q ltac:(lra)). rewrite Rmult_0_r in X. rewrite <- X. f_equal. field. lra.
Qed.

Lemma mixed_ln a m s q : 1 < a -> 0 < m -> 0 < s <= q * m + (1 - q) -> ln s / (a - 1) <= ln (q * exp ((a - 1) * (ln m / (a - 1))) - q + 1) / (a - 1).
Proof.
  intros Ha M [S L]. replace ((a - 1) * (ln m / (a - 1))) with (ln m) by (field; lra). rewrite exp_ln by auto.
  apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra|]. apply ln_le; lra.
Qed.
Theorem sampling_convex : Stated.convexity.amplification__poisson__renyi__convex.
Proof.
  intros n a Ha q Q0 Q1 P HP FP Q HQ FQ. assert (LM := mixture_law n q P Q ltac:(lra) HP HQ).
  eexists; split; [now apply renyi_full|]. eexists; split; [now apply renyi_full|].
  assert (G := mom_ge_1 n a P Q Ha HP HQ (full_dominated _ _ _ FQ)). assert (H := mom_ge_1 n a _ Q Ha LM HQ (full_dominated _ _ _ FQ)).
  apply mixed_ln; try lra. split; [lra|]. assert (X := mom_convex n a q P Q Q Q Ha ltac:(lra) FP FQ FQ FQ). rewrite (mom_same n a Q) in X by auto.
  rewrite (mom_ext n a _ (@mixture (finite n) q Q Q) (@mixture (finite n) q P Q) Q) in X; [lra | reflexivity | intros; apply mixture_self].
Qed.
Theorem sampling_convex_removed : Stated.convexity.amplification__poisson__renyi__convex__removed.
Proof.
  intros n a Ha q Q0 Q1 P HP FP Q HQ FQ. assert (LM := mixture_law n q P Q ltac:(lra) HP HQ). assert (FM := mixture_full n q P Q ltac:(lra) FP FQ).
  eexists; split; [now apply renyi_full|]. eexists; split; [now apply renyi_full|].
  assert (G := mom_ge_1 n a Q P Ha HQ HP (full_dominated _ _ _ FP)). assert (H := mom_ge_1 n a Q _ Ha HQ LM (full_dominated _ _ _ FM)).
  apply mixed_ln; try lra. split; [lra|]. assert (X := mom_convex n a q Q Q P Q Ha ltac:(lra) FQ FQ FP FQ). rewrite (mom_same n a Q) in X by auto.
  rewrite (mom_ext n a (@mixture (finite n) q Q Q) _ Q (@mixture (finite n) q P Q)) in X; [lra | intros; apply mixture_self | reflexivity].
Qed.

(** The optimal conversion *)

Lemma renyi_exp n a p q : 1 < a -> is_law (finite n) p -> is_law (finite n) q -> full_support (finite n) q ->
  exp ((a - 1) * (ln (mom n a p q) / (a - 1))) = mom n a p q.
Proof.
  intros Ha P Q F. assert (M := mom_ge_1 n a p q Ha P Q (full_dominated _ _ _ F)).
  replace ((a - 1) * (ln (mom n a p q) / (a - 1))) with (ln (mom n a p q)) by (field; lra). apply exp_ln. lra.
Qed.
Theorem optimal_delta : Stated.convexity.rdp__to_approx__optimal__delta.
Proof.
  intros n a Ha t T0 T1 z Hz P HP FP Q HQ FQ. eexists; split; [reflexivity|]. eexists; split; [now apply renyi_full|]. rewrite renyi_exp by auto.
  exact (proj2 (stick_optimal n a t (z + 1) P Q Ha T0 ltac:(lra) HP FP HQ FQ)).
Qed.
Theorem optimal : Stated.convexity.rdp__to_approx__optimal.
Proof.
  intros n a Ha d D0 D1 t T0 T1 P HP FP Q HQ FQ. eexists; split; [now apply renyi_full|]. rewrite renyi_exp by auto.
  assert (M := mom_ge_1 n a P Q Ha HP HQ (full_dominated _ _ _ FQ)). assert (S := tangent_strict a t Ha ltac:(lra)).
  set (u := power t (a - 1)) in *. set (v := power t a) in *. set (k := - (a * u) + v * (a - 1) + mom n a P Q).
  assert (K : 0 < k) by (unfold k; lra). assert (U : 0 <= u) by apply power_nonneg. assert (J : 0 < k / (a * d)) by (apply Rdiv_lt_0_compat; nra).
  set (y := u + k / (a * d)). assert (Y : 0 < y) by (unfold y; lra). set (z := power y (1 / (a - 1))). assert (Z : 0 < z) by now apply power_gt_0.
  assert (ZY : power z (a - 1) = y). { unfold z. rewrite (power_pos y), power_pos by (auto; apply exp_pos). rewrite Rpower_mult. replace (1 / (a - 1) * (a - 1)) with 1 by (field; lra). now apply Rpower_1. }
  assert (TZ : t < z). { apply Rnot_le_lt. intros C. assert (power z (a - 1) <= power t (a - 1)); [|fold u in H; unfold y in *; lra].
    rewrite !power_pos by lra. apply Rle_Rpower_l; lra. }
  destruct (stick_optimal n a t z P Q Ha T0 TZ HP FP HQ FQ) as [W L]. rewrite ZY in W, L |- *. fold u v in L, W |- *.
  eexists; split; [reflexivity|]. eapply Rle_trans; [exact L|]. fold k. replace (- u + y) with (k / (a * d)) by (unfold y; ring). right. field. repeat split; lra.
Qed.

(* an instance with numbers in place of laws *)
Theorem optimal_binary : Stated.convexity.rdp__to_approx__optimal__binary.
Proof.
  intros a Ha d D0 D1 t T0 T1 p P0 P1 q Q0 Q1. apply (optimal 2%nat a Ha d D0 D1 t T0 T1 (bernoulli p)); first [apply bernoulli_law; lra | apply bernoulli_full; lra].
Qed.

(** Pure privacy *)

Lemma pure_bound n p q z r : is_max_divergence (finite n) p q (Finite r) -> (forall i, (i < n)%nat -> 0 <= q i) -> r <= z -> forall i, (i < n)%nat -> p i <= exp z * q i.
Proof.
  intros [B _] Q L i Hi. eapply Rle_trans. now apply B. apply Rmult_le_compat_r; [now apply Q | now apply exp_le].
Qed.
Theorem pure_exact : Stated.convexity.renyi__pure_dp__exact.
Proof.
  intros n a Ha z Hz P HP FP Q HQ FQ [u [U LU]] [v [V LV]]. eexists; split; [now apply renyi_full|].
  assert (M := mom_ge_1 n a P Q Ha HP HQ (full_dominated _ _ _ FQ)). apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra|]. apply ln_le; [lra|].
  apply mom_pure; auto; [apply (pure_bound n P Q z u) | apply (pure_bound n Q P z v)]; auto; intros; now apply (law_nonneg n).
Qed.
Lemma pure_quadratic n a z p q : 1 < a -> 0 < z ->
  is_law (finite n) p -> full_support (finite n) p -> is_law (finite n) q -> full_support (finite n) q ->
  (exists r, is_max_divergence (finite n) p q (Finite r) /\ r <= z) -> (exists r, is_max_divergence (finite n) q p (Finite r) /\ r <= z) ->
  ln (mom n a p q) / (a - 1) <= a * z ^ 2 / 2.
Proof.
  intros Ha Hz P FP Q FQ [u [U LU]] [v [V LV]]. assert (M := mom_ge_1 n a p q Ha P Q (full_dominated _ _ _ FQ)).
  apply Rle_trans with (ln ((exp (a * z) + exp (z * (1 - a))) / (exp z + 1)) / (a - 1)); [|rewrite response_cosh; apply response_quadratic; lra].
  apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra|]. apply ln_le; [lra|].
  apply mom_pure; auto; [apply (pure_bound n p q z u) | apply (pure_bound n q p z v)]; auto; intros; now apply (law_nonneg n).
Qed.
Theorem zcdp_of_pure : Stated.convexity.zcdp__of_pure.
Proof. intros n a Ha z Hz P HP FP Q HQ FQ U V. eexists; split; [now apply renyi_full|]. now apply pure_quadratic. Qed.
Theorem renyi_pure_dp : Stated.convexity.renyi__pure_dp.
Proof.
  intros n a Ha z Hz P HP FP Q HQ FQ U V. eexists; split; [now apply renyi_full|]. eapply Rle_trans; [now apply (pure_quadratic n a z)|]. assert (0 <= a * z ^ 2) by (apply Rmult_le_pos; nra). lra.
Qed.
Theorem pure_max : Stated.convexity.dp__pure__max_divergence.
Proof.
  intros n P HP FP Q HQ FQ. destruct (max_exists n P Q (law_nonempty n P HP) FP FQ) as [r [i [Hi [E L]]]]. exists r. split; [now apply (max_value n P Q r i)|].
  eexists; split; [reflexivity|]. apply Rle_trans with (sum n (fun _ => 0)); [|rewrite sum_0; lra]. apply sum_le. intros j Hj. apply Rmax_lub; [lra|]. assert (X := L j Hj). lra.
Qed.
Theorem leak : Stated.convexity.dp__approx__leak.
Proof.
  intros n e He d D0 D1 P HP FP Q HQ FQ P1 H1 Q1 H2 [r [U LU]]. eexists; split; [reflexivity|].
  assert (X := stick_convex n e d P1 P Q1 Q ltac:(lra)). assert (Y := stick_le_1 n e P1 Q1 H1 H2). assert (Z : stick n e P Q = 0).
  { transitivity (sum n (fun _ => 0)); [|apply sum_0]. apply sum_ext. intros i Hi. apply Rmax_left. assert (B := pure_bound n P Q e r U ltac:(intros; now apply (law_nonneg n)) LU i Hi). lra. }
  rewrite Z in X. change (stick n e (@mixture (finite n) d P1 P) (@mixture (finite n) d Q1 Q) <= d). nra.
Qed.
Theorem pure_dominating : Stated.convexity.dp__pure__dominating.
Proof.
  intros n z Hz e He P HP FP Q HQ FQ [u [U LU]] [v [V LV]]. eexists; split; [reflexivity|].
  assert (A := pure_bound n P Q e u U ltac:(intros; now apply (law_nonneg n)) LU). assert (B := pure_bound n Q P e v V ltac:(intros; now apply (law_nonneg n)) LV).
  assert (X : 1 < exp e) by (rewrite <- exp_0; now apply exp_increasing). assert (Y : 1 <= exp z) by (rewrite <- exp_0; apply exp_le; lra). set (x := exp e) in *. set (y := exp z) in *.
  destruct (Rle_dec x y) as [L|L].
  - rewrite Rmax_right by lra. unfold Rdiv. rewrite Rmult_0_l. apply Rle_trans with (sum n (fun _ => 0)); [|rewrite sum_0; lra]. apply sum_le. intros i Hi. apply Rmax_lub; [lra|]. assert (C := A i Hi). assert (0 < Q i) by now apply FQ. nra.
  - rewrite Rmax_left by lra. set (c := (x - y) / (x * x - 1)). assert (C0 : 0 < x * x - 1) by nra. assert (C : 0 <= c) by (apply Rmult_le_pos; [lra | left; now apply Rinv_0_lt_compat]).
    apply Rle_trans with (sum n (fun i => c * (x * P i - Q i))).
    + apply sum_le. intros i Hi. assert (G := A i Hi). assert (H := B i Hi). apply Rmax_lub. { apply Rmult_le_pos; lra. }
      apply (Rmult_le_reg_r (x * x - 1)); auto. replace (c * (x * P i - Q i) * (x * x - 1)) with ((x - y) * (x * P i - Q i)) by (unfold c; field; lra).
      assert (0 <= (x * Q i - P i) * (x * y - 1)) by (apply Rmult_le_pos; nra). nra.
    + rewrite sum_scal. unfold Rminus at 1. rewrite sum_plus, sum_scal. rewrite (sum_ext n (fun i => - Q i) (fun i => -1 * Q i)) by (intros; ring). rewrite sum_scal, (law_sum n P HP), (law_sum n Q HQ).
      right. unfold c. replace (x * x - 1) with ((x - 1) * (x + 1)) by ring. field. lra.
Qed.

(** Composition *)

Theorem parallel : Stated.convexity.dp__composition__parallel.
Proof.
  intros m n e He P HP Q HQ M HM. eexists; split; [exists (fun i => Rmax 0 (P i - exp e * Q i)); split; [|reflexivity]|].
  - intros i Hi. simpl. unfold product. simpl. rewrite <- (Rmult_1_r (Rmax 0 _)). rewrite <- (law_sum n M HM), <- sum_scal. apply sum_ext. intros j Hj. assert (A := law_nonneg n M j HM Hj).
    replace (P i * M j - exp e * (Q i * M j)) with (M j * (P i - exp e * Q i)) by ring. assert (X := RmaxRmult 0 (P i - exp e * Q i) (M j) A). rewrite Rmult_0_r in X. rewrite X. ring.
  - eexists; split; reflexivity.
Qed.

Theorem tail_converse : ~ Stated.convexity.dp__set__converse.
Proof.
  intros H. assert (A : is_law (finite 1) (fun _ => 1)) by (split; [intros; lra | simpl; lra]).
  destruct (H 2%nat 0 ltac:(lra) (fun i => match i with O => 3 / 4 | _ => 1 / 4 end)
    ltac:(split; [intros [|i] _; lra | simpl; lra]) (fun i => match i with O => 1 / 2 | _ => 1 / 2 end) ltac:(split; [intros [|i] _; lra | simpl; lra])) as [u [U [v [V L]]]].
  revert U V L. unfold is_loss_tail, is_hockey_stick; simpl. rewrite exp_0. unfold Rmax. repeat destruct Rlt_dec; repeat destruct Rle_dec; intros; lra.
Qed.
