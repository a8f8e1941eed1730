"""The rules of The Initiative: set-up, positions, moves, chance, legality, views and scoring."""
