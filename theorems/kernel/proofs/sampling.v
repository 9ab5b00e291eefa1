(* Rényi divergences of sampled laws on finite spaces: the two directions, and integer orders written out. *)
From Coq Require Import Reals Lra Psatz Lia.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Spaces Functions Divergences Laws Basics Extremes Finite Hyperbolic Convexity Holder Orders Directions Resampling.
From Stated Require sampling.
Open Scope R_scope.

(** The two directions of Poisson sampling *)

Theorem direction_step : Stated.sampling.amplification__poisson__direction__step.
Proof.
  intros a A q Q0 Q1 r R0. assert (S := step a q r A ltac:(lra) R0). cbv zeta in S. assert (U : 0 < 1 - q + q * r) by nra. assert (V : 0 < q + (1 - q) * r) by nra. assert (D : 0 < 2 * (a - 2) * q + 3) by nra.
  replace (q * r - q + 1) with (1 - q + q * r) by ring. replace (q + r * (1 - q)) with (q + (1 - q) * r) by ring. rewrite !power_pos by auto. unfold Rpower.
  replace ((- a - 1) * ln (1 - q + q * r)) with (- (a + 1) * ln (1 - q + q * r)) by ring. eapply Rle_trans; [exact S|]. right. unfold share.
  replace ((a - 2) * ln (q + (1 - q) * r) - (a + 1) * ln r) with ((a - 2) * ln (q + (1 - q) * r) + - ((a + 1) * ln r)) by ring. rewrite exp_plus.
  replace ((- a - 1) * ln r) with (- ((a + 1) * ln r)) by ring. field. lra.
Qed.

(* the value of a divergence of the statement *)
Ltac value n a p r := exists (div n a p r); split; [apply div_full; auto; lra|].

Theorem direction : Stated.sampling.amplification__poisson__direction.
Proof.
  intros n a A q Q0 Q1 P HP FP Q HQ FQ. assert (L := mixture_law n q P Q ltac:(lra) HP HQ). assert (F := mixture_full n q P Q ltac:(lra) FP FQ). assert (M := mixture_law n q Q P ltac:(lra) HQ HP).
  value n a Q (@mixture (finite n) q P Q). value n a (@mixture (finite n) q P Q) Q. value n a (@mixture (finite n) q Q P) P.
  set (d := Rmax _ _). replace d with (ln (exp ((a - 1) * d)) / (a - 1)) by (rewrite ln_exp; field; lra).
  apply order_log; auto; [lra|]. apply direction_le; auto; try lra; apply order_exp; auto; try lra; [apply Rmax_l | apply Rmax_r].
Qed.

Theorem direction_printed : ~ Stated.sampling.amplification__poisson__direction__printed.
Proof.
  intros H. assert (A : 0 < 39 / 40 < 1) by lra. assert (B : 0 < 3 / 4 < 1) by lra.
  destruct (H 2%nat 2 ltac:(lra) (1 / 2) ltac:(lra) ltac:(lra) _ (bernoulli_law _ A) (bernoulli_full _ A) _ (bernoulli_law _ B) (bernoulli_full _ B)) as [v [[_ [m [M [M0 ->]]]] [w [[_ [k [K [K0 ->]]]] L]]]].
  replace (2 - 1) with 1 in L by ring. unfold Rdiv in L. rewrite Rinv_1, !Rmult_1_r in L. apply exp_le in L. rewrite !exp_ln in L by auto. revert M K L.
  unfold moment, mixture, bernoulli, listed; simpl. replace (1 - 2) with (-1) by ring. rewrite !power_2, !power_m1 by lra. lra.
Qed.

(** Integer orders *)

Lemma sampled_two n q p r : 0 < q < 1 -> is_law (finite n) p -> full_support (finite n) p -> is_law (finite n) r -> full_support (finite n) r ->
  mom n 2 (@mixture (finite n) q p r) r
    = q ^ 2 * mom n 2 p r + (1 - q) * (q + 1).
Proof.
  intros Hq HP FP HR FR. rewrite !mom_two by (auto; apply mixture_full; auto; lra). rewrite (sum_ext n _ (fun i => q ^ 2 * (p i ^ 2 / r i ^ 1) + (2 * q * (1 - q) * p i + (1 - q) ^ 2 * r i))).
  - rewrite !sum_plus, !sum_scal, (law_sum n p HP), (law_sum n r HR). ring.
  - intros i Hi. assert (Y := FR i Hi). unfold mixture. field. lra.
Qed.
Lemma sampled_three n q p r : 0 < q < 1 -> is_law (finite n) p -> full_support (finite n) p -> is_law (finite n) r -> full_support (finite n) r ->
  mom n 3 (@mixture (finite n) q p r) r
    = q ^ 3 * mom n 3 p r + 3 * q ^ 2 * (1 - q) * mom n 2 p r + (1 - q) ^ 2 * (2 * q + 1).
Proof.
  intros Hq HP FP HR FR. rewrite mom_two, !mom_three by (auto; apply mixture_full; auto; lra).
  rewrite (sum_ext n _ (fun i => q ^ 3 * (p i ^ 3 / r i ^ 2) + (3 * q ^ 2 * (1 - q) * (p i ^ 2 / r i ^ 1) + (3 * q * (1 - q) ^ 2 * p i + (1 - q) ^ 3 * r i)))).
  - rewrite !sum_plus, !sum_scal, (law_sum n p HP), (law_sum n r HR). ring.
  - intros i Hi. assert (Y := FR i Hi). unfold mixture. field. lra.
Qed.
Lemma sampled_four n q p r : 0 < q < 1 -> is_law (finite n) p -> full_support (finite n) p -> is_law (finite n) r -> full_support (finite n) r ->
  mom n 4 (@mixture (finite n) q p r) r
    = q ^ 4 * mom n 4 p r + 4 * q ^ 3 * (1 - q) * mom n 3 p r + 6 * q ^ 2 * (1 - q) ^ 2 * mom n 2 p r + (1 - q) ^ 3 * (3 * q + 1).
Proof.
  intros Hq HP FP HR FR. rewrite mom_two, mom_three, !mom_four by (auto; apply mixture_full; auto; lra).
  rewrite (sum_ext n _ (fun i => q ^ 4 * (p i ^ 4 / r i ^ 3) + (4 * q ^ 3 * (1 - q) * (p i ^ 3 / r i ^ 2) + (6 * q ^ 2 * (1 - q) ^ 2 * (p i ^ 2 / r i ^ 1) + (4 * q * (1 - q) ^ 3 * p i + (1 - q) ^ 4 * r i))))).
  - rewrite !sum_plus, !sum_scal, (law_sum n p HP), (law_sum n r HR). ring.
  - intros i Hi. assert (Y := FR i Hi). unfold mixture. field. lra.
Qed.
Lemma both_log n a q p r d : 2 <= a -> 0 < q < 1 -> is_law (finite n) p -> is_law (finite n) r -> full_support (finite n) p -> full_support (finite n) r ->
  mom n a (@mixture (finite n) q p r) r <= d -> mom n a (@mixture (finite n) q r p) p <= d ->
  Rmax (div n a r (@mixture (finite n) q p r)) (div n a (@mixture (finite n) q p r) r) <= ln d / (a - 1).
Proof.
  intros A Q HP HR FP FR X Y. assert (L := mixture_law n q p r ltac:(lra) HP HR). assert (F := mixture_full n q p r ltac:(lra) FP FR).
  apply Rmax_lub; apply order_log; auto; try lra. now apply direction_le.
Qed.
(* the values of both directions of the sampled law *)
Ltac sampled n a q p r := let L := fresh in let F := fresh in assert (L := mixture_law n q p r ltac:(lra) ltac:(auto) ltac:(auto));
  assert (F := mixture_full n q p r ltac:(lra) ltac:(auto) ltac:(auto)); value n a r (@mixture (finite n) q p r); value n a (@mixture (finite n) q p r) r.

Theorem sampling_two : Stated.sampling.amplification__poisson__renyi__order_2.
Proof.
  intros n q Q0 Q1 P HP FP Q HQ FQ. sampled n 2 q P Q. value n 2 P Q. value n 2 Q P. set (d := Rmax (div n 2 P Q) (div n 2 Q P)).
  assert (A := order_two n P Q d HP HQ FQ ltac:(below)). assert (B := order_two n Q P d HQ HP FP ltac:(below)).
  match goal with |- _ <= ln ?t => replace (ln t) with (ln t / (2 - 1)) by (field; lra) end.
  assert (W : 0 <= q ^ 2) by (apply pow_le; lra). apply both_log; auto; try lra; rewrite sampled_two by (auto; lra);
    apply Rplus_le_compat_r, Rmult_le_compat_l; auto.
Qed.
Lemma third n q p r d e : 0 < q < 1 -> is_law (finite n) p -> full_support (finite n) p -> is_law (finite n) r -> full_support (finite n) r ->
  div n 3 p r <= d -> div n 2 p r <= e ->
  mom n 3 (@mixture (finite n) q p r) r <= q ^ 3 * exp (2 * d) + 3 * q ^ 2 * (1 - q) * exp e + (1 - q) ^ 2 * (2 * q + 1).
Proof.
  intros Q P FP R FR D E. rewrite sampled_three by auto. assert (A := order_three n p r d P R FR D). assert (B := order_two n p r e P R FR E).
  assert (0 <= q ^ 3) by (apply pow_le; lra). assert (0 <= q ^ 2) by (apply pow_le; lra). apply Rplus_le_compat_r, Rplus_le_compat; apply Rmult_le_compat_l; auto; nra.
Qed.
Theorem sampling_three : Stated.sampling.amplification__poisson__renyi__order_3.
Proof.
  intros n q Q0 Q1 P HP FP Q HQ FQ. sampled n 3 q P Q. value n 3 P Q. value n 3 Q P. value n 2 P Q. value n 2 Q P.
  match goal with |- _ <= ln ?t / 2 => replace (ln t / 2) with (ln t / (3 - 1)) by (f_equal; ring) end. apply both_log; auto; try lra; apply third; auto; try lra; below.
Qed.
Theorem sampling_threefold : Stated.sampling.amplification__poisson__renyi__threefold.
Proof.
  intros n q Q0 Q1 P HP FP Q HQ FQ. sampled n 3 q P Q. value n 3 P Q. value n 3 Q P. value n 2 P Q. value n 2 Q P.
  match goal with |- _ <= ln ?t / 2 => replace (ln t / 2) with (ln t / (3 - 1)) by (f_equal; ring) end. assert (0 < q ^ 3) by (apply pow_lt; lra).
  set (d := Rmax (div n 3 P Q) (div n 3 Q P)). assert (E := exp_pos (2 * d)). assert (Z : 0 < q ^ 3 * exp (2 * d)) by nra.
  set (e := Rmax (div n 2 P Q) (div n 2 Q P)). apply both_log; auto; try lra.
  - assert (X := third n q P Q d e ltac:(lra) HP FP HQ FQ ltac:(unfold d; below) ltac:(unfold e; below)). lra.
  - assert (X := third n q Q P d e ltac:(lra) HQ FQ HP FP ltac:(unfold d; below) ltac:(unfold e; below)). lra.
Qed.
Theorem sampling_four : Stated.sampling.amplification__poisson__renyi__order_4.
Proof.
  intros n q Q0 Q1 P HP FP Q HQ FQ. sampled n 4 q P Q. value n 4 P Q. value n 4 Q P. value n 3 P Q. value n 3 Q P. value n 2 P Q. value n 2 Q P.
  match goal with |- _ <= ln ?t / 3 => replace (ln t / 3) with (ln t / (4 - 1)) by (f_equal; ring) end.
  assert (0 <= q ^ 4) by (apply pow_le; lra). assert (0 <= q ^ 3) by (apply pow_le; lra). assert (0 <= q ^ 2) by (apply pow_le; lra). assert (0 <= (1 - q) ^ 2) by (apply pow_le; lra).
  apply both_log; auto; try lra; rewrite sampled_four by (auto; lra); apply Rplus_le_compat_r; repeat apply Rplus_le_compat; (apply Rmult_le_compat_l; [nra|]);
    [apply order_four | apply order_three | apply order_two | apply order_four | apply order_three | apply order_two]; auto; below.
Qed.

(** Sampling without replacement: q P + (1 - q) M against q Q + (1 - q) M *)

Lemma fixed_two n q p r m : 0 < q < 1 -> is_law (finite n) p -> full_support (finite n) p -> is_law (finite n) r -> full_support (finite n) r -> is_law (finite n) m -> full_support (finite n) m ->
  mom n 2 (@mixture (finite n) q p m) (@mixture (finite n) q r m) = 1 + q ^ 2 * sum n (fun i => (p i - r i) ^ 2 / @mixture (finite n) q r m i).
Proof.
  intros Q P FP R FR M FM. assert (F := mixture_full n q r m ltac:(lra) FR FM). rewrite mom_two by (auto; apply mixture_full; auto; lra).
  rewrite (sum_ext n _ (fun i => (2 * q * p i + (-2 * q * r i + (q * r i + (1 - q) * m i))) + q ^ 2 * ((p i - r i) ^ 2 / @mixture (finite n) q r m i))).
  - rewrite !sum_plus, !sum_scal, (law_sum n p P), (law_sum n r R), (law_sum n m M). ring.
  - intros i Hi. assert (Y := F i Hi). unfold mixture in *. field. lra.
Qed.
Lemma fixed_three n q p r m : 0 < q < 1 -> is_law (finite n) p -> full_support (finite n) p -> is_law (finite n) r -> full_support (finite n) r -> is_law (finite n) m -> full_support (finite n) m ->
  let y := @mixture (finite n) q r m in
  mom n 3 (@mixture (finite n) q p m) y <= 1 + 3 * q ^ 2 * sum n (fun i => (p i - r i) ^ 2 / y i) + q ^ 3 * (mom n 3 p y + mom n 3 r y).
Proof.
  intros Q P FP R FR M FM y. assert (F := mixture_full n q r m ltac:(lra) FR FM). fold y in F. rewrite !mom_three by (auto; apply mixture_full; auto; lra).
  apply Rle_trans with (sum n (fun i => (3 * q * p i + (-3 * q * r i + (q * r i + (1 - q) * m i))) + (3 * q ^ 2 * ((p i - r i) ^ 2 / y i) + q ^ 3 * (p i ^ 3 / y i ^ 2 + r i ^ 3 / y i ^ 2)))).
  2: { rewrite !sum_plus, !sum_scal, !sum_plus, (law_sum n p P), (law_sum n r R), (law_sum n m M). lra. }
  apply sum_le. intros i Hi. assert (Y := F i Hi). assert (A := FP i Hi). assert (B := FR i Hi). assert (E : y i = q * r i + (1 - q) * m i) by reflexivity.
  assert (X : @mixture (finite n) q p m i = y i + q * (p i - r i)) by (rewrite E; unfold mixture; ring). rewrite X, <- E.
  assert (K : 3 * q * p i + (-3 * q * r i + y i) + (3 * q ^ 2 * ((p i - r i) ^ 2 / y i) + q ^ 3 * (p i ^ 3 / y i ^ 2 + r i ^ 3 / y i ^ 2)) - (y i + q * (p i - r i)) ^ 3 / y i ^ 2
    = q ^ 3 * (p i ^ 3 + r i ^ 3 - (p i - r i) ^ 3) / y i ^ 2) by (field; lra).
  assert (0 <= q ^ 3 * (p i ^ 3 + r i ^ 3 - (p i - r i) ^ 3) / y i ^ 2); [|lra]. apply Rmult_le_pos; [|left; apply Rinv_0_lt_compat, pow_lt; lra].
  apply Rmult_le_pos; [apply pow_le; lra|]. replace (p i ^ 3 + r i ^ 3 - (p i - r i) ^ 3) with (r i * (3 * p i * (p i - r i) + 2 * r i ^ 2)) by ring. apply Rmult_le_pos; nra.
Qed.
Lemma fixed_four n q p r m : 0 < q < 1 -> is_law (finite n) p -> full_support (finite n) p -> is_law (finite n) r -> full_support (finite n) r -> is_law (finite n) m -> full_support (finite n) m ->
  let y := @mixture (finite n) q r m in
  mom n 4 (@mixture (finite n) q p m) y <= 1 + 6 * q ^ 2 * sum n (fun i => (p i - r i) ^ 2 / y i) + 4 * q ^ 3 * (mom n 3 p y + mom n 3 r y) + q ^ 4 * (mom n 4 p y + mom n 4 r y).
Proof.
  intros Q P FP R FR M FM y. assert (F := mixture_full n q r m ltac:(lra) FR FM). fold y in F. rewrite !mom_three, !mom_four by (auto; apply mixture_full; auto; lra).
  apply Rle_trans with (sum n (fun i => (4 * q * p i + (-4 * q * r i + (q * r i + (1 - q) * m i))) + (6 * q ^ 2 * ((p i - r i) ^ 2 / y i)
    + (4 * q ^ 3 * (p i ^ 3 / y i ^ 2 + r i ^ 3 / y i ^ 2) + q ^ 4 * (p i ^ 4 / y i ^ 3 + r i ^ 4 / y i ^ 3))))).
  2: { rewrite !sum_plus, !sum_scal, !sum_plus, (law_sum n p P), (law_sum n r R), (law_sum n m M). lra. }
  apply sum_le. intros i Hi. assert (Y := F i Hi). assert (A := FP i Hi). assert (B := FR i Hi). assert (E : y i = q * r i + (1 - q) * m i) by reflexivity.
  assert (X : @mixture (finite n) q p m i = y i + q * (p i - r i)) by (rewrite E; unfold mixture; ring). rewrite X, <- E.
  assert (K : 4 * q * p i + (-4 * q * r i + y i) + (6 * q ^ 2 * ((p i - r i) ^ 2 / y i) + (4 * q ^ 3 * (p i ^ 3 / y i ^ 2 + r i ^ 3 / y i ^ 2) + q ^ 4 * (p i ^ 4 / y i ^ 3 + r i ^ 4 / y i ^ 3))) - (y i + q * (p i - r i)) ^ 4 / y i ^ 3
    = 4 * q ^ 3 * (p i ^ 3 + r i ^ 3 - (p i - r i) ^ 3) / y i ^ 2 + q ^ 4 * (p i ^ 4 + r i ^ 4 - (p i - r i) ^ 4) / y i ^ 3) by (field; lra).
  assert (0 <= 4 * q ^ 3 * (p i ^ 3 + r i ^ 3 - (p i - r i) ^ 3) / y i ^ 2).
  { apply Rmult_le_pos; [|left; apply Rinv_0_lt_compat, pow_lt; lra]. assert (0 < q ^ 3) by (apply pow_lt; lra). apply Rmult_le_pos; [lra|].
    replace (p i ^ 3 + r i ^ 3 - (p i - r i) ^ 3) with (r i * (3 * p i * (p i - r i) + 2 * r i ^ 2)) by ring. apply Rmult_le_pos; nra. }
  assert (0 <= q ^ 4 * (p i ^ 4 + r i ^ 4 - (p i - r i) ^ 4) / y i ^ 3); [|lra]. apply Rmult_le_pos; [|left; apply Rinv_0_lt_compat, pow_lt; lra].
  apply Rmult_le_pos; [apply pow_le; lra|]. replace (p i ^ 4 + r i ^ 4 - (p i - r i) ^ 4) with (2 * (p i * r i) * (2 * (p i * p i) - 3 * (p i * r i) + 2 * (r i * r i))) by ring.
  assert (0 < p i * r i) by now apply Rmult_lt_0_compat. assert (0 <= (p i - r i) * (p i - r i)) by apply Rle_0_sqr. apply Rmult_le_pos; lra.
Qed.

(* the values of the divergences among three laws at an order *)
Ltac three n a p r m := value n a p r; value n a p m; value n a r p; value n a r m; value n a m p; value n a m r.
Ltac fixed n a q p r m := let F := fresh in let L := fresh in let M := fresh in assert (F := mixture_full n q r m ltac:(lra) ltac:(auto) ltac:(auto));
  assert (L := mixture_law n q p m ltac:(lra) ltac:(auto) ltac:(auto)); assert (M := mixture_law n q r m ltac:(lra) ltac:(auto) ltac:(auto));
  value n a (@mixture (finite n) q p m) (@mixture (finite n) q r m).

Theorem without_replacement_two : Stated.sampling.amplification__without_replacement__renyi__order_2.
Proof.
  intros n q Q0 Q1 P HP FP Q HQ FQ M HM FM. fixed n 2 q P Q M. three n 2 P Q M. match goal with |- _ <= ln ?t => replace (ln t) with (ln t / (2 - 1)) by (field; lra) end.
  apply order_log; auto; [lra|]. rewrite fixed_two by (auto; lra). rewrite Rplus_comm. apply Rplus_le_compat_r, Rmult_le_compat_l; [apply pow_le; lra|]. apply spread_exp; auto; try lra; below.
Qed.
Theorem without_replacement_three : Stated.sampling.amplification__without_replacement__renyi__order_3.
Proof.
  intros n q Q0 Q1 P HP FP Q HQ FQ M HM FM. fixed n 3 q P Q M. three n 3 P Q M. three n 2 P Q M. match goal with |- _ <= ln ?t / 2 => replace (ln t / 2) with (ln t / (3 - 1)) by (f_equal; ring) end.
  apply order_log; auto; [lra|]. eapply Rle_trans; [apply fixed_three; auto; lra|]. match goal with |- _ <= _ * exp (2 * ?x) + _ * Rmin _ (2 * exp ?y) + 1 => set (d := x); set (e := y) end.
  assert (A := spread_exp n q P Q M e ltac:(lra) HP FP HQ FQ HM FM ltac:(unfold e; below) ltac:(unfold e; below) ltac:(unfold e; below)).
  assert (B := around_exp n 3 q P Q M d ltac:(lra) ltac:(lra) HP FP HQ FQ HM FM ltac:(unfold d; below) ltac:(unfold d; below) ltac:(unfold d; below)). replace (3 - 1) with 2 in B by ring.
  assert (C : 0 <= q ^ 3) by (apply pow_le; lra). assert (D : 0 <= 3 * q ^ 2) by (apply Rmult_le_pos; [lra | apply pow_le; lra]).
  apply (Rmult_le_compat_l _ _ _ C) in B. apply (Rmult_le_compat_l _ _ _ D) in A. lra.
Qed.
Theorem without_replacement_four : Stated.sampling.amplification__without_replacement__renyi__order_4.
Proof.
  intros n q Q0 Q1 P HP FP Q HQ FQ M HM FM. fixed n 4 q P Q M. three n 4 P Q M. three n 2 P Q M. three n 3 P Q M. match goal with |- _ <= ln ?t / 3 => replace (ln t / 3) with (ln t / (4 - 1)) by (f_equal; ring) end.
  apply order_log; auto; [lra|]. eapply Rle_trans; [apply fixed_four; auto; lra|]. match goal with |- _ <= _ * exp (3 * ?x) + _ * exp (2 * ?z) + _ * Rmin _ (2 * exp ?y) + 1 => set (d := x); set (f := z); set (e := y) end.
  assert (A := spread_exp n q P Q M e ltac:(lra) HP FP HQ FQ HM FM ltac:(unfold e; below) ltac:(unfold e; below) ltac:(unfold e; below)).
  assert (B := around_exp n 4 q P Q M d ltac:(lra) ltac:(lra) HP FP HQ FQ HM FM ltac:(unfold d; below) ltac:(unfold d; below) ltac:(unfold d; below)). replace (4 - 1) with 3 in B by ring.
  assert (C := around_exp n 3 q P Q M f ltac:(lra) ltac:(lra) HP FP HQ FQ HM FM ltac:(unfold f; below) ltac:(unfold f; below) ltac:(unfold f; below)). replace (3 - 1) with 2 in C by ring.
  assert (X : 0 <= q ^ 4) by (apply pow_le; lra). assert (Y : 0 <= 4 * q ^ 3) by (apply Rmult_le_pos; [lra | apply pow_le; lra]). assert (Z : 0 <= 6 * q ^ 2) by (apply Rmult_le_pos; [lra | apply pow_le; lra]).
  apply (Rmult_le_compat_l _ _ _ X) in B. apply (Rmult_le_compat_l _ _ _ Y) in C. apply (Rmult_le_compat_l _ _ _ Z) in A. lra.
Qed.
