"""Families on the integers against sums of their definitions and known sums: honest and sharp from tiny to large scales."""

import math

import mpmath as mp
import numpy as np
import pytest
from reference import families as references

from mechanisms.errors import ConvergenceError, ParameterError
from mechanisms.families.counts import binomial_pair, geometric_pair, negative_binomial_pair, poisson_pair
from mechanisms.families.lattice import discrete_gaussian_pair, skellam_pair, two_sided_geometric_pair
from mechanisms.families.saddle import log_binomial, log_poisson, log_skellam

INF = math.inf


# each family: the pair, its log-masses, and a range beyond which there is less than 1e-40 of any integrand
CASES = {
    "poisson": (poisson_pair(2.5, 4.0), references.both("poisson", (2.5,), (4,)), 0, 90),
    "geometric": (geometric_pair(0.5, 0.375), references.both("geometric", (0.5,), (0.375,)), 0, 400),
    "negative binomial": (
        negative_binomial_pair(2.5, 0.5, 1.75, 0.375),
        references.both("negative_binomial", (2.5, 0.5), (1.75, 0.375)),
        0,
        450,
    ),
    "binomial": (binomial_pair(30, 0.25, 40, 0.5), references.both("binomial", (30, 0.25), (40, 0.5)), 0, 30),
    "two-sided geometric": (
        two_sided_geometric_pair(0, 1.5, 2, 2.0),
        references.both("discrete_laplace", (0, 1.5), (2, 2)),
        -250,
        250,
    ),
    "discrete Gaussian": (
        discrete_gaussian_pair(0, 1.5, 2, 2.0),
        references.both("discrete_gaussian", (0, 1.5), (2, 2)),
        -40,
        40,
    ),
    "Skellam": (
        skellam_pair(3.0, 2.0, 2.5, 3.5, 0, 1),
        (references.law("skellam", 3, 2), references.moved(references.law("skellam", 2.5, 3.5), 1)),
        -70,
        70,
    ),
}


@pytest.mark.cases(1 / 4)
@pytest.mark.parametrize("name", CASES)
def test_every_family_agrees_with_its_definition(holds, name):
    pair, (log_p, log_q), first, last = CASES[name]
    for order in (0.1, 0.5, 1.5):
        truth = references.by_summation("renyi", log_p, log_q, first, last, order)
        holds(pair.renyi(order), truth, 1e-11, (name, order))
    holds(pair.kl(), references.by_summation("kl", log_p, log_q, first, last), 1e-11, name)
    for eps in (-0.5, 0.0, 0.3, 1.1):
        truth = references.by_summation("hockey stick", log_p, log_q, first, last, eps)
        holds(pair.hockey_stick(eps), truth, 1e-10, (name, eps))


@pytest.mark.cases(1 / 2)
@pytest.mark.parametrize("name", [name for name in CASES if name != "binomial"])
def test_chi_squared_and_hellinger_agree_with_their_definitions(holds, name):
    pair, (log_p, log_q), first, last = CASES[name]
    holds(pair.squared_hellinger(), references.by_summation("hellinger", log_p, log_q, first, last), 1e-11, name)
    holds(pair.chi_squared(), references.by_summation("chi squared", log_p, log_q, first, last), 1e-11, name)


ORDERS = (0.1, 0.5, 0.9, 1 - 1e-6, 1 + 1e-6, 1.5, 2.0, 10.0, 64.0, 1e3, 1e4, 1e6)


@pytest.mark.slow
def test_many_random_pairs_of_known_divergence(holds):
    """600 values of five families, parameters from 1e-6 to 1e9; whatever is beyond the floats is refused."""
    rng = np.random.default_rng(41)
    for _ in range(30):
        means = np.exp(rng.uniform(-14, 20) + np.array([0.0, rng.normal() * rng.choice([1e-4, 0.1, 2.0])])).tolist()
        chances = rng.uniform(1e-3, 1 - 1e-3, size=2).tolist()
        trials, sigma = int(np.exp(rng.uniform(0, 20))), float(np.exp(rng.uniform(-1, 12)))
        shift = int(np.ceil(np.exp(rng.uniform(-2, 2)) * sigma))
        cases = (
            (poisson_pair(*means), references.poisson_renyi, tuple(means)),
            (geometric_pair(*chances), references.geometric_renyi, tuple(chances)),
            (
                binomial_pair(trials, chances[0], trials, chances[1]),
                references.binomial_renyi,
                (float(trials), *chances),
            ),
            (discrete_gaussian_pair(0, sigma, shift, sigma), references.discrete_gaussian_renyi, (float(shift), sigma)),
        )
        for pair, renyi, parameters in cases:
            for order in rng.choice(ORDERS, 5, replace=False).tolist():
                truth = renyi(order, *parameters)
                case = (renyi.__name__, parameters, order)
                try:
                    estimate = pair.renyi(order)
                except ConvergenceError:
                    assert truth > 1e90, case
                    continue
                holds(estimate, truth, None, case)
                if abs(order - 1) > 1e-3 and estimate.value > 1e-9:
                    assert estimate.error <= 1e-7 * estimate.value, case


@pytest.mark.parametrize("sigma", [1e-3, 0.05, 0.3, 1.0, 30.0, 1e3, 1e6, 1e9])
def test_the_scale_of_a_law_does_not_matter(holds, sigma):
    shift = max(1, round(sigma))
    pair = discrete_gaussian_pair(0, sigma, shift, sigma)
    for order in (0.5, 1.5, 2.0, 64.0):
        with mp.workdps(50):
            if sigma >= 0.3:
                truth = references.discrete_gaussian_renyi(order, float(shift), sigma)
            else:  # all the mass of the tilted law is on a neighbour or two of its centre
                s = mp.mpf(sigma)
                total = mp.fsum(
                    mp.exp(-(order * mp.mpf(k) ** 2 + (1 - mp.mpf(order)) * (k - shift) ** 2) / (2 * s**2))
                    for k in range(-100, 101)
                )
                own = mp.fsum(mp.exp(-(mp.mpf(k) ** 2) / (2 * s**2)) for k in range(-9, 10))
                truth = (mp.log(total) - mp.log(own)) / (mp.mpf(order) - 1)
        holds(pair.renyi(order), truth, 1e-9, (sigma, order))


def test_divergent_sums_are_infinite_and_only_those(holds):
    geometric = geometric_pair(0.25, 0.5)  # (3/4)^a (1/2)^(1 - a) reaches 1 at a = log 2/log 1.5
    edge = math.log(2) / math.log(1.5)
    for order in (edge - 1e-3, edge - 1e-7):
        holds(geometric.renyi(order), references.geometric_renyi(order, 0.25, 0.5), 1e-6, order)
    for order in (edge + 1e-7, 2.0, 64.0, 1e6, INF):
        assert geometric.renyi(order).value == INF
    wide = discrete_gaussian_pair(0, 3, 0, 2)  # 1/9 a + 1/4 (1 - a) reaches 0 at a = 9/5
    assert wide.renyi(1.79).value < INF
    assert wide.renyi(1.81).value == wide.max_divergence().value == wide.chi_squared().value == INF


def test_a_sum_beyond_the_floats_is_refused_and_not_called_infinite(holds):
    """The Poisson sum peaks at 3^a 2^(1 - a); its divergence outgrows the floats at order 1740 or so."""
    pair = poisson_pair(3.0, 2.0)
    for order in (20.0, 100.0, 400.0, 560.0):
        holds(pair.renyi(order), references.poisson_renyi(order, 3.0, 2.0), 1e-8, order)
    for order in (700.0, 1e4, 1e6):
        with pytest.raises(ConvergenceError, match="peaks toward inf beyond the range"):
            pair.renyi(order)


def test_max_divergence(holds):
    with mp.workdps(40):
        holds(poisson_pair(2.0, 3.0).max_divergence(), mp.mpf(1), 1e-12)
        holds(geometric_pair(0.5, 0.25).max_divergence(), mp.log(2), 1e-12)
        holds(two_sided_geometric_pair(0, 2.0, 3, 2.0).max_divergence(), mp.mpf(3) / 2, 1e-12)
    assert poisson_pair(3.0, 2.0).max_divergence().value == INF
    assert skellam_pair(5.0, 5.0, 5.0, 5.0, 0, 1).max_divergence().value == INF


def test_the_binomial_mechanism_has_mass_that_its_neighbour_lacks(holds):
    pair = binomial_pair(20, 0.5, 20, 0.5, 0, 1)
    log_p = references.law("binomial", 20, 0.5)
    log_q = references.moved(log_p, 1)
    assert pair.kl().value == pair.renyi(2).value == pair.max_divergence().value == INF
    assert pair.privacy_loss([0, 21]).tolist() == [INF, -INF]
    holds(pair.hockey_stick(0.1), references.by_summation("hockey stick", log_p, log_q, 0, 21, 0.1), 1e-11)
    holds(pair.renyi(0.5), references.by_summation("renyi", log_p, log_q, 1, 20, 0.5), 1e-11)
    with mp.workdps(40):
        holds(pair.tradeoff(0.0), 1 - mp.mpf(2) ** -20, 1e-12)


def test_log_masses_are_as_accurate_as_they_are_taken_to_be():
    """16 units in the last place of 1 + |log p|, over a thousand random arguments (what the pairs rely on)."""
    rng = np.random.default_rng(42)

    def compare(value, truth, case):
        assert abs(mp.mpf(float(value[0])) - truth) <= 12 * mp.mpf(2) ** -52 * (1 + abs(truth)), case

    with mp.workdps(70):
        for _ in range(300):
            mean = float(np.exp(rng.uniform(-14, 26)))
            away = float(rng.normal() * rng.choice([1, 10, 100]))
            k = max(0.0, float(np.floor(mean + math.sqrt(mean) * away)))
            compare(log_poisson(np.array([k]), mean), references.law("poisson", mean)(mp.mpf(k)), (mean, k))
            n, p = float(np.ceil(np.exp(rng.uniform(0, 26)))), float(rng.uniform(1e-3, 1 - 1e-3))
            k = float(np.clip(np.floor(n * p + math.sqrt(n * p * (1 - p)) * away), 0, n))
            compare(log_binomial(np.array([k]), n, p), references.law("binomial", n, p)(mp.mpf(k)), (n, p, k))
        for _ in range(60):
            first, second = np.exp(rng.uniform(-9, 9, size=2)).tolist()
            x = float(np.floor(first - second + math.sqrt(first + second) * rng.normal() * rng.choice([1, 10])))
            truth = references.law("skellam", first, second)(mp.mpf(x))
            compare(log_skellam(np.array([x]), first, second), truth, (first, second, x))


@pytest.mark.parametrize(
    ("make", "good"),
    [
        (poisson_pair, (1.0, 2.0)),
        (geometric_pair, (0.5, 0.25)),
        (negative_binomial_pair, (1.0, 0.5, 2.0, 0.25)),
        (binomial_pair, (3, 0.5, 3, 0.25, 0, 1)),
        (two_sided_geometric_pair, (0, 1.0, 1, 1.0)),
        (discrete_gaussian_pair, (0, 1.0, 1, 1.0)),
        (skellam_pair, (1.0, 2.0, 1.0, 2.0, 0, 1)),
    ],
)
def test_bad_parameters_are_refused(make, good):
    make(*good)
    for place, value in enumerate(good):
        wrongs = [math.nan, INF, 1j, True, "1", None, np.ones(1)]
        wrongs += [0.0, -1.0] if isinstance(value, float) else [0.5, 2**60]
        for wrong in wrongs:
            with pytest.raises(ParameterError, match=" must be "):
                make(*good[:place], wrong, *good[place + 1 :])


def enumerated_tradeoff(masses, level):
    """Reject P on the outcomes of least p/q, at random on the last, all listed."""
    left, missed = mp.mpf(level), mp.mpf(0)
    for p, q in sorted(masses, key=lambda pair: pair[0] / pair[1] if pair[1] else mp.inf):
        spent = min(p, left)
        left -= spent
        missed += q * (1 - spent / p)
    return missed


@pytest.mark.slow
def test_random_pairs_against_all_their_outcomes(holds):
    """12 random pairs, nearly equal to nearly singular: curves, tails and cumulants from the listed masses."""
    rng = np.random.default_rng(43)
    for _ in range(3):
        near = float(rng.choice([1e-6, 0.05, 1.0]))
        mean, other = (float(np.exp(x)) for x in rng.uniform(-3, 3) + np.array([0, near]) * rng.normal())
        chance = float(rng.uniform(0.2, 0.8))
        moved = min(max(chance + near * float(rng.normal()) * 0.1, 0.1), 0.9)
        trials, shift, sigma = (int(rng.integers(1, 60)), int(rng.integers(0, 9)), float(np.exp(rng.uniform(-2, 2))))
        cases = (
            (poisson_pair(mean, other), references.both("poisson", (mean,), (other,)), 0, 180),
            (
                binomial_pair(trials, chance, trials, moved),
                references.both("binomial", (trials, chance), (trials, moved)),
                0,
                trials,
            ),
            (
                discrete_gaussian_pair(0, sigma, shift, sigma * (1 + near)),
                references.both("discrete_gaussian", (0, sigma), (shift, sigma * (1 + near))),
                -170,
                180,
            ),
            (
                two_sided_geometric_pair(0, 1 / sigma, shift, 1 / sigma),
                references.both("discrete_laplace", (0, 1 / sigma), (shift, 1 / sigma)),
                -900,
                900,
            ),
        )
        for pair, (log_p, log_q), first, last in cases:
            eps, level = float(rng.normal()), float(rng.uniform())
            case = (pair.log_p, pair.log_q, eps, level)
            with mp.workdps(40):
                logs = [(log_p(mp.mpf(k)), log_q(mp.mpf(k))) for k in range(first, last + 1)]
                masses = [(mp.exp(p), mp.exp(q)) for p, q in logs]
                delta = mp.fsum(max(p - mp.exp(mp.mpf(eps)) * q, mp.mpf(0)) for p, q in masses)
                mean_loss = mp.fsum(mp.exp(p) * (p - q) for p, q in logs)
                spread = mp.fsum(mp.exp(p) * (p - q - mean_loss) ** 2 for p, q in logs)
                skew = mp.fsum(mp.exp(p) * (p - q - mean_loss) ** 3 for p, q in logs)
                holds(pair.hockey_stick(eps), delta, None, case)
                holds(pair.tradeoff(level), enumerated_tradeoff(masses, level), None, case)
                for estimate, truth in zip(pair.loss_cumulants(3), (mean_loss, spread, skew), strict=True):
                    holds(estimate, truth, None, case)
                inside = [mp.exp(p) for p, q in logs if p - q > eps]
                holds(pair.loss_tail(eps), mp.fsum(inside), None, case)
