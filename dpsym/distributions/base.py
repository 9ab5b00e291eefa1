"""What every law of the workbench provides: a log-density, a support, its kinks, and its worst neighbour."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from sympy import Add, Basic, Expr, Integer, Interval, Piecewise, Range, S, Set

from dpsym.distributions.printed import filled
from dpsym.errors import DpsymError
from dpsym.parameters import LOCATION, SCALE, SENSITIVITY, Parameter

Terms = dict[Expr, Expr]


@dataclass(frozen=True)
class Piece:
    """A part of the support on which a log-density is a combination of statistics.

    Parameters
    ----------
    lower, upper : Expr
        The ends; of a law on the integers, the first and the last integer.
    terms : dict
        The coefficient of each statistic, an expression of the point; the statistic 1 has the constant.
    """

    lower: Expr
    upper: Expr
    terms: Terms


def _until(law: Law, point: Expr, upper: Expr) -> Expr:
    return point <= upper if law.is_discrete else point < upper


class Law(Basic):
    """A probability law, as an immutable SymPy object.

    A subclass names its `parameters`, in the order of its arguments, and gives either `terms` and `ends`, the
    exponential-family form of its log-density on its support, or `pieces`, where that form changes on the way.
    What the law of a mechanism can be asked (``renyi``, ``profile``, ``compose``, ...) is attached by `dpsym.session`.
    """

    parameters: ClassVar[tuple[Parameter, ...]] = ()
    is_abstract: ClassVar[bool] = True
    """Whether only its subclasses are laws; said in the class statement, ``class Family(Law, abstract=True)``, and not inherited."""
    is_written: ClassVar[bool] = True
    """Whether a text can name it, since all its arguments are numbers or laws."""
    is_discrete: ClassVar[bool] = False
    is_log_concave: ClassVar[bool] = False
    """Whether the density, or the mass function on the integers, is log-concave for all parameters."""
    is_symmetric: ClassVar[bool] = False
    """Whether a reflection of the space swaps the two neighbours, so that both directions of the pair are alike."""
    printed: ClassVar[str] = ""
    """How it is printed in LaTeX, see `dpsym.distributions.printed`; if not said, by its name."""
    degenerate: ClassVar[tuple[str, ...]] = ()
    """The ends of the parameters' domains at which the law degenerates, in words."""

    def __init_subclass__(cls, *, abstract: bool = False) -> None:
        super().__init_subclass__()
        cls.is_abstract = abstract

    def __new__(cls, *arguments: object) -> Any:
        if len(arguments) != len(cls.parameters):
            names = ", ".join(parameter.name for parameter in cls.parameters)
            raise TypeError(f"{cls.__name__}() takes {names}, got {len(arguments)} arguments")
        pairs = zip(cls.parameters, arguments, strict=True)
        return Basic.__new__(cls, *(parameter.check(value) for parameter, value in pairs))

    def _sympystr(self, printer: Any) -> str:
        # SymPy prints a class called Uniform in a way of its own
        return f"{type(self).__name__}({', '.join(map(printer._print, self.args))})"

    def _latex(self, printer: Any) -> str:
        if self.printed:
            return filled(self.printed, self, printer)
        arguments = ", ".join(map(printer._print, self.args))
        return rf"\operatorname{{{type(self).__name__}}}\left({arguments}\right)"

    def terms(self, point: Expr) -> Terms:
        """Return the coefficient of each statistic in the log-density at `point`."""
        raise NotImplementedError

    @property
    def ends(self) -> tuple[Expr, Expr]:
        """The ends of the support; of a law on the integers, its first and last integer."""
        raise NotImplementedError(f"{self} has no first and last point")

    def pieces(self, point: Expr) -> tuple[Piece, ...]:
        """Return the parts of the support, from left to right, with the log-density on each."""
        return (Piece(*self.ends, self.terms(point)),)

    def log_density(self, point: Expr) -> Expr:
        """Return the natural logarithm of the density (or mass) at `point` of the support."""
        *pieces, last = self.pieces(point)
        densities = [Add(*(factor * statistic for statistic, factor in each.terms.items())) for each in (*pieces, last)]
        if not pieces:
            return densities[0]
        cases = zip(densities, (_until(self, point, each.upper) for each in pieces), strict=False)
        return Piecewise(*cases, (densities[-1], True))

    @property
    def support(self) -> Set:
        """The closed set outside which the density vanishes."""
        lower, upper = self.ends
        if not self.is_discrete:
            return Interval(lower, upper)
        return S.Integers if lower is S.NegativeInfinity else Range(lower, upper + 1)

    @property
    def breakpoints(self) -> tuple[Expr, ...]:
        """Points inside the support where the log-density is not smooth."""
        return ()

    @property
    def space(self) -> Any:
        """What tells spaces apart on which no two laws can be compared; None of a law of which nothing is known."""
        return "integers" if self.is_discrete else "line"

    def neighbours(self, sensitivity: object = Integer(1)) -> tuple[Law, Law]:
        """Return the worst pair of output laws of the mechanism that this law belongs to, in its forward direction.

        Raises
        ------
        DpsymError
            If the law is not the output or the noise of a mechanism.
        """
        raise DpsymError(f"{type(self).__name__} is not a mechanism: name both laws of the pair")

    def on_a_line(self) -> Law:
        """Return the law of the one coordinate that tells neighbours apart: of a law on the line, itself."""
        return self


class Positive(Law, abstract=True):
    """A law on the positive half line."""

    @property
    def ends(self) -> tuple[Expr, Expr]:
        return S.Zero, S.Infinity


class Counted(Law, abstract=True):
    """A law on points that are counted and that is made of other laws: these tell its space, and no text names it."""

    space = None
    is_discrete = True
    is_written = False


class LocationFamily(Law, abstract=True):
    """A law of ``location + Z``, where the other arguments are scales, or shapes that no change of unit moves.

    The location may be left out, and is then 0. All arguments may be named.
    """

    argument_names: ClassVar[tuple[str, ...]] = ("location", "scale")
    scales: ClassVar[tuple[int, ...]] = (1,)
    """Which arguments are in the unit of the location; the first of them is the unit of the standard form."""

    def __new__(cls, *arguments: object, **named: object) -> Any:
        names = cls.argument_names if len(arguments) == len(cls.argument_names) else cls.argument_names[1:]
        given = dict(zip(names, arguments, strict=False))
        wanted = ", ".join(cls.argument_names[1:])
        taken = f"{cls.__name__}() takes ({wanted}) or (location, {wanted})"
        if (
            len(arguments) > len(cls.argument_names)
            or set(given) & set(named)
            or not set(named) <= set(cls.argument_names)
        ):
            raise TypeError(taken)
        given = {"location": Integer(0), **given, **named}
        if missing := [name for name in cls.argument_names if name not in given]:
            raise TypeError(f"{taken}; {', '.join(missing)} missing")
        return cls._made(*(given[name] for name in cls.argument_names))

    @classmethod
    def _made(cls, *arguments: object) -> Any:
        """Make the law from all its arguments; a family with a rule between its parameters checks it here."""
        return Law.__new__(cls, *arguments)

    @property
    def location(self) -> Expr:
        """The location: the centre of symmetry, the mode, or the least point, as the family has it."""
        return self.args[0]

    @property
    def unit(self) -> Expr:
        """The scale by which the standard form is divided; 1 for a law on the integers."""
        return self.args[self.scales[0]] if self.scales else S.One

    @property
    def ends(self) -> tuple[Expr, Expr]:
        """The ends of the support: the whole line unless a family says otherwise."""
        return S.NegativeInfinity, S.Infinity

    def neighbours(self, sensitivity: object = Integer(1)) -> tuple[Law, Law]:
        """Return the noise, and the noise shifted to the right by the sensitivity of the query."""
        shift = SENSITIVITY.check(sensitivity)
        if self.is_discrete and shift.is_integer is False:
            raise DpsymError(f"the sensitivity of noise on the integers must be an integer, got {shift}")
        return self, self.func(self.location + shift, *self.args[1:])


class LocationScale(LocationFamily, abstract=True):
    """A law of ``location + scale * Z`` with nothing else to choose."""

    parameters = (LOCATION, SCALE)

    @property
    def scale(self) -> Expr:
        """The scale, in the unit of the location."""
        return self.args[1]
