"""Pairs of laws of the families that users meet, from their densities or masses alone."""
