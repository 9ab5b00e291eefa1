"""Replay certificates without searching, by code that shares nothing with the code that found them.

Nothing here imports `dpsym`, `mechanisms`, SymPy or any other module of `theorems`: the texts of a certificate are read by Python's `ast`
and evaluated over Arb. Read `formula`, `laws`, `definitions`, `boxes`, `proofs`, `judging` and `replay`, in this order.
"""
