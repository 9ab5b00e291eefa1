"""Curves in a notebook: what is registered, and that the page has the numbers of the lines and asks no other host."""

import json
import re
from types import SimpleNamespace

import sympy as sp
from matplotlib.axes import Axes

from dpsym.figure import html, load_ipython_extension, png
from dpsym.plot import axes, curve
from dpsym.symbols import b, eps


def drawn():
    made = axes()
    curve(made, 1 / b, b, (sp.Rational(1, 10), 1), label="<b>")
    curve(made, sp.sqrt(eps - 1), eps, (0, 1))
    made.set(xlabel=r"$\varepsilon$", ylabel=r"$\delta(\varepsilon)$")
    return made


def test_a_notebook_shows_axes_once_it_is_told_to():
    known = {}
    kinds = {
        kind: SimpleNamespace(for_type=lambda type, show, kind=kind: known.update({kind: (type, show)}))
        for kind in ("text/html", "image/png")
    }
    load_ipython_extension(SimpleNamespace(display_formatter=SimpleNamespace(formatters=kinds)))

    assert known == {"text/html": (Axes, html), "image/png": (Axes, png)}
    assert isinstance(drawn(), Axes)
    assert png(drawn()).startswith(b"\x89PNG")


def test_the_page_has_the_points_of_the_lines_and_the_place_of_the_axes():
    shown = html(drawn())
    data = json.loads(re.search(r"const data = (.*);\n", shown)[1])

    assert (data["across"], data["up"], data["scale"]) == ("ε", "δ(ε)", "linear")
    assert 0 < data["left"] < data["right"] <= 1
    assert (data["curves"][0]["name"], data["curves"][1]["name"]) == ("<b>", "")
    assert data["curves"][0]["points"][1][0] == 10
    assert data["curves"][1]["points"][1][0] is None
    assert "<b>" not in shown
    assert "http" not in shown
