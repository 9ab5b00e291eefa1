"""Composition of metric privacy: at each distance that of pure privacy."""

from __future__ import annotations

from sympy import Min

from dpsym.composition.basic import ADAPTIVE, epsilons, total_epsilon
from dpsym.guarantees.arrow import Arrow, Kind, Source
from dpsym.guarantees.notions import MetricDP

COMPOSE_METRIC = Arrow(
    name="composition.metric",
    kind=Kind.COMPOSITION,
    source=MetricDP,
    theorems=("dp.composition.pure.adaptive",),
    says="eps a unit of distance = sum of k eps, up to the least reach",
    cites=(Source("chatzikokolakis2013metrics", "composition"),),
    apply=lambda parts, request: MetricDP(total_epsilon(epsilons(parts)), Min(*(value.reach for value, _ in parts))),
    hypotheses=(ADAPTIVE, "all of them are private for the same metric"),
    tight="independent answers in which one event is the worst of each",
)
