"""The whitelist parser: what it reads, how exactly, and how soon and in which words it refuses the rest."""

import contextlib
import tracemalloc

import pytest
import sympy as sp
from hypothesis import example, given, settings
from hypothesis import strategies as st
from sympy import Eq, Ge, Gt, Integer, Le, Lt, Rational, exp, oo, sqrt

from dpsym import (
    KL,
    RR,
    Bernoulli,
    DpsymError,
    Finite,
    Gaussian,
    HockeyStick,
    Laplace,
    MaxDivergence,
    ParameterError,
    ParseError,
    Renyi,
)
from dpsym.distributions import AnyLaw, Event, Image, Joint, Kernel, Mixture, Probability, ProductLaw
from dpsym.divergences import KernelRenyi
from dpsym.parameters import SENSITIVITY, t, x
from dpsym.parse import parse
from dpsym.symbols import alpha, b, beta, delta, eps, mu1, p, q, scale, sigma, sigma1, zeta


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1", Integer(1)),
        ("0.1", Rational(1, 10)),
        (".5", Rational(1, 2)),
        ("5.", Integer(5)),
        ("1.25e-3", Rational(1, 800)),
        ("2E+3", Integer(2000)),
        ("1e308", Integer(10) ** 308),
        ("123456789012345678901234567890.5", Rational(246913578024691357802469135781, 2)),
        ("9" * 400, Integer(10) ** 400 - 1),
        ("1/3", Rational(1, 3)),
        ("alpha", alpha),
        ("eps", eps),
        ("epsilon", eps),
        ("lambda", scale),
        ("scale", scale),
        ("lambda/b - 2*lambda", scale / b - 2 * scale),
        ("Delta", SENSITIVITY.symbol),
        ("beta + delta + zeta + mu1 + sigma1 + t + x", beta + delta + zeta + mu1 + sigma1 + t + x),
        ("oo", oo),
        ("-oo", -oo),
        ("pi*E", sp.pi * sp.E),
        ("alpha - 1 - b", alpha - 1 - b),
        ("alpha/b/2*q", alpha * q / (2 * b)),
        ("-b**2", -(b**2)),
        ("2**-1", Rational(1, 2)),
        ("2**3**2", Integer(512)),
        ("(alpha - 1)*(b + 1)", (alpha - 1) * (b + 1)),
        ("- - b", b),
        ("\talpha\n + 1 ", alpha + 1),
        ("exp(-1/b)", exp(-1 / b)),
        ("log(b)", sp.log(b)),
        ("sqrt(2*b)", sqrt(2 * b)),
        ("Abs(mu1)", sp.Abs(mu1)),
        ("Max(b, q, 1)", sp.Max(b, q, 1)),
        ("Min(b)", b),
        ("tanh(eps/2) + sinh(eps) + cosh(eps)", sp.tanh(eps / 2) + sp.sinh(eps) + sp.cosh(eps)),
        ("erf(x) + erfc(x)", sp.erf(x) + sp.erfc(x)),
        ("factorial(5) + binomial(4, 2) + gamma(alpha)", 126 + sp.gamma(alpha)),
    ],
)
def test_an_expression_is_read_exactly(text, expected):
    assert parse(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Laplace(scale=b)", Laplace(b)),
        ("Laplace(location=1, scale=lambda)", Laplace(1, scale)),
        ("Laplace(0.1)", Laplace(Rational(1, 10))),
        ("Gaussian(mu1, sigma)", Gaussian(mu1, sigma)),
        ("Gaussian(sigma=sigma)", Gaussian(sigma)),
        ("Bernoulli(1/3)", Bernoulli(Rational(1, 3))),
        ("RR(eps)", RR(eps)),
        ("RandomizedResponse(eps, 0)", RR(eps, 0)),
        ("Finite(0.1, 0.2, 0.7)", Finite(0.1, 0.2, 0.7)),
        ("ProductLaw(RR(eps), Bernoulli(p))", ProductLaw(RR(eps), Bernoulli(p))),
        ("Mixture(q, Laplace(b), Laplace(1, b))", Mixture(q, Laplace(b), Laplace(1, b))),
        ("Image(Kernel(RR(eps, 0), RR(eps)), Bernoulli(p))", Image(Kernel(RR(eps, 0), RR(eps)), Bernoulli(p))),
        ("Joint(Bernoulli(p), Kernel(RR(eps, 0), RR(eps)))", Joint(Bernoulli(p), Kernel(RR(eps, 0), RR(eps)))),
        ("Probability(Bernoulli(p), Event(1))", p),
        ("Renyi(alpha, Laplace(0, b), Laplace(1, b))", Renyi(alpha, Laplace(b))),
        ("Renyi(1, Laplace(b))", KL(Laplace(b))),
        ("KL(Gaussian(sigma))", KL(Gaussian(sigma))),
        ("MaxDivergence(RR(eps))", MaxDivergence(RR(eps))),
        ("HockeyStick(eps, Laplace(b))", HockeyStick(eps, Laplace(b))),
        ("KernelRenyi(2, Kernel(RR(eps)), Kernel(RR(eps, 0)))", KernelRenyi(2, Kernel(RR(eps)), Kernel(RR(eps, 0)))),
        ("2*Renyi(alpha, RR(eps)) - 1", 2 * Renyi(alpha, RR(eps)) - 1),
    ],
)
def test_a_law_or_divergence_is_read(text, expected):
    assert parse(text) == expected


@pytest.mark.parametrize(("sign", "kind"), [("<=", Le), ("<", Lt), (">=", Ge), (">", Gt), ("==", Eq)])
def test_one_comparison_is_read_and_not_evaluated(sign, kind):
    assert parse(f"b {sign} 0") == kind(b, 0, evaluate=False)
    assert parse(f"(1 {sign} 2)") == kind(Integer(1), Integer(2), evaluate=False)
    assert parse(f"b {sign} 0").args == (b, 0)


@pytest.mark.parametrize(
    "expression",
    [
        Laplace(b).renyi(alpha),
        Gaussian(sigma).profile(eps),
        RR(eps).kl(),
        KL(Laplace(0, b), Laplace(1, scale)).doit(),
        Renyi(alpha, Laplace(mu1, b), Laplace(1, scale)),
        HockeyStick(eps, RR(eps)).doit(),
        Le(Renyi(alpha, RR(eps)), alpha * eps**2 / 2),
        Gt(sigma1, Rational(1, 7)),
    ],
    ids=str,
)
def test_what_sympy_prints_is_read_back(expression):
    assert parse(str(expression)) == expression


def test_names_of_the_caller_win_over_the_standard_ones():
    law = AnyLaw("P")
    assert parse("KL(P, P) + b + gamma", {"P": law, "b": 3, "gamma": 0.1}) == KL(law, law) + Rational(31, 10)
    assert parse("lambda + 1", {"lambda": Rational(1, 2)}) == Rational(3, 2)
    assert parse("Probability(P, A)", {"P": Bernoulli(p), "A": Event(0)}) == Probability(Bernoulli(p), Event(0))


@pytest.mark.parametrize("value", ["os", None, 1j, float("nan"), object], ids=repr)
def test_a_name_of_the_caller_stands_for_a_sympy_object_or_a_real_number(value):
    with pytest.raises(ParameterError, match="value of the name y must be a SymPy object or a real number, got"):
        parse("y", {"y": value})


def refusal(text, names=None):
    """Return the message of a refusal."""
    with pytest.raises(ParseError) as caught:
        parse(text, names)
    assert isinstance(caught.value, ValueError)
    assert isinstance(caught.value, DpsymError)
    assert len(str(caught.value)) < 400
    return str(caught.value)


FORBIDDEN = {
    "x.real": ("Attribute", "'x.real' at column 1"),
    "(1).__class__": ("Attribute", "at column 1"),
    "b + x.__class__.__mro__": ("Attribute", "'x.__class__.__mro__' at column 5"),
    "x[0]": ("subscript", "'[' at column 2"),
    "[b]": ("list", "'[' at column 1"),
    "{b}": ("set", "'{' at column 1"),
    "'b'": ("string", "at column 1"),
    '"b"': ("string", "at column 1"),
    "f'{b}'": ("string", "at column 2"),
    "b + `x`": ("this character", "at column 5"),
    "lambda x: x": ("lambda", "':' at column 9"),
    "lambda: 1": ("lambda", "':' at column 7"),
    "(b := 1)": (":=", "':' at column 4"),
    "x if b else q": ("the word if", "'if' at column 3"),
    "b and q": ("the word and", "at column 3"),
    "not b": ("the word not", "at column 1"),
    "b in x": ("the word in", "at column 3"),
    "True": ("the word True", "at column 1"),
    "None": ("the word None", "at column 1"),
    "await b": ("the word await", "at column 1"),
    "b, q": ("Tuple", "at column"),
    "()": ("Tuple", "at column"),
    "exp(b for b in x)": ("the word for", "at column 7"),
    "Finite(*x)": ("Starred", "'*x' at column 8"),
    "Laplace(**x)": ("Laplace", "at column 1"),
    "b # comment": ("comment", "'#' at column 3"),
    "b; q": ("this character", "';' at column 2"),
    "b @ q": ("this character", "'@' at column 3"),
    "b % q": ("this character", "'%' at column 3"),
    "b // q": ("this operator", "'b // q' at column 1"),
    "b ^ q": ("write ** for a power", "'^' at column 3"),
    "b | q": ("this character", "'|' at column 3"),
    "~b": ("this character", "'~' at column 1"),
    "+b": ("UnaryOp", "'+b' at column 1"),
    "b ≤ q": ("write <=", "'≤' at column 3"),
    "α": ("this character", "'α' at column 1"),
    "ｅｘｐ(1)": ("this character", "at column 1"),
    "b\x00": ("this character", "at column 2"),
    "b \\ q": ("this character", "at column 3"),
    "b !": ("this character", "'!' at column 3"),
    "1j": ("form of number", "'1j' at column 1"),
    "b + 0x1F": ("form of number", "'0x1F' at column 5"),
    "1_000": ("form of number", "'1_000'"),
    "1.2.3": ("form of number", "'1.2.3'"),
    "5e": ("form of number", "'5e'"),
    "1 2": ("not a formula", "at column"),
    "2 b": ("not a formula", "at column"),
    "b +": ("not a formula", "at column"),
    "*b": ("not a formula", "starred"),
    "(b": ("not a formula", "at column"),
    "b)": ("levels", "')' at column 2"),
    "1) + (2": ("levels", "at column 2"),
    "b = 1": ("not a formula", "'=='"),
    "007": ("not a formula", "leading zeros"),
    "0 < b < 1": ("not a chain", "'0 < b < 1' at column 1"),
    "b != 1": ("this comparison", "'b != 1' at column 1"),
    "(b < 1) + 1": ("Compare", "'b < 1' at column 2"),
    "exp(b < 1)": ("Compare", "at column 5"),
    "alhpa + 1": ("unknown name alhpa (nearest known: alpha)", "'alhpa' at column 1"),
    "sgima": ("nearest known: sigma", "at column 1"),
    "__import__": ("unknown name __import__", "at column 1"),
    "tahn(b)": ("unknown function tahn (nearest known: tanh)", "at column 1"),
    "eval(b)": ("unknown function eval", "'eval(b)' at column 1"),
    "Sum(b)": ("Sum without a term, a symbol and two limits", "at column 1"),
    "Sum(b, 1, 1, 2)": ("Sum without a term, a symbol and two limits", "at column 1"),
    "Lpalace(b)": ("nearest known: Laplace", "at column 1"),
    "alpha(2)": ("write * for a product", "'alpha(2)' at column 1"),
    "2(b)": ("a call of this (Constant)", "at column 1"),
    "exp(1)(2)": ("a call of this (Call)", "at column 1"),
    "(b + 1)(2)": ("a call of this (BinOp)", "at column"),
    "exp": ("function alone", "'exp' at column 1"),
    "Laplace": ("function alone", "at column 1"),
    "log(2, 3)": ("log of 2 arguments", "at column 1"),
    "exp()": ("exp of 0 arguments", "at column 1"),
    "Max()": ("Max of 0 arguments", "at column 1"),
    "exp(x=1)": ("named argument", "at column 1"),
    "Laplace(b) + 1": ("Laplace as a number", "'Laplace(b)' at column 1"),
    "exp(Laplace(b))": ("Laplace as a number", "at column 5"),
    "Laplace(b) < 1": ("Laplace as a number", "at column 1"),
    "Laplace(b, b, b)": ("a call of Laplace with these arguments", "at column 1"),
    "Laplace(sigma=b)": ("a call of Laplace with these arguments", "at column 1"),
    "1/0": ("undefined or not real", "at column 1"),
    "oo - oo": ("undefined or not real", "at column 1"),
    "b*(1/0)": ("undefined or not real", "at column"),
    "sqrt(-1)": ("undefined or not real", "at column 1"),
    "log(-b**0)": ("undefined or not real", "at column 1"),
    "(-1)**(1/3)": ("undefined or not real", "at column"),
    "sqrt(-b)": ("undefined or not real", "at column 1"),
}


@pytest.mark.parametrize("text", FORBIDDEN, ids=ascii)
def test_what_is_not_in_the_grammar_is_refused_by_name_fragment_and_column(text):
    message = refusal(text)
    for part in FORBIDDEN[text]:
        assert part in message


HOSTILE = {
    "9**9**9": "so great a power",
    "10**100000": "so great a power",
    "2**-100000": "so great a power",
    "b**10000000": "so great a power",
    "(2*b)**1000000": "so great a power",
    "(b/3)**1000000": "so great a power",
    "sqrt(2)**1000000": "so great a power",
    "(sqrt(2)*b)**1000000": "so great a power",
    "exp(1000000*log(2*b))": "so great a power",
    "exp(1000000*(log(2*b) + q))": "so great a power",
    "2**(1000000*log(3*b)/log(2))": "so great a power",
    "E**(1000000*log(2*b))": "so great a power",
    "exp(10000000)": "exp of so great a number",
    "exp(exp(exp(20)))": "exp of so great a number",
    "Max(exp(exp(exp(100))), 1)": "exp of so great a number",
    "factorial(100000)": "factorial of so great a number",
    "gamma(100000)": "gamma of so great a number",
    "binomial(1000000, 500000)": "binomial of so great a number",
    "binomial(pi, 1000)": "binomial of so great a number",
    "1e400": "exponent beyond 308",
    "1e-400": "exponent beyond 308",
    "1e" + "9" * 300: "exponent beyond 308",
    "1" * 401: "more than 400 digits",
    "1" * 5000: "more than 400 digits",
    "0." + "1" * 500: "more than 400 digits",
    "(" * 100_000: "characters",
    "(" * 101 + "b" + ")" * 101: "100 levels",
    "-" * 100_000 + "1": "characters",
    "-" * 450 + "1": "levels",
    "2**" * 150 + "1": "levels",
    "exp(" * 101 + "b" + ")" * 101: "levels",
    "b+" * 1000 + "b": "500 operators",
    "b" * 20_001: "characters",
    "b" * 20_000: "unknown name",
    "b" * 10_000_000: "characters",
    "": "characters",
    " \n\t": "characters",
    "*".join(["9**400"] * 200): "so great numbers",
    "+".join(f"b/{n}**300" for n in range(900, 1050)): "so great numbers",
    "exp(" + "+".join(f"x**{n}" for n in range(17)) + ")": "more than 16 terms",
    "exp(Sum(1/x, x, 1, 10**9))": "constant sum or integral",
    "Max(Integral(exp(exp(x)), x, 0, 99), 1)": "constant sum or integral",
    "2**Sum(1/x, x, 1, 10**9)": "constant sum or integral",
    "Max(" + ",".join(f"b*{n}" for n in range(17)) + ")": "Max of 17 arguments",
    "ProductLaw(" + ",".join(["Bernoulli(p)"] * 40) + ")": "more than 256 masses",
    "(" * 99 + "b" + "**2)" * 99 + "+'": "string",
}


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: f"{text[:30]!a}, {len(text)} characters")
def test_what_would_cost_time_memory_or_stack_is_refused_at_once(text):
    assert HOSTILE[text] in refusal(text)
    tracemalloc.start()
    with pytest.raises(ParseError):
        parse(text)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 4_000_000


@pytest.mark.parametrize(("value", "kind"), [(3, "int"), (None, "NoneType"), (b"1", "bytes"), (alpha, "Symbol")])
def test_what_is_not_text_is_refused(value, kind):
    assert refusal(value).endswith(f"got {kind}")


def test_nested_products_of_laws_are_bounded_too():
    nested = "ProductLaw({0}, {0})".format("ProductLaw(" + ",".join(["Bernoulli(p)"] * 5) + ")")
    with pytest.raises(ParseError, match="more than 256 masses"):
        parse(nested)
    kernel = "Kernel(" + ",".join(["RR(eps)"] * 4) + ")"
    assert len(parse(f"Joint(ProductLaw(RR(eps), RR(eps)), {kernel})").masses) == 8


def test_a_sum_and_an_integral_are_read_and_not_evaluated():
    assert parse("Sum(b**x, x, 0, oo)") == sp.Sum(b**x, (x, 0, oo))
    assert parse("Integral(exp(-x), x, 0, b) + 1") == sp.Integral(exp(-x), (x, 0, b)) + 1


def test_a_caller_may_bring_a_class_of_laws():
    assert parse("Noise(scale=b)", {"Noise": Laplace}) == Laplace(b)


def test_a_caller_name_is_never_called():
    assert "a call of a name" in refusal("f(1)", {"f": alpha})
    assert "a call of a name" in refusal("exp(1)", {"exp": alpha})


def test_a_law_that_refuses_its_parameter_says_so_itself():
    with pytest.raises(ParameterError, match="noise scale b must be positive and finite, got -1"):
        parse("Laplace(scale=-1)")
    with pytest.raises(ParameterError, match="masses must be non-negative with sum 1"):
        parse("Finite(0.5, 0.4)")
    with pytest.raises(ParameterError, match="order alpha"):
        parse("Renyi(0, RR(eps))")


def test_the_greatest_depth_is_still_read():
    assert parse("(" * 100 + "b" + ")" * 100) == b
    assert parse("-" * 98 + "b") == b
    assert parse("+".join(["b"] * 400)) == 400 * b


def test_nothing_is_executed_even_where_sympify_would():
    seen = []

    class Trap(sp.Symbol):
        def __call__(self, *arguments):
            seen.append(arguments)

    for text in ("trap(1)", "__import__('os').getcwd()", "().__class__.__bases__", "exec(b)"):
        with pytest.raises(ParseError):
            parse(text, {"trap": Trap("trap")})
    assert seen == []


atoms = st.sampled_from(["alpha", "b", "eps", "lambda", "1", "0.25", "3", "pi", "x"])
trees = st.recursive(
    atoms,
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(["+", "-", "*", "/"]), inner).map(lambda part: "({} {} {})".format(*part)),
        st.tuples(st.sampled_from(["exp", "tanh", "erfc", "Abs"]), inner).map(lambda part: "{}({})".format(*part)),
        inner.map("-({})".format),
        inner.map("({})**2".format),
    ),
    max_leaves=6,
)


@given(trees)
@settings(max_examples=40)
def test_any_small_formula_means_what_python_means_by_it(text):
    import math

    point = {"alpha": 1.5, "b": 0.75, "eps": 0.5, "lambda_": 2.0, "x": -0.25, "pi": math.pi}
    functions = {"exp": math.exp, "tanh": math.tanh, "erfc": math.erfc, "Abs": abs}
    try:
        expected = eval(text.replace("lambda", "lambda_"), {"__builtins__": {}}, point | functions)  # noqa: S307
    except (ZeroDivisionError, OverflowError):
        return
    try:
        value = parse(text)
    except ParseError:
        return
    numbers = {alpha: Rational(3, 2), b: Rational(3, 4), eps: Rational(1, 2), scale: 2, x: Rational(-1, 4)}
    assert float(value.subs(numbers)) == pytest.approx(expected, rel=1e-9, abs=1e-9)


@given(st.text(alphabet="ab1.e()+-*/<=,^_[]'\"λ \n", max_size=60))
@example("1.e")
@example("((1)")
@example(",")
@settings(max_examples=200)
def test_any_text_is_read_or_refused(text):
    with contextlib.suppress(ParseError, ParameterError):
        parse(text)
