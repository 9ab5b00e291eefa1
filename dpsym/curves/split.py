r"""delta of a sampled loss with atoms: few draws between them as a finite sum, the others on a line.

With M = A + B, A of the atoms and B of the rest, :math:`M^n = \sum_{k < K} \binom nk A^{n-k} B^k + R`. The first sum is exact (`few_draws`). On a
line B falls like 1/y and R like :math:`y^{-K}`,

.. math:: |R| \le \binom nK\, b^K (A(c) + b)^{n - K}, \qquad |B| \le b,

so that R needs few nodes. It is the transform of a positive measure below that of M, and its aliases are at most those of M; none of them is known.
"""

from __future__ import annotations

import math
from fractions import Fraction

from flint import acb, arb, ctx

from dpsym.curves.effort import Effort
from dpsym.curves.few_draws import FewDraws
from dpsym.curves.line import Line
from dpsym.curves.planning import Plan
from dpsym.curves.sampled import SampledLoss
from dpsym.curves.tail import Tail
from dpsym.errors import UndecidedError

_DRAWS = (3, 4, 5, 6, 8, 10, 13, 17, 22, 28)
_MOST_NODES = 20000
_NODE = 4.0  # what a node costs, a place with one draw taken for one
_MOST = 30000.0  # of such costs
_MARGIN = 1.0  # nats by which the density is more accurate than what is asked


class Split:
    """Both parts; thresholds near the planned one are then cheap.

    Parameters
    ----------
    loss : SampledLoss
        One step.
    count : int
        The number of steps.
    plan : Plan
        The line.
    eps : Fraction
        The planned threshold, in nats.
    effort : Effort
        The work that is left.

    Raises
    ------
    UndecidedError
        If no number of draws leaves few enough nodes.
    """

    def __init__(self, loss: SampledLoss, count: int, plan: Plan, eps: Fraction, effort: Effort) -> None:
        for draws in self._by_cost(loss, count, plan, eps):
            try:
                self._line = RestLine(loss, count, draws, plan, eps, effort) if draws <= count else None
            except UndecidedError:
                continue
            nats = plan.log_delta - plan.log_error + math.log(draws) + _MARGIN
            self._few = FewDraws(loss, count, draws, arb(plan.log_error).exp(), nats, effort)
            self._few.delta(eps)
            return
        raise UndecidedError("no number of draws between the atoms leaves few enough nodes")

    @staticmethod
    def _by_cost(loss: SampledLoss, count: int, plan: Plan, eps: Fraction) -> list[int]:
        """Return the numbers of draws at which both parts are affordable, the cheaper ones first."""
        found, places = [], 1 + loss.stretches()
        for draws in (*(draws for draws in _DRAWS if draws <= count), count + 1):
            own = count * draws**3 * math.comb(draws + places - 3, places - 2)
            if own > _MOST:
                break
            try:
                nodes = RestLine.foreseen(loss, count, draws, plan, eps) if draws <= count else 0.0
            except UndecidedError:
                continue
            found.append((own + _NODE * nodes, draws))
        return [draws for _, draws in sorted(found)]

    def delta(self, eps: Fraction) -> arb:
        """Return a ball for delta of the finite part of the loss."""
        few = self._few.delta(eps)
        return few if self._line is None else few + self._line.delta(eps)


class RestTail(Tail):
    """Bounds of the rest beyond a height."""

    def __init__(self, loss: SampledLoss, count: int, draws: int, c: float) -> None:
        super().__init__(((loss, count),), c)
        self._count, self._draws = count, draws
        with ctx.workprec(64):
            self._atoms, self._falling = loss.shares(arb(c))

    def log_bound(self, height: float) -> arb:
        """Return an upper bound of the logarithm of the rest over M(c) for all heights above one."""
        with ctx.workprec(64):
            rest, n, k = self._falling / arb(height), self._count, self._draws
            bound = arb(math.comb(n, k)).log() + k * rest.log() + (n - k) * (self._atoms + rest).log()
            return (bound - self.log_height).min(arb(0))


class RestLine(Line):
    """The nodes of the rest.

    Parameters
    ----------
    loss, count, draws
        One step, how many, and the least number of draws between the atoms that is summed here.
    """

    def __init__(self, loss: SampledLoss, count: int, draws: int, plan: Plan, eps: Fraction, effort: Effort) -> None:
        if plan.left < 0:
            raise UndecidedError("of a rest no aliases are known")
        self._loss, self._draws = loss, draws
        super().__init__(((loss, count),), plan, eps, _MOST_NODES, effort)

    @staticmethod
    def foreseen(loss: SampledLoss, count: int, draws: int, plan: Plan, eps: Fraction) -> float:
        """Return how many nodes there will be."""
        tail = RestTail(loss, count, draws, plan.c)
        scale = float(tail.log_height.mid()) - plan.c * float(eps)
        return tail.nodes(2 * math.pi / plan.period, scale - plan.log_error, _MOST_NODES)

    def _tail_of(self, c: float) -> Tail:
        ((_, count),) = self.parts
        return RestTail(self._loss, count, self._draws, c)

    def _falls(self, height: float) -> list[float]:
        return [0.0]  # the rest is a difference

    def _moments(self, start: int, size: int, wanted: list[float]) -> list[acb]:
        ((_, count),) = self.parts
        atoms, others = self._loss.split_on_line(self.c, self.step, start, size, wanted[0])
        return [self._rest(one, other, count) for one, other in zip(atoms, others, strict=True)]

    def _rest(self, atoms: acb, others: acb, count: int) -> acb:
        """Return the sum over at least so many draws."""
        lead = atoms ** (count - self._draws + 1)
        few = acb(0)
        for k in range(self._draws):  # by Horner's rule
            few = few * atoms + math.comb(count, k) * others**k
        return (atoms + others) ** count - few * lead
