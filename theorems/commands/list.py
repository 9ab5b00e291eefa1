"""`dpsym list`: which entries there are."""

from __future__ import annotations

from collections.abc import Sequence

import click

from theorems.commands.context import echo_json, library_of
from theorems.status import Status


@click.command("list")
@click.argument("words", nargs=-1)
@click.option(
    "--status", type=click.Choice([status.value for status in Status]), help="Only entries whose own status is this."
)
@click.option("--steps", is_flag=True, help="Also steps and scalar lemmas, with nothing private in them.")
@click.option("--unsourced", is_flag=True, help="Only entries that name neither a source nor a proof.")
@click.option("--json", "as_json", is_flag=True, help="Write a JSON array.")
@click.pass_context
def list_entries(
    context: click.Context, words: Sequence[str], status: str | None, steps: bool, unsourced: bool, as_json: bool
) -> None:
    """List the entries that answer WORDS, likeliest first, abbreviations understood; without words the theorems, without the steps."""
    library = library_of(context)
    answers = [
        card
        for card in map(library.card, library.search(" ".join(words)))
        if status in (None, library.own_status(card.id).value) and not (unsourced and card.has_source)
    ]
    own = set(library.own)
    is_whole = bool(words or steps or unsourced)
    shown = [card for card in answers if is_whole or not card.is_step or card.id in own]
    if as_json:
        echo_json(
            [
                {
                    "id": card.id,
                    "title": card.title,
                    "status": library.own_status(card.id).value,
                    "effective": library.effective_status(card.id).value,
                    "step": card.is_step,
                    "case_of": card.specializes,
                }
                for card in shown
            ]
        )
        return
    if not shown:
        meant = library.nearest(" ".join(words))
        click.echo(f"no entry; did you mean: {meant}" if meant else "no entry", err=True)
        return
    if len(shown) < len(answers):
        click.echo(f"{len(shown)} theorems; {len(answers) - len(shown)} steps with --steps", err=True)
    states = [library.own_status(card.id).value for card in shown]
    longest, state = max(len(card.id) for card in shown), max(map(len, states))
    for card, own_state in zip(shown, states, strict=True):
        click.echo(f"{card.id:{longest}}  {own_state:{state}}  {'(step) ' if card.is_step else ''}{card.title}")
