"""From the tree of a guarantee to the runs whose worst pairs are known exactly."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from sympy import Rational

from dpsym import distributions as d
from dpsym.amplification import Poisson
from dpsym.distributions.groups import MOST_RECORDS
from dpsym.guarantees.mechanism import Mechanism
from dpsym.guarantees.nodes import Composed, Given, Grouped, Node, Processed, Replaced, Sampled
from dpsym.guarantees.notions import GDP, LossDP, PureDP
from theorems.regress.runs import Run

Parts = tuple[tuple[Run, int], ...]

_NUMBERED = frozenset(
    {
        d.Gaussian,
        d.Laplace,
        d.DiscreteLaplace,
        d.TruncatedLaplace,
        d.RandomizedResponse,
        d.KaryResponse,
        d.DiscreteGaussian,
        d.Staircase,
    }
)


def is_asked(node: Node) -> bool:
    """Whether somewhere in it a question was already answered, so that it is a promise and no mechanism.

    What a theorem promises of a mechanism as it stands, such as a choice by scores, is no answer: it has no premises.
    """
    return any(
        isinstance(each, Given) and each.proof.arrow is not None and each.proof.premises for each in _nodes(node)
    )


def symbols_of(node: Node) -> list[str]:
    """Return the names for which numbers have yet to be put in."""
    found: set[Any] = set()
    for each in _nodes(node):
        if isinstance(each, Given):
            found |= each.proof.value.free_symbols
        elif isinstance(each, Composed):
            found |= {symbol for _, count in each.parts for symbol in count.free_symbols}
        elif isinstance(each, Sampled):
            found |= each.sampling.free_symbols
        elif isinstance(each, Grouped):
            found |= each.count.free_symbols
    return sorted(map(str, found))


def scales_of(node: Node, families: Iterable[str]) -> set[str]:
    """Return the names in a tree; empty unless every one of them is the scale of noise of one of the families."""
    found, wanted = set(symbols_of(node)), frozenset(families)
    for each in _nodes(node):
        value = each.proof.value if isinstance(each, Given) else None
        if not isinstance(value, LossDP):
            continue
        for mechanism, _ in value.parts:
            law = mechanism.law
            is_scale = type(law).__name__ in wanted and law.args[1].is_Symbol
            if (not is_scale and law.free_symbols) or mechanism.sensitivity.free_symbols:
                return set()
    return found


def _nodes(node: Node) -> Iterable[Node]:
    yield node
    if isinstance(node, Composed):
        for each, _ in node.parts:
            yield from _nodes(each)
    elif isinstance(node, (Sampled, Grouped, Processed)):
        yield from _nodes(node.inner)


def parts_of(node: Node) -> Parts | None:
    """Return the runs of a tree, or None where the exact worst case of what was done is not known.

    A promise of pure privacy is as bad as randomized response, which dominates it, and one of Gaussian privacy as Gaussian
    noise. Of several steps the query moves by as many sensitivities; behind a sample the records of a group are drawn one by one, of which
    the worst pair of Gaussian noise is known.
    """
    if isinstance(node, Given):
        # of what a theorem promises of a mechanism nothing says that it is attained
        return None if node.proof.arrow is not None else _given(node.proof.value)
    if isinstance(node, Composed) and not node.parallel:
        counts: dict[Run, int] = {}
        for each, times in node.parts:
            inner = parts_of(each)
            if inner is None:
                return None
            for run, count in inner:
                counts[run] = counts.get(run, 0) + count * int(times)
        return tuple(counts.items())
    if isinstance(node, Grouped):
        inner = parts_of(node.inner)
        moved = [_moved(run, node) for run, _ in inner or ()]
        if inner is None or None in moved:
            return None
        return tuple((run, count) for run, (_, count) in zip(moved, inner, strict=True) if run is not None)
    if isinstance(node, Sampled) and isinstance(node.sampling, Poisson):
        inner = parts_of(node.inner)
        if inner is None or len(inner) != 1 or inner[0][1] != 1 or inner[0][0].is_sampled:
            return None
        run, rate = inner[0][0], node.sampling.rate
        return ((_with(run, rate=_fraction(rate)), 1),) if isinstance(rate, Rational) and _is_symmetric(run) else None
    return None


def _moved(run: Run, node: Grouped) -> Run | None:
    """Return a run for several steps at once: the query moves as far, or, behind a sample, by as many records as are in it, or on both sides."""
    if isinstance(node, Replaced) and run.family == "KaryResponse" and not run.replaced:
        if not run.is_sampled:  # any two answers are one pair
            return run
        return _with(run, replaced=True) if run.arguments[1] > 2 else None  # of two answers no three differ
    if not run.is_sampled:
        return _with(run, sensitivity=run.sensitivity * int(node.count)) if _moves(run) else None
    if run.family != "Gaussian" or run.law is not None:
        return None
    if isinstance(node, Replaced):
        return _with(run, replaced=True)
    return _with(run, records=run.records * int(node.count)) if node.count <= MOST_RECORDS else None


def _with(run: Run, **changed: Any) -> Run:
    return replace(run, **changed)


def _is_symmetric(run: Run) -> bool:
    """Whether noise moved up is as bad as noise moved down, so that one pair in front of a sample is the worst."""
    return run.law is None or bool(getattr(run.law, "is_symmetric", False))


def moved_by_one_replaced(node: Node) -> list[str]:
    """Return how far noisy queries move when one record is replaced by another, in a tree that begins with that; none in any other."""
    nodes = list(_nodes(node))
    if any(isinstance(each, Replaced) for each in nodes):
        return []
    values = [each.proof.value for each in nodes if isinstance(each, Given)]
    parts = [mechanism for value in values if isinstance(value, LossDP) for mechanism, _ in value.parts]
    return sorted(
        {str(each.sensitivity) for each in parts if not isinstance(each.law, (d.RandomizedResponse, d.KaryResponse))}
    )


def says_distances(node: Node) -> bool:
    """Whether a tree itself says how far queries move: in groups, or in promises, which have no sensitivity."""
    return any(
        isinstance(each, Grouped) or (isinstance(each, Given) and not isinstance(each.proof.value, LossDP))
        for each in _nodes(node)
    )


def facts_of(node: Node) -> tuple[str, ...]:
    """Return the entries by which promises stand for the mechanisms that are as bad as they allow."""
    values = [each.proof.value for each in _nodes(node) if isinstance(each, Given)]
    pure = ("dp.pure.dominating",) if any(isinstance(value, PureDP) for value in values) else ()
    return (*pure, "gdp.tradeoff") if any(isinstance(value, GDP) for value in values) else pure


def _moves(run: Run) -> bool:
    """Whether the mechanism adds noise to a query, whose answers move."""
    return run.family not in ("RandomizedResponse", "KaryResponse")


def _given(value: Any) -> Parts | None:
    if isinstance(value, LossDP) and value.is_numeric:
        return tuple((_run(mechanism), int(count)) for mechanism, count in value.parts)
    if isinstance(value, PureDP) and isinstance(value.eps, Rational):
        return ((Run("RandomizedResponse", (_fraction(value.eps),)), 1),)
    if isinstance(value, GDP) and isinstance(value.mu, Rational) and value.mu > 0:
        return ((Run("Gaussian", (1 / _fraction(value.mu),)), 1),)
    return None


def _run(mechanism: Mechanism) -> Run:
    law, numbers = mechanism.law, (mechanism.sensitivity, mechanism.rate)
    sensitivity, rate = (_fraction(each) if isinstance(each, Rational) else Fraction(0) for each in numbers)
    arguments = law.args[:1] if isinstance(law, d.RandomizedResponse) else law.args[1:]
    if isinstance(law, d.KaryResponse):
        arguments = law.args[:2]
    if type(law) in _NUMBERED and all(isinstance(each, Rational) for each in arguments) and sensitivity:
        numbered = tuple(map(_fraction, arguments))
        return Run(type(law).__name__, numbered, sensitivity, rate, None, mechanism.replaced, mechanism.records)
    return Run(type(law).__name__, (), sensitivity, rate, law, mechanism.replaced, mechanism.records)


def _fraction(value: Any) -> Fraction:
    return Fraction(int(value.p), int(value.q))
