"""Laplace noise on bounded data: its exact profile, the printed scale, and the least one."""

from sympy import Max, S, exp, log, sqrt

from dpsym import HockeyStick, Laplace
from dpsym.parameters import b, delta, eps, t
from theorems.checks import Derive, Enclose, Quadrature, Tight, Transcribed
from theorems.entry import Cite, Theorem
from theorems.library.metric import runs
from theorems.library.metric.variables import JAZBEC, LENGTHS, TWO_POINTS, Delta
from theorems.library.space import SHARE, SMALL, ranges
from theorems.library.variables import SCALES
from theorems.statement import POSITIVE, eq, le

_EXAMPLE = Cite(JAZBEC, "Primer 4.9")
_PROFILE = HockeyStick(eps, Laplace(0, b), Laplace(Delta, b))
_SPACE = ranges({eps: SMALL, b: (POSITIVE, SCALES), Delta: (POSITIVE, LENGTHS)})
_NEAR = ranges({**TWO_POINTS, t: SHARE})
_PRINTED = Delta / (eps - log(1 - delta))
_LEAST = Delta / (eps - 2 * log(1 - delta))


def _within(scale: object, share: object = S.One) -> HockeyStick:
    return HockeyStick(eps, Laplace(0, scale), Laplace(share * Delta, scale))


EQUIVALENCE_PRINTED = Theorem(
    id="metric.laplace.profile.printed",
    title="Laplace noise on two numbers: the least delta is 1 - e^(eps - distance/b) (the equivalence as printed)",
    statement=eq(_PROFILE, Max(0, 1 - exp(eps - Delta / b))),
    **_SPACE,
    cites=(_EXAMPLE,),
    checks=(
        Enclose(),
        Transcribed("HockeyStick(epsilon, Laplace(0, b), Laplace(Delta, b)) == Max(0, 1 - exp(epsilon - Delta/b))"),
    ),
    note="The triangle inequality gives a condition that suffices; the line of numbers itself is not the event that counts.",
)

PROFILE = Theorem(
    id="metric.laplace.profile",
    title="Laplace noise on two numbers: the least delta is 1 - e^((eps - distance/b)/2)",
    statement=eq(_PROFILE, Max(0, 1 - exp((eps - Delta / b) / 2))),
    **_SPACE,
    uses=("profile.laplace",),
    checks=(Derive(), Enclose(), Quadrature(runs.laplace_profile)),
    corrects="metric.laplace.profile.printed",
    note="Ours: the profile of Laplace noise, at the distance over the scale.",
)

SCALE_PRINTED = Theorem(
    id="metric.laplace.scale.printed",
    title="Laplace noise of scale diam/(eps - log(1 - delta)) is (eps, delta)-private, at every distance up to the diameter",
    statement=le(_within(_PRINTED, t), delta),
    **_NEAR,
    cites=(_EXAMPLE,),
    uses=("metric.laplace.profile",),
    checks=(
        Enclose(),
        Quadrature(runs.laplace_printed),
        Transcribed(
            "HockeyStick(epsilon, Laplace(0, Delta/(epsilon - log(1 - delta))), "
            "Laplace(t*Delta, Delta/(epsilon - log(1 - delta)))) <= delta"
        ),
    ),
)

SCALE_EXACT = Theorem(
    id="metric.laplace.scale.exact",
    title="How private the printed scale is: its delta is 1 - sqrt(1 - delta), about half of what was asked for",
    statement=eq(_within(_PRINTED), 1 - sqrt(1 - delta)),
    **ranges(TWO_POINTS),
    uses=("metric.laplace.profile",),
    specializes="metric.laplace.profile",
    note="Ours: the profile of Laplace noise at the printed scale.",
    checks=(Derive(), Enclose(), Quadrature(runs.laplace_printed)),
    sharpens="metric.laplace.scale.printed",
)

SCALE = Theorem(
    id="metric.laplace.scale",
    title="Laplace noise of scale diam/(eps - 2 log(1 - delta)) is (eps, delta)-private, and attains delta at the diameter",
    statement=le(_within(_LEAST, t), delta),
    **_NEAR,
    uses=("metric.laplace.profile", "calibration.laplace"),
    checks=(
        Enclose(),
        Quadrature(runs.laplace_least),
        Tight(at={t: S.One}),
        Transcribed(
            "HockeyStick(epsilon, Laplace(0, Delta/(epsilon - 2*log(1 - delta))), "
            "Laplace(t*Delta, Delta/(epsilon - 2*log(1 - delta)))) <= delta"
        ),
    ),
    sharpens="metric.laplace.scale.printed",
    note=(
        "Ours: attained at the diameter, and the profile falls as the scale grows: no smaller scale will do. For n entries with independent "
        "noises the same, as one is replaced at a time (dp.composition.parallel)."
    ),
)
