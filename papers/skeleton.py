"""The skeleton of a paper of one's own: facts, results, errata, and a main file that takes a bound, a table and their sources."""

from __future__ import annotations

from pathlib import Path

from mechanisms.files import write
from papers.folders import complain_about
from theorems.commands.context import Failure
from theorems.commands.project import create as create_project
from theorems.commands.project import make
from theorems.project import ProjectError, at, current

_PAPER = """\
# Facts of the paper, its numbered results, and what it takes from the registry (`pydoc papers.manuscript` tells more).

title = "A theorem of one's own"
author = "The author"
year = 2000

[[section]]
label = "Section 1"
title = "Results"

[[item]]
label = "Lemma 1.1"
kind = "lemma"
statement = "The Rényi divergence of order two of Laplace noise of scale 1/eps."

[[bound]]
name = "bound"
formula = "Gaussian(sigma).compose(k).to_zcdp()"

[[table]]
name = "losses"
over = "k"
values = ["1", "10", "100"]
rows = [
  ["Gaussian, $\\\\sigma = 5$", "Gaussian(sigma=5).compose(k).to_approx(delta=1e-6)"],
  ["Laplace, $b = 10$", "Laplace(10).compose(k).to_approx(delta=1e-6)"],
]
caption = "Privacy loss of $k$ answers at $\\\\delta = 10^{-6}$."
label = "tab:losses"

[[number]]
name = "loss"
formula = "Gaussian(sigma=5).compose(100).to_approx(delta=1e-6)"
"""

_RESULTS = '''\
"""Which entries state which numbered result; the verdicts are computed from them."""

from papers.result import Result

RESULTS = (Result("Lemma 1.1", ({entry!r},)),)
'''

_ERRATA = """\
# What is wrong with the text, once it is out. Fields and rules: `pydoc papers.erratum`; for example
#
# [[erratum]]
# id = "1.1-factor"
# where = "Lemma 1.1"
# place = "statement"
# printed = "eps/2"
# correct = "eps"
# class = "false as printed"
# privacy = "under-noises"
# amount = "half the loss"
# claim = "MaxDivergence(Laplace(0, 1), Laplace(1, 1)) <= 1/2"
# mended = "MaxDivergence(Laplace(0, 1), Laplace(1, 1)) <= 1"
"""

_MAIN = r"""% dpsym paper build KEY --pdf copies this file to build/KEY, beside the files that it reads, and compiles it there
\documentclass[a4paper]{article}
\setlength{\emergencystretch}{5em} % formulas in a line are not broken
\usepackage{amsmath,amssymb,amsthm,booktabs,siunitx}
\newtheorem{theorem}{Theorem} % what a [[theorem]] of paper.toml is set in
\usepackage[skip=6pt]{caption}
\input{numbers} % every [[number]] of paper.toml as a macro, and the counts of the account
\begin{document}
\title{A theorem of one's own}
\author{The author}
\date{}
\maketitle

\input{bound} % a derived bound

A hundred answers cost $\varepsilon = \loss$; Table~\ref{tab:losses} has more.
\input{losses} % a checked table

\bibliographystyle{plain}
\bibliography{refs} % the sources of both, and whatever else is cited here
\end{document}
"""

_ENTRY, _BUILT_IN = "example.laplace.order_two", "renyi.laplace"


def create(key: str, folder: Path | None = None) -> list[Path]:
    """Write the skeleton of a paper into a project, which is made if there is none in the folder; return the files.

    Parameters
    ----------
    key : str
        A name for a folder and a Python module.
    folder : Path, optional
        Of the project; the one that one works in if left out.

    Raises
    ------
    PaperDataError
        If the key is no name, or taken.
    ProjectError
        If one works in no project.
    """
    written: list[Path] = []
    project = current() if folder is None else at(folder)
    if project is None:
        if folder is None:
            raise ProjectError(
                "a paper of one's own must lie in a project; make one with dpsym project new DIR, or name one by --folder"
            )
        complain_about(key, folder / "papers" / key)
        written += create_project(folder)
        project = at(folder)
    home = (project.papers if project and project.papers else (folder or Path()) / "papers") / key
    complain_about(key, home)
    if home.exists():
        raise Failure(f"a new paper must not replace files, got {home}")
    make(home / "expected")
    entry = _ENTRY if _has_example(project.library if project else None) else _BUILT_IN
    files = {
        "paper.toml": _PAPER,
        "results.py": _RESULTS.format(entry=entry),
        "errata.toml": _ERRATA,
        "main.tex": _MAIN.replace("KEY", key),
    }
    for name, text in files.items():
        write(home / name, text)
    return [*written, *(home / name for name in files)]


def _has_example(library: Path | None) -> bool:
    """Return whether a project still has the entry that every project starts with."""
    return library is not None and any(
        f'"{_ENTRY}"' in path.read_text(encoding="utf-8") for path in library.rglob("*.py")
    )
