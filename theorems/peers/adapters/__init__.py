"""The peers: for each what it can be asked, under which conventions, and what its documentation promises."""

from __future__ import annotations

from importlib import import_module

from theorems.peers.base import Adapter
from theorems.peers.errors import PeerError

MODULES = {
    "autodp": "autodp",
    "diffprivlib": "diffprivlib",
    "dp-accounting": "dp_accounting",
    "gdpnum": "gdpnum",
    "opacus": "opacus",
    "opendp": "opendp",
    "prv-accountant": "prv_accountant",
    "riskcal": "riskcal",
}


def adapter(name: str) -> Adapter:
    """Return the adapter of a peer.

    Raises
    ------
    PeerError
        If there is none of this name.
    """
    if name not in MODULES:
        raise PeerError("peer", "one of " + ", ".join(MODULES), name)
    return import_module(f"{__name__}.{MODULES[name]}").ADAPTER
