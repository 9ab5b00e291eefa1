"""The pytest plugin of this package: a fixture `privacy` that holds a project's own numbers, curves and samplers against theorems.

It is found by pytest as the entry point ``dpsym`` and costs nothing until a test asks for the fixture.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from theorems.plugin.privacy import Privacy


@pytest.fixture
def privacy() -> Privacy:
    """Check numbers against certified values: ``privacy.check(Laplace(2), delta=1e-6, claimed=my_epsilon)``."""
    from theorems.plugin.privacy import Privacy

    return Privacy()
