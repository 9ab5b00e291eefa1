"""The atoms of one run, listed, for losses that are made of atoms alone."""

from __future__ import annotations

from typing import NamedTuple

from flint import arb

from dpsym.curves.atomic import AtomicLoss
from dpsym.curves.loss import PrivacyLoss, ball_of
from dpsym.curves.pieces import PiecewiseLoss
from dpsym.curves.sampled import SampledLoss


class Outcomes(NamedTuple):
    """The atoms of a loss, at the working precision.

    Parameters
    ----------
    atoms : list of triples of arb
        The finite losses, with their masses under P and Q.
    infinite : arb
        The mass of P that has an infinite loss, or was left out.
    """

    atoms: list[tuple[arb, arb, arb]]
    infinite: arb


def outcomes(loss: PrivacyLoss, most: float) -> Outcomes | None:
    """Return the atoms of one run, None where there are more than so many, or not atoms alone."""
    if isinstance(loss, AtomicLoss):
        known = loss.atoms()
        if len(known.losses) > most:
            return None
        return Outcomes(list(zip(known.losses, known.masses, known.others, strict=True)), loss.infinite_mass())
    if isinstance(loss, PiecewiseLoss) and not loss.has_edges and loss.size <= most:
        pairs = [(ball_of(exact), p) for exact, (p, _) in loss.terms().items()]
    elif isinstance(loss, SampledLoss) and not loss.has_edges and _size(loss.base) <= most:
        pairs = loss.listed_atoms()
    else:
        return None
    return Outcomes([(place, p, p * (-place).exp()) for place, p in pairs], loss.infinite_mass())


def _size(base: PrivacyLoss) -> float:
    return base.size if isinstance(base, PiecewiseLoss) else float("inf")
