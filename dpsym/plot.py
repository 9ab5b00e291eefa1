"""Curves of expressions for the figures of a paper; no global state of pyplot is touched."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import sympy as sp

from dpsym.errors import ParameterError
from dpsym.evaluate import numeric
from dpsym.parameters import exact

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_POINTS = 400


def axes(width: float = 3.4, height: float = 2.4, log_x: bool = False, log_y: bool = False) -> Axes:
    """Return empty axes on a figure of their own, which is at ``.figure`` and has ``savefig``.

    Parameters
    ----------
    width, height : float, optional
        The size of the figure, in inches; by default one column of a two-column page.
    log_x, log_y : bool, optional
        Whether an axis is logarithmic.
    """
    from matplotlib.figure import Figure

    made = Figure(figsize=(width, height), layout="constrained").add_subplot()
    made.set(xscale="log" if log_x else "linear", yscale="log" if log_y else "linear")
    return made


def curve(
    axes: Axes,
    expression: sp.Expr,
    symbol: sp.Symbol,
    interval: tuple[object, object],
    values: Mapping[sp.Symbol, Any] | None = None,
    label: str | None = None,
    **style: Any,
) -> Any:
    """Draw an expression as a function of one symbol, and return the line.

    Parameters
    ----------
    axes : matplotlib Axes
        Where to draw; on a logarithmic axis the points are spaced evenly there.
    expression : Expr
        What to draw, evaluated by `dpsym.evaluate.numeric`; points where it is infinite or not a number are left out.
    symbol : Symbol
        The abscissa.
    interval : pair of real numbers
        From where to where.
    values : mapping of Symbol to real number, optional
        The values of the other symbols.
    label : str, optional
        The entry in the legend; by default none.
    **style
        What ``Axes.plot`` takes, for example ``linestyle="--"``.

    Raises
    ------
    ParameterError
        If the interval is not increasing and finite, or not positive on a logarithmic axis, or a value is missing.
    """
    logarithmic = axes.get_xscale() == "log"
    low, high = map(_float, interval)
    if not (-np.inf < low < high < np.inf) or (logarithmic and low <= 0):
        rule = "increasing and finite, and positive on a logarithmic axis"
        raise ParameterError(f"interval of {symbol}", rule, interval)
    points = (np.geomspace if logarithmic else np.linspace)(low, high, _POINTS)
    others = dict(values or {})
    heights = numeric(expression, symbol, *others)(points, *map(_float, others.values()))
    shown = np.where(np.isfinite(heights), heights, np.nan)
    (line,) = axes.plot(points, shown, label="_nolegend_" if label is None else label, **style)
    axes.set_xlabel(axes.get_xlabel() or f"${sp.latex(symbol)}$")
    return line


def _float(value: object) -> float:
    """Return a real number as a float, and NaN, which every check refuses, for anything else."""
    number = exact(value)
    is_real = number is not None and number.is_number and number.is_extended_real
    return float(number) if is_real else float("nan")
