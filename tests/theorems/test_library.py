"""Every entry of the library: well-formed, and its checks say today what the certificates say, every other one in the quick run."""

import pytest

from theorems.checks import Transcribed
from theorems.lines import ids
from theorems.outcome import TEXT
from theorems.points import instances, points
from theorems.registry import registry
from theorems.status import Status

LIBRARY = registry()
CASES = [(id, index) for id, entry in LIBRARY.items() for index in range(len(entry.checks))]


def _finds_what_its_certificate_says(id, index):
    outcome = LIBRARY[id].checks[index].run(LIBRARY[id])
    written = LIBRARY.certificate(id).outcomes[index]

    assert outcome.status is written.status, outcome.detail
    assert outcome.witness == written.witness


@pytest.mark.parametrize(("id", "index"), CASES[::2], ids=str)
def test_a_check_still_finds_what_its_certificate_says(id, index):
    _finds_what_its_certificate_says(id, index)


@pytest.mark.slow
@pytest.mark.parametrize(("id", "index"), CASES[1::2], ids=str)
def test_the_other_checks_still_find_what_their_certificates_say(id, index):
    _finds_what_its_certificate_says(id, index)


@pytest.mark.parametrize("id", LIBRARY)
def test_each_entry_admits_points(id):
    entry = LIBRARY[id]

    assert points(entry, 4)
    if any(getattr(variable, "is_law_variable", False) for variable in entry.domain) and not id.endswith(".printed"):
        assert instances(entry, 2)


@pytest.mark.parametrize("id", LIBRARY)
def test_each_entry_is_believed_and_backed_or_corrected_and_refuted(id):
    status = LIBRARY.own_status(id)

    if LIBRARY.is_believed(id):
        assert status.is_backed
    else:
        assert status is Status.REFUTED
        assert LIBRARY.certificate(id).witness


@pytest.mark.parametrize("id", [id for id in LIBRARY if not LIBRARY.is_believed(id)])
def test_each_false_statement_is_held_to_the_print(id):
    assert any(isinstance(check, Transcribed) for check in LIBRARY[id].checks)


@pytest.mark.parametrize("id", LIBRARY)
def test_nothing_above_sampled_stands_on_one_leg(id):
    certificate = LIBRARY.certificate(id)

    if certificate.status in (Status.DERIVED, Status.ENCLOSED, Status.BOTH):
        assert len({outcome.leg for outcome in certificate.outcomes if outcome.status.is_backed and outcome.leg != TEXT}) >= 2


def test_there_is_no_certificate_without_an_entry():
    assert ids(LIBRARY.folder) == sorted(LIBRARY)
