(** * Integrals cell by cell: on each cell a linear function times an exponential *)

From Coq Require Import Reals Lra Psatz.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Spaces Functions Divergences Laws Basics Pieces.
Open Scope R_scope.

Definition cell (A B c d : R) : R -> R := fun x => (A * x + B) * exp (c * x + d).
Definition primitive (A B c d : R) : R -> R := fun x => ((A * x + B) / c - A / (c * c)) * exp (c * x + d).

Lemma primitive_derive A B c d x : c <> 0 -> is_derive (primitive A B c d) x (cell A B c d x).
Proof. intros. unfold primitive, cell. auto_derive; trivial. field; auto. Qed.
Lemma cell_continuous A B c d x : continuous (cell A B c d) x.
Proof. intros. apply (ex_derive_continuous (cell A B c d)). unfold cell. auto_derive; trivial. Qed.
Lemma primitive_lim A B c d (z : Rbar) : c <> 0 -> is_lim (fun x => c*x+d) z m_infty -> is_lim (primitive A B c d) z 0.
Proof.
  intros Hc L. set (U := A/(c*c)). set (V := B/c - A/(c*c) - A*d/(c*c)).
  apply (is_lim_ext (fun x => U * ((fun y => y * exp y) (c*x+d)) + V * (exp (c*x+d)))).
  { intros x. unfold primitive, U, V. field. auto. }
  assert (N : forall l : Rbar, l = m_infty -> Rbar_locally' z (fun y => Finite (c*y+d) <> l)).
  { intros l ->. destruct z; simpl. exists (mkposreal 1 Rlt_0_1); intros; discriminate. exists 0; intros; discriminate. exists 0; intros; discriminate. }
  replace (Finite 0) with (Rbar_plus (Rbar_mult U 0) (Rbar_mult V 0)) by (simpl; f_equal; ring).
  apply (is_lim_plus _ _ z (Rbar_mult U 0) (Rbar_mult V 0)).
  - apply is_lim_scal_l. apply (is_lim_comp (fun y => y * exp y) (fun x => c*x+d) z 0 m_infty); auto. apply is_lim_mul_exp_m.
  - apply is_lim_scal_l. apply (is_lim_comp exp (fun x => c*x+d) z 0 m_infty); auto. apply is_lim_exp_m.
  - reflexivity.
Qed.
Lemma cell_p A B c d u : c < 0 -> is_RInt_gen (cell A B c d) (at_point u) (Rbar_locally p_infty) (- primitive A B c d u).
Proof.
  intros. replace (- primitive A B c d u) with (0 - primitive A B c d u) by ring. apply gen_p.
  intros; apply primitive_derive; lra. intros; apply cell_continuous. apply primitive_lim. lra. now apply lin_lim_neg.
Qed.
Lemma cell_m A B c d u : 0 < c -> is_RInt_gen (cell A B c d) (Rbar_locally m_infty) (at_point u) (primitive A B c d u).
Proof.
  intros. replace (primitive A B c d u) with (primitive A B c d u - 0) by ring. apply gen_m.
  intros; apply primitive_derive; lra. intros; apply cell_continuous. apply primitive_lim. lra. now apply lin_lim_m.
Qed.
Lemma cell_mid A B c d u v : c <> 0 -> is_RInt (cell A B c d) u v (primitive A B c d v - primitive A B c d u).
Proof. intros. apply (is_RInt_derive (primitive A B c d) (cell A B c d)). intros; now apply primitive_derive. intros; apply cell_continuous. Qed.
Lemma cell_flat A B d u v : is_RInt (cell A B 0 d) u v ((A * (v * v - u * u) / 2 + B * (v - u)) * exp d).
Proof.
  replace ((A * (v * v - u * u) / 2 + B * (v - u)) * exp d) with ((A * v * v / 2 + B * v) * exp d - (A * u * u / 2 + B * u) * exp d) by field.
  apply (is_RInt_derive (fun x => (A * x * x / 2 + B * x) * exp d) (cell A B 0 d)).
  - intros x _. unfold cell. auto_derive; trivial. rewrite Rmult_0_l, Rplus_0_l. field.
  - intros x _. apply cell_continuous.
Qed.

(** ** From the left to the right *)

Definition until (f : R -> R) (u l : R) := is_RInt_gen f (Rbar_locally m_infty) (at_point u) l.

Lemma start f g u l : (forall x, x < u -> f x = g x) -> is_RInt_gen g (Rbar_locally m_infty) (at_point u) l -> until f u l.
Proof.
  intros E H. apply (is_RInt_gen_ext g); [|exact H].
  exists (fun x => x < u) (fun x => x = u); [now exists u | reflexivity |].
  intros x y Hx -> z Hz; simpl in Hz. symmetry. apply E. rewrite Rmax_right in Hz; lra.
Qed.
Lemma step f g u v l m : until f u l -> u <= v -> (forall x, u < x < v -> f x = g x) -> is_RInt g u v m -> until f v (l + m).
Proof.
  intros U H E G. apply (is_RInt_gen_Chasles f u l m). exact U. apply is_RInt_gen_at_point. apply (is_RInt_ext g); [|exact G].
  intros x Hx. rewrite Rmin_left, Rmax_right in Hx by lra. symmetry. now apply E.
Qed.
Lemma finish f g u l m : until f u l -> (forall x, u < x -> f x = g x) -> is_RInt_gen g (at_point u) (Rbar_locally p_infty) m -> line_int f (l + m).
Proof.
  intros U E G. apply (is_RInt_gen_Chasles f u l m). exact U. apply (is_RInt_gen_ext g); [|exact G].
  exists (fun x => x = u) (fun x => u < x); [reflexivity | now exists u |].
  intros x y -> Hy z Hz; simpl in Hz. symmetry. apply E. rewrite Rmin_left in Hz; lra.
Qed.
(* where the integrand vanishes *)
Lemma start_0 f u : (forall x, x < u -> f x = 0) -> until f u 0.
Proof. intros E. apply (start f (fun _ => 0)); auto. apply zero_m. Qed.
Lemma step_0 f u v l : until f u l -> u <= v -> (forall x, u < x < v -> f x = 0) -> until f v l.
Proof.
  intros U H E. replace l with (l + 0) by ring. apply (step f (fun _ => 0) u); auto.
  refine (eq_ind _ (is_RInt (fun _ : R => 0) u v) (is_RInt_const u v 0) _ _). unfold scal; simpl; unfold mult; simpl; ring.
Qed.
Lemma finish_0 f u l : until f u l -> (forall x, u < x -> f x = 0) -> line_int f l.
Proof. intros U E. replace l with (l + 0) by ring. apply (finish f (fun _ => 0) u); auto. apply zero_p. Qed.

(** ** Densities e^E / N *)

Lemma moment_exps E F M N a : 0 < M -> 0 < N ->
  power (exp E / M) a * power (exp F / N) (1 - a) = exp (- (a * ln M) - (1 - a) * ln N) * exp (a * E + (1 - a) * F).
Proof. intros. rewrite !power_exp_over, <- !exp_plus by auto. f_equal. ring. Qed.
Lemma moment_alike E F N a : 0 < N -> power (exp E / N) a * power (exp F / N) (1 - a) = / N * exp (a * E + (1 - a) * F).
Proof.
  intros H. rewrite moment_exps by auto. replace (- (a * ln N) - (1 - a) * ln N) with (- ln N) by ring.
  now rewrite exp_Ropp, exp_ln by auto.
Qed.
Lemma sqrt_exps E F M N : 0 < M -> 0 < N -> sqrt (exp E / M) * sqrt (exp F / N) = / sqrt (M * N) * exp ((E + F) / 2).
Proof.
  intros HM HN. assert (P := exp_pos E). assert (Q := exp_pos F).
  rewrite <- sqrt_mult_alt by (left; now apply Rdiv_lt_0_compat).
  replace (exp E / M * (exp F / N)) with (exp (E + F) / (M * N)) by (rewrite exp_plus; field; lra).
  rewrite sqrt_div_alt by now apply Rmult_lt_0_compat. unfold Rdiv at 1. rewrite Rmult_comm. f_equal.
  replace (exp (E + F)) with (exp ((E + F) / 2) * exp ((E + F) / 2)) by (rewrite <- exp_plus; f_equal; field).
  apply sqrt_square. left; apply exp_pos.
Qed.
Lemma log_ratio_exps E F M N : 0 < M -> 0 < N -> ln (exp E / M / (exp F / N)) = E - F + ln (N / M).
Proof.
  intros HM HN. assert (P := exp_pos E). assert (Q := exp_pos F).
  replace (exp E / M / (exp F / N)) with (exp (E - F) * (N / M)) by (unfold Rminus; rewrite exp_plus, exp_Ropp; field; lra).
  rewrite ln_mult, ln_exp; auto. apply exp_pos. now apply Rdiv_lt_0_compat.
Qed.
