"""The posts: their results, errata, repairs, recounts, figures and mechanisms."""

import itertools
import math

import numpy as np
import pytest

from mechanisms import TruncatedLaplace
from papers.dporg_2025 import exact, recounts, tables
from papers.paper import load
from papers.recount import hockey_stick
from tests.papers.judging import judged
from theorems.registry import registry

PAPER = load("dporg_2025")
LIBRARY = registry()
BY_ID = {erratum.id: erratum for erratum in PAPER.errata}


@pytest.fixture(scope="module")
def account():
    return judged(PAPER, LIBRARY)


def test_replaced_failures_cost_what_the_mended_claim_says_and_no_more():
    """Random private pairs on four outputs, any of which fail and are replaced by any that are right: 2000, none above."""
    rng = np.random.default_rng(5)
    worst = 0.0
    for _ in range(2000):
        second = rng.dirichlet(np.ones(4))
        eps = float(rng.uniform(0.05, 2))
        weights = second * np.exp(eps / 2 * rng.choice([-1.0, 1.0], 4))
        first = weights / weights.sum()
        failing = [rng.random(4) < 0.4 for _ in range(2)]
        if any(fails.all() for fails in failing):
            continue
        beta = max(float(law[fails].sum()) for law, fails in zip((first, second), failing, strict=True))
        laws = [
            exact.replaced(law, fails, int(rng.choice(np.flatnonzero(~fails))))
            for law, fails in zip((first, second), failing, strict=True)
        ]
        if beta:
            worst = max(worst, hockey_stick(*laws, eps) / beta / (1 + math.exp(eps)))

    assert 0.3 < worst <= 1 + 1e-12


def test_truncated_noise_has_the_delta_of_the_mechanism():
    for eps, bound in itertools.product((0.5, 1.0, 3.0), (1.5, 4.0)):
        found = TruncatedLaplace(1 / eps, bound, 1.0).hockey_stick(eps)
        assert found.value == pytest.approx(exact.truncated_delta(eps, bound), rel=1e-9)


def test_the_printed_bound_is_right_up_to_one_and_not_beyond():
    def ratio(eps, delta):
        return exact.truncated_delta(eps, (1 + math.log(1 / (2 * delta))) / eps) / delta

    assert all(ratio(eps, delta) <= 1 + 1e-9 for eps in (0.01, 0.5, 1.0) for delta in (1e-9, 0.1, 0.4999999))
    assert ratio(1.01, 0.4999999) > 1 > ratio(1.31, 1e-6)
    assert ratio(1.32, 1e-6) > 1
    assert (
        f"{ratio(2.0, 1e-3):.2f} times at eps = 2, {ratio(5.0, 1e-3):.0f} times at eps = 5" in BY_ID["6.2-range"].amount
    )


def test_pairs_that_try_conditioning_are_private_and_reach_the_bound():
    pairs = recounts._pairs(1.0, 0.1)
    reached = max(
        math.log(first[0] / sum(first[:2]) / (second[0] / sum(second[:2])))
        for first, second in recounts._pairs(1.0, 0.0)
    )

    assert len(pairs) >= 10
    assert all(hockey_stick(*pair, 1.0) <= 0.1 + 1e-12 for pair in pairs)
    assert 1.5 < reached <= 2


def test_the_rho_of_pure_privacy_is_the_supremum_over_orders():
    for eps in (0.1, 1.0, 4.0):
        orders = 1 + np.logspace(-4, 3, 60)
        best = max(exact.response_budget(float(a), eps) / a for a in orders)
        assert best == pytest.approx(exact.response_rho(eps), rel=1e-3)
        assert best <= exact.response_rho(eps) * (1 + 1e-9)


def test_the_tables_and_mechanisms_are_told(account):
    table = tables.comparison(account, LIBRARY)
    told = tables.printed_mechanisms(account, LIBRARY)

    assert table.count(r"\begin{tabular}") == len(tables.CAPTIONS) == 2
    assert {one.where for one in told if not one.private} == {"Claim 6.1", "Note 6.2"}
    assert all(set(one.by) <= set(LIBRARY) | set(BY_ID) for one in told)
    assert tables.costs(2.0)[2] < 1 < tables.costs(2.0)[1]
