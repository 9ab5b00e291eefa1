"""The adapter of a peer that does not exist, for tests that need no library."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from theorems.peers import subjects
from theorems.peers.base import BRACKET, ESTIMATE, EXACT, UPPER, Adapter, Function

CALLS = Path(__file__).with_name("planted_calls.py")
_ONE = {"b": (2.0,), "delta": (1e-5,)}


def laplace(b: float, delta: float = 0.0, path: str = ""):
    return subjects.laplace_epsilon(b, delta)


@dataclass(frozen=True)
class Planted(Adapter):
    """An adapter whose child's part lies beside it."""

    @property
    def calls(self) -> Path:
        return CALLS


def response(epsilon: float, delta: float, k: int = 1):
    return subjects.response_epsilon(epsilon, delta, k)


def function(name: str, direction: str = UPPER, **more) -> Function:
    return Function(name, laplace, direction, "planted", more.pop("grid", _ONE), **more)


def planted(*functions: Function) -> Planted:
    return Planted("planted", "planted", ("scales are in sensitivities",), functions)


WHOLE = planted(
    function("right", EXACT, grid={"b": (0.5, 2.0), "delta": (1e-5, 1e-300)}),
    function("below"),
    function("above"),
    function("estimated", ESTIMATE),
    function("bracket", BRACKET),
    function("missing_bracket", BRACKET),
    function(
        "careless",
        grid={"b": (7.0,), "delta": (1e-5,)},
        nonsense=({"b": -1.0, "delta": 1e-5}, {"b": 7.0, "delta": float("nan")}),
    ),
    function("careful", nonsense=({"b": float("nan"), "delta": 1e-5},), more=({"b": 2.0, "delta": 2.0},)),
)
