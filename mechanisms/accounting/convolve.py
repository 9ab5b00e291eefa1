r"""Composition: powers and products of tilted measures by one FFT, with a bound on all its errors.

Of N points let the transform of item a be x_a, computed as x_a + e_a. A fast transform of length N = 2^p reaches each output
from each input through p butterflies of relative error at most 8 u (complex product sqrt(5) u: Brent, Percival,
Zimmermann, Math. Comp. 76 (2007), Theorem 1; sum u; twiddle 2 u; rounding up for radix-4 steps), and the masses sum
to 1, hence |e_a| <= alpha = 8 u p (compare Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., Theorem
24.2). Then the product of the K-th powers is off by at most

.. math:: E = \prod_a (|x_a| + \alpha)^{K_a}
              \left( \sum_a \frac{K_a \alpha}{|x_a| + \alpha} + 3 u \sum_a K_a \right),

in every frequency, and the sum of absolute errors after the inverse transform is at most the Euclidean norm of E
(Cauchy-Schwarz and Parseval) plus 8 u p times the sum of the moduli. The cyclic convolution of the window [J, J + N)
adds what lies outside of it, and misses it there: twice the mass outside (:mod:`mechanisms.accounting.tails`).
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from mechanisms.accounting.loss import UNIT
from mechanisms.accounting.tails import Items, Tails
from mechanisms.accounting.tilted import Tilted
from mechanisms.validate import Array

_BUTTERFLY = 8.0
_LARGEST = 1 << 23


def convolve(items: Items, log_tail: float) -> Tilted:
    """Compose measures, each with its multiplicity; all on one pitch and with one tilt."""
    from scipy.fft import irfft, rfft

    tails = Tails(items)
    first, last = tails.window(log_tail)
    size = 1 << max(last - first, 1).bit_length()
    if size > _LARGEST:  # planned on rough measures, and too rough: what is cut off counts as error
        size = _LARGEST
        first = max(sum(count * item.mean for item, count in items) - size // 2, first)
    levels = size.bit_length() - 1
    alpha = 2 * _BUTTERFLY * UNIT * levels  # folding a long measure into the circle costs a few sums more
    product: npt.NDArray[np.complex128] | None = None
    log_bound, relative = np.zeros(size // 2 + 1), np.zeros(size // 2 + 1)
    centre = 0
    for item, count in items:
        shift = item.mean
        centre += count * shift
        spectrum = rfft(_folded(item, shift, size))
        modulus = np.abs(spectrum) + alpha
        log_bound += count * np.log(modulus)
        relative += count * (alpha / modulus + 3 * UNIT)
        power = _power(spectrum, count)
        product = power if product is None else product * power
    assert product is not None  # noqa: S101 - at least one item
    fault = np.exp(log_bound) * relative
    masses = irfft(product, size)
    masses = np.maximum(np.roll(masses, -((first - centre) % size)), 0.0)
    error = math.sqrt(2 * float(np.dot(fault, fault)))
    error += _BUTTERFLY * UNIT * levels * 2 * float(np.sum(np.abs(product)))
    # The window may be shorter than the circle; the rest of the circle is kept as well.
    error += 2 * tails.outside(first, first + size - 1)
    inherited = math.expm1(sum(count * math.log1p(item.error) for item, count in items))
    return _gathered(items, first, masses, (error + inherited) * (1 + 1e-9) + error * inherited)


def _gathered(items: Items, first: int, masses: Array, error: float) -> Tilted:
    one = items[0][0]
    return Tilted(
        sum(count * item.origin for item, count in items),
        one.pitch,
        one.rate,
        first,
        masses,
        sum(count * item.log_mass for item, count in items),
        error,
        sum(count * item.slack for item, count in items),
    )


def _folded(item: Tilted, shift: int, size: int) -> Array:
    """Wrap the masses around a circle of `size` points, index `shift` at 0."""
    start = (item.first - shift) % size
    count = -(-(start + len(item.masses)) // size)
    padded = np.zeros(count * size)
    padded[start : start + len(item.masses)] = item.masses
    return padded.reshape(count, size).sum(axis=0)


def _power(base: npt.NDArray[np.complex128], count: int) -> npt.NDArray[np.complex128]:
    """Raise to a power by products only: count - 1 roundings of sqrt(5) u at most, whatever their order."""
    result = None
    while True:
        if count & 1:
            result = base if result is None else result * base
        count >>= 1
        if not count:
            assert result is not None  # noqa: S101 - the highest bit is set
            return result
        base = base * base
