(* Laws on finite spaces: post-processing, composition, conversion, sampling, groups. *)
From Coq Require Import Reals Lra Psatz Lia.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Spaces Functions Divergences Laws Basics Finite Values.
From Stated Require spaces.
Open Scope R_scope.

(* the value of a hockey-stick divergence on a finite space *)
Ltac sticks n e p q := exists (stick n e p q); split; [reflexivity |].

Theorem hockey_stick_data_processing : Stated.spaces.hockey_stick__data_processing.
Proof.
  intros m n e He P HP Q HQ K HK. eexists; split; [reflexivity|]. eexists; split; [reflexivity|].
  now apply stick_data_processing.
Qed.

Theorem hockey_stick_joint_convexity : Stated.spaces.hockey_stick__joint_convexity.
Proof.
  intros n e He q Q0 Q1 P1 L1 P2 L2 R1 L3 R2 L4. sticks n e (@mixture (finite n) q P1 P2) (@mixture (finite n) q R1 R2). sticks n e P1 R1. sticks n e P2 R2.
  apply stick_convex; lra.
Qed.

Theorem metric_delta_one : Stated.spaces.metric__delta__one.
Proof. intros n e He P HP Q HQ. eexists; split; [reflexivity|]. now apply stick_le_1. Qed.

Theorem dp_group : Stated.spaces.dp__group.
Proof.
  intros n e He P0 H0 P1 H1 P2 H2. sticks n (2 * e) P0 P2. sticks n e P1 P2. sticks n e P0 P1.
  assert (T := stick_triangle n e e P0 P1 P2). replace (e + e) with (2 * e) in T by ring. lra.
Qed.

Theorem dp_composition_basic : Stated.spaces.dp__composition__basic.
Proof.
  intros m n e He f Hf P1 A P2 B Q1 C Q2 D.
  eexists; split; [apply stick2_is|]. sticks m e P1 Q1. sticks n f P2 Q2.
  eapply Rle_trans. apply stick_product; auto.
  assert (X := stick_nonneg m e P1 Q1). assert (Y := stick_nonneg n f P2 Q2). nra.
Qed.

Theorem dp_composition_basic_sharp : Stated.spaces.dp__composition__basic__sharp.
Proof.
  intros m n e He f Hf P1 A P2 B Q1 C Q2 D.
  eexists; split; [apply stick2_is|]. sticks m e P1 Q1. sticks n f P2 Q2.
  eapply Rle_trans. apply stick_product; auto. apply Req_le. ring.
Qed.

Theorem dp_composition_basic_twice : Stated.spaces.dp__composition__basic__twice.
Proof.
  intros m n e He P1 A P2 B Q1 C Q2 D.
  eexists; split; [apply stick2_is|]. sticks m e P1 Q1. sticks n e P2 Q2.
  replace (2 * e) with (e + e) by ring. eapply Rle_trans. apply stick_product; auto.
  match goal with |- _ <= 2 * Rmax ?x ?y => assert (X := Rmax_l x y); assert (Y := Rmax_r x y); set (z := Rmax x y) in * end.
  assert (U := stick_nonneg m e P1 Q1). assert (V := stick_nonneg n e P2 Q2). nra.
Qed.

Theorem amplification_profile : Stated.spaces.amplification__poisson__profile.
Proof.
  intros n e He q Q0 Q1 P HP Q HQ. do 2 (eexists; split; [reflexivity|]).
  apply stick_sampling. lra.
Qed.

Theorem rdp_composition_independent : Stated.spaces.rdp__composition__independent.
Proof.
  intros m n a Ha P1 A1 F1 P2 A2 F2 Q1 B1 G1 Q2 B2 G2.
  assert (D1 := renyi_full m a P1 Q1 Ha A1 B1 G1). assert (D2 := renyi_full n a P2 Q2 Ha A2 B2 G2).
  exists (ln (mom m a P1 Q1 * mom n a P2 Q2) / (a - 1)).
  assert (M1 := mom_ge_1 m a P1 Q1 Ha A1 B1 (full_dominated _ _ _ G1)). assert (M2 := mom_ge_1 n a P2 Q2 Ha A2 B2 (full_dominated _ _ _ G2)).
  split.
  - split.
    + intros _ [i j] [Hi Hj] Z. unfold product in *. simpl in *. exfalso. assert (0 < Q1 i) by now apply G1. assert (0 < Q2 j) by now apply G2. nra.
    + exists (mom m a P1 Q1 * mom n a P2 Q2). repeat split; try nra.
      exists (fun i => power (P1 i) a * power (Q1 i) (1 - a) * mom n a P2 Q2). split.
      * intros i Hi. simpl. unfold moment, product, mom. simpl. rewrite <- sum_scal. apply sum_ext. intros j Hj.
        rewrite !power_mult_distr by (apply F1 || apply F2 || apply G1 || apply G2; auto). ring.
      * simpl. unfold mom at 2. now rewrite sum_scal_r.
  - eexists; split; [exact D1|]. eexists; split; [exact D2|]. rewrite ln_mult by lra. field. lra.
Qed.

Theorem rdp_to_approx : Stated.spaces.rdp__to_approx.
Proof.
  intros n a Ha d D0 D1 P HP FP Q HQ FQ. assert (D := full_dominated n P Q FQ).
  eexists; split; [now apply renyi_full|]. eexists; split; [reflexivity|].
  eapply Rle_trans. apply (stick_of_mom n a); auto.
  assert (M := mom_ge_1 n a P Q Ha HP HQ D). set (M1 := mom n a P Q) in *.
  replace ((ln M1 / (a - 1) + ln (1 / d) / (a - 1)) * (1 - a)) with (ln d + - ln M1).
  2: { replace (1 / d) with (/ d) by (field; lra). rewrite ln_Rinv by lra. field. lra. }
  rewrite exp_plus, exp_Ropp, !exp_ln by lra.
  replace (Rpower ((a - 1) / a) (a - 1) / a * (d * / M1) * M1) with (Rpower ((a - 1) / a) (a - 1) / a * d) by (field; lra).
  assert (Rpower ((a - 1) / a) (a - 1) <= 1).
  { unfold Rpower. apply Rle_trans with (exp 0); [apply exp_le | rewrite exp_0; lra]. assert (ln ((a - 1) / a) <= 0).
    { rewrite <- ln_1. apply ln_le. apply Rdiv_lt_0_compat; lra. apply (Rmult_le_reg_r a). lra. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
    nra. }
  assert (Rpower ((a - 1) / a) (a - 1) / a <= 1).
  { set (w := Rpower ((a - 1) / a) (a - 1)) in *. apply (Rmult_le_reg_r a). lra. replace (w / a * a) with w by (field; lra). lra. }
  nra.
Qed.

Theorem rdp_to_approx_improved : Stated.spaces.rdp__to_approx__improved.
Proof.
  intros n a Ha d D0 D1 P HP FP Q HQ FQ. assert (D := full_dominated n P Q FQ).
  eexists; split; [now apply renyi_full|]. eexists; split; [reflexivity|].
  eapply Rle_trans. apply (stick_of_mom n a); auto.
  assert (M := mom_ge_1 n a P Q Ha HP HQ D). set (M1 := mom n a P Q) in *.
  match goal with |- _ * exp ?x * _ <= _ => replace x with (- ((a - 1) * ln ((a - 1) / a)) + - ln M1 + (ln a + ln d)) by (field; lra) end.
  rewrite !exp_plus, !exp_Ropp, !exp_ln by lra. unfold Rpower.
  assert (0 < exp ((a - 1) * ln ((a - 1) / a))) by apply exp_pos.
  right. field. lra.
Qed.

Theorem renyi_nonnegative : Stated.spaces.renyi__nonnegative.
Proof.
  intros n a Ha P HP Q HQ. destruct (dominated_dec n P Q) as [D|[i [Hi [Z H]]]]. { intros; now apply (law_nonneg n). }
  - eexists; split; [now apply renyi_finite|]. simpl. assert (M := mom_ge_1 n a P Q Ha HP HQ D).
    apply Rmult_le_pos. rewrite <- ln_1. apply ln_le; lra. left; apply Rinv_0_lt_compat; lra.
  - exists p_infty. split; [now apply (renyi_infinite n a P Q i)|]. exact I.
Qed.

Theorem renyi_data_processing : Stated.spaces.renyi__data_processing.
Proof.
  intros n m a Ha P HP Q HQ K HK. destruct (dominated_dec m P Q) as [D|[i [Hi [Z H]]]]. { intros; now apply (law_nonneg m). }
  - assert (DI := image_dominated m n P Q K HP HQ HK D). assert (IP := image_law m n P K HP HK). assert (IQ := image_law m n Q K HQ HK).
    eexists; split; [now apply renyi_finite|]. eexists; split; [now apply renyi_finite|]. simpl.
    assert (M := mom_ge_1 n a _ _ Ha IP IQ DI). assert (L := mom_data_processing m n a P Q K Ha HP HQ HK D).
    apply Rmult_le_compat_r. left; apply Rinv_0_lt_compat; lra. apply ln_le; lra.
  - assert (IP := image_law m n P K HP HK). assert (IQ := image_law m n Q K HQ HK).
    destruct (dominated_dec n (image m K P) (image m K Q)) as [DI|[j [Hj [Y G]]]]. { intros; now apply (law_nonneg n). }
    + eexists; split; [now apply renyi_finite|]. exists p_infty. split; [now apply (renyi_infinite m a P Q i)|]. exact I.
    + exists p_infty. split; [now apply (renyi_infinite n a _ _ j)|]. exists p_infty. split; [now apply (renyi_infinite m a P Q i)|]. exact I.
Qed.

Theorem dp_approx_event : Stated.spaces.dp__approx__event.
Proof.
  intros n e He P HP Q HQ A HA. exists (sum n (fun i => A i * Q i)); split; [reflexivity|]. exists (sum n (fun i => A i * P i)); split; [reflexivity|]. sticks n e P Q.
  replace (- (exp e * sum n (fun i => A i * Q i)) + sum n (fun i => A i * P i)) with (sum n (fun i => A i * P i + (- exp e) * (A i * Q i))) by (rewrite sum_plus, sum_scal; ring).
  apply sum_le. intros i Hi. assert (U := Rmax_l 0 (P i - exp e * Q i)). assert (V := Rmax_r 0 (P i - exp e * Q i)).
  destruct (HA i Hi) as [-> | ->]; lra.
Qed.

Theorem dp_set : Stated.spaces.dp__set.
Proof.
  intros n e He P HP Q HQ. do 2 (eexists; split; [reflexivity|]). apply sum_le. intros i Hi.
  assert (0 <= Q i) by now apply (law_nonneg n). assert (E := exp_pos e). destruct (Rlt_dec (exp e * Q i) (P i)).
  - apply Rmax_lub; [apply Rle_trans with (exp e * Q i); nra | nra].
  - apply Rmax_lub; lra.
Qed.

Theorem renyi_change_of_measure : Stated.spaces.renyi__change_of_measure.
Proof.
  intros m a A P HP Q HQ.
  assert (E : forall x, inside (finite m) x -> @moment (finite m) a P Q x = @moment_under_first (finite m) a P Q x).
  { intros x X. unfold moment, moment_under_first. assert (P0 := law_nonneg m P x HP X). assert (Q0 := law_nonneg m Q x HQ X).
    destruct P0 as [P0|P0]; [|rewrite <- P0; unfold power; destruct (Rlt_dec 0 0); [lra|]; destruct (Req_EM_T a 0); [lra|]; ring].
    destruct Q0 as [Q0|Q0].
    - assert (0 < Q x / P x) by now apply Rdiv_lt_0_compat. rewrite !power_pos by auto. unfold Rpower. rewrite ln_div by auto.
      replace (a * ln (P x)) with (ln (P x) + (a - 1) * ln (P x)) by ring. rewrite exp_plus, exp_ln, Rmult_assoc, <- exp_plus by auto. do 2 f_equal. ring.
    - rewrite <- Q0. unfold Rdiv. rewrite Rmult_0_l. unfold power. destruct (Rlt_dec 0 0); [lra|]. destruct (Req_EM_T (1 - a) 0); [lra|]. ring. }
  destruct (renyi_exists m a P Q A HP HQ) as [d [D _]]. exists d. split; [exact D|]. exists d. split; [|reflexivity].
  destruct d as [r| |]; simpl in *.
  - destruct D as [D0 [M [I R]]]. split; [exact D0|]. exists M. split; [|exact R]. rewrite <- I. apply sum_ext. intros i Hi. symmetry. now apply E.
  - destruct D as [[D1 U]|[D1 _]]; [|lra]. left. split; [exact A|]. intros bound. destruct (U bound) as [below [l [B L]]].
    exists below, l. split; [|exact L]. intros x X D. rewrite <- E by auto. now apply B.
  - exact D.
Qed.
