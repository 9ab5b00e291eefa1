"""Rows, answers of peers and checks on a real dask cluster of two worker processes, one of which is killed."""

import json
import os
import signal

import pytest
from click.testing import CliRunner
from distributed import LocalCluster

from mechanisms.errors import ParameterError
from theorems import certificate
from theorems.check import run
from theorems.cli import main
from theorems.cluster import on_cluster
from theorems.peers import battery
from theorems.peers.adapters import adapter
from theorems.peers.runner import Answer
from theorems.registry import registry
from theorems.regress.running import regress
from theorems.workers import Lost, OneProcess


def doubled(item):
    """Return twice a number; some items break the process, or the worker above it, or raise."""
    if item == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    if isinstance(item, str) and not os.path.exists(item):
        with open(item, "w", encoding="utf-8"):
            os.kill(os.getppid(), signal.SIGKILL)
    if item == -1:
        raise ValueError("no such number")
    return 2 * item


@pytest.fixture(scope="module")
def cluster():
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as found:
        yield found.scheduler_address


@pytest.mark.slow
def test_what_breaks_a_process_costs_the_item_and_an_error_is_raised():
    one = OneProcess(doubled)
    try:
        assert one.of(1) == 2
        assert one.of(3) == Lost("its process ended by SIGKILL")
        assert one.of(4) == 8
        with pytest.raises(ValueError, match="no such number"):
            one.of(-1)
        assert one.of(5) == 10
    finally:
        one.close()


def test_what_is_no_address_is_refused():
    with pytest.raises(ParameterError, match="the address of a scheduler"):
        list(on_cluster(doubled, [1], "nowhere"))


@pytest.mark.slow
def test_a_killed_worker_costs_what_it_had_at_hand_a_second_start(cluster, tmp_path):
    items = [*range(40), str(tmp_path / "killed"), *range(41, 80)]
    found = dict(on_cluster(doubled, items, cluster, batch=4))
    assert (tmp_path / "killed").exists()
    assert sorted(found) == list(range(80))
    assert found[3] == Lost("its process ended by SIGKILL")
    assert all(found[number] == 2 * number for number in range(80) if number not in (3, 40))


@pytest.mark.slow
def test_the_same_rows_are_judged_on_a_cluster(cluster, tmp_path):
    path, out = tmp_path / "claims.csv", tmp_path / "results.jsonl"
    lines = [f"Laplace({scale}),epsilon,{1 / scale!r},0" for scale in range(1, 80)]
    path.write_text("\n".join(["mechanism,quantity,value,delta", *lines, "nonsense,epsilon,1,0"]), encoding="utf-8")
    there = list(regress(path, out=out, cluster=cluster))
    assert there == list(regress(path))
    assert [row["row"] for row in there] == list(range(1, 81))
    told = CliRunner().invoke(main, ["regress", str(path), "--json", "--cluster", cluster])
    assert told.exit_code == 0, told.output
    assert [json.loads(line)["verdict"] for line in told.output.splitlines()[:-1]] == [row["verdict"] for row in there]


@pytest.mark.slow
def test_answers_of_a_peer_are_judged_on_a_cluster_as_they_are_here(cluster):
    cases = [case for case in adapter("opacus").cases() if not case.nonsense][:12]
    tasks = [battery._Task(case, Answer(1.5), case.id) for case in cases]
    there = dict(on_cluster(battery._one, tasks, cluster, batch=4))
    assert [there[number] for number in range(12)] == [battery._one(task) for task in tasks]
    assert len({row.kind for row in there.values()}) > 1


@pytest.mark.slow
def test_entries_are_checked_on_a_cluster_and_their_certificates_are_written_here(cluster, tmp_path, monkeypatch):
    library = registry()
    made = []
    monkeypatch.setattr(certificate, "write", lambda *found: made.append(found))
    ids = ["dp.trivial", "rdp.to_approx"]
    assert sorted(run(library, ids, cluster=cluster)) == ids
    assert sorted(found[0].id for found in made) == ids
    assert {found[0].id: found[0].status for found in made} == {id: library.certificate(id).status for id in ids}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("check", "--cluster", "nowhere", "--full", "dp.trivial"), "cluster must be the address of a scheduler"),
        (("check", "--cluster", "tcp://127.0.0.1:1", "--frozen"), "--cluster runs checks"),
    ],
)
def test_mistakes_are_one_line(arguments, message):
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 2
    assert message in result.output
