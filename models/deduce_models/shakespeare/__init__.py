"""Shakespeare (Ystari Games 2015): put on a play in six days. Unofficial."""

from deduce_models.shakespeare.game import GAME, Shakespeare

__all__ = ["GAME", "Shakespeare"]
