"""For authors of games: the conformance check, its probes, its Hypothesis form, and perft."""

from deduce.conformance.check import PARTS, Conformance, check_game, check_history
from deduce.conformance.perft import perft, playouts

__all__ = ["PARTS", "Conformance", "check_game", "check_history", "perft", "playouts"]
