"""The privacy curve of a composition, certified: delta at a threshold, and the threshold at a delta."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache, partial

from flint import arb, ctx

from dpsym.ball import Ball, as_fraction, check_positive_integer
from dpsym.curves.adapters import loss_of
from dpsym.curves.allocated_response import AllocatedResponseLoss
from dpsym.curves.atomic import AtomicLoss
from dpsym.curves.effort import MOST, Effort
from dpsym.curves.evaluation import Evaluator
from dpsym.curves.finite_sum import FiniteSum
from dpsym.curves.fixed_size import FixedSizeLoss
from dpsym.curves.gaussian import NormalLoss
from dpsym.curves.loss import Parts, PrivacyLoss, ball_of, checked_fraction, log_of
from dpsym.curves.mirrored_counts import SampledCountLoss
from dpsym.curves.paired import PairedLoss, on_lattices
from dpsym.curves.pieces import PiecewiseLoss
from dpsym.curves.rounding import rounded
from dpsym.curves.sampled import SampledLoss
from dpsym.curves.sandwich import SLIGHT
from dpsym.curves.threshold import floats_suffice, scale_of, threshold
from dpsym.errors import NotDerivedError, ParameterError, UndecidedError
from dpsym.parameters import PROBABILITY, THRESHOLD

_LOG10 = math.log(10)
_MOST_BITS = 1 << 15
_FEW = 8  # different mechanisms that are composed without rounding
_LEAST_DIGITS = 4
# What is tried for a bracket, one after the other: digits on a line, and how much of the work they may take; or two lattices (None), and how
# far apart their ends may be, as a share. Of few different mechanisms, of many, whose nodes are cheap, of atoms on no lattice, whose nodes are
# many, of samples in front of these, where a line takes longer, of epochs with as many as steps, of three atoms, whose sums are as long for fewer
# digits, of other losses, of normal noise on a sample of fixed size, and where rare losses take many nodes.
_Ladder = tuple[tuple[int | None, float], ...]
_DIGITS: _Ladder = ((10, 1 / 2), (9, 1 / 2), (6, 1 / 8), (None, 1e-4), (_LEAST_DIGITS, 1 / 4))
_MANY_DIGITS: _Ladder = ((12, 1 / 160), (9, 2.0), (6, 1 / 8), (_LEAST_DIGITS, 1 / 4))
_ATOMIC_DIGITS: _Ladder = ((6, 1 / 20), (None, 1e-6), (6, 1 / 4), (_LEAST_DIGITS, 1 / 4))
_POINTS_DIGITS: _Ladder = ((6, 1 / 10), (None, 1e-4), (_LEAST_DIGITS, 1 / 8))
_EPOCH_DIGITS: _Ladder = ((12, 1 / 40), (None, 1e-4), (_LEAST_DIGITS, 1 / 8))
_THREE_DIGITS: _Ladder = ((10, 1 / 2), (None, 1e-4), (_LEAST_DIGITS, 1 / 4))
_FEW_DIGITS: _Ladder = ((10, 1 / 4), (None, 1e-4), (_LEAST_DIGITS, 1 / 10))
_NORMAL_DIGITS: _Ladder = ((10, 1.0), (9, 1.0), (None, 1e-4), (_LEAST_DIGITS, 1 / 10))
_UNLIKE_DIGITS: _Ladder = ((10, 1 / 4), (9, 1 / 2), (None, 1e-4), (_LEAST_DIGITS, 1 / 10))
_HEAVY_DIGITS: _Ladder = ((10, 4.0), (8, 4.0), (None, 1.0))
_TINY_DIGITS: _Ladder = ((10, 4.0), (None, 1.0))
_TINY = Fraction(1, 10**40)  # a delta at which heavy losses have ten digits or no line
_MORE_DIGITS = (12, 9, 8)  # of atoms, as far as the work for fewer promises that the rest suffices
_GROWTH = 3.0  # times the work for a digit more, at first: nodes grow as the root of the accuracy or not at all, and the place was looked for
_WITHIN_REACH, _SAMPLED_REACH = 1 / 2, 1 / 12  # on samples, about what a second is worth
_BRACKETED = 12  # digits of a bracket at most
_RARE = (-80.0, -250.0)  # nats of what may be left out
_SPARE = 10.0  # nats by which delta has to be greater than that for an answer
_SIDE_NATS = 8.0
_LEAST_EXPONENT = -10000  # of 10, of the least bound that is told
_FIRST_GUESS = Fraction(1, 10**6)


class PrivacyCurve:
    r"""The privacy curve of a non-adaptive composition, homogeneous or not.

    .. math:: \delta(\varepsilon) = \sup_A \left(P(A) - e^{\varepsilon} Q(A)\right)
        = P(L = \infty) + E_P\left[(1 - e^{\varepsilon - L})_+;\, L < \infty\right],

    for P and Q the products of the pairs. Every number returned is an enclosure.

    Parameters
    ----------
    components : pairs of a mechanism and a positive int
        A mechanism is a `PrivacyLoss`, or a law of `dpsym` of sensitivity 1 with rational parameters.

    Raises
    ------
    ParameterError
        If there is no component, a mechanism is not known, or a count not a positive integer.

    Examples
    --------
    >>> from dpsym import Laplace
    >>> from dpsym.curves import PrivacyCurve
    >>> curve = PrivacyCurve([(Laplace(10), 1000)])
    """

    def __init__(self, components: Iterable[tuple[object, int]]) -> None:
        counts: dict[PrivacyLoss, int] = {}
        for mechanism, count in components:
            check_positive_integer("count of a component", count)
            loss = loss_of(mechanism)
            counts[loss] = counts.get(loss, 0) + count
        if not counts:
            raise ParameterError("components", "at least one mechanism with its count", components)
        self.components: Parts = tuple(counts.items())

    def compose(self, other: PrivacyCurve) -> PrivacyCurve:
        """Return the curve of the two compositions together."""
        return PrivacyCurve([*self.components, *other.components])

    def reversed(self) -> PrivacyCurve:
        """Return the curve of the pair (Q, P), the other direction of the adjacency."""
        return PrivacyCurve([(loss.reversed(), count) for loss, count in self.components])

    def delta(self, eps: object, digits: int = 20, effort: int = MOST) -> Ball:
        """Return delta at a threshold.

        Parameters
        ----------
        eps : rational
            The threshold, in nats; a float is read as the decimal that it prints.
        digits : int, optional
            The wanted number of certified significant digits.
        effort : int, optional
            The most work that it may take, in units of `Effort`.

        Raises
        ------
        ParameterError
            If eps is not a finite rational number, or digits not a positive integer.
        UndecidedError
            If so many digits were not reached.
        """
        place = checked_fraction(THRESHOLD, eps)
        check_positive_integer("digits", digits)
        return self._delta(place, digits, Effort(effort))

    @floats_suffice()
    def _delta(self, place: Fraction, digits: int, effort: Effort) -> Ball:
        """Return delta at a threshold, without what is rare beside about as much as it may be."""
        nats = (digits + 1) * _LOG10
        for rare in _RARE:
            if (near := self._near(rare)) == self.components:
                break
            evaluator = Evaluator(near, nats, effort=effort)
            if evaluator.upper(place) > arb(rare + nats + _SPARE).exp():
                with suppress(UndecidedError):
                    return Ball(evaluator.delta(place))
        return Ball(Evaluator(self.components, nats, effort=effort).delta(place))

    def _near(self, rare: float) -> Parts:
        """Return the components without what has less than a mass of exp(rare) in all runs together, about."""
        each = rare - math.log(sum(count for _, count in self.components))
        return tuple((loss.near(each), count) for loss, count in self.components)

    def _beside(self, wanted: Fraction, digits: int) -> PrivacyCurve:
        """Return the same curve without what is too rare to matter at a delta, for an answer of so many digits."""
        if wanted == 0:
            return self
        near = self._near(log_of(wanted) - (digits + 4) * _LOG10)
        return self if near == self.components else PrivacyCurve(near)

    def total_variation(self, digits: int = 20) -> Ball:
        """Return the total variation distance of the pair, delta(0)."""
        return self.delta(0, digits)

    def finite_sum(self, eps: object, digits: int = 20) -> Ball:
        """Return delta at a threshold as an exact finite sum, without a contour.

        Raises
        ------
        NotDerivedError
            If a component is Gaussian, subsampled or not: there is no finite sum.
        UndecidedError
            If the sum has too many terms, or the digits were not reached.
        """
        place = checked_fraction(THRESHOLD, eps)
        check_positive_integer("digits", digits)
        evaluator = Evaluator(self.components, (digits + 1) * _LOG10)
        if evaluator.pieces is None:
            raise NotDerivedError(
                "a finite sum needs losses of atoms and edges: Laplace, geometric, randomized response"
            )
        bits = 128
        while bits <= _MOST_BITS:
            with ctx.workprec(bits):
                mass = evaluator.infinite_mass()
                if mass == 1 or evaluator.is_spent(place):
                    return Ball(mass)
                value = Ball(mass + FiniteSum(evaluator.pieces, evaluator.effort, place).delta(place))
                if value.digits >= digits:
                    return value
            bits *= 2
        raise UndecidedError(f"the finite sum could not be enclosed to {digits} digits with {_MOST_BITS} bits")

    def epsilon(self, delta: object, digits: int = 12, effort: int = MOST) -> Ball:
        """Return the least eps >= 0 with delta(eps) <= delta, enclosed from both sides.

        Parameters
        ----------
        delta : rational
            In [0, 1]; a float is read as the decimal that it prints.
        digits : int, optional
            The wanted number of certified significant digits.
        effort : int, optional
            The most work that it may take, in units of `Effort`.

        Returns
        -------
        Ball
            Exactly 0 where delta(0) is at most delta; infinite where delta is below the mass of an infinite loss,
            or 0 and the loss unbounded.

        Raises
        ------
        ParameterError
            If delta is not a rational number in [0, 1], or digits not a positive integer.
        UndecidedError
            If delta cannot be told from the mass of an infinite loss or from delta(0), or the digits were not reached.
        """
        wanted = checked_fraction(PROBABILITY, delta)
        check_positive_integer("digits", digits)
        return threshold(self._beside(wanted, digits).components, wanted, digits, Effort(effort))

    def holds(self, eps: object, delta: object) -> bool:
        """Return whether delta at a threshold is certainly at most a given one: a question of side, which few digits answer.

        Parameters
        ----------
        eps : rational
            The threshold, in nats; a float is read as the decimal that it prints.
        delta : rational
            In [0, 1].

        Returns
        -------
        bool
            False too where it could not be told.

        Raises
        ------
        ParameterError
            If a number is not rational, or outside its domain.
        """
        place, wanted = checked_fraction(THRESHOLD, eps), checked_fraction(PROBABILITY, delta)
        scale, parts = log_of(wanted), self._beside(wanted, _BRACKETED).components
        try:
            with floats_suffice():
                evaluator = Evaluator(parts, _SIDE_NATS, scale)
                return bool(evaluator.upper(place) <= ball_of(wanted)) or Ball(evaluator.delta(place)).upper <= wanted
        except UndecidedError:
            pass
        try:
            with floats_suffice():
                if self.has_cells and place > 0 and 0 < wanted < 1:
                    return not on_lattices(parts).exceeds(place, wanted)
        except UndecidedError:
            pass
        return False

    @floats_suffice()
    def bracket(self, delta: object, bits: int = 6) -> tuple[Fraction | float, Fraction | float]:
        """Return certified bounds of the least eps >= 0 with delta(eps) <= delta, quickly for many different mechanisms.

        They are composed as they are, to as many digits, at most 10, as are quick. Where not even a few are, the bracket is that of two
        lattices, or many mechanisms are grouped: rates of Laplace and geometric noise and of randomized response are rounded to `bits`
        binary digits, up for the upper bound and down for the lower one, which only post-processing undoes (`rounding` says why). The width
        is seen; of a grouped composition it is at most 2^(1 - bits) or so of the threshold, and more bits narrow it and take longer.

        Parameters
        ----------
        delta : rational
            In [0, 1]; a float is read as the decimal that it prints.
        bits : int, optional
            Significant binary digits of a rounded rate.

        Returns
        -------
        tuple
            The lower and the upper bound; both infinite where no threshold serves.

        Raises
        ------
        ParameterError
            If delta is not a rational number in [0, 1], or bits not a positive integer.
        UndecidedError
            If not even the rounded compositions could be decided.
        """
        wanted = checked_fraction(PROBABILITY, delta)
        check_positive_integer("bits", bits)
        if (near := self._beside(wanted, _BRACKETED)) is not self:
            return near.bracket(wanted, bits)
        laid = None
        for digits, share in self._ladder(wanted):
            if digits is None:
                laid = self._between(wanted)
                if laid is not None and laid[1] - laid[0] <= laid[1] * Fraction(share):
                    return laid
                continue
            try:
                effort = Effort(int(MOST * share))
                found = threshold(self.components, wanted, digits, effort)
                found = self._finer(found, digits, MOST * share - effort.left, partial(self._within, wanted))
                return found.lower, found.upper
            except UndecidedError:
                if wanted == 0:  # of which no lattice can be laid: nothing is rare beside it
                    raise
                # else fewer digits, then coarser, and with common lattices
        if laid is not None:
            return laid
        if len(self.components) <= _FEW and self.is_sampled:
            raise UndecidedError("the threshold was certified neither on a line nor between two lattices")
        try:
            low, high = (
                PrivacyCurve(rounded(self.components, bits, up)).epsilon(wanted, _LEAST_DIGITS) for up in (False, True)
            )
        except UndecidedError:
            if len(self.components) <= _FEW or not self.has_cells:
                raise
            return on_lattices(self.components).epsilon(wanted, scale_of(self.components, wanted))
        return low.lower, high.upper

    def _between(self, wanted: Fraction) -> tuple[Fraction, Fraction] | None:
        """Return the bracket of two lattices, of few different mechanisms; None where there is none."""
        if len(self.components) > _FEW or not self.has_cells or wanted == 0:
            return None
        try:
            return on_lattices(self.components).epsilon(wanted, scale_of(self.components, wanted))
        except UndecidedError:
            return None

    @property
    def has_atoms(self) -> bool:
        """Whether a line goes through atoms on no lattice, whose nodes are many."""
        return any(
            not loss.has_three_atoms if isinstance(loss, AtomicLoss) else _is_listed(loss)
            for loss, _ in self.components
        )

    @property
    def _reach(self) -> int:
        """The work that more digits than the first ones may take."""
        is_sampled = any(_is_listed(loss) or isinstance(loss, SampledCountLoss) for loss, _ in self.components)
        return int(MOST * (_SAMPLED_REACH if is_sampled else _WITHIN_REACH))

    def _within(self, wanted: Fraction, known: Ball, digits: int, effort: Effort) -> Ball:
        """Return a threshold to some digits, of which a bracket is known."""
        low, high = known.lower, known.upper
        if not isinstance(low, Fraction) or not isinstance(high, Fraction) or low <= 0:
            return known
        return threshold(self.components, wanted, digits, effort, (low, high))

    def _finer(self, found: Ball, digits: int, spent: float, answer: Callable[[Ball, int, Effort], Ball]) -> Ball:
        """Return an answer to more digits, step by step while the work for the last of them promises that a share of all suffices."""
        growth, left = _GROWTH, self._reach
        steps = list(_MORE_DIGITS) if self.has_atoms else []
        while steps:
            more = steps.pop(0) - digits
            if more <= 0 or spent * growth**more > left:
                continue
            effort = Effort(left)
            try:
                found = answer(found, digits + more, effort)
            except UndecidedError:
                continue
            used = left - effort.left
            growth = max(1.0, used / max(1.0, spent)) ** (1 / more)
            digits, spent, left, steps = digits + more, used, effort.left, list(_MORE_DIGITS)
        return found

    def _ladder(self, wanted: Fraction | None = None) -> _Ladder:
        """Return what is tried for a bracket."""
        if all(isinstance(loss, FixedSizeLoss) and loss.is_normal for loss, _ in self.components):
            return _NORMAL_DIGITS
        if any(loss.is_heavy for loss, _ in self.components):
            return _HEAVY_DIGITS if wanted is None or wanted > _TINY else _TINY_DIGITS
        if not self.has_points:
            return _FEW_DIGITS if len(self.components) == 1 else _UNLIKE_DIGITS
        if any(isinstance(loss, AllocatedResponseLoss) for loss, _ in self.components):
            return _EPOCH_DIGITS
        if self.has_atoms:
            return _POINTS_DIGITS if any(_is_listed(loss) for loss, _ in self.components) else _ATOMIC_DIGITS
        (loss, _), *others = self.components
        if not others and isinstance(loss, SampledLoss) and loss.has_three_atoms:
            return _THREE_DIGITS
        return _MANY_DIGITS if len(self.components) > _FEW else _DIGITS

    @floats_suffice()
    def delta_bracket(self, eps: object) -> tuple[Fraction, Fraction]:
        """Return certified bounds of delta at a threshold eps >= 0: to as many digits, at most 10, as are quick, else between lattices.

        Raises
        ------
        ParameterError
            If eps is not a finite rational number.
        UndecidedError
            If the losses are not known well enough for that.
        """
        place, most = checked_fraction(THRESHOLD, eps), self.delta_upper(eps) if self.is_sampled else Fraction(1)
        if most < SLIGHT:
            return Fraction(0), most
        for digits, share in self._ladder():
            if digits is None:
                if self.has_cells:
                    break
                continue
            try:
                effort = Effort(int(MOST * share))
                found = self._delta(place, digits, effort)
                spent = MOST * share - effort.left
                found = self._finer(found, digits, spent, lambda _, *more: self._delta(place, *more))
                return max(Fraction(0), Fraction(found.lower)), min(Fraction(1), Fraction(found.upper))
            except UndecidedError:
                pass  # fewer digits, then a lattice
        low, high = on_lattices(self.components).delta(place, _FIRST_GUESS)
        return low, min(high, most)

    def delta_upper(self, eps: object) -> Fraction:
        """Return an upper bound of delta at a threshold eps >= 0 that takes one moment, Chernoff's; 1 where that is not known.

        Raises
        ------
        ParameterError
            If eps is not a finite rational number.
        """
        return _chernoff(self.components, checked_fraction(THRESHOLD, eps))

    @property
    def has_cells(self) -> bool:
        """Whether the masses between two losses are known of every step, or of pairs above and below it."""
        return all(loss.has_cells or isinstance(loss, PairedLoss) for loss, _ in self.components)

    @property
    def has_points(self) -> bool:
        """Whether the losses are sums of atoms and edges, sampled or not, or normal: a few digits are quick then."""
        return all(
            isinstance(loss, (PiecewiseLoss, SampledLoss, NormalLoss, AtomicLoss)) for loss, _ in self.components
        )

    @property
    def is_sampled(self) -> bool:
        """Whether a step is no sum of atoms and edges, so that only bounds on a lattice help where no line serves."""
        return self.has_cells and not all(isinstance(loss, (PiecewiseLoss, NormalLoss)) for loss, _ in self.components)

    def epsilon_upper(self, delta: object, bits: int = 6) -> Fraction | float:
        """Return an eps with delta(eps) <= delta: the upper end of the `bracket`."""
        return self.bracket(delta, bits)[1]


@lru_cache(maxsize=64)
def _chernoff(parts: Parts, place: Fraction) -> Fraction:
    """Return `PrivacyCurve.delta_upper`, which is asked before a line is laid and again before a lattice is."""
    bound = Evaluator(parts, _SIDE_NATS).upper(place)
    if bound.is_zero():  # it is beyond the greatest loss
        return Fraction(0)
    return as_fraction(bound.max(arb(10) ** _LEAST_EXPONENT).upper()) if bound <= 1 else Fraction(1)


def _is_listed(loss: object) -> bool:
    """Return whether a loss is that of a sample in front of many atoms, as of discrete Gaussian noise."""
    return isinstance(loss, SampledLoss) and not loss.has_edges and not loss.few_atoms()


def curve(*components: tuple[object, int]) -> PrivacyCurve:
    """Return the privacy curve of a composition, of pairs of a mechanism and its count."""
    return PrivacyCurve(components)
