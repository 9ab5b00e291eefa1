"""Subsampling of pure and approximate privacy, alike for Poisson samples and samples of fixed size."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

from sympy import Expr, Min, S, exp, log

from dpsym.amplification.sampling import Poisson, WithoutReplacement, along
from dpsym.guarantees.arrow import Arrow, Kind, Request, Source, require
from dpsym.guarantees.notions import ApproxDP, PureDP

Sampled: TypeAlias = "Poisson | WithoutReplacement"
"""A sampling that has a rate."""

POISSON_SOURCE = Source("balle2018improving", "Theorem 8")
FIXED_SOURCE = Source("balle2018improving", "Theorem 9")


def subsampled_epsilon(eps: Expr, rate: Expr) -> Expr:
    r"""Return the privacy parameter of an eps-private mechanism that is run on a random sample.

    .. math:: \varepsilon' = \log\left(1 + q(e^\varepsilon - 1)\right)

    Parameters
    ----------
    eps : Expr
        Of the mechanism, in nats: for adding or removing a record under Poisson sampling, for replacing one under sampling
        without replacement.
    rate : Expr
        The probability q with which a record is sampled, m/n without replacement.

    Notes
    -----
    Balle, Barthe and Gaboardi, arXiv:1807.01647v2, Theorems 8 and 9. With delta' = q delta for approximate privacy.
    Tight: attained by randomized response on the one record, whatever the rate.
    """
    return log(1 + rate * (exp(eps) - 1))


def subsampled_delta(delta: Expr, rate: Expr) -> Expr:
    r"""Return the delta of an (eps, delta)-private mechanism that is run on a random sample.

    .. math:: \delta' = q\,\delta

    Parameters
    ----------
    delta : Expr
        Of the mechanism.
    rate : Expr
        The probability q with which a record is sampled.

    Notes
    -----
    Balle, Barthe and Gaboardi, arXiv:1807.01647v2, Theorems 8 and 9; at the epsilon of `subsampled_epsilon`.
    """
    return rate * delta


def base_epsilon(eps: Expr, rate: Expr) -> Expr:
    r"""Return the privacy parameter that a mechanism may have so that it is eps-private on a sample.

    .. math:: \log\left(1 + (e^{\varepsilon} - 1)/q\right),

    the inverse of `subsampled_epsilon`; that is where a profile of the mechanism is looked up.

    Parameters
    ----------
    eps : Expr
        Of the sampled mechanism, in nats.
    rate : Expr
        The probability q with which a record is sampled.
    """
    return log(1 + (exp(eps) - 1) / rate)


def asks_base(request: Request, sampling: Sampled) -> Request:
    """Return what the mechanism itself is asked: delta/q, at most 1, or the eps that sampling takes to the wanted one.

    Parameters
    ----------
    request : Request
        At the end.
    sampling : Poisson or WithoutReplacement
        In front of the mechanism.
    """
    require(isinstance(sampling, (Poisson, WithoutReplacement)), f"it is about samples, not {sampling}")
    if request.delta is not None:
        return Request(delta=Min(S.One, request.delta / sampling.rate))
    if request.eps is not None:
        return Request(eps=base_epsilon(request.eps, sampling.rate))
    return request


def _pure(value: PureDP, sampling: Sampled, request: Request) -> PureDP:
    return PureDP(subsampled_epsilon(value.eps, sampling.rate))


def _approximate(value: ApproxDP, sampling: Sampled, request: Request) -> ApproxDP:
    eps = subsampled_epsilon(value.eps, sampling.rate)
    if request.delta is not None and value.delta == asks_base(request, sampling).delta:
        return ApproxDP(eps, request.delta)  # q min(1, delta/q), and no more
    return ApproxDP(eps, subsampled_delta(value.delta, sampling.rate))


def _told(kind: type[Sampled], source: Source, *theorems: str) -> Arrow:
    """Return what sampling makes of the probability with which a promise of eps and delta tells all."""
    drawn = along(
        kind,
        "telling",
        ApproxDP,
        ("dp.approx.dominating", *theorems, "dominating.poisson.telling", "dominating.poisson.telling.removed"),
        "all is told with probability q delta, and else it is an eps-DP mechanism on the sample",
        source,
        _approximate,
        tight="but for delta (1 - q) of what is lost when nothing is told",
    )
    return replace(drawn, kind=Kind.TELLING_SAMPLE)


_PURE = "eps' = log(1 + q(e^eps - 1))"
_APPROXIMATE = "eps' = log(1 + q(e^eps - 1)), delta' = q delta"
_TIGHT = "attained, by randomized response on the record that differs"
_BOTH = ("amplification.poisson.profile.any", "amplification.poisson.profile.removed.any")
_WITHOUT = "amplification.without_replacement"

POISSON_PURE = along(Poisson, "pure", PureDP, _BOTH, _PURE, POISSON_SOURCE, _pure, tight=_TIGHT)
POISSON_APPROX = along(
    Poisson,
    "approx",
    ApproxDP,
    _BOTH,
    _APPROXIMATE,
    POISSON_SOURCE,
    _approximate,
    tight=_TIGHT,
    asks=asks_base,
    attained=True,
)
FIXED_PURE = along(WithoutReplacement, "pure", PureDP, (f"{_WITHOUT}.pure",), _PURE, FIXED_SOURCE, _pure, tight=_TIGHT)
FIXED_APPROX = along(
    WithoutReplacement,
    "approx",
    ApproxDP,
    (f"{_WITHOUT}.profile",),
    _APPROXIMATE,
    FIXED_SOURCE,
    _approximate,
    tight=_TIGHT,
    asks=asks_base,
)
POISSON_TELLING = _told(
    Poisson,
    Source("zhu2022characteristic", "Theorem 11, of the pair that attains eps and delta"),
    "dominating.poisson",
    "dominating.poisson.removed",
)
FIXED_TELLING = _told(
    WithoutReplacement,
    Source("dong2022gaussian", "Theorem 4.2, of the pair that attains eps and delta"),
    "amplification.without_replacement.tradeoff",
)
