"""dp-accounting where arithmetic is hardest, a record replaced, and samples of fixed size."""

from __future__ import annotations

from theorems.peers import corners, grids, subjects
from theorems.peers.base import EXACT, UPPER, Function

_PLD = "pessimistic_estimate: 'gives an upper estimate to the real value'"
_RDP = "RdpAccountant: Rényi bounds at fixed orders, converted by Balle et al. 2020, Theorem 21: an upper bound"
_RENYI = "RdpAccountant.rdp: the Rényi divergence at the order"
_ANALYTIC = "get_epsilon_gaussian: 'exact', tol 1e-12"
_FIXED = "_compute_rdp_sample_wor_gaussian: Wang, Balle and Kasiviswanathan 2019, Theorem 27, an upper bound where a record is replaced"
_REPLACED = {"sigma": 1.0, "q": 0.2, "k": 100, "delta": 1e-5}

CORNERS: tuple[Function, ...] = (
    corners.orders("rdp_subsampled_gaussian", EXACT, _RENYI),
    corners.long_runs("rdp_subsampled_gaussian_epsilon", UPPER, _RDP),
    corners.long_runs("pld_subsampled_gaussian_epsilon", UPPER, _PLD),
    corners.long_noise("pld_gaussian_epsilon", UPPER, _PLD),
    corners.long_laplace("pld_laplace_epsilon", UPPER, _PLD),
    corners.tiny_noise("gaussian_epsilon", EXACT, _ANALYTIC, epsilons=True),
    corners.tiny_noise("pld_gaussian_epsilon", UPPER, _PLD, epsilons=True, k=1),
    corners.tiny_noise("pld_gaussian_delta", UPPER, _PLD, epsilons=False, k=1),
    corners.tiny_responses("pld_response_epsilon", UPPER, _PLD),
    Function(
        "pld_replaced_gaussian_epsilon",
        subjects.gaussian_replaced_epsilon,
        UPPER,
        _PLD,
        {"sigma": grids.MIDDLE_SIGMAS, "q": grids.MIDDLE_RATES, "k": (1, 10_000), "delta": (1e-5, 1e-12)},
        more=grids.varied(_REPLACED, delta=grids.SMALL_DELTAS, q=(1e-6, *grids.RATES_NEAR_ENDS), sigma=(0.1, 100.0)),
        nonsense=grids.nonsense(_REPLACED),
    ),
    Function(
        "pld_subsampled_laplace_epsilon",
        subjects.laplace_sampled_epsilon,
        UPPER,
        _PLD,
        {"b": (0.5, 5.0), "q": grids.MIDDLE_RATES, "k": (1, 10_000), "delta": (1e-5, 1e-12)},
    ),
    corners.fixed_size_orders("rdp_fixed_size_gaussian", _FIXED),
    corners.fixed_size_epsilons("rdp_fixed_size_gaussian_epsilon", _FIXED),
)
