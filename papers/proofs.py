"""The Coq proofs that a paper rests on, as supplementary material: scripts that compile on their own, and a page on what they prove.

The folder has the statements as they are printed from the entries (``statements``), the proofs (``scripts``), what of the library they
require (``library``), ``Check.v``, which asks Coq what each script proves and assumes, ``compile.sh``, and the page ``README.md``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from mechanisms.files import MARK, is_marked, write
from papers.errors import BuildError
from papers.pages.evidence import used
from papers.verdict import Account
from theorems.commands.context import is_forced
from theorems.kernel import texts
from theorems.kernel.gate import AXIOMS, Claimed, claims, statements
from theorems.kernel.known import is_present, recorded
from theorems.kernel.place import Place
from theorems.kernel.printer import HEADER, coq_name
from theorems.kernel.record import COUNTABLE, EXACT, FINITE, Verdict, short
from theorems.registry import Registry

FOLDER = "proofs"
_COQC = "coqc -q -w none -R library Dpsym -R statements Stated -R scripts Proofs"


@dataclass(frozen=True)
class Script:
    """A proof file with what it claims, and those entries of the paper that it proves, with what the kernel accepts of them."""

    name: str
    text: str
    claimed: Mapping[str, Claimed]
    verdicts: Mapping[str, Verdict]


@dataclass(frozen=True)
class Supplement:
    """The files by their names, none if the kernel accepts nothing that the paper rests on; and what is left out, each with the reason."""

    files: Mapping[str, str]
    left_out: Mapping[str, str]


def supplement(account: Account, registry: Registry, more: Iterable[str] = ()) -> Supplement:
    """Return the proofs of the entries that a paper rests on.

    A verdict of the kernel about another statement or another proof than the present ones counts for nothing, and neither does a file of
    which it is not known that it compiles as a whole.

    Parameters
    ----------
    account : Account
        The paper with its verdicts.
    registry : Registry
        The entries.
    more : iterable of str
        Ids of entries that it prints beside those that the verdicts name.

    Raises
    ------
    BuildError
        If two proof files of the same name are needed.
    """
    groups: dict[tuple[str, Place], dict[str, Verdict]] = {}
    for id in dict.fromkeys((*used(account), *more)):
        place = registry.place_of(id)
        if place is not None and (verdict := recorded(id, place)):
            groups.setdefault((verdict.group, place), {})[id] = verdict
    scripts: list[Script] = []
    left_out: dict[str, str] = {}
    for (name, place), verdicts in sorted(groups.items(), key=lambda item: item[0][0]):
        if reason := _outdated(name, place, verdicts, registry):
            left_out |= dict.fromkeys(verdicts, reason)
            continue
        text = place.files()[name].read_text(encoding="utf-8")
        scripts.append(Script(name, text, {claim.statement: claim for claim in claims(text)}, verdicts))
    names = [script.name for script in scripts]
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise BuildError(f"proof files of a project must not be called like those of the registry, got {twice}")
    return Supplement(_files(account, scripts, left_out, registry) if scripts else {}, left_out)


def attach(found: Supplement, folder: Path) -> list[Path]:
    """Write a supplement into a folder of its own in that of the paper, and return the files; what an earlier build left there goes."""
    place = folder / FOLDER
    for name, text in found.files.items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        write(place / name, text, is_forced())
    for path in sorted(place.rglob("*")):
        if path.is_file() and path.relative_to(place).as_posix() not in found.files and is_marked(path):
            path.unlink()
    return [place / name for name in found.files]


def _outdated(name: str, place: Place, verdicts: Mapping[str, Verdict], registry: Registry) -> str:
    """Return why a proof file is not known to compile as it stands; empty if all that it claims is recorded as it stands."""
    path = place.files().get(name)
    if path is None:
        return f"its proof {name}.v is not there"
    changed = [id for id, verdict in verdicts.items() if not is_present(verdict, registry.card(id), place)]
    if not changed:  # then it is the file that was judged
        ids = {coq_name(id): id for id in registry if registry.place_of(id) == place}
        claimed = [ids.get(claim.statement, "") for claim in claims(path.read_text(encoding="utf-8"))]
        changed = [id for id in claimed if not _stands(id, name, place, registry)]
    if changed:
        return f"{name}.v or its statement of {changed[0]} changed since Coq compiled it; run dpsym check --kernel"
    return ""


def _stands(id: str, group: str, place: Place, registry: Registry) -> bool:
    verdict = recorded(id, place) if id else None
    return verdict is not None and verdict.group == group and is_present(verdict, registry.card(id), place)


def _files(account: Account, scripts: list[Script], left_out: Mapping[str, str], registry: Registry) -> dict[str, str]:
    behind = {name for script in scripts for name in texts.behind(script.text)}
    library = {f"library/{name}.v": text for name, text in texts.sources().items() if name in behind}
    ids = {coq_name(id): id for id in registry}
    stated = {
        f"statements/{script.name}.v": statements(registry[ids[statement]] for statement in script.claimed)[0]
        for script in scripts
    }
    proofs = {f"scripts/Proofs_{script.name}.v": script.text for script in scripts}
    compiled = {**library, **stated, **proofs, "Check.v": _check(scripts)}
    commands = "".join(f"{_COQC} {name}\n" for name in compiled)
    page = _page(account, scripts, left_out, list(compiled), registry)
    return {
        **{name: f"{text.rstrip()}\n(* {MARK} *)\n" for name, text in compiled.items()},
        "compile.sh": f'#!/bin/sh\n# {MARK}\nset -e\ncd "$(dirname "$0")"\n{commands}',
        "README.md": f"{page}\n<!-- {MARK} -->\n",
    }


def _check(scripts: Iterable[Script]) -> str:
    """Return the file that asks Coq, beside the proofs, what they prove and what they assume."""
    lines = [HEADER]
    for script in scripts:
        lines += [f"From Stated Require {script.name}.", f"From Proofs Require Proofs_{script.name}."]
        named = [script.claimed[coq_name(id)] for id in script.verdicts]
        for claim in named:
            kind = f"Stated.{script.name}.{claim.statement}"
            lines += [
                f"Definition {_checked(script, claim)} : {'~ ' if claim.refutes else ''}{kind} :=",
                f"  Proofs.Proofs_{script.name}.{claim.theorem}.",
                f"Print {kind}.",
            ]
        whole = " ".join(f"(conj {_checked(script, claim)}" for claim in named) + " I" + ")" * len(named)
        lines += [f"Definition all_of_{script.name} := {whole}.", f"Print Assumptions all_of_{script.name}."]
    return "\n".join(lines) + "\n"


def _checked(script: Script, claim: Claimed) -> str:
    return f"checked_{script.name}_{claim.statement}"


def _page(
    account: Account, scripts: list[Script], left_out: Mapping[str, str], compiled: list[str], registry: Registry
) -> str:
    """Return the page on what is checked and what is trusted, as Markdown."""
    facts = account.paper.facts
    verdicts = {id: verdict for script in scripts for id, verdict in script.verdicts.items()}
    assumed = {short(axiom) for verdict in verdicts.values() for axiom in verdict.axioms}
    exact, countable, finite = (
        sum(verdict.grade == grade for verdict in verdicts.values()) for grade in (EXACT, COUNTABLE, FINITE)
    )
    definitions = ", ".join(f"`library/{name}.v`" for name in texts.DEFINITIONS)
    lines = [
        f"# Proofs that the kernel of Coq accepts: {facts['translated'] or facts['title']}",
        "",
        f"Of the entries that this account of {facts['author']} ({facts['year']}) rests on, {exact} have a proof here of the very statement "
        f"(exact). Of those about laws on any countable set the proofs are on finite spaces of any size; {countable} follow from them by "
        f"limits (countable), and {finite} are not shown to (finite).",
        "",
        "## What is checked",
        "",
        "| entry | says | grade | theorem | script |",
        "|---|---|---|---|---|",
        *(_row(id, script, registry) for script in scripts for id in script.verdicts),
        "",
        "*Refuted* is the negation of the statement. A theorem has the type `Stated.SCRIPT.ENTRY`, with `__` for each full stop of the entry's name.",
        "",
        "One command compiles all of it with nothing but Coq, Coquelicot and Interval (Debian: coq libcoq-coquelicot libcoq-interval):",
        "",
        "    sh compile.sh",
        "",
        f"It runs `{_COQC} FILE` for each of these files, in this order; the last one prints each statement, and what all proofs of "
        "a script assume together:",
        "",
        *(f"    {name}" for name in compiled),
        "",
        "## What is trusted",
        "",
        "- The kernel of Coq, which accepts each proof; tactics, and whoever wrote the scripts, need no trust.",
        "- The axioms that the scripts assume, and no others:",
        *(f"  - `{axiom}`: {said}" for axiom, said in AXIOMS.items() if axiom in assumed),
        *(["  - the 63-bit integers of the machine, with which `interval` computes"] if assumed - set(AXIOMS) else []),
        f"- The definitions, which are to be read: {definitions}. The other files of `library` hold lemmas alone.",
        "- The statements in `statements`: a program printed them from the entries. Before a proof counts, another program reads back what "
        "Coq compiled and compares it with the entry; what is trusted is the meaning that both give to a name. To trust neither, read them "
        "beside the account. Functions of Coq are total: `ln` of a negative number is 0, and a division by zero has some value.",
    ]
    if countable:
        lines.append(
            "- Of the grade *countable*: merge all points of a countable space from the n-th on, which processing does not let divergences grow "
            "by, and let n grow; divergences are lower semicontinuous, so that the statement about finite spaces passes to the limit. The "
            "module `theorems/kernel/reduction.py` has the argument, and decides from the form of a statement whether it applies."
        )
    if left_out:
        lines += ["", "## What is left out", "", *(f"- `{id}`: {reason}" for id, reason in left_out.items())]
    return "\n".join(lines)


def _row(id: str, script: Script, registry: Registry) -> str:
    verdict, claim = script.verdicts[id], script.claimed[coq_name(id)]
    grade = f"{verdict.grade}, refuted" if verdict.refuted else verdict.grade
    title = registry.card(id).title.replace("|", r"\|")
    return f"| `{id}` | {title} | {grade} | `{claim.theorem}` | `scripts/Proofs_{script.name}.v` |"
