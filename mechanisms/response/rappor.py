"""RAPPOR: bits of a Bloom filter, randomised once for all, and once more in every report."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from mechanisms.errors import ParameterError
from mechanisms.exact.words import WordSource
from mechanisms.finite.pair import FinitePair
from mechanisms.response.base import eps_of
from mechanisms.response.oracle import exact_share
from mechanisms.validate import generator, integer, plain_array

__all__ = ["Rappor"]

Bits = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Rappor:
    r"""RAPPOR: each bit of a value's Bloom filter gets a permanent answer, and each report a fresh answer to that.

    The permanent bit is 1 or 0 with probability f/2 each, else the true bit; it is drawn once and kept. A report has a 1 with probability q
    where the permanent bit is 1, and p where it is 0.

    Adjacency: any two values, each of which sets at most `hashes` bits. The privacy of n reports is that of the counts of ones in each of
    the bits in which two filters differ, of which there are 2 h at most.

    Source: Ú. Erlingsson, V. Pihur, A. Korolova, "RAPPOR: randomized aggregatable privacy-preserving ordinal response", CCS 2014.

    Parameters
    ----------
    noise : float or Fraction
        f, strictly between 0 and 1.
    one, zero : float or Fraction
        q and p, zero below one.
    hashes : int
        The number h of hash functions.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.
    """

    guarantee: ClassVar[str] = "mechanism.rappor"

    noise: Fraction
    one: Fraction = Fraction(3, 4)
    zero: Fraction = Fraction(1, 2)
    hashes: int = 1

    def __post_init__(self) -> None:
        for name in ("noise", "one", "zero"):
            object.__setattr__(self, name, exact_share(name, getattr(self, name)))
        object.__setattr__(self, "hashes", integer("hashes", self.hashes, 1, 64, "an integer from 1 to 64"))
        if self.zero >= self.one:
            raise ParameterError("zero", "below one", float(self.zero))

    def permanent(self, filters: npt.ArrayLike, rng: np.random.Generator | None = None) -> Bits:
        """Return the permanent answers to the bits of filters, exactly; by default from the system's cryptographic source."""
        bits, source = _bits("filters", filters), WordSource(rng)
        return self._flipped(bits, source, 1 - self.noise / 2, self.noise / 2)

    def report(self, permanent: npt.ArrayLike, rng: np.random.Generator | None = None) -> Bits:
        """Return one report of permanent answers, exactly; by default from the system's cryptographic source."""
        return self._flipped(_bits("permanent", permanent), WordSource(rng), self.one, self.zero)

    def release(self, filters: npt.ArrayLike, rng: np.random.Generator) -> Bits:
        """Return permanent answers and one report of each, in floating point, for study."""
        bits, source = _bits("filters", filters), generator(rng)
        kept = source.random(bits.shape) < np.where(bits, float(1 - self.noise / 2), float(self.noise / 2))
        return np.asarray(source.random(bits.shape) < np.where(kept, float(self.one), float(self.zero)))

    def _flipped(self, bits: Bits, source: WordSource, one: Fraction, zero: Fraction) -> Bits:
        drawn = [source.bernoulli(c.numerator, c.denominator) for c in (one if bit else zero for bit in bits.ravel())]
        return np.reshape(np.array(drawn, dtype=bool), bits.shape)

    def counts(self, reports: int) -> tuple[tuple[Fraction, ...], tuple[Fraction, ...]]:
        """Return the laws of the number of ones of a bit in several reports, where the true bit is 1, and where it is 0."""
        n = integer("reports", reports, 1, 10_000, "an integer from 1 to 10000")
        laws = [[comb(n, c) * r**c * (1 - r) ** (n - c) for c in range(n + 1)] for r in (self.one, self.zero)]
        shares = (1 - self.noise / 2, self.noise / 2)
        first, second = ([w * a + (1 - w) * b for a, b in zip(*laws, strict=True)] for w in shares)
        return tuple(first), tuple(second)

    def pair(self, reports: int = 1) -> FinitePair:
        """Return the laws of the counts of two bits, of which the one value sets the first, and the other value the second."""
        first, second = self.counts(reports)
        return FinitePair([a * b for a in first for b in second], [b * a for a in second for b in first])

    def eps(self, reports: int | None = None) -> float:
        """Return the max divergence of so many reports, of the permanent answers themselves if left out, rounded up."""
        if reports is None:
            laws: Any = ((self.noise / 2, 1 - self.noise / 2), (1 - self.noise / 2, self.noise / 2))
        else:
            laws = self.counts(reports)
        ratios = [a / b for a, b in zip(*laws, strict=True)]
        most, least = max(ratios), min(ratios)
        return eps_of(least**self.hashes, most**self.hashes)


def _bits(name: str, values: npt.ArrayLike) -> Bits:
    rule = "a non-empty array of bits"
    array = plain_array(name, values, rule)
    if array.size == 0 or array.dtype.kind not in "biu" or ((array != 0) & (array != 1)).any():
        raise ParameterError(name, rule, values)
    return array.astype(bool)
