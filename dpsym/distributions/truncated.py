"""The truncated Laplace law."""

from __future__ import annotations

from sympy import Expr, S, exp, log

from dpsym.distributions.base import LocationFamily, Piece
from dpsym.parameters import BOUND, LOCATION, SCALE


class TruncatedLaplace(LocationFamily):
    r"""The Laplace law, conditioned on an interval around its mode.

    .. math:: f(x) = \frac{e^{-|x-\mu|/b}}{2b (1 - e^{-a/b})}, \qquad |x - \mu| \le a

    Parameters
    ----------
    location : real, optional
        The mode; 0 if left out.
    scale : positive real
        The scale b of the Laplace law.
    bound : positive real
        The bound a on the noise.

    Raises
    ------
    ParameterError
        If the scale or the bound is not positive and finite, or the location not real and finite.

    References
    ----------
    Geng, Ding, Guo and Kumar, Tight analysis of privacy and utility tradeoff in approximate differential privacy,
    2020, Definition 3.
    """

    parameters = (LOCATION, SCALE, BOUND)
    argument_names = ("location", "scale", "bound")
    scales = (1, 2)
    is_symmetric = True
    is_log_concave = True
    degenerate = ("bound -> 0: a point mass", "bound -> oo: the Laplace law", "scale -> oo: the uniform law")

    @property
    def ends(self) -> tuple[Expr, Expr]:
        return self.location - self.args[2], self.location + self.args[2]

    def pieces(self, point: Expr) -> tuple[Piece, ...]:
        mode, scale, bound = self.args
        lower, upper = self.ends
        constant = -log(2 * scale) - log(1 - exp(-bound / scale))
        return (
            Piece(lower, mode, {point: 1 / scale, S.One: constant - mode / scale}),
            Piece(mode, upper, {point: -1 / scale, S.One: constant + mode / scale}),
        )

    @property
    def breakpoints(self) -> tuple[Expr, ...]:
        return (self.location,)
