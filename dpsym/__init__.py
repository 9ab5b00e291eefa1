"""Derive closed-form privacy bounds, with their hypotheses and a trace: symbols in, SymPy expressions out."""

from typing import TYPE_CHECKING

from dpsym import session  # noqa: F401  (attaches the questions that laws and guarantees answer)
from dpsym.composition import ApproxFilter, GaussianFilter, PureFilter, RenyiFilter, RenyiOdometer, ZCDPFilter
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
    FrequencyOracle,
    Guarantee,
    MeanOracle,
    ProfileDP,
    PureDP,
    RenyiDP,
    TradeOffDP,
    TruncatedCDP,
    above_threshold,
    composed,
    exponential_mechanism,
    gaussian_vector,
    guarantee,
    hadamard_response,
    hybrid_mean,
    laplace_vector,
    one_bit_mean,
    optimized_unary_encoding,
    permute_and_flip,
    piecewise_mean,
    propose_test_release,
    report_noisy_max,
    smooth_cauchy,
    smooth_laplace,
    subset_selection,
    symmetric_unary_encoding,
    unary_encoding,
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
        "ApproxFilter",
        "BoundedRangeDP",
        "DpsymError",
        "FrequencyOracle",
        "GaussianFilter",
        "Guarantee",
        "MeanOracle",
        "NotDerivedError",
        "Parameter",
        "ParameterError",
        "ParseError",
        "ProfileDP",
        "PureDP",
        "PureFilter",
        "RenyiDP",
        "RenyiFilter",
        "RenyiOdometer",
        "TradeOffDP",
        "TruncatedCDP",
        "UndecidedError",
        "ZCDPFilter",
        "above_threshold",
        "composed",
        "exponential_mechanism",
        "gaussian_vector",
        "guarantee",
        "hadamard_response",
        "hybrid_mean",
        "laplace_vector",
        "one_bit_mean",
        "optimized_unary_encoding",
        "permute_and_flip",
        "piecewise_mean",
        "propose_test_release",
        "report_noisy_max",
        "smooth_cauchy",
        "smooth_laplace",
        "subset_selection",
        "symmetric_unary_encoding",
        "unary_encoding",
    ]
