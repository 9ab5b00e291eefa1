"""Bad input of any kind is refused by name: nothing of it is evaluated, and nothing ends in a traceback, a crash or a long wait."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

CHILD = Path(__file__).with_name("child.py")
ROOT = Path(__file__).parents[2]
FEW = {"formula": 150, "replayed": 150, "claims": 12, "project": 150, "certificate": 1, "command": 6}


def found_by(target, seed, count, folder):
    """Return what is found of inputs of a kind; a crash is of the input at hand."""
    env = {**os.environ, "MPLCONFIGDIR": str(folder), "PYTHONPATH": os.pathsep.join([str(ROOT), str(CHILD.parent)])}
    done = subprocess.run(
        [sys.executable, str(CHILD), target, str(seed), str(count)], capture_output=True, text=True, cwd=folder, env=env
    )
    if done.returncode:
        return [((folder / "at").read_text(), f"ended with {done.returncode}: {done.stderr[-2000:]}")]
    return json.loads(done.stdout.splitlines()[-1])


@pytest.mark.cases(1 / 5)
@pytest.mark.parametrize(
    "target", [pytest.param(target, marks=pytest.mark.slow) if target == "certificate" else target for target in FEW]
)
def test_a_few_hostile_inputs_are_refused(target, tmp_path):
    assert found_by(target, 0, FEW[target], tmp_path) == []


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1, 5))
@pytest.mark.parametrize("target", FEW)
def test_many_hostile_inputs_are_refused(target, seed, tmp_path):
    assert found_by(target, seed, 20 * FEW[target], tmp_path) == []


def test_an_evaluation_would_be_seen(tmp_path):
    assert any("exec" in words for _, words in found_by("evaluator", 0, 1, tmp_path))
