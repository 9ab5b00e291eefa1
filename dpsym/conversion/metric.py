"""Metric privacy: to pure privacy of data whose distance is bounded, and to data several steps apart."""

from __future__ import annotations

from sympy import Expr, oo

from dpsym.conversion.groups import CHAIN
from dpsym.guarantees.arrow import Arrow, Kind, Request, Source, require
from dpsym.guarantees.notions import MetricDP, PureDP


def metric_epsilon(rate: Expr, distance: Expr) -> Expr:
    r"""Return the eps of metric privacy at a distance.

    .. math:: \varepsilon(r) = \varepsilon r

    Parameters
    ----------
    rate, distance : Expr
        eps a unit of distance, in nats, and the distance r, or a bound on it.

    Notes
    -----
    Chatzikokolakis, Andrés, Bordenabe and Palamidessi, 2013, the definition. Attained by planar Laplace noise.
    """
    return rate * distance


def _pure(value: MetricDP, request: Request) -> PureDP:
    require(value.reach is not oo or value.eps.is_zero, "the distance of the data has to be bounded: give the reach")
    return PureDP(value.eps if value.eps.is_zero else metric_epsilon(value.eps, value.reach))


METRIC_PURE = Arrow(
    name="metric_to_pure",
    source=MetricDP,
    target=PureDP,
    theorems=("metric.privacy.diameter",),
    says="eps = eps a unit of distance times the greatest distance",
    cites=(Source("chatzikokolakis2013metrics", "the definition of privacy for a metric"),),
    apply=_pure,
    hypotheses=("the data are no further apart than the reach",),
    tight="planar Laplace noise",
)
GROUP_METRIC = Arrow(
    name="group.metric",
    kind=Kind.GROUP,
    source=MetricDP,
    theorems=("dp.group.pure.any",),
    says="the reach is k times as great, eps a unit of distance is the same",
    cites=(Source("chatzikokolakis2013metrics", "the triangle inequality"),),
    apply=lambda value, count, request: MetricDP(value.eps, value.reach if value.reach is oo else count * value.reach),
    hypotheses=(CHAIN, "the lengths of the steps add up to the distance"),
    tight="planar Laplace noise",
)
