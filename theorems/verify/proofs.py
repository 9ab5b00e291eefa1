"""Look again, at points, at what a stored proof claims step by step.

The pieces must tile the box, and an inequality needs some. At a point inside its box each step of a descent must have a function that is
not negative and equals ``positive`` times ``core``. Of a descent, the ``slope`` is the derivative of a positive ``multiplier`` times
``core`` away from the end; of a valley, this derivative divided by the distance from ``at``; of an arch, the derivative of it times a
positive ``weight``, taken off. It has the sign of the function of the step ``rest``; so has the core of a turn. The boxes of a cover
are proved anew. Of cases the border
is inside the box, and each case claims on its side what is claimed of the whole. That signs, limits and identities hold throughout is not replayed.
"""

from __future__ import annotations

import ast
from fractions import Fraction
from typing import Any

from flint import arb, fmpq

from theorems.verify import boxes
from theorems.verify.formula import ContradictionError, parsed, value


def replayed(proof: dict[str, Any], points: list[dict[str, Any]]) -> str:
    """Look at every piece of a proof, and at its faces; return in words what was looked at.

    Raises
    ------
    UnreadableError
        If something could not be evaluated, or a box not proved.
    ContradictionError
        If a claim certainly fails.
    """
    steps, covered = _looked_at(proof, points)
    return f"steps looked at {steps} times, {covered} boxes"


def _looked_at(proof: dict[str, Any], points: list[dict[str, Any]]) -> tuple[int, int]:
    """Look at a proof, at its cases and at its faces; return how many steps and boxes were looked at."""
    _check_pieces(proof)
    found = [(0, 0)]
    for piece in proof["pieces"]:
        if piece["method"] == "cover":
            found.append((0, _cover(piece)))
        elif piece["method"] == "cases":
            found += _cases(proof, piece, points)
        elif piece["method"] == "change":
            found.append(_change(proof, piece, points))
        else:
            found.append((_descent(piece, points), 0))
    found += [_looked_at(face["proof"], points) for face in proof["faces"]]
    return sum(steps for steps, _ in found), sum(boxes for _, boxes in found)


def _descent(piece: dict[str, Any], points: list[dict[str, Any]]) -> int:
    if not piece["steps"]:
        raise ContradictionError("a descent without steps proves nothing")
    inside = [at for at in points if _is_inside(piece["box"], at)]
    for at in inside:
        for step in piece["steps"]:
            _step(step, piece, at)
    return len(inside) * len(piece["steps"])


def _cases(proof: dict[str, Any], piece: dict[str, Any], points: list[dict[str, Any]]) -> list[tuple[int, int]]:
    """Look at both sides of a border: at a point the sides of the claim are those of the case to which it belongs.

    Below the border at b, s is the share (x - l)/(b - l) of the way from the lower end l, or b - x where there is none; else the share
    (x - b)/(h - b) of the way to the upper end h, or x - b.
    """
    symbol = piece["symbol"]
    cases: tuple[list[dict[str, Any]], list[dict[str, Any]]] = ([], [])
    low, high, left, right = piece["box"][symbol]
    (inner,) = set(piece["proofs"][0]["box"]) - set(piece["box"])
    wanted = (
        ["0", "oo" if low == "-oo" else "1", low == "-oo" or left, True],
        ["0", "oo" if high == "oo" else "1", False, high == "oo" or right],
    )
    for case, span in zip(piece["proofs"], wanted, strict=True):
        box = {inner if name == symbol else name: ends for name, ends in piece["box"].items()}
        if case["box"] != {**box, inner: span}:
            raise ContradictionError("a case is not proved on the whole of one side of the border")
    for at in points:
        if not _is_inside(piece["box"], at):
            continue
        x, place = at[_plain(symbol)], value(piece["place"], at)
        if not _end(low) < place < _end(high):
            raise ContradictionError(f"{symbol} = {piece['place']} is not inside the box at {at}")
        if not (x < place or x > place):
            continue
        above = bool(x > place)
        end = _end(high if above else low)
        share = (
            abs(x - place)
            if not end.is_finite()
            else (x - place) / (end - place)
            if above
            else (x - end) / (place - end)
        )
        there = {**at, _plain(inner): share}
        _check_sides(proof, at, piece["proofs"][above], there)
        cases[above].append(there)
    return [_looked_at(case, inside) for case, inside in zip(piece["proofs"], cases, strict=True)]


def _change(proof: dict[str, Any], piece: dict[str, Any], points: list[dict[str, Any]]) -> tuple[int, int]:
    """Look at a proof in a power u = x^k of a variable that is not negative, over the interval of that."""
    symbol, power, (there,) = piece["symbol"], Fraction(piece["power"]), piece["proofs"]
    (inner,) = set(there["box"]) - set(piece["box"])
    low, high, left, right = piece["box"][symbol]
    ends = [(low, left), (high, right)] if power > 0 else [(high, right), (low, left)]
    if power == 0 or Fraction(low) < 0:
        raise ContradictionError(f"{symbol} may be negative, or its power is 1")
    for (end, is_open), said, said_open in zip(ends, there["box"][inner][:2], there["box"][inner][2:], strict=True):
        if end in ("0", "oo"):
            same = said == ("0" if (end == "0") == (power > 0) else "oo")
        else:
            same = said not in ("0", "oo") and Fraction(said) ** power.denominator == Fraction(end) ** power.numerator
        if not same or said_open != (is_open or said == "oo"):
            raise ContradictionError(f"{inner} does not fill the interval of {symbol} to the power {power}")
    if {name: ends for name, ends in there["box"].items() if name != inner} != {
        name: ends for name, ends in piece["box"].items() if name != symbol
    }:
        raise ContradictionError("a proof in another variable is of another box")
    inside = []
    for at in points:
        if _is_inside(piece["box"], at):
            exponent = arb(fmpq(power.numerator, power.denominator))
            inside.append({**at, _plain(inner): arb(at[_plain(symbol)]) ** exponent})
            _check_sides(proof, at, there, inside[-1])
    return _looked_at(there, inside)


def _check_sides(proof: dict[str, Any], at: dict[str, Any], other: dict[str, Any], there: dict[str, Any]) -> None:
    """Check that two proofs claim the same at a point, each in its variables."""
    for side in ("left", "right"):
        if not value(proof["derived"][side], at).overlaps(value(other["derived"][side], there)):
            raise ContradictionError(f"in another variable something else is claimed at {at}")


def _check_pieces(proof: dict[str, Any]) -> None:
    """Check that the pieces tile the box, the line mapped to (-1, 1); without any nothing but an identity is shown, or a comparison of numbers."""
    whole = _compact(proof["box"])
    if proof["pieces"]:
        boxes.check_tiling([_compact(piece["box"]) for piece in proof["pieces"]], whole)
        return
    if not proof["box"]:
        kind, (below, above) = (
            proof["derived"]["kind"],
            (value(proof["derived"][side], {}) for side in ("left", "right")),
        )
        strict, equal = kind == "<" and not below < above, kind == "==" and not below.overlaps(above)
        if above < below or strict or equal:  # that two numbers are the same is seen only as far as balls tell
            raise ContradictionError("two numbers do not compare as the proof says")
    elif proof["derived"]["kind"] != "==":
        raise ContradictionError("a proof without pieces proves no inequality")


def _compact(box: dict[str, list[Any]]) -> tuple[boxes.Side, ...]:
    """Return a box, in alphabetical order, under x/(1 + |x|)."""
    return tuple((_mapped(low), _mapped(high)) for _, (low, high, *_) in sorted(box.items()))


def _mapped(text: str) -> Fraction:
    if text in ("oo", "-oo"):
        return Fraction(1 if text == "oo" else -1)
    exact = Fraction(text)
    return exact / (1 + abs(exact))


def fills(box: dict[str, list[Any]], domain: dict[str, str]) -> bool:
    """Return whether the box of a proof is a domain of intervals, with its ends."""
    if set(box) != set(domain):
        return False
    for name, (low, high, left, right) in box.items():
        text = domain[name].removeprefix("in ")
        if text[1:-1].split(", ") != [low, high]:
            return False
        if (left and text[0] == "[") or (right and text[-1] == "]"):
            return False
    return True


def _cover(piece: dict[str, Any]) -> int:
    claim = {"smaller": piece["left"], "greater": piece["right"], "strict": piece["strict"], "box": piece["over"]}
    leaves = [{"box": one["sides"], "rule": one["rule"]} for one in piece["boxes"]]
    return boxes.proved(claim, leaves)[0]


def _is_inside(box: dict[str, list[Any]], at: dict[str, Any]) -> bool:
    places = [(at.get(_plain(name)), low, high) for name, (low, high, *_) in box.items()]
    return all(place is not None and _end(low) < place < _end(high) for place, low, high in places)


def _end(text: str) -> arb:
    if text in ("oo", "-oo"):
        return arb.pos_inf() if text == "oo" else arb.neg_inf()
    exact = Fraction(text)
    return arb(fmpq(exact.numerator, exact.denominator))


def _plain(name: str) -> str:
    return name.replace("lambda", "lambda_")


def _step(step: dict[str, Any], piece: dict[str, Any], at: dict[str, Any]) -> None:
    function = value(step["function"], at)
    if function < 0:
        raise ContradictionError(f"{step['function']} is negative at {at}")
    if step["by"] == "signs":
        return
    positive, core = (value(step[name], at) for name in ("positive", "core"))
    if positive < 0 or not function.overlaps(positive * core):
        raise ContradictionError(f"{step['function']} is not split as the step says at {at}")
    rest = value(piece["steps"][step["rest"]]["function"], at)
    slope = core if step["by"] == "turn" else _slope(step, piece, at)
    if (slope > 0 and rest < 0) or (slope < 0 and rest > 0):
        raise ContradictionError(f"{step['core']} changes as the step does not say at {at}")


def _slope(step: dict[str, Any], piece: dict[str, Any], at: dict[str, Any]) -> arb:
    """Return what a step says of a derivative, compared with the derivative."""
    names, symbol = list(piece["box"]), step["symbol"]
    place = [at[_plain(name)] for name in names]
    positive = ["multiplier", "weight"] if step["by"] == "arch" else ["multiplier"]
    if not all(value(step[name], at) > 0 for name in positive):
        raise ContradictionError(f"a factor of {step['core']} is not positive at {at}")
    product = ast.BinOp(left=parsed(step["multiplier"]), op=ast.Mult(), right=parsed(step["core"]))
    derivative, slope = boxes.derivative(product, names, place, symbol, 1), value(step["slope"], at)
    if step["by"] == "descent":
        said = slope if step["end"] == piece["box"][symbol][0] else -slope
    elif step["by"] == "valley":
        said = slope * (at[_plain(symbol)] - value(step["at"], at))
    elif step["by"] == "arch":
        weight = parsed(step["weight"])
        change = boxes.derivative(product, names, place, symbol, 2) * value(step["weight"], at)
        derivative = change + derivative * boxes.derivative(weight, names, place, symbol, 1)
        said = -slope
    else:
        raise ContradictionError(f"{step['by']} is no reason of a step")
    if not said.overlaps(derivative):
        raise ContradictionError(f"{step['slope']} is not the derivative at {at}")
    return slope
