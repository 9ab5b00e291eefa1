(** * Hölder's inequality on finite sums, and what follows for Rényi divergences: they grow with the order, and obey weak triangles *)

From Coq Require Import Reals Lra Psatz Lia.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Spaces Functions Divergences Laws Basics Finite.
Open Scope R_scope.

(** ** Means with weights *)

Lemma ln_tangent x : 0 < x -> ln x <= x - 1.
Proof. intros X. assert (E := exp_ineq1_le (ln x)). rewrite exp_ln in E by auto. lra. Qed.

(* the geometric mean is at most the arithmetic one *)
Lemma young s x y : 0 < s < 1 -> 0 <= x -> 0 <= y -> power x s * power y (1 - s) <= s * x + (1 - s) * y.
Proof.
  intros S [X|<-] [Y|<-]; try (rewrite (power_0 s) by lra; nra); try (rewrite (power_0 (1 - s)) by lra; nra).
  rewrite !power_pos by auto. set (m := Rpower x s * Rpower y (1 - s)). assert (M : 0 < m) by (apply Rmult_lt_0_compat; apply exp_pos).
  assert (L : ln m = s * ln x + (1 - s) * ln y) by (unfold m, Rpower; rewrite ln_mult, !ln_exp by apply exp_pos; ring).
  assert (A := ln_tangent (x / m) ltac:(now apply Rdiv_lt_0_compat)). assert (B := ln_tangent (y / m) ltac:(now apply Rdiv_lt_0_compat)).
  rewrite ln_div in A, B by auto. apply (Rmult_le_reg_r (/ m)); [now apply Rinv_0_lt_compat|]. rewrite Rinv_r by lra.
  assert (0 <= s * (x / m - 1 - (ln x - ln m))) by (apply Rmult_le_pos; lra). assert (0 <= (1 - s) * (y / m - 1 - (ln y - ln m))) by (apply Rmult_le_pos; lra).
  replace ((s * x + (1 - s) * y) * / m) with (s * (x / m) + (1 - s) * (y / m)) by (field; lra). nra.
Qed.

Lemma power_div x y a : 0 <= x -> 0 < y -> a <> 0 -> power (x / y) a = power x a / power y a.
Proof.
  intros X Y A. unfold Rdiv. assert (I : 0 < / y) by now apply Rinv_0_lt_compat. rewrite power_mult by lra. f_equal.
  rewrite !power_pos by auto. unfold Rpower. rewrite ln_Rinv, <- exp_Ropp by auto. f_equal. ring.
Qed.

Theorem holder n s f g : 0 < s < 1 -> (forall i, (i < n)%nat -> 0 <= f i) -> (forall i, (i < n)%nat -> 0 <= g i) ->
  sum n (fun i => power (f i) s * power (g i) (1 - s)) <= power (sum n f) s * power (sum n g) (1 - s).
Proof.
  intros S F G. assert (NF := sum_nonneg n f F). assert (NG := sum_nonneg n g G). set (A := sum n f) in *. set (B := sum n g) in *.
  destruct NF as [PA|ZA]. destruct NG as [PB|ZB].
  - assert (XA := power_gt_0 A s PA). assert (XB := power_gt_0 B (1 - s) PB).
    apply Rle_trans with (sum n (fun i => power A s * power B (1 - s) * (s / A * f i + (1 - s) / B * g i))).
    + apply sum_le. intros i Hi. assert (Y := young s (f i / A) (g i / B) S ltac:(apply Rmult_le_pos; [now apply F | left; now apply Rinv_0_lt_compat])
        ltac:(apply Rmult_le_pos; [now apply G | left; now apply Rinv_0_lt_compat])).
      rewrite !power_div in Y by (auto; lra). apply (Rmult_le_compat_l (power A s * power B (1 - s))) in Y; [|nra].
      eapply Rle_trans; [|eapply Rle_trans; [exact Y|]]; right; field; lra.
    + rewrite sum_scal, sum_plus, !sum_scal. fold A B. right. field. lra.
  - right. rewrite <- ZB, (power_0 (1 - s)), Rmult_0_r by lra. rewrite <- (sum_0 n). apply sum_ext. intros i Hi.
    assert (Z : g i = 0) by (apply (sum_0_term n g i G); auto). rewrite Z, (power_0 (1 - s)) by lra. ring.
  - right. rewrite <- ZA, (power_0 s), Rmult_0_l by lra. rewrite <- (sum_0 n). apply sum_ext. intros i Hi.
    assert (Z : f i = 0) by (apply (sum_0_term n f i F); auto). rewrite Z, (power_0 s) by lra. ring.
Qed.

(** ** The value of a Rényi divergence *)

(* one of the values below their maximum *)
Ltac below := repeat first [apply Rle_refl | apply Rmax_l | eapply Rle_trans; [|apply Rmax_r]].
Definition div n a p q := ln (mom n a p q) / (a - 1).

Lemma div_mom n a p q : a <> 1 -> ln (mom n a p q) = (a - 1) * div n a p q.
Proof. intros A. unfold div. field. lra. Qed.
Lemma mom_pos n a p q : 1 < a -> is_law (finite n) p -> is_law (finite n) q -> dominated (finite n) p q -> 0 < mom n a p q.
Proof. intros A P Q D. assert (M := mom_ge_1 n a p q A P Q D). lra. Qed.
Lemma div_nonneg n a p q : 1 < a -> is_law (finite n) p -> is_law (finite n) q -> dominated (finite n) p q -> 0 <= div n a p q.
Proof.
  intros A P Q D. assert (M := mom_ge_1 n a p q A P Q D). apply Rmult_le_pos; [|left; apply Rinv_0_lt_compat; lra].
  rewrite <- ln_1. apply ln_le; lra.
Qed.
Lemma div_le n a p q d : 1 < a -> 0 < mom n a p q -> ln (mom n a p q) <= (a - 1) * d -> div n a p q <= d.
Proof. intros A M L. apply (Rmult_le_reg_l (a - 1)); [lra|]. rewrite <- div_mom by lra. exact L. Qed.
Lemma ln_powers x y s t : 0 < x -> 0 < y -> ln (power x s * power y t) = s * ln x + t * ln y.
Proof. intros X Y. rewrite !power_pos by auto. unfold Rpower. rewrite ln_mult, !ln_exp by apply exp_pos. reflexivity. Qed.

Lemma div_full n a p q : 1 < a -> is_law (finite n) p -> is_law (finite n) q -> full_support (finite n) q ->
  is_renyi (finite n) a p q (Finite (div n a p q)).
Proof. exact (renyi_full n a p q). Qed.
Lemma order_log n a p r d : 1 < a -> is_law (finite n) p -> is_law (finite n) r -> full_support (finite n) r -> mom n a p r <= d -> div n a p r <= ln d / (a - 1).
Proof.
  intros A P R F L. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra|]. apply ln_le; auto. apply mom_pos; auto. now apply full_dominated.
Qed.
Lemma mom_le_exp n a p r d : 1 < a -> is_law (finite n) p -> is_law (finite n) r -> dominated (finite n) p r -> div n a p r <= d -> mom n a p r <= exp ((a - 1) * d).
Proof.
  intros A P R D L. assert (M := mom_pos n a p r A P R D). rewrite <- (exp_ln (mom n a p r)) by auto. apply exp_le. rewrite div_mom by lra.
  apply Rmult_le_compat_l; lra.
Qed.
Lemma order_exp n a p r d : 1 < a -> is_law (finite n) p -> is_law (finite n) r -> full_support (finite n) r -> div n a p r <= d -> mom n a p r <= exp ((a - 1) * d).
Proof. intros A P R F L. apply mom_le_exp; auto. now apply full_dominated. Qed.

(** ** They grow with the order *)

Theorem div_monotone n a b p q : 1 < a -> a < b -> is_law (finite n) p -> is_law (finite n) q -> dominated (finite n) p q ->
  div n a p q <= div n b p q.
Proof.
  intros A B P Q D. set (s := (a - 1) / (b - 1)). assert (S : 0 < s < 1).
  { split; [apply Rdiv_lt_0_compat; lra|]. apply (Rmult_lt_reg_r (b - 1)); [lra|]. unfold s. replace ((a - 1) / (b - 1) * (b - 1)) with (a - 1) by (field; lra). lra. }
  assert (MA := mom_pos n a p q A P Q D). assert (MB := mom_pos n b p q ltac:(lra) P Q D).
  assert (H := holder n s (fun i => power (p i) b * power (q i) (1 - b)) p S ltac:(intros; apply Rmult_le_pos; apply power_nonneg) ltac:(intros; now apply (law_nonneg n))).
  rewrite (law_sum n p P) in H. fold (mom n b p q) in H.
  assert (E : mom n a p q = sum n (fun i => power (power (p i) b * power (q i) (1 - b)) s * power (p i) (1 - s))).
  { apply sum_ext. intros i Hi. destruct (law_nonneg n p i P Hi) as [X|X].
    - assert (Y : 0 < q i). { destruct (law_nonneg n q i Q Hi) as [Y|Y]; auto. exfalso. symmetry in Y. apply (D i Hi) in Y. lra. }
      rewrite (power_pos _ s) by (apply Rmult_lt_0_compat; now apply power_gt_0). rewrite !power_pos by auto. unfold Rpower.
      rewrite ln_mult, !ln_exp, <- !exp_plus by apply exp_pos. f_equal. unfold s. field. lra.
    - rewrite <- X, (power_0 a), (power_0 (1 - s)) by lra. ring. }
  rewrite <- E in H. apply div_le; auto. apply Rle_trans with (1 := ln_le _ _ MA H). rewrite ln_powers, ln_1 by lra.
  rewrite (div_mom n b) by lra. right. unfold s. field. lra.
Qed.
Corollary div_increasing n a b p q : 1 < a -> a <= b -> is_law (finite n) p -> is_law (finite n) q -> dominated (finite n) p q ->
  div n a p q <= div n b p q.
Proof. intros A [B| ->] P Q D; [now apply div_monotone | lra]. Qed.

(** ** They obey a weak triangle inequality *)

(* the orders a t and b, where b = (a t - 1) / (t - 1) *)
Lemma dominated_trans n p r q : dominated (finite n) p r -> dominated (finite n) r q -> dominated (finite n) p q.
Proof. intros A B i Hi Z. apply A; auto. Qed.
Theorem div_triangle n a t b p r q : 1 < a -> 1 < t -> b * (t - 1) = a * t - 1 ->
  is_law (finite n) p -> is_law (finite n) q -> is_law (finite n) r -> dominated (finite n) p r -> dominated (finite n) r q ->
  div n a p q <= (a - 1 / t) / (a - 1) * div n (a * t) p r + div n b r q.
Proof.
  intros A T B P Q R DP DR. assert (AT : 1 < a * t) by nra. assert (GB : 1 < b) by (apply (Rmult_lt_reg_r (t - 1)); nra).
  assert (I : 0 < / t < 1). { split; [apply Rinv_0_lt_compat; lra|]. rewrite <- Rinv_1. apply Rinv_lt_contravar; lra. }
  assert (MA := mom_pos n a p q A P Q (dominated_trans n p r q DP DR)). assert (MT := mom_pos n (a * t) p r AT P R DP). assert (MB := mom_pos n b r q GB R Q DR).
  assert (H := holder n (/ t) (fun i => power (p i) (a * t) * power (r i) (1 - a * t)) (fun i => power (r i) b * power (q i) (1 - b)) I
    ltac:(intros; apply Rmult_le_pos; apply power_nonneg) ltac:(intros; apply Rmult_le_pos; apply power_nonneg)).
  fold (mom n (a * t) p r) in H. fold (mom n b r q) in H. assert (EB : b = (a * t - 1) / (t - 1)) by (apply (Rmult_eq_reg_r (t - 1)); [rewrite B; field; lra | lra]).
  assert (E : mom n a p q <= sum n (fun i => power (power (p i) (a * t) * power (r i) (1 - a * t)) (/ t) * power (power (r i) b * power (q i) (1 - b)) (1 - / t))).
  { apply sum_le. intros i Hi. destruct (law_nonneg n p i P Hi) as [X|X].
    2: { rewrite <- X, (power_0 a), Rmult_0_l by lra. apply Rmult_le_pos; apply power_nonneg. }
    assert (Z : 0 < r i). { destruct (law_nonneg n r i R Hi) as [Y|Y]; auto. assert (W := DP i Hi (eq_sym Y)). lra. }
    assert (Y : 0 < q i). { destruct (law_nonneg n q i Q Hi) as [Y|Y]; auto. assert (W := DR i Hi (eq_sym Y)). lra. }
    right. rewrite (power_pos _ (/ t)), (power_pos _ (1 - / t)) by (apply Rmult_lt_0_compat; now apply power_gt_0). rewrite !power_pos by auto. unfold Rpower.
    rewrite !ln_mult, !ln_exp, <- !exp_plus by apply exp_pos. f_equal. rewrite EB. field. lra. }
  cbv beta in H. apply (Rle_trans _ _ _ E) in H. apply div_le; auto. apply Rle_trans with (1 := ln_le _ _ MA H). rewrite ln_powers by auto.
  rewrite (div_mom n (a * t)), (div_mom n b) by lra. right. rewrite EB. field. lra.
Qed.
