(* Laws on finite spaces: trade-off functions. *)
From Coq Require Import Reals Lra Psatz Lia.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Spaces Functions Divergences Suprema Laws Basics Extremes Finite Rows Processing Testing Domination.
From Stated Require testing.
Open Scope R_scope.

Theorem processing : Stated.testing.tradeoff__data_processing.
Proof.
  intros m n t T0 T1 P HP Q HQ K HK. assert (IP := image_law m n P K HP HK). assert (IQ := image_law m n Q K HQ HK).
  destruct (trade_off_exists m t P Q HP HQ T0) as [d [D [[k [K0 E]] _]]]. destruct (trade_off_exists n t _ _ IP IQ T0) as [c [C [_ B]]].
  exists d. split; [exact D|]. exists c. split; [exact C|]. assert (X := B k K0). assert (Y := bound_data_processing m n k P Q K HK). lra.
Qed.

Theorem group : Stated.testing.tradeoff__group.
Proof.
  intros n t T0 T1 P HP Q HQ M HM. destruct (trade_off_exists n t P Q HP HQ T0) as [d [D _]]. assert (D1 : d <= 1).
  { destruct D as [D _]. replace 1 with (1 - 0) by ring. apply (D (fun _ => 0) 0 0); [intros i _; lra | | | exact T0]; (transitivity (sum n (fun _ => 0)); [apply sum_ext; intros; ring | apply sum_0]). }
  destruct (trade_off_exists n (1 - d) Q M HQ HM ltac:(lra)) as [c [C _]]. destruct (trade_off_exists n t P M HP HM T0) as [b [B _]].
  exists d. split; [exact D|]. exists c. split; [exact C|]. exists b. split; [exact B|]. destruct B as [_ [phi [f [s [TS [F [S [L ->]]]]]]]].
  destruct C as [C _]. apply (C phi (sum n (fun i => phi i * Q i)) s TS); [reflexivity | exact S|].
  destruct D as [D _]. assert (X := D phi f (sum n (fun i => phi i * Q i)) TS F eq_refl L). lra.
Qed.

Theorem profile : Stated.testing.tradeoff__profile.
Proof.
  intros n t T0 T1 e He P HP Q HQ. destruct (trade_off_exists n t P Q HP HQ T0) as [d [D [_ B]]].
  exists (stick n e Q P). split; [reflexivity|]. exists d. split; [exact D|]. assert (X := B (exp e) ltac:(left; apply exp_pos)). rewrite bound_stick in X. lra.
Qed.

(* what an approximately private pair lets a test do *)
Lemma approx n t e P Q : is_law (finite n) P -> is_law (finite n) Q -> 0 <= t -> exists d, is_trade_off (finite n) t P Q d /\
  0 <= d /\ 1 - t * exp e - stick n e Q P <= d /\ (1 - t - stick n e P Q) * exp (- e) <= d.
Proof.
  intros HP HQ T0. destruct (trade_off_exists n t P Q HP HQ T0) as [d [D [_ B]]]. exists d. split; [exact D|].
  assert (X := B 0 ltac:(lra)). rewrite bound_0 in X by auto. assert (Y := B (exp e) ltac:(left; apply exp_pos)). rewrite bound_stick in Y.
  assert (Z := B (exp (- e)) ltac:(left; apply exp_pos)). rewrite bound_inverse in Z by auto. lra.
Qed.
Theorem approximate : Stated.testing.dp__approx__tradeoff.
Proof.
  intros n t T0 T1 e He P HP Q HQ. destruct (approx n t e P Q HP HQ T0) as [d [D [A [B C]]]]. exists (stick n e P Q). split; [reflexivity|]. exists (stick n e Q P). split; [reflexivity|].
  exists d. split; [exact D|]. assert (U := Rmax_l (stick n e P Q) (stick n e Q P)). assert (V := Rmax_r (stick n e P Q) (stick n e Q P)). set (z := Rmax (stick n e P Q) (stick n e Q P)) in *.
  assert (E := exp_pos (- e)). apply Rmax_lub; [nra|]. apply Rmax_lub; lra.
Qed.
Theorem power : Stated.testing.dp__test__power.
Proof.
  intros n t T0 T1 e He P HP Q HQ. destruct (approx n t e P Q HP HQ T0) as [d [D [A [B C]]]]. exists d. split; [exact D|]. exists (stick n e P Q). split; [reflexivity|]. exists (stick n e Q P). split; [reflexivity|].
  assert (U := Rmax_l (stick n e P Q) (stick n e Q P)). assert (V := Rmax_r (stick n e P Q) (stick n e Q P)). set (z := Rmax (stick n e P Q) (stick n e Q P)) in *.
  assert (E := exp_pos (- e)). apply Rmin_glb; [nra|]. apply Rmin_glb; lra.
Qed.
Theorem power_printed : Stated.testing.dp__test__power__printed.
Proof.
  intros n t T0 T1 e He P HP Q HQ. destruct (approx n t e P Q HP HQ T0) as [d [D [A [B C]]]]. exists d. split; [exact D|]. exists (stick n e P Q). split; [reflexivity|]. exists (stick n e Q P). split; [reflexivity|].
  assert (V := Rmax_r (stick n e P Q) (stick n e Q P)). lra.
Qed.

(** Pairs that dominate *)

Theorem dominated_tests : Stated.testing.dominating__tradeoff.
Proof.
  intros m n t T0 T1 P HP Q HQ P1 H1 Q1 G1 [v [V L]]. assert (D := gap_dominates m n P Q P1 Q1 v HP HQ H1 G1 V L).
  destruct (trade_off_exists n t P1 Q1 H1 G1 T0) as [d [X [[k [K0 E]] _]]]. destruct (trade_off_exists m t P Q HP HQ T0) as [c [C [_ B]]].
  exists d. split; [exact X|]. exists c. split; [exact C|]. assert (Y := B k K0). assert (Z := dominates_bound m n k P Q P1 Q1 HP HQ H1 G1 D K0). lra.
Qed.

Theorem composition : Stated.testing.tradeoff__composition.
Proof.
  intros m k n l t T0 T1 P HP Q HQ K HK L HL P1 H1 Q1 G1 P2 H2 Q2 G2 [u [U U0]] [v [V V0]].
  assert (D := gap_dominates m k P Q P1 Q1 u HP HQ H1 G1 U U0). assert (E := gaps_dominate m n l K L P2 Q2 v HK HL H2 G2 V V0).
  assert (J := dominates_joint m n k l P Q K L P1 Q1 P2 Q2 HP HQ H2 G2 D E). assert (JP := joint_law m n P K HP HK). assert (JQ := joint_law m n Q L HQ HL).
  assert (PP := joint_law k l P1 (fun _ => P2) H1 (fun _ _ => H2)). assert (QQ := joint_law k l Q1 (fun _ => Q2) G1 (fun _ _ => G2)).
  destruct (trade_off_exists (k * l) t _ _ PP QQ T0) as [d [X [[h [K0 F]] _]]]. destruct (trade_off_exists (m * n) t _ _ JP JQ T0) as [c [C [_ B]]].
  exists d. split; [apply pairs_trade_off; exact X|]. exists c. split; [now apply pairs_trade_off|]. assert (Y := B h K0). assert (Z := dominates_bound _ _ h _ _ _ _ JP JQ PP QQ J K0). lra.
Qed.

(** A record that is sampled *)

Lemma sampled n t s P Q : is_law (finite n) P -> is_law (finite n) Q -> 0 <= t -> t <= 1 -> 0 < s < 1 ->
  exists c d, is_trade_off (finite n) t Q (@mixture (finite n) s P Q) c /\ is_trade_off (finite n) t Q P d /\ c = s * d + (1 - s) * (1 - t) /\
    forall k, 0 <= k -> 1 - bound n k Q P - k * t <= d.
Proof.
  intros HP HQ T0 T1 S. assert (M : is_law (finite n) (@mixture (finite n) s P Q)).
  { split; [intros i Hi; assert (A := law_nonneg n P i HP Hi); assert (B := law_nonneg n Q i HQ Hi); unfold mixture; nra|].
    simpl. unfold mixture. rewrite sum_plus, !sum_scal, (law_sum n P HP), (law_sum n Q HQ). ring. }
  destruct (trade_off_exists n t Q _ HQ M T0) as [c [C [[k [K0 E]] B]]]. destruct (trade_off_exists n t Q P HQ HP T0) as [d [D [[h [H0 F]] G]]].
  exists c, d. split; [exact C|]. split; [exact D|]. split; [|exact G]. apply Rle_antisym.
  - destruct (Rle_dec (1 - s) k) as [L|L].
    + set (l := (k - (1 - s)) / s). assert (L0 : 0 <= l) by (apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra]).
      assert (KL : k = s * l + (1 - s)) by (unfold l; field; lra). rewrite KL, bound_sampled in E by auto. assert (X := G l L0). nra.
    + rewrite bound_sampled_low in E by (auto; lra). assert (X := G 0 ltac:(lra)). rewrite bound_0 in X by auto. nra.
  - assert (X := B (s * h + (1 - s)) ltac:(nra)). rewrite bound_sampled in X by auto. nra.
Qed.
Theorem sampling : Stated.testing.amplification__poisson__tradeoff.
Proof.
  intros n t T0 T1 s S0 S1 P HP Q HQ. destruct (sampled n t s P Q HP HQ T0 T1 (conj S0 S1)) as [c [d [C [D [E _]]]]]. exists c. split; [exact C|]. exists d. split; [exact D | exact E].
Qed.
Theorem sampling_any : Stated.testing.amplification__poisson__tradeoff__any.
Proof.
  intros m n t T0 T1 s S0 S1 P1 H1 Q1 G1 P HP Q HQ [v [V L]]. assert (D := gap_dominates m n Q P P1 Q1 v HQ HP H1 G1 V L).
  destruct (sampled m t s P Q HP HQ T0 T1 (conj S0 S1)) as [c [d [C [_ [E B]]]]]. destruct (trade_off_exists n t P1 Q1 H1 G1 T0) as [b [X [[k [K0 F]] _]]].
  exists b. split; [exact X|]. exists c. split; [exact C|]. assert (Y := B k K0). assert (Z := dominates_bound m n k Q P P1 Q1 HQ HP H1 G1 D K0). nra.
Qed.
