"""Moves: small frozen values with a text form.

Positions are counted from 1, row by row; rooms and characters go by their short names.
"""

from __future__ import annotations

from enum import IntEnum, unique
from typing import NamedTuple


@unique
class Kind(IntEnum):
    """What a move does; `CHANCE` for all that chance does."""

    CHANCE = 0
    PEEK = 4
    POINT = 5
    NAME = 6
    SPEND = 7
    CLAIM = 8
    DOUBT = 9
    TRUST = 10
    LOOK = 11
    OPEN = 12
    VIEW = 13
    FLIP = 14
    SWAP = 15
    KEEP = 16
    RENEW = 17
    GHOST = 18
    LAY = 19
    CANCEL = 20
    ALLOW = 21
    SHUFFLE = 22
    MISSION = 23
    REVEAL = 24
    CALL = 25
    ACCUSE = 26
    END = 27
    REST = 28


class EnigmaMove(NamedTuple):
    """A move: its kind, what it is about, and its text.

    `at` is a position (from 0), a seat or a mask of positions (of a shuffle without the one named), `what` a room, a
    character or the number of a permutation; -1 where there is none.
    """

    kind: Kind
    at: int
    what: int
    text: str

    def __str__(self) -> str:
        return self.text
