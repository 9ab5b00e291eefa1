"""The bound of a tail covers what the quadrature leaves out, wherever it stops."""

import pytest
from flint import arb, ctx, fmpq

from dpsym.enclose import quadrature
from dpsym.enclose.quadrature import Polynomial, exponential_integral, integral
from dpsym.errors import NotDerivedError, UndecidedError

INFINITY = arb("inf")
BELL = Polynomial((fmpq(0), fmpq(1), fmpq(-1, 2)))
SLOW = Polynomial((fmpq(0), fmpq(-1, 5), fmpq(0)))
DECAY = Polynomial((fmpq(1), fmpq(-2), fmpq(0)))
FACTOR = Polynomial((fmpq(3), fmpq(-1), fmpq(2)))


@pytest.mark.parametrize("steps", [1, 2, 8])
@pytest.mark.parametrize("exponent", [BELL, DECAY, SLOW])
@pytest.mark.parametrize("factor", [quadrature.ONE, FACTOR])
def test_an_early_cut_gives_a_wide_ball_that_still_holds_the_integral(monkeypatch, exponent, factor, steps):
    """The truth comes from a cut so late that the tail is below the working precision."""
    with ctx.workprec(128):
        truth = exponential_integral(exponent, fmpq(0), INFINITY, factor)
        monkeypatch.setattr(quadrature, "_cut", lambda exponent, start: arb(1) + fmpq(steps, 2))
        early = exponential_integral(exponent, fmpq(0), INFINITY, factor)
    assert early.contains(truth)
    assert early.rad() > truth.rad()


def test_the_left_tail_mirrors_the_right():
    with ctx.workprec(128):
        right = exponential_integral(BELL, fmpq(1, 3), INFINITY, FACTOR)
        left = exponential_integral(BELL.mirrored(), -INFINITY, fmpq(-1, 3), FACTOR.mirrored())
    assert right.overlaps(left)
    assert right.rel_accuracy_bits() > 100


def test_divergence_is_claimed_only_when_it_is_proven():
    flat = Polynomial((fmpq(0), fmpq(0), fmpq(0)))
    assert exponential_integral(flat, fmpq(0), INFINITY) == INFINITY
    assert exponential_integral(Polynomial((fmpq(0), fmpq(-5), fmpq(1))), fmpq(0), INFINITY) == INFINITY
    for slope in (arb(0, 1e-9), arb(-1, 2)):
        with pytest.raises(UndecidedError):
            exponential_integral(Polynomial((fmpq(0), slope, fmpq(0))), fmpq(0), INFINITY)
    with pytest.raises(UndecidedError):
        exponential_integral(Polynomial((fmpq(0), fmpq(-1), arb(0, 1e-9))), fmpq(0), INFINITY)


def test_uncertain_ends_widen_the_integral():
    start = arb(0, 1e-3)
    exact = integral(lambda place, smooth: place.exp(), fmpq(0), fmpq(1))
    wide = integral(lambda place, smooth: place.exp(), start, fmpq(1))
    assert wide.contains(exact)
    assert wide.contains(integral(lambda place, smooth: place.exp(), fmpq(1, 1100), fmpq(1)))


def test_what_the_integrand_raises_is_raised_and_not_read_as_a_number():
    def broken(place, smooth):
        raise ZeroDivisionError

    def unknown(place, smooth):
        raise UndecidedError("nothing is known")

    with pytest.raises(ZeroDivisionError):
        integral(broken, fmpq(0), fmpq(1))
    with pytest.raises(UndecidedError):
        integral(unknown, fmpq(0), fmpq(1))
    with pytest.raises(NotDerivedError):
        integral(lambda place, smooth: place, fmpq(0), INFINITY)
