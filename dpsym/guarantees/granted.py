"""What a theorem promises of a mechanism as it stands: the rule that says so, and the guarantee that rests on it."""

from __future__ import annotations

from sympy import S
from sympy.logic.boolalg import Boolean

from dpsym.guarantees.adjacency import adjacency_of
from dpsym.guarantees.arrow import Arrow, Kind, Source
from dpsym.guarantees.guarantee import Guarantee
from dpsym.guarantees.nodes import Given
from dpsym.guarantees.notions import Notion
from dpsym.guarantees.proof import Proof


def granting(
    name: str, notion: type[Notion], theorems: tuple[str, ...], says: str, hypotheses: tuple[str, ...], *cites: Source
) -> Arrow:
    """Return the rule by which theorems promise a notion of privacy of a mechanism, under hypotheses in words."""
    return Arrow(
        name=name,
        kind=Kind.DERIVATION,
        source=notion,
        theorems=theorems,
        says=says,
        cites=cites,
        apply=lambda value, request: value,
        hypotheses=hypotheses,
    )


def granted(rule: Arrow, value: Notion, adjacency: object, *conditions: Boolean) -> Guarantee:
    """Return the guarantee that a rule promises, under those of the conditions that symbols leave open."""
    left = tuple(each for each in conditions if each is not S.true)
    return Guarantee(Given(Proof(value, rule, conditions=left)), adjacency_of(adjacency))
