"""Puzzles: prove them unique, explain them step by step, find what is superfluous, make more."""

from deduce.puzzles.verify import Verdict, verify

__all__ = ["Verdict", "verify"]
