"""Parallel composition: of mechanisms that each see a part of the data only one has another law, whatever the answers before it were."""

from dpsym import HockeyStick, MaxDivergence, Renyi
from dpsym.distributions import Joint
from dpsym.distributions.families import Row
from dpsym.divergences.least import GaussianRatio
from dpsym.divergences.overall import Worst
from dpsym.parameters import alpha
from theorems.checks.enclose import Enumerate
from theorems.checks.hostile import Hostile
from theorems.entry import Cite, Theorem
from theorems.library.space import ORDER, THRESHOLD, ranges
from theorems.library.variables import ALL, K, L, P, threshold
from theorems.statement import le

_JOINT, _ROWS = (Joint(P, K), Joint(P, L)), (Row(K), Row(L))
_LAWS = {P: ALL, K: ALL, L: ALL}
_CITES = (Cite("mcsherry2009privacy", "Theorem 4"),)
_NOTE = (
    "P is the law of the answers before, which do not see the part that changes, K and L those of the mechanism that does. The answers "
    "after it process what is there."
)

PURE = Theorem(
    id="max.composition.parallel",
    title="Parallel composition under pure privacy: no worse than the mechanism whose part changes, at its worst history",
    statement=le(MaxDivergence(*_JOINT), Worst(MaxDivergence(*_ROWS))),
    domain=_LAWS,
    cites=_CITES,
    uses=("max.data_processing",),
    checks=(Hostile(), Enumerate(40)),
    note=_NOTE,
)

APPROX = Theorem(
    id="dp.composition.parallel.adaptive",
    title="Parallel composition and the privacy profile: no worse than the mechanism whose part changes, at its worst history",
    statement=le(HockeyStick(threshold, *_JOINT), Worst(HockeyStick(threshold, *_ROWS))),
    **ranges({threshold: THRESHOLD, **_LAWS}),
    cites=_CITES,
    uses=("hockey_stick.data_processing",),
    checks=(Hostile(), Enumerate(40)),
    note=_NOTE,
)

RENYI = Theorem(
    id="rdp.composition.parallel",
    title="Parallel composition under Rényi privacy: no worse than the mechanism whose part changes, at its worst history",
    statement=le(Renyi(alpha, *_JOINT), Worst(Renyi(alpha, *_ROWS))),
    **ranges({alpha: ORDER, **_LAWS}),
    cites=_CITES,
    uses=("renyi.data_processing",),
    checks=(Hostile(), Enumerate(40)),
    note=_NOTE,
)

GDP = Theorem(
    id="gdp.composition.parallel",
    title="Parallel composition under Gaussian privacy: no worse than the mechanism whose part changes, at its worst history",
    statement=le(GaussianRatio(*_JOINT), Worst(GaussianRatio(*_ROWS))),
    domain=_LAWS,
    cites=_CITES,
    uses=("gdp.data_processing",),
    checks=(Hostile(60),),
    note=_NOTE,
)
