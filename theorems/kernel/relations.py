"""Relations between divergences as Coq propositions: the values exist, and are related as it says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sympy import Add, Basic, Eq, Expr, Integral, Mul, S
from sympy.core.relational import Ge, Gt, Le, Lt, Ne, Relational

from dpsym.distributions import AnyKernel, AnyLaw, Probability
from dpsym.distributions.families import Here, Other, Step
from dpsym.distributions.places import kind_of, placed
from dpsym.divergences import (
    KL,
    ChiSquaredDivergence,
    Divergence,
    HockeyStick,
    LossTail,
    MaxDivergence,
    Renyi,
    SquaredHellinger,
    TotalVariation,
    TradeOff,
)
from dpsym.divergences.conditional import KernelRenyi
from dpsym.divergences.curve import ProfileEnvelope, TradeOffConjugate
from dpsym.divergences.least import ConcentratedBudget, DominationGap
from dpsym.divergences.overall import Total, UpTo, Worst
from dpsym.divergences.paths import AlongPath
from dpsym.divergences.variants import RenyiUnderFirst
from theorems.kernel.errors import NotPrintableError
from theorems.kernel.laws import PLACES, Spaces
from theorems.kernel.terms import name, natural, term

EXTENDED: Mapping[type[Expr], str] = {
    Renyi: "is_renyi",
    RenyiUnderFirst: "is_renyi_under_first",
    KL: "is_kl",
    MaxDivergence: "is_max_divergence",
    ChiSquaredDivergence: "is_chi_squared",
    ConcentratedBudget: "is_concentrated_budget",
}
"""Divergences that may be infinite, with the relations of the Coq library."""
REAL: Mapping[type[Expr], str] = {
    HockeyStick: "is_hockey_stick",
    TotalVariation: "is_total_variation",
    SquaredHellinger: "is_squared_hellinger",
    LossTail: "is_loss_tail",
    TradeOff: "is_trade_off",
    TradeOffConjugate: "is_trade_off_conjugate",
    ProfileEnvelope: "is_profile_envelope",
}
_OVERALL = (Worst, Total, AlongPath)
SIGNS = {Le: "<=", Lt: "<", Ge: ">=", Gt: ">", Eq: "=", Ne: "<>"}


class Claim:
    """A relation with the values of its divergences."""

    def __init__(self, spaces: Spaces, full: set[Basic], counter: Iterator[int]) -> None:
        self.spaces = spaces
        self.full = full
        self.counter = counter
        self.values: dict[Expr, str] = {}
        self.wide: set[Expr] = set()  # those that are extended reals
        self.said: list[str] = []
        self.sums: dict[Basic, tuple[Basic, ...]] = {}  # the limits of an index

    def relation(self, relation: Relational) -> str:
        """Return the relation: the values of the divergences on its sides exist, and are so related."""
        if type(relation) not in SIGNS:
            raise NotPrintableError(f"the relation {relation}")
        left, right = relation.lhs, relation.rhs
        self.sums = {node.args[1]: node.args[2:] for node in relation.atoms(UpTo)}
        if isinstance(relation, Eq) and self._is_head(left) and not self._heads(right) and not self._inside(left):
            return (
                f"({self._relation(left)} {self._extended_value(right) if type(left) in EXTENDED else term(right, {})})"
            )
        extended = any(self._may_be_infinite(head) for head in self._heads(left) + self._heads(right))
        for head in self._heads(left) + self._heads(right):
            self._name(head, extended)
        if extended:
            one, other = self._extended(left), self._extended(right)
            signs = {Le: "Rbar_le", Lt: "Rbar_lt", Eq: "@eq Rbar"}
            if type(relation) not in signs:
                raise NotPrintableError(f"{relation.rel_op} between infinite values")
            text = f"{signs[type(relation)]} {one} {other}"
        else:
            text = f"{term(left, self.values)} {SIGNS[type(relation)]} {term(right, self.values)}"
        return f"({''.join(self.said)}{text})"

    @staticmethod
    def _is_head(node: Basic) -> bool:
        return isinstance(
            node, (Divergence, KernelRenyi, Probability, Integral, DominationGap, *_OVERALL, *EXTENDED, *REAL)
        )

    @staticmethod
    def _is_extended(head: Expr) -> bool:
        """Return whether the value of a divergence is an extended real."""
        kind = type(head.args[0] if isinstance(head, _OVERALL) else head)
        return kind in EXTENDED or kind is KernelRenyi

    def _heads(self, node: Basic) -> list[Expr]:
        """Return the outermost divergences, from left to right, once each."""
        if self._is_head(node):
            return [node]
        found = [head for arg in node.args for head in self._heads(arg)]
        return list(dict.fromkeys(found))

    def _may_be_infinite(self, head: Expr) -> bool:
        """Return whether a divergence of law variables may be infinite, where zeros are allowed in what it is from."""
        second = (head.args[0] if isinstance(head, _OVERALL) else head).args[-1]
        return self._is_extended(head) and not second.atoms(AnyLaw, AnyKernel) <= self.full

    def _name(self, head: Expr, extended: bool) -> None:
        """Name the value of a divergence, after those of the divergences in its arguments."""
        if head in self.values:
            return
        for inner in self._inside(head):
            self._name(inner, extended)
        value = f"value{next(self.counter)}"
        wide = extended and self._is_extended(head)
        real = value if wide or not (self._is_extended(head) or isinstance(head, _OVERALL)) else f"(Finite {value})"
        if index := next((index for index in self.sums if index in head.free_symbols), None):
            self._name_each(head, index, value, real, wide)
            return
        self.said.append(f"exists {value} : {'Rbar' if wide else 'R'}, {self._relation(head)} {real} /\\ ")
        self.values[head] = value
        if wide:
            self.wide.add(head)

    def _name_each(self, head: Expr, index: Basic, value: str, real: str, wide: bool) -> None:
        """Name the values of a divergence in the terms of a sum: a function of the index."""
        if wide:
            raise NotPrintableError(f"a sum of {head}, which may be infinite")
        place, (low, high) = name(index), map(natural, self.sums[index])
        self.values[head] = f"({value} {place})"
        said = f"{self._relation(head)} {real.replace(value, self.values[head])}"
        self.said.append(
            f"exists {value} : nat -> R, (forall {place} : nat, ({low} <= {place})%nat -> ({place} <= {high})%nat -> {said}) /\\ "
        )

    def _inside(self, head: Expr) -> list[Expr]:
        """Return the divergences in the arguments of a divergence."""
        if isinstance(head, _OVERALL):
            if all(self._is_head(part) and not self._inside(part) for part in Add.make_args(head.args[0])):
                return []
            raise NotPrintableError(f"the {type(head).__name__.lower()} of {head.args[0]}")
        return [inner for arg in head.args for inner in self._heads(arg)]

    def _extended(self, side: Expr) -> str:
        """Return a side as an extended real: a sum of values, of multiples of values, and of scalars."""
        if side in self.wide:
            return self.values[side]
        if self.wide.isdisjoint(self._heads(side)):
            return self._extended_value(side)
        if side.is_Mul and len(wide := [factor for factor in side.args if factor in self.wide]) == 1:
            rest = Mul(*(factor for factor in side.args if factor != wide[0]))
            if self.wide.isdisjoint(self._heads(rest)):
                return f"(Rbar_mult {self._extended_value(rest)} {self.values[wide[0]]})"
        if side.is_Add:
            *first, last = map(self._extended, side.as_ordered_terms())
            for one in reversed(first):
                last = f"(Rbar_plus {one} {last})"
            return last
        raise NotPrintableError(f"{side} of infinite values")

    def _extended_value(self, value: Expr) -> str:
        ends = {S.Infinity: "p_infty", S.NegativeInfinity: "m_infty"}
        return ends[value] if value in ends else f"(Finite {term(value, self.values)})"

    def _relation(self, head: Expr) -> str:
        """Return the relation between a divergence and its value, as what is to be applied to the value."""
        if isinstance(head, Integral):
            (variable, low, high), *more = head.limits
            if more or self._inside(head):
                raise NotPrintableError("an integral in several variables")
            ends = " ".join(map(self._extended_value, (low, high)))
            return f"is_integral {ends} (fun {name(variable)} : R => {term(head.function, {})})"
        if isinstance(head, Probability):
            law, event = head.args
            return f"is_probability {self.spaces.of(law)} {self.spaces.law(law)} {self.spaces.law(event)}"
        if isinstance(head, KernelRenyi):
            order, *kernels = head.args
            ends = f"{self.spaces.before(kernels[0])} {self.spaces.after(kernels[0])}"
            return f"is_kernel_renyi {ends} {term(order, {})} {' '.join(map(self.spaces.law, kernels))}"
        if isinstance(head, _OVERALL):
            return self._overall(head)
        if isinstance(head, DominationGap):
            homes, laws = map(self.spaces.of, head.args[::2]), map(self.spaces.law, head.args)
            return f"is_domination_gap {' '.join(homes)} {' '.join(laws)}"
        relation = {**EXTENDED, **REAL}.get(type(head))
        if relation is None:
            raise NotPrintableError(type(head).__name__)
        *index, first, second = head.args
        if isinstance(head, ConcentratedBudget):
            leading = f" {term(index[0], {})} {self._extended_value(index[1])}"
        else:
            leading = "".join(f" {term(one, self.values)}" for one in index)
        return f"{relation} {self.spaces.of(first)}{leading} {self.spaces.law(first)} {self.spaces.law(second)}"

    def _sum(self, value: Expr) -> str:
        """Return the relation between a sum of two real divergences and its value."""
        parts = value.as_ordered_terms()
        if len(parts) != 2 or any(map(self._is_extended, parts)):
            raise NotPrintableError(f"the sum {value} in a supremum")
        first, second = map(self._relation, parts)
        return f"fun both : R => exists one two : R, {first} one /\\ {second} two /\\ both = one + two"

    def _overall(self, head: Worst | Total | AlongPath) -> str:
        """Return the relation of a supremum over inputs, pairs of inputs, steps or links, or of a sum over steps or links."""
        value, count = head.args
        laws = placed(value)
        (kind,) = {kind_of(law) for law in laws}
        is_known = all(type(law) in (*PLACES, Step) for law in laws)
        if not is_known or (isinstance(head, Total) and kind not in (Here, Step)):
            raise NotPrintableError(f"the {type(head).__name__.lower()} over {kind.__name__}")
        relation = self._sum(value) if value.is_Add else self._relation(value)
        of = relation if self._is_extended(value) else f"finitely ({relation})"
        if kind in (Here, Step):
            called = (
                f"is_total {natural(count)}" if isinstance(head, Total) else f"is_supremum (finite {natural(count)})"
            )
            if kind is Here:
                return f"{called} (fun link : nat => {of})"
            home = self.spaces.after(min(laws, key=str).args[0])
            if isinstance(head, AlongPath):
                along = f"is_sum_along {home} (fun (step : nat) (past : point (answers {home} step)) => {of}) {natural(count)}"
                return f"is_supremum (answers {home} {natural(count)}) ({along})"
            histories = f"(answers {home} step)"
            return f"{called} (fun step : nat => is_supremum {histories} (fun past : point {histories} => {of}))"
        pairs = any(isinstance(law, Other) for law in laws)
        called, places = ("is_supremum_of_pairs", "row other") if pairs else ("is_supremum", "row")
        return f"{called} {self.spaces.before(min(laws, key=str).args[0])} (fun {places} : nat => {of})"
