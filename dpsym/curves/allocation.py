"""Random allocation, of Gaussian noise and of pure mechanisms: certified bounds of eps at a delta, and of delta at an eps, over both directions."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import partial

from dpsym.ball import check_positive_integer
from dpsym.curves.allocated import LITTLE, AllocatedGaussianLoss
from dpsym.curves.allocated_response import MOST_TERMS, AllocatedResponseLoss
from dpsym.curves.curve import PrivacyCurve
from dpsym.curves.families import LaplaceLoss, RandomizedResponseLoss
from dpsym.curves.gaussian import GaussianLoss
from dpsym.curves.little_noise import is_told_by_atoms, little_noise_bounds
from dpsym.curves.loss import PrivacyLoss, checked_fraction
from dpsym.curves.mean_ratio import at_most
from dpsym.curves.paired import Between
from dpsym.curves.selected import Selected
from dpsym.curves.selected_hull import MOST_SELECTED, SelectedLoss
from dpsym.curves.step_ratios import GaussianRatio, LaplaceRatio, StepRatio
from dpsym.errors import ParameterError, UndecidedError
from dpsym.parameters import DEVIATION, PRIVACY_LOSS, PROBABILITY, THRESHOLD

_DIGITS = 12
_LEAST = Fraction(1, 4)  # a deviation below which contours are costly, of several steps
_MOST_WORK = 4_000_000  # terms of transforms for one question
_WIDE = Fraction(1, 100)  # of a bracket, from which on the blocks are asked as well

End = Fraction | float
Directed = tuple[End, Mapping[bool, End]]
"""A bound from below of the worse direction, and for each, by whether the record is removed, one from above."""


def allocated_bracket(
    sigma: object, steps: int, selected: int = 1, epochs: int = 1, *, delta: object = None, eps: object = None
) -> tuple[End, End]:
    r"""Return certified bounds of the least eps at a delta, or of delta at an eps, whichever direction is the worse.

    Of one selected step the pair is known, and the bounds are those of its curve, of any number of epochs. Of several in one epoch they are
    those of `selected`, from both sides, and in several epochs those of `selected_hull`; where these are far apart, or there are none, the upper
    bound is that of as many blocks of steps, from each of which one step is drawn, or of as many steps that are known, and the lower one that of
    the sum of all answers. Where there is little noise, or a contour would cost too much, the bounds are those of `little_noise`.

    Parameters
    ----------
    sigma : positive rational
        The standard deviation of the noise, in the unit of the sensitivity.
    steps, selected, epochs : positive int, optional
        The steps t of an epoch, in how many k of them the record takes part, and the number E of epochs.
    delta, eps : rational
        One of them.

    Raises
    ------
    ParameterError
        If a number lies outside its domain, or not one of delta and eps is given.
    UndecidedError
        If the curve could not be decided.
    """
    noise = checked_fraction(DEVIATION, sigma)
    _check(steps, selected, epochs, delta, eps)
    counts = (steps, selected, epochs)
    known = PrivacyCurve([(GaussianLoss(noise), selected * epochs)])
    if selected == steps or (eps is None and checked_fraction(PROBABILITY, delta) in (0, 1)):
        return _asked(known, delta, eps)
    if selected == 1 and noise >= (
        LITTLE if epochs == 1 and AllocatedGaussianLoss(steps, noise).has_formula else _LEAST
    ):
        with suppress(UndecidedError):
            return _both(partial(_allocated, noise), counts, delta, eps)
    ends: Directed = little_noise_bounds(noise, counts, delta, eps)
    if selected == 1 or noise < _LEAST or not _is_wide(ends):
        return _worse_of(ends)
    atoms, few = is_told_by_atoms(noise, counts), selected <= MOST_SELECTED
    if epochs == 1 and few and not atoms:
        with suppress(UndecidedError):
            ends = _inside(ends, _selected(GaussianRatio(noise), steps, selected, delta, eps))
        if not _is_wide(ends):
            return _worse_of(ends)

    def blocks() -> End:
        if atoms:  # they are laid already
            return math.inf
        return _both(partial(_allocated, noise), counts, delta, eps)[1]

    found = _epochs(GaussianRatio(noise), counts) if few else {}
    return _worse_of(_composed(found, epochs, (delta, eps), ends, blocks))


def _inside(ends: Directed, worse: tuple[End, End]) -> Directed:
    """Return bounds with those of the worse direction."""
    return max(ends[0], worse[0]), {removed: min(high, worse[1]) for removed, high in ends[1].items()}


def _worse_of(ends: Directed) -> tuple[End, End]:
    return ends[0], max(ends[1].values())


def _is_wide(ends: Directed) -> bool:
    low, high = _worse_of(ends)
    return high == math.inf or high - low > _WIDE * high


def _composed(
    found: Mapping[bool, Between],
    epochs: int,
    question: tuple[object, object],
    ends: Directed,
    blocks: Callable[[], End],
) -> Directed:
    """Return bounds with those of pairs above and below each epoch, and with those of blocks where they are missing or wide.

    Blocks say about how small a delta is, which the pairs have to know. Of a single epoch the sums themselves tell more from above.
    """
    low, highs = ends[0], dict(ends[1])
    delta, eps = (
        None if value is None else checked_fraction(parameter, value)
        for parameter, value in zip((PROBABILITY, THRESHOLD), question, strict=True)
    )

    def narrow(directions: Collection[bool], ask: Callable[[], End]) -> bool:
        with suppress(UndecidedError):
            high = ask()
            for removed in directions:
                highs[removed] = high if high < highs[removed] else highs[removed]
            return True
        return False

    def above(removed: bool) -> End:
        if delta is None:
            return found[removed].delta_above(eps, highs[removed])  # type: ignore[arg-type]
        return found[removed].epsilon_above(delta, float(highs[removed]))

    asked = eps is not None or not found or epochs == 1
    if asked:  # blocks of few steps have moments that are hard to lay on a lattice
        narrow(highs, blocks)
    known = [narrow((removed,), partial(above, removed)) for removed in found if epochs > 1]
    if not asked and not all(known):
        asked = True
        narrow(highs, blocks)
    high = max(highs.values())
    if 0 < high < math.inf:
        for each in found.values():
            with suppress(UndecidedError):
                below = (
                    each.delta_below(eps, Fraction(high)) if delta is None else each.epsilon_below(delta, float(high))
                )  # type: ignore[arg-type]
                low = below if below > low else low
    if not asked and _is_wide((low, highs)):
        narrow(highs, blocks)
    return low, highs


def _allocated(noise: Fraction, slots: int, direction: str) -> PrivacyLoss:
    return GaussianLoss(noise) if slots == 1 else AllocatedGaussianLoss(slots, noise, direction)


def allocated_laplace_bracket(
    rate: object, steps: int, selected: int = 1, epochs: int = 1, *, delta: object = None, eps: object = None
) -> tuple[End, End]:
    """Return the same bounds for Laplace noise; the upper one is at most that of any steps which are as pure.

    Parameters
    ----------
    rate : positive rational
        The sensitivity over the scale of the noise.
    steps, selected, epochs : positive int, optional
        As of `allocated_bracket`.
    delta, eps : rational
        One of them.

    Raises
    ------
    ParameterError
        If a number lies outside its domain, or not one of delta and eps is given.
    UndecidedError
        If the sum over steps could not be decided.
    """
    each = checked_fraction(PRIVACY_LOSS, rate)
    _check(steps, selected, epochs, delta, eps)
    if selected == steps or not each:
        return _asked(PrivacyCurve([(LaplaceLoss(1 / each), steps * epochs)]), delta, eps)
    if eps is not None and checked_fraction(THRESHOLD, eps) >= each * selected * epochs:
        return Fraction(0), Fraction(0)
    if eps is None and checked_fraction(PROBABILITY, delta) in (0, 1):
        greatest = each * selected * epochs if not delta else Fraction(0)
        return greatest, greatest
    most: End = math.inf if eps is None else Fraction(1)
    ends: Directed = Fraction(0), dict.fromkeys((True, False), most)
    if epochs == 1:
        ends = _inside(ends, _selected(LaplaceRatio(each), steps, selected, delta, eps))
        if not _is_wide(ends):
            return _worse_of(ends)

    def blocks() -> End:
        return allocated_pure_bracket(each, steps, selected, epochs, delta=delta, eps=eps)[1]

    found = _epochs(LaplaceRatio(each), (steps, selected, epochs))
    return _worse_of(_composed(found, epochs, (delta, eps), ends, blocks))


def _epochs(ratio: StepRatio, counts: tuple[int, int, int]) -> dict[bool, Between]:
    """Return epochs between pairs, by whether the record is removed."""
    steps, selected, epochs = counts
    return {removed: Between(((SelectedLoss(ratio, steps, selected, removed), epochs),)) for removed in (True, False)}


def _selected(ratio: StepRatio, steps: int, selected: int, delta: object, eps: object) -> tuple[End, End]:
    found = Selected(ratio, steps, selected)
    if eps is None:
        return found.epsilon(checked_fraction(PROBABILITY, delta))
    return found.delta(checked_fraction(THRESHOLD, eps))


def allocated_pure_bracket(
    pure: object, steps: int, selected: int = 1, epochs: int = 1, *, delta: object = None, eps: object = None
) -> tuple[End, End]:
    """Return certified bounds of the most that steps lose which are each pure in the given parameter.

    It is what randomized response loses (`dpsym.curves.allocated_response` says why). Of very many steps the upper bound is that of as many blocks as
    steps are selected, and the lower one is 0.

    Parameters
    ----------
    pure : non-negative rational
        The pure privacy parameter of a step, in nats.
    steps, selected, epochs : positive int, optional
        As of `allocated_bracket`.
    delta, eps : rational
        One of them.

    Raises
    ------
    ParameterError
        If a number lies outside its domain, or not one of delta and eps is given.
    UndecidedError
        If the curve could not be decided.
    """
    rate = checked_fraction(PRIVACY_LOSS, pure)
    _check(steps, selected, epochs, delta, eps)
    if selected < steps and steps * selected <= MOST_TERMS:
        epoch = [AllocatedResponseLoss(steps, rate, direction, selected) for direction in ("remove", "add")]
        return _worse([_asked(PrivacyCurve([(loss, epochs)]), delta, eps) for loss in epoch])

    def step(slots: int, direction: str) -> PrivacyLoss:
        return RandomizedResponseLoss(rate) if slots == 1 else AllocatedResponseLoss(slots, rate, direction)

    low, high = _both(step, (steps, selected, epochs), delta, eps)
    return low if selected in (1, steps) else Fraction(0), high


def _check(steps: int, selected: int, epochs: int, delta: object, eps: object) -> None:
    if (delta is None) == (eps is None):
        raise ParameterError("question", "a delta or an eps", {"delta": delta, "eps": eps})
    for name, number in (("steps", steps), ("selected", selected), ("epochs", epochs)):
        check_positive_integer(name, number)
    if selected > steps:
        raise ParameterError("selected steps", f"at most the number of steps {steps}", selected)


def _both(
    step: Callable[[int, str], PrivacyLoss], counts: tuple[int, int, int], delta: object, eps: object
) -> tuple[End, End]:
    """Return the bracket of the worse direction of as many blocks as there are selected steps, of sizes that differ by one at most."""
    with at_most(_MOST_WORK):
        return _both_within(step, counts, delta, eps)


def _both_within(
    step: Callable[[int, str], PrivacyLoss], counts: tuple[int, int, int], delta: object, eps: object
) -> tuple[End, End]:
    steps, selected, epochs = counts
    size, longer = divmod(steps, selected)
    blocks = {size: (selected - longer) * epochs, size + 1: longer * epochs}
    removed, added = (
        PrivacyCurve([(step(slots, direction), count) for slots, count in blocks.items() if count])
        for direction in ("remove", "add")
    )
    found = _asked(removed, delta, eps)
    if isinstance(found[0], Fraction) and found[0] > 0:
        # a record that is added mostly shows less, which few points tell
        place, wanted = (found[0], delta) if eps is None else (eps, found[0])
        if added.holds(place, wanted):
            return found
    return _worse([found, _asked(added, delta, eps)])


def _worse(found: Sequence[tuple[End, End]]) -> tuple[End, End]:
    return max(low for low, _ in found), max(high for _, high in found)


def _asked(curve: PrivacyCurve, delta: object, eps: object) -> tuple[End, End]:
    try:
        if _is_quick(curve):
            ball = curve.epsilon(delta, _DIGITS) if eps is None else curve.delta(eps, _DIGITS)
            return ball.lower, ball.upper
    except UndecidedError:
        pass
    return curve.bracket(delta) if eps is None else curve.delta_bracket(eps)


def _is_quick(curve: PrivacyCurve) -> bool:
    """Return whether a formula gives the curve: of one step, or of steps without a choice."""
    single = sum(count for _, count in curve.components) == 1
    return single or all(isinstance(loss, (GaussianLoss, RandomizedResponseLoss)) for loss, _ in curve.components)
