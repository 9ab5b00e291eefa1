"""Laws on finite spaces: exact sums where they are promised, honest rounding elsewhere, zero masses by the convention."""

import math
from fractions import Fraction

import mpmath as mp
import numpy as np
import pytest
from reference import known as definitions

from mechanisms import FinitePair, ParameterError, bernoulli_pair

P = (Fraction(1, 2), Fraction(1, 4), Fraction(1, 4))
Q = (Fraction(1, 3), Fraction(1, 6), Fraction(1, 2))
ORDERS = (1e-9, 0.3, 0.5, 0.9, 1 - 1e-9, 1.0, 1 + 1e-9, 1.5, 2.0, 3.0, 10.0, 64.0, 1000.0, 1e4, math.inf)


@pytest.fixture
def pair():
    return FinitePair(P, Q)


def test_renyi(holds, pair):
    for order in ORDERS:
        holds(pair.renyi(order), definitions.finite_renyi(order, P, Q), 1e-13, order)


def test_random_masses(holds):
    rng = np.random.default_rng(7)
    for size in (2, 5, 40):
        p, q = (rng.dirichlet(np.full(size, 0.3)).tolist() for _ in range(2))
        exact = [[Fraction(x) / sum(map(Fraction, masses)) for x in masses] for masses in (p, q)]
        for order in (0.2, 1.0, 2.0, 7.5, 50.0, math.inf):
            holds(FinitePair(p, q).renyi(order), definitions.finite_renyi(order, *exact), 1e-12, (size, order))


def test_masses_of_very_different_size(holds):
    p = (Fraction(1, 10**300), 1 - Fraction(1, 10**300))
    q = (1 - Fraction(1, 10**280), Fraction(1, 10**280))
    for order in (0.5, 1.0, 2.0, 100.0):
        with mp.workdps(700):
            pair = [[mp.mpf(x.numerator) / x.denominator for x in masses] for masses in (p, q)]
            truth = mp.fsum(a * mp.log(a / b) for a, b in zip(*pair, strict=True))
            if order != 1:
                truth = mp.log(mp.fsum(a**order * b ** (1 - order) for a, b in zip(*pair, strict=True))) / (order - 1)
            holds(FinitePair(p, q).renyi(order), truth, 1e-12, order)


def test_laws_that_nearly_agree_keep_their_digits(holds):
    for step in (Fraction(1, 10**3), Fraction(1, 10**9), Fraction(1, 10**15)):
        p, q = (Fraction(1, 2) + step, Fraction(1, 2) - step), (Fraction(1, 2), Fraction(1, 2))
        for order in (0.5, 1.0, 1.5, 2.0, 3.0):
            holds(FinitePair(p, q).renyi(order), definitions.finite_renyi(order, p, q), 1e-13, (step, order))


def test_moments_of_integer_order_are_exact(pair):
    assert pair.renyi_moment(1) == 1
    assert (
        pair.renyi_moment(2)
        == Fraction(1, 4) / Fraction(1, 3) + Fraction(1, 16) / Fraction(1, 6) + Fraction(1, 16) / Fraction(1, 2)
        == Fraction(5, 4)
    )
    assert pair.renyi_moment(5) == sum(p**5 / q**4 for p, q in zip(P, Q, strict=True))
    assert isinstance(pair.renyi_moment(2), Fraction)


def test_the_exact_and_the_logarithmic_road_agree(pair):
    for order in (2, 3, 17, 64):
        exact, near = pair.renyi(order), pair.renyi(order + 1e-12)
        assert abs(exact.value - near.value) <= 1e-11


def test_hockey_stick_of_a_rational_factor_is_exact(pair):
    assert pair.hockey_stick_factor(Fraction(5, 4)) == Fraction(1, 12) + Fraction(1, 24)
    assert pair.hockey_stick_factor(0) == 1
    assert pair.hockey_stick_factor(10) == 0
    assert isinstance(pair.hockey_stick_factor(1), Fraction)


def test_hockey_stick(holds, pair):
    with mp.workdps(50):
        for eps in (-30.0, -1.0, 0.0, 0.1, 0.4, 0.41, 5.0):
            factor = mp.exp(mp.mpf(eps))
            gains = [
                mp.mpf(p.numerator) / p.denominator - factor * q.numerator / q.denominator
                for p, q in zip(P, Q, strict=True)
            ]
            truth = mp.fsum(max(gain, mp.mpf(0)) for gain in gains)
            holds(pair.hockey_stick(eps), truth, 1e-12, eps)


def test_total_variation_and_loss(holds, pair):
    holds(pair.total_variation(), mp.mpf(1) / 4, 1e-14)
    with mp.workdps(50):
        up, down = mp.log(mp.mpf(3) / 2), -mp.log(2)
        mean = 3 * up / 4 + down / 4
        holds(pair.loss_mean(), mean, 1e-13)
        holds(pair.loss_variance(), 3 * up**2 / 4 + down**2 / 4 - mean**2, 1e-13)
    assert pair.kl() == pair.loss_mean()
    holds(pair.loss_tail(0.0), mp.mpf(3) / 4, 1e-14)
    holds(pair.loss_tail(-1.0), mp.mpf(1), 1e-14)
    assert pair.loss_tail(0.5).upper == 0
    np.testing.assert_allclose(pair.privacy_loss([0, 1, 2]), [math.log(1.5), math.log(1.5), -math.log(2)], rtol=1e-15)
    assert isinstance(pair.privacy_loss(2), float)


def test_an_atom_of_the_loss_is_in_the_error_of_its_tail(pair):
    estimate = pair.loss_tail(math.log(1.5))
    assert estimate.value == 0
    assert estimate.upper >= 0.75


def test_mass_that_q_lacks_makes_orders_from_one_on_infinite(holds):
    p, q = (Fraction(1, 2), Fraction(1, 2), Fraction(0)), (Fraction(1, 2), Fraction(0), Fraction(1, 2))
    pair = FinitePair(p, q)
    for order in (1.0, 1.5, 2.0, 100.0, math.inf):
        assert pair.renyi(order).value == math.inf
    assert pair.kl().value == pair.loss_mean().value == pair.loss_variance().value == math.inf
    assert pair.renyi_moment(2) == math.inf
    assert pair.renyi_moment(1) == 1
    for order in (0.1, 0.5, 0.9):
        holds(pair.renyi(order), definitions.finite_renyi(order, p, q), 1e-13, order)
    holds(pair.hockey_stick(100.0), mp.mpf(1) / 2, 1e-13)
    holds(pair.loss_tail(1e6), mp.mpf(1) / 2, 1e-13)
    assert pair.privacy_loss([1, 2]).tolist() == [math.inf, -math.inf]


def test_mass_that_p_lacks_is_harmless(holds):
    p, q = (Fraction(1), Fraction(0)), (Fraction(1, 2), Fraction(1, 2))
    for order in ORDERS:
        holds(FinitePair(p, q).renyi(order), definitions.finite_renyi(order, p, q), 1e-13, order)


def test_disjoint_laws():
    pair = FinitePair((1, 0), (0, 1))
    assert pair.renyi(0.5).value == pair.renyi(2).value == math.inf
    assert pair.hockey_stick_factor(7) == 1


def test_an_outcome_without_any_mass_changes_nothing(pair):
    padded = FinitePair((*P, Fraction(0)), (*Q, Fraction(0)))
    assert padded.renyi(1.5) == pair.renyi(1.5)
    assert padded.hockey_stick(0.2) == pair.hockey_stick(0.2)
    assert math.isnan(padded.privacy_loss(3))


def test_laws_that_agree_have_exactly_no_divergence():
    for masses in ((Fraction(1, 3), Fraction(2, 3)), [0.1] * 10):
        pair = FinitePair(masses, masses)
        for value in (pair.renyi(0.5), pair.renyi(1), pair.renyi(1 + 1e-9), pair.renyi(2), pair.max_divergence()):
            assert value.value == 0
            assert value.error <= 1e-300
        assert pair.hockey_stick(0.0).upper == 0


def test_floats_are_scaled_to_mass_one_exactly():
    pair = FinitePair([0.1, 0.2, 0.7], [0.3, 0.3, 0.4])
    assert sum(pair.p) == sum(pair.q) == 1
    assert float(pair.p[1]) == 0.2


def test_reversed_swaps_the_laws(pair):
    assert pair.reversed() == FinitePair(Q, P)


def test_bernoulli():
    assert bernoulli_pair(Fraction(1, 4), 0.5) == FinitePair(
        (Fraction(3, 4), Fraction(1, 4)), (Fraction(1, 2), Fraction(1, 2))
    )
    assert bernoulli_pair(0, 1).total_variation().upper >= 1
    assert bernoulli_pair(1e-300, 0.5).p[1] == Fraction(1e-300)


@pytest.mark.parametrize(
    ("masses", "rule"),
    [
        ((Fraction(1, 2), Fraction(1, 4)), "masses that sum to exactly 1"),
        ((Fraction(1, 2), Fraction(1, 2) + Fraction(1, 10**40)), "masses that sum to exactly 1"),
        ((1, 1), "masses that sum to exactly 1"),
        ((0.5, 0.4), "masses that sum to 1 within 1e-12"),
        ((0.5, 0.5 + 1e-11), "masses that sum to 1 within 1e-12"),
        ((1.5, -0.5), "non-negative finite masses"),
        ((Fraction(3, 2), Fraction(-1, 2)), "non-negative finite masses"),
        ((math.nan, 1.0), "non-negative finite masses"),
        ((math.inf, 0.5), "non-negative finite masses"),
        ((0.5, 0.5j), "non-negative finite masses"),
        ((True, False), "non-negative finite masses"),
        (("0.5", "0.5"), "non-negative finite masses"),
        ("10", "non-negative finite masses"),
        ((), "non-negative finite masses"),
        (1.0, "non-negative finite masses"),
        ([[1.0, 0.0]], "non-negative finite masses"),
    ],
)
def test_bad_masses_are_refused(masses, rule):
    for arguments, name in (
        ((masses, (Fraction(1, 2), Fraction(1, 2))), "p"),
        (((Fraction(1, 2), Fraction(1, 2)), masses), "q"),
    ):
        with pytest.raises(ParameterError, match=rf"^{name} must be .*{rule}"):
            FinitePair(*arguments)


def test_laws_of_different_length_are_refused():
    with pytest.raises(ParameterError, match=r"^q must be as long as p \(3 masses\)"):
        FinitePair(P, (Fraction(1, 2), Fraction(1, 2)))


@pytest.mark.parametrize("order", [0, -1, 1.5, 2.0, True, "2", math.inf, None])
def test_moments_of_other_orders_are_refused(pair, order):
    with pytest.raises(ParameterError, match=r"^order must be a positive integer"):
        pair.renyi_moment(order)


@pytest.mark.parametrize("order", [0, -1, math.nan, 1j, True, "2", None])
def test_bad_orders_are_refused(pair, order):
    with pytest.raises(ParameterError, match=r"^order must be"):
        pair.renyi(order)


@pytest.mark.parametrize("factor", [-1, Fraction(-1, 2), 0.5, math.e, True, "1", None])
def test_factors_that_are_not_rational_are_refused(pair, factor):
    with pytest.raises(ParameterError, match=r"^factor must be"):
        pair.hockey_stick_factor(factor)


@pytest.mark.parametrize("outcome", [-1, 3, 0.0, "0", [0, 5], None, True])
def test_bad_outcomes_are_refused(pair, outcome):
    with pytest.raises(ParameterError, match=r"^outcome must be"):
        pair.privacy_loss(outcome)


@pytest.mark.parametrize(
    "probability",
    [-0.1, 1.1, math.nan, 1j, "0.5", True, None, Fraction(3, 2), Fraction(-1, 2), 1 + Fraction(1, 10**30)],
)
def test_bad_probabilities_are_refused(probability):
    with pytest.raises(ParameterError, match=r"^p must be a probability"):
        bernoulli_pair(probability, 0.5)
    with pytest.raises(ParameterError, match=r"^q must be a probability"):
        bernoulli_pair(0.5, probability)
