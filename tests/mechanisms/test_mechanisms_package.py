"""The package as a whole: what it exports, what it imports, its errors."""

import ast
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import mechanisms
from mechanisms.errors import ConvergenceError, GeneratorError, MechanismError, ParameterError

ROOT = Path(__file__).parents[2]

LIGHT = """
import sys
import mechanisms
print(sorted(name for name in sys.modules if name.split(".")[0] in {names!r}))
"""

ALL_OF_IT = """
import sys
import numpy as np
from mechanisms import *
from mechanisms.numeric.goodness import goodness_of_counts, goodness_of_fit
rng = np.random.default_rng(1)
for mechanism in (Laplace(1.0), Gaussian(1.0)):
    goodness_of_fit(mechanism.release(np.zeros(100), rng), mechanism.cdf)
    mechanism.renyi(2), mechanism.hockey_stick(0.5), mechanism.max_divergence()
goodness_of_counts([3, 4], [0.5, 0.5])
RandomizedResponse(1.0).renyi(2)
print(sorted(name for name in sys.modules if name.split(".")[0] in {names!r}))
"""


def pickled(value):
    return pickle.loads(pickle.dumps(value))  # noqa: S301


def modules_after(script, *names):
    command = [sys.executable, "-c", script.format(names=set(names))]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


def test_importing_the_package_loads_no_numeric_library():
    assert modules_after(LIGHT, "scipy", "numba", "matplotlib", "numpy") == "[]"


def test_using_the_package_loads_no_symbolic_or_ball_arithmetic():
    assert modules_after(ALL_OF_IT, "sympy", "mpmath", "flint", "dpsym") == "[]"


def test_every_exported_name_is_there_once():
    assert len(set(mechanisms.__all__)) == len(mechanisms.__all__)
    assert set(dir(mechanisms)) >= set(mechanisms.__all__)
    assert all(hasattr(mechanisms, name) for name in mechanisms.__all__)


def test_what_type_checkers_see_is_what_is_exported():
    tree = ast.parse(Path(mechanisms.__file__).read_text(encoding="utf-8"))
    block = next(node for node in tree.body if isinstance(node, ast.If))
    seen = {}
    for line in block.body:
        for alias in line.names:
            home = line.module.removeprefix("mechanisms.")
            seen[alias.asname or alias.name] = f"{home}:{alias.name}" if alias.asname else home
    assert seen == mechanisms.HOMES
    assert set(seen) == set(mechanisms.__all__)


def test_a_name_that_is_not_exported_is_an_attribute_error():
    with pytest.raises(AttributeError, match="has no attribute 'Laplase'"):
        mechanisms.Laplase  # noqa: B018


def test_two_names_are_others_at_home():
    from mechanisms.accounting import compose
    from mechanisms.geometry import Product

    assert mechanisms.compose_losses is compose
    assert mechanisms.ProductBody is Product


def test_a_parameter_error_names_parameter_rule_and_value():
    with pytest.raises(ParameterError, match=r"^scale must be positive and finite, got -1\.0$") as caught:
        mechanisms.Laplace(-1.0)
    assert (caught.value.parameter, caught.value.value) == ("scale", -1.0)
    assert caught.value.rule == "positive and finite"


@pytest.mark.parametrize("error", [ParameterError("b", "positive", -1.0), GeneratorError("rng", "a Generator", 7)])
def test_errors_survive_pickling(error):
    copy = pickled(error)
    assert (type(copy), str(copy), copy.args) == (type(error), str(error), error.args)


def test_errors_are_the_builtins_that_one_expects():
    assert issubclass(ParameterError, (MechanismError, ValueError))
    assert issubclass(ParameterError, ValueError)
    assert issubclass(GeneratorError, TypeError)
    assert issubclass(ConvergenceError, ArithmeticError)
    assert all(issubclass(error, MechanismError) for error in (ParameterError, GeneratorError, ConvergenceError))
