"""Figuras 5.1 to 5.3 made again: budget curves of randomized response, Laplace and Gaussian noise.

The thesis does not print the parameters of its curves. Those here are of Mironov (2017), Figure 1, which it
follows: neither the author's digits nor read off his pictures. The range of orders, 1 to 10, is ours.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from sympy import Expr, Rational, Symbol

from dpsym.enclose import enclose
from dpsym.evaluate import RELATIVE_ERROR, numeric
from dpsym.parameters import alpha, p, scale, sigma
from papers.result import Illustration
from theorems.registry import Registry

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ORDERS = (1, 10)
SAMPLES = (Fraction(3, 2), Fraction(2), Fraction(5), Fraction(10))
_POINTS = 181
_SIZE = (4.8, 3.2)
# distinguishable in black and white, and by every kind of colour vision (Okabe and Ito)
_STYLES = (("#0072B2", "-"), ("#D55E00", "--"), ("#009E73", ":"))


@dataclass(frozen=True)
class Family:
    """The curves of one figure.

    Parameters
    ----------
    mechanism : str
        In words.
    entry : str
        Id of the registry entry of which the left side is the budget.
    symbol : Symbol
        The parameter that tells the curves apart.
    values : tuple of Rational
        Its value for each curve.
    labels : tuple of str
        For the legend, as LaTeX.
    """

    mechanism: str
    entry: str
    symbol: Symbol
    values: tuple[Rational, ...]
    labels: tuple[str, ...]

    @property
    def caption(self) -> str:
        """What the figure shows and where its parameters are from, as LaTeX."""
        return (
            rf"Rényi budget $\zeta$ of {self.mechanism} against the order $\alpha$, "
            f"for {', '.join(self.labels)}. "
            "The thesis does not print its parameters; these are of Mironov (2017), Figure 1."
        )

    def budgets(self, registry: Registry) -> list[Expr]:
        """Return the budget of each curve as an underived head in alpha, the left side of the entry."""
        return [registry[self.entry].statement.lhs.xreplace({self.symbol: value}) for value in self.values]


FAMILIES = {
    "figure_5_1": Family(
        "randomized response", "renyi.rr", p, (Rational(11, 20), Rational(3, 5), Rational(3, 4)),
        ("$p = 0.55$", "$p = 0.6$", "$p = 0.75$"),
    ),
    "figure_5_2": Family(
        "the Laplace mechanism", "renyi.laplace", scale, (Rational(4), Rational(2), Rational(1)),
        (r"$1/\lambda = 0.25$", r"$1/\lambda = 0.5$", r"$1/\lambda = 1$"),
    ),
    "figure_5_3": Family(
        "the Gaussian mechanism", "renyi.gaussian", sigma, (Rational(4), Rational(3), Rational(2)),
        (r"$\sigma = 4$", r"$\sigma = 3$", r"$\sigma = 2$"),
    ),
}  # fmt: skip


def curve(budget: Expr) -> Callable[[Any], Any]:
    """Return the budget as a function of an array of orders from 1 on, evaluated from its derived form."""
    import numpy as np

    above = numeric(budget.doit(), alpha)
    # the formulas divide by alpha - 1; at order 1 stands the Kullback-Leibler divergence
    at_one = enclose(budget.xreplace({alpha: Rational(1)}), digits=20).mid

    def evaluate(orders: Any) -> Any:
        orders = np.asarray(orders, dtype=float)
        return np.where(orders == 1, at_one, above(np.where(orders == 1, 2.0, orders)))

    return evaluate


def draw(name: str, registry: Registry) -> Figure:
    """Return one of the figures."""
    import numpy as np
    from matplotlib.figure import Figure

    family = FAMILIES[name]
    figure = Figure(figsize=_SIZE, layout="constrained")
    axes = figure.add_subplot()
    orders = np.linspace(*ORDERS, _POINTS)
    for budget, label, (colour, line) in zip(family.budgets(registry), family.labels, _STYLES, strict=True):
        axes.plot(orders, curve(budget)(orders), color=colour, linestyle=line, label=label)
    axes.set_xlim(*ORDERS)
    axes.set_ylim(bottom=0)
    axes.set_xlabel(r"order $\alpha$")
    axes.set_ylabel(r"budget $\zeta$ in nats")
    axes.legend(frameon=False)
    axes.spines[["top", "right"]].set_visible(False)
    return figure


def response_compared(registry: Registry) -> Illustration:
    """Hold the curves of Figura 5.1 against the definition."""
    return _compared("figure_5_1", registry)


def laplace_compared(registry: Registry) -> Illustration:
    """Hold the curves of Figura 5.2 against the definition."""
    return _compared("figure_5_2", registry)


def gauss_compared(registry: Registry) -> Illustration:
    """Hold the curves of Figura 5.3 against the definition."""
    return _compared("figure_5_3", registry)


def _compared(name: str, registry: Registry) -> Illustration:
    family = FAMILIES[name]
    worst = 0.0
    for budget in family.budgets(registry):
        drawn = curve(budget)([float(order) for order in SAMPLES])
        exact = [enclose(budget, {alpha: order}, digits=20).mid for order in SAMPLES]
        worst = max(worst, *(abs(one - other) / other for one, other in zip(drawn, exact, strict=True)))
    points = len(family.values) * len(SAMPLES)
    said = (
        f"{len(family.values)} curves made again from {family.entry}, "
        "with the parameters of Mironov (2017), as the thesis prints none"
    )
    if worst > RELATIVE_ERROR:
        return Illustration(False, f"{said}; one of {points} points is off its definition by {worst:.0e}")
    return Illustration(
        True, f"{said}; {points} points agree with enclosures of the definition to {RELATIVE_ERROR:.0e}"
    )
