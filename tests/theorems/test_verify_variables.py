"""Proofs in other variables are looked at again by code that knows nothing of the search, and tampering is found out."""

import copy

import pytest
from flint import arb
from sympy import Le, Max, Symbol, exp, oo

from dpsym.prove import prove
from dpsym.prove.prover import read_box, read_statement
from dpsym.prove.rewritten import change
from theorems.verify import proofs
from theorems.verify.formula import ContradictionError, UnreadableError

s, x, y = Symbol("s", positive=True), Symbol("x", real=True), Symbol("y", real=True)
CASES = prove(Le(Max(0, exp(x) - exp(y)), exp(x) * Max(0, x - y), evaluate=False), {x: (0, oo), y: (0, 3)}).data


def changed():
    goal = read_statement(Le(exp(1 / s**2) - 1, 2 / s**2, evaluate=False))
    spans = read_box({s: (1, oo)}, goal)
    piece = change(
        goal, spans, lambda there, box: prove(Le(there.left, there.right), {k: v.interval for k, v in box.items()})
    )
    return {
        "box": {"s": ["1", "oo", False, True]},
        "derived": {"kind": "<=", "left": str(goal.left), "right": str(goal.right)},
        "pieces": [piece.data()],
        "faces": [],
    }


CHANGE = changed()
AT = {
    "cases": [{"x": arb(a), "y": arb(b)} for a, b in ((0.5, 1.5), (2.5, 1.25), (7, 0.5), (0.1, 2.9), (1, 0.75))],
    "change": [{"s": arb(a)} for a in (1.25, 2, 3.5, 10)],
}
PROOF = {"cases": CASES, "change": CHANGE}


@pytest.mark.parametrize("kind", PROOF)
def test_nothing_in_a_true_proof_is_contradicted(kind):
    assert not proofs.replayed(PROOF[kind], AT[kind]).startswith("steps looked at 0 times")


INNER = ("pieces", 0, "proofs")
HARM = {
    "another border": ("cases", ("pieces", 0, "place"), "x + 1"),
    "a border beside it": ("cases", ("pieces", 0, "place"), "y + 1/1000000"),
    "a border outside": ("cases", ("pieces", 0, "place"), "-y - 1"),
    "cases exchanged": ("cases", INNER, CASES["pieces"][0]["proofs"][::-1]),
    "a case on a part": ("cases", (*INNER, 0, "box", "x_s"), ["0", "1/2", False, True]),
    "the border in no case": ("cases", (*INNER, 1, "box", "x_s"), ["0", "oo", True, True]),
    "a case of less": ("cases", (*INNER, 1, "derived", "right"), "2*x_s*exp(x_s + y)"),
    "another power": ("change", ("pieces", 0, "power"), "-1"),
    "a power of nothing": ("change", ("pieces", 0, "power"), "0"),
    "a power on a part": ("change", (*INNER, 0, "box", "s_u"), ["0", "1/2", True, False]),
    "an end of the power left out": ("change", (*INNER, 0, "box", "s_u"), ["0", "1", True, True]),
    "a power of less": ("change", (*INNER, 0, "derived", "right"), "3*s_u"),
}


@pytest.mark.parametrize("harm", HARM)
def test_a_proof_that_was_tampered_with_is_found_out(harm):
    kind, (*path, last), value = HARM[harm]
    data = place = copy.deepcopy(PROOF[kind])
    for key in path:
        place = place[key]
    place[last] = value
    with pytest.raises((ContradictionError, UnreadableError)):
        proofs.replayed(data, AT[kind])
