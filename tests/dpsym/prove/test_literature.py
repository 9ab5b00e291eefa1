"""Inequalities of the literature are proved, their proofs replay, and their false twins fall."""

import json
import runpy
from pathlib import Path

import pytest

from dpsym.prove import Proved, Refuted, prove, replay

BENCHMARK = Path(__file__).parents[3] / "benchmarks" / "prove.py"
INEQUALITIES = runpy.run_path(str(BENCHMARK))["inequalities"]()
DEAR = (
    "-p*log(p) - (1 - p)*log(1 - p) <= 2*sqrt(p)*sqrt(1 - p)*log(2)",
    "HockeyStick(1/(2*sigma**2) + t/sigma, Gaussian(sigma)) <= exp(-t**2/2)/(sqrt(2*pi)*sigma*(1 + t**2))",
)
"""What takes many seconds."""


def test_there_are_ninety():
    assert len(INEQUALITIES) >= 90
    assert set(DEAR) <= INEQUALITIES.keys()


@pytest.mark.cases(1 / 10)
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow) if name in DEAR else name for name in INEQUALITIES]
)
def test_an_inequality_is_proved_and_its_twin_refuted(name):
    statement, twin, box = INEQUALITIES[name]
    outcome = prove(statement, box)
    assert isinstance(outcome, Proved)
    assert not outcome.omits
    replay(json.loads(json.dumps(outcome.data)))
    assert isinstance(prove(twin, box), Refuted)
