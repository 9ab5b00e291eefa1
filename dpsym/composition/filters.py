"""Privacy filters: a budget that fully adaptive mechanisms share, each chosen, with what it costs, by the answers before it.

A filter is a value. Spending returns the filter after it, or refuses where the budget would overflow; whoever asks no mechanism that is
refused has the promise of the whole budget, whatever made them choose. The order of what is spent depends on the answers, so that a filter
needs more than composition does: for budgets that are numbers and add up, it costs nothing more.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Self

from sympy import Add, Expr, S, sqrt
from sympy.logic.boolalg import Boolean

from dpsym.conversion.hypotheses import at_least
from dpsym.errors import NoRouteError, NotApplicableError, ParameterError
from dpsym.guarantees.adjacency import Adjacency, adjacency_of
from dpsym.guarantees.arrow import Arrow, Source
from dpsym.guarantees.granted import granted, granting
from dpsym.guarantees.guarantee import Guarantee, guarantee
from dpsym.guarantees.nodes import Given
from dpsym.guarantees.notions import GDP, ZCDP, ApproxDP, Notion, PureDP, RenyiDP
from dpsym.parameters import ABOVE_ONE_ORDER, BUDGET, OFFSET, POSITIVE_COUNT, PRIVACY_LOSS, RATIO, TARGET

_ANY = "each mechanism is chosen by the answers before it, and what it spends is known before it is run"
_STOPPED = "nothing is released that the filter refuses"
_ROGERS = Source("rogers2016odometers", "Theorem 3.6, the filter of basic composition")


def _rule(name: str, notion: type[Notion], theorem: str, says: str, *cites: Source) -> Arrow:
    return granting(f"filter.{name}", notion, (theorem,), says, (_ANY, _STOPPED), *cites)


@dataclass(frozen=True)
class PrivacyFilter:
    """What all filters have in common; a subclass names its budget, and what a mechanism spends of it.

    Parameters
    ----------
    adjacency : Adjacency or str, optional
        Of the mechanisms, and of the promise.
    spent : tuple of Expr, optional
        Of each coordinate of the budget so far.
    conditions : tuple of Boolean, optional
        That nothing has overflowed, where symbols leave it open.
    """

    rule: ClassVar[Arrow]
    adjacency: Adjacency = field(default=Adjacency(), kw_only=True)
    spent: tuple[Expr, ...] = field(default=(), kw_only=True)
    conditions: tuple[Boolean, ...] = field(default=(), kw_only=True)

    def __post_init__(self) -> None:
        object.__setattr__(self, "adjacency", adjacency_of(self.adjacency))
        limits = self.limits()
        object.__setattr__(self, "spent", checked_spent(self.spent, len(limits)))
        for limit, spent in zip(limits, self.spent, strict=True):
            if (limit - spent).is_extended_negative:
                raise ParameterError(
                    "spending of a privacy filter", f"at most its budget, {_told(limits)}", _told(self.spent)
                )

    def limits(self) -> tuple[Expr, ...]:
        """Return the budget, coordinate by coordinate, as it adds up."""
        raise NotImplementedError

    def cost(self, step: Guarantee) -> tuple[tuple[Expr, ...], tuple[Boolean, ...]]:
        """Return what a mechanism spends, coordinate by coordinate, and under which conditions that is known."""
        raise NotImplementedError

    def promise(self) -> Notion:
        """Return what the whole budget promises."""
        raise NotImplementedError

    def spend(self, step: object, count: object = 1) -> Self:
        """Return the filter after a mechanism, or refuse it.

        Parameters
        ----------
        step : Guarantee, Law or Notion
            A law is noise on a query of sensitivity 1.
        count : positive integer, optional
            How often it is run.

        Raises
        ------
        AdjacencyError
            If the adjacency is not that of the filter.
        NoRouteError
            If nothing is known of what the mechanism spends.
        ParameterError
            If more would be spent than remains: the mechanism must not be run.
        """
        amounts, given = self.cost(guarantee_under(self.adjacency, step))
        cost = tuple(POSITIVE_COUNT.check(count) * each for each in amounts)
        total = tuple(Add(*pair) for pair in zip(self.spent, cost, strict=True))
        try:
            open_ = [at_least(*pair, "it would overflow") for pair in zip(self.limits(), total, strict=True)]
        except NotApplicableError:
            rule = f"at most what remains, {_told(self._left)}"
            raise ParameterError("spending of a privacy filter", rule, _told(cost)) from None
        conditions = dict.fromkeys((*self.conditions, *given, *(each for pair in open_ for each in pair)))
        return replace(self, spent=total, conditions=tuple(conditions))

    def admits(self, step: object, count: object = 1) -> bool:
        """Return whether a mechanism may be run: whether the budget certainly does not overflow, and what it spends is known."""
        made = guarantee_under(self.adjacency, step)
        try:
            return not self.spend(made, count).conditions
        except (ParameterError, NoRouteError):
            return False

    @property
    def remaining(self) -> Any:
        """What can still be spent, in the unit of the budget; of several coordinates a tuple."""
        return self._left[0] if len(self._left) == 1 else self._left

    @property
    def _left(self) -> tuple[Expr, ...]:
        return tuple(limit - spent for limit, spent in zip(self.limits(), self.spent, strict=True))

    def guarantee(self) -> Guarantee:
        """Return the guarantee of all that is run as long as the filter admits it, whatever was spent so far."""
        return granted(self.rule, self.promise(), self.adjacency, *self.conditions)


def checked_spent(spent: object, count: int) -> tuple[Expr, ...]:
    """Return what was spent of each coordinate of a budget, nothing where it is left out.

    Raises
    ------
    ParameterError
        If there are not as many numbers, or one is negative.
    """
    if not isinstance(spent, tuple) or len(spent) not in (0, count):
        raise ParameterError("budget that was spent", f"a tuple of {count} number{'s' * (count > 1)}", spent)
    return tuple(each if each is S.Infinity else BUDGET.check(each) for each in spent) or (S.Zero,) * count


def guarantee_under(adjacency: Adjacency, step: object) -> Guarantee:
    """Return the guarantee of a mechanism, a law being noise on a query of sensitivity 1, or refuse it where its adjacency is another."""
    made = step if isinstance(step, Guarantee) else guarantee(step, adjacency=adjacency)
    adjacency.require_same(made.adjacency)
    return made


def _told(values: tuple[Expr, ...]) -> str:
    return ", ".join(map(str, values))


@dataclass(frozen=True)
class PureFilter(PrivacyFilter):
    r"""A filter under pure privacy: the eps of the mechanisms add up.

    Parameters
    ----------
    eps : non-negative real
        The budget, in nats.
    """

    rule = _rule("pure", PureDP, "max.filter", "the eps along every history add up to the budget at most", _ROGERS)
    eps: Expr

    def __post_init__(self) -> None:
        object.__setattr__(self, "eps", PRIVACY_LOSS.check(self.eps))
        super().__post_init__()

    def limits(self) -> tuple[Expr, ...]:
        return (self.eps,)

    def cost(self, step: Guarantee) -> tuple[tuple[Expr, ...], tuple[Boolean, ...]]:
        found: Any = step.to_pure().proof
        return (found.value.eps,), found.conditions

    def promise(self) -> PureDP:
        return PureDP(self.eps)


@dataclass(frozen=True)
class ApproxFilter(PrivacyFilter):
    r"""A filter under approximate privacy: eps and delta of the mechanisms add up.

    A mechanism is told at the delta that it is to spend, as ``Gaussian(2).to_approx(delta=1e-6)``; else its pure eps is spent.

    Parameters
    ----------
    eps : non-negative real
        The budget, in nats.
    delta : real in [0, 1]
        The budget, a probability.
    """

    rule = _rule(
        "approx", ApproxDP, "dp.filter", "eps and delta along every history add up to the budget at most", _ROGERS
    )
    eps: Expr
    delta: Expr

    def __post_init__(self) -> None:
        object.__setattr__(self, "eps", PRIVACY_LOSS.check(self.eps))
        object.__setattr__(self, "delta", TARGET.check(self.delta))
        super().__post_init__()

    def limits(self) -> tuple[Expr, ...]:
        return (self.eps, self.delta)

    def cost(self, step: Guarantee) -> tuple[tuple[Expr, ...], tuple[Boolean, ...]]:
        told = isinstance(step.node, Given) and isinstance(step.proof.value, ApproxDP)
        found: Any = step.proof if told else step.to_pure().proof
        return (found.value.eps, found.value.delta if told else S.Zero), found.conditions

    def promise(self) -> ApproxDP:
        return ApproxDP(self.eps, self.delta)


@dataclass(frozen=True)
class RenyiFilter(PrivacyFilter):
    r"""A filter under Rényi privacy at one order: the divergences of the mechanisms add up.

    Parameters
    ----------
    order : real above 1
        The order alpha, fixed beforehand: a filter that turned to another order after some answers would not be one.
    budget : non-negative real
        In nats.
    """

    rule = _rule(
        "renyi",
        RenyiDP,
        "rdp.filter",
        "the divergences along every history add up to the budget at most",
        Source("feldmanzrnic2021", "Theorem 3.1"),
    )
    order: Expr
    budget: Expr

    def __post_init__(self) -> None:
        object.__setattr__(self, "order", ABOVE_ONE_ORDER.check(self.order))
        object.__setattr__(self, "budget", BUDGET.check(self.budget))
        super().__post_init__()

    def limits(self) -> tuple[Expr, ...]:
        return (self.budget,)

    def cost(self, step: Any) -> tuple[tuple[Expr, ...], tuple[Boolean, ...]]:
        return renyi_cost(step, self.order)

    def promise(self) -> RenyiDP:
        return RenyiDP.at_order(self.order, self.budget)


def renyi_cost(step: Any, order: Expr) -> tuple[tuple[Expr, ...], tuple[Boolean, ...]]:
    """Return the Rényi divergence of a mechanism at an order, in both directions, and under which conditions it is known."""
    found = step.renyi(order)  # attached by `dpsym.session`
    return (found,), step.to_renyi().proof.conditions if found.free_symbols else ()


@dataclass(frozen=True)
class ZCDPFilter(PrivacyFilter):
    r"""A filter under zero-concentrated privacy: rho and xi of the mechanisms add up.

    With ``guarantee().to_approx(delta)`` it is the filter of advanced composition, and sharper.

    Parameters
    ----------
    rho : non-negative real
        The budget, in nats an order.
    xi : non-negative real, optional
        The budget of offsets, in nats; 0 if left out.
    """

    rule = _rule(
        "zcdp",
        ZCDP,
        "zcdp.filter",
        "rho and xi along every history add up to the budget at most",
        Source("whitehouse2023adaptive", "Theorem 1"),
        Source("feldmanzrnic2021", "Theorem 3.1"),
    )
    rho: Expr
    xi: Expr = S.Zero

    def __post_init__(self) -> None:
        object.__setattr__(self, "rho", BUDGET.check(self.rho))
        object.__setattr__(self, "xi", OFFSET.check(self.xi))
        super().__post_init__()

    def limits(self) -> tuple[Expr, ...]:
        return (self.rho, self.xi)

    def cost(self, step: Guarantee) -> tuple[tuple[Expr, ...], tuple[Boolean, ...]]:
        found: Any = step.to_zcdp().proof
        return (found.value.rho, found.value.xi), found.conditions

    def promise(self) -> ZCDP:
        return ZCDP(self.rho, self.xi)


@dataclass(frozen=True)
class GaussianFilter(PrivacyFilter):
    r"""A filter under Gaussian privacy: the squares of the mu of the mechanisms add up.

    Each mechanism has to be Gaussian-private after every history; it need not add Gaussian noise. Of f-differential privacy in general
    there is no such filter: exact curves do not add up along a history.

    Parameters
    ----------
    mu : non-negative real
        The budget: of a mechanism mu^2 of mu^2 is spent.
    """

    rule = _rule(
        "gdp",
        GDP,
        "gdp.filter",
        "the squares of mu along every history add up to that of the budget at most",
        Source("smiththakurta2022", "the filter that sums the squares of the budgets"),
        Source("koskela2023individual", "fully adaptive composition"),
    )
    mu: Expr

    def __post_init__(self) -> None:
        object.__setattr__(self, "mu", RATIO.check(self.mu))
        super().__post_init__()

    def limits(self) -> tuple[Expr, ...]:
        return (self.mu**2,)

    def cost(self, step: Guarantee) -> tuple[tuple[Expr, ...], tuple[Boolean, ...]]:
        found: Any = step.to_gdp().proof
        return (found.value.mu**2,), found.conditions

    @property
    def remaining(self) -> Expr:
        """The mu that can still be spent."""
        return sqrt(self._left[0])

    def promise(self) -> GDP:
        return GDP(self.mu)
