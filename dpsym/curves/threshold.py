"""The threshold of a composition at a delta: told by the ends of its losses, by the formula of one step, or searched."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from fractions import Fraction

from flint import arb, ctx

from dpsym.ball import Ball
from dpsym.curves.effort import Effort
from dpsym.curves.evaluation import Evaluator
from dpsym.curves.fixed_size import FixedSizeLoss
from dpsym.curves.inverse import Search, delta_at_zero, of_one_step
from dpsym.curves.loss import Parts, ball_of, log_of
from dpsym.curves.planning import Planner
from dpsym.curves.rare import guide_of
from dpsym.curves.sampled import SampledLoss
from dpsym.curves.single_step import SingleStep
from dpsym.curves.two_atoms import TwoAtoms
from dpsym.errors import DpsymError, UndecidedError

_LOG10 = math.log(10)
_FIRST_DIGITS = (
    3  # that are looked for first on samples of fixed size where great losses are heavy: saddle points say little then
)
_NORMAL = 10.0  # times a saddle point and its threshold; of a normal law it is twice that where both are large
_LITTLE = 8  # times a delta that a bound of delta(0) is when that itself is looked at
_MORE_BITS = (64, 256, 1024)  # with which two atoms are tried to be told apart


@contextmanager
def floats_suffice() -> Iterator[None]:
    """Say honestly that nothing was decided where the floats that only plan do not reach, as for a saddle point beyond e^700."""
    try:
        yield
    except (ArithmeticError, ValueError) as error:
        if isinstance(error, DpsymError):
            raise
        raise UndecidedError(f"the contour could not be planned: {error}") from error


def threshold(
    parts: Parts, wanted: Fraction, digits: int, effort: Effort, near: tuple[Fraction, Fraction] | None = None
) -> Ball:
    """Return the least eps >= 0 with delta(eps) <= a wanted one, enclosed from both sides; `near` is a bracket that is known.

    Raises
    ------
    UndecidedError
        If the digits were not reached.
    """
    with floats_suffice():
        evaluator = Evaluator(parts, (digits + 1) * _LOG10, effort=effort)
        with ctx.workprec(evaluator.bits):
            known = _without_search(evaluator, wanted)
        if known is not None:
            return Ball(known)
        (loss, count), *others = parts
        if not others and isinstance(loss, SampledLoss) and loss.has_two_atoms:
            return _of_two_atoms(TwoAtoms(loss.atoms, count), wanted, evaluator.bits)
        if count == 1 and not others and loss.has_formula:
            low, high = of_one_step(SingleStep(loss).delta, wanted, digits, loss.about)
        else:
            if (
                near is None
                and digits > _FIRST_DIGITS
                and not others
                and isinstance(loss, FixedSizeLoss)
                and loss.planned(log_of(wanted), count) != loss
            ):
                near = _near(loss, count, wanted, effort)
            low, high = near if near and near[1] == 0 else Search(parts, wanted, digits, effort, near).bracket()
    with ctx.workprec(4 * digits + 64):
        return Ball(ball_of(low).union(ball_of(high)))


def _near(loss: FixedSizeLoss, count: int, wanted: Fraction, effort: Effort) -> tuple[Fraction, Fraction] | None:
    """Return a bracket of few digits, looked for first where one run of them all comes to the wanted delta.

    None where a saddle point tells well enough, as the moments without rare losses are about those of a normal law even at twice its place.
    """
    guide = guide_of(Planner(((loss, count),)), log_of(wanted))
    c, gap = guide.threshold(log_of(wanted))
    if guide.log_mgf(2 * c) < _NORMAL * c * gap:
        return None
    search = Search(((loss, count),), wanted, _FIRST_DIGITS, effort)
    alone = of_one_step(SingleStep(loss).delta, wanted / count, _FIRST_DIGITS, loss.about)[1]
    search.guess = min(search.guess, alone) if alone > 0 else search.guess
    return search.bracket()


def _of_two_atoms(atoms: TwoAtoms, wanted: Fraction, bits: int) -> Ball:
    for more in _MORE_BITS:
        with ctx.workprec(bits + more):
            try:
                return Ball(atoms.epsilon(wanted))
            except UndecidedError as refusal:
                reason = refusal
    raise reason


def scale_of(parts: Parts, wanted: Fraction) -> float:
    """Return about the size of a threshold, or what is thought to be."""
    evaluator = Evaluator(parts, 10.0, log_of(wanted))
    try:
        return abs(float(evaluator.reference()[1].mid()) + evaluator.guide.threshold(log_of(wanted))[1])
    except (ArithmeticError, UndecidedError):  # as where no moments are known
        return 1.0


def _without_search(evaluator: Evaluator, wanted: Fraction) -> arb | None:
    """Return the threshold where the ends of the losses alone tell it."""
    mass, top = evaluator.infinite_mass(), evaluator.greatest_loss()
    if wanted == 1:
        return arb(0)
    if mass > ball_of(wanted):
        return arb("inf")
    if wanted == 0 and mass == 0:
        return arb("inf") if top is None else top.max(arb(0))
    if _is_slight(evaluator, wanted):
        return arb(0)
    if not mass < ball_of(wanted):
        raise UndecidedError(f"delta = {wanted} cannot be told from the mass of an infinite loss, {mass}")
    return None


def _is_slight(evaluator: Evaluator, wanted: Fraction) -> bool:
    """Return whether delta(0) is at most a delta, where that is easily seen: by the sum of the distances in total variation of all steps.

    That is an upper bound; where it is little more than the delta, delta(0) itself is looked at before any other threshold is.
    """
    parts = evaluator.parts
    if not all(loss.has_formula for loss, _ in parts):
        return False
    with suppress(UndecidedError):
        most = sum((count * SingleStep(loss).delta(Fraction(0)) for loss, count in parts), arb(0))
        goal = ball_of(wanted)
        if most <= goal:
            return True
        if most <= _LITTLE * goal:
            return bool(delta_at_zero(parts, wanted, evaluator.effort) <= goal)
    return False
