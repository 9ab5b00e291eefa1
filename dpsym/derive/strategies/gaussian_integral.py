r"""Strategy: both laws are Gaussian; complete the square.

.. math:: \int e^{-A x^2 + B x + C}\,dx = \sqrt{\pi/A}\; e^{B^2/(4A) + C}, \qquad A > 0
"""

from __future__ import annotations

from sympy import (
    Dummy,
    Expr,
    Gt,
    Ne,
    Piecewise,
    Poly,
    S,
    erfc,
    exp,
    expand,
    expand_log,
    factor,
    fraction,
    log,
    oo,
    pi,
    sqrt,
    together,
)

from dpsym.derive.derivation import Derivation, Engine, Step
from dpsym.derive.location_scale import StandardPair, standardise
from dpsym.distributions import Gaussian
from dpsym.divergences import KL, Divergence, HockeyStick, LossTail, MaxDivergence, Renyi

NAME = "Gaussian integral"


def attempt(head: Divergence, derive: Engine) -> Derivation | None:
    """Derive the divergences of two Gaussian laws, and the tail of the privacy loss."""
    pair = standardise(head, Gaussian)
    if pair is None:
        return None
    if isinstance(head, Renyi):
        return _renyi(head, pair)
    if isinstance(head, KL):
        return _kl(head, pair)
    if isinstance(head, MaxDivergence):
        return _maximum(head, pair)
    return _threshold(head, pair) if isinstance(head, (HockeyStick, LossTail)) else None


def _coefficients(pair: StandardPair, weight_p: Expr, weight_q: Expr) -> tuple[Expr, Expr, Expr]:
    """Return the coefficients of x^2, x and 1 in weight_p log p + weight_q log q."""
    point = Dummy("x", real=True)
    exponent = weight_p * pair.first.log_density(point) + weight_q * pair.second.log_density(point)
    polynomial = Poly(expand(exponent), point)
    return tuple(polynomial.coeff_monomial(point**power) for power in (2, 1, 0))


def _renyi(head: Renyi, pair: StandardPair) -> Derivation:
    alpha = head.order
    square, linear, constant = _coefficients(pair, alpha, 1 - alpha)
    curvature = factor(together(-square))
    exponent = linear**2 / (4 * curvature) + constant
    steps = (
        pair.step,
        Step("the integrand is exp(-A x^2 + B x + C) with A", pair.back(curvature)),
        Step(
            "complete the square: log of the integral",
            pair.back(log(pi / curvature) / 2 + exponent),
            _positive(pair, curvature),
        ),
    )
    at_zero = {pair.distance: S.Zero}
    quadratic = factor(pair.back(together(exponent - exponent.subs(at_zero))) / (alpha - 1))
    normalisers = pair.back(factor(expand_log(expand(constant.subs(at_zero) + log(2 * pi) / 2)) / (alpha - 1)))
    closed = quadratic + normalisers + log(factor(pair.back(1 / (2 * curvature)))) / (2 * (alpha - 1))
    return Derivation(head, closed, (*steps, Step("divide by alpha - 1", closed)), NAME)


def _positive(pair: StandardPair, curvature: Expr) -> Expr | None:
    """Return the convergence condition, or None where it always holds."""
    numerator, denominator = fraction(factor(pair.back(curvature)))
    # the denominator is a product of squares, up to its sign
    size, condition = (numerator if denominator.is_positive else numerator * denominator).as_coeff_Mul()
    condition = condition if size > 0 else -condition
    return None if condition.is_positive else Gt(condition, 0)


def _kl(head: KL, pair: StandardPair) -> Derivation:
    square, _, constant = _coefficients(pair, S.One, -S.One)
    value = expand(square + constant)
    closed = pair.back(value)
    steps = (pair.step, Step("the privacy loss is a polynomial: E[x] = 0 and E[x^2] = 1 under P", closed))
    return Derivation(head, closed, steps, NAME)


def _maximum(head: MaxDivergence, pair: StandardPair) -> Derivation:
    square, linear, constant = _coefficients(pair, S.One, -S.One)
    square = factor(square)
    if square.is_zero:
        closed = Piecewise((constant.subs(pair.distance, 0), pair.coincide), (oo, True))
        reason = "the privacy loss is linear in x, hence unbounded unless the laws are the same"
        return Derivation(head, closed, (pair.step, Step(reason, closed)), NAME)
    vertex = pair.back(
        factor(together(-(linear**2) / (4 * square)))
        + expand_log(constant.subs(pair.distance, 0))
        + factor(constant - constant.subs(pair.distance, 0))
    )
    opens_downwards = Gt(pair.back(pair.ratio), 1)
    closed = Piecewise((vertex, opens_downwards), (S.Zero, pair.coincide), (oo, True))
    steps = (
        pair.step,
        Step("the privacy loss is a parabola; its vertex", vertex),
        Step("it is the supremum where the parabola opens downwards; the same laws have loss 0", closed),
    )
    return Derivation(head, closed, steps, NAME)


def _mass_below(bound: Expr, location: Expr, spread: Expr) -> Expr:
    """Return the probability of (-oo, bound) under the Gaussian law, in the form without cancellation."""
    return erfc((location - bound) / (spread * sqrt(2))) / 2


def _threshold(head: HockeyStick | LossTail, pair: StandardPair) -> Derivation:
    square, linear, constant = _coefficients(pair, S.One, -S.One)
    # the tail of the loss is the mass of P alone
    eps, factor_q = head.threshold, exp(head.threshold) if isinstance(head, HockeyStick) else S.Zero
    less = ", less e^eps times that of Q" if factor_q else ""

    def excess(bound: Expr) -> Expr:
        return _mass_below(bound, S.Zero, S.One) - factor_q * _mass_below(bound, pair.distance, pair.ratio)

    square = factor(square)
    if square.is_zero:
        bound = expand((eps - constant) / linear)
        closed = pair.back(excess(bound))
        steps = (
            pair.step,
            Step("the privacy loss decreases in x: it exceeds eps below", pair.back(bound)),
            Step(f"the mass of P there{less}", closed),
        )
        return Derivation(head, closed, steps, NAME)
    discriminant = linear**2 - 4 * square * (constant - eps)
    root = sqrt(discriminant)
    lower, upper = ((-linear - sign * root) / (2 * square) for sign in (1, -1))
    wide, narrow = excess(lower) - excess(upper), 1 - factor_q + excess(lower) - excess(upper)
    # where the parabola opens downwards (r > 1) the roots come out in reverse order: lower is the greater one
    closed = pair.back(
        Piecewise(
            (S.Zero, (pair.ratio > 1) & (discriminant <= 0)),
            (wide, pair.ratio > 1),
            (1 - factor_q, discriminant <= 0),
            (narrow, True),
        )
    )
    steps = (
        pair.step,
        Step("the privacy loss is a parabola; it equals eps at", pair.back(lower)),
        Step(f"the mass of P where it exceeds eps{less}", closed, Ne(pair.back(pair.ratio), 1)),
    )
    return Derivation(head, closed, steps, NAME)
