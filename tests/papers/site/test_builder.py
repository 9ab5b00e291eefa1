"""The builder on a few entries: what stands on a page, that links lead somewhere, that nothing foreign is replaced."""

import re

import pytest
from click.testing import CliRunner

from dpsym.guarantees import NOTIONS
from mechanisms.errors import FileError
from mechanisms.files import is_marked
from papers.site import documentation, facets, listing, matrix, reference
from papers.site.diagram import atlas, neighbourhood
from papers.site.entry import Around, entry_page, kernel_scripts, statuses
from papers.site.mathematics import display, prose
from papers.site.page import Page, Writer
from tests.papers.site.addresses import Page as Read
from theorems.registry import registry
from theorems.search import search

TRUE, FALSE = "max.laplace", "amplification.poisson.linear.printed"


@pytest.fixture(scope="module")
def library():
    return registry()


@pytest.fixture(scope="module")
def built(library, tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    writer, known = Writer(folder, (("theorems", "Theorems"),)), statuses(library)
    told, history = (
        {TRUE: [("a_paper", "Lemma 1", "holds")]},
        {TRUE: [("2026-01-01", "sampled"), ("2026-01-03", "proved")]},
    )
    for id in (TRUE, FALSE):
        writer.page(entry_page(library, id, Around(known, told, history)))
    writer.page(listing.entries_page(library))
    writer.page(listing.refuted_page(library))
    writer.static()
    return writer


def text(built, name):
    return (built.folder / name / "index.html").read_text(encoding="utf-8")


def test_a_formula_is_mathml_without_what_browsers_know_by_themselves():
    made = display(r"\operatorname{Laplace}\left(0, b\right) < \infty")

    assert made.startswith('<math display="block">')
    assert "<mi>Laplace</mi>" in made
    assert "<mi>∞</mi>" in made
    assert "<mo>&#x0003C;</mo>" in made
    assert "xmlns" not in made


@pytest.mark.slow
def test_no_statement_has_two_subscripts_at_one_letter(library):
    for id in library:
        display(library.card(id).latex.statement)


def test_prose_has_formulas_between_dollars_and_nothing_else_is_markup():
    made = prose(r"$P$ any law <b>")

    assert made.count("<math") == 1
    assert "&lt;b&gt;" in made


def test_the_page_of_an_entry_says_what_is_known_of_it(built, library):
    shown = text(built, f"theorems/{TRUE}")
    page = Read(built.folder / "theorems" / TRUE / "index.html")

    assert library.card(TRUE).title in shown
    assert shown.count("<math") >= 2
    assert "Derived from the definition" in shown
    assert "@" in shown.partition("<summary>BibTeX")[2].partition("</details>")[0]
    assert rf"\label{{thm:{TRUE}}}" in shown
    assert f"show(&#34;{TRUE}&#34;)" in shown
    assert "a_paper, Lemma 1" in shown
    assert "Fails at" not in shown
    assert shown.index("since <time>2026-01-03") < shown.index("since <time>2026-01-01")
    assert page.headings[0] == 1
    assert page.headings.count(1) == 1


def test_the_page_of_a_false_statement_has_its_witness_and_its_repair(built, library):
    shown = text(built, f"theorems/{FALSE}")

    assert "Fails at" in shown
    assert f"{library.corrections[FALSE]}/index.html" in shown
    assert "Derivation" not in shown


def test_the_python_of_an_entry_runs(library, capsys):
    card = library.card(TRUE)
    lines = entry_page(library, TRUE, Around(statuses(library))).content["python"]
    exec(lines, {})  # noqa: S102

    said = capsys.readouterr().out
    assert card.title in " ".join(said.split())
    assert "1." in said


def test_every_refuted_statement_is_on_its_page_and_no_other(built, library):
    shown = text(built, "refuted")
    refuted = {id for id, status in statuses(library).items() if status == "refuted"}

    assert set(re.findall(r'class="false" id="([^"]+)"', shown)) == refuted
    assert shown.count("Fails at") == len(refuted)


def test_rows_are_filtered_by_what_their_statements_say(library):
    found = facets.facets(library, "renyi.laplace")

    assert (found.topic, found.quantities, found.families) == ("renyi", ("Rényi divergence",), ("laplace",))
    assert found.status == library.own_status("renyi.laplace").value


def test_the_numbers_of_a_row_are_those_of_its_options(built, library):
    shown = text(built, "theorems")
    (row,) = re.findall(r"<li data-x=([^>]+)><a href=renyi.laplace/", shown)
    options = [
        {number: value for value, number in re.findall(r'<option value="([^"]*)" data-n="(\d+)"', select)}
        for select in re.findall(r"<select.*?</select>", shown, re.DOTALL)
    ]
    values = [{axis[number] for number in part.split(",")} for axis, part in zip(options, row.split("|"), strict=True)]

    assert values[0] == {library.own_status("renyi.laplace").value}
    assert values[1:4] == [{"Rényi divergence"}, {"laplace"}, {"renyi"}]


def test_the_index_has_every_entry_and_the_words_of_the_registry_search(library):
    data = listing.search_data(library)

    assert [row[0] for row in data["rows"]] == list(library)
    assert all(key in data["sources"] for row in data["rows"] for key in row[4])
    assert search("renyi laplace", map(library.card, library))[0] in [row[0] for row in data["rows"]]
    assert ["sparse vector", "svt"] in [list(pair) for pair in data["phrases"]]


def test_the_map_joins_what_rests_on_what(library):
    data, drawn = listing.graph_data(library), atlas(library)
    ids = list(library)

    assert [ids[place] for place in data["renyi.laplace"][2]] == list(library.rests_on("renyi.laplace"))
    assert drawn.count("<circle") == len(ids)


@pytest.mark.slow
def test_a_neighbourhood_names_what_there_is_no_room_for(library):
    crowded = max(library, key=lambda id: len(library.used_by(id)))

    assert "more</text>" in neighbourhood(library, crowded)
    alone = [id for id in library if not library.rests_on(id) and not library.used_by(id)]
    assert all(not neighbourhood(library, id) for id in alone[:3])


def test_what_is_written_is_marked_and_what_is_foreign_stays(built, tmp_path):
    assert all(is_marked(built.folder / name) for name in built.sizes)
    (tmp_path / "index.html").write_text("mine")

    with pytest.raises(FileError, match="unless --force"):
        Writer(tmp_path, ()).page(Page("", "Title", "docs", {"contents": []}))


def test_pages_are_small(built):
    assert {name: size for name, size in built.sizes.items() if size >= 200_000} == {}


def test_a_docstring_becomes_paragraphs_lists_and_formulas():
    made = reference.docstring(
        "What it does, by `other`.\n\n.. math:: x^2\n\n"
        "Parameters\n----------\neps : real\n    In nats, :math:`\\ge 0`.\n\nRaises\n------\nValueError\n    If not."
    )

    assert "<p>What it does, by <code>other</code>.</p>" in made
    assert made.count("<math") == 2
    assert "<dt>eps : real</dt>" in made
    assert made.index("<h3>Parameters</h3>") < made.index("<h3>Raises</h3>")


def test_markdown_has_formulas_tables_and_no_html_of_its_own():
    made = documentation.rendered(
        "A $x^2$ <script>\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\n```python\n>>> 1  # doctest: +ELLIPSIS\n```\n"
    )

    assert "<math" in made
    assert "<script>" not in made
    assert '<div class="wide"><table>' in made
    assert "doctest" not in made


def test_every_kind_of_documentation_is_there():
    assert {kind: bool(names) for kind, names in documentation.contents()} == dict.fromkeys(
        ("Tutorial", "How to", "Reference", "Explanation"), True
    )
    written = [path for pattern in ("*.md", "notebooks/*.ipynb") for path in documentation.SOURCES.glob(pattern)]
    assert {path.stem for path in written} <= set(documentation.documents())


def test_links_between_sources_lead_to_the_pages_that_are_made_of_them():
    made = documentation.rendered("[a](own.md) [b](site:graph) [c](https://example.org) [d](../../pyproject.toml)")

    assert 'href="../own/index.html"' in made
    assert 'href="../../graph/index.html"' in made
    assert 'href="https://example.org"' in made
    assert "pyproject" not in made


def test_a_notebook_shows_its_outputs_formulas_as_mathematics():
    made = documentation.rendered(documentation.documents()["a-bound-from-scratch"].text)

    assert "M.renyi(alpha)" in made
    assert made.count("<math") >= 2
    assert "1. shift and rescale" in made
    assert "descent" in made


PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="


@pytest.mark.parametrize(
    ("output", "expected"),
    [
        (
            {"data": {"image/png": [PIXEL[:40] + "\n", PIXEL[40:]], "text/plain": ["<Axes>"]}},
            f'alt="&lt;Axes&gt;" src="data:image/png;base64,{PIXEL}"',
        ),
        (
            {"data": {"image/svg+xml": ["<svg/>"], "text/plain": ["a"]}},
            'alt="a" src="data:image/svg+xml;base64,PHN2Zy8+"',
        ),
        (
            {"data": {"text/html": ["<table>```</table>"], "text/plain": ["a"]}},
            '<div class="wide"><table>```</table></div>',
        ),
        ({"data": {"text/plain": ["<b>"]}}, "<code>&lt;b&gt;</code>"),
        ({"output_type": "stream", "text": ["said\n"]}, "<code>said</code>"),
        ({"output_type": "error", "traceback": ["went wrong"]}, "<code>went wrong</code>"),
    ],
    ids=["png", "svg", "html", "text", "printed", "error"],
)
def test_an_output_of_a_notebook_is_shown_as_what_it_is(output, expected):
    assert expected in documentation.rendered(documentation._shown(output))


def test_markup_in_a_guide_is_text():
    assert "<b>" not in documentation.rendered("<b>bold</b>")


def test_curves_of_a_notebook_are_shown_to_be_read_off():
    made = documentation.rendered(documentation.documents()["dp-sgd-accounting"].text)

    assert 'src="data:image/png;base64,' in made
    assert "data-dpsym-curves" in made


def test_proofs_of_the_kernel_are_there_to_copy():
    assert all("Proof." in text for text in kernel_scripts().values())


def test_every_notion_has_a_row_in_the_matrix_of_routes():
    assert set(matrix.examples()) == set(matrix.ORDER) == set(NOTIONS)


def test_without_its_libraries_the_command_names_the_extra(monkeypatch, tmp_path):
    from papers.site import command

    monkeypatch.setattr(command, "_NEEDED", ("no_such_library",))
    found = CliRunner().invoke(command.site, ["--out", str(tmp_path)])

    assert found.exit_code == 2
    assert "dpsym[site]" in found.output
