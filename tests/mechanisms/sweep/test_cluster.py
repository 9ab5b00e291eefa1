"""Sweeps on a real dask cluster of two worker processes, one of which is killed."""

import os
import signal
import threading
import time

import pytest
from distributed import LocalCluster

from mechanisms.sweep import run
from mechanisms.sweep.cells import grid
from mechanisms.sweep.run import run_sweep


def local_function():
    """Return a function that goes to the workers by value: this module is not on their path."""

    def measured(cell, rng):
        import os
        import time

        with open(f"{cell['folder']}/{cell['i']}.{os.getpid()}", "w", encoding="utf-8"):
            time.sleep(cell["pause"])
        return rng.random()

    return measured


@pytest.fixture
def cluster():
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as found:
        yield found


def runs_in(folder):
    """Return the cells and processes of the runs that began."""
    return [tuple(map(int, path.name.split("."))) for path in folder.iterdir()]


def kill_a_busy_worker(folder, killed):
    """Kill the worker that is seen to run the fifth cell."""
    deadline = time.monotonic() + 600  # it hangs
    while time.monotonic() < deadline:
        found = [pid for cell, pid in runs_in(folder) if cell == 5]
        if found:
            os.kill(found[0], signal.SIGKILL)
            killed.append(found[0])
            return
        time.sleep(0.01)


@pytest.mark.slow
def test_a_killed_worker_costs_its_cell_a_second_start_and_nothing_else(cluster, tmp_path):
    folder = tmp_path / "runs"
    folder.mkdir()
    cells = list(grid(i=range(14), folder=[str(folder)], pause=[0.2]))
    killed: list[int] = []
    hunter = threading.Thread(target=kill_a_busy_worker, args=(folder, killed))
    hunter.start()
    results = run_sweep(local_function(), cells, tmp_path / "results", cluster=cluster.scheduler_address)
    hunter.join()
    seen = runs_in(folder)
    assert len(killed) == 1
    assert len({pid for _, pid in seen}) >= 2
    assert len([pid for cell, pid in seen if cell == 5]) == 2
    assert sorted({cell for cell, _ in seen}) == list(range(14))

    at_home = run_sweep(local_function(), cells, tmp_path / "home", jobs=1)
    assert [record.result for record in results] == [record.result for record in at_home]
    assert len(run_sweep(local_function(), cells, tmp_path / "results", jobs=1)) == 14
    assert (tmp_path / "results").read_bytes().count(b"\n") == 14


def test_no_scheduler_at_the_address_is_an_error(tmp_path, monkeypatch):
    monkeypatch.setattr(run, "_PATIENCE", 0.5)
    with pytest.raises(OSError, match="Timed out"):
        run_sweep(local_function(), [{"i": 1}], tmp_path / "results", cluster="tcp://127.0.0.1:9")
