"""The privacy-loss distributions of dp-accounting: pessimistic, an upper bound, and optimistic, an estimate from below."""

from __future__ import annotations

from theorems.peers import grids, subjects
from theorems.peers.base import OPTIMISTIC, UPPER, Function, Subject

_PESSIMISTIC = "pessimistic_estimate: 'gives an upper estimate to the real value'"
_OPTIMISTIC = (
    "pessimistic_estimate=False rounds losses down; a lower bound is not claimed, tails are truncated all the same"
)
_G = {"sigma": 2.0, "k": 10, "delta": 1e-5}
_GD = {"sigma": 2.0, "k": 10, "epsilon": 1.0}
_L = {"b": 2.0, "k": 10, "delta": 1e-5}
_LD = {"b": 2.0, "k": 10, "epsilon": 1.0}
_S = {"sigma": 1.0, "q": 0.01, "k": 1000, "delta": 1e-5}
_R = {"epsilon": 0.5, "k": 10, "delta": 1e-5}


def _discrete_laplace(a: float, k: int, delta: float, **_: object) -> Subject:
    return subjects.discrete_laplace_epsilon(1 / a, delta, k)


def _sides(name: str, subject, grid, more=(), nonsense=()) -> tuple[Function, Function]:  # type: ignore[no-untyped-def]
    """Return the pessimistic function with the whole battery and the optimistic one with the grid alone."""
    return (
        Function(name, subject, UPPER, _PESSIMISTIC, grid, more=more, nonsense=nonsense),
        Function(name, subject, OPTIMISTIC, _OPTIMISTIC, {**grid, "pessimistic": (False,)}),
    )


PLD: tuple[Function, ...] = (
    *_sides(
        "pld_gaussian_epsilon",
        subjects.gaussian_epsilon,
        {"sigma": grids.SIGMAS, "k": grids.COUNTS, "delta": grids.DELTAS},
        grids.varied(_G, sigma=grids.EXTREME_SIGMAS, delta=grids.EXTREME_DELTAS, k=grids.GREAT_COUNTS),
        grids.nonsense(_G),
    ),
    *_sides(
        "pld_gaussian_delta",
        subjects.gaussian_delta,
        {"sigma": (2.0, 50.0), "k": (1, 100), "epsilon": grids.LOSSES},
        grids.varied(_GD, epsilon=grids.EXTREME_LOSSES),
        grids.nonsense(_GD, epsilon=(grids.NAN,)),
    ),
    *_sides(
        "pld_laplace_epsilon",
        subjects.laplace_epsilon,
        {"b": grids.SCALES, "k": (1, 10, 1000), "delta": grids.DELTAS},
        grids.varied(_L, b=grids.EXTREME_SCALES, delta=grids.EXTREME_DELTAS),
        grids.nonsense(_L),
    ),
    *_sides(
        "pld_laplace_delta",
        subjects.laplace_delta,
        {"b": grids.SCALES, "k": (1, 10), "epsilon": (0.1, 1.0)},
        grids.varied(_LD, epsilon=grids.EXTREME_LOSSES),
        grids.nonsense(_LD, epsilon=(grids.NAN,)),
    ),
    *_sides(
        "pld_response_epsilon",
        subjects.response_epsilon,
        {"epsilon": (0.01, 0.5, 4.0), "k": (1, 10, 1000), "delta": grids.DELTAS},
        grids.varied(_R, epsilon=(1e-9, 1e-5, 20.0), delta=grids.EXTREME_DELTAS),
        grids.nonsense(_R, but=("epsilon",)),
    ),
    *_sides(
        "pld_discrete_laplace_epsilon",
        _discrete_laplace,
        {"a": (0.0625, 0.5, 4.0), "k": (1, 10), "delta": grids.DELTAS},
        grids.varied({"a": 0.5, "k": 10, "delta": 1e-5}, delta=grids.EXTREME_DELTAS),
    ),
    *_sides(
        "pld_discrete_gaussian_epsilon",
        subjects.discrete_gaussian_epsilon,
        {"sigma": (0.5, 2.0, 20.0), "k": (1, 10), "delta": grids.DELTAS},
        grids.varied(_G, delta=grids.EXTREME_DELTAS),
    ),
    *_sides(
        "pld_subsampled_gaussian_epsilon",
        subjects.gaussian_epsilon,
        {"sigma": (0.6, 1.0, 4.0), "q": (0.01, 0.2), "k": (1, 1000), "delta": (1e-5,)},
        grids.varied(_S, delta=grids.EXTREME_DELTAS, sigma=(0.1, 100.0), q=(1e-6, 0.9)),
        grids.nonsense(_S),
    ),
    Function(
        "pld_gaussian_laplace_epsilon",
        subjects.both_epsilon,
        UPPER,
        _PESSIMISTIC,
        {"sigma": (2.0,), "b": (0.5, 4.0), "k": (1, 10), "delta": grids.DELTAS},
    ),
)
