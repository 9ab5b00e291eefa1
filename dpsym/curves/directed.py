"""Privacy losses of pairs whose two directions differ."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any, ClassVar

from flint import arb

from dpsym.curves.loss import ExchangedLoss, PrivacyLoss
from dpsym.errors import ParameterError

Masses = tuple[arb, arb]
_NONE, _ALL = (arb(0), arb(0)), (arb(1), arb(1))


class DirectedLoss(ExchangedLoss):
    """A loss with a direction: ``"remove"`` is the mixture against the law without the record, ``"add"`` the reverse."""

    has_cells: ClassVar[bool] = True
    is_monotone: ClassVar[bool] = True
    direction: str

    def __post_init__(self) -> None:
        if self.direction not in ("remove", "add"):
            raise ParameterError("direction", '"remove" or "add"', self.direction)

    @property
    def is_removed(self) -> bool:
        """Whether the mixture is the first law."""
        return self.direction == "remove"

    def reversed(self) -> PrivacyLoss:
        made: Any = self
        return replace(made, direction="add" if self.is_removed else "remove")


class AllocatedLoss(DirectedLoss):
    """The loss of random allocation to one of several steps: the logarithm of the mean of their ratios, or its negative."""

    def below(self, losses: list[arb]) -> list[Masses]:
        """Return the masses of the mixture and of the plain steps where the logarithm of the mean ratio is below increasing numbers."""
        raise NotImplementedError

    def cells(self, cuts: list[arb]) -> list[Masses]:
        if self.is_removed:
            ends = [_NONE, *self.below(cuts), _ALL]
            return [(later[0] - here[0], later[1] - here[1]) for here, later in pairwise(ends)]
        ends = [_ALL, *self.below([-cut for cut in reversed(cuts)])[::-1], _NONE]
        return [(here[1] - later[1], here[0] - later[0]) for here, later in pairwise(ends)]
