"""What the notes promise of their noise against what it keeps, and their mechanisms."""

from __future__ import annotations

import math
from pathlib import Path

from papers.google_2026.exact import binomial_off, nu, reach
from papers.mechanism import PrintedMechanism, stored
from papers.tabular import tabular
from papers.verdict import Account
from theorems.registry import Registry

SIZES = (10**6, 10**7, 10**8)
TREES = ((1, 1024), (2, 32), (5, 4), (10, 2))
CAPTIONS = (
    r"Lemma 1.6: the greatest relative error of the binomial approximation at 41 places out to $\sqrt{n \log n}/2$, the bound of the note, and their "
    r"quotient.",
    r"Claim 3.2: the noise of a quantile, $\sqrt{hb}\,h$, for 1024 buckets: as printed and as it is, in units of $1/\varepsilon$.",
)
_PRINTED = {(1, 1024): "32", (2, 32): "8", (10, 2): "44.7"}


def worst(n: int) -> float:
    """Return the greatest relative error at 41 places out to the end of the range."""
    return max(abs(binomial_off(n, round(math.floor(reach(n)) * k / 40))) for k in range(41))


def comparison(account: Account, registry: Registry) -> str:
    """Return the errors of the binomial approximation and the noise of trees, as LaTeX tables."""
    first = [
        (f"$10^{{{round(math.log10(n))}}}$", f"{worst(n):.2g}", f"{nu(n):.2g}", f"{worst(n) / nu(n):.2g}")
        for n in SIZES
    ]
    second = [(f"{h}", f"{b}", _PRINTED.get((h, b), "--"), f"{math.sqrt(h * b) * h:.1f}") for h, b in TREES]
    tables = (
        tabular("rrrr", ("$n$", "error", "bound", "quotient"), first),
        tabular("rrrr", ("height", "branching", "printed", "noise"), second),
    )
    return "\n\n".join(tables) + "\n"


def printed_mechanisms(account: Account, registry: Registry) -> tuple[PrintedMechanism, ...]:
    """Return the mechanisms of the notes: whether they keep their promise, what they are exactly, and what would do."""
    return stored(Path(__file__).with_name("mechanisms.csv"))
