"""Divergences: every law and every divergence against 50-digit quadrature or sums of the definition."""

import math
from fractions import Fraction
from itertools import pairwise

import mpmath as mp
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import definitions as reference
from sympy import I, Integer, Rational, exp, latex, log, nan, oo, zoo

from dpsym import (
    KL,
    RR,
    AnyLaw,
    Bernoulli,
    Finite,
    Gaussian,
    HockeyStick,
    Laplace,
    MaxDivergence,
    NotDerivedError,
    ParameterError,
    Renyi,
    TradeOff,
)
from dpsym.distributions import AnyKernel, Kernel, ProductLaw
from dpsym.divergences import KernelRenyi
from dpsym.divergences.overall import Greatest, Least
from dpsym.enclose import enclose
from dpsym.special import Phi
from dpsym.symbols import alpha, b, eps, mu1, p, q, scale, sigma, sigma1, sigma2, t

ORDERS = ("1/3", "1/2", "9/10", "11/10", "2", "15/2")
THRESHOLDS = ("-2", "-1/10", "0", "3/10", "1", "3")
MASSES = (
    ("1/3,2/3", "1/4,3/4"),
    ("1/10,2/5,1/2", "1/5,1/5,3/5"),
    ("1,0", "1/4,3/4"),
    ("1/4,3/4", "1,0"),
    ("1/2,1/2,0", "0,1/2,1/2"),
    ("1,0", "0,1"),
    ("0,1/2,1/2", "0,1/3,2/3"),
)
TINY = mp.mpf(10) ** -45


def number(expression):
    """Return an exact constant at 55 digits."""
    value = sp.N(expression, 55)
    assert value.is_Number, value
    with mp.workdps(55):
        return mp.inf if value is sp.oo else mp.mpf(str(value))


def agree(expression, expected, digits=45):
    """Whether a closed form and a reference agree relatively, or both vanish at the reference's 65 digits."""
    value = number(expression)
    return reference.agree(value, expected, digits) or max(abs(value), abs(expected)) < mp.mpf(10) ** -60


@pytest.mark.cases(1 / 3)
@pytest.mark.parametrize(("sigmas", "threshold"), [(("1", "2"), "2"), (("1", "2"), "1/10"), (("2", "1"), "-3")])
def test_hockey_stick_of_two_centred_gaussians_with_symbolic_deviations_is_the_integral(sigmas, threshold):
    """Where the narrower law comes first, it vanishes beyond the logarithm of the ratio of the deviations."""
    free = sp.Symbol("threshold", real=True)
    closed = HockeyStick(free, Gaussian(0, sigma1), Gaussian(0, sigma2)).doit()
    value = closed.subs({sigma1: Rational(sigmas[0]), sigma2: Rational(sigmas[1]), free: Rational(threshold)})
    first, second = (reference.gaussian(0, Fraction(each)) for each in sigmas)
    assert agree(value, reference.hockey_stick(first, second, Fraction(threshold)), 40)


@pytest.mark.cases(1 / 10)
@pytest.mark.parametrize("threshold", ["-2", "-1/10", "1/10", "1", "3"])
@pytest.mark.parametrize("laws", [(Laplace(0, 1), Laplace(1, 2)), (Laplace(1, 2), Laplace(0, 1))], ids=str)
def test_hockey_stick_of_two_laplace_laws_of_different_scales_is_found_cell_by_cell(laws, threshold):
    head = HockeyStick(Rational(threshold), *laws)
    assert head.derive().strategy == "threshold of the loss, cell by cell"
    assert enclose(head.doit(), digits=20).overlaps(enclose(head, digits=20))


@pytest.mark.cases(1 / 4)
@pytest.mark.parametrize("masses", MASSES, ids="|".join)
def test_every_divergence_of_two_finite_laws_is_the_sum_with_its_conventions(masses):
    first, second = ([Fraction(mass) for mass in each.split(",")] for each in masses)
    laws = [Finite(*map(Rational, each)) for each in (first, second)]
    for order in ORDERS:
        expected = reference.finite_renyi(first, second, Fraction(order))
        assert agree(Renyi(Rational(order), *laws).doit(), expected), order
        assert agree(Renyi(alpha, *laws).doit().subs(alpha, Rational(order)), expected), order
    assert agree(KL(*laws).doit(), reference.finite_kl(first, second))
    assert agree(MaxDivergence(*laws).doit(), reference.finite_max_divergence(first, second))
    for threshold in THRESHOLDS:
        expected = reference.finite_hockey_stick(first, second, Fraction(threshold))
        assert agree(HockeyStick(Rational(threshold), *laws).doit(), expected), threshold


def test_a_certain_answer_against_an_exponentially_rare_one_has_loss_eps_at_every_order():
    closed = Renyi(alpha, Bernoulli(1), Bernoulli(exp(-eps))).derive().expression
    assert sp.simplify(closed - eps) == 0


@pytest.mark.parametrize("order", ["1/2", "2"])
def test_disjoint_supports_are_infinite_at_every_order_symbolic_order_too(order):
    closed = Renyi(alpha, Bernoulli(1), Bernoulli(0)).doit()
    assert closed.subs(alpha, Rational(order)) is sp.oo


@pytest.mark.parametrize("family", [Laplace, Gaussian])
def test_identical_laws_have_no_divergence_of_any_kind(family):
    law = family(mu1, sigma1)
    assert [head.doit() for head in (Renyi(alpha, law, law), KL(law, law), MaxDivergence(law, law))] == [0, 0, 0]
    assert HockeyStick(-1, law, law).doit() == 1 - exp(-1)
    assert HockeyStick(1, law, law).doit() == 0


def test_order_one_is_kl_and_order_infinity_the_max_divergence():
    assert Renyi(1, Laplace(b)) == KL(Laplace(b))
    assert Renyi(alpha, Gaussian(sigma)).subs(alpha, 1) == KL(Gaussian(sigma))


@pytest.mark.parametrize("infinity", [oo, math.inf])
def test_order_infinity_is_the_max_divergence(infinity):
    assert Renyi(infinity, Laplace(b)) == MaxDivergence(Laplace(b))


def test_a_mechanism_stands_for_its_worst_pair():
    assert Renyi(alpha, Laplace(b)) == Renyi(alpha, Laplace(0, b), Laplace(1, b))
    assert KL(RR(eps)) == KL(RR(eps, 1), RR(eps, 0))
    assert HockeyStick(eps, Gaussian(sigma)).laws == (Gaussian(0, sigma), Gaussian(1, sigma))
    assert Renyi(alpha, Laplace(b)).order == alpha
    assert HockeyStick(eps, Laplace(b)).threshold == eps


def test_the_repl_gives_the_forms_that_papers_print():
    ratio = (alpha * exp((alpha - 1) / b) + (alpha - 1) * exp(-alpha / b)) / (2 * alpha - 1)
    assert sp.simplify(Laplace(scale=b).renyi(alpha) - log(ratio) / (alpha - 1)) == 0
    assert Laplace(scale=b).kl() == -1 + exp(-1 / b) + 1 / b
    assert Laplace(scale=b).max_divergence() == 1 / b
    assert Laplace(scale=b).max_divergence(sensitivity=3) == 3 / b
    assert Gaussian(sigma).renyi(alpha) == alpha / (2 * sigma**2)
    assert Gaussian(sigma).renyi(alpha, sensitivity=2) == 2 * alpha / sigma**2
    assert Gaussian(sigma).kl() == 1 / (2 * sigma**2)
    assert Gaussian(sigma).max_divergence() is sp.oo
    left, right = (Phi(sign / (2 * sigma) - eps * sigma) for sign in (1, -1))
    assert Gaussian(sigma).profile(eps) == left - exp(eps) * right
    assert RR(eps).kl() == eps * sp.tanh(eps / 2)
    assert RR(eps).max_divergence() == eps
    profile = Laplace(b).profile(eps).subs(b, 2)
    assert profile.subs(eps, Rational(1, 3)) == 1 - exp(-Rational(1, 12))
    assert profile.subs(eps, Rational(1, 2)) == profile.subs(eps, 3) == 0


def test_a_float_order_is_read_as_the_decimal_that_it_prints():
    assert Renyi(1.1, Laplace(0.1)) == Renyi(Rational(11, 10), Laplace(Rational(1, 10)))
    assert HockeyStick(0.1, Laplace(b)).threshold == Rational(1, 10)


BAD_ORDERS = [0, -1, -0.5, -math.inf, math.nan, 1j, True, "2", None, [2], nan, zoo, -oo, I]
BAD_THRESHOLDS = [math.inf, -math.inf, math.nan, 1j, True, "2", None, nan, zoo, oo, -oo, I]


@pytest.mark.parametrize("order", BAD_ORDERS, ids=repr)
def test_a_bad_order_is_refused_by_name_rule_and_value(order):
    kernel = Kernel(Bernoulli(p))
    for make in (lambda: Renyi(order, Laplace(b)), lambda: KernelRenyi(order, kernel, kernel)):
        with pytest.raises(ParameterError) as caught:
            make()
        assert str(caught.value) == f"order alpha must be positive (1 and oo allowed), got {order!r}"


@pytest.mark.parametrize("threshold", BAD_THRESHOLDS, ids=repr)
def test_a_bad_threshold_is_refused_by_name_rule_and_value(threshold):
    with pytest.raises(ParameterError) as caught:
        HockeyStick(threshold, Laplace(b))
    assert str(caught.value) == f"privacy loss threshold eps must be real and finite, got {threshold!r}"


@pytest.mark.parametrize("laws", [(), (1,), ("Laplace",), (Laplace(b), 1), (Laplace(b),) * 3, (None, None)], ids=str)
@pytest.mark.parametrize(
    "make", [KL, MaxDivergence, lambda *laws: Renyi(2, *laws), lambda *laws: HockeyStick(1, *laws)]
)
def test_what_is_not_a_pair_of_laws_is_refused(make, laws):
    with pytest.raises(ParameterError, match="a mechanism or a pair of laws"):
        make(*laws)


@pytest.mark.parametrize("make", [Renyi, HockeyStick])
def test_a_divergence_of_nothing_says_what_is_missing(make):
    with pytest.raises((TypeError, ParameterError)):
        make()


@pytest.mark.parametrize(
    "laws",
    [
        (Bernoulli(p), Finite(1, 0, 0)),
        (Bernoulli(p), Laplace(b)),
        (Laplace(b), Bernoulli(p)),
        (Gaussian(sigma), RR(eps)),
    ],
    ids=str,
)
@pytest.mark.parametrize(
    "make", [KL, MaxDivergence, lambda *laws: Renyi(2, *laws), lambda *laws: HockeyStick(1, *laws)]
)
def test_laws_on_different_spaces_are_refused(make, laws):
    with pytest.raises(ParameterError, match="must be on the same"):
        make(*laws)


def test_variables_and_pairs_without_a_closed_form_are_left_unevaluated():
    for head in (Renyi(alpha, AnyLaw("P"), AnyLaw("Q")), TradeOff(t, Laplace(b), Gaussian(sigma))):
        assert head.doit() == head
        with pytest.raises(NotDerivedError):
            head.derive()


def test_laws_of_different_families_on_one_space_are_derived_by_their_statistics():
    head = Renyi(alpha, Laplace(b), Gaussian(sigma))
    assert head.doit().subs(alpha, 2) is oo
    point = {alpha: Rational(1, 2), b: 2, sigma: 3}
    assert enclose(head.doit().subs(point)).overlaps(enclose(head, point))


def test_the_divergence_of_independent_coordinates_is_the_sum():
    head = Renyi(alpha, ProductLaw(Laplace(b), Laplace(b)), ProductLaw(Laplace(1, b), Laplace(b)))
    assert head.doit() == Renyi(alpha, Laplace(b)).doit()


def test_definitions_are_integrals_on_the_line_and_sums_on_a_finite_space():
    for head in (Renyi(alpha, Laplace(b)), KL(Gaussian(sigma)), HockeyStick(eps, Laplace(0, 1), Laplace(1, 2))):
        (integral,) = head.definition().atoms(sp.Integral)
        assert integral.limits[0][1:] == (-oo, oo)
    assert KL(Bernoulli(p), Bernoulli(q)).definition() == p * log(p / q) + (1 - p) * log((1 - p) / (1 - q))
    assert MaxDivergence(Laplace(b)).definition() == MaxDivergence(Laplace(b))


@pytest.mark.parametrize(
    ("head", "printed"),
    [
        (Renyi(alpha, AnyLaw("P"), AnyLaw("Q")), r"D_{\alpha}\left(P \,\middle\|\, Q\right)"),
        (KL(AnyLaw("P"), AnyLaw("Q")), r"D_{\mathrm{KL}}\left(P \,\middle\|\, Q\right)"),
        (MaxDivergence(AnyLaw("P"), AnyLaw("Q")), r"D_{\infty}\left(P \,\middle\|\, Q\right)"),
        (HockeyStick(eps, AnyLaw("P"), AnyLaw("Q")), r"H_{e^{\epsilon}}\left(P \,\middle\|\, Q\right)"),
        (KernelRenyi(alpha, AnyKernel("K"), AnyKernel("L")), r"\max_x D_{\alpha}\left(K(x) \,\middle\|\, L(x)\right)"),
    ],
)
def test_heads_print_in_latex(head, printed):
    assert latex(head) == printed
    assert latex(2 * head + 1) == f"2 {printed} + 1"


def test_heads_print_as_the_call_that_makes_them():
    assert str(Renyi(alpha, Laplace(b))) == "Renyi(alpha, Laplace(0, b), Laplace(1, b))"


def test_heads_are_real_expressions_that_take_part_in_algebra():
    head = Renyi(alpha, Laplace(b))
    assert head.is_extended_real
    assert (head <= alpha).has(head)
    assert (2 * head).subs(b, 3) == 2 * Renyi(alpha, Laplace(3))


def test_the_divergence_of_two_kernels_is_the_greatest_over_the_inputs():
    rows = [Bernoulli(Rational(1, 3)), Bernoulli(Rational(1, 4))]
    others = [Bernoulli(Rational(1, 2)), Bernoulli(Rational(1, 5))]
    value = KernelRenyi(2, Kernel(*rows), Kernel(*others))
    assert value == max(Renyi(2, *pair).doit() for pair in zip(rows, others, strict=True))


@pytest.mark.parametrize("kernels", [(1, 2), (Kernel(Bernoulli(p)), 3), (Kernel(RR(eps)), Kernel(RR(eps), RR(eps)))])
def test_kernels_that_do_not_fit_together_are_refused(kernels):
    with pytest.raises(ParameterError):
        KernelRenyi(2, *kernels)


@st.composite
def finite_pairs(draw, least=0):
    """Draw two laws on the same two to four points."""
    size = draw(st.integers(2, 4))
    weights = st.lists(st.integers(least, 6), min_size=size, max_size=size).filter(any)
    drawn = [draw(weights) for _ in range(2)]
    return [Finite(*(Rational(weight, sum(each)) for weight in each)) for each in drawn]


@pytest.mark.slow
@given(finite_pairs(), st.fractions("1/10", 8, max_denominator=20), st.fractions("1/10", 8, max_denominator=20))
@settings(max_examples=20)
def test_renyi_is_not_negative_and_grows_with_the_order(laws, first, second):
    orders = sorted({first, second, Fraction(1)})
    values = [0, *(number(Renyi(Rational(order), *laws).doit()) for order in orders)]
    with mp.workdps(55):
        assert all(low <= high + TINY for low, high in pairwise([*values, number(MaxDivergence(*laws).doit())]))


@pytest.mark.slow
@given(
    finite_pairs(),
    st.lists(st.fractions(0, 1, max_denominator=20), min_size=4, max_size=4),
    st.fractions("1/10", 5, max_denominator=20),
)
@settings(max_examples=15)
def test_no_divergence_grows_under_a_kernel(laws, rows, index):
    from dpsym.distributions import Image

    kernel = Kernel(*(Bernoulli(Rational(row)) for row in rows[: len(laws[0].masses)]))
    images = [Image(kernel, law) for law in laws]
    for make in (
        KL,
        MaxDivergence,
        lambda *pair: Renyi(Rational(index), *pair),
        lambda *pair: HockeyStick(Rational(index), *pair),
    ):
        with mp.workdps(55):
            assert number(make(*images).doit()) <= number(make(*laws).doit()) + TINY


@pytest.mark.slow
@given(finite_pairs(1), st.fractions("1/10", "9/10", max_denominator=20))
@settings(max_examples=30)
def test_orders_below_one_are_skew_symmetric(laws, order):
    forward = (1 - Rational(order)) * Renyi(Rational(order), *laws).doit()
    backward = Rational(order) * Renyi(1 - Rational(order), *laws[::-1]).doit()
    assert number(forward) == number(backward) or abs(number(forward - backward)) < TINY


@pytest.mark.parametrize("order", [Rational(1, 3), Rational(1, 2), Rational(9, 10)])
@pytest.mark.parametrize("family", [Laplace, Gaussian])
def test_orders_below_one_are_skew_symmetric_on_the_line(family, order):
    first, second = family(0, 1), family(1, Rational(3, 2))
    forward, backward = Renyi(order, first, second).doit(), Renyi(1 - order, second, first).doit()
    assert agree((1 - order) * forward, number(order * backward))


@pytest.mark.slow
def test_the_profile_of_a_mechanism_decreases_from_total_variation():
    for law in (Laplace(2), Gaussian(2), RR(Rational(3, 2))):
        values = [number(law.profile(Rational(k, 5))) for k in range(12)]
        assert all(high >= low >= 0 for high, low in pairwise(values))


def test_unequal_scale_symbols_substituted_equal_give_the_equal_scale_form():
    general = Renyi(alpha, Gaussian(0, sigma1), Gaussian(1, sigma2)).doit()
    assert sp.simplify(general.subs(sigma2, sigma1) - alpha / (2 * sigma1**2)) == 0
    laplace = KL(Laplace(0, b), Laplace(1, scale)).doit()
    assert sp.simplify(laplace.subs(scale, b) - Laplace(b).kl()) == 0


def test_the_greatest_of_divergences_is_written_out_and_stays_a_greatest():
    worst = Greatest(KL(Laplace(0, 1), Laplace(1, 1)), p)
    assert worst.doit() == Greatest(exp(-1), p)
    assert worst.doit() != Greatest(exp(-2), p)
    assert Least(p, Integer(1)).doit() == Least(p, Integer(1))
