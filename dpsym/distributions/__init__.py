"""Probability laws: one file a family or a group of them, and what is made of laws."""

from dpsym.distributions.arbitrary import AnyEvent, AnyKernel, AnyLaw, Laws
from dpsym.distributions.asymmetric import AsymmetricLaplace
from dpsym.distributions.base import Law, LocationFamily, LocationScale, Piece
from dpsym.distributions.constructions import Event, Image, Joint, Kernel, Mixture, Probability, ProductLaw
from dpsym.distributions.counts import Binomial, Geometric, NegativeBinomial, Poisson, Skellam
from dpsym.distributions.discrete import (
    Bernoulli,
    Discrete,
    Finite,
    KaryResponse,
    RandomizedResponse,
    Softmax,
)
from dpsym.distributions.discrete_gaussian import DiscreteGaussian
from dpsym.distributions.discrete_laplace import DiscreteLaplace, TwoSidedGeometric
from dpsym.distributions.exponential import Exponential
from dpsym.distributions.gamma import ChiSquared, Gamma, InverseGaussian, Rayleigh, Weibull
from dpsym.distributions.gaussian import Gaussian
from dpsym.distributions.gumbel import Gumbel
from dpsym.distributions.laplace import Laplace
from dpsym.distributions.logistic import Logistic
from dpsym.distributions.multivariate import KNorm, MultivariateGaussian
from dpsym.distributions.powers import Beta, LogNormal, Pareto
from dpsym.distributions.staircase import Staircase
from dpsym.distributions.student import Cauchy, StudentT
from dpsym.distributions.truncated import TruncatedLaplace
from dpsym.distributions.uniform import Uniform

RR = RandomizedResponse

__all__ = [
    "RR", "AnyEvent", "AnyKernel", "AnyLaw", "AsymmetricLaplace", "Bernoulli", "Beta", "Binomial", "Cauchy", "ChiSquared", "Discrete",
    "DiscreteGaussian", "DiscreteLaplace", "Event", "Exponential", "Finite", "Gamma", "Gaussian", "Geometric", "Gumbel", "Image",
    "InverseGaussian", "Joint", "KNorm", "KaryResponse", "Kernel", "Laplace", "Law", "Laws", "LocationFamily", "LocationScale", "LogNormal",
    "Logistic", "Mixture", "MultivariateGaussian", "NegativeBinomial", "Pareto", "Piece", "Poisson", "Probability", "ProductLaw",
    "RandomizedResponse", "Rayleigh", "Skellam", "Softmax", "Staircase", "StudentT", "TruncatedLaplace", "TwoSidedGeometric", "Uniform",
    "Weibull",
]  # fmt: skip
