"""A law is one class and one line of import: names, words and tables follow from it."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import dpsym
from dpsym import distributions, divergences
from dpsym.distributions import LAWS, Law
from dpsym.errors import ParseError
from dpsym.families import FAMILIES
from dpsym.parse import parse

ROOT = Path(__file__).parents[2]
CLASS = '''
from sympy import Integer, S, log, pi
from dpsym.distributions.base import Law
from dpsym.parameters import DEVIATION


class Maxwell(Law):
    """The length of a centred Gaussian vector in space."""

    parameters = (DEVIATION,)

    @property
    def ends(self):
        return S.Zero, S.Infinity

    def terms(self, point):
        sigma = self.args[0]
        return {log(point): Integer(2), point**2: -1 / (2 * sigma**2), S.One: log(2 / pi) / 2 - 3 * log(sigma)}
'''
QUESTION = """
import dpsym
from dpsym import *
from dpsym.families import FAMILIES
from dpsym.parse import parse
family = FAMILIES[-1]
print(family.name, family.first, family.second, parse("KL(Maxwell(1), Maxwell(2))").evalf(12))
"""


def test_a_new_law_is_a_class_and_a_line(tmp_path):
    shutil.copytree(ROOT / "dpsym", tmp_path / "dpsym", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "dpsym/distributions/maxwell.py").write_text(CLASS, encoding="utf-8")
    imports = tmp_path / "dpsym/distributions/__init__.py"
    line = "from dpsym.distributions.laplace import Laplace\n"
    text = imports.read_text(encoding="utf-8")
    imports.write_text(text.replace(line, line + "from dpsym.distributions.maxwell import Maxwell\n"), encoding="utf-8")

    done = subprocess.run([sys.executable, "-c", QUESTION], cwd=tmp_path, env={"PYTHONPATH": str(tmp_path)}, capture_output=True,
                          text=True, check=False)

    # E X^2 = 3, so that it is 3 log 2 + (3/2)(1/4 - 1)
    assert done.stdout.split() == ["Maxwell", "Maxwell(sigma1)", "Maxwell(sigma2)", "0.954441541680"], done.stderr


def test_every_law_is_a_name_of_the_package_and_nothing_abstract_is():
    assert {name for name in LAWS if name != "RR"} | set(divergences.HEADS) <= set(dpsym.__all__)
    assert not any(issubclass(Law, kind) or kind.is_abstract for kind in LAWS.values())
    assert {"Law", "LocationFamily", "LocationScale", "Discrete"}.isdisjoint({*LAWS, *dpsym.__all__})
    assert set(dpsym.__all__) <= set(dir(dpsym))


@pytest.mark.parametrize("name", ["AnyLaw", "MultivariateGaussian", "Law", "LocationScale", "Discrete", "Divergence", "Piece"])
def test_what_has_no_arguments_that_can_be_written_is_no_word(name):
    assert hasattr(distributions, name) or hasattr(divergences, name)
    with pytest.raises(ParseError, match=f"unknown function {name}"):
        parse(f"{name}(1)")


def test_every_law_with_parameters_is_in_the_tables():
    shown = {type(law) for family in FAMILIES for law in (family.first, family.second)}

    assert {kind for kind in LAWS.values() if kind.parameters} <= shown
