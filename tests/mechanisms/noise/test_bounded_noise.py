"""Staircase, truncated Laplace, and Laplace on a bounded domain."""

import math
from functools import partial
from itertools import pairwise

import mpmath as mp
import numpy as np
import pytest

from mechanisms import Laplace, ParameterError
from mechanisms.noise.domain import DomainLaplace
from mechanisms.noise.staircase import Staircase
from mechanisms.noise.truncated import TruncatedLaplace
from mechanisms.numeric.goodness import detectable_distance, goodness_of_fit

N = 20_000
FALSE_ALARM = 1e-6
POWER = 1 - 1e-6
ALL = [
    Staircase(1.0),
    Staircase(0.2, 3.0, 0.8),
    Staircase(4.0, 0.5),
    TruncatedLaplace(1.0, 2.0),
    TruncatedLaplace(2.0, 0.5),
    TruncatedLaplace(0.1, 9.0),
    DomainLaplace(-1.0, 4.0, 2.0),
]
EACH = pytest.mark.parametrize("mechanism", ALL, ids=repr)


def rng(seed):
    return np.random.default_rng(seed)


@EACH
def test_samples_follow_the_law(mechanism):
    """False-alarm rate 1e-6 a call, seeded; the power is that of the planted faults below."""
    samples = mechanism.release(np.full(N, 3.0), rng(41))
    assert goodness_of_fit(samples, lambda x: mechanism.cdf(x, 3.0), FALSE_ALARM).accepted


@pytest.mark.parametrize(
    ("stated", "drawn"),
    [
        (Staircase(1.0), Staircase(1.0, 0.5)),
        (Staircase(1.0, gamma=0.2), Staircase(1.0, gamma=0.8)),
        (Staircase(1.0), Laplace(1.0)),
        (TruncatedLaplace(1.0, 2.0), TruncatedLaplace(0.5, 2.0)),
        (TruncatedLaplace(1.0, 2.0), Laplace(1.0)),
        (DomainLaplace(0.0, 1.0, 2.0), DomainLaplace(0.0, 1.0, 1.0)),
    ],
)
def test_planted_faults_are_refuted(stated, drawn):
    """Sensitivity halved, the steps' share mirrored, scale halved, no truncation: each with power 1 - 1e-6."""
    grid = np.linspace(-20, 20, 40_001)
    assert np.abs(stated.cdf(grid) - drawn.cdf(grid)).max() > detectable_distance(N, FALSE_ALARM, POWER)
    assert not goodness_of_fit(drawn.release(np.zeros(N), rng(42)), stated.cdf, FALSE_ALARM).accepted


@EACH
def test_distribution_functions_go_from_0_to_1(mechanism):
    assert [mechanism.cdf(x) for x in (-math.inf, 0.0, math.inf)] == [0, 0.5, 1]
    assert mechanism.log_density(math.inf) == -math.inf


def staircase_density(x, eps, width, share):
    steps = mp.floor(abs(x) / width)
    height = (1 - mp.exp(-eps)) / (2 * width * (share + mp.exp(-eps) * (1 - share)))
    return height * mp.exp(-eps * (steps + (abs(x) / width - steps >= share)))


@pytest.mark.cases(1 / 2)
@pytest.mark.parametrize(
    ("eps", "width", "share", "shift"), [(1, 1, 0.25, 1), (0.5, 2, 0.75, 2), (0.5, 2, 0.25, -0.7), (2, 1, 0.5, 3.2)]
)
def test_staircase_divergences(holds, eps, width, share, shift):
    """Against midpoints of the cells of a grid that holds all jumps; beyond 80/eps steps e^-80 of the mass is left."""
    with mp.workdps(40):
        density = partial(staircase_density, eps=mp.mpf(eps), width=mp.mpf(width), share=mp.mpf(share))
        corners = {s * (n + o) * mp.mpf(width) for n in range(80 * 2) for o in (0, mp.mpf(share)) for s in (-1, 1)}
        edges = sorted(corners | {corner + mp.mpf(shift) for corner in corners})
        cells = [((a + b) / 2, b - a) for a, b in pairwise(edges)]
        p = [w * density(m) for m, w in cells]
        q = [w * density(m - mp.mpf(shift)) for m, w in cells]
        moment = mp.fsum(a**3 / b**2 for a, b in zip(p, q, strict=True))
        stick = mp.fsum(max(a - b * mp.exp(mp.mpf(eps) / 2), 0) for a, b in zip(p, q, strict=True))
        largest = max(mp.log(a / b) for a, b in zip(p, q, strict=True))
        pair = Staircase(eps, width, share).pair(shift)
        holds(pair.renyi(3), mp.log(moment) / 2, 1e-12)
        holds(pair.hockey_stick(eps / 2), stick, 1e-12)
        holds(pair.max_divergence(), largest, 1e-12)


def test_staircase_loses_no_more_than_its_budget_within_its_sensitivity():
    for eps in (0.01, 1.0, 50.0):
        for part in (0.1, 0.5, 1.0):
            estimate = Staircase(eps, 2.0).pair(2.0 * part).max_divergence()
            assert estimate.lower <= eps


def test_the_default_share_has_less_noise_than_its_neighbours():
    def mean_size(share):
        mechanism = Staircase(1.0, 1.0, share)
        grid = np.linspace(0, 60, 600_001)
        return np.sum(grid * np.exp(mechanism.log_density(grid)))

    best = Staircase(1.0).gamma
    assert mean_size(best) < min(mean_size(best - 0.02), mean_size(best + 0.02))


def test_truncated_laplace_divergences(holds):
    """Against the definition: on the common support the losses are those of Laplace, off it they are infinite."""
    with mp.workdps(40):
        b, bound, shift, eps = mp.mpf(1), mp.mpf(2), mp.mpf(1), mp.mpf(0.25)
        height = 1 / (2 * b * (1 - mp.exp(-bound / b)))

        def excess(x):
            return max(mp.exp(-abs(x) / b) - mp.exp(eps - abs(x - shift) / b), 0)

        kink = (shift - eps) / 2
        inside = mp.quad(excess, [shift - bound, 0, kink])
        alone = mp.quad(lambda x: mp.exp(-abs(x) / b), [-bound, shift - bound])
        pair = TruncatedLaplace(1.0, 2.0).pair()
        holds(pair.hockey_stick(0.25), height * (inside + alone), 1e-10)
    assert pair.max_divergence().value == math.inf


def test_noise_stays_within_the_bound():
    assert np.abs(TruncatedLaplace(5.0, 0.5).release(np.zeros(N), rng(43))).max() <= 0.5


def test_a_domain_sets_the_sensitivity():
    mechanism = DomainLaplace(-1.0, 4.0, 2.0)
    assert mechanism.sensitivity == 5.0
    assert mechanism.renyi(3) == Laplace(2.0, 5.0).renyi(3)
    assert DomainLaplace(0.1, 0.3, 1.0).sensitivity >= 0.3 - 0.1


@pytest.mark.parametrize(("eps", "delta", "printed"), [(0.1, 0.1, 14589), (2, 0.5, 1112), (11, 0.7, 245)])
def test_the_scale_of_a_budget_is_that_of_the_source_rounded_up(eps, delta, printed):
    """Table 2 of the source: salaries with a diameter of 2996, scales printed as integers."""
    scale = DomainLaplace.from_budget(1504, 4500, eps, delta).scale
    with mp.workdps(40):
        truth = 2996 / (mp.mpf(eps) - mp.log(1 - mp.mpf(delta)))
        assert truth <= scale <= truth * (1 + mp.mpf(10) ** -14)
    assert abs(scale - printed) < 1
    assert DomainLaplace.from_budget(0, 1, 2.0).scale == pytest.approx(0.5)


@pytest.mark.parametrize("records", [[0.0, 1.1], -0.1, math.nan, "1", []])
def test_records_outside_the_domain_are_refused(records):
    with pytest.raises(ParameterError, match=r"^answers must be"):
        DomainLaplace(0.0, 1.0, 1.0).release(records, rng(1))


@pytest.mark.parametrize("wrong", [0, -1, math.nan, math.inf, 1j, True, "1", [1.0]])
def test_bad_parameters_are_refused(wrong):
    for make, name in (
        (Staircase, "eps"),
        (lambda x: Staircase(1.0, x), "sensitivity"),
        (lambda x: TruncatedLaplace(x, 1.0), "scale"),
        (lambda x: TruncatedLaplace(1.0, x), "bound"),
        (lambda x: DomainLaplace(0.0, 1.0, x), "scale"),
        (lambda x: DomainLaplace.from_budget(0.0, 1.0, x), "eps"),
    ):
        with pytest.raises(ParameterError, match=rf"^{name} must be positive and finite, got "):
            make(wrong)
    with pytest.raises(ParameterError, match=r"^gamma must be a probability strictly between 0 and 1"):
        Staircase(1.0, 1.0, wrong)


def test_parameters_out_of_range_are_refused():
    for call, name in (
        (lambda: Staircase(1.0, 1.0, 1.0), "gamma"),
        (lambda: Staircase(1.0).pair(1001.0), "shift"),
        (lambda: DomainLaplace(1.0, 1.0, 1.0), "upper"),
        (lambda: DomainLaplace(math.nan, 1.0, 1.0), "lower"),
        (lambda: DomainLaplace(-1e308, 1e308, 1.0), "upper - lower"),
        (lambda: DomainLaplace.from_budget(0.0, 1.0, 1.0, 1.0), "delta"),
        (lambda: DomainLaplace.from_budget(0.0, 1.0, 1.0, True), "delta"),
    ):
        with pytest.raises(ParameterError, match=rf"^{name} must be"):
            call()
