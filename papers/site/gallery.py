"""The gallery: curves, each beside the lines that draw it, which are run when the site is built."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

from mechanisms.files import PICTURES
from papers.site.page import Page
from theorems.export.curves import label_lines

PLOTS = (
    (
        "profiles",
        "Privacy profiles of three kinds of noise with the same deviation",
        """\
from sympy import pi, sqrt
from dpsym import Gaussian, Laplace, Logistic
axes = Gaussian(2).plot(interval=(0, 2), label="Gaussian")
Laplace(sqrt(2)).plot(interval=(0, 2), axes=axes, label="Laplace")
Logistic(2 * sqrt(3) / pi).plot(interval=(0, 2), axes=axes, label="logistic")
""",
    ),
    (
        "tradeoffs",
        "Trade-off functions: what an attacker cannot beat",
        """\
from dpsym import Gaussian, Laplace, RandomizedResponse
axes = Gaussian(1).plot("tradeoff", label="Gaussian")
Laplace(1).plot("tradeoff", axes=axes, label="Laplace")
RandomizedResponse(1).plot("tradeoff", axes=axes, label="randomized response")
""",
    ),
    (
        "renyi",
        "Rényi divergence against its order: the line of Gaussian noise, and two that level off at the greatest loss",
        """\
from dpsym import Gaussian, Laplace, RandomizedResponse
axes = Gaussian(3).plot("renyi", (1.1, 30), label="Gaussian")
Laplace(1).plot("renyi", (1.1, 30), axes=axes, label="Laplace")
RandomizedResponse(1).plot("renyi", (1.1, 30), axes=axes, label="randomized response")
""",
    ),
    (
        "quadratic",
        "How much the quadratic bound on randomized response gives away",
        """\
from dpsym import RandomizedResponse
from dpsym.plot import axes as new_axes, curve
from dpsym.symbols import alpha, eps
axes = new_axes()
curve(axes, RandomizedResponse(eps).renyi(2), eps, (0, 4), label="exact")
curve(axes, eps**2, eps, (0, 4), label=r"$\\alpha \\varepsilon^2/2$", linestyle="--")
""",
    ),
)
"""Name, caption, and the lines that leave `axes`."""


def drawn(code: str) -> bytes:
    """Return the picture that some lines draw, as PNG."""
    names: dict[str, Any] = {}
    exec(code, names)  # noqa: S102  (the lines stand above)
    axes = names["axes"]
    axes.figure.set_size_inches(6.4, 4)
    label_lines(axes)
    out = io.BytesIO()

    axes.figure.savefig(out, format="png", dpi=130, metadata=PICTURES["png"])
    return out.getvalue()


def pictures() -> Iterator[tuple[str, bytes]]:
    """Yield every picture with its place in the site."""
    for name, _, code in PLOTS:
        yield f"gallery/{name}.png", drawn(code)


def page() -> Page:
    """Return the gallery."""
    return Page("gallery", "Gallery", "gallery", {"plots": PLOTS}, says="Curves, with the lines that draw them.")
