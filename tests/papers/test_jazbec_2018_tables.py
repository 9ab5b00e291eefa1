"""The tables of chapter 7 of jazbec_2018: digits, laws, and what the mechanisms are worth."""

import math
from fractions import Fraction

import numpy as np
import pytest

from mechanisms import DomainLaplace, Gaussian, KaryRandomizedResponse
from papers.digits import Match
from papers.jazbec_2018 import data, figures, formulas, measure, measured, tables
from papers.paper import load
from tests.papers.judging import judged
from theorems.registry import registry
from theorems.status import Status

LIBRARY = registry()
PAPER = load("jazbec_2018")
BY_ID = {erratum.id: erratum for erratum in PAPER.errata}
SCALES = data.released("tabela_2")
RELEASES = data.rows("measured_releases")


@pytest.fixture(scope="module")
def account():
    return judged(PAPER, LIBRARY)


# ---- digits


@pytest.mark.parametrize(
    "found",
    [
        *map(formulas.scale_digits, SCALES),
        *map(formulas.bound_digits, data.released("tabela_4")),
        *map(formulas.truth_digits, data.released("tabela_5")),
        *map(formulas.error_digits, data.released("tabela_7")),
    ],
    ids=lambda found: found.printed,
)
def test_every_fixed_number_is_that_of_its_formula_after_rounding(found):
    assert found.match is Match.ROUNDED


def test_the_data_are_those_of_the_notebook():
    found = formulas.data_digits()

    assert len(found) == 7
    assert all(one.match in (Match.EQUAL, Match.ROUNDED) for one in found)
    assert sum(data.STATES.values()) == data.PEOPLE
    assert data.HIGHEST - data.LOWEST > data.DIAMETER


def test_the_numbers_of_the_text_are_what_they_are_said_to_be():
    assert data.said("least_released") == data.released("tabela_3")[0]["min"]
    assert round(math.exp(11), -4) == int(data.said("ratio"))
    assert float(data.said("break_percent")) / 100 == float(SCALES[-1]["delta"])


def test_only_48_states_have_the_printed_digits():
    assert formulas.fitting_states() == [48]
    for states in (47, 50, 51):
        row = data.released("tabela_7")[1]
        assert "units in the last place" in str(formulas.error_digits(row, states))


def test_a_scale_from_the_domain_would_have_other_digits():
    row = SCALES[0]
    width = data.HIGHEST - data.LOWEST

    assert round(measured.scale(row, width)) != int(row["b"])


def test_the_notebook_rounds_to_the_printed_digits_but_once():
    kept = {name: data.programmed(name) for name in ("scale", "bound", "true_answer", "bound_states")}

    assert measured.scale(SCALES[1]) == pytest.approx(float(kept["scale"]), rel=1e-11)
    assert formulas.lower_bound(SCALES[1]) == pytest.approx(float(kept["bound"]), rel=1e-11)
    p = measured.wrong_answer(data.released("tabela_5")[2])
    assert p == pytest.approx(float(data.programmed("wrong_answer")), rel=1e-11)
    assert 1 - 47 * p == pytest.approx(float(kept["true_answer"]), rel=1e-11)
    assert 47 * p == pytest.approx(float(kept["bound_states"]), rel=1e-11)
    printed = data.released("tabela_4")[1]["observed"]
    assert round(float(data.programmed("observed"))) == int(printed) + 1


# ---- laws


def test_no_random_number_is_an_outlier():
    """34 numbers at a level of 10^-3/34 each: one false alarm in a thousand theses."""
    told = measured.everything()

    assert len(told) == 34
    assert pytest.approx(1e-3) == len(told) * measured.LEVEL
    assert [one.what for one in told if one.is_outlier] == []


@pytest.mark.parametrize("factor", [0.8, 1.25])
def test_a_mean_deviation_of_a_wrong_scale_is_found_out(factor):
    """The power, exactly: the probability that the mean of a thousand is an outlier where the scale is off by a quarter."""
    right, wrong = measured.mean_deviation(1.0), measured.mean_deviation(factor)
    low, high = right.quantile(measured.LEVEL / 2), right.quantile(1 - measured.LEVEL / 2)

    assert wrong.at_most(low) + wrong.at_least(high) > 0.99


def test_counts_of_a_mechanism_with_another_delta_are_found_out():
    """437 wrong answers would be outliers at delta = 0.4 or 0.6 in place of 0.5."""
    row, printed = data.released("tabela_7")[1], 437
    for delta in ("0.4", "0.6"):
        assert measured.wrong_answers({**row, "delta": delta}).tail(printed) < measured.LEVEL


@pytest.mark.parametrize("row", RELEASES, ids=lambda row: f"{row['what']}-{row['epsilon']}")
def test_the_exact_laws_are_those_of_releases(row):
    """Quantiles of 4,000 releases, within five standard errors: a false alarm in 40,000 runs of all 45.

    A law that is off by 0.06 at its median is found out with a probability of 0.99.
    """
    b = measured.scale(row)
    salary = (data.HIGHEST - data.LOWEST) ** 2 / 12 / data.PEOPLE
    laws = {
        "difference": measured.mean_deviation(b),
        "mean": measured.mean_released(math.sqrt(b * b + salary * data.PEOPLE / 2), 3000.0),
        "min": measured.extreme_released(b, greatest=False),
        "max": measured.extreme_released(b, greatest=True),
        "observed": measured.greatest_deviation(b),
    }
    law, runs = laws[row["what"]], int(row["runs"])

    for share, name in zip(measure.SHARES, ("low", "middle", "high"), strict=True):
        error = math.sqrt(share * (1 - share) / runs)
        assert law.at_most(float(row[name])) == pytest.approx(share, abs=5 * error)


def test_the_law_of_a_count_is_that_of_releases():
    """The mean count of Texas over 500 releases within five standard errors; half a standard deviation off is found out."""
    row = data.released("tabela_5")[0]
    law = measured.count_released("TX", row)
    mechanism = KaryRandomizedResponse.from_probability(48, measured.wrong_answer(row))
    rng, place = np.random.default_rng(3), list(data.STATES).index("TX")
    counts = [np.sum(mechanism.release(data.residences(), rng) == place) for _ in range(500)]

    assert np.mean(counts) == pytest.approx(law.mean, abs=5 * np.std(counts) / math.sqrt(500))
    assert law.at_most(1000) == pytest.approx(1)
    assert law.at_least(0) == pytest.approx(1)


def test_the_laws_of_the_data_are_those_of_drawn_salaries():
    """Shares of 2,000 draws within five standard errors."""
    rng = np.random.default_rng(4)
    drawn = np.array([(x.mean(), x.min(), x.max()) for x in (data.salaries(rng) for _ in range(2_000))])

    for values, law, at in zip(drawn.T, measured.salary_laws(), (2995, 1504, 4499), strict=True):
        share = law.at_most(at)
        assert np.mean(values <= at) == pytest.approx(share, abs=5 * math.sqrt(share * (1 - share) / 2_000))
        assert law.at_least(at) >= 1 - share


def test_a_law_knows_its_quantiles():
    law = measured.greatest_deviation(2.0)

    for share in (0.005, 0.5, 0.995):
        assert law.at_most(law.quantile(share)) == pytest.approx(share, rel=1e-9)


@pytest.mark.slow
def test_releases_and_ranks_are_made_again():
    made = list(measure.release_rows(SCALES[2], 2))
    stored = [row for row in RELEASES if row["epsilon"] == SCALES[2]["epsilon"]]

    for one, other in zip(made, stored, strict=True):
        assert {name: str(value) for name, value in one.items()} == other
    row = data.released("tabela_5")[2]
    counted = [row for row in data.rows("measured_ranks") if row["epsilon"] == "7"]
    assert [{name: str(value) for name, value in one.items()} for one in measure.rank_rows(row, 2)] == counted


@pytest.mark.slow
def test_the_bounds_on_the_least_error_are_made_again():
    for row, stored in zip(data.released("tabela_4"), data.rows("measured_optimum"), strict=True):
        made = measure.optimum_row(row)
        for name in ("lower", "upper"):
            assert float(made[name]) == pytest.approx(float(stored[name]), rel=1e-5)
        assert 2 * formulas.lower_bound(row) <= float(stored["lower_dollars"]) * (1 + 1e-5)
        assert float(stored["lower_dollars"]) < float(stored["upper_dollars"]) < float(measured.scale(row))


@pytest.mark.parametrize("delta", [Fraction(0), Fraction(3, 10), Fraction(7, 10)])
def test_no_mixture_of_cells_undercuts_the_bound_for_an_interval(delta):
    for eps in range(1, 15):
        odds = Fraction(math.exp(eps))
        errors = [measure._cells(odds, delta, cells) for cells in (1, 2, 4, 16, 64, round(math.exp(eps / 2)))]
        assert 0 < measure._spread(odds, delta) < min(errors)


# ---- what the mechanisms are worth


@pytest.mark.parametrize("row", SCALES, ids=lambda row: row["epsilon"])
def test_the_printed_scales_are_private_and_not_least(row):
    eps, delta = map(float, data.budget(row))
    printed = DomainLaplace(data.LOWEST, data.LOWEST + data.DIAMETER, float(row["b"]))
    least = DomainLaplace(data.LOWEST, data.LOWEST + data.DIAMETER, formulas.least_scale(row))

    assert printed.hockey_stick(eps).value == pytest.approx(formulas.exact_delta(row), rel=1e-9)
    assert formulas.exact_delta(row) < delta
    assert least.hockey_stick(eps).value == pytest.approx(delta, rel=1e-9)
    assert printed.pair().loss_tail(eps).value == pytest.approx(formulas.break_probability(row), rel=1e-9)
    assert formulas.break_probability(row) > max(delta, 1 / 2)


@pytest.mark.parametrize("row", data.rows("slike"), ids=lambda row: row["figure"])
def test_the_noise_of_a_figure_is_what_the_mechanism_gives(row):
    found = figures.noise(*data.budget(row))

    assert Gaussian(found.printed).hockey_stick(float(found.eps)).value == pytest.approx(found.exact, rel=1e-9)
    assert Gaussian(found.least).hockey_stick(float(found.eps)).value == pytest.approx(0.1, rel=1e-9)
    assert found.is_private is (found.exact <= 0.1)
    assert found.corollary == 2 * found.printed


def test_only_the_last_figure_has_too_little_noise_on_the_whole_path():
    found = [figures.noise(*data.budget(row)).is_private for row in data.rows("slike")]

    assert found == [True, True, False]


def test_the_identity_query_is_not_the_most_sensitive():
    found = formulas.sensitivities()

    assert found["identity"] == found["sum"] == 1
    assert found["identity twice"] == 2
    assert found["sums of first rows"] == 3


def test_tables_3_and_4_are_of_different_runs():
    assert [row["epsilon"] for row in formulas.runs_differ()] == ["0.1", "2"]


def test_every_printed_mechanism_is_shown_by_something_that_is_there(account):
    told = tables.printed_mechanisms(account, LIBRARY)
    places = {item.label for item in PAPER.items} | set(PAPER.sections)

    assert {"Primer 4.9", "Primer 4.10", "Primer 6.12", "Tabela 2", "Tabela 5", "Slika 3"} <= {
        one.where for one in told
    }
    for one in told:
        assert one.where in places
        assert all(name in LIBRARY or name in BY_ID for name in one.by)


@pytest.mark.parametrize("name", ["break", "rescaled", "range"])
def test_what_is_printed_of_noisy_records_is_refuted_and_its_correction_backed(name):
    id = f"mechanism.domain_laplace.{name}"

    assert LIBRARY.own_status(f"{id}.printed") is Status.REFUTED
    assert LIBRARY.own_status(id).is_backed
    assert LIBRARY.corrections[f"{id}.printed"] == id
