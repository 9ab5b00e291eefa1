"""Tabela 1 to 7 made again: the fixed numbers digit by digit, the random ones by their laws, and what each mechanism is worth.

Every mechanism has three columns of its own: the noise as printed, how private it is exactly, and the least noise that will do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from papers.jazbec_2018.data import DIAMETER, STATES, budget, released, rows
from papers.jazbec_2018.figures import noise
from papers.jazbec_2018.formulas import (
    all_fit,
    bound_digits,
    break_probability,
    counted,
    data_digits,
    error_digits,
    exact_delta,
    fitting_states,
    least_scale,
    lower_bound,
    scale_digits,
    sensitivities,
    truth_digits,
)
from papers.jazbec_2018.measured import (
    Held,
    counts_told,
    deviations,
    errors_told,
    greatest_errors,
    salaries_told,
    scale,
    summary,
    wrong_answer,
)
from papers.jazbec_2018.mechanisms import printed_mechanisms
from papers.result import Illustration
from papers.stored import Row
from papers.verdict import Account
from theorems.registry import Registry

__all__ = ["CAPTIONS", "comparison", "key_numbers", "printed_mechanisms"]

CAPTIONS = (
    r"Tabela 2: the scale as printed and by the formula; at the printed scale, on a fixed domain of diameter 2996, the exact $\delta$, "
    r"the probability of a loss above $\varepsilon$ and the greatest loss; the least scale that will do; the mean deviation as printed, and "
    r"where it is in 99 of 100 releases.",
    r"Tabela 4: the bound of Izrek 5.3 as printed and by the formula, twice that, which is a bound too, and the least $\gamma$ of all private "
    r"mechanisms on the interval; the greatest error as printed, and where it is in 99 of 100 releases. The $\gamma$ of the mechanism is $b$.",
    "Tabela 3: the random numbers as printed, and where they are in 99 of 100 releases of salaries that are drawn again.",
    r"Tabela 5 and 7: the probability of a true answer and the bound, as printed and by the formula for 48 states, where the exact $\delta$ is "
    r"$\delta$; wrong answers as printed, and where they are in 99 of 100 releases.",
    "Tabela 6: the counts as printed, and where they are in 99 of 100 releases.",
    r"The figures: the noise of Primer 6.12 in sensitivities, its exact $\delta$ on the whole path, the least that will do, and the noise of "
    r"Posledica 6.10. As programmed, with the value at the left end taken off, every one has $\delta = 1$.",
)


def scales_compared(registry: Registry) -> Illustration:
    """Hold Tabela 2 against the formula and the law, and say how private the printed scales are."""
    table = released("tabela_2")
    digits, law = [scale_digits(row) for row in table], summary(deviations())
    exact = ", ".join(f"{exact_delta(row):.3f}" for row in table)
    least = ", ".join(f"{least_scale(row):.0f}" for row in table)
    return Illustration(
        all_fit(digits) and law.agrees and all(exact_delta(row) < float(row["delta"]) for row in table),
        f"scales: {counted(digits)}; {law.compared}; on a fixed domain of diameter {DIAMETER} the printed scales have "
        f"delta {exact}, and the least that will do are {least}",
    )


def salaries_compared(registry: Registry) -> Illustration:
    """Hold Tabela 3 against the notebook and the laws."""
    digits, law = data_digits()[:4], summary(salaries_told())
    return Illustration(
        all_fit(digits) and law.agrees, f"the data, as the notebook has them: {counted(digits)}; {law.compared}"
    )


def bounds_compared(registry: Registry) -> Illustration:
    """Hold Tabela 4 against the formula and the law, and the bound against the optimum of all private mechanisms."""
    digits, law = [bound_digits(row) for row in released("tabela_4")], summary(greatest_errors())
    optimum = "; ".join(
        f"({row['epsilon']}, {row['delta']}): {float(row['lower_dollars']):.4g} to {float(row['upper_dollars']):.4g}"
        for row in rows("measured_optimum")
    )
    above = all(
        float(best["lower_dollars"]) >= 1.99 * lower_bound(row)
        for best, row in zip(rows("measured_optimum"), released("tabela_4"), strict=True)
    )
    return Illustration(
        all_fit(digits) and law.agrees and above,
        f"bounds: {counted(digits)}; {law.compared}; gamma of the mechanism is b, the least gamma of all private mechanisms on the "
        f"interval is, at {optimum}",
    )


def truths_compared(registry: Registry) -> Illustration:
    """Hold Tabela 5 against the formula."""
    digits = [truth_digits(row) for row in released("tabela_5")]
    return Illustration(
        all_fit(digits) and fitting_states() == [len(STATES)],
        f"probabilities: {counted(digits)}, with |D| = {len(STATES)}, the only size up to 100 that fits Tabela 5 and 7; at p = "
        "(1 - delta)/(m + e^eps) the exact delta is delta, and no less noise will do",
    )


def states_compared(registry: Registry) -> Illustration:
    """Hold Tabela 6 against the notebook and the laws."""
    digits, law = data_digits()[4:], summary(counts_told())
    return Illustration(
        all_fit(digits) and law.agrees, f"the data, as the notebook has them: {counted(digits)}; {law.compared}"
    )


def errors_compared(registry: Registry) -> Illustration:
    """Hold Tabela 7 against the formula and the law."""
    digits, law = [error_digits(row) for row in released("tabela_7")], summary(errors_told())
    return Illustration(
        all_fit(digits) and law.agrees, f"bounds: {counted(digits)}, which the mechanism attains; {law.compared}"
    )


def sensitivities_compared(registry: Registry) -> Illustration:
    """Hold the identity query against others."""
    found = sensitivities()
    text = ", ".join(f"{name} {value:.3g}" for name, value in found.items())
    return Illustration(
        found["identity"] == 1 and max(found, key=lambda name: found[name]) != "identity",
        f"l1 sensitivities in diameters, over all databases of three entries from three numbers: {text}",
        ("no query is more sensitive than the identity",) if max(found.values()) > found["identity"] else (),
    )


def same_as_thesis(number: int) -> Callable[[Registry], Illustration]:
    """Return an illustration that holds a table of the slides against that of the thesis, cell by cell."""

    def compared(registry: Registry) -> Illustration:
        ours, theirs = rows(f"prosojnice_{number}"), rows(f"tabela_{number}")
        columns = set(ours[0])
        same = len(ours) == len(theirs) and all(
            {name: one[name] for name in columns} == {name: other[name] for name in columns}
            for one, other in zip(ours, theirs, strict=True)
        )
        missing = sorted(set(theirs[0]) - columns)
        left_out = f"; without the column {', '.join(missing)}" if missing else ""
        return Illustration(same, f"{len(ours)} rows with the digits of Tabela {number} of the thesis{left_out}")

    return compared


def key_numbers(account: Account, registry: Registry) -> dict[str, str]:
    """Return the numbers that a text about the tables needs, by the names of their macros."""
    first, last = released("tabela_2")[0], rows("slike")[-1]
    return {
        "jazbecScale": first["b"],
        "jazbecScaleExactDelta": f"{exact_delta(first):.4f}",
        "jazbecScaleLeast": f"{least_scale(first):.0f}",
        "jazbecStates": str(len(STATES)),
        "jazbecLastFigureDelta": f"{noise(*budget(last)).exact:.3f}",
    }


def comparison(account: Account, registry: Registry) -> str:
    """Return the tables of chapter 7 as printed and as they should be, with the noise of the figures, as LaTeX."""
    return "\n".join(
        [
            r"% needs \usepackage{booktabs}; amounts in dollars",
            *_tabular(
                "rrrrrrrrrr",
                r"$\varepsilon$ & $\delta$ & $b$ & made again & exact $\delta$ & least $b$ & loss above $\varepsilon$ & greatest "
                r"loss & mean $|L|$ & 99 in 100",
                map(_scale_line, released("tabela_2"), deviations()),
            ),
            *_tabular(
                "rrrrrrrr",
                r"$\varepsilon$ & $\delta$ & bound & made again & twice & least $\gamma$ & greatest error & 99 in 100",
                map(_bound_line, released("tabela_4"), rows("measured_optimum"), greatest_errors()),
            ),
            *_tabular("lrr", "Tabela 3 & printed & 99 in 100", map(_held_line, salaries_told())),
            *_tabular(
                "rrrrrrrr",
                r"$\varepsilon$ & $\delta$ & truth & made again & bound & made again & wrong of 1000 & 99 in 100",
                map(_state_line, released("tabela_5"), released("tabela_7"), errors_told()),
            ),
            *_tabular("lrr", "Tabela 6 & printed & 99 in 100", map(_held_line, counts_told())),
            *_tabular(
                "lrrrrrr",
                r"& $\varepsilon$ & $\delta$ & $\sigma/\Delta$ & exact $\delta$ & least $\sigma/\Delta$ & Posledica 6.10",
                map(_figure_line, rows("slike")),
            ),
        ]
    )


def _scale_line(row: Row, held: Held) -> tuple[tuple[str, ...], str]:
    cells = (
        row["epsilon"],
        row["delta"],
        row["b"],
        f"{scale(row):.2f}",
        f"{exact_delta(row):.4f}",
        f"{least_scale(row):.1f}",
        f"{break_probability(row):.3f}",
        f"{DIAMETER / float(row['b']):.3f}",
        held.printed,
        _span(held),
    )
    return cells, str(scale_digits(row))


def _bound_line(row: Row, best: Row, held: Held) -> tuple[tuple[str, ...], str]:
    value = lower_bound(row)
    cells = (
        row["epsilon"],
        row["delta"],
        row["bound"],
        f"{value:.4g}",
        f"{2 * value:.4g}",
        f"{float(best['lower_dollars']):.4g} to {float(best['upper_dollars']):.4g}",
        held.printed,
        _span(held),
    )
    return cells, str(bound_digits(row))


def _state_line(truth: Row, bound: Row, held: Held) -> tuple[tuple[str, ...], str]:
    wrong = (len(STATES) - 1) * wrong_answer(truth)
    cells = (
        truth["epsilon"],
        truth["delta"],
        truth["probability"],
        f"{1 - wrong:.4f}",
        bound["bound"],
        f"{wrong:.5f}",
        held.printed,
        _span(held),
    )
    return cells, f"{truth_digits(truth)}; {error_digits(bound)}"


def _held_line(held: Held) -> tuple[tuple[str, ...], str]:
    cells = held.what, *(text.replace("-", "$-$") for text in (held.printed, _span(held)))
    return cells, f"tail {held.tail:.3g}"


def _figure_line(row: Row) -> tuple[tuple[str, ...], str]:
    found = noise(*budget(row))
    cells = (
        row["figure"],
        row["epsilon"],
        row["delta"],
        f"{found.printed:.4g}",
        f"{found.exact:.4f}",
        f"{found.least:.4g}",
        f"{found.corollary:.4g}",
    )
    return cells, "private but for the pinned end" if found.is_private else "not private"


def _span(held: Held) -> str:
    low, high = held.range
    return f"{low:.0f} to {high:.0f}"


def _tabular(columns: str, head: str, lines: Iterable[tuple[tuple[str, ...], str]]) -> list[str]:
    body = [f"  {' & '.join(cells)} \\\\ % {remark}" for cells, remark in lines]
    return [
        rf"\begin{{tabular}}{{{columns}}}",
        r"  \toprule",
        rf"  {head} \\",
        r"  \midrule",
        *body,
        r"  \bottomrule",
        r"\end{tabular}",
        "",
    ]
