"""The statement of an entry as a Coq proposition, from its expression tree: what is proved is printed, never typed.

``forall`` its variables and their domains, its hypotheses imply that the values of its divergences exist and are related as it says.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sympy import Basic, Interval, Range, S, Set, Symbol

from dpsym.distributions import AnyEvent, AnyKernel, AnyLaw
from theorems.entry import Theorem
from theorems.kernel.errors import NotPrintableError
from theorems.kernel.laws import Spaces
from theorems.kernel.relations import Claim
from theorems.kernel.terms import name, natural, term

HEADER = """From Coq Require Import Reals ZArith List.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Spaces Functions Divergences Suprema Adaptive Tilted Laws.
Import ListNotations.
Open Scope R_scope.
"""


@dataclass(frozen=True)
class Printed:
    """A statement in Coq.

    Parameters
    ----------
    name : str
        Of the proposition.
    proposition : str
        What it says.
    finite : bool
        Whether it is about laws on finite spaces where the entry is about laws on countable ones.
    """

    name: str
    proposition: str
    finite: bool

    @property
    def definition(self) -> str:
        """The Coq sentence that defines the proposition."""
        return f"Definition {self.name} : Prop :=\n  {self.proposition}.\n"


def coq_name(id: str) -> str:
    """Return the Coq name of an entry."""
    return id.replace(".", "__")


def printed(entry: Theorem) -> Printed:
    """Print the statement of an entry with its domain and hypotheses.

    Raises
    ------
    NotPrintableError
        If something in it has no counterpart in the Coq library.
    """
    parts = (*entry.hypotheses, entry.statement)
    spaces = Spaces(parts)
    full = {law for law, values in entry.domain.items() if getattr(values, "is_full", False)}
    counter = iter(range(1, 1000))
    claims = [Claim(spaces, full, counter).relation(part) for part in parts]
    binders = [_binder(variable, values, spaces) for variable, values in entry.domain.items()]
    sizes = [f"forall {size} : nat, " for size in spaces.sizes]
    quantifiers = "\n  ".join([*sizes, *binders])
    body = " ->\n  ".join(claims)
    return Printed(coq_name(entry.id), f"{quantifiers}\n  {body}", bool(sizes))


def _binder(variable: Basic, values: Set, spaces: Spaces) -> str:
    """Return the quantifier of a variable, with what its domain says about it."""
    if isinstance(variable, AnyLaw):
        law, space = name(variable.name), spaces.of(variable)
        said = [f"is_law {space} {law}"] + [f"full_support {space} {law}"] * values.is_full
        return _quantifier(law, "nat -> R", said)
    if variable in spaces.mechanisms:
        mechanism, home = name(variable.name), spaces.after(variable)
        said = [f"is_mechanism {home} {mechanism}"] + [f"full_mechanism {home} {mechanism}"] * values.is_full
        return _quantifier(mechanism, "list nat -> nat -> R", said)
    if isinstance(variable, AnyKernel):
        kernel, ends = name(variable.name), f"{spaces.before(variable)} {spaces.after(variable)}"
        said = [f"is_kernel {ends} {kernel}"] + [f"full_kernel {ends} {kernel}"] * values.is_full
        return _quantifier(kernel, "nat -> nat -> R", said)
    if isinstance(variable, AnyEvent):
        return _quantifier(name(variable.name), "nat -> R", [f"is_event {spaces.of(variable)} {name(variable.name)}"])
    if not isinstance(variable, Symbol):
        raise NotPrintableError(f"the variable {variable}")
    if variable.is_integer:
        return _quantifier(name(variable), "nat", _first(variable, values))
    if not isinstance(values, Interval):
        raise NotPrintableError(f"the domain {values}")
    said = []
    if values.start != S.NegativeInfinity:
        said.append(f"{term(values.start, {})} {'<' if values.left_open else '<='} {name(variable)}")
    if values.end != S.Infinity:
        said.append(f"{name(variable)} {'<' if values.right_open else '<='} {term(values.end, {})}")
    return _quantifier(name(variable), "R", said)


def _first(variable: Symbol, values: Set) -> list[str]:
    """Return what is said of a natural number: from where on it goes."""
    if values == S.Naturals0:
        return []
    least = (
        1 if values == S.Naturals else values.start if isinstance(values, Range) and values.stop == S.Infinity else None
    )
    if least is None or (isinstance(values, Range) and values.step != 1) or least < 0:
        raise NotPrintableError(f"the domain {values}")
    return [f"({least} <= {natural(variable)})%nat"]


def _quantifier(variable: str, kind: str, said: Iterable[str]) -> str:
    return f"forall {variable} : {kind}, " + "".join(f"{one} -> " for one in said)
