"""What the documentation shows is what happens: the session of the front page, the commands that pages name, the pictures.

The sessions and commands of the guides, of which the other pages are made, are run by `tests/test_readme.py`.
"""

import doctest
import re

import pytest

from mechanisms.files import MARK
from papers.site.documentation import documents
from papers.site.gallery import PLOTS, drawn
from papers.site.listing import SESSION


def test_the_session_of_the_front_page_prints_what_is_shown():
    session = doctest.DocTestParser().get_doctest(SESSION + "\n", {}, "front", "front", 0)
    runner = doctest.DocTestRunner()
    runner.run(session)

    assert session.examples
    assert runner.failures == 0


def test_what_a_page_of_commands_names_is_a_command():
    from papers.cli import EveryCommand

    texts = [one.text for one in documents().values()]
    blocks = [
        block for text in texts for block in re.findall(r"^```console\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    ]
    named = {line.split()[1] for block in blocks for line in block.splitlines() if line.startswith("dpsym ")}

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
