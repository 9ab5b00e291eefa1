"""Factorizations of prefix sums: sensitivities over every pattern, errors from the matrices, and what they cannot go below."""

import itertools
import math

import numpy as np
import pytest
from flint import ctx, fmpq
from sympy import Rational, sqrt

from dpsym import (
    Participation,
    buffered_factorization,
    compare_factorizations,
    full_factorization,
    identity_factorization,
    inverse_square_root_factorization,
    least_root_error,
    matrix_factorization,
    square_root_factorization,
    standard_factorizations,
    toeplitz_factorization,
    tree_factorization,
)
from dpsym.errors import ParameterError
from dpsym.streams.sensitivity import of_gram, patterns

SIZES = (1, 2, 3, 5, 8, 13)
PATTERNS = [
    Participation.single(),
    Participation.separated(1),
    Participation.separated(3, 2),
    Participation.separated(2),
    Participation.cyclic(3),
    Participation.cyclic(2, 3),
]
MADE = {
    "identity": identity_factorization,
    "full": full_factorization,
    "square root": square_root_factorization,
    "two bands": lambda n: square_root_factorization(n, 2),
    "inverse": lambda n: inverse_square_root_factorization(n, 3),
    "signed": lambda n: toeplitz_factorization([1, Rational(-1, 2)], n),
    "rising": lambda n: toeplitz_factorization([1, 2, Rational(1, 3)], n),
    "tree": tree_factorization,
    "plain tree": lambda n: tree_factorization(n, "plain"),
}


def numbers(matrix):
    return [[Rational(int(each.p), int(each.q)) for each in row] for row in matrix]


def from_the_definition(columns, participation):
    """Return the greatest sum of products over a pattern, and whether all products that count are not negative."""
    gram = np.array([[int(one.p) / int(one.q) for one in row] for row in columns])
    gram = gram.T @ gram
    steps = len(gram)
    allowed = [
        chosen
        for size in range(1, participation.count(steps) + 1)
        for chosen in itertools.combinations(range(steps), size)
        if all(
            later - earlier >= participation.every
            and (not participation.is_cyclic or (later - earlier) % participation.every == 0)
            for earlier, later in itertools.pairwise(chosen)
        )
    ]
    best = max(allowed, key=lambda chosen: np.abs(gram[np.ix_(chosen, chosen)]).sum())
    return float(np.abs(gram[np.ix_(best, best)]).sum())


@pytest.mark.parametrize("name", MADE)
@pytest.mark.parametrize("participation", PATTERNS, ids=str)
def test_the_sensitivity_is_that_of_the_worst_of_all_patterns(name, participation):
    for steps in SIZES[:5]:
        factorization = MADE[name](steps)
        found = factorization.sensitivity(participation)
        worst = from_the_definition(factorization.strategy(), participation)
        assert float(found.square) == pytest.approx(worst, rel=1e-12)
        assert found.is_exact


def reached(factorization, pattern):
    """Return the greatest squared length to which moves of 1 or -1 at the steps of a pattern add up."""
    moved = np.array(factorization.strategy(), dtype=float)[:, list(pattern)]
    return max(np.sum((moved @ np.array(signs)) ** 2) for signs in itertools.product((-1, 1), repeat=len(pattern)))


def test_products_that_are_negative_are_reached_by_moves_of_either_sign():
    signed = MADE["signed"](5)
    every = signed.sensitivity(Participation.separated(1))
    assert every.is_exact
    assert float(every.square) == pytest.approx(reached(signed, range(5)), rel=1e-12)
    assert signed.sensitivity(Participation.separated(2)).square == 3 * fmpq(5, 4) - fmpq(1, 4)


def test_products_that_no_signs_make_count_in_full_are_a_bound_and_no_exact_value():
    frustrated = matrix_factorization(
        [[1, 1, 1], [1, -2, 0], [0, 1, -2], [-2, 0, 1]]
    )  # every two columns have the product -1
    found = frustrated.sensitivity(Participation.separated(1))
    assert not found.is_exact
    assert reached(frustrated, range(3)) < float(found.square) - 1
    # of any two of them signs make the product count: a limit of two participations is exact
    assert frustrated.sensitivity(Participation.separated(1, 2)).is_exact


def test_of_patterns_with_equal_sums_one_that_is_reached_is_told():
    # three columns that no signs make count in full, and beside them three whose products have the same sizes and are positive
    gram = np.zeros((6, 6), dtype=int)
    gram[:3, :3], gram[3:, 3:] = 7 * np.eye(3) - 1, 5 * np.eye(3) + 1
    found = of_gram([[fmpq(int(each)) for each in row] for row in gram], Participation.separated(1, 3))
    assert (found.is_exact, found.pattern) == (True, (3, 4, 5))


@pytest.mark.parametrize("name", MADE)
def test_decoder_and_strategy_make_the_prefix_sums_with_the_variances_that_are_told(name):
    for steps in SIZES:
        factorization = MADE[name](steps)
        strategy, decoder = (np.array(numbers(each)) for each in (factorization.strategy(), factorization.decoder()))
        assert (decoder @ strategy == np.tril(np.ones((steps, steps), dtype=int))).all()
        rows = (decoder**2).sum(axis=1)
        assert factorization.greatest_variance == max(rows)
        assert factorization.mean_variance == sum(rows) / Rational(steps)


@pytest.mark.parametrize("name", ["square root", "two bands", "inverse", "plain tree"])
def test_given_matrices_are_decoded_with_no_more_variance(name):
    factorization = MADE[name](8)
    given = matrix_factorization(numbers(factorization.strategy()))
    assert given.sensitivity(PATTERNS[2]).square == factorization.sensitivity(PATTERNS[2]).square
    assert given.mean_variance <= factorization.mean_variance
    if name != "plain tree":
        assert numbers(given.decoder()) == numbers(factorization.decoder())


def test_of_estimates_from_measurements_that_have_ended_those_of_the_tree_vary_least():
    steps = 11
    factorization = tree_factorization(steps)
    strategy = np.array(factorization.strategy(), dtype=float)
    ended = np.array([node.stop for node in factorization.nodes()])
    for step in range(1, steps + 1):
        seen = strategy[ended <= step][:, :step]
        least = np.ones(step) @ np.linalg.solve(seen.T @ seen, np.ones(step))
        decoded = np.array([float(x.p) / float(x.q) for x in factorization.decoder()[step - 1]])
        assert (decoded**2).sum() == pytest.approx(least, rel=1e-12)


def test_in_a_tree_the_earliest_participations_are_not_always_the_worst():
    tree, spread = tree_factorization(16), Participation.separated(3, 5)
    early = sum(len([step for step in range(0, 15, 3) if step in node]) ** 2 for node in tree.nodes())
    assert (early, tree.sensitivity(spread).square) == (55, 57)
    most = max(
        sum(len([s for s in chosen if s in node]) ** 2 for node in tree.nodes()) for chosen in patterns(spread, 16)
    )
    assert most == 57


@pytest.mark.cases(1 / 4)
@pytest.mark.parametrize(("steps", "gap", "most"), [(40, 7, None), (64, 9, 5), (100, 33, None), (27, 4, 4)])
def test_longer_trees_are_bounded_by_all_products_and_never_below_patterns(steps, gap, most):
    tree, chosen = tree_factorization(steps), Participation.separated(gap, most)
    found = tree.sensitivity(chosen)
    assert found.is_exact
    source = np.random.default_rng(5)
    for _ in range(200):
        moves = np.sort(source.choice(steps - gap * (chosen.count(steps) - 1), chosen.count(steps)))
        pattern = moves + gap * np.arange(len(moves))
        assert sum(np.isin(pattern, node).sum() ** 2 for node in tree.nodes()) <= found.square
    assert found.square <= sum(
        chosen.count(steps) * min(chosen.count(steps), -(-(1 << level) // gap)) for level in range(7)
    )


@pytest.mark.parametrize(
    "make",
    [
        square_root_factorization,
        lambda n: square_root_factorization(n, 5),
        lambda n: inverse_square_root_factorization(n, 5),
    ],
)
def test_balls_beyond_some_thousand_steps_hold_the_rational_numbers(make, monkeypatch):
    participation = Participation.separated(40, 7)
    exact = make(300)
    monkeypatch.setattr("dpsym.streams.toeplitz.EXACT", 100)
    enclosed = make(300)
    assert enclosed.sensitivity(participation).ball.overlaps(exact.sensitivity(participation).ball)
    for ball, number in zip(enclosed.root_errors(participation), exact.root_errors(participation), strict=True):
        assert ball.overlaps(number)
        assert min(ball.digits, number.digits) > 60
    assert enclosed.sensitivity(participation).is_exact


def test_no_error_is_below_the_lower_bound_and_the_square_root_is_near_it():
    for steps in (1, 2, 7, 64):
        norm = np.linalg.svd(np.tril(np.ones((steps, steps))), compute_uv=False).sum() / steps
        assert least_root_error(steps).mid == pytest.approx(norm, rel=1e-12)
        for make in MADE.values():
            most, mean = make(steps).root_errors()
            assert mean.upper >= least_root_error(steps).lower
            assert most.upper >= mean.lower
    assert square_root_factorization(1024).root_errors()[1].mid < 1.07 * least_root_error(1024).mid
    assert identity_factorization(1024).root_errors()[1].mid > 7 * least_root_error(1024).mid


def test_known_numbers_of_the_square_root_and_of_the_tree():
    assert square_root_factorization(3).sensitivity().value == sqrt(89) / 8
    assert tree_factorization(8).sensitivity().value == 2
    assert tree_factorization(8, "plain").greatest_variance == 3
    assert full_factorization(9).sensitivity().value == 3
    assert full_factorization(9).greatest_variance == 1
    assert identity_factorization(9).mean_variance == 5
    root = square_root_factorization(10_000)
    assert root.sensitivity().ball.mid ** 2 == pytest.approx(
        (math.log(10_000) + 0.5772156649 + 4 * math.log(2)) / math.pi, rel=1e-4
    )


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda: square_root_factorization(0), "number of steps must be an integer from 1 on, got 0"),
        (lambda: square_root_factorization(True), "number of steps"),
        (lambda: square_root_factorization(5, 0), "number of bands must be"),
        (lambda: square_root_factorization(1 << 15), "16384 at most"),
        (lambda: toeplitz_factorization([0, 1], 3), "the first of them not zero"),
        (lambda: toeplitz_factorization([math.nan], 3), "coefficient must be a rational number"),
        (lambda: toeplitz_factorization([sqrt(2)], 3), "coefficient must be a rational number"),
        (lambda: tree_factorization(4, "best"), "decoder must be 'optimal' or 'plain', got 'best'"),
        (lambda: matrix_factorization([[1, 0], [1]]), "rows of one length"),
        (lambda: matrix_factorization([[1, 1], [1, 1]]), "linearly independent"),
        (lambda: matrix_factorization([[1, 0], [0, 1]], [[1, 0], [0, 1]]), "B C = A"),
        (lambda: Participation.separated(0), "steps between participations must be"),
        (lambda: Participation.cyclic(2, 0), "number of participations must be"),
        (lambda: least_root_error(-1), "number of steps must be"),
        (lambda: square_root_factorization(3000).strategy(), "must be rational"),
    ],
)
def test_bad_input_gets_one_line(call, told):
    with pytest.raises(ParameterError) as caught:
        call()
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("wrong", [np.array([1, 2]), np.bool_(True), 2.0, "3", 0, None])
def test_what_is_no_number_of_steps_is_refused(wrong):
    with pytest.raises(ParameterError, match=r"^number of steps must be an integer from 1 on"):
        square_root_factorization(wrong)
    assert square_root_factorization(np.int64(3)) == square_root_factorization(3)
    with pytest.raises(ParameterError, match=r"^coefficients must be a sequence"):
        toeplitz_factorization(2, 3)


def test_buffers_are_the_powers_that_they_say_and_their_sensitivity_is_that_of_the_worst_pattern():
    scales, decays = [Rational(1, 4), Rational(1, 2)], [Rational(9, 10), Rational(1, 3)]
    made = buffered_factorization(9, scales, decays)
    column = [row[0] for row in numbers(made.strategy())]
    assert column == [1, *(sum(w * d**k for w, d in zip(scales, decays, strict=True)) for k in range(8))]
    product = np.array(numbers(made.decoder())) @ np.array(numbers(made.strategy()))
    assert (product == np.tril(np.ones((9, 9), dtype=int))).all()
    for participation in PATTERNS:
        found = made.sensitivity(participation)
        assert found.is_exact
        assert float(found.square) == pytest.approx(from_the_definition(made.strategy(), participation), rel=1e-12)
    # well chosen buffers come near the square root, badly chosen ones do not
    near = buffered_factorization(64, [0.19, 0.08, 0.24], [0.3, 0.8, 0.97])
    root, far = square_root_factorization(64), buffered_factorization(64, [0.9], [0.05])
    least, most, bad = (float(each.root_errors()[0].mid) for each in (root, near, far))
    assert least < most < 1.01 * least < bad / 2
    for wrong in (([1], []), ([], []), ([1, 1], [0.5, 0.5]), ([0], [0.5]), ([1], [1]), (1, [0.5]), (["1"], [0.5])):
        with pytest.raises(ParameterError, match="buffers"):
            buffered_factorization(4, *wrong)


def test_the_table_has_the_sensitivities_and_both_errors_of_every_standard_factorization():
    epochs = Participation.separated(16)
    table = compare_factorizations(64, epochs, bands=8)
    names = [row.factorization.name for row in table.rows]
    assert len(set(names)) == 8
    for row in table.rows:
        assert row.sensitivity.is_exact
        strategy = np.array(row.factorization.strategy(), dtype=float)
        moved = np.sqrt(max((strategy[:, range(first, 64, 16)].sum(axis=1) ** 2).sum() for first in range(16)))
        deviations = np.sqrt((np.array(row.factorization.decoder(), dtype=float) ** 2).sum(axis=1))
        assert row.greatest.mid == pytest.approx(moved * deviations.max(), rel=1e-12)
        assert row.root_mean_square.mid == pytest.approx(moved * np.sqrt(np.mean(deviations**2)), rel=1e-12)
        assert row.root_mean_square.mid > table.least.mid
    assert all(name in str(table) for name in names)


def test_few_buffers_are_nearly_as_good_as_the_square_root_and_one_is_not():
    def error(made):
        return made.root_errors()[1].mid

    root = error(square_root_factorization(512))
    assert error(standard_factorizations(512)[-1]) < root
    assert error(standard_factorizations(512, buffers=1)[-1]) > 3 * root


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (lambda: compare_factorizations([]), "factorizations must be one at least"),
        (
            lambda: compare_factorizations([identity_factorization(2), identity_factorization(3)]),
            "same number of steps",
        ),
        (lambda: compare_factorizations(8, "epochs"), "participation must be a Participation"),
        (lambda: standard_factorizations(8, buffers=33), "number of buffers must be 32 at most"),
        (lambda: standard_factorizations(8, bands=0), "number of bands must be an integer from 1 on"),
    ],
)
def test_a_table_of_nothing_of_several_streams_or_of_wrong_numbers_is_refused(asked, told):
    with pytest.raises(ParameterError, match=told):
        asked()


def test_buffers_of_many_steps_are_balls_about_the_numbers_that_fewer_have():
    scales, decays = [0.21, 0.15, 0.07, 0.5], [0.999, 0.97, 0.8, 0.1]
    few, many = (buffered_factorization(steps, scales, decays) for steps in (256, 2048))
    for exact, balls in ((few.coefficients, many.coefficients), (few.inverse, many.inverse)):
        assert len(balls) == 2048
        with ctx.workprec(400):
            apart = [ball - number for number, ball in zip(exact, balls, strict=False)]
            assert all(each.contains(0) and each.rad() < 1e-60 for each in apart)
            assert not (balls[200] - exact[200] * (1 + fmpq(1, 10**50))).contains(0)
    found = many.sensitivity(Participation.separated(500))
    assert found.is_exact
    column = np.array([float(each) for each in many.coefficients])
    moved = sum(np.pad(column, (shift, 0))[:2048] for shift in range(0, 2048, 500))
    assert float(found.value) == pytest.approx(np.linalg.norm(moved), rel=1e-12)
    with pytest.raises(ParameterError, match="must be rational, as those of fewer steps are, got 'balls for 2048"):
        many.strategy()
