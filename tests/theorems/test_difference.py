"""What differs between two versions of the registry, on planted pairs; nothing but certificates is read."""

import json
import subprocess
from dataclasses import replace

import pytest
from planted_registry import SOUND, call, line_changed, x
from sympy import Interval, oo

from theorems.check import run
from theorems.difference import Known, _with_kernel, differences, load, present, save, wider
from theorems.errors import CertificateError

ENTRY = Known("x <= x + 1", {"x": "in (0, oo)"}, ("x < 3",), "sampled", "a" * 32)


def kinds(old, new):
    return [(each.id, each.kind, each.how) for each in differences(old, new)]


def test_a_version_does_not_differ_from_itself():
    assert differences({"a.one": ENTRY}, {"a.one": ENTRY}) == []


def test_entries_that_came_and_went():
    assert kinds({"a.old": ENTRY}, {"a.new": ENTRY}) == [("a.new", "added", ""), ("a.old", "removed", "")]


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({"statement": "x <= x + 2", "fingerprint": "b"}, [("statement", "")]),
        ({"status": "proved"}, [("status", "")]),
        ({"status": "refuted", "fingerprint": "b"}, [("status", ""), ("checks", "")]),
        ({"domain": {"x": "in [0, oo)"}, "fingerprint": "b"}, [("domain", "wider")]),
        ({"domain": {"x": "in (1, oo)"}, "fingerprint": "b"}, [("domain", "narrower")]),
        ({"domain": {"x": "in (-1, 5)"}, "fingerprint": "b"}, [("domain", "other")]),
        ({"domain": {"x": "in (0, oo)", "y": "in [0, 1]"}}, [("domain", "other")]),
        ({"hypotheses": ()}, [("domain", "wider")]),
        ({"hypotheses": ("x < 3", "x > 1")}, [("domain", "narrower")]),
        ({"hypotheses": ("x > 1",)}, [("domain", "other")]),
        ({"hypotheses": (), "domain": {"x": "in [0, oo)"}}, [("domain", "wider")]),
        ({"hypotheses": (), "domain": {"x": "in (1, oo)"}}, [("domain", "other")]),
        ({"fingerprint": "b"}, [("checks", "")]),
    ],
)
def test_what_changed_is_named(change, found):
    assert [(kind, how) for _, kind, how in kinds({"a": ENTRY}, {"a": replace(ENTRY, **change)})] == found


@pytest.mark.parametrize(
    ("before", "after", "how"),
    [
        ("in (0, 1)", "in [0, 1]", "wider"),
        ("in [0, 1]", "in [0, 1)", "narrower"),
        ("in [1/3, 1/2]", "in [1/4, 1/2]", "wider"),
        ("in (-oo, oo)", "in (0, oo)", "narrower"),
        ("in (0, 1)", "in (2, 3)", "other"),
        ("any law of full support", "any law", "wider"),
        ("any law", "any law of full support", "narrower"),
        ("any law", "any kernel", "other"),
        ("in Naturals", "in Naturals0", "other"),
        ("in Naturals", "in Naturals", "same"),
    ],
)
def test_domains_are_compared_as_sets_where_they_can_be(before, after, how):
    assert wider(before, after) == how


def test_the_command_says_what_differs_and_exits_as_diff_does(sound, load, tmp_path):
    assert call(sound, "diff", "--save", str(tmp_path / "old.json")).exit_code == 0
    same = call(sound, "diff", str(tmp_path / "old.json"))
    assert (same.exit_code, same.output) == (0, "")
    changed = replace(SOUND[4], domain={x: Interval(0, oo)}, checks=SOUND[4].checks[:1])
    library = load(SOUND[0], *SOUND[2:4], changed, replace(SOUND[1], id="renyi.more"))
    list(run(library, list(library)))
    result = call(library, "diff", str(tmp_path / "old.json"))
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        "  kl.sharp: domain wider",
        "    - x in (0, oo)",
        "    + x in [0, oo)",
        "  kl.sharp: status proved -> sampled",
        "- renyi.laplace: x <= x + 1",
        "+ renyi.more: x <= x + 1",
    ]


def test_the_command_writes_json_and_compares_folders(sound, tmp_path):
    folder = tmp_path / "older"
    folder.mkdir()
    for path in sound.folder.glob("kl.jsonl"):
        (folder / path.name).write_bytes(path.read_bytes())
    result = call(sound, "diff", str(folder), str(sound.folder), "--json")
    assert result.exit_code == 1
    assert {(each["id"], each["kind"]) for each in json.loads(result.stdout)} == {
        ("renyi.definition", "added"),
        ("renyi.laplace", "added"),
    }


@pytest.fixture
def repository(sound):
    """Put the planted certificates under git, one commit."""
    settings = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"]
    for command in (["init", "-q"], ["add", "."], [*settings, "commit", "-q", "-m", "one"]):
        subprocess.run(["git", *command], cwd=sound.folder.parent, check=True, capture_output=True)
    return sound


def test_a_git_revision_is_read_without_being_checked_out(repository):
    assert load("HEAD", repository.folder) == present(repository)
    line_changed(repository.folder, "kl.sharp", lambda line: "")
    result = call(repository, "diff", "HEAD")
    assert (result.exit_code, result.stdout) == (1, "  kl.sharp: status proved -> claimed\n")


@pytest.mark.parametrize("name", ["no-such-thing", "--help", "HEAD~1"])
def test_an_unknown_version_is_an_error_of_one_line(repository, name):
    result = call(repository, "diff", "--", name)
    assert (result.exit_code, len(result.stderr.splitlines())) == (2, 1)
    assert "must be a folder, a snapshot or a git revision" in result.stderr


@pytest.mark.parametrize("text", ["{", "[]", '{"id": "a"}', '{"id": "a", "domain": 3}', "\xff"])
def test_a_damaged_version_is_refused(tmp_path, text):
    (tmp_path / "old.json").write_text(text)
    with pytest.raises(CertificateError, match=r"snapshot .* must have whole lines"):
        load(str(tmp_path / "old.json"), tmp_path)


def test_an_empty_folder_is_no_version(tmp_path):
    with pytest.raises(
        CertificateError, match=r"must hold certificates of one line an entry, in files \*.jsonl, got none"
    ):
        load(str(tmp_path), tmp_path)


def test_a_snapshot_is_read_back(sound, tmp_path):
    save(present(sound), tmp_path / "now.json")
    assert load(str(tmp_path / "now.json"), sound.folder) == present(sound)


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({}, "proved"),
        ({"refuted": True}, "refuted"),
        ({"grade": "finite"}, "sampled"),
        ({"fingerprint": "of another statement"}, "sampled"),
        ({"id": "another"}, "sampled"),
    ],
)
def test_a_revision_has_the_statuses_that_the_kernel_gave_it(change, status):
    known = Known("x <= 1", {"x": "in [0, 1]"}, (), "sampled", "f")
    verdict = {"id": "one", "grade": "exact", "refuted": False, "fingerprint": "f", **change}
    assert _with_kernel({"one": known}, json.dumps(verdict))["one"].status == status
