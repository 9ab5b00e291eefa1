"""A quantity of a mechanism's worst pairs, derived; once a family, for the numbers are put in afterwards."""

from __future__ import annotations

from functools import cache

from sympy import Dummy, Expr, Max, oo

from dpsym.derive import attempt
from dpsym.distributions import Law
from dpsym.distributions.base import LocationScale
from dpsym.divergences import Divergence
from dpsym.errors import NotApplicableError
from dpsym.guarantees.binding import BOUND_ORDER
from dpsym.guarantees.mechanism import Mechanism

_SCALE, _SHIFT, _ABOVE = (Dummy(name, positive=True) for name in ("b", "Delta", "beta"))


def of_mechanism(quantity: type[Divergence], index: tuple[Expr, ...], mechanism: Mechanism) -> Expr:
    """Return a quantity of the mechanism: of its worst pair, or the greater one of its two directions.

    Parameters
    ----------
    quantity : type of Divergence
        For example `Renyi`.
    index : tuple of Expr
        The arguments in front of the laws: the order, the threshold, or none.
    mechanism : Mechanism
        Without sampling in front of it.

    Raises
    ------
    NotApplicableError
        If no strategy derives it, or only under a condition on the order.
    """
    law = mechanism.law
    if isinstance(law, LocationScale) and not law.is_discrete:
        values = {_SCALE: law.scale, _SHIFT: mechanism.sensitivity}
        found = [form.xreplace(values) for form in _template(quantity, index, type(law))]
    else:
        found = [_closed(quantity, index, *pair) for pair in mechanism.pairs()]
    distinct = list(dict.fromkeys(found))
    return distinct[0] if len(distinct) == 1 else Max(*distinct, evaluate=False)


@cache
def _template(
    quantity: type[Divergence], index: tuple[Expr, ...], family: type[LocationScale]
) -> tuple[Expr, ...]:
    template = Mechanism(family(0, _SCALE), _SHIFT)
    return tuple(_closed(quantity, index, *pair) for pair in template.pairs())


@cache
def _closed(quantity: type[Divergence], index: tuple[Expr, ...], first: Law, second: Law) -> Expr:
    head = quantity(*index, first, second)
    derivation = attempt(head)
    if derivation is None:
        raise NotApplicableError(f"no strategy of the engine closes {head}")
    # the orders of a Rényi budget are above 1, which settles most conditions
    if open_ones := [each for each in derivation.conditions if each.subs(BOUND_ORDER, 1 + _ABOVE) != True]:  # noqa: E712
        raise NotApplicableError(f"{head} closes only if {', '.join(map(str, open_ones))}")
    return derivation.expression


def finite(value: Expr, what: str) -> Expr:
    """Return a value that is not infinite.

    Raises
    ------
    NotApplicableError
        If it is.
    """
    if value is oo or value.has(oo):
        raise NotApplicableError(f"{what} is infinite")
    return value


def squared_ratio(mechanism: Mechanism) -> Expr:
    """Return (sensitivity/sigma)^2 of Gaussian noise."""
    return (mechanism.sensitivity / mechanism.law.args[1]) ** 2
