"""What is still known where the exact value is not: an upper end by the chains of theorems, a lower one by a single run."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Any

from dpsym.curves import PrivacyCurve
from dpsym.errors import DpsymError, UndecidedError
from theorems.regress.decimals import Number
from theorems.regress.facts import profile_facts
from theorems.regress.promised import lower_end
from theorems.regress.runs import Subject
from theorems.regress.steps import attained_curves, curves_of
from theorems.regress.subject import guarantee_of
from theorems.regress.truths import Bounded, Truth

_NEXT_TO_ONE = Fraction(1, 10**30)

At = tuple[tuple[str, Fraction | float], ...]
TruthOf = Callable[[Subject, str, At], Truth]


@lru_cache(maxsize=1 << 10)
def spare_truth(subject: Subject, quantity: str, at: At, truth_of: TruthOf) -> Truth:
    """Return certified ends that are not the exact value.

    The upper one is the best chain of theorems; the lower one is that of each run alone, since the others may be forgotten.

    Parameters
    ----------
    subject, quantity, at
        As of `theorems.regress.quantities.truth_of`.
    truth_of : callable
        That function, for the runs alone.

    Raises
    ------
    UndecidedError
        If no chain leads there.
    """
    if subject.parts and quantity in ("epsilon", "delta") and not subject.is_beyond_curves:
        try:
            return _between_lattices(subject, quantity, dict(at))
        except (DpsymError, ArithmeticError, ValueError):
            pass  # the chains of theorems need no lattice
    if not subject.parts and quantity in ("epsilon", "delta") and len(subject.directions) == 2:
        try:
            return _between_ends(guarantee_of(subject), quantity, dict(at))
        except (DpsymError, ArithmeticError, ValueError):
            pass  # an upper end alone
    upper: Number
    try:
        upper, theorems, route = _upper(guarantee_of(subject), quantity, dict(at))
        road = f"an upper bound by {route}"
    except (DpsymError, ArithmeticError, ValueError, NotImplementedError) as error:
        upper, theorems, road = float("inf"), (), f"no upper bound ({error})"
    lower, lower_theorems, note = _lower(subject, quantity, at, truth_of)
    if lower is None and upper == float("inf"):
        raise UndecidedError(f"no theorem is known that bounds the {quantity} of this mechanism")
    return Bounded((*theorems, *lower_theorems), road if lower is None else f"{road}, a lower one {note}", lower, upper)


def _between_lattices(subject: Subject, quantity: str, where: dict[str, Any]) -> Bounded:
    found = [_ends(curve, quantity, where) for curve in curves_of(subject)]
    road = "compositions on a lattice that dominate the worst pairs, and that they dominate"
    return Bounded(profile_facts(subject), road, max(low for low, _ in found), max(high for _, high in found))


def _ends(curve: PrivacyCurve, quantity: str, where: dict[str, Any]) -> tuple[Number, Number]:
    return curve.bracket(where["delta"]) if quantity == "epsilon" else curve.delta_bracket(where["epsilon"])


def _between_ends(guarantee: Any, quantity: str, where: dict[str, Any]) -> Bounded:
    """Return the ends of a mechanism under random allocation, on truncated samples or shuffled; of a promise the most that keeps it."""
    from sympy import Rational

    from dpsym.amplification import sampled_ends

    at = {"delta": where["delta"]} if quantity == "epsilon" else {"eps": where["epsilon"]}
    (low, high), theorems = sampled_ends(guarantee.node, **{name: Rational(value) for name, value in at.items()})
    return Bounded(theorems, "certified bounds of the sampled mechanism from both sides", low, high)


def _upper(guarantee: Any, quantity: str, where: dict[str, Any]) -> tuple[Fraction, tuple[str, ...], str]:
    from sympy import Rational

    from dpsym.guarantees.numbers import upper

    if quantity == "epsilon" and where["delta"] == 0:
        answer = guarantee.to_pure()
        number = answer.value.eps
    elif quantity == "epsilon":
        answer = guarantee.to_approx(delta=Rational(where["delta"]))
        number = answer.value.eps
    elif quantity == "delta":
        answer = guarantee.to_approx(eps=Rational(where["epsilon"]))
        number = answer.value.delta
    elif quantity == "renyi":
        answer = guarantee.to_renyi()
        number = _at_order(answer.value, where["order"])
    elif quantity == "rho":
        answer = guarantee.to_zcdp()
        if answer.value.xi != 0:
            raise UndecidedError("the chain leads to a promise with an offset")
        number = answer.value.rho
    else:
        answer = guarantee.to_gdp()
        number = answer.value.mu
    found = upper(number)
    return Fraction(int(found.p), int(found.q)), answer.theorems, answer.proof.route


def _at_order(value: Any, order: Fraction | float) -> Any:
    r"""Return what a Rényi promise allows at an order: the divergence grows with it, and that of order 1 is the limit from above.

    Below order 1 it is :math:`\alpha/(1 - \alpha)` times that of order :math:`1 - \alpha` the other way round.
    """
    from sympy import FiniteSet, Rational

    if not isinstance(order, Fraction):
        raise UndecidedError("no budget is stated at an infinite order")
    place = Rational(max(order, 1 + _NEXT_TO_ONE))
    if isinstance(value.orders, FiniteSet):
        place = min((each for each in value.orders if each >= place), default=place)
    share = min(Fraction(1), order / (1 - order)) if order < 1 else Fraction(1)
    return Rational(share) * value.at(place)


def _lower(subject: Subject, quantity: str, at: At, truth_of: TruthOf) -> tuple[Number | None, tuple[str, ...], str]:
    if not subject.parts and (promised := lower_end(subject, quantity, dict(at))) is not None:
        return promised
    if quantity in ("epsilon", "delta") and sum(count for _, count in subject.parts) > 1:
        try:
            lows = [_ends(curve, quantity, dict(at))[0] for curve in attained_curves(subject)]
            return max(lows), profile_facts(subject), "by answers that move one way but in the last run"
        except (DpsymError, ArithmeticError, ValueError):
            pass  # one run alone
    return _of_one_run(subject, quantity, at, truth_of)


def _of_one_run(
    subject: Subject, quantity: str, at: At, truth_of: TruthOf
) -> tuple[Number | None, tuple[str, ...], str]:
    ends: list[Number] = []
    theorems: list[str] = []
    for run, _ in subject.parts:
        alone = Subject(((run, 1),), subject.relation, subject.directions)
        if alone.parts == subject.parts or quantity not in ("epsilon", "delta"):
            continue
        try:
            truth = truth_of(alone, quantity, at)
            low, _ = truth.bracket(10)
        except (UndecidedError, ArithmeticError):
            continue
        if low is not None:
            ends.append(low)
            theorems += truth.theorems
    return (max(ends), tuple(theorems), "by one run alone") if ends else (None, (), "")
