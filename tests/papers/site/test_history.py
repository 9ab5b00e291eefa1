"""The history of statuses: what git tells of certificates, line by line."""

import json
import shutil
import subprocess

import pytest

from papers.site.history import histories, moments


def line(id, status, **more):
    return json.dumps({"id": id, "status": status, **more})


def test_a_status_is_told_on_the_day_on_which_it_became_so_and_not_again():
    log = (
        f"\x002026-01-01\n\n+{line('x.two', 'sampled')}\n"
        f"\x002026-01-01\n\ndiff --git a/x.jsonl b/x.jsonl\n+++ b/x.jsonl\n+{line('x.one', 'sampled')}\n+{line('x.two', 'proved')}\n"
        f"\x002026-01-02\n\n-{line('x.one', 'sampled')}\n+{line('x.one', 'sampled', digest='2')}\n"
        f"\x002026-01-03\n\n-{line('x.one', 'sampled')}\n+{line('x.one', 'proved')}\n"
    )

    assert moments(log) == {
        "x.one": [("2026-01-01", "sampled"), ("2026-01-03", "proved")],
        "x.two": [("2026-01-01", "proved")],
    }


@pytest.mark.skipif(shutil.which("git") is None, reason="there is no git")
def test_the_history_of_a_folder_is_read_from_git_and_its_subfolders_are_not(tmp_path):
    class Library:
        folder = tmp_path

        def by_folder(self, ids):
            return [(self, list(ids))]

        def __iter__(self):
            return iter(["x.one", "x.new"])

    def git(*arguments):
        subprocess.run(
            ["git", "-c", "user.name=n", "-c", "user.email=e", *arguments],
            cwd=tmp_path,
            check=True,
            capture_output=True,
        )

    assert histories(Library()) == {}
    git("init")
    (tmp_path / "code").mkdir()
    (tmp_path / "code" / "x.jsonl").write_text(line("x.one", "nothing") + "\n")
    for status in ("sampled", "proved"):
        (tmp_path / "x.jsonl").write_text(line("x.one", status) + "\n")
        git("add", ".")
        git("commit", "-m", status)

    ((id, told),) = histories(Library()).items()
    assert id == "x.one"
    assert told[-1][1] == "proved"
    assert "nothing" not in [status for _, status in told]
