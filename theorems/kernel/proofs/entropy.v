(* Kullback-Leibler divergences on finite spaces, and how Rényi divergences depend on the order; what they say of events. *)
From Coq Require Import Reals Lra Psatz Lia.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Spaces Functions Divergences Laws Basics Pieces Extremes Finite Hyperbolic Convexity Holder Entropy Hoeffding.
From Stated Require entropy.
Open Scope R_scope.

Lemma nonneg n p : is_law (finite n) p -> forall i, (i < n)%nat -> 0 <= p i.
Proof. intros P i Hi. now apply (law_nonneg n). Qed.

(** Kullback-Leibler *)

Theorem kl_nonnegative : Stated.entropy.kl__nonnegative.
Proof.
  intros n P HP Q HQ. destruct (dominated_dec n P Q (nonneg n P HP)) as [D|[i [Hi [Z H]]]].
  - exists (Finite (ent n P Q)). split; [now apply kl_finite | now apply ent_nonneg].
  - exists p_infty. split; [now apply (kl_infinite n P Q i) | exact I].
Qed.

(* an event tells two laws apart by no more than Hoeffding's lemma allows *)
Lemma pinsker n p q : is_law (finite n) p -> is_law (finite n) q -> dominated (finite n) p q ->
  2 * sum n (fun i => Rabs (p i - q i) / 2) ^ 2 <= ent n p q.
Proof.
  intros P Q D. set (e := fun i => if Rle_dec (q i) (p i) then 1 else 0). set (t := sum n (fun i => Rabs (p i - q i) / 2)).
  set (u := sum n (fun i => e i * p i)). set (w := sum n (fun i => e i * q i)).
  assert (T : t = u - w).
  { unfold t, u, w. rewrite (sum_ext n _ (fun i => (e i * p i + -1 * (e i * q i)) + (- / 2 * p i + / 2 * q i))).
    - rewrite !sum_plus, !sum_scal, (law_sum n p P), (law_sum n q Q). lra.
    - intros i Hi. unfold e, Rabs. destruct (Rle_dec (q i) (p i)), (Rcase_abs (p i - q i)); lra. }
  assert (T0 : 0 <= t) by (apply sum_nonneg; intros i Hi; assert (X := Rabs_pos (p i - q i)); lra).
  assert (W : 0 <= w <= 1).
  { split; [|apply Rle_trans with (sum n q); [|rewrite (law_sum n q Q); lra]]; [apply sum_nonneg | apply sum_le]; unfold e; intros i Hi; assert (X := law_nonneg n q i Q Hi); destruct Rle_dec; lra. }
  assert (Z : sum n (fun i => q i * exp (4 * t * e i)) = 1 - w + w * exp (4 * t)).
  { rewrite (sum_ext n _ (fun i => q i + (exp (4 * t) - 1) * (e i * q i))).
    - rewrite sum_plus, sum_scal, (law_sum n q Q). fold w. ring.
    - intros i Hi. unfold e. destruct Rle_dec; rewrite ?Rmult_1_r, ?Rmult_0_r, ?exp_0; ring. }
  assert (V := ent_variational n p q (fun i => 4 * t * e i) P Q D). cbv zeta beta in V. rewrite Z in V. assert (C := cumulant_pos w (4 * t) W). specialize (V C).
  assert (H := cumulant_mean w (4 * t) W ltac:(lra)). unfold cumulant in H.
  rewrite (sum_ext n (fun i => p i * (4 * t * e i)) (fun i => 4 * t * (e i * p i))) in V by (intros; ring). rewrite sum_scal in V. fold u in V. nra.
Qed.
Theorem kl_pinsker : Stated.entropy.kl__pinsker.
Proof.
  intros n P HP Q HQ. exists (sum n (fun i => Rabs (P i - Q i) / 2)). split; [reflexivity|]. destruct (dominated_dec n P Q (nonneg n P HP)) as [D|[i [Hi [Z H]]]].
  - exists (Finite (ent n P Q)). split; [now apply kl_finite | now apply pinsker].
  - exists p_infty. split; [now apply (kl_infinite n P Q i) | exact I].
Qed.

Theorem bretagnolle_huber : Stated.entropy.kl__bretagnolle_huber.
Proof.
  intros n P HP FP Q HQ FQ. assert (D := full_dominated n P Q FQ). assert (N := law_nonempty n P HP).
  exists (ent n P Q). split; [now apply kl_finite|]. set (t := sum n (fun i => Rabs (P i - Q i) / 2)). exists t. split; [reflexivity|].
  set (m := sum n (fun i => Rmin (P i) (Q i))). set (M := sum n (fun i => Rmax (P i) (Q i))).
  assert (Em : m = 1 - t).
  { unfold m, t. rewrite (sum_ext n _ (fun i => (/ 2 * P i + / 2 * Q i) + -1 * (Rabs (P i - Q i) / 2))).
    - rewrite !sum_plus, !sum_scal, (law_sum n P HP), (law_sum n Q HQ). lra.
    - intros i Hi. unfold Rmin, Rabs. destruct Rle_dec, Rcase_abs; lra. }
  assert (EM : M = 1 + t).
  { unfold M, t. rewrite (sum_ext n _ (fun i => (/ 2 * P i + / 2 * Q i) + Rabs (P i - Q i) / 2)).
    - rewrite !sum_plus, !sum_scal, (law_sum n P HP), (law_sum n Q HQ). lra.
    - intros i Hi. unfold Rmax, Rabs. destruct Rle_dec, Rcase_abs; lra. }
  assert (T : 0 <= t) by (apply sum_nonneg; intros i Hi; assert (X := Rabs_pos (P i - Q i)); lra).
  assert (m0 : 0 < m) by (apply sum_pos; auto; intros i Hi; assert (A := FP i Hi); assert (B := FQ i Hi); now apply Rmin_glb_lt).
  set (b := sum n (fun i => exp ((ln (P i) + ln (Q i)) / 2))). assert (B0 : 0 < b) by (apply sum_pos; auto; intros; apply exp_pos).
  assert (U := ent_variational n P Q (fun i => ln (P i / Q i) / 2) HP HQ D). cbv zeta beta in U.
  rewrite (sum_ext n (fun i => Q i * exp (ln (P i / Q i) / 2)) (fun i => exp ((ln (P i) + ln (Q i)) / 2))) in U.
  2: { intros i Hi. assert (A := FP i Hi). assert (B := FQ i Hi). rewrite ln_div by auto. rewrite <- (exp_ln (Q i)) at 1 by auto. rewrite <- exp_plus. f_equal. field. }
  fold b in U. specialize (U B0). rewrite (sum_ext n (fun i => P i * (ln (P i / Q i) / 2)) (fun i => / 2 * log_ratio (A := finite n) P Q i)) in U.
  2: { intros i Hi. assert (A := FP i Hi). unfold log_ratio. simpl in *. destruct (Req_EM_T (P i) 0); lra. }
  rewrite sum_scal in U. fold (ent n P Q) in U.
  assert (H := holder n (/ 2) (fun i => Rmin (P i) (Q i)) (fun i => Rmax (P i) (Q i)) ltac:(lra)
    ltac:(intros i Hi; apply Rmin_glb; left; [now apply FP | now apply FQ]) ltac:(intros i Hi; apply Rle_trans with (P i); [left; now apply FP | apply Rmax_l])).
  rewrite (sum_ext n _ (fun i => exp ((ln (P i) + ln (Q i)) / 2))) in H.
  2: { intros i Hi. assert (A := FP i Hi). assert (B := FQ i Hi). unfold Rmin, Rmax. destruct Rle_dec; rewrite !power_pos by auto; unfold Rpower; rewrite <- exp_plus; f_equal; field. }
  fold b m M in H. apply ln_le in H; [|exact B0]. rewrite ln_powers in H by lra.
  assert (L : - ent n P Q <= ln (m * M)) by (rewrite ln_mult by lra; lra). apply exp_le in L. rewrite exp_ln in L by nra. nra.
Qed.

Theorem kl_triangle : Stated.entropy.kl__triangle.
Proof.
  intros n P HP FP Q HQ FQ M HM FM. destruct (max_exists n M Q (law_nonempty n P HP) FM FQ) as [r [k [Hk [E L]]]].
  exists (ent n P Q). split; [apply kl_finite; now apply full_dominated|]. exists (ent n P M). split; [apply kl_finite; now apply full_dominated|].
  exists r. split; [now apply (max_value n M Q r k)|]. apply Rle_trans with (sum n (fun i => log_ratio (A := finite n) P M i + r * P i)).
  - apply sum_le. intros i Hi. assert (A := FP i Hi). assert (B := FQ i Hi). assert (C := FM i Hi). unfold log_ratio. simpl in *. destruct (Req_EM_T (P i) 0); [lra|].
    rewrite !ln_div by auto. assert (X : ln (M i) <= r + ln (Q i)). { rewrite <- (ln_exp r), <- ln_mult by (auto; apply exp_pos). apply ln_le; auto. }
    apply (Rmult_le_compat_l (P i)) in X; [|lra]. lra.
  - rewrite sum_plus, sum_scal, (law_sum n P HP). unfold ent. lra.
Qed.

Theorem kl_convex : Stated.entropy.kl__convex.
Proof.
  intros n s S0 S1 P1 H1 P2 H2 Q1 G1 F1 Q2 G2 F2. assert (FM := mixture_full n s Q1 Q2 ltac:(lra) F1 F2).
  set (p := @mixture (finite n) s P1 P2). set (q := @mixture (finite n) s Q1 Q2). assert (HP := mixture_law n s P1 P2 ltac:(lra) H1 H2). fold p in HP.
  exists (ent n p q). split; [apply kl_finite; now apply full_dominated|]. exists (ent n P1 Q1). split; [apply kl_finite; now apply full_dominated|].
  exists (ent n P2 Q2). split; [apply kl_finite; now apply full_dominated|]. unfold ent. rewrite <- !sum_scal, <- sum_plus. apply sum_le. intros i Hi.
  assert (A := law_nonneg n P1 i H1 Hi). assert (B := law_nonneg n P2 i H2 Hi). assert (C := F1 i Hi). assert (D := F2 i Hi). assert (Q := FM i Hi). fold q in Q.
  assert (X := law_nonneg n p i HP Hi). unfold log_ratio at 1. destruct (Req_EM_T (p i) 0) as [Z|Z].
  - assert (Y : forall w a c, w = 0 \/ a i = 0 -> 0 <= w * log_ratio (A := finite n) a c i).
    { intros w a c [-> |W]; [lra|]. unfold log_ratio. simpl in *. destruct (Req_EM_T (a i) 0); lra. }
    unfold p, mixture in Z. apply Rplus_le_le_0_compat; apply Y; apply Rmult_integral; assert (0 <= s * P1 i) by (apply Rmult_le_pos; lra);
      assert (0 <= (1 - s) * P2 i) by (apply Rmult_le_pos; lra); lra.
  - assert (P : 0 < p i) by (simpl in *; lra). assert (T : 0 < p i / q i) by now apply Rdiv_lt_0_compat. set (t := p i / q i) in *.
    assert (U := log_ratio_tangent n P1 Q1 t i T A ltac:(lra) ltac:(lra)). assert (V := log_ratio_tangent n P2 Q2 t i T B ltac:(lra) ltac:(lra)).
    apply (Rmult_le_compat_l s) in U; [|lra]. apply (Rmult_le_compat_l (1 - s)) in V; [|lra].
    assert (E : p i = t * q i) by (unfold t; field; lra). unfold p, q, mixture in E. unfold p at 1, mixture. simpl in *. nra.
Qed.

(** The order *)

Theorem renyi_monotone : Stated.entropy.renyi__monotone.
Proof.
  intros n a A b B P HP Q HQ L. destruct (dominated_dec n P Q (nonneg n P HP)) as [D|[i [Hi [Z H]]]].
  - eexists; split; [now apply renyi_finite|]. eexists; split; [now apply renyi_finite|]. now apply div_monotone.
  - exists p_infty. split; [now apply (renyi_infinite n a P Q i)|]. exists p_infty. split; [now apply (renyi_infinite n b P Q i) | exact I].
Qed.
Theorem renyi_order_one_below : Stated.entropy.renyi__monotone__order_one.
Proof.
  intros n b B P HP Q HQ. destruct (dominated_dec n P Q (nonneg n P HP)) as [D|[i [Hi [Z H]]]].
  - exists (Finite (ent n P Q)). split; [now apply kl_finite|]. eexists; split; [now apply renyi_finite|]. now apply ent_le_div.
  - exists p_infty. split; [now apply (kl_infinite n P Q i)|]. exists p_infty. split; [now apply (renyi_infinite n b P Q i) | exact I].
Qed.

(** Events *)

Theorem renyi_probability : Stated.entropy.renyi__probability.
Proof.
  intros n a A P HP FP Q HQ FQ E HE. exists (sum n (fun i => E i * P i)). split; [reflexivity|]. exists (sum n (fun i => E i * Q i)). split; [reflexivity|].
  assert (M := mom_pos n a P Q A HP HQ (full_dominated n P Q FQ)). exists (div n a P Q). split; [now apply renyi_full|].
  assert (S : 0 < / a < 1). { split; [apply Rinv_0_lt_compat; lra|]. rewrite <- Rinv_1. apply Rinv_lt_contravar; lra. }
  assert (E0 : forall i, (i < n)%nat -> 0 <= E i * Q i) by (intros i Hi; assert (X := FQ i Hi); destruct (HE i Hi) as [-> | ->]; lra).
  assert (H := holder n (/ a) (fun i => power (P i) a * power (Q i) (1 - a)) (fun i => E i * Q i) S ltac:(intros; apply Rmult_le_pos; apply power_nonneg) E0).
  fold (mom n a P Q) in H. rewrite power_mult by (try apply sum_nonneg; auto; try (left; apply exp_pos); apply Rgt_not_eq; apply Rdiv_lt_0_compat; lra).
  replace (1 - / a) with ((a - 1) / a) in H by (field; lra). eapply Rle_trans; [|eapply Rle_trans; [exact H|]].
  - apply sum_le. intros i Hi. assert (X := FP i Hi). assert (Y := FQ i Hi). destruct (HE i Hi) as [-> | ->].
    + rewrite Rmult_0_l. apply Rmult_le_pos; apply power_nonneg.
    + right. rewrite !Rmult_1_l. rewrite (power_pos _ (/ a)) by (apply Rmult_lt_0_compat; now apply power_gt_0). rewrite !power_pos by auto. unfold Rpower.
      rewrite ln_mult, !ln_exp, <- exp_plus by apply exp_pos. rewrite <- (exp_ln (P i)) at 1 by auto. f_equal. field. lra.
  - right. f_equal. rewrite power_exp, power_pos by auto. unfold Rpower. f_equal. rewrite div_mom by lra. field. lra.
Qed.

Theorem renyi_probability_binary : Stated.entropy.renyi__probability__binary.
Proof.
  intros n a A P HP FP Q HQ FQ E HE. exists (sum n (fun i => E i * P i)). split; [reflexivity|]. exists (sum n (fun i => E i * Q i)). split; [reflexivity|].
  assert (M := mom_pos n a P Q A HP HQ (full_dominated n P Q FQ)). exists (div n a P Q). split; [now apply renyi_full|].
  set (K := fun i j => match j with O => 1 - E i | _ => E i end). assert (HK : is_kernel (finite n) (finite 2) K).
  { intros i Hi. split; [|simpl; unfold K; ring]. intros j _. unfold K. destruct (HE i Hi) as [-> | ->], j; lra. }
  assert (X := mom_data_processing n 2 a P Q K A HP HQ HK (full_dominated n P Q FQ)). replace ((a - 1) * div n a P Q) with (ln (mom n a P Q)) by (apply div_mom; lra).
  rewrite exp_ln by auto. assert (I : forall p, is_law (finite n) p -> image n K p 0%nat = 1 - sum n (fun i => E i * p i) /\ image n K p 1%nat = sum n (fun i => E i * p i)).
  { intros p Hp. unfold image, K. split; [|apply sum_ext; intros; ring]. rewrite (sum_ext n _ (fun i => p i + -1 * (E i * p i))) by (intros; ring).
    rewrite sum_plus, sum_scal, (law_sum n p Hp). ring. }
  destruct (I P HP) as [P0 P1]. destruct (I Q HQ) as [Q0 Q1]. unfold mom at 1 in X. simpl in X. rewrite P0, P1, Q0, Q1 in X. lra.
Qed.
