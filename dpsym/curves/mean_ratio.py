r"""The mean R of t independent likelihood ratios of Gaussian noise: its distribution function, and E(x - R)_+, as contour integrals.

.. math:: Q(R \le x) = \frac{1}{2\pi i}\int e^{ux}\, \frac{\phi(u/t)^t}{u}\, du, \qquad
    E(x - R)_+ = \frac{1}{2\pi i}\int e^{ux}\, \frac{\phi(u/t)^t}{u^2}\, du, \qquad \Re u > 0,

with the transform of `dpsym.curves.lognormal`. Two contours serve, and the one with fewer nodes is taken.

*Line.* On a line through c nodes at a distance h give, by Poisson's formula, :math:`\sum_m e^{-cmT} g(x + mT)`, :math:`T = 2\pi/h`, of the wanted
function g, which is 0 for negative arguments: what is too much lies between 0 and :math:`\sum_{m \ge 1} e^{-cmT} (x + mT)`. It is short where the
mean is nearly normal.

*Hyperbola.* :math:`u = \mu(1 + \sin(iv - a))` leads into the left half-plane, where :math:`e^{ux}` falls. The integrand is analytic for
:math:`|\Im v| \le d < a`, so that the rule on nodes at a distance h errs by :math:`(M_+ + M_-)/(e^{2\pi d/h} - 1)` at most, M the integrals of
the modulus on the hyperbolas of the angles a ± d, which are bounded piece by piece. It is short far out, and for few ratios.
"""

from __future__ import annotations

import cmath
import math
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from flint import acb, arb, arb_poly, ctx

from dpsym.curves.lognormal import LognormalTransform
from dpsym.errors import UndecidedError

_TURNS = (0.0, *(2.0**k for k in range(-9, -3)), *(k * math.pi / 24 for k in range(1, 17)))
_SCALES = tuple(2.0 ** (k / 2) for k in range(-8, 21))
_ANGLES = (0.4, 0.8, 1.2)
_SHARES = (0.08, 0.15, 0.25, 0.4)
_INSIDE = 0.8  # the half width of the strip, as a share of the angle
_PIECE = 1 / 16  # of v, on which the modulus is bounded at once
_PLACES = tuple(k / 4 for k in range(25))  # of v, where the modulus is looked at
_REACH = 6.0  # of the distance times the greatest node, on which one series serves
_FEWEST, _SPARE = 6, 8
_NATS = 2.0  # by which a bound on a piece may exceed the value in its middle
_SHORTEST = 2.0**-14
_MOST_NODES = 20_000
_FARTHEST = 40.0


Plan = tuple[float, str, tuple[float, ...], float]
"""What it costs, the kind of contour, its parameters, and the nats that cancel."""


@dataclass(frozen=True)
class Contour:
    """Nodes u with their weights, and bounds of the errors of the two functions.

    Parameters
    ----------
    nodes : list of (acb, acb)
        u, and what :math:`e^{ux}` is multiplied by for the distribution function; for the other one it is divided by u.
    errors : tuple of arb
        Of the distribution function, and of E(x - R)_+.
    bits : int
        The precision at which sums over the nodes are taken, of which some cancels.
    """

    nodes: list[tuple[acb, acb]]
    errors: tuple[arb, arb]
    bits: int

    def at(self, x: arb) -> tuple[arb, arb]:
        """Return Q(R <= x) and E(x - R)_+."""
        first = second = arb(0)
        with ctx.workprec(self.bits):
            for u, weight in self.nodes:
                part = (u * x).exp() * weight
                first, second = first + part.real, second + (part / u).real
            return _widened(first, self.errors[0]), _widened(second, self.errors[1])

    def near(self, places: list[arb], bits: int) -> list[tuple[arb, arb]]:
        r"""Return both functions at increasing places, by series around every few of them.

        What a node contributes beyond n terms is at most :math:`|w e^{ux}| (|u| d)^n e^{|u| d}/n!` at a distance d.
        """
        with ctx.workprec(self.bits):
            return self._near(places, bits)

    def _near(self, places: list[arb], bits: int) -> list[tuple[arb, arb]]:
        found: list[tuple[arb, arb]] = []
        while len(found) < len(places):
            start = places[len(found)]
            kept, cut = self._kept(start, bits)
            reach = _REACH / max(float(abs(u).upper()) for u, _ in kept)
            block = [start]
            for place in places[len(found) + 1 :]:
                if not place - start < 2 * reach:
                    break
                block.append(place)
            if len(block) < _FEWEST:
                found += [self.at(place) for place in block]
                continue
            middle = start + arb(reach)
            series, rest = _series(kept, middle, arb(reach), bits)
            errors = [(error + (rest + cut) * scale).upper() for error, scale in zip(self.errors, (1, middle + 1), strict=True)]
            for place in block:
                value = series[0](place - middle), series[1](place - middle)
                found.append((_widened(value[0], errors[0]), _widened(value[1], errors[1])))
        return found

    def _kept(self, start: arb, bits: int) -> tuple[list[tuple[acb, acb]], arb]:
        """Return the nodes that matter from a place on, and a bound of what the others add to either function."""
        kept, cut, goal = [], arb(0), arb(2) ** -(bits + _SPARE)
        for u, weight in self.nodes:
            size = (u.real * start).exp() * abs(weight) * (1 + 1 / abs(u))
            if u.real <= 0 and size < goal:
                cut += size.upper()
            else:
                kept.append((u, weight))
        return kept, cut


def _series(nodes: list[tuple[acb, acb]], middle: arb, reach: arb, bits: int) -> tuple[tuple[arb_poly, arb_poly], arb]:
    """Return the series of both functions around a place, and a bound of what is left out within a distance."""
    terms = 8
    while terms * (math.log2(terms) - math.log2(math.e * _REACH)) < bits + _SPARE + 2 * _REACH:
        terms += 8
    firsts, seconds, rest = [arb(0)] * terms, [arb(0)] * terms, arb(0)
    for u, weight in nodes:
        part = (u * middle).exp() * weight
        length = abs(u) * reach
        rest += abs(part) * (1 + 1 / abs(u)) * (length.exp() * length**terms / arb.fac_ui(terms))
        second = part / u
        for k in range(terms):
            firsts[k] += part.real
            seconds[k] += second.real
            second, part = part / (k + 1), part * u / (k + 1)
    return (arb_poly(firsts), arb_poly(seconds)), rest.upper()


def _widened(value: arb, error: arb) -> arb:
    return value + arb(0, error.upper())


@lru_cache(256)
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
    planner = _Planner(spread, slots, (float(ends[0]), float(ends[1])), bits * math.log(2))
    count, kind, plan, lift = planner.shortest()
    if count > _MOST_NODES:
        raise UndecidedError(f"the mean of {slots} ratios takes {count:.3g} nodes")
    with ctx.workprec(bits + int(lift * 1.45) + slots.bit_length() + 16):
        build = _Builder(spread, slots, ends, bits * math.log(2) + lift)
        return build.line(*plan) if kind == "line" else build.hyperbola(*plan)


class _Planner:
    """The plans, in floats: they certify nothing."""

    def __init__(self, spread: Fraction, slots: int, ends: tuple[float, float], nats: float) -> None:
        self.transform, self.slots, self.ends, self.nats = LognormalTransform(spread), slots, ends, nats
        self.loss = slots * float(spread) ** 2 / 2

    def log_modulus(self, u: complex) -> float:
        """Return the logarithm of a bound of the modulus of the power."""
        angle = abs(cmath.phase(u))
        best = self._turned(u, angle, self.turn(u))
        square = abs(u) ** 2 / (2 * self.slots**2)
        lift = math.exp(min(self.loss / self.slots * max(0.0, angle - math.pi / 2) ** 2 + 1 / self.transform.s**2, 600.0))
        return min(best, self.slots * math.log(abs(1 - u / self.slots) + square * lift))

    def turn(self, u: complex) -> float:
        """Return the turn that bounds the modulus best."""
        angle = abs(cmath.phase(u))
        fit = [theta for theta in _TURNS if angle - theta < math.pi / 2 - 0.1] or [_TURNS[-1]]
        return min(fit, key=lambda theta: self._turned(u, angle, theta))

    def _turned(self, u: complex, angle: float, theta: float) -> float:
        return self.loss * theta**2 + self.slots * self.transform.log_real(
            max(0.0, abs(u) * math.cos(angle - theta)) / self.slots
        )

    def shortest(self) -> Plan:
        """Return the plan with the fewer nodes; a hyperbola is bounded on as many pieces as it is long."""
        curved = self.hyperbola()
        reach = curved[2][0] * math.cosh(curved[2][4]) if curved[2] else 0.0
        return self.line((curved[0] + reach / 2, *curved[1:]))

    def line(self, best: Plan) -> Plan:
        """Return the best plan of a line, or one that is better."""
        top = self.ends[1]
        for scale in _SCALES:
            c = scale * self.nats / top / 2
            lift = max(0.0, c * top + self.log_modulus(complex(c)))
            if lift > 3 * self.nats:
                continue
            far, goal = c, -self.nats - c * top
            step = min(2 * math.pi * c / (self.nats + 3 + math.log1p(top)), 2 * math.pi / top)
            while (cost := far / step * (1 + lift / 200)) < best[0] and self.log_modulus(complex(c, far)) > goal:
                far *= 1.25
            best = min(best, (cost, "line", (c, step, far), lift))
        return best

    def hyperbola(self) -> Plan:
        """Return the best plan of a hyperbola."""
        best: Plan = (math.inf, "hyperbola", (), 0.0)
        low, top = self.ends
        for total in _ANGLES:
            a = total / (1 + _INSIDE)
            strip = a * _INSIDE
            for share in _SHARES:
                mu = share * self.nats / top
                lift = max(0.0, *(self.log(mu, angle, v) for angle in (a - strip, a, total) for v in _PLACES))
                if lift > 3 * self.nats:
                    continue
                end = 0.5
                while end < _FARTHEST and self.log(mu, a, end) > -self.nats - 2:
                    end += 0.25
                if end < _FARTHEST:
                    step = 2 * math.pi * strip / (self.nats + lift + 4)
                    best = min(best, (end / step * (1 + lift / 200), "hyperbola", (mu, a, strip, step, end), lift))
        return best

    def log(self, mu: float, angle: float, v: float) -> float:
        """Return the logarithm of the modulus of the integrand on a hyperbola."""
        u = mu * (1 + cmath.sin(complex(-angle, v)))
        return u.real * (self.ends[1] if u.real > 0 else self.ends[0]) + self.log_modulus(u)


class _Builder:
    """The nodes and their errors, in balls."""

    def __init__(self, spread: Fraction, slots: int, ends: tuple[Fraction, Fraction], nats: float) -> None:
        self.transform, self.slots, self.nats = LognormalTransform(spread), slots, nats + math.log(slots) + 4
        self.low, self.top = (arb(end.numerator) / end.denominator for end in ends)

    def _power(self, u: acb) -> acb:
        return self.transform.at(u / self.slots, self.nats) ** self.slots

    def line(self, c: float, step: float, far: float) -> Contour:
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
        return Contour(
            nodes,
            (
                cut * doublings * arb(2).log() + far_out + alias,
                cut / height + self.top * alias + period * wrapped / (1 - wrapped) ** 2,
            ),
            ctx.prec,
        )

    def _beyond(self, height: arb) -> arb:
        r"""Return a bound of the integral of :math:`|\phi(u/t)|^t/y` over y beyond a height on a line.

        A turn by theta leaves :math:`e^{ts^2\theta^2/2} \phi(x/t)^t`, x at least :math:`y \sin\theta`, and from :math:`e^{-w} \le (a/(ew))^a` with a = 4/t
        follows :math:`\phi(x/t)^t \le (4/(ex))^4 e^{(2 + 8/t)/s^2}`.
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
        planner = _Planner(self.transform.key, self.slots, (float(self.low), float(self.top)), self.nats)
        with ctx.workprec(64):
            while v < _FARTHEST:
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
        planner = _Planner(self.transform.key, self.slots, (1.0, 1.0), self.nats)
        theta = planner.turn(complex(u))
        with ctx.workprec(64):
            return self._turned(u, theta)

    def _turned(self, u: acb, theta: float) -> arb:
        turn = arb(theta)
        real = (u * acb(0, -turn).exp()).real / self.slots
        lift = self.slots * (self.transform.spread * turn) ** 2 / 2
        if not real > 0:
            return arb("inf")
        return lift + self.slots * self.transform.at(acb(real.lower()), 40.0).real.upper().log()

    def _log_modulus(self, planner: _Planner, u: acb, enough: arb) -> arb:
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
