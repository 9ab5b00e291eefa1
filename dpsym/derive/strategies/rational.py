r"""Strategy: two laws of Student's t at integer order; the integrand is a rational function of x, up to a square root.

With :math:`a = (\nu+1)/2` the ratio is a power of :math:`1 + (x-d)^2/\nu`, a polynomial where :math:`(n-1)a` is an integer; its terms are
Beta integrals against :math:`(1+x^2/\nu)^{-na}`. In closed form the even moments are
:math:`\int x^{2j}(1+x^2)^{-c} = B(j+\tfrac12, c-j-\tfrac12)`.
"""

from __future__ import annotations

from sympy import Dummy, Expr, Poly, S, expand, factor, gamma, log, pi, sqrt

from dpsym.derive.derivation import Derivation, Engine, Step
from dpsym.derive.location_scale import StandardPair, standardise
from dpsym.distributions import StudentT
from dpsym.divergences import Divergence, MaxDivergence, Renyi

_GREATEST_DEGREE = 60


def attempt(head: Divergence, derive: Engine) -> Derivation | None:
    """Derive the Rényi divergence at integer order, and the max divergence, of two laws of one number of degrees of freedom."""
    pair = standardise(head, StudentT)
    if pair is None or pair.first.dof != pair.second.dof:
        return None
    if isinstance(head, MaxDivergence):
        return _maximum(head, pair)
    return _renyi(head, pair) if isinstance(head, Renyi) else None


def _maximum(head: MaxDivergence, pair: StandardPair) -> Derivation:
    r"""Take the ratio as a power of a ratio of quadratics, whose greatest value is that of two Cauchy laws."""
    nu, d, r = pair.first.dof, pair.distance, pair.ratio
    near, far = ((1 + sign * r) ** 2 + d**2 / nu for sign in (-1, 1))
    # an arcosh, of far/(2r) - 1, as a logarithm: SymPy takes that of a number next to 1 for 0
    greatest = (far + sqrt(near) * sqrt(far)) / (2 * r) - 1
    closed = pair.back((nu + 1) / 2 * log(greatest) + (1 - nu) / 2 * log(r))
    steps = (pair.step, Step("the greatest value of a ratio of quadratics, to the power (nu + 1)/2", closed))
    return Derivation(head, closed, steps, "ratio of quadratics")


def _renyi(head: Renyi, pair: StandardPair) -> Derivation | None:
    nu, d, r, order = pair.first.dof, pair.distance, pair.ratio, head.order
    if not (nu.is_number and order.is_Integer and order >= 2):
        return None
    power, decay = (order - 1) * (nu + 1) / 2, order * (nu + 1) / 2
    if not power.is_Integer or 2 * power > _GREATEST_DEGREE:
        return None
    # in the unit sqrt(nu): p has (1 + x^2)^-a, and q has (1 + (x - e)^2/r^2)^-a/r
    e = d / sqrt(nu)
    y = Dummy("x", real=True)
    polynomial = Poly(expand((1 + (y - e) ** 2 / r**2) ** power), y)
    total = sum((coefficient * _moment(degree, decay) for (degree,), coefficient in polynomial.terms()), S.Zero)
    normaliser = gamma((nu + 1) / 2) / (gamma(nu / 2) * sqrt(pi))
    moment = factor((normaliser * total).expand()) * r ** (order - 1)
    closed = log(pair.back(moment)) / (order - 1)
    steps = (
        pair.step,
        Step(
            "the ratio to an integer power is a polynomial: add the even moments, each a Beta integral",
            pair.back(moment),
        ),
        Step("take the logarithm and divide by the order less 1", closed),
    )
    return Derivation(head, closed, steps, "rational integrand")


def _moment(degree: int, decay: Expr) -> Expr:
    """Return the integral of x^degree (1 + x^2)^-decay over the line."""
    if degree % 2:
        return S.Zero
    first, second = S(degree + 1) / 2, decay - S(degree + 1) / 2
    return gamma(first) * gamma(second) / gamma(decay)
