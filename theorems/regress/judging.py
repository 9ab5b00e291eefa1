"""One claim against what is known of the truth; `theorems.regress.verdict` states the rules."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from theorems.regress.decimals import Number, as_float, last_place, outwards
from theorems.regress.errors import UndecidedError
from theorems.regress.kinds import Gap, Kind, Verdict
from theorems.regress.question import Question
from theorems.regress.reference import Reference, bracketed
from theorems.regress.truths import Truth

_NEAR_DIGITS = 9
_NEAR = Fraction(1, 10**_NEAR_DIGITS)
_ROUNDING = Fraction(1, 2**52)
_LEAST = Fraction(1, 2**1075)  # half the least double
_TINY_BITS = 1000  # of 2^-k, from which half the least double is more than a part in 10^9 of a number
_COARSEST = Fraction(1, 100)
_DIGITS = 10
_MOST_DIGITS = 17


@dataclass
class Judge:
    """One claim and what is known of the truth.

    Parameters
    ----------
    asked : Question
        The claim, read.
    truth : Truth
        What it is held against.
    tolerance : Fraction or None
        Stated, instead of what the value's carrier cannot say.
    low, high : Fraction, optional
        What comparisons have certified so far: the truth is above the one, and at most the other.
    """

    asked: Question
    truth: Truth
    tolerance: Fraction | None
    low: Fraction | None = None
    high: Fraction | None = None

    def verdict(self) -> Verdict:
        claim, ends = self.asked.claim, self.asked.ends
        numbers = [each for each in (self.asked.value, *(ends or ())) if each is not None]
        if any(each != each for each in numbers):
            return self._said(Kind.UNSOUND, "not a number")
        if ends is not None:
            return self._bracket(*ends)
        value = self.asked.value
        assert value is not None  # noqa: S101 (a claim without a bracket has a value)
        if claim.direction == "lower":
            return self._lower(value)
        return self._upper(value, claim.direction == "exact")

    def _upper(self, value: Number, exact: bool) -> Verdict:
        if value < 0:
            return self._said(Kind.UNSOUND, f"a negative {self.asked.claim.quantity}", value)
        if not isinstance(value, Fraction):
            return self._infinite()
        above: bool | None = None
        for up, down in self._slacks(value, exact):
            above = self._exceeds(value + up)
            if above is None:
                return self._undecided("it cannot be told whether it is below the truth")
            if above:
                continue
            close = self._exceeds(value - down)
            if close is None:
                return self._said(Kind.SOUND, "not below the truth; how far above is open", value)
            if close:
                return self._right(value, value - down, value + up)
        return self._said(Kind.UNSOUND if above else Kind.SOUND, "", value)

    def _lower(self, value: Number) -> Verdict:
        if value == math.inf:
            found = self._infinite()
            return (
                found if found.kind is Kind.RIGHT else self._said(Kind.UNSOUND, "a lower bound above the truth", value)
            )
        if not isinstance(value, Fraction) or value < 0:
            return self._said(Kind.SOUND, "a lower bound below 0", value)
        ((down, up),) = self._slacks(value, exact=False)
        above = value <= down or self._exceeds(value - down)
        if above is None:
            return self._undecided("it cannot be told whether it is above the truth")
        if not above:
            return self._said(Kind.UNSOUND, "a lower bound above the truth", value)
        beyond = self._exceeds(value + up)
        if beyond is None:
            return self._said(Kind.SOUND, "not above the truth; how far below is open", value)
        if beyond:
            return self._said(Kind.SOUND, "a lower bound below the truth", value)
        return self._right(value, value - down, value + up)

    def _infinite(self) -> Verdict:
        """Return the verdict on an infinite claim."""
        found = self._reference(_DIGITS)
        if found.lower == math.inf:
            return Verdict(self.asked.claim, Kind.RIGHT, None, None, found, "infinite, as the truth is")
        if found.upper == math.inf:
            return Verdict(
                self.asked.claim, Kind.UNDECIDED, None, None, found, "it is open whether the truth is infinite"
            )
        return self._said(Kind.SOUND, "infinite, which says nothing", math.inf)

    def _bracket(self, low: Number, high: Number) -> Verdict:
        value = self.asked.value
        if low > high or (value is not None and not low <= value <= high):
            shown = f"{outwards(low, False)} and {outwards(high, True)}"
            return self._said(Kind.UNSOUND, f"its ends, {shown}, are not in order around its value")
        upper, lower = self._upper(high, exact=False), self._lower(low)
        if upper.kind is Kind.UNSOUND:
            return _because(upper, "the upper end of the bracket: ")
        if lower.kind is Kind.UNSOUND:
            return _because(lower, "the lower end of the bracket: ")
        if Kind.UNDECIDED in (upper.kind, lower.kind):
            return upper if upper.kind is Kind.UNDECIDED else lower
        return upper if upper.kind is Kind.SOUND else _because(upper, "the bracket holds the truth; its upper end: ")

    def _slacks(self, value: Fraction, exact: bool) -> list[tuple[Fraction, Fraction]]:
        """Return how far the truth may be beyond the value on the side that matters, and on the other, the narrowest first."""
        size = self.asked.size(value)
        if self.tolerance is not None:
            return [(size * self.tolerance, size * self.tolerance)]
        near, least = size * _NEAR, Fraction(0)
        is_tiny = size.denominator.bit_length() - size.numerator.bit_length() > _TINY_BITS
        if not size.numerator or (is_tiny and size > _LEAST):  # below every double only text can be
            least = _LEAST
            near = max(near, least)
        if not exact:
            return [(max(size * _ROUNDING, least), near)]
        printed = min(last_place(self.asked.claim.value), size * _COARSEST)
        return [(near, near)] if printed <= near else [(near, near), (printed, printed)]

    def _exceeds(self, value: Fraction) -> bool | None:
        found = self.asked.exceeds(self.truth, value)
        if found:
            self.low = value if self.low is None else max(self.low, value)
        elif found is not None:
            self.high = value if self.high is None else min(self.high, value)
        return found

    def _right(self, value: Fraction, low: Fraction, high: Fraction) -> Verdict:
        """Return the verdict on a value that is right: close comparisons are its bracket, coarse ones are no measure of its digits."""
        found = Reference(max(low, Fraction(0)), high, self.truth.theorems, self.truth.road)
        digits = _digits(max(high - value, value - low), self.asked.size(value))
        if value and digits < _NEAR_DIGITS:
            try:
                found = self._reference(_DIGITS)
                digits = self._shared(value, found) or digits
            except UndecidedError:
                pass  # the comparisons are there
        words = f"right to {digits} digits" if digits else "right"
        return Verdict(self.asked.claim, Kind.RIGHT, digits, None, found, words)

    def _reference(self, digits: int) -> Reference:
        """Return the bracket, not wider than the comparisons have shown already."""
        found = bracketed(self.asked, self.truth, digits)
        low = found.lower if self.low is None else self.low if found.lower is None else max(found.lower, self.low)
        high = found.upper if self.high is None else min(found.upper, self.high)
        return Reference(low, high, found.theorems, found.road)

    def _compared(self) -> Reference | None:
        """Return what the comparisons alone have shown, None if they have shown no lower end."""
        if self.low is None:
            return None
        high = math.inf if self.high is None else self.high
        return Reference(self.low, high, self.truth.theorems, self.truth.road)

    def _said(self, kind: Kind, reason: str, value: Number | None = None) -> Verdict:
        """Return a verdict that is settled, with a bracket that shows by how much, fine enough to leave the value outside."""
        found: Reference | None = None
        gap: Gap | None = None
        for digits in (_DIGITS, 2 * _DIGITS, 4 * _DIGITS):
            try:
                found = self._reference(digits)
            except UndecidedError:
                found = found or self._compared()
                gap = None if value is None or found is None else gap_of(value, found)
                break
            gap = None if value is None else gap_of(value, found)
            if gap is None or gap.absolute:
                break
        return Verdict(
            self.asked.claim, kind, self._shared(value, found), gap, found, _words(kind, reason, gap, _is_wide(found))
        )

    def _shared(self, value: Number | None, found: Reference | None) -> int | None:
        """Return to how many digits a value and both ends of a bracket agree; None where that says nothing."""
        ends = () if found is None else (found.lower, found.upper)
        if (
            not isinstance(value, Fraction)
            or not ends
            or not all(isinstance(end, Fraction) for end in ends)
            or not ends[0]
        ):
            return None
        size = self.asked.size(ends[0])  # type: ignore[arg-type]
        return _digits(max(abs(value - end) for end in ends), size)  # type: ignore[operator]

    def _undecided(self, reason: str) -> Verdict:
        try:
            found = self._reference(_DIGITS)
        except UndecidedError as error:
            return Verdict(self.asked.claim, Kind.UNDECIDED, None, None, None, f"{reason}: {error}")
        words = f"{reason}; it is in {found} ({found.road})"
        return Verdict(self.asked.claim, Kind.UNDECIDED, None, None, found, words)


def _because(verdict: Verdict, reason: str) -> Verdict:
    return Verdict(verdict.claim, verdict.kind, verdict.digits, verdict.gap, verdict.reference, reason + verdict.reason)


def gap_of(value: Number, found: Reference) -> Gap:
    """Return how far a value is from the nearer end of a certified bracket; 0 inside it."""
    low, high = found.lower, found.upper
    if low is not None and value < low:
        nearest = low
    elif value > high:
        nearest = high
    else:
        return Gap(Fraction(0), 0.0)
    if not isinstance(value, Fraction) or not isinstance(nearest, Fraction):
        far = math.inf if value > nearest else -math.inf
        return Gap(far, far)
    absolute = value - nearest
    return Gap(absolute, as_float(absolute / nearest) if nearest else math.copysign(math.inf, absolute))


def _digits(distance: Fraction, value: Fraction) -> int:
    """Return to how many significant digits a value is right that is so close to the truth."""
    if value == 0:
        return 0
    ratio = as_float(distance / value)
    if ratio >= 1:
        return 0
    return _MOST_DIGITS if ratio < 10.0**-_MOST_DIGITS else math.floor(-math.log10(ratio))


def _words(kind: Kind, reason: str, gap: Gap | None, wide: bool) -> str:
    if gap is None or not gap.absolute:
        return reason or kind.value
    amount = outwards(abs(gap.absolute), False, 3)
    if math.isinf(gap.relative):
        by = f"by {amount}"
    elif gap.relative > 1:
        by = f"by {amount}, a factor {1 + gap.relative:.4g}"
    else:
        by = f"by {amount}, {_percent(gap.relative)}"
    side = "below" if gap.absolute < 0 else "above"
    by = f"by at least {by[3:]}" if wide else by
    return f"{reason}: {side} the truth {by}" if reason else f"{side} the truth {by}"


def _is_wide(found: Reference | None) -> bool:
    """Return whether a bracket is too wide for what is read off one end of it to be more than a bound."""
    if found is None or not isinstance(found.lower, Fraction) or not isinstance(found.upper, Fraction):
        return found is not None and found.lower != found.upper
    return found.upper - found.lower > found.upper / 1000


def _percent(relative: float) -> str:
    share = abs(relative) * 100
    return f"{share:.3g} %" if share >= 1e-3 else f"{abs(relative):.2g} of it"
