(* Metric privacy at the greatest distance. *)
From Coq Require Import Reals Lra.
From Dpsym Require Import Spaces Functions Divergences Laws Basics.
From Stated Require metrics.
Open Scope R_scope.

Theorem metric_privacy_diameter : Stated.metrics.metric__privacy__diameter.
Proof.
  intros n e He r Hr far Hfar P HP FP Q HQ FQ [v [Hv Hb]] Hle. exists v. split; [exact Hv|].
  apply Rle_trans with (e * r); [exact Hb|]. rewrite (Rmult_comm far e). apply Rmult_le_compat_l; lra.
Qed.
