"""Convex bodies and the noise that they shape: gauge law, errors, privacy, volumes, isotropic constants."""
