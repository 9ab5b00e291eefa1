"""How a question about a law becomes a value: derived in the direction that is asked for, or the worse of both, or enclosed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from flint import ctx
from mpmath.libmp import from_rational
from sympy import Add, And, Contains, Expr, Float, Interval, Max, Min, Piecewise, Rational, oo

from dpsym.ball import Ball, as_fraction
from dpsym.curves import PrivacyCurve, PrivacyLoss, loss_of
from dpsym.curves.count_loss import CountLoss
from dpsym.curves.count_renyi import count_renyi
from dpsym.distributions import Discrete, DiscreteGaussian, Gaussian, Law, Mixture, Shifted
from dpsym.divergences import KL, Divergence, HockeyStick, InverseProfile, Renyi, SquaredHellinger, TotalVariation
from dpsym.enclose import enclose
from dpsym.enclose.least_eps import least_eps
from dpsym.errors import DpsymError, NoNumberError, ParameterError, UndecidedError
from dpsym.guarantees.mechanism import Mechanism
from dpsym.guarantees.numbers import GUARD_BITS, rounded_down, rounded_up, worse_of
from dpsym.parameters import exact

_DIGITS = 12
_DIGITS_A_BIT = 0.302
_BITS_OF_A_FLOAT = 53
_PRECISIONS = (128, 256, 512)
_DIRECTIONS = ("both", "forward", "backward")


def answer(
    quantity: type[Divergence], index: tuple[object, ...], law: Law, sensitivity: object, direction: str
) -> Expr:
    """Return a quantity of a mechanism in the direction that is asked for, or the worse one of both."""
    if direction not in _DIRECTIONS:
        raise ParameterError("direction", "one of " + ", ".join(_DIRECTIONS), direction)
    if direction == "both":
        return numbered(worse(quantity, index, Mechanism(law, sensitivity)), quantity)  # type: ignore[arg-type]
    forward = law.neighbours(sensitivity)
    pair = forward if direction == "forward" else forward[::-1]
    return numbered(quantity(*index, *pair).doit(), quantity)


def worse(quantity: type[Divergence], index: tuple[object, ...], mechanism: Mechanism) -> Expr:
    """Return the worse one of the two directions: one of them where that is certain, else both under a maximum or minimum."""
    heads = [quantity(*index, *pair) for pair in mechanism.pairs()]
    # of what has no closed form none is looked for
    values = [
        head if isinstance(head, InverseProfile) and _loss_of(head) is not None else head.doit() for head in heads
    ]
    if len(values) > 1 and values == heads and all(_loss_of(head) is not None for head in heads):
        return quantity.worse(*values, evaluate=False)  # by the curves it is known at once which is worse
    return worse_of(values, quantity.worse)


def inside(head: Divergence, value: Expr) -> Expr:
    """Return a closed form for the inside of the domain, and the divergence itself where a mass or a weight of its laws is 0 or 1.

    The condition is not evaluated by the assumptions about symbols, which do not keep anybody from putting 0 in.
    """
    first, second = head.laws
    finite = isinstance(first, Discrete) and isinstance(second, Discrete)
    if first == second or (finite and isinstance(head, (HockeyStick, SquaredHellinger, TotalVariation))):
        return value
    shares: dict[Expr, None] = {}
    for share in (*_vanishing(first), *_vanishing(second)):
        if 1 - share not in shares:
            shares[share] = None
    where = (Contains(share, Interval.open(0, 1), evaluate=False) for share in shares)
    return Piecewise((value, And(*where)), (head, True)) if shares else value


def _vanishing(law: Law) -> list[Expr]:
    """Return the masses of a law on finitely many points, or the weight of a mixture, that symbols may make 0."""
    shares = law.masses[::-1] if isinstance(law, Discrete) else law.args[:1] if isinstance(law, Mixture) else ()
    return [share for share in shares if share.free_symbols and (not share.is_positive or share.is_polynomial())]


def numbered(value: Expr, quantity: type[Divergence]) -> Expr:
    """Return a number, rounded to the safe side, in place of a divergence of numbers that nothing closes.

    Raises
    ------
    NotDerivedError, UndecidedError
        If it could not be enclosed; the message says why.
    """
    if value.free_symbols or not value.has(Divergence):
        return value
    if quantity is InverseProfile:
        heads = value.atoms(InverseProfile)
        return value.xreplace({head: _decimal(head, _DIGITS, "c") for head in heads}).doit()
    return _decimal(value, _DIGITS + 3, "c" if quantity.worse is Max else "f")


def _decimal(value: Expr, digits: int, side: str) -> Expr:
    """Return a certified bound on one side as a decimal number, or infinity."""
    bound = _bound(value, digits, side)
    if isinstance(bound, float):
        return oo
    return (rounded_up if side == "c" else rounded_down)(max(bound, Fraction(0)), _DIGITS)


def _bound(value: Expr, digits: int, side: str) -> Fraction | float:
    """Return a certified bound on one side ("c" above, "f" below, else about in the middle) of an expression of numbers."""
    if isinstance(value, (Max, Min)):
        bounds = [_bound(each, digits, side) for each in value.args]
        return max(bounds) if isinstance(value, Max) else min(bounds)
    terms = [each.as_coeff_Mul() for each in Add.make_args(value)]
    if all(count > 0 and isinstance(head, Divergence) for count, head in terms):
        return sum(as_fraction(count) * _bound_of_head(head, digits, side) for count, head in terms)
    return _end(enclose(value, digits=digits), side)


def _bound_of_head(head: Divergence, digits: int, side: str) -> Fraction | float:
    ball = _by_curve(head, digits)
    if ball is None and isinstance(head, InverseProfile):
        return least_eps(head, digits)
    return _end(enclose(head, digits=digits) if ball is None else ball, side)


def _end(ball: Ball, side: str) -> Fraction | float:
    return ball.lower if side == "f" else ball.upper


def _by_curve(head: Divergence, digits: int) -> Ball | None:
    """Return a divergence of noise by its certified privacy curve or its masses, faster than an enclosure or a search; None of any other."""
    if (
        not isinstance(head, (InverseProfile, HockeyStick, TotalVariation, KL, Renyi))
        or (loss := _loss_of(head)) is None
    ):
        return None
    if isinstance(head, (KL, Renyi)):
        return _count_renyi(loss, head, digits) if isinstance(loss, CountLoss) else None
    curve = PrivacyCurve([(loss, 1)])
    try:
        if isinstance(head, InverseProfile):
            return curve.epsilon(head.delta, digits)
        return curve.delta(head.threshold, digits) if isinstance(head, HockeyStick) else curve.total_variation(digits)
    except UndecidedError:  # as at delta = 0, which no ball is told from the masses that are left out
        return None


def _count_renyi(loss: CountLoss, value: KL | Renyi, digits: int) -> Ball | None:
    """Return a Rényi divergence of noise on the integers by its masses, None where that is out of reach."""
    order = as_fraction(value.order) if isinstance(value, Renyi) else Fraction(1)
    for bits in _PRECISIONS:
        try:
            with ctx.workprec(bits):
                found = Ball(count_renyi(loss, order))
        except UndecidedError:
            return None
        if found.digits >= digits:
            return found
    return None


def _loss_of(head: Divergence) -> PrivacyLoss | None:
    """Return the privacy loss of the pair of a divergence at a rational number, None of one that is not known.

    It is of Gaussian noise, or noise on the integers, and the same moved, or of the latter and its mixture with the same moved.
    """
    first, second = head.laws
    if not all(isinstance(each, Rational) for each in head.args[: -len(head.laws)]):
        return None
    if isinstance(first, (Gaussian, DiscreteGaussian)) and isinstance(second, type(first)):
        alike = first.args[1] == second.args[1]
        return _known_loss(first.func(0, first.args[1]), abs(first.args[0] - second.args[0])) if alike else None
    for plain, other, is_first in ((first, second, False), (second, first, True)):
        rate, moved = other.args[:2] if isinstance(other, Mixture) and other.args[2] == plain else (Rational(1), other)
        if isinstance(moved, Shifted) and moved.args[0] == plain and moved.location.is_Integer and moved.location > 0:
            loss = _known_loss(plain, moved.location)
            if isinstance(loss, CountLoss) and isinstance(rate, Rational):
                return replace(loss, moved_first=is_first, rate=rate)
    return None


def _known_loss(law: Law, distance: Expr) -> PrivacyLoss | None:
    try:
        return loss_of(law, distance)
    except ParameterError:
        return None


def rounded(side: str) -> Callable[[Any, int], Expr | None]:
    """Return the method that gives a head its numeric value: a certified bound, rounded up ("c"), down ("f") or to nearest.

    Where that is out of reach, ``float`` and ``N`` raise `NoNumberError`. SymPy asks by itself, for fewer digits than a float has,
    when it compares: there it is told that nothing is known.
    """

    def value(self: Any, precision: int) -> Expr | None:
        if self.free_symbols:
            return None
        try:
            bound = _bound(exact(self), int(precision * _DIGITS_A_BIT) + 2, side)
        except DpsymError as reason:
            if precision < _BITS_OF_A_FLOAT:
                return None
            raise NoNumberError(f"{self} is out of reach: {reason}") from None
        if isinstance(bound, float):
            return oo if bound > 0 else -oo
        # `N` asks for a few bits more than it returns: on the coarser grid its own rounding changes nothing
        bits = precision if side == "n" else max(precision - GUARD_BITS, 1)
        return Float._new(from_rational(bound.numerator, bound.denominator, bits, side), precision)

    return value
