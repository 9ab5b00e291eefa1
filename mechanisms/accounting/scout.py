r"""Where to look: the range of a law, the tilt that suits a question, and the pitches of the stages.

Everything here chooses; nothing here bounds. A bad choice gives a wide bracket, never a wrong one.

The tilt is the one whose bound

.. math:: \delta(\varepsilon) \le e^{K(\lambda) - \lambda \varepsilon} \,
          \lambda^\lambda/(1 + \lambda)^{1 + \lambda}

is best, K(lambda) being the logarithm of E_P exp(lambda L) of the composition: on that scale errors are counted.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from mechanisms.accounting.lattice import Lattice, Measure, discretise
from mechanisms.accounting.loss import Loss
from mechanisms.validate import Array

# A single step's loss beyond this counts as infinite: its exponential must stay a float.
_LARGEST = 600.0
_LEFT_FLOOR = 1e-26
_POINTS = 1 << 12
_MOST_POINTS = 1 << 18
# Errors grow by e^(tilt * pitch) from a point to the one below it.
_STEEPEST = 10.0
_MOST_FITTED = 1 << 12
_MOST_MULTIPLES = 1 << 16


@dataclass(frozen=True)
class Scout:
    """Rough measures of the steps, on one pitch.

    Parameters
    ----------
    measures : tuple of Measure
        One for each law.
    counts : tuple of int
        Their multiplicities.
    """

    measures: tuple[Measure, ...]
    counts: tuple[int, ...]

    @property
    def pitch(self) -> float:
        return self.measures[0].lattice.pitch

    def moments(self, tilt: float) -> tuple[float, float, float]:
        """Return K, K' and K'' at the tilt."""
        steps = zip(self.measures, self.counts, strict=True)
        value, mean, variance = sum((count * _moments(measure, tilt) for measure, count in steps), np.zeros(3))
        return float(value), float(mean), float(variance)

    def log_masses(self, tilt: float) -> list[float]:
        """Return log E_P exp(tilt L) of each law."""
        return [float(_moments(measure, tilt)[0]) for measure in self.measures]

    def log_delta(self, tilt: float) -> float:
        """Return log delta where the tilt is the best one for the bound on epsilon."""
        value, mean, _ = self.moments(tilt)
        return value - tilt * mean - math.log1p(tilt)

    def tilt_at_epsilon(self, eps: float) -> float:
        """Return the tilt that gives the best bound on delta(eps)."""
        return self._solve(lambda tilt: self.moments(tilt)[1] + math.log(tilt) - math.log1p(tilt) < eps)

    def tilt_at_delta(self, delta: float) -> float:
        """Return the tilt that gives the best bound on epsilon(delta)."""
        goal = math.log(delta)
        return self._solve(lambda tilt: self.log_delta(tilt) > goal)

    def _solve(self, below: Callable[[float], bool]) -> float:
        spread = math.sqrt(max(self.moments(0.0)[2], self.pitch**2 / 16))
        low, high = math.log(1e-3 / spread), math.log(_STEEPEST / self.pitch)
        for _ in range(24):
            middle = (low + high) / 2
            low, high = (middle, high) if below(math.exp(middle)) else (low, middle)
        return math.exp((low + high) / 2)


def _moments(measure: Measure, tilt: float) -> Array:
    """Return the logarithm of the mass, the mean and the variance of the finite losses under a tilt."""
    keep = measure.masses > 0
    points = measure.lattice.points[keep]
    if points.size == 0:
        return np.zeros(3)
    exponent = np.log(measure.masses[keep]) + tilt * points
    top = float(np.max(exponent))
    weight = np.exp(exponent - top)
    mass = float(np.sum(weight))
    mean = float(np.dot(weight, points)) / mass
    variance = float(np.dot(weight, (points - mean) ** 2)) / mass
    return np.array([top + math.log(mass), mean, variance])


def scout(steps: Sequence[tuple[Loss, int]], floor: float) -> Scout:
    """Discretise the laws roughly; `floor` is the mass per step that may be taken for infinite."""
    ranges = [loss_range(loss, floor) for loss, _ in steps]
    pitch = max((high - low) for low, high in ranges) / _POINTS or 1.0
    shared = common_pitch([loss for loss, _ in steps])
    total = sum(count for _, count in steps)
    for _ in range(6):
        pitch = _quantised(pitch, shared, all(loss.p_mass == 0 for loss, _ in steps))
        measures = tuple(
            discretise(loss, lattice(loss, pitch, limits), True)
            for (loss, _), limits in zip(steps, ranges, strict=True)
        )
        rough = Scout(measures, tuple(count for _, count in steps))
        spread = math.sqrt(rough.moments(0.0)[2] / total)
        widest = max(len(measure.masses) for measure in measures)
        if spread >= 6 * pitch or widest > _MOST_POINTS // 4 or pitch == shared:
            return rough
        pitch /= 4
    return rough


def _quantised(pitch: float, shared: float | None, atomic: bool) -> float:
    if shared is None:
        return pitch
    if atomic or pitch >= shared:
        return shared
    return shared * 2.0 ** -math.ceil(math.log2(shared / pitch))


def lattice(loss: Loss, pitch: float, limits: tuple[float, float]) -> Lattice:
    """Return the lattice of a pitch over a range of losses, through the lowest atom if there is one."""
    origin = _anchor(loss)[0]
    low, high = ((limit - origin) / pitch for limit in limits)
    return Lattice(origin, pitch, math.floor(low) - 3, max(math.ceil(high), math.floor(low) + 1) + 3)


def _anchor(loss: Loss) -> tuple[float, float | None]:
    """Return the lowest atom and the pitch that all atoms share; 0 without atoms, None without a pitch."""
    atoms = [atom.loss for atom in loss.atoms]
    if not atoms:
        return 0.0, None
    return atoms[0], _divisor([atom - atoms[0] for atom in atoms[1:]])


def common_pitch(losses: Sequence[Loss]) -> float | None:
    """Return the pitch that the atoms of all laws share, each from an origin of its own."""
    pitches = [pitch for pitch in (_anchor(loss)[1] for loss in losses) if pitch is not None]
    return _divisor(pitches)


def fitted_pitch(losses: Sequence[Loss], wanted: float) -> float:
    """Return a pitch about the wanted one, or half of it, on which atoms without a common pitch almost sit."""
    spans = np.array([atom.loss - loss.atoms[0].loss for loss in losses for atom in loss.atoms[1:]])
    if not 0 < spans.size <= _MOST_FITTED or np.max(spans) < wanted:
        return wanted
    cells = math.ceil(np.max(spans) / wanted) + np.arange(min(math.ceil(np.max(spans) / wanted), _MOST_FITTED))
    place = np.outer(cells / np.max(spans), spans)
    # What is left above a lattice point is what the lower measure loses.
    best = cells[np.argmin(np.max(place - np.floor(place + 1e-9), axis=1))]
    return float(np.max(spans) / best)


def _divisor(lengths: Sequence[float]) -> float | None:
    """Return the largest length of which all given ones are multiples, up to rounding; None without one."""
    lengths = [length for length in lengths if length > 0]
    if not lengths:
        return None
    result = lengths[0]
    for length in lengths[1:]:
        larger, smaller = max(result, length), min(result, length)
        while smaller > 1e-9 * larger and smaller * _MOST_MULTIPLES > max(lengths):
            larger, smaller = smaller, abs(math.remainder(larger, smaller))
        result = larger
    # Euclid's remainders are off by rounding; the shortest length divided by its multiple is not.
    times = round(min(lengths) / result)
    if not times:  # the shortest length is nothing beside the longest
        return None
    result = min(lengths) / times
    fits = all(abs(length / result - round(length / result)) < 1e-13 * length / result for length in lengths)
    return result if fits and max(lengths) < _MOST_MULTIPLES * result else None


def loss_range(loss: Loss, floor: float, tilt: float = 0.0, log_mass: float = 0.0) -> tuple[float, float]:
    """Return the losses between which all but a negligible mass lies.

    Parameters
    ----------
    loss : Loss
        The law.
    floor : float
        What of the profile is negligible on the right.
    tilt, log_mass : float
        On the left mass counts under this tilt, against the whole mass e^log_mass.
    """
    low, high = loss.ends
    # Where a law ends or has atoms, the range reaches there; else to where its tails are negligible.
    if loss.p_mass > 0:
        left = _LEFT_FLOOR * math.exp(min(log_mass, 600.0))
        low = max(low, -_first(lambda x: loss.below(-x).value * np.exp(-tilt * x), left))
        high = min(high, _first(lambda x: loss.above(x).value, floor))
    atoms = [atom.loss for atom in loss.atoms]
    return max(min([low, *atoms]), -_LARGEST), min(max([high, *atoms]), _LARGEST)


def _first(tail: Callable[[Array], Array], floor: float) -> float:
    """Return about the smallest positive loss from which on the tail is below the floor."""
    grid = 1e-9 * 2.0 ** np.arange(0.0, 60.0)
    grid = grid[grid < 2 * _LARGEST]
    small = np.flatnonzero(tail(grid) <= floor)
    if small.size == 0:
        return _LARGEST
    high = float(grid[small[0]])
    fine = np.linspace(high / 2, high, 65)
    small = np.flatnonzero(tail(fine) <= floor)
    return float(fine[small[0]]) if small.size else high
