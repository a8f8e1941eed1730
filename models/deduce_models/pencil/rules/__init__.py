"""What families share of rules: boards, lines, loops, shades, areas, latin squares, and the variants of sudoku."""
