"""The Laplace mechanism."""

import numpy as np
from sympy import Abs, Max, Rational, S, exp, log, oo

from dpsym import KL, HockeyStick, Laplace, MaxDivergence, Renyi
from dpsym.parameters import SENSITIVITY, alpha, eps, scale, t
from theorems.checks import Derive, Enclose, Limit, Proved, Quadrature, Sampling, Tight, Transcribed
from theorems.entry import Cite, Theorem
from theorems.library.runs import mechanisms as runs
from theorems.library.space import LOSS, MEDIUM, SCALE, SHARE, WIDE_ORDER, ranges
from theorems.library.variables import DWORK_ROTH, FLORES, HALF, MIRONOV, V3
from theorems.statement import ABOVE_ONE, POSITIVE, eq, le

Delta = SENSITIVITY.symbol


def _cdf_laplace(x: np.ndarray) -> np.ndarray:
    return np.where(x < 0, np.exp(np.minimum(x, 0) / 2) / 2, 1 - np.exp(-np.maximum(x, 0) / 2) / 2)


LAPLACE_PURE = Theorem(
    id="laplace.pure_dp",
    title="The Laplace mechanism at scale 1/eps is eps-DP, and no better",
    statement=eq(MaxDivergence(Laplace(0, 1 / eps), Laplace(1, 1 / eps)), eps),
    **ranges({eps: LOSS}),
    cites=(Cite(FLORES, "Teorema 5.2.1"), Cite(DWORK_ROTH, "Theorem 3.6")),
    uses=("dp.pure.max_divergence",),
    checks=(Derive(), Quadrature(runs.max_laplace_calibrated), Enclose(), Sampling(runs.draw_laplace, _cdf_laplace)),
    specializes="mechanism.laplace",
    note="The sensitivity is 1; a query of sensitivity Delta has its noise scaled by Delta.",
)

RENYI_LAPLACE = Theorem(
    id="renyi.laplace",
    title="Rényi budget of the Laplace mechanism",
    statement=eq(
        Renyi(alpha, Laplace(0, scale), Laplace(1, scale)),
        log(alpha / (2 * alpha - 1) * exp((alpha - 1) / scale) + (alpha - 1) / (2 * alpha - 1) * exp(-alpha / scale))
        / (alpha - 1),
    ),
    **ranges({alpha: WIDE_ORDER, scale: SCALE}),
    cites=(Cite(FLORES, "Proposición 5.2.1"), Cite(MIRONOV, "Corollary 2", V3)),
    uses=("renyi.laplace.pair", "renyi.laplace.monotone"),
    checks=(
        Derive(),
        Quadrature(runs.renyi_laplace),
        Enclose(),
        Limit(alpha, 1, KL(Laplace(0, scale), Laplace(1, scale))),
        Limit(alpha, oo, MaxDivergence(Laplace(0, scale), Laplace(1, scale))),
    ),
    specializes="renyi.laplace.pair",
    note="At sensitivity 1 the scale of the eps-DP mechanism is 1/eps.",
)

RENYI_LAPLACE_MONOTONE = Theorem(
    id="renyi.laplace.monotone",
    title="The worst neighbour of the Laplace mechanism is the farthest one",
    statement=le(
        Renyi(alpha, Laplace(0, scale), Laplace(t, scale)), Renyi(alpha, Laplace(0, scale), Laplace(1, scale))
    ),
    **ranges({alpha: WIDE_ORDER, scale: SCALE, t: SHARE}),
    uses=("renyi.laplace.pair",),
    checks=(
        Proved(),
        Enclose(),
        Quadrature(runs.renyi_laplace_at),
        Tight(at={t: S.One}),
        Transcribed(
            "Renyi(alpha, Laplace(0, lambda), Laplace(t, lambda)) <= Renyi(alpha, Laplace(0, "
            "lambda), Laplace(1, lambda))"
        ),
    ),
    note="The integral of p^alpha q^(1-alpha) has the derivative alpha (alpha-1)/(2 alpha-1) (e^((alpha-1)t) - e^(-alpha t)) >= 0 in t.",
)

KL_LAPLACE = Theorem(
    id="kl.laplace",
    title="Budget of order 1 of the Laplace mechanism",
    statement=eq(KL(Laplace(0, scale), Laplace(1, scale)), 1 / scale + exp(-1 / scale) - 1),
    **ranges({scale: SCALE}),
    cites=(Cite(FLORES, "§5.2.2, after Corolario 5.2.1"),),
    checks=(Derive(), Quadrature(runs.kl_laplace), Enclose()),
)

KL_LAPLACE_LARGE_PRINTED = Theorem(
    id="kl.laplace.large_scale.printed",
    title="The budget of order 1 of the Laplace mechanism is about 0.5/lambda at a large scale (as printed)",
    statement=le(Abs(KL(Laplace(0, scale), Laplace(1, scale)) / (1 / (2 * scale)) - 1), Rational(1, 2)),
    **ranges({scale: (ABOVE_ONE, (8, 64))}),
    cites=(Cite(FLORES, "§5.2.2, after Corolario 5.2.1"),),
    checks=(Enclose(), Transcribed("Abs(KL(Laplace(0, lambda), Laplace(1, lambda))/(1/(2*lambda)) - 1) <= 1/2")),
    note="Read as: within a half of the truth, at any scale above 1. The square of lambda was lost.",
)

KL_LAPLACE_LARGE = Theorem(
    id="kl.laplace.large_scale",
    title="The budget of order 1 of the Laplace mechanism is 0.5/lambda^2 up to a relative error of 1/(3 lambda)",
    statement=le(Abs(2 * scale**2 * KL(Laplace(0, scale), Laplace(1, scale)) - 1), 1 / (3 * scale)),
    **ranges({scale: (POSITIVE, ("1/4", 64))}),
    cites=(Cite(MIRONOV, "after Corollary 2", V3),),
    uses=("kl.laplace",),
    checks=(
        Enclose(),
        Tight(symbol=scale, point=oo),
        Transcribed("Abs(2*lambda**2*KL(Laplace(0, lambda), Laplace(1, lambda)) - 1) <= 1/(3*lambda)"),
    ),
    corrects="kl.laplace.large_scale.printed",
)

MAX_LAPLACE = Theorem(
    id="max.laplace",
    title="Max divergence of the Laplace mechanism",
    statement=eq(MaxDivergence(Laplace(0, scale), Laplace(1, scale)), 1 / scale),
    **ranges({scale: SCALE}),
    cites=(Cite(FLORES, "Corolario 5.2.1"),),
    specializes="mechanism.laplace",
    checks=(Derive(), Quadrature(runs.max_laplace), Enclose()),
)

LAPLACE_PROFILE = Theorem(
    id="profile.laplace",
    title="Privacy profile of the Laplace mechanism",
    statement=eq(HockeyStick(eps, Laplace(0, scale), Laplace(1, scale)), Max(0, 1 - exp((eps - 1 / scale) / 2))),
    **ranges({eps: MEDIUM, scale: SCALE}),
    cites=(Cite("balle2018improving", "profile of the Laplace mechanism", "arXiv:1807.01647v2"),),
    specializes="metric.laplace.profile",
    checks=(Derive(), Quadrature(runs.profile_laplace), Enclose()),
)

LAPLACE_PURE_SENSITIVITY = Theorem(
    id="laplace.pure_dp.sensitivity",
    title="The Laplace mechanism on a query of any sensitivity, its scale the sensitivity over eps",
    statement=eq(MaxDivergence(Laplace(0, Delta / eps), Laplace(Delta, Delta / eps)), eps),
    **ranges({eps: LOSS, Delta: (POSITIVE, (HALF, 8))}),
    cites=(Cite(FLORES, "Definición 3.1.7 with Teorema 5.2.1"), Cite(DWORK_ROTH, "Theorem 3.6")),
    uses=("laplace.pure_dp",),
    specializes="mechanism.laplace",
    checks=(Derive(), Quadrature(runs.max_laplace_sensitivity), Enclose()),
)

RENYI_LAPLACE_SENSITIVITY = Theorem(
    id="renyi.laplace.sensitivity",
    title="Rényi budget of the Laplace mechanism on a query of any sensitivity",
    statement=eq(
        Renyi(alpha, Laplace(0, scale), Laplace(Delta, scale)),
        log(
            alpha / (2 * alpha - 1) * exp((alpha - 1) * Delta / scale)
            + (alpha - 1) / (2 * alpha - 1) * exp(-alpha * Delta / scale)
        )
        / (alpha - 1),
    ),
    **ranges({alpha: WIDE_ORDER, scale: SCALE, Delta: (POSITIVE, (HALF, 4))}),
    cites=(Cite(MIRONOV, "Proposition 6", V3),),
    uses=("renyi.laplace.pair",),
    checks=(Derive(), Quadrature(runs.renyi_laplace_sensitivity), Enclose()),
    specializes="renyi.laplace.pair",
    note="Only the sensitivity over the scale matters; at sensitivity 1 it is the budget of the source.",
)
