"""Curves for a paper: the points drawn, logarithmic axes, and no global state of pyplot."""

import io
import math
import subprocess
import sys

import numpy as np
import pytest
import sympy as sp

from dpsym import Gaussian, Laplace, ParameterError, Renyi
from dpsym.evaluate import numeric
from dpsym.plot import axes, curve
from dpsym.symbols import alpha, b, eps, sigma


def test_a_curve_holds_the_values_of_the_expression():
    made = axes()
    line = curve(made, Laplace(b).renyi(alpha), alpha, (1.1, 64), {b: 2}, label="Laplace")
    places, heights = line.get_data()
    assert (places[0], places[-1]) == (1.1, 64.0)
    assert np.allclose(np.diff(places), places[1] - places[0])
    assert heights.tolist() == numeric(Laplace(b).renyi(alpha), alpha, b)(places, 2.0).tolist()
    assert line.get_label() == "Laplace"
    assert made.get_xlabel() == r"$\alpha$"
    assert made.lines == [line] or list(made.lines) == [line]


def test_on_a_logarithmic_axis_the_points_are_spaced_evenly_there():
    made = axes(log_x=True, log_y=True)
    assert (made.get_xscale(), made.get_yscale()) == ("log", "log")
    places = curve(made, Gaussian(sigma).profile(eps), eps, (1e-3, 1), {sigma: sp.Rational(1, 2)}).get_xdata()
    assert np.allclose(np.diff(np.log(places)), np.log(places[1] / places[0]))


def test_infinite_points_are_left_out():
    closed = Renyi(alpha, Gaussian(0, 2), Gaussian(0, 1)).doit()
    places, heights = curve(axes(), closed, alpha, (1.01, 2)).get_data()
    assert np.isfinite(heights[places < 1.33]).all()
    assert np.isnan(heights[places > 1.34]).all()


def test_the_style_reaches_the_line_and_the_figure_is_saved():
    made = axes(width=2, height=1)
    line = curve(made, alpha**2, alpha, (1, 2), linestyle="--", color="black")
    assert line.get_linestyle() == "--"
    assert tuple(made.figure.get_size_inches()) == (2.0, 1.0)
    curve(made, alpha, alpha, (1, 2), label="identity")
    assert [text.get_text() for text in made.legend().get_texts()] == ["identity"]
    for kind in ("pdf", "svg", "png"):
        written = io.BytesIO()
        made.figure.savefig(written, format=kind)
        assert len(written.getvalue()) > 500


@pytest.mark.parametrize(
    "interval", [(2, 1), (1, 1), (1, math.inf), (math.nan, 1), ("a", 2), (1j, 2), (sp.oo, 2), (b, 2)]
)
def test_an_interval_that_is_not_increasing_and_finite_is_refused(interval):
    with pytest.raises(ParameterError, match="interval of alpha must be increasing and finite"):
        curve(axes(), alpha, alpha, interval)


def test_a_logarithmic_axis_starts_above_zero():
    with pytest.raises(ParameterError, match="positive on a logarithmic axis"):
        curve(axes(log_x=True), alpha, alpha, (0, 1))


def test_a_missing_or_bad_value_is_refused():
    with pytest.raises(ParameterError, match="all free symbols, b too"):
        curve(axes(), Laplace(b).renyi(alpha), alpha, (2, 3))
    with pytest.raises(ParameterError, match="value of b"):
        curve(axes(), Laplace(b).renyi(alpha), alpha, (2, 3), {b: "wide"})


@pytest.mark.slow
def test_matplotlib_is_imported_late_and_pyplot_never():
    code = (
        "import sys, dpsym.plot; late = 'matplotlib' not in sys.modules; from dpsym.symbols import alpha;"
        "dpsym.plot.curve(dpsym.plot.axes(), alpha, alpha, (1, 2));"
        "print(late, 'matplotlib' in sys.modules, 'matplotlib.pyplot' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True", "True", "False"]


@pytest.mark.parametrize(
    ("subject", "kind"),
    [(Laplace(1), "profile"), (Gaussian(2), "tradeoff"), (Laplace(2), "renyi"), (Gaussian(1).compose(4), "profile")],
    ids=str,
)
def test_a_mechanism_draws_what_it_answers(subject, kind):
    (line,) = subject.plot(kind).lines
    place, height = (float(each[10]) for each in line.get_data())
    assert abs(height - float(getattr(subject, kind)(place))) < 1e-9


def test_a_plot_refuses_symbols_and_unknown_kinds():
    with pytest.raises(ParameterError, match="mechanism of a plot must be one without symbols"):
        Laplace(b).plot()
    with pytest.raises(ParameterError, match="kind of a plot must be one of profile, tradeoff, renyi, got 'loss'"):
        Laplace(1).plot("loss")
