"""The programs audited, the printed numbers made again, and the mechanisms of the book with what they are exactly."""

from __future__ import annotations

import math
from pathlib import Path

from papers.mechanism import PrintedMechanism, stored
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
_MECHANISMS = Path(__file__).with_name("mechanisms.csv")


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
    numbers = {
        "test": release_delta(1.0, math.log(2 / _PAGE) / 2, (0, 0), math.inf, 1.0),
        "page": _PAGE,
        "chunks": 6000 / chunks(RECORDS, 6000),
    }
    return stored(_MECHANISMS, **numbers)


def _drawn(k: int) -> float:
    return 2 * math.sqrt(2 * k * math.log(1e4))


def _number(value: float) -> str:
    return f"{value:.3g}" if value < 1000 else f"{value:,.0f}".replace(",", r"\,")
