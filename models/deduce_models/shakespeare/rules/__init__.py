"""The rules of Shakespeare: set-up, positions, moves, chance, legality, views and scoring."""
