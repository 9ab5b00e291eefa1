r"""A composition between two on a lattice, for losses whose moments fall too slowly for a line: few steps, and rare samples.

The curve :math:`g(u) = \sup_A (P(A) - u\,Q(A))` of one step is convex in :math:`u = e^{\varepsilon}`. Its chords between the
points :math:`u_i = e^{ih}` of a lattice are the curve of a pair that dominates (P, Q), and whose losses are whole multiples of h.
Lines that touch it and meet at points of the lattice are the curve of a pair that (P, Q) dominates: events are united, and one of them
is split by a coin, so that the ratio of their masses is some :math:`u_i`. Both err by the square of h. Domination passes on to
compositions, which are powers of polynomials: of whole multiples of a tiny mass, rounded up or down.

What lies above the top of the lattice has an infinite loss, as far as its share of Q does not fit there, or the loss of the top; what
is too rare to matter lies at the bottom, or nowhere.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property

from flint import arb, ctx, fmpz, fmpz_poly

from dpsym.curves.loss import PrivacyLoss
from dpsym.curves.moved import MovedLoss
from dpsym.errors import UndecidedError

Masses = tuple[arb, arb]

_GUARD = 24  # bits of a mass below what is too small to matter
_SHIFT = 128  # bits of the shares into which a mass is split
_MOST_CELLS = 1 << 20  # of one run
_CELLS = 512  # that one run may take on a lattice finer than the last one; or half as many as that has
_PARTNERS = 8  # that are tried for a mass
_FEW = 64  # runs that are composed on the last lattice alone


@dataclass(frozen=True)
class Lattice:
    """The points i h for i from the lowest to the top.

    Parameters
    ----------
    step : float
        h, in nats.
    top : int
        The index of the greatest loss.
    bottom : float
        An index, or minus infinity, from which no loss above 0 can be reached any more; nothing lies below it.
    rare : arb
        A mass that is too small to matter.
    above : bool
        Whether what is laid on it dominates, or is dominated.
    """

    step: float
    top: int
    bottom: float
    rare: arb
    above: bool

    def scaled(self, factor: float) -> Lattice:
        """Return the same points between the same ends, so many times as far apart, a power of 2."""
        return replace(
            self,
            step=self.step * factor,
            top=math.ceil(self.top / factor),
            bottom=math.floor(self.bottom / factor) if math.isfinite(self.bottom) else self.bottom,
        )

    @cached_property
    def bits(self) -> int:
        """Masses are whole multiples of 2^-bits, which is far below what is too small to matter."""
        return max(_GUARD, _GUARD - math.floor(float(self.rare.log().mid()) / math.log(2)))

    @cached_property
    def slight(self) -> int:
        """The mass that is too small to matter, in units."""
        return 1 << (self.bits + math.floor(float(self.rare.log().mid()) / math.log(2)) - 1)

    def units(self, mass: arb) -> fmpz:
        """Return a mass in units, rounded to the safe side.

        Raises
        ------
        UndecidedError
            If it is not certainly a number, or so uncertain that it may be far above 1.
        """
        if (
            not mass < 2
        ):  # of steps that are far too coarse the balls are astronomical, and their whole numbers fill the memory
            raise UndecidedError("a mass on the lattice is not certainly known")
        scaled = mass * arb(2) ** self.bits
        if not scaled.abs_upper() < arb(2) ** (
            self.bits + _GUARD
        ):  # FLINT ends the process at the integer of a number beyond memory
            raise UndecidedError("a mass on the lattice is not certainly known")
        whole = scaled.upper().ceil() if self.above else scaled.lower().floor()
        found = whole.unique_fmpz()
        if found is None:
            raise UndecidedError("a mass on the lattice is not certainly known")
        return found if found > 0 else fmpz(0)

    def share(self, mass: fmpz, part: int) -> fmpz:
        """Return a part of a mass, rounded to the safe side; the part is so many times 2^-_SHIFT, rounded to that side too."""
        return -(-mass * part >> _SHIFT) if self.above else mass * part >> _SHIFT

    def point(self, index: int) -> arb:
        """Return a loss of the lattice."""
        return arb(self.step) * index


@dataclass(frozen=True)
class Laid:
    """Masses of P on a lattice, those of Q being exp(-loss) of them; every rounding is to the side of the bound, as delta rises with each mass.

    Parameters
    ----------
    lattice : Lattice
        Where.
    low : int
        The index of the first mass.
    masses : list of int
        Of P, in units of the lattice.
    infinite : arb
        What of P has an infinite loss.
    """

    lattice: Lattice
    low: int
    masses: list[fmpz]
    infinite: arb

    def followed_by(self, other: Laid) -> Laid:
        """Return the composition, cut to the lattice."""
        lattice = self.lattice
        product = (fmpz_poly(self.masses) * fmpz_poly(other.masses)).coeffs()
        lowered = [(-mass if lattice.above else mass) >> lattice.bits for mass in product]
        product = [-mass for mass in lowered] if lattice.above else lowered
        infinite = self.infinite + other.infinite - self.infinite * other.infinite
        return Laid(lattice, self.low + other.low, product or [fmpz(0)], infinite)._cut()

    def _cut(self) -> Laid:
        lattice, low, masses, infinite = self.lattice, self.low, self.masses, self.infinite
        room = max(lattice.top - low, 0) + 1
        beyond, masses = sum(masses[room:], fmpz(0)), masses[:room]
        if not lattice.above:
            masses[-1] += beyond
            beyond = fmpz(0)
        dropped, first = fmpz(0), 0
        while first < len(masses) - 1 and (low + first < lattice.bottom or dropped + masses[first] < lattice.slight):
            dropped += masses[first]
            first += 1
        masses = masses[first:]
        if lattice.above:
            masses[0] += dropped
        dropped = fmpz(0)
        while len(masses) > 1 and dropped + masses[-1] < lattice.slight:
            dropped += masses.pop()
        if lattice.above:
            infinite += self._ball(beyond + dropped)
        return Laid(lattice, low + first, masses, infinite)

    def coarser(self) -> Laid:
        """Return the same on a lattice of twice the step, a pair that dominates this one, or one that it dominates.

        A mass between two points of it is split so that P and Q keep theirs; or it is united with shares of later ones.
        """
        low, masses = self.low // 2, list(self.masses)
        masses = [fmpz(0)] * (self.low - 2 * low) + masses
        masses += [fmpz(0)] * (1 + len(masses) % 2)
        (_split if self.lattice.above else _unite)(masses, self.lattice)
        return Laid(self.lattice.scaled(2), low, masses[::2], self.infinite)._cut()

    def excess(self) -> arb:
        """Return by how much the masses of P at losses above 0 exceed those of Q."""
        start = max(0, 1 - self.low)
        pairs = enumerate(self.masses[start:], self.low + start)
        return sum((self._ball(mass) * -(-self.lattice.point(place)).expm1() for place, mass in pairs if mass), arb(0))

    def _ball(self, mass: fmpz) -> arb:
        return arb(mass) * arb(2) ** -self.lattice.bits

    @cached_property
    def sums(self) -> tuple[list[arb], list[arb]]:
        """The masses of P and of Q from each index up to the top, and beyond."""
        p, q, fall = self.infinite, arb(0), (-arb(self.lattice.step)).exp()
        lead = (-self.lattice.point(self.low)).exp()
        above, below = [p], [q]
        for k, power in reversed(list(enumerate(_powers(fall, len(self.masses))))):
            mass = self._ball(self.masses[k])
            p, q = p + mass, q + mass * power * lead
            above.append(p)
            below.append(q)
        return above[::-1], below[::-1]

    def delta(self, eps: arb, index: int) -> arb:
        """Return the mass of P less exp(eps) times that of Q from an index of the masses on."""
        above, below = self.sums
        index = min(max(index, 0), len(self.masses))
        return above[index] - eps.exp() * below[index]


def laid(loss: PrivacyLoss, lattice: Lattice) -> Laid:
    """Return one step on a lattice: a pair that dominates it, or one that it dominates."""
    first = int(max(loss.bottom(lattice.rare, lattice.step), lattice.bottom))
    top = max(lattice.top, first + 1)
    if top - first > _MOST_CELLS:
        raise UndecidedError("the losses lie too far apart for a lattice on which delta is seen")
    cells = loss.cells([lattice.point(index) for index in range(first, top + 1)])
    below = _lowered if isinstance(loss, MovedLoss) else _tangents
    return (_chords if lattice.above else below)(lattice, first, cells)._cut()


def _powers(base: arb, count: int) -> list[arb]:
    """Return the first powers of a number, by halves, so that rounding grows slowly."""
    found = [arb(1), base][:count]
    for k in range(2, count):
        found.append(found[k // 2] * found[k - k // 2])
    return found


def _split(masses: list[fmpz], lattice: Lattice) -> None:
    """Move the masses at odd places to the even ones beside them, so that P and Q keep theirs."""
    right = 1 / (1 + (-arb(lattice.step)).exp())
    up, down = (int((part * 2**_SHIFT).upper().ceil().unique_fmpz()) for part in (right, 1 - right))
    for k in range(1, len(masses), 2):
        masses[k + 1] += lattice.share(masses[k], up)
        masses[k - 1] += lattice.share(masses[k], down)


def _unite(masses: list[fmpz], lattice: Lattice) -> None:
    """Move the masses at odd places to even ones, united with shares of later ones so that the ratio of both is that of the next place.

    With r at i and p at j they meet at i + 1 where :math:`r (e^h - 1) = p (1 - e^{-(j - i - 1)h})`; what finds no partner is moved down.
    """
    later = [k for k, mass in enumerate(masses) if mass]
    wanted: dict[int, tuple[int, int]] = {}  # for each part of the mass at i, by the distance of j from i + 1
    start = 0
    for i in range(1, len(masses), 2):
        while start < len(later) and later[start] < i + 2:
            start += 1
        for j in later[start : start + _PARTNERS]:
            if not masses[i]:
                break
            if j - i - 1 not in wanted:
                wanted[j - i - 1] = _wanted(lattice.step, j - i - 1)
            least, most = wanted[j - i - 1]
            moved = min(masses[i], max(((masses[j] - 1) << _SHIFT) // most, fmpz(0)))
            masses[i] -= moved
            masses[j] -= (moved * most >> _SHIFT) + 1 if moved else 0
            masses[i + 1] += moved + (moved * least >> _SHIFT)
        masses[i - 1] += masses[i]
        masses[i] = fmpz(0)


def _wanted(step: float, distance: int) -> tuple[int, int]:
    """Return what is needed of a later mass for each part of one that goes up a step, from below and from above."""
    ratio = arb(step).expm1() / -(arb(step) * -distance).expm1() * 2**_SHIFT
    return int(ratio.lower().floor().unique_fmpz()), int(ratio.upper().ceil().unique_fmpz())


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
    while len(found.masses) > 2 * _room(last) and found.lattice.step < last.step:
        found = found.coarser()
    return found


def _chords(lattice: Lattice, first: int, cells: list[Masses]) -> Laid:
    rise = arb(lattice.step).exp()
    low, *inner, (p_top, q_top) = cells
    masses: list[arb] = [arb(0)] * (len(inner) + 1)
    masses[0] += low[0]
    factor = lattice.point(first).exp()
    for k, (p, q) in enumerate(inner):
        q = q * factor  # in the unit of the left end, where the ratio is 1, and `rise` at the right one
        right = (p - q) / (rise - 1)
        masses[k] += q - right
        masses[k + 1] += right * rise
        factor *= rise
    fits = q_top * lattice.point(first + len(inner)).exp()
    masses[-1] += fits
    return Laid(lattice, first, [lattice.units(mass) for mass in masses], p_top - fits)


def _lowered(lattice: Lattice, first: int, cells: list[Masses]) -> Laid:
    """Unite events from the greatest ratio on downwards until theirs is one of the lattice; the coin decides about the last one."""
    _, *inner, (p_open, q_open) = cells
    masses = [arb(0)] * (len(inner) + 1)
    target, goal = len(inner), lattice.point(first + len(inner)).exp()
    for k in range(len(inner) - 1, -1, -1):
        p, q = inner[k]
        left, excess, lack = arb(1), p_open - goal * q_open, goal * q - p
        if not excess >= lack:
            share = arb((excess / lack).lower()).max(arb(0)).min(arb(1)) if lack > 0 else arb(0)  # the coin is ours
            masses[target] += p_open + share * p
            left, p_open, q_open, target = 1 - share, arb(0), arb(0), k
            goal = lattice.point(first + k).exp()
        p_open, q_open = p_open + left * p, q_open + left * q
    masses[target] += p_open
    return Laid(lattice, first, [lattice.units(mass) for mass in masses], arb(0))


def _tangents(lattice: Lattice, first: int, cells: list[Masses]) -> Laid:
    """Unite events from the lowest ratio on until their ratio is one of the lattice; the coin decides about the last one."""
    rise = arb(lattice.step).exp()
    _, *inner, (p_top, _) = cells
    masses = [arb(0)] * (len(inner) + 1)
    masses[-1] += p_top
    p_open, q_open, start, target = arb(0), arb(0), 0, -1
    factor = lattice.point(first).exp()
    for k, (p, q) in enumerate(inner):
        factor *= rise  # at the right end of the cell
        left = arb(1)
        if target >= 0:
            goal = lattice.point(first + target).exp()
            missing, gain = goal * q_open - p_open, p - goal * q
            if gain > missing and gain > 0:
                share = arb((missing / gain).max(arb(0)).upper()).min(arb(1))  # the coin is ours: an exact number
                masses[target] += p_open + share * p
                left, target = 1 - share, -1
        if target < 0:
            p_open, q_open, start, target = left * p, left * q, k, k + 1
        else:
            p_open, q_open = p_open + p, q_open + q
    masses[start] += p_open
    return Laid(lattice, first, [lattice.units(mass) for mass in masses], arb(0))
