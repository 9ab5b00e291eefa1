"""Mechanisms that add noise by the sensitivity at the data in hand, as guarantees: smooth sensitivity, and propose-test-release."""

from __future__ import annotations

from collections.abc import Callable

from sympy import Abs, Expr, Integer, Max, Rational, cosh, exp, log, sqrt

from dpsym.errors import ParameterError
from dpsym.guarantees.adjacency import Relation
from dpsym.guarantees.arrow import Source
from dpsym.guarantees.granted import granted, granting
from dpsym.guarantees.guarantee import Guarantee
from dpsym.guarantees.notions import ApproxDP, PureDP
from dpsym.parameters import DEGREES, POSITIVE_LOSS, SCALE, TARGET

_SMOOTH = (
    "S is a beta-smooth upper bound of the local sensitivity, for the adjacency of the guarantee, and f is one number"
)
_CAUCHY = granting(
    "stability.smooth_cauchy",
    PureDP,
    ("mechanism.smooth.cauchy",),
    "f + 6 S/eps times Cauchy noise is eps-DP",
    (_SMOOTH, "beta = eps/6 at most"),
    Source("nissim2007smooth", "the calibration of Cauchy noise"),
)
_LAPLACE = granting(
    "stability.smooth_laplace",
    ApproxDP,
    ("mechanism.smooth.laplace",),
    "f + 2 S/eps times Laplace noise is (eps, delta)-DP",
    (_SMOOTH, "beta = eps/(2 log(2/delta)) at most", "eps is 1 at most"),
    Source("nissim2007smooth", "the calibration of Laplace noise to smooth sensitivity"),
)
_STUDENT = granting(
    "stability.smooth_student",
    PureDP,
    ("mechanism.smooth.student", "max.student.pair"),
    "f + c S times Student noise is private with the greater eps of the two ends of the dilations, 0 and beta",
    (_SMOOTH,),
    Source("bunsteinke2019average", "Student noise"),
)
_TESTED = granting(
    "stability.propose_test_release",
    ApproxDP,
    ("mechanism.propose_test_release", "mechanism.propose_test_release.chance", "dp.approx.leak"),
    "the test and the release cost eps each; where the proposed sensitivity is wrong there is no release but with probability delta",
    ("the distance is that to the next data whose local sensitivity is above the proposed one",),
    Source("dworklei2009", "propose-test-release"),
)


def smooth_cauchy(eps: object, *, adjacency: object = Relation.ADD_REMOVE) -> Guarantee:
    r"""Return the guarantee of Cauchy noise by smooth sensitivity: scale 6 S/eps, for a bound S that is eps/6-smooth.

    Parameters
    ----------
    eps : positive real
        In nats.
    adjacency : Adjacency or str, optional
        Of which datasets the local sensitivity speaks.

    Raises
    ------
    ParameterError
        If eps is not positive.
    """
    return granted(_CAUCHY, PureDP(POSITIVE_LOSS.check(eps)), adjacency)


def smooth_laplace(eps: object, delta: object, *, adjacency: object = Relation.ADD_REMOVE) -> Guarantee:
    r"""Return the guarantee of Laplace noise by smooth sensitivity: scale 2 S/eps, for a bound S that is eps/(2 log(2/delta))-smooth.

    Parameters
    ----------
    eps : real in (0, 1]
        In nats.
    delta : real in (0, 1)
        A probability.
    adjacency : Adjacency or str, optional
        Of which datasets the local sensitivity speaks.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule; above 1 the calibration fails, at eps = 20 and delta = 1/2 for one.
    """
    budget, chance = POSITIVE_LOSS.check(eps), TARGET.check(delta)
    if (budget <= 1) == False:  # noqa: E712
        raise ParameterError("privacy parameter eps", "at most 1", eps)
    if chance in (0, 1):
        raise ParameterError("privacy parameter delta", "in (0, 1)", delta)
    return granted(_LAPLACE, ApproxDP(budget, chance), adjacency, budget <= 1, chance < 1)


def dilated_student_loss(dof: Expr, scale: Expr, dilation: Expr) -> Expr:
    r"""Return the greatest loss of Student noise between sensitivities a factor e^t apart, the answers as far apart as they allow.

    .. math:: \frac{\nu + 1}2 \operatorname{arcosh}\left(\cosh t + \frac{e^{-t}}{2 \nu c^2}\right) + \frac{|\nu - 1|}2\, t

    Parameters
    ----------
    dof, scale, dilation : Expr
        nu, the scale c of the noise in units of the sensitivity, and t from 0 on.

    Notes
    -----
    In both directions: the answers are the lesser sensitivity apart. In t it falls first and then rises, as the derivative of the arcosh
    increases, so that of dilations up to beta one of the two ends has the greatest loss.
    """
    ratio = cosh(dilation) + exp(-dilation) / (2 * dof * scale**2)
    # the arcosh as a logarithm: SymPy takes that of a number next to 1 for 0
    return (dof + 1) * log(ratio + sqrt(ratio**2 - 1)) / 2 + Abs(dof - 1) * dilation / 2


def smooth_student_epsilon(dof: Expr, scale: Expr, smoothness: Expr) -> Expr:
    """Return the least eps of Student noise of a scale times a beta-smooth sensitivity: `dilated_student_loss` at 0 or at beta."""
    ends = (dilated_student_loss(dof, scale, each) for each in (Integer(0), smoothness))
    return Max(*ends)


def smooth_student(
    scale: object, smoothness: object, dof: object = 3, *, adjacency: object = Relation.ADD_REMOVE
) -> Guarantee:
    r"""Return the guarantee of Student noise by smooth sensitivity: f + c S T, for a bound S that is beta-smooth. Exact for each c and beta.

    One degree of freedom is Cauchy noise, of which `smooth_cauchy` takes more than is needed; from three on the noise has a variance.

    Parameters
    ----------
    scale : positive real
        c, in units of the bound S.
    smoothness : positive real
        beta.
    dof : positive real, optional
        The degrees of freedom nu.
    adjacency : Adjacency or str, optional
        Of which datasets the local sensitivity speaks.

    Raises
    ------
    ParameterError
        If a parameter is not positive.

    Examples
    --------
    >>> from dpsym import smooth_student
    >>> from sympy import Rational
    >>> round(float(smooth_student(6, Rational(1, 6), dof=1).to_pure()), 3)
    0.226
    """
    found = smooth_student_epsilon(DEGREES.check(dof), SCALE.check(scale), POSITIVE_LOSS.check(smoothness))
    return granted(_STUDENT, PureDP(found), adjacency)


def propose_test_release(eps: object, delta: object, *, adjacency: object = Relation.ADD_REMOVE) -> Guarantee:
    r"""Return the guarantee of propose-test-release: (2 eps, delta), for the threshold log(1/(2 delta))/eps on the noisy distance.

    Parameters
    ----------
    eps : positive real
        Of the test, and of the release, in nats.
    delta : real in (0, 1/2)
        A probability.
    adjacency : Adjacency or str, optional
        Of which datasets distance and sensitivity speak.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.

    Examples
    --------
    >>> from dpsym import propose_test_release
    >>> propose_test_release(1, 1e-6).value.eps
    2
    """
    budget, chance = POSITIVE_LOSS.check(eps), TARGET.check(delta)
    if chance == 0 or (chance < Rational(1, 2)) == False:  # noqa: E712
        raise ParameterError("privacy parameter delta", "in (0, 1/2)", delta)
    return granted(_TESTED, ApproxDP(2 * budget, chance), adjacency, chance < Rational(1, 2))


STABLE: dict[str, Callable[..., Guarantee]] = {
    "ProposeTestRelease": propose_test_release,
    "SmoothCauchy": smooth_cauchy,
    "SmoothLaplace": smooth_laplace,
    "SmoothStudent": smooth_student,
}
"""By the names that texts use."""
