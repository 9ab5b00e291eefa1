"""Prove an inequality anew on every box of a stored cover, by Taylor series with ball coefficients in one variable at a time.

A rule is replayed as what it claims, by other means than those that found it: ``interval`` by a ball of the difference of the sides over
the box, ``mean value`` by its first derivatives, and a step ``face x=c order k`` or ``descent x=c order k`` by the k-th derivative in x,
signed towards the box. That the lower derivatives vanish where x = c is only seen to be possible (their balls contain 0): such a box is
counted as given the contact. A box on which a ball is too wide is halved, at most `DEPTH` times, along its widest side.
"""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from flint import arb, arb_series, ctx, fmpq

from theorems.verify.formula import ContradictionError, UnreadableError, parsed, power

DEPTH = 10
_STEP = re.compile(r"(?:face|descent) (.+?)=(-?\d+(?:/\d+)?) order (\d+)")
Side = tuple[Fraction, Fraction]


def proved(claim: dict[str, Any], leaves: list[dict[str, Any]]) -> tuple[int, int]:
    """Prove the claim on every leaf, and that the leaves tile the box; return how many there are, and how many were given a contact.

    Raises
    ------
    UnreadableError
        If a leaf could not be proved.
    ContradictionError
        If the leaves do not tile the box, or the inequality fails in one.
    """
    names = list(claim["box"])
    whole = tuple(_side(claim["box"][name]) for name in names)
    sides = [tuple(map(_side, leaf["box"])) for leaf in leaves]
    check_tiling(sides, whole)
    smaller, greater = parsed(claim["smaller"]), parsed(claim["greater"])
    difference = ast.BinOp(left=greater, op=ast.Sub(), right=smaller)
    for leaf, box in zip(leaves, sides, strict=True):
        middle = [_exact((low + high) / 2) for low, high in box]
        if derivative(difference, names, middle, names[0], 0) < 0:
            raise ContradictionError(f"the inequality fails in the middle of the box {leaf['box']}")
        rules = leaf["rule"].split("; ")
        _check_contacts(difference, names, box, rules)
        if not _holds(difference, names, box, whole, rules, claim["strict"], DEPTH):
            raise UnreadableError(f"the box {leaf['box']} could not be proved anew by its rule {leaf['rule']}")
    return len(leaves), sum("order" in leaf["rule"] for leaf in leaves)


def contacts(leaves: list[dict[str, Any]]) -> set[tuple[str, Fraction]]:
    """Return the faces on which the rules say that the two sides are equal."""
    steps = (_STEP.fullmatch(step) for leaf in leaves for step in leaf["rule"].split("; ")[:-1])
    return {(match[1], Fraction(match[2])) for match in steps if match is not None}


def _check_contacts(tree: ast.expr, names: list[str], box: tuple[Side, ...], rules: list[str]) -> None:
    """Check that the derivatives which a rule says vanish where x = c may do so, at the middle of the others; a face must be the box's own."""
    before = 0
    for step in rules[:-1]:
        match = _STEP.fullmatch(step)
        if match is None or match[1] not in names:
            raise UnreadableError(f"{step!r} is no rule")
        index, end, order = names.index(match[1]), Fraction(match[2]), int(match[3])
        if step.startswith("face") and end not in box[index]:
            raise ContradictionError(f"the box does not touch the face of {step!r}")
        place = [_exact(end if k == index else (low + high) / 2) for k, (low, high) in enumerate(box)]
        for lower in range(before, before + order):
            value = derivative(tree, names, place, names[index], lower)
            if not value.contains(0):
                raise ContradictionError(f"derivative {lower} does not vanish as {step!r} says")
        before += order


def _side(pair: Sequence[str]) -> Side:
    low, high = map(Fraction, pair)
    return low, high


def _holds(
    tree: ast.expr,
    names: list[str],
    box: tuple[Side, ...],
    whole: tuple[Side, ...],
    rules: list[str],
    strict: bool,
    depth: int,
) -> bool:
    """Return whether the rules, or halving, bring the function above 0 on a box."""
    try:
        if _bounded(tree, names, box, whole, rules, strict):
            return True
    except (UnreadableError, ValueError, ZeroDivisionError):
        pass
    if not depth:
        return False
    i = max(range(len(box)), key=[_width(side, within) for side, within in zip(box, whole, strict=True)].__getitem__)
    low, high = box[i]
    middle = (
        (low + high) / 2 if low <= 0 or high < 4 * low else Fraction(math.sqrt(low * high)).limit_denominator(2**40)
    )
    halves = ((low, middle), (middle, high))
    return all(_holds(tree, names, (*box[:i], half, *box[i + 1 :]), whole, rules, strict, depth - 1) for half in halves)


def _width(side: Side, whole: Side) -> float:
    """Return how wide a side is: in octaves where it spans many, else as a share of the whole."""
    low, high = side
    return math.log2(high / low) if low > 0 and high > 4 * low else float((high - low) / (whole[1] - whole[0]))


def _bounded(
    tree: ast.expr, names: list[str], box: tuple[Side, ...], whole: tuple[Side, ...], rules: list[str], strict: bool
) -> bool:
    orders = dict.fromkeys(names, 0)
    sign = 1
    for step in rules[:-1]:
        match = _STEP.fullmatch(step)
        if match is None or match[1] not in orders:
            raise UnreadableError(f"{step!r} is no rule")
        index, end, order = names.index(match[1]), Fraction(match[2]), int(match[3])
        if end not in whole[index]:
            raise UnreadableError(f"{step!r} is not at an end of the box")
        if end == whole[index][1] and order % 2:
            sign = -sign
        orders[match[1]] += order
    stepped = [name for name, order in orders.items() if order]
    if len(stepped) > 1:
        raise UnreadableError("derivatives in several variables are not replayed")
    along, order = (stepped[0], orders[stepped[0]]) if stepped else (names[0], 0)
    value = sign * derivative(tree, names, [_ball(side) for side in box], along, order)
    if value > 0 or (value >= 0 and not strict):
        return True
    return any(_by_mean_value(tree, names, box, name, order, sign, strict) for name in (stepped or names))


def _by_mean_value(
    tree: ast.expr, names: list[str], box: tuple[Side, ...], along: str, order: int, sign: int, strict: bool
) -> bool:
    """Return whether the value at the middle, or at an end, and the slopes in one variable suffice; others stay balls."""
    index = names.index(along)
    low, high = box[index]
    balls = [_ball(side) for side in box]
    slope = sign * derivative(tree, names, balls, along, order + 1)
    for place in [low] if slope >= 0 else [high] if slope <= 0 else [(low + high) / 2]:
        there = [_exact(place) if k == index else ball for k, ball in enumerate(balls)]
        value = sign * derivative(tree, names, there, along, order) + slope * (balls[index] - _exact(place)) * (
            low < place < high
        )
        if value > 0 or (value >= 0 and not strict):
            return True
    return False


def derivative(tree: ast.expr, names: list[str], place: list[arb], along: str, order: int) -> arb:
    """Return a ball of a derivative in one variable, over the balls of all."""
    length, factorial = order + 1, 1
    for k in range(2, order + 1):
        factorial *= k
    cap, ctx.cap = ctx.cap, length
    try:
        values = {
            name.replace("lambda", "lambda_"): arb_series([ball, 1] if name == along else [ball], length)
            for name, ball in zip(names, place, strict=True)
        }
        found = _series(tree, values, length)[order] * factorial
    finally:
        ctx.cap = cap
    if found.is_nan() or not found.is_finite():
        raise UnreadableError("no certain derivative")
    return found


def _series(node: ast.expr, values: dict[str, arb_series], length: int) -> Any:
    """Evaluate a formula over series; the functions are those that series have."""
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        return arb_series([node.value], length)
    if isinstance(node, ast.Name):
        if node.id in ("E", "pi"):
            return arb_series([arb.const_e() if node.id == "E" else arb.pi()], length)
        return values[node.id]
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -_series(node.operand, values, length)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and len(node.args) == 1:
        inner = _series(node.args[0], values, length)
        if node.func.id in ("exp", "log", "sqrt", "erf", "erfc"):
            return getattr(inner, node.func.id)()
        if node.func.id in ("cosh", "sinh", "tanh"):
            up, down = inner.exp(), (-inner).exp()
            return {
                "cosh": lambda: (up + down) / 2,
                "sinh": lambda: (up - down) / 2,
                "tanh": lambda: (up - down) / (up + down),
            }[node.func.id]()
    if isinstance(node, ast.BinOp):
        left = _series(node.left, values, length)
        if isinstance(node.op, ast.Pow):
            return _power(left, node.right, values, length)
        right = _series(node.right, values, length)
        operation = {ast.Add: "__add__", ast.Sub: "__sub__", ast.Mult: "__mul__", ast.Div: "__truediv__"}.get(
            type(node.op)
        )
        if operation:
            return getattr(left, operation)(right)
    raise UnreadableError(f"{ast.unparse(node)} has no series")


def _power(base: arb_series, exponent: ast.expr, values: dict[str, arb_series], length: int) -> Any:
    if isinstance(exponent, ast.Constant) and type(exponent.value) is int and 0 <= exponent.value < 64:
        if length == 1:  # a square is not negative, which a product of two balls does not know
            ball = power(base[0], arb(exponent.value))
            return arb_series([ball.nonnegative_part() if exponent.value % 2 == 0 else ball], 1)
        found = arb_series([1], length)
        for _ in range(exponent.value):
            found = found * base
        return found
    return (_series(exponent, values, length) * base.log()).exp()


def _ball(side: Side) -> arb:
    low, high = side
    return arb(_exact((low + high) / 2), _exact((high - low) / 2))


def _exact(number: Fraction) -> arb:
    return arb(fmpq(number.numerator, number.denominator))


def check_tiling(boxes: list[tuple[Side, ...]], whole: tuple[Side, ...]) -> None:
    """Check that boxes tile a box: the middle of every cell of their common grid lies in exactly one of them, and none sticks out."""
    for box in boxes:
        if len(box) != len(whole) or any(
            low < bottom or high > top or low >= high for (low, high), (bottom, top) in zip(box, whole, strict=True)
        ):
            raise ContradictionError(f"the box {box} is not inside the whole")
    volume = sum(_volume(box) for box in boxes)
    disjoint = all(
        any(one[1] <= other[0] or other[1] <= one[0] for one, other in zip(box, later, strict=True))
        for index, box in enumerate(boxes)
        for later in boxes[index + 1 :]
    )
    if volume != _volume(whole) or not disjoint:
        raise ContradictionError("the boxes do not tile the whole")


def _volume(box: tuple[Side, ...]) -> Fraction:
    found = Fraction(1)
    for low, high in box:
        found *= high - low
    return found
