"""How the samples of a run are drawn, from the columns of a table: Poisson samples at a rate, or subsets of a size without replacement."""

from __future__ import annotations

import re

from theorems.regress.amounts import number, of_batches

_POISSON = frozenset(("", "poisson"))
_WITHOUT = frozenset(
    (
        *("without replacement", "fixed size without replacement", "uniform without replacement"),
        *("uniformly without replacement", "wor", "swor", "fixed size subset", "random subset"),
    )
)
_OPEN = frozenset(("fixed", "fixed size", "fixed batch", "fixed size batch", "uniform"))
_SAID = re.compile(r"\s(?:sampling|subsampling|samples|sampled|batches)$")
_RULE = "poisson, or without replacement beside batch_size and dataset_size"


def drawn(settings: dict[str, str], law: str) -> str:
    """Return the sampling and the composition that stand behind a mechanism.

    Parameters
    ----------
    settings : dict
        The cells ``sampling``, ``rate``, ``count``, ``batch``, ``records`` and ``epochs`` that a row has; changed in place.
    law : str
        The mechanism.

    Raises
    ------
    ValueError
        If they do not fit together; the message names the column, the rule and the value.
    """
    told = settings.pop("sampling", "")
    kind = _SAID.sub("", re.sub(r"[\s_-]+", " ", told.lower()).strip())
    if kind not in _POISSON | _WITHOUT:
        asked = "; with or without replacement: which is meant?" if kind in _OPEN else ""
        raise ValueError(f"sampling must be {_RULE}, got {told[:80]!r}{asked}")
    has_rate = bool({"rate", "batch"} & settings.keys())
    if has_rate and ".subsample(" in law:
        stated = settings.get("rate") or settings["batch"]
        raise ValueError(f"sampling rate must be left out where the mechanism states it, got {stated!r} beside {law!r}")
    if told and not has_rate and ".subsample(" not in law:
        raise ValueError(f"sampling must stand beside a rate, or batch_size and dataset_size, got {told[:80]!r} alone")
    if kind in _WITHOUT:
        sample = _subset(settings, law)
    if wrong := of_batches(settings):
        raise ValueError(wrong)
    if kind in _POISSON:
        if told and ".subsample(" in law and re.search(r"\.subsample\(\s*(?:size|population)\s*=", law):
            raise ValueError(f"sampling must be without replacement, as the mechanism states it, got {told!r}")
        sample = f".subsample({settings['rate']})" if settings.get("rate", "1") != "1" else ""
    return sample + (f".compose({settings['count']})" if settings.get("count", "1") != "1" else "")


def _subset(settings: dict[str, str], law: str) -> str:
    """Return the sampling of a batch of the records, without replacement; what the law itself states is not said again."""
    if ".subsample(" in law:
        if not re.search(r"\.subsample\(\s*(?:size|population)\s*=", law):
            raise ValueError(
                f"sampling must be poisson, as the mechanism states it, got without replacement of {law!r}"
            )
        return ""
    if "rate" in settings or not {"batch", "records"} <= settings.keys():
        stated = ", ".join(f"{name} {settings[name]}" for name in ("rate", "batch", "records") if name in settings)
        raise ValueError(f"sampling without replacement must state batch_size and dataset_size, got {stated}")
    if "epochs" in settings:
        raise ValueError(
            "steps must be stated where samples are drawn without replacement, as those of one epoch may be disjoint, "
            f"got epochs {settings['epochs']}"
        )
    size, population = (number(name, settings[name]) for name in ("batch", "records"))
    return f".subsample(size={size}, population={population})"
