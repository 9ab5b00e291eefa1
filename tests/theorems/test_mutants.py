"""The checks are attacked: what a slip of the pen would make of an entry does not pass, and what survives is told."""

import itertools
import json
from dataclasses import dataclass, replace

import pytest
from planted_registry import SAMPLED, call, line_changed, planted, run_for_real, x
from sympy import Ge, Interval, Max, Min, Piecewise, Rational, S, Sum, cos, exp, pi, symbols

from dpsym import KL, Laplace, Renyi
from dpsym.parameters import alpha, b
from mechanisms import Estimate
from theorems.card import Cite
from theorems.checks import At, Enclose, Quadrature, Tight, Transcribed
from theorems.entry import Theorem
from theorems.errors import CertificateError
from theorems.mutants import record, rewriting
from theorems.mutants.attack import attack
from theorems.mutants.operators import mutants
from theorems.outcome import MECHANISM, Outcome
from theorems.registry import registry
from theorems.statement import POSITIVE, eq, le
from theorems.status import Status
from theorems.store import VARIABLE

LIBRARY = registry()
PARTS = 80
KL_LAPLACE = Theorem(
    id="kl.planted",
    title="Planted",
    statement=eq(KL(Laplace(0, b), Laplace(1, b)), 1 / b + exp(-1 / b) - 1),
    domain={b: POSITIVE},
    typical={b: (0.5, 4)},
    checks=(Enclose(4),),
)


def ge(left, right):
    return Ge(left, right, evaluate=False)


def named(theorem):
    return {mutant.description: mutant for mutant in mutants(theorem)}


def ends(theorem, status=Status.SAMPLED):
    """Return what became of each mutant."""
    return {mutant.description: attack(theorem, mutant, status) for mutant in mutants(theorem)}


def changed(expression, rule):
    return {form for _, form in rewriting.everywhere(expression, rule)}


def test_numbers_are_off_by_a_thousandth_in_one_place_at_a_time():
    assert changed(3 * x + 5, rewriting.numbers(False)) == {
        symbols("x", positive=True) * 3003 / 1000 + 5,
        3 * x + rewriting.SLIGHTLY * 5005,
    }
    assert len(changed(3 * x + 5, rewriting.numbers(True))) == 4


def test_signs_of_summands_and_of_arguments_are_reversed():
    assert changed(x + exp(2 * x), rewriting.signs) == {-x + exp(2 * x), x - exp(2 * x), x + exp(-2 * x)}


def test_alpha_and_alpha_minus_one_are_exchanged_in_each_place():
    assert changed(alpha / (alpha - 1), rewriting.orders(alpha)) >= {(alpha - 1) / (alpha - 1), alpha / alpha}


def test_limits_of_sums_are_moved_and_the_bound_name_is_left_alone():
    j = symbols("j", integer=True, nonnegative=True)
    found = changed(Sum(x**j, (j, 0, 3)), rewriting.limits)
    assert found == {Sum(x**j, (j, 1, 3)), Sum(x**j, (j, 0, 2)), Sum(x**j, (j, 0, 4))}


def test_extremes_and_conditions_are_reversed():
    assert changed(Max(x, 1), rewriting.extremes) == {Min(x, 1)}
    cases = Piecewise((x, x > 1), (0, True))
    assert Piecewise((x, x <= 1), (0, True)) in changed(cases, rewriting.conditions)


def test_the_laws_of_a_divergence_are_exchanged():
    head = Renyi(2, Laplace(0, b), Laplace(1, b))
    assert changed(head, rewriting.swapped_laws) == {Renyi(2, Laplace(1, b), Laplace(0, b))}


def test_an_inequality_is_reversed():
    assert named(planted("a.one", SAMPLED))["inequality reversed"].theorem.statement == Ge(x, x + 1, evaluate=False)


def test_a_scale_is_read_as_a_rate_and_as_a_variance_inside_the_laws_only():
    found = named(KL_LAPLACE)
    assert found["b in the laws read as a rate"].theorem.statement.lhs == KL(Laplace(0, 1 / b), Laplace(1, 1 / b))
    assert found["b in the laws read as a variance"].theorem.statement.lhs == KL(Laplace(0, b**2), Laplace(1, b**2))
    assert found["b in the laws read as a rate"].theorem.statement.rhs == KL_LAPLACE.statement.rhs


def test_no_mutant_is_the_entry_and_none_comes_twice():
    statements = [mutant.theorem.statement for mutant in mutants(KL_LAPLACE) if not mutant.relaxed]
    assert KL_LAPLACE.statement not in statements
    assert len(set(statements)) == len(statements)


def test_wrong_forms_are_refuted_with_a_witness():
    found = ends(KL_LAPLACE)
    assert found["right: sign of exp(-1/b)"].kind == "refuted"
    assert set(found["right: sign of exp(-1/b)"].witness) == {"b"}
    assert found["b in the laws read as a variance"].kind == "refuted"


def test_a_mutant_that_says_the_same_is_shown_to():
    verdict = ends(KL_LAPLACE)["left: laws of KL exchanged"]
    assert verdict.kind == "equivalent"
    assert verdict.by.startswith("the same balls to 30 digits at ")


def _kl(b):
    return Estimate(1 / b + 2.718281828459045 ** (-1 / b) - 1, 1e-12)


def test_a_mechanism_that_misreads_its_scale_is_refuted_by_the_numeric_leg():
    found = ends(replace(KL_LAPLACE, checks=(Quadrature(_kl, 4),)))
    for reading in ("a rate", "a variance"):
        assert found[f"b read as {reading} by the run"].kind == "refuted"


def test_a_run_that_is_infinite_against_a_number_is_refuted():
    runs = Quadrature(lambda b: Estimate(float("inf"), 0.0), 4)
    assert runs.run(KL_LAPLACE).status is Status.REFUTED
    below = replace(KL_LAPLACE, statement=le(KL_LAPLACE.statement.lhs, 1 / b))
    assert runs.run(below).status is Status.REFUTED


@dataclass(frozen=True)
class Blindly:
    """A check that no mutant can fail, which is a defect."""

    def key(self):
        return "blindly"

    def modules(self):
        return ("theorems.status",)

    def run(self, theorem):
        run_for_real(MECHANISM)
        return Outcome("blindly", MECHANISM, Status.SAMPLED, "as ever")


def test_what_a_blind_check_lets_pass_survives_and_what_says_the_same_is_not_among_it():
    found = ends(replace(KL_LAPLACE, checks=(Blindly(),)))
    assert found["right: sign of exp(-1/b)"].kind == "survived"
    assert found["left: laws of KL exchanged"].kind == "equivalent"


LOOSE = replace(
    KL_LAPLACE,
    statement=le(KL_LAPLACE.statement.lhs, 2 / b),
    checks=(Enclose(4), Transcribed("KL(Laplace(0, b), Laplace(1, b)) <= 2/b")),
    cites=(Cite("a2020", "1", "as it was read"),),
)


@pytest.mark.slow
def test_a_bound_that_is_not_sharp_is_told_from_the_text_of_a_source_that_was_read_and_that_is_no_detection():
    found = ends(LOOSE)
    assert found["right: 2 - 0.1 %"].kind == "text"
    assert ends(replace(LOOSE, cites=()))["right: 2 - 0.1 %"].kind == "survived"
    assert found["inequality reversed"].kind == "refuted"
    assert found["inequality reversed"].witness


def test_a_weaker_bound_follows_from_the_entry_and_a_stronger_one_does_not():
    found = ends(LOOSE)
    assert found["right: 2 + 0.1 %"].kind == "implied"
    assert found["left: all + 0.1 %"].kind == "text"
    at_least = replace(LOOSE, statement=ge(2 / b, LOOSE.statement.lhs), checks=(Enclose(4),))
    assert ends(at_least)["left: 2 + 0.1 %"].kind == "implied"
    assert ends(at_least)["left: 2 - 0.1 %"].kind == "survived"


def test_a_check_of_sharpness_notices_a_weaker_bound():
    sharp = replace(
        KL_LAPLACE, statement=le(KL_LAPLACE.statement.lhs, KL_LAPLACE.statement.rhs), checks=(Tight({b: 1}),)
    )
    assert ends(sharp)["right: all + 0.1 %"].kind == "refuted"


def test_no_change_of_a_mutant_is_noticed_by_the_text_where_it_says_the_same():
    found = ends(replace(KL_LAPLACE, checks=(Transcribed("KL(Laplace(0, b), Laplace(1, b)) == 1/b + exp(-1/b) - 1"),)))
    assert found["left: laws of KL exchanged"].kind == "equivalent"


@pytest.mark.slow
def test_a_domain_reaches_its_ends_and_beyond():
    inner = replace(KL_LAPLACE, domain={b: Interval.open(1, 4)}, typical={b: (1, 4)})
    found = ends(inner)
    assert {name for name in found if name.endswith(" too")} == {
        "b = 1 too",
        "b below 1 too",
        "b = 4 too",
        "b above 4 too",
    }
    assert {found[name].kind for name in found if name.endswith(" too")} == {"superfluous"}
    assert ends(KL_LAPLACE)["b below 0 too"].kind == "refuted"


def test_integers_are_read_as_reals():
    n = symbols("n", integer=True, positive=True)
    whole = Theorem(
        id="whole.planted",
        title="Planted",
        statement=ge(cos(2 * pi * n) + n, n + 1),
        domain={n: Interval(1, 9).intersect(S.Integers)},
        typical={n: (1, 9)},
        checks=(Enclose(8),),
    )
    free = replace(whole, statement=ge(n**2 + 1, 2 * n))
    real = named(replace(whole, statement=ge((n - 1) * (n - 2), 0)))["n any real number"]
    assert attack(whole, real, Status.SAMPLED).kind == "refuted"
    assert attack(free, named(free)["n any real number"], Status.SAMPLED).kind == "superfluous"


def test_an_inequality_is_made_strict():
    met = replace(KL_LAPLACE, statement=le(b - b**2, Rational(1, 4)), checks=(At({b: Rational(1, 2)}), Enclose(4)))
    assert ends(met)["inequality made strict"].kind == "refuted"
    assert ends(LOOSE)["inequality made strict"].kind == "text"


@pytest.mark.slow
def test_a_dropped_hypothesis_is_tried_where_it_fails():
    above = replace(KL_LAPLACE, statement=le(1 / b, 1), hypotheses=(b >= 1,), checks=(Enclose(4),))
    needless = replace(above, hypotheses=(b >= 1, b < 3))
    vacuous = replace(above, hypotheses=(b >= 1, b < 1000))
    assert ends(above)["hypothesis b >= 1 dropped"].kind == "refuted"
    assert ends(needless)["hypothesis b < 3 dropped"].kind == "superfluous"
    assert ends(vacuous)["hypothesis b < 1000 dropped"].kind == "equivalent"
    assert ends(above)["hypothesis b >= 1 weakened to b >= 1/2"].kind == "refuted"
    assert ends(needless)["hypothesis b < 3 weakened to b < 4"].kind == "superfluous"


def test_a_check_that_breaks_on_a_mutant_leaves_it_open_which_is_no_detection():
    entry = planted("a.one", ZeroDivisionError("planted"))
    verdict = attack(entry, next(mutants(entry)), Status.CLAIMED)
    assert (verdict.kind, verdict.by) == ("open", "Says raised ZeroDivisionError")


@pytest.fixture
def library(load):
    return load(replace(KL_LAPLACE, id="kl.sound"), replace(KL_LAPLACE, id="kl.blind", checks=(Blindly(),)))


@pytest.mark.slow
def test_the_command_lists_what_survives_fails_and_attacks_nothing_twice(library):
    first = call(library, "check", "--mutants", "--jobs", "1")
    assert first.exit_code == 1  # equations leave no room for another constant
    assert "kl.blind: survived: right: sign of exp(-1/b)" in first.stdout
    assert "kl.blind: mutants survive: " in " ".join(first.stdout.split())
    second = call(library, "check", "--mutants", "--jobs", "1", "--json")
    report = json.loads(second.stdout)
    assert second.stderr == ""
    assert report["mutants"]["entries"] == 2
    assert report["entries"][0]["mutants"]["survived"] == []
    assert report["entries"][0]["problem"] == ""


@pytest.mark.slow
def test_without_the_option_survivors_are_told_and_are_no_failure(library):
    call(library, "check", "--mutants", "--jobs", "1")
    result = call(library, "check")
    assert result.exit_code == 0
    assert "kl.blind: survived: " in result.stdout


def test_frozen_asks_for_an_attack_that_is_missing_and_writes_nothing(library):
    call(library, "check", "--jobs", "1")
    result = call(library, "check", "--frozen", "--mutants")
    assert result.exit_code == 1
    assert "its mutants were tried on other mathematics or code; run dpsym check --mutants kl.sound" in " ".join(
        result.stdout.split()
    )
    assert not (library.folder / "mutants").exists()


def test_what_was_attacked_before_an_interrupt_is_kept_and_not_attacked_again(library):
    list(itertools.islice(record.run(library, list(library)), 1))
    assert record.outdated(library, list(library)) == ["kl.blind"]


def test_a_changed_formula_is_attacked_again_and_its_old_score_is_not_told(library, load):
    list(record.run(library, list(library)))
    moved = load(
        replace(library["kl.sound"], statement=eq(KL_LAPLACE.statement.lhs, exp(-1 / b) + 1 / b - 1 + 0 * b + 1))
    )
    assert record.known("kl.sound", moved) is None
    assert record.outdated(moved, ["kl.sound"]) == ["kl.sound"]


def test_what_a_record_is_held_against_is_drawn_once(library, monkeypatch, tmp_path):
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    record.read_again()
    assert record.is_known(library, "kl.sound")  # there is no record
    list(record.run(library, ["kl.sound"]))
    assert not record.is_known(library, "kl.sound")
    assert record.forged(library, "kl.sound") == ""
    record.keep()
    record.read_again()
    assert record.is_known(library, "kl.sound")
    monkeypatch.undo()
    record.read_again()


def test_attacking_twice_gives_the_same_bytes(library):
    first = record.write(record.attacked(library["kl.sound"], library), library.folder).read_bytes()
    assert record.write(record.attacked(library["kl.sound"], library), library.folder).read_bytes() == first


@pytest.mark.slow
def test_a_damaged_or_edited_record_is_refused_and_made_anew(library):
    call(library, "check", "--mutants", "--jobs", "1")
    path = library.folder / "attacks" / "kl.jsonl"
    before = path.read_text()
    assert record.outdated(library, list(library)) == []
    for harm in (
        lambda line: line[:-5],
        lambda line: '{"id": "kl.blind"}',
        lambda line: line.replace('"survived"', '"refuted"', 1),
    ):
        path.write_text(before)
        line_changed(library.folder / "attacks", "kl.blind", harm)
        with pytest.raises(CertificateError, match=r"kl\.blind .*must"):
            record.read("kl.blind", library.folder)
        assert record.outdated(library, list(library)) == ["kl.blind"]


def test_every_entry_was_attacked_as_it_is_and_no_mutant_of_an_equation_survived():
    found = {id: record.read(id, LIBRARY.folder) for id in LIBRARY}

    assert [id for id, one in found.items() if one is None] == []
    assert [id for id, one in found.items() if not one.is_fresh(LIBRARY.card(id))] == []
    assert [
        id for id, one in found.items() if bool(one.verdicts) is (LIBRARY.checked_status(id) is Status.REFUTED)
    ] == []
    assert [id for id, one in found.items() if LIBRARY.card(id).is_equation and one.named("survived")] == []


def test_a_refuted_entry_has_no_mutants(load):
    false = replace(KL_LAPLACE, id="kl.false", statement=eq(KL_LAPLACE.statement.lhs, 1 / b))
    library = load(false)
    call(library, "check", "--mutants", "--jobs", "1")
    assert record.read("kl.false", library.folder).verdicts == ()
    assert record.forged(library, "kl.false") == ""


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_the_first_mutants_of_each_entry_meet_the_ends_that_are_written(part):
    assert record.again(LIBRARY, list(LIBRARY)[part::PARTS], first=2) == {}


def test_there_is_no_attack_without_an_entry():
    assert record.orphans(LIBRARY) == []


@pytest.mark.parametrize("late", ["text", "equivalent"])
@pytest.mark.parametrize("compared", ["implied", "equivalent"])
def test_an_end_that_a_comparison_came_to_late_is_settled_without_a_limit(library, monkeypatch, compared, late):
    """A mutant that a later look finds is found by an earlier one on a faster processor; without the comparison to back it this is another end."""
    list(record.run(library, ["kl.sound"]))
    known = record.known("kl.sound", library)
    written = replace(known, verdicts=((known.verdicts[0][0], record.Verdict(compared)), *known.verdicts[1:]))
    monkeypatch.setattr(record, "known", lambda *_: written)
    other = replace(known, verdicts=((known.verdicts[0][0], record.Verdict(late)), *known.verdicts[1:]))
    monkeypatch.setattr(record, "attacked", lambda *_: other)
    for agrees in ("in words", ""):
        monkeypatch.setattr("theorems.mutants.attack.follows", lambda *_, agrees=agrees: agrees)
        monkeypatch.setattr("theorems.mutants.attack.equivalence", lambda *_, agrees=agrees: agrees)
        assert bool(record.again(library, ["kl.sound"])) is not (bool(agrees) or compared == late)


def test_an_end_that_is_not_met_again_is_told_unless_it_depends_on_the_time(library):
    list(record.run(library, ["kl.sound"]))
    assert record.again(library, ["kl.sound"]) == {}
    known = record.known("kl.sound", library)
    for by, told in (("", "attacked again, mutants meet other ends, such as "), ("enclose far out", "")):
        first = (known.verdicts[0][0], record.Verdict("survived", by))
        record.write(replace(known, verdicts=(first, *known.verdicts[1:])), library.folder)
        assert record.again(library, ["kl.sound"]).get("kl.sound", "").startswith(told)
        assert bool(record.again(library, ["kl.sound"])) is bool(told)


def test_an_end_that_could_not_be_decided_may_be_decided_later_and_not_the_other_way_round(library, monkeypatch):
    """What the engine learns is no contradiction of a record; what it can no longer decide is one."""
    list(record.run(library, ["kl.sound"]))
    known = record.known("kl.sound", library)
    undecided = replace(
        known, verdicts=((known.verdicts[0][0], record.Verdict("open", "by none")), *known.verdicts[1:])
    )
    record.write(undecided, library.folder)
    assert record.again(library, ["kl.sound"]) == {}
    record.write(known, library.folder)
    monkeypatch.setattr(record, "attacked", lambda *_: undecided)
    assert "open, not " in record.again(library, ["kl.sound"])["kl.sound"]


@pytest.mark.parametrize("kind", ["implied", "text"])
def test_a_record_about_another_mutant_is_no_late_comparison(library, monkeypatch, kind):
    list(record.run(library, ["kl.sound"]))
    known = record.known("kl.sound", library)
    name = known.verdicts[0][0]
    written = replace(known, verdicts=(("another mutant", record.Verdict(kind)), *known.verdicts[1:]))
    now = replace(known, verdicts=((name, record.Verdict(kind)), *known.verdicts[1:]))
    monkeypatch.setattr(record, "known", lambda *_: written)
    monkeypatch.setattr(record, "attacked", lambda *_: now)
    monkeypatch.setattr("theorems.mutants.attack.follows", lambda *_: "in words")
    assert record.again(library, ["kl.sound"])


@pytest.mark.slow
def test_what_a_text_tells_late_is_no_other_end_and_what_it_never_tells_is(monkeypatch):
    monkeypatch.setattr("theorems.mutants.attack._told_by_text", lambda theorem: False)
    assert record.again(LIBRARY, ["isotropic.simplex.bounded"], first=2) == {}
    monkeypatch.setattr(record, "_told_late", lambda theorem, mutant: False)
    assert (
        "survived, not text"
        in record.again(LIBRARY, ["isotropic.simplex.bounded"], first=2)["isotropic.simplex.bounded"]
    )
