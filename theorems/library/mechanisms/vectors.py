"""Guarantees of the mechanisms that release vectors and functions."""

import numpy as np
from sympy import Interval, Matrix, Rational, S, exp, sqrt, symbols

from dpsym import Gaussian, Laplace, MaxDivergence, MultivariateGaussian, ProductLaw, Renyi
from dpsym.parameters import SENSITIVITY, alpha, b, r, sigma, sigma1, sigma2, t
from theorems.checks import Audit, Enclose, Quadrature, Sampling, Tight, Transcribed
from theorems.checks.derive import Derive
from theorems.entry import Cite, Theorem
from theorems.library.catalogue.asking import greatest, renyi
from theorems.library.mechanisms import audits, runs
from theorems.library.space import ORDER, SCALE, SHARE, THRESHOLD, ranges
from theorems.library.variables import HALF
from theorems.statement import POSITIVE, eq, le

Delta = SENSITIVITY.symbol
u1 = symbols("u1", real=True)
_WIDTHS = (HALF, 4)


def _cdf_norm(x: np.ndarray) -> np.ndarray:
    # the l1 norm of three Laplace numbers of scale 2: Gamma of shape 3
    z = np.maximum(x, 0.0) / 2
    return 1 - np.exp(-z) * (1 + z + z * z / 2)


def _cdf_form(x: np.ndarray) -> np.ndarray:
    # a Gaussian number of variance 1 + 4 + 2.4
    from scipy.special import ndtr

    return ndtr(x / np.sqrt(7.4))


def _cdf_path(x: np.ndarray) -> np.ndarray:
    # the sum of two values with variance 1 and covariance exp(-1/2)
    from scipy.special import ndtr

    return ndtr(x / np.sqrt(2 + 2 * np.exp(-0.5)))


LAPLACE_VECTOR = Theorem(
    id="mechanism.laplace.vector",
    title="Independent Laplace noise on two answers that move in opposite senses costs the l1 distance over the scale",
    statement=eq(
        MaxDivergence(
            ProductLaw(*(Laplace(0, b),) * 2), ProductLaw(Laplace(t * Delta, b), Laplace((t - 1) * Delta, b))
        ),
        Delta / b,
    ),
    **ranges({b: SCALE, Delta: (POSITIVE, _WIDTHS), t: SHARE}),
    cites=(Cite("dworkroth2014", "Theorem 3.6, for vectors"),),
    uses=("max.laplace.vector",),
    specializes="max.laplace.vector",
    checks=(
        Derive(),
        Quadrature(greatest(runs.laplace_vector)),
        Enclose(8),
        Sampling(runs.draw_vector_laplace, _cdf_norm),
        Audit({b: 2, Delta: 1, t: HALF}, audits.laplace_vector),
    ),
)

_ROOT = Matrix([[sigma1, 0], [u1, sigma2]])
_COVARIANCE = _ROOT * _ROOT.T
_FAR = _ROOT * Matrix([Delta * t, Delta * sqrt(1 - t**2)])

GAUSSIAN_VECTOR = Theorem(
    id="mechanism.gaussian.vector",
    title="Rényi budget of Gaussian noise with a covariance: only the distance in the norm of the noise counts",
    statement=eq(
        Renyi(alpha, MultivariateGaussian([0, 0], _COVARIANCE), MultivariateGaussian(_FAR, _COVARIANCE)),
        alpha * Delta**2 / 2,
    ),
    **ranges(
        {
            alpha: ORDER,
            sigma1: (POSITIVE, (HALF, 4)),
            sigma2: (POSITIVE, (HALF, 4)),
            u1: THRESHOLD,
            Delta: (POSITIVE, (HALF, 2)),
            t: SHARE,
        }
    ),
    cites=(Cite("gil2013renyi", "multivariate Gaussian family"),),
    uses=("renyi.gaussian.vector.correlated",),
    checks=(
        Derive(),
        Quadrature(renyi(runs.gaussian_covariance), 8),
        Enclose(8),
        Sampling(runs.draw_vector_gaussian, _cdf_form),
        Audit({alpha: 2, sigma1: 2, sigma2: 1, u1: HALF, Delta: 1, t: Rational(3, 5)}, audits.gaussian_vector),
    ),
    note="The covariance is that of a root with the columns (sigma1, u1) and (0, sigma2).",
)

_NEAR, _HERE, _THERE = exp(-(r**2) / 2), exp(-(t**2) / 2), exp(-((r - t) ** 2) / 2)
_APART = Delta * sqrt((_HERE**2 - 2 * _NEAR * _HERE * _THERE + _THERE**2) / (1 - _NEAR**2))

FUNCTIONAL = Theorem(
    id="mechanism.functional",
    title="Rényi budget of the functional mechanism at two points: no more than the distance in the kernel's Hilbert space",
    statement=le(Renyi(alpha, Gaussian(0, sigma), Gaussian(_APART, sigma)), alpha * Delta**2 / (2 * sigma**2)),
    **ranges(
        {
            alpha: ORDER,
            sigma: (POSITIVE, (HALF, 4)),
            Delta: (POSITIVE, (HALF, 2)),
            r: (Interval(HALF, 4), (HALF, 3)),
            t: (Interval(0, 2), (0, 2)),
        }
    ),
    cites=(Cite("hall2013functions", "Proposition 7 and Corollary 9"),),
    uses=("mechanism.gaussian.vector",),
    checks=(
        Quadrature(runs.renyi_functional),
        Enclose(),
        Tight(at={t: S.Zero}),
        Transcribed(
            "Renyi(alpha, Gaussian(0, sigma), Gaussian(Delta*sqrt((exp(-t**2) - 2*exp(-r**2/2 - t**2/2 - (r - t)**2/2) + exp(-(r - t)**2))"
            "/(1 - exp(-r**2))), sigma)) <= alpha*Delta**2/(2*sigma**2)"
        ),
        Sampling(runs.draw_functional, _cdf_path, size=4000),
        Audit({alpha: 2, sigma: 1, Delta: 1, r: 1, t: S.Zero}, audits.functional, runs=4000),
    ),
    note=(
        "The functions differ by Delta times the section of the Gaussian kernel of bandwidth 1 at t, released at the points 0 and r; "
        "the left side has their distance in the norm of the noise there."
    ),
)
