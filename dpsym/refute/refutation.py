"""Look for a counterexample before anyone tries a proof."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from sympy import Basic
from sympy.core.relational import Relational

from dpsym.ball import check_positive_integer
from dpsym.errors import ParameterError
from dpsym.limits import MEGABYTES, SpentError, limited
from dpsym.refute.answer import NotRefuted, Refuted
from dpsym.refute.problem import Problem, read
from dpsym.refute.scene import Scene
from dpsym.refute.search import Found, Hunt, adversarial, climb, simple, spread
from dpsym.refute.shapes import Adversary, shapes, worst_shapes
from dpsym.refute.shrink import shrunk
from dpsym.refute.spelling import Shape

_FEWEST, _MORE = 2, (3, 4)
_GRACE = 1.0  # seconds after the time at which a search should have given up by itself


def refute(
    statement: Relational,
    domain: Mapping[Basic, Any],
    *,
    hypotheses: Sequence[Basic] = (),
    seconds: float = 5.0,
    megabytes: int = MEGABYTES,
    seed: int = 0,
) -> Refuted | NotRefuted:
    """Look for a counterexample to a statement, and certify and simplify what is found.

    Tried are, in this order: simple values of all variables, the corners and far ends of the domain among them; worst
    pairs and chains of privacy theory; a low-discrepancy spread; local search on the margin. Laws are spelt out on two,
    three and four points, with zeros where they may have them. Floats only choose where to look: the verdict comes from
    exact rationals and Arb balls, with divergences from their definitions.

    Parameters
    ----------
    statement : Relational
        An equation or an inequality, unevaluated (``Le(a, b, evaluate=False)``).
    domain : mapping
        For every symbol a Set of real numbers, or its two ends; for every law, kernel and event variable `Laws`.
    hypotheses : sequence of Boolean, optional
        Relations that a counterexample has to meet, certainly.
    seconds : float, optional
        When to give up.
    megabytes : int, optional
        By how much the process may grow before it gives up.
    seed : int, optional
        Of the search; the same seed looks at the same points.

    Returns
    -------
    Refuted or NotRefuted
        Neither has a truth value, and NotRefuted is no proof.

    Raises
    ------
    ParameterError
        If a part of the problem is not of its kind or not exact, or a variable has no domain.

    Examples
    --------
    >>> from sympy import Interval, Le
    >>> from dpsym import RandomizedResponse, Renyi
    >>> from dpsym.symbols import alpha, eps
    >>> claim = Le(Renyi(alpha, RandomizedResponse(eps)), alpha * eps**2 / 3, evaluate=False)
    >>> refute(claim, {alpha: Interval.open(1, 64), eps: Interval.Lopen(0, 4)})
    refuted at alpha = 2, epsilon = 1: off by 0.06865899738885256 +/- 3.49e-18 (simple values)
    """
    if isinstance(seconds, bool) or not isinstance(seconds, (int, float)) or not 0 < seconds < float("inf"):
        raise ParameterError("seconds", "positive and finite", seconds)
    check_positive_integer("megabytes", megabytes)
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise ParameterError("seed", "an integer", seed)
    start = time.perf_counter()
    hunt, known, is_through = Hunt(start + seconds), None, False
    with suppress(SpentError), limited(time.monotonic() + seconds + min(_GRACE, seconds), megabytes):
        problem = read(statement, domain, hypotheses)
        for how, scene, found in _searches(problem, hunt, random.Random(seed)):
            if found is not None:
                known = how, found[1], found[2]
                known = how, *shrunk(scene, hunt, found)
                break
        is_through = not hunt.is_over
    spent = time.perf_counter() - start
    if known is not None:
        how, witness, margin = known
        return Refuted(witness, margin, how, hunt.tried, spent)
    return NotRefuted(hunt.tried, hunt.closest, hunt.best, spent, exhausted=is_through)


def _searches(problem: Problem, hunt: Hunt, source: random.Random) -> Iterator[tuple[str, Scene, Found | None]]:
    """Run the searches one after the other, the quick ones first."""
    has_laws = any(not name.is_Symbol for name in problem.domain)
    fewest = [Scene(problem, shape) for shape in shapes(problem, _FEWEST)[:1]]
    yield "simple values", fewest[0], simple(fewest[0], hunt)
    worst = worst_shapes(problem)
    yield from _by_adversaries(problem, hunt, [pair for pair in worst if pair[0].points == _FEWEST])
    for shape in shapes(problem, _FEWEST)[1:]:
        if hunt.is_over:
            return
        fewest.append(Scene(problem, shape))
        yield "simple values", fewest[-1], simple(fewest[-1], hunt)
    yield from _by_adversaries(problem, hunt, [pair for pair in worst if pair[0].points > _FEWEST])
    for scene in fewest:
        yield from _at_length(scene, hunt, source)
    for points in _MORE if has_laws else ():
        for shape in shapes(problem, points):
            if hunt.is_over:
                return
            scene = Scene(problem, shape)
            yield "simple values", scene, simple(scene, hunt)
            yield from _at_length(scene, hunt, source)


def _by_adversaries(
    problem: Problem, hunt: Hunt, worst: list[tuple[Shape, list[Adversary]]]
) -> Iterator[tuple[str, Scene, Found | None]]:
    for shape, known in worst:
        if hunt.is_over:
            return
        scene = Scene(problem, shape)
        yield "worst pairs and chains", scene, adversarial(scene, hunt, known)


def _at_length(scene: Scene, hunt: Hunt, source: random.Random) -> Iterator[tuple[str, Scene, Found | None]]:
    found, starts = spread(scene, hunt, source)
    yield "low-discrepancy points", scene, found
    yield "local search", scene, climb(scene, hunt, starts, source)
