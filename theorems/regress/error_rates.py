"""Claims about the errors of tests, put as claims about their power: ``f(0.1) = 0.87`` says that no test at level 0.1 has more than 0.13."""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal, Inexact, InvalidOperation, localcontext

from theorems.regress.claim import Claim
from theorems.regress.errors import UnreadableClaimError

_ERRORS = frozenset({"beta", "f", "t", "tradeoff", "trade-off", "type_ii_error", "type_2_error", "fnr"})
_POWERS = frozenset({"power", "tpr"})
_LEVELS = frozenset({"alpha", "level", "order", "t", "fpr", "type_i_error"})
_AT = re.compile(r"(?:f|t|tradeoff|beta)\s*\(\s*([^()]+?)\s*\)")
_DIVERGENCE = re.compile(r"(?:d|rdp|renyi)_?[{(]?(\d+(?:\.\d+)?(?:/\d+)?|inf)[)}]?")
_PLACES = 700
_TURNED = {"upper": "lower", "lower": "upper"}
MEANING = {
    "power": "; the power at a level is 1 less the trade-off value there",
    "steps": "; more steps than the most that meet the target are too many",
    "rate": "; a rate above the greatest that meets the target is too great",
}
"""In words, what quantities of which too much is unsound are held against."""


def is_error(quantity: str) -> bool:
    """Whether a quantity is the error of a test, 1 less its power: of so much of it digits are stated."""
    name = quantity.strip().lower().replace(" ", "_")
    return name in _ERRORS or _AT.fullmatch(name) is not None


def of_errors(claim: Claim) -> Claim:
    """Return a claim with a trade-off value put as a power, and orders and levels out of the name of its quantity."""
    name = claim.quantity.strip().lower().replace(" ", "_")
    if found := _DIVERGENCE.fullmatch(name):
        return replace(claim, quantity="renyi", at=(*claim.at, ("order", found[1])))
    if name in ("steps", "rate", "max_steps", "iterations", "compositions", "q", "sampling_rate"):
        direction = "lower" if claim.direction == "exact" else claim.direction
        return replace(claim, quantity=name, direction=direction)
    at = claim.at
    if found := _AT.fullmatch(name):
        name, at = "f", (*at, ("level", found[1]))
    if name not in _ERRORS | _POWERS:
        return claim if name == claim.quantity else replace(claim, quantity=name)
    at = tuple(("level" if place in _LEVELS else place, text) for place, text in at)
    if name in _POWERS:
        return replace(claim, quantity="power", at=at)
    ends = None if claim.bracket is None else (_rest(claim.bracket[1]), _rest(claim.bracket[0]))
    direction = _TURNED.get(claim.direction, claim.direction)
    return replace(claim, quantity="power", at=at, value=_rest(claim.value), bracket=ends, direction=direction)


def _rest(text: str) -> str:
    """Return 1 less a decimal number, exactly; any other text as it is."""
    try:
        with localcontext(prec=_PLACES) as context:
            context.traps[Inexact] = True
            return f"{1 - Decimal(text):f}" if text else text
    except Inexact:
        raise UnreadableClaimError(
            "value", f"of at most {_PLACES} places, where it is a trade-off value", text
        ) from None
    except InvalidOperation:
        return text
