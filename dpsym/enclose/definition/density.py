"""Log-densities as exact combinations of statistics."""

from __future__ import annotations

from typing import Any

import sympy as sp
from flint import arb, fmpq

from dpsym.enclose.arithmetic import Value, signs
from dpsym.enclose.definition import growth
from dpsym.enclose.definition.charts import End, Place
from dpsym.enclose.definition.growth import Leading, Part
from dpsym.enclose.definition.statistics import Log, LogComplement, LogSize, Statistic
from dpsym.enclose.polynomials import AtPrecision, evaluate

_ONE, _ZERO = sp.S.One, sp.S.Zero


class Density:
    """A constant plus multiples of statistics, all coefficients exact.

    Parameters
    ----------
    constant : Expr
        The constant.
    terms : dict of Statistic to Expr
        The coefficients.
    """

    def __init__(self, constant: sp.Expr, terms: dict[Statistic, sp.Expr]) -> None:
        self.constant = constant
        self.terms = {statistic: factor for statistic, factor in terms.items() if factor != 0}

    @AtPrecision
    def numbers(self) -> tuple[Value, list[tuple[Value, Statistic]]]:
        """Evaluate the constant and the coefficients at the working precision."""
        pairs = [(evaluate(factor), statistic) for statistic, factor in self.terms.items()]
        return evaluate(self.constant), [(factor, part) for factor, part in pairs if signs(factor) != {0}]

    @property
    def is_zero(self) -> bool:
        """Whether it is certainly 0 everywhere."""
        constant, pairs = self.numbers
        return not pairs and signs(constant) == {0}

    def at(self, place: Place) -> Any:
        """Return the value at a place."""
        total, pairs = self.numbers
        for factor, statistic in pairs:
            total = total + factor * statistic.at(place)
        return total

    def growth(self, end: End) -> list[Part]:
        """Return how it grows towards an end."""
        known = self.growths
        if end not in known:
            known[end] = self._growth(end)
        return known[end]

    @AtPrecision
    def growths(self) -> dict[End, list[Part]]:
        """Keep the growths that were asked for."""
        return {}

    def _growth(self, end: End) -> list[Part]:
        leading: Leading = {}
        for statistic, factor in self.terms.items():
            for shape, inner in statistic.leading(end).items():
                leading[shape] = leading.get(shape, _ZERO) + factor * inner
        return growth.parts_of({shape: _tidy(factor) for shape, factor in leading.items()}, evaluate)

    def rest(self, end: End, depth: arb) -> arb:
        """Return a ball with what the growth leaves out, for all w beyond `depth`."""
        total, pairs = self.numbers
        return sum((factor * statistic.rest(end, depth) for factor, statistic in pairs), arb(total))

    def at_far(self, end: End) -> Density:
        """Return the same combination, of statistics that do not cancel near an end."""
        parts = []
        for statistic, factor in self.terms.items():
            inner = dict(statistic.at_far(end))
            parts.append((factor, Density(inner.pop(None, _ZERO), inner)))
        return combine((_ONE, Density(self.constant, {})), *parts)

    def shifted(self, constant: sp.Expr) -> Density:
        """Return it with a constant added."""
        return Density(_tidy(self.constant + constant), self.terms)


def combine(*pairs: tuple[sp.Expr, Density]) -> Density:
    """Return a linear combination; like terms cancel before anything is rounded."""
    constant: list[sp.Expr] = []
    terms: dict[Statistic, list[sp.Expr]] = {}
    for factor, density in pairs:
        constant.append(factor * density.constant)
        for statistic, inner in density.terms.items():
            terms.setdefault(statistic, []).append(factor * inner)
    return Density(_tidy(sp.Add(*constant)), {key: _tidy(sp.Add(*parts)) for key, parts in terms.items()})


def _tidy(factor: sp.Expr) -> sp.Expr:
    return factor if factor.is_Rational else sp.expand(factor)


JACOBIANS = {
    ("log", 1): Density(_ZERO, {Log(_ONE): _ONE}),
    ("log", -1): Density(_ZERO, {LogSize(): _ONE}),
    ("logit", 1): Density(_ZERO, {Log(_ONE): _ONE, LogComplement(): _ONE}),
    ("plain", 1): Density(_ZERO, {}),
}


class Mixed(Statistic):
    """log(s exp(D) + 1 - s), where D is the log-ratio of the parts of a mixture with weights s and 1 - s."""

    def __init__(self, share: sp.Expr, ratio: Density) -> None:
        super().__init__(share, ratio.constant, frozenset(ratio.terms.items()))
        self.ratio = ratio

    @AtPrecision
    def numbers(self) -> tuple[Value, ...]:
        return (evaluate(self.parameters[0]),)

    @property
    def needs(self) -> set[Statistic]:
        """The statistics inside."""
        return set(self.ratio.terms)

    def at(self, place: Place) -> Any:
        (share,) = self.numbers
        ratio = self.ratio.at(place)
        grown = arb(ratio).exp() if isinstance(ratio, fmpq) else ratio.exp()  # rational on the integers
        return place.logarithm(grown * share + (1 - share))

    def leading(self, end: End) -> Leading:
        parts = self.ratio.growth(end)
        if growth.direction(parts) <= 0:
            return {}
        leading: Leading = {}
        for statistic, factor in self.ratio.terms.items():
            for shape, inner in statistic.leading(end).items():
                leading[shape] = leading.get(shape, _ZERO) + factor * inner
        return leading

    def rest(self, end: End, depth: arb) -> arb:
        """Bound it by the part that takes over: the other is less and less beside it."""
        share = arb(self.numbers[0])
        parts, rest = self.ratio.growth(end), self.ratio.rest(end, depth)
        towards = growth.direction(parts)
        if towards == 0:
            return (rest.exp() * share + (1 - share)).log()
        shrinking = [Part(part.shape, part.rate, -part.factor * towards) for part in parts]
        growth.decay(shrinking, depth)
        least = (growth.level(shrinking, depth) - towards * rest).exp().upper()
        odds = (share / (1 - share)) ** -towards
        beside = (1 + arb(0).union(odds * least)).log()
        return (share.log() + rest if towards > 0 else (1 - share).log()) + beside

    def at_far(self, end: End) -> dict[Statistic | None, sp.Expr]:
        return {Mixed(self.parameters[0], self.ratio.at_far(end)): _ONE}


def statistics(*densities: Density | None) -> set[Statistic]:
    """Return all statistics of some densities, and those inside mixtures."""
    found: set[Statistic] = set()
    waiting = [part for density in densities if density is not None for part in density.terms]
    while waiting:
        part = waiting.pop()
        if isinstance(part, Mixed):
            waiting += part.needs
        else:
            found.add(part)
    return found
