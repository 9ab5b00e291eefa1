"""`dpsym routes`: every chain of conversions from one notion of privacy to another."""

from __future__ import annotations

from pathlib import Path

import click

from theorems.commands.context import echo_json, output, replaced

_ALIASES = {
    "rdp": "renyi",
    "dp": "pure",
    "puredp": "pure",
    "approxdp": "approx",
    "adp": "approx",
    "fdp": "tradeoff",
    "f-dp": "tradeoff",
    "cdp": "zcdp",
    "pld": "loss",
    "mechanism": "loss",
    "gaussian": "gdp",
}


@click.command()
@click.argument("source")
@click.argument("target")
@click.option("--json", "as_json", is_flag=True, help="As one JSON object.")
@output(help="Draw the graph of notions and arrows into a PDF or PNG file, these routes marked.")
def routes(source: str, target: str, as_json: bool, out: Path | None) -> None:
    """List every chain of theorems from one notion to another, for example "dpsym routes RDP approx"."""
    from dpsym.guarantees.notions import NOTIONS
    from dpsym.guarantees.routes import paths

    ends = [_ALIASES.get(name.lower(), name.lower()) for name in (source, target)]
    for given, key in zip((source, target), ends, strict=True):
        if key not in NOTIONS:
            raise click.UsageError(f"notion must be one of {', '.join(NOTIONS)}, got {given!r}")
    found = paths(*ends)
    if as_json:
        echo_json(
            [
                [
                    {
                        "arrow": arrow.name,
                        "from": arrow.source.key,
                        "to": arrow.target.key,
                        "says": arrow.says,
                        "tight": arrow.tight,
                        "theorems": list(arrow.theorems),
                        "sources": list(map(str, arrow.cites)),
                    }
                    for arrow in chain
                ]
                for chain in found
            ]
        )
    else:
        click.echo(f"{len(found)} routes from {NOTIONS[ends[0]].words} to {NOTIONS[ends[1]].words}")
        for chain in found:
            click.echo("- " + " > ".join(arrow.name for arrow in chain))
        for arrow in dict.fromkeys(arrow for chain in found for arrow in chain):
            click.echo(f"\n{arrow.name}: {arrow.says}")
            for label, parts in (
                ("if", arrow.hypotheses),
                ("source", map(str, arrow.cites)),
                ("entries", arrow.theorems),
            ):
                if listed := "; ".join(parts):
                    click.echo(f"  {label}: {listed}")
            if arrow.tight:
                click.echo(f"  tight: {arrow.tight}")
    if out is not None:
        from theorems.export.notions import draw

        with replaced(out) as beside:
            draw(found, beside, out.suffix.lstrip(".").lower() or "pdf")
