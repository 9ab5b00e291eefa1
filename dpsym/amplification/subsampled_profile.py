r"""Subsampling of a privacy profile and of a trade-off function: the two directions of the pair, and what covers both.

With R the law of the output when the record is not sampled and P when it is, a record's presence is the pair of the
mixture :math:`qP + (1-q)R` and R. The first direction, the mixture against R, has the profile of `subsampled_profile`
exactly; the second has that of `removed_profile`, which is never greater for eps >= 0, so that the first covers both.
"""

from __future__ import annotations

from collections.abc import Callable

from sympy import Expr, Piecewise, S, exp, log

from dpsym.amplification.sampling import Poisson, WithoutReplacement, along
from dpsym.amplification.subsampled_dp import FIXED_SOURCE, POISSON_SOURCE, Sampled, asks_base, base_epsilon
from dpsym.guarantees.arrow import Request
from dpsym.guarantees.notions import ProfileDP


def subsampled_profile(eps: Expr, profile: Callable[[Expr], Expr], rate: Expr) -> Expr:
    r"""Return the privacy profile of a mechanism on a random sample, for eps >= 0.

    .. math:: \delta'(\varepsilon) = q\,\delta\left(\log\left(1 + (e^\varepsilon - 1)/q\right)\right)

    Parameters
    ----------
    eps : Expr
        Where, in nats.
    profile : callable
        Of the mechanism, both directions covered, a function of eps.
    rate : Expr
        The probability q with which a record is sampled, m/n without replacement.

    Notes
    -----
    Balle, Barthe and Gaboardi, arXiv:1807.01647v2, Theorems 8 and 9. Exact for the direction of the mixture against the
    law without the record.
    """
    return rate * profile(base_epsilon(eps, rate))


def removed_profile(eps: Expr, profile: Callable[[Expr], Expr], rate: Expr) -> Expr:
    r"""Return the profile of the other direction: the law without the record against the mixture.

    .. math:: \delta'(\varepsilon) = c\,\delta\left(\log(q e^\varepsilon/c)\right), \qquad c = 1 - (1-q)e^\varepsilon,

    and 0 where c is not positive.

    Parameters
    ----------
    eps : Expr
        Where, in nats.
    profile : callable
        Of the law without the record against the law with it, a function of eps.
    rate : Expr
        The rate q of Poisson sampling.

    Notes
    -----
    At most `subsampled_profile` for eps >= 0: c <= q, and :math:`q^2 e^\varepsilon - c(e^\varepsilon - 1 + q)
    = (1-q)(e^\varepsilon - 1)^2 \ge 0`, so that a smaller multiple is taken at a greater threshold.
    """
    share = 1 - (1 - rate) * exp(eps)
    inside = profile(log(rate * exp(eps) / share))
    return Piecewise((S.Zero, share <= 0), (share * inside, True))


def subsampled_tradeoff(level: Expr, tradeoff: Expr, rate: Expr) -> Expr:
    r"""Return the trade-off function of the law without the record against the mixture.

    .. math:: f_q(t) = q f(t) + (1 - q)(1 - t)

    Parameters
    ----------
    level, tradeoff : Expr
        The type I error t, and the trade-off function there, of the law without the record against the law with it.
    rate : Expr
        The probability q with which a record is sampled.

    Notes
    -----
    Dong, Roth and Su, "Gaussian differential privacy", section 4 (their f_p). The other direction has the inverse function of f_q.
    """
    return rate * tradeoff + (1 - rate) * (1 - level)


def _apply(value: ProfileDP, sampling: Sampled, request: Request) -> ProfileDP:
    return ProfileDP(lambda eps: subsampled_profile(eps, value.profile, sampling.rate))


_SAYS = "delta'(eps) = q delta(log(1 + (e^eps - 1)/q))"

POISSON_PROFILE = along(
    Poisson,
    "profile",
    ProfileDP,
    ("amplification.poisson.profile.any", "amplification.poisson.profile.removed.any"),
    _SAYS,
    POISSON_SOURCE,
    _apply,
    tight="exact for the sampled law against the law without the record",
    attained=True,
    asks=asks_base,
)
FIXED_PROFILE = along(
    WithoutReplacement,
    "profile",
    ProfileDP,
    ("amplification.without_replacement.profile",),
    _SAYS,
    FIXED_SOURCE,
    _apply,
    tight="attained, by randomized response on the record that differs",
    asks=asks_base,
)
