"""How a guarantee was made, before anybody says in which notion it is wanted: a tree of operations.

Each node proves promises in its own right: what was given, or what an arrow makes of the promises of the nodes below, in
whatever notion serves. Conversions behind a node are the search's business.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Any

from sympy import Add, Expr, Integer, S

from dpsym.guarantees.arrow import Arrow, Kind, Request
from dpsym.guarantees.notions import ApproxDP, LossDP, Notion, PureDP
from dpsym.guarantees.proof import Proof

if TYPE_CHECKING:
    from dpsym.guarantees.search import Search

_MOST_CHOICES = 12
_TWO = Integer(2)


class Breadth(Enum):
    """How far a search goes at a node."""

    DIRECT = "no conversion"
    BEST = "every conversion, of the best premises"
    ALL = "every conversion of every premise"


class Node:
    """An operation; a subclass is a frozen value."""

    def proofs(self, search: Search, target: type[Notion], request: Request) -> Iterator[Proof]:
        """Yield promises of the notion that this operation makes, without a conversion behind it."""
        raise NotImplementedError

    @property
    def told(self) -> Node | None:
        """What keeps its promises where what is drawn at random is told, the last draw of each part; None where nothing is."""
        return None

    def parted(self, search: Search) -> tuple[Proof | None, Node]:
        """Return a promise of eps and delta that tells all with probability delta, None where there is none, and the node where nothing is told."""
        return None, self


@dataclass(frozen=True)
class Given(Node):
    """A promise that is there to begin with, or was proved before."""

    proof: Proof

    def proofs(self, search: Search, target: type[Notion], request: Request) -> Iterator[Proof]:
        if isinstance(self.proof.value, target):
            yield self.proof

    def parted(self, search: Search) -> tuple[Proof | None, Node]:
        if not isinstance(self.proof.value, ApproxDP):
            return None, self
        return self.proof, Given(Proof(PureDP(self.proof.value.eps)))


@dataclass(frozen=True)
class Composed(Node):
    """Mechanisms run one after the other on the same data, each possibly chosen by the answers before.

    Parameters
    ----------
    parts : tuple of (Node, count)
        Distinct nodes, each with how often it is run.
    parallel : bool
        Whether each runs on a part of the data of its own instead.
    """

    parts: tuple[tuple[Node, Expr], ...]
    parallel: bool = False

    def proofs(self, search: Search, target: type[Notion], request: Request) -> Iterator[Proof]:
        for arrow in search.arrows(Kind.PARALLEL if self.parallel else Kind.COMPOSITION, target):
            yield from self.by(arrow, search, request)
        for arrow in search.arrows(Kind.TELLING, target):
            yield from self.unless_told(arrow, search, request, partial(self._best, search, arrow.source))

    @staticmethod
    def _best(search: Search, source: type[Notion], node: Node, asked: Request) -> Iterable[Proof]:
        return search.best_of(search.proofs(node, source, asked))

    def unless_told(
        self, arrow: Arrow, search: Search, request: Request, prove: Callable[[Node, Request], Iterable[Proof]]
    ) -> Iterator[Proof]:
        """Yield what an arrow makes of the runs when none of those that are known by eps and delta tells all, which these do with probability delta.

        On a random sample they do with the probability that it is drawn, times delta.

        Parameters
        ----------
        arrow : Arrow
            Of the kind `TELLING`: it takes the promises that may tell all with their counts, and the promise of the runs when they do not.
        search : Search
            What remembers the outcome.
        request : Request
            At which delta or eps.
        prove : callable
            From a node and a request to the proofs of the runs when nothing is told.
        """
        if self.parallel:
            return
        told: list[tuple[Proof, Any, Expr]] = []
        rest: dict[Node, Expr] = {}
        for node, count in self.parts:
            proof, other = node.parted(search)
            if proof is not None:
                told.append((proof, proof.value, count))
            rest[other] = rest.get(other, S.Zero) + count
        if not told or all(
            isinstance(node, Given) and isinstance(node.proof.value, ApproxDP) for node, _ in self.parts
        ):
            return  # of promises of eps and delta alone composition is known
        given, parts = tuple(proof for proof, _, _ in told), tuple((value, count) for _, value, count in told)
        asked = search.asked(arrow, request, parts)
        if asked is None:
            return
        for premise in prove(Composed(tuple(rest.items())), asked):
            yield from search.applied(arrow, (*given, premise), "unless all is told", parts, premise.value, request)

    def by(self, arrow: Arrow, search: Search, request: Request) -> Iterator[Proof]:
        """Yield what one arrow makes of the parts."""
        counts = tuple(count for _, count in self.parts)
        asked = request if arrow.asks is None else search.asked(arrow, request, Add(*counts))
        if asked is None:
            return
        many = len(self.parts) > _MOST_CHOICES
        breadth = Breadth.DIRECT if many else Breadth.BEST
        found = [search.best_of(search.proofs(node, arrow.source, asked, breadth=breadth)) for node, _ in self.parts]
        if not all(found):
            return
        choices = product(*found) if not many else [tuple(each[0] for each in found)]
        for index, premises in enumerate(choices):
            if index == _MOST_CHOICES:
                return
            parts = tuple(zip((premise.value for premise in premises), counts, strict=True))
            note = ", ".join(dict.fromkeys(f"{count} times" for count in counts if count != 1))
            yield from search.applied(arrow, premises, note, parts, request)

    @property
    def told(self) -> Node | None:
        found = tuple((node.told or node, count) for node, count in self.parts)
        return None if found == self.parts else replace(self, parts=found)


@dataclass(frozen=True)
class Sampled(Node):
    """A mechanism run on a random sample, or local answers shuffled.

    A draw does not see the data, so that the draw and all answers together are an adaptive composition of the runs in which a record takes
    part with others that do not see it, and the answers alone are processed from these: they keep every promise that so many runs keep.
    """

    inner: Node
    sampling: Any

    def proofs(self, search: Search, target: type[Notion], request: Request) -> Iterator[Proof]:
        for arrow in search.arrows(Kind.AMPLIFICATION, target):
            asked = request if arrow.asks is None else search.asked(arrow, request, self.sampling)
            if asked is None:
                continue
            for premise in search.best_of(search.proofs(self.inner, arrow.source, asked)):
                note, given = str(self.sampling), self.sampling.conditions
                for proof in search.applied(arrow, (premise,), note, premise.value, self.sampling, request):
                    yield (
                        replace(proof, conditions=tuple(dict.fromkeys((*proof.conditions, *given)))) if given else proof
                    )

    def parted(self, search: Search) -> tuple[Proof | None, Node]:
        proof, rest = self.inner.parted(search)
        if proof is not None:
            for arrow in search.arrows(Kind.TELLING_SAMPLE, ApproxDP):
                for drawn in search.applied(arrow, (proof,), str(self.sampling), proof.value, self.sampling, Request()):
                    return drawn, replace(self, inner=rest)
        return None, self

    @property
    def told(self) -> Node | None:
        if (runs := self.sampling.runs) is None:
            return None
        return Processed(
            self.inner if runs == 1 else Composed(((self.inner, runs),)), f"{self.sampling}, the draw told"
        )


def _with_told(node: Grouped | Processed) -> Node | None:
    """Return the same operation where what is drawn inside is told, None where nothing is."""
    inner = node.inner.told
    return None if inner is None else replace(node, inner=inner)


@dataclass(frozen=True)
class Grouped(Node):
    """The same mechanism, for datasets several steps apart."""

    inner: Node
    count: Expr

    def proofs(self, search: Search, target: type[Notion], request: Request) -> Iterator[Proof]:
        for arrow in search.arrows(Kind.GROUP, target):
            asked = request if arrow.asks is None else search.asked(arrow, request, self.count)
            if asked is None:
                continue
            for premise in search.best_of(search.proofs(self.inner, arrow.source, asked)):
                # the pair that keeps a promise is not what was run: of some it is known what the promise says of a group, of others it is not
                if premise.is_converted and isinstance(premise.value, LossDP) and not premise.value.is_of_any_distance:
                    continue
                yield from search.applied(
                    arrow, (premise,), f"{self.count} steps apart", premise.value, self.count, request
                )

    @property
    def told(self) -> Node | None:
        return _with_told(self)


@dataclass(frozen=True)
class Replaced(Grouped):
    """The same mechanism, for one record replaced: one removed and one added, a group of two that is not drawn twice into a sample."""

    count: Expr = _TWO

    def proofs(self, search: Search, target: type[Notion], request: Request) -> Iterator[Proof]:
        for arrow in search.arrows(Kind.REPLACEMENT, target):
            for premise in search.best_of(search.proofs(self.inner, arrow.source, request)):
                yield from search.applied(arrow, (premise,), "", premise.value, request)
        yield from super().proofs(search, target, request)


@dataclass(frozen=True)
class Processed(Node):
    """The output of a mechanism, processed by whatever does not see the data."""

    inner: Node
    note: str = ""

    def proofs(self, search: Search, target: type[Notion], request: Request) -> Iterator[Proof]:
        for arrow in search.arrows(Kind.PROCESSING, target):
            for premise in search.best_of(search.proofs(self.inner, arrow.source, request)):
                yield from search.applied(arrow, (premise,), self.note, premise.value, request)

    @property
    def told(self) -> Node | None:
        return _with_told(self)
