"""Certificates that somebody edited: each is noticed by `dpsym check --frozen` and by `dpsym verify`, the untouched copy by neither.

The forger knows the format and writes the digests anew (but where `seal` is off), and does not run the checks.
"""

import json
from dataclasses import dataclass, replace

import pytest
from forging import Forger, certified
from planted_registry import call

from theorems import dependencies, names
from theorems.checks.run import call as run_at
from theorems.compare import point_text
from theorems.outcome import PROOFS
from theorems.points import points
from theorems.status import Status

DERIVED, COVERED, OTHER, PROVED, FALSE, KARY = (
    "renyi.laplace",
    "exp.quadratic.plus",
    "exp.quadratic.minus",
    "exp.quadratic.minus.sharp",
    "kl.triangle.printed",
    "kl.kary",
)
IDS = (DERIVED, COVERED, OTHER, PROVED, FALSE, KARY)
BOTH = ("check", "verify")


@pytest.fixture(scope="session")
def library(tmp_path_factory):
    return certified(tmp_path_factory.mktemp("real") / "certificates", IDS, attacked=(PROVED, KARY))


@dataclass(frozen=True)
class Forgery:
    """What is edited, of which entry, whether digests are written anew, and which of the commands notice it."""

    name: str
    id: str
    edit: object
    seal: bool = True
    by: tuple = BOTH


FORGERIES = []


def forgery(id, **fields):
    def collected(edit):
        FORGERIES.append(Forgery(edit.__name__, id, edit, **fields))
        return edit

    return collected


def status(made, id, value):
    """Type what the outcomes of a line amount to, and how it was proved if it was."""
    line = made.line(id)
    line["status"] = value
    how = sorted(
        {PROOFS.get(check["check"], check["check"]) for check in line["checks"] if check["status"] == "proved"}
    )
    line.pop("proofs", None)
    if value == "proved":
        line["proofs"] = how


def own(made, id, kind):
    """Return the check of an entry of a kind."""
    return next(check for check in made.library[id].checks if type(check).__name__.lower() == kind)


# evidence that nobody found


@forgery(COVERED)
def an_invented_derivation(made):
    found = {
        "key": "derive",
        "check": "derive",
        "leg": "dpsym",
        "status": "proved",
        "detail": "power series; conditions: none",
        "points": 6,
    }
    made.line(COVERED)["checks"].append(found)
    made.rows(COVERED).append([{"derived": "exp(x)"}])
    status(made, COVERED, "proved")


@forgery(DERIVED)
def a_derived_form_off_by_a_millionth_part(made):
    row = made.rows(DERIVED, "derive")[0]
    row["derived"] = f"({row['derived']})*(1 + 1/1000000)"


@forgery(DERIVED)
def a_derived_form_off_by_less_than_can_be_seen(made):
    row = made.rows(DERIVED, "derive")[0]
    row["derived"] += " + 1/10**60"


@forgery(DERIVED)
def the_stated_side_for_a_derived_form(made):
    made.rows(DERIVED, "derive")[0]["derived"] = "0 + " + made.line(DERIVED)["statement"].partition(" = ")[2]


@forgery(DERIVED)
def a_derivation_without_a_form(made):
    made.rows(DERIVED, "derive").clear()


@forgery(PROVED)
def a_proof_with_no_pieces(made):
    made.rows(PROVED, "proved")[0]["proof"]["pieces"] = []


@forgery(PROVED)
def a_proof_whose_steps_are_emptied(made):
    made.rows(PROVED, "proved")[0]["proof"]["pieces"][0]["steps"] = []


@forgery(PROVED)
def a_proof_whose_steps_are_trivial(made):
    piece = made.rows(PROVED, "proved")[0]["proof"]["pieces"][0]
    piece["steps"] = [{"function": "1", "by": "signs"}]


@forgery(PROVED)
def a_proof_that_is_not_stored(made):
    made.rows(PROVED, "proved").clear()


@forgery(PROVED)
def a_proof_of_a_weaker_statement(made):
    proof = made.rows(PROVED, "proved")[0]["proof"]
    for part in (proof["statement"], proof["derived"]):
        part["right"] = "3/5"


@forgery(PROVED)
def a_proof_of_an_equation(made):
    proof = made.rows(PROVED, "proved")[0]["proof"]
    proof["pieces"], proof["method"] = [], "identity"
    for part in (proof["statement"], proof["derived"]):
        part.update(kind="==", right=part["left"])


@forgery(PROVED)
def a_proof_over_a_smaller_box(made):
    proof = made.rows(PROVED, "proved")[0]["proof"]
    for part in (proof, *proof["pieces"]):
        part["box"]["x"][1] = "1/2"


@forgery(PROVED)
def a_piece_that_is_shrunk(made):
    made.rows(PROVED, "proved")[0]["proof"]["pieces"][0]["box"]["x"][1] = "1/2"


@forgery(PROVED)
def a_piece_twice(made):
    pieces = made.rows(PROVED, "proved")[0]["proof"]["pieces"]
    pieces.append(pieces[0])


# covers


@forgery(COVERED)
def a_cover_of_another_claim(made):
    found = made.rows(OTHER, "dominated")
    made.rows(COVERED)[0][:] = found
    made.check(COVERED, "dominated")["points"] = len(found)


@forgery(COVERED)
def a_cover_with_a_hole(made):
    made.rows(COVERED, "dominated").pop()
    made.check(COVERED, "dominated")["points"] -= 1


@forgery(COVERED)
def a_cover_with_no_boxes(made):
    made.rows(COVERED, "dominated").clear()
    made.check(COVERED, "dominated")["points"] = 0


@forgery(COVERED)
def a_box_that_is_shrunk(made):
    made.rows(COVERED, "dominated")[-1]["box"][0][1] = "15/16"


@forgery(COVERED)
def a_box_that_is_shifted(made):
    box = made.rows(COVERED, "dominated")[-1]["box"][0]
    box[:] = ["7/8", "9/8"]


@forgery(COVERED)
def a_box_twice(made):
    boxes = made.rows(COVERED, "dominated")
    boxes.append(boxes[-1])
    made.check(COVERED, "dominated")["points"] += 1


@forgery(COVERED)
def boxes_that_overlap(made):
    made.rows(COVERED, "dominated")[-1]["box"][0][0] = "5/8"


@forgery(COVERED)
def a_rule_that_shows_nothing(made):
    for row in made.rows(COVERED, "dominated"):
        row["rule"] = "interval"


@forgery(COVERED)
def a_rule_that_does_not_exist(made):
    for row in made.rows(COVERED, "dominated"):
        row["rule"] = "trust; interval"


@forgery(COVERED)
def a_cover_of_fewer_boxes_than_are_said(made):
    made.check(COVERED, "dominated")["points"] = 300


# outcomes and checks


@forgery(FALSE)
def the_outcomes_of_another_entry(made):
    made.line(FALSE)["checks"] = made.line(DERIVED)["checks"]
    status(made, FALSE, made.line(DERIVED)["status"])
    made.drop(FALSE, "replay")


@forgery(OTHER)
def the_outcomes_of_another_entry_of_the_same_kind(made):
    made.line(OTHER)["checks"] = made.line(COVERED)["checks"]
    made.rows(OTHER)[:] = made.rows(COVERED)


@forgery(COVERED)
def a_dropped_check(made):
    dropped = next(k for k, check in enumerate(made.line(COVERED)["checks"]) if check["check"] == "transcribed")
    del made.line(COVERED)["checks"][dropped], made.rows(COVERED)[dropped]


@forgery(DERIVED)
def an_outcome_twice(made):
    made.line(DERIVED)["checks"].append(made.line(DERIVED)["checks"][-1])
    made.rows(DERIVED).append(made.rows(DERIVED)[-1])


@forgery(DERIVED)
def outcomes_in_another_order(made):
    made.line(DERIVED)["checks"].reverse()
    made.rows(DERIVED).reverse()


@forgery(DERIVED)
def a_key_of_fewer_points(made):
    check = made.check(DERIVED, "quadrature")
    check.update(key=check["key"].replace("16)", "2)"), points=2)
    del made.rows(DERIVED, "quadrature")[2:]


@forgery(COVERED)
def a_check_of_another_kind(made):
    made.check(COVERED, "enclose").update(check="derive", status="proved", leg="dpsym")
    status(made, COVERED, "proved")


@forgery(DERIVED)
def a_check_on_another_leg(made):
    made.check(DERIVED, "enclose")["leg"] = "mechanism"


@forgery(DERIVED)
def outcomes_of_which_more_is_said_than_was_looked_at(made):
    made.check(DERIVED, "enclose")["points"] = 1600


@forgery(KARY)
def outcomes_of_which_less_is_looked_at(made):
    made.check(KARY, "enclose")["points"] = 1


# statuses


@forgery(KARY)
def a_raised_status(made):
    made.line(KARY).update(status="proved", proofs=["derivation", "enclosure"])


@forgery(KARY)
def a_raised_status_of_a_check(made):
    made.check(KARY, "enclose")["status"] = "proved"
    status(made, KARY, "proved")


@forgery(DERIVED)
def an_effective_status_that_is_typed(made):
    made.line(DERIVED)["effective"] = "proved"


@forgery(COVERED)
def a_text_that_backs_something(made):
    made.check(COVERED, "transcribed")["status"] = "sampled"


@forgery(FALSE)
def a_false_statement_that_was_sampled(made):
    for check in made.line(FALSE)["checks"]:
        check.pop("witness", None)
        check.update(status="sampled" if check["check"] != "transcribed" else "claimed")
    status(made, FALSE, "sampled")


@forgery(DERIVED)
def a_true_statement_that_is_refuted(made):
    for check in made.line(DERIVED)["checks"]:
        check.update(status="claimed")
    made.check(DERIVED, "enclose").update(status="refuted", witness={"alpha": "2", "lambda": "1"})
    status(made, DERIVED, "refuted")


@forgery(KARY)
def hypotheses_that_admit_nothing(made):
    made.line(KARY)["checks"] = [
        {"key": "", "check": "vacuity", "leg": "text", "status": Status.VACUOUS.value, "detail": "no point"}
    ]
    made.drop(KARY, "replay")
    status(made, KARY, Status.VACUOUS.value)


# the statement


@forgery(FALSE)
def a_hypothesis_that_is_dropped(made):
    line = made.line(FALSE)
    line["hypotheses"] = line["hypotheses"][1:] if line["hypotheses"] else ["0 < 1"]


@forgery(COVERED)
def a_wider_domain(made):
    made.line(COVERED)["domain"]["x"] = "in [0, 2]"


@forgery(COVERED)
def another_statement(made):
    made.line(COVERED)["statement"] = "exp(x) <= x + 1"


@forgery(KARY)
def the_fingerprint_of_another_entry(made):
    made.line(KARY)["fingerprint"] = made.line(DERIVED)["fingerprint"]


@forgery(COVERED)
def ids_that_are_exchanged(made):
    for name in ("statement", "domain", "hypotheses", "checks", "fingerprint", "status"):
        first, second = made.line(COVERED), made.line(OTHER)
        first[name], second[name] = second[name], first[name]


# runs


@forgery(DERIVED)
def runs_that_tell_nothing(made):
    for row in made.rows(DERIVED, "quadrature"):
        row.update(run="0.0", error="1000000000.0")


@forgery(DERIVED)
def a_run_that_is_no_number(made):
    made.rows(DERIVED, "quadrature")[0].update(run="nan")


@forgery(DERIVED)
def an_error_that_is_no_number(made):
    made.rows(DERIVED, "quadrature")[0].update(error="nan")


@forgery(DERIVED)
def runs_with_errors_a_million_times_too_large(made):
    for row in made.rows(DERIVED, "quadrature"):
        row["error"] = repr(1e6 * float(row["error"]))


@forgery(DERIVED)
def runs_that_are_exchanged(made):
    rows = made.rows(DERIVED, "quadrature")
    rows[0], rows[-1] = rows[-1], rows[0]


@forgery(DERIVED)
def a_run_that_is_left_out(made):
    made.rows(DERIVED, "quadrature").pop()


@forgery(DERIVED)
def runs_at_points_of_another_seed(made):
    entry, check = made.library[DERIVED], own(made, DERIVED, "quadrature")
    for row, place in zip(made.rows(DERIVED, "quadrature"), points(entry, check.count, seed=1), strict=False):
        found = run_at(check.against, place)
        row.update(run=repr(found.value), error=repr(found.error))


@forgery(DERIVED)
def runs_at_points_of_the_forgers_choice(made):
    entry, check = made.library[DERIVED], own(made, DERIVED, "quadrature")
    for row, place in zip(made.rows(DERIVED, "quadrature"), points(entry, check.count, seed=1), strict=False):
        found = run_at(check.against, place)
        row.update(run=repr(found.value), error=repr(found.error), at=point_text(place))


# witnesses


def refuting(made):
    return next(check for check in made.line(FALSE)["checks"] if check["status"] == "refuted")


@forgery(FALSE)
def a_witness_that_is_invented(made):
    witness = refuting(made)["witness"]
    for name, value in witness.items():
        witness[name] = "Finite((1/2, 1/2))" if "Finite" in value else value


@forgery(FALSE)
def a_witness_that_is_no_point_of_the_entry(made):
    witness = refuting(made)["witness"]
    first = next(iter(witness))
    witness[first] = "Finite((3/2, -1/2))"


@forgery(FALSE)
def a_refutation_without_a_witness(made):
    refuting(made).pop("witness")


@forgery(KARY)
def a_witness_where_nothing_is_refuted(made):
    made.check(KARY, "enclose")["witness"] = {"n": "3"}


# what stands beside


@forgery(DERIVED)
def the_replay_of_another_entry(made):
    made.rows(DERIVED)[:] = made.rows(KARY)


@forgery(DERIVED, seal=False)
def a_replay_that_is_cut(made):
    made.text(DERIVED, "replay", lambda line: line[: len(line) // 2])


@forgery(DERIVED)
def a_replay_that_is_cut_with_a_new_digest(made):
    made.line(DERIVED)
    made.text(DERIVED, "replay", lambda line: line[: len(line) // 2])


@forgery(DERIVED)
def a_replay_that_is_gone(made):
    made.line(DERIVED)
    made.drop(DERIVED, "replay")


@forgery(DERIVED)
def a_trace_that_is_emptied(made):
    for rows in made.rows(DERIVED):
        rows.clear()


@forgery(KARY, by=("check",))
def what_ran_is_gone(made):
    made.line(KARY)
    made.drop(KARY, "code")


@forgery(KARY, by=("check",))
def the_code_digest_of_another_entry(made):
    made.code(KARY)["code"] = made.code(COVERED)["code"]


@forgery(KARY)
def nothing_ran(made):
    made.code(KARY).update(names="", code=dependencies.digest(frozenset()))


@forgery(KARY)
def only_what_never_changes_ran(made):
    path = made.folder / "code" / "names.txt"
    ran = {"theorems.status:join"}
    made.code(KARY).update(names=names.written(ran, path), code=dependencies.digest(ran))


@forgery(KARY, by=("check",))
def other_versions_that_are_typed(made):
    made.code(KARY)["versions"] = "sympy 99"


# edits by somebody who leaves the digest as it was


@forgery(DERIVED, seal=False)
def a_margin_that_is_edited(made):
    made.check(DERIVED, "enclose")["margin"] = "1.00e-40"


@forgery(DERIVED, seal=False)
def a_detail_that_is_edited(made):
    made.check(DERIVED, "derive")["detail"] = "by hand; conditions: none"


@forgery(KARY, seal=False)
def undecided_points_that_are_forgotten(made):
    check = made.check(KARY, "enclose")
    check["detail"] = check["detail"].replace(" 0 undecided", " none undecided")


@forgery(KARY, seal=False)
def a_digest_that_is_gone(made):
    made.line(KARY).pop("digest")


@forgery(KARY, seal=False)
def the_digest_of_another_entry(made):
    made.line(KARY)["digest"] = made.line(DERIVED)["digest"]


@forgery(KARY, seal=False)
def the_line_of_another_entry_under_this_id(made):
    text = json.dumps({**made.line(DERIVED), "id": KARY}, ensure_ascii=False)
    made.line(KARY).clear()
    made.line(KARY).update(json.loads(text))


# mutants


@forgery(KARY)
def invented_mutants(made):
    attack = made.attack(KARY)
    attack["mutants"] = [[f"right: {k} + 0.1 %", "refuted", "enclose", {"n": "3"}] for k in range(40)]
    attack["score"] = "40/40"


@forgery(KARY)
def a_mutant_that_is_left_out(made):
    attack = made.attack(KARY)
    attack["mutants"].pop(0)
    rescored(attack)


@forgery(KARY)
def a_mutant_twice(made):
    attack = made.attack(KARY)
    attack["mutants"].append(attack["mutants"][0])
    rescored(attack)


@forgery(KARY)
def the_mutants_of_another_entry(made):
    for name in ("mutants", "score"):
        made.attack(KARY)[name] = made.attack(PROVED)[name]


@forgery(KARY)
def a_score_that_is_typed(made):
    made.attack(KARY)["score"] = "1000/1000"


@forgery(KARY, seal=False)
def an_end_of_a_mutant_that_is_edited(made):
    attack = made.attack(KARY)
    attack["mutants"][0][1:] = ["superfluous", "as is well known"]
    rescored(attack)


def rescored(attack):
    """State the score that the mutants amount to."""
    noticed = sum(row[1] == "refuted" for row in attack["mutants"])
    attack["score"] = f"{noticed}/{sum(row[1] not in ('equivalent', 'implied') for row in attack['mutants'])}"


def test_there_are_forgeries_of_every_kind():
    assert len({each.name for each in FORGERIES}) == len(FORGERIES) >= 40


DEAR = ("exp.quadratic.minus.sharp", "kl.triangle.printed")
"""What takes seconds to replay."""


@pytest.mark.cases(1 / 3)
@pytest.mark.parametrize("id", [pytest.param(id, marks=pytest.mark.slow) if id in DEAR else id for id in IDS])
def test_the_untouched_copy_passes(library, tmp_path, id):
    made = Forger(library, tmp_path / "certificates")
    made.line(id)
    made.code(id)
    made.save()
    for command, *options in (("check", "--frozen"), ("verify",)):
        result = call(made.library, command, *options, "--json", id)
        assert (result.exit_code, reasons(json.loads(result.stdout), id)) == (0, [])


@pytest.mark.cases(1 / 2)
@pytest.mark.parametrize("each", FORGERIES, ids=lambda each: each.name)
def test_a_forgery_is_noticed_by_name(library, tmp_path, each):
    made = Forger(library, tmp_path / "certificates")
    each.edit(made)
    made.save(each.seal)
    for command, arguments in (("check", ("--frozen", "--json")), ("verify", ("--json",))):
        result = call(made.library, command, *arguments, each.id)
        if command in each.by:
            assert result.exit_code == 1, result.stdout
            assert reasons(json.loads(result.stdout), each.id)
        assert result.exception is None or isinstance(result.exception, SystemExit)


def reasons(report, id):
    """Return what a report of either command holds against an entry, in words; each of one line."""
    problems = [entry["problem"] for entry in report.get("entries", ()) if entry["id"] == id and entry["problem"]]
    failed = [
        check["detail"] for check in report.get("checks", ()) if check["id"] == id and check["result"] == "failed"
    ]
    assert not any("\n" in line for line in (*problems, *failed))
    return problems + failed


@pytest.mark.parametrize("field", ["title", "latex", "stated"])
def test_a_card_that_says_something_else_than_its_entry_is_noticed(library, tmp_path, field):
    made = Forger(library, tmp_path / "certificates")
    card = made.library.card(COVERED)
    said = {"title": "Noise is not needed", "latex": replace(card.latex, statement="0 = 1")}
    said["stated"] = replace(card.stated, statement="exp(x) >= 1 + x + x**2")
    made.library._known = {**made.library._known, COVERED: replace(card, **{field: said[field]})}
    if field == "stated":  # the certificate is brought into line with it
        made.line(COVERED)["statement"] = said["stated"].statement
        made.save()
    for command, *options in (("check", "--frozen"), ("verify",)):
        result = call(made.library, command, *options, "--json", COVERED)
        assert (result.exit_code, "its card is not of the entry" in result.stdout) == (1, True)


@pytest.mark.slow
def test_what_no_replay_can_know_is_found_by_running_again(library, tmp_path):
    made = Forger(library, tmp_path / "certificates")
    made.check(DERIVED, "derive")["detail"] = "by hand; conditions: none"
    made.save()
    assert call(made.library, "check", "--frozen", DERIVED).exit_code == 0
    again = call(made.library, "check", "--frozen", "--again", "1", DERIVED)
    assert again.exit_code == 1
    assert f"{DERIVED}: run again, derive has the detail" in " ".join(again.stdout.split())


@pytest.mark.slow
def test_an_invented_end_of_a_mutant_is_found_by_attacking_again(library, tmp_path):
    made = Forger(library, tmp_path / "certificates")
    refuted = next(row for row in made.attack(KARY)["mutants"] if row[1] == "refuted")
    refuted[1:] = ["equivalent", "as is well known"]
    rescored(made.attack(KARY))
    made.save()
    again = call(made.library, "check", "--frozen", "--mutants", "--again", "1", KARY)
    assert again.exit_code == 1
    assert "attacked again, mutants meet other ends" in " ".join(again.stdout.split())


def test_a_share_of_the_certificates_is_replayed(library, tmp_path):
    made = Forger(library, tmp_path / "certificates")
    a_cover_with_a_hole(made)
    made.save()
    for share, count, code in (("0", 0, 0), ("1", 2, 1)):
        result = call(made.library, "check", "--frozen", "--replay", share, COVERED, KARY)
        assert (f"{count} certificates are replayed" in result.stderr, result.exit_code) == (True, code)
    assert call(made.library, "check", "--replay", "1/2", COVERED).exit_code == 2
    assert call(made.library, "check", "--replay", "0.5", COVERED).exit_code == 2


def test_what_is_run_again_and_is_the_same_passes(library):
    before = {path: path.read_bytes() for path in library.folder.rglob("*") if path.is_file()}
    result = call(library, "check", "--frozen", "--again", "1", COVERED, KARY)
    assert (result.exit_code, "2 entries are run again" in result.stderr) == (0, True)
    assert {path: path.read_bytes() for path in library.folder.rglob("*") if path.is_file()} == before
