r"""What an account says of a paper, as LaTeX fragments: verdicts in a table, every numbered result, mechanisms, figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from papers.errata import by_class, by_effect
from papers.erratum import NO_LOSS, OVER_NOISES, UNDER_NOISES
from papers.mechanism import PrintedMechanism
from papers.pages.typeset import code, plain, typeset
from papers.verdict import Account, Judgement, Verdict

MEANINGS = {
    Verdict.HOLDS: "the entries state what is printed, machine checks back them, and find out false variants",
    Verdict.DEFINITION: "a definition, exercised by entries that rest on it",
    Verdict.ILLUSTRATION: "a table, a figure or an example that was made again and compared",
    Verdict.MEASURED: "it agrees wherever it was measured, where wrong statements that were planted do not",
    Verdict.NOT_JUDGED: "the evidence at hand could not have told a false statement from this one",
    Verdict.TYPOGRAPHICAL: "a slip of the pen, no harm",
    Verdict.OMISSION: "something is left unsaid that a reader needs",
    Verdict.NOT_SHARP: "true, but a better constant is proved",
    Verdict.ARGUMENT: "true, but a step of the printed proof is not",
    Verdict.HYPOTHESIS: "true only under a hypothesis that is not printed",
    Verdict.DEFECTIVE: "a definition that does not do what it is used for",
    Verdict.FALSE: "there is a witness against it",
    Verdict.UNCHECKED: "its checks were not run",
    Verdict.INCONSISTENT: "paper and registry disagree; to be mended",
}
_GRAVE = (Verdict.FALSE, Verdict.DEFECTIVE, Verdict.HYPOTHESIS, Verdict.INCONSISTENT)
_ITEMS = ((26, "Result"), (75, "What it says"), (23, "Verdict"), (27, "Entries"))
_MECHANISMS = ((18, "Where"), (28, "As printed"), (15, "Promised"), (8, "Kept"), (50, "Exactly"), (26, "What would do"))


def summary(account: Account) -> str:
    """Return the verdicts with their counts and meanings, and the errata by class and by effect, as tables."""
    found = {judgement.verdict for judgement in account.judgements}
    verdicts = [
        rf"  {_marked(verdict)} & {account.counts[verdict.value]} & {MEANINGS[verdict]} \\"
        for verdict in reversed(Verdict)
        if verdict in found
    ]
    lines = _counted("Verdict", "Results", "Which means", verdicts, len(account.judgements)) if verdicts else []
    if account.evidence:
        less, more, neither = (by_effect(account).get(effect, 0) for effect in (UNDER_NOISES, OVER_NOISES, NO_LOSS))
        kinds = [rf"  {plain(kind)} & {number} \\" for kind, number in by_class(account).items()]
        lines += [
            "",
            r"\begin{center}\small",
            r"\begin{tabular}{lS[table-format=3.0]}",
            r"  \toprule",
            r"  Class of erratum & {Errata} \\",
            r"  \midrule",
            *kinds,
            r"  \midrule",
            rf"  together & {len(account.evidence)} \\",
            r"  \bottomrule",
            r"\end{tabular}",
            r"\end{center}",
            f"Of these, {less} make somebody who follows the print add too little noise, {more} too much, and {neither} do neither.",
        ]
    return "\n".join(lines) + "\n"


def _counted(name: str, number: str, meaning: str, rows: Sequence[str], total: int) -> list[str]:
    return [
        r"\begin{center}\small",
        r"\begin{tabular}{lS[table-format=3.0]>{\raggedright\arraybackslash}p{84mm}}",
        r"  \toprule",
        rf"  {name} & {{{number}}} & {meaning} \\",
        r"  \midrule",
        *rows,
        r"  \midrule",
        rf"  together & {total} & \\",
        r"  \bottomrule",
        r"\end{tabular}",
        r"\end{center}",
    ]


def results(account: Account) -> str:
    """Return every numbered result in a table that goes over pages: label, what it says, verdict, entries, scope."""
    rows: list[str] = []
    section = ""
    for judgement in account.judgements:
        here = account.paper.section_of(judgement.item)
        if here != section:
            section = here
            heading = f"{plain(here)}. {typeset(account.paper.sections[here])}"
            rows.append(rf"  \addlinespace\multicolumn{{4}}{{@{{}}l}}{{\itshape {heading}}} \\* \addlinespace")
        rows.append(_item(judgement, account))
    return longtable(_ITEMS, rows)


def _item(judgement: Judgement, account: Account) -> str:
    says = typeset(judgement.item.statement)
    if judgement.scope:
        says += rf"\newline\emph{{Covered:}} {typeset(judgement.scope)}."
    says += "".join(
        rf"\newline\emph{{Compared:}} {typeset(finding.text)}." for finding in judgement.findings if not finding.source
    )
    result = account.paper.results[judgement.item.label]
    listed = r"\newline ".join(rf"\texttt{{{code(id)}}}" for id in result.entries + result.about)
    cells = (plain(judgement.item.label), says, _marked(judgement.verdict), rf"\footnotesize {listed}")
    return rf"  {' & '.join(cells)} \\ \addlinespace[3pt]"


def _marked(verdict: Verdict) -> str:
    return rf"\textbf{{{plain(verdict.value)}}}" if verdict in _GRAVE else plain(verdict.value)


def mechanisms(printed: Sequence[PrintedMechanism]) -> str:
    """Return each printed mechanism in a table: does it keep its promise, how private is it, what noise would do."""
    rows = []
    for one in printed:
        by = ", ".join(rf"\texttt{{{code(id)}}}" for id in one.by)
        kept = "yes" if one.private else r"\textbf{no}"
        cells = (
            plain(one.where),
            typeset(one.name),
            typeset(one.promised),
            kept,
            rf"{typeset(one.exact)}\newline{{\footnotesize by {by}}}",
            typeset(one.least),
        )
        rows.append(rf"  {' & '.join(cells)} \\ \addlinespace[3pt]")
    return longtable(_MECHANISMS, rows)


def longtable(columns: Sequence[tuple[int, str]], rows: Sequence[str]) -> str:
    """Return a table that goes over pages, with the heads and widths (in millimetres) of its columns."""
    form = "".join(rf">{{\raggedright\arraybackslash}}p{{{width}mm}}" for width, _ in columns)
    heads = " & ".join(head for _, head in columns)
    return (
        "\n".join(
            [
                r"{\small\setlength{\tabcolsep}{4pt}",
                rf"\begin{{longtable}}{{@{{}}{form}@{{}}}}",
                r"  \toprule",
                rf"  {heads} \\",
                r"  \midrule",
                r"  \endhead",
                r"  \bottomrule",
                r"  \endlastfoot",
                *rows,
                r"\end{longtable}}",
            ]
        )
        + "\n"
    )


def figures(captions: Mapping[str, str]) -> str:
    """Return a figure environment for each file name, with its caption (LaTeX already); it needs the package float."""
    return "\n".join(
        "\n".join(
            [
                r"\begin{figure}[H]",
                r"  \centering",
                rf"  \includegraphics[width=.72\linewidth]{{{name}}}",
                rf"  \caption{{{caption}}}",
                rf"  \label{{fig:{name}}}",
                r"\end{figure}",
            ]
        )
        + "\n"
        for name, caption in captions.items()
    )
