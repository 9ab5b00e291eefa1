"""The audit as a check: it accepts what keeps its promise, refutes what does not, and is open about bugs that it cannot find."""

import numpy as np
import pytest
from sympy import Interval, Rational, oo

from dpsym import Laplace, MaxDivergence
from dpsym.parameters import b
from mechanisms import ApproximateClaim
from theorems.checks.audit import Audit, Audited
from theorems.entry import Theorem
from theorems.errors import EntryError
from theorems.outcome import MECHANISM
from theorems.statement import eq
from theorems.status import Status


def noisy(scale):
    return lambda answer, rng, n: answer + rng.laplace(0, scale, n)


def positive(x):
    return x > 1


def setting(claimed, b):
    return Audited(noisy(b), (0.0, 1.0), ApproximateClaim(claimed), (positive,), {"halved": noisy(b / 2)})


def wrong(claimed, b):
    return Audited(noisy(b / 2), (0.0, 1.0), ApproximateClaim(claimed), (positive,), {})


def blind(claimed, b):
    return Audited(noisy(b), (0.0, 1.0), ApproximateClaim(claimed), (positive,), {"a hundredth off": noisy(0.99 * b)})


def entry(check):
    return Theorem(
        id="planted",
        title="Laplace noise",
        statement=eq(MaxDivergence(Laplace(0, b), Laplace(1, b)), 1 / b),
        domain={b: Interval.open(0, oo)},
        typical={b: (1, 4)},
        checks=(check,),
    )


def run(setting, **options):
    check = Audit({b: 2}, setting, **options)
    return check.run(entry(check))


def test_a_right_mechanism_is_backed_and_the_power_is_stated():
    outcome = run(setting)

    assert (outcome.status, outcome.leg, outcome.witness) == (Status.SAMPLED, MECHANISM, {})
    assert "promised 0.5; positive in" in outcome.detail
    assert "halved: 1 - 3e-12" in outcome.detail
    assert outcome.replay[0]["tested"] == [100_000, 100_000]


def test_a_wrong_mechanism_is_refuted_with_the_event_as_witness():
    outcome = run(wrong)

    assert outcome.status is Status.REFUTED
    assert outcome.witness == {"b": "2", "event": "positive"}


def test_a_bug_that_these_runs_cannot_find_leaves_the_check_open():
    outcome = run(blind)

    assert outcome.status is Status.CLAIMED
    assert "a hundredth off: 0.00" in outcome.detail


def test_the_same_seed_finds_the_same():
    assert run(setting, runs=2000) == run(setting, runs=2000)


@pytest.mark.slow
def test_right_mechanisms_are_not_accused_beyond_the_stated_rate():
    # 200 trials at a false-alarm rate of 5 %: more than 25 accusations have probability 1e-5 at most
    accused = [run(setting, runs=2000, false_alarm=0.05, seed=seed).status is Status.REFUTED for seed in range(200)]

    assert sum(accused) <= 25


def test_every_symbol_must_be_placed():
    check = Audit({}, setting)

    with pytest.raises(EntryError, match="audit of planted must place every symbol"):
        check.run(entry(check))


def test_the_key_is_that_of_the_mathematics():
    keys = {
        Audit({b: place}, function, runs=runs).key()
        for place in (1, Rational(1, 2))
        for function in (setting, wrong)
        for runs in (100, 200)
    }

    assert len(keys) == 8
    assert np.all(["audit(" in key for key in keys])
