"""Randomized response."""

import math

import numpy as np
from sympy import Max, S, exp, log, oo, tanh

from dpsym import KL, RR, Bernoulli, HockeyStick, MaxDivergence, Renyi
from dpsym.parameters import alpha, eps, p, zeta
from theorems.checks import Derive, Enclose, Limit, Proved, Quadrature, Sampling, Tight, Transcribed
from theorems.entry import Cite, Theorem
from theorems.library.runs import mechanisms as runs
from theorems.library.space import LOSS, SMALL, WIDE_ORDER, ranges
from theorems.library.variables import BUDGETS, FLORES, MIRONOV, V3
from theorems.statement import NONNEGATIVE, POSITIVE, UNIT_OPEN, eq, le


def _cdf_response(x: np.ndarray) -> np.ndarray:
    return np.where(x < 0, 0.0, np.where(x < 1, 1 / (1 + math.e), 1.0))


RR_PURE = Theorem(
    id="rr.pure_dp",
    title="Randomized response is eps-DP, and no better",
    statement=eq(MaxDivergence(RR(eps)), eps),
    **ranges({eps: (NONNEGATIVE, BUDGETS)}),
    cites=(Cite(FLORES, "Proposición 5.1.1"), Cite("warner1965randomized", "the design")),
    uses=("dp.pure.max_divergence",),
    specializes="mechanism.randomized_response",
    checks=(Derive(), Quadrature(runs.max_response), Enclose(), Sampling(runs.draw_response, _cdf_response)),
)

RENYI_RR = Theorem(
    id="renyi.rr",
    title="Rényi budget of randomized response, in the probability p of a true answer",
    statement=eq(
        Renyi(alpha, Bernoulli(p), Bernoulli(1 - p)),
        log(p**alpha * (1 - p) ** (1 - alpha) + (1 - p) ** alpha * p ** (1 - alpha)) / (alpha - 1),
    ),
    **ranges({alpha: WIDE_ORDER, p: (UNIT_OPEN, ("11/20", "19/20"))}),
    cites=(Cite(FLORES, "Proposición 5.1.2"), Cite(MIRONOV, "Proposition 5", V3)),
    uses=("renyi.bernoulli",),
    checks=(Derive(), Quadrature(runs.renyi_response), Enclose(), Limit(alpha, 1, KL(Bernoulli(p), Bernoulli(1 - p)))),
)

KL_RR = Theorem(
    id="kl.rr",
    title="Budget of order 1 of randomized response",
    statement=eq(KL(Bernoulli(p), Bernoulli(1 - p)), (2 * p - 1) * log(p / (1 - p))),
    **ranges({p: (UNIT_OPEN, ("11/20", "19/20"))}),
    cites=(Cite(FLORES, "Proposición 5.1.2"),),
    uses=("kl.bernoulli",),
    checks=(Derive(), Quadrature(runs.kl_response), Enclose()),
)

RENYI_RR_EPS = Theorem(
    id="renyi.rr.eps",
    title="Rényi budget of randomized response, in its privacy parameter",
    statement=eq(
        Renyi(alpha, RR(eps)), log((exp(alpha * eps) + exp((1 - alpha) * eps)) / (1 + exp(eps))) / (alpha - 1)
    ),
    **ranges({alpha: WIDE_ORDER, eps: LOSS}),
    cites=(Cite("steinke2024renyi", "Theorem 4"),),
    uses=("renyi.rr",),
    checks=(
        Derive(),
        Quadrature(runs.renyi_response_eps),
        Enclose(),
        Limit(alpha, 1, KL(RR(eps))),
        Limit(alpha, oo, MaxDivergence(RR(eps))),
    ),
    specializes="renyi.rr",
    note="The p of the budget in p is e^eps/(1 + e^eps).",
)

KL_RR_EPS = Theorem(
    id="kl.rr.eps",
    title="Budget of order 1 of randomized response, in its privacy parameter",
    statement=eq(KL(RR(eps)), eps * tanh(eps / 2)),
    **ranges({eps: LOSS}),
    cites=(Cite("steinke2024renyi", "Theorem 5"),),
    uses=("kl.rr",),
    specializes="kl.rr",
    checks=(Derive(), Quadrature(runs.kl_response_eps), Enclose()),
)

RR_TANH = Theorem(
    id="renyi.rr.tanh",
    title="Rényi budget of randomized response below a line through its budget of order 1",
    statement=le(Renyi(alpha, RR(eps)), alpha * eps * tanh(eps / 2)),
    **ranges({alpha: WIDE_ORDER, eps: LOSS}),
    cites=(Cite("steinke2024renyi", "Theorem 5"),),
    uses=("renyi.rr.eps",),
    checks=(
        Proved(),
        Enclose(),
        Quadrature(runs.renyi_response_eps),
        Tight(symbol=alpha, point=S.One),
        Transcribed(
            "Renyi(alpha, RandomizedResponse(epsilon, 1), RandomizedResponse(epsilon, 0)) <= "
            "alpha*epsilon*tanh(epsilon/2)"
        ),
    ),
)

RR_TANH_QUADRATIC = Theorem(
    id="renyi.rr.tanh.quadratic",
    title="The line through the budget of order 1 of randomized response is below alpha eps^2/2",
    statement=le(alpha * eps * tanh(eps / 2), alpha * eps**2 / 2),
    **ranges({alpha: WIDE_ORDER, eps: LOSS}),
    uses=("kl.rr.eps",),
    checks=(
        Proved(),
        Enclose(),
        Quadrature(runs.kl_response_line),
        Tight(symbol=eps, point=S.Zero),
        Transcribed("alpha*epsilon*tanh(epsilon/2) <= alpha*epsilon**2/2"),
    ),
    note="With renyi.rr.tanh it gives the bound alpha eps^2/2 for randomized response; tanh(x) <= x.",
)

RR_PROFILE = Theorem(
    id="profile.rr",
    title="Privacy profile of randomized response",
    statement=eq(
        HockeyStick(eps, RR(zeta)),
        Max(0, (exp(zeta) - exp(eps)) / (1 + exp(zeta))) + Max(0, (1 - exp(eps + zeta)) / (1 + exp(zeta))),
    ),
    **ranges({eps: SMALL, zeta: (POSITIVE, ("1/2", 4))}),
    cites=(Cite("balle2018improving", "privacy profiles", "arXiv:1807.01647v2"),),
    checks=(Derive(), Quadrature(runs.profile_response), Enclose()),
)
