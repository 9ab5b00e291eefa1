"""Certificates: written whole, read with suspicion."""

import json
from dataclasses import dataclass, replace

import pytest
from sympy import Interval, Le, oo, symbols

from theorems.certificate import Certificate, certify, read, write
from theorems.entry import Cite, Theorem
from theorems.errors import CertificateError
from theorems.outcome import DEFINITION, DPSYM, MECHANISM, Outcome
from theorems.status import Status

x = symbols("x", positive=True)
SAMPLED = Outcome("quadrature", MECHANISM, Status.SAMPLED, "16 of 16 points", 16, "1.2e-15")
DERIVED = Outcome("derive", DPSYM, Status.DERIVED, "Rényi; conditions: none", 3)
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
        return self.outcome


ENTRY = Theorem(
    id="topic.entry",
    title="An entry",
    statement=Le(x, x + 1, evaluate=False),
    domain={x: Interval.open(0, oo)},
    typical={x: (1, 20)},
    checks=(Says(DERIVED), Says(SAMPLED)),
)


def rewritten(folder, change):
    """Write the certificate of the entry, change its record, and return the folder."""
    path = write(certify(ENTRY), folder)
    record = json.loads(path.read_text(encoding="utf-8"))
    change(record)
    path.write_text(json.dumps(record), encoding="utf-8")
    return folder


def test_what_is_written_is_read_back(tmp_path):
    shown = replace(SAMPLED, replay=({"at": {"x": "1/2"}, "left": "[1 +/- 2e-9]"}, {"text": 'a "quoted" é'}))
    for outcomes in [(), (DERIVED,), (DERIVED, SAMPLED), (REFUTED, DERIVED), (shown, shown)]:
        certificate = Certificate(
            "topic.entry", "a" * 32, "b" * 32, outcomes, {"python": "3.11"}, ENTRY.stated()
        )
        write(certificate, tmp_path)
        assert read("topic.entry", tmp_path) == certificate


def test_no_certificate_is_none(tmp_path):
    assert read("topic.entry", tmp_path) is None


def test_writing_leaves_the_certificate_and_nothing_else(tmp_path):
    write(certify(ENTRY), tmp_path)
    write(certify(ENTRY), tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["topic.entry.json"]


def test_writing_twice_gives_the_same_bytes(tmp_path):
    first = write(certify(ENTRY), tmp_path).read_bytes()
    assert write(certify(ENTRY), tmp_path).read_bytes() == first


def test_it_records_what_ran_and_with_which_versions():
    certificate = certify(ENTRY)
    assert certificate.outcomes == (DERIVED, SAMPLED)
    assert certificate.status is Status.DERIVED
    assert set(certificate.versions) == {"python", "sympy", "python-flint", "numpy", "scipy"}


def test_every_half_written_file_is_refused(tmp_path):
    path = write(certify(ENTRY), tmp_path)
    whole = path.read_bytes()
    for length in range(len(whole) - 2):
        path.write_bytes(whole[:length])
        with pytest.raises(CertificateError, match=r"certificate topic\.entry\.json must be whole JSON"):
            read("topic.entry", tmp_path)


def test_bytes_that_are_no_text_are_refused(tmp_path):
    (tmp_path / "topic.entry.json").write_bytes(b"\xff\xfe\x00{")
    with pytest.raises(CertificateError, match="must be whole JSON"):
        read("topic.entry", tmp_path)


@pytest.mark.parametrize("text", ["[]", "3", "null", '"a"', "{}", '{"outcomes": null}', '{"outcomes": [1]}'])
def test_json_that_is_no_certificate_is_refused(tmp_path, text):
    (tmp_path / "topic.entry.json").write_text(text, encoding="utf-8")
    with pytest.raises(CertificateError, match="must have the fields of format 2"):
        read("topic.entry", tmp_path)


@pytest.mark.parametrize(
    "name",
    [
        "format",
        "id",
        "status",
        "statement",
        "domain",
        "hypotheses",
        "fingerprint",
        "code",
        "outcomes",
        "versions",
    ],
)
def test_a_missing_field_is_named(tmp_path, name):
    with pytest.raises(CertificateError, match=name):
        read("topic.entry", rewritten(tmp_path, lambda record: record.pop(name)))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda record: record.update(format=1), "must have format 2, got 1"),
        (lambda record: record.update(id="topic.other"), "must be about 'topic.entry', got 'topic.other'"),
        (
            lambda record: record.update(status="both"),
            "must state what its outcomes amount to, 'derived', got 'both'",
        ),
        (lambda record: record.update(status="proved"), "'derived', got 'proved'"),
        (lambda record: record["outcomes"].pop(), "'sampled', got 'derived'"),
        (lambda record: record["outcomes"][0].update(status="certain"), "'certain' is not a valid Status"),
        (lambda record: record["outcomes"][0].update(proof="trust me"), "proof"),
        (lambda record: record["outcomes"][0].pop("leg"), "leg"),
    ],
)
def test_a_certificate_that_is_foreign_or_states_more_than_its_outcomes_is_refused(tmp_path, change, message):
    with pytest.raises(CertificateError, match=message):
        read("topic.entry", rewritten(tmp_path, change))


def test_the_error_is_a_value_error_too(tmp_path):
    (tmp_path / "topic.entry.json").write_text("", encoding="utf-8")
    with pytest.raises(ValueError, match=r"topic\.entry\.json"):
        read("topic.entry", tmp_path)


def test_it_matches_the_entry_with_another_title_and_source_but_not_with_other_mathematics():
    certificate = certify(ENTRY)
    assert certificate.matches(replace(ENTRY, title="Renamed", cites=(Cite("key", "1"),), note="n").card())
    assert not certificate.matches(replace(ENTRY, statement=Le(x, x + 2, evaluate=False)).card())
    assert not certificate.matches(replace(ENTRY, domain={x: Interval(0, oo)}).card())
    assert not certificate.matches(replace(ENTRY, checks=(Says(DERIVED),)).card())


def test_it_is_fresh_only_with_the_same_mathematics_and_the_same_code():
    certificate = certify(ENTRY)
    assert certificate.is_fresh(ENTRY.card())
    assert not replace(certificate, code="0" * 32).is_fresh(ENTRY.card())
    assert not certificate.is_fresh(replace(ENTRY, typical={x: (1, 21)}).card())


def test_the_witness_is_the_first_that_refutes():
    later = replace(REFUTED, witness={"x": "7"})
    assert replace(certify(ENTRY), outcomes=(DERIVED, REFUTED, later)).witness == {"x": "1/2"}
    assert certify(ENTRY).witness == {}


def test_each_row_to_replay_is_a_line_of_its_own(tmp_path):
    rows = tuple({"at": {"x": str(number)}} for number in range(3))
    shown = replace(certify(ENTRY), outcomes=(replace(SAMPLED, replay=rows),))
    lines = write(shown, tmp_path).read_text(encoding="utf-8").splitlines()
    assert [line.strip().rstrip(",") for line in lines if '"at"' in line] == [json.dumps(row) for row in rows]


def test_it_holds_the_mathematics_as_text(tmp_path):
    record = json.loads(write(certify(ENTRY), tmp_path).read_text(encoding="utf-8"))
    assert (record["statement"], record["domain"], record["hypotheses"]) == (
        "x <= x + 1",
        {"x": "in (0, oo)"},
        [],
    )
