"""Classic puzzles with published answers; each file is one short model."""
