"""A claim: a number that somebody states about the privacy of a mechanism; and a row that is none."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Claim:
    """A number that is claimed, as it was written; nothing is read before it is judged.

    Parameters
    ----------
    mechanism : str
        A chain in the grammar of `dpsym.guarantees.reading`, for example ``Gaussian(sigma=1).subsample(0.01).compose(1000)``.
        For the quantity "scale" its noise scale is a name: ``Gaussian(sigma).compose(10)``.
    quantity : str
        "epsilon" (at delta; pure privacy without one), "delta" (at epsilon), "renyi" (at order), "rho" (zero-concentrated),
        "mu" (Gaussian), "advantage" (the total variation distance), or "scale" (the least noise at epsilon and delta).
    at : tuple of (str, str)
        Where: pairs of a name (delta, epsilon, order) and decimal text, read exactly.
    value : str
        Decimal text as claimed, also ``nan``, ``inf``, ``-inf``; may be empty beside a bracket.
    direction : str, optional
        "exact", "upper" (no more privacy is lost, or no more noise needed) or "lower" (at least so much).
    bracket : tuple of str, optional
        Claimed lower and upper ends.
    adjacency : str, optional
        "add-remove", "replace", "l1-ball", or one direction, "add" or "remove"; empty for the mechanism's own.
    name : str, optional
        What the row is called.
    unit : str, optional
        "nats" or "bits" of a privacy loss; "deviation" or "variance" of a scale.
    sensitivity : str, optional
        How far one step of the adjacency moves each query, instead of the mechanism's own; decimal text.
    """

    mechanism: str
    quantity: str
    at: tuple[tuple[str, str], ...] = ()
    value: str = ""
    direction: str = "exact"
    bracket: tuple[str, str] | None = None
    adjacency: str = ""
    name: str = ""
    unit: str = ""
    sensitivity: str = ""


@dataclass(frozen=True)
class Unread:
    """A row that is no claim.

    Parameters
    ----------
    name : str
        What the row is called, if that could be read.
    reason : str
        Which column breaks which rule, with its value.
    """

    name: str
    reason: str
