"""Every entry of the library: well-formed, and its checks say today what the certificates say (all of them in the slow run)."""

import pytest

from dpsym.divergences.overall import Worst
from theorems.checks import Transcribed
from theorems.errors import VacuousError
from theorems.lines import ids
from theorems.outcome import TEXT
from theorems.points import instances, points
from theorems.registry import registry
from theorems.replaying import amounts_to
from theorems.status import Status

LIBRARY = registry()
CASES = [(id, index) for id in LIBRARY for index in range(len(LIBRARY.card(id).keys))]
# One check of each kind; of the later entries, which build on less than the first ones do.
KINDS = {LIBRARY.card(id).keys[index].partition("(")[0]: (id, index) for id, index in CASES}
DEAR = ("interleave",)
"""What takes seconds, and has tests of its own."""
SLICES = 80


def _differs(id, index):
    """Return what a check finds that its certificate does not say; nothing where they agree."""
    outcome = LIBRARY[id].checks[index].run(LIBRARY[id])
    written = LIBRARY.certificate(id).outcomes[index]
    return "" if amounts_to(outcome, written) else f"{id}, check {index}: {outcome.detail}"


@pytest.mark.cases(1 / 6)
@pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=pytest.mark.slow) if kind in DEAR else kind for kind in sorted(KINDS)]
)
def test_one_check_of_each_kind_still_finds_what_its_certificate_says(kind):
    assert _differs(*KINDS[kind]) == ""


@pytest.mark.slow
@pytest.mark.parametrize("part", range(SLICES))
def test_the_checks_still_find_what_their_certificates_say(part):
    assert [text for case in CASES[part::SLICES] if (text := _differs(*case))] == []


@pytest.mark.slow
@pytest.mark.parametrize("part", range(SLICES))
def test_entries_admit_points_and_laws(part):
    for id in list(LIBRARY)[part::SLICES]:
        entry = LIBRARY[id]
        assert points(entry, 4), id
        if any(getattr(variable, "is_law_variable", False) for variable in entry.domain) and not id.endswith(
            ".printed"
        ):
            assert _admitted(entry), id


def _admitted(entry):
    """Return a few instances; where hypotheses are seldom met, as of a pair that dominates others, among more that are tried."""
    try:
        return instances(entry, 2)
    except VacuousError:
        return instances(entry, 20)


def test_no_two_variables_of_an_entry_have_one_name():
    """A point of a certificate is written by names, so that of two of one name only one would be kept."""
    shared = [id for id in LIBRARY if len(set(map(str, LIBRARY[id].domain))) < len(LIBRARY[id].domain)]
    assert shared == []


def test_each_entry_is_believed_and_backed_or_corrected_and_refuted():
    believed = [id for id in LIBRARY if LIBRARY.is_believed(id)]
    false = [id for id in LIBRARY if not LIBRARY.is_believed(id)]

    assert believed
    assert false
    assert [id for id in believed if not LIBRARY.own_status(id).is_backed] == []
    assert [id for id in false if LIBRARY.own_status(id) is not Status.REFUTED] == []
    assert [id for id in false if not LIBRARY.certificate(id).witness] == []


def test_each_false_statement_is_held_to_the_print():
    """Of what is worst over the rows of kernels no text can be read."""
    false = [id for id in LIBRARY if not LIBRARY.is_believed(id) and not LIBRARY[id].statement.has(Worst)]
    assert len(false) > 40
    assert [id for id in false if not any(isinstance(check, Transcribed) for check in LIBRARY[id].checks)] == []


def test_nothing_above_sampled_stands_on_one_leg():
    above = {id: certificate for id in LIBRARY if (certificate := LIBRARY.certificate(id)).status is Status.PROVED}
    legs = {
        id: {one.leg for one in certificate.outcomes if one.status.is_backed and one.leg != TEXT}
        for id, certificate in above.items()
    }
    assert above
    assert [id for id, found in legs.items() if len(found) < 2] == []


def test_there_is_no_certificate_without_an_entry():
    assert ids(LIBRARY.folder) == sorted(LIBRARY)
