"""What accountants rest on: the losses of independent draws add up, and rounding them up costs at most a mesh a draw."""

from sympy import S, Symbol

from dpsym import HockeyStick
from dpsym.distributions.families import Copies
from dpsym.divergences.losses import LossProfile
from theorems.checks import Enumerate
from theorems.checks.hostile import Hostile
from theorems.entry import Cite, Theorem
from theorems.library.space import ranges
from theorems.library.variables import ALL, P, Q, k, threshold
from theorems.statement import POSITIVE, REAL, eq, le

h = Symbol("h", positive=True)
_COPIES = Copies(P, k), Copies(Q, k)
_DRAWS = {k: (S.Naturals, (1, 4)), threshold: (REAL, (-1, 2)), P: ALL, Q: ALL}
_SPACE, _GRID = ranges(_DRAWS), ranges({**_DRAWS, h: (POSITIVE, ("1/20", 1))})
_KOSKELA = Cite("koskela2020computing", "the grid approximation, number not seen", "arXiv:1906.03049")

CONVOLUTION = Theorem(
    id="loss.composition",
    title="The privacy profile of k independent draws is that of the sum of k independent privacy losses",
    statement=eq(HockeyStick(threshold, *_COPIES), LossProfile(threshold, P, Q, k)),
    **_SPACE,
    cites=(Cite("sommer2019privacy", "composition as convolution of the loss distributions, number not seen"),),
    checks=(Hostile(40), Enumerate(40)),
    note="The profile depends on a pair only by the distribution of its loss under the first law, infinite losses included.",
)

UPPER = Theorem(
    id="loss.grid.upper",
    title="Losses of k draws rounded up to a grid give no less than the privacy profile of the draws",
    statement=le(HockeyStick(threshold, *_COPIES), LossProfile(threshold, P, Q, k, h)),
    **_GRID,
    cites=(_KOSKELA,),
    uses=("loss.composition",),
    checks=(Hostile(40), Enumerate(40)),
)

LOWER = Theorem(
    id="loss.grid.lower",
    title="Losses of k draws rounded up to a grid of mesh h give no more than the privacy profile k h lower",
    statement=le(LossProfile(threshold + k * h, P, Q, k, h), HockeyStick(threshold, *_COPIES)),
    **_GRID,
    cites=(_KOSKELA,),
    uses=("loss.composition",),
    checks=(Hostile(40), Enumerate(40)),
    note="Each loss grows by less than h. Gopi, Lee and Wutschitz round so that the mean stays; the error then grows with the root of k only.",
)
