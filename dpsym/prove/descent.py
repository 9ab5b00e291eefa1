"""Derivative descent: strip factors of known sign, look at an end, differentiate, repeat; as the parts of a proof.

If g is not negative in the limit at an end of the interval of x, and its derivative points up from there, then g is
not negative. What is left has fewer logarithms, error functions or terms each time, until its coefficients tell its sign.
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from dpsym.prove.ratios import Poly, Ratio


@dataclass(frozen=True)
class Signed:
    """What is shown by signs alone: a product of factors each of which keeps its sign inside the domain."""

    function: Poly
    strict: bool


class _Rests:
    """A step that is strict where what it rests on is: the function rises or falls strictly where that does."""

    rest: Proof

    @property
    def strict(self) -> bool:
        """Whether the function is positive everywhere inside the domain."""
        return self.rest.strict


@dataclass(frozen=True)
class Monotone(_Rests):
    r"""A descent: `function` is `positive` times `core`, and `core` times `multiplier` is monotone in `symbol`.

    Its limit at `end`, a fraction or None for oo, is not negative (`edge`, or by its sign), and `slope`, the derivative
    away from that end up to a positive factor, is not negative either (`rest`).
    """

    function: Poly
    positive: Poly
    core: Poly
    multiplier: Ratio
    symbol: sp.Symbol
    end: sp.Expr
    limit: Ratio | None
    edge: Proof | None
    slope: Ratio
    rest: Proof


@dataclass(frozen=True)
class Turned(_Rests):
    """A change of form: `function` is `positive` times `core`, which has the sign that `turned` shows of it at a generator."""

    function: Poly
    positive: Poly
    core: Poly
    place: int
    rest: Proof


@dataclass(frozen=True)
class Valley:
    """A valley: `function` is `positive` times `core`, and `core` times `multiplier` is least where `symbol` is `at`.

    Its value there is not negative (`edge`), and neither is its derivative divided by the distance from there (`rest`).
    """

    function: Poly
    positive: Poly
    core: Poly
    multiplier: Ratio
    symbol: sp.Symbol
    at: Ratio
    edge: Proof
    slope: Ratio
    rest: Proof

    @property
    def strict(self) -> bool:
        """Whether the function is positive everywhere inside the domain."""
        return self.edge.strict


@dataclass(frozen=True)
class Arch(_Rests):
    """An arch: `function` is `positive` times `core`, and `core` times `multiplier` rises in `symbol`, then falls.

    For its derivative times `weight`, which is positive, does not rise: `rest` shows the derivative of that, taken off, not negative.
    The limits at both ends are not negative: each a fraction or None for oo, with a proof.
    """

    function: Poly
    positive: Poly
    core: Poly
    multiplier: Ratio
    symbol: sp.Symbol
    limits: tuple[Ratio | None, Ratio | None]
    edges: tuple[Proof | None, Proof | None]
    weight: Ratio
    slope: Ratio
    rest: Proof


Proof = Signed | Monotone | Turned | Valley | Arch
