"""Strategy: both log-densities are piecewise linear (Laplace); split at the kinks and integrate cell by cell."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from sympy import (
    Abs,
    Dummy,
    Expr,
    Ge,
    Gt,
    Lt,
    Max,
    Ne,
    Piecewise,
    Poly,
    S,
    collect,
    exp,
    expand,
    expand_log,
    factor,
    log,
    oo,
)

from dpsym.derive.derivation import Derivation, Step
from dpsym.derive.location_scale import StandardPair, standardise
from dpsym.derive.rewriting import collect_exponentials
from dpsym.distributions import Laplace
from dpsym.divergences import KL, Divergence, HockeyStick, MaxDivergence, Renyi

NAME = "piecewise linear"


@dataclass(frozen=True)
class Cell:
    """An interval on which both log-densities are linear in `point`."""

    lower: Expr
    upper: Expr
    point: Expr
    log_p: Expr
    log_q: Expr


def attempt(head: Divergence) -> Derivation | None:
    """Derive any of the four divergences of two Laplace laws (the hockey-stick at equal scales)."""
    pair = standardise(head, Laplace)
    if pair is None:
        return None
    if isinstance(head, Renyi):
        return _renyi(head, pair)
    if isinstance(head, KL):
        return _kl(head, pair)
    if isinstance(head, MaxDivergence):
        return _maximum(head, pair)
    if isinstance(head, HockeyStick) and pair.ratio == 1 and pair.distance != 0:
        return _hockey_stick(head, pair)
    return None


def split(pair: StandardPair) -> tuple[Cell, ...]:
    """Split the line at the modes 0 and d, and resolve the absolute values on each side."""
    kinks = sorted({S.Zero, pair.distance}, key=lambda kink: not kink.is_zero)
    ends = (-oo, *kinks, oo)
    point = Dummy("x", real=True)
    cells = []
    for index, (lower, upper) in enumerate(pairwise(ends)):
        signs = {
            Abs(point - kink): (point - kink if index > position else kink - point)
            for position, kink in enumerate(kinks)
        }
        log_p, log_q = (expand(law.log_density(point).subs(signs)) for law in (pair.first, pair.second))
        cells.append(Cell(lower, upper, point, log_p, log_q))
    return tuple(cells)


def integrate(weight: Expr, exponent: Expr, cell: Cell, lower: Expr, upper: Expr) -> Expr:
    """Integrate weight(x) exp(exponent(x)), a polynomial times the exponential of a linear form, by parts.

    At an infinite end the exponential is taken to vanish: the caller records the sign of the slope as a hypothesis.
    """
    slope, constant = slope_and_constant(exponent, cell)
    polynomial = Poly(weight, cell.point)
    if slope.is_zero:
        antiderivative = polynomial.integrate().as_expr() * exp(constant)
    else:
        series = (
            polynomial.diff((cell.point, k)).as_expr() * (-1) ** k / slope ** (k + 1)
            for k in range(polynomial.degree() + 1)
        )
        antiderivative = sum(series, S.Zero) * exp(slope * cell.point + constant)
    ends = [S.Zero if end in (oo, -oo) else antiderivative.subs(cell.point, end) for end in (lower, upper)]
    return ends[1] - ends[0]


def slope_and_constant(exponent: Expr, cell: Cell) -> tuple[Expr, Expr]:
    """Return the coefficients of x and 1."""
    polynomial = Poly(exponent, cell.point)
    return factor(polynomial.coeff_monomial(cell.point)), polynomial.coeff_monomial(1)


def _renyi(head: Renyi, pair: StandardPair) -> Derivation:
    alpha = head.order
    steps, total = [pair.step], S.Zero
    for cell in split(pair):
        exponent = expand(alpha * cell.log_p + (1 - alpha) * cell.log_q)
        slope, _ = slope_and_constant(exponent, cell)
        piece = integrate(S.One, exponent, cell, cell.lower, cell.upper)
        total += piece
        text = f"integrate over ({pair.back(cell.lower)}, {pair.back(cell.upper)})"
        steps.append(Step(text, pair.back(piece), _slope_condition(pair, slope, cell)))
    moment = collect_exponentials(
        total.replace(lambda e: e.func is exp, lambda e: exp(expand_log(e.args[0])))
    )
    steps.append(
        Step(
            "add the pieces and collect the exponentials: the integral of p^alpha q^(1 - alpha)",
            pair.back(moment),
        )
    )
    closed = log(pair.back(moment)) / (alpha - 1)
    steps.append(Step("take the logarithm and divide by alpha - 1", closed))
    return Derivation(head, closed, tuple(steps), NAME)


def _slope_condition(pair: StandardPair, slope: Expr, cell: Cell) -> Expr | None:
    """Return what the slope of the exponent must satisfy for `integrate`, or None where it does."""
    if slope.is_zero:
        return S.false if cell.lower == -oo or cell.upper == oo else None
    value = factor(pair.back(slope))
    if cell.lower == -oo:
        return None if value.is_positive else Gt(value, 0)
    if cell.upper == oo:
        return None if value.is_negative else Gt(factor(-value), 0)
    return None if value.is_nonzero else Ne(value, 0)


def _kl(head: KL, pair: StandardPair) -> Derivation:
    steps, total = [pair.step], S.Zero
    for cell in split(pair):
        piece = integrate(
            expand(expand_log(cell.log_p - cell.log_q)), cell.log_p, cell, cell.lower, cell.upper
        )
        total += piece
        steps.append(
            Step(f"integrate over ({pair.back(cell.lower)}, {pair.back(cell.upper)})", pair.back(piece))
        )
    closed = pair.back(collect(expand(total), exp(-pair.distance)))
    steps.append(Step("add the pieces", closed))
    return Derivation(head, closed, tuple(steps), NAME)


def _maximum(head: MaxDivergence, pair: StandardPair) -> Derivation:
    losses = [(cell, expand(expand_log(cell.log_p - cell.log_q))) for cell in split(pair)]
    at_kinks = [loss.subs(cell.point, cell.lower) for cell, loss in losses if cell.lower != -oo]
    closed = pair.back(Max(*at_kinks))
    condition = None if pair.ratio == 1 else Ge(pair.back(pair.ratio), 1)
    steps = (
        pair.step,
        Step("the privacy loss is linear between the modes and does not grow beyond them", closed, condition),
    )
    return Derivation(head, closed, steps, NAME)


def _hockey_stick(head: HockeyStick, pair: StandardPair) -> Derivation:
    """At equal scales the loss is d left of 0, falls to -d at d, and stays there."""
    eps, distance = head.threshold, pair.distance
    left, middle, _ = split(pair)
    slope, constant = slope_and_constant(expand(middle.log_p - middle.log_q), middle)
    bound = expand((eps - constant) / slope)
    mass_p, mass_q = (
        integrate(S.One, exponents[0], left, -oo, S.Zero)
        + integrate(S.One, exponents[1], middle, S.Zero, bound)
        for exponents in ((left.log_p, middle.log_p), (left.log_q, middle.log_q))
    )
    inside = collect_exponentials(expand(mass_p - exp(eps) * mass_q))
    # inside is positive exactly below d
    above, everywhere = pair.back(Max(S.Zero, inside)), Lt(eps, -pair.back(distance))
    closed = above if everywhere == False else Piecewise((1 - exp(eps), everywhere), (above, True))  # noqa: E712
    steps = (
        pair.step,
        Step("the privacy loss falls from d to -d between the modes: it exceeds eps below", pair.back(bound)),
        Step("the mass of P there, less e^eps times that of Q", pair.back(inside)),
        Step("from d on the loss never exceeds eps, below -d it always does", closed),
    )
    return Derivation(head, closed, steps, NAME)
