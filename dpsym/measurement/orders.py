"""The Rényi divergence of runs at one order, a number: exact where a formula for every order would be a bound, or is not known."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import cast

from flint import arb, ctx
from sympy import Expr, Integer, Rational, oo

from dpsym.ball import Ball, as_fraction
from dpsym.curves import DiscreteGaussianLoss, FixedSizeCountLoss, FixedSizeLoss, PrivacyLoss, SampledLoss, loss_of
from dpsym.curves.adapters import COUNTS
from dpsym.curves.count_loss import CountLoss
from dpsym.curves.count_renyi import count_renyi
from dpsym.curves.either_way import EitherWayLoss
from dpsym.curves.loss import ball_of
from dpsym.curves.mirrored_integrals import mirrored_moment
from dpsym.distributions import Gaussian, Law, Mixture
from dpsym.divergences import Renyi
from dpsym.enclose import enclose
from dpsym.errors import NotApplicableError, NotDerivedError, UndecidedError
from dpsym.guarantees.arrow import require
from dpsym.guarantees.mechanism import Mechanism
from dpsym.guarantees.notions import LossDP
from dpsym.guarantees.numbers import rounded_up
from dpsym.measurement.curve import curves_of

_DIGITS = 12
_PRECISIONS = (128, 256, 512)


def renyi_number(value: LossDP, order: Rational) -> Expr:
    r"""Return the Rényi divergence of runs at an order, the greater one of both directions, rounded up to 12 digits.

    It is the sum of that of each run, in each direction of a sample; of a run without a sample it is the greater one of its two. Of Gaussian noise on
    samples and orders above 1 that of a run is :math:`\log M(\alpha - 1)/(\alpha - 1)`, M the moment generating function of the loss of the mixture
    against the noise, which is the greater one of the two directions; of losses that are listed it is a sum over them, and of others an enclosure of
    the definition.

    Parameters
    ----------
    value : LossDP
        The runs.
    order : Rational
        The order alpha above 0, not 1.

    Raises
    ------
    NotApplicableError
        If a run has no rational parameters, or the digits are not reached.

    Notes
    -----
    Mironov, Talwar and Zhang, arXiv:1908.10530, Theorems 4 and 5.
    """
    numbers = all(_is_rational(mechanism) for mechanism, _ in value.parts)
    require(numbers, "the moments of runs are for rational parameters")
    require(
        all(mechanism.slots == 1 for mechanism, _ in value.parts), "the moments of epochs are known at integer orders"
    )
    sampled = any(mechanism.rate != 1 for mechanism, _ in value.parts)
    told = all(not sampled or mechanism.rate != 1 or mechanism.is_symmetric for mechanism, _ in value.parts)
    require(told, "the two directions of a run are not those of a sample")
    records = max(mechanism.records for mechanism, _ in value.parts)
    place = as_fraction(order)
    for bits in _PRECISIONS:
        with ctx.workprec(bits):
            try:
                most = arb(0)
                for side in range(records + 1) if sampled else (0,):
                    total = sum((int(count) * _one(mechanism, side, place) for mechanism, count in value.parts), arb(0))
                    if total > 0 and not total.is_finite():
                        return oo
                    most = most.max(total)
                found = Ball(most)
            except (NotDerivedError, UndecidedError) as reason:
                raise NotApplicableError(f"the moments are undecided: {reason}") from None
            if found.digits > _DIGITS:
                return rounded_up(found.upper, _DIGITS)  # type: ignore[arg-type]
    raise NotApplicableError(f"the moments were not enclosed to {_DIGITS} digits")


def _is_rational(mechanism: Mechanism) -> bool:
    numbers = (mechanism.sensitivity, mechanism.rate, *mechanism.law.args[1:])
    return not isinstance(mechanism.law, Gaussian) or all(isinstance(number, Rational) for number in numbers)


def _one(mechanism: Mechanism, side: int, order: Fraction) -> arb:
    """Return the divergence of a run where so many records are added, and the others removed: the direction of one removed is 0."""
    law, rate = mechanism.law, mechanism.rate
    known = _sampled_loss(mechanism, side)
    if isinstance(known, FixedSizeLoss):
        return _of_moment(known, order, partial(mirrored_moment, known))
    if isinstance(law, Gaussian):
        ratio = law.args[1] / mechanism.sensitivity
        if rate == 1:
            return ball_of(order / (2 * as_fraction(ratio) ** 2))
        if order > 1:
            # of one record the direction in which it is removed is the greater one
            gaussian = _of_run(mechanism, side if mechanism.records != 1 else 0)
            return _of_moment(gaussian, order, gaussian.at)
    elif isinstance(known, SampledLoss) and known.few_atoms():
        return _of_atoms(known, order)
    elif isinstance(known, CountLoss):
        return count_renyi(known, order)
    elif isinstance(known, EitherWayLoss):
        return _either_way(known, order)
    elif isinstance(law, COUNTS) and rate == 1:
        plain = cast(CountLoss, loss_of(law, mechanism.sensitivity))
        return count_renyi(plain, order).max(count_renyi(plain.reversed(), order))
    # one run may move up, and the next down
    met = mechanism.pairs() if rate == 1 else _on_a_sample(mechanism, side)
    at = Rational(order.numerator, order.denominator)
    found = [enclose(Renyi(at, *pair), {}, _DIGITS + 4).value for pair in met]
    return found[0].max(found[-1])


def _on_a_sample(mechanism: Mechanism, side: int) -> tuple[tuple[Law, Law], ...]:
    """Return the pair of so many records added, of noise that is not symmetric for both ways in which it may move."""
    if mechanism.law.is_symmetric:
        pairs = mechanism.pairs()
        return (pairs[side % len(pairs)],)
    require(mechanism.slots == 1 and not mechanism.fixed_size, f"the moments of {mechanism} are not known")
    ends = mechanism.law.neighbours(mechanism.sensitivity)
    either = [(Mixture(mechanism.rate, moved, plain), plain) for plain, moved in (ends, ends[::-1])]
    return tuple((plain, mixed) if side else (mixed, plain) for mixed, plain in either)


def _either_way(loss: EitherWayLoss, order: Fraction) -> arb:
    """Return the greater one of the divergences of noise on the integers moved up, and moved down, at an order."""
    if order > 1 and loss.infinite_mass() > 0:
        return arb("inf")
    plain = replace(loss.loss, rate=loss.rate, moved_first=loss.direction == "remove")
    down = replace(plain, noise=plain.noise.reflected())
    return count_renyi(plain, order).max(count_renyi(down, order))


def _of_run(mechanism: Mechanism, side: int) -> PrivacyLoss:
    """Return the loss of one run that the curves know, where so many records are added."""
    curves = list(curves_of(LossDP(((mechanism, Integer(1)),))))
    return curves[side % len(curves)].components[0][0]


def _sampled_loss(mechanism: Mechanism, side: int) -> PrivacyLoss | None:
    """Return the loss of a run on a sample of fixed size, or of noise that is not Gaussian on a Poisson sample."""
    if (
        mechanism.rate == 1
        or mechanism.records != 1
        or mechanism.replaced
        or (isinstance(mechanism.law, Gaussian) and not mechanism.fixed_size)
    ):
        return None
    known = _of_run(mechanism, side)
    if not isinstance(known, FixedSizeCountLoss):
        return known
    plain = loss_of(mechanism.law, mechanism.sensitivity)  # all of it: atoms that are left out may count at high orders
    require(isinstance(plain, DiscreteGaussianLoss), f"the moments of {mechanism} are not known")
    return FixedSizeLoss(SampledLoss(plain, mechanism.rate))


def _of_moment(loss: PrivacyLoss, order: Fraction, moment: Callable[[arb], arb]) -> arb:
    mass = loss.infinite_mass()
    if not mass.is_zero() and order > 1:
        require(mass > 0, "it is open whether a loss is infinite")
        return arb("inf")
    point = ball_of(order - 1)
    return moment(point).log() / point


def _of_atoms(loss: SampledLoss, order: Fraction) -> arb:
    """Return the divergence of a sampled loss of finitely many values, none of them infinite."""
    point = ball_of(order - 1)
    return sum(((point * log).exp() * mass for log, mass in loss.listed_atoms()), arb(0)).log() / point
