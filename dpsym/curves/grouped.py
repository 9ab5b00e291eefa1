r"""The moments of many different losses at once: some are multiplied out to one of more atoms, whose sums are products of matrices.

Of Laplace noise of the rate a, :math:`(2z + 1) M(z) = (z + 1) (e^{az} + r\,e^{-a} e^{-az})` with :math:`r = z/(z + 1)`, the same for all,
so that the product of several is a polynomial in r whose coefficients are sums of atoms.
"""

from __future__ import annotations

import math
from fractions import Fraction

from flint import acb, acb_mat, arb

from dpsym.curves.effort import Effort
from dpsym.curves.families import LaplaceLoss
from dpsym.curves.loss import Parts, PrivacyLoss, ball_of, powers
from dpsym.curves.pieces import PiecewiseLoss
from dpsym.curves.theta import DiscreteGaussianLoss

_MOST = 8  # atoms that are summed as they are
_UNIT = 1 << 30  # of a mean, its inverse
_TYPICAL = 1 << 10  # nodes, in an estimate
_ATOM, _FACTOR = 0.015, 0.08  # units of work at a node

Sums = dict[tuple[int, Fraction], arb]
"""Weights by the power of r and the position."""


class Grouped:
    """The moments of a composition along a line.

    Parameters
    ----------
    parts : pairs of PrivacyLoss and int
        The composition.
    """

    def __init__(self, parts: Parts) -> None:
        self.others: list[tuple[PrivacyLoss, int]] = []
        self.runs = 0
        groups: dict[int, list[PiecewiseLoss]] = {}
        for loss, count in parts:
            if isinstance(loss, LaplaceLoss) or (
                isinstance(loss, PiecewiseLoss)
                and not isinstance(loss, DiscreteGaussianLoss)  # which tells three positions of many
                and not loss.has_edges
                and 0 < len(loss.positions) <= _MOST
            ):
                groups.setdefault(count, []).append(loss)
                self.runs += count * isinstance(loss, LaplaceLoss)
            else:
                self.others.append((loss, count))
        self.groups = [(bundle, count) for count, losses in groups.items() for bundle in _bundles(losses)]

    def work(self, c: float, height: float, nats: float) -> float:
        """Return what a node costs up to a height, in units of `Effort`."""
        sizes = [math.prod(len(loss.positions) for loss in bundle) for bundle, _ in self.groups]
        lengths = [sum(isinstance(loss, LaplaceLoss) for loss in bundle) for bundle, _ in self.groups]
        own = sum(_ATOM * size + _FACTOR * (2 + 2 * length) for size, length in zip(sizes, lengths, strict=True))
        return own + sum(loss.work(c, height, _TYPICAL, nats) for loss, _ in self.others) / _TYPICAL

    def on_line(self, c: arb, step: arb, start: int, count: int, nats: float, effort: Effort) -> list[acb]:
        """Return the product of the moments at so many nodes from a first one on; what it costs is taken from the work that is left."""
        nodes = [acb(c, step * k) for k in range(start, start + count)]
        ratios = [z / (z + 1) for z in nodes] if self.runs else []
        bundles = [(*_centred(_product(bundle), c), runs) for bundle, runs in self.groups]
        middle = ball_of(sum((runs * place for _, place, runs in bundles), Fraction(0)))
        factors = Pairs([(z * middle).exp() * ((z + 1) / (2 * z + 1)) ** self.runs for z in nodes])
        effort.spend(count * self.work(float(c), float(step) * (start + count), nats))
        for sums, _, runs in bundles:
            values: list[acb] = []
            for power in range(max(power for power, _ in sums), -1, -1):
                here = _sums(_of(sums, power), acb(c, step * start), acb(0, step), count)
                values = [old * r + new for old, r, new in zip(values, ratios, here, strict=True)] if values else here
            factors.add(values, runs)
        for loss, runs in self.others:
            factors.add(loss.on_line(c, step, start, count, nats + math.log(runs)), runs)
        return factors.product()


class Pairs:
    """A product of many lists of numbers, of two of as many factors each: the corners of balls turn often where one follows the other.

    Parameters
    ----------
    first : list of acb
        The first factor.
    """

    def __init__(self, first: list[acb]) -> None:
        self._done = [(1, first)]

    def add(self, values: list[acb], power: int) -> None:
        """Take a power of a list as a factor."""
        size, found = 1, [value**power for value in values] if power > 1 else values
        while self._done and self._done[-1][0] == size:
            other = self._done.pop()[1]
            size, found = 2 * size, [one * two for one, two in zip(found, other, strict=True)]
        self._done.append((size, found))

    def product(self) -> list[acb]:
        """Return the product of all factors."""
        found = self._done[-1][1]
        for _, other in reversed(self._done[:-1]):
            found = [one * two for one, two in zip(found, other, strict=True)]
        return found


def _bundles(losses: list[PiecewiseLoss]) -> list[list[PiecewiseLoss]]:
    """Return the losses in groups whose atoms multiply out to few."""
    bundles, size = [[losses[0]]], len(losses[0].positions)
    for loss in losses[1:]:
        size *= len(loss.positions)
        if size > _MOST:
            bundles.append([])
            size = len(loss.positions)
        bundles[-1].append(loss)
    return bundles


def _product(losses: list[PiecewiseLoss]) -> Sums:
    total: Sums = {(0, Fraction(0)): arb(1)}
    for loss in losses:
        terms = _atoms(loss)
        following: Sums = {}
        for (power, place), weight in total.items():
            for (more, other), mass in terms.items():
                key = power + more, place + other
                following[key] = following.get(key, arb(0)) + weight * mass
        total = following
    return total


def _atoms(loss: PiecewiseLoss) -> Sums:
    if isinstance(loss, LaplaceLoss):
        return {(0, loss.rate): arb(1), (1, -loss.rate): (-ball_of(loss.rate)).exp()}
    return {(0, place): mass for place, (mass, _) in loss.terms().items()}


def _centred(sums: Sums, c: arb) -> tuple[Sums, Fraction]:
    """Return the sums moved so that their logarithm is level on the axis and balls turn little where many are multiplied, and by how much."""
    turn, slope, total = 1 / (c * (c + 1)), arb(0), arb(0)
    for (power, place), weight in sums.items():
        size = weight * (c * ball_of(place)).exp() * (c / (c + 1)) ** power
        slope += size * (ball_of(place) + turn * power)
        total += size
    mean = Fraction(math.floor(float((slope / total).mid()) * _UNIT), _UNIT)
    return {(power, place - mean): weight for (power, place), weight in sums.items()}, mean


def _sums(atoms: list[tuple[arb, arb]], first: acb, turn: acb, count: int) -> list[acb]:
    """Return the sums of weight exp(z place) at z = first + k turn, as the entries of a product of two tables of powers."""
    width = math.isqrt(count - 1) + 1
    low = [powers((turn * place).exp(), width) for place, _ in atoms]
    high = [powers((turn * (width * place)).exp(), -(-count // width)) for place, _ in atoms]
    leads = [weight * (first * place).exp() for place, weight in atoms]
    rows = [[lead * power for lead, power in zip(leads, row, strict=True)] for row in zip(*high, strict=True)]
    return (acb_mat(rows) * acb_mat(low)).entries()[:count]


def _of(sums: Sums, power: int) -> list[tuple[arb, arb]]:
    return [(ball_of(place), weight) for (one, place), weight in sums.items() if one == power]
