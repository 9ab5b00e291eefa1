"""The pytest plugin: a fixture `privacy` that holds a project's own numbers, curves and samplers against theorems.

pytest finds it by its entry point. The packages that it works with have common names, which a folder of tests may have too: they are
imported when a test asks for the fixture, and one that is found elsewhere is named.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from theorems.plugin.privacy import Privacy

_HOME = Path(__file__).resolve().parents[1]
_PACKAGES = ("theorems", "mechanisms")


@pytest.fixture
def privacy() -> Privacy:
    """Check numbers against certified values: ``privacy.check(Laplace(2), delta=1e-6, claimed=my_epsilon)``."""
    for name in _PACKAGES:
        if other := _elsewhere(name):
            pytest.fail(
                f"the fixture privacy needs the package {name} of dpsym, and {other} stands in front of it: rename it",
                False,
            )
    from theorems.plugin.privacy import Privacy

    return Privacy()


def _elsewhere(name: str) -> str:
    """Return where a package of ours is found that is not ours; nothing if it is."""
    loaded = sys.modules.get(name)
    found = getattr(loaded, "__spec__", None) if loaded is not None else find_spec(name)
    places = [*(found.submodule_search_locations or ()), found.origin] if found is not None else []
    if any(Path(place).resolve().is_relative_to(_HOME / name) for place in places if place):
        return ""
    return next((place for place in reversed(places) if place), f"a module {name} without a file")
