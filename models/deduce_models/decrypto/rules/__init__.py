"""The rules of Decrypto: set-up, positions, moves, chance, legality, views and scoring."""
