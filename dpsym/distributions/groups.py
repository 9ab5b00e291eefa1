r"""A group of records on a Poisson sample, each of which is in it by itself: how many are, and what answers tell of them at worst.

A promise of pure privacy :math:`\zeta` bounds, of j records that are sampled, an event of mass t by :math:`\min(e^{j\zeta} t, 1 - e^{-j\zeta}(1-t))`.
On an interval of length 1 the events from the left have all of that at once, for every j, under the density that is :math:`e^{j\zeta}` on the first
:math:`s_j = 1/(1 + e^{j\zeta})` and :math:`e^{-j\zeta}` beyond, and as little as may be under its mirror image.
"""

from __future__ import annotations

from itertools import pairwise
from math import comb
from typing import Any

from dpsym.errors import ParameterError

MOST_RECORDS = 100
"""Of a group on a sample."""


def checked_group(removed: object, added: object) -> None:
    """Refuse what are not the numbers of records of a group.

    Raises
    ------
    ParameterError
        If they are not whole numbers from 0 on, or there are none, or too many.
    """
    counts = removed, added
    whole = all(isinstance(count, int) and count >= 0 for count in counts)
    if not (whole and 0 < sum(counts) <= 2 * MOST_RECORDS):  # type: ignore[arg-type]
        raise ParameterError(
            "records of a group", f"whole numbers from 0 on, from 1 to {2 * MOST_RECORDS} together", counts
        )


def binomial_shares(rate: Any, records: int) -> list[Any]:
    """Return the chances that none, one, ... of the records are in the sample; numbers of any kind."""
    return [comb(records, j) * rate**j * (1 - rate) ** (records - j) for j in range(records + 1)]


def worst_answers(rise: Any, rate: Any, removed: int, added: int) -> tuple[list[Any], list[Any]]:
    r"""Return the masses of the worst pair of a promise of pure privacy, where records are removed and others added.

    Parameters
    ----------
    rise : number of any kind
        :math:`e^\zeta`, of one record.
    rate : number of the same kind
        Of the sample.
    removed, added : int
        How many records are there in the first dataset alone, and in the second alone.
    """
    left, right = _first_masses(rise, removed), _first_masses(rise, added)
    plain = [*left, 1 - sum(left) - sum(right), *right[::-1]]
    up, down = _ratios(rise, rate, removed), _ratios(rise, rate, added)
    first = [*up, *[up[-1]] * added]
    second = [*down, *[down[-1]] * removed][::-1]
    return (
        [mass * ratio for mass, ratio in zip(plain, first, strict=True)],
        [mass * ratio for mass, ratio in zip(plain, second, strict=True)],
    )


def _first_masses(rise: Any, records: int) -> list[Any]:
    """Return the masses of the outcomes that tell of so many records, the most telling one first."""
    ends = [0, *(1 / (1 + rise**j) for j in range(records, 0, -1))]
    return [end - start for start, end in pairwise(ends)]


def _ratios(rise: Any, rate: Any, records: int) -> list[Any]:
    """Return the ratios there, and where none is told."""
    shares = binomial_shares(rate, records)
    return [
        sum(share * (rise**j if j <= told else rise**-j) for j, share in enumerate(shares))
        for told in range(records, -1, -1)
    ]
