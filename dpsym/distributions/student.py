"""Student's t law and the Cauchy law."""

from __future__ import annotations

from sympy import Expr, S, log, pi

from dpsym.distributions.base import LocationFamily, LocationScale, Terms
from dpsym.parameters import DEGREES, LOCATION, SCALE
from dpsym.special import log_gamma


class Cauchy(LocationScale):
    r"""The Cauchy law.

    .. math:: f(x) = \frac{1}{\pi b (1 + z^2)}, \qquad z = \frac{x-\mu}{b}

    Parameters
    ----------
    location : real, optional
        The median; 0 if left out.
    scale : positive real
        Half of the width at half of the height.

    Raises
    ------
    ParameterError
        If the scale is not positive and finite, or the location not real and finite.
    """

    is_symmetric = True
    degenerate = ("scale -> 0: a point mass",)

    def terms(self, point: Expr) -> Terms:
        place = (point - self.location) / self.scale
        return {log(1 + place**2): -S.One, S.One: -log(pi) - log(self.scale)}


class StudentT(LocationFamily):
    r"""Student's t law.

    .. math:: f(x) = \frac{\Gamma(\frac{\nu+1}{2})}{\Gamma(\frac{\nu}{2}) b \sqrt{\pi\nu}}
        \left(1 + \frac{z^2}{\nu}\right)^{-(\nu+1)/2}, \qquad z = \frac{x-\mu}{b}

    Parameters
    ----------
    location : real, optional
        The centre; 0 if left out.
    dof : positive real
        The degrees of freedom nu; 1 gives the Cauchy law.
    scale : positive real
        The scale b.

    Raises
    ------
    ParameterError
        If a parameter is not positive and finite, or the location not real and finite.
    """

    parameters = (LOCATION, DEGREES, SCALE)
    argument_names = ("location", "dof", "scale")
    scales = (2,)
    is_symmetric = True
    degenerate = ("scale -> 0: a point mass", "dof -> oo: the Gaussian law")

    @property
    def dof(self) -> Expr:
        """The degrees of freedom."""
        return self.args[1]

    def terms(self, point: Expr) -> Terms:
        place, half = (point - self.location) / self.unit, (self.dof + 1) / 2
        constant = log_gamma(half) - log_gamma(self.dof / 2) - log(pi * self.dof) / 2 - log(self.unit)
        return {log(1 + place**2 / self.dof): -half, S.One: constant}
