"""What is made of a paper: text, JSON, LaTeX, tables and figures."""

import json
import re
from fractions import Fraction

import numpy as np
import pytest

from dpsym.enclose import enclose
from dpsym.parameters import alpha
from papers import holds
from papers.errata import PASTE, errata_markdown, errata_record
from papers.erratum import CLASSES, EVIDENCE, FALSE, NO_LOSS, ORIGINS, PRIVACY, WITNESSED
from papers.errors import PaperDataError
from papers.flores_2023 import figures, tables
from papers.folders import part
from papers.mechanism import PrintedMechanism, held
from papers.pages.document import errata_document
from papers.pages.results import figures as figure_environments
from papers.pages.results import mechanisms, results
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
    without_escapes = re.sub(r"\\(?:[&%$#_{}]|[~^](?=\{))", "", without_comments)
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
        next(n for n, line in enumerate(lines) if line.startswith(f"{item.label} ")) for item in any_account.paper.items
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
    page = errata_document(any_account, LIBRARY)

    body = page[page.index(r"\begin{document}") :]
    assert_balanced(body)
    assert not set(outside_math(body)) & set("_^#~$%")
    assert body.count(r"\erratum{") == len(any_account.paper.errata)
    assert body.count(r"\witness{") == 2 * sum(bool(erratum.claim) for erratum in any_account.paper.errata)


def test_every_numbered_result_stands_in_the_table_of_results(any_account):
    table = results(any_account)

    assert_balanced(table)
    assert not set(outside_math(table)) & set("_^#~$%")
    rows = [line for line in table.splitlines() if line.endswith(r"\\ \addlinespace[3pt]")]
    assert len(rows) == len(any_account.judgements)
    assert all(len(re.findall(r"(?<!\\)&", outside_math(row))) == 3 for row in rows)


def test_printed_mechanisms_become_a_table():
    kept = PrintedMechanism("Theorem 1", "noise b = 1/eps", "eps-DP", True, "eps", "b = 1/eps", ("laplace.pure_dp",))
    lost = PrintedMechanism("Section 2", "noise b = 2/eps", "eps-DP", False, "d eps/2", "b = d/eps", ("9.1-scale",))
    table = mechanisms([kept, lost])

    assert_balanced(table)
    assert r"& \textbf{no} & $d\,\penalty700 \varepsilon/2$\newline" in table
    assert r"\texttt{laplace.\allowbreak{}pure\char95{}\allowbreak{}dp}" in table


@pytest.mark.parametrize(("field", "empty"), [("exact", ""), ("least", ""), ("by", ())])
def test_a_printed_mechanism_must_be_told_whole(field, empty):
    told = {
        "where": "Theorem 1",
        "name": "noise",
        "promised": "eps-DP",
        "private": True,
        "exact": "eps",
        "least": "b",
        "by": ("a",),
    }
    with pytest.raises(PaperDataError, match="must"):
        PrintedMechanism(**{**told, field: empty})


@pytest.mark.cases(1 / 3)
@pytest.mark.parametrize(
    "key",
    [
        "flores_2023",
        "lodrant_2019",
        "jazbec_2018",
        "hall_2013",
        pytest.param("near_2021", marks=pytest.mark.slow),
        "dporg_2025",
        pytest.param("opendp_2026", marks=pytest.mark.slow),
        "google_2026",
    ],
)
def test_what_is_said_of_the_printed_mechanisms_is_what_the_registry_and_the_errata_say(key):
    told = judge(load(key), LIBRARY)

    assert held(part(key, "tables").printed_mechanisms(told, LIBRARY), told, LIBRARY)


@pytest.mark.parametrize(
    ("private", "by", "complaint"),
    [(True, "3.1.8", "must be entries and errata"), (False, "laplace.pure_dp", "must be refuted by what is named")],
)
def test_a_mechanism_about_which_the_evidence_says_otherwise_is_refused(account, private, by, complaint):
    one = PrintedMechanism("Teorema 1", "noise", "eps-DP", private, "eps", "b", (by,))
    with pytest.raises(PaperDataError, match=complaint):
        held([one], account, LIBRARY)
    under = next(slip for slip in account.paper.errata if slip.privacy == "under-noises")
    with pytest.raises(PaperDataError, match="must not be called private"):
        held([PrintedMechanism("Teorema 1", "noise", "eps-DP", True, "eps", "b", (under.id,))], account, LIBRARY)


@pytest.fixture(scope="module")
def record(any_account):
    return json.loads(json.dumps(errata_record(any_account, LIBRARY)))


def test_the_errata_of_a_program_have_the_fields_that_are_documented(record, any_account):
    fields = {
        "id",
        "where",
        "place",
        "printed",
        "right",
        "class",
        "privacy",
        "origin",
        "evidence",
        "witness",
        "entries",
        "reference",
        "repair",
        "note",
        "problems",
    }
    assert set(record) == {"paper", "paste", "errata", "counts"}
    assert set(record["paper"]) == {"key", "title", "translated", "author", "year", "bib"}
    assert [erratum["id"] for erratum in record["errata"]] == [erratum.id for erratum in any_account.paper.errata]
    for erratum in record["errata"]:
        assert set(erratum) == fields
        assert erratum["class"] in CLASSES
        assert erratum["origin"] in ORIGINS
        assert erratum["evidence"] in EVIDENCE
        assert erratum["privacy"]["effect"] in PRIVACY
        assert all(set(one) == {"line", "value", "left", "right"} for one in erratum["witness"])
        assert all(set(one) == {"id", "status", "certificate"} for one in erratum["entries"])
    assert {sum(counts.values()) for counts in record["counts"].values()} == {len(record["errata"])}


def test_every_witness_line_evaluates_to_what_the_page_says(record):
    """A reader who pastes the printed claim gets False, and True for the mended one."""
    names: dict = {}
    exec(record["paste"], names)  # noqa: S102
    for erratum in record["errata"]:
        said = [one["value"] for one in erratum["witness"]]
        assert said in ([], [False, True])
        assert [eval(one["line"], names) for one in erratum["witness"]] == said, erratum["id"]  # noqa: S307


def test_every_erratum_that_needs_one_has_a_witness_line(record):
    assert any(erratum["class"] == FALSE for erratum in record["errata"])
    assert all(erratum["witness"] for erratum in record["errata"] if erratum["class"] in WITNESSED)


def test_the_entries_of_an_erratum_are_told_with_the_digest_of_their_certificates(record):
    told = [entry for erratum in record["errata"] for entry in erratum["entries"]]
    assert told
    assert all(entry["certificate"] == LIBRARY.certificate(entry["id"]).fingerprint for entry in told)


def test_the_markdown_has_every_erratum_once_with_its_lines(any_account, record):
    page = errata_markdown(any_account, LIBRARY)

    assert len(re.findall("^### ", page, re.MULTILINE)) == len(record["errata"])
    pasted = re.findall(r"^>>> (.*)\n(True|False)$", page, re.MULTILINE)
    assert sorted(pasted) == sorted(
        (one["line"], str(one["value"])) for erratum in record["errata"] for one in erratum["witness"]
    )
    assert PASTE in page
    losing = sum(erratum["privacy"]["effect"] != NO_LOSS for erratum in record["errata"])
    assert page.count("- Effect on privacy: ") == losing


def test_a_claim_that_cannot_be_decided_is_an_error():
    with pytest.raises(PaperDataError, match="must be a comparison"):
        holds("1 + 1")
    with pytest.raises(PaperDataError, match="must be a comparison"):
        holds("__import__('os') == 1")


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
