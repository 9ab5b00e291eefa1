"""Brackets of delta and epsilon: from the law itself for one step, from both composed measures for more."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from mechanisms.accounting.bracket import Bracket
from mechanisms.accounting.composition import compose_losses, plan
from mechanisms.accounting.curve import Curve, build_curve
from mechanisms.accounting.loss import UNIT, Loss
from mechanisms.accounting.scout import Scout, scout

Steps = Sequence[tuple[Loss, int]]

# Mass taken for infinite, of the answer and in all; floats end the scale.
_SHARE = 1e-14
_SMALLEST = 1e-290


def bracket_delta(steps: Steps, eps: float, cells: int) -> Bracket:
    """Return a bracket of delta(eps)."""
    if eps >= _supremum(steps, -1.0):
        rest = _infinite(steps)
        if eps >= _supremum(steps, 1.0):
            return rest
    if _single(steps):
        value, error = steps[0][0].profile(eps)
        return _delta_bracket(value - error, value + error, eps)
    rough = scout(steps, _SMALLEST)
    tilt = rough.tilt_at_epsilon(eps)
    lower, upper = _curves(steps, rough, tilt, rough.log_delta(tilt), cells)
    return _delta_bracket(lower.lower_delta(eps), upper.upper_delta(eps), eps)


def bracket_epsilon(steps: Steps, delta: float, cells: int) -> Bracket:
    """Return a bracket of the smallest non-negative epsilon at which the profile is at most delta."""
    if delta == 1:
        return Bracket(0.0, 0.0)
    rest = _infinite(steps)
    if rest.lower > delta:
        return Bracket(math.inf, math.inf)
    if delta == 0 and rest.upper == 0:
        return Bracket(max(_supremum(steps, -1.0), 0.0), max(_supremum(steps, 1.0), 0.0))
    if delta <= rest.upper:  # the mass at infinity cannot be told from delta
        return Bracket(
            0.0 if delta == 0 else bracket_epsilon(steps, math.nextafter(rest.upper * 1.1, 1), cells).lower, math.inf
        )
    if _single(steps):
        return _invert(steps[0][0], delta, _supremum(steps, 1.0))
    rough = scout(steps, max(_SHARE * delta / sum(count for _, count in steps), _SMALLEST))
    tilt = rough.tilt_at_delta(delta)
    lower, upper = _curves(steps, rough, tilt, math.log(delta), cells)
    return Bracket(lower.lower_epsilon(delta), upper.upper_epsilon(delta))


def _single(steps: Steps) -> bool:
    return len(steps) == 1 and steps[0][1] == 1


def _curves(steps: Steps, rough: Scout, tilt: float, log_delta: float, cells: int) -> tuple[Curve, Curve]:
    total = sum(count for _, count in steps)
    floor = max(_SHARE / total * math.exp(min(max(log_delta, -700.0), 0.0)), _SMALLEST)
    route = plan(steps, rough, tilt, floor, cells)
    supremum = _supremum(steps, 1.0)
    lower, upper = (build_curve(compose_losses(steps, route, side), supremum, side) for side in (False, True))
    return lower, upper


def _supremum(steps: Steps, direction: float) -> float:
    """Return the supremum of the finite losses, rounded up or down."""
    value = sum(count * loss.ends[1] for loss, count in steps)
    size = sum(count * abs(loss.ends[1]) for loss, count in steps)
    return value + direction * (8 + len(steps)) * UNIT * size if math.isfinite(value) else value


def _infinite(steps: Steps) -> Bracket:
    """Return a bracket of the mass at infinity."""
    if any(loss.infinite >= 1 for loss, _ in steps):
        return Bracket(1.0, 1.0)
    value = abs(math.expm1(sum(count * math.log1p(-loss.infinite) for loss, count in steps)))
    slack = (8 + len(steps)) * UNIT * value
    return Bracket(max(value - slack, 0.0), min(value + slack, 1.0))


def _delta_bracket(lower: float, upper: float, eps: float) -> Bracket:
    """Clip to what holds of every pair: max(0, 1 - e^eps) <= delta <= 1."""
    least = -math.expm1(eps) * (1 - 4 * UNIT) if eps < 0 else 0.0
    return Bracket(min(max(lower, least), 1.0), max(min(upper, 1.0), least))


def _invert(loss: Loss, delta: float, supremum: float) -> Bracket:
    """Solve for epsilon on the profile of one step, then step outward until its error leaves no doubt."""

    def excess(eps: float, sign: float) -> float:
        """Return log(profile/delta), with the error of the profile on the side of `sign`."""
        value, error = loss.profile(eps)
        return math.log(max(value + sign * error, 1e-320)) - math.log(delta)

    root = _root(lambda eps: excess(eps, 0.0), supremum) if loss.p_mass > 0 else _root_of_atoms(loss, delta)
    ends = []
    for sign, last in ((-1.0, 0.0), (1.0, supremum)):
        end, step = root, 4 * UNIT * max(root, UNIT)
        # Below the lower end the profile is surely above delta, beyond the upper end surely not.
        while end != last and sign * excess(end, sign) > 0:
            end, step = min(max(root + sign * step, 0.0), supremum), 2 * step
        ends.append(end)
    return Bracket(ends[0], ends[1])


def _root_of_atoms(loss: Loss, delta: float) -> float:
    """Return about where the profile of a loss with finitely many values crosses delta: it is linear in e^eps between them."""
    above, weight = loss.infinite - delta, 0.0
    atoms = sorted(loss.atoms, key=lambda atom: -atom.loss)
    for atom, following in zip(atoms, [*(atom.loss for atom in atoms[1:]), 0.0], strict=True):
        above, weight = above + atom.p, weight + atom.p * math.exp(-atom.loss)
        if above > weight * math.exp(max(following, 0.0)):
            return min(math.log(above / weight), atom.loss)
    return 0.0


def _root(function: Callable[[float], float], supremum: float) -> float:
    """Return about where a falling function crosses 0 on [0, supremum], by the Illinois method."""
    low, high = 0.0, min(supremum, 1.0)
    at_low, at_high = function(low), function(high)
    if at_low <= 0:
        return 0.0
    while at_high > 0 and high < supremum:
        low, at_low, high = high, at_high, min(2 * high, supremum)
        at_high = function(high)
    if at_high > 0:
        return supremum
    for _ in range(100):
        middle = (low * at_high - high * at_low) / (at_high - at_low)
        if not low < middle < high:
            break
        value = function(middle)
        if abs(value) < 1e-15:
            return middle
        if value > 0:
            low, at_low, at_high = middle, value, at_high / 2
        else:
            high, at_high, at_low = middle, value, at_low / 2
    return (low + high) / 2
