"""What moved since a snapshot: the formula, the library, or the number."""

import json

import pytest

from theorems.regress import ClaimsFileError, snapshot
from theorems.regress.moves import moves, told

ROWS = [
    ("a", "Laplace(2)", "epsilon", "", "0.5", ""),
    ("", "Gaussian(sigma=2).compose(4)", "epsilon", "1e-5", "4.3772", "upper"),
    ("c", "Gaussian(1)", "epsilon", "1e-5", "4.3", "upper"),
]


@pytest.fixture
def frozen(write):
    return snapshot.freeze(write(ROWS), limit=0)


def moved(frozen, claims=None):
    return moves(json.loads(json.dumps(frozen)), claims, limit=0)


def test_a_snapshot_holds_claims_brackets_theorems_and_versions(frozen):
    row = frozen["rows"][0]

    assert (row["mechanism"], row["value"], row["verdict"]) == ("Laplace(2)", "0.5", "right")
    assert float(row["lower"]) <= 0.5 <= float(row["upper"])
    assert set(frozen["theorems"]) == {
        "dp.pure.max_divergence",
        "max.laplace",
        "dp.approx.event",
        "profile.composed.gaussian",
        "profile.gaussian",
    }
    assert frozen["theorems"]["max.laplace"]["status"] == "proved"
    assert len(frozen["theorems"]["max.laplace"]["statement"]) >= 32
    assert {"python", "sympy", "python-flint"} <= set(frozen["versions"])


def test_nothing_moved_where_nothing_changed_and_unsound_rows_are_told_again(frozen):
    found = moved(frozen)

    assert (found["formula"], found["library"], found["number"], found["versions"]) == ([], [], [], {})
    assert [row["claim"] for row in found["unsound"]] == ["c: Gaussian(1): epsilon = 4.3 at delta = 1e-5"]


def test_a_statement_or_a_status_that_changed_is_the_formula(frozen):
    frozen["theorems"]["max.laplace"]["statement"] = "other"
    frozen["theorems"]["profile.gaussian"]["status"] = "sampled"

    found = moved(frozen)
    assert [(each["theorem"], each["what"]) for each in found["formula"]] == [
        ("max.laplace", "statement"),
        ("profile.gaussian", "status"),
    ]
    assert any("max.laplace (statement): other -> " in line for line in told(found))


def test_an_entry_that_is_gone_is_the_formula(frozen):
    frozen["theorems"]["no.such.entry"] = {"statement": "x", "status": "proved"}

    assert moved(frozen)["formula"] == [{"theorem": "no.such.entry", "what": "statement", "was": "x", "is": ""}]


def test_a_bracket_that_no_longer_meets_the_old_one_or_another_verdict_is_the_library(frozen):
    frozen["rows"][1] |= {"lower": "4.4", "upper": "4.5"}
    frozen["rows"][2] |= {"verdict": "right"}
    frozen["versions"]["python-flint"] = "0.0"

    found = moved(frozen)
    assert [each["was"] for each in found["library"]] == ["[4.4, 4.5]", "right"]
    assert found["library"][1]["is"].startswith("unsound: below the truth")
    assert "python-flint" in found["versions"]


def test_a_value_that_changed_came_or_went_is_the_number(frozen, write):
    changed = [(*ROWS[0][:4], "0.6", ""), ROWS[1], ("d", "Laplace(1)", "epsilon", "", "1", "")]

    found = moved(frozen, write(changed))
    assert [(each["was"], each["is"]) for each in found["number"]] == [("4.3", None), ("0.5", "0.6"), (None, "1")]
    assert found["library"] == []


def test_rows_that_differ_in_their_values_alone_are_told_apart_by_their_order(write):
    twice = [("", "Laplace(2)", "epsilon", "", value, "upper") for value in ("0.5", "0.6")]
    found = moved(snapshot.freeze(write(twice), limit=0), write([twice[0], (*twice[1][:4], "0.7", "upper")]))

    assert [(each["was"], each["is"]) for each in found["number"]] == [("0.6", "0.7")]


def test_a_snapshot_is_known_by_its_beginning_and_a_damaged_one_refused(frozen, write, tmp_path):
    path = tmp_path / "frozen.json"
    snapshot.write(frozen, path)

    assert snapshot.is_snapshot(path)
    assert snapshot.read(path) == frozen | {"generator": "written by dpsym"}
    assert not snapshot.is_snapshot(write(ROWS))
    path.write_text(path.read_text()[:-400])
    assert snapshot.is_snapshot(path)
    with pytest.raises(ClaimsFileError, match="must be one that `dpsym freeze` wrote, whole"):
        snapshot.read(path)


@pytest.mark.parametrize(
    "text",
    [
        lambda found: "\ufeff" + json.dumps(found, indent=1),
        lambda found: json.dumps(found, separators=(",", ":")),
        lambda found: json.dumps(found, indent=4, sort_keys=True),
    ],
    ids=["byte order mark", "compact", "sorted"],
)
def test_a_snapshot_that_another_program_wrote_again_is_one(frozen, tmp_path, text):
    path = tmp_path / "frozen.json"
    path.write_text(text(frozen), encoding="utf-8")

    assert snapshot.is_snapshot(path)
    assert snapshot.read(path) == frozen


@pytest.mark.parametrize(
    "part",
    [
        {"theorems": {"a": {}}},
        {"theorems": []},
        {"versions": {"python": 3}},
        {"code": None},
        {"rows": [{"bracket": None, "at": {}, "verdict": "right", "lower": 1, "upper": None, "theorems": []}]},
        {
            "rows": [
                {"bracket": None, "at": {"delta": []}, "verdict": "right", "lower": None, "upper": None, "theorems": []}
            ]
        },
    ],
    ids=str,
)
def test_a_snapshot_with_a_part_that_is_none_is_refused(frozen, tmp_path, part):
    path = tmp_path / "frozen.json"
    snapshot.write({**frozen, **part}, path)

    with pytest.raises(ClaimsFileError, match="must be one that `dpsym freeze` wrote, whole"):
        snapshot.read(path)


def test_another_direction_or_unit_of_a_named_row_is_told(write):
    frozen = snapshot.freeze(write([("a", "Gaussian(1)", "mu", "", "1", ""), ROWS[0]]), limit=0)
    header = "name,mechanism,quantity,value,direction,unit"
    changed = [("a", "Gaussian(1)", "mu", "1", "upper", ""), ("a", "Laplace(2)", "epsilon", "0.5", "", "bits")]

    assert [(each["was"], each["is"]) for each in moved(frozen, write(changed, header))["number"]] == [
        ("a: Gaussian(1): mu = 1, direction exact", "a: Gaussian(1): mu = 1, direction upper"),
        ("a: Laplace(2): epsilon = 0.5, unit left out", "a: Laplace(2): epsilon = 0.5, unit bits"),
    ]
