"""What the notes on thresholds and on quantile trees state, counted again, with false variants."""

from __future__ import annotations

import itertools
import math

from papers.recount import bounded, equal, hockey_stick
from papers.result import Illustration
from theorems.registry import Registry


def told(registry: Registry) -> Illustration:
    """Say how probably a partition of one user is told, for Laplace and Gaussian noise and up to 20 partitions that are as great as may be."""

    def gap(power: float) -> float:
        worst = 0.0
        for scale, second, counts in itertools.product((0.5, 2.0), (1e-9, 1e-3, 0.4), (1, 5, 20)):
            each = -math.expm1(power * math.log1p(-second) / counts)
            above = scale * math.log(1 / (2 * each)) if each < 0.5 else -scale * math.log(2 * (1 - each))
            tail = math.exp(-above / scale) / 2 if above > 0 else 1 - math.exp(above / scale) / 2
            worst = max(worst, abs(-math.expm1(counts * math.log1p(-tail)) / second - 1))
        return worst

    words = f"18 cases at the least threshold: delta_2 but for {gap(1):.1g} of it, so no better"
    return bounded({"as printed": 1e-6 - gap(1)}, {"(1 - delta_2)^(2/B_0)": 1e-6 - gap(2)}, words)


def told_beside(registry: Registry) -> Illustration:
    """Say what the mechanism costs with one partition of the user alone and one shared, exactly, for Laplace noise cut into cells."""

    def least(share: float) -> float:
        left = []
        for eps, second in itertools.product((0.5, 2.0), (1e-3, 0.2)):
            cells = [_cell(k / 4, 1 / eps) for k in range(-80, 80)]
            moved = [_cell(k / 4 - 1, 1 / eps) for k in range(-80, 80)]
            first = [second, *((1 - second) * p for p in moved)]
            left.append(share * second - hockey_stick(first, [0.0, *cells], eps))
        return min(left)

    words = f"four cases: {least(1):.1g} of delta is left at least"
    return bounded({"as printed": least(1) + 1e-12}, {"0.9 delta_2": least(0.9)}, words)


def _cell(low: float, scale: float) -> float:
    def below(x: float) -> float:
        return math.exp(x / scale) / 2 if x < 0 else 1 - math.exp(-x / scale) / 2

    return below(low + 1 / 4) - below(low)


def tree_moves(registry: Registry) -> Illustration:
    """Count by what the counters of a tree of height 3 and branching 3, without its root, move when k records are added."""

    def moved(leaves: tuple[int, ...]) -> int:
        counters: dict[tuple[int, int], int] = {}
        for leaf in leaves:
            for level in range(3):
                node = (level, leaf // 3**level)
                counters[node] = counters.get(node, 0) + 1
        return sum(counters.values())

    found = {k: max(moved(leaves) for leaves in itertools.combinations_with_replacement(range(27), k)) for k in (1, 2)}
    words = f"{found[1]} for one record and {found[2]} for two"
    return equal(float(found[2]), 3.0 * 2, {"h": 3.0, "(h + 1) k": 8.0}, words)


def tree_nodes(registry: Registry) -> Illustration:
    """Count the nodes of complete trees over b^h: at most 2, for two children, and nearer to 1 for more."""
    ratios = {b: max(sum(b**level for level in range(h + 1)) / b**h for h in range(1, 12)) for b in (2, 3, 16)}
    words = "; ".join(f"b = {b}: up to {ratio:.3f}" for b, ratio in ratios.items())
    linear = max(sum(2**level for level in range(h + 1)) / (2 * h) for h in range(1, 12))
    return bounded({"2 b^h": 2 - max(ratios.values())}, {"2 b h": 2 - linear}, words)


def searched(registry: Registry) -> Illustration:
    """Follow the search in trees without noise: the place that it returns has q of the buckets' counts below it."""

    def place(counts: tuple[int, ...], q: float, shift: float) -> float:
        low, high = 0, len(counts)
        while high - low > 1:
            width = (high - low) // 2
            sums = [sum(counts[low : low + width]), sum(counts[low + width : high])]
            total = sum(sums)
            child = 0 if sums[0] >= q * total and sums[0] else 1
            before = sums[0] if child else 0
            q = (q - shift * before / total) / (sums[child] / total)
            low, high = (low + width, high) if child else (low, low + width)
        return low + q

    def gap(shift: float) -> float:
        worst = 0.0
        for counts, q in itertools.product(((3, 1, 4, 1), (1, 0, 0, 5), (2, 7, 1, 8)), (0.1, 0.5, 0.9)):
            found = place(counts, q, shift)
            whole = math.floor(min(found, 3.999))
            below = sum(counts[:whole]) + (found - whole) * counts[whole]
            worst = max(worst, abs(below / sum(counts) - q))
        return worst

    words = f"three trees, three q: off by {gap(1):.1g}"
    return bounded({"as printed": 1e-9 - gap(1)}, {"without the sum before": 1e-9 - gap(0)}, words)
