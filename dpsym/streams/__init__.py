"""Prefix sums of a stream under correlated noise: factorizations with their exact sensitivities and errors."""

from dpsym.streams.buffered import buffered_factorization
from dpsym.streams.factorization import Factorization
from dpsym.streams.lower import least_root_error
from dpsym.streams.matrices import matrix_factorization
from dpsym.streams.participation import Participation
from dpsym.streams.sensitivity import Sensitivity
from dpsym.streams.side_by_side import (
    FactorizationRow,
    FactorizationTable,
    compare_factorizations,
    standard_factorizations,
)
from dpsym.streams.toeplitz import (
    Toeplitz,
    full_factorization,
    identity_factorization,
    inverse_square_root_factorization,
    square_root_factorization,
    toeplitz_factorization,
)
from dpsym.streams.tree import tree_factorization

__all__ = [
    "Factorization",
    "FactorizationRow",
    "FactorizationTable",
    "Participation",
    "Sensitivity",
    "Toeplitz",
    "buffered_factorization",
    "compare_factorizations",
    "full_factorization",
    "identity_factorization",
    "inverse_square_root_factorization",
    "least_root_error",
    "matrix_factorization",
    "square_root_factorization",
    "standard_factorizations",
    "toeplitz_factorization",
    "tree_factorization",
]
