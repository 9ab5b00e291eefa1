"""Cuadro 5.1 made again from the registry, and the histogram of Cuadro 3.1 counted again."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from sympy import latex

from dpsym.guarantees.words import escape
from papers.erratum import HYPOTHESIS
from papers.mechanism import PrintedMechanism, stored
from papers.paper import Paper, load
from papers.result import Illustration
from papers.stored import reader
from papers.verdict import Account
from theorems.export.latex import domain_phrase
from theorems.registry import Registry

TABLE = "Cuadro 5.1"
_rows = reader(Path(__file__).parent / "expected")
_PURE, _RENYI = "DP", "RDP"


@dataclass(frozen=True)
class Cell:
    """One cell of the table: the notion of privacy, the result cited, and the entries that state it."""

    notion: str
    label: str
    entries: tuple[str, ...]


ROWS: dict[str, tuple[Cell, Cell]] = {
    "Change in the probability of an event": (
        Cell(_PURE, "Definición 3.2.1", ("dp.pure.max_divergence",)),
        Cell(_RENYI, "Proposición 2.3.4", ("renyi.probability",)),
    ),
    "Post-processing": (
        Cell(_PURE, "Proposición 3.3.1", ("hockey_stick.data_processing",)),
        Cell(_RENYI, "Proposición 4.1.1", ("renyi.data_processing",)),
    ),
    "Basic sequential composition": (
        Cell(_PURE, "Lema 3.3.1", ("dp.composition.basic",)),
        Cell(_RENYI, "Proposición 4.1.2", ("rdp.composition.adaptive",)),
    ),
    "Group privacy (pre-processing)": (
        Cell(_PURE, "Proposición 3.3.2", ("dp.group.pure",)),
        Cell(_RENYI, "Proposición 4.1.3", ("rdp.group",)),
    ),
    "Randomized response": (
        Cell(_PURE, "Proposición 5.1.1", ("rr.pure_dp",)),
        Cell(_RENYI, "Proposición 5.1.2", ("renyi.rr", "kl.rr")),
    ),
    "Laplace mechanism": (
        Cell(_PURE, "Teorema 5.2.1", ("laplace.pure_dp",)),
        Cell(_RENYI, "Proposición 5.2.1", ("renyi.laplace",)),
    ),
    "Gaussian mechanism": (
        Cell(_PURE, "Teorema 5.3.1", ("gaussian.classical",)),
        Cell(_RENYI, "Proposición 5.3.1", ("renyi.gaussian",)),
    ),
}


def comparison(account: Account, registry: Registry) -> str:
    """Return Cuadro 5.1 as a booktabs table, its statements, references and verdicts taken from the registry.

    Below a statement stand the values for which it is stated, and what the thesis leaves out of them; the
    status is that of the statement here, the verdict that of the result as the thesis prints it.
    """
    lines = []
    for row, cells in ROWS.items():
        for position, cell in enumerate(cells):
            name = escape(row) if position == 0 else ""
            status = ", ".join(dict.fromkeys(registry.own_status(id).value for id in cell.entries))
            verdict = account.judgement(cell.label).verdict.value
            columns = (
                name,
                cell.notion,
                _statement(cell, account.paper, registry),
                escape(cell.label),
                escape(status),
                escape(verdict),
            )
            lines.append(f"  {' & '.join(columns)} \\\\ % {', '.join(cell.entries)}")
        lines.append(r"  \addlinespace")
    return (
        "\n".join(
            [
                r"% needs \usepackage{amsmath,array,booktabs}, and a landscape page",
                r"\begin{tabular}{p{24mm}lp{105mm}llp{24mm}}",
                r"  \toprule",
                r"  Property & Notion & Statement & Result & Status & Verdict as printed \\",
                r"  \midrule",
                *lines[:-1],
                r"  \bottomrule",
                r"\end{tabular}",
            ]
        )
        + "\n"
    )


def comparison_compared(registry: Registry) -> Illustration:
    """Hold the table against the results: each cell cites one that its entries state, as the errata say."""
    paper = load("flores_2023")
    cells = [cell for cells in ROWS.values() for cell in cells]
    astray = [cell.label for cell in cells if not set(cell.entries) <= set(paper.results[cell.label].entries)]
    right = {erratum.reference_correct for erratum in paper.errata_at(TABLE)} - {""}
    missing = sorted(right - {cell.label for cell in cells})
    if astray or missing:
        return Illustration(
            False, f"cells that cite another result: {astray}; corrected references not in the table: {missing}"
        )
    count = sum(len(cell.entries) for cell in cells)
    said = f"{len(ROWS)} rows made again from {count} entries; each cell cites a result that they state"
    return Illustration(True, said)


def histogram_compared(registry: Registry) -> Illustration:
    """Count the records of Cuadro 3.1 again and compare with the printed histogram."""
    counted = Counter((row["group"], row["rhesus"]) for row in _rows("cuadro_3_1_records"))
    printed = {(row["group"], row["rhesus"]): int(row["count"]) for row in _rows("cuadro_3_1_histogram")}
    shown = ", ".join(str(counted[value]) for value in printed)
    agrees = {value: counted[value] for value in printed} == printed and set(counted) <= set(printed)
    said = f"histogram counted again from the {counted.total()} printed records: ({shown})"
    return Illustration(agrees, f"{said}; the printed one is {'the same' if agrees else 'another'}")


def _statement(cell: Cell, paper: Paper, registry: Registry) -> str:
    parts = []
    for id in cell.entries:
        theorem = registry[id]
        values = [domain_phrase(theorem.latex()), *(f"${latex(hypothesis)}$" for hypothesis in theorem.hypotheses)]
        parts.append(rf"${latex(theorem.statement)}$\newline {{\footnotesize for {', '.join(values)}}}")
    dropped = [escape(erratum.correct) for erratum in paper.errata_at(cell.label) if erratum.kind == HYPOTHESIS]
    if dropped:
        parts.append(rf"{{\footnotesize\emph{{left out:}} {'; '.join(dropped)}}}")
    return r"\newline ".join(parts)


def printed_mechanisms(account: Account, registry: Registry) -> tuple[PrintedMechanism, ...]:
    """Return every mechanism of the thesis with the noise that is printed."""
    return stored(Path(__file__).with_name("mechanisms.csv"))
