"""The verdict on every numbered result, computed from the registry and the errata."""

from __future__ import annotations

import enum
from collections import Counter
from dataclasses import dataclass

from papers.erratum import ARGUMENT, CONVERSION, EVIDENCE, FALSE, HYPOTHESIS, NOT_SHARP, OMISSION, TYPOGRAPHICAL
from papers.paper import Item, Paper
from papers.planted import planted
from papers.result import Illustration, Result
from papers.witness import Evidence, examine
from theorems.describe import witness_text
from theorems.registry import Registry
from theorems.status import Status


class Verdict(enum.Enum):
    """What is found about a numbered result, the gravest last."""

    HOLDS = "holds"
    DEFINITION = "definition"
    ILLUSTRATION = "illustration"
    MEASURED = "agrees where measured"
    NOT_JUDGED = "not judged"
    TYPOGRAPHICAL = "typographical"
    OMISSION = "omission"
    NOT_SHARP = "holds, not sharp"
    ARGUMENT = "argument fails, statement stands"
    HYPOTHESIS = "hypothesis missing"
    DEFECTIVE = "definition, defective"
    FALSE = "false as printed"
    UNCHECKED = "not checked yet"
    INCONSISTENT = "inconsistent with the registry"

    @property
    def gravity(self) -> int:
        """The place in the order, from 0."""
        return list(Verdict).index(self)


_OF_CLASS = {
    FALSE: Verdict.FALSE,
    HYPOTHESIS: Verdict.HYPOTHESIS,
    ARGUMENT: Verdict.ARGUMENT,
    NOT_SHARP: Verdict.NOT_SHARP,
    OMISSION: Verdict.OMISSION,
    TYPOGRAPHICAL: Verdict.TYPOGRAPHICAL,
}

# what a paper shows rather than states
_SHOWN = ("table", "figure", "example")


@dataclass(frozen=True)
class Finding:
    """One thing found about a result.

    Parameters
    ----------
    verdict : Verdict
        What it amounts to.
    source : str
        Id of the registry entry or erratum that it comes from.
    text : str
        In words.
    """

    verdict: Verdict
    source: str
    text: str


@dataclass(frozen=True)
class Judgement:
    """A numbered result with all that was found about it."""

    item: Item
    scope: str
    findings: tuple[Finding, ...]

    @property
    def verdict(self) -> Verdict:
        """The gravest finding."""
        return max((finding.verdict for finding in self.findings), key=lambda verdict: verdict.gravity)


@dataclass(frozen=True)
class Account:
    """A paper with the verdicts on its results and the evidence for its errata, both in reading order."""

    paper: Paper
    judgements: tuple[Judgement, ...]
    evidence: tuple[Evidence, ...]

    @property
    def ok(self) -> bool:
        """Whether every erratum comes out and every verdict agrees with the registry."""
        return not any(known.problems for known in self.evidence) and not any(
            judgement.verdict is Verdict.INCONSISTENT for judgement in self.judgements
        )

    @property
    def counts(self) -> dict[str, int]:
        """How many results have each verdict, the gravest first; none that no result has."""
        found = Counter(judgement.verdict for judgement in self.judgements)
        return {verdict.value: found[verdict] for verdict in reversed(Verdict) if verdict in found}

    @property
    def shown_by(self) -> dict[str, int]:
        """How many errata are shown by a claim, an entry, a reference that was looked up, another erratum, or are of words."""
        found = Counter(known.erratum.evidence for known in self.evidence)
        return {kind: found[kind] for kind in EVIDENCE if kind in found}

    def judgement(self, label: str) -> Judgement:
        """Return the judgement on the numbered result with this label.

        Raises
        ------
        UnknownLabelError
            If there is no such result.
        """
        item = self.paper.item(label)
        return next(judgement for judgement in self.judgements if judgement.item == item)


def judge(paper: Paper, registry: Registry) -> Account:
    """Compute the verdict on every numbered result and check every erratum.

    Raises
    ------
    UnknownIdError
        If an entry that the paper names does not exist.
    PaperDataError
        If a claim of an erratum cannot be read.
    """
    evidence = tuple(examine(paper, erratum, registry) for erratum in paper.errata)
    judgements = []
    for item in paper.items:
        result = paper.results[item.label]
        here = [known for known in evidence if known.erratum.where == item.label and known.erratum.origin != CONVERSION]
        findings = [_of_entry(id, item, registry) for id in result.entries]
        findings += [Finding(Verdict.NOT_JUDGED, id, "bears on it and does not state it") for id in result.about]
        if result.illustration is not None:
            findings.append(_of_illustration(result.illustration(registry), item))
        findings += [_of_erratum(known, item, result, registry) for known in here]
        judgements.append(Judgement(item, result.scope, tuple(findings)))
    return Account(paper, tuple(judgements), evidence)


def _of_illustration(shown: Illustration, item: Item) -> Finding:
    """Return what a table, a figure or a measurement amounts to: a measurement that notices nothing judges nothing."""
    text = "; ".join(filter(None, (shown.compared, shown.power)))
    if not shown.agrees:
        return Finding(Verdict.INCONSISTENT, "", text)
    if item.kind in _SHOWN:
        return Finding(Verdict.ILLUSTRATION, "", text)
    return Finding(Verdict.MEASURED if shown.noticed else Verdict.NOT_JUDGED, "", text)


def _of_entry(id: str, item: Item, registry: Registry) -> Finding:
    status = registry.own_status(id)
    if status in (Status.CLAIMED, Status.STALE):
        return Finding(Verdict.UNCHECKED, id, status.words)
    if status is Status.REFUTED:
        return _of_refuted(id, item, registry)
    if not status.is_backed:
        return Finding(Verdict.INCONSISTENT, id, status.words)
    conditions = registry.conditional_on(id)
    words = status.words + (f"; given {', '.join(conditions)}" if conditions else "")
    if item.kind == "definition":
        return Finding(Verdict.DEFINITION, id, f"exercised: {words}")
    if complaint := planted(id, registry).complaint:
        return Finding(Verdict.NOT_JUDGED, id, f"{words}; {complaint}")
    better = registry.improvements.get(id, ())
    if not better:
        return Finding(Verdict.HOLDS, id, f"{words}; sharp" if _is_tight(id, registry) else words)
    if any(not registry.own_status(sharper).is_backed for sharper in better):
        return Finding(Verdict.UNCHECKED, id, f"{words}; whether it is sharp waits for {', '.join(better)}")
    return Finding(Verdict.NOT_SHARP, id, f"{words}; sharpened by {', '.join(better)}")


def _of_refuted(id: str, item: Item, registry: Registry) -> Finding:
    certificate = registry.certificate(id)
    where = witness_text(certificate.witness) if certificate else ""
    repair = registry.corrections.get(id)
    if repair is None:
        return Finding(Verdict.INCONSISTENT, id, f"refuted at {where}, but nothing corrects it")
    repaired = registry.own_status(repair)
    text = f"fails at {where}; corrected by {repair} ({repaired.value})"
    if not repaired.is_backed:
        return Finding(Verdict.UNCHECKED, id, text)
    return Finding(Verdict.DEFECTIVE if item.kind == "definition" else Verdict.FALSE, id, text)


def _is_tight(id: str, registry: Registry) -> bool:
    certificate = registry.certificate(id)
    return certificate is not None and any(
        outcome.check == "tight" and outcome.status.is_backed for outcome in certificate.outcomes
    )


def _of_erratum(known: Evidence, item: Item, result: Result, registry: Registry) -> Finding:
    erratum = known.erratum
    if known.problems:
        return Finding(Verdict.INCONSISTENT, erratum.id, "; ".join(known.problems))
    if known.waiting:
        return Finding(Verdict.UNCHECKED, erratum.id, f"waits for the checks of {', '.join(known.waiting)}")
    text = f"{erratum.place}: {erratum.printed} -> {erratum.correct}"
    if erratum.kind == ARGUMENT and not all(_stands(id, registry) for id in result.entries):
        return Finding(Verdict.UNCHECKED, erratum.id, f"{text} (nothing backs the statement yet)")
    if erratum.kind == ARGUMENT and any(registry.own_status(id) is Status.REFUTED for id in result.entries):
        text += " (what stands is the corrected statement)"
    if erratum.repair and erratum.kind == HYPOTHESIS:
        text += f"; repaired in {erratum.repair}"
    verdict = _OF_CLASS[erratum.kind]
    if item.kind == "definition" and verdict in (Verdict.FALSE, Verdict.HYPOTHESIS):
        verdict = Verdict.DEFECTIVE
    return Finding(verdict, erratum.id, text)


def _stands(id: str, registry: Registry) -> bool:
    """Return whether the statement is backed as it is or, where it is refuted, in its correction."""
    status = registry.own_status(id)
    repair = registry.corrections.get(id)
    return status.is_backed or (
        status is Status.REFUTED and repair is not None and registry.own_status(repair).is_backed
    )
