"""Gaussian noise on samples whose deviation is irrational, as a composition of several on one sample has it, for certified curves."""

from __future__ import annotations

from dataclasses import replace

from sympy import Integer

from dpsym.distributions import Gaussian
from dpsym.guarantees.mechanism import Mechanism
from dpsym.guarantees.notions import LossDP
from dpsym.guarantees.numbers import upper

_DIGITS = 24


def with_rational_noise(value: LossDP) -> LossDP:
    """Return runs in which sampled Gaussian noise has a rational deviation, in the unit of the sensitivity, that is at most its own.

    A query that is moved farther under the same noise tells more: the shorter move is processed from the longer one, which is multiplied by a
    number below 1 and has noise added. So the answer for these runs is an upper bound of what the given ones lose, by a move that is longer
    by a part in 10^20 at most; below the truth it bounds nothing.

    Parameters
    ----------
    value : LossDP
        The runs; those with symbols are left as they are.
    """
    return LossDP(tuple((_rational(mechanism), count) for mechanism, count in value.parts))


def _rational(mechanism: Mechanism) -> Mechanism:
    if not isinstance(mechanism.law, Gaussian) or mechanism.rate == 1:
        return mechanism
    moved = mechanism.sensitivity / mechanism.law.args[1]
    if moved.is_Rational or moved.free_symbols:
        return mechanism
    return replace(mechanism, law=Gaussian(0, Integer(1)), sensitivity=upper(moved, _DIGITS))
