"""An arrow: one theorem that takes a promise to a promise, with its hypotheses, its source, and when it is tight.

The modules of `dpsym.composition`, `dpsym.conversion`, `dpsym.amplification` hold one or a few arrows each, as constants,
beside the formula as a function of SymPy expressions. The registry states its entries with these functions, so that the
formula that gives a number is the formula that was checked.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeVar

from sympy import Expr
from sympy.logic.boolalg import Boolean

from dpsym.errors import NotApplicableError
from dpsym.guarantees.notions import Notion


@dataclass(frozen=True)
class Source:
    """Where a theorem is from.

    Parameters
    ----------
    key : str
        In the bibliography.
    locator : str
        Down to the number, for example ``"Proposition 3"``.
    """

    key: str
    locator: str = ""

    def __str__(self) -> str:
        return f"{self.key}, {self.locator}" if self.locator else self.key


class Kind(Enum):
    """What an arrow does."""

    DERIVATION = "derivation"
    CONVERSION = "conversion"
    COMPOSITION = "composition"
    AMPLIFICATION = "amplification"
    GROUP = "group privacy"
    REPLACEMENT = "replacement"
    PARALLEL = "parallel composition"
    TELLING = "composition with promises that may tell all"
    TELLING_SAMPLE = "amplification of a promise that may tell all"
    PROCESSING = "post-processing"
    CASES = "cases"


@dataclass(frozen=True)
class Request:
    """What is asked of the end of a route: a delta at which eps is wanted, or an eps at which delta is.

    Parameters
    ----------
    delta, eps : Expr or None
        At most one of them.
    """

    delta: Expr | None = None
    eps: Expr | None = None


@dataclass(frozen=True)
class Conditional:
    """A promise that holds where relations hold which symbols leave open.

    Parameters
    ----------
    value : Notion
        What is promised there.
    conditions : tuple of Boolean
        All of them are needed.
    """

    value: Notion
    conditions: tuple[Boolean, ...]


Promise = TypeVar("Promise", bound=Notion)


def under(conditions: tuple[Boolean, ...], value: Promise) -> Promise | Conditional:
    """Return a promise under conditions, the promise itself where there are none."""
    return Conditional(value, conditions) if conditions else value


@dataclass(frozen=True, kw_only=True)
class Arrow:
    """One theorem of the calculus.

    Parameters
    ----------
    name : str
        Unique, as ``"renyi_to_approx.improved"``.
    kind : Kind, optional
        What it does; a conversion unless said.
    source, target : type of Notion
        From which notion to which; to the same one, as a composition, unless a target is said.
    theorems : tuple of str
        The registry's entries that it rests on.
    says : str
        The bound in words and symbols, on one line.
    cites : tuple of Source
        Sources, down to the number.
    apply : callable
        A conversion takes (value, request), a composition (parts, request) with parts pairs of a value and a count,
        an amplification (value, sampling, request), group privacy (value, count, request). It returns the new value, a
        `Conditional` one where symbols leave a hypothesis open, and raises `NotApplicableError` with the reason where one fails.
    hypotheses : tuple of str, optional
        What it asks of the value.
    tight : str, optional
        Whether it is tight, and for what.
    asks : callable, optional
        From the request at the end to the request for the parts; the same if left out.
    attained : bool, optional
        Whether at each argument a pair that keeps the old promise has what the new one says, so that nothing better follows from it.
    settled : callable, optional
        From the arguments of `apply`, of which it made a promise, to whether it is known that no other is much better, as by a bound from below.
    also : callable, optional
        From the value to further entries, those about its own mechanisms.
    is_bound : bool, optional
        False for an approximation, which may lie below the truth and is never chosen.
    """

    name: str
    source: type[Notion]
    theorems: tuple[str, ...]
    says: str
    cites: tuple[Source, ...]
    apply: Callable[..., Notion | Conditional]
    kind: Kind = Kind.CONVERSION
    target: type[Notion] = Notion
    hypotheses: tuple[str, ...] = ()
    tight: str = ""
    attained: bool = False
    asks: Callable[..., Request] | None = None
    settled: Callable[..., bool] | None = None
    also: Callable[[Any], tuple[str, ...]] | None = None
    is_bound: bool = True

    def __post_init__(self) -> None:
        if self.target is Notion:
            object.__setattr__(self, "target", self.source)


def require(holds: object, reason: str) -> None:
    """Refuse an arrow where a hypothesis certainly fails, or is not certain of numbers.

    Raises
    ------
    NotApplicableError
        With the reason.
    """
    if holds is False or holds == False:  # noqa: E712
        raise NotApplicableError(reason)


def numbers_only(value: Any, what: str) -> None:
    """Refuse an arrow that needs numbers where symbols are left.

    Raises
    ------
    NotApplicableError
        With the symbols.
    """
    if symbols := sorted(map(str, value.free_symbols)):
        raise NotApplicableError(f"{what} needs numbers, {', '.join(symbols)} left")
