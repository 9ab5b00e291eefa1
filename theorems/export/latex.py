"""Entries as LaTeX: one as a theorem environment, several as a booktabs table."""

from __future__ import annotations

from collections.abc import Sequence

from sympy.core.relational import Relational

from dpsym.display import WIDTH, rows, tex
from dpsym.display import width as em
from dpsym.guarantees.words import cite, escape
from theorems.card import Stated
from theorems.registry import Registry
from theorems.status import Status

SIGNS = {"==": "=", "<=": r"\le", "<": "<", ">=": r"\ge", ">": ">", "!=": r"\ne"}
"""The LaTeX of each relation."""


def domain_phrase(latex: Stated) -> str:
    r"""Return for which values an entry is stated, for example ``$P$ any law and $b \in (0, 1)$``."""
    return _listed(list(latex.domain.values()))


def entry(library: Registry, id: str, width: float = WIDTH) -> str:
    """Return an entry as a theorem environment with its hypotheses, its source and, as a comment, its status.

    Parameters
    ----------
    library : Registry
        Where it stands.
    id : str
        Its name.
    width : float, optional
        Of the column, in em: a statement that is wider is broken.

    Raises
    ------
    UnknownIdError
        If there is no such entry.
    """
    card = library.card(id)
    sources = cite(*card.cites) if card.cites else ""
    heading = "; ".join(part for part in (escape(card.title), sources) if part)
    conditions = _listed([f"${hypothesis}$" for hypothesis in card.latex.hypotheses])
    opening = f"For {domain_phrase(card.latex)}" if card.latex.domain else "It holds that"
    opening += f" such that {conditions}" if conditions else ""
    versions = [f"% read in {source.key}: {source.version}" for source in card.cites if source.version]
    return (
        "\n".join(
            [
                f"% {id}: {status_words(library, id)}",
                *versions,
                rf"\begin{{theorem}}[{{{heading}}}]",
                rf"  \label{{thm:{id}}}",
                f"  {opening},",
                *_displayed(library, id, width),
                r"\end{theorem}",
            ]
        ).replace(r"\epsilon", r"\varepsilon")
        + "\n"
    )


def _displayed(library: Registry, id: str, width: float) -> list[str]:
    """Return a statement as a display, broken at its relation and behind it where it is too wide."""
    text = library.card(id).latex.statement
    if em(text) <= width or not isinstance(stated := library[id].statement, Relational):
        return [r"  \begin{equation*}", f"    {text}.", r"  \end{equation*}"]
    *lines, last = rows(tex(stated.lhs), stated.rhs, width, SIGNS[stated.rel_op])
    return [r"  \begin{align*}", *(rf"    {line} \\" for line in lines), f"    {last}.", r"  \end{align*}"]


def table(library: Registry, ids: Sequence[str], status: bool = False) -> str:
    """Return the entries as a booktabs table: statement, marked where it is false, domain, source, and on request the status.

    Raises
    ------
    UnknownIdError
        If one of the ids has no entry.
    """
    rows = []
    for id in ids:
        card = library.card(id)
        where = [*card.latex.domain.values(), *(f"${hypothesis}$" for hypothesis in card.latex.hypotheses)]
        false = r"\emph{false:} " if library.own_status(id) is Status.REFUTED else ""
        cells = [
            rf"{false}$\displaystyle {card.latex.statement}$",
            _listed(where),
            cite(*card.cites) if card.cites else "---",
        ]
        cells += [escape(status_words(library, id))] if status else []
        rows.append(rf"  {' & '.join(cells)} \\[\jot] % {id}: {status_words(library, id)}")
    heads = ["Statement", "For", "Source", *(["Status"] if status else [])]
    return (
        "\n".join(
            [
                r"% needs \usepackage{amsmath,booktabs}",
                rf"\begin{{tabular}}{{{'l' * len(heads)}}}",
                r"  \toprule",
                rf"  {' & '.join(heads)} \\",
                r"  \midrule",
                *rows,
                r"  \bottomrule",
                r"\end{tabular}",
            ]
        ).replace(r"\epsilon", r"\varepsilon")
        + "\n"
    )


def status_words(library: Registry, id: str) -> str:
    """Return what a reader of a paper may rely on, and what corrects a false statement."""
    status = library.own_status(id)
    if status is Status.REFUTED:
        return f"false, corrected by {library.corrections[id]}" if id in library.corrections else "false"
    effective = library.effective_status(id)
    if status is not effective and library.conditional_on(id):
        return f"{status.value}, given {', '.join(library.conditional_on(id))}"
    return effective.value


def _listed(parts: Sequence[str]) -> str:
    return " and ".join([", ".join(parts[:-1]), parts[-1]]) if len(parts) > 1 else "".join(parts)
