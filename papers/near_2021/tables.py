"""The programs audited, the printed numbers made again, and the mechanisms of the book with what they are exactly."""

from __future__ import annotations

import math

from papers.mechanism import PrintedMechanism
from papers.near_2021.exact import RECORDS, chunks, noisy_max_loss, release_delta, response_loss
from papers.near_2021.printed import numbers
from papers.tabular import tabular
from papers.verdict import Account
from theorems.registry import Registry

CAPTIONS = (
    r"Constants that programs of the book use against those of its text, with the loss that is exact ($\varepsilon$ in nats; $\delta$ where it is "
    r"what is lost). Above 1 in the last column the promise is broken.",
    r"Numbers that the book prints and that follow from what it says, made again. Those of random draws are not listed.",
)
_PAGE = 32561.0**-2


def audited() -> tuple[tuple[str, str, str, str, float], ...]:
    """Return program, what it uses, what the text or the theorem has, what is compared, and by what factor the promise is exceeded."""
    threshold = math.log(2 / _PAGE) / 2
    return (
        (
            "Program 6.15",
            r"$2\varepsilon\sqrt{2k\log(1/\delta)}$",
            "Theorem 6.13",
            r"$\varepsilon$, $k = 1000$",
            response_loss(1000, 1.0, 1e-4) / _drawn(1000),
        ),
        (
            "Program 6.15",
            "the same",
            "the same",
            r"$\varepsilon$, $k = 10\,000$",
            response_loss(10_000, 1.0, 1e-4) / _drawn(10_000),
        ),
        (
            "Program 7.6",
            r"$\log(2/\delta)/(2\varepsilon)$",
            r"$\log(1/(2\delta))/\varepsilon$",
            r"$\delta = n^{-2}$",
            release_delta(1.0, threshold, (0, 0), math.inf, 1.0) / _PAGE,
        ),
        ("Program 7.6", r"noises at $\varepsilon$", r"at $\varepsilon/2$", r"$\varepsilon$", 2.0),
        (
            "Program 7.11",
            "noise for 1000 chunks",
            f"for {chunks(RECORDS, 1000)}",
            r"$\varepsilon$",
            1000 / chunks(RECORDS, 1000),
        ),
        (
            "Program 7.11",
            "noise for 6000 chunks",
            f"for {chunks(RECORDS, 6000)}",
            r"$\varepsilon$",
            6000 / chunks(RECORDS, 6000),
        ),
        ("Program 9.2", "sensitivity 1", "1/1000", r"$\varepsilon$, at most", 1 / 1000),
        (
            "Claim 9.3",
            r"scale $\Delta u/\varepsilon$",
            r"$2\Delta u/\varepsilon$",
            r"$\varepsilon$, gap 200",
            noisy_max_loss(200.0, 1.0),
        ),
        ("Claim 5.4", r"$u - l$ on $[20, 80]$", "80", r"$\varepsilon$", 80 / 60),
    )


def comparison(account: Account, registry: Registry) -> str:
    """Return the audited programs and the printed numbers as LaTeX tables."""
    head = ("where", "used", "stated or needed", "compared", "exact over promised")
    lines = [(*cells, _number(factor)) for *cells, factor in audited()]
    programs = tabular("llllr", head, lines)
    shown = [
        (
            number.label,
            number.cell,
            number.what,
            number.printed,
            f"{number.value:.{max(number.digits, 0)}f}",
            "yes" if number.agrees else "no",
        )
        for number in numbers()
    ]
    return (
        "\n\n".join((programs, tabular("lllrrl", ("where", "cell", "what", "printed", "made again", "right"), shown)))
        + "\n"
    )


def printed_mechanisms(account: Account, registry: Registry) -> tuple[PrintedMechanism, ...]:
    """Return the mechanisms of the book: whether they keep their promise, what they are exactly, and what would do."""
    same = "the noise as printed"

    def kept(where: str, name: str, promised: str, exact: str, *by: str) -> PrintedMechanism:
        return PrintedMechanism(where, name, promised, True, exact, same, by)

    def broken(where: str, name: str, promised: str, exact: str, least: str, *by: str) -> PrintedMechanism:
        return PrintedMechanism(where, name, promised, False, exact, least, by)

    test = release_delta(1.0, math.log(2 / _PAGE) / 2, (0, 0), math.inf, 1.0)
    return (
        kept("Definition 3.3", "Laplace noise of scale s/eps", "eps-DP", "eps, and no better", "mechanism.laplace"),
        broken(
            "Program 4.4",
            "Laplace noise of scale 1/eps on the counts of the bins that occur",
            "eps-DP",
            "delta = 1 at every eps, where a bin has one row",
            "the same noise on all bins, fixed beforehand",
            "4.4-bins",
        ),
        broken(
            "Claim 5.4",
            "Laplace noise for a sum of values in [l, u], at sensitivity u - l",
            "eps-DP, rows added or removed",
            "eps max(|l|, |u|)/(u - l)",
            "scale max(|l|, |u|)/eps",
            "5.4-range",
        ),
        broken(
            "Definition 6.5",
            "Gaussian noise of variance 2 s^2 log(1.25/delta)/eps^2",
            "(eps, delta)-DP, every eps; eps <= 1 by the text",
            "kept for eps <= 15/4, whatever delta is",
            "dpsym.calibration.gaussian_scale(eps, delta)",
            "gaussian.classical.range",
            "gaussian.classical.everywhere",
            "6.5-range",
        ),
        kept(
            "Claim 6.8",
            "independent Laplace noise at the L1 sensitivity",
            "eps-DP",
            "eps, and no better",
            "max.laplace.vector",
        ),
        broken(
            "Definition 7.4",
            "propose-test-release with the threshold log(2/delta)/(2 eps)",
            "(eps, delta)-DP",
            f"delta = sqrt(delta/8), at 2 eps: {test:.2g} for {_PAGE:.2g}",
            "the threshold log(1/(2 delta))/eps, and half of eps for each noise",
            "7.4-threshold",
            "7.4-twice",
            "mechanism.propose_test_release",
        ),
        broken(
            "Definition 7.8",
            "Laplace noise of scale 2 S/eps, S the greatest from k = 1 on",
            "(eps, delta)-DP",
            "e^beta eps/2 for a constant local sensitivity",
            "S the greatest from k = 0 on",
            "7.8-zero",
            "mechanism.smooth.laplace",
        ),
        kept(
            "Definition 7.10",
            "Laplace noise of scale (u - l)/(k eps) on the mean of k clipped answers",
            "eps-DP, chunks fixed row by row",
            "eps where one answer moves from end to end",
            "mechanism.laplace",
        ),
        broken(
            "Program 7.11",
            "the same on slices of ceil(n/k) rows",
            "eps-DP",
            f"{6000 / chunks(RECORDS, 6000):.3f} eps at k = 6000 if a row is changed; without bound if one is removed",
            "noise for the chunks that there are, rows assigned by lot",
            "7.11-count",
            "7.11-slices",
        ),
        kept(
            "Definition 8.7",
            "Gaussian noise of variance alpha s^2/(2 eps)",
            "(alpha, eps)-RDP",
            "exactly that",
            "calibration.gaussian.renyi",
        ),
        kept(
            "Definition 8.11",
            "Gaussian noise of variance s^2/(2 rho)",
            "rho-zCDP",
            "exactly that",
            "calibration.gaussian.zcdp",
        ),
        kept(
            "Theorem 9.1",
            "the exponential mechanism",
            "eps-DP",
            "a range of losses of eps at most",
            "mechanism.exponential",
        ),
        broken(
            "Claim 9.3",
            "report noisy max with Laplace noise of scale Delta u/eps",
            "eps-DP for every score",
            "up to 2 eps; eps for counts",
            "scale 2 Delta u/eps",
            "9.3-monotone",
            "mechanism.report_noisy_max",
        ),
        kept(
            "Program 10.1",
            "AboveThreshold, noises of scale 2/eps and 4/eps",
            "eps-DP",
            "at most eps",
            "mechanism.above_threshold",
        ),
        kept("Claim 13.1", "randomized response by two coins", "log 3-DP", "log 3 = 1.0986", "rr.pure_dp"),
        kept("Claim 13.3", "unary encoding with 3/4 and 1/4", "log 9-DP", "log 9 = 2.1972", "mechanism.unary_encoding"),
    )


def _drawn(k: int) -> float:
    return 2 * math.sqrt(2 * k * math.log(1e4))


def _number(value: float) -> str:
    return f"{value:.3g}" if value < 1000 else f"{value:,.0f}".replace(",", r"\,")
