"""The command as a process, on a copy of the house with planted entries: jobs, interrupts, kills, start."""

import json
import os
import pty
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import theorems

# A guard against a command that hangs, no bound on its time.
HANGING = 600
HOUSE = Path(theorems.__file__).parents[1]
CHECK = """
import time
from dataclasses import dataclass
from pathlib import Path
from mechanisms.geometry import LpBall
from theorems.outcome import MECHANISM, Outcome
from theorems.status import Status

@dataclass(frozen=True)
class Slow:
    def key(self):
        return "slow"

    def modules(self):
        return ("theorems.status",)

    def run(self, theorem):
        time.sleep(float((Path(__file__).parents[2] / "seconds").read_text()))
        LpBall(1, 2).gauge([1.0])  # as a run does that knows no formula
        return Outcome("slow", MECHANISM, Status.SAMPLED, "waited", 2)
"""
LIBRARY = """
from sympy import Interval, Le, exp, oo, symbols
from theorems.entry import Theorem
from theorems.library.slow import Slow

x = symbols("x", positive=True)

def entry(number, right):
    statement, domain = Le(x, right, evaluate=False), {x: Interval.open(0, oo)}
    return Theorem(f"slow.e{number}", "An entry", statement, domain, {x: (1, 2)}, checks=(Slow(),))

E0, E1, E2, E3, E4, E5 = (entry(number, exp(x) + number) for number in range(6))
"""


@pytest.fixture
def house(tmp_path):
    """Copy the registry beside the two sides, with planted entries in place of the library."""
    root = tmp_path / "house"
    ignored = shutil.ignore_patterns("certificates", "library")
    shutil.copytree(HOUSE / "theorems", root / "theorems", ignore=ignored)
    for package in ("dpsym", "mechanisms"):
        (root / package).symlink_to(HOUSE / package)
    (root / "theorems" / "library").mkdir()
    (root / "theorems" / "library" / "__init__.py").write_text("")
    (root / "theorems" / "refs.bib").write_text("")
    plant(root, 0)
    return root


def plant(root, seconds, change=("", "")):
    (root / "seconds").write_text(str(seconds))
    (root / "theorems" / "library" / "slow.py").write_text(CHECK)
    (root / "theorems" / "library" / "planted.py").write_text(LIBRARY.replace(*change))


def start(root, *arguments, **streams):
    # what joblib leaves behind when it is killed goes with the test's folder
    settings = {
        "PYTHONPATH": str(root),
        "PYTHONDONTWRITEBYTECODE": "1",
        "COLUMNS": "80",
        "JOBLIB_TEMP_FOLDER": str(root),
        "DPSYM_CACHE": str(root / "cache"),
    }
    environment = {**os.environ, **settings}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **streams}
    return subprocess.Popen(
        [sys.executable, "-m", "theorems.cli", *arguments],
        cwd=root.parent,
        env=environment,
        text=True,
        start_new_session=True,
        preexec_fn=_listen_to_interrupts,
        **pipes,
    )


def _listen_to_interrupts():
    """Undo what a background job hands down: there the interrupt key is ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def call(root, *arguments):
    process = start(root, *arguments)
    out, err = process.communicate(timeout=HANGING)
    return process.returncode, out, err


def certificates(root):
    path = root / "theorems" / "certificates" / "slow.jsonl"
    lines = path.read_text().splitlines() if path.exists() else []
    return {json.loads(line)["id"]: line for line in lines}


def wait_for_certificates(root, count):
    deadline = time.monotonic() + HANGING
    while len(certificates(root)) < count:
        assert time.monotonic() < deadline, "the command hangs"
        time.sleep(0.02)


@pytest.mark.slow
def test_two_processes_side_by_side_check_everything_once_and_the_second_run_nothing(house):
    code, out, err = call(house, "check", "--jobs", "2", "--json", "-v")
    assert (code, json.loads(out)["ran"]) == (0, 6)
    count, reason, *done = err.splitlines()
    assert (count, reason) == ("6 to check:", "  6: its checks were not run yet")
    every = [f"slow.e{number}" for number in range(6)]
    assert [line.partition("]")[0] for line in done] == [f"[{number}/6" for number in range(1, 7)]
    assert sorted(line.split()[1] for line in done) == [f"{id}:" for id in every]
    assert sorted(certificates(house)) == every
    before = certificates(house)
    code, out, err = call(house, "check", "--jobs", "2", "--json")
    assert (code, json.loads(out)["ran"], err) == (0, 0, "")
    assert certificates(house) == before


@pytest.mark.slow
def test_side_by_side_and_one_by_one_write_the_same_certificates(house):
    call(house, "check", "--jobs", "2")
    before = certificates(house)
    assert call(house, "check", "--full", "--jobs", "1")[0] == 0
    assert certificates(house) == before


@pytest.mark.slow
def test_changed_code_runs_the_checks_again_and_frozen_says_so(house):
    call(house, "check", "--jobs", "1")
    with (house / "theorems" / "status.py").open("a") as source:
        source.write("\n# another line\n")
    assert call(house, "check", "--frozen")[0] == 0
    with (house / "theorems" / "status.py").open("a") as source:
        source.write("\nANOTHER = 1\n")
    code, out, _ = call(house, "check", "--frozen", "--json")
    assert code == 1
    assert all("code that changed since" in entry["problem"] for entry in json.loads(out)["entries"])
    assert json.loads(call(house, "check", "--jobs", "1", "--json")[1])["ran"] == 6


@pytest.mark.slow
@pytest.mark.parametrize("jobs", ["2", "1"])
def test_a_kill_in_the_middle_loses_nothing_that_was_finished(house, jobs):
    plant(house, 0.4)
    process = start(house, "check", "--jobs", jobs)
    wait_for_certificates(house, 2)
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate(timeout=HANGING)
    # nobody is left to remove what the dead workers shared
    for semaphore in Path("/dev/shm").glob(f"sem.loky-{process.pid}-*"):  # noqa: S108
        semaphore.unlink()
    finished = certificates(house)
    assert 2 <= len(finished) < 6
    plant(house, 0)
    code, out, _ = call(house, "check", "--jobs", jobs, "--json")
    assert (code, json.loads(out)["ran"]) == (0, 6 - len(finished))
    assert finished.items() <= certificates(house).items()


@pytest.mark.parametrize("jobs", ["1", pytest.param("2", marks=pytest.mark.slow)])
def test_an_interrupt_leaves_cleanly_and_says_how_much_is_done(house, jobs):
    plant(house, 0.4)
    process = start(house, "check", "--jobs", jobs)
    wait_for_certificates(house, 2)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=HANGING)
    assert (process.returncode, out) == (130, "")
    assert "Traceback" not in err
    # the tracker of the worker processes may have a warning to add after the last word
    (last,) = [line for line in err.splitlines() if line.startswith("Interrupted: at least ")]
    assert last.endswith(" of 6 entries checked; their certificates are kept.")
    assert 2 <= len(certificates(house)) < 6


@pytest.mark.slow
def test_a_terminal_gets_a_bar_and_a_pipe_none(house):
    terminal, end = pty.openpty()
    plant(house, 0.1)
    process = start(house, "check", "--jobs", "1", stderr=end)
    os.close(end)
    shown = b""
    try:
        while chunk := os.read(terminal, 4096):
            shown += chunk
    except OSError:  # what Linux says when the other end was closed
        pass
    out, _ = process.communicate(timeout=HANGING)
    os.close(terminal)
    assert b"\x1b[" in shown
    assert b"6/6" in shown
    assert "\x1b" not in out


def test_help_lists_the_commands_and_loads_nothing_that_the_package_itself_does_not(house):
    script = (
        "import sys, theorems\n"
        "before = set(sys.modules)\n"
        "from theorems.cli import main\n"
        "main(['--help'], standalone_mode=False)\n"
        "print('loaded', *sorted({name.partition('.')[0] for name in set(sys.modules) - before}))\n"
    )
    shown = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "PYTHONPATH": str(house)},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert re.search(r"^  check +Run outdated checks and report what must be mended\.$", shown, re.MULTILINE)
    loaded = set(shown.splitlines()[-1].split()[1:])
    assert not loaded & {"sympy", "numpy", "scipy", "flint", "networkx", "matplotlib", "rich", "joblib", "dpsym"}
