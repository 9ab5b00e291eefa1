"""What the errata put in the place of weaker or false statements, evaluated over the whole domain; nothing here asks the registry."""

from __future__ import annotations

import math

from papers.flores_2023.steps import STEPS
from papers.repair import Point, Repair, grid, share

# ---- Proposición 4.1.3: the weak triangle inequality again and again, from order alpha to alpha/2^c


def _least_order(c: int, order: float) -> float:
    """Return the order from which 2^c steps come down to a given one, if p is chosen anew at every step."""
    return -1 / math.expm1(math.log1p(-1 / order) / 2**c)


def _factor(c: int, order: float) -> float:
    """Return the budget at the lower order, in units of that at the upper one."""
    return (_least_order(c, order) - 1) / (order - 1)


def _halved(c: int, order: float) -> float:
    """Return it for p = q = 2 at every step, orders kept."""
    if c == 0:
        return 1.0
    return (order - 0.5) / (order - 1) * _halved(c - 1, 2 * order) + _halved(c - 1, 2 * order - 1)


def _steps(c: int, order: float, constant: float) -> float:
    """Return what is left of the constant times 2^c, and of the order 2^c times the lower one that is at hand."""
    return min(share(_factor(c, order), constant * 2**c), share(_least_order(c, order), 2**c * order * (1 + 1e-12)))


# ---- Corolario 4.2.1 beside basic and advanced composition


def _composed() -> list[Point]:
    """Return points that meet the condition log(1/delta) >= n zeta^2, some of them with equality."""
    points = grid(
        n=(1, 2, 10, 32, 33, 1000, 10**6), zeta=(1e-4, 0.01, 0.1, 0.17, 0.5, 1.0, 5.0, 20.0), more=(1.0, 2.0, 50.0)
    )
    return [
        {"n": point["n"], "zeta": point["zeta"], "log": max(1e-3, point["more"] * point["n"] * point["zeta"] ** 2)}
        for point in points
    ]


def _printed(n: int, zeta: float, log: float) -> float:
    return 4 * zeta * math.sqrt(2 * n * log)


def _advanced(n: int, zeta: float, log: float) -> float:
    return zeta * math.sqrt(2 * n * log) + n * zeta * math.expm1(zeta)


def _concentrated(n: int, zeta: float, log: float) -> float:
    return n * zeta**2 / 2 + zeta * math.sqrt(2 * n * log)


REPAIRS = (
    Repair(
        "4.1.3-constant",
        "with p chosen anew at every step the factor is below 1.45 times 2^c and the orders from alpha down to alpha/2^c >= 2 are enough: c up "
        "to 20, lower orders from 2 to a million",
        lambda: grid(c=range(1, 21), order=(2.0, 2.001, 2.5, 4.0, 100.0, 1e6)),
        lambda c, order: _steps(c, order, 1.45),
        {
            "1.43 times 2^c": lambda c, order: _steps(c, order, 1.43),
            "1.45 times 2^c with p = q = 2 at every step": lambda c, order: (
                share(_halved(c, order), 1.45 * 2**c) if c <= 8 else 0.0
            ),
            "from lower orders on": lambda c, order: _steps(c, order - 0.9, 1.45),
        },
    ),
    Repair(
        "4.2.1-useful",
        "n zeta^2/2 + zeta sqrt(2 n log(1/delta)) is below the printed bound wherever this has its condition, n up to a million and zeta from "
        "0.0001 to 20",
        _composed,
        lambda n, zeta, log: share(_concentrated(n, zeta, log), _printed(n, zeta, log)),
        {
            "four times as much": lambda n, zeta, log: share(4 * _concentrated(n, zeta, log), _printed(n, zeta, log)),
            "without the condition": lambda n, zeta, log: share(
                _concentrated(n, zeta, log / 1000), _printed(n, zeta, log / 1000)
            ),
        },
    ),
    Repair(
        "6-conditions",
        "the lesser of basic composition and of Teorema 3.3.2 is never above the bound of Corolario 4.2.1, at the same points",
        _composed,
        lambda n, zeta, log: share(min(n * zeta, _advanced(n, zeta, log)), _printed(n, zeta, log)),
        {
            "Teorema 3.3.2 alone": lambda n, zeta, log: share(_advanced(n, zeta, log), _printed(n, zeta, log)),
            "basic composition alone": lambda n, zeta, log: share(n * zeta, _printed(n, zeta, log)),
        },
    ),
    *STEPS,
)
