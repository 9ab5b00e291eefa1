"""Guarantees of the mechanisms that choose: three candidates, every score moved by at most its sensitivity, which is 1."""

import numpy as np
from sympy import Expr, Interval, Max, Rational, S, exp, log, oo, symbols

from dpsym import Bernoulli, MaxDivergence, Softmax
from dpsym.parameters import eps, r1, r2, t
from theorems.checks import At, Audit, Enclose, Quadrature, Sampling, Tight, Transcribed
from theorems.checks.prove import Proved
from theorems.entry import Cite, Theorem
from theorems.library.catalogue.asking import greatest
from theorems.library.mechanisms import audits, runs
from theorems.library.space import ranges
from theorems.library.variables import HALF
from theorems.statement import POSITIVE, REAL, le

u1, u2, t1, t2, t3 = symbols("u1 u2 t1 t2 t3", real=True)
_MOVES = Interval(-1, 1)
_SPACE = {
    "domain": {eps: POSITIVE, u1: REAL, u2: REAL, t1: _MOVES, t2: _MOVES, t3: _MOVES},
    "typical": {eps: (Rational(1, 4), 3), u1: (-3, 3), u2: (-3, 3), **dict.fromkeys((t1, t2, t3), (-1, 1))},
}
# the moves that tell most of these scores: the first candidate falls, the others rise
_WORST = {eps: 1, u1: S(-2), u2: S.Zero, t1: S.One, t2: -S.One, t3: -S.One}
_WORST_OF_TWO = {eps: 1, u1: S.Zero, t: S(2)}
_BEFORE, _AFTER = (u1, u2, S.Zero), (u1 + t1, u2 + t2, t3)


def _cdf_of(masses: np.ndarray, x: np.ndarray) -> np.ndarray:
    sums = np.concatenate([[0.0], np.cumsum(masses)])
    return sums[np.clip(np.floor(x).astype(int) + 1, 0, len(masses))]


_WEIGHTS = np.exp([0.0, -1.0, -2.0])


def _cdf_softmax(x: np.ndarray) -> np.ndarray:
    # the scores 1, 0, -1 at eps = 2
    return _cdf_of(_WEIGHTS / _WEIGHTS.sum(), x)


def _cdf_flip(x: np.ndarray) -> np.ndarray:
    # the same scores: orders of three candidates, and the first that is accepted
    a, b, c = _WEIGHTS
    masses = [w * (1 - (v + u) / 2 + v * u / 3) for w, v, u in ((a, b, c), (b, a, c), (c, a, b))]
    return _cdf_of(np.array(masses), x)


def _cdf_noisy_max(x: np.ndarray) -> np.ndarray:
    # two candidates whose scores are one scale apart: the difference of two Laplace numbers is below 1
    second = 3 * np.exp(-1.0) / 4
    return _cdf_of(np.array([1 - second, second]), x)


def _cdf_above_threshold(x: np.ndarray) -> np.ndarray:
    # the answers -1 and 1 with the threshold 0 at eps = 2: threshold of scale 1, answers of scale 2
    # the first answer is above where a Laplace number of scale 2 exceeds one of scale 1 by more than 1
    first = (4 * np.exp(-0.5) - np.exp(-1.0)) / 6
    second = float(_stop_at_second(exp(-S.Half), exp(-S.Half)))
    return _cdf_of(np.array([first, second, 1 - first - second]), x)


EXPONENTIAL = Theorem(
    id="mechanism.exponential",
    title="The exponential mechanism on three candidates is eps-DP",
    statement=le(
        MaxDivergence(*(Softmax(*(eps * score / 2 for score in scores)) for scores in (_BEFORE, _AFTER))), eps
    ),
    **_SPACE,
    cites=(Cite("mcsherrytalwar2007", "Theorem 6"),),
    uses=("max.softmax",),
    checks=(
        Quadrature(greatest(runs.exponential)),
        Enclose(8),
        Transcribed(
            "MaxDivergence(Softmax(epsilon*u1/2, epsilon*u2/2, 0), "
            "Softmax(epsilon*(u1 + t1)/2, epsilon*(u2 + t2)/2, epsilon*t3/2)) <= epsilon"
        ),
        Sampling(runs.draw_softmax, _cdf_softmax),
        Sampling(runs.draw_gumbel, _cdf_softmax),
        Sampling(runs.draw_softmax_exactly, _cdf_softmax, size=10_000),
        Audit(_WORST, audits.exponential),
        Audit(_WORST, audits.exponential_by_gumbel),
    ),
    note="The limit of a candidate that is hardly ever chosen and falls, while all others rise, shows that eps is sharp.",
    specializes="mechanism.exponential.any",
)


_TWO = ranges({eps: (POSITIVE, ("1/4", 3)), u1: (REAL, (-4, 4)), t: (Interval(0, 2), (0, 2))})
_TWO_NOTE = "The first of two candidates is ahead by u1 sensitivities, and by u1 - t on the neighbour: both scores may move, so that t is at most 2."


def _flipped(gap: Expr) -> Expr:
    """Return the probability that permute-and-flip chooses the first of two, ahead by a gap in units of 2/eps."""
    return HALF + (exp(-Max(0, -gap)) - exp(-Max(0, gap))) / 2


PERMUTE_AND_FLIP = Theorem(
    id="mechanism.permute_and_flip",
    title="Permute-and-flip between two is eps-DP, and so is report noisy max with exponential noise, which has the same law",
    statement=le(MaxDivergence(*(Bernoulli(_flipped(eps * gap / 2)) for gap in (u1, u1 - t))), eps),
    **_TWO,
    cites=(Cite("mckenna2020permute", "Theorem 1"), Cite("ding2021permute", "Theorem 5")),
    checks=(
        Quadrature(greatest(runs.permute_and_flip)),
        Quadrature(greatest(runs.noisy_max_exponential)),
        Enclose(),
        Tight(at={u1: S.Zero, t: S(2)}),
        Transcribed(
            "MaxDivergence(Bernoulli(1/2 + (exp(-Max(0, -epsilon*u1/2)) - exp(-Max(0, epsilon*u1/2)))/2), "
            "Bernoulli(1/2 + (exp(-Max(0, epsilon*(t - u1)/2)) - exp(-Max(0, epsilon*(u1 - t)/2)))/2)) <= epsilon"
        ),
        Sampling(runs.draw_permute_and_flip, _cdf_flip),
        Sampling(runs.draw_permute_and_flip_exactly, _cdf_flip, size=10_000),
        Sampling(runs.draw_noisy_max_exponential, _cdf_flip),
        Audit(_WORST_OF_TWO, audits.permute_and_flip),
        Audit(_WORST_OF_TWO, audits.noisy_max_exponential),
    ),
    note=_TWO_NOTE,
    specializes="mechanism.permute_and_flip.any",
)


def _ahead(gap: Expr) -> Expr:
    """Return the probability that the first of two candidates wins, its score ahead by a gap in scales of the noise."""
    over, under = Max(0, gap), Max(0, -gap)
    return HALF + (exp(-under) * (2 + under) - exp(-over) * (2 + over)) / 4


_AHEAD_TEXT = "Bernoulli(1/2 + (exp(-Max(0, -{0}))*(2 + Max(0, -{0})) - exp(-Max(0, {0}))*(2 + Max(0, {0})))/4)"

REPORT_NOISY_MAX_PRINTED = Theorem(
    id="mechanism.report_noisy_max.printed",
    title="Report noisy max of two candidates, with Laplace noise of scale 1/eps, is eps-DP (as printed, for every score)",
    statement=le(MaxDivergence(*(Bernoulli(_ahead(eps * gap)) for gap in (u1, u1 - t))), eps),
    **_TWO,
    cites=(Cite("nearabuah2021", "Claim 9.3"),),
    checks=(
        At({eps: S.One, u1: S.Zero, t: S(2)}),
        Enclose(),
        Transcribed(
            f"MaxDivergence({_AHEAD_TEXT.format('(epsilon*u1)')}, {_AHEAD_TEXT.format('(epsilon*(u1 - t))')}) <= epsilon"
        ),
    ),
    note="Ours: a score that rises and one that falls move the gap by 2, and the loss is up to 2 eps; counts only rise, and keep eps.",
)

REPORT_NOISY_MAX = Theorem(
    id="mechanism.report_noisy_max",
    title="Report noisy max of two candidates, with Laplace noise of scale 2/eps, is eps-DP",
    statement=le(MaxDivergence(*(Bernoulli(_ahead(eps * gap / 2)) for gap in (u1, u1 - t))), eps),
    **_TWO,
    cites=(Cite("dworkroth2014", "Claim 3.9, for scores that may rise and fall"),),
    checks=(
        Quadrature(greatest(runs.noisy_max)),
        Enclose(),
        Transcribed(
            f"MaxDivergence({_AHEAD_TEXT.format('(epsilon*u1/2)')}, {_AHEAD_TEXT.format('(epsilon*(u1 - t)/2)')}) <= epsilon"
        ),
        Sampling(runs.draw_noisy_max, _cdf_noisy_max),
        Audit({eps: 1, u1: 1, t: 2}, audits.noisy_max),
    ),
    note=_TWO_NOTE,
    corrects="mechanism.report_noisy_max.printed",
    specializes="mechanism.report_noisy_max.any",
)


def _stop_at_second(x: Expr, y: Expr) -> Expr:
    """Return the mass of stopping at the second of two answers, the first below the threshold and the second above it.

    In exponentials x and y of the two distances from the threshold, in scales of the noise on the answers, with the sign minus.
    """
    return 1 - 2 * (x + y) / 3 + (x**2 + y**2) / 6 + x * y / 4 - x * y * (x**2 + y**2) / 48


_STOP_TEXT = "1 - 2*({0} + {1})/3 + ({0}**2 + {1}**2)/6 + {0}*{1}/4 - {0}*{1}*({0}**2 + {1}**2)/48"
_FARTHER = "exp(-epsilon*r1/4)", "exp(-epsilon*r2/4)"
_NEARER = "exp(-epsilon*(r1 - 1)/4)", "exp(-epsilon*(r2 - 1)/4)"

ABOVE_THRESHOLD = Theorem(
    id="mechanism.above_threshold",
    title="AboveThreshold: the loss of stopping at the second of two answers is at most eps",
    statement=le(
        log(_stop_at_second(exp(-eps * r1 / 4), exp(-eps * r2 / 4)))
        - log(_stop_at_second(exp(-eps * (r1 - 1) / 4), exp(-eps * (r2 - 1) / 4))),
        eps,
    ),
    **ranges({eps: (POSITIVE, ("1/4", 3)), r1: (Interval(1, oo), (1, 6)), r2: (Interval(1, oo), (1, 6))}),
    cites=(Cite("dworkroth2014", "Theorem 3.23"), Cite("lyu2017sparse", "Theorem 2")),
    checks=(
        Proved(),
        Quadrature(runs.above_threshold),
        Enclose(),
        Transcribed(f"log({_STOP_TEXT.format(*_FARTHER)}) - log({_STOP_TEXT.format(*_NEARER)}) <= epsilon"),
        Sampling(runs.draw_above_threshold, _cdf_above_threshold),
        Audit({eps: 1, r1: 1, r2: 1}, audits.above_threshold),
    ),
    note="The first answer is r1 sensitivities below the threshold, the second r2 above it; both move by one towards it.",
    specializes="mechanism.above_threshold.any",
)
