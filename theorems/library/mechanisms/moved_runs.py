"""Counts and the same counts moved by 1, as the mechanisms know them."""

from mechanisms.families import lattice, moved
from mechanisms.numeric.countable import CountablePair


def skellam(m: float) -> CountablePair:
    return lattice.skellam_pair(m, m, m, m, 0, 1)


def poisson_below(m: float) -> CountablePair:
    return moved.poisson_and_moved(m).reversed()


def binomial(n: float, p: float) -> CountablePair:
    return moved.binomial_and_moved(int(n), p)
