"""The fixture `privacy`, as a project that installed this package uses it."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import numpy as np
import pytest

import dpsym
from dpsym import RR, ZCDP, DiscreteLaplace, Gaussian, Laplace, PureDP, guarantee
from dpsym.errors import ParameterError
from dpsym.guarantees.reading import read
from theorems.plugin.chain import chain_of
from theorems.regress import Kind

_RUNS = Gaussian(sigma=2).compose(1000)
_EPSILON = 191.549201433  # benchmarks/accounting.py


def test_a_right_number_passes_and_its_verdict_is_returned(privacy):
    found = privacy.check(_RUNS.to_approx(delta=1e-5), claimed=_EPSILON)
    assert found.kind is Kind.RIGHT
    assert found.digits >= 9


@pytest.mark.parametrize("mechanism", [_RUNS, "Gaussian(sigma=2).compose(1000)"])
def test_a_number_below_the_truth_fails_with_both_numbers_the_gap_and_the_theorem(privacy, mechanism):
    with pytest.raises(AssertionError) as caught:
        privacy.check(mechanism, claimed=190, delta=1e-5)
    message = str(caught.value)
    for part in ("unsound", "190.0", "191.549201", "0.809 %", "profile.composed.gaussian"):
        assert part in message


def test_a_loose_number_passes_unless_a_limit_is_set(privacy):
    assert privacy.check(_RUNS, claimed=200, delta=1e-5).kind is Kind.SOUND
    with pytest.raises(AssertionError, match="looser than allowed"):
        privacy.check(_RUNS, claimed=200, delta=1e-5, loose=0.01)


def test_an_upper_bound_is_forgiven_nothing_and_an_exact_value_its_rounding(privacy):
    short = _EPSILON * (1 - 2e-10)
    assert privacy.check(_RUNS, claimed=short, delta=1e-5).kind is Kind.RIGHT
    with pytest.raises(AssertionError, match="unsound"):
        privacy.check(_RUNS, claimed=short, delta=1e-5, direction="upper")


def test_delta_at_eps_and_the_divergence_at_an_order(privacy):
    assert privacy.check(Laplace(2), claimed=-np.expm1(-0.2), eps=0.1).kind is Kind.RIGHT
    assert privacy.check(Gaussian(sigma=2), claimed=8 / (2 * 4), order=8).kind is Kind.RIGHT
    with pytest.raises(AssertionError, match="unsound"):
        privacy.check(Gaussian(sigma=2), claimed=8 / (2 * 4 * 2), order=8)  # the scale read as a variance


def test_a_bracket_that_misses_the_truth_fails(privacy):
    assert privacy.check(_RUNS, claimed=(191.0, 192.0), delta=1e-5).kind is Kind.SOUND
    with pytest.raises(AssertionError, match="the lower end of the bracket"):
        privacy.check(_RUNS, claimed=(191.6, 192.0), delta=1e-5)


def test_nan_and_what_cannot_be_decided_fail(privacy):
    with pytest.raises(AssertionError, match="not a number"):
        privacy.check(_RUNS, claimed=float("nan"), delta=1e-5)
    with pytest.raises(AssertionError, match="not understood"):
        privacy.check("Guassian(2)", claimed=1, delta=1e-5)


def test_a_curve_is_checked_point_by_point(privacy):
    right = {1e-3: RR(1).compose(10).epsilon(1e-3), 1e-6: RR(1).compose(10).epsilon(1e-6)}
    assert [found.kind for found in privacy.check_curve(RR(1).compose(10), right)] == [Kind.RIGHT] * 2
    with pytest.raises(AssertionError, match="at delta 1e-06: unsound"):
        privacy.check_curve(RR(1).compose(10), {**right, 1e-6: 6.0})


@pytest.mark.parametrize(
    ("claimed", "place", "parameter"),
    [
        ("1", {}, "place of the claim"),
        ("1", {"delta": 1e-5, "eps": 1}, "place of the claim"),
        ([1], {"delta": 0.1}, "claimed"),
        (1, {"delta": "a", "eps": None}, ""),
    ],
)
def test_a_claim_that_says_too_little_or_too_much_is_an_error(privacy, claimed, place, parameter):
    with pytest.raises((ParameterError, AssertionError), match=parameter or "delta must be decimal text"):
        privacy.check(Laplace(2), claimed=claimed, **place)


def test_samplers_false_alarm_1e_9_and_power_999_in_1000_at_distance_one_percent(privacy):
    assert privacy.check_sampler(lambda rng, n: rng.laplace(scale=2, size=n), Laplace(scale=2)).accepted
    with pytest.raises(AssertionError, match="do not follow Laplace"):
        privacy.check_sampler(lambda rng, n: rng.laplace(scale=2.2, size=n), Laplace(scale=2))


@pytest.mark.cases(1 / 4)
@pytest.mark.parametrize(
    ("draw", "words"),
    [
        (lambda rng, n: rng.laplace(scale=1, size=n), "they are scaled by 0.5 (scale 1 for 2)"),
        (lambda rng, n: 1 + rng.laplace(scale=2, size=n), "they are shifted by 1"),
        (lambda rng, n: 3 + rng.laplace(scale=4, size=n), "they are scaled by 2 (scale 4 for 2) and shifted by "),
        (lambda rng, n: _within(rng.laplace(scale=2, size=2 * n), 3)[:n], "they are cut off at -3 and 3"),
        (lambda rng, n: np.clip(rng.laplace(scale=2, size=n), -3, 3), "what is beyond -3 and 3 is moved there"),
        (lambda rng, n: np.abs(rng.laplace(scale=2, size=n)), "their signs are lost"),
        (lambda rng, n: np.round(rng.laplace(scale=2, size=n)), "values only"),
        (lambda rng, n: rng.normal(scale=2, size=n), "of them are at most"),
    ],
)
def test_a_wrong_sampler_is_told_what_is_wrong_with_it_and_which_theorem_is_not_about_it(privacy, draw, words):
    with pytest.raises(AssertionError) as caught:
        privacy.check_sampler(draw, Laplace(scale=2))
    assert words in str(caught.value)
    assert "mechanism.laplace is about Laplace noise" in str(caught.value)


def _within(samples, bound):
    return samples[np.abs(samples) < bound]


def test_a_sampler_of_integers_that_is_off_by_one_is_told_so(privacy):
    def noise(rng, n, shift=0):
        return rng.geometric(-np.expm1(-0.5), size=n) - rng.geometric(-np.expm1(-0.5), size=n) + shift

    assert privacy.check_sampler(noise, DiscreteLaplace(2)).accepted
    with pytest.raises(AssertionError, match="they are shifted by 1"):
        privacy.check_sampler(lambda rng, n: noise(rng, n, 1), DiscreteLaplace(2))


def test_a_distribution_function_may_stand_for_the_law(privacy):
    assert privacy.check_sampler(lambda rng, n: rng.random(n), lambda x: np.clip(x, 0, 1)).accepted


def test_an_audit_finds_too_little_noise(privacy):
    def noisy(scale):
        return lambda data, rng, n: data + rng.laplace(scale=scale, size=n)

    assert privacy.audit(noisy(2), (0.0, 1.0), 0.5, batched=True, statistics=["usual"]).lower <= 0.5
    with pytest.raises(AssertionError, match=r"not \(0.5, 0\)-DP: .* x\[0\] > "):
        privacy.audit(noisy(1), (0.0, 1.0), 0.5, batched=True, statistics=["usual"])
    with pytest.raises(AssertionError, match=r"not \(0.5, 0\)-DP: .* lowest bit of x\[0\]"):
        privacy.audit(noisy(2), (0.0, 1.0), 0.5, batched=True)


@pytest.mark.parametrize(
    "made",
    [
        _RUNS,
        Gaussian(sigma=2).subsample(0.01).compose(10),
        Laplace(3).compose(Gaussian(2).compose(4), RR(1)),
        Laplace(3).guarantee(adjacency="replace", sensitivity=2).compose(3),
        Gaussian(2).compose(3).group(2),
        Gaussian(2).guarantee().to_replace(),
        Gaussian(2).subsample(0.01).compose(10).group(3),
        guarantee(PureDP(1)).compose(3),
    ],
    ids=str,
)
def test_the_text_of_a_guarantee_reads_as_the_same_guarantee(made):
    again = read(chain_of(made))
    assert (again.node, again.adjacency) == (made.node, made.adjacency)


def test_the_text_of_an_answer_has_its_samples_groups_and_replaced_records():
    given = Gaussian(2).subsample(0.01).compose(10)
    assert chain_of(given.group(3).to_approx(1e-5)) == "Gaussian(0, 2).subsample(1/100).group(3).compose(10)"
    assert chain_of(given.to_replace().to_approx(1e-5)) == "Gaussian(0, 2).subsample(1/100).to_replace().compose(10)"
    fixed = Gaussian(2).guarantee(adjacency="replace").subsample(size=10, population=1000)
    with pytest.raises(ParameterError, match="fixed size"):
        chain_of(fixed.to_approx(1e-5))


@pytest.mark.parametrize("wrong", [3, None, guarantee(ZCDP(rho=1)).to_approx(delta=1e-6)])
def test_what_has_no_text_is_an_error_that_says_what_has(wrong):
    with pytest.raises(ParameterError, match="a law, a chain of operations"):
        chain_of(wrong)


def pytest_in(folder, *options):
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options, str(folder)]
    env = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONPATH": str(Path(dpsym.__file__).parents[1])}
    return subprocess.run([*command, "-p", "dpsym.pytest_plugin"], capture_output=True, text=True, cwd=folder, env=env)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["theorems.py", "mechanisms.py", "theorems/__init__.py"])
def test_a_module_of_the_same_name_harms_only_those_who_ask_for_the_fixture_and_is_named(tmp_path, name):
    place = tmp_path / name
    place.parent.mkdir(exist_ok=True)
    place.write_text("raise SystemExit('mine')\n")
    (tmp_path / "test_mine.py").write_text("def test_other():\n    pass\n\ndef test_asking(privacy):\n    pass\n")
    found = pytest_in(tmp_path)
    assert "1 passed" in found.stdout, found.stdout + found.stderr
    assert f"{place} stands in front of it: rename it" in found.stdout


def test_the_entry_point_is_the_plugin():
    stated = tomllib.loads((Path(dpsym.__file__).parents[1] / "pyproject.toml").read_text())
    assert stated["project"]["entry-points"]["pytest11"] == {"dpsym": "dpsym.pytest_plugin"}


@pytest.mark.slow
def test_another_project_gets_the_fixture_by_installing_the_package(tmp_path):
    (tmp_path / "test_mine.py").write_text(
        "from dpsym import Laplace\n\n"
        "def test_right(privacy):\n    privacy.check(Laplace(2), claimed=0.5, delta=0)\n\n"
        "def test_wrong(privacy):\n    privacy.check(Laplace(2), claimed=0.4, delta=0)\n"
    )
    found = pytest_in(tmp_path)
    assert "1 failed, 1 passed" in found.stdout, found.stdout + found.stderr
    assert "epsilon of Laplace(0, 2) at delta 0: unsound" in found.stdout
