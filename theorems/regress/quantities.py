"""The exact value of each quantity of a composition: which of the roads applies, and on which entries it rests."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import lru_cache, partial
from math import inf

from sympy import S

from dpsym.curves.loss import ball_of
from dpsym.errors import DpsymError, UndecidedError
from dpsym.guarantees.notions import LossDP
from dpsym.measurement.best_gaussian import BEST_GAUSSIAN, best_ratio
from theorems.regress.concentration import rho_truth
from theorems.regress.engines import to_digits
from theorems.regress.facts import profile_facts
from theorems.regress.levels import Power, power_truth
from theorems.regress.profiles import profiles
from theorems.regress.promised import promised_truth
from theorems.regress.runs import Run, Subject
from theorems.regress.spare import spare_truth
from theorems.regress.steps import variance_of
from theorems.regress.subject import guarantee_of
from theorems.regress.sums import pure_truth, renyi_truth
from theorems.regress.truths import Bounded, Height, Known, Spared, Threshold, Truth

_RHO_FACTS = {
    False: ("renyi.gaussian", "rdp.composition.adaptive"),
    True: ("renyi.gaussian", "renyi.discrete_gaussian", "renyi.discrete_gaussian.integer", "rdp.composition.adaptive"),
}
At = tuple[tuple[str, Fraction | float], ...]


def truth_of(subject: Subject, quantity: str, at: At) -> Truth:
    """Return what is known of the exact value of a quantity.

    Parameters
    ----------
    subject : Subject
        The composition.
    quantity : {"epsilon", "delta", "renyi", "rho", "mu"}
        What is wanted.
    at : tuple of (str, number)
        The delta, epsilon or order.

    Raises
    ------
    UndecidedError
        If nothing is known of it.
    """
    if quantity == "power":
        return _power_truth(subject, at)
    if subject.parts and quantity in ("epsilon", "delta") and dict(at).get("delta") != 0:
        return _of_profile(subject, quantity, at)
    found = _truth_of(subject, quantity, at)
    # which road it took is remembered in it, and not beyond the question at hand
    return Spared(found.exact, found.spare) if isinstance(found, Spared) else found


def _power_truth(subject: Subject, at: At) -> Truth:
    level = Fraction(dict(at)["level"])
    if subject.parts:
        known = profiles(subject)
        if known and subject.is_sampled and not subject.is_replaced and len(subject.directions) == 1:
            other = "add" if subject.directions == ("remove",) else "remove"
            (back,) = profiles(replace(subject, directions=(other,)))
            return Power(profile_facts(subject), known[0], back, level)
        return power_truth(profile_facts(subject), known, level)
    if (found := promised_truth(subject, "power", dict(at))) is None:
        raise UndecidedError("the trade-off function is known only where the exact profile is, and of single promises")
    return found


@lru_cache(maxsize=1 << 12)
def _truth_of(subject: Subject, quantity: str, at: At) -> Truth:
    where = dict(at)
    if not subject.parts:
        return promised_truth(subject, quantity, where) or spare_truth(subject, quantity, at, truth_of)
    if quantity == "epsilon":
        return pure_truth(subject)
    if quantity == "renyi":
        return renyi_truth(subject, where["order"])
    return concentrated_truth(subject, quantity)


def _of_profile(subject: Subject, quantity: str, at: At) -> Truth:
    found, facts = profiles(subject), profile_facts(subject)
    ((_, number),) = at
    if not found:
        return spare_truth(subject, quantity, at, truth_of)
    exact: Truth
    if quantity == "epsilon":
        exact = Threshold(facts, found[0].road, found, Fraction(number))
    else:
        exact = Height(facts, found[0].road, found, Fraction(number))
    return Spared(exact, partial(spare_truth, subject, quantity, at, truth_of))


def concentrated_truth(subject: Subject, quantity: str) -> Truth:
    """Return the least rho of zero-concentrated, or the least mu of Gaussian privacy.

    Of Gaussian noise on a Poisson sample both are those of the noise alone: sampling never adds to the loss, and as k runs
    of rates q contain, with probability q^k, the pair itself, delta(eps) is at least q^k times the noise's at eps + k log(1/q),
    which no smaller mu covers; likewise D_alpha/alpha tends to the noise's rho as alpha grows.
    """
    also = (*(("max.subsampled_gaussian",) if subject.is_sampled else ()), *subject.also)
    if subject.is_replaced:
        return spare_truth(subject, quantity, (), truth_of)
    if not subject.is_sampled or "remove" in subject.directions:
        if quantity == "rho" and (rho := _noise_rho(subject)):
            facts = (*_RHO_FACTS[any(run.family != "Gaussian" for run, _ in subject.parts)], *also)
            return Bounded(facts, "half the sum of (sensitivity/sigma)^2", rho, rho)
        if quantity == "mu" and (variance := variance_of(subject)):
            facts = ("tradeoff.gaussian", "profile.composed.gaussian", *also)
            root = partial(to_digits, lambda: ball_of(variance).sqrt())
            return Known(facts, "mu^2 is the sum of (sensitivity/sigma)^2", [root])
    if quantity == "rho":
        return rho_truth(subject)
    try:
        return best_truth(subject)
    except DpsymError:
        pass  # of what has no certified curve a chain of theorems may know something
    return spare_truth(subject, quantity, (), truth_of)


def best_truth(subject: Subject) -> Truth:
    """Return the least mu of runs whose trade-off function is known by its lines, between two numbers.

    Raises
    ------
    DpsymError
        If there is no certified curve, or it stays undecided.
    """
    # the mu of one direction is that of the other: a Gaussian trade-off function is its own inverse
    found = best_ratio(guarantee_of(subject).to(LossDP).value)
    facts = (*BEST_GAUSSIAN.theorems, *subject.also)
    if found.mu is S.Infinity:
        return Bounded(facts, found.says, inf, inf)
    low, high = (Fraction(int(end.p), int(end.q)) for end in (found.least, found.mu))
    return Bounded(facts, "the greatest mu over all thresholds of the privacy profile", low, high)


def _noise_rho(subject: Subject) -> Fraction | None:
    """Return rho of Gaussian noise, or of discrete Gaussian noise, whose budget is the same at integer orders and else below."""
    ratios = [(_ratio(run), count) for run, count in subject.parts]
    if any(ratio is None for ratio, _ in ratios):
        return None
    return sum((count * ratio / 2 for ratio, count in ratios if ratio is not None), Fraction(0))


def _ratio(run: Run) -> Fraction | None:
    """Return (sensitivity/sigma)^2 of noise of which half of it is rho, where it is rational."""
    if run.family != "Gaussian" and (run.family != "DiscreteGaussian" or run.is_sampled):
        return None
    if run.law is None:
        return (run.records * run.sensitivity / run.arguments[0]) ** 2
    variance = run.law.args[1] ** 2
    return run.sensitivity**2 / Fraction(int(variance.p), int(variance.q)) if variance.is_Rational else None
