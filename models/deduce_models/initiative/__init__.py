"""The Initiative (Unexpected Games 2021): decipher the mission, against the clock. Unofficial."""

from deduce_models.initiative.game import GAME, Initiative

__all__ = ["GAME", "Initiative"]
