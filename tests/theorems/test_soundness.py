"""What the digest of an entry leaves out cannot change what its checks find: changes of meaning planted at random, and what they do."""

import json
import os
import random
import shutil
import subprocess
import sys
from collections import Counter
from functools import cached_property
from pathlib import Path

import planting
import pytest

from theorems import dependencies, lines, sources
from theorems.certificate import FOLDER, REPLAY
from theorems.ran import ran

HOUSE = Path(__file__).parents[2]
PROGRAM = Path(planting.__file__)
PACKAGES = ("dpsym", "mechanisms", "theorems")
WATCHING = {
    f"theorems.{name}"
    for name in (
        "sources",
        "syntax",
        "observe",
        "dependencies",
        "store",
        "index",
        "names",
        "lines",
        "ran",
        "certificate",
    )
}
"""What says what ran, and is not watched itself."""
FEW = (
    "theorems.library.divergences.analysis:exp.quadratic.plus",
    "theorems.library.catalogue.choices:tradeoff.rr",
    "theorems.library.conversion.gaussian:zcdp.group",
)
NEAR = 4


class Tree:
    """A copy of the packages with their certificates, in which something is planted, and what the checks of near entries find there."""

    def __init__(self, root):
        self.root, self.looked, self.holes = root, 0, []
        for package in PACKAGES:
            shutil.copytree(HOUSE / package, root / package, ignore=shutil.ignore_patterns("attacks", "*.v", "reports"))
        self.fresh = set(self.run("current"))
        assert self.fresh, "no certificate is up to date: run dpsym check"

    def run(self, task, *entries):
        """Do a task in a process of its own."""
        environment = {
            **os.environ,
            "PYTHONPATH": str(self.root),
            "DPSYM_CACHE": str(self.root / "cache"),
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        command = [sys.executable, str(PROGRAM), task, *entries]
        done = subprocess.run(command, cwd=self.root, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr[-2000:]
        return json.loads(done.stdout.splitlines()[-1])

    @cached_property
    def names(self):
        """How many functions of each module the checks of each entry run."""
        return {
            id: Counter(name.partition(":")[0] for name in ran(id, FOLDER).names if ":" in name) for id in self.fresh
        }

    @cached_property
    def modules(self):
        """What checks run, and what that rests on."""
        ran = {name.partition(":")[0] for each in self.names.values() for name in each}
        levels = {name.split("=")[0].partition(":")[0] for name in dependencies.levels(f"{name}:f" for name in ran)}
        return sorted(name for name in ran | levels if name not in WATCHING and sources.path_of(name))

    @cached_property
    def homes(self):
        cards = json.loads((FOLDER / "cards.json").read_text())["cards"]
        return {card["id"]: module for module, row in cards.items() for card in row["cards"]}

    def near(self, module, ids, rng):
        """Return a few of the entries: some that run most of a module, or of what imports it, or stand there, and some drawn of the others."""
        beside = [name for name in self.modules if module in sources.source(name).imports]

        def nearness(id):
            home = self.homes[id]
            run_beside = sum(self.names[id][name] for name in beside)
            return self.names[id][module] + (home == module), run_beside + (home in beside)

        known = sorted((id for id in ids if any(nearness(id))), key=lambda id: (nearness(id), id), reverse=True)
        near, others = known[: 2 * NEAR], known[2 * NEAR :]
        return [*rng.sample(near, min(NEAR // 2, len(near))), *rng.sample(others, min(NEAR - NEAR // 2, len(others)))]

    def planted(self, rng):
        """Plant one change in a random module, look at entries near it that it does not outdate, and take it out; return whether there were any."""
        module = rng.choice(self.modules)
        kept = sources.path_of(module)
        path = self.root / kept.relative_to(HOUSE)
        text, words = planting.planted(kept.read_text(), rng)
        if not words:
            return False
        path.write_text(text)
        try:
            current = set(self.run("current"))
            near = self.near(module, current, rng)
            found = self.found(near) if near else {}
        finally:
            shutil.copy2(kept, path)
        other = [id for id in found if found[id] != stored(id)]
        # what the plant did not do is done without it as well
        clean = {id: self.found([id])[id] for id in other}
        self.holes += [(f"{module}, {words}", id, found[id], clean[id]) for id in other if found[id] != clean[id]]
        self.looked += len(found)
        said = f"outdates {len(self.fresh - current)} of {len(self.fresh)}; looked at {', '.join(found) or 'none'}"
        print(f"{module}, {words}: {said}")  # noqa: T201
        return bool(near)

    def found(self, ids):
        """Return what the checks of entries find; of one that says something else, which its card tells if it is made anew, what is known."""
        answer, found = self.run("look", *(f"{self.homes[id]}:{id}" for id in ids)), {}
        for id, each in answer["found"].items():
            restated = each and each["fingerprint"] != ran(id, FOLDER).fingerprint and not answer["cards"]
            found[id] = stored(id) if restated else each and each["found"]
        return found


def stored(id):
    """Return what the certificate of an entry says that its checks found."""
    rows = (lines.read(id, FOLDER / REPLAY) or {"replay": [[] for _ in lines.read(id, FOLDER)["checks"]]})["replay"]
    return planting.told(lines.read(id, FOLDER)["checks"], rows)


def assert_sound(tree, plants, seed):
    rng, done = random.Random(seed), 0
    while done < plants:
        done += tree.planted(rng)
    assert not tree.holes


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    return Tree(tmp_path_factory.mktemp("tree"))


@pytest.mark.slow
def test_a_change_that_changes_what_is_found_outdates_the_entry(tree):
    assert_sound(tree, 2, 1)


@pytest.mark.slow
def test_what_ran_does_not_depend_on_what_ran_before(tree):
    found = tree.run("record", *FEW)
    for id, again in found["again"]:
        assert found["first"][id] == again, id


@pytest.mark.long
def test_thirty_changes_in_random_places(tree):
    assert_sound(tree, 30, 2)


@pytest.mark.cases(1 / 3)
@pytest.mark.parametrize(
    "kind",
    [
        "constant",
        "operator",
        "comparison",
        "return",
        "default",
        "class constant",
        "module constant",
        "subclass",
        "decorator",
    ],
)
def test_every_kind_of_change_is_planted(kind):
    text = (
        "A = 1\n@decorated\ndef f(x, y=2):\n    'words'\n    if x < y:\n        return x + 3\n    return y\n"
        "class C:\n    size = 4\n"
    )
    found = {planting.planted(text, random.Random(seed)) for seed in range(300)}
    assert all(changed != text and "words" in changed for changed, _ in found)
    assert kind in {words.split(" in line")[0] for _, words in found}
