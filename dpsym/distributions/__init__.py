"""Probability laws: one file a family or a group of them, and what is made of laws.

A law is imported here, and nowhere else by hand: the tables of `dpsym.kinds`, the words of `dpsym.parse`, the names of `dpsym` and its tables follow.
"""

from typing import TYPE_CHECKING

from dpsym.distributions.arbitrary import AnyEvent, AnyKernel, AnyLaw, Laws
from dpsym.distributions.asymmetric import AsymmetricLaplace
from dpsym.distributions.base import Law, LocationFamily, LocationScale, Piece
from dpsym.distributions.constructions import Event, Image, Joint, Kernel, Mixture, Probability, ProductLaw
from dpsym.distributions.counts import Binomial, Geometric, NegativeBinomial, Poisson, Skellam
from dpsym.distributions.directions import (
    InverseWishart,
    LogarithmicSeries,
    Multinomial,
    NegativeMultinomial,
    NormalInverseGamma,
    VonMisesFisher,
)
from dpsym.distributions.discrete import Bernoulli, Discrete, Finite, KaryResponse, RandomizedResponse, Softmax
from dpsym.distributions.discrete_gaussian import DiscreteGaussian
from dpsym.distributions.discrete_laplace import DiscreteLaplace
from dpsym.distributions.erased import ErasedResponse
from dpsym.distributions.exponential import Exponential
from dpsym.distributions.exponential_images import (
    BoundedPareto,
    Frechet,
    GeneralizedLogistic,
    Gompertz,
    InverseLomax,
    Lomax,
    PowerFunction,
    ReversedGumbel,
    TruncatedExponential,
)
from dpsym.distributions.gamma import ChiSquared, Gamma, InverseGaussian, Rayleigh, Weibull
from dpsym.distributions.gamma_images import (
    ChiLaw,
    ExpGamma,
    GeneralizedGamma,
    HalfNormal,
    InverseChiSquared,
    Levy,
    Nakagami,
    ScaledInverseChiSquared,
)
from dpsym.distributions.gaussian import Gaussian
from dpsym.distributions.gumbel import Gumbel
from dpsym.distributions.images import BetaPrime, BirnbaumSaunders, HalfCauchy, LogLaplace, ReciprocalInverseGaussian
from dpsym.distributions.laplace import Laplace
from dpsym.distributions.logistic import Logistic
from dpsym.distributions.multivariate import KNorm, MultivariateGaussian
from dpsym.distributions.partition import Dirichlet, ExponentialFamily, InverseGamma, Wishart
from dpsym.distributions.powers import Beta, LogNormal, Pareto
from dpsym.distributions.shifted import Shifted
from dpsym.distributions.staircase import Staircase
from dpsym.distributions.student import Cauchy, StudentT
from dpsym.distributions.truncated import TruncatedLaplace
from dpsym.distributions.uniform import Uniform

RR = RandomizedResponse

if not TYPE_CHECKING:  # a checker takes the names that are imported
    __all__ = [name for name, value in dict(vars()).items() if isinstance(value, type)]
