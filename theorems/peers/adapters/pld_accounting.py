"""PLD_accounting: brackets of random allocation, and Poisson sampling of any privacy-loss distribution."""

from __future__ import annotations

from theorems.peers import grids, subjects
from theorems.peers.base import BRACKET, UPPER, Adapter, Function, Subject

_RANGE = (
    "gaussian_allocation_epsilon_range: 'Adaptive upper/lower bounds for epsilon', a tuple (upper_bound, lower_bound)"
)
_UPPER = "BoundType.DOMINATES, the default, 'gives an upper (pessimistic) bound'"
_SAMPLED = "subsample_pld_realization returns a 'subsampled loss-space dominating (upper) bound', of a pessimistic distribution"
_A = {"sigma": 1.0, "steps": 10, "selected": 10, "epochs": 1, "delta": 1e-5}
_AD = {"sigma": 1.0, "steps": 10, "selected": 10, "epochs": 1, "epsilon": 1.0}
_SELECTED = {"sigma": 2.0, "steps": 10, "selected": 3, "epochs": 1, "delta": 1e-3, "accuracy": 0.05}
_S = {"sigma": 1.0, "q": 0.01, "k": 100, "delta": 1e-5}
_L = {"b": 2.0, "q": 0.01, "k": 100, "delta": 1e-5}


def _chain(sigma: float, steps: int, selected: int, epochs: int) -> str:
    law = f"Gaussian(sigma={subjects.text(sigma)})"
    if selected == steps:
        return subjects.composed(law, steps * epochs)
    return f"{law}.allocate({steps}, {selected})" + (f".compose({epochs})" if epochs != 1 else "")


def _epsilon(sigma: float, steps: int, selected: int, epochs: int, delta: float, **_: object) -> Subject:
    return Subject(_chain(sigma, steps, selected, epochs), "epsilon", (("delta", delta),))


def _delta(sigma: float, steps: int, selected: int, epochs: int, epsilon: float) -> Subject:
    return Subject(_chain(sigma, steps, selected, epochs), "delta", (("epsilon", epsilon),))


ADAPTER = Adapter(
    name="PLD_accounting",
    module="pld_accounting",
    conventions=(
        "num_steps and num_selected are the t and k of a random allocation, num_epochs how often it is drawn anew",
        "of an allocation to all of the steps the truth is the composition; of fewer an upper bound is known here",
        "a pair (upper, lower) is read as a bracket around its middle",
        "sampled distributions are made of dp-accounting's pessimistic ones",
    ),
    functions=(
        Function(
            "allocation_range",
            _epsilon,
            BRACKET,
            _RANGE,
            {"sigma": (1.0, 4.0), "steps": (10,), "selected": (1, 10), "epochs": (1,), "delta": (1e-5,)},
            more=(
                *grids.varied(_A, sigma=(0.3, 50.0), epochs=(10,), delta=grids.EXTREME_DELTAS),
                {"sigma": 0.5, "steps": 1, "selected": 1, "epochs": 1, "delta": 1e-5},
            ),
            nonsense=(*grids.nonsense(_A), {**_A, "selected": 11}, {**_A, "steps": -1}),
        ),
        Function(
            "selected_range",
            _epsilon,
            BRACKET,
            _RANGE + "; of several selected steps, within an absolute gap of epsilon_accuracy",
            {name: (value,) for name, value in _SELECTED.items()},
            nonsense=({**_SELECTED, "accuracy": grids.NAN},),
        ),
        Function(
            "allocation_epsilon",
            _epsilon,
            UPPER,
            _UPPER,
            {"sigma": (2.0,), "steps": (1, 10), "selected": (1,), "epochs": (1,), "delta": grids.DELTAS},
            more=(
                *grids.varied(_A, sigma=(0.03, 0.1, 0.3, 50.0, 1e3), epochs=(10, 100), delta=grids.EXTREME_DELTAS),
                *grids.varied({"sigma": 0.6, "steps": 1, "selected": 1, "epochs": 1, "delta": 1e-5}, epochs=(1, 10)),
            ),
            nonsense=(*grids.nonsense(_A), {**_A, "selected": 11}, {**_A, "epochs": 0}),
        ),
        Function(
            "allocation_delta",
            _delta,
            UPPER,
            _UPPER,
            {"sigma": (2.0,), "steps": (1, 10), "selected": (1,), "epochs": (1,), "epsilon": (0.1, 1.0)},
            more=grids.varied(_AD, epsilon=(1e-9, 1e-3, 10.0, 40.0, 100.0, 700.0), sigma=(0.1, 4.0, 50.0)),
            nonsense=grids.nonsense(_AD),
        ),
        Function(
            "subsampled_gaussian_epsilon",
            subjects.gaussian_epsilon,
            UPPER,
            _SAMPLED,
            {"sigma": (0.6, 1.0, 4.0), "q": (0.01, 0.2), "k": (1, 100), "delta": (1e-5,)},
            more=grids.varied(_S, delta=grids.EXTREME_DELTAS, sigma=(0.3, 100.0), q=(1e-9, 1e-6, 0.9), k=(10_000,)),
            nonsense=grids.nonsense(_S, but=("k",)),
        ),
        Function(
            "subsampled_laplace_epsilon",
            subjects.laplace_sampled_epsilon,
            UPPER,
            _SAMPLED,
            {"b": (0.5, 2.0), "q": (0.01, 0.2), "k": (1, 100), "delta": (1e-5,)},
            more=grids.varied(_L, delta=grids.EXTREME_DELTAS, b=(0.02, 50.0), q=(1e-9, 1e-6, 0.9)),
            nonsense=grids.nonsense(_L, but=("k",)),
        ),
    ),
)
