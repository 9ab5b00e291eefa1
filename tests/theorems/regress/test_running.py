"""Many rows: in order, in bounded memory, within a limit, and going on after a kill."""

import json
import os
import signal
import subprocess
import sys
import time
from itertools import islice

import pytest

from theorems.regress import Claim, ClaimsFileError, running
from theorems.regress.running import regress

KINDS = ["right", "sound", "unsound", "undecided", "not understood", "unsound"]

SLOW = """
import sys, time
from pathlib import Path
from theorems.regress import running
judge = running.judge
def slowly(claim, tolerance=None):
    time.sleep(0.05)
    return judge(claim, tolerance=tolerance)
running.judge = slowly
for record in running.regress(Path(sys.argv[1]), out=Path(sys.argv[2])):
    pass
"""


def verdicts(records):
    return [record["verdict"] for record in records]


def many(write, count):
    return write(
        [(str(row), f"Laplace({row + 1})", "epsilon", "", str(1 / (row + 1)), "") for row in range(count)]
    )


def test_rows_come_in_order_with_one_process_and_with_two(mixed, monkeypatch):
    one = list(regress(mixed))
    monkeypatch.setattr(running, "CHUNK", 1)
    two = list(regress(mixed, jobs=2))

    assert verdicts(one) == KINDS
    assert one == two
    assert [record["row"] for record in two] == [1, 2, 3, 4, 5, 6]


def test_no_more_rows_are_read_ahead_than_a_few_chunks(monkeypatch):
    taken = []

    def endless(path):
        while True:
            taken.append(1)
            yield Claim("Laplace(2)", "epsilon", (), "0.5")

    monkeypatch.setattr(running, "rows", endless)
    monkeypatch.setattr(running, "CHUNK", 5)
    monkeypatch.setattr(running, "WAVE", 2)

    assert len(list(islice(regress("endless", jobs=1), 100))) == 100
    assert len(taken) <= 100 + 5
    taken.clear()
    assert len(list(islice(regress("endless", jobs=2), 100))) == 100
    assert len(taken) <= 100 + 5 * 2 * 2


def test_results_are_written_as_they_come_and_read_back(mixed, tmp_path):
    out = tmp_path / "out.jsonl"
    found = list(regress(mixed, out=out))

    head, *lines = [json.loads(line) for line in out.read_text().splitlines()]
    assert head["format"] == "dpsym regress 1"
    assert lines == found
    assert list(regress(mixed, out=out, resume=True)) == found


def test_a_killed_run_goes_on_where_it_was(write, tmp_path):
    path, out = many(write, 60), tmp_path / "out.jsonl"
    child = subprocess.Popen([sys.executable, "-c", SLOW, str(path), str(out)])
    deadline = time.monotonic() + 600  # it hangs
    while time.monotonic() < deadline and (not out.exists() or out.read_bytes().count(b"\n") < 6):
        time.sleep(0.02)
    os.kill(child.pid, signal.SIGKILL)
    child.wait()
    kept = out.read_bytes().count(b"\n") - 1
    with out.open("ab") as file:  # as if the kill had come in the middle of a line
        file.write(b'{"row": 99, "na')

    judged = []
    before = running.judge

    def counted(claim, tolerance=None):
        judged.append(claim.name)
        return before(claim, tolerance=tolerance)

    running.judge = counted
    try:
        found = list(regress(path, out=out, resume=True))
    finally:
        running.judge = before
    assert 5 <= kept < 60
    assert judged == [str(row) for row in range(kept, 60)]
    assert [record["row"] for record in found] == list(range(1, 61))
    assert set(verdicts(found)) == {"right"}
    assert [json.loads(line)["row"] for line in out.read_text().splitlines()[1:]] == list(range(1, 61))


def test_results_of_another_input_code_or_tolerance_are_not_gone_on_with(mixed, write, tmp_path, monkeypatch):
    out = tmp_path / "out.jsonl"
    list(regress(mixed, out=out))

    with pytest.raises(ClaimsFileError, match="changed: tolerance"):
        list(regress(mixed, out=out, resume=True, tolerance="0.1"))
    with pytest.raises(ClaimsFileError, match="changed: input"):
        list(regress(many(write, 3), out=out, resume=True))
    monkeypatch.setattr(running, "code", lambda: "other")
    with pytest.raises(ClaimsFileError, match=r"changed: .*code"):
        list(regress(mixed, out=out, resume=True))


def test_a_file_that_is_none_of_results_is_not_gone_on_with_and_an_empty_one_is_begun(mixed, tmp_path):
    out = tmp_path / "out.jsonl"
    out.write_text("something else\n")
    with pytest.raises(ClaimsFileError, match="must be a results file"):
        list(regress(mixed, out=out, resume=True))
    out.write_text('{"format": "dpsy')
    assert verdicts(regress(mixed, out=out, resume=True)) == KINDS
    with pytest.raises(ClaimsFileError, match="must be writable"):
        list(regress(mixed, out=tmp_path / "none" / "out.jsonl"))


def test_a_row_beyond_the_limit_is_undecided_and_the_next_one_judged(write, monkeypatch):
    before = running.judge

    def endless(claim, tolerance=None):
        while claim.name == "1":
            pass
        return before(claim, tolerance=tolerance)

    monkeypatch.setattr(running, "judge", endless)
    found = list(regress(many(write, 3), limit=0.2))

    assert verdicts(found) == ["right", "undecided", "right"]
    assert found[1]["reason"] == "the limit of 0.2 seconds was reached"


def test_an_engine_that_runs_out_of_memory_leaves_the_row_undecided(write, monkeypatch):
    def hungry(claim, tolerance=None):
        raise MemoryError

    monkeypatch.setattr(running, "judge", hungry)
    assert verdicts(regress(many(write, 1))) == ["undecided"]


@pytest.mark.parametrize(
    ("change", "kept"),
    [
        (lambda lines: [*lines[:3], b'{"row": 4, "na', *lines[4:]], 3),
        (lambda lines: [*lines, b"{}"], 6),
        (lambda lines: [*lines[:4], b'{"row": 5, "verdict": [], "reason": ""}'], 4),
        (lambda lines: [lines[0], lines[2], lines[2], *lines[3:]], 1),
        (lambda lines: [*lines, lines[5].replace(b'"row": 6', b'"row": 7')], 6),
    ],
    ids=["broken", "empty", "no verdict", "missing", "more than asked"],
)
def test_what_is_whole_and_in_order_is_kept_and_the_rest_judged_again(
    mixed, tmp_path, monkeypatch, change, kept
):
    out, judged, before = tmp_path / "out.jsonl", [], running.decided
    found = list(regress(mixed, out=out))
    whole = out.read_bytes()
    head, *lines = whole.splitlines()
    out.write_bytes(b"\n".join([head, *change(lines), b""]))
    monkeypatch.setattr(running, "decided", lambda claim, *more: judged.append(claim) or before(claim, *more))

    assert list(regress(mixed, out=out, resume=True)) == found
    assert len(judged) == 6 - kept
    assert out.read_bytes() == whole
