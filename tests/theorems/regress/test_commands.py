"""The commands: exit codes, JSON, JUnit, and mistakes."""

import json
from xml.etree import ElementTree

import click
import pytest
from click.testing import CliRunner

from mechanisms.files import MARK
from theorems.commands.freeze import freeze
from theorems.commands.regress import regress
from theorems.regress import ClaimsFileError

KINDS = ["right", "sound", "unsound", "undecided", "not understood", "unsound"]


def call(command, *arguments, library=None):
    return CliRunner().invoke(command, [*map(str, arguments)], obj=library)


def test_a_file_with_an_unsound_row_exits_with_1_and_shows_the_worst_rows(mixed):
    result = call(regress, mixed, "--jobs", 1)

    assert result.exit_code == 1
    assert "6 claims" in result.stdout
    assert "Laplace(2): epsilon = 0.4 at delta = 0.01" in result.stdout
    assert "below the truth by 0.0798, 16.6 %" in result.stdout
    assert "profile.laplace" in result.stdout


def test_a_file_without_an_unsound_row_exits_with_0_unless_it_is_strict(write):
    good = write([("a", "Laplace(2)", "epsilon", "", "0.5", "")])
    assert call(regress, good, "--jobs", 1).exit_code == 0
    unclear = write([(name, f"Laplace({name})", "epsilon", "", "0.5", "") for name in ("2", "x")])
    assert call(regress, unclear, "--jobs", 1).exit_code == 0
    assert call(regress, unclear, "--jobs", 1, "--strict").exit_code == 1


def test_json_is_one_object_a_row_and_a_summary(mixed):
    *rows, last = map(json.loads, call(regress, mixed, "--jobs", 1, "--json").stdout.splitlines())

    assert [row["verdict"] for row in rows] == KINDS
    assert last == {"summary": {"rows": 6, "right": 1, "sound": 1, "unsound": 2, "undecided": 1, "not understood": 1}}
    assert rows[2]["gap"]["relative"] == pytest.approx(-0.1667, rel=1e-2)
    assert float(rows[2]["lower"]) <= float(rows[2]["upper"])
    assert rows[2]["theorems"] == ["dp.approx.event", "profile.laplace"]


def test_junit_is_valid_and_counts_failures_errors_and_skips(mixed, tmp_path):
    out = tmp_path / "junit.xml"
    call(regress, mixed, "--jobs", 1, "--junit", out)

    suite = ElementTree.parse(out).getroot()  # noqa: S314 (written a line above)
    assert {name: suite.get(name) for name in ("tests", "failures", "errors", "skipped")} == {
        "tests": "6",
        "failures": "2",
        "errors": "1",
        "skipped": "1",
    }
    cases = suite.findall("testcase")
    tags = [[child.tag for child in case] for case in cases]
    assert tags == [["system-out"], ["system-out"], ["failure"], ["skipped"], ["error"], ["failure"]]
    assert "certified: " in cases[2].find("failure").text


def test_junit_stays_valid_with_characters_that_xml_lacks(write, tmp_path):
    out = tmp_path / "junit.xml"
    call(regress, write([('<\x01&">', "Lap\x0b<lace>(2)", "epsilon", "", "]]>", "")]), "--jobs", 1, "--junit", out)

    assert ElementTree.parse(out).getroot().get("errors") == "1"  # noqa: S314 (written a line above)


def test_an_interrupted_command_goes_on(mixed, tmp_path):
    out = tmp_path / "out.jsonl"
    first = call(regress, mixed, "--jobs", 1, "--out", out, "--json")
    again = call(regress, mixed, "--jobs", 1, "--out", out, "--resume", "--json")

    assert first.stdout == again.stdout


@pytest.mark.parametrize("arguments", [["--resume"], ["--jobs", "0"], ["--limit", "-1"], ["nothing.csv"]], ids=" ".join)
def test_a_mistake_in_the_command_exits_with_2(mixed, arguments):
    assert call(regress, mixed, *arguments).exit_code == 2


def test_a_peer_stands_instead_of_a_file(mixed, monkeypatch, tmp_path):
    @click.command()
    @click.argument("name")
    @click.option("--jobs", default=2)
    @click.option("--out", default="peers")
    @click.option("--json", "as_json", is_flag=True)
    def battery(name, jobs, out, as_json):
        click.echo(f"{name} {jobs} {as_json} {out}")

    monkeypatch.setattr("theorems.commands.peer.peer", battery)

    assert call(regress, "--peer", "autodp").stdout == "autodp 2 False peers\n"
    assert call(regress, "--peer", "autodp", "--jobs", 1, "--json").stdout == "autodp 1 True peers\n"
    assert call(regress, "--peer", "autodp", "--out", tmp_path).stdout == f"autodp 2 False {tmp_path}\n"
    assert call(regress, "--peer", "autodp", "--out", mixed).exit_code == 2
    assert call(regress, mixed, "--peer", "autodp").exit_code == 2
    assert call(regress).exit_code == 2


def test_mistakes_in_files_and_tolerances_are_errors_of_the_project(mixed, tmp_path):
    wrong = tmp_path / "a.txt"
    wrong.write_text("")
    assert isinstance(call(regress, wrong, "--jobs", 1).exception, ClaimsFileError)
    assert "tolerance must be a number in [0, 1)" in str(call(regress, mixed, "--tolerance", "x").exception)
    assert call(regress, mixed, mixed).exit_code == 2


def test_a_snapshot_is_written_and_nothing_moved_exits_with_0(write, tmp_path, load):
    library = load()  # the statements of the entries are the business of other tests
    claims, out = write([("a", "Laplace(2)", "epsilon", "", "0.5", "")]), tmp_path / "frozen.json"

    frozen = call(freeze, claims, "--out", out, library=library)
    assert frozen.exit_code == 0
    assert "1 claims (1 right) on 2 theorems" in frozen.stdout
    told = json.loads(call(freeze, claims, library=library).stdout)
    assert {**told, "generator": MARK} == json.loads(out.read_text())
    assert call(freeze, claims, "--out", out, library=library).exit_code == 0
    same = call(regress, out, claims, library=library)
    assert same.exit_code == 0
    assert same.stdout == (
        "formula: nothing moved\nlibrary: nothing moved\nnumber: nothing moved\nunsound now: 0 of 1\n"
    )
    for option in ("--out x", "--junit x", "--jobs 1", "--strict", "--out x --resume"):
        refused = call(regress, out, *option.split())
        assert refused.exit_code == 2
        assert "goes with a file of claims, not with a snapshot" in refused.stderr


def test_a_snapshot_records_an_unsound_row_and_refuses_one_that_is_not_understood(write, tmp_path, load):
    short = write([("a", "Laplace(2)", "epsilon", "", "0.4", "")])
    assert call(freeze, short, "--out", tmp_path / "frozen.json", library=load()).exit_code == 1
    assert "row 1" in str(call(freeze, write([("a", "Laplace(x)", "epsilon", "", "1", "")])).exception)


def test_a_file_of_which_no_row_was_understood_exits_with_1(write):
    assert call(regress, write([("a", "Laplace(x)", "epsilon", "", "0.5", "")]), "--jobs", 1).exit_code == 1


def test_a_file_without_claims_is_a_mistake(write):
    for command in (regress, freeze):
        assert "no claims" in str(call(command, write([])).exception)


@pytest.mark.parametrize("option", ["--junit x", "--tolerance 0.1", "--limit 60", "--strict", "--resume --out x"])
def test_an_option_that_does_not_act_on_a_peer_is_refused(option):
    refused = call(regress, "--peer", "autodp", *option.split())

    assert refused.exit_code == 2
    assert "not with --peer" in refused.stderr


@pytest.mark.parametrize("option", ["--out", "--junit"])
@pytest.mark.parametrize("how", ["the same", "a link", "another spelling"])
def test_no_command_overwrites_the_claims_that_it_reads(mixed, option, how):
    text, place = mixed.read_bytes(), mixed
    if how == "a link":
        place = mixed.with_name("linked.csv")
        place.hardlink_to(mixed)
    elif how == "another spelling":
        place = mixed.parent / ".." / mixed.parent.name / mixed.name

    for command in (regress, freeze) if option == "--out" else (regress,):
        refused = call(command, mixed, option, place)
        assert refused.exit_code == 2
        assert f"FILE and {option} must be two files, got {mixed} and {place}" in refused.stderr
        assert mixed.read_bytes() == text


def test_results_and_junit_are_two_files(mixed, tmp_path):
    assert call(regress, mixed, "--out", tmp_path / "x", "--junit", tmp_path / "x").exit_code == 2


def test_half_a_surrogate_in_a_name_is_printed_escaped(tmp_path):
    path = tmp_path / "claims.json"
    path.write_text(r'[{"name": "\ud800", "mechanism": "Laplace(2)", "quantity": "epsilon", "value": "0.4"}]')

    for option in ("--json", "--strict"):
        assert r"\ud800" in call(regress, path, "--jobs", 1, option).stdout
    assert r"\ud800" in call(freeze, path).stdout


@pytest.mark.parametrize("option", ["--out", "--junit"])
def test_a_foreign_file_is_replaced_by_force_alone(mixed, tmp_path, option):
    place = tmp_path / "mine"
    place.write_text("mine")
    refused = call(regress, mixed, "--jobs", 1, option, place)
    assert "unless --force is given" in str(refused.exception)
    assert place.read_text() == "mine"
    assert call(regress, mixed, "--jobs", 1, option, place, "--force").exit_code == 1
    assert place.read_text() != "mine"
    again = call(regress, mixed, "--jobs", 1, option, place)
    assert again.exit_code == 1
    # rows are given away by force alone, what is made of them whenever it is made again
    assert isinstance(again.exception, ClaimsFileError if option == "--out" else SystemExit)


@pytest.mark.parametrize("tolerance", ["1e-99999", "-1", "1", "nan", "1e-401", "x", "3/2"])
def test_a_tolerance_that_is_none_is_refused_in_one_line(mixed, tolerance):
    said = str(call(regress, mixed, "--tolerance", tolerance).exception)
    assert said.startswith("tolerance must be a number in [0, 1), 0 or at least 1e-400, got ")


def test_what_is_given_beside_a_file_is_a_cell_of_each_row(tmp_path):
    path, out = tmp_path / "README.md", tmp_path / "out.jsonl"
    path.write_text(
        "At delta=1e-5.\n\n| Noise multiplier | Privacy eps |\n|---|---|\n| 1.2 | 1.20 |\n", encoding="utf-8"
    )
    line = [path, "--json", "--jobs", "1", "--out", out, "--given", "q=8/1875", "--given"]
    told = call(regress, *line, "steps=2344")
    assert told.exit_code == 0, told.output
    assert json.loads(told.output.splitlines()[0])["mechanism"] == "Gaussian(1.2).subsample(8/1875).compose(2344)"
    other = call(regress, *line, "steps=2345", "--resume")
    assert isinstance(other.exception, ClaimsFileError)
    assert "changed: given" in str(other.exception)
    broken = call(regress, *line, "steps")
    assert broken.exit_code == 2
    assert "--given must be COLUMN=VALUE, got 'steps'" in broken.output
