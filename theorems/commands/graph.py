"""`dpsym graph`: what rests on what."""

from __future__ import annotations

from pathlib import Path

import click

from theorems.commands.context import deliver, library_of, output, replaced

_FORMATS = ("dot", "json", "png", "pdf")


@click.command()
@click.option(
    "--format", "format", type=click.Choice(_FORMATS), help="By the ending of the file, else dot, if left out."
)
@output(help="The file; standard output if left out.")
@click.pass_context
def graph(context: click.Context, format: str | None, out: Path | None) -> None:
    """Export the graph of entries: dot, json, or a picture layered by depth."""
    if format is None:
        format = "dot" if out is None else out.suffix.lstrip(".").lower()
        if format not in _FORMATS:
            raise click.UsageError(
                f"file must end in one of {', '.join(_FORMATS)}, or --format be given, got {str(out)!r}"
            )
    library = library_of(context)
    from theorems.export import drawing

    if format == "dot":
        deliver(drawing.as_dot(library), out, "dot")
    elif format == "json":
        deliver(drawing.as_json(library), out, "json")
    elif out is None:
        raise click.UsageError(f"--format {format} needs --out FILE: a picture is not for a terminal")
    else:
        with replaced(out) as beside:
            drawing.draw(library, beside, format)
