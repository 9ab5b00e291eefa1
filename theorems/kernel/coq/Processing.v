(** * What kernels on finite spaces do to hockey-stick divergences: composition, a random choice, contraction *)

From Coq Require Import Reals Lra Psatz Lia PeanoNat.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Spaces Functions Divergences Suprema Laws Basics Extremes Finite Rows.
Open Scope R_scope.

Lemma positive_part c x : 0 <= c -> Rmax 0 (c * x) = c * Rmax 0 x.
Proof. intros C. assert (X := RmaxRmult 0 x c C). now rewrite Rmult_0_r in X. Qed.
Lemma mean_le m p f w : is_law (finite m) p -> (forall i, (i < m)%nat -> f i <= w) -> sum m (fun i => p i * f i) <= w.
Proof.
  intros P F. rewrite <- (Rmult_1_l w), <- (law_sum m p P), <- sum_scal_r. apply sum_le. intros i Hi.
  apply Rmult_le_compat_l; [now apply (law_nonneg m) | now apply F].
Qed.
Lemma sum_product m n f g : sum m (fun i => sum n (fun k => f i * g k)) = sum m f * sum n g.
Proof. rewrite <- sum_scal_r. apply sum_ext. intros i _. apply sum_scal. Qed.
Lemma pure_rows m n e K : (exists v, is_supremum_of_pairs (finite m) (fun row other => is_max_divergence (finite n) (K row) (K other)) (Finite v) /\ v <= e) ->
  is_kernel (finite m) (finite n) K -> forall i k j, (i < m)%nat -> (k < m)%nat -> (j < n)%nat -> K i j <= exp e * K k j.
Proof.
  intros [v [[W _] V]] HK i k j Hi Hk Hj. destruct (W (i, k) (conj Hi Hk)) as [r [D L]]. simpl in *. destruct r as [r| |]; simpl in *; try tauto.
  destruct D as [B _]. eapply Rle_trans. now apply B. apply Rmult_le_compat_r; [now apply (kernel_nonneg m n) | apply exp_le; lra].
Qed.

(** ** The same law of the first: a random choice, and parallel composition *)

Lemma stick_joint_same m n e p K L : is_law (finite m) p ->
  stick (m * n) e (flat n (@joint (finite m) (finite n) p K)) (flat n (@joint (finite m) (finite n) p L)) = sum m (fun i => p i * stick n e (K i) (L i)).
Proof.
  intros P. unfold stick. transitivity (sum (m * n) (flat n (fun x => Rmax 0 (p (fst x) * K (fst x) (snd x) - exp e * (p (fst x) * L (fst x) (snd x)))))); [reflexivity|].
  rewrite sum_flat. simpl. apply sum_ext. intros i Hi. rewrite <- sum_scal. apply sum_ext. intros j Hj. rewrite <- positive_part by now apply (law_nonneg m).
  f_equal. ring.
Qed.
Theorem stick_choice m n e p K L : is_law (finite m) p -> stick n e (image m K p) (image m L p) <= sum m (fun i => p i * stick n e (K i) (L i)).
Proof.
  intros P. rewrite <- stick_joint_same by auto. eapply Rle_trans; [right|apply (stick_data_processing (m * n) n e _ _ (second n)), second_kernel].
  apply sum_ext. intros j Hj. now rewrite !second_joint.
Qed.

(** ** Adaptive composition *)

Theorem stick_joint m n e f p q K L : is_law (finite m) p -> is_law (finite m) q -> is_kernel (finite m) (finite n) K -> is_kernel (finite m) (finite n) L ->
  stick (m * n) (e + f) (flat n (@joint (finite m) (finite n) p K)) (flat n (@joint (finite m) (finite n) q L))
  <= sum m (fun i => Rmax 0 (p i - exp e * q i) + (p i - Rmax 0 (p i - exp e * q i)) * stick n f (K i) (L i)).
Proof.
  intros P Q HK HL. unfold stick.
  change (sum (m * n) (flat n (fun x => Rmax 0 (p (fst x) * K (fst x) (snd x) - exp (e + f) * (q (fst x) * L (fst x) (snd x)))))
    <= sum m (fun i => Rmax 0 (p i - exp e * q i) + (p i - Rmax 0 (p i - exp e * q i)) * sum n (fun j => Rmax 0 (K i j - exp f * L i j)))).
  rewrite sum_flat. simpl. apply sum_le. intros i Hi. set (u := Rmax 0 (p i - exp e * q i)).
  apply Rle_trans with (sum n (fun j => u * K i j + (p i - u) * Rmax 0 (K i j - exp f * L i j))).
  - apply sum_le. intros j Hj. eapply Rle_trans. apply pair_bound; [now apply (law_nonneg m) | now apply (law_nonneg m) | now apply (kernel_nonneg m n) | now apply (kernel_nonneg m n)].
    fold u. right. ring.
  - rewrite sum_plus, !sum_scal, (kernel_sum m n) by auto. right. ring.
Qed.
Lemma excess_le m e p q i : is_law (finite m) p -> is_law (finite m) q -> (i < m)%nat -> 0 <= p i - Rmax 0 (p i - exp e * q i).
Proof.
  intros P Q Hi. assert (A := law_nonneg m p i P Hi). assert (B := law_nonneg m q i Q Hi). assert (E := exp_pos e).
  assert (Rmax 0 (p i - exp e * q i) <= p i); [|lra]. apply Rmax_lub; [lra | nra].
Qed.
Theorem stick_adaptive m n e f p q K L w : is_law (finite m) p -> is_law (finite m) q -> is_kernel (finite m) (finite n) K -> is_kernel (finite m) (finite n) L ->
  (forall i, (i < m)%nat -> stick n f (K i) (L i) <= w) ->
  stick (m * n) (e + f) (flat n (@joint (finite m) (finite n) p K)) (flat n (@joint (finite m) (finite n) q L)) <= 1 - (1 - stick m e p q) * (1 - w).
Proof.
  intros P Q HK HL W. eapply Rle_trans; [now apply stick_joint|]. apply Rle_trans with (sum m (fun i => Rmax 0 (p i - exp e * q i) * (1 - w) + w * p i)).
  - apply sum_le. intros i Hi. assert (X := excess_le m e p q i P Q Hi). set (u := Rmax 0 (p i - exp e * q i)) in *.
    assert (Y := W i Hi). apply (Rmult_le_compat_l _ _ _ X) in Y. lra.
  - rewrite sum_plus, sum_scal_r, sum_scal, (law_sum m p P). unfold stick. right. ring.
Qed.

(** ** Contraction: the worst of two rows *)

Theorem stick_contraction m n e p q K w : 0 <= e -> is_law (finite m) p -> is_law (finite m) q -> is_kernel (finite m) (finite n) K ->
  (forall i k, (i < m)%nat -> (k < m)%nat -> stick n e (K i) (K k) <= w) -> stick n e (image m K p) (image m K q) <= stick m e p q * w.
Proof.
  intros He P Q HK W. assert (A0 := stick_nonneg m e p q). set (A := stick m e p q) in *. destruct A0 as [A0|A0].
  2: { rewrite <- A0, Rmult_0_l. rewrite A0. now apply stick_data_processing. }
  assert (E : 1 <= exp e) by (assert (X := exp_ineq1_le e); lra). assert (A1 := stick_le_1 m e p q P Q). fold A in A1.
  set (a := fun i => Rmax 0 (p i - exp e * q i)). set (b := fun i => Rmax 0 (exp e * q i - p i)). set (B := sum m b).
  assert (D : forall i, a i - b i = p i - exp e * q i). { intros i. unfold a, b, Rmax. destruct (Rle_dec 0 (p i - exp e * q i)), (Rle_dec 0 (exp e * q i - p i)); lra. }
  assert (BA : B = A + exp e - 1).
  { assert (X : sum m (fun i => a i + -1 * b i) = sum m (fun i => p i + - exp e * q i)) by (apply sum_ext; intros i _; assert (Y := D i); lra).
    rewrite !sum_plus, !sum_scal, (law_sum m p P), (law_sum m q Q) in X. change (sum m a) with A in X. fold B in X. lra. }
  assert (EB : A * exp e <= B) by nra. assert (B0 : 0 < B) by nra.
  apply Rle_trans with (sum n (fun j => / B * sum m (fun i => sum m (fun k => a i * b k * Rmax 0 (K i j - exp e * K k j))))).
  - apply sum_le. intros j Hj.
    assert (N : 0 <= sum m (fun i => sum m (fun k => a i * b k * Rmax 0 (K i j - exp e * K k j)))).
    { apply sum_nonneg. intros i Hi. apply sum_nonneg. intros k Hk. apply Rmult_le_pos; [apply Rmult_le_pos; apply Rmax_l | apply Rmax_l]. }
    assert (I : 0 < / B) by now apply Rinv_0_lt_compat. apply Rmax_lub; [now apply Rmult_le_pos; [lra|]|].
    apply (Rmult_le_reg_l B); auto. rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra.
    set (u := sum m (fun i => a i * K i j)). set (v := sum m (fun k => b k * K k j)).
    assert (V : 0 <= v) by (apply sum_nonneg; intros k Hk; apply Rmult_le_pos; [apply Rmax_l | now apply (kernel_nonneg m n)]).
    apply Rle_trans with (B * u - exp e * A * v).
    + replace (image m K p j - exp e * image m K q j) with (u - v); [nra|]. unfold u, v, image.
      transitivity (sum m (fun i => a i * K i j + -1 * (b i * K i j))); [rewrite sum_plus, sum_scal; ring|].
      transitivity (sum m (fun i => p i * K i j + - exp e * (q i * K i j))); [|rewrite sum_plus, sum_scal; ring].
      apply sum_ext. intros i _. assert (Y := D i). transitivity ((a i - b i) * K i j); [ring | rewrite Y; ring].
    + apply Rle_trans with (sum m (fun i => sum m (fun k => a i * K i j * b k + - exp e * (a i * (b k * K k j))))).
      * right. rewrite (sum_ext m (fun i => sum m (fun k => a i * K i j * b k + - exp e * (a i * (b k * K k j)))) (fun i => a i * K i j * B + - exp e * v * a i)).
        -- rewrite sum_plus, sum_scal_r, sum_scal. fold u. change (sum m a) with A. ring.
        -- intros i _. rewrite sum_plus, !sum_scal. unfold v, B. ring.
      * apply sum_le. intros i Hi. apply sum_le. intros k Hk. assert (X := Rmax_r 0 (K i j - exp e * K k j)).
        assert (Y : 0 <= a i * b k) by (apply Rmult_le_pos; apply Rmax_l). apply (Rmult_le_compat_l _ _ _ Y) in X. lra.
  - rewrite sum_scal. apply (Rmult_le_reg_l B); auto. rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra.
    rewrite <- sum_swap. apply Rle_trans with (sum m (fun i => sum m (fun k => a i * (b k * w)))).
    + apply sum_le. intros i Hi. rewrite <- sum_swap. apply sum_le. intros k Hk. rewrite sum_scal.
      assert (Y : 0 <= a i * b k) by (apply Rmult_le_pos; apply Rmax_l). assert (X := W i k Hi Hk). apply (Rmult_le_compat_l _ _ _ Y) in X. unfold stick in X. lra.
    + rewrite sum_product, sum_scal_r. change (sum m a) with A. fold B. right. ring.
Qed.

(** ** Sampling, point by point *)

Theorem stick_removed n e q p r : 0 <= e -> 0 < q < 1 -> (forall i, (i < n)%nat -> 0 <= p i) -> (forall i, (i < n)%nat -> 0 <= r i) ->
  stick n (ln (q * (exp e - 1) + 1)) r (@mixture (finite n) q p r) <= q * stick n e r p.
Proof.
  intros He Q P R. unfold stick. rewrite <- sum_scal. apply sum_le. intros i Hi. unfold mixture. assert (E := exp_ineq1_le e). rewrite exp_ln by nra.
  assert (A := P i Hi). assert (B := R i Hi). set (x := exp e) in *. assert (M := Rmax_l 0 (r i - x * p i)). assert (N := Rmax_r 0 (r i - x * p i)). set (w := Rmax 0 (r i - x * p i)) in *.
  apply Rmax_lub; [nra|]. destruct (Rle_dec (p i) (r i)).
  - assert (0 <= q * (1 - q) * ((x - 1) * (r i - p i))) by (apply Rmult_le_pos; [nra | apply Rmult_le_pos; lra]). nra.
  - assert (r i * 1 <= (q * p i + (1 - q) * r i) * 1) by nra. assert (0 <= q * (x - 1) * (q * p i + (1 - q) * r i)) by (apply Rmult_le_pos; nra). nra.
Qed.
(* two laws that share a part: advanced joint convexity *)
Theorem stick_shared n e q p r s : 0 <= e -> 0 < q < 1 ->
  stick n (ln (q * (exp e - 1) + 1)) (@mixture (finite n) q p s) (@mixture (finite n) q r s) <= q * Rmax (stick n e p r) (stick n e p s).
Proof.
  intros He Q. assert (E := exp_ineq1_le e). set (t := (1 + q * (exp e - 1)) / exp e). assert (T : 0 <= t <= 1).
  { unfold t. split; [apply Rmult_le_pos; [nra | left; apply Rinv_0_lt_compat; lra]|]. apply (Rmult_le_reg_r (exp e)). lra. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. nra. }
  assert (U := Rmax_l (stick n e p r) (stick n e p s)). assert (V := Rmax_r (stick n e p r) (stick n e p s)).
  apply Rle_trans with (q * (t * stick n e p r + (1 - t) * stick n e p s)).
  - unfold stick. rewrite <- !sum_scal, <- sum_plus, <- sum_scal. apply sum_le. intros i Hi. unfold mixture. rewrite exp_ln by nra.
    assert (A := Rmax_l 0 (p i - exp e * r i)). assert (B := Rmax_r 0 (p i - exp e * r i)). assert (C := Rmax_l 0 (p i - exp e * s i)). assert (D := Rmax_r 0 (p i - exp e * s i)).
    set (w := Rmax 0 (p i - exp e * r i)) in *. set (y := Rmax 0 (p i - exp e * s i)) in *.
    apply Rmax_lub. { apply Rmult_le_pos; [lra|]. apply Rplus_le_le_0_compat; apply Rmult_le_pos; lra. }
    apply Rle_trans with (q * (t * (p i - exp e * r i) + (1 - t) * (p i - exp e * s i))).
    + right. assert (K : exp e * t = 1 + q * (exp e - 1)) by (unfold t; field; lra).
      replace (q * (t * (p i - exp e * r i) + (1 - t) * (p i - exp e * s i))) with (q * (p i - exp e * t * r i - (exp e - exp e * t) * s i)) by ring. rewrite K. ring.
    + apply Rmult_le_compat_l; [lra|]. apply Rplus_le_compat; apply Rmult_le_compat_l; lra.
  - apply Rmult_le_compat_l; [lra|]. set (z := Rmax _ _) in *. nra.
Qed.

(** ** Laws of bounded ratio *)

Lemma tanh_half e : tanh (e / 2) = (exp e - 1) / (exp e + 1).
Proof.
  unfold tanh, sinh, cosh. assert (A := exp_pos (e / 2)). assert (B : exp e = exp (e / 2) * exp (e / 2)) by (rewrite <- exp_plus; f_equal; lra).
  rewrite exp_Ropp, B. set (x := exp (e / 2)) in *. field. repeat split; nra.
Qed.
Lemma stick_of_pure n e p q : is_law (finite n) p -> is_law (finite n) q ->
  (forall j, (j < n)%nat -> p j <= exp e * q j) -> (forall j, (j < n)%nat -> q j <= exp e * p j) -> stick n 0 p q <= tanh (e / 2).
Proof.
  intros P Q U V. assert (E := exp_pos e). rewrite tanh_half. apply Rle_trans with (sum n (fun j => / (exp e + 1) * (exp e * p j + -1 * q j))).
  - apply sum_le. intros j Hj. rewrite exp_0. assert (A := U j Hj). assert (B := V j Hj). assert (I : 0 < / (exp e + 1)) by (apply Rinv_0_lt_compat; lra).
    apply Rmax_lub; [apply Rmult_le_pos; lra|]. apply (Rmult_le_reg_l (exp e + 1)). lra. rewrite <- Rmult_assoc, Rinv_r by lra. lra.
  - rewrite sum_scal, sum_plus, !sum_scal, (law_sum n p P), (law_sum n q Q). right. field. lra.
Qed.
Lemma total_variation_stick n p q : is_law (finite n) p -> is_law (finite n) q -> is_total_variation (finite n) p q (stick n 0 p q).
Proof.
  intros P Q. change (sum n (fun i => Rabs (p i - q i) / 2) = stick n 0 p q).
  transitivity (sum n (fun i => Rmax 0 (p i - exp 0 * q i) + / 2 * (q i + -1 * p i))).
  - apply sum_ext. intros i Hi. rewrite exp_0. unfold Rabs, Rmax. destruct (Rcase_abs (p i - q i)), (Rle_dec 0 (p i - 1 * q i)); lra.
  - rewrite sum_plus, sum_scal, sum_plus, sum_scal, (law_sum n p P), (law_sum n q Q). unfold stick. ring.
Qed.
Lemma image_constant m p r (j : nat) : is_law (finite m) p -> image m (fun _ => r) p j = r j.
Proof. intros P. unfold image. rewrite sum_scal_r, (law_sum m p P). ring. Qed.
