"""The rules of Enigma: Beyond Code: set-up, positions, moves, chance, legality, views and scoring."""
