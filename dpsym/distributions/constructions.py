"""Laws made of laws: products, mixtures, images under a kernel, and the joint law of an adaptive pair.

Each constructor lists the masses at once where its parts are finite, and stays as it is where they are variables.
"""

from __future__ import annotations

from typing import Any

from sympy import Basic, Expr, Integer, ProductSet, Set, Union

from dpsym.distributions.arbitrary import AnyEvent, AnyKernel, AnyLaw
from dpsym.distributions.base import Law
from dpsym.distributions.discrete import Discrete, listed
from dpsym.distributions.printed import Head
from dpsym.errors import ParameterError
from dpsym.parameters import PROBABILITY


def _require_laws(name: str, laws: tuple[Law, ...]) -> None:
    if not laws or not all(isinstance(law, Law) for law in laws):
        raise ParameterError(name, "laws", laws)


def _require_inputs(kernel: object, law: object) -> None:
    """Refuse what is no kernel, and laws whose draws are no inputs of it."""
    if not isinstance(kernel, (Kernel, AnyKernel)):
        raise ParameterError("kernel", "a Kernel, or the variable AnyKernel", kernel)
    if not (isinstance(law, (Discrete, AnyLaw, Image, Joint)) or (isinstance(law, Law) and not law.is_written)):
        raise ParameterError("input of a kernel", "a law on finitely many points, or a law variable", law)
    if isinstance(kernel, Kernel) and isinstance(law, Discrete):
        if any(count != 1 for count in law.multiplicities):
            raise ParameterError("input of a kernel", "a law that lists its points one by one", law)
        if len(kernel.args) != len(law.masses):
            raise ParameterError(
                "kernel", f"one with a row for each of the {len(law.masses)} points of the law", kernel
            )


class Kernel(Basic):
    """A Markov kernel between finite sets, row by row.

    Parameters
    ----------
    *rows : Discrete
        The law of the output at each input, all on the same points.
    """

    is_written = True

    def __new__(cls, *rows: object) -> Any:
        if (
            not rows
            or not all(isinstance(row, Discrete) for row in rows)
            or len({row.multiplicities for row in rows}) != 1
        ):
            raise ParameterError("kernel rows", "laws on the same finitely many points", rows)
        return Basic.__new__(cls, *rows)

    @property
    def multiplicities(self) -> tuple[Expr, ...]:
        """How many outputs each mass of a row stands for."""
        return self.args[0].multiplicities


class Event(Basic):
    """A set of points of a finite space, by their numbers.

    Raises
    ------
    ParameterError
        If a point is not a whole number from 0 on.
    """

    is_written = True

    def __new__(cls, *points: int) -> Any:
        for point in points:
            if isinstance(point, bool) or not isinstance(point, (int, Integer)) or point < 0:
                raise ParameterError("points of an event", "whole numbers from 0 on", point)
        return Basic.__new__(cls, *(Integer(int(point)) for point in sorted(set(points))))

    def _latex(self, printer: Any) -> str:
        return rf"\{{{', '.join(map(printer._print, self.args))}\}}"


class ProductLaw(Law):
    """The law of independent draws from several laws."""

    def __new__(cls, *laws: Law) -> Any:
        _require_laws("factors of a product", laws)
        if not all(isinstance(law, Discrete) for law in laws):
            return Basic.__new__(cls, *laws)
        masses: list[Expr] = [Integer(1)]
        counts: list[Expr] = [Integer(1)]
        for law in laws:
            masses = [mass * other for mass in masses for other in law.masses]
            counts = [count * other for count in counts for other in law.multiplicities]
        return listed(masses, counts)

    @property
    def is_discrete(self) -> bool:
        return all(law.is_discrete for law in self.args)

    @property
    def support(self) -> Set:
        return ProductSet(*(law.support for law in self.args))

    @property
    def space(self) -> Any:
        spaces = tuple(law.space for law in self.args)
        return None if None in spaces else ("product", *spaces)

    def _latex(self, printer: Any) -> str:
        return r" \otimes ".join(map(printer._print, self.args))


class Mixture(Law):
    """The law ``weight * P + (1 - weight) * Q`` of two laws on one space; at weight 0 or 1 it is one of them."""

    printed = "#1 #2 + (1 - #1) #3"

    def __new__(cls, weight: object, first: Law, second: Law) -> Any:
        share = PROBABILITY.check(weight)
        _require_laws("parts of a mixture", (first, second))
        spaces = {first.space, second.space}
        if len(spaces) > 1 and None not in spaces:
            raise ParameterError("parts of a mixture", "laws on the same space", (first, second))
        if share in (0, 1):
            return first if share == 1 else second
        if not (isinstance(first, Discrete) and isinstance(second, Discrete)):
            return Basic.__new__(cls, share, first, second)
        pairs = zip(first.masses, second.masses, strict=True)
        return listed([share * mass + (1 - share) * other for mass, other in pairs], first.multiplicities)

    @property
    def is_discrete(self) -> bool:
        return self.args[1].is_discrete or self.args[2].is_discrete

    @property
    def support(self) -> Set:
        return Union(*(law.support for law in self.args[1:]))

    @property
    def space(self) -> Any:
        _, first, second = self.args
        return None if None in (first.space, second.space) else first.space

    @property
    def is_symmetric(self) -> bool:  # type: ignore[override]
        """Whether both parts are noise that is symmetric about one location."""
        _, *parts = self.args
        return all(part.is_symmetric and hasattr(part, "location") for part in parts) and (
            parts[0].location == parts[1].location
        )

    def neighbours(self, sensitivity: object = Integer(1)) -> tuple[Law, Law]:
        """Return the mixture of two kinds of noise, and the mixture of both shifted by the sensitivity of the query.

        Raises
        ------
        ParameterError
            If a smaller shift may tell more: the mixture may have several modes, and the shift is not the smallest one.
        """
        weight, first, second = self.args
        if not self.is_symmetric and not (self.is_discrete and sensitivity == 1):
            raise ParameterError(
                "sensitivity of noise mixed about several locations", "1, and the noise on the integers", sensitivity
            )
        moved = (part.neighbours(sensitivity)[1] for part in (first, second))
        return self, Mixture(weight, *moved)


class Image(Law):
    """The law of the output of a kernel whose input is drawn from a law (post-processing)."""

    printed = r"#1 \circ #2"
    space = None
    is_discrete = True

    def __new__(cls, kernel: Kernel | AnyKernel, law: Law) -> Any:
        _require_inputs(kernel, law)
        if not (isinstance(kernel, Kernel) and isinstance(law, Discrete)):
            return Basic.__new__(cls, kernel, law)
        rows = zip(law.masses, kernel.args, strict=True)
        columns = zip(*([mass * out for out in row.masses] for mass, row in rows), strict=True)
        return listed([sum(parts) for parts in columns], kernel.multiplicities)


class Joint(Law):
    """The law of (X, Y) with X drawn from a law and Y from the row of a kernel at X (adaptive composition)."""

    printed = r"#1 \rtimes #2"
    space = None
    is_discrete = True

    def __new__(cls, law: Law, kernel: Kernel | AnyKernel) -> Any:
        _require_inputs(kernel, law)
        if not (isinstance(kernel, Kernel) and isinstance(law, Discrete)):
            return Basic.__new__(cls, law, kernel)
        rows = zip(law.masses, kernel.args, strict=True)
        return listed([mass * out for mass, row in rows for out in row.masses], kernel.multiplicities * len(law.masses))


class Probability(Head):
    """The probability of an event under a law."""

    is_written = True
    printed = r"#1\left(#2\right)"

    def __new__(cls, law: Law, event: Event | AnyEvent) -> Any:
        if not isinstance(law, Law) or not isinstance(event, (Event, AnyEvent)):
            raise ParameterError("probability", "that of an event under a law", (law, event))
        if isinstance(law, Discrete) and isinstance(event, Event):
            if any(point >= len(law.masses) for point in event.args):
                raise ParameterError("event", f"one of the points 0 to {len(law.masses) - 1} of the law", event)
            last = max((int(point) for point in event.args), default=-1)
            if any(count != 1 for count in law.multiplicities[: last + 1]):
                raise ParameterError("law of an event", "one that lists its points one by one", law)
            return sum((law.masses[int(point)] for point in event.args), Integer(0))
        return Expr.__new__(cls, law, event)
