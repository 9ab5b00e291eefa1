"""Mechanisms whose output law is one law moved to the true answer: its divergences depend on the distance only."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property
from typing import Any

from mechanisms.finite.pair import FinitePair
from mechanisms.numeric.countable import CountablePair
from mechanisms.numeric.interface import HasPair
from mechanisms.numeric.pair import Pair
from mechanisms.validate import real

Laws = Pair | CountablePair | FinitePair


class ShiftedLaw(HasPair, ABC):
    """A law on the line or on the integers that is moved to the true answer; its pair is that at distance `sensitivity`."""

    sensitivity: float

    @abstractmethod
    def _laws(self, shift: float) -> Laws:
        """Return the laws of the output on the answers 0 and `shift`."""

    def pair(self, shift: float | None = None) -> Laws:
        """Return the laws of the output on two answers: P on 0, Q on `shift`.

        Parameters
        ----------
        shift : float, optional
            Difference of the two answers, any finite real number, an integer where answers are; the sensitivity by
            default.
        """
        return self._worst if shift is None else self._laws(real("shift", shift))

    @cached_property
    def _worst(self) -> Laws:
        return self._laws(float(self.sensitivity))

    def __getstate__(self) -> dict[str, Any]:
        # What is cached can be computed again.
        return {name: value for name, value in self.__dict__.items() if name != "_worst"}
