"""Entries are found as people ask for them: more than a hundred questions, abbreviations, accents, and what was meant."""

import pytest

from theorems.registry import registry
from theorems.search import folded, nearest, search

LIBRARY = registry()
QUESTIONS = {
    "group privacy zcdp": ("zcdp.group.any",),
    "group privacy rdp": ("rdp.group.any",),
    "group privacy": ("dp.group.any", "dp.group", "dp.group.pure.any"),
    "subsampled gaussian rdp": ("amplification.poisson.gaussian.renyi",),
    "poisson subsampling rdp": ("amplification.poisson.renyi",),
    "sampling without replacement": (
        "amplification.without_replacement.profile",
        "amplification.without_replacement.renyi",
        "amplification.without_replacement.tradeoff",
    ),
    "amplification by shuffling": ("amplification.shuffle.clones", "amplification.shuffle.clones.any"),
    "privacy blanket": ("amplification.shuffle.blanket",),
    "sampling with replacement": ("amplification.with_replacement.profile",),
    "moments accountant": ("rdp.moments_accountant",),
    "privacy filter": ("dp.filter", "rdp.filter", "max.filter", "gdp.filter", "dp.filter.advanced"),
    "propose test release": ("mechanism.propose_test_release", "dp.composition.adaptive.mean"),
    "private selection": ("max.selection", "rdp.selection"),
    "smooth sensitivity": ("mechanism.smooth.laplace", "mechanism.smooth.cauchy"),
    "packing lower bound": ("dp.packing",),
    "geometric mechanism optimal": ("mechanism.geometric.universal",),
    "shift reduction": ("renyi.shift_reduction",),
    "sparse vector": ("mechanism.above_threshold.any",),
    "svt": ("mechanism.above_threshold.any",),
    "report noisy max": ("mechanism.report_noisy_max.any",),
    "rnm": ("mechanism.report_noisy_max.any",),
    "permute and flip": ("mechanism.permute_and_flip.any",),
    "exponential mechanism": ("mechanism.exponential.any",),
    "Laplace mechanism": ("mechanism.laplace",),
    "gaussian mechanism": ("mechanism.gaussian",),
    "randomised response": ("mechanism.randomized_response",),
    "renyi laplace": ("renyi.laplace",),
    "RÉNYI gaussian": ("renyi.gaussian",),
    "hockey stick laplace": ("profile.laplace",),
    "trade-off gaussian": ("tradeoff.gaussian",),
    "advanced composition": ("dp.composition.adaptive.advanced",),
    "optimal composition": ("dp.composition.adaptive.optimal",),
    "zcdp composition": ("zcdp.composition",),
    "gdp composition": ("gdp.composition.adaptive",),
    "rdp composition": ("rdp.composition.adaptive", "rdp.composition.adaptive.many"),
    "parallel composition": ("dp.composition.parallel", "dp.composition.parallel.adaptive"),
    "pld composition": ("dominating.composition",),
    "zcdp to approximate dp": ("zcdp.to_approx.any",),
    "rdp to eps delta": ("rdp.to_approx",),
    "gdp post-processing": ("gdp.data_processing",),
    "pinsker": ("kl.pinsker",),
    "bounded range": ("renyi.bounded_range", "mechanism.exponential.range"),
    "gaussian mechanism rdp": ("renyi.gaussian", "renyi.gaussian.shared"),
    "laplace mechanism rdp": ("renyi.laplace", "renyi.laplace.pair"),
    "randomized response privacy profile": ("profile.rr",),
    "pure dp implies zcdp": ("zcdp.of_pure",),
    "zcdp to dp": ("zcdp.to_approx.any", "zcdp.to_approx.improved.any"),
    "convert rdp to dp": ("rdp.to_approx", "rdp.to_approx.improved"),
    "gdp to approximate dp": ("gdp.to_profile",),
    "f-dp composition": ("tradeoff.composition", "tradeoff.composition.many"),
    "post processing renyi": ("renyi.data_processing",),
    "postprocessing approximate dp": ("hockey_stick.data_processing",),
    "data processing inequality kl": ("kl.data_processing",),
    "renyi divergence is monotone in the order": ("renyi.monotone",),
    "joint convexity hockey stick": ("hockey_stick.joint_convexity.any",),
    "privacy amplification by subsampling": (
        "amplification.poisson.profile.any",
        "amplification.poisson.profile.removed.any",
        "amplification.poisson.tradeoff.any",
        "amplification.poisson.renyi",
    ),
    "poisson subsampled gaussian": ("amplification.poisson.gaussian.renyi",),
    "shuffle model": (
        "amplification.shuffle.clones",
        "amplification.shuffle.clones.any",
        "amplification.shuffle.blanket",
    ),
    "ldp contraction": (
        "ldp.kl.contraction",
        "ldp.chi2.contraction",
        "ldp.hellinger.contraction",
        "ldp.total_variation",
    ),
    "mutual information": ("kl.mutual_information",),
    "bretagnolle huber": ("kl.bretagnolle_huber",),
    "analytic gaussian mechanism": ("mechanism.gaussian", "profile.gaussian"),
    "calibrate gaussian noise zcdp": ("calibration.gaussian.zcdp",),
    "discrete gaussian mechanism": ("mechanism.discrete_gaussian",),
    "geometric mechanism": ("mechanism.two_sided_geometric",),
    "staircase mechanism": ("mechanism.staircase",),
    "skellam rdp": ("mechanism.skellam", "renyi.skellam"),
    "group privacy gaussian dp": ("gdp.group.any",),
    "group privacy (eps, delta)": ("dp.group.any",),
    "basic composition": ("dp.composition.adaptive", "dp.composition.adaptive.many"),
    "adaptive composition pure dp": ("dp.composition.pure.adaptive",),
    "tcdp composition": ("tcdp.composition",),
    "truncated concentrated dp to approximate dp": ("tcdp.to_approx",),
    "weak triangle inequality": ("renyi.weak_triangle",),
    "kl divergence of two gaussians": ("kl.gaussian.pair",),
    "trade-off function of laplace": ("tradeoff.laplace",),
    "optimal rdp to dp conversion": ("rdp.to_approx.optimal", "rdp.to_approx.optimal.delta"),
    "k-norm mechanism": ("knorm.privacy", "max.knorm"),
    "kernel density estimate": ("density.release",),
    "AboveThreshold": ("mechanism.above_threshold.any",),
    "hypothesis test power": ("dp.test.power", "dp.approx.power"),
    "hellinger gaussian": ("hellinger.gaussian",),
    "subsampling without replacement rdp": ("amplification.without_replacement.renyi",),
    "exponential mechanism zcdp": ("mechanism.exponential.zcdp",),
    "chi squared of exponential distributions": ("chi2.exponential",),
    "epsilon of k-ary randomized response": ("max.kary", "mechanism.randomized_response.kary"),
    "jensen inequality": ("jensen.exp",),
    "volume of the cross-polytope": ("volume.cross_polytope",),
    "dominating pair subsampling": ("dominating.poisson",),
    "renyi divergence additive independent": ("rdp.composition.independent", "rdp.composition.adaptive.many"),
    "renyi of poisson distributions": ("renyi.poisson",),
    "mills ratio": ("functional.noise.mills",),
    "concurrent composition": ("dp.composition.concurrent",),
    "interleaved queries": ("dp.composition.concurrent", "dp.composition.concurrent.pure"),
    "concurrent composition renyi": ("rdp.composition.concurrent",),
    "interactive mechanisms": ("dp.composition.concurrent", "dp.composition.concurrent.pure"),
    "odometer": ("rdp.odometer",),
    "strong composition": ("dp.composition.adaptive.advanced",),
    "heterogeneous composition": ("dominating.composition.each", "tradeoff.composition.each"),
    "berry esseen": ("tradeoff.composition.central_limit",),
    "blackwell theorem": ("dominating.blackwell",),
    "f-dp post processing": ("tradeoff.data_processing",),
    "total variation of gaussian mechanism": ("tv.gaussian",),
    "privacy amplification by iteration": ("iteration.last",),
    "noisy gradient descent last iterate": ("iteration.last",),
    "binary tree mechanism": ("rdp.tree",),
    "reconstruction attack": ("dp.reconstruction",),
    "exponential mechanism utility": ("mechanism.exponential.accuracy",),
    "sparse vector accuracy": ("mechanism.above_threshold.accuracy",),
    "accuracy of above threshold": ("mechanism.above_threshold.accuracy",),
    "subsampled laplace": ("amplification.poisson.laplace",),
    "kl of laplace": ("kl.laplace",),
    "uniformly most powerful test": ("mechanism.tulap.optimal",),
    "group privacy f-dp": ("tradeoff.group",),
    "composition of bounded range": ("range.composition",),
    "gdp to rdp": ("gdp.to_renyi",),
    "discrete laplace mechanism": ("mechanism.two_sided_geometric",),
    "dp-sgd": ("amplification.poisson.gaussian.renyi", "rdp.moments_accountant"),
    "shuffled randomized response": ("amplification.shuffle.clones.any", "amplification.shuffle.clones"),
    "hyperparameter tuning": ("max.selection", "rdp.selection"),
    "monotonicity of renyi divergence": ("renyi.monotone",),
    "convolution of privacy loss distributions": ("loss.composition",),
    "report noisy max exponential noise": ("mechanism.permute_and_flip.any",),
    "wiener process": ("metric.paths.wiener",),
    "student t noise": ("max.student",),
    "subsampling f-dp": ("amplification.poisson.tradeoff.any",),
    "k-fold composition of eps delta": ("dp.composition.adaptive.many", "dp.composition.adaptive.optimal"),
}
"""What may come first."""


@pytest.mark.slow
def test_of_the_questions_at_most_two_find_another_entry_first():
    missed = {
        words: found[:3]
        for words, wanted in QUESTIONS.items()
        if (found := LIBRARY.search(words))[:1] == [] or found[0] not in wanted
    }
    assert len(QUESTIONS) >= 120
    assert len(missed) <= 2, missed


def test_a_statement_about_all_laws_comes_before_its_cases():
    found = LIBRARY.search("basic composition")
    cases = [found.index(id) for id in LIBRARY.cases["dp.composition.adaptive"]]
    assert found.index("dp.composition.adaptive") < min(cases)
    assert LIBRARY.search("rdp sampling without replacement order 2")[0] == "amplification.without_replacement.renyi"


def test_words_that_are_nowhere_may_be_missing_unless_they_are_slips():
    assert LIBRARY.search("heterogeneous composition")
    assert LIBRARY.search("zzzz composition")[0] == LIBRARY.search("composition")[0]
    assert LIBRARY.search("adaptve composition") == []
    assert nearest("adaptve composition", LIBRARY._known.values()) == "adaptive composition"


def test_false_statements_come_after_what_is_true():
    found = LIBRARY.search("group privacy rdp")
    printed = [place for place, id in enumerate(found) if not LIBRARY.is_believed(id)]
    assert printed
    assert LIBRARY.is_believed(found[0])


@pytest.mark.parametrize(("words", "meant"), [("grup privacy", "group"), ("laplase mechanism", "laplace mechanism")])
def test_a_slip_is_told_what_it_may_have_meant(words, meant):
    assert LIBRARY.search(words) == []
    assert nearest(words, LIBRARY._known.values()).startswith(meant)


def test_what_is_nothing_like_an_entry_has_no_neighbour():
    assert nearest("qqqqq", LIBRARY._known.values()) == ""


def test_no_words_ask_for_everything():
    assert search("", LIBRARY._known.values()) == list(LIBRARY)


def test_accents_and_capitals_do_not_matter():
    assert folded("RÉNYI Émile") == "renyi emile"
    assert LIBRARY.search("Rényi") == LIBRARY.search("renyi")
