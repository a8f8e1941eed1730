"""Constraints over expressions: ``AllDifferent(q[i] + i for i in q)``."""
