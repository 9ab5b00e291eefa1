"""The best mechanism, and the worst one, among all that are (eps, delta)-DP, with a certificate in rationals.

Both are linear programs over the transition matrices. The solver works in floats; its answer is turned into a mechanism
that is exactly private and into dual multipliers whose bound is exactly valid, whatever the solver did.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from mechanisms.errors import ParameterError
from mechanisms.finite.certificate import Constraints, DualCertificate, Matrix
from mechanisms.finite.mechanism import FiniteMechanism, exact_number, exact_rows
from mechanisms.finite.neighbours import factors_of
from mechanisms.finite.optimum import Optimum, WorstCase
from mechanisms.finite.program import LinearProgram

Neighbours = str | Iterable[tuple[int, int]] | Mapping[tuple[int, int], int]


def optimal_mechanism(
    loss: Matrix,
    factor: Fraction,
    delta: Fraction = Fraction(0),
    *,
    neighbours: Neighbours = "path",
    prior: Sequence[Fraction] | None = None,
) -> Optimum:
    r"""Return the (eps, delta)-DP mechanism of the least expected loss, with a certificate.

    .. math:: \min_M \max_x \sum_y L_{xy} M(x)_y \quad\text{or}\quad \min_M \sum_x \pi_x \sum_y L_{xy} M(x)_y

    Parameters
    ----------
    loss : matrix of Fraction or int, a row for each input and a column for each output
        The loss of output y on input x.
    factor : Fraction or int
        The factor e^eps, at least 1.
    delta : Fraction or int, optional
        The failure probability, in [0, 1].
    neighbours : {"path", "all"}, iterable of pairs, or mapping of pairs to int, optional
        Adjacent inputs; a mapping gives distances, and the factor of a pair at distance d is the d-th power.
    prior : sequence of Fraction, optional
        The probabilities of the inputs; where it is left out, the worst input counts.

    Raises
    ------
    ParameterError
        If a number is not exact or out of range.
    ConvergenceError
        If HiGHS finds no optimum.
    """
    table = exact_rows("loss", loss)
    weights = None if prior is None else exact_rows("prior", [prior])[0]
    if weights is not None and (len(weights) != len(table) or min(weights) < 0 or sum(weights) != 1):
        raise ParameterError("prior", f"{len(table)} non-negative probabilities that sum to exactly 1", prior)
    return _optimum(table, _constraints(factor, delta, neighbours, len(table)), weights)


def worst_case(
    functional: Matrix, factor: Fraction, delta: Fraction = Fraction(0), *, neighbours: Neighbours = "all"
) -> WorstCase:
    r"""Return the (eps, delta)-DP mechanism on which a linear functional is greatest, with a certificate.

    .. math:: \max_M \sum_x \sum_y F_{xy} M(x)_y

    Two inputs make it the worst pair of laws, a path the worst chain of neighbours. A divergence is not linear, but the
    hockey-stick divergence is the greatest of the functionals P(A) - f Q(A).

    Parameters
    ----------
    functional : matrix of Fraction or int, a row for each input and a column for each output
        The coefficients F.
    factor, delta, neighbours
        As for `optimal_mechanism`; here any two inputs are adjacent by default.
    """
    table = exact_rows("functional", functional)
    negative = tuple(tuple(-value for value in row) for row in table)
    constraints = _constraints(factor, delta, neighbours, len(table))
    return WorstCase(_optimum(negative, constraints, (Fraction(1),) * len(table)))


def _constraints(factor: object, delta: object, neighbours: object, inputs: int) -> Constraints:
    odds = exact_number("factor", "a Fraction or integer, at least 1", factor)
    failure = exact_number("delta", "a Fraction in [0, 1]", delta)
    if odds < 1:
        raise ParameterError("factor", "a Fraction or integer, at least 1", factor)
    if not 0 <= failure <= 1:
        raise ParameterError("delta", "a Fraction in [0, 1]", delta)
    return Constraints(factors_of(neighbours, odds, inputs), failure)


def _optimum(
    loss: tuple[tuple[Fraction, ...], ...], constraints: Constraints, prior: tuple[Fraction, ...] | None
) -> Optimum:
    inputs, outputs = len(loss), len(loss[0])
    vertex = _program(loss, constraints, prior).solve()
    values = vertex.values
    rows = [values[x * outputs : (x + 1) * outputs] for x in range(inputs)]
    private = _private(rows, constraints)
    pairs = list(constraints.factors)
    multipliers = {pair: tuple(vertex.multipliers[k * outputs : (k + 1) * outputs]) for k, pair in enumerate(pairs)}
    weights = prior if prior is not None else _law(vertex.multipliers[-inputs:])
    mechanism = FiniteMechanism(private, pairs)
    return Optimum(mechanism, loss, prior, constraints, DualCertificate(weights, multipliers))


def _program(loss: Matrix, constraints: Constraints, prior: tuple[Fraction, ...] | None) -> LinearProgram:
    """Return the program: first the matrix row by row; then, where delta > 0, what each pair exceeds; last the worst loss."""
    inputs, outputs, one = len(loss), len(loss[0]), Fraction(1)
    cells, pairs = inputs * outputs, list(constraints.factors.items())
    slacks = len(pairs) * outputs if constraints.delta else 0
    worst = cells + slacks
    if prior is None:
        program = LinearProgram(worst + 1, {worst: one}, frozenset({worst}))
    else:
        cost = {x * outputs + y: prior[x] * loss[x][y] for x in range(inputs) for y in range(outputs)}
        program = LinearProgram(worst, {j: c for j, c in cost.items() if c})
    for k, ((x, z), factor) in enumerate(pairs):
        for y in range(outputs):
            row = {x * outputs + y: one, z * outputs + y: -factor}
            program.inequalities.append((row | ({cells + k * outputs + y: -one} if slacks else {}), Fraction(0)))
    for k in range(len(pairs) if slacks else 0):
        start = cells + k * outputs
        program.inequalities.append(({start + y: one for y in range(outputs)}, constraints.delta))
    for x in range(inputs):
        program.equations.append(({x * outputs + y: one for y in range(outputs)}, one))
        if prior is None:
            means = {x * outputs + y: loss[x][y] for y in range(outputs) if loss[x][y]}
            program.inequalities.append((means | {worst: -one}, Fraction(0)))
    return program


def _private(rows: list[list[Fraction]], constraints: Constraints) -> list[list[Fraction]]:
    """Return laws that meet the constraints exactly: the rows, mixed with the uniform law as much as that needs."""
    laws = [list(_law(row)) for row in rows]
    share = Fraction(0)
    for (x, z), factor in constraints.factors.items():
        gains = [a - factor * b for a, b in zip(laws[x], laws[z], strict=True)]
        total = sum((gain for gain in gains if gain > 0), Fraction(0))
        if total > constraints.delta > 0:
            share = max(share, 1 - constraints.delta / total)
        elif total > constraints.delta:
            # a uniform law is below its multiple by (factor - 1)/outputs at every output
            share = max(share, max(gains) / (max(gains) + (factor - 1) / len(gains)))
    return [[(1 - share) * mass + share / len(row) for mass in row] for row in laws]


def _law(values: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """Return non-negative numbers divided by their sum."""
    kept = [max(value, Fraction(0)) for value in values]
    total = sum(kept, Fraction(0))
    return tuple(value / total for value in kept) if total else (Fraction(1, len(kept)),) * len(kept)
