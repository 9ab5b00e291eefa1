"""Check a stored proof or refutation again: each box by its rule, and that the boxes tile the whole."""

from __future__ import annotations

from math import lcm, prod

import sympy as sp
from flint import ctx

from dpsym.ball import exact_fraction
from dpsym.enclose.box import Box
from dpsym.enclose.cover import Cover, read_sides
from dpsym.enclose.forms import Sides
from dpsym.enclose.problem import BITS, Problem
from dpsym.enclose.rules import lower_bound, suffices
from dpsym.errors import DpsymError, ParameterError, UndecidedError


def verify_cover(smaller: sp.Expr, greater: sp.Expr, box: Box, cover: Cover) -> None:
    """Check that a cover settles ``smaller <= greater`` over a box, without searching.

    Of a proof, each stored rule is applied to its box, and the boxes are checked to tile the whole by their
    exact volumes and by being disjoint. Of a refutation, the two sides are enclosed at the witness.

    Raises
    ------
    UndecidedError
        If a rule does not prove its box, a witness does not refute, or the cover decides nothing.
    ParameterError
        If the boxes do not tile the whole, or the cover is damaged or of other symbols.
    """
    problem = Problem(smaller, greater, box, cover.strict)
    if cover.symbols != problem.names:
        raise ParameterError("symbols of the cover", f"{problem.names}", cover.symbols)
    if cover.verdict == "refuted":
        _verify_witness(problem, cover)
    elif cover.verdict == "proved":
        _verify_proof(problem, cover)
    else:
        raise UndecidedError(f"a cover with the verdict {cover.verdict} settles nothing")


def _verify_witness(problem: Problem, cover: Cover) -> None:
    witness = cover.witness or {}
    if set(witness) != set(problem.names):
        raise ParameterError("witness", f"a point in {problem.names}", cover.witness)
    point = tuple(exact_fraction(f"witness {name}", witness[name]) for name in problem.names)
    if not all(low <= part <= high for part, (low, high) in zip(point, problem.sides, strict=True)):
        raise ParameterError("witness", "a point of the box", cover.witness)
    if problem.certified_gap(point) is None:
        raise UndecidedError(f"the inequality does not certainly fail at {dict(witness)}")


def _verify_proof(problem: Problem, cover: Cover) -> None:
    try:
        boxes = [read_sides(proved.sides) for proved in cover.boxes]
    except (ValueError, TypeError, ZeroDivisionError) as error:
        raise ParameterError("boxes of a cover", "pairs of exact numbers", cover.boxes) from error
    check_tiling(boxes, problem.sides)
    descents = {rule.rule.partition("; ")[0] if rule.rule.startswith("descent") else "" for rule in cover.boxes}
    if len(descents) > 1 or any("; descent" in rule.rule for rule in cover.boxes):
        raise ParameterError("rules of a cover", "of one descent, shared by all boxes", descents)
    with ctx.workprec(BITS):
        for sides, proved in zip(boxes, cover.boxes, strict=True):
            try:
                bound = lower_bound(problem.form, problem.names, sides, proved.rule)
            except DpsymError as error:
                raise UndecidedError(f"the rule {proved.rule!r} fails on {proved.sides}: {error}") from error
            if not suffices(bound, cover.strict):
                raise UndecidedError(f"the rule {proved.rule!r} does not prove the inequality on {proved.sides}")


def check_tiling(boxes: list[Sides], whole: Sides) -> None:
    """Check that boxes tile a box: inside it, disjoint but for their faces, and of its exact volume.

    Raises
    ------
    ParameterError
        If they do not.
    """
    unit = lcm(*(end.denominator for sides in (*boxes, whole) for side in sides for end in side))
    scaled = sorted(_scaled(sides, unit) for sides in boxes)
    target = _scaled(whole, unit)
    if any(len(sides) != len(target) for sides in scaled):
        raise ParameterError("boxes of a cover", f"in {len(target)} dimensions", boxes)
    for sides in scaled:
        if not all(bottom <= low < high <= top for (low, high), (bottom, top) in zip(sides, target, strict=True)):
            raise ParameterError("boxes of a cover", "inside the box and of positive width", sides)
    active: list[tuple[tuple[int, int], ...]] = []
    for sides in scaled:
        active = [other for other in active if other[0][1] > sides[0][0]]
        if any(all(low < b and a < high for (low, high), (a, b) in zip(sides, other, strict=True)) for other in active):
            raise ParameterError("boxes of a cover", "disjoint", sides)
        active.append(sides)
    if sum(map(_volume, scaled)) != _volume(target):
        raise ParameterError("boxes of a cover", "of the volume of the whole box", len(boxes))


def _scaled(sides: Sides, unit: int) -> tuple[tuple[int, int], ...]:
    return tuple((int(low * unit), int(high * unit)) for low, high in sides)


def _volume(sides: tuple[tuple[int, int], ...]) -> int:
    return prod(high - low for low, high in sides)
