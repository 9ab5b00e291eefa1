r"""Strategy: a mixture against one of its parts, as Poisson subsampling makes it.

With A and B the parts and w the weight of A, the excess of :math:`wA + (1-w)B` over :math:`e^\varepsilon B` is w times that of A
over :math:`e^{\varepsilon'} B`, where :math:`e^{\varepsilon'} = (e^\varepsilon - 1 + w)/w`. At integer order the binomial theorem expands the
power of the mixture.
"""

from __future__ import annotations

from sympy import Add, Dummy, Expr, Piecewise, S, Sum, binomial, exp, expand_log, factor, log

from dpsym.derive.derivation import Derivation, Engine, Step
from dpsym.derive.kernels import combine, integrate
from dpsym.derive.pairs import has_pieces
from dpsym.derive.strategies.related import exponential_of
from dpsym.distributions import Law, Mixture
from dpsym.divergences import KL, Divergence, HockeyStick, LossTail, MaxDivergence, Renyi

_GREATEST_ORDER = 256


def attempt(head: Divergence, derive: Engine) -> Derivation | None:
    """Derive what closes for a mixture against one of its parts, in both directions."""
    parts = _parts(*head.laws)
    if parts is None or isinstance(head, KL):
        return None
    weight, other, base, forward = parts
    if isinstance(head, Renyi):
        return _renyi(head, weight, other, base, derive) if forward else None
    if isinstance(head, MaxDivergence):
        return _maximum(head, weight, other, base, forward, derive)
    if isinstance(head, (HockeyStick, LossTail)):
        return _threshold(head, weight, other, base, forward, derive)
    return None


def _parts(first: Law, second: Law) -> tuple[Expr, Law, Law, bool] | None:
    """Return the weight of the other part, that part, the part that is a law of the pair, and whether P is the mixture."""
    for mixture, base, forward in ((first, second, True), (second, first, False)):
        if isinstance(mixture, Mixture) and not isinstance(base, Mixture):
            weight, one, two = mixture.args
            if two == base:
                return weight, one, base, forward
            if one == base:
                return 1 - weight, two, base, forward
    return None


def _renyi(head: Renyi, weight: Expr, other: Law, base: Law, derive: Engine) -> Derivation | None:
    """Expand the mixture: the sum over k of C(n, k) w^k (1-w)^(n-k) times the moment of order k of A against B."""
    order = head.order
    if not order.is_integer or (order.is_number and not 2 <= order <= _GREATEST_ORDER):
        return None
    count = Dummy("k", integer=True, nonnegative=True)
    moment = _kernel_moment(other, base, count)
    coefficient = binomial(order, count) * weight**count * (1 - weight) ** (order - count)
    if order.is_Integer:
        moments = [
            S.One,
            S.One,
            *(_moment(other, base, number, moment, count, derive) for number in range(2, int(order) + 1)),
        ]
        if None in moments:
            return None
        total = Add(*(coefficient.subs(count, number) * each for number, each in enumerate(moments)))
    elif moment is None:
        return None
    else:
        total = Sum(coefficient * moment, (count, 0, order))
    closed = log(total) / (order - 1)
    steps = (
        Step("the order is an integer: expand the power of the mixture by the binomial theorem", total),
        Step("take the logarithm and divide by the order less 1", closed),
    )
    return Derivation(head, closed, steps, "binomial expansion")


def _kernel_moment(other: Law, base: Law, count: Expr) -> Expr | None:
    """Return the moment of symbolic order k of the one part against the other, if one kernel gives it for every k."""
    point = Dummy("x", integer=True) if other.is_discrete else Dummy("x", real=True)
    if not (has_pieces(other) and has_pieces(base)) or len(other.pieces(point)) != 1 or other.ends != base.ends:
        return None
    closed = integrate(combine(other.terms(point), base.terms(point), count, 1 - count), point, *other.ends)
    if closed is None or closed.conditions:
        return None
    return exp(factor(expand_log(closed.logarithm).expand()))


def _moment(other: Law, base: Law, number: int, moment: Expr | None, count: Expr, derive: Engine) -> Expr | None:
    """Return the moment of a whole order."""
    if moment is not None:
        return moment.subs(count, number)
    inner = derive(Renyi(number, other, base))
    if inner is None or inner.expression is S.Infinity or inner.conditions:
        return None
    return exponential_of((number - 1) * inner.expression)


def _maximum(
    head: MaxDivergence, weight: Expr, other: Law, base: Law, forward: bool, derive: Engine
) -> Derivation | None:
    inner = derive(MaxDivergence(*((other, base) if forward else (base, other))))
    if inner is None:
        return None
    if inner.expression is S.Infinity:
        closed = S.Infinity if forward else -log(1 - weight)
    elif forward:
        closed = log(1 - weight + weight * exp(inner.expression))
    else:
        closed = -log(1 - weight + weight * exp(-inner.expression))
    step = Step("the loss of the mixture is an increasing function of the loss between its parts", closed)
    return Derivation(head, closed, (*inner.steps, step), "mixture")


def _threshold(
    head: HockeyStick | LossTail, weight: Expr, other: Law, base: Law, forward: bool, derive: Engine
) -> Derivation | None:
    growth = exp(head.threshold)
    is_tail = isinstance(head, LossTail)
    if is_tail and forward:
        return None
    if forward:
        beyond, there = growth <= 1 - weight, 1 - growth  # the loss of the mixture exceeds eps everywhere
        inside, outer = (growth - 1 + weight) / weight, weight
    else:
        rest = 1 - growth * (1 - weight)
        beyond, there = rest <= 0, S.Zero  # it exceeds eps nowhere
        inside, outer = growth * weight / rest, S.One if is_tail else rest
    if beyond == True:  # noqa: E712  (no threshold between the parts exists: its logarithm would not be real)
        step = Step("no loss between the parts is the threshold: the mixture exceeds eps everywhere, or nowhere", there)
        return Derivation(head, there, (step,), "mixture")
    shifted = Dummy("epsilon'", real=True)
    inner = derive(head.func(shifted, *((other, base) if forward else (base, other))))
    if inner is None:
        return None
    inside = log(inside)
    closed = Piecewise((there, beyond), (outer * inner.expression.subs(shifted, inside), True))
    steps = (
        *inner.steps,
        Step("the loss of the mixture exceeds eps where that between its parts exceeds", inside),
        Step("scale the excess", closed),
    )
    return Derivation(head, closed, steps, "mixture")
