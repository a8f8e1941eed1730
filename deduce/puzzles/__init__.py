"""Puzzles: prove them unique, explain them step by step, find what is superfluous, make more."""

from deduce.puzzles.datasets import Dataset, Item, dataset
from deduce.puzzles.generation import Generated, PuzzleFamily, generate
from deduce.puzzles.grades import Grade, grade
from deduce.puzzles.hints import Hint, Mistake, hint, mistake
from deduce.puzzles.named_steps import named_steps
from deduce.puzzles.ratings import Difficulty, difficulty
from deduce.puzzles.redundancy import Redundancy, redundant
from deduce.puzzles.repairing import Diagnosis, repair
from deduce.puzzles.uniqueness import Verdict, verify
from deduce.puzzles.walks import Step, Walk, steps

__all__ = [
    "Dataset",
    "Diagnosis",
    "Difficulty",
    "Generated",
    "Grade",
    "Hint",
    "Item",
    "Mistake",
    "PuzzleFamily",
    "Redundancy",
    "Step",
    "Verdict",
    "Walk",
    "dataset",
    "difficulty",
    "generate",
    "grade",
    "hint",
    "mistake",
    "named_steps",
    "redundant",
    "repair",
    "steps",
    "verify",
]
