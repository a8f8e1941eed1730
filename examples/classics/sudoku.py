"""A sudoku with 17 clues: unique, every clue needed, and one hint in three strengths. And a small jigsaw."""

from time import perf_counter

from deduce.puzzles import hint, redundant, verify
from deduce_models.classics import sudoku

TEXT = ".6..54.3......3.........7.....71.2...48.........6.....7..2............451........"

puzzle = sudoku.puzzle(TEXT)
print(
    sudoku.show({statement.content.variable: statement.content.values[0] for statement in puzzle.log}), "\n"
)
verify(puzzle)
start = perf_counter()
verdict = verify(puzzle)
print(f"{verdict.status}, proved in {1000 * (perf_counter() - start):.2f} ms by {verdict.method}:")
print(sudoku.show(verdict.solution), "\n")

found = redundant(puzzle)
print(f"clues that follow from the others: {len(found.implied)}; needed: {len(found.smallest[0])} of 17\n")

less = puzzle.without(puzzle.log[0])
second = verify(less)
print(
    f"without '{puzzle.log[0].text}' it is {second.status}; two solutions differ in {len(second.difference)} cells\n"
)

print("Stuck? Three hints:")
for strength in (1, 2, 3):
    print(f"[{strength}] {hint(puzzle, strength=strength)}\n")

JIGSAW, REGIONS = "1... .... ..3. ....", "AAAB CCAB CDBB CDDD"
jigsaw = verify(sudoku.puzzle(JIGSAW, regions=REGIONS), limit=None)
print(f"a jigsaw of 4x4 with two givens has {len(jigsaw.solutions)} solutions; the first:")
print(sudoku.show(jigsaw.solution))
