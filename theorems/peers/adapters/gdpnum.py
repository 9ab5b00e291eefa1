"""gdpnum: the mu of Gaussian privacy, from discretized privacy losses of dp-accounting."""

from __future__ import annotations

import math

from theorems.peers import grids, subjects
from theorems.peers.base import UPPER, Adapter, Function, Subject

_MU = "PLDConverter: 'Extracting a pessimistic value for mu (i.e. so that f_mu <= T(P,Q))'"
_PLD = "computed from dp-accounting's pessimistic privacy-loss distribution, an upper bound"
_S = {"sigma": 1.0, "q": 0.01, "k": 100, "delta": 1e-5}
_PLACE = 5.6
"""Of the output that the test of a sampled run rejects from: its level is 1.07e-8, where tests down to a level of 1e-10 are claimed."""


def _gaussian_mu(sigma: float, k: int) -> Subject:
    return Subject(subjects.composed(f"Gaussian(sigma={subjects.text(sigma)})", k), "mu")


def _laplace_mu(b: float, k: int) -> Subject:
    return Subject(subjects.composed(f"Laplace({subjects.text(b)})", k), "mu")


def _sampled_mu(sigma: float, q: float, **_: object) -> Subject:
    return Subject(subjects.composed(f"Gaussian(sigma={subjects.text(sigma)})", 1, q), "mu")


def _as_delta(mu: float, sigma: float, q: float, **_: object) -> tuple[Subject, float]:
    # the threshold whose best test has that level; mu-GDP there says that delta is at most that of N(0, 1) and N(mu, 1)
    eps = math.log1p(q * math.expm1(_PLACE / sigma - 0.5 / sigma**2))
    tails = (math.erfc((eps / mu + side * mu / 2) / math.sqrt(2)) / 2 for side in (-1, 1))
    delta = next(tails) - math.exp(eps) * next(tails)
    chain = subjects.composed(f"Gaussian(sigma={subjects.text(sigma)})", 1, q)
    return Subject(chain, "delta", (("epsilon", eps),)), delta


ADAPTER = Adapter(
    name="gdpnum",
    module="gdpnum",
    conventions=(
        "mu is that of Gaussian privacy, the distance of the means in standard deviations",
        "of what is sampled the mu is that of tests whose two errors are both 1e-10 or more; it is held against delta at a threshold "
        "whose best test has the level 1e-8",
        "adjacency: a record added or removed, Poisson sampling",
    ),
    functions=(
        Function(
            "gaussian_mu",
            _gaussian_mu,
            UPPER,
            _MU,
            {"sigma": grids.SIGMAS, "k": (1, 10, 100)},
            more=grids.varied({"sigma": 1.0, "k": 1}, sigma=(0.3, 4.0, 1e3), k=(1000,)),
            nonsense=grids.nonsense({"sigma": 2.0, "k": 1}),
        ),
        Function(
            "laplace_mu",
            _laplace_mu,
            UPPER,
            _MU,
            {"b": grids.SCALES, "k": (1,)},
            nonsense=grids.nonsense({"b": 2.0, "k": 1}),
        ),
        Function(
            "sampled_mu",
            _sampled_mu,
            UPPER,
            _MU,
            {"sigma": (0.6, 1.0, 4.0), "q": (1e-9, 1e-4, 0.01, 0.2, 0.9)},
            nonsense=grids.nonsense({"sigma": 1.0, "q": 0.01}),
            restated=_as_delta,
        ),
        Function(
            "sampled_grid_mu",
            _sampled_mu,
            UPPER,
            _MU,
            {"sigma": (1.0,), "q": (0.01,), "step": (1e-5, 1e-4, 1e-3, 1e-2)},
            nonsense=grids.nonsense({"sigma": 1.0, "q": 0.01, "step": 1e-4}, but=("q",), step=(grids.NAN, -1e-4, 0.0)),
            restated=_as_delta,
        ),
        Function(
            "gaussian_advantage",
            subjects.gaussian_advantage,
            UPPER,
            _PLD,
            {"sigma": (*grids.SIGMAS, 1e3), "k": (1, 100)},
            nonsense=grids.nonsense({"sigma": 2.0, "k": 1}),
        ),
        Function(
            "dpsgd_epsilon",
            subjects.gaussian_epsilon,
            UPPER,
            _PLD,
            {"sigma": (0.6, 1.0, 4.0), "q": (0.01, 0.2, 1.0), "k": (1, 100), "delta": (1e-5,)},
            more=grids.varied(_S, delta=grids.EXTREME_DELTAS, sigma=(0.3, 100.0), q=(1e-6, 0.9), k=(10_000,)),
            nonsense=grids.nonsense(_S, but=("k",)),
        ),
    ),
)
