"""Scripts about two laws on a few points: masses are positive, sums are written out, powers are brought to those of the printed form."""

from __future__ import annotations

from sympy import Eq, Expr

from dpsym.distributions import Bernoulli, Finite
from dpsym.divergences import KL, ChiSquaredDivergence, Divergence, Renyi
from theorems.entry import Theorem
from theorems.kernel.errors import NotWrittenError
from theorems.kernel.terms import term
from theorems.kernel.writing.exponents import moment
from theorems.kernel.writing.lines import NEEDS

__all__ = ["NEEDS", "write"]
_MOST = 4


def _masses(law: object) -> list[Expr]:
    """Return the masses of a law on a few points, as the Coq library defines them."""
    if isinstance(law, Bernoulli):
        return [1 - law.args[0], law.args[0]]
    if isinstance(law, Finite):
        return list(law.masses)
    raise NotWrittenError(f"the law {law}")


def write(entry: Theorem) -> list[str]:
    """Return the proof of an entry, sentence by sentence.

    Raises
    ------
    NotWrittenError
        If it is not a divergence of two laws on at most four points.
    """
    statement = entry.statement
    if not (isinstance(statement, Eq) and isinstance(statement.lhs, Divergence)):
        raise NotWrittenError(f"the statement {statement}")
    head, value = statement.lhs, statement.rhs
    *index, first, second = head.args
    if len(_masses(first)) > _MOST:
        raise NotWrittenError(f"a law on {len(_masses(first))} points")
    if any(mass == 0 for mass in _masses(first) + _masses(second)):
        raise NotWrittenError("a mass of zero")
    begin = ["red; intros."]
    if isinstance(head, KL):
        return [*begin, "split. { charged. }", "masses; unfold log_ratio; supported; logs; alike."]
    if isinstance(head, ChiSquaredDivergence):
        return [*begin, "split. { charged. }", "masses; unfold moment; squares; alike."]
    if isinstance(head, Renyi):
        text = term(moment(value, index[0]), {})
        return [
            *begin,
            "split. { intros _; charged. }",
            f"exists ({text}). split; [masses; unfold moment; powers; alike | split].",
            "- positive.",
            "- first [reflexivity | logs; alike].",
        ]
    raise NotWrittenError(f"the divergence {type(head).__name__} of laws on a few points")
