r"""Strategy: two Gaussian laws in several dimensions.

With one covariance :math:`\Sigma` a linear map sends the pair to two Gaussian laws on the line at the distance
:math:`\sqrt{m^T \Sigma^{-1} m}`. With two, the integral is that of a quadratic form: with :math:`\Sigma_* = (1-\alpha)\Sigma_1 + \alpha\Sigma_2`,

.. math:: D_\alpha = \frac{\alpha}{2} m^T \Sigma_*^{-1} m
    - \frac{1}{2(\alpha-1)} \log\frac{\det\Sigma_*}{(\det\Sigma_1)^{1-\alpha}(\det\Sigma_2)^\alpha}
"""

from __future__ import annotations

from sympy import Expr, Gt, MatrixBase, S, factor, log, sqrt, together

from dpsym.derive.derivation import Derivation, Engine, Step
from dpsym.distributions import Gaussian, MultivariateGaussian
from dpsym.divergences import KL, Divergence, Renyi


def attempt(head: Divergence, derive: Engine) -> Derivation | None:
    """Derive any divergence at one covariance, Rényi and Kullback-Leibler at two."""
    first, second = head.laws
    if not (isinstance(first, MultivariateGaussian) and isinstance(second, MultivariateGaussian)):
        return None
    if first.covariance == second.covariance:
        return _shared(head, derive)
    if isinstance(head, Renyi):
        return _renyi(head)
    return _kl(head) if isinstance(head, KL) else None


def _quadratic(head: Divergence, matrix: MatrixBase) -> Expr:
    first, second = head.laws
    gap = second.mean - first.mean
    return factor(together((gap.T * matrix.adjugate() * gap)[0, 0] / matrix.det()))


def _shared(head: Divergence, derive: Engine) -> Derivation | None:
    first, _ = head.laws
    distance = sqrt(_quadratic(head, first.covariance))
    inner = derive(head.func(*head.args[:-2], Gaussian(S.Zero, S.One), Gaussian(distance, S.One)))
    if inner is None:
        return None
    step = Step("a linear map makes the covariance the identity and the shift a multiple of one axis", distance)
    return Derivation(head, inner.expression, (step, *inner.steps), inner.strategy)


def _renyi(head: Renyi) -> Derivation:
    first, second = head.laws
    alpha, size = head.order, first.covariance.shape[0]
    mixed = (1 - alpha) * first.covariance + alpha * second.covariance
    minors = [factor(mixed[:order, :order].det()) for order in range(1, size + 1)]
    text = "the exponent is a quadratic form; its matrix is positive definite if its leading minors are positive"
    steps = [Step(text, minors[-1])]
    if any(minor.is_nonpositive for minor in minors):
        step = Step("one of them is not: the integral diverges", S.Infinity)
        return Derivation(head, S.Infinity, (*steps, step), "divergent")
    determinants = [factor(law.covariance.det()) for law in (first, second)]
    closed = alpha * _quadratic(head, mixed) / 2 - (
        log(minors[-1] / determinants[0]) - alpha * log(determinants[1] / determinants[0])
    ) / (2 * (alpha - 1))
    steps += [Step("leading minor", minor, Gt(minor, 0, evaluate=False)) for minor in minors if not minor.is_positive]
    return Derivation(
        head, closed, (*steps, Step("complete the square and divide by alpha - 1", closed)), "quadratic form"
    )


def _kl(head: KL) -> Derivation:
    first, second = head.laws
    inverse = second.covariance.adjugate() / second.covariance.det()
    trace = (inverse * first.covariance).trace() - first.covariance.shape[0]
    determinants = [factor(law.covariance.det()) for law in (second, first)]
    closed = (
        factor(together(trace)) + _quadratic(head, second.covariance) + log(determinants[0] / determinants[1])
    ) / 2
    steps = (Step("the privacy loss is a quadratic form: its mean under P", closed),)
    return Derivation(head, closed, steps, "quadratic form")
