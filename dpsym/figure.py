"""Curves in a notebook, to be read off with the mouse: after ``%load_ext dpsym.figure`` axes show themselves."""

from __future__ import annotations

import base64
import hashlib
import io
import json
from html import escape
from math import isfinite
from pathlib import Path
from typing import Any

from matplotlib.axes import Axes

_DOTS = 144
_SCRIPT = Path(__file__).with_suffix(".js")
_LETTERS = {r"\varepsilon": "ε", r"\epsilon": "ε", r"\delta": "δ", r"\alpha": "α", r"\sigma": "σ"}


def load_ipython_extension(shell: Any) -> None:
    """Let a notebook show axes: what ``%load_ext dpsym.figure`` calls."""
    shown = shell.display_formatter.formatters
    shown["text/html"].for_type(Axes, html)
    shown["image/png"].for_type(Axes, png)


def png(axes: Axes) -> bytes:
    """Return the figure of axes as a picture."""
    out = io.BytesIO()
    axes.figure.savefig(out, format="png", dpi=_DOTS)
    return out.getvalue()


def html(axes: Axes) -> str:
    """Return the figure of axes as a picture whose curves can be read off with the mouse, where scripts run."""
    picture = base64.b64encode(png(axes)).decode()  # drawn first: it settles where things stand
    frame, (low, high) = axes.get_position(), axes.get_xlim()
    data = {
        "left": frame.x0,
        "right": frame.x1,
        "scale": axes.get_xscale(),
        "low": low,
        "high": high,
        "across": _plain(axes.get_xlabel()) or "x",
        "up": _plain(axes.get_ylabel()) or "y",
        "curves": [
            {"name": _plain(_label(line)), "points": [list(map(_number, line.get_data()[axis])) for axis in (0, 1)]}
            for line in axes.get_lines()
        ],
    }
    told = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    key = hashlib.sha256(told.encode()).hexdigest()[:12]
    script = _SCRIPT.read_text(encoding="utf-8").replace("KEY", key).replace("DATA", told)
    names = ", ".join(escape(curve["name"]) for curve in data["curves"] if curve["name"])
    width = round(axes.figure.get_figwidth() * 100)
    return (
        f'<div data-dpsym-curves="{key}" style="position:relative;width:{width}px;max-width:100%">'
        f'<img alt="{escape(str(data["up"]))} against {escape(str(data["across"]))}{": " if names else ""}{names}" '
        f'style="width:100%;display:block" src="data:image/png;base64,{picture}">'
        '<i hidden style="position:absolute;top:0;bottom:1.5em;border-left:1px solid #888;pointer-events:none"></i>'
        f'<output style="display:block;height:1.5em;font-size:12px">&nbsp;</output><script>{script}</script></div>'
    )


def _label(line: Any) -> str:
    """Return what a legend says of a line, nothing where it says nothing."""
    label = str(line.get_label())
    return "" if label.startswith("_") else label


def _plain(text: str) -> str:
    """Return the words at an axis without the marks of mathematics."""
    for name, letter in _LETTERS.items():
        text = text.replace(name, letter)
    return text.replace("$", "").replace("\\", "")


def _number(value: float) -> float | None:
    return float(f"{value:.8g}") if isfinite(value) else None
