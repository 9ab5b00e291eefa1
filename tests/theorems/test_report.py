"""The report: the same facts as data and as tables for people."""

import json

import pytest
from planted_registry import REFUTED as FALSE
from planted_registry import SAMPLED as TRUE
from planted_registry import Says, entry

from theorems.check import run
from theorems.commands.render import render
from theorems.lines import write
from theorems.outcome import DEFINITION, DPSYM, Outcome
from theorems.registry import Registry
from theorems.report import report
from theorems.status import Status

SAMPLED, REFUTED = Says(TRUE), Says(FALSE)
DERIVED = Says(Outcome("derive", DPSYM, Status.PROVED, "conditions: none", 3))
UNDECIDED = Says(Outcome("enclose", DEFINITION, Status.CLAIMED, "no point could be decided", 4))


def planted(id, *checks, title="A title", **fields):
    return entry(id, *checks, title=title, **fields)


@pytest.fixture
def checked(load):
    """Return a loader that runs every check."""

    def loaded(*entries):
        library = load(*entries)
        list(run(library, list(library)))
        return library

    return loaded


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    """Return a registry with an entry of each kind, one of them with a long title."""
    entries = (
        planted("renyi.definition", title="The definition"),
        planted(
            "renyi.laplace.pair",
            DERIVED,
            SAMPLED,
            uses=("renyi.definition",),
            title="Rényi divergence of two Laplace laws of one scale, at an order above one, in a long title",
        ),
        planted("renyi.triangle.printed", REFUTED),
        planted("kl.wrong", REFUTED),
        planted("renyi.triangle", SAMPLED, corrects="renyi.triangle.printed"),
        planted("kl.conflict", REFUTED, DERIVED),
        planted("kl.open", UNDECIDED),
        planted("kl.sharp", SAMPLED, sharpens="kl.open"),
    )
    found = Registry(entries, tmp_path_factory.mktemp("certificates"))
    list(run(found, list(found)))
    return found


def rendered(capsys, monkeypatch, found, width):
    monkeypatch.setenv("COLUMNS", str(width))
    render(found)
    return capsys.readouterr().out


def test_the_record_of_an_entry_has_the_stated_fields(library):
    record = report(library, list(library), ran={"kl.sharp"}).as_dict()
    assert set(record) == {"entries", "counts", "proofs", "mutants", "orphans", "ok", "ran"}
    by_id = {entry["id"]: entry for entry in record["entries"]}
    assert list(by_id) == list(library)
    assert by_id["renyi.triangle.printed"] == {
        "id": "renyi.triangle.printed",
        "title": "A title",
        "status": "refuted",
        "effective": "refuted",
        "ran": False,
        "problem": "",
        "witness": {"alpha": "2", "b": "1/3"},
        "corrected_by": "renyi.triangle",
        "sharpened_by": (),
        "conditional_on": (),
        "proofs": (),
        "mutants": None,
    }
    assert by_id["kl.open"]["sharpened_by"] == ("kl.sharp",)
    assert by_id["kl.sharp"]["ran"]
    assert by_id["renyi.laplace.pair"]["status"] == "proved"
    assert by_id["renyi.laplace.pair"]["effective"] == "claimed"
    assert by_id["renyi.laplace.pair"]["conditional_on"] == ("renyi.definition",)
    assert json.loads(json.dumps(record))["ran"] == 1


def test_counts_are_in_the_order_of_the_ladder(library):
    assert list(report(library, list(library)).counts.items()) == [
        ("claimed", 2),
        ("sampled", 2),
        ("proved", 1),
        ("refuted", 2),
        ("conflict", 1),
    ]


def test_all_is_well_where_no_entry_has_a_problem(checked):
    found = report(
        checked(planted("a.false", REFUTED), planted("a.true", SAMPLED, corrects="a.false")), ["a.false", "a.true"]
    )
    assert found.ok
    assert found.as_dict()["ok"] is True


@pytest.mark.parametrize("id", ["kl.wrong", "kl.conflict", "kl.open"])
def test_one_problem_is_enough_to_fail(library, id):
    assert not report(library, [id]).ok
    assert report(library, ["renyi.triangle", "renyi.triangle.printed"]).ok


def test_a_certificate_of_no_entry_fails_a_report_on_all_and_not_one_on_some(checked):
    library = checked(planted("a.one", SAMPLED), planted("a.two", SAMPLED))
    write({"id": "a.gone"}, library.folder)
    assert report(library, ["a.one", "a.two"]).orphans == ("a.gone",)
    assert not report(library, ["a.one", "a.two"]).ok
    assert report(library, ["a.one"]).ok


def test_what_may_not_be_brought_up_to_date_is_a_problem(checked):
    found = report(checked(planted("a.one", SAMPLED)), ["a.one"], outdated={"a.one": "its code changed"})
    assert found.rows[0].problem == "its code changed"
    assert not found.ok


@pytest.mark.cases(1 / 4)
@pytest.mark.parametrize("width", [40, 80, 109, 110, 111, 120, 200])
def test_it_fits_every_width_without_control_characters_or_trailing_blanks(library, capsys, monkeypatch, width):
    text = rendered(capsys, monkeypatch, report(library, list(library)), width)
    assert all(len(line) <= width and line == line.rstrip() for line in text.splitlines())
    assert all(character.isprintable() or character == "\n" for character in text)
    words = text.split()
    for id in library:
        assert id in words or f"{id}:" in words


def test_topics_are_together_and_the_statuses_of_all_stand_in_one_column(library, capsys, monkeypatch):
    lines = rendered(capsys, monkeypatch, report(library, list(library)), 80).splitlines()
    assert [line for line in lines if line in ("kl", "renyi")] == ["kl", "renyi"]
    columns = {
        line.rindex(f"  {status}")
        for line in lines
        for status in ("sampled", "proved")
        if line.startswith("  ") and line.endswith(f"  {status}")
    }
    assert len(columns) == 1


def test_it_says_how_each_entry_was_checked(library, capsys, monkeypatch):
    text = rendered(capsys, monkeypatch, report(library, list(library)), 80)
    for how in ("derive 3, quadrature 16", "enclose 4!", "enclose 4?", "no check"):
        assert how in text


def test_a_corrected_statement_is_called_false_with_its_witness_and_is_not_to_be_mended(library, capsys, monkeypatch):
    text = " ".join(rendered(capsys, monkeypatch, report(library, list(library)), 100).split())
    assert "false, corrected by renyi.triangle; fails at alpha = 2, b = 1/3" in text
    assert "renyi.triangle.printed" not in text.partition("What must be mended")[2]


def test_what_must_be_mended_comes_with_its_witness(library, capsys, monkeypatch):
    text = rendered(capsys, monkeypatch, report(library, list(library)), 100)
    assert text.partition("What must be mended\n")[2].splitlines() == [
        "  kl.wrong: refuted, but nothing corrects it; witness: alpha = 2, b = 1/3",
        "      enclose: left 2, right 1",
        "  kl.conflict: its evidence contradicts itself, or it is not the statement that its source prints",
        "      enclose: left 2, right 1; fails at alpha = 2, b = 1/3",
        "  kl.open: a check could not decide: enclose",
        "      enclose: no point could be decided",
    ]


def test_certificates_of_no_entry_are_among_what_must_be_mended(checked, capsys, monkeypatch):
    library = checked(planted("a.one", SAMPLED))
    write({"id": "a.gone"}, library.folder)
    text = rendered(capsys, monkeypatch, report(library, ["a.one"]), 80)
    assert "  a.gone: a certificate of no entry; delete it, or bring the entry back" in text.splitlines()


def test_when_all_is_well_it_says_so(checked, capsys, monkeypatch):
    found = report(checked(planted("a.one", SAMPLED), planted("a.bare")), ["a.one", "a.bare"], ran={"a.one"})
    lines = rendered(capsys, monkeypatch, found, 80).splitlines()
    assert lines[-2:] == ["2 entries: 1 claimed, 1 sampled; 1 checked now", "Nothing must be mended."]


def test_an_empty_registry_is_reported_too(checked, capsys, monkeypatch):
    assert rendered(capsys, monkeypatch, report(checked(), []), 80).splitlines() == [
        "no entries",
        "Nothing must be mended.",
    ]


def test_square_brackets_in_titles_are_text_and_not_markup(checked, capsys, monkeypatch):
    found = report(checked(planted("a.one", SAMPLED, title="On [0, 1] and [bold]bold[/bold] :smile:")), ["a.one"])
    assert "On [0, 1] and [bold]bold[/bold] :smile:" in rendered(capsys, monkeypatch, found, 100)
