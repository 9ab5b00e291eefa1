"""The second half of a battery: what is said of each answer, by certified brackets, and what of those that are none."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Context, Decimal
from typing import Any

from theorems.limits import TooLongError, limited
from theorems.peers.base import BRACKET, ESTIMATE, OPTIMISTIC, Case
from theorems.peers.runner import Answer

RIGHT, SOUND, UNSOUND, UNDECIDED, NOT_UNDERSTOOD = "right", "sound", "unsound", "undecided", "not understood"
OFF = "off, documented as an estimate"
SIGNED = "negative, true only as a signed epsilon"
NO_NUMBER, REFUSED = "not a number", "refused"
NONSENSE, PASSED_ON, REFUSES_NONSENSE = "accepts nonsense", "passes nan on", "refuses nonsense"
TIME, MEMORY, CRASH = "no answer in time", "out of memory", "crash"
KINDS = (
    UNSOUND,
    OFF,
    SIGNED,
    NO_NUMBER,
    CRASH,
    MEMORY,
    TIME,
    NONSENSE,
    PASSED_ON,
    UNDECIDED,
    NOT_UNDERSTOOD,
    REFUSED,
    SOUND,
    RIGHT,
    REFUSES_NONSENSE,
)
"""What can be said of an answer, the gravest first. Epsilon is at least 0 by convention; where P <= e^epsilon Q + delta holds at the
negative epsilon that was answered, the row is called so, and not unsound."""

JUDGE_SECONDS = 60.0
_FAILURES = {"time": TIME, "memory": MEMORY, "crash": CRASH}
_NO_CLAIM = {ESTIMATE: "exact", OPTIMISTIC: "lower"}
_SCALES = ("sigma", "b")
_ROUNDING = 1e-12  # of a limit that is 0
_EXACTLY = Context(prec=400)
_UPWARDS = _EXACTLY.add(1, Decimal("1e-390"))  # more than what 400 digits round


@dataclass(frozen=True)
class Row:
    """What is said of one case.

    Parameters
    ----------
    id : str
        The call as text.
    call : str
        The function of the peer's child part.
    arguments : mapping of str to number
        Of the call.
    kind : str
        One of `KINDS`.
    value : tuple of str, optional
        What the peer answered: a number as decimal text, or lower end, estimate, upper end.
    direction : str, optional
        What the peer promises of it.
    mechanism, quantity, adjacency : str, optional
        What it is about, in the project's terms.
    at : tuple of (str, str), optional
        Where.
    claimed : str, optional
        What the answer claims, where that is another number than the answer.
    digits : int or None, optional
        To how many digits it is right.
    relative : float or None, optional
        Claimed less true, over true.
    lower, upper : str, optional
        The certified bracket.
    theorems : tuple of str, optional
        The registry's entries behind it.
    reason : str, optional
        In words.
    """

    id: str
    call: str
    arguments: Mapping[str, Any]
    kind: str
    value: tuple[str, ...] = ()
    direction: str = ""
    mechanism: str = ""
    quantity: str = ""
    at: tuple[tuple[str, str], ...] = ()
    adjacency: str = ""
    claimed: str = ""
    digits: int | None = None
    relative: float | None = None
    lower: str = ""
    upper: str = ""
    theorems: tuple[str, ...] = ()
    reason: str = ""


def verdict(case: Case, answer: Answer) -> Row:
    """Return what is said of an answer.

    Parameters
    ----------
    case : Case
        What was asked.
    answer : Answer
        What came of it.
    """
    row = Row(case.id, case.function.name, case.arguments, NO_NUMBER, direction=case.function.direction)
    if answer.failed:
        return replace(row, kind=_FAILURES[answer.failed], reason=f"the call ended by {answer.failed}")
    values = answer.value if isinstance(answer.value, list) else [answer.value]
    row = replace(row, value=() if answer.error else tuple(str(value) for value in values))
    if case.nonsense:
        return _of_nonsense(case, answer, values, row)
    if answer.error:
        return replace(row, kind=REFUSED, reason=answer.error)
    if any(not isinstance(value, float) or math.isnan(value) for value in values):
        return replace(row, reason=f"the answer is {', '.join(row.value)}")
    return _judged(case, values, row)


def _of_nonsense(case: Case, answer: Answer, values: list[Any], row: Row) -> Row:
    if answer.error:
        return replace(row, kind=REFUSES_NONSENSE, reason=answer.error)
    if all(value is None or (isinstance(value, float) and math.isnan(value)) for value in values):
        return replace(row, kind=PASSED_ON, reason="not a number, without an error")
    if (limit := _limit(case)) is not None and all(
        value == limit or abs(value - limit) < _ROUNDING for value in values
    ):
        return replace(row, kind=REFUSES_NONSENSE, reason="the limit of the quantity at this scale")
    if values[-1] == math.inf:
        return replace(row, kind=REFUSES_NONSENSE, reason="infinite, which promises nothing")
    return replace(row, kind=NONSENSE, reason=f"{', '.join(row.value)} instead of an error")


def _limit(case: Case) -> float | None:
    """Return the loss without noise, or with infinite noise, if that was asked."""
    scale = next((case.arguments[name] for name in _SCALES if name in case.arguments), None)
    if scale not in (0.0, math.inf):
        return None
    loss = 1.0 if case.function.name.endswith(("delta", "advantage")) else math.inf
    return loss if scale == 0.0 else 0.0


def _judged(case: Case, values: list[float], row: Row) -> Row:
    from theorems.peers.subjects import text
    from theorems.regress import Claim, judge

    function = case.function
    claimed = values[0]
    if function.restated is not None:
        if not 0 < claimed < math.inf:
            return replace(row, kind=UNSOUND, reason=f"noise of scale {claimed!r}")
        subject, claimed = function.restated(claimed, **case.arguments)
    else:
        subject = case.subject
    at = tuple((name, text(value)) for name, value in subject.at)
    row = replace(row, mechanism=subject.mechanism, quantity=subject.quantity, adjacency=subject.adjacency, at=at)
    row = replace(row, claimed="" if function.restated is None else text(claimed))
    claim = Claim(subject.mechanism, subject.quantity, at, direction="upper", adjacency=subject.adjacency, name=case.id)
    if function.direction == BRACKET:
        low, value, high = map(text, values)
        claim = replace(claim, value=value, bracket=(low, high), direction="exact")
    else:
        direction = _NO_CLAIM.get(function.direction, function.direction)
        claim = replace(claim, value=text(claimed), direction=direction)
    found = _told(row, _in_time(lambda: judge(claim, tolerance=function.tolerance)), function.direction)
    return _signed(found, claim, function.tolerance) if found.kind in (UNSOUND, OFF) else found


def _signed(row: Row, claim: Any, tolerance: float) -> Row:
    """Return the row as one that is true of a signed epsilon, if it is, else as it is.

    The set where P > e^c Q has the complement of that where Q > e^-c P, so that sup P - e^c Q = 1 - e^c + e^c sup(Q - e^-c P): at
    c < 0 the inequality holds with delta if and only if that delta, of the pair reversed, at -c, is at most 1 - (1 - delta) e^-c.
    An adjacency that holds both directions of a pair is its own reverse.
    """
    from theorems.regress import judge

    if claim.quantity != "epsilon" or claim.adjacency or not claim.at:
        return row
    low, high = map(Decimal, claim.bracket or (claim.value, claim.value))
    delta = Decimal(claim.at[0][1])
    if not (high.is_finite() and high < 0 and 0 <= delta < 1):
        return row
    rest = _EXACTLY.subtract(1, delta)
    least = _EXACTLY.ln(rest)  # the truth of two equal laws, which no lower end may be above
    size = _EXACTLY.multiply(-high, _EXACTLY.subtract(1, Decimal(repr(tolerance))))
    if -size < least or (claim.bracket is not None and low > least):
        return row
    grown = _EXACTLY.multiply(_EXACTLY.exp(size), _UPWARDS)
    other = _EXACTLY.subtract(1, _EXACTLY.multiply(rest, grown))
    asked = replace(
        claim,
        quantity="delta",
        at=(("epsilon", str(size)),),
        value=str(max(other, Decimal(0))),
        bracket=None,
        direction="upper",
    )
    found = _in_time(lambda: judge(asked, tolerance=0))
    if isinstance(found, str) or found.kind.value not in (RIGHT, SOUND):
        return row
    reason = "P <= e^epsilon Q + delta holds, to the function's tolerance, but epsilon is at least 0 by convention"
    return replace(row, kind=SIGNED, reason=reason)


def _told(row: Row, found: Any, direction: str) -> Row:
    from theorems.regress.decimals import outwards

    if isinstance(found, str):
        return replace(row, kind=UNDECIDED, reason=found)
    kind = OFF if direction in _NO_CLAIM and found.kind.value == UNSOUND else found.kind.value
    row = replace(row, kind=kind, digits=found.digits, reason=found.reason)
    if _is_underflow(row, found):
        row = replace(row, kind=RIGHT, reason="0 of what is less than the least double")
    if found.gap is not None:
        row = replace(row, relative=found.gap.relative)
    if found.reference is not None:
        low = found.reference.lower
        row = replace(
            row,
            lower="" if low is None else outwards(low, up=False),
            upper=outwards(found.reference.upper, up=True),
            theorems=tuple(dict.fromkeys(found.reference.theorems)),
        )
    return row


def _is_underflow(row: Row, found: Any) -> bool:
    """Return whether 0 was answered of a quantity that is positive, but below every positive double."""
    zero = not any(map(float, row.value))
    return zero and row.kind in (UNSOUND, OFF) and found.reference is not None and float(found.reference.upper) == 0


def _in_time(judged: Any) -> Any:
    """Return the verdict, or in words why there is none: a row costs a row, not the battery."""
    try:
        with limited(JUDGE_SECONDS):
            return judged()
    except TooLongError:
        return f"no verdict in {JUDGE_SECONDS:g} s"
    except ArithmeticError as error:  # a value so extreme that its verdict cannot be put into numbers
        return f"no verdict: {error}"
