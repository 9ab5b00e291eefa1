(* Rényi divergences of sampled laws on finite spaces, at every integer order. *)
From Coq Require Import Reals Lra Psatz Lia.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Spaces Functions Divergences Suprema Laws Basics Extremes Finite Hyperbolic Convexity Holder Orders Directions Resampling Rows.
From Stated Require integers.
Open Scope R_scope.

(** Powers, binomials and sums *)

Lemma power_nat x m : 0 < x -> power x (INR m) = x ^ m.
Proof. intros X. rewrite power_pos by auto. now apply Rpower_pow. Qed.
Lemma sum_to n f : sum_f_R0 f n = sum (S n) f.
Proof. induction n as [|n IH]; simpl; [lra|]. rewrite IH. reflexivity. Qed.
Lemma binomial_sum m x y : (x + y) ^ m = sum (S m) (fun j => Binomial.C m j * x ^ j * y ^ (m - j)).
Proof. now rewrite <- sum_to, <- Binomial.binomial. Qed.
Lemma choose_0 m : Binomial.C m 0 = 1.
Proof. unfold Binomial.C. rewrite Nat.sub_0_r. simpl. assert (X := INR_fact_neq_0 m). field. exact X. Qed.
Lemma choose_1 m : Binomial.C (S m) 1 = INR (S m).
Proof.
  unfold Binomial.C. replace (S m - 1)%nat with m by lia. rewrite fact_simpl, mult_INR. simpl (fact 1). assert (X := INR_fact_neq_0 m). simpl (INR 1). field. exact X.
Qed.
Lemma choose_nonneg m j : 0 <= Binomial.C m j.
Proof. unfold Binomial.C. apply Rmult_le_pos; [apply pos_INR|]. left. apply Rinv_0_lt_compat, Rmult_lt_0_compat; apply INR_fact_lt_0. Qed.
Lemma first_two m f : (1 <= m)%nat -> sum (S m) f = f 0%nat + f 1%nat + sum_between 2 m f.
Proof. intros M. unfold sum_between. replace (S m) with (2 + (S m - 2))%nat at 1 by lia. rewrite sum_split. simpl (sum 2 f). lra. Qed.
Lemma between_ext low high f g : (forall j, (low <= j)%nat -> (j <= high)%nat -> f j = g j) -> sum_between low high f = sum_between low high g.
Proof. intros H. apply sum_ext. intros i Hi. apply H; lia. Qed.
Lemma between_le low high f g : (forall j, (low <= j)%nat -> (j <= high)%nat -> f j <= g j) -> sum_between low high f <= sum_between low high g.
Proof. intros H. apply sum_le. intros i Hi. apply H; lia. Qed.
Lemma order_gt_1 j : (2 <= j)%nat -> 1 < INR j.
Proof. intros J. apply (lt_INR 1). lia. Qed.

(** Moments of the ratio *)

Definition ratio_moment n j (p r : nat -> R) := sum n (fun i => r i * (p i / r i) ^ j).
Lemma over_power x y k : 0 < y -> y * (x / y) ^ S k = x ^ S k * / y ^ k.
Proof. intros Y. assert (Z : y ^ k <> 0) by (apply pow_nonzero; lra). unfold Rdiv. rewrite Rpow_mult_distr, <- Rinv_pow by lra. simpl. field. split; [exact Z | lra]. Qed.
Lemma ratio_is_moment n k p r : full_support (finite n) p -> full_support (finite n) r -> ratio_moment n (S k) p r = mom n (INR (S k)) p r.
Proof.
  intros P R. apply sum_ext. intros i Hi. assert (X := P i Hi). assert (Y := R i Hi). rewrite power_nat, power_under by auto. now apply over_power.
Qed.
Lemma sampled_moment n q p r k : 0 < q < 1 -> full_support (finite n) p -> full_support (finite n) r ->
  mom n (INR (S k)) (@mixture (finite n) q p r) r = sum (S (S k)) (fun j => Binomial.C (S k) j * q ^ j * (1 - q) ^ (S k - j) * ratio_moment n j p r).
Proof.
  intros Q P R. rewrite <- ratio_is_moment by (auto; apply mixture_full; auto; lra). unfold ratio_moment.
  transitivity (sum n (fun i => sum (S (S k)) (fun j => Binomial.C (S k) j * q ^ j * (1 - q) ^ (S k - j) * (r i * (p i / r i) ^ j)))).
  - apply sum_ext. intros i Hi. assert (Y := R i Hi). unfold mixture. replace ((q * p i + (1 - q) * r i) / r i) with (q * (p i / r i) + (1 - q)) by (field; lra).
    rewrite binomial_sum, <- sum_scal. apply sum_ext. intros j Hj. rewrite Rpow_mult_distr. ring.
  - rewrite sum_swap. apply sum_ext. intros j Hj. now rewrite sum_scal.
Qed.
Lemma sampled_integer n q p r m : (2 <= m)%nat -> 0 < q < 1 -> is_law (finite n) p -> full_support (finite n) p -> is_law (finite n) r -> full_support (finite n) r ->
  mom n (INR m) (@mixture (finite n) q p r) r = power (1 - q) (INR m - 1) * (INR m * q - q + 1)
    + sum_between 2 m (fun j => q ^ j * power (1 - q) (- INR j + INR m) * mom n (INR j) p r * Binomial.C m j).
Proof.
  intros M Q P FP R FR. destruct m as [|k]; [lia|]. rewrite sampled_moment, first_two, choose_0, choose_1 by (auto; lia). f_equal.
  - assert (Z0 : ratio_moment n 0 p r = 1). { rewrite <- (law_sum n r R). apply sum_ext. intros i Hi. simpl. ring. }
    assert (Z1 : ratio_moment n 1 p r = 1). { rewrite <- (law_sum n p P). apply sum_ext. intros i Hi. assert (Y := FR i Hi). simpl. field. lra. }
    rewrite Z0, Z1. replace (INR (S k) - 1) with (INR k) by (rewrite S_INR; ring). rewrite power_nat by lra. replace (S k - 0)%nat with (S k) by lia. replace (S k - 1)%nat with k by lia. simpl (_ ^ S k). simpl (_ ^ 0). simpl (_ ^ 1). ring.
  - apply between_ext. intros j J L. replace (- INR j + INR (S k)) with (INR (S k - j)) by (rewrite minus_INR by lia; ring). rewrite power_nat by lra.
    destruct j as [|j]; [lia|]. rewrite ratio_is_moment by auto. ring.
Qed.

(** Poisson sampling *)

Lemma value_exp n j p r : (2 <= j)%nat -> is_law (finite n) p -> is_law (finite n) r -> full_support (finite n) r -> exp ((INR j - 1) * div n (INR j) p r) = mom n (INR j) p r.
Proof. intros J P R F. assert (A := order_gt_1 j J). rewrite <- div_mom by lra. apply exp_ln, mom_pos; auto. now apply full_dominated. Qed.
Lemma values n m p r low : (2 <= low)%nat -> is_law (finite n) p -> is_law (finite n) r -> full_support (finite n) r ->
  forall j, (low <= j)%nat -> (j <= m)%nat -> is_renyi (finite n) (INR j) p r (Finite (div n (INR j) p r)).
Proof. intros L P R F j J _. apply div_full; auto. apply order_gt_1. lia. Qed.
Ltac each n p r := exists (fun j => div n (INR j) p r); split; [apply values; auto; lia|].

Theorem poisson_exact : Stated.integers.amplification__poisson__renyi__exact.
Proof.
  intros n m M q Q0 Q1 P HP FP Q HQ FQ. assert (A := order_gt_1 m M). assert (L := mixture_law n q P Q ltac:(lra) HP HQ).
  exists (div n (INR m) (@mixture (finite n) q P Q) Q). split; [now apply div_full|]. each n P Q. unfold div at 1. rewrite (sampled_integer n q P Q m) by (auto; lra).
  do 3 f_equal. apply between_ext. intros j J _. now rewrite value_exp.
Qed.
Lemma poisson_le n q p r m d : (2 <= m)%nat -> 0 < q < 1 -> is_law (finite n) p -> full_support (finite n) p -> is_law (finite n) r -> full_support (finite n) r ->
  (forall j, (2 <= j)%nat -> div n (INR j) p r <= d j) ->
  mom n (INR m) (@mixture (finite n) q p r) r <= power (1 - q) (INR m - 1) * (q * (INR m - 1) + 1)
    + sum_between 2 m (fun j => q ^ j * power (1 - q) (- INR j + INR m) * exp ((INR j - 1) * d j) * Binomial.C m j).
Proof.
  intros M Q P FP R FR H. rewrite sampled_integer by auto. replace (INR m * q - q + 1) with (q * (INR m - 1) + 1) by ring. apply Rplus_le_compat_l, between_le. intros j J _.
  apply Rmult_le_compat_r; [apply choose_nonneg|]. apply Rmult_le_compat_l; [apply Rmult_le_pos; [apply pow_le; lra | apply power_nonneg]|]. apply order_exp; auto. now apply order_gt_1.
Qed.
Theorem poisson_integer : Stated.integers.amplification__poisson__renyi.
Proof.
  intros n m M q Q0 Q1 P HP FP Q HQ FQ. assert (A := order_gt_1 m M). assert (A2 : 2 <= INR m) by (apply (le_INR 2); lia). assert (L := mixture_law n q P Q ltac:(lra) HP HQ).
  assert (F := mixture_full n q P Q ltac:(lra) FP FQ). exists (div n (INR m) Q (@mixture (finite n) q P Q)). split; [now apply div_full|].
  exists (div n (INR m) (@mixture (finite n) q P Q) Q). split; [now apply div_full|]. each n P Q. each n Q P. cbv beta.
  assert (X := poisson_le n q P Q m (fun j => Rmax (div n (INR j) P Q) (div n (INR j) Q P)) M ltac:(lra) HP FP HQ FQ (fun j _ => Rmax_l _ _)).
  assert (Y := poisson_le n q Q P m (fun j => Rmax (div n (INR j) P Q) (div n (INR j) Q P)) M ltac:(lra) HQ FQ HP FP (fun j _ => Rmax_r _ _)).
  apply Rmax_lub; apply order_log; auto. apply direction_le; auto; lra.
Qed.

(** Sampling without replacement *)

Lemma power_gap x y j : 0 < x -> 0 < y -> (x - y) ^ j <= x ^ j + y ^ j.
Proof.
  intros X Y. assert (A : 0 <= x ^ j) by (apply pow_le; lra). assert (B : 0 <= y ^ j) by (apply pow_le; lra). destruct (Rle_dec y x) as [L|L].
  - assert (C := pow_incr (x - y) x j ltac:(lra)). lra.
  - assert (C := pow_incr (y - x) y j ltac:(lra)). assert (D := Rle_abs ((x - y) ^ j)). rewrite <- RPow_abs, Rabs_left in D by lra. replace (- (x - y)) with (y - x) in D by ring. lra.
Qed.
Lemma between_first low high f : (low <= high)%nat -> sum_between low high f = f low + sum_between (S low) high f.
Proof.
  intros H. unfold sum_between. replace (S high - low)%nat with (1 + (S high - S low))%nat by lia. rewrite sum_split. f_equal; [simpl; rewrite Nat.add_0_r; ring|].
  apply sum_ext. intros i Hi. f_equal. lia.
Qed.
Lemma fixed_moment n q p r m k : 0 < q < 1 -> full_support (finite n) p -> full_support (finite n) r -> full_support (finite n) m ->
  let y := @mixture (finite n) q r m in
  mom n (INR (S k)) (@mixture (finite n) q p m) y = sum (S (S k)) (fun j => Binomial.C (S k) j * sum n (fun i => y i * (q * (p i - r i) / y i) ^ j)).
Proof.
  intros Q P R M y. assert (F := mixture_full n q r m ltac:(lra) R M). fold y in F. rewrite <- ratio_is_moment by (auto; apply mixture_full; auto; lra). unfold ratio_moment.
  transitivity (sum n (fun i => sum (S (S k)) (fun j => Binomial.C (S k) j * (y i * (q * (p i - r i) / y i) ^ j)))).
  - apply sum_ext. intros i Hi. assert (Y := F i Hi). replace (@mixture (finite n) q p m i / y i) with (q * (p i - r i) / y i + 1) by (unfold y, mixture in *; field; lra).
    rewrite binomial_sum, <- sum_scal. apply sum_ext. intros j Hj. rewrite pow1. ring.
  - rewrite sum_swap. apply sum_ext. intros j Hj. now rewrite sum_scal.
Qed.
Lemma fixed_term n q p r y j : (1 <= j)%nat -> 0 < q -> full_support (finite n) p -> full_support (finite n) r -> full_support (finite n) y ->
  sum n (fun i => y i * (q * (p i - r i) / y i) ^ j) <= q ^ j * (mom n (INR j) p y + mom n (INR j) r y).
Proof.
  intros J Q P R Y. destruct j as [|k]; [lia|]. unfold mom. rewrite <- sum_plus, <- sum_scal. apply sum_le. intros i Hi. assert (A := P i Hi). assert (B := R i Hi). assert (C := Y i Hi).
  rewrite over_power, !power_nat, power_under by auto. rewrite Rpow_mult_distr. replace (q ^ S k * (p i ^ S k * / y i ^ k + r i ^ S k * / y i ^ k)) with (q ^ S k * (p i ^ S k + r i ^ S k) * / y i ^ k) by ring.
  apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, pow_lt; auto|]. apply Rmult_le_compat_l; [apply pow_le; lra | now apply power_gap].
Qed.
Lemma fixed_integer n q p r m k d e : (2 <= k)%nat -> 0 < q < 1 -> is_law (finite n) p -> full_support (finite n) p -> is_law (finite n) r -> full_support (finite n) r -> is_law (finite n) m -> full_support (finite n) m ->
  div n 2 p r <= e -> div n 2 p m <= e -> div n 2 r m <= e ->
  (forall j, (2 <= j)%nat -> div n (INR j) p r <= d j /\ div n (INR j) p m <= d j /\ div n (INR j) r m <= d j) ->
  mom n (INR k) (@mixture (finite n) q p m) (@mixture (finite n) q r m)
    <= q ^ 2 * Binomial.C k 2 * Rmin (4 * exp e - 4) (2 * exp e) + 2 * sum_between 3 k (fun j => q ^ j * exp ((INR j - 1) * d j) * Binomial.C k j) + 1.
Proof.
  intros K Q P FP R FR M FM E1 E2 E3 H. set (y := @mixture (finite n) q r m). assert (LY := mixture_law n q r m ltac:(lra) R M). assert (FY := mixture_full n q r m ltac:(lra) FR FM). fold y in LY, FY.
  destruct k as [|k]; [lia|]. unfold y. rewrite fixed_moment by auto. fold y. rewrite first_two, choose_0, choose_1, between_first by lia.
  assert (Z0 : sum n (fun i => y i * (q * (p i - r i) / y i) ^ 0) = 1). { rewrite <- (law_sum n y LY). apply sum_ext. intros i Hi. simpl. ring. }
  assert (Z1 : sum n (fun i => y i * (q * (p i - r i) / y i) ^ 1) = 0).
  { rewrite (sum_ext n _ (fun i => q * p i + - q * r i)); [rewrite sum_plus, !sum_scal, (law_sum n p P), (law_sum n r R); ring|]. intros i Hi. assert (Y := FY i Hi). simpl. field. lra. }
  assert (Z2 : sum n (fun i => y i * (q * (p i - r i) / y i) ^ 2) = q ^ 2 * sum n (fun i => (p i - r i) ^ 2 / y i)).
  { rewrite <- sum_scal. apply sum_ext. intros i Hi. assert (Y := FY i Hi). field. lra. }
  rewrite Z0, Z1, Z2. assert (S2 := spread_exp n q p r m e Q P FP R FR M FM E1 E2 E3). fold y in S2.
  assert (C2 : 0 <= Binomial.C (S k) 2 * q ^ 2) by (apply Rmult_le_pos; [apply choose_nonneg | apply pow_le; lra]). apply (Rmult_le_compat_l _ _ _ C2) in S2.
  assert (B : sum_between 3 (S k) (fun j => Binomial.C (S k) j * sum n (fun i => y i * (q * (p i - r i) / y i) ^ j)) <= 2 * sum_between 3 (S k) (fun j => q ^ j * exp ((INR j - 1) * d j) * Binomial.C (S k) j)).
  { unfold sum_between at 2. rewrite <- sum_scal. apply (between_le 3 (S k) _ (fun j => 2 * (q ^ j * exp ((INR j - 1) * d j) * Binomial.C (S k) j))). intros j J _. destruct (H j ltac:(lia)) as [H1 [H2 H3]].
    assert (T := fixed_term n q p r y j ltac:(lia) ltac:(lra) FP FR FY). assert (A := around_exp n (INR j) q p r m (d j) (order_gt_1 j ltac:(lia)) Q P FP R FR M FM H1 H2 H3). fold y in A.
    assert (W : 0 <= q ^ j) by (apply pow_le; lra). apply (Rmult_le_compat_l _ _ _ W) in A. assert (G := Rle_trans _ _ _ T A). apply (Rmult_le_compat_l _ _ _ (choose_nonneg (S k) j)) in G. lra. }
  lra.
Qed.
Theorem without_replacement_integer : Stated.integers.amplification__without_replacement__renyi.
Proof.
  intros n k K q Q0 Q1 P HP FP Q HQ FQ M HM FM. assert (A := order_gt_1 k K). assert (L := mixture_law n q P M ltac:(lra) HP HM). assert (L' := mixture_law n q Q M ltac:(lra) HQ HM). assert (F := mixture_full n q Q M ltac:(lra) FQ FM).
  exists (div n (INR k) (@mixture (finite n) q P M) (@mixture (finite n) q Q M)). split; [now apply div_full|]. each n P Q. each n P M. each n Q P. each n Q M. each n M P. each n M Q. cbv beta.
  exists (div n 2 P Q). split; [apply div_full; auto; lra|]. exists (div n 2 P M). split; [apply div_full; auto; lra|]. exists (div n 2 Q P). split; [apply div_full; auto; lra|].
  exists (div n 2 Q M). split; [apply div_full; auto; lra|]. exists (div n 2 M P). split; [apply div_full; auto; lra|]. exists (div n 2 M Q). split; [apply div_full; auto; lra|].
  apply order_log; auto. match goal with |- _ <= _ * Rmin _ (2 * exp ?e) + 2 * sum_between 3 k (fun j => _ * exp (_ * @?d j) * _) + 1 => apply (fixed_integer n q P Q M k d e); auto; try lra; try below end.
  intros j _. repeat split; below.
Qed.
