"""What a derivation leaves behind: the closed form, the hypotheses that it used, and every step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from sympy import And, Expr, Ne, Piecewise, Symbol, oo, true
from sympy.logic.boolalg import Boolean

from dpsym.derive.cost import Share
from dpsym.derive.form import short, short_condition
from dpsym.display import WIDTH, prose, rows, tex
from dpsym.distributions import Law
from dpsym.divergences import Divergence
from dpsym.parameters import OPEN_PROBABILITY

_IN_SHORT = "in short"


@dataclass(frozen=True)
class Step:
    """One line of a derivation: what was done, what stands there now, and the hypothesis that it needed.

    Parameters
    ----------
    text : str
        What was done.
    expression : Expr
        What stands there now.
    hypothesis : Boolean, optional
        Without it the divergence is infinite (an excluded single point apart).
    case : Boolean, optional
        The case that the derivation is about; outside it another formula holds.
    """

    text: str
    expression: Expr
    hypothesis: Boolean | None = None
    case: Boolean | None = None


@dataclass(frozen=True, repr=False)
class Derivation:
    """A closed form derived from a definition.

    Parameters
    ----------
    head : Divergence
        What was derived.
    expression : Expr
        The closed form, valid under `conditions`.
    steps : tuple of Step
        The trace, from the definition to the closed form.
    strategy : str
        The strategy that closed it.
    """

    head: Divergence
    expression: Expr
    steps: tuple[Step, ...]
    strategy: str

    @property
    def conditions(self) -> tuple[Boolean, ...]:
        """The hypotheses that the steps used, and the case that they are about, without repetition."""
        found = [condition for step in self.steps for condition in (step.hypothesis, step.case)]
        return tuple(dict.fromkeys(condition for condition in found if condition not in (None, true)))

    @property
    def convergence(self) -> Boolean:
        """The hypotheses without which the divergence is infinite (an excluded single point is not one of them)."""
        needed = (step.hypothesis for step in self.steps if step.hypothesis is not None)
        return And(*(condition for condition in needed if not isinstance(condition, Ne)))

    @property
    def case(self) -> Boolean:
        """The case that the derivation is about: true, unless it had to choose the order of some points."""
        return And(*(step.case for step in self.steps if step.case is not None))

    @property
    def value(self) -> Expr:
        """The divergence under all circumstances: infinity where it diverges, unevaluated in another case."""
        return short(
            Piecewise((Piecewise((self.simplified, self.convergence), (oo, True)), self.case), (self.head, True))
        )

    @cached_property
    def simplified(self) -> Expr:
        """The closed form in the form in which it is printed; a probability of the laws is known to be below 1."""
        return self._in_short(self.expression)

    def _in_short(self, expression: Expr) -> Expr:
        shares = {symbol: Share(symbol.name, **symbol.assumptions0) for symbol in _shares(self.head)}
        if not shares:
            return short(expression)
        return short(expression.xreplace(shares)).xreplace({share: symbol for symbol, share in shares.items()})

    @property
    def trace(self) -> str:
        """The derivation in lines, from the definition to the closed form."""
        return str(self)

    def __repr__(self) -> str:
        return str(self)

    def __str__(self) -> str:
        lines = [f"{self.head}  [{self.strategy}]"]
        for number, step in enumerate(self.steps, 1):
            needs = "" if step.hypothesis is None else f"   (needs {step.hypothesis})"
            needs += "" if step.case in (None, true) else f"   (in the case {step.case})"
            lines.append(f"{number:>3}. {step.text}{needs}\n       {step.expression}")
        if self.simplified != self.expression:
            lines.append(f"{len(self.steps) + 1:>3}. {_IN_SHORT}\n       {self.simplified}")
        return "\n".join(lines)

    def latex(self, width: float = WIDTH) -> str:
        r"""Return the derivation as an ``align*`` environment: the result, and how it is come by, the words between the lines.

        Parameters
        ----------
        width : float, optional
            Of the column, in em: lines are broken where they are longer.
        """
        lines: list[str] = []
        for words, shown in self._told(width):
            lines += [rf"\intertext{{{words}:}}"] if words and shown else []
            lines += [rf"{row} \\" for row in shown] if shown else []
        rest = [f"{words}." for words, shown in self._told(width) if not shown]
        whole = "\n".join(lines).removesuffix(r" \\")
        return "\n".join(["\\begin{align*}", whole, "\\end{align*}", *rest])

    def _told(self, width: float) -> Iterator[tuple[str, list[str]]]:
        """Yield the result, without words, then what was done and the lines of what it led to; none if to the same, or to a mere name."""
        needs = tex(And(*map(short_condition, self.conditions))) if self.conditions else ""
        yield "", rows(tex(self.head), self.simplified, width, behind=needs)
        words: list[str] = []
        before: Expr | None = None
        for step in self.steps:
            needed = [short_condition(each) for each in (step.hypothesis, step.case) if each is not None]
            cases = [tex(condition) for condition in needed if condition is not true]
            where = ", where $" + ", ".join(cases) + "$" if cases else ""
            words.append(prose(step.text) + where)
            shown = self._in_short(step.expression)
            if shown == self.simplified and step is not self.steps[-1]:
                shown = step.expression  # the definition has to be seen before its short form
            if shown != before and not shown.is_Symbol:
                yield _sentence(words), rows("", shown, width)
                words, before = [], shown
        if words:
            yield _sentence(words), []

    def _repr_latex_(self) -> str:
        # a notebook sets paragraphs and aligned formulas, and knows no words between the lines of one
        return "\n\n".join(
            (f"{words}:\n" if words and shown else f"{words}.")
            + ("$$\\begin{aligned}" + r" \\ ".join(shown) + "\\end{aligned}$$" if shown else "")
            for words, shown in self._told(WIDTH)
        ).removeprefix(".")


def _shares(head: Divergence) -> set[Symbol]:
    """Return the symbols that are an argument of a law which has to lie between 0 and 1."""
    laws = [law for law in head.atoms(Law) if len(law.parameters) == len(law.args)]
    given = ((argument, each) for law in laws for argument, each in zip(law.args, law.parameters, strict=True))
    return {argument for argument, each in given if each is OPEN_PROBABILITY and argument.is_Symbol}


def _sentence(words: list[str]) -> str:
    text = "; ".join(words)
    return text[:1].upper() + text[1:]


Engine = Callable[[Divergence], Derivation | None]
"""What strategies are given to derive a simpler divergence: the whole engine."""
