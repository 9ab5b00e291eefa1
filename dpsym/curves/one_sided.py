r"""Two functions whose transforms end, one below the loss that counts and one above it.

Let :math:`f(x) = (1 - e^{-x})_+`, x the loss less eps, and :math:`g(x) = e^{-cx} f(x)`. Of the functions that touch g at the points
:math:`(n + \alpha)\tau`, n = 0, 1, ..., and vanish twice at the others,

.. math:: F(x) = \Bigl(\frac{\sin\pi(x/\tau - \alpha)}{\pi}\Bigr)^2 \sum_{n \ge 0}
    \Bigl(\frac{g(x_n)}{(x/\tau - n - \alpha)^2} + \frac{\tau g'(x_n)}{x/\tau - n - \alpha}\Bigr),

two lie on one side of g, with :math:`\varphi(s) = s/(1 - e^{-s})`: above it that of
:math:`e^{\alpha\tau} = \varphi(\tau(c + 1))/\varphi(\tau c)`, below it that of :math:`\alpha = 0` with the slope
:math:`\tau g'(0) = \tau - \varphi(\tau(c + 1)) + \varphi(\tau c)` at the corner. For with :math:`\psi(s) = \varphi(s)\,e^{-\alpha s}` the
difference F - g, times :math:`\pi^2/\sin^2`, is of the first :math:`\int_0^\infty (\psi(w + \tau c) - \psi(w + \tau(c + 1)))
e^{wx/\tau}\,dw` for x < 0, and the same integral from minus infinity to 0 with the other sign for x > 0; the logarithm of psi is concave, and psi
is the same at both places for w = 0. Of the second the differences of the convex function phi stand in its place. Vaaler's formula gives
the transforms,

.. math:: \int F(x) e^{-iyx}\,dx = \tau e^{-iy\alpha\tau} \Bigl((1 - t) \sum_{n \ge 0} g(x_n) e^{-iyn\tau}
    + \frac{1}{2\pi i} \sum_{n \ge 0} \tau g'(x_n) e^{-iyn\tau}\Bigr), \qquad t = \frac{y\tau}{2\pi} \in (0, 1],

and 0 beyond. As F - g has one sign, none differs from that of g, :math:`1/(z(z + 1))` with z = c + iy, by more than at y = 0. The integrals of
F - g are about :math:`\tau^2/24` and :math:`-\tau^2/12`.

Sources: S. W. Graham and J. D. Vaaler, "A class of extremal functions for the Fourier transform", Trans. AMS 265 (1981), for
one exponential; J. D. Vaaler, "Some extremal functions in Fourier analysis", Bull. AMS 12 (1985), Theorem 9, for the transform.
"""

from __future__ import annotations

from collections.abc import Iterator

from flint import acb, arb

from dpsym.curves.loss import powers


class OneSided:
    """The transforms of the two functions at the nodes of a line.

    Parameters
    ----------
    c : arb
        The abscissa, exact and positive.
    step : arb
        The distance of the nodes, exact.
    tau : arb
        The distance of the points at which the functions touch, exact.
    """

    def __init__(self, c: arb, step: arb, tau: arb) -> None:
        self.c, self.step, self.tau = c, step, tau
        one, two = (rate * tau / -(-rate * tau).expm1() for rate in (c, c + 1))  # phi
        self._corner, self._ratio, self._place = two - one, one / two, (two / one).log()
        self._fall = (-tau).exp()
        axis = 1 / (c * (c + 1))
        low, high = (abs(value.real - axis) for value in self._on_axis())
        self.gap: arb = arb(low.max(high).upper())
        """By how much a transform may differ from that of g, anywhere."""

    def _on_axis(self) -> tuple[acb, acb]:
        one, ratio, fall = acb((-self.c * self.tau).exp()), self._ratio, self._fall
        both = self.tau / ((1 - one) * (1 - one * fall))
        lead = (-self.c * self._place).exp()
        return both * one * (1 - fall), both * lead * (1 - ratio + one * (ratio - fall))

    def weights(self, first: int, count: int) -> Iterator[tuple[acb, acb]]:
        """Yield the transforms of the function below and of the one above at so many nodes, from a first one on; half of them at the node 0."""
        if first == 0:
            below, above = self._on_axis()
            yield below / 2, above / 2
            first, count = 1, count - 1
        c, tau, fall, ratio = self.c, self.tau, self._fall, self._ratio
        start, turn = acb(c, self.step * first), self.step * tau / (2 * arb.pi())
        falls, leads = (self._fallen(start, size, count) for size in (tau, self._place))
        slope, corner = -tau / (2 * arb.pi()), acb(0, tau * self._corner / (2 * arb.pi()))
        rest, lift, shift = tau * (1 - fall), tau * (1 - ratio), tau * (ratio - fall)
        raised, mixed = tau * slope * ((c + 1) * ratio - c), tau * slope * (c * fall - (c + 1) * ratio)
        level, bend = acb(0, tau * slope), -tau * slope * (c + 1 - c * fall)
        for k, (one, lead) in enumerate(zip(falls, leads, strict=True), first):
            left, both = 1 - turn * k, 1 / ((1 - one) * (1 - one * fall))
            below = both * (acb(left * rest, bend) * one + level) + corner
            yield below, lead * both * (acb(left * lift, raised) + acb(left * shift, mixed) * one)

    def _fallen(self, start: acb, size: arb, count: int) -> list[acb]:
        lead = (-start * size).exp()
        return [lead * power for power in powers(acb(0, -self.step * size).exp(), count)]
