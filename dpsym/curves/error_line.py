"""The lines that a privacy profile puts below a trade-off function."""

from __future__ import annotations

from fractions import Fraction

from flint import arb, ctx

from dpsym.ball import as_fraction
from dpsym.curves.loss import ball_of

_BITS = 128


def error_line(eps: Fraction, delta: Fraction, level: Fraction, is_steep: bool) -> Fraction:
    r"""Return the line of an (eps, delta) at a level t, rounded down.

    It is :math:`1 - \delta - e^\varepsilon t`, steep, or :math:`e^{-\varepsilon}(1 - \delta - t)`.
    """
    with ctx.workprec(_BITS):
        power: arb = ball_of(eps).exp()
        if is_steep:
            return 1 - delta - as_fraction(power.upper()) * level
        rest = 1 - delta - level
        return rest / as_fraction(power.upper() if rest > 0 else power.lower())
