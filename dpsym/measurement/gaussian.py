"""From Gaussian mechanisms, however many, to the notions in which they are one Gaussian mechanism; and the mu of Laplace noise."""

from __future__ import annotations

from sympy import Add, Expr, exp, sqrt

from dpsym.conversion.gaussian import ratio_of_alike
from dpsym.distributions import Gaussian, Laplace
from dpsym.guarantees.arrow import Arrow, Kind, Source, require
from dpsym.guarantees.notions import GDP, ZCDP, LossDP
from dpsym.measurement.derived import squared_ratio


def total_ratio(value: LossDP) -> Expr:
    r"""Return :math:`\sum_i k_i \Delta_i^2/\sigma_i^2` of Gaussian mechanisms.

    Raises
    ------
    NotApplicableError
        If one of them is not Gaussian, or sampled.
    """
    for mechanism, _ in value.parts:
        require(
            isinstance(mechanism.law, Gaussian) and mechanism.rate == 1,
            f"{mechanism} is not a plain Gaussian mechanism",
        )
    return Add(*(count * squared_ratio(mechanism) for mechanism, count in value.parts))


LOSS_TO_GDP = Arrow(
    name="loss_to_gdp",
    kind=Kind.DERIVATION,
    source=LossDP,
    target=GDP,
    theorems=("tradeoff.gaussian", "profile.composed.gaussian"),
    says="mu^2 is the sum of (sensitivity/sigma)^2 over the Gaussian mechanisms",
    cites=(Source("dong2022gaussian", "Theorem 2.7 and Corollary 3.3"),),
    apply=lambda value, request: GDP(sqrt(total_ratio(value))),
    hypotheses=("every mechanism is Gaussian",),
    tight="exact",
)


def laplace_ratio(step: Expr, scale: Expr) -> Expr:
    r"""Return the least mu of Laplace noise.

    .. math:: \mu = 2\, \Phi^{-1}\left(1 - \tfrac12 e^{-\Delta/(2 b)}\right)

    Parameters
    ----------
    step, scale : Expr
        The sensitivity and b.

    Notes
    -----
    Ours; entry ``gdp.laplace`` has the proof. The test in the middle has both errors :math:`e^{-\Delta/(2b)}/2`.
    """
    return ratio_of_alike(exp(-step / (2 * scale)) / 2)


def _of_laplace(value: LossDP) -> GDP:
    (mechanism, count), *others = value.parts
    plain = isinstance(mechanism.law, Laplace) and mechanism.rate == 1
    require(plain and count == 1 and not others, "it is about a single run of Laplace noise, without a sample")
    return GDP(laplace_ratio(mechanism.sensitivity, mechanism.law.args[1]))


LOSS_TO_GDP_LAPLACE = Arrow(
    name="loss_to_gdp.laplace",
    kind=Kind.DERIVATION,
    source=LossDP,
    target=GDP,
    theorems=("gdp.laplace",),
    says="mu = 2 Phi^-1(1 - e^(-Delta/(2 b))/2)",
    cites=(Source("dong2022gaussian", "Definition 2.6"),),
    apply=lambda value, request: _of_laplace(value),
    hypotheses=("a single run of Laplace noise, without a sample",),
    tight="exact",
)

LOSS_TO_ZCDP = Arrow(
    name="loss_to_zcdp",
    kind=Kind.DERIVATION,
    source=LossDP,
    target=ZCDP,
    theorems=("renyi.gaussian", "rdp.composition.adaptive"),
    says="rho is half the sum of (sensitivity/sigma)^2 over the Gaussian mechanisms",
    cites=(Source("bunsteinke2016", "Proposition 1.6 and Lemma 1.7"),),
    apply=lambda value, request: ZCDP(total_ratio(value) / 2),
    hypotheses=("every mechanism is Gaussian",),
    tight="exact at every order",
)
