"""Families of pairs of laws: what is the same in each row of the table of their closed forms is said once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from sympy import Basic, Expr, Symbol, preorder_traversal
from sympy.logic.boolalg import Boolean

from dpsym import (
    KL,
    ChiSquaredDivergence,
    HockeyStick,
    InverseProfile,
    LossCumulant,
    LossTail,
    MaxDivergence,
    Renyi,
    SquaredHellinger,
    TotalVariation,
    TradeOff,
)
from dpsym.parameters import alpha, delta, eps, t
from theorems.entry import Check, Cite, Theorem
from theorems.library.catalogue import asking
from theorems.library.catalogue.space import both_roads, by_numbers, over
from theorems.statement import eq


@dataclass(frozen=True)
class Quantity:
    """What is asked of two laws.

    Parameters
    ----------
    head : callable
        The unevaluated divergence, of its variable if it has one, and of the two laws.
    run : callable
        What asks a pair of densities for it.
    title : str
        What an entry about it is called, but for the laws.
    variable : Symbol, optional
        What it is a function of, besides the parameters of the laws.
    points : (int, int)
        At how many points it is run, and enclosed.
    uses : tuple of str
        What the closed forms rest on, unless they say otherwise; ``{}`` stands for the laws.
    budget : str
        The title for a mechanism, where it is another.
    """

    head: Callable[..., Expr]
    run: Callable[..., asking.Run]
    title: str
    variable: Symbol | None = None
    points: tuple[int, int] = (8, 8)
    uses: tuple[str, ...] = ()
    budget: str = ""


def _variance(*laws: Basic) -> Expr:
    return LossCumulant(2, *laws)


_FROM_PROFILE = ("profile.{}",)
QUANTITIES = {
    "renyi": Quantity(
        Renyi,
        asking.renyi,
        "Rényi divergence of {}",
        alpha,
        uses=("renyi.change_of_measure",),
        budget="Rényi budget of {}",
    ),
    "kl": Quantity(KL, asking.kl, "Kullback-Leibler divergence of {}", budget="Budget of order 1 of {}"),
    "max": Quantity(MaxDivergence, asking.greatest, "Max divergence of {}"),
    "profile": Quantity(HockeyStick, asking.profile, "Privacy profile of {}", eps, (8, 4)),
    "tradeoff": Quantity(TradeOff, asking.tradeoff, "Trade-off function of {}", t, (4, 4)),
    "chi2": Quantity(ChiSquaredDivergence, asking.chi_squared, "Chi-squared divergence of {}", uses=("renyi.{}",)),
    "tv": Quantity(TotalVariation, asking.total_variation, "Total variation distance of {}", uses=_FROM_PROFILE),
    "hellinger": Quantity(SquaredHellinger, asking.hellinger, "Squared Hellinger distance of {}"),
    "loss_tail": Quantity(LossTail, asking.loss_tail, "Tail of the privacy loss of {}", eps, (8, 4)),
    "loss_variance": Quantity(_variance, asking.loss_variance, "Variance of the privacy loss of {}"),
    "inverse_profile": Quantity(
        InverseProfile, asking.inverse_profile, "The eps of {} at a given delta", delta, (4, 0), _FROM_PROFILE
    ),
}
"""By the topic with which ids begin."""


@dataclass(frozen=True)
class Family:
    """Two laws with parameters.

    Parameters
    ----------
    words : str
        What the titles call them.
    laws : (Law, Law)
        The laws.
    run : callable
        Takes the symbols by name, and returns the pair of densities.
    is_mechanism : bool
        Whether they are the outputs of a mechanism on neighbours, of which one says that it has a budget.
    hypotheses : tuple of Boolean
        What holds in every row.
    cites : mapping of str to tuple of Cite
        The sources that have many quantities of the family, by topic.
    symbols : tuple of Symbol, optional
        The parameters, if domains list them in another order than the laws.
    """

    words: str
    laws: tuple[Basic, Basic]
    run: asking.Laws
    is_mechanism: bool = False
    hypotheses: tuple[Boolean, ...] = ()
    cites: Mapping[str, tuple[Cite, ...]] = field(default_factory=dict)
    symbols: tuple[Symbol, ...] = ()

    @property
    def _parameters(self) -> tuple[Symbol, ...]:
        nodes = (node for law in self.laws for node in preorder_traversal(law))
        return self.symbols or tuple(dict.fromkeys(node for node in nodes if isinstance(node, Symbol)))

    def closed(
        self,
        id: str,
        value: Any,
        title: str = "",
        *,
        order: Any = None,
        box: Mapping[str, tuple[Any, Any]] | None = None,
        points: tuple[int, int] | None = None,
        derived: bool = True,
        also: tuple[Check, ...] = (),
        **more: Any,
    ) -> Theorem:
        """Return the entry that one quantity of the laws is this value.

        Parameters
        ----------
        id : str
            Its topic says which quantity.
        value : Expr
            The closed form.
        title : str, optional
            What it says, if that is more than which quantity it is.
        order : Expr, optional
            The order of a Rényi divergence, if it is not any.
        box : mapping of str to (low, high), optional
            Other typical boxes, by the names of symbols.
        points : (int, int), optional
            At how many points it is run, and enclosed, if not as usual.
        derived : bool
            Whether the derivation reaches this shape of the closed form.
        also : tuple of Check
            Further checks.
        more
            What else the entry says; a domain takes the place of the usual one.
        """
        topic, _, subject = id.partition(".")
        quantity = QUANTITIES[topic]
        at = () if quantity.variable is None else (quantity.variable if order is None else order,)
        run = asking.of_order(order, self.run) if isinstance(order, int) else quantity.run(self.run)
        words = quantity.budget if self.is_mechanism and quantity.budget else quantity.title
        usual = {
            **over(*(each for each in at if isinstance(each, Symbol)), *self._parameters, **(box or {})),
            "hypotheses": self.hypotheses,
            "cites": self.cites.get(topic, ()),
            "uses": tuple(each.format(subject) for each in quantity.uses),
        }
        return Theorem(
            id=id,
            title=title or words.format(self.words),
            statement=eq(quantity.head(*at, *self.laws), value),
            checks=(*(both_roads if derived else by_numbers)(run, *(points or quantity.points)), *also),
            **usual | more,
        )
