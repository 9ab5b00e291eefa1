(** * Pairs that dominate others, on finite spaces: profiles with weights, composition, trade-off functions *)

From Coq Require Import Reals Lra Psatz Lia List.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Spaces Functions Divergences Suprema Laws Basics Extremes Finite Convexity Holder Entropy Rows Processing Values Duality.
Open Scope R_scope.

(* the profile with weights on both laws *)
Definition excess n u v p q := sum n (fun i => Rmax 0 (u * p i - v * q i)).

Lemma excess_0_l n v p q : is_law (finite n) q -> 0 <= v -> excess n 0 v p q = 0.
Proof.
  intros Q V. transitivity (sum n (fun _ => 0)); [|apply sum_0]. apply sum_ext. intros i Hi. apply Rmax_left. assert (A := law_nonneg n q i Q Hi). nra.
Qed.
Lemma excess_0_r n u v p q : is_law (finite n) p -> is_law (finite n) q -> 0 <= u -> v <= 0 -> excess n u v p q = u - v.
Proof.
  intros P Q U V. transitivity (sum n (fun i => u * p i + - v * q i)); [|rewrite sum_plus, !sum_scal, (law_sum n p P), (law_sum n q Q); ring].
  apply sum_ext. intros i Hi. assert (A := law_nonneg n p i P Hi). assert (B := law_nonneg n q i Q Hi). rewrite Rmax_right; nra.
Qed.
Lemma excess_flip n u v p q : is_law (finite n) p -> is_law (finite n) q -> excess n v u q p = v - u + excess n u v p q.
Proof.
  intros P Q. transitivity (sum n (fun i => v * q i + - u * p i + Rmax 0 (u * p i - v * q i))); [|rewrite !sum_plus, !sum_scal, (law_sum n p P), (law_sum n q Q); unfold excess; ring].
  apply sum_ext. intros i _. unfold Rmax. destruct (Rle_dec 0 (v * q i - u * p i)), (Rle_dec 0 (u * p i - v * q i)); lra.
Qed.
Lemma excess_scaled n c u v p q : 0 <= c -> excess n (c * u) (c * v) p q = c * excess n u v p q.
Proof. intros C. unfold excess. rewrite <- sum_scal. apply sum_ext. intros i _. rewrite <- positive_part by auto. f_equal. ring. Qed.
Lemma stick_excess n e p q : stick n e p q = excess n 1 (exp e) p q.
Proof. apply sum_ext. intros i _. now rewrite Rmult_1_l. Qed.
Lemma bound_excess n k p q : is_law (finite n) p -> is_law (finite n) q -> bound n k p q = 1 - k + excess n k 1 p q.
Proof. intros P Q. rewrite <- excess_flip by auto. apply sum_ext. intros i _. now rewrite Rmult_1_l. Qed.

Definition dominates m n p q a b := forall u v, 0 <= u -> 0 <= v -> excess m u v p q <= excess n u v a b.

Theorem gap_dominates m n p q a b d : is_law (finite m) p -> is_law (finite m) q -> is_law (finite n) a -> is_law (finite n) b ->
  is_domination_gap (finite m) (finite n) p q a b d -> d <= 0 -> dominates m n p q a b.
Proof.
  intros P Q A B [G _] D.
  assert (H : forall e, stick m e p q <= stick n e a b).
  { intros e. destruct (G e I) as [r [[s [-> [h [k [X [Y S]]]]]] L]]. change (stick m e p q = h) in X. change (stick n e a b = k) in Y. simpl in L. lra. }
  intros u v [U|<-] V. 2: { rewrite !excess_0_l by auto. lra. }
  destruct V as [V|<-]. 2: { rewrite !excess_0_r by (auto; lra). lra. }
  assert (Z : forall k f g, excess k u v f g = u * stick k (ln (v / u)) f g).
  { intros k f g. rewrite stick_excess, <- excess_scaled, exp_ln by (lra || now apply Rdiv_lt_0_compat). f_equal; field; lra. }
  rewrite !Z. apply Rmult_le_compat_l; [lra | apply H].
Qed.
Lemma gaps_dominate m k n K L a b d : is_kernel (finite m) (finite k) K -> is_kernel (finite m) (finite k) L -> is_law (finite n) a -> is_law (finite n) b ->
  is_supremum (finite m) (fun row => finitely (is_domination_gap (finite k) (finite n) (K row) (L row) a b)) (Finite d) -> d <= 0 ->
  forall i, (i < m)%nat -> dominates k n (K i) (L i) a b.
Proof.
  intros HK HL A B [W _] D i Hi. destruct (W i Hi) as [r [[s [-> S]] G]]. simpl in G. apply (gap_dominates k n _ _ a b s); auto; lra.
Qed.

(** ** Composition: one mechanism after the other *)

Theorem dominates_joint m n k l p q K L a b c d : is_law (finite m) p -> is_law (finite m) q -> is_law (finite l) c -> is_law (finite l) d ->
  dominates m k p q a b -> (forall i, (i < m)%nat -> dominates n l (K i) (L i) c d) ->
  dominates (m * n) (k * l) (flat n (@joint (finite m) (finite n) p K)) (flat n (@joint (finite m) (finite n) q L))
    (flat l (@product (finite k) (finite l) a c)) (flat l (@product (finite k) (finite l) b d)).
Proof.
  intros P Q C D F S u v U V.
  assert (X := sum_flat m n (fun x => Rmax 0 (u * (p (fst x) * K (fst x) (snd x)) - v * (q (fst x) * L (fst x) (snd x))))).
  assert (Y := sum_flat k l (fun x => Rmax 0 (u * (a (fst x) * c (snd x)) - v * (b (fst x) * d (snd x))))). simpl in X, Y.
  change (sum (m * n) (flat n (fun x => Rmax 0 (u * (p (fst x) * K (fst x) (snd x)) - v * (q (fst x) * L (fst x) (snd x)))))
    <= sum (k * l) (flat l (fun x => Rmax 0 (u * (a (fst x) * c (snd x)) - v * (b (fst x) * d (snd x)))))). rewrite X, Y. clear X Y.
  apply Rle_trans with (sum m (fun i => sum l (fun j => Rmax 0 (u * p i * c j - v * q i * d j)))).
  - apply sum_le. intros i Hi. assert (A := law_nonneg m p i P Hi). assert (B := law_nonneg m q i Q Hi).
    eapply Rle_trans; [right|eapply Rle_trans; [apply (S i Hi (u * p i) (v * q i)); nra | right; reflexivity]]. apply sum_ext. intros j _. now rewrite !Rmult_assoc.
  - rewrite (sum_swap m l), (sum_swap k l). apply sum_le. intros j Hj. assert (A := law_nonneg l c j C Hj). assert (B := law_nonneg l d j D Hj).
    eapply Rle_trans; [right|eapply Rle_trans; [apply (F (u * c j) (v * d j)); nra | right]]; apply sum_ext; intros i _; f_equal; ring.
Qed.

(** ** Trade-off functions *)

Theorem dominates_bound m n k p q a b : is_law (finite m) p -> is_law (finite m) q -> is_law (finite n) a -> is_law (finite n) b ->
  dominates m n p q a b -> 0 <= k -> bound m k p q <= bound n k a b.
Proof. intros P Q A B D K. rewrite !bound_excess by auto. assert (X := D k 1 K ltac:(lra)). lra. Qed.

(* a record that is sampled with probability s *)
Lemma bound_sampled n s k p q : is_law (finite n) p -> is_law (finite n) q -> 0 < s < 1 -> 0 <= k ->
  bound n (s * k + (1 - s)) q (@mixture (finite n) s p q) = s * bound n k q p.
Proof.
  intros P Q S K. unfold bound. rewrite <- sum_scal. apply sum_ext. intros i _. rewrite <- positive_part by lra. f_equal. unfold mixture. ring.
Qed.
Lemma bound_sampled_low n s k p q : is_law (finite n) p -> is_law (finite n) q -> 0 < s < 1 -> k <= 1 - s -> bound n k q (@mixture (finite n) s p q) = 1 - k.
Proof.
  intros P Q S K. transitivity (sum n (fun i => s * p i + (1 - s - k) * q i)); [|rewrite sum_plus, !sum_scal, (law_sum n p P), (law_sum n q Q); ring].
  apply sum_ext. intros i Hi. assert (A := law_nonneg n p i P Hi). assert (B := law_nonneg n q i Q Hi). unfold mixture. rewrite Rmax_right; [ring|].
  replace (s * p i + (1 - s) * q i - k * q i) with (s * p i + (1 - s - k) * q i) by ring. apply Rplus_le_le_0_compat; apply Rmult_le_pos; lra.
Qed.

(** ** Laws made of those that are dominated *)

Lemma dominates_swap m n p q a b : is_law (finite m) p -> is_law (finite m) q -> is_law (finite n) a -> is_law (finite n) b ->
  dominates m n p q a b -> dominates m n q p b a.
Proof. intros P Q A B D u v U V. rewrite (excess_flip m v u p q), (excess_flip n v u a b) by auto. assert (X := D v u V U). lra. Qed.
Lemma dominates_sampled m n s p q a b : is_law (finite m) p -> is_law (finite m) q -> is_law (finite n) a -> is_law (finite n) b -> 0 <= s <= 1 ->
  dominates m n p q a b -> dominates m n (@mixture (finite m) s p q) q (@mixture (finite n) s a b) b.
Proof.
  intros P Q A B S D u v U V.
  assert (Z : forall k f g, excess k u v (@mixture (finite k) s f g) g = excess k (u * s) (v - u * (1 - s)) f g) by (intros; apply sum_ext; intros i _; f_equal; unfold mixture; ring).
  rewrite !Z. destruct (Rle_dec 0 (v - u * (1 - s))) as [L|L]; [apply D; nra|]. rewrite !excess_0_r by (auto; nra). lra.
Qed.
Lemma dominates_choice m k n r K L a b : is_law (finite m) r -> is_kernel (finite m) (finite k) K -> is_kernel (finite m) (finite k) L ->
  (forall i, (i < m)%nat -> dominates k n (K i) (L i) a b) -> dominates k n (image m K r) (image m L r) a b.
Proof.
  intros M HK HL D u v U V. apply Rle_trans with (sum m (fun i => r i * excess k u v (K i) (L i))); [|apply mean_le; auto; intros i Hi; now apply D].
  apply Rle_trans with (sum k (fun j => sum m (fun i => r i * Rmax 0 (u * K i j - v * L i j)))).
  - apply sum_le. intros j Hj. apply Rmax_lub; [apply sum_nonneg; intros i Hi; apply Rmult_le_pos; [now apply (law_nonneg m) | apply Rmax_l]|].
    unfold image. unfold Rminus at 1. rewrite Ropp_mult_distr_l, <- !sum_scal, <- sum_plus. apply sum_le. intros i Hi.
    assert (X := Rmax_r 0 (u * K i j - v * L i j)). apply (Rmult_le_compat_l (r i)) in X; [lra | now apply (law_nonneg m)].
  - rewrite <- sum_swap. right. apply sum_ext. intros i _. apply sum_scal.
Qed.

(** ** Every convex function of the ratio: on finitely many points it is an affine one and hinges *)

Fixpoint falling (l : list R) : Prop := match l with nil => True | x :: l => (forall y, In y l -> y <= x) /\ falling l end.
Lemma falling_insert x l : falling l -> exists l', falling l' /\ forall y, In y l' <-> y = x \/ In y l.
Proof.
  induction l as [|z l IH]; intros F.
  - exists (x :: nil). simpl. split; [split; [intros y []|exact I]|]. intros y. intuition.
  - destruct F as [Z F]. destruct (Rle_dec z x) as [L|L].
    + exists (x :: z :: l). simpl. split; [|intros y; intuition]. split; [|split; [exact Z | exact F]].
      intros y [<-|H]; [exact L|]. assert (X := Z y H). lra.
    + destruct (IH F) as [l' [F' E]]. exists (z :: l'). simpl. split; [split; [|exact F']|].
      * intros y H. apply E in H. destruct H as [->|H]; [lra | now apply Z].
      * intros y. rewrite E. intuition.
Qed.
Lemma falling_exists l : exists l', falling l' /\ forall y, In y l' <-> In y l.
Proof.
  induction l as [|x l [l' [F E]]]; [exists nil; split; [exact I | tauto]|]. destruct (falling_insert x l' F) as [k [G H]]. exists k. split; [exact G|].
  intros y. rewrite H, E. simpl. intuition.
Qed.

Definition mean_at n p q (g : R -> R) := sum n (fun i => q i * g (p i / q i)).
Lemma ratio n p q i : (i < n)%nat -> dominated (finite n) p q -> q i * (p i / q i) = p i.
Proof. intros Hi D. destruct (Req_dec (q i) 0) as [Z|Z]; [rewrite (D i Hi Z), Z; ring | field; exact Z]. Qed.
Lemma mean_affine n p q c d : is_law (finite n) p -> is_law (finite n) q -> dominated (finite n) p q -> mean_at n p q (fun x => c + d * x) = c + d.
Proof.
  intros P Q D. transitivity (sum n (fun i => c * q i + d * p i)); [|rewrite sum_plus, !sum_scal, (law_sum n p P), (law_sum n q Q); ring].
  apply sum_ext. intros i Hi. rewrite <- (ratio n p q i Hi D) at 2. ring.
Qed.
Lemma mean_hinge n p q g w s : is_law (finite n) q -> dominated (finite n) p q ->
  mean_at n p q (fun x => g x + w * Rmax 0 (x - s)) = mean_at n p q g + w * excess n 1 s p q.
Proof.
  intros Q D. unfold mean_at, excess. rewrite <- sum_scal, <- sum_plus. apply sum_ext. intros i Hi.
  assert (X := positive_part (q i) (p i / q i - s) (law_nonneg n q i Q Hi)). rewrite Rmult_minus_distr_l, (ratio n p q i Hi D) in X.
  rewrite Rmult_1_l, (Rmult_comm s). rewrite X. ring.
Qed.

Section convex.
Variable f : R -> R.
Hypothesis tangent : forall t, 0 <= t -> exists d, forall z, 0 <= z -> f t + d * (z - t) <= f z.
Variables (m n : nat) (p q a b : nat -> R).
Hypotheses (P : is_law (finite m) p) (Q : is_law (finite m) q) (A : is_law (finite n) a) (B : is_law (finite n) b).
Hypotheses (DP : dominated (finite m) p q) (DA : dominated (finite n) a b) (D : dominates m n p q a b).

Lemma interpolant x l : falling (x :: l) -> (forall y, In y (x :: l) -> 0 <= y) ->
  exists g, mean_at m p q g <= mean_at n a b g /\ (forall y, In y (x :: l) -> g y = f y) /\
    exists d, forall y, x <= y -> g y = f x + d * (y - x) /\ g y <= f y.
Proof.
  revert x. induction l as [|z l IH]; intros x F N.
  - destruct (tangent x) as [d T]; [apply N; now left|]. exists (fun y => (f x - d * x) + d * y). split; [rewrite !mean_affine by auto; lra|].
    split; [intros y [->|[]]; ring|]. exists d. intros y L. assert (X : 0 <= x) by (apply N; now left). assert (Y := T y ltac:(lra)). split; [ring | lra].
  - destruct F as [X F]. destruct (IH z F) as [g [M [E [d T]]]]; [intros y H; apply N; now right|]. assert (ZX : z <= x) by (apply X; now left).
    assert (Z0 : 0 <= z) by (apply N; right; now left). destruct ZX as [ZX|ZX].
    2: { subst z. exists g. split; [exact M|]. split; [intros y [<-|H]; [apply E; now left | now apply E] | now exists d]. }
    destruct (T x ltac:(lra)) as [GX LX]. set (w := (f x - g x) / (x - z)). assert (W : 0 <= w) by (apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra]).
    assert (WX : w * (x - z) = f x - g x) by (unfold w; field; lra). exists (fun y => g y + w * Rmax 0 (y - z)).
    split; [rewrite !mean_hinge by auto; apply Rplus_le_compat; [exact M | apply Rmult_le_compat_l; [exact W | apply D; lra]]|]. split.
    + intros y [<-|H]; [rewrite Rmax_right by lra; lra|]. rewrite (E y H). assert (YZ : y <= z) by (destruct H as [->|H]; [lra | now apply F]). rewrite Rmax_left by lra. ring.
    + exists (d + w). intros y L. destruct (T y ltac:(lra)) as [GY LY]. rewrite Rmax_right by lra. split; [nra|].
      destruct (tangent x ltac:(lra)) as [c C]. assert (CZ := C z Z0). assert (CY := C y ltac:(lra)). assert (S : f x = f z + (d + w) * (x - z)) by lra.
      assert (K : d + w <= c). { apply (Rmult_le_reg_r (x - z)); lra. } nra.
Qed.

Theorem dominates_convex : mean_at m p q f <= mean_at n a b f.
Proof.
  set (r := fun (u v : nat -> R) i => u i / v i). destruct (falling_exists (map (r p q) (seq 0 m) ++ map (r a b) (seq 0 n))) as [l [F E]].
  assert (N : forall k u v i, is_law (finite k) u -> is_law (finite k) v -> dominated (finite k) u v -> (i < k)%nat -> 0 <= u i / v i).
  { intros k u v i U V DU Hi. destruct (law_nonneg k v i V Hi) as [H|H]; [apply Rmult_le_pos; [now apply (law_nonneg k) | left; now apply Rinv_0_lt_compat]|].
    rewrite (DU i Hi (eq_sym H)). unfold Rdiv. rewrite Rmult_0_l. lra. }
  destruct l as [|x l].
  - exfalso. assert (M := law_nonempty m p P). apply (E (r p q 0%nat)). apply in_or_app. left. apply in_map, in_seq. lia.
  - destruct (interpolant x l F) as [g [M [G _]]].
    + intros y H. apply E in H. apply in_app_or in H. destruct H as [H|H]; apply in_map_iff in H; destruct H as [i [<- H]]; apply in_seq in H; [apply (N m p q i) | apply (N n a b i)]; auto; lia.
    + replace (mean_at m p q f) with (mean_at m p q g); [replace (mean_at n a b f) with (mean_at n a b g); [exact M|]|]; apply sum_ext; intros i Hi; f_equal; apply G, E, in_or_app;
        [right; apply (in_map (r a b)) | left; apply (in_map (r p q))]; apply in_seq; lia.
Qed.
End convex.

(** ** Rényi divergences *)

Lemma power_tangent_at a t z : 1 < a -> 0 <= t -> 0 <= z -> power t a + a * power t (a - 1) * (z - t) <= power z a.
Proof.
  intros H T Z. assert (E : power t (a - 1) * t = power t a).
  { destruct T as [T|<-]; [|rewrite (power_0 a) by lra; ring]. rewrite !power_pos by auto. rewrite <- (Rpower_1 t) at 2 by auto. rewrite <- Rpower_plus. f_equal. ring. }
  assert (S : a * power t (a - 1) * (z - t) = a * power t (a - 1) * z - a * power t a) by (rewrite <- E; ring). rewrite S. clear S E.
  destruct Z as [Z|<-].
  - assert (X := tangent_any a t z 1 H T Z ltac:(lra)). assert (O : power 1 (1 - a) = 1) by (rewrite power_pos by lra; unfold Rpower; now rewrite ln_1, Rmult_0_r, exp_0). rewrite O in X. lra.
  - rewrite (power_0 a) by lra. assert (X := power_nonneg t a). nra.
Qed.
Lemma mom_mean n a p q : 1 < a -> is_law (finite n) p -> is_law (finite n) q -> dominated (finite n) p q -> mom n a p q = mean_at n p q (fun x => power x a).
Proof.
  intros H P Q D. apply sum_ext. intros i Hi. destruct (law_nonneg n q i Q Hi) as [G|G].
  - destruct (law_nonneg n p i P Hi) as [F|F].
    + rewrite !power_pos by (auto; now apply Rdiv_lt_0_compat). unfold Rpower. rewrite ln_div by auto. rewrite <- (exp_ln (q i) G) at 2. rewrite <- !exp_plus. f_equal. ring.
    + rewrite <- F. unfold Rdiv. rewrite Rmult_0_l, power_0 by lra. ring.
  - rewrite (D i Hi (eq_sym G)), <- G. rewrite !power_0 by lra. ring.
Qed.
Theorem dominates_support m n p q a b : is_law (finite m) p -> is_law (finite m) q -> is_law (finite n) a -> is_law (finite n) b ->
  dominates m n p q a b -> dominated (finite n) a b -> dominated (finite m) p q.
Proof.
  intros P Q A B D E i Hi Z. destruct (max_supported n a b A (fun j => law_nonneg n b j B) E) as [r [_ [_ [_ [_ L]]]]].
  assert (X := D 1 (exp r) ltac:(lra) ltac:(left; apply exp_pos)). assert (Y : excess n 1 (exp r) a b = 0).
  { transitivity (sum n (fun _ => 0)); [|apply sum_0]. apply sum_ext. intros j Hj. apply Rmax_left. assert (U := L j Hj). lra. }
  assert (W : Rmax 0 (1 * p i - exp r * q i) <= excess m 1 (exp r) p q) by (apply (sum_term m (fun i => Rmax 0 (1 * p i - exp r * q i))); auto; intros; apply Rmax_l).
  assert (V := Rmax_r 0 (1 * p i - exp r * q i)). assert (U := law_nonneg m p i P Hi). rewrite Z in *. simpl in *. lra.
Qed.
Theorem dominates_mom m n al p q a b : 1 < al -> is_law (finite m) p -> is_law (finite m) q -> is_law (finite n) a -> is_law (finite n) b ->
  dominates m n p q a b -> dominated (finite n) a b -> mom m al p q <= mom n al a b.
Proof.
  intros H P Q A B D E. assert (F := dominates_support m n p q a b P Q A B D E). rewrite !mom_mean by auto. apply dominates_convex; auto.
  intros t T. exists (al * power t (al - 1)). intros z Z. now apply power_tangent_at.
Qed.
