"""From mechanisms to promises: what the engine derives and the certified curves enclose, as arrows."""

from dpsym.measurement.curve import LOSS_TO_APPROX, LOSS_TO_APPROX_GROUPED, LOSS_TO_APPROX_LATTICE
from dpsym.measurement.gaussian import LOSS_TO_GDP, LOSS_TO_GDP_LAPLACE, LOSS_TO_ZCDP, laplace_ratio
from dpsym.measurement.levels import tradeoff_number
from dpsym.measurement.orders import renyi_number
from dpsym.measurement.profile import LOSS_TO_APPROX_CLOSED, LOSS_TO_PROFILE, LOSS_TO_TRADEOFF
from dpsym.measurement.regret import GaussianFit, gaussian_fit, gaussian_privacy
from dpsym.measurement.renyi import LOSS_TO_PURE, LOSS_TO_RENYI, LOSS_TO_RENYI_SAMPLED

ARROWS = (
    LOSS_TO_APPROX_CLOSED,
    LOSS_TO_APPROX,
    LOSS_TO_APPROX_GROUPED,
    LOSS_TO_APPROX_LATTICE,
    LOSS_TO_RENYI,
    LOSS_TO_RENYI_SAMPLED,
    LOSS_TO_PURE,
    LOSS_TO_GDP,
    LOSS_TO_GDP_LAPLACE,
    LOSS_TO_ZCDP,
    LOSS_TO_PROFILE,
    LOSS_TO_TRADEOFF,
)
"""Every way from mechanisms to a promise."""

__all__ = [
    "ARROWS",
    "LOSS_TO_APPROX",
    "GaussianFit",
    "gaussian_fit",
    "gaussian_privacy",
    "laplace_ratio",
    "renyi_number",
    "tradeoff_number",
]
