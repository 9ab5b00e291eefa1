"""From pure privacy, through the worst pair that there is: randomized response."""

from __future__ import annotations

from sympy import Expr, S, exp, log, tanh

from dpsym.conversion.gaussian import ratio_of_alike
from dpsym.distributions import RandomizedResponse
from dpsym.guarantees.arrow import Arrow, Source
from dpsym.guarantees.mechanism import Mechanism
from dpsym.guarantees.notions import GDP, ZCDP, ApproxDP, LossDP, PureDP, RenyiDP


def pure_renyi(order: Expr, eps: Expr) -> Expr:
    r"""Return the Rényi budget of a pure guarantee, that of randomized response.

    .. math:: \zeta(\alpha) = \frac1{\alpha - 1} \log\frac{e^{\alpha\varepsilon} + e^{(1-\alpha)\varepsilon}}{1 + e^\varepsilon}

    Parameters
    ----------
    order, eps : Expr
        The order alpha above 1, and eps in nats.

    Notes
    -----
    Steinke, *Tight RDP and zCDP bounds from pure DP*, Theorem 4. Attained by randomized response.
    """
    return log((exp(order * eps) + exp((1 - order) * eps)) / (1 + exp(eps))) / (order - 1)


def pure_zcdp(eps: Expr) -> Expr:
    r"""Return the zCDP budget of a pure guarantee.

    .. math:: \rho = \varepsilon \tanh\frac\varepsilon2

    Parameters
    ----------
    eps : Expr
        In nats.

    Notes
    -----
    Steinke, *Tight RDP and zCDP bounds from pure DP*, Theorem 5. Attained by randomized response as the order tends to 1.
    """
    return eps * tanh(eps / 2)


def pure_zcdp_quadratic(eps: Expr) -> Expr:
    r"""Return the quadratic zCDP budget of a pure guarantee.

    .. math:: \rho = \frac{\varepsilon^2}2

    Parameters
    ----------
    eps : Expr
        In nats.

    Notes
    -----
    Bun and Steinke, Proposition 3.3.
    """
    return eps**2 / 2


def pure_renyi_printed(order: Expr, eps: Expr) -> Expr:
    r"""Return the Rényi budget of a pure guarantee as it was first printed.

    .. math:: \zeta(\alpha) = 2 \alpha \varepsilon^2

    Parameters
    ----------
    order, eps : Expr
        The order alpha above 1, and eps in nats.

    Notes
    -----
    Mironov, *Rényi differential privacy*, Lemma 1.
    """
    return 2 * order * eps**2


def pure_ratio(eps: Expr) -> Expr:
    r"""Return the least mu for which a pure guarantee is Gaussian privacy.

    .. math:: \mu = 2\, \Phi^{-1}\left(\frac{e^\varepsilon}{1 + e^\varepsilon}\right)

    Parameters
    ----------
    eps : Expr
        In nats.

    Notes
    -----
    The test of randomized response has both errors :math:`1/(1 + e^\varepsilon)`, and Gaussian noise with this mu has the same at that level. Its
    trade-off function is convex, and below the chords from that test to (0, 1) and (1, 0), which are the trade-off function of all pairs with the
    promise. Dong, Roth and Su, *Gaussian differential privacy*, Section 2, in this form ours.
    """
    return ratio_of_alike(1 / (1 + exp(eps)))


_STEINKE = "steinke2024renyi"

PURE_APPROX = Arrow(
    name="pure_to_approx",
    source=PureDP,
    target=ApproxDP,
    theorems=("dp.pure.max_divergence",),
    says="delta = 0 at the same eps",
    cites=(Source("dworkroth2014", "Definition 2.4"),),
    apply=lambda value, request: ApproxDP(value.eps, S.Zero),
    tight="the definition",
    attained=True,
)
PURE_LOSS = Arrow(
    name="pure_to_loss",
    source=PureDP,
    target=LossDP,
    theorems=("dp.pure.dominating",),
    says="randomized response of the same eps has the greatest profile, alone and in composition",
    cites=(Source("kairouz2015composition", "Theorem 3.3"),),
    apply=lambda value, request: LossDP(((Mechanism(RandomizedResponse(value.eps)), S.One),)),
    tight="randomized response",
    attained=True,
)
PURE_RENYI = Arrow(
    name="pure_to_renyi.exact",
    source=PureDP,
    target=RenyiDP,
    theorems=("renyi.pure_dp.exact",),
    says="zeta(alpha) = log((e^(alpha eps) + e^((1 - alpha) eps))/(1 + e^eps))/(alpha - 1)",
    cites=(Source(_STEINKE, "Theorem 4"),),
    apply=lambda value, request: RenyiDP(lambda order: pure_renyi(order, value.eps)),
    tight="randomized response, at every order",
)
PURE_RENYI_TANH = Arrow(
    name="pure_to_renyi.tanh",
    source=PureDP,
    target=RenyiDP,
    theorems=("renyi.pure_dp.exact", "renyi.rr.tanh"),
    says="zeta(alpha) = alpha eps tanh(eps/2)",
    cites=(Source(_STEINKE, "Theorem 5"),),
    apply=lambda value, request: RenyiDP(lambda order: order * pure_zcdp(value.eps)),
    tight="randomized response, as alpha -> 1",
)
PURE_RENYI_QUADRATIC = Arrow(
    name="pure_to_renyi.quadratic",
    source=PureDP,
    target=RenyiDP,
    theorems=("renyi.pure_dp.exact", "renyi.pure_dp.quadratic"),
    says="zeta(alpha) = alpha eps^2/2",
    cites=(Source("bunsteinke2016", "Proposition 3.3"),),
    apply=lambda value, request: RenyiDP(lambda order: order * pure_zcdp_quadratic(value.eps)),
    tight="randomized response, as eps -> 0",
)
PURE_RENYI_PRINTED = Arrow(
    name="pure_to_renyi.printed",
    source=PureDP,
    target=RenyiDP,
    theorems=("renyi.pure_dp",),
    says="zeta(alpha) = 2 alpha eps^2",
    cites=(Source("mironov2017renyi", "Lemma 1"),),
    apply=lambda value, request: RenyiDP(lambda order: pure_renyi_printed(order, value.eps)),
    tight="no: four times too much",
)
PURE_GDP = Arrow(
    name="pure_to_gdp",
    source=PureDP,
    target=GDP,
    theorems=("gdp.to_profile", "gdp.pure"),
    says="mu = 2 Phi^-1(e^eps/(1 + e^eps))",
    cites=(Source("dong2022gaussian", "Definition 2.6"),),
    apply=lambda value, request: GDP(pure_ratio(value.eps)),
    tight="randomized response",
    attained=True,
)
PURE_ZCDP = Arrow(
    name="pure_to_zcdp.tanh",
    source=PureDP,
    target=ZCDP,
    theorems=("renyi.pure_dp.exact", "renyi.rr.tanh"),
    says="rho = eps tanh(eps/2)",
    cites=(Source(_STEINKE, "Theorem 5"),),
    apply=lambda value, request: ZCDP(pure_zcdp(value.eps)),
    tight="randomized response",
)
PURE_ZCDP_QUADRATIC = Arrow(
    name="pure_to_zcdp.quadratic",
    source=PureDP,
    target=ZCDP,
    theorems=("renyi.pure_dp.exact", "renyi.pure_dp.quadratic"),
    says="rho = eps^2/2",
    cites=(Source("bunsteinke2016", "Proposition 3.3"),),
    apply=lambda value, request: ZCDP(pure_zcdp_quadratic(value.eps)),
    tight="randomized response, as eps -> 0",
)
