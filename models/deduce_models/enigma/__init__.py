"""Enigma: Beyond Code (CrowD Games 2020, Sergey Pritula): a mansion among liars. Unofficial."""

from deduce_models.enigma.game import GAME

__all__ = ["GAME"]
