"""Tables and figures of guarantees: rounded up, with their sources, and refused where a cell is no number."""

import re
from fractions import Fraction
from itertools import pairwise

import pytest
from click.testing import CliRunner
from sympy import Integer, Rational

from dpsym.plot import axes
from theorems.cli import main
from theorems.errors import GridError
from theorems.export.curves import label_lines, named, plot
from theorems.export.grid import Grid, Row, latex_table

_LAPLACE = Row("Laplace", "Laplace(10).compose(k).to_approx(delta=1e-6)")
_COUNTS = (Integer(1), Integer(10))


def _cells(table):
    line = next(line for line in table.splitlines() if "Laplace &" in line)
    return [Fraction(cell.strip(" \\")) for cell in line.split("&")[1:]]


def test_numbers_are_rounded_up_to_the_declared_digits():
    from dpsym import Laplace
    from dpsym.curves import curve

    cells = _cells(latex_table(Grid((_LAPLACE,), "k", _COUNTS, digits=4)))
    for count, cell in zip((1, 10), cells, strict=True):
        truth = curve((Laplace(10), count)).epsilon(Rational(1, 10**6), 15)
        assert truth.upper <= cell <= truth.lower * Fraction(1001, 1000)


def test_the_caption_names_sources_and_the_comment_names_entries():
    table = latex_table(Grid((_LAPLACE,), "k", _COUNTS), caption="Loss.", label="tab:x")
    assert r"\caption{Loss. Rounded up to 5 digits; by \cite" in table
    assert r"\label{tab:x}" in table
    assert "% dpsym: profile.composed.laplace: " in table
    assert table.count("{") == table.count("}")


def test_columns_of_great_and_small_numbers_have_exponents():
    rows = (
        Row("Laplace", "Laplace(10000000).compose(k).to_approx(delta=0)"),
        Row("other", "Laplace(1/1000).compose(k).to_approx(delta=0)"),
    )
    table = latex_table(Grid(rows, "k", (Integer(1), Integer(1000)), digits=3))
    assert "1.00e-7" in table
    assert re.search(r"table-format=1\.2e-\d", table)


@pytest.mark.parametrize(
    "row",
    [
        pytest.param("Laplace(b).compose(k).to_approx(delta=1e-6)", marks=pytest.mark.slow),
        "Laplace(10).compose(k).to_renyi()",
        "Laplace(10).compose(k).epsilon(1/10)",
    ],
)
def test_a_cell_that_is_no_number_is_refused(row):
    with pytest.raises(GridError, match="table"):
        latex_table(Grid((Row("x", row),), "k", _COUNTS))


@pytest.mark.parametrize("digits", [0, 13, 2.5, True])
def test_digits_must_be_a_small_whole_number(digits):
    with pytest.raises(GridError, match="digits of a table"):
        Grid((_LAPLACE,), "k", _COUNTS, digits)


def test_the_command_writes_the_table(tmp_path):
    out = tmp_path / "table.tex"
    arguments = ["table", "--row", "Laplace", _LAPLACE.text, "--over", "k", "1,10", "--out", str(out)]
    assert CliRunner().invoke(main, arguments, catch_exceptions=False).exit_code == 0
    assert _cells(out.read_text())


@pytest.mark.parametrize(
    ("kind", "texts"),
    [
        ("tradeoff", ["Laplace(1)", "RR(1)"]),
        ("renyi", ["Laplace(1)"]),
        pytest.param("profile", ["Laplace(1)"], marks=pytest.mark.slow),
        pytest.param("composition", ["RR(0.1)"], marks=pytest.mark.slow),
    ],
)
def test_a_figure_is_drawn_with_its_sources_in_the_caption(tmp_path, kind, texts):
    path = tmp_path / "figure.pdf"
    told = plot(kind, texts, path, interval=(Rational(1, 5), Rational(4, 5)) if kind == "tradeoff" else None)
    assert path.read_bytes().startswith(b"%PDF")
    assert r"\includegraphics{figure.pdf}" in told
    assert r"\cite" in told


def test_an_unknown_kind_of_figure_is_refused(tmp_path):
    with pytest.raises(GridError, match="plot must be of one of"):
        plot("histogram", ["Laplace(1)"], tmp_path / "x.pdf")


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("Gaussian(sigma=5)", r"Gaussian($\sigma =\,$5)"),
        ("Laplace(10).compose(3)", "Laplace(10), 3 times"),
        ("Gaussian(sigma=2).subsample(0.01)", r"Gaussian($\sigma =\,$2) on a share of 0.01"),
        ("PureDP(1e-3)", r"PureDP($10^{-3}$)"),
    ],
)
def test_a_curve_is_labelled_by_letters_and_words(text, label):
    assert named(text) == label


def test_lines_are_labelled_behind_their_ends_apart_from_one_another():
    made = axes()
    for number in range(4):
        made.plot([0, 1], [0, 1 + number / 1000], label=f"line {number}")
    label_lines(made)
    places = sorted(text.xy[1] for text in made.texts)
    assert len(places) == 4
    assert min(b - a for a, b in pairwise(places)) > 0.08
    assert places[0] >= 0
    assert places[-1] <= 1
    assert made.get_legend() is None


def test_a_plot_is_shown_when_asked_for(tmp_path, monkeypatch):
    shown = []
    monkeypatch.setattr("click.launch", shown.append)
    path = str(tmp_path / "x.png")
    for flags in ([], ["--show"]):
        found = CliRunner().invoke(main, ["plot", "tradeoff", "Laplace(1)", "--out", path, *flags])
        assert found.exit_code == 0, found.output

    assert shown == [path]
