"""Which inputs are adjacent, and by which factor e^eps their laws may differ."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from numbers import Integral

from mechanisms.errors import ParameterError
from mechanisms.validate import integer

Pairs = tuple[tuple[int, int], ...]
"""Ordered pairs of inputs."""


def neighbour_pairs(given: object, inputs: int) -> Pairs:
    """Return the ordered pairs of adjacent inputs, in both directions and sorted.

    Parameters
    ----------
    given : {"all", "path"} or iterable of pairs of int
        Any two inputs, consecutive ones, or those listed.
    inputs : int
        How many inputs there are.

    Raises
    ------
    ParameterError
        If `given` is something else, or names what is not an input, or an input as its own neighbour.
    """
    rule = f'"all", "path", or pairs of different inputs from 0 to {inputs - 1}'
    if given == "all":
        return tuple((i, j) for i in range(inputs) for j in range(inputs) if i != j)
    if given == "path":
        return tuple((i, j) for i in range(inputs) for j in (i - 1, i + 1) if 0 <= j < inputs)
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise ParameterError("neighbours", rule, given)
    pairs = set()
    for pair in given:
        if not isinstance(pair, Iterable) or isinstance(pair, str):
            raise ParameterError("neighbours", rule, pair)
        ends = tuple(pair)
        if len(ends) != 2 or not all(_is_input(end, inputs) for end in ends) or ends[0] == ends[1]:
            raise ParameterError("neighbours", rule, ends)
        pairs |= {(int(ends[0]), int(ends[1])), (int(ends[1]), int(ends[0]))}
    return tuple(sorted(pairs))


def _is_input(value: object, inputs: int) -> bool:
    return not isinstance(value, bool) and isinstance(value, Integral) and 0 <= int(value) < inputs


def factors_of(given: object, factor: Fraction, inputs: int) -> Mapping[tuple[int, int], Fraction]:
    r"""Return the factor :math:`e^{\varepsilon d(x, x')}` of every ordered pair of inputs that is constrained.

    Parameters
    ----------
    given : {"all", "path"}, iterable of pairs of int, or mapping of pairs to int
        The neighbours, at distance 1; a mapping gives the distance of each pair, a positive integer, in both directions.
    factor : Fraction
        The factor e^eps at distance 1.
    inputs : int
        How many inputs there are.
    """
    if not isinstance(given, Mapping):
        return dict.fromkeys(neighbour_pairs(given, inputs), factor)
    found: dict[tuple[int, int], Fraction] = {}
    for pair, distance in given.items():
        power = factor ** integer("distance of two inputs", distance, 1, rule="a positive integer")
        for ordered in neighbour_pairs([pair], inputs):
            found[ordered] = min(power, found.get(ordered, power))
    return found
