"""The commands of `dpsym`, one file each; heavy imports wait until a command runs."""
