"""Amplification: what random sampling, or shuffling, in front of a mechanism adds to its privacy."""

from dpsym.amplification.allocation import ALLOCATION, ALLOCATION_LOSS, ALLOCATION_PURE, ALLOCATION_RENYI
from dpsym.amplification.descent import sampled_descent
from dpsym.amplification.ends import sampled_ends
from dpsym.amplification.fixed_size_loss import FIXED_LOSS
from dpsym.amplification.poisson_loss import POISSON_LOSS, POISSON_RENYI, sampled_mechanism, sampled_renyi
from dpsym.amplification.repetition import (
    REPEATED_POISSON,
    REPEATED_PURE,
    REPEATED_RENYI,
    PoissonRepetitions,
    Repetitions,
    mean_runs,
    poisson_selected_renyi,
    selected_epsilon,
    selected_renyi,
)
from dpsym.amplification.sampled_tradeoff import FIXED_TRADEOFF, POISSON_TRADEOFF, subsampled_approx_tradeoff
from dpsym.amplification.sampling import Allocation, Poisson, Sampling, Shuffle, WithoutReplacement
from dpsym.amplification.shuffled_runs import shuffled_renyi
from dpsym.amplification.shuffling import (
    SHUFFLE_CLONES,
    SHUFFLE_COUNTED,
    SHUFFLE_RENYI,
    shuffle_regime,
    shuffled_epsilon,
)
from dpsym.amplification.subsampled_dp import (
    FIXED_APPROX,
    FIXED_PURE,
    FIXED_TELLING,
    POISSON_APPROX,
    POISSON_PURE,
    POISSON_TELLING,
    asks_base,
    base_epsilon,
    subsampled_delta,
    subsampled_epsilon,
)
from dpsym.amplification.subsampled_profile import (
    FIXED_PROFILE,
    POISSON_PROFILE,
    removed_profile,
    subsampled_profile,
    subsampled_tradeoff,
)
from dpsym.amplification.subsampled_renyi import (
    FIXED_INTEGER,
    POISSON_CONVEX,
    POISSON_INTEGER,
    binomial_renyi,
    convex_renyi,
    direction_weight,
    fixed_size_renyi,
    poisson_renyi,
)
from dpsym.amplification.truncated import POISSON_TRUNCATED, TruncatedPoisson

ARROWS = (
    POISSON_LOSS,
    POISSON_RENYI,
    POISSON_PURE,
    POISSON_APPROX,
    POISSON_TELLING,
    POISSON_PROFILE,
    POISSON_TRADEOFF,
    POISSON_INTEGER,
    POISSON_CONVEX,
    FIXED_LOSS,
    FIXED_PURE,
    FIXED_APPROX,
    FIXED_TELLING,
    FIXED_PROFILE,
    FIXED_TRADEOFF,
    FIXED_INTEGER,
    SHUFFLE_CLONES,
    SHUFFLE_COUNTED,
    SHUFFLE_RENYI,
    REPEATED_PURE,
    REPEATED_RENYI,
    REPEATED_POISSON,
    ALLOCATION,
    ALLOCATION_LOSS,
    ALLOCATION_PURE,
    ALLOCATION_RENYI,
    POISSON_TRUNCATED,
)
"""Every arrow of amplification."""
