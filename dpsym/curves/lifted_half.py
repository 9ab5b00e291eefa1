r"""What lies above 0 of a loss that is normal without a sample, and its mirror image, along a path that is lifted off the axis.

With :math:`f(t) = \kappa e^{-t/2 - t^2/(2\mu^2)}` and :math:`r(t) = 1 - q + q e^t` (`half_normal`), the part of the moments beside the atom at 0 is

.. math:: B(z) = \int_0^\infty f\,(r^{1+z} + r^{-z})\,dt .

For z = c + iy above the axis the path of the first summand goes from 0 up to :math:`i\theta` and from there to the right, at most a right angle
high, and that of the second is its mirror image below the axis. There, with :math:`\alpha = \arg r \ge 0`, both powers have the factor
:math:`e^{-y\alpha}`, and as f and r are real on the axis,

.. math:: B(z) = \int f r^{1+c}\, r^{iy}\,dt + \overline{\int f r^{-c}\, r^{iy}\,dt}

over the first path alone. On it the modulus of f is :math:`e^{(\Im t)^2/(2\mu^2)}` times what it is at the real part, alpha and the modulus of r
grow to the right, and upwards alpha grows while the modulus of r falls: the ends of cells bound the integrals, for all z from a height on and between
two abscissas. What lies beyond T is at most, with :math:`1 \le |r| \le e^t` or nearly,

.. math:: e^{-y\alpha(T) + \theta^2/(2\mu^2) + w(w - 1)\mu^2/2}\; \Phi\bigl(w\mu - \mu/2 - T/\mu\bigr), \qquad w = \max(1 + c, 0),

and the same with w = max(-c, 0). The integrals are sums of Gauss and Legendre, with the bounds of `sampled_moments`: an analytic function is the
greatest on the ellipse itself, which arcs cover, and the ellipse stays within two right angles of the axis, where r is no negative number.

Far up the horizontal part is nothing, and of the vertical one, with :math:`t = i\tau`, :math:`\rho = |r| \le 1` and
:math:`\ell = -\log\rho`, the two summands all but cancel:

.. math:: \bigl|\rho^{1 + z} e^{i(\alpha - \tau)} - \rho^{-z}\bigr| \le e^{c\ell}\bigl((1 + 2c + 2y)\,\ell + |\alpha - \tau|\bigr).

The second derivative of alpha has the sign of q - 1/2 all the way, so that :math:`a\tau \le \alpha \le \tau` with a the smaller one of q and
:math:`\alpha(\theta)/\theta`; and :math:`\ell \le b\tau^2` with :math:`b = p/(2(1 - p\theta^2))`, p = q(1 - q). So for all heights y from Y on

.. math:: |B| \le \frac{V}{y^2}, \qquad V = \kappa e^{\theta^2/(2\mu^2) + c\ell(\theta)}
    \Bigl(\frac{2b(1 + 2c)}{Y a^3} + \frac{4b}{a^3} + \frac{1 - a}{a^2}\Bigr) + Y^2 h(Y),

h(Y) the bound of the horizontal part, as :math:`y^2 e^{-y\alpha}` falls from :math:`y\alpha = 2` on.

Where what lies beyond a loss T is left out, the path comes down to the axis there. On the way alpha is not negative, and r and f are bounded as on
the horizontal part at T: the integral is at most theta times that.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cached_property
from itertools import pairwise

from flint import acb, arb, ctx

from dpsym.curves.lifted_path import Cell, Nodes, Region, Stretch, bound_on, middle_of, weighed_beyond
from dpsym.curves.loss import ball_of
from dpsym.curves.sampled_moments import legendre
from dpsym.errors import UndecidedError

BITS = 64
"""Of bounds."""
_RULE = 32  # points of one sum
_ELLIPSES = (1.2, 1.4, 1.7, 2.0, 2.5, 3.0, 4.0, 5.5, 8.0)
_ARCS = 24
_MOST_ANGLE = 3.14  # hardly less than two right angles
_CELL, _RISERS = 0.5, 8  # width of a cell, in mu; cells of the vertical part
_ALIKE, _GROWTH = 40, 1.05  # cells of this width, and by how much those beyond are wider than the one before
_SLIGHT = 1e-3  # share that is left beyond the cells
_PIECE, _STRETCHES = 2.0, 32  # of the first stretches of a path, in mu; how many there are, about
_MOST_STRETCHES, _MOST_CELLS, _MOST_STEPS = 400, 240, 4000
_HIGHEST, _LIFTS = 1.4, 7  # of paths, and how many are tried
_HOPELESS = 150.0  # nats of a bound that serves nobody
_LOW = 1.1  # a path, in mu, on which the density has not grown much


class LiftedHalf:
    """The moments beside the atom at 0, along paths.

    Parameters
    ----------
    spread : Fraction
        The standard deviation of the noise, in sensitivities.
    rate : Fraction
        The share that is sampled.
    last : float, optional
        A loss T of the mechanism itself beyond which all is left out.
    """

    def __init__(self, spread: Fraction, rate: Fraction, last: float = math.inf) -> None:
        self.spread, self.rate, self.last = spread, rate, last
        self._mu = 1 / float(spread)
        self._cells: dict[float, list[Cell]] = {}
        self._known: dict[int, tuple[arb, arb, arb]] = {}
        with ctx.workprec(BITS):
            angles = [arb((k + 0.5) / _ARCS, 0.5001 / _ARCS) * 2 for k in range(_ARCS)]
            self._arcs = [(angle.cos_pi(), angle.sin_pi()) for angle in angles]

    @property
    def is_cut(self) -> bool:
        """Whether something is left out."""
        return self.last < math.inf

    def lift(self, c: arb, height: arb, nearly: float) -> float:
        """Return how far the path is lifted: as far as the bound of abs(B) from a height on is at most so many times the least one."""
        bounds = [self.bound(lift, c, c, height) for lift in self._lifts]
        least = min(float(bound) for bound in bounds)
        return next(lift for lift, bound in zip(self._lifts, bounds, strict=True) if float(bound) <= nearly * least)

    @cached_property
    def _lifts(self) -> list[float]:
        return [min(_HIGHEST, 6 * self._mu) * 2.0**-k for k in range(_LIFTS)] + [0.0]

    def least(self, c: arb, height: arb) -> arb:
        """Return the least upper bound of abs(B) at an abscissa from a height on that a path shows."""
        found = arb("inf")
        for lift in self._lifts:
            found = found.min(self.bound(lift, c, c, height))
        return found

    def _constants(self) -> tuple[arb, arb, arb]:
        """Return mu, q and kappa at the working precision."""
        if ctx.prec not in self._known:
            mu = 1 / ball_of(self.spread)
            kappa = (-mu * mu / 8).exp() / (mu * (2 * arb.pi()).sqrt())
            self._known[ctx.prec] = mu, ball_of(self.rate), kappa
        return self._known[ctx.prec]

    def _ratio(self, t: acb) -> acb:
        return 1 + self._constants()[1] * (t.exp() - 1)

    # bounds

    def bound(self, lift: float, low: arb, high: arb, height: arb) -> arb:
        """Return an upper bound of abs(B(z)) between two abscissas and from a height on, which on the axis does not matter."""
        w = 1 + float(high)
        size = w * w * self._mu**2 / 2 + w * math.log(self.rate) - float(height) * lift
        if size > _HOPELESS and not self.is_cut:
            return arb("inf")
        with ctx.workprec(BITS):
            total = self._vertical(lift, low, high, height) if lift else arb(0)
            return arb((total + self._horizontal(lift, low, high, height)).upper())

    def _vertical(self, lift: float, low: arb, high: arb, height: arb) -> arb:
        mu, _, kappa = self._constants()
        slope = self._slope(lift)
        total, places = arb(0), [arb(lift) * k / _RISERS for k in range(_RISERS + 1)]
        for one, two in pairwise(places):
            first, second = self._ratio(acb(0, one)), self._ratio(acb(0, two))
            fall = slope * height
            length = ((-fall * one).exp() - (-fall * two).exp()) / fall if height > 0 else two - one
            cell = Cell(abs(second).log(), abs(first).log(), arb(0), kappa * length * ((two / mu) ** 2 / 2).exp())
            total += bound_on(cell, low, high, height)
        return total

    def _slope(self, lift: float) -> arb:
        """Return a lower bound of the argument of r over the height up to a lift, on the axis of these heights."""
        return ball_of(self.rate).min(self._ratio(acb(0, lift)).arg() / lift)

    def _horizontal(self, lift: float, low: arb, high: arb, height: arb) -> arb:
        total, cells = arb(0), self._cells.setdefault(lift, [])
        for k in range(_MOST_CELLS):
            if k == len(cells):
                cells.append(self._cell(lift, k))
            total += bound_on(cells[k], low, high, height)
            if self._place(k + 1) == self.last:
                return total + bound_on(self._down(lift), low, high, height)
            if k % 4 == 3 and not self.is_cut:
                rest = self._beyond(lift, self._place(k + 1), low, high, height)
                if rest < total * _SLIGHT:
                    return total + rest
        return arb("inf")

    def _place(self, k: int) -> float:
        """Return the end of a cell; far out they grow."""
        return min(self.last, self._mu * _CELL * (k if k <= _ALIKE else _ALIKE * _GROWTH ** (k - _ALIKE)))

    def _cell(self, lift: float, k: int) -> Cell:
        mu, _, kappa = self._constants()
        start, end = (arb(self._place(j)) for j in (k, k + 1))
        first, second = (self._ratio(acb(x, lift)) for x in (start, end))
        density = (-start / 2 - (start / mu) ** 2 / 2 + (lift / mu) ** 2 / 2).exp()
        return Cell(
            abs(first).log(), abs(second).log(), first.arg() if lift else arb(0), kappa * (end - start) * density
        )

    def _down(self, lift: float) -> Cell:
        """Return what is left of the path at its end."""
        mu, _, kappa = self._constants()
        end = arb(self.last)
        first, second = (self._ratio(acb(end, y)) for y in (0.0, lift))
        density = (-end / 2 - (end / mu) ** 2 / 2 + (lift / mu) ** 2 / 2).exp()
        return Cell(abs(second).log(), abs(first).log(), arb(0), kappa * lift * density)

    def _beyond(self, lift: float, place: float, low: arb, high: arb, height: arb) -> arb:
        """Return a bound of what lies to the right of a place."""
        mu, _, _ = self._constants()
        last = self._ratio(acb(place, lift))
        turn = last.arg() if lift else arb(0)
        scale = ((lift / mu) ** 2 / 2 - height * turn).exp() * (1 / abs(last)).max(arb(1)) ** abs(high).max(
            1 + abs(low)
        )
        return scale * (
            weighed_beyond(mu, (1 + high).max(arb(0)), place) + weighed_beyond(mu, (-low).max(arb(0)), place)
        )

    def fall(self, c: arb, height: arb) -> arb:
        """Return V: from a height on, abs(B(c + iy)) is at most V/y^2; infinite where that is not seen."""
        with ctx.workprec(BITS):
            mu, q, kappa = self._constants()
            lift = min(1.0, _LOW * self._mu)
            end = self._ratio(acb(0, lift))
            a, p = self._slope(lift), q * (1 - q)
            b = p / (2 * (1 - p * lift * lift))
            if not height * end.arg() > 2:
                return arb("inf")
            lead = kappa * ((lift / mu) ** 2 / 2 - c * abs(end).log()).exp()
            near = 2 * b * (1 + 2 * c) / (height * a**3) + 4 * b / a**3 + (1 - a) / a**2
            return arb((lead * near + height**2 * self._horizontal(lift, c, c, height)).upper())

    # sums

    def nodes(self, lift: float, place: Region, allowed: arb) -> Nodes:
        """Return the points of sums that give B in a region, with about so great an error."""
        with ctx.workprec(BITS):
            stretches, error = self._laid(lift, place, allowed / _STRETCHES)
        mu, q, kappa = self._constants()
        logs, weights = [], []
        for stretch in stretches:
            half, middle = (stretch.end - stretch.start) / 2, (stretch.end + stretch.start) / 2
            for root, weight in legendre(_RULE, ctx.prec):
                t = middle + half * root
                logs.append((q * (t.exp() - 1)).log1p() if not lift else self._ratio(t).log())
                weights.append(kappa * weight * half * (-t / 2 - (t / mu) ** 2 / 2).exp())
        return Nodes(logs, weights, error)

    def _laid(self, lift: float, place: Region, slight: arb) -> tuple[list[Stretch], arb]:
        """Return the stretches of a path, and a bound of the errors of their sums and of what is left out."""
        end, error = self._end(lift, place, slight)
        count = math.ceil(end / (_PIECE * self._mu))
        ends = [middle_of(acb(arb(end) * k / count, lift)) for k in range(count + 1)]
        left = [Stretch(one, two) for one, two in pairwise(ends)] + ([Stretch(acb(0), acb(0, lift))] if lift else [])
        if lift and self.is_cut:
            down = bound_on(self._down(lift), place.left, place.right, place.low)
            if down < slight:
                error += down
            else:
                left.append(Stretch(acb(self.last, lift), acb(self.last, 0)))
        kept, index = [], len(_ELLIPSES) // 2
        while left:
            stretch = left.pop()
            if (most := self._size(stretch, place)) < slight:
                error += most
                continue
            best, index = self._error(stretch, place, index)
            if best < slight:
                kept.append(stretch)
                error += best
            else:
                middle = middle_of((stretch.start + stretch.end) / 2)
                left += [Stretch(stretch.start, middle), Stretch(middle, stretch.end)]
            if len(kept) + len(left) > _MOST_STRETCHES:
                raise UndecidedError("too many points for the moments on a sample of fixed size")
        return kept, arb(error.upper())

    def _end(self, lift: float, place: Region, slight: arb) -> tuple[float, arb]:
        """Return an output beyond which little is left, and a bound of that."""
        for k in range(1, _MOST_STEPS):
            if k * self._mu >= self.last:
                return self.last, arb(0)
            rest = self._beyond(lift, k * self._mu, place.left, place.right, place.low)
            if rest < slight:
                return k * self._mu, rest
        raise UndecidedError("the moments of a sample of fixed size do not end")

    def _size(self, stretch: Stretch, place: Region) -> arb:
        """Return a bound of the integral over a stretch to the right; infinite of one upwards."""
        if stretch.start.real.overlaps(stretch.end.real):
            return arb("inf")
        mu, _, kappa = self._constants()
        start, lift = stretch.start.real, stretch.start.imag
        first, second = (self._ratio(t) for t in (stretch.start, stretch.end))
        density = (-start / 2 - (start / mu) ** 2 / 2 + (lift / mu) ** 2 / 2).exp()
        mass = kappa * (stretch.end.real - start) * density
        turn = first.arg() if lift > 0 else arb(0)
        cell = Cell(abs(first).log(), abs(second).log(), turn, mass)
        return bound_on(cell, place.left, place.right, place.low)

    def _error(self, stretch: Stretch, region: Region, index: int) -> tuple[arb, int]:
        """Return the least bound of the error of a sum that an ellipse shows, and the place of that ellipse, which is looked for near one."""
        best, found = self._on_ellipse(stretch, region, _ELLIPSES[index]), index
        for direction in (1, -1):
            place = index + direction
            while 0 <= place < len(_ELLIPSES):
                bound = self._on_ellipse(stretch, region, _ELLIPSES[place])
                if not (bound < best or (not best.is_finite() and direction < 0)):
                    break
                best, found, place = bound, place, place + direction
            if found != index:
                break
        return best, found

    def _on_ellipse(self, stretch: Stretch, place: Region, size: float) -> arb:
        mu, _, kappa = self._constants()
        half, middle = (stretch.end - stretch.start) / 2, (stretch.end + stretch.start) / 2
        along, across = (size + 1 / size) / 2, (size - 1 / size) / 2
        if not abs(middle.imag) + abs(half.imag) * along + abs(half.real) * across < _MOST_ANGLE:
            return arb("inf")
        most = arb(0)
        for cosine, sine in self._arcs:
            t = middle + half * acb(along * cosine, across * sine)
            log = self._ratio(t).log()
            turn = (-place.low * log.imag).max(-place.high * log.imag)
            one, two = place.left * log.real, place.right * log.real
            powers = (log.real + one.max(two)).exp() + (-one.min(two)).exp()
            most = most.max((-t / 2 - (t / mu) ** 2 / 2).real.exp() * turn.exp() * powers)
        return abs(half) * kappa * arb(64) / 15 * most * arb(size) ** (-2 * (_RULE - 1)) / (1 - arb(size) ** -2)
