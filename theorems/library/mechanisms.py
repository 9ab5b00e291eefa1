"""Randomized response, the Laplace and the Gaussian mechanism: budgets, profiles, exact privacy."""

import numpy as np
from sympy import Abs, E, Max, Rational, S, Symbol, erfc, exp, log, oo, sqrt, tanh

from dpsym import KL, RR, Bernoulli, Gaussian, HockeyStick, Laplace, MaxDivergence, Renyi
from dpsym.parameters import alpha, delta, eps, p, scale, sigma, t, zeta
from theorems.checks import At, Derive, Dominated, Enclose, Limit, Transcribed, Quadrature, Sampling, Tight
from theorems.entry import Cite, Theorem
from theorems.library import runs
from theorems.statement import ABOVE_ONE, NONNEGATIVE, POSITIVE, UNIT, UNIT_OPEN, eq, le

_ORDERS = (Rational(11, 10), 16)
_BUDGETS = (Rational(1, 20), 4)
_SCALES = (Rational(1, 4), 8)
_MIRONOV = "mironov2017renyi"
_V3 = "arXiv:1702.07476v3"


def _cdf_laplace(x: np.ndarray) -> np.ndarray:
    return np.where(x < 0, np.exp(np.minimum(x, 0) / 2) / 2, 1 - np.exp(-np.maximum(x, 0) / 2) / 2)


def _cdf_gaussian(x: np.ndarray) -> np.ndarray:
    from scipy.special import ndtr

    return ndtr(x / 2)


RR_PURE = Theorem(
    id="rr.pure_dp",
    title="Randomized response is eps-DP, and no better",
    statement=eq(MaxDivergence(RR(eps)), eps),
    domain={eps: NONNEGATIVE},
    typical={eps: _BUDGETS},
    cites=(Cite("flores2023", "Proposición 5.1.1"), Cite("warner1965randomized", "the design")),
    uses=("dp.pure.max_divergence",),
    checks=(Derive(), Quadrature(runs.max_response), Enclose()),
)

RENYI_RR = Theorem(
    id="renyi.rr",
    title="Rényi budget of randomized response, in the probability p of a true answer",
    statement=eq(
        Renyi(alpha, Bernoulli(p), Bernoulli(1 - p)),
        log(p**alpha * (1 - p) ** (1 - alpha) + (1 - p) ** alpha * p ** (1 - alpha)) / (alpha - 1),
    ),
    domain={alpha: ABOVE_ONE, p: UNIT_OPEN},
    typical={alpha: _ORDERS, p: (Rational(11, 20), Rational(19, 20))},
    cites=(Cite("flores2023", "Proposición 5.1.2"), Cite(_MIRONOV, "Proposition 5", _V3)),
    uses=("renyi.bernoulli",),
    checks=(
        Derive(),
        Quadrature(runs.renyi_response),
        Enclose(),
        Limit(alpha, 1, KL(Bernoulli(p), Bernoulli(1 - p))),
    ),
)

KL_RR = Theorem(
    id="kl.rr",
    title="Budget of order 1 of randomized response",
    statement=eq(KL(Bernoulli(p), Bernoulli(1 - p)), (2 * p - 1) * log(p / (1 - p))),
    domain={p: UNIT_OPEN},
    typical={p: (Rational(11, 20), Rational(19, 20))},
    cites=(Cite("flores2023", "Proposición 5.1.2"),),
    uses=("kl.bernoulli",),
    checks=(Derive(), Quadrature(runs.kl_response), Enclose()),
)

RENYI_RR_EPS = Theorem(
    id="renyi.rr.eps",
    title="Rényi budget of randomized response, in its privacy parameter",
    statement=eq(
        Renyi(alpha, RR(eps)), log((exp(alpha * eps) + exp((1 - alpha) * eps)) / (1 + exp(eps))) / (alpha - 1)
    ),
    domain={alpha: ABOVE_ONE, eps: POSITIVE},
    typical={alpha: _ORDERS, eps: _BUDGETS},
    cites=(Cite("steinke2024renyi", "Theorem 4"),),
    uses=("renyi.rr",),
    checks=(
        Derive(),
        Quadrature(runs.renyi_response_eps),
        Enclose(),
        Limit(alpha, 1, KL(RR(eps))),
        Limit(alpha, oo, MaxDivergence(RR(eps))),
    ),
    note="The p of the budget in p is e^eps/(1 + e^eps).",
)

KL_RR_EPS = Theorem(
    id="kl.rr.eps",
    title="Budget of order 1 of randomized response, in its privacy parameter",
    statement=eq(KL(RR(eps)), eps * tanh(eps / 2)),
    domain={eps: POSITIVE},
    typical={eps: _BUDGETS},
    cites=(Cite("steinke2024renyi", "Theorem 5"),),
    uses=("kl.rr",),
    checks=(Derive(), Quadrature(runs.kl_response_eps), Enclose()),
)

RR_TANH = Theorem(
    id="renyi.rr.tanh",
    title="Rényi budget of randomized response below a line through its budget of order 1",
    statement=le(Renyi(alpha, RR(eps)), alpha * eps * tanh(eps / 2)),
    domain={alpha: ABOVE_ONE, eps: POSITIVE},
    typical={alpha: _ORDERS, eps: _BUDGETS},
    cites=(Cite("steinke2024renyi", "Theorem 5"),),
    uses=("renyi.rr.eps",),
    checks=(Enclose(), Quadrature(runs.renyi_response_eps), Tight(symbol=alpha, point=S.One)),
)

RR_PROFILE = Theorem(
    id="profile.rr",
    title="Privacy profile of randomized response",
    statement=eq(
        HockeyStick(eps, RR(zeta)),
        Max(0, (exp(zeta) - exp(eps)) / (1 + exp(zeta))) + Max(0, (1 - exp(eps + zeta)) / (1 + exp(zeta))),
    ),
    domain={eps: NONNEGATIVE, zeta: POSITIVE},
    typical={eps: (0, 3), zeta: _BUDGETS},
    cites=(Cite("balle2018improving", "privacy profiles"),),
    checks=(Derive(), Quadrature(runs.profile_response), Enclose()),
)

LAPLACE_PURE = Theorem(
    id="laplace.pure_dp",
    title="The Laplace mechanism at scale 1/eps is eps-DP, and no better",
    statement=eq(MaxDivergence(Laplace(0, 1 / eps), Laplace(1, 1 / eps)), eps),
    domain={eps: POSITIVE},
    typical={eps: _BUDGETS},
    cites=(Cite("flores2023", "Teorema 5.2.1"), Cite("dworkroth2014", "Theorem 3.6")),
    uses=("dp.pure.max_divergence",),
    checks=(
        Derive(),
        Quadrature(runs.max_laplace_calibrated),
        Enclose(),
        Sampling(runs.draw_laplace, _cdf_laplace),
    ),
    note="The sensitivity is 1; a query of sensitivity Delta has its noise scaled by Delta.",
)

RENYI_LAPLACE = Theorem(
    id="renyi.laplace",
    title="Rényi budget of the Laplace mechanism",
    statement=eq(
        Renyi(alpha, Laplace(0, scale), Laplace(1, scale)),
        log(
            alpha / (2 * alpha - 1) * exp((alpha - 1) / scale)
            + (alpha - 1) / (2 * alpha - 1) * exp(-alpha / scale)
        )
        / (alpha - 1),
    ),
    domain={alpha: ABOVE_ONE, scale: POSITIVE},
    typical={alpha: _ORDERS, scale: _SCALES},
    cites=(Cite("flores2023", "Proposición 5.2.1"), Cite(_MIRONOV, "Corollary 2", _V3)),
    uses=("renyi.laplace.pair", "renyi.laplace.monotone"),
    checks=(
        Derive(),
        Quadrature(runs.renyi_laplace),
        Enclose(),
        Limit(alpha, 1, KL(Laplace(0, scale), Laplace(1, scale))),
        Limit(alpha, oo, MaxDivergence(Laplace(0, scale), Laplace(1, scale))),
    ),
    note="At sensitivity 1 the scale of the eps-DP mechanism is 1/eps.",
)

RENYI_LAPLACE_MONOTONE = Theorem(
    id="renyi.laplace.monotone",
    title="The worst neighbour of the Laplace mechanism is the farthest one",
    statement=le(
        Renyi(alpha, Laplace(0, scale), Laplace(t, scale)), Renyi(alpha, Laplace(0, scale), Laplace(1, scale))
    ),
    domain={alpha: ABOVE_ONE, scale: POSITIVE, t: UNIT},
    typical={alpha: _ORDERS, scale: _SCALES, t: (0, 1)},
    uses=("renyi.laplace.pair",),
    checks=(Enclose(), Quadrature(runs.renyi_laplace_at), Tight(at={t: S.One})),
    note="The integral of p^alpha q^(1-alpha) has the derivative alpha (alpha-1)/(2 alpha-1) (e^((alpha-1)t) - e^(-alpha t)) >= 0 in t.",
)

KL_LAPLACE = Theorem(
    id="kl.laplace",
    title="Budget of order 1 of the Laplace mechanism",
    statement=eq(KL(Laplace(0, scale), Laplace(1, scale)), 1 / scale + exp(-1 / scale) - 1),
    domain={scale: POSITIVE},
    typical={scale: _SCALES},
    cites=(Cite("flores2023", "§5.2.2, after Corolario 5.2.1"),),
    checks=(Derive(), Quadrature(runs.kl_laplace), Enclose()),
)

KL_LAPLACE_LARGE_PRINTED = Theorem(
    id="kl.laplace.large_scale.printed",
    title="The budget of order 1 of the Laplace mechanism is about 0.5/lambda at a large scale (as printed)",
    statement=le(Abs(KL(Laplace(0, scale), Laplace(1, scale)) / (1 / (2 * scale)) - 1), Rational(1, 2)),
    domain={scale: ABOVE_ONE},
    typical={scale: (8, 64)},
    cites=(Cite("flores2023", "§5.2.2, after Corolario 5.2.1"),),
    checks=(Enclose(), Transcribed("Abs(KL(Laplace(0, lambda), Laplace(1, lambda))/(1/(2*lambda)) - 1) <= 1/2")),
    note="Read as: within a half of the truth, at any scale above 1. The square of lambda was lost.",
)

KL_LAPLACE_LARGE = Theorem(
    id="kl.laplace.large_scale",
    title="The budget of order 1 of the Laplace mechanism is 0.5/lambda^2 up to a relative error of 1/(3 lambda)",
    statement=le(Abs(2 * scale**2 * KL(Laplace(0, scale), Laplace(1, scale)) - 1), 1 / (3 * scale)),
    domain={scale: POSITIVE},
    typical={scale: (Rational(1, 4), 64)},
    cites=(Cite(_MIRONOV, "after Corollary 2", _V3),),
    uses=("kl.laplace",),
    checks=(Enclose(), Tight(symbol=scale, point=oo)),
    corrects="kl.laplace.large_scale.printed",
)

MAX_LAPLACE = Theorem(
    id="max.laplace",
    title="Max divergence of the Laplace mechanism",
    statement=eq(MaxDivergence(Laplace(0, scale), Laplace(1, scale)), 1 / scale),
    domain={scale: POSITIVE},
    typical={scale: _SCALES},
    cites=(Cite("flores2023", "Corolario 5.2.1"),),
    checks=(Derive(), Quadrature(runs.max_laplace), Enclose()),
)

LAPLACE_PROFILE = Theorem(
    id="profile.laplace",
    title="Privacy profile of the Laplace mechanism",
    statement=eq(
        HockeyStick(eps, Laplace(0, scale), Laplace(1, scale)), Max(0, 1 - exp((eps - 1 / scale) / 2))
    ),
    domain={eps: NONNEGATIVE, scale: POSITIVE},
    typical={eps: (0, 3), scale: _SCALES},
    cites=(Cite("balle2018improving", "profile of the Laplace mechanism"),),
    checks=(Derive(), Quadrature(runs.profile_laplace), Enclose()),
)

RENYI_GAUSSIAN = Theorem(
    id="renyi.gaussian",
    title="Rényi budget of the Gaussian mechanism",
    statement=eq(Renyi(alpha, Gaussian(0, sigma), Gaussian(1, sigma)), alpha / (2 * sigma**2)),
    domain={alpha: ABOVE_ONE, sigma: POSITIVE},
    typical={alpha: _ORDERS, sigma: _SCALES},
    cites=(Cite("flores2023", "Proposición 5.3.1"), Cite(_MIRONOV, "Corollary 3", _V3)),
    uses=("renyi.gaussian.shared",),
    checks=(
        Derive(),
        Quadrature(runs.renyi_gaussian),
        Enclose(),
        Sampling(runs.draw_gaussian, _cdf_gaussian),
    ),
)

RENYI_GAUSSIAN_TWO_PRINTED = Theorem(
    id="renyi.gaussian.sensitivity_two.printed",
    title="Rényi budget of the Gaussian mechanism on a function of sensitivity 2 (definition and budget as printed)",
    statement=eq(Renyi(alpha, Gaussian(0, sigma), Gaussian(2, sigma)), alpha / (2 * sigma**2)),
    domain={alpha: ABOVE_ONE, sigma: POSITIVE},
    typical={alpha: _ORDERS, sigma: _SCALES},
    cites=(Cite("flores2023", "Definición 3.1.8 with Proposición 5.3.1"),),
    checks=(Enclose(), Transcribed("Renyi(alpha, Gaussian(0, sigma), Gaussian(2, sigma)) == alpha/(2*sigma**2)")),
)

RENYI_GAUSSIAN_TWO = Theorem(
    id="renyi.gaussian.sensitivity_two",
    title="Rényi budget of the Gaussian mechanism on a function of sensitivity 2",
    statement=eq(Renyi(alpha, Gaussian(0, sigma), Gaussian(2, sigma)), 2 * alpha / sigma**2),
    domain={alpha: ABOVE_ONE, sigma: POSITIVE},
    typical={alpha: _ORDERS, sigma: _SCALES},
    uses=("renyi.gaussian.shared",),
    checks=(Derive(), Quadrature(runs.renyi_gaussian_sensitivity_two), Enclose()),
    corrects="renyi.gaussian.sensitivity_two.printed",
)

GAUSSIAN_NOT_PURE = Theorem(
    id="gaussian.not_pure_dp",
    title="The Gaussian mechanism is eps-DP for no eps",
    statement=eq(MaxDivergence(Gaussian(0, sigma), Gaussian(1, sigma)), oo),
    domain={sigma: POSITIVE},
    typical={sigma: _SCALES},
    cites=(Cite("flores2023", "§3.2, after Definición 3.2.2"),),
    uses=("dp.pure.max_divergence",),
    checks=(Derive(), Quadrature(runs.max_gaussian), Enclose()),
)

GAUSSIAN_PROFILE = Theorem(
    id="profile.gaussian",
    title="Privacy profile of the Gaussian mechanism (the analytic Gaussian mechanism)",
    statement=eq(
        HockeyStick(eps, Gaussian(0, sigma), Gaussian(1, sigma)),
        erfc((eps * sigma - 1 / (2 * sigma)) / sqrt(2)) / 2
        - exp(eps) * erfc((eps * sigma + 1 / (2 * sigma)) / sqrt(2)) / 2,
    ),
    domain={eps: NONNEGATIVE, sigma: POSITIVE},
    typical={eps: (0, 3), sigma: (Rational(1, 4), 4)},
    cites=(Cite("ballewang2018", "Theorem 8", "arXiv:1805.06530v2"),),
    checks=(Derive(), Quadrature(runs.profile_gaussian), Enclose()),
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
    domain={eps: UNIT_OPEN, delta: UNIT_OPEN},
    typical={eps: (Rational(1, 20), Rational(19, 20)), delta: (Rational(1, 10**6), Rational(9, 10))},
    cites=(Cite("flores2023", "Teorema 5.3.1"), Cite("dworkroth2014", "Theorem 3.22 and Theorem A.1")),
    uses=("profile.gaussian",),
    checks=(
        Enclose(),
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
        erfc((eps * sigma - 1 / (2 * sigma)) / sqrt(2)) / 2,
        HockeyStick(eps, Gaussian(0, sigma), Gaussian(1, sigma)),
    ),
    domain={eps: NONNEGATIVE, sigma: POSITIVE},
    typical={eps: (0, 3), sigma: (Rational(1, 4), 4)},
    cites=(Cite("flores2023", "§3.2, before Definición 3.2.2"),),
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
    title="What a tail of the privacy loss does give: delta is at most the probability that the loss exceeds eps",
    statement=le(
        HockeyStick(eps, Gaussian(0, sigma), Gaussian(1, sigma)),
        erfc((eps * sigma - 1 / (2 * sigma)) / sqrt(2)) / 2,
    ),
    domain={eps: NONNEGATIVE, sigma: POSITIVE},
    typical={eps: (0, 3), sigma: (Rational(1, 4), 4)},
    cites=(Cite("ballewang2018", "Theorem 5", "arXiv:1805.06530v2"),),
    uses=("profile.gaussian",),
    checks=(Enclose(), Quadrature(runs.profile_gaussian)),
    corrects="dp.approx.tail.printed",
)
