"""What is false only at a face, at a jump, far out or in a narrow dip is not proved; what is true beside it is not refuted."""

import json
import sys
from pathlib import Path

import pytest
from sympy import Abs, Interval, Le, Piecewise, Rational, Symbol, log

from dpsym.errors import ParameterError, ParseError, UndecidedError
from dpsym.prove import Proved, Refuted, Undecided, prove, replay
from dpsym.prove.words import write_statement

sys.path.insert(0, str(Path(__file__).parent))
from adversarial import DIPS, FACES, FAR, JUMPS, LONG, SQUARE, TRUE, x, y

BUDGET = {"boxes": 60, "seconds": 30}


def cases(*lists):
    return [
        pytest.param(
            statement,
            box,
            id=f"{write_statement(statement)} on {', '.join(map(str, box.values()))}",
            marks=[pytest.mark.slow] if statement == LONG else [],
        )
        for some in lists
        for statement, box in some
    ]


def replayed(outcome):
    try:
        replay(json.loads(json.dumps(outcome.data)))
    except ParseError:  # a jump has no text that `dpsym.parse` reads, so that such a proof is not stored
        assert write_statement(outcome.statement) != ""


@pytest.mark.cases(1 / 6)
@pytest.mark.parametrize(("statement", "box"), cases(FACES, JUMPS, FAR, DIPS))
def test_what_is_false_somewhere_is_not_proved(statement, box):
    outcome = prove(statement, box, **BUDGET)
    assert isinstance(outcome, (Refuted, Undecided))


@pytest.mark.cases(1 / 2)
@pytest.mark.parametrize(("statement", "box"), cases(TRUE))
def test_what_is_true_is_not_refuted(statement, box):
    outcome = prove(statement, box, **BUDGET)
    assert isinstance(outcome, (Proved, Undecided))
    if isinstance(outcome, Proved):
        replayed(outcome)


@pytest.mark.parametrize(("statement", "box"), cases(JUMPS[:7]))
def test_a_jump_at_a_closed_end_is_refuted_there(statement, box):
    outcome = prove(statement, box, **BUDGET)
    assert isinstance(outcome, Refuted)
    assert list(outcome.witness.values()) in ([0], [1])


def test_the_end_that_a_positive_symbol_excludes_is_left_out_of_what_was_proved():
    """SymPy takes the jump at 0 out of what holds a positive symbol."""
    p = Symbol("p", positive=True)
    outcome = prove(Le(Piecewise((1, p <= 0), (0, True)), Rational(1, 2), evaluate=False), {p: (0, 1)})
    assert isinstance(outcome, Proved)
    assert outcome.box[p].interval == Interval.Lopen(0, 1)
    data = outcome.data
    data["box"]["p"][2] = False
    replay(data)  # of the text that is left, 0 <= 1/2, it is true


def test_an_end_at_which_a_side_is_undefined_is_left_out_and_told():
    outcome = prove(Le(x * log(x + y), (x + y) ** 2, evaluate=False), SQUARE)
    assert isinstance(outcome, Proved)
    assert outcome.omits == ((x, 0),)  # the corner, seen from the face y = 0
    replay(outcome.data)
    data = outcome.data
    data["faces"] = data["faces"][:1]
    with pytest.raises((ParameterError, UndecidedError)):
        replay(data)


def test_a_proof_of_what_is_continuous_is_none_of_what_jumps():
    jump = prove(Le(x * Abs(x - y), 2, evaluate=False), SQUARE).data
    jump["statement"]["left"] = jump["derived"]["left"] = "0**x"
    with pytest.raises((ParameterError, UndecidedError)):
        replay(jump)
