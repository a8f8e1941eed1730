"""The rules of Entracte: set-up, moves, and what positions show; they are played by `deduce_models.entracte.rulebook`."""
