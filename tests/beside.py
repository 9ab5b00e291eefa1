"""Modules of tests that have no place on the import path."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType


def beside(name: str, path: Path) -> ModuleType:
    """Return the module of a file, loaded once under a name of its own."""
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
    return sys.modules[name]
