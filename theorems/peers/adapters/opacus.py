"""Opacus: three accountants of the Poisson subsampled Gaussian mechanism, and the noise for a promise."""

from __future__ import annotations

from theorems.peers import grids, subjects
from theorems.peers.base import ESTIMATE, EXACT, UPPER, Adapter, Function

_S = {"sigma": 1.0, "q": 0.01, "k": 1000, "delta": 1e-5}
_G = {"sigma": 2.0, "q": 1.0, "k": 10, "delta": 1e-5}
_ORDER = {"sigma": 1.0, "q": 0.01, "order": 2.0}
_SCALE = {"epsilon": 1.0, "delta": 1e-5, "k": 1000, "q": 0.01}
_GRID = {"sigma": (0.6, 1.0, 4.0), "q": (0.001, 0.01, 0.2), "k": (1, 1000), "delta": (1e-5,)}
_MORE = (
    *grids.varied(_G, sigma=(0.5, 50.0, 1e-3, 1e6), delta=grids.EXTREME_DELTAS, k=grids.GREAT_COUNTS),
    *grids.varied(_S, delta=grids.EXTREME_DELTAS, k=(10**5, 10**7), sigma=(0.1, 100.0), q=(1e-6, 0.9)),
)


def _epsilon(name: str, direction: str, source: str) -> Function:
    nonsense = grids.nonsense(_S, but=("k",))
    return Function(name, subjects.gaussian_epsilon, direction, source, _GRID, more=_MORE, nonsense=nonsense)


ADAPTER = Adapter(
    name="opacus",
    module="opacus",
    conventions=(
        "the noise multiplier is the deviation in sensitivities, the sample rate that of Poisson sampling",
        "adjacency: a record added or removed",
        "a history of (noise multiplier, sample rate, steps) is set at once, as the accountants' own step() would build it",
    ),
    functions=(
        _epsilon(
            "rdp_epsilon",
            UPPER,
            "RDPAccountant: Rényi bounds at fixed orders, converted by Balle et al. 2020, Theorem 21: an upper bound",
        ),
        _epsilon(
            "prv_epsilon",
            UPPER,
            "PRVAccountant.get_epsilon: 'return upper bound as we want guarantee, not just estimate'",
        ),
        _epsilon(
            "gdp_epsilon",
            ESTIMATE,
            "GaussianAccountant warns: 'GDP accounting is experimental and can underestimate privacy expenditure'",
        ),
        Function(
            "rdp",
            subjects.gaussian_renyi,
            EXACT,
            "compute_rdp: 'Computes RDP of the Sampled Gaussian Mechanism at order'",
            {"sigma": (0.6, 1.0, 4.0), "q": (0.001, 0.01, 0.2), "order": grids.ORDERS},
            more=(
                *grids.varied(_ORDER, order=grids.EXTREME_ORDERS, sigma=(0.05, 100.0), q=(1e-9, 0.999)),
                *grids.varied({**_ORDER, "q": 1.0}, order=grids.EXTREME_ORDERS),
            ),
            nonsense=grids.nonsense(_ORDER),
        ),
        Function(
            "subsampled_gaussian_scale",
            subjects.gaussian_scale,
            UPPER,
            "get_noise_multiplier: 'The noise level sigma to ensure privacy budget of (target_epsilon, target_delta)'",
            {"epsilon": (0.5, 1.0, 8.0), "delta": (1e-5,), "k": (10, 1000), "q": (0.01, 1.0)},
            more=grids.varied(_SCALE, delta=grids.SMALL_DELTAS, epsilon=(1e-3, 50.0)),
            nonsense=grids.nonsense(_SCALE),
        ),
    ),
)
