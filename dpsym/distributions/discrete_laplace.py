"""The discrete Laplace law, also called two-sided geometric."""

from __future__ import annotations

from sympy import Expr, S, log, tanh

from dpsym.distributions.base import LocationFamily, Piece
from dpsym.parameters import INTEGER_LOCATION, SCALE


class DiscreteLaplace(LocationFamily):
    r"""The discrete Laplace law on the integers, the noise of the geometric mechanism.

    .. math:: f(x) = \tanh\!\left(\tfrac{1}{2b}\right) e^{-|x-\mu|/b}, \qquad x \in \mathbb{Z}

    Parameters
    ----------
    location : integer, optional
        The centre; 0 if left out.
    scale : positive real
        The scale b: neighbouring integers have masses in the ratio exp(1/b).

    Raises
    ------
    ParameterError
        If the scale is not positive and finite, or the location not an integer.

    References
    ----------
    Ghosh, Roughgarden and Sundararajan, Universally utility-maximizing privacy mechanisms, 2009.
    """

    parameters = (INTEGER_LOCATION, SCALE)
    scales = ()
    is_discrete = True
    is_symmetric = True
    is_log_concave = True
    degenerate = ("scale -> 0: a point mass",)

    def pieces(self, point: Expr) -> tuple[Piece, ...]:
        mode, scale = self.args
        constant = log(tanh(1 / (2 * scale)))
        return (
            Piece(S.NegativeInfinity, mode - 1, {point: 1 / scale, S.One: constant - mode / scale}),
            Piece(mode, S.Infinity, {point: -1 / scale, S.One: constant + mode / scale}),
        )

    @property
    def breakpoints(self) -> tuple[Expr, ...]:
        return (self.location,)
