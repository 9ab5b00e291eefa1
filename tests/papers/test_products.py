"""What is made of a paper: text, JSON, LaTeX, tables and figures."""

import json
import re
from fractions import Fraction

import numpy as np
import pytest

from dpsym.enclose import enclose
from dpsym.parameters import alpha
from papers.flores_2023 import figures, tables
from papers.latex import errata_page, figure_environments
from papers.paper import load
from papers.text import WIDTH, as_record, errata_text, results_text
from papers.verdict import judge
from theorems.registry import registry

LIBRARY = registry()


@pytest.fixture(scope="module", params=["flores_2023", "lodrant_2019"])
def any_account(request):
    return judge(load(request.param), LIBRARY)


@pytest.fixture(scope="module")
def account():
    return judge(load("flores_2023"), LIBRARY)


@pytest.fixture(scope="module")
def table(account):
    return tables.comparison(account, LIBRARY)


def outside_math(latex):
    """Return LaTeX without comments, formulas and escaped characters."""
    without_comments = re.sub(r"(?<!\\)%.*", "", latex)
    without_escapes = re.sub(r"\\[&%$#_{}]", "", without_comments)
    return re.sub(r"\$[^$]*\$", "", without_escapes)


def assert_balanced(latex):
    depth = 0
    for character in re.sub(r"\\[{}]", "", re.sub(r"(?<!\\)%.*", "", latex)):
        depth += (character == "{") - (character == "}")
        assert depth >= 0
    assert depth == 0
    assert re.findall(r"\\begin\{(\w+\*?)\}", latex) == re.findall(r"\\end\{(\w+\*?)\}", latex)[::-1]
    assert len(re.findall(r"(?<!\\)\$", re.sub(r"(?<!\\)%.*", "", latex))) % 2 == 0


def test_the_results_read_at_80_columns(any_account):
    lines = results_text(any_account).splitlines()

    assert max(map(len, lines)) <= WIDTH
    positions = [
        next(n for n, line in enumerate(lines) if line.startswith(f"{item.label} "))
        for item in any_account.paper.items
    ]
    assert positions == sorted(positions)


def test_a_result_stands_under_its_section(account):
    paper = account.paper

    assert paper.section_of(paper.item("Proposición 2.3.4")) == "Sección 2.3"
    assert paper.section_of(paper.item("Teorema A.0.1")) == "Apéndice A"
    assert paper.section_of(paper.item("Cuadro 5.1")) == "Sección 5.4"


def test_no_section_is_opened_twice(any_account):
    told = results_text(any_account).partition("Between the numbered results")[0]
    opened = [line for line in told.splitlines() if re.match(r"[\dA][\d.]*  \w", line)]

    assert len(opened) == len(set(opened)) >= 8


def test_the_errata_are_told_with_the_numbers_of_their_witness(account):
    text = errata_text(account)

    assert all(erratum.id in text for erratum in account.paper.errata)
    flowing = " ".join(text.split())
    claim = "HockeyStick(2*log(14), Finite(1/2, 1/2), Finite(0, 1)) <= 2*exp(2)/30"
    assert f"claim {claim} false: 0.5 <= 0.492603739" in flowing
    assert "Lema 1.3.3, which does not exist" in flowing
    assert "Proposición 2.3.6, which is another" in flowing


def test_no_line_of_the_errata_is_wider_than_the_page(any_account):
    assert max(map(len, errata_text(any_account).splitlines())) <= WIDTH


def test_the_record_is_json_and_says_all(any_account):
    record = json.loads(json.dumps(as_record(any_account)))

    assert len(record["results"]) == len(any_account.paper.items)
    assert len(record["errata"]) == len(any_account.paper.errata)
    assert sum(record["counts"].values()) == len(record["results"])
    assert record["ok"] is any_account.ok
    assert record["paper"]["key"] == any_account.paper.key
    assert all(result["findings"] for result in record["results"])


def test_the_table_is_well_formed(table):
    assert_balanced(table)
    rows = [line for line in table.splitlines() if r"\\ %" in line]

    assert len(rows) == 2 * len(tables.ROWS)
    for row in rows:
        assert len(re.findall(r"(?<!\\)&", re.sub(r"(?<!\\)%.*", "", row))) == 5
    columns = re.search(r"\\begin\{tabular\}\{(.*)\}$", table, re.MULTILINE).group(1)
    assert len(re.sub(r"\{[^}]*\}", "", columns)) == 6


def test_the_table_has_no_unescaped_characters(table):
    assert not set(outside_math(table)) & set("_^#~$%<>")


def test_the_table_says_what_the_registry_says(table, account):
    for cells in tables.ROWS.values():
        for cell in cells:
            assert cell.label in table
            for id in cell.entries:
                assert LIBRARY.own_status(id).value in next(line for line in table.splitlines() if id in line)


def test_the_table_is_not_called_the_same_when_a_reference_goes_astray(monkeypatch):
    monkeypatch.setitem(
        tables.ROWS, "Post-processing", (tables.Cell("DP", "Lema 2.3.2", ("hockey_stick.data_processing",)),)
    )

    assert not tables.comparison_compared(LIBRARY).agrees


def test_the_histogram_is_the_printed_one():
    assert tables.histogram_compared(LIBRARY).agrees


def test_another_histogram_is_found_out(monkeypatch):
    rows = tables._rows
    doctored = [{"group": "A", "rhesus": "+", "count": "3"}]
    monkeypatch.setattr(tables, "_rows", lambda name: doctored if "histogram" in name else rows(name))

    assert not tables.histogram_compared(LIBRARY).agrees


def test_the_errata_page_is_well_formed(any_account):
    page = errata_page(any_account)

    assert_balanced(page)
    body = page[page.index(r"\toprule") :]
    assert not set(outside_math(body)) & set("_^#~$%<>")
    rows = [line for line in body.splitlines() if r"\addlinespace %" in line]
    assert len(rows) == len(any_account.paper.errata)
    assert all(len(re.findall(r"(?<!\\)&", re.sub(r"(?<!\\)%.*", "", row))) == 2 for row in rows)


@pytest.mark.parametrize("name", figures.FAMILIES)
def test_a_drawn_curve_is_the_budget_of_the_registry(name):
    family = figures.FAMILIES[name]
    lines = figures.draw(name, LIBRARY).get_lines()

    for value, line in zip(family.values, lines, strict=True):
        orders, heights = line.get_data()
        assert (orders[0], orders[-1]) == figures.ORDERS
        assert 0 < heights[0] < heights[1]
        printed = LIBRARY[family.entry].statement.rhs.xreplace({family.symbol: value})
        for index in range(1, len(orders), 50):
            exact = enclose(printed, {alpha: Fraction(orders[index])}, digits=20).mid
            assert heights[index] == pytest.approx(exact, rel=1e-11)


@pytest.mark.parametrize("name", figures.FAMILIES)
def test_a_figure_has_its_curves_and_says_where_its_parameters_are_from(name):
    family = figures.FAMILIES[name]
    axes = figures.draw(name, LIBRARY)

    assert [line.get_label() for line in axes.get_lines()] == list(family.labels)
    assert all(np.isfinite(line.get_ydata()).all() for line in axes.get_lines())
    assert "does not print its parameters" in family.caption
    assert_balanced(figure_environments({name: family.caption}))


@pytest.mark.parametrize("factor", [1.01, float("nan")])
def test_a_curve_that_is_off_is_found_out(monkeypatch, factor):
    right = figures.numeric
    monkeypatch.setattr(
        figures, "numeric", lambda *given: lambda orders: [factor * value for value in right(*given)(orders)]
    )

    assert not figures.gauss_compared(LIBRARY).agrees
