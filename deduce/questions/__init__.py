"""What to ask next: questions ranked, and whole strategies, greedy or proved best."""

from typing import TYPE_CHECKING

from deduce.ground.lazy import exports

if TYPE_CHECKING:
    from deduce.questions.asking import plan, rank
    from deduce.questions.guessing import Guessing, Position
    from deduce.questions.marked import marked_words
    from deduce.questions.objectives import OBJECTIVES
    from deduce.questions.question import Question
    from deduce.questions.ranking import Ranked
    from deduce.questions.symmetry import Interchange
    from deduce.questions.trees import Branch, Node, Tree

__all__ = [
    "OBJECTIVES",
    "Branch",
    "Guessing",
    "Interchange",
    "Node",
    "Position",
    "Question",
    "Ranked",
    "Tree",
    "marked_words",
    "plan",
    "rank",
]

__getattr__, __dir__ = exports(
    __name__,
    {
        "deduce.questions.asking": "plan rank",
        "deduce.questions.guessing": "Guessing Position",
        "deduce.questions.marked": "marked_words",
        "deduce.questions.objectives": "OBJECTIVES",
        "deduce.questions.question": "Question",
        "deduce.questions.ranking": "Ranked",
        "deduce.questions.symmetry": "Interchange",
        "deduce.questions.trees": "Branch Node Tree",
    },
)
