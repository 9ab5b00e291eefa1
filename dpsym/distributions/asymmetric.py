"""The asymmetric Laplace law."""

from __future__ import annotations

from sympy import Expr, S, log

from dpsym.distributions.base import LocationFamily, Piece
from dpsym.parameters import LOCATION, SCALE


class AsymmetricLaplace(LocationFamily):
    r"""The Laplace law with a scale for each side of the mode.

    .. math:: f(x) = \frac{1}{b_- + b_+} \begin{cases} e^{(x-\mu)/b_-} & x < \mu \\ e^{-(x-\mu)/b_+} & x \ge \mu \end{cases}

    Parameters
    ----------
    location : real, optional
        The mode; 0 if left out.
    left, right : positive real
        The scales b_- and b_+ below and above the mode.

    Raises
    ------
    ParameterError
        If a scale is not positive and finite, or the location not real and finite.
    """

    parameters = (LOCATION, SCALE, SCALE)
    argument_names = ("location", "left", "right")
    scales = (1, 2)
    is_log_concave = True
    degenerate = ("left -> 0: the exponential law", "right -> 0: the reflected exponential law")

    def pieces(self, point: Expr) -> tuple[Piece, ...]:
        mode, left, right = self.args
        constant = -log(left + right)
        return (
            Piece(S.NegativeInfinity, mode, {point: 1 / left, S.One: constant - mode / left}),
            Piece(mode, S.Infinity, {point: -1 / right, S.One: constant + mode / right}),
        )

    @property
    def breakpoints(self) -> tuple[Expr, ...]:
        return (self.location,)
