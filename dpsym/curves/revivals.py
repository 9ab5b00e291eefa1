r"""How large the moments of atoms and edges can be on a stretch of a vertical line.

The atoms have weights :math:`w_j = u_j e^{c\ell_j}`, the edges :math:`x_j = v_j e^{c\ell_j}`. For any two positions

.. math:: |A(c + iy)|^2 = \Bigl(\sum_j w_j\Bigr)^2 - 4\sum_{j<k} w_j w_k \sin^2\frac{(\ell_j - \ell_k)y}{2}
    \le A(c)^2 - 4 w_j w_k \sin^2\frac{(\ell_j - \ell_k)y}{2},

and :math:`|D(c + iy)| \le |D(c)| + 2 |x|\,|\sin\frac{(\ell_1 - \ell_2)y}{2}|` for two edges, x the smaller one. The
square of the sine has no minimum inside between two of its zeros, so that the ends of a stretch decide there.
"""

from __future__ import annotations

from collections.abc import Callable

from flint import arb


class Stretches:
    """Bounds of the moments of one loss at one abscissa; `height` is the one on the axis."""

    height: arb
    work: float = 0.0
    """What a bound costs beyond a few operations, in units of `Effort`."""

    def ratio(self, low: arb, high: arb, inverse: arb) -> arb:
        """Return a bound of abs(A) + abs(D/(2z + 1)) at all heights between two, as a share of `height`, that on the axis.

        Parameters
        ----------
        low, high : arb
            The two heights, not negative.
        inverse : arb
            A bound of abs(1/(2z + 1)) there.
        """
        raise NotImplementedError


class Falling(Stretches):
    """Bounds of one loss by one of its moments beyond a height.

    Parameters
    ----------
    height : arb
        The moment on the axis.
    decay : callable
        From a height Y to an upper bound of the modulus at all heights from Y on.
    """

    def __init__(self, height: arb, decay: Callable[[arb], arb]) -> None:
        self.height, self._decay = height, decay

    def ratio(self, low: arb, high: arb, inverse: arb) -> arb:
        return (self._decay(low) / self.height).min(arb(1))


class Revivals(Stretches):
    """Bounds of one loss of few atoms and edges.

    Parameters
    ----------
    terms : list of (arb, arb, arb or None)
        The positions with their atoms and edges.
    c : arb
        The abscissa, exact.

    Attributes
    ----------
    top : arb
        The sum of the w.
    share, gap : arb
        4 w w' of the two greatest atoms, and half their distance.
    edges : arb
        The sum of the abs(x).
    """

    def __init__(self, terms: list[tuple[arb, arb, arb | None]], c: arb) -> None:
        sizes = [(place, (c * place).exp(), u, v) for place, u, v in terms]
        atoms = sorted(((u * size, place) for place, size, u, _ in sizes), key=lambda pair: float(pair[0].mid()))
        edges = [(v * size, place) for place, size, _, v in sizes if v is not None]
        self.top: arb = sum((weight for weight, _ in atoms), arb(0))
        self.share, self.gap = arb(0), arb(0)
        if len(atoms) > 1:
            (one, here), (other, there) = atoms[-2:]
            self.share, self.gap = (4 * one * other).max(arb(0)), abs(here - there) / 2
        self._net = self.edges = sum((abs(weight) for weight, _ in edges), arb(0))
        self._small, self._distance = arb(0), arb(0)
        if len(edges) == 2:
            (one, here), (other, there) = edges
            self._net, self._small = abs(one + other), 2 * abs(one).min(abs(other))
            self._distance = abs(here - there) / 2
        self.height: arb = self.top + self.edges

    def ratio(self, low: arb, high: arb, inverse: arb) -> arb:
        # abs(sin(y distance)) is at most y distance, and abs(2z + 1) at least 2y
        net = self._net * inverse + self._small * inverse.min(self._distance / 2)
        return (self._atoms(low, high) + (self.edges * inverse).min(net)) / self.height

    def _atoms(self, low: arb, high: arb) -> arb:
        turns = [self.gap * height / arb.pi() for height in (low, high)]
        before, after = (turn.floor().unique_fmpz() for turn in turns)
        if before is None or before != after:
            return self.top
        least = (arb.sin_pi(turns[0]) ** 2).min(arb.sin_pi(turns[1]) ** 2)
        return (self.top * self.top - self.share * least).max(arb(0)).sqrt()
