"""Items in batches: which of them a process that breaks costs, and that none is done twice without need."""

import os
import signal
import time
from collections import Counter

import pytest

from theorems.workers import Lost, Pool


def marked(item):
    """Note that an item was begun, in a file; some items end the process, hang, or raise."""
    number, folder, kind = item
    with open(os.path.join(folder, "begun"), "a", encoding="utf-8") as file:
        file.write(f"{number}\n")
    if kind == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    if kind == "hang":
        time.sleep(600)
    if kind == "raise":
        raise ValueError(f"no {number}")
    return 2 * number


def begun(folder):
    return Counter(map(int, (folder / "begun").read_text(encoding="utf-8").split()))


def items(folder, count, **kinds):
    by_number = {number: kind for kind, numbers in kinds.items() for number in numbers}
    return [(number, str(folder), by_number.get(number, "")) for number in range(count)]


@pytest.mark.parametrize("batch", [*(pytest.param(batch, marks=pytest.mark.slow) for batch in (1, 7)), 64])
def test_items_that_end_their_process_are_lost_alone(tmp_path, batch):
    deadly = {40, 41, 90}
    found = dict(Pool(marked, items(tmp_path, 150, kill=deadly), 2, ahead=2, batch=batch))
    assert sorted(found) == list(range(150))
    assert {number for number, what in found.items() if isinstance(what, Lost)} == deadly
    assert all(found[number] == 2 * number for number in range(150) if number not in deadly)
    twice = {number for number, times in begun(tmp_path).items() if times > 1}
    assert len(twice) <= len(deadly) * (batch if batch > 1 else 0)


@pytest.mark.slow
def test_an_item_that_never_answers_costs_itself(tmp_path):
    found = dict(Pool(marked, items(tmp_path, 60, hang={30}), 2, ahead=2, batch=16, patience=5.0))
    assert {number for number, what in found.items() if isinstance(what, Lost)} == {30}
    assert found[30].reason == "no answer in 5 seconds"


def test_batches_grow_while_items_are_quick_and_what_is_done_before_an_error_comes_out(tmp_path):
    found = []
    with pytest.raises(ValueError, match="no 77"):
        found.extend(Pool(marked, items(tmp_path, 100, **{"raise": {77}}), 1, batch=64))
    assert found == [(number, 2 * number) for number in range(77)]


class Unreadable:
    """What the other process cannot read."""

    def __reduce__(self):
        return exec, ("raise ModuleNotFoundError('No module named nowhere')",)


def test_an_item_that_cannot_be_read_raises_what_was_missing_instead_of_waiting_for_ever(tmp_path):
    with pytest.raises(ModuleNotFoundError, match="nowhere"):
        dict(Pool(marked, [*items(tmp_path, 2), Unreadable()], 2))
