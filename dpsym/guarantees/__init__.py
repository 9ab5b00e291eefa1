"""What a promise is, and the calculus of promises: each remembers the theorems that made it."""

from dpsym.guarantees.adjacency import Adjacency, Relation
from dpsym.guarantees.arrow import Arrow, Kind, Request, Source
from dpsym.guarantees.guarantee import Guarantee, composed, guarantee
from dpsym.guarantees.mechanism import Mechanism
from dpsym.guarantees.notions import (
    GDP,
    NOTIONS,
    ZCDP,
    ApproxDP,
    BoundedRangeDP,
    LossDP,
    Notion,
    ProfileDP,
    PureDP,
    RenyiDP,
    TradeOffDP,
    TruncatedCDP,
)
from dpsym.guarantees.selection import above_threshold, exponential_mechanism, permute_and_flip, report_noisy_max

__all__ = [
    "GDP",
    "NOTIONS",
    "ZCDP",
    "Adjacency",
    "ApproxDP",
    "Arrow",
    "BoundedRangeDP",
    "Guarantee",
    "Kind",
    "LossDP",
    "Mechanism",
    "Notion",
    "ProfileDP",
    "PureDP",
    "Relation",
    "RenyiDP",
    "Request",
    "Source",
    "TradeOffDP",
    "TruncatedCDP",
    "above_threshold",
    "composed",
    "exponential_mechanism",
    "guarantee",
    "permute_and_flip",
    "report_noisy_max",
]
