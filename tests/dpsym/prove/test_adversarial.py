"""What is false only at a face, at a jump, far out or in a narrow dip is not proved; what is true beside it is not refuted."""

import json
import sys
from pathlib import Path

import pytest
from sympy import Interval, Piecewise, Rational, Symbol, cos, exp

from dpsym.errors import ParseError
from dpsym.prove import Monotone, Proved, Refuted, Undecided, prove, replay
from dpsym.prove.continuity import is_continuous
from dpsym.prove.outcome import write_statement
from dpsym.prove.statement import Span

sys.path.insert(0, str(Path(__file__).parent))
from adversarial import DIPS, FACES, FAR, JUMPS, SQUARE, TRUE, UNIT, x, y

BUDGET = {"boxes": 60, "seconds": 30}


def cases(*lists):
    return [
        pytest.param(statement, box, id=f"{write_statement(statement)} on {', '.join(map(str, box.values()))}")
        for some in lists
        for statement, box in some
    ]


def replayed(outcome):
    try:
        replay(json.loads(json.dumps(outcome.data)))
    except ParseError:  # a jump has no text that `dpsym.parse` reads, so that such a proof is not stored
        assert write_statement(outcome.statement) != ""


@pytest.mark.parametrize(("statement", "box"), cases(FACES, JUMPS, FAR, DIPS))
def test_what_is_false_somewhere_is_not_proved(statement, box):
    outcome = prove(statement, box, **BUDGET)
    assert isinstance(outcome, (Refuted, Undecided))


@pytest.mark.parametrize(("statement", "box"), cases(TRUE))
def test_what_is_true_is_not_refuted(statement, box):
    outcome = prove(statement, box, **BUDGET)
    assert isinstance(outcome, (Proved, Undecided))
    if isinstance(outcome, Proved):
        replayed(outcome)
