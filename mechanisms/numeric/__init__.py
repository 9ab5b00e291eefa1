"""Quadrature on the line, sums over the integers, divergences of laws given by densities, and goodness of fit."""
