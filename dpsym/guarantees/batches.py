r"""Noisy gradient descent on batches in turns whose last iterate alone is told.

A step moves no two points further apart than c times their distance, and adds N(0, sigma^2 I); a record moves the steps of its own batch
only, one in l, by at most the sensitivity.
"""

from __future__ import annotations

from sympy import Expr, Integer, Min, ceiling, floor, oo

from dpsym.derive.form import short
from dpsym.guarantees.adjacency import Relation
from dpsym.guarantees.arrow import Source
from dpsym.guarantees.granted import granted, granting
from dpsym.guarantees.guarantee import Guarantee
from dpsym.guarantees.iteration import CONTRACTION, CONTRACTS, DIAMETER, LAST, root_above
from dpsym.guarantees.notions import GDP
from dpsym.parameters import DEVIATION, POSITIVE_COUNT, SENSITIVITY

_CYCLIC = granting(
    "iteration.cyclic",
    GDP,
    ("gdp.shift_reduction", "iteration.cyclic.linear"),
    "what a record moves in an epoch is paid for by the noise of all its steps, the last time by that of one step",
    (
        LAST,
        CONTRACTS,
        "each record is in one batch of an epoch, the same one in all, and moves that step by the sensitivity at most",
    ),
    Source("bok2024shifted", "noisy gradient descent on cyclic batches"),
)


def cyclic_ratio(epochs: Expr, batches: Expr, apart: Expr, sensitivity: Expr, contraction: Expr) -> Expr:
    r"""Return mu times sigma of the last iterate for a record in the last of l batches, a distance D apart before the last m epochs.

    .. math:: \sqrt{\Delta^2 + \left(c^{ml} D + c^{l-1} \Delta \frac{1 - c^{ml}}{1 - c^l}\right)^2 \frac{1 - c^2}{1 - c^{2ml}}}, \qquad
              \sqrt{\Delta^2 + \frac{(D + m\Delta)^2}{ml}}\ \text{at}\ c = 1

    Parameters
    ----------
    epochs, batches, apart, sensitivity, contraction : Expr
        m, l, D, Delta and c; of D the distance before the steps whose noise pays, of which the first is moved by the record.

    Notes
    -----
    The last step is moved after all others have paid, and pays for its Delta alone. The ml steps before it pay for a_j at step j from their end,
    with the sum of c^j a_j fixed, so that the least sum of squares has a_j proportional to c^j; no shift that is left is negative then. Any
    other batch in the place of the last moves the same steps earlier, and leaves more of them to pay.

    Ours: where payments in this proportion over all ml + 1 steps have the last pay for Delta at least, they leave no shift negative either,
    and cost less: for numbers that show it they are taken. With one batch an epoch this is the bound of full descent.
    """
    steps = epochs * batches
    if contraction == 1:
        left, weight, whole = apart + epochs * sensitivity, steps, steps + 1
    else:
        power, turn, square = contraction**steps, contraction**batches, contraction**2
        left = power * apart + sensitivity * turn / contraction * (1 - power) / (1 - turn)
        weight, whole = ((1 - part) / (1 - square) for part in (power**2, power**2 * square))
    together = contraction * left + sensitivity
    if (together >= sensitivity * whole) == True:  # noqa: E712
        return root_above(together**2 / whole)
    return root_above(sensitivity**2 + left**2 / weight)


def cyclic_descent(
    deviation: object,
    epochs: object,
    batches: object,
    *,
    sensitivity: object = 1,
    contraction: object = 1,
    diameter: object = oo,
    adjacency: object = Relation.REPLACE,
) -> Guarantee:
    """Return the guarantee of the last iterate of noisy gradient descent on batches in turns.

    Parameters
    ----------
    deviation : positive real
        Of the noise of a step, sigma, in each coordinate.
    epochs, batches : positive integer
        How often each batch is used, and how many there are.
    sensitivity : positive real, optional
        How far apart the maps of neighbours are in the step whose batch holds the record.
    contraction : real in (0, 1], optional
        c; 1 if left out.
    diameter : positive real, optional
        Of the convex set on which each step projects; if left out, the bound grows with the number of epochs where c = 1.
    adjacency : Adjacency or str, optional
        Of which datasets the sensitivity speaks.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.

    Examples
    --------
    >>> from dpsym import cyclic_descent
    >>> cyclic_descent(10, 41, 10).to_gdp().value.mu
    sqrt(5)/10
    """
    sigma, rounds, size = DEVIATION.check(deviation), POSITIVE_COUNT.check(epochs), POSITIVE_COUNT.check(batches)
    unit, factor, wide = SENSITIVITY.check(sensitivity), CONTRACTION.check(contraction), DIAMETER.check(diameter)
    if rounds == 1:
        return granted(_CYCLIC, GDP(unit / sigma), adjacency)
    found = [cyclic_ratio(rounds - 1, size, Integer(0), unit, factor)]
    if wide is not oo:
        near = (Min(rounds - 1, ceiling(wide / unit)), Min(rounds - 1, floor(wide / unit) + 1))
        found += [cyclic_ratio(each, size, wide, unit, factor) for each in near]
    return granted(_CYCLIC, GDP(short(Min(*found)) / sigma), adjacency)
