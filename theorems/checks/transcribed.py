"""Check: the statement is the one that was meant, by double entry."""

from __future__ import annotations

from dataclasses import dataclass

from sympy import Symbol, preorder_traversal

from dpsym.derive.identity import agree
from dpsym.derive.signs import Signs
from dpsym.divergences import Divergence
from dpsym.parse import parse
from theorems.entry import Theorem
from theorems.outcome import TEXT, Outcome
from theorems.status import Status


@dataclass(frozen=True)
class Transcribed:
    """The statement as its source prints it, typed a second time as plain text; it backs nothing, but must agree.

    A bound that is not sharp stays true when its constant is a little off, and a false statement stays false: only the source can
    tell that it is another statement.

    Parameters
    ----------
    text : str
        In the notation of `dpsym.parse`; the symbols and law variables of the entry go by their names.
    """

    text: str

    def key(self) -> str:
        return f"transcribed({self.text})"

    def modules(self) -> tuple[str, ...]:
        return ("dpsym.parse", "dpsym.derive.identity", "theorems.checks.transcribed")

    def run(self, theorem: Theorem) -> Outcome:
        statement = theorem.statement
        heads = {
            type(node).__name__: type(node) for node in preorder_traversal(statement) if isinstance(node, Divergence)
        }
        symbols = {str(symbol): symbol for symbol in statement.atoms(Symbol)}
        written = parse(self.text, heads | symbols | {str(name): name for name in theorem.domain})
        signs = Signs(theorem.domain, theorem.hypotheses)
        pairs = zip(written.args, statement.args, strict=True)
        if type(written) is type(statement) and all(agree(one, other, signs) for one, other in pairs):
            detail, rows = "the statement is the transcribed one", ({"text": self.text},)
            return Outcome("transcribed", TEXT, Status.CLAIMED, detail, replay=rows)
        return Outcome("transcribed", TEXT, Status.CONFLICT, f"the entry states {statement}, its source {written}")
