r"""From finite spaces to countable ones: when a statement about laws on finite spaces says as much about laws on countable sets.

Let the points of each countable space be numbered, and let the space with n points merge all from the n-th on into one. A law P becomes its
image :math:`P_n`, an event A that is not everything loses what lies in the merged point, and a kernel K becomes :math:`K_n`, whose row at a
point below the n-th is the image of that row of K, and whose row at the merged point is the image of the row at the n-th. With what is built
from them (:math:`K_n P_n`, :math:`P_n \otimes K_n`, mixtures, products), extended by zeros:

1. *Data processing.* A divergence of laws that no kernel is in, and of rows, is for the n-th not above what it is: mixtures and products of
   images are images, and rows of :math:`K_n` are images of rows of K. So is a supremum over rows.
2. *Lower limits.* What is built converges at every point to what is built from the laws and kernels themselves, a law too; so in total
   variation (Scheffé). A divergence is a sum of a convex function of two masses, or a supremum, and by Fatou's lemma its lower limit is not
   below it. So is that of a supremum over rows.
3. *Limits.* Hockey-stick divergence, total variation and the squared Hellinger distance are continuous in total variation. Of laws without
   kernels each divergence converges, by (1) and (2); the probability of an event and the tail of the privacy loss differ from theirs by what
   lies in the merged points; trade-off functions are not below theirs (1), and in the limit not above, as tests that keep the hypothesis in
   the merged points show.

A factor that is given by its masses on so many points is its own image. A chain of laws is as many law variables on one space. Of an adaptive
mechanism the merged answers in a history are looked at as the n-th answer: its rows are images of rows, sums along its histories are sums along
histories with images in place of rows, and the law of all its answers converges at every point. So does the choice of an exponential mechanism, whose
scores are bounded. A kernel that is nowhere but in the joint law with P may have at the merged point the mean of its rows under what P has there
instead: then the joint law is an image. A sum up to a number of terms is as its terms are.

4. *Upper limits.* The trade-off function at a level above 0 is in the limit not above what it is, whatever is built: the best test there is,
   made rarer by as little as its level is above t for the n-th, has a level of at most t and an error that converges. Trade-off functions are
   continuous, so that an inequality whose sides are polynomials in the level and in trade-off functions at it holds at 0 as well.
5. *Domination.* If the profile of (P, Q) is nowhere above that of (A, B), then P = W A and Q = W B for a kernel W (Blackwell); if that is so
   at each row of two kernels, there is such a kernel for each row. For the n-th let P and Q be what the n-th of W makes of the n-th of A and
   B. They are dominated, and what is built from them converges as in (2), but they are not images, so that of (1) to (3) only convergence holds;
   nor need another hypothesis hold of them, or every point have a mass.

So an inequality passes to the limit if each of its sides does. The greater one does if it does not decrease in the divergences in it, all of
the kind (1) or (4); the smaller one if it does not decrease in the divergences in it, all of the kind (2); and each term of either if it is
continuous in what is in it, all of the kind (3), and what may be infinite is alone there, or the only place of a pole. Of laws without zeros
an event that is neither nothing nor everything has a probability inside of (0, 1), where powers and logarithms have no pole; of the two others
it is what it is for the n-th. Where a trade-off function of the kind (4) stands, nothing in its term may be infinite. Hypotheses that bound
what grows with divergences of the kind (1) hold for the n-th. On the smaller side the threshold of a hockey-stick divergence may grow with
divergences of the kind (1), as it falls in its threshold, or be continuous in one of the kind (3), as it is continuous in its threshold; of
laws without zeros, of which it is 0 at an infinite one. A trade-off function that is taken at a level of the kind (3) there is not below that
of the laws themselves at a level that converges. The conjugate of a trade-off function and the envelope of a profile are of the kind (3), as
the curves converge evenly. Where a divergence is infinite, a side is the limit of what it is at large values; nothing times an infinite one is
nothing.

A counterexample on finite spaces is one: finite sets are countable.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sympy import (
    Add,
    Basic,
    Dummy,
    Eq,
    Expr,
    Ge,
    Le,
    Max,
    Min,
    Mul,
    Pow,
    S,
    Symbol,
    cosh,
    exp,
    expand,
    log,
    oo,
    preorder_traversal,
    sinh,
    sympify,
    tanh,
)
from sympy.core.relational import Relational

from dpsym.distributions import (
    AnyEvent,
    AnyKernel,
    AnyLaw,
    Finite,
    Image,
    Joint,
    Law,
    Laws,
    Mixture,
    Probability,
    ProductLaw,
)
from dpsym.distributions.choosing import Tilted
from dpsym.distributions.families import Answers, Here, Member, Next, Other, Row, Step
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
from dpsym.divergences.overall import Greatest, Least, Total, UpTo, Worst
from dpsym.divergences.paths import AlongPath
from dpsym.divergences.variants import RenyiUnderFirst
from theorems.entry import Theorem
from theorems.kernel.signs import Ends, Ranges, ends, grows, has_no_pole, is_nonnegative, is_positive

BOUNDED = (HockeyStick, TotalVariation, SquaredHellinger)
"""Divergences that are continuous in total variation."""
PROCESSED = (*BOUNDED, Renyi, RenyiUnderFirst, KL, MaxDivergence, ChiSquaredDivergence, ConcentratedBudget)
"""Divergences that processing does not increase, each a supremum or a sum of a convex function of two masses."""
_CONTINUOUS = (Add, Mul, Pow, Max, Min, Greatest, Least, exp, log, tanh, sinh, cosh)
_VARIABLES = (AnyLaw, AnyKernel, AnyEvent)
_CURVES = (ProfileEnvelope, TradeOffConjugate)
_OVER = (Worst, Total, AlongPath)
_ROWS = (Row, Other, Step, Here, Next)
_KINDS = ((Member, Here, Next), (Answers, Step), (Row, Other, Image, Joint, KernelRenyi, Tilted))
"""Where a kernel variable is a chain, an adaptive mechanism, and a kernel."""
_PLACES = tuple(kind for kinds in _KINDS for kind in kinds)


class _ObstacleError(Exception):
    """What stands in the way, in words."""


@dataclass(frozen=True)
class _Head:
    """What is known of a divergence in a side: the symbol of its value, and whether it is of the kinds (1) to (4)."""

    value: Symbol
    is_processed: bool
    is_lower: bool
    is_limit: bool
    is_upper: bool = False


def obstacle(entry: Theorem) -> str:
    """Return why the statement on finite spaces is not seen to imply the entry's own; empty if it is."""
    try:
        _Reduction(entry).check()
    except _ObstacleError as reason:
        return str(reason)
    return ""


class _Reduction:
    def __init__(self, entry: Theorem) -> None:
        self.entry = entry
        self.ranges = {name: ends(values) for name, values in entry.domain.items() if isinstance(name, Symbol)}
        self.levels: set[Symbol] = set()
        self.inner: set[Symbol] = set()
        self.dominated = self._dominated()
        self.private = self._private()
        self._refuse_kernels_of_two_kinds()
        for name, values in entry.domain.items():
            if isinstance(name, _VARIABLES) and not isinstance(values, Laws):
                raise _ObstacleError(f"{name} ranges over {values}")

    def _refuse_kernels_of_two_kinds(self) -> None:
        """Refuse a kernel variable that is a chain in one place, or an adaptive mechanism, and something else in another."""
        for name in self.entry.domain:
            if isinstance(name, AnyKernel):
                nodes = [
                    node for part in (self.entry.statement, *self.entry.hypotheses) for node in part.atoms(*_PLACES)
                ]
                kinds = {next(kind for kind in _KINDS if isinstance(node, kind)) for node in nodes if name in node.args}
                if len(kinds) > 1:
                    raise _ObstacleError(f"{name} is a kernel of two kinds")

    def _dominated(self) -> set[Basic]:
        """Return the laws and kernels that hypotheses say are dominated by a pair of laws, each of them in one hypothesis alone."""
        found: set[Basic] = set()
        others: set[Basic] = set()
        for hypothesis in self.entry.hypotheses:
            pairs = _domination(hypothesis)
            if pairs is None:
                others |= _variables(hypothesis)
                continue
            lower, upper = pairs
            if len({*lower, *upper}) != 4 or found & {*lower} or any(self.entry.domain[name].is_full for name in lower):
                raise _ObstacleError(f"the hypothesis {hypothesis} need not hold of images")
            found |= {*lower}
            others |= {*upper}
        if found & others:
            raise _ObstacleError("what is dominated has another hypothesis")
        return found

    def _private(self) -> set[Basic]:
        """Return the kernels that are nowhere but in the joint law with one law variable, and that law."""
        found: dict[Basic, set[Basic]] = {}
        for part in (self.entry.statement, *self.entry.hypotheses):
            for node in preorder_traversal(part):
                for kernel in (arg for arg in node.args if isinstance(arg, AnyKernel)):
                    found.setdefault(kernel, set()).add(node)
        joints = (node for nodes in found.values() if len(nodes) == 1 for node in nodes if isinstance(node, Joint))
        return {node for node in joints if isinstance(node.args[0], AnyLaw)}

    def check(self) -> None:
        for hypothesis in self.entry.hypotheses:
            if _domination(hypothesis) is None:
                self._hypothesis(hypothesis)
        statement = self.entry.statement
        if isinstance(statement, (Le, Ge)):
            sides = [(statement.lts, statement.gts)]
        elif isinstance(statement, Eq):
            sides = [(statement.lhs, statement.rhs), (statement.rhs, statement.lhs)]
        else:
            raise _ObstacleError(f"{type(statement).__name__} does not pass to the limit")
        for small, great in sides:
            self._side(small, is_small=True)
            self._side(great, is_small=False)
        for level in self.levels:
            self._refuse_jumps(level)

    def _hypothesis(self, hypothesis: Relational) -> None:
        if not _variables(hypothesis):
            return
        if not hasattr(hypothesis, "lts") or _variables(hypothesis.gts):
            raise _ObstacleError(f"the hypothesis {hypothesis} is no bound of divergences from above")
        side, heads = self._opened(hypothesis.lts, is_small=False)
        for head in heads:
            if not (head.is_processed and self._grows(side, head.value)):
                raise _ObstacleError(f"the hypothesis {hypothesis} need not hold of images")

    def _side(self, side: Expr, is_small: bool) -> None:
        """Show that a side passes to the limit: the smaller one from above, the greater one from below."""
        value, heads = self._opened(side, is_small)
        parts = [(part, [head for head in heads if part.has(head.value)]) for part in Add.make_args(value)]
        if any(head.is_upper and not self._is_bounded(part, inside) for part, inside in parts for head in inside):
            raise _ObstacleError(f"{side} may have an infinite value beside a trade-off function")
        if all(self._moves(value, head, is_small) for head in heads):
            return
        for part, inside in parts:
            is_alone = len(inside) == 1 and all(has_no_pole(power, self.ranges) for power in part.atoms(Pow))
            is_continuous = all(head.is_limit for head in inside) and (is_alone or self._is_bounded(part, inside))
            if not (is_continuous or all(self._moves(part, head, is_small) for head in inside)):
                raise _ObstacleError(f"{side} is not seen to pass to the limit")
        infinite = [{head.value for head in inside} for part, inside in parts if not self._is_bounded(part, inside)]
        if len(infinite) > 1 and (len(set.union(*infinite)) > 1 or any(len(one) > 1 for one in infinite)):
            raise _ObstacleError(f"{side} may be a difference of infinite values")

    def _refuse_jumps(self, level: Symbol) -> None:
        """Refuse what may jump in a level, unless it is the level of trade-off functions."""
        sides = [
            side.xreplace({node: Dummy() for node in side.atoms(TradeOff) if _is_at(node, level)})
            for side in self.entry.statement.args
        ]
        is_bound = any(hypothesis.has(level) for hypothesis in self.entry.hypotheses)
        if is_bound or self.ranges[level][:2] != (0, 1) or not all(side.is_polynomial(level) for side in sides):
            raise _ObstacleError(f"what is stated at a level of 0 is not seen to follow from small {level}")

    def _is_bounded(self, part: Expr, heads: list[_Head]) -> bool:
        """Return whether a part is seen to be finite, wherever the values of the divergences in it may be."""
        names = {head.value for head in heads}
        bases = [power.base for power in part.atoms(Pow) if not self._is_nonnegative(power.exp)]
        risks = [base for base in (*bases, *(node.args[0] for node in part.atoms(log))) if base.free_symbols & names]
        is_finite = all(self.ranges[name].high != oo and self.ranges[name].low != -oo for name in names)
        return is_finite and all(is_positive(base, self._ranges_of(base.free_symbols & names)) for base in risks)

    def _ranges_of(self, names: set[Basic]) -> Ranges:
        """Return the ranges, without the ends where there are probabilities of events alone that neither nothing nor everything is."""
        if not names <= self.inner:
            return self.ranges
        return {**self.ranges, **{name: Ends(S.Zero, S.One, True, True) for name in self.inner}}

    def _moves(self, value: Expr, head: _Head, is_small: bool) -> bool:
        return (head.is_lower if is_small else head.is_processed or head.is_upper) and self._grows(value, head.value)

    def _opened(self, side: Expr, is_small: bool) -> tuple[Expr, list[_Head]]:
        """Return a side in the values of the divergences in it."""
        heads: dict[Expr, _Head] = {}
        waiting: list[Basic] = [side]
        while waiting:
            node = waiting.pop()
            if not _variables(node):
                continue
            if isinstance(node, (Divergence, ConcentratedBudget, *_CURVES, Probability, KernelRenyi, *_OVER)):
                heads[node] = self._head(node, is_small)
            elif isinstance(node, UpTo):
                heads[node] = self._sum(node, is_small)
            elif isinstance(node, _CONTINUOUS):
                waiting.extend(node.args)
            else:
                raise _ObstacleError(f"{type(node).__name__} is not seen to be continuous in divergences")
        value = side.xreplace({node: head.value for node, head in heads.items()})
        names = {head.value for head in heads.values()}
        for power in value.atoms(Pow):
            if power.exp.free_symbols & names and not is_positive(power.base, self.ranges):
                raise _ObstacleError(f"{side} has a power of what may be 0, of which the exponent is a divergence")
        return value, list(heads.values())

    def _head(self, head: Expr, is_small: bool) -> _Head:
        if isinstance(head, _OVER):
            return self._over(head)
        if isinstance(head, KernelRenyi):
            if _variables(head.args[0]) or not all(map(self._is_kernel, head.args[1:])):
                raise _ObstacleError(f"{head} is not of kernel variables")
            self._order(head.args[0])
            return _Head(self._value(), True, True, False)
        if isinstance(head, Probability):
            law, event = head.args
            if not (self._is_plain(law) and isinstance(event, AnyEvent)):
                raise _ObstacleError(f"{head} is not of an event under a law without kernels")
            value = self._value(0, 1)
            if self._is_full(law):
                self.inner.add(value)
            return _Head(value, False, False, True)
        laws = [arg for arg in head.args if isinstance(arg, Law)]
        leading = [arg for arg in head.args if not isinstance(arg, Law)]
        is_plain = all(map(self._is_plain, laws))
        if not (is_plain or all(map(self._is_built, laws))):
            raise _ObstacleError(f"the laws of {head} are not built of law variables alone")
        kind, is_fixed = type(head), not any(map(_variables, leading))
        if issubclass(kind, Renyi) and is_fixed:
            self._order(*leading)
        if kind is HockeyStick and not is_fixed and is_small:
            self._threshold(head, *leading)
            return _Head(self._value(0, 1), False, True, False)
        if kind is TradeOff and not is_fixed and is_small and is_plain:
            self._level(*leading)
            return _Head(self._value(0, 1), False, True, False)
        if not is_fixed:
            raise _ObstacleError(f"{kind.__name__} is taken at what laws decide")
        if kind in BOUNDED:
            return _Head(self._value(0, 1), is_plain, True, True)
        if kind in PROCESSED:
            low = -oo if kind is ConcentratedBudget else 0
            return _Head(self._value(low), is_plain, True, is_plain)
        if kind in (LossTail, TradeOff) and is_plain:
            return _Head(self._value(0, 1), False, False, True)
        if kind in _CURVES and is_plain:
            return _Head(self._value(-oo), False, False, True)
        if kind is TradeOff and leading[0] in self.entry.domain and not is_small:
            self.levels.add(*leading)
            return _Head(self._value(0, 1), False, False, False, True)
        raise _ObstacleError(f"{kind.__name__} of these laws is not seen to pass to the limit")

    def _order(self, order: Expr) -> None:
        """Show that an order is positive and not 1, where the sum that Coq has says something else."""
        is_below = is_positive(order, self.ranges) and is_positive(1 - order, self.ranges)
        if not (is_below or any(is_positive(one - 1, self.ranges) for one in (order, *self._under_hypotheses(order)))):
            raise _ObstacleError(f"the order {order} is not seen to be on one side of 1")

    def _under_hypotheses(self, value: Expr) -> Iterator[Expr]:
        """Yield a value with a parameter written as its lower bound in a hypothesis and what it is above."""
        for hypothesis in self.entry.hypotheses:
            if isinstance(hypothesis, Le) and hypothesis.rhs in self.ranges and not _variables(hypothesis):
                more = self._value()
                yield expand(value.subs(hypothesis.rhs, hypothesis.lhs + more))

    def _threshold(self, head: Expr, threshold: Expr) -> None:
        """Show that a hockey-stick divergence at this threshold is in the limit not below what it is."""
        value, heads = self._opened(threshold, is_small=False)
        if not self._is_full(head):
            raise _ObstacleError(f"the threshold {threshold} may be infinite")
        is_continuous = len(heads) == 1 and heads[0].is_limit
        if not (is_continuous or all(self._moves(value, head, is_small=False) for head in heads)):
            raise _ObstacleError(f"the threshold {threshold} is not seen to grow with divergences")

    def _level(self, level: Expr) -> None:
        """Show that the level of a trade-off function converges."""
        value, heads = self._opened(level, is_small=True)
        if not (all(head.is_limit for head in heads) and self._is_bounded(value, heads)):
            raise _ObstacleError(f"the level {level} is not seen to converge")

    def _sum(self, head: UpTo, is_small: bool) -> _Head:
        """Return what a sum is that has terms for each value of an index."""
        term, index, low, high = head.args
        if _variables(low) or _variables(high) or index in self.ranges:
            raise _ObstacleError(f"{head} is not over the values of an index of its own")
        self.ranges[index] = Ends(low if low.is_number else -oo, oo)
        value, heads = self._opened(term, is_small)
        if not all(self._moves(value, one, is_small) for one in heads):
            raise _ObstacleError(f"the terms of {head} are not seen to grow with divergences")
        least = 0 if self._is_nonnegative(value) else -oo
        del self.ranges[index]
        is_processed = all(one.is_processed for one in heads)
        return _Head(self._value(least), is_processed, is_small, False, not is_small and not is_processed)

    def _over(self, head: Expr) -> _Head:
        """Return what a supremum over rows is, or a sum of such: of what grows with divergences of rows."""
        inside, count = head.args
        if inside.has(*_OVER, UpTo) or _variables(count):
            raise _ObstacleError(f"{head} has another supremum in it")
        values: dict[Expr, Symbol] = {}
        for node in inside.atoms(Divergence, ConcentratedBudget):
            laws = [arg for arg in node.args if isinstance(arg, Law)]
            is_of_rows = all(isinstance(law, _ROWS) and self._is_kernel(law.args[0]) for law in laws)
            leading = [arg for arg in node.args if not isinstance(arg, Law)]
            if isinstance(node, Renyi):
                self._order(node.order)
            if type(node) not in PROCESSED or not is_of_rows or any(map(_variables, leading)):
                raise _ObstacleError(f"{head} is not of divergences of rows")
            low, high = -oo if isinstance(node, ConcentratedBudget) else 0, 1 if type(node) in BOUNDED else oo
            values[node] = self._value(low, high)
        value = inside.xreplace(values)
        if not all(isinstance(node, _CONTINUOUS) for node in _above(value, values.values())):
            raise _ObstacleError(f"{head} is not seen to be continuous in divergences")
        if _variables(value) or not all(self._grows(value, one) for one in values.values()):
            raise _ObstacleError(f"{head} is not seen to grow with divergences of rows")
        low = 0 if self._is_nonnegative(value) else -oo
        high = 1 if isinstance(head, Worst) and self._is_nonnegative(1 - value) else oo
        return _Head(self._value(low, high), True, True, False)

    def _value(self, low: Expr | int = 0, high: Expr | int = oo) -> Symbol:
        """Return a symbol for the value of a divergence, of which the range is known."""
        name = Dummy("value", real=True)
        self.ranges[name] = Ends(sympify(low), sympify(high))
        return name

    def _is_plain(self, law: Basic) -> bool:
        """Return whether a law is made of law variables by mixtures and products: images of it are made of theirs."""
        if isinstance(law, Mixture):
            return self._is_share(law.args[0]) and all(map(self._is_plain, law.args[1:]))
        if law in self.private:
            return self._is_plain(law.args[0])
        if isinstance(law, Member):
            return isinstance(law.args[0], AnyKernel) and not _variables(law.args[1])
        is_variable = isinstance(law, AnyLaw) and law not in self.dominated
        return is_variable or (isinstance(law, ProductLaw) and all(map(self._is_factor, law.args)))

    def _is_factor(self, law: Basic) -> bool:
        """Return whether a law beside others is plain, or given by its masses on a space of its own."""
        return self._is_plain(law) or (isinstance(law, Finite) and not _variables(law))

    def _is_built(self, law: Basic) -> bool:
        """Return whether a law is made of law and kernel variables."""
        if isinstance(law, Image):
            return isinstance(law.args[0], AnyKernel) and self._is_built(law.args[1])
        if isinstance(law, Joint):
            return isinstance(law.args[1], AnyKernel) and self._is_built(law.args[0])
        if isinstance(law, Answers):
            return isinstance(law.args[0], AnyKernel) and not _variables(law.args[1])
        if isinstance(law, Mixture):
            return self._is_share(law.args[0]) and all(map(self._is_built, law.args[1:]))
        if isinstance(law, Tilted):
            factor, base, scores = law.args
            return not _variables(factor) and self._is_plain(base) and self._is_kernel(scores)
        is_product = isinstance(law, ProductLaw) and all(map(self._is_built, law.args))
        return self._is_plain(law) or isinstance(law, AnyLaw) or is_product

    def _is_kernel(self, kernel: Basic) -> bool:
        """Return whether a kernel is a variable of which the rows of the n-th are images of its rows."""
        return isinstance(kernel, AnyKernel) and kernel not in self.dominated

    def _is_full(self, node: Basic) -> bool:
        """Return whether all laws in a head are variables of laws without zeros."""
        return not node.has(Finite) and all(self.entry.domain[name].is_full for name in _variables(node))

    def _is_share(self, weight: Expr) -> bool:
        return not _variables(weight) and self._is_nonnegative(weight) and self._is_nonnegative(1 - weight)

    def _grows(self, value: Expr, name: Symbol) -> bool:
        return grows(value, name, self.ranges)

    def _is_nonnegative(self, value: Expr) -> bool:
        """Return whether an expression is seen not to be negative, wherever the parameters and values may be."""
        return is_nonnegative(value, self.ranges)


def _variables(node: Basic) -> set[Basic]:
    return node.atoms(*_VARIABLES) if isinstance(node, Basic) else set()


def _domination(hypothesis: Relational) -> tuple[tuple[Basic, Basic], tuple[Basic, Basic]] | None:
    """Return what is dominated, two laws or two kernels at each row, and the two laws by which, if a hypothesis says so."""
    if not (isinstance(hypothesis, Le) and hypothesis.rhs == 0):
        return None
    gap = hypothesis.lhs
    if isinstance(gap, Worst) and gap.args[1] == 1:
        gap = gap.args[0]
    if not isinstance(gap, DominationGap):
        return None
    lower = gap.args[:2]
    if gap != hypothesis.lhs and all(isinstance(law, Row) for law in lower):
        lower = tuple(law.args[0] for law in lower)
    kind = AnyLaw if gap == hypothesis.lhs else AnyKernel
    is_of_variables = all(isinstance(name, kind) for name in lower) and all(
        isinstance(law, AnyLaw) for law in gap.args[2:]
    )
    return (lower, gap.args[2:]) if is_of_variables else None


def _is_at(node: TradeOff, level: Symbol) -> bool:
    """Return whether a trade-off function is taken at a level on which its laws do not depend."""
    return bool(node.args[0] == level) and not any(law.has(level) for law in node.args[1:])


def _above(value: Expr, inner: Iterable[Expr]) -> Iterator[Basic]:
    """Yield what a value is made by of inner ones."""
    names = set(inner)
    return (node for node in preorder_traversal(value) if node.free_symbols & names and node not in names)
