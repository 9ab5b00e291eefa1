"""The staircase law."""

from __future__ import annotations

from sympy import Expr, exp, floor, log

from dpsym.distributions.base import LocationFamily
from dpsym.parameters import FRACTION, LOCATION, POSITIVE_LOSS, SCALE


class Staircase(LocationFamily):
    r"""The staircase law: a geometric mixture of uniform laws, the noise of least expected size for pure privacy.

    .. math:: f(x) = \frac{1 - e^{-\varepsilon}}{2\Delta(\eta + e^{-\varepsilon}(1-\eta))} e^{-\varepsilon s(|x - \mu|)},
        \qquad s(y) = \left\lfloor \tfrac{y}{\Delta} + 1 - \eta \right\rfloor

    Parameters
    ----------
    location : real, optional
        The centre; 0 if left out.
    eps : positive real
        The privacy parameter at sensitivity `width`, in nats.
    fraction : real in (0, 1)
        The part eta of a step that is high.
    width : positive real
        The width Delta of a step: the sensitivity of the query.

    Raises
    ------
    ParameterError
        If a parameter lies outside its domain.

    References
    ----------
    Geng and Viswanath, The optimal mechanism in differential privacy, 2014, Definition in section III.
    """

    parameters = (LOCATION, POSITIVE_LOSS, FRACTION, SCALE)
    argument_names = ("location", "eps", "fraction", "width")
    scales = (3,)
    is_symmetric = True
    degenerate = ("fraction -> 0 or 1: steps as wide as the sensitivity",)

    @property
    def log_height(self) -> Expr:
        """The log-density on the middle step."""
        _, eps, fraction, width = self.args
        return log(1 - exp(-eps)) - log(2 * width) - log(fraction + exp(-eps) * (1 - fraction))

    def log_density(self, point: Expr) -> Expr:
        location, eps, fraction, width = self.args
        return self.log_height - eps * floor(abs(point - location) / width + 1 - fraction)
