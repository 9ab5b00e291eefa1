"""OpenDP: proofs and programs of samplers, noise, thresholds, selection and conversion."""
