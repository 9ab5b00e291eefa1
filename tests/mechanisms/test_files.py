"""Files: what is replaced, what never is, with which mode, and what a failure leaves behind."""

import os
import socket
import stat
import subprocess
import sys
from functools import partial

import pytest

from mechanisms.errors import FileError
from mechanisms.files import MARK, check_replaceable, locked, marked, replaced, write

HOLD = "import sys, time; from mechanisms.files import locked\nwith locked(sys.argv[1]): print(1, flush=True); time.sleep(60)"


def test_a_new_file_an_empty_one_and_one_of_our_own_are_written(tmp_path):
    path = tmp_path / "out.tex"
    for text in ("", marked("one\n", "latex"), marked("two\n", "latex")):
        write(path, text)
        assert path.read_text() == text
    assert os.listdir(tmp_path) == ["out.tex"]


def test_a_file_of_somebody_else_is_replaced_by_force_alone(tmp_path):
    path = tmp_path / "out.tex"
    path.write_text("mine")
    with pytest.raises(FileError, match=r"out.tex must be a new file, or one that dpsym wrote, unless --force"):
        write(path, "theirs")
    assert path.read_text() == "mine"
    write(path, "theirs", force=True)
    assert path.read_text() == "theirs"


@pytest.mark.parametrize("force", [False, True])
def test_links_devices_pipes_sockets_and_folders_are_never_replaced(tmp_path, force):
    target = tmp_path / "target"
    target.write_text(f"mine, although it was {MARK}")
    (tmp_path / "link").symlink_to(target)
    (tmp_path / "dangling").symlink_to(tmp_path / "nowhere")
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    with socket.socket(socket.AF_UNIX) as end:
        end.bind(str(tmp_path / "socket"))
    for path in (*map(tmp_path.joinpath, ("link", "dangling", "pipe", "folder", "socket")), os.devnull):
        before = os.lstat(path)
        for attempt in (partial(write, text="", force=force), lambda place: locked(place).__enter__()):
            with pytest.raises(FileError, match="must be a regular file"):
                attempt(path)
        assert os.lstat(path)[:3] == before[:3]
    assert target.read_text().startswith("mine")
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o644, 0o666])
def test_a_file_keeps_its_mode_and_what_is_beside_it_is_not_wider(tmp_path, mode):
    path = tmp_path / "out"
    path.touch()
    path.chmod(mode)
    with replaced(path) as beside:
        assert stat.S_IMODE(beside.stat().st_mode) == mode
        beside.write_text(MARK)
    assert stat.S_IMODE(path.stat().st_mode) == mode


def test_a_failure_leaves_the_old_file_and_nothing_else(tmp_path):
    path = tmp_path / "out"
    path.write_text(MARK)
    with pytest.raises(ZeroDivisionError), replaced(path) as beside:
        beside.write_text(str(1 / 0))
    assert (path.read_text(), os.listdir(tmp_path)) == (MARK, ["out"])


def test_what_appears_meanwhile_is_not_replaced(tmp_path):
    path = tmp_path / "out"
    with pytest.raises(FileError, match="one that dpsym wrote"), replaced(path):
        path.write_text("mine")
    assert path.read_text() == "mine"


def test_a_place_that_cannot_be_written_is_one_line(tmp_path):
    with pytest.raises(FileError, match="must be writable, got: No such file or directory"):
        write(tmp_path / "absent" / "out", "")
    (tmp_path / "file").touch()
    with pytest.raises(FileError, match="must be writable, got: Not a directory"):
        check_replaceable(tmp_path / "file" / "out")


@pytest.mark.parametrize("size", [0, 1 << 18])
def test_the_mark_is_found_at_either_end(tmp_path, size):
    path = tmp_path / "out"
    for text in (MARK + "x" * size, "x" * size + MARK):
        path.write_text(text)
        check_replaceable(path)


@pytest.mark.parametrize("form", ["bibtex", "dot", "latex", "markdown", "text", "xml"])
def test_a_mark_is_a_last_line(form):
    first, last, rest = marked("a\n\n", form).split("\n")
    assert (first, rest) == ("a", "")
    assert MARK in last


@pytest.mark.parametrize("text", ["{}", '{"a": [1]}\n', '{\n "a": {}\n}\n'])
def test_a_mark_in_json_is_a_field(text):
    import json

    assert json.loads(marked(text, "json")) == {**json.loads(text), "generator": MARK}


def test_one_run_holds_a_file_and_a_kill_gives_it_free(tmp_path):
    path = tmp_path / "out"
    command = [sys.executable, "-c", HOLD, str(path)]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=env) as process:
        process.stdout.readline()
        with pytest.raises(FileError, match="one that no other run has open"), locked(path):
            pass
        process.kill()
    with locked(path) as file:
        file.write(b"x")
    assert path.read_bytes() == b"x"
