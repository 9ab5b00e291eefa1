"""Why the farthest neighbour is the worst one: the remark that closes the derivation for a mechanism that adds noise."""

from __future__ import annotations

from dpsym.derive.derivation import Derivation, Step
from dpsym.distributions import LocationFamily
from dpsym.divergences import TradeOff


def with_worst_shift(derivation: Derivation) -> Derivation:
    r"""Add the step that makes the value at distance d the worst over all distances up to d, where that is known.

    Of a log-concave density the shifts have a monotone likelihood ratio, so that for each factor the most telling sets are half lines,
    :math:`H_\gamma(f, f_d) = \sup_t (F(t) - \gamma F(t - d))`, which grows with d since F does. Every divergence between the two laws is a
    mixture of hockey-stick divergences, and grows with them; the trade-off function falls.
    """
    first, second = derivation.head.laws
    if type(first) is not type(second) or not isinstance(first, LocationFamily) or first.args[1:] != second.args[1:]:
        return derivation
    if not first.is_log_concave or first == second:
        return derivation
    sides = "" if first.is_symmetric else " to the same side"
    change = "falls" if isinstance(derivation.head, TradeOff) else "grows"
    text = f"the density is log-concave: the value {change} with the shift, hence it is the worst over all smaller shifts{sides}"
    steps = (*derivation.steps, Step(text, derivation.expression))
    return Derivation(derivation.head, derivation.expression, steps, derivation.strategy)
