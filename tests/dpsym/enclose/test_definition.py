"""Divergences from their definition, against closed forms and against mpmath's quadrature of the same integral."""

from fractions import Fraction

import mpmath
import pytest
from sympy import Abs, Interval, Rational, S, erfc, exp, log, oo, pi, sqrt

from dpsym import KL, AnyLaw, Bernoulli, Finite, Gaussian, HockeyStick, Laplace, MaxDivergence, Renyi
from dpsym.distributions import Law
from dpsym.enclose import enclose
from dpsym.errors import NotDerivedError, ParameterError, UndecidedError
from dpsym.symbols import alpha, b, p

B = Rational(3, 7)
UNBOUNDED = float("inf")


class Line(Law):
    """A law with a log-density and a support given outright."""

    def __new__(cls, log_density, support):
        made = super(Law, cls).__new__(cls)
        made.form, made.place = log_density, support
        return made

    def _hashable_content(self):
        return self.form(S.Zero), self.place

    def log_density(self, point):
        return self.form(point)

    @property
    def support(self):
        return self.place


def uniform(low, high):
    return Line(lambda point: -log(S(high) - S(low)), Interval(low, high))


def laplace_renyi(order):
    if order == Rational(1, 2):
        return -2 * log((1 + 1 / (2 * B)) * exp(-1 / (2 * B)))
    return log((order * exp((order - 1) / B) + (order - 1) * exp(-order / B)) / (2 * order - 1)) / (order - 1)


def gaussian_renyi(order, first, second, shift):
    mixed = (1 - order) * first**2 + order * second**2
    return log(second / first) + log(second**2 / mixed) / (2 * (order - 1)) + order * shift**2 / (2 * mixed)


def assert_same(head, closed, digits=30, values=None):
    found = enclose(head, values, digits=digits)
    assert found.overlaps(enclose(closed, values, digits=digits + 5))
    assert found.digits >= digits
    assert (found.upper - found.lower) / 2 < abs(found.lower) / 10**digits


def test_renyi_is_infinite_exactly_outside_the_convergence_condition():
    """For deviations 3 and 2 the mixed variance 9 (1 - alpha) + 4 alpha vanishes at alpha = 9/5."""
    wide, narrow = Gaussian(0, 3), Gaussian(1, 2)
    border, step = Rational(9, 5), Rational(1, 1000)
    assert_same(Renyi(border - step, wide, narrow), gaussian_renyi(border - step, S(3), S(2), S(1)))
    assert enclose(Renyi(border, wide, narrow)).lower == UNBOUNDED
    assert enclose(Renyi(border + step, wide, narrow)).lower == UNBOUNDED
    assert enclose(Renyi(2, Laplace(0, 2), Laplace(0, 1))).lower == UNBOUNDED
    assert enclose(Renyi(2 - step, Laplace(0, 2), Laplace(0, 1))).upper < UNBOUNDED
    assert enclose(Renyi(2, Laplace(0, 1), Gaussian(0, 1))).lower == UNBOUNDED


def test_an_order_close_to_1_loses_no_digits():
    order = 1 + Rational(1, 10**12)
    assert_same(Renyi(order, Laplace(0, B), Laplace(1, B)), laplace_renyi(order))


def test_max_divergence():
    assert_same(MaxDivergence(Laplace(0, B), Laplace(1, B)), 1 / B)
    assert_same(MaxDivergence(Gaussian(0, 1), Gaussian(1, 2)), log(2) + Rational(1, 6))
    assert_same(MaxDivergence(Gaussian(0, 1), Laplace(1, 1)), log(2 / sqrt(2 * pi)) + Rational(3, 2))
    for first, second in (
        (Gaussian(0, 1), Gaussian(1, 1)),
        (Gaussian(0, 2), Gaussian(0, 1)),
        (Laplace(1), Gaussian(1)),
    ):
        assert enclose(MaxDivergence(first, second)).lower == UNBOUNDED


@pytest.mark.parametrize("threshold", [0, 1, Rational(13, 2), 40])
def test_hockey_stick_of_gaussians_down_to_the_far_tail(threshold):
    """The mass is 1.7e-10 at eps = 13/2 and 4e-343 at eps = 40."""
    upper, lower = ((shift - 2 * threshold) / (2 * sqrt(2)) for shift in (1, -1))
    assert_same(
        HockeyStick(threshold, Gaussian(0, 1), Gaussian(1, 1)), (erfc(-upper) - exp(threshold) * erfc(-lower)) / 2
    )


def test_hockey_stick_of_laplace_at_a_delta_of_1e_12():
    threshold = 1 / B - Rational(2, 10**12)
    head = HockeyStick(threshold, Laplace(0, B), Laplace(1, B))
    assert_same(head, 1 - exp(-Rational(1, 10**12)))
    assert Fraction(9, 10**13) < enclose(head).lower < Fraction(11, 10**13)


def test_hockey_stick_beyond_the_greatest_loss_is_exactly_0():
    for threshold in (1 / B, 1 / B + Rational(1, 10**20)):
        assert enclose(HockeyStick(threshold, Laplace(0, B), Laplace(1, B))).upper == 0
    assert enclose(HockeyStick(2, Gaussian(0, 1), Gaussian(1, 2))).upper == 0
    at_the_maximum = enclose(HockeyStick(log(2) + Rational(1, 6), Gaussian(0, 1), Gaussian(1, 2)))
    assert at_the_maximum.contains(0)
    assert at_the_maximum.upper < Fraction(1, 10**60)


WITH_QUADRATURE = {
    "kl": (KL(Gaussian(0, 1), Laplace(1, 2)), lambda m, p, q: p * m.log(p / q)),
    "renyi": (Renyi(Rational(5, 2), Gaussian(0, 1), Laplace(1, 2)), lambda m, p, q: p ** m.mpf(2.5) * q ** m.mpf(-1.5)),
    "hockey-stick": (
        HockeyStick(Rational(1, 4), Gaussian(0, 1), Laplace(1, 2)),
        lambda m, p, q: max(0, p - m.exp(0.25) * q),
    ),
}


@pytest.mark.parametrize("name", WITH_QUADRATURE)
def test_a_pair_without_closed_form_agrees_with_the_quadrature_of_its_definition(name):
    head, integrand = WITH_QUADRATURE[name]
    with mpmath.workdps(40):
        m = mpmath

        def density(x):
            first = m.exp(-(x**2) / 2) / m.sqrt(2 * m.pi)
            return integrand(m, first, m.exp(-abs(x - 1) / 2) / 4)

        def loss(x):
            return -(x**2) / 2 - m.log(2 * m.pi) / 2 + abs(x - 1) / 2 + m.log(4) - m.mpf(0.25)

        cuts = (
            [m.findroot(loss, start, solver="anderson") for start in ((-4, -1), (0.5, 4))]
            if name == "hockey-stick"
            else []
        )
        value = m.quad(density, sorted([-30, -5, 0, 1, 5, 30, *cuts]))
        value = m.log(value) / 1.5 if name == "renyi" else value
        ball = enclose(head, digits=30)
        assert abs(m.mpf(ball.lower.numerator) / ball.lower.denominator - value) < m.mpf(10) ** -25


def test_partial_overlap_of_supports_follows_the_convention():
    left, wide, apart = uniform(0, 1), uniform(0, 3), uniform(5, 6)
    assert_same(KL(left, wide), log(3))
    assert_same(MaxDivergence(left, wide), log(3))
    assert_same(Renyi(2, left, wide), log(3))
    assert_same(Renyi(Rational(1, 2), wide, left), -2 * log(1 / sqrt(3)))
    assert_same(HockeyStick(0, wide, left), S(2) / 3)
    for head in (KL(wide, left), MaxDivergence(wide, left), Renyi(2, wide, left), Renyi(Rational(1, 2), left, apart)):
        assert enclose(head).lower == UNBOUNDED
    assert enclose(HockeyStick(3, left, apart)).contains(1)


def test_irrational_parameters_are_certified_too():
    shift = sqrt(5) - sqrt(2)
    assert_same(Renyi(2, Gaussian(sqrt(2), sqrt(3)), Gaussian(sqrt(5), sqrt(3))), shift**2 / 3)
    assert_same(MaxDivergence(Laplace(sqrt(2), log(3)), Laplace(sqrt(5), log(3))), shift / log(3))
    assert enclose(HockeyStick(1 / sqrt(2), Laplace(0, sqrt(2)), Laplace(1, sqrt(2)))).upper == 0


def test_finite_laws_with_zeros():
    certain, fair = Bernoulli(0), Bernoulli(Rational(1, 2))
    assert_same(KL(certain, fair), log(2))
    assert_same(KL(Bernoulli(p), fair), log(2), values={p: 1})
    assert_same(Renyi(Rational(1, 2), fair, certain), log(2))
    assert enclose(KL(fair, fair)).upper == 0
    assert enclose(HockeyStick(0, certain, Bernoulli(1))).contains(1)
    for head in (
        KL(fair, certain),
        Renyi(3, fair, certain),
        MaxDivergence(fair, certain),
        Renyi(S(1) / 2, certain, Bernoulli(1)),
    ):
        assert enclose(head).lower == UNBOUNDED
    thirds = Finite(Rational(1, 3), Rational(2, 3), 0)
    assert_same(MaxDivergence(thirds, Finite(Rational(1, 2), Rational(1, 4), Rational(1, 4))), log(Rational(8, 3)))


def test_the_order_1_of_a_symbolic_order_is_kullback_leibler():
    head = Renyi(alpha, Laplace(0, b), Laplace(1, b))
    assert_same(head, 1 / b + exp(-1 / b) - 1, values={alpha: 1, b: 2})


def test_what_cannot_be_enclosed_says_so():
    cauchy = Line(lambda point: -log(1 + point**2) - log(S.Pi), Interval(-oo, oo))
    quartic = Line(lambda point: -(point**2) * point**2, Interval(-oo, oo))
    kinked = Line(lambda point: -Abs(point**2 - 1), Interval(-oo, oo))
    growing = Line(lambda point: point**2, Interval(-oo, oo))
    for law in (cauchy, quartic, kinked, growing):
        with pytest.raises(NotDerivedError):
            enclose(KL(law, Gaussian(0, 1)))
    with pytest.raises(ParameterError, match="value of"):
        enclose(KL(AnyLaw("P"), AnyLaw("Q")))
    with pytest.raises(ParameterError, match="noise scale b must be positive"):
        enclose(Renyi(2, Laplace(0, b), Laplace(1, b)), {b: 0})
    with pytest.raises(ParameterError, match="value of b"):
        enclose(Renyi(2, Laplace(0, b), Laplace(1, b)))


def test_breakpoints_that_agree_without_being_the_same_expression_stay_undecided():
    """sqrt(2) sqrt(2 + sqrt(3)) = 1 + sqrt(3): no precision tells the two apart, and none is assumed."""
    first, second = Laplace(sqrt(2) * sqrt(2 + sqrt(3)), 1), Laplace(1 + sqrt(3), 2)
    with pytest.raises(UndecidedError):
        enclose(KL(first, second), max_bits=256)
