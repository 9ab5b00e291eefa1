"""How much may be run: the most steps, or the greatest sampling rate, with which a mechanism meets a target."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from fractions import Fraction

from dpsym.errors import UndecidedError
from theorems.regress.balls import Bracket
from theorems.regress.chains import chain
from theorems.regress.errors import UnreadableClaimError
from theorems.regress.inversion import close
from theorems.regress.quantities import truth_of
from theorems.regress.runs import Subject
from theorems.regress.subject import subject
from theorems.regress.truths import Truth

_NAMED = {
    "steps": (
        re.compile(r"\.compose\(([A-Za-z_]\w*)\)", re.ASCII),
        "a chain with a name for the steps, such as Gaussian(10).compose(k)",
    ),
    "rate": (
        re.compile(r"\.subsample\((?:rate=)?([A-Za-z_]\w*)\)", re.ASCII),
        "a chain with a name for the rate, such as Gaussian(1).subsample(q).compose(100)",
    ),
}
_MOST_STEPS = 10**9
_FIRST_RATE = Fraction(1, 100)

At = tuple[tuple[str, Fraction], ...]
Missed = Callable[[Fraction], bool | None]
"""Whether a target is missed at a number; None where that is open."""


def setting_truth(text: str, quantity: str, adjacency: str, sensitivity: Fraction | None, at: At) -> Truth:
    """Return the greatest number of steps, or the greatest rate, that meets a target of eps and delta.

    Parameters
    ----------
    text : str
        A chain with one name, for what is asked.
    quantity : {"steps", "rate"}
        Which.
    adjacency, sensitivity
        Of the claim.
    at : tuple of (str, Fraction)
        The target.

    Raises
    ------
    UnreadableClaimError
        If the chain has no such name.
    """
    pattern, rule = _NAMED[quantity]
    words = chain(text)
    names = set(pattern.findall(words))
    if len(names) != 1 or any(
        len(re.findall(rf"\b{name}\b", words)) != len(pattern.findall(words)) for name in names
    ):  # what it says elsewhere too would move with what is looked for
        raise UnreadableClaimError("mechanism", rule, text)
    (name,) = names
    target = dict(at)

    def at_number(number: Fraction) -> Subject:
        return subject(text, adjacency, sensitivity, ((name, number),))

    def missed(number: Fraction) -> bool | None:
        return truth_of(at_number(number), "epsilon", (("delta", target["delta"]),)).exceeds(target["epsilon"])

    rests = truth_of(at_number(Fraction(1, 2) if quantity == "rate" else Fraction(2)), "epsilon", at[:1]).theorems
    return MostSteps(rests, missed) if quantity == "steps" else GreatestRate(rests, missed)


class MostSteps(Truth):
    """The most steps with which a target is met: more of them never lose less."""

    def __init__(self, theorems: tuple[str, ...], missed: Missed) -> None:
        super().__init__(theorems, "the most steps, by the exact loss of each number of them")
        self.missed = missed

    def exceeds(self, point: Fraction) -> bool | None:
        if point < 0:
            return True
        found = self.missed(Fraction(math.floor(point) + 1))
        return None if found is None else not found

    def bracket(self, digits: int, near: Fraction | None = None) -> Bracket:
        low, high = 0, max(1, math.ceil(near or 1))
        while (found := self.exceeds(Fraction(high))) is True:
            low, high = high + 1, 2 * high + 1
            if high > _MOST_STEPS:
                raise UndecidedError(f"more than {_MOST_STEPS} steps meet the target")
        while low < high and found is not None:
            middle = (low + high) // 2
            found = self.exceeds(Fraction(middle))
            low, high = (middle + 1, high) if found else (low, middle)
        if found is None:
            raise UndecidedError("at one of the numbers of steps it is open whether the target is met")
        return Fraction(low), Fraction(low)


class GreatestRate(Truth):
    """The greatest sampling rate with which a target is met, 1 if every one does: a greater one never loses less."""

    def __init__(self, theorems: tuple[str, ...], missed: Missed) -> None:
        super().__init__(theorems, "the greatest rate, by the exact loss at each rate")
        self.missed = missed

    def exceeds(self, point: Fraction) -> bool | None:
        if not 0 < point < 1:
            return point <= 0
        found = self.missed(point)
        return None if found is None else not found

    def bracket(self, digits: int, near: Fraction | None = None) -> Bracket:
        if self.missed(Fraction(1)) is False:
            return Fraction(1), Fraction(1)

        def look(point: Fraction) -> tuple[bool | None, float]:
            return (False if point >= 1 else self.exceeds(point)), math.nan

        return close(look, near if near is not None and 0 < near < 1 else _FIRST_RATE, min(digits, 8))
