"""Audits: every planted bug is found, right mechanisms are left alone, and what a result says."""

import math
import pickle
import re
import runpy
from pathlib import Path

import numpy as np
import pytest

from mechanisms import Laplace, ParameterError, RandomizedResponse
from mechanisms.audit.claims import ApproximateClaim, GaussianClaim, gaussian_eps
from mechanisms.audit.power import detectable
from mechanisms.audit.run import audit_events, audit_mechanism
from mechanisms.audit.runs import Runner
from mechanisms.errors import GeneratorError

PLANTED = runpy.run_path(str(Path(__file__).with_name("planted.py")))
RIGHT = PLANTED["RIGHT"]
BUGS = runpy.run_path(str(Path(__file__).with_name("planted_bugs.py")))["BUGS"]
ONE = ApproximateClaim(1.0)
# The law that noise in floating point stands for is audited, not its lowest bits.
LAW = {"statistics": ["usual"], "batched": True}


def rng(seed=1):
    return np.random.default_rng(seed)


def audit(case, seed=1, **options):
    options = {"statistics": case.statistics, "batched": True, **options}
    return audit_mechanism(case.mechanism, case.datasets, case.claim, rng(seed), **options)


def audit_bug(name, seed=1, **options):
    mechanism, datasets, claim = BUGS[name]
    return audit_mechanism(mechanism, datasets, claim, rng(seed), batched=True, **options)


def laplace(scale):
    return lambda answer, source, n: Laplace(scale).release(np.full(n, answer), source)


def most_accusations(trials, rate):
    """The number of accusations that is exceeded with a probability of at most 1e-6 at the stated rate."""
    from scipy.special import bdtrc

    return next(most for most in range(trials + 1) if bdtrc(float(most), trials, rate) <= 1e-6)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
def test_of_planted_bugs_nine_in_ten_are_found_with_the_default_runs_at_99_percent(seed):
    found = {name: audit_bug(name, seed) for name in BUGS}
    missed = {name for name in BUGS if not found[name].contradicted}
    assert len(BUGS) - len(missed) >= 0.9 * len(BUGS), missed
    assert {found[name].confidence for name in BUGS} == {0.99}


@pytest.mark.cases(1 / 3)
@pytest.mark.parametrize(
    "name",
    [
        "scale_a_tenth_short",
        "sign_with_a_biased_coin",
        "noise_redrawn_beyond_six",
        "zero_has_two_names",
        "seed_of_ten_bits",
        "clamping_missing",
        "uniform_of_single_precision",
        "draw_shared",
        "response_with_one_byte",
    ],
)
def test_planted_bugs_of_nine_kinds_are_found_with_the_default_runs(name):
    found = audit_bug(name)
    assert (found.verdict, found.runs) == ("violated with confidence 0.99", 1_000_000), str(found)


@pytest.mark.slow
def test_of_planted_bugs_three_in_four_are_found_in_a_fiftieth_of_the_default_runs():
    missed = {name for name in BUGS if not audit_bug(name, runs=20_000).contradicted}
    assert len(missed) <= 0.25 * len(BUGS), missed


@pytest.mark.cases(1 / 3)
@pytest.mark.parametrize("name", sorted(RIGHT))
def test_the_bound_on_a_right_mechanism_is_close_below_its_claim(name):
    """The claims are tight, so that a bound that is valid but empty would not pass."""
    case = RIGHT[name]
    found = audit(case, runs=200_000)
    assert found.verdict == "not contradicted"
    assert 0.85 * case.claim.claimed < found.lower <= case.claim.claimed


@pytest.mark.slow
def test_right_mechanisms_are_accused_no_more_often_than_stated():
    """320 audits at a stated rate of 30 %; more than the bound is seen once in 10^6 tries at that rate.

    Power: at an actual rate of 50 % the bound is exceeded with a probability above 0.99.
    """
    alarms = [
        audit(case, seed=1000 + trial, runs=1000, confidence=0.7).contradicted
        for trial in range(40)
        for case in RIGHT.values()
    ]
    assert sum(alarms) <= most_accusations(len(alarms), 0.3)


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(RIGHT))
def test_right_mechanisms_are_accused_no_more_often_than_stated_in_a_thousand_trials(name):
    """1000 audits at 99 %; more accusations than the bound are seen once in 10^6 tries at the stated rate.

    Power: at an actual rate of 6 % the bound is exceeded with a probability above 0.999.
    """
    alarms = [audit(RIGHT[name], seed=trial, runs=4000).contradicted for trial in range(1000)]
    assert sum(alarms) <= most_accusations(1000, 0.01)


def test_bounds_on_a_given_event_cover_the_truth_as_often_as_stated():
    """500 audits of the sharpest event at 50 %: exceeding the truth more often than the bound has probability 1e-6.

    An event whose probabilities are both missed at once is rarer than one that is missed, so the actual rate is far
    lower; a bound without the confidence correction would exceed the truth half of the time.
    """
    exact = RandomizedResponse(1.0).pair().max_divergence().lower
    above = 0
    for trial in range(500):
        found = audit_events(
            PLANTED["randomized_response"],
            (0, 1),
            ONE,
            rng(trial),
            events=[lambda bit: bit == 0],
            runs=200,
            confidence=0.5,
            batched=True,
        )
        above += found.lower > exact
    assert above <= most_accusations(500, 0.5)


def test_an_event_is_not_believed_on_the_runs_that_suggested_it():
    """Exact values of continuous noise never repeat: an event made of them scores in hindsight only."""
    found = audit_mechanism(laplace(1.0), (0.0, 0.0), ONE, rng(), runs=4000, **LAW)
    assert found.lower < 0.2


@pytest.mark.slow
def test_unknown_direction_of_a_vector_is_learned():
    """A Gaussian vector with correlated noise: no coordinate, difference or sum shows three quarters of mu."""
    change = np.array([0.0, 0.1, -0.1, 0.05])
    mu = float(np.linalg.norm(np.linalg.solve(PLANTED["ROOT"], change)))
    claim = GaussianClaim(0.75 * mu)
    found = audit_mechanism(PLANTED["path"], (np.zeros(4), change), claim, rng(), runs=400_000, **LAW)
    assert found.contradicted, str(found)
    assert found.event.startswith("learned linear form")
    assert found.lower <= mu


def test_a_claim_on_delta_is_audited_at_that_delta():
    """Mass 0.02 on an output that gives the data away: eps = 0 at delta = 0.02, infinite below."""

    def leaky(bit, source, n):
        return np.where(source.random(n) < 0.02, bit + 1.0, 0.0)

    at = [
        audit_mechanism(leaky, (0, 1), ApproximateClaim(1.0, delta), rng(), runs=100_000, batched=True)
        for delta in (0.0, 0.01, 0.02, 0.03)
    ]
    assert [one.contradicted for one in at] == [True, True, False, False]
    assert at[0].lower > at[1].lower > 1


def test_the_release_of_a_mechanism_is_a_callable_to_audit():
    claim = ApproximateClaim(1.0)
    sound = audit_mechanism(Laplace(1.0).release, (0.0, 1.0), claim, rng(), runs=4000, statistics=["usual"])
    unsound = audit_mechanism(Laplace(0.5).release, (0.0, 1.0), claim, rng(), runs=4000, statistics=["usual"])
    assert (sound.verdict, unsound.verdict) == ("not contradicted", "violated with confidence 0.99")


def test_a_larger_epsilon_is_told_from_half_of_it():
    found = audit_mechanism(laplace(1 / 8), (0.0, 1.0), ApproximateClaim(4.0), rng(), runs=200_000, **LAW)
    assert found.contradicted
    assert 6 < found.lower <= 8


def test_known_densities_make_the_search_one_over_likelihood_ratios():
    """The data shows in the parity of the cells of four numbers, and in nothing coarser; the loss is that parity."""

    def is_odd(x):
        return np.floor(1000 * x).sum(axis=1) % 2

    def parity(bit, source, n):
        x = source.random((n, 4))
        move = (is_odd(x) != bit) & (source.random(n) < 2 / 3)
        x[move, 0] = (x[move, 0] + 1 / 1000) % 1
        return x

    def privacy_loss(x):
        return np.log(5) * (1 - 2 * is_odd(x))

    options = {"runs": 100_000, "batched": True}
    known = audit_mechanism(parity, (0, 1), ONE, rng(), statistics=[privacy_loss], **options)
    unknown = audit_mechanism(parity, (0, 1), ONE, rng(), runs=100_000, **LAW)
    assert known.event.startswith("privacy_loss ")
    assert known.contradicted
    assert unknown.lower < 0.2


def test_privacy_loss_of_a_pair_does_as_a_statistic_and_shows_no_rounding_errors():
    """Where the loss is constant only its rounding errors vary, and they depend on the last bits of the output."""
    mechanism = Laplace(1.0)
    options = {"runs": 100_000, "statistics": [mechanism.pair().privacy_loss], "batched": True}
    assert audit_mechanism(laplace(1.0), (0.0, 1.0), ONE, rng(), **options).verdict == "not contradicted"
    half = audit_mechanism(laplace(0.5), (0.0, 1.0), ONE, rng(), **options)
    assert half.contradicted


def test_given_events_are_tried_in_both_orders_and_with_their_complements():
    for order in ((0.0, 1.0), (1.0, 0.0)):
        for event in (lambda x: x <= 0, lambda x: x > 0):
            found = audit_events(laplace(0.5), order, ONE, rng(), events=[event], runs=20_000, batched=True)
            assert found.contradicted
            assert found.tested == (10_000, 10_000)
            assert found.event.endswith("<lambda>")
    assert found.likelier_on == 1


def test_outputs_may_come_one_by_one_as_a_users_do():
    def histogram_of_present(words, source):
        """Counts with noise of the words that are there, and of no others."""
        return {word: words.count(word) + source.laplace(0, 1) for word in set(words)}

    options = {"events": [lambda out: "a" in out], "runs": 400}
    given = audit_events(histogram_of_present, (["a", "b"], ["b"]), ONE, rng(), **options)
    assert given.hits == (200, 0)
    assert given.contradicted
    learned = audit_mechanism(histogram_of_present, (["a", "b", "b"], ["b", "b"]), ONE, rng(), runs=4000)
    assert learned.contradicted
    assert learned.event == "structure and labels of the output has a value seen before"


@pytest.mark.cases(1 / 2)
@pytest.mark.parametrize("of", [lambda text: text, str.encode, list], ids=["text", "bytes", "sequence"])
@pytest.mark.parametrize("leaks", [True, False])
def test_a_leak_in_the_length_alone_is_seen(of, leaks):
    """Letters that are never the same twice, of which there are more on the second data set; the false twin has none more."""

    def letters(x, source):
        return of(
            "".join(
                chr(97 + each) for each in source.integers(0, 26, 20 + source.integers(0, 4) + (2 * x if leaks else 0))
            )
        )

    found = audit_mechanism(letters, (0, 1), ApproximateClaim(0.5), rng(), runs=4000)
    assert found.contradicted is leaks
    assert not leaks or found.event.startswith("length of the output")


def test_many_given_events_share_one_budget():
    """The bound on the best event shrinks as idle events are added, by the union bound."""
    events = [lambda x: x <= 0, *[lambda x, t=t: x > 50 + t for t in range(20)]]
    alone = audit_events(laplace(1.0), (0.0, 1.0), ONE, rng(), events=events[:1], runs=5000, batched=True)
    among = audit_events(laplace(1.0), (0.0, 1.0), ONE, rng(), events=events, runs=5000, batched=True)
    assert among.hits == alone.hits
    assert 0.5 < among.lower < alone.lower


def test_a_family_of_audits_and_more_finalists_share_one_budget():
    alone = audit(RIGHT["laplace"], runs=20_000)
    member = audit(RIGHT["laplace"], runs=20_000, family=100)
    several = audit(RIGHT["gaussian path"], runs=20_000, finalists=3)
    assert 0.5 < member.lower < alone.lower
    assert (alone.family, member.family) == (1, 100)
    assert several.verdict == "not contradicted"
    assert several.lower > 0.5


def test_the_gaussian_variant_gives_epsilon_under_its_hypothesis():
    found = audit(RIGHT["gaussian, mu"], runs=200_000)
    assert 3.9 < gaussian_eps(found.lower, 1e-5) <= gaussian_eps(1.0, 1e-5)


@pytest.mark.slow
def test_a_pinned_point_is_found_among_three_hundred():
    """So many statistics are first compared on a part of the runs."""

    def pinned(answers, source, n):
        noise = source.normal(size=(n, 300))
        noise[:, 170] = 0
        return answers + noise

    bump = np.zeros(300)
    bump[165:175] = 0.01
    found = audit_mechanism(pinned, (np.zeros(300), bump), GaussianClaim(1.0), rng(), runs=4000, **LAW)
    assert found.contradicted
    assert "x[170]" in found.event


def test_long_outputs_are_learned_from_fewer_runs():
    """No more than 2^23 numbers are kept of each part: 64 runs of 2^17."""
    runner = Runner(lambda data, source, n: np.zeros((n, 2**17)), 0, rng(), (), True)
    assert len(runner.learn(1000)) == 64
    assert len(runner.learn(20)) == 20
    assert sum(map(len, runner.chunks(40))) == 40


def test_an_audit_is_reproducible_and_depends_on_the_generator():
    first, second = audit(RIGHT["laplace"], runs=2000), audit(RIGHT["laplace"], runs=2000)
    assert first == second
    assert audit(RIGHT["laplace"], seed=2, runs=2000) != first


def test_a_result_has_no_truth_value_and_reads_as_a_sentence():
    found = audit_bug("scale_is_eps", runs=10_000)
    with pytest.raises(TypeError, match="no truth value"):
        bool(found)
    assert str(found).startswith("eps >= ")
    assert "claimed 1: violated with confidence 0.99; x[0] " in str(found)
    assert re.search(
        r"the least eps that shows with probability 0.9 is 1\.\d+, on events as likely as this one \d", str(found)
    )
    assert pickle.loads(pickle.dumps(found)) == found  # noqa: S301


def test_without_a_claim_the_bound_alone_is_given():
    mechanism, datasets, _ = BUGS["scale_is_eps"]
    found = audit_mechanism(mechanism, datasets, ApproximateClaim(delta=1e-6), rng(), runs=10_000, batched=True)
    assert (found.verdict, found.contradicted) == ("nothing claimed", False)
    assert found.lower > 1.5
    assert str(found).startswith("eps at delta = 1e-06 >= ")


def test_outputs_that_say_nothing_give_the_bound_zero():
    for output in (0.0, "word", None, [], math.nan, {}):
        found = audit_mechanism(lambda data, source, out=output: out, (0, 1), ONE, rng(), runs=64)
        assert (found.lower, found.verdict) == (0, "not contradicted")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"runs": 15}, "runs must be an integer of at least 16, got 15"),
        ({"runs": 1e6}, "runs must be an integer"),
        ({"runs": True}, "runs must be an integer"),
        ({"confidence": 1}, "confidence must be a probability strictly"),
        ({"confidence": math.nan}, "confidence must be a probability strictly"),
        ({"finalists": 0}, "finalists must be an integer of at least 1"),
        ({"family": 0}, "family must be an integer of at least 1"),
        (
            {"statistics": [1]},
            "statistics must be a non-empty sequence of functions of an output and of usual and lowest-bit, got 1",
        ),
        ({"statistics": abs}, "statistics must be a non-empty sequence of functions"),
        ({"statistics": []}, "statistics must be a non-empty sequence of functions"),
        ({"statistics": "usual"}, "statistics must be a non-empty sequence of functions .* got 'usual'"),
        ({"statistics": ["lowest bit"]}, "statistics must be a non-empty sequence of functions .* got 'lowest bit'"),
    ],
)
def test_bad_options_are_refused(options, message):
    with pytest.raises(ParameterError, match=f"^{message}"):
        audit_mechanism(laplace(1.0), (0, 1), ONE, rng(), **{"batched": True, "runs": 100, **options})


def test_bad_mechanisms_data_sets_and_sources_are_refused():
    with pytest.raises(ParameterError, match=r"^mechanism must be a function"):
        audit_mechanism(3, (0, 1), ONE, rng())
    for datasets in ((0,), (0, 1, 2), 5, "ab", {0, 1}):
        with pytest.raises(ParameterError, match=r"^datasets must be a pair"):
            audit_mechanism(laplace(1.0), datasets, ONE, rng())
    with pytest.raises(GeneratorError):
        audit_mechanism(laplace(1.0), (0, 1), ONE, 7)
    with pytest.raises(ParameterError, match=r"^mechanism must be a function that returns an array or a list of 12"):
        audit_mechanism(lambda data, source, n: np.zeros(3), (0, 1), ONE, rng(), runs=100, batched=True)
    with pytest.raises(ParameterError, match=r"^events must be a non-empty sequence"):
        audit_events(laplace(1.0), (0, 1), ONE, rng(), events=[], batched=True)
    with pytest.raises(ParameterError, match=r"^events must be a sequence of functions"):
        audit_events(laplace(1.0), (0, 1), ONE, rng(), events=[None], batched=True)


def test_a_failing_mechanism_is_not_silenced():
    def failing(data, source):
        raise ZeroDivisionError("inside")

    with pytest.raises(ZeroDivisionError, match="inside"):
        audit_mechanism(failing, (0, 1), ONE, rng())


def test_an_audit_says_what_it_could_have_seen_at_its_runs_and_level():
    few, many = (audit(RIGHT["two-sided geometric"], runs=runs) for runs in (2000, 200_000))
    level = 0.01 / 2
    assert many.detectable == detectable(ONE, many.tested, level)
    assert 1 < many.detectable < many.detectable_here < few.detectable < few.detectable_here
    # an event that is seen once in two thousand runs says far less than one that is seen every other time
    rare = audit_events(PLANTED["geometric"], (1, 0), ONE, rng(), events=[lambda x: x > 6], runs=200_000, batched=True)
    assert rare.hits[0] < 300
    assert rare.detectable_here - 1 > 5 * (rare.detectable - 1)
    tiny = audit(RIGHT["vote on two words"], runs=16)
    assert (tiny.detectable, tiny.sight) == (math.inf, "so few runs could not have shown any violation")
