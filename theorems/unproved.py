"""What was tried to prove the entries that are sampled alone, and what is missing."""

from __future__ import annotations

from functools import cache

_WHY = {
    "Coq has no word for the greatest profile of the rows of two kernels at thresholds below 0": """
        range.step range.step.grid""",
    "Coq has no word for the length of the interval of a loss, in a trade-off function": """
        range.tradeoff.any""",
    "Coq has no word for a count that is moved, and the sum of its masses up to the mode is taken by no cover": """
        tv.skellam.shift tv.binomial.shift chi2.poisson.shift""",
    "Coq has a proof on finite spaces, and nothing tells that it passes to countable ones: the tail of a choice by scores jumps": """
        mechanism.exponential.accuracy""",
    "Coq has a proof on finite spaces, and nothing tells that it passes to countable ones: nothing times an infinite value": """
        renyi.probability""",
    "Coq has no word for the least mu of Gaussian privacy, with the quantile of the normal law": """
        gdp.to_profile gdp.to_tradeoff gdp.to_renyi gdp.composition.adaptive gdp.filter gdp.group.any gdp.composition.parallel
        gdp.data_processing gdp.shift_reduction gdp.pure gdp.range gdp.discrete_gaussian gdp.laplace""",
    "the Coq proof of `zcdp.group.any` was not repeated for the orders below a cut-off": """
        tcdp.group.any""",
    "the Coq proof of `dp.group.pure.any` was not repeated for both directions at once": """
        range.group.any""",
    "Coq has no word for the least rho of concentrated privacy up to a cut-off, which the conversion takes as its hypothesis": """
        tcdp.to_profile.any""",
    "Coq has no word for the greatest of the readings of an odometer along a history": """
        rdp.odometer""",
    "the decomposition behind `dp.composition.adaptive`, along histories whose eps are laws of their own, is not in the Coq library": """
        dp.filter""",
    "Coq has no word for the least rho of concentrated privacy, summed along a history": """
        zcdp.filter""",
    "Coq has no word for the greatest gap of two profiles, and a trade-off function moved along the diagonal leaves its domain": """
        tradeoff.shift""",
    "Coq has no word for the tightest pair that dominates the rows of two kernels": """
        dp.filter.tightest""",
    "Coq has no word for independent copies of a law, as many as a symbol says": """
        dominating.composition.many tradeoff.composition.many dominating.composition.each tradeoff.composition.each loss.composition
        loss.grid.upper loss.grid.lower""",
    "Coq has no word for independent copies of a law, and no central limit theorem with its error": """
        tradeoff.composition.central_limit tradeoff.composition.central_limit.converse""",
    "Coq has no word for a dialogue in which an adversary chooses whom to ask": """
        dp.composition.concurrent dp.composition.concurrent.pure rdp.composition.concurrent dominating.composition.concurrent""",
    "the inequality of Azuma and Hoeffding along histories, where earlier answers choose the steps, is not in the Coq library": """
        dp.composition.adaptive.advanced dp.composition.adaptive.advanced.tanh dp.filter.advanced""",
    "the decomposition of an approximate mechanism into a pure one and a rest, along histories, is not in the Coq library": """
        dp.composition.adaptive.optimal dp.composition.adaptive.advanced.approx""",
    "the tangents of a sum of two powers are not derived for symbolic orders, one of them of the laws the other way round": """
        rdp.to_approx.both_ways rdp.to_approx.two_orders""",
    "Coq has no word for the law of a choice by a noisy or a permuted maximum": """
        mechanism.permute_and_flip.any mechanism.report_noisy_max.any""",
    "Coq has no word for the law of the first score above a noisy threshold, an integral over the threshold": """
        mechanism.above_threshold.any mechanism.above_threshold.accuracy mechanism.above_threshold.accuracy.missed""",
    "Coq has no word for the best of a random number of runs": """
        max.selection rdp.selection rdp.selection.poisson""",
    "Coq has no word for an event given by its points, and nothing passes its probability behind a kernel to countable spaces": """
        mechanism.exponential.optimal""",
    "Coq has no word for the mass of a best guess": """
        dp.packing ldp.guess""",
    "the linear program over all mechanisms is solved at rational points; its dual in closed form is not checked for symbols": """
        mechanism.geometric.universal mechanism.staircase.optimal mechanism.tulap.optimal""",
    "Coq has no word for shuffled answers, a law on counts": """
        amplification.shuffle.clones.any amplification.shuffle.clones.renyi amplification.shuffle.blanket""",
    "the greatest ratio of two mixtures of binomial laws, with their number of terms a symbol, is enclosed and not derived": """
        mechanism.rappor""",
    "two double sums over counts, with their number of terms a symbol, are compared at points: no step pairs their terms": """
        renyi.clones""",
    "the bound is a double sum in k with a square root of k in it, and no induction step was found": """
        amplification.shuffle.clones""",
    "Coq has no word for a sample that may hold a record many times": """
        amplification.with_replacement.profile""",
    "the profile of a mixture of moved discrete Gaussian laws is a series whose sign is not derived where it turns at a symbol": """
        amplification.poisson.group.discrete_gaussian amplification.poisson.group.discrete_gaussian.added
        amplification.poisson.group.discrete_gaussian.both""",
    "the convex hull of two trade-off functions is no word of Coq": """
        amplification.without_replacement.tradeoff amplification.poisson.tradeoff.removed.any""",
    "the mean over a proportion that is drawn, and over the counts that it makes, is no word of Coq": """
        lower_bound.fingerprinting.identity lower_bound.fingerprinting.traced lower_bound.fingerprinting.error""",
    "Coq has no word for a mixture of Gaussian laws with the sum of two variances, which an image under a sum would be": """
        iteration.sampled.step""",
    "the derivation leaves a case for the other order of the scales, and what it has for this one is not recognised as the form stated": """
        max.weibull profile.rayleigh profile.weibull profile.pareto tv.rayleigh tv.weibull tv.pareto loss_tail.rayleigh
        loss_tail.weibull loss_tail.pareto tradeoff.rayleigh tradeoff.weibull tradeoff.pareto""",
    "in exponents that are products of two counts the powers are opaque to the Coq library, and no induction step was found": """
        iteration.cyclic.linear""",
    "the expansion at orders up to log(1/q)/(4 rho) is not in the Coq library": """
        amplification.without_replacement.tcdp""",
    "the two moments differ by an integral without a sign at each point, and their existence has to be shown by comparison": """
        amplification.poisson.gaussian.direction""",
    "Blackwell's kernel, the solution of a linear program of any size, is not in the Coq library": """
        dominating.blackwell dominating.existence""",
    "the number of answers is the floor of a quotient of logarithms, which Coq would have to read as a natural number": """
        rdp.tree""",
    "the values in the sum may be infinite, and Coq adds up real ones": """
        rdp.group.spaced.any""",
    "Coq has no word for what contractions do to a shift": """
        iteration.last""",
    "a double integral of a density, piece by piece; the Coq library integrates on the line": """
        profile.composed.laplace.two profile.composed.laplace profile.composed.truncated_laplace profile.composed.gaussian
        profile.composed.subsampled_gaussian""",
    "Gaussian laws in several dimensions are no word of Coq, and the derivation does not see that the two sides are equal": """
        renyi.gaussian.vector.correlated calibration.gaussian.composed metric.paths.wiener""",
    "the hockey-stick divergence of two Laplace laws of different place and scale has pieces that depend on the signs of both": """
        mechanism.smooth.laplace""",
    "the masses of the cells cancel in the range of a loss, and a max divergence is derived in one direction at a time": """
        mechanism.quantile""",
    "their notes prove them by the derivative of an arcosh along the dilations, which is no step of the prover": """
        mechanism.smooth.student mechanism.smooth.cauchy.sharp""",
    "theta functions, and the sums over all whole numbers that they are, have no proved inequalities here": """
        mechanism.discrete_gaussian profile.discrete_gaussian profile.discrete_gaussian.farthest profile.skellam.farthest""",
    "a shift that is a symbol has cases by its parity, with a ceiling that the prover does not read": """
        profile.two_sided_geometric.farthest tradeoff.group.pure""",
    "the lemma of Neyman and Pearson for a half line, or an interval, that moves with the shift, is no step of the prover": """
        profile.gumbel.farthest profile.gumbel.farthest.reversed profile.truncated_laplace.farthest profile.cauchy.farthest
        profile.student.farthest profile.binomial.farthest""",
    "a sum of products of Bessel functions, truncated where the rest is small": """
        mechanism.skellam""",
    "Coq has no word for the law of density 2 x, nor for the nearest integer": """
        metric.test_sets.algebra""",
    "a sum with a symbol as its number of terms, of maxima that change sign at a place in between": """
        mechanism.binomial""",
    "Coq has no word for K-norm noise": """
        knorm.privacy.printed""",
    "the derived form has a maximum of numbers that are equal, which SymPy does not compare": """
        amplification.allocation.response amplification.allocation.partition amplification.allocation.partition.reversed
        amplification.allocation.pure amplification.allocation.response.several amplification.allocation.pure.several""",
    "the proof is in the note; no engine follows it": """
        ldp.kl.exact rdp.to_approx.optimal.attained profile.laplace.vector dominating.laplace.vector
        mechanism.matrix.square_root mechanism.matrix.square_root.sensitivity mechanism.matrix.tree mechanism.matrix.lower_bound
        mechanism.matrix.separated mechanism.gaussian.elliptical ldp.error.priv_unit rdp.likely_outcome ldp.information
        amplification.poisson.truncated amplification.poisson.replaced amplification.poisson.replaced.laplace
        amplification.poisson.replaced.rare amplification.poisson.replaced.response amplification.poisson.replaced.pure amplification.poisson.group
        amplification.poisson.group.two amplification.poisson.group.two.added amplification.poisson.group.pure
        amplification.poisson.group.pure.added amplification.poisson.group.pure.replaced amplification.allocation.renyi
        amplification.allocation.renyi.reversed""",
    "the loss is greatest at a corner of the box of several symbols, with `Max` in the laws; no engine finds the corner for all of them": """
        mechanism.one_bit_mean mechanism.propose_test_release""",
}


@cache
def _reasons() -> dict[str, str]:
    return {id: why for why, ids in _WHY.items() for id in ids.split()}


def missing(id: str) -> str:
    """Return what stands in the way of a proof of the entry, empty if nothing is said."""
    return _reasons().get(id, "")
