"""Derive closed-form privacy bounds, with their hypotheses and a trace: symbols in, SymPy expressions out."""

from dpsym.distributions import RR, AnyLaw, Bernoulli, Finite, Gaussian, Laplace, RandomizedResponse
from dpsym.divergences import KL, HockeyStick, MaxDivergence, Renyi
from dpsym.errors import DpsymError, NotDerivedError, ParameterError, ParseError, UndecidedError
from dpsym.parameters import (
    Parameter,
    alpha,
    b,
    beta,
    delta,
    eps,
    mu1,
    mu2,
    p,
    q,
    scale,
    sigma,
    sigma1,
    sigma2,
    zeta,
)

__all__ = [
    "KL", "RR", "AnyLaw", "Bernoulli", "DpsymError", "Finite", "Gaussian", "HockeyStick", "Laplace", "MaxDivergence",
    "NotDerivedError", "Parameter", "ParameterError", "ParseError", "RandomizedResponse", "Renyi", "UndecidedError",
    "alpha", "b", "beta", "delta", "eps", "mu1", "mu2", "p", "q", "scale", "sigma", "sigma1", "sigma2", "zeta",
]  # fmt: skip
