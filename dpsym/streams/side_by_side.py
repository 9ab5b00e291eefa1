"""The standard factorizations of the prefix sums side by side, with their sensitivities and errors."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from dpsym.ball import Ball
from dpsym.errors import ParameterError
from dpsym.streams.buffered import buffered_factorization
from dpsym.streams.factorization import Factorization
from dpsym.streams.lower import least_root_error
from dpsym.streams.participation import Participation, whole
from dpsym.streams.sensitivity import Sensitivity
from dpsym.streams.toeplitz import (
    EXACT,
    checked_steps,
    full_factorization,
    identity_factorization,
    inverse_square_root_factorization,
    square_root_factorization,
)
from dpsym.streams.tree import tree_factorization

_BANDS, _BUFFERS, _MOST_BUFFERS = 32, 4, 32
_GRAIN = 10**6


@dataclass(frozen=True)
class FactorizationRow:
    """One factorization with what it costs.

    Parameters
    ----------
    factorization : Factorization
        What is measured and decoded.
    sensitivity : Sensitivity
        Of the strategy, under the participation.
    greatest, root_mean_square : Ball
        The greatest standard deviation of a decoded sum and the root of the mean square, at 1-GDP; for mu-GDP divided by mu.
    """

    factorization: Factorization
    sensitivity: Sensitivity
    greatest: Ball
    root_mean_square: Ball


@dataclass(frozen=True)
class FactorizationTable:
    """Factorizations of the same stream, one a row.

    Parameters
    ----------
    participation : Participation
        At which steps a record may take part.
    rows : tuple of FactorizationRow
        In the order in which they were named.
    least : Ball
        What no root of the mean square is below, of one participation or more.
    """

    participation: Participation
    rows: tuple[FactorizationRow, ...]
    least: Ball

    def __str__(self) -> str:
        lines = [
            f"{row.factorization.name:<28} {row.sensitivity.ball.mid:>13.6g} {'exact' if row.sensitivity.is_exact else 'bound'} "
            f"{row.greatest.mid:>13.6g} {row.root_mean_square.mid:>16.6g}"
            for row in self.rows
        ]
        head = f"{'factorization':<28} {'sensitivity':>13}       {'greatest':>13} {'root mean square':>16}"
        steps = self.rows[0].factorization.steps
        return "\n".join(
            [
                f"{steps} steps, {self.participation}; at 1-GDP",
                head,
                *lines,
                f"{'no factorization is below':<28} {'':>33} {self.least.mid:>16.6g}",
            ]
        )


def standard_factorizations(steps: int, bands: int = _BANDS, buffers: int = _BUFFERS) -> tuple[Factorization, ...]:
    r"""Return the factorizations that are in use: noise on elements and on sums, trees, square roots, bands, and a few buffers.

    Parameters
    ----------
    steps : positive integer
        16,384 at most; the buffered one is left out beyond 2,048.
    bands : positive integer, optional
        Of the banded ones.
    buffers : positive integer, optional
        Of the buffered one, 32 at most. Its coefficients are those of the square root,
        :math:`c_k = \int_0^1 (1 - u)^k\, d\mu(u)` with the arcsine law :math:`\mu`, where each of as many stretches of u, the ends of which
        fall by the same factor from 1 to 1/n, is replaced by its mean.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.
    """
    count = checked_steps(steps)
    made = [
        identity_factorization(count),
        full_factorization(count),
        tree_factorization(count, "plain"),
        tree_factorization(count),
        square_root_factorization(count),
        square_root_factorization(count, bands),
        inverse_square_root_factorization(count, bands),
    ]
    scales, decays = _stretches(count, buffers)
    return (*made, buffered_factorization(count, scales, decays)) if count <= EXACT else tuple(made)


def compare_factorizations(
    steps: int | Sequence[Factorization], participation: Participation | None = None, *, bands: int = _BANDS
) -> FactorizationTable:
    """Return a table of factorizations of the prefix sums, with exact sensitivities and both errors; printed, it has six digits.

    Parameters
    ----------
    steps : positive integer, or sequence of Factorization
        The number of steps, for the standard factorizations; or the factorizations themselves, all of the same number of steps.
    participation : Participation, optional
        At which steps a record may take part; at one of them by default.
    bands : positive integer, optional
        Of the banded ones among the standard factorizations.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.

    Examples
    --------
    >>> from dpsym import Participation, compare_factorizations
    >>> table = compare_factorizations(64, Participation.separated(16), bands=8)
    >>> best = min(table.rows, key=lambda row: row.root_mean_square.mid)
    >>> best.factorization.name, round(best.root_mean_square.mid, 3)
    ('inverse square root, 8 bands', 4.943)
    """
    chosen = participation or Participation.single()
    if not isinstance(chosen, Participation):
        raise ParameterError("participation", "a Participation", participation)
    made = tuple(steps) if isinstance(steps, Sequence) else standard_factorizations(steps, bands)
    if not made or not all(isinstance(each, Factorization) for each in made) or len({each.steps for each in made}) > 1:
        raise ParameterError("factorizations", "one at least, all of the same number of steps", steps)
    rows = tuple(FactorizationRow(each, each.sensitivity(chosen), *each.root_errors(chosen)) for each in made)
    return FactorizationTable(chosen, rows, least_root_error(made[0].steps))


def _stretches(steps: int, buffers: object) -> tuple[list[Fraction], list[Fraction]]:
    """Return scales and decays: the mass of each stretch of the arcsine law, with the mean of 1 - u on it, rounded."""
    count = whole("number of buffers", buffers)
    if count > _MOST_BUFFERS:
        raise ParameterError("number of buffers", f"{_MOST_BUFFERS} at most", buffers)
    ends = [*(max(steps, 2) ** (-each / count) for each in range(count)), 0.0]
    scales, decays = [], []
    for high, low in pairwise(ends):
        mass, moment = _mass(high) - _mass(low), _moment(high) - _moment(low)
        scales.append(Fraction(max(1, int((mass - moment) * _GRAIN)), _GRAIN))
        decays.append(Fraction(max(1, int((1 - moment / mass) * _GRAIN)), _GRAIN))
    return scales, decays


def _mass(end: float) -> float:
    return 2 / math.pi * math.asin(math.sqrt(end))


def _moment(end: float) -> float:
    return (math.asin(math.sqrt(end)) - math.sqrt(end * (1 - end))) / math.pi
