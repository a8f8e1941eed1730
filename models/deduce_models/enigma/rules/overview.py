"""The rules, gathered: `first_state` begins a game, `EnigmaState` goes on.

A turn: the Time Keeper moves Time; then the standard action, to look at a face-down card and name it (true or
not), or to name a face-up card. All others who are not silenced declare whether they doubt; the nearest
clockwise checks. A truth is turned up and silences the checker, a lie silences the active player and
ends the turn. Unless caught, the effect of the room *named* follows. `turns` has this course, `tempo` time and the
order of seats, `effects` the nine rooms, `missions` the ways to win or be eliminated, `events` what is remembered.
"""

from deduce_models.enigma.rules.state import EnigmaState
from deduce_models.enigma.rules.turns import first_state

__all__ = ["EnigmaState", "first_state"]
