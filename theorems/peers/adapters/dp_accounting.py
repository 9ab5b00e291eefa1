"""dp-accounting: privacy-loss distributions, Rényi accounting, the analytic Gaussian mechanism, calibration."""

from __future__ import annotations

from theorems.peers import grids, subjects
from theorems.peers.adapters.dp_accounting_corners import CORNERS
from theorems.peers.adapters.dp_accounting_pld import PLD
from theorems.peers.base import EXACT, UPPER, Adapter, Function, Subject

_RDP = "RdpAccountant: Rényi bounds at fixed orders, converted by Canonne et al. 2020, Proposition 12: an upper bound"
_RENYI = "RdpAccountant.rdp: the Rényi privacy loss at each order, which is the divergence itself in one dimension"
_CALIBRATED = "'when applied the given number of times, satisfies the desired privacy guarantee'"
_G = {"sigma": 2.0, "delta": 1e-5}
_GK = {"sigma": 2.0, "k": 10, "delta": 1e-5}
_GD = {"sigma": 2.0, "k": 10, "epsilon": 1.0}
_LK = {"b": 2.0, "k": 10, "delta": 1e-5}
_SK = {"sigma": 1.0, "q": 0.01, "k": 1000, "delta": 1e-5}
_SCALE = {"epsilon": 1.0, "delta": 1e-5}
_SCALE_K = {"epsilon": 1.0, "delta": 1e-5, "k": 10}


def _advanced(epsilon: float, k: int, delta: float) -> Subject:
    # the optimal composition of k promises of pure privacy is that of k randomized responses
    return subjects.response_epsilon(epsilon, delta, k)


def _discrete_laplace_scale(epsilon: float, delta: float, k: int) -> Subject:
    return Subject(subjects.composed("DiscreteLaplace(b)", k), "scale", (("epsilon", epsilon), ("delta", delta)))


_ANALYTIC = (
    Function(
        "gaussian_epsilon",
        subjects.gaussian_epsilon,
        EXACT,
        "get_epsilon_gaussian: 'exact', tol 1e-12",
        {"sigma": (*grids.SIGMAS, *grids.EXTREME_SIGMAS), "delta": (*grids.DELTAS, *grids.EXTREME_DELTAS)},
        nonsense=grids.nonsense(_G),
    ),
    Function(
        "gaussian_scale",
        subjects.gaussian_scale,
        EXACT,
        "get_sigma_gaussian: 'exact', tol 1e-12",
        {"epsilon": (*grids.LOSSES, *grids.EXTREME_LOSSES), "delta": (*grids.DELTAS, *grids.EXTREME_DELTAS)},
        nonsense=grids.nonsense(_SCALE),
    ),
    Function(
        "advanced_composition",
        _advanced,
        UPPER,
        "advanced_composition: 'the result is still (total_epsilon, total_delta)-DP', Kairouz, Oh and Viswanath, Theorem 3.3",
        {"epsilon": (0.01, 0.1, 1.0), "k": (1, 10, 100), "delta": grids.DELTAS},
        more=grids.varied(
            {"epsilon": 0.1, "k": 100, "delta": 1e-5},
            epsilon=(0.0, 1e-9, 1e-3, 10.0, 100.0),
            delta=grids.EXTREME_DELTAS,
            k=(1000, 2000),
        ),
        nonsense=grids.nonsense({"epsilon": 0.1, "k": 10, "delta": 1e-5}),
    ),
)

_CALIBRATION = (
    Function(
        "gaussian_scale_composed",
        subjects.gaussian_scale,
        UPPER,
        _CALIBRATED,
        {"epsilon": grids.LOSSES, "delta": grids.DELTAS, "k": (1, 1000)},
        more=grids.varied(_SCALE_K, epsilon=grids.EXTREME_LOSSES, delta=grids.EXTREME_DELTAS, k=(10**9,)),
        nonsense=grids.nonsense(_SCALE_K),
    ),
    Function(
        "laplace_scale_composed",
        subjects.laplace_scale,
        UPPER,
        _CALIBRATED,
        {"epsilon": (0.1, 1.0, 10.0), "delta": (1e-5, 1e-10), "k": (1, 10)},
        more=grids.varied(_SCALE_K, epsilon=(1e-3, 100.0), delta=grids.EXTREME_DELTAS, k=(1000,)),
        nonsense=grids.nonsense(_SCALE_K),
    ),
    Function(
        "discrete_laplace_inverse_parameter",
        _discrete_laplace_scale,
        UPPER,
        _CALIBRATED,
        {"epsilon": (0.1, 1.0), "delta": (1e-5, 1e-10), "k": (1, 10)},
    ),
    Function(
        "subsampled_gaussian_scale",
        subjects.gaussian_scale,
        UPPER,
        _CALIBRATED,
        {"epsilon": (0.5, 2.0), "delta": (1e-5,), "k": (1, 100), "q": (0.01,)},
    ),
)

_RENYI_ACCOUNTANT = (
    Function(
        "rdp_gaussian_epsilon",
        subjects.gaussian_epsilon,
        UPPER,
        _RDP,
        {"sigma": grids.SIGMAS, "k": grids.COUNTS, "delta": grids.DELTAS},
        more=grids.varied(_GK, sigma=grids.EXTREME_SIGMAS, delta=grids.EXTREME_DELTAS, k=grids.GREAT_COUNTS),
        nonsense=grids.nonsense(_GK),
    ),
    Function(
        "rdp_gaussian_delta",
        subjects.gaussian_delta,
        UPPER,
        _RDP,
        {"sigma": grids.SIGMAS, "k": (1, 100), "epsilon": grids.LOSSES},
        more=grids.varied(_GD, epsilon=grids.EXTREME_LOSSES, sigma=grids.EXTREME_SIGMAS),
        nonsense=grids.nonsense(_GD, epsilon=(grids.NAN,)),
    ),
    Function(
        "rdp_laplace_epsilon",
        subjects.laplace_epsilon,
        UPPER,
        _RDP,
        {"b": grids.SCALES, "k": (1, 100), "delta": grids.DELTAS},
        more=grids.varied(_LK, b=grids.EXTREME_SCALES, delta=grids.EXTREME_DELTAS),
        nonsense=grids.nonsense(_LK),
    ),
    Function(
        "rdp_subsampled_gaussian_epsilon",
        subjects.gaussian_epsilon,
        UPPER,
        _RDP,
        {"sigma": (0.6, 1.0, 4.0), "q": (0.001, 0.01, 0.2), "k": (1, 1000), "delta": (1e-5,)},
        more=grids.varied(_SK, delta=grids.EXTREME_DELTAS, k=(10**5,), sigma=(0.1, 100.0), q=(1e-6, 0.9)),
        nonsense=grids.nonsense(_SK),
    ),
    Function(
        "rdp_gaussian",
        subjects.gaussian_renyi,
        EXACT,
        _RENYI,
        {"sigma": (*grids.SIGMAS, *grids.EXTREME_SIGMAS), "order": (*grids.ORDERS, *grids.EXTREME_ORDERS)},
        nonsense=grids.nonsense({"sigma": 2.0, "order": 2.0}),
    ),
    Function(
        "rdp_laplace",
        subjects.laplace_renyi,
        EXACT,
        _RENYI,
        {"b": (*grids.SCALES, *grids.EXTREME_SCALES), "order": (*grids.ORDERS, *grids.EXTREME_ORDERS)},
        nonsense=grids.nonsense({"b": 2.0, "order": 2.0}),
    ),
    Function(
        "rdp_response",
        subjects.response_renyi,
        EXACT,
        _RENYI,
        {"epsilon": (*grids.LOSSES, 1e-9, 1e-3, 30.0), "order": (*grids.ORDERS, *grids.EXTREME_ORDERS)},
    ),
    Function(
        "rdp_subsampled_gaussian",
        subjects.gaussian_renyi,
        EXACT,
        _RENYI,
        {"sigma": (0.6, 1.0, 4.0), "q": (0.001, 0.01, 0.2), "order": grids.ORDERS},
        more=grids.varied(
            {"sigma": 1.0, "q": 0.01, "order": 2.0}, order=grids.EXTREME_ORDERS, sigma=(0.05, 100.0), q=(1e-9, 0.999)
        ),
        nonsense=grids.nonsense({"sigma": 1.0, "q": 0.01, "order": 2.0}),
    ),
)

ADAPTER = Adapter(
    name="dp-accounting",
    module="dp_accounting",
    conventions=(
        "standard deviations and Laplace scales are in sensitivities; the noise multiplier likewise",
        "randomized response takes the probability of a uniform answer, p = 2 / (1 + exp(epsilon)) for two buckets",
        "the discrete Laplace law takes a = 1/b, masses proportional to exp(-a |x|); a calibrated a is turned into the scale 1/a",
        "add-or-remove adjacency: the worse of both directions; Poisson sampling",
        "REPLACE_ONE puts one record in the place of another, each of which moves the query by one sensitivity",
        "a bound for samples of fixed size is held against a pair that they have: all records alike but the one",
        "pessimistic_estimate=False asks for an estimate from below",
    ),
    functions=(*_ANALYTIC, *PLD, *_RENYI_ACCOUNTANT, *_CALIBRATION, *CORNERS),
)
