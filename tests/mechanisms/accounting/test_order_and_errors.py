"""The parts: order of hockey-stick functions under discretisation, and the stated errors of composition."""

import math
from fractions import Fraction

import numpy as np
import pytest

from mechanisms.accounting.coarsen import coarsen, cumulative
from mechanisms.accounting.convolve import convolve
from mechanisms.accounting.lattice import Lattice, Measure, discretise
from mechanisms.accounting.laws import GaussianLoss, LaplaceLoss, SampledLoss
from mechanisms.accounting.loss import Reversed
from mechanisms.accounting.tails import Tails
from mechanisms.accounting.tilted import Tilted, tilt, trimmed


def hockey_stick(points, masses, eps):
    return math.fsum(masses * np.maximum(-np.expm1(eps - points), 0.0))


LAWS = [
    (GaussianLoss(1.0), (-12, 20)),
    (GaussianLoss(0.01), (-0.1, 0.1)),
    (LaplaceLoss(1.3), (-1.3, 1.3)),
    (SampledLoss(GaussianLoss(2.0), 0.1), (-0.11, 9)),
    (Reversed(SampledLoss(GaussianLoss(2.0), 0.1)), (-9, 0.11)),
    (SampledLoss(LaplaceLoss(1.0), 0.3), (-0.22, 0.42)),
    (Reversed(SampledLoss(LaplaceLoss(1.0), 0.3)), (-0.42, 0.22)),
]


@pytest.mark.cases(1 / 2)
@pytest.mark.parametrize("cells", [37, 1000])
@pytest.mark.parametrize("case", range(len(LAWS)))
def test_discretisation_brackets_the_profile_between_lattice_points_too(case, cells):
    loss, (low, high) = LAWS[case]
    pitch = (high - low) / cells
    lattice = Lattice(low, pitch, -3, cells + 3)
    lower, upper = (discretise(loss, lattice, side) for side in (False, True))
    for eps in np.linspace(low - 1, high + pitch, 311):
        value, error = loss.profile(float(eps))
        below = hockey_stick(lattice.points, lower.masses, eps) + lower.infinite
        above = hockey_stick(lattice.points, upper.masses, eps) + upper.infinite
        assert below <= value + error + 1e-15
        assert value - error - 1e-15 <= above


@pytest.mark.cases(1 / 7)
@pytest.mark.parametrize("case", range(len(LAWS)))
def test_both_discretisations_are_of_second_order(case):
    """A pitch of an eighth divides both errors by about 64; a defect of first order would show as 8."""
    loss, (low, high) = LAWS[case]
    if loss.atoms:  # to second order only where the atoms sit on the lattice
        low, high = loss.atoms[0].loss, loss.atoms[-1].loss
    grid = np.linspace(low, high, 555)
    exact = np.array([loss.profile(float(eps))[0] for eps in grid])
    errors = []
    for cells in (512, 4096):
        lattice = Lattice(low, (high - low) / cells, -3, cells + 3)
        lower, upper = (discretise(loss, lattice, side) for side in (False, True))
        below = [hockey_stick(lattice.points, lower.masses, eps) + lower.infinite for eps in grid]
        above = [hockey_stick(lattice.points, upper.masses, eps) + upper.infinite for eps in grid]
        errors.append([np.mean(exact - below), np.mean(above - exact)])
    assert all(coarse > 24 * fine > 0 for coarse, fine in zip(*errors, strict=True))


def rough_masses(rng, kind, count):
    if kind == "smooth":
        return np.exp(-((np.arange(count) - count / 2) ** 2) / count)
    masses = rng.exponential(size=count)
    return masses * (rng.random(count) < 0.3) if kind == "sparse" else masses**4


@pytest.mark.cases(1 / 3)
@pytest.mark.parametrize("rate", [0.0, 0.02, 0.5])
@pytest.mark.parametrize("factor", [2, 4, 16])
@pytest.mark.parametrize("kind", ["smooth", "sparse", "rough"])
def test_coarsening_keeps_the_order(kind, factor, rate):
    rng = np.random.default_rng([factor, int(100 * rate), len(kind)])
    for pitch in (0.003, 0.4):
        masses = rough_masses(rng, kind, 200)
        fine = tilt(Measure(Lattice(0.1, pitch, -77, 122), masses / masses.sum(), 0.0, 0.0), rate)
        sides = [coarsen(fine, factor, side) for side in (False, True)]
        for eps in np.linspace(-90 * pitch, 140 * pitch, 401):
            below, exact, above = (untilted(one, eps) for one in (sides[0], fine, sides[1]))
            assert below <= exact * (1 + 1e-11)
            assert exact <= above * (1 + 1e-11)


@pytest.mark.parametrize("seed", range(12))
def test_coarsening_downward_keeps_the_order_where_the_mass_above_a_point_would_be_negative(seed):
    rng = np.random.default_rng([seed, 7])
    for pitch, rate, factor in ((1e-5, 0.02, 16), (1e-3, 1e-5, 2), (8e-3, 0.0, 4)):
        masses = np.where(rng.random(150) < 0.3, rng.exponential(size=150) ** 8, 0.0)
        fine = tilt(Measure(Lattice(0.1, pitch, -77, 72), masses / masses.sum(), 0.0, 0.0), rate)
        lower = coarsen(fine, factor, False)
        for eps in np.linspace(-90 * pitch, 80 * pitch, 60):
            assert untilted(lower, eps) <= untilted(fine, eps) * (1 + 1e-11)


def untilted(tilted, eps):
    """The hockey-stick function, all terms in logarithms of one scale."""
    index = tilted.first + np.arange(len(tilted.masses))
    gain = np.maximum(-np.expm1(eps - tilted.origin - tilted.pitch * index), 0.0)
    return math.fsum(tilted.masses * gain * np.exp(tilted.log_mass - tilted.rate * index))


def test_a_coarsening_upward_turned_down_is_caught():
    """The order test has teeth: the upper measure in the lower one's place fails it."""
    masses = rough_masses(None, "smooth", 200)
    fine = tilt(Measure(Lattice(0.0, 0.01, 0, 199), masses / masses.sum(), 0.0, 0.0), 0.0)
    wrong = coarsen(fine, 8, True)
    gaps = [untilted(wrong, eps) - untilted(fine, eps) for eps in np.linspace(0, 2, 401)]
    assert max(gaps) > 1e-6


def test_cumulative_sums_by_recursion_are_the_sums():
    rng = np.random.default_rng(5)
    masses, pitch, rate = rng.random(50), 0.07, 0.3
    mass, profile = cumulative(masses, pitch, rate)
    for i in range(50):
        j = np.arange(i, 50)
        assert mass[i] == pytest.approx(math.fsum(masses[i:] * np.exp(-rate * (j - i))), rel=1e-13)
        gain = -np.expm1(-pitch * (j - i)) * np.exp(-rate * (j - i))
        assert profile[i] == pytest.approx(math.fsum(masses[i:] * gain), rel=1e-12, abs=1e-300)


def item(rng, size, first):
    masses = rng.exponential(size=size)
    return Tilted(0.0, 0.1, 0.0, first, masses / masses.sum(), 0.0, 0.0, 0.0)


def exact_power(items):
    """The composition in rational arithmetic, as a list, and its first index."""
    total, first = [Fraction(1)], 0
    for one, count in items:
        masses = [Fraction(float(m)) for m in one.masses]
        for _ in range(count):
            fresh = [Fraction(0)] * (len(total) + len(masses) - 1)
            for i, a in enumerate(total):
                for j, b in enumerate(masses):
                    fresh[i + j] += a * b
            total, first = fresh, first + one.first
    return total, first


@pytest.mark.parametrize("log_tail", [-3.0, -15.0, -60.0])
def test_the_error_of_a_composition_is_within_its_bound(log_tail):
    """Aliasing, truncation and rounding together, against rational arithmetic; narrow windows alias visibly."""
    rng = np.random.default_rng(11)
    items = [(item(rng, 7, -2), 5), (item(rng, 4, 3), 6)]
    total, first = exact_power(items)
    result = convolve(items, log_tail)
    found = {result.first + i: Fraction(float(m)) for i, m in enumerate(result.masses)}
    exact = {first + i: m for i, m in enumerate(total)}
    off = float(sum(abs(found.get(i, 0) - exact.get(i, 0)) for i in {*found, *exact}))
    assert off <= result.error
    if log_tail < -40:
        assert result.error < 1e-10


def test_the_error_of_an_item_is_inherited():
    rng = np.random.default_rng(3)
    one = item(rng, 5, 0)
    faulty = Tilted(
        *(getattr(one, name) for name in ("origin", "pitch", "rate", "first", "masses", "log_mass")), 1e-3, 0.0
    )
    assert convolve([(faulty, 4)], -40.0).error >= 1.001**4 - 1


@pytest.mark.slow
def test_chernoff_bounds_exceed_the_tails():
    rng = np.random.default_rng(8)
    items = [(item(rng, 90, -30), 7)]
    total, first = exact_power(items)
    tails = Tails(items)
    low, high = first, first + len(total) - 1
    for cut in (0, 20, 80, 200):
        outside = float(sum(total[:cut]) + (sum(total[-cut:]) if cut else 0))
        assert outside <= tails.outside(low + cut, high - cut)
    start, end = tails.window(-20.0)
    assert tails.outside(start, end) <= 2.1 * math.exp(-20.0)
    assert tails.outside(low, high) == 0.0


def test_trimming_counts_what_it_drops():
    rng = np.random.default_rng(2)
    one = item(rng, 1000, -400)
    less = trimmed(one, 0.02)
    kept = less.masses * math.exp(less.log_mass)
    start = less.first - one.first
    dropped = 1 - math.fsum(one.masses[start : start + len(less.masses)])
    assert len(less.masses) < 1000
    assert np.allclose(kept, one.masses[start : start + len(less.masses)], rtol=1e-14, atol=0)
    assert dropped <= less.error * (1 + 1e-12) <= 0.03
