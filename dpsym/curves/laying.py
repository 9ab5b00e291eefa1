"""One run laid on a lattice, and many of it: from above by chords, from below as a test is told of them."""

from __future__ import annotations

import math
from dataclasses import replace

from flint import arb, ctx, fmpz, fmpz_poly

from dpsym.curves.lattice_bounds import Laid, Lattice
from dpsym.curves.loss import PrivacyLoss
from dpsym.curves.outcomes import Outcomes, outcomes
from dpsym.errors import UndecidedError

_MOST_CELLS = 1 << 20  # of one run
_CELLS = 512  # that one run may take on a lattice finer than the last one; or half as many as that has
_FEW = 64  # runs that are composed on the last lattice alone


def laid(loss: PrivacyLoss, lattice: Lattice) -> Laid:
    """Return one step on a lattice: a pair that dominates it, or what a test is told of it."""
    bottom = int(max(loss.bottom(lattice.rare, lattice.step), lattice.bottom))
    top = max(lattice.top, bottom + 1)
    if top - bottom > _MOST_CELLS:
        raise UndecidedError("the losses lie too far apart for a lattice on which delta is seen")
    atoms = outcomes(loss, top - bottom)
    if lattice.above:
        first, masses, infinite = (
            _chords_of_cells(loss, lattice, bottom, top) if atoms is None else _chords(atoms, lattice, bottom, top)
        )
        return Laid(lattice, first, masses, masses, infinite).cut()
    first, masses, others = (
        _told_of_cells(loss, lattice, bottom, top) if atoms is None else _told(atoms, lattice, bottom, top)
    )
    infinite = arb(loss.infinite_mass().lower())  # of what is that rare, some may have been left out, and have any loss
    return Laid(lattice, first, masses, others, infinite if infinite > lattice.rare else arb(0)).cut()


def powered(loss: PrivacyLoss, lattice: Lattice, count: int) -> Laid:
    """Return so many runs of a step on a lattice: on a finer one at first, where the losses of one run fit, and on coarser ones as they grow."""
    greatest = _greatest(loss, lattice)
    fine = lattice.scaled(2.0 ** -_levels(loss, lattice, count, greatest))
    room = min(fine.top, math.ceil(greatest / fine.step) + 1)
    with ctx.workprec(ctx.prec + 4 * math.ceil(math.log2(lattice.step / fine.step))):
        base: Laid = replace(laid(loss, replace(fine, top=room)), lattice=fine)
    found: Laid | None = None
    while count:
        if count & 1:
            found = base if found is None else _product(found, base, lattice)
        count >>= 1
        base = _product(base, base, lattice) if count else base
    while found.lattice.step < lattice.step:  # type: ignore[union-attr]
        found = found.coarser()  # type: ignore[union-attr]
    return found  # type: ignore[return-value]


def _room(lattice: Lattice) -> int:
    return max(_CELLS, lattice.top // 2)


def _greatest(loss: PrivacyLoss, lattice: Lattice) -> float:
    """Return a loss of one run above which there is nothing but an infinite loss, or too little to matter; at most the top."""
    top, bound = lattice.top * lattice.step, loss.greatest_loss()
    high = top if bound is None else min(top, float(bound.upper()))
    low, mass = 0.0, loss.infinite_mass()
    while high - low > lattice.step and high > 2 * low:
        middle = (low + high) / 2
        low, high = (low, middle) if loss.cells([arb(middle)])[-1][0] - mass < lattice.rare else (middle, high)
    return high


def _levels(loss: PrivacyLoss, lattice: Lattice, count: int, greatest: float) -> int:
    """Return how often the step can be halved while the losses of one run take no more than so many points."""
    if count < _FEW:
        return 0
    width = greatest / lattice.step - max(loss.bottom(lattice.rare, lattice.step), -(1 << 40))
    return max(0, min(math.floor(math.log2(_room(lattice) / width)), math.ceil(math.log2(count) / 2) + 1))


def _product(first: Laid, second: Laid, last: Lattice) -> Laid:
    """Return two compositions together, on the coarser of their lattices, or on a still coarser one where there are too many points."""
    while first.lattice.step < second.lattice.step:
        first = first.coarser()
    while second.lattice.step < first.lattice.step:
        second = second.coarser()
    found = first.followed_by(second)
    while len(found) > 2 * _room(last) and found.lattice.step < last.step:
        found = found.coarser()
    return found


def _chords_of_cells(loss: PrivacyLoss, lattice: Lattice, first: int, top: int) -> tuple[int, fmpz_poly, arb]:
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
    return first, fmpz_poly([lattice.units(mass, True) for mass in masses]), p_top - fits


def _chords(found: Outcomes, lattice: Lattice, bottom: int, top: int) -> tuple[int, fmpz_poly, arb]:
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
    return *_dense(masses, lattice, True), infinite


def _told_of_cells(loss: PrivacyLoss, lattice: Lattice, first: int, top: int) -> tuple[int, fmpz_poly, fmpz_poly]:
    _, *cells = loss.cells([lattice.point(index - 1 / 2) for index in range(first, top + 1)])
    cells[-1] = cells[-1][0] - loss.infinite_mass(), cells[-1][1]
    factor, rise, others = lattice.point(first).exp(), arb(lattice.step).exp(), []
    for _, q in cells:
        others.append(q * factor)
        factor *= rise
    return (
        first,
        fmpz_poly([lattice.units(p, False) for p, _ in cells]),
        fmpz_poly([lattice.units(r, True) for r in others]),
    )


def _told(found: Outcomes, lattice: Lattice, bottom: int, top: int) -> tuple[int, fmpz_poly, fmpz_poly]:
    masses: dict[int, arb] = {bottom: arb(0)}
    others: dict[int, arb] = {bottom: arb(0)}
    for place, p, q in found.atoms:
        index = min(round(float((place / lattice.step).mid())), top) if place.is_finite() else bottom - 1
        if index >= bottom:  # else it counts as nothing
            masses[index] = masses.get(index, arb(0)) + p
            others[index] = others.get(index, arb(0)) + q * lattice.point(index).exp()
    first, told = _dense(masses, lattice, False)
    return first, told, _dense(others, lattice, True)[1]


def _dense(masses: dict[int, arb], lattice: Lattice, up: bool) -> tuple[int, fmpz_poly]:
    """Return masses in units as a polynomial, and the index of its first coefficient."""
    first = min(masses)
    found = [fmpz(0)] * (max(masses) - first + 1)
    for index, mass in masses.items():
        found[index - first] = lattice.units(mass, up)
    return first, fmpz_poly(found)
