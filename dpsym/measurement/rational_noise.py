"""Runs with an irrational parameter, as a root or an eps of log 3, for certified curves: those with a rational one that lose more."""

from __future__ import annotations

from dataclasses import replace

from sympy import Expr, Integer

from dpsym.distributions import DiscreteLaplace, Gaussian, KaryResponse, Laplace, Logistic, RandomizedResponse
from dpsym.guarantees.mechanism import Mechanism
from dpsym.guarantees.notions import LossDP
from dpsym.guarantees.numbers import upper

_DIGITS = 24


def with_rational_noise(value: LossDP) -> LossDP:
    """Return runs with rational parameters, which lose at least as much: noise is moved farther, and answers are truer, by a part in 10^20 at most.

    Of Gaussian noise the shorter move is processed from the longer one, which is multiplied by a number below 1 and has noise added; of Laplace and
    logistic noise the farthest move is the worst one; two-sided geometric noise is narrower noise with some added (`dpsym.curves.rounding`);
    randomized response is that of a greater eps with some of the answers drawn anew. So the answer for these runs is an upper bound of what the
    given ones lose; below the truth it bounds nothing.

    Parameters
    ----------
    value : LossDP
        The runs; those with symbols, and other ones, are left as they are.
    """
    return LossDP(tuple((_rational(mechanism), count) for mechanism, count in value.parts))


def _rational(mechanism: Mechanism) -> Mechanism:
    law = mechanism.law
    if isinstance(law, (Laplace, Logistic)) or (isinstance(law, Gaussian) and mechanism.rate != 1):
        moved = mechanism.sensitivity / law.args[1]
        if _is_irrational(moved):
            return replace(mechanism, law=law.func(0, Integer(1)), sensitivity=upper(moved, _DIGITS))
    elif isinstance(law, (RandomizedResponse, KaryResponse)) and _is_irrational(law.args[0]):
        return replace(mechanism, law=law.func(upper(law.args[0], _DIGITS), *law.args[1:]))
    elif isinstance(law, DiscreteLaplace) and _is_irrational(law.args[1]):
        return replace(mechanism, law=law.func(law.args[0], 1 / upper(1 / law.args[1], _DIGITS)))
    return mechanism


def _is_irrational(number: Expr) -> bool:
    return not (number.is_Rational or number.free_symbols)
