"""The strategies, in the order in which they are tried."""

from dpsym.derive.strategies import (
    bijection,
    cellwise,
    certain,
    circle,
    finite_sum,
    gauge,
    gaussian_integral,
    identical_laws,
    independent,
    inverse,
    mean_loss,
    mixture,
    moebius,
    multivariate_gaussian,
    power_moment,
    rational,
    related,
    staircase,
    supremum,
    testing,
    threshold,
)

STRATEGIES = (
    certain, identical_laws, finite_sum, bijection, independent, multivariate_gaussian, gaussian_integral, moebius, circle,
    rational, staircase, gauge, mixture, related, power_moment, mean_loss, supremum, threshold, cellwise, testing,
    inverse,
)  # fmt: skip
