r"""Where a composition of many runs comes down to a delta, about: by the normal law with the first terms of its Edgeworth series.

Under the law that is tilted by exp(cL) the loss is nearly normal, of mean :math:`\kappa_1` and variance :math:`s^2`, the derivatives of
log M at c. With :math:`t = (\varepsilon - \kappa_1)/s` and the Hermite polynomials :math:`H_k`

.. math:: \delta(\varepsilon) \approx M(c) e^{-c\varepsilon} \left(S(c s) - S((1 + c) s)\right), \qquad
    S(a) = J_0 + \frac{\lambda_3}{6} J_3 + \frac{\lambda_4}{24} J_4 + \frac{\lambda_3^2}{72} J_6, \quad
    J_k(a) = \int_t^\infty e^{-a(z - t)} H_k(z) \varphi(z) dz,

so that :math:`J_k = H_{k-1}(t) \varphi(t) - a J_{k-1}`, and the slope of delta is that of its second half alone (Kolassa, Series
Approximation Methods in Statistics, 2006). Of n runs this is off by a share of about 1/n, where a saddle point alone leaves
one of about :math:`1/(c s)^4`. Nothing here certifies anything.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from flint import arb, ctx

_BITS = 256  # for the recurrence, in which most digits cancel where a is large
_REACH, _NEAREST = 0.3, 0.25  # of a deviation, or of the abscissa, by which derivatives are looked for
_FAR = 0.5  # nats by which a normal law may be off, and the moments be from one
_ROUNDS, _CLOSE = 8, 1e-14


def finer_gap(log_mgf: Callable[[float], float], c: float, gap: float, log_delta: float) -> tuple[float, float]:
    """Return a better place of a delta than that of its saddle point, and how steeply the logarithm of delta falls there.

    Where the tilted loss is not nearly normal these are the given place and c.

    Parameters
    ----------
    log_mgf : callable
        log M, counted from some reference.
    c, gap : float
        The saddle point, and the threshold less the reference, of `Planner.threshold`.
    log_delta : float
        The logarithm of the wanted delta.
    """
    try:
        return _improved(log_mgf, c, gap, log_delta) or (gap, c)
    except ArithmeticError:  # of floats that are too large or too small
        return gap, c


def _improved(log_mgf: Callable[[float], float], c: float, gap: float, log_delta: float) -> tuple[float, float] | None:
    step = _NEAREST * c
    for _ in range(2):
        values = [log_mgf(c + k * step) for k in (-2, -1, 0, 1, 2)]
        first, second, third, fourth = _derivatives(values, step)
        if not (math.isfinite(second) and second > 0):
            return None
        step = min(_NEAREST * c, _REACH / math.sqrt(second))
    deviation = math.sqrt(second)
    lambda3, lambda4 = third / deviation**3, fourth / second**2
    if not (abs(lambda3) <= _FAR and abs(lambda4) <= _FAR):
        return None
    place, slope = gap, c
    for _ in range(_ROUNDS):
        found = _delta_and_slope(values[2] - c * place, c, (place - first) / deviation, deviation, lambda3, lambda4)
        if found is None or not abs(found[0] - log_delta) <= _FAR:
            return None
        slope = found[1]
        move = (found[0] - log_delta) / slope
        place += move
        if abs(move) <= _CLOSE * abs(place):
            break
    return place, slope


def _derivatives(values: list[float], step: float) -> tuple[float, float, float, float]:
    """Return the first four derivatives from five values."""
    a, b, m, d, e = values
    return (
        (a - 8 * b + 8 * d - e) / (12 * step),
        (-a + 16 * b - 30 * m + 16 * d - e) / (12 * step**2),
        (-a + 2 * b - 2 * d + e) / (2 * step**3),
        (a - 4 * b + 6 * m - 4 * d + e) / step**4,
    )


def _delta_and_slope(
    height: float, c: float, t: float, deviation: float, lambda3: float, lambda4: float
) -> tuple[float, float] | None:
    """Return the logarithm of delta and minus its slope, height being that of M(c) exp(-c eps); None where the series is no probability."""
    with ctx.workprec(_BITS):
        above = _series(arb(c * deviation), arb(t), lambda3, lambda4)
        below = _series(arb(deviation) * (1 + arb(c)), arb(t), lambda3, lambda4)
        if not (below > 0 and above > below):
            return None
        return height + float((above - below).log().mid()), float((below / (above - below)).mid())


def _series(a: arb, t: arb, lambda3: float, lambda4: float) -> arb:
    density = (-t * t / 2).exp() / (2 * arb.pi()).sqrt()
    place = (a + t) / arb(2).sqrt()
    mass = ((a + t) ** 2 / 2 - t * t / 2).exp() * place.erfc() / 2
    hermite, moments = [arb(1), t], [mass]
    for k in range(1, 7):
        moments.append(hermite[k - 1] * density - a * moments[k - 1])
        hermite.append(t * hermite[k] - k * hermite[k - 1])
    return moments[0] + lambda3 * moments[3] / 6 + lambda4 * moments[4] / 24 + lambda3**2 * moments[6] / 72
