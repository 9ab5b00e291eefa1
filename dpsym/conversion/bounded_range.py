"""From a bounded range of the privacy loss, which exponential mechanisms have, to the other notions.

Of all pairs whose loss lies in an interval of length eps those on two points are the worst: generalized randomized response, with
the losses t and t - eps for a t in [0, eps].
"""

from __future__ import annotations

from sympy import Expr, Max, Piecewise, S, exp, log, sqrt

from dpsym.conversion.asked import from_zero, require_target
from dpsym.conversion.groups import CHAIN, group_epsilon
from dpsym.conversion.hypotheses import at_edge, greater
from dpsym.conversion.pure import pure_ratio
from dpsym.distributions import Logistic
from dpsym.guarantees.arrow import Arrow, Conditional, Kind, Request, Source, require, under
from dpsym.guarantees.mechanism import Mechanism
from dpsym.guarantees.notions import GDP, ZCDP, ApproxDP, BoundedRangeDP, LossDP, ProfileDP, PureDP, RenyiDP, TradeOffDP


def range_profile(threshold: Expr, eps: Expr) -> Expr:
    r"""Return the greatest profile of a pair whose privacy loss has a range of length eps.

    .. math:: \delta(\varepsilon') = \frac{\left(1 - e^{(\varepsilon' - \varepsilon)/2}\right)^2}{1 - e^{-\varepsilon}},
        \qquad 0 \le \varepsilon' \le \varepsilon

    Parameters
    ----------
    threshold, eps : Expr
        eps', non-negative, and the positive length of the interval, in nats.

    Notes
    -----
    On the losses t and t - eps the masses are :math:`p = (1 - e^{t-\varepsilon})/(1 - e^{-\varepsilon})` and 1 - p, and
    :math:`p(1 - e^{\varepsilon' - t})` is greatest at :math:`t = (\varepsilon + \varepsilon')/2`. That two points suffice: Dong, Durfee and
    Rogers, arXiv:1909.13830, Section 4.
    """
    return Max(0, 1 - exp((threshold - eps) / 2)) ** 2 / (1 - exp(-eps))


def range_renyi(order: Expr, eps: Expr) -> Expr:
    r"""Return the greatest Rényi divergence of a pair whose privacy loss has a range of length eps.

    .. math:: D_\alpha = \log s + \frac1{\alpha - 1} \log \frac{1 - e^{-\alpha\varepsilon}}{\alpha (1 - e^{-\varepsilon})}, \qquad
        s = \frac{(\alpha - 1)(1 - e^{-\alpha\varepsilon})\, e^\varepsilon}{\alpha (1 - e^{-(\alpha - 1)\varepsilon})}

    Parameters
    ----------
    order : Expr
        The order, above 1.
    eps : Expr
        The length of the interval, in nats; not negative.

    Notes
    -----
    Under Q the ratio P/Q has mean 1 and lies between s e^-eps and s for some s; the mean of its power, which is convex, is greatest if it
    has these two values only, and then is :math:`s^{\alpha - 1}(A - B s)`, which is greatest at the s above. Ours.
    """
    if eps.is_zero:
        return S.Zero
    worst = range_renyi_ratio(order, eps)
    return log(worst) + log((1 - exp(-order * eps)) / (order * (1 - exp(-eps)))) / (order - 1)


def range_renyi_ratio(order: Expr, eps: Expr) -> Expr:
    """Return the greater ratio s of the pair that attains `range_renyi`; the smaller is s e^-eps."""
    return (order - 1) * (1 - exp(-order * eps)) * exp(eps) / (order * (1 - exp((1 - order) * eps)))


def range_zcdp(eps: Expr) -> Expr:
    r"""Return the zCDP budget of a bounded range.

    .. math:: \rho = \frac{\varepsilon^2}8

    Parameters
    ----------
    eps : Expr
        The length of the interval, in nats.

    Notes
    -----
    Rogers and Steinke, *A better privacy analysis of the exponential mechanism*: Hoeffding's lemma. A quarter of what pure privacy
    with the same eps gives, as eps tends to 0.
    """
    return eps**2 / 8


def range_epsilon(delta: Expr, eps: Expr) -> Expr:
    r"""Return the eps' at a delta: where `range_profile` comes down to it.

    .. math:: \varepsilon' = \varepsilon + 2\log\left(1 - \sqrt{\delta(1 - e^{-\varepsilon})}\right)

    Parameters
    ----------
    delta, eps : Expr
        delta in [0, 1], and the length of the interval, in nats.
    """
    return eps + 2 * log(1 - sqrt(delta * (1 - exp(-eps))))


def range_tradeoff(level: Expr, eps: Expr) -> Expr:
    r"""Return the least trade-off function of a pair whose privacy loss has a range of length eps.

    .. math:: f(t) = \frac{1 - t}{1 - t + e^\varepsilon t}

    Parameters
    ----------
    level, eps : Expr
        The type I error t in [0, 1], and the length of the interval, in nats.

    Notes
    -----
    The odds of an event differ by a factor :math:`e^\varepsilon` at most: those under Q are t : 1 - t, and those under P are the greatest
    where the event has one of two likelihood ratios and the rest the other. Ours.
    """
    return (1 - level) / (1 - level + exp(eps) * level)


def _at(threshold: Expr, eps: Expr) -> Expr:
    return S.Zero if eps.is_zero else at_edge(eps, S.Zero, S.Zero, range_profile(threshold, eps))


def _approx(value: BoundedRangeDP, request: Request) -> ApproxDP:
    require_target(request)
    if request.delta is None:
        return ApproxDP(request.eps, _at(request.eps, value.eps))
    require(request.delta != 1, "at delta = 1 every mechanism is private")
    found = from_zero(range_epsilon(request.delta, value.eps))
    return ApproxDP(
        found if request.delta.is_number else Piecewise((found, request.delta < 1), (S.Zero, True)), request.delta
    )


def _loss(value: BoundedRangeDP, request: Request) -> LossDP | Conditional:
    conditions = greater(value.eps, S.Zero, "eps = 0 leaves no loss to state")
    return under(conditions, LossDP(((Mechanism(Logistic(0, 1), value.eps), S.One),)))


_DONG, _STEINKE = "dongdurfeerogers2020", "rogerssteinke2021"

RANGE_PURE = Arrow(
    name="range_to_pure",
    source=BoundedRangeDP,
    target=PureDP,
    theorems=("range.max.any", "range.max"),
    says="the loss has values of both signs, so that none is above eps",
    cites=(Source(_DONG, "Section 2.1"),),
    apply=lambda value, request: PureDP(value.eps),
    tight="exponential mechanisms",
)
RANGE_RENYI = Arrow(
    name="range_to_renyi",
    source=BoundedRangeDP,
    target=RenyiDP,
    theorems=("range.renyi.any", "range.renyi.attained"),
    says="zeta(alpha) = log s + log((1 - e^(-alpha eps))/(alpha (1 - e^-eps)))/(alpha - 1), s the worst ratio at alpha, at most e^eps",
    cites=(Source(_STEINKE, "Proposition 7, sharpened at each order"),),
    apply=lambda value, request: RenyiDP(lambda order: range_renyi(order, value.eps)),
    tight="a pair on two points, at each order",
)
RANGE_ZCDP = Arrow(
    name="range_to_zcdp",
    source=BoundedRangeDP,
    target=ZCDP,
    theorems=("renyi.bounded_range", "range.renyi"),
    says="rho = eps^2/8",
    cites=(Source(_STEINKE, "Proposition 7"),),
    apply=lambda value, request: ZCDP(range_zcdp(value.eps)),
    tight="exponential mechanisms, as eps -> 0",
)
RANGE_PROFILE = Arrow(
    name="range_to_profile",
    source=BoundedRangeDP,
    target=ProfileDP,
    theorems=("range.profile.any", "range.profile"),
    says="delta(eps') = (1 - e^((eps' - eps)/2))^2 / (1 - e^-eps) up to eps, and 0 beyond",
    cites=(Source(_DONG, "Section 4"),),
    apply=lambda value, request: ProfileDP(lambda threshold: _at(threshold, value.eps)),
    tight="exponential mechanisms, at each eps'",
    attained=True,
)
RANGE_APPROX = Arrow(
    name="range_to_approx",
    source=BoundedRangeDP,
    target=ApproxDP,
    theorems=("range.profile.any", "range.profile"),
    says="eps' = eps + 2 log(1 - sqrt(delta (1 - e^-eps)))",
    cites=(Source(_DONG, "Section 4"),),
    apply=_approx,
    tight="exponential mechanisms, at each delta",
    attained=True,
)
RANGE_LOSS = Arrow(
    name="range_to_loss",
    source=BoundedRangeDP,
    target=LossDP,
    theorems=("range.profile.any", "profile.logistic"),
    says="logistic noise of scale 1/eps has the greatest profile at each eps', below 0 too as the directions are alike",
    cites=(Source(_DONG, "Section 4"),),
    apply=_loss,
    hypotheses=("eps > 0",),
    tight="exponential mechanisms, at each eps' for one run; no mechanism has it at all of them, and composition loses some",
)
RANGE_TRADEOFF = Arrow(
    name="range_to_tradeoff",
    source=BoundedRangeDP,
    target=TradeOffDP,
    theorems=("range.tradeoff.any",),
    says="f(t) = (1 - t)/(1 - t + e^eps t): the odds of an event differ by a factor e^eps at most",
    cites=(Source(_DONG, "Section 2.1, of events"),),
    apply=lambda value, request: TradeOffDP(lambda level: range_tradeoff(level, value.eps)),
    tight="exponential mechanisms, at each level",
    attained=True,
)
RANGE_GDP = Arrow(
    name="range_to_gdp",
    source=BoundedRangeDP,
    target=GDP,
    theorems=("gdp.to_profile", "gdp.range", "range.profile.any"),
    says="mu = 2 Phi^-1(e^(eps/2)/(1 + e^(eps/2))), that of half of the range as pure privacy",
    cites=(Source(_DONG, "Section 2.1, of events"),),
    apply=lambda value, request: GDP(pure_ratio(value.eps / 2)),
    tight="exponential mechanisms, with the two errors alike",
    attained=True,
)
GROUP_RANGE = Arrow(
    name="group.range",
    kind=Kind.GROUP,
    source=BoundedRangeDP,
    target=BoundedRangeDP,
    theorems=("range.group.any",),
    says="the ranges of the steps add up: k eps",
    cites=(Source(_DONG, "Section 2.1"),),
    apply=lambda value, count, request: BoundedRangeDP(group_epsilon(count, value.eps)),
    hypotheses=(CHAIN,),
    tight="exponential mechanisms",
)
