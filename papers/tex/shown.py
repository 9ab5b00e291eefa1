"""What each macro of `dpsym.sty` prints, and why it may not stand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sympy import Expr, Rational

from dpsym.display import inline, rows, tex
from dpsym.distributions import Law
from dpsym.divergences import Divergence
from dpsym.errors import DpsymError
from dpsym.guarantees import Guarantee
from dpsym.guarantees.words import cite, display, equations, escape, formula
from dpsym.parse import parse
from papers.errors import PaperDataError, PaperError
from papers.tex import claims
from papers.tex.numbers import Meant, asked, bound, complaint, meant
from papers.tex.source import Use
from papers.tex.typed import read_typed
from theorems import provenance
from theorems.errors import RegistryError
from theorems.export.grid import Grid, Row, tabular
from theorems.export.latex import SIGNS, entry, status_words
from theorems.registry import Registry
from theorems.regress.decimals import outwards
from theorems.status import Status

_DIGITS = 5
_NUMBER = 3.0  # em that the number of an equation takes
_INLINE = 8.0  # em of what is not broken in a line of text


@dataclass(frozen=True)
class Shown:
    """What stands for a macro.

    Parameters
    ----------
    latex : str
        What is printed.
    problem : str
        Why it may not be.
    """

    latex: str
    problem: str = ""


@dataclass(frozen=True)
class Desk:
    """What macros are looked up with.

    Parameters
    ----------
    library : Registry
        The entries and their statuses.
    column : float
        How wide the paper's columns are, in em.
    seconds : float
        How long a proof of a claim is looked for.
    """

    library: Registry
    column: float
    seconds: float = claims.SECONDS

    def shown(self, use: Use) -> Shown:
        """Return what stands for a macro; whatever is wrong with it is its problem, and no error."""
        try:
            return _MAKERS[use.macro](self, use)
        except (DpsymError, PaperError, RegistryError) as error:
            return Shown("", " ".join(str(error).split()))
        except (RecursionError, OverflowError, ZeroDivisionError, MemoryError) as error:
            return Shown("", f"it cannot be evaluated ({type(error).__name__})")


def _value(desk: Desk, use: Use) -> Shown:
    what = _meant(desk, use.arguments[0])
    if use.typed is not None:
        problem = complaint(what, read_typed(use.typed))
        return Shown(rf"\ensuremath{{{use.typed.replace('$', '')}}}", problem)
    if (number := what.number) is not None and (isinstance(what.found, Guarantee) or not isinstance(number, Rational)):
        return Shown(rf"\ensuremath{{{_decimal(number)}}}")
    if isinstance(what.found, Guarantee):
        sides = equations(what.found.value)
        return Shown(rf"\ensuremath{{{tex(sides[0][1]) if len(sides) == 1 else formula(what.found.value)}}}")
    return Shown(rf"\ensuremath{{{tex(what.found.doit())}}}")


def _equation(desk: Desk, use: Use) -> Shown:
    what = _meant(desk, use.arguments[0])
    room = desk.column - (_NUMBER if use.typed else 0)
    if isinstance(what.found, Guarantee):
        lines = display(what.found.value, room)
    elif isinstance(what.found, Divergence):
        derived = what.found.derive()
        lines = rows(tex(what.found), derived.simplified, room, behind=", ".join(map(tex, derived.conditions)))
    else:
        lines = rows("", what.found.doit(), room)
    return Shown(_displayed(lines, use.typed))


def _displayed(lines: list[str], label: str | None) -> str:
    """Return lines of a formula as one display, numbered where it has a label."""
    several = r"\begin{aligned}" + r" \\ ".join(lines) + r"\end{aligned}"
    inside = several if len(lines) > 1 else lines[0].replace("&", "")
    return rf"\[{inside}\]" if label is None else rf"\begin{{equation}}\label{{{label}}}{inside}\end{{equation}}"


def _claim(desk: Desk, use: Use) -> Shown:
    stated = claims.relation(use.arguments[0])
    problem = claims.complaint(stated, claims.domain(use.arguments[1], stated), desk.seconds)
    if use.macro == "dpsymclaim":
        return Shown(rf"\ensuremath{{{inline(tex(stated.lhs), stated.rhs, SIGNS[stated.rel_op], _INLINE)}}}", problem)
    lines = rows(tex(stated.lhs), stated.rhs, desk.column - (_NUMBER if use.typed else 0), SIGNS[stated.rel_op])
    return Shown(_displayed(lines, use.typed), problem)


def _proof(desk: Desk, use: Use) -> Shown:
    what = _meant(desk, use.arguments[0])
    if isinstance(what.found, Guarantee):
        return Shown(provenance.latex(what.found, desk.library, desk.column))
    if isinstance(what.found, Divergence):
        return Shown(what.found.derive().latex(desk.column))
    raise PaperDataError(f"proof must be of a divergence or a guarantee, got {use.arguments[0]!r}")


def _theorem(desk: Desk, use: Use) -> Shown:
    (id,) = use.arguments
    return Shown(entry(desk.library, id, desk.column), _doubt(desk, id))


def _status(desk: Desk, use: Use) -> Shown:
    (id,) = use.arguments
    known = status_words(desk.library, desk.library.card(id).id)
    if use.typed is None:
        return Shown(escape(known), _doubt(desk, id))
    return Shown(use.typed, "" if use.typed == known else f"{id} is {known}, and {use.typed} is typed")


def _doubt(desk: Desk, id: str) -> str:
    """Return why an entry may not be relied on."""
    status = desk.library.own_status(id)
    if status is Status.REFUTED:
        mended = desk.library.corrections.get(id, "")
        return f"{id} is refuted" + (f"; {mended} corrects it" if mended else "")
    return "" if status.is_backed else f"{id} is {status.value}: {status.words}"


def _cites(desk: Desk, use: Use) -> Shown:
    (text,) = use.arguments
    if "(" not in text:
        card = desk.library.card(text)
        if not card.cites:
            raise PaperDataError(f"entry must have a source to be cited, got {text!r}")
        return Shown(cite(*card.cites), _doubt(desk, text))
    what = _meant(desk, text)
    if not isinstance(what.found, Guarantee):
        raise PaperDataError(f"sources are those of a guarantee or of an entry, got {text!r}")
    return Shown(provenance.backing([what.found], desk.library)[1])


def _table(desk: Desk, use: Use) -> Shown:
    over, lines = use.arguments
    name, _, listed = over.partition("=")
    values = [parse(value) for value in listed.split(",")] if listed.strip() else []
    if not name.strip().isidentifier() or not values or not all(isinstance(value, Rational) for value in values):
        raise PaperDataError(f"columns of a table must be a name and numbers such as k = 1, 10, got {over!r}")
    cells = [line.partition("&") for line in lines.split(r"\\") if line.strip()]
    if not all(mark for _, mark, _ in cells):
        raise PaperDataError(rf"rows of a table must be a label & a formula, ended by \\, got {lines!r}")
    grid = Grid(
        tuple(Row(label.strip(), asked(text.strip())) for label, _, text in cells), name.strip(), tuple(values), _DIGITS
    )
    made, _, _ = tabular(grid, desk.library)
    return Shown("\n".join(made))


def _meant(desk: Desk, text: str) -> Meant:
    what = meant(text)
    if isinstance(what.found, Guarantee):
        provenance.statuses(what.found, desk.library)
    if isinstance(what.found, Law) or not isinstance(what.found, (Guarantee, Expr)):
        raise PaperDataError(f"formula must be a number, a divergence or a guarantee, got {text!r}")
    return what


def _decimal(number: Expr) -> str:
    mantissa, _, exponent = outwards(bound(number), True, _DIGITS).partition("e")
    return rf"{mantissa}\cdot 10^{{{int(exponent)}}}" if exponent else mantissa


_MAKERS: dict[str, Callable[[Desk, Use], Shown]] = {
    "dpsym": _value,
    "dpsymeq": _equation,
    "dpsymclaim": _claim,
    "dpsymclaimeq": _claim,
    "dpsymproof": _proof,
    "dpsymtheorem": _theorem,
    "dpsymstatus": _status,
    "dpsymcite": _cites,
    "dpsymtable": _table,
}
