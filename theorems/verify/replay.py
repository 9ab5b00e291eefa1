"""Replay a certificate: every stored point, box and text once, without searching.

What a replay re-establishes, by the kind of check:

``enclose``, ``enumerate``, ``at``, ``tight``, ``limit``, ``derive``
    both sides are evaluated anew at the stored points and held against one another and against the stored balls. Divergences of finite laws
    are complete sums. Divergences of laws on the integers or a line are summed or integrated anew, up to what lies outside the range that
    matters (*in part*); where the definition is not evaluated here, the right side is held against the stored ball of the left. That a
    derivation holds for all symbols, and that a limit is one, are not replayed (*in part*).
``dominated``
    the inequality is proved anew on every stored box, and the boxes must tile the whole (*in part* where a rule divides by a zero).
``proved``
    the derived sides must have the values of the statement at the points of the other checks; there every step of a descent is looked at,
    and the boxes of a cover are proved anew (*in part*: what holds at points need not hold throughout).
``quadrature``
    the stated value is held against the stored number of the run and its error; the mechanism is not run again (*in part*).
``sampling``
    the stored statistic is held against the threshold of its false-alarm rate; nothing is drawn again (*in part*).
``transcribed``
    the transcribed text is evaluated at the points of the other checks, and must have the values of the statement.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from flint import arb, ctx

from theorems.verify import boxes, proofs
from theorems.verify.definitions import TOLERANCE, UndefinedError
from theorems.verify.formula import (
    BITS,
    ContradictionError,
    UnreadableError,
    Walker,
    compared,
    number,
    parsed,
    point,
)

REPLAYED, PART, NOT, FAILED = "replayed", "in part", "not replayed", "failed"
_COMPLETE = ("Finite", "Bernoulli", "RandomizedResponse", "KaryResponse", "Softmax")
_ROUNDING = 2.0**-46
_LIMIT_BITS = 512
_POINTS = 8


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
        and isinstance(check.get("replay"), list)
        and all(isinstance(row, dict) for row in check["replay"])
        for check in checks
    )
    if not whole or not isinstance(record.get("id"), str):
        raise ValueError("a certificate must have an id, and checks with their replays")


def replayed(record: dict[str, Any]) -> Iterable[Replay]:
    """Yield what comes of each check of a certificate, given with the rows to look at (`theorems.certificate.replay_record`).

    Raises
    ------
    ValueError
        If it has not the parts of one.
    """
    _check_shape(record)
    rows = [row for outcome in record["checks"] for row in outcome["replay"] if "at" in row]
    for outcome in record["checks"]:
        kind = outcome["check"]
        try:
            with ctx.workprec(BITS):
                result, detail = _KINDS.get(kind, _unknown)(record, outcome, rows)
        except (UnreadableError, UndefinedError) as reason:
            result, detail = NOT, str(reason)
        except ContradictionError as reason:
            result, detail = FAILED, str(reason)
        except Exception as error:  # an exception is never a success
            result, detail = FAILED, f"raised {type(error).__name__}: {error}"
        yield Replay(record["id"], kind, result, detail)


def _unknown(record: dict[str, Any], outcome: dict[str, Any], rows: list[dict[str, Any]]) -> tuple[str, str]:
    return NOT, f"there is no replay of {outcome['check']}"


def _relation(text: str) -> tuple[str, ast.expr, ast.expr]:
    tree = parsed(text)
    if not isinstance(tree, ast.Compare) or len(tree.ops) != 1:
        raise UnreadableError(f"{text!r} is no relation")
    return type(tree.ops[0]).__name__, tree.left, tree.comparators[0]


def _side(node: ast.expr, names: dict[str, Any]) -> arb:
    return number(Walker(names).walk(node))


def _stored(text: str) -> arb:
    if text in ("oo", "-oo"):
        return arb.pos_inf() if text == "oo" else arb.neg_inf()
    return arb(text)


def agree(one: arb, other: arb, loosely: bool) -> bool:
    """Return whether two balls have a number in common, or are within the tolerance of truncated sums."""
    if one.is_finite() != other.is_finite():
        return False
    if bool(one.overlaps(other)) or bool(one == other):
        return one.rad() <= abs(one) * 1e-6 + 1e-9 or not one.is_finite()
    return loosely and bool(abs(one - other) <= TOLERANCE * (1e-4 + abs(other)))


def _laws(node: ast.expr) -> tuple[bool, bool]:
    """Return whether a side has divergences, and whether all laws in it are finite."""
    called = {
        part.func.id
        for part in ast.walk(node)
        if isinstance(part, ast.Call) and isinstance(part.func, ast.Name)
    }
    named = {
        name
        for name in called
        if name[0].isupper() and name not in ("Max", "Min", "Abs", "Sum", "Integral", "Piecewise", "Eq", "Ne")
    }
    heads = {"KL", "ChiSquaredDivergence", "HockeyStick", "InverseProfile", "KernelRenyi", "LossCumulant", "LossTail", "MaxDivergence",
             "MaxOverSecond", "Renyi", "RenyiOverSecond", "RenyiUnderFirst", "SquaredHellinger", "TotalVariation", "TradeOff", "GaussianSum",
             "Probability"}  # fmt: skip
    built = {"ProductLaw", "Mixture", "Image", "Joint", "Kernel", "Event"}
    return bool(named & heads), named - heads - built <= set(_COMPLETE)


def _points(record: dict[str, Any], outcome: dict[str, Any], rows: list[dict[str, Any]]) -> tuple[str, str]:
    """Replay a relation at stored points."""
    relation, left, right = _relation(record["statement"])
    (left_heads, left_finite), (right_heads, right_finite) = _laws(left), _laws(right)
    finite = left_finite and right_finite
    refuted, own = outcome["status"] == "refuted", 0
    stored = [row for row in outcome["replay"] if "at" in row]
    for row in stored:
        names = point(row["at"])
        sides = []
        for node, name, heads in ((left, "left", left_heads), (right, "right", right_heads)):
            try:
                sides.append(_side(node, names))
            except (UnreadableError, UndefinedError):
                if name not in row or not heads:  # only a divergence may be taken from the certificate
                    raise
                sides.append(_stored(row[name]))
                continue
            own += 1
            if name in row and not agree(sides[-1], _stored(row[name]), not finite):
                raise ContradictionError(
                    f"{name} side at {row['at']}: stored {row[name]}, found {sides[-1].str(12)}"
                )
        _judge(relation, *sides, loosely=not finite, refuted=refuted, where=row["at"])
    if not own:
        return NOT, "no side could be evaluated"
    complete = finite and own == 2 * len(stored)
    return (
        REPLAYED if complete else PART,
        f"{len(stored)} points, {own} of {2 * len(stored)} sides evaluated anew",
    )


def _judge(relation: str, left: arb, right: arb, loosely: bool, refuted: bool, where: dict[str, str]) -> None:
    """Hold two balls against a relation that is said to hold, or to fail.

    Raises
    ------
    ContradictionError
        If it does not.
    """
    if relation == "Eq" and loosely:
        holds: bool | None = agree(left, right, True)
    else:
        holds = compared(relation, left, right)
    if refuted and holds is not False:
        raise ContradictionError(f"the statement does not certainly fail at {where}")
    if not refuted and (holds is False or (relation == "Eq" and not agree(left, right, loosely))):
        raise ContradictionError(f"the statement fails at {where}: {left.str(12)} against {right.str(12)}")


def _derived(record: dict[str, Any], outcome: dict[str, Any], rows: list[dict[str, Any]]) -> tuple[str, str]:
    """Replay a derived identity at points: the derived form has the value of the stated one."""
    if "derived" not in outcome["replay"][0]:
        return _points(record, outcome, rows)
    first = outcome["replay"][0]
    form = parsed(first["derived"])
    stated = parsed(first["goal"]) if "goal" in first else _relation(record["statement"])[2]
    stored = [row for row in outcome["replay"] if "at" in row]
    refuted = outcome["status"] == "refuted"
    for row in stored:
        names = point(row["at"])
        _judge(
            "Eq",
            _side(form, names),
            _side(stated, names),
            loosely=not refuted,
            refuted=refuted,
            where=row["at"],
        )
    return PART, f"the identity at {len(stored)} points; not for all symbols" if stored else "no point"


def _limit(record: dict[str, Any], outcome: dict[str, Any], rows: list[dict[str, Any]]) -> tuple[str, str]:
    """Replay closeness near a limit: of the right side to the goal, or of the quotient of the sides to 1."""
    if "derived" in outcome["replay"][0]:
        return _derived(record, outcome, rows)
    _, left, right = _relation(record["statement"])
    goal = next((parsed(row["goal"]) for row in outcome["replay"] if "goal" in row), None)
    stored = [row for row in outcome["replay"] if "within" in row]
    for row in stored:
        with ctx.workprec(_LIMIT_BITS):  # near a limit digits cancel
            names = point(row["at"])
            value = _side(right, names) if goal is not None else _side(left, names) / _side(right, names)
            target = _side(goal, names) if goal is not None else arb(1)
            within = _side(parsed(row["within"]), {}) * abs(target).max(arb(1))
            if not value.rad() < within:
                raise UnreadableError(f"the value near the limit is known too roughly, {value.str(6)}")
            near = abs(value - target) <= within
        if near == (outcome["status"] == "refuted"):
            raise ContradictionError(
                f"near the limit at {row['at']}: {value.str(12)} against {target.str(12)}"
            )
    return PART, f"near the limit at {len(stored)} points"


def _tight(record: dict[str, Any], outcome: dict[str, Any], rows: list[dict[str, Any]]) -> tuple[str, str]:
    if any("within" in row for row in outcome["replay"]):
        return _limit(record, outcome, rows)
    _, left, right = _relation(record["statement"])
    finite = _laws(left)[1] and _laws(right)[1]
    for row in outcome["replay"]:
        names = point(row["at"])
        _judge(
            "Eq", _side(left, names), _side(right, names), loosely=not finite, refuted=False, where=row["at"]
        )
    return REPLAYED if finite else PART, f"the sides meet at {len(outcome['replay'])} points"


def _run(record: dict[str, Any], outcome: dict[str, Any], rows: list[dict[str, Any]]) -> tuple[str, str]:
    """Hold the stated value against the stored number of the run."""
    relation, _, right = _relation(record["statement"])
    for row in outcome["replay"]:
        stated, measured = _side(right, point(row["at"])), arb(float(row["run"]))
        if stated.is_finite() and measured.is_finite():
            gap, slack = (
                measured - stated,
                arb(float(row["error"])) + _ROUNDING * abs(stated).max(abs(measured)),
            )
        else:
            gap, slack = (arb(0) if stated == measured else measured - stated), arb(0)
        number(gap)
        fails = {"LtE": gap > slack, "Lt": gap > slack, "GtE": -gap > slack, "Gt": -gap > slack}.get(
            relation, abs(gap) > slack
        )
        if fails != (outcome["status"] == "refuted"):
            raise ContradictionError(
                f"the run gave {row['run']} +/- {row['error']} at {row['at']}, stated {stated.str(12)}"
            )
    return PART, f"the stored numbers of {len(outcome['replay'])} runs"


def _sampling(record: dict[str, Any], outcome: dict[str, Any], rows: list[dict[str, Any]]) -> tuple[str, str]:
    """Hold the stored Kolmogorov distance against the threshold of Dvoretzky, Kiefer, Wolfowitz and Massart."""
    row = outcome["replay"][0]
    threshold = math.sqrt(math.log(2 / row["false_alarm"]) / (2 * row["size"]))
    if (float(row["statistic"]) <= threshold) == (outcome["status"] == "refuted"):
        raise ContradictionError(f"statistic {row['statistic']} against the threshold {threshold:.3e}")
    return PART, "the stored statistic"


def _transcribed(
    record: dict[str, Any], outcome: dict[str, Any], rows: list[dict[str, Any]]
) -> tuple[str, str]:
    """Evaluate the transcribed text and the statement at stored points."""
    if outcome["status"] != "claimed":
        raise ContradictionError("the certificate itself says that the texts differ")
    relation, left, right = _relation(record["statement"])
    kind, *sides = _relation(outcome["replay"][0]["text"])
    if kind != relation:
        raise ContradictionError(f"the transcribed relation is {kind}, the stated one {relation}")
    tried = 0
    for row in [*rows[:2], *rows[-1:]]:
        names = point(row["at"])
        for node, other in zip((left, right), sides, strict=True):
            if ast.dump(node) == ast.dump(other):
                continue
            tried += 1
            if not agree(_side(node, names), _side(other, names), False):
                raise ContradictionError(f"the texts differ at {row['at']}")
    return (PART, f"the same values in {tried} comparisons") if tried else (REPLAYED, "the same text")


def _dominated(
    record: dict[str, Any], outcome: dict[str, Any], rows: list[dict[str, Any]]
) -> tuple[str, str]:
    claim, *leaves = outcome["replay"]
    if outcome["status"] == "refuted":
        names = point(leaves[0]["at"])
        below, above = (_side(parsed(claim[side]), names) for side in ("smaller", "greater"))
        if not above < below:
            raise ContradictionError(f"the inequality does not certainly fail at {leaves[0]['at']}")
        return REPLAYED, "the witness"
    if outcome["status"] == "claimed":
        return NOT, "nothing was proved"
    if outcome["status"] != "sampled" and (
        record["hypotheses"] or not _fills(claim["box"], record["domain"])
    ):
        raise ContradictionError("the cover is said to fill the domain, and does not")
    proved, assumed = boxes.proved(claim, leaves)
    return (PART if assumed else REPLAYED), f"{proved} boxes" + (
        f", {assumed} of them given the contact at a face" if assumed else ""
    )


def _fills(box: dict[str, list[str]], domain: dict[str, str]) -> bool:
    """Return whether a box is the closure of a domain of intervals."""
    return set(box) == set(domain) and all(
        domain[name][4:-1].split(", ") == ends for name, ends in box.items()
    )


def _proved(record: dict[str, Any], outcome: dict[str, Any], rows: list[dict[str, Any]]) -> tuple[str, str]:
    """Look again at a proof at a few points; its sides must be those of the statement."""
    if outcome["status"] == "refuted":
        return _points(record, outcome, rows)
    if outcome["status"] == "claimed" or not outcome["replay"]:
        return NOT, "no proof is stored"
    proof = outcome["replay"][0]["proof"]
    relation, left, right = _relation(record["statement"])
    if outcome["status"] != "sampled" and not proofs.fills(proof["box"], record["domain"]):
        raise ContradictionError("the proof is said to be over the domain, and is not")
    if relation in ("GtE", "Gt"):
        left, right = right, left
    at = [point(row["at"]) for row in rows[:_POINTS]]
    if not at:
        return NOT, "no point to look at"
    for names in at:
        for node, text in ((left, proof["derived"]["left"]), (right, proof["derived"]["right"])):
            if not agree(_side(node, names), _side(parsed(text), names), True):
                raise ContradictionError(f"{text} is not a side of the statement at {names}")
    return PART, f"{proofs.replayed(proof, at)}, at {len(at)} points; not throughout"


_KINDS: dict[str, Callable[..., tuple[str, str]]] = {
    "at": _points, "derive": _derived, "dominated": _dominated, "enclose": _points, "enumerate": _points, "limit": _limit,
    "proved": _proved, "quadrature": _run, "sampling": _sampling, "tight": _tight, "transcribed": _transcribed,
}  # fmt: skip
