"""A question about a mechanism: the answer first, and the routes that lose against it when somebody asks for them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from dpsym.errors import NoRouteError
from dpsym.guarantees.arrow import Request
from dpsym.guarantees.exact import exact
from dpsym.guarantees.nodes import Breadth, Node
from dpsym.guarantees.notions import Notion
from dpsym.guarantees.proof import Proof
from dpsym.guarantees.routes import Route, routes_of
from dpsym.guarantees.search import Search

_REASONS = 4
"""So many are told at once."""
_OF_OTHERS = "it is about "
"""How the reason begins why a theorem about something else says nothing."""


@dataclass(frozen=True)
class Question:
    """In which notion the promise of a node is wanted.

    Parameters
    ----------
    node : Node
        What was done.
    target : type of Notion
        What is wanted.
    request : Request
        At which delta or eps.
    """

    node: Node
    target: type[Notion]
    request: Request

    @cached_property
    def _search(self) -> Search:
        return Search()

    @cached_property
    def _exact(self) -> Proof | None:
        return exact(self._search, self.node, self.target, self.request)

    @cached_property
    def _ranked(self) -> tuple[tuple[Proof, ...], tuple[Route, ...]]:
        node, known = self.node, self._exact
        while True:
            found = self._search.proofs(node, self.target, self.request, breadth=Breadth.ALL)
            ranked = routes_of(found, self._search, self.request, known)
            told = None if ranked[0] else node.told  # where no amplification leads there, what is drawn is told
            if told is None:
                return ranked
            node, known = told, None

    @property
    def best(self) -> Proof:
        """The best promise: the exact one where there is one, else the best one of all chains.

        Raises
        ------
        NoRouteError
            If no chain leads there; the message lists the reasons.
        """
        if self._exact is not None:
            return self._exact
        bounds, _ = self._ranked
        if not bounds:
            raise self._refusal()
        return bounds[0]

    def _refusal(self) -> NoRouteError:
        """Return the error that tells why no chain leads to what is wanted: first the reasons of the shortest ones that would have ended there."""
        failures = sorted(
            self._search.failures,
            key=lambda failure: (
                failure.reason.startswith(_OF_OTHERS),
                failure.target is not self.target,
                failure.route.count(">"),
            ),
        )
        reasons = tuple(map(str, failures)) or ("what is known is not about this delta or eps",)
        more = len(reasons) - _REASONS
        rest = f"; and {more} more, in the `reasons` of this error" if more > 0 else ""
        return NoRouteError(f"no route leads to {self.target.words}: {'; '.join(reasons[:_REASONS])}{rest}", reasons)

    @property
    def routes(self) -> tuple[Route, ...]:
        """Every chain that there is, the best first, and those that failed last; they are walked the first time that this is asked."""
        return self._ranked[1]
