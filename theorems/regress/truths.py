"""The exact value of a quantity, as far as it is known: on which side of a number it lies, and between which numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from flint import arb

from dpsym.errors import UndecidedError
from theorems.regress.balls import Bracket, ends, exceeds, greatest
from theorems.regress.decimals import Number
from theorems.regress.inversion import Look, close, threshold
from theorems.regress.profiles import Profile


class Truth:
    """A value that is known by balls or by theorems.

    Parameters
    ----------
    theorems : sequence of str
        The registry's entries that it rests on.
    road : str
        How it is computed.
    """

    def __init__(self, theorems: Sequence[str], road: str) -> None:
        self.theorems, self.road = tuple(dict.fromkeys(theorems)), road

    def exceeds(self, point: Fraction) -> bool | None:
        """Return whether the value is above a number, or None where that is open."""
        raise NotImplementedError

    def bracket(self, digits: int, near: Fraction | None = None) -> Bracket:
        """Return certified ends.

        Parameters
        ----------
        digits : int
            How close they are wanted.
        near : Fraction, optional
            Where a search may begin.

        Raises
        ------
        UndecidedError
            If there are none.
        """
        raise NotImplementedError


class Known(Truth):
    """A value of which a ball is known to any number of digits: the greatest one of several.

    Parameters
    ----------
    balls : sequence of callables
        From digits to a ball; the value is the greatest.
    """

    def __init__(self, theorems: Sequence[str], road: str, balls: Sequence[Callable[[int], arb]]) -> None:
        super().__init__(theorems, road)
        self.balls = balls

    def exceeds(self, point: Fraction) -> bool | None:
        return greatest(exceeds(ball, point) for ball in self.balls)

    def bracket(self, digits: int, near: Fraction | None = None) -> Bracket:
        found = [ends(ball(digits)) for ball in self.balls]
        return max(low for low, _ in found), max(high for _, high in found)


class Height(Truth):
    """delta at a threshold: the greatest of the profiles.

    Parameters
    ----------
    profiles : sequence of Profile
        Of both directions.
    eps : Fraction
        The threshold.
    """

    def __init__(self, theorems: Sequence[str], road: str, profiles: Sequence[Profile], eps: Fraction) -> None:
        super().__init__(theorems, road)
        self.profiles, self.eps = profiles, eps

    def exceeds(self, point: Fraction) -> bool | None:
        return greatest(each.exceeds(self.eps, point) for each in self.profiles)

    def bracket(self, digits: int, near: Fraction | None = None) -> Bracket:
        return _greatest([each.bracket(self.eps, digits) for each in self.profiles])


class Threshold(Truth):
    """The least eps >= 0 at which every profile is at most a delta.

    Parameters
    ----------
    profiles : sequence of Profile
        Of both directions.
    delta : Fraction
        In (0, 1].
    """

    def __init__(self, theorems: Sequence[str], road: str, profiles: Sequence[Profile], delta: Fraction) -> None:
        super().__init__(theorems, road)
        self.profiles, self.delta = profiles, delta

    def exceeds(self, point: Fraction) -> bool | None:
        if point.numerator < 0:
            return True
        return greatest(each.exceeds(point, self.delta) for each in self.profiles)

    def bracket(self, digits: int, near: Fraction | None = None) -> Bracket:
        return _greatest([threshold(each, self.delta, digits, near) for each in self.profiles])


def _greatest(found: Sequence[Bracket]) -> Bracket:
    return max(low for low, _ in found if low is not None), max(high for _, high in found)


class Least(Truth):
    """The least scale at which a target is met.

    Parameters
    ----------
    look : callable
        From a scale to whether the target is missed there (None: open), and about by how much.
    """

    def __init__(self, theorems: Sequence[str], road: str, look: Look) -> None:
        super().__init__(theorems, road)
        self.look = look

    def exceeds(self, point: Fraction) -> bool | None:
        return True if point <= 0 else self.look(point)[0]

    def bracket(self, digits: int, near: Fraction | None = None) -> Bracket:
        return close(self.look, near if near is not None and near > 0 else Fraction(1), digits)


class Bounded(Truth):
    """A value between fixed ends, the lower one possibly not known.

    Parameters
    ----------
    lower : number or None
        Certainly not above it.
    upper : number
        Certainly not below it.
    """

    def __init__(self, theorems: Sequence[str], road: str, lower: Number | None, upper: Number) -> None:
        super().__init__(theorems, road)
        self.lower, self.upper = lower, upper

    def exceeds(self, point: Fraction) -> bool | None:
        if self.lower is not None and self.lower > point:
            return True
        return False if self.upper <= point else None

    def bracket(self, digits: int, near: Fraction | None = None) -> Bracket:
        return self.lower, self.upper


class Between(Truth):
    """A value between two others, which are so close that they decide nearly everything.

    Parameters
    ----------
    less, more : Truth
        Not above it, and not below it.
    """

    def __init__(self, less: Truth, more: Truth) -> None:
        super().__init__((*less.theorems, *more.theorems), more.road)
        self.less, self.more = less, more

    def exceeds(self, point: Fraction) -> bool | None:
        if self.less.exceeds(point):
            return True
        return False if self.more.exceeds(point) is False else None

    def bracket(self, digits: int, near: Fraction | None = None) -> Bracket:
        return self.less.bracket(digits, near)[0], self.more.bracket(digits, near)[1]


class Spared(Truth):
    """An exact value, and what else is known where it stays open.

    Parameters
    ----------
    exact : Truth
        Asked first.
    spare : callable
        Makes what is asked then.
    """

    def __init__(self, exact: Truth, spare: Callable[[], Truth]) -> None:
        super().__init__(exact.theorems, exact.road)
        self.exact, self.spare = exact, spare

    def exceeds(self, point: Fraction) -> bool | None:
        found = self.exact.exceeds(point)
        return self._other().exceeds(point) if found is None else found

    def bracket(self, digits: int, near: Fraction | None = None) -> Bracket:
        try:
            return self.exact.bracket(digits, near)
        except UndecidedError:
            return self._other().bracket(digits, near)

    def _other(self) -> Truth:
        other = self.spare()
        self.theorems, self.road = other.theorems, other.road
        return other
