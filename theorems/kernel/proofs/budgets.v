(* Concentrated privacy on finite spaces: processing, and conversion to approximate privacy. *)
From Coq Require Import Reals Lra Psatz Lia.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Spaces Functions Divergences Suprema Laws Basics Pieces Gauss Mills Extremes Finite Hyperbolic Convexity Holder Entropy Rows Values Budgets.
From Stated Require budgets.
Open Scope R_scope.

Lemma processed n m xi omega p q b rho a K : is_law (finite m) p -> is_law (finite m) q -> is_kernel (finite m) (finite n) K ->
  is_concentrated_budget (finite m) xi omega p q b -> Rbar_le b (Finite rho) -> 1 < a -> Rbar_lt (Finite a) omega ->
  exists r, is_renyi (finite n) a (image m K p) (image m K q) r /\ Rbar_le r (Finite (xi + a * rho)).
Proof.
  intros P Q HK H B A O. destruct (budget_bound m xi omega p q b rho a H B A O) as [D M].
  apply renyi_below; auto; try discriminate; try now apply image_law. intros x X. injection X as <-. split; [now apply image_dominated|].
  eapply Rle_trans; [now apply mom_data_processing | exact M].
Qed.
Theorem zcdp_processing : Stated.budgets.zcdp__data_processing.
Proof.
  intros m n a A xi X rho R0 P HP Q HQ K HK [b [H B]]. destruct (processed n m xi p_infty P Q b rho a K HP HQ HK H B A I) as [r [R1 L]].
  exists r. split; [exact R1|]. now rewrite Rplus_comm.
Qed.
Theorem tcdp_processing : Stated.budgets.tcdp__data_processing.
Proof.
  intros m n a A rho R0 omega W P HP Q HQ K HK O [b [H B]]. destruct (processed n m 0 (Finite omega) P Q b rho a K HP HQ HK H B A O) as [r [R1 L]].
  exists r. split; [exact R1|]. now rewrite Rplus_0_l in L.
Qed.

(** To approximate privacy *)

Lemma best_power a : 1 < a -> 0 < Rpower ((a - 1) / a) (a - 1) / a <= 1.
Proof.
  intros A. assert (E := exp_pos ((a - 1) * ln ((a - 1) / a))). assert (P : Rpower ((a - 1) / a) (a - 1) <= 1).
  { unfold Rpower. apply Rle_trans with (exp 0); [apply exp_le | rewrite exp_0; lra]. assert (ln ((a - 1) / a) <= 0); [|nra]. rewrite <- ln_1. apply ln_le. apply Rdiv_lt_0_compat; lra.
    apply (Rmult_le_reg_r a); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  unfold Rpower in *. split; [apply Rdiv_lt_0_compat; lra|]. apply (Rmult_le_reg_r a); [lra|]. unfold Rdiv at 1. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.
(* at any one order *)
Lemma at_order n xi omega p q b rho a g : is_law (finite n) p -> is_law (finite n) q ->
  is_concentrated_budget (finite n) xi omega p q b -> Rbar_le b (Finite rho) -> 1 < a -> Rbar_lt (Finite a) omega ->
  stick n g p q <= Rpower ((a - 1) / a) (a - 1) / a * exp ((a - 1) * (xi + a * rho - g)).
Proof.
  intros P Q H B A O. destruct (budget_bound n xi omega p q b rho a H B A O) as [D M]. eapply Rle_trans; [now apply (stick_of_mom n a g)|].
  destruct (best_power a A) as [C _]. rewrite Rmult_assoc. apply Rmult_le_compat_l; [lra|].
  replace ((a - 1) * (xi + a * rho - g)) with (g * (1 - a) + (a - 1) * (xi + a * rho)) by ring. rewrite exp_plus. apply Rmult_le_compat_l; [left; apply exp_pos | exact M].
Qed.
Lemma at_order_simple n xi omega p q b rho a g : is_law (finite n) p -> is_law (finite n) q ->
  is_concentrated_budget (finite n) xi omega p q b -> Rbar_le b (Finite rho) -> 1 < a -> Rbar_lt (Finite a) omega ->
  stick n g p q <= exp ((a - 1) * (xi + a * rho - g)).
Proof.
  intros P Q H B A O. eapply Rle_trans; [apply (at_order n xi omega p q b rho a g); auto|]. destruct (best_power a A) as [_ C]. rewrite <- (Rmult_1_l (exp _)) at 2.
  apply Rmult_le_compat_r; [left; apply exp_pos | exact C].
Qed.

(* the best order above one: the root of log (1/delta) over rho *)
Lemma best_order rho d : 0 < rho -> 0 < d < 1 ->
  let l := ln (1 / d) in let t := sqrt (l / rho) in 0 < l /\ 0 < t /\ t * t * rho = l /\ sqrt rho * sqrt l = t * rho /\ exp (- l) = d.
Proof.
  intros R0 D l t. assert (L : l = - ln d) by (unfold l; rewrite ln_div, ln_1 by lra; ring). assert (N : ln d < 0) by (rewrite <- ln_1; apply ln_increasing; lra).
  assert (L0 : 0 < l) by lra. assert (Q : 0 < l / rho) by now apply Rdiv_lt_0_compat. assert (T : 0 < t) by now apply sqrt_lt_R0. assert (TT : t * t = l / rho) by (apply sqrt_sqrt; lra).
  split; auto. split; auto. split; [rewrite TT; field; lra|]. split; [|rewrite L, Ropp_involutive; apply exp_ln; lra].
  replace l with (t * t * rho) at 1 by (rewrite TT; field; lra). rewrite <- sqrt_mult by nra.
  replace (rho * (t * t * rho)) with ((t * rho) * (t * rho)) by ring. apply sqrt_square. nra.
Qed.

Theorem zcdp_standard : Stated.budgets.zcdp__to_approx__any.
Proof.
  intros n rho R0 xi X d D0 D1 P HP Q HQ [b [H B]]. eexists. split; [reflexivity|]. destruct (best_order rho d R0 ltac:(lra)) as [L [T [TT [S E]]]].
  set (l := ln (1 / d)) in *. set (t := sqrt (l / rho)) in *. eapply Rle_trans; [apply (at_order_simple n xi p_infty P Q b rho (1 + t)); auto; lra || exact I|].
  rewrite <- E. apply exp_le. rewrite Rmult_assoc, S. right. rewrite <- TT. ring.
Qed.

Theorem zcdp_improved : Stated.budgets.zcdp__to_approx__improved__any.
Proof.
  intros n rho R0 xi X d D0 D1 P HP Q HQ [b [H B]]. eexists. split; [reflexivity|]. destruct (best_order rho d R0 ltac:(lra)) as [L [T [TT [S E]]]].
  set (l := ln (1 / d)) in *. set (t := sqrt (l / rho)) in *. eapply Rle_trans; [apply (at_order n xi p_infty P Q b rho (1 + t)); auto; lra || exact I|].
  replace (1 + t - 1) with t by ring. unfold Rpower. rewrite !ln_div by lra. right. rewrite (Rplus_comm t 1).
  transitivity (exp (t * (ln t - ln (1 + t)) + - ln (1 + t) + t * (xi + (1 + t) * rho - (rho * (1 + t) + xi + (ln t - ln (1 + t)) - (ln d + ln (1 + t)) / t)))).
  - rewrite !exp_plus, exp_Ropp, exp_ln by lra. unfold Rdiv at 1. reflexivity.
  - rewrite <- (exp_ln d) at 2 by lra. f_equal. field. lra.
Qed.

(** Truncated *)

(* what holds at every order below omega holds at omega *)
Lemma at_limit s w x y : 1 < w -> 0 <= s -> (forall a, 1 < a -> a < w -> s <= exp ((a - 1) * (a * x - y))) -> s <= exp ((w - 1) * (w * x - y)).
Proof.
  intros W [S|<-] H; [|left; apply exp_pos]. rewrite <- (exp_ln s) by auto. apply exp_le. apply Rnot_lt_le. intros C. set (f := fun a => (a - 1) * (a * x - y)).
  assert (F : continuity_pt f w) by (apply derivable_continuous_pt; unfold f; reg). destruct (F (ln s - f w)) as [d [D0 D]]; [unfold f; lra|].
  set (a := w - Rmin (d / 2) ((w - 1) / 2)). assert (M := Rmin_l (d / 2) ((w - 1) / 2)). assert (M' := Rmin_r (d / 2) ((w - 1) / 2)). assert (M0 : 0 < Rmin (d / 2) ((w - 1) / 2)) by (apply Rmin_glb_lt; lra).
  assert (A := H a ltac:(unfold a; lra) ltac:(unfold a; lra)). apply ln_le in A; auto. rewrite ln_exp in A.
  assert (Z : Rabs (f a - f w) < ln s - f w). { apply D. split; [split; [exact I | unfold a; lra]|]. simpl. unfold R_dist, a. rewrite Rabs_left; lra. }
  apply Rabs_def2 in Z. unfold f in *. lra.
Qed.
Theorem tcdp_to_approx : Stated.budgets.tcdp__to_approx.
Proof.
  intros n rho R0 w W d D0 D1 P HP Q HQ [b [H B]]. eexists. split; [reflexivity|]. destruct (best_order rho d R0 ltac:(lra)) as [L [T [TT [S E]]]].
  set (l := ln (1 / d)) in *. set (t := sqrt (l / rho)) in *.
  assert (K : forall v g, 1 < v -> v <= w -> stick n g P Q <= exp ((v - 1) * (v * rho - g))).
  { intros v g V VW. apply at_limit; [exact V | apply stick_nonneg|]. intros a A AV. replace (a * rho - g) with (0 + a * rho - g) by ring. apply (at_order_simple n 0 (Finite w) P Q b rho a g); auto. simpl. lra. }
  unfold if_le. destruct (Rle_dec l (rho * (w - 1) ^ 2)) as [C|C].
  - assert (TW : t <= w - 1). { apply Rnot_lt_le. intros Y. assert ((w - 1) * (w - 1) < t * t) by nra. assert (rho * ((w - 1) * (w - 1)) < rho * (t * t)) by (apply Rmult_lt_compat_l; auto). lra. }
    eapply Rle_trans; [apply (K (1 + t)); lra|]. rewrite <- E. apply exp_le. rewrite Rmult_assoc, S. right. rewrite <- TT. ring.
  - eapply Rle_trans; [apply (K w); lra|]. rewrite <- E. apply exp_le. right. field. lra.
Qed.

(** The tail of the loss under a concentrated budget, and the profile that it bounds *)

Lemma zero_between (a b : R) : is_RInt (fun _ : R => 0) a b 0.
Proof. refine (eq_ind _ (fun v : R => is_RInt (fun _ : R => 0) a b v) (is_RInt_const a b (0 : R)) _ _). unfold scal; simpl; unfold mult; simpl. ring. Qed.
(* the part of a mass where the loss exceeds u, by u *)
Definition exceeding p q u := if Rlt_dec (exp u * q) p then p * exp (- u) else 0.
Lemma exceeding_integral p q g m : 0 <= p -> 0 <= q -> (q = 0 -> p = 0) -> g <= m -> p <= exp m * q -> is_RInt (exceeding p q) g m (exp (- g) * Rmax 0 (p - exp g * q)).
Proof.
  intros P Q D GM M. assert (I : forall u, exp u * exp (- u) = 1) by (intros u; rewrite <- exp_plus, Rplus_opp_r; apply exp_0).
  assert (Z : forall a b, a <= b -> (forall u, a < u < b -> exceeding p q u = 0) -> is_RInt (exceeding p q) a b 0).
  { intros a b L H. apply (is_RInt_ext (fun _ => 0)). { intros u U. rewrite Rmin_left, Rmax_right in U by lra. symmetry. now apply H. }
    apply zero_between. }
  destruct (Rle_dec p (exp g * q)) as [L|L].
  - rewrite Rmax_left by lra. rewrite Rmult_0_r. apply Z; auto. intros u U. unfold exceeding. destruct (Rlt_dec (exp u * q) p) as [H|H]; auto. assert (exp g < exp u) by (apply exp_increasing; lra). nra.
  - destruct (Req_dec q 0) as [Q0|Q0]; [exfalso; rewrite (D Q0), Q0 in L; lra|]. assert (QP : 0 < q) by lra. assert (PP : 0 < p) by (assert (E := exp_pos g); nra). rewrite Rmax_right by lra.
    set (z := ln (p / q)). assert (EZ : exp z * q = p) by (unfold z; rewrite exp_ln by (now apply Rdiv_lt_0_compat); field; lra).
    assert (GZ : g < z) by (apply exp_lt_inv; nra). assert (ZM : z <= m). { destruct (Rle_dec z m) as [H|H]; auto. assert (exp m < exp z) by (apply exp_increasing; lra). nra. }
    replace (exp (- g) * (p - exp g * q)) with (plus (p * exp (- g) - p * exp (- z)) 0).
    + apply (is_RInt_Chasles (exceeding p q) g z m).
      * apply (is_RInt_ext (fun u => p * exp (- u))). { intros u U. rewrite Rmin_left, Rmax_right in U by lra. unfold exceeding. destruct (Rlt_dec (exp u * q) p) as [H|H]; auto. assert (exp u < exp z) by (apply exp_increasing; lra). nra. }
        replace (p * exp (- g) - p * exp (- z)) with (minus (- (p * exp (- z))) (- (p * exp (- g)))) by (unfold minus, plus, opp; simpl; ring).
        apply (is_RInt_derive (fun u => - (p * exp (- u))) (fun u => p * exp (- u))); intros u _; [auto_derive; [auto | ring] | apply (ex_derive_continuous (fun u => p * exp (- u))); auto_derive; auto].
      * apply Z; auto. intros u U. unfold exceeding. destruct (Rlt_dec (exp u * q) p) as [H|H]; auto. assert (exp z < exp u) by (apply exp_increasing; lra). nra.
    + unfold plus; simpl. assert (J := I g). assert (K := I z). replace (p * exp (- z)) with q by (rewrite <- EZ; transitivity (q * (exp z * exp (- z))); [rewrite K|]; ring). transitivity (exp (- g) * p - q * (exp g * exp (- g))); [rewrite J|]; ring.
Qed.
Lemma sum_integral n (f : nat -> R -> R) a b l : (forall i, (i < n)%nat -> is_RInt (f i) a b (l i)) -> is_RInt (fun u => sum n (fun i => f i u)) a b (sum n l).
Proof.
  induction n as [|n IH]; intros H; simpl.
  - apply zero_between.
  - apply (is_RInt_plus (V := R_NormedModule)); [apply IH; auto | apply H; lia].
Qed.
(* Chernoff's bound at the best order *)
Lemma loss_beyond n p q rho s u : 0 < rho -> 0 < u - s - rho -> is_law (finite n) p -> is_law (finite n) q -> dominated (finite n) p q ->
  (forall a, 1 < a -> mom n a p q <= exp ((a - 1) * (s + a * rho))) -> sum n (fun i => exceeding (p i) (q i) u) <= exp (- u) * exp (- ((u - s - rho) ^ 2 / (4 * rho))).
Proof.
  intros R U P Q D M. set (t := (u - s - rho) / (2 * rho)). assert (T : 0 < t) by (apply Rdiv_lt_0_compat; lra). assert (K := M (1 + t) ltac:(lra)).
  replace (exp (- u) * exp (- ((u - s - rho) ^ 2 / (4 * rho)))) with (exp (- u) * exp (- (t * u)) * exp ((1 + t - 1) * (s + (1 + t) * rho))) by (rewrite <- !exp_plus; f_equal; unfold t; field; lra).
  apply Rle_trans with (exp (- u) * exp (- (t * u)) * mom n (1 + t) p q); [|apply Rmult_le_compat_l; [apply Rmult_le_pos; left; apply exp_pos | exact K]].
  unfold mom. rewrite <- sum_scal. apply sum_le. intros i Hi. assert (P0 := law_nonneg n p i P Hi). assert (Q0 := law_nonneg n q i Q Hi). assert (E1 := exp_pos (- u)). assert (E2 := exp_pos (- (t * u))).
  assert (W : 0 <= power (p i) (1 + t) * power (q i) (1 - (1 + t))) by (apply Rmult_le_pos; apply power_nonneg). unfold exceeding. destruct (Rlt_dec (exp u * q i) (p i)) as [H|H].
  2: { apply Rmult_le_pos; auto. apply Rmult_le_pos; lra. }
  assert (E := exp_pos u). assert (QP : 0 < q i). { destruct Q0 as [Z | Z]; auto. exfalso. assert (Y := D i Hi (eq_sym Z)). rewrite Y, <- Z in H. lra. } assert (PP : 0 < p i) by nra.
  rewrite (Rmult_comm (p i)), Rmult_assoc. apply Rmult_le_compat_l; [lra|]. rewrite !power_pos by auto. unfold Rpower. rewrite <- !exp_plus. rewrite <- (exp_ln (p i)) at 1 by auto. apply exp_le.
  assert (L : u < ln (p i) - ln (q i)). { rewrite <- ln_div by auto. rewrite <- (ln_exp u). apply ln_increasing; auto. apply (Rmult_lt_reg_r (q i)); auto. replace (p i / q i * q i) with (p i) by (field; lra). exact H. }
  nra.
Qed.
Theorem zcdp_tail : Stated.budgets.zcdp__to_approx__tail__any.
Proof.
  intros n rho R0 xi X e He P HP Q HQ [b [H B]]. eexists. split; [reflexivity|]. set (g := e + rho + xi). change (stick n g P Q <= sqrt PI * sqrt rho * exp (e + rho) * erfc ((e + 2 * rho) / (2 * sqrt rho))).
  assert (D : dominated (finite n) P Q) by exact (proj1 (budget_bound n xi p_infty P Q b rho 2 H B ltac:(lra) I)).
  assert (M := fun a A => proj2 (budget_bound n xi p_infty P Q b rho a H B A I)). assert (Rr := sqrt_lt_R0 rho R0). assert (Sr := sqrt_sqrt rho ltac:(lra)). assert (R2 := sqrt_lt_R0 2 ltac:(lra)). assert (S2 := sqrt_sqrt 2 ltac:(lra)). assert (RP := root_2_PI).
  (* beyond a last point there is no loss *)
  assert (F : exists m, g <= m /\ forall i, (i < n)%nat -> P i <= exp m * Q i).
  { clear - HP HQ D. enough (K : forall k, (k <= n)%nat -> exists m, g <= m /\ forall i, (i < k)%nat -> P i <= exp m * Q i) by (apply K; lia).
    induction k as [|k IH]; intros L; [exists g; split; [lra | intros i Hi; lia]|]. destruct (IH ltac:(lia)) as [m [G K]]. exists (Rmax m (ln (P k / Q k))). assert (M1 := Rmax_l m (ln (P k / Q k))). assert (M2 := Rmax_r m (ln (P k / Q k))). split; [lra|].
    intros i Hi. assert (P0 := law_nonneg n P i HP ltac:(lia)). assert (Q0 := law_nonneg n Q i HQ ltac:(lia)). destruct (Nat.eq_dec i k) as [->|N].
    - destruct Q0 as [Q0|Q0]; [|rewrite (D k ltac:(simpl; lia) (eq_sym Q0)); rewrite <- Q0; lra]. destruct P0 as [P0|P0]; [|rewrite <- P0; apply Rmult_le_pos; [left; apply exp_pos | lra]].
      apply exp_le in M2. rewrite exp_ln in M2 by (now apply Rdiv_lt_0_compat). apply (Rmult_le_compat_r (Q k)) in M2; [|lra]. replace (P k / Q k * Q k) with (P k) in M2 by (field; lra). exact M2.
    - apply Rle_trans with (1 := K i ltac:(lia)). apply Rmult_le_compat_r; [auto | now apply exp_le]. }
  destruct F as [m [GM F]].
  assert (J := sum_integral n (fun i => exceeding (P i) (Q i)) g m (fun i => exp (- g) * Rmax 0 (P i - exp g * Q i))
    (fun i Hi => exceeding_integral (P i) (Q i) g m (law_nonneg n P i HP Hi) (law_nonneg n Q i HQ Hi) (D i Hi) GM (F i Hi))). rewrite sum_scal in J. change (sum n (fun i => Rmax 0 (P i - exp g * Q i))) with (stick n g P Q) in J.
  set (c := sqrt 2 * sqrt rho). assert (C : 0 < c) by (now apply Rmult_lt_0_compat). assert (CC : c * c = 2 * rho). { unfold c. replace (sqrt 2 * sqrt rho * (sqrt 2 * sqrt rho)) with (sqrt 2 * sqrt 2 * (sqrt rho * sqrt rho)) by ring. now rewrite S2, Sr. }
  set (w := fun u => (u - xi + rho) / c). set (k := exp (- xi) * (c * sqrt (2 * PI))).
  assert (DF : forall u, is_derive (fun u => - (k * Phi (- w u))) u (exp (- u) * exp (- ((u - xi - rho) ^ 2 / (4 * rho))))).
  { intros u. unfold w. auto_derive; [apply Phi_ex|]. rewrite Phi_slope, bell_density_even. replace ((u + - xi + rho) * / c) with ((u - xi + rho) / c) by reflexivity. unfold k, bell_density.
    transitivity (exp (- xi) * exp (- ((u - xi + rho) / c) ^ 2 / 2)); [field; lra|]. rewrite <- !exp_plus. f_equal. replace (((u - xi + rho) / c) ^ 2) with ((u - xi + rho) ^ 2 / (c * c)) by (field; lra). rewrite CC. field. lra. }
  assert (N : is_RInt (fun u => exp (- u) * exp (- ((u - xi - rho) ^ 2 / (4 * rho)))) g m (minus (- (k * Phi (- w m))) (- (k * Phi (- w g))))).
  { apply (is_RInt_derive (fun u => - (k * Phi (- w u)))); intros u _; [apply DF|]. apply (ex_derive_continuous (fun u => exp (- u) * exp (- ((u - xi - rho) ^ 2 / (4 * rho))))). auto_derive. lra. }
  assert (L := is_RInt_le _ _ g m _ _ GM J N). assert (K0 : 0 < k) by (apply Rmult_lt_0_compat; [apply exp_pos | now apply Rmult_lt_0_compat]). assert (PM := Phi_nonneg (- w m)).
  assert (V : exp (- g) * stick n g P Q <= k * Phi (- w g)).
  { eapply Rle_trans; [apply L|].
    - intros u U. apply (loss_beyond n P Q rho xi u); auto. unfold g in U. lra.
    - unfold minus, plus, opp; simpl. nra. }
  apply (Rmult_le_compat_l (exp g)) in V; [|left; apply exp_pos]. rewrite <- Rmult_assoc, <- exp_plus, Rplus_opp_r, exp_0, Rmult_1_l in V. apply Rle_trans with (1 := V). right.
  rewrite Phi_erfc. replace (sqrt 2 * w g / 2) with ((e + 2 * rho) / (2 * sqrt rho)).
  - unfold k. replace (exp (e + rho)) with (exp g * exp (- xi)) by (rewrite <- exp_plus; f_equal; unfold g; ring). rewrite sqrt_mult by (assert (PI0 := PI_RGT_0); lra). unfold c.
    transitivity (sqrt 2 * sqrt 2 / 2 * (sqrt PI * sqrt rho * (exp g * exp (- xi)) * erfc ((e + 2 * rho) / (2 * sqrt rho)))); [field | rewrite S2; field].
  - unfold w, c, g. replace (e + rho + xi - xi + rho) with (e + 2 * rho) by ring. transitivity (sqrt 2 * (e + 2 * rho) / (sqrt 2 * 2 * sqrt rho)); field; lra.
Qed.
