"""The engine: traces, hypotheses, limits in the order, convergence at its boundary, and LaTeX."""

import re
from fractions import Fraction

import mpmath as mp
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import definitions as reference
from sympy import Gt, Ne, Rational

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
    Renyi,
)
from dpsym.derive import Derivation, Step, derive
from dpsym.symbols import alpha, b, eps, mu1, mu2, p, q, scale, sigma, sigma1, sigma2

LAWS = {
    "Laplace": (Laplace(0, b), Laplace(1, b)),
    "Laplace, two scales": (Laplace(mu1, b), Laplace(mu2, scale)),
    "Gaussian": (Gaussian(0, sigma), Gaussian(1, sigma)),
    "Gaussian, two deviations": (Gaussian(mu1, sigma1), Gaussian(mu2, sigma2)),
    "randomized response": (RR(eps, 1), RR(eps, 0)),
    "Bernoulli": (Bernoulli(p), Bernoulli(q)),
    "finite": (Finite(Rational(1, 2), Rational(1, 2), 0), Finite(Rational(1, 3), 0, Rational(2, 3))),
    "identical": (Gaussian(mu1, sigma), Gaussian(mu1, sigma)),
}
HEADS = {
    f"{kind} of {name}": make(*laws)
    for name, laws in LAWS.items()
    for kind, make in {
        "Renyi": lambda *pair: Renyi(alpha, *pair),
        "KL": KL,
        "max": MaxDivergence,
        "hockey stick": lambda *pair: HockeyStick(eps, *pair),
    }.items()
    if (kind, name) != ("hockey stick", "Laplace, two scales")
}
# the constants b / c of the tail integrals make these pairs converge for orders below the bound only
BOUNDED = {
    "Laplace": ((Laplace(0, 2), Laplace(1, 1)), Rational(2)),
    "Laplace at one location": ((Laplace(0, 3), Laplace(0, 2)), Rational(3)),
    "Gaussian": ((Gaussian(0, 2), Gaussian(1, 1)), Rational(4, 3)),
    "Gaussian at one location": ((Gaussian(0, 2), Gaussian(0, 1)), Rational(4, 3)),
}


def number(expression):
    value = sp.N(expression, 60)
    assert value.is_Number, value
    with mp.workdps(60):
        return mp.inf if value is sp.oo else mp.mpf(str(value))


@pytest.mark.cases(1 / 3)
@pytest.mark.parametrize("name", HEADS)
def test_a_trace_runs_from_the_head_to_the_closed_form_and_every_step_says_what_it_does(name):
    derivation = HEADS[name].derive()
    assert isinstance(derivation, Derivation)
    assert derivation.head == HEADS[name]
    assert derivation.steps[-1].expression == derivation.expression
    assert all(isinstance(step, Step) and len(step.text) > 5 for step in derivation.steps)
    assert derivation.strategy
    assert not derivation.expression.has(sp.Integral)
    assert not derivation.expression.atoms(sp.Dummy)


@pytest.mark.cases(1 / 6)
@pytest.mark.parametrize("name", HEADS)
def test_a_trace_prints_its_steps_by_number_with_the_hypotheses_that_they_need(name):
    derivation = HEADS[name].derive()
    printed = str(derivation)
    assert printed.startswith(f"{HEADS[name]}  [{derivation.strategy}]")
    for place, step in enumerate(derivation.steps, 1):
        assert f"{place}. {step.text}" in printed
        assert str(step.expression) in printed
    assert all(f"(needs {condition})" in printed for condition in derivation.conditions)


def balanced(text):
    """Whether braces close in order, escaped ones aside, and left and right delimiters are as many."""
    depth = 0
    for brace in re.findall(r"(?<!\\)[{}]", text):
        depth += 1 if brace == "{" else -1
        if depth < 0:
            return False
    return depth == 0 and len(re.findall(r"\\left\b", text)) == len(re.findall(r"\\right\b", text))


@pytest.mark.cases(1 / 6)
@pytest.mark.parametrize("name", HEADS)
def test_a_trace_prints_as_a_latex_environment_of_balanced_rows(name):
    derivation = HEADS[name].derive()
    whole, _, behind = derivation.latex().partition("\n\\end{align*}")
    assert whole.startswith("\\begin{align*}\n")
    rows = whole.splitlines()[1:]
    assert all(balanced(row) for row in rows)
    assert all(row.endswith((r"\\", "}")) for row in rows[:-1])
    assert not rows[-1].endswith(r"\\")
    # the words of every step stand there, behind the formula where that did not change any more
    words = sum(row.count("; ") + 1 for row in rows if row.startswith(r"\intertext")) + bool(behind) * (
        behind.count("; ") + 1
    )
    assert words >= len(derivation.steps)


def test_a_trace_in_a_notebook_needs_no_more_than_aligned_formulas():
    shown = HEADS["KL of Laplace"].derive()._repr_latex_()
    assert "intertext" not in shown
    assert shown.startswith("$$\\begin{aligned}")
    assert shown.count("$$") == 2 * shown.count(r"\begin{aligned}")


@pytest.mark.cases(1 / 4)
@pytest.mark.parametrize("name", HEADS)
def test_the_words_of_a_latex_trace_hold_no_character_that_text_mode_refuses(name):
    """Underscores, carets and the like stop LaTeX with an error unless they are between dollar signs."""
    texts = re.findall(r"\\text\{([^{}]*)\}", HEADS[name].derive().latex())
    words = ["".join(text.split("$")[::2]) for text in texts]
    assert [text for text in words if re.search(r"(?<!\\)[_^&#%]", text)] == []


def test_a_derivation_is_found_once_and_compares_by_value():
    assert derive(Renyi(alpha, Laplace(b))) is derive(Renyi(alpha, Laplace(b)))
    assert Renyi(alpha, Laplace(b)).derive() == derive(Renyi(alpha, Laplace(b)))


@pytest.mark.parametrize(
    ("head", "strategy"),
    [
        (Renyi(alpha, Laplace(b)), "piecewise: an exponential tail"),
        (Renyi(alpha, Gaussian(sigma)), "Gaussian integral"),
        (Renyi(alpha, RR(eps)), "finite sum"),
        (KL(Laplace(b), Laplace(b)), "identical laws"),
    ],
)
def test_each_family_has_its_strategy(head, strategy):
    assert derive(head).strategy == strategy


def test_what_no_strategy_closes_is_an_error_that_names_the_head():
    head = Renyi(alpha, AnyLaw("P"), AnyLaw("Q"))
    with pytest.raises(NotDerivedError, match=re.escape(f"no strategy closes {head}")) as caught:
        derive(head)
    assert isinstance(caught.value, NotImplementedError)


def test_equal_scales_need_no_hypothesis_but_a_removable_order():
    assert Renyi(alpha, Gaussian(sigma)).derive().conditions == ()
    derivation = Renyi(alpha, Laplace(b)).derive()
    assert all(isinstance(condition, Ne) for condition in derivation.conditions)
    assert derivation.convergence is sp.true
    assert derivation.value == derivation.simplified


def test_unequal_scales_record_the_condition_of_convergence_and_the_value_is_infinite_elsewhere():
    for laws in (LAWS["Laplace, two scales"], LAWS["Gaussian, two deviations"]):
        derivation = Renyi(alpha, *laws).derive()
        assert any(isinstance(condition, Gt) for condition in derivation.conditions)
        assert derivation.value.func is sp.Piecewise
        assert derivation.value.args[-1] == (sp.oo, True)


@pytest.mark.cases(1 / 8)
@pytest.mark.parametrize("name", BOUNDED)
@pytest.mark.parametrize("excess", ["-1/100", "0", "1/100", "5"])
@pytest.mark.parametrize("early", [True, False], ids=["order known before", "order put in after"])
def test_unequal_scales_diverge_from_the_boundary_order_on_and_converge_below(name, excess, early):
    laws, bound = BOUNDED[name]
    order = bound + Rational(excess)
    value = Renyi(order, *laws).doit() if early else Renyi(alpha, *laws).doit().subs(alpha, order)
    if order >= bound:
        assert value is sp.oo
    else:
        define = reference.laplace if "Laplace" in name else reference.gaussian
        pair = [define(*(Fraction(int(each.p), int(each.q)) for each in law.args)) for law in laws]
        expected = reference.renyi(*pair, Fraction(int(order.p), int(order.q)))
        assert reference.agree(number(value), expected, 40)


@pytest.mark.cases(1 / 2)
@pytest.mark.parametrize("sigmas", [(1, 2), (2, 1), (1, 1), (3, 2)])
def test_the_boundary_is_right_with_symbolic_deviations_and_a_numeric_order(sigmas):
    """At order 4/3 the curvature factors, so that its sign may hide in a constant factor."""
    value = Renyi(Rational(4, 3), Gaussian(0, sigma1), Gaussian(0, sigma2)).doit()
    at_point = value.subs(dict(zip((sigma1, sigma2), sigmas, strict=True)))
    if sigmas[0] >= 2 * sigmas[1]:
        assert at_point is sp.oo
    else:
        pair = [reference.gaussian(0, each) for each in sigmas]
        expected = reference.renyi(*pair, Fraction(4, 3))
        assert abs(number(at_point) - expected) < mp.mpf(10) ** -40


def test_max_divergence_with_symbolic_parameters_vanishes_where_the_laws_coincide():
    shifted = MaxDivergence(Gaussian(mu1, sigma), Gaussian(mu2, sigma)).doit()
    stretched = MaxDivergence(Gaussian(0, sigma1), Gaussian(0, sigma2)).doit()
    assert shifted.subs({mu1: 2, mu2: 2, sigma: 1}) == 0
    assert stretched.subs({sigma1: 2, sigma2: 2}) == 0


CONVERGENT = {
    "Laplace": (Laplace(0, Rational(3, 2)), Laplace(1, Rational(3, 2))),
    "Laplace, wider Q": (Laplace(0, 1), Laplace(1, Rational(3, 2))),
    "Gaussian": (Gaussian(0, 2), Gaussian(1, 2)),
    "Gaussian, wider Q": (Gaussian(0, 2), Gaussian(1, 3)),
    "randomized response": (RR(Rational(1, 2), 1), RR(Rational(1, 2), 0)),
    "finite": (Finite(Rational(1, 2), Rational(1, 2), 0), Finite(Rational(1, 4), Rational(1, 4), Rational(1, 2))),
}


@pytest.mark.cases(1 / 2)
@pytest.mark.parametrize("name", [name for name in CONVERGENT if name != "Gaussian"])
def test_the_limit_at_order_infinity_is_the_max_divergence(name):
    """At order 1e5 the gap is at most log(1/P(S)) / 1e5 plus the oscillation of the loss on S: below 1e-3 here."""
    laws = CONVERGENT[name]
    far = number(Renyi(alpha, *laws).doit().subs(alpha, 10**5))
    with mp.workdps(60):
        gap = number(MaxDivergence(*laws).doit()) - far
    assert 0 <= gap < mp.mpf(10) ** -3


def test_order_one_half_is_minus_twice_the_logarithm_of_the_bhattacharyya_coefficient():
    half = Rational(1, 2)
    assert sp.simplify(Renyi(half, Gaussian(sigma)).doit() - 1 / (4 * sigma**2)) == 0
    laplace = -2 * sp.log((1 + 1 / (2 * b)) * sp.exp(-1 / (2 * b)))
    assert sp.simplify(sp.expand_log(Renyi(half, Laplace(b)).doit() - laplace)) == 0
    coefficient = sp.sqrt(p * q) + sp.sqrt((1 - p) * (1 - q))
    value = Renyi(half, Bernoulli(p), Bernoulli(q)).doit() + 2 * sp.log(coefficient)
    assert abs(number(value.subs({p: Rational(1, 3), q: Rational(1, 5)}))) < mp.mpf(10) ** -50


@pytest.mark.slow
@given(
    st.fractions(-3, 3, max_denominator=7),
    st.fractions("1/5", 3, max_denominator=7),
    st.fractions("1/5", 3, max_denominator=7),
)
@settings(max_examples=8)
@pytest.mark.parametrize("family", [Laplace, Gaussian])
def test_divergences_are_invariant_under_shift_scaling_and_reflection(family, shift, first, factor):
    place, spread, stretch = map(Rational, (shift, first, factor))
    before = family(0, 1), family(place, spread)
    after = family(5, stretch), family(5 - stretch * place, stretch * spread)
    for make in (KL, lambda *laws: Renyi(Rational(3, 4), *laws), lambda *laws: Renyi(2, *laws)):
        assert make(*before).doit() == make(*after).doit()


@pytest.mark.slow
@given(
    st.fractions("1/5", 5, max_denominator=9),
    st.fractions("1/4", 4, max_denominator=9),
    st.fractions("6/5", 9, max_denominator=9),
)
@settings(max_examples=8)
@pytest.mark.parametrize("family", [Laplace, Gaussian])
def test_renyi_on_the_line_is_not_negative_and_grows_with_the_order(family, spread, other, order):
    laws = family(0, Rational(spread)), family(1, Rational(other))
    heads = (Renyi(Rational(1, 3), *laws), KL(*laws), Renyi(Rational(order), *laws), MaxDivergence(*laws))
    values = [number(head.doit()) for head in heads]
    assert 0 < values[0] < values[1] < values[2] <= values[3]


def test_a_step_without_a_hypothesis_has_none():
    assert Step("as it stands", sp.S.Zero).hypothesis is None


def test_conditions_are_listed_once_and_excluded_points_do_not_limit_convergence():
    steps = (
        Step("the first", alpha, Gt(alpha, 1)),
        Step("the second", alpha, Gt(alpha, 1)),
        Step("the third", alpha, sp.true),
        Step("the fourth", alpha, Ne(alpha, 2)),
    )
    derivation = Derivation(Renyi(alpha, Laplace(b)), alpha, steps, "by hand")
    assert derivation.conditions == (Gt(alpha, 1), Ne(alpha, 2))
    assert derivation.convergence == Gt(alpha, 1)
    assert derivation.value == sp.Piecewise((alpha, Gt(alpha, 1)), (sp.oo, True))
