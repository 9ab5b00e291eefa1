"""Edit a copy of certificates as somebody would who wants to be believed, digests included."""

import copy
import json
import shutil

from theorems import lines
from theorems.certificate import REPLAY, certify, digest, write
from theorems.mutants import record
from theorems.ran import CODE
from theorems.registry import registry


def certified(folder, ids, attacked=()):
    """Return a registry with fresh certificates of these entries in a folder, and with attacks on some."""
    library = copy.copy(registry())
    library.folder = folder
    for id in ids:
        write(*certify(library[id]), folder)
    for id in attacked:
        record.attack_and_write(id, library)
    return library


class Forger:
    """A copy of the folder of a registry, with its lines as data that can be changed in place.

    Parameters
    ----------
    library : Registry
        What is copied.
    folder : Path
        Where to.
    """

    def __init__(self, library, folder):
        shutil.copytree(library.folder, folder)
        self.library = copy.copy(library)
        self.library.folder = self.folder = folder
        self._open = {}

    def _line(self, id, name):
        key = id, name
        if key not in self._open:
            self._open[key] = lines.read(id, self.folder / name)
        return self._open[key]

    def line(self, id):
        """Return the reviewed line of an entry."""
        return self._line(id, "")

    def check(self, id, kind):
        """Return what the line says of the first check of a kind."""
        return next(check for check in self.line(id)["checks"] if check["check"] == kind)

    def rows(self, id, kind=None):
        """Return the rows that are kept of the first check of a kind, or of all checks."""
        parts = self._line(id, REPLAY)["replay"]
        if kind is None:
            return parts
        return parts[[check["check"] for check in self.line(id)["checks"]].index(kind)]

    def code(self, id):
        """Return the line that says what ran."""
        return self._line(id, CODE)

    def attack(self, id):
        """Return the line about the mutants of an entry."""
        return self._line(id, record.FOLDER)

    def drop(self, id, name):
        """Take the line of an entry out of a file beside."""
        self._open.pop((id, name), None)
        lines.remove(id, self.folder / name)

    def text(self, id, name, change):
        """Change the text of a line, as it stands."""
        path = lines.place(id, self.folder / name)
        begin = json.dumps({"id": id})[:-1]
        kept = [change(line) if line.startswith(begin) else line for line in path.read_text().splitlines()]
        path.write_text("".join(f"{line}\n" for line in kept))

    def save(self, seal=True):
        """Write what was changed, with the digests that it ought to have, unless they are to stay what they were."""
        for (_, name), found in self._open.items():
            if name == record.FOLDER and seal:
                found["digest"] = record.digest(found)
            if name:
                lines.write(found, self.folder / name)
        for (id, name), found in self._open.items():
            if not name or seal:
                line = found if not name else lines.read(id, self.folder)
                if seal and line is not None:
                    line["digest"] = digest(line, self.folder)
                if line is not None:
                    lines.write(line, self.folder)
