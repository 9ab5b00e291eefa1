"""The command that audits: verdicts and exit codes, results on disk, and the same audits on a cluster."""

import json

import pytest
from click.testing import CliRunner
from distributed import LocalCluster

from mechanisms.sweep import run
from theorems.cli import main


def call(*arguments):
    return CliRunner().invoke(main, ["audit", *map(str, arguments)])


def found(result):
    return json.loads(result.stdout)


def test_a_claim_that_holds_is_not_contradicted():
    result = call("Laplace(scale=1)", "--eps", 1, "--runs", 4000, "--jobs", 1, "--statistic", "usual")

    assert result.exit_code == 0
    assert "Laplace(scale=1) on 0 and 1.0: eps >= " in result.stdout
    assert "claimed 1\n    not contradicted; " in result.stdout
    assert "the least eps that shows with probability 0.9 is 1." in result.stdout
    assert "Each bound holds with confidence 0.99.\n" in result.stdout


def test_a_claim_that_is_false_is_contradicted_with_the_event():
    result = call("Laplace(scale=1/4)", "--eps", 1, "--runs", 4000, "--jobs", 1)

    assert result.exit_code == 1
    assert "violated with confidence 0.99; " in result.stdout


def test_a_float_sampler_leaks_by_its_lowest_bits_unless_its_law_alone_is_asked_for():
    options = ("Laplace(scale=1)", "--eps", 1, "--runs", 20_000, "--jobs", 1)
    result = call(*options)

    assert result.exit_code == 1
    assert "violated with confidence 0.99; lowest bit of x[0]" in result.stdout
    assert call(*options, "--statistic", "lowest-bit").exit_code == 1
    assert call(*options, "--statistic", "usual").exit_code == 0


def test_many_audits_share_the_confidence():
    result = call(
        "DiscreteGaussian(2)", "TwoSidedGeometric(1)", "--eps", 1, "--runs", 2000, "--repeats", 2, "--jobs", 1, "--json"
    )

    assert [one["family"] for one in found(result)] == [4] * 4
    assert [one["mechanism"] for one in found(result)] == ["DiscreteGaussian(2)"] * 2 + ["TwoSidedGeometric(1)"] * 2
    assert not any(one["contradicted"] for one in found(result))


def test_without_a_claim_there_is_a_bound_alone():
    result = call("Gaussian(1)", "--runs", 2000, "--jobs", 1, "--delta", "1e-3", "--json")

    assert result.exit_code == 0
    assert found(result)[0]["verdict"] == "nothing claimed"
    assert found(result)[0]["parameter"] == "eps at delta = 0.001"


def test_results_are_on_disk_and_not_made_twice(tmp_path, monkeypatch):
    options = ("TwoSidedGeometric(1)", "--eps", 1, "--runs", 2000, "--jobs", 1, "--out", tmp_path / "audit.jsonl", "--json")
    first = call(*options)

    def never(*_):
        raise AssertionError("run again")

    monkeypatch.setattr(run, "_run_cell", never)
    assert call(*options).stdout == first.stdout
    assert len((tmp_path / "audit.jsonl").read_text().splitlines()) == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("Laplase(1)",), "mechanism must be one of Laplace, got 'Laplase'"),
        (("Laplace(-1)",), "scale must be positive and finite, got -1"),
        (("ReportNoisyMax(1)",), "scores must be a vector of scores"),
        (("Laplace(1)", "--answers", "0", "x"), "answers must be made of a number"),
        (("Laplace(1)", "--jobs", 1, "--cluster", "tcp://127.0.0.1:1"), "jobs must be left out on a cluster"),
        (("Laplace(1)", "--cluster", "nowhere"), "cluster must be the address of a scheduler"),
        (("Laplace(1)", "--eps", "nan"), "Error: --eps must be"),
        (("Laplace(1)", "--eps", -1), "Error: --eps must be non-negative"),
        (("Laplace(1)", "--eps", 1, "--delta", 2), "Error: --delta must be"),
        (("Gaussian(1)", "--mu", "inf"), "Error: --mu must be"),
        (("Laplace(1)", "--eps", 1, "--confidence", 1), "Error: --confidence must be a probability strictly between 0 and 1, got 1.0"),
        (("Laplace(1)", "--runs", 3), "Invalid value for '--runs'"),
        (("Laplace(1)", "--statistic", "bits"), "Invalid value for '--statistic'"),
        (("Laplace(1)", "--out", "/dev/null/audit.jsonl"), "results file"),
        ((), "Missing argument"),
    ],
)
def test_mistakes_are_one_line_and_exit_two(arguments, message):
    result = call(*arguments)

    assert result.exit_code == 2
    assert message in result.stderr
    assert "Traceback" not in result.stderr


def test_a_claim_of_two_kinds_is_a_mistake_in_the_command():
    result = call("Gaussian(1)", "--eps", 1, "--mu", 1, "--runs", 100, "--jobs", 1)

    assert result.exit_code == 2
    assert "--mu must be left out where eps or delta is claimed" in result.stderr


@pytest.mark.slow
def test_the_same_audits_run_on_a_cluster():
    options = ("TwoSidedGeometric(1)", "--eps", 1, "--runs", 2000, "--repeats", 3, "--json")
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        there = call(*options, "--cluster", cluster.scheduler_address)
    here = call(*options, "--jobs", 1)

    assert there.exit_code == here.exit_code == 0, there.stderr
    assert [one | {"seconds": 0} for one in found(there)] == [one | {"seconds": 0} for one in found(here)]
