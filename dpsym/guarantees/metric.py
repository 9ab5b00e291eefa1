r"""Noise whose privacy is stated by the distance of the data: Laplace noise in the plane and in space, for the Euclidean norm.

.. math:: f(z) = \frac{\varepsilon^d}{d!\, v_d} e^{-\varepsilon |z|}, \qquad v_d = \text{the volume of the unit ball}

The loss between the data x and y is at most :math:`\varepsilon |x - y|`, and is that on the ray from x away from y.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sympy import E, Expr, LambertW, log, oo

from dpsym.errors import ParameterError
from dpsym.guarantees.adjacency import Relation
from dpsym.guarantees.arrow import Source
from dpsym.guarantees.asked import HasGuarantee
from dpsym.guarantees.granted import granted, granting
from dpsym.guarantees.guarantee import Guarantee
from dpsym.guarantees.notions import MetricDP
from dpsym.parameters import COUNT, POSITIVE_LOSS, PROBABILITY

_PLANAR = granting(
    "metric.planar_laplace",
    MetricDP,
    ("mechanism.planar_laplace", "knorm.privacy"),
    "by the triangle inequality the density changes by the factor e^(eps d(x, y)) at most",
    ("the distance is the Euclidean one",),
    Source("andres2013geo", "the planar Laplacian"),
)


@dataclass(frozen=True)
class MetricNoise(HasGuarantee):
    """Laplace noise for the Euclidean norm, with its privacy and its error.

    Parameters
    ----------
    eps : Expr
        In nats a unit of distance.
    dimension : Expr
        The number d of coordinates.
    """

    asked: ClassVar[str] = "guarantee(reach)"
    eps: Expr
    dimension: Expr

    def guarantee(self, reach: object = oo, *, adjacency: object = Relation.REPLACE) -> Guarantee:
        """Return the guarantee for data no further apart than the reach, for any data if it is left out."""
        return granted(_PLANAR, MetricDP(self.eps, reach), adjacency)  # type: ignore[arg-type]

    @property
    def mean_radius(self) -> Expr:
        """The mean length of the noise, d/eps."""
        return self.dimension / self.eps

    @property
    def mean_square(self) -> Expr:
        """The mean squared length of the noise, d (d + 1)/eps^2."""
        return self.dimension * (self.dimension + 1) / self.eps**2

    def radius(self, probability: object) -> Expr:
        r"""Return the radius of the disc around the truth in which an answer lies with a probability p.

        .. math:: r = -\frac1\varepsilon \left(W_{-1}\left(\frac{p - 1}e\right) + 1\right) \quad (d = 2), \qquad
                  r = -\frac{\log(1 - p)}\varepsilon \quad (d = 1)

        Raises
        ------
        ParameterError
            If p is no probability below 1, or the dimension is neither 1 nor 2, where no such formula is known.
        """
        p = PROBABILITY.check(probability)
        if p == 1:
            raise ParameterError("probability", "below 1: the noise has no greatest length", probability)
        if self.dimension == 1:
            return -log(1 - p) / self.eps
        if self.dimension != 2:
            raise ParameterError("dimension", "1 or 2", self.dimension)
        return -(LambertW((p - 1) / E, -1) + 1) / self.eps


def planar_laplace(eps: object, dimension: object = 2) -> MetricNoise:
    r"""Return planar Laplace noise, or its analogue in d dimensions: a density that falls exponentially in the length of the noise.

    Parameters
    ----------
    eps : positive real
        In nats a unit of distance.
    dimension : positive integer, optional
        The number d of coordinates; 2 if left out.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.

    Examples
    --------
    >>> from dpsym import planar_laplace
    >>> noise = planar_laplace(4)
    >>> noise.mean_radius, noise.guarantee(reach=2).to_pure().value.eps
    (1/2, 8)
    """
    return MetricNoise(POSITIVE_LOSS.check(eps), COUNT.check(dimension))
