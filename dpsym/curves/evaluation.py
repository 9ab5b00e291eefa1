"""delta of a composition to a wanted relative accuracy: which road, which precision, and once more if that fails."""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from functools import partial
from typing import cast

from flint import acb, arb, ctx

from dpsym.curves.aliases import chernoff
from dpsym.curves.alone import log_alone
from dpsym.curves.atomic import AtomicLoss
from dpsym.curves.complement import Complement, complement_plan
from dpsym.curves.effort import Effort, SpentError
from dpsym.curves.extremal import Extremal, last_node, sharpness_of
from dpsym.curves.finite_sum import FiniteSum
from dpsym.curves.fixed_size import FixedSizeLoss
from dpsym.curves.gaussian import GaussiansLoss, GaussianSum, NormalLoss, with_one_gaussian
from dpsym.curves.halves import MOST_RUNS, Halves
from dpsym.curves.jumps import are_few
from dpsym.curves.lattice import Lattice
from dpsym.curves.line import Line
from dpsym.curves.listed import MOST_ATOMS, Listed, listed_size
from dpsym.curves.loss import Parts, ball_of
from dpsym.curves.more_bits import Engine, MoreBits, Road
from dpsym.curves.octaves import octaves_of
from dpsym.curves.pieces import Pieces, PiecewiseLoss, lattice_of
from dpsym.curves.planning import Plan, Planner
from dpsym.curves.rare import guide_of, is_light, rare_roads, seen
from dpsym.curves.sampled import SampledLoss
from dpsym.curves.single_step import FinitePart
from dpsym.curves.split import Split
from dpsym.curves.summit import Summit
from dpsym.curves.three_atoms import ThreeAtoms
from dpsym.curves.two_atoms import TwoAtoms
from dpsym.errors import UndecidedError

_FEW_NODES, _MANY_NODES = 3000, 60000
_SHORT = 400  # nodes of a line on which rare losses cost little
_FEW_ATOMS, _FEW_EDGES = 1000, 10000  # terms of a finite sum that is the first to be tried
_MANY_EDGES = 80000  # of many different losses, whose nodes are many
_FEW_LOSSES = 8  # different ones, whose lattice may be as fine as the nodes are many without one
_HALF = 14  # binary digits of the number of atoms of a half of the runs
_CHEAPER = 10  # times what a node on a lattice costs as one of many losses together
_FAR = 1.0  # nats from a scale beyond which only the side matters
_ATTEMPTS = 6
_NEAR = (
    0.5,
    0.0,
)  # octaves from the saddle point where the density at the threshold is to be the greatest, and to its left
_LEFT = 0.0, 0.5  # the same where most nodes are negligible on a line further left
_MANY, _USUAL = 7, 12.0  # different losses per nat of delta that make them so, and such nats
_SHARE = 3 / 8  # t, of the bound of a delta next to 1
_GUARD_BITS, _UPPER_BITS = 48, 96
_LOG10 = math.log(10)


class Evaluator:
    """delta of a composition; the line of one threshold serves its neighbours.

    Parameters
    ----------
    parts : pairs of PrivacyLoss and int
        The composition.
    nats : float
        The wanted relative error of delta is exp(-nats).
    log_scale : float, optional
        The logarithm of a delta; what is smaller needs no smaller error than this one, and of what is certainly
        far from it only the side matters.
    effort : Effort, optional
        The work that is left.
    contour : bool, optional
        Whether only contour integrals are used, and no sum or formula.
    planner : Planner, optional
        Of the same composition; what it knows need not be found again.
    """

    def __init__(
        self,
        parts: Parts,
        nats: float,
        log_scale: float = -math.inf,
        effort: Effort | None = None,
        contour: bool = False,
        planner: Planner | None = None,
    ) -> None:
        parts = parts if contour else with_one_gaussian(parts)
        self.parts, self.nats, self.log_scale, self.planner = parts, nats, log_scale, planner or Planner(parts)
        self.guide = guide_of(self.planner, log_scale)
        self.effort, self.contour = effort or Effort(), contour
        self.density: float | None = None  # of `Extremal`, where an earlier line has shown it
        self.pieces = cast("Pieces", parts) if all(isinstance(loss, PiecewiseLoss) for loss, _ in parts) else None
        self._bits = int(nats * 1.45 + 1.6 * math.log2(sum(count for _, count in parts))) + _GUARD_BITS
        self._engine: Engine | None = None
        self.bits = self._bits

    def infinite_mass(self) -> arb:
        """Return the mass of an infinite loss of the composition, at the working precision."""
        masses = [(loss.infinite_mass(), count) for loss, count in self.parts]
        if all(mass.is_zero() for mass, _ in masses):
            return arb(0)
        if any(mass == 1 for mass, _ in masses):
            return arb(1)
        return -sum((count * (-mass).log1p() for mass, count in masses), arb(0)).expm1()

    def greatest_loss(self) -> arb | None:
        """Return the greatest finite loss of the composition, at the working precision; None if it is unbounded."""
        tops = [(loss.greatest_loss(), count) for loss, count in self.parts]
        if any(top is None for top, _ in tops):
            return None
        return sum((count * cast("arb", top) for top, count in tops), arb(0))

    def reference(self) -> tuple[Fraction, arb]:
        """Return the greatest losses of the parts that have one: of the rational ones, and of the others."""
        exact, others = Fraction(0), arb(0)
        for loss, count in self.parts:
            if isinstance(loss, PiecewiseLoss):
                exact += count * loss.positions[-1]
            else:
                others += count * (loss.greatest_loss() or arb(0))
        return exact, others

    def is_spent(self, eps: Fraction) -> bool:
        """Return whether no finite loss exceeds a threshold, for certain."""
        top = self.greatest_loss()
        exact, _ = self.reference()
        return eps >= exact if self.pieces is not None else top is not None and bool(ball_of(eps) >= top)

    def delta(self, eps: Fraction) -> arb:
        """Return a ball for delta(eps) of the wanted accuracy.

        Raises
        ------
        UndecidedError
            If no road and no precision tried reaches it.
        """
        with ctx.workprec(self._bits):
            mass = self.infinite_mass()
            if mass == 1 or self.is_spent(eps):
                return mass
        log_delta = None
        if self._engine is not None:
            with ctx.workprec(self.bits):
                value = self.infinite_mass() + self._engine.delta(eps)
                if self._is_enough(value):
                    return value
                log_delta = float(value.log().mid()) if value > 0 else None
        elif self.pieces is not None and not self.contour:
            with ctx.workprec(self._bits):
                value = self._next_to_one(self.pieces, eps)
                if self._is_enough(value):
                    return value
        return self._fresh(eps, log_delta)

    def _next_to_one(self, pieces: Pieces, eps: Fraction) -> arb:
        """Return a ball from 1 down: 1 - delta is E min(1, e^(eps - L)), at most e^(t eps) M(-t) for a t in (0, 1)."""
        left = (_SHARE * ball_of(eps)).exp()
        for loss, count in pieces:
            atoms, edges = loss.split(acb(-_SHARE))
            left *= (atoms.real + edges.real / (1 - 2 * _SHARE) + loss.left_out()) ** count
        return (1 - arb(left.upper())).max(arb(0)).union(arb(1))

    def upper(self, eps: Fraction) -> arb:
        """Return an upper bound of delta(eps) that takes one moment, 1 where this is not known; it may be some ten times too large."""
        with ctx.workprec(_UPPER_BITS):
            if (mass := self.infinite_mass()) == 1 or self.is_spent(eps):
                return arb(mass.upper()).min(arb(1))
            try:
                c = arb(self.planner.saddle(self.gap(eps)))
                return arb((mass + chernoff(self.parts, c, ball_of(eps))).upper()).min(arb(1))
            except (UndecidedError, ArithmeticError, ValueError):
                return arb(1)

    def _is_enough(self, value: arb) -> bool:
        if not value.is_finite():
            return False
        scale = arb(self.log_scale).exp()
        if value < scale * math.exp(-_FAR) or (value > scale * math.exp(_FAR) and scale > 0):
            return True
        return bool(value.rad() <= abs(value.mid()).max(scale) * arb(-self.nats).exp())

    def _fresh(self, eps: Fraction, log_delta: float | None) -> arb:
        """Return delta by the first road on which it comes out as wanted."""
        if not self.contour:
            with suppress(UndecidedError), ctx.workprec(self._bits):
                value = self.infinite_mass() + Summit(self.parts).delta(eps)
                if self._is_enough(value):
                    return value
        reason = ""
        for road in self._roads(eps):
            found = self._along(road, eps, log_delta)
            if not isinstance(found, str):
                return found
            reason = found
        self._engine = None
        raise UndecidedError(f"delta could not be enclosed to {self.nats / _LOG10:.0f} digits: {reason}")

    def _along(self, road: Road, eps: Fraction, log_delta: float | None) -> arb | str:
        """Return delta by one road, with more digits and another line where that is needed, or why not."""
        self.bits, radii, value = self._bits, [arb("inf"), arb("inf")], arb("nan")
        for attempt in range(_ATTEMPTS):
            with ctx.workprec(self.bits):
                try:
                    self._engine = road(log_delta)
                    value = self.infinite_mass() + self._engine.delta(eps)
                except UndecidedError as refusal:
                    if attempt or isinstance(refusal, SpentError):  # the precision was not what was missing
                        return str(refusal)
                    value = arb("nan")
                if self._is_enough(value):
                    return value
                if value.rad() > 0.9 * radii[-2]:  # neither the precision nor the line was what was missing
                    break
                radii.append(value.rad() if value.is_finite() else arb("inf"))
                if value.is_finite() and value.upper() > 0:
                    planned = self._planned(eps, log_delta)
                    most = min(planned, float(arb(value.upper()).log().mid()))
                    found = float(abs(value.mid()).log().mid()) if value > 0 else most - self.nats
                    log_delta = min(found, planned) - 2
            if not (self._is_heavy and value.is_finite()):  # the roads of heavy losses take the bits that they need
                self.bits = self.bits * 3 // 2 + (64 << attempt)
        return str(value)

    def _planned(self, eps: Fraction, log_delta: float | None) -> float:
        """Return the logarithm of delta that a line would be planned with, infinity where there is no line, as of a formula."""
        if self._is_heavy:
            about = seen(self.planner, self.gap(eps), self.log_scale)[1]
            return about if log_delta is None else min(about, log_delta)
        try:
            return self._plan(eps, log_delta).log_delta
        except UndecidedError:
            return math.inf

    @property
    def _is_heavy(self) -> bool:
        return any(loss.is_heavy for loss, _ in self.parts)

    def _plan(
        self,
        eps: Fraction,
        log_delta: float | None,
        saddle: float | None = None,
        octaves: float = math.inf,
        lean: float = 0.0,
        behind: bool = True,
    ) -> Plan:
        """Return a line for a threshold; on a lattice, none so far right that only rounding is left there."""
        gap, floor = self.gap(eps), self._floor
        step = 0.0 if self.pieces is None else float(lattice_of(self.pieces)[1])
        most = (self.nats + 40) / step if step > 1e-300 else math.inf
        c = self.planner.saddle(gap, floor - self.nats - 3) if saddle is None else saddle
        c = min(c, most)
        if log_delta is None:
            log_delta = self.planner.log_delta(c, gap)
        return self.planner.plan(gap, self.nats + 3, max(log_delta, floor), c, most, octaves, lean, behind)

    @property
    def _floor(self) -> float:
        """The logarithm of a delta that no smaller one is told from."""
        mass = self.infinite_mass()
        return max(self.log_scale, float(mass.log().mid()) if mass > 0 else -math.inf)

    def gap(self, eps: Fraction) -> float:
        """Return a threshold less the reference, in nats."""
        exact, others = self.reference()
        try:
            return float(eps - exact) - float(others.mid())
        except OverflowError as refusal:
            raise UndecidedError("the threshold is too large to plan with") from refusal

    def start(self, eps: Fraction, c: float) -> bool:
        """Lay a line through a given abscissa for the thresholds around one; return whether one serves there."""
        with ctx.workprec(self._bits):
            self.bits = self._bits
            for road in self._roads(eps, c):
                try:
                    self._engine = road(self.log_scale if math.isfinite(self.log_scale) else None)
                    return True
                except UndecidedError:
                    self._engine = None
        return False

    @property
    def is_rough(self) -> bool:
        """Whether the guess of a threshold may be far off: where rare losses are left out of it."""
        return self.guide is not self.planner

    def _roads(self, eps: Fraction, saddle: float | None = None) -> list[Road]:
        """Return the roads to delta, the cheaper ones first."""
        return self._formulas(eps, saddle) or self._lines(eps, saddle)

    def _formulas(self, eps: Fraction, saddle: float | None) -> list[Road]:
        """Return the one road by a formula or a finite sum of a single loss, none where there is none or contours are asked for."""
        (loss, count), *others = self.parts
        if self.contour or others:
            return []
        if count == 1:
            if isinstance(loss, GaussiansLoss):
                return [lambda _: GaussianSum(loss)]
            if loss.has_formula:
                return [lambda _: FinitePart(loss)]
        if isinstance(loss, SampledLoss) and loss.has_two_atoms:
            return [lambda _: TwoAtoms(loss.atoms, count)]
        if isinstance(loss, (AtomicLoss, FixedSizeLoss, SampledLoss)) and loss.has_three_atoms:
            return [
                lambda log_delta: ThreeAtoms(loss.three_atoms, count, self._plan(eps, log_delta, saddle), self.effort)
            ]
        if isinstance(loss, SampledLoss):
            atoms = loss.few_atoms()
            if atoms and listed_size(atoms, count) <= MOST_ATOMS:
                return [lambda _: Listed(loss.listed_atoms, count, self.effort)]
        return []

    def _lines(self, eps: Fraction, saddle: float | None) -> list[Road]:
        """Return the roads along lines, by lattices, and by lists of atoms."""
        (loss, count), pieces, effort = self.parts[0], self.pieces, self.effort

        def line(most: int, log_delta: float | None) -> Engine:
            plan = self._plan(eps, log_delta, saddle)
            return self._precise(plan, lambda: Line(self.parts, plan, eps, most, effort))

        def complement(log_delta: float | None) -> Engine:
            if log_delta is None:
                gap = self.gap(eps)
                log_delta = self.planner.log_delta(self.planner.saddle(gap), gap)
            about = max(log_delta, self._floor)
            plan = complement_plan(self.parts, eps, about, about - self.nats - 3)
            return self._precise(plan, lambda: Complement(self.parts, plan, eps, _MANY_NODES, effort))

        def extremal(log_delta: float | None) -> Engine:
            plan = self._plan(eps, log_delta, saddle, *(_LEFT if self._is_blurred() else _NEAR))

            def made() -> Engine:
                found = Extremal(self.parts, plan, eps, effort, self.density)
                self.density = found.density(eps)
                return found

            return self._precise(plan, made)

        def split(log_delta: float | None) -> Engine:
            return Split(loss, count, self._plan(eps, log_delta, saddle, *_NEAR, behind=False), eps, effort)

        def halves(log_delta: float | None) -> Engine:
            return Halves(self.parts, self._plan(eps, log_delta, saddle, *_NEAR), eps, effort)

        if any(loss.is_mirrored for loss, _ in self.parts):
            return [complement]
        if len(self.parts) == 1 and isinstance(loss, SampledLoss) and loss.has_edges:
            return [partial(line, _FEW_NODES), split, partial(line, _MANY_NODES), extremal]
        if self._is_heavy:
            gap = self.gap(eps)
            guide, expected = seen(self.planner, gap, self.log_scale)
            if are_few(self.parts):
                expected = max(self.log_scale, log_alone(self.parts, eps))
            rare = rare_roads(self.parts, eps, expected, self.nats, self.log_scale, _MANY_NODES, effort)
            if isinstance(loss, FixedSizeLoss) and len(self.parts) == 1 and loss.are_few(count):
                octaves = partial(octaves_of, loss, count, self.planner, eps, self.nats, self.log_scale, effort)
                rare = [rare[0], octaves, *rare[1:]]
            return [partial(line, _SHORT), *rare] if is_light(self.planner, guide, gap) else rare
        if pieces is None:
            has_points = all(
                isinstance(loss, (PiecewiseLoss, SampledLoss, NormalLoss, AtomicLoss))
                or (isinstance(loss, FixedSizeLoss) and loss.has_moments)
                for loss, _ in self.parts
            )
            roads: list[Road] = [partial(line, _MANY_NODES), *([extremal] if has_points else [])]
            if self._are_atoms:  # whose moments do not fall
                roads = roads[::-1]
            return [halves, *roads] if self._is_listed() else roads
        edges = any(loss.has_edges for loss, _ in pieces)
        short = [partial(line, _FEW_NODES)] if edges else []

        def exact(log_delta: float | None) -> Engine:
            plan = self._plan(eps, log_delta, saddle)
            return self._precise(plan, lambda: Lattice(pieces, plan, eps, effort))

        finite: Road = lambda _: FiniteSum(pieces, effort, eps)  # noqa: E731
        if self.contour:
            return [*short, exact]
        most = _FEW_ATOMS if not edges else _MANY_EDGES if len(pieces) > _FEW_LOSSES else _FEW_EDGES
        if FiniteSum.size(pieces, eps) <= most:
            return [finite, exact]
        plan, step = self._plan(eps, None, saddle, *_NEAR), lattice_of(pieces)[1]
        few = last_node(plan, sharpness_of(plan))
        if not edges and self._are_half():
            return [halves, extremal, exact, finite]
        few = min(_MANY_NODES, few) if len(pieces) > _FEW_LOSSES else few
        if plan.period * (_CHEAPER if len(pieces) > _FEW_LOSSES else 1) < few * float(step):
            return [*short, exact, finite]
        return [*short, extremal, exact, finite]

    def _precise(self, plan: Plan, make: Callable[[], Engine]) -> Engine:
        """Return an engine at the precision that its line takes."""
        return MoreBits(plan.more_bits(self.nats), make)

    def _is_blurred(self) -> bool:
        """Return whether so many different losses are composed that their moments are small on most of a line."""
        return len(self.parts) > _MANY * min(_USUAL, -self.log_scale)

    def _are_half(self) -> bool:
        """Return whether the atoms of a half of all runs are few enough to be listed."""
        sizes = ((count, loss.size) for loss, count in self.pieces or ())
        return sum(count * math.log2(size) for count, size in sizes) <= 2 * _HALF

    def _is_listed(self) -> bool:
        """Return whether there are few runs, each of atoms alone."""
        return not self.contour and sum(count for _, count in self.parts) <= MOST_RUNS and self._are_atoms

    @property
    def _are_atoms(self) -> bool:
        return all(
            isinstance(loss, AtomicLoss) or (isinstance(loss, (PiecewiseLoss, SampledLoss)) and not loss.has_edges)
            for loss, _ in self.parts
        )
