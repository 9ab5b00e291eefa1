"""What a promise is: one frozen value a notion of privacy, with its parameters symbolic or exact numbers."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sympy import Expr, FiniteSet, Interval, Rational, S, Symbol, Union, oo

from dpsym.guarantees.curved import LossDP, Notion, ProfileDP, RenyiDP, TradeOffDP
from dpsym.parameters import BUDGET, CUTOFF, OFFSET, PRIVACY_LOSS, RATIO, TARGET, Parameter

__all__ = [
    "GDP",
    "NOTIONS",
    "ZCDP",
    "ApproxDP",
    "BoundedRangeDP",
    "LossDP",
    "MetricDP",
    "Notion",
    "ProfileDP",
    "PureDP",
    "RenyiDP",
    "TradeOffDP",
    "TruncatedCDP",
]
_PER_DISTANCE = replace(PRIVACY_LOSS, name="privacy parameter eps a unit of distance", unit="nats a unit of distance")
_REACH = Parameter(
    "reach",
    Symbol("R", positive=True),
    Union(Interval.open(0, oo), FiniteSet(oo)),
    "a positive distance (oo allowed)",
    (Rational(1, 2), Rational(20)),
    "units of distance",
)


@dataclass(frozen=True)
class PureDP(Notion):
    r"""Pure privacy: :math:`P(A) \le e^{\varepsilon} Q(A)` for every event A.

    Parameters
    ----------
    eps : non-negative real
        In nats.
    """

    key, words, domains = "pure", "pure differential privacy", {"eps": PRIVACY_LOSS}
    eps: Expr


@dataclass(frozen=True)
class BoundedRangeDP(Notion):
    r"""Bounded range: :math:`\log(P/Q)` has its values in an interval of length :math:`\varepsilon`.

    The exponential mechanism with the rate :math:`\varepsilon/(2\Delta)` has it, whatever the utilities of sensitivity Delta; so has
    report noisy max with Gumbel noise of scale :math:`2\Delta/\varepsilon`, which is the same law.

    Parameters
    ----------
    eps : non-negative real
        The length of the interval, in nats.
    """

    key, words, domains = "range", "bounded range", {"eps": PRIVACY_LOSS}
    eps: Expr


@dataclass(frozen=True)
class MetricDP(Notion):
    r"""Metric privacy: :math:`P_x(A) \le e^{\varepsilon d(x, y)} P_y(A)` for every event A and all data x and y within the reach.

    It is pure privacy whose parameter grows with the distance d between the data; of places on a map it is called
    geo-indistinguishability.

    Parameters
    ----------
    eps : non-negative real
        In nats a unit of distance.
    reach : positive real, optional
        The greatest distance of neighbours; if left out, any two data are neighbours, however far apart.
    """

    key, words, domains = "metric", "metric differential privacy", {"eps": _PER_DISTANCE, "reach": _REACH}
    eps: Expr
    reach: Expr = oo


@dataclass(frozen=True)
class ApproxDP(Notion):
    r"""Approximate privacy: :math:`P(A) \le e^{\varepsilon} Q(A) + \delta` for every event A.

    Parameters
    ----------
    eps : non-negative real
        In nats.
    delta : real in [0, 1]
        A probability; what follows at other eps is asked by ``profile(eps)``, as this one is a number.
    """

    key, words, domains = "approx", "approximate differential privacy", {"eps": PRIVACY_LOSS, "delta": TARGET}
    eps: Expr
    delta: Expr


@dataclass(frozen=True)
class ZCDP(Notion):
    r"""Zero-concentrated privacy: :math:`D_\alpha(P\|Q) \le \xi + \rho\alpha` for every order above 1.

    Parameters
    ----------
    rho : non-negative real
        In nats an order.
    xi : non-negative real, optional
        In nats; 0 if left out.
    """

    key, words, domains = "zcdp", "zero-concentrated differential privacy", {"rho": BUDGET, "xi": OFFSET}
    rho: Expr
    xi: Expr = S.Zero


@dataclass(frozen=True)
class TruncatedCDP(Notion):
    r"""Truncated concentrated privacy: :math:`D_\alpha(P\|Q) \le \rho\alpha` for every order in :math:`(1, \omega)`.

    Parameters
    ----------
    rho : non-negative real
        In nats an order.
    omega : real above 1
        The order up to which it holds.
    """

    key, words = "tcdp", "truncated concentrated differential privacy"
    domains = {"rho": BUDGET, "omega": CUTOFF}
    rho: Expr
    omega: Expr


@dataclass(frozen=True)
class GDP(Notion):
    r"""Gaussian privacy: as hard to test as N(0, 1) against N(mu, 1).

    Parameters
    ----------
    mu : non-negative real
        The distance of the means, in standard deviations.
    """

    key, words, domains = "gdp", "Gaussian differential privacy", {"mu": RATIO}
    mu: Expr


NOTIONS: dict[str, type[Notion]] = {
    kind.key: kind
    for kind in (
        LossDP,
        PureDP,
        BoundedRangeDP,
        MetricDP,
        ApproxDP,
        RenyiDP,
        ZCDP,
        TruncatedCDP,
        GDP,
        TradeOffDP,
        ProfileDP,
    )
}
"""Every notion by its key."""
