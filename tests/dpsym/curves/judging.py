"""What is true of runs whose great losses are heavy, whichever window tells them; delta of mirrored losses on a grid."""

import itertools
import math

import numpy as np
from flint import arb, ctx

from dpsym.curves import PrivacyCurve, SubsampledGaussianLoss


def part(q, s, count):
    """Return runs of Gaussian noise on Poisson samples."""
    return ((SubsampledGaussianLoss(q, s), count),)


def judge_one_run(delta, q, s, eps, slight):
    """Hold what a road says of one run against its formula."""
    exact = PrivacyCurve(part(q, s, 1)).delta(eps)
    with ctx.workprec(140):
        found = delta(part(q, s, 1), eps, math.log(exact.mid))
        assert found.overlaps(exact.value)
        assert found.rad() < abs(found) * 1e-9
        assert not found.overlaps(PrivacyCurve(part(q, s, 1)).delta(eps * (1 + slight)).value)


def odds_at(runs):
    """Return the odds of the moved noise at the place of a window."""
    return float(runs.rate) * math.exp((runs.place - 0.5 / float(runs.spread)) / float(runs.spread))


def judge_fall(runs, c, heights):
    """Hold the bound of the jumps at heights against all that lies above, and return it with its values there."""
    fall = runs.fall(arb(c))
    with ctx.workprec(200):
        values = [abs(runs.on_line(arb(c), arb(y), 1, 1, 60.0)[0][1]) for y in heights]
    bounds = [fall(arb(y)) for y in heights]
    assert all(bounds[k] >= value.lower() for k in range(len(heights)) for value in values[k:])
    assert all(later <= bound for bound, later in itertools.pairwise(bounds))
    return fall, bounds


def delta_on_a_grid(losses, masses, others, count, eps, width, points, up):
    """Return delta of losses above 0, their mirror images and the atom at 0, rounded up, or down, to a grid, by Fourier transforms."""
    grid, rest = np.zeros(points), 1 - masses.sum() - others.sum()
    for values, weights in ((losses, masses), (-losses, others), (np.zeros(1), np.full(1, rest))):
        index = np.ceil(values / width) if up else np.floor(values / width)
        np.add.at(grid, index.astype(int) % points, weights)
    total = np.fft.irfft(np.fft.rfft(grid) ** count, points)
    levels = np.fft.fftfreq(points, 1 / points) * width
    above = levels > eps
    return float((total[above] * -np.expm1(eps - levels[above])).sum())
