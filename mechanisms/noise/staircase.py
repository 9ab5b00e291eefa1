"""The staircase mechanism."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from mechanisms.errors import ParameterError
from mechanisms.families.choices import MOST_STEPS, staircase_pair
from mechanisms.finite.pair import FinitePair
from mechanisms.noise.additive import AdditiveNoise
from mechanisms.validate import Array, open_probability, positive


@dataclass(frozen=True)
class Staircase(AdditiveNoise):
    r"""Staircase noise on every coordinate of an answer.

    .. math:: f(x) = \frac{1 - e^{-\varepsilon}}{2\Delta(\gamma + e^{-\varepsilon}(1 - \gamma))}
              e^{-\varepsilon (n + [r \ge \gamma])}, \qquad \frac{|x - a|}{\Delta} = n + r, \quad 0 \le r < 1

    for the true answer a. Adjacency: data sets are adjacent when their answers differ by at most `sensitivity`, in
    absolute value, for one answer.

    Noise in floating point does not protect the least significant bits of a release: the floats that an
    answer can be moved to depend on the answer (Mironov, "On significance of the least significant bits for
    differential privacy", CCS 2012). This class is for study, not for deployment.

    Source: Q. Geng, P. Viswanath, "The optimal noise-adding mechanism in differential privacy", IEEE Transactions on
    Information Theory 62, 2016, arXiv:1212.1186.

    Parameters
    ----------
    eps : float
        The drop epsilon of the log-density over one sensitivity, natural logarithm; positive.
    sensitivity : float
        Largest distance of the answers on adjacent data sets, the width of a step; positive.
    gamma : float, optional
        The share of a step before the drop, strictly between 0 and 1; :math:`1/(1 + e^{\varepsilon/2})`, which has the
        least mean absolute noise, by default.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.
    """

    guarantee: ClassVar[str] = "mechanism.staircase"

    eps: float
    sensitivity: float = 1.0
    gamma: float | None = None

    def __post_init__(self) -> None:
        eps = positive("eps", self.eps)
        share = 1 / (1 + math.exp(min(eps / 2, 600.0))) if self.gamma is None else self.gamma
        object.__setattr__(self, "eps", eps)
        object.__setattr__(self, "sensitivity", positive("sensitivity", self.sensitivity))
        object.__setattr__(self, "gamma", open_probability("gamma", share))

    @property
    def _share(self) -> float:
        assert self.gamma is not None  # noqa: S101 - set on construction
        return self.gamma

    @property
    def _log_height(self) -> float:
        step = self._share + math.exp(-self.eps) * (1 - self._share)
        return math.log(-math.expm1(-self.eps)) - math.log(2 * step) - math.log(self.sensitivity)

    def _draw(self, rng: np.random.Generator, shape: tuple[int, ...]) -> Array:
        share, drop = self._share, math.exp(-self.eps)
        steps = np.floor(rng.exponential(1 / self.eps, shape))
        first = rng.random(shape) * (share + drop * (1 - share)) < share
        along = rng.random(shape)
        size = steps + np.where(first, share * along, share + (1 - share) * along)
        return np.asarray(np.where(rng.random(shape) < 0.5, -size, size) * self.sensitivity)

    def _log_noise_density(self, noise: Array) -> Array:
        steps = np.abs(noise) / self.sensitivity
        with np.errstate(invalid="ignore"):
            whole = np.floor(steps)
            dropped = np.where(np.isinf(steps), 0.0, steps - whole) >= self._share
        return np.asarray(self._log_height - self.eps * (whole + dropped))

    def _noise_cdf(self, noise: Array) -> Array:
        steps = np.minimum(np.abs(noise) / self.sensitivity, 1e300)
        whole = np.floor(steps)
        part, share = steps - whole, self._share
        height = math.exp(self._log_height) * self.sensitivity
        within = np.minimum(part, share) + math.exp(-self.eps) * np.maximum(part - share, 0.0)
        below = -np.expm1(-self.eps * whole) / 2 + np.exp(-self.eps * whole) * height * within
        return np.where(noise < 0, 0.5 - below, 0.5 + below)

    def _laws(self, shift: float) -> FinitePair:
        """Return the exact masses of the sets of outputs of one privacy loss, in the order of the loss."""
        if abs(shift) > MOST_STEPS * self.sensitivity:
            raise ParameterError("shift", f"at most {MOST_STEPS} sensitivities", shift)
        return staircase_pair(0.0, shift, self.eps, self._share, self.sensitivity)
