"""The variables, boxes and source keys that most entries share."""

from sympy import Rational, symbols

from dpsym import AnyLaw, Finite
from dpsym.distributions import AnyEvent, AnyKernel, Laws

P, Q, R, P0, P1, P2, P3, Q1, Q2, Q3 = map(AnyLaw, ("P", "Q", "R", "P0", "P1", "P2", "P3", "Q1", "Q2", "Q3"))
K, L = AnyKernel("K"), AnyKernel("L")
A = AnyEvent("A")
ALL, FULL = Laws("any"), Laws("full")

eps1, eps2, eps3 = symbols("epsilon1 epsilon2 epsilon3", nonnegative=True)
k, n = symbols("k n", integer=True, positive=True)
j, m = symbols("j m", integer=True, nonnegative=True)
loss = symbols("L", positive=True)
threshold = symbols("epsilon", real=True)
"""The threshold of a privacy profile that is stated on the whole line."""

HALF = Rational(1, 2)
ORDERS, WIDE_ORDERS = (Rational(11, 10), 8), (Rational(11, 10), 16)
SMALL_BUDGETS, BUDGETS = (Rational(1, 20), 2), (Rational(1, 20), 4)
SCALES = (Rational(1, 4), 8)

FLORES, DWORK_ROTH, KAIROUZ = "flores2023", "dworkroth2014", "kairouz2015composition"
VAN_ERVEN = "vanervenharremoes2014"
MIRONOV, V3 = "mironov2017renyi", "arXiv:1702.07476v3"


def finite(*masses: str) -> Finite:
    """Return the finite law with these rational masses, written as text: ``finite("1/3", "2/3")``."""
    return Finite(*map(Rational, masses))


def bernoulli(mass: Rational) -> Finite:
    """Return the law on two points with this mass at the first."""
    return Finite(mass, 1 - mass)
