"""Entracte (Hobby World 2025, Nikolay Pegasov): who holds which secret code? Unofficial."""

from deduce_models.entracte.game import GAME

__all__ = ["GAME"]
