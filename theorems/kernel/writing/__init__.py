"""Proofs that the program writes: scripts for Coq from what a derivation, a cover or a witness shows."""
