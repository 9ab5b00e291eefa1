"""`dpsym check`, on a registry that is planted and handed in."""

import json
import math
from dataclasses import replace

import pytest
from planted_registry import REFUTED, SAMPLED, SOUND, call, line_changed, planted, state, x
from sympy import Le

from theorems.commands import progress
from theorems.lines import ids, write


def test_check_runs_what_is_outdated_and_the_second_time_nothing(load):
    library = load(*SOUND)
    first = call(library, "check", "--jobs", "1", "--json")
    assert (first.exit_code, json.loads(first.stdout)["ran"]) == (0, 5)
    before = state(library)
    second = call(library, "check", "--jobs", "1", "--json")
    assert (second.exit_code, json.loads(second.stdout)["ran"], second.stderr) == (0, 0, "")
    assert state(library) == before


@pytest.mark.slow
def test_check_full_runs_everything_again(sound):
    result = call(sound, "check", "--full", "--jobs", "1", "--json")
    assert (result.exit_code, json.loads(result.stdout)["ran"]) == (0, 5)


def test_check_runs_only_the_ids_named_each_once(load):
    library = load(*SOUND)
    result = call(library, "check", "kl.sharp", "kl.sharp", "kl.repaired", "--jobs", "1", "--json")
    assert [entry["id"] for entry in json.loads(result.stdout)["entries"]] == ["kl.sharp", "kl.repaired"]
    assert ids(library.folder) == ["kl.repaired", "kl.sharp"]


@pytest.mark.slow
def test_progress_goes_to_standard_error_if_wanted_a_line_each_and_the_report_to_standard_output(load, monkeypatch):
    # however long it takes
    monkeypatch.setattr(progress, "_EVERY", math.inf)
    monkeypatch.setattr(progress, "_PATIENCE", math.inf)
    said = call(load(*SOUND), "check", "--jobs", "1").stderr
    assert said.startswith("5 to check:\n  5: ")
    assert "[" not in said
    result = call(load(*SOUND), "check", "--full", "--jobs", "1", "-v")
    assert result.stderr.splitlines()[0] == "[1/5] renyi.definition: claimed"
    assert len(result.stderr.splitlines()) == 5
    assert "[1/5]" not in result.stdout
    assert result.stdout.endswith("Nothing must be mended.\n")
    assert "\x1b" not in result.output
    assert "\r" not in result.output


def test_one_unknown_id_among_several_runs_nothing_and_names_the_nearest(load):
    library = load(*SOUND)
    result = call(library, "check", "kl.sharp", "kl.shrap", "renyi.laplace")
    assert result.exit_code == 2
    assert result.stderr == "Error: theorem id must be in the registry, got 'kl.shrap'; the nearest is 'kl.sharp'\n"
    assert state(library) == {}


def test_a_problem_fails_the_check_and_is_shown_with_its_witness(load):
    result = call(load(planted("kl.wrong", REFUTED)), "check", "--jobs", "1")
    assert result.exit_code == 1
    assert "kl.wrong: refuted, but nothing corrects it; witness: alpha = 2, b = 1/3" in result.stdout


def test_a_certificate_of_no_entry_fails_the_check(sound):
    write({"id": "kl.gone"}, sound.folder)
    result = call(sound, "check", "--json")
    assert (result.exit_code, json.loads(result.stdout)["orphans"], json.loads(result.stdout)["ok"]) == (
        1,
        ["kl.gone"],
        False,
    )


def test_frozen_passes_when_all_is_up_to_date_and_writes_nothing(sound):
    before = state(sound)
    result = call(sound, "check", "--frozen")
    assert (result.exit_code, result.stderr) == (0, "")
    assert state(sound) == before


def lose(folder):
    line_changed(folder, "kl.sharp", lambda line: "")


def damage(folder):
    line_changed(folder, "kl.sharp", lambda line: line[:-9])


def age(folder):
    line_changed(folder / "code", "kl.sharp", lambda line: line.replace(json.loads(line)["code"], "0" * 16))


def upgrade(folder):
    line_changed(folder / "code", "kl.sharp", lambda line: line.replace("sympy ", "sympy 0."))


def forget(folder):
    line_changed(folder / "code", "kl.sharp", lambda line: "")


@pytest.mark.cases(3 / 5)
@pytest.mark.parametrize(
    ("harm", "complaint"),
    [
        (lose, "its checks were not run yet"),
        (damage, "its certificate is damaged: line of kl.sharp in kl.jsonl must be whole JSON"),
        (age, "its checks run code that changed since"),
        (upgrade, "its checks ran with sympy 0."),
        (forget, "it is not known what its checks ran"),
    ],
)
def test_frozen_fails_on_an_outdated_certificate_says_why_and_writes_nothing(sound, harm, complaint):
    harm(sound.folder)
    before = state(sound)
    result = call(sound, "check", "--frozen", "--json")
    problems = {entry["id"]: entry["problem"] for entry in json.loads(result.stdout)["entries"] if entry["problem"]}
    assert result.exit_code == 1
    assert list(problems) == ["kl.sharp"]
    assert problems["kl.sharp"].startswith(complaint)
    assert problems["kl.sharp"].endswith("run dpsym check kl.sharp")
    assert state(sound) == before


def test_frozen_fails_on_a_changed_formula(sound, load):
    changed = replace(SOUND[4], statement=Le(x, x + 2, evaluate=False))
    result = call(load(*SOUND[:4], changed), "check", "--frozen", "--json")
    entry = json.loads(result.stdout)["entries"][4]
    assert (result.exit_code, entry["status"]) == (1, "stale")
    assert entry["problem"] == "its certificate is about another statement; run dpsym check kl.sharp"


def test_an_interrupt_says_how_much_is_done_keeps_it_and_exits_with_130(load):
    library = load(planted("a.one", SAMPLED), planted("a.two", KeyboardInterrupt()), planted("a.three", SAMPLED))
    result = call(library, "check", "--jobs", "1")
    assert result.exit_code == 130
    assert (
        result.stderr.splitlines()[-1] == "Interrupted: at least 1 of 3 entries checked; their certificates are kept."
    )
    assert ids(library.folder) == ["a.one"]
    assert result.stdout == ""
