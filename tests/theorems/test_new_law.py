"""A law that is added outdates what runs it, and nothing else."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import planting
import pytest

HOUSE = Path(__file__).parents[2]
LAW = re.findall(
    r"^```python\n(.*?)^```", (HOUSE / "CONTRIBUTING.md").read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
)[0]
ENTRIES = (
    "theorems.library.catalogue.half_line:kl.rayleigh",
    "theorems.library.catalogue.choices:tradeoff.rr",
    "theorems.library.functional.testing:dp.trivial",
    "theorems.library.conversion.gaussian:zcdp.group",
)
DIGESTS = "import json, sys; from theorems import dependencies; print(json.dumps([dependencies.digest(each) for each in json.load(sys.stdin)]))"
PAIR = """

def maxwell_pair(scale_p: float, scale_q: float) -> Pair:
    laws = [partial(_log_maxwell, scale=scale) for scale in both("scale", scale_p, scale_q)]
    return Pair(laws[0], laws[1], (scale_p, scale_q), (0.0, math.inf))


def _log_maxwell(x: Array, scale: float) -> Array:
    return 2 * np.log(x) - x**2 / (2 * scale**2) - 3 * math.log(scale)
"""
RUN = "\n\ndef maxwell(sigma1: float, sigma2: float) -> Pair:\n    return half_line.maxwell_pair(sigma1, sigma2)\n"
TABLE = '''"""Maxwell laws."""

from sympy import log

from dpsym.distributions import Maxwell
from dpsym.parameters import sigma1, sigma2
from theorems.library.catalogue import runs
from theorems.library.catalogue.family import Family

_PAIR = Family("two Maxwell laws", (Maxwell(sigma1), Maxwell(sigma2)), runs.maxwell)
KL_MAXWELL = _PAIR.closed("kl.maxwell", 3 * log(sigma2 / sigma1) + 3 * (sigma1**2 / sigma2**2 - 1) / 2)
'''


def added(root):
    """Add a law as CONTRIBUTING says: the class, its pair, noise of its own, a table of the catalogue."""
    (root / "dpsym/distributions/maxwell.py").write_text(LAW)
    (root / "mechanisms/noise/maxwell.py").write_text('"""Maxwell noise."""\n\n\nclass Maxwell:\n    pass\n')
    (root / "theorems/library/catalogue/maxwell.py").write_text(TABLE)
    for place, text in (("mechanisms/families/half_line.py", PAIR), ("theorems/library/catalogue/runs.py", RUN)):
        (root / place).write_text((root / place).read_text() + text)
    replaced(
        root / "dpsym/distributions/__init__.py",
        "",
        "from dpsym.distributions.maxwell import Maxwell\n",
        "from dpsym.distributions.multi",
    )
    replaced(
        root / "mechanisms/__init__.py",
        "",
        "    from mechanisms.noise.maxwell import Maxwell\n",
        "    from mechanisms.noise.planar",
    )


def replaced(path, old, new, before=""):
    text = path.read_text()
    assert old + before in text
    path.write_text(text.replace(old + before, new + before, 1))


def asked(root, program, given="", *arguments):
    environment = {
        **os.environ,
        "PYTHONPATH": str(root),
        "DPSYM_CACHE": str(root / "cache"),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    done = subprocess.run(
        [sys.executable, *program, *arguments],
        cwd=root,
        env=environment,
        input=given,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout.splitlines()[-1])


@pytest.mark.slow
def test_a_new_law_outdates_no_entry_that_does_not_run_it(tmp_path):
    for package in ("dpsym", "mechanisms", "theorems"):
        shutil.copytree(
            HOUSE / package, tmp_path / package, ignore=shutil.ignore_patterns("certificates", "coq", "__pycache__")
        )
    found = asked(tmp_path, (planting.__file__,), "", "record", *ENTRIES)["first"]
    assert all(each["found"] and each["names"] for each in found.values())
    names = json.dumps([each["names"] for each in found.values()])

    before = asked(tmp_path, ("-c", DIGESTS), names)
    added(tmp_path)
    after = asked(tmp_path, ("-c", DIGESTS), names)
    replaced(
        tmp_path / "dpsym/distributions/gamma.py", "log(point): S.One", "log(point): 2 * S.One"
    )  # Rayleigh's density
    changed = asked(tmp_path, ("-c", DIGESTS), names)

    assert after == before
    assert [one == other for one, other in zip(after, changed, strict=True)] == [False, True, True, True]
