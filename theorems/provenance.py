"""A guarantee's chain of theorems told with what the registry knows of each: words, LaTeX, BibTeX.

`dpsym` carries ids and never looks up at the registry: what an answer of it rests on is asked here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from dpsym.display import WIDTH
from dpsym.guarantees import explanation
from dpsym.guarantees.words import cite
from theorems import bibliography
from theorems.errors import ProvenanceError, UnknownIdError
from theorems.registry import Registry, registry
from theorems.status import Status

if TYPE_CHECKING:
    from dpsym.guarantees import Guarantee


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


def explain(guarantee: Guarantee, library: Registry | None = None, *, long: bool = False, routes: bool = False) -> str:
    """Return an answer with its theorems, hypotheses and the status of each entry; on request step by step, and the routes that lost.

    Raises
    ------
    ProvenanceError
        If an entry of the chain is missing or not backed.
    """
    return explanation.explain(guarantee, _words(guarantee, library), routes, long)


def latex(guarantee: Guarantee, library: Registry | None = None, width: float = WIDTH) -> str:
    r"""Return the proof of an answer as a paragraph of LaTeX with ``\cite``; a comment has the entries with their statuses.

    Raises
    ------
    ProvenanceError
        If an entry of the chain is missing or not backed.
    """
    return explanation.latex(guarantee, _words(guarantee, library), width)


def _words(guarantee: Guarantee, library: Registry | None) -> dict[str, str]:
    return {id: status.value for id, status in statuses(guarantee, library).items()}


def backing(answers: Iterable[Guarantee], library: Registry | None = None) -> tuple[dict[str, Status], str]:
    """Return the entries that several answers rest on, with their status, and all their sources as one LaTeX citation.

    Raises
    ------
    ProvenanceError
        If an entry of a chain is missing or not backed.
    """
    entries: dict[str, Status] = {}
    sources = set()
    for answer in answers:
        entries |= statuses(answer, library)
        sources |= {source for step in answer.proof.steps() if step.arrow is not None for source in step.arrow.cites}
    return entries, cite(*sorted(sources, key=str))


def bibtex(guarantee: Guarantee, library: Registry | None = None) -> str:
    """Return the BibTeX records of the sources of an answer's proof.

    Raises
    ------
    ProvenanceError
        If an entry of the chain is missing or not backed, or a source is not in the bibliography.
    """
    library = registry() if library is None else library
    statuses(guarantee, library)
    keys = {source.key for step in guarantee.proof.steps() if step.arrow is not None for source in step.arrow.cites}
    try:
        return bibliography.bibtex(keys, library.bibliography)
    except KeyError as missing:
        raise ProvenanceError(
            f"the chain {guarantee.proof.route} cites {missing}, which is not in the bibliography"
        ) from None
