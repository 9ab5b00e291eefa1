r"""What a paper of one's own takes from the registry, told in its `paper.toml`: bounds, tables of numbers, numbers, theorems.

Each is written to a file of its name, to be read by ``\input``, with its sources cited::

    [[bound]]
    name = "bound"       # bound.tex: a promise with the theorems that lead to it, or a divergence with its closed form
    formula = "Gaussian(sigma).compose(k).to_approx(delta=delta)"

    [[table]]
    name = "losses"      # losses.tex: numbers, rounded up, with their sources in the caption
    over = "k"
    values = ["1", "10", "100"]
    rows = [["Gaussian, $\\sigma = 5$", "Gaussian(sigma=5).compose(k).to_approx(delta=1e-6)"]]
    caption = "Privacy loss of $k$ answers."

    [[number]]
    name = "loss"        # a macro \loss in numbers.tex, rounded up
    formula = "Gaussian(sigma=5).compose(1000).to_approx(delta=1e-6)"

    [[theorem]]
    name = "lemma"       # lemma.tex: an entry as a theorem environment
    id = "example.laplace.order_two"
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sympy import Rational

from dpsym.display import rows, tex
from dpsym.divergences import Divergence
from dpsym.guarantees import Guarantee
from dpsym.guarantees.numbers import rounded_up
from dpsym.guarantees.reading import is_chain, read
from dpsym.parse import parse
from papers.errors import PaperDataError
from theorems import provenance
from theorems.export.grid import Grid, Row, headline, latex_table
from theorems.export.latex import entry
from theorems.registry import Registry

Record = Mapping[str, Any]
_FIELDS: dict[str, tuple[set[str], set[str]]] = {
    "bound": ({"name", "formula"}, set()),
    "table": ({"name", "over", "values", "rows"}, {"caption", "label", "digits"}),
    "number": ({"name", "formula"}, {"digits"}),
    "theorem": ({"name", "id"}, set()),
}
_DIGITS = 5


def fragments(record: Record, registry: Registry) -> dict[str, str]:
    """Return the LaTeX of every bound, table and theorem of a paper by its name.

    Raises
    ------
    PaperDataError
        If one of them lacks a field or has an unknown one, or two have the same name.
    """
    makers: dict[str, Callable[[Record, Registry], str]] = {"bound": _bound, "table": _table, "theorem": _theorem}
    found: dict[str, str] = {}
    for kind, make in makers.items():
        for one in _told(record, kind):
            if one["name"] in found:
                raise PaperDataError(f"name of a {kind} must be unique, got {one['name']!r} twice")
            found[one["name"]] = make(one, registry)
    return found


def key_numbers(record: Record, registry: Registry) -> dict[str, str]:
    """Return the numbers of a paper by name, rounded up.

    Raises
    ------
    PaperDataError
        If one of them lacks a field or has an unknown one, or is no promise.
    """
    return {one["name"]: _number(one, registry) for one in _told(record, "number")}


def _told(record: Record, kind: str) -> list[Record]:
    needed, more = _FIELDS[kind]
    told = record.get(kind, ())
    for one in told:
        if needed - set(one) or set(one) - needed - more:
            raise PaperDataError(
                f"each [[{kind}]] of paper.toml must have {', '.join(sorted(needed))}, "
                f"and may have {', '.join(sorted(more)) or 'nothing else'}, got {sorted(one)}"
            )
    return list(told)


def _bound(one: Record, registry: Registry) -> str:
    if is_chain(one["formula"]):
        promise = read(one["formula"])
        if not isinstance(promise, Guarantee):
            raise PaperDataError(f"bound must end in to_approx, to_renyi, ..., got {one['formula']!r}; see [[number]]")
        return provenance.latex(promise, registry)
    head = parse(one["formula"])
    if not isinstance(head, Divergence):
        raise PaperDataError(f"bound must be a promise or a divergence, got {one['formula']!r}")
    derivation = head.derive()
    *lines, last = rows(tex(head), derivation.simplified, behind=", ".join(map(tex, derivation.conditions)))
    shown = "\n".join([*(rf"  {line} \\" for line in lines), f"  {last}"])
    return f"% dpsym: derived from the definition, {derivation.strategy}\n\\begin{{align*}}\n{shown}\n\\end{{align*}}\n"


def _table(one: Record, registry: Registry) -> str:
    values = tuple(parse(str(value)) for value in one["values"])
    if not all(isinstance(value, Rational) for value in values):
        raise PaperDataError(f"values of table {one['name']} must be numbers, got {one['values']}")
    grid = Grid(tuple(Row(*row) for row in one["rows"]), one["over"], values, one.get("digits", _DIGITS))
    return latex_table(grid, registry, one.get("caption", ""), one.get("label", ""))


def _number(one: Record, registry: Registry) -> str:
    promise = read(one["formula"])
    if not isinstance(promise, Guarantee):
        raise PaperDataError(f"number must be of a promise, which has a proof, got {one['formula']!r}")
    provenance.statuses(promise, registry)
    digits = one.get("digits", _DIGITS)
    return rf"\num{{{float(rounded_up(headline(promise), digits)):.{digits}g}}}"


def _theorem(one: Record, registry: Registry) -> str:
    return entry(registry, one["id"])
