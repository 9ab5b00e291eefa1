r"""delta of so many runs of one loss of few atoms, wherever these lie: the atoms of the composition, listed.

With :math:`n_k` runs at the k-th loss the composition has the loss :math:`\sum n_k \ell_k`, the mass
:math:`\binom{n}{n_1, \dots} \prod_k p_k^{n_k}` under P, and so much times :math:`e^{-\mathrm{loss}}` under Q; delta is the sum of the positive
parts of :math:`P - e^{\varepsilon} Q`. In the order of the losses all but those next to eps are counted by sums from each one on.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable, Iterator
from fractions import Fraction

from flint import arb, ctx

from dpsym.curves.effort import Effort
from dpsym.curves.loss import ball_of

MOST_ATOMS = 20000
"""How many atoms are listed."""

_CLOSE = 1e-9  # to eps, as a share of the greatest loss: floats do not tell on which side it is

Atom = tuple[arb, arb]


def listed_size(atoms: int, count: int) -> int:
    """Return how many atoms a composition of so many runs has."""
    return math.comb(count + atoms - 1, atoms - 1)


class Listed:
    """The atoms of a composition.

    Parameters
    ----------
    atoms : callable
        The losses of one run with their masses under P, at the working precision.
    count : int
        The runs.
    effort : Effort
        The work that is left.
    """

    def __init__(self, atoms: Callable[[], list[Atom]], count: int, effort: Effort) -> None:
        self.atoms, self.count, self.effort = atoms, count, effort
        self._known: dict[int, tuple[list[float], list[Atom], list[Atom]]] = {}

    def delta(self, eps: Fraction) -> arb:
        """Return a ball at a threshold."""
        places, masses, sums = self._table()
        threshold, near = ball_of(eps).exp(), _CLOSE * (max(map(abs, places)) + abs(float(eps)))
        first, last = (bisect_left(places, float(eps) + side * near) for side in (-1, 1))
        above, below = sums[last]
        total = above - threshold * below
        for p, q in masses[first:last]:
            total += (p - threshold * q).max(arb(0))
        return total

    def _table(self) -> tuple[list[float], list[Atom], list[Atom]]:
        """Return the losses in increasing order, as floats, with their masses, and the sums of these from each one on."""
        if ctx.prec not in self._known:
            atoms = self.atoms()
            self.effort.spend(4 * listed_size(len(atoms), self.count))
            found = sorted(
                (
                    (float(loss.mid()), (p, p * (-loss).exp()))
                    for loss, p in self._composed(atoms, self.count, arb(0), arb(1))
                ),
                key=lambda atom: atom[0],
            )
            sums = [(arb(0), arb(0))]
            for _, (p, q) in reversed(found):
                sums.append((sums[-1][0] + p, sums[-1][1] + q))
            self._known[ctx.prec] = [place for place, _ in found], [pair for _, pair in found], sums[::-1]
        return self._known[ctx.prec]

    def _composed(self, atoms: list[Atom], count: int, loss: arb, mass: arb) -> Iterator[Atom]:
        """Yield the losses of the runs that are left, together with those before them, and their masses."""
        (here, p), *others = atoms
        if not others:
            yield loss + count * here, mass * p**count
            return
        weight = arb(1)
        for k in range(count + 1):
            yield from self._composed(others, count - k, loss + k * here, mass * weight)
            weight = weight * p * (count - k) / (k + 1)
