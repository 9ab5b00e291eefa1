(* Laws on finite spaces: trade-off functions under processing, composition and sampling. *)
From Coq Require Import Reals Lra Psatz Lia.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Spaces Functions Divergences Suprema Laws Basics Extremes Finite Rows Processing Testing Duality Domination.
From Stated Require tradeoffs.
Open Scope R_scope.

Theorem processing : Stated.tradeoffs.tradeoff__data_processing.
Proof.
  intros m n t T0 T1 P HP Q HQ K HK. assert (IP := image_law m n P K HP HK). assert (IQ := image_law m n Q K HQ HK).
  destruct (trade_off_exists m t P Q HP HQ (conj T0 T1)) as [d [D [[k [K0 E]] _]]]. destruct (trade_off_exists n t _ _ IP IQ (conj T0 T1)) as [c [C [_ B]]].
  exists d. split; [exact D|]. exists c. split; [exact C|]. assert (X := B k K0). assert (Y := bound_data_processing m n k P Q K HK). lra.
Qed.

(** Pairs that dominate *)

Theorem dominated_tests : Stated.tradeoffs.dominating__tradeoff.
Proof.
  intros m n t T0 T1 P HP Q HQ P1 H1 Q1 G1 [v [V L]]. assert (D := gap_dominates m n P Q P1 Q1 v HP HQ H1 G1 V L).
  destruct (trade_off_exists n t P1 Q1 H1 G1 (conj T0 T1)) as [d [X [[k [K0 E]] _]]]. destruct (trade_off_exists m t P Q HP HQ (conj T0 T1)) as [c [C [_ B]]].
  exists d. split; [exact X|]. exists c. split; [exact C|]. assert (Y := B k K0). assert (Z := dominates_bound m n k P Q P1 Q1 HP HQ H1 G1 D K0). lra.
Qed.

Theorem composition : Stated.tradeoffs.tradeoff__composition.
Proof.
  intros m k n l t T0 T1 P HP Q HQ K HK L HL P1 H1 Q1 G1 P2 H2 Q2 G2 [u [U U0]] [v [V V0]].
  assert (D := gap_dominates m k P Q P1 Q1 u HP HQ H1 G1 U U0). assert (E := gaps_dominate m n l K L P2 Q2 v HK HL H2 G2 V V0).
  assert (J := dominates_joint m n k l P Q K L P1 Q1 P2 Q2 HP HQ H2 G2 D E). assert (JP := joint_law m n P K HP HK). assert (JQ := joint_law m n Q L HQ HL).
  assert (PP := joint_law k l P1 (fun _ => P2) H1 (fun _ _ => H2)). assert (QQ := joint_law k l Q1 (fun _ => Q2) G1 (fun _ _ => G2)).
  destruct (trade_off_exists (k * l) t _ _ PP QQ (conj T0 T1)) as [d [X [[h [K0 F]] _]]]. destruct (trade_off_exists (m * n) t _ _ JP JQ (conj T0 T1)) as [c [C [_ B]]].
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
  destruct (trade_off_exists n t Q _ HQ M (conj T0 T1)) as [c [C [[k [K0 E]] B]]]. destruct (trade_off_exists n t Q P HQ HP (conj T0 T1)) as [d [D [[h [H0 F]] G]]].
  exists c, d. split; [exact C|]. split; [exact D|]. split; [|exact G]. apply Rle_antisym.
  - destruct (Rle_dec (1 - s) k) as [L|L].
    + set (l := (k - (1 - s)) / s). assert (L0 : 0 <= l) by (apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra]).
      assert (KL : k = s * l + (1 - s)) by (unfold l; field; lra). rewrite KL, bound_sampled in E by auto. assert (X := G l L0). nra.
    + rewrite bound_sampled_low in E by (auto; lra). assert (X := G 0 ltac:(lra)). rewrite bound_0 in X by auto. nra.
  - assert (X := B (s * h + (1 - s)) ltac:(nra)). rewrite bound_sampled in X by auto. nra.
Qed.
Theorem sampling_any : Stated.tradeoffs.amplification__poisson__tradeoff__any.
Proof.
  intros m n t T0 T1 s S0 S1 P1 H1 Q1 G1 P HP Q HQ [v [V L]]. assert (D := gap_dominates m n Q P P1 Q1 v HQ HP H1 G1 V L).
  destruct (sampled m t s P Q HP HQ T0 T1 (conj S0 S1)) as [c [d [C [_ [E B]]]]]. destruct (trade_off_exists n t P1 Q1 H1 G1 (conj T0 T1)) as [b [X [[k [K0 F]] _]]].
  exists b. split; [exact X|]. exists c. split; [exact C|]. assert (Y := B k K0). assert (Z := dominates_bound m n k Q P P1 Q1 HQ HP H1 G1 D K0). nra.
Qed.

(** Whole trade-off functions and whole profiles *)

Lemma real_attained A (value : point A -> R -> Prop) d x : inside A x -> value x d ->
  (forall y r, inside A y -> value y r -> r <= d) -> (forall y, inside A y -> exists r, value y r) -> is_supremum A (fun y => finitely (value y)) (Finite d).
Proof.
  intros X V L E. split.
  - intros y Y. destruct (E y Y) as [r R]. exists (Finite r). split; [now exists r | now apply (L y)].
  - intros b B. apply (B x (Finite d) X). now exists d.
Qed.

Theorem envelope : Stated.tradeoffs.profile__to_tradeoff.
Proof.
  intros n t T0 T1 P HP Q HQ. destruct (trade_off_exists n t P Q HP HQ (conj T0 T1)) as [d [D [[k [K0 E]] B]]]. exists d. split; [exact D|]. exists d. split; [|reflexivity].
  apply (real_attained factors _ d k K0).
  - exists (bound n k P Q). split; [reflexivity | lra].
  - intros x r X [h [H R]]. assert (Y := B x X). change (bound n x P Q = h) in H. lra.
  - intros x _. eexists. exists (bound n x P Q). split; reflexivity.
Qed.

Theorem conjugate : Stated.tradeoffs.tradeoff__to_profile.
Proof.
  intros n e P HP Q HQ. exists (stick n e Q P). split; [reflexivity|]. exists (stick n e Q P - 1). split; [|ring].
  set (phi := fun i => if Rlt_dec (exp e * P i) (Q i) then 1 else 0). assert (T : is_test (finite n) phi) by (intros i _; unfold phi; destruct (Rlt_dec (exp e * P i) (Q i)); lra).
  set (t := sum n (fun i => phi i * P i)). assert (TB : 0 <= t <= 1) by (apply test_between; auto). destruct (trade_off_exists n t P Q HP HQ TB) as [d [D [_ B]]].
  assert (S : sum n (fun i => phi i * Q i) = stick n e Q P + exp e * t).
  { unfold stick, t. rewrite <- sum_scal, <- sum_plus. apply sum_ext. intros i _. unfold phi, Rmax. destruct (Rlt_dec (exp e * P i) (Q i)), (Rle_dec 0 (Q i - exp e * P i)); lra. }
  assert (L := proj1 D phi t (stick n e Q P + exp e * t) T eq_refl S (Rle_refl t)). assert (G := B (exp e) ltac:(left; apply exp_pos)). change (bound n (exp e) P Q) with (stick n e Q P) in G.
  apply (real_attained levels _ _ t TB).
  - exists d. split; [exact D | lra].
  - intros s r X [c [C R]]. destruct (trade_off_exists n s P Q HP HQ X) as [c' [C' [_ F]]].
    assert (c = c') as ->. { destruct C as [C1 [f1 [a1 [b1 [F1 [A1 [B1 [L1 ->]]]]]]]], C' as [C2 [f2 [a2 [b2 [F2 [A2 [B2 [L2 ->]]]]]]]]. assert (U := C1 f2 a2 b2 F2 A2 B2 L2). assert (V := C2 f1 a1 b1 F1 A1 B1 L1). lra. }
    assert (Y := F (exp e) ltac:(left; apply exp_pos)). change (bound n (exp e) P Q) with (stick n e Q P) in Y. lra.
  - intros s X. destruct (trade_off_exists n s P Q HP HQ X) as [c [C _]]. eexists. exists c. split; [exact C | reflexivity].
Qed.
