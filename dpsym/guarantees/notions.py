"""What a promise is: one frozen value a notion of privacy, with its parameters symbolic or exact numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, ClassVar

from sympy import Expr, FiniteSet, Integer, Interval, Rational, S, Set, Symbol, Union, oo

from dpsym.divergences import Divergence
from dpsym.errors import ParameterError
from dpsym.guarantees.mechanism import Mechanism
from dpsym.parameters import (
    ABOVE_ONE_ORDER,
    BUDGET,
    CUTOFF,
    LEVEL,
    OFFSET,
    POSITIVE_COUNT,
    PRIVACY_LOSS,
    RATIO,
    TARGET,
    Parameter,
    alpha,
    eps,
    exact,
    t,
)

_ABOVE_ONE = Interval.open(1, oo)
_ORDERS = (Rational(9, 8), Integer(2), Integer(64))
_LEVELS = (Rational(1, 16), Rational(1, 2), Rational(15, 16))
_LARGEST = 50


def _is_negative(value: Expr) -> bool:
    """Return whether a short expression is a number below 0 by a margin; of a long one, or of symbols, nothing is said."""
    if value.free_symbols or value.has(Divergence) or value.count_ops() > _LARGEST:
        return False
    number = value.evalf(15)
    return bool(number.is_Float and number < -(10**-9))


def _curve(name: str, rule: str, value: object, symbol: Symbol, ceiling: Callable[[Expr], Expr]) -> Expr:
    found = exact(value)
    if found is None:
        raise ParameterError(name, rule, value)
    for level in _LEVELS:
        height = found.xreplace({symbol: level})
        if _is_negative(height) or _is_negative(ceiling(level) - height):
            raise ParameterError(name, rule, value)
    return found


@dataclass(frozen=True)
class Notion:
    """A promise about a mechanism at one adjacency; a subclass names its parameters and their domains."""

    key: ClassVar[str] = ""
    """How the command line and the routes call it."""
    words: ClassVar[str] = ""
    domains: ClassVar[dict[str, Parameter]] = {}
    bound: ClassVar[tuple[Expr, ...]] = ()
    """The symbols that a curve runs over, which are not free."""

    def __post_init__(self) -> None:
        for name, parameter in self.domains.items():
            object.__setattr__(self, name, parameter.check(getattr(self, name)))

    @property
    def free_symbols(self) -> set[Any]:
        """The symbols for which numbers have yet to be put in."""
        values = (getattr(self, field.name) for field in fields(self))
        found = {symbol for value in values if isinstance(value, Expr) for symbol in value.free_symbols}
        return found - set(self.bound)

    @property
    def is_numeric(self) -> bool:
        """Whether every parameter is a number."""
        return not self.free_symbols


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
class ApproxDP(Notion):
    r"""Approximate privacy: :math:`P(A) \le e^{\varepsilon} Q(A) + \delta` for every event A.

    Parameters
    ----------
    eps : non-negative real
        In nats.
    delta : real in [0, 1]
        A probability.
    """

    key, words, domains = "approx", "approximate differential privacy", {"eps": PRIVACY_LOSS, "delta": TARGET}
    eps: Expr
    delta: Expr


@dataclass(frozen=True)
class RenyiDP(Notion):
    r"""Rényi privacy: :math:`D_\alpha(P\|Q) \le \zeta(\alpha)` for every order of a set.

    Parameters
    ----------
    budget : Expr
        A bound on the divergence, in nats, as an expression of the order, the symbol `dpsym.alpha`.
    orders : Set, optional
        The orders above 1 for which it holds; all of them if left out. A single order is a `FiniteSet`.
    """

    key, words, bound = "renyi", "Rényi differential privacy", (alpha,)
    budget: Expr
    orders: Set = _ABOVE_ONE

    def __post_init__(self) -> None:
        budget = exact(self.budget)
        if budget is None:
            raise ParameterError("Rényi budget", "a non-negative expression of the order alpha", self.budget)
        if (
            not isinstance(self.orders, (Interval, FiniteSet, Union))
            or self.orders.intersect(_ABOVE_ONE) != self.orders
        ):
            raise ParameterError("orders of a Rényi budget", "a set of orders above 1", self.orders)
        for order in (each for each in _ORDERS if each in self.orders):
            if _is_negative(budget.xreplace({alpha: order})):
                raise ParameterError(
                    "Rényi budget", "a non-negative expression of the order alpha", self.budget
                )
        object.__setattr__(self, "budget", budget)

    @classmethod
    def at_order(cls, order: object, budget: object) -> RenyiDP:
        """Return the promise at one order only."""
        return cls(BUDGET.check(budget), FiniteSet(ABOVE_ONE_ORDER.check(order)))

    def at(self, order: object) -> Expr:
        """Return the budget at an order of the set.

        Raises
        ------
        ParameterError
            If the order is not in the set.
        """
        value = ABOVE_ONE_ORDER.check(order)
        if self.orders.contains(value) == False:  # noqa: E712
            raise ParameterError("order alpha", f"in {self.orders}", order)
        return self.budget.subs(alpha, value)


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


@dataclass(frozen=True)
class TradeOffDP(Notion):
    r"""f-DP: every test of P against Q at level t has a type II error of at least f(t).

    Parameters
    ----------
    tradeoff : Expr
        The trade-off function f, an expression of the level, the symbol `dpsym.t`.
    """

    key, words, bound = "tradeoff", "f-differential privacy", (t,)
    tradeoff: Expr

    def at(self, level: object) -> Expr:
        """Return the least type II error at a level."""
        return self.tradeoff.subs(t, LEVEL.check(level))

    def __post_init__(self) -> None:
        rule = "an expression of the level t, between 0 and 1 - t"
        object.__setattr__(
            self, "tradeoff", _curve("trade-off function", rule, self.tradeoff, t, lambda level: 1 - level)
        )


@dataclass(frozen=True)
class ProfileDP(Notion):
    r"""A privacy profile: :math:`H_{e^\varepsilon}(P\|Q) \le \delta(\varepsilon)` for every :math:`\varepsilon \ge 0`.

    Parameters
    ----------
    profile : Expr
        The function delta, an expression of the symbol `dpsym.eps`.
    """

    key, words, bound = "profile", "a privacy profile", (eps,)
    profile: Expr

    def at(self, threshold: object) -> Expr:
        """Return delta at an eps."""
        return self.profile.subs(eps, PRIVACY_LOSS.check(threshold))

    def __post_init__(self) -> None:
        rule = "an expression of eps, between 0 and 1"
        object.__setattr__(
            self, "profile", _curve("privacy profile", rule, self.profile, eps, lambda threshold: S.One)
        )


@dataclass(frozen=True)
class LossDP(Notion):
    """The privacy loss itself: of mechanisms whose worst pairs are known, run one after the other.

    Parameters
    ----------
    parts : tuple of (Mechanism, count)
        The mechanisms, each with how often it is run.
    """

    key, words = "loss", "the privacy loss of known mechanisms"
    parts: tuple[tuple[Mechanism, Expr], ...]

    def __post_init__(self) -> None:
        counts: dict[Mechanism, Expr] = {}
        for mechanism, count in self.parts:
            counts[mechanism] = counts.get(mechanism, Integer(0)) + POSITIVE_COUNT.check(count)
        if not counts:
            raise ParameterError("mechanisms", "at least one, with its count", self.parts)
        object.__setattr__(self, "parts", tuple(counts.items()))

    @property
    def free_symbols(self) -> set[Any]:
        return {
            symbol
            for mechanism, count in self.parts
            for symbol in mechanism.free_symbols | count.free_symbols
        }


NOTIONS: dict[str, type[Notion]] = {
    kind.key: kind
    for kind in (LossDP, PureDP, ApproxDP, RenyiDP, ZCDP, TruncatedCDP, GDP, TradeOffDP, ProfileDP)
}
"""Every notion by its key."""
