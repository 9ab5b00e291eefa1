"""The mechanisms of the post, the bandwidth rules, the rates, and the figure made again, held against what is right."""

from __future__ import annotations

import math
from functools import cache
from pathlib import Path

from dpsym.calibration import gaussian_scale
from mechanisms import Gaussian
from papers.hall_2013.data import DELTA, EPS, rows
from papers.hall_2013.figures import RECORDS, estimates
from papers.hall_2013.measured import DIMENSIONS, exact_slope, local_slope, measured_slope
from papers.mechanism import PrintedMechanism, stored
from papers.result import Illustration
from papers.tabular import tabular
from papers.verdict import Account
from theorems.registry import Registry

LOSSES = (0.1, 1.0, 6.0, 8.0, 20.0)
CAPTIONS = (
    r"The noise of Claims 8, 22, 24 and 28 at $\delta = 10^{-5}$: the standard deviation as printed, the exact $\delta$ over the promised one "
    r"(above 1 the promise is broken), and the least noise that keeps it over the printed one.",
    r"Claims 29 to 31: slopes of the logarithm of the risk on that of $n$ at the bandwidth $n^{-1/(d + 4)}$, for Gaussian records on "
    r"$[-2, 2]^d$ at $\varepsilon = 1$ and $\delta = 10^{-5}$: measured, with standard errors, exact, and as claimed.",
    r"Claim 35: bandwidths for Gaussian records of deviation 1 by the printed rule, with $d + 1$, by the normal reference rule, with $d + 2$, and "
    r"the best one; the exact risks of the first two over the least.",
)


@cache
def exact_delta(loss: float, delta: float, share: float = 1.0) -> float:
    """Return the exact delta, at a promised eps and delta, of so great a share of the printed noise.

    Parameters
    ----------
    loss, delta : float
        What is promised; eps in nats.
    share : float
        The noise over sqrt(2 log(2/delta)) Delta/eps.
    """
    return Gaussian(share * printed_scale(loss, delta)).hockey_stick(loss).upper


@cache
def least_scale(loss: float, delta: float) -> float:
    """Return the least standard deviation that keeps the promise, for sensitivity 1, rounded up."""
    return float(gaussian_scale(loss, delta).law.scale)


def printed_scale(loss: float, delta: float) -> float:
    """Return the printed standard deviation for sensitivity 1."""
    return math.sqrt(2 * math.log(2 / delta)) / loss


def figure_drawn(registry: Registry) -> Illustration:
    """Say how far the release of the figure is from the estimate."""
    places, own, released = estimates()
    step = float(places[1] - places[0])
    away = float(abs(released - own).max())
    total = step * float(own.sum())
    return Illustration(
        abs(total - 1) < 1e-3 and away < 0.1,
        f"{RECORDS} records of a mixture, eps = {EPS:g}, delta = {DELTA:g}: the release is within {away:.2g} of the estimate, and "
        f"falls below 0 at {int((released < 0).sum())} of {len(places)} places",
    )


def printed_mechanisms(account: Account, registry: Registry) -> tuple[PrintedMechanism, ...]:
    """Return the printed mechanisms: whether they keep their promise, what they are exactly, and what would do."""
    return stored(
        Path(__file__).with_name("mechanisms.csv"),
        eps=EPS,
        delta=DELTA,
        small=exact_delta(1.0, DELTA),
        times=exact_delta(20.0, DELTA) / DELTA,
        share=least_scale(EPS, DELTA) / printed_scale(EPS, DELTA),
    )


def comparison(account: Account, registry: Registry) -> str:
    """Return the noise, the rates and the bandwidth rules as LaTeX tables."""
    return "\n\n".join((_noise_table(), _rate_table(), _rule_table())) + "\n"


def _noise_table() -> str:
    lines = []
    for loss in LOSSES:
        ratio = exact_delta(loss, DELTA) / DELTA
        share = least_scale(loss, DELTA) / printed_scale(loss, DELTA)
        lines.append((f"{loss:g}", f"{printed_scale(loss, DELTA):.4g}", _power(ratio), f"{share:.3f}"))
    head = (r"$\varepsilon$", r"printed $\sigma/\Delta$", r"exact over promised $\delta$", "least over printed noise")
    return tabular("rrrr", head, lines)


def _rate_table() -> str:
    lines = []
    for d in DIMENSIONS:
        for column, name in (("own", "without noise"), ("private", "private")):
            value, error = measured_slope(d, column)
            cells = (
                f"${value:.3f} \\pm {error:.3f}$",
                *(f"${number:.3f}$" for number in (exact_slope(d, column), local_slope(d, column), -4 / (4 + d))),
            )
            lines.append((str(d), name, *cells))
    head = ("$d$", "estimate", "measured slope", "exact, same sizes", "exact, $n = 10^9$", "claimed")
    return tabular("rlrrrr", head, lines)


def _rule_table() -> str:
    lines = [
        (
            row["d"],
            row["n"],
            *(f"{float(row[name]):.4f}" for name in ("printed", "reference", "best", "printed_cost", "reference_cost")),
        )
        for row in rows("measured_bandwidth")
    ]
    head = ("$d$", "$n$", "printed $h$", "reference $h$", "best $h$", "risk, printed", "risk, reference")
    return tabular("rrrrrrr", head, lines)


def _power(value: float) -> str:
    """Return a number with two digits, small ones as a power of ten."""
    if value >= 0.1:
        return f"{value:.3g}"
    exponent = math.floor(math.log10(value))
    return rf"${value / 10.0**exponent:.1f} \times 10^{{{exponent}}}$"
