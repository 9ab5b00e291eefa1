"""Random allocation with little Gaussian noise, or very many steps: quick brackets against contours, draws and formulas, and their false twins."""

import math
from fractions import Fraction

import numpy as np
import pytest
from flint import arb, ctx

from dpsym.curves import PrivacyCurve, allocated_bracket
from dpsym.curves.allocated import AllocatedGaussianLoss
from dpsym.curves.gaussian import GaussianLoss
from dpsym.curves.little_noise import little_noise_bounds
from dpsym.curves.mean_bracket import MeanBracket
from dpsym.curves.mean_ends import added_ends, composed_ends, removed_ends
from dpsym.curves.mean_hull import MeanHull
from dpsym.curves.mean_lattice import MeanLattice
from dpsym.curves.mean_plans import Planner
from dpsym.curves.mean_ratio import at_most, contour_for
from dpsym.curves.sandwich import Sandwich
from dpsym.errors import UndecidedError

DELTA = Fraction(1, 10**5)


@pytest.mark.parametrize("removed", [pytest.param(True, marks=pytest.mark.slow), False])
def test_a_lattice_holds_what_the_contour_finds(removed):
    loss = AllocatedGaussianLoss(10, Fraction(1), "remove" if removed else "add")
    truth = PrivacyCurve([(loss, 1)]).delta(1, 12)
    low, high = MeanBracket(Fraction(1), 10)._delta(Fraction(1), removed)
    assert low <= truth.lower <= truth.upper <= high < low * Fraction(1001, 1000)
    # the mean of nine ratios is another one
    other = MeanBracket(Fraction(1), 9)._delta(Fraction(1), removed)
    assert not other[0] <= truth.upper <= other[1]


def test_more_points_tell_more_and_dropped_ones_nothing():
    with ctx.workprec(128):
        fine, coarse = (MeanLattice(Fraction(1, 2), 7, arb(2), points) for points in (256, 64))
        assert coarse.share_below(1.0) < fine.share_below(1.0) < fine.share_above(1.0) < coarse.share_above(1.0)
        # at a share of the top the law is that of a lattice with a lower top
        lower = MeanLattice(Fraction(1, 2), 7, arb(2) - arb(2).log(), 256)
        assert lower.share_below(1.0) < fine.share_above(0.5)
        assert fine.share_below(0.5) < lower.share_above(1.0)
        with pytest.raises(UndecidedError, match="not laid on a lattice"):
            MeanLattice(Fraction(1, 2), 7, arb(700), 64)


@pytest.mark.parametrize(
    ("sigma", "slots"),
    [
        ("1/10", 10),
        ("1/10", 10**5),
        pytest.param("1/1000", 10, marks=pytest.mark.slow),
        pytest.param("1/4", 10**6, marks=pytest.mark.slow),
    ],
)
def test_little_noise_has_a_narrow_bracket_at_once(sigma, slots):
    low, high = allocated_bracket(Fraction(sigma), slots, delta=DELTA)
    assert 0 < low <= high < low * Fraction(1001, 1000)
    known = PrivacyCurve([(GaussianLoss(Fraction(sigma)), 1)]).epsilon(DELTA)
    assert known.upper - Fraction(math.log(slots)) - 1 < low < high < known.lower


@pytest.mark.slow
def test_a_threshold_and_its_delta_agree_where_the_contour_took_no_end():
    low, high = allocated_bracket(Fraction(1, 10), 10, delta=DELTA)
    assert (
        allocated_bracket(Fraction(1, 10), 10, eps=low)[1]
        >= DELTA
        >= allocated_bracket(Fraction(1, 10), 10, eps=high)[0]
    )
    assert allocated_bracket(Fraction(1, 10), 10, eps=low * Fraction(99, 100))[0] > DELTA
    assert allocated_bracket(Fraction(1, 10), 10, eps=high * Fraction(101, 100))[1] < DELTA


def test_one_step_of_little_noise_is_what_the_contour_says():
    # found by a contour in a minute, at delta = 10^-5
    low, high = allocated_bracket(Fraction(1, 5), 10, delta=DELTA)
    assert low <= Fraction("30.801147243") <= high
    assert not low <= Fraction("30.80115") <= high


@pytest.mark.slow
@pytest.mark.parametrize(("spread", "slots"), [("3/10", 10), ("1", 3)])
def test_formulas_bound_both_directions(spread, slots):
    found = {}
    with ctx.workprec(128):
        for direction, ends in (("remove", removed_ends), ("add", added_ends)):
            found[direction] = ends(Fraction(spread), slots, DELTA)
    bracket = MeanBracket(Fraction(spread), slots)
    for direction, (low, high) in found.items():
        assert bracket._delta(low, direction == "remove")[1] >= DELTA
        assert bracket._delta(high, direction == "remove")[0] <= DELTA


def _drawn(sigma, slots, epochs, eps, removed, count=100_000):
    """Return delta of several epochs from draws of the first law, and its standard error."""
    source, total = np.random.default_rng(7), np.zeros(count)
    for _ in range(epochs):
        noise = source.standard_normal((count, slots))
        if removed:
            noise[:, 0] += 1 / sigma
        loss = np.log(np.exp(noise / sigma - 0.5 / sigma**2).mean(axis=1))
        total += loss if removed else -loss
    gains = np.maximum(0.0, -np.expm1(eps - total))
    return gains.mean(), gains.std() / math.sqrt(count)


@pytest.mark.parametrize("removed", [pytest.param(True, marks=pytest.mark.slow), False])
def test_atoms_above_and_below_hold_what_draws_find(removed):
    spread, slots, epochs = Fraction(1, 2), 5, 2
    ends = Fraction(-7), Fraction(10)
    pairs = [MeanHull(spread, slots, ends, removed, above) for above in (True, False)]
    eps = Fraction(8 if removed else 6)
    high = Sandwich(((pairs[0], epochs),)).delta(eps, Fraction(1, 100))[1]
    low = Sandwich(((pairs[1], epochs),)).delta_below(eps, high)
    mean, error = _drawn(0.5, slots, epochs, float(eps), removed)
    # seeded; six standard errors are exceeded by chance in one of 5 10^8 draws
    assert float(low) - 6 * error <= mean <= float(high) + 6 * error
    assert 0 < low < high < low * Fraction(102, 100)
    twin = _drawn(0.5, slots, epochs, float(eps) * 1.2, removed)[0]
    assert twin < float(low) - 6 * error


@pytest.mark.slow
def test_epochs_of_many_steps_are_met_from_both_sides():
    low, high = allocated_bracket(Fraction(1, 2), 1000, 1, 3, delta=Fraction(1, 10**6))
    single = allocated_bracket(Fraction(1, 2), 1000, delta=Fraction(1, 10**6))
    assert single[1] < low < high < low * Fraction(102, 100)


@pytest.mark.slow
def test_epochs_of_little_noise_have_narrow_brackets():
    low, high = allocated_bracket(Fraction(3, 10), 10, 1, 10, delta=DELTA)
    assert 0 < high - low < high / 1000
    with ctx.workprec(128):
        least, most = composed_ends(Fraction(3, 10), (10, 1, 10), DELTA)
    assert least <= low < high <= max(most.values())
    at_low, at_high = (allocated_bracket(Fraction(3, 10), 10, 1, 10, eps=eps) for eps in (low, high))
    assert at_low[1] >= DELTA >= at_high[0]


def test_blocks_of_very_many_steps_lose_little_at_a_great_delta():
    # the least of very many normal numbers lies far from 0: a power of a ball around 0 is no number
    least, most = composed_ends(Fraction(8, 3), (2000, 3, 2), Fraction(8, 100))
    assert least == 0 < max(most.values()) < 2
    assert allocated_bracket(Fraction(8, 3), 2000, 3, 2, delta=Fraction(8, 100)) == (0, 0)
    assert allocated_bracket(Fraction(8, 3), 2000, 3, 2, delta=Fraction(8, 10**9))[0] > 0


@pytest.mark.parametrize(("counts", "width"), [((10, 1, 10), 0.05), ((10, 2, 1), 0.03), ((10, 7, 2), 0.08)])
def test_very_little_noise_is_bounded_by_formulas(counts, width):
    low, highs = little_noise_bounds(Fraction(1, 10), counts, DELTA, None)
    high = max(highs.values())
    assert 0 < low < high < low * Fraction(1 + width)
    below, above = little_noise_bounds(Fraction(1, 10), counts, None, high)
    assert below <= DELTA
    assert min(above.values()) >= below


@pytest.mark.parametrize(
    ("sigma", "slots", "delta"),
    [
        (30, 10**5, "1e-6"),
        pytest.param(30, 10**5, "1e-12", marks=pytest.mark.slow),
        pytest.param(100, 10**6, "1e-6", marks=pytest.mark.slow),
    ],
)
def test_very_many_steps_have_twelve_digits(sigma, slots, delta):
    low, high = allocated_bracket(sigma, slots, delta=Fraction(delta))
    assert 0 < high - low < low / 10**11
    # the normal law of the same variance is near it, and told from it
    width = math.sqrt(math.expm1(1 / sigma**2) / slots)
    place = math.expm1(float(low)) / width
    normal = width * (math.exp(-(place**2) / 2) / math.sqrt(2 * math.pi) - place * math.erfc(place / math.sqrt(2)) / 2)
    assert 1e-6 < normal / float(delta) - 1 < 0.1 or 1e-6 < 1 - normal / float(delta) < 0.1


def test_few_steps_with_much_noise_are_nearly_normal():
    # the transform of a ratio is small where the contour lies, which an absolute error would hide
    low, high = allocated_bracket(200, 10, delta=Fraction(1, 10**6))
    summed = PrivacyCurve([(GaussianLoss(Fraction(200)), 1)]).epsilon(Fraction(1, 10**6)).lower
    assert 0 < high - low < low / 10**11
    # nearly Gaussian noise of the deviation sigma times the root of the steps
    near = PrivacyCurve([(GaussianLoss(Fraction(63245553, 100000)), 1)]).epsilon(Fraction(1, 10**6)).lower
    assert abs(high - near) < near / 1000
    assert high < summed / 3


def test_the_power_of_many_ratios_is_planned_as_well_as_that_of_few():
    planner = Planner(Fraction(30), 10**5, (0.5, 1.001), 60.0)
    c, variance = 3e4, math.expm1(1 / 900) / 10**5
    assert planner.log_modulus(complex(c)) + c == pytest.approx(c * c * variance / 2, rel=1e-2)


def test_contours_are_refused_that_cost_more_than_is_left():
    asked = Fraction(2), 10, (Fraction(1, 2), Fraction(2)), 64
    contour_for(*asked)
    with at_most(1000), pytest.raises(UndecidedError, match="limit of work"):
        contour_for(*asked)
    with pytest.raises(UndecidedError, match="nodes of a costly transform"):
        contour_for(Fraction(1, 2), 10**5, (Fraction(2), Fraction(4)), 128)
