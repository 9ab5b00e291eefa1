"""A stored proof that is changed anywhere no longer replays."""

import copy
import json

import pytest
from sympy import Interval, Rational, Symbol, erfc, exp, log, oo, pi, sqrt, tanh

from dpsym.errors import DpsymError, ParameterError, UndecidedError
from dpsym.prove import Monotone, prove, replay

x, w = Symbol("x", real=True), Symbol("w", positive=True)
PROOFS = {
    "descent": prove(1 + x + x**2 >= exp(x), {x: (0, 1)}).data,
    "two pieces": prove(x**x >= x, {x: (0, oo)}).data,
    "edge": prove(w * x * tanh(x) <= w * x**2, {x: (0, oo), w: (1, oo)}).data,
    "cover": prove(abs(x) <= Rational(3, 2), {x: (-1, 1)}).data,
    "strict": prove(1 + x < exp(x), {x: Interval.Lopen(0, 1)}).data,
    "valley": prove(x * log(x / w) >= x - w, {x: (0, oo), w: (0, oo)}).data,
    "arch": prove(erfc(x) * sqrt(pi) * (x + sqrt(x**2 + 4 / pi)) <= 2 * exp(-(x**2)), {x: (0, oo)}).data,
    "logarithm": prove(x**w >= 1 + w * log(x), {x: (1, oo), w: (1, oo)}).data,
    "root": prove(sqrt(1 - exp(-2 * x)) >= 1 - exp(-x), {x: (0, oo)}).data,
    "monotone": prove(Monotone(x * exp(x), x), {x: (0, oo)}).data,
}


@pytest.mark.parametrize("name", PROOFS)
def test_a_proof_replays_after_a_round_through_json(name):
    replay(json.loads(json.dumps(PROOFS[name])), {"w": w})


def test_each_reason_of_a_step_is_among_them():
    found = {step["by"] for data in PROOFS.values() for piece in data["pieces"] for step in piece.get("steps", ())}
    assert found == {"signs", "descent", "valley", "arch", "turn"}


def changed(data, *path, value):
    other = copy.deepcopy(data)
    place = other
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return other


STEP = ("pieces", 0, "steps", 0)
TAMPERED = {
    "a sharper statement": ("descent", ("statement", "left"), "x**2*9/10 + x + 1"),
    "a larger box": ("descent", ("box", "x"), ["0", "2", False, False]),
    "a larger box, piece as well": ("two pieces", ("pieces", 0, "box", "x"), ["0", "2", False, False]),
    "another function": ("descent", (*STEP, "function"), "1"),
    "another core": ("descent", (*STEP, "core"), "-exp(x)"),
    "a negative multiplier": ("descent", (*STEP, "multiplier"), "-exp(-x)"),
    "another end": ("descent", (*STEP, "end"), "1"),
    "no end": ("descent", (*STEP, "end"), "1/2"),
    "another limit": ("edge", (*STEP, "limit"), "1"),
    "a step before": ("descent", (*STEP, "rest"), 0),
    "a step that is not there": ("descent", (*STEP, "rest"), 17),
    "an unknown reason": ("descent", (*STEP, "by"), "trust"),
    "signs that do not hold": ("descent", (*STEP, "by"), "signs"),
    "a piece left out": ("two pieces", ("pieces",), PROOFS["two pieces"]["pieces"][:1]),
    "pieces twice": ("two pieces", ("pieces",), PROOFS["two pieces"]["pieces"] * 2),
    "no pieces": ("descent", ("pieces",), []),
    "a rule that fails": ("cover", ("pieces", 0, "boxes", 0, "rule"), "mean value"),
    "boxes left out": ("cover", ("pieces", 0, "boxes"), []),
    "faces left out": ("strict", ("faces",), []),
    "a closed end": ("strict", ("box", "x"), ["0", "1", False, False]),
    "another format": ("descent", ("format",), 2),
    "a hostile formula": ("descent", (*STEP, "core"), "__import__('os')"),
    "not a formula": ("descent", (*STEP, "core"), None),
    "a nonsense end": ("descent", ("box", "x"), ["nan", "1", False, False]),
    "the other direction": ("monotone", ("statement", "increasing"), False),
    "another symbol": ("monotone", ("statement", "symbol"), "y"),
    "another lowest place": ("valley", (*STEP, "at"), "w/2"),
    "a lowest place that moves along": ("valley", (*STEP, "at"), "x"),
    "a lowest place outside": ("valley", (*STEP, "at"), "-w"),
    "a valley without its value": ("valley", (*STEP, "edge"), 0),
    "an arch without its ends": ("arch", (*STEP, "edges"), []),
    "an end of an arch left out": ("arch", (*STEP, "edges", 0), None),
    "other ends of an arch": ("arch", (*STEP, "limits", 0), "1"),
    "a negative weight": ("arch", (*STEP, "weight"), "-x - 1"),
    "a weight under which it need not fall": ("arch", (*STEP, "weight"), "exp(9*x)"),
    "an arch told as a valley": ("arch", (*STEP, "by"), "valley"),
    "a descent told as a turn": ("descent", (*STEP, "by"), "turn"),
    "another quantity": ("root", (*STEP, "quantity"), "x"),
    "no quantity": ("root", (*STEP, "quantity"), "x + 1"),
    "an unknown kind": ("monotone", ("statement", "kind"), "likely"),
}


@pytest.mark.parametrize("name", TAMPERED)
def test_tampered_data_is_refused(name):
    proof, path, value = TAMPERED[name]
    with pytest.raises((UndecidedError, ParameterError, DpsymError)):
        replay(changed(PROOFS[proof], *path, value=value), {"w": w})


@pytest.mark.parametrize("key", ["statement", "derived", "box", "pieces", "faces"])
def test_damaged_data_is_refused(key):
    data = copy.deepcopy(PROOFS["strict"])
    del data[key]
    if key == "derived":  # only the orientation of different sides is read from it
        data["statement"]["kind"] = "!="
    with pytest.raises(ParameterError):
        replay(data)
    for bad in (None, [], "proof", {"format": 1}):
        with pytest.raises(ParameterError):
            replay(bad)
