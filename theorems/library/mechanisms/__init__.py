"""The guarantee of each mechanism that runs: what its docstring promises, with checks that run the mechanism itself."""
