r"""How each result was checked, as LaTeX: the statements of the entries, their checks, and the digests of their certificates."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sympy import Add, Expr, latex
from sympy.core.relational import Relational

from dpsym.guarantees.words import cite
from papers.pages.typeset import code, plain, typeset
from papers.verdict import Account
from theorems.describe import evidence
from theorems.entry import Theorem
from theorems.export.latex import domain_phrase
from theorems.registry import Registry
from theorems.status import Status

_SIGNS = {"==": "=", "!=": r"\neq", "<=": r"\le", ">=": r"\ge", "<": "<", ">": ">"}
_SHOWN = 16
_LONG = 90


def used(account: Account) -> list[str]:
    """Return the ids of all entries that the account names, in reading order."""
    found: dict[str, None] = {}
    for result in account.paper.results.values():
        found.update(dict.fromkeys(result.entries + result.about))
    for known in account.evidence:
        found.update(dict.fromkeys(filter(None, (known.erratum.entry, known.erratum.repair))))
    return list(found)


def entries(ids: Iterable[str], registry: Registry) -> str:
    """Return each entry with its statement, domain, status, checks, digests and sources."""
    return "\n".join(_entry(id, registry) for id in ids)


def _entry(id: str, registry: Registry) -> str:
    theorem = registry[id]
    status = registry.own_status(id)
    words = rf"\textbf{{{status.value}}}" if status is Status.REFUTED else status.value
    if status is Status.REFUTED and id in registry.corrections:
        words += rf", corrected by \texttt{{{code(registry.corrections[id])}}}"
    whole, parts = formula(theorem.statement)
    lines = [rf"\entry{{{code(id)}}}{{{typeset(theorem.title)}}}", rf"\statement{{{whole}}}{{{parts}}}"]
    lines += _conditions(theorem)
    lines.append(rf"\told{{Status}}{{{words}; {_checks(id, registry)}}}")
    if theorem.cites:
        lines.append(rf"\told{{Source}}{{{'; '.join(map(cite, theorem.cites))}}}")
    return "\n".join(lines) + "\n"


def _conditions(theorem: Theorem) -> list[str]:
    """Return the domain and the hypotheses, as a sentence."""
    domain = f"For {domain_phrase(theorem.latex())}" if theorem.domain else ""
    if not theorem.hypotheses:
        return [f"{domain}."] if domain else []
    first = f"{domain}, given that" if domain else "Given that"
    words = (first, *("and" for _ in theorem.hypotheses[1:]))
    return [
        rf"{word}\statement{{{latex(hypothesis)}}}{{{formula(hypothesis)[1]}}}"
        for word, hypothesis in zip(words, theorem.hypotheses, strict=True)
    ]


def _checks(id: str, registry: Registry) -> str:
    certificate, complaint = evidence(registry, id)
    if certificate is None:
        return plain(complaint)
    run = ", ".join(
        plain(f"{outcome.check} {outcome.points}" if outcome.points > 1 else outcome.check)
        for outcome in certificate.outcomes
    )
    return rf"{run or 'no check'}; certificate \texttt{{{certificate.fingerprint[:_SHOWN]}}}"


def formula(statement: Expr) -> tuple[str, str]:
    r"""Return a statement as LaTeX on one line, and as lines (``\piece{...}``) for where that is too wide."""
    if not isinstance(statement, Relational):
        return latex(statement), rf"\piece{{{latex(statement)}}}"
    pieces = [*_terms(statement.lhs, ""), *_terms(statement.rhs, _SIGNS[statement.rel_op])]
    return latex(statement), "".join(rf"\piece{{{piece}}}" for piece in pieces)


def _terms(side: Expr, sign: str) -> list[str]:
    """Return a side of a relation, cut between its terms where it is long."""
    whole = f"{sign} {latex(side)}".strip()
    if not isinstance(side, Add) or len(whole) <= _LONG:
        return [whole]
    lines: list[str] = []
    for term in side.as_ordered_terms():
        shown = latex(term)
        if lines and not shown.startswith("-"):
            shown = f"+ {shown}"
        if lines and len(lines[-1]) + len(shown) <= _LONG:
            lines[-1] += f" {shown}"
        else:
            lines.append(shown if lines else f"{sign} {shown}".strip())
    return lines


def keys(ids: Sequence[str], registry: Registry) -> set[str]:
    """Return the sources that the entries cite."""
    return {source.key for id in ids for source in registry[id].cites}
