"""Statements in Coq: what is printed, what is refused by name, and what every printed statement has."""

import pytest
from sympy import Eq, Interval, Symbol, floor, gamma, log, oo, symbols

from dpsym import Gaussian, Laplace, Renyi
from dpsym.divergences import InverseProfile
from theorems.entry import Theorem
from theorems.kernel.errors import NotPrintableError
from theorems.kernel.printer import coq_name, printed
from theorems.kernel.terms import term
from theorems.registry import registry

x, order = symbols("x alpha", positive=True)
natural_0 = Symbol("k", integer=True, nonnegative=True)
whole = Symbol("k", integer=True)


def entry(statement, domain, hypotheses=()):
    typical = dict.fromkeys(domain, (2, 3))
    return Theorem("test.entry", "", statement, domain, typical, hypotheses)


def test_statement_of_the_laplace_mechanism():
    found = printed(registry()["renyi.laplace"])
    assert found.name == "renyi__laplace"
    assert not found.finite
    assert " ".join(found.proposition.split()) == (
        "forall alpha : R, 1 < alpha -> forall lambda : R, 0 < lambda -> (is_renyi line alpha (laplace 0 lambda) (laplace 1 lambda) "
        "(Finite ((ln ((alpha * (exp ((alpha - 1) / lambda)) / ((2 * alpha) - 1)) + "
        "((alpha - 1) * (exp (- (alpha / lambda))) / ((2 * alpha) - 1)))) / (alpha - 1))))"
    )


def test_statement_about_all_laws_is_about_a_finite_space_of_any_size():
    found = printed(registry()["hockey_stick.data_processing"])
    assert found.finite
    text = " ".join(found.proposition.split())
    assert text.startswith(
        "forall size1 : nat, forall size2 : nat, forall epsilon : R, 0 <= epsilon -> forall P : nat -> R, is_law (finite"
    )
    assert "is_kernel" in text
    assert text.endswith("value1 <= value2)")


def test_values_are_said_to_exist():
    text = printed(registry()["kl.triangle"]).proposition
    assert text.count("exists value") == 3
    assert text.count("is_max_divergence") == 1


def test_value_is_infinite_only_where_the_second_law_may_lack_a_point():
    pinsker = printed(registry()["kl.pinsker"]).proposition
    assert pinsker.endswith("is_kl (finite size1) P Q value2 /\\ Rbar_le (Finite (2 * (value1 ^ 2))) value2)")
    assert "exists value1 : R, is_total_variation" in pinsker
    assert "exists value2 : Rbar" in pinsker
    convex = printed(registry()["kl.convex"]).proposition
    assert "full_support (finite size1) Q2" in convex
    assert "full_support (finite size1) P2" not in convex
    assert "Rbar" not in convex


def test_worst_is_a_supremum_over_rows():
    text = printed(registry()["renyi.joint_quasi_convexity"]).proposition
    assert "is_supremum (finite size2) (fun row : nat => is_renyi (finite size1) alpha (K row) (L row)) value2" in text
    text = printed(registry()["hockey_stick.contraction"]).proposition
    assert (
        "(fun row other : nat => finitely (is_hockey_stick (finite size1) epsilon (K row) (K other))) (Finite value3)"
        in text
    )
    text = printed(registry()["dominating.composition"]).proposition
    assert "finitely (is_domination_gap (finite size3) (finite size4) (K row) (L row) P2 Q2)) (Finite value2)" in text


def test_worst_of_a_sum_is_of_both_values():
    text = printed(registry()["dp.reconstruction"]).proposition
    assert (
        "finitely (fun both : R => exists one two : R, is_hockey_stick (finite size1) epsilon (K row) (L row) one"
        in text
    )
    assert "is_hockey_stick (finite size1) epsilon (L row) (K row) two /\\ both = one + two)) (Finite value2)" in text


def test_chain_is_numbered_and_its_links_are_not_its_rows():
    text = printed(registry()["rdp.group.doubled"]).proposition
    assert "is_kernel naturals (finite size1) P" in text
    assert "(P 0%nat) (P (2%nat ^ c)%nat)" in text
    assert (
        "is_supremum (finite (2%nat ^ c)%nat) (fun link : nat => is_renyi (finite size1) alpha (P link) (P (S link)))"
        in text
    )
    total = printed(registry()["dp.group.pure.any"]).proposition
    assert "is_total k (fun link : nat => is_max_divergence (finite size1) (P link) (P (S link))) value2" in total


def test_values_in_the_terms_of_a_sum_are_a_function_of_its_index():
    text = printed(registry()["amplification.poisson.renyi.exact"]).proposition
    assert (
        "exists value2 : nat -> R, (forall j : nat, (2%nat <= j)%nat -> (j <= n)%nat -> is_renyi (finite size1) (INR j) P Q (Finite (value2 j)))"
        in text
    )
    assert "(sum_between 2%nat n (fun j : nat => " in text
    with pytest.raises(NotPrintableError):
        printed(registry()["rdp.group.spaced.any"])


def test_budget_has_its_offset_and_its_limit():
    assert (
        "is_concentrated_budget (finite size1) xi p_infty P Q value1"
        in printed(registry()["zcdp.to_approx.any"]).proposition
    )
    assert (
        "is_concentrated_budget (finite size1) 0 (Finite omega) P Q value1"
        in printed(registry()["tcdp.to_approx"]).proposition
    )


def test_steps_are_over_histories_of_answers():
    text = printed(registry()["rdp.composition.adaptive.many"]).proposition
    assert "forall K : list nat -> nat -> R, is_mechanism (finite size1) K ->" in text
    assert "(answers (finite size1) k) alpha (released (finite size1) K k)" in text
    assert "is_total k (fun step : nat => is_supremum (answers (finite size1) step) (fun past : point" in text
    text = printed(registry()["max.filter"]).proposition
    assert "is_supremum (answers (finite size1) k) (is_sum_along (finite size1) (fun (step : nat) (past : point" in text
    assert "full_mechanism (finite size1) L" in printed(registry()["rdp.moments_accountant"]).proposition


def test_choice_of_the_exponential_mechanism_is_on_the_space_of_its_base():
    text = printed(registry()["mechanism.exponential.any"]).proposition
    assert "is_max_divergence (finite size1) (tilted size1 epsilon K Q) Q (Finite value1)" in text


def test_whole_curves_are_suprema():
    assert "is_profile_envelope (finite size1) t P Q value2" in printed(registry()["profile.to_tradeoff"]).proposition
    text = printed(registry()["tradeoff.to_profile"]).proposition
    assert "is_trade_off_conjugate (finite size1) (- (exp epsilon)) P Q value2" in text


def test_multiple_of_what_may_be_infinite_is_one_of_extended_reals():
    text = printed(registry()["ldp.chi2.contraction"]).proposition
    assert text.endswith("Rbar_le value2 (Rbar_mult (Finite ((tanh (epsilon / 2)) ^ 2)) value3))")


def test_pair_of_a_joint_law_and_a_product_shares_its_spaces():
    text = printed(registry()["kl.mutual_information"]).proposition
    assert "is_kernel (finite size1) (finite size2) K" in text
    assert "(@product (finite size1) (finite size2) P (image size1 K P))" in text


@pytest.mark.parametrize("id", ["tradeoff.composition.each", "mechanism.above_threshold.any"])
def test_worst_of_another_kind_is_refused(id):
    with pytest.raises(NotPrintableError):
        printed(registry()[id])


def test_powers_are_guarded_and_infinity_is_a_value():
    assert "(power p alpha)" in printed(registry()["renyi.bernoulli"]).proposition
    assert "p_infty" in printed(registry()["gaussian.not_pure_dp"]).proposition
    statement = Eq(Renyi(order, Gaussian(0, 1), Gaussian(1, 1)), oo)
    assert printed(entry(statement, {order: Interval.open(1, oo)})).proposition.endswith("(gaussian 1 1) p_infty)")


@pytest.mark.parametrize(
    ("statement", "what"),
    [
        (Eq(InverseProfile(x, Laplace(0, 1), Laplace(1, 1)), x), "InverseProfile"),
        (Eq(Symbol("n", integer=True) + x, x + x**2), "the integer n"),
    ],
)
def test_what_has_no_word_is_refused_by_name(statement, what):
    domain = dict.fromkeys(statement.free_symbols, Interval.open(0, oo))
    with pytest.raises(NotPrintableError, match=what):
        printed(entry(statement, domain))


def test_gamma_function_at_a_natural_number_is_a_factorial():
    assert "(INR (fact (k - 1%nat)%nat))" in printed(registry()["gamma.integral"]).proposition
    assert "(INR (fact (m + (k - 1%nat)%nat)%nat))" in printed(registry()["gamma.moment"]).proposition
    assert "/ (INR (fact d))" in printed(registry()["knorm.radius"]).proposition


def test_gamma_function_at_half_of_a_natural_number_has_twice_its_argument():
    assert "(half_gamma (d + 2%nat)%nat)" in printed(registry()["volume.ball"]).proposition
    assert "(half_gamma (d + 3%nat)%nat)" in printed(registry()["lower_bound.constant"]).proposition


@pytest.mark.parametrize(
    "argument", [natural_0, natural_0 / 2, natural_0 - 1, whole, whole / 2 + 1, natural_0 / 3 + 1, x, x / 2 + 1]
)
def test_gamma_function_elsewhere_is_refused(argument):
    with pytest.raises(NotPrintableError):
        term(gamma(argument), {})


def test_floor_of_a_quotient_of_natural_numbers_is_their_division():
    assert "(INR (d / (2%nat ^ j)%nat)%nat)" in printed(registry()["nim.budget"]).proposition
    for one in (x, 1 / natural_0, log(natural_0 + 2)):
        with pytest.raises(NotPrintableError):
            term(floor(one, evaluate=False), {})


def test_names_of_statements_are_unique():
    names = [coq_name(id) for id in registry()]
    assert len(set(names)) == len(names)


def test_a_symbol_does_not_take_a_name_that_the_printer_gives():
    value = Symbol("value1", positive=True)
    found = printed(
        entry(
            Renyi(order, Laplace(0, x), Laplace(1, x)) <= value, dict.fromkeys((order, x, value), Interval.open(1, oo))
        )
    )
    assert "value1 <= value1'" in found.proposition
