"""Where each name of the package is defined."""

from __future__ import annotations

HOMES: dict[str, str] = {
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
"""The module of each name; one that is called otherwise there comes with that name."""
