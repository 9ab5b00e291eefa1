"""The Gaussian mechanism."""

import numpy as np
from sympy import Rational, erfc, exp, log, oo, sqrt

from dpsym import Gaussian, HockeyStick, MaxDivergence, Renyi
from dpsym.parameters import alpha, delta, eps, sigma
from theorems.checks import Derive, Dominated, Enclose, Quadrature, Sampling, Transcribed
from theorems.checks.prove import Proved
from theorems.entry import Cite, Theorem
from theorems.library.runs import mechanisms as runs
from theorems.library.space import MEDIUM, SCALE, WIDE_ORDER, ranges
from theorems.library.variables import DWORK_ROTH, FLORES, MIRONOV, V3
from theorems.statement import POSITIVE, UNIT_OPEN, eq, le


def _cdf_gaussian(x: np.ndarray) -> np.ndarray:
    from scipy.special import ndtr

    return ndtr(x / 2)


RENYI_GAUSSIAN = Theorem(
    id="renyi.gaussian",
    title="Rényi budget of the Gaussian mechanism",
    statement=eq(Renyi(alpha, Gaussian(0, sigma), Gaussian(1, sigma)), alpha / (2 * sigma**2)),
    **ranges({alpha: WIDE_ORDER, sigma: SCALE}),
    cites=(Cite(FLORES, "Proposición 5.3.1"), Cite(MIRONOV, "Corollary 3", V3)),
    uses=("renyi.gaussian.shared",),
    specializes="renyi.gaussian.shared",
    checks=(Derive(), Quadrature(runs.renyi_gaussian), Enclose(), Sampling(runs.draw_gaussian, _cdf_gaussian)),
)

RENYI_GAUSSIAN_TWO_PRINTED = Theorem(
    id="renyi.gaussian.sensitivity_two.printed",
    title="Rényi budget of the Gaussian mechanism on a function of sensitivity 2 (definition and budget as printed)",
    statement=eq(Renyi(alpha, Gaussian(0, sigma), Gaussian(2, sigma)), alpha / (2 * sigma**2)),
    **ranges({alpha: WIDE_ORDER, sigma: SCALE}),
    cites=(Cite(FLORES, "Definición 3.1.8 with Proposición 5.3.1"),),
    checks=(Enclose(), Transcribed("Renyi(alpha, Gaussian(0, sigma), Gaussian(2, sigma)) == alpha/(2*sigma**2)")),
)

RENYI_GAUSSIAN_TWO = Theorem(
    id="renyi.gaussian.sensitivity_two",
    title="Rényi budget of the Gaussian mechanism on a function of sensitivity 2",
    statement=eq(Renyi(alpha, Gaussian(0, sigma), Gaussian(2, sigma)), 2 * alpha / sigma**2),
    **ranges({alpha: WIDE_ORDER, sigma: SCALE}),
    cites=(Cite("mironov2017renyi", "Proposition 7", "arXiv:1702.07476v3"),),
    uses=("renyi.gaussian.shared",),
    checks=(Derive(), Quadrature(runs.renyi_gaussian_sensitivity_two), Enclose()),
    specializes="renyi.gaussian.shared",
    corrects="renyi.gaussian.sensitivity_two.printed",
)

GAUSSIAN_NOT_PURE = Theorem(
    id="gaussian.not_pure_dp",
    title="The Gaussian mechanism is eps-DP for no eps",
    statement=eq(MaxDivergence(Gaussian(0, sigma), Gaussian(1, sigma)), oo),
    **ranges({sigma: SCALE}),
    cites=(Cite(FLORES, "§3.2, after Definición 3.2.2"),),
    uses=("dp.pure.max_divergence",),
    checks=(
        Derive(),
        Quadrature(runs.max_gaussian),
        Enclose(),
        Transcribed("MaxDivergence(Gaussian(0, sigma), Gaussian(1, sigma)) == oo"),
    ),
)

GAUSSIAN_PROFILE = Theorem(
    id="profile.gaussian",
    title="Privacy profile of the Gaussian mechanism (the analytic Gaussian mechanism)",
    statement=eq(
        HockeyStick(eps, Gaussian(0, sigma), Gaussian(1, sigma)),
        erfc((eps * sigma - 1 / (2 * sigma)) / sqrt(2)) / 2
        - exp(eps) * erfc((eps * sigma + 1 / (2 * sigma)) / sqrt(2)) / 2,
    ),
    **ranges({eps: MEDIUM, sigma: (POSITIVE, ("1/4", 4))}),
    cites=(Cite("ballewang2018", "Theorem 8", "arXiv:1805.06530v2"),),
    checks=(Derive(), Quadrature(runs.profile_gaussian), Enclose()),
    specializes="mechanism.gaussian",
    sharpens="gaussian.classical",
)

GAUSSIAN_CLASSICAL = Theorem(
    id="gaussian.classical",
    title="Classical calibration of the Gaussian mechanism, for eps below 1",
    statement=le(
        HockeyStick(
            eps,
            Gaussian(0, sqrt(2 * log(Rational(5, 4) / delta)) / eps),
            Gaussian(1, sqrt(2 * log(Rational(5, 4) / delta)) / eps),
        ),
        delta,
    ),
    **ranges({eps: (UNIT_OPEN, ("1/20", "19/20")), delta: (UNIT_OPEN, ("1e-6", "9/10"))}),
    cites=(Cite(FLORES, "Teorema 5.3.1"), Cite(DWORK_ROTH, "Theorem 3.22 and Theorem A.1")),
    uses=("profile.gaussian",),
    checks=(
        Enclose(),
        Dominated({eps: (Rational(1, 20), 1), delta: (Rational(1, 10**6), Rational(9, 10))}),
        Quadrature(runs.profile_gaussian_classical),
        Transcribed(
            "HockeyStick(epsilon, Gaussian(0, sqrt(2*log(1.25/delta))/epsilon), Gaussian(1, sqrt(2*log(1.25/delta))/epsilon)) <= delta"
        ),
    ),
    note="Stated at the least noise that it allows, sensitivity 1; more noise gives a smaller delta. The constant c must be positive.",
)

EXCEPT_WITH_PROBABILITY_PRINTED = Theorem(
    id="dp.approx.tail.printed",
    title="(eps, delta)-DP means eps-DP except with probability delta (as printed)",
    statement=le(
        erfc((eps * sigma - 1 / (2 * sigma)) / sqrt(2)) / 2, HockeyStick(eps, Gaussian(0, sigma), Gaussian(1, sigma))
    ),
    **ranges({eps: MEDIUM, sigma: (POSITIVE, ("1/4", 4))}),
    cites=(Cite(FLORES, "§3.2, before Definición 3.2.2"),),
    checks=(
        Enclose(),
        Transcribed(
            "erfc((epsilon*sigma - 1/(2*sigma))/sqrt(2))/2 <= HockeyStick(epsilon, Gaussian(0, sigma), Gaussian(1, sigma))"
        ),
    ),
    note="On the left the probability that the privacy loss of the Gaussian mechanism exceeds eps, on the right its delta.",
)

EXCEPT_WITH_PROBABILITY = Theorem(
    id="dp.approx.tail",
    title="The delta of Gaussian noise is at most the probability that its loss exceeds eps",
    statement=le(
        HockeyStick(eps, Gaussian(0, sigma), Gaussian(1, sigma)), erfc((eps * sigma - 1 / (2 * sigma)) / sqrt(2)) / 2
    ),
    **ranges({eps: MEDIUM, sigma: (POSITIVE, ("1/4", 4))}),
    cites=(Cite("ballewang2018", "Theorem 5", "arXiv:1805.06530v2"),),
    uses=("profile.gaussian",),
    checks=(
        Proved(),
        Enclose(),
        Quadrature(runs.profile_gaussian),
        Transcribed(
            "HockeyStick(epsilon, Gaussian(0, sigma), Gaussian(1, sigma)) <= "
            "erfc(sqrt(2)*(epsilon*sigma - 1/(2*sigma))/2)/2"
        ),
    ),
    corrects="dp.approx.tail.printed",
)
