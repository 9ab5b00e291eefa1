"""Run mechanisms: samplers, densities, and divergences of their laws by quadrature and by exact sums.

Numbers in, numbers out. No closed form of a divergence is known here, only densities and masses; that makes
this package an independent road to the numbers that a closed form claims. Names are imported when they are first asked for.
"""

# ruff: noqa: F401

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from mechanisms.homes import HOMES

if TYPE_CHECKING:
    from mechanisms.accounting.bracket import Bracket
    from mechanisms.accounting.distribution import LossDistribution
    from mechanisms.accounting.distribution import compose as compose_losses
    from mechanisms.audit.claims import ApproximateClaim, GaussianClaim, gaussian_eps
    from mechanisms.audit.power import audit_power
    from mechanisms.audit.result import Audit
    from mechanisms.audit.run import audit_events, audit_mechanism
    from mechanisms.audit.statistics import lowest_bit
    from mechanisms.errors import ConvergenceError, GeneratorError, MechanismError, ParameterError
    from mechanisms.families.gaussian import gaussian_pair
    from mechanisms.families.laplace import laplace_pair
    from mechanisms.finite.pair import FinitePair, bernoulli_pair
    from mechanisms.functional.kernel import GaussianKernel, KernelDensity
    from mechanisms.functional.mechanism import FunctionalMechanism
    from mechanisms.geometry.classic import Box, Ellipsoid, LpBall, Simplex
    from mechanisms.geometry.classic import Product as ProductBody
    from mechanisms.geometry.polytope import Polytope
    from mechanisms.noise.binomial import Binomial
    from mechanisms.noise.discrete_gaussian import DiscreteGaussian
    from mechanisms.noise.domain import DomainLaplace
    from mechanisms.noise.gaussian import Gaussian
    from mechanisms.noise.geometric import TwoSidedGeometric
    from mechanisms.noise.laplace import Laplace
    from mechanisms.noise.planar import PlanarLaplace
    from mechanisms.noise.skellam import Skellam
    from mechanisms.noise.staircase import Staircase
    from mechanisms.noise.stream import StreamGaussian, TreeGaussian
    from mechanisms.noise.tested import ProposeTestRelease
    from mechanisms.noise.truncated import TruncatedLaplace
    from mechanisms.noise.vector import VectorGaussian, VectorLaplace
    from mechanisms.numeric.countable import CountablePair
    from mechanisms.numeric.estimate import Estimate
    from mechanisms.numeric.pair import Pair
    from mechanisms.numeric.product import ProductPair
    from mechanisms.response.design import HadamardResponse, SubsetSelection
    from mechanisms.response.direction import PrivUnit
    from mechanisms.response.kary import KaryRandomizedResponse
    from mechanisms.response.mean import HybridMean, OneBitMean, PiecewiseMean
    from mechanisms.response.optimal import LocalOptimum, information_utility, optimal_randomiser, variation_utility
    from mechanisms.response.oracle import UnaryEncoding
    from mechanisms.response.randomized import RandomizedResponse
    from mechanisms.response.rappor import Rappor
    from mechanisms.selection.above_threshold import AboveThreshold
    from mechanisms.selection.exponential import ExponentialMechanism, PermuteAndFlip
    from mechanisms.selection.noisy_max import ReportNoisyMax
    from mechanisms.selection.quantile import PrivateQuantile
    from mechanisms.structured.baselines import LaplaceQueries, NoisyHistogram
    from mechanisms.structured.bounds import projected_lower_bound, volume_lower_bound
    from mechanisms.structured.compare import compare
    from mechanisms.structured.knorm import KNorm
    from mechanisms.structured.nim import NIM
    from mechanisms.sweep.cells import grid
    from mechanisms.sweep.run import run_sweep

if not TYPE_CHECKING:  # a checker takes the names that are imported above
    __all__ = list(HOMES)


def __getattr__(name: str) -> Any:
    if name not in HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, _, other = HOMES[name].partition(":")
    value = getattr(import_module(f"{__name__}.{module}"), other or name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *HOMES})
