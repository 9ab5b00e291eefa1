"""The law of the best of a Poisson number of draws."""

from __future__ import annotations

from typing import Any

from sympy import Basic, S, exp
from sympy.core.sympify import _sympify

from dpsym.distributions.arbitrary import AnyLaw
from dpsym.distributions.base import Counted, Law
from dpsym.distributions.discrete import Discrete, listed
from dpsym.errors import ParameterError


class BestOfPoisson(Counted):
    r"""The law of the best of a Poisson number of independent draws, or of none: then there is an answer of its own, first of all points.

    .. math:: \mathbb{E}\, t^K = e^{-m (1 - t)}

    The points of the law are in the order of their quality.

    Parameters
    ----------
    mean : positive real
        The mean m of the number of draws.
    law : Discrete or AnyLaw
        Of one draw.

    References
    ----------
    Papernot and Steinke, Hyperparameter tuning with Rényi differential privacy, 2022, Section 3.
    """

    printed = r"\max\nolimits_{#1} #2"

    def __new__(cls, mean: object, law: Law) -> Any:
        draws = _sympify(mean)
        if not isinstance(law, (Discrete, AnyLaw)):
            raise ParameterError("law to be drawn from", "a law on finitely many points, or a law variable", law)
        if draws.is_number and not (draws > 0) == True:  # noqa: E712
            raise ParameterError("mean number of draws", "positive", draws)
        if not (isinstance(law, Discrete) and draws.is_number):
            return Basic.__new__(cls, draws, law)
        masses, reached = [exp(-draws)], S.Zero
        for mass in law.masses:
            before, reached = reached, reached + mass
            masses.append(exp(-draws * (1 - reached)) - exp(-draws * (1 - before)))
        return listed(masses, (S.One,) * len(masses))
