"""Points of R^d as arrays."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from mechanisms.errors import ParameterError
from mechanisms.validate import Array, finite_array


def point_array(name: str, values: npt.ArrayLike, dimension: int | None = None) -> Array:
    """Return points as an array of shape (m, d) of finite floats, with one zero only.

    Parameters
    ----------
    name : str
        Name of the parameter, for the error.
    values : array_like, shape (m, d), or (m,) for points of the line
        Points.
    dimension : int, optional
        The dimension d that they must have.

    Raises
    ------
    ParameterError
        If they are not such an array.
    """
    array = finite_array(name, values)
    if array.ndim == 1:
        array = array[:, np.newaxis]
    if array.ndim != 2 or (dimension is not None and array.shape[1] != dimension):
        wanted = "d" if dimension is None else str(dimension)
        raise ParameterError(name, f"points in an array of shape (m, {wanted})", np.shape(values))
    return array + 0.0  # which turns -0.0 into 0.0
