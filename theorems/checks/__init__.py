"""The checks: each a small frozen object that can say what it is, what code it runs, and what it found."""

from theorems.checks.audit import Audit
from theorems.checks.derive import Derive
from theorems.checks.dominate import Dominated
from theorems.checks.enclose import At, Enclose, Enumerate
from theorems.checks.evaluated import Evaluated
from theorems.checks.hostile import Hostile
from theorems.checks.integrated import Integrated
from theorems.checks.limits import Limit, Tight
from theorems.checks.prove import Proved
from theorems.checks.run import Quadrature
from theorems.checks.sampling import Sampling
from theorems.checks.transcribed import Transcribed

__all__ = [
    "At",
    "Audit",
    "Derive",
    "Dominated",
    "Enclose",
    "Enumerate",
    "Evaluated",
    "Hostile",
    "Integrated",
    "Limit",
    "Proved",
    "Quadrature",
    "Sampling",
    "Tight",
    "Transcribed",
]
