"""One-sided Clopper-Pearson bounds on a probability, rounded outward."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from mechanisms.errors import ParameterError
from mechanisms.validate import Array, integer, open_probability

# Against 40 digits the inverses of the incomplete beta function were off by up to 1e-11 of the distance to the nearer
# end; the bounds move outward by a hundred times that.
_ROUNDING = 1e-9


def lower_probability(hits: npt.ArrayLike, runs: int, level: float) -> Array:
    r"""Lower bound on the probability of an event seen `hits` times in independent runs.

    .. math:: \underline p = \sup\{p : P(\mathrm{Bin}(n, p) \ge k) \le a\}

    lies above the true probability with probability at most a, whatever that probability is (Clopper and
    Pearson, "The use of confidence or fiducial limits illustrated in the case of the binomial",
    Biometrika 26, 1934). It is 0 for k = 0.

    Parameters
    ----------
    hits : array_like of int
        The counts k, from 0 to `runs`.
    runs : int
        The number n of runs, positive.
    level : float
        The probability a of missing, strictly between 0 and 1.

    Raises
    ------
    ParameterError
        If a count is no integer from 0 to `runs`, or `level` is out of range.
    """
    from scipy.special import betaincinv

    counts, rate = _checked(hits, runs, level)
    # At k = 0 the inverse is not defined; any positive parameter keeps it quiet there.
    bound = betaincinv(np.maximum(counts, 1.0), runs - np.maximum(counts, 1.0) + 1, rate)
    return np.where(counts > 0, np.nextafter(bound * (1 - _ROUNDING * (1 - bound)), 0.0), 0.0)


def upper_probability(hits: npt.ArrayLike, runs: int, level: float) -> Array:
    r"""Upper bound on the probability of an event seen `hits` times in independent runs.

    .. math:: \overline p = \inf\{p : P(\mathrm{Bin}(n, p) \le k) \le a\}

    lies below the true probability with probability at most a; see :func:`lower_probability`. It is 1 for
    k = n.

    Parameters
    ----------
    hits, runs, level
        As in :func:`lower_probability`, and so are the errors.
    """
    from scipy.special import betainccinv

    counts, rate = _checked(hits, runs, level)
    below = np.minimum(counts, runs - 1.0)
    bound = betainccinv(below + 1, runs - below, rate)
    return np.where(counts < runs, np.nextafter(bound * (1 + _ROUNDING * (1 - bound)), 1.0), 1.0)


def _checked(hits: npt.ArrayLike, runs: int, level: float) -> tuple[Array, float]:
    integer("runs", runs, 1, rule="a positive integer")
    counts = np.asarray(hits)
    if counts.dtype.kind not in "iu" or (counts < 0).any() or (counts > runs).any():
        raise ParameterError("hits", f"integers from 0 to {runs}", hits)
    return counts.astype(float), open_probability("level", level)
