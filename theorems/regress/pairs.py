"""Claims about two laws that are written out, ``Pair(Gaussian(0, 1), Gaussian(1, 1))``: the divergence of the first from the second."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from flint import arb
from sympy import Expr, Rational, oo

from dpsym.distributions import Law
from dpsym.divergences import HockeyStick, MaxDivergence, Renyi, TradeOff
from dpsym.enclose import enclose
from dpsym.errors import DpsymError, UndecidedError
from dpsym.guarantees.reading import pieces
from dpsym.parse import parse
from theorems.regress.errors import UnreadableClaimError
from theorems.regress.profiles import Profile
from theorems.regress.truths import Known, Threshold, Truth

_PAIR = re.compile(r"\s*Pair\s*\((.*)\)\s*", re.DOTALL)
_ENTRIES = ("dp.approx.event",)
_RULE = "two laws, Pair(P, Q), of which P is held against Q"


def is_pair(text: object) -> bool:
    """Return whether the text of a mechanism names two laws."""
    return isinstance(text, str) and _PAIR.fullmatch(text) is not None


def pair_truth(text: str, quantity: str, at: Sequence[tuple[str, Any]]) -> Truth:
    """Return what is known of a quantity of two laws, the first against the second.

    Raises
    ------
    UnreadableClaimError
        If they are no two laws with numbers, or the quantity is none of theirs.
    UndecidedError
        If it cannot be enclosed.
    """
    matched = _PAIR.fullmatch(text)
    try:
        laws = [parse(piece) for piece in pieces(matched[1] if matched else "")]
    except DpsymError as error:
        raise UnreadableClaimError("mechanism", f"{_RULE} ({error})", text) from None
    if len(laws) != 2 or not all(isinstance(law, Law) and not law.free_symbols for law in laws):
        raise UnreadableClaimError("mechanism", _RULE, text)
    where = dict(at)
    if quantity == "epsilon" and where["delta"] != 0:
        profile = PairProfile(laws)
        return Threshold(_ENTRIES, profile.road, [profile], where["delta"])
    if quantity == "power":
        head = TradeOff(_exact(where["level"]), *laws)
        return Known(_ENTRIES, f"1 less the definition of {head}, enclosed", [lambda digits: 1 - _ball(head, digits)])
    head = _head(quantity, where, laws)
    return Known(_ENTRIES, f"the definition of {head}, enclosed", [partial(_ball, head)])


class PairProfile(Profile):
    """The profile of two laws that are written out, enclosed from the definition.

    Parameters
    ----------
    laws : sequence of Law
        Two, with numbers.
    """

    road = "the definition of the hockey-stick divergence, enclosed"

    def __init__(self, laws: Sequence[Law]) -> None:
        self.laws = tuple(laws)

    def delta(self, eps: Fraction, digits: int) -> arb:
        return _ball(HockeyStick(_exact(eps), *self.laws), digits)


def _ball(head: Expr, digits: int) -> arb:
    try:
        return enclose(head, digits=digits).value
    except UndecidedError:
        raise
    except (DpsymError, ArithmeticError, ValueError, NotImplementedError) as error:
        raise UndecidedError(f"{head} could not be enclosed ({error})") from None


def _head(quantity: str, where: dict[str, Any], laws: list[Any]) -> Expr:
    if quantity in ("advantage", "delta"):
        return HockeyStick(_exact(where.get("epsilon", Fraction(0))), *laws)
    if quantity == "epsilon":
        return MaxDivergence(*laws)
    if quantity == "renyi":
        return Renyi(_exact(where["order"]), *laws)
    raise UnreadableClaimError("quantity of two laws", "one of epsilon, delta, advantage, power, renyi", quantity)


def _exact(value: Any) -> Expr:
    return Rational(value.numerator, value.denominator) if isinstance(value, Fraction) else oo
