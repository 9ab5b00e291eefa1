"""Databases, their distance, and what a guarantee says of an event."""

from sympy import Abs, Max, Rational, S, exp, log, symbols

from dpsym import HockeyStick
from dpsym.distributions import Event, Probability
from dpsym.parameters import eps
from theorems.checks import Enclose, Enumerate, Tight, Transcribed
from theorems.checks.evaluated import Evaluated
from theorems.entry import Cite, Theorem
from theorems.library.space import SMALL, ranges
from theorems.library.variables import ALL, FLORES, P0, P1, A, bernoulli
from theorems.statement import eq, le

before, after, before_y, after_y = symbols("d_x e_x d_y e_y", integer=True, nonnegative=True)
_MOVED = (before - after, before_y - after_y, after + after_y - before - before_y)

DISTANCE_PRINTED = Theorem(
    id="database.distance.printed",
    title="The l1 distance of two histograms is the number of records that differ (as printed; one record of two is replaced)",
    statement=eq(Abs(before - after) + Abs((2 - before) - (2 - after)), Abs(before - after)),
    **ranges({before: (S.Naturals0, (0, 2)), after: (S.Naturals0, (0, 2))}),
    hypotheses=(le(before, 2), le(after, 2)),
    cites=(Cite(FLORES, "§3.1, after Definición 3.1.2"),),
    checks=(Enclose(), Transcribed("Abs(d_x - e_x) + Abs((2 - d_x) - (2 - e_x)) == Abs(d_x - e_x)")),
    note="Two databases of two records over two values; d_x and e_x count the first value. A replacement counts twice.",
)

DISTANCE = Theorem(
    id="database.distance",
    title="The l1 distance of two histograms of one size is twice the number of records replaced",
    statement=eq(sum(map(Abs, _MOVED)), 2 * sum(Max(moved, 0) for moved in _MOVED)),
    **ranges(
        {
            before: (S.Naturals0, (0, 20)),
            after: (S.Naturals0, (0, 20)),
            before_y: (S.Naturals0, (0, 20)),
            after_y: (S.Naturals0, (0, 20)),
        }
    ),
    checks=(Evaluated(), Enclose()),
    corrects="database.distance.printed",
    note="Ours: for databases over three values, of one size; d_x, d_y and e_x, e_y count the first two. What one has more of, it replaces.",
)

DEFINITION = Theorem(
    id="dp.approx.event",
    title="The hockey-stick divergence is a delta for every event at once",
    statement=le(Probability(P0, A) - exp(eps) * Probability(P1, A), HockeyStick(eps, P0, P1)),
    **ranges({eps: SMALL, P0: ALL, P1: ALL, A: ALL}),
    cites=(Cite(FLORES, "Definición 3.2.2"), Cite("balle2018improving", "privacy profiles", "arXiv:1807.01647v2")),
    checks=(
        Enumerate(),
        Tight(at={eps: log(2), P0: bernoulli(Rational(1, 2)), P1: bernoulli(Rational(1, 8)), A: Event(0)}),
        Transcribed("-exp(epsilon)*Probability(P1, A) + Probability(P0, A) <= HockeyStick(epsilon, P0, P1)"),
    ),
)
