"""Scripts about two log-affine densities on the line: the cells of the derivation, integrated one by one, and the identity that is left."""

from __future__ import annotations

from sympy import I, oo

from dpsym.divergences import KL, ChiSquaredDivergence, SquaredHellinger
from theorems.entry import Theorem
from theorems.kernel.errors import NotWrittenError
from theorems.kernel.terms import term
from theorems.kernel.writing.exponents import moment
from theorems.kernel.writing.identities import left
from theorems.kernel.writing.integrals import Script

NEEDS = ("Basics", "Pieces", "Extremes", "Cells", "Closing")
"""What of the library such a proof needs."""


def write(entry: Theorem) -> list[str]:
    """Return the proof of an entry, sentence by sentence.

    Raises
    ------
    NotWrittenError
        If it is not about two log-affine densities on the line, or about another divergence.
    """
    script = Script(entry)
    total, pieces = script.integral()
    head, value = script.head, script.value
    if value == oo or value.has(I):
        raise NotWrittenError(f"the value {value}")
    if isinstance(head, SquaredHellinger):
        rest = left(script, pieces, 1 - value)
        return [*script.lines, f"refine (eq_ind ({total}) (fun v => integral line _ v) L _ _).", *rest]
    if isinstance(head, (KL, ChiSquaredDivergence)):
        rest = left(script, pieces, value)
        return [
            *script.lines,
            "split. { dominates. }",
            f"refine (eq_ind ({total}) (fun v => integral line _ v) L _ _).",
            *rest,
        ]
    order = head.args[0]
    printed = moment(value, order)
    text = term(printed, {})
    inner = pieces[len(pieces) // 2]
    begin = inner.lower if inner.lower != -oo else inner.upper - 1
    end = inner.upper if inner.upper != oo else inner.lower + 1
    rest = left(script, pieces, printed)
    return [
        *script.lines,
        "split. { intros ?; first [exfalso; lra | dominates]. }",
        f"assert (V : {total} = {text}).",
        "{ " + " ".join(rest) + " }",
        f"rewrite V in L. exists ({text}). split; [exact L | split].",
        f"- first [positive | apply (line_pos f (cell {inner.text}) {term(begin, {})} {term(end, {})} _); [intros; apply moment_nonneg | lra | "
        f"unfold f; {script.tactic()} | apply cell_continuous | unfold cell; rewrite Rmult_0_l, Rplus_0_l; positive | exact L]].",
        "- first [reflexivity | logs; alike].",
    ]
