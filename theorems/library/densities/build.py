"""From the data of a law to its entries: the mass, written out from the very law that everything else uses, and what pins its parameters."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from sympy import Add, Expr, Integral, S, Sum, Symbol, exp

from dpsym.distributions import Discrete, Law, Piece
from theorems.card import Cite
from theorems.checks import Integrated, Quadrature
from theorems.entry import Theorem
from theorems.library.catalogue.space import over
from theorems.library.densities import asking
from theorems.statement import eq

_REAL, _POSITIVE = Symbol("x", real=True), Symbol("x", positive=True)
_INTEGER, _COUNT = Symbol("x", integer=True), Symbol("x", integer=True, nonnegative=True)
_POINTS = 8


@dataclass(frozen=True)
class Data:
    """What is known of a law beside its class.

    Parameters
    ----------
    words : str
        The law, for a title.
    law : Law
        With a symbol for each parameter.
    run : callable
        Returns the law as the mechanisms know it, paired with itself, by the names of the symbols.
    cite : Cite, optional
        Where the law is found.
    primitives : tuple of callables
        For each piece, from left to right, its antiderivative; none of sums that are known series.
    end : Expr
        Of a law on the line the point, in the last piece, below which the mass is told; of one on the integers an integer, the mass of
        which is told with that of the next.
    told : Expr
        That mass.
    domain : mapping
        What `over` does not know of the symbols.
    """

    words: str
    law: Law
    run: Callable[..., Any]
    end: Expr
    told: Expr
    primitives: tuple[Callable[[Expr], Expr], ...] = ()
    cite: Cite | None = None
    domain: Mapping[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """What its entries are called: ``density.<name>``; the name of the class in small letters."""
        return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", type(self.law).__name__).lower()

    @property
    def place(self) -> Symbol:
        """The point at which the density is taken; positive, or a count, where the law is of such numbers."""
        positive = self.law.ends[0].is_nonnegative
        if self.law.is_discrete:
            return _COUNT if positive else _INTEGER
        return _POSITIVE if positive else _REAL

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The pieces of the law; cut at its location where there is an antiderivative for either side of it."""
        found = self.law.pieces(self.place)
        if len(found) == 1 and len(self.primitives) == 2:
            (whole,), centre = found, self.law.location
            return replace(whole, upper=centre), replace(whole, lower=centre)
        return found

    @property
    def space(self) -> Mapping[str, Any]:
        """Domain and typical box."""
        return self.domain or over(*sorted(self.law.free_symbols, key=str))

    @property
    def cites(self) -> tuple[Cite, ...]:
        """The source, if there is one."""
        return (self.cite,) if self.cite else ()


def entries(table: Iterable[Data]) -> list[Theorem]:
    """Return the entries of all laws."""
    return [entry for data in table for entry in (_finite(data) if isinstance(data.law, Discrete) else _of_law(data))]


def _of_law(data: Data) -> list[Theorem]:
    found = [_mass(data, "", f"The density of {data.words} has mass 1", density)]
    if _is_written_twice(data.law):
        title = f"The density of {data.words} has mass 1 in the form in which definitions take it"
        found.append(_mass(data, ".written", title, lambda law, each, place: exp(law.log_density(place))))
    return [*found, pinned(data)]


def density(law: Law, piece: Piece, place: Expr) -> Expr:
    """Return the density on a piece, by its statistics."""
    return exp(Add(*(times * statistic for statistic, times in piece.terms.items())))


def _is_written_twice(law: Law) -> bool:
    return type(law).log_density is not Law.log_density


def _mass(data: Data, kind: str, title: str, form: Callable[[Law, Piece, Expr], Expr]) -> Theorem:
    law, place = data.law, data.place
    total = Add(*(_over(data, form(law, piece, place), piece.lower, piece.upper) for piece in data.pieces))
    return Theorem(
        id=f"density.{data.name}{kind}",
        title=title,
        statement=eq(total, S.One),
        **data.space,
        cites=data.cites,
        checks=(_integrated(data), Quadrature(asking.mass(data.run), _POINTS)),
    )


def _integrated(data: Data) -> Integrated:
    return Integrated(
        {piece.lower: made(data.place) for piece, made in zip(data.pieces, data.primitives, strict=False)}
    )


def _over(data: Data, term: Expr, lower: Expr, upper: Expr) -> Expr:
    return (Sum if data.law.is_discrete else Integral)(term, (data.place, lower, upper))


def pinned(data: Data) -> Theorem:
    """Return the entry that tells what the parameters of a law mean."""
    law, place, end = data.law, data.place, data.end
    *before, last = data.pieces
    if law.is_discrete:
        left = _over(data, density(law, last, place), end, end + 1)
        name, title, run = "first", f"The masses of {data.words} at an integer and the next", asking.two(end, data.run)
    else:
        left = Add(
            *(_over(data, density(law, piece, place), piece.lower, piece.upper) for piece in before),
            _over(data, density(law, last, place), last.lower, end),
        )
        name, title, run = "below", f"The mass of {data.words} below {end}", asking.below(end, data.run)
    return Theorem(
        id=f"density.{data.name}.{name}",
        title=title,
        statement=eq(left, data.told),
        **data.space,
        cites=data.cites,
        checks=(_integrated(data), Quadrature(run, _POINTS)),
        note="It tells which scale and which location the parameters mean.",
    )


def _finite(data: Data) -> list[Theorem]:
    """Return the entries of a law on finitely many points."""
    law = data.law
    total = Add(*(count * mass for mass, count in zip(law.masses, law.multiplicities, strict=True)))
    whole = eq(total, S.One)
    shared = {**data.space, "cites": data.cites}
    mass = Theorem(
        id=f"density.{data.name}",
        title=f"The masses of {data.words} add up to 1",
        statement=whole,
        **shared,
        checks=(Integrated(), Quadrature(asking.mass(data.run), _POINTS)),
    )
    first = Theorem(
        id=f"density.{data.name}.first",
        title=f"The mass of {data.words} at the true answer",
        statement=eq(law.masses[int(data.end)], data.told),
        **shared,
        checks=(Integrated(), Quadrature(asking.first(data.run), _POINTS)),
    )
    return [mass, first]
