"""Exact samples of discrete laws with rational parameters.

Nothing here touches a float. The law of what is returned is exact if the source's bits are independent and uniform:
so for ``secrets`` up to what an attacker on the system's generator could tell, for a seeded generator up to its quality.
What remains visible is time: the running time depends on the sample (J. Jin, E. McMurtry, B. Rubinstein, O. Ohrimenko,
"Are we there yet? Timing and floating-point attacks on differential privacy systems", IEEE S&P 2022).
"""

from __future__ import annotations

from fractions import Fraction
from math import isqrt
from numbers import Rational
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from mechanisms.errors import ParameterError
from mechanisms.exact.limits import (
    BERNOULLI_EXP,
    BINOMIAL,
    DISCRETE_GAUSSIAN,
    DISCRETE_LAPLACE,
    GEOMETRIC,
    MOST_DENOMINATOR,
    MOST_SQUARED,
    TOO_LARGE,
)
from mechanisms.exact.words import WordSource
from mechanisms.validate import integer

Integers = npt.NDArray[Any]

_BLOCK = 1 << 16


class _Law(NamedTuple):
    """The number of a law in :mod:`mechanisms.exact.algorithms`, and its parameters."""

    number: int
    num: int
    den: int
    extra: int = 0
    compiles: bool = True


def uniform(n: int, size: int | None = None, rng: np.random.Generator | None = None) -> int | Integers:
    r"""Uniform samples from :math:`\{0, \dots, n - 1\}`.

    Parameters
    ----------
    n : int
        Number of outcomes, positive, of any size.
    size : int, optional
        Number of samples, non-negative; one sample as an int by default.
    rng : numpy.random.Generator, optional
        A seeded source; by default the system's cryptographic one.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.
    GeneratorError
        If `rng` is not a ``numpy.random.Generator``; also a TypeError.
    """
    bound = integer("n", n, 1)
    source = WordSource(rng)
    if size is None:
        return source.below(bound)
    return _array([source.below(bound) for _ in range(integer("size", size, 0))])


def bernoulli_exp(x: Fraction | int, size: int | None = None, rng: np.random.Generator | None = None) -> int | Integers:
    r"""Bits that are 1 with probability :math:`e^{-x}` (Canonne, Kamath, Steinke 2020, Algorithm 1).

    Parameters
    ----------
    x : Fraction or int
        Non-negative.
    size, rng
        As in :func:`uniform`.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule; floats are refused.
    """
    rate = _rational("x", x, "a non-negative Fraction or integer")
    if rate < 0:
        raise ParameterError("x", "a non-negative Fraction or integer", x)
    return _sample(_Law(BERNOULLI_EXP, rate.numerator, rate.denominator), size, rng)


def geometric(rate: Fraction | int, size: int | None = None, rng: np.random.Generator | None = None) -> int | Integers:
    r"""Geometric samples, :math:`(1 - e^{-r}) e^{-rk}` for k = 0, 1, ... and the rate r.

    Parameters
    ----------
    rate : Fraction or int
        The rate r, positive.
    size, rng
        As in :func:`uniform`.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule; floats are refused.
    """
    exact = _positive("rate", rate)
    return _sample(_Law(GEOMETRIC, exact.numerator, exact.denominator), size, rng)


def discrete_laplace(
    scale: Fraction | int, size: int | None = None, rng: np.random.Generator | None = None
) -> int | Integers:
    r"""Discrete Laplace samples, :math:`\tanh(1/(2b)) e^{-|k|/b}` on the integers (Algorithm 2 of the source).

    Parameters
    ----------
    scale : Fraction or int
        The scale b, positive.
    size, rng
        As in :func:`uniform`.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule; floats are refused.
    """
    rate = 1 / _positive("scale", scale)
    return _sample(_Law(DISCRETE_LAPLACE, rate.numerator, rate.denominator), size, rng)


def discrete_gaussian(
    sigma2: Fraction | int, size: int | None = None, rng: np.random.Generator | None = None
) -> int | Integers:
    r"""Discrete Gaussian samples, proportional to :math:`e^{-k^2/(2\sigma^2)}` on the integers (Algorithm 3).

    Parameters
    ----------
    sigma2 : Fraction or int
        The parameter :math:`\sigma^2`, positive; the variance is at most that.
    size, rng
        As in :func:`uniform`.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule; floats are refused.
    """
    square = _positive("sigma2", sigma2)
    num, den = square.numerator, square.denominator
    scale = isqrt(num // den) + 1
    # The compiled road squares roots up to a bound; proposals within 8 scales must stay below it.
    fits = 8 * den * scale * scale + num <= MOST_SQUARED
    fits &= 2 * num * den * scale * scale <= MOST_DENOMINATOR
    return _sample(_Law(DISCRETE_GAUSSIAN, num, den, scale, fits), size, rng)


def binomial(
    n: int, p: Fraction | int, size: int | None = None, rng: np.random.Generator | None = None
) -> int | Integers:
    """Numbers of successes in n independent trials of probability p; the time grows like n.

    Parameters
    ----------
    n : int
        Number of trials, non-negative.
    p : Fraction or int
        Probability of success, in [0, 1].
    size, rng
        As in :func:`uniform`.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule; floats are refused.
    """
    rule = "a Fraction or integer in [0, 1]"
    chance = _rational("p", p, rule)
    if not 0 <= chance <= 1:
        raise ParameterError("p", rule, p)
    return _sample(_Law(BINOMIAL, chance.numerator, chance.denominator, integer("n", n, 0)), size, rng)


def _sample(law: _Law, size: int | None, rng: np.random.Generator | None) -> int | Integers:
    from mechanisms.exact.algorithms import draw

    source = WordSource(rng)
    if size is None:
        return int(draw(source, *law[:4], 0))
    count = integer("size", size, 0)
    if law.compiles and max(law.num, law.den) <= MOST_DENOMINATOR:
        return _compiled(law, count, source)
    return _array([int(draw(source, *law[:4], 0)) for _ in range(count)])


def _compiled(law: _Law, count: int, source: WordSource) -> Integers:
    """Sample in 64-bit integers; a sample that would leave them is repeated in Python on the same words."""
    from mechanisms.exact.algorithms import draw, fill

    out, large = np.empty(count, dtype=np.int64), {}
    done = 0
    while done < count:
        words = source.take(min(_BLOCK, 64 * (count - done)))
        used = np.zeros(1, dtype=np.int64)
        done, consumed = fill(words, used, out, done, *law[:4], MOST_SQUARED)
        source.unread(words[consumed:])
        if used[0] >= TOO_LARGE:
            large[done] = int(draw(source, *law[:4], 0))
            done += 1
    if not large:
        return out
    samples = out.tolist()
    for place, value in large.items():
        samples[place] = value
    return _array(samples)


def _array(samples: list[int]) -> Integers:
    """Return integers as 64-bit ones if they fit and as Python's otherwise."""
    fits = all(-(1 << 63) <= sample < 1 << 63 for sample in samples)
    return np.array(samples, dtype=np.int64 if fits else object)


def _rational(name: str, value: object, rule: str) -> Fraction:
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, Rational):
        raise ParameterError(name, rule, value)
    return Fraction(int(value.numerator), int(value.denominator))


def _positive(name: str, value: object) -> Fraction:
    rule = "a positive Fraction or integer"
    exact = _rational(name, value, rule)
    if exact <= 0:
        raise ParameterError(name, rule, value)
    return exact
