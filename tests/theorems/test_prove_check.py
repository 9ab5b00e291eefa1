"""A proof over the whole domain backs an entry; a statement a shade too small is refuted; what is out of reach stays open."""

from copy import deepcopy

import pytest
from sympy import Heaviside, Interval, Piecewise, Rational, S, Symbol, ceiling, exp, floor, log, oo, sign, tanh

from dpsym import Gaussian, Renyi
from dpsym.parameters import alpha, eps
from theorems.certificate import certify, read, rows, write
from theorems.checks import Dominated, Enclose, Proved
from theorems.entry import Theorem
from theorems.outcome import CEILINGS
from theorems.replaying import dossier
from theorems.statement import ABOVE_ONE, POSITIVE, UNIT, le, lt
from theorems.status import Status
from theorems.verify.judging import FAILED, NOT, PART
from theorems.verify.replay import replayed

x = Symbol("x", real=True)
LINE = alpha * eps * tanh(eps / 2)


def entry(statement, domain, check=None, hypotheses=()):
    return Theorem(
        id="planted",
        title="An inequality",
        statement=statement,
        domain=domain,
        typical={symbol: (Rational(3, 2), 2) if symbol is alpha else (Rational(1, 10), 1) for symbol in domain},
        hypotheses=hypotheses,
        checks=(check or Proved(), Enclose(4)),
    )


TRUE = entry(le(LINE, alpha * eps**2 / 2), {alpha: ABOVE_ONE, eps: POSITIVE})


def run(theorem):
    return theorem.checks[0].run(theorem)


def results(record):
    return {each.check: each.result for each in replayed(record)}


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    folder = tmp_path_factory.mktemp("certificates")
    write(*certify(TRUE), folder)
    return dossier(TRUE, read(TRUE.id, folder), rows(TRUE.id, folder))


@pytest.fixture
def record(written):
    return deepcopy(written)


def test_a_true_inequality_is_proved_over_its_unbounded_domain():
    outcome = run(TRUE)
    assert (outcome.status, outcome.detail) == (Status.PROVED, "descent over its whole domain")
    assert CEILINGS[outcome.check] is Status.PROVED


def test_its_twin_with_a_constant_a_shade_too_small_is_refuted_with_a_witness():
    twin = entry(le(LINE, alpha * eps**2 * Rational(499, 1000)), dict(TRUE.domain))
    outcome = run(twin)
    assert outcome.status is Status.REFUTED
    assert float(outcome.margin) < 0
    at = {symbol: Rational(outcome.witness[symbol.name]) for symbol in TRUE.domain}
    assert twin.statement.xreplace(at) == S.false


def test_what_cannot_be_proved_in_the_budget_stays_claimed():
    four = [Symbol(name, positive=True) for name in ("a1", "a2", "b1", "b2")]
    hard = le(four[0] * four[1] * four[2] * four[3] * 4, sum(symbol**4 for symbol in four))
    outcome = run(entry(hard, dict.fromkeys(four, POSITIVE), Proved(boxes=50, seconds=1)))
    assert outcome.status is Status.CLAIMED
    assert outcome.detail.startswith(("undecided", "not in reach"))


def test_a_proof_over_a_part_of_the_domain_is_agreement_only():
    outcome = run(entry(le(1 + x, exp(x)), {x: Interval(0, oo)}, Proved({x: (0, 2)})))
    assert outcome.status is Status.SAMPLED
    assert outcome.detail == "descent over part of its domain: x in Interval(0, 2)"


def test_a_strict_inequality_that_fails_on_a_closed_face_is_refuted_there():
    y = Symbol("y", positive=True)
    outcome = run(entry(lt(1 + y, exp(y)), {y: UNIT}))
    assert (outcome.status, outcome.witness) == (Status.REFUTED, {"y": "0"})
    assert run(entry(lt(x**3, 2 * x**2), {x: UNIT})).witness == {"x": "0"}
    assert run(entry(lt(x**3, 2 * x**2), {x: Interval.Lopen(0, 1)})).detail == "descent over its whole domain"


def test_a_cover_of_a_strict_inequality_counts_only_off_the_faces_where_the_sides_meet():
    check = Dominated({x: (0, 1)})
    met = run(entry(lt(x**3, 2 * x**2), {x: UNIT}, check))
    assert (met.status, met.detail) == (Status.CLAIMED, "both sides are equal where x = 0")
    for statement, domain in ((lt(x**3, 2 * x**2), Interval.Lopen(0, 1)), (le(x**3, 2 * x**2), UNIT)):
        assert run(entry(statement, {x: domain}, check)).detail == "covered its whole domain"


@pytest.mark.parametrize(
    "jump", [Piecewise((1, x <= 0), (0, True)), 0**x, 1 - sign(x), 1 - Heaviside(x), floor(x), 1 - ceiling(x)], ids=str
)
def test_a_jump_at_a_closed_end_of_the_domain_is_refuted_there(jump):
    outcome = run(entry(le(jump, Rational(1, 3)), {x: UNIT}))
    assert outcome.status is Status.REFUTED
    assert outcome.witness in ({"x": "0"}, {"x": "1"})


def test_an_end_at_which_a_side_is_undefined_is_no_part_of_the_proof():
    outcome = run(entry(le(x * log(x), 0), {x: UNIT}))
    assert (outcome.status, outcome.detail) == (
        Status.SAMPLED,
        "descent over part of its domain: x in Interval.Lopen(0, 1)",
    )


def test_a_domain_with_0_is_proved_for_a_symbol_that_may_be_0():
    y = Symbol("y", positive=True)
    outcome = run(entry(le(1 + y, exp(y)), {y: Interval(0, oo)}))
    assert outcome.detail == "descent over its whole domain"
    assert outcome.replay[0]["proof"]["box"]["y"] == ["0", "oo", False, True]


def test_a_witness_against_a_hypothesis_refutes_nothing():
    outcome = run(entry(le(exp(x), 2), {x: UNIT}, hypotheses=(le(2 * x, 1),)))
    assert outcome.status is Status.CLAIMED
    assert "a hypothesis may not hold" in outcome.detail


def test_certificates_are_the_same_byte_for_byte(tmp_path):
    one, other = (write(*certify(TRUE), tmp_path / name).read_bytes() for name in ("one", "other"))
    assert one == other


def test_a_stored_proof_is_looked_at_again_in_part(record):
    assert results(record)["proved"] == PART


@pytest.mark.parametrize(
    "harm",
    [
        lambda proof: proof["derived"].update(right="alpha*epsilon**2*499/1000"),
        lambda proof: proof["box"]["epsilon"].__setitem__(1, "5"),
        lambda proof: proof["pieces"][0]["steps"][0].update(slope="-1"),
        lambda proof: proof["pieces"][0]["steps"][0].update(positive="2"),
        lambda proof: proof["pieces"][0]["steps"][-1].update(function="-exp(epsilon)"),
    ],
)
def test_a_proof_that_was_changed_is_found_out(harm, record):
    harm(record["checks"][0]["replay"][0]["proof"])
    assert results(record)["proved"] == FAILED


def test_a_proof_that_is_not_stored_is_not_replayed(record):
    record["checks"][0]["replay"] = []
    assert results(record)["proved"] == NOT


def test_a_cover_of_a_derived_form_holds_only_where_its_conditions_do():
    s = Symbol("s", positive=True)

    def covered(low):
        box = (low, Rational(9, 10))
        statement = le(-100, Renyi(2, Gaussian(0, 1), Gaussian(0, s)))
        theorem = Theorem("planted", "A bound", statement, {s: Interval(*box)}, {s: box})
        return Dominated({s: box}).run(theorem)

    assert covered(Rational(3, 4)).status is Status.PROVED
    refused = covered(Rational(3, 5))
    assert (refused.status, refused.detail) == (Status.CLAIMED, "the derived form needs 2*s**2 - 1 > 0")


def test_a_strict_cover_that_meets_on_a_face_of_the_domain_is_found_out(tmp_path):
    theorem = entry(lt(x**3, 2 * x**2), {x: Interval.Lopen(0, 1)}, Dominated({x: (0, 1)}))
    write(*certify(theorem), tmp_path)
    found = dossier(theorem, read(theorem.id, tmp_path), rows(theorem.id, tmp_path))
    assert results(deepcopy(found))["dominated"] == PART
    closed = deepcopy(found)
    closed["domain"] = {"x": "in [0, 1]"}
    assert results(closed)["dominated"] == FAILED
