"""Advice for Decrypto: evaluation, search and opponent model; ranked moves with reasons; by what clues are weighed."""

from typing import Final

__all__ = ["RISK", "SECRECY", "SECRECY_FROM_STRANGERS"]

RISK: Final = 1.5
"""How much an interception weighs against a decoded code, unless told otherwise."""

SECRECY: Final = 2.0
"""How much giving away a column weighs among players of the game's kind, unless told otherwise."""

SECRECY_FROM_STRANGERS: Final = 0.5
"""The same among strangers, who do not read a column by the list."""
