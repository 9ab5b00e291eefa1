"""The figures of chapter 7 of jazbec_2018 and its slides: drawings, verdicts, and what the errata say."""

import dataclasses
import itertools
import math
import re

import numpy as np
import pytest

from papers.jazbec_2018 import data, figures, formulas, measured, tables
from papers.jazbec_2018.practical import CHAPTER_7
from papers.jazbec_2018.slides import SLIDES
from papers.paper import load
from tests.papers.judging import judged
from theorems.registry import registry

LIBRARY = registry()
PAPER = load("jazbec_2018")
BY_ID = {erratum.id: erratum for erratum in PAPER.errata}
LABELS = [result.label for result in (*CHAPTER_7, *SLIDES)]
SHOWN = [result for result in (*CHAPTER_7, *SLIDES) if result.illustration]
HERE = [
    erratum
    for erratum in PAPER.errata
    if erratum.where in LABELS or erratum.where.startswith(("Razdelek 7", "Prosojnice"))
]
SCALES = data.released("tabela_2")
FIGURES = list(figures.FAMILIES)


@pytest.fixture(scope="module")
def account():
    return judged(PAPER, LIBRARY)


# ---- figures


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_has_its_curves_on_one_path(name):
    points, densities, noises = figures.curves(name)
    found = figures.noise(*data.budget(figures.FAMILIES[name].row))
    path = noises["as printed"] / found.printed

    assert (points[0], points[-1]) == (-1, 7)
    assert noises["least noise"] == pytest.approx(found.least * path)
    assert noises["by the corollary"] == pytest.approx(2 * noises["as printed"])
    assert noises["as in the notebook"][0] == 0
    assert densities["released as printed"][0] != densities["estimate"][0]
    upper, lower = figures.draw(name, LIBRARY).figure.axes
    assert [text.get_text() for text in upper.get_legend().get_texts()] == list(densities)
    assert [text.get_text() for text in lower.get_legend().get_texts()] == list(noises)


@pytest.mark.parametrize("name", FIGURES)
def test_the_curves_of_a_figure_can_be_told_apart(name):
    """Between any two noises of the lower part there is room, and only the pinned one starts at 0."""
    _, _, noises = figures.curves(name)
    height = max(np.ptp(noise) for noise in noises.values())

    for one, other in itertools.combinations(noises.values(), 2):
        assert np.max(np.abs(one - other)) > height / 50
    assert [label for label, noise in noises.items() if noise[0] == 0] == ["as in the notebook"]


def test_the_notebook_divides_whole_numbers():
    """In Python 2 d/2 is 0 at d = 1; the coefficient is that of the notebook, evaluated as Python 2 does it."""
    for row in data.rows("slike"):
        eps, delta = map(float, data.budget(row))
        h, n, d = 0.6, 200, int(data.programmed("dimension"))
        coefficient = math.sqrt(math.log(2 / delta)) / (eps * n * (2 * math.pi * h**2) ** (d // 2))
        sensitivity = math.sqrt(2) / (n * math.sqrt(2 * math.pi) * h)

        assert data.programmed("python").startswith("2.")
        assert figures.noise(*data.budget(row)).programmed == pytest.approx(coefficient / sensitivity)
    assert [
        noise.programmed >= noise.least for noise in (figures.noise(*data.budget(row)) for row in data.rows("slike"))
    ] == [True] * 3


@pytest.mark.parametrize("name", FIGURES)
def test_the_estimate_of_a_figure_is_a_density_with_two_modes(name):
    points, densities, _ = figures.curves(name)
    low, high = figures.modes(points, densities["estimate"])

    assert low == pytest.approx(1, abs=0.6)
    assert high == pytest.approx(5, abs=0.6)
    assert 0.9 < float(np.trapezoid(densities["estimate"], points)) < 1


def test_a_caption_says_what_the_noise_is_worth():
    captions = {name: figures.FAMILIES[name].caption for name in FIGURES}

    assert "4.3 times the least" in captions["slika_1"]
    assert "1.1 times the least" in captions["slika_2"]
    assert r"exact $\delta$ is 0.357" in captions["slika_3"]
    assert all(caption.count("$") % 2 == 0 for caption in captions.values())


# ---- verdicts, errata, slides


@pytest.mark.parametrize("result", SHOWN, ids=lambda result: result.label)
def test_every_table_and_figure_comes_out_as_it_should(result):
    assert result.illustration(LIBRARY).agrees


def test_the_numbers_in_the_errata_are_the_computed_ones():
    first, last = SCALES[0], SCALES[-1]
    best = {row["epsilon"]: row for row in data.rows("measured_optimum")}
    wrong = [measured.wrong_answer(row) for row in data.released("tabela_5")]
    named = [1 - 47 * p * (1 - p) ** 999 for p in wrong]
    b = measured.scale(first)

    assert (
        f"{float(best['0.1']['lower_dollars']):.0f} and {float(best['0.1']['upper_dollars']):.0f}"
        in BY_ID["T4-noise"].correct
    )
    assert (
        f"{float(best['11']['lower_dollars']):.2f} and {float(best['11']['upper_dollars']):.1f}"
        in BY_ID["T4-noise"].correct
    )
    shares = [
        f"{float(best['2'][side]) / formulas.lower_bound(data.released('tabela_4')[1]):.1f}"
        for side in ("lower_dollars", "upper_dollars")
    ]
    assert f"{' to '.join(shares)} times the bound" in BY_ID["T4-noise"].correct
    assert f"delta at 0.1 is {formulas.exact_delta(first, 3000):.4f}" in BY_ID["7.1-range"].note
    assert f"deviation of {b * math.sqrt(2) / 1000:.1f}, not {b * math.sqrt(2 / 1000):.0f}" in BY_ID["7.1-most"].correct
    assert f"{measured.greatest_deviation(1.0).mean:.1f} b" in BY_ID["T4-gamma"].correct
    assert f"= {measured.DIAMETER / measured.scale(last):.1f}" in BY_ID["7.1-breaks"].correct
    assert min(named) > 0.988
    assert sorted(named)[1] > 0.9999
    assert "0.988" in BY_ID["T5-support"].amount
    assert min(data.STATES.values()) == 1


@pytest.mark.parametrize("number", range(1, 8))
def test_another_digit_on_the_slides_is_found_out(monkeypatch, number):
    rows = tables.rows

    def doctored(name):
        found = rows(name)
        last = list(found[-1])[-1]
        return (*found[:-1], {**found[-1], last: found[-1][last] + "9"}) if name.startswith("prosojnice") else found

    assert tables.same_as_thesis(number)(LIBRARY).agrees
    monkeypatch.setattr(tables, "rows", doctored)
    assert not tables.same_as_thesis(number)(LIBRARY).agrees


def test_a_wrong_digit_in_a_table_is_found_out(monkeypatch):
    doctored = [{**row, "b": str(int(row["b"]) + 1)} for row in SCALES]
    monkeypatch.setattr(tables, "released", lambda name: doctored)

    assert not tables.scales_compared(LIBRARY).agrees


def test_an_outlier_in_a_table_is_found_out():
    far = dataclasses.replace(measured.deviations()[0], printed="18000")

    assert far.is_outlier
    assert not measured.summary([far]).agrees


def test_the_tables_are_well_formed(account):
    text = tables.comparison(account, LIBRARY)
    found = re.findall(r"\\begin\{tabular\}\{(\w+)\}(.*?)\\end\{tabular\}", text, re.DOTALL)

    assert len(found) == len(tables.CAPTIONS) == 6
    for columns, body in found:
        lines = [
            line.partition("%")[0] for line in body.splitlines() if line.rstrip().partition(" %")[0].endswith(r"\\")
        ]
        assert lines
        assert {line.count("&") for line in lines} == {len(columns) - 1}
    assert set(tables.key_numbers(account, LIBRARY)) >= {"jazbecScale", "jazbecStates"}
