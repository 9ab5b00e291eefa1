(* Pairs of laws on finite spaces and what dominates them: approximate privacy, pure privacy, products. *)
From Coq Require Import Reals Lra Psatz Lia List.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Spaces Functions Divergences Laws Basics Extremes Finite Hyperbolic Convexity Suprema Rows Values.
From Stated Require pairs.
Open Scope R_scope.

Lemma part_add u v : Rmax 0 (u + v) <= Rmax 0 u + Rmax 0 v.
Proof. unfold Rmax. repeat destruct Rle_dec; lra. Qed.

(** Approximate privacy at another epsilon *)

Lemma approx_profile n z e d p q : 0 <= z -> 0 <= e -> is_law (finite n) p -> is_law (finite n) q -> stick n e p q <= d -> stick n e q p <= d -> d <= 1 ->
  stick n z p q <= (1 - d) * Rmax (exp e - exp z) 0 / (exp e + 1) + d.
Proof.
  intros Hz He P Q A B D1. assert (X := exp_ge_1 e He). assert (Y := exp_ge_1 z Hz). assert (D0 := stick_nonneg n e p q). destruct (Rle_dec e z) as [L|L].
  - assert (M := exp_le e z L). rewrite Rmax_right by lra. assert (S := stick_mono n e z p q Q L). replace ((1 - d) * 0 / (exp e + 1) + d) with d by (field; lra). lra.
  - assert (M : exp z < exp e) by (apply exp_increasing; lra). rewrite Rmax_left by lra. set (x := exp e) in *. set (y := exp z) in *. assert (G : 0 < x * x - 1) by nra.
    set (c := (x - y) / (x * x - 1)). set (a := (x * y - 1) / (x * x - 1)). assert (C0 : 0 <= c) by (apply Rmult_le_pos; [lra | left; now apply Rinv_0_lt_compat]).
    assert (A0 : 0 <= a) by (apply Rmult_le_pos; [nra | left; now apply Rinv_0_lt_compat]). assert (AC : c * x + a = 1) by (unfold a, c; field; lra). assert (E : a * x + c = y) by (unfold a, c; field; lra).
    apply Rle_trans with (sum n (fun i => c * (x * p i + -1 * q i) + (a * Rmax 0 (p i - x * q i) + c * Rmax 0 (q i - x * p i)))).
    + apply sum_le. intros i Hi. assert (Pi := law_nonneg n p i P Hi). assert (Qi := law_nonneg n q i Q Hi). fold y.
      assert (U := Rmax_l 0 (p i - x * q i)). assert (V := Rmax_r 0 (p i - x * q i)). assert (W := Rmax_l 0 (q i - x * p i)). assert (T := Rmax_r 0 (q i - x * p i)).
      set (u := Rmax 0 (p i - x * q i)) in *. set (w := Rmax 0 (q i - x * p i)) in *. apply (Rmult_le_compat_l a) in V; [|auto]. apply (Rmult_le_compat_l c) in T; [|auto]. apply (Rmult_le_compat_l a) in U; [|auto].
      apply Rmax_lub; [lra|]. apply Rle_trans with (c * (x * p i + -1 * q i) + (a * (p i - x * q i) + 0)); [|apply (Rmult_le_compat_l c) in W; [lra | auto]].
      right. rewrite <- E. replace (p i) with ((c * x + a) * p i) at 1 by (rewrite AC; ring). ring.
    + rewrite !sum_plus, !sum_scal, !sum_plus, !sum_scal, (law_sum n p P), (law_sum n q Q). change (c * (x * 1 + -1 * 1) + (a * stick n e p q + c * stick n e q p) <= (1 - d) * (x - y) / (x + 1) + d).
      apply (Rmult_le_compat_l a) in A; [|auto]. apply (Rmult_le_compat_l c) in B; [|auto].
      replace ((1 - d) * (x - y) / (x + 1) + d) with (c * (x - 1) + (a + c) * d). lra. unfold a, c. replace (x * x - 1) with ((x - 1) * (x + 1)) by ring. field. split; nra.
Qed.
Theorem approx_profile_any : Stated.pairs.dp__approx__profile.
Proof.
  intros n z Hz e He P HP Q HQ. exists (stick n z P Q). split; [reflexivity|]. exists (stick n e P Q). split; [reflexivity|]. exists (stick n e Q P). split; [reflexivity|].
  apply approx_profile; auto; [apply Rmax_l | apply Rmax_r | apply Rmax_lub; now apply stick_le_1].
Qed.
Theorem approx_dominating : Stated.pairs.dp__approx__dominating.
Proof.
  intros n z Hz e He d D0 D1 P HP Q HQ [u [U LU]] [v [V LV]]. change (stick n e P Q = u) in U. change (stick n e Q P = v) in V. subst u v.
  exists (stick n z P Q). split; [reflexivity|]. eexists. split; [reflexivity|]. eapply Rle_trans; [apply (approx_profile n z e d P Q); auto; lra|].
  assert (X : 1 < exp e) by (rewrite <- exp_0; now apply exp_increasing). assert (Y := exp_ge_1 z Hz). unfold listed; simpl. set (x := exp e) in *. set (y := exp z) in *.
  replace (d - y * 0) with d by ring. rewrite (Rmax_right 0 d) by lra. replace ((1 - d) * x / (x + 1) - y * ((1 - d) / (x + 1))) with ((1 - d) / (x + 1) * (x - y)) by (field; lra).
  assert (C : 0 <= (1 - d) / (x + 1)) by (apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra]). rewrite stick_scal by auto.
  assert (A := Rmax_l 0 ((1 - d) / (x + 1) - y * ((1 - d) * x / (x + 1)))). assert (B := Rmax_l 0 (0 - y * d)).
  rewrite (Rmax_comm (x - y)). set (w := Rmax 0 (x - y)). replace ((1 - d) * w / (x + 1)) with ((1 - d) / (x + 1) * w) by (field; lra). lra.
Qed.

(** Pure privacy: the pair is what a kernel makes of randomized response *)

Lemma pure_split n e p q : 0 <= e -> is_law (finite n) p -> is_law (finite n) q ->
  (forall i, (i < n)%nat -> p i <= exp e * q i) -> (forall i, (i < n)%nat -> q i <= exp e * p i) ->
  exists a b, (forall i, (i < n)%nat -> 0 <= a i /\ 0 <= b i /\ p i = exp e * a i + b i /\ q i = a i + exp e * b i) /\
    sum n a = / (exp e + 1) /\ sum n b = / (exp e + 1).
Proof.
  intros He P Q A B. assert (X := exp_ge_1 e He). set (x := exp e) in *. destruct (Req_dec x 1) as [E|N].
  - exists (fun i => / 2 * p i), (fun i => / 2 * q i). rewrite !sum_scal, (law_sum n p P), (law_sum n q Q), E. split; [|lra]. intros i Hi.
    assert (U := A i Hi). assert (V := B i Hi). rewrite E in *. assert (W := law_nonneg n p i P Hi). lra.
  - assert (G : 0 < x * x - 1) by nra. exists (fun i => / (x * x - 1) * (x * p i + -1 * q i)), (fun i => / (x * x - 1) * (x * q i + -1 * p i)).
    rewrite !sum_scal, !sum_plus, !sum_scal, (law_sum n p P), (law_sum n q Q). split; [|replace (x * x - 1) with ((x - 1) * (x + 1)) by ring; split; field; lra].
    assert (I : 0 < / (x * x - 1)) by now apply Rinv_0_lt_compat. intros i Hi. assert (U := A i Hi). assert (V := B i Hi).
    split; [apply Rmult_le_pos; lra|]. split; [apply Rmult_le_pos; lra|]. split; field; lra.
Qed.
Lemma pure_both n p q e : is_law (finite n) q -> (exists r, is_max_divergence (finite n) p q (Finite r) /\ r <= e) -> forall i, (i < n)%nat -> p i <= exp e * q i.
Proof. intros Q [r [B L]]. apply (max_bounded n p q r e B); auto. intros i Hi. now apply (law_nonneg n). Qed.

Theorem binary_input : Stated.pairs.ldp__binary.
Proof.
  intros n z e He p P0 P1 q Q0 Q1 P HP FP Q HQ FQ A B.
  destruct (pure_split n e P Q ltac:(lra) HP HQ (pure_both n P Q e HQ A) (pure_both n Q P e HP B)) as [a [b [S [SA SB]]]].
  eexists. split; [reflexivity|]. eexists. split; [reflexivity|]. assert (E := exp_pos e). unfold listed; simpl. set (x := exp e) in *. set (y := exp z).
  set (u := p * x + (1 - p) - y * (q * x + (1 - q))). set (v := p + (1 - p) * x - y * (q + (1 - q) * x)).
  apply Rle_trans with (sum n (fun i => Rmax 0 u * a i + Rmax 0 v * b i)).
  - apply sum_le. intros i Hi. destruct (S i Hi) as [A0 [B0 [EP EQ]]]. unfold mixture. rewrite EP, EQ.
    replace (p * (x * a i + b i) + (1 - p) * (a i + x * b i) - y * (q * (x * a i + b i) + (1 - q) * (a i + x * b i))) with (a i * u + b i * v) by (unfold u, v; ring).
    eapply Rle_trans; [apply part_add|]. rewrite !stick_scal by auto. lra.
  - rewrite sum_plus, !sum_scal, SA, SB. assert (I : 0 < / (x + 1)) by (apply Rinv_0_lt_compat; lra).
    replace (p / (x + 1) + (1 - p) * x / (x + 1) - y * (q / (x + 1) + (1 - q) * x / (x + 1))) with (/ (x + 1) * v) by (unfold v; field; lra).
    replace (p * x / (x + 1) + (1 - p) / (x + 1) - y * (q * x / (x + 1) + (1 - q) / (x + 1))) with (/ (x + 1) * u) by (unfold u; field; lra).
    rewrite !stick_scal by lra. right. ring.
Qed.

Theorem optimal_two : Stated.pairs.dp__composition__optimal__two.
Proof.
  intros m n z Hz e He f Hf P1 HP1 FP1 P2 HP2 FP2 Q1 HQ1 FQ1 Q2 HQ2 FQ2 A1 B1 A2 B2.
  destruct (pure_split m e P1 Q1 He HP1 HQ1 (pure_both m P1 Q1 e HQ1 A1) (pure_both m Q1 P1 e HP1 B1)) as [a [b [S [SA SB]]]].
  destruct (pure_split n f P2 Q2 Hf HP2 HQ2 (pure_both n P2 Q2 f HQ2 A2) (pure_both n Q2 P2 f HP2 B2)) as [c [d [T [TC TD]]]].
  eexists. split; [apply stick2_is|]. eexists. split; [reflexivity|]. assert (E := exp_pos e). assert (F := exp_pos f). unfold listed; simpl. set (x := exp e) in *. set (w := exp f) in *. set (y := exp z).
  set (k1 := Rmax 0 (1 - y * (x * w))). set (k2 := Rmax 0 (w - y * x)). set (k3 := Rmax 0 (x - y * w)). set (k4 := Rmax 0 (x * w - y)).
  apply Rle_trans with (sum m (fun i => (k4 * / (w + 1) + k3 * / (w + 1)) * a i + (k2 * / (w + 1) + k1 * / (w + 1)) * b i)).
  - apply sum_le. intros i Hi. destruct (S i Hi) as [A0 [B0 [EP EQ]]]. apply Rle_trans with (sum n (fun j => (k4 * a i + k2 * b i) * c j + (k3 * a i + k1 * b i) * d j)).
    + apply sum_le. intros j Hj. destruct (T j Hj) as [C0 [D0 [EP2 EQ2]]]. rewrite EP, EQ, EP2, EQ2. fold y.
      replace ((x * a i + b i) * (w * c j + d j) - y * ((a i + x * b i) * (c j + w * d j)))
        with (((a i * c j) * (x * w - y) + (a i * d j) * (x - y * w)) + ((b i * c j) * (w - y * x) + (b i * d j) * (1 - y * (x * w)))) by ring.
      eapply Rle_trans; [apply part_add|]. eapply Rle_trans; [apply Rplus_le_compat; apply part_add|]. rewrite !stick_scal by (apply Rmult_le_pos; auto). fold k1 k2 k3 k4. right. ring.
    + rewrite sum_plus, !sum_scal, TC, TD. right. ring.
  - rewrite sum_plus, !sum_scal, SA, SB. set (g := / ((x + 1) * (w + 1))). assert (G : 0 < g) by (apply Rinv_0_lt_compat; nra).
    replace (1 / ((x + 1) * (w + 1)) - y * (x * w / ((x + 1) * (w + 1)))) with (g * (1 - y * (x * w))) by (unfold g; field; lra).
    replace (w / ((x + 1) * (w + 1)) - y * (x / ((x + 1) * (w + 1)))) with (g * (w - y * x)) by (unfold g; field; lra).
    replace (x / ((x + 1) * (w + 1)) - y * (w / ((x + 1) * (w + 1)))) with (g * (x - y * w)) by (unfold g; field; lra).
    replace (x * w / ((x + 1) * (w + 1)) - y * (1 / ((x + 1) * (w + 1)))) with (g * (x * w - y)) by (unfold g; field; lra).
    rewrite !stick_scal by lra. fold k1 k2 k3 k4. right. unfold g. field. lra.
Qed.

(** Products *)

Theorem basic_many : Stated.pairs.dp__composition__basic__many.
Proof.
  intros l m n e He f Hf g Hg P1 A1 P2 A2 P3 A3 Q1 B1 Q2 B2 Q3 B3.
  exists (sum l (fun i => sum m (fun j => sum n (fun k => Rmax 0 (P1 i * (P2 j * P3 k) - exp (e + f + g) * (Q1 i * (Q2 j * Q3 k))))))). split.
  { exists (fun i => sum m (fun j => sum n (fun k => Rmax 0 (P1 i * (P2 j * P3 k) - exp (e + f + g) * (Q1 i * (Q2 j * Q3 k)))))). split; [|reflexivity]. intros i Hi.
    exists (fun j => sum n (fun k => Rmax 0 (P1 i * (P2 j * P3 k) - exp (e + f + g) * (Q1 i * (Q2 j * Q3 k))))). split; [intros; reflexivity | reflexivity]. }
  exists (stick l e P1 Q1). split; [reflexivity|]. exists (stick m f P2 Q2). split; [reflexivity|]. exists (stick n g P3 Q3). split; [reflexivity|].
  assert (X := stick_product m n f g P2 P3 Q2 Q3 A2 B2 A3 B3). assert (Y := stick_nonneg m f P2 Q2). assert (Z := stick_nonneg n g P3 Q3).
  apply Rle_trans with (stick l e P1 Q1 + stick2 m n (f + g) P2 P3 Q2 Q3); [|nra].
  apply Rle_trans with (sum l (fun i => Rmax 0 (P1 i - exp e * Q1 i) + P1 i * stick2 m n (f + g) P2 P3 Q2 Q3)).
  2: { rewrite sum_plus, sum_scal_r, (law_sum l P1 A1). unfold stick. lra. }
  apply sum_le. intros i Hi. set (u := Rmax 0 (P1 i - exp e * Q1 i)). assert (U : 0 <= u) by apply Rmax_l.
  apply Rle_trans with (sum m (fun j => u * P2 j + P1 i * sum n (fun k => Rmax 0 (P2 j * P3 k - exp (f + g) * (Q2 j * Q3 k))))).
  2: { rewrite sum_plus, !sum_scal, (law_sum m P2 A2). unfold stick2. lra. }
  apply sum_le. intros j Hj. apply Rle_trans with (sum n (fun k => u * P2 j * P3 k + P1 i * Rmax 0 (P2 j * P3 k - exp (f + g) * (Q2 j * Q3 k)))).
  2: { rewrite sum_plus, !sum_scal, (law_sum n P3 A3). lra. }
  apply sum_le. intros k Hk. rewrite Rplus_assoc. assert (P := law_nonneg l P1 i A1 Hi). assert (P' := law_nonneg m P2 j A2 Hj). assert (P'' := law_nonneg n P3 k A3 Hk).
  assert (V := pair_bound e (f + g) (P1 i) (Q1 i) (P2 j * P3 k) (Q2 j * Q3 k) P (law_nonneg l Q1 i B1 Hi) ltac:(now apply Rmult_le_pos)
    ltac:(apply Rmult_le_pos; [exact (law_nonneg m Q2 j B2 Hj) | exact (law_nonneg n Q3 k B3 Hk)])). fold u in V.
  assert (W := Rmax_l 0 (P2 j * P3 k - exp (f + g) * (Q2 j * Q3 k))). set (w := Rmax 0 (P2 j * P3 k - exp (f + g) * (Q2 j * Q3 k))) in *. assert (0 <= u * w) by now apply Rmult_le_pos. lra.
Qed.

Lemma exceeds_pairs m n e p1 p2 q1 q2 i j : (i < m)%nat -> (j < n)%nat -> exp e * (q1 i * q2 j) < p1 i * p2 j ->
  exceeds (pairs (finite m) (finite n)) e (@product (finite m) (finite n) p1 p2) (@product (finite m) (finite n) q1 q2).
Proof.
  intros Hi Hj H. set (c := p1 i * p2 j - exp e * (q1 i * q2 j)). exists (fun x => if Nat.eq_dec (fst x) i then if Nat.eq_dec (snd x) j then c else 0 else 0), c.
  split; [|split; [|unfold c; lra]].
  - intros [k l] _. unfold product. simpl. destruct (Nat.eq_dec k i) as [->|]; [destruct (Nat.eq_dec l j) as [->|]|]; [apply Rmax_r | apply Rmax_l | apply Rmax_l].
  - exists (fun k => if Nat.eq_dec k i then c else 0). split; [|now apply sum_one]. intros k Hk. simpl. destruct (Nat.eq_dec k i); [now apply sum_one | apply sum_0].
Qed.
Lemma max_product m n p1 p2 q1 q2 r s i j : full_support (finite m) p1 -> full_support (finite n) p2 -> full_support (finite m) q1 -> full_support (finite n) q2 ->
  (i < m)%nat -> p1 i = exp r * q1 i -> (forall k, (k < m)%nat -> p1 k <= exp r * q1 k) ->
  (j < n)%nat -> p2 j = exp s * q2 j -> (forall k, (k < n)%nat -> p2 k <= exp s * q2 k) ->
  is_max_divergence (pairs (finite m) (finite n)) (@product (finite m) (finite n) p1 p2) (@product (finite m) (finite n) q1 q2) (Finite (r + s)).
Proof.
  intros F1 F2 G1 G2 Hi E L Hj F M. split.
  - intros [k l] [Hk Hl]. simpl in Hk, Hl. unfold product. simpl. rewrite exp_plus. replace (exp r * exp s * (q1 k * q2 l)) with ((exp r * q1 k) * (exp s * q2 l)) by ring.
    apply Rmult_le_compat; [left; now apply F1 | left; now apply F2 | now apply L | now apply M].
  - intros e He. apply (exceeds_pairs m n e p1 p2 q1 q2 i j); auto. rewrite E, F. replace (exp r * q1 i * (exp s * q2 j)) with (exp (r + s) * (q1 i * q2 j)) by (rewrite exp_plus; ring).
    apply Rmult_lt_compat_r; [apply Rmult_lt_0_compat; [now apply G1 | now apply G2] | now apply exp_increasing].
Qed.
Theorem range_product : Stated.pairs.range__composition.
Proof.
  intros m n P1 A1 F1 P2 A2 F2 Q1 B1 G1 Q2 B2 G2. assert (M := law_nonempty m P1 A1). assert (N := law_nonempty n P2 A2).
  destruct (max_exists m P1 Q1 M F1 G1) as [r [i [Hi [E L]]]]. destruct (max_exists n P2 Q2 N F2 G2) as [s [j [Hj [F K]]]].
  destruct (max_exists m Q1 P1 M G1 F1) as [u [k [Hk [G U]]]]. destruct (max_exists n Q2 P2 N G2 F2) as [v [l [Hl [H V]]]].
  exists (r + s). split; [now apply (max_product m n P1 P2 Q1 Q2 r s i j)|]. exists (u + v). split; [now apply (max_product m n Q1 Q2 P1 P2 u v k l)|].
  exists r. split; [now apply (max_value m P1 Q1 r i)|]. exists s. split; [now apply (max_value n P2 Q2 s j)|].
  exists u. split; [now apply (max_value m Q1 P1 u k)|]. exists v. split; [now apply (max_value n Q2 P2 v l)|]. lra.
Qed.
