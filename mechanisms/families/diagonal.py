"""Two symmetric matrices made diagonal at once, to 50 digits, so that only the results are rounded."""

from __future__ import annotations

from decimal import Decimal, localcontext

from mechanisms.errors import ConvergenceError, ParameterError

_DIGITS, _SWEEPS = 60, 60

_Matrix = list[list[Decimal]]


def joint_spectrum(
    mean_p: list[float], mean_q: list[float], covariance_p: list[list[float]], covariance_q: list[list[float]]
) -> tuple[list[float], list[float]]:
    """Return means and standard deviations of P in coordinates in which Q is standard normal and P independent.

    Parameters
    ----------
    mean_p, mean_q : list of float
        The means.
    covariance_p, covariance_q : list of lists of float
        The covariances, symmetric.

    Returns
    -------
    shifts, scales : lists of float
        The means and the standard deviations.

    Raises
    ------
    ParameterError
        If a covariance is not positive definite.
    """
    with localcontext() as context:
        context.prec = _DIGITS
        first, second = ([[Decimal(x) for x in row] for row in matrix] for matrix in (covariance_p, covariance_q))
        _cholesky("covariance_p", first)
        lower = _cholesky("covariance_q", second)
        gap = [Decimal(a) - Decimal(b) for a, b in zip(mean_p, mean_q, strict=True)]
        half = [_solve(lower, list(column)) for column in zip(*first, strict=True)]
        matrix = [_solve(lower, list(row)) for row in zip(*half, strict=True)]
        values, vectors = _jacobi(matrix)
        center = _solve(lower, gap)
        shifts = [sum((a * b for a, b in zip(vector, center, strict=True)), Decimal(0)) for vector in vectors]
        return [float(x) for x in shifts], [float(x.sqrt()) for x in values]


def _cholesky(name: str, matrix: _Matrix) -> _Matrix:
    size = len(matrix)
    lower = [[Decimal(0)] * size for _ in range(size)]
    for i in range(size):
        for j in range(i + 1):
            rest = matrix[i][j] - sum((lower[i][k] * lower[j][k] for k in range(j)), Decimal(0))
            if i > j:
                lower[i][j] = rest / lower[j][j]
            elif rest > 0:
                lower[i][i] = rest.sqrt()
            else:
                raise ParameterError(name, "positive definite", [[float(x) for x in row] for row in matrix])
    return lower


def _solve(lower: _Matrix, right: list[Decimal]) -> list[Decimal]:
    found: list[Decimal] = []
    for row, value in zip(lower, right, strict=True):
        done = sum((a * b for a, b in zip(row, found, strict=False)), Decimal(0))
        found.append((value - done) / row[len(found)])
    return found


def _jacobi(matrix: _Matrix) -> tuple[list[Decimal], _Matrix]:
    """Return the eigenvalues of a symmetric matrix and the eigenvectors as rows, by Jacobi's rotations."""
    size = len(matrix)
    a = [[(matrix[i][j] + matrix[j][i]) / 2 for j in range(size)] for i in range(size)]
    vectors = [[Decimal(int(i == j)) for j in range(size)] for i in range(size)]
    small = Decimal(10) ** -(_DIGITS - 8)
    for _ in range(_SWEEPS):
        pairs = [(i, j) for i in range(size) for j in range(i)]
        turned = [
            pair
            for pair in pairs
            if a[pair[0]][pair[1]] ** 2 > small**2 * abs(a[pair[0]][pair[0]] * a[pair[1]][pair[1]])
        ]
        if not turned:
            return [a[i][i] for i in range(size)], vectors
        for i, j in turned:
            _rotate(a, vectors, i, j)
    raise ConvergenceError("the covariances could not be made diagonal")


def _rotate(a: _Matrix, vectors: _Matrix, i: int, j: int) -> None:
    """Turn rows and columns i and j so that the entry between them vanishes."""
    if a[i][j] == 0:
        return
    ratio = (a[j][j] - a[i][i]) / (2 * a[i][j])
    tangent = 1 / (abs(ratio) + (1 + ratio * ratio).sqrt())
    tangent = tangent if ratio >= 0 else -tangent
    cosine = 1 / (1 + tangent * tangent).sqrt()
    sine = tangent * cosine
    for rows in (a, vectors):
        rows[i], rows[j] = (
            [cosine * x - sine * y for x, y in zip(rows[i], rows[j], strict=True)],
            [sine * x + cosine * y for x, y in zip(rows[i], rows[j], strict=True)],
        )
    for row in a:
        row[i], row[j] = cosine * row[i] - sine * row[j], sine * row[i] + cosine * row[j]
