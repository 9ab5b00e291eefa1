"""The linear programs against known optima, with certificates that are checked in rationals and can be tampered with."""

import dataclasses
import itertools
import random
from fractions import Fraction

import pytest

from mechanisms import ParameterError
from mechanisms.errors import ConvergenceError
from mechanisms.finite.certificate import Constraints, DualCertificate
from mechanisms.finite.optimal import Optimum, optimal_mechanism, worst_case
from mechanisms.finite.program import LinearProgram

F = Fraction
FACTORS = (F(2), F(11, 10), F(7, 3))


def truncated_geometric(count, factor):
    """The geometric mechanism of a count from 0 to count - 1 with its output clamped to that range."""
    ratio = 1 / factor
    rows = []
    for x in range(count):
        row = [(1 - ratio) / (1 + ratio) * ratio ** abs(x - y) for y in range(count)]
        row[0] = ratio**x / (1 + ratio)
        row[-1] = ratio ** (count - 1 - x) / (1 + ratio)
        rows.append(row)
    assert all(sum(row) == 1 for row in rows)
    return rows


def best_use(rows, loss, prior):
    """The least expected loss of a user with a prior who reinterprets each output at will."""
    return sum(
        min(sum(prior[x] * rows[x][z] * loss[x][y] for x in range(len(rows))) for y in range(len(loss[0])))
        for z in range(len(rows[0]))
    )


@pytest.mark.parametrize("factor", FACTORS)
@pytest.mark.parametrize("prior", [(1, 1, 1, 1, 1), (1, 2, 3, 2, 1), (5, 0, 1, 0, 4)])
@pytest.mark.parametrize(
    "loss", [abs, lambda gap: gap**2, lambda gap: int(gap != 0)], ids=["distance", "square", "error"]
)
def test_the_geometric_mechanism_is_optimal_for_every_user_of_a_count(factor, prior, loss):
    # Ghosh, Roughgarden and Sundararajan, Universally utility-maximizing privacy mechanisms, 2012, Theorem 3.2
    count = len(prior)
    table = [[loss(x - y) for y in range(count)] for x in range(count)]
    weights = [F(each, sum(prior)) for each in prior]
    optimum = optimal_mechanism(table, factor, prior=weights)
    assert optimum.is_exact
    assert optimum.upper == best_use(truncated_geometric(count, factor), table, weights)


@pytest.mark.parametrize("factor", FACTORS)
@pytest.mark.parametrize("count", [2, 3, 5])
def test_k_ary_randomized_response_has_the_least_probability_of_error(factor, count):
    table = [[int(x != y) for y in range(count)] for x in range(count)]
    optimum = optimal_mechanism(table, factor, neighbours="all")
    assert optimum.upper == optimum.lower == (count - 1) / (factor + count - 1)
    assert optimum.mechanism.greatest_ratio() <= factor


@pytest.mark.parametrize("factor", [F(1), *FACTORS, F(100)])
@pytest.mark.parametrize("delta", [F(0), F(1, 10), F(1, 10**6), F(1)])
def test_the_greatest_total_variation_of_a_private_pair(factor, delta):
    worst = worst_case([[1, 0], [-1, 0]], factor, delta)
    assert worst.attained == worst.upper == min(F(1), (factor - 1 + 2 * delta) / (factor + 1))
    first, second = worst.mechanism.rows
    assert worst.mechanism.hockey_stick_factor(factor) <= delta
    assert sum(abs(a - b) for a, b in zip(first, second, strict=True)) / 2 == worst.attained


@pytest.mark.parametrize("length", [2, 3, 6])
def test_the_worst_chain_of_neighbours_has_the_factor_of_group_privacy(length):
    factor, delta = F(3), F(1, 10**4)
    functional = [[1, 0], *([[0, 0]] * (length - 1)), [-(factor**length), 0]]
    worst = worst_case(functional, factor, delta, neighbours="path")
    truth = delta * (factor**length - 1) / (factor - 1)
    assert worst.attained == worst.upper == truth
    assert worst.judge(truth) == "sharp"
    assert worst.judge(2 * truth) == "not sharp"
    assert worst.judge(truth * F(999, 1000)) == "false"


def test_the_printed_factor_of_group_privacy_is_violated_by_a_mechanism():
    # the factor 2 e^2 is less than 14.78, and 1 + e^eps is 15
    worst = worst_case([[1, 0], [0, 0], [-196, 0]], 14, F(1, 30), neighbours="path")
    assert worst.judge(F(1478, 100) * F(1, 30)) == "false"
    assert worst.attained == F(1, 2)


def test_distances_scale_the_factor():
    optimum = optimal_mechanism([[0, 1], [1, 0]], 2, neighbours={(0, 1): 3})
    assert optimum.upper == optimum.lower == F(1, 9)


def test_failure_probability_buys_accuracy():
    table = [[abs(x - y) for y in range(4)] for x in range(4)]
    losses = [optimal_mechanism(table, 2, delta) for delta in (F(0), F(1, 100), F(1, 10), F(1))]
    assert all(optimum.is_exact for optimum in losses)
    assert [optimum.upper for optimum in losses] == sorted((o.upper for o in losses), reverse=True)
    assert losses[-1].upper == 0


def test_every_random_program_is_bracketed_exactly():
    source = random.Random(5)
    for inputs, outputs in itertools.product((2, 3), (2, 3, 4)):
        table = [[F(source.randint(-6, 9), source.randint(1, 5)) for _ in range(outputs)] for _ in range(inputs)]
        factor, delta = F(source.randint(10, 40), 10), F(source.randint(0, 3), 20)
        for optimum in (
            optimal_mechanism(table, factor, delta, neighbours="all"),
            worst_case(table, factor, delta).opposite,
        ):
            assert optimum.mechanism.hockey_stick_factor(factor) <= delta
            assert optimum.lower <= optimum.upper <= optimum.lower + F(1, 10**6)


def test_the_answer_whether_a_lower_bound_is_sharp():
    optimum = optimal_mechanism([[int(x != y) for y in range(3)] for x in range(3)], 2, neighbours="all")
    assert optimum.judge(F(1, 2)) == "sharp"
    assert optimum.judge(F(49, 100)) == "not sharp"
    assert optimum.judge(F(51, 100)) == "false"
    certificate = DualCertificate((F(1, 3),) * 3, {})
    weak = dataclasses.replace(optimum, certificate=certificate)
    assert weak.lower == 0
    assert weak.judge(F(1, 2)) == weak.judge(F(1, 10)) == "undecided"
    assert not weak.is_exact


def test_no_multipliers_prove_more_than_the_truth():
    source = random.Random(11)
    loss = [[0, 1, 2], [1, 0, 1], [2, 1, 0]]
    optimum = optimal_mechanism(loss, 2, F(1, 20))
    for _ in range(200):
        weights = [F(source.randint(0, 9)) for _ in range(3)]
        if not sum(weights):
            continue
        multipliers = {
            pair: tuple(F(source.randint(0, 9), 20) for _ in range(3)) for pair in optimum.constraints.factors
        }
        law = tuple(weight / sum(weights) for weight in weights)
        forged = dataclasses.replace(optimum, certificate=DualCertificate(law, multipliers))
        assert forged.lower <= optimum.upper


def test_certificates_that_prove_nothing_are_refused():
    optimum = optimal_mechanism([[0, 1], [1, 0]], 3)
    for certificate in (
        DualCertificate((F(1), F(1)), optimum.certificate.multipliers),
        DualCertificate((F(3, 2), F(-1, 2)), optimum.certificate.multipliers),
        DualCertificate((F(1, 2), F(1, 2)), {(0, 1): (F(-1), F(0))}),
    ):
        with pytest.raises(ParameterError):
            _ = dataclasses.replace(optimum, certificate=certificate).lower
    prior = optimal_mechanism([[0, 1], [1, 0]], 3, prior=(F(1, 2), F(1, 2)))
    with pytest.raises(ParameterError, match="weights of a certificate must be the prior"):
        _ = dataclasses.replace(prior, certificate=DualCertificate((F(1), F(0)), {})).lower


def test_the_mechanism_meets_the_constraints_and_an_impostor_does_not():
    constraints = Constraints({(0, 1): F(2), (1, 0): F(2)}, F(1, 10))
    assert constraints.excess([[1, 0], [0, 1]]) == F(9, 10)
    assert constraints.excess([[F(2, 3), F(1, 3)], [F(1, 3), F(2, 3)]]) == -F(1, 10)
    assert isinstance(optimal_mechanism([[0, 1], [1, 0]], 2, F(1, 10)), Optimum)


def test_a_program_without_solution_is_an_error():
    program = LinearProgram(1, {0: F(1)})
    program.equations.append(({0: F(1)}, F(-1)))
    with pytest.raises(ConvergenceError, match="no optimum"):
        program.solve()


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        (([[0.5, 1]], 2), {}, "loss must be a non-empty rectangular matrix of Fractions and integers"),
        (([[0, 1], [1]], 2), {}, "loss must be a non-empty rectangular matrix"),
        (([[0, 1], [1, 0]], 2.0), {}, "factor must be a Fraction or integer, at least 1, got 2.0"),
        (([[0, 1], [1, 0]], F(1, 2)), {}, "factor must be a Fraction or integer, at least 1"),
        (([[0, 1], [1, 0]], True), {}, "factor must be a Fraction or integer, at least 1"),
        (([[0, 1], [1, 0]], 2, -1), {}, r"delta must be a Fraction in \[0, 1\], got -1"),
        (([[0, 1], [1, 0]], 2, 0.1), {}, r"delta must be a Fraction in \[0, 1\], got 0.1"),
        (([[0, 1], [1, 0]], 2), {"prior": (F(1, 2), F(1, 3))}, "prior must be 2 non-negative probabilities"),
        (([[0, 1], [1, 0]], 2), {"prior": (1,)}, "prior must be 2 non-negative probabilities"),
        (([[0, 1], [1, 0]], 2), {"neighbours": "star"}, "neighbours must be"),
    ],
)
def test_bad_input_is_refused(arguments, options, message):
    with pytest.raises(ParameterError, match=f"^{message}"):
        optimal_mechanism(*arguments, **options)


@pytest.mark.parametrize("power", [8, 12, 20])
def test_a_failure_probability_far_below_the_tolerance_of_the_solver_is_no_obstacle(power):
    delta, factor = F(1, 10**power), 1000
    chain = worst_case([[1, 0], [0, 0], [0, 0], [-(factor**3), 0]], factor, delta, neighbours="path")
    assert chain.attained == chain.upper == delta * (1 + factor + factor**2)
    pair = worst_case([[1, 0], [-1, 0]], 3, delta)
    assert pair.attained == pair.upper == (2 + 2 * delta) / 4


def test_the_bracket_is_checked_without_the_solver():
    optimum = optimal_mechanism([[abs(x - y) for y in range(6)] for x in range(6)], F(11, 10), F(1, 1000))
    rows, loss, constraints = optimum.mechanism.rows, optimum.loss, optimum.constraints
    assert constraints.excess(rows) <= 0
    assert all(min(row) >= 0 and sum(row) == 1 for row in rows)
    assert max(sum(a * b for a, b in zip(*each, strict=True)) for each in zip(rows, loss, strict=True)) == optimum.upper
    assert optimum.certificate.bound(loss, constraints) == optimum.lower == optimum.upper
