"""The mechanisms as the entries audit them: two neighbours, the events that tell most, and wrong twins with one bug each.

Every function takes the right side of its entry, as `claimed`, and the symbols by name. Events are fixed here, before any run.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np

from mechanisms import (
    AboveThreshold,
    ApproximateClaim,
    Binomial,
    DiscreteGaussian,
    DomainLaplace,
    ExponentialMechanism,
    FunctionalMechanism,
    Gaussian,
    GaussianClaim,
    GaussianKernel,
    KaryRandomizedResponse,
    Laplace,
    PermuteAndFlip,
    RandomizedResponse,
    ReportNoisyMax,
    Skellam,
    Staircase,
    TruncatedLaplace,
    TwoSidedGeometric,
    VectorGaussian,
    VectorLaplace,
)
from theorems.checks.audit import Audited, Release
from theorems.library.mechanisms.runs import three_candidates, two_candidates

Rng = np.random.Generator
Released = np.ndarray
ROUNDING = 1 + 1e-12
"""Claims are rounded up by it: what is refuted is not a rounding error."""
SEED = 17


def _pure(claimed: float) -> ApproximateClaim:
    return ApproximateClaim(claimed * ROUNDING)


def _approximate(eps: float, delta: float) -> ApproximateClaim:
    return ApproximateClaim(eps * ROUNDING, min(delta * ROUNDING, 1.0))


def _gaussian(rho: float, alpha: float) -> GaussianClaim:
    # the mu of a Rényi budget alpha mu^2/2
    return GaussianClaim(float(np.sqrt(2 * rho / alpha)) * ROUNDING)


def _many(answer: Any, n: int) -> np.ndarray:
    # n copies of an answer, a number or a vector
    return np.tile(np.asarray(answer), (n, *[1] * np.ndim(answer)))


def _released(mechanism: Any, answer: Any, rng: Rng, n: int) -> Released:
    return np.asarray(mechanism.release(_many(answer, n), rng))


def _doubled(mechanism: Any, answer: Any, rng: Rng, n: int) -> Released:
    # the answer moves by twice the sensitivity that the noise was made for
    return _released(mechanism, np.multiply(2, answer), rng, n)


def _seeded(mechanism: Any, answer: Any, rng: Rng, n: int) -> Released:
    # every run draws its noise from a generator with the same seed
    return _many(np.asarray(mechanism.release(np.asarray(answer), np.random.default_rng(SEED))), n)


def _event(name: str, holds: Callable[[Released], Released]) -> Callable[[Released], Released]:
    # the name is how the outcome calls the event
    holds.__name__ = name
    return holds


def _above(level: float) -> Callable[[Released], Released]:
    return _event(f"output above {level:g}", lambda x: x > level)


def _at(outcome: int) -> Callable[[Released], Released]:
    return _event(f"output {outcome}", lambda x: x == outcome)


def _along(weights: tuple[float, ...], level: float) -> Callable[[Released], Released]:
    words = ", ".join(f"{weight:g}" for weight in weights)
    return _event(f"output along ({words}) above {level:g}", lambda x: x @ np.asarray(weights) > level)


def _scalar(
    mechanism: Any, answers: tuple[Any, Any], claim: Any, levels: tuple[float, ...], **planted: Release
) -> Audited:
    # a number released for two answers, audited on half-lines and on what a seed in the code would give away
    repeated = [float(_seeded(mechanism, answer, np.random.default_rng(0), 1)[0]) for answer in answers]
    events = tuple(_above(level) for level in (*levels, sum(repeated) / 2))
    bugs = {name.replace("_", " "): release for name, release in planted.items()}
    return Audited(
        partial(_released, mechanism), answers, claim, events, {"seed reused": partial(_seeded, mechanism), **bugs}
    )


def laplace(claimed: float, b: float, Delta: float) -> Audited:
    mechanism = Laplace(b, Delta)
    return _scalar(
        mechanism,
        (0.0, Delta),
        _pure(claimed),
        (Delta,),
        noise_halved=partial(_released, Laplace(b / 2)),
        scale_taken_as_variance=partial(_released, Laplace(float(np.sqrt(b / 2)))),
        sensitivity_off_by_two=partial(_doubled, mechanism),
    )


def gaussian(claimed: float, epsilon: float, sigma: float, Delta: float) -> Audited:
    mechanism = Gaussian(sigma, Delta)
    return _scalar(
        mechanism,
        (0.0, Delta),
        _approximate(epsilon, claimed),
        (epsilon * sigma**2 / Delta + Delta / 2, 1.5 * Delta),
        noise_halved=partial(_released, Gaussian(sigma / 2)),
        scale_taken_as_variance=partial(_released, Gaussian(float(np.sqrt(sigma)))),
        sensitivity_off_by_two=partial(_doubled, mechanism),
    )


def staircase(claimed: float, zeta: float, eta: float, Delta: float) -> Audited:
    mechanism = Staircase(zeta, Delta, eta)
    return _scalar(
        mechanism,
        (0.0, Delta),
        _pure(claimed),
        (Delta,),
        noise_halved=partial(_released, Staircase(zeta, Delta / 2, eta)),
        sensitivity_off_by_two=partial(_doubled, mechanism),
    )


def laplace_truncated(claimed: float, epsilon: float, delta: float, Delta: float) -> Audited:
    mechanism = TruncatedLaplace(
        Delta / epsilon, Delta / epsilon * float(np.log1p(np.expm1(epsilon) / (2 * delta))), Delta
    )
    return _scalar(
        mechanism,
        (0.0, Delta),
        _approximate(epsilon, claimed),
        (mechanism.bound, mechanism.bound / 2),
        noise_halved=partial(_released, TruncatedLaplace(mechanism.scale / 2, mechanism.bound / 2)),
        bound_halved=partial(_released, TruncatedLaplace(mechanism.scale, mechanism.bound / 2)),
        sensitivity_off_by_two=partial(_doubled, mechanism),
    )


def _read_off(records: Any, rng: Rng, n: int, eps: float, delta: float) -> Released:
    # the domain of the noise is that of the records in hand; the output is the record that changes
    mechanism = DomainLaplace.from_budget(min(records), max(records), eps, delta)
    return _released(mechanism, records[0], rng, n)


def laplace_domain(claimed: float, epsilon: float, delta: float, Delta: float) -> Audited:
    mechanism = DomainLaplace.from_budget(0.0, Delta, epsilon, delta)

    def first(records: Any, rng: Rng, n: int) -> Released:
        return _released(mechanism, records[0], rng, n)

    return Audited(
        first,
        ((0.0, 0.125 * Delta), (Delta, 0.125 * Delta)),
        _approximate(epsilon, claimed),
        (_above(Delta), _above(0.5 * Delta)),
        {"domain read off the data": partial(_read_off, eps=epsilon, delta=delta)},
    )


def _one_draw(mechanism: Any, answer: Any, rng: Rng, n: int) -> Released:
    # one draw of noise serves all coordinates
    noise = _released(mechanism, np.zeros(len(answer)), rng, n)
    return np.asarray(answer) + noise[:, :1]


def laplace_vector(claimed: float, b: float, Delta: float, t: float) -> Audited:
    far = (t * Delta, (t - 1) * Delta)

    def corner(x: Released) -> Released:
        return (x[:, 0] > far[0]) & (x[:, 1] < far[1])

    mechanism = VectorLaplace(b, Delta)
    return Audited(
        partial(_released, mechanism),
        ((0.0, 0.0), far),
        _pure(claimed),
        (corner, _along((1.0, -1.0), Delta / 2)),
        {
            "one draw for both coordinates": partial(_one_draw, mechanism),
            "noise halved": partial(_released, VectorLaplace(b / 2)),
            "sensitivity off by two": partial(_doubled, mechanism),
        },
    )


def gaussian_vector(
    claimed: float, alpha: float, sigma1: float, sigma2: float, u1: float, Delta: float, t: float
) -> Audited:
    root = np.array([[sigma1, 0.0], [u1, sigma2]])
    far = root @ (Delta * t, Delta * np.sqrt(1 - t * t))
    weights = np.linalg.solve(root @ root.T, far)
    mechanism = VectorGaussian(root @ root.T, Delta)
    # a sum of coordinates that one draw for both leaves without noise
    silent = (-1.0, 1.0)
    return Audited(
        partial(_released, mechanism),
        ((0.0, 0.0), tuple(far)),
        _gaussian(claimed, alpha),
        (_along(tuple(weights), Delta**2 / 2), _along(silent, (far[1] - far[0]) / 2)),
        {
            "one draw for both coordinates": partial(_one_draw, mechanism),
            "noise halved": partial(_released, VectorGaussian(root @ root.T / 4)),
            "sensitivity off by two": partial(_doubled, mechanism),
        },
    )


def functional(claimed: float, alpha: float, sigma: float, Delta: float, r: float, **_: float) -> Audited:
    # a multiple of the section of the kernel at 0, of norm Delta, at the points 0 and r
    kernel = GaussianKernel(1.0)
    mechanism = FunctionalMechanism(kernel, 1, sigma, Delta, jitter=1e-12)
    places = np.array([0.0, r])

    def paths(height: float, rng: Rng, n: int) -> Released:
        def section(points: np.ndarray) -> np.ndarray:
            return height * kernel(points, [0.0])[:, 0]

        return np.array([mechanism.open(section, rng).at(places) for _ in range(n)])

    def pinned(height: float, rng: Rng, n: int) -> Released:
        # paths conditioned to pass through the function at 0
        values = paths(0.0, rng, n)
        across = kernel(places, [0.0])[:, 0]
        return height * across + values - across * values[:, :1]

    events = (_along((1.0, 0.0), Delta / 2), _along((1.0, 0.0), Delta))
    return Audited(paths, (0.0, Delta), _gaussian(claimed, alpha), events, {"path pinned at a point": pinned})


def geometric(claimed: float, b: float, n: float) -> Audited:
    mechanism, shift = TwoSidedGeometric(b, int(n)), int(n)
    return _scalar(
        mechanism,
        (0, shift),
        _pure(claimed),
        (shift - 0.5,),
        noise_halved=partial(_released, TwoSidedGeometric(b / 2)),
        sensitivity_off_by_two=partial(_doubled, mechanism),
    )


def _at_delta(budget: float, alpha: float, delta: float = 1e-3) -> ApproximateClaim:
    # what a Rényi budget promises at one delta
    return _approximate(budget + float(np.log(1 / delta)) / (alpha - 1), delta)


def discrete_gaussian(claimed: float, alpha: float, sigma: float, n: float) -> Audited:
    shift = int(n)
    return _scalar(
        DiscreteGaussian(sigma**2, shift),
        (0, shift),
        _at_delta(claimed, alpha),
        (0.75 * shift,),
        scale_taken_as_variance=partial(_released, DiscreteGaussian(sigma)),
    )


def skellam(claimed: float, alpha: float, m: float, n: float, **_: float) -> Audited:
    shift = int(n)
    return _scalar(
        Skellam(m, shift),
        (0, shift),
        _at_delta(claimed, alpha),
        (0.75 * shift,),
        noise_a_quarter=partial(_released, Skellam(m / 16)),
    )


def binomial(claimed: float, epsilon: float, n: float, p: float) -> Audited:
    mechanism, trials = Binomial(int(n), p), int(n)
    last = int((trials + 1) * p / (p + float(np.exp(epsilon)) * (1 - p)))
    return _scalar(
        mechanism,
        (0, 1),
        _approximate(epsilon, claimed),
        (last - mechanism.centre + 0.5, -1.5),
        noise_halved=partial(_released, Binomial(trials // 4, p)),
        sensitivity_off_by_two=partial(_doubled, mechanism),
    )


def response(claimed: float, p: float) -> Audited:
    mechanism, wrong = (RandomizedResponse.from_probability(p), RandomizedResponse.from_probability((1 + p) / 2))
    return Audited(
        partial(_released, mechanism),
        (0, 1),
        _pure(claimed),
        (_at(1),),
        {"noise halved": partial(_released, wrong), "seed reused": partial(_seeded, mechanism)},
    )


def kary(claimed: float, k: float, p: float) -> Audited:
    mechanism, wrong = (KaryRandomizedResponse.from_probability(int(k), share / k) for share in (p, p / 2))
    return Audited(
        partial(_released, mechanism),
        (0, 1),
        _pure(claimed),
        (_at(0), _at(1)),
        {"noise halved": partial(_released, wrong), "seed reused": partial(_seeded, mechanism)},
    )


def _choice(release: Any, wrong: Mapping[str, Any], scores: tuple[Any, Any], claimed: float) -> Audited:
    def chosen(of: Callable[..., Any], vector: Any, rng: Rng, n: int) -> Released:
        return np.asarray(of(np.tile(vector, (n, 1)), rng))

    events = tuple(_at(place) for place in range(len(scores[0])))
    planted = {name: partial(chosen, of) for name, of in wrong.items()}
    return Audited(partial(chosen, release), scores, _pure(claimed), events, planted)


def exponential(claimed: float, epsilon: float, **scores: float) -> Audited:
    wrong = ExponentialMechanism(epsilon, sensitivity=0.25)
    planted = {"sensitivity off by four": wrong.release}
    return _choice(ExponentialMechanism(epsilon).release, planted, three_candidates(**scores), claimed)


def exponential_by_gumbel(claimed: float, epsilon: float, **scores: float) -> Audited:
    wrong = ExponentialMechanism(epsilon, sensitivity=0.25)
    planted = {"sensitivity off by four": wrong.release_by_gumbel}
    return _choice(ExponentialMechanism(epsilon).release_by_gumbel, planted, three_candidates(**scores), claimed)


def permute_and_flip(claimed: float, epsilon: float, u1: float, t: float) -> Audited:
    planted = {"sensitivity off by four": PermuteAndFlip(epsilon, sensitivity=0.25).release}
    return _choice(PermuteAndFlip(epsilon).release, planted, two_candidates(u1, t), claimed)


def noisy_max_exponential(claimed: float, epsilon: float, u1: float, t: float) -> Audited:
    right, wrong = (ReportNoisyMax(scale / epsilon, noise="exponential") for scale in (2, 0.5))
    return _choice(right.release, {"noise a quarter": wrong.release}, two_candidates(u1, t), claimed)


def noisy_max(claimed: float, epsilon: float, u1: float, t: float) -> Audited:
    planted = {
        "noise a quarter": ReportNoisyMax(0.5 / epsilon).release,
        "one draw for all candidates": lambda x, rng: np.argmax(x + rng.laplace(size=(len(x), 1)), axis=1),
    }
    return _choice(ReportNoisyMax(2 / epsilon).release, planted, two_candidates(u1, t), claimed)


def above_threshold(claimed: float, epsilon: float, r1: float, r2: float) -> Audited:
    # besides noise that is too small, the known mistake of answers that are compared without noise of their own
    right = AboveThreshold(epsilon)

    def silent(x: Released, rng: Rng) -> Released:
        above = x >= rng.laplace(0.0, 2 / epsilon, (len(x), 1))
        return np.where(above.any(axis=1), np.argmax(above, axis=1), x.shape[1])

    planted = {"answers without noise": silent, "noise an eighth": AboveThreshold(8 * epsilon).release}
    return _choice(right.release, planted, ((-r1, r2), (1 - r1, r2 - 1)), claimed)
