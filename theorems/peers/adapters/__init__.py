"""The peers: for each what it can be asked, under which conventions, and what its documentation promises."""

from __future__ import annotations

from importlib import import_module

from theorems.peers.base import Adapter
from theorems.peers.errors import PeerError

MODULES = {
    "PLD_accounting": "pld_accounting",
    "autodp": "autodp",
    "diffprivlib": "diffprivlib",
    "dp-accounting": "dp_accounting",
    "gdpnum": "gdpnum",
    "opacus": "opacus",
    "opake-accounting": "opake_accounting",
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
