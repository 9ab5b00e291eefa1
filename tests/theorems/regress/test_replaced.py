"""The adjacency of a claim holds from the beginning of its chain: shuffled answers and samples of a fixed size know one record replaced alone."""

import pytest

from theorems.regress import Claim, Kind, judge, reference

_DELTA = (("delta", "1e-5"),)
_SIZED = ".subsample(size=10, population=1000)"


def judged(mechanism, adjacency, value="1", delta=_DELTA):
    return judge(Claim(mechanism, "epsilon", delta, value, adjacency=adjacency))


@pytest.mark.parametrize(
    ("mechanism", "same"),
    [
        (f"Gaussian(1){_SIZED}.compose(10)", f"Gaussian(1).guarantee(adjacency=replace){_SIZED}.compose(10)"),
        (f"Laplace(1){_SIZED}", f"Laplace(1).guarantee(adjacency=replace){_SIZED}"),
        # whoever is mu-GDP loses no more than noise of 1/mu, and the noise no less
        (f"GDP(0.5){_SIZED}", f"Gaussian(2).guarantee(adjacency=replace){_SIZED}"),
        (f"Laplace(log(2)){_SIZED}", f"Laplace(log(2)).guarantee(adjacency=replace){_SIZED}"),
    ],
)
def test_a_sample_of_a_fixed_size_is_of_one_record_replaced(mechanism, same):
    found = reference(Claim(mechanism, "epsilon", _DELTA, adjacency="replace"))
    assert found.upper == reference(Claim(same, "epsilon", _DELTA)).upper
    for adjacency in ("", "add-remove"):
        refused = judged(mechanism, adjacency)
        assert refused.kind is Kind.NOT_UNDERSTOOD
        assert "adjacency must be replace where answers are shuffled or a sample has a fixed size" in refused.reason


@pytest.mark.parametrize("mechanism", ["PureDP(1).shuffle(1000)", "PureDP(log(3)).shuffle(1000)"])
def test_promises_of_users_are_shuffled(mechanism):
    assert judged(mechanism, "replace").kind is Kind.SOUND
    assert judged(mechanism, "replace", "0.01").kind is Kind.UNSOUND
    assert judged(mechanism, "add-remove").kind is Kind.NOT_UNDERSTOOD
    assert judged(mechanism, "").kind is Kind.NOT_UNDERSTOOD


def test_what_is_nearly_private_and_shuffled_loses_no_more_than_a_user_does():
    assert judged("ApproxDP(1, 1e-8).shuffle(1000)", "replace").kind is Kind.SOUND
    assert judged("ApproxDP(1, 1e-8).shuffle(1000)", "replace", "0.9").kind is Kind.UNDECIDED
    assert judged("ApproxDP(1, 1e-8).shuffle(1000)", "").kind is Kind.NOT_UNDERSTOOD


@pytest.mark.parametrize("mechanism", ["RR(p=0.75)", "RR(log(3))", "OptimizedUnaryEncoding(1)"])
def test_what_answers_locally_needs_no_adjacency(mechanism):
    for adjacency in ("", "replace"):
        assert judged(f"{mechanism}.shuffle(1000)", adjacency).kind is Kind.SOUND
    assert judged(f"{mechanism}.shuffle(1000)", "add-remove").kind is Kind.NOT_UNDERSTOOD


@pytest.mark.parametrize("adjacency", ["swap", "Substitute", "replace-one", "replace_one", "bounded DP"])
def test_one_record_replaced_has_many_names(adjacency):
    assert judged(f"Gaussian(1){_SIZED}", adjacency).kind is Kind.SOUND
    assert judged(f"Gaussian(1){_SIZED}", f"un{adjacency}").kind is Kind.NOT_UNDERSTOOD


def test_whose_sensitivity_it_is_is_said_of_noise_and_not_of_promises():
    said = "sensitivity 1 is taken as that of one record replaced"
    assert said in judged(f"Gaussian(1){_SIZED}", "replace").reason
    assert said not in judged(f"GDP(1){_SIZED}", "replace").reason
    assert said not in judged("RR(1).shuffle(1000)", "replace").reason


@pytest.mark.parametrize(
    ("mechanism", "reason"),
    [
        (f"Gaussian(1).subsample(0.1){_SIZED}", "adjacency under Poisson sampling must be add-remove"),
        ("PureDP(1).shuffle(10, 3)", "shuffle was called wrongly"),
        ("PureDP(1).shuffle(10).open(3)", "'open' is not a method"),
        (f"PureDP(x){_SIZED}", "without names"),
    ],
)
def test_what_does_not_fit_is_refused_with_the_adjacency_that_it_needs_too(mechanism, reason):
    found = judged(mechanism, "replace")
    assert (found.kind, reason in found.reason) == (Kind.NOT_UNDERSTOOD, True)


@pytest.mark.parametrize(
    ("mechanism", "adjacency", "truth"),
    [
        ("RandomizedResponse(1).subsample(1/10).compose(20)", "add-remove", 1.95169950691),
        ("KaryResponse(1,4).subsample(1/10).compose(20)", "add-remove", 1.59048162499),
        ("KaryResponse(1.3,4).subsample(1/20).compose(30)", "replace", 1.49663045218),
    ],
)
def test_sampled_answers_are_known_from_both_sides(mechanism, adjacency, truth):
    found = reference(Claim(mechanism, "epsilon", _DELTA, adjacency=adjacency))
    assert abs(float(found.lower) - truth) < 1e-9
    assert abs(float(found.upper) - truth) < 1e-9
    assert judged(mechanism, adjacency, "1").kind is Kind.UNSOUND
    assert judged(mechanism, adjacency, "2").kind is Kind.SOUND


def test_of_two_answers_one_record_replaced_is_bounded_from_above_alone():
    found = reference(Claim("KaryResponse(1.3,2).subsample(1/20).compose(30)", "epsilon", _DELTA, adjacency="replace"))
    assert found.lower is None
    assert abs(float(found.upper) - 1.80032887776) < 1e-9
