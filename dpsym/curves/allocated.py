r"""The privacy loss of random allocation: Gaussian noise in each of t steps, in one of which, drawn at random, a record takes part.

The pair is the mean of t products, in each of which one factor Q is a P, against t copies of Q (Feldman and Shenfeld, arXiv:2502.08202). Its ratio
is the mean R of t independent log-normal ones, so that the loss is log R with the masses

.. math:: Q(R \le x), \qquad P(R \le x) = E[R;\, R \le x] = x\,Q(R \le x) - E(x - R)_+,

of which `dpsym.curves.mean_ratio` has both terms. The other direction is -log R, with P and Q exchanged. Its moments,

.. math:: M(z) = E_Q[R^{-z}] \text{ where the record is added}, \qquad E_Q[R^{1 + z}] \text{ where it is removed},

are known up a line by `dpsym.curves.mean_powers` in the former, and bounded on the axis in the latter, where curves take the former one's lines.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

from flint import acb, arb, ctx

from dpsym.curves.allocated_moments import ORDERS, log_moments
from dpsym.curves.directed import DirectedLoss, Masses
from dpsym.curves.lognormal import LognormalTransform
from dpsym.curves.loss import PrivacyLoss, ball_of, set_fractions
from dpsym.curves.mean_guesses import log_moment
from dpsym.curves.mean_powers import at_most, mean_powers, powers_work
from dpsym.curves.mean_ratio import contour_for
from dpsym.errors import UndecidedError
from dpsym.parameters import DEVIATION, POSITIVE_COUNT, SENSITIVITY

LITTLE = Fraction(1, 2)
"""A deviation below which contours are costly."""

_NONE, _ALL = (arb(0), arb(0)), (arb(1), arb(1))
_SIGMAS, _FAR = 6, 24  # deviations of the first stretch, and those beyond which a nearly normal mean does not lie
_WIDE = 8  # from here on stretches are longer: nearer the mean still falls like a normal number, which a long one hides
_GUARD = 12
_SPARE = 4  # times the bits of a mass are those of its place
_SHARED = 32  # bits to whose multiples contours are made, so that lattices share them
_RELATIVE, _FORMULA, _FIRST_BITS = (
    64,
    176,
    128,
)  # bits of a mass that are enough, those that a formula has to spare, and the first to be tried
_NEARLY_NORMAL = 300  # the ratio's variance, over which contours are short and lines are high
_GREAT = 3.0  # times the logarithm of the moment of a normal number
_POINTS = tuple(2.0 ** (k / 2) for k in range(-2, 24))


@dataclass(frozen=True)
class AllocatedGaussianLoss(DirectedLoss):
    """The privacy loss of Gaussian noise under random allocation to one of several steps.

    Parameters
    ----------
    slots : positive int
        The number t of steps.
    sigma : positive rational
        The standard deviation of the noise, in the unit of the query.
    direction : {"remove", "add"}, optional
        ``"remove"``: the mixture against the plain noise; ``"add"``: the reverse.
    shift : positive rational, optional
        The sensitivity, in the unit of the query.

    Raises
    ------
    ParameterError
        If a parameter is outside its domain or not rational.
    """

    slots: int
    sigma: Fraction
    direction: str = "remove"
    shift: Fraction = Fraction(1)
    spread: Fraction = field(init=False, repr=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        set_fractions(self, sigma=DEVIATION, shift=SENSITIVITY, slots=POSITIVE_COUNT)
        object.__setattr__(self, "slots", int(self.slots))
        object.__setattr__(self, "spread", self.sigma / self.shift)

    @property
    def has_formula(self) -> bool:
        return self.slots * self.spread**2 > _NEARLY_NORMAL

    @property
    def is_mirrored(self) -> bool:
        return self.is_removed

    def log_mgf(self, c: float) -> float:
        return log_moment(1 / float(self.spread), self.slots, 1 + c if self.is_removed else -c)

    def planned(self, rare: float, count: int) -> PrivacyLoss:
        """Return the pair the other way round where ratios make the moments great that are too rare to matter: but for them the losses are alike."""
        if not self.is_removed:
            return self
        width, tau = float(self._width), 1 / float(self.spread)
        try:
            if self.log_mgf(math.sqrt(-2 * rare / count) / width) < -_GREAT * rare / count:
                return self
        except UndecidedError:
            pass
        # such a ratio makes the loss of all runs what it is where they are normal
        loss = width * math.sqrt(-2 * rare * count)
        deviations = (math.log(self.slots * math.expm1(min(loss, 700.0))) - tau * tau / 2) / tau
        return self.reversed() if deviations > math.sqrt(-2 * rare) else self

    def at(self, c: arb) -> arb:
        if c.is_zero():
            return arb(1)
        return arb(0).union(at_most(self.spread, self.slots, 1 + c)) if self.is_removed else super().at(c)

    def on_line(self, c: arb, step: arb, start: int, count: int, nats: float) -> list[acb]:
        if self.is_removed:
            raise UndecidedError(f"the moments of {self} are known as those of the pair the other way round")
        return mean_powers(self.spread, self.slots, c, step, start, count, nats)

    def work(self, c: float, height: float, count: int, nats: float) -> float:
        return powers_work(self.spread, self.slots, c, height, nats) + 4.0 * count

    def decay(self, c: float) -> Callable[[arb], arb]:
        most, rate = self.at(arb(c)).upper(), 1 / (2 * self.slots * ball_of(self.spread * self.spread))
        return lambda height: (most * (-rate * height * height).exp()).upper()

    def cells(self, cuts: list[arb]) -> list[Masses]:
        if self.is_removed:
            ends = [_NONE, *self.below(cuts), _ALL]
            return [(later[0] - here[0], later[1] - here[1]) for here, later in pairwise(ends)]
        ends = [_ALL, *self.below([-cut for cut in reversed(cuts)])[::-1], _NONE]
        return [(here[1] - later[1], here[0] - later[0]) for here, later in pairwise(ends)]

    def below(self, losses: list[arb]) -> list[Masses]:
        """Return the masses of the mixture and of the plain steps where the logarithm of the mean ratio is below increasing numbers."""
        # what a place is uncertain by grows as much as what cancels on a contour
        with ctx.workprec(_SPARE * ctx.prec):
            places = [loss.exp() for loss in losses]
        return self._below(places)

    def _below(self, places: list[arb]) -> list[Masses]:
        """Return the masses of the mixture and of the plain noise where the mean ratio is at most each of increasing places."""
        if len(places) == 1:
            return [self._near_one(places[0])]
        found: list[Masses] = []
        while len(found) < len(places):
            place = places[len(found)]
            far = self._far(place)
            if far is not None:
                found.append(far)
                continue
            ends = self._stretch(float(place))
            block = []
            for each in places[len(found) :]:
                if not each <= ball_of(ends[1]):
                    break
                block.append(each)
            contour = contour_for(self.spread, self.slots, ends, -(-ctx.prec // _SHARED) * _SHARED)
            values = contour.near(block, ctx.prec) if block else [contour.at(place)]
            found += [(x * first - second, first) for x, (first, second) in zip(block or [place], values, strict=True)]
        return found

    def _near_one(self, place: arb) -> Masses:
        """Return the masses at one place, to as many digits as matter of the smaller part."""
        if not place > 0 or not place.is_finite():
            return (arb(0).union(arb(1)),) * 2
        wanted, bits = max(_RELATIVE, ctx.prec - _FORMULA), min(_FIRST_BITS, ctx.prec)
        while True:
            with ctx.workprec(bits):
                far = self._far(place)
            if far is not None:
                return far
            first, second = contour_for(self.spread, self.slots, self._stretch(float(place)), bits).at(place)
            found = place * first - second, first
            small = 1 - found[0] if place > 1 else found[1]
            if bits >= ctx.prec or small.rel_accuracy_bits() >= wanted:
                return found
            bits = min(ctx.prec, bits + bits // 2)

    def _far(self, place: arb) -> Masses | None:
        """Return the masses far out, where a bound says enough, None elsewhere."""
        slight = arb(2) ** -(ctx.prec + _GUARD)
        if place < 1:
            q = _lower_tail(self.spread, self.slots, place, ctx.prec)
            return (_up_to(place * q), _up_to(q)) if q < slight else None
        beyond = self._beyond_edge(place, ctx.prec)
        if beyond is not None and beyond[0] < slight * 2**_GUARD * 2**_GUARD:
            return 1 - _up_to(beyond[0]), 1 - _up_to(beyond[1])
        p, q = _upper_tail(self.spread, self.slots, place, ctx.prec)
        return (1 - _up_to(p), 1 - _up_to(q)) if p < slight else None

    def _beyond_edge(self, place: arb, bits: int) -> Masses | None:
        """Return bounds of the masses beyond an edge where a place lies further, None where there is none.

        Where the mean is nearly normal the bound by moments says too little, and the mass beyond a place does not grow with it.
        """
        edge = 1 + _FAR * self._width
        return _edge_tail(self.spread, self.slots, edge, bits) if edge < 2 and place > ball_of(edge) else None

    @property
    def _width(self) -> Fraction:
        """About the standard deviation of the mean ratio."""
        width = math.sqrt(math.expm1(min(1 / float(self.spread) ** 2, 300.0)) / self.slots)
        return max(Fraction(math.ceil(width * 2**20), 2**20), Fraction(1, 2**20))

    @property
    def about(self) -> Fraction:
        """A power of 2, at most 1: a few standard deviations of the mean ratio, beyond which its places are costly."""
        return min(Fraction(1), Fraction(2) ** math.ceil(math.log2(_SIGMAS * self._width)))

    def _stretch(self, place: float) -> tuple[Fraction, Fraction]:
        """Return the stretch of places on which one contour serves."""
        low, high = Fraction(1, 2), min(1 + _SIGMAS * self._width, Fraction(2))
        while place >= high:
            low, high = high, min(1 + 2 * (high - 1), Fraction(2)) if high < 2 else (2 if high < _WIDE else 4) * high
        while place < low:
            low, high = low / 4, low
        return low, high

    def bottom(self, rare: arb, step: float) -> int:
        low, high = -math.ldexp(1.0, 12), 0.0
        while high - low > max(step, 1e-3):
            middle = (low + high) / 2
            low, high = (middle, high) if self._slight(middle, rare) else (low, middle)
        return math.floor(low / step) - 1

    def _slight(self, loss: float, rare: arb) -> bool:
        """Return whether a bound of the mass of P below a negative loss is rare."""
        place = arb(loss if self.is_removed else -loss).exp()
        if self.is_removed:
            return bool(place * _lower_tail(self.spread, self.slots, place, 64) < rare)
        beyond = self._beyond_edge(place, max(ctx.prec, 64))
        if beyond is not None and beyond[1] < rare:
            return True
        return bool(_upper_tail(self.spread, self.slots, place, 64)[1] < rare)


def _up_to(bound: arb) -> arb:
    half = bound.upper() / 2
    return half + arb(0, half.upper())


def _lower_tail(spread: Fraction, slots: int, place: arb, bits: int) -> arb:
    r"""Return a bound of :math:`Q(R \le x)`: the least of :math:`e^{cx} \phi(c/t)^t` at a few c."""
    return min(
        ((c * place + log).exp() for c, log in _transforms(spread, slots, bits)), key=lambda each: float(each.upper())
    )


@lru_cache(64)
def _transforms(spread: Fraction, slots: int, bits: int) -> list[tuple[arb, arb]]:
    with ctx.workprec(bits):
        transform, scale = LognormalTransform(spread), min(float(spread) * math.sqrt(slots), 1e6)
        found = []
        for point in _POINTS:
            c = arb(point * max(scale, 1.0))
            value = transform.at(acb(c / slots), bits * math.log(2)).real.upper()
            found.append((c, slots * arb(value).log()))
        return found


@lru_cache(64)
def _edge_tail(spread: Fraction, slots: int, edge: Fraction, bits: int) -> Masses:
    """Return upper bounds of the masses of the mixture and of the plain noise beyond a place, as the contour has them."""
    with ctx.workprec(bits):
        place = ball_of(edge)
        first, second = contour_for(spread, slots, (Fraction(1, 2), edge), bits).at(place)
        return ((1 - place * first + second).upper().max(arb(0)), (1 - first).upper().max(arb(0)))


def _upper_tail(spread: Fraction, slots: int, place: arb, bits: int) -> Masses:
    r"""Return bounds of :math:`P(R > x) \le E R^{k+1}/x^k` and :math:`Q(R > x) \le E R^{k+1}/x^{k+1}`, the least of a few k."""
    log = place.log()
    p = min(
        (moment - k * log for k, moment in enumerate(log_moments(spread, slots, ORDERS - 1, bits))),
        key=lambda each: float(each),
    )
    return p.exp().min(arb(1)), (p - log).exp().min(arb(1))
