r"""delta where a removed record is rarely sampled and a few great losses, the jumps, do all: the bulk of the runs is taken off.

A smooth window :math:`\chi(g) = \Phi((g - b)/w)` says which outputs jump. In units of the noise :math:`r(g) = 1 - q + q e^{g/s - 1/(2s^2)}` is the
ratio of the laws, g normal under Q, and for each part

.. math:: R(z) = E\,r^{-z} = J(z) + B(z), \qquad J(z) = E\left[\chi r^{-z}\right], \quad B(z) = E\left[(1 - \chi)\,r^{-z}\right].

Runs of which none jumps have :math:`\beta \le \kappa(c)\,e^{-c\varepsilon} \prod B(-1 - c)^n` of delta (Chernoff; what is beyond a far end is left
out of B, and its mass under P added), which is negligible for b far enough out. The others are a measure with the moments
:math:`D(z) = \prod R(z)^n - \prod B(z)^n`, and

.. math:: \delta(\varepsilon) - \beta = D(-1) - e^\varepsilon D(0) + e^\varepsilon\,E\left[(1 - e^{-\varepsilon - L'})_+\right], \qquad
    L' = -\sum \log r,

the last being the contour integral of D for the threshold :math:`-\varepsilon`: of losses below the threshold alone, so that great losses, however
heavy, are not seen; and as J has no narrow bulk, D falls as soon as the angle at the jumps turns, whatever q is.

The density of the loss of one run is convex on a logarithmic scale where that is small, and concave where :math:`e^L > \log(e^L/q)` or so. At such a
threshold great losses are not heavy, and the contour integral of the moments under P alone, D(z) with :math:`E\left[\chi r^{1+z}\right]` for J(z), is
:math:`\delta(\varepsilon) - \beta` itself (`rising_of`): no digits cancel, and the window may be wide.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import cast

from flint import acb, arb, ctx

from dpsym.curves.coarse import log_sum
from dpsym.curves.effort import Effort, SpentError
from dpsym.curves.line import Line
from dpsym.curves.loss import Parts, PrivacyLoss, ball_of
from dpsym.curves.more_bits import Engine, MoreBits
from dpsym.curves.planning import Plan, Planner, least
from dpsym.curves.rising import RisingRuns
from dpsym.curves.subsampled import SubsampledGaussianLoss
from dpsym.curves.window import log_normal
from dpsym.curves.windowed import WindowedRuns
from dpsym.errors import UndecidedError

_BITS, _FEW_NATS = 64, 25.0  # of bounds
_FEW_NODES, _UNIT_BITS = 128, 128  # nodes that are hardly enough, and bits up to which a unit of work is one
_COMPLEX = 2  # times what a real point costs
_HALVINGS, _ROUGHLY = 10, 0.02
_STEEPEST = 1e4  # of an abscissa for the bulk, over the threshold
_DEEPEST = 400  # times below the threshold that a jump may be
_LEAST = 20.0  # nats of the window that matter
_NARROWEST = 1 / 400  # width of a window
_LARGE = 300.0  # nats from which on a loss is linear in the output
_MOST_NATS = 130.0  # that the moments are taken with: the bound of their fall ends a little further down
_ALONE = 3  # times the logarithm of delta at most, for a single run
_FEW_DRAWS = 0.1
_SPARED = 2.0  # nats by which the bulk of wide windows is to be smaller than it has to be, as their cells are
_ALIKE = -30.0  # nats of the chance of a jump below which no two matter
_LOG2 = math.log(2)
_WIDTHS = (0.4, 0.2)  # of windows where great losses are not heavy, in sensitivities: wide ones take few points
_LAG = 3.0  # by how much of the noise, in sensitivities, a wide window may lie below a narrow one


@dataclass(frozen=True)
class JumpLoss(PrivacyLoss):
    """The negative loss of all runs together, of which one at least jumps: a measure with the moments D(z).

    Parameters
    ----------
    parts : tuple of WindowedRuns
        The composition.
    """

    parts: tuple[WindowedRuns, ...]

    def finite_masses(self) -> tuple[arb, arb]:
        """Return D(0) and D(-1), the chances under Q and under P that a run jumps."""
        totals = [arb(0), arb(0)]
        for runs in self.parts:
            under_p, under_q = runs.masses()
            totals[0] += runs.count * (-under_q).log1p()
            totals[1] += runs.count * (-under_p).log1p()
        return -totals[0].expm1(), -totals[1].expm1()

    def log_mgf(self, c: float) -> float:
        whole, shares = 0.0, []
        for runs in self.parts:
            log, jumps = runs.log_whole(c), runs.log_jumps(c)
            if jumps == math.inf:
                return math.inf
            whole += runs.count * log
            shares.append((min(jumps - log, 0.0), runs.count))
        alone = log_sum([share + math.log(count) for share, count in shares])
        if alone < _ALIKE:
            return whole + alone
        none = sum(count * math.log1p(-min(math.exp(share), 1 - 1e-12)) for share, count in shares)
        return whole + math.log(-math.expm1(none))

    def on_line(self, c: arb, step: arb, start: int, count: int, nats: float) -> list[acb]:
        found, kept = [acb(0)] * count, [acb(1)] * count
        for runs in self.parts:
            for k, (whole, jumps) in enumerate(runs.on_line(c, step, start, count, nats)):
                found[k] = found[k] * whole**runs.count + _difference(whole, jumps, runs.count) * kept[k]
                kept[k] *= (whole - jumps) ** runs.count
        return found

    def at(self, c: arb) -> arb:
        return self.on_line(c, arb(1), 0, 1, _FEW_NATS)[0].real

    def work(self, c: float, height: float, count: int, nats: float) -> float:
        total = 0.0
        for runs in self.parts:
            for is_jump in (False, True):
                h, _, first, last = runs.rule(is_jump, c, nats)
                total += (last - first) / h
        return _COMPLEX * total * (2 * math.sqrt(count) + count / 10)

    def decay(self, c: float) -> Callable[[arb], arb]:
        """Return n J times the powers of the moments of all runs but one, summed over that one, with what is left of jumps at a height."""
        point = arb(c)
        wholes, rests = [], []
        for runs in self.parts:
            whole, jumps = (value.real for value in runs.on_line(point, arb(1), 0, 1, _FEW_NATS)[0])
            wholes.append(whole)
            rests.append(whole - jumps)
        falls = [runs.fall(point) for runs in self.parts]

        def bound(height: arb) -> arb:
            found = [fall(height) for fall in falls]
            most = [(rest + fall).min(whole) for rest, fall, whole in zip(rests, found, wholes, strict=True)]
            product = arb(1)
            for each, runs in zip(most, self.parts, strict=True):
                product *= each**runs.count
            shares = (runs.count * fall / each for runs, fall, each in zip(self.parts, found, most, strict=True))
            return product * sum(shares, arb(0))

        return bound


def _difference(whole: acb, jumps: acb, count: int) -> acb:
    """Return whole^count - (whole - jumps)^count, where the jumps are small by their share."""
    share = jumps / whole
    if abs(share) < 0.5:
        return -(whole**count) * (count * (-share).log1p()).expm1()
    return whole**count - (whole - jumps) ** count


class Jumps:
    """delta for thresholds around one.

    Parameters
    ----------
    loss : JumpLoss
        The runs of which one jumps.
    line : Line
        Of the loss, for the negative threshold.
    bulk : callable
        A bound of what the others have of delta, at a threshold.
    """

    def __init__(self, loss: JumpLoss, line: Line, bulk: Callable[[arb], arb]) -> None:
        self._masses, self._line, self._bulk = loss.finite_masses(), line, bulk

    def delta(self, threshold: Fraction) -> arb:
        """Return a ball for delta at a threshold."""
        eps = ball_of(threshold)
        under_q, under_p = self._masses
        value = under_p + eps.exp() * (self._line.delta(-threshold) - under_q)
        return value.union(value + self._bulk(eps))


class Rising:
    """delta for thresholds around one, by the line of the moments under P; the bulk is that of `Jumps`."""

    def __init__(self, line: Line, bulk: Callable[[arb], arb]) -> None:
        self._line, self._bulk = line, bulk

    def delta(self, threshold: Fraction) -> arb:
        """Return a ball for delta at a threshold."""
        value = self._line.delta(threshold)
        return value.union(value + self._bulk(ball_of(threshold)))


def can_jump(parts: Parts) -> bool:
    """Return whether runs are such as are known here."""
    return all(isinstance(loss, SubsampledGaussianLoss) and loss.is_removed for loss, _ in parts)


def are_few(parts: Parts) -> bool:
    """Return whether a record is hardly ever sampled more than once or twice: saddle points say little then about the threshold."""
    return (
        can_jump(parts) and sum(count * cast("SubsampledGaussianLoss", loss).rate for loss, count in parts) < _FEW_DRAWS
    )


def jumps_of(
    parts: Parts, eps: Fraction, about: float, log_error: float, nats: float, most_nodes: int, effort: Effort
) -> Engine:
    """Return what gives delta around a threshold.

    Raises
    ------
    UndecidedError
        If no run alone comes up to the threshold nearly as often as all together, or too many digits would cancel.
    """
    if eps <= 0:
        raise UndecidedError("every run comes up to a threshold that is not positive")
    if log_reached(parts, float(eps)) < _ALONE * min(about, -_LEAST):
        raise UndecidedError("no run alone comes up to the threshold")
    placed, c = placed_of(parts, float(eps), log_error)
    loss = JumpLoss(placed)
    composed, planner = ((loss, 1),), Planner(((loss, 1),))
    gap = -float(eps)
    saddle = planner.saddle(gap)
    size = planner.log_delta(saddle, gap)
    cancelled = size + float(eps) - log_error
    if not cancelled < _MOST_NATS:
        raise SpentError("too many digits would cancel")
    plan = planner.plan(gap, cancelled, size, saddle)
    # the masses are greater than delta: as many bits more
    more = max(plan.more_bits(nats), math.ceil(max(0.0, planner.log_mgf(0.0) + float(eps) - about) / _LOG2) + 8)

    foresee(loss, plan, more, effort)

    def made() -> Engine:
        bulk = bulk_of(placed, c)
        return Jumps(loss, Line(composed, plan, -eps, most_nodes, effort), bulk)

    return MoreBits(more, made)


def rising_of(
    parts: Parts, eps: Fraction, about: float, log_error: float, nats: float, most_nodes: int, effort: Effort
) -> Engine:
    """Return what `jumps_of` does, by the moments under P.

    Raises
    ------
    UndecidedError
        If great losses are heavy at the threshold, or as there.
    """
    if not all(is_concave(float(cast("SubsampledGaussianLoss", loss).rate), float(eps)) for loss, _ in parts):
        raise UndecidedError("great losses are heavy at the threshold")
    placed, c = _wide(parts, float(eps), log_error - _SPARED)
    loss = JumpLoss(placed)
    composed, planner, gap = ((loss, 1),), Planner(((loss, 1),)), float(eps)
    plan = planner.plan(gap, about - log_error, about, planner.saddle(gap), behind=False)
    more = plan.more_bits(nats)
    foresee(loss, plan, more, effort)

    def made() -> Engine:
        bulk = bulk_of(placed, c)
        return Rising(Line(composed, plan, eps, most_nodes, effort), bulk)

    return MoreBits(more, made)


def is_concave(rate: float, eps: float) -> bool:
    """Return whether the density of a loss is about concave, on a logarithmic scale, from a threshold on."""
    return eps > _LARGE or (eps > 0 and math.exp(eps) > math.log(math.expm1(eps) / rate))


def foresee(loss: JumpLoss, plan: Plan, more: int, effort: Effort) -> None:
    """Refuse a line that would take more work than is left were it of few nodes."""
    foreseen = loss.work(plan.c, 0.0, _FEW_NODES, max(_FEW_NATS, plan.rise + plan.log_delta - plan.log_error))
    if foreseen * (ctx.prec + more) / _UNIT_BITS > effort.left:
        raise SpentError("fewer nodes than there are would take more work than is left")


def bulk_of(placed: tuple[WindowedRuns, ...], c: float) -> Callable[[arb], arb]:
    """Return a bound of what runs of which none jumps have of delta, at a threshold."""
    height, missing, point = arb(1), arb(0), arb(c)
    with ctx.workprec(_BITS):
        for runs in placed:
            height *= runs.bulk(point) ** runs.count
            missing += runs.count * runs.missing()
        height *= (point * point.log() - (1 + point) * (1 + point).log()).exp()
    if not height.is_finite():
        raise UndecidedError("the bulk of the runs could not be bounded")
    return lambda threshold: arb((missing + height * (-point * threshold).exp()).upper())


def place_of(loss: SubsampledGaussianLoss, level: float) -> float:
    """Return about the place of a loss, above which it is greater."""
    s, q = float(loss.spread), float(loss.rate)
    return s * (math.log1p(math.expm1(level) / q) if level < _LARGE else level - math.log(q)) + 0.5 / s


def log_beyond(loss: SubsampledGaussianLoss, count: int, place: float) -> float:
    """Return about the logarithm of how many of so many runs come up to a place, under P."""
    moved = math.log(loss.rate) + log_normal(1 / float(loss.spread) - place)
    return max(log_normal(-place), moved) + math.log(count)


def log_reached(parts: Parts, eps: float) -> float:
    """Return about the logarithm of how many runs come up to a threshold alone, under P."""
    runs = cast("tuple[tuple[SubsampledGaussianLoss, int], ...]", parts)
    return max(log_beyond(loss, count, place_of(loss, eps)) for loss, count in runs)


def _wide(parts: Parts, eps: float, log_error: float) -> tuple[tuple[RisingRuns, ...], float]:
    """Return the runs with the widest windows that lie nearly as far out as narrow ones, and what `placed_of` returns with them."""
    narrow, _ = placed_of(parts, eps, log_error)
    for width in _WIDTHS:
        placed, c = placed_of(parts, eps, log_error, width)
        if all(far.place - near.place < _LAG * float(far.spread) for far, near in zip(narrow, placed, strict=True)):
            break
    return tuple(RisingRuns(*runs.outline) for runs in placed), c


def placed_of(
    parts: Parts, eps: float, log_error: float, share: float | None = None
) -> tuple[tuple[WindowedRuns, ...], float]:
    """Return the runs with windows as far out as their bulk allows, and the abscissa at which that is bounded."""

    def laid(level: float) -> tuple[WindowedRuns, ...]:
        """Return the runs with windows at a loss."""
        found = []
        for loss, count in cast("tuple[tuple[SubsampledGaussianLoss, int], ...]", parts):
            place = place_of(loss, level)
            reach = math.sqrt(2 * max(_LEAST, log_beyond(loss, count, place) - log_error))
            width = min(1.0, float(loss.spread) * (1 / reach if share is None else share))
            if width < _NARROWEST:
                raise UndecidedError("the noise is too small for a window of jumps")
            found.append(WindowedRuns(loss.rate, loss.spread, count, place, width, reach))
        return tuple(found)

    def height(placed: tuple[WindowedRuns, ...], u: float) -> float:
        c = min(math.exp(u), _STEEPEST / eps)
        total = sum(runs.count * runs.log_bulk(c) for runs in placed)
        return total - c * eps + c * math.log(c) - (1 + c) * math.log1p(c)

    low, high = math.log(eps / _DEEPEST), math.log(eps)
    best, place = None, math.log(_LEAST / eps)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        placed = laid(math.exp(middle))
        if height(placed, place) > log_error:  # one abscissa at which they are is enough
            place = least(partial(height, placed), place, _ROUGHLY)
        if height(placed, place) <= log_error:
            low, best = middle, placed
        else:
            high = middle
    if best is None:
        raise UndecidedError("runs of which none jumps matter at the threshold")
    return best, min(math.exp(least(partial(height, best), place, _ROUGHLY)), _STEEPEST / eps)
