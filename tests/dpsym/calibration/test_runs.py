"""What a calibration takes as a run: laws, promises and guarantees, each as the mechanism that it is."""

import pytest
from sympy import Rational

from dpsym import (
    GDP,
    Exponential,
    Gaussian,
    PureDP,
    RandomizedResponse,
    RenyiDP,
    exponential_mechanism,
    guarantee,
    planar_laplace,
)
from dpsym.calibration import composed_scale, composition_count, sampling_rate
from dpsym.calibration.target import Target
from dpsym.errors import NotApplicableError, ParameterError, UndecidedError
from dpsym.guarantees import Mechanism

_EPS, _DELTA, _RUNS = 1, Rational(1, 10**5), 100


@pytest.mark.parametrize(
    ("subject", "mechanism"),
    [
        (Gaussian(10), Mechanism(Gaussian(10))),
        (guarantee(Gaussian(10), sensitivity=2), Mechanism(Gaussian(10), 2)),
        (Gaussian(1).subsample(0.01), Mechanism(Gaussian(1), 1, Rational(1, 100))),
        (Gaussian(1).subsample(0.01).to_replace(), Mechanism(Gaussian(1), 1, Rational(1, 100), replaced=True)),
        (PureDP(0.1), Mechanism(RandomizedResponse(Rational(1, 10)))),
    ],
)
def test_the_number_of_runs_of_what_is_typed_is_that_of_its_mechanism(subject, mechanism):
    found = composition_count(subject, _EPS, _DELTA)
    assert found == composition_count(mechanism, _EPS, _DELTA)
    assert subject.compose(found.count).delta(_EPS) <= _DELTA < subject.compose(found.count + 1).delta(_EPS)


@pytest.mark.cases(1 / 3)
@pytest.mark.parametrize("subject", [Gaussian(2), RandomizedResponse(1), PureDP(0.1), GDP(0.5)])
def test_the_sampling_rate_of_what_is_typed_is_the_greatest(subject):
    rate = sampling_rate(subject, _EPS, _DELTA, _RUNS, 8).rate
    more = rate * (1 + Rational(1, 10**6))
    at, above = (subject.subsample(each).compose(_RUNS).delta(_EPS) for each in (rate, more))
    assert at <= _DELTA < above


def test_a_rate_that_a_guarantee_has_is_not_looked_at():
    rates = [sampling_rate(Gaussian(2).subsample(q), _EPS, _DELTA, _RUNS, 6).rate for q in (0.5, 0.01)]
    assert rates[0] == rates[1] == sampling_rate(Mechanism(Gaussian(2)), _EPS, _DELTA, _RUNS, 6).rate
    # a false twin: of one record replaced it is another
    replaced = Gaussian(2).subsample(0.5).to_replace()
    assert sampling_rate(replaced, _EPS, _DELTA, _RUNS, 6).rate < rates[0]


@pytest.mark.parametrize("asked", [composition_count, lambda *given: sampling_rate(*given, _RUNS)])
@pytest.mark.parametrize(
    ("subject", "told"),
    [
        (3, "got 3"),
        ("gauss", "got 'gauss'"),
        (None, "got None"),
        (Gaussian, "got .*Gaussian"),
        (planar_laplace(1), "got MetricNoise"),
        (RenyiDP(0.1), "got RenyiDP"),
        (exponential_mechanism(0.1), "got range"),  # randomized response keeps the promise, and loses more
        (Gaussian(1).compose(10), r"got '10 x Gaussian\(0, 1\)'"),
        (Gaussian(1).compose(PureDP(1)), r"got '1 x Gaussian\(0, 1\) \+ 1 x RandomizedResponse"),
    ],
)
def test_what_is_no_run_is_refused_in_a_line(asked, subject, told):
    with pytest.raises(ParameterError, match=rf"^mechanism to calibrate must be one run .*{told}.*$"):
        asked(subject, _EPS, _DELTA)


def test_a_poisson_sample_is_drawn_where_records_are_added_or_removed_alone():
    with pytest.raises(ParameterError, match="adjacency under Poisson sampling must be add-remove"):
        sampling_rate(guarantee(Gaussian(2), adjacency="replace"), _EPS, _DELTA, _RUNS)
    with pytest.raises(NotApplicableError, match="no certified curve"):
        composition_count(Exponential(1), _EPS, _DELTA)


def test_noise_whose_scale_is_wanted_is_a_class_and_not_a_law():
    with pytest.raises(ParameterError, match=r"^family of noise must be .* got Gaussian\(0, 1\)$"):
        composed_scale(Gaussian(1), _EPS, _DELTA, 10)
    assert composed_scale(Gaussian, _EPS, _DELTA, 10).count == 10


def test_what_is_not_certain_names_the_runs_and_what_is_wanted(monkeypatch):
    def refuse(*given):
        raise UndecidedError("a ball is wide")

    monkeypatch.setattr(Target, "_gap", refuse)
    told = r"whether 3 runs of Gaussian\(0, 1\) \(Poisson rate 1/2\) have delta\(1\) up to 0.1 is not certain"
    with pytest.raises(UndecidedError, match=told):
        Target(Rational(1), Rational(1, 10)).gap(Mechanism(Gaussian(1), 1, Rational(1, 2)), 3, 12)
