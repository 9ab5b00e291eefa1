"""What a derivation leaves behind: the closed form, the hypotheses that it used, and every step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sympy import And, Expr, Ne, Piecewise, latex, oo, true
from sympy.logic.boolalg import Boolean

if TYPE_CHECKING:
    from dpsym.divergences import Divergence


_IN_TEXT_MODE = str.maketrans({"_": r"\_", "^": r"\^{}", "&": r"\&", "#": r"\#", "%": r"\%"})


@dataclass(frozen=True)
class Step:
    """One line of a derivation: what was done, what stands there now, and the hypothesis that it needed."""

    text: str
    expression: Expr
    hypothesis: Boolean | None = None


@dataclass(frozen=True)
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
        """The hypotheses that the steps used, without repetition."""
        return tuple(
            dict.fromkeys(step.hypothesis for step in self.steps if step.hypothesis not in (None, true))
        )

    @property
    def convergence(self) -> Boolean:
        """The hypotheses without which the divergence is infinite (an excluded single point is not one of them)."""
        return And(*(condition for condition in self.conditions if not isinstance(condition, Ne)))

    @property
    def value(self) -> Expr:
        """The divergence under all circumstances: the closed form where it converges, infinity elsewhere."""
        return Piecewise((self.expression, self.convergence), (oo, True))

    def __str__(self) -> str:
        lines = [f"{self.head}  [{self.strategy}]"]
        for number, step in enumerate(self.steps, 1):
            needs = "" if step.hypothesis is None else f"   (needs {step.hypothesis})"
            lines.append(f"{number:>3}. {step.text}{needs}\n       {step.expression}")
        return "\n".join(lines)

    def latex(self) -> str:
        """Return the derivation as an ``align*`` environment, one step a line."""
        rows = [rf"&{latex(self.head)}\\"]
        for step in self.steps:
            needs = "" if step.hypothesis is None else rf",\ {latex(step.hypothesis)}"
            words = step.text.translate(_IN_TEXT_MODE)
            rows.append(rf"&\quad = {latex(step.expression)} && \text{{({words}}}{needs}\text{{)}}\\")
        return "\\begin{align*}\n" + "\n".join(rows) + "\n\\end{align*}"

    def _repr_latex_(self) -> str:
        return self.latex()
