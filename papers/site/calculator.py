"""The calculator: tables of certified numbers, made with the site, which its script reads on the safe side.

A table and not an interpreter in the page: the numbers come from Arb, which no browser has, and a page of a few kilobytes answers at once and
from disk. Every number is eps rounded up, and eps falls as noise and delta grow and grows with the number of runs and the share of a sample: more
noise, or less, is post-processing of less noise, or more (a Gaussian or Laplace law is the smaller one and independent noise; a response at a
smaller eps is one at a greater eps, randomized again), fewer runs are more runs with some forgotten, and a sample of a sample is a sample. So
the number of the nearest row on the safe side bounds what lies between the rows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import ROUND_CEILING, Context, Decimal
from functools import partial
from itertools import product
from typing import Any

from sympy import Rational

from dpsym import Gaussian, Guarantee, Laplace, RandomizedResponse
from dpsym.errors import DpsymError
from dpsym.guarantees.numbers import upper
from papers.site.entry import statuses
from papers.site.page import Page
from theorems.memory import remembered
from theorems.registry import Registry

_DIGITS = 6
_UP = Context(prec=_DIGITS, rounding=ROUND_CEILING)
_DELTAS = ("1e-9", "1e-7", "1e-6", "1e-5")
_RUNS = ("1", "2", "3", "5", "10", "20", "50", "100", "300", "1000")


@dataclass(frozen=True)
class Axis:
    """One parameter.

    Parameters
    ----------
    name, says : str
        In the lines of Python, and for a person.
    grid : tuple of str
        The values in the table, as decimals, growing.
    safe : {"above", "below"}
        Where the number of another value is no smaller.
    usual : str
        What stands there at first.
    """

    name: str
    says: str
    grid: tuple[str, ...]
    safe: str
    usual: str


@dataclass(frozen=True)
class Mechanism:
    """A mechanism with its axes, the entry that states its formula, and how a number is computed."""

    key: str
    words: str
    axes: tuple[Axis, ...]
    entry: str
    python: str
    answer: Callable[..., Guarantee]


_SIGMA = (
    "0.5",
    "0.6",
    "0.7",
    "0.8",
    "0.9",
    "1",
    "1.2",
    "1.5",
    "2",
    "2.5",
    "3",
    "4",
    "5",
    "7",
    "10",
    "15",
    "20",
    "30",
    "50",
    "100",
)
_DELTA = Axis("delta", "target δ", _DELTAS, "below", "1e-6")
_COUNT = Axis("k", "runs k", _RUNS, "above", "1")
MECHANISMS = (
    Mechanism(
        "gaussian",
        "Gaussian noise, sensitivity 1",
        (Axis("sigma", "deviation σ", _SIGMA, "below", "5"), _COUNT, _DELTA),
        "profile.composed.gaussian",
        "from dpsym import Gaussian\nGaussian(sigma={sigma}).compose({k}).to_approx(delta={delta})",
        lambda sigma, k, delta: Gaussian(sigma).compose(k).to_approx(delta),
    ),
    Mechanism(
        "laplace",
        "Laplace noise, sensitivity 1",
        (Axis("b", "scale b", ("0.5", "1", "2", "3", "5", "10", "20", "50"), "below", "10"), _COUNT, _DELTA),
        "profile.laplace",
        "from dpsym import Laplace\nLaplace({b}).compose({k}).to_approx(delta={delta})",
        lambda b, k, delta: Laplace(b).compose(k).to_approx(delta),
    ),
    Mechanism(
        "response",
        "Randomized response",
        (
            Axis("eps0", "ε of one answer", ("0.01", "0.03", "0.1", "0.2", "0.5", "1", "2", "4"), "above", "0.1"),
            _COUNT,
            _DELTA,
        ),
        "profile.composed.rr",
        "from dpsym import RandomizedResponse\nRandomizedResponse({eps0}).compose({k}).to_approx(delta={delta})",
        lambda eps0, k, delta: RandomizedResponse(eps0).compose(k).to_approx(delta),
    ),
    Mechanism(
        "sampled",
        "DP-SGD: Gaussian noise on Poisson samples",
        (
            Axis("q", "share q of a sample", ("0.001", "0.01", "0.02"), "above", "0.01"),
            Axis("sigma", "noise multiplier σ", ("0.8", "1", "1.2", "1.5", "2"), "below", "1"),
            Axis("k", "steps", ("1000", "3000", "10000"), "above", "1000"),
            Axis("delta", "target δ", ("1e-6", "1e-5"), "below", "1e-5"),
        ),
        "amplification.poisson.profile",
        "from dpsym import Gaussian\nGaussian(sigma={sigma}).subsample({q}).compose({k}).to_approx(delta={delta})",
        lambda q, sigma, k, delta: Gaussian(sigma).subsample(q).compose(k).to_approx(delta),
    ),
)


def tables() -> dict[str, Any]:
    """Return for the script of the site every mechanism with its axes and the number at each point of their grids."""
    return {one.key: _axes(one) | remembered(f"table {one.key}", partial(_table, one), __file__) for one in MECHANISMS}


def page(library: Registry) -> Page:
    """Return the page of the calculator."""
    content = {
        "mechanisms": [
            (one.key, one.words, one.entry, library.card(one.entry).latex if one.entry in library else None)
            for one in MECHANISMS
        ],
        "status_of": statuses(library),
    }
    return Page(
        "calculator", "Calculator", "calculator", content, says="Mechanism and parameters in, a certified number out."
    )


def _axes(mechanism: Mechanism) -> dict[str, Any]:
    axes = [
        {"name": one.name, "says": one.says, "grid": one.grid, "safe": one.safe, "usual": one.usual}
        for one in mechanism.axes
    ]
    return {"words": mechanism.words, "axes": axes, "python": mechanism.python}


def _table(mechanism: Mechanism) -> dict[str, Any]:
    """Return the numbers in the order of the grids, each with the place of the route that gave it."""
    routes: dict[str, tuple[int, tuple[str, ...]]] = {}
    values: list[tuple[str | None, int]] = []
    for point in product(*(axis.grid for axis in mechanism.axes)):
        found = number(mechanism, dict(zip((axis.name for axis in mechanism.axes), point, strict=True)))
        if found is None:
            values.append((None, 0))
            continue
        text, route, theorems = found
        place, _ = routes.setdefault(route, (len(routes), theorems))
        values.append((text, place))
    return {
        "values": values,
        "routes": [{"name": name, "theorems": theorems} for name, (_, theorems) in routes.items()],
    }


def number(mechanism: Mechanism, point: dict[str, str]) -> tuple[str, str, tuple[str, ...]] | None:
    """Return eps at a point, rounded up to six digits, with its route and the entries that it rests on; None where it is infinite."""
    try:
        answer = mechanism.answer(**{name: Rational(value) for name, value in point.items()})
        value = upper(answer.value.eps)  # type: ignore[attr-defined]
    except DpsymError:
        return None
    return rounded_up(value), answer.proof.route, answer.theorems


def rounded_up(value: Rational) -> str:
    """Return a number with six digits, none of them below the truth."""
    quotient = _UP.divide(Decimal(int(value.p)), Decimal(int(value.q)))
    return format(quotient.normalize(_UP), "f")
