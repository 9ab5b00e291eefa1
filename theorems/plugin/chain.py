"""A guarantee written as the text that reads as the same guarantee, so that a claim about it can be judged and printed."""

from __future__ import annotations

from dpsym.distributions import Law
from dpsym.errors import ParameterError
from dpsym.guarantees import Guarantee
from dpsym.guarantees.adjacency import Adjacency, Relation
from dpsym.guarantees.mechanism import Mechanism
from dpsym.guarantees.nodes import Composed, Given, Grouped, Node, Sampled
from dpsym.guarantees.notions import LossDP, Notion

_RULE = "text, a law, a chain of operations, or an answer that is read off the composed privacy loss"


def chain_of(mechanism: object) -> str:
    """Return the text of a mechanism, in the grammar of `dpsym.guarantees.reading`.

    Parameters
    ----------
    mechanism : Law, Guarantee or str
        An unanswered guarantee such as ``Gaussian(sigma=2).compose(1000)``; an answer of `to_approx` whose best route reads the
        promise off the composed privacy loss; text is passed through.

    Returns
    -------
    str
        For example ``"Gaussian(0, 2).compose(1000)"``.

    Raises
    ------
    ParameterError
        If it is none of these, or is made of operations that have no text.
    """
    if isinstance(mechanism, str):
        return mechanism
    if isinstance(mechanism, Law):
        return str(mechanism)
    if not isinstance(mechanism, Guarantee):
        raise ParameterError("mechanism", _RULE, mechanism)
    node, adjacency = mechanism.node, mechanism.adjacency
    if mechanism.question is not None:
        node = _loss_behind(mechanism)
    if isinstance(node, Grouped) and adjacency.relation is Relation.REPLACE and adjacency.distance == 1:
        return f"{_text(node.inner, Adjacency(Relation.ADD_REMOVE))}.to_replace()"
    return _text(node, adjacency)


def _loss_behind(answer: Guarantee) -> Node:
    """Return the privacy loss from which an answer was read off."""
    for premise in answer.proof.premises:
        if isinstance(premise.value, LossDP):
            return Given(premise)
    raise ParameterError("mechanism", f"{_RULE}; leave to_approx out", str(answer))


def _text(node: Node, adjacency: Adjacency) -> str:
    if isinstance(node, Given):
        return _promise(node.proof.value, adjacency)
    if isinstance(node, Composed) and not node.parallel:
        return _chained([_times(_text(each, adjacency), str(count)) for each, count in node.parts])
    if isinstance(node, Grouped):
        return f"{_text(node.inner, adjacency)}.group({node.count})"
    if isinstance(node, Sampled) and hasattr(node.sampling, "rate"):
        return f"{_text(node.inner, adjacency)}.subsample({node.sampling.rate})"
    raise ParameterError("mechanism", "made of laws, compositions, groups and Poisson samples", node)


def _promise(value: Notion, adjacency: Adjacency) -> str:
    if not isinstance(value, LossDP):
        return str(value)
    return _chained([_times(_mechanism(each, adjacency), str(count)) for each, count in value.parts])


def _mechanism(mechanism: Mechanism, adjacency: Adjacency) -> str:
    if mechanism.fixed_size:
        raise ParameterError("mechanism", "not on a sample of fixed size", mechanism)
    relation = Relation.ADD_REMOVE if mechanism.replaced else adjacency.relation
    text = str(mechanism.law)
    if relation is not Relation.ADD_REMOVE or mechanism.sensitivity != 1:
        text += f".guarantee(adjacency={relation.value}, sensitivity={mechanism.sensitivity})"
    if mechanism.rate == 1:
        return text
    text += f".subsample({mechanism.rate})" + (".to_replace()" if mechanism.replaced else "")
    return text if mechanism.records == 1 else f"{text}.group({mechanism.records})"


def _times(text: str, count: str) -> str:
    return text if count == "1" else f"{text}.compose({count})"


def _chained(parts: list[str]) -> str:
    """Return the text of several runs, one after the other."""
    return ".compose(".join(parts) + ")" * (len(parts) - 1)
