"""RAPPOR: its reports have the stated law, together too, and its eps is that of the worst filters."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest

from mechanisms import ParameterError, Rappor

HALF, QUARTERS = Fraction(1, 2), Fraction(3, 4)
SIGMAS = 6


def law(bits, f, q, p, reports):
    """Return the law of several reports of a filter, permanent bits kept, from the definition."""
    found = {}
    for permanent in itertools.product((0, 1), repeat=len(bits)):
        chance = math.prod(1 - f / 2 if b == k else f / 2 for b, k in zip(bits, permanent, strict=True))
        one = {
            r: math.prod((q if k else p) if s else 1 - (q if k else p) for k, s in zip(permanent, r, strict=True))
            for r in itertools.product((0, 1), repeat=len(bits))
        }
        for several in itertools.product(one, repeat=reports):
            found[several] = found.get(several, 0) + chance * math.prod(one[r] for r in several)
    return found


@pytest.mark.parametrize(("f", "q", "p"), [(HALF, QUARTERS, HALF), (Fraction(1, 4), Fraction(9, 10), Fraction(1, 10))])
@pytest.mark.parametrize(("hashes", "reports"), [(1, 1), (1, 2), (1, 3), (2, 1)])
def test_eps_is_that_of_the_worst_two_filters(f, q, p, hashes, reports):
    first, second = (1,) * hashes + (0,) * hashes, (0,) * hashes + (1,) * hashes
    here, there = law(first, f, q, p, reports), law(second, f, q, p, reports)
    true = math.log(max(here[k] / there[k] for k in here))
    found = Rappor(f, q, p, hashes).eps(reports)
    assert true <= found <= true * (1 + 1e-12)
    # filters that share a bit are told apart less
    if hashes == 2:
        near = law((1, 1, 0), f, q, p, reports), law((1, 0, 1), f, q, p, reports)
        assert math.log(max(near[0][k] / near[1][k] for k in near[0])) < true


@pytest.mark.slow
def test_reports_add_up_to_the_permanent_bits_and_no_more():
    mechanism = Rappor(HALF)
    levels = [mechanism.eps(n) for n in (1, 2, 5, 50, 2000)]
    assert levels == sorted(levels)
    assert levels[0] < levels[1] < 2 * levels[0]
    assert levels[-1] == pytest.approx(2 * math.log(3), rel=1e-9)
    assert mechanism.eps() >= 2 * math.log(3)
    assert mechanism.pair(3).max_divergence().value == pytest.approx(mechanism.eps(3), rel=1e-9)


@pytest.mark.parametrize("exact", [False, True])
def test_what_is_reported_has_the_law(exact):
    """Two bits by all four answers, each within six standard deviations; a report of the bits themselves is refuted."""
    mechanism, count, rng = Rappor(HALF), 20_000, np.random.default_rng(5)
    filters = np.tile([True, False], (count, 1))
    found = mechanism.report(mechanism.permanent(filters, rng), rng) if exact else mechanism.release(filters, rng)
    stated = law((1, 0), HALF, QUARTERS, HALF, 1)
    bare = {(s,): (QUARTERS if s[0] else 1 - QUARTERS) * HALF for s in itertools.product((0, 1), repeat=2)}
    far = 0.0
    for answer in itertools.product((0, 1), repeat=2):
        share, chance = (found == answer).all(axis=1).mean(), float(stated[answer,])
        spread = math.sqrt(chance * (1 - chance) / count)
        assert abs(share - chance) < SIGMAS * spread
        far = max(far, abs(float(bare[answer,]) - chance) / spread)
    assert far > 2 * SIGMAS


def test_permanent_answers_are_kept_over_reports():
    mechanism, rng = Rappor(HALF, Fraction(999, 1000), Fraction(1, 1000)), np.random.default_rng(5)
    kept = mechanism.permanent(np.tile([True], 2000), rng)
    first, second = mechanism.report(kept, rng), mechanism.report(kept, rng)
    assert (first != second).mean() < 0.01
    assert (mechanism.report(mechanism.permanent(np.tile([True], 2000), rng), rng) != first).mean() > 0.2


def test_refusals():
    for name, wrong in (("noise", 0), ("noise", 1), ("one", 1.5), ("zero", -0.5)):
        with pytest.raises(ParameterError, match=name):
            Rappor(**{"noise": HALF, name: wrong})
    with pytest.raises(ParameterError, match="below one"):
        Rappor(HALF, HALF, HALF)
    with pytest.raises(ParameterError, match="hashes"):
        Rappor(HALF, hashes=0)
    for wrong in ([], [2], [0.5], "x"):
        with pytest.raises(ParameterError, match="filters"):
            Rappor(HALF).release(wrong, np.random.default_rng(1))
    with pytest.raises(ParameterError, match="reports"):
        Rappor(HALF).eps(0)
