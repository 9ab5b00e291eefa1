"""Privacy losses of pairs whose two directions differ."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

from flint import arb

from dpsym.curves.loss import ExchangedLoss, PrivacyLoss
from dpsym.errors import ParameterError

Masses = tuple[arb, arb]


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
