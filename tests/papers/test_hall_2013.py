"""The post on private functions: its claims, links, errata, rates, bandwidths and mechanisms."""

import math
import re

import numpy as np
import pytest

from mechanisms import KernelDensity
from papers.hall_2013 import figures, measure, measured, tables
from papers.hall_2013.data import (
    DELTA,
    EPS,
    crossing,
    noise_risk,
    noise_variance,
    own_risk,
    rows,
    rule,
    slope,
    whole_risk,
)
from papers.jazbec_2018.functional import CHAPTER_6, MECHANISMS_6
from papers.paper import load
from papers.witness import decide
from tests.papers.judging import judged
from theorems.registry import registry

PAPER = load("hall_2013")
LIBRARY = registry()
BY_ID = {erratum.id: erratum for erratum in PAPER.errata}


@pytest.fixture(scope="module")
def account():
    return judged(PAPER, LIBRARY)


def test_the_noise_keeps_its_promise_up_to_nineteen_thirds_and_no_further():
    """The greatest eps is least near delta = 0.6, where it is 6.3676."""
    deltas = (1e-9, 1e-5, 0.1, 0.3, 0.5, 0.6, 0.7, 0.9)

    assert all(tables.exact_delta(19 / 3, delta) <= delta for delta in deltas)
    assert tables.exact_delta(6.37, 0.6) > 0.6
    assert tables.exact_delta(20.0, 1e-5) / 1e-5 == pytest.approx(97, abs=0.5)


def test_the_numbers_of_the_errata_are_the_computed_ones():
    for loss in (1.0, 0.1):
        share = tables.least_scale(loss, DELTA) / tables.printed_scale(loss, DELTA)
        assert (
            f"{share:.3f} of the printed one" in BY_ID["8-constant"].correct
            or f"{share:.3f} at" in BY_ID["8-constant"].correct
        )
    assert f"n = {crossing(1) - 1} on the line, {crossing(2) - 1} in the plane" in BY_ID["30-constant"].correct
    value, error = measured.jump_rate()
    assert f"{value:.3f} +/- {error:.3f}" in BY_ID["29-smooth"].correct
    assert f"{100 * (rule(1, 1, 1) / rule(1, 1, 2) - 1):.1f} % wider" in BY_ID["35-rule"].correct
    row = rows("measured_neighbours")[0]
    times = float(row["apart"]) / float(row["printed_constant"])
    assert f"{math.floor(times)} times the printed sensitivity" in BY_ID["35-private"].amount


def test_the_printed_density_release_of_the_thesis_has_half_the_noise():
    exact = tables.exact_delta(1.0, 1e-5, 0.5)

    assert exact == pytest.approx(1.44e-3, rel=1e-2)
    assert [place.private for place in MECHANISMS_6] == [False, True, False, False]


@pytest.mark.parametrize("d", measured.DIMENSIONS)
@pytest.mark.parametrize("column", ["own", "private"])
def test_a_measured_slope_is_the_exact_one_within_four_standard_errors(d, column):
    """A right slope fails once in 16,000 times; one that is off by six standard errors is found with probability 0.977."""
    value, error = measured.measured_slope(d, column)

    assert error < 0.03
    assert abs(value - measured.exact_slope(d, column)) < 4 * error


def test_the_noise_keeps_the_order_but_not_the_risk():
    for d in measured.DIMENSIONS:
        assert abs(measured.local_slope(d, "private") + 4 / (d + 4)) < 0.01
        assert measured.exact_slope(d, "private") < measured.exact_slope(d, "own") - 0.2


def test_a_density_that_jumps_has_another_rate():
    value, error = measured.jump_rate()

    assert abs(value + 1 / 5) < 0.03
    assert value - 10 * error > -4 / 5


def test_measured_risks_are_the_exact_ones():
    """Of 34 means one is further off than 4.5 standard errors once in 4,000 times."""
    for row in rows("measured_risk"):
        noisy = float(row["exact"]) + float(row["noise"])
        assert abs(float(row["own"]) - float(row["exact"])) < 4.5 * float(row["own_error"])
        assert abs(float(row["private"]) - noisy) < 4.5 * float(row["private_error"])


def test_the_exact_risk_over_a_wide_set_is_that_over_the_line(monkeypatch):
    monkeypatch.setattr("papers.hall_2013.data.SIDE", 30.0)
    for d in (1, 2):
        assert own_risk(100, 0.4, d) * (4 * math.pi) ** (d / 2) == pytest.approx(whole_risk(100, 0.4, d))


def test_the_noise_of_a_release_has_the_variance_that_is_computed():
    estimate = KernelDensity(np.zeros((50, 2)), 0.7)
    deviation = math.sqrt(2 * math.log(2 / DELTA)) * estimate.sensitivity / EPS

    assert noise_risk(50, 0.7, 2) == pytest.approx(deviation**2 * 16)


def test_a_row_of_the_measured_risks_is_made_again():
    stored = next(row for row in rows("measured_risk") if row["d"] == "1" and row["n"] == "200")
    made = measure.risk_row(1, 200, int(stored["runs"]))

    for name, value in stored.items():
        assert float(made[name]) == pytest.approx(float(value), rel=1e-4)


@pytest.mark.slow
def test_rows_of_bandwidths_and_neighbours_are_made_again():
    stored = rows("measured_bandwidth")[4]
    made = measure.bandwidth_row(int(stored["d"]), int(stored["n"]))
    assert all(float(made[name]) == pytest.approx(float(value), rel=1e-4) for name, value in stored.items())

    other = rows("measured_neighbours")[0]
    again = measure.neighbour_row(float(other["distance"]))
    assert all(float(again[name]) == pytest.approx(float(value), rel=1e-4) for name, value in other.items())


def test_the_distance_of_estimates_is_the_sensitivity_for_one_bandwidth():
    """Two far records that differ, one bandwidth: the printed constant."""
    records = np.arange(20.0) * 50
    other = records.copy()
    other[3] += 17.0

    assert measure.apart(records, other, 0.5, 0.5) == pytest.approx(KernelDensity(records, 0.5).sensitivity)


def test_five_records_of_which_one_moves_are_as_far_apart_as_the_witness_says():
    """The witness against the rule of thumb leaves out terms that are positive: 4.64 for 9.11."""
    records, other = np.array([0.0, 0, 1, 1, 10]), np.array([0.0, 0, 1, 10, 10])
    narrow, wide = (rule(5, 1, 1) * measure.spread(data) / 1.34 for data in (records, other))
    bump = KernelDensity(records, narrow).sensitivity / math.sqrt(2)
    square = (measure.apart(records, other, narrow, wide) / bump) ** 2
    one = measure.apart(records, other, wide, wide) * math.sqrt(2) / KernelDensity(records, wide).sensitivity

    assert wide == pytest.approx(10 * narrow)
    assert square == pytest.approx(9.110, abs=1e-3)
    assert square > float(decide(BY_ID["35-private"].claim).left.split()[0]) > 2
    assert one**2 == pytest.approx(float(decide(BY_ID["35-private"].mended).left.split()[0]))


@pytest.mark.parametrize("d", [1, 2, 3])
def test_the_noise_stays_below_the_variance_of_the_estimate_up_to_the_exponent_that_is_said(d):
    def ratio(n, a):
        return noise_variance(n, n**-a, d) * n * (n**-a) ** d

    assert ratio(10**6, 1 / d) == pytest.approx(ratio(10**3, 1 / d))
    assert ratio(10**6, 0.9 / d) < ratio(10**3, 0.9 / d)
    assert ratio(10**6, 1.1 / d) > ratio(10**3, 1.1 / d)


def test_the_interquartile_range_follows_one_record_without_bound():
    shown = measured.neighbours(LIBRARY)

    assert shown.agrees
    steps = [float(text) for text in re.findall(r"moves by ([\d.]+)", shown.compared)]
    assert steps[-1] > 1000 * steps[0] / 2


def test_the_reference_rule_has_the_least_leading_terms_and_the_printed_one_has_not():
    for row in rows("measured_bandwidth"):
        d, n = int(row["d"]), int(row["n"])
        h = rule(n, d, 2)
        terms = [1 / (n * w**d) + w**4 * d * (d + 2) / 16 for w in (h, rule(n, d, 1), 0.99 * h, 1.01 * h)]
        assert terms[0] == min(terms)
        assert terms[1] / terms[0] == pytest.approx(float(row["leading"]), rel=1e-5)


def test_a_slope_of_exact_powers_is_their_exponent():
    value, error = slope([10, 100, 1000], [1.0, 0.1, 0.01], [0.1, 0.01, 0.001])

    assert value == pytest.approx(-1)
    assert error == pytest.approx(0.1 * math.sqrt(2) / (2 * math.log(10)))


def test_the_tables_and_mechanisms_are_told(account):
    table = tables.comparison(account, LIBRARY)
    told = tables.printed_mechanisms(account, LIBRARY)

    assert table.count(r"\begin{tabular}") == table.count(r"\end{tabular}") == len(tables.CAPTIONS) == 3
    assert {one.where for one in told} == {f"Claim {number}" for number in (8, 22, 24, 28, 34, 35)}
    for one in (*told, *MECHANISMS_6):
        known = set(LIBRARY) | set(BY_ID) | {erratum.id for erratum in load("jazbec_2018").errata}
        assert set(one.by) <= known


def test_chapter_six_of_the_thesis_is_linked():
    assert [result.label.split()[1] for result in CHAPTER_6] == [f"6.{k}" for k in range(1, 13)]
    for result in CHAPTER_6:
        assert result.entries or result.about
        assert set(result.entries + result.about) <= set(LIBRARY)


def test_the_release_of_the_figure_is_no_density():
    _, own, released = figures.estimates()

    assert (own >= 0).all()
    assert (released < 0).any()
    assert np.abs(released - own).max() < 0.1
