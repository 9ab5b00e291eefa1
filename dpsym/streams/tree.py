"""The binary tree: the sums of all dyadic intervals are measured."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from flint import fmpq

from dpsym.errors import ParameterError
from dpsym.streams.factorization import Factorization, Matrix
from dpsym.streams.participation import Participation, whole
from dpsym.streams.sensitivity import Sensitivity, of_gram
from dpsym.streams.separated import greatest

_GRAM = 128


@dataclass(frozen=True)
class Tree(Factorization):
    """The sums of all intervals of a power of two of steps, from a multiple of it on, that end in time.

    Parameters
    ----------
    is_optimal : bool
        Whether a prefix sum is put together of all intervals inside it, with the least variance, instead of as few as possible.
    """

    is_optimal: bool = field(default=True)

    def nodes(self) -> list[range]:
        """Return the intervals, in the order in which they end, the short ones first."""
        return [range(end - (1 << level), end) for end in range(1, self.steps + 1) for level in range(_twos(end) + 1)]

    def sensitivity(self, participation: Participation | None = None) -> Sensitivity:
        """Return the sensitivity: its square is the sum over all intervals of the squared number of participations in it.

        It is exact, but for cyclic participation that is limited to fewer times than there are epochs in more than 128 steps, and for more
        than some thousand participations.

        Notes
        -----
        Unlike for Toeplitz matrices the earliest steps are not always the worst ones: 5 participations in 16 steps, 3 apart, have 55 at
        0, 3, 6, 9, 12, and 57 at worst.
        """
        chosen = participation or Participation.single()
        most = chosen.count(self.steps)
        if most == 1:
            return Sensitivity(fmpq(self.steps.bit_length()), True, (0,))
        if not chosen.is_cyclic:
            square, is_exact = greatest(self.steps, chosen.every, most)
            return Sensitivity(fmpq(square), is_exact)
        if self.steps <= _GRAM:
            return of_gram(self._gram(), chosen)
        every = [range(first, self.steps, chosen.every) for first in range(chosen.every)]
        if most == len(every[0]):
            square, worst = max((self._square(pattern), -pattern.start) for pattern in every)
            return Sensitivity(fmpq(square), True, tuple(every[-worst]))
        return Sensitivity(fmpq(greatest(self.steps, chosen.every, most)[0]), False)

    def variances(self) -> tuple[fmpq, fmpq]:
        total, greatest_one = fmpq(0), fmpq(0)
        for level in range(self.steps.bit_length()):
            size = 1 << level
            # how many of the numbers from 1 to n have this digit
            whole_ones, rest = divmod(self.steps + 1, 2 * size)
            total += (whole_ones * size + max(0, rest - size)) * self._variance(level)
            if (
                self.steps & size
            ):  # the numbers up to n with the most digits: n itself, and those with one digit of n less and all below it
                greatest_one = max(greatest_one, self._of_sum(self.steps), self._of_sum((self.steps & -size) - 1))
        return greatest_one, total / self.steps

    def strategy(self) -> Matrix:
        return [[fmpq(step in node) for step in range(self.steps)] for node in self.nodes()]

    def decoder(self) -> Matrix:
        nodes = self.nodes()
        return [self._decoded(step + 1, nodes) for step in range(self.steps)]

    def _decoded(self, length: int, nodes: list[range]) -> list[fmpq]:
        weights = dict.fromkeys(nodes, fmpq(0))
        end = 0
        for level in range(length.bit_length() - 1, -1, -1):
            if length >> level & 1:
                self._estimate(range(end, end + (1 << level)), fmpq(1), weights)
                end += 1 << level
        return list(weights.values())

    def _estimate(self, node: range, share: fmpq, weights: dict[range, fmpq]) -> None:
        """Add the weights of the estimate of the sum of an interval: its own measurement, and those of its halves."""
        own = self._variance(len(node).bit_length() - 1)
        weights[node] += share * own
        if own != 1:
            half = len(node) // 2
            for each in (node[:half], node[half:]):
                self._estimate(each, share * (1 - own), weights)

    def _variance(self, level: int) -> fmpq:
        """Return the variance of the estimate of the sum of an interval, which is also the weight of its own measurement.

        Its own measurement has variance 1, the sum of the estimates of its halves twice the variance of the level below; weighted
        by their inverses they have 1/v_l = 1 + 1/(2 v_(l-1)), so that v_l = 1/(2 - 2^(-l)).
        """
        return fmpq(1 << level, (2 << level) - 1) if self.is_optimal else fmpq(1)

    def _of_sum(self, length: int) -> fmpq:
        return sum((self._variance(level) for level in range(length.bit_length()) if length >> level & 1), fmpq(0))

    def _gram(self) -> Matrix:
        places, nodes = range(self.steps), self.nodes()
        return [[fmpq(sum(one in node and other in node for node in nodes)) for other in places] for one in places]

    def _square(self, pattern: range) -> int:
        levels = range(self.steps.bit_length())
        counts = (
            Counter(step >> level for step in pattern if ((step >> level) + 1) << level <= self.steps)
            for level in levels
        )
        return sum(number**2 for each in counts for number in each.values())


def _twos(number: int) -> int:
    return (number & -number).bit_length() - 1


def tree_factorization(steps: int, decoder: str = "optimal") -> Tree:
    r"""Return the binary tree, which measures the sum of every dyadic interval when it ends.

    Parameters
    ----------
    steps : positive integer
        n.
    decoder : {"optimal", "plain"}, optional
        How a prefix sum is put together: of all intervals inside it, with the least variance, or of as few as possible.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.

    Notes
    -----
    Dwork, Naor, Pitassi and Rothblum 2010; Chan, Shi and Song 2011; the optimal decoder from below: Honaker, "Efficient use of differentially
    private binary trees", 2015. With :math:`2^h` steps the square of the sensitivity of one participation is :math:`h + 1`, and a whole
    interval of :math:`2^l` steps is estimated with variance :math:`1/(2 - 2^{-l})`.

    Examples
    --------
    >>> from dpsym import tree_factorization
    >>> tree_factorization(8).sensitivity().value, tree_factorization(8).greatest_variance
    (2, 47/21)
    """
    count = whole("number of steps", steps)
    if decoder not in ("optimal", "plain"):
        raise ParameterError("decoder", "'optimal' or 'plain'", decoder)
    name = "binary tree" if decoder == "plain" else "binary tree, optimal decoder"
    return Tree(count, name, decoder == "optimal")
