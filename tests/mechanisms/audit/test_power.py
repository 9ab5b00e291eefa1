"""The power of an audit of a given event: a true lower bound, by counting how often it finds what it should."""

import numpy as np
import pytest

from mechanisms import ApproximateClaim, GaussianClaim, ParameterError, audit_events, audit_power
from mechanisms.audit.binomial import lower_probability, upper_probability
from mechanisms.audit.power import detectable

LEVEL = 0.01 / 4


def is_one(outputs):
    return outputs == 1


@pytest.mark.cases(1 / 2)
@pytest.mark.parametrize(("p", "q"), [(0.5, 0.16), (0.5, 0.15), (0.5, 0.12), (0.9, 0.2)])
def test_audits_find_a_violation_at_least_as_often_as_the_power_says(p, q):
    runs, trials = 2000, 300
    promised = audit_power(ApproximateClaim(1.0), p, q, runs, LEVEL)

    def mechanism(bit, rng, n):
        return (rng.random(n) < (p if bit else q)).astype(int)

    found = sum(
        audit_events(
            mechanism, (1, 0), ApproximateClaim(1.0), rng, events=[is_one], runs=2 * runs, confidence=0.99, batched=True
        ).contradicted
        for rng in np.random.default_rng(5).spawn(trials)
    )

    # with 300 trials the share found is below the power by more than 0.12 with probability 2e-4 at most
    assert found / trials >= promised - 0.12


def test_a_claim_that_holds_is_never_said_to_be_refuted():
    assert audit_power(ApproximateClaim(2.0), 0.5, 0.16, 10**6, LEVEL) == 0
    assert audit_power(GaussianClaim(1.0), 0.5, 0.5, 10**6, LEVEL) == 0


def test_power_grows_with_the_runs_and_falls_with_the_level():
    powers = [audit_power(ApproximateClaim(1.0), 0.5, 0.15, runs, LEVEL) for runs in (100, 1000, 10_000, 100_000)]
    assert powers == sorted(powers)
    assert powers[0] < powers[-1] == 1 - 2e-12
    assert audit_power(ApproximateClaim(1.0), 0.5, 0.15, 2000, 1e-12) <= audit_power(
        ApproximateClaim(1.0), 0.5, 0.15, 2000, 1e-2
    )


def test_certain_events_are_found_for_certain():
    assert audit_power(ApproximateClaim(1.0), 1.0, 0.0, 1000, LEVEL) == 1 - 2e-12
    assert audit_power(GaussianClaim(1.0), 1.0, 0.0, 1000, LEVEL) == 1 - 2e-12


@pytest.mark.parametrize(
    "claim", [ApproximateClaim(1.0), ApproximateClaim(0.5, 0.01), ApproximateClaim(), GaussianClaim(1.0)]
)
@pytest.mark.parametrize("p", [None, 0.05])
def test_the_least_detectable_violation_is_found_as_often_as_stated_and_half_of_it_is_not(claim, p):
    """Of 2000 experiments at a power of 0.9 fewer than 0.87 succeed with a probability of 1e-5."""
    runs, rng = 20_000, np.random.default_rng(3)
    least, claimed = detectable(claim, (runs, runs), LEVEL, p), claim.claimed or 0.0

    def share(value):
        likely = claim.plainest(value) if p is None else p
        k, m = rng.binomial(runs, likely, 2000), rng.binomial(runs, claim.rarest(likely, value), 2000)
        return np.mean(claim.lower(lower_probability(k, runs, LEVEL), upper_probability(m, runs, LEVEL)) > claimed)

    assert least > claimed
    assert share(least) > 0.87
    assert share(claimed + (least - claimed) / 2) < 0.5
    assert share(claimed) <= 2 * LEVEL


def test_the_least_detectable_violation_shrinks_with_the_runs_and_may_be_out_of_reach():
    found = [detectable(ApproximateClaim(1.0), (runs, runs), LEVEL) for runs in (10, 100, 10_000, 10**6)]
    assert found == sorted(found, reverse=True)
    assert found[0] == np.inf
    assert 1 < found[-1] < 1.02
    assert detectable(ApproximateClaim(30.0), (10**6, 10**6), LEVEL) == np.inf
    assert detectable(ApproximateClaim(1.0), (10**6, 10**6), LEVEL, p=0.0) == np.inf
    assert detectable(ApproximateClaim(1.0, 0.2), (10**6, 10**6), LEVEL, p=0.1) == np.inf


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((ApproximateClaim(), 0.5, 0.1, 10, 0.1), "claim must be one with a claimed value"),
        ((ApproximateClaim(1.0), 1.5, 0.1, 10, 0.1), r"p must be a probability in \[0, 1\], got 1.5"),
        ((ApproximateClaim(1.0), 0.5, float("nan"), 10, 0.1), "q must be a probability"),
        ((ApproximateClaim(1.0), 0.5, 0.1, 0, 0.1), "runs must be a positive integer, got 0"),
        ((ApproximateClaim(1.0), 0.5, 0.1, True, 0.1), "runs must be a positive integer, got True"),
        ((ApproximateClaim(1.0), 0.5, 0.1, 10, 1.0), "level must be a probability strictly between 0 and 1"),
    ],
)
def test_bad_arguments_are_named(arguments, message):
    with pytest.raises(ParameterError, match=message):
        audit_power(*arguments)
