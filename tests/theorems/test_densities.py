"""The densities of the laws: every law has its entries, and a wrong density is noticed although both packages have it."""

from dataclasses import replace

import numpy as np
import pytest
from sympy import (
    Eq,
    Integral,
    Interval,
    Rational,
    S,
    Sum,
    Symbol,
    atan,
    betainc,
    erf,
    exp,
    floor,
    gamma,
    log,
    lowergamma,
    oo,
    pi,
)

from dpsym.derive.signs import Signs
from dpsym.distributions import Discrete, Finite, Laplace, Law, Staircase
from dpsym.distributions.partition import PartitionLaw
from dpsym.kinds import LAWS
from dpsym.parameters import b, k, m, mu1, n, p
from mechanisms import FinitePair, Pair
from mechanisms.numeric.countable import CountablePair
from theorems import certificate as certificates
from theorems.checks import Integrated, Quadrature
from theorems.checks.ends import ending
from theorems.entry import Theorem
from theorems.graph import densities, law_name
from theorems.library.densities import build, laws
from theorems.mutants.operators import mutants
from theorems.registry import Registry, registry
from theorems.replaying import replays
from theorems.statement import eq
from theorems.status import Status

WITH_DENSITY = sorted(
    name
    for name, law in LAWS.items()
    if law.__name__ == name and (law.parameters or issubclass(law, Discrete)) and law is not Finite
)
"""The laws that are given by numbers; `Finite` is given by its masses, and others are made of laws."""
TABLE = (*laws.LINE, *laws.INTEGERS)
x, y, whole = Symbol("x", real=True), Symbol("x", positive=True), Symbol("x", integer=True, nonnegative=True)
POSITIVE, REAL = Interval.open(0, oo), Interval.open(-oo, oo)


def one(theorem, kind):
    """Return what the check of this kind says of an entry."""
    (check,) = (each for each in theorem.checks if isinstance(each, kind))
    return check.run(theorem)


# the entries


@pytest.mark.parametrize("law", WITH_DENSITY)
def test_every_law_has_entries_of_its_density(law):
    ids = densities(registry())[law_name(law)]
    assert f"density.{law_name(law)}" in ids
    assert law == "Bernoulli" or len(ids) > 1


def test_vectors_and_laws_made_of_laws_are_left_out():
    left_out = {name for name, law in LAWS.items() if law.__name__ == name} - set(WITH_DENSITY)
    made = {"AnyLaw", "Finite", "Image", "Joint", "Mixture", "MultivariateGaussian", "ProductLaw", "Shifted"}
    by_partition = {name for name, law in LAWS.items() if issubclass(law, PartitionLaw)}
    assert {"Dirichlet", "InverseGamma", "VonMisesFisher"} <= by_partition
    assert left_out == made | by_partition


@pytest.mark.slow
@pytest.mark.parametrize(
    "id", ["density.laplace.written", "density.student_t", "density.binomial", "density.staircase"]
)
def test_entries_are_proved(id):
    (theorem,) = (each for each in laws.made() if each.id == id)
    assert one(theorem, Integrated).status is Status.PROVED
    assert one(theorem, Quadrature).status is Status.SAMPLED


def test_a_density_rests_on_no_density():
    assert all(registry().rests_on(theorem.id) == () for theorem in laws.made())


# the planted twin error


@pytest.fixture
def halved(monkeypatch):
    """Multiply all densities and masses by 1/2, in both packages."""

    def plant(owner, name, wrong):
        right = vars(owner)[name]
        monkeypatch.setattr(owner, name, wrong(right))

    def in_pieces(right):
        return lambda law, point: tuple(
            replace(each, terms={**each.terms, S.One: each.terms.get(S.One, S.Zero) - log(2)})
            for each in right(law, point)
        )

    def in_log(right):
        return lambda law, point: right(law, point) - log(2)

    def in_masses(right):
        return property(lambda law: tuple(mass / 2 for mass in right.fget(law)))

    for law in {*LAWS.values(), Law}:
        for name, wrong in (("pieces", in_pieces), ("masses", in_masses)):
            if name in vars(law) and law is not Finite:
                plant(law, name, wrong)
        if "log_density" in vars(law) and law not in (Law, Discrete, Staircase):
            plant(law, "log_density", in_log)
    plant(Staircase, "log_height", lambda right: property(lambda law: right.fget(law) - log(2)))

    def less(log_law):
        return lambda at: np.asarray(log_law(at)) - np.log(2)

    def in_pair(right):
        def made(pair):
            right(pair)
            for name in ("log_p", "log_q"):
                object.__setattr__(pair, name, less(getattr(pair, name)))

        return made

    def in_finite(right):
        def made(pair, *masses):
            right(pair, *masses)
            for name in ("p", "q"):
                object.__setattr__(pair, name, tuple(mass / 2 for mass in getattr(pair, name)))

        return made

    plant(Pair, "__post_init__", in_pair)
    plant(CountablePair, "__post_init__", in_pair)
    plant(FinitePair, "__init__", in_finite)


@pytest.mark.cases(1 / 18)
@pytest.mark.parametrize("law", sorted(map(law_name, WITH_DENSITY)))
def test_a_density_that_is_halved_in_both_packages_is_noticed_of_every_law(law, halved):
    (theorem,) = (each for each in laws.made() if each.id == f"density.{law}")
    few = replace(
        theorem,
        checks=tuple(replace(each, count=1) if isinstance(each, Quadrature) else each for each in theorem.checks),
    )
    assert one(few, Integrated).status is Status.REFUTED
    assert one(few, Quadrature).status is Status.REFUTED


@pytest.mark.parametrize("id", ["density.laplace.written", "density.gaussian.written"])
def test_a_density_that_is_halved_where_definitions_take_it_is_noticed(id, halved):
    (theorem,) = (each for each in laws.made() if each.id == id)
    assert one(theorem, Integrated).status is Status.REFUTED


def _misread(symbol):
    """Return what somebody takes a parameter for: the rate for the scale, failure for success, the other direction."""
    return 1 - symbol if symbol == p else 1 / symbol if symbol.is_positive else -symbol


def _twin(data, symbol):
    """Return a law in which a parameter is misread, by both packages."""
    wrong = _misread(symbol)

    def run(**place):
        return data.run(**{**place, str(symbol): float(wrong.subs(symbol, place[str(symbol)]))})

    run.__qualname__ = f"{data.name}.{symbol}"
    return replace(data, law=data.law.subs(symbol, wrong), run=run, domain=data.space)


MISREAD = [(data, symbol) for data in TABLE for symbol in sorted(data.law.free_symbols, key=str) if symbol != n]


@pytest.mark.cases(1 / 6)
@pytest.mark.parametrize(("data", "symbol"), MISREAD, ids=[f"{data.name}-{symbol}" for data, symbol in MISREAD])
def test_a_parameter_that_both_packages_misread_is_noticed(data, symbol):
    theorem = build.pinned(_twin(data, symbol))
    assert one(theorem, Integrated).status in (Status.REFUTED, Status.CLAIMED)  # the ends may be out of order
    assert one(theorem, Quadrature).status is Status.REFUTED


def test_masses_alone_do_not_notice_a_scale_that_is_misread():
    """The false twin of the test above: without what pins the scale the error goes unnoticed."""
    (data,) = (each for each in TABLE if each.name == "poisson")
    mass, *_ = build.entries([_twin(data, m)])
    assert one(mass, Integrated).status is Status.PROVED
    assert one(mass, Quadrature).status is Status.SAMPLED


# the check


def integral(left, right, primitives, **space):
    domain = space or {"b": POSITIVE}
    names = {symbol: domain[str(symbol)] for symbol in (left - right).free_symbols}
    box = {symbol: (Rational(1, 2), 4) for symbol in names}
    theorem = Theorem("planted", "planted", eq(left, right), names, box, checks=(Integrated(primitives),))
    return theorem.checks[0].run(theorem).status


_FALL = exp(-x / b) / b
_CAUCHY = b / (pi * (b**2 + x**2))
_SIDES = Integral(exp(x / b) / (2 * b), (x, -oo, 0)), Integral(exp(-x / b) / (2 * b), (x, 0, oo))
_LEFT, _RIGHT = exp(x / b) / 2, -exp(-x / b) / 2


@pytest.mark.parametrize(
    ("left", "right", "primitives", "status"),
    [
        (Integral(_FALL, (x, 0, oo)), S.One, {S.Zero: -exp(-x / b)}, Status.PROVED),
        (Integral(_FALL, (x, 0, oo)), S.One, {S.Zero: 7 - exp(-x / b)}, Status.PROVED),
        (Integral(_FALL, (x, 0, oo)), S.One, {S.Zero: -exp(-x / b) / 3}, Status.REFUTED),  # a wrong one
        (Integral(_FALL, (x, 0, oo)), S.One, {S.Zero: 1 / (1 + exp(-x / b))}, Status.REFUTED),  # of another law
        (Integral(_FALL, (x, 0, oo)), b, {S.Zero: -exp(-x / b)}, Status.REFUTED),  # another value
        (Integral(_FALL, (x, 0, oo)), S.One, {}, Status.CLAIMED),
        (Integral(_CAUCHY, (x, -oo, oo)), S.One, {-oo: atan(x / b) / pi}, Status.PROVED),
        (Integral(_CAUCHY, (x, -oo, oo)), S.Zero, {-oo: -atan(b / x) / pi}, Status.CLAIMED),  # it jumps at 0
        (sum(_SIDES), S.One, {-oo: _LEFT, S.Zero: _RIGHT}, Status.PROVED),
        (_SIDES[0], S.One, {-oo: _LEFT}, Status.REFUTED),  # half of it is missing
        (sum(_SIDES), S.One, {-oo: _LEFT}, Status.CLAIMED),
        (sum(_SIDES), S.One, {-oo: _RIGHT, S.Zero: _LEFT}, Status.REFUTED),
        (Integral(b / y**2, (y, 0, oo)), S.Zero, {S.Zero: -b / y}, Status.CLAIMED),  # it is infinite
        (Integral(b / x**2, (x, -1, 1)), -2 * b, {-S.One: -b / x}, Status.CLAIMED),  # and so is this
        (Integral(2 * b * x, (x, 1, 0)), -b, {S.One: b * x**2}, Status.CLAIMED),  # its ends are not in order
        (Integral(b * y, (y, -1, 1)), S.Zero, {-S.One: b * y**2 / 2}, Status.CLAIMED),  # x is not positive there
        (Sum(exp(-whole / b), (whole, 0, oo)), 1 / (1 - exp(-1 / b)), {}, Status.PROVED),
        (Sum(exp(-whole / b), (whole, 0, oo)), b, {}, Status.REFUTED),
        (Sum(exp(whole / b), (whole, 0, oo)), 1 / (1 - exp(1 / b)), {}, Status.CLAIMED),  # a series that diverges
    ],
)  # fmt: skip
def test_antiderivatives_prove_what_is_true_and_nothing_else(left, right, primitives, status):
    assert integral(left, right, primitives) is status


def test_what_makes_an_integral_converge_must_follow_from_the_domain():
    tail = Symbol("h", real=True)
    left, given = Integral(tail * y ** (-tail - 1), (y, 1, oo)), {S.One: -(y**-tail)}
    assert integral(left, S.One, given, h=POSITIVE) is Status.PROVED
    assert integral(left, S.One, given, h=REAL) is not Status.PROVED


def test_the_terms_of_a_sum_must_be_real_numbers_over_the_whole_domain():
    """With the parameters of the negative binomial law exchanged the series is the same, and no law where k >= 1."""
    exchanged = next(
        mutant.theorem
        for mutant in mutants(registry()["density.negative_binomial"])
        if mutant.description == "left: k and p exchanged"
    )
    (check,) = (each for each in exchanged.checks if isinstance(each, Integrated))
    assert check.run(exchanged).status is Status.CLAIMED
    inside = replace(
        exchanged,
        domain={**exchanged.domain, k: Interval.open(0, 1)},
        typical={**exchanged.typical, k: (Rational(1, 4), Rational(1, 2))},
    )
    assert check.run(inside).status is Status.PROVED


@pytest.mark.parametrize(
    ("formula", "end", "limit"),
    [
        (exp(-y), oo, 0),
        (exp(y), oo, oo),
        (y**k, S.Zero, 0),
        (y**-k, S.Zero, oo),
        (y**-k, oo, 0),
        (log(y), S.Zero, -oo),
        (1 / (1 + exp(-y)), oo, 1),
        (erf(log(y)), S.Zero, -1),
        (atan(-y), oo, -pi / 2),
        (lowergamma(k, y), oo, gamma(k)),
        (lowergamma(k, y), S.Zero, 0),
        (betainc(k, b, 0, 1 - exp(-y)), oo, gamma(k) * gamma(b) / gamma(k + b)),
        (y * exp(-y), oo, None),
        (y - log(y), oo, None),
        ((y - 1) ** -1, S.One, None),
        (2**y, oo, None),
        ((b - 1) * y, oo, None),
        (floor(y), oo, None),
    ],
)
def test_ends_are_told_where_they_are_known(formula, end, limit):
    assert ending(formula, y, end, Signs({k: POSITIVE, b: POSITIVE, y: POSITIVE})) == limit


# what rests on them


@pytest.mark.parametrize(
    ("id", "laws_of_it"),
    [("max.laplace", {"laplace"}), ("laplace.pure_dp", {"laplace"}), ("mechanism.laplace", {"laplace"}),
     ("renyi.rr.eps", {"randomized_response"}), ("renyi.change_of_measure", set())],
)  # fmt: skip
def test_a_statement_rests_on_the_densities_of_its_laws(id, laws_of_it):
    library = registry()
    known = densities(library)
    expected = {each for law in laws_of_it for each in known[law]}
    used = set(library.card(id).uses)
    assert set(library.rests_on(id)) == used | expected
    assert expected <= library.ancestors(id)
    assert all(id in library.used_by(each) for each in expected)


def test_no_statement_is_better_than_the_density_of_its_law(monkeypatch):
    library = Registry([registry().card(id) for id in registry()])
    found = {"density.laplace": Status.SAMPLED}
    monkeypatch.setattr(Registry, "own_status", lambda self, id: found.get(id, Status.PROVED))
    assert library.effective_status("max.laplace") is Status.SAMPLED
    assert library.effective_status("renyi.gaussian.shared") is Status.PROVED
    found["density.laplace"] = Status.REFUTED
    assert library.effective_status("mechanism.laplace") is Status.CLAIMED
    assert "density.laplace" in library.conditional_on("mechanism.laplace")


def test_densities_are_looked_for_under_names_of_laws_alone():
    theorem = Theorem(
        "planted",
        "planted",
        Eq(Laplace(mu1, b).log_density(x), 0, evaluate=False),
        {mu1: REAL, b: POSITIVE, x: REAL},
        {mu1: (0, 1), b: (1, 2), x: (0, 1)},
    )
    assert Registry([theorem]).rests_on("planted") == ()


@pytest.mark.slow
def test_a_certificate_of_the_check_is_replayed_in_part(tmp_path):
    (theorem,) = (each for each in laws.made() if each.id == "density.uniform")
    certificates.write(*certificates.certify(theorem), tmp_path)
    library = Registry([theorem], folder=tmp_path)
    assert library.own_status("density.uniform") is Status.PROVED
    assert {each.check: each.result for each in replays(library, "density.uniform")} == {
        "integrated": "in part",
        "quadrature": "in part",
    }
