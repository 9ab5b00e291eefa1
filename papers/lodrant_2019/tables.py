"""Tabela 1 to 3 made again: bounds beside measured growth, the excerpt of the data, and the printed errors of 2019.

Tabela 3 has three columns for each of its own: as printed, as the code of Dodatek A computes it, and as it should be at the
privacy that it claims.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

from dpsym import Finite, MaxDivergence
from papers.digits import Digits, Match, compare_digits
from papers.lodrant_2019.data import laplace_norm, mean_and_error, numbers, rows
from papers.lodrant_2019.measured import ERROR_LOWER, ERROR_UPPER
from papers.mechanism import PrintedMechanism, stored
from papers.pages.typeset import typeset
from papers.result import Illustration
from papers.stored import Row
from papers.verdict import Account
from theorems.registry import Registry

CAPTIONS = (
    r"Tabela 3: mean Euclidean errors for $n = 200$, as printed; of Laplace noise with $b = 1/\varepsilon$, with the code's $2/\varepsilon$ and "
    r"with the right $d/\varepsilon$; of $K$-norm noise by the code with its solver, by its walk with an exact test, and drawn exactly.",
    r"Where the code of Dodatek A leaves the text, with the error and the privacy that it has for it at $d = 40$ and at $d = 20$.",
)
SAMPLES = 100
# a mean of 100 samples may be off by so many standard errors
_SIGMAS = 4.0


@dataclass(frozen=True)
class Errors:
    """Mean errors at eps = 1 for one query size; each times 1/eps is the error at eps.

    Parameters
    ----------
    d : int
        How many queries.
    laplace : dict of str to float
        Of Laplace noise, by the scale.
    laplace_spread : float
        Standard deviation of the norm of Laplace noise of scale 1.
    code, solver, right : tuple of float
        Mean and standard error of K-norm noise: by the walk of the appendix with an exact test, with the test by its
        solver, and by the K-norm mechanism.
    """

    d: int
    laplace: dict[str, float]
    laplace_spread: float
    code: tuple[float, float]
    solver: tuple[float, float]
    right: tuple[float, float]


def errors(d: int) -> Errors:
    """Return the errors of Tabela 3 for d queries on 200 numbers at eps = 1."""
    norm = laplace_norm(d)
    walked, solved = (
        tuple((d + 1) * value for value in mean_and_error(numbers(name, "norm", d=str(d))))
        for name in ("measured_walks", "measured_solver_walks")
    )
    right = numbers("measured_should", "mean", d=str(d))[0], numbers("measured_should", "error", d=str(d))[0]
    return Errors(
        d,
        {"1/eps": norm, "2/eps": 2 * norm, "d/eps": d * norm},
        math.sqrt(2 * d - norm**2),
        (walked[0], walked[1]),
        (solved[0], solved[1]),
        right,
    )


def laplace_digits(row: Row, scale: str) -> Digits:
    """Hold a printed mean error of the Laplace mechanism against the exact mean at a scale."""
    known = errors(int(row["d"]))
    eps = float(row["epsilon"])
    factor = {"1/eps": 1, "2/eps": 2, "d/eps": known.d}[scale] / eps
    slack = _SIGMAS * factor * known.laplace_spread / math.sqrt(SAMPLES)
    return compare_digits(row["laplace"], known.laplace[scale] / eps, slack)


def bounds_compared(registry: Registry) -> Illustration:
    """Hold the bounds of Tabela 1 against the measured growth of errors in n and d."""
    upper, lower = ERROR_UPPER(registry), ERROR_LOWER(registry)
    exact = [laplace_norm(d) / math.sqrt(2 * d) for d in (4, 8, 16, 32)]
    laplace = f"E|a|/(d sqrt d) of the Laplace mechanism between {min(exact) * math.sqrt(2):.3g} and sqrt 2"
    return Illustration(upper.agrees and lower.agrees, f"{laplace}; {upper.compared}; {lower.compared}")


def data_compared(registry: Registry) -> Illustration:
    """Hold the ages of Tabela 2 against the range that the text gives."""
    ages = [int(row["age"]) for row in rows("tabela_2")]
    inside = all(22 <= age <= 38 for age in ages)
    return Illustration(inside, f"{len(ages)} of the 200 records are printed, ages {min(ages)} to {max(ages)}")


def example_compared(registry: Registry) -> Illustration:
    """Answer the query of Primer 3.1."""
    answer = sum(int(row["count"]) * int(row["query"]) for row in rows("primer_3_1"))
    return Illustration(answer == 45, f"the query [1, 1, 0, 0] answers {answer}: football and volleyball")


def truth_compared(registry: Registry) -> Illustration:
    """Ask what the mechanism of Primer 3.4, which tells the truth, costs."""
    from sympy import oo

    cost = MaxDivergence(Finite(1, 0), Finite(0, 1)).doit()
    return Illustration(cost == oo, f"two different answers have max divergence {cost}: no eps will do")


def results_compared(registry: Registry) -> Illustration:
    """Hold Tabela 3 against the exact errors, the code's and the right ones."""
    printed = rows("tabela_3")
    explained = [laplace_digits(row, "1/eps").match is not Match.DIFFERENT for row in printed]
    claimed = [
        laplace_digits(row, scale).match is not Match.DIFFERENT for row in printed for scale in ("2/eps", "d/eps")
    ]
    parts = [
        f"{sum(explained)} of {len(printed)} Laplace errors are those of scale 1/eps, none of the code's 2/eps or the text's d/eps"
    ]
    for known in map(errors, (40, 20)):
        mean, _ = mean_and_error(
            [float(row["knorm"]) * float(row["epsilon"]) for row in printed if row["d"] == str(known.d)]
        )
        parts.append(
            f"at d = {known.d} and eps = 1 the printed K-norm error is {mean:.3g}, the code's {known.code[0]:.3g} "
            f"({known.solver[0]:.3g} with its solver), the right one {known.right[0]:.3g}; Laplace noise of the same privacy "
            f"errs by {known.laplace['d/eps']:.4g}"
        )
    return Illustration(all(explained) and not any(claimed), "; ".join(parts))


def deviations() -> list[tuple[str, str, str]]:
    """Return what the code does and the text does not say: deviation, effect on the error, effect on privacy, at d = 40 and 20."""
    first, second = map(errors, (40, 20))
    walks = [mean_and_error(numbers("measured_walks", "gauge", d=str(d)))[0] for d in (40, 20)]
    solved = [mean_and_error(numbers("measured_solver_walks", "gauge", d=str(d)))[0] for d in (40, 20)]
    gaps = [gauge_gap("measured_walks", d) for d in (40, 20)]
    costs = [audited(d) for d in (40, 20)]
    return [
        ("Laplace scale 2/eps in place of d/eps", "divided by 20 and 10", "loss 20 eps and 10 eps"),
        ("Laplace scale 1/eps, as the printed errors have it", "divided by 40 and 20", "loss 40 eps and 20 eps"),
        (
            "200 xor 2 = 202 steps in place of 40,000, from a start in the l1 ball",
            f"{first.code[0] / first.right[0]:.3f} and {second.code[0] / second.right[0]:.3f} of the right one",
            f"the point of K has a law at total variation at least {gaps[0]:.2f} and {gaps[1]:.2f} from uniform; at eps = 1 the "
            f"loss is at least {costs[0][0]:.2f} and {costs[1][0]:.2f}, delta at eps at least {costs[0][1]:.2g} and {costs[1][1]:.2g}",
        ),
        (
            "a tolerance of 1e-5 that the solver does not reach",
            f"{first.solver[0] / first.code[0]:.3f} and {second.solver[0] / second.code[0]:.3f} of that",
            f"points near the boundary are refused: mean gauge {solved[0]:.3f} and {solved[1]:.3f}, not {walks[0]:.3f} and "
            f"{walks[1]:.3f} (uniform: {40 / 41:.3f} and {20 / 21:.3f})",
        ),
        (
            "steps that leave K are redrawn, not refused",
            "lower",
            "even in the limit not uniform: at d = 1 and eps = 1 the loss is 1.354",
        ),
        (
            "the l1 ball joined to K, not added",
            "none here, where K holds it",
            "the joined set is not convex: up to 2 eps at d = 2",
        ),
    ]


def audited(d: int) -> tuple[float, float]:
    """Return lower bounds on the loss, and on delta at eps, of a release by the walk of the appendix at eps = 1.

    The best of six half-spaces, each less four standard errors; 0 where nothing is found.
    """
    found = [
        (
            float(row["loss"]) - _SIGMAS * float(row["loss_error"]),
            float(row["delta"]) - _SIGMAS * float(row["delta_error"]),
        )
        for row in rows("measured_audit")
        if row["d"] == str(d)
    ]
    return max(0.0, *(loss for loss, _ in found)), max(0.0, *(delta for _, delta in found))


def gauge_gap(name: str, d: int) -> float:
    """Return a lower bound on the total variation distance between walks and the uniform law, from their gauges.

    The gauge of a uniform point has the distribution function t^d. The bound is the Kolmogorov distance less what the
    inequality of Dvoretzky, Kiefer and Wolfowitz allows with probability 10^-3.
    """
    gauges = sorted(numbers(name, "gauge", d=str(d)))
    n = len(gauges)
    distance = max(max((k + 1) / n - value**d, value**d - k / n) for k, value in enumerate(gauges))
    return max(0.0, distance - math.sqrt(math.log(2000) / (2 * n)))


def comparison(account: Account, registry: Registry) -> str:
    """Return Tabela 3 as printed, as the code computes it and as it should be, with the code's deviations, as LaTeX."""
    lines = []
    for row in rows("tabela_3"):
        known, eps = errors(int(row["d"])), float(row["epsilon"])
        cells = (
            row["d"],
            row["epsilon"],
            row["laplace"],
            *(f"{known.laplace[scale] / eps:.4g}" for scale in ("1/eps", "2/eps", "d/eps")),
            row["knorm"],
            *(f"{value[0] / eps:.4g}" for value in (known.solver, known.code, known.right)),
        )
        lines.append(f"  {' & '.join(cells)} \\\\ % {laplace_digits(row, '1/eps')}")
    notes = [f"  {' & '.join(map(typeset, cells))} \\\\" for cells in deviations()]
    return (
        "\n".join(
            [
                r"% needs \usepackage{booktabs}; mean Euclidean errors, n = 200",
                r"\begin{tabular}{rrrrrrrrrr}",
                r"  \toprule",
                r"  & & \multicolumn{4}{c}{Laplace} & \multicolumn{4}{c}{$K$-norm} \\",
                r"  $d$ & $\varepsilon$ & printed & $1/\varepsilon$ & code & right & printed & code & exact test & right \\",
                r"  \midrule",
                *lines,
                r"  \bottomrule",
                r"\end{tabular}",
                "",
                r"\begin{tabular}{p{50mm}p{40mm}p{60mm}}",
                r"  \toprule",
                r"  The code & Error, at $d = 40$ and $20$ & Privacy \\",
                r"  \midrule",
                *notes,
                r"  \bottomrule",
                r"\end{tabular}",
            ]
        )
        + "\n"
    )


def printed_mechanisms(account: Account, registry: Registry) -> tuple[PrintedMechanism, ...]:
    """Return every mechanism of the thesis with the noise that is printed, for d queries with entries in [-1, 1]."""
    (loss, delta), _ = map(audited, (40, 20))
    return stored(Path(__file__).with_name("mechanisms.csv"), loss=loss, delta=delta)
