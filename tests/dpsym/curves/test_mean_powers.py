"""Complex powers of the mean of likelihood ratios, against closed forms, quadrature, and lattices that know only masses."""

import math
from fractions import Fraction

import mpmath
import pytest
from flint import acb, arb, ctx

from dpsym.curves import GaussianLoss, LaplaceLoss, PrivacyCurve, allocated_bracket
from dpsym.curves.allocated import AllocatedGaussianLoss
from dpsym.curves.mean_guesses import log_moment
from dpsym.curves.mean_powers import at_most, mean_powers
from dpsym.curves.mellin_plans import nodes_for
from dpsym.curves.sandwich import Sandwich
from dpsym.curves.single_step import FinitePart
from dpsym.errors import UndecidedError

NATS = 50.0


def on_line(spread, slots, c, step, count, nats=NATS):
    with ctx.workprec(192):
        return mean_powers(Fraction(spread), slots, arb(c), arb(step), 0, count, nats)


def one_ratio(spread, power):
    """Return E Y^power of one log-normal ratio."""
    return (power * (power - 1) / (2 * arb(spread.numerator) ** 2 / spread.denominator**2)).exp()


@pytest.mark.parametrize(("spread", "c"), [("1/2", 0.5), ("1/2", 2.0), ("1", 3.25), ("5", 40.0), ("5", 1e-3)])
def test_powers_of_one_ratio_are_those_of_a_lognormal_number(spread, c):
    found = on_line(spread, 1, c, 0.75, 8)
    with ctx.workprec(192):
        for k, value in enumerate(found):
            assert value.overlaps(one_ratio(Fraction(spread), -acb(c, 0.75 * k)))
            assert abs(value.real.rad() / found[0].real) < math.exp(-NATS + 3)
        assert not found[1].overlaps(one_ratio(Fraction(spread), -acb(c, 0.751)))


@pytest.mark.parametrize(("spread", "c"), [("1", 2.0), ("1", 0.25), ("1/3", 1.0), ("10", 9.0)])
def test_powers_of_two_ratios_are_an_integral(spread, c):
    # log R is tau times the mean of both numbers less tau^2/2, and the logarithm of cosh of half their difference
    found, ratio = on_line(spread, 2, c, 0.5, 7), Fraction(spread)
    with mpmath.workdps(30):
        tau = mpmath.mpf(ratio.denominator) / ratio.numerator
        for k in (0, 3, 6):
            w = -mpmath.mpc(c, k / 2)
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


@pytest.mark.parametrize(("spread", "slots", "c"), [(2, 1000, 2.0), (1, 10, 6.0), ("1/2", 100, 1.0)])
def test_few_digits_hold_what_many_say_and_fall_up_a_line(spread, slots, c):
    step, rate = 3.0, 1 / (2 * slots * float(Fraction(spread)) ** 2)
    few, many = (on_line(spread, slots, c, step, 12, nats) for nats in (12.0, 60.0))
    for k, (coarse, fine) in enumerate(zip(few, many, strict=True)):
        assert coarse.overlaps(fine)
        assert abs(fine) < abs(many[0]) * arb(-rate * (step * k) ** 2).exp() * (1 + 1e-9)
    # what falls faster than it says would be no bound
    assert any(abs(fine) > abs(many[0]) * arb(-2.5 * rate * (step * k) ** 2).exp() for k, fine in enumerate(many))
    # one ratio more is told from it
    assert not many[1].overlaps(on_line(spread, slots + 1, c, step, 2, 60.0)[1])


@pytest.mark.parametrize("slots", [4, 200])
@pytest.mark.parametrize("power", [-300.0, -7.5, -0.25, 1.75, 2.0, 2.5, 40.0])
def test_real_moments_are_guessed_and_bounded(power, slots):
    spread = Fraction(3)
    guess, bound = log_moment(1 / 3, slots, power), float(at_most(spread, slots, arb(power)).log())
    assert guess < bound + 1e-6
    if power < 0:
        exact = float(on_line(spread, slots, -power, 1.0, 1)[0].real.log())
        assert math.isclose(guess, exact, rel_tol=0.01)
        assert exact <= bound
    if power == 2:  # of a sum
        assert math.isclose(guess, bound, rel_tol=1e-9)
        assert math.isclose(bound, math.log1p(math.expm1(1 / 9) / slots), rel_tol=1e-9)


def test_what_takes_too_many_nodes_or_moments_is_refused():
    with pytest.raises(UndecidedError, match="points"):
        nodes_for(Fraction(1), 10**6, 1.0, 20000.0, 50.0)
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


@pytest.mark.parametrize("direction", ["remove", "add"])
def test_one_epoch_has_the_same_digits_by_a_contour_and_on_a_line(direction):
    # few steps take a line, and many with as much noise a contour; those between are told by both
    loss = AllocatedGaussianLoss(20, Fraction(3), direction)
    assert not loss.has_formula
    line = PrivacyCurve([(loss, 1)]).delta(Fraction(1, 4), 11)
    with ctx.workprec(256):
        contour = FinitePart(loss).delta(Fraction(1, 4))
    assert line.value.overlaps(contour)
    assert line.digits >= 11
    assert not PrivacyCurve([(loss, 1)]).delta(Fraction(1, 4) + Fraction(1, 10**9), 11).value.overlaps(contour)
    assert AllocatedGaussianLoss(1000, Fraction(1), direction).has_formula


def test_moments_that_are_known_only_the_other_way_round_are_not_asked_for():
    loss = AllocatedGaussianLoss(20, Fraction(1))
    with pytest.raises(UndecidedError, match="the other way round"):
        loss.on_line(arb(1), arb(1), 0, 1, NATS)
    mirrored = loss.reversed()
    with ctx.workprec(128):
        assert mirrored.behind(arb(1)).upper() >= 1 + arb(1).expm1() / 20
        assert loss.at(arb(0)) == 1
