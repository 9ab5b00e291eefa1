"""What users call columns and parameters: read by the names that they have here, and put together to a mechanism and a quantity.

A table of the field has a row for each run: ``noise_multiplier,q,steps,delta,eps`` states that Gaussian noise on Poisson samples, composed, has
this epsilon at this delta. The columns ``sigma``, ``noise_multiplier`` or ``scale`` (of the law that ``mechanism`` names, Gaussian if it is left
out), ``q`` or ``sampling_rate``, and ``steps`` make the mechanism; what is stated of it is the value of the quantity where none is named.
A rate may be stated as ``batch_size`` over ``dataset_size``, and steps as ``epochs``; ``sampling`` says whether samples are Poisson, as they are
if it is left out, or of a fixed size without replacement. What a table says of a run beside that (`NOTES`: a
seed, a learning rate, an accuracy) is not read. ``rho``, ``mu``, or ``rdp_epsilon`` with its ``alpha``, beside ``epsilon`` and ``delta``, without a
mechanism, is a promise that is converted.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any

from theorems.regress.amounts import written
from theorems.regress.chains import called, plain
from theorems.regress.phrases import phrased
from theorems.regress.sampling import drawn

_MADE_OF = {
    "scale": (
        *("sigma", "noise_multiplier", "scale", "noise_scale", "noise_level", "noise", "noise_std", "std", "stddev"),
        *("z", "b"),
    ),
    "rate": ("q", "rate", "sampling_rate", "sampling_ratio", "sample_rate", "sampling_probability", "sampling_prob"),
    "count": (
        *("steps", "num_steps", "n_steps", "max_steps", "t", "iterations", "num_iterations", "iters"),
        *("compositions", "num_compositions", "count", "queries", "num_queries"),
    ),
    "sampling": ("sampling_scheme", "sampling_method", "sampling_type", "sampler", "subsampling"),
    "epochs": ("num_epochs", "n_epochs", "epoch"),
    "batch": ("batch_size", "expected_batch_size", "lot_size"),
    "records": (
        "n",
        "dataset_size",
        "num_examples",
        "num_samples",
        "sample_size",
        "train_size",
        "examples",
        "training_examples",
    ),
}
NOTES = frozenset(
    (
        *("acc", "accountant", "accuracy", "best_alpha", "clip", "clip_norm"),
        *("clipping_norm", "clipping_threshold", "comment", "dataset", "l2_norm_clip", "learning_rate"),
        *("library", "loss", "lr", "max_grad_norm", "microbatches", "model"),
        *("notes", "num_microbatches", "opt_order", "optimal_order", "optimizer", "reference"),
        *("runtime", "seconds", "seed", "source", "test_accuracy", "testcase_name"),
        *("time", "version"),
    )
)
"""Columns that say nothing of a claim, and are not read."""
_COLUMNS = {
    "mechanism": ("mech", "law"),
    "quantity": ("metric", "claim"),
    "value": ("claimed", "result"),
    "epsilon": ("eps", "target_epsilon", "target_eps"),
    "delta": ("target_delta", "dp_delta"),
    "order": ("alpha", "orders", "renyi_order"),
    "renyi": ("rdp", "rdp_epsilon", "rdp_eps", "renyi_divergence"),
    "lower": ("epsilon_lower", "eps_lower", "lower_bound"),
    "upper": ("epsilon_upper", "eps_upper", "upper_bound"),
    "rho": ("zcdp",),
    "mu": ("gdp",),
    "adjacency": ("neighboring_relation", "neighbouring_relation", "neighboring", "neighbouring", "relation"),
}
WORDS = {word: name for names in (_MADE_OF, _COLUMNS) for name, words in names.items() for word in (name, *words)}
"""Each word for a column or a parameter, with its name here."""

_SCALES = frozenset(_MADE_OF["scale"])
_PROMISES = {"rho": "ZCDP", "mu": "GDP"}
_SPOKEN = ("rho", "mu", "renyi", "order")
"""Columns whose cells may stand in the text of a promise."""
_STATED = ("renyi", "epsilon", "delta", "rho", "mu")


def named(column: str) -> str:
    """Return the name that a column has here, itself where it has no other."""
    column = plain(column)
    return WORDS.get(column, column)


def tells(columns: Collection[str]) -> bool:
    """Return whether columns, by their names here, tell a mechanism and a quantity without naming both."""
    stated = [name for name in _STATED if name in columns]
    if {"epsilon", "delta"} <= set(columns) and ({"rho", "mu"} & set(columns) or {"renyi", "order"} <= set(columns)):
        return True
    mechanism = "mechanism" in columns or "scale" in columns
    has_value = bool({"value", "lower", "upper"} & set(columns))
    quantity = "quantity" in columns or (
        {"epsilon", "delta"} <= set(columns)
        or stated[:1] in (["renyi"], ["rho"], ["mu"])
        or stated == ["epsilon"]
        or (has_value and bool({"delta", "epsilon", "order"} & set(columns)))
    )
    return mechanism and quantity


def whole(cells: Mapping[str, Any]) -> dict[str, Any] | str:
    """Return the cells of a row with its mechanism and quantity put together, or why they cannot be.

    Parameters
    ----------
    cells : mapping
        By the names of columns here.
    """
    found = {name: cell for name, cell in cells.items() if name not in _MADE_OF and name not in NOTES}
    settings = {name: plain(str(cells[name]).strip()) for name in _MADE_OF if cells.get(name) not in (None, "")}
    law = str(found.get("mechanism") or "").strip()
    for name in ("scale", *_SPOKEN):
        if not _is_one(told := plain(str(cells.get(name) or ""))):
            return f"{name} must be one number, with a point and no comma, got {told[:80]!r}"
    if settings:
        try:
            told, law = law, called(phrased(law, settings))
            if ".compose(" in law and ".compose(" not in told and {"count", "epochs"} & settings.keys():
                return f"steps must be left out where the mechanism states them, got a column of them beside {told!r}"
            behind = drawn(settings, law)
        except ValueError as error:
            return str(error)
        bare = law.isidentifier() or not law
        if "scale" in settings and not bare:
            return f"scale must be left out where the mechanism states it, got {settings['scale']!r} beside {law!r}"
        if bare and str(found.get("quantity")).lower() in _SCALES:
            settings.setdefault("scale", "sigma")  # the one that is asked for
        if bare and "scale" not in settings:
            return f"mechanism must be a law with its scale (a column sigma, noise_multiplier or scale), got {law!r}"
        found["mechanism"] = (f"{law or 'Gaussian'}({settings['scale']})" if bare else law) + behind
    if not found.get("quantity"):
        if not (found.get("mechanism") or found.get("order")) and all(map(found.get, ("renyi", "epsilon", "delta"))):
            return f"order must be stated beside a Rényi budget that is converted, got none beside {found['renyi']!r}"
        _stated(found)
    found.pop("renyi", None)
    return written(found)


def _is_one(scale: str) -> bool:
    """Return whether a text is one term of a call: ``2,5`` would be a location and a scale, and ``1.1 +- 0.1`` the scale 1."""
    depth = 0
    for sign in scale:
        depth += (sign == "(") - (sign == ")")
        if depth < 0 or (depth == 0 and sign in ",;"):
            return False
    return depth == 0 and not re.search(r"\+\s*/?\s*-", scale)


def _stated(found: dict[str, Any]) -> None:
    """Name the quantity that a row states, where it names none: what is not where it is stated."""
    given = [name for name in _STATED if found.get(name) not in (None, "")]
    promised = next((name for name in _PROMISES if name in given), None)
    if promised and not found.get("mechanism") and {"epsilon", "delta"} <= set(given):
        found["mechanism"] = f"{_PROMISES[promised]}({found.pop(promised)})"
        given.remove(promised)
    if not found.get("mechanism") and {"renyi", "epsilon", "delta"} <= set(given) and found.get("order"):
        found["mechanism"] = f"RenyiPoint({found.pop('order')}, {found.pop('renyi')})"
        given.remove("renyi")
    if {"epsilon", "delta"} <= set(given) and "renyi" not in given:
        found.pop("order", None)  # at which an accountant found its epsilon
    ends = [name for name in ("upper", "lower") if found.get(name) not in (None, "")]
    if len(ends) == 1 and found.get("value") in (None, ""):
        found["value"], found["direction"] = found.pop(ends[0]), ends[0]
    if found.get("value") not in (None, "") or found.get("lower") not in (None, ""):
        places = {"delta": "epsilon", "epsilon": "delta", "order": "renyi"}
        asked = [quantity for place, quantity in places.items() if found.get(place) not in (None, "")]
        if len(asked) == 1:
            found["quantity"] = asked[0]
    elif given:
        found["quantity"], found["value"] = given[0], found.pop(given[0])
