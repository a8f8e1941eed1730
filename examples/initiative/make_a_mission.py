"""Make a mission from a phrase, grade it, and find which glyphs are enough for its answer."""

import random

from deduce.vocabulary.lexicons import builtin
from deduce_models.initiative.missions.generator import generate, grade, make
from deduce_models.initiative.missions.uniqueness import opened_sets

mission = make(
    "attic", "FIND THE STONE GATE", language="en", rng=random.Random(2), board="ring", tokens="tan", walls=1
)
print(mission.phrase, "|", " ".join("".join(w.glyph or "." for w in word) for word in mission.front.words))
print(grade(mission, builtin("en")))
print("enough:", opened_sets(mission, builtin("en"), largest=2)[:3])
for level in ("easy", "medium", "hard"):
    print(level, grade(generate(level, 1), builtin(generate(level, 1).front.language)))
