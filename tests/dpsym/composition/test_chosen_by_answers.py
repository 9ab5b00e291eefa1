"""What a rule promises of mechanisms chosen by the answers before is true of the transcript: every notion, random laws, floats alone.

For each notion the least promise that a pair of laws keeps is measured here, without `dpsym`; the rule is applied to what was measured of the
steps, each at its worst history, and the transcript is measured against what the rule says.
"""

import math
from dataclasses import replace

import numpy as np
import pytest
from scipy.special import ndtri
from sympy import Rational, S

from dpsym.errors import NotApplicableError
from dpsym.guarantees.arrow import Kind, Request
from dpsym.guarantees.notions import GDP, ZCDP, ApproxDP, BoundedRangeDP, PureDP, RenyiDP, TruncatedCDP
from dpsym.guarantees.search import all_arrows

ORDERS = (1.2, 2.0, 3.5, 9.0)
THRESHOLD = 0.2
DRAWS = 150
ARROWS = {
    arrow.name: arrow
    for arrow in all_arrows()
    if arrow.kind in (Kind.COMPOSITION, Kind.PARALLEL) and arrow.is_bound and arrow.source is arrow.target
}


def losses(p, q):
    return np.log(p) - np.log(q)


def hockey_stick(eps, p, q):
    return max(np.maximum(one - math.exp(eps) * other, 0).sum() for one, other in ((p, q), (q, p)))


def renyi(order, p, q):
    return max(math.log((one**order * other ** (1 - order)).sum()) / (order - 1) for one, other in ((p, q), (q, p)))


def ratio(p, q):
    """Return the least mu: between the ends of a segment a trade-off function is furthest above a Gaussian one."""
    found = 0.0
    for one, other in ((p, q), (q, p)):
        order = np.argsort(losses(one, other))
        rejected, accepted = np.cumsum(one[order])[:-1], 1 - np.cumsum(other[order])[:-1]
        found = max(found, float(np.max(ndtri(1 - rejected) - ndtri(accepted))))
    return found


def exact(value):
    return Rational(max(0.0, float(value)))


MEASURED = {
    PureDP: lambda p, q: PureDP(exact(np.abs(losses(p, q)).max())),
    BoundedRangeDP: lambda p, q: BoundedRangeDP(exact(np.ptp(losses(p, q)))),
    ApproxDP: lambda p, q: ApproxDP(exact(THRESHOLD), exact(hockey_stick(THRESHOLD, p, q))),
    RenyiDP: lambda p, q: RenyiDP.at_order(3, exact(renyi(3, p, q))),
    ZCDP: lambda p, q: ZCDP(exact(max(renyi(order, p, q) / order for order in ORDERS)), 0),
    TruncatedCDP: lambda p, q: TruncatedCDP(exact(max(renyi(order, p, q) / order for order in ORDERS)), 9),
    GDP: lambda p, q: GDP(exact(ratio(p, q))),
}
KEPT = {
    PureDP: lambda one, p, q: np.abs(losses(p, q)).max() <= one.eps,
    BoundedRangeDP: lambda one, p, q: np.ptp(losses(p, q)) <= one.eps,
    ApproxDP: lambda one, p, q: hockey_stick(float(one.eps), p, q) <= one.delta,
    RenyiDP: lambda one, p, q: renyi(3, p, q) <= one.at(3),
    ZCDP: lambda one, p, q: all(renyi(order, p, q) <= one.rho * order for order in ORDERS),
    TruncatedCDP: lambda one, p, q: all(renyi(order, p, q) <= one.rho * order for order in ORDERS),
    GDP: lambda one, p, q: ratio(p, q) <= one.mu,
}
GREATEST = {
    PureDP: lambda one: one.eps,
    BoundedRangeDP: lambda one: one.eps,
    ApproxDP: lambda one: one.delta,
    RenyiDP: lambda one: one.at(*one.orders.args),
    ZCDP: lambda one: one.rho,
    TruncatedCDP: lambda one: one.rho,
    GDP: lambda one: one.mu,
}
LATER = {"composition.renyi.listed": lambda p, q: RenyiDP.at_order(4, exact(renyi(4, p, q)))}
"""How the steps after the first are measured where that is not as the first."""
JUDGED = {name: arrow for name, arrow in ARROWS.items() if arrow.source in MEASURED}


def law(source, size):
    """Return a law of full support, its masses of different sizes."""
    masses = source.dirichlet([source.choice((0.3, 1.0, 5.0))] * size)
    return (masses + 1e-3) / (1 + 1e-3 * size)


def steps(source):
    """Yield the first pair of laws, and for each of its answers the pair of the mechanism that is chosen then."""
    size = source.integers(2, 4)
    first = law(source, size), law(source, size)
    later = [(law(source, 2), law(source, 2)) for _ in range(size)]
    if source.random() < 0.5:
        # the same two laws, in the one order or the other
        later = [later[0] if source.random() < 0.5 else later[0][::-1] for _ in later]
    return first, later


def breach(arrow, source):
    """Return a transcript of which the rule says too little, None if there is none among those drawn."""
    kind, judged = arrow.source, 0
    for _ in range(DRAWS):
        first, later = steps(source)
        if arrow.kind is Kind.PARALLEL:
            # the record is in the second part: the first answer has one law
            first = first[0], first[0]
        worst = max((LATER.get(arrow.name, MEASURED[kind])(*pair) for pair in later), key=GREATEST[kind])
        parts = [(MEASURED[kind](*first), S.One), (worst, S.One)]
        request = Request(delta=Rational(19, 20))
        try:
            promised = arrow.apply(parts, request)
        except NotApplicableError:  # deltas of more than 1 together, or none left to spend
            continue
        judged += 1
        joint = [
            np.concatenate([mass * pair[side] for mass, pair in zip(first[side], later, strict=True)])
            for side in (0, 1)
        ]
        slack = {
            name: value + Rational(1, 10**9) for name, value in vars(promised).items() if name in ("eps", "rho", "mu")
        }
        if isinstance(promised, RenyiDP):
            if not renyi(3, *joint) <= float(promised.at(3)) + 1e-9:
                return joint
        elif not KEPT[kind](replace(promised, **slack), *joint):
            return joint
    assert judged >= DRAWS / 4
    return None


def test_the_rules_of_all_notions_that_can_be_measured_are_judged():
    assert {arrow.source for arrow in JUDGED.values()} == set(MEASURED) - {BoundedRangeDP}
    assert len(JUDGED) >= 12


@pytest.mark.cases(1 / 8)
@pytest.mark.parametrize("name", JUDGED)
def test_what_a_rule_promises_is_true_of_mechanisms_chosen_by_the_answers_before(name):
    assert breach(JUDGED[name], np.random.default_rng(3)) is None


def _sum_of(name, kind):
    return lambda parts, request: kind(sum(getattr(value, name) for value, _ in parts))


FALSE = {
    "ranges add up": ("composition.pure", BoundedRangeDP, _sum_of("eps", BoundedRangeDP)),
    "the greatest range": (
        "parallel.pure",
        BoundedRangeDP,
        lambda parts, request: max((v for v, _ in parts), key=lambda v: v.eps),
    ),
    "half a loss": ("composition.pure", PureDP, lambda parts, request: PureDP(sum(v.eps for v, _ in parts) * 0.9)),
    "deltas do not add up": (
        "composition.basic",
        ApproxDP,
        lambda parts, request: ApproxDP(2 * THRESHOLD, parts[0][0].delta),
    ),
    "mu is the greatest": ("composition.gdp", GDP, lambda parts, request: GDP(max(v.mu for v, _ in parts))),
    "rho by the root": ("composition.zcdp", ZCDP, lambda parts, request: ZCDP(0.8 * sum(v.rho for v, _ in parts), 0)),
}


@pytest.mark.parametrize("planted", FALSE)
def test_a_false_rule_is_found_out(planted):
    name, kind, rule = FALSE[planted]
    arrow = replace(ARROWS[name], source=kind, target=kind, apply=rule)
    assert breach(arrow, np.random.default_rng(3)) is not None
