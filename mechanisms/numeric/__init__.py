"""Quadrature, divergences of laws given by their densities, and goodness of fit."""
