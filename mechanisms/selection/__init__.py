"""Mechanisms that choose one of finitely many candidates by their scores, or the first answer above a threshold."""
