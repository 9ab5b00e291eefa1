"""What depends on a power of a variable alone is proved in that power."""

import copy
import json

import pytest
from sympy import Interval, Le, Rational, Symbol, exp, log, oo

from dpsym.errors import DpsymError
from dpsym.prove import Proved, Refuted, prove, replay
from dpsym.prove.attempt import Attempt
from dpsym.prove.changes import changed, powers
from dpsym.prove.prover import read_box, read_statement

s, q, x = Symbol("s", positive=True), Symbol("q", positive=True), Symbol("x", real=True)
n = Symbol("n", nonnegative=True)
CLAIM = Le(exp(1 / s**6) - 1, 2 / s**6, evaluate=False)
BOX = {s: (1, oo)}


def changed_at_once(claim, box):
    """A proof in which nothing is tried before the change."""
    begin, calls = Attempt.begin, []

    def second(attempt):
        calls.append(attempt)
        return len(calls) > 1 and begin(attempt)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Attempt, "begin", second)
        return prove(claim, box)


PROOF = changed_at_once(CLAIM, BOX)


def test_a_claim_on_a_power_is_proved_in_it_and_its_twin_falls():
    assert PROOF.method == "change"
    assert "with s_u = s**(-6):" in PROOF.explain()
    replay(json.loads(json.dumps(PROOF.data)), {"s": s})
    assert isinstance(prove(Le(exp(1 / s**6) - 1, Rational(17, 10) / s**6, evaluate=False), BOX), Refuted)


@pytest.mark.slow
def test_two_variables_are_changed_one_after_the_other():
    claim = Le(log(1 + q**2 * (exp(1 / s**2) - 1)), 2 * q**2 / s**2, evaluate=False)
    outcome = prove(claim, {q: (0, 1), s: (1, oo)})
    assert isinstance(outcome, Proved)
    replay(json.loads(json.dumps(outcome.data)), {"s": s, "q": q})


@pytest.mark.parametrize(
    ("claim", "box", "expected"),
    [
        (exp(-(x**2)) <= 1, {x: (-1, 1)}, []),
        (exp(-(x**2)) <= 1, {x: (0, 1)}, [(x, 2)]),
        (exp(-(s**2)) <= s**4, {s: (0, 1)}, [(s, 2)]),
        (exp(-(s**2)) <= s**3, {s: (0, 1)}, []),
        (1 / s**2 <= 1 / s**3, {s: (0, 1)}, [(s, -1)]),
        (1 / s**2 <= 1 / s**4, {s: (0, 1)}, [(s, -2)]),
        (s ** Rational(1, 2) <= 1 + s, {s: (0, 1)}, [(s, Rational(1, 2))]),
    ],
)
def test_the_power_is_the_one_of_which_all_are_powers(claim, box, expected):
    goal = read_statement(claim)
    assert list(powers(goal, read_box(box, goal))) == expected


def test_an_end_at_which_nothing_is_claimed_of_the_power_is_no_end_of_the_variable():
    goal = read_statement(Le(exp(-1 / n**2), 1, evaluate=False))
    spans = read_box({n: (0, 1)}, goal)
    with pytest.raises(DpsymError):
        changed(goal, spans, n, Rational(-2))
    with pytest.raises(DpsymError):
        changed(goal, read_box({x: (-1, 1), n: (0, 1)}, goal), x, Rational(2))


HARM = {
    "another power": (("power",), "-1"),
    "no power": (("power",), "0"),
    "a part of the interval": (("proofs", 0, "box", "s_u"), ["0", "1/2", True, False]),
    "an end left out": (("proofs", 0, "box", "s_u"), ["0", "1", True, True]),
    "no proof": (("proofs",), []),
    "another box": (("box", "s"), ["2", "oo", False, True]),
}


@pytest.mark.parametrize("harm", HARM)
def test_a_change_that_was_tampered_with_does_not_replay(harm):
    (*path, last), value = HARM[harm]
    data = copy.deepcopy(PROOF.data)
    place = data["pieces"][0]
    for key in path:
        place = place[key]
    place[last] = value
    with pytest.raises(DpsymError):
        replay(data, {"s": s})


def test_an_interval_is_carried_over_with_its_ends():
    goal = read_statement(Le(exp(-(s**2)), 1, evaluate=False))
    _, box = changed(goal, read_box({s: Interval.Ropen(0, 3)}, goal), s, Rational(2))
    ((symbol, span),) = box.items()
    assert (symbol.name, span.low, span.high, span.low_open, span.high_open) == ("s_u", 0, 9, True, True)
