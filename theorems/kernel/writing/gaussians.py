"""Scripts about two Gaussian laws of one scale: instances of the Rényi divergence and the privacy profile that the library proves."""

from __future__ import annotations

from sympy import Eq

from dpsym.distributions import Gaussian
from dpsym.divergences import HockeyStick, Renyi
from theorems.entry import Theorem
from theorems.kernel.errors import NotWrittenError
from theorems.kernel.terms import term
from theorems.kernel.writing import lines

NEEDS = (*lines.NEEDS, "Gauss")


def write(entry: Theorem) -> list[str]:
    """Return the proof of an entry, sentence by sentence.

    Raises
    ------
    NotWrittenError
        If it is not the Rényi divergence or the privacy profile of two Gaussian laws of one scale.
    """
    statement = entry.statement
    if not isinstance(statement, Eq) or not isinstance(statement.lhs, (Renyi, HockeyStick)):
        raise NotWrittenError(f"the statement {statement}")
    index, first, second = statement.lhs.args
    if not (isinstance(first, Gaussian) and isinstance(second, Gaussian)):
        raise NotWrittenError(f"the laws {first}, {second}")
    if first.scale != second.scale or not statement.rhs.is_finite:
        raise NotWrittenError(f"Gaussian laws of two scales, {first} and {second}")
    scale, ends = term(first.scale, {}), [term(law.location, {}) for law in (first, second)]
    begin = ["red; intros.", f"assert (0 < {scale}) by positive."]
    if isinstance(statement.lhs, Renyi):
        known = f"gaussian_renyi {term(index, {})} {ends[0]} {ends[1]} {scale} ltac:(positive) ltac:(lra)"
        law = f"is_renyi line {term(index, {})} (gaussian {ends[0]} {scale}) (gaussian {ends[1]} {scale}) (Finite u)"
        return [*begin, f"refine (eq_ind _ (fun u : R => {law}) ({known}) _ _).", "alike."]
    if first.location != 0 or not second.location.is_positive:
        raise NotWrittenError(f"the profile of {first} and {second}")
    known = f"gaussian_stick {term(index, {})} {ends[1]} {scale} ltac:(positive) ltac:(positive)"
    law = f"is_hockey_stick line {term(index, {})} (gaussian 0 {scale}) (gaussian {ends[1]} {scale})"
    return [*begin, f"refine (eq_ind _ ({law}) ({known}) _ _).", "error_functions; alike."]
