"""A simpler counterexample near one that was found: one value at a time, as long as the statement certainly fails."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

from sympy import Basic

from dpsym.refute.blocks import Slack
from dpsym.refute.scene import Scene, complexity
from dpsym.refute.search import Found, Hunt

_MOST_LOOKS = 40  # at exact instances: each takes milliseconds


def shrunk(scene: Scene, hunt: Hunt, found: Found) -> tuple[dict[Basic, Any], Any]:
    """Return the witness and the margin of the simplest counterexample that replacing single values leads to."""
    looks = itertools.count()
    order = sorted(range(len(found[0])), key=lambda place: not isinstance(scene.blocks[place], Slack))
    improved = True
    while improved:
        improved = False
        for place in order:
            step = _step(scene, hunt, found, place, looks)
            if step is not None:
                found, improved = step, True
    return found[1], found[2]


def _step(scene: Scene, hunt: Hunt, found: Found, place: int, looks: Iterator[int]) -> Found | None:
    """Return the counterexample with the simplest value at one place, if it is simpler on the whole."""
    exact, witness, _ = found
    whole = complexity(witness)
    weights = [block.weight(value) for block, value in zip(scene.blocks, exact, strict=True)]
    rest = sum(weights) - weights[place]
    for candidate in scene.blocks[place].others(exact[place]):
        if hunt.is_over or rest + scene.blocks[place].weight(candidate) >= whole:
            break
        changed = (*exact[:place], candidate, *exact[place + 1 :])
        if hunt.score(scene, scene.floats(changed)) > 0:
            if next(looks) >= _MOST_LOOKS:
                break
            failure = scene.failure(changed, whole)
            if failure is not None:
                return changed, *failure
    return None
