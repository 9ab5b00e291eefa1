(** * What kernels on finite spaces do to the Kullback-Leibler divergence *)

From Coq Require Import Reals Lra Psatz Lia.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Spaces Functions Divergences Suprema Laws Basics Extremes Finite Holder Entropy Rows Processing Values.
Open Scope R_scope.

Lemma log_ratio_pos n p q j : 0 < p j -> @log_ratio (finite n) p q j = p j * ln (p j / q j).
Proof. intros H. unfold log_ratio. destruct (Req_EM_T (p j) 0); [lra | reflexivity]. Qed.
Lemma log_ratio_0 n p q j : p j = 0 -> @log_ratio (finite n) p q j = 0.
Proof. intros H. unfold log_ratio. destruct (Req_EM_T (p j) 0); [reflexivity | contradiction]. Qed.

Theorem kl_data_processing m n p q K : is_law (finite m) p -> is_law (finite m) q -> is_kernel (finite m) (finite n) K -> dominated (finite m) p q ->
  ent n (image m K p) (image m K q) <= ent m p q.
Proof.
  intros P Q HK D. assert (IP := image_law m n p K P HK). assert (IQ := image_law m n q K Q HK). assert (ID := image_dominated m n p q K P Q HK D).
  unfold ent. apply Rle_trans with (sum n (fun j => sum m (fun i => @log_ratio (finite m) p q i * K i j))).
  - apply sum_le. intros j Hj. destruct (law_nonneg n _ j IP Hj) as [H|H].
    + rewrite log_ratio_pos by auto. assert (G : 0 < image m K q j).
      { destruct (law_nonneg n _ j IQ Hj) as [G|G]; [exact G | exfalso]. rewrite (ID j Hj (eq_sym G)) in H. lra. }
      set (t := image m K p j / image m K q j). assert (T : 0 < t) by now apply Rdiv_lt_0_compat.
      apply Rle_trans with (sum m (fun i => ln t * (p i * K i j) + (p i * K i j + - t * (q i * K i j)))).
      * rewrite !sum_plus, !sum_scal. change (sum m (fun i => p i * K i j)) with (image m K p j). change (sum m (fun i => q i * K i j)) with (image m K q j).
        right. fold t. unfold t at 3. field. lra.
      * apply sum_le. intros i Hi. assert (X := log_ratio_tangent m p q t i T (law_nonneg m p i P Hi) (law_nonneg m q i Q Hi) (D i Hi)).
        apply (Rmult_le_compat_r (K i j)) in X; [lra | now apply (kernel_nonneg m n)].
    + rewrite log_ratio_0 by auto. right. symmetry. transitivity (sum m (fun _ => 0)); [|apply sum_0]. apply sum_ext. intros i Hi.
      assert (Z : p i * K i j = 0). { apply (sum_0_term m (fun i => p i * K i j)); auto. intros k Hk. apply Rmult_le_pos; [now apply (law_nonneg m) | now apply (kernel_nonneg m n)]. }
      destruct (Rmult_integral _ _ Z) as [Y|Y]; [rewrite log_ratio_0 by auto; ring | rewrite Y; ring].
  - rewrite <- sum_swap. right. apply sum_ext. intros i Hi. rewrite sum_scal, (kernel_sum m n) by auto. ring.
Qed.

(** ** The same law of the first *)

Lemma kl_joint_same m n p K L : is_law (finite m) p -> is_kernel (finite m) (finite n) K -> is_kernel (finite m) (finite n) L ->
  (forall i, (i < m)%nat -> 0 < p i -> dominated (finite n) (K i) (L i)) ->
  ent (m * n) (flat n (@joint (finite m) (finite n) p K)) (flat n (@joint (finite m) (finite n) p L)) = sum m (fun i => p i * ent n (K i) (L i)).
Proof.
  intros P HK HL D. unfold ent.
  transitivity (sum (m * n) (flat n (@log_ratio (pairs (finite m) (finite n)) (@joint (finite m) (finite n) p K) (@joint (finite m) (finite n) p L)))); [reflexivity|].
  rewrite sum_flat. apply sum_ext. intros i Hi. rewrite <- sum_scal. apply sum_ext. intros j Hj. unfold log_ratio, joint. simpl.
  destruct (law_nonneg m p i P Hi) as [H|H]; [|rewrite <- H, !Rmult_0_l; destruct (Req_EM_T 0 0); lra].
  destruct (kernel_nonneg m n K i j HK Hi Hj) as [G|G]; 
    [|destruct (Req_EM_T (p i * K i j) 0) as [|N]; [destruct (Req_EM_T (K i j) 0) as [|N]; [ring | now elim N] | elim N; rewrite <- G; ring]].
  assert (F : 0 < L i j). { destruct (kernel_nonneg m n L i j HL Hi Hj) as [F|F]; [exact F | exfalso]. rewrite (D i Hi H j Hj (eq_sym F)) in G. lra. }
  assert (0 < p i * K i j) by now apply Rmult_lt_0_compat. destruct (Req_EM_T (p i * K i j) 0); [lra|]. destruct (Req_EM_T (K i j) 0); [lra|].
  replace (p i * K i j / (p i * L i j)) with (K i j / L i j) by (field; lra). ring.
Qed.
Theorem kl_choice m n p K L : is_law (finite m) p -> is_kernel (finite m) (finite n) K -> is_kernel (finite m) (finite n) L ->
  (forall i, (i < m)%nat -> 0 < p i -> dominated (finite n) (K i) (L i)) ->
  ent n (image m K p) (image m L p) <= sum m (fun i => p i * ent n (K i) (L i)).
Proof.
  intros P HK HL D. rewrite <- (kl_joint_same m n p K L P HK HL D). assert (JP := joint_law m n p K P HK). assert (JL := joint_law m n p L P HL).
  eapply Rle_trans; [|apply (kl_data_processing (m * n) n _ _ (second n)); auto; [apply second_kernel | apply joint_dominated; auto; intros i _ Z; exact Z]].
  right. apply sum_ext. intros j Hj. unfold log_ratio. now rewrite !second_joint.
Qed.

(* the input and the answer: information *)
Theorem kl_information m n p K x : is_law (finite m) p -> is_kernel (finite m) (finite n) K ->
  (forall i k, (i < m)%nat -> (k < m)%nat -> dominated (finite n) (K i) (K k) /\ ent n (K i) (K k) <= x) ->
  dominated (finite (m * n)) (flat n (@joint (finite m) (finite n) p K)) (flat n (@joint (finite m) (finite n) p (fun _ => image m K p))) /\
  ent (m * n) (flat n (@joint (finite m) (finite n) p K)) (flat n (@joint (finite m) (finite n) p (fun _ => image m K p))) <= x.
Proof.
  intros P HK W. assert (IP := image_law m n p K P HK).
  assert (D : forall i, (i < m)%nat -> dominated (finite n) (K i) (image m K p)).
  { intros i Hi j Hj Z. assert (E := sum_0_term m (fun k => p k * K k j)). destruct (dominated_dec m p (fun _ => 0)) as [Y|[k [Hk [_ H]]]]; [intros; now apply (law_nonneg m) | |].
    - exfalso. assert (S := law_sum m p P). rewrite (sum_ext m p (fun _ => 0)), sum_0 in S; [lra|]. intros k Hk. now apply (Y k).
    - destruct (W i k Hi Hk) as [V _]. apply (V j Hj). assert (G : p k * K k j = 0). { apply E; auto. intros l Hl. apply Rmult_le_pos; [now apply (law_nonneg m) | now apply (kernel_nonneg m n)]. }
      destruct (Rmult_integral _ _ G); [lra | assumption]. }
  split; [apply joint_dominated; auto; intros i _ Z; exact Z|].
  rewrite kl_joint_same; auto; [|intros i _; exact IP]. apply mean_le; auto. intros i Hi.
  apply Rle_trans with (ent n (image m (fun _ => K i) p) (image m K p)).
  - right. apply sum_ext. intros j Hj. unfold log_ratio. now rewrite image_constant.
  - eapply Rle_trans; [apply (kl_choice m n p (fun _ => K i) K); auto; [intros k _; now apply HK | intros k Hk _; now apply W]|].
    apply mean_le; auto. intros k Hk. now apply W.
Qed.

(** ** Local randomisers *)

Lemma least n (f : nat -> R) : (0 < n)%nat -> exists i, (i < n)%nat /\ forall j, (j < n)%nat -> f i <= f j.
Proof.
  intros Hn. destruct (greatest n (fun i r => r = Finite (- f i)) Hn) as [d [i [Hi [-> L]]]]; [intros i _; now exists (Finite (- f i))|].
  exists i. split; [exact Hi|]. intros j Hj. destruct (L j Hj) as [r [-> M]]. simpl in M. lra.
Qed.
Lemma symmetric_log x y c d : 0 < c -> c <= x -> c <= y -> x - y <= d -> y - x <= d -> x * ln (x / y) + y * ln (y / x) <= d * d / c.
Proof.
  assert (W : forall x y d, 0 < c -> c <= x -> c <= y -> y <= x -> x - y <= d -> x * ln (x / y) + y * ln (y / x) <= d * d / c).
  { clear. intros x y d C X Y L D. assert (T : 0 < x / y) by (apply Rdiv_lt_0_compat; lra). assert (E := exp_ineq1_le (ln (x / y))). rewrite exp_ln in E by auto.
    replace (y / x) with (/ (x / y)) by (field; lra). rewrite ln_Rinv by auto. apply Rle_trans with ((x - y) * (x / y - 1)).
    - replace (x * ln (x / y) + y * - ln (x / y)) with ((x - y) * ln (x / y)) by ring. apply Rmult_le_compat_l; lra.
    - apply Rle_trans with ((x - y) * (x - y) / c); [|apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat | nra]].
      replace ((x - y) * (x / y - 1)) with ((x - y) * (x - y) * / y) by (field; lra). apply Rmult_le_compat_l; [nra|]. apply Rinv_le_contravar; lra. }
  intros C X Y D E. destruct (Rle_dec y x) as [L|L]; [now apply W|]. rewrite Rplus_comm. apply W; auto; lra.
Qed.
Lemma stick_symmetric n p q : is_law (finite n) p -> is_law (finite n) q -> stick n 0 q p = stick n 0 p q.
Proof.
  intros P Q. assert (A := total_variation_stick n p q P Q). assert (B := total_variation_stick n q p Q P).
  change (sum n (fun i => Rabs (p i - q i) / 2) = stick n 0 p q) in A. change (sum n (fun i => Rabs (q i - p i) / 2) = stick n 0 q p) in B.
  rewrite <- A, <- B. apply sum_ext. intros i _. now rewrite Rabs_minus_sym.
Qed.
(* two answers to laws of the input differ at most so much, at each point *)
Lemma randomised_difference m n e p q K j c : is_law (finite m) p -> is_law (finite m) q -> (forall i, (i < m)%nat -> c <= K i j <= exp e * c) -> (j < n)%nat ->
  image m K p j - image m K q j <= stick m 0 p q * ((exp e - 1) * c).
Proof.
  intros P Q C _. apply Rle_trans with (sum m (fun i => (p i - q i) * (K i j - c))).
  - right. unfold image. transitivity (sum m (fun i => p i * K i j + (-1) * (q i * K i j)) + - c * (sum m p - sum m q)).
    + rewrite sum_plus, sum_scal, (law_sum m p P), (law_sum m q Q). ring.
    + transitivity (sum m (fun i => p i * K i j + -1 * (q i * K i j)) + sum m (fun i => - c * p i + c * q i)); [rewrite (sum_plus m (fun i => - c * p i)), !sum_scal; ring|].
      rewrite <- sum_plus. apply sum_ext. intros i _. ring.
  - unfold stick. rewrite <- sum_scal_r. apply sum_le. intros i Hi. rewrite exp_0. destruct (C i Hi) as [A B].
    assert (X := Rmax_l 0 (p i - 1 * q i)). assert (Y := Rmax_r 0 (p i - 1 * q i)). apply Rle_trans with (Rmax 0 (p i - 1 * q i) * (K i j - c)); [apply Rmult_le_compat_r; lra | apply Rmult_le_compat_l; lra].
Qed.
Lemma image_at_least m p K j c : is_law (finite m) p -> (forall i, (i < m)%nat -> c <= K i j) -> c <= image m K p j.
Proof.
  intros P C. unfold image. rewrite <- (Rmult_1_l c), <- (law_sum m p P), <- sum_scal_r. apply sum_le. intros i Hi. apply Rmult_le_compat_l; [now apply (law_nonneg m) | now apply C].
Qed.
Lemma randomised_dominated m n p q K : is_law (finite m) p -> is_law (finite m) q -> is_kernel (finite m) (finite n) K -> full_kernel (finite m) (finite n) K ->
  dominated (finite n) (image m K p) (image m K q).
Proof.
  intros P Q HK FK. apply full_dominated. intros j Hj. destruct (least m (fun i => K i j) (law_nonempty m p P)) as [k [Hk B]].
  apply Rlt_le_trans with (K k j); [now apply (FK k Hk) | now apply image_at_least].
Qed.
Theorem kl_randomised m n e p q K : is_law (finite m) p -> is_law (finite m) q -> is_kernel (finite m) (finite n) K -> full_kernel (finite m) (finite n) K ->
  (forall i k j, (i < m)%nat -> (k < m)%nat -> (j < n)%nat -> K i j <= exp e * K k j) ->
  ent n (image m K p) (image m K q) + ent n (image m K q) (image m K p) <= (exp e - 1) ^ 2 * stick m 0 p q ^ 2.
Proof.
  intros P Q HK FK L. assert (M := law_nonempty m p P). unfold ent. rewrite <- sum_plus. set (t := stick m 0 p q).
  apply Rle_trans with (sum n (fun j => (exp e - 1) ^ 2 * t ^ 2 * K 0%nat j)); [|rewrite sum_scal, (kernel_sum m n) by auto; lra].
  apply sum_le. intros j Hj. destruct (least m (fun i => K i j) M) as [k [Hk B]]. assert (C : 0 < K k j) by now apply (FK k Hk).
  assert (U := image_at_least m p K j (K k j) P B). assert (V := image_at_least m q K j (K k j) Q B). rewrite !log_ratio_pos by lra.
  assert (X := randomised_difference m n e p q K j (K k j) P Q ltac:(intros i Hi; split; [now apply B | now apply L]) Hj).
  assert (Y := randomised_difference m n e q p K j (K k j) Q P ltac:(intros i Hi; split; [now apply B | now apply L]) Hj).
  rewrite (stick_symmetric m p q P Q) in Y. fold t in X, Y. eapply Rle_trans; [apply (symmetric_log _ _ (K k j) _ C U V X Y)|].
  apply Rle_trans with ((exp e - 1) ^ 2 * t ^ 2 * K k j); [right; field; lra|]. apply Rmult_le_compat_l; [|now apply B].
  apply Rmult_le_pos; apply pow2_ge_0.
Qed.
