"""Seeded pairs of laws of known divergence, drawn where quadrature is hard: close to divergence, far out, on narrow modes.

A case is a pair, a question, the truth to many digits, and what a quadrature of another library needs to answer it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

import mpmath as mp
import numpy as np
from reference import families as references
from reference import known as definitions

from mechanisms.families.counts import binomial_pair, geometric_pair, poisson_pair
from mechanisms.families.gaussian import gaussian_pair, log_gaussian
from mechanisms.families.half_line import (
    exponential_pair,
    gamma_pair,
    inverse_gaussian_pair,
    log_normal_pair,
    pareto_pair,
    weibull_pair,
)
from mechanisms.families.laplace import laplace_pair
from mechanisms.families.lattice import discrete_gaussian_pair
from mechanisms.families.locations import gumbel_pair, logistic_pair
from mechanisms.numeric.pair import Pair


class Case(NamedTuple):
    """A question to a pair; `order` is that of a Rényi divergence, None for the max divergence."""

    kind: str
    pair: Any
    order: float | None
    truth: Callable[[], Any]

    def ask(self) -> Any:
        return self.pair.max_divergence() if self.order is None else self.pair.renyi(self.order)


def _near(rng: np.random.Generator, critical: float) -> float:
    """Return an order at a relative distance of 1e-12 to 1 from a critical one above 1, mostly below it."""
    gap = 10.0 ** rng.uniform(-12, 0)
    return 1 + (critical - 1) * (1 + (gap if rng.random() < 0.25 else -gap * (1 - 1e-9)))


def _scale(rng: np.random.Generator, low: float = -3, high: float = 3) -> float:
    return float(np.exp(rng.uniform(low, high)))


def _order(rng: np.random.Generator) -> float:
    return float(rng.choice([0.1, 0.5, 0.9, 1.01, 1.5, 2.0, 5.0, 20.0, 200.0]))


def _renyi(kind: str, pair: Any, order: float, reference: Callable[..., Any], *parameters: float) -> Case:
    return Case(kind, pair, order, partial(reference, order, *parameters))


def power_laws(rng: np.random.Generator) -> Case:
    """Pareto laws: the moment is that of x^-(1 + gap)."""
    first, second = _scale(rng), _scale(rng)
    if second <= first:
        return _renyi(
            "pareto", pareto_pair(1.0, first, 1.0, second), _order(rng), references.pareto_renyi, first, second
        )
    order = _near(rng, second / (second - first))
    return _renyi(
        "pareto, near divergence", pareto_pair(1.0, first, 1.0, second), order, references.pareto_renyi, first, second
    )


def gammas(rng: np.random.Generator) -> Case:
    """Gamma laws that diverge by a pole at 0, or by a tail."""
    shapes, rates = (_scale(rng, -2, 3), _scale(rng, -2, 3)), (_scale(rng, -2, 2), _scale(rng, -2, 2))
    critical = [b / (b - a) for a, b in (shapes, rates) if b > a]
    order = _near(rng, min(critical)) if critical else _order(rng)
    kind = "gamma, near divergence" if critical else "gamma"
    (a, b), (r, s) = shapes, rates
    return _renyi(kind, gamma_pair(a, r, b, s), order, references.gamma_renyi, a, r, b, s)


def exponentials(rng: np.random.Generator) -> Case:
    first, second = _scale(rng), _scale(rng)
    order = _near(rng, second / (second - first)) if second > first else _order(rng)
    return _renyi("exponential", exponential_pair(first, second), order, references.exponential_renyi, first, second)


def log_normals(rng: np.random.Generator) -> Case:
    """Log-normal laws, whose divergences are those of their logarithms; the peaks lie at e^hundreds."""
    law = (rng.uniform(-3, 3), _scale(rng, -1, 1.5), rng.uniform(-3, 3), _scale(rng, -1, 1.5))
    wide = law[1] > law[3]
    order = _near(rng, law[1] ** 2 / (law[1] ** 2 - law[3] ** 2)) if wide else _order(rng)
    return _renyi("log-normal", log_normal_pair(*law), order, definitions.gaussian_renyi, *law)


def gaussians(rng: np.random.Generator) -> Case:
    law = (rng.uniform(-3, 3), _scale(rng), rng.uniform(-3, 3), _scale(rng))
    wide = law[1] > law[3]
    order = _near(rng, law[1] ** 2 / (law[1] ** 2 - law[3] ** 2)) if wide else _order(rng)
    return _renyi("gaussian", gaussian_pair(*law), order, definitions.gaussian_renyi, *law)


def smooth(rng: np.random.Generator) -> Case:
    """Laws of one parameter of scale, at any order."""
    scale, shift, order = _scale(rng), float(rng.uniform(0.05, 3)), _order(rng)
    place, other = 0.0, shift
    which = int(rng.integers(5))
    if which == 0:
        return _renyi("laplace", laplace_pair(0, scale, shift, scale), order, definitions.laplace_renyi, scale, shift)
    if which == 1:
        pair = logistic_pair(place, scale, other, scale)
        return _renyi("logistic", pair, order, references.logistic_renyi, place, other, scale)
    if which == 2:
        pair = gumbel_pair(place, scale, other, scale)
        return _renyi("gumbel", pair, order, references.gumbel_renyi, place, other, scale)
    if which == 3:
        shape, second = _scale(rng, -1, 1), scale * _scale(rng, -1, 1)
        pair = weibull_pair(shape, scale, shape, second)
        return _renyi("weibull", pair, order, references.weibull_renyi, scale, second, shape)
    law = (scale, _scale(rng), scale * _scale(rng, -1, 1), _scale(rng))
    return _renyi("inverse gaussian", inverse_gaussian_pair(*law), order, references.inverse_gaussian_renyi, *law)


def counts(rng: np.random.Generator) -> Case:
    which, order = int(rng.integers(4)), _order(rng)
    if which == 0:
        means = (_scale(rng, -4, 8), _scale(rng, -4, 8))
        return _renyi("poisson", poisson_pair(*means), order, references.poisson_renyi, *means)
    if which == 1:
        first, second = sorted(rng.uniform(1e-3, 1 - 1e-3, 2).tolist())
        critical = math.log1p(-second) / (math.log1p(-second) - math.log1p(-first))
        pair = geometric_pair(first, second)
        return _renyi(
            "geometric, near divergence", pair, _near(rng, critical), references.geometric_renyi, first, second
        )
    if which == 2:
        trials, chances = int(_scale(rng, 0, 14)), rng.uniform(1e-3, 1 - 1e-3, 2).tolist()
        pair = binomial_pair(trials, chances[0], trials, chances[1])
        return _renyi("binomial", pair, order, references.binomial_renyi, float(trials), *chances)
    sigma = _scale(rng, -1, 7)
    shift = math.ceil(_scale(rng, -2, 1) * sigma)
    pair = discrete_gaussian_pair(0, sigma, shift, sigma)
    return _renyi("discrete gaussian", pair, order, references.discrete_gaussian_renyi, float(shift), sigma)


def _log_bump(x: np.ndarray, weight: float, place: float, width: float) -> np.ndarray:
    return np.logaddexp(math.log1p(-weight) + log_gaussian(x, 0, 1), math.log(weight) + log_gaussian(x, place, width))


def narrow_modes(rng: np.random.Generator) -> Case:
    """A standard Gaussian law with a narrow mode that is not listed, in P or in Q."""
    weight, width = 10.0 ** rng.uniform(-8, -0.3), 10.0 ** rng.uniform(-6, -0.5)
    place, in_q = float(rng.uniform(-6, 6)), bool(rng.random() < 0.3)
    bump, plain = (
        partial(_log_bump, weight=weight, place=place, width=width),
        partial(log_gaussian, mean=0.0, sigma=1.0),
    )
    pair = Pair(*((plain, bump) if in_q else (bump, plain)), (0.0,))
    order = None if rng.random() < 0.5 and not in_q else float(rng.choice([0.5, 1.2, 2.0, 3.0]))
    return Case("narrow mode", pair, order, partial(_narrow_truth, order, weight, place, width, in_q))


def _narrow_truth(order: float | None, weight: float, place: float, width: float, in_q: bool) -> Any:
    with mp.workdps(30):
        w, m, s = mp.mpf(weight), mp.mpf(place), mp.mpf(width)

        def ratio(x: Any) -> Any:
            return (1 - w) + w / s * mp.exp(x * x / 2 - ((x - m) / s) ** 2 / 2)

        # The exponent x^2/2 - (x - m)^2/(2 s^2) is largest at m/(1 - s^2).
        if order is None:
            return mp.log(ratio(m / (1 - s * s)))
        power = 1 - order if in_q else order
        steps = (0, 1, 2, 3, 5, 8, 12, 16, 24, 40)
        near = {m + sign * k * s for k in steps for sign in (-1, 1)}
        places = sorted({p for p in near | {sign * mp.mpf(k) for k in steps for sign in (-1, 1)} if abs(p) <= 40})
        # Less 1, so that nothing is lost where the laws nearly agree.
        total = mp.quad(lambda x: mp.npdf(x) * (ratio(x) ** power - 1), places, maxdegree=7)
        return mp.log1p(total) / (order - 1)


def narrow_boxes(rng: np.random.Generator) -> Case:
    """The uniform law on (-1, 1) with a step that is not listed: two levels of the loss, in closed form."""
    weight, width = 10.0 ** rng.uniform(-8, -0.3), 10.0 ** rng.uniform(-6, -1)
    place, width = (round(value * 2**30) / 2**30 for value in (float(rng.uniform(-0.9, 0.9)), width))
    low, high = place - width, place + width  # exact

    def stepped(x: np.ndarray) -> np.ndarray:
        base = math.log1p(-weight) - math.log(2)
        top = math.log((1 - weight) / 2 + weight / (high - low))
        return np.where(np.abs(x) <= 1, np.where((x >= low) & (x <= high), top, base), -np.inf)

    def flat(x: np.ndarray) -> np.ndarray:
        return np.where(np.abs(x) <= 1, -math.log(2), -np.inf)

    order = None if rng.random() < 0.3 else float(rng.choice([0.5, 1.2, 2.0, 5.0]))

    def truth() -> Any:
        with mp.workdps(40):
            w, length = mp.mpf(weight), mp.mpf(high) - mp.mpf(low)
            levels = (1 - w) + 2 * w / length, 1 - w
            if order is None:
                return mp.log(levels[0])
            q = length / 2
            return mp.log(q * levels[0] ** mp.mpf(order) + (1 - q) * levels[1] ** mp.mpf(order)) / (mp.mpf(order) - 1)

    return Case("narrow step", Pair(stepped, flat, (), (-1.0, 1.0)), order, truth)


DRAWS: tuple[Callable[[np.random.Generator], Case], ...] = (
    power_laws,
    gammas,
    exponentials,
    log_normals,
    gaussians,
    smooth,
    counts,
    narrow_modes,
    narrow_boxes,
)


def cases(seed: int, rounds: int) -> Iterator[Case]:
    """Yield so many cases of each kind."""
    for number, draw in enumerate(DRAWS):
        rng = np.random.default_rng([seed, number])
        for _ in range(rounds):
            yield draw(rng)
