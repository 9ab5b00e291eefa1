"""List the numbered results of a text in order: ``python list_labels.py TEXT > KEY_labels.csv``.

A result is announced by its kind, in the paper's language, and its number at the start of a line, in bold or small
capitals perhaps; a reference to it is not. So the files `*_labels.csv` were made from the texts of the papers, and then
read against them by hand.
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
    "Algoritem": "algorithm",
    "Definicija": "definition",
    "Domneva": "conjecture",
    "Izrek": "theorem",
    "Opomba": "remark",
    "Posledica": "corollary",
    "Primer": "example",
    "Tabela": "table",
    "Trditev": "proposition",
}
CAPITALS = {"TABELA": "Tabela"}
ANNOUNCED = re.compile(
    rf"^\**({'|'.join((*KINDS, *CAPITALS))}) ([\dA](?:\.\d+)*)(?:\.|:| \(|\*\*)", re.MULTILINE
)


def labels(text: str) -> list[tuple[str, str]]:
    """Return label and kind of every numbered result, in reading order."""
    found = [(CAPITALS.get(kind, kind), number) for kind, number in ANNOUNCED.findall(text)]
    return [(f"{kind} {number}", KINDS[kind]) for kind, number in found]


if __name__ == "__main__":
    rows = csv.writer(sys.stdout, lineterminator="\n")
    rows.writerow(("label", "kind"))
    rows.writerows(labels(Path(sys.argv[1]).read_text(encoding="utf-8")))
