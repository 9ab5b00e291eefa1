"""From one notion to another, for any pair of laws that keeps a promise."""

from sympy import Rational, oo

from dpsym import KL, HockeyStick, MaxDivergence, Renyi, TradeOff
from dpsym.conversion import tcdp_epsilon, zcdp_delta_tail, zcdp_epsilon, zcdp_epsilon_improved
from dpsym.conversion.gaussian import gaussian_profile, gaussian_renyi, gaussian_tradeoff
from dpsym.divergences import TotalVariation
from dpsym.divergences.least import ConcentratedBudget, DominationGap, GaussianRatio
from dpsym.parameters import BUDGET, CUTOFF, OFFSET, RATIO, alpha, delta, eps, t, zeta
from theorems.checks import Tight
from theorems.checks.enclose import Enumerate
from theorems.checks.hostile import Hostile
from theorems.entry import Cite, Theorem
from theorems.library.conversion.approximate import WORST
from theorems.library.space import MEDIUM, ORDER, SHARE, ranges
from theorems.library.variables import ALL, FULL, P1, Q1, P, Q, finite, threshold
from theorems.statement import ABOVE_ONE, NONNEGATIVE, POSITIVE, REAL, UNIT_OPEN, le

rho, xi, omega, mu = BUDGET.symbol, OFFSET.symbol, CUTOFF.symbol, RATIO.symbol
_LAWS = {P: ALL, Q: ALL}
_DELTAS = (Rational(1, 1000), Rational(9, 10))
_BUN, _BUN_V = "bunsteinke2016", "arXiv:1605.02065v1"
_DONG, _DONG_V = "dong2022gaussian", "arXiv:1905.02383v3"
_CONCENTRATED = (le(ConcentratedBudget(xi, oo, P, Q), rho),)
_ZCDP_SPACE = ranges({rho: (POSITIVE, ("1/100", 2)), xi: (NONNEGATIVE, (0, 1)), delta: (UNIT_OPEN, _DELTAS), **_LAWS})

ZCDP_STANDARD = Theorem(
    id="zcdp.to_approx.any",
    title="From zero-concentrated to approximate privacy, for any pair",
    statement=le(HockeyStick(xi + zcdp_epsilon(rho, delta), P, Q), delta),
    **_ZCDP_SPACE,
    hypotheses=_CONCENTRATED,
    cites=(Cite(_BUN, "Proposition 1.3 and Lemma 3.5", _BUN_V),),
    uses=("rdp.to_approx",),
    checks=(Hostile(40),),
)

ZCDP_IMPROVED = Theorem(
    id="zcdp.to_approx.improved.any",
    title="From zero-concentrated to approximate privacy by the improved conversion, for any pair",
    statement=le(HockeyStick(xi + zcdp_epsilon_improved(rho, delta), P, Q), delta),
    **_ZCDP_SPACE,
    hypotheses=_CONCENTRATED,
    cites=(Cite("canonne2020discrete", "Proposition 12", "arXiv:2004.00010v4"),),
    uses=("rdp.to_approx.improved",),
    checks=(Hostile(),),
    sharpens="zcdp.to_approx.any",
)

ZCDP_TAIL = Theorem(
    id="zcdp.to_approx.tail.any",
    title="From zero-concentrated to approximate privacy by the tail of the loss, for any pair",
    statement=le(HockeyStick(xi + rho + eps, P, Q), zcdp_delta_tail(rho, rho + eps)),
    **ranges({rho: (POSITIVE, ("1/100", 2)), xi: (NONNEGATIVE, (0, 1)), eps: MEDIUM, **_LAWS}),
    hypotheses=_CONCENTRATED,
    cites=(Cite(_BUN, "Lemma 3.6, its proof", _BUN_V),),
    checks=(Hostile(),),
    note="eps is how far the threshold lies above xi + rho. The tail of the loss is at most exp(-(z - xi - rho)^2/(4 rho)) at z, by Markov's "
    "inequality at the best order, and delta is at most the integral of e^(threshold - z) times it.",
)

TCDP = Theorem(
    id="tcdp.to_approx",
    title="From truncated concentrated to approximate privacy, for any pair",
    statement=le(HockeyStick(tcdp_epsilon(rho, omega, delta), P, Q), delta),
    **ranges({rho: (POSITIVE, ("1/100", 2)), omega: (ABOVE_ONE, ("3/2", 16)), delta: (UNIT_OPEN, _DELTAS), **_LAWS}),
    hypotheses=(le(ConcentratedBudget(0, omega, P, Q), rho),),
    cites=(Cite("bundworkrothblumsteinke2018", "Lemma 6"),),
    uses=("rdp.to_approx",),
    checks=(Hostile(),),
)

_GAUSSIAN = (le(GaussianRatio(P, Q), mu),)

GDP_PROFILE = Theorem(
    id="gdp.to_profile",
    title="From Gaussian privacy to the privacy profile, for any pair",
    statement=le(HockeyStick(threshold, Q, P), gaussian_profile(threshold, mu)),
    **ranges({threshold: (REAL, (-2, 3)), mu: (POSITIVE, ("1/20", 3)), **_LAWS}),
    hypotheses=_GAUSSIAN,
    cites=(Cite(_DONG, "Corollary 2.13", _DONG_V), Cite("ballewang2018", "Theorem 8", "arXiv:1805.06530v2")),
    uses=("gdp.profile",),
    checks=(Hostile(),),
    note="The trade-off function of P against Q is at least G_mu. Both directions of a mechanism are such pairs.",
)

GDP_TRADEOFF = Theorem(
    id="gdp.to_tradeoff",
    title="Gaussian privacy is a bound on the trade-off function at every level, for any pair",
    statement=le(gaussian_tradeoff(t, mu), TradeOff(t, P, Q)),
    **ranges({t: (UNIT_OPEN, ("1/100", "99/100")), mu: (POSITIVE, ("1/20", 3)), **_LAWS}),
    hypotheses=_GAUSSIAN,
    cites=(Cite(_DONG, "Definition 2.6", _DONG_V),),
    checks=(Hostile(60),),
)

GDP_RENYI = Theorem(
    id="gdp.to_renyi",
    title="From Gaussian to Rényi privacy, for any pair: alpha mu^2/2",
    statement=le(Renyi(alpha, P, Q), gaussian_renyi(alpha, GaussianRatio(P, Q))),
    **ranges({alpha: ORDER, **_LAWS}),
    cites=(Cite(_DONG, "Corollary B.6", _DONG_V),),
    uses=("gdp.renyi",),
    checks=(Hostile(), Enumerate(40)),
)

_DOMINATED = (le(DominationGap(P, Q, P1, Q1), 0),)
_FOUR = {**_LAWS, P1: ALL, Q1: ALL}

DOMINATING_RENYI = Theorem(
    id="dominating.renyi",
    title="A dominating pair has the greater Rényi divergence at every order",
    statement=le(Renyi(alpha, P, Q), Renyi(alpha, P1, Q1)),
    **ranges({alpha: ORDER, **_FOUR}),
    hypotheses=_DOMINATED,
    cites=(Cite("zhu2022characteristic", "section 3, dominating pairs", "arXiv:2106.08567"),),
    uses=("hockey_stick.data_processing",),
    checks=(Hostile(),),
)

DOMINATING_TRADEOFF = Theorem(
    id="dominating.tradeoff",
    title="A dominating pair has the smaller trade-off function at every level",
    statement=le(TradeOff(t, P1, Q1), TradeOff(t, P, Q)),
    **ranges({t: SHARE, **_FOUR}),
    hypotheses=_DOMINATED,
    cites=(Cite(_DONG, "Propositions 2.11 and 2.12", _DONG_V),),
    uses=("tradeoff.profile",),
    checks=(Hostile(60),),
)

BOUNDED_RANGE = Theorem(
    id="renyi.bounded_range",
    title="A pair whose privacy loss lies in an interval of length eps has Rényi divergence at most alpha eps^2/8",
    statement=le(Renyi(alpha, P, Q), alpha * (MaxDivergence(P, Q) + MaxDivergence(Q, P)) ** 2 / 8),
    **ranges({alpha: ORDER, P: FULL, Q: FULL}),
    cites=(Cite("rogerssteinke2021", "Theorem 5"), Cite("cesar2021bounding", "Lemma 3.2", "arXiv:2004.07223")),
    checks=(Hostile(), Enumerate(40), Tight(at={P: finite("1/2", "1/2"), Q: finite("1/2", "1/2")})),
    note="The exponential mechanism has such a pair (bounded range), and so is eps^2/8-zCDP.",
)

PINSKER = Theorem(
    id="kl.pinsker",
    title="Pinsker's inequality: the total variation is at most the root of half the Kullback-Leibler divergence",
    statement=le(2 * TotalVariation(P, Q) ** 2, KL(P, Q)),
    domain=_LAWS,
    cites=(Cite("vanervenharremoes2014", "Theorem 31 at order 1"),),
    checks=(Hostile(), Enumerate(60)),
)

APPROX = Theorem(
    id="dp.approx.dominating",
    title="Randomized response that may tell all dominates every (eps, delta)-DP pair",
    statement=le(HockeyStick(zeta, P, Q), HockeyStick(zeta, *WORST)),
    **ranges({zeta: MEDIUM, eps: (POSITIVE, ("1/10", 2)), delta: (UNIT_OPEN, ("1/100", "1/2")), **_LAWS}),
    hypotheses=(le(HockeyStick(eps, P, Q), delta), le(HockeyStick(eps, Q, P), delta)),
    cites=(Cite("kairouz2015composition", "Theorem 3.3, its proof", "arXiv:1311.0776"),),
    uses=("dp.approx.profile", "dp.approx.profile.worst"),
    checks=(Hostile(),),
    note="The worst pair is alike in both directions, so that its profile at zeta >= 0 tells that at negative ones.",
)
