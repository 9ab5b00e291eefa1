"""What failures that are replaced and noise that is cut off cost exactly, and the mechanisms of the posts."""

from __future__ import annotations

import math
from pathlib import Path

from papers.dporg_2025.exact import response_rho, sampled_loss, truncated_delta
from papers.mechanism import PrintedMechanism, stored
from papers.tabular import tabular
from papers.verdict import Account
from theorems.registry import Registry

LOSSES = (0.1, 0.5, 1.0, 2.0, 5.0)
DELTA = 1e-6
CAPTIONS = (
    r"Claim 6.1 and Note 6.2: the exact $\delta$ over the promised one, at several $\varepsilon$ (in nats). Failures replaced, of probability "
    r"$\beta$, where $M$ has $\delta = 0$. Truncated Laplace noise at $\delta = 10^{-6}$: with the printed bound "
    r"$(1 + \log(1/(2\delta)))/\varepsilon$ and with $1 + \log(1/(2\delta))/\varepsilon$. Above 1 the promise is broken.",
    r"Posts 5, 7 and 8 at the same $\varepsilon$: $\rho = \varepsilon \tanh(\varepsilon/2)$ over $\varepsilon^2/2$, and the noise of the mean of a "
    r"Poisson sample over that of the whole, at rates 1/2, 1/10 and 1/100.",
)


def costs(eps: float) -> tuple[float, float, float]:
    """Return the exact delta over the promised one: failures replaced, the printed bound, and the mended one."""
    log = math.log(1 / (2 * DELTA))
    return 1 + math.exp(eps), truncated_delta(eps, (1 + log) / eps) / DELTA, truncated_delta(eps, 1 + log / eps) / DELTA


def comparison(account: Account, registry: Registry) -> str:
    """Return the costs of failures and of truncation, and what conversion and sampling give, as LaTeX tables."""
    first = [(f"{eps:g}", *(f"{value:.3g}" for value in costs(eps))) for eps in LOSSES]
    second = [
        (
            f"{eps:g}",
            f"{response_rho(eps) / (eps**2 / 2):.4f}",
            *(f"{eps / (rate * sampled_loss(eps, rate)):.3g}" for rate in (0.5, 0.1, 0.01)),
        )
        for eps in LOSSES
    ]
    tables = (
        tabular("rrrr", (r"$\varepsilon$", "failures replaced", "printed bound", "mended bound"), first),
        tabular(
            "rrrrr",
            (r"$\varepsilon$", r"$\rho$, over $\varepsilon^2/2$", "noise, $p = 1/2$", "$p = 1/10$", "$p = 1/100$"),
            second,
        ),
    )
    return "\n\n".join(tables) + "\n"


def printed_mechanisms(account: Account, registry: Registry) -> tuple[PrintedMechanism, ...]:
    """Return the mechanisms of the posts: whether they keep their promise, what they are exactly, and what would do."""
    return stored(Path(__file__).with_name("mechanisms.csv"), times=costs(2.0)[1])
