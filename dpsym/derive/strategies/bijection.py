"""Strategy: a change of variable turns both laws into simpler ones; no divergence feels it."""

from __future__ import annotations

from collections.abc import Callable

from sympy import Expr, S, exp, simplify

from dpsym.derive.derivation import Derivation, Engine, Step
from dpsym.distributions import (
    Beta,
    BetaPrime,
    BirnbaumSaunders,
    BoundedPareto,
    Cauchy,
    ChiLaw,
    ChiSquared,
    ExpGamma,
    Exponential,
    Frechet,
    Gamma,
    Gaussian,
    GeneralizedGamma,
    GeneralizedLogistic,
    Gompertz,
    Gumbel,
    HalfCauchy,
    HalfNormal,
    InverseChiSquared,
    InverseGaussian,
    InverseLomax,
    KNorm,
    Laplace,
    Law,
    Levy,
    LogLaplace,
    LogNormal,
    Lomax,
    Nakagami,
    Pareto,
    PowerFunction,
    Rayleigh,
    ReciprocalInverseGaussian,
    ReversedGumbel,
    ScaledInverseChiSquared,
    StudentT,
    TruncatedExponential,
    Weibull,
)
from dpsym.divergences import Divergence

# the map in words, which parameters both laws must share, and the law of the image
Image = tuple[str, Callable[[Law], object], Callable[[Law], Law]]

_IMAGES: dict[type[Law], Image] = {
    LogNormal: ("log x is Gaussian", lambda law: None, lambda law: Gaussian(*law.args)),
    Rayleigh: ("x^2 is exponential", lambda law: None, lambda law: Exponential(2 * law.args[0] ** 2)),
    Weibull: ("x^k is exponential", lambda law: law.args[0], lambda law: Exponential(law.args[1] ** law.args[0])),
    Pareto: ("log(x/m) is exponential", lambda law: law.args[0], lambda law: Exponential(1 / law.args[1])),
    Gumbel: ("e^(-x/b) is exponential", lambda law: law.scale, lambda law: Exponential(exp(-law.location / law.scale))),
    ReversedGumbel: (
        "e^(x/b) is exponential",
        lambda law: law.scale,
        lambda law: Exponential(exp(law.location / law.scale)),
    ),
    Frechet: ("x^(-k) is exponential", lambda law: law.args[0], lambda law: Exponential(law.args[1] ** -law.args[0])),
    PowerFunction: ("log(a/x) is exponential", lambda law: law.args[0], lambda law: Exponential(1 / law.args[1])),
    Gompertz: ("e^(x/b) - 1 is exponential", lambda law: law.args[0], lambda law: Exponential(1 / law.args[1])),
    GeneralizedLogistic: ("log(1 + e^(-x)) is exponential", lambda law: None, lambda law: Exponential(1 / law.args[0])),
    BoundedPareto: (
        "log(x/m) is exponential, given its bound",
        lambda law: (law.args[0], law.args[2]),
        lambda law: TruncatedExponential(1 / law.args[1], law.args[2]),
    ),
    ReciprocalInverseGaussian: (
        "1/x has an inverse Gaussian law",
        lambda law: None,
        lambda law: InverseGaussian(*law.args),
    ),
    Levy: ("1/x has a Gamma law", lambda law: None, lambda law: Gamma(S.Half, law.args[0] / 2)),
    InverseChiSquared: ("1/x has a Gamma law", lambda law: None, lambda law: Gamma(law.args[0] / 2, S.Half)),
    ScaledInverseChiSquared: (
        "1/x has a Gamma law",
        lambda law: None,
        lambda law: Gamma(law.args[0] / 2, law.args[0] * law.args[1] / 2),
    ),
    HalfNormal: ("x^2 has a Gamma law", lambda law: None, lambda law: Gamma(S.Half, 1 / (2 * law.args[0] ** 2))),
    ChiLaw: ("x^2 has a Gamma law", lambda law: None, lambda law: Gamma(law.args[0] / 2, S.Half)),
    Nakagami: ("x^2 has a Gamma law", lambda law: None, lambda law: Gamma(law.args[0], law.args[0] / law.args[1])),
    GeneralizedGamma: (
        "x^r has a Gamma law",
        lambda law: law.args[0],
        lambda law: Gamma(law.args[1], law.args[2] ** -law.args[0]),
    ),
    ExpGamma: ("e^x has a Gamma law", lambda law: None, lambda law: Gamma(*law.args)),
    Lomax: ("x + m has a Pareto law", lambda law: law.args[0], lambda law: Pareto(*law.args)),
    InverseLomax: ("log(1 + m/x) is exponential", lambda law: law.args[0], lambda law: Exponential(1 / law.args[1])),
    BetaPrime: ("x/(1 + x) has a Beta law", lambda law: None, lambda law: Beta(*law.args)),
    BirnbaumSaunders: ("(x - m)/sqrt(m x) is Gaussian", lambda law: law.args[0], lambda law: Gaussian(0, law.args[1])),
    HalfCauchy: (
        "it is the absolute value, which tells as much, of a Cauchy number",
        lambda law: None,
        lambda law: Cauchy(0, law.args[0]),
    ),
    LogLaplace: ("log x has a Laplace law", lambda law: None, lambda law: Laplace(*law.args)),
    ChiSquared: ("it is a Gamma law", lambda law: None, lambda law: Gamma(law.args[0] / 2, S.Half)),
    StudentT: (
        "with one degree of freedom it is the Cauchy law",
        lambda law: law.dof == 1 or law,
        lambda law: Cauchy(law.location, law.unit),
    ),
    KNorm: (
        "the density depends on the gauge only, which has a Gamma law",
        lambda law: (law.args[0], law.args[2]),
        lambda law: Gamma(law.args[0], law.args[1]),
    ),
}


def attempt(head: Divergence, derive: Engine) -> Derivation | None:
    """Derive the divergence of the images, if both laws have one under the same map."""
    first, second = head.laws
    image = _line_of_noise(first, second) or _common(first, second)
    if image is None:
        return None
    text, laws = image
    inner = derive(head.func(*head.args[:-2], *laws))
    if inner is None:
        return None
    return Derivation(head, inner.expression, (Step(text, inner.head), *inner.steps), inner.strategy)


def _common(first: Law, second: Law) -> tuple[str, tuple[Law, Law]] | None:
    known = _IMAGES.get(type(first))
    if known is None or type(first) is not type(second):
        return None
    text, shared, image = known
    if not _equal(shared(first), shared(second)):
        return None
    return text, (image(first), image(second))


def _line_of_noise(first: Law, second: Law) -> tuple[str, tuple[Law, Law]] | None:
    """Return the Laplace laws that K-norm noise in one dimension is."""
    if not (isinstance(first, KNorm) and isinstance(second, KNorm)) or first.args[0] != 1:
        return None
    return "in one dimension it is the Laplace law", (
        Laplace(first.args[2], 1 / first.args[1]),
        Laplace(second.args[2], 1 / second.args[1]),
    )


def _equal(one: object, other: object) -> bool:
    return one == other or (isinstance(one, Expr) and isinstance(other, Expr) and simplify(one - other) == 0)
