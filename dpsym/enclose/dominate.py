"""Prove or refute an inequality over a box."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import sympy as sp
from flint import ctx

from dpsym.ball import check_positive_integer
from dpsym.enclose.box import Box
from dpsym.enclose.cover import Cover, read_sides
from dpsym.enclose.problem import BITS, Problem, Stop
from dpsym.errors import ParameterError, UndecidedError

_FIRST_LOOK = 200  # boxes spent on the inequality as it stands before its derivatives are tried


def dominate(
    smaller: sp.Expr,
    greater: sp.Expr,
    box: Box,
    budget: int = 20000,
    strict: bool = False,
    stop: Stop | None = None,
    resume: Cover | None = None,
) -> Cover:
    """Try to prove or refute ``smaller <= greater`` over a compact box.

    Parameters
    ----------
    smaller, greater : Expr
        The two sides, as `enclose_box` admits them.
    box : mapping of Symbol to pair of exact numbers
        One to three symbols, each with a lower and a greater upper end.
    budget : int, optional
        The greatest number of boxes to look at in one attempt.
    strict : bool, optional
        Prove ``smaller < greater``, off the faces of the box on which the two sides are found to be equal.
    stop : callable, optional
        Told at each box how many are proved and how many are open, it says whether to break off.
    resume : Cover, optional
        An undecided cover of the same inequality, to go on from.

    Raises
    ------
    ParameterError
        If the box is not one, or a symbol has no side.
    NotDerivedError
        If a side cannot be evaluated over a box.
    """
    check_positive_integer("budget", budget)
    problem = Problem(smaller, greater, box, strict)
    watch: dict[str, Any] = {} if stop is None else {"stop": stop}
    with ctx.workprec(BITS):
        if resume is not None:
            return problem.search("", problem.form, budget, start=resume, **watch)
        for point in problem.counterexamples():
            refutation = problem.refuted(point)
            if refutation is not None:
                return refutation
        outcome = problem.search("", problem.form, min(budget, _FIRST_LOOK), **watch)
        if outcome.verdict == "undecided":
            attempts = (
                problem.search(prefix, form, budget // 4, **watch)
                for prefix, form in problem.descents()
                if stop is None or not stop(len(outcome.boxes), len(outcome.leftover))
            )
            outcome = next((attempt for attempt in attempts if attempt.verdict == "proved"), outcome)
        if outcome.verdict == "undecided" and budget > _FIRST_LOOK:
            outcome = problem.search("", problem.form, budget - _FIRST_LOOK, start=outcome, **watch)
    return outcome


def monotone(expression: sp.Expr, symbol: sp.Symbol, box: Box, direction: int = 1, budget: int = 20000) -> Cover:
    """Try to prove that an expression increases (direction 1) or decreases (-1), weakly, in a symbol.

    The cover is of the inequality between 0 and the derivative; the expression itself must be analytic on its
    boxes, or a jump would go unseen.

    Raises
    ------
    ParameterError
        If the symbol is not one of the box, or the direction is neither 1 nor -1.
    """
    if symbol not in box or direction not in (1, -1):
        raise ParameterError("direction and symbol", "1 or -1, and a symbol of the box", (direction, symbol))
    whole = Problem(sp.S.Zero, expression, box, False)
    slope = whole.form.derivative(whole.originals.index(symbol)).forms[0].xreplace(whole.back)
    cover = dominate(sp.S.Zero, direction * slope, box, budget)
    if cover.verdict == "proved":
        try:
            with ctx.workprec(BITS):
                for proved in cover.boxes:
                    whole.form.over(read_sides(proved.sides), smooth=True)
        except UndecidedError:
            return replace(cover, verdict="undecided")
    return cover
