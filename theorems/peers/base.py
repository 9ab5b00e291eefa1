"""What an adapter is made of: cases, each a call in a child and the claim that its answer makes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

CALLS = Path(__file__).with_name("calls")
UPPER, EXACT, BRACKET = "upper", "exact", "bracket"
ESTIMATE, OPTIMISTIC = "estimate", "optimistic"
DIRECTIONS = (UPPER, EXACT, BRACKET, ESTIMATE, OPTIMISTIC)


@dataclass(frozen=True)
class Subject:
    """What a number is about, in the project's terms.

    Parameters
    ----------
    mechanism : str
        A chain, as `theorems.regress.claim.Claim` takes it: the peer's conventions are translated here.
    quantity : str
        As there.
    at : tuple of (str, float), optional
        Where.
    adjacency : str, optional
        As there.
    """

    mechanism: str
    quantity: str
    at: tuple[tuple[str, float], ...] = ()
    adjacency: str = ""


@dataclass(frozen=True)
class Function:
    """One function of a peer: what it answers, what it promises about that, and on which grid it is asked.

    Parameters
    ----------
    name : str
        Of the function in the child's part.
    subject : callable
        From arguments to the `Subject`.
    direction : str
        "upper", "exact", "bracket" (lower, estimate, upper); or, of what the peer does not claim to be a bound, "estimate" and
        "optimistic" (an estimate from below).
    source : str
        Where the peer's documentation says so.
    grid : mapping of str to tuple
        The values of each argument; all combinations are asked, except those that `skip` names.
    tolerance : float, optional
        Relative error that the peer documents, or, where it documents none, that double arithmetic excuses.
    more : tuple of mappings, optional
        Further arguments, outside the grid.
    nonsense : tuple of mappings, optional
        Arguments that call for an error: NaN, infinities, wrong signs.
    restated : callable, optional
        For an answer that is no quantity of a mechanism, from it and the arguments to a `Subject` and the number that it
        claims: noise for (epsilon, delta), say, claims that delta at epsilon is no more, at that noise.
    """

    name: str
    subject: Callable[..., Subject]
    direction: str
    source: str
    grid: Mapping[str, tuple[Any, ...]]
    tolerance: float = 1e-6
    more: tuple[Mapping[str, Any], ...] = ()
    nonsense: tuple[Mapping[str, Any], ...] = ()
    restated: Callable[..., tuple[Subject, float]] | None = None

    def cases(self) -> Iterator[Case]:
        """Yield the cases of the grid, then the further ones, then the nonsense."""
        for values in product(*self.grid.values()):
            yield Case(self, dict(zip(self.grid, values, strict=True)))
        for arguments in self.more:
            yield Case(self, dict(arguments))
        for arguments in self.nonsense:
            yield Case(self, dict(arguments), nonsense=True)


@dataclass(frozen=True)
class Case:
    """One call.

    Parameters
    ----------
    function : Function
        Of the peer.
    arguments : mapping of str to number
        Of the call.
    nonsense : bool, optional
        Whether an error is the right answer.
    """

    function: Function
    arguments: Mapping[str, Any]
    nonsense: bool = False

    @property
    def id(self) -> str:
        """The call as text: what a report and a resumed run know it by."""
        return f"{self.function.name}({', '.join(f'{name}={value!r}' for name, value in self.arguments.items())})"

    @property
    def subject(self) -> Subject:
        """What the answer is about."""
        return self.function.subject(**self.arguments)


@dataclass(frozen=True)
class Adapter:
    """What a peer can be asked, and how its conventions translate.

    Parameters
    ----------
    name : str
        Of the distribution, as pip knows it.
    module : str
        Of the file with the child's part.
    conventions : tuple of str
        What is translated, a sentence each.
    functions : tuple of Function
        What it can be asked.
    """

    name: str
    module: str
    conventions: tuple[str, ...]
    functions: tuple[Function, ...]

    @property
    def calls(self) -> Path:
        """The file that runs in the child."""
        return CALLS / f"{self.module}.py"

    def cases(self) -> list[Case]:
        """Return every case, each once."""
        return list({case.id: case for function in self.functions for case in function.cases()}.values())
