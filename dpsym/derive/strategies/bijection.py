"""Strategy: a change of variable turns both laws into simpler ones; no divergence feels it."""

from __future__ import annotations

from collections.abc import Callable

from sympy import Expr, S, exp, simplify

from dpsym.derive.derivation import Derivation, Engine, Step
from dpsym.distributions import (
    Cauchy,
    ChiSquared,
    Exponential,
    Gamma,
    Gaussian,
    Gumbel,
    KNorm,
    Laplace,
    Law,
    LogNormal,
    Pareto,
    Rayleigh,
    StudentT,
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
