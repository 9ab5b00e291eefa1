r"""The documents of a paper's account: a preamble, the whole account, and the errata alone; all that is counted, as macros."""

from __future__ import annotations

import re
from collections.abc import Mapping

from papers.errata import by_class, by_effect
from papers.errors import PaperDataError
from papers.pages import errata as errata_page
from papers.pages.typeset import plain, typeset
from papers.verdict import Account
from theorems.registry import Registry

PREAMBLE = r"""% needs nothing beyond texlive-latex-recommended and texlive-science
\usepackage[a4paper,margin=25mm]{geometry}
\usepackage{amsmath,amssymb,array,booktabs,longtable,float,graphicx,pdflscape,siunitx}
\usepackage[font=small,labelfont=bf]{caption}
\usepackage{microtype}
\usepackage[hidelinks]{hyperref}
% the same input gives the same PDF
\pdfinfoomitdate=1 \pdftrailerid{} \pdfsuppressptexinfo=15
\setlength{\parindent}{0pt}
\setlength{\parskip}{4pt plus 1pt}
\setlength{\emergencystretch}{5em}
\setlength{\LTpre}{6pt}
\setlength{\LTpost}{6pt}
\raggedbottom
% SymPy writes the other epsilon
\let\epsilon\varepsilon
% a line of an erratum or entry: its name in the margin, the text beside it
\newlength{\toldwidth}
\setlength{\toldwidth}{18mm}
\newcommand{\told}[2]{{\par\hangindent=\toldwidth\hangafter=1\raggedright\noindent
  \makebox[\toldwidth][l]{\footnotesize\itshape #1}#2\par}}
\newcommand{\erratum}[3]{\par\addvspace{9pt plus 2pt}{\raggedright\textbf{#1}, #2 {\footnotesize\ttfamily [#3]}\par}\nopagebreak}
\newcommand{\witness}[2]{\told{Witness}{{\footnotesize\ttfamily #1\hfil\break #2}}}
\newcommand{\entry}[2]{\par\addvspace{9pt plus 2pt}{\raggedright{\ttfamily\bfseries #1}. #2.\par}\nopagebreak}
% a formula on one line where it fits, else in pieces, and a piece that is still too wide in smaller print
\newsavebox{\formulabox}
\newcommand{\piece}[1]{\sbox{\formulabox}{$\displaystyle #1$}\ifdim\wd\formulabox>\dimexpr\linewidth-10mm\relax
  \resizebox{\dimexpr\linewidth-10mm\relax}{!}{\usebox{\formulabox}}\else\usebox{\formulabox}\fi\par\smallskip}
\newcommand{\statement}[2]{\par\smallskip{\leftskip=10mm\sbox{\formulabox}{$\displaystyle #1$}%
  \ifdim\wd\formulabox>\dimexpr\linewidth-10mm\relax #2\else\usebox{\formulabox}\par\smallskip\fi}\noindent\ignorespaces}
% a heading at the foot of a page goes to the next one: tables over pages leave it behind otherwise
\newcommand{\room}{\par\ifdim\pagetotal>0pt\ifdim\dimexpr\pagegoal-\pagetotal\relax<45mm\relax\newpage\fi\fi}
% a table on a page of its own, turned, where it is much too wide, and in smaller print where it is still too large
\newsavebox{\tablebox}
\newcommand{\scaledtable}{\ifdim\wd\tablebox>\linewidth\sbox{\tablebox}{\resizebox{\linewidth}{!}{\usebox{\tablebox}}}\fi
  \ifdim\dimexpr\ht\tablebox+\dp\tablebox\relax>.85\textheight
  \sbox{\tablebox}{\resizebox*{!}{.85\textheight}{\usebox{\tablebox}}}\fi\usebox{\tablebox}}
\newcommand{\fittable}[2]{\sbox{\tablebox}{\small #2}\ifdim\wd\tablebox>1.15\linewidth
  \begin{landscape}\centering\vspace*{\fill}\captionof{table}{#1}\smallskip\scaledtable\par\vspace*{\fill}\end{landscape}\else
  \begin{table}[H]\centering\caption{#1}\smallskip\scaledtable\end{table}\fi}
"""
_TABLE = re.compile(r"\\begin\{tabular\}.*?\\end\{tabular\}", re.DOTALL)
_OPENED = r"\documentclass[10pt]{article}"
_NAME = re.compile(r"[A-Za-z]+")


def account_document(account: Account, *, mechanisms: bool, tables: bool, figures: bool) -> str:
    """Return the main file of an account: what was read, verdicts, results, tables, figures, errata, evidence, references.

    Parameters
    ----------
    account : Account
        The paper with its verdicts.
    mechanisms, tables, figures : bool
        Whether there are such fragments beside it.
    """
    facts = account.paper.facts
    parts = [
        _section("Verdicts", "summary"),
        _section("Each printed mechanism", "mechanisms") if mechanisms else "",
        _section("Every numbered result", "results", _labels(account)),
        _section("Tables made again", "tables") if tables else "",
        _section("Figures made again", "figures") if figures else "",
        _section("Errata", "errata"),
        _section("How each statement was checked", "evidence", _EVIDENCE),
    ]
    return (
        "\n".join(
            [
                _OPENED,
                r"\input{preamble}",
                r"\input{numbers}",
                rf"\hypersetup{{pdftitle={{{plain(_english(account))}: what holds}}}}",
                r"\begin{document}",
                rf"{{\LARGE\bfseries\raggedright {plain(_english(account))}: what holds\par}}\medskip",
                rf"{{\large {plain(facts['author'])}, {plain(facts['year'])}\par}}\bigskip",
                _read(account),
                "",
                *filter(None, parts),
                r"\bibliographystyle{plain}",
                r"\bibliography{refs}",
                r"\end{document}",
            ]
        )
        + "\n"
    )


_EVIDENCE = (
    r"Every entry of the registry that a verdict rests on. A status above \emph{sampled} needs two roads that share no code: derived "
    r"from the definition, enclosed by balls, run by mechanisms that know no formula. A certificate goes by the digest of the "
    r"mathematics that was checked and of the code that checked it; \texttt{dpsym verify} and the name of the entry replays it. "
    r"After each check stands how many points or cases it looked at."
)


def errata_document(account: Account, registry: Registry) -> str:
    """Return the errata alone as a whole document."""
    facts = account.paper.facts
    source = rf"{plain(facts['author'])}, \emph{{{plain(facts['title'])}}}, {plain(facts['year'])}"
    return (
        "\n".join(
            [
                _OPENED,
                PREAMBLE.rstrip(),
                rf"\hypersetup{{pdftitle={{Errata: {plain(_english(account))}}}}}",
                r"\begin{document}",
                rf"{{\LARGE\bfseries Errata\par}}\medskip{{\large\raggedright {source}\par}}\bigskip",
                errata_page.errata(account, registry) + r"\end{document}",
            ]
        )
        + "\n"
    )


def tables(text: str, captions: tuple[str, ...] = ()) -> str:
    """Return the tabulars of a paper's comparison as tables that fit on a page; what is a float already stays as it is."""
    if r"\begin{table" in text or r"\begin{longtable" in text:
        return text
    found = [_ragged(tabular) for tabular in _TABLE.findall(text)]
    captions = captions or ("What is printed, beside what was computed.",) * len(found)
    if len(captions) != len(found):
        raise PaperDataError(f"tables.py must have a caption for each tabular, got {len(captions)} for {len(found)}")
    return (
        "\n\n".join(
            f"\\fittable{{{caption}}}{{%\n{tabular}}}" for caption, tabular in zip(captions, found, strict=True)
        )
        + "\n"
    )


def _ragged(tabular: str) -> str:
    """Return a tabular of which the narrow columns are not justified."""
    head, *rest = tabular.splitlines()
    return "\n".join([re.sub(r"(?<!\})p\{", r">{\\raggedright\\arraybackslash}p{", head), *rest])


def numbers(account: Account, more: Mapping[str, str]) -> str:
    r"""Return every count as a macro, such as ``\dpsymResults`` and ``\dpsymFalseAsPrinted``, and the paper's own key numbers.

    Raises
    ------
    PaperDataError
        If a key number has a name that LaTeX cannot take.
    """
    counts = {"Results": len(account.judgements), "Errata": len(account.evidence)}
    counts |= {_camel(verdict): number for verdict, number in account.counts.items()}
    counts |= {f"Errata{_camel(kind)}": number for kind, number in by_class(account).items()}
    counts |= {f"ErrataPrivacy{_camel(effect)}": number for effect, number in by_effect(account).items()}
    if wrong := [name for name in more if not _NAME.fullmatch(name)]:
        raise PaperDataError(f"key number must be called by letters only, as LaTeX macros are, got {wrong}")
    lines = [rf"\newcommand{{\dpsym{name}}}{{{number}}}" for name, number in counts.items()]
    return "\n".join([*lines, *(rf"\newcommand{{\{name}}}{{{value}}}" for name, value in more.items())]) + "\n"


def _camel(words: str) -> str:
    return "".join(word.capitalize() for word in re.findall(r"[A-Za-z]+", words))


def _section(title: str, name: str, opening: str = "") -> str:
    lines = ("\\room", f"\\section{{{title}}}", opening, f"\\input{{{name}}}")
    return "\n".join(filter(None, lines)) + "\n"


def _labels(account: Account) -> str:
    """Return what the words of the labels mean, in a line; nothing where it is not told."""
    words = account.paper.facts["labels"]
    return f"The words of its labels: {plain(words)}." if words else ""


def _english(account: Account) -> str:
    return account.paper.facts["translated"] or account.paper.facts["title"]


def _read(account: Account) -> str:
    """Return what was read, and how much of it holds, in a paragraph."""
    facts = account.paper.facts
    origin = ", ".join(plain(facts[name]) for name in ("author", "degree", "school", "year") if facts[name])
    cited = rf"~\cite{{{facts['bib']}}}" if facts["bib"] else ""
    how = f" Read was {typeset(facts['read'])}." if facts["read"] else ""
    return (
        rf"This is an account of \emph{{{plain(facts['title'])}}} ({origin}){cited}.{how} It goes through all \dpsymResults{{}} numbered "
        r"results and finds \dpsymErrata{} errata. Verdicts, counts and values are computed, from certificates of machine checks; what an "
        r"erratum says in words is ours."
    )
