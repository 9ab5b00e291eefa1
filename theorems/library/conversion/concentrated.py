"""From Rényi and concentrated to approximate privacy: the optimal conversion, and the closed forms at the best order."""

from sympy import Interval, Rational, S, log, sqrt

from dpsym import Bernoulli, Gaussian, HockeyStick, MaxDivergence, Renyi
from dpsym.conversion import (
    approx_profile,
    optimal_delta,
    optimal_epsilon,
    optimal_threshold,
    zcdp_delta_tail,
    zcdp_epsilon,
    zcdp_epsilon_improved,
)
from dpsym.parameters import BUDGET, alpha, delta, eps, p, q, t, zeta
from theorems.checks import Enclose, Enumerate, Quadrature, Tight, Transcribed
from theorems.entry import Cite, Theorem
from theorems.library.runs import calculus as runs
from theorems.library.space import LOSS, MEDIUM, ORDER, ranges
from theorems.library.variables import FULL, KAIROUZ, P, Q, finite
from theorems.statement import NONNEGATIVE, POSITIVE, UNIT_OPEN, le

rho = BUDGET.symbol
_BELOW_ONE = Interval.Ropen(0, 1)
_ASOODEH = Cite("asoodeh2021variants", "Theorem 2", "arXiv:2008.06529")
_CANONNE, _BUN = "canonne2020discrete", "bunsteinke2016"

# the likelihood ratios of the pair are 1/3 and 3
_TWO_POINTS = {alpha: S(2), t: Rational(1, 3), P: finite("3/4", "1/4"), Q: finite("1/4", "3/4")}

OPTIMAL = Theorem(
    id="rdp.to_approx.optimal",
    title="From Rényi to approximate privacy by the conversion that its source calls optimal: the eps at a delta, for any ratio t",
    statement=le(HockeyStick(optimal_epsilon(alpha, Renyi(alpha, P, Q), delta, t), P, Q), delta),
    **ranges({alpha: ORDER, delta: (UNIT_OPEN, ("1/1000", "9/10")), t: (_BELOW_ONE, (0, "9/10")), P: FULL, Q: FULL}),
    cites=(_ASOODEH,),
    checks=(
        Enumerate(),
        Tight(at={**_TWO_POINTS, delta: Rational(1, 3)}),
        Transcribed(
            "HockeyStick(log((1 - 1/alpha)*(((t**(alpha - 1) + (exp((alpha - 1)*Renyi(alpha, P, Q)) + (alpha - 1)*t**alpha - "
            "alpha*t**(alpha - 1))/(alpha*delta))**(1/(alpha - 1)))**alpha - t**alpha)/(((t**(alpha - 1) + (exp((alpha - "
            "1)*Renyi(alpha, P, Q)) + (alpha - 1)*t**alpha - alpha*t**(alpha - 1))/(alpha*delta))**(1/(alpha - 1)))**(alpha - 1) - "
            "t**(alpha - 1))), P, Q) <= delta"
        ),
    ),
    sharpens="rdp.to_approx.improved",
    note="t = 0 is the improved conversion. At the best t no smaller eps holds for all pairs: the pair on two points of ratios t and u attains it.",
)

OPTIMAL_DELTA = Theorem(
    id="rdp.to_approx.optimal.delta",
    title="From Rényi to approximate privacy by the conversion that its source calls optimal: the delta at an eps, for any ratios",
    statement=le(
        HockeyStick(optimal_threshold(alpha, t, 1 + zeta), P, Q), optimal_delta(alpha, Renyi(alpha, P, Q), t, 1 + zeta)
    ),
    **ranges({alpha: ORDER, t: (_BELOW_ONE, (0, "9/10")), zeta: (POSITIVE, ("1/10", 8)), P: FULL, Q: FULL}),
    cites=(_ASOODEH,),
    checks=(
        Enumerate(),
        Tight(at={**_TWO_POINTS, zeta: S(2)}),
        Transcribed(
            "HockeyStick(log((1 - 1/alpha)*((1 + zeta)**alpha - t**alpha)/((1 + zeta)**(alpha - 1) - t**(alpha - 1))), P, Q) <= "
            "(exp((alpha - 1)*Renyi(alpha, P, Q)) + (alpha - 1)*t**alpha - alpha*t**(alpha - 1))/(alpha*((1 + zeta)**(alpha - 1) - "
            "t**(alpha - 1)))"
        ),
    ),
    note="u is 1 + zeta. The line that touches the two branches of (x - e^eps)+ - lambda x^alpha at t and u bounds it everywhere.",
)

OPTIMAL_BINARY = Theorem(
    id="rdp.to_approx.optimal.binary",
    title="The conversion from Rényi to approximate privacy that its source calls optimal, on pairs on two points",
    statement=le(
        HockeyStick(
            optimal_epsilon(alpha, Renyi(alpha, Bernoulli(p), Bernoulli(q)), delta, t), Bernoulli(p), Bernoulli(q)
        ),
        delta,
    ),
    **ranges(
        {
            alpha: ORDER,
            delta: (UNIT_OPEN, ("1/1000", "9/10")),
            t: (_BELOW_ONE, (0, "9/10")),
            p: (UNIT_OPEN, ("1/10", "9/10")),
            q: (UNIT_OPEN, ("1/10", "9/10")),
        }
    ),
    cites=(_ASOODEH,),
    uses=("rdp.to_approx.optimal",),
    checks=(
        Enclose(),
        Quadrature(runs.optimal_conversion),
        Transcribed(
            "HockeyStick(log((1 - 1/alpha)*(((t**(alpha - 1) + (exp((alpha - 1)*Renyi(alpha, Bernoulli(p), Bernoulli(q))) + (alpha - "
            "1)*t**alpha - alpha*t**(alpha - 1))/(alpha*delta))**(1/(alpha - 1)))**alpha - t**alpha)/(((t**(alpha - 1) + (exp((alpha - "
            "1)*Renyi(alpha, Bernoulli(p), Bernoulli(q))) + (alpha - 1)*t**alpha - alpha*t**(alpha - "
            "1))/(alpha*delta))**(1/(alpha - 1)))**(alpha - 1) - t**(alpha - 1))), Bernoulli(p), Bernoulli(q)) <= delta"
        ),
    ),
)

_NOISE = Gaussian(0, 1 / sqrt(2 * rho)), Gaussian(1, 1 / sqrt(2 * rho))
_TARGET = ranges({rho: (POSITIVE, ("1/100", 2)), delta: (UNIT_OPEN, ("1e-6", "9/10"))})

ZCDP = Theorem(
    id="zcdp.to_approx",
    title="From zCDP to approximate privacy: rho + 2 sqrt(rho log(1/delta)), on Gaussian noise of budget rho",
    statement=le(HockeyStick(zcdp_epsilon(rho, delta), *_NOISE), delta),
    **_TARGET,
    cites=(Cite(_BUN, "Proposition 1.3", "arXiv:1605.02065v1"),),
    uses=("rdp.to_approx", "renyi.gaussian"),
    specializes="zcdp.to_approx.any",
    checks=(
        Enclose(),
        Quadrature(runs.gaussian_at_zcdp),
        Transcribed(
            "HockeyStick(rho + 2*sqrt(rho*log(1/delta)), Gaussian(0, 1/sqrt(2*rho)), Gaussian(1, 1/sqrt(2*rho))) <= delta"
        ),
    ),
)

ZCDP_IMPROVED = Theorem(
    id="zcdp.to_approx.improved",
    title="From zCDP to approximate privacy, the improved conversion in closed form, on Gaussian noise of budget rho",
    statement=le(HockeyStick(zcdp_epsilon_improved(rho, delta), *_NOISE), delta),
    **_TARGET,
    cites=(Cite(_CANONNE, "Proposition 12", "arXiv:2004.00010v4"),),
    uses=("rdp.to_approx.improved", "renyi.gaussian"),
    checks=(
        Enclose(),
        Quadrature(runs.gaussian_at_zcdp_improved),
        Transcribed(
            "HockeyStick(rho*(1 + sqrt(log(1/delta)/rho)) + log(sqrt(log(1/delta)/rho)/(1 + sqrt(log(1/delta)/rho))) - (log(delta) + "
            "log(1 + sqrt(log(1/delta)/rho)))/sqrt(log(1/delta)/rho), Gaussian(0, 1/sqrt(2*rho)), Gaussian(1, 1/sqrt(2*rho))) <= delta"
        ),
    ),
    specializes="zcdp.to_approx.improved.any",
    sharpens="zcdp.to_approx",
)

ZCDP_TAIL = Theorem(
    id="zcdp.to_approx.tail",
    title="From zCDP to approximate privacy through the Gaussian tail of the loss, on Gaussian noise of budget rho",
    statement=le(HockeyStick(eps, *_NOISE), zcdp_delta_tail(rho, eps)),
    **ranges({rho: (POSITIVE, ("1/100", 2)), eps: (NONNEGATIVE, (0, 8))}),
    hypotheses=(le(rho, eps),),
    cites=(Cite(_BUN, "Lemma 3.6, its proof", "arXiv:1605.02065v1"),),
    uses=("dp.approx.tail", "renyi.gaussian"),
    specializes="zcdp.to_approx.tail.any",
    checks=(
        Enclose(),
        Quadrature(runs.gaussian_profile_of_budget),
        Transcribed(
            "HockeyStick(epsilon, Gaussian(0, 1/sqrt(2*rho)), Gaussian(1, 1/sqrt(2*rho))) <= "
            "sqrt(pi*rho)*exp(epsilon)*erfc((epsilon + rho)/(2*sqrt(rho)))"
        ),
    ),
)

DOMINATING = Theorem(
    id="dp.pure.dominating",
    title="No eps-DP pair has a greater profile than randomized response",
    statement=le(HockeyStick(zeta, P, Q), approx_profile(zeta, eps, S.Zero)),
    **ranges({zeta: MEDIUM, eps: LOSS, P: FULL, Q: FULL}),
    hypotheses=(le(MaxDivergence(P, Q), eps), le(MaxDivergence(Q, P), eps)),
    cites=(Cite(KAIROUZ, "Theorem 3.3", "arXiv:1311.0776"),),
    checks=(
        Enumerate(),
        Tight(at={eps: log(3), P: finite("3/4", "1/4"), Q: finite("1/4", "3/4")}),
        Transcribed("HockeyStick(zeta, P, Q) <= Max(0, exp(epsilon) - exp(zeta))/(1 + exp(epsilon))"),
    ),
)
