"""Composition with approximate guarantees, on a sample or not, beside anything else: each tells all with probability delta, else is a pure one."""

from __future__ import annotations

from dpsym.composition.advanced import left_over, with_slack
from dpsym.composition.basic import ADAPTIVE, Parts
from dpsym.conversion.asked import require_target
from dpsym.guarantees.arrow import Arrow, Conditional, Kind, Request, Source, under
from dpsym.guarantees.notions import ApproxDP


def _asked(request: Request, parts: Parts) -> Request:
    require_target(request)
    return request if request.delta is None else Request(delta=left_over(parts, request.delta)[0])


def _apply(parts: Parts, rest: ApproxDP, request: Request) -> ApproxDP | Conditional:
    if request.delta is not None:
        slack, conditions = left_over(parts, request.delta)
        if rest.delta == slack:
            return under(conditions, ApproxDP(rest.eps, request.delta))
    return ApproxDP(rest.eps, with_slack(parts, rest.delta))


COMPOSE_TELLING = Arrow(
    name="composition.telling",
    kind=Kind.TELLING,
    source=ApproxDP,
    theorems=("dominating.composition.each", "dp.approx.dominating", "dominating.telling"),
    says="delta(eps) = 1 - (1 - P) product of (1 - delta_i)^k_i, P the profile of the rest with eps_i-DP ones in their place; q delta_i of a sample",
    cites=(Source("kairouz2015composition", "Theorem 3.3"), Source("murtaghvadhan2018", "Theorem 1.5")),
    apply=_apply,
    hypotheses=("delta > 1 - product of (1 - delta_i)^k_i", ADAPTIVE),
    tight="for these eps_i and delta_i, where that of the rest is",
    asks=_asked,
)
