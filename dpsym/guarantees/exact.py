"""The exact road: from the mechanisms that are run to the promise that is wanted, where a theorem derives it of them.

What is derived of the worst pairs themselves is true of a mechanism that there is, so that no chain of bounds can be better: where this
road leads to the end, the others need not be walked to know the answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sympy.logic.boolalg import Boolean

from dpsym.guarantees.arrow import Kind, Request
from dpsym.guarantees.cases import in_cases
from dpsym.guarantees.nodes import Composed, Given, Grouped, Node, Sampled
from dpsym.guarantees.notions import ApproxDP, LossDP, Notion, ProfileDP
from dpsym.guarantees.proof import Proof
from dpsym.guarantees.ranking import ANY, answers, is_closed, is_elsewhere
from dpsym.guarantees.search import Search


class _Losses(Search):
    """A search for the privacy loss of what a node runs, without a conversion of anything but what was given.

    A given promise is converted where it is that of one pair, as pure privacy is that of randomized response: the pair keeps the
    promise, and no mechanism that does is worse.
    """

    def proofs(self, node: Node, target: type[Notion], request: Request, *_: Any, **__: Any) -> tuple[Proof, ...]:
        found = tuple(node.proofs(self, target, request))
        return found or (tuple(self._of_promise(node, target, request)) if isinstance(node, Given) else ())

    def _of_promise(self, node: Given, target: type[Notion], request: Request) -> Iterator[Proof]:
        for arrow in self.arrows(Kind.CONVERSION, target):
            if arrow.attained and isinstance(node.proof.value, arrow.source):
                yield from self.applied(arrow, (node.proof,), "", node.proof.value, request)


def exact(search: Search, node: Node, target: type[Notion], request: Request) -> Proof | None:
    """Return a promise that is derived of the very mechanisms that a node runs, None where there is none, or conditions are left open.

    Those without which there would be no such mechanism are a case of the answer: every other road needs them too.

    Parameters
    ----------
    search : Search
        What it remembers of arrows serves this road, and the other way round.
    node : Node
        What was done.
    target : type of Notion
        What is wanted.
    request : Request
        At which delta or eps.
    """
    return (
        _of_group(node, target, request)
        or _derived(search, node, target, request)
        or _of_promise(search, node, target, request)
        or _settled(search, node, target, request)
        or _settled_runs(search, node, target, request)
        or _on_a_sample(search, node, target, request)
        or _by_profile(search, node, target, request)
        or _unless_told(search, node, target, request)
    )


def _derived(search: Search, node: Node, target: type[Notion], request: Request) -> Proof | None:
    for premise in _Losses().proofs(node, LossDP, ANY):
        if target is LossDP:
            return None if premise.conditions else premise
        for arrow in search.arrows(Kind.DERIVATION, target):
            for proof in search.applied(arrow, (premise,), "", premise.value, request):
                if not answers(proof.value, request):
                    continue
                if not proof.conditions:
                    return proof
                if set(proof.conditions) <= _needed(node):
                    return in_cases(proof, None, request)
    return None


def _of_promise(search: Search, node: Node, target: type[Notion], request: Request) -> Proof | None:
    """Return what an attained conversion makes of a promise at the very place that was asked for: nothing better follows from it."""
    if not isinstance(node, Given) or isinstance(node.proof.value, target):
        return None
    for arrow in search.arrows(Kind.CONVERSION, target):
        if arrow.attained and isinstance(node.proof.value, arrow.source):
            for proof in search.applied(arrow, (node.proof,), "", node.proof.value, request):
                if _is_plain(proof, request) and not is_elsewhere(proof.value, request):
                    return proof
    return None


def _of_group(node: Node, target: type[Notion], request: Request) -> Proof | None:
    """Return what an attained arrow makes of a promise of the very kind that is wanted, for a group."""
    if (
        not isinstance(node, Grouped)
        or not isinstance(node.inner, Given)
        or not isinstance(node.inner.proof.value, target)
    ):
        return None
    for proof in _Losses().proofs(node, target, request):
        if proof.arrow is not None and proof.arrow.attained and _is_plain(proof, request):
            return proof
    return None


def _on_a_sample(search: Search, node: Node, target: type[Notion], request: Request) -> Proof | None:
    """Return what an attained amplification makes of the exact promise of a single run, whose query may move either way.

    Of other runs the worse direction on a sample need not be that of the runs themselves. An amplification may be marked as attained only where
    the pair that was amplified attains it, as on a Poisson sample, and not where some other pair does.
    """
    if not isinstance(node, Sampled) or not isinstance(node.inner, Given):
        return None
    for arrow in search.arrows(Kind.AMPLIFICATION, target):
        asked = search.asked(arrow, request, node.sampling) if arrow.attained and arrow.asks else None
        if asked is None or (inner := exact(search, node.inner, arrow.source, asked)) is None:
            continue
        for proof in search.applied(arrow, (inner,), str(node.sampling), inner.value, node.sampling, request):
            if _is_plain(proof, request) and not node.sampling.conditions:
                return proof
    return None


def _settled(search: Search, node: Node, target: type[Notion], request: Request) -> Proof | None:
    """Return what an amplification makes of a single run, or promise, of which a bound from below says that no other one matters.

    A promise that is not given is that of a run only where its own worst pair is what was run.
    """
    if not isinstance(node, Sampled) or not isinstance(node.inner, Given) or request == ANY:
        return None
    given, sampling = node.inner.proof, node.sampling
    for arrow in search.arrows(Kind.AMPLIFICATION, target):
        if arrow.settled is None:
            continue
        known: Proof | None = given
        if not isinstance(given.value, arrow.source):
            known = exact(search, node.inner, arrow.source, ANY)
            pair = None if known is None else exact(search, Given(Proof(known.value)), LossDP, ANY)
            known = known if pair is not None and pair.value == given.value else None
        if known is None:
            continue
        for proof in search.applied(arrow, (known,), str(sampling), known.value, sampling, request):
            if _is_plain(proof, request) and arrow.settled(known.value, sampling, request):
                return proof
    return None


def _settled_runs(search: Search, node: Node, target: type[Notion], request: Request) -> Proof | None:
    """Return what a composition makes of runs of one kind, where it is known that no other promise is much better."""
    if not isinstance(node, Composed) or node.parallel or request == ANY:
        return None
    for arrow in search.arrows(Kind.COMPOSITION, target):
        for proof in node.by(arrow, search, request) if arrow.settled is not None else ():
            parts = tuple((each.value, count) for each, (_, count) in zip(proof.premises, node.parts, strict=True))
            if _is_plain(proof, request) and arrow.settled(parts, request):  # type: ignore[misc]
                return proof
    return None


def _by_profile(search: Search, node: Node, target: type[Notion], request: Request) -> Proof | None:
    """Return what the exact privacy profile says at one place, where that is a formula."""
    if target is not ApproxDP or request == ANY:
        return None
    profile = exact(search, node, ProfileDP, ANY)
    for arrow in search.arrows(Kind.CONVERSION, target) if profile is not None else ():
        if arrow.source is ProfileDP and arrow.attained:
            for proof in search.applied(arrow, (profile,), "", profile.value, request):
                if _is_plain(proof, request):
                    return proof
    return None


def _unless_told(search: Search, node: Node, target: type[Notion], request: Request) -> Proof | None:
    """Return what runs keep together of which some are known by eps and delta: the pair that has these tells all with probability delta."""
    if not isinstance(node, Composed):
        return None

    def prove(rest: Node, asked: Request) -> Iterator[Proof]:
        if (found := exact(search, rest, ApproxDP, asked)) is not None:
            yield found

    for arrow in search.arrows(Kind.TELLING, target):
        for proof in node.unless_told(arrow, search, request, prove):
            if _is_plain(proof, request):
                return proof
    return None


def _is_plain(proof: Proof, request: Request) -> bool:
    """Whether a promise is a formula at what was asked for, under no condition."""
    return answers(proof.value, request) and is_closed(proof.value) and not proof.conditions


def _needed(node: Node) -> set[Boolean]:
    """Return the conditions without which a node is none: of a sample that may be no greater than its population, say."""
    own = (
        node.proof.conditions
        if isinstance(node, Given)
        else node.sampling.conditions
        if isinstance(node, Sampled)
        else ()
    )
    parts = (inner for inner, _ in node.parts) if isinstance(node, Composed) else ()
    inner = getattr(node, "inner", None)
    return set(own).union(*(_needed(each) for each in (*parts, *(() if inner is None else (inner,)))))
