"""Each entry that is sampled alone says what stands in the way of a proof, and no other entry does."""

from theorems.describe import describe, record
from theorems.registry import registry
from theorems.status import Status
from theorems.unproved import _reasons, missing


def test_all_that_is_sampled_alone_and_nothing_else_names_what_is_missing():
    library = registry()
    sampled = {id for id in library if library.own_status(id) is Status.SAMPLED}
    assert set(_reasons()) == sampled


def test_the_reason_is_told_where_the_status_is():
    assert missing("gdp.to_renyi") in " ".join(describe("gdp.to_renyi").split())
    assert record(registry(), "renyi.laplace")["missing"] == missing("renyi.laplace") == ""
