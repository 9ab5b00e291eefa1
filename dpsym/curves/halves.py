r"""delta of few runs of losses of atoms, wherever these lie: the atoms of either half of the runs, listed, and a sum over pairs.

With the halves A and B, and :math:`\bar P_B(t)`, :math:`\bar Q_B(t)` the masses of B at losses above t,

.. math:: \delta(\varepsilon) = \sum_{a \in A} p_a \bar P_B(\varepsilon - \ell_a) - e^{\varepsilon} q_a \bar Q_B(\varepsilon - \ell_a).

A few pairs whose loss floats do not tell from :math:`\varepsilon` add :math:`(p_a p_b - e^\varepsilon q_a q_b)_+`; where they are many, and
the loss is within s, one adds from 0 to :math:`(1 - e^{-s}) p_a p_b`. Atoms that are rare under
the law tilted by c are left out of a half, and by Markov's inequality add up to at most

.. math:: e^{-c\varepsilon} M_B(c)\Bigl(M_A(c) - \sum_{a\ \mathrm{kept}} p_a e^{c\ell_a}\Bigr).
"""

from __future__ import annotations

import math
from bisect import bisect_right
from fractions import Fraction
from itertools import accumulate
from operator import itemgetter
from typing import NamedTuple

from flint import arb

from dpsym.curves.effort import Effort, SpentError
from dpsym.curves.loss import Parts, PrivacyLoss, ball_of
from dpsym.curves.outcomes import outcomes
from dpsym.curves.planning import Plan
from dpsym.errors import UndecidedError

MOST_RUNS = 40
"""Runs that are listed at most."""

_FEW_RUNS, _FEW_ATOMS, _LIKELY = 12, 15, -30.0  # more runs only of so few atoms whose share has such a logarithm

_MOST_ATOMS = 50000  # of a half
_SLIP = 1e-15  # of the greatest losses, for each run, more than floats err
_SPARE, _ATTEMPTS = 8.0, 4  # nats below what may be left out in total; how often the least share is lowered
_ATOM, _PAIR = 1.0, 0.4  # units of work
_MOST_CLOSE = 1 << 12  # pairs next to a threshold that are weighed one by one


class Atom(NamedTuple):
    """An atom of some runs: its share of the tilted law, the logarithm of this and its loss as floats, and its masses."""

    log: float
    loss: float
    share: arb
    p: arb
    q: arb

    def and_then(self, other: Atom) -> Atom:
        """Return the atom of the runs of both."""
        return Atom(
            self.log + other.log, self.loss + other.loss, self.share * other.share, self.p * other.p, self.q * other.q
        )

    def times(self, upper: int, lower: int) -> Atom:
        """Return as many times the masses."""
        if upper == lower:
            return self
        ways = arb(upper) / lower
        return Atom(self.log + math.log(upper / lower), self.loss, self.share * ways, self.p * ways, self.q * ways)


class Halves:
    """The atoms of two halves; thresholds near the planned one are then cheap.

    Parameters
    ----------
    parts : pairs of PrivacyLoss and int
        The composition, of losses of atoms alone.
    plan : Plan
        The saddle point, and the error that is allowed.
    eps : Fraction
        The planned threshold, in nats.
    effort : Effort
        The work that is left.

    Raises
    ------
    UndecidedError
        If a half has too many atoms.
    """

    def __init__(self, parts: Parts, plan: Plan, eps: Fraction, effort: Effort) -> None:
        self.effort, self.c = effort, arb(plan.saddle)
        bases = [(_Base(loss, self.c), count) for loss, count in parts]
        height: arb = sum((count * base.height.log() for base, count in bases), arb(0))
        allowed = plan.log_error - float((height - self.c * ball_of(eps)).mid()) - 2
        self._runs = sum(count for _, count in parts)
        if self._runs > _FEW_RUNS and any(base.likely() > _FEW_ATOMS for base, _ in bases):
            raise SpentError("the runs have too many atoms to be listed")
        sides, self._left_out, self._reach = [], arb(0), 0.0
        for half in _divided(bases):
            atoms, share, least = _listed(half, allowed, effort)
            self._reach += sum(count * base.reach(least - math.lgamma(count + 1)) for base, count in half)
            self._left_out += share
            sides.append(sorted(atoms, key=itemgetter(1)))
        self._left_out *= height.exp()
        self._first, self._second = sides
        self._above, self._below = (
            list(accumulate((atom[k] for atom in reversed(self._second)), initial=arb(0)))[::-1] for k in (3, 4)
        )

    def delta(self, eps: Fraction) -> arb:
        """Return a ball for delta of the finite part of the loss."""
        second, goal = self._second, float(eps)
        slip = _SLIP * self._runs * (self._reach + abs(goal))
        self.effort.spend(_PAIR * (len(self._first) + len(second)))
        threshold = ball_of(eps)
        rise, p, q, near, close = threshold.exp(), arb(0), arb(0), arb(0), 0
        first = last = len(second)  # of the atoms that may be above, and that certainly are
        for atom in self._first:
            place = goal - atom.loss
            while first and second[first - 1].loss > place - slip:
                first -= 1
            while last and second[last - 1].loss > place + slip:
                last -= 1
            p += atom.p * self._above[last]
            q += atom.q * self._below[last]
            close += last - first
            if close > _MOST_CLOSE:
                near += atom.p * (self._above[first] - self._above[last])
            else:
                for other in second[first:last]:
                    p += (atom.p * other.p - rise * atom.q * other.q).max(arb(0))
        unsure = near * -(arb(-4 * slip).expm1()) + self._left_out * (-self.c * threshold).exp()
        return p - rise * q + arb(0).union(arb(unsure.upper()))


class _Base:
    """The atoms of one run, the likeliest under the tilted law first."""

    def __init__(self, loss: PrivacyLoss, c: arb) -> None:
        known = outcomes(loss, math.inf)
        if known is None:
            raise UndecidedError("the atoms of a loss cannot be listed")
        found = known.atoms
        sizes = [p * (c * place).exp() for place, p, _ in found]
        self.height: arb = sum(sizes, arb(0))
        atoms = [
            Atom(float((size / self.height).log().mid()), float(place.mid()), size / self.height, p, q)
            for size, (place, p, q) in zip(sizes, found, strict=True)
            if size > 0
        ]
        self.atoms = sorted(atoms, key=itemgetter(0), reverse=True)
        self._blur = max((float(place.rad()) for place, _, _ in found), default=0.0) / _SLIP

    def likely(self) -> int:
        """Return how many atoms are not very rare."""
        return sum(atom.log > _LIKELY for atom in self.atoms)

    def reach(self, least: float) -> float:
        """Return the greatest modulus of the loss of an atom whose share has at least such a logarithm, more where balls are wide."""
        return self._blur + max((abs(atom.loss) for atom in self.atoms if atom.log >= least), default=0.0)


Half = list[tuple[_Base, int]]
_ONE = Atom(0.0, 0.0, arb(1), arb(1), arb(1))


def _divided(bases: Half) -> tuple[Half, Half]:
    """Return two compositions of about as many atoms."""
    halves: tuple[Half, Half] = [], []
    sizes = [0.0, 0.0]
    for base, count in sorted(bases, key=lambda part: -len(part[0].atoms) * part[1]):
        smaller = sizes.index(min(sizes))
        for side, share in ((smaller, (count + 1) // 2), (1 - smaller, count // 2)):
            if share:
                halves[side].append((base, share))
                sizes[side] += share * math.log(1 + len(base.atoms)) - math.lgamma(share + 1)
    return halves


def _listed(half: Half, allowed: float, effort: Effort) -> tuple[list[Atom], arb, float]:
    """Return the atoms of some runs, all but a share of the tilted law whose logarithm is at most as given, and a bound of this share.

    The third number is the logarithm of a share below which none was listed.
    """
    least, excess = allowed - _SPARE, -1.0
    for _ in range(_ATTEMPTS):
        least -= excess + 1
        total = [_ONE]
        for base, count in half:
            more = sorted(_repeated(base.atoms, count, least), key=itemgetter(0), reverse=True)
            falls = [-other.log for other in more]
            reaches = [bisect_right(falls, atom.log - least) for atom in total]
            _check(sum(reaches))
            effort.spend(_ATOM * sum(reaches))
            total = [atom.and_then(other) for atom, reach in zip(total, reaches, strict=True) for other in more[:reach]]
        rest = arb((1 - sum((atom.share for atom in total), arb(0))).upper()).max(arb(0))
        excess = float(rest.log().mid()) - allowed if rest > 0 else 0.0
        if excess <= 0:
            break
    return total, rest, least


def _repeated(atoms: list[Atom], count: int, least: float) -> list[Atom]:
    """Return the atoms of so many runs whose shares are not certainly smaller than one, each multiset once."""
    likely = bisect_right([-atom.log for atom in atoms], -least / count)  # any so many of which are likely enough
    _check(math.comb(likely + count - 1, count))
    levels = [
        [(0.0, 0, 0, 0)]
    ]  # the logarithm of a share, the atom before it, the last run, and how often this was chosen
    for size in range(1, count + 1):
        spare = math.lgamma(count + 1) - math.lgamma(size + 1)
        found: list[tuple[float, int, int, int]] = []
        for before, (log, _, last, chosen) in enumerate(levels[-1]):
            for place in range(last, len(atoms)):
                more = atoms[place].log
                if log + math.log(size) + more * (count + 1 - size) + spare < least:
                    break
                times = chosen + 1 if place == last else 1
                found.append((log + more + math.log(size / times), before, place, times))
            _check(len(found))
        levels.append(found)
    runs = [_ONE]
    for size, level in enumerate(levels[1:], 1):
        runs = [runs[before].and_then(atoms[place]).times(size, times) for _, before, place, times in level]
    return runs


def _check(size: int) -> None:
    if size > _MOST_ATOMS:
        raise SpentError(f"a half of the runs has more than {_MOST_ATOMS} atoms")
