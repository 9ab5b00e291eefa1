"""A LaTeX table with rules, for the tables of papers."""

from __future__ import annotations

from collections.abc import Sequence


def tabular(columns: str, head: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    """Return a tabular of the package booktabs.

    Parameters
    ----------
    columns : str
        How the columns are aligned: ``"lrr"``.
    head : sequence of str
        What stands over them.
    lines : sequence of sequence of str
        The cells of each line, in LaTeX.
    """
    return "\n".join(
        [
            r"% needs \usepackage{booktabs}",
            rf"\begin{{tabular}}{{{columns}}}",
            r"  \toprule",
            rf"  {' & '.join(head)} \\",
            r"  \midrule",
            *(rf"  {' & '.join(cells)} \\" for cells in lines),
            r"  \bottomrule",
            r"\end{tabular}",
        ]
    )
