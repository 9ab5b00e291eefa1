"""The profiles of shifted noise, integrated or summed, for statements about the farthest shift."""

from mechanisms import Estimate, Laplace
from mechanisms.families.lattice import discrete_gaussian_pair, skellam_pair, two_sided_geometric_pair
from mechanisms.families.locations import logistic_pair


def laplace_nearer(epsilon: float, b: float, t: float) -> Estimate:
    return Laplace(b).pair(t).hockey_stick(epsilon)


def logistic_nearer(epsilon: float, b: float, t: float) -> Estimate:
    return logistic_pair(0.0, b, t, b).hockey_stick(epsilon)


def geometric_nearer(epsilon: float, b: float, n: int) -> Estimate:
    return two_sided_geometric_pair(0, b, int(n), b).hockey_stick(epsilon)


def discrete_gaussian_nearer(epsilon: float, sigma: float, n: int) -> Estimate:
    return discrete_gaussian_pair(0, sigma, int(n), sigma).hockey_stick(epsilon)


def skellam_nearer(epsilon: float, m: float, n: int) -> Estimate:
    return skellam_pair(m, m, m, m, 0, int(n)).hockey_stick(epsilon)
