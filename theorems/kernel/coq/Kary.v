(** * Randomized response among k answers *)

From Coq Require Import Reals Lra Psatz Lia.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Spaces Functions Divergences Laws Basics Pieces Extremes.
Open Scope R_scope.

(* a sum over answers that are all alike but the first two *)
Lemma sum_two k f c : (2 <= k)%nat -> (forall i, (2 <= i < k)%nat -> f i = c) -> sum k f = f 0%nat + f 1%nat + (INR k - 2) * c.
Proof.
  intros H. induction H; intros E. simpl. ring.
  simpl sum. rewrite (E m), IHle, S_INR by (intros; try apply E; lia). ring.
Qed.

(* what is summed depends on the two masses alone *)
Lemma kary_sum z k (g : R -> R -> R) : (2 <= k)%nat -> let N := exp z + INR k - 1 in
  sum k (fun i => g (kary_response z k 1 i) (kary_response z k 0 i))
  = g (1 / N) (exp z / N) + g (exp z / N) (1 / N) + (INR k - 2) * g (1 / N) (1 / N).
Proof.
  intros H N. rewrite (sum_two k _ (g (1 / N) (1 / N))); auto.
  intros i [A B]. unfold kary_response. destruct (Nat.eq_dec i 1); [lia|]. destruct (Nat.eq_dec i 0); [lia|]. reflexivity.
Qed.

Lemma kary_norm z k : (2 <= k)%nat -> 0 < exp z + INR k - 1.
Proof. intros H. assert (2 <= INR k) by (apply (le_INR 2 k) in H; simpl in H; lra). assert (E := exp_pos z). lra. Qed.

Lemma kary_pos z k v i : (2 <= k)%nat -> 0 < kary_response z k v i.
Proof.
  intros H. assert (N := kary_norm z k H). assert (E := exp_pos z). unfold kary_response.
  destruct (Nat.eq_dec i v); apply Rdiv_lt_0_compat; lra.
Qed.

Lemma kary_stick z k e : (2 <= k)%nat -> 0 <= z -> 0 <= e ->
  is_hockey_stick (finite k) e (kary_response z k 1) (kary_response z k 0) (Rmax 0 (exp z - exp e) / (exp z + INR k - 1)).
Proof.
  intros H Hz He. assert (N := kary_norm z k H). assert (E := exp_pos z). unfold is_hockey_stick. simpl.
  rewrite (kary_sum z k (fun p q => Rmax 0 (p - exp e * q)) H).
  assert (1 <= exp e) by (rewrite <- exp_0; destruct He as [He | <-]; [left; now apply exp_increasing | lra]).
  assert (1 <= exp z) by (rewrite <- exp_0; destruct Hz as [Hz | <-]; [left; now apply exp_increasing | lra]).
  set (M := exp z + INR k - 1) in *. assert (I : 0 < / M) by now apply Rinv_0_lt_compat. unfold Rdiv.
  rewrite (Rmax_left 0 (1 * / M - exp e * (exp z * / M))), (Rmax_left 0 (1 * / M - exp e * (1 * / M))).
  2, 3: match goal with |- ?l <= 0 => assert (0 <= - l); [|lra] end.
  2: { replace (- (1 * / M - exp e * (1 * / M))) with ((exp e - 1) * / M) by ring. apply Rmult_le_pos; lra. }
  2: { replace (- (1 * / M - exp e * (exp z * / M))) with ((exp e * exp z - 1) * / M) by ring. apply Rmult_le_pos; nra. }
  replace (exp z * / M - exp e * (1 * / M)) with (/ M * (exp z - exp e)) by ring.
  assert (X := RmaxRmult 0 (exp z - exp e) (/ M) ltac:(lra)). rewrite Rmult_0_r in X. rewrite X. ring.
Qed.

Lemma kary_max z k : (2 <= k)%nat -> 0 <= z -> is_max_divergence (finite k) (kary_response z k 1) (kary_response z k 0) (Finite z).
Proof.
  intros H Hz. assert (N := kary_norm z k H). assert (E := exp_pos z).
  assert (1 <= exp z) by (rewrite <- exp_0; destruct Hz as [Hz | <-]; [left; now apply exp_increasing | lra]).
  set (M := exp z + INR k - 1) in *. assert (I : 0 < / M) by now apply Rinv_0_lt_compat.
  apply (max_finite k _ _ z 1); [| lia | now apply kary_pos |].
  - intros i _. unfold kary_response. fold M. unfold Rdiv.
    destruct (Nat.eq_dec i 1), (Nat.eq_dec i 0); try lia; apply (Rmult_le_reg_r M); auto; rewrite !Rmult_assoc, Rinv_l by lra; nra.
  - unfold kary_response. simpl. fold M. field. lra.
Qed.
