"""Calls in a child process: a call that hangs, crashes or runs out of memory costs itself, not the battery."""

import math
import sys

import pytest

from theorems.peers.errors import PeerError
from theorems.peers.runner import Limits, Runner

from .planted import CALLS

SMALL = Limits(seconds=2.0, memory=1 << 28)


@pytest.fixture
def runner():
    with Runner(CALLS, limits=SMALL) as started:
        yield started


def test_a_value_comes_back_as_the_float_that_it_is(runner):
    assert runner.ask("right", {"b": 0.1, "delta": 1e-5}).value == 1 / 0.1 + 2 * math.log1p(-1e-5)


def test_an_error_comes_back_with_its_kind_and_message(runner):
    found = runner.ask("careful", {"b": -1.0, "delta": 0.5})
    assert found.error.startswith("ValueError: b must be positive")
    assert found.value is None


def test_nan_and_infinity_travel_both_ways(runner):
    assert math.isnan(runner.ask("prints", {"b": math.nan}).value)
    assert runner.ask("prints", {"b": -math.inf}).value == -math.inf


def test_what_a_peer_prints_does_not_reach_the_line(runner):
    assert runner.ask("prints", {"b": 3.0}).value == 3.0
    assert runner.ask("prints", {"b": 4.0}).value == 4.0


@pytest.mark.parametrize(("call", "failed"), [("hangs", "time"), ("eats", "memory"), ("crashes", "crash")])
def test_a_call_that_fails_costs_itself_and_the_next_one_is_answered(runner, call, failed):
    assert runner.ask(call, {"b": 1.0}).failed == failed
    assert runner.ask("prints", {"b": 5.0}).value == 5.0


def test_a_function_that_the_peer_lacks_is_an_error_of_the_call(runner):
    assert runner.ask("no_such_function", {}).error.startswith("KeyError")


def test_the_child_says_its_versions(runner):
    assert runner.version == "1.0"
    assert runner.python_version == sys.version.split()[0]
    assert set(runner.beside) <= {"numpy", "scipy"}


def test_a_peer_that_cannot_be_imported_is_told_with_the_reason(tmp_path):
    calls = tmp_path / "calls.py"
    calls.write_text("def version():\n    import no_such_library\n")
    with pytest.raises(PeerError, match=r"peer must be importable in .*no_such_library"):
        Runner(calls, limits=SMALL)


def test_an_interpreter_that_does_not_start_is_told():
    with pytest.raises(PeerError, match="interpreter must be one that can be started, got '/nowhere/python"):
        Runner(CALLS, "/nowhere/python", SMALL)


@pytest.mark.parametrize("value", [0.0, -1.0, math.nan, math.inf, True, "1"])
@pytest.mark.parametrize("name", ["seconds", "memory"])
def test_limits_are_positive_and_finite(name, value):
    with pytest.raises(PeerError, match=f"limit {name} must be positive and finite"):
        Limits(**{name: value})


def test_the_child_sees_no_package_of_this_project(tmp_path):
    calls = tmp_path / "calls.py"
    text = "def version():\n    import sys\n    return ','.join(p for p in sys.path if 'peers' in p) or 'none'\n"
    calls.write_text(text)
    with Runner(calls, limits=SMALL) as started:
        assert started.version == "none"
