"""What every law of the workbench provides: a log-density, a support, its kinks, and its worst neighbour."""

from __future__ import annotations

from typing import Any, ClassVar

from sympy import Basic, Expr, Integer, Set

from dpsym.errors import DpsymError
from dpsym.parameters import SENSITIVITY, Parameter


class Law(Basic):
    """A probability law, as an immutable SymPy object.

    A subclass names its `parameters`, in the order of its arguments, and gives `log_density` (of a mass function
    where `is_discrete`), `support` and `breakpoints`.
    """

    parameters: ClassVar[tuple[Parameter, ...]] = ()
    is_discrete: ClassVar[bool] = False

    def __new__(cls, *arguments: object) -> Any:
        if len(arguments) != len(cls.parameters):
            names = ", ".join(parameter.name for parameter in cls.parameters)
            raise TypeError(f"{cls.__name__}() takes {names}, got {len(arguments)} arguments")
        pairs = zip(cls.parameters, arguments, strict=True)
        return Basic.__new__(cls, *(parameter.check(value) for parameter, value in pairs))

    def log_density(self, point: Expr) -> Expr:
        """Return the natural logarithm of the density (or mass) at `point`."""
        raise NotImplementedError

    @property
    def support(self) -> Set:
        """The closed set outside which the density vanishes."""
        raise NotImplementedError

    @property
    def breakpoints(self) -> tuple[Expr, ...]:
        """Points where the log-density is not smooth."""
        return ()

    def neighbours(self, sensitivity: object = Integer(1)) -> tuple[Law, Law]:
        """Return the worst pair of output laws of the mechanism that this law belongs to.

        Raises
        ------
        DpsymError
            If the law is not the output or the noise of a mechanism.
        """
        raise DpsymError(f"{type(self).__name__} is not a mechanism: name both laws of the pair")

    def renyi(self, order: object, sensitivity: object = Integer(1)) -> Expr:
        """Return the Rényi divergence of order `order` of the mechanism's worst pair, derived now."""
        from dpsym.divergences import Renyi

        return Renyi(order, *self.neighbours(sensitivity)).doit()

    def kl(self, sensitivity: object = Integer(1)) -> Expr:
        """Return the Kullback-Leibler divergence of the mechanism's worst pair, derived now."""
        from dpsym.divergences import KL

        return KL(*self.neighbours(sensitivity)).doit()

    def max_divergence(self, sensitivity: object = Integer(1)) -> Expr:
        """Return the max divergence of the mechanism's worst pair: the least eps for which it is eps-DP."""
        from dpsym.divergences import MaxDivergence

        return MaxDivergence(*self.neighbours(sensitivity)).doit()

    def profile(self, threshold: object, sensitivity: object = Integer(1)) -> Expr:
        """Return the privacy profile delta(eps) of the mechanism, derived now."""
        from dpsym.divergences import HockeyStick

        return HockeyStick(threshold, *self.neighbours(sensitivity)).doit()


class LocationScale(Law):
    """A law of ``location + scale * Z`` whose standard form is symmetric about 0.

    One positional argument is the scale, two are location and scale.
    """

    scale_name: ClassVar[str] = "scale"

    def __new__(cls, *arguments: object, **named: object) -> Any:
        names = ("location", cls.scale_name) if len(arguments) == 2 else (cls.scale_name,)
        given = dict(zip(names, arguments, strict=False))
        if len(arguments) > 2 or set(given) & set(named) or not set(named) <= {"location", cls.scale_name}:
            raise TypeError(
                f"{cls.__name__}() takes a {cls.scale_name}, or a location and a {cls.scale_name}"
            )
        given.update(named)
        if cls.scale_name not in given:
            raise TypeError(f"{cls.__name__}() needs a {cls.scale_name}")
        return Law.__new__(cls, given.get("location", Integer(0)), given[cls.scale_name])

    @property
    def location(self) -> Expr:
        """The centre of symmetry."""
        return self.args[0]

    @property
    def scale(self) -> Expr:
        """The scale, in the unit of the location."""
        return self.args[1]

    def neighbours(self, sensitivity: object = Integer(1)) -> tuple[Law, Law]:
        """Return the noise, and the noise shifted by the sensitivity of the query."""
        shift = SENSITIVITY.check(sensitivity)
        return self, type(self)(self.location + shift, self.scale)
