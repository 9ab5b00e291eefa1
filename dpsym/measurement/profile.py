"""From one run of a mechanism to its privacy profile, its inverse, and its trade-off function, where they close."""

from __future__ import annotations

from sympy import Expr

from dpsym.divergences import HockeyStick, InverseProfile, TradeOff
from dpsym.guarantees.arrow import Arrow, Kind, Request, Source, require
from dpsym.guarantees.mechanism import Mechanism
from dpsym.guarantees.notions import ApproxDP, LossDP, ProfileDP, TradeOffDP
from dpsym.measurement.derived import of_mechanism
from dpsym.measurement.facts import about, fact


def _single(value: LossDP) -> Mechanism:
    require(len(value.parts) == 1 and value.parts[0][1] == 1, "a closed form is known for a single run only")
    mechanism = value.parts[0][0]
    require(mechanism.rate == 1, f"subsampling of {mechanism} is an arrow of its own")
    return mechanism


def _closed(quantity: type, index: Expr, value: LossDP) -> Expr:
    mechanism = _single(value)
    fact(quantity, type(mechanism.law))
    return of_mechanism(quantity, (index,), mechanism)


def _approx(value: LossDP, request: Request) -> ApproxDP:
    if request.delta is not None:
        found = _closed(InverseProfile, request.delta, value)
        return ApproxDP(found, request.delta)
    require(request.eps is not None, "an eps or a delta must be asked for")
    return ApproxDP(request.eps, _closed(HockeyStick, request.eps, value))


LOSS_TO_PROFILE = Arrow(
    name="loss_to_profile",
    kind=Kind.DERIVATION,
    source=LossDP,
    target=ProfileDP,
    theorems=("dp.approx.event",),
    also=lambda value: about(HockeyStick, value),
    says="delta(eps) is the hockey-stick divergence of the worst pair",
    cites=(Source("balle2018improving", "section 2, privacy by divergences"),),
    apply=lambda value, request: ProfileDP(lambda eps: _closed(HockeyStick, eps, value)),
    hypotheses=("a single run",),
    tight="exact",
)

LOSS_TO_TRADEOFF = Arrow(
    name="loss_to_tradeoff",
    kind=Kind.DERIVATION,
    source=LossDP,
    target=TradeOffDP,
    theorems=("dominating.tradeoff",),
    also=lambda value: about(TradeOff, value),
    says="the trade-off function of the worst pair, by Neyman and Pearson",
    cites=(Source("dong2022gaussian", "Definition 2.1"),),
    apply=lambda value, request: TradeOffDP(lambda level: _closed(TradeOff, level, value)),
    hypotheses=("a single run",),
    tight="exact",
)

LOSS_TO_APPROX_CLOSED = Arrow(
    name="loss_to_approx.closed",
    kind=Kind.DERIVATION,
    source=LossDP,
    target=ApproxDP,
    theorems=("dp.approx.event",),
    also=lambda value: about(InverseProfile, value),
    says="eps is where the privacy profile of the worst pair comes down to delta",
    cites=(Source("balle2018improving", "section 2, privacy by divergences"),),
    apply=_approx,
    hypotheses=("a single run", "the profile has an inverse in closed form"),
    tight="exact",
)
