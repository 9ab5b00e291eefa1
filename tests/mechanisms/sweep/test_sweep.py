"""Sweeps: each cell once, the same results whoever runs them, and nothing that was finished is lost."""

import functools
import importlib.util
import json
import math
import os
import pickle
import signal
import subprocess
import sys
import time
import tracemalloc
from pathlib import Path

import numpy as np
import pytest

import mechanisms
from mechanisms import ParameterError
from mechanisms.sweep.cells import cell_seed, grid
from mechanisms.sweep.code import code_digest
from mechanisms.sweep.errors import CellError
from mechanisms.sweep.run import run_sweep

ROOT = Path(__file__).parents[3]

SCRIPT = """
import os, sys, time
from mechanisms.sweep.cells import grid
from mechanisms.sweep.run import run_sweep

def slow(cell, rng):
    with open(cell["log"], "a") as log:
        log.write(str(cell["i"]) + "\\n")
    time.sleep(cell["pause"])
    return rng.random()

if __name__ == "__main__":
    folder, jobs = sys.argv[1], int(sys.argv[2])
    cells = grid(i=range(12), log=[folder + "/log"], pause=[0.15])
    results = run_sweep(slow, cells, folder + "/results.jsonl", jobs=jobs)
    print([record.result for record in results])
"""


def draw(cell, rng):
    return {"mean": float(rng.normal(cell["loc"], 1, 100).mean()), "cell": cell["loc"]}


def logged(cell, rng):
    with open(cell["log"], "a", encoding="utf-8") as log:
        log.write("x")
    return rng.random()


def module_from(path, text):
    """The text is of another length each time: bytecode of the same second and length counts as that of the file."""
    path.write_text(text, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def values(results):
    return [record.result for record in results]


def test_a_grid_is_every_combination_with_the_last_axis_fastest():
    assert list(grid(a=[1, 2], b="xy")) == [
        {"a": 1, "b": "x"},
        {"a": 1, "b": "y"},
        {"a": 2, "b": "x"},
        {"a": 2, "b": "y"},
    ]
    assert list(grid(a=[])) == []


def test_results_come_in_the_order_of_the_cells_with_their_parameters(tmp_path):
    results = run_sweep(draw, grid(loc=[3, 1, 2]), tmp_path / "deep" / "results.jsonl", jobs=1)
    assert len(results) == 3
    assert [record.cell for record in results] == [{"loc": 3}, {"loc": 1}, {"loc": 2}]
    assert [record.result["cell"] for record in results] == [3, 1, 2]
    assert all(record.seconds >= 0 for record in results)


def test_results_depend_on_neither_order_nor_company_nor_processes(tmp_path):
    there = values(run_sweep(draw, grid(loc=range(6)), tmp_path / "a", jobs=1))
    back = values(run_sweep(draw, grid(loc=reversed(range(6))), tmp_path / "b", jobs=1))
    alone = values(run_sweep(draw, [{"loc": 4}], tmp_path / "c", jobs=1))
    assert there == back[::-1]
    assert alone == there[4:5]
    assert len({result["mean"] - result["cell"] for result in there}) == 6


def run_script(place, folder, jobs):
    command = [sys.executable, str(place / "script.py"), str(folder), jobs]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, env=env, capture_output=True, text=True, check=True).stdout


@pytest.mark.slow
def test_a_kill_loses_the_running_cells_and_no_others(tmp_path):
    """The sweep is killed, with its workers, when some cells are done; the second sweep starts the others only.

    A third one, in a file of its own and in one process, has the same results.
    """
    (tmp_path / "script.py").write_text(SCRIPT, encoding="utf-8")
    results, log = tmp_path / "results.jsonl", tmp_path / "log"
    command = [sys.executable, str(tmp_path / "script.py"), str(tmp_path), "2"]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, env=env, start_new_session=True) as process:
        deadline = time.monotonic() + 600  # it hangs
        while not (results.exists() and results.read_bytes().count(b"\n") >= 4):
            assert time.monotonic() < deadline
            time.sleep(0.01)
        os.killpg(process.pid, signal.SIGKILL)
    finished = results.read_bytes().count(b"\n")
    started = len(log.read_text(encoding="utf-8").split())
    assert 4 <= finished < 12
    # Two workers, and a second pair of cells that they may have taken up before their results were fetched.
    assert started - finished <= 4
    printed = json.loads(run_script(tmp_path, tmp_path, "2"))
    assert len(log.read_text(encoding="utf-8").split()) == started + 12 - finished
    results.rename(tmp_path / "interrupted.jsonl")
    assert json.loads(run_script(tmp_path, tmp_path, "1")) == printed


@pytest.mark.slow
def test_audits_are_cells_like_any_other_and_processes_change_no_result(tmp_path):
    def audited(cell, rng):
        from mechanisms import Laplace
        from mechanisms.audit.claims import ApproximateClaim
        from mechanisms.audit.run import audit_mechanism

        mechanism = Laplace(cell["scale"]).release
        usual = {"runs": 4000, "statistics": ("usual",)}
        found = audit_mechanism(mechanism, (0.0, 1.0), ApproximateClaim(1.0), rng, **usual)
        return {"verdict": found.verdict, "lower": found.lower}

    cells = list(grid(scale=[0.5, 1.0], repetition=range(2)))
    apart, together = (values(run_sweep(audited, cells, tmp_path / str(jobs), jobs=jobs)) for jobs in (2, 1))
    assert apart == together
    assert ["violated" in result["verdict"] for result in apart] == [True, True, False, False]


def test_what_is_finished_is_not_run_again(tmp_path):
    log, path = tmp_path / "log", tmp_path / "results"
    first = values(run_sweep(logged, grid(log=[str(log)], i=range(3)), path, jobs=1))
    again = values(run_sweep(logged, grid(log=[str(log)], i=range(5)), path, jobs=1))
    assert len(log.read_text(encoding="utf-8")) == 5
    assert again[:3] == first
    run_sweep(logged, grid(log=[str(log)], i=range(2)), path, jobs=1, seed=1)
    assert len(log.read_text(encoding="utf-8")) == 7


def test_a_damaged_last_line_is_dropped_and_its_cell_run_again(tmp_path):
    path = tmp_path / "results"
    whole = values(run_sweep(draw, grid(loc=range(3)), path, jobs=1))
    text = path.read_bytes()
    lines = text.splitlines(keepends=True)
    for damaged in (text[:-1], text[:-20], b"".join(lines[:2]) + b'{"ke', b"".join(lines[:2]) + b"\0" * 30):
        path.write_bytes(damaged)
        assert values(run_sweep(draw, grid(loc=range(3)), path, jobs=1)) == whole
        assert path.read_bytes().count(b"\n") == 3


@pytest.mark.parametrize(
    "text", [b"my notes\n", b"my notes", b'{"other": 1}\n', b"[1, 2]\n", b"\xff\xfe", b'{"key": "a"\nmore\n']
)
def test_a_file_that_is_something_else_is_left_alone(tmp_path, text):
    path = tmp_path / "file"
    path.write_bytes(text)
    with pytest.raises(ParameterError, match=r"^line 1 of .*file must be a record of a sweep, got"):
        run_sweep(draw, grid(loc=[1]), path, jobs=1)
    assert path.read_bytes() == text


def test_a_damaged_line_in_the_middle_is_an_error(tmp_path):
    path = tmp_path / "results"
    run_sweep(draw, grid(loc=range(3)), path, jobs=1)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(lines[0] + lines[1][:30] + b"\n" + lines[2])
    with pytest.raises(ParameterError, match=r"^line 2 of .* must be a record of a sweep"):
        run_sweep(draw, grid(loc=range(3)), path, jobs=1)


def test_an_empty_sweep_has_no_results(tmp_path):
    assert values(run_sweep(draw, [], tmp_path / "results", jobs=1)) == []


def test_changed_code_is_run_again_and_a_changed_comment_is_not(tmp_path):
    path = tmp_path / "results"
    file = tmp_path / "swept_module.py"
    first = module_from(file, "def f(cell, rng):\n    return 1\n")
    assert values(run_sweep(first.f, [{"a": 1}], path, jobs=1)) == [1]
    commented = module_from(file, "# a remark\ndef f(cell,  rng):\n    return 1  # one\n")
    assert code_digest(commented.f) == code_digest(first.f)
    changed = module_from(file, "ONE = 2\ndef f(cell, rng):\n    return ONE\n")
    assert values(run_sweep(changed.f, [{"a": 1}], path, jobs=1)) == [2]


def test_modules_that_are_named_count_as_code(tmp_path):
    helper = module_from(tmp_path / "swept_helper.py", "X = 1\n")
    before = code_digest(draw, [helper])
    assert before != code_digest(draw)
    assert module_from(tmp_path / "swept_helper.py", "X = 22\n").X == 22
    assert code_digest(draw, [helper]) != before
    assert code_digest(draw, [mechanisms]) not in (before, code_digest(draw))


def test_arguments_of_a_partial_count_as_code(tmp_path):
    path = tmp_path / "results"
    for power in (2, 3):
        function = functools.partial(raised, power=power)
        assert values(run_sweep(function, [{"base": 5}], path, jobs=1)) == [5**power]


def raised(cell, rng, power):
    return cell["base"] ** power


def test_a_failing_cell_is_reported_at_the_end_and_tried_again(tmp_path):
    path, gate = tmp_path / "results", tmp_path / "gate"
    cells = [{"i": i, "gate": str(gate)} for i in range(4)]
    with pytest.raises(CellError, match=r"^1 of 4 cells failed, the rest is in .*ValueError: not yet$") as caught:
        run_sweep(stubborn, cells, path, jobs=1)
    assert isinstance(caught.value, (mechanisms.errors.MechanismError, RuntimeError))
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)  # noqa: S301
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert ["error" in line for line in lines] == [False, True, False, False]
    assert "Traceback" in lines[1]["error"]
    gate.touch()
    assert values(run_sweep(stubborn, cells, path, jobs=1)) == [0, 10, 20, 30]
    assert path.read_text(encoding="utf-8").count("\n") == 5


def stubborn(cell, rng):
    if cell["i"] == 1 and not Path(cell["gate"]).exists():
        raise ValueError("not yet")
    return cell["i"] * 10


def test_numpy_values_and_numbers_that_are_not_finite_survive_the_file(tmp_path):
    [record] = run_sweep(odd_values, [{"a": np.int64(3), "b": (1, 2)}], tmp_path / "results", jobs=1)
    assert record.cell == {"a": 3, "b": [1, 2]}
    array, scalar, nan, inf = record.result
    assert (array, scalar, inf) == ([[1.0, 2.0]], 0.1, math.inf)
    assert math.isnan(nan)


def odd_values(cell, rng):
    return [np.array([[1.0, 2.0]]), np.float64(0.1), math.nan, math.inf]


def test_a_result_that_is_no_plain_value_is_a_failure(tmp_path):
    with pytest.raises(CellError, match=r"TypeError: a result must be made of numbers, text, lists"):
        run_sweep(opaque, [{"a": 1}], tmp_path / "results", jobs=1)


def opaque(cell, rng):
    return object()


@pytest.mark.slow
def test_results_are_not_kept_in_memory(tmp_path):
    """Sixty results of a megabyte each, written and read back, in less than a fifth of their size."""
    run_sweep(bulky, [{"i": -1}], tmp_path / "warm", jobs=1)
    tracemalloc.start()
    results = run_sweep(bulky, grid(i=range(60)), tmp_path / "results", jobs=1)
    assert sum(len(record.result) for record in results) == 60 * 2**20
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 12 * 2**20


def bulky(cell, rng):
    return "x" * 2**20


def test_the_progress_bar_is_drawn_when_asked_for_and_only_then(tmp_path, capfd):
    run_sweep(draw, grid(loc=range(3)), tmp_path / "a", jobs=1)
    assert capfd.readouterr() == ("", "")
    run_sweep(draw, grid(loc=range(3)), tmp_path / "b", jobs=1, progress=True)
    printed = capfd.readouterr()
    assert printed.out == ""
    assert "3/3" in printed.err


def test_a_file_that_another_sweep_has_open_is_refused(tmp_path):
    path = tmp_path / "results"
    with pytest.raises(CellError, match=r"must be one that no other run has open"):
        run_sweep(nested, [{"path": str(path)}], path, jobs=1)


def nested(cell, rng):
    return len(run_sweep(draw, [{"loc": 1}], cell["path"], jobs=1))


def test_seeds_follow_from_content():
    def state(cell, seed=0):
        return cell_seed(cell, seed).generate_state(4).tolist()

    assert state({"a": 1, "b": 2}) == state({"b": 2, "a": 1})
    states = [state({"a": 1}), state({"a": 2}), state({"a": 1.0}), state({"a": "1"}), state({"a": 1}, 1)]
    assert len(set(map(tuple, states))) == 5


@pytest.mark.parametrize(
    "cell", [1, [1], {1: 2}, {"a": math.nan}, {"a": math.inf}, {"a": {1}}, {"a": b"x"}, {"a": object()}, {"a": 1j}]
)
def test_bad_cells_are_refused(tmp_path, cell):
    with pytest.raises(ParameterError, match=r"^cell must be a dictionary of"):
        run_sweep(draw, [cell], tmp_path / "results")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"seed": -1}, "seed must be a non-negative integer"),
        ({"seed": 1.5}, "seed must be"),
        ({"seed": True}, "seed must be"),
        ({"jobs": 0}, "jobs must be a positive integer"),
        ({"jobs": 1.0}, "jobs must be"),
        ({"jobs": True}, "jobs must be"),
        ({"cluster": 8786}, "cluster must be the address of a scheduler"),
        ({"cluster": "localhost"}, "cluster must be"),
        ({"cluster": "tcp://localhost:1", "jobs": 2}, "jobs must be left out on a cluster"),
        ({"depends": ["numpy"]}, "depends must be modules"),
        ({"depends": [sys]}, "depends must be modules"),
    ],
)
def test_bad_options_are_refused(tmp_path, options, message):
    with pytest.raises(ParameterError, match=f"^{message}"):
        run_sweep(draw, [{"loc": 1}], tmp_path / "results", **options)


def test_functions_whose_code_is_not_known_are_refused(tmp_path):
    free = 3

    def closure(cell, rng):
        return free

    typed = {}
    exec("def f(cell, rng): return 1", typed)  # noqa: S102
    for function in (closure, lambda cell, rng: 1, len, typed["f"], 7, functools.partial(raised, power={1})):
        with pytest.raises(ParameterError, match=r"^function must be a named function"):
            run_sweep(function, [{"a": 1}], tmp_path / "results")


def test_repeated_cells_are_refused(tmp_path):
    with pytest.raises(ParameterError, match=r"^cells must be distinct, got {'loc': 1}"):
        run_sweep(draw, [{"loc": 1}, {"loc": 2}, {"loc": np.int64(1)}], tmp_path / "results")
    assert not (tmp_path / "results").exists()
