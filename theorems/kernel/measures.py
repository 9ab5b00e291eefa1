"""Laws in what Coq printed, read back as laws, each on its space."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sympy import Expr, Integer, Symbol

from dpsym import distributions as laws
from dpsym.distributions import AnyKernel
from dpsym.distributions.choosing import Tilted
from dpsym.distributions.families import Answers, Here, Member, Next, Placed, Step
from theorems.kernel.errors import ReadingError
from theorems.kernel.scalars import Scalars
from theorems.kernel.syntax import Tree

_LAWS: Mapping[str, tuple[type, str]] = {
    "laplace": (laws.Laplace, "line"),
    "asymmetric_laplace": (laws.AsymmetricLaplace, "line"),
    "truncated_laplace": (laws.TruncatedLaplace, "line"),
    "exponential": (laws.Exponential, "line"),
    "uniform": (laws.Uniform, "line"),
    "gaussian": (laws.Gaussian, "line"),
    "logistic": (laws.Logistic, "line"),
    "gumbel": (laws.Gumbel, "line"),
    "cauchy": (laws.Cauchy, "line"),
    "geometric": (laws.Geometric, "naturals"),
    "poisson": (laws.Poisson, "naturals"),
    "discrete_laplace": (laws.DiscreteLaplace, "integers"),
}


class Measures(Scalars):
    """A reader of laws, which knows the spaces of the law variables."""

    def __init__(self, symbols: Mapping[str, Symbol]) -> None:
        super().__init__(symbols)
        self.spaces: dict[str, Tree] = {}  # of law variables
        self.places: dict[str, tuple[type[Placed], Tree]] = {}  # inputs that a supremum binds, with their space

    def on(self, space: Tree, *variables: Tree) -> None:
        for variable in variables:
            if self.spaces.get(str(variable)) != space:
                raise ReadingError(f"{variable} must be on {space}, got {self.spaces.get(str(variable))}")

    def law(self, tree: Tree, space: Tree) -> Any:
        """Read a law, which must be on the space."""
        if isinstance(tree, str):
            self.on(space, tree)
            return self.known[tree]
        if not isinstance(tree, tuple):
            raise ReadingError(f"law must be one of the library, got {tree}")
        called, *arguments = tree
        if isinstance(kernel := self.known.get(str(called)), AnyKernel):
            return self.row(kernel, called, arguments, space)
        if str(called) in _LAWS:
            kind, home = _LAWS[str(called)]
            self.same(space, home)
            first, *rest = arguments
            return kind(self.integer(first) if home == "integers" else self.real(first), *map(self.real, rest))
        if called in ("listed", "softmax"):
            parts = self.list(arguments[0])
            self.points(space, Integer(len(parts)))
            return laws.Softmax(*parts) if called == "softmax" else laws.Finite(*parts)
        if called in ("bernoulli", "randomized_response"):
            self.points(space, Integer(2))
            first, *bit = arguments
            return (
                laws.Bernoulli(self.real(first))
                if not bit
                else laws.RandomizedResponse(self.real(first), self.natural(bit[0]))
            )
        if called == "kary_response":
            eps, choices, value = arguments
            self.points(space, self.natural(choices))
            return laws.KaryResponse(self.real(eps), self.natural(choices), self.natural(value))
        if called == "binomial":
            self.points(space, self.natural(arguments[0]) + 1)
            return laws.Binomial(self.natural(arguments[0]), self.real(arguments[1]))
        if called == "@mixture":
            self.same(space, arguments[0])
            return laws.Mixture(self.real(arguments[1]), *(self.law(part, space) for part in arguments[2:]))
        if called == "@product":
            self.same(space, ("pairs", *arguments[:2]))
            first, second = (self.law(law, home) for law, home in zip(arguments[2:], arguments[:2], strict=True))
            return laws.ProductLaw(first, *(second.args if isinstance(second, laws.ProductLaw) else (second,)))
        if called == "@joint":
            self.same(space, ("pairs", *arguments[:2]))
            self.on(tuple(arguments[:2]), arguments[3])
            return laws.Joint(self.law(arguments[2], arguments[0]), self.known[str(arguments[3])])
        if called == "released":
            each, mechanism, count = arguments
            self.same(space, ("answers", each, count))
            self.on(("mechanism", each), mechanism)
            return Answers(self.known[str(mechanism)], self.natural(count))
        if called == "tilted":
            size, factor, scores, base = arguments
            self.same(space, ("finite", size))
            ends = self.spaces.get(str(scores))
            if not isinstance(ends, tuple) or ends[0] != space:
                raise ReadingError(f"scores must be of the points of {space}, got {scores}")
            return Tilted(self.real(factor), self.law(base, space), self.known[str(scores)])
        if called == "image":
            size, kernel, argument = arguments
            self.on((("finite", size), space), kernel)
            return laws.Image(self.known[str(kernel)], self.law(argument, ("finite", size)))
        raise ReadingError(f"law must be one of the library, got {called}")

    def row(self, kernel: AnyKernel, called: Tree, arguments: Sequence[Tree], space: Tree) -> Any:
        """Read a row of a kernel at an input that is bound, or a law of a chain: at a link, after it, or at a number."""
        if len(arguments) != 1:
            raise ReadingError(f"row must be at one input, got {arguments}")
        (place,) = arguments
        if isinstance(place, tuple) and place[0] == "history":
            _, home, step, past = place
            if space != home or self.places.get(str(past)) != (Step, ("answers", home, step)):
                raise ReadingError(f"history must be of the step that is bound, got {place}")
            self.on(("mechanism", home), called)
            return Step(kernel)
        before_it = place[1] if isinstance(place, tuple) and place[0] == "S" else place
        after = before_it != place and str(before_it) in self.places
        kind, before = self.places.get(str(before_it if after else place), (Member, "naturals"))
        self.on((before, space), called)
        if kind is Member:
            return Member(kernel, self.natural(place))
        if after and kind is not Here:
            raise ReadingError(f"row must be at an input that is bound, got {place}")
        return Next(kernel) if after else kind(kernel)

    def same(self, space: Tree, home: Tree) -> None:
        if space != home:
            raise ReadingError(f"law must be on {home}, got {space}")

    def points(self, space: Tree, count: Expr) -> None:
        if not isinstance(space, tuple) or space[0] != "finite" or self.natural(space[1]) != count:
            raise ReadingError(f"law must be on {count} points, got {space}")
