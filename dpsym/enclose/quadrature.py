"""Proven integrals: over an interval; and to infinity, of a polynomial times the exponential of one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from flint import acb, arb, ctx, fmpq

from dpsym.enclose.arithmetic import Value, signs
from dpsym.errors import NotDerivedError, UndecidedError

_MOST_EVALUATIONS = 1 << 15


def integral(integrand: Callable[[acb, bool], Any], start: Value, end: Value, goal: arb | None = None) -> arb:
    """Return a ball that contains the integral between two finite ends, which may be balls.

    The path is mapped to [0, 1], so that the uncertainty of the ends is carried by the integrand. `integrand`
    takes a point and whether it must be analytic around it; where it is undecided, the path is divided.

    Raises
    ------
    UndecidedError
        If no finite real ball was found.
    """
    start, length = arb(start), arb(end) - arb(start)
    if not (start.is_finite() and length.is_finite()):
        raise NotDerivedError("an integral to infinity needs a proven tail: only those of divergences have one")
    refusals: list[BaseException] = []

    # limits of time know it by this name: nothing may be raised through the quadrature
    def called_from_c(place: acb, smooth: bool) -> acb:
        if refusals:
            return acb("nan")
        try:
            value = acb(integrand(start + length * place, smooth))
        except UndecidedError:
            return acb("nan")
        except BaseException as refusal:  # raised again below
            refusals.append(refusal)
            return acb("nan")
        if not smooth and value.is_finite() and not value.imag.contains(0):
            refusals.append(UndecidedError("the integrand is not real"))
        return value

    value = acb.integral(called_from_c, 0, 1, abs_tol=goal, eval_limit=_MOST_EVALUATIONS) * length
    if refusals:
        raise refusals[0]
    if not value.is_finite() or not value.imag.contains(0):
        raise UndecidedError("the integral is not certainly a finite real number")
    return value.real


@dataclass(frozen=True)
class Polynomial:
    """A polynomial of degree at most 2, lowest coefficient first; rational coefficients are exact."""

    coefficients: tuple[Value, Value, Value]

    def __call__(self, place: Value) -> Value:
        """Return the value at a point."""
        constant, slope, curvature = self.coefficients
        return constant + place * (slope + place * curvature)

    def derivative(self) -> Polynomial:
        """Return the derivative."""
        _, slope, curvature = self.coefficients
        return Polynomial((slope, 2 * curvature, fmpq(0)))

    def mirrored(self) -> Polynomial:
        """Return the polynomial of -x."""
        constant, slope, curvature = self.coefficients
        return Polynomial((constant, -slope, curvature))


ONE = Polynomial((fmpq(1), fmpq(0), fmpq(0)))


def exponential_integral(exponent: Polynomial, start: Value, end: Value, factor: Polynomial = ONE) -> arb:
    r"""Return a ball for :math:`\int F(x) e^{E(x)}\,dx`; the ends may be balls, or infinite.

    Returns
    -------
    arb
        Positive infinity where the integral of a positive integrand is proven to diverge.

    Raises
    ------
    UndecidedError
        If neither convergence nor divergence can be certified at the working precision.
    """
    left, right = arb(start), arb(end)
    if not left.is_finite() and not right.is_finite():
        middle = peak(exponent)
        halves = ((start, middle), (middle, end))
        return sum((exponential_integral(exponent, *half, factor) for half in halves), arb(0))
    if not left.is_finite():
        return _half_line(exponent.mirrored(), -right, factor.mirrored())
    if not right.is_finite():
        return _half_line(exponent, left, factor)
    return _finite(exponent, left, right, factor)


def _finite(exponent: Polynomial, start: arb, end: arb, factor: Polynomial) -> arb:
    heights = [exponent(place) for place in (clip(peak(exponent), start, end), start, end)]
    scale = max(arb(height).mid() for height in heights).exp() / 2**ctx.prec  # a goal; what is met is in the ball
    return integral(lambda place, smooth: factor(place) * exponent(place).exp(), start, end, scale)


def _half_line(exponent: Polynomial, start: arb, factor: Polynomial) -> arb:
    """Return the integral from `start` to infinity: to a point T by quadrature, beyond it bounded."""
    _, slope, curvature = exponent.coefficients
    if signs(curvature) == {1} or (signs(curvature) == {0} and -1 not in signs(slope)):
        return arb("inf")
    if not (signs(curvature) == {-1} or (signs(curvature) == {0} and signs(slope) == {-1})):
        raise UndecidedError("the integral is neither certainly finite nor certainly infinite")
    cut = _cut(exponent, start)
    decay = -exponent.derivative()(cut)
    if not (cut > start and decay > 0):
        raise UndecidedError("the tail of the integral does not certainly decay")
    # Beyond T the exponent is concave, hence below its tangent, and the factor is its own Taylor polynomial.
    steps = (factor, factor.derivative(), factor.derivative().derivative())
    tail = exponent(cut).exp() * sum((abs(arb(step(cut))) / decay ** (k + 1) for k, step in enumerate(steps)), arb(0))
    return _finite(exponent, start, cut, factor) + arb(0, tail.upper())


def _cut(exponent: Polynomial, start: arb) -> arb:
    """Return an exact point beyond which the exponent has fallen by the working precision."""
    _, _, curvature = (arb(coefficient).mid() for coefficient in exponent.coefficients)
    base = start.max(arb(peak(exponent))).mid() if curvature < 0 else start.mid()
    wanted = ctx.prec * arb.const_log2() + 8
    fall = abs(arb(exponent.derivative()(base)).mid())
    return (base + 2 * wanted / (fall + (fall * fall - 4 * curvature * wanted).sqrt())).upper()


def peak(polynomial: Polynomial) -> Value:
    """Return where a polynomial has its vertex, if its curvature is certainly not 0; else 0."""
    _, slope, curvature = polynomial.coefficients
    return fmpq(0) if 0 in signs(curvature) else -slope / (2 * curvature)


def clip(place: Value, start: Value, end: Value) -> arb:
    """Return the point of an interval nearest to a given one."""
    return arb(place).max(arb(start)).min(arb(end))
