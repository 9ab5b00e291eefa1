"""Run mechanisms: samplers, densities, and divergences of their laws by quadrature and by exact sums.

Numbers in, numbers out. No closed form of a divergence is known here, only densities and masses; that makes
this package an independent road to the numbers that a closed form claims.
"""

from mechanisms.errors import ParameterError
from mechanisms.finite.pair import FinitePair, bernoulli_pair
from mechanisms.noise.gaussian import Gaussian, gaussian_pair
from mechanisms.noise.laplace import Laplace, laplace_pair
from mechanisms.numeric.estimate import Estimate
from mechanisms.numeric.pair import Pair
from mechanisms.response.randomized import RandomizedResponse

__all__ = [
    "Estimate",
    "FinitePair",
    "Gaussian",
    "Laplace",
    "Pair",
    "ParameterError",
    "RandomizedResponse",
    "bernoulli_pair",
    "gaussian_pair",
    "laplace_pair",
]
