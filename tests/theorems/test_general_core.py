"""The general statements of filters, resampling, shuffling, optimality, selection and noise: each has a false twin that is refuted."""

from dataclasses import replace

import pytest
from sympy import Rational, S, exp, log, tanh

from dpsym import KL, Cauchy, DiscreteGaussian, HockeyStick, MaxDivergence, Renyi
from dpsym.distributions import Joint, Kernel
from dpsym.divergences import ChiSquaredDivergence, SquaredHellinger
from dpsym.divergences.additive import StaircaseCost
from dpsym.divergences.guessing import GeometricLoss, GreatestMass, Inputs
from dpsym.divergences.least import GaussianRatio
from dpsym.divergences.testing import TulapPower
from dpsym.parameters import alpha, delta, eps, q, zeta
from theorems.checks import At, Enclose, Hostile, Tight
from theorems.checks.iterating import Iterating
from theorems.entry import Theorem
from theorems.library.general import (
    bounded_range,
    filters,
    iteration,
    losses,
    noise,
    odometers,
    optimality,
    randomisers,
    ratios,
    resampling,
    selection,
    shuffling,
    stability,
)
from theorems.library.variables import K, L, P, Q, finite, k, m, n, threshold
from theorems.statement import eq, le
from theorems.status import Status

MODULES = (
    *(bounded_range, filters, iteration, losses, noise, odometers, optimality),
    *(randomisers, ratios, resampling, selection, shuffling, stability),
)
FALSE = {bounded_range.RANGE_ADAPTIVE.id, odometers.NATURAL.id}
ENTRIES = {
    entry.id: entry
    for module in MODULES
    for entry in vars(module).values()
    if isinstance(entry, Theorem) and entry.id not in FALSE
}
LESS = Rational(99, 100)
RESPONSE = Kernel(finite("3/4", "1/4"), finite("1/4", "3/4"))
NEARLY = {eps: log(3), K: RESPONSE, P: finite("51/100", "49/100"), Q: finite("1/2", "1/2")}
IMAGES = randomisers._IMAGES


def less(entry, factor=LESS):
    return le(entry.statement.lhs, factor * entry.statement.rhs)


THIRD = Kernel(finite("1", "0", "0"), finite("0", "1", "0"), finite("0", "0", "1"))
TWINS = {
    "range.max.any": (less(bounded_range.RANGE_MAX, Rational(2, 3)), Hostile(40)),
    "range.profile.any": (less(bounded_range.RANGE_PROFILE, Rational(1, 2)), Hostile(60)),
    "range.renyi.any": (less(bounded_range.RANGE_RENYI, Rational(1, 2)), Hostile(60)),
    "range.renyi.attained": (
        eq(bounded_range.RANGE_RENYI_ATTAINED.statement.lhs, bounded_range.alpha * bounded_range.zeta**2 / 8),
        Enclose(2),
    ),
    "range.composition": (less(bounded_range.RANGE_PRODUCT), Hostile(20)),
    "iteration.last": (less(iteration.CONTRACTIVE), Iterating(20)),
    "iteration.last.linear": (
        eq(iteration.LAST_ITERATE.statement.lhs, LESS * iteration.LAST_ITERATE.statement.rhs),
        Enclose(2),
    ),
    "loss.composition": (
        eq(losses.CONVOLUTION.statement.lhs, losses.CONVOLUTION.statement.rhs.xreplace({k: k + 1})),
        Hostile(20),
    ),
    "loss.grid.upper": (less(losses.UPPER), Hostile(40)),
    "loss.grid.lower": (
        le(losses.LOWER.statement.lhs.xreplace({losses.h * k: k * losses.h / 9}), losses.LOWER.statement.rhs),
        Hostile(40),
    ),
    "max.filter": (less(filters.PURE), Hostile(30)),
    "rdp.filter": (less(filters.RENYI), Hostile(30)),
    "gdp.filter": (less(filters.GDP), Hostile(20)),
    "zcdp.filter": (less(odometers.ZCDP), Hostile(40)),
    "dp.filter": (less(odometers.APPROX), Hostile(40)),
    "dp.filter.tightest": (less(odometers.TIGHTEST), Hostile(40)),
    "rdp.odometer": (less(odometers.ODOMETER), Hostile(40)),
    "tradeoff.shift": (
        le(ratios.TradeOff(ratios.t, ratios.Q, ratios.P) - LESS * ratios.kappa, ratios.SHIFT.statement.rhs),
        Hostile(40),
    ),
    "gdp.subsampled_gaussian": (less(ratios.SAMPLED, Rational(1, 2)), Enclose(20)),
    "dp.filter.advanced": (le(HockeyStick(filters._SPENT / 2, *filters._ANSWERS), delta), Hostile(40)),
    "rdp.moments_accountant": (le(filters.MOMENTS.statement.lhs, exp(-(alpha - 1) * threshold)), Hostile(30)),
    "rdp.tree": (le(filters.TREE.statement.lhs, filters.TREE.statement.rhs / filters._LEVELS), Hostile(30)),
    "dp.composition.adaptive.mean": (
        le(filters.MEAN.statement.lhs, HockeyStick(filters.eps2, Joint(P, K), Joint(P, L))),
        Hostile(30),
    ),
    "amplification.poisson.renyi.exact": (
        eq(resampling.EXACT.statement.lhs, resampling.EXACT.statement.rhs + q**n / 100),
        Hostile(5),
    ),
    "amplification.multiple.profile": (less(resampling.MULTIPLE), Hostile(40)),
    "amplification.with_replacement.profile": (less(resampling.WITH_REPLACEMENT), Hostile(40)),
    "amplification.shuffle.clones.any": (
        le(shuffling.CLONES.statement.lhs, shuffling.clones_profile(LESS * zeta, k, eps)),
        At({k: S.One, eps: S.Zero, zeta: log(3), K: RESPONSE}),
    ),
    "amplification.shuffle.blanket": (less(shuffling.BLANKET), Hostile(20)),
    "mechanism.geometric.universal": (eq(optimality.GEOMETRIC.statement.lhs, GeometricLoss(m, q**2, P)), Hostile(10)),
    "mechanism.staircase.optimal": (eq(optimality.STAIRCASE.statement.lhs, StaircaseCost(n, q, k + 1)), Enclose(4)),
    "mechanism.tulap.optimal": (
        eq(optimality.TEST.statement.lhs, TulapPower(n, q, optimality.start, (1 + optimality.theta) / 2)),
        Enclose(4),
    ),
    "dp.packing": (
        le(optimality.PACKING.statement.lhs, optimality.PACKING.statement.rhs - (exp(eps) - 1) * GreatestMass(P)),
        Hostile(30),
    ),
    "dp.reconstruction": (less(optimality.RECONSTRUCTION), Hostile(40)),
    "ldp.guess": (
        le(randomisers.GUESS.statement.lhs, exp(eps) / (exp(eps) + Inputs(K))),
        At({eps: log(3), K: RESPONSE}),
    ),
    "ldp.binary": (less(randomisers.BINARY), Hostile(60)),
    "ldp.kl.contraction": (le(KL(*IMAGES), LESS * tanh(eps / 2) ** 2 * KL(P, Q)), At(NEARLY)),
    "ldp.chi2.contraction": (
        le(ChiSquaredDivergence(*IMAGES), LESS * tanh(eps / 2) ** 2 * ChiSquaredDivergence(P, Q)),
        At(NEARLY),
    ),
    "ldp.hellinger.contraction": (
        le(SquaredHellinger(*IMAGES), LESS * tanh(eps / 2) ** 2 * SquaredHellinger(P, Q)),
        At(NEARLY),
    ),
    "ldp.kl.exact": (
        less(randomisers.KL_EXACT),
        At(next(check.at for check in randomisers.KL_EXACT.checks if isinstance(check, Tight))),
    ),
    "ldp.kl.sharp": (
        less(randomisers.DUCHI, Rational(1, 2)),
        At(
            {
                eps: log(Rational(11, 10)),
                K: Kernel(finite("11/21", "10/21"), finite("10/21", "11/21")),
                P: finite("1", "0"),
                Q: finite("0", "1"),
            }
        ),
    ),
    "hockey_stick.contraction": (less(randomisers.CONTRACTION), Hostile(40)),
    "max.selection": (
        le(selection.PURE.statement.lhs, MaxDivergence(P, Q) + MaxDivergence(Q, P)),
        At(
            {
                selection.eta: Rational(2),
                selection.gamma: Rational(1, 100),
                P: finite("6/10", "2/10", "2/10"),
                Q: finite("5/10", "1/10", "4/10"),
            }
        ),
    ),
    "rdp.selection": (le(selection.RENYI.statement.lhs, Renyi(alpha, P, Q)), Hostile(20)),
    "rdp.selection.poisson": (
        le(
            selection.POISSON.statement.lhs,
            Renyi(alpha, P, Q)
            + selection.m * HockeyStick(log(alpha / (alpha - 1)), Q, P)
            + log(selection.m) / (alpha - 1),
        ),
        Hostile(40),
    ),
    "gdp.shift_reduction": (le(iteration.SHIFT_GAUSSIAN.statement.lhs, GaussianRatio(P, Q) ** 2), Hostile(20)),
    "iteration.one_pass.linear": (
        eq(iteration.ONE_PASS.statement.lhs, LESS * iteration.ONE_PASS.statement.rhs),
        Enclose(4),
    ),
    "renyi.shift_reduction": (le(iteration.SHIFT.statement.lhs, Renyi(alpha, P, Q)), Hostile(20)),
    "dp.generalization": (
        less(stability.GENERALIZATION, Rational(1, 2)),
        At({eps: S.Zero, P: finite("1/3", "1/3", "1/3"), K: THIRD}),
    ),
    "dp.approx.leak": (le(stability.LEAK.statement.lhs, delta / 2), Hostile(30)),
    "tradeoff.two_sided_geometric": (
        eq(noise.CANONICAL.statement.lhs, noise.CANONICAL.statement.rhs.xreplace({noise.b: 2 * noise.b})),
        Enclose(4),
    ),
    "profile.discrete_gaussian": (
        eq(
            HockeyStick(eps, DiscreteGaussian(0, noise.sigma), DiscreteGaussian(k, noise.sigma)),
            noise._tail(noise._FROM),
        ),
        Enclose(4),
    ),
    "mechanism.smooth.laplace": (
        noise.SMOOTH_LAPLACE.statement,
        At({eps: Rational(20), delta: Rational(1, 2), noise.u: S.Zero, noise.r: -S.One}),
    ),
    "mechanism.smooth.cauchy": (le(MaxDivergence(*noise._smooth(Cauchy, 1 / eps, eps / 6)), eps), Enclose(8)),
}


def test_every_entry_has_a_twin():
    assert set(TWINS) == set(ENTRIES)


@pytest.mark.cases(1 / 3)
@pytest.mark.parametrize("name", TWINS)
def test_a_false_twin_is_refuted(name):
    statement, check = TWINS[name]
    twin = replace(ENTRIES[name].anew(), id=f"{name}.twin", statement=statement)
    assert check.run(twin).status is Status.REFUTED
