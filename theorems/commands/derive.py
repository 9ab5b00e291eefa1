"""`dpsym derive`: a divergence worked out from its definition, or a guarantee by the best chain of theorems."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from theorems.commands.context import echo_json, library_of
from theorems.commands.progress import waiting

if TYPE_CHECKING:
    from sympy.logic.boolalg import Boolean

    from dpsym.divergences import Divergence
    from dpsym.guarantees import Guarantee


_DIVERGENCES = {
    "kl": ("KL", 0),
    "max_divergence": ("MaxDivergence", 0),
    "profile": ("HockeyStick", 1),
    "renyi": ("Renyi", 1),
    "total_variation": ("TotalVariation", 0),
    "tradeoff": ("TradeOff", 1),
}
"""What a law is asked by name: the divergence, and how many parameters stand before its laws."""


@click.command()
@click.argument("formula")
@click.option(
    "--latex", "as_latex", is_flag=True, help="The trace as a LaTeX align* environment, the proof as a paragraph."
)
@click.option("--json", "as_json", is_flag=True, help="As one JSON object.")
@click.option("--bibtex", "as_bibtex", is_flag=True, help="The sources of a guarantee's proof.")
@click.option("-v", "--verbose", is_flag=True, help="Every step of the derivation, or of the proof.")
@click.option("--routes", is_flag=True, help="The chains of theorems that lost, with their values and reasons.")
@click.option(
    "--coq",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write a proof for Coq: a script that needs nothing else.",
)
@click.pass_context
def derive(
    context: click.Context,
    formula: str,
    as_latex: bool,
    as_json: bool,
    as_bibtex: bool,
    verbose: bool,
    routes: bool,
    coq: Path | None,
) -> None:
    """Derive a divergence from its definition, or a guarantee by the best chain of theorems; the answer first.

    For example "Laplace(b).renyi(alpha)", "Renyi(alpha, Laplace(0, b), Laplace(1, b))", or
    "Gaussian(sigma=2).compose(1000).epsilon(1e-6)".
    """
    if as_latex + as_json + as_bibtex > 1:
        raise click.UsageError("--latex, --json and --bibtex are forms of the same: give one of them")
    heads = _heads(formula)
    if heads:
        if as_bibtex:
            raise click.UsageError("--bibtex is for a guarantee: a divergence is derived from its definition")
        if routes:
            raise click.UsageError("--routes is for a guarantee: a divergence is derived from its definition")
        if len(heads) > 1:
            click.echo("the greater of both directions (of trade-off functions the lesser)", err=True)
            if as_json or coq:
                raise click.UsageError("formula must be one divergence here, and the directions of this law differ")
        for head in heads:
            _divergence(head, as_latex, as_json, verbose, coq)
        return
    if coq:
        raise click.UsageError("--coq is for a divergence: the theorems of a guarantee have proofs of their own")
    with waiting("looking for the best chain of theorems"):
        found = _proved(formula)
    _guarantee(context, found, as_latex, as_json, as_bibtex, verbose, routes)


def _heads(formula: str) -> list[Divergence]:
    """Return the divergences that a text is, or asks a law for: two where its directions differ, and none for a guarantee."""
    import dpsym
    from dpsym.distributions import Law
    from dpsym.divergences import Divergence
    from dpsym.guarantees.mechanism import Mechanism
    from dpsym.guarantees.reading import asked, is_chain
    from dpsym.parse import parse

    if not is_chain(formula):
        head = parse(formula)
        if not isinstance(head, Divergence):
            heads = ", ".join(sorted(kind.__name__ for kind in Divergence.__subclasses__()))
            raise click.UsageError(
                f"formula must be a divergence of two laws ({heads}), or a guarantee, got {formula!r}"
            )
        return [head]
    subject, name, arguments, named = asked(formula)
    if name not in _DIVERGENCES or not isinstance(subject, Law):
        return []
    kind, count = _DIVERGENCES[name]
    if len(arguments) < count or len(arguments) > count + 1 or named.keys() - {"sensitivity"}:
        raise click.UsageError(
            f"formula must ask {name} of {'one parameter' if count else 'nothing'}, and perhaps a sensitivity, got {formula!r}"
        )
    sensitivity = named.get("sensitivity", *arguments[count:] or (1,))
    return [getattr(dpsym, kind)(*arguments[:count], *pair) for pair in Mechanism(subject, sensitivity).pairs()]


def _proved(formula: str) -> Guarantee:
    """Return the guarantee that a text describes; a number at its end is one of a guarantee in its notion."""
    from dpsym.distributions import Law
    from dpsym.guarantees import Guarantee, Notion, guarantee
    from dpsym.guarantees.reading import asked, read

    subject, name, arguments, named = asked(formula)
    if name in ("delta", "epsilon", "profile"):
        parameter = "delta" if name == "epsilon" else "eps"
        given = dict(zip((parameter,), arguments, strict=False)) | named
        if given.keys() == {parameter} and isinstance(subject, (Guarantee, Law, Notion)):
            found = subject if isinstance(subject, Guarantee) else guarantee(subject)
            return found.to_approx(**given)
    found = read(formula)
    if not isinstance(found, Guarantee):
        raise click.UsageError("formula must end in to_approx, to_renyi, ...: a bare number has no proof")
    return found


def _divergence(head: Divergence, as_latex: bool, as_json: bool, verbose: bool, coq: Path | None) -> None:
    with waiting("working it out from the definition"):
        derivation = head.derive()
        closed = "" if coq or as_latex or as_json or verbose else str(derivation.simplified)
    if coq:
        from mechanisms import files
        from theorems.kernel.writing import script

        files.write(coq, script.derived(derivation))
    if as_latex:
        click.echo(derivation.latex())
    elif as_json:
        echo_json(
            {
                "head": str(head),
                "expression": str(derivation.expression),
                "conditions": list(map(str, derivation.conditions)),
                "value": str(derivation.value),
                "strategy": derivation.strategy,
                "steps": [
                    {
                        "text": step.text,
                        "expression": str(step.expression),
                        "hypothesis": "" if step.hypothesis is None else str(step.hypothesis),
                    }
                    for step in derivation.steps
                ],
            }
        )
    elif verbose:
        click.echo(str(derivation))
    else:
        needs = f"\n  where {' and '.join(map(_relation, derivation.conditions))}" if derivation.conditions else ""
        steps = f"{len(derivation.steps)} step{'s' * (len(derivation.steps) != 1)}"
        click.echo(f"{derivation.head}\n  = {closed}{needs}")
        click.echo(f"from the definition in {steps} ({derivation.strategy}), which -v shows", err=True)


def _relation(condition: Boolean) -> str:
    """Return a condition as one writes it."""
    from sympy import Ne

    return f"{condition.lhs} != {condition.rhs}" if isinstance(condition, Ne) else str(condition)


def _guarantee(
    context: click.Context,
    found: Guarantee,
    as_latex: bool,
    as_json: bool,
    as_bibtex: bool,
    verbose: bool,
    routes: bool,
) -> None:
    from theorems import provenance

    library = library_of(context)
    if as_latex:
        click.echo(provenance.latex(found, library), nl=False)
    elif as_bibtex:
        click.echo(provenance.bibtex(found, library), nl=False)
    elif as_json:
        echo_json(_record(found, provenance.statuses(found, library)))
    elif verbose or routes:
        click.echo(provenance.explain(found, library, long=True, routes=routes))
    else:
        for line in _answer(found, provenance.statuses(found, library)):
            click.echo(line)
        click.echo("-v tells every step, --routes the chains that lost", err=True)


def _answer(found: Guarantee, statuses: dict[str, Any]) -> Iterator[str]:
    """Yield the answer, the chain that led to it, its sources and entries, a line each."""
    from dpsym.guarantees.words import promise

    sources = dict.fromkeys(str(cite) for step in found.proof.steps() if step.arrow for cite in step.arrow.cites)
    yield f"{promise(found.value)}, for {found.adjacency}"
    yield f"by {found.proof.route}" + ("" if found.proof.arrow else " (nothing is to be shown)")
    if found.proof.conditions:
        yield f"if {' and '.join(map(str, found.proof.conditions))}"
    if sources:
        yield f"sources: {'; '.join(sources)}"
    if statuses:
        yield "entries: " + ", ".join(f"{id} ({status.value})" for id, status in statuses.items())


def _record(found: Guarantee, statuses: dict[str, Any]) -> dict[str, Any]:
    from dpsym.guarantees.words import promise

    return {
        "promise": promise(found.value),
        "adjacency": str(found.adjacency),
        "route": found.proof.route,
        "steps": [
            {
                "arrow": step.arrow.name,
                "promise": promise(step.value),
                "says": step.arrow.says,
                "hypotheses": list(step.arrow.hypotheses),
                "sources": list(map(str, step.arrow.cites)),
                "theorems": {id: statuses[id].value for id in step.theorems},
            }
            for step in found.proof.steps()
            if step.arrow is not None
        ],
        "losers": [
            {
                "route": route.name,
                "promise": None if route.value is None else promise(route.value),
                "reason": route.reason,
            }
            for route in found.losers
        ],
    }
