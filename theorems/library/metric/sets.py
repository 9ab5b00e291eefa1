"""On which sets the condition of privacy has to be tested: algebras suffice, less does not."""

from sympy import Interval, Rational, S, exp, floor, log, symbols

from dpsym import Beta, Finite, Gaussian, HockeyStick, MultivariateGaussian, Uniform
from dpsym.parameters import delta, eps
from theorems.checks import At, Enclose, Enumerate, Quadrature, Tight, Transcribed
from theorems.entry import Cite, Theorem
from theorems.library.metric import runs
from theorems.library.metric.variables import JAZBEC, LENGTHS, Delta, p1, p2, q1, q2
from theorems.library.space import SMALL, ranges
from theorems.library.variables import ALL, P, Q
from theorems.statement import POSITIVE, UNIT, eq, le

_THEOREM = Cite(JAZBEC, "Izrek 4.1")
_FIRST, _SECOND = Finite(p1, p2, 1 - p1 - p2), Finite(q1, q2, 1 - q1 - q2)
_PROFILE = HockeyStick(eps, _FIRST, _SECOND)
_LAWS = (le(p1 + p2, 1), le(q1 + q2, 1))
_MASSES = {eps: SMALL, **dict.fromkeys((p1, p2, q1, q2), (UNIT, (0, "2/3")))}
_THREE, _WITH_DELTA = ranges(_MASSES), ranges({**_MASSES, delta: (UNIT, ("1/10", "1/2"))})
_SPLIT = {eps: S.One, p1: Rational(1, 2), p2: Rational(1, 2), q1: S.Zero, q2: S.Zero, delta: Rational(1, 2)}
_EACH = (
    le(p1 - exp(eps) * q1, delta),
    le(p2 - exp(eps) * q2, delta),
    le(1 - p1 - p2 - exp(eps) * (1 - q1 - q2), delta),
)
t1, t2 = symbols("t1 t2", positive=True)

# the place of the grid that is nearest to e^eps/2, where the densities 2 x and e^eps meet
_PLACE = floor(t1 * exp(eps) / 2 + Rational(1, 2))

PARTITION = Theorem(
    id="metric.test_sets.algebra",
    title="The events of an algebra come near to the delta of all events: an interval from a place of a grid of step 1/t, within 1/(4 t^2)",
    statement=le(
        HockeyStick(eps, Beta(2, 1), Uniform(Rational(1, 2), Rational(1, 2))) - 1 / (4 * t1**2),
        1 - (_PLACE / t1) ** 2 - exp(eps) * (1 - _PLACE / t1),
    ),
    **ranges({eps: (Interval(0, log(2)), (0, "69/100")), t1: (POSITIVE, (1, 30))}),
    cites=(_THEOREM,),
    uses=("dp.approx.event",),
    checks=(
        Enclose(),
        Tight(at={eps: S.Zero, t1: S.One}),
        Transcribed(
            "HockeyStick(epsilon, Beta(2, 1), Uniform(1/2, 1/2)) - 1/(4*t1**2) <= "
            "1 - (floor(t1*exp(epsilon)/2 + 1/2)/t1)**2 - exp(epsilon)*(1 - floor(t1*exp(epsilon)/2 + 1/2)/t1)"
        ),
    ),
    note=(
        "The law of density 2x on [0, 1] from the uniform one. Finite unions of intervals are an algebra that generates the Borel sets and "
        "is no sigma-algebra: on finite spaces there is no such algebra, and the theorem says nothing."
    ),
)

HALF_LINES = Theorem(
    id="metric.test_sets.half_lines",
    title="That privacy without a delta may be tested on half lines, which generate the Borel sets and are closed under intersections",
    statement=le(_PROFILE, 0),
    **_THREE,
    hypotheses=(*_LAWS, le(p1, exp(eps) * q1), le(p1 + p2, exp(eps) * (q1 + q2))),
    checks=(
        At({eps: S.One, p1: Rational(1, 4), p2: Rational(1, 2), q1: Rational(1, 2), q2: S.Zero}),
        Enclose(),
        Transcribed("HockeyStick(epsilon, Finite(p1, p2, 1 - p1 - p2), Finite(q1, q2, 1 - q1 - q2)) <= 0"),
    ),
    note="Ours: why the theorem on sufficient test sets asks for an algebra: such sets determine laws, but not inequalities between them.",
)

INTERVALS = Theorem(
    id="metric.test_sets.intervals",
    title="Privacy without a delta may be tested on sets that the algebra is made of by disjoint unions: here on single points",
    statement=le(_PROFILE, 0),
    **_THREE,
    hypotheses=(*_LAWS, le(p1, exp(eps) * q1), le(p2, exp(eps) * q2), le(1 - p1 - p2, exp(eps) * (1 - q1 - q2))),
    uses=("dp.pure.max_divergence",),
    note="Ours: the ratio of the masses of a disjoint union lies between the ratios of its parts.",
    checks=(
        Enclose(),
        Quadrature(runs.three_points),
        Transcribed("HockeyStick(epsilon, Finite(p1, p2, 1 - p1 - p2), Finite(q1, q2, 1 - q1 - q2)) <= 0"),
    ),
    corrects="metric.test_sets.half_lines",
)

SINGLE_POINTS = Theorem(
    id="metric.test_sets.points",
    title="That privacy with a delta may be tested on single points",
    statement=le(_PROFILE, delta),
    **_WITH_DELTA,
    hypotheses=(*_LAWS, *_EACH),
    checks=(
        At(_SPLIT),
        Enclose(),
        Transcribed("HockeyStick(epsilon, Finite(p1, p2, 1 - p1 - p2), Finite(q1, q2, 1 - q1 - q2)) <= delta"),
    ),
    note="Ours: unlike the condition without a delta, this one is not kept by disjoint unions: the deltas add up.",
)

POINTS_COUNTED = Theorem(
    id="metric.test_sets.points.counted",
    title="What single points give on a space of N points is (N - 1) delta, here for three",
    statement=le(_PROFILE, 2 * delta),
    **_WITH_DELTA,
    hypotheses=(*_LAWS, *_EACH),
    uses=("dp.approx.event",),
    checks=(
        Enclose(),
        Quadrature(runs.three_points),
        Tight(at=_SPLIT),
        Transcribed("HockeyStick(epsilon, Finite(p1, p2, 1 - p1 - p2), Finite(q1, q2, 1 - q1 - q2)) <= 2*delta"),
    ),
    corrects="metric.test_sets.points",
    note="Ours: one point at least has no more under P than under Q.",
)

PATHS = Theorem(
    id="metric.paths.wiener",
    title="A Wiener path with a drift, seen at finitely many times: only the last one counts, here the last of two",
    statement=eq(
        HockeyStick(
            eps,
            MultivariateGaussian([0, 0], [[t1, t1], [t1, t1 + t2]]),
            MultivariateGaussian([Delta * t1, Delta * (t1 + t2)], [[t1, t1], [t1, t1 + t2]]),
        ),
        HockeyStick(eps, Gaussian(0, 1), Gaussian(Delta * (t1 + t2) ** Rational(1, 2), 1)),
    ),
    **ranges({eps: SMALL, t1: (POSITIVE, LENGTHS), t2: (POSITIVE, LENGTHS), Delta: (POSITIVE, ("1/4", 2))}),
    cites=(Cite(JAZBEC, "Primer 4.2"),),
    uses=("metric.test_sets.algebra",),
    checks=(Enclose(), Quadrature(runs.path_profile)),
    note=(
        "So the path as a continuous function on [0, 1] is as private as its value at 1: all finite-dimensional mechanisms share one "
        "(eps, delta), which is what the example needs."
    ),
)

WHOLE = Theorem(
    id="metric.delta.one",
    title="Every mechanism is (eps, 1)-private",
    statement=le(HockeyStick(eps, P, Q), 1),
    **ranges({eps: SMALL, P: ALL, Q: ALL}),
    cites=(Cite(JAZBEC, "Opomba 5.2"),),
    uses=("dp.approx.event",),
    checks=(Enumerate(), Tight(at={P: Finite(1, 0), Q: Finite(0, 1)}), Transcribed("HockeyStick(epsilon, P, Q) <= 1")),
)
