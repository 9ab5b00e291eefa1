"""Amplification by iteration in batches: in turns, and sampled."""

from sympy import S, sqrt

from dpsym import Gaussian, Mixture, Renyi
from dpsym.guarantees.batches import cyclic_ratio
from dpsym.parameters import alpha, q, sigma, sigma1, sigma2, t
from theorems.checks import Enclose, Quadrature
from theorems.entry import Cite, Theorem
from theorems.library.general import runs
from theorems.library.space import ORDER, ranges
from theorems.library.variables import k, n
from theorems.statement import ABOVE_ONE, POSITIVE, UNIT_OPEN, le

_BOK = Cite("bok2024shifted", "noisy gradient descent on cyclic batches", "arXiv:2403.00278")
_STEPS = k * n
_SPREAD = sigma * sqrt((1 - q ** (2 * _STEPS)) / (1 - q**2))

CYCLIC = Theorem(
    id="iteration.cyclic.linear",
    title="The last of n epochs of k noisy linear steps that contract by q, of which the last of each epoch is moved by 1: it is below the "
    "Gaussian bound for batches in turns",
    statement=lambda: le(
        Renyi(alpha, Gaussian((1 - q**_STEPS) / (1 - q**k), _SPREAD), Gaussian(0, _SPREAD)),
        alpha * cyclic_ratio(n - 1, k, S.Zero, S.One, q) ** 2 / (2 * sigma**2),
    ),
    **ranges(
        {
            alpha: ORDER,
            k: (S.Naturals, (1, 8)),
            n: (S.Naturals, (2, 12)),
            q: (UNIT_OPEN, ("1/10", "9/10")),
            sigma: (POSITIVE, ("1/2", 8)),
        }
    ),
    hypotheses=(le(2, n),),
    cites=(_BOK,),
    uses=("renyi.gaussian", "gdp.shift_reduction"),
    checks=(Quadrature(runs.renyi_cyclic), Enclose(24)),
    note="The steps are those of a strongly convex quadratic loss, and the bound holds for all convex smooth ones by gdp.shift_reduction. "
    "It pays for the last move with the noise of one step, as it must for steps that may undo all of the others; linear ones do not, and stay "
    "below. As q tends to 1 the bound is alpha (1 + (n - 1)/k)/(2 sigma^2), where all steps seen cost n alpha/(2 sigma^2).",
)

_WIDE = sqrt(sigma1**2 + sigma2**2)

SAMPLED = Theorem(
    id="iteration.sampled.step",
    title="A sampled step from iterates a distance apart: the first part of the noise hides the record, the second pays for the distance",
    statement=le(
        Renyi(alpha, Mixture(q, Gaussian(t + 1, _WIDE), Gaussian(t, _WIDE)), Gaussian(0, _WIDE)),
        Renyi(alpha, Mixture(q, Gaussian(1, sigma1), Gaussian(0, sigma1)), Gaussian(0, sigma1))
        + alpha * t**2 / (2 * sigma2**2),
    ),
    **ranges(
        {
            alpha: (ABOVE_ONE, ("11/10", 6)),
            q: (UNIT_OPEN, ("1/20", "19/20")),
            sigma1: (POSITIVE, ("1/2", 8)),
            sigma2: (POSITIVE, ("1/2", 8)),
            t: (POSITIVE, ("1/10", 4)),
        }
    ),
    cites=(Cite("altschuler2022privacy", "Theorem 3.1, its split of the noise", "arXiv:2205.13710"),),
    uses=("renyi.gaussian", "renyi.data_processing", "rdp.composition.adaptive"),
    checks=(Quadrature(runs.renyi_sampled_step, 6), Enclose(3)),
    note="Ours: t is the distance, and the record moves the step by 1 with probability q. The sum of both parts is made of the two answers: the "
    "first part with the move, a Gaussian mechanism on a Poisson sample, and the second with the distance. Step by step, given the "
    "iterates before and the batch without the record, this is an adaptive composition, whose last iterate is made of the answers.",
)
