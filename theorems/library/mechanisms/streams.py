"""The matrix mechanism: prefix sums of a stream under correlated Gaussian noise, the factorizations and their sensitivities."""

import numpy as np
from sympy import EulerGamma, Ge, Matrix, Max, Rational, S, Sum, binomial, exp, log, pi, sin, sqrt

from dpsym import Gaussian, Mixture, MultivariateGaussian, Renyi
from dpsym.parameters import SENSITIVITY, alpha, beta, n, p, q, sigma, t
from theorems.checks import Audit, Derive, Enclose, Quadrature, Sampling, Transcribed
from theorems.checks.prove import Proved
from theorems.entry import Cite, Theorem
from theorems.library.catalogue.asking import renyi
from theorems.library.catalogue.space import order, over, u1
from theorems.library.mechanisms import stream_audits
from theorems.library.mechanisms import stream_runs as runs
from theorems.library.variables import HALF, ORDERS, j
from theorems.statement import ABOVE_ONE, POSITIVE, REAL, UNIT, eq, le

Delta = SENSITIVITY.symbol
_STREAMS = Cite("denisov2022streams", "Theorem 2.1", "arXiv:2202.08312")
_CONSTANT = Cite("fichtenberger2023constant", "the factorization by the square root", "arXiv:2202.11205")
_FIRST, _SECOND = Delta * t, Delta * (sqrt(1 - t**2) - u1 * t)
_MOVED = MultivariateGaussian([_FIRST, _FIRST + _SECOND], sigma**2 * Matrix([[1, 1 - u1], [1 - u1, 1 + (1 - u1) ** 2]]))
_STILL = MultivariateGaussian([0, 0], _MOVED.covariance)


def _cdf_stream(x: np.ndarray) -> np.ndarray:
    # the third sum under the square root of three steps, noise of deviation 2: coefficients 1, 1/2, 3/8 again
    from scipy.special import ndtr

    return ndtr(x / np.sqrt(4 * (1 + 1 / 4 + 9 / 64)))


MATRIX = Theorem(
    id="mechanism.matrix",
    title="Rényi budget of the matrix mechanism on two steps: only how far the stream moves the strategy counts",
    statement=eq(Renyi(alpha, _MOVED, _STILL), alpha * Delta**2 / (2 * sigma**2)),
    domain={alpha: ABOVE_ONE, sigma: POSITIVE, u1: REAL, Delta: POSITIVE, t: UNIT},
    typical={alpha: ORDERS, sigma: (HALF, 4), u1: (-2, 2), Delta: (HALF, 2), t: (0, 1)},
    cites=(_STREAMS,),
    uses=("mechanism.gaussian.vector",),
    checks=(
        Derive(),
        Quadrature(renyi(runs.stream), 8),
        Enclose(8),
        Sampling(runs.draw_stream, _cdf_stream),
        Audit({alpha: 2, sigma: 2, u1: HALF, Delta: 1, t: Rational(3, 5)}, stream_audits.audit_stream),
    ),
    note="The strategy C has 1 on the diagonal and u1 below it, and what it measures moves by (t, sqrt(1 - t^2)) "
    "Delta. The sums are released with the noise of its inverse. An adversary may choose the elements from the "
    "sums before: the filter of Gaussian privacy has that.",
)

_LENGTH = sqrt(1 + beta**2)
BANDED = Theorem(
    id="mechanism.matrix.banded",
    title="Rényi budget of a sampled participation in the matrix mechanism with two bands: that of one sampled number",
    statement=eq(
        Renyi(order, Mixture(q, Gaussian(_LENGTH, sigma), Gaussian(0, sigma)), Gaussian(0, sigma)),
        log(
            Sum(
                binomial(order, j) * (1 - q) ** (order - j) * q**j * exp(j * (j - 1) * _LENGTH**2 / (2 * sigma**2)),
                (j, 0, order),
            )
        )
        / (order - 1),
    ),
    **over(order, q, sigma, beta),
    cites=(Cite("choquettechoo2023amplified", "amplification of banded matrices by cyclic Poisson sampling"),),
    uses=("mechanism.matrix",),
    checks=(Derive(), Quadrature(runs.sampled, 6), Enclose(8)),
    note="The run integrates over the plane of the two measurements. With as many steps in a cycle as there are bands "
    "the columns of a record's steps share no row, so that what two of its participations tell is independent, "
    "given what was seen before: they compose. The strategy has 1 on the diagonal and beta below it.",
)

_BINOMIAL = binomial(2 * j, j)
SQUARE_ROOT = Theorem(
    id="mechanism.matrix.square_root",
    title="The Toeplitz matrix of central binomial coefficients over powers of 4 is a square root of the prefix sums",
    statement=eq(Sum(_BINOMIAL * binomial(2 * (n - j), n - j) / 4**n, (j, 0, n)), 1),
    domain={n: S.Naturals},
    typical={n: (1, 24)},
    cites=(_CONSTANT,),
    checks=(
        Enclose(),
        Quadrature(runs.root_product),
        Transcribed("Sum(binomial(2*j, j)*binomial(2*(n - j), n - j)/4**n, j, 0, n) == 1"),
    ),
    note="The coefficients are those of (1 - x)^(-1/2), whose square is 1/(1 - x).",
)

SENSITIVITY_ROOT = Theorem(
    id="mechanism.matrix.square_root.sensitivity",
    title="Squared sensitivity of the square root of n prefix sums, one participation: below (log(n) + 3.35)/pi",
    statement=le(Sum(_BINOMIAL**2 / 16**j, (j, 0, n - 1)), (log(n) + EulerGamma + 4 * log(2)) / pi),
    domain={n: S.Naturals},
    typical={n: (1, 40)},
    cites=(_CONSTANT,),
    uses=("mechanism.matrix.square_root",),
    checks=(Enclose(), Quadrature(runs.root_sensitivity)),
    note="Ours, in this constant: these are the constants of Landau, whose difference from the right side tends to 0. "
    "It falls with n, as a coefficient squared is 1/(pi (n + c)) with c from 1/4 to 1/pi, which is above log(1 + "
    "1/n)/pi, because log(1 + 1/n) is below 1/sqrt(n (n + 1)). The greatest variance of a sum is the same number.",
)

TREE = Theorem(
    id="mechanism.matrix.tree",
    title="Variance of the sum of 2^n steps, estimated from all measurements of its binary tree, weighted by their variances",
    statement=eq(1 / Sum(2 ** (-j), (j, 0, n)), 2**n / (2 ** (n + 1) - 1)),
    domain={n: S.Naturals},
    typical={n: (1, 8)},
    cites=(Cite("honaker2015trees", "estimation from below"),),
    checks=(
        Enclose(),
        Quadrature(runs.tree_variance, 8),
        Transcribed("1/Sum(2**(-j), j, 0, n) == 2**n/(2**(n + 1) - 1)"),
    ),
    note="Level j of the tree measures the sum 2^j times as noisy as the root; the levels are independent, and weights "
    "by the inverse of the variances give the inverse of the sum of the inverses. That no other weights do better "
    "is the theorem of Gauss and Markov; the run solves for them.",
)

LOWER = Theorem(
    id="mechanism.matrix.lower_bound",
    title="The nuclear norm of n prefix sums, over n: what the error of a factorization is not below, and a bound for it by a logarithm",
    statement=Ge(
        Sum(1 / (2 * n * sin((2 * j - 1) * pi / (4 * n + 2))), (j, 1, n)), log(2 * n + 1) / pi, evaluate=False
    ),
    domain={n: S.Naturals},
    typical={n: (1, 60)},
    cites=(Cite("li2015matrix", "the bound by singular values"), Cite("matousek2020factorization", "section 3")),
    checks=(Enclose(), Quadrature(runs.nuclear_norm)),
    note="Ours, in this form: the inverse of A has 1 on the diagonal and -1 below it, so that its product with its "
    "transpose is a second difference with the eigenvalues 4 sin((2 j - 1) pi/(4 n + 2))^2. The sine is below its "
    "argument, and the sum of 1/(2 j - 1) above half of log(2 n + 1). |B|_F |C|_F is the nuclear norm at least, "
    "and |C|_F at most sqrt(n) times the sensitivity of one participation.",
)

LOWER_TWO = Theorem(
    id="mechanism.matrix.lower_bound.two",
    title="Mean variance of two prefix sums by two bands, at sensitivity 1: not below the squared nuclear norm over 4",
    statement=Ge((1 + u1**2) * (2 + (1 - u1) ** 2) / 2, Rational(5, 4), evaluate=False),
    **over(u1),
    cites=(Cite("li2015matrix", "the bound by singular values"),),
    checks=(Proved(), Enclose(), Quadrature(runs.least_error)),
    note="The strategy has 1 on the diagonal and u1 below it; the nuclear norm of the two sums is the root of 5.",
)

_COUPLED = 1 + p**2 + (1 + p * q) ** 2
SEPARATED = Theorem(
    id="mechanism.matrix.separated",
    title="Two participations two steps apart move a strategy of four steps most when they are the earliest, if its coefficients do not rise",
    statement=le(Max(2 + p**2 + (p * q) ** 2, _COUPLED), _COUPLED + p**2),
    domain={p: UNIT, q: UNIT},
    typical={p: (0, 1), q: (0, 1)},
    cites=(Cite("kalinin2024banded", "Theorem 2", "arXiv:2405.13763"),),
    checks=(Enclose(), Quadrature(runs.separated)),
    note="The coefficients are 1, p, p q and 0; the left side has steps 0 and 3, and 1 and 3. In general: the product "
    "of the columns i < k of n steps is the sum of c_s c_(s + k - i) for s below n - k, which falls with k and "
    "with k - i where the coefficients do not rise and are not negative; and the steps of a pattern are no "
    "earlier, and no closer to each other, than 0, b, 2 b, and so on. Of binary trees this is false.",
)
