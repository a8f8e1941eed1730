"""Classic puzzles with published answers, each in one small file."""
