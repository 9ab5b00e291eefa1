"""Dense linear algebra on small arrays, in the order in which the compiler can vectorise it."""

from __future__ import annotations

from numba import njit

from mechanisms.validate import Array

# Sums may be reassociated and fused; infinities and NaN keep their meaning.
FAST = {"contract", "reassoc", "nsz"}


@njit(cache=True)
def invert(B: Array, inverse: Array) -> bool:
    """Write the inverse of the square matrix `B`, which is destroyed; return whether there is one."""
    d = B.shape[0]
    for i in range(d):
        for j in range(d):
            inverse[i, j] = 0.0
        inverse[i, i] = 1.0
    for k in range(d):
        best = k
        for i in range(k + 1, d):
            if abs(B[i, k]) > abs(B[best, k]):
                best = i
        if not abs(B[best, k]) > 0.0:
            return False
        if best != k:
            for j in range(d):
                B[best, j], B[k, j] = B[k, j], B[best, j]
                inverse[best, j], inverse[k, j] = inverse[k, j], inverse[best, j]
        scale = 1.0 / B[k, k]
        for j in range(d):
            B[k, j] *= scale
            inverse[k, j] *= scale
        for i in range(d):
            factor = B[i, k]
            if i != k and factor != 0.0:
                for j in range(d):
                    B[i, j] -= factor * B[k, j]
                    inverse[i, j] -= factor * inverse[k, j]
    return True


@njit(cache=True, fastmath=FAST)
def combine_rows(weights: Array, F: Array, out: Array) -> None:
    """Write ``weights @ F``, four rows at a time: this is where most of the time goes."""
    d, n = F.shape
    k = d % 4
    # The rows that do not fill a group of four come first and overwrite.
    if k == 1:
        for j in range(n):
            out[j] = weights[0] * F[0, j]
    elif k == 2:
        for j in range(n):
            out[j] = weights[0] * F[0, j] + weights[1] * F[1, j]
    elif k == 3:
        for j in range(n):
            out[j] = weights[0] * F[0, j] + weights[1] * F[1, j] + weights[2] * F[2, j]
    else:
        for j in range(n):
            out[j] = 0.0
    while k < d:
        w0, w1, w2, w3 = weights[k], weights[k + 1], weights[k + 2], weights[k + 3]
        for j in range(n):
            out[j] += w0 * F[k, j] + w1 * F[k + 1, j] + w2 * F[k + 2, j] + w3 * F[k + 3, j]
        k += 4


@njit(cache=True, fastmath=FAST)
def multiply(A: Array, x: Array, out: Array) -> None:
    """Write ``A @ x``."""
    for i in range(A.shape[0]):
        total = 0.0
        for j in range(A.shape[1]):
            total += A[i, j] * x[j]
        out[i] = total


@njit(cache=True, fastmath=FAST)
def replace_row(inverse: Array, column: Array, i: int, pivot_row: Array) -> None:
    """Update an inverse when column i of the matrix is replaced; `column` is the new one in the old basis."""
    d = inverse.shape[0]
    scale = 1.0 / column[i]
    for j in range(d):
        # A copy of its own tells the compiler that the loop below reads nothing that it writes.
        pivot_row[j] = inverse[i, j] * scale
    for k in range(d):
        factor = column[k]
        for j in range(d):
            inverse[k, j] -= factor * pivot_row[j]
    for j in range(d):
        inverse[i, j] = pivot_row[j]
