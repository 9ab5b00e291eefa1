"""What CONTRIBUTING says is tried by doing it."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from sympy import Rational

from dpsym.guarantees.arrow import Request
from dpsym.guarantees.notions import PureDP
from dpsym.guarantees.search import all_arrows
from theorems.library.catalogue.half_line import KL_RAYLEIGH

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
LAW, THEOREM, ARROW = re.findall(r"^```python\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
QUESTION = """
import dpsym
from dpsym import *
from dpsym.families import FAMILIES
from dpsym.parse import parse
family = FAMILIES[-1]
print(family.name, family.first, family.second, parse("KL(Maxwell(1), Maxwell(2))").evalf(12))
"""


@pytest.mark.slow
def test_a_law_is_a_class_and_a_line(tmp_path):
    shutil.copytree(ROOT / "dpsym", tmp_path / "dpsym", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "dpsym/distributions/maxwell.py").write_text(LAW, encoding="utf-8")
    imports = tmp_path / "dpsym/distributions/__init__.py"
    line = "from dpsym.distributions.laplace import Laplace\n"
    text = imports.read_text(encoding="utf-8")
    imports.write_text(text.replace(line, line + "from dpsym.distributions.maxwell import Maxwell\n"), encoding="utf-8")

    done = subprocess.run(
        [sys.executable, "-c", QUESTION],
        cwd=tmp_path,
        env={"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )

    # E X^2 = 3, so that it is 3 log 2 + (3/2)(1/4 - 1)
    assert done.stdout.split() == ["Maxwell", "Maxwell(sigma1)", "Maxwell(sigma2)", "0.954441541680"], done.stderr


def test_a_theorem_is_a_constant_whose_checks_run():
    scope, false = {}, {}
    exec(THEOREM, scope)  # noqa: S102
    exec(THEOREM.replace("- 1)", "- 2)"), false)  # noqa: S102
    stated, wrong = scope["KL_RAYLEIGH"], false["KL_RAYLEIGH"]

    assert stated.statement == KL_RAYLEIGH.statement
    assert stated.checks[0].run(stated).status.is_backed
    assert not wrong.checks[0].run(wrong).status.is_backed


def test_an_arrow_takes_a_promise_to_a_promise():
    scope = {}
    exec(ARROW, scope)  # noqa: S102
    arrow = scope["PURE_ZCDP_QUADRATIC"]
    (ours,) = (each for each in all_arrows() if each.name == arrow.name)

    assert arrow.apply(PureDP(3), Request()).rho == ours.apply(PureDP(3), Request()).rho == Rational(9, 2)
    assert (arrow.theorems, arrow.cites) == (ours.theorems, ours.cites)


@pytest.mark.parametrize("file", ["CONTRIBUTING.md", "ARCHITECTURE.md"])
def test_every_file_that_is_named_is_there(file):
    named = re.findall(
        r"`((?:dpsym|mechanisms|theorems|papers|tests|\.ci)/[\w./]*|\w+\.toml)`",
        (ROOT / file).read_text(encoding="utf-8"),
    )
    missing = {name for name in named if not (ROOT / name).exists()}

    assert missing <= {"dpsym/distributions/maxwell.py", "paper.toml", "errata.toml"}
    assert named


def test_the_layers_are_those_of_the_contract():
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    (layers,) = re.findall(r"^```\n(session.*?)```", text, re.DOTALL | re.MULTILINE)
    names = " ".join(re.split(r"  +", line)[0] for line in layers.splitlines())
    drawn = set(re.findall(r"[a-z]+", names))
    contract = (
        (ROOT / "pyproject.toml")
        .read_text(encoding="utf-8")
        .split("inside dpsym imports run downwards")[1]
        .split("[[tool")[0]
    )

    rooms = set(re.findall(r"dpsym\.(\w+)", contract))
    assert drawn == {
        name for name in rooms if list((ROOT / "dpsym").glob(f"{name}*"))
    }  # the contract allows for rooms to come


def test_the_words_of_our_own_are_at_most_twenty():
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8").split("## Words of our own")[1]

    assert 10 < len(re.findall(r"^\| (?!word|---)", text, re.MULTILINE)) <= 20
