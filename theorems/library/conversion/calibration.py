"""Calibration: the least noise for a target, and how far the classical Gaussian formula holds."""

from sympy import Expr, Interval, Range, Rational, S, exp, oo

from dpsym import RR, DiscreteLaplace, Gaussian, HockeyStick, KaryResponse, Laplace, MultivariateGaussian, Renyi
from dpsym.calibration import (
    classical_deviation,
    gdp_deviation,
    greatest_truth,
    kary_parameter,
    least_geometric_scale,
    least_laplace_scale,
    renyi_deviation,
    total_variation_deviation,
    zcdp_deviation,
)
from dpsym.parameters import BUDGET, RATIO, alpha, delta, eps, sigma, sigma1, sigma2, zeta
from theorems.checks import At, Derive, Dominated, Enclose, Quadrature, Tight, Transcribed
from theorems.checks.evaluated import Evaluated
from theorems.entry import Cite, Theorem
from theorems.library.amplification import runs
from theorems.library.catalogue.space import choices
from theorems.library.space import LOSS, MEDIUM, SCALE, WIDE_ORDER, ranges
from theorems.library.variables import DWORK_ROTH, MIRONOV, V3, eps1, eps2
from theorems.statement import POSITIVE, UNIT_OPEN, eq, le

rho, mu = BUDGET.symbol, RATIO.symbol
_TARGET = {eps: MEDIUM, delta: (UNIT_OPEN, ("1/1000", "9/10"))}
_CHOICES = {**_TARGET, choices: (Range(2, oo), (2, 12))}
_PROFILES = Cite("balle2018improving", "section 2, privacy profiles", "arXiv:1807.01647v2")


def _profile(threshold: Expr, deviation: Expr) -> HockeyStick:
    return HockeyStick(threshold, Gaussian(0, deviation), Gaussian(1, deviation))


LAPLACE = Theorem(
    id="calibration.laplace",
    title="Laplace noise calibrated to (eps, delta): at scale 1/(eps - 2 log(1 - delta)) its delta is exactly that",
    statement=eq(
        HockeyStick(eps, Laplace(0, least_laplace_scale(eps, delta)), Laplace(1, least_laplace_scale(eps, delta))),
        delta,
    ),
    **ranges(_TARGET),
    uses=("profile.laplace",),
    checks=(Derive(), Quadrature(runs.calibrated_laplace), Enclose()),
    specializes="metric.laplace.profile",
    note="Ours: the profile of Laplace noise, solved for the scale. It falls as the scale grows: no smaller scale will do. At delta = 0 it is 1/eps.",
)

GEOMETRIC = Theorem(
    id="calibration.geometric",
    title="Two-sided geometric noise calibrated to (eps, delta) at sensitivity 1: its delta is exactly that",
    statement=eq(
        HockeyStick(
            eps,
            DiscreteLaplace(0, least_geometric_scale(eps, delta)),
            DiscreteLaplace(1, least_geometric_scale(eps, delta)),
        ),
        delta,
    ),
    **ranges(_TARGET),
    uses=("profile.two_sided_geometric",),
    note="Ours: the profile of two-sided geometric noise, solved for the scale.",
    checks=(Quadrature(runs.calibrated_geometric), Enclose(6)),
)

RESPONSE = Theorem(
    id="calibration.response",
    title="Randomized response calibrated to (eps, delta): its delta is exactly that",
    statement=eq(HockeyStick(eps, RR(kary_parameter(eps, delta, S(2)))), delta),
    **ranges(_TARGET),
    cites=(_PROFILES,),
    uses=("profile.rr",),
    checks=(Derive(), Quadrature(runs.calibrated_response), Enclose()),
)

KARY = Theorem(
    id="calibration.response.kary",
    title="k-ary randomized response calibrated to (eps, delta): its delta is exactly that",
    statement=eq(
        HockeyStick(
            eps,
            KaryResponse(kary_parameter(eps, delta, choices), choices, 1),
            KaryResponse(kary_parameter(eps, delta, choices), choices, 0),
        ),
        delta,
    ),
    **ranges(_CHOICES),
    uses=("profile.kary",),
    note="Ours: the profile of k-ary response, solved for its parameter; it grows with it, so that no greater one will do.",
    checks=(Derive(), Quadrature(runs.calibrated_kary), Enclose()),
)

TRUTH = Theorem(
    id="calibration.response.truth",
    title="How often k-ary randomized response calibrated to (eps, delta) is true",
    statement=eq(
        exp(kary_parameter(eps, delta, choices)) / (exp(kary_parameter(eps, delta, choices)) + choices - 1),
        greatest_truth(eps, delta, choices),
    ),
    **ranges(_CHOICES),
    uses=("calibration.response.kary",),
    note="Ours: the mass at the true answer, at the parameter of calibration.response.kary.",
    checks=(Evaluated(), Quadrature(runs.truth_of_kary), Enclose()),
)

GAUSSIAN_MONOTONE = Theorem(
    id="calibration.gaussian.monotone",
    title="More Gaussian noise has no greater delta",
    statement=le(_profile(eps, sigma2), _profile(eps, sigma1)),
    **ranges({eps: MEDIUM, sigma1: SCALE, sigma2: SCALE}),
    hypotheses=(le(sigma1, sigma2),),
    cites=(Cite("ballewang2018", "Algorithm 1", "arXiv:1805.06530v2"),),
    uses=("profile.gaussian",),
    checks=(
        Quadrature(runs.gaussian_wider),
        Enclose(),
        Tight(at={sigma1: S.One, sigma2: S.One}),
        Transcribed(
            "HockeyStick(epsilon, Gaussian(0, sigma2), Gaussian(1, sigma2)) <= HockeyStick(epsilon, Gaussian(0, sigma1), Gaussian(1, sigma1))"
        ),
    ),
    note="The derivative of delta in 1/sigma is the normal density at 1/(2 sigma) - eps sigma.",
)

GAUSSIAN_VARIATION = Theorem(
    id="calibration.gaussian.variation",
    title="Gaussian noise calibrated to delta at eps = 0, in closed form",
    statement=eq(_profile(S.Zero, total_variation_deviation(delta)), delta),
    **ranges({delta: (Interval.Lopen(0, Rational(999999, 1000000)), ("1/1000", "9/10"))}),
    uses=("tv.gaussian",),
    checks=(Quadrature(runs.gaussian_unit_variation), Enclose()),
    note=(
        "Ours: the total variation of Gaussian noise, solved for the deviation. For every delta below 1; nearer to it SymPy takes the inverse "
        "of the error function for no real number."
    ),
)

GAUSSIAN_COMPOSED = Theorem(
    id="calibration.gaussian.composed",
    title="Two Gaussian mechanisms with noise greater by the root of 2 together have the profile of one",
    statement=eq(
        HockeyStick(
            eps,
            MultivariateGaussian((0, 0), ((2 * sigma**2, 0), (0, 2 * sigma**2))),
            MultivariateGaussian((1, 1), ((2 * sigma**2, 0), (0, 2 * sigma**2))),
        ),
        _profile(eps, sigma),
    ),
    **ranges({eps: MEDIUM, sigma: (POSITIVE, ("1/2", 4))}),
    cites=(Cite("dong2022gaussian", "Corollary 3.3", "arXiv:1905.02383v3"),),
    uses=("profile.gaussian",),
    checks=(Quadrature(runs.gaussian_twice, 8), Enclose(4)),
    note="The likelihood ratio of k of them depends on the sum alone, which is Gaussian: k runs with sqrt(k) sigma.",
)

_CLASSICAL = _profile(eps, classical_deviation(eps, delta))
_CLASSICAL_TEXT = "HockeyStick(epsilon, Gaussian(0, sqrt(2*log(1.25/delta))/epsilon), Gaussian(1, sqrt(2*log(1.25/delta))/epsilon)) <= delta"
_LIMIT = Rational(15, 4)

CLASSICAL_RANGE = Theorem(
    id="gaussian.classical.range",
    title="The classical calibration of the Gaussian mechanism holds for eps up to 15/4, whatever delta is",
    statement=le(_CLASSICAL, delta),
    **ranges({eps: (Interval.Lopen(0, _LIMIT), ("1/20", _LIMIT)), delta: (UNIT_OPEN, ("1e-6", "999/1000"))}),
    cites=(Cite(DWORK_ROTH, "Theorem 3.22 and Theorem A.1, for eps in (0, 1)"),),
    uses=("profile.gaussian", "gaussian.classical.monotone"),
    checks=(
        Enclose(),
        Dominated({eps: (_LIMIT - Rational(1, 100), _LIMIT), delta: (Rational(1, 10**6), Rational(999, 1000))}),
        Quadrature(runs.gaussian_classical),
        Transcribed(_CLASSICAL_TEXT),
    ),
    sharpens="gaussian.classical",
    corrects="gaussian.classical.everywhere",
    note="The greatest eps at which it holds depends on delta: dpsym.calibration.classical_limit; it is least where delta is near 0.9.",
)

CLASSICAL_MONOTONE = Theorem(
    id="gaussian.classical.monotone",
    title="At the classical scale the exact delta grows with eps",
    statement=le(_profile(eps1, classical_deviation(eps1, delta)), _profile(eps2, classical_deviation(eps2, delta))),
    **ranges({eps1: (POSITIVE, ("1/20", 8)), eps2: (POSITIVE, ("1/20", 8)), delta: (UNIT_OPEN, ("1e-6", "999/1000"))}),
    hypotheses=(le(eps1, eps2),),
    uses=("profile.gaussian",),
    checks=(
        Enclose(),
        Quadrature(runs.gaussian_classical_less),
        Tight(at={eps1: S.One, eps2: S.One}),
        Transcribed(
            "HockeyStick(epsilon1, Gaussian(0, sqrt(2*log(1.25/delta))/epsilon1), Gaussian(1, sqrt(2*log(1.25/delta))/epsilon1)) <= "
            "HockeyStick(epsilon2, Gaussian(0, sqrt(2*log(1.25/delta))/epsilon2), Gaussian(1, sqrt(2*log(1.25/delta))/epsilon2))"
        ),
    ),
    note="Ours: with c = sqrt(2 log(1.25/delta)) and y = c + eps/(2c) the derivative in eps is e^eps (phi(y)/c - Phi(-y)), and Phi(-y) < phi(y)/y.",
)

CLASSICAL_EVERYWHERE = Theorem(
    id="gaussian.classical.everywhere",
    title="The classical calibration of the Gaussian mechanism for every eps (as it is often used)",
    statement=le(_CLASSICAL, delta),
    **ranges({eps: (POSITIVE, ("1/2", 16)), delta: (UNIT_OPEN, ("1e-6", "9/10"))}),
    cites=(
        Cite("ballewang2018", "section 2, the limits of the classical calibration", "arXiv:1805.06530v2"),
        Cite("zhao2019reviewing", "eps above 1", "arXiv:1911.12060"),
    ),
    checks=(At({eps: S(8), delta: Rational(1, 2)}), Quadrature(runs.gaussian_classical), Transcribed(_CLASSICAL_TEXT)),
)

_BUDGET_SPACE = ranges({alpha: WIDE_ORDER, zeta: LOSS})

RENYI = Theorem(
    id="calibration.gaussian.renyi",
    title="The Gaussian noise of a Rényi budget at one order",
    statement=eq(
        Renyi(alpha, Gaussian(0, renyi_deviation(alpha, zeta)), Gaussian(1, renyi_deviation(alpha, zeta))), zeta
    ),
    **_BUDGET_SPACE,
    cites=(Cite(MIRONOV, "Corollary 3", V3),),
    uses=("renyi.gaussian",),
    specializes="renyi.gaussian.shared",
    checks=(Derive(), Quadrature(runs.renyi_of_budget), Enclose()),
)

ZCDP = Theorem(
    id="calibration.gaussian.zcdp",
    title="Gaussian noise of variance 1/(2 rho) has the zero-concentrated budget rho",
    statement=eq(Renyi(alpha, Gaussian(0, zcdp_deviation(rho)), Gaussian(1, zcdp_deviation(rho))), rho * alpha),
    **ranges({alpha: WIDE_ORDER, rho: (POSITIVE, ("1/50", 2))}),
    cites=(Cite("bunsteinke2016", "Proposition 1.6", "arXiv:1605.02065v1"),),
    uses=("renyi.gaussian",),
    specializes="renyi.gaussian.shared",
    checks=(Derive(), Quadrature(runs.renyi_of_zcdp), Enclose()),
)

GDP = Theorem(
    id="calibration.gaussian.gdp",
    title="Gaussian noise of deviation 1/mu has the Rényi budget of Gaussian privacy mu, of N(0, 1) against N(mu, 1)",
    statement=eq(
        Renyi(alpha, Gaussian(0, gdp_deviation(mu)), Gaussian(1, gdp_deviation(mu))),
        Renyi(alpha, Gaussian(0, 1), Gaussian(mu, 1)),
    ),
    **ranges({alpha: WIDE_ORDER, mu: (POSITIVE, ("1/10", 3))}),
    cites=(Cite("dong2022gaussian", "Theorem 2.7", "arXiv:1905.02383v3"),),
    uses=("tradeoff.gaussian",),
    specializes="renyi.gaussian.shared",
    checks=(Derive(), Quadrature(runs.renyi_gaussian_pair)),
)
