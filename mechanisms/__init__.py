"""Run mechanisms: samplers, densities, and divergences of their laws by quadrature and by exact sums.

Numbers in, numbers out. No closed form of a divergence is known here, only densities and masses; that makes
this package an independent road to the numbers that a closed form claims. Names are imported when they are first asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

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
    from mechanisms.structured.baselines import LaplaceQueries, NoisyHistogram
    from mechanisms.structured.bounds import projected_lower_bound, volume_lower_bound
    from mechanisms.structured.compare import compare
    from mechanisms.structured.knorm import KNorm
    from mechanisms.structured.nim import NIM
    from mechanisms.sweep.cells import grid
    from mechanisms.sweep.run import run_sweep

# Where each name is defined; one that is called otherwise there comes with that name.
_HOMES = {
    "AboveThreshold": "selection.above_threshold", "ApproximateClaim": "audit.claims", "Audit": "audit.result",
    "Binomial": "noise.binomial", "Box": "geometry.classic", "Bracket": "accounting.bracket",
    "ConvergenceError": "errors", "CountablePair": "numeric.countable", "DiscreteGaussian": "noise.discrete_gaussian",
    "DomainLaplace": "noise.domain", "Ellipsoid": "geometry.classic", "Estimate": "numeric.estimate",
    "ExponentialMechanism": "selection.exponential", "FinitePair": "finite.pair",
    "FunctionalMechanism": "functional.mechanism", "Gaussian": "noise.gaussian", "GaussianClaim": "audit.claims",
    "GaussianKernel": "functional.kernel", "GeneratorError": "errors", "KNorm": "structured.knorm",
    "KaryRandomizedResponse": "response.kary", "KernelDensity": "functional.kernel", "Laplace": "noise.laplace",
    "LaplaceQueries": "structured.baselines", "LossDistribution": "accounting.distribution",
    "LpBall": "geometry.classic", "MechanismError": "errors", "NIM": "structured.nim",
    "NoisyHistogram": "structured.baselines", "Pair": "numeric.pair", "ParameterError": "errors",
    "PermuteAndFlip": "selection.exponential", "Polytope": "geometry.polytope",
    "ProductBody": "geometry.classic:Product", "ProductPair": "numeric.product",
    "RandomizedResponse": "response.randomized", "ReportNoisyMax": "selection.noisy_max",
    "Simplex": "geometry.classic", "Skellam": "noise.skellam", "Staircase": "noise.staircase",
    "TruncatedLaplace": "noise.truncated", "TwoSidedGeometric": "noise.geometric", "VectorGaussian": "noise.vector",
    "VectorLaplace": "noise.vector", "audit_events": "audit.run", "audit_mechanism": "audit.run",
    "audit_power": "audit.power", "bernoulli_pair": "finite.pair", "compare": "structured.compare",
    "compose_losses": "accounting.distribution:compose", "gaussian_eps": "audit.claims",
    "gaussian_pair": "families.gaussian", "grid": "sweep.cells", "laplace_pair": "families.laplace",
    "lowest_bit": "audit.statistics", "projected_lower_bound": "structured.bounds", "run_sweep": "sweep.run",
    "volume_lower_bound": "structured.bounds",
}  # fmt: skip

__all__ = [
    "NIM", "AboveThreshold", "ApproximateClaim", "Audit", "Binomial", "Box", "Bracket", "ConvergenceError",
    "CountablePair", "DiscreteGaussian", "DomainLaplace", "Ellipsoid", "Estimate", "ExponentialMechanism",
    "FinitePair", "FunctionalMechanism", "Gaussian", "GaussianClaim", "GaussianKernel", "GeneratorError", "KNorm",
    "KaryRandomizedResponse", "KernelDensity", "Laplace", "LaplaceQueries", "LossDistribution", "LpBall",
    "MechanismError", "NoisyHistogram", "Pair", "ParameterError", "PermuteAndFlip", "Polytope", "ProductBody",
    "ProductPair", "RandomizedResponse", "ReportNoisyMax", "Simplex", "Skellam", "Staircase", "TruncatedLaplace",
    "TwoSidedGeometric", "VectorGaussian", "VectorLaplace", "audit_events", "audit_mechanism", "audit_power",
    "bernoulli_pair", "compare", "compose_losses", "gaussian_eps", "gaussian_pair", "grid", "laplace_pair",
    "lowest_bit", "projected_lower_bound", "run_sweep", "volume_lower_bound",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, _, other = _HOMES[name].partition(":")
    value = getattr(import_module(f"{__name__}.{module}"), other or name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
