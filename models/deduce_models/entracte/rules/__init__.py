"""The rules of Entracte: set-up, moves, and what positions show."""
