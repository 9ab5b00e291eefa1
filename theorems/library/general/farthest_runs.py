"""The profiles of shifted noise, integrated or summed, for statements about the farthest shift."""

from mechanisms import Estimate, Laplace
from mechanisms.families.bounded import truncated_laplace_pair
from mechanisms.families.lattice import discrete_gaussian_pair, skellam_pair, two_sided_geometric_pair
from mechanisms.families.locations import asymmetric_laplace_pair, cauchy_pair, gumbel_pair, logistic_pair, student_pair
from mechanisms.families.moved import binomial_and_moved


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


def gumbel_nearer(epsilon: float, b: float, t: float) -> Estimate:
    return gumbel_pair(0.0, b, t, b).hockey_stick(epsilon)


def gumbel_nearer_reversed(epsilon: float, b: float, t: float) -> Estimate:
    return gumbel_pair(t, b, 0.0, b).hockey_stick(epsilon)


def asymmetric_laplace_nearer(epsilon: float, b: float, beta: float, t: float) -> Estimate:
    return asymmetric_laplace_pair(0.0, b, beta, t, b, beta).hockey_stick(epsilon)


def truncated_laplace_nearer(epsilon: float, b: float, a: float, t: float) -> Estimate:
    return truncated_laplace_pair(0.0, b, a, t, b, a).hockey_stick(epsilon)


def cauchy_nearer(epsilon: float, b: float, t: float) -> Estimate:
    return cauchy_pair(0.0, b, t, b).hockey_stick(epsilon)


def student_nearer(epsilon: float, nu: float, b: float, t: float) -> Estimate:
    return student_pair(nu, 0.0, b, t, b).hockey_stick(epsilon)


def binomial_nearer(epsilon: float, k: int, p: float, n: int) -> Estimate:
    return binomial_and_moved(int(k), p, int(n)).hockey_stick(epsilon)
