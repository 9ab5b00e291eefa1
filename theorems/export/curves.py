"""Curves of guarantees as figures for a paper: profile, trade-off function, Rényi budget, eps against compositions."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from sympy import Integer, Rational

from dpsym.errors import DpsymError
from dpsym.guarantees.guarantee import Guarantee
from dpsym.guarantees.numbers import as_float, upper
from dpsym.guarantees.reading import read
from mechanisms.files import PICTURES
from theorems import provenance
from theorems.errors import GridError
from theorems.limits import TooLongError, limited

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from theorems.registry import Registry

KINDS = ("profile", "tradeoff", "renyi", "composition")
_POINTS, _COUNTS = 40, 20
_LINE = 0.09  # of the height of the axes, from one label to the next
_LETTERS = {
    "sigma": r"\sigma",
    "scale": "b",
    "eps": r"\varepsilon",
    "delta": r"\delta",
    "rate": "q",
    "q": "q",
    "b": "b",
    "p": "p",
}
_AXES = {
    "profile": (r"$\varepsilon$", r"$\delta(\varepsilon)$", False, True),
    "tradeoff": ("type I error", "type II error", False, False),
    "renyi": (r"order $\alpha$", r"Rényi budget", True, True),
    "composition": ("compositions", r"$\varepsilon$", True, True),
}
_RANGES = {
    "profile": (Rational(0), Rational(2)),
    "tradeoff": (Rational(1, 1000), Rational(999, 1000)),
    "renyi": (Rational(11, 10), Rational(64)),
    "composition": (Rational(1), Rational(1000)),
}


def plot(
    kind: str,
    texts: Sequence[str],
    path: Path,
    *,
    delta: Rational | None = None,
    interval: tuple[Rational, Rational] | None = None,
    library: Registry | None = None,
    limit: float = 0.0,
) -> str:
    r"""Draw curves of guarantees into a file, and return the LaTeX of the figure, with the sources in its caption.

    Parameters
    ----------
    kind : {"profile", "tradeoff", "renyi", "composition"}
        delta against eps, type II against type I error, the Rényi budget against the order, or eps against the number of runs.
    texts : sequence of str
        Mechanisms or guarantees, one a curve.
    path : Path
        The file, PDF or PNG.
    delta : Rational, optional
        At which delta the composition curve is drawn; 1e-6 if left out.
    interval : pair of Rational, optional
        Of the abscissa.
    library : Registry, optional
        Where the statuses are looked up.
    limit : float, optional
        Seconds for one curve; 0 for none.

    Raises
    ------
    GridError
        If the kind is not known, nothing is to be drawn, or a curve takes longer than it may.
    ProvenanceError
        If a point rests on an entry that is missing or not backed.
    """
    from dpsym.plot import axes as new_axes

    if kind not in KINDS or not texts:
        raise GridError(
            f"plot must be of one of {', '.join(KINDS)}, with at least one guarantee, got {kind!r} of {len(texts)}"
        )
    across, up, log_x, log_y = _AXES[kind]
    axes = new_axes(log_x=log_x, log_y=log_y)
    points = _spaced(*(interval or _RANGES[kind]), logarithmic=log_x, whole=kind == "composition")
    answers: list[Guarantee] = []
    for text, style in zip(texts, _styles(len(texts)), strict=True):
        given = read(text)
        if not isinstance(given, Guarantee):
            raise GridError(f"curve must be of a guarantee, got the number {text!r}")
        try:
            with limited(limit):
                answers += _draw(
                    axes,
                    kind,
                    given,
                    points,
                    Rational(1, 10**6) if delta is None else delta,
                    label=named(text),
                    **style,
                )
        except TooLongError:
            raise GridError(
                f"curve must be drawn within {limit:g} seconds, which {text!r} takes longer than: give it more, or ask for another kind"
            ) from None
    axes.set_xlabel(across)
    axes.set_ylabel(up)
    label_lines(axes)
    ending = path.suffix.lstrip(".") or "pdf"
    axes.figure.savefig(path, format=ending, dpi=200, metadata=PICTURES.get(ending))
    return _figure(kind, path, answers, library)


def named(text: str) -> str:
    """Return a mechanism as a label: its parameters as letters, powers of ten as such, calls of methods in words."""
    words = re.sub(r"\.compose\((\w+)\)", r", \1 times", text)
    words = re.sub(r"\.subsample\(([\w.]+)\)", r" on a share of \1", words)
    words = re.sub(rf"\b({'|'.join(_LETTERS)})\s*=\s*", lambda name: rf"${_LETTERS[name[1]]} =\,$", words)
    words = re.sub(r"\b(\d+(?:\.\d+)?)e([+-]?)0*(\d+)\b", r"$\1\\cdot 10^{\2\3}$", words)
    return words.replace(r"$1\cdot 10", "$10").replace("*", "")


def label_lines(axes: Axes) -> None:
    """Write the label of each line behind its end, in its colour, apart from the others: no legend lies on a curve."""
    lines = [line for line in axes.get_lines() if not str(line.get_label()).startswith("_")]
    drawn = [(line, np.asarray(line.get_xydata())) for line in lines]
    finite = [(line, points[np.isfinite(points).all(axis=1)]) for line, points in drawn]
    curves = [(line, points) for line, points in finite if len(points)]
    axes.figure.draw_without_rendering()  # so that the limits are known
    scale = axes.transData + axes.transAxes.inverted()
    ends = [float(scale.transform(points[-1])[1]) for _, points in curves]
    order = sorted(range(len(curves)), key=lambda number: ends[number])
    heights: dict[int, float] = {}
    lowest = 0.0
    for place, number in enumerate(order):
        highest = 1 - _LINE * (len(order) - 1 - place)
        heights[number] = lowest = min(max(ends[number], lowest), highest)
        lowest += _LINE
    for number, (line, _) in enumerate(curves):
        axes.annotate(
            str(line.get_label()),
            (1, heights[number]),
            xycoords="axes fraction",
            xytext=(4, 0),
            textcoords="offset points",
            va="center",
            fontsize="small",
            color=line.get_color(),
            annotation_clip=False,
        )


def _draw(
    axes: Axes, kind: str, given: Guarantee, points: list[Rational], delta: Rational, **style: object
) -> list[Guarantee]:
    if kind in ("tradeoff", "renyi"):
        answer = given.to_tradeoff() if kind == "tradeoff" else given.to_renyi()
        curve = answer.value.tradeoff if kind == "tradeoff" else answer.value.budget  # type: ignore[attr-defined]
        heights = [float(curve(point).evalf()) for point in points]
        axes.plot([float(point) for point in points], heights, **style)
        return [answer]
    ask: Callable[[Rational], Guarantee] = (
        (lambda point: given.to_approx(eps=point))
        if kind == "profile"
        else (lambda point: given.compose(point).to_approx(delta))
    )
    places, heights, answers = [], [], []
    for point in points:
        try:
            answer = ask(point)
        except DpsymError:  # beyond a mechanism's greatest loss there is nothing to draw on a logarithmic axis
            continue
        value = answer.value
        height = as_float(upper(value.delta if kind == "profile" else value.eps))  # type: ignore[attr-defined]
        if height > 0:
            places.append(float(point))
            heights.append(height)
            answers.append(answer)
    axes.plot(places, heights, **style)
    return answers


def _figure(kind: str, path: Path, answers: list[Guarantee], library: Registry | None) -> str:
    entries, cites = provenance.backing(answers, library)
    across, up, *_ = _AXES[kind]
    return (
        "\n".join(
            [
                *(f"% dpsym: {id}: {status.value}" for id, status in entries.items()),
                r"\begin{figure}",
                r"  \centering",
                rf"  \includegraphics{{{path.name}}}",
                rf"  \caption{{{up} against {across}; by {cites}.}}",
                r"\end{figure}",
            ]
        )
        + "\n"
    )


def _spaced(low: Rational, high: Rational, *, logarithmic: bool, whole: bool) -> list[Rational]:
    if not low < high or (logarithmic and low <= 0):
        raise GridError(
            f"interval of a plot must be increasing, and positive on a logarithmic axis, got {low} to {high}"
        )
    many = _COUNTS if whole else _POINTS
    steps = range(many)
    if not logarithmic:
        return [low + (high - low) * Rational(step, many - 1) for step in steps]
    ratio = float(high / low)
    places = [low * Rational(ratio ** (step / (many - 1))).limit_denominator(10**6) for step in steps]
    return list(dict.fromkeys(Integer(round(place)) for place in places)) if whole else places


def _styles(count: int) -> list[dict[str, object]]:
    dashes = ("-", "--", "-.", ":")
    return [{"linestyle": dashes[number % 4], "linewidth": 1.2} for number in range(count)]
