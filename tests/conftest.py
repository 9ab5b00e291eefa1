"""A share of the tests, another with each commit: what takes too long to run each time is still run again and again."""

import hashlib
import subprocess
from pathlib import Path

import pytest


def pytest_addoption(parser):
    parser.addoption(
        "--share", type=float, default=1.0, metavar="FRACTION",
        help="run so large a share of the selected tests, drawn afresh for every commit (default: all)",
    )
    parser.addoption("--share-seed", metavar="TEXT", help="draw the share by this text, not by the commit")


def pytest_configure(config):
    share = config.getoption("share")
    if not 0 < share <= 1:
        raise pytest.UsageError(f"--share must be above 0 and at most 1, got {share:g}")


@pytest.hookimpl(trylast=True)  # after the markers have selected
def pytest_collection_modifyitems(config, items):
    share = config.getoption("share")
    if share == 1:
        return
    seed = config.getoption("share_seed") or _commit()
    ranked = sorted(items, key=lambda item: hashlib.sha256(f"{seed} {item.nodeid}".encode()).digest())
    kept = set(ranked[: max(1, round(share * len(ranked)))])
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = [item for item in items if item in kept]


def pytest_report_header(config):
    if config.getoption("share") < 1:
        return f"share: {config.getoption('share'):g} of the tests, drawn by {config.getoption('share_seed') or _commit()}"
    return None


def _commit():
    """Return the id of the commit at hand."""
    command = ["git", "rev-parse", "HEAD"]
    return subprocess.run(command, cwd=Path(__file__).parent, capture_output=True, text=True, check=True).stdout.strip()
