"""The ladder of statuses, exhaustively."""

import itertools

import pytest

from theorems.status import Status, join, meet

ORDERED = (Status.CLAIMED, Status.SAMPLED, Status.PROVED)
OUTSIDE = (Status.REFUTED, Status.STALE, Status.VACUOUS, Status.CONFLICT)


@pytest.mark.parametrize("combine", [join, meet])
def test_commutative(combine):
    for a, b in itertools.product(Status, repeat=2):
        assert combine([a, b]) is combine([b, a])


@pytest.mark.parametrize("combine", [join, meet])
def test_associative_however_the_list_is_folded(combine):
    for a, b, c in itertools.product(Status, repeat=3):
        assert combine([combine([a, b]), c]) is combine([a, combine([b, c])]) is combine([a, b, c])


@pytest.mark.parametrize("combine", [join, meet])
def test_idempotent(combine):
    for a in ORDERED:
        assert combine([a, a]) is combine([a]) is a


def test_join_is_idempotent_outside_the_order_too():
    for a in Status:
        assert join([a, a]) is join([a]) is a


def test_the_order_is_the_one_that_is_stated():
    for low, high in itertools.combinations_with_replacement(ORDERED, 2):
        assert join([low, high]) is high
        assert meet([low, high]) is low


def test_what_is_proved_from_what_is_proved_stays_proved_however_either_was():
    assert meet([Status.PROVED, Status.PROVED]) is Status.PROVED
    assert meet([Status.PROVED, Status.SAMPLED]) is Status.SAMPLED


def test_nothing_amounts_to_a_claim_and_the_empty_chain_takes_nothing_away():
    assert join([]) is Status.CLAIMED
    assert meet([]) is Status.PROVED


@pytest.mark.parametrize("status", ORDERED[2:])
def test_a_counterexample_beside_a_proof_is_a_conflict(status):
    assert join([Status.REFUTED, status]) is Status.CONFLICT


def test_points_are_no_evidence_against_a_counterexample():
    assert join([Status.REFUTED, Status.SAMPLED]) is Status.REFUTED
    assert join([Status.REFUTED, Status.SAMPLED, Status.PROVED]) is Status.CONFLICT


def test_refuted_and_merely_claimed_is_refuted():
    assert join([Status.CLAIMED, Status.REFUTED, Status.CLAIMED]) is Status.REFUTED


@pytest.mark.parametrize("outside", OUTSIDE)
def test_a_chain_through_what_is_outside_the_order_backs_nothing(outside):
    for a in Status:
        assert meet([a, outside]) is Status.CLAIMED


@pytest.mark.parametrize("status", Status)
def test_no_truth_value(status):
    with pytest.raises(TypeError, match="no truth value"):
        bool(status)


def test_backed_means_evidence_for_and_none_against():
    assert {status for status in Status if status.is_backed} == set(ORDERED[1:])


@pytest.mark.parametrize("status", Status)
def test_every_status_has_words_for_a_person(status):
    assert status.words
    assert status.words[0].islower()
