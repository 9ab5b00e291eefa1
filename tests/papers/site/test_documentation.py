"""What the documentation shows is what happens: its sessions, its commands, its pictures."""

import doctest
import re
import shlex

import pytest
from click.testing import CliRunner

from mechanisms.files import MARK
from papers.site.documentation import documents
from papers.site.gallery import PLOTS, drawn
from papers.site.listing import SESSION

OWN = {name: one.text for name, one in documents().items() if name not in ("contributing", "architecture")}
BLOCKS = {name: re.findall(r"^```(\w+)\n(.*?)^```", text, re.MULTILINE | re.DOTALL) for name, text in OWN.items()}
SESSIONS = {
    name: "".join(text for language, text in blocks if language == "python" and ">>>" in text)
    for name, blocks in BLOCKS.items()
} | {"front page": SESSION + "\n"}
COMMANDS = sorted(
    {line for blocks in BLOCKS.values() for language, text in blocks if language == "sh" for line in text.splitlines()}
    - {"pip install dpsym"}
)


@pytest.mark.parametrize("name", [name for name, text in SESSIONS.items() if text])
def test_sessions_print_what_is_shown(name):
    session = doctest.DocTestParser().get_doctest(SESSIONS[name], {}, name, name, 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(session)

    assert session.examples
    assert runner.failures == 0


@pytest.mark.slow
@pytest.mark.parametrize("line", COMMANDS)
def test_commands_run(line, tmp_path, monkeypatch):
    from papers.cli import main

    monkeypatch.chdir(tmp_path)
    program, *arguments = shlex.split(line, comments=True)
    result = CliRunner().invoke(main, arguments)

    assert program == "dpsym"
    assert result.exit_code == 0, result.output


def test_what_a_page_of_commands_names_is_a_command():
    from papers.cli import EveryCommand

    consoles = [text for blocks in BLOCKS.values() for language, text in blocks if language == "console"]
    named = {line.split()[1] for text in consoles for line in text.splitlines() if line.startswith("dpsym ")}

    assert named
    assert named <= set(EveryCommand.homes)


@pytest.mark.parametrize(("name", "code"), [(name, code) for name, _, code in PLOTS[:1]])
def test_a_picture_is_drawn_by_the_lines_beside_it(name, code):
    made = drawn(code)

    assert made.startswith(b"\x89PNG")
    assert MARK.encode() in made


@pytest.mark.slow
@pytest.mark.parametrize("code", [code for _, _, code in PLOTS[1:]])
def test_the_other_pictures_too(code):
    assert drawn(code).startswith(b"\x89PNG")
