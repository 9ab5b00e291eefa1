"""The grid notices faults that are planted in the laws, the divergences and the engine."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import pytest
from grid.cells import CELLS, ROWS, Cell, run, some
from sympy import Basic, Rational, S, log, pi, sqrt
from sympy.core.cache import clear_cache

from dpsym import distributions, divergences
from dpsym.derive.derivation import Derivation
from dpsym.distributions.base import Piece
from dpsym.distributions.discrete import Grouped
from dpsym.parameters import eps


class Plant(NamedTuple):
    """A fault: what is replaced by what, and the cells that are asked (row, question, kind)."""

    name: str
    owner: type
    attribute: str
    fault: Callable[[Any], Any]
    cell: tuple[str, str, str]


def _narrow(law: Any, point: Any) -> tuple[Piece, ...]:
    mode, scale = law.args
    slope, constant = 1 / scale**2, -log(2 * scale**2)
    return (
        Piece(S.NegativeInfinity, mode, {point: slope, S.One: constant - mode * slope}),
        Piece(mode, S.Infinity, {point: -slope, S.One: constant + mode * slope}),
    )


def _on_the_line(law: Any, point: Any) -> dict:
    mean, sigma = law.args
    constant = -(mean**2) / (2 * sigma**2) - log(sqrt(2 * pi) * sigma)
    return {point**2: -1 / (2 * sigma**2), point: mean / sigma**2, S.One: constant}


def _captured(original: Callable[..., Any]) -> Callable[..., Any]:
    return lambda head, **hints: original(head.subs(eps, head.threshold), **hints)


PLANTS = (
    Plant(
        "a scale squared", distributions.Laplace, "pieces", lambda _: _narrow, ("Laplace, two scales", "kl", "rational")
    ),
    Plant(
        "the sign of a threshold",
        divergences.HockeyStick,
        "threshold",
        lambda _: property(lambda head: -head.args[0]),
        ("Gaussian, two deviations", "hockey-stick 3/10", "rational"),
    ),
    Plant(
        "one direction for both",
        divergences.MaxDivergence,
        "laws",
        lambda _: property(lambda head: tuple(sorted(head.args[-2:], key=str))),
        ("Rayleigh", "max", "rational"),
    ),
    Plant(
        "a dropped condition",
        Derivation,
        "value",
        lambda _: property(lambda found: found.expression),
        ("exponential, two scales", "renyi 5/2 reversed", "t"),
    ),
    Plant(
        "a mixture on the wrong space",
        distributions.Mixture,
        "is_discrete",
        lambda _: False,
        ("sampled discrete Laplace", "kl", "rational"),
    ),
    Plant(
        "the last point of a lattice left out",
        distributions.Binomial,
        "ends",
        lambda _: property(lambda law: (S.Zero, law.args[0] - 1)),
        ("binomial", "kl", "rational"),
    ),
    Plant(
        "an order that is off by one",
        divergences.Renyi,
        "order",
        lambda _: property(lambda head: head.args[0] + 1),
        ("Poisson", "renyi 5/2", "rational"),
    ),
    Plant(
        "a symbol that is captured",
        divergences.HockeyStick,
        "doit",
        _captured,
        ("sampled Laplace", "hockey-stick 3/10", "eps"),
    ),
    Plant(
        "groups of points that count once",
        Grouped,
        "multiplicities",
        lambda _: property(lambda law: (S.One,) * len(law.masses)),
        ("two k-ary responses", "renyi 2", "rational"),
    ),
    Plant(
        "a lattice normalised as on the line",
        distributions.DiscreteGaussian,
        "terms",
        lambda _: _on_the_line,
        ("discrete Gaussian, two widths", "kl", "rational"),
    ),
    Plant(
        "the weights of a mixture swapped",
        distributions.Mixture,
        "__new__",
        lambda original: lambda cls, weight, first, second: original(cls, weight, second, first),
        ("sampled Gaussian", "hockey-stick 3/10", "rational"),
    ),
    Plant(
        "a rate for a scale",
        distributions.Exponential,
        "terms",
        lambda _: lambda law, point: {point: -law.scale, S.One: law.location * law.scale + log(law.scale)},
        ("exponential, two scales", "kl", "alpha"),
    ),
)


def _cell(names: tuple[str, str, str]) -> Cell:
    return next(cell for cell in CELLS if (cell.row.name, cell.question.name, cell.kind[0]) == names)


def _forget() -> None:
    """Forget what was derived and evaluated before a fault was planted, or with it."""
    clear_cache()
    for name, module in list(sys.modules.items()):
        if name.startswith("dpsym"):
            for each in list(vars(module).values()):
                if callable(getattr(each, "cache_clear", None)) and not isinstance(each, Basic):
                    each.cache_clear()


@contextmanager
def _planted(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    _forget()
    with monkeypatch.context() as patch:
        patch.setattr(plant.owner, plant.attribute, plant.fault(getattr(plant.owner, plant.attribute)))
        yield
    _forget()


QUICK = ("a scale squared", "the sign of a threshold", "a mixture on the wrong space")


@pytest.mark.cases(1 / 3)
@pytest.mark.parametrize(
    "plant",
    [pytest.param(plant, id=plant.name, marks=() if plant.name in QUICK else pytest.mark.slow) for plant in PLANTS],
)
def test_the_grid_notices_a_planted_fault(plant, monkeypatch):
    cell = _cell(plant.cell)
    assert not run([cell]).faults
    with _planted(plant, monkeypatch):
        tally = run([cell])
    assert tally.faults, (tally.ended, tally.refusals)
    assert tally.ended["fault"] == 1


@pytest.mark.long
def test_a_tenth_of_the_grid_notices_ten_of_the_planted_faults(monkeypatch):
    drawn, missed = [cell for row in ROWS for cell in some(row, 10)], []
    for plant in PLANTS:
        concerned = [cell for cell in drawn if plant.cell[0] == cell.row.name or plant.cell[1] == cell.question.name]
        with _planted(plant, monkeypatch):
            if not run(concerned).faults:
                missed.append(plant.name)
    assert len(PLANTS) - len(missed) >= 10, missed


def test_the_numbers_of_the_grid_are_far_from_each_other():
    numbers = {kind[2] for cell in CELLS for kind in cell.row.domain}
    gaps = [
        abs(Rational(one.numerator, one.denominator) - Rational(other.numerator, other.denominator))
        for one in numbers
        for other in numbers
        if one != other
    ]
    assert min(gaps) >= Rational(1, 20)
