"""The Rényi divergence of sampled runs at one order: exact, where a formula for every order is only a bound."""

from fractions import Fraction

import mpmath as mp
import numpy as np
import pytest
from scipy import stats
from sympy import Rational, oo

from dpsym import AsymmetricLaplace, Binomial, Gaussian, Laplace, PureDP, Skellam, Staircase
from dpsym.enclose import enclose
from dpsym.guarantees import composed, guarantee
from mechanisms.families.laplace import laplace_pair
from mechanisms.families.mixtures import gaussian_mixture_pair, subsampled_pair

CENT = Rational(1, 100)


def binomial(order, q, sigma):
    """Return the divergence of the mixture from the noise at an integer order: the binomial sum."""
    q, sigma = mp.mpf(q.p) / q.q, mp.mpf(sigma)
    terms = (
        mp.binomial(order, j) * (1 - q) ** (order - j) * q**j * mp.exp(mp.mpf(j) * (j - 1) / (2 * sigma**2))
        for j in range(order + 1)
    )
    return mp.log(mp.fsum(terms)) / (order - 1)


@pytest.mark.parametrize(
    ("order", "rate", "sigma"),
    [
        (2, CENT, 1),
        (32, CENT, 1),
        (256, Rational(1, 2), 4),
        pytest.param(10**4, Rational(1, 1000), 0.5, marks=pytest.mark.slow),
    ],
)
def test_at_an_integer_order_it_is_the_binomial_sum(order, rate, sigma):
    found = guarantee(Gaussian(sigma)).subsample(rate).compose(1000).renyi(order)
    with mp.workdps(60):
        truth, told = 1000 * binomial(order, rate, sigma), mp.mpf(int(found.p)) / int(found.q)
        assert truth <= told <= truth * (1 + mp.mpf(10) ** -11)
        assert not truth <= told * (1 - mp.mpf(10) ** -9)


def test_between_integer_orders_it_is_between_and_near_one_it_is_small():
    given = guarantee(Gaussian(1)).subsample(CENT).compose(10)
    values = [given.renyi(order) for order in (Rational(101, 100), 2, Rational(5, 2), 3)]
    assert values == sorted(values)
    assert len(set(values)) == 4


def test_runs_that_are_not_sampled_add_their_own():
    sampled = guarantee(Gaussian(2)).subsample(CENT)
    both = composed([sampled, Gaussian(3)])
    apart = sampled.renyi(4) + Rational(4, 18)
    assert abs(both.renyi(4) / apart - 1) < Rational(1, 10**10)


@pytest.mark.parametrize("order", [2, Rational(5, 2), 64])
def test_of_other_noise_the_greater_direction_is_told(order):
    given = guarantee(Laplace(2)).subsample(CENT).compose(7)
    pair = subsampled_pair(laplace_pair(1.0, 2.0, 0.0, 2.0), 0.01)
    truth = [each.renyi(float(order)) for each in (pair, pair.reversed())]
    found = float(given.renyi(order))
    assert found == pytest.approx(7 * max(each.value for each in truth), rel=1e-9)
    assert found != pytest.approx(7 * min(each.value for each in truth), rel=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize("order", [2, Rational(3, 2), 64])
def test_the_curve_is_exact_at_every_order_and_the_closed_forms_lose(order):
    given = guarantee(Gaussian(1)).subsample(CENT).compose(100)
    answer = given.to_renyi()
    assert answer.proof.route.endswith("loss_to_renyi.sampled")
    told, exact = enclose(answer.value.at(order)), given.renyi(order)
    assert told.upper <= Fraction(int(exact.p), int(exact.q)) <= told.upper * (1 + Fraction(1, 10**11))
    losers = [
        route.value.at(order) for route in answer.losers if route.value is not None and order in route.value.orders
    ]
    balls = [enclose(each) for each in losers]
    assert all(ball.upper >= told.lower for ball in balls)  # at integer orders one of them is as good
    assert any(ball.lower > Fraction(3, 2) * told.upper for ball in balls) or order == 64


@pytest.mark.parametrize(
    ("order", "sigma", "rate"), [(1.001, 1.0, 0.01), (2.5, 0.7, 0.5), (31.5, 2.0, 0.001), (2.0, 4.0, 0.9)]
)
def test_an_integration_that_knows_no_formula_agrees(order, sigma, rate):
    truth = gaussian_mixture_pair(rate, 1.0, sigma).renyi(order)
    found = float(guarantee(Gaussian(Rational(str(sigma)))).subsample(Rational(str(rate))).renyi(Rational(str(order))))
    assert found == pytest.approx(truth.value, rel=1e-7)
    half = float(
        guarantee(Gaussian(Rational(str(sigma)) / 2)).subsample(Rational(str(rate))).renyi(Rational(str(order)))
    )
    assert half != pytest.approx(truth.value, rel=1e-2)


@pytest.mark.slow
def test_a_curve_that_was_asked_for_leads_on_to_an_eps():
    answer = guarantee(Gaussian(2)).subsample(CENT).compose(100).to_renyi().to_approx(Rational(1, 10**5))
    exact = guarantee(Gaussian(2)).subsample(CENT).compose(100).to_approx(Rational(1, 10**5))
    assert exact.number < answer.number < 2 * exact.number


@pytest.mark.cases(1 / 3)
@pytest.mark.parametrize("order", [Rational(1, 10), Rational(1, 2), Rational(9, 10)])
def test_below_order_one_runs_on_samples_are_exact(order):
    given = guarantee(Laplace(2)).subsample(CENT).compose(7)
    pair = subsampled_pair(laplace_pair(1.0, 2.0, 0.0, 2.0), 0.01)
    truth = 7 * max(each.renyi(float(order)).value for each in (pair, pair.reversed()))
    assert float(given.renyi(order)) == pytest.approx(truth, rel=1e-8)
    assert float(given.kl()) != pytest.approx(truth, rel=1e-3)


def test_below_order_one_known_noise_has_its_closed_form():
    assert guarantee(Gaussian(1)).compose(3).renyi(Rational(1, 2)) == Rational(3, 4)
    half = guarantee(PureDP(1)).compose(3).renyi(Rational(1, 2))
    assert enclose(half).mid == pytest.approx(float(-6 * mp.log(1 / mp.cosh(mp.mpf(1) / 2))))


def of_staircase(order, q):
    """Return the divergences of both directions of staircase noise of eps 1 and share 1/3 on samples, from its three masses."""
    fall = mp.exp(-1)
    height = (1 - fall) / (2 * (mp.mpf(1) / 3 + fall * 2 / 3))
    flat = height * fall / 3
    high = (1 - flat) / (1 + fall)
    pairs = [(high, high * fall), (flat, flat), (high * fall, high)]
    mixed = [((1 - q) * b + q * a, b) for a, b in pairs]
    sums = (mp.fsum(a**order * b ** (1 - order) for a, b in side) for side in (mixed, [(b, a) for a, b in mixed]))
    return [mp.log(each) / (order - 1) for each in sums]


@pytest.mark.parametrize("order", [Rational(1, 2), Rational(5, 2), 32])
def test_staircase_noise_on_samples_is_a_sum_over_three_losses(order):
    found = guarantee(Staircase(0, 1, Rational(1, 3), 1)).subsample(CENT).compose(9).renyi(order)
    truth = [
        9 * each for each in of_staircase(mp.mpf(order.p) / order.q if order != 32 else mp.mpf(32), mp.mpf("0.01"))
    ]
    assert float(found) == pytest.approx(float(max(truth)), rel=1e-11)


def of_fixed_size(density, shift, order, q):
    """Return the divergence of the pair of C_q(f) of noise on the line from its definition."""

    def ratio(x):
        return 1 - q + q * density(x - shift) / density(x)

    parts = [mp.mpf(shift) / 2, shift, 10, 40]
    above = mp.quad(lambda x: (ratio(x) ** order + ratio(x) ** (1 - order)) * density(x), parts)
    rest = 1 - mp.quad(lambda x: (ratio(x) + 1) * density(x), parts)
    return mp.log(above + rest) / (order - 1)


@pytest.mark.cases(1 / 8)
@pytest.mark.parametrize("order", [Rational(1, 2), Rational(1001, 1000), 2, Rational(15, 2)])
@pytest.mark.parametrize(
    ("law", "density"), [(Gaussian(1), lambda x: mp.npdf(x)), (Laplace(1), lambda x: mp.exp(-abs(x)) / 2)]
)
def test_on_samples_of_fixed_size_it_is_that_of_the_pair_that_dominates(law, density, order):
    given = guarantee(law, adjacency="replace").subsample(size=10, population=100).compose(30)
    with mp.workdps(30):
        place = mp.mpf(Rational(order).p) / Rational(order).q
        truth, other = (30 * of_fixed_size(density, 1, place, mp.mpf(q)) for q in ("0.1", "0.1001"))
        found = mp.mpf(Rational(given.renyi(order)).p) / Rational(given.renyi(order)).q
        assert truth * (1 - mp.mpf(10) ** -10) <= found <= truth * (1 + mp.mpf(10) ** -10)
        assert abs(found / other - 1) > mp.mpf(10) ** -5


@pytest.mark.slow
def test_on_samples_of_fixed_size_it_is_far_below_what_pure_privacy_alone_tells():
    given = guarantee(Laplace(Rational(1, 10)), adjacency="replace").subsample(size=10, population=100)
    assert 3 * given.renyi(Rational(1001, 1000)) < 2 * PureDP(given.to_pure().value.eps).renyi(Rational(1001, 1000))


def test_noise_on_the_integers_is_told_on_samples_and_composed():
    places = np.arange(-200, 201)
    for first, second in ((30, 30), (30, 20)):  # of the second the pairs moved up and moved down differ
        plain, up, down = (stats.skellam(first, second).pmf(places - move) for move in (0, 1, -1))
        pairs = [
            pair
            for moved in (up, down)
            for pair in ((moved / 8 + 7 * plain / 8, plain), (plain, moved / 8 + 7 * plain / 8))
        ]
        truths = [np.log(np.sum(p**2.5 * q**-1.5)) / 1.5 for p, q in pairs]
        given = guarantee(Skellam(first, second)).subsample(Rational(1, 8))
        assert float(given.compose(10).renyi(2.5)) == pytest.approx(10 * max(truths), rel=1e-9)
        assert float(given.compose(10).renyi(2.5)) != pytest.approx(10 * min(truths), rel=1e-6)
    truth = np.sum(plain * np.log(plain / up))
    assert float(guarantee(Skellam(30, 20)).compose(7).kl()) == pytest.approx(7 * truth, rel=1e-9)
    many = guarantee(Skellam(10**4, 10**4)).compose(3)
    assert many.renyi(8) == pytest.approx(3 * 8 / (4 * 10**4), rel=1e-3)
    assert many.renyi(9) > many.renyi(8)
    assert guarantee(Binomial(10, Rational(1, 3))).subsample(CENT).renyi(2) == oo


@pytest.mark.parametrize("order", [Rational(1, 2), 2, Rational(7, 2)])
def test_noise_that_is_not_symmetric_may_move_either_way_on_a_sample(order):
    rate, place = mp.mpf("0.3"), mp.mpf(Rational(order).p) / Rational(order).q

    def density(x):
        return mp.exp(x if x < 0 else -x / 2) / 3

    def divergence(up, removed, q):
        def inside(x):
            mixed = (1 - q) * density(x) + q * density(x - up)
            first, second = (mixed, density(x)) if removed else (density(x), mixed)
            return first**place * second ** (1 - place)

        return mp.log(mp.quad(inside, [-60, -1, 0, 1, 20, 120])) / (place - 1)

    with mp.workdps(25):
        truth, less = (
            4 * max(max(divergence(up, removed, q) for up in (1, -1)) for removed in (True, False))
            for q in (rate, rate - mp.mpf("0.001"))
        )
        number = Rational(AsymmetricLaplace(1, 2).subsample(Rational(3, 10)).compose(4).renyi(order))
        found = mp.mpf(number.p) / number.q
        assert truth * (1 - mp.mpf(10) ** -10) <= found <= truth * (1 + mp.mpf(10) ** -10)
        assert less < found * (1 - mp.mpf(10) ** -4)
