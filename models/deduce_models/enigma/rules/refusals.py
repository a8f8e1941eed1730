"""Every move there is, and which rule forbids one that is none of the choices now."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations

from deduce.ground.wording import as_is, listing, say
from deduce.rulebook import Table
from deduce.rulebook.asks import Ask
from deduce.rulebook.setting import Setting
from deduce_models.enigma.rules import phases

PLAIN = ("spend", "doubt", "trust", "keep", "renew", "cancel", "allow", "mission", "end", "rest")
AT = ("peek", "point", "name", "look", "open", "reveal")
FACE_DOWN = frozenset(AT) - {"name"}


def moves_ever(setting: Setting) -> Iterator[str]:
    """The texts of all moves that seats ever make, in a fixed order."""
    setup, names = setting.data, setting.names
    rooms, people, places = setup.parts.room_names, setup.parts.character_names, range(1, setup.cells + 1)
    yield from (f"claim {room}" for room in rooms)
    yield from PLAIN
    yield from ("ghost {} {} {}".format(*three) for three in combinations(places, 3))
    yield from ("shuffle {} {}".format(*pair) for pair in combinations(places, 2))
    yield from (f"{verb} {at}" for verb in AT for at in places)
    yield from (f"{verb} {name}" for verb in ("view", "flip", "swap") for name in names)
    yield from (f"call {at} {room}" for at in places for room in rooms)
    yield from (f"accuse {name} {who}" for name in names for who in people)
    yield from (
        "lay {} {} {}".format(*order) for three in combinations(places, 3) for order in permutations(three)
    )


def reason(text: str, table: Table, wait: Ask | None) -> str:
    """The rule that forbids a move, where the rules wait for something else."""
    o = table.open
    verb, *rest = text.split()
    at = int(rest[0]) if rest and rest[0].isdecimal() else 0
    if o.phase in phases.CHANCE_PHASES:
        return say("chance moves now")
    if o.phase == phases.QUIET:
        return say(
            "{who} was under Silence, and may only look at one face-down card",
            who=as_is(table.name(o.turn)),
        )
    if o.phase == phases.DOUBTING:
        asker = wait.actor if wait is not None else None
        asked = as_is(table.name(asker)) if isinstance(asker, int) else say("somebody")
        return say("{who} declares now whether it is doubted", who=asked)
    if verb in ("doubt", "trust"):
        return _not_doubting(table)
    if o.phase == phases.CLAIMING:
        return (
            say("that room lies face up elsewhere (option claim_face_up)")
            if verb == "claim"
            else say("the room claimed is missing")
        )
    if verb in FACE_DOWN and o.phase in (phases.LOOKING, phases.OPENING) and at == o.at:
        return say("the effect needs another card than the one named")
    if verb in FACE_DOWN and at in o.up:
        return say("that card lies face up already")
    if o.phase == phases.START and verb == "claim" and (seat := _silenced(table)):
        return say(
            "{who} was under Silence, and only looks at one face-down card", who=as_is(table.name(seat))
        )
    if o.phase == phases.START and verb == "name":
        return say("a face-down card is looked at before it is named")
    if verb == "spend":
        return say("Decryption must be held when the turn begins, once a turn, before a naming")
    if verb == "mission":
        return say("this Character has no mission, or not the tokens for it")
    return say("not possible now")


def _silenced(table: Table) -> int:
    """Who has just looked under Silence; 0 for nobody."""
    last = [event for event in table.log[-3:] if event.kind == "say" and event.said == "silenced"]
    return last[-1].seat if last else 0


def _not_doubting(table: Table) -> str:
    o = table.open
    if o.room is None or not table.of_notes:  # in play whoever may doubt has been asked
        return say("there is no claim to doubt")
    barred = [
        say("{who} is under Silence", who=as_is(table.name(seat))) for seat in sorted(o.silent - {o.turn})
    ]
    barred += [say("{who} is out of the game", who=as_is(table.name(seat))) for seat in sorted(o.out)]
    own = say("{who} does not doubt what is one's own claim", who=as_is(table.name(o.turn)))
    return listing([own, *barred], ",")
