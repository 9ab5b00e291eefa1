"""Accuracy of AboveThreshold: it does not stop where all answers are low, and stops where one is high."""

from dpsym.distributions.choosing import AboveThreshold
from dpsym.divergences.guessing import Inputs
from dpsym.divergences.stream import GreatestOdds, LastMass
from theorems.checks.hostile import Hostile
from theorems.entry import Cite, Theorem
from theorems.library.variables import DWORK_ROTH, FULL, K
from theorems.statement import le

_ODDS, _NEVER = GreatestOdds(K), LastMass(AboveThreshold(K))
_CITES = (Cite(DWORK_ROTH, "Theorem 3.24, with a greater constant"),)
_UNITS = (
    "Ours, with constants half those of the source: the answers are the logarithms of the odds of K, in units of 4 sensitivities over eps above "
    "the threshold, and s is how far the highest of them is from it. The noise of an answer less that of the threshold, Laplace of scale 1 and "
    "1/2, exceeds s >= 0 with probability (4 e^-s - e^(-2 s))/6. "
)

QUIET = Theorem(
    id="mechanism.above_threshold.accuracy",
    title="Accuracy of AboveThreshold: at answers s or more below the threshold it stops with probability (4 e^-s - e^(-2 s))/6 at most for each",
    statement=le(1 - _NEVER, Inputs(K) * (4 * _ODDS - _ODDS**2) / 6),
    domain={K: FULL},
    hypotheses=(le(_ODDS, 1),),
    cites=_CITES,
    checks=(Hostile(),),
    note=_UNITS
    + "So at n answers that lie 4 log(4 n/(3 beta)) sensitivities over eps below the threshold it is beta/2 at most, and the "
    "other error too; the source has 8 (log n + log(2/beta)).",
)

MISSED = Theorem(
    id="mechanism.above_threshold.accuracy.missed",
    title="Accuracy of AboveThreshold: where an answer lies s above the threshold it never stops with probability (4 e^-s - e^(-2 s))/6 at most",
    statement=le(_NEVER, (4 / _ODDS - 1 / _ODDS**2) / 6),
    domain={K: FULL},
    hypotheses=(le(1, _ODDS),),
    cites=_CITES,
    checks=(Hostile(),),
    note=_UNITS + "However long the stream is: the other answers can only stop it earlier.",
)
