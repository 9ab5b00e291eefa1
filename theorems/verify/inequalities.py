"""Inequalities over a whole domain, replayed: covers by boxes, and stored proofs."""

from __future__ import annotations

import ast
from fractions import Fraction

from flint import arb

from theorems.verify import boxes, proofs
from theorems.verify.formula import ContradictionError, parsed, point
from theorems.verify.judging import NOT, PART, REPLAYED, Record, agree, everywhere, judge, relation_of, side_of


def covered(record: Record, outcome: Record) -> tuple[str, str]:
    """Prove an inequality anew on every box of a cover, which must be of the statement and fill its domain."""
    claim, leaves = outcome["given"]["claim"], outcome["replay"]
    relation, *sides = relation_of(record["statement"])
    if relation not in ("LtE", "Lt", "GtE", "Gt"):
        raise ContradictionError("a cover is of an inequality")
    stated = sides if relation in ("LtE", "Lt") else sides[::-1]
    claimed = [parsed(claim[name]) for name in ("smaller", "greater")]
    if outcome["status"] == "refuted":
        place = outcome["witness"]
        below, above = (side_of(side, place) for side in claimed)
        if not above < below or not _is_within(place, claim["box"]):
            raise ContradictionError(f"the inequality does not certainly fail at {place} in the box")
        return REPLAYED, "the witness"
    if outcome["status"] != "sampled" and (record["hypotheses"] or not _fills(claim["box"], record["domain"])):
        raise ContradictionError("the cover is said to fill the domain, and does not")
    if outcome["points"] != len(leaves):
        raise ContradictionError(f"{outcome['points']} boxes are said to cover, {len(leaves)} are stored")

    def look(place: dict[str, str]) -> None:
        for one, other in zip(stated, claimed, strict=True):
            if ast.dump(one) != ast.dump(other) and not agree(side_of(one, place), side_of(other, place), True):
                raise ContradictionError(
                    f"the cover is of another inequality than the statement, which has another value at {place}"
                )

    everywhere(outcome["given"]["at"], look, False)
    for name, end in boxes.contacts(leaves) if claim["strict"] else ():
        if _has(record["domain"][name], end):
            raise ContradictionError(f"both sides are equal where {name} = {end}, and the inequality is strict")
    proved, assumed = boxes.proved(claim, leaves)
    return (PART if assumed else REPLAYED), f"{proved} boxes" + (
        f", {assumed} of them given the contact at a face" if assumed else ""
    )


def _is_within(place: dict[str, str], box: dict[str, list[str]]) -> bool:
    at = point(place)
    ends = ((at[name.replace("lambda", "lambda_")], *map(_number, ends)) for name, ends in box.items())
    return set(place) == set(box) and all(bool(low <= value) and bool(value <= high) for value, low, high in ends)


def _number(text: str) -> arb:
    return side_of(parsed(text), {})


def _has(interval: str, end: Fraction) -> bool:
    """Return whether an interval, as ``in (0, oo)``, has a number."""
    low, high = map(_number, interval[4:-1].split(", "))
    value = _number(str(end))
    return bool(low < value < high) or (interval[3] == "[" and low == value) or (interval[-1] == "]" and high == value)


def _fills(box: dict[str, list[str]], domain: dict[str, str]) -> bool:
    """Return whether a box is the closure of a domain of intervals."""
    return set(box) == set(domain) and all(domain[name][4:-1].split(", ") == ends for name, ends in box.items())


def followed(record: Record, outcome: Record) -> tuple[str, str]:
    """Look again at a proof at a few points; its sides must be those of the statement."""
    if outcome["status"] == "refuted":
        relation, left, right = relation_of(record["statement"])
        place = outcome["witness"]
        judge(relation, side_of(left, place), side_of(right, place), loosely=False, refuted=True, where=place)
        return REPLAYED, "the witness"
    if not outcome["replay"]:
        return NOT, "no proof is stored"
    proof = outcome["replay"][0]["proof"]
    relation, left, right = relation_of(record["statement"])
    if outcome["status"] != "sampled" and not proofs.fills(proof["box"], record["domain"]):
        raise ContradictionError("the proof is said to be over the domain, and is not")
    kinds = {"LtE": "<=", "GtE": "<=", "Lt": "<", "Gt": "<", "Eq": "==", "NotEq": "<"}
    if kinds[relation] != proof["derived"]["kind"]:
        raise ContradictionError(f"the proof is of a relation {proof['derived']['kind']}, the statement of {relation}")
    if relation in ("GtE", "Gt"):
        left, right = right, left
    places = outcome["given"]["at"]

    def look(place: dict[str, str]) -> None:
        for node, text in ((left, proof["derived"]["left"]), (right, proof["derived"]["right"])):
            if not agree(side_of(node, place), side_of(parsed(text), place), True):
                raise ContradictionError(f"{text} is not a side of the statement at {place}")

    tried = everywhere(places, look, False)
    return PART, f"{proofs.replayed(proof, [point(place) for place in places])}, at {tried} points; not throughout"
