"""A privacy loss that lies in an interval of some length, wherever that is: what it gives, and what it does not survive."""

from sympy import Expr, Interval, Max, Rational, exp, log

from dpsym import Bernoulli, Finite, HockeyStick, MaxDivergence, Renyi, TradeOff
from dpsym.composition import bulge, line_at_zero, range_share
from dpsym.conversion import range_profile, range_renyi, range_renyi_ratio, range_tradeoff
from dpsym.distributions import Joint, Kernel, Law, ProductLaw
from dpsym.distributions.families import Row
from dpsym.divergences.overall import Worst
from dpsym.parameters import alpha, eps, p, q, t, zeta
from theorems.checks import Enclose, Enumerate, Quadrature, Tight, Transcribed
from theorems.checks.hostile import Hostile
from theorems.entry import Cite, Theorem
from theorems.library.general import runs
from theorems.library.space import ORDER, SHARE, SMALL, THRESHOLD, ranges
from theorems.library.variables import ALL, FULL, P1, P2, Q1, Q2, K, L, P, Q, eps1, eps2, eps3, finite, threshold
from theorems.statement import POSITIVE, UNIT_OPEN, eq, le

_DONG, _DONG_V = "dongdurfeerogers2020", "arXiv:1909.13830"


def _length(one: Law, other: Law) -> Expr:
    """Return the length of the interval in which the privacy loss lies."""
    return MaxDivergence(one, other) + MaxDivergence(other, one)


RANGE_MAX = Theorem(
    id="range.max.any",
    title="A privacy loss of range eps is at most eps, for any pair",
    statement=le(MaxDivergence(P, Q), zeta),
    **ranges({zeta: (POSITIVE, ("1/20", 3)), P: FULL, Q: FULL}),
    hypotheses=(le(_length(P, Q), zeta),),
    cites=(Cite("rogerssteinke2021", "Lemma 2"), Cite(_DONG, "Section 2.1", _DONG_V)),
    checks=(Hostile(),),
    note="The loss has no positive mean under Q and no negative one under P, so that the interval holds 0.",
)

RANGE_PROFILE = Theorem(
    id="range.profile.any",
    title="The privacy profile of a bounded range is at most that of generalized randomized response, for any pair",
    statement=le(HockeyStick(eps, P, Q), range_profile(eps, zeta)),
    **ranges({eps: SMALL, zeta: (POSITIVE, ("1/20", 3)), P: FULL, Q: FULL}),
    hypotheses=(le(_length(P, Q), zeta),),
    cites=(Cite(_DONG, "Section 4", _DONG_V),),
    uses=("range.profile.attained",),
    checks=(Hostile(60),),
    note="A loss between two ends is dominated by the pair on two points that has both ends as its losses; the worst place of the interval is "
    "that of range.profile.attained.",
)

RANGE_TRADEOFF = Theorem(
    id="range.tradeoff.any",
    title="The trade-off function of a bounded range: the odds of an event differ by a factor e^zeta at most, for any pair",
    statement=le(range_tradeoff(t, zeta), TradeOff(t, P, Q)),
    **ranges({t: SHARE, zeta: (POSITIVE, ("1/20", 3)), P: FULL, Q: FULL}),
    hypotheses=(le(_length(P, Q), zeta),),
    cites=(Cite(_DONG, "Section 2.1, of events", _DONG_V),),
    checks=(
        Hostile(),
        Enumerate(40),
        Tight(at={t: Rational(1, 3), zeta: log(4), P: finite("2/3", "1/3"), Q: finite("1/3", "2/3")}),
    ),
    note="Ours: of a test that takes the answers with probabilities the odds are means of those of the answers. Generalized randomized response "
    "attains it, where its more likely answer has the mass t under Q; so each level has a worst pair of its own, and composition does not keep it.",
)

_RATIO = range_renyi_ratio(alpha, zeta)
_WORST = (1 - _RATIO * exp(-zeta)) / (1 - exp(-zeta))

RANGE_RENYI = Theorem(
    id="range.renyi.any",
    title="The Rényi divergence of a bounded range is at most that of two points, for any pair",
    statement=le(Renyi(alpha, P, Q), range_renyi(alpha, zeta)),
    **ranges({alpha: ORDER, zeta: (POSITIVE, ("1/20", 3)), P: FULL, Q: FULL}),
    hypotheses=(le(_length(P, Q), zeta),),
    uses=("range.renyi.attained",),
    checks=(Hostile(60),),
    note="Ours: under Q the ratio P/Q has mean 1 and lies between s e^-zeta and s for some s; the mean of its power, which is convex, is greatest "
    "where it has these two values only, as s^(alpha - 1) (A - B s), and then at the s of range.renyi.attained.",
)

RANGE_RENYI_ATTAINED = Theorem(
    id="range.renyi.attained",
    title="Rényi divergence of two points whose losses differ by zeta, the greater of them log s",
    statement=eq(Renyi(alpha, Bernoulli(_WORST), Bernoulli(_WORST / _RATIO)), range_renyi(alpha, zeta)),
    **ranges({alpha: ORDER, zeta: (POSITIVE, ("1/20", 3))}),
    checks=(Quadrature(runs.renyi_of_range), Enclose(8)),
    note="Ours: its losses are log s and log s - zeta, s = (alpha - 1)(1 - e^(-alpha zeta)) e^zeta/(alpha (1 - e^(-(alpha - 1) zeta))).",
)

RANGE_PRODUCT = Theorem(
    id="range.composition",
    title="Bounded range: that of the loss of two independent mechanisms together is the sum of theirs",
    corrects="range.composition.adaptive",
    statement=le(_length(ProductLaw(P1, P2), ProductLaw(Q1, Q2)), _length(P1, Q1) + _length(P2, Q2)),
    domain={P1: FULL, P2: FULL, Q1: FULL, Q2: FULL},
    cites=(Cite(_DONG, "Section 2.1", _DONG_V),),
    checks=(Hostile(), Enumerate(40)),
    note="Where the second is chosen by the answer of the first it is false: what is left of the ranges then are eps and eps^2/8-zCDP.",
)

_ONE = Joint(finite("2/3", "1/3"), Kernel(Finite(3 * p, 1 - 3 * p), Finite(p, 1 - p)))
_OTHER = Joint(finite("1/3", "2/3"), Kernel(Finite(p, 1 - p), Finite(3 * p, 1 - 3 * p)))
_ONE_TEXT = "Finite(2*p, 2/3 - 2*p, p/3, (1 - p)/3)"
_OTHER_TEXT = "Finite(p/3, (1 - p)/3, 2*p, 2/3 - 2*p)"

RANGE_ADAPTIVE = Theorem(
    id="range.composition.adaptive",
    title="Adaptive composition adds up the ranges of the privacy loss (two answers, the second chosen by the first)",
    statement=le(_length(_ONE, _OTHER), log(4) + log(3 * (1 - p) / (1 - 3 * p))),
    **ranges({p: (Interval.open(0, Rational(1, 4)), ("1/100", "1/5"))}),
    checks=(
        Enclose(8),
        Transcribed(
            f"MaxDivergence({_ONE_TEXT}, {_OTHER_TEXT}) + MaxDivergence({_OTHER_TEXT}, {_ONE_TEXT}) <= log(4) + log(3*(1 - p)/(1 - 3*p))"
        ),
    ),
    note="Ours: it is false, since each step's interval has a length that is bounded and no place that is. A second mechanism whose losses "
    "lie above 0 after one answer and below 0 after another adds up to twice its range.",
)

_ROW = Row(K), Row(L)
_END_OF_LOSS = POSITIVE, ("1/20", 2)
_SHARE = range_share(eps1, eps1 + eps2)
_HALVES = Kernel(finite("3/4", "1/4"), finite("3/4", "1/4")), Kernel(finite("1/4", "3/4"), finite("1/4", "3/4"))

RANGE_STEP = Theorem(
    id="range.step",
    title="A mechanism whose loss lies between -eps2 and eps1, with another chosen by its answer: as if its loss were at one of the two ends",
    statement=le(
        HockeyStick(threshold, Joint(P, K), Joint(Q, L)),
        _SHARE * Worst(HockeyStick(threshold - eps1, *_ROW))
        + (1 - _SHARE) * Worst(HockeyStick(threshold + eps2, *_ROW)),
    ),
    **ranges({threshold: THRESHOLD, eps1: _END_OF_LOSS, eps2: _END_OF_LOSS, P: ALL, Q: ALL, K: ALL, L: ALL}),
    hypotheses=(le(MaxDivergence(P, Q), eps1), le(MaxDivergence(Q, P), eps2)),
    cites=(Cite(_DONG, "Section 6, adaptive optimal composition", _DONG_V),),
    checks=(
        Hostile(),
        Enumerate(40),
        Tight(
            at={
                threshold: Rational(1, 2),
                eps1: log(2),
                eps2: log(2),
                P: finite("2/3", "1/3"),
                Q: finite("1/3", "2/3"),
                K: _HALVES[0],
                L: _HALVES[1],
            }
        ),
    ),
    note="The second may be a composition itself, so that by induction it holds for any number of steps, each with its interval of length eps at "
    "a place that the answers before it choose: the greatest delta of k steps is the greatest right side over eps1 + eps2 = eps, with that of "
    "k - 1 steps for the worst rows. At a ratio r of the first the other has r g(e^threshold/r), g its profile, which is convex in r.",
)

_WIDTH, _END = eps1 + eps2 + eps3, eps1 + eps2


def _mean(loss: Expr) -> Expr:
    """Return the mean of a profile one step before, with the loss t and the loss t - eps."""
    first = range_share(loss, _WIDTH)
    return first * HockeyStick(threshold - loss, P, Q) + (1 - first) * HockeyStick(threshold + _WIDTH - loss, P, Q)


def _line(place: Expr) -> Expr:
    """Return what the chord of the profile over the piece that ends at a place is at 0."""
    return line_at_zero(HockeyStick(place - eps2, P, Q), HockeyStick(place, P, Q), eps2)


# the profile is a line over the piece below and 0 over the piece above; the ends are equal, and halfway the mean is highest
_BULGING = {
    threshold: log(Rational(8, 3)),
    eps1: log(2),
    eps2: log(2),
    eps3: log(Rational(3, 2)),
    q: Rational(1, 2),
    P: finite("2/3", "1/3"),
    Q: finite("1/3", "2/3"),
}

RANGE_STEP_GRID = Theorem(
    id="range.step.grid",
    title="The profile of a step before another, between two places of its interval: at most that at one of them and a bulge",
    statement=le(
        _mean(eps1 + q * eps2),
        Max(_mean(eps1), _mean(_END))
        + bulge(eps1, _END, _WIDTH, _line(threshold - eps1) - _line(threshold - eps1 + _WIDTH)),
    ),
    **ranges(
        {
            threshold: THRESHOLD,
            eps1: SMALL,
            eps2: (POSITIVE, ("1/20", 1)),
            eps3: SMALL,
            q: (UNIT_OPEN, ("1/10", "9/10")),
            P: ALL,
            Q: ALL,
        }
    ),
    checks=(Hostile(30), Enumerate(20), Tight(at=_BULGING)),
    note="Ours: the chords of the profile, a convex function of the exponential, lie above it, and their mean is A s + B - C/s for s = e^-t.",
)
