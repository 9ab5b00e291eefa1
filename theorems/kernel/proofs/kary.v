(* Randomized response among k answers, and what is calibrated with it. *)
From Coq Require Import Reals Lra Psatz Lia.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Spaces Functions Divergences Laws Basics Extremes Cells Kary Closing.
From Stated Require kary.
Open Scope R_scope.

(* the normaliser, and which masses there are *)
Ltac answers z k := match goal with H : (2 <= k)%nat |- _ =>
  assert (K : 2 <= INR k) by (apply (le_INR 2 k) in H; simpl in H; lra);
  assert (N := kary_norm z k H); assert (E := exp_pos z) end.
Ltac dominated_answers := let Z := fresh in intros i _ Z;
  match type of Z with kary_response ?z ?k ?v ?i = 0 => assert (0 < kary_response z k v i) by now apply kary_pos end; lra.
Ltac masses N0 := replace (1 / N0) with (exp 0 / N0) by now rewrite exp_0.

Theorem renyi_kary : Stated.kary.renyi__kary.
Proof.
  intros a Ha z Hz k Hk. answers z k. split. { intros _. dominated_answers. }
  exists ((INR k + exp (a * z) + exp (z * (1 - a)) - 2) / (INR k + exp z - 1)). split; [|split; [|reflexivity]].
  - etransitivity; [exact (kary_sum z k (fun p q => power p a * power q (1 - a)) Hk)|]. cbv zeta beta.
    set (N0 := exp z + INR k - 1) in *. masses N0. rewrite !moment_alike by auto.
    replace (a * 0 + (1 - a) * z) with (z * (1 - a)) by ring. replace (a * z + (1 - a) * 0) with (a * z) by ring.
    replace (a * 0 + (1 - a) * 0) with 0 by ring. rewrite exp_0. replace (INR k + exp z - 1) with N0 by (unfold N0; ring). field. lra.
  - assert (A := exp_pos (a * z)). assert (B := exp_pos (z * (1 - a))). apply Rdiv_lt_0_compat; lra.
Qed.

Theorem chi2_kary : Stated.kary.chi2__kary.
Proof.
  intros z Hz k Hk. answers z k. split. { dominated_answers. }
  etransitivity; [exact (kary_sum z k (fun p q => power p 2 * power q (1 - 2)) Hk)|]. cbv zeta beta.
  set (N0 := exp z + INR k - 1) in *. masses N0. rewrite !moment_alike by auto.
  replace (2 * 0 + (1 - 2) * z) with (- z) by ring. replace (2 * z + (1 - 2) * 0) with (z + z) by ring.
  replace (2 * 0 + (1 - 2) * 0) with 0 by ring. rewrite exp_0, exp_plus, exp_Ropp. unfold N0. field. lra.
Qed.

Theorem kl_kary : Stated.kary.kl__kary.
Proof.
  intros z Hz k Hk. answers z k. split. { dominated_answers. }
  etransitivity; [exact (kary_sum z k (fun p q => if Req_EM_T p 0 then 0 else p * ln (p / q)) Hk)|]. cbv zeta beta.
  set (N0 := exp z + INR k - 1) in *. masses N0. assert (P := exp_pos 0).
  assert (0 < exp 0 / N0) by now apply Rdiv_lt_0_compat. assert (0 < exp z / N0) by now apply Rdiv_lt_0_compat.
  destruct (Req_EM_T (exp 0 / N0) 0); [lra|]. destruct (Req_EM_T (exp z / N0) 0); [lra|].
  rewrite !log_ratio_exps by auto. replace (N0 / N0) with 1 by (field; lra). rewrite ln_1, exp_0.
  replace (INR k + exp z - 1) with N0 by (unfold N0; ring). field. lra.
Qed.

Theorem hellinger_kary : Stated.kary.hellinger__kary.
Proof.
  intros z Hz k Hk. answers z k. unfold is_squared_hellinger.
  etransitivity; [exact (kary_sum z k (fun p q => sqrt p * sqrt q) Hk)|]. cbv zeta beta.
  set (N0 := exp z + INR k - 1) in *. masses N0. rewrite !sqrt_exps by auto. rewrite sqrt_square by lra.
  replace ((0 + z) / 2) with (z / 2) by field. replace ((z + 0) / 2) with (z / 2) by field. replace ((0 + 0) / 2) with 0 by field. rewrite exp_0.
  assert (S : exp z = exp (z / 2) * exp (z / 2)) by (rewrite <- exp_plus; f_equal; field).
  replace (INR k + exp z - 1) with N0 by (unfold N0; ring). apply (Rmult_eq_reg_r N0); [|lra].
  replace ((1 - (exp (z / 2) - 1) ^ 2 / N0) * N0) with (N0 - (exp (z / 2) - 1) ^ 2) by (field; lra). replace (N0 - (exp (z / 2) - 1) ^ 2) with (INR k - 2 + 2 * exp (z / 2)) by (unfold N0; rewrite S; ring). field. lra.
Qed.

Theorem tv_kary : Stated.kary.tv__kary.
Proof.
  intros z Hz k Hk. answers z k. assert (1 < exp z) by (rewrite <- exp_0; now apply exp_increasing).
  unfold is_total_variation. simpl. rewrite (kary_sum z k (fun p q => Rabs (p - q) / 2) Hk).
  set (N0 := exp z + INR k - 1) in *. assert (I : 0 < / N0) by now apply Rinv_0_lt_compat.
  replace (1 / N0 - exp z / N0) with (- ((exp z - 1) * / N0)) by (field; lra).
  replace (exp z / N0 - 1 / N0) with ((exp z - 1) * / N0) by (field; lra). replace (1 / N0 - 1 / N0) with 0 by ring.
  rewrite Rabs_Ropp, Rabs_R0, Rabs_right by (apply Rle_ge, Rmult_le_pos; lra).
  replace (INR k + exp z - 1) with N0 by (unfold N0; ring). field. lra.
Qed.

Theorem loss_tail_kary : Stated.kary.loss_tail__kary.
Proof.
  intros e He z Hz k Hk. answers z k. assert (1 < exp z) by (rewrite <- exp_0; now apply exp_increasing).
  assert (1 <= exp e) by (rewrite <- exp_0; destruct He as [He | <-]; [left; now apply exp_increasing | lra]).
  unfold is_loss_tail. simpl. rewrite (kary_sum z k (fun p q => if Rlt_dec (exp e * q) p then p else 0) Hk).
  replace (INR k + exp z - 1) with (exp z + INR k - 1) by ring. set (N0 := exp z + INR k - 1) in *. assert (I : 0 < / N0) by now apply Rinv_0_lt_compat.
  assert (F : forall u v, exp e * (u / N0) < v / N0 <-> exp e * u < v).
  { intros u v. unfold Rdiv. rewrite <- Rmult_assoc. split; intros L. now apply Rmult_lt_reg_r in L. now apply Rmult_lt_compat_r. }
  destruct (Rlt_dec (exp e * (exp z / N0)) (1 / N0)) as [L|_]; [apply (proj1 (F (exp z) 1)) in L; exfalso; assert (1 * exp z <= exp e * exp z) by (apply Rmult_le_compat_r; lra); lra|].
  destruct (Rlt_dec (exp e * (1 / N0)) (1 / N0)) as [L|_]; [apply (proj1 (F 1 1)) in L; exfalso; lra|].
  unfold if_lt. destruct (Rlt_dec (exp e * (1 / N0)) (exp z / N0)) as [L|L], (Rlt_dec e z) as [M|M]; try ring.
  - exfalso. apply (proj1 (F 1 (exp z))) in L. assert (exp z <= exp e) by (destruct (Rle_lt_or_eq_dec z e ltac:(lra)) as [Q | ->]; [left; now apply exp_increasing | lra]). lra.
  - exfalso. apply L, (proj2 (F 1 (exp z))). assert (exp e < exp z) by now apply exp_increasing. lra.
Qed.

Theorem max_kary : Stated.kary.max__kary.
Proof. intros z Hz k Hk. apply kary_max; auto. lra. Qed.

(* the profile, in the form of the entry *)
Ltac stick z k e := let G := fresh in assert (G := kary_stick z k e ltac:(auto) ltac:(lra) ltac:(lra)); refine (eq_ind _ (is_hockey_stick (finite k) e _ _) G _ _); clear G.
Lemma Rmax_over x y n : 0 < n -> Rmax 0 (x - y) / n = Rmax ((- y + x) / n) 0.
Proof.
  intros H. assert (I : 0 < / n) by now apply Rinv_0_lt_compat. assert (X := RmaxRmult 0 (x - y) (/ n) ltac:(lra)). rewrite Rmult_0_r in X.
  rewrite (Rmax_comm ((- y + x) / n) 0). replace ((- y + x) / n) with (/ n * (x - y)) by (field; lra). rewrite X. field. lra.
Qed.

Theorem profile_kary : Stated.kary.profile__kary.
Proof.
  intros e He z Hz k Hk. answers z k. stick z k e. rewrite Rmax_over by auto. replace (INR k + exp z - 1) with (exp z + INR k - 1) by ring. reflexivity.
Qed.

Lemma ln_ge_0 x : 1 <= x -> 0 <= ln x.
Proof. intros [H | <-]. rewrite <- ln_1. left. apply ln_increasing; lra. rewrite ln_1. lra. Qed.

Theorem calibration_response_kary : Stated.kary.calibration__response__kary.
Proof.
  intros e He d D0 D1 k Hk. assert (K : 2 <= INR k) by (apply (le_INR 2 k) in Hk; simpl in Hk; lra).
  assert (1 <= exp e) by (rewrite <- exp_0; destruct He as [He | <-]; [left; now apply exp_increasing | lra]).
  set (x := (d * (INR k - 1) + exp e) / (1 - d)).
  assert (X : exp e <= x). { unfold x. apply (Rmult_le_reg_r (1 - d)). lra. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. nra. }
  assert (L : 0 <= ln x) by (apply ln_ge_0; lra). stick (ln x) k e. rewrite exp_ln by lra. rewrite Rmax_right by lra.
  unfold x. field. nra.
Qed.

Theorem metric_discrete_profile : Stated.kary.metric__discrete__profile.
Proof.
  intros e He m Hm p P0 P1 H. assert (M : 1 <= INR m) by (apply (le_INR 1 m) in Hm; simpl in Hm; lra).
  set (x := - INR m + 1 / p). assert (X : 1 <= x). { unfold x. apply (Rmult_le_reg_r p). lra. replace ((- INR m + 1 / p) * p) with (1 - INR m * p) by (field; lra). lra. }
  assert (L : 0 <= ln x) by now apply ln_ge_0. assert (Hk : (2 <= m + 1)%nat) by lia.
  assert (G := kary_stick (ln x) (m + 1) e Hk L He). refine (eq_ind _ (is_hockey_stick (finite (m + 1)) e _ _) G _ _). clear G.
  rewrite exp_ln by lra. rewrite Rmax_over. 2: { rewrite plus_INR. simpl. lra. }
  f_equal. rewrite plus_INR. simpl. unfold x. field. split; lra.
Qed.

Theorem metric_discrete_least : Stated.kary.metric__discrete__least.
Proof.
  intros m Hm e He d D0 D1. assert (M : 1 <= INR m) by (apply (le_INR 1 m) in Hm; simpl in Hm; lra).
  assert (1 <= exp e) by (rewrite <- exp_0; destruct He as [He | <-]; [left; now apply exp_increasing | lra]).
  set (x := - INR m + (INR m + exp e) / (1 - d)).
  assert (X : exp e <= x).
  { assert (INR m + exp e <= (INR m + exp e) / (1 - d)); [|unfold x; lra].
    apply (Rmult_le_reg_r (1 - d)). lra. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. nra. }
  assert (L : 0 <= ln x) by (apply ln_ge_0; lra). assert (Hk : (2 <= m + 1)%nat) by lia.
  assert (G := kary_stick (ln x) (m + 1) e Hk L He). refine (eq_ind _ (is_hockey_stick (finite (m + 1)) e _ _) G _ _). clear G.
  rewrite exp_ln by lra. rewrite Rmax_right by lra. rewrite plus_INR. simpl. unfold x. field. lra.
Qed.

Theorem mechanism_randomized_response_kary : Stated.kary.mechanism__randomized_response__kary.
Proof.
  intros k Hk p P0 P1. assert (K : 2 <= INR k) by (apply (le_INR 2 k) in Hk; simpl in Hk; lra).
  apply kary_max; auto. apply ln_ge_0. assert (INR k <= INR k / p); [|lra].
  apply (Rmult_le_reg_r p). lra. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. nra.
Qed.
