"""`dpsym completion`: what a shell needs to complete commands, options and ids."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem, get_completion_class

_SHELLS = ("bash", "zsh", "fish")
_WHERE = {
    "bash": 'eval "$(dpsym completion bash)" in ~/.bashrc',
    "zsh": 'eval "$(dpsym completion zsh)" in ~/.zshrc',
    "fish": "dpsym completion fish | source in ~/.config/fish/config.fish",
}


@click.command(epilog="; ".join(_WHERE.values()))
@click.argument("shell", type=click.Choice(_SHELLS))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Write the script that lets a shell complete commands, options and ids of entries."""
    kind = get_completion_class(shell)
    assert kind is not None  # noqa: S101 (click has these three)
    root = context.find_root()
    made = kind(root.command, {}, "dpsym", "_DPSYM_COMPLETE")
    # without the version of the shell, which need not be installed here
    click.echo(made.source_template % made.source_vars())


def complete_ids(context: click.Context, parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """Return the ids of entries that go on like this, with their titles."""
    from theorems.errors import RegistryError
    from theorems.registry import registry

    try:
        library = registry()
    except RegistryError:  # a shell is no place for complaints
        return []
    return [CompletionItem(id, help=library.card(id).title) for id in library if id.startswith(begun)]
