"""Planted entries, whose checks say what they are told, and how to hand a registry of them to the command line."""

from dataclasses import dataclass, field

from click.testing import CliRunner
from sympy import Interval, Le, oo, symbols

from mechanisms.geometry import LpBall
from theorems import cli
from theorems.entry import Cite, Theorem
from theorems.lines import place
from theorems.outcome import DEFINITION, DPSYM, MECHANISM, Outcome
from theorems.status import Status

x = symbols("x", positive=True)


def run_for_real(leg):
    """Ask a body for its gauge: a check that speaks for the mechanisms, and no other, runs something of theirs."""
    if leg == MECHANISM:
        LpBall(1, 2).gauge([1.0])


@dataclass(frozen=True)
class Says:
    """A check that reports the outcome it is told to, or raises it, and notes that it ran."""

    said: object
    ran: list = field(default_factory=list, compare=False)

    def key(self):
        return f"says({self.said!r})"

    def modules(self):
        return ("theorems.status",)

    def run(self, theorem):
        self.ran.append(theorem.id)
        if isinstance(self.said, BaseException):
            raise self.said
        run_for_real(self.said.leg)
        return self.said


def told(status, leg=MECHANISM, witness=()):
    """Return a check that says this."""
    return Says(Outcome("says", leg, status, "as told", witness=dict(witness)))


SAMPLED = Outcome("quadrature", MECHANISM, Status.SAMPLED, "16 of 16 points", 16, "1.2e-15")
DERIVED = Outcome("derive", DPSYM, Status.PROVED, "piecewise linear; conditions: none", 3)
REFUTED = Outcome("enclose", DEFINITION, Status.REFUTED, "left 2, right 1", 4, "-0.5", {"alpha": "2", "b": "1/3"})


def entry(id, *checks, **fields):
    """Return a planted entry that has these checks."""
    statement, domain = Le(x, x + 1, evaluate=False), {x: Interval.open(0, oo)}
    return Theorem(
        **{
            "id": id,
            "title": f"About {id}",
            "statement": statement,
            "domain": domain,
            "typical": {x: (1, 20)},
            "checks": checks,
            **fields,
        }
    )


def planted(id, *said, **fields):
    return entry(id, *map(Says, said), **fields)


SOUND = (
    planted("renyi.definition", title="The definition"),
    planted(
        "renyi.laplace",
        DERIVED,
        SAMPLED,
        uses=("renyi.definition",),
        cites=(Cite("mironov2017", "Proposition 6", "v3"),),
    ),
    planted("kl.printed", REFUTED),
    planted("kl.repaired", SAMPLED, corrects="kl.printed", note="One factor is missing in print."),
    planted("kl.sharp", SAMPLED, DERIVED, sharpens="kl.repaired"),
)


def call(library, *arguments, **settings):
    return CliRunner().invoke(cli.main, list(arguments), obj=library, **settings)


def state(library):
    return {path.name: path.read_bytes() for path in sorted(library.folder.rglob("*.*")) if path.is_file()}


def line_changed(folder, id, change):
    """Change the line of an entry in its file: `change` takes the text and returns another, nothing for none."""
    path = place(id, folder)
    kept = [
        change(line) if line.startswith(f'{{"id": "{id}"') else line
        for line in path.read_text(encoding="utf-8").splitlines()
    ]
    path.write_text("".join(f"{line}\n" for line in kept if line), encoding="utf-8")
