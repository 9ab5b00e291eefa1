"""Promises about the data in hand: what they say of pairs of which one is another dataset is nothing."""

from __future__ import annotations

from dpsym.errors import NotApplicableError
from dpsym.guarantees.nodes import Composed, Given, Node

IN_HAND = "of the data in hand and their neighbours alone: the bound depends on the data and is no secret kept"
"""The hypothesis that a rule of such promises has."""


def require_any_data(node: Node, what: str) -> None:
    """Refuse what asks for a promise about other data than those in hand: the steps of a chain, or samples.

    Parameters
    ----------
    node : Node
        What was done.
    what : str
        What is asked for.

    Raises
    ------
    NotApplicableError
        If a promise that it rests on is about the data in hand.
    """
    if is_about_hand(node):
        raise NotApplicableError(f"{what} is about other data than those in hand, of which the promise says nothing")


def is_about_hand(node: Node) -> bool:
    """Return whether a promise that a node rests on is about the data in hand."""
    if isinstance(node, Given):
        rules = (step.arrow for step in node.proof.steps() if step.arrow is not None)
        return any(IN_HAND in rule.hypotheses for rule in rules)
    inner = [part for part, _ in node.parts] if isinstance(node, Composed) else [node.inner]  # type: ignore[attr-defined]
    return any(map(is_about_hand, inner))
