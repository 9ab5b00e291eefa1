"""Many rows: in order, in bounded memory, within a limit, and going on after a kill."""

import importlib
import json
import os
import random
import signal
import subprocess
import sys
import time
from itertools import islice
from pathlib import Path

import pytest

from mechanisms.errors import FileError
from theorems.regress import Claim, ClaimsFileError, running
from theorems.regress.running import regress

KINDS = ["right", "sound", "unsound", "undecided", "not understood", "unsound"]

SLOW = """
import sys, time
from pathlib import Path
from theorems.regress import running
running.code = lambda: "code"
def slowly(numbered, **options):
    time.sleep(0.02)
    return {"row": numbered[0], "name": numbered[1].name, "verdict": "not understood", "reason": ""}
"""
RUN = """
import sys, slow
from pathlib import Path
slow.running.judge_row = slow.slowly
path, out, jobs, resume = sys.argv[1:]
for record in slow.running.regress(Path(path), out=Path(out), jobs=int(jobs), resume=resume == "resume"):
    print(record["row"], flush=True)
"""


@pytest.fixture
def slow(tmp_path):
    """Return a way to start a run whose rows take a fiftieth of a second, its workers' included."""
    folder = tmp_path / "code"
    folder.mkdir()
    (folder / "slow.py").write_text(SLOW)
    (folder / "run.py").write_text(RUN)
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), *sys.path])}

    def start(path, out, jobs, resume="anew"):
        command = [sys.executable, str(folder / "run.py"), str(path), str(out), str(jobs), resume]
        return subprocess.Popen(command, stdout=subprocess.PIPE, env=env, text=True)

    return start


def lines_of(out):
    return out.read_bytes().count(b"\n") if out.exists() else 0


def wait_for(true):
    deadline = time.monotonic() + 600  # it hangs
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.005)


def children(pid):
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True)
    return [int(word) for word in found.stdout.split()]


def is_alive(pid):
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False


def verdicts(records):
    return [record["verdict"] for record in records]


def many(write, count):
    return write([(str(row), f"Laplace({row + 1})", "epsilon", "", str(1 / (row + 1)), "") for row in range(count)])


def test_rows_come_in_order_with_one_process_and_with_two(mixed):
    one = list(regress(mixed))
    two = list(regress(mixed, jobs=2))

    assert verdicts(one) == KINDS
    assert one == two
    assert [record["row"] for record in two] == [1, 2, 3, 4, 5, 6]


@pytest.mark.slow
def test_no_more_rows_are_read_ahead_than_a_few_chunks(monkeypatch):
    taken = []

    def endless(path, given):
        while True:
            taken.append(1)
            yield Claim("Laplace(2)", "epsilon", (), "0.5")

    monkeypatch.setattr(running, "rows", endless)
    monkeypatch.setattr(running, "LEAD", 5)

    assert len(list(islice(regress("endless", jobs=1), 100))) == 100
    assert len(taken) == 100
    taken.clear()
    assert len(list(islice(regress("endless", jobs=2), 100))) == 100
    assert len(taken) <= 100 + 3 * 5  # on the way, in hand, and read


def test_results_are_written_as_they_come_and_read_back(mixed, tmp_path):
    out = tmp_path / "out.jsonl"
    found = list(regress(mixed, out=out))

    head, *lines = [json.loads(line) for line in out.read_text().splitlines()]
    assert head["format"] == "dpsym regress 1"
    assert lines == found
    assert list(regress(mixed, out=out, resume=True)) == found


@pytest.mark.slow
@pytest.mark.parametrize(("jobs", "seed"), [(min(seed + 1, 3), seed) for seed in range(8)])
def test_a_run_that_is_killed_again_and_again_loses_no_row_that_was_written(write, tmp_path, slow, jobs, seed):
    """Killed at moments drawn from a seed, then by hand in the midst of a line; each row is in the file once in the end."""
    path, out, draw = many(write, 120), tmp_path / "out.jsonl", random.Random(seed)
    written = 0
    for resume in ("anew", "resume"):
        with slow(path, out, jobs, resume) as process:
            wanted = written + draw.randrange(2, 12)
            wait_for(lambda wanted=wanted: lines_of(out) > wanted)
            time.sleep(draw.random() / 20)
            process.kill()
        kept = lines_of(out)
        assert written < kept < 121
        written = kept
    with out.open("ab") as file:
        file.write(b'{"row": 99, "na')
    with slow(path, out, jobs, "resume") as process:
        assert process.stdout.read().split() == [str(row) for row in range(1, 121)]

    rows = [json.loads(line)["row"] for line in out.read_text().splitlines()[1:]]
    assert sorted(rows) == list(range(1, 121))


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="processes are looked up in /proc")
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_no_worker_outlives_its_parent_or_holds_its_pipe(write, tmp_path, slow, how):
    out = tmp_path / "out.jsonl"
    process = slow(many(write, 2000), out, 2)
    wait_for(lambda: lines_of(out) > 3)
    workers = children(process.pid)
    assert len(workers) == 2
    process.send_signal(how)
    process.stdout.read()  # ends when nobody holds the pipe any more
    process.wait()
    wait_for(lambda: not any(map(is_alive, workers)))


def test_a_second_run_on_the_same_file_is_refused(write, tmp_path, slow):
    path, out = many(write, 500), tmp_path / "out.jsonl"
    with slow(path, out, 1) as process:
        wait_for(lambda: lines_of(out) > 1)
        with pytest.raises(FileError, match="one that no other run has open"):
            list(regress(path, out=out, resume=True))
        process.kill()


def test_a_worker_that_is_killed_costs_its_row(write, tmp_path, monkeypatch):
    """Out of memory, or a fault in a library: the row is undecided, and all others are judged."""
    module = tmp_path / "deadly.py"
    module.write_text(
        "import os, signal\nfrom theorems.regress.running import judge_row\n"
        "def deadly(numbered, **options):\n"
        "    if numbered[0] in (2, 7): os.kill(os.getpid(), signal.SIGKILL)\n"
        "    return judge_row(numbered, **options)\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(running, "judge_row", importlib.import_module("deadly").deadly)
    found = list(regress(many(write, 12), jobs=2))

    assert [record["row"] for record in found if record["verdict"] != "right"] == [2, 7]
    assert found[1]["reason"] == "the engine gave up (its process ended by SIGKILL)"


def test_finished_results_are_not_begun_anew_unless_they_are_given_away(mixed, write, tmp_path):
    out = tmp_path / "out.jsonl"
    found = list(regress(mixed, out=out))
    whole = out.read_bytes()

    with pytest.raises(ClaimsFileError, match="has 6 rows: go on with it by --resume"):
        list(regress(mixed, out=out))
    with pytest.raises(ClaimsFileError, match="to another file than the claims"):
        list(regress(mixed, out=mixed, force=True))
    assert out.read_bytes() == whole
    assert list(regress(mixed, out=out, force=True)) == found
    out.write_text("mine\n")
    with pytest.raises(ClaimsFileError, match="must be a results file of this command"):
        list(regress(mixed, out=out))
    assert out.read_text() == "mine\n"
    for place in (tmp_path / "link", Path(os.devnull)):
        if not place.exists():
            place.symlink_to(out)
        with pytest.raises(FileError, match="must be a regular file"):
            list(regress(mixed, out=place, force=True))
    assert out.read_text() == "mine\n"


@pytest.mark.cases(1 / 2)
@pytest.mark.parametrize(
    "mechanism",
    [
        "DiscreteLaplace(1).subsample(0.1)",
        pytest.param("DiscreteGaussian(2).subsample(0.1).compose(3)", marks=pytest.mark.slow),
        "Laplace(acosh(erfcinv(3)))",
        "Max([1],2)",
        "(" * 500,
        "Laplace(" + "9" * 700 + ")",
        "\x00",
    ],
)
def test_no_row_ends_a_run(write, mechanism):
    rows = [("a", mechanism, "epsilon", "1e-5", "1", ""), ("b", "Laplace(2)", "epsilon", "", "0.5", "")]
    assert verdicts(regress(write(rows), limit=5))[1] == "right"


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
    with pytest.raises(FileError, match="must be writable"):
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
        (lambda lines: [lines[0], lines[2], lines[2], *lines[3:]], 2),
        (lambda lines: lines[::-1], 6),
    ],
    ids=["broken", "empty", "no verdict", "twice", "in another order"],
)
def test_what_is_whole_is_kept_and_the_rest_judged_again(mixed, tmp_path, monkeypatch, change, kept):
    out, judged, before = tmp_path / "out.jsonl", [], running.decided
    found = list(regress(mixed, out=out))
    whole = out.read_bytes()
    head, *lines = whole.splitlines()
    out.write_bytes(b"\n".join([head, *change(lines), b""]))
    monkeypatch.setattr(running, "decided", lambda claim, *more: judged.append(claim) or before(claim, *more))

    assert list(regress(mixed, out=out, resume=True)) == found
    assert len(judged) == 6 - kept
    assert sorted(out.read_bytes().splitlines()) == sorted(whole.splitlines())
