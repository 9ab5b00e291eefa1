"""PrivUnit, a local randomiser of unit vectors: its privacy and its error."""

import numpy as np
from sympy import Integral, Interval, Range, Rational, beta, exp, oo, symbols

from dpsym import Finite, MaxDivergence
from dpsym.guarantees.directions import cap_probability, cap_share, mean_projection
from dpsym.parameters import zeta
from theorems.checks import Audit, Derive, Enclose, Quadrature, Sampling
from theorems.entry import Cite, Theorem
from theorems.library.catalogue.asking import greatest
from theorems.library.local import direction_audits as audits
from theorems.library.local import direction_runs as runs
from theorems.statement import POSITIVE, eq

c = symbols("c", positive=True)
n = symbols("n", integer=True, positive=True)
t, x = symbols("t x", real=True)
_BHOWMICK = Cite("bhowmick2018protection", "PrivUnit", "arXiv:1812.00984")
_TOTAL = 1 - c + c * exp(zeta)
_CAP, _OTHER, _REST = c * exp(zeta) / _TOTAL, c / _TOTAL, (1 - 2 * c) / _TOTAL


def _cdf_height(z: np.ndarray) -> np.ndarray:
    # three dimensions, the cap above 1/2 with odds of 3: heights are uniform on either side, a quarter of the sphere has the mass 1/2
    return np.interp(z, [-1.0, 0.5, 1.0], [0.0, 0.5, 1.0])


PRIVACY = Theorem(
    id="mechanism.priv_unit",
    title="Points of a cap around the true direction e^zeta times as likely as others: PrivUnit is zeta-DP",
    statement=eq(MaxDivergence(Finite(_CAP, _OTHER, _REST), Finite(_OTHER, _CAP, _REST)), zeta),
    domain={zeta: POSITIVE, c: Interval.open(0, Rational(1, 2))},
    typical={zeta: (Rational(1, 4), 3), c: (Rational(1, 20), Rational(9, 20))},
    cites=(_BHOWMICK,),
    checks=(
        Derive(),
        Quadrature(greatest(runs.caps)),
        Enclose(),
        Sampling(runs.draw_heights, _cdf_height),
        Audit({zeta: 1, c: Rational(1, 4)}, audits.audited),
    ),
    note="c is the share of the sphere that is in the cap. Of two opposite directions the caps are disjoint; where caps overlap the points in both "
    "tell nothing, so that no two directions are told apart better. Run in three dimensions, where the cap above gamma has the share (1 - gamma)/2.",
)

_SHARE = cap_share(n, t)
_P = cap_probability(zeta, _SHARE)
_DENSITY = (1 - x**2) ** ((n - 3) / 2) / beta((n - 1) / 2, Rational(1, 2))

PROJECTION = Theorem(
    id="ldp.error.priv_unit",
    title="Mean inner product of the answer of PrivUnit, before it is scaled, with the true direction",
    statement=eq(
        _P / _SHARE * Integral(x * _DENSITY, (x, t, 1)) + (1 - _P) / (1 - _SHARE) * Integral(x * _DENSITY, (x, -1, t)),
        mean_projection(zeta, n, t),
    ),
    domain={zeta: POSITIVE, n: Range(3, oo), t: Interval.Ropen(0, 1)},
    typical={zeta: (Rational(1, 4), 3), n: (3, 9), t: (0, Rational(3, 5))},
    cites=(_BHOWMICK,),
    checks=(Enclose(8), Quadrature(runs.projection, 8)),
    note="The inner product of a uniform direction with a given one has the density that is integrated. The answer is divided by this mean, so that "
    "its mean squared distance from the true direction is the inverse square of it, less 1.",
)
