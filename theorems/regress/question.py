"""A claim that was read: the mechanism, the quantity and the numbers, exact, in the unit that was claimed."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from difflib import get_close_matches
from fractions import Fraction
from math import isqrt
from typing import Any

from theorems.regress.chains import called, chain, pair
from theorems.regress.claim import Claim
from theorems.regress.decimals import Number, read_finite, read_number
from theorems.regress.error_rates import MEANING, is_error, of_errors
from theorems.regress.errors import UnreadableClaimError
from theorems.regress.irrational import rounded
from theorems.regress.notation import said_of
from theorems.regress.pairs import is_pair, pair_truth
from theorems.regress.phrases import phrased
from theorems.regress.subject import Values, subject
from theorems.regress.tree import moved_by_one_replaced
from theorems.regress.truths import Between

QUANTITIES: dict[str, tuple[frozenset[str], ...]] = {
    "epsilon": (frozenset({"delta"}), frozenset()),
    "delta": (frozenset({"epsilon"}),),
    "advantage": (frozenset(),),
    "renyi": (frozenset({"order"}),),
    "rho": (frozenset(),),
    "mu": (frozenset(),),
    "power": (frozenset({"level"}),),
    "scale": (frozenset({"epsilon", "delta"}), frozenset({"epsilon"}), frozenset({"rho"}), frozenset({"mu"})),
    "steps": (frozenset({"epsilon", "delta"}), frozenset({"epsilon"})),
    "rate": (frozenset({"epsilon", "delta"}), frozenset({"epsilon"})),
}
"""The quantities, and what each has to be stated at: one of these sets of names."""

CALLED = {
    "alpha": "order",
    "eps": "epsilon",
    "gdp": "mu",
    "kullback_leibler": "kl",
    "membership_advantage": "advantage",
    "noise_multiplier": "scale",
    "rdp": "renyi",
    "rdp_epsilon": "renyi",
    "renyi_divergence": "renyi",
    "rényi": "renyi",
    "sigma": "scale",
    "std": "scale",
    "total_variation": "advantage",
    "tv": "advantage",
    "zcdp": "rho",
    "b": "scale",
    "lambda": "scale",
    "max_steps": "steps",
    "iterations": "steps",
    "compositions": "steps",
    "q": "rate",
    "sampling_rate": "rate",
    "t": "level",
}
"""What quantities and places are called elsewhere."""

DIRECTIONS = ("exact", "upper", "lower")
_SOUGHT = frozenset({"scale", "steps", "rate"})
"""Parameters that are looked for: the chain has a name in their place."""
_IN_UNITS = re.compile(r"\b(?:Discrete)?Lap(?:lace)?\(\s*eps|noise_multiplier", re.ASCII | re.IGNORECASE)
"""What states noise as a multiple of the sensitivity."""
_IN_NATS = frozenset({"epsilon", "renyi", "rho"})
_UNITS = {"scale": ("deviation", "variance"), **dict.fromkeys(_IN_NATS, ("nats", "bits"))}
_RESPONSES = frozenset({"RandomizedResponse", "KaryResponse"})
_ONE_REPLACED = "; sensitivity {} is taken as that of one record replaced, which of a sum is twice that of one added"
_ROOT_DIGITS = 10**120
# floor and ceiling of log(2) 10^60, which a test holds against Arb
_LOG_2 = 693147180559945309417232121458176568075500134360255254120680
_LOG_2_ENDS = Fraction(_LOG_2, 10**60), Fraction(_LOG_2 + 1, 10**60)


@dataclass(frozen=True)
class Question:
    """What is claimed, read.

    Parameters
    ----------
    claim : Claim
        As it was written.
    value : number or None
        Claimed, exactly; None where only a bracket is.
    ends : pair of numbers or None
        The claimed bracket.
    at : tuple of (str, number)
        Where.
    unit : str
        Of the value.
    sensitivity : Fraction or None
        Stated by the claim itself.
    is_error : bool, optional
        Whether the power was stated as the error, 1 less it.
    """

    claim: Claim
    value: Number | None
    ends: tuple[Number, Number] | None
    at: tuple[tuple[str, Any], ...]
    unit: str
    sensitivity: Fraction | None
    is_error: bool = False

    def size(self, value: Fraction) -> Fraction:
        """Return the number of whose digits a value has so many: an error close to 0 is not right by the digits of a power close to 1."""
        return abs(1 - value) if self.is_error else abs(value)

    def truth(self) -> Any:
        """Return what is known of the exact value, in nats or as a deviation.

        Raises
        ------
        UnreadableClaimError
            If the mechanism is not understood.
        UndecidedError
            If nothing is known.
        """
        claim = self.claim
        if self.sensitivity is not None and _IN_UNITS.search(claim.mechanism):
            raise UnreadableClaimError(
                "sensitivity", "left out: the noise is stated in its unit", str(self.sensitivity)
            )
        if claim.quantity == "scale":
            from theorems.regress.scales import scale_truth

            law = claim.mechanism.strip()
            return scale_truth(
                f"{called(law)}(sigma)" if law.isidentifier() else law, claim.adjacency, self.sensitivity, dict(self.at)
            )
        if is_pair(mechanism := pair(claim.mechanism)):
            if claim.adjacency or self.sensitivity is not None:
                rule = "left out of two laws, as sensitivity is: the second is what the first is held against"
                raise UnreadableClaimError("adjacency", rule, claim.adjacency or str(self.sensitivity))
            return pair_truth(mechanism, claim.quantity, self.at)
        if claim.quantity in ("steps", "rate"):
            from theorems.regress.settings import setting_truth

            return setting_truth(claim.mechanism, claim.quantity, claim.adjacency, self.sensitivity, self.at)
        beside = rounded(chain(claim.mechanism))
        if beside is None:
            return self._of(claim.mechanism)
        text, less, more = beside
        return Between(self._of(text, less), self._of(text, more))

    def _of(self, text: str, values: Values = ()) -> Any:
        """Return what is known of a chain, with numbers for the names in it."""
        from theorems.regress.quantities import truth_of

        found = subject(text, self.claim.adjacency, self.sensitivity, values)
        if self.claim.quantity == "advantage":
            return truth_of(found, "delta", (("epsilon", Fraction(0)),))
        return truth_of(found, self.claim.quantity, self.at)

    def convention(self, truth: Any) -> str:
        """In words, how the text was read, who attains the truth of a promise, and which neighbours a sensitivity speaks of."""
        return said_of(self.claim.mechanism) + MEANING.get(self.claim.quantity, "") + self._between(truth)

    def _between(self, truth: Any) -> str:
        claim = self.claim
        if claim.quantity not in _SOUGHT and not is_pair(pair(claim.mechanism)):
            found = subject(claim.mechanism, claim.adjacency, self.sensitivity)
            if found.guarantee is not None:
                is_replaced = claim.adjacency and found.relation == "replace"
                each = ", ".join(moved_by_one_replaced(found.guarantee.node)) if is_replaced else ""
                return f"; {truth.road}" + (_ONE_REPLACED.format(each) if each else "")
        if not claim.adjacency or claim.quantity in _SOUGHT or is_pair(pair(claim.mechanism)):
            return ""
        found = subject(claim.mechanism, claim.adjacency, self.sensitivity)
        moved = ", ".join(str(each) for each in sorted({run.sensitivity for run, _ in found.parts}))
        if found.is_replaced:
            return (
                f"; sensitivity {moved} is that of one record added or removed, and a replaced one moves by twice that"
            )
        if found.relation != "replace" or not moved or any(run.family in _RESPONSES for run, _ in found.parts):
            return ""
        return _ONE_REPLACED.format(moved)

    @property
    def near(self) -> Fraction | None:
        """Where the search for the truth may begin."""
        ends = self.ends or ()
        found = next((each for each in (self.value, *ends) if isinstance(each, Fraction) and each > 0), None)
        return None if found is None else self.inside(found, up=True)

    def inside(self, point: Fraction, up: bool) -> Fraction:
        """Return a number of the claim in nats, or as a deviation, rounded where that is irrational."""
        if self.unit == "bits":
            return point * _LOG_2_ENDS[up == (point >= 0)]
        if self.unit == "variance" and point > 0:
            return _root(point, up)
        return point

    def outside(self, point: Number, up: bool) -> Number:
        """Return a number in nats, or a deviation, in the unit of the claim, rounded outwards."""
        if not isinstance(point, Fraction):
            return point
        if self.unit == "bits":
            return point / _LOG_2_ENDS[up != (point >= 0)]
        return point * point if self.unit == "variance" else point

    def exceeds(self, truth: Any, point: Fraction) -> bool | None:
        """Return whether the truth is above a number in the claim's unit; None where that is open."""
        if not self.unit:
            return truth.exceeds(point)
        low, high = self.inside(point, up=False), self.inside(point, up=True)
        found = truth.exceeds(high)
        if low == high or found is not False:
            return found
        return None if truth.exceeds(low) is not False else False


def question(claim: Claim, *, valued: bool = True) -> Question:
    """Read a claim, all but its mechanism; what has a name of its own elsewhere (`CALLED`) is read by its name here.

    Parameters
    ----------
    claim : Claim
        As it was written.
    valued : bool, optional
        Whether it has to state a value or a bracket.

    Raises
    ------
    UnreadableClaimError
        If a column does not say what it has to; the message names the column, the rule and the value.
    """
    has_error = is_error(claim.quantity)
    claim = of_errors(claim)
    if claim.quantity in CALLED or any(name in CALLED for name, _ in claim.at):
        at = tuple((CALLED.get(name, name), text) for name, text in claim.at)
        claim = replace(claim, quantity=CALLED.get(claim.quantity, claim.quantity), at=at)
    if claim.quantity == "kl":  # the divergence of Kullback and Leibler is Rényi's of order 1
        claim = replace(claim, quantity="renyi", at=(*claim.at, ("order", "1")))
    if claim.quantity not in QUANTITIES:
        near = get_close_matches(str(claim.quantity), (*QUANTITIES, *CALLED), n=1)
        meant = f" (did you mean {CALLED.get(near[0], near[0])}?)" if near else ""
        raise UnreadableClaimError("quantity", f"one of {', '.join(QUANTITIES)}{meant}", claim.quantity)
    if claim.direction not in DIRECTIONS:
        raise UnreadableClaimError("direction", f"one of {', '.join(DIRECTIONS)}", claim.direction)
    if not isinstance(claim.mechanism, str) or not claim.mechanism.strip():
        raise UnreadableClaimError("mechanism", "a chain such as Gaussian(sigma=2).compose(10)", claim.mechanism)
    claim = replace(claim, mechanism=phrased(claim.mechanism))
    units = _UNITS.get(claim.quantity, ())
    if claim.unit and claim.unit not in units:
        raise UnreadableClaimError(f"unit of {claim.quantity}", f"one of {', '.join(units) or 'none'}", claim.unit)
    optional = claim.bracket is not None or not valued
    value = None if optional and claim.value == "" else read_number("value", claim.value)
    ends = None if claim.bracket is None else tuple(read_number("bracket", end) for end in claim.bracket)
    sensitivity = read_finite("sensitivity", claim.sensitivity) if claim.sensitivity else None
    return Question(claim, value, ends, _place(claim), claim.unit, sensitivity, has_error)  # type: ignore[arg-type]


def _place(claim: Claim) -> tuple[tuple[str, Any], ...]:
    """Return where the quantity is claimed, each number inside its domain."""
    names = frozenset(name for name, _ in claim.at)
    choices = QUANTITIES[claim.quantity]
    if names not in choices or len(names) != len(claim.at):
        rule = " or ".join("{" + ", ".join(sorted(each)) + "}" for each in choices)
        raise UnreadableClaimError(
            f"what a claimed {claim.quantity} is stated at", rule, "{" + ", ".join(n for n, _ in claim.at) + "}"
        )
    found = {}
    for name, text in claim.at:
        number = read_number(name, text) if name == "order" else read_finite(name, text)
        rule, good = _DOMAINS[name]
        if not good(number):
            raise UnreadableClaimError(name, rule, text)
        found[name] = number
    if claim.quantity in _SOUGHT and set(found) == {"epsilon"}:
        found["delta"] = Fraction(0)
    if claim.quantity == "scale" and found.get("epsilon") == 0 == found.get("delta"):
        raise UnreadableClaimError("epsilon", "positive where delta is 0", claim.at)
    if claim.quantity == "epsilon" and not found:
        found["delta"] = Fraction(0)
    return tuple(sorted(found.items()))


_DOMAINS: dict[str, tuple[str, Any]] = {
    "delta": ("in [0, 1]", lambda x: 0 <= x <= 1),
    "epsilon": ("not negative", lambda x: x >= 0),
    "level": ("in (0, 1)", lambda x: 0 < x < 1),
    "order": ("positive", lambda x: x > 0),
    "rho": ("positive", lambda x: x > 0),
    "mu": ("positive", lambda x: x > 0),
}


def _root(value: Fraction, up: bool) -> Fraction:
    """Return a square root to 60 digits or more, rounded up or down; exactly where it is rational."""
    top, bottom = isqrt(value.numerator), isqrt(value.denominator)
    if top * top == value.numerator and bottom * bottom == value.denominator:
        return Fraction(top, bottom)
    scale = _ROOT_DIGITS * max(1, value.denominator // value.numerator)
    root = isqrt(value.numerator * scale // value.denominator)
    exact = isqrt(scale)
    return Fraction(root + 1, exact) if up else Fraction(root, exact + 1)
