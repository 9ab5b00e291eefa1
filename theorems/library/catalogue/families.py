"""Rényi and Kullback-Leibler divergences of the Bernoulli, Gaussian and Laplace families."""

from sympy import Abs, Le, Rational, exp, log, oo

from dpsym import KL, Bernoulli, Gaussian, Laplace, MaxDivergence, Renyi
from dpsym.parameters import alpha, mu1, mu2, p, q, scale, sigma, sigma1, sigma2
from theorems.checks import Derive, Enclose, Limit, Quadrature, Transcribed
from theorems.entry import Cite, Theorem
from theorems.library.runs import mechanisms as runs
from theorems.library.space import ranges
from theorems.statement import ABOVE_ONE, POSITIVE, REAL, UNIT_OPEN, eq

_ORDERS = (Rational(11, 10), 16)
_MEANS = (Rational(-3, 2), Rational(3, 2))
_SCALES = (Rational(1, 2), 8)
_VARIANCE = (1 - alpha) * sigma1**2 + alpha * sigma2**2
_GAUSSIANS = {alpha: ABOVE_ONE, mu1: REAL, mu2: REAL, sigma1: POSITIVE, sigma2: POSITIVE}
_GAUSSIANS_BOX = {alpha: _ORDERS, mu1: _MEANS, mu2: _MEANS, sigma1: _SCALES, sigma2: _SCALES}

RENYI_BERNOULLI = Theorem(
    id="renyi.bernoulli",
    title="Rényi divergence of two Bernoulli laws",
    statement=eq(
        Renyi(alpha, Bernoulli(p), Bernoulli(q)),
        log((1 - p) ** alpha * (1 - q) ** (1 - alpha) + p**alpha * q ** (1 - alpha)) / (alpha - 1),
    ),
    **ranges({alpha: (ABOVE_ONE, _ORDERS), p: (UNIT_OPEN, ("1/20", "19/20")), q: (UNIT_OPEN, ("1/20", "19/20"))}),
    cites=(Cite("flores2023", "Proposición 2.4.1"),),
    uses=("renyi.change_of_measure",),
    checks=(Derive(), Quadrature(runs.renyi_bernoulli), Enclose(), Limit(alpha, 1, KL(Bernoulli(p), Bernoulli(q)))),
)

KL_BERNOULLI = Theorem(
    id="kl.bernoulli",
    title="Kullback-Leibler divergence of two Bernoulli laws",
    statement=eq(KL(Bernoulli(p), Bernoulli(q)), log((1 - p) / (1 - q)) * (1 - p) + log(p / q) * p),
    **ranges({p: (UNIT_OPEN, ("1/20", "19/20")), q: (UNIT_OPEN, ("1/20", "19/20"))}),
    cites=(Cite("flores2023", "Proposición 2.4.1"),),
    checks=(Derive(), Quadrature(runs.kl_bernoulli), Enclose()),
)

RENYI_GAUSSIAN_PAIR = Theorem(
    id="renyi.gaussian.pair",
    title="Rényi divergence of two Gaussian laws",
    statement=eq(
        Renyi(alpha, Gaussian(mu1, sigma1), Gaussian(mu2, sigma2)),
        alpha * (mu1 - mu2) ** 2 / (2 * _VARIANCE)
        + log(sigma2 / sigma1)
        + log(sigma2**2 / _VARIANCE) / (2 * (alpha - 1)),
    ),
    domain=_GAUSSIANS,
    typical=_GAUSSIANS_BOX,
    hypotheses=(_VARIANCE > 0,),
    cites=(Cite("flores2023", "Proposición 2.4.2"), Cite("gil2013renyi", "Gaussian family")),
    uses=("renyi.change_of_measure", "integral.gaussian"),
    checks=(
        Derive(),
        Quadrature(runs.renyi_gaussians),
        Enclose(8),
        Limit(alpha, 1, KL(Gaussian(mu1, sigma1), Gaussian(mu2, sigma2))),
    ),
)

RENYI_GAUSSIAN_DIVERGES = Theorem(
    id="renyi.gaussian.diverges",
    title="The Rényi divergence of two Gaussian laws is infinite beyond the critical order",
    statement=eq(Renyi(alpha, Gaussian(mu1, sigma1), Gaussian(mu2, sigma2)), oo),
    domain=_GAUSSIANS,
    typical={**_GAUSSIANS_BOX, sigma1: (4, 8), sigma2: (Rational(1, 2), 4), alpha: (2, 16)},
    hypotheses=(Le(_VARIANCE, 0),),
    cites=(Cite("gil2013renyi", "Gaussian family"),),
    uses=("renyi.change_of_measure",),
    checks=(
        Enclose(),
        Quadrature(runs.renyi_gaussians),
        Transcribed("Renyi(alpha, Gaussian(mu1, sigma1), Gaussian(mu2, sigma2)) == oo"),
    ),
    note="The critical order is sigma1^2/(sigma1^2 - sigma2^2); at it the divergence is infinite too.",
)

KL_GAUSSIAN_PAIR = Theorem(
    id="kl.gaussian.pair",
    title="Kullback-Leibler divergence of two Gaussian laws",
    statement=eq(
        KL(Gaussian(mu1, sigma1), Gaussian(mu2, sigma2)),
        log(sigma2 / sigma1) + (sigma1**2 + (mu1 - mu2) ** 2) / (2 * sigma2**2) - Rational(1, 2),
    ),
    **ranges({mu1: (REAL, _MEANS), mu2: (REAL, _MEANS), sigma1: (POSITIVE, _SCALES), sigma2: (POSITIVE, _SCALES)}),
    cites=(Cite("gil2013renyi", "Gaussian family"),),
    checks=(Derive(), Quadrature(runs.kl_gaussians), Enclose()),
)

RENYI_GAUSSIAN_SHARED = Theorem(
    id="renyi.gaussian.shared",
    title="Rényi divergence of two Gaussian laws of one variance",
    statement=eq(Renyi(alpha, Gaussian(mu1, sigma), Gaussian(mu2, sigma)), alpha * (mu1 - mu2) ** 2 / (2 * sigma**2)),
    **ranges({alpha: (ABOVE_ONE, _ORDERS), mu1: (REAL, _MEANS), mu2: (REAL, _MEANS), sigma: (POSITIVE, _SCALES)}),
    cites=(Cite("flores2023", "Corolario 2.4.1"), Cite("mironov2017renyi", "Proposition 7", "arXiv:1702.07476v3")),
    uses=("renyi.gaussian.pair",),
    checks=(
        Derive(),
        Quadrature(runs.renyi_gaussians_shared),
        Enclose(8),
        Limit(alpha, 1, KL(Gaussian(mu1, sigma), Gaussian(mu2, sigma))),
    ),
)

RENYI_GAUSSIAN_TRANSLATION = Theorem(
    id="renyi.gaussian.translation",
    title="Only the distance of the means matters",
    statement=eq(
        Renyi(alpha, Gaussian(mu1, sigma), Gaussian(mu2, sigma)),
        Renyi(alpha, Gaussian(0, sigma), Gaussian(mu2 - mu1, sigma)),
    ),
    **ranges({alpha: (ABOVE_ONE, _ORDERS), mu1: (REAL, _MEANS), mu2: (REAL, _MEANS), sigma: (POSITIVE, _SCALES)}),
    cites=(Cite("flores2023", "Corolario 2.4.2"),),
    uses=("renyi.gaussian.shared",),
    specializes="renyi.gaussian.shared",
    checks=(Derive(), Quadrature(runs.renyi_gaussians_shared, 8)),
)

RENYI_LAPLACE_PAIR = Theorem(
    id="renyi.laplace.pair",
    title="Rényi divergence of two Laplace laws of one scale",
    statement=eq(
        Renyi(alpha, Laplace(mu1, scale), Laplace(mu2, scale)),
        log(
            alpha / (2 * alpha - 1) * exp((alpha - 1) * Abs(mu2 - mu1) / scale)
            + (alpha - 1) / (2 * alpha - 1) * exp(-alpha * Abs(mu2 - mu1) / scale)
        )
        / (alpha - 1),
    ),
    **ranges({alpha: (ABOVE_ONE, _ORDERS), mu1: (REAL, _MEANS), mu2: (REAL, _MEANS), scale: (POSITIVE, _SCALES)}),
    cites=(Cite("flores2023", "Proposición 2.4.3"), Cite("mironov2017renyi", "Proposition 6", "arXiv:1702.07476v3")),
    uses=("renyi.change_of_measure",),
    checks=(
        Derive(),
        Quadrature(runs.renyi_laplaces),
        Enclose(),
        Limit(alpha, 1, KL(Laplace(mu1, scale), Laplace(mu2, scale))),
        Limit(alpha, oo, MaxDivergence(Laplace(mu1, scale), Laplace(mu2, scale))),
    ),
)
