"""Minesweeper: the exact chance of a mine under every covered square, and which squares are safe."""

from deduce_models.classics import mines

BOARD = """
.12?????
.1?4????
.12?????
..12????
...1????
1111????
????????
"""

board = mines.board(BOARD, mines=12)
chance = mines.chances(board)
print(f"{board.count():,} layouts of 12 mines fit.\n")
for r, row in enumerate(BOARD.split(), start=1):
    shown = [
        f"{100 * chance[f'r{r}c{c}']:4.0f}%" if mark == "?" else f"{mark:>4} "
        for c, mark in enumerate(row, 1)
    ]
    print(" ".join(shown))
print("\nsafe: " + (", ".join(mines.safe(board)) or "no square for certain"))
best = min(chance, key=chance.get)
print(f"least danger: {best}, {chance[best]:.1%}")
for name in mines.safe(board)[:1]:
    square = next(v for v in board.scope if v.name == name)
    print(board.why(square == 0))
