"""The matrix of routes: from every notion of privacy to every other, the tightest conversion, and all arrows with their theorems."""

from __future__ import annotations

from dataclasses import dataclass

from sympy import Rational

from dpsym import GDP, ZCDP, ApproxDP, Guarantee, Laplace, PureDP, RenyiDP, TruncatedCDP, guarantee
from dpsym.errors import DpsymError
from dpsym.guarantees.arrow import Arrow
from dpsym.guarantees.notions import NOTIONS, BoundedRangeDP, MetricDP, Notion
from dpsym.guarantees.routes import graph
from dpsym.guarantees.words import formula
from dpsym.parameters import alpha
from papers.site.entry import statuses
from papers.site.page import Page
from theorems.bibliography import reference
from theorems.registry import Registry

_DELTA = Rational(1, 10**6)
_LONGEST = 100
"""How many characters of LaTeX a cell shows unasked."""
_EXAMPLES = {
    "loss": "Laplace noise of scale 1",
    "tradeoff": "that of Gaussian noise, σ = 1",
    "profile": "that of Gaussian noise, σ = 1",
    "gdp": "μ = 1",
    "range": "ε = 1",
    "pure": "ε = 1",
    "metric": "ε = 1 at distance 1",
    "renyi": "budget α/2",
    "zcdp": "ρ = 1/2",
    "tcdp": "ρ = 1/2 below order 10",
    "approx": "ε = 1, δ = 1e-6",
}
ORDER = tuple(_EXAMPLES)


@dataclass(frozen=True)
class Cell:
    """What leads from one notion to another.

    Parameters
    ----------
    says : str
        What is promised at the example, by the tightest chain, as LaTeX; empty where none is known.
    is_long : bool
        Whether a cell has no room for that.
    chain : tuple of str
        The arrows of that chain.
    arrows : tuple of str
        The direct arrows, whether they hold at the example or not.
    tried : int
        How many chains were compared.
    """

    says: str
    is_long: bool
    chain: tuple[str, ...]
    arrows: tuple[str, ...]
    tried: int


def page(library: Registry) -> Page:
    """Return the matrix, with each arrow explained below it."""
    arrows = _arrows()
    given = examples()
    rows = [(key, _words(key), _EXAMPLES[key], [_cell(given[key], key, to, arrows) for to in ORDER]) for key in ORDER]
    told = [
        {
            "arrow": arrow,
            "from": _words(arrow.source.key),
            "to": _words(arrow.target.key),
            "theorems": [id for id in arrow.theorems if id in library],
            "sources": [f"{reference(cite.key, library.bibliography)}, {cite.locator}" for cite in arrow.cites],
        }
        for arrow in sorted(
            arrows.values(), key=lambda one: (ORDER.index(one.source.key), ORDER.index(one.target.key), one.name)
        )
    ]
    content = {
        "heads": [(key, _words(key)) for key in ORDER],
        "rows": rows,
        "told": told,
        "status_of": statuses(library),
    }
    return Page(
        "routes",
        "Routes between notions",
        "routes",
        content,
        says="The tightest conversion from each notion to each other.",
    )


def examples() -> dict[str, Guarantee]:
    """Return a promise of each notion, at which chains are compared: of Gaussian kind where the notion has it."""
    gaussian = guarantee(GDP(1))
    values: dict[str, Notion] = {
        "range": BoundedRangeDP(1),
        "metric": MetricDP(1, 1),
        "pure": PureDP(1),
        "approx": ApproxDP(1, _DELTA),
        "renyi": RenyiDP(alpha / 2),
        "zcdp": ZCDP(Rational(1, 2)),
        "tcdp": TruncatedCDP(Rational(1, 2), 10),
        "gdp": GDP(1),
        "profile": _by("gdp_to_profile", gaussian.to_profile()),
        "tradeoff": _by("gdp_to_tradeoff", gaussian.to_tradeoff()),
    }
    return {"loss": Laplace(1).guarantee(), **{key: guarantee(value) for key, value in values.items()}}


def _by(name: str, answer: Guarantee) -> Notion:
    """Return what one of the routes of an answer promises."""
    return next(route.value for route in answer.routes if route.name == name and route.value is not None)


def _arrows() -> dict[str, Arrow]:
    return {arrow.name: arrow for *_, arrow in graph().edges(data="arrow")}


def _cell(given: Guarantee, source: str, target: str, arrows: dict[str, Arrow]) -> Cell | None:
    if source == target:
        return None
    direct = tuple(name for name, arrow in arrows.items() if (arrow.source.key, arrow.target.key) == (source, target))
    try:
        found = given.to(target, delta=_DELTA if target == "approx" else None)
        value, chain, tried = found.value, found.proof.route, len(found.routes)
    except DpsymError:
        return Cell("", False, (), direct, 0)
    says = formula(value).replace(r"\allowbreak ", "")
    return Cell(says, len(says) > _LONGEST, tuple(chain.split(" > ")), direct, tried)


def _words(key: str) -> str:
    return (
        NOTIONS[key]
        .words.removeprefix("a ")
        .replace(" differential privacy", " DP")
        .replace("f-differential privacy", "trade-off function")
    )
