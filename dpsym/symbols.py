"""The symbols of the field, for ``from dpsym.symbols import *``: alpha, b, beta, delta, eps, k, mu, mu1, mu2, n, omega, p, q, rho,
scale, sigma, sigma1, sigma2, t, zeta.

All are positive, but mu and rho, which may be 0, and mu1 and mu2, which are real; n is a whole number. eps prints as epsilon, and
scale as lambda.

They come by this import only, so that ``from dpsym import *`` overwrites neither a name of the user's nor one of SymPy's, whose
``beta`` and ``zeta`` are functions.
"""  # noqa: D205

from dpsym.parameters import (
    alpha,
    b,
    beta,
    delta,
    eps,
    k,
    mu,
    mu1,
    mu2,
    n,
    omega,
    p,
    q,
    rho,
    scale,
    sigma,
    sigma1,
    sigma2,
    t,
    zeta,
)

__all__ = [
    "alpha",
    "b",
    "beta",
    "delta",
    "eps",
    "k",
    "mu",
    "mu1",
    "mu2",
    "n",
    "omega",
    "p",
    "q",
    "rho",
    "scale",
    "sigma",
    "sigma1",
    "sigma2",
    "t",
    "zeta",
]
