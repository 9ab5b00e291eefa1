r"""The samplers of Canonne, Kamath and Steinke, written once and run in two arithmetics.

The functions below are plain Python on integers of any size; numba compiles the same source to 64-bit integers for
parameters that fit. `below`, `bernoulli` and `goes_on` are the only places that differ: Python asks a
:class:`mechanisms.exact.words.WordSource`, compiled code a pair of arrays: words, and how many of them are used. When
the words run out, or a number might leave 64 bits, compiled code marks the words as overdrawn, `goes_on` ends its
loops, and the caller repeats that one sample on the same words: with more of them, or in Python. A sample is thus
always the same function of one stream of words; nothing is cut off, so nothing is biased.

Source: C. Canonne, G. Kamath, T. Steinke, "The discrete Gaussian for differential privacy", NeurIPS 2020,
arXiv:2004.00010, Algorithms 1 to 3.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit, types
from numba.extending import overload, register_jitable

from mechanisms.exact.limits import BERNOULLI_EXP, DISCRETE_GAUSSIAN, DISCRETE_LAPLACE, GEOMETRIC, TOO_LARGE

_MOST_COUNT = 64
_LOW_WORD = (1 << 32) - 1


def below(source: Any, n: int) -> int:
    """Return a uniform integer from 0 to n - 1."""
    return int(source.below(n))


def bernoulli(source: Any, num: int, den: int) -> bool:
    """Return true with probability num/den."""
    return bool(source.bernoulli(num, den))


def goes_on(source: Any, size: int, limit: int) -> bool:
    """Return whether a loop may go on; `size` must stay within `limit` where integers have 64 bits only."""
    return True


@overload(below)
def _below_compiled(source: Any, n: Any) -> Any:
    if not isinstance(source, types.BaseTuple):
        return None

    def compiled(source: Any, n: Any) -> Any:
        words, used = source
        mask = n - 1
        for shift in (1, 2, 4, 8, 16, 32):
            mask |= mask >> shift
        if mask == 0:
            return np.int64(0)
        width = 1 if mask <= _LOW_WORD else 2
        while True:
            place = used[0]
            used[0] = place + width
            if used[0] > len(words):
                return np.int64(0)
            value = np.int64(words[place])
            if width == 2:
                value |= np.int64(words[place + 1]) << 32
            value &= mask
            if value < n:
                return value

    return compiled


@overload(bernoulli)
def _bernoulli_compiled(source: Any, num: Any, den: Any) -> Any:
    if not isinstance(source, types.BaseTuple):
        return None

    def compiled(source: Any, num: Any, den: Any) -> Any:
        return below(source, den) < num

    return compiled


@overload(goes_on)
def _goes_on_compiled(source: Any, size: Any, limit: Any) -> Any:
    if not isinstance(source, types.BaseTuple):
        return None

    def compiled(source: Any, size: Any, limit: Any) -> Any:
        words, used = source
        if used[0] <= len(words) and size > limit:
            used[0] = TOO_LARGE
        return used[0] <= len(words)

    return compiled


@register_jitable
def bernoulli_exp_unit(source: Any, num: int, den: int) -> bool:
    """Return true with probability exp(-num/den), for num <= den (Algorithm 1, first case)."""
    k = 1
    while goes_on(source, k, _MOST_COUNT) and bernoulli(source, num, den * k):
        k += 1
    return k % 2 == 1


@register_jitable
def bernoulli_exp(source: Any, num: int, den: int) -> bool:
    """Return true with probability exp(-num/den) (Algorithm 1)."""
    whole = num // den
    while whole > 0:
        if not (goes_on(source, 0, 0) and bernoulli_exp_unit(source, 1, 1)):
            return False
        whole -= 1
    return bernoulli_exp_unit(source, num % den, den)


@register_jitable
def geometric(source: Any, num: int, den: int) -> int:
    """Return k >= 0 with probability proportional to exp(-k num/den) (the inner part of Algorithm 2)."""
    u = below(source, den)
    while not bernoulli_exp_unit(source, u, den):
        u = below(source, den)
    v = 0
    while goes_on(source, v, _MOST_COUNT) and bernoulli_exp_unit(source, 1, 1):
        v += 1
    return (u + den * v) // num


@register_jitable
def discrete_laplace(source: Any, num: int, den: int) -> int:
    """Return k with probability proportional to exp(-|k| num/den) (Algorithm 2)."""
    while True:
        size = geometric(source, num, den)
        negative = below(source, 2) == 1
        # Zero has one sign only.
        if not negative:
            return size
        if size > 0:
            return -size


@register_jitable
def discrete_gaussian(source: Any, num: int, den: int, scale: int, limit: int) -> int:
    """Return k with probability proportional to exp(-k^2 den/(2 num)), by rejection (Algorithm 3).

    The proposals are discrete Laplace of the given scale, floor(sigma) + 1; `limit` bounds the squares' roots.
    """
    while True:
        k = discrete_laplace(source, 1, scale)
        root = abs(k) * den * scale - num
        if not goes_on(source, abs(root), limit):
            return k
        if bernoulli_exp(source, root * root, 2 * num * den * scale * scale):
            return k


@register_jitable
def binomial(source: Any, num: int, den: int, tosses: int) -> int:
    """Return the number of successes in independent trials of probability num/den."""
    successes = 0
    for _ in range(tosses):
        if bernoulli(source, num, den):
            successes += 1
    return successes


@register_jitable
def draw(source: Any, law: int, num: int, den: int, extra: int, limit: int) -> int:
    """Draw one sample of a law given by its number."""
    if law == BERNOULLI_EXP:
        return int(bernoulli_exp(source, num, den))
    if law == GEOMETRIC:
        return geometric(source, num, den)
    if law == DISCRETE_LAPLACE:
        return discrete_laplace(source, num, den)
    if law == DISCRETE_GAUSSIAN:
        return discrete_gaussian(source, num, den, extra, limit)
    return binomial(source, num, den, extra)


@njit(cache=True)
def fill(words: Any, used: Any, out: Any, start: int, law: int, num: int, den: int, extra: int, limit: int) -> Any:
    """Fill `out` from `start` on, until it is full or the words are overdrawn.

    Return how far `out` is filled and how many words went into that.
    """
    for i in range(start, len(out)):
        before = used[0]
        out[i] = draw((words, used), law, num, den, extra, limit)
        if used[0] > len(words):
            return i, before
    return len(out), used[0]
