"""The reference values of families, as a module that has no place on the import path."""

from pathlib import Path

import pytest
from beside import beside


@pytest.fixture(scope="session")
def references():
    """The module of reference values beside this file."""
    return beside("mechanisms_family_references", Path(__file__).with_name("references.py"))
