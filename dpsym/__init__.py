"""Derive closed-form privacy bounds, with their hypotheses and a trace: symbols in, SymPy expressions out."""

from dpsym import session  # noqa: F401  (attaches the questions that laws and guarantees answer)
from dpsym.distributions import (
    RR as RR,
)
from dpsym.distributions import (
    AnyLaw,
    AsymmetricLaplace,
    Bernoulli,
    Beta,
    Binomial,
    Cauchy,
    ChiSquared,
    DiscreteGaussian,
    DiscreteLaplace,
    Exponential,
    Finite,
    Gamma,
    Gaussian,
    Geometric,
    Gumbel,
    InverseGaussian,
    KaryResponse,
    KNorm,
    Laplace,
    Logistic,
    LogNormal,
    Mixture,
    MultivariateGaussian,
    NegativeBinomial,
    Pareto,
    Poisson,
    ProductLaw,
    RandomizedResponse,
    Rayleigh,
    Skellam,
    Softmax,
    Staircase,
    StudentT,
    TruncatedLaplace,
    Uniform,
    Weibull,
)
from dpsym.divergences import (
    KL,
    ChiSquaredDivergence,
    HockeyStick,
    InverseProfile,
    LossCumulant,
    LossTail,
    MaxDivergence,
    Renyi,
    SquaredHellinger,
    TotalVariation,
    TradeOff,
)
from dpsym.errors import DpsymError, NotDerivedError, ParameterError, ParseError, UndecidedError
from dpsym.guarantees import (
    GDP,
    ZCDP,
    Adjacency,
    ApproxDP,
    Guarantee,
    ProfileDP,
    PureDP,
    RenyiDP,
    TradeOffDP,
    TruncatedCDP,
    composed,
    guarantee,
)
from dpsym.parameters import Parameter

__all__ = [
    "GDP", "KL", "ZCDP", "Adjacency", "AnyLaw", "ApproxDP", "AsymmetricLaplace", "Bernoulli", "Beta", "Binomial", "Cauchy",
    "ChiSquared", "ChiSquaredDivergence", "DiscreteGaussian", "DiscreteLaplace", "DpsymError", "Exponential", "Finite", "Gamma", "Gaussian",
    "Geometric", "Guarantee", "Gumbel", "HockeyStick", "InverseGaussian", "InverseProfile", "KNorm", "KaryResponse", "Laplace", "LogNormal",
    "Logistic", "LossCumulant", "LossTail", "MaxDivergence", "Mixture", "MultivariateGaussian", "NegativeBinomial", "NotDerivedError",
    "Parameter", "ParameterError", "Pareto", "ParseError", "Poisson", "ProductLaw", "ProfileDP", "PureDP", "RandomizedResponse", "Rayleigh",
    "Renyi", "RenyiDP", "Skellam", "Softmax", "SquaredHellinger", "Staircase", "StudentT", "TotalVariation", "TradeOff", "TradeOffDP",
    "TruncatedCDP", "TruncatedLaplace", "UndecidedError", "Uniform", "Weibull", "composed",
    "guarantee",
]  # fmt: skip
