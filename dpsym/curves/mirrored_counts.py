r"""Noise on the integers in front of which one record was replaced, as atoms: on a Poisson sample, and on one of fixed size.

Both pairs are alike in both directions where the masses f are, about some centre. On a Poisson sample it is :math:`(1-q) f + q f(\cdot - s)`
against :math:`(1-q) f + q f(\cdot + s)` (`replaced_noise`). On a sample of fixed size (`fixed_size`) it has, with
:math:`r = 1 - q + q f(\cdot - s)/f`, a loss :math:`\log r` of mass :math:`r f` under P and f under Q wherever :math:`r > 1`, the mirror images
of these, and all that is left of both at 0. What was left out of f may be any of these: both of its masses count, and their mirror images.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from flint import arb

from dpsym.curves.atomic import AtomicLoss, Atoms, in_order
from dpsym.curves.counts import CountNoise
from dpsym.curves.loss import ball_of, checked_fraction
from dpsym.curves.subsampled import SAMPLING_RATE
from dpsym.distributions.groups import binomial_shares
from dpsym.errors import ParameterError, UndecidedError
from dpsym.parameters import SENSITIVITY


@dataclass(frozen=True)
class SampledCountLoss(AtomicLoss):
    """A loss of symmetric noise on the integers behind a sample; of one record it has the same law in both directions."""

    noise: CountNoise
    sensitivity: int
    rate: Fraction

    def __post_init__(self) -> None:
        sensitivity = checked_fraction(SENSITIVITY, self.sensitivity)
        if sensitivity.denominator != 1:
            raise ParameterError("sensitivity of an integer-valued query", "a positive integer", self.sensitivity)
        if self.noise.mirror is None:
            raise ParameterError("noise on the integers, a record replaced in a sample", "symmetric", self.noise)
        object.__setattr__(self, "sensitivity", int(sensitivity))
        object.__setattr__(self, "rate", checked_fraction(SAMPLING_RATE, self.rate))

    def _rows(self, moves: tuple[int, ...]) -> tuple[list[tuple[int, list[arb]]], arb]:
        """Return the masses of the noise at each integer less each of the moves, and a bound of what was left out of any of them."""
        found = self.noise.masses()
        rows, left_out = [], len(moves) * (found.below + found.above)
        first = found.first + min(moves)
        for k in range(first, found.first + len(found.values) + max(moves)):
            masses = [found.known(k - move) for move in moves]
            known = [mass for mass in masses if mass is not None]
            if len(known) == len(moves):
                rows.append((k, known))
            else:
                left_out += sum(known, arb(0))
        return rows, left_out

    def _moved_apart(self, ups: list[arb], downs: list[arb]) -> Atoms:
        """Return the atoms of the noise moved up by none, one, ... sensitivities with some chances, against that moved down with others."""
        added = len(downs) - 1
        rows, left_out = self._rows(tuple(self.sensitivity * j for j in range(-added, len(ups))))
        losses: list[arb] = []
        masses: list[arb] = []
        others: list[arb] = []
        infinite = arb(0)
        for k, moved in rows:
            p = sum((share * mass for share, mass in zip(ups, moved[added:], strict=True)), arb(0))
            q = sum((share * mass for share, mass in zip(downs, moved[added::-1], strict=True)), arb(0))
            if q.is_zero():
                infinite += p
            elif not p.is_zero():
                is_middle = len(ups) == len(downs) and 2 * k == self.noise.mirror
                losses.append(arb(0) if is_middle else (p / q).log())
                masses.append(p)
                others.append(q)
        missing = arb(0).union(2 * left_out)
        return in_order(losses, masses, others, infinite + missing, missing)


@dataclass(frozen=True)
class ReplacedCountLoss(SampledCountLoss):
    """The privacy loss of symmetric log-concave noise on the integers run on a Poisson sample, for one record replaced.

    Parameters
    ----------
    noise : CountNoise
        Its masses, symmetric.
    sensitivity : positive integer
        Of one record added or removed.
    rate : rational in (0, 1)
        The probability q with which each record is sampled.

    Raises
    ------
    ParameterError
        If the noise is not symmetric, or a number outside its domain.
    """

    def listed(self) -> Atoms:
        shares = binomial_shares(ball_of(self.rate), 1)
        return self._moved_apart(shares, shares)


@dataclass(frozen=True)
class FixedSizeCountLoss(SampledCountLoss):
    """The privacy loss of symmetric noise on the integers run on a sample of fixed size, of which one record was replaced.

    Parameters
    ----------
    noise : CountNoise
        Its masses, symmetric.
    sensitivity : positive integer
        Of one record replaced.
    rate : rational in (0, 1)
        The share of the records that is sampled.

    Raises
    ------
    ParameterError
        If the noise is not symmetric, or a number outside its domain.
    """

    def listed(self) -> Atoms:
        shift, rate = self.sensitivity, ball_of(self.rate)
        rows, left_out = self._rows((0, shift))
        losses: list[arb] = []
        masses: list[arb] = []
        others: list[arb] = []
        infinite = arb(0)
        for k, (plain, moved) in rows:
            excess = rate * (moved - plain)
            if plain.is_zero():
                infinite += excess
            elif excess > 0:
                loss = (excess / plain).log1p()
                losses += [loss, -loss]
                masses += [plain + excess, plain]
                others += [plain, plain + excess]
            elif not excess <= 0 and 2 * k - shift != self.noise.mirror:
                raise UndecidedError("masses of neighbours cannot be told from each other")
        missing = arb(0).union(2 * left_out)
        rest = (1 - sum(masses, arb(0)) - infinite - missing).max(arb(0))
        return in_order([*losses, arb(0)], [*masses, rest], [*others, rest], infinite + missing, missing)
