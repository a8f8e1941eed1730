"""The rules of Entracte: set-up, positions, moves, chance, legality, views and scoring."""
