"""`dpsym plot`: curves of guarantees as a figure for a paper."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from theorems.commands.context import library_of, output, replaced
from theorems.commands.progress import waiting

_KINDS = ("profile", "tradeoff", "renyi", "composition")


@click.command()
@click.argument("kind", type=click.Choice(_KINDS))
@click.argument("guarantees", nargs=-1, required=True)
@click.option("--delta", default="1e-6", show_default=True, help="At which delta eps is drawn against compositions.")
@click.option(
    "--limit",
    type=click.FloatRange(min=0),
    default=300.0,
    show_default=True,
    help="Seconds of processor time for one curve; 0 for none.",
)
@click.option("--interval", nargs=2, metavar="LOW HIGH", help="Of the abscissa.")
@click.option("--show", is_flag=True, help="Show the picture in the program that the system has for it.")
@output(required=True, help="The PDF or PNG file.")
@click.pass_context
def plot(
    context: click.Context,
    kind: str,
    guarantees: Sequence[str],
    delta: str,
    limit: float,
    interval: tuple[str, str] | None,
    show: bool,
    out: Path,
) -> None:
    """Draw curves of mechanisms, and write the LaTeX of the figure, with its sources, to standard output.

    For example: dpsym plot composition "Gaussian(sigma=5)" "Laplace(scale=10)" --out loss.pdf
    """
    from sympy import Rational

    from dpsym.parse import parse
    from theorems.export import curves

    library = library_of(context)
    if out.suffix not in (".pdf", ".png"):
        raise click.UsageError(f"file must end in .pdf or .png, got {str(out)!r}")
    numbers = [parse(text) for text in (delta, *(interval or ()))]
    if not all(isinstance(number, Rational) for number in numbers):
        raise click.UsageError(f"--delta and --interval must be numbers, got {delta} {interval or ''}")
    ends = (numbers[1], numbers[2]) if interval else None
    with waiting("computing the curves"), replaced(out) as beside:
        text = curves.plot(kind, guarantees, beside, delta=numbers[0], interval=ends, library=library, limit=limit)
    click.echo(text.replace(beside.name, out.name), nl=False)
    if show:
        click.launch(str(out))
