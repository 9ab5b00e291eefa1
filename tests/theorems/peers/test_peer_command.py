"""`dpsym peer`: what it writes, and with which status it ends."""

import json

import pytest
from click.testing import CliRunner

from theorems.commands.peer import peer
from theorems.peers import battery, report, samplers
from theorems.peers.adapters import MODULES
from theorems.peers.verdicts import UNSOUND

from .planted import CALLS, WHOLE, function, planted


@pytest.fixture
def called(monkeypatch, tmp_path):
    def call(adapter, *arguments):
        monkeypatch.setattr(battery, "adapter", lambda name: adapter)
        monkeypatch.setattr("theorems.peers.scripts.adapter", lambda name: adapter)
        return CliRunner().invoke(peer, ["planted", "--out", str(tmp_path), "--jobs", "1", *arguments])

    return call


def test_unsound_rows_end_with_status_1_and_are_shown(called, tmp_path):
    found = called(WHOLE)
    assert found.exit_code == 1
    assert "unsound: below(b=2.0, delta=1e-05) = 0.44998199" in found.output
    folder = tmp_path / "planted"
    assert report.from_json((folder / "report.json").read_text()).counts[UNSOUND] == 2
    assert "| call |" in (folder / "report.md").read_text()
    assert "tabular" in (folder / "report.tex").read_text()
    assert len(list((folder / "scripts").glob("*.py"))) == 5


def test_a_peer_that_is_sound_ends_with_status_0(called):
    assert called(planted(function("above"))).exit_code == 0


def test_the_report_is_one_json_object(called):
    found = called(planted(function("above")), "--json")
    assert json.loads(found.stdout)["counts"] == {"sound": 1}


def test_only_some_functions_can_be_asked(called):
    assert called(WHOLE, "--only", "right").exit_code == 0


def test_an_unknown_peer_is_an_error_of_the_project():
    found = CliRunner().invoke(peer, ["no-such-library"])
    assert "peer must be one of PLD_accounting, autodp" in str(found.exception)


@pytest.mark.parametrize(
    ("call", "status", "word"), [("sample_laplace", 0, "fits"), ("sample_response", 0, "no samples")]
)
def test_samplers_are_told_on_a_line_each(monkeypatch, call, status, word):
    arguments = {"b": 2.0} if call == "sample_laplace" else {"probability": 0.5}
    plan = ((call, arguments),)
    monkeypatch.setattr(samplers, "PLAN", {"planted": plan})
    monkeypatch.setattr(samplers, "adapter", lambda name: planted())
    found = CliRunner().invoke(peer, ["planted", "--samplers"])
    assert CALLS.exists()
    assert found.exit_code == status
    assert found.output.startswith(f"{word}: {call}(")


def test_the_help_names_every_peer():
    said = " ".join(peer.help.split())
    assert [name for name in MODULES if name not in said] == []
