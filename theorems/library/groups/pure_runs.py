"""The trade-off function of two-sided geometric noise moved by one step more, for what a pure promise leaves of a group."""

from mechanisms import Estimate
from mechanisms.families.lattice import two_sided_geometric_pair


def one_step_farther(epsilon: float, n: int, t: float) -> Estimate:
    return two_sided_geometric_pair(0, 1 / epsilon, int(n) + 1, 1 / epsilon).tradeoff(t)
