"""A share of many things, another with each commit."""

import pytest
from planted_registry import call

from theorems.share import commit, drawn

NAMES = [f"topic.{number}" for number in range(500)]


def test_a_share_is_as_large_as_was_said_and_the_same_for_the_same_text():
    assert len(drawn(NAMES, 0.02, "one")) == 10
    assert drawn(NAMES, 0.02, "one") == drawn(list(reversed(NAMES)), 0.02, "one")
    assert set(drawn(NAMES, 0.02, "one")) != set(drawn(NAMES, 0.02, "two"))
    assert sorted(drawn(NAMES, 1.0, "one")) == sorted(NAMES)


def test_a_share_of_nothing_is_empty_and_of_little_is_one():
    assert drawn(NAMES, 0.0, "one") == []
    assert len(drawn(NAMES[:3], 0.02, "one")) == 1
    assert drawn([], 0.5, "one") == []


def test_every_name_is_drawn_by_some_text():
    assert set().union(*(drawn(NAMES, 0.02, str(seed)) for seed in range(600))) == set(NAMES)


def test_outside_a_repository_there_is_no_commit(tmp_path):
    assert commit(tmp_path) == ""


@pytest.mark.parametrize("options", [("--again", "0.5"), ("--frozen", "--again", "1.5"), ("--frozen", "--again", "-1")])
def test_a_share_that_makes_no_sense_is_a_mistake_in_the_command(sound, options):
    assert call(sound, "check", *options).exit_code == 2


def test_entries_that_are_run_again_are_counted_and_nothing_is_written(sound):
    before = {path: path.read_bytes() for path in sound.folder.rglob("*.jsonl")}
    result = call(sound, "check", "--frozen", "--again", "0.4")
    assert (result.exit_code, "2 entries are run again" in result.stderr) == (0, True)
    assert {path: path.read_bytes() for path in sound.folder.rglob("*.jsonl")} == before
