"""The laws that the exact samplers draw from, by number, and the numbers that compiled code can hold."""

from __future__ import annotations

BERNOULLI_EXP, GEOMETRIC, DISCRETE_LAPLACE, DISCRETE_GAUSSIAN, BINOMIAL = range(5)

# Denominators up to 2^55, multiplied by counters up to 64, stay within 2^61.
MOST_DENOMINATOR = 1 << 55
MOST_SQUARED = (1 << 31) - 1
TOO_LARGE = 1 << 62
