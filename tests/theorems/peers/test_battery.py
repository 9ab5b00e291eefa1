"""A battery: what is said of each answer, a run that resumes, and its report."""

import json
import subprocess
import sys
from dataclasses import replace

import pytest

from theorems.peers import verdicts
from theorems.peers.base import BRACKET, EXACT, OPTIMISTIC, UPPER, Case, Function
from theorems.peers.battery import run_battery
from theorems.peers.errors import PeerError
from theorems.peers.report import from_json, moved, summary, to_json, to_latex, to_markdown
from theorems.peers.runner import Answer, Limits
from theorems.peers.scripts import file_name, script, write_scripts

from .planted import WHOLE, function, planted, response

LIMITS = Limits(seconds=5.0, memory=1 << 28)


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    return run_battery(WHOLE, jobs=1, out=tmp_path_factory.mktemp("peers"), limits=LIMITS)


def _kinds(report):
    return {row.id: row.kind for row in report.rows}


def test_each_answer_is_called_what_it_is(report):
    found = {}
    for row in report.rows:
        found.setdefault(row.call, []).append(row.kind)
    assert found == {
        "right": [verdicts.RIGHT] * 4,
        "below": [verdicts.UNSOUND],
        "above": [verdicts.SOUND],
        "estimated": [verdicts.OFF],
        "bracket": [verdicts.SOUND],
        "missing_bracket": [verdicts.UNSOUND],
        "careless": [verdicts.NO_NUMBER, verdicts.NONSENSE, verdicts.PASSED_ON],
        "careful": [verdicts.SOUND, verdicts.REFUSED, verdicts.REFUSES_NONSENSE],
    }


def test_an_unsound_row_carries_a_certified_bracket_that_excludes_the_value(report):
    for row in report.of_kind(verdicts.UNSOUND):
        assert row.theorems
        assert float(row.value[-1]) < float(row.lower) or float(row.value[0]) > float(row.upper)


def test_what_a_right_function_says_at_extreme_parameters_is_never_called_unsound(report):
    assert {row.kind for row in report.rows if row.call == "right"} == {verdicts.RIGHT}


def test_a_report_reads_back_as_itself(report):
    assert to_json(from_json(to_json(report))) == to_json(report)  # not by ==: some arguments are not a number
    json.loads(to_json(report), parse_constant=pytest.fail)


def test_a_damaged_report_is_refused():
    with pytest.raises(PeerError, match="stored report must be one of format 2"):
        from_json("{")


def test_what_moved_between_two_versions_is_listed_with_both_values(report):
    rows = tuple(
        replace(row, kind=verdicts.SOUND, value=("0.51",)) if row.call == "below" else row for row in report.rows
    )
    (move,) = moved(report, replace(report, version="2.0", rows=rows))
    assert move.id == "below(b=2.0, delta=1e-05)"
    assert (move.before, move.after) == ("unsound 0.449982", "sound 0.51")
    assert not moved(report, report)


def test_rounding_of_the_last_digits_is_no_move(report):
    rows = tuple(
        replace(row, value=(repr(float(row.value[0]) * (1 + 1e-14)),)) if row.call == "above" else row
        for row in report.rows
    )
    assert not moved(report, replace(report, rows=rows))


def test_the_tables_name_every_notable_row(report):
    markdown = to_markdown(report, moved(report, replace(report, rows=report.rows[1:])))
    for row in report.of_kind(verdicts.UNSOUND, verdicts.NONSENSE, verdicts.OFF):
        assert f"`{row.id}`" in markdown
    assert "absent" in markdown
    assert r"\begin{tabular}" in to_latex([report])
    assert "planted 1.0: 15 calls" in summary(report)


def test_every_wrong_value_has_a_script_that_prints_it(report, tmp_path):
    paths = write_scripts(report, tmp_path, WHOLE)
    assert len(paths) == len(report.of_kind(verdicts.UNSOUND, verdicts.OFF, verdicts.NO_NUMBER, verdicts.NONSENSE))
    for row in report.of_kind(verdicts.UNSOUND):
        path = tmp_path / f"{file_name(row.id)}.py"
        printed = subprocess.run([sys.executable, str(path)], capture_output=True, text=True, check=True).stdout.strip()
        shown = json.loads(printed)
        assert [str(value) for value in (shown if isinstance(shown, list) else [shown])] == list(row.value)


def test_a_script_states_the_bracket_and_the_theorems(report):
    (row,) = (row for row in report.rows if row.call == "below")
    text = script(report, row, WHOLE)
    assert f"# certified bracket of the truth: [{row.lower}, {row.upper}]" in text
    assert "# theorems: " + ", ".join(row.theorems) in text
    assert "theorems." not in text.split("\n\n\n", 1)[1]


def test_names_of_scripts_differ_where_calls_differ(report):
    assert len({file_name(row.id) for row in report.rows}) == len(report.rows)


def test_an_interrupted_battery_goes_on_where_it_stopped(tmp_path):
    marks = tmp_path / "marks"
    peer = planted(function("counted", UPPER, grid={"b": (0.5, 1.0, 2.0), "path": (str(marks),)}))
    first = run_battery(peer, jobs=1, out=tmp_path, limits=LIMITS)
    answers = tmp_path / "planted" / "answers.jsonl"
    lines = answers.read_text().splitlines()
    answers.write_text("\n".join([*lines[:-1], lines[-1][:20]]))  # the last answer was half written
    assert run_battery(peer, jobs=1, out=tmp_path, limits=LIMITS) == first
    assert marks.read_text() == "x" * 4
    run_battery(peer, jobs=1, out=tmp_path, limits=LIMITS)
    assert marks.read_text() == "x" * 4


def test_answers_of_another_version_are_asked_again(tmp_path):
    marks = tmp_path / "marks"
    peer = planted(function("counted", UPPER, grid={"b": (2.0,), "path": (str(marks),)}))
    run_battery(peer, jobs=1, out=tmp_path, limits=LIMITS)
    answers = tmp_path / "planted" / "answers.jsonl"
    answers.write_text(answers.read_text().replace('"version": "1.0"', '"version": "0.9"'))
    run_battery(peer, jobs=1, out=tmp_path, limits=LIMITS)
    assert marks.read_text() == "xx"


@pytest.mark.slow
def test_several_children_give_the_same_report_in_the_same_order(tmp_path, report):
    assert to_json(run_battery(WHOLE, jobs=2, out=tmp_path, limits=LIMITS)) == to_json(report)


def test_progress_is_told_for_both_stages(tmp_path):
    told = []
    run_battery(
        planted(function("right")), jobs=1, out=tmp_path, limits=LIMITS, progress=lambda *what: told.append(what)
    )
    assert told == [("asked", 1, 1), ("judged", 1, 1)]


def test_a_battery_can_be_restricted_to_some_functions(tmp_path):
    found = run_battery(WHOLE, jobs=1, out=tmp_path, limits=LIMITS, only="bracket")
    assert {row.call for row in found.rows} == {"bracket", "missing_bracket"}


@pytest.mark.parametrize("jobs", [0, -1, 1.5, True])
def test_a_number_of_jobs_that_is_none_is_refused(tmp_path, jobs):
    with pytest.raises(PeerError, match="jobs must be a positive integer"):
        run_battery(WHOLE, jobs=jobs, out=tmp_path, limits=LIMITS)


def test_an_unknown_peer_is_refused_with_the_list():
    with pytest.raises(PeerError, match="peer must be one of PLD_accounting, autodp, diffprivlib"):
        run_battery("no-such-library")


def test_a_function_that_promises_either_side_states_both_sources(tmp_path):
    below = {"b": (2.0,), "delta": (1e-5,)}
    peer = planted(
        function("below"), replace(function("below", OPTIMISTIC, grid={**below, "delta": (1e-6,)}), source="elsewhere")
    )
    found = run_battery(peer, jobs=1, out=tmp_path, limits=LIMITS)

    assert found.sources == from_json(to_json(found)).sources == {"below": {UPPER: "planted", OPTIMISTIC: "elsewhere"}}
    for row, promise in zip(found.rows, ("upper (planted)", "optimistic (elsewhere)"), strict=True):
        assert f"# promised: {promise}\n" in script(found, row, peer)


@pytest.mark.parametrize(
    ("direction", "arguments", "answer", "kind"),
    [
        # two equal laws keep (epsilon, delta) for every epsilon from log(1 - delta) = -0.6931471805599453... on
        (UPPER, {"epsilon": 0.0, "delta": 0.5}, -0.6931471, verdicts.SIGNED),
        (UPPER, {"epsilon": 0.0, "delta": 0.5}, -0.6931479, verdicts.UNSOUND),
        (UPPER, {"epsilon": 0.0, "delta": 0.5}, -1e9, verdicts.UNSOUND),
        # randomized response of loss e with the truth's probability p = 1/(1 + exp(-e)), at delta = 1/4: from log(3/4) = -0.2877 on
        # where that is below -e, else from log((p - delta)/(1 - p)) on, which is -0.0133 at e = 1/2
        (UPPER, {"epsilon": 0.1, "delta": 0.25}, -0.287, verdicts.SIGNED),
        (EXACT, {"epsilon": 0.1, "delta": 0.25}, -0.2, verdicts.SIGNED),
        (UPPER, {"epsilon": 0.5, "delta": 0.25}, -0.01, verdicts.SIGNED),
        (UPPER, {"epsilon": 0.5, "delta": 0.25}, -0.2, verdicts.UNSOUND),
        (UPPER, {"epsilon": 0.5, "delta": 1e-5}, -0.2, verdicts.UNSOUND),
        (BRACKET, {"epsilon": 0.0, "delta": 0.5}, [-0.7, -0.693, -0.6], verdicts.SIGNED),
        (BRACKET, {"epsilon": 0.0, "delta": 0.5}, [-0.6, -0.5, -0.4], verdicts.UNSOUND),
    ],
)
def test_a_negative_epsilon_is_unsound_unless_it_is_true_as_a_signed_one(direction, arguments, answer, kind):
    case = Case(Function("response", response, direction, "planted", {}), arguments)

    found = verdicts.verdict(case, Answer(answer))
    assert found.kind == kind
    assert ("by convention" in found.reason) == (kind == verdicts.SIGNED)
