"""Mutual information as the entries run it: by the exact masses of subset selection."""

from __future__ import annotations

from fractions import Fraction

from mechanisms import Estimate, FinitePair, SubsetSelection


def subset(zeta: float, n: float, m: float) -> Estimate:
    """Sum over the sets that hold the value, and those that do not; without the value all sets are alike."""
    k, size = int(n + m), int(n)
    hit, share = SubsetSelection(k, zeta, size).hit, Fraction(size, k)
    return FinitePair([hit, 1 - hit], [share, 1 - share]).kl()
