"""The local randomisers as the entries run them, by the symbols of the entries; nothing here knows a closed form."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np

from mechanisms import (
    Estimate,
    FinitePair,
    HadamardResponse,
    HybridMean,
    OneBitMean,
    PiecewiseMean,
    SubsetSelection,
    UnaryEncoding,
)
from mechanisms.response.oracle import FrequencyOracle

Rng = np.random.Generator


def unary(zeta: float, q: float) -> UnaryEncoding:
    odds = math.exp(zeta) * q / (1 - q)
    return UnaryEncoding(4, odds / (1 + odds), q)


def symmetric(zeta: float) -> UnaryEncoding:
    return UnaryEncoding.symmetric(4, zeta)


def optimized(zeta: float) -> UnaryEncoding:
    return UnaryEncoding.optimized(4, zeta)


def subset(zeta: float, n: float, m: float) -> SubsetSelection:
    return SubsetSelection(int(n + m), zeta, int(n))


def hadamard(zeta: float) -> HadamardResponse:
    return HadamardResponse(5, zeta)


def design(zeta: float, a: float, b: float) -> FinitePair:
    """Weigh four kinds of answers: those that hold both values, the first, the second, and neither."""
    counts, high = [Fraction(b), Fraction(1), Fraction(1), Fraction(a)], Fraction(math.exp(zeta))
    laws = [[count * (high if holds else 1) for count, holds in zip(counts, each, strict=True)] for each in _HOLD]
    return FinitePair(*([weight / sum(law) for weight in law] for law in laws))


_HOLD = ((True, True, False, False), (True, False, True, False))


def one_bit(zeta: float, u1: float, u2: float) -> FinitePair:
    return OneBitMean(zeta).pair(u1, u2)


def piecewise(zeta: float, t: float) -> FinitePair:
    # numbers so far apart that a share t of the one high interval lies outside the other
    place = t * math.exp(-zeta / 2)
    return PiecewiseMean(zeta).pair(place, -place)


def hybrid(zeta: float) -> FinitePair:
    return HybridMean(zeta).pair()


def _variance(masses: list[Fraction], hit: Fraction, chance: Fraction) -> Estimate:
    """Return the variance of the estimate of a value that the user does not have, by its masses of answers with and without it."""
    values = [(1 - chance) / (hit - chance), -chance / (hit - chance)]
    mean = sum(mass * value for mass, value in zip(masses, values, strict=True))
    found = float(sum(mass * (value - mean) ** 2 for mass, value in zip(masses, values, strict=True)))
    # the probability of a true answer comes from a float
    return Estimate(found, 1e-12 * found)


def _of_oracle(oracle: FrequencyOracle) -> Estimate:
    pair = oracle.pair()
    with_other = pair.p[1] + pair.p[2]
    return _variance([with_other, 1 - with_other], pair.p[0] + pair.p[2], with_other)


def unary_variance(zeta: float, q: float) -> Estimate:
    return _of_oracle(unary(zeta, q))


def unary_variance_at_odds(zeta: float, s: float) -> Estimate:
    return unary_variance(zeta, 1 / (1 + math.exp(-s)))


def symmetric_variance(zeta: float) -> Estimate:
    return _of_oracle(symmetric(zeta))


def optimized_variance(zeta: float) -> Estimate:
    return _of_oracle(optimized(zeta))


def hadamard_variance(zeta: float) -> Estimate:
    return _of_oracle(hadamard(zeta))


def subset_variance(zeta: float, n: float, m: float) -> Estimate:
    return _of_oracle(subset(zeta, n, m))


def design_variance(zeta: float, a: float, b: float) -> Estimate:
    both, _, second, _ = design(zeta, a, b).p
    chance = both + second
    return _variance([chance, 1 - chance], both + design(zeta, a, b).p[1], chance)


def piecewise_variance(zeta: float, s: float) -> Estimate:
    found = PiecewiseMean(zeta).variance(s)
    return Estimate(found, 1e-12 * found)


def hybrid_variance(zeta: float, s: float) -> Estimate:
    found = HybridMean(zeta).variance(s)
    return Estimate(found, 1e-12 * found)


def hybrid_greatest(zeta: float) -> Estimate:
    return hybrid_variance(zeta, 0.0)


def one_bit_variance(zeta: float, s: float) -> Estimate:
    found = OneBitMean(zeta).variance(s)
    return Estimate(found, 1e-12 * found)


def _coded(oracle: FrequencyOracle, rng: Rng, size: int) -> np.ndarray:
    """Draw answers to the value 0, as 2 where they hold the value 0, plus 1 where they hold the value 1."""
    held = oracle.held(oracle.release(np.zeros(size, dtype=int), rng))
    return 2.0 * held[:, 0] + held[:, 1]


def draw_unary(rng: Rng, size: int) -> np.ndarray:
    return _coded(UnaryEncoding(4, 0.75, 0.25), rng, size)


def draw_subset(rng: Rng, size: int) -> np.ndarray:
    return _coded(SubsetSelection(4, math.log(2), 2), rng, size)


def draw_hadamard(rng: Rng, size: int) -> np.ndarray:
    return _coded(HadamardResponse(5, math.log(2)), rng, size)


def draw_one_bit(rng: Rng, size: int) -> np.ndarray:
    return np.sign(np.asarray(OneBitMean(math.log(3)).release(np.full(size, 0.5), rng)))


def draw_piecewise(rng: Rng, size: int) -> np.ndarray:
    return np.asarray(PiecewiseMean(2 * math.log(2)).release(np.zeros(size), rng))


def draw_hybrid(rng: Rng, size: int) -> np.ndarray:
    return np.asarray(HybridMean(2 * math.log(2)).release(np.zeros(size), rng))
