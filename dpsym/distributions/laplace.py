"""The Laplace law."""

from __future__ import annotations

from sympy import Abs, Expr, S, log

from dpsym.distributions.base import LocationScale, Piece


class Laplace(LocationScale):
    r"""The Laplace law with location :math:`\mu` and scale :math:`b`.

    .. math:: f(x) = \frac{1}{2b} e^{-|x-\mu|/b}, \qquad x \in \mathbb{R}

    Parameters
    ----------
    location : real, optional
        The centre; 0 if left out.
    scale : positive real
        The noise scale b, in the unit of the query; the variance is 2 b^2.

    Raises
    ------
    ParameterError
        If the scale is not positive and finite, or the location not real and finite.

    Examples
    --------
    >>> from dpsym import Laplace
    >>> from dpsym.symbols import b
    >>> Laplace(scale=b).max_divergence()
    1/b
    """

    is_symmetric = True
    is_log_concave = True
    degenerate = ("scale -> 0: a point mass",)

    def log_density(self, point: Expr) -> Expr:
        return -Abs(point - self.location) / self.scale - log(2 * self.scale)

    def pieces(self, point: Expr) -> tuple[Piece, ...]:
        mode, slope, constant = self.location, 1 / self.scale, -log(2 * self.scale)
        lower, upper = self.ends
        return (
            Piece(lower, mode, {point: slope, S.One: constant - mode * slope}),
            Piece(mode, upper, {point: -slope, S.One: constant + mode * slope}),
        )

    @property
    def breakpoints(self) -> tuple[Expr, ...]:
        return (self.location,)
