"""From truncated concentrated privacy to the privacy profile, in closed form at the best order that is allowed."""

from __future__ import annotations

from sympy import Expr, Piecewise, S, exp

from dpsym.guarantees.arrow import Arrow, Kind, Request, Source
from dpsym.guarantees.notions import ProfileDP, TruncatedCDP


def tcdp_profile(eps: Expr, rho: Expr, omega: Expr) -> Expr:
    r"""Return the delta at an eps of a truncated-CDP mechanism.

    .. math:: \delta(\varepsilon) = \begin{cases} 1 & \varepsilon \le \rho \\
        e^{-(\varepsilon - \rho)^2/(4\rho)} & \rho < \varepsilon \le (2\omega - 1)\rho \\
        e^{-(\omega - 1)(\varepsilon - \omega\rho)} & \text{otherwise} \end{cases}

    Parameters
    ----------
    eps : Expr
        The threshold, in nats, non-negative.
    rho, omega : Expr
        The budget, in nats an order, and the order up to which it holds.

    Notes
    -----
    :math:`e^{(\alpha - 1)(\rho\alpha - \varepsilon)}` is least at :math:`\alpha = (\varepsilon + \rho)/(2\rho)`, or at omega where that is
    beyond it; it is the inverse of `tcdp_epsilon`.
    """
    if rho.is_zero:
        return Piecewise((S.One, eps <= 0), (S.Zero, True))
    return Piecewise(
        (S.One, eps <= rho),
        (exp(-((eps - rho) ** 2) / (4 * rho)), eps <= (2 * omega - 1) * rho),
        (exp((omega - 1) * (omega * rho - eps)), True),
    )


def _profile(value: TruncatedCDP, request: Request) -> ProfileDP:
    return ProfileDP(lambda eps: tcdp_profile(eps, value.rho, value.omega))


TCDP_PROFILE = Arrow(
    name="tcdp_to_profile",
    kind=Kind.CONVERSION,
    source=TruncatedCDP,
    target=ProfileDP,
    theorems=("tcdp.to_profile.any",),
    says="delta(eps) = e^(-(eps - rho)^2/(4 rho)) from rho to (2 omega - 1) rho, e^((omega - 1) (omega rho - eps)) beyond, 1 below",
    cites=(Source("bundworkrothblumsteinke2018", "Lemma 6, solved for delta"),),
    apply=_profile,
    tight="never attained",
)
