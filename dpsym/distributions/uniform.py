"""The uniform law on an interval."""

from __future__ import annotations

from typing import Any

from sympy import Expr, S, log

from dpsym.distributions.base import LocationFamily, Terms
from dpsym.parameters import BOUND, LOCATION


class Uniform(LocationFamily):
    r"""The uniform law on an interval, by its centre and half of its width.

    .. math:: f(x) = \frac{1}{2a}, \qquad |x - \mu| \le a

    Parameters
    ----------
    location : real, optional
        The centre; 0 if left out.
    bound : positive real
        Half of the width.

    Raises
    ------
    ParameterError
        If the bound is not positive and finite, or the location not real and finite.
    """

    parameters = (LOCATION, BOUND)
    argument_names = ("location", "bound")
    is_symmetric = True
    is_log_concave = True
    degenerate = ("bound -> 0: a point mass",)

    @property
    def ends(self) -> tuple[Expr, Expr]:
        return self.location - self.args[1], self.location + self.args[1]

    def terms(self, point: Expr) -> Terms:
        return {S.One: -log(2 * self.args[1])}

    @classmethod
    def between(cls, lower: Any, upper: Any) -> Any:
        """Return the uniform law from `lower` to `upper`."""
        return cls((lower + upper) / S(2), (upper - lower) / S(2))
