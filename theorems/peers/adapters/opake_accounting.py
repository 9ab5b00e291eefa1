"""opake-accounting: privacy-loss distributions in Rust, with advantage, type II errors and random allocation."""

from __future__ import annotations

import math
from statistics import NormalDist

from theorems.peers import corners, grids, subjects
from theorems.peers.base import ESTIMATE, UPPER, Adapter, Function, Subject

_EPSILON = "Pld.epsilon_at: 'Smallest epsilon achieving (epsilon, delta)-DP', of a pessimistic grid"
_DELTA = "Pld.delta_at: 'Smallest delta achieving (epsilon, delta)-DP ... the true delta may be smaller than what is reported'"
_ADVANTAGE = "Pld.advantage: 'Total-variation advantage ... Lower is more private', of the same grid"
_ERROR = "Pld.beta_at: 'Type-II error (beta) at a given Type-I error (alpha)'; on which side it errs is not said"
_ALLOCATION = "random_allocation_gaussian_pld: 'Exact for k = 1. For k > 1 the result is a valid upper bound'"
_G = {"sigma": 2.0, "k": 10, "delta": 1e-5}
_GD = {"sigma": 2.0, "k": 10, "epsilon": 1.0}
_S = {"sigma": 1.0, "q": 0.01, "k": 1000, "delta": 1e-5}
_SD = {"sigma": 1.0, "q": 0.01, "k": 1000, "epsilon": 1.0}
_R = {"epsilon": 0.5, "k": 10, "delta": 1e-5}
_A = {"sigma": 1.0, "steps": 4, "selected": 4, "delta": 1e-5}
_BEYOND_EXP = (709.5, 710.0, 720.0)
"""Losses around the greatest one whose exponential is a double."""


def _tangent(sigma: float, k: int, level: float) -> float:
    """Return the threshold whose line touches the trade-off function of Gaussian noise at a level."""
    mu = math.sqrt(k) / sigma
    return mu * NormalDist().inv_cdf(1 - level) - mu * mu / 2


def _type_two_error(sigma: float, k: int, level: float) -> Subject:
    return subjects.gaussian_delta(sigma, max(0.0, _tangent(sigma, k, level)), k)


def _as_delta(beta: float, sigma: float, k: int, level: float) -> tuple[Subject, float]:
    # f(a) >= 1 - delta - e^eps a for all eps, with equality on the tangent: an error of beta claims this delta there
    eps = _tangent(sigma, k, level)
    return subjects.gaussian_delta(sigma, eps, k), 1 - beta - math.exp(eps) * level


def _sampled_delta(sigma: float, q: float, k: int, epsilon: float) -> Subject:
    chain = subjects.composed(f"Gaussian(sigma={subjects.text(sigma)})", k, q)
    return Subject(chain, "delta", (("epsilon", epsilon),))


def _allocation(sigma: float, steps: int, selected: int, delta: float) -> Subject:
    law = f"Gaussian(sigma={subjects.text(sigma)})"
    chain = subjects.composed(law, steps) if selected == steps else f"{law}.allocate({steps}, {selected})"
    return Subject(chain, "epsilon", (("delta", delta),))


ADAPTER = Adapter(
    name="opake-accounting",
    module="opake_accounting",
    conventions=(
        "noise_multiplier is the deviation of noise on a query of sensitivity 1",
        "adjacency: a record added or removed, Poisson sampling; both directions are in the loss distribution",
        "eps_delta_pld(epsilon, 0) is binary randomized response, the worst mechanism of that pure privacy",
        "a type II error at a level claims delta at the threshold whose line touches the trade-off function there",
        "of a random allocation of all of the steps the truth is the composition; of fewer an upper bound is known here",
        "the functions of the compiled part are called: the package around it is imported by some patch releases of Python alone (3.13.0; "
        "not 3.11.7, 3.12.1: a slotted dataclass with a weak reference on an abstract base)",
    ),
    functions=(
        Function(
            "gaussian_epsilon",
            subjects.gaussian_epsilon,
            UPPER,
            _EPSILON,
            {"sigma": grids.SIGMAS, "k": grids.COUNTS, "delta": grids.DELTAS},
            more=(
                *grids.varied(
                    _G, sigma=grids.EXTREME_SIGMAS, delta=grids.EXTREME_DELTAS, k=(10_000, *grids.GREAT_COUNTS)
                ),
                *grids.varied({"sigma": 0.028, "k": 1, "delta": 1e-5}, sigma=(0.026, 0.028, 0.03), delta=(0.01, 0.5)),
            ),
            nonsense=grids.nonsense(_G),
        ),
        Function(
            "gaussian_delta",
            subjects.gaussian_delta,
            UPPER,
            _DELTA,
            {"sigma": (2.0, 50.0), "k": (1, 100), "epsilon": grids.LOSSES},
            more=(
                *grids.varied(_GD, epsilon=grids.EXTREME_LOSSES, k=(10_000,)),
                *grids.varied({"sigma": 0.028, "k": 1, "epsilon": 700.0}, epsilon=(600.0, *_BEYOND_EXP)),
                *grids.varied({"sigma": 0.1, "k": 14, "epsilon": 700.0}, epsilon=(600.0, *_BEYOND_EXP), k=(12, 13)),
            ),
            nonsense=grids.nonsense(_GD, epsilon=(grids.NAN,)),
        ),
        Function(
            "gaussian_advantage",
            subjects.gaussian_advantage,
            UPPER,
            _ADVANTAGE,
            {"sigma": (*grids.SIGMAS, 1e3), "k": (1, 100)},
            nonsense=grids.nonsense({"sigma": 2.0, "k": 1}),
        ),
        Function(
            "gaussian_type_two_error",
            _type_two_error,
            ESTIMATE,
            _ERROR,
            {"sigma": (1.0, 5.0), "k": (1, 4), "level": (0.001, 0.05)},
            nonsense=grids.nonsense({"sigma": 2.0, "k": 1, "level": 0.05}, level=(grids.NAN, -0.1, 1.5)),
            restated=_as_delta,
        ),
        Function(
            "subsampled_gaussian_epsilon",
            subjects.gaussian_epsilon,
            UPPER,
            _EPSILON,
            {"sigma": (0.6, 1.0, 4.0), "q": (0.01, 0.2), "k": (1, 1000), "delta": (1e-5,)},
            more=grids.varied(_S, delta=grids.EXTREME_DELTAS, sigma=(0.3, 100.0), q=(1e-6, 0.9), k=(10_000, 10**6)),
            nonsense=grids.nonsense(_S),
        ),
        Function(
            "subsampled_gaussian_delta",
            _sampled_delta,
            UPPER,
            _DELTA,
            {"sigma": (0.6, 4.0), "q": (0.01, 0.2), "k": (1, 100), "epsilon": (0.1, 1.0)},
            more=grids.varied({"sigma": 0.028, "q": 0.5, "k": 1, "epsilon": 700.0}, epsilon=_BEYOND_EXP),
            nonsense=grids.nonsense(_SD, epsilon=(grids.NAN,)),
        ),
        corners.long_runs("subsampled_gaussian_epsilon", UPPER, _EPSILON),
        corners.long_noise("gaussian_epsilon", UPPER, _EPSILON),
        corners.tiny_noise("gaussian_epsilon", UPPER, _EPSILON, epsilons=True, k=1),
        corners.tiny_noise("gaussian_delta", UPPER, _DELTA, epsilons=False, k=1),
        corners.tiny_responses("response_epsilon", UPPER, _EPSILON),
        Function(
            "response_epsilon",
            subjects.response_epsilon,
            UPPER,
            _EPSILON,
            {"epsilon": (0.01, 0.5, 4.0), "k": (1, 10, 1000), "delta": grids.DELTAS},
            more=grids.varied(_R, epsilon=(1e-9, 1e-5, 20.0), delta=grids.EXTREME_DELTAS),
            nonsense=grids.nonsense(_R, epsilon=(grids.NAN, -1.0)),
        ),
        Function(
            "allocation_epsilon",
            _allocation,
            UPPER,
            _ALLOCATION,
            {"sigma": (1.0, 2.0), "steps": (4,), "selected": (1, 2, 4), "delta": (1e-5,)},
            nonsense=grids.nonsense(_A),
        ),
    ),
)
