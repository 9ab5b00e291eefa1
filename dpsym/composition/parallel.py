"""Parallel composition, on disjoint parts of the data, and post-processing: what does not add up."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sympy import Expr, Max, Min

from dpsym.composition.basic import Parts
from dpsym.conversion.rounding import sign
from dpsym.guarantees.arrow import Arrow, Kind, Request, Source, require
from dpsym.guarantees.binding import Curve
from dpsym.guarantees.notions import (
    GDP,
    ZCDP,
    ApproxDP,
    BoundedRangeDP,
    MetricDP,
    Notion,
    ProfileDP,
    PureDP,
    RenyiDP,
    TradeOffDP,
    TruncatedCDP,
)


def greatest(*values: Expr) -> Expr:
    r"""Return the greatest of some budgets, which is that of mechanisms on disjoint parts of the data.

    .. math:: \max_i \varepsilon_i

    Parameters
    ----------
    *values : Expr
        The budgets; numbers are compared.

    Notes
    -----
    McSherry, *Privacy integrated queries*, Theorem 4: where one record is added or removed, one part alone changes.
    """
    best, *rest = dict.fromkeys(values)
    for value in rest:
        gap = sign(value - best)
        if gap is None:
            return Max(*values)
        best = value if gap == 1 else best
    return best


def _renyi(parts: Parts, request: Request) -> RenyiDP:
    orders = parts[0][0].orders
    for value, _ in parts[1:]:
        orders = orders.intersect(value.orders)
    require(not orders.is_empty, "the parts are stated at no common order")
    return RenyiDP(_upper_envelope([value.budget for value, _ in parts]), orders)


def _each(kind: type[Notion], *names: str) -> Callable[[Parts, Request], Notion]:
    return lambda parts, request: kind(*(greatest(*(getattr(value, name) for value, _ in parts)) for name in names))


def _tcdp(parts: Parts, request: Request) -> TruncatedCDP:
    return TruncatedCDP(greatest(*(value.rho for value, _ in parts)), Min(*(value.omega for value, _ in parts)))


def _profile(parts: Parts, request: Request) -> ProfileDP:
    return ProfileDP(_upper_envelope([value.profile for value, _ in parts]))


def _upper_envelope(curves: Sequence[Curve]) -> Callable[[Expr], Expr]:
    """Return the greatest of some curves, as a function."""
    distinct = tuple(dict.fromkeys(curves))
    return lambda point: Max(*(each(point) for each in distinct), evaluate=len(distinct) == 1)


_DISJOINT = ("each mechanism sees a part of the data of its own", "one step between datasets changes one part only")


def _parallel(kind: type[Notion], theorem: str, says: str, apply: Callable[[Parts, Request], Notion]) -> Arrow:
    return Arrow(
        name=f"parallel.{kind.key}",
        kind=Kind.PARALLEL,
        source=kind,
        theorems=(theorem,),
        says=says,
        cites=(Source("mcsherry2009privacy", "Theorem 4"),),
        apply=apply,
        hypotheses=_DISJOINT,
        tight="attained by the worst part",
    )


def _processing(kind: type[Notion], theorem: str) -> Arrow:
    return Arrow(
        name=f"processing.{kind.key}",
        kind=Kind.PROCESSING,
        source=kind,
        theorems=(theorem,),
        says="what does not see the data makes nothing worse",
        cites=(Source("dworkroth2014", "Proposition 2.1"),),
        apply=lambda value, request: value,
        hypotheses=("the processing does not see the data",),
        tight="attained by a bijection",
    )


PARALLEL = (
    _parallel(PureDP, "max.composition.parallel", "eps = the greatest", _each(PureDP, "eps")),
    _parallel(
        ApproxDP, "dp.composition.parallel.adaptive", "eps and delta = the greatest", _each(ApproxDP, "eps", "delta")
    ),
    _parallel(RenyiDP, "rdp.composition.parallel", "zeta = the greatest, at the common orders", _renyi),
    _parallel(ZCDP, "rdp.composition.parallel", "rho and xi = the greatest", _each(ZCDP, "rho", "xi")),
    _parallel(TruncatedCDP, "rdp.composition.parallel", "rho = the greatest, omega = the least", _tcdp),
    _parallel(GDP, "gdp.composition.parallel", "mu = the greatest", _each(GDP, "mu")),
    _parallel(ProfileDP, "dp.composition.parallel.adaptive", "delta(eps) = the greatest", _profile),
)
"""Parallel composition in each notion."""

PROCESSING = (
    *(_processing(kind, "max.data_processing") for kind in (PureDP, BoundedRangeDP, MetricDP)),
    *(_processing(kind, "hockey_stick.data_processing") for kind in (ApproxDP, ProfileDP)),
    _processing(GDP, "gdp.data_processing"),
    _processing(TradeOffDP, "tradeoff.data_processing"),
    *(_processing(kind, "renyi.data_processing") for kind in (RenyiDP, TruncatedCDP)),
    _processing(ZCDP, "zcdp.data_processing"),
)
"""Post-processing in each notion."""
