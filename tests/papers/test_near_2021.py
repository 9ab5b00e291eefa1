"""The book of programs: its results and programs, errata, numbers, figures and mechanisms."""

import math

import numpy as np
import pytest

from mechanisms import Gaussian, ReportNoisyMax
from papers.near_2021 import exact, moves, printed, programs, tables
from papers.paper import load
from tests.papers.judging import judged
from theorems.registry import registry

PAPER = load("near_2021")
LIBRARY = registry()
BY_ID = {erratum.id: erratum for erratum in PAPER.errata}


@pytest.fixture(scope="module")
def account():
    return judged(PAPER, LIBRARY)


def test_what_is_drawn_for_advanced_composition_is_no_bound_from_144_on():
    def short(k):
        return exact.advanced_programmed(k, 1.0, 1e-4) < exact.response_loss(k, 1.0, 1e-4)

    assert not any(short(k) for k in range(1, 144))
    assert all(short(k) for k in range(144, 160))
    amount = BY_ID["6.15-formula"].amount
    for k in (1000, 10_000):
        assert (
            f"{exact.advanced_programmed(k, 1.0, 1e-4):.0f} for at least {math.floor(exact.response_loss(k, 1.0, 1e-4))}"
            in amount
        )


def test_the_loss_of_two_responses_is_the_enumerated_one():
    p = 1 / (1 + math.exp(-1.0))
    first, second = np.outer([p, 1 - p], [p, 1 - p]), np.outer([1 - p, p], [1 - p, p])

    for spent in (0.0, 0.5, 1.0, 1.9, 2.1):
        assert exact.response_delta(2, 1.0, spent) == pytest.approx(
            np.clip(first - math.exp(spent) * second, 0, None).sum()
        )


def test_advanced_composition_pays_from_the_k_that_is_told():
    assert "from k = 24 on, by 11 per cent at k = 30" in BY_ID["6.15-seventy"].correct
    assert next(k for k in range(1, 100) if exact.advanced(k, 0.1, 1e-4) < 0.1 * k) == 24
    assert 1 - exact.advanced(30, 0.1, 1e-4) / 3 == pytest.approx(0.11, abs=0.005)
    assert all(exact.advanced(k, 1.0, 1e-4) > k for k in range(1, 2000))


@pytest.mark.parametrize("distances", [(0, 0), (1, 2), (2, 1), (30, 29)])
@pytest.mark.parametrize("spent", [0.5, 1.0, 2.0])
def test_the_delta_of_a_release_is_that_of_its_densities(distances, spent):
    """The trapezoidal rule on a grid of 1/2000 of a scale, wide enough to leave out less than 1e-12."""
    eps, apart, threshold = 0.7, 1.0, 5.0
    first, second = (exact.passing(distance, eps, threshold) for distance in distances)
    places = np.linspace(-60, 60, 240_001)
    ratio = first * np.exp(-eps * np.abs(places)) - math.exp(spent) * second * np.exp(-eps * np.abs(places - apart))
    whole = np.trapezoid(np.clip(ratio, 0, None), places) * eps / 2 + max(
        0.0, 1 - first - math.exp(spent) * (1 - second)
    )

    assert exact.release_delta(eps, threshold, distances, apart, spent) == pytest.approx(whole, abs=1e-6)


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_noisy_maxima_have_the_loss_of_the_mechanism(scale):
    for gap in (0.0, 1.0, 4.0):
        masses = [ReportNoisyMax(scale).log_mass(1, [far, 0.0]) for far in (gap, gap + 2)]
        assert masses[0] - masses[1] == pytest.approx(exact.noisy_max_loss(gap, scale), rel=1e-9)


def test_slices_are_those_of_the_program():
    for n, k in ((32561, 6000), (10, 3), (7, 7), (1, 1), (100, 99)):
        size = math.ceil(n / k)
        assert exact.chunks(n, k) == len(range(0, n, size))
    assert [exact.chunks(32561, k) for k in (10, 600, 1000, 6000)] == [10, 593, 987, 5427]
    assert max(exact.chunk_loss(32561, k) for k in range(1, 32562)) == pytest.approx(2, abs=1e-3)


def test_one_row_removed_moves_all_slices():
    rows = np.tile([0.0, 0.0, 40.0, 40.0], 300)
    loss = abs(exact.sliced_mean(rows, 600) - exact.sliced_mean(rows[1:], 600)) / (60 / 600)

    assert f"{loss:.1f} eps for eps at 600 chunks" in BY_ID["7.11-slices"].amount


def test_the_noise_with_ten_times_the_delta_is_enough_all_the_same():
    scale = math.sqrt(2 * math.log(1.25 / 1e-4))

    assert Gaussian(scale).hockey_stick(1.0).upper < 1e-5
    assert Gaussian(math.sqrt(2 * math.log(2.5)) / 10).hockey_stick(10.0).value == pytest.approx(0.985, abs=5e-4)


def test_doubles_tell_an_answer_by_their_last_bits():
    """No release of 1 is ever told; of those of 0 a share of 0.093, of which 100,000 draws find less than 0.08 once in 10^40 times."""
    assert not programs.told_apart(1.0 + np.random.default_rng(3).laplace(size=50_000)).any()
    assert programs.last_bits(LIBRARY).agrees


def test_the_range_of_a_chi_squared_number_of_fourteen_is_the_one_that_is_used():
    from scipy.stats import chi2

    assert [round(float(chi2.ppf(level, 14)), 2) for level in (0.005, 0.995)] == list(printed._RANGE)


def test_numbers_that_are_wrong_are_errata():
    wrong = {number.label for number in printed.numbers() if not number.agrees}

    assert wrong == {"Program 2.2", "Claim 8.14", "Program 12.5", "Claim 13.1", "Program 14.3", "Program 14.4"}
    assert wrong <= {erratum.where for erratum in PAPER.errata}


def test_a_row_changed_moves_a_sum_by_the_difference_of_the_bounds():
    assert moves.greatest(sum, (20.0, 80.0), 2, (moves.CHANGED,)) == 60
    assert moves.greatest(sum, (20.0, 80.0), 2, (moves.ADDED,)) == 80


def test_the_tables_and_mechanisms_are_told(account):
    table = tables.comparison(account, LIBRARY)
    told = tables.printed_mechanisms(account, LIBRARY)

    assert table.count(r"\begin{tabular}") == len(tables.CAPTIONS) == 2
    assert {one.where for one in told} <= {item.label for item in PAPER.items}
    assert all(set(one.by) <= set(LIBRARY) | set(BY_ID) for one in told)
    assert next(row[-1] for row in tables.audited() if row[0] == "Program 7.6") == pytest.approx(11_512, abs=1)
