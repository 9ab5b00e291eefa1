"""Planar Laplace noise as the entries run it: by its joint density, and by what it draws."""

from __future__ import annotations

import math

import numpy as np

from mechanisms import Estimate, PlanarLaplace

Rng = np.random.Generator
_ROUNDING = 1e-12


def greatest_loss(epsilon: float, t: float) -> Estimate:
    """Return the greatest loss at the points of circles around the two answers, the line through them included."""
    law = PlanarLaplace(epsilon)
    angle = np.linspace(0, 2 * math.pi, 97)
    length = t * np.exp(np.linspace(-6, 6, 97))[:, np.newaxis]
    points = np.stack([length * np.cos(angle), length * np.sin(angle)], axis=-1)
    losses = np.asarray(law.log_density(points, (0.0, 0.0))) - np.asarray(law.log_density(points, (t, 0.0)))
    return Estimate(float(losses.max()), 1e-10 * (1 + epsilon * t))


def within(epsilon: float, t: float) -> Estimate:
    """Integrate the joint density over the disc, in polar coordinates by Gauss and Legendre's rule."""
    law = PlanarLaplace(epsilon)
    nodes, weights = np.polynomial.legendre.leggauss(60)
    length, part = t * (nodes + 1) / 2, t * weights / 2
    angle = np.arange(12) * math.pi / 6
    points = np.stack([length[:, None] * np.cos(angle), length[:, None] * np.sin(angle)], axis=-1)
    height = np.exp(np.asarray(law.log_density(points, (0.0, 0.0)))).mean(axis=1)
    return Estimate(float(2 * math.pi * (part * length) @ height), _ROUNDING)


def draw_lengths(rng: Rng, size: int) -> np.ndarray:
    return np.linalg.norm(PlanarLaplace(2.0).release(np.zeros((size, 2)), rng), axis=-1)
