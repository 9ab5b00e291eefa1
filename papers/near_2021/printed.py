"""Numbers that the book prints and that follow from what it says, made again; and printed draws, held against the law that they are said to have."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from papers.near_2021.exact import RECORDS, advanced
from papers.result import Illustration
from papers.stored import reader
from theorems.registry import Registry

_ROWS = reader(Path(__file__).parent / "expected")
# a chi-squared number of 14 degrees of freedom is above the second and below the first once in 200 times each
_RANGE = (4.07, 31.32)


@dataclass(frozen=True)
class Number:
    """A number that is printed, with what it should be.

    Parameters
    ----------
    label, cell : str
        Where it stands: the result and the cell.
    what : str
        Of what, in LaTeX.
    printed : str
        As printed.
    value : float
        What the formulas of the page give.
    digits : int
        To how many decimal places it is printed.
    """

    label: str
    cell: str
    what: str
    printed: str
    value: float
    digits: int

    @property
    def agrees(self) -> bool:
        """Whether it is right to the digits that are printed, cut off or rounded being the question of half a unit."""
        return abs(float(self.printed) - self.value) <= 0.5 * 10.0**-self.digits * (1 + 1e-9)


def numbers() -> tuple[Number, ...]:
    """Return the numbers, in reading order."""
    rows = RECORDS
    return (
        Number("Program 2.2", "2:13", "36 to the nearest 10", "30", 40, 0),
        Number("Claim 6.14", "6:11", r"$\varepsilon'$ for $k = 500$", "966.44", advanced(500, 1.0, 1e-5), 2),
        Number("Program 7.6", "7:10", "the threshold", "10.73744412245554", math.log(2 * rows**2) / 2, 14),
        Number("Program 7.9", "7:17", "twice the smooth sensitivity", "0.006142128861863522", 200 / (rows + 1), 18),
        Number("Claim 8.14", "8:16", r"where they touch for $\alpha = 20$", "300", _touching(20), -1),
        Number("Program 12.5", "12:22", "the loss of the zero model", "0.6931471805599453", math.log(2), 16),
        Number("Program 12.5", "12:39", "the accuracy of the library's model", "0.84", 0.8243034055727554, 2),
        Number("Claim 13.1", "13:2", r"$\log 3$", "1.09", math.log(3), 2),
        Number("Program 13.2", "13:17", "the error in per cent", "1.9589041095890412", 100 * 71.5 / 3650, 13),
        Number("Claim 13.3", "13:29", r"$\varepsilon$ for $3/4$ and $1/4$", "2.1972245773362196", math.log(9), 13),
        Number(
            "Program 14.3",
            "14:28",
            "the error of the mean in per cent",
            "0.20680",
            _error(38.6616, 38.58164675532078),
            5,
        ),
        Number(
            "Program 14.3", "14:29", "the error of the range in per cent", "69.34185606060606", _error(9065, 29568), 12
        ),
        Number("Program 14.4", "14:37", "a chance in per cent", "0.07", 0.0776459023220336, 2),
    )


def sales(registry: Registry) -> Illustration:
    """Hold the printed estimate of salespeople against its law: twice the yesses less a quarter of all, of deviation 156.

    A right estimate is more than 2.6 deviations away once in 100 times.
    """
    deviation = math.sqrt(RECORDS * 3 / 4)
    away = abs(3721.5 - 3650) / deviation
    wrong = {
        "the yesses themselves": 9928,
        "yesses less a quarter, not doubled": 3721.5 / 2,
        "less a half of all": 3721.5 - RECORDS / 2,
    }
    noticed = tuple(name for name, value in wrong.items() if abs(value - 3650) / deviation > 2.6)
    return Illustration(away < 2.6, f"3721.5 for 3650 is {away:.2f} deviations of {deviation:.0f} away", noticed)


def occupations(registry: Registry) -> Illustration:
    """Hold the printed perturbed and estimated counts of 14 occupations against their law, by the sum of squares in its deviations.

    A right table is out of the range once in 100 times.
    """
    perturbed, estimated = chi_squared(3 / 4, 1 / 4)
    wrong = {
        "p = 0.7": chi_squared(0.7, 0.25)[0],
        "q = 0.24": chi_squared(0.75, 0.24)[0],
        "estimates without n q": chi_squared(0.75, 0.25, kept=0.0)[1],
    }
    noticed = tuple(name for name, value in wrong.items() if not _RANGE[0] < value < _RANGE[1])
    return Illustration(
        all(_RANGE[0] < value < _RANGE[1] for value in (perturbed, estimated)),
        f"sums of 14 squares in units of the variance: {perturbed:.1f} for the perturbed counts, {estimated:.1f} for the estimates",
        noticed,
        tuple(name for name in wrong if name not in noticed),
    )


@cache
def chi_squared(p: float, q: float, kept: float = 1.0) -> tuple[float, float]:
    """Return the sums of squares of the printed counts, perturbed and estimated, in units of the variance of either.

    Parameters
    ----------
    p, q : float
        The probabilities of a one where there is one, and where there is none.
    kept : float
        What share of n q the estimate takes away.
    """
    perturbed = estimated = 0.0
    for row in _ROWS("occupations"):
        true = float(row["true"])
        variance = true * p * (1 - p) + (RECORDS - true) * q * (1 - q)
        mean = true * p + (RECORDS - true) * q
        perturbed += (float(row["perturbed"]) - mean) ** 2 / variance
        expected = (mean - kept * RECORDS * q) / (p - q)
        estimated += (float(row["estimated"]) - expected) ** 2 * (p - q) ** 2 / variance
    return perturbed, estimated


def _touching(alpha: float) -> float:
    """Return the number of steps at which the curve of RDP at an order touches that of zCDP, at sigma = 200 and delta = 10^-5."""
    return 2 * 200.0**2 * math.log(1e5) / (alpha - 1) ** 2


def _error(found: float, true: float) -> float:
    return 100 * abs(found - true) / true
