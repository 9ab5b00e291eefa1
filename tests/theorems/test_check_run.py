"""The main job: what is run, what is written, and what must be mended."""

import json
from dataclasses import replace

import pytest
from planted_registry import Says, line_changed, told, x
from planted_registry import entry as planted
from sympy import Interval, Le, oo

from theorems.check import finding, orphans, outdated, run
from theorems.errors import VacuousError
from theorems.lines import ids
from theorems.outcome import DPSYM, TEXT
from theorems.status import Status


def sampled():
    return told(Status.SAMPLED)


def refuted():
    return told(Status.REFUTED, witness=(("alpha", "2"), ("b", "1/3")))


def checked(library):
    """Run what is outdated, and return the ids that were run."""
    return list(run(library, outdated(library, list(library))))


def problem(library, id):
    return finding(library, id, ran=False).problem


def test_everything_is_outdated_at_first_and_nothing_after_a_run(load):
    library = load(planted("a.one", sampled()), planted("a.two", sampled()), planted("a.bare"))
    assert checked(library) == ["a.one", "a.two", "a.bare"]
    assert outdated(library, list(library)) == {}
    assert checked(library) == []


def test_a_changed_formula_runs_that_entry_and_no_other(load):
    entries = [planted(f"a.e{number}", sampled()) for number in range(5)]
    checked(load(*entries))
    changed = replace(entries[3], statement=Le(x, x + 2, evaluate=False))
    library = load(*entries[:3], changed, entries[4])
    assert checked(library) == ["a.e3"]
    assert [len(entry.checks[0].ran) for entry in entries] == [1, 1, 1, 2, 1]


def test_a_widened_domain_runs_the_entry_and_a_new_title_does_not(load):
    entry = planted("a.one", sampled())
    checked(load(entry))
    assert checked(load(replace(entry, title="Renamed"))) == []
    assert checked(load(replace(entry, domain={x: Interval(0, oo)}))) == ["a.one"]


def test_changed_code_runs_the_entry_though_it_is_not_stale(load):
    library = load(planted("a.one", sampled()))
    checked(library)
    line_changed(library.folder / "code", "a.one", lambda line: json.dumps({**json.loads(line), "code": "0" * 16}))
    assert library.own_status("a.one") is Status.SAMPLED
    assert outdated(library, ["a.one"]) == {"a.one": "its checks run code that changed since"}


@pytest.mark.parametrize("text", ["", "{", '{"id": "a.one"', '{"id": "a.one"}'])
def test_a_damaged_certificate_is_made_anew(load, text):
    library = load(planted("a.one", sampled()), planted("a.two", sampled()))
    checked(library)
    line_changed(library.folder, "a.one", lambda line: text)
    assert checked(library) == ["a.one"]
    assert library.own_status("a.one") is Status.SAMPLED


def test_the_certificate_of_another_entry_is_no_evidence(load):
    library = load(planted("a.one", sampled()), planted("a.two", refuted()))
    checked(library)
    line_changed(library.folder, "a.two", lambda line: "")
    (one,) = (library.folder / "a.jsonl").read_text().splitlines()
    (library.folder / "a.jsonl").write_text(one + "\n" + one.replace("a.one", "a.two", 1) + "\n")
    assert library.own_status("a.two") is Status.STALE
    assert checked(library) == ["a.two"]


def test_each_certificate_is_there_when_its_id_is_told(load):
    library = load(*(planted(f"a.e{number}", sampled()) for number in range(4)))
    for number, id in enumerate(run(library, list(library)), 1):
        assert library.own_status(id) is Status.SAMPLED
        assert len(ids(library.folder)) == number


def test_a_check_that_breaks_is_an_error_and_loses_nothing_that_was_finished(load):
    library = load(planted("a.good", sampled()), planted("a.broken", sampled(), Says(ZeroDivisionError("planted"))))
    checked(library)
    assert library.own_status("a.good") is Status.SAMPLED
    assert "raised ZeroDivisionError: planted" in [each.detail for each in library.certificate("a.broken").outcomes]
    assert problem(library, "a.broken") == "a check could not decide: says"


def test_contradictory_hypotheses_are_written_down_as_vacuous(load):
    library = load(planted("a.one", sampled(), Says(VacuousError("hypotheses of a.one must admit a point"))))
    checked(library)
    assert library.own_status("a.one") is Status.VACUOUS
    assert problem(library, "a.one") == "its hypotheses admit no point"
    assert outdated(library, ["a.one"]) == {}


def test_what_is_backed_or_merely_claimed_is_no_problem(load):
    library = load(planted("a.one", sampled(), told(Status.PROVED, DPSYM)), planted("a.bare"))
    checked(library)
    assert [problem(library, id) for id in library] == ["", ""]
    assert finding(library, "a.one", ran=True).ran


def test_refuted_but_believed_is_a_problem_with_its_witness(load):
    library = load(planted("a.one", refuted()))
    checked(library)
    assert problem(library, "a.one") == "refuted, but nothing corrects it; witness: alpha = 2, b = 1/3"


def test_a_false_statement_that_is_corrected_is_no_problem(load):
    library = load(planted("a.false", refuted()), planted("a.repaired", sampled(), corrects="a.false"))
    checked(library)
    assert [problem(library, id) for id in library] == ["", ""]


@pytest.mark.parametrize("check", [sampled(), told(Status.CLAIMED)])
def test_disbelieved_but_not_refuted_is_a_problem(load, check):
    library = load(planted("a.false", check), planted("a.repaired", sampled(), corrects="a.false"))
    checked(library)
    assert problem(library, "a.false") == "a.repaired corrects it, but no check refutes it"


def test_a_conflict_is_a_problem_though_the_entry_is_corrected(load):
    library = load(planted("a.false", refuted(), sampled()), planted("a.repaired", sampled(), corrects="a.false"))
    checked(library)
    assert library.own_status("a.false") is Status.CONFLICT
    assert (
        problem(library, "a.false")
        == "its evidence contradicts itself, or it is not the statement that its source prints"
    )


def test_a_stale_entry_is_a_problem(load):
    entry = planted("a.one", sampled())
    checked(load(entry))
    library = load(replace(entry, statement=Le(x, x + 2, evaluate=False)))
    assert problem(library, "a.one") == "its certificate is not about the present statement"


@pytest.mark.parametrize("others", [(), (sampled(),)])
def test_a_check_that_could_not_decide_is_a_problem(load, others):
    library = load(planted("a.one", told(Status.CLAIMED), *others))
    checked(library)
    assert problem(library, "a.one") == "a check could not decide: says"


def test_a_text_that_agrees_decides_nothing_and_is_no_problem(load):
    library = load(planted("a.one", told(Status.CLAIMED, TEXT), sampled()))
    checked(library)
    assert problem(library, "a.one") == ""


def test_certificates_of_no_entry_are_named(load):
    library = load(planted("a.one", sampled()), planted("a.two", sampled()))
    checked(library)
    assert orphans(library) == []
    assert orphans(load(planted("a.two", sampled()))) == ["a.one"]


def test_an_empty_registry_has_nothing_to_do(load):
    assert checked(load()) == []
    assert orphans(load()) == []
