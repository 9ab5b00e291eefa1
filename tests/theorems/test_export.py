"""Entries for other programs: LaTeX, BibTeX, DOT, JSON, pictures."""

import json
import re

import pytest
from planted_registry import entry, told, x
from sympy import Interval, Le, Lt, oo, symbols

from dpsym import AnyLaw, Renyi
from dpsym.distributions import AnyKernel, Laws
from theorems.bibliography import bibtex, records, reference
from theorems.check import run
from theorems.entry import Cite
from theorems.errors import UnknownIdError
from theorems.export import drawing, latex
from theorems.outcome import DPSYM, MECHANISM
from theorems.registry import Registry
from theorems.status import Status

alpha = symbols("alpha", positive=True)
P, Q, K = AnyLaw("P"), AnyLaw("Q"), AnyKernel("K")

BIBLIOGRAPHY = r"""% a comment with an @article{decoy, inside}
@article{renyi1961,
  author  = {R{\'e}nyi, Alfr\'ed and Erd{\H{o}}s, P{\'a}l},
  title   = "On {M}easures of {Entropy} \& Information",
  journal = {Proceedings -- Part~1},
  volume  = 4,
  year    = {1961},
}

@book{plain,
  title = {A {nested {title}}},
  publisher = {Press}
}
@misc{bare, note = {only a note}}
"""


def planted(id, *statuses, **fields):
    checks = (told(status, DPSYM if status is Status.PROVED else MECHANISM) for status in statuses)
    return entry(id, *checks, **fields)


@pytest.fixture(scope="module")
def bibliography(tmp_path_factory):
    path = tmp_path_factory.mktemp("sources") / "refs.bib"
    path.write_text(BIBLIOGRAPHY, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def library(tmp_path_factory, bibliography):
    """Return a registry whose titles and sources hold what LaTeX reads as commands."""
    laws = {P: Laws("full"), Q: Laws(), K: Laws("full"), alpha: Interval.open(1, oo)}
    entries = (
        planted(
            "a.base",
            title=r"50 % of A & B_1, {x} ~ $3^2 #1 \ <",
            cites=(Cite("renyi1961", "Section 2 [b], 5 %", "v1"),),
        ),
        planted(
            "a.top", Status.PROVED, Status.SAMPLED, uses=("a.base",), cites=(Cite("plain", ""), Cite("bare", "p. 3"))
        ),
        planted("a.false", Status.REFUTED),
        planted("a.repaired", Status.SAMPLED, corrects="a.false", uses=("a.top",)),
        planted("a.sharp", Status.SAMPLED, sharpens="a.repaired", hypotheses=(Lt(x, 3, evaluate=False),)),
        planted("a.laws", statement=Le(0, Renyi(alpha, P, Q), evaluate=False), domain=laws, typical={alpha: (2, 3)}),
    )
    library = Registry(entries, tmp_path_factory.mktemp("certificates"), bibliography)
    list(run(library, list(library)))
    return library


def balanced(text):
    """Return whether unescaped braces close in order and $ come in pairs."""
    bare = re.sub(r"\\[\\{}$&%#_]", "", text)
    depth = 0
    for character in bare:
        depth += (character == "{") - (character == "}")
        if depth < 0:
            return False
    return depth == 0 and bare.count("$") % 2 == 0


def test_every_character_that_latex_reads_as_a_command_is_escaped():
    assert latex.escape(r"\{}$&%#_~^<>") == (
        r"\textbackslash{}\{\}\$\&\%\#\_\textasciitilde{}\textasciicircum{}\textless{}\textgreater{}"
    )
    assert latex.escape("Rényi, Théorème 3") == "Rényi, Théorème 3"
    assert "\n" not in latex.escape("two\nlines")


def test_the_table_has_a_row_an_entry_with_three_cells(library):
    text = latex.table(library, list(library))
    rows = text.partition("\\midrule\n")[2].partition("  \\bottomrule")[0].splitlines()
    assert len(rows) == len(library)
    for row, id in zip(rows, library, strict=True):
        cells, _, comment = row.rpartition(r" \\[\jot] % ")
        assert comment.partition(": ")[0] == id
        assert len(re.findall(r"(?<!\\)&", cells)) == 2
        assert balanced(cells)
    assert [rule in text for rule in (r"\toprule", r"\midrule", r"\bottomrule", r"\begin{tabular}{lll}")] == [True] * 4
    assert r"\emph{false:}" in next(row for row in rows if "% a.false" in row)
    assert sum("false:}" in row for row in rows) == 1


def test_the_table_says_what_may_be_relied_on(library):
    rows = {
        row.split("% ")[-1].partition(": ")[0]: row.split(" & ")[3].split(r" \\[")[0]
        for row in latex.table(library, list(library), status=True).splitlines()
        if "% a." in row
    }
    assert rows == {
        "a.base": "claimed",
        "a.top": "proved, given a.base",
        "a.false": "false, corrected by a.repaired",
        "a.repaired": "sampled, given a.base",
        "a.sharp": "sampled",
        "a.laws": "claimed",
    }


def test_sources_are_cited_to_the_number(library):
    text = latex.table(library, ["a.base", "a.top", "a.false"])
    assert r"\cite[{Section 2 [b], 5 \%}]{renyi1961}" in text
    assert r"\cite{plain,bare} (p. 3)" in text
    assert " & --- " in text


def test_an_entry_is_a_theorem_with_its_domain_hypotheses_and_source(library):
    text = latex.entry(library, "a.sharp")
    assert r"For $x \in \left(0, \infty\right)$ such that $x < 3$," in text
    assert r"\label{thm:a.sharp}" in text
    assert r"x \leq x + 1." in text
    assert text.startswith("% a.sharp: sampled\n")
    assert text.count(r"\begin{") == text.count(r"\end{") == 2
    named = latex.entry(library, "a.base")
    assert r"\begin{theorem}[{50 \% of A \& B\_1, \{x\} \textasciitilde{}" in named
    assert "% read in renyi1961: v1\n" in named
    assert all(balanced(line) for line in named.splitlines())


def test_variables_that_stand_for_laws_are_introduced_in_words(library):
    text = latex.entry(library, "a.laws")
    assert r"For $P$ any law of full support, $Q$ any law, $K$ any kernel of full support and $\alpha \in" in text


@pytest.mark.parametrize("export", [latex.entry, lambda library, id: latex.table(library, ["a.top", id])])
def test_an_unknown_id_names_the_nearest(library, export):
    with pytest.raises(UnknownIdError, match=r"got 'a\.tip'; the nearest is 'a\.top'"):
        export(library, "a.tip")


def test_records_are_given_back_as_they_are_written(bibliography):
    found = records(bibliography)
    assert set(found) == {"renyi1961", "plain", "bare"}
    assert found["bare"] == "@misc{bare, note = {only a note}}"
    assert all(record in BIBLIOGRAPHY and balanced(record) for record in found.values())


def test_bibtex_holds_each_key_once_in_alphabetical_order(bibliography):
    text = bibtex(["renyi1961", "bare", "renyi1961"], bibliography)
    assert re.findall(r"^@\w+\{(\w+),", text, re.MULTILINE) == ["bare", "renyi1961"]
    assert bibtex([], bibliography) == ""
    with pytest.raises(KeyError, match="unknown"):
        bibtex(["unknown"], bibliography)


def test_a_source_in_prose_has_no_marks_of_bibtex(bibliography):
    assert reference("renyi1961", bibliography) == (
        "Alfréd Rényi, Pál Erdős. On Measures of Entropy & Information. Proceedings - Part 1, 4, 1961"
    )
    assert reference("plain", bibliography) == "A nested title. Press"
    assert reference("bare", bibliography) == "bare"


def test_depth_is_the_longest_chain_below(library):
    assert drawing.depths(library) == {
        "a.base": 0,
        "a.top": 1,
        "a.false": 0,
        "a.repaired": 2,
        "a.sharp": 0,
        "a.laws": 0,
    }


def test_json_has_nodes_with_status_and_depth_and_edges_with_their_kind(library):
    graph = json.loads(drawing.as_json(library))
    assert [node["id"] for node in graph["nodes"]] == list(library)
    assert graph["nodes"][1] == {
        "id": "a.top",
        "title": "About a.top",
        "status": "proved",
        "effective": "claimed",
        "depth": 1,
    }
    assert {(edge["from"], edge["to"], edge["kind"]) for edge in graph["edges"]} == {
        ("a.top", "a.base", "uses"),
        ("a.repaired", "a.top", "uses"),
        ("a.repaired", "a.false", "corrects"),
        ("a.sharp", "a.repaired", "sharpens"),
    }


def test_dot_shows_each_status(library):
    dot = drawing.as_dot(library)
    assert '"a.top" [label="a.top\\nproved"];' in dot
    assert '"a.repaired" -> "a.top";' in dot


@pytest.mark.parametrize(("format", "magic"), [("png", b"\x89PNG"), ("pdf", b"%PDF")])
def test_pictures_are_of_their_format(library, tmp_path, format, magic):
    drawing.draw(library, tmp_path / "graph", format)
    assert (tmp_path / "graph").read_bytes().startswith(magic)


def test_in_the_picture_an_entry_stands_to_the_right_of_what_it_rests_on(library):
    axes = drawing.figure(library).axes[0]
    places = {text.get_text(): text.get_position() for text in axes.texts if text.get_text()}
    assert set(places) == set(library)
    assert len(set(places.values())) == len(library)
    for source, target in library.graph.edges:
        assert places[source][0] > places[target][0]


def test_an_empty_registry_has_an_empty_table_and_graph(tmp_path, bibliography):
    nothing = Registry((), tmp_path / "certificates", bibliography)
    assert r"\midrule" in latex.table(nothing, [])
    assert json.loads(drawing.as_json(nothing)) == {"nodes": [], "edges": []}
    drawing.draw(nothing, tmp_path / "graph", "png")
