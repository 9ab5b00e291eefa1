"""Replay a certificate: what an entry says, points that are drawn again, boxes and texts, each once and without searching.

What a replay re-establishes, by the kind of check:

``enclose``, ``enumerate``, ``hostile``, ``at``, ``tight``, ``limit``
    both sides are evaluated anew at the points and held against one another. Divergences of finite laws are complete sums. Divergences
    of laws on the integers or a line are summed or integrated anew, up to what lies outside the range that matters (*in part*); points
    at which a side is not evaluated here are left out (*in part*). That a limit is one is not replayed (*in part*).
``derive``
    the derived form is held against the stated one at points, and against the definition at some of them. That it holds for all symbols is
    not replayed (*in part*).
``integrated``, ``evaluated``
    nothing here: antiderivatives and the table of integrals and sums are looked at again by the code of the check (*in part*).
``dominated``
    the inequality of the entry is proved anew on every stored box, and the boxes must tile the box of the check (*in part* where a rule
    divides by a zero).
``proved``
    the pieces must tile the box, and the derived sides must have the values of the statement at points; there every step of a descent is
    looked at, and the boxes of a cover are proved anew (*in part*: what holds at points need not hold throughout).
``quadrature``
    the stated value is held against the stored number of the run and its error, and most errors must be small enough to tell (*in part*).
``sampling``
    the stored statistic is held against the threshold of its false-alarm rate; nothing is drawn again (*in part*).
``transcribed``
    the transcribed text is evaluated at points, and must have the values of the statement.

A refutation is replayed at its witness, which must be one of the points.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from flint import arb, ctx

from theorems.verify.definitions import UndefinedError
from theorems.verify.formula import BITS, ContradictionError, UnreadableError, number, parsed
from theorems.verify.inequalities import covered, followed
from theorems.verify.judging import (
    FAILED,
    NOT,
    PART,
    REPLAYED,
    Record,
    agree,
    are_finite,
    check_count,
    everywhere,
    judge,
    places_of,
    relation_of,
    side_of,
)

_ROUNDING = 2.0**-46
_LIMIT_BITS = 512
_INFORMATIVE = 1e-4
_FROM_DEFINITION = 2


@dataclass(frozen=True)
class Replay:
    """What came of replaying one check of a certificate.

    Parameters
    ----------
    id, check : str
        Of the entry, and the kind of check.
    result : str
        ``replayed``, ``in part``, ``not replayed`` or ``failed``.
    detail : str
        What was compared, or why not.
    """

    id: str
    check: str
    result: str
    detail: str


def _check_shape(record: Any) -> None:
    """Refuse what has not the parts of a certificate, be they what they may."""
    checks = record.get("checks") if isinstance(record, dict) else None
    whole = isinstance(checks, list) and all(
        isinstance(check, dict)
        and isinstance(check.get("check"), str)
        and isinstance(check.get("given"), dict)
        and isinstance(check.get("replay"), list)
        and all(isinstance(row, dict) for row in check["replay"])
        for check in checks
    )
    if not whole or not isinstance(record.get("id"), str):
        raise ValueError("a certificate must have an id, and checks with their replays")


def replayed(record: Record) -> Iterable[Replay]:
    """Yield what comes of each check of a certificate, given with the rows to look at and with what the entry says of the check.

    `theorems.replaying` puts such a record together: statement, domain and hypotheses are those of the entry, and so is what is ``given``
    of each check: its points (``at``), places near a limit (``near``, ``goal``), inequality and box (``claim``), text, and sizes.

    Raises
    ------
    ValueError
        If it has not the parts of one.
    """
    _check_shape(record)
    for outcome in record["checks"]:
        kind = outcome["check"]
        try:
            with ctx.workprec(BITS):
                look = (
                    _nothing if outcome["status"] == "claimed" and kind != "transcribed" else _KINDS.get(kind, _unknown)
                )
                result, detail = look(record, outcome)
        except (UnreadableError, UndefinedError) as reason:
            result, detail = NOT, str(reason)
        except ContradictionError as reason:
            result, detail = FAILED, str(reason)
        except Exception as error:  # an exception is never a success
            result, detail = FAILED, f"raised {type(error).__name__}: {error}"
        yield Replay(record["id"], kind, result, detail)


def _nothing(record: Record, outcome: Record) -> tuple[str, str]:
    return NOT, "it decided nothing"


def _unknown(record: Record, outcome: Record) -> tuple[str, str]:
    return NOT, f"there is no replay of {outcome['check']}"


def _points(record: Record, outcome: Record) -> tuple[str, str]:
    """Replay a relation at points."""
    relation, left, right = relation_of(record["statement"])
    finite, refuted = are_finite(left, right), outcome["status"] == "refuted"
    check_count(outcome)
    places = places_of(outcome)

    def look(place: dict[str, str]) -> None:
        judge(relation, side_of(left, place), side_of(right, place), loosely=not finite, refuted=refuted, where=place)

    tried = everywhere(places, look, refuted)
    whole = finite and tried == len(places)
    return REPLAYED if whole else PART, f"both sides evaluated anew at {tried} of {len(places)} points"


def _derived(record: Record, outcome: Record) -> tuple[str, str]:
    """Replay a derived identity at points: the derived form has the value of the stated one, and of the definition."""
    forms = [row["derived"] for row in outcome["replay"] if "derived" in row]
    refuted = outcome["status"] == "refuted"
    if refuted and not forms:
        return _points(record, {**outcome, "points": len(outcome["given"]["at"])})
    if len(forms) != 1:
        raise ContradictionError("a derivation must have one derived form")
    _, left, right = relation_of(record["statement"])
    form = parsed(forms[0])

    def stated(place: dict[str, str]) -> None:
        judge("Eq", side_of(form, place), side_of(right, place), loosely=not refuted, refuted=refuted, where=place)

    def defined(place: dict[str, str]) -> None:
        judge("Eq", side_of(left, place), side_of(form, place), loosely=True, refuted=False, where=place)

    places = places_of(outcome)
    try:
        from_definition = everywhere(places[:_FROM_DEFINITION], defined, False)
    except UnreadableError:
        from_definition = 0
    tried = everywhere(places, stated, refuted)
    return PART, f"the identity at {tried} points, from the definition at {from_definition}; not for all symbols"


def _limit(record: Record, outcome: Record) -> tuple[str, str]:
    """Replay closeness near a limit: of the right side to the goal, or of the quotient of the sides to 1."""
    _, left, right = relation_of(record["statement"])
    goal = parsed(outcome["given"]["goal"]) if "goal" in outcome["given"] else None
    refuted = outcome["status"] == "refuted"

    def look(row: Record) -> None:
        with ctx.workprec(_LIMIT_BITS):  # near a limit digits cancel
            place = row["at"]
            value = side_of(right, place) if goal is not None else side_of(left, place) / side_of(right, place)
            target = side_of(goal, place) if goal is not None else arb(1)
            within = side_of(parsed(row["within"]), {}) * abs(target).max(arb(1))
            if not value.rad() < within:
                raise UnreadableError(f"the value near the limit is known too roughly, {value.str(6)}")
            near = bool(abs(value - target) <= within)
        if near == refuted:
            raise ContradictionError(f"near the limit at {place}: {value.str(12)} against {target.str(12)}")

    return PART, f"near the limit at {everywhere(places_of(outcome, 'near'), look, refuted)} points"


def _tight(record: Record, outcome: Record) -> tuple[str, str]:
    if outcome["status"] == "refuted":
        return NOT, "that the sides do not meet is not replayed"
    if "near" in outcome["given"]:
        return _limit(record, outcome)
    _, left, right = relation_of(record["statement"])
    finite, places = are_finite(left, right), outcome["given"]["at"]

    def look(place: dict[str, str]) -> None:
        judge("Eq", side_of(left, place), side_of(right, place), loosely=not finite, refuted=False, where=place)

    tried = everywhere(places, look, False)
    return REPLAYED if finite and tried == len(places) else PART, f"the sides meet at {tried} of {len(places)} points"


def _run(record: Record, outcome: Record) -> tuple[str, str]:
    """Hold the stated value against the stored number of the run."""
    relation, _, right = relation_of(record["statement"])
    check_count(outcome)
    places, rows = places_of(outcome), [row for row in outcome["replay"] if "run" in row]
    if any("at" in row for row in rows):  # points were left out
        drawn, places = places, [row["at"] for row in rows]
        if [place for place in drawn if place in places] != places:
            raise ContradictionError("the runs are at other points than the seed draws")
    left_out = outcome["points"] - len(rows) if outcome["status"] != "refuted" else 0
    if len(rows) != len(places) or left_out != outcome.get("undecided", 0):
        raise ContradictionError(f"{len(rows)} runs are stored of {len(places)}")
    informative = sum(
        _compared_run(relation, right, *pair, outcome["status"] == "refuted") for pair in zip(places, rows, strict=True)
    )
    if 2 * informative < len(rows):
        raise ContradictionError(f"the errors of {len(rows) - informative} of {len(rows)} runs are too large to tell")
    return PART, f"the stored numbers of {len(rows)} runs"


def _compared_run(relation: str, right: ast.expr, place: dict[str, str], row: Record, refuted: bool) -> bool:
    """Hold one run against the stated value; return whether its error is small enough to tell anything."""
    found, error = float(row["run"]), float(row["error"])
    if math.isnan(found) or not 0 <= error < math.inf:
        raise ContradictionError(
            f"a run must be a number with an error, got {row['run']} +/- {row['error']} at {place}"
        )
    stated, measured = side_of(right, place), arb(found)
    if stated.is_finite() and measured.is_finite():
        gap, slack = measured - stated, arb(error) + _ROUNDING * abs(stated).max(abs(measured))
    else:
        gap, slack = (arb(0) if stated == measured else measured - stated), arb(0)
    number(gap)
    fails = {"LtE": gap > slack, "Lt": gap > slack, "GtE": -gap > slack, "Gt": -gap > slack}.get(
        relation, abs(gap) > slack
    )
    if fails != refuted:
        raise ContradictionError(f"the run gave {row['run']} +/- {row['error']} at {place}, stated {stated.str(12)}")
    return bool(stated == measured) or error <= _INFORMATIVE * max(abs(found), abs(float(stated.mid())))


def _sampling(record: Record, outcome: Record) -> tuple[str, str]:
    """Hold the stored Kolmogorov distance against the threshold of Dvoretzky, Kiefer, Wolfowitz and Massart."""
    (row,), given = outcome["replay"], outcome["given"]
    statistic = float(row["statistic"])
    threshold = math.sqrt(math.log(2 / given["false_alarm"]) / (2 * given["size"]))
    if not 0 <= statistic <= 1 or (statistic <= threshold) == (outcome["status"] == "refuted"):
        raise ContradictionError(f"statistic {row['statistic']} against the threshold {threshold:.3e}")
    return PART, "the stored statistic"


def _transcribed(record: Record, outcome: Record) -> tuple[str, str]:
    """Evaluate the transcribed text and the statement at points."""
    if outcome["status"] != "claimed":
        raise ContradictionError("the certificate itself says that the texts differ")
    relation, left, right = relation_of(record["statement"])
    kind, *sides = relation_of(outcome["given"]["text"])
    if kind != relation:
        raise ContradictionError(f"the transcribed relation is {kind}, the stated one {relation}")
    pairs = [pair for pair in zip((left, right), sides, strict=True) if ast.dump(pair[0]) != ast.dump(pair[1])]
    if not pairs:
        return REPLAYED, "the same text"

    def look(place: dict[str, str]) -> None:
        for node, other in pairs:
            if not agree(side_of(node, place), side_of(other, place), False):
                raise ContradictionError(f"the texts differ at {place}")

    return PART, f"the same values at {everywhere(outcome['given']['at'], look, False)} points"


_KINDS: dict[str, Callable[[Record, Record], tuple[str, str]]] = {
    "at": _points,
    "derive": _derived,
    "dominated": covered,
    "enclose": _points,
    "enumerate": _points,
    "hostile": _points,
    "limit": _limit,
    "proved": followed,
    "quadrature": _run,
    "sampling": _sampling,
    "tight": _tight,
    "transcribed": _transcribed,
}
