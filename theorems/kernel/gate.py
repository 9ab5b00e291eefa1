"""The judge: what a proof has to pass. It compiles statements, proofs and a judgement of its own in separate files, and believes the last alone.

A proof file is untrusted. It never holds a statement, only its name; the statements are compiled apart from it, from what the printer wrote, so
that no definition or notation of a proof file can change them. The judgement asks Coq, in a fresh file that imports neither proofs nor
lemmas, whether the proof has the statement as its type, what the proof assumes, and what the statement says; the answer is read back.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from sympy import Symbol, preorder_traversal

from theorems.entry import Theorem
from theorems.kernel.compare import difference
from theorems.kernel.errors import GateError, ReadingError
from theorems.kernel.printer import HEADER, Printed, printed
from theorems.kernel.reader import read

AXIOMS = {
    "ClassicalDedekindReals.sig_forall_dec": "decidability of a universal statement over the naturals (reals)",
    "ClassicalDedekindReals.sig_not_dec": "decidability of negations (reals)",
    "FunctionalExtensionality.functional_extensionality_dep": "functions with the same values are equal",
    "Classical_Prop.classic": "excluded middle",
}
"""The axioms of Coq's reals, and what each says."""
MACHINE = re.compile(r"^(PrimInt63|Int63|Uint63|Sint63|CarryType|PrimInt63Notations|Uint63Axioms|Int63Axioms)\.")
"""The 63-bit integers with which the tactic `interval` computes."""
_FORBIDDEN = re.compile(
    r"\b(Axioms?|Parameters?|Conjectures?|Admitted|admit|give_up|Unset|Set|Declare|Load|Redirect|Extraction|Drop|Cd|Add|Primitive|Register|"
    r"Bypass|bypass_check|Hypothes[ei]s|Variables?|Context|Module|Include|Import|Export|Abort|Reset|Undo|Back|Fail|Local\s+Set|Print|Write|"
    r"Comments|Quit|Timeout|Notation|Infix|Canonical|Coercion|Existing|Instance|Class|Hint|Global|native_compute|native_cast_no_check)\b|#\["
)
_REQUIRED = re.compile(r"From (\w+) Require (?:Import )?([\w. ]+?)\.\s")
_LIBRARIES = {"Coq", "Coquelicot", "Interval", "Dpsym", "Stated"}
_SENTENCE = re.compile(r"\b(?:Theorem|Lemma)\s+(\w+)\s*:\s*(~\s*)?Stated\.(\w+)\.(\w+)\s*\.")
_MARK = "=== "


@dataclass(frozen=True)
class Claimed:
    """What a proof file says that it proves: the theorem, the statement, and whether it is its negation."""

    theorem: str
    statement: str
    refutes: bool


@dataclass(frozen=True)
class Accepted:
    """What the kernel accepts about an entry, and on which axioms: those of all proofs of its file."""

    refutes: bool
    finite: bool
    axioms: tuple[str, ...]


def without_comments(text: str) -> str:
    """Return a Coq file without comments and strings, which may hold any word.

    Raises
    ------
    GateError
        If a comment or string does not end.
    """
    kept, depth, at = [], 0, 0
    while at < len(text):
        if text.startswith("(*", at):
            depth, at = depth + 1, at + 2
        elif depth and text.startswith("*)", at):
            depth, at = depth - 1, at + 2
        elif text[at] == '"':
            end = text.find('"', at + 1)
            if end < 0:
                raise GateError("string must end, got none")
            at = end + 1
        else:
            kept.append(" " if depth else text[at])
            at += 1
    if depth:
        raise GateError("comment must end, got none")
    return "".join(kept)


def claims(text: str) -> list[Claimed]:
    """Return what a proof file claims.

    Raises
    ------
    GateError
        If it has a command that a proof does not need, or names a statement twice.
    """
    bare = without_comments(text)
    if unknown := {found[1] for found in _REQUIRED.finditer(bare)} - _LIBRARIES:
        raise GateError(f"library must be one of {sorted(_LIBRARIES)}, got {sorted(unknown)}")
    body = _REQUIRED.sub(" ", bare)
    if command := _FORBIDDEN.search(body):
        raise GateError(f"proof must consist of lemmas and proofs, got the command {command[0]!r}")
    if re.search(r"\bRequire\b|\bFrom\b", body):
        raise GateError("a proof file must require its libraries as 'From LIBRARY Require Import NAME.'")
    claimed = [Claimed(name, statement, bool(negated)) for name, negated, _, statement in _SENTENCE.findall(bare)]
    names = [claim.statement for claim in claimed]
    if twice := {name for name in names if names.count(name) > 1}:
        raise GateError(f"statement must be proved once, got {sorted(twice)} twice")
    return claimed


def coqc(file: Path, paths: Mapping[str, Path], seconds: float) -> str:
    """Compile a file and return what it printed.

    Raises
    ------
    GateError
        If Coq does not accept it, with the first line of its error.
    """
    options = [part for name, path in paths.items() for part in ("-R", str(path), name)]
    command = [shutil.which("coqc") or "coqc", "-q", "-w", "none", *options, file.name]
    try:
        done = subprocess.run(  # noqa: S603 the arguments are files of this package
            command, cwd=file.parent, capture_output=True, text=True, timeout=seconds, check=False
        )
    except subprocess.TimeoutExpired:
        raise GateError(f"{file.name} must compile within {seconds:g} s") from None
    if done.returncode:
        lines = (done.stderr + done.stdout).splitlines()
        where = [index for index, line in enumerate(lines) if line.startswith("File ")]
        said = " ".join(lines[where[-1] :] if where else lines[-3:])
        raise GateError(f"{file.name} must compile, got {said[:400]}")
    return done.stdout


def statements(entries: Iterable[Theorem]) -> tuple[str, dict[str, Printed]]:
    """Return the file with the statements of some entries, and each of them by its name."""
    found = {one.name: one for one in map(printed, entries)}
    return HEADER + "\n" + "\n".join(one.definition for one in found.values()), found


@dataclass(frozen=True)
class Case:
    """A proof file to judge: its name, what it says and claims, and the entries with their Coq statements by name."""

    group: str
    text: str
    claimed: tuple[Claimed, ...]
    entries: Mapping[str, Theorem]
    source: str
    printed: Mapping[str, Printed]


def prepared(group: str, text: str, entries: Mapping[str, Theorem]) -> Case:
    """Return a proof file with all that Coq needs to judge it.

    Parameters
    ----------
    group : str
        The name of the proof file.
    text : str
        What it says.
    entries : mapping of str to Theorem
        The entries by the Coq names of their statements.

    Raises
    ------
    GateError
        If the file proves no entry, or has a command that a proof does not need.
    """
    claimed = tuple(claims(text))
    if not claimed:
        raise GateError(f"{group} must prove a statement of the registry, got none")
    if unknown := [claim.statement for claim in claimed if claim.statement not in entries]:
        raise GateError(f"{group} must prove statements of the registry, got {unknown}")
    source, found = statements(entries[claim.statement] for claim in claimed)
    return Case(group, text, claimed, entries, source, found)


def compiled(case: Case, library: Path, folder: Path, seconds: float = 600) -> str:
    """Return what Coq says when it compiles a case: nothing of it is computed here, so that several may run at once.

    Parameters
    ----------
    case : Case
        The case.
    library, folder : Path
        The compiled library, and where to compile: an empty folder.
    seconds : float
        How long one file may take.

    Raises
    ------
    GateError
        If anything does not compile, as where a proof is of another statement.
    """
    group, stated, proofs = case.group, folder / "stated", folder / "proofs"
    stated.mkdir(parents=True)
    proofs.mkdir()
    (stated / f"{group}.v").write_text(case.source)
    (proofs / f"Proofs_{group}.v").write_text(case.text)
    (folder / "Judgement.v").write_text(_judgement(group, case.claimed))
    trusted = {"Dpsym": library, "Stated": stated}
    coqc(stated / f"{group}.v", trusted, seconds)
    everything = {**trusted, "Proofs": proofs}
    coqc(proofs / f"Proofs_{group}.v", everything, seconds)
    return coqc(folder / "Judgement.v", everything, seconds)


def judge(case: Case, said: str) -> dict[str, Accepted]:
    """Return what the kernel accepts of a case, by the names of the statements, from what Coq said of it.

    What Coq says is read back and compared with the entries in numbers, whose precision is one for all threads of a
    program: cases are judged one after another.

    Raises
    ------
    GateError
        If a proof is on another axiom, or what Coq has compiled is not what the entry says.
    """
    parts = dict(part.split("\n", 1) for part in said.split(_MARK)[1:])
    axioms = assumptions(parts["assumes"])
    accepted = {}
    for claim in case.claimed:
        reason = _unlike(parts[f"says {claim.statement}"], case.entries[claim.statement])
        if reason:
            raise GateError(f"{claim.statement} as compiled must be the entry, but {reason}")
        accepted[claim.statement] = Accepted(claim.refutes, case.printed[claim.statement].finite, axioms)
    return accepted


def _judgement(group: str, claimed: Sequence[Claimed]) -> str:
    lines = [
        HEADER,
        f"From Stated Require {group}.",
        f"From Proofs Require Proofs_{group}.",
        "Set Printing All.",
        "Set Printing Depth 10000000.",
        "Set Printing Width 10000000.",
    ]
    for claim in claimed:
        kind = f"Stated.{group}.{claim.statement}"
        lines += [
            f"Definition judged_{claim.statement} : {f'~ {kind}' if claim.refutes else kind} := "
            f"Proofs.Proofs_{group}.{claim.theorem}.",
            _mark(f"says {claim.statement}"),
            f"Print {kind}.",
        ]
    # one look at what all proofs assume together: each look walks through the whole library of the reals
    everything = " ".join(f"(conj judged_{claim.statement}" for claim in claimed) + " I" + ")" * len(claimed)
    return (
        "\n".join([*lines, f"Definition judged := {everything}.", _mark("assumes"), "Print Assumptions judged."]) + "\n"
    )


def _mark(text: str) -> str:
    """Return a sentence that makes Coq print a mark."""
    return f'Goal True. idtac "{_MARK}{text}". Abort.'


def assumptions(text: str) -> tuple[str, ...]:
    """Return the axioms that ``Print Assumptions`` lists, by their names.

    Raises
    ------
    GateError
        If there is one that is neither of Coq's reals nor of its machine integers, or anything else is assumed.
    """
    text = text.strip()
    if text.startswith("Closed under the global context"):
        return ()
    lines = text.splitlines()
    if not lines or lines[0] != "Axioms:":
        raise GateError(f"proof must assume axioms alone, got {text[:200]}")
    found = []
    for line in lines[1:]:
        if line.startswith(" "):
            continue
        name = line.split(" ")[0].removesuffix(":")
        full = next((axiom for axiom in AXIOMS if axiom == name or axiom.endswith(f".{name}")), name)
        if full not in AXIOMS and not MACHINE.match(full):
            raise GateError(f"axiom must be one of Coq's reals or machine integers, got {line}")
        found.append(full)
    return tuple(sorted(set(found)))


def _unlike(text: str, entry: Theorem) -> str:
    """Return how what Coq has compiled differs from the entry, empty if it does not."""
    found = re.fullmatch(r"[\w.]+ = (.*)\n\s+: Prop\s*", text.strip(), re.DOTALL)
    if not found:
        return f"Coq says {text[:200]}"
    try:
        return difference(entry, read(found[1], symbols(entry)))
    except ReadingError as error:
        return str(error)


def symbols(entry: Theorem) -> dict[str, Symbol]:
    """Return the symbols of an entry by name, bound ones too."""
    nodes = [node for part in (entry.statement, *entry.hypotheses) for node in preorder_traversal(part)]
    return {node.name: node for node in (*nodes, *entry.domain) if isinstance(node, Symbol)}
