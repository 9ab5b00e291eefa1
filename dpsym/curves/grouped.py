r"""The moments of many different losses at once: some are multiplied out to one of more atoms, whose sums are products of matrices.

Of Laplace noise of the rate a, :math:`(2z + 1) M(z) = (z + 1) (e^{az} + r\,e^{-a} e^{-az})` with :math:`r = z/(z + 1)`, the same for all,
so that the product of several is a polynomial in r whose coefficients are sums of atoms. On a run of nodes r is nearly an exponential of
the place, :math:`r = \\tilde r (1 + e)`, which belongs to the atoms: of the powers of e only those are summed that are not small.
"""

from __future__ import annotations

import math
from fractions import Fraction

from flint import acb, acb_mat, arb, ctx

from dpsym.curves.effort import Effort
from dpsym.curves.families import LaplaceLoss
from dpsym.curves.loss import Parts, PrivacyLoss, ball_of, powers
from dpsym.curves.pieces import PiecewiseLoss

_MOST = 8  # atoms that are summed as they are
_UNIT = 1 << 30  # of a mean, its inverse
_TYPICAL = 1 << 10  # nodes, in an estimate
_ATOM, _FACTOR = 0.03, 0.15  # units of work at a node

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
                isinstance(loss, PiecewiseLoss) and not loss.has_edges and 0 < loss.size <= _MOST
            ):
                groups.setdefault(count, []).append(loss)
                self.runs += count * isinstance(loss, LaplaceLoss)
            else:
                self.others.append((loss, count))
        self._known: dict[tuple[int, float], list[tuple[Sums, Fraction, int]]] = {}
        self.groups = [(bundle, count) for count, losses in groups.items() for bundle in _bundles(losses)]

    def _centred_at(self, c: arb) -> list[tuple[Sums, Fraction, int]]:
        """Return the atoms of each group with what they are moved by and their power, at the working precision."""
        key = ctx.prec, float(c)
        if key not in self._known:
            self._known[key] = [(*_centred(_product(bundle), c), runs) for bundle, runs in self.groups]
        return self._known[key]

    def work(self, c: float, height: float, nats: float) -> float:
        """Return what a node costs up to a height, in units of `Effort`."""
        sizes = [math.prod(loss.size for loss in bundle) for bundle, _ in self.groups]
        own = sum(_ATOM * size + _FACTOR for size in sizes)
        return own + sum(loss.work(c, height, _TYPICAL, nats) for loss, _ in self.others) / _TYPICAL

    def on_line(self, c: arb, step: arb, start: int, count: int, nats: float, effort: Effort) -> list[acb]:
        """Return the product of the moments at so many nodes from a first one on; what it costs is taken from the work that is left."""
        nodes = [acb(c, step * k) for k in range(start, start + count)]
        ratio = _Ratio(nodes, step) if self.runs else None
        bundles = self._centred_at(c)
        middle = ball_of(sum((runs * place for _, place, runs in bundles), Fraction(0)))
        factors = Pairs(_sums([(acb(c, step * start) * middle, acb(0, step) * middle, arb(1))], count))
        if self.runs:
            factors.add([(z + 1) / (2 * z + 1) for z in nodes], self.runs)
        effort.spend(count * self.work(float(c), float(step) * (start + count), nats))
        for sums, _, runs in bundles:
            factors.add(_values(sums, ratio, c, step, start, count, nats + math.log(runs * len(bundles))), runs)
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
    bundles, size = [[losses[0]]], losses[0].size
    for loss in losses[1:]:
        size *= loss.size
        if size > _MOST:
            bundles.append([])
            size = loss.size
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


class _Ratio:
    """z/(z + 1) on a run of nodes, as :math:`e^{u + vk} (1 + e_k)`, k the node less the first.

    Parameters
    ----------
    nodes : list of acb
        The nodes z.
    step : arb
        Their distance.
    """

    def __init__(self, nodes: list[acb], step: arb) -> None:
        half = len(nodes) // 2
        middle = acb(nodes[half].real.mid(), nodes[half].imag.mid())
        lead, turn = (middle / (middle + 1)).log(), acb(0, step) / (middle * (middle + 1))
        self.turn = acb(turn.real.mid(), turn.imag.mid())
        start = lead - half * self.turn
        self.lead = acb(start.real.mid(), start.imag.mid())
        inverse = powers((-self.turn).exp(), len(nodes))
        back = (-self.lead).exp()
        self.errors = [z / (z + 1) * (back * power) - 1 for z, power in zip(nodes, inverse, strict=True)]
        self.most: arb = arb(max(float(error.abs_upper()) for error in self.errors)) * (1 + 1e-12)


def _values(sums: Sums, ratio: _Ratio | None, c: arb, step: arb, start: int, count: int, nats: float) -> list[acb]:
    """Return the moments of atoms at so many nodes from a first one on, to a relative error of about exp(-nats)."""
    first, turn = acb(c, step * start), acb(0, step)
    if ratio is None or all(power == 0 for power, _ in sums):
        return _sums(
            [(ball_of(place) * first, ball_of(place) * turn, weight) for (_, place), weight in sums.items()], count
        )
    degree = max(power for power, _ in sums)
    sizes = [(power, weight * (c * ball_of(place)).exp()) for (power, place), weight in sums.items()]
    allowed = sum((size for _, size in sizes), arb(0)) * arb(-nats).exp()
    shares, rest = 1, arb(0)
    while shares <= degree:
        rest = _rest(sizes, shares, ratio.most)
        if rest < allowed:
            break
        shares, rest = shares + 1, arb(0)
    terms = [
        (power, place * first + power * ratio.lead, place * turn + power * ratio.turn, weight)
        for power, place, weight in _balls(sums)
    ]
    values: list[acb] = []
    for share in range(shares - 1, -1, -1):
        chosen = [
            (lead, turns, weight * math.comb(power, share)) for power, lead, turns, weight in terms if power >= share
        ]
        here = _sums(chosen, count, rest if share == 0 else arb(0))
        values = [old * e + new for old, e, new in zip(values, ratio.errors, here, strict=True)] if values else here
    return values


def _rest(sizes: list[tuple[int, arb]], shares: int, error: arb) -> arb:
    """Return a bound of the terms with at least so many powers of an error: of a modulus below 1, r is at most 1/(1 - error) of it."""
    if not error < 1:
        return arb("inf")
    return arb(
        sum(
            (
                size * math.comb(power, shares) * error**shares * (1 + error) ** (power - shares) / (1 - error) ** power
                for power, size in sizes
                if power >= shares
            ),
            arb(0),
        ).upper()
    )


def _sums(atoms: list[tuple[acb, acb, arb]], count: int, slack: arb | None = None) -> list[acb]:
    """Return the sums of weight exp(lead + k turn), k = 0, 1, ..., as the entries of a product of two tables of powers."""
    width = math.isqrt(count - 1) + 1
    low = [powers(turn.exp(), width) for _, turn, _ in atoms]
    high = [powers((turn * width).exp(), -(-count // width)) for _, turn, _ in atoms]
    leads = [weight * lead.exp() for lead, _, weight in atoms]
    if slack is not None and not slack.is_zero():
        ball = arb(0, slack)
        low.append([acb(1)] * width)
        high.append([acb(1)] * len(high[0]))
        leads.append(acb(ball, ball))
    rows = [[lead * power for lead, power in zip(leads, row, strict=True)] for row in zip(*high, strict=True)]
    return (acb_mat(rows) * acb_mat(low)).entries()[:count]


def _balls(sums: Sums) -> list[tuple[int, arb, arb]]:
    return [(power, ball_of(place), weight) for (power, place), weight in sums.items()]
