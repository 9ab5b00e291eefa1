"""The least noise that meets a target: the inverse of a quantity in the scale."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from dpsym.errors import UndecidedError
from theorems.regress.balls import compared, greatest
from theorems.regress.engines import log_of
from theorems.regress.inversion import Look, log_ratio
from theorems.regress.profiles import profiles
from theorems.regress.quantities import truth_of
from theorems.regress.runs import Subject
from theorems.regress.subject import scale_name, subject
from theorems.regress.truths import Least

_DIGITS = 15
_CALIBRATED = {
    "Gaussian": "calibration.gaussian.monotone",
    "Laplace": "calibration.laplace",
    "DiscreteLaplace": "calibration.geometric",
}


def scale_truth(text: str, adjacency: str, sensitivity: Fraction | None, target: dict[str, Any]) -> Least:
    """Return the least scale of Gaussian, Laplace or discrete Laplace noise that meets a target.

    More noise of the same kind is the noise and more on top of it, or a mixture of such, so that all losses decrease in the
    scale.

    Parameters
    ----------
    text : str
        A chain with a name for the scale.
    adjacency : str
        Of the claim.
    sensitivity : Fraction or None
        Of the claim.
    target : mapping of str to number
        epsilon and delta, or rho, or mu.

    Raises
    ------
    UnreadableClaimError
        If the chain has no such name, or is not understood.
    UndecidedError
        If the curves do not know it.
    """
    name = scale_name(text)

    def at(scale: Fraction) -> Subject:
        return subject(text, adjacency, sensitivity, ((name, scale),))

    found = at(Fraction(1))
    if not found.parts:
        raise UndecidedError("the least scale is known only where the exact loss is")
    kinds = tuple(dict.fromkeys(_CALIBRATED[run.family] for run, _ in found.parts if run.family in _CALIBRATED))
    if "delta" in target and target["delta"] > 0:
        look = _profile_look(at, target["epsilon"], target["delta"])
        rests = truth_of(found, "delta", (("epsilon", target["epsilon"]),)).theorems
    else:
        quantity, goal = ("epsilon", target["epsilon"]) if "epsilon" in target else next(iter(target.items()))
        where = (("delta", Fraction(0)),) if quantity == "epsilon" else ()
        look = _value_look(at, quantity, where, goal)
        rests = truth_of(found, quantity, where).theorems
    return Least((*rests, *kinds), "the least scale, by the exact loss at each scale", look)


def _profile_look(at: Any, eps: Fraction, delta: Fraction) -> Look:
    def look(point: Fraction) -> tuple[bool | None, float]:
        found = profiles(at(point))
        if not found:
            raise UndecidedError("no exact profile is known")
        values = [each.delta(eps, _DIGITS) for each in found]
        missed = greatest(compared(value, delta, _DIGITS) for value in values)
        return missed, max(log_ratio(value, delta, _DIGITS) for value in values)

    return look


def _value_look(at: Any, quantity: str, where: tuple, goal: Fraction) -> Look:
    def look(point: Fraction) -> tuple[bool | None, float]:
        truth = truth_of(at(point), quantity, where)
        _, upper = truth.bracket(_DIGITS)
        height = log_of(upper / goal) if isinstance(upper, Fraction) else math.inf
        return truth.exceeds(goal), height

    return look
