"""One run laid on a lattice: from above by chords, from below as a test is told of it."""

from __future__ import annotations

import math
from collections.abc import Sequence

from flint import arb, fmpz_poly

from dpsym.curves.lattice_bounds import Laid, Lattice
from dpsym.curves.loss import PrivacyLoss
from dpsym.curves.outcomes import Outcomes, outcomes
from dpsym.errors import UndecidedError

_MOST_CELLS = 1 << 20  # of one run


def laid(loss: PrivacyLoss, lattice: Lattice) -> Laid:
    """Return one step on a lattice: a pair that dominates it, or what a test is told of it."""
    bottom = int(max(loss.bottom(lattice.rare, lattice.step), lattice.bottom))
    top = max(lattice.top, bottom + 1)
    if top - bottom > _MOST_CELLS:
        raise UndecidedError("the losses lie too far apart for a lattice on which delta is seen")
    if (atoms := outcomes(loss, top - bottom)) is not None:
        return listed(atoms, lattice, bottom, top, mean_tilt(atoms, lattice))
    if lattice.above:
        masses, infinite = _chords_of_cells(loss, lattice, bottom, top)
        others = masses
    else:
        masses, others = _told_of_cells(loss, lattice, bottom, top)
        infinite = _certain(loss.infinite_mass(), lattice)
    return _in_units(lattice, bottom, masses, others, infinite)


def listed(found: Outcomes, lattice: Lattice, bottom: int, top: int, scale: arb) -> Laid:
    """Return atoms on a lattice between two of its points; they may be a part of those of one step, with the scale of all."""
    if lattice.above:
        first, masses, infinite = _chords(found, lattice, bottom, top)
        return _in_units(lattice, first, masses, masses, infinite, scale)
    first, masses, others = _told(found, lattice, bottom, top)
    return _in_units(lattice, first, masses, others, _certain(found.infinite, lattice), scale)


def mean_tilt(found: Outcomes, lattice: Lattice) -> arb:
    """Return about the mean under P of what masses are multiplied by, of those that are not too rare to matter."""
    if not lattice.tilt:
        return arb(1)
    known = [(place, p) for place, p, _ in found.atoms if place.is_finite() and place < lattice.point(lattice.top)]
    known.sort(key=lambda atom: float(atom[0].mid()))
    kept = known[: not_rare([p for _, p in known], lattice)]
    return _exactly(sum((p * (place * lattice.tilt).exp() for place, p in kept), arb(0)))


def not_rare(masses: Sequence[arb], lattice: Lattice) -> int:
    """Return how many of some masses, from the first one on, leave less than a rare one."""
    rest, kept = arb(0), len(masses)
    while kept > 1 and (rest := rest + masses[kept - 1]) < lattice.rare:
        kept -= 1
    return kept


def _exactly(scale: arb) -> arb:
    """Return a number in the midst of a ball, 1 where it is not certainly positive."""
    return arb(scale.mid()) if scale > 0 and scale.is_finite() else arb(1)


def _in_units(
    lattice: Lattice, first: int, masses: list[arb], others: list[arb], infinite: arb, scale: arb | None = None
) -> Laid:
    """Return masses from a point on, and those of Q times e to their losses, tilted and in units."""
    if lattice.tilt:
        kept = not_rare(masses, lattice)
        if lattice.above:
            infinite = sum(masses[kept:], infinite)
        masses, others = masses[:kept], others[:kept]
        rise, factor = lattice.tilted(1), lattice.tilted(first)
        tilts = [factor := factor if k == 0 else factor * rise for k in range(len(masses))]
        if scale is None:
            scale = _exactly(sum((mass * tilt for mass, tilt in zip(masses, tilts, strict=True)), arb(0)))
        masses, others = (
            [mass * tilt / scale for mass, tilt in zip(each, tilts, strict=True)] for each in (masses, others)
        )
    told = fmpz_poly([lattice.units(mass, lattice.above) for mass in masses])
    of_q = told if lattice.above else fmpz_poly([lattice.units(mass, True) for mass in others])
    return Laid(lattice, first, told, of_q, infinite, scale or arb(1)).cut()


def _certain(infinite: arb, lattice: Lattice) -> arb:
    """Return the mass of an infinite loss from below; of what is too rare to matter, some may have been left out, and have any loss."""
    least = arb(infinite.lower())
    return least if least > lattice.rare else arb(0)


def _chords_of_cells(loss: PrivacyLoss, lattice: Lattice, first: int, top: int) -> tuple[list[arb], arb]:
    rise = arb(lattice.step).exp()
    low, *inner, (p_top, q_top) = loss.cells([lattice.point(index) for index in range(first, top + 1)])
    masses: list[arb] = [arb(0)] * (len(inner) + 1)
    masses[0] += low[0]
    factor = lattice.point(first).exp()
    for k, (p, q) in enumerate(inner):
        q = q * factor  # in the unit of the left end, where the ratio is 1, and `rise` at the right one
        right = (p - q) / (rise - 1)
        masses[k] += q - right
        masses[k + 1] += right * rise
        factor *= rise
    fits = q_top * lattice.point(top).exp()
    masses[-1] += fits
    return masses, p_top - fits


def _chords(found: Outcomes, lattice: Lattice, bottom: int, top: int) -> tuple[int, list[arb], arb]:
    """Lay atoms: p at a loss l between two points is split so that the upper one has the share (1 - exp(-(l - low)))/(1 - exp(-h))."""
    masses: dict[int, arb] = {bottom: arb(0)}
    infinite, whole = found.infinite, -(-arb(lattice.step)).expm1()
    for place, p, _ in found.atoms:
        if p.is_zero():
            continue
        if not (p > 0 and place.is_finite()):
            infinite += p
            continue
        index = max(bottom, math.floor(float((place / lattice.step).mid())) if place < lattice.point(top) else top)
        if index < top and not place <= lattice.point(index + 1):
            index += 1  # a mass just below a point may count as there
        over = -(lattice.point(index) - place).expm1()  # below 0 where the mass is moved up
        if index >= top:
            right = p * over.max(arb(0))
            infinite += right
        else:
            if not place <= lattice.point(index + 1):
                raise UndecidedError("a loss is not known well enough for the lattice")
            right = p * (over / whole).max(arb(0))
            masses[index + 1] = masses.get(index + 1, arb(0)) + right
        masses[index] = masses.get(index, arb(0)) + p - right
    return *_dense(masses), infinite


def _told_of_cells(loss: PrivacyLoss, lattice: Lattice, first: int, top: int) -> tuple[list[arb], list[arb]]:
    _, *cells = loss.cells([lattice.point(index - 1 / 2) for index in range(first, top + 1)])
    cells[-1] = cells[-1][0] - loss.infinite_mass(), cells[-1][1]
    factor, rise, others = lattice.point(first).exp(), arb(lattice.step).exp(), []
    for _, q in cells:
        others.append(q * factor)
        factor *= rise
    return [p for p, _ in cells], others


def _told(found: Outcomes, lattice: Lattice, bottom: int, top: int) -> tuple[int, list[arb], list[arb]]:
    masses: dict[int, arb] = {bottom: arb(0)}
    others: dict[int, arb] = {bottom: arb(0)}
    for place, p, q in found.atoms:
        index = min(round(float((place / lattice.step).mid())), top) if place.is_finite() else bottom - 1
        if index >= bottom:  # else it counts as nothing
            masses[index] = masses.get(index, arb(0)) + p
            others[index] = others.get(index, arb(0)) + q * lattice.point(index).exp()
    return *_dense(masses), _dense(others)[1]


def _dense(masses: dict[int, arb]) -> tuple[int, list[arb]]:
    """Return the first index, and the masses from there on."""
    first = min(masses)
    found = [arb(0)] * (max(masses) - first + 1)
    for index, mass in masses.items():
        found[index - first] = mass
    return first, found
