"""Derive closed-form privacy bounds, with their hypotheses and a trace: symbols in, SymPy expressions out."""

from typing import TYPE_CHECKING

from dpsym import session  # noqa: F401  (attaches the questions that laws and guarantees answer)
from dpsym.distributions import *  # noqa: F403  (what stands there is told once)
from dpsym.distributions import LAWS
from dpsym.distributions import RR as RR
from dpsym.divergences import *  # noqa: F403
from dpsym.divergences import HEADS
from dpsym.errors import DpsymError, NotDerivedError, ParameterError, ParseError, UndecidedError
from dpsym.guarantees import (
    GDP,
    ZCDP,
    Adjacency,
    ApproxDP,
    BoundedRangeDP,
    Guarantee,
    ProfileDP,
    PureDP,
    RenyiDP,
    TradeOffDP,
    TruncatedCDP,
    above_threshold,
    composed,
    exponential_mechanism,
    guarantee,
    permute_and_flip,
    report_noisy_max,
)
from dpsym.parameters import Parameter

if not TYPE_CHECKING:  # a checker takes the names that are imported
    __all__ = [
        *(name for name in LAWS if name != "RR"),
        *HEADS,
        "GDP",
        "ZCDP",
        "Adjacency",
        "ApproxDP",
        "BoundedRangeDP",
        "DpsymError",
        "Guarantee",
        "NotDerivedError",
        "Parameter",
        "ParameterError",
        "ParseError",
        "ProfileDP",
        "PureDP",
        "RenyiDP",
        "TradeOffDP",
        "TruncatedCDP",
        "UndecidedError",
        "above_threshold",
        "composed",
        "exponential_mechanism",
        "guarantee",
        "permute_and_flip",
        "report_noisy_max",
    ]
