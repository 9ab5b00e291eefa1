"""`dpsym prove`: an inequality proved over a box, or refuted, and a proof for Coq where one can be written."""

from __future__ import annotations

from pathlib import Path

import click

from theorems.commands.progress import waiting


@click.command()
@click.argument("statement")
@click.option(
    "--over",
    multiple=True,
    required=True,
    metavar="NAME=LOW:HIGH",
    help="The ends of a variable, which belong to the box; once a variable.",
)
@click.option(
    "--seconds", type=click.FloatRange(0, min_open=True), default=20.0, show_default=True, help="When to break off."
)
@click.option(
    "--coq",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write a proof for Coq: a script that needs nothing else.",
)
@click.pass_context
def prove(context: click.Context, statement: str, over: tuple[str, ...], seconds: float, coq: Path | None) -> None:
    """Prove STATEMENT, such as "exp(x) <= 1 + 2*x", over a box, or find a counterexample.

    Exit status: 0 if it is proved, 1 if it is refuted or undecided, 2 for a mistake in the command.
    """
    from dpsym.parse import parse
    from dpsym.prove.outcome import Proved, Refuted
    from dpsym.prove.prover import prove as decide

    symbols = {}
    for text in over:
        called, _, ends = text.partition("=")
        low, colon, high = ends.partition(":")
        if not colon:
            raise click.UsageError(f"--over must be NAME=LOW:HIGH, got {text!r}")
        symbols[parse(called.strip())] = (parse(low), parse(high))
    with waiting(f"looking for a proof or a counterexample, {seconds:g} s at most"):
        outcome = decide(parse(statement), symbols, seconds=seconds)
    if isinstance(outcome, Proved):
        click.echo(outcome.explain())
    elif isinstance(outcome, Refuted):
        point = ", ".join(f"{symbol} = {value}" for symbol, value in outcome.witness.items())
        click.echo(f"refuted at {point}")
    else:
        click.echo(f"undecided: {outcome.reason}")
    if coq:
        from mechanisms import files
        from theorems.kernel.errors import NotWrittenError
        from theorems.kernel.writing import script

        if not isinstance(outcome, (Proved, Refuted)):
            raise NotWrittenError("a statement that is undecided")
        files.write(coq, script.decided(outcome))
    context.exit(0 if isinstance(outcome, Proved) else 1)
