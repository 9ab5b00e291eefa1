"""Run mechanisms: samplers, densities, and divergences of their laws by quadrature and by exact sums.

Numbers in, numbers out. No closed form of a divergence is known here, only densities and masses; that makes
this package an independent road to the numbers that a closed form claims.
"""

from mechanisms.audit.claims import ApproximateClaim, GaussianClaim, gaussian_eps
from mechanisms.audit.result import Audit
from mechanisms.audit.run import audit_events, audit_mechanism
from mechanisms.audit.statistics import lowest_bit
from mechanisms.errors import ParameterError
from mechanisms.finite.pair import FinitePair, bernoulli_pair
from mechanisms.functional.kernel import GaussianKernel, KernelDensity
from mechanisms.functional.mechanism import FunctionalMechanism
from mechanisms.noise.binomial import Binomial
from mechanisms.noise.discrete_gaussian import DiscreteGaussian
from mechanisms.noise.domain import DomainLaplace
from mechanisms.noise.gaussian import Gaussian, gaussian_pair
from mechanisms.noise.geometric import TwoSidedGeometric
from mechanisms.noise.laplace import Laplace, laplace_pair
from mechanisms.noise.skellam import Skellam
from mechanisms.noise.staircase import Staircase
from mechanisms.noise.truncated import TruncatedLaplace
from mechanisms.noise.vector import VectorGaussian, VectorLaplace
from mechanisms.numeric.countable import CountablePair
from mechanisms.numeric.estimate import Estimate
from mechanisms.numeric.pair import Pair
from mechanisms.numeric.product import ProductPair
from mechanisms.response.kary import KaryRandomizedResponse
from mechanisms.response.randomized import RandomizedResponse
from mechanisms.selection.above_threshold import AboveThreshold
from mechanisms.selection.exponential import ExponentialMechanism, PermuteAndFlip
from mechanisms.selection.noisy_max import ReportNoisyMax
from mechanisms.sweep.cells import grid
from mechanisms.sweep.run import run_sweep

__all__ = [
    "AboveThreshold",
    "ApproximateClaim",
    "Audit",
    "Binomial",
    "CountablePair",
    "DiscreteGaussian",
    "DomainLaplace",
    "Estimate",
    "ExponentialMechanism",
    "FinitePair",
    "FunctionalMechanism",
    "Gaussian",
    "GaussianClaim",
    "GaussianKernel",
    "KaryRandomizedResponse",
    "KernelDensity",
    "Laplace",
    "Pair",
    "ParameterError",
    "PermuteAndFlip",
    "ProductPair",
    "RandomizedResponse",
    "ReportNoisyMax",
    "Skellam",
    "Staircase",
    "TruncatedLaplace",
    "TwoSidedGeometric",
    "VectorGaussian",
    "VectorLaplace",
    "audit_events",
    "audit_mechanism",
    "bernoulli_pair",
    "gaussian_eps",
    "gaussian_pair",
    "grid",
    "laplace_pair",
    "lowest_bit",
    "run_sweep",
]
