"""A formula in a paper as a number with the theorems behind it, and what is typed held against it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sympy import Expr

from dpsym.divergences import Divergence
from dpsym.enclose import enclose
from dpsym.guarantees import Guarantee
from dpsym.guarantees.notions import ProfileDP, RenyiDP, TradeOffDP
from dpsym.guarantees.numbers import upper
from dpsym.guarantees.reading import is_chain, read
from dpsym.parse import parse
from papers.errors import PaperDataError
from papers.tex.typed import Typed
from theorems.regress import Claim, Kind, judge
from theorems.regress.decimals import outwards

_DIGITS = 12
_LAST = re.compile(r"(?P<chain>.*\))\s*\.\s*(?P<method>\w+)\s*\((?P<argument>[^()]*)\)\s*", re.DOTALL)
_QUESTIONS = {
    ("to_approx", "delta"): ("epsilon", "delta"),
    ("to_approx", "eps"): ("delta", "epsilon"),
    ("to_pure", ""): ("epsilon", ""),
    ("to_zcdp", ""): ("rho", ""),
    ("to_gdp", ""): ("mu", ""),
}
_ASKED = {"epsilon": "to_approx(delta={})", "delta": "to_approx(eps={})"}


@dataclass(frozen=True)
class Meant:
    """What a formula means: a guarantee with its proof, or an expression.

    Parameters
    ----------
    text : str
        The formula, as a chain that ends in the notion in which it is asked.
    found : Guarantee, Divergence or Expr
        What it is.
    """

    text: str
    found: Any

    @property
    def number(self) -> Expr | None:
        """The number that it is; None where symbols are left, or where it is a curve."""
        found = self.found
        if isinstance(found, Guarantee):
            if isinstance(found.value, (ProfileDP, RenyiDP, TradeOffDP)) or found.value.free_symbols:
                return None
            return found.number
        return found if isinstance(found, Expr) and not found.free_symbols else None


def meant(text: str) -> Meant:
    """Return what a formula means; ``….epsilon(1e-6)`` is ``….to_approx(delta=1e-6)``, which has a proof.

    Raises
    ------
    PaperDataError
        If it asks nothing, as a mechanism alone.
    """
    if not is_chain(text):
        return Meant(text, parse(text))
    text = asked(text)
    found = read(text)
    if isinstance(found, Guarantee) and found.question is None:
        raise PaperDataError(f"formula must end in a question, such as .epsilon(1e-6) or .to_zcdp(), got {text!r}")
    return Meant(text, found)


def asked(text: str) -> str:
    """Return the text of a chain with its question in the notion that has a proof."""
    last = _LAST.fullmatch(text)
    if last is None or last["method"] not in _ASKED:
        return text
    return f"{last['chain']}.{_ASKED[last['method']].format(last['argument'].rpartition('=')[2].strip())}"


def bound(number: Expr) -> Fraction:
    """Return a certified decimal that is not below a number, to 12 digits."""
    if isinstance(number, Divergence):
        number = number.doit()
    if number.is_negative:
        ball = enclose(number, digits=_DIGITS + 3).upper
        return Fraction(ball)
    found = upper(number, _DIGITS)
    return Fraction(int(found.p), int(found.q))


def complaint(what: Meant, typed: Typed) -> str:
    """Return why a typed number does not hold, with both values; nothing if it does.

    Raises
    ------
    PaperDataError
        If the formula is no number.
    """
    number = what.number
    if number is None:
        raise PaperDataError(
            f"a number is typed for {what.text}, which is a formula: give all parameters, or type none"
        )
    high = bound(number)
    shown = outwards(high, up=True, digits=_DIGITS)
    if typed.relation == ">=":
        return _below(what, typed, shown)
    if typed.relation == "~":
        far = abs(typed.value - high) > typed.unit
        return f"the value is {shown}: off by more than a unit of its last digit" if far else ""
    if typed.value < high and (reason := _refuted(what, number, typed)):
        return f"the bound is {shown}: {reason}; write {outwards(high, True, typed.digits)}"
    if typed.relation == "=" and typed.value - typed.unit >= high:
        return f"the bound is {shown}, which is lower; write {outwards(high, True, typed.digits)}"
    return ""


def _refuted(what: Meant, number: Expr, typed: Typed) -> str:
    """Return why a number below the proved bound may not stand; nothing where it is certified to be no less than the truth."""
    if not isinstance(what.found, Guarantee):
        ball = enclose(number.doit() if isinstance(number, Divergence) else number, digits=30)
        return "" if typed.value >= ball.upper else "what is typed is below it"
    verdict = judge(_claim(what, typed, "upper")) if _question(what) else None
    if verdict is not None and verdict.kind in (Kind.RIGHT, Kind.SOUND):
        return ""
    if verdict is not None and verdict.kind is Kind.UNSOUND:
        return f"what is typed is {verdict.reason}, {verdict.reference}"
    return "what is typed is below it, and nothing better is proved"


def _below(what: Meant, typed: Typed, shown: str) -> str:
    """Return why a typed lower bound does not hold."""
    if not isinstance(what.found, Guarantee):
        number = what.number
        assert number is not None  # noqa: S101 (the caller has asked)
        ball = enclose(number.doit() if isinstance(number, Divergence) else number, digits=30)
        return "" if ball.lower >= typed.value else f"the value is {shown}: what is typed is not shown to be below it"
    verdict = judge(_claim(what, typed, "lower")) if _question(what) else None
    if verdict is not None and verdict.kind in (Kind.RIGHT, Kind.SOUND):
        return ""
    return f"the bound is {shown}: {verdict.reason if verdict else 'no lower bound is known'}"


def _question(what: Meant) -> tuple[str, str, str, str] | None:
    """Return the chain without its question, the quantity, the name of the place and its value."""
    last = _LAST.fullmatch(what.text)
    if last is None:
        return None
    name, _, value = last["argument"].rpartition("=")
    key = last["method"], name.strip() or ("delta" if value.strip() else "")
    if key not in _QUESTIONS:
        return None
    quantity, place = _QUESTIONS[key]
    return last["chain"], quantity, place, value.strip()


def _claim(what: Meant, typed: Typed, direction: str) -> Claim:
    asked = _question(what)
    assert asked is not None  # noqa: S101 (the caller has asked)
    chain, quantity, place, value = asked
    return Claim(chain, quantity, ((place, value),) if place else (), _decimal(typed.value), direction)


def _decimal(value: Fraction) -> str:
    """Return a decimal fraction as text, exactly."""
    return outwards(value, up=True, digits=80)
