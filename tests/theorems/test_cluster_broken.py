"""What breaks while a cluster works: a worker is killed, the client is, or nobody answers; nothing that was done is lost or done wrong."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest
from click.testing import CliRunner
from distributed import Client, LocalCluster

from theorems import certificate
from theorems.check import run
from theorems.cli import main
from theorems.cluster import on_cluster
from theorems.peers import battery
from theorems.peers.adapters import adapter
from theorems.peers.runner import Answer
from theorems.registry import registry
from theorems.regress.running import regress
from theorems.workers import Lost

NOBODY = "tcp://127.0.0.1:1"


@pytest.fixture(scope="module")
def cluster():
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as found:
        yield found.scheduler_address


def kill_one(cluster):
    """End a worker by force; another takes its place."""
    with Client(cluster, set_as_default=False) as client:
        os.kill(next(iter(client.run(os.getpid).values())), signal.SIGKILL)


def kept(cluster):
    """Return how many processes the workers have at their side."""
    with Client(cluster, set_as_default=False) as client:
        return sum(client.run(_kept).values())


def _kept():
    from theorems import cluster

    return len(cluster._KEPT)


def ends_workers(item):
    """Return a number; one of them ends whatever worker has it."""
    if item == 5:
        os.kill(os.getppid(), signal.SIGKILL)
    return item


def claims(path, count):
    """Write claims about Laplace noise, a third of them false; each sixteenth is of sampled noise, and takes longer."""
    lines = []
    for row in range(count):
        value = (f"{1 / (row + 1)!r}", "3", "0")[row % 3]
        slow = "Gaussian(2).subsample(0.1).compose(300),epsilon,1e-5,4,s"
        lines.append(f"Laplace({row + 1}),epsilon,0,{value},{row}" if row % 16 else slow)
    path.write_text(
        "\n".join(["mechanism,quantity,delta,value,name", *lines, "nonsense,epsilon,1,0,n"]), encoding="utf-8"
    )
    return path


@pytest.mark.slow
def test_rows_are_judged_alike_though_a_worker_is_killed_in_their_midst(cluster, tmp_path):
    path, found = claims(tmp_path / "claims.csv", 600), []
    for row in regress(path, out=tmp_path / "out.jsonl", cluster=cluster):
        found.append(row)
        if len(found) == 40:
            kill_one(cluster)
    assert found == list(regress(path))
    assert {row["verdict"] for row in found} == {"right", "sound", "unsound", "not understood"}
    assert kept(cluster) == 0


@pytest.mark.slow
def test_a_killed_client_is_gone_on_with_where_it_was(cluster, tmp_path):
    path, out = claims(tmp_path / "claims.csv", 600), tmp_path / "out.jsonl"
    line = [sys.executable, "-m", "theorems.cli", "regress", str(path), "--out", str(out), "--cluster", cluster]
    client = subprocess.Popen(line, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while client.poll() is None and not (out.exists() and len(out.read_bytes().splitlines()) > 40):
        time.sleep(0.01)
    client.kill()
    client.wait()
    before = len(out.read_bytes().splitlines()) - 1
    assert 0 < before < 601
    assert list(regress(path, out=out, resume=True, cluster=cluster)) == list(regress(path))
    written = [json.loads(each)["row"] for each in out.read_bytes().splitlines()[1:]]
    assert sorted(written) == list(range(1, 602))
    assert kept(cluster) == 0


@pytest.mark.slow
def test_a_battery_goes_on_through_a_killed_worker_and_after_an_interrupt(cluster, tmp_path):
    cases = [case for case in adapter("opacus").cases() if not case.nonsense][:16]
    answers = {case.id: Answer(1.5) for case in cases}
    told = []

    def tell(stage, done, total):
        told.append(done)
        if done == 4:
            kill_one(cluster)
        if done == 12:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        battery._judged(cases, answers, tmp_path / "verdicts.jsonl", (1, cluster), tell)
    told.clear()
    found = battery._judged(
        cases, answers, tmp_path / "verdicts.jsonl", (1, cluster), lambda *said: told.append(said[1])
    )
    assert told[0] > 1  # what could be told is not judged again
    assert found == [battery._one(battery._Task(case, answers[case.id], "")) for case in cases]


@pytest.mark.slow
def test_entries_are_checked_alike_though_a_worker_is_killed(cluster, monkeypatch):
    library, made = registry(), []
    monkeypatch.setattr(certificate, "write", lambda *found: made.append(found[0]))
    ids = ["dp.trivial", "rdp.to_approx", "kl.laplace"]
    done = []
    for id in run(library, ids, cluster=cluster):
        done.append(id)
        if len(done) == 1:
            kill_one(cluster)
    assert sorted(done) == sorted(ids)
    assert {each.id: each.status for each in made} == {id: library.certificate(id).status for id in ids}


@pytest.mark.slow
def test_an_item_that_ends_every_worker_costs_itself_alone(cluster):
    found = dict(on_cluster(ends_workers, range(8), cluster, batch=4))
    assert found == {number: number for number in range(8) if number != 5} | {5: found[5]}
    assert isinstance(found[5], Lost)


@pytest.mark.slow
def test_a_run_that_is_given_up_leaves_no_process_behind(cluster):
    some = on_cluster(ends_workers, (2 for _ in iter(int, 1)), cluster)
    assert next(some)[1] == 2
    some.close()
    assert kept(cluster) == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments",
    [("regress", "claims.csv"), ("peer", "opacus"), ("regress", "--peer", "opacus"), ("check", "--full", "dp.trivial")],
)
def test_where_nobody_answers_a_command_says_so_in_one_line(arguments, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    claims(tmp_path / "claims.csv", 2)
    result = CliRunner().invoke(main, [*arguments, "--cluster", NOBODY])
    assert result.exit_code not in (0, 1)
    (line,) = result.output.strip().splitlines()[-1:]
    assert f"cluster must be the address of a scheduler that answers, got '{NOBODY}'" in line
    assert "Traceback" not in result.output
