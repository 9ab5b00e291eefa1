"""prv-accountant: brackets of epsilon and delta, and the noise of DP-SGD."""

from __future__ import annotations

from theorems.peers import corners, grids, subjects
from theorems.peers.base import BRACKET, UPPER, Adapter, Function, Subject

_BRACKET = "compute_epsilon and compute_delta: 'Return lower bound for', 'estimate for' and 'upper bound for'"
_G = {"sigma": 2.0, "k": 10, "delta": 1e-5}
_GD = {"sigma": 2.0, "k": 10, "epsilon": 1.0}
_L = {"b": 2.0, "k": 10, "delta": 1e-5}
_LD = {"b": 2.0, "k": 10, "epsilon": 1.0}
_R = {"epsilon": 0.5, "k": 10, "delta": 1e-5}
_S = {"sigma": 1.0, "q": 0.01, "k": 1000, "delta": 1e-5}


def _response_delta(epsilon: float, k: int, at: float) -> Subject:
    return Subject(subjects.composed(f"RR({subjects.text(epsilon)})", k), "delta", (("epsilon", at),))


ADAPTER = Adapter(
    name="prv-accountant",
    module="prv_accountant",
    conventions=(
        "GaussianMechanism takes the noise multiplier, the deviation in sensitivities",
        "LaplaceMechanism takes the pure privacy loss, one over the scale",
        "PureDPMechanism is binary randomized response, the worst mechanism of its pure privacy",
        "the subsampled Gaussian is Poisson sampled, for a record removed (its loss variable is the mixture against the plain law)",
        "delta_error is a thousandth of delta, as the documentation advises, and eps_error 0.01",
    ),
    functions=(
        Function(
            "gaussian_epsilon",
            subjects.gaussian_epsilon,
            BRACKET,
            _BRACKET,
            {"sigma": grids.SIGMAS, "k": grids.COUNTS, "delta": grids.DELTAS},
            more=grids.varied(_G, sigma=grids.EXTREME_SIGMAS, delta=grids.EXTREME_DELTAS, k=grids.GREAT_COUNTS),
            nonsense=grids.nonsense(_G),
        ),
        Function(
            "gaussian_delta",
            subjects.gaussian_delta,
            BRACKET,
            _BRACKET,
            {"sigma": (2.0, 50.0), "k": grids.COUNTS, "epsilon": (0.1, 1.0)},
            more=grids.varied(_GD, epsilon=grids.EXTREME_LOSSES),
            nonsense=grids.nonsense(_GD, epsilon=(grids.NAN,)),
        ),
        Function(
            "laplace_epsilon",
            subjects.laplace_epsilon,
            BRACKET,
            _BRACKET,
            {"b": grids.SCALES, "k": grids.COUNTS, "delta": grids.DELTAS},
            more=grids.varied(_L, b=grids.EXTREME_SCALES, delta=grids.EXTREME_DELTAS),
            nonsense=grids.nonsense(_L),
        ),
        Function(
            "laplace_delta",
            subjects.laplace_delta,
            BRACKET,
            _BRACKET,
            {"b": grids.SCALES, "k": grids.COUNTS, "epsilon": (0.1, 1.0)},
            more=grids.varied(_LD, epsilon=grids.EXTREME_LOSSES),
            nonsense=grids.nonsense(_LD, epsilon=(grids.NAN,)),
        ),
        Function(
            "response_epsilon",
            subjects.response_epsilon,
            BRACKET,
            _BRACKET,
            {"epsilon": (0.01, 0.5, 4.0), "k": grids.COUNTS, "delta": grids.DELTAS},
            more=grids.varied(_R, epsilon=(1e-9, 1e-3, 20.0), delta=grids.EXTREME_DELTAS),
            nonsense=grids.nonsense(_R),
        ),
        Function(
            "response_delta",
            _response_delta,
            BRACKET,
            _BRACKET,
            {"epsilon": (0.01, 0.5, 4.0), "k": grids.COUNTS, "at": (0.1, 1.0)},
        ),
        Function(
            "subsampled_gaussian_epsilon",
            subjects.gaussian_epsilon,
            BRACKET,
            _BRACKET,
            {"sigma": (0.6, 1.0, 4.0), "q": (0.001, 0.01, 0.2), "k": (1, 1000), "delta": (1e-5,)},
            more=grids.varied(_S, delta=grids.EXTREME_DELTAS, k=grids.GREAT_COUNTS, sigma=(0.1, 100.0), q=(1e-6, 0.9)),
            nonsense=grids.nonsense(_S),
        ),
        corners.long_noise("gaussian_epsilon", BRACKET, _BRACKET),
        corners.tiny_responses("response_epsilon", BRACKET, _BRACKET),
        Function(
            "gaussian_laplace_epsilon",
            subjects.both_epsilon,
            BRACKET,
            _BRACKET,
            {"sigma": (2.0,), "b": (0.5, 4.0), "k": (1, 10), "delta": grids.DELTAS},
        ),
        Function(
            "subsampled_gaussian_scale",
            subjects.gaussian_scale,
            UPPER,
            "find_noise_multiplier: 'Find a noise multiplier that satisfies a given target epsilon', within eps_error 0.1",
            {"epsilon": (1.0, 8.0), "delta": (1e-5,), "k": (10, 1000), "q": (0.01,)},
            tolerance=1e-2,
        ),
    ),
)
