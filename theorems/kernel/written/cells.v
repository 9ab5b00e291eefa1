(* Written by the program, from the cells of each derivation: `python -m theorems.writing`. *)
From Coq Require Import Reals Lra Psatz Lia ZArith List.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Spaces Functions Divergences Laws Basics Pieces Extremes Cells Closing Gauss.
From Stated Require cells.
Open Scope R_scope.

Theorem renyi__uniform__inside : Stated.cells.renyi__uniform__inside.
Proof.
  red; intros.
  set (f := (moment (A := line) alpha (uniform 0 a) (uniform 0 (a + b)))).
  assert (L0 : until f ((- a) - b) 0) by (apply start_0; unfold f; moment_cell).
  assert (L1 : until f (- a) (0)) by (apply (step_0 f ((- a) - b) (- a) _ L0); [lra | unfold f; moment_cell]).
  assert (L2 : until f a (0 + ((0 * (a * a - (- a) * (- a)) / 2 + (exp (- (alpha * ln (2 * a)) - (1 - alpha) * ln (2 * (a + b)))) * (a - (- a))) * exp 0))) by (apply (step f (cell 0 (exp (- (alpha * ln (2 * a)) - (1 - alpha) * ln (2 * (a + b)))) 0 0) (- a) a _ _ L1); [lra | unfold f; moment_cell | apply cell_flat]).
  assert (L3 : until f (a + b) (0 + ((0 * (a * a - (- a) * (- a)) / 2 + (exp (- (alpha * ln (2 * a)) - (1 - alpha) * ln (2 * (a + b)))) * (a - (- a))) * exp 0))) by (apply (step_0 f a (a + b) _ L2); [lra | unfold f; moment_cell]).
  assert (L : line_int f (0 + ((0 * (a * a - (- a) * (- a)) / 2 + (exp (- (alpha * ln (2 * a)) - (1 - alpha) * ln (2 * (a + b)))) * (a - (- a))) * exp 0))) by (apply (finish_0 f (a + b) _ L3); unfold f; moment_cell).
  split. { intros ?; first [exfalso; lra | dominates]. }
  assert (V : 0 + ((0 * (a * a - (- a) * (- a)) / 2 + (exp (- (alpha * ln (2 * a)) - (1 - alpha) * ln (2 * (a + b)))) * (a - (- a))) * exp 0) = (power ((a + b) / a) (alpha - 1))).
  { unfold primitive. replace (exp 0) with (1) by same_log. replace ((exp (- (alpha * ln (2 * a)) - (1 - alpha) * ln (2 * (a + b))))) with (exp (alpha * (ln (a + b))) / (2 * (a + b) * exp (alpha * (ln a)))) by same_log. replace ((power ((a + b) / a) (alpha - 1))) with (exp (alpha * (ln (a + b))) * a / ((a + b) * exp (alpha * (ln a)))) by same_log. alike. }
  rewrite V in L. exists ((power ((a + b) / a) (alpha - 1))). split; [exact L | split].
  - first [positive | apply (line_pos f (cell 0 (exp (- (alpha * ln (2 * a)) - (1 - alpha) * ln (2 * (a + b)))) 0 0) (- a) a _); [intros; apply moment_nonneg | lra | unfold f; moment_cell | apply cell_continuous | unfold cell; rewrite Rmult_0_l, Rplus_0_l; positive | exact L]].
  - first [reflexivity | logs; alike].
Qed.

Theorem renyi__uniform__below_one : Stated.cells.renyi__uniform__below_one.
Proof.
  red; intros.
  set (f := (moment (A := line) alpha (uniform 0 a) (uniform 1 a))).
  assert (L0 : until f (- a) 0) by (apply start_0; unfold f; moment_cell_alike).
  assert (L1 : until f (1 - a) (0)) by (apply (step_0 f (- a) (1 - a) _ L0); [lra | unfold f; moment_cell_alike]).
  assert (L2 : until f a (0 + ((0 * (a * a - (1 - a) * (1 - a)) / 2 + (/ (2 * a)) * (a - (1 - a))) * exp 0))) by (apply (step f (cell 0 (/ (2 * a)) 0 0) (1 - a) a _ _ L1); [lra | unfold f; moment_cell_alike | apply cell_flat]).
  assert (L3 : until f (a + 1) (0 + ((0 * (a * a - (1 - a) * (1 - a)) / 2 + (/ (2 * a)) * (a - (1 - a))) * exp 0))) by (apply (step_0 f a (a + 1) _ L2); [lra | unfold f; moment_cell_alike]).
  assert (L : line_int f (0 + ((0 * (a * a - (1 - a) * (1 - a)) / 2 + (/ (2 * a)) * (a - (1 - a))) * exp 0))) by (apply (finish_0 f (a + 1) _ L3); unfold f; moment_cell_alike).
  split. { intros ?; first [exfalso; lra | dominates]. }
  assert (V : 0 + ((0 * (a * a - (1 - a) * (1 - a)) / 2 + (/ (2 * a)) * (a - (1 - a))) * exp 0) = (1 - (1 / (2 * a)))).
  { unfold primitive. replace (exp 0) with (1) by same_log. alike. }
  rewrite V in L. exists ((1 - (1 / (2 * a)))). split; [exact L | split].
  - first [positive | apply (line_pos f (cell 0 (/ (2 * a)) 0 0) (1 - a) a _); [intros; apply moment_nonneg | lra | unfold f; moment_cell_alike | apply cell_continuous | unfold cell; rewrite Rmult_0_l, Rplus_0_l; positive | exact L]].
  - first [reflexivity | logs; alike].
Qed.

Theorem hellinger__laplace__scales : Stated.cells.hellinger__laplace__scales.
Proof.
  red; intros.
  assert (0 < (b + beta) / (2 * b * beta)) by positive.
  assert (0 < ((b + beta) / (2 * b * beta))) by (replace ((b + beta) / (2 * b * beta)) with ((b + beta) / (2 * b * beta)) by alike; lra).
  assert (0 < (b + beta) / (2 * b * beta)) by positive.
  assert ((((- b) - beta) / (2 * b * beta)) < 0) by (replace (((- b) - beta) / (2 * b * beta)) with (- ((b + beta) / (2 * b * beta))) by alike; lra).
  set (f := (fun x => sqrt ((laplace 0 b) x) * sqrt ((laplace 0 beta) x))).
  assert (L1 : until f 0 (primitive 0 (/ sqrt ((2 * b) * (2 * beta))) ((b + beta) / (2 * b * beta)) 0 0)) by (apply (start f (cell 0 (/ sqrt ((2 * b) * (2 * beta))) ((b + beta) / (2 * b * beta)) 0)); [unfold f; root_cell | apply cell_m; lra]).
  assert (L : line_int f (primitive 0 (/ sqrt ((2 * b) * (2 * beta))) ((b + beta) / (2 * b * beta)) 0 0 + (- primitive 0 (/ sqrt ((2 * b) * (2 * beta))) (((- b) - beta) / (2 * b * beta)) 0 0))) by (apply (finish f (cell 0 (/ sqrt ((2 * b) * (2 * beta))) (((- b) - beta) / (2 * b * beta)) 0) 0 _ _ L1); [unfold f; root_cell | apply cell_p; lra]).
  refine (eq_ind (primitive 0 (/ sqrt ((2 * b) * (2 * beta))) ((b + beta) / (2 * b * beta)) 0 0 + (- primitive 0 (/ sqrt ((2 * b) * (2 * beta))) (((- b) - beta) / (2 * b * beta)) 0 0)) (fun v => integral line _ v) L _ _).
  unfold primitive. replace (exp (((b + beta) / (2 * b * beta)) * 0 + 0)) with (1) by same_log. replace (exp ((((- b) - beta) / (2 * b * beta)) * 0 + 0)) with (1) by same_log. replace (sqrt ((2 * b) * (2 * beta))) with ((sqrt b) * (sqrt beta) * 2) by same_log.
  set (r0 := sqrt b) in *. assert (Q0 : b = r0 * r0) by (symmetry; apply sqrt_sqrt; lra). assert (0 < r0) by (apply sqrt_lt_R0; lra). clearbody r0. try clear L. subst b.
  set (r1 := sqrt beta) in *. assert (Q1 : beta = r1 * r1) by (symmetry; apply sqrt_sqrt; lra). assert (0 < r1) by (apply sqrt_lt_R0; lra). clearbody r1. try clear L. subst beta.
  alike.
Qed.

Theorem hellinger__uniform__inside : Stated.cells.hellinger__uniform__inside.
Proof.
  red; intros.
  set (f := (fun x => sqrt ((uniform 0 a) x) * sqrt ((uniform 0 (a + b)) x))).
  assert (L0 : until f ((- a) - b) 0) by (apply start_0; unfold f; root_cell).
  assert (L1 : until f (- a) (0)) by (apply (step_0 f ((- a) - b) (- a) _ L0); [lra | unfold f; root_cell]).
  assert (L2 : until f a (0 + ((0 * (a * a - (- a) * (- a)) / 2 + (/ sqrt ((2 * a) * (2 * (a + b)))) * (a - (- a))) * exp 0))) by (apply (step f (cell 0 (/ sqrt ((2 * a) * (2 * (a + b)))) 0 0) (- a) a _ _ L1); [lra | unfold f; root_cell | apply cell_flat]).
  assert (L3 : until f (a + b) (0 + ((0 * (a * a - (- a) * (- a)) / 2 + (/ sqrt ((2 * a) * (2 * (a + b)))) * (a - (- a))) * exp 0))) by (apply (step_0 f a (a + b) _ L2); [lra | unfold f; root_cell]).
  assert (L : line_int f (0 + ((0 * (a * a - (- a) * (- a)) / 2 + (/ sqrt ((2 * a) * (2 * (a + b)))) * (a - (- a))) * exp 0))) by (apply (finish_0 f (a + b) _ L3); unfold f; root_cell).
  refine (eq_ind (0 + ((0 * (a * a - (- a) * (- a)) / 2 + (/ sqrt ((2 * a) * (2 * (a + b)))) * (a - (- a))) * exp 0)) (fun v => integral line _ v) L _ _).
  unfold primitive. replace (exp 0) with (1) by same_log. replace (sqrt ((2 * a) * (2 * (a + b)))) with ((sqrt a) * (sqrt (a + b)) * 2) by same_log.
  set (r0 := sqrt a) in *. assert (Q0 : a = r0 * r0) by (symmetry; apply sqrt_sqrt; lra). assert (0 < r0) by (apply sqrt_lt_R0; lra). clearbody r0. try clear L. subst a.
  alike.
Qed.

Theorem chi2__uniform__inside : Stated.cells.chi2__uniform__inside.
Proof.
  red; intros.
  set (f := (moment (A := line) 2 (uniform 0 a) (uniform 0 (a + b)))).
  assert (L0 : until f ((- a) - b) 0) by (apply start_0; unfold f; moment_cell).
  assert (L1 : until f (- a) (0)) by (apply (step_0 f ((- a) - b) (- a) _ L0); [lra | unfold f; moment_cell]).
  assert (L2 : until f a (0 + ((0 * (a * a - (- a) * (- a)) / 2 + (exp (- (2 * ln (2 * a)) - (1 - 2) * ln (2 * (a + b)))) * (a - (- a))) * exp 0))) by (apply (step f (cell 0 (exp (- (2 * ln (2 * a)) - (1 - 2) * ln (2 * (a + b)))) 0 0) (- a) a _ _ L1); [lra | unfold f; moment_cell | apply cell_flat]).
  assert (L3 : until f (a + b) (0 + ((0 * (a * a - (- a) * (- a)) / 2 + (exp (- (2 * ln (2 * a)) - (1 - 2) * ln (2 * (a + b)))) * (a - (- a))) * exp 0))) by (apply (step_0 f a (a + b) _ L2); [lra | unfold f; moment_cell]).
  assert (L : line_int f (0 + ((0 * (a * a - (- a) * (- a)) / 2 + (exp (- (2 * ln (2 * a)) - (1 - 2) * ln (2 * (a + b)))) * (a - (- a))) * exp 0))) by (apply (finish_0 f (a + b) _ L3); unfold f; moment_cell).
  split. { dominates. }
  refine (eq_ind (0 + ((0 * (a * a - (- a) * (- a)) / 2 + (exp (- (2 * ln (2 * a)) - (1 - 2) * ln (2 * (a + b)))) * (a - (- a))) * exp 0)) (fun v => integral line _ v) L _ _).
  unfold primitive. replace (exp 0) with (1) by same_log. replace ((exp (- (2 * ln (2 * a)) - (1 - 2) * ln (2 * (a + b))))) with ((a + b) / (2 * a * a)) by same_log.
  alike.
Qed.

Theorem kl__uniform__inside : Stated.cells.kl__uniform__inside.
Proof.
  red; intros.
  set (f := (log_ratio (A := line) (uniform 0 a) (uniform 0 (a + b)))).
  assert (L0 : until f ((- a) - b) 0) by (apply start_0; unfold f; log_ratio_cell).
  assert (L1 : until f (- a) (0)) by (apply (step_0 f ((- a) - b) (- a) _ L0); [lra | unfold f; log_ratio_cell]).
  assert (L2 : until f a (0 + (((0 / (2 * a)) * (a * a - (- a) * (- a)) / 2 + ((0 + ln ((2 * (a + b)) / (2 * a))) / (2 * a)) * (a - (- a))) * exp 0))) by (apply (step f (cell (0 / (2 * a)) ((0 + ln ((2 * (a + b)) / (2 * a))) / (2 * a)) 0 0) (- a) a _ _ L1); [lra | unfold f; log_ratio_cell | apply cell_flat]).
  assert (L3 : until f (a + b) (0 + (((0 / (2 * a)) * (a * a - (- a) * (- a)) / 2 + ((0 + ln ((2 * (a + b)) / (2 * a))) / (2 * a)) * (a - (- a))) * exp 0))) by (apply (step_0 f a (a + b) _ L2); [lra | unfold f; log_ratio_cell]).
  assert (L : line_int f (0 + (((0 / (2 * a)) * (a * a - (- a) * (- a)) / 2 + ((0 + ln ((2 * (a + b)) / (2 * a))) / (2 * a)) * (a - (- a))) * exp 0))) by (apply (finish_0 f (a + b) _ L3); unfold f; log_ratio_cell).
  split. { dominates. }
  refine (eq_ind (0 + (((0 / (2 * a)) * (a * a - (- a) * (- a)) / 2 + ((0 + ln ((2 * (a + b)) / (2 * a))) / (2 * a)) * (a - (- a))) * exp 0)) (fun v => integral line _ v) L _ _).
  unfold primitive. replace (exp 0) with (1) by same_log. replace (ln ((2 * (a + b)) / (2 * a))) with (((- (ln a)) + (ln (a + b)))) by (logs; alike). replace ((ln ((a + b) / a))) with (((- (ln a)) + (ln (a + b)))) by (logs; alike).
  alike.
Qed.

Theorem renyi__exponential : Stated.cells.renyi__exponential.
Proof.
  red; intros.
  assert (0 < ((- (alpha * b)) + (alpha * beta) + b) / (b * beta)) by positive.
  assert ((((alpha * b) - (alpha * beta) - b) / (b * beta)) < 0) by (replace (((alpha * b) - (alpha * beta) - b) / (b * beta)) with (- (((- (alpha * b)) + (alpha * beta) + b) / (b * beta))) by alike; lra).
  set (f := (moment (A := line) alpha (exponential 0 b) (exponential 0 beta))).
  assert (L0 : until f 0 0) by (apply start_0; unfold f; moment_cell).
  assert (L : line_int f (0 + (- primitive 0 (exp (- (alpha * ln b) - (1 - alpha) * ln beta)) (((alpha * b) - (alpha * beta) - b) / (b * beta)) 0 0))) by (apply (finish f (cell 0 (exp (- (alpha * ln b) - (1 - alpha) * ln beta)) (((alpha * b) - (alpha * beta) - b) / (b * beta)) 0) 0 _ _ L0); [unfold f; moment_cell | apply cell_p; lra]).
  split. { intros ?; first [exfalso; lra | dominates]. }
  assert (V : 0 + (- primitive 0 (exp (- (alpha * ln b) - (1 - alpha) * ln beta)) (((alpha * b) - (alpha * beta) - b) / (b * beta)) 0 0) = (beta * (power (beta / b) (alpha - 1)) / ((alpha * beta) + (b * (1 - alpha))))).
  { unfold primitive. replace (exp ((((alpha * b) - (alpha * beta) - b) / (b * beta)) * 0 + 0)) with (1) by same_log. replace ((exp (- (alpha * ln b) - (1 - alpha) * ln beta))) with (exp (alpha * (ln beta)) / (beta * exp (alpha * (ln b)))) by same_log. replace ((power (beta / b) (alpha - 1))) with (exp (alpha * (ln beta)) * b / (beta * exp (alpha * (ln b)))) by same_log. alike. }
  rewrite V in L. exists ((beta * (power (beta / b) (alpha - 1)) / ((alpha * beta) + (b * (1 - alpha))))). split; [exact L | split].
  - first [positive | apply (line_pos f (cell 0 (exp (- (alpha * ln b) - (1 - alpha) * ln beta)) (((alpha * b) - (alpha * beta) - b) / (b * beta)) 0) 0 1 _); [intros; apply moment_nonneg | lra | unfold f; moment_cell | apply cell_continuous | unfold cell; rewrite Rmult_0_l, Rplus_0_l; positive | exact L]].
  - first [reflexivity | logs; alike].
Qed.

Theorem kl__exponential : Stated.cells.kl__exponential.
Proof.
  red; intros.
  assert (0 < 1 / b) by positive.
  assert ((- (1 / b)) < 0) by (replace (- (1 / b)) with (- (1 / b)) by alike; lra).
  set (f := (log_ratio (A := line) (exponential 0 b) (exponential 0 beta))).
  assert (L0 : until f 0 0) by (apply start_0; unfold f; log_ratio_cell).
  assert (L : line_int f (0 + (- primitive (((b - beta) / (b * beta)) / b) ((0 + ln (beta / b)) / b) (- (1 / b)) 0 0))) by (apply (finish f (cell (((b - beta) / (b * beta)) / b) ((0 + ln (beta / b)) / b) (- (1 / b)) 0) 0 _ _ L0); [unfold f; log_ratio_cell | apply cell_p; lra]).
  split. { dominates. }
  refine (eq_ind (0 + (- primitive (((b - beta) / (b * beta)) / b) ((0 + ln (beta / b)) / b) (- (1 / b)) 0 0)) (fun v => integral line _ v) L _ _).
  unfold primitive. replace (exp ((- (1 / b)) * 0 + 0)) with (1) by same_log. replace (ln (beta / b)) with (((- (ln b)) + (ln beta))) by (logs; alike). replace ((ln (beta / b))) with (((- (ln b)) + (ln beta))) by (logs; alike).
  alike.
Qed.

Theorem chi2__exponential : Stated.cells.chi2__exponential.
Proof.
  red; intros.
  assert (0 < ((- b) + (2 * beta)) / (b * beta)) by positive.
  assert (((b - (2 * beta)) / (b * beta)) < 0) by (replace ((b - (2 * beta)) / (b * beta)) with (- (((- b) + (2 * beta)) / (b * beta))) by alike; lra).
  set (f := (moment (A := line) 2 (exponential 0 b) (exponential 0 beta))).
  assert (L0 : until f 0 0) by (apply start_0; unfold f; moment_cell).
  assert (L : line_int f (0 + (- primitive 0 (exp (- (2 * ln b) - (1 - 2) * ln beta)) ((b - (2 * beta)) / (b * beta)) 0 0))) by (apply (finish f (cell 0 (exp (- (2 * ln b) - (1 - 2) * ln beta)) ((b - (2 * beta)) / (b * beta)) 0) 0 _ _ L0); [unfold f; moment_cell | apply cell_p; lra]).
  split. { dominates. }
  refine (eq_ind (0 + (- primitive 0 (exp (- (2 * ln b) - (1 - 2) * ln beta)) ((b - (2 * beta)) / (b * beta)) 0 0)) (fun v => integral line _ v) L _ _).
  unfold primitive. replace (exp (((b - (2 * beta)) / (b * beta)) * 0 + 0)) with (1) by same_log. replace ((exp (- (2 * ln b) - (1 - 2) * ln beta))) with (beta / (b * b)) by same_log.
  alike.
Qed.

Theorem hellinger__exponential : Stated.cells.hellinger__exponential.
Proof.
  red; intros.
  assert (0 < (b + beta) / (2 * b * beta)) by positive.
  assert ((((- b) - beta) / (2 * b * beta)) < 0) by (replace (((- b) - beta) / (2 * b * beta)) with (- ((b + beta) / (2 * b * beta))) by alike; lra).
  set (f := (fun x => sqrt ((exponential 0 b) x) * sqrt ((exponential 0 beta) x))).
  assert (L0 : until f 0 0) by (apply start_0; unfold f; root_cell).
  assert (L : line_int f (0 + (- primitive 0 (/ sqrt (b * beta)) (((- b) - beta) / (2 * b * beta)) 0 0))) by (apply (finish f (cell 0 (/ sqrt (b * beta)) (((- b) - beta) / (2 * b * beta)) 0) 0 _ _ L0); [unfold f; root_cell | apply cell_p; lra]).
  refine (eq_ind (0 + (- primitive 0 (/ sqrt (b * beta)) (((- b) - beta) / (2 * b * beta)) 0 0)) (fun v => integral line _ v) L _ _).
  unfold primitive. replace (exp ((((- b) - beta) / (2 * b * beta)) * 0 + 0)) with (1) by same_log. replace (sqrt (b * beta)) with ((sqrt b) * (sqrt beta)) by same_log.
  set (r0 := sqrt b) in *. assert (Q0 : b = r0 * r0) by (symmetry; apply sqrt_sqrt; lra). assert (0 < r0) by (apply sqrt_lt_R0; lra). clearbody r0. try clear L. subst b.
  set (r1 := sqrt beta) in *. assert (Q1 : beta = r1 * r1) by (symmetry; apply sqrt_sqrt; lra). assert (0 < r1) by (apply sqrt_lt_R0; lra). clearbody r1. try clear L. subst beta.
  alike.
Qed.

Theorem renyi__exponential__shift : Stated.cells.renyi__exponential__shift.
Proof.
  red; intros.
  assert (0 < 1 / b) by positive.
  assert ((- (1 / b)) < 0) by (replace (- (1 / b)) with (- (1 / b)) by alike; lra).
  set (f := (moment (A := line) alpha (exponential 1 b) (exponential 0 b))).
  assert (L0 : until f 0 0) by (apply start_0; unfold f; moment_cell_alike).
  assert (L1 : until f 1 (0)) by (apply (step_0 f 0 1 _ L0); [lra | unfold f; moment_cell_alike]).
  assert (L : line_int f (0 + (- primitive 0 (/ b) (- (1 / b)) (alpha / b) 1))) by (apply (finish f (cell 0 (/ b) (- (1 / b)) (alpha / b)) 1 _ _ L1); [unfold f; moment_cell_alike | apply cell_p; lra]).
  split. { intros ?; first [exfalso; lra | dominates]. }
  assert (V : 0 + (- primitive 0 (/ b) (- (1 / b)) (alpha / b) 1) = (exp ((alpha - 1) / b))).
  { unfold primitive. replace (exp ((- (1 / b)) * 1 + (alpha / b))) with (exp (alpha / b) / (exp (1 / b))) by same_log. replace ((exp ((alpha - 1) / b))) with (exp (alpha / b) / (exp (1 / b))) by same_log. alike. }
  rewrite V in L. exists ((exp ((alpha - 1) / b))). split; [exact L | split].
  - first [positive | apply (line_pos f (cell 0 (/ b) (- (1 / b)) (alpha / b)) 1 2 _); [intros; apply moment_nonneg | lra | unfold f; moment_cell_alike | apply cell_continuous | unfold cell; rewrite Rmult_0_l, Rplus_0_l; positive | exact L]].
  - first [reflexivity | logs; alike].
Qed.

Theorem hellinger__laplace : Stated.cells.hellinger__laplace.
Proof.
  red; intros.
  assert (0 < 1 / b) by positive.
  assert (0 < (1 / b)) by (replace (1 / b) with (1 / b) by alike; lra).
  assert (0 < 1 / b) by positive.
  assert ((- (1 / b)) < 0) by (replace (- (1 / b)) with (- (1 / b)) by alike; lra).
  set (f := (fun x => sqrt ((laplace 0 b) x) * sqrt ((laplace 1 b) x))).
  assert (L1 : until f 0 (primitive 0 (/ sqrt ((2 * b) * (2 * b))) (1 / b) (- (1 / (2 * b))) 0)) by (apply (start f (cell 0 (/ sqrt ((2 * b) * (2 * b))) (1 / b) (- (1 / (2 * b))))); [unfold f; root_cell | apply cell_m; lra]).
  assert (L2 : until f 1 (primitive 0 (/ sqrt ((2 * b) * (2 * b))) (1 / b) (- (1 / (2 * b))) 0 + ((0 * (1 * 1 - 0 * 0) / 2 + (/ sqrt ((2 * b) * (2 * b))) * (1 - 0)) * exp (- (1 / (2 * b)))))) by (apply (step f (cell 0 (/ sqrt ((2 * b) * (2 * b))) 0 (- (1 / (2 * b)))) 0 1 _ _ L1); [lra | unfold f; root_cell | apply cell_flat]).
  assert (L : line_int f (primitive 0 (/ sqrt ((2 * b) * (2 * b))) (1 / b) (- (1 / (2 * b))) 0 + ((0 * (1 * 1 - 0 * 0) / 2 + (/ sqrt ((2 * b) * (2 * b))) * (1 - 0)) * exp (- (1 / (2 * b)))) + (- primitive 0 (/ sqrt ((2 * b) * (2 * b))) (- (1 / b)) (1 / (2 * b)) 1))) by (apply (finish f (cell 0 (/ sqrt ((2 * b) * (2 * b))) (- (1 / b)) (1 / (2 * b))) 1 _ _ L2); [unfold f; root_cell | apply cell_p; lra]).
  refine (eq_ind (primitive 0 (/ sqrt ((2 * b) * (2 * b))) (1 / b) (- (1 / (2 * b))) 0 + ((0 * (1 * 1 - 0 * 0) / 2 + (/ sqrt ((2 * b) * (2 * b))) * (1 - 0)) * exp (- (1 / (2 * b)))) + (- primitive 0 (/ sqrt ((2 * b) * (2 * b))) (- (1 / b)) (1 / (2 * b)) 1)) (fun v => integral line _ v) L _ _).
  unfold primitive. replace (exp ((1 / b) * 0 + (- (1 / (2 * b))))) with (1 / (exp (1 / (2 * b)))) by same_log. replace (exp ((- (1 / b)) * 1 + (1 / (2 * b)))) with (1 / (exp (1 / (2 * b)))) by same_log. replace (exp (- (1 / (2 * b)))) with (1 / (exp (1 / (2 * b)))) by same_log. replace (sqrt ((2 * b) * (2 * b))) with (2 * b) by same_log. replace ((exp (- (1 / (2 * b))))) with (1 / (exp (1 / (2 * b)))) by same_log.
  alike.
Qed.

Theorem renyi__laplace__scales : Stated.cells.renyi__laplace__scales.
Proof.
  red; intros.
  assert (0 < ((- (alpha * b)) + (alpha * beta) + b) / (b * beta)) by positive.
  assert (0 < (((- (alpha * b)) + (alpha * beta) + b) / (b * beta))) by (replace (((- (alpha * b)) + (alpha * beta) + b) / (b * beta)) with (((- (alpha * b)) + (alpha * beta) + b) / (b * beta)) by alike; lra).
  assert (0 < ((- (alpha * b)) + (alpha * beta) + b) / (b * beta)) by positive.
  assert ((((alpha * b) - (alpha * beta) - b) / (b * beta)) < 0) by (replace (((alpha * b) - (alpha * beta) - b) / (b * beta)) with (- (((- (alpha * b)) + (alpha * beta) + b) / (b * beta))) by alike; lra).
  set (f := (moment (A := line) alpha (laplace 0 b) (laplace 0 beta))).
  assert (L1 : until f 0 (primitive 0 (exp (- (alpha * ln (2 * b)) - (1 - alpha) * ln (2 * beta))) (((- (alpha * b)) + (alpha * beta) + b) / (b * beta)) 0 0)) by (apply (start f (cell 0 (exp (- (alpha * ln (2 * b)) - (1 - alpha) * ln (2 * beta))) (((- (alpha * b)) + (alpha * beta) + b) / (b * beta)) 0)); [unfold f; moment_cell | apply cell_m; lra]).
  assert (L : line_int f (primitive 0 (exp (- (alpha * ln (2 * b)) - (1 - alpha) * ln (2 * beta))) (((- (alpha * b)) + (alpha * beta) + b) / (b * beta)) 0 0 + (- primitive 0 (exp (- (alpha * ln (2 * b)) - (1 - alpha) * ln (2 * beta))) (((alpha * b) - (alpha * beta) - b) / (b * beta)) 0 0))) by (apply (finish f (cell 0 (exp (- (alpha * ln (2 * b)) - (1 - alpha) * ln (2 * beta))) (((alpha * b) - (alpha * beta) - b) / (b * beta)) 0) 0 _ _ L1); [unfold f; moment_cell | apply cell_p; lra]).
  split. { intros ?; first [exfalso; lra | dominates]. }
  assert (V : primitive 0 (exp (- (alpha * ln (2 * b)) - (1 - alpha) * ln (2 * beta))) (((- (alpha * b)) + (alpha * beta) + b) / (b * beta)) 0 0 + (- primitive 0 (exp (- (alpha * ln (2 * b)) - (1 - alpha) * ln (2 * beta))) (((alpha * b) - (alpha * beta) - b) / (b * beta)) 0 0) = (b * (power (beta / b) alpha) / ((alpha * beta) + (b * (1 - alpha))))).
  { unfold primitive. replace (exp ((((- (alpha * b)) + (alpha * beta) + b) / (b * beta)) * 0 + 0)) with (1) by same_log. replace (exp ((((alpha * b) - (alpha * beta) - b) / (b * beta)) * 0 + 0)) with (1) by same_log. replace ((exp (- (alpha * ln (2 * b)) - (1 - alpha) * ln (2 * beta)))) with (exp (alpha * (ln beta)) / (2 * beta * exp (alpha * (ln b)))) by same_log. replace ((power (beta / b) alpha)) with (exp (alpha * (ln beta)) / (exp (alpha * (ln b)))) by same_log. alike. }
  rewrite V in L. exists ((b * (power (beta / b) alpha) / ((alpha * beta) + (b * (1 - alpha))))). split; [exact L | split].
  - first [positive | apply (line_pos f (cell 0 (exp (- (alpha * ln (2 * b)) - (1 - alpha) * ln (2 * beta))) (((alpha * b) - (alpha * beta) - b) / (b * beta)) 0) 0 1 _); [intros; apply moment_nonneg | lra | unfold f; moment_cell | apply cell_continuous | unfold cell; rewrite Rmult_0_l, Rplus_0_l; positive | exact L]].
  - first [reflexivity | logs; alike].
Qed.

Theorem kl__laplace__scales : Stated.cells.kl__laplace__scales.
Proof.
  red; intros.
  assert (0 < 1 / b) by positive.
  assert (0 < (1 / b)) by (replace (1 / b) with (1 / b) by alike; lra).
  assert (0 < 1 / b) by positive.
  assert ((- (1 / b)) < 0) by (replace (- (1 / b)) with (- (1 / b)) by alike; lra).
  set (f := (log_ratio (A := line) (laplace 0 b) (laplace 0 beta))).
  assert (L1 : until f 0 (primitive ((((- b) + beta) / (b * beta)) / (2 * b)) ((0 + ln ((2 * beta) / (2 * b))) / (2 * b)) (1 / b) 0 0)) by (apply (start f (cell ((((- b) + beta) / (b * beta)) / (2 * b)) ((0 + ln ((2 * beta) / (2 * b))) / (2 * b)) (1 / b) 0)); [unfold f; log_ratio_cell | apply cell_m; lra]).
  assert (L : line_int f (primitive ((((- b) + beta) / (b * beta)) / (2 * b)) ((0 + ln ((2 * beta) / (2 * b))) / (2 * b)) (1 / b) 0 0 + (- primitive (((b - beta) / (b * beta)) / (2 * b)) ((0 + ln ((2 * beta) / (2 * b))) / (2 * b)) (- (1 / b)) 0 0))) by (apply (finish f (cell (((b - beta) / (b * beta)) / (2 * b)) ((0 + ln ((2 * beta) / (2 * b))) / (2 * b)) (- (1 / b)) 0) 0 _ _ L1); [unfold f; log_ratio_cell | apply cell_p; lra]).
  split. { dominates. }
  refine (eq_ind (primitive ((((- b) + beta) / (b * beta)) / (2 * b)) ((0 + ln ((2 * beta) / (2 * b))) / (2 * b)) (1 / b) 0 0 + (- primitive (((b - beta) / (b * beta)) / (2 * b)) ((0 + ln ((2 * beta) / (2 * b))) / (2 * b)) (- (1 / b)) 0 0)) (fun v => integral line _ v) L _ _).
  unfold primitive. replace (exp ((1 / b) * 0 + 0)) with (1) by same_log. replace (exp ((- (1 / b)) * 0 + 0)) with (1) by same_log. replace (ln ((2 * beta) / (2 * b))) with (((- (ln b)) + (ln beta))) by (logs; alike). replace ((ln (beta / b))) with (((- (ln b)) + (ln beta))) by (logs; alike).
  alike.
Qed.

Theorem renyi__laplace__apart : Stated.cells.renyi__laplace__apart.
Proof.
  red; intros.
  assert (0 < ((- (alpha * b)) + (alpha * beta) + b)) by (replace ((- (alpha * b)) + (alpha * beta) + b) with ((((- alpha) + (alpha * beta / b) + 1) - 0) * b) by alike; apply Rmult_pos; [lra | positive]).
  assert (0 < ((- (alpha * b)) + (alpha * beta) + b) / (b * beta)) by positive.
  assert (0 < (((- (alpha * b)) + (alpha * beta) + b) / (b * beta))) by (replace (((- (alpha * b)) + (alpha * beta) + b) / (b * beta)) with (((- (alpha * b)) + (alpha * beta) + b) / (b * beta)) by alike; lra).
  assert (0 < ((alpha * b) + (alpha * beta) - b) / (b * beta)) by positive.
  assert ((((- (alpha * b)) - (alpha * beta) + b) / (b * beta)) < 0) by (replace (((- (alpha * b)) - (alpha * beta) + b) / (b * beta)) with (- (((alpha * b) + (alpha * beta) - b) / (b * beta))) by alike; lra).
  assert (0 < ((- (alpha * b)) + (alpha * beta) + b) / (b * beta)) by positive.
  assert ((((alpha * b) - (alpha * beta) - b) / (b * beta)) < 0) by (replace (((alpha * b) - (alpha * beta) - b) / (b * beta)) with (- (((- (alpha * b)) + (alpha * beta) + b) / (b * beta))) by alike; lra).
  set (f := (moment (A := line) alpha (laplace 0 b) (laplace 1 beta))).
  assert (L1 : until f 0 (primitive 0 (exp (- (alpha * ln (2 * b)) - (1 - alpha) * ln (2 * beta))) (((- (alpha * b)) + (alpha * beta) + b) / (b * beta)) ((alpha - 1) / beta) 0)) by (apply (start f (cell 0 (exp (- (alpha * ln (2 * b)) - (1 - alpha) * ln (2 * beta))) (((- (alpha * b)) + (alpha * beta) + b) / (b * beta)) ((alpha - 1) / beta))); [unfold f; moment_cell | apply cell_m; lra]).
  assert (L2 : until f 1 (primitive 0 (exp (- (alpha * ln (2 * b)) - (1 - alpha) * ln (2 * beta))) (((- (alpha * b)) + (alpha * beta) + b) / (b * beta)) ((alpha - 1) / beta) 0 + (primitive 0 (exp (- (alpha * ln (2 * b)) - (1 - alpha) * ln (2 * beta))) (((- (alpha * b)) - (alpha * beta) + b) / (b * beta)) ((alpha - 1) / beta) 1 - primitive 0 (exp (- (alpha * ln (2 * b)) - (1 - alpha) * ln (2 * beta))) (((- (alpha * b)) - (alpha * beta) + b) / (b * beta)) ((alpha - 1) / beta) 0))) by (apply (step f (cell 0 (exp (- (alpha * ln (2 * b)) - (1 - alpha) * ln (2 * beta))) (((- (alpha * b)) - (alpha * beta) + b) / (b * beta)) ((alpha - 1) / beta)) 0 1 _ _ L1); [lra | unfold f; moment_cell | apply cell_mid; lra]).
  assert (L : line_int f (primitive 0 (exp (- (alpha * ln (2 * b)) - (1 - alpha) * ln (2 * beta))) (((- (alpha * b)) + (alpha * beta) + b) / (b * beta)) ((alpha - 1) / beta) 0 + (primitive 0 (exp (- (alpha * ln (2 * b)) - (1 - alpha) * ln (2 * beta))) (((- (alpha * b)) - (alpha * beta) + b) / (b * beta)) ((alpha - 1) / beta) 1 - primitive 0 (exp (- (alpha * ln (2 * b)) - (1 - alpha) * ln (2 * beta))) (((- (alpha * b)) - (alpha * beta) + b) / (b * beta)) ((alpha - 1) / beta) 0) + (- primitive 0 (exp (- (alpha * ln (2 * b)) - (1 - alpha) * ln (2 * beta))) (((alpha * b) - (alpha * beta) - b) / (b * beta)) ((1 - alpha) / beta) 1))) by (apply (finish f (cell 0 (exp (- (alpha * ln (2 * b)) - (1 - alpha) * ln (2 * beta))) (((alpha * b) - (alpha * beta) - b) / (b * beta)) ((1 - alpha) / beta)) 1 _ _ L2); [unfold f; moment_cell | apply cell_p; lra]).
  split. { intros ?; first [exfalso; lra | dominates]. }
  assert (V : primitive 0 (exp (- (alpha * ln (2 * b)) - (1 - alpha) * ln (2 * beta))) (((- (alpha * b)) + (alpha * beta) + b) / (b * beta)) ((alpha - 1) / beta) 0 + (primitive 0 (exp (- (alpha * ln (2 * b)) - (1 - alpha) * ln (2 * beta))) (((- (alpha * b)) - (alpha * beta) + b) / (b * beta)) ((alpha - 1) / beta) 1 - primitive 0 (exp (- (alpha * ln (2 * b)) - (1 - alpha) * ln (2 * beta))) (((- (alpha * b)) - (alpha * beta) + b) / (b * beta)) ((alpha - 1) / beta) 0) + (- primitive 0 (exp (- (alpha * ln (2 * b)) - (1 - alpha) * ln (2 * beta))) (((alpha * b) - (alpha * beta) - b) / (b * beta)) ((1 - alpha) / beta) 1) = ((power (beta / b) alpha) * ((alpha * beta * (exp ((alpha - 1) / beta)) / b) + ((alpha - 1) * (exp (- (alpha / b))))) / (((- alpha) + (alpha * beta / b) + 1) * (alpha + (alpha * beta / b) - 1)))).
  { unfold primitive. replace (exp ((((- (alpha * b)) + (alpha * beta) + b) / (b * beta)) * 0 + ((alpha - 1) / beta))) with (exp (alpha / beta) / (exp (1 / beta))) by same_log. replace (exp ((((- (alpha * b)) - (alpha * beta) + b) / (b * beta)) * 0 + ((alpha - 1) / beta))) with (exp (alpha / beta) / (exp (1 / beta))) by same_log. replace (exp ((((- (alpha * b)) - (alpha * beta) + b) / (b * beta)) * 1 + ((alpha - 1) / beta))) with (1 / (exp (alpha / b))) by same_log. replace (exp ((((alpha * b) - (alpha * beta) - b) / (b * beta)) * 1 + ((1 - alpha) / beta))) with (1 / (exp (alpha / b))) by same_log. replace ((exp (- (alpha * ln (2 * b)) - (1 - alpha) * ln (2 * beta)))) with (exp (alpha * (ln beta)) / (2 * beta * exp (alpha * (ln b)))) by same_log. replace ((power (beta / b) alpha)) with (exp (alpha * (ln beta)) / (exp (alpha * (ln b)))) by same_log. replace ((exp (- (alpha / b)))) with (1 / (exp (alpha / b))) by same_log. replace ((exp ((alpha - 1) / beta))) with (exp (alpha / beta) / (exp (1 / beta))) by same_log. alike. }
  rewrite V in L. exists (((power (beta / b) alpha) * ((alpha * beta * (exp ((alpha - 1) / beta)) / b) + ((alpha - 1) * (exp (- (alpha / b))))) / (((- alpha) + (alpha * beta / b) + 1) * (alpha + (alpha * beta / b) - 1)))). split; [exact L | split].
  - first [positive | apply (line_pos f (cell 0 (exp (- (alpha * ln (2 * b)) - (1 - alpha) * ln (2 * beta))) (((- (alpha * b)) - (alpha * beta) + b) / (b * beta)) ((alpha - 1) / beta)) 0 1 _); [intros; apply moment_nonneg | lra | unfold f; moment_cell | apply cell_continuous | unfold cell; rewrite Rmult_0_l, Rplus_0_l; positive | exact L]].
  - first [reflexivity | logs; alike].
Qed.

Theorem kl__laplace__apart : Stated.cells.kl__laplace__apart.
Proof.
  red; intros.
  assert (0 < 1 / b) by positive.
  assert (0 < (1 / b)) by (replace (1 / b) with (1 / b) by alike; lra).
  assert (0 < 1 / b) by positive.
  assert ((- (1 / b)) < 0) by (replace (- (1 / b)) with (- (1 / b)) by alike; lra).
  set (f := (log_ratio (A := line) (laplace 0 b) (laplace 1 beta))).
  assert (L1 : until f 0 (primitive ((((- b) + beta) / (b * beta)) / (2 * b)) (((1 / beta) + ln ((2 * beta) / (2 * b))) / (2 * b)) (1 / b) 0 0)) by (apply (start f (cell ((((- b) + beta) / (b * beta)) / (2 * b)) (((1 / beta) + ln ((2 * beta) / (2 * b))) / (2 * b)) (1 / b) 0)); [unfold f; log_ratio_cell | apply cell_m; lra]).
  assert (L2 : until f 1 (primitive ((((- b) + beta) / (b * beta)) / (2 * b)) (((1 / beta) + ln ((2 * beta) / (2 * b))) / (2 * b)) (1 / b) 0 0 + (primitive ((((- b) - beta) / (b * beta)) / (2 * b)) (((1 / beta) + ln ((2 * beta) / (2 * b))) / (2 * b)) (- (1 / b)) 0 1 - primitive ((((- b) - beta) / (b * beta)) / (2 * b)) (((1 / beta) + ln ((2 * beta) / (2 * b))) / (2 * b)) (- (1 / b)) 0 0))) by (apply (step f (cell ((((- b) - beta) / (b * beta)) / (2 * b)) (((1 / beta) + ln ((2 * beta) / (2 * b))) / (2 * b)) (- (1 / b)) 0) 0 1 _ _ L1); [lra | unfold f; log_ratio_cell | apply cell_mid; lra]).
  assert (L : line_int f (primitive ((((- b) + beta) / (b * beta)) / (2 * b)) (((1 / beta) + ln ((2 * beta) / (2 * b))) / (2 * b)) (1 / b) 0 0 + (primitive ((((- b) - beta) / (b * beta)) / (2 * b)) (((1 / beta) + ln ((2 * beta) / (2 * b))) / (2 * b)) (- (1 / b)) 0 1 - primitive ((((- b) - beta) / (b * beta)) / (2 * b)) (((1 / beta) + ln ((2 * beta) / (2 * b))) / (2 * b)) (- (1 / b)) 0 0) + (- primitive (((b - beta) / (b * beta)) / (2 * b)) (((- (1 / beta)) + ln ((2 * beta) / (2 * b))) / (2 * b)) (- (1 / b)) 0 1))) by (apply (finish f (cell (((b - beta) / (b * beta)) / (2 * b)) (((- (1 / beta)) + ln ((2 * beta) / (2 * b))) / (2 * b)) (- (1 / b)) 0) 1 _ _ L2); [unfold f; log_ratio_cell | apply cell_p; lra]).
  split. { dominates. }
  refine (eq_ind (primitive ((((- b) + beta) / (b * beta)) / (2 * b)) (((1 / beta) + ln ((2 * beta) / (2 * b))) / (2 * b)) (1 / b) 0 0 + (primitive ((((- b) - beta) / (b * beta)) / (2 * b)) (((1 / beta) + ln ((2 * beta) / (2 * b))) / (2 * b)) (- (1 / b)) 0 1 - primitive ((((- b) - beta) / (b * beta)) / (2 * b)) (((1 / beta) + ln ((2 * beta) / (2 * b))) / (2 * b)) (- (1 / b)) 0 0) + (- primitive (((b - beta) / (b * beta)) / (2 * b)) (((- (1 / beta)) + ln ((2 * beta) / (2 * b))) / (2 * b)) (- (1 / b)) 0 1)) (fun v => integral line _ v) L _ _).
  unfold primitive. replace (exp ((1 / b) * 0 + 0)) with (1) by same_log. replace (exp ((- (1 / b)) * 0 + 0)) with (1) by same_log. replace (exp ((- (1 / b)) * 1 + 0)) with (1 / (exp (1 / b))) by same_log. replace ((exp (- (1 / b)))) with (1 / (exp (1 / b))) by same_log. replace (ln ((2 * beta) / (2 * b))) with (((- (ln b)) + (ln beta))) by (logs; alike). replace ((ln (beta / b))) with (((- (ln b)) + (ln beta))) by (logs; alike).
  alike.
Qed.

Theorem kl__laplace : Stated.cells.kl__laplace.
Proof.
  red; intros.
  assert (0 < 1 / lambda) by positive.
  assert (0 < (1 / lambda)) by (replace (1 / lambda) with (1 / lambda) by alike; lra).
  assert (0 < 1 / lambda) by positive.
  assert ((- (1 / lambda)) < 0) by (replace (- (1 / lambda)) with (- (1 / lambda)) by alike; lra).
  set (f := (log_ratio (A := line) (laplace 0 lambda) (laplace 1 lambda))).
  assert (L1 : until f 0 (primitive (0 / (2 * lambda)) (((1 / lambda) + ln ((2 * lambda) / (2 * lambda))) / (2 * lambda)) (1 / lambda) 0 0)) by (apply (start f (cell (0 / (2 * lambda)) (((1 / lambda) + ln ((2 * lambda) / (2 * lambda))) / (2 * lambda)) (1 / lambda) 0)); [unfold f; log_ratio_cell | apply cell_m; lra]).
  assert (L2 : until f 1 (primitive (0 / (2 * lambda)) (((1 / lambda) + ln ((2 * lambda) / (2 * lambda))) / (2 * lambda)) (1 / lambda) 0 0 + (primitive ((- (2 / lambda)) / (2 * lambda)) (((1 / lambda) + ln ((2 * lambda) / (2 * lambda))) / (2 * lambda)) (- (1 / lambda)) 0 1 - primitive ((- (2 / lambda)) / (2 * lambda)) (((1 / lambda) + ln ((2 * lambda) / (2 * lambda))) / (2 * lambda)) (- (1 / lambda)) 0 0))) by (apply (step f (cell ((- (2 / lambda)) / (2 * lambda)) (((1 / lambda) + ln ((2 * lambda) / (2 * lambda))) / (2 * lambda)) (- (1 / lambda)) 0) 0 1 _ _ L1); [lra | unfold f; log_ratio_cell | apply cell_mid; lra]).
  assert (L : line_int f (primitive (0 / (2 * lambda)) (((1 / lambda) + ln ((2 * lambda) / (2 * lambda))) / (2 * lambda)) (1 / lambda) 0 0 + (primitive ((- (2 / lambda)) / (2 * lambda)) (((1 / lambda) + ln ((2 * lambda) / (2 * lambda))) / (2 * lambda)) (- (1 / lambda)) 0 1 - primitive ((- (2 / lambda)) / (2 * lambda)) (((1 / lambda) + ln ((2 * lambda) / (2 * lambda))) / (2 * lambda)) (- (1 / lambda)) 0 0) + (- primitive (0 / (2 * lambda)) (((- (1 / lambda)) + ln ((2 * lambda) / (2 * lambda))) / (2 * lambda)) (- (1 / lambda)) 0 1))) by (apply (finish f (cell (0 / (2 * lambda)) (((- (1 / lambda)) + ln ((2 * lambda) / (2 * lambda))) / (2 * lambda)) (- (1 / lambda)) 0) 1 _ _ L2); [unfold f; log_ratio_cell | apply cell_p; lra]).
  split. { dominates. }
  refine (eq_ind (primitive (0 / (2 * lambda)) (((1 / lambda) + ln ((2 * lambda) / (2 * lambda))) / (2 * lambda)) (1 / lambda) 0 0 + (primitive ((- (2 / lambda)) / (2 * lambda)) (((1 / lambda) + ln ((2 * lambda) / (2 * lambda))) / (2 * lambda)) (- (1 / lambda)) 0 1 - primitive ((- (2 / lambda)) / (2 * lambda)) (((1 / lambda) + ln ((2 * lambda) / (2 * lambda))) / (2 * lambda)) (- (1 / lambda)) 0 0) + (- primitive (0 / (2 * lambda)) (((- (1 / lambda)) + ln ((2 * lambda) / (2 * lambda))) / (2 * lambda)) (- (1 / lambda)) 0 1)) (fun v => integral line _ v) L _ _).
  unfold primitive. replace (exp ((1 / lambda) * 0 + 0)) with (1) by same_log. replace (exp ((- (1 / lambda)) * 0 + 0)) with (1) by same_log. replace (exp ((- (1 / lambda)) * 1 + 0)) with (1 / (exp (1 / lambda))) by same_log. replace ((exp (- (1 / lambda)))) with (1 / (exp (1 / lambda))) by same_log. replace (ln ((2 * lambda) / (2 * lambda))) with (0) by (logs; alike).
  alike.
Qed.

Theorem renyi__asymmetric_laplace : Stated.cells.renyi__asymmetric_laplace.
Proof.
  red; intros.
  assert (0 < 1 / b) by positive.
  assert (0 < (1 / b)) by (replace (1 / b) with (1 / b) by alike; lra).
  assert (0 < ((alpha * b) + (alpha * beta) - beta) / (b * beta)) by positive.
  assert ((((- (alpha * b)) - (alpha * beta) + beta) / (b * beta)) < 0) by (replace (((- (alpha * b)) - (alpha * beta) + beta) / (b * beta)) with (- (((alpha * b) + (alpha * beta) - beta) / (b * beta))) by alike; lra).
  assert (0 < 1 / beta) by positive.
  assert ((- (1 / beta)) < 0) by (replace (- (1 / beta)) with (- (1 / beta)) by alike; lra).
  set (f := (moment (A := line) alpha (asymmetric_laplace 0 b beta) (asymmetric_laplace 1 b beta))).
  assert (L1 : until f 0 (primitive 0 (/ (b + beta)) (1 / b) ((alpha - 1) / b) 0)) by (apply (start f (cell 0 (/ (b + beta)) (1 / b) ((alpha - 1) / b))); [unfold f; moment_cell_alike | apply cell_m; lra]).
  assert (L2 : until f 1 (primitive 0 (/ (b + beta)) (1 / b) ((alpha - 1) / b) 0 + (primitive 0 (/ (b + beta)) (((- (alpha * b)) - (alpha * beta) + beta) / (b * beta)) ((alpha - 1) / b) 1 - primitive 0 (/ (b + beta)) (((- (alpha * b)) - (alpha * beta) + beta) / (b * beta)) ((alpha - 1) / b) 0))) by (apply (step f (cell 0 (/ (b + beta)) (((- (alpha * b)) - (alpha * beta) + beta) / (b * beta)) ((alpha - 1) / b)) 0 1 _ _ L1); [lra | unfold f; moment_cell_alike | apply cell_mid; lra]).
  assert (L : line_int f (primitive 0 (/ (b + beta)) (1 / b) ((alpha - 1) / b) 0 + (primitive 0 (/ (b + beta)) (((- (alpha * b)) - (alpha * beta) + beta) / (b * beta)) ((alpha - 1) / b) 1 - primitive 0 (/ (b + beta)) (((- (alpha * b)) - (alpha * beta) + beta) / (b * beta)) ((alpha - 1) / b) 0) + (- primitive 0 (/ (b + beta)) (- (1 / beta)) ((1 - alpha) / beta) 1))) by (apply (finish f (cell 0 (/ (b + beta)) (- (1 / beta)) ((1 - alpha) / beta)) 1 _ _ L2); [unfold f; moment_cell_alike | apply cell_p; lra]).
  split. { intros ?; first [exfalso; lra | dominates]. }
  assert (V : primitive 0 (/ (b + beta)) (1 / b) ((alpha - 1) / b) 0 + (primitive 0 (/ (b + beta)) (((- (alpha * b)) - (alpha * beta) + beta) / (b * beta)) ((alpha - 1) / b) 1 - primitive 0 (/ (b + beta)) (((- (alpha * b)) - (alpha * beta) + beta) / (b * beta)) ((alpha - 1) / b) 0) + (- primitive 0 (/ (b + beta)) (- (1 / beta)) ((1 - alpha) / beta) 1) = (((b * (exp ((alpha - 1) / b))) + (beta * (exp (- (alpha / beta)))) + (((exp ((alpha - 1) / b)) - (exp (- (alpha / beta)))) / ((alpha / beta) + ((alpha - 1) / b)))) / (b + beta))).
  { unfold primitive. replace (exp ((1 / b) * 0 + ((alpha - 1) / b))) with (exp (alpha / b) / (exp (1 / b))) by same_log. replace (exp ((((- (alpha * b)) - (alpha * beta) + beta) / (b * beta)) * 0 + ((alpha - 1) / b))) with (exp (alpha / b) / (exp (1 / b))) by same_log. replace (exp ((((- (alpha * b)) - (alpha * beta) + beta) / (b * beta)) * 1 + ((alpha - 1) / b))) with (1 / (exp (alpha / beta))) by same_log. replace (exp ((- (1 / beta)) * 1 + ((1 - alpha) / beta))) with (1 / (exp (alpha / beta))) by same_log. replace ((exp (- (alpha / beta)))) with (1 / (exp (alpha / beta))) by same_log. replace ((exp ((alpha - 1) / b))) with (exp (alpha / b) / (exp (1 / b))) by same_log. alike. }
  rewrite V in L. exists ((((b * (exp ((alpha - 1) / b))) + (beta * (exp (- (alpha / beta)))) + (((exp ((alpha - 1) / b)) - (exp (- (alpha / beta)))) / ((alpha / beta) + ((alpha - 1) / b)))) / (b + beta))). split; [exact L | split].
  - first [positive | apply (line_pos f (cell 0 (/ (b + beta)) (((- (alpha * b)) - (alpha * beta) + beta) / (b * beta)) ((alpha - 1) / b)) 0 1 _); [intros; apply moment_nonneg | lra | unfold f; moment_cell_alike | apply cell_continuous | unfold cell; rewrite Rmult_0_l, Rplus_0_l; positive | exact L]].
  - first [reflexivity | logs; alike].
Qed.

Theorem kl__asymmetric_laplace : Stated.cells.kl__asymmetric_laplace.
Proof.
  red; intros.
  assert (0 < 1 / b) by positive.
  assert (0 < (1 / b)) by (replace (1 / b) with (1 / b) by alike; lra).
  assert (0 < 1 / beta) by positive.
  assert ((- (1 / beta)) < 0) by (replace (- (1 / beta)) with (- (1 / beta)) by alike; lra).
  set (f := (log_ratio (A := line) (asymmetric_laplace 0 b beta) (asymmetric_laplace 1 b beta))).
  assert (L1 : until f 0 (primitive (0 / (b + beta)) (((1 / b) + ln ((b + beta) / (b + beta))) / (b + beta)) (1 / b) 0 0)) by (apply (start f (cell (0 / (b + beta)) (((1 / b) + ln ((b + beta) / (b + beta))) / (b + beta)) (1 / b) 0)); [unfold f; log_ratio_cell | apply cell_m; lra]).
  assert (L2 : until f 1 (primitive (0 / (b + beta)) (((1 / b) + ln ((b + beta) / (b + beta))) / (b + beta)) (1 / b) 0 0 + (primitive ((((- b) - beta) / (b * beta)) / (b + beta)) (((1 / b) + ln ((b + beta) / (b + beta))) / (b + beta)) (- (1 / beta)) 0 1 - primitive ((((- b) - beta) / (b * beta)) / (b + beta)) (((1 / b) + ln ((b + beta) / (b + beta))) / (b + beta)) (- (1 / beta)) 0 0))) by (apply (step f (cell ((((- b) - beta) / (b * beta)) / (b + beta)) (((1 / b) + ln ((b + beta) / (b + beta))) / (b + beta)) (- (1 / beta)) 0) 0 1 _ _ L1); [lra | unfold f; log_ratio_cell | apply cell_mid; lra]).
  assert (L : line_int f (primitive (0 / (b + beta)) (((1 / b) + ln ((b + beta) / (b + beta))) / (b + beta)) (1 / b) 0 0 + (primitive ((((- b) - beta) / (b * beta)) / (b + beta)) (((1 / b) + ln ((b + beta) / (b + beta))) / (b + beta)) (- (1 / beta)) 0 1 - primitive ((((- b) - beta) / (b * beta)) / (b + beta)) (((1 / b) + ln ((b + beta) / (b + beta))) / (b + beta)) (- (1 / beta)) 0 0) + (- primitive (0 / (b + beta)) (((- (1 / beta)) + ln ((b + beta) / (b + beta))) / (b + beta)) (- (1 / beta)) 0 1))) by (apply (finish f (cell (0 / (b + beta)) (((- (1 / beta)) + ln ((b + beta) / (b + beta))) / (b + beta)) (- (1 / beta)) 0) 1 _ _ L2); [unfold f; log_ratio_cell | apply cell_p; lra]).
  split. { dominates. }
  refine (eq_ind (primitive (0 / (b + beta)) (((1 / b) + ln ((b + beta) / (b + beta))) / (b + beta)) (1 / b) 0 0 + (primitive ((((- b) - beta) / (b * beta)) / (b + beta)) (((1 / b) + ln ((b + beta) / (b + beta))) / (b + beta)) (- (1 / beta)) 0 1 - primitive ((((- b) - beta) / (b * beta)) / (b + beta)) (((1 / b) + ln ((b + beta) / (b + beta))) / (b + beta)) (- (1 / beta)) 0 0) + (- primitive (0 / (b + beta)) (((- (1 / beta)) + ln ((b + beta) / (b + beta))) / (b + beta)) (- (1 / beta)) 0 1)) (fun v => integral line _ v) L _ _).
  unfold primitive. replace (exp ((1 / b) * 0 + 0)) with (1) by same_log. replace (exp ((- (1 / beta)) * 0 + 0)) with (1) by same_log. replace (exp ((- (1 / beta)) * 1 + 0)) with (1 / (exp (1 / beta))) by same_log. replace ((exp (- (1 / beta)))) with (1 / (exp (1 / beta))) by same_log. replace (ln ((b + beta) / (b + beta))) with (0) by (logs; alike).
  alike.
Qed.
