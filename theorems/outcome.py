"""What one check says of one statement."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from theorems.status import Status, join

DPSYM, DEFINITION, MECHANISM, TEXT = "dpsym", "definition", "mechanism", "text"


@dataclass(frozen=True)
class Outcome:
    """The result of running a check; it has no truth value.

    Parameters
    ----------
    check : str
        The kind of check.
    leg : str
        The road that it took: ``dpsym``, ``definition``, ``mechanism`` or ``text``.
    status : Status
        What it contributes: backing, `REFUTED`, or `CLAIMED` where it could not decide.
    detail : str
        What was compared, for a person.
    points : int
        How many points, instances or boxes were looked at.
    margin : str
        The worst margin met, as text; empty where it makes no sense.
    witness : dict of str to str
        Where the statement fails, exactly; empty unless refuted.
    replay : tuple of dict
        What another program needs to look again without searching: exact points and the balls found there, boxes with their
        rules, texts. Data that JSON can hold.
    undecided : int
        At how many of the points nothing could be told; `suffice` says how many may be.
    key : str
        Of the check that found it; empty before it is tied to one.
    reach : str
        What agreement at points would have noticed, and where no point is, for a person. It is more where more time is.
    """

    check: str
    leg: str
    status: Status
    detail: str
    points: int = 0
    margin: str = ""
    witness: dict[str, str] = field(default_factory=dict)
    replay: tuple[dict[str, Any], ...] = ()
    undecided: int = 0
    key: str = ""
    reach: str = ""

    @classmethod
    def vacuous(cls, error: Exception) -> Outcome:
        """Return what is found where the hypotheses admit no point."""
        return cls("vacuity", TEXT, Status.VACUOUS, str(error))

    def __bool__(self) -> bool:
        raise TypeError("an outcome has no truth value; look at its status")


CEILINGS = {
    **dict.fromkeys(
        ("at", "audit", "enclose", "enumerate", "hostile", "limit", "quadrature", "sampling", "tight"), Status.SAMPLED
    ),
    **dict.fromkeys(("derive", "dominated", "evaluated", "integrated", "proved"), Status.PROVED),
    "transcribed": Status.CLAIMED,
}
"""The most that a check of each kind can back: agreement at points is no proof, and a text no evidence."""
PROOFS = {
    **dict.fromkeys(("derive", "evaluated", "integrated"), "derivation"),
    **dict.fromkeys(("dominated", "proved"), "enclosure"),
}
"""How a check of each kind proves: by deriving from the definition, or by rigorous enclosures over the whole domain."""
LEGS = {
    **dict.fromkeys(("at", "enclose", "enumerate", "hostile", "tight"), DEFINITION),
    **dict.fromkeys(("audit", "quadrature", "sampling"), MECHANISM),
    **dict.fromkeys(("derive", "dominated", "evaluated", "integrated", "limit", "proved"), DPSYM),
    "transcribed": TEXT,
}
"""The road that a check of each kind takes."""
CERTIFIED = ("at", "dominated", "enclose", "enumerate", "hostile", "proved")
"""The kinds of checks of which a failure is a counterexample to the statement; others speak of a run, or of how sharp it is."""


def suffice(points: int, undecided: int) -> bool:
    """Return whether agreement at points backs a statement although some of them are undecided: at most one in eight may be."""
    return points > 0 and 8 * undecided <= points


def combine(outcomes: tuple[Outcome, ...]) -> Status:
    """Return the status that the outcomes amount to.

    Nothing goes above `SAMPLED` on one leg alone: a derivation, or a cover, needs a second road that shares no code with it. A
    comparison of texts is no road: it can only find that the statement is not the printed one. A certified counterexample wins over
    points; a run that differs, or a constant that is not sharp, beside points that agree is a conflict.
    """
    status = join(outcome.status for outcome in outcomes)
    legs = {outcome.leg for outcome in outcomes if outcome.status.is_backed} - {TEXT}
    if status is Status.REFUTED and legs:
        certified = any(outcome.status is Status.REFUTED and outcome.check in CERTIFIED for outcome in outcomes)
        return Status.REFUTED if certified else Status.CONFLICT
    if status is Status.PROVED and len(legs) < 2:
        return Status.SAMPLED
    return status


def proofs(outcomes: tuple[Outcome, ...]) -> tuple[str, ...]:
    """Return the ways in which the outcomes prove a statement, none if they do not."""
    if combine(outcomes) is not Status.PROVED:
        return ()
    return tuple(
        sorted({PROOFS.get(outcome.check, outcome.check) for outcome in outcomes if outcome.status is Status.PROVED})
    )
