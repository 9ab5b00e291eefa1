r"""From Rényi to approximate privacy, exactly: the greatest delta that a pair with a given divergence can have.

By duality: for likelihood ratios t < 1 and u > t, the line that touches :math:`-\lambda x^\alpha` at t and
:math:`x - \gamma - \lambda x^\alpha` at u lies above :math:`(x - \gamma)_+ - \lambda x^\alpha` everywhere, and its value at the
mean 1 of the ratio bounds the hockey-stick divergence at :math:`\gamma = e^\varepsilon` of *every* pair with
:math:`E_Q x^\alpha \le e^{(\alpha-1)\zeta}`. Each t is sound, the best is exact (the worst pair lives on the two points t and u), and
t = 0 is the improved conversion.

Of a budget :math:`\rho\alpha` at every order, up to a cutoff or not, the best order is the end of the matter too: the pair that attains the
conversion there keeps the budget at every other order, in both directions. Let :math:`d(\alpha) = \rho\alpha(\alpha-1) - \log E_Q x^\alpha`. It is 0
at 0 and 1, and at the best order, where its slope is 0 (at the cutoff: not positive), for the bound is least there. The second derivative of
:math:`\log E_Q x^\alpha` is the variance of a tilted law on two points, a bump, so that d'' has two zeros at most, and d four, of which those with
slope 0 count twice. It goes to infinity on both sides, and is therefore positive between 1 and the best order, beyond it (up to the cutoff), and
below 0, where it tells of the other direction. Where the best order is 1 itself, d is 0 there twice, and a fourth zero may lie below 0: there, as
of total variation, and at a single order the other direction can bind too, and `dpsym.conversion.promised` says what both leave.
"""

from __future__ import annotations

from fractions import Fraction
from math import exp, inf
from typing import Any

from flint import arb, ctx
from sympy import Expr, FiniteSet, Rational

from dpsym.ball import as_fraction
from dpsym.conversion.asked import (
    certified,
    certified_exponential,
    certified_upper,
    exp_of,
    from_zero,
    log_of,
    require_positive,
    require_target,
)
from dpsym.conversion.orders import BITS, budget_at, golden, height_of, order_value
from dpsym.conversion.program import program_of
from dpsym.conversion.renyi_to_approx import best_improved_order
from dpsym.conversion.rounding import fraction, rounded, sign
from dpsym.errors import UndecidedError
from dpsym.guarantees.arrow import Arrow, Request, Source, numbers_only, require
from dpsym.guarantees.notions import ApproxDP, RenyiDP

_FAR = 60.0  # of the logit of t
_MOVES = (-50.0, -40.0, -30.0, -20.0, -14.0, *(1.5 * k for k in range(-6, 7)))
"""Of log(alpha - 1) from the best order of the improved conversion, to orders next to 1."""
_CLOSE, _FINE = 1e-6, 1e-8  # of the order, and of the ratio: the bound is flat at the best ones
_RATIO_DIGITS, _HIGH_DIGITS = 20, 30


def _power(base: Any, exponent: Any) -> Any:
    return arb(0) if isinstance(base, arb) and base.is_zero() else base**exponent


def _excess(order: Any, budget: Any, ratio: Any) -> Any:
    """Return the value at the mean 1 of the line, times the order over lambda."""
    moment = exp_of((order - 1) * budget)
    return moment + (order - 1) * _power(ratio, order) - order * _power(ratio, order - 1)


def optimal_epsilon(order: Any, budget: Any, delta: Any, ratio: Any) -> Any:
    r"""Return the eps at a delta that a Rényi budget at one order gives, for a likelihood ratio t.

    .. math:: \varepsilon = \log\left(\left(1 - \frac1\alpha\right) \frac{u^\alpha - t^\alpha}{u^{\alpha-1} - t^{\alpha-1}}\right),
        \qquad u^{\alpha-1} = t^{\alpha-1} +
        \frac{e^{(\alpha-1)\zeta} + (\alpha-1) t^\alpha - \alpha t^{\alpha-1}}{\alpha\delta}

    Parameters
    ----------
    order : Expr or ball
        The order alpha, above 1.
    budget : Expr or ball
        The budget zeta at that order, in nats.
    delta : Expr or ball
        In (0, 1).
    ratio : Expr or ball
        The number t in [0, 1); each is sound.

    Notes
    -----
    For the best t the exact answer of Asoodeh, Liao, Calmon, Kosut and Sankar, *Three variants of differential privacy*,
    Theorem 2, in the form that duality gives.
    """
    step = _excess(order, budget, ratio) / (order * delta)
    high = _power(_power(ratio, order - 1) + step, 1 / (order - 1))
    return optimal_threshold(order, ratio, high)


def optimal_threshold(order: Any, ratio: Any, high: Any) -> Any:
    r"""Return the eps that belongs to two likelihood ratios t < 1 and u > t.

    .. math:: \varepsilon = \log\left(\left(1 - \frac1\alpha\right) \frac{u^\alpha - t^\alpha}{u^{\alpha-1} - t^{\alpha-1}}\right)

    Parameters
    ----------
    order, ratio, high : Expr or ball
        The order alpha above 1, and the ratios t and u.
    """
    top, bottom = (_power(high, each) - _power(ratio, each) for each in (order, order - 1))
    return log_of((1 - 1 / order) * top / bottom)


def optimal_delta(order: Any, budget: Any, ratio: Any, high: Any) -> Any:
    r"""Return the delta, at the eps of `optimal_threshold`, that a Rényi budget at one order gives.

    .. math:: \delta = \frac{e^{(\alpha-1)\zeta} + (\alpha-1) t^\alpha - \alpha t^{\alpha-1}}{\alpha (u^{\alpha-1} - t^{\alpha-1})}

    Parameters
    ----------
    order, budget : Expr or ball
        The order alpha, above 1, and the budget zeta at that order, in nats.
    ratio, high : Expr or ball
        The numbers t in [0, 1) and u > t; each pair is sound.
    """
    return _excess(order, budget, ratio) / (order * (_power(high, order - 1) - _power(ratio, order - 1)))


def _high_for(order: arb, factor: arb, ratio: arb) -> arb:
    """Return about the ratio u that belongs to e^eps and t: Newton's method on a convex function, from the right."""
    goal = factor * order / (order - 1)
    constant = (goal - ratio) * _power(ratio, order - 1)
    high = goal.mid()
    for _ in range(200):
        tail = constant * high ** (1 - order)
        move = (high - goal + tail) / (1 - (order - 1) * tail / high)
        high = (high - move).mid()
        if not high > ratio:
            break
        if abs(move.mid()) <= abs(high) * arb(2) ** (-ctx.prec // 2):
            return high
    raise UndecidedError("the greater likelihood ratio was not found")


def _ratio_of(place: float) -> arb:
    """Return t for its logit."""
    return arb(0) if place == -inf else 1 / (1 + (-arb(place)).exp())


class _Search:
    """The best order and ratio for a request, in balls; what it finds is then used exactly."""

    def __init__(self, value: RenyiDP, request: Request) -> None:
        self.orders, self.to_delta = value.orders, request.delta is None
        self.budget = program_of(value.budget)
        target = certified(request.eps if self.to_delta else request.delta)
        self.target = target.exp() if self.to_delta else target

    def ratio(self, order: Any, close: float) -> tuple[float, float]:
        """Return the logit of the best t at an order, -oo for t = 0, and the bound there."""
        try:
            budget, order = self.budget(order), arb(order)
        except UndecidedError:
            return -inf, inf

        def bound(ratio: arb) -> arb:
            if not self.to_delta:
                return optimal_epsilon(order, budget, self.target, ratio)
            return optimal_delta(order, budget, ratio, _high_for(order, self.target, ratio)).log()

        def height(place: float) -> float:
            return height_of(bound, _ratio_of(place))

        return min(golden(height, -_FAR, _FAR, close), (-inf, height(-inf)), key=lambda pair: pair[1])

    def best(self, start: Expr) -> tuple[Expr, Rational]:
        """Return an order of the set near one of it, and the ratio t for it."""
        order = start if isinstance(self.orders, FiniteSet) else self._order(start)
        ratio = as_fraction(_ratio_of(self.ratio(order_value(order), _FINE)[0]).mid())
        return order, rounded(ratio, False, _RATIO_DIGITS)

    def _order(self, start: Expr) -> Expr:
        last = getattr(self.orders, "end", None)

        def order_at(move: float) -> Expr:
            order = 1 + rounded(fraction(start - 1) * Fraction(exp(move)), True, _RATIO_DIGITS)
            return last if last is not None and order > last else order

        def height(move: float) -> float:
            order = order_at(move)
            inside = self.orders.contains(order) == True  # noqa: E712
            return self.ratio(order_value(order), _CLOSE)[1] if inside else inf

        heights = [height(move) for move in _MOVES]
        k = min(range(len(_MOVES)), key=heights.__getitem__)
        if heights[k] == inf:
            return start
        move, value = golden(height, _MOVES[max(k - 1, 0)], _MOVES[min(k + 1, len(_MOVES) - 1)], _CLOSE)
        return order_at(move) if value < heights[_MOVES.index(0.0)] else start


def _certified_high(order: Expr, eps: Expr, ratio: Rational) -> arb:
    """Return a ratio u, rational, whose eps is certainly not above the one asked for, and hardly below."""
    place = arb(order_value(order))
    high = _high_for(place, certified(eps).exp(), certified(ratio))
    high = certified(rounded(as_fraction(high.mid()) * (1 - Fraction(1, 10**_HIGH_DIGITS)), False, 2 * _HIGH_DIGITS))
    if not optimal_threshold(place, certified(ratio), high) <= certified(eps):
        raise UndecidedError(f"no ratio was certified for eps = {eps}")
    return high


def _optimal(value: RenyiDP, request: Request) -> ApproxDP:
    require_target(request)
    target = request.eps if request.delta is None else request.delta
    for each in (value, target):
        numbers_only(each, "the search for the extremal pair")
    if request.delta is not None:
        require_positive(request.delta)
        require(sign(request.delta - 1) == -1, "at delta = 1 there is nothing to convert")
    start = best_improved_order(value, request)
    with ctx.workprec(BITS):
        order, ratio = _Search(value, request).best(start)

    def bound() -> arb:
        place = arb(order_value(order))
        budget, low = budget_at(value.budget, order_value(order)), certified(ratio)
        if request.delta is not None:
            return optimal_epsilon(place, budget, certified(target), low)
        return optimal_delta(place, budget, low, _certified_high(order, target, ratio)).log()

    if request.delta is not None:
        return ApproxDP(from_zero(certified_upper(bound)), target)
    return ApproxDP(target, certified_exponential(bound))


RENYI_OPTIMAL = Arrow(
    name="renyi_to_approx.optimal",
    source=RenyiDP,
    target=ApproxDP,
    theorems=("rdp.to_approx.optimal", "rdp.to_approx.optimal.delta"),
    says="the least eps that holds for every pair with this divergence at one order, at the best order",
    cites=(Source("asoodeh2021variants", "Theorem 2"),),
    apply=_optimal,
    hypotheses=("numbers", "0 < delta < 1"),
    tight="for every order and budget, by a pair on two points; of a budget rho alpha with a best order above 1 it keeps the promise at every order",
)
