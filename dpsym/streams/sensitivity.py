"""How far one record moves what a strategy measures: exact values, and bounds that are called so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import nlargest

from flint import arb, ctx, fmpq
from sympy import Expr, Rational, sqrt

from dpsym.ball import Ball
from dpsym.streams.participation import Participation

Number = fmpq | arb
_SHORT, _DIGITS = 40, 20
_PATTERNS = 20_000
_BITS = 256


@dataclass(frozen=True)
class Sensitivity:
    r"""The greatest length by which one record moves the strategy's measurements.

    .. math:: \max_\pi \max_{\lVert u_i\rVert \le 1} \Bigl\lVert \sum_{i \in \pi} C e_i u_i^T \Bigr\rVert_F
              \le \max_\pi \Bigl(\sum_{i, j \in \pi} \bigl|(C^T C)_{ij}\bigr|\Bigr)^{1/2},

    with equality where signs make all entries of :math:`C^T C` that count non-negative: some :math:`s_i = \pm 1` with
    :math:`s_i s_j (C^T C)_{ij} \ge 0`, as :math:`u_i = s_i u` for one u of length 1 shows.

    Parameters
    ----------
    square : fmpq or arb
        Its square: a rational number, or a ball.
    is_exact : bool
        Whether some record moves them so far; else it is an upper bound.
    pattern : tuple of int or None
        Steps at which such a record takes part.
    """

    square: Number
    is_exact: bool
    pattern: tuple[int, ...] | None = None

    @property
    def ball(self) -> Ball:
        """The number."""
        return root(self.square)

    @property
    def value(self) -> Expr:
        """The number: as a root where it is short, else rounded up, by less than 10^-20."""
        if isinstance(self.square, fmpq) and len(str(self.square)) <= _SHORT:
            return sqrt(Rational(int(self.square.p), int(self.square.q)))
        return _above(self.ball)

    @property
    def upper(self) -> Expr:
        """A rational number: the number itself where it is one, else just above, by less than 10^-20."""
        return self.value if self.value.is_Rational else _above(self.ball)

    def __str__(self) -> str:
        told = str(self.value) if len(str(self.value)) <= _SHORT else f"{float(self.value):.12g}"
        return told if self.is_exact else f"at most {told}"


def product(one: Number, other: Number) -> Number:
    """Return a product: rational, or a ball of some 77 digits."""
    old, ctx.prec = ctx.prec, _BITS
    try:
        return one * other
    finally:
        ctx.prec = old


def root(square: Number) -> Ball:
    """Return the square root of a number that is not negative, as a ball of some 77 digits."""
    old, ctx.prec = ctx.prec, _BITS
    try:
        return Ball(arb(square).sqrt())
    finally:
        ctx.prec = old


def _above(ball: Ball) -> Rational:
    high, scale = ball.upper, 10**_DIGITS
    return Rational(-(-high.numerator * scale // high.denominator), scale)  # type: ignore[union-attr]


def of_gram(gram: Sequence[Sequence[fmpq]], participation: Participation) -> Sensitivity:
    """Return the sensitivity of a strategy C with this product of its columns, C^T C: exact where the patterns are few, else bounded."""
    steps = len(gram)
    if participation.count(steps) == 1:
        worst = max(range(steps), key=lambda step: gram[step][step])
        return Sensitivity(gram[worst][worst], True, (worst,))
    sizes = [[abs(entry) for entry in row] for row in gram]
    found: tuple[fmpq, tuple[int, ...]] = (fmpq(-1), ())
    for place, pattern in enumerate(patterns(participation, steps)):
        if place == _PATTERNS:
            return Sensitivity(_bound(sizes, participation), False)
        total = sum((sizes[i][j] for i in pattern for j in pattern), fmpq(0))
        if total > found[0] or (total == found[0] and not _is_reached(gram, found[1])):
            found = total, pattern
    total, pattern = found
    return Sensitivity(total, _is_reached(gram, pattern), pattern)


def _is_reached(gram: Sequence[Sequence[fmpq]], pattern: tuple[int, ...]) -> bool:
    """Return whether moves of either sign, one a step, make all products of columns of a pattern count in full."""
    signs: dict[int, int] = {}
    for start in pattern:
        reached = [] if start in signs else [start]
        signs.setdefault(start, 1)
        for one in reached:  # grows meanwhile: all that hangs together with the start
            for other in pattern:
                if gram[one][other] == 0:
                    continue
                sign = signs[one] if gram[one][other] > 0 else -signs[one]
                if other not in signs:
                    signs[other] = sign
                    reached.append(other)
                elif signs[other] != sign:
                    return False
    return True


def patterns(participation: Participation, steps: int) -> Iterator[tuple[int, ...]]:
    """Yield every set of steps at which a record may take part, but the empty one."""
    gap = participation.every

    def longer(pattern: tuple[int, ...], left: int) -> Iterator[tuple[int, ...]]:
        yield pattern
        if left:
            for step in range(pattern[-1] + gap, steps, gap if participation.is_cyclic else 1):
                yield from longer((*pattern, step), left - 1)

    for first in range(steps):
        yield from longer((first,), participation.count(steps) - 1)


def _bound(sizes: Sequence[Sequence[fmpq]], participation: Participation) -> fmpq:
    """Return a bound on all sums of sizes over a pattern: the most in each row, and the most of these rows."""
    most = participation.count(len(sizes))
    rows = []
    for step, row in enumerate(sizes):
        apart = [value if abs(other - step) >= participation.every else fmpq(0) for other, value in enumerate(row)]
        rows.append(row[step] + _heaviest(apart, participation, most - 1, step))
    return _heaviest(rows, participation, most)


def _heaviest(weights: Sequence[fmpq], participation: Participation, most: int, start: int | None = None) -> fmpq:
    """Return the greatest sum of weights, none negative, over a pattern of so many steps at most."""
    gap = participation.every
    if participation.is_cyclic:
        classes = range(gap) if start is None else (start % gap,)
        return max(sum(nlargest(most, weights[each::gap]), fmpq(0)) for each in classes)
    best = [fmpq(0)] * (len(weights) + gap)
    for _ in range(most):
        longer = [fmpq(0)] * gap
        for step, weight in enumerate(weights):  # the place of a step is moved by the gap
            longer.append(max(longer[-1], best[step] + weight))
        best = longer
    return best[-1]
