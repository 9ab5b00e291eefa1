"""Chains with irrational parameters, ``RR(p=0.75)`` or ``N(0, 2)``, between two with rational ones: each loses no less, and no more.

More noise is the noise and more on top of it, a greater promise is kept by whatever keeps a smaller one, and a greater sampling rate or
sensitivity never loses less: in each of the parameters that are listed here the loss of a whole chain is monotone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

from sympy import Expr, Rational

from dpsym.enclose import enclose
from dpsym.errors import DpsymError
from dpsym.guarantees.reading import pieces
from dpsym.parse import parse
from theorems.regress.decimals import outwards
from theorems.regress.subject import Values

_MORE, _LESS = 1, -1
_LOSS: dict[str | int, int] = {0: _MORE, "eps": _MORE}
_NOISE: dict[str | int, int] = {-1: _LESS, "scale": _LESS}
_GROWS: dict[str, dict[str | int, int]] = {
    **dict.fromkeys(("RR", "RandomizedResponse", "PureDP", "BoundedRangeDP"), _LOSS),
    **dict.fromkeys(("ExponentialMechanism", "PermuteAndFlip", "AboveThreshold"), _LOSS),
    **dict.fromkeys(("Laplace", "DiscreteLaplace", "TwoSidedGeometric", "ReportNoisyMax"), _NOISE),
    "Gaussian": {-1: _LESS, "sigma": _LESS},
    "KaryResponse": {0: _LESS, "scale": _LESS},
    "GDP": {0: _MORE, "mu": _MORE},
    "ZCDP": {0: _MORE, "rho": _MORE, 1: _MORE, "xi": _MORE},
    "ApproxDP": {0: _MORE, "eps": _MORE, 1: _MORE, "delta": _MORE},
    "RenyiPoint": {1: _MORE, "eps": _MORE},
    "subsample": {0: _MORE, "rate": _MORE},
    "guarantee": {"sensitivity": _MORE},
}
"""Which way the loss goes as a parameter grows, by its name or its place, -1 the last one."""
_HEAD = re.compile(r"[A-Za-z_]\w*\(", re.ASCII)
_KEYWORD = re.compile(r"\s*(\w+)\s*=(?!=)(.*)", re.DOTALL | re.ASCII)
_IRRATIONAL = re.compile(r"sqrt|log|exp\(|\bpi\b|\bE\b|\*\*", re.ASCII)
_DIGITS, _LONGEST = 45, 400

Named = dict[str, tuple[int, Fraction, Fraction]]


@lru_cache(maxsize=1 << 10)
def rounded(text: str) -> tuple[str, Values, Values] | None:
    """Return a chain with names for its irrational parameters, and numbers beside these with which it loses no more, and no less.

    Parameters
    ----------
    text : str
        In the words of the grammar.

    Returns
    -------
    tuple of str, and two tuples of (str, Fraction), or None
        None where the loss is not known to be monotone in an irrational parameter, or there is none.
    """
    if len(text) > _LONGEST or not _IRRATIONAL.search(text):
        return None
    named: Named = {}
    try:
        text = _renamed(text, named)
    except (DpsymError, ArithmeticError, ValueError):
        return None
    return (text, tuple(_chosen(named, False)), tuple(_chosen(named, True))) if named else None


def _chosen(named: Named, more: bool) -> Iterator[tuple[str, Fraction]]:
    for name, (way, low, high) in named.items():
        yield name, high if more == (way == _MORE) else low


def _renamed(text: str, named: Named) -> str:
    """Return a text with names for the irrational arguments of its calls."""
    found, at = "", 0
    while (head := _HEAD.search(text, at)) is not None:
        end = _closing(text, head.end())
        arguments = pieces(text[head.end() : end])
        kept = [_argument(head[0][:-1], place, len(arguments), piece, named) for place, piece in enumerate(arguments)]
        found, at = f"{found}{text[at : head.end()]}{','.join(kept)})", end + 1
    return found + text[at:]


def _argument(call: str, place: int, count: int, piece: str, named: Named) -> str:
    keyword = _KEYWORD.fullmatch(piece)
    said, ways = keyword[2] if keyword else piece, _GROWS.get(call, {})
    way = ways.get(keyword[1]) if keyword else ways.get(place, ways.get(place - count))
    ends = _ends(said) if way else None
    if way is None or ends is None:
        return _renamed(piece, named)
    name = f"irrational{len(named)}"
    named[name] = (way, *ends)
    return f"{keyword[1]}={name}" if keyword else name


def _closing(text: str, start: int) -> int:
    """Return where the parenthesis that was opened before a place is closed; the end of a text where it is not."""
    depth = 1
    for end in range(start, len(text)):
        depth += {"(": 1, ")": -1}.get(text[end], 0)
        if not depth:
            return end
    return len(text)


def _ends(text: str) -> tuple[Fraction, Fraction] | None:
    """Return rational numbers on both sides of a positive irrational one that a text states; None of any other text."""
    if not _IRRATIONAL.search(text):
        return None
    value = parse(text)
    if not isinstance(value, Expr) or isinstance(value, Rational) or not value.is_number or not value.is_positive:
        return None
    ball = enclose(value, {}, digits=2 * _DIGITS)
    return Fraction(outwards(ball.lower, False, _DIGITS)), Fraction(outwards(ball.upper, True, _DIGITS))
