"""A Nurikabe solved step by step, in words, with a picture of the last step."""

from deduce.puzzles import steps
from deduce_models import pencil
from deduce_models.pencil.shelf import SHELF
from deduce_models.pencil.words.telling import tell

PUZZLE = """
5 5
1 - - - 2
- - - - -
- 3 - - -
- - - - -
- - 4 - 2
"""


def main() -> None:
    """Tell the steps."""
    knowledge = pencil.read("nurikabe", PUZZLE)
    walk = steps(knowledge)
    for step in walk.steps:
        what, *why = tell(step)
        print(f"{step.number}. {what}")
        for sentence in why:
            print(f"   - {sentence}")
    print("solved" if walk.solved else "more than one solution")
    picture = SHELF.draw_step(knowledge, walk.steps, len(walk.steps))
    print(f"the picture of the last step has {picture.count('<rect')} rectangles")


if __name__ == "__main__":
    main()
