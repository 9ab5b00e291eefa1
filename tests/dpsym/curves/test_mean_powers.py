"""Complex powers of the mean of likelihood ratios, against closed forms, quadrature, and lattices that know only masses."""

import math
from fractions import Fraction

import mpmath
import pytest
from flint import acb, arb, ctx

from dpsym.curves import GaussianLoss, LaplaceLoss, PrivacyCurve, allocated_bracket
from dpsym.curves.allocated import AllocatedGaussianLoss
from dpsym.curves.mean_guesses import log_moment
from dpsym.curves.mean_powers import MeanPowers, at_most
from dpsym.curves.mellin_plans import nodes_for
from dpsym.curves.sandwich import Sandwich
from dpsym.errors import UndecidedError

NATS = 50.0


def on_line(spread, slots, raised, c, step, count, nats=NATS):
    with ctx.workprec(192):
        return MeanPowers(Fraction(spread), slots, raised).on_line(arb(c), arb(step), 0, count, nats)


def one_ratio(spread, power):
    """Return E Y^power of one log-normal ratio."""
    return (power * (power - 1) / (2 * arb(spread.numerator) ** 2 / spread.denominator**2)).exp()


@pytest.mark.parametrize(
    ("spread", "raised", "c"),
    [
        (Fraction(1, 2), 0, 0.5),
        (Fraction(1, 2), 3, 1.0),
        (Fraction(1), 4, 3.25),
        (Fraction(5), 0, 40.0),
        (Fraction(5), 4, 2.5),
    ],
)
def test_powers_of_one_ratio_are_those_of_a_lognormal_number(spread, raised, c):
    found = on_line(spread, 1, raised, c, 0.75, 8)
    with ctx.workprec(192):
        for k, value in enumerate(found):
            wanted = one_ratio(spread, raised - acb(c, 0.75 * k))
            assert value.overlaps(wanted)
            assert abs(value.real.rad() / found[0].real) < math.exp(-NATS + 3)
        assert not found[1].overlaps(one_ratio(spread, raised - acb(c, 0.751)))


@pytest.mark.parametrize(("spread", "raised", "c"), [("1", 0, 2.0), ("1", 4, 1.5), ("1/3", 3, 1.0), ("10", 0, 9.0)])
def test_powers_of_two_ratios_are_an_integral(spread, raised, c):
    # log R is tau times the mean of both numbers less tau^2/2, and the logarithm of cosh of half their difference
    found, ratio = on_line(spread, 2, raised, c, 0.5, 7), Fraction(spread)
    with mpmath.workdps(30):
        tau = mpmath.mpf(ratio.denominator) / ratio.numerator
        for k in (0, 3, 6):
            w = raised - mpmath.mpc(c, k / 2)
            even = mpmath.quad(
                lambda z, w=w: mpmath.npdf(z) * mpmath.cosh(tau * z / mpmath.sqrt(2)) ** w, list(range(-24, 25, 2))
            )
            wanted = mpmath.exp(tau**2 * (w * w / 4 - w / 2)) * even
            for part, exact in ((found[k].real, wanted.real), (found[k].imag, wanted.imag)):
                middle, radius = (
                    mpmath.mpf(part.mid().str(30, radius=False)),
                    mpmath.mpf(part.rad().str(5, radius=False)),
                )
                assert abs(middle - exact) < 2 * radius + 1e-20 * abs(wanted)
                assert radius < 1e-18 * float(abs(found[0]))


def test_moments_of_whole_orders_are_those_of_a_sum():
    for slots in (3, 1000):
        first, second = on_line(2, slots, 4, 3.0, 1.0, 1)[0].real, on_line(2, slots, 4, 2.0, 1.0, 1)[0].real
        with ctx.workprec(192):
            wanted = 1 + (arb(1) / 4).expm1() / slots
        assert first.overlaps(arb(1))
        assert second.overlaps(wanted)
        assert not second.overlaps(1 + (arb(1) / 4).expm1() / (slots + 1))


@pytest.mark.parametrize(("spread", "slots", "raised", "c"), [(2, 1000, 4, 2.0), (1, 10, 0, 6.0), ("1/2", 100, 3, 1.0)])
def test_few_digits_hold_what_many_say_and_fall_up_a_line(spread, slots, raised, c):
    step, rate = 3.0, 1 / (2 * slots * float(Fraction(spread)) ** 2)
    few, many = (on_line(spread, slots, raised, c, step, 12, nats) for nats in (12.0, 60.0))
    for k, (coarse, fine) in enumerate(zip(few, many, strict=True)):
        assert coarse.overlaps(fine)
        assert abs(fine) < abs(many[0]) * arb(-rate * (step * k) ** 2).exp() * (1 + 1e-9)
    # what falls faster than it says would be no bound
    assert any(abs(fine) > abs(many[0]) * arb(-2.5 * rate * (step * k) ** 2).exp() for k, fine in enumerate(many))


@pytest.mark.parametrize("power", [-300.0, -7.5, -0.25, 1.75, 2.5, 40.0])
def test_real_moments_are_guessed_and_bounded(power):
    spread, slots = Fraction(3), 200
    guess, bound = log_moment(1 / 3, slots, power), float(at_most(spread, slots, arb(power)).log())
    assert guess < bound + 1e-6
    if power < 3:
        raised = max(0, math.ceil(power) + 1)
        exact = float(on_line(spread, slots, raised, raised - power, 1.0, 1)[0].real.log())
        assert math.isclose(guess, exact, rel_tol=1e-3)
        assert exact <= bound


def test_what_takes_too_many_nodes_or_moments_is_refused():
    with pytest.raises(UndecidedError, match="points"):
        nodes_for(Fraction(1), 10**6, 4, 1.0, 20000.0, 50.0)
    with pytest.raises(UndecidedError, match="order"):
        at_most(Fraction(1), 10, arb(5000))
    with pytest.raises(UndecidedError, match="order"):
        log_moment(1.0, 10, 5000.0)
    with pytest.raises(UndecidedError):
        log_moment(100.0, 10, 1.5)


@pytest.mark.parametrize("direction", ["remove", "add"])
@pytest.mark.parametrize(
    ("sigma", "slots", "epochs", "delta"),
    [
        ("2", 1000, 10, "1e-6"),
        pytest.param("1/2", 20, 4, "1e-5", marks=pytest.mark.slow),
        pytest.param("5", 300, 50, "1e-9", marks=pytest.mark.slow),
        pytest.param("1", 2, 3, "1e-3", marks=pytest.mark.slow),
    ],
)
def test_epochs_have_ten_digits_which_lie_between_two_lattices(direction, sigma, slots, epochs, delta):
    parts = ((AllocatedGaussianLoss(slots, Fraction(sigma), direction), epochs),)
    wanted = Fraction(delta)
    found = PrivacyCurve(parts).epsilon(wanted, 10)
    low, high = Sandwich(parts).epsilon(wanted, float(found.upper))
    assert low <= found.lower < found.upper <= high
    assert found.upper - found.lower < found.upper / 10**9
    at_low, at_high = (PrivacyCurve(parts).delta(eps, 9) for eps in (found.lower, found.upper))
    assert at_high.lower <= wanted <= at_low.upper
    assert PrivacyCurve(parts).delta(high * Fraction(101, 100), 9).upper < wanted


@pytest.mark.parametrize("direction", ["remove", "add"])
def test_an_allocation_is_composed_with_any_other_loss(direction):
    allocated = AllocatedGaussianLoss(100, Fraction(1), direction)
    parts = ((allocated, 3), (LaplaceLoss(Fraction(3)), 2))
    low, high = Sandwich(parts).epsilon(Fraction(1, 10**5), 1.5)
    found = PrivacyCurve(parts).epsilon(Fraction(1, 10**5), 10)
    assert low <= found.lower < found.upper <= high
    # of one step alone it is plain noise
    single = PrivacyCurve([(AllocatedGaussianLoss(1, Fraction(2), direction), 2), (GaussianLoss(Fraction(1)), 1)])
    plain = PrivacyCurve([(GaussianLoss(Fraction(2)), 2), (GaussianLoss(Fraction(1)), 1)])
    one, other = (curve.epsilon(Fraction(1, 10**5), 9) for curve in (single, plain))
    assert one.lower <= other.upper
    assert other.lower <= one.upper


def test_of_epochs_the_bracket_is_as_narrow():
    low, high = allocated_bracket(1, 100, 1, 10, delta=Fraction(1, 10**5))
    assert 0 < high - low < high / 10**9
    at_low, at_high = (allocated_bracket(1, 100, 1, 10, eps=eps) for eps in (low, high))
    assert at_high[0] <= Fraction(1, 10**5) <= at_low[1]
    assert allocated_bracket(1, 100, 1, 10, eps=low * Fraction(99, 100))[0] > Fraction(1, 10**5)
