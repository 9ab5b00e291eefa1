r"""The errata of a paper as a LaTeX page of its own."""

from __future__ import annotations

import re
from collections.abc import Mapping

from papers.verdict import Account
from papers.witness import Evidence, reference_text
from theorems.export.latex import escape

_PREAMBLE = r"""\documentclass[a4paper,10pt]{article}
\usepackage[utf8]{inputenc}
\usepackage[T1]{fontenc}
\usepackage[margin=25mm]{geometry}
\usepackage{booktabs,longtable,array}
\setlength{\LTleft}{0pt}
\setlength{\parindent}{0pt}
\newcommand{\code}[1]{{\ttfamily\footnotesize\raggedright #1\par}}
"""
_COLUMNS = "".join(rf">{{\raggedright\arraybackslash}}p{{{width}mm}}" for width in (31, 50, 68))


def errata_page(account: Account) -> str:
    """Return a whole document with a row for each erratum: where, what is printed, what is right and why."""
    facts = account.paper.facts
    rows = "\n".join(_row(known, account) for known in account.evidence)
    source = rf"\emph{{{escape(facts['title'])}}}, {escape(facts['school'])}, {facts['year']}"
    return "\n".join([
        _PREAMBLE + r"\title{Errata}",
        rf"\author{{{escape(facts['author'])}: {source}}}",
        r"\date{}",
        r"\begin{document}",
        r"\maketitle",
        escape(_legend(account)),
        "",
        rf"\begin{{longtable}}{{{_COLUMNS}}}",
        r"  \toprule",
        r"  Where & Printed & Right, and what shows it \\",
        r"  \midrule",
        r"  \endhead",
        rows,
        r"  \bottomrule",
        r"\end{longtable}",
        r"\end{document}",
    ]) + "\n"  # fmt: skip


def figure_environments(captions: Mapping[str, str]) -> str:
    """Return a figure environment for each file name, with its caption (LaTeX already)."""
    return "\n".join(
        "\n".join([
            r"\begin{figure}",
            r"  \centering",
            rf"  \includegraphics{{{name}}}",
            rf"  \caption{{{caption}}}",
            rf"  \label{{fig:{name}}}",
            r"\end{figure}",
        ]) + "\n"
        for name, caption in captions.items()
    )  # fmt: skip


def _legend(account: Account) -> str:
    return (
        "Every claim in typewriter face is decided by rigorous enclosures: the first of a pair is false, "
        "the second true. "
        f"What was read is {account.paper.facts['read']}; slips marked * may be the conversion's."
    )


def _row(known: Evidence, account: Account) -> str:
    erratum = known.erratum
    star = "*" if erratum.conversion else ""
    where = rf"{escape(erratum.where)}{star}, {escape(erratum.place)}\newline \emph{{{escape(erratum.kind)}}}"
    shown = [escape(erratum.correct)]
    if erratum.reference_correct:
        shown.append(escape(reference_text(account.paper, erratum)))
    if erratum.claim:
        shown += [rf"\code{{{_breakable(erratum.claim)}}}", rf"\code{{{_breakable(erratum.mended)}}}"]
    if erratum.amount:
        shown.append(rf"\emph{{{escape(erratum.privacy)}}}: {escape(erratum.amount)}")
    shown += [escape(f"Problem: {problem}") for problem in known.problems]
    right = r"\par ".join(shown)
    return rf"  {where} & {escape(erratum.printed)} & {right} \\ \addlinespace % {erratum.id}"


def _breakable(claim: str) -> str:
    """Return a claim in which lines may break after operators and commas."""
    return re.sub(r"\*+|[+/]", r"\g<0>\\allowbreak{}", escape(claim))
