"""The modules of a project's library, imported as a package of the name of its folder, and counted as code that certificates hang on."""

from __future__ import annotations

import importlib
import re
import sys
from importlib.machinery import ModuleSpec
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from theorems import dependencies, independence, observe, sources
from theorems.project import Project, ProjectError


def modules(project: Project) -> list[ModuleType]:
    """Import the modules of a project's library, in the order of their names.

    Raises
    ------
    ProjectError
        If one cannot be imported, or the name of the folder is taken by an installed package; it names file and reason.
    """
    if project.library is None:
        return []
    package = _mount(project.library)
    found = []
    for path in sorted(project.library.rglob("*.py")):
        if not path.resolve().is_relative_to(project.library):
            raise ProjectError(f"{path} must be inside the library, got a link to {path.resolve()}")
        parts = path.relative_to(project.library).with_suffix("").parts
        if all(part.isidentifier() for part in parts) and parts[-1] != "__init__":
            found.append(_imported(".".join((package, *parts)), path))
    return found


def _imported(name: str, path: Path) -> ModuleType:
    try:
        return importlib.import_module(name)
    except Exception as error:  # a module of the user's own may raise anything; what it raised is told
        raise ProjectError(f"{path} must load, got {type(error).__name__}: {error}") from None


def _mount(folder: Path) -> str:
    """Make a folder importable as a package of its name, and its code part of what digests and roads look at."""
    name = folder.name
    if not re.fullmatch(r"[a-z_][a-z0-9_]*", name):
        raise ProjectError(f"library must be a folder whose name can be imported, got {folder}")
    mounted = sys.modules.get(name)
    if mounted is not None and list(mounted.__path__ or ()) == [str(folder)] and _is_ours(mounted):
        return name
    if mounted is not None and _is_ours(mounted):  # that of another project, looked at before
        for loaded in [one for one in sys.modules if one == name or one.startswith(f"{name}.")]:
            del sys.modules[loaded]
    _refuse_taken(name, folder)
    start = folder / "__init__.py"
    specification = ModuleSpec(name, None, origin=str(start), is_package=True)
    specification.submodule_search_locations = [str(folder)]
    if start.is_file():
        found = spec_from_file_location(name, start, submodule_search_locations=[str(folder)])
        specification = found or specification
    module = module_from_spec(specification)
    module.__dict__["__dpsym_project__"] = True
    sys.modules[name] = module
    _follow(name)
    if start.is_file() and specification.loader is not None:
        try:
            specification.loader.exec_module(module)
        except Exception as error:  # as for its modules
            del sys.modules[name]
            raise ProjectError(f"{start} must load, got {type(error).__name__}: {error}") from None
    return name


def _is_ours(module: ModuleType) -> bool:
    return "__dpsym_project__" in vars(module)


def _refuse_taken(name: str, folder: Path) -> None:
    """Refuse the name of a package that is installed: its modules would be looked for in the wrong place."""
    found = find_spec(name)
    places = list(found.submodule_search_locations or ()) if found is not None else []
    if found is not None and str(folder) not in places:
        raise ProjectError(
            f"library must not be called like an installed package, got {folder}; {name!r} is {found.origin}"
        )


def _follow(name: str) -> None:
    """Count a user's package as project code: a change in it outdates certificates, and roads that share it are one."""
    sources.follow(name)
    observe.forget()
    dependencies.forget()
    independence.follow(f"{name}.")
