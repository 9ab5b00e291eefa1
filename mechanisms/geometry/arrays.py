"""Bundles of arrays that the compiled functions pass to each other."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from mechanisms.validate import Array

Indices = npt.NDArray[np.int64]

# idx and sgn (d), inverse (d, d), dual vector y (d), products r (m): see kernels/pivoting.py
Facet = tuple[Indices, Array, Array, Array, Array]
# facets in stacked arrays, in the same order
Pool = tuple[Indices, Array, Array, Array, Array]
# row and rates (m each), column, entering and pivot row (d each), scratch (d, d)
Work = tuple[Array, Array, Array, Array, Array, Array]
