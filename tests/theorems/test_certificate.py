"""Certificates: written whole, read with suspicion."""

import json
import multiprocessing
from dataclasses import dataclass, replace
from importlib.metadata import version

import pytest
from planted_registry import run_for_real
from sympy import Interval, Le, oo, symbols

from theorems import lines, names
from theorems.certificate import certify, changed, read, rows, write
from theorems.entry import Cite, Theorem
from theorems.errors import CertificateError
from theorems.outcome import DEFINITION, DPSYM, MECHANISM, Outcome
from theorems.ran import ran
from theorems.status import Status

x = symbols("x", positive=True)
SAMPLED = Outcome("quadrature", MECHANISM, Status.SAMPLED, "16 of 16 points", 16, "1.2e-15")
DERIVED = Outcome("derive", DPSYM, Status.PROVED, "Rényi; conditions: none", 3)
REFUTED = Outcome("enclose", DEFINITION, Status.REFUTED, "left 2, right 1", 4, "-0.5", {"x": "1/2"})


@dataclass(frozen=True)
class Says:
    """A check that reports what it is told to."""

    outcome: Outcome
    code: str = "theorems.status"

    def key(self):
        return f"says({self.outcome})"

    def modules(self):
        return (self.code,)

    def run(self, theorem):
        run_for_real(self.outcome.leg)
        return self.outcome


ENTRY = Theorem(
    id="topic.entry",
    title="An entry",
    statement=Le(x, x + 1, evaluate=False),
    domain={x: Interval.open(0, oo)},
    typical={x: (1, 20)},
    checks=(Says(DERIVED), Says(SAMPLED)),
)


def put(folder, entry=ENTRY, **changed):
    """Certify an entry, write the certificate with some fields changed, and return it."""
    certificate, ran = certify(entry)
    certificate = replace(certificate, **changed)
    write(certificate, ran, folder)
    return certificate


def rewritten(folder, change):
    """Write the certificate of the entry, change its record, and return the folder."""
    put(folder)
    path = folder / "topic.jsonl"
    record = json.loads(path.read_text(encoding="utf-8"))
    change(record)
    path.write_text(json.dumps(record) + "\n", encoding="utf-8")
    return folder


def files(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_what_is_written_is_read_back(tmp_path):
    for outcomes in ((DERIVED, SAMPLED), (REFUTED,), ()):
        put(tmp_path, outcomes=outcomes)
        found = read("topic.entry", tmp_path)
        assert (found.outcomes, found.id, found.stated) == (outcomes, "topic.entry", ENTRY.stated())


def test_rows_to_look_at_again_are_in_a_file_beside_without_what_is_drawn_again(tmp_path):
    found = (
        {"at": {"x": "1/2"}, "left": "[1 +/- 2e-9]", "right": "1"},
        {"at": {"x": "1/3"}, "derived": "x"},
        {"derived": 'a "quoted" é'},
    )
    put(tmp_path, outcomes=(DERIVED, replace(SAMPLED, replay=found)))
    assert read("topic.entry", tmp_path).outcomes == (DERIVED, SAMPLED)
    assert rows("topic.entry", tmp_path) == [[], [{"derived": "x"}, {"derived": 'a "quoted" é'}]]
    put(tmp_path)
    assert "replay/topic.jsonl" not in files(tmp_path)


def test_runs_are_named_by_their_points_where_some_were_left_out(tmp_path):
    found = [{"at": {"x": str(k)}, "run": str(k), "error": "0.1"} for k in range(3)]
    for points, named in ((3, False), (4, True)):
        put(tmp_path, outcomes=(replace(SAMPLED, points=points, replay=tuple(found)),))
        assert ["at" in row for row in rows("topic.entry", tmp_path)[0]] == [named] * 3


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        '{"id": "topic.entry"}\n',
        '{"id": "topic.entry", "replay": [[]]}\n',
        '{"id": "topic.entry", "replay": [[], [7]]}\n',
    ],
)
def test_rows_that_do_not_fit_their_checks_are_refused(tmp_path, text):
    put(tmp_path, outcomes=(DERIVED, replace(SAMPLED, replay=({"run": "1.0"},))))
    (tmp_path / "replay" / "topic.jsonl").write_text(text)
    if text in ("", "{"):  # nothing there is about the entry: nothing to look at again
        assert rows("topic.entry", tmp_path) == [[], []]
    else:
        with pytest.raises(CertificateError, match=r"replay of topic\.entry must have rows for each of its 2 checks"):
            rows("topic.entry", tmp_path)


def test_no_certificate_is_none(tmp_path):
    assert read("topic.entry", tmp_path) is None
    assert ran("topic.entry", tmp_path) is None


def test_writing_leaves_the_lines_and_nothing_else(tmp_path):
    put(tmp_path)
    before = files(tmp_path)
    put(tmp_path)
    assert files(tmp_path) == before
    assert set(before) == {"topic.jsonl", "code/topic.jsonl", "code/names.txt"}


def test_a_line_of_another_entry_stays_as_it_is(tmp_path):
    put(tmp_path, replace(ENTRY, id="topic.before"))
    line = (tmp_path / "topic.jsonl").read_text()
    put(tmp_path)
    assert (tmp_path / "topic.jsonl").read_text().startswith(line)
    assert lines.ids(tmp_path) == ["topic.before", "topic.entry"]


def test_a_changed_status_is_a_line_that_changed(tmp_path):
    for id in ("topic.a", "topic.b", "topic.c"):
        put(tmp_path, replace(ENTRY, id=id))
    before = (tmp_path / "topic.jsonl").read_text().splitlines()
    put(tmp_path, replace(ENTRY, id="topic.b"), outcomes=(REFUTED,))
    after = (tmp_path / "topic.jsonl").read_text().splitlines()
    assert [one == other for one, other in zip(before, after, strict=True)] == [True, False, True]


def test_what_ran_is_known(tmp_path):
    put(tmp_path)
    known = ran("topic.entry", tmp_path)
    assert "theorems.entry:Theorem.fingerprint" in known.names
    assert "theorems.independence:apart" in known.names  # it may take a status away
    assert known.moved(ENTRY.fingerprint()) == ""
    assert known.moved("other") == "its checks ran on another statement"
    assert replace(known, code="0").moved(known.fingerprint) == "its checks run code that changed since"
    number = version("numpy")
    other = replace(known, versions=known.versions.replace(f"numpy {number}", "numpy 1.0"))
    assert other.moved(known.fingerprint) == f"its checks ran with numpy 1.0 (here {number})"
    assert replace(known, versions="").moved(known.fingerprint)


def test_a_half_written_line_is_the_trouble_of_its_own_entry(tmp_path):
    put(tmp_path)
    put(tmp_path, replace(ENTRY, id="topic.other"))
    path = tmp_path / "topic.jsonl"
    first, second = path.read_bytes().splitlines()
    for length in range(1, len(second)):
        path.write_bytes(first + b"\n" + second[:length])
        assert read("topic.entry", tmp_path) is not None
        if length >= len('{"id": "topic.other"'):
            with pytest.raises(CertificateError, match=r"line of topic\.other in topic\.jsonl must be whole JSON"):
                read("topic.other", tmp_path)
        else:
            assert read("topic.other", tmp_path) is None
            assert lines.damaged(tmp_path) == ["topic.jsonl"]
    put(tmp_path, replace(ENTRY, id="topic.other"))
    assert lines.damaged(tmp_path) == []
    assert path.read_bytes().splitlines() == [first, second]


def test_bytes_that_are_no_text_are_told(tmp_path):
    (tmp_path / "topic.jsonl").write_bytes(b"\xff\xfe\x00{\n")
    assert read("topic.entry", tmp_path) is None
    assert lines.damaged(tmp_path) == ["topic.jsonl"]


def test_of_two_lines_about_one_entry_none_is_believed(tmp_path):
    put(tmp_path)
    path = tmp_path / "topic.jsonl"
    path.write_text(path.read_text() * 2)
    with pytest.raises(CertificateError, match=r"line of topic\.entry"):
        read("topic.entry", tmp_path)


def _put_many(folder, ids):
    for id in ids:
        lines.write({"id": id, "value": list(range(50))}, folder)
        names.written({f"{id}:{number}" for number in range(20)}, folder / "names.txt")


@pytest.mark.slow
def test_processes_that_write_one_file_lose_nothing(tmp_path):
    parts = [[f"topic.{letter}{number}" for number in range(25)] for letter in "ab"]
    context = multiprocessing.get_context("spawn")
    workers = [context.Process(target=_put_many, args=(tmp_path, part)) for part in parts]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert lines.ids(tmp_path) == sorted(id for part in parts for id in part)
    wanted = {f"{id}:{number}" for part in parts for id in part for number in range(20)}
    assert names.meant(names.written(wanted, tmp_path / "names.txt"), tmp_path / "names.txt") == wanted
    assert {path.name for path in tmp_path.iterdir()} == {"topic.jsonl", "names.txt"}


def test_a_name_that_could_not_be_finished_is_no_name(tmp_path):
    path = tmp_path / "names.txt"
    path.write_text("a\nb\nhal")
    text = names.written({"a", "b", "half"}, path)
    assert names.meant(text, path) == {"a", "b", "half"}
    for wrong in ("7", "1-9", "3-1", "x", "-1"):
        with pytest.raises(ValueError, match=r"got|invalid"):
            names.meant(wrong, path)


@pytest.mark.parametrize("text", ["{}", '"checks": null}', '"checks": [1]}'])
def test_a_line_that_is_no_certificate_is_refused(tmp_path, text):
    (tmp_path / "topic.jsonl").write_text('{"id": "topic.entry", ' + text.removeprefix("{") + "\n")
    with pytest.raises(CertificateError, match=r"must (have the fields of one|be whole JSON)"):
        read("topic.entry", tmp_path)


@pytest.mark.parametrize("name", ["status", "statement", "domain", "hypotheses", "fingerprint", "checks"])
def test_a_missing_field_is_named(tmp_path, name):
    with pytest.raises(CertificateError, match=name):
        read("topic.entry", rewritten(tmp_path, lambda record: record.pop(name)))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            lambda record: record.update(proofs=["enclosure"]),
            "must state what its outcomes amount to, 'proved by derivation', got 'proved by enclosure'",
        ),
        (lambda record: record.update(status="settled"), "'proved by derivation', got 'settled by derivation'"),
        (lambda record: record["checks"].pop(), "'sampled', got 'proved by derivation'"),
        (lambda record: record["checks"][0].update(status="certain"), "'certain' is not a valid Status"),
        (lambda record: record["checks"][0].update(proof="trust me"), "proof"),
        (lambda record: record["checks"][0].pop("leg"), "leg"),
        (lambda record: record.update(effective="derived"), "effective"),
    ],
)
def test_a_certificate_that_states_more_than_its_outcomes_is_refused(tmp_path, change, message):
    with pytest.raises(CertificateError, match=message):
        read("topic.entry", rewritten(tmp_path, change))


def test_it_matches_the_entry_with_another_title_and_source_but_not_with_other_mathematics():
    certificate, _ = certify(ENTRY)
    assert certificate.matches(replace(ENTRY, title="Renamed", cites=(Cite("key", "1"),), note="n").card())
    assert not certificate.matches(replace(ENTRY, statement=Le(x, x + 2, evaluate=False)).card())
    assert not certificate.matches(replace(ENTRY, domain={x: Interval(0, oo)}).card())
    assert not certificate.matches(replace(ENTRY, checks=(Says(DERIVED),)).card())


def test_outcomes_are_tied_one_by_one_to_the_checks_of_the_entry():
    certificate, _ = certify(ENTRY)
    first, second = certificate.outcomes
    card = ENTRY.card()
    assert certificate.complaint(card) == ""
    for outcomes in (
        (),
        (first,),
        (second,),
        (second, first),
        (first, second, second),
        (first, first),
        (DERIVED, SAMPLED),
    ):
        assert "one outcome for each check" in replace(certificate, outcomes=outcomes).complaint(card)
    assert replace(certificate, id="topic.other").complaint(card) == "its certificate is about another statement"


def test_what_was_written_is_what_it_was_until_a_byte_of_it_is_another(tmp_path):
    put(tmp_path, outcomes=(DERIVED, replace(SAMPLED, replay=({"run": "1.0"},))))
    assert changed(ENTRY.card(), tmp_path) == ""
    for name in ("topic.jsonl", "replay/topic.jsonl", "code/topic.jsonl"):
        path = tmp_path / name
        before = path.read_text()
        path.write_text(
            before.replace("16 of 16", "15 of 16").replace('"1.0"', '"1.1"').replace('"code": "', '"code": "0')
        )
        assert "the digest is another" in changed(ENTRY.card(), tmp_path)
        path.write_text(before)
        assert changed(ENTRY.card(), tmp_path) == ""


def test_the_witness_is_the_first_that_refutes():
    certificate, _ = certify(ENTRY)
    later = replace(REFUTED, witness={"x": "7"})
    assert replace(certificate, outcomes=(DERIVED, REFUTED, later)).witness == {"x": "1/2"}
    assert certificate.witness == {}
