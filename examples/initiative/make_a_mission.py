"""Make a mission from a phrase, grade it, and find which glyphs are enough for its answer."""

import random

from deduce.vocabulary.lexicons import builtin
from deduce_models.initiative.missions.generator import generate, make, needed
from deduce_models.initiative.missions.uniqueness import opened_sets
from deduce_models.initiative.players.grading import grade

mission = make(
    "attic", "FIND THE STONE GATE", language="en", rng=random.Random(2), board="ring", tokens="tan", walls=1
)
print(mission.phrase, "|", " ".join("".join(w.glyph or "." for w in word) for word in mission.front.words))
print("glyphs needed:", needed(mission, builtin("en")), "of", len(mission.front.glyphs))
print(grade(mission, games=2))
print("enough:", opened_sets(mission, builtin("en"), largest=2)[:3])
for level in ("easy", "medium", "hard"):
    print(level, generate(level, 1).phrase)
