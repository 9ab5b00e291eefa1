"""A guarantee's chain of theorems told with what the registry knows of each: words, LaTeX, BibTeX.

`dpsym` carries ids and never looks up at the registry: `Guarantee.explain` finds this module through the entry point
``dpsym.provenance``.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from sympy import And
from sympy import latex as sympy_latex

from dpsym.guarantees.words import formula, promise
from theorems import bibliography
from theorems.errors import ProvenanceError, UnknownIdError
from theorems.registry import Registry, registry
from theorems.status import Status
from theorems.text import cite, escape

if TYPE_CHECKING:
    from dpsym.guarantees import Guarantee
    from dpsym.guarantees.proof import Proof

_WIDTH = 100


def statuses(guarantee: Guarantee, library: Registry | None = None) -> dict[str, Status]:
    """Return the status of every entry that an answer rests on.

    Raises
    ------
    ProvenanceError
        If an entry does not exist, has not been checked, or is refuted, stale, vacuous or in conflict.
    """
    library = registry() if library is None else library
    found: dict[str, Status] = {}
    for id in guarantee.theorems:
        try:
            status = library.own_status(id)
        except UnknownIdError as error:
            raise ProvenanceError(
                f"the chain {guarantee.proof.route} names an entry that does not exist: {error}"
            ) from None
        if not status.is_backed or not library.is_believed(id):
            raise ProvenanceError(
                f"the chain {guarantee.proof.route} rests on {id}, which is {status.value}: {status.words}"
            )
        found[id] = status
    return found


def explain(guarantee: Guarantee, library: Registry | None = None) -> str:
    """Return the proof of an answer in words and formulas, with sources, the status of each entry, and the routes that lost.

    Raises
    ------
    ProvenanceError
        If an entry of the chain is missing or not backed.
    """
    known = statuses(guarantee, library)
    lines = [f"{promise(guarantee.value)}, for {guarantee.adjacency}", "", "Proof"]
    for number, step in enumerate(guarantee.proof.steps(), 1):
        lines += _step(number, step, known)
    if guarantee.losers:
        lines += ["", "Other routes"]
        lines += [line for route in guarantee.losers for line in _wrapped(f"- {route}", 2)]
    return "\n".join(lines)


def _step(number: int, step: Proof, known: dict[str, Status]) -> Iterator[str]:
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
    yield from _wrapped(f"   entries: {', '.join(f'{id} ({known[id].value})' for id in step.theorems)}", 6)


def _wrapped(text: str, indent: int) -> list[str]:
    return textwrap.wrap(text, _WIDTH, subsequent_indent=" " * indent, break_long_words=False) or [""]


def latex(guarantee: Guarantee, library: Registry | None = None) -> str:
    r"""Return the proof of an answer as a paragraph of LaTeX with ``\cite``; a comment names the entries.

    Raises
    ------
    ProvenanceError
        If an entry of the chain is missing or not backed.
    """
    known = statuses(guarantee, library)
    sentences = []
    for step in guarantee.proof.steps():
        if step.arrow is None:
            sentences.append(f"Given is ${formula(step.value)}$.")
            continue
        cites = ", ".join(map(cite, step.arrow.cites))
        note = f", {escape(step.note)}," if step.note else ""
        where = f" if ${sympy_latex(And(*step.own_conditions))}$" if step.own_conditions else ""
        start = f"By {cites}{note} it follows" if cites else "Together it follows"
        sentences.append(f"{start} that ${formula(step.value)}${where}.")
    comment = "; ".join(f"{id}: {status.value}" for id, status in known.items())
    return "\n".join([f"% dpsym: {comment}", *sentences]) + "\n"


def backing(answers: Iterable[Guarantee], library: Registry | None = None) -> tuple[dict[str, Status], str]:
    """Return the entries that several answers rest on, with their status, and all their sources as LaTeX citations.

    Raises
    ------
    ProvenanceError
        If an entry of a chain is missing or not backed.
    """
    entries: dict[str, Status] = {}
    sources = set()
    for answer in answers:
        entries |= statuses(answer, library)
        sources |= {
            source for step in answer.proof.steps() if step.arrow is not None for source in step.arrow.cites
        }
    return entries, ", ".join(cite(source) for source in sorted(sources, key=str))


def bibtex(guarantee: Guarantee, library: Registry | None = None) -> str:
    """Return the BibTeX records of the sources of an answer's proof.

    Raises
    ------
    ProvenanceError
        If an entry of the chain is missing or not backed, or a source is not in the bibliography.
    """
    library = registry() if library is None else library
    statuses(guarantee, library)
    keys = {
        source.key
        for step in guarantee.proof.steps()
        if step.arrow is not None
        for source in step.arrow.cites
    }
    try:
        return bibliography.bibtex(keys, library.bibliography)
    except KeyError as missing:
        raise ProvenanceError(
            f"the chain {guarantee.proof.route} cites {missing}, which is not in the bibliography"
        ) from None
