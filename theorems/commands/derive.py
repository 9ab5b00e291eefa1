"""`dpsym derive`: a divergence worked out from its definition."""

from __future__ import annotations

import click

from theorems.commands.context import echo_json


@click.command()
@click.argument("formula")
@click.option("--latex", "as_latex", is_flag=True, help="The trace as a LaTeX align* environment.")
@click.option("--json", "as_json", is_flag=True, help="As one JSON object.")
def derive(formula: str, as_latex: bool, as_json: bool) -> None:
    """Derive a divergence, for example "Renyi(alpha, Laplace(0, b), Laplace(1, b))", with every step."""
    if as_latex and as_json:
        raise click.UsageError("--latex and --json are two forms of the same: give one of them")
    from dpsym.divergences import Divergence
    from dpsym.parse import parse

    head = parse(formula)
    if not isinstance(head, Divergence):
        heads = ", ".join(sorted(kind.__name__ for kind in Divergence.__subclasses__()))
        raise click.UsageError(f"formula must be a divergence of two laws ({heads}), got {formula!r}")
    derivation = head.derive()
    if as_latex:
        click.echo(derivation.latex())
    elif as_json:
        echo_json({
            "head": str(head),
            "expression": str(derivation.expression),
            "conditions": list(map(str, derivation.conditions)),
            "value": str(derivation.value),
            "strategy": derivation.strategy,
            "steps": [
                {"text": step.text, "expression": str(step.expression),
                 "hypothesis": "" if step.hypothesis is None else str(step.hypothesis)}
                for step in derivation.steps
            ],
        })  # fmt: skip
    else:
        click.echo(str(derivation))
