"""Figuras 5.1 to 5.3 made again: budget curves of randomized response, Laplace and Gaussian noise.

The thesis does not print the parameters of its curves. Those here are of Mironov (2017), Figure 1, which it
follows: neither the author's digits nor read off his pictures. The range of orders, 1 to 10, is ours.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from sympy import Eq, Expr, Integer, Piecewise, Rational, Symbol

from dpsym.enclose import enclose
from dpsym.evaluate import RELATIVE_ERROR, numeric
from dpsym.parameters import alpha, p, scale, sigma
from dpsym.plot import axes, curve
from papers.figure import BLUE, GREEN, RED, SIZE
from papers.result import Illustration
from theorems.registry import Registry

if TYPE_CHECKING:
    from matplotlib.axes import Axes

ORDERS = (1, 10)
SAMPLES = (Fraction(1), Fraction(3, 2), Fraction(2), Fraction(5), Fraction(10))
_TICKS = (1, 2, 4, 6, 8, 10)
_STYLES = ((BLUE, "-"), (RED, "--"), (GREEN, ":"))


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
        "randomized response",
        "renyi.rr",
        p,
        (Rational(11, 20), Rational(3, 5), Rational(3, 4)),
        ("$p = 0.55$", "$p = 0.6$", "$p = 0.75$"),
    ),
    "figure_5_2": Family(
        "the Laplace mechanism",
        "renyi.laplace",
        scale,
        (Rational(4), Rational(2), Rational(1)),
        (r"$1/\lambda = 0.25$", r"$1/\lambda = 0.5$", r"$1/\lambda = 1$"),
    ),
    "figure_5_3": Family(
        "the Gaussian mechanism",
        "renyi.gaussian",
        sigma,
        (Rational(4), Rational(3), Rational(2)),
        (r"$\sigma = 4$", r"$\sigma = 3$", r"$\sigma = 2$"),
    ),
}


def derived(budget: Expr) -> Expr:
    """Return the budget derived from its definition, for orders from 1 on.

    The formula for alpha > 1 divides by alpha - 1; at order 1 stands the Kullback-Leibler divergence.
    """
    at_one = budget.xreplace({alpha: Integer(1)}).doit()
    return Piecewise((at_one, Eq(alpha, 1)), (budget.doit(), True))


def draw(name: str, registry: Registry) -> Axes:
    """Return one of the figures, as its axes."""
    family = FAMILIES[name]
    plot = axes(*SIZE)
    for budget, label, (colour, stroke) in zip(family.budgets(registry), family.labels, _STYLES, strict=True):
        line = curve(plot, derived(budget), alpha, ORDERS, label=label, color=colour, linestyle=stroke)
        end = line.get_xydata()[-1]
        plot.annotate(label, end, (4, 0), textcoords="offset points", color=colour, va="center")
    plot.set_xlim(*ORDERS)
    plot.set_ylim(bottom=0)
    plot.set_xticks(_TICKS)
    plot.set_xlabel(r"order $\alpha$")
    plot.set_ylabel(r"budget $\zeta$ in nats")
    plot.spines[["top", "right"]].set_visible(False)
    return plot


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
    errors: list[float] = []
    for budget in family.budgets(registry):
        drawn = numeric(derived(budget), alpha)([float(order) for order in SAMPLES])
        exact = [enclose(budget, {alpha: order}, digits=20).mid for order in SAMPLES]
        errors += [abs(one - other) / other for one, other in zip(drawn, exact, strict=True)]
    said = (
        f"{len(family.values)} curves made again from {family.entry}, "
        "with the parameters of Mironov (2017), as the thesis prints none"
    )
    # counted like this, an error that is not a number is too large
    off = sum(not error <= RELATIVE_ERROR for error in errors)
    return Illustration(
        off == 0,
        f"{said}; {len(errors) - off} of {len(errors)} points agree with enclosures of the definition "
        f"to {RELATIVE_ERROR:.0e}",
    )
