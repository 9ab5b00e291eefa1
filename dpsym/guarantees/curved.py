"""Notions that are curves: Rényi budgets by order, profiles by eps, trade-off functions by level, and losses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from typing import Any, ClassVar

from sympy import Eq, Expr, FiniteSet, Float, Integer, Interval, Piecewise, Rational, S, Set, Sum, Union, oo, true

from dpsym.distributions import Gaussian, Logistic
from dpsym.distributions.printed import Head
from dpsym.enclose import enclose
from dpsym.errors import DpsymError, ParameterError
from dpsym.guarantees.binding import BOUND_LEVEL, BOUND_ORDER, BOUND_THRESHOLD, Bound, Curve, curve
from dpsym.guarantees.mechanism import Mechanism
from dpsym.parameters import ABOVE_ONE_ORDER, BUDGET, LEVEL, POSITIVE_COUNT, PRIVACY_LOSS, Parameter, exact

_ABOVE_ONE = Interval.open(1, oo)
_ORDERS_NAME = "orders of a Rényi budget"
_STEP = replace(BUDGET, name="Rényi budget")


_ORDERS = (Rational(9, 8), Integer(2), Integer(64))


_LEVELS = (Rational(1, 16), Rational(1, 2), Rational(15, 16))


_LARGEST, _FEW_BITS = 200, 256


def _ends(value: Expr) -> tuple[Fraction | float, Fraction | float] | None:
    """Return the ends of a ball about a short number; of a long one, or of symbols, nothing is said."""
    if value.free_symbols or value.has(Head, Sum) or value.count_ops() > _LARGEST:
        return None
    try:
        ball = enclose(value, digits=1, max_bits=_FEW_BITS)
        return ball.lower, ball.upper
    except DpsymError:  # it is left open
        return None


def _is_negative(value: Expr) -> bool:
    """Return whether a number is certainly below 0 by a margin."""
    ends = _ends(value)
    return ends is not None and ends[1] < -(10**-9)


def _is_inside(value: object, domain: Set) -> bool:
    """Return whether a number is above the start of an interval, and not certainly beyond its end: SymPy takes long next to that."""
    if not isinstance(value, Expr) or value.is_Rational or value.has(Float) or not isinstance(domain, Interval):
        return False
    ends = _ends(value)
    return ends is not None and bool(domain.start < ends[0] < domain.end)


def _curve(name: str, rule: str, value: object, variable: Bound, ceiling: Callable[[Expr], Expr]) -> Curve:
    found = curve(value, variable)
    if found is None:
        raise ParameterError(name, rule, value)
    for level in () if found.free_symbols else _LEVELS:
        height = found(level)
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

    def __post_init__(self) -> None:
        for name, parameter in self.domains.items():
            value = getattr(self, name)
            object.__setattr__(self, name, value if _is_inside(value, parameter.domain) else parameter.check(value))

    @property
    def free_symbols(self) -> set[Any]:
        """The symbols for which numbers have yet to be put in."""
        return {symbol for field in fields(self) for symbol in getattr(self, field.name).free_symbols}

    @property
    def is_numeric(self) -> bool:
        """Whether every parameter is a number."""
        return not self.free_symbols


@dataclass(frozen=True)
class RenyiDP(Notion):
    r"""Rényi privacy: :math:`D_\alpha(P\|Q) \le \zeta(\alpha)` for every order of a set.

    Parameters
    ----------
    budget : Curve
        A bound on the divergence, in nats, as a function of the order: given as a function, as a SymPy Lambda, as an
        expression of the symbol `dpsym.alpha`, or as a mapping from the orders at which it holds to numbers.
    orders : Set, optional
        The orders above 1 for which it holds; all of them if left out. One order, or several, may be given as they are.

    Examples
    --------
    >>> from dpsym import RenyiDP
    >>> RenyiDP(0.3, [2, 4]).orders
    {2, 4}
    >>> RenyiDP({2: 0.1, 4: 0.3}).at(4)
    3/10
    """

    key, words = "renyi", "Rényi differential privacy"
    budget: Curve
    orders: Set = _ABOVE_ONE

    def __post_init__(self) -> None:
        given, rule = self.budget, "a non-negative function of the order alpha, or a mapping from orders to numbers"
        orders = _orders_of(self.orders)
        if isinstance(given, Mapping):
            if self.orders != _ABOVE_ONE:
                raise ParameterError(_ORDERS_NAME, "left out where the budget is a mapping from them", self.orders)
            orders = _orders_of(list(given))
            given = _steps_of({order: _STEP.check(budget) for order, budget in given.items()})
            if orders is None or orders.free_symbols or not _above_one(orders):
                raise ParameterError(_ORDERS_NAME, "numbers above 1", list(self.budget))
        budget = curve(given, BOUND_ORDER)
        if orders is None or not _above_one(orders):
            raise ParameterError(_ORDERS_NAME, "an order above 1, a list or a set of such", self.orders)
        if budget is None:
            raise ParameterError("Rényi budget", rule, self.budget)
        known = () if budget.free_symbols else _ORDERS
        for order in (each for each in known if orders.contains(each) == True):  # noqa: E712
            if _is_negative(budget(order)):
                raise ParameterError("Rényi budget", rule, self.budget)
        object.__setattr__(self, "budget", budget)
        object.__setattr__(self, "orders", orders)

    @classmethod
    def at_order(cls, order: object, budget: object) -> RenyiDP:
        """Return the promise at one order only, with a budget that is the same whatever its symbols are called."""
        value = BUDGET.check(budget)
        return cls(lambda _: value, FiniteSet(ABOVE_ONE_ORDER.check(order)))

    @classmethod
    def at_orders(cls, budgets: Mapping[Expr, Expr]) -> RenyiDP:
        """Return the promise at so many orders, of budgets that are known to be none below 0: of a sum SymPy would take minutes to tell that."""
        known = _steps_of(budgets)
        return cls(lambda order: known.xreplace({BOUND_ORDER: order}), FiniteSet(*budgets))

    def at(self, order: object) -> Expr:
        """Return the budget at an order of the set; where the order is a symbol that may be outside, infinity there.

        Raises
        ------
        ParameterError
            If the order is not in the set.
        """
        value = ABOVE_ONE_ORDER.check(order)
        inside = true if self.orders == _ABOVE_ONE else self.orders.contains(value)
        if inside == False:  # noqa: E712
            raise ParameterError("order alpha", f"in {self.orders}", order)
        return Piecewise((self.budget(value), inside), (oo, True))


def _orders_of(orders: object) -> Set | None:
    """Return orders as a set without floats, None where they are none."""
    if isinstance(orders, Set):
        return orders.xreplace({number: exact(number) for number in orders.atoms(Float)})
    if isinstance(orders, Iterable) and not isinstance(orders, str):
        several = [exact(order) for order in orders]
        return None if None in several or not several else FiniteSet(*several)
    one = exact(orders)
    return None if one is None else FiniteSet(one)


def _steps_of(budgets: Mapping[Any, Expr]) -> Expr:
    """Return the budgets at orders as a function, which is told nothing of others."""
    return Piecewise(*((budget, Eq(BOUND_ORDER, exact(order))) for order, budget in budgets.items()), (oo, True))


def _above_one(orders: Set) -> bool:
    """Return whether a set is one of orders above 1, as far as its symbols let it be told."""
    if isinstance(orders, FiniteSet):
        return all(ABOVE_ONE_ORDER.admits(order) for order in orders.args)
    if isinstance(orders, Union):
        return all(map(_above_one, orders.args))
    return isinstance(orders, Interval) and not (
        (orders.start - 1).is_negative
        or (orders.start == 1 and not orders.left_open)
        or (orders.end == oo and not orders.right_open)
    )


@dataclass(frozen=True)
class TradeOffDP(Notion):
    r"""f-DP: every test of P against Q at level t has a type II error of at least f(t).

    Parameters
    ----------
    tradeoff : Curve
        The trade-off function f of the level: given as a function, as a SymPy Lambda, or as an expression of the symbol
        `dpsym.t`.
    """

    key, words = "tradeoff", "f-differential privacy"
    tradeoff: Curve

    def __post_init__(self) -> None:
        rule = "a function of the level t, between 0 and 1 - t"
        object.__setattr__(
            self, "tradeoff", _curve("trade-off function", rule, self.tradeoff, BOUND_LEVEL, lambda level: 1 - level)
        )

    def at(self, level: object) -> Expr:
        """Return the least type II error at a level."""
        return self.tradeoff(LEVEL.check(level))


@dataclass(frozen=True)
class ProfileDP(Notion):
    r"""A privacy profile: :math:`H_{e^\varepsilon}(P\|Q) \le \delta(\varepsilon)` for every :math:`\varepsilon \ge 0`.

    Parameters
    ----------
    profile : Curve
        The function delta of eps: given as a function, as a SymPy Lambda, or as an expression of the symbol `dpsym.eps`.
    """

    key, words = "profile", "a privacy profile"
    profile: Curve

    def __post_init__(self) -> None:
        rule = "a function of eps, between 0 and 1"
        object.__setattr__(
            self, "profile", _curve("privacy profile", rule, self.profile, BOUND_THRESHOLD, lambda threshold: S.One)
        )

    def at(self, threshold: object) -> Expr:
        """Return delta at an eps."""
        return self.profile(PRIVACY_LOSS.check(threshold))


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
    def is_of_any_distance(self) -> bool:
        """Whether what stands for promises stands for them at a distance too: samples do, and answers, but neither normal nor logistic noise."""
        return all(part.rate != 1 or not isinstance(part.law, (Gaussian, Logistic)) for part, _ in self.parts)

    @property
    def free_symbols(self) -> set[Any]:
        return {symbol for mechanism, count in self.parts for symbol in mechanism.free_symbols | count.free_symbols}
