"""A maximum whose arguments change places is told apart into cases, each proved; a false twin of each falls."""

import copy
import json

import pytest
from sympy import Abs, Eq, Ge, Interval, Le, Lt, Max, Min, Piecewise, Rational, Symbol, exp, log, oo, sqrt

from dpsym.errors import DpsymError
from dpsym.prove import Proved, Refuted, prove, replay
from dpsym.prove.cases import Border, borders, check_inside
from dpsym.prove.prover import read_box, read_statement

x, y = Symbol("x", real=True), Symbol("y", real=True)
p, q = Symbol("p", positive=True), Symbol("q", positive=True)
SHADE = Rational(999999, 1000000)
QUADRANT, SQUARE, LINE = {x: (0, oo), y: (0, oo)}, {x: (0, 1), y: (0, 1)}, {x: (-oo, oo), y: (-oo, oo)}
TRIANGLE = (x + y) / 2 + Abs(x - y) / 2


def le(left, right):
    return Le(left, right, evaluate=False)


# a true claim, a false one, the box
CLAIMS = {
    "the profile of randomized response": (
        le(Max(0, exp(x) - exp(y)), exp(x) * Max(0, x - y)),
        le(Max(0, exp(x) - exp(y)), SHADE * exp(x) * Max(0, x - y)),
        QUADRANT,
    ),
    "a logarithm of a ratio": (
        le(Max(0, log(p / q)), Max(p, q) / Min(p, q) - 1),
        le(Max(0, log(p / q)), SHADE * (Max(p, q) / Min(p, q) - 1)),
        {p: (0, oo), q: (0, oo)},
    ),
    "an identity": (Eq(Max(x, y), TRIANGLE), Eq(Max(x, y), TRIANGLE + Max(0, x - y) / 10**6), LINE),
    "three arguments": (le(Max(x, y, 1 - x), 1), le(Max(x, y, 1 - x), SHADE), SQUARE),
    "a place that leaves its interval": (
        Ge(Abs(x - 2 * y), 2 * y - x, evaluate=False),
        Ge(Abs(x - 2 * y), 2 * y - x + (x - y) / 10**6, evaluate=False),
        SQUARE,
    ),
    "strict, with a contact left out": (
        Lt(Abs(p - q), p + q, evaluate=False),
        Lt(Abs(p - q), SHADE * (p + q), evaluate=False),
        {p: Interval.Lopen(0, 1), q: Interval.Lopen(0, 1)},
    ),
    "a root": (
        le(Abs(sqrt(p) - sqrt(q)) ** 2, Abs(p - q)),
        le(Abs(sqrt(p) - sqrt(q)) ** 2, SHADE * Abs(p - q)),
        {p: Interval.open(0, oo), q: Interval.open(0, oo)},
    ),
}


@pytest.mark.cases(1 / 4)
@pytest.mark.parametrize("name", CLAIMS)
def test_cases_are_proved_and_replayed_and_twins_fall(name):
    claim, twin, box = CLAIMS[name]
    outcome = prove(claim, box)
    assert isinstance(outcome, Proved)
    names = {symbol.name: symbol for symbol in box}
    replay(json.loads(json.dumps(outcome.data)), names)
    assert isinstance(prove(twin, box), Refuted)


def test_a_condition_is_decided_on_either_side():
    claim = le(Piecewise((x, x < y), (y, True)), Min(x, y))
    assert prove(claim, SQUARE).method == "cases"
    assert isinstance(prove(le(Piecewise((x, x < y), (y + (x - y) / 10**6, True)), Min(x, y)), SQUARE), Refuted)


def test_the_explanation_tells_both_cases():
    text = prove(*CLAIMS["an identity"][::2]).explain()
    assert "where x < y, with x = -x_s + y:" in text
    assert "where x >= y, with x = x_s + y:" in text


def test_a_strict_claim_that_fails_on_the_border_alone_is_not_proved():
    assert not isinstance(prove(Lt(0, Abs(x - y), evaluate=False), LINE, seconds=0.5), Proved)
    assert not isinstance(prove(Lt(Min(x, y), Max(x, y), evaluate=False), SQUARE, seconds=0.5), Proved)


DATA = prove(*CLAIMS["the profile of randomized response"][::2]).data
PIECE = ("pieces", 0)
HARM = {
    "another place": ((*PIECE, "place"), "2*y"),
    "a place outside": ((*PIECE, "place"), "-1"),
    "another symbol": ((*PIECE, "symbol"), "y"),
    "one case twice": ((*PIECE, "proofs"), [DATA["pieces"][0]["proofs"][0]] * 2),
    "one case alone": ((*PIECE, "proofs"), DATA["pieces"][0]["proofs"][:1]),
    "cases exchanged": ((*PIECE, "proofs"), DATA["pieces"][0]["proofs"][::-1]),
    "a part of the box": ((*PIECE, "box", "x"), ["1", "oo", False, True]),
    "a part of a case": ((*PIECE, "proofs", 1, "box", "x_s"), ["1", "oo", False, True]),
    "a border that no case holds": ((*PIECE, "proofs", 1, "box", "x_s"), ["0", "oo", True, True]),
    "a sharper claim": (("statement", "right"), "999/1000*exp(x)*Max(0, x - y)"),
}


@pytest.mark.parametrize("harm", HARM)
def test_cases_that_were_changed_do_not_replay(harm):
    (*path, last), value = HARM[harm]
    data = place = copy.deepcopy(DATA)
    for key in path:
        place = place[key]
    place[last] = value
    with pytest.raises(DpsymError):
        replay(data)


def test_a_border_is_inside_or_refused():
    goal = read_statement(le(Abs(x - 2 * y), 1))
    spans = read_box(SQUARE, goal)
    for border in borders(goal, spans):
        check_inside(border, spans)
    with pytest.raises(DpsymError):
        check_inside(Border(x, 2 * y), spans)
    with pytest.raises(DpsymError):
        check_inside(Border(x, x / 2), spans)
