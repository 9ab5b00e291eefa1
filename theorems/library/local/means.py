"""Local randomisers of a number in [-1, 1] whose answer has that mean: one bit, the piecewise mechanism, and the hybrid of both."""

import numpy as np
from sympy import Expr, Integral, Interval, Max, Rational, S, exp, oo, symbols, tanh

from dpsym import Bernoulli, Finite, HockeyStick, MaxDivergence
from dpsym.parameters import eps, t, zeta
from theorems.checks import Audit, Derive, Enclose, Proved, Quadrature, Sampling, Tight, Transcribed
from theorems.checks.evaluated import Evaluated
from theorems.entry import Cite, Theorem
from theorems.library.catalogue.asking import greatest, profile
from theorems.library.catalogue.space import both_roads, over
from theorems.library.local import audits, runs
from theorems.library.space import ranges
from theorems.statement import POSITIVE, UNIT_OPEN, eq, le

u1, u2, s, y = symbols("u1 u2 s y", real=True)
_NUMBERS = Interval(-1, 1)
_HALF, _ODDS, _ROOT = Rational(1, 2), exp(zeta), exp(zeta / 2)
_DUCHI = Cite("duchi2018minimax", "the one-dimensional mechanism for means", "arXiv:1604.02390")
_PIECEWISE = Cite("wang2019multidimensional", "the piecewise mechanism", "arXiv:1907.00782")
_HYBRID = Cite("wang2019multidimensional", "the hybrid mechanism", "arXiv:1907.00782")
_BOX = (Rational(1, 2), 4)
_AT = ranges({zeta: (POSITIVE, _BOX), s: (_NUMBERS, (-1, 1))})


def _cdf_one_bit(x: np.ndarray) -> np.ndarray:
    # the sign of the answer to 1/2 at odds of 3: the bound is 2
    return np.where(x < -1, 0.0, np.where(x < 1, 3 / 8, 1.0))


def _cdf_piecewise(x: np.ndarray) -> np.ndarray:
    # at 0 with e^(zeta/2) = 2: on [-3, 3], with mass 2/3 on [-1, 1]
    return np.interp(x, [-3.0, -1.0, 1.0, 3.0], [0.0, 1 / 6, 5 / 6, 1.0])


def _cdf_hybrid(x: np.ndarray) -> np.ndarray:
    # half of the answers are those of one bit, which are 5/3 and -5/3 alike
    return (_cdf_piecewise(x) + np.where(x < -5 / 3, 0.0, np.where(x < 5 / 3, 0.5, 1.0))) / 2


ONE_BIT = Theorem(
    id="mechanism.one_bit_mean",
    title="The answer with one bit, whose mean is the number told in units of coth(zeta/2), is zeta-DP",
    statement=le(MaxDivergence(*(Bernoulli((1 + each * tanh(zeta / 2)) / 2) for each in (u1, u2))), zeta),
    **ranges({zeta: (POSITIVE, _BOX), u1: (_NUMBERS, (-1, 1)), u2: (_NUMBERS, (-1, 1))}),
    cites=(_DUCHI,),
    uses=("rr.pure_dp",),
    checks=(
        Quadrature(greatest(runs.one_bit)),
        Enclose(),
        Tight(at={u1: S.One, u2: -S.One}),
        Transcribed("MaxDivergence(Bernoulli((1 + u1*tanh(zeta/2))/2), Bernoulli((1 + u2*tanh(zeta/2))/2)) <= zeta"),
        Sampling(runs.draw_one_bit, _cdf_one_bit),
        Audit({zeta: 1, u1: S.One, u2: -S.One}, audits.one_bit),
    ),
    note="It is randomized response to a bit that is 1 with probability (1 + u)/2.",
)


def _overlapping(share: Expr) -> tuple[Finite, Finite]:
    """Return the laws of two numbers by what they weigh apart: a share of either high interval, and all the rest."""
    bound = (_ROOT + 1) / (_ROOT - 1)
    height = 1 / (bound - 1 + (bound + 1) / _ODDS)
    high, low = share * (bound - 1) * height, share * (bound - 1) * height / _ODDS
    return Finite(high, low, 1 - high - low), Finite(low, high, 1 - high - low)


_INTERVALS = (
    "The density is e^zeta times as high on an interval of length C - 1 as on the rest of [-C, C], where C = (e^(zeta/2) + 1)/(e^(zeta/2) - 1); "
    "t is the share of the high interval of one number that lies outside that of the other: it grows with their distance, and is 1 from "
    "2 e^(-zeta/2) on."
)

PIECEWISE = Theorem(
    id="mechanism.piecewise_mean",
    title="The piecewise mechanism is zeta-DP, and tells any two numbers apart with all of it",
    statement=eq(MaxDivergence(*_overlapping(t)), zeta),
    **ranges({zeta: (POSITIVE, _BOX), t: (UNIT_OPEN, ("1/20", "19/20"))}),
    cites=(_PIECEWISE,),
    checks=(
        Derive(),
        Quadrature(greatest(runs.piecewise)),
        Enclose(6),
        Sampling(runs.draw_piecewise, _cdf_piecewise),
        Audit({zeta: 1, t: _HALF}, audits.piecewise),
    ),
    note=_INTERVALS,
)

PROFILE_PIECEWISE = Theorem(
    id="profile.piecewise_mean",
    title="Privacy profile of the piecewise mechanism: that of randomized response whose answer may be erased",
    statement=eq(HockeyStick(eps, *_overlapping(t)), t * Max(0, exp(zeta) - exp(eps)) / (exp(zeta) + exp(zeta / 2))),
    **over(eps, zeta, t, epsilon=("3/10", "9/20")),
    uses=("profile.erased_response",),
    checks=both_roads(profile(runs.piecewise), balls=4),
    note=f"Ours: where both densities are high, or both are low, nothing is told; numbers far apart are told apart best. {_INTERVALS}",
)

_SHARE = 1 - 1 / _ROOT
_BITS = (_ODDS / (1 + _ODDS), 1 / (1 + _ODDS))


def _ends() -> tuple[Finite, Finite]:
    """Return the laws of the hybrid mechanism at 1 and -1: what the piecewise one tells, and a bit."""
    pieces, (truth, lie) = _overlapping(S.One), _BITS
    bits = ((truth, lie), (lie, truth))
    first, second = (
        Finite(*(_SHARE * mass for mass in law.masses), *(mass / _ROOT for mass in bit))
        for law, bit in zip(pieces, bits, strict=True)
    )
    return first, second


HYBRID = Theorem(
    id="mechanism.hybrid_mean",
    title="The hybrid mechanism, piecewise with probability 1 - e^(-zeta/2) and else one bit, is zeta-DP: at the ends of the interval",
    statement=eq(MaxDivergence(*_ends()), zeta),
    **over(zeta),
    cites=(_HYBRID,),
    uses=("mechanism.piecewise_mean", "mechanism.one_bit_mean"),
    checks=(
        Derive(),
        Quadrature(greatest(runs.hybrid)),
        Enclose(4),
        Sampling(runs.draw_hybrid, _cdf_hybrid),
        Audit({zeta: 1}, audits.hybrid),
    ),
    note="Each part is zeta-DP for any two numbers, and told apart best at the ends.",
)

PROFILE_HYBRID = Theorem(
    id="profile.hybrid_mean",
    title="Privacy profile of the hybrid mechanism at the ends of the interval: the mean of its two parts",
    statement=eq(
        HockeyStick(eps, *_ends()),
        Max(0, exp(zeta) - exp(eps))
        * ((1 - exp(-zeta / 2)) / (exp(zeta) + exp(zeta / 2)) + exp(-zeta / 2) / (exp(zeta) + 1)),
    ),
    **over(eps, zeta, epsilon=("3/10", "9/20")),
    uses=("profile.piecewise_mean", "profile.rr"),
    checks=both_roads(profile(runs.hybrid), balls=3),
    note="Ours: the answer shows which part was run, one bit having two values that the other almost never has.",
)

# in units of 1/(e^(zeta/2) - 1), in which the ends of the density are at e^(zeta/2) + 1
_LOW_END, _HIGH_END, _END = s * _ROOT - 1, s * _ROOT + 1, _ROOT + 1
_FLAT = 1 / (2 * _ROOT * (_ROOT + 1) * (_ROOT - 1) ** 2)
_SECOND_MOMENT = _FLAT * (
    _ODDS * Integral(y**2, (y, _LOW_END, _HIGH_END))
    + Integral(y**2, (y, -_END, _LOW_END))
    + Integral(y**2, (y, _HIGH_END, _END))
)
_PIECEWISE_VARIANCE = s**2 / (exp(zeta / 2) - 1) + (exp(zeta / 2) + 3) / (3 * (exp(zeta / 2) - 1) ** 2)

ERROR_PIECEWISE = Theorem(
    id="ldp.error.piecewise_mean",
    title="Variance of the answer of the piecewise mechanism to a number s",
    statement=eq(_SECOND_MOMENT - s**2, _PIECEWISE_VARIANCE),
    **_AT,
    cites=(_PIECEWISE,),
    checks=(Evaluated(), Quadrature(runs.piecewise_variance), Enclose()),
    note="The mean of the answer is s, and the integrals are those of y^2 over the three parts of its density, in units of 1/(e^(zeta/2) - 1).",
)

_BIT = (exp(zeta) + 1) / (exp(zeta) - 1)

ERROR_HYBRID = Theorem(
    id="ldp.error.hybrid_mean",
    title="Variance of the answer of the hybrid mechanism: the same for every number s",
    statement=eq(
        (1 - exp(-zeta / 2)) * _PIECEWISE_VARIANCE + exp(-zeta / 2) * (_BIT**2 - s**2),
        exp(-zeta / 2) * ((exp(zeta / 2) + 3) / (3 * (exp(zeta / 2) - 1)) + _BIT**2),
    ),
    **_AT,
    cites=(_HYBRID,),
    uses=("ldp.error.piecewise_mean", "ldp.error.one_bit_mean"),
    checks=(Evaluated(), Quadrature(runs.hybrid_variance), Enclose()),
    note="Both parts have the mean s, so that variances add up by their shares.",
)

_MORE = (1 + s / _BIT) / 2
ERROR_ONE_BIT = Theorem(
    id="ldp.error.one_bit_mean",
    title="Variance of the answer with one bit to a number s",
    statement=eq(_MORE * (_BIT - s) ** 2 + (1 - _MORE) * (_BIT + s) ** 2, _BIT**2 - s**2),
    **_AT,
    cites=(_DUCHI,),
    checks=(Evaluated(), Quadrature(runs.one_bit_variance), Enclose()),
    note="The answer is coth(zeta/2) with probability (1 + s tanh(zeta/2))/2, else its negative; the left side is about the mean s.",
)

THRESHOLD = Theorem(
    id="ldp.error.hybrid_mean.threshold",
    title="From 0.61 on the hybrid mechanism's variance is below that of one bit at 0",
    statement=le(exp(-zeta / 2) * ((exp(zeta / 2) + 3) / (3 * (exp(zeta / 2) - 1)) + _BIT**2), _BIT**2),
    **ranges({zeta: (Interval(Rational(61, 100), oo), ("61/100", 4))}),
    cites=(_HYBRID,),
    uses=("ldp.error.hybrid_mean", "ldp.error.one_bit_mean"),
    checks=(
        Proved(),
        Enclose(),
        Quadrature(runs.hybrid_greatest),
        Transcribed(
            "exp(-zeta/2)*((exp(zeta/2) + 3)/(3*(exp(zeta/2) - 1)) + ((exp(zeta) + 1)/(exp(zeta) - 1))**2) <= ((exp(zeta) + 1)/(exp(zeta) - 1))**2"
        ),
    ),
    note="Ours: they are equal where 3 z^3 - z^2 + z = 7 for z = e^(zeta/2), which is at zeta = 0.60935...; below it one bit alone varies less.",
)
