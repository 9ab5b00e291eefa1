"""Functions that peers share, asked where arithmetic is hardest: orders between the integers, long runs, rates next to 0 and 1, tiny losses."""

from __future__ import annotations

from theorems.peers import grids, subjects
from theorems.peers.base import Function

_ORDER = {"sigma": 1.0, "q": 0.2, "order": 2.5}
_RUN = {"sigma": 1.0, "q": 0.2, "k": 10_000, "delta": 1e-5}
_TINY = {"epsilon": 1e-12, "k": 1, "delta": 1e-14}


def orders(name: str, direction: str, source: str, least: float = 1.0) -> Function:
    """Return the Rényi divergence of the sampled Gaussian at rates in the middle, half-integer and great orders.

    Parameters
    ----------
    name, direction, source : str
        Of the peer's function, whose arguments are sigma, q and order.
    least : float, optional
        Orders below it are not asked.
    """
    asked = tuple(order for order in (*grids.BETWEEN_ORDERS, *grids.GREAT_ORDERS) if order >= least)
    return Function(
        name,
        subjects.gaussian_renyi,
        direction,
        source,
        {"sigma": grids.MIDDLE_SIGMAS, "q": grids.MIDDLE_RATES, "order": asked},
        more=(
            *grids.varied(_ORDER, q=grids.RATES_NEAR_ENDS, sigma=(1e3, 1e9)),
            *grids.varied({**_ORDER, "order": 3.0}, q=grids.RATES_NEAR_ENDS, sigma=(1e3, 1e9)),
        ),
    )


def long_runs(name: str, direction: str, source: str) -> Function:
    """Return epsilon of 10^4 and more runs of the sampled Gaussian, at rates in the middle and deltas down to 1e-300."""
    return Function(
        name,
        subjects.gaussian_epsilon,
        direction,
        source,
        {"sigma": grids.MIDDLE_SIGMAS, "q": grids.MIDDLE_RATES, "k": (10_000,), "delta": (1e-5, 1e-12, 1e-30)},
        more=(
            *grids.varied(_RUN, k=(10**6,), q=grids.RATES_NEAR_ENDS, sigma=(100.0,)),
            *grids.varied({**_RUN, "delta": 1e-300}, sigma=grids.MIDDLE_SIGMAS),
        ),
    )


def long_noise(name: str, direction: str, source: str) -> Function:
    """Return epsilon of 10^4 and 10^6 runs of Gaussian noise, at deltas where the masses that are added up are themselves rounded."""
    return Function(
        name,
        subjects.gaussian_epsilon,
        direction,
        source,
        {"sigma": (20.0, 50.0, 1000.0), "k": grids.LONG_COUNTS, "delta": (1e-10, 1e-12, 1e-14)},
    )


def tiny_noise(name: str, direction: str, source: str, epsilons: bool, **more: object) -> Function:
    """Return Gaussian noise of a deviation of 1e6 and 1e9, whose losses are smaller than what floats keep of a difference.

    Parameters
    ----------
    name, direction, source : str
        Of the peer's function.
    epsilons : bool
        Whether it returns epsilon at a delta, and not delta at an epsilon.
    **more
        Further arguments of it, the same for all.
    """
    fixed = {name: (value,) for name, value in more.items()}
    if epsilons:
        grid = {"sigma": (1e6, 1e9), **fixed, "delta": (1e-10, 1e-12)}
        return Function(name, subjects.gaussian_epsilon, direction, source, grid)
    grid = {"sigma": (1e6, 1e9), **fixed, "epsilon": (1e-12, 1e-9)}
    return Function(name, subjects.gaussian_delta, direction, source, grid)


def tiny_responses(name: str, direction: str, source: str) -> Function:
    """Return randomized response of a loss of 1e-12, once and ten thousand times."""
    return Function(
        name,
        subjects.response_epsilon,
        direction,
        source,
        {"epsilon": (1e-12, 1e-6), "k": (1, 10_000), "delta": (1e-14, 1e-7)},
        more=grids.varied({**_TINY, "epsilon": 0.5, "k": 10_000}, delta=(1e-5, 1e-300)),
    )


def long_laplace(name: str, direction: str, source: str) -> Function:
    """Return epsilon of 10^4 and 10^6 runs of Laplace noise."""
    return Function(
        name,
        subjects.laplace_epsilon,
        direction,
        source,
        {"b": (1.0, 100.0), "k": grids.LONG_COUNTS, "delta": (1e-5, 1e-30, 1e-300)},
    )


def fixed_size_orders(name: str, source: str) -> Function:
    """Return the Rényi bound of Gaussian noise on samples of fixed size, held against a pair that it has."""
    return Function(
        name,
        subjects.fixed_size_renyi,
        "upper",
        source,
        {
            "sigma": grids.MIDDLE_SIGMAS,
            "size": (50, 500),
            "population": (1000,),
            "order": (1.25, 2.0, 2.5, 10.5, 64.0, 256.0, 1024.0),
        },
        nonsense=grids.nonsense({"sigma": 1.0, "size": 10, "population": 1000, "order": 2.0}),
    )


def fixed_size_epsilons(name: str, source: str) -> Function:
    """Return epsilon of Gaussian noise on samples of fixed size, held against the same pair."""
    return Function(
        name,
        subjects.fixed_size_epsilon,
        "upper",
        source,
        {
            "sigma": grids.MIDDLE_SIGMAS,
            "size": (10, 200),
            "population": (1000,),
            "k": (1, 10_000),
            "delta": (1e-5, 1e-30),
        },
    )
