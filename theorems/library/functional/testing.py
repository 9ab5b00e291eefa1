"""What a set of small losses gives, what a test can see, and what cylinder sets and rectangles tell."""

from __future__ import annotations

from sympy import Max, Min, Rational, S, exp, log

from dpsym import Finite, HockeyStick, LossTail, TradeOff
from dpsym.parameters import delta, eps, t
from theorems.checks import At, Enclose, Enumerate, Proved, Quadrature, Tight, Transcribed
from theorems.checks.derive import Derive
from theorems.entry import Cite, Theorem
from theorems.library.functional import runs
from theorems.library.functional.variables import HALL, JAZBEC, POST
from theorems.library.space import SHARE, SMALL, ranges
from theorems.library.variables import ALL, P, Q, finite
from theorems.statement import NONNEGATIVE, UNIT_OPEN, eq, le

_LAWS = {eps: SMALL, P: ALL, Q: ALL}
_BOTH = Max(HockeyStick(eps, P, Q), HockeyStick(eps, Q, P), evaluate=False)
_BOTH_TEXT = "Max(HockeyStick(epsilon, P, Q), HockeyStick(epsilon, Q, P))"
_EVEN = {eps: log(2), P: finite("2/3", "1/3"), Q: finite("1/3", "2/3")}

SET = Theorem(
    id="dp.set",
    title="Losses of at most eps on a set of probability 1 - delta make a mechanism (eps, delta)-private",
    statement=le(HockeyStick(eps, P, Q), LossTail(eps, P, Q)),
    **ranges(_LAWS),
    cites=(Cite(JAZBEC, "Lema 6.3"), Cite(HALL, "Proposition 2"), Cite(POST, "Claim 6")),
    checks=(
        Enumerate(),
        Tight(at={eps: S.One, P: finite("1/2", "1/2", "0"), Q: finite("0", "1/2", "1/2")}),
        Transcribed("HockeyStick(epsilon, P, Q) <= LossTail(epsilon, P, Q)"),
    ),
    corrects="dp.set.converse",
    note="The greatest such set is where the loss is at most eps, so that the best delta of the lemma is the tail of the loss.",
)

CONVERSE = Theorem(
    id="dp.set.converse",
    title="An (eps, delta)-private mechanism has losses of at most eps on a set of probability 1 - delta (the converse)",
    statement=le(LossTail(eps, P, Q), HockeyStick(eps, P, Q)),
    **ranges(_LAWS),
    cites=(Cite("meiser2018", "the two definitions are not the same"),),
    checks=(
        At({eps: log(2), P: finite("3/4", "1/4"), Q: finite("1/4", "3/4")}),
        Enumerate(),
        Transcribed("LossTail(epsilon, P, Q) <= HockeyStick(epsilon, P, Q)"),
    ),
)

TRIVIAL = Theorem(
    id="dp.trivial",
    title="On the trivial field the condition of privacy holds of itself",
    statement=le(1, exp(eps) + delta),
    **ranges({eps: (NONNEGATIVE, (0, 4)), delta: SHARE}),
    cites=(Cite(POST, "Claim 2"),),
    checks=(
        Proved(),
        Quadrature(runs.whole_space),
        Tight(at={eps: S.Zero, delta: S.Zero}),
        Transcribed("1 <= exp(epsilon) + delta"),
    ),
    note="For the whole space; for the empty set both sides are not above delta either.",
)

POWER_PRINTED = Theorem(
    id="dp.test.power.printed",
    title="A test of level t between neighbours has a power of at most e^eps t + delta (as printed)",
    statement=le(1 - TradeOff(t, P, Q), exp(eps) * t + _BOTH),
    **ranges({t: SHARE, **_LAWS}),
    cites=(Cite(POST, "Claim 11"), Cite(HALL, "Proposition 4")),
    uses=("dp.approx.tradeoff",),
    checks=(
        Enumerate(60),
        Tight(at={**_EVEN, t: Rational(1, 3)}),
        Transcribed(f"1 - TradeOff(t, P, Q) <= exp(epsilon)*t + {_BOTH_TEXT}"),
    ),
)

POWER = Theorem(
    id="dp.test.power",
    title="A bound on the power of a test of level t between neighbours, for all laws",
    statement=le(1 - TradeOff(t, P, Q), Min(1, exp(eps) * t + _BOTH, 1 - exp(-eps) * (1 - _BOTH - t), evaluate=False)),
    **ranges({t: SHARE, **_LAWS}),
    cites=(Cite("wassermanzhou2010", "Theorem 2.4"),),
    uses=("dp.approx.tradeoff", "dp.approx.power"),
    checks=(
        Enumerate(60),
        Tight(at={**_EVEN, t: Rational(2, 3)}),
        Transcribed(
            f"1 - TradeOff(t, P, Q) <= Min(1, exp(epsilon)*t + {_BOTH_TEXT}, 1 - exp(-epsilon)*(1 - {_BOTH_TEXT} - t))"
        ),
    ),
    sharpens="dp.test.power.printed",
    note="The worst pair attains it at every level (dp.approx.power).",
)

_FAR, _NEAR = (1 + t) / 4, (1 - t) / 4
_EVENLY = Rational(1, 4)
_CORNERS = HockeyStick(0, Finite(_FAR, _NEAR, _NEAR, _FAR), Finite(_EVENLY, _EVENLY, _EVENLY, _EVENLY))
_CORNERS_TEXT = "HockeyStick(0, Finite((1 + t)/4, (1 - t)/4, (1 - t)/4, (1 + t)/4), Finite(1/4, 1/4, 1/4, 1/4))"
_DIAGONAL = ranges({t: (UNIT_OPEN, ("1/20", 1))})

RECTANGLES_PRINTED = Theorem(
    id="cylinder.rectangles.printed",
    title="Privacy on the rectangles B1 x B2 is privacy on all events (step as printed; two points, two values)",
    statement=le(_CORNERS, t / 4),
    **_DIAGONAL,
    cites=(Cite(JAZBEC, "the proof of Izrek 6.5"), Cite(POST, "Claims 17 and 18")),
    checks=(At({t: Rational(1, 2)}), Quadrature(runs.rectangles), Transcribed(f"{_CORNERS_TEXT} <= t/4")),
    note="Corners, sides and the square are the rectangles, with excesses of at most t/4; the diagonal is none, and it is the worst event.",
)

RECTANGLES = Theorem(
    id="cylinder.rectangles",
    title="The worst event of two laws on the corners of a square is the diagonal, which is no rectangle",
    statement=eq(_CORNERS, t / 2),
    **_DIAGONAL,
    checks=(Derive(), Quadrature(runs.rectangles), Enclose()),
    corrects="cylinder.rectangles.printed",
    note="Ours: the first law exceeds the second on the diagonal alone, of which no rectangle has both corners but the whole square.",
)
