"""Decipher a card from the windows that are open: answers, letters, and which glyph to look for."""

from deduce.ciphers.decipher import decipher
from deduce.vocabulary.lexicons import builtin
from deduce_models.initiative.components.mission import named_mission
from deduce_models.initiative.missions.uniqueness import shown_windows, verdict

mission = named_mission("m1_parcel")
windows = shown_windows(mission, ["A", "E", "N"])  # what is open: glyphs A, E and N
lexicon = builtin("en")

found = decipher(mission.front, windows, lexicon)
for guess in found.answers[:3]:
    print(f"{guess.probability:.3f}  {guess.text}")
print("look for glyph", max(found.worth, key=lambda glyph: found.worth[glyph]))
print(*found.reasons, sep="\n")

# Without a lexicon: pure pattern logic. And a proof that one more window leaves one answer.
print(f"pattern logic alone: {decipher(mission.front, windows).answers[0].probability:.1e}")
print(verdict(mission.front, shown_windows(mission, ["A", "E", "J"]), lexicon).status)
