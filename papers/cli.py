"""The console command `dpsym` with everything: the commands of `theorems`, and those of papers and site."""

from __future__ import annotations

from theorems.cli import COMMANDS, Commands, program


class EveryCommand(Commands):
    """The commands of the registry, those of papers, and that of the site."""

    homes = {
        **COMMANDS,
        "paper": "papers.commands:paper",
        "site": "papers.site.command:site",
        "tex": "papers.tex.command:tex",
    }


main = program(EveryCommand)

if __name__ == "__main__":
    main()
