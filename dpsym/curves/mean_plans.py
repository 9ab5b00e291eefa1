"""Which contour serves for the mean of likelihood ratios, and with how many nodes: looked for in floats, which certify nothing."""

from __future__ import annotations

import cmath
import math
from fractions import Fraction

from dpsym.curves.lognormal import LognormalTransform

_TURNS = (0.0, *(k * math.pi / 24 for k in range(1, 17)))
_SLIGHT_TURN = -9  # its binary logarithm, of the least turn unless the mean is nearer to normal
_SCALES = tuple(2.0 ** (k / 2) for k in range(-8, 41))
_ANGLES = (0.4, 0.8, 1.2)
_SHARES = (0.08, 0.15, 0.25, 0.4)
_FACTORS = (1.25, 1.5, 2.0, 2.5, 3.0, 4.0, 6.0, 8.0, 12.0, 16.0)  # by which an exponent is greater than that of a line
_LONGER = 1 + 1e-9  # a period than the last place, whatever is rounded
_FEW = 250.0  # nodes of a line, where no hyperbola is looked for
_INSIDE = 0.8  # the half width of the strip, as a share of the angle
_PLACES = tuple(k / 4 for k in range(25))  # of v, where the modulus is looked at
FARTHEST = 40.0
_TINY = 1e-300

Plan = tuple[float, str, tuple[float, ...], float]
"""What it costs, the kind of contour, its parameters, and the nats that cancel."""


class Planner:
    """The plans for a stretch of places.

    Parameters
    ----------
    spread : Fraction
        The standard deviation of the noise, in the unit of the sensitivity.
    slots : int
        How many ratios there are.
    ends : tuple of float
        The least and the greatest place.
    nats : float
        The wanted absolute error is exp(-nats).
    """

    def __init__(self, spread: Fraction, slots: int, ends: tuple[float, float], nats: float) -> None:
        self.transform, self.slots, self.ends, self.nats = LognormalTransform(spread), slots, ends, nats
        self.loss = slots * float(spread) ** 2 / 2
        least = min(_SLIGHT_TURN, math.floor(-math.log2(2 * self.loss) / 2))
        self.turns = (*_TURNS, *(2.0**k for k in range(least, -3)))

    def log_modulus(self, u: complex) -> float:
        """Return the logarithm of a bound of the modulus of the power."""
        angle = abs(cmath.phase(u))
        best = self._turned(u, angle, self.turn(u))
        square = abs(u) ** 2 / (2 * self.slots**2)
        lift = math.exp(
            min(self.loss / self.slots * max(0.0, angle - math.pi / 2) ** 2 + 1 / self.transform.s**2, 600.0)
        )
        return min(best, self.slots * math.log(abs(1 - u / self.slots) + square * lift + _TINY))

    def turn(self, u: complex) -> float:
        """Return the turn that bounds the modulus best."""
        angle = abs(cmath.phase(u))
        fit = [theta for theta in self.turns if angle - theta < math.pi / 2 - 0.1] or [_TURNS[-1]]
        return min(fit, key=lambda theta: self._turned(u, angle, theta))

    def _turned(self, u: complex, angle: float, theta: float) -> float:
        return self.loss * theta**2 + self.slots * self.transform.log_real(
            max(0.0, abs(u) * math.cos(angle - theta)) / self.slots
        )

    def shortest(self) -> Plan:
        """Return the plan with the fewer nodes; a hyperbola is bounded on as many pieces as it is long, in the unit of small places."""
        straight = self.line((math.inf, "", (), 0.0))
        if straight[0] <= _FEW:
            return straight
        curved = self.hyperbola()
        return min(straight, (curved[0] + self._reach(curved[2]) / 2, *curved[1:]), key=lambda plan: plan[0])

    def _reach(self, plan: tuple[float, ...]) -> float:
        """Return how far a hyperbola is bounded: to its last node, or to where a turn that costs much of many ratios is made up for."""
        if not plan:
            return 0.0
        mu, a, strip, _, end = plan
        turned = (self.nats + self.loss * (a + strip) ** 2) / math.sin(a)
        return max(min(1.0, self.ends[1]) * mu * math.cosh(end), turned)

    def line(self, best: Plan) -> Plan:
        """Return the best plan of a line, or one that is better."""
        top = self.ends[1]
        for scale in _SCALES:
            c = scale * self.nats / top / 2
            lift = max(0.0, c * top + self.log_modulus(complex(c)))
            if lift > 3 * self.nats:
                continue
            far, goal = c, -self.nats - c * top
            folded, period = self.fold(c)
            step = 2 * math.pi / max((self.nats + 3 + math.log1p(top)) / c, period)
            while (cost := far / step * (1 + lift / 200)) < best[0] and self.log_modulus(complex(c, far)) > goal:
                far *= 1.25
            best = min(best, (cost, "line", (c, step, far, folded), lift))
        return best

    def fold(self, c: float) -> tuple[float, float]:
        """Return how short a period may be on a line, and the exponent that says so; 0 where it is as long as the last place."""
        top, found = self.ends[1], (0.0, self.ends[1] * _LONGER)
        for factor in _FACTORS:
            further = factor * c
            log = further * top + self.log_modulus(complex(further))
            found = min(found, (further, (self.nats + 4 + max(0.0, log)) / (further - c)), key=lambda each: each[1])
        return found

    def hyperbola(self) -> Plan:
        """Return the best plan of a hyperbola."""
        best: Plan = (math.inf, "hyperbola", (), 0.0)
        top = self.ends[1]
        for total in _ANGLES:
            a = total / (1 + _INSIDE)
            strip = a * _INSIDE
            for share in _SHARES:
                mu = share * self.nats / top
                lift = max(0.0, *(self.log(mu, angle, v) for angle in (a - strip, a, total) for v in _PLACES))
                if lift > 3 * self.nats:
                    continue
                end = 0.5
                while end < FARTHEST and self.log(mu, a, end) > -self.nats - 2:
                    end += 0.25
                if end < FARTHEST:
                    step = 2 * math.pi * strip / (self.nats + lift + 4)
                    best = min(best, (end / step * (1 + lift / 200), "hyperbola", (mu, a, strip, step, end), lift))
        return best

    def log(self, mu: float, angle: float, v: float) -> float:
        """Return the logarithm of the modulus of the integrand on a hyperbola."""
        u = mu * (1 + cmath.sin(complex(-angle, v)))
        return u.real * (self.ends[1] if u.real > 0 else self.ends[0]) + self.log_modulus(u)
