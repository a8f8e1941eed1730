"""In the middle of an evening: what do I know, and which card should I play?"""

from pathlib import Path

from deduce.records.record import read_record
from deduce_models.entracte import GAME

record = read_record(Path(__file__).parent / "evening.txt")

# Line 14 is the last card before Ann's turn; the rest of the record is not looked at.
print(GAME.solve(record, until="13").text)
print()
print(GAME.advise_record(record, until="13").text)
