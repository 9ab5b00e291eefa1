r"""Noisy gradient descent whose last iterate alone is told, as a guarantee: privacy amplification by iteration.

A step is :math:`w_{t+1} = \phi_t(w_t) + N(0, \sigma^2 I)`, where phi_t moves no two points further apart than c times their distance
(a step of gradient descent on convex, smooth losses, and a projection: c = 1; on strongly convex ones c < 1), and the maps of neighbouring
datasets are at most the sensitivity apart. In Gaussian privacy, with a shift that is paid for over the m last steps,

.. math:: \mu_m = \frac{c^m D + \Delta (1 - c^m)/(1 - c)}{\sigma} \sqrt{\frac{1 - c^2}{1 - c^{2m}}}, \qquad
          \mu_m = \frac{D + m \Delta}{\sigma\sqrt m}\ \text{at}\ c = 1,

for iterates within a diameter D: where they come from no longer matters. With D = 0 and all steps it is the bound without a diameter.
"""

from __future__ import annotations

from fractions import Fraction

from sympy import Expr, FiniteSet, Integer, Interval, Max, Min, Rational, Symbol, Union, ceiling, floor, oo, sqrt

from dpsym.derive.form import short
from dpsym.guarantees.adjacency import Relation
from dpsym.guarantees.arrow import Source
from dpsym.guarantees.granted import granted, granting
from dpsym.guarantees.guarantee import Guarantee
from dpsym.guarantees.notions import GDP
from dpsym.guarantees.numbers import rounded_up
from dpsym.parameters import DEVIATION, POSITIVE_COUNT, SENSITIVITY, Parameter

CONTRACTION = Parameter(
    "contraction c", Symbol("c", positive=True), Interval.Lopen(0, 1), "in (0, 1]", (Rational(1, 10), Rational(9, 10))
)
DIAMETER = Parameter(
    "diameter",
    Symbol("D", positive=True),
    Union(Interval.open(0, oo), FiniteSet(oo)),
    "positive (oo allowed)",
    (Rational(1), Rational(100)),
)
_MOST_BITS = 2048
_LONG, _DIGITS = 256, 24
LAST = "the last iterate alone is told, and the noise is Gaussian, independent, of the same deviation at each step"
CONTRACTS = "no step moves two points further apart than c times their distance"
_DESCENT = granting(
    "iteration.descent",
    GDP,
    ("gdp.shift_reduction", "iteration.last.linear", "iteration.last"),
    "the shifts of the iterates are paid for by the noise of the steps that follow",
    (LAST, CONTRACTS, "between neighbours the maps of a step differ by the sensitivity at most"),
    Source("bok2024shifted", "shifted interpolation"),
    Source("altschuler2022privacy", "Theorem 3.1"),
)
_ONE_PASS = granting(
    "iteration.one_pass",
    GDP,
    ("gdp.shift_reduction", "iteration.one_pass.linear"),
    "the shift of the one step that saw the record is paid for by the noise of this step and of those that follow",
    (LAST, CONTRACTS, "the maps of one step alone differ between neighbours, by the sensitivity at most"),
    Source("feldman2018iteration", "Theorem 23"),
)


def root_above(value: Expr) -> Expr:
    """Return the square root; of a long fraction a number hardly above it, as SymPy would look for squares among its factors."""
    if value.is_Rational and value.q.bit_length() > _LONG:
        return sqrt(Rational(rounded_up(Fraction(int(value.p), int(value.q)), _DIGITS)))
    return sqrt(value)


def shifted_ratio(steps: Expr, apart: Expr, sensitivity: Expr, contraction: Expr) -> Expr:
    r"""Return mu times sigma where the iterates are a distance D apart before so many last steps.

    .. math:: \left(c^m D + \Delta\frac{1 - c^m}{1 - c}\right) \sqrt{\frac{1 - c^2}{1 - c^{2m}}}, \qquad
              \frac{D + m\Delta}{\sqrt m}\ \text{at}\ c = 1

    Parameters
    ----------
    steps, apart, sensitivity, contraction : Expr
        m, D, Delta and c.

    Notes
    -----
    Step j from the end pays for a shift a_j, with the sum of c^j a_j fixed; the sum of their squares is least where a_j is proportional to
    c^j. The shifts that are left then are never negative.
    """
    if contraction == 1:
        return (apart + steps * sensitivity) / sqrt(steps)
    power = contraction**steps
    left = power * apart + sensitivity * (1 - power) / (1 - contraction)
    return left * root_above((1 - contraction**2) / (1 - power**2))


def noisy_descent(
    deviation: object,
    steps: object,
    *,
    sensitivity: object = 1,
    contraction: object = 1,
    diameter: object = oo,
    adjacency: object = Relation.ADD_REMOVE,
) -> Guarantee:
    """Return the guarantee of the last iterate of noisy gradient descent, in each step of which all records take part.

    Parameters
    ----------
    deviation : positive real
        Of the noise of a step, sigma, in each coordinate.
    steps : positive integer
        Their number.
    sensitivity : positive real, optional
        How far apart the maps of neighbours are: the step size times the sensitivity of the gradient.
    contraction : real in (0, 1], optional
        c; 1 if left out.
    diameter : positive real, optional
        Of the convex set on which each step projects; if left out, the bound grows with the number of steps where c = 1.
    adjacency : Adjacency or str, optional
        Of which datasets the sensitivity speaks.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.

    Examples
    --------
    >>> from dpsym import noisy_descent
    >>> noisy_descent(10, 10**6, diameter=25).to_gdp().value.mu
    1
    """
    sigma, count = DEVIATION.check(deviation), POSITIVE_COUNT.check(steps)
    unit, factor, wide = SENSITIVITY.check(sensitivity), CONTRACTION.check(contraction), DIAMETER.check(diameter)
    found = [_without_diameter(count, unit, factor)]
    if wide is not oo:
        found += [shifted_ratio(each, wide, unit, factor) for each in _candidates(count, wide, unit, factor)]
    return granted(_DESCENT, GDP(short(Min(*found)) / sigma), adjacency)


def _candidates(count: Expr, wide: Expr, unit: Expr, factor: Expr) -> list[Expr]:
    """Return numbers of last steps that may be the best: next to D/Delta where c = 1, else all up to a limit."""
    if factor == 1:
        return [Min(count, near) for near in (Max(1, floor(wide / unit)), ceiling(wide / unit))]
    if factor.is_Rational and count.is_Integer and not (wide.free_symbols | unit.free_symbols):
        fewest = min(int(count), _most(factor))
        values = [(float(shifted_ratio(Integer(m), wide, unit, factor)), m) for m in range(1, fewest + 1)]
        return [Integer(min(values)[1])]
    return [count]


def _most(factor: Rational) -> int:
    """Return of how many steps the power of a contraction is written out."""
    return max(1, _MOST_BITS // factor.q.bit_length())


def _without_diameter(count: Expr, unit: Expr, factor: Expr) -> Expr:
    """Return `shifted_ratio` from the beginning; of more steps than are written out its limit, which is above it."""
    if factor != 1 and factor.is_Rational and count.is_Integer and count > _most(factor):
        return unit * sqrt((1 + factor) / (1 - factor))
    return shifted_ratio(count, Integer(0), unit, factor)


def one_pass_descent(
    deviation: object,
    after: object,
    *,
    sensitivity: object = 1,
    contraction: object = 1,
    adjacency: object = Relation.REPLACE,
) -> Guarantee:
    r"""Return the guarantee of the last iterate of noisy gradient descent for a record that takes part in one step only.

    .. math:: \mu = \frac{c^{r-1} \Delta}\sigma \sqrt{\frac{1 - c^2}{1 - c^{2r}}}, \qquad \frac{\Delta}{\sigma\sqrt r}\ \text{at}\ c = 1

    Parameters
    ----------
    deviation : positive real
        Of the noise of a step, sigma, in each coordinate.
    after : positive integer
        The number r of steps from this one to the last, both counted.
    sensitivity : positive real, optional
        How far apart the maps of this step are: the step size times the sensitivity of the gradient.
    contraction : real in (0, 1], optional
        c; 1 if left out.
    adjacency : Adjacency or str, optional
        Of which datasets the sensitivity speaks.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.
    """
    sigma, count = DEVIATION.check(deviation), POSITIVE_COUNT.check(after)
    unit, factor = SENSITIVITY.check(sensitivity), CONTRACTION.check(contraction)
    if factor.is_Rational and factor != 1 and count.is_Integer:
        count = Min(count, _most(factor))  # with fewer steps after it a record is less private
    # as if the iterates had been Delta/c apart before it
    found = shifted_ratio(count, unit / factor, Integer(0), factor)
    return granted(_ONE_PASS, GDP(short(found) / sigma), adjacency)
