"""Uniform integers and coins of the documents, over all their bits: the exact law of what each program returns."""

from __future__ import annotations

import math
import struct
from fractions import Fraction

from papers.recount import bounded, equal
from papers.result import Illustration
from theorems.registry import Registry

_BIAS, _MANTISSA, _FLIPS = 1023, 52, 1080


def _folded(upper: int, greatest: int) -> list[int]:
    """Return how many of the samples 0 .. greatest give each residue, after those from the threshold on are rejected."""
    threshold = greatest - greatest % upper
    counts = [0] * upper
    for sample in range(threshold):
        counts[sample % upper] += 1
    return counts


def big_integers(registry: Registry) -> Illustration:
    """Count the samples that give each integer below an upper end, from as many bytes as the end needs; ends up to 300 and at 2^16."""
    uppers = (*range(1, 301), 65535, 65536)
    spread, least = 0, math.inf
    for upper in uppers:
        length = -(-upper.bit_length() // 8)
        counts = _folded(upper, 2 ** (8 * length) - 1)
        spread, least = max(spread, max(counts) - min(counts)), min(least, min(counts))
    words = f"{len(uppers)} ends: the counts differ by {spread}, and each is {least} at least"
    one_byte = _folded(256, 2**8 - 1)
    kept = [0] * 200
    for sample in range(256):
        kept[sample % 200] += 1
    twins = {"ceil(log2(upper)/8) bytes": min(one_byte) - 1, "no rejection": -float(max(kept) - min(kept))}
    return bounded({"uniform": -float(spread), "ends": least - 1}, twins, words)


def machine_integers(registry: Registry) -> Illustration:
    """Count the samples that give each integer below an upper end, from a byte."""
    spread = max(max(counts) - min(counts) for counts in (_folded(upper, 255) for upper in range(1, 256)))
    least = min(min(_folded(upper, 255)) for upper in range(1, 256))
    words = f"a byte and all ends up to 255: the counts differ by {spread}, and each is {least} at least"
    halves = [sum(1 for sample in range(200) if sample % 2 == k) for k in range(3)]
    twins = {"sample mod 2, upper = 3": -float(max(halves) - min(halves))}
    return bounded({"uniform": -float(spread), "ends": least - 1}, twins, words)


def buffers(registry: Registry) -> Illustration:
    """Count where the first one of 16 bits is."""
    places = [16 - value.bit_length() for value in range(2**16)]
    gap = max(abs(places.count(k) / 2**16 - 2.0 ** -(k + 1)) for k in range(16))
    none = places.count(16) / 2**16
    words = f"all 65536 buffers of two bytes: off by {gap:g}, and none in {none:g}"
    wrong = max(abs(places.count(k) / 2**16 - 2.0**-k) for k in range(16))
    return bounded(
        {"law": -gap, "none": -abs(none - 2.0**-16)}, {"from 1 on": -wrong, "none 2^-15": -abs(none - 2**-15)}, words
    )


def rationals(registry: Registry) -> Illustration:
    """Count the integers below 7 that are less than 3."""
    found = sum(1 for sample in range(7) if sample < 3) / 7
    return equal(found, 3 / 7, {"not greater than 3": 4 / 7}, f"3/7: {found:.4f}")


def float_chance(prob: float) -> Fraction:
    """Return the exact probability with which the program for floats returns true, over the place of the first one."""
    bits = struct.unpack("<Q", struct.pack("<d", prob))[0]
    exponent = bits >> _MANTISSA
    zeroes = _BIAS - 1 - exponent
    found = Fraction(0)
    for place in range(_FLIPS):
        stored = zeroes < place <= zeroes + _MANTISSA and bool(bits >> (_MANTISSA + zeroes - place) & 1)
        one = exponent != 0 if place == zeroes else stored
        found += Fraction(one, 2 ** (place + 1))
    return found


def floats(registry: Registry) -> Illustration:
    """Say how probably the program for floats returns true, for normal floats down to the least."""
    probs = (0.5, 0.3203125, 0.1, 1 / 3, 1 - 2**-53, 1e-300, 2.0**-1022, math.nextafter(2.0**-1021, 0))
    gap = max(abs(float_chance(prob) / Fraction(prob) - 1) for prob in probs)
    least = math.ulp(0.0)
    words = f"eight normal floats: off by {float(gap):g} of the float"
    return bounded(
        {"normal": -float(gap)},
        {"the least subnormal, which is a float too": -float(abs(float_chance(least) / Fraction(least) - 1))},
        words,
    )
