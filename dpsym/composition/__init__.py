"""Mechanisms run one after the other, or side by side: one theorem an arrow."""

from dpsym.composition.advanced import (
    COMPOSE_ADVANCED,
    COMPOSE_ADVANCED_TANH,
    advanced_epsilon,
    advanced_epsilon_printed,
    advanced_slack,
    loss_mean,
    loss_mean_printed,
)
from dpsym.composition.basic import COMPOSE_APPROX, COMPOSE_PURE, COMPOSE_SHARP, total_delta, total_epsilon
from dpsym.composition.bounded_ranges import COMPOSE_RANGES
from dpsym.composition.budgets import (
    COMPOSE_GDP,
    COMPOSE_LOSS,
    COMPOSE_RENYI,
    COMPOSE_RENYI_LISTED,
    COMPOSE_TCDP,
    COMPOSE_TRADEOFF,
    COMPOSE_ZCDP,
    total_budget,
    total_ratio,
)
from dpsym.composition.central_limit import COMPOSE_CENTRAL_LIMIT, central_limit_ratio
from dpsym.composition.filters import ApproxFilter, GaussianFilter, PrivacyFilter, PureFilter, RenyiFilter, ZCDPFilter
from dpsym.composition.metric import COMPOSE_METRIC
from dpsym.composition.odometers import RenyiOdometer
from dpsym.composition.optimal import COMPOSE_OPTIMAL, composed_delta, composed_epsilon
from dpsym.composition.parallel import PARALLEL, PROCESSING, greatest
from dpsym.composition.ranges import bulge, line_at_zero, range_share
from dpsym.composition.responses import response_profile
from dpsym.composition.several_responses import RESPONSES_TO_APPROX, RESPONSES_TO_PROFILE
from dpsym.composition.shuffles import COMPOSE_CLONES, COMPOSE_SHUFFLED
from dpsym.composition.telling import COMPOSE_TELLING

ARROWS = (
    COMPOSE_PURE,
    COMPOSE_APPROX,
    COMPOSE_SHARP,
    COMPOSE_ADVANCED,
    COMPOSE_ADVANCED_TANH,
    COMPOSE_OPTIMAL,
    COMPOSE_TELLING,
    COMPOSE_RENYI,
    COMPOSE_RENYI_LISTED,
    COMPOSE_ZCDP,
    COMPOSE_TCDP,
    COMPOSE_GDP,
    COMPOSE_TRADEOFF,
    COMPOSE_LOSS,
    COMPOSE_METRIC,
    COMPOSE_RANGES,
    COMPOSE_CENTRAL_LIMIT,
    *PARALLEL,
    *PROCESSING,
    RESPONSES_TO_PROFILE,
    RESPONSES_TO_APPROX,
    COMPOSE_CLONES,
    COMPOSE_SHUFFLED,
)
"""Every arrow of composition, in a row and in parallel, and of post-processing."""
