"""List the numbered results of a text in order: ``python list_labels.py TEXT > flores_2023_labels.csv``.

A result is announced by a capitalised kind and its number at the start of a line; a reference to it is not.
So `flores_2023_labels.csv` was made from the text of the thesis, and then read against the text by hand.
"""

import csv
import re
import sys
from pathlib import Path

KINDS = {
    "Definición": "definition",
    "Proposición": "proposition",
    "Lema": "lemma",
    "Corolario": "corollary",
    "Teorema": "theorem",
    "Figura": "figure",
    "Cuadro": "table",
}
ANNOUNCED = re.compile(rf"^({'|'.join(KINDS)}) ([\dA](?:\.\d+)+)(?:\.|:| \()", re.MULTILINE)


def labels(text: str) -> list[tuple[str, str]]:
    """Return label and kind of every numbered result, in reading order."""
    return [(f"{kind} {number}", KINDS[kind]) for kind, number in ANNOUNCED.findall(text)]


if __name__ == "__main__":
    rows = csv.writer(sys.stdout, lineterminator="\n")
    rows.writerow(("label", "kind"))
    rows.writerows(labels(Path(sys.argv[1]).read_text(encoding="utf-8")))
