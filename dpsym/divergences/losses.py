"""The privacy profile of repeated draws by way of the distribution of the loss, as accountants compute it: exactly, and on a grid."""

from __future__ import annotations

from collections import Counter
from typing import Any

from sympy import Add, Expr, Max, S, ceiling, exp, log
from sympy.core.sympify import _sympify

from dpsym.distributions import AnyLaw, Finite, Law
from dpsym.distributions.families import check_steps, require_few
from dpsym.distributions.printed import Head
from dpsym.errors import ParameterError


class LossProfile(Head):
    r"""The profile at a threshold of a sum of k independent privacy losses, each rounded up to a multiple of h.

    .. math:: \mathbb{E} \left( 1 - e^{\varepsilon - L_1 - \dots - L_k} \right)_+, \qquad
        L_i = h \left\lceil \tfrac1h \log \tfrac{P(X_i)}{Q(X_i)} \right\rceil, \quad X_i \sim P

    Only the distribution of one loss is used, convolved with itself; an infinite loss counts with its whole mass.

    Parameters
    ----------
    eps : real
        The threshold, in nats.
    first, second : Law
        P and Q, laws on finitely many points or law variables.
    count : positive integer or symbol
        The number k of draws.
    step : real, optional
        The mesh h of the grid, at least 0, in nats; with 0 nothing is rounded.

    References
    ----------
    Sommer, Meiser and Mohammadi, Privacy loss classes, 2019; Koskela, Jälkö and Honkela, 2020, for the grid.
    """

    def __new__(cls, eps: object, first: Law, second: Law, count: object, step: object = 0) -> Any:
        for law in (first, second):
            if not isinstance(law, (Finite, AnyLaw)):
                raise ParameterError("law of a loss", "a law on finitely many points, or a law variable", law)
        threshold, draws, mesh = _sympify(eps), check_steps(count), _sympify(step)
        if mesh.is_negative:
            raise ParameterError("step", "at least 0", step)
        numbers = draws.is_Integer and mesh.is_number and threshold.is_number
        if not (isinstance(first, Finite) and isinstance(second, Finite) and numbers):
            return Expr.__new__(cls, threshold, first, second, draws, mesh)
        require_few(len(first.masses), int(draws))
        losses: Counter[Expr] = Counter()
        for mass, other in zip(first.masses, second.masses, strict=True):
            if mass:
                losses[_loss(mass, other, mesh)] += mass
        return _expected_excess(threshold, _sums(losses, int(draws)))

    def _latex(self, printer: Any) -> str:
        eps, first, second, count, step = map(printer._print, self.args)
        rounded = "" if self.args[4] == 0 else rf",\, {step}"
        return rf"\delta_{{{count}{rounded}}}\left({eps};\, {first}, {second}\right)"


def _loss(mass: Expr, other: Expr, mesh: Expr) -> Expr:
    """Return exp of a loss, rounded up to the mesh if that is not 0; the exponentials of a sum of losses are multiplied."""
    if not other:
        return S.Infinity
    return mass / other if mesh == 0 else exp(mesh * ceiling(log(mass / other) / mesh))


def _sums(losses: Counter[Expr], draws: int) -> Counter[Expr]:
    """Return the distribution of the sum of so many independent losses, all of them given by their exponentials."""
    found: Counter[Expr] = Counter({S.One: S.One})
    for _ in range(draws):
        longer: Counter[Expr] = Counter()
        for total, mass in found.items():
            for ratio, share in losses.items():
                longer[total * ratio] += mass * share
        found = longer
    return found


def _expected_excess(threshold: Expr, ratios: Counter[Expr]) -> Expr:
    terms = (
        mass * (S.One if ratio is S.Infinity else Max(0, 1 - exp(threshold) / ratio, evaluate=False))
        for ratio, mass in ratios.items()
    )
    return Add(*terms)
