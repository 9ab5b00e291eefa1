"""Formulas for a column: what they say stays the same, and their lines fit."""

import pytest
from sympy import Add, Max, Piecewise, acosh, exp, latex, log, loggamma, polygamma, sqrt, symbols

from dpsym.display import folded, pieces, prose, rows, tex, width

a, x, y = symbols("alpha x y", positive=True)
LONG = Add(*(exp(number * x / y) / (number + sqrt(a)) for number in range(1, 12)))


def joined(parts):
    return "".join(parts).replace("{}", "").replace(" ", "")


def test_a_sum_is_cut_between_its_terms_and_says_the_same():
    parts = pieces(LONG)
    assert len(parts) == 11
    assert joined(parts) == latex(LONG).replace(" ", "")
    assert joined(parts[::-1]) != latex(LONG).replace(" ", "")


def test_what_fits_is_one_piece_as_sympy_writes_it():
    assert pieces(x + y / 2) == [latex(x + y / 2)]


def test_a_negative_summand_has_its_sign_in_front():
    assert pieces(LONG - exp(x / y) * y, 10)[-1].startswith(("{}- ", "{}+ "))
    assert "{}+ -" not in "".join(pieces(LONG - y, 10))


def test_a_factor_before_a_long_logarithm_stays_a_factor_of_all_of_it():
    parts = pieces(log(LONG) / (a - 1), 10)
    assert parts[0].startswith(r"\frac{1}{\alpha - 1}\,\log\Bigl(")
    assert parts[-1].endswith(r"\Bigr)")
    assert sum(part.count(r"\Bigl(") - part.count(r"\Bigr)") for part in parts) == 0


def test_cases_are_cut_and_keep_their_conditions():
    parts = "".join(pieces(Piecewise((LONG, x < y), (x, True)), 10))
    assert r"\text{for}\ x < y" in parts
    assert r"\text{otherwise}" in parts


@pytest.mark.parametrize("widest", [20.0, 32.0])
def test_no_line_is_wider_than_the_column(widest):
    found = rows(r"f(x)", LONG, widest)
    assert len(found) > 1
    assert all(width(line) <= widest + 1 for line in found)
    assert width("".join(found)) > widest


def test_a_long_left_side_has_a_line_of_its_own():
    first, *more = rows(r"D_{\alpha}\left(\operatorname{Laplace}\left(0, b\right) \,\middle\|\, Q\right)", LONG, 24)
    assert "=" not in first
    assert "=" in more[0]


# measured by pdfTeX in 10 pt Computer Modern: the width of \hbox{$\displaystyle ...$}, in em
@pytest.mark.parametrize(
    ("text", "true"),
    [
        (
            r"D_{\alpha}\left(\operatorname{Laplace}\left(0, b\right) \,\middle\|\, \operatorname{Laplace}\left(1, b\right)\right)",
            14.51,
        ),
        (r"-1 + e^{- \frac{1}{b}} + \frac{1}{b}", 6.18),
        (r"x \leq y,\quad \alpha \in \left(1, \infty\right)", 8.46),
        (
            r"\frac{\log{\left(q^{4} e^{\frac{6}{\sigma^{2}}} + 4 q^{3} \left(1 - q\right) e^{\frac{3}{\sigma^{2}}} + "
            r"6 q^{2} \left(1 - q\right)^{2} e^{\frac{1}{\sigma^{2}}} + 4 q \left(1 - q\right)^{3} + \left(1 - q\right)^{4} \right)}}{3}",
            31.38,
        ),
    ],
)
def test_widths_are_about_those_that_tex_measures(text, true):
    assert 0.96 * true <= width(text) <= 1.17 * true


def test_folding_loses_nothing():
    assert [part for line in folded(["aaaa"] * 9, 5) for part in line] == ["aaaa"] * 9


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("integrate p^alpha q^(1 - alpha) over (-oo, 0)", r"integrate $p^{\alpha} q^{1 - \alpha}$ over $(-\infty, 0)$"),
        ("shift and rescale: _d = 1/b", "shift and rescale: $d = 1/b$"),
        ("the pair: d = Abs(mu1 - mu2)/sigma1", r"the pair: $d = \lvert \mu_1 - \mu_2\rvert /\sigma_1$"),
        ("r = r2**k/r1**k", "$r = r_2^{k}/r_1^{k}$"),
        ("p/q = z + sqrt(z^2 - 1) cos(phi - phi0)", r"$p/q = z + \sqrt{z^{2} - 1} \cos(\phi - \phi_0)$"),
        ("log(x/m) is exponential", r"$\log(x/m)$ is exponential"),
        ("the loss exceeds eps below", r"the loss exceeds $\varepsilon$ below"),
        ("a line of words, 50 % of them & more", r"a line of words, 50 \% of them \& more"),
        ("phi_0 and P's mass", r"phi\_0 and P's mass"),
    ],
)
def test_words_of_a_step_have_their_formulas_set(words, shown):
    assert prose(words) == shown


def test_eps_is_the_letter_of_papers():
    assert tex(symbols("epsilon") + 1) == r"\varepsilon + 1"


def test_hypotheses_stand_behind_a_comma_and_may_have_a_line_of_their_own():
    narrow = rows("f(x)", LONG, 20, behind=r"x \neq 0,\ x \neq 1,\ x \neq 2,\ x \neq 3")
    assert narrow[-2].endswith(",")
    assert narrow[-1].startswith(r"&\quad \quad x \neq 0")
    assert rows("f(x)", x, behind=r"x \neq 0") == [r"f(x) &= x,\quad x \neq 0"]


def test_two_laws_with_long_names_stand_on_two_lines():
    law = r"\operatorname{OptimizedUnaryEncoding}\left(\varepsilon, 1\right)"
    found = rows(rf"D_{{\alpha}}\left({law} \,\middle\|\, {law}\right)", x, 20)
    assert len(found) == 3
    assert all(width(line) <= 20 for line in found)
    assert "middle" not in "".join(found)


def test_an_exponent_that_has_no_value_at_zero_is_printed_all_the_same():
    n, x = symbols("n x", positive=True)
    value = 2 ** (-Max(n / x, 1)) * n * (n + 1)
    with pytest.raises(ValueError, match="not comparable"):
        latex(value)

    assert tex(value) == r"2^{- \max\left(1, \frac{n}{x}\right)} n \left(n + 1\right)"


def test_functions_have_the_signs_of_papers():
    assert tex(polygamma(0, x) + polygamma(1, x)) == r"\psi{\left(x \right)} + \psi^{(1)}{\left(x \right)}"
    assert tex(loggamma(x)) == r"\log \Gamma{\left(x \right)}"
    assert tex(acosh(x)) == r"\operatorname{arcosh}{\left(x \right)}"
