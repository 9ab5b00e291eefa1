"""A digest of the code that a sweep runs, so that results of other code are not taken for its own."""

from __future__ import annotations

import ast
import functools
import hashlib
import inspect
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from mechanisms.errors import ParameterError
from mechanisms.sweep.cells import canonical, plain

_RULE = (
    "a named function without a closure whose source is in a file, or a functools.partial of one with plain arguments"
)


def code_digest(function: Callable[..., Any], depends: Sequence[ModuleType] = ()) -> str:
    """Return a digest of the code of a function: its file, this package, and the modules that it is said to use.

    Comments and layout do not count. The version of numpy does, since it decides what a seed gives.

    Parameters
    ----------
    function : callable
        A named function without a closure, or a ``functools.partial`` of one with plain arguments.
    depends : sequence of module
        Further modules, or packages with all their modules.

    Raises
    ------
    ParameterError
        If the source cannot be read, or would not tell the function from another one.
    """
    arguments = []
    inner: Any = function
    while isinstance(inner, functools.partial):
        arguments.append(_arguments(inner, function))
        inner = inner.func
    if not isinstance(inner, FunctionType) or inner.__closure__ or inner.__name__ == "<lambda>":
        raise ParameterError("function", _RULE, function)
    try:
        own = inspect.getsourcefile(inner)
    except TypeError:
        own = None
    if own is None or not Path(own).is_file():
        raise ParameterError("function", _RULE, function)
    sources = [Path(own), *(path for module in depends for path in _files(module))]
    parts = [np.__version__, package_digest(), inner.__qualname__, *arguments, *map(_mathematics, sources)]
    return _digest(parts)


@functools.cache
def package_digest() -> str:
    """Return a digest of the code of this package, as it is on this machine."""
    return _digest(map(_mathematics, sorted(Path(__file__).parents[1].rglob("*.py"))))


def _arguments(partial: functools.partial[Any], function: Any) -> str:
    try:
        return canonical(plain({"args": partial.args, "keywords": partial.keywords}))
    except ParameterError:
        raise ParameterError("function", _RULE, function) from None


def _files(module: Any) -> list[Path]:
    if not isinstance(module, ModuleType) or getattr(module, "__file__", None) is None:
        raise ParameterError("depends", "modules whose source is in a file", module)
    file = Path(str(module.__file__))
    return sorted(file.parent.rglob("*.py")) if file.name == "__init__.py" else [file]


def _mathematics(path: Path) -> str:
    return ast.dump(ast.parse(path.read_text(encoding="utf-8")))


def _digest(parts: Iterable[str]) -> str:
    total = hashlib.sha256()
    for part in parts:
        total.update(hashlib.sha256(part.encode()).digest())
    return total.hexdigest()
