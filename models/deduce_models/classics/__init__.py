"""Puzzles with published answers, each a small model: the point is how short they are."""
