"""From Rényi divergences at two orders, or in both directions, to approximate privacy: what one order alone does not give."""

from sympy import Rational, S

from dpsym import HockeyStick, Renyi
from dpsym.conversion import two_orders_delta, two_orders_threshold
from dpsym.parameters import alpha, beta, q, t, zeta
from theorems.checks import Enumerate, Tight, Transcribed
from theorems.entry import Cite, Theorem
from theorems.library.space import ORDER, SHARE, ranges
from theorems.library.variables import FULL, P, Q, finite
from theorems.statement import POSITIVE, UNIT_OPEN, le

_HIGH = 1 + zeta
_SPACE = {
    alpha: ORDER,
    beta: ORDER,
    t: (UNIT_OPEN, ("1/10", "9/10")),
    zeta: (POSITIVE, ("1/10", 8)),
    q: SHARE,
    P: FULL,
    Q: FULL,
}
_ASOODEH = Cite("asoodeh2021variants", "Theorem 2, at one order and in one direction", "arXiv:2008.06529")
# the likelihood ratios of the pair are 1/3 and 3
_TWO_POINTS = {
    alpha: S(2),
    beta: S(3),
    t: Rational(1, 3),
    zeta: S(2),
    q: Rational(1, 4),
    P: finite("3/4", "1/4"),
    Q: finite("1/4", "3/4"),
}
_FORWARD = alpha, (alpha - 1) * Renyi(alpha, P, Q)
_BACK = 1 - beta, (beta - 1) * Renyi(beta, Q, P)
_SECOND = beta, (beta - 1) * Renyi(beta, P, Q)

BOTH_WAYS = Theorem(
    id="rdp.to_approx.both_ways",
    title="From Rényi divergences in both directions to approximate privacy: the delta at an eps, for any two ratios and any share",
    statement=le(
        HockeyStick(two_orders_threshold(alpha, 1 - beta, t, _HIGH, q), P, Q),
        two_orders_delta((_FORWARD, _BACK), t, _HIGH, q),
    ),
    **ranges(_SPACE),
    cites=(_ASOODEH,),
    checks=(
        Enumerate(),
        Tight(at=_TWO_POINTS),
        Transcribed(
            "HockeyStick(log(((1 - q)*(alpha - 1)*((1 + zeta)**alpha - t**alpha) - q*beta*((1 + zeta)**(1 - beta) - t**(1 - beta)))"
            "/((1 - q)*alpha*((1 + zeta)**(alpha - 1) - t**(alpha - 1)) + q*(1 - beta)*((1 + zeta)**(-beta) - t**(-beta)))), P, Q) <= "
            "((1 - q)*(exp((alpha - 1)*Renyi(alpha, P, Q)) + (alpha - 1)*t**alpha - alpha*t**(alpha - 1)) + "
            "q*(exp((beta - 1)*Renyi(beta, Q, P)) - beta*t**(1 - beta) - (1 - beta)*t**(-beta)))"
            "/((1 - q)*alpha*((1 + zeta)**(alpha - 1) - t**(alpha - 1)) + q*(1 - beta)*((1 + zeta)**(-beta) - t**(-beta)))"
        ),
    ),
    sharpens="rdp.to_approx.optimal.delta",
    note="Ours; u is 1 + zeta, the share is q, and q = 0 is the conversion of one direction. Neighbours may be swapped, so that a budget binds in "
    "both directions: D_2 <= 5 in one direction leaves delta = 1 - e^-4 = 0.9817 at eps = 1, in both 0.9753, which a pair on two points attains.",
)

TWO_ORDERS = Theorem(
    id="rdp.to_approx.two_orders",
    title="From Rényi divergences at two orders to approximate privacy: the delta at an eps, for any two ratios and any share",
    statement=le(
        HockeyStick(two_orders_threshold(alpha, beta, t, _HIGH, q), P, Q),
        two_orders_delta((_FORWARD, _SECOND), t, _HIGH, q),
    ),
    **ranges(_SPACE),
    cites=(_ASOODEH,),
    checks=(
        Enumerate(),
        Tight(at=_TWO_POINTS),
        Transcribed(
            "HockeyStick(log(((1 - q)*(alpha - 1)*((1 + zeta)**alpha - t**alpha) + q*(beta - 1)*((1 + zeta)**beta - t**beta))"
            "/((1 - q)*alpha*((1 + zeta)**(alpha - 1) - t**(alpha - 1)) + q*beta*((1 + zeta)**(beta - 1) - t**(beta - 1)))), P, Q) <= "
            "((1 - q)*(exp((alpha - 1)*Renyi(alpha, P, Q)) + (alpha - 1)*t**alpha - alpha*t**(alpha - 1)) + "
            "q*(exp((beta - 1)*Renyi(beta, P, Q)) + (beta - 1)*t**beta - beta*t**(beta - 1)))"
            "/((1 - q)*alpha*((1 + zeta)**(alpha - 1) - t**(alpha - 1)) + q*beta*((1 + zeta)**(beta - 1) - t**(beta - 1)))"
        ),
    ),
    sharpens="rdp.to_approx.optimal.delta",
    note="Ours; u is 1 + zeta, and the share is q. A curve that is known at points gives more by two of them than by the best one, and no more "
    "than that: the pair on the two points that the best t and u name attains it.",
)
