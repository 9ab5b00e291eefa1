"""The data of a paper's folder: CSV files that are read as they are written, and made by the script that measures."""

from __future__ import annotations

import argparse
import csv
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from mechanisms.files import write_rows

Row = Mapping[str, str]
Products = Mapping[str, Callable[[], Iterable[Mapping[str, Any]]]]


def reader(folder: Path) -> Callable[[str], tuple[Row, ...]]:
    """Return what reads the rows of a file in a folder by its name, numbers as they are written."""

    @cache
    def rows(name: str) -> tuple[Row, ...]:
        with (folder / f"{name}.csv").open(encoding="utf-8", newline="") as file:
            return tuple(csv.DictReader(file))

    return rows


def measure(products: Products, folder: Path, about: str | None, left_out: str = " ") -> None:
    """Write the files `measured_*.csv` that are named on the command line.

    Parameters
    ----------
    products : mapping of str to callable
        What makes the rows of each file.
    folder : Path
        Where they go.
    about : str
        What the script does.
    left_out : str, optional
        How the names begin of those that are made only if they are named.
    """
    parser = argparse.ArgumentParser(description=about)
    default = [name for name in products if not name.startswith(left_out)]
    parser.add_argument("names", nargs="*", default=default, help=f"which of {', '.join(products)}")
    for name in parser.parse_args().names:
        write_rows(folder / f"measured_{name}.csv", products[name]())


def digits(value: float) -> str:
    """Return a measured number as it is stored."""
    return f"{float(value):.6g}"
