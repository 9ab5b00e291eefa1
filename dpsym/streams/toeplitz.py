"""Factorizations by lower triangular Toeplitz matrices: power series in the place of matrices."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise

from flint import arb, ctx, fmpq, fmpq_series

from dpsym.errors import ParameterError
from dpsym.parameters import exact
from dpsym.streams.factorization import Factorization, Matrix
from dpsym.streams.participation import Participation, whole
from dpsym.streams.sensitivity import Number, Sensitivity, of_gram

EXACT, _LARGEST, _GRAM = 2048, 1 << 14, 128
"""Numbers of steps up to which coefficients are rational, up to which they are enclosed, and up to which all products of columns are formed."""
_BITS = 256


@dataclass(frozen=True)
class Toeplitz(Factorization):
    """A factorization whose strategy has the same coefficients in each column: c_0 on the diagonal, c_1 below it, and so on.

    Parameters
    ----------
    coefficients : tuple of fmpq, or of arb
        As many as there are steps, or fewer where the others are zero; the first is not zero.
    inverse : tuple of fmpq, or of arb
        Those of the inverse of C, of which the noise on an element is made.
    """

    coefficients: tuple[Number, ...] = field(repr=False)
    inverse: tuple[Number, ...] = field(repr=False)

    def sensitivity(self, participation: Participation | None = None) -> Sensitivity:
        r"""Return the sensitivity: exact for coefficients that do not rise and are not negative, and for few bands.

        Notes
        -----
        The product of the columns i < j is :math:`g(j, j - i) = \sum_{s < n - j} c_s c_{s + j - i}`. Where coefficients neither rise nor
        are negative, g falls in both arguments; and the a-th step of any pattern is (a - 1) b at least, any two of them at least as far apart
        as those of 0, b, 2 b, ...: these have the greatest product each. Where the bands are no more than the separation, columns of a
        pattern are orthogonal, and the earliest the longest. Kalinin and Lampert, arXiv:2405.13763, Theorem 2.
        """
        chosen = participation or Participation.single()
        with _Precision():
            pattern = chosen.earliest(self.steps)
            if len(pattern) == 1 or self._falls() or len(self.coefficients) <= chosen.every:
                return Sensitivity(self._moved(pattern), True, tuple(pattern))
            if self.steps <= _GRAM and all(isinstance(each, fmpq) for each in self.coefficients):
                return of_gram(self._gram(), chosen)
            # no more than the lengths of as many columns, one on the other
            return Sensitivity(len(pattern) ** 2 * self._moved(range(1)), False)

    def variances(self) -> tuple[Number, Number]:
        with _Precision():
            squares = [each * each for each in self.decoding()]
            total = sum(squares[1:], squares[0])
            weighted = sum(
                ((self.steps - place) * each for place, each in enumerate(squares[1:], 1)), self.steps * squares[0]
            )
            return total, weighted / self.steps

    def decoding(self) -> list[Number]:
        """Return the coefficients of B: those of the series 1/((1 - x) C(x))."""
        with _Precision():
            found = list(accumulate(self.inverse))
        return [*found, *found[-1:] * (self.steps - len(found))]

    def strategy(self) -> Matrix:
        return _triangle(self._padded())

    def decoder(self) -> Matrix:
        return _triangle(self.decoding())

    def _padded(self) -> list[Number]:
        return [*self.coefficients, *[0 * self.coefficients[0]] * (self.steps - len(self.coefficients))]

    def _falls(self) -> bool:
        """Return whether the coefficients certainly neither rise nor are negative."""
        return bool(self.coefficients[-1] >= 0) and all(one >= other for one, other in pairwise(self.coefficients))

    def _moved(self, pattern: range) -> Number:
        """Return the squared length of the sum of the columns of steps that are evenly spaced, from 0 on."""
        moved = self._padded()
        for step in pattern[1:]:
            for place, each in enumerate(self.coefficients[: self.steps - step]):
                moved[step + place] += each
        return sum((each * each for each in moved[1:]), moved[0] * moved[0])

    def _gram(self) -> Matrix:
        row = self._padded()
        gram = [[fmpq(0)] * self.steps for _ in range(self.steps)]
        for gap in range(self.steps):
            total: Number = fmpq(0)
            for later in range(self.steps - 1, gap - 1, -1):
                total += row[self.steps - 1 - later] * row[self.steps - 1 - later + gap]
                gram[later - gap][later] = gram[later][later - gap] = total  # type: ignore[assignment]
        return gram


class _Precision:
    """The precision of balls; a quotient of power series may lose half a bit a step."""

    def __init__(self, lost: int = 0) -> None:
        self.bits = _BITS + lost

    def __enter__(self) -> None:
        self.old, ctx.prec = ctx.prec, self.bits

    def __exit__(self, *_: object) -> None:
        ctx.prec = self.old


def inverse_series(coefficients: Sequence[Number], steps: int) -> tuple[Number, ...]:
    """Return so many coefficients of the power series that is one over another."""
    if all(isinstance(each, fmpq) for each in coefficients):
        old, ctx.cap = ctx.cap, steps
        try:
            found = list(1 / fmpq_series(list(coefficients), prec=steps))
        finally:
            ctx.cap = old
        return (*found, *[fmpq(0)] * (steps - len(found)))
    with _Precision(steps // 2):
        first, *others = coefficients
        series = [1 / arb(first)]
        for place in range(1, steps):
            known = series[max(0, place - len(others)) :][::-1]
            series.append(-sum((one * other for one, other in zip(others, known, strict=False)), arb(0)) / first)
    return tuple(series)


def _triangle(coefficients: Sequence[Number]) -> Matrix:
    if not all(isinstance(each, fmpq) for each in coefficients):
        rule = "rational, as those of fewer steps are"
        raise ParameterError("entries of a matrix that is written out", rule, f"balls for {len(coefficients)} steps")
    steps, zero = len(coefficients), fmpq(0)
    return [[coefficients[row - column] if column <= row else zero for column in range(steps)] for row in range(steps)]  # type: ignore[misc]


def checked_steps(value: object) -> int:
    """Return a number of steps that can be worked out.

    Raises
    ------
    ParameterError
        If it is no positive integer, or too great.
    """
    steps = whole("number of steps", value)
    if steps > _LARGEST:
        raise ParameterError("number of steps", f"{_LARGEST} at most", value)
    return steps


def _root_coefficients(steps: int, count: int, sign: int) -> tuple[Number, ...]:
    r"""Return the first coefficients of :math:`(1 - x)^{-1/2}`, or with the sign -1 of its inverse."""
    with _Precision(steps // 2):
        found: list[Number] = [fmpq(1) if steps <= EXACT else arb(1)]
        for place in range(1, count):
            found.append(found[-1] * (2 * place - 1 if sign > 0 else 2 * place - 3) / (2 * place))
    return tuple(found)


def _bands(bands: object, steps: int) -> int:
    return steps if bands is None else min(whole("number of bands", bands), steps)


def identity_factorization(steps: int) -> Toeplitz:
    """Return C = I: noise on each element of the stream."""
    count = checked_steps(steps)
    return Toeplitz(count, "noise on each element", (fmpq(1),), (fmpq(1),))


def full_factorization(steps: int) -> Toeplitz:
    """Return C = A: noise on each prefix sum."""
    count = checked_steps(steps)
    return Toeplitz(count, "noise on each sum", (fmpq(1),) * count, (fmpq(1), fmpq(-1))[:count])


def square_root_factorization(steps: int, bands: int | None = None) -> Toeplitz:
    r"""Return B = C = A^(1/2), or C cut off behind so many bands.

    .. math:: c_k = \binom{2 k}{k} 4^{-k}

    Parameters
    ----------
    steps : positive integer
        16,384 at most; up to 2,048 all numbers are rational, beyond they are balls.
    bands : positive integer, optional
        How many diagonals C has; all by default.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.

    Notes
    -----
    Fichtenberger, Henzinger and Upadhyay, arXiv:2202.11205; with bands Kalinin and Lampert, arXiv:2405.13763.

    Examples
    --------
    >>> from dpsym import square_root_factorization
    >>> square_root_factorization(3).sensitivity().value
    sqrt(89)/8
    """
    count = checked_steps(steps)
    width = _bands(bands, count)
    name = "square root" if width == count else f"square root, {width} band{'s' * (width > 1)}"
    found = _root_coefficients(count, width, 1)
    return Toeplitz(
        count, name, found, _root_coefficients(count, count, -1) if width == count else inverse_series(found, count)
    )


def inverse_square_root_factorization(steps: int, bands: int) -> Toeplitz:
    """Return the C whose inverse is that of the square root, cut off behind so many bands: each noise is a sum of so many numbers.

    Parameters
    ----------
    steps : positive integer
        16,384 at most; up to 2,048 all numbers are rational, beyond they are balls.
    bands : positive integer
        How many diagonals the inverse of C has.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.

    Notes
    -----
    Kalinin, McKenna, Upadhyay and Lampert, "Back to square roots", arXiv:2505.12128.
    """
    count = checked_steps(steps)
    width = _bands(whole("number of bands", bands), count)
    found = _root_coefficients(count, width, -1)
    return Toeplitz(count, f"inverse square root, {width} band{'s' * (width > 1)}", inverse_series(found, count), found)


def toeplitz_factorization(coefficients: Iterable[object], steps: int) -> Toeplitz:
    """Return the factorization whose strategy has these rational coefficients in each column.

    Parameters
    ----------
    coefficients : iterable of rational numbers
        From the diagonal downwards; those that are left out are zero. Floats are taken as the decimals that they print.
    steps : positive integer
        2,048 at most.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule, or the first coefficient is zero.
    """
    count = checked_steps(steps)
    if count > EXACT:
        raise ParameterError("number of steps of given coefficients", f"{EXACT} at most", steps)
    if not isinstance(coefficients, Iterable):
        raise ParameterError("coefficients", "a sequence of rational numbers", coefficients)
    found = [rational("coefficient", each) for each in coefficients][:count]
    if not found or found[0] == 0:
        raise ParameterError("coefficients", "at least one, the first of them not zero", coefficients)
    return Toeplitz(
        count, f"Toeplitz, {len(found)} band{'s' * (len(found) > 1)}", tuple(found), inverse_series(found, count)
    )


def rational(name: str, value: object) -> fmpq:
    """Return a rational number.

    Raises
    ------
    ParameterError
        If it is none.
    """
    number = exact(value)
    if number is None or not number.is_Rational:
        raise ParameterError(name, "a rational number", value)
    return fmpq(int(number.p), int(number.q))  # type: ignore[attr-defined]
