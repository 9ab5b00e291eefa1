"""Which tests run and in what order: what takes too long to run each time is still run again and again, a share of it with each commit."""

import gc
import hashlib
import os
import subprocess
from collections import defaultdict
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# these machines are shared: no example fails because another process had the processor
settings.register_profile("shared", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("shared")

ONE_THREAD = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")


def pytest_addoption(parser):
    parser.addoption(
        "--share",
        type=float,
        default=1.0,
        metavar="FRACTION",
        help="run so large a share of the selected tests, drawn afresh for every commit (default: all)",
    )
    parser.addoption("--share-seed", metavar="TEXT", help="draw the share by this text, not by the commit")
    parser.addoption(
        "--shuffle", metavar="TEXT", help="run the files, and in each of them its tests, in an order drawn by this text"
    )


def pytest_configure(config):
    share = config.getoption("share")
    if not 0 < share <= 1:
        raise pytest.UsageError(f"--share must be above 0 and at most 1, got {share:g}")
    for name in ONE_THREAD:  # processes side by side have a core each: matrix products need not wait for one another
        os.environ.setdefault(name, "1")


@pytest.hookimpl(wrapper=True)
def pytest_collection(session):
    gc.disable()  # nearly all that is made meanwhile stays, and looking for cycles in it takes a quarter of the time
    try:
        return (yield)
    finally:
        gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(config, items):
    _leave_cases_to_the_slow_run(items)
    yield  # the markers select
    share = config.getoption("share")
    if share < 1:
        kept = set(_drawn(items, config.getoption("share_seed") or _commit(), share))
        config.hook.pytest_deselected(items=[item for item in items if item not in kept])
        items[:] = [item for item in items if item in kept]
    if order := config.getoption("shuffle"):
        items.sort(key=lambda item: (_digest(order, item.location[0]), _digest(order, item.nodeid)))


def pytest_collection_finish(session):
    # what was collected stays to the end: the garbage collector need not walk over it, nor look so often for cycles, of which there are few
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def pytest_report_header(config):
    if config.getoption("share") < 1:
        return (
            f"share: {config.getoption('share'):g} of the tests, drawn by {config.getoption('share_seed') or _commit()}"
        )
    return None


def _leave_cases_to_the_slow_run(items):
    """Mark what is above the share of the cases of a test that its marker, or that of its file, leaves to the default run."""
    cases = defaultdict(list)
    for item in items:
        if (marker := item.get_closest_marker("cases")) and not {"slow", "long"} & {
            each.name for each in item.iter_markers()
        }:
            cases[item.nodeid.split("[")[0], *marker.args].append(item)
    for (_, share), each in cases.items():
        kept = set(_drawn(each, "cases", share))
        for item in each:
            if item not in kept:
                item.add_marker("slow")


def _drawn(items, seed, share):
    """Return so large a share of the tests, one at least, drawn by a text."""
    return sorted(items, key=lambda item: _digest(seed, item.nodeid))[: max(1, round(share * len(items)))]


def _digest(seed, text):
    return hashlib.sha256(f"{seed} {text}".encode()).digest()


def _commit():
    """Return the id of the commit at hand."""
    command = ["git", "rev-parse", "HEAD"]
    return subprocess.run(command, cwd=Path(__file__).parent, capture_output=True, text=True, check=True).stdout.strip()
