"""Mechanisms that add independent noise to numeric answers."""
