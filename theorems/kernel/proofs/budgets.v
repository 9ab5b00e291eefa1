(* Concentrated privacy on finite spaces: processing, and conversion to approximate privacy. *)
From Coq Require Import Reals Lra Psatz Lia.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Spaces Functions Divergences Suprema Laws Basics Extremes Finite Hyperbolic Convexity Holder Entropy Rows Values Budgets.
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
