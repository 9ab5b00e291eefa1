"""A relation that a paper states over a domain: proved there, or refuted with a witness."""

from __future__ import annotations

import re

from sympy import Interval, Symbol, oo
from sympy.core.relational import Relational

from dpsym.parse import parse
from dpsym.prove import Proved, Refuted, prove
from dpsym.refute import Refuted as Found
from dpsym.refute import refute
from papers.errors import PaperDataError
from theorems.compare import compare

SECONDS = 30.0
"""How long a proof is looked for."""
_SEARCH = 5.0
_SIGN = re.compile(r"(<=|>=|<|>)")


def relation(text: str) -> Relational:
    """Return a comparison of two formulas.

    Raises
    ------
    PaperDataError
        If it is none.
    """
    found = parse(text)
    if not isinstance(found, Relational):
        raise PaperDataError(f"claim must compare two formulas by <= < >= > or ==, got {text!r}")
    return found


def domain(text: str, stated: Relational) -> dict[Symbol, Interval]:
    """Return the domain of a claim from relations such as ``alpha > 1, eps <= 8``; what is positive by its nature stays so.

    Raises
    ------
    PaperDataError
        If a part is no range of a symbol of the claim.
    """
    found: dict[Symbol, Interval] = {}
    for part in filter(None, (each.strip() for each in text.split(","))):
        symbol, interval = _range(part)
        if symbol not in stated.free_symbols:
            raise PaperDataError(f"domain must name symbols of the claim, got {symbol} in {part!r}")
        before = found.get(symbol, Interval.open(0, oo) if symbol.is_positive else Interval.open(-oo, oo))
        found[symbol] = before.intersect(interval)
        if not isinstance(found[symbol], Interval):
            raise PaperDataError(f"domain of {symbol} must be an interval, got {part!r}")
    for symbol in stated.free_symbols - set(found):
        if not symbol.is_positive:
            raise PaperDataError(f"domain must say from where to where {symbol} goes, got {text!r}")
        found[symbol] = Interval.open(0, oo)
    return found


def _range(part: str) -> tuple[Symbol, Interval]:
    """Return a symbol and its range, from ``low < symbol <= high``, ``symbol >= low`` and the like."""
    pieces = [piece.strip() for piece in _SIGN.split(part)]
    values = [parse(piece) for piece in pieces[::2] if piece]
    names = [place for place, value in enumerate(values) if isinstance(value, Symbol)]
    if (
        len(values) not in (2, 3)
        or len(pieces) != 2 * len(values) - 1
        or len(names) != 1
        or (len(values) == 3 and names != [1])
    ):
        raise PaperDataError(f"domain must be ranges such as 0 < eps <= 8, got {part!r}")
    place, (low, high) = names[0], (-oo, oo)
    open_ends = {"low": True, "high": True}
    for number, sign in enumerate(pieces[1::2]):
        other = values[number] if number + 1 == place else values[number + 1]
        symbol_is_right = number + 1 == place
        above = (sign in ("<", "<=")) == symbol_is_right  # the other end is below the symbol
        if above:
            low, open_ends["low"] = other, sign in ("<", ">")
        else:
            high, open_ends["high"] = other, sign in ("<", ">")
    return values[place], Interval(low, high, open_ends["low"], open_ends["high"])


def complaint(stated: Relational, where: dict[Symbol, Interval], seconds: float = SECONDS) -> str:
    """Return why a claim does not stand: where it fails, or that it is not proved; nothing if it is proved."""
    if not stated.free_symbols:
        found = compare(stated, {})
        return "" if found.holds else f"it is {found.verdict}: {found.left} against {found.right}"
    outcome = prove(stated, where, seconds=seconds)
    if isinstance(outcome, Proved):
        return ""
    if isinstance(outcome, Refuted):
        return f"it fails at {_point(outcome.witness)}: {_sides(stated, outcome.witness)}"
    looked = refute(stated, where, seconds=_SEARCH)
    if isinstance(looked, Found):
        return f"it fails at {_point(looked.witness)}: {_sides(stated, looked.witness)}"
    return f"it is neither proved nor refuted within {seconds:g} s ({outcome.reason})"


def _point(witness: object) -> str:
    return ", ".join(f"{symbol} = {value}" for symbol, value in witness.items())  # type: ignore[attr-defined]


def _sides(stated: Relational, witness: object) -> str:
    """Return both sides at a witness."""
    found = compare(stated, witness)  # type: ignore[arg-type]
    left, right = (side.split(" +/- ")[0][:14] for side in (found.left, found.right))
    return f"{left} is not {stated.rel_op} {right}"
