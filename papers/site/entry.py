"""The page of a theorem: everything that is known of it, read from its card and its certificate."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from papers.site.diagram import neighbourhood
from papers.site.history import Moments
from papers.site.page import Page, link
from papers.site.sides import sides
from papers.site.trace import Trace
from theorems.bibliography import bibtex
from theorems.card import Card
from theorems.describe import few, record, witness_text
from theorems.export import latex
from theorems.kernel import texts
from theorems.kernel.record import COUNTABLE, EXACT, FINITE, Verdict
from theorems.kernel.record import read as recorded
from theorems.outcome import PROOFS
from theorems.registry import Registry

FOLDER = "theorems"
KINDS = {
    "at": "Held against the definition at a chosen point",
    "audit": "The mechanism audited on neighbouring inputs, beside planted bugs",
    "derive": "Derived from the definition",
    "dominated": "Enclosed on boxes that cover the domain",
    "enclose": "Both sides enclosed at points, near and far out",
    "enumerate": "Instances enumerated exactly",
    "integrated": "Integrated by an antiderivative that was differentiated again",
    "hostile": "Hostile mechanisms tried against it",
    "limit": "Its limit compared with another entry",
    "proved": "Proved over its whole domain by a search for enclosures",
    "quadrature": "The mechanism's own density integrated numerically",
    "sampling": "The sampler tested against the law",
    "tight": "Equality attained: the constant cannot be better",
    "transcribed": "Held against the text that its source prints",
    "vacuity": "Hypotheses that admit a point",
}
LEGS = {
    "dpsym": "By symbols",
    "definition": "From the definition, in rigorous balls",
    "mechanism": "By running code that knows no formula",
    "text": "On the text",
}
_FIRST = 24


def address(id: str, root: str = "") -> str:
    """Return where the page of an entry is."""
    return link(f"{FOLDER}/{id}", root)


@dataclass(frozen=True)
class Around:
    """What pages of entries show beside the records of the entries, each by id.

    Parameters
    ----------
    statuses : mapping of str to str
        As the function of this name has them.
    told : mapping of str to list of (str, str, str)
        The papers that speak of an entry: key, label of the result, verdict.
    history : mapping of str to list of (str, str)
        As `papers.site.history.histories` has it.
    curves : mapping of str to dict
        As `papers.site.sides.every` has them.
    traces : mapping of str to Trace
        As `papers.site.trace.every` has them.
    """

    statuses: Mapping[str, str]
    told: Mapping[str, list[tuple[str, str, str]]] = field(default_factory=dict)
    history: Mapping[str, Moments] = field(default_factory=dict)
    curves: Mapping[str, dict[str, Any]] = field(default_factory=dict)
    traces: Mapping[str, Trace] = field(default_factory=dict)


def entry_page(library: Registry, id: str, around: Around) -> Page:
    """Return the page of an entry."""
    known, card = record(library, id), library.card(id)
    derived = any(check["check"] == "derive" for check in known["checks"])
    content = {
        "known": known,
        "card": card,
        "rests": library.rests_on(id),
        "status_of": around.statuses,
        "status_words": status_words(known),
        "checks": [_check(check) for check in known["checks"]],
        "trace": around.traces.get(id),
        "kernel": _kernel(card),
        "used_by": known["used_by"][:_FIRST],
        "more": known["used_by"][_FIRST:],
        "diagram": neighbourhood(library, id),
        "papers": around.told.get(id, []),
        "history": around.history.get(id, []),
        "sides": sides(around.curves.get(id)),
        "latex": latex.entry(library, id),
        "bibtex": bibtex((cite.key for cite in card.cites), library.bibliography) if card.cites else "",
        "python": python(id, card.stated.statement, derived),
        "address": address,
    }
    return Page(f"{FOLDER}/{id}", card.title, "theorem", content, says=f"{card.title}: {known['status']}.")


def status_words(known: dict[str, Any]) -> list[str]:
    """Return in sentences what the status of an entry says and what it rests on."""
    how = f" by {' and '.join(known['proofs'])}" if known["proofs"] else ""
    lines = [f"{known['status'].capitalize()}{how}: {known['words']}."]
    if known["missing"]:
        lines.append(f"No proof yet: {known['missing']}.")
    if known["complaint"]:
        lines.append(f"{known['complaint'].capitalize()}.")
    if known["effective"] != known["status"]:
        so = f"It is {known['effective']} once everything that it rests on is taken into account"
        lines.append(f"{so}: {few(known['weakest'])}.")
    if known["conditional_on"]:
        lines.append(f"It is conditional on {', '.join(known['conditional_on'])}.")
    for check in known["checks"]:
        if check["witness"]:
            lines.append(f"It fails at {witness_text(check['witness'])}.")
            break
    return lines


def python(id: str, statement: str, derived: bool) -> str:
    """Return lines that lead to an entry from a session, and derive it where it is derived."""
    lines = ["from theorems import show, theorem", "", f'show("{id}")', f'statement = theorem("{id}").statement']
    if derived:
        lines += ["print(statement.lhs.derive())  # every step"]
    return "\n".join(lines)


@dataclass(frozen=True)
class Check:
    """What a check did and found, for a person."""

    title: str
    road: str
    status: str
    proves: bool
    detail: str
    points: int
    margin: str
    reach: str
    witness: str


def _check(found: dict[str, Any]) -> Check:
    kind = found["check"]
    return Check(
        title=KINDS.get(kind, kind),
        road=LEGS.get(found["leg"], found["leg"]),
        status=found["status"],
        proves=kind in PROOFS and found["status"] == "proved",
        detail=found["detail"],
        points=found["points"],
        margin=found["margin"],
        reach=found["reach"],
        witness=witness_text(found["witness"]) if found["witness"] else "",
    )


def statuses(library: Registry) -> dict[str, str]:
    """Return the status of every entry."""
    return {id: library.own_status(id).value for id in library}


_REACH = {
    EXACT: ", as it is stated",
    COUNTABLE: " on finite spaces of any size, from which it follows on countable ones by merging their tails",
    FINITE: " on finite spaces of any size",
}


@dataclass(frozen=True)
class Kernel:
    """A proof that the kernel of a proof assistant accepted: what is recorded, how far it reaches in words, and its script."""

    verdict: Verdict
    reach: str
    axioms: tuple[str, ...]
    script: str


@cache
def _verdicts() -> dict[str, Verdict]:
    return recorded()


def _kernel(card: Card) -> Kernel | None:
    verdict = _verdicts().get(card.id)
    if verdict is None or verdict.fingerprint != card.fingerprint:
        return None
    axioms = sorted({name.rpartition(".")[2] for name in verdict.axioms if not name.startswith("PrimInt63")})
    return Kernel(verdict, _REACH[verdict.grade], tuple(axioms), f"kernel/{verdict.group}.v.txt")


def kernel_scripts() -> dict[str, str]:
    """Return the proof files by the names under which the site has them."""
    scripts = sorted(path for folder in (texts.PROOFS, texts.WRITTEN) for path in folder.glob("*.v"))
    return {f"kernel/{path.stem}.v.txt": path.read_text(encoding="utf-8") for path in scripts}
