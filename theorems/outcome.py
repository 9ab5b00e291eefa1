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
    """

    check: str
    leg: str
    status: Status
    detail: str
    points: int = 0
    margin: str = ""
    witness: dict[str, str] = field(default_factory=dict)
    replay: tuple[dict[str, Any], ...] = ()

    def __bool__(self) -> bool:
        raise TypeError("an outcome has no truth value; look at its status")


CEILINGS = {
    **dict.fromkeys(
        ("at", "audit", "enclose", "enumerate", "limit", "quadrature", "sampling", "tight"), Status.SAMPLED
    ),
    "derive": Status.DERIVED,
    "dominated": Status.ENCLOSED,
    "proved": Status.ENCLOSED,
    "transcribed": Status.CLAIMED,
}
"""The most that a check of each kind can back: agreement at points is no proof, and a text no evidence."""
CERTIFIED = ("at", "dominated", "enclose", "enumerate", "proved")
"""The kinds of checks of which a failure is a counterexample to the statement; others speak of a run, or of how sharp it is."""


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
    if status in (Status.DERIVED, Status.ENCLOSED, Status.BOTH) and len(legs) < 2:
        return Status.SAMPLED
    return status
