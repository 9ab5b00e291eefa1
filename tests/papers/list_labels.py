"""List the numbered results of texts in order: ``python list_labels.py TEXT [SLIDES] > KEY_labels.csv``.

A result is announced by its kind, in the paper's language, and its number at the start of a line, in bold or small
capitals perhaps; a reference to it is not. So the files `*_labels.csv` were made from the texts of the papers, and then
read against them by hand.

The slides of a talk announce their results on lines of their own; those without a number are counted, and of the frames
without an announcement those are listed that state something. Their order is that of the text that the conversion made.
"""

import csv
import re
import sys
from collections import Counter
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
    "Slika": "figure",
    "Tabela": "table",
    "Trditev": "proposition",
}
CAPITALS = {"SLIKA": "Slika", "TABELA": "Tabela"}
ANNOUNCED = re.compile(rf"^\**({'|'.join((*KINDS, *CAPITALS))}) ([\dA](?:\.\d+)*)(?:\.|:| \(|\*\*)", re.MULTILINE)

SLIDES = "Prosojnice"
CAPTIONS = {"Figure": "figure", "Table": "table"}
FRAMES = ("Laplaceov mehanizem", "Mehanizem na diskretne podatke", "Uporaba na primeru Gaussovega jedra")
ON_A_SLIDE = re.compile(
    r"^(?:(Izrek) (\d)|(Definicija|Posledica)(?: \(.*\))?|(Figure|Table) (\d):.*"
    rf"|({'|'.join(FRAMES)})(?: na numerične podatke)?)$",
    re.MULTILINE,
)


def labels(text: str) -> list[tuple[str, str]]:
    """Return label and kind of every numbered result, in reading order."""
    found = [(CAPITALS.get(kind, kind), number) for kind, number in ANNOUNCED.findall(text)]
    return [(f"{kind} {number}", KINDS[kind]) for kind, number in found]


def slide_labels(text: str) -> list[tuple[str, str]]:
    """Return label and kind of everything that the slides of a talk announce, a frame only where it begins."""
    found: dict[str, str] = {}
    counted: Counter[str] = Counter()
    for theorem, number, other, caption, place, frame in ON_A_SLIDE.findall(text):
        if other:
            counted[other] += 1
        name = frame or f"{theorem or other or caption} {number or place or counted[other]}"
        found.setdefault(f"{SLIDES} {name}", CAPTIONS.get(caption) or KINDS.get(theorem or other, "example"))
    return list(found.items())


if __name__ == "__main__":
    rows = csv.writer(sys.stdout, lineterminator="\n")
    rows.writerow(("label", "kind"))
    rows.writerows(labels(Path(sys.argv[1]).read_text(encoding="utf-8")))
    for slides in sys.argv[2:]:
        rows.writerows(slide_labels(Path(slides).read_text(encoding="utf-8")))
