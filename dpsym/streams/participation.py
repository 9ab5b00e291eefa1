"""At which steps of a stream one record may take part."""

from __future__ import annotations

from dataclasses import dataclass
from operator import index

from dpsym.errors import ParameterError


def whole(name: str, value: object, least: int = 1) -> int:
    """Return an integer from `least` on.

    Raises
    ------
    ParameterError
        If it is none.
    """
    try:
        number = least - 1 if isinstance(value, bool) else index(value)  # type: ignore[arg-type]
    except TypeError:
        number = least - 1
    if number < least:
        raise ParameterError(name, f"an integer from {least} on", value)
    return number


@dataclass(frozen=True)
class Participation:
    """The sets of steps at which one record may take part.

    Made by `single`, `cyclic` and `separated`. A record that takes part moves the query of that step by a vector of length 1 at most.

    Parameters
    ----------
    every : positive integer
        The steps between two of them, at least.
    most : positive integer or None
        How many there are at most; None is no limit.
    is_cyclic : bool
        Whether the steps between two of them are a multiple of `every`.
    """

    every: int
    most: int | None = None
    is_cyclic: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "every", whole("steps between participations", self.every))
        if self.most is not None:
            object.__setattr__(self, "most", whole("number of participations", self.most))

    @classmethod
    def single(cls) -> Participation:
        """Return participation at one step."""
        return cls(1, 1)

    @classmethod
    def cyclic(cls, every: int, most: int | None = None) -> Participation:
        """Return participation in epochs of a fixed order: at steps i, i + b, i + 2 b, ..., or some of these."""
        return cls(every, most, True)

    @classmethod
    def separated(cls, every: int, most: int | None = None) -> Participation:
        """Return participation with a minimum separation: at any steps of which no two are less than b apart."""
        return cls(every, most)

    def count(self, steps: int) -> int:
        """Return how often a record takes part in so many steps at most."""
        possible = -(-steps // self.every)
        return possible if self.most is None else min(self.most, possible)

    def earliest(self, steps: int) -> range:
        """Return the first steps that are possible: 0, b, 2 b, ..."""
        return range(0, self.count(steps) * self.every, self.every)

    def __str__(self) -> str:
        if self.most == 1:
            return "one participation"
        limit = "" if self.most is None else f", at most {self.most} times"
        return (f"every {self.every} steps" if self.is_cyclic else f"at least {self.every} steps apart") + limit
