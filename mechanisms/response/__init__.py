"""Mechanisms that answer a question of finitely many answers at random."""
