"""What several outcomes amount to, and the rule that nothing above `sampled` stands on one leg."""

import itertools

import pytest

from theorems import checks
from theorems.outcome import (
    CEILINGS,
    CERTIFIED,
    DEFINITION,
    DPSYM,
    LEGS,
    MECHANISM,
    PROOFS,
    TEXT,
    Outcome,
    combine,
    proofs,
)
from theorems.replaying import _LOOKS as LOOKED_AT_AGAIN
from theorems.status import Status
from theorems.verify.replay import _KINDS as REPLAYED


def outcome(status, leg):
    return Outcome("planted", leg, status, "as told")


def test_no_truth_value():
    with pytest.raises(TypeError, match="no truth value"):
        bool(outcome(Status.SAMPLED, DPSYM))


@pytest.mark.parametrize("leg", [DPSYM, DEFINITION, MECHANISM])
def test_one_leg_carries_no_more_than_a_sample(leg):
    assert combine((outcome(Status.PROVED, leg),)) is Status.SAMPLED
    assert combine((outcome(Status.PROVED, leg), outcome(Status.SAMPLED, leg))) is Status.SAMPLED


@pytest.mark.parametrize(("first", "second"), list(itertools.permutations((DPSYM, DEFINITION, MECHANISM), 2)))
def test_two_legs_carry_what_the_stronger_one_found(first, second):
    assert combine((outcome(Status.PROVED, first), outcome(Status.SAMPLED, second))) is Status.PROVED


def test_a_second_leg_that_decided_nothing_does_not_carry():
    assert combine((outcome(Status.PROVED, DPSYM), outcome(Status.CLAIMED, MECHANISM))) is Status.SAMPLED


def test_a_comparison_of_texts_is_no_leg():
    for said in (Status.CLAIMED, Status.SAMPLED):
        assert combine((outcome(Status.PROVED, DPSYM), outcome(said, TEXT))) is Status.SAMPLED


def test_a_text_that_differs_is_a_conflict_whatever_else_was_found():
    assert combine((outcome(Status.PROVED, DPSYM), outcome(Status.CONFLICT, TEXT))) is Status.CONFLICT


def test_two_proofs_are_told_by_name_and_one_leg_alone_proves_nothing():
    derived = Outcome("derive", DPSYM, Status.PROVED, "as told")
    covered = Outcome("proved", DEFINITION, Status.PROVED, "as told")
    assert proofs((derived, covered)) == ("derivation", "enclosure")
    assert proofs((derived, outcome(Status.SAMPLED, MECHANISM))) == ("derivation",)
    assert proofs((derived,)) == proofs((derived, outcome(Status.REFUTED, MECHANISM))) == ()


def test_one_refutation_needs_no_second_leg():
    assert combine((outcome(Status.REFUTED, MECHANISM), outcome(Status.CLAIMED, DPSYM))) is Status.REFUTED


def test_a_run_that_differs_beside_points_that_agree_is_a_conflict():
    assert combine((outcome(Status.REFUTED, MECHANISM), outcome(Status.SAMPLED, DPSYM))) is Status.CONFLICT


@pytest.mark.parametrize("check", CERTIFIED)
def test_a_certified_counterexample_wins_over_points_and_conflicts_with_a_proof(check):
    witness = Outcome(check, DEFINITION, Status.REFUTED, "as told")
    assert combine((witness, outcome(Status.SAMPLED, MECHANISM))) is Status.REFUTED
    assert combine((witness, outcome(Status.PROVED, DPSYM))) is Status.CONFLICT


def test_no_check_at_all_is_a_claim():
    assert combine(()) is Status.CLAIMED


def test_each_kind_of_check_has_its_place_in_every_table():
    kinds = {name.lower() for name in checks.__all__}
    assert kinds == set(LEGS) == set(CEILINGS) == {*REPLAYED, *LOOKED_AT_AGAIN, "audit"}
    assert set(PROOFS) == {kind for kind, most in CEILINGS.items() if most is Status.PROVED}
    assert set(CERTIFIED) <= kinds
