"""Mechanisms in words: what is natural is read as the call that it means, what may mean something else is asked in one line."""

import pytest

from theorems.regress import Claim, Kind, judge
from theorems.regress.claim import Unread
from theorems.regress.errors import UnreadableClaimError
from theorems.regress.phrases import phrased
from theorems.regress.rows import claim_of
from theorems.regress.sentences import sentence

_DELTA = (("delta", "1e-5"),)


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ("Gaussian mechanism with sigma = 2", "Gaussian(sigma=2)"),
        ("the Gaussian mechanism with standard deviation 2", "Gaussian(sigma=2)"),
        ("The Gaussian mechanism(sigma=2)", "Gaussian mechanism(sigma=2)"),
        ("Gaussian noise multiplier 2", "Gaussian(noise_multiplier=2)"),
        ("Gaussian with variance 4", "Gaussian(variance=4)"),
        ("Laplace noise of scale 2 with sensitivity 3", "Laplace(scale=2, sensitivity=3)"),
        ("discrete Gaussian sigma=3", "DiscreteGaussian(sigma=3)"),
        ("randomized response eps=1", "RandomizedResponse(eps=1)"),
        ("randomized response with p = 3/4", "RandomizedResponse(p=3/4)"),
        ("k-ary randomized response: k=4, eps=1", "KaryResponse(eps=1, k=4)"),
        ("zCDP rho=0.5", "ZCDP(rho=0.5)"),
        ("SVT with eps = 1, c = 3", "SparseVector(eps=1, c=3)"),
        ("RDP eps=0.3, alpha=2", "RDP(alpha=2, eps=0.3)"),
        ("DP-SGD sigma=1 q=0.01 steps=10000", "Gaussian(sigma=1).subsample(0.01).compose(10000)"),
        (
            "DP-SGD with noise multiplier 1, sampling rate 1% and 10,000 steps",
            "Gaussian(noise_multiplier=1).subsample(1/100).compose(10000)",
        ),
        (
            "DP-SGD with sigma = 1.1, batch size 256, 60,000 examples and 15 epochs",
            "Gaussian(sigma=1.1).subsample(8/1875).compose(3516)",
        ),
        ("Poisson-subsampled Gaussian with sigma = 1, q = 0.1", "Gaussian(sigma=1).subsample(0.1)"),
        ("Gaussian with sigma = 2 composed 10 times", "Gaussian(sigma=2).compose(10)"),
        ("exponential mechanism(eps=0.1) x 100", "exponential mechanism(eps=0.1).compose(100)"),
        ("GDP(0.3) × 10", "GDP(0.3).compose(10)"),
        ("zCDP rho=0.5 x 3", "ZCDP(rho=0.5).compose(3)"),
        ("(1, 1e-6)-DP x 3", "(1, 1e-6)-DP.compose(3)"),
    ],
)
def test_words_are_a_call(text, call):
    assert phrased(text) == call


@pytest.mark.parametrize(
    "text",
    [
        *("Gaussian(1)", "Gaussian", "laplace mechanism", "N(0, 4)", "0.5-zCDP", "Gaussian(0, 1) vs Gaussian(1, 1)"),
        *("RR(1) shuffled by n=1000", "subsampled Gaussian(sigma=1, q=0.01)", "10 x Gaussian(1)", "GDP(1) x 2 x 3"),
        *("Nobody uses the Gaussian mechanism with sigma = 2", "__import__('os')", ""),
    ],
)
def test_what_is_no_phrase_stays_as_it_is(text):
    assert phrased(text) == text


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Gaussian with sigma = 2 per step", "'per step' is not known"),
        ("Gaussian with sigma = 2 and Laplace with scale 1", "'laplace with scale 1' is not known"),
        ("Gaussian with sigma = 2, not composed", "'not composed' is not known"),
        ("Gaussian sigma=__import__('os')", "is not known"),
        ("Gaussian sigma=2.compose(3)", "is not known"),
        ("Gaussian sigma=2,100 steps", "'steps' is not known"),
        ("Gaussian sigma=2,500", "sigma must be a number without a comma"),
        ("Gaussian with eps = 1 and delta = 1e-5", "parameters of Gaussian must be stated as in sigma = 1"),
        ("Laplace with sigma 2", "parameters of Laplace must be stated as in scale = 1"),
        ("Gaussian with sigma = 2 and variance 4", "not sigma, variance"),
        ("ApproxDP eps=1", "parameters of ApproxDP must be stated as in eps = 1 and delta = 1, not eps"),
        ("zCDP rho=0.5 rho=0.6", "rho must be stated once"),
        ("Gaussian q 0.1", "q must be written q = 0.1"),
        ("Gaussian with noise multiplier 1, sensitivity 2", "sensitivity must be left out"),
        ("DP-SGD with noise multiplier 1", "sampling rate must be stated of DP-SGD"),
        ("DP-SGD sigma=1 q=0.01", "steps must be stated of DP-SGD"),
        ("subsampled Gaussian sigma=1", "sampling rate must be stated of Gaussian"),
        ("DP-SGD sigma=1 q=0.01 batch size 10, steps=3", "rate must be left out where batch is stated"),
        ("DP-SGD sigma=1, batch size 10, 3 steps", "batch_size and dataset_size together"),
        ("Gaussian(1) x 10", "a chain with .compose(k) where a mechanism is run k times"),
        ("discrete Laplace scale=1 x 10", "a chain with .compose(k) where a mechanism is run k times"),
        ("GDP(0.3) x 2.5", "a chain with .compose(k) where a mechanism is run k times"),
        ("GDP(0.3) x 0", "a chain with .compose(k) where a mechanism is run k times"),
    ],
)
def test_what_says_more_or_less_is_asked(text, reason):
    with pytest.raises(UnreadableClaimError) as error:
        phrased(text)
    assert reason in str(error.value)
    assert "must" in str(error.value)


@pytest.mark.parametrize(
    ("text", "quantity", "at", "right", "short"),
    [
        ("Gaussian mechanism with sigma = 1", "epsilon", _DELTA, "4.37717810", "4.3"),
        ("randomized response p=0.75", "epsilon", (), "1.0986", "0.75"),
        ("GDP(0.5) x 4", "mu", (), "1", "0.5"),
        ("zCDP rho=0.1 x 5", "rho", (), "0.5", "0.1"),
        ("RDP(8, 1)", "epsilon", _DELTA, "2.21398", "2.1"),
    ],
)
def test_words_are_judged_as_what_they_mean(text, quantity, at, right, short):
    assert judge(Claim(text, quantity, at, right)).kind is Kind.RIGHT
    assert judge(Claim(text, quantity, at, short)).kind is Kind.UNSOUND


@pytest.mark.parametrize(("text", "is_in_units"), [("noise multiplier 2", True), ("sigma = 2", False)])
def test_noise_in_units_of_the_sensitivity_is_so_in_words_too(text, is_in_units):
    verdict = judge(Claim(f"Gaussian with {text}", "epsilon", _DELTA, "100", sensitivity="2"))
    assert (verdict.kind is Kind.NOT_UNDERSTOOD) is is_in_units
    assert ("sensitivity must be left out" in verdict.reason) is is_in_units


def test_how_two_numbers_of_rdp_are_read_is_said_and_an_order_below_1_is_refused():
    verdict = judge(Claim("RDP(8, 1)", "epsilon", _DELTA, "2.21398"))
    assert "the first number of RDP(.,.) is the order" in verdict.reason
    assert "the order" not in judge(Claim("RDP(alpha=8, eps=1)", "epsilon", _DELTA, "2.21398")).reason
    refused = judge(Claim("RDP(0.3, 2)", "epsilon", _DELTA, "2"))
    assert (refused.kind, "order alpha must be above 1" in refused.reason) == (Kind.NOT_UNDERSTOOD, True)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Skellam(mu=30)", "arguments of Skellam must be mean m, mean m, in this order and without names"),
        ("Skellam(30)", "Skellam(m, m) is the difference of two Poisson counts of mean m each"),
        ("TruncatedLaplace(scale=1)", "arguments of TruncatedLaplace must be scale, bound"),
        ("laplace mechanism", "a name with its settings, such as Gaussian with sigma = 2"),
        ("Laplace scale", "a name with its settings, such as Laplace with scale = 1"),
        ("noise of some kind", "a chain such as Gaussian(sigma=2).compose(10)"),
    ],
)
def test_no_parser_speaks_to_users(text, reason):
    verdict = judge(Claim(text, "epsilon", _DELTA, "1"))
    assert (verdict.kind, reason in verdict.reason) == (Kind.NOT_UNDERSTOOD, True)
    assert not any(each in verdict.reason for each in ("__new__", "invalid syntax", "comma?"))
    assert judge(Claim("Skellam(30, 30)", "epsilon", _DELTA, "1")).kind is Kind.SOUND


_RUN = {"sigma": "1", "delta": "1e-5", "eps": "1"}
_BATCH = {**_RUN, "batch_size": "10", "n": "1,000", "steps": "7"}


@pytest.mark.parametrize("sampling", ["Poisson", "poisson sampling", "Poisson_subsampling", ""])
def test_samples_are_poisson_unless_they_are_said_to_be_none(sampling):
    assert claim_of({**_RUN, "sampling": sampling, "q": "0.1"}).mechanism == "Gaussian(1).subsample(0.1)"
    assert claim_of({**_BATCH, "sampling": sampling}).mechanism == "Gaussian(1).subsample(1/100).compose(7)"


@pytest.mark.parametrize(
    "sampling", ["without replacement", "without_replacement", "Fixed-size without replacement", "WOR"]
)
def test_samples_without_replacement_are_of_a_size_and_need_the_adjacency(sampling):
    found = claim_of({**_BATCH, "sampling": sampling})
    assert found.mechanism == "Gaussian(1).subsample(size=10, population=1000).compose(7)"
    assert "adjacency must be replace" in judge(found).reason
    assert judge(claim_of({**_BATCH, "sampling": sampling, "adjacency": "replace"})).kind is Kind.SOUND


@pytest.mark.parametrize(
    ("cells", "reason"),
    [
        ({**_RUN, "sampling": "poisson"}, "sampling must stand beside a rate"),
        ({**_BATCH, "sampling": "fixed-size"}, "with or without replacement: which is meant?"),
        ({**_BATCH, "sampling": "with replacement"}, "sampling must be poisson, or without replacement"),
        ({**_BATCH, "sampling": "shuffle"}, "sampling must be poisson, or without replacement"),
        (
            {**_RUN, "sampling": "without replacement", "q": "0.1"},
            "must state batch_size and dataset_size, got rate 0.1",
        ),
        (
            {**_RUN, "sampling": "WOR", "batch_size": "10", "n": "100", "epochs": "2"},
            "steps must be stated where samples are drawn without replacement",
        ),
        ({"mechanism": "Gaussian(1).subsample(0.1)", "q": "0.1", "eps": "1"}, "sampling rate must be left out"),
        ({"mechanism": "Gaussian(1).subsample(0.1)", "sampling": "WOR", "eps": "1"}, "sampling must be poisson, as"),
        (
            {"mechanism": "Gaussian(1).subsample(size=1, population=9)", "sampling": "poisson", "eps": "1"},
            "sampling must be without replacement, as",
        ),
        ({"mechanism": "zCDP rho=0.5 x 3", "steps": "3", "delta": "1e-5", "eps": "1"}, "steps must be left out"),
        ({"rdp_epsilon": "1", "delta": "1e-5", "eps": "1"}, "order must be stated beside a Rényi budget"),
    ],
)
def test_columns_that_do_not_fit_are_one_line(cells, reason):
    found = claim_of(cells)
    assert isinstance(found, Unread)
    assert reason in found.reason


def test_words_stand_beside_columns():
    found = claim_of(
        {"mechanism": "DP-SGD with noise multiplier 1", "q": "0.1", "steps": "3", "delta": "1e-5", "eps": "1"}
    )
    assert found.mechanism == "Gaussian(noise_multiplier=1).subsample(0.1).compose(3)"
    assert claim_of({"mechanism": "the Gaussian mechanism", "sigma": "2", "eps": "1"}).mechanism == "Gaussian(2)"


def test_a_budget_at_its_order_is_a_promise_that_is_converted(tmp_path):
    found = claim_of({"alpha": "8", "rdp_epsilon": "1", "delta": "1e-5", "eps": "2.21398"})
    assert (found.mechanism, found.quantity, found.at) == ("RenyiPoint(8, 1)", "epsilon", _DELTA)
    assert judge(found).kind is Kind.RIGHT
    short = claim_of({"alpha": "8", "rdp_epsilon": "1", "delta": "1e-5", "eps": "2.1"})
    assert judge(short).kind is Kind.UNSOUND
    budget = claim_of({"sigma": "1", "alpha": "8", "rdp_epsilon": "4"})
    assert (budget.mechanism, budget.quantity, budget.value) == ("Gaussian(1)", "renyi", "4")


@pytest.mark.parametrize(
    ("line", "cells"),
    [
        (
            "The Gaussian mechanism with sigma = 2 is (2.5, 1e-5)-DP.",
            {"quantity": "epsilon", "value": "2.5", "delta": "1e-5"},
        ),
        (
            "DP-SGD with q = 0.1 satisfies (eps = 8.0, δ = 10^-5)-differential privacy",
            {"quantity": "epsilon", "value": "8.0", "delta": "10^-5"},
        ),
        ("Laplace noise of scale 2 is 0.5-differentially private", {"quantity": "epsilon", "value": "0.5"}),
        ("Gaussian(2) is 0.125-zCDP", {"quantity": "rho", "value": "0.125"}),
        ("Gaussian(2) gives (mu=0.5)-GDP", {"quantity": "mu", "value": "0.5"}),
        ("Gaussian(2) satisfies (4, 0.5)-Rényi DP", {"quantity": "renyi", "order": "4", "value": "0.5"}),
    ],
)
def test_a_promise_in_a_sentence_is_an_upper_bound(line, cells):
    found = sentence(line)
    assert {name: found[name] for name in cells} == cells
    assert found.keys() - cells.keys() == {"mechanism", "direction"}
    assert found["direction"] == "upper"


@pytest.mark.parametrize(
    "line",
    [
        *("Gaussian(2) is not (2.5, 1e-5)-DP", "Gaussian(2) is (2.5, 1e-5)-DP per step", "Gaussian(2) is private"),
        *("Gaussian(2) is (2.5, 1e-5)-zCDP", "Gaussian(2) is (delta=1e-5, eps=2.5)-DP", "Gaussian(2) has no privacy"),
        *("Gaussian(2) is (2,5, 1e-5)-DP", "Gaussian(2) satisfies 2-DP with delta = 1e-5", "is (1, 1e-5)-DP"),
    ],
)
def test_what_a_sentence_promises_otherwise_is_no_claim(line):
    assert sentence(line) is None


def test_a_sentence_says_what_a_mechanism_has():
    colon = sentence("Gaussian(1): epsilon = 4.38 at delta = 1e-5")
    assert sentence("Gaussian(1) has an epsilon of 4.38 at δ = 1e-5") == colon
    assert sentence("Gaussian(1) has epsilon = 4.38 at delta = 1e-5.") == colon
    assert sentence("Gaussian(1) has epsilon = 4.38 in the mean") is None


@pytest.mark.parametrize(
    "line",
    [
        *("Gaussian(2) never gives (2.5, 1e-5)-DP", "Nobody says that Gaussian(2) is (2.5, 1e-5)-DP"),
        *("If sigma = 2 the Gaussian mechanism is (2.5, 1e-5)-DP", "The Gaussian mechanism is (2.5, 1e-5)-DP"),
    ],
)
def test_what_is_said_around_a_mechanism_is_not_passed_over(line):
    assert judge(claim_of(sentence(line))).kind is Kind.NOT_UNDERSTOOD
    whole = claim_of(sentence("The Gaussian mechanism with sigma = 2 is (2.5, 1e-5)-DP"))
    assert judge(whole).kind is Kind.SOUND
