"""Print a complete record as seat 1 saw it: seat1.txt beside this file was made by it from evening.txt."""

from pathlib import Path

from deduce.records.record import read_record
from deduce_models.initiative import GAME
from deduce_models.initiative.records.reading import read
from deduce_models.initiative.records.writing import write

MISSION, PLAYERS = "m7_number", 2

if __name__ == "__main__":
    moves = read(GAME, read_record(Path(__file__).parent / "evening.txt")).moves
    print("# The same evening as seat 1 would note it.")
    print(write(GAME, moves, mission=MISSION, players=PLAYERS, seat=1), end="")
