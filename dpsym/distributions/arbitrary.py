"""Variables of statements "for all laws P and Q, kernels K, events A": nothing is assumed about them."""

from __future__ import annotations

from typing import Any

from sympy import Basic, Symbol

from dpsym.distributions.base import Law
from dpsym.errors import ParameterError


class Laws(Basic):
    """The set that a law, kernel or event variable ranges over.

    Parameters
    ----------
    support : {"any", "full"}
        ``"full"`` for laws (or kernel rows) without a zero on the common space.
    """

    def __new__(cls, support: str | Symbol = "any") -> Any:
        name = support.name if isinstance(support, Symbol) else support
        if name not in ("any", "full"):
            raise ParameterError("support", '"any" or "full"', support)
        return Basic.__new__(cls, Symbol(name))

    @property
    def is_full(self) -> bool:
        """Whether zeros are excluded."""
        return self.args[0].name == "full"

    def _sympystr(self, printer: Any) -> str:
        return "laws of full support" if self.is_full else "laws"


class _Variable:
    """What the three kinds of variables share: a name, by which they are equal and printed."""

    is_law_variable = True
    args: tuple[Any, ...]

    @property
    def name(self) -> str:
        """The printed name."""
        return self.args[0].name

    def _sympystr(self, printer: Any) -> str:
        return self.name

    def _latex(self, printer: Any) -> str:
        return self.name


def _named(cls: type[Basic], name: str | Symbol) -> Any:
    return Basic.__new__(cls, name if isinstance(name, Symbol) else Symbol(name))


class AnyLaw(_Variable, Law):
    """A variable that stands for a law on a countable set."""

    space = None
    is_discrete = True
    is_written = False

    def __new__(cls, name: str | Symbol) -> Any:
        return _named(cls, name)


class AnyKernel(_Variable, Basic):
    """A variable that stands for a Markov kernel."""

    def __new__(cls, name: str | Symbol) -> Any:
        return _named(cls, name)


class AnyEvent(_Variable, Basic):
    """A variable that stands for an event."""

    def __new__(cls, name: str | Symbol) -> Any:
        return _named(cls, name)
