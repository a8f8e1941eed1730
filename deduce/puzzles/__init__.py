"""Puzzles: prove them unique, explain them step by step, find what is superfluous, make more."""

from typing import TYPE_CHECKING

from deduce.ground.lazy import exports

if TYPE_CHECKING:
    from deduce.puzzles.batches import Batch, verify_all
    from deduce.puzzles.candidate_counts import Candidates, candidates
    from deduce.puzzles.datasets import Dataset, Item, dataset
    from deduce.puzzles.generation import Generated, PuzzleFamily, generate
    from deduce.puzzles.grades import difficulty, grade
    from deduce.puzzles.hints import Hint, Mistake, hint, mistake
    from deduce.puzzles.named_walk import named_steps
    from deduce.puzzles.ratings import Difficulty, Grade
    from deduce.puzzles.redundancy import Redundancy, redundant
    from deduce.puzzles.repairing import Diagnosis, repair
    from deduce.puzzles.solving import steps
    from deduce.puzzles.uniqueness import Verdict, verify
    from deduce.puzzles.walks import Step, Walk

__all__ = [
    "Batch",
    "Candidates",
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
    "candidates",
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
    "verify_all",
]

__getattr__, __dir__ = exports(
    __name__,
    {
        "deduce.puzzles.batches": "Batch verify_all",
        "deduce.puzzles.candidate_counts": "Candidates candidates",
        "deduce.puzzles.datasets": "Dataset Item dataset",
        "deduce.puzzles.generation": "Generated PuzzleFamily generate",
        "deduce.puzzles.grades": "difficulty grade",
        "deduce.puzzles.hints": "Hint Mistake hint mistake",
        "deduce.puzzles.named_walk": "named_steps",
        "deduce.puzzles.ratings": "Difficulty Grade",
        "deduce.puzzles.redundancy": "Redundancy redundant",
        "deduce.puzzles.repairing": "Diagnosis repair",
        "deduce.puzzles.solving": "steps",
        "deduce.puzzles.uniqueness": "Verdict verify",
        "deduce.puzzles.walks": "Step Walk",
    },
)
