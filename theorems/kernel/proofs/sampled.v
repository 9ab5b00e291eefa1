(* Laplace noise on a sampled data set. *)
From Coq Require Import Reals Lra Psatz.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Spaces Functions Divergences Laws Basics Pieces Gauss Primitives LaplaceProfile Extremes.
From Stated Require sampled.
Open Scope R_scope.

Theorem sampled_laplace : Stated.sampled.amplification__poisson__laplace.
Proof.
  intros e He q Q0 Q1 b Hb. assert (E := exp_ge_1 e He). assert (G := mirror _ _ (laplace_profile (- 1) 0 b e Hb He ltac:(lra))).
  set (v := Rmax _ 0) in G.
  assert (P : is_hockey_stick line e (laplace 1 b) (laplace 0 b) v).
  { refine (line_int_ext _ _ _ _ G). intros x. cbv beta. rewrite !laplace_mirror. replace (- - 1) with 1 by ring. now rewrite Ropp_0. }
  exists (q * v). split; [|exists v; split; [exact P | reflexivity]].
  refine (line_int_ext _ _ _ _ (line_scal q _ _ P)). intros x. cbv beta. unfold mixture. rewrite exp_ln by nra. rewrite <- stick_scal by lra. f_equal. ring.
Qed.

Theorem sampled_laplace_removed : Stated.sampled.amplification__poisson__laplace__removed.
Proof.
  intros e He q Q0 Q1 b Hb. assert (E := exp_ge_1 e He). assert (G := laplace_profile 0 1 b e Hb He ltac:(lra)). set (w := Rmax _ 0) in G.
  set (y := q * (exp e - 1) + 1). assert (Y : 1 <= y) by (unfold y; nra). assert (LY : exp (ln y) = y) by (apply exp_ln; lra).
  assert (V : exists v, is_hockey_stick line (ln y) (laplace 0 b) (@mixture line q (laplace 1 b) (laplace 0 b)) v).
  { set (c := 1 - y * (1 - q)). destruct (Rle_dec c 0) as [C|C].
    - exists 0. refine (line_int_ext _ _ _ _ zero_line). intros x. unfold mixture. rewrite LY. symmetry. apply Rmax_left.
      assert (A := laplace_pos 0 b x Hb). assert (B := laplace_pos 1 b x Hb). replace (laplace 0 b x - y * (q * laplace 1 b x + (1 - q) * laplace 0 b x)) with (c * laplace 0 b x - y * q * laplace 1 b x) by (unfold c; ring).
      assert (0 <= y * q * laplace 1 b x) by (apply Rmult_le_pos; nra). nra.
    - assert (D : 0 < c) by lra. assert (R : 1 <= y * q / c). { apply (Rmult_le_reg_r c); auto. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. unfold c. lra. }
      assert (L : 0 <= ln (y * q / c)). { rewrite <- ln_1. destruct R as [R|<-]; [left; apply ln_increasing; lra | lra]. }
      eexists. refine (line_int_ext _ _ _ _ (line_scal c _ _ (laplace_profile 0 1 b (ln (y * q / c)) Hb L ltac:(lra)))). intros x. cbv beta. unfold mixture.
      rewrite LY, exp_ln by lra. rewrite <- stick_scal by lra. f_equal. replace (c * (laplace 0 b x - y * q / c * laplace 1 b x)) with (c * laplace 0 b x - y * q * laplace 1 b x) by (field; lra). unfold c. ring. }
  destruct V as [v V]. exists v. split; [exact V|]. exists w. split; [exact G|].
  refine (faithful_line _ _ v (q * w) _ V (line_scal q _ _ G)). intros x _. cbv beta. unfold mixture. rewrite LY, <- stick_scal by lra.
  assert (A := laplace_pos 0 b x Hb). assert (B := laplace_pos 1 b x Hb). set (u := laplace 0 b x) in *. set (t := laplace 1 b x) in *. assert (M := Rmax_l 0 (q * (u - exp e * t))). assert (N := Rmax_r 0 (q * (u - exp e * t))).
  apply Rmax_lub; [exact M|]. destruct (Rle_dec t u) as [H|H].
  - apply Rle_trans with (q * (u - exp e * t)); [|exact N]. unfold y. assert (0 <= q * (1 - q) * ((exp e - 1) * (u - t))) by (apply Rmult_le_pos; [nra | apply Rmult_le_pos; lra]). nra.
  - apply Rle_trans with 0; [|exact M]. assert (u <= q * t + (1 - q) * u) by nra. assert (0 <= (y - 1) * (q * t + (1 - q) * u)) by (apply Rmult_le_pos; nra). nra.
Qed.
