"""The proof of an answer told in words, and as a paragraph of LaTeX.

The entries of the registry are named by their ids; who knows their statuses, as `theorems.provenance` does, hands them in.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from sympy import And

from dpsym.display import WIDTH, prose, tex
from dpsym.display import width as em
from dpsym.guarantees.notions import LossDP
from dpsym.guarantees.words import cite, display, formula, promise

if TYPE_CHECKING:
    from dpsym.guarantees.guarantee import Guarantee
    from dpsym.guarantees.proof import Proof

_WIDTH = 100
_NONE: Mapping[str, str] = {}


def explain(guarantee: Guarantee, statuses: Mapping[str, str] = _NONE, routes: bool = False, long: bool = False) -> str:
    """Return an answer with the theorems, hypotheses and entries that it rests on; at length its proof step by step.

    Parameters
    ----------
    guarantee : Guarantee
        An answer.
    statuses : mapping of str to str, optional
        What is known of the entries, by id.
    routes : bool, optional
        Whether the other chains are told too; each is walked for it.
    long : bool, optional
        Whether each step is told with what it says, its source and where it is tight.
    """
    lines = [f"{promise(guarantee.value)}, for {guarantee.adjacency}"]
    steps = tuple(guarantee.proof.steps())
    if long:
        lines += [
            "",
            "Proof",
            *(line for number, step in enumerate(steps, 1) for line in _step(number, step, statuses)),
        ]
    else:
        lines += _in_short(steps, statuses)
    if routes and guarantee.losers:
        lines += ["", "Other routes"]
        lines += [line for route in guarantee.losers for line in _wrapped(f"- {route}", 2)]
    return "\n".join(lines)


def _in_short(steps: tuple[Proof, ...], statuses: Mapping[str, str]) -> Iterator[str]:
    """Yield what is given, each theorem once with its source, the hypotheses of all, and the entries."""
    given = dict.fromkeys(promise(step.value) for step in steps if step.arrow is None)
    yield from _wrapped(f"from {'; '.join(given)}", 5)
    applied = [step for step in steps if step.arrow is not None]
    for arrow in dict.fromkeys(step.arrow for step in applied):
        source = f" ({'; '.join(map(str, arrow.cites))})" if arrow.cites else ""
        yield from _wrapped(f"by {arrow.name}{source}", 3)
    general = dict.fromkeys(each for step in applied for each in step.arrow.hypotheses)
    own = [str(each) for each in steps[-1].conditions]
    if general:
        yield from _wrapped(f"if {'; '.join(general)}", 3)
    if own:
        yield from _wrapped(f"which here is: {' and '.join(own)}", 3)
    entries = dict.fromkeys(id for step in applied for id in step.theorems)
    if entries:
        yield from _wrapped(f"entries: {_listed(entries, statuses)}", 3)


def _step(number: int, step: Proof, statuses: Mapping[str, str]) -> Iterator[str]:
    if step.arrow is None:
        yield from _wrapped(f"{number}. Given: {promise(step.value)}", 3)
        return
    note = f" ({step.note})" if step.note else ""
    yield from _wrapped(f"{number}. {promise(step.value)}", 3)
    yield from _wrapped(f"   by {step.arrow.name}{note}: {step.arrow.says}", 6)
    if step.arrow.hypotheses:
        yield from _wrapped(f"   if {'; '.join(step.arrow.hypotheses)}", 6)
    if step.own_conditions:
        yield from _wrapped(f"   which here is: {' and '.join(map(str, step.own_conditions))}", 6)
    if step.arrow.tight:
        yield from _wrapped(f"   tight: {step.arrow.tight}", 6)
    if not step.arrow.cites:
        return
    yield from _wrapped(f"   source: {'; '.join(map(str, step.arrow.cites))}", 6)
    yield from _wrapped(f"   entries: {_listed(step.theorems, statuses)}", 6)


def _listed(entries: Iterable[str], statuses: Mapping[str, str]) -> str:
    return ", ".join(f"{id} ({statuses[id]})" if id in statuses else id for id in entries)


def _wrapped(text: str, indent: int) -> list[str]:
    return textwrap.wrap(text, _WIDTH, subsequent_indent=" " * indent, break_long_words=False) or [""]


def latex(guarantee: Guarantee, statuses: Mapping[str, str] = _NONE, width: float = WIDTH) -> str:
    r"""Return the proof of an answer as a paragraph of LaTeX with ``\cite``, long formulas displayed; a comment names the entries.

    Parameters
    ----------
    guarantee : Guarantee
        An answer.
    statuses : mapping of str to str, optional
        What is known of the entries, by id.
    width : float, optional
        Of the column, in em.
    """
    sentences = []
    for step in guarantee.proof.steps():
        if step.arrow is None:
            what = "" if isinstance(step.value, LossDP) else f"{step.value.words} with "
            sentences.append(f"Given is {what}${formula(step.value)}$.")
            continue
        note = f", {prose(step.note)}," if step.note else ""
        start = f"By {cite(*step.arrow.cites)}{note} it follows" if step.arrow.cites else "Together it follows"
        sentences.append(f"{start} that{_set(step, width)}")
    comment = "; ".join(f"{id}: {statuses[id]}" if id in statuses else id for id in guarantee.theorems)
    return "\n".join([f"% dpsym: {comment}", *sentences]) + "\n"


def _set(step: Proof, width: float) -> str:
    """Return what a step promises: in the line where it fits into half of one, and displayed else."""
    where = f" if ${tex(And(*step.own_conditions))}$" if step.own_conditions else ""
    inline = formula(step.value)
    if em(inline) <= width / 2:
        return f" ${inline}${where}."
    *lines, last = display(step.value, width)
    shown = "\n".join([*(rf"  {line} \\" for line in lines), f"  {last}" + ("" if where else ".")])
    return f"\n\\begin{{align*}}\n{shown}\n\\end{{align*}}" + (f"\n{where.strip()}." if where else "")
