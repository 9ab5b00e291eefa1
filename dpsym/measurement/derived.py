"""A quantity of a mechanism's worst pairs, derived; once a family, for the numbers are put in afterwards."""

from __future__ import annotations

from functools import cache

from sympy import Basic, Dummy, Expr, Max, Min, Ne, log, oo
from sympy.logic.boolalg import Boolean

from dpsym.derive import attempt
from dpsym.derive.rewriting import sign_of
from dpsym.distributions import Law, RandomizedResponse
from dpsym.distributions.base import LocationScale
from dpsym.divergences import Divergence
from dpsym.errors import NotApplicableError
from dpsym.guarantees.binding import BOUND_ORDER
from dpsym.guarantees.mechanism import Mechanism
from dpsym.guarantees.numbers import worse_of

_SCALE, _SHIFT, _ABOVE, _PLACE = (Dummy(name, positive=True) for name in ("b", "Delta", "beta", "place"))


def of_mechanism(quantity: type[Divergence], index: tuple[Expr, ...], mechanism: Mechanism) -> Expr:
    """Return a quantity of the mechanism: of its worst pair, or the worse one of its two directions.

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
        found = _of_template(quantity, index, mechanism)
    elif isinstance(law, RandomizedResponse) and _is_power_of_sum(law.args[0]):
        found = [form.xreplace({_SCALE: law.args[0]}) for form in _of_response(quantity, index)]
    else:
        found = [_closed(quantity, index, *pair) for pair in mechanism.pairs()]
    return worse_of(found, quantity.worse)


def _of_template(quantity: type[Divergence], index: tuple[Expr, ...], mechanism: Mechanism) -> list[Expr]:
    """Return a quantity in each direction, from the form at any place where there is one, else from the one at this place."""
    law = mechanism.law
    values = {_SCALE: law.scale, _SHIFT: mechanism.sensitivity}
    if len(index) == 1 and index[0].is_Rational and index[0] > 0 and (forms := _anywhere(quantity, type(law))):
        return [form.xreplace({**values, _PLACE: index[0]}) for form in forms]
    return [form.xreplace(values) for form in _template(quantity, index, type(law))]


@cache
def _anywhere(quantity: type[Divergence], family: type[LocationScale]) -> tuple[Expr, ...] | None:
    try:
        return _template(quantity, (_PLACE,), family)
    except NotApplicableError:
        return None


@cache
def _template(quantity: type[Divergence], index: tuple[Expr, ...], family: type[LocationScale]) -> tuple[Expr, ...]:
    template = Mechanism(family(0, _SCALE), _SHIFT)
    return tuple(_closed(quantity, index, *pair) for pair in template.pairs())


def _is_power_of_sum(eps: Expr) -> bool:
    """Return whether e^eps is a power of an irrational sum, as of 100 log(1 + (e - 1)/10), which SymPy would write out term by term."""
    is_sum = any(not each.args[0].is_Rational for each in eps.atoms(log))
    return bool(eps.is_number and is_sum and eps.is_positive)


@cache
def _of_response(quantity: type[Divergence], index: tuple[Expr, ...]) -> tuple[Expr, ...]:
    """Return a quantity of randomized response in each direction, for any eps above 0."""
    return tuple(_closed(quantity, index, *pair) for pair in Mechanism(RandomizedResponse(_SCALE)).pairs())


@cache
def _closed(quantity: type[Divergence], index: tuple[Expr, ...], first: Law, second: Law) -> Expr:
    head = quantity(*index, first, second)
    derivation = attempt(head)
    if derivation is None:
        raise NotApplicableError(f"no strategy of the engine closes {head}")
    if open_ones := [each for each in derivation.conditions if not _holds(each)]:
        raise NotApplicableError(f"{head} closes only if {', '.join(map(str, open_ones))}")
    return derivation.simplified.replace(_is_open, lambda extreme: extreme.func(*extreme.args))


def _is_open(node: Basic) -> bool:
    """Return whether a node is a maximum or minimum of numbers, left as it is where a place was put into a form."""
    return isinstance(node, (Max, Min)) and not node.free_symbols


def _holds(condition: Boolean) -> bool:
    """Return whether a condition is certain; the orders of a Rényi budget are above 1, which settles most."""
    told = condition.subs(BOUND_ORDER, 1 + _ABOVE)
    return bool(told == True or (isinstance(told, Ne) and sign_of(told.lhs - told.rhs) in (-1, 1)))  # noqa: E712


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
