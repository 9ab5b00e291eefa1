"""The reference values of families, as a module that has no place on the import path."""

import importlib.util
import sys
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def references():
    """The module of reference values beside this file."""
    name = "mechanisms_family_references"
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, Path(__file__).with_name("references.py"))
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
    return sys.modules[name]
