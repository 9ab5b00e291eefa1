"""diffprivlib: the noise that its mechanisms add for a promise, and its budget accountant."""

from __future__ import annotations

from theorems.peers import grids, subjects
from theorems.peers.base import UPPER, Adapter, Function, Subject

_PROMISE = "epsilon and delta are the 'Privacy parameter' of 'the mechanism': its noise suffices for (epsilon, delta)"
_SCALE = {"epsilon": 1.0, "delta": 1e-5}
_DELTAS = (*grids.DELTAS, *grids.EXTREME_DELTAS)
_LOSSES = (*grids.LOSSES, *grids.EXTREME_LOSSES[1:])


def _discrete_gaussian(answer: float, epsilon: float, delta: float) -> tuple[Subject, float]:
    return Subject(f"DiscreteGaussian(sigma={subjects.text(answer)})", "delta", (("epsilon", epsilon),)), delta


def _truncated_laplace(answer: float, epsilon: float, delta: float) -> tuple[Subject, float]:
    law = f"TruncatedLaplace(scale=1/{subjects.text(epsilon)}, bound={subjects.text(answer)})"
    return Subject(law, "delta", (("epsilon", epsilon),)), delta


def _geometric(epsilon: float) -> Subject:
    return Subject("DiscreteLaplace(b)", "scale", (("epsilon", epsilon), ("delta", 0.0)))


def _budget(epsilon: float, k: int, slack: float) -> Subject:
    # promises of pure privacy, composed: randomized response is the worst that keeps them
    return subjects.response_epsilon(epsilon, slack, k)


def _restated_subject(epsilon: float, delta: float) -> Subject:
    return Subject("", "delta", (("epsilon", epsilon), ("delta", delta)))


ADAPTER = Adapter(
    name="diffprivlib",
    module="diffprivlib",
    conventions=(
        "sensitivity 1; a published variance is turned into the scale: b = sqrt(variance / 2), sigma = sqrt(variance)",
        "where a mechanism publishes no variance, the scale that `randomise` uses is read",
        "noise for (epsilon, delta) that is not Gaussian or Laplace is held against delta at epsilon of the law with that noise",
        "the budget accountant's total with slack is the composition of promises, worst for randomized response",
    ),
    functions=(
        Function(
            "laplace_scale",
            subjects.laplace_scale,
            UPPER,
            _PROMISE,
            {"epsilon": _LOSSES, "delta": (0.0, *_DELTAS)},
            nonsense=grids.nonsense(_SCALE),
        ),
        Function(
            "gaussian_classical_scale",
            subjects.gaussian_scale,
            UPPER,
            _PROMISE,
            {"epsilon": (1e-9, 0.1, 0.5, 1.0), "delta": (0.9, *_DELTAS)},
            nonsense=grids.nonsense(_SCALE),
        ),
        Function(
            "gaussian_analytic_scale",
            subjects.gaussian_scale,
            UPPER,
            _PROMISE,
            {"epsilon": _LOSSES, "delta": (0.9, *_DELTAS)},
            nonsense=grids.nonsense(_SCALE),
        ),
        Function(
            "discrete_gaussian_scale",
            _restated_subject,
            UPPER,
            _PROMISE,
            {"epsilon": (0.1, 1.0, 10.0), "delta": (0.1, 1e-3, *_DELTAS)},
            tolerance=1e-5,
            nonsense=grids.nonsense(_SCALE),
            restated=_discrete_gaussian,
        ),
        Function(
            "geometric_scale",
            _geometric,
            UPPER,
            _PROMISE,
            {"epsilon": _LOSSES},
            nonsense=grids.nonsense({"epsilon": 1.0}),
        ),
        Function(
            "geometric_variance_scale", _geometric, UPPER, _PROMISE, {"epsilon": (1e-3, 0.1, 1.0, 10.0)}, tolerance=1e-6
        ),
        Function(
            "laplace_bounded_noise_bound",
            _restated_subject,
            UPPER,
            _PROMISE,
            {"epsilon": (0.125, 1.0, 8.0), "delta": (0.1, 1e-5, 1e-10, 1e-16, 1e-17, 1e-300)},
            nonsense=grids.nonsense(_SCALE),
            restated=_truncated_laplace,
        ),
        Function(
            "budget_epsilon",
            _budget,
            UPPER,
            "BudgetAccountant.total: 'Total epsilon spend'",
            {"epsilon": (0.01, 0.1, 1.0), "k": (1, 10, 1000), "slack": grids.DELTAS},
            more=grids.varied(
                {"epsilon": 0.1, "k": 100, "slack": 1e-5}, slack=(0.5, *grids.SMALL_DELTAS), epsilon=(1e-9, 30.0)
            ),
            nonsense=grids.nonsense({"epsilon": 0.1, "k": 10, "slack": 1e-5}, but=("k",)),
        ),
    ),
)
