"""Factorizations whose noise is made of a few running sums: buffers that decay."""

from __future__ import annotations

from collections.abc import Iterable

from flint import arb, ctx, fmpq, fmpq_poly

from dpsym.errors import ParameterError
from dpsym.streams.toeplitz import EXACT, Toeplitz, checked_steps, inverse_series, rational

_RATIONAL, _BITS = 256, 256
"""The number of steps up to which numbers are rational, of which each step makes longer ones; and the bits of balls."""


def buffered_factorization(steps: int, scales: Iterable[object], decays: Iterable[object]) -> Toeplitz:
    r"""Return the buffered linear Toeplitz factorization: behind the diagonal its coefficients are sums of a few powers.

    .. math:: c_0 = 1, \qquad c_k = \sum_b \omega_b \lambda_b^{k-1}

    The noise on an element is made of as many running sums as there are buffers, so that no step needs the noise of all before it.

    Parameters
    ----------
    steps : positive integer
        2,048 at most; up to 256 all numbers are rational, beyond they are balls.
    scales : iterable of positive rational numbers
        The :math:`\omega_b`. Floats are taken as the decimals that they print.
    decays : iterable of rational numbers in (0, 1)
        The :math:`\lambda_b`, as many, all different.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.

    Notes
    -----
    Dvijotham, McMahan, Pillutla, Steinke and Thakurta, arXiv:2404.16706; McMahan, Xu and Zhang, arXiv:2408.08868. Where the scales add up
    to 1 at most no coefficient rises, so that the sensitivity of every participation is exact.

    Examples
    --------
    >>> from dpsym import Participation, buffered_factorization
    >>> made = buffered_factorization(100, [0.25, 0.25], [0.9, 0.5])
    >>> made.sensitivity(Participation.separated(25)).is_exact
    True
    """
    count = checked_steps(steps)
    if count > EXACT:
        raise ParameterError("number of steps of given coefficients", f"{EXACT} at most", steps)
    weights = _each("scales of buffers", "positive rational numbers", scales, None)
    shares = _each("decays of buffers", "rational numbers in (0, 1)", decays, fmpq(1))
    if not weights or len(weights) != len(shares) or len(set(shares)) < len(shares):
        raise ParameterError(
            "decays of buffers", f"{max(1, len(weights))} different numbers, one for each scale", decays
        )
    name = f"{len(weights)} buffer{'s' * (len(weights) > 1)}"
    if count > _RATIONAL:
        return Toeplitz(count, name, *_balls(weights, shares, count))
    powers, found = weights, [fmpq(1)]
    while len(found) < count:
        found.append(sum(powers, fmpq(0)))
        powers = [power * share for power, share in zip(powers, shares, strict=True)]
    return Toeplitz(count, name, tuple(found), inverse_series(found, count))


def _balls(weights: list[fmpq], shares: list[fmpq], count: int) -> tuple[tuple[arb, ...], tuple[arb, ...]]:
    r"""Return the coefficients of C and of its inverse as balls, those of a quotient of polynomials and of its reciprocal.

    .. math:: C(x) = 1 + \sum_b \frac{\omega_b x}{1 - \lambda_b x} = \frac{N(x)}{D(x)}, \qquad D(x) = \prod_b (1 - \lambda_b x)
    """
    factors = [fmpq_poly([1, -share]) for share in shares]
    below, above = fmpq_poly([1]), fmpq_poly([0])
    for weight, factor in zip(weights, factors, strict=True):
        above = above * factor + weight * below
        below *= factor
    above = below + fmpq_poly([0, 1]) * above
    return _quotient(above, below, count), _quotient(below, above, count)


def _quotient(above: fmpq_poly, below: fmpq_poly, count: int) -> tuple[arb, ...]:
    """Return the first coefficients of a quotient of polynomials, the constant of the lower one 1, to some 256 bits.

    A step multiplies the radius of a ball by the sum of the sizes of the other coefficients of the lower one at most.
    """
    others = below.coeffs()[1:]
    lost = int(sum(map(abs, others), fmpq(1)).ceil()).bit_length()
    with ctx.workprec(_BITS + count * lost):
        steps, found = [arb(each) for each in others], list[arb]()
        for place in range(count):
            known = found[max(0, place - len(steps)) :][::-1]
            found.append(arb(above[place]) - sum((one * each for one, each in zip(steps, known, strict=False)), arb(0)))
    return tuple(found)


def _each(name: str, rule: str, values: object, end: fmpq | None) -> list[fmpq]:
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise ParameterError(name, rule, values)
    found = [rational(name, each) for each in values]
    if any(each <= 0 or (end is not None and each >= end) for each in found):
        raise ParameterError(name, rule, values)
    return found
