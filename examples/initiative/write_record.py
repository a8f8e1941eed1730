"""Print a complete record as seat 1 saw it: seat1.txt beside this file was made by it from evening.txt."""

from pathlib import Path

from deduce.records.record import read_record
from deduce_models.initiative import GAME

if __name__ == "__main__":
    answers = GAME.answers()
    states, moves = answers.read(read_record(Path(__file__).parent / "evening.txt")).played
    print("# The same evening as seat 1 would note it.")
    print(answers.write(states, moves, {}, 1), end="")
