"""What people say instead of the verbs of the record, and a right line with each verb."""

from __future__ import annotations

from deduce_models.enigma.records.lexicon import RecordNames

__all__ = ["AFTER_NAMES", "CHECKS", "DOUBTS", "NOBODY", "example_of"]

NOBODY = ("nobody", "none", "noone", "no", "one")
AFTER_NAMES = ("doubt", "doubts", "doubted", "challenges", "cancel", "cancels", "cancelled")
CHECKS = ("check", "checks", "checked")
DOUBTS = ("doubt", "doubts", "doubted", "challenges", "challenged", "disbelieves")


def example_of(verb: str, seat: int, lexicon: RecordNames) -> str:
    """A right line with this verb, in the names of the record."""
    parts, names = lexicon.setup.parts, lexicon.names
    rooms, people = parts.room_names, parts.character_names
    who, other = names[seat - 1], names[seat % len(names)]
    first, second, third = rooms[0], rooms[1], rooms[2]
    naming = f"{who} peeks 5, claims"
    return {
        "peeks": f"{who} peeks 5 ={second}, claims {first}",
        "points": f"{who} points 5, claims {first}",
        "names": f"{who} names 4",
        "spends": f"{who} spends",
        "looks": f"{naming} {first}, looks 2 ={second} gains C",
        "opens": f"{naming} {third}, opens 2 ={first}",
        "doubt": f"{naming} {first}, doubt {other} lie",
        "views": f"{naming} Teamwork, views {other} ={people[0]}",
        "flips": f"{naming} Teamwork, flips {other}",
        "swaps": f"{naming} Phantom, swaps {other} ={people[0]}",
        "renews": f"{naming} Phantom, renews {people[0]}",
        "ghost": f"{naming} Phantom, ghost 6 8 9, lays 8 9 6, draws {people[0]}",
        "lays": f"{naming} Phantom, ghost 6 8 9, lays 8 9 6",
        "draws": f"{naming} Phantom, ghost 6 8 9, lays, draws {people[0]}",
        "keeps": f"{naming} Phantom, keeps",
        "cancelled": f"{naming} Machine, cancelled {other}",
        "shuffles": f"{naming} Machine, shuffles 2 3",
        "shows": f"{who} shows {people[0]}",
        "mission": f"{who} mission {people[0]}, reveals 4 ={first}",
        "reveals": f"{who} mission {people[0]}, reveals 4 ={first}",
        "calls": f"{who} mission {people[0]}, calls 4 {first} ={first}",
        "accuses": f"{who} mission {people[0]}, accuses {other} {people[1]} wrong",
    }.get(verb, f"{naming} {first}")
