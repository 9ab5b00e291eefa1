"""Samples of a peer, drawn in a child, held against the law that the registry's mechanism has.

The test is the one of `mechanisms.numeric.goodness`: a distance of distribution functions with a bound that holds for every law and
every number of samples. What it cannot see is how the floats lie: that is noted apart, as the grid that all samples are on.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from theorems.peers.adapters import adapter
from theorems.peers.errors import PeerError
from theorems.peers.runner import Limits, Runner

FALSE_ALARM = 1e-6
POWER = 0.99
_SIZE, _SEED, _MOST_INTEGER = 20_000, 20_240_601, 4096
Cdf = Callable[[npt.NDArray[np.float64]], npt.NDArray[np.float64]]


@dataclass(frozen=True)
class Law:
    """The law that samples should have.

    Parameters
    ----------
    cdf : callable
        Its distribution function.
    theorem : str
        The registry's entry of the mechanism that has this law.
    """

    cdf: Cdf
    theorem: str


@dataclass(frozen=True)
class SamplerCheck:
    """What is said of one sampler.

    Parameters
    ----------
    peer, version, call : str
        Whose, and which function of the child's part.
    arguments : mapping of str to number
        Of the law.
    accepted : bool or None
        Whether the samples fit; None where there are none.
    statistic, threshold : float
        The distance of the distribution functions, and what it exceeds with a probability of at most `false_alarm` if they fit.
    false_alarm, power, distance : float
        A law at this distance or further is refuted with this power.
    n : int
        How many samples.
    grid : str
        The coarsest grid of powers of two that all samples are on, and how many values are repeated.
    theorem : str
        The registry's entry.
    reason : str
        Why there are no samples.
    """

    peer: str
    version: str
    call: str
    arguments: Mapping[str, Any]
    accepted: bool | None
    statistic: float = math.nan
    threshold: float = math.nan
    false_alarm: float = FALSE_ALARM
    power: float = POWER
    distance: float = math.nan
    n: int = 0
    grid: str = ""
    theorem: str = ""
    reason: str = ""


def _law(call: str, arguments: Mapping[str, Any], last: float) -> Law:
    """Return the law of a sampling function at its arguments; `last` is what a mechanism found for itself."""
    import mechanisms

    name = call.removeprefix("sample_")
    if name == "uniform":
        width = 1 / arguments["delta"]
        return Law(lambda x: np.clip(x / width + 0.5, 0.0, 1.0), "profile.uniform")
    if name == "response":
        truth = arguments["probability"]
        return Law(
            lambda x: np.where(x >= 1, 1.0, np.where(x >= 0, 1 - truth, 0.0)), mechanisms.RandomizedResponse.guarantee
        )
    if name == "domain_laplace":
        ends = arguments["lower"], arguments["upper"]
        return _conditioned(mechanisms.Laplace(last), arguments["answer"], *ends)
    noise: Any = {
        "laplace": lambda: mechanisms.Laplace(arguments["b"]),
        "gaussian": lambda: mechanisms.Gaussian(arguments["sigma"]),
        "discrete_laplace": lambda: mechanisms.TwoSidedGeometric(arguments["b"]),
        "discrete_gaussian": lambda: mechanisms.DiscreteGaussian(arguments["sigma"] ** 2),
        "truncated_laplace": lambda: _truncated(arguments["epsilon"], arguments["delta"]),
        "staircase": lambda: mechanisms.Staircase(arguments["epsilon"], 1.0, arguments["gamma"]),
    }[name]()
    return Law(_stepped(noise) if name.startswith("discrete") else noise.cdf, noise.guarantee)


def _conditioned(noise: Any, answer: float, lower: float, upper: float) -> Law:
    """Return the law of a noisy answer that is drawn again until it is within two ends."""
    low, high = noise.cdf(lower, answer), noise.cdf(upper, answer)
    return Law(lambda x: np.clip((noise.cdf(x, answer) - low) / (high - low), 0.0, 1.0), noise.guarantee)


def _truncated(epsilon: float, delta: float) -> Any:
    import mechanisms

    # the bound of Geng, Ding, Guo and Kumar 2020 for (epsilon, delta) at sensitivity 1
    return mechanisms.TruncatedLaplace(1 / epsilon, math.log1p(math.expm1(epsilon) / (2 * delta)) / epsilon)


def _stepped(noise: Any) -> Cdf:
    """Return the distribution function of a law on the integers, by the sum of its masses."""
    points = np.arange(-_MOST_INTEGER, _MOST_INTEGER + 1)
    below = np.concatenate([[0.0], np.minimum(np.cumsum(np.exp(noise.log_mass(points))), 1.0)])

    def cdf(x: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        return below[np.clip(np.floor(x) + _MOST_INTEGER + 1, 0, len(points)).astype(int)]

    return cdf


PLAN: dict[str, tuple[tuple[str, Mapping[str, Any]], ...]] = {
    "opendp": (
        ("sample_laplace", {"b": 0.5}),
        ("sample_laplace", {"b": 20.0}),
        ("sample_gaussian", {"sigma": 2.0}),
        ("sample_discrete_laplace", {"b": 0.5}),
        ("sample_discrete_laplace", {"b": 10.0}),
        ("sample_discrete_gaussian", {"sigma": 0.5}),
        ("sample_discrete_gaussian", {"sigma": 10.0}),
        ("sample_response", {"probability": 0.75}),
    ),
    "diffprivlib": (
        ("sample_laplace", {"b": 0.5}),
        ("sample_laplace", {"b": 20.0}),
        ("sample_gaussian", {"sigma": 2.0}),
        ("sample_discrete_laplace", {"b": 0.5}),
        ("sample_discrete_laplace", {"b": 10.0}),
        ("sample_discrete_gaussian", {"sigma": 0.5}),
        ("sample_discrete_gaussian", {"sigma": 1.5}),
        ("sample_discrete_gaussian", {"sigma": 10.0}),
        ("sample_truncated_laplace", {"epsilon": 1.0, "delta": 0.01}),
        ("sample_uniform", {"delta": 0.1}),
        ("sample_staircase", {"epsilon": 1.0, "gamma": 0.3}),
        ("sample_staircase", {"epsilon": 4.0, "gamma": 0.1}),
        ("sample_domain_laplace", {"epsilon": 1.0, "lower": -1.0, "upper": 2.0, "answer": 0.25}),
        ("sample_response", {"probability": 0.75}),
    ),
}


def check_samplers(
    peer: str,
    python: str | None = None,
    n: int = _SIZE,
    limits: Limits | None = None,
    calls: Path | None = None,
    plan: Sequence[tuple[str, Mapping[str, Any]]] | None = None,
) -> Iterator[SamplerCheck]:
    """Draw samples of every sampler of a peer and yield what is said of each.

    Parameters
    ----------
    peer : str
        "opendp" or "diffprivlib". The first draws from the system's randomness, so that a run does not repeat.
    python : str, optional
        An interpreter that has it; the current one without it.
    n : int, optional
        How many samples of each.
    limits : Limits, optional
        For each sampler; 120 seconds without it.
    calls : Path, optional
        Other functions than the peer's.
    plan : sequence, optional
        Other samplers than `PLAN`.

    Raises
    ------
    PeerError
        If the peer has no samplers, cannot be imported, or `n` is not a positive integer.
    """
    if peer not in PLAN and plan is None:
        raise PeerError("peer with samplers", "one of " + ", ".join(PLAN), peer)
    if isinstance(n, bool) or not isinstance(n, int) or n < 1:
        raise PeerError("number of samples", "a positive integer", n)
    with Runner(calls or adapter(peer).calls, python, limits or Limits(120.0)) as runner:
        for call, arguments in PLAN[peer] if plan is None else plan:
            answer = runner.ask(call, {**arguments, "n": n, "seed": _SEED})
            about = SamplerCheck(peer, runner.version, call, arguments, None, reason=answer.error or answer.failed)
            yield about if about.reason else _checked(about, answer.value, n)


def _checked(about: SamplerCheck, values: list[float], n: int) -> SamplerCheck:
    from mechanisms.numeric.goodness import detectable_distance, goodness_of_fit

    samples = np.asarray(values[:n], dtype=float)
    law = _law(about.call, about.arguments, float(values[-1]))
    found = goodness_of_fit(samples, law.cdf, FALSE_ALARM)
    return SamplerCheck(
        about.peer,
        about.version,
        about.call,
        about.arguments,
        found.accepted,
        found.statistic,
        found.threshold,
        distance=detectable_distance(n, FALSE_ALARM, POWER),
        n=n,
        grid=grid_of(samples),
        theorem=law.theorem,
    )


def grid_of(samples: npt.NDArray[np.float64]) -> str:
    """Return in words on which grid of powers of two all samples lie, and how many of them are repeated."""
    nonzero = np.abs(samples[samples != 0])
    if not len(nonzero):
        return "all samples are 0"
    mantissas, exponents = np.frexp(nonzero)
    integers = (mantissas * 2.0**53).astype(np.int64)
    trailing = np.array([(int(value) & -int(value)).bit_length() - 1 for value in integers])
    step = int((exponents - 53 + trailing).min())
    repeated = len(samples) - len(np.unique(samples))
    return f"all on the grid of 2**{step}; {repeated} of {len(samples)} repeated"
