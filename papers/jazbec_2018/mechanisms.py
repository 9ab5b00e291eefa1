"""Every mechanism that the thesis prints or runs: is it private, how private exactly, and what is the least noise that would do."""

from __future__ import annotations

from pathlib import Path

from papers.jazbec_2018.data import DIAMETER, budget, released, rows
from papers.jazbec_2018.figures import noise
from papers.jazbec_2018.formulas import exact_delta, least_scale
from papers.jazbec_2018.functional import MECHANISMS_6
from papers.mechanism import PrintedMechanism, stored
from papers.verdict import Account
from theorems.registry import Registry


def printed_mechanisms(account: Account, registry: Registry) -> tuple[PrintedMechanism, ...]:
    """Return what every printed mechanism of the thesis is worth."""
    return (*stored(Path(__file__).with_name("mechanisms.csv")), *MECHANISMS_6, *_run_mechanisms())


def _run_mechanisms() -> tuple[PrintedMechanism, ...]:
    """Return the mechanisms of chapter 7, with the numbers that the tables have."""
    exact, least, scales = (
        ", ".join(texts)
        for texts in (
            [f"{exact_delta(row):.3f}" for row in released("tabela_2")],
            [f"{least_scale(row):.0f}" for row in released("tabela_2")],
            [row["b"] for row in released("tabela_2")],
        )
    )
    noises = [noise(*budget(row)) for row in rows("slike")]
    return (
        PrintedMechanism(
            "Tabela 2",
            f"Laplace noise with b = {scales}, as constants, on salaries of a domain of diameter {DIAMETER}",
            "(0.1, 0.1)-, (2, 0.5)-, (11, 0.7)-DP",
            True,
            f"delta' = {exact} at the same eps",
            f"b = {least}",
            ("metric.laplace.scale.exact", "metric.laplace.scale"),
        ),
        PrintedMechanism(
            "Razdelek 7.1",
            "the same with b computed from the range of the data",
            "(eps, delta)-DP",
            False,
            "delta' = 1 - e^-u - e^eps (1 - e^(-u/r)), u = r (log r - eps)/(r - 1), from one record, for neighbours with ranges in the "
            "ratio r: 1 in the limit",
            "a domain that is fixed before the data are seen",
            ("mechanism.domain_laplace.range", "7.1-range"),
        ),
        PrintedMechanism(
            "Opomba 7.3",
            "Laplace noise with b divided by r, as for a metric divided by r",
            "(eps, delta)-DP",
            False,
            "delta' = 1 - (1 - delta)^(r/2) e^(eps (1 - r)/2): above 1 - 10^-44 for r = 1000 at (0.1, 0.1)",
            "b as before, whatever the unit",
            ("mechanism.domain_laplace.rescaled", "7.3-metric"),
        ),
        PrintedMechanism(
            "Tabela 5",
            "the discrete mechanism on a fixed set of 48 states",
            "(0.1, 0.1)-, (2, 0.5)-, (7, 0.6)-DP",
            True,
            "delta as promised, exactly",
            "p as printed",
            ("metric.discrete.least", "metric.error.response"),
        ),
        PrintedMechanism(
            "Tabela 5",
            "the same as programmed, with D the states that occur in the data",
            "(0.1, 0.1)-, (2, 0.5)-, (7, 0.6)-DP",
            False,
            "delta is 0.988 or more",
            "a set of states that is fixed before the data are seen, with p as printed",
            ("metric.discrete.least", "T5-support"),
        ),
        *(
            PrintedMechanism(
                row["figure"],
                f"a path of the process times {one.printed:.4g} sensitivities",
                f"({row['epsilon']}, {row['delta']})-DP",
                one.is_private,
                f"delta' = {one.exact:.4f}",
                f"the path times {one.least:.4g} sensitivities",
                ("functional.noise.exact", *(() if one.is_private else ("S3-noise",))),
            )
            for row, one in zip(rows("slike"), noises, strict=True)
        ),
        PrintedMechanism(
            "Slika 1",
            "as programmed, in all figures: the path less its value at the left end",
            "(eps, 0.1)-DP",
            False,
            "delta' = 1",
            "the path itself, times the least as above",
            ("functional.noise.exact", "S1-pinned", "S2-pinned", "S3-noise"),
        ),
    )
