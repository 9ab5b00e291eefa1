"""Work that looks at no clock is broken off all the same, and processes end with the one that started them."""

import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress

import pytest
from sympy import Le, Rational, exp, symbols

from dpsym.enclose import enclose
from dpsym.limits import SpentError, limited
from dpsym.prove import Undecided, for_each, prove
from dpsym.refute import NotRefuted, refute

x, y = symbols("x y", real=True)
LONG = Le(0, (x + y + 1) ** 60 * exp(x * y) - (x + y) ** 60, evaluate=False)


def forever():
    while True:
        with suppress(Exception):  # who handles every error does not handle this one
            sum(range(1000))


def grow():
    held = []
    while True:
        held.append(bytearray(1 << 20))


@pytest.mark.parametrize(("work", "reason"), [(forever, "time"), (grow, "memory")])
def test_work_is_broken_off(work, reason):
    limits = (time.monotonic() + 0.2, 1000) if work is forever else (time.monotonic() + 600, 50)
    before = signal.getsignal(signal.SIGPROF)
    with pytest.raises(SpentError, match=f"the {reason} is spent"), limited(*limits):
        work()
    assert signal.getsignal(signal.SIGPROF) == before
    assert signal.getitimer(signal.ITIMER_PROF) == (0.0, 0.0)


def test_what_ends_in_time_is_left_alone_and_limits_may_be_nested():
    with limited(time.monotonic() + 600):
        with pytest.raises(SpentError), limited(time.monotonic() + 0.1):
            forever()
        assert signal.getitimer(signal.ITIMER_PROF)[1] > 0
    assert signal.getitimer(signal.ITIMER_PROF) == (0.0, 0.0)


def test_in_another_thread_the_work_is_done_without_a_timer():
    found = []

    def work():
        with limited(time.monotonic() - 1):
            found.append(sum(range(10**6)))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert found


def test_a_proof_and_a_search_end_undecided_when_the_limits_are_passed():
    outcome = prove(LONG, {x: (0, 1), y: (0, 1)}, seconds=0.2)
    assert isinstance(outcome, Undecided)
    assert outcome.reason == "the time is spent"
    assert outcome.leftover
    never = Le(exp(-(x**2) - y**2), 1, evaluate=False)
    answer = refute(never, {x: (-5, 5), y: (-5, 5)}, seconds=0.2)
    assert isinstance(answer, NotRefuted)


def test_an_enumeration_that_is_not_through_is_undecided():
    def margin(value):
        if value > 3:
            forever()
        return enclose(Rational(1, value))

    found = for_each(iter(range(1, 100)), margin, seconds=0.2)
    assert (found.verdict, found.count) == ("undecided", 3)


def test_a_narrow_bump_costs_no_memory_and_no_minutes():
    """SymPy reads exp(10^20 x) as a power of exp(x), and would write down all the coefficients below it."""
    bump = exp(-((x - Rational(314159, 2 * 10**6)) ** 2) * 10**20)
    outcome = prove(Le(bump, Rational(1, 2), evaluate=False), {x: (0, 1)}, boxes=100, megabytes=300)
    assert getattr(outcome, "reason", "") not in ("the time is spent", "the memory is spent")


CHILD = """
import os, time
from dpsym.derive.limited import within
def work():
    print(os.getpid(), flush=True)
    time.sleep(600)
within(600, work)
"""


def test_a_process_ends_with_the_one_that_started_it():
    with subprocess.Popen([sys.executable, "-c", CHILD], stdout=subprocess.PIPE, text=True) as parent:
        child = int(parent.stdout.readline())
        assert _is_there(child)
        parent.kill()
        parent.wait()
    for _ in range(200):
        if not _is_there(child):
            return
        time.sleep(0.05)
    os.kill(child, signal.SIGKILL)
    pytest.fail("the child outlived its parent")


def _is_there(process):
    """Whether a process runs: a dead one that nobody has waited for yet does not."""
    try:
        with open(f"/proc/{process}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False
