"""Privacy profiles of compositions: exact finite sums, residues, and the Gaussian, as the curves give them.

A product with a free number of factors has no head, so the number of draws is an instance, two to four, as each title says; the
curves use the same statement for any number, and their tests hold it against the contour integral.
"""

from __future__ import annotations

from typing import Any

from sympy import Expr, Integer, Max, erfc, exp, sqrt

from dpsym import RR, DiscreteLaplace, Gaussian, HockeyStick, Laplace, Mixture, TruncatedLaplace
from dpsym.distributions import Law, ProductLaw
from dpsym.parameters import a, b, eps, q, sigma, sigma1, sigma2, zeta
from theorems.checks import Enclose, Quadrature
from theorems.checks.derive import Derive
from theorems.entry import Cite, Theorem
from theorems.library.catalogue.space import APART, over
from theorems.library.composition import runs as curve_runs
from theorems.library.composition.approximate import response_profile
from theorems.library.variables import KAIROUZ
from theorems.statement import eq

_POINTS, _BALLS = 6, 6


def _draws(count: int, first: Law, second: Law) -> tuple[Law, Law]:
    return ProductLaw(*[first] * count), ProductLaw(*[second] * count)


def _checks(run: Any) -> tuple[Any, ...]:
    return Quadrature(run, _POINTS), Enclose(_BALLS)


def _gap(count: int) -> Expr:
    """Return how far a sum of so many losses 1/b is above the threshold, in nats."""
    return Max(0, Integer(count) / b - eps)


RR_COMPOSED = Theorem(
    id="profile.composed.rr",
    title="Privacy profile of randomized responses together, here four",
    statement=eq(HockeyStick(eps, *_draws(4, RR(zeta), RR(zeta, 0))), response_profile(eps, Integer(4), zeta)),
    **over(eps, zeta),
    cites=(Cite(KAIROUZ, "Theorem 3.3", "arXiv:1311.0776"),),
    uses=("profile.rr",),
    checks=(Derive(), *_checks(curve_runs.responses)),
    note="The sum for k answers is the same with k for 4: the number of false answers is binomial.",
)

LAPLACE_TWICE = Theorem(
    id="profile.composed.laplace.two",
    title="Privacy profile of two Laplace mechanisms together",
    statement=eq(HockeyStick(eps, *_draws(2, Laplace(0, b), Laplace(1, b))), 1 - (1 + _gap(2) / 4) * exp(-_gap(2) / 2)),
    **over(eps, b),
    uses=("profile.laplace",),
    checks=_checks(curve_runs.laplaces),
    note=(
        "Ours: the residue at z = -1/2 of exp(-z eps) M(z)^2/(z (z + 1)), with M(z) = ((z + 1) exp(z/b) + z exp(-(z + 1)/b))/(2 z + 1), "
        "and those at 0 and -1; only the exponential at 2/b lies above a threshold eps >= 0."
    ),
)

_TOP, _NEXT = _gap(3), _gap(1)

LAPLACE_COMPOSED = Theorem(
    id="profile.composed.laplace",
    title="Privacy profile of Laplace mechanisms together, here three",
    statement=eq(
        HockeyStick(eps, *_draws(3, Laplace(0, b), Laplace(1, b))),
        1
        - (1 + 3 * _TOP / 8 + _TOP**2 / 32) * exp(-_TOP / 2)
        + 3 * (_NEXT + _NEXT**2 / 4) * exp(-1 / b - _NEXT / 2) / 8,
    ),
    **over(eps, b, **APART),
    uses=("profile.composed.laplace.two",),
    checks=_checks(curve_runs.three_laplaces),
    note=(
        "Ours: for k mechanisms the sum runs over the exponentials at k/b, (k - 2)/b, ... above eps; each has a polynomial of degree "
        "k - 1 in its distance, from the pole of order k at z = -1/2."
    ),
)

GEOMETRIC_COMPOSED = Theorem(
    id="profile.composed.geometric",
    title="Privacy profile of two-sided geometric mechanisms together, here three",
    statement=eq(
        HockeyStick(eps, *_draws(3, DiscreteLaplace(0, b), DiscreteLaplace(1, b))),
        response_profile(eps, Integer(3), 1 / b),
    ),
    **over(eps, b, **APART),
    cites=(
        Cite("kairouz2015composition", "Theorem 3.3, whose loss is that of randomized response", "arXiv:1311.0776"),
    ),
    uses=("profile.composed.rr",),
    checks=_checks(curve_runs.geometrics),
    note="At sensitivity 1 the loss is that of randomized response with eps = 1/b; the sum for k is the same with k for 3.",
)


def _normal_profile(variance: Expr) -> Expr:
    """Return delta at eps where the privacy loss is normal of a variance V and mean V/2."""
    above, below = ((eps + sign * variance / 2) / sqrt(2 * variance) for sign in (1, -1))
    return (erfc(below) - exp(eps) * erfc(above)) / 2


GAUSSIAN_COMPOSED = Theorem(
    id="profile.composed.gaussian",
    title="Privacy profile of Gaussian mechanisms together, here two: the variances of their losses add up",
    statement=eq(
        HockeyStick(
            eps,
            ProductLaw(Gaussian(0, sigma1), Gaussian(0, sigma2)),
            ProductLaw(Gaussian(1, sigma1), Gaussian(1, sigma2)),
        ),
        _normal_profile(1 / sigma1**2 + 1 / sigma2**2),
    ),
    **over(eps, sigma1, sigma2),
    cites=(Cite("ballewang2018", "Theorem 8, by the sum of normal losses", "arXiv:1805.06530v2"),),
    uses=("profile.gaussian",),
    checks=_checks(curve_runs.gaussians),
    note="By induction for any number of them.",
)

_KEPT = 2 * (1 - exp(-a / b))
_ATOM = 1 - exp((1 - a) / b)
_OUTSIDE = (exp(1 / b) - 1) * exp(-a / b) / _KEPT
_DISTANCE = _gap(2)

TRUNCATED_COMPOSED = Theorem(
    id="profile.composed.truncated_laplace",
    title="Privacy profile of truncated Laplace mechanisms together, here two",
    statement=eq(
        HockeyStick(eps, *_draws(2, TruncatedLaplace(0, b, a), TruncatedLaplace(1, b, a))),
        1
        - (1 - _OUTSIDE) ** 2
        + (
            _ATOM**2 * (1 - exp(-_DISTANCE))
            + 2 * _ATOM * (1 - exp(-_DISTANCE / 2)) ** 2
            + 1
            - exp(-_DISTANCE)
            - _DISTANCE * exp(-_DISTANCE / 2)
        )
        / _KEPT**2,
    ),
    **over(eps, b, a),
    hypotheses=(a > 1,),
    cites=(Cite("geng2020tight", "the truncated Laplacian mechanism"),),
    uses=("profile.truncated_laplace",),
    checks=_checks(curve_runs.truncated_laplaces),
    note="With probability 1 - (1 - m)^2 a loss is infinite; of the finite ones only those at 2/b and below it lie above eps.",
)

_SAMPLED = Mixture(q, Gaussian(1, sigma), Gaussian(0, sigma))
_STEPS = ProductLaw(_SAMPLED, _SAMPLED, Gaussian(1, sigma)), ProductLaw(*[Gaussian(0, sigma)] * 3)

SUBSAMPLED_COMPOSED = Theorem(
    id="profile.composed.subsampled_gaussian",
    title="The two directions of three subsampled Gaussian mechanisms together, two on samples and one on all records",
    statement=eq(HockeyStick(eps, *_STEPS), 1 - exp(eps) + exp(eps) * HockeyStick(-eps, *reversed(_STEPS))),
    **over(eps, q, sigma),
    cites=(Cite("balle2018improving", "Poisson subsampling", "arXiv:1807.01647v2"),),
    uses=("profile.subsampled_gaussian", "profile.subsampled_gaussian.reversed"),
    checks=_checks(curve_runs.subsampled_gaussians),
    note="There is no closed form; each side is the contour integral with a generating function of its own.",
)
