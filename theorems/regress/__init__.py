"""Numbers of anybody's, held against certified values: which one is wrong, by how much, and which theorem says so."""

from theorems.regress.claim import Claim
from theorems.regress.errors import ClaimsFileError, UndecidedError, UnreadableClaimError
from theorems.regress.reference import Reference, reference
from theorems.regress.verdict import Gap, Kind, Verdict, judge

__all__ = [
    "Claim",
    "ClaimsFileError",
    "Gap",
    "Kind",
    "Reference",
    "UndecidedError",
    "UnreadableClaimError",
    "Verdict",
    "judge",
    "reference",
]
