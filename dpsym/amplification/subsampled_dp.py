"""Subsampling of pure and approximate privacy, alike for Poisson samples and samples of fixed size."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from sympy import Expr, Min, S, exp, log

from dpsym.amplification.sampling import Poisson, Sampling, WithoutReplacement, require_sampling
from dpsym.guarantees.arrow import Arrow, Kind, Request, Source, require
from dpsym.guarantees.notions import ApproxDP, PureDP

Sampled: TypeAlias = "Poisson | WithoutReplacement"
"""A sampling that has a rate."""

_POISSON = Source("balle2018improving", "Theorem 8")
_FIXED = Source("balle2018improving", "Theorem 9")


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


def _pure(kind: type[Sampling]) -> Callable[..., PureDP]:
    def apply(value: PureDP, sampling: Sampled, request: Request) -> PureDP:
        require_sampling(sampling, kind)
        return PureDP(subsampled_epsilon(value.eps, sampling.rate))

    return apply


def _approximate(kind: type[Sampling]) -> Callable[..., ApproxDP]:
    def apply(value: ApproxDP, sampling: Sampled, request: Request) -> ApproxDP:
        require_sampling(sampling, kind)
        eps = subsampled_epsilon(value.eps, sampling.rate)
        if request.delta is not None and value.delta == asks_base(request, sampling).delta:
            return ApproxDP(eps, request.delta)  # q min(1, delta/q), and no more
        return ApproxDP(eps, subsampled_delta(value.delta, sampling.rate))

    return apply


_PURE = "eps' = log(1 + q(e^eps - 1))"
_APPROXIMATE = "eps' = log(1 + q(e^eps - 1)), delta' = q delta"
_TIGHT = "attained, by randomized response on the record that differs"

POISSON_PURE = Arrow(
    name="poisson.pure",
    kind=Kind.AMPLIFICATION,
    source=PureDP,
    theorems=("amplification.poisson.profile.any", "amplification.poisson.profile.removed.any"),
    says=_PURE,
    cites=(_POISSON,),
    apply=_pure(Poisson),
    hypotheses=("add-remove adjacency", "each record sampled independently with probability q"),
    tight=_TIGHT,
)
POISSON_APPROX = Arrow(
    name="poisson.approx",
    kind=Kind.AMPLIFICATION,
    source=ApproxDP,
    theorems=("amplification.poisson.profile.any", "amplification.poisson.profile.removed.any"),
    says=_APPROXIMATE,
    cites=(_POISSON,),
    apply=_approximate(Poisson),
    hypotheses=("add-remove adjacency", "each record sampled independently with probability q"),
    tight=_TIGHT,
    asks=asks_base,
)
FIXED_PURE = Arrow(
    name="without_replacement.pure",
    kind=Kind.AMPLIFICATION,
    source=PureDP,
    theorems=("amplification.without_replacement.pure",),
    says=_PURE + ", q = m/n",
    cites=(_FIXED,),
    apply=_pure(WithoutReplacement),
    hypotheses=("replace adjacency", "m of n records sampled without replacement"),
    tight=_TIGHT,
)
FIXED_APPROX = Arrow(
    name="without_replacement.approx",
    kind=Kind.AMPLIFICATION,
    source=ApproxDP,
    theorems=("amplification.without_replacement.profile",),
    says=_APPROXIMATE + ", q = m/n",
    cites=(_FIXED,),
    apply=_approximate(WithoutReplacement),
    hypotheses=("replace adjacency", "m of n records sampled without replacement"),
    tight=_TIGHT,
    asks=asks_base,
)
