"""The private quantile: the range of its loss."""

import numpy as np
from sympy import Abs, Rational, log, symbols

from dpsym import MaxDivergence, Softmax
from dpsym.guarantees.selection import rank_sensitivity
from dpsym.parameters import r, t
from theorems.checks import Enclose, Quadrature, Sampling
from theorems.entry import Cite, Theorem
from theorems.library.mechanisms import quantile_runs
from theorems.library.space import SHARE, ranges
from theorems.statement import POSITIVE, REAL, UNIT_OPEN, le

_SMITH = "smith2011statistical"
u1, u2, v = symbols("u1 u2 v", real=True)


def _cdf(places: np.ndarray) -> np.ndarray:
    # two values, 0.2 and 0.6: the ranks are 0, 1 and 2, and 1 is wanted, at two nats a rank
    heights = np.exp([-2.0, 0.0, -2.0])
    inside = np.clip(places, 0.0, 1.0)
    masses = heights * np.stack(
        [np.clip(inside, 0.0, 0.2), np.clip(inside - 0.2, 0.0, 0.4), np.clip(inside - 0.6, 0.0, 0.4)], axis=-1
    )
    return masses.sum(axis=-1) / (heights @ [0.2, 0.4, 0.4])


def _choice(ranks: tuple[int, ...], count: int) -> Softmax:
    lengths = (u1, 0, u2 + log(v), u2 + log(1 - v))
    return Softmax(*(length - r * Abs(rank - t * count) for length, rank in zip(lengths, ranks, strict=True)))


_BEFORE, _AFTER = _choice((0, 1, 2, 2), 2), _choice((0, 1, 2, 3), 3)

QUANTILE = Theorem(
    id="mechanism.quantile",
    title="The private quantile of two values, and with one above them, four cells: the range of its loss is at most 2 r max(q, 1 - q)",
    statement=le(MaxDivergence(_BEFORE, _AFTER) + MaxDivergence(_AFTER, _BEFORE), 2 * r * rank_sensitivity(t)),
    **ranges(
        {
            r: (POSITIVE, (Rational(1, 4), 4)),
            t: SHARE,
            u1: (REAL, (-4, 4)),
            u2: (REAL, (-4, 4)),
            v: (UNIT_OPEN, ("1/10", "9/10")),
        }
    ),
    cites=(Cite(_SMITH, "Algorithm 2"),),
    uses=("mechanism.exponential.range",),
    checks=(Quadrature(quantile_runs.loss_range), Enclose(8), Sampling(quantile_runs.draw, _cdf)),
    note="The level q is t. The values are 1 apart, e^u1 and e^u2 from the ends of the interval, the third one the share v of the way up. "
    "A value more moves the number below a place by 0 or 1 and the level times n by q, so that the distance of the two moves by "
    "max(q, 1 - q) at most; at the median of these values the bound is attained.",
)
