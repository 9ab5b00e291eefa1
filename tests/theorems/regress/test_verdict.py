"""What is said about a claim, for every kind of claim, and that nothing in a claim raises."""

import math
import re
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from flint import arb, ctx
from mpmath import mp

from theorems.registry import registry
from theorems.regress import Claim, Kind, UnreadableClaimError, judge, reference
from theorems.regress.decimals import of_float, outwards, read_number
from theorems.regress.question import _LOG_2_ENDS
from theorems.regress.subject import _plain, _read, subject

NORMAL = "Gaussian(sigma=5).compose(1000)"  # eps = 49.31927666062... at delta = 1e-6


def claimed(value, direction="exact", mechanism=NORMAL, quantity="epsilon", tolerance=None, **rest):
    at = tuple(rest.pop("at", {"delta": "1e-6"}).items())
    return judge(Claim(mechanism, quantity, at, value, direction, **rest), tolerance=tolerance)


@pytest.mark.parametrize(
    ("value", "direction", "kind"),
    [
        ("49.3192766606", "exact", Kind.RIGHT),
        ("49.3", "exact", Kind.RIGHT),
        ("49.5", "exact", Kind.SOUND),
        ("49.2", "exact", Kind.UNSOUND),
        ("48.9", "exact", Kind.UNSOUND),
        ("49.3192766607", "upper", Kind.RIGHT),
        ("49.3192766606", "upper", Kind.UNSOUND),
        ("49.32", "upper", Kind.SOUND),
        ("49.3192766606", "lower", Kind.RIGHT),
        ("49.3192766607", "lower", Kind.UNSOUND),
        ("40", "lower", Kind.SOUND),
        ("0", "lower", Kind.SOUND),
        ("-1", "lower", Kind.SOUND),
        ("inf", "lower", Kind.UNSOUND),
        ("-inf", "exact", Kind.UNSOUND),
        ("0", "exact", Kind.UNSOUND),
        ("-3", "upper", Kind.UNSOUND),
        ("nan", "exact", Kind.UNSOUND),
        ("NaN", "lower", Kind.UNSOUND),
        ("inf", "upper", Kind.SOUND),
    ],
)
def test_each_kind_of_value_has_its_verdict(value, direction, kind):
    assert claimed(value, direction).kind is kind


def test_a_verdict_tells_digits_gap_bracket_theorems_and_reason():
    right, loose, short = claimed("49.3192766606"), claimed("53"), claimed("48")

    assert (right.digits, right.gap, right.reason) == (9, None, "right to 9 digits")
    assert loose.factor == pytest.approx(53 / 49.3192766606)
    assert short.gap.absolute == pytest.approx(48 - 49.3192766606)
    assert short.gap.relative == pytest.approx(48 / 49.3192766606 - 1)
    assert short.reason == "below the truth by 1.31, 2.67 %"
    assert short.reference.lower < Fraction("49.31927667") < short.reference.upper + Fraction(1, 10**7)
    assert short.reference.theorems == ("dp.approx.event", "profile.composed.gaussian")
    assert claimed("nan").reason == "not a number"
    assert claimed("-1").reason.startswith("a negative epsilon")


def test_what_the_digits_of_an_exact_value_do_not_say_is_no_shortfall_but_a_coarse_value_is():
    assert claimed("49.30").kind is Kind.UNSOUND
    assert claimed("49.31").kind is Kind.RIGHT
    assert claimed("49.32").kind is Kind.RIGHT
    one_digit = claimed("1", mechanism="Laplace(0.9615384615)", at={})
    assert one_digit.kind is Kind.UNSOUND
    assert claimed(of_float(49.3), "exact").kind is Kind.UNSOUND


def test_a_stated_tolerance_replaces_what_the_carrier_cannot_say():
    assert claimed("49", tolerance="0.01").kind is Kind.RIGHT
    assert claimed("49", "upper", tolerance=0.01).kind is Kind.RIGHT
    assert claimed("49.32", tolerance=0).kind is Kind.SOUND
    assert claimed("49.3", tolerance=Fraction(0)).kind is Kind.UNSOUND
    for wrong in ("x", -1, 1, math.nan, "nan"):
        with pytest.raises(UnreadableClaimError, match=r"tolerance must be a number in \[0, 1\)"):
            claimed("49", tolerance=wrong)


def test_rounding_of_a_double_is_no_shortfall_of_an_upper_bound():
    truth = reference(Claim(NORMAL, "epsilon", (("delta", "1e-6"),)), 30)
    nearest = float((truth.lower + truth.upper) / 2)

    for value in (nearest, math.nextafter(nearest, 99)):
        assert claimed(of_float(value), "upper").kind is Kind.RIGHT
    assert claimed(of_float(nearest * (1 - 1e-15)), "upper").kind is Kind.UNSOUND


@pytest.mark.parametrize(
    ("ends", "kind", "word"),
    [
        (("49.3192766606", "49.3192766607"), Kind.RIGHT, "the bracket holds the truth"),
        (("49", "50"), Kind.SOUND, "above the truth"),
        (("48", "49"), Kind.UNSOUND, "the upper end of the bracket"),
        (("50", "51"), Kind.UNSOUND, "the lower end of the bracket"),
        (("51", "48"), Kind.UNSOUND, "not in order"),
        (("nan", "50"), Kind.UNSOUND, "not a number"),
        (("0", "inf"), Kind.SOUND, "infinite"),
    ],
)
def test_a_bracket_has_to_hold_the_truth(ends, kind, word):
    verdict = claimed("", bracket=ends)

    assert verdict.kind is kind
    assert word in verdict.reason


def test_a_value_inside_its_bracket_is_not_held_on_its_own_and_one_outside_is_wrong():
    assert claimed("49.9", bracket=("49", "50")).kind is Kind.SOUND
    assert claimed("50.1", bracket=("49", "50")).kind is Kind.UNSOUND


def test_units_are_read_and_a_variance_for_a_deviation_is_found():
    bits = str(49.319276661 / math.log(2))
    assert claimed(bits, unit="bits").kind is Kind.RIGHT
    scale = {"mechanism": "Gaussian(sigma)", "quantity": "scale", "at": {"epsilon": "1", "delta": "1e-6"}}
    assert claimed("4.224678890", **scale).kind is Kind.RIGHT
    assert claimed("4.2236", **scale).kind is Kind.UNSOUND
    assert claimed("17.84791172", unit="variance", **scale).kind is Kind.RIGHT
    assert claimed("4.224678890", unit="variance", **scale).kind is Kind.UNSOUND
    assert claimed("17.84791172", **scale).kind is Kind.SOUND
    with ctx.workprec(300):
        assert arb(_LOG_2_ENDS[0].numerator) / _LOG_2_ENDS[0].denominator < arb(2).log()
        assert arb(_LOG_2_ENDS[1].numerator) / _LOG_2_ENDS[1].denominator > arb(2).log()


@pytest.mark.parametrize(
    ("mechanism", "at", "least"),
    [
        ("Laplace(b)", {"epsilon": "0.5"}, "2"),
        ("Laplace(b).compose(10)", {"epsilon": "0.5", "delta": "0"}, "20"),
        ("Gaussian(sigma).compose(8)", {"rho": "0.25"}, "4"),
        ("Gaussian(sigma).compose(9)", {"mu": "1.5"}, "2"),
        ("Gaussian(sigma).guarantee(sensitivity=3)", {"rho": "2"}, "1.5"),
        ("DiscreteLaplace(b).guarantee(sensitivity=3)", {"epsilon": "2"}, "1.5"),
    ],
)
def test_too_little_noise_is_unsound(mechanism, at, least):
    scale = {"mechanism": mechanism, "quantity": "scale", "at": at}

    assert claimed(least, **scale).kind is Kind.RIGHT
    assert claimed(str(float(least) * 0.999), **scale).kind is Kind.UNSOUND
    assert claimed(str(float(least) * 1.001), "upper", **scale).kind is Kind.SOUND
    assert claimed("0", **scale).kind is Kind.UNSOUND
    assert claimed("inf", **scale).kind is Kind.SOUND


def _discrete_renyi(sigma, order):
    """Return the divergence of integer noise around 0 from that around 1, by its masses."""
    masses = {n: math.exp(-n * n / (2 * sigma * sigma)) for n in range(-40, 42)}
    moment = math.fsum(masses[n] ** order * masses[n - 1] ** (1 - order) for n in range(-8, 9))
    return math.log(moment / math.fsum(masses.values())) / (order - 1)


@pytest.mark.parametrize(
    ("mechanism", "quantity", "at", "truth"),
    [
        ("Gaussian(2).compose(8)", "rho", {}, 1.0),
        ("Gaussian(2).subsample(0.01).compose(8)", "rho", {}, 1.0),
        ("DiscreteGaussian(2).compose(8)", "rho", {}, 1.0),
        ("RR(1)", "rho", {}, math.tanh(0.5)),
        ("Gaussian(2).compose(16)", "mu", {}, 2.0),
        ("GDP(0.5).compose(16)", "mu", {}, 2.0),
        ("Gaussian(1)", "advantage", {}, math.erf(0.5 / math.sqrt(2))),
        ("Laplace(2).compose(4)", "epsilon", {}, 2.0),
        ("RR(1).compose(4)", "epsilon", {"delta": "0"}, 4.0),
        ("Laplace(1).subsample(0.1)", "epsilon", {}, math.log1p(0.1 * math.expm1(1))),
        ("Laplace(1)", "renyi", {"order": "inf"}, 1.0),
        ("Laplace(1)", "renyi", {"order": "1"}, math.exp(-1)),
        ("Gaussian(2).group(3)", "rho", {}, 9 / 8),
        ("DiscreteGaussian(1)", "renyi", {"order": "2"}, 1.0),
        ("DiscreteGaussian(1/2)", "renyi", {"order": "2.5"}, _discrete_renyi(0.5, 2.5)),
        ("DiscreteGaussian(1/2).compose(10)", "renyi", {"order": "2.5"}, 10 * _discrete_renyi(0.5, 2.5)),
    ],
)
def test_each_quantity_is_known_exactly(mechanism, quantity, at, truth):
    def says(value):
        return claimed(of_float(value), mechanism=mechanism, quantity=quantity, at=at).kind

    assert says(truth) is Kind.RIGHT
    assert says(truth * 0.999) is Kind.UNSOUND
    assert says(truth * 1.001) is Kind.SOUND


def test_an_infinite_loss_is_right_only_where_the_truth_is_infinite():
    assert claimed("inf", mechanism="Gaussian(1)", at={}).kind is Kind.RIGHT
    assert claimed("5", mechanism="Gaussian(1)", at={}).kind is Kind.UNSOUND
    assert claimed("5", "lower", mechanism="Gaussian(1)", at={}).kind is Kind.SOUND


def test_where_only_an_upper_bound_is_known_a_smaller_claim_is_undecided_and_a_greater_one_sound():
    chain = {"mechanism": "PermuteAndFlip(1).compose(10)", "at": {"delta": "1e-4"}}

    small, large = claimed("2", **chain), claimed("10", **chain)
    assert small.kind is Kind.UNDECIDED
    assert small.reference.lower is None
    assert large.kind is Kind.SOUND
    assert "how far above is open" in large.reason
    assert claimed("nan", **chain).kind is Kind.UNSOUND


@pytest.mark.slow
def test_one_run_alone_refutes_where_the_composition_is_not_known():
    chain = {"mechanism": "Gumbel(0, 2).compose(5)", "at": {"delta": "0.01"}}

    short = claimed("0.3", **chain)
    assert short.kind is Kind.UNSOUND
    assert "below the truth by at least 1.58" in short.reason
    assert claimed("2.2", **chain).kind is Kind.UNDECIDED


def test_the_adjacency_is_part_of_a_claim():
    chain = "Gaussian(sigma=1).subsample(0.01).compose(1000)"
    removed, added = (
        reference(Claim(chain, "epsilon", (("delta", "1e-5"),), adjacency=way)) for way in ("remove", "add")
    )
    both = reference(Claim(chain, "epsilon", (("delta", "1e-5"),), adjacency="add-remove"))

    assert added.upper < removed.lower
    assert (both.lower, both.upper) == (removed.lower, removed.upper)
    replaced = reference(Claim(chain, "epsilon", (("delta", "1e-5"),), adjacency="replace"))
    assert removed.upper < replaced.lower <= replaced.upper < 2 * removed.lower
    unsampled = [
        claimed("49.3192766606", adjacency=each).kind for each in ("add-remove", "replace", "add", "remove", "l1-ball")
    ]
    assert set(unsampled) == {Kind.RIGHT}
    fixed = "Gaussian(1).guarantee(adjacency=replace)"
    assert claimed("1", mechanism=fixed, adjacency="add-remove").kind is Kind.NOT_UNDERSTOOD


def test_a_sensitivity_may_be_stated_by_the_claim():
    assert claimed("2", mechanism="Laplace(2)", at={}, sensitivity="4").kind is Kind.RIGHT
    assert claimed("2", mechanism="RR(2)", at={}, sensitivity="4").kind is Kind.NOT_UNDERSTOOD
    assert claimed("2", mechanism="Laplace(2)", at={}, sensitivity="-4").kind is Kind.NOT_UNDERSTOOD


@pytest.mark.parametrize(
    ("called", "at", "value"),
    [("rdp", {"alpha": "4"}, "0.5"), ("zcdp", {}, "0.125"), ("gdp", {}, "0.5"), ("tv", {}, "0.197412651365")],
)
def test_what_others_call_otherwise_is_read_by_its_name_here(called, at, value):
    assert claimed(value, mechanism="Gaussian(2)", quantity=called, at=at).kind is Kind.RIGHT
    assert claimed("0.01", mechanism="Gaussian(2)", quantity=called, at=at).kind is Kind.UNSOUND


@pytest.mark.parametrize(
    ("wrong", "rule"),
    [
        ({"quantity": "loss"}, "quantity must be one of epsilon, delta"),
        ({"quantity": "epsilom"}, "did you mean epsilon?"),
        ({"direction": "about"}, "direction must be one of exact, upper, lower"),
        ({"value": "12,5"}, "value must be decimal text"),
        ({"value": ""}, "value must be decimal text"),
        ({"value": "1e999999"}, "value must be decimal text"),
        ({"value": "1e9999"}, "exponent up to 6000"),
        ({"value": "9" * 900}, "at most 800 digits"),
        ({"value": None}, "value must be"),
        ({"at": {"delta": "2"}}, r"delta must be in \[0, 1\]"),
        ({"at": {"delta": "nan"}}, "delta must be finite"),
        ({"at": {"epsilon": "1"}}, "what a claimed epsilon is stated at must be"),
        ({"quantity": "renyi", "at": {"order": "-0.5"}}, "order must be positive"),
        ({"quantity": "delta", "at": {"epsilon": "-1"}}, "epsilon must be not negative"),
        (
            {"quantity": "scale", "at": {"epsilon": "0", "delta": "0"}, "mechanism": "Laplace(b)"},
            "epsilon must be positive",
        ),
        ({"quantity": "scale", "at": {"epsilon": "1"}, "mechanism": "Laplace(2)"}, "a chain with one name"),
        ({"quantity": "scale", "at": {"epsilon": "1"}, "mechanism": "RR(eps)"}, "a chain with one name"),
        ({"unit": "bans"}, "unit of epsilon must be one of nats, bits"),
        ({"unit": "bits", "quantity": "delta", "at": {"epsilon": "1"}}, "unit of delta must be one of none"),
        ({"adjacency": "shift"}, "adjacency must be one of add-remove"),
        ({"bracket": ("1", "x")}, "bracket must be decimal text"),
        ({"mechanism": ""}, "mechanism must be a chain"),
        ({"mechanism": "Gaussian(sigma=-1)"}, "must be positive and finite"),
        ({"mechanism": "Gaussian(sigma)"}, "without names"),
        ({"mechanism": "Gaussian(1).to_approx(delta=1e-5)"}, "without a conversion"),
        ({"mechanism": "Gaussian(1).epsilon(1e-5)"}, "without a question"),
        ({"mechanism": "__import__('os').system('true')"}, "mechanism must be a chain that is understood"),
        ({"mechanism": "Gaussian(1).compose(10**10**10)"}, "mechanism must be a chain that is understood"),
        ({"mechanism": "Gaussian(" * 3000}, "mechanism must be a chain that is understood"),
        ({"mechanism": "Gaussian(1).compose(2.5)"}, "positive integer"),
        ({"mechanism": "DiscreteLaplace(2).guarantee(sensitivity=1.5)"}, "integer"),
        ({"mechanism": "Gaussian(1).subsample(2)"}, "mechanism must be a chain that is understood"),
    ],
)
def test_what_is_not_understood_names_the_column_and_the_rule(wrong, rule):
    verdict = claimed(**{"value": "1", **wrong})

    assert verdict.kind is Kind.NOT_UNDERSTOOD
    assert re.search(rule, verdict.reason), verdict.reason


def test_a_reference_raises_where_a_verdict_says_not_understood():
    with pytest.raises(UnreadableClaimError, match="quantity must be one of"):
        reference(Claim(NORMAL, "loss", (("delta", "1e-6"),), "1"))


EXTREME = [
    (mechanism.format(scale=scale, count=count), quantity, at)
    for mechanism in ("Gaussian({scale}).compose({count})", "Laplace({scale}).compose({count})")
    for scale, count in product(("1e-3", "1e6"), ("1", "1e9"))
    for quantity, at in (("epsilon", {"delta": "1e-300"}), ("delta", {"epsilon": "700"}), ("renyi", {"order": "1e6"}))
]


@pytest.mark.cases(1 / 3)
@pytest.mark.parametrize(
    ("mechanism", "quantity", "at"),
    [
        pytest.param(*case, marks=pytest.mark.slow) if case[:2] == ("Laplace(1e-3).compose(1e9)", "delta") else case
        for case in EXTREME
    ],
)
def test_extreme_parameters_are_answered_or_undecided(mechanism, quantity, at):
    for value in ("0", "1e-30", "1", "1e300"):
        verdict = claimed(value, mechanism=mechanism, quantity=quantity, at=at)
        assert verdict.kind is not Kind.NOT_UNDERSTOOD
        assert verdict.reason


def test_the_short_reader_of_frequent_chains_says_what_the_grammar_says():
    chains = [
        "Gaussian(2)",
        "Gaussian(sigma=0.5)",
        " Laplace(scale=1e-3).compose(7) ",
        "RR(eps=1).compose(1e3)",
        "RandomizedResponse(2)",
        "DiscreteLaplace(3.5)",
        "Gaussian(sigma=2).subsample(rate=0.01).compose(1000)",
        "Laplace(.5).subsample(1)",
        "Gaussian(1.)",
    ]
    for chain in chains:
        assert _plain(chain, {}) == _read(chain, {})
    for chain in (
        "Gaussian(0)",
        "Gaussian(1).compose(0)",
        "Gaussian(1).subsample(0)",
        "Gaussian(x)",
        "Laplace(1).compose(1.5)",
    ):
        assert _plain(chain, {}) is None


@pytest.mark.cases(1 / 4)
@pytest.mark.parametrize(
    "chain",
    [
        "Gaussian(2)",
        "Gaussian(2).compose(3)",
        "Laplace(2)",
        "Laplace(2).compose(3)",
        "RR(1)",
        "RR(1).compose(3)",
        "DiscreteLaplace(2)",
        "DiscreteLaplace(2).compose(3)",
        "TruncatedLaplace(1, 9)",
        "TruncatedLaplace(1, 9).compose(2)",
        "KaryResponse(1, 4)",
        "Logistic(1)",
        "KaryResponse(1, 4).compose(2)",
        "Gaussian(1).subsample(0.1)",
        "Gaussian(1).subsample(0.1).compose(300)",
        "Laplace(1).subsample(0.1)",
        "DiscreteGaussian(2)",
    ],
)
def test_the_theorems_of_every_road_are_in_the_registry_and_backed(chain):
    wanted = [
        ("epsilon", {"delta": "1e-3"}),
        ("delta", {"epsilon": "0.5"}),
        ("renyi", {"order": "3"}),
        ("renyi", {"order": "2.5"}),
        ("rho", {}),
    ]
    found = set()
    for quantity, at in wanted:
        verdict = claimed("1e9", "upper", mechanism=chain, quantity=quantity, at=at)
        assert verdict.kind in (Kind.SOUND, Kind.UNSOUND, Kind.RIGHT)
        found |= set(verdict.reference.theorems)
    library = registry()
    for id in found:
        assert library.own_status(id).is_backed, id


def test_a_promise_is_as_bad_as_the_mechanism_that_it_allows_and_says_why():
    pure, gaussian = (claimed("5", mechanism="PureDP(1).compose(10)"), claimed("5", mechanism="GDP(1).compose(10)"))

    assert pure.reference.theorems == ("dp.approx.event", "profile.composed.rr", "dp.pure.dominating")
    assert gaussian.reference.theorems == ("dp.approx.event", "profile.composed.gaussian", "gdp.tradeoff")


def test_a_sample_in_front_of_noise_that_is_not_symmetric_is_not_taken_for_exact():
    assert (
        claimed("0", mechanism="Exponential(1).subsample(0.1)", quantity="delta", at={"epsilon": "1"}).kind
        is not Kind.RIGHT
    )
    assert subject("Exponential(1).subsample(0.1)").parts == ()
    assert subject("Logistic(1).subsample(0.1)").parts != ()


def test_numbers_are_written_outwards_and_read_back_exactly():
    third = Fraction(1, 3)
    for digits in (1, 5, 12):
        assert Fraction(outwards(third, False, digits)) < third < Fraction(outwards(third, True, digits))
    tiny = Fraction(1, 7 * 10**5000)
    assert Fraction(outwards(tiny, False)) < tiny < Fraction(outwards(tiny, True))
    assert read_number("value", "1.50e-2") == Fraction(3, 200)
    assert read_number("value", "-Infinity") == -math.inf
    assert of_float(0.1) == "1.0000000000000000e-1"
    assert Fraction(of_float(math.pi)) == Fraction(repr(math.pi))
    with mp.workdps(30):
        assert mp.mpf(of_float(1e-300)) == mp.mpf("1e-300")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("chain", "quantity", "at", "value", "direction"),
    [("Laplace(1).subsample(0.1).group(2)", "epsilon", (), "0.3", "upper")],
)
def test_behind_a_sample_no_single_pair_is_known_of_a_group_under_noise_that_is_not_gaussian(
    chain, quantity, at, value, direction
):
    assert judge(Claim(chain, quantity, at, value, direction)).kind is Kind.UNDECIDED


@pytest.mark.slow
@pytest.mark.parametrize(
    ("chain", "quantity", "at", "right", "wrong"),
    [
        (
            "Gaussian(1).subsample(0.01).compose(100).group(3)",
            "epsilon",
            (("delta", "0.00001"),),
            "2.3625396564",
            "2.3625",
        ),
        ("Gaussian(1).subsample(0.01).group(3).compose(100)", "renyi", (("order", "2"),), "0.160191807894", "0.1601"),
        ("Gaussian(1).subsample(0.01).compose(100).group(3)", "mu", (), "30", "29.9"),
        (
            "Gaussian(1).subsample(0.01).to_replace().group(3)",
            "epsilon",
            (("delta", "0.00001"),),
            "0.787597974",
            "0.7575",
        ),
    ],
)
def test_behind_a_sample_the_worst_pairs_of_a_group_are_known_of_gaussian_noise(chain, quantity, at, right, wrong):
    assert judge(Claim(chain, quantity, at, right)).kind is Kind.RIGHT
    assert judge(Claim(chain, quantity, at, wrong, "upper")).kind is Kind.UNSOUND


@pytest.mark.cases(1 / 3)
@pytest.mark.parametrize(
    ("chain", "adjacency"),
    [
        ("Gaussian(sigma=1).subsample(0.01).compose(1000)", "replace"),
        ("Gaussian(sigma=1).subsample(0.01).compose(1000).to_replace()", ""),
        ("Gaussian(sigma=1).subsample(0.01).to_replace().compose(1000)", ""),
    ],
)
def test_behind_a_sample_one_pair_is_the_worst_of_a_record_replaced(chain, adjacency):
    at = (("delta", "0.00001"),)
    assert judge(Claim(chain, "epsilon", at, "2.84344025927", adjacency=adjacency)).kind is Kind.RIGHT
    assert (
        judge(Claim(chain, "epsilon", at, "1.82823666653", adjacency=adjacency)).kind is Kind.UNSOUND
    )  # of a record removed
    assert judge(Claim(chain, "epsilon", at, "3", "upper", adjacency=adjacency)).kind is Kind.SOUND


@pytest.mark.parametrize(
    ("chain", "value", "wrong"),
    [
        ("DiscreteGaussian(10).compose(2)", "0.497041093", "0.4970"),
        pytest.param("DiscreteGaussian(10).compose(10)", "1.19930376547", "1.1992", marks=pytest.mark.slow),
        ("KaryResponse(1/10, 5).compose(100)", "2.62704824348", "2.628"),
        ("Staircase(1/10, 1/3, 1).compose(100)", "4.26292036316", "4.26"),
    ],
)
def test_composed_noise_on_a_lattice_is_exact(chain, value, wrong):
    at = (("delta", "0.00001"),)
    assert judge(Claim(chain, "epsilon", at, value)).kind is Kind.RIGHT
    assert judge(Claim(chain, "epsilon", at, wrong, "upper")).kind in (Kind.UNSOUND, Kind.SOUND)
    assert judge(Claim(chain, "epsilon", at, "0.4", "upper")).kind is Kind.UNSOUND


def test_sampled_noise_that_is_not_gaussian_is_bracketed():
    claim = Claim("Laplace(1).subsample(0.01).compose(20)", "epsilon", (("delta", "0.00001"),), "0.1431", "upper")
    assert judge(claim).kind is Kind.SOUND
    assert judge(replace(claim, value="0.1428")).kind is Kind.UNSOUND


@pytest.mark.slow
def test_a_group_of_samples_is_bounded_by_its_own_theorems():
    found = judge(Claim("Laplace(1).subsample(0.1).group(2)", "epsilon", (), "0.3172", "upper"))
    assert found.kind is Kind.SOUND  # 2 log(1 - q + q e) = 0.31713...


@pytest.mark.parametrize(
    "chain", ["Gaussian(1).group(3)", "Gaussian(1).to_replace()", "GDP(1)", "Laplace(1).group(2).compose(2)"]
)
def test_a_chain_that_says_how_far_queries_move_has_no_other_sensitivity(chain):
    found = judge(Claim(chain, "delta", (("epsilon", "1"),), "0.5", sensitivity="2"))
    assert found.kind is Kind.NOT_UNDERSTOOD
    assert "sensitivity must be left out" in found.reason


@pytest.mark.parametrize(
    ("chain", "quantity"), [("DiscreteLaplace(1)", "epsilon"), ("DiscreteGaussian(1)", "rho"), ("Skellam(1)", "delta")]
)
def test_noise_on_the_integers_has_an_integer_sensitivity(chain, quantity):
    at = (("epsilon", "0"),) if quantity == "delta" else ()
    assert judge(Claim(chain, quantity, at, "0.5", sensitivity="1.5")).kind is Kind.NOT_UNDERSTOOD


@pytest.mark.parametrize(
    ("chain", "quantity", "at"),
    [("Uniform(2)", "epsilon", (("delta", "1e-5"),)), ("Gaussian(sigma)", "scale", (("epsilon", "1"),))],
)
def test_a_finite_claim_of_what_is_infinite_is_unsound(chain, quantity, at):
    found = judge(Claim(chain, quantity, at, "3"))
    assert found.kind is Kind.UNSOUND
    assert found.reference.lower > 3


@pytest.mark.parametrize("factor", ["0.99", "1.01"])
def test_a_value_below_every_double_is_judged_by_its_text(factor):
    # delta of 1000 runs at sigma 0.168344 and epsilon 25617.045 is 3.94433804...e-394, by mpmath
    value = f"{float(factor) * 3.944338047:.9f}e-394"
    found = judge(Claim("Gaussian(sigma=0.168344).compose(1000)", "delta", (("epsilon", "25617.045"),), value))
    assert found.kind is (Kind.UNSOUND if factor == "0.99" else Kind.SOUND)
