(** * Tactics that close what is left when an integral is worked out *)

From Coq Require Import Reals Lra Psatz Lia List.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Spaces Functions Divergences Laws Basics Pieces Extremes Cells.
Open Scope R_scope.

Lemma Rmult_pos x y : 0 < x -> 0 < y -> 0 < x * y.
Proof. apply Rmult_lt_0_compat. Qed.

Lemma ln_sqrt x : 0 < x -> ln (sqrt x) = ln x / 2.
Proof.
  intros H. assert (S := sqrt_lt_R0 x H). replace (ln x) with (ln (sqrt x * sqrt x)) by (f_equal; apply sqrt_sqrt; lra).
  rewrite ln_mult by auto. field.
Qed.

(* a product, quotient, power, ... is positive *)
Ltac positive := lazymatch goal with
  | |- 0 < exp _ => apply exp_pos
  | |- 0 < _ / _ => apply Rdiv_lt_0_compat; positive
  | |- 0 < / _ => apply Rinv_0_lt_compat; positive
  | |- 0 < sqrt _ => apply sqrt_lt_R0; positive
  | |- 0 < power _ _ => apply power_gt_0; positive
  | |- 0 < _ ^ _ => apply pow_lt; positive
  | |- 0 < PI => apply PI_RGT_0
  | |- 0 < _ * _ => first [assumption | lra | apply Rmult_pos; positive]
  | |- 0 < _ + _ => first [assumption | lra | apply Rplus_lt_0_compat; positive | nra]
  | |- _ => first [assumption | lra | nra] end.
Ltac nonzero := repeat split; first [assumption | lra | apply Rgt_not_eq; red; positive | nra].
Ltac alike := first [reflexivity | ring | field; nonzero].

(* an exponential as a product of others *)
Ltac exponentials := rewrite <- ?exp_Ropp, <- ?exp_plus; f_equal; alike.

(* logarithms of products, quotients and powers *)
Ltac logs := repeat first
  [ rewrite ln_exp | rewrite power_pos by positive | progress unfold Rpower
  | rewrite ln_mult by positive | rewrite ln_div by positive | rewrite ln_Rinv by positive | rewrite ln_sqrt by positive | rewrite ln_1 ].

(* a bound on an absolute value that cannot be *)
Ltac outside := match goal with
  | N : ~ (Rabs _ <= _) |- _ => apply N; apply Rabs_le; lra
  | N : Rabs _ <= _ |- _ => apply Rabs_le_between in N; lra end.
(* which case of a density holds *)
Ltac cases := repeat first
  [ rewrite Rabs_left by lra | rewrite Rabs_right by lra
  | match goal with |- context [Rlt_dec ?a ?b] => destruct (Rlt_dec a b); try (exfalso; lra) end
  | match goal with |- context [Rle_dec ?a ?b] => destruct (Rle_dec a b); try (exfalso; first [lra | outside]) end ].
Ltac densities := unfold laplace, asymmetric_laplace, truncated_laplace, exponential, uniform.
Ltac unit_mass := repeat match goal with
  | |- context [power (1 / ?n) ?a] => replace (power (1 / n) a) with (power (exp 0 / n) a) by (rewrite exp_0; reflexivity)
  | |- context [sqrt (1 / ?n)] => replace (sqrt (1 / n)) with (sqrt (exp 0 / n)) by (rewrite exp_0; reflexivity)
  | |- 1 / ?n * ln (1 / ?n / (1 / ?m)) = _ => replace (1 / n * ln (1 / n / (1 / m))) with (exp 0 / n * ln (exp 0 / n / (exp 0 / m))) by (rewrite exp_0; reflexivity)
  end.

Ltac same_exponent := match goal with |- _ * exp ?E = _ * exp ?F => replace (exp E) with (exp F) by (f_equal; alike) end; alike.
Ltac moment_cell := intros x Hx; unfold moment, cell; densities; cases; rewrite ?power_0, ?Rmult_0_l, ?Rmult_0_r by lra;
  first [reflexivity | unit_mass; rewrite moment_exps by positive; rewrite Rplus_0_l; same_exponent].
Ltac moment_cell_alike := intros x Hx; unfold moment, cell; densities; cases; rewrite ?power_0, ?Rmult_0_l, ?Rmult_0_r by lra;
  first [reflexivity | unit_mass; rewrite moment_alike by positive; rewrite Rplus_0_l; same_exponent].
Lemma log_ratio_0 (A : space) p q x : p x = 0 -> @log_ratio A p q x = 0.
Proof. intros H. unfold log_ratio. destruct (Req_EM_T (p x) 0); tauto. Qed.
Lemma log_ratio_pos (A : space) p q x : 0 < p x -> @log_ratio A p q x = p x * ln (p x / q x).
Proof. intros H. unfold log_ratio. destruct (Req_EM_T (p x) 0); [lra | reflexivity]. Qed.
Ltac log_ratio_cell := intros x Hx; first
  [ rewrite log_ratio_0; [reflexivity | densities; cases; reflexivity]
  | rewrite log_ratio_pos; [| densities; cases; positive]; unfold cell; densities; cases; unit_mass; rewrite log_ratio_exps by positive;
    match goal with |- exp ?E / _ * _ = _ * exp ?F => replace (exp E) with (exp F) by (f_equal; alike) end; match goal with |- ?u = ?v => change (@eq R u v) end; alike ].
Ltac root_cell := intros x Hx; unfold cell; densities; cases; rewrite ?sqrt_0, ?Rmult_0_l, ?Rmult_0_r;
  first [reflexivity | unit_mass; rewrite sqrt_exps by positive; rewrite Rplus_0_l; same_exponent].
(* q charges what p charges *)
Ltac dominates := let Z := fresh in intros x _ Z; revert Z; densities;
  repeat match goal with |- context [Rlt_dec ?a ?b] => destruct (Rlt_dec a b) | |- context [Rle_dec ?a ?b] => destruct (Rle_dec a b) end;
  intros Z; try reflexivity; exfalso;
  first [ match type of Z with ?e = 0 => assert (0 < e) by positive; lra end | lra | outside | unfold Rabs in *; repeat destruct Rcase_abs; lra ].

Lemma line_pos f g u v l : (forall x, 0 <= f x) -> u < v -> (forall x, u < x < v -> f x = g x) -> (forall x, continuous g x) ->
  0 < g ((u + v) / 2) -> line_int f l -> 0 < l.
Proof.
  intros P H E C G L. destruct (exceeds_line 0 g (fun _ => 0) ((u + v) / 2) (C _) (continuous_const _ _) ltac:(lra)) as [b [m [B [I M]]]].
  set (c := (u + v) / 2) in *. set (k := g c / 2).
  destruct (C c (fun z => Rabs (z - g c) < k)) as [d D].
  { assert (K : 0 < k) by (unfold k; lra). exists (mkposreal _ K). intros y Y. exact Y. }
  assert (Dp := cond_pos d). set (r := Rmin d ((v - u) / 2)). assert (R1 : r <= d) by apply Rmin_l. assert (R2 : r <= (v - u) / 2) by apply Rmin_r.
  assert (R3 : 0 < r) by (apply Rmin_glb_lt; lra).
  assert (k * (c + r - (c - r)) <= l).
  { refine (faithful_line _ f _ l _ (bump (c - r) (c + r) k ltac:(lra)) L). intros x _.
    destruct (Rlt_dec (c - r) x); [destruct (Rlt_dec x (c + r))|]; try apply P.
    rewrite E by (unfold c in *; lra). assert (Z : Rabs (g x - g c) < k).
    { apply D. unfold ball; simpl. unfold AbsRing_ball, abs, minus, plus, opp; simpl. apply Rabs_def1; lra. }
    apply Rabs_def2 in Z. unfold k in *. lra. }
  assert (0 < k) by (unfold k; lra). nra.
Qed.
Lemma moment_nonneg (A : space) a p q x : 0 <= @moment A a p q x.
Proof. apply Rmult_le_pos; apply power_nonneg. Qed.
(* equal positive numbers have equal logarithms *)
Ltac same_log := first [reflexivity | apply ln_inv; [positive | positive | logs; alike]].
(* error functions of equal arguments *)
Ltac error_functions := repeat match goal with |- context [erfc ?u] =>
  match goal with |- context [erfc ?v] => tryif constr_eq u v then fail else replace (erfc u) with (erfc v) by (f_equal; alike) end end.

(** ** Laws on a few points *)

Ltac masses := unfold bernoulli, randomized_response, listed; simpl; rewrite ?Rplus_0_l.
(* q charges every point *)
Ltac charged := let i := fresh in let Hi := fresh in let Z := fresh in intros i Hi Z; simpl in Hi; exfalso; revert Z; masses;
  repeat (destruct i as [|i]; [simpl; apply Rgt_not_eq; red; positive |]); lia.
Ltac supported := repeat match goal with |- context [Req_EM_T ?x 0] =>
  destruct (Req_EM_T x 0) as [?Z|_]; [exfalso; revert Z; apply Rgt_not_eq; red; positive |] end.
Ltac squares := rewrite ?power_2 by (left; positive); replace (1 - 2) with (-1) by ring; rewrite ?power_m1 by positive.
Ltac powers := repeat match goal with |- context [power (exp ?E / ?N) ?a] => replace (power (exp E / N) a) with (exp (a * E) / power N a) by same_log
  | |- context [power (1 / ?N) ?a] => replace (power (1 / N) a) with (1 / power N a) by same_log end.

(* powers of positive numbers without the guard *)
Ltac guarded := repeat match goal with |- context [power ?x ?a] => rewrite (power_pos x a) by positive end; unfold Rpower.
