"""Laws as Coq terms, and the spaces on which they are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from sympy import Basic, Integer, preorder_traversal

from dpsym.distributions import (
    AnyEvent,
    AnyKernel,
    AnyLaw,
    AsymmetricLaplace,
    Bernoulli,
    Binomial,
    Cauchy,
    DiscreteLaplace,
    Exponential,
    Finite,
    Gaussian,
    Geometric,
    Gumbel,
    Image,
    Joint,
    KaryResponse,
    Laplace,
    Law,
    Logistic,
    Mixture,
    Poisson,
    Probability,
    ProductLaw,
    RandomizedResponse,
    Softmax,
    TruncatedLaplace,
    Uniform,
)
from dpsym.distributions.choosing import Tilted
from dpsym.distributions.families import Answers, Here, Member, Next, Other, Placed, Row, Step
from dpsym.distributions.places import placed
from dpsym.divergences import Divergence
from dpsym.divergences.conditional import KernelRenyi
from dpsym.divergences.curve import ProfileEnvelope, TradeOffConjugate
from dpsym.divergences.least import ConcentratedBudget, DominationGap
from dpsym.divergences.overall import Total, Worst
from theorems.kernel.errors import NotPrintableError
from theorems.kernel.terms import name, natural, term

LINE: Mapping[type[Basic], str] = {
    Laplace: "laplace",
    AsymmetricLaplace: "asymmetric_laplace",
    TruncatedLaplace: "truncated_laplace",
    Exponential: "exponential",
    Uniform: "uniform",
    Gaussian: "gaussian",
    Logistic: "logistic",
    Gumbel: "gumbel",
    Cauchy: "cauchy",
}
NATURALS: Mapping[type[Basic], str] = {Geometric: "geometric", Poisson: "poisson"}
NAMES = {**LINE, **NATURALS, Bernoulli: "bernoulli"}
PLACES: Mapping[type[Basic], str] = {Row: "row", Other: "other", Here: "link", Next: "(S link)"}
"""The names of the inputs at which a supremum takes the rows of kernels, or of the links between the laws of a chain."""


def _key(law: Basic) -> object:
    """Return what stands for the space of a law: the outputs of a kernel, or the law itself."""
    if isinstance(law, Tilted):
        return _key(law.args[1])
    return ("out", law.args[0]) if isinstance(law, (Image, Placed, Member, Answers)) else law


def _halves(law: ProductLaw | Joint) -> tuple[Law, Law]:
    """Return the first of a pair of laws, and what is beside it: the rest of a product, or a row of a kernel."""
    first, *rest = law.args
    if isinstance(law, Joint):
        return first, Row(rest[0])
    return first, ProductLaw(*rest) if len(rest) > 1 else rest[0]


class Spaces:
    """The space of every law variable of a statement: variables that are compared, mixed or tested together share one."""

    def __init__(self, parts: Iterable[Basic]) -> None:
        self._parent: dict[object, object] = {}
        self._names: dict[object, str] = {}
        self._chains: set[Basic] = set()  # kernels that are one law after another
        self.mechanisms: set[Basic] = set()  # kernels that have a law for each history of answers
        for part in parts:
            for node in preorder_traversal(part):
                if isinstance(node, (Here, Next, Member)):
                    self._chains.add(node.args[0])
                elif isinstance(node, (Answers, Step)):
                    self.mechanisms.add(node.args[0])
                elif isinstance(node, (Divergence, ConcentratedBudget, TradeOffConjugate, ProfileEnvelope)):
                    self._meet(*node.args[-2:])
                elif isinstance(node, DominationGap):
                    self._meet(*node.args[:2])
                    self._meet(*node.args[2:])
                elif isinstance(node, Mixture):
                    self._meet(*node.args[1:])
                elif isinstance(node, (Image, Joint)):
                    kernel, law = node.args if isinstance(node, Image) else node.args[::-1]
                    self._join(("in", kernel), _key(law))
                elif isinstance(node, Tilted):
                    self._join(("in", node.args[2]), _key(node.args[1]))
                elif isinstance(node, Probability):
                    self._join(_key(node.args[0]), node.args[1])
                elif isinstance(node, (Worst, Total)):
                    first, *others = {law.args[0] for law in placed(node)}
                    for other in others:
                        self._join(("in", first), ("in", other))
                elif isinstance(node, KernelRenyi):
                    self._join(("in", node.args[1]), ("in", node.args[2]))
                    self._join(("out", node.args[1]), ("out", node.args[2]))

    def _root(self, one: object) -> object:
        while (parent := self._parent.setdefault(one, one)) != one:
            one = parent
        return one

    def _join(self, one: object, other: object) -> None:
        self._parent[self._root(one)] = self._root(other)

    def _meet(self, one: Law, other: Law) -> None:
        """Let two laws be on one space, and their parts."""
        if isinstance(one, (ProductLaw, Joint)) and isinstance(other, (ProductLaw, Joint)):
            for pair in zip(_halves(one), _halves(other), strict=True):
                self._meet(*pair)
        elif isinstance(one, Mixture):
            for part in one.args[1:]:
                self._meet(part, other)
        elif isinstance(other, Mixture):
            self._meet(other, one)
        else:
            self._join(_key(one), _key(other))

    def size(self, key: object) -> str:
        """Return the name of the number of points of a variable's space."""
        return self._names.setdefault(self._root(key), f"size{len(self._names) + 1}")

    @property
    def sizes(self) -> Sequence[str]:
        """The names given so far."""
        return list(self._names.values())

    def of(self, law: Basic) -> str:
        """Return the space of a law as a Coq term."""
        if type(law) in LINE:
            return "line"
        if type(law) in NATURALS:
            return "naturals"
        if isinstance(law, DiscreteLaplace):
            return "integers"
        if isinstance(law, (AnyLaw, AnyEvent)):
            return f"(finite {self.size(law)})"
        if isinstance(law, Mixture):
            return self.of(law.args[1])
        if isinstance(law, ProductLaw):
            *first, text = map(self.of, law.args)
            for one in reversed(first):
                text = f"(pairs {one} {text})"
            return text
        if isinstance(law, (Image, Placed, Member)):
            return self.after(law.args[0])
        if isinstance(law, Tilted):
            return self.of(law.args[1])
        if isinstance(law, Answers):
            return f"(answers {self.after(law.args[0])} {natural(law.args[1])})"
        if isinstance(law, Joint):
            return f"(pairs {self.of(law.args[0])} {self.after(law.args[1])})"
        if type(law) in (Bernoulli, RandomizedResponse):
            return "(finite 2)"
        if type(law) is Softmax:
            return f"(finite {len(law.args)})"
        if type(law) is Finite:
            return f"(finite {len(law.masses)})"
        if isinstance(law, KaryResponse):
            return f"(finite {natural(law.args[1])})"
        if isinstance(law, Binomial):
            return f"(finite (S {natural(law.args[0])}))"
        raise NotPrintableError(f"the law {type(law).__name__}")

    def before(self, kernel: AnyKernel) -> str:
        """Return the space of a kernel's inputs, of a chain the numbers of its laws."""
        return "naturals" if kernel in self._chains else f"(finite {self.size(('in', kernel))})"

    def after(self, kernel: AnyKernel) -> str:
        """Return the space of a kernel's outputs."""
        return f"(finite {self.size(('out', kernel))})"

    def law(self, law: Basic) -> str:
        """Return a law as a Coq term: its masses or density."""
        if isinstance(law, (AnyLaw, AnyEvent, AnyKernel)):
            return name(law.name)
        if type(law) in PLACES:
            return f"({name(law.args[0].name)} {PLACES[type(law)]})"
        if isinstance(law, Step):
            return f"({name(law.args[0].name)} (history {self.after(law.args[0])} step past))"
        if isinstance(law, Tilted):
            factor, base, scores = law.args
            return f"(tilted {self.size(('in', scores))} {term(factor, {})} {self.law(scores)} {self.law(base)})"
        if isinstance(law, Answers):
            return f"(released {self.after(law.args[0])} {name(law.args[0].name)} {natural(law.args[1])})"
        if isinstance(law, Member):
            return f"({name(law.args[0].name)} {natural(law.args[1])})"
        if type(law) in NAMES:
            return f"({NAMES[type(law)]} {' '.join(term(arg, {}) for arg in law.args)})"
        if isinstance(law, DiscreteLaplace):
            location, scale = law.args
            integer = (
                f"{location}%Z"
                if isinstance(location, Integer) and location >= 0
                else f"(Z.of_nat {natural(location)})"
            )
            return f"(discrete_laplace {integer} {term(scale, {})})"
        if isinstance(law, RandomizedResponse):
            return f"(randomized_response {term(law.args[0], {})} {law.args[1]}%nat)"
        if isinstance(law, KaryResponse):
            return f"(kary_response {term(law.args[0], {})} {natural(law.args[1])} {law.args[2]}%nat)"
        if isinstance(law, Binomial):
            return f"(binomial {natural(law.args[0])} {term(law.args[1], {})})"
        if type(law) in (Softmax, Finite):
            called, masses = ("softmax", law.args) if type(law) is Softmax else ("listed", law.masses)
            return f"({called} [{'; '.join(term(mass, {}) for mass in masses)}])"
        if isinstance(law, Mixture):
            share, *parts = law.args
            return f"(@mixture {self.of(law)} {term(share, {})} {' '.join(map(self.law, parts))})"
        if isinstance(law, ProductLaw):
            return self._product(law.args)
        if isinstance(law, Image):
            kernel, argument = law.args
            return f"(image {self.size(('in', kernel))} {self.law(kernel)} {self.law(argument)})"
        if isinstance(law, Joint):
            first, kernel = law.args
            return f"(@joint {self.of(first)} {self.after(kernel)} {self.law(first)} {self.law(kernel)})"
        raise NotPrintableError(f"the law {type(law).__name__}")

    def _product(self, laws: Sequence[Law]) -> str:
        if len(laws) == 1:
            return self.law(laws[0])
        rest = self.of(ProductLaw(*laws[1:])) if len(laws) > 2 else self.of(laws[1])
        return f"(@product {self.of(laws[0])} {rest} {self.law(laws[0])} {self._product(laws[1:])})"
