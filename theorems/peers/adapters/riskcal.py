"""riskcal: attack advantage, the connect-the-dots accountant, and calibration to either."""

from __future__ import annotations

from theorems.peers import grids, subjects
from theorems.peers.base import EXACT, UPPER, Adapter, Function, Subject

_PLD = "computed from dp-accounting's pessimistic privacy-loss distribution, an upper bound"
_S = {"sigma": 1.0, "q": 0.01, "k": 1000, "delta": 1e-5}
_A = {"sigma": 1.0, "q": 0.01, "k": 1000}


def _response_advantage(epsilon: float) -> Subject:
    return Subject(f"RR({subjects.text(epsilon)})", "advantage")


def _scale_for_advantage(advantage: float, q: float, k: int) -> Subject:
    # advantage is delta at epsilon 0
    return subjects.gaussian_scale(0.0, advantage, k, q)


ADAPTER = Adapter(
    name="riskcal",
    module="riskcal",
    conventions=(
        "advantage is the total variation distance, delta at epsilon 0",
        "get_advantage_from_gdp takes mu, one over the deviation in sensitivities, whatever its docstring calls it",
        "adjacency: a record added or removed, Poisson sampling",
    ),
    functions=(
        Function(
            "ctd_epsilon",
            subjects.gaussian_epsilon,
            UPPER,
            _PLD,
            {"sigma": (0.6, 1.0, 4.0), "q": (0.01, 0.2, 1.0), "k": (1, 1000), "delta": (1e-5,)},
            more=grids.varied(_S, delta=grids.EXTREME_DELTAS, sigma=(0.1, 100.0), q=(1e-6, 0.9)),
            nonsense=grids.nonsense(_S, but=("k",)),
        ),
        Function(
            "gaussian_advantage",
            subjects.gaussian_advantage,
            EXACT,
            "get_advantage_from_gdp: 'analytical formula'",
            {"sigma": (*grids.SIGMAS, *grids.EXTREME_SIGMAS, 1e9, 1e17)},
            nonsense=grids.nonsense({"sigma": 2.0}),
        ),
        Function(
            "response_advantage",
            _response_advantage,
            EXACT,
            "get_advantage_from_adp at delta 0",
            {"epsilon": (*grids.LOSSES, *grids.EXTREME_LOSSES, 1e-16, 750.0)},
            nonsense=grids.nonsense({"epsilon": 1.0}),
        ),
        Function(
            "pld_gaussian_advantage",
            subjects.gaussian_advantage,
            UPPER,
            _PLD,
            {"sigma": (0.5, 2.0, 50.0), "k": (1, 100)},
        ),
        Function(
            "pld_laplace_advantage", subjects.laplace_advantage, UPPER, _PLD, {"b": (0.5, 2.0, 50.0), "k": (1, 100)}
        ),
        Function(
            "dpsgd_advantage",
            subjects.gaussian_advantage,
            UPPER,
            _PLD,
            {"sigma": (0.6, 1.0, 4.0), "q": (0.01, 0.2), "k": (1, 1000)},
            nonsense=grids.nonsense(_A),
        ),
        Function(
            "dpsgd_scale_for_advantage",
            _scale_for_advantage,
            UPPER,
            "find_noise_multiplier_for_advantage: 'Finds minimum noise_multiplier such that advantage'",
            {"advantage": (0.05, 0.2), "q": (0.01,), "k": (100, 1000)},
            nonsense=grids.nonsense({"advantage": 0.1, "q": 0.01, "k": 100}),
        ),
        Function(
            "dpsgd_scale",
            subjects.gaussian_scale,
            UPPER,
            "find_noise_multiplier_for_epsilon_delta: 'Find a noise multiplier that satisfies a given target epsilon'",
            {"epsilon": (1.0, 8.0), "delta": (1e-5,), "q": (0.01,), "k": (100, 1000)},
            nonsense=grids.nonsense({"epsilon": 1.0, "delta": 1e-5, "q": 0.01, "k": 100}),
        ),
    ),
)
