"""The techniques of pencil puzzles by name: patterns of steps, mined from walks, in a table a family."""
