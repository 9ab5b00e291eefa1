"""Curves of expressions for the figures of a paper; no global state of pyplot is touched."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import sympy as sp

from dpsym.divergences import Divergence
from dpsym.errors import NoRouteError, NotApplicableError, NotDerivedError, ParameterError, UndecidedError
from dpsym.evaluate import numeric
from dpsym.guarantees import Guarantee, LossDP, Request
from dpsym.measurement import LOSS_TO_APPROX
from dpsym.parameters import exact

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_POINTS, _QUESTIONS = 400, 41


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


_new_axes = axes


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


_KINDS: dict[str, tuple[str, str, str, bool, tuple[sp.Rational, sp.Rational]]] = {
    "profile": ("profile", r"$\varepsilon$", r"$\delta(\varepsilon)$", True, (sp.Rational(0), sp.Rational(2))),
    "tradeoff": ("tradeoff", "type I error", "type II error", False, (sp.Rational(1, 1000), sp.Rational(999, 1000))),
    "renyi": ("renyi", r"order $\alpha$", "Rényi divergence", False, (sp.Rational(11, 10), sp.Rational(16))),
}
"""Of each kind of curve: the question, the words at both axes, whether the second is logarithmic, and the usual interval."""


def draw(
    subject: Any,
    kind: str = "profile",
    interval: tuple[object, object] | None = None,
    axes: Axes | None = None,
    label: str | None = None,
) -> Axes:
    """Draw what a law or a guarantee answers to one question, and return the axes.

    Parameters
    ----------
    subject : Law or Guarantee
        Without symbols.
    kind : {"profile", "tradeoff", "renyi"}, optional
        delta against eps, type II against type I error, or the Rényi divergence against its order.
    interval : pair of real numbers, optional
        Of the abscissa.
    axes : matplotlib Axes, optional
        Where to draw; new ones if left out.
    label : str, optional
        The entry in a legend.

    Raises
    ------
    ParameterError
        If the kind is not known, or the interval not increasing and finite.
    """
    if kind not in _KINDS:
        raise ParameterError("kind of a plot", "one of " + ", ".join(_KINDS), kind)
    name, across, up, logarithmic, usual = _KINDS[kind]
    low, high = (exact(end) for end in interval or usual)
    if low is None or high is None or not (low.is_Rational and high.is_Rational and low < high):
        raise ParameterError("interval of a plot", "two finite numbers, the smaller one first", interval)
    made = _new_axes(log_y=logarithmic) if axes is None else axes
    points, heights = _answers(subject, name, low, high)
    shown = [height if not logarithmic or height > 0 else np.nan for height in heights]
    made.plot(points, shown, label="_nolegend_" if label is None else label)
    made.set(xlabel=across, ylabel=up)
    return made


def _answers(subject: Any, name: str, low: sp.Rational, high: sp.Rational) -> tuple[list[float], list[float]]:
    """Return points and the answers to a question there: many of its closed form where there is one, else one by one."""
    place = sp.Dummy(name, positive=True)
    points = [low + (high - low) * sp.Rational(step, _QUESTIONS - 1) for step in range(_QUESTIONS)]
    try:
        if isinstance(subject, Guarantee) and name == "profile":
            # the certified curve of a composition is asked at once, not searched for at every point
            loss = subject.to(LossDP).value
            heights = [_height(LOSS_TO_APPROX.apply(loss, Request(eps=point)).delta, subject) for point in points]
            return list(map(float, points)), heights
        expression = getattr(subject, name)(place)
        if expression.free_symbols == {place} and not expression.has(Divergence):
            close = np.linspace(float(low), float(high), _POINTS)
            return list(close), list(map(float, numeric(expression, place)(close)))
    except (NoRouteError, NotApplicableError, NotDerivedError, UndecidedError):
        pass  # not for all points at once
    return list(map(float, points)), [_height(getattr(subject, name)(point), subject) for point in points]


def _height(answer: sp.Expr, subject: Any) -> float:
    if answer.free_symbols:
        raise ParameterError("mechanism of a plot", "one without symbols", subject)
    return float(answer)
