"""A statement read back from what Coq has compiled, without a look at how it was printed: once more an expression tree, a domain, hypotheses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sympy import Basic, Eq, Expr, Ge, Gt, Integral, Interval, Le, Lt, Ne, Range, S, Set, Symbol
from sympy.core.relational import Relational

from dpsym import divergences
from dpsym.distributions import AnyEvent, AnyKernel, AnyLaw, Laws, Probability
from dpsym.distributions.families import Here, Next, Other, Placed, Row, Step
from dpsym.distributions.places import placed
from dpsym.divergences.conditional import KernelRenyi
from dpsym.divergences.curve import ProfileEnvelope, TradeOffConjugate
from dpsym.divergences.least import ConcentratedBudget, DominationGap
from dpsym.divergences.overall import Total, Worst
from dpsym.divergences.paths import AlongPath
from dpsym.divergences.variants import RenyiUnderFirst
from theorems.kernel.errors import ReadingError
from theorems.kernel.measures import Measures
from theorems.kernel.syntax import Bound, Tree, parse

_RELATIONS: Mapping[str, type[Relational]] = {"Rle": Le, "Rlt": Lt, "Rge": Ge, "Rgt": Gt, "Rbar_le": Le, "Rbar_lt": Lt}
_HEADS: Mapping[str, type[Expr]] = {
    "is_renyi": divergences.Renyi,
    "is_renyi_under_first": RenyiUnderFirst,
    "is_kl": divergences.KL,
    "is_max_divergence": divergences.MaxDivergence,
    "is_chi_squared": divergences.ChiSquaredDivergence,
    "is_concentrated_budget": ConcentratedBudget,
    "is_squared_hellinger": divergences.SquaredHellinger,
    "is_total_variation": divergences.TotalVariation,
    "is_hockey_stick": divergences.HockeyStick,
    "is_loss_tail": divergences.LossTail,
    "is_trade_off": divergences.TradeOff,
    "is_trade_off_conjugate": TradeOffConjugate,
    "is_profile_envelope": ProfileEnvelope,
}


@dataclass
class Read:
    """What a compiled proposition says, in the terms of the registry."""

    domain: dict[Basic, Set | Laws] = field(default_factory=dict)
    hypotheses: list[Relational] = field(default_factory=list)
    statement: Relational | None = None


def read(text: str, symbols: Mapping[str, Symbol]) -> Read:
    """Read a proposition that Coq printed.

    Parameters
    ----------
    text : str
        The proposition, printed under ``Set Printing All``.
    symbols : mapping of str to Symbol
        The symbols of the entry by name: what a name stands for.

    Raises
    ------
    ReadingError
        If it is not of the shape of our statements.
    """
    return _Reader(symbols).statement(parse(text))


class _Reader(Measures):
    def statement(self, tree: Tree) -> Read:
        found = Read()
        last: Basic | None = None
        while isinstance(tree, Bound) and tree.binder == "forall":
            if tree.name != "_":
                last = self.variable(tree, found)
            elif not self.narrows(last, tree.kind, found):
                last = None  # from the first hypothesis on, bounds are hypotheses
                found.hypotheses.append(self.relation(tree.kind))
            tree = tree.body
        found.statement = self.relation(tree)
        return found

    def variable(self, tree: Bound, found: Read) -> Basic | None:
        called = tree.name.rstrip("'")
        if tree.kind == "R":
            variable: Basic = self.symbols[called]
            if variable.is_integer:
                raise ReadingError(f"{called} must be natural, got a real")
            found.domain[variable] = S.Reals
        elif tree.kind == "nat" and called in self.symbols:
            variable = self.symbols[called]
            if not (variable.is_integer and variable.is_nonnegative):
                raise ReadingError(f"{called} must be real, got a natural")
            found.domain[variable] = S.Naturals0
        elif tree.kind == "nat" and tree.name.startswith("size"):
            self.known[tree.name] = ("size", tree.name)
            return None
        else:
            self.known[tree.name] = ("unknown", called)
            return Symbol(called)
        self.known[tree.name] = variable
        return variable

    def narrows(self, last: Basic | None, tree: Tree, found: Read) -> bool:
        """Take in what is said about the variable just bound; False if it is something else."""
        if last is None or not isinstance(tree, tuple):
            return False
        head = tree[0]
        if head in ("is_law", "is_kernel", "is_mechanism", "is_event"):
            *spaces, variable = tree[1:]
            kind: type[Basic] = {"is_law": AnyLaw, "is_event": AnyEvent}.get(str(head), AnyKernel)
            if not isinstance(variable, str) or self.known.get(variable) != ("unknown", str(last)):
                raise ReadingError(f"{head} must be about the variable before it, got {variable}")
            self.known[variable] = kind(str(last))
            self.spaces[variable] = self.home(head, spaces)
            found.domain[self.known[variable]] = Laws("any")
            return True
        if head in ("full_support", "full_kernel", "full_mechanism"):
            law = self.known.get(str(tree[-1]))
            if not isinstance(law, (AnyLaw, AnyKernel)) or law.name != str(last):
                raise ReadingError(f"{head} must be about the variable before it, got {tree[-1]}")
            if self.spaces[str(tree[-1])] != self.home(head, tree[1:-1]):
                raise ReadingError(f"{head} of {law} must be on its space, got {tree[1:-1]}")
            found.domain[law] = Laws("full")
            return True
        if head == "le" and found.domain.get(last) == S.Naturals0 and self.known.get(str(tree[2])) == last:
            least = self.natural(tree[1])
            found.domain[last] = S.Naturals if least == 1 else Range(least, S.Infinity)
            return True
        if head not in ("Rlt", "Rle") or not isinstance(found.domain.get(last), (Interval, type(S.Reals))):
            return False
        left, right, opened = tree[1], tree[2], head == "Rlt"
        now = found.domain[last]
        if self.known.get(str(right)) == last and now == S.Reals:
            found.domain[last] = Interval(self.real(left), S.Infinity, opened, True)
            return not self.real(left).free_symbols
        if self.known.get(str(left)) == last and now.end == S.Infinity and not self.real(right).free_symbols:
            found.domain[last] = Interval(now.start, self.real(right), now.left_open, opened)
            return True
        return False

    @staticmethod
    def home(head: Tree, spaces: Sequence[Tree]) -> Tree:
        """Return the space of a law or event, the two of a kernel, or that of the answers of a mechanism."""
        if head in ("is_mechanism", "full_mechanism"):
            return ("mechanism", *spaces)
        return spaces[0] if len(spaces) == 1 else tuple(spaces)

    def relation(self, tree: Tree) -> Relational:
        """Read values that exist, and the relation between them."""
        if isinstance(tree, tuple) and tree[0] == "@ex":
            function = tree[2]
            if not isinstance(function, Bound) or not isinstance(function.body, tuple) or function.body[0] != "and":
                raise ReadingError(f"value must be said to be of a divergence, got {function}")
            _, about, rest = function.body
            if isinstance(about, Bound):
                self.values_by_index(function.name, about)
                return self.relation(rest)
            head, value = self.head(about)
            if value not in (function.name, ("Finite", function.name)):
                raise ReadingError(f"value of {head} must be {function.name}, got {value}")
            if function.name in self.known:
                raise ReadingError(f"name of a value must be new, got {function.name}")
            self.known[function.name] = head
            return self.relation(rest)
        if not isinstance(tree, tuple):
            raise ReadingError(f"proposition must be a relation, got {tree}")
        if str(tree[0]) in _RELATIONS:
            return _RELATIONS[str(tree[0])](*map(self.real, tree[1:]), evaluate=False)
        if tree[0] == "@eq" and tree[1] in ("R", "Rbar"):
            return Eq(*map(self.real, tree[2:]), evaluate=False)
        if tree[0] == "not" and isinstance(tree[1], tuple) and tree[1][:2] == ("@eq", "R"):
            return Ne(*map(self.real, tree[1][2:]), evaluate=False)
        head, value = self.head(tree)
        return Eq(head, self.real(value), evaluate=False)

    def values_by_index(self, called: str, tree: Bound) -> None:
        """Read that a divergence has a value at each index between two limits."""
        place, limits, inner = tree.name, [], tree.body
        while isinstance(inner, Bound) and inner.binder == "forall":
            limits.append(inner.kind)
            inner = inner.body
        match (tree.binder, tree.kind, *limits):
            case ("forall", "nat", ("le", low, one), ("le", other, high)) if one == other == place:
                index = self.local(place, integer=True, nonnegative=True)
                head, value = self.head(inner)
            case _:
                raise ReadingError(f"values must be said to be of a divergence between two limits, got {tree}")
        if called in {*self.known, *self.each} or value not in ((called, place), ("Finite", (called, place))):
            raise ReadingError(f"value of {head} must be {called} at {place}, a new name, got {value}")
        self.each[called] = index, self.natural(low), self.natural(high), head

    def head(self, tree: Tree) -> tuple[Expr, Tree]:
        """Read what is said about a divergence: the divergence, and its value."""
        if not isinstance(tree, tuple):
            raise ReadingError(f"proposition must be about a divergence, got {tree}")
        return self.divergence(tree[:-1]), tree[-1]

    def divergence(self, tree: Tree) -> Expr:
        """Read a divergence, of which nothing is said yet."""
        if not isinstance(tree, tuple):
            raise ReadingError(f"divergence must be one of laws, got {tree}")
        called, *arguments = tree
        if called == "is_integral":
            low, high, function = arguments
            if not isinstance(function, Bound) or function.kind != "R":
                raise ReadingError("integrand must be a function of a real")
            variable = self.local(function.name, real=True)
            body = self.real(function.body)
            return Integral(body, (variable, self.real(low), self.real(high)))
        if called == "is_probability":
            space, law, event = arguments
            self.on(space, law, event)
            return Probability(self.law(law, space), self.known[str(event)])
        if called == "is_kernel_renyi":
            before, after, order, *kernels = arguments
            if any(self.spaces[str(kernel)] != (before, after) for kernel in kernels):
                raise ReadingError(f"kernels must be between the given spaces, got {kernels}")
            return KernelRenyi(self.real(order), *(self.known[str(kernel)] for kernel in kernels))
        if called in ("is_supremum", "is_supremum_of_pairs"):
            space, tree = arguments
            if isinstance(tree, tuple) and tree[0] == "is_sum_along":
                return self.along(space, *tree[1:])
            return self.worst(arguments, (Row, Other) if called == "is_supremum_of_pairs" else (Row,))
        if called == "is_total":
            return self.chained(Total, *arguments)
        if called == "is_domination_gap":
            homes = [home for home in arguments[:2] for _ in range(2)]
            return DominationGap(*(self.law(law, home) for law, home in zip(arguments[2:], homes, strict=True)))
        if str(called) not in _HEADS:
            raise ReadingError(f"proposition must be about a divergence, got {called}")
        space, *index, first, second = arguments
        return _HEADS[str(called)](*map(self.real, index), self.law(first, space), self.law(second, space))

    def worst(self, arguments: Sequence[Tree], kinds: Sequence[type[Placed]]) -> Expr:
        """Read a supremum over the inputs of kernels, or over the links of a chain: a space of inputs has a size that is bound."""
        space, tree = arguments
        if isinstance(space, tuple) and self.known.get(str(space[-1])) != ("size", space[-1]):
            return self.chained(Worst, space[-1], tree)
        value = self.bound(space, tree, kinds)
        if {type(law) for law in placed(value)} != set(kinds):
            raise ReadingError(f"supremum must be over rows at {kinds}, got {value}")
        return Worst(value)

    def chained(self, head: type[Worst | Total], count: Tree, tree: Tree) -> Expr:
        """Read a supremum or a sum over the links of a chain, or over steps, at each of them a supremum over histories."""
        if isinstance(tree, Bound) and isinstance(tree.body, tuple) and tree.body[0] == "is_supremum":
            return head(self.stepwise(tree, *tree.body[1:]), self.natural(count))
        value = self.bound("naturals", tree, (Here,))
        if {type(law) for law in placed(value)} != {Here, Next}:
            raise ReadingError(f"{head.__name__} must be over the links of a chain, got {value}")
        return head(value, self.natural(count))

    def stepwise(self, tree: Bound, histories: Tree, inner: Tree) -> Expr:
        """Read a supremum over the histories of a step, which a function binds."""
        is_of_step = isinstance(histories, tuple) and histories[0] == "answers" and histories[-1] == tree.name
        if tree.kind != "nat" or tree.name in {*self.known, *self.places} or not is_of_step:
            raise ReadingError(f"supremum must be over the histories of the step that is bound, got {tree}")
        value = self.bound(histories, inner, (Step,), ("point", histories))
        if {type(law) for law in placed(value)} != {Step}:
            raise ReadingError(f"supremum must be over the histories of a mechanism, got {value}")
        return value

    def along(self, space: Tree, home: Tree, function: Tree, count: Tree) -> Expr:
        """Read a supremum over the histories of all answers of a sum along them."""
        if space != ("answers", home, count) or not isinstance(function, Bound) or function.kind != "nat":
            raise ReadingError(f"sum must be along the histories of the supremum, got {function}")
        histories = ("answers", home, function.name)
        value = self.bound(histories, function.body, (Step,), ("point", histories))
        if function.name in self.known or {type(law) for law in placed(value)} != {Step}:
            raise ReadingError(f"sum must be over the steps of a mechanism, got {value}")
        return AlongPath(value, self.natural(count))

    def both(self, tree: Bound) -> Expr:
        """Read the sum of two divergences: what its value is said to be made of."""
        match tree:
            case Bound(
                "fun", total, "R", ("@ex", "R", Bound("fun", one, "R", ("@ex", "R", Bound("fun", two, "R", said))))
            ):
                pass
            case _:
                raise ReadingError(f"value must be that of a divergence or of two, got {tree}")
        match said:
            case ("and", first, ("and", second, ("@eq", "R", whole, ("Rplus", left, right)))):
                (head, value), (other, rest) = self.head(first), self.head(second)
                names = {total, one, two}
                is_new = len(names) == 3 and names.isdisjoint({*self.known, *self.each, *self.places})
                if is_new and (whole, left, right) == (total, one, two) == (total, value, rest):
                    return head + other
        raise ReadingError(f"value must be the sum of those of two divergences, got {said}")

    def bound(self, space: Tree, tree: Tree, kinds: Sequence[type[Placed]], sort: Tree = "nat") -> Expr:
        """Read a divergence of rows at inputs that a function binds."""
        for kind in kinds:
            if (
                not isinstance(tree, Bound)
                or tree.binder != "fun"
                or tree.kind != sort
                or tree.name in {*self.known, *self.places}
            ):
                raise ReadingError(f"supremum must be over inputs that a function binds, got {tree}")
            self.places[tree.name] = (kind, space)
            tree = tree.body
        if isinstance(tree, tuple) and tree[0] == "finitely":
            tree = tree[1]
        value = self.both(tree) if isinstance(tree, Bound) else self.divergence(tree)
        self.places.clear()
        return value
