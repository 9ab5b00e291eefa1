r"""The Rényi divergence of noise on the integers from the same moved, or of either from their mixture on a sample, by its masses.

With the masses f, the distance s and the rate r the pair is :math:`m(k) = r f(k - s) + (1 - r) f(k)` and f, either of them P, and the divergence
is told by the sum of :math:`p^\alpha q^{1 - \alpha}`. What the masses leave out, far out on either side, is bounded:

- at orders below 1 by Hölder's inequality: it is at most the greater one of the masses of P and of Q there;
- above 1, for log-concave noise, by its ratios :math:`\rho_k = f(k)/f(k - 1)`, which do not rise. So m/f does not fall in k. On the side where p/q
  comes down outwards it is at most what it is where the masses end; of f against a mixture it is at most 1/(1 - r) on the other side. Where it rises
  the terms are those of :math:`f(k)^{1 - \alpha} f(k - s)^\alpha`, or grow less from one to the next, and their quotients are at most
  :math:`\rho_k B^\alpha` for a bound B of all :math:`\rho_i/\rho_{i + s}` that are met;
- at order 1 by :math:`p \log(p/q) \le p^2/q`, and :math:`p \log(p/q) \ge p - q`.
"""

from __future__ import annotations

from fractions import Fraction

from flint import arb

from dpsym.curves.count_loss import CountLoss
from dpsym.curves.counts import Masses
from dpsym.curves.loss import ball_of
from dpsym.errors import UndecidedError


def count_renyi(loss: CountLoss, order: Fraction) -> arb:
    """Return the Rényi divergence of the pair of a loss, in nats, at the working precision; infinite where it is.

    Parameters
    ----------
    loss : CountLoss
        The pair.
    order : Fraction
        Above 0; at 1 it is the Kullback-Leibler divergence.

    Raises
    ------
    UndecidedError
        If it is not known how fast the masses that are left out fall, or whether a loss is infinite.
    """
    atoms = loss.apart()
    if order >= 1 and not atoms.infinite.is_zero():
        if atoms.infinite > 0:
            return arb("inf")
        raise UndecidedError("it is open whether a loss is infinite")
    left_out = arb(atoms.missing.upper())
    if order == 1:
        total = sum((mass * each for mass, each in zip(atoms.masses, atoms.losses, strict=True)), arb(0))
        return total + (-left_out).union(_left_out(loss, Fraction(2)))
    power = ball_of(order - 1)
    total = sum((mass * (power * each).exp() for mass, each in zip(atoms.masses, atoms.losses, strict=True)), arb(0))
    return (total + arb(0).union(left_out if order < 1 else _left_out(loss, order))).log() / power


def _left_out(loss: CountLoss, order: Fraction) -> arb:
    """Return a bound of the terms that are left out at an order above 1."""
    found = loss.noise.masses()
    if found.below.is_zero() and found.above.is_zero():
        return arb(0)
    if not loss.noise.is_log_concave or len(found.values) <= loss.sensitivity:
        raise UndecidedError("the divergence is bounded far out for log-concave noise")
    return _below(loss, found, order) + _above(loss, found, order)


def _above(loss: CountLoss, found: Masses, order: Fraction) -> arb:
    """Return a bound of the terms beyond the last mass that is known."""
    if found.above.is_zero():
        return arb(0)
    last, shift, alpha = found.first + len(found.values) - 1, loss.sensitivity, ball_of(order)
    plain = found.values[-1]
    ratio = _mixed(loss, plain, found.values[-1 - shift]) / plain
    if not loss.moved_first:
        return ratio ** (1 - alpha) * found.above
    growth = loss.noise.steepness(last - shift + 1, shift, 1) ** alpha
    return _geometric(plain * ratio**alpha, plain / found.values[-2] * growth)


def _below(loss: CountLoss, found: Masses, order: Fraction) -> arb:
    """Return a bound of the terms before the first place where both masses are known."""
    if found.below.is_zero():
        return arb(0)
    shift, alpha = loss.sensitivity, ball_of(order)
    plain, moved = found.values[shift], found.values[0]
    mass = found.below + sum(found.values[:shift], arb(0))
    ratio = _mixed(loss, plain, moved) / plain
    if loss.moved_first:
        return ratio ** (alpha - 1) * mass  # of m there is no more than of f
    if loss.rate < 1:
        return ball_of(1 - loss.rate) ** (1 - alpha) * mass
    growth = loss.noise.steepness(1 - shift - found.first, shift, -1) ** alpha
    return _geometric(plain * ratio ** (1 - alpha), moved / found.values[1] * growth)


def _geometric(term: arb, quotient: arb) -> arb:
    """Return a bound of all terms beyond one, from one of their quotients."""
    if not quotient < 1:
        raise UndecidedError("the order is too large for the masses that are listed")
    return arb((term * quotient / (1 - quotient)).upper())


def _mixed(loss: CountLoss, plain: arb, moved: arb) -> arb:
    rate = ball_of(loss.rate)
    return rate * moved + (1 - rate) * plain
