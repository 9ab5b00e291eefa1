"""Closed forms family by family: each pair of laws with its divergences, typed from the literature or derived by hand."""
