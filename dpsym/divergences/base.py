"""The unevaluated head that all divergences share: it prints, it knows its definition, and `.doit()` derives it."""

from __future__ import annotations

from typing import Any, ClassVar

from sympy import Dummy, Expr, Integral, Max, S, Sum
from sympy.core.sympify import _sympify

from dpsym.distributions import Discrete, Law
from dpsym.distributions.printed import Head, filled
from dpsym.errors import ParameterError
from dpsym.parameters import Parameter


def _on_one_space(first: Law, second: Law) -> bool:
    """Return False where two laws certainly live on different spaces; of a variable nothing is known."""
    return None in (first.space, second.space) or first.space == second.space


def _share_ends(first: Law, second: Law) -> bool:
    try:
        return first.ends == second.ends
    except NotImplementedError:  # a mixture
        return False


class Divergence(Head):
    r"""A divergence of a law P from a law Q, in nats.

    Convention, here and everywhere: where P is not absolutely continuous with respect to Q, every divergence of
    order 1 and above is infinite; for orders below 1 the integral runs over the common support.

    Of one mechanism in place of the pair it is the worse of the two directions (P, Q) and (Q, P) of its worst pair.
    ``derive`` and ``doit``, which derive it from its definition, are attached by `dpsym.session`.
    """

    index: ClassVar[Parameter | None] = None
    is_directed: ClassVar[bool] = True
    """Whether it changes with the order of the two laws."""
    worse: ClassVar[type[Expr]] = Max
    """What joins the two directions of a mechanism."""

    def __new__(cls, *arguments: object) -> Any:
        if cls.index is not None and not arguments:
            raise TypeError(f"{cls.__name__}() needs {cls.index.name} and a mechanism or a pair of laws")
        leading = [] if cls.index is None else [cls.index.check(arguments[0])]
        laws = arguments[len(leading) :]
        if len(laws) == 1 and isinstance(laws[0], Law):
            return cls._of_mechanism(leading, laws[0])
        if len(laws) != 2 or not all(isinstance(law, Law) for law in laws):
            raise ParameterError(f"{cls.__name__} argument", "a mechanism or a pair of laws", laws)
        first, second = laws
        if not _on_one_space(first, second):
            raise ParameterError("pair of laws", "on the same space", (first, second))
        return cls._build(*leading, first, second)

    @classmethod
    def _of_mechanism(cls, leading: list[Expr], law: Law) -> Expr:
        """Return the worse of both directions of a mechanism's pair; one head where they are alike."""
        forward, backward = (cls(*leading, *pair) for pair in (law.neighbours(), law.neighbours()[::-1]))
        return cls.worse(forward, backward, evaluate=False) if cls.is_directed and not law.is_symmetric else forward

    @classmethod
    def _build(cls, *arguments: Any) -> Any:
        return Expr.__new__(cls, *(_sympify(argument) for argument in arguments))

    @property
    def laws(self) -> tuple[Law, Law]:
        """The two laws."""
        return self.args[-2], self.args[-1]

    def integrand(self, point: Expr) -> Expr:
        """Return what the definition sums or integrates over the space, as an expression of `point`."""
        raise NotImplementedError

    def atom(self, mass: Expr, other: Expr) -> Expr:
        """Return the summand of the definition at a point of mass `mass` under P and `other` under Q."""
        raise NotImplementedError

    def assemble(self, total: Expr) -> Expr:
        """Return the divergence, given the sum or integral of `integrand` over the space."""
        return total

    def definition(self) -> Expr:
        """Return the definition for these laws, an unevaluated integral or a sum over their common support.

        The head itself where no single integral is the definition: for laws of different supports, mixtures and vectors, and for
        divergences that are an extreme or a combination of integrals.
        """
        if type(self).integrand is Divergence.integrand:
            return self
        first, second = self.laws
        if isinstance(first, Discrete) and isinstance(second, Discrete):
            return self.assemble(sum(self.summands(), S.Zero))
        if first.space not in ("line", "integers") or not _share_ends(first, second):
            return self
        kind, point = (Sum, Dummy("x", integer=True)) if first.is_discrete else (Integral, Dummy("x", real=True))
        return self.assemble(kind(self.integrand(point), (point, *first.ends)))

    def summands(self) -> list[Expr]:
        """Return the summands of the definition for laws on finitely many points, each times its multiplicity."""
        first, second = self.laws
        pairs = zip(first.masses, second.masses, first.multiplicities, strict=True)
        return [count * self.atom(mass, other) for mass, other, count in pairs]

    def _latex(self, printer: Any) -> str:
        first, second = (printer._print(law) for law in self.laws)
        return rf"{self._latex_head(printer)}\left({first} \,\middle\|\, {second}\right)"

    def _latex_head(self, printer: Any) -> str:
        return filled(self.printed, self, printer)
