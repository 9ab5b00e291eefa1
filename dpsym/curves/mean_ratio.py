r"""The mean R of t independent likelihood ratios of Gaussian noise: its distribution function, and E(x - R)_+, as contour integrals.

.. math:: Q(R \le x) = \frac{1}{2\pi i}\int e^{ux}\, \frac{\phi(u/t)^t}{u}\, du, \qquad
    E(x - R)_+ = \frac{1}{2\pi i}\int e^{ux}\, \frac{\phi(u/t)^t}{u^2}\, du, \qquad \Re u > 0,

with the transform of `dpsym.curves.lognormal`. Two contours serve, and the one with fewer nodes is taken.

*Line.* On a line through c nodes at a distance h give, by Poisson's formula, :math:`\sum_m e^{-cmT} g(x + mT)`, :math:`T = 2\pi/h`, of the wanted
function g, which is 0 for negative arguments and at most :math:`e^{Cx} \phi(C/t)^t` times 1, or 1/(eC), for every C > 0. What is too much lies
between 0 and :math:`\sum_{m \ge 1} e^{-cmT} (x + mT)`, and where T is less than x there is besides at most
:math:`e^{Cx} \phi(C/t)^t \sum_{m \ge 1} e^{-(C - c)mT}`, C > c. It is short where the mean is nearly normal.

*Hyperbola.* :math:`u = \mu(1 + \sin(iv - a))` leads into the left half-plane, where :math:`e^{ux}` falls. The integrand is analytic for
:math:`|\Im v| \le d < a`, so that the rule on nodes at a distance h errs by :math:`(M_+ + M_-)/(e^{2\pi d/h} - 1)` at most, M the integrals of
the modulus on the hyperbolas of the angles a ± d, which are bounded piece by piece. It is short far out, and for few ratios.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from fractions import Fraction
from functools import lru_cache

from flint import acb, arb, ctx

from dpsym.curves.effort import Effort
from dpsym.curves.lognormal import LognormalTransform
from dpsym.curves.mean_plans import FARTHEST, Plan, Planner
from dpsym.curves.nodes import Contour
from dpsym.errors import UndecidedError

_PIECE = 1 / 16  # of v, on which the modulus is bounded at once
_NATS = 2.0  # by which a bound on a piece may exceed the value in its middle
_SHORTEST = 2.0**-14
_MOST_NATS = 2000.0  # of the transform of few ratios, which is as small as its error has to be
_MOST_TERMS = 1_000_000  # of transforms on the nodes of one contour, a few microseconds each


_Asked = tuple[Fraction, int, tuple[Fraction, Fraction], int]
_left: ContextVar[tuple[Effort, set[_Asked]] | None] = ContextVar("left", default=None)


@contextmanager
def at_most(terms: int) -> Iterator[None]:
    """Let all contours that are asked for have no more terms of transforms than these; each counts once, whether it was known before or not."""
    before = _left.set((Effort(terms), set()))
    try:
        yield
    finally:
        _left.reset(before)


def contour_for(spread: Fraction, slots: int, ends: tuple[Fraction, Fraction], bits: int) -> Contour:
    """Return the shorter contour for a stretch of places x, with an absolute error of about 2^-bits.

    Parameters
    ----------
    spread : Fraction
        The standard deviation of the noise, in the unit of the sensitivity.
    slots : int
        How many ratios there are.
    ends : tuple of Fraction
        The least and the greatest place, both positive.
    bits : int
        Also the working precision, less what cancels.

    Raises
    ------
    UndecidedError
        If both take too many nodes.
    """
    asked = (spread, slots, ends, bits)
    plan, terms = _planned(*asked)
    limit = _left.get()
    if limit and asked not in limit[1]:
        limit[0].spend(terms)
        limit[1].add(asked)
    return _built(*asked, plan)


@lru_cache(256)
def _planned(spread: Fraction, slots: int, ends: tuple[Fraction, Fraction], bits: int) -> tuple[Plan, float]:
    """Return the shorter plan, and about how many terms of transforms it takes."""
    planner = Planner(spread, slots, (float(ends[0]), float(ends[1])), bits * math.log(2))
    plan = planner.shortest()
    terms = plan[0] * planner.transform.terms(planner.nats + plan[3])
    least = planner.transform.log_real(max(plan[2][0], plan[2][3]) / slots) if plan[1] == "line" else 0.0
    if terms > _MOST_TERMS or least < -_MOST_NATS:
        raise UndecidedError(f"the mean of {slots} ratios takes {plan[0]:.3g} nodes of a costly transform")
    return plan, terms


@lru_cache(256)
def _built(spread: Fraction, slots: int, ends: tuple[Fraction, Fraction], bits: int, found: Plan) -> Contour:
    _, kind, plan, lift = found
    with ctx.workprec(bits + int(lift * 1.45) + slots.bit_length() + 16):
        build = _Builder(spread, slots, ends, bits * math.log(2) + lift)
        return build.line(*plan) if kind == "line" else build.hyperbola(*plan)


class _Builder:
    """The nodes and their errors, in balls."""

    def __init__(self, spread: Fraction, slots: int, ends: tuple[Fraction, Fraction], nats: float) -> None:
        self.transform, self.slots, self.nats = LognormalTransform(spread), slots, nats + math.log(slots) + 4
        self.low, self.top = (arb(end.numerator) / end.denominator for end in ends)

    def _power(self, u: acb) -> acb:
        return self._relative(u / self.slots, self.nats) ** self.slots

    def _relative(self, share: acb, nats: float) -> acb:
        """Return the transform, of an error as small beside what it is on the real axis: of few ratios that is small itself."""
        real = float(share.real)
        return self.transform.at(share, nats - (self.transform.log_real(real) if real > 0 else 0.0))

    def line(self, c: float, step: float, far: float, further: float) -> Contour:
        abscissa, spacing = arb(c), arb(step)
        count = math.ceil(far / step)
        lead = spacing / arb.pi()
        nodes = []
        for k in range(count + 1):
            u = acb(abscissa, spacing * k)
            nodes.append((u, self._power(u) / u * (lead if k else lead / 2)))
        height = spacing * count
        beyond = self._least(acb(abscissa, height))
        cut = (abscissa * self.top + beyond).exp() / arb.pi()
        doublings = 8 + int((float(abscissa * self.top) + self.nats + 8 / self.transform.s**2) / 2.7)
        far_out = (abscissa * self.top).exp() / arb.pi() * self._beyond(height * arb(2) ** doublings)
        period = 2 * arb.pi() / spacing
        wrapped = (-abscissa * period).exp()
        alias = wrapped / (1 - wrapped)
        folded = self._folded(abscissa, period, further)
        return Contour(
            nodes,
            (
                cut * doublings * arb(2).log() + far_out + alias + folded[0],
                cut / height + self.top * alias + period * wrapped / (1 - wrapped) ** 2 + folded[1],
            ),
            ctx.prec,
        )

    def _folded(self, c: arb, period: arb, further: float) -> tuple[arb, arb]:
        """Return bounds of what a period shorter than the last place adds from before it."""
        if period > self.top:
            return arb(0), arb(0)
        greater = arb(further)
        ratio = ((c - greater) * period).exp()
        if not ratio < 1:
            raise UndecidedError("a period is too short for its line")
        mass = self._relative(acb(greater / self.slots), self.nats).real.upper().log() * self.slots
        most = (greater * self.top + mass).exp() * ratio / (1 - ratio)
        return most.upper(), (most / greater).upper()

    def _beyond(self, height: arb) -> arb:
        r"""Return a bound of the integral of :math:`|\phi(u/t)|^t/y` over y beyond a height on a line.

        A turn by theta leaves :math:`e^{ts^2\theta^2/2} \phi(x/t)^t`, x at least :math:`y \sin\theta`. From
        :math:`e^{-w} \le (a/(ew))^a` with a = 4/t follows :math:`\phi(x/t)^t \le (4/(ex))^4 e^{(2 + 8/t)/s^2}`.
        """
        s, turn = self.transform.spread, arb(min(1.0, 1 / (self.transform.s * math.sqrt(self.slots))))
        lift = self.slots * (s * turn) ** 2 / 2 + (2 + arb(8) / self.slots) / s**2
        return (lift + 4 * (4 / (height * turn.sin())).log() - 4).exp() / 4

    def hyperbola(self, mu: float, a: float, strip: float, step: float, end: float) -> Contour:
        scale, spacing = arb(mu), arb(step)
        count = math.ceil(max(end, 1.5) / step)
        nodes = []
        for k in range(count + 1):
            u, slope = _on_hyperbola(scale, arb(a), spacing * k)
            nodes.append((u, self._power(u) * slope / u * spacing / arb.pi() / (1 if k else 2)))
        growth = (2 * arb.pi() * arb(strip) / spacing).expm1()
        sides = [self._modulus(scale, arb(a) + sign * arb(strip)) for sign in (-1, 1)]
        rests = self._modulus(scale, arb(a), count * step)
        first, second = (
            sum((side[k] for side in sides), arb(0)) / growth / arb.pi() + rests[k] / arb.pi() for k in (0, 1)
        )
        return Contour(nodes, (first, second), ctx.prec)

    def _modulus(self, scale: arb, angle: arb, start: float = 0.0) -> tuple[arb, arb]:
        """Return bounds of the integrals of the moduli of both integrands on one half of a hyperbola, from a place on."""
        totals, v, width = (arb(0), arb(0)), start, _PIECE
        goal = arb(-self.nats).exp()
        planner = Planner(self.transform.key, self.slots, (float(self.low), float(self.top)), self.nats)
        with ctx.workprec(64):
            while v < FARTHEST:
                u, slope = _on_hyperbola(scale, angle, arb(v + width / 2, width / 2))
                real = u.real.upper()
                outer = real * (self.top if real > 0 else self.low)
                enough = planner.log(float(scale), float(angle), v + width / 2) + _NATS
                log = outer + self._log_modulus(planner, u, enough - outer)
                if width > _SHORTEST and not log < enough:
                    width /= 2
                    continue
                part = (log.exp() * abs(slope) / abs(u) * width).upper()
                totals = totals[0] + part, totals[1] + (part / abs(u).lower()).upper()
                v, width = v + width, min(_PIECE, 2 * width)
                if v >= 1.5 and (rest := self._rest(scale, angle, arb(v)))[0] < goal:
                    return totals[0] + rest[0], totals[1] + rest[1]
        raise UndecidedError("the modulus on a hyperbola does not fall")

    def _rest(self, scale: arb, angle: arb, v: arb) -> tuple[arb, arb]:
        """Return bounds of the integrals of the moduli beyond a place from 1.5 on, where the slope is at most twice or so |u|."""
        fall = self.low * scale * angle.sin()
        top = self.low * scale - fall * v.cosh() + self.slots * (self.transform.spread * angle) ** 2 / 2
        least = v.sinh() - 1
        first = top.exp() / (fall * v.sinh()) * v.cosh() / least
        return first, first / (scale * least)

    def _least(self, u: acb) -> arb:
        """Return a bound of the logarithm of the modulus from a node of a line upwards: of each turn it falls."""
        planner = Planner(self.transform.key, self.slots, (1.0, 1.0), self.nats)
        theta = planner.turn(complex(u))
        with ctx.workprec(64):
            return self._turned(u, theta)

    def _turned(self, u: acb, theta: float) -> arb:
        turn = arb(theta)
        real = (u * acb(0, -turn).exp()).real / self.slots
        lift = self.slots * (self.transform.spread * turn) ** 2 / 2
        if not real > 0:
            return arb("inf")
        return lift + self.slots * self._relative(acb(real.lower()), 40.0).real.upper().log()

    def _log_modulus(self, planner: Planner, u: acb, enough: arb) -> arb:
        """Return a bound of the logarithm of the modulus of the power on a piece: near 0 by its series, else by a turn."""
        beyond = (abs(u.arg()) - arb.pi() / 2).max(arb(0)).upper()
        s = self.transform.spread
        lift = ((s * beyond) ** 2 / 2 + 1 / s**2).exp()
        share = u / self.slots
        near = self.slots * (abs(1 - share) + abs(share) ** 2 * lift / 2).upper().log()
        if near < enough:
            return near
        bound = self._turned(u, planner.turn(complex(u.mid())))
        return near.min(bound) if bound.is_finite() else near


def _on_hyperbola(scale: arb, angle: arb, v: arb) -> tuple[acb, acb]:
    """Return a node, and its derivative by v over i."""
    place = acb(-angle, v)
    return scale * (1 + place.sin()), scale * place.cos()
