r"""Noisy gradient descent on Poisson samples whose last iterate alone is told.

The noise of a step is taken in two parts, :math:`\sigma^2 = \sigma_1^2 + \sigma_2^2`: the first hides whether the record took part, as a
Gaussian mechanism on a Poisson sample, the second pays for the distance of the iterates before the last m steps.
"""

from __future__ import annotations

from sympy import Integer, Interval, Min, Rational, Symbol, ceiling, oo, sqrt

from dpsym.amplification.sampling import Poisson
from dpsym.derive.form import short
from dpsym.distributions import Gaussian
from dpsym.errors import ParameterError
from dpsym.guarantees.adjacency import Relation
from dpsym.guarantees.arrow import Source
from dpsym.guarantees.granted import granted, granting
from dpsym.guarantees.guarantee import Guarantee, composed, guarantee
from dpsym.guarantees.iteration import CONTRACTION, CONTRACTS, DIAMETER, LAST, shifted_ratio
from dpsym.guarantees.notions import GDP
from dpsym.parameters import DEVIATION, POSITIVE_COUNT, SENSITIVITY, Parameter

_SHARE = Parameter(
    "share of the noise variance",
    Symbol("s", positive=True),
    Interval.open(0, 1),
    "in (0, 1)",
    (Rational(1, 4), Rational(3, 4)),
)
_SAMPLED = granting(
    "iteration.sampled",
    GDP,
    ("gdp.shift_reduction", "iteration.sampled.step"),
    "the distance of the iterates before the last steps is paid for by the second part of their noise",
    (LAST, CONTRACTS, "in each step each record takes part independently with the same probability"),
    Source("altschuler2022privacy", "Theorem 3.1"),
    Source("bok2024shifted", "noisy gradient descent on sampled batches"),
)


def sampled_descent(
    deviation: object,
    steps: object,
    rate: object,
    *,
    diameter: object = oo,
    sensitivity: object = 1,
    contraction: object = 1,
    share: object = Rational(1, 2),
    last: object = None,
) -> Guarantee:
    """Return the guarantee of the last iterate of noisy gradient descent on Poisson samples, for a record added or removed.

    Parameters
    ----------
    deviation : positive real
        Of the noise of a step, sigma, in each coordinate.
    steps : positive integer
        Their number.
    rate : real in (0, 1]
        The probability q with which a record takes part in a step.
    diameter : positive real, optional
        Of the convex set on which each step projects. It may be left out where c < 1: then no two iterates are further apart than
        Delta/(1 - c).
    sensitivity : positive real, optional
        How far a record moves a step in which it takes part, Delta.
    contraction : real in (0, 1], optional
        c of each batch's map; 1 if left out.
    share : real in (0, 1), optional
        Of the variance that hides whether the record took part; a half if left out.
    last : positive integer, optional
        The number m of last steps that pay for the distance; if left out about D/(q Delta). All steps told, with all of the noise, are
        what is left where these are not fewer.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule, or nothing bounds the distance of the iterates.

    Notes
    -----
    Given the iterates before, the batch without the record and the first part of the noise, which is a sampled Gaussian mechanism, the
    step is the same contraction on both sides plus the second part of the noise. All of this in the last m steps is an adaptive composition of
    m sampled Gaussian mechanisms and of shifts that the second part pays for; the last iterate is made of it.
    """
    sigma, count, part = DEVIATION.check(deviation), POSITIVE_COUNT.check(steps), _SHARE.check(share)
    unit, factor, wide = SENSITIVITY.check(sensitivity), CONTRACTION.check(contraction), DIAMETER.check(diameter)
    sampling = Poisson(rate)  # type: ignore[arg-type]
    if factor != 1:
        wide = Min(wide, unit / (1 - factor))
    if wide is oo:
        raise ParameterError("diameter", "finite where the contraction is 1", diameter)
    wanted = ceiling(wide * sqrt(part / (1 - part)) / (sampling.rate * unit)) if last is None else last
    fewer = POSITIVE_COUNT.check(wanted)
    if (fewer >= count) == True:  # noqa: E712
        return guarantee(Gaussian(sigma / unit)).sampled(sampling).compose(count)
    hidden = guarantee(Gaussian(sqrt(part) * sigma / unit)).sampled(sampling).compose(fewer)
    paid = GDP(short(shifted_ratio(fewer, wide, Integer(0), factor)) / (sqrt(1 - part) * sigma))
    return composed([hidden, granted(_SAMPLED, paid, Relation.ADD_REMOVE)])
