"""The rules of Enigma: Beyond Code, as the rulebook reads: turns, namings and doubts, the nine effects, missions.

A turn: the Time Keeper moves Time; then the standard action, to look at a face-down card and name it (true or
not), or to name a face-up card. All others who are not silenced declare whether they doubt; the nearest
clockwise checks. A truth is turned up and silences the checker, a lie silences the active player and
ends the turn. Unless caught, the effect of the room *named* follows, true or not. "Another card" is never the one named;
a part of an effect with nothing to act on is void (reconstructed).

Positions and seats count from 1; the Character cards go by their slot in the deal, which never changes: exchanges move
them openly, so who holds which slot is public.

One file because it is read as a rulebook is, from the first page to the last.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import Any, Final

from deduce.ground.wording import say
from deduce.language.constraints import AllDifferent
from deduce.rulebook import EVERYBODY, IMPLIED, Table, Who
from deduce_models.enigma.components.parts import Character
from deduce_models.enigma.rules import phases
from deduce_models.enigma.rules.setup import mask_of, slot_name

END: Final = ("end", 0)
DOUBTS: Final = ("trust", "doubt")


def rules(t: Table) -> Any:
    """The mansion is laid out face down, the Characters are dealt; what is left of them is the stack."""
    setup, o = t.data, t.open
    o.phase, o.turn, o.time, o.stage = phases.DEAL, 0, 0, 0
    o.at, o.room, o.aux, o.up = 0, None, 0, {}
    o.chaos, o.keys, o.silent, o.out = set(), set(), set(), set()
    o.held, o.stack = list(range(setup.players)), list(range(setup.players, setup.slots))
    slots = [slot_name(setup, slot, t.setting.names) for slot in range(setup.slots)]
    cell = t.variables("cell", range(1, setup.cells + 1), setup.parts.room_names)
    dealt = t.variables("dealt", slots, setup.parts.character_names)
    t.require(AllDifferent(cell), say("each room is in one place"))
    t.require(AllDifferent(dealt), say("each Character exists once"))
    t.keep.cell, t.keep.card, t.keep.turns = cell, tuple(dealt.values()), [0] * setup.players
    yield t.deal(cell)
    for slot, card in enumerate(t.keep.card, 1):
        yield t.deal(card)
        if slot in t.seats:
            see(t, slot, card)
    return turn


# Who and what.


def just(t: Table, verb: str) -> dict[str, tuple[str, int]]:
    """Something that is done without saying where or to whom."""
    return t.once(verb, lambda: {verb: (verb, 0)})


def at_each(t: Table, verb: str, places: Sequence[int]) -> dict[str, tuple[str, int]]:
    """A choice of positions."""
    return t.once((verb, *places), lambda: {f"{verb} {at}": (verb, at) for at in places})


def of_seats(t: Table, verb: str, seats: Sequence[int]) -> dict[str, tuple[str, int]]:
    """A choice of players."""
    return t.once((verb, *seats), lambda: {f"{verb} {t.name(seat)}": (verb, seat) for seat in seats})


def down(t: Table, but: int = 0) -> list[int]:
    """The positions of cards that lie face down."""
    up = t.open.up
    return [at for at in t.keep.cell if at not in up and at != but]


def after(t: Table, me: int) -> list[int]:
    """The other seats, clockwise."""
    seats = len(t.seats)
    return [(me + k) % seats + 1 for k in range(seats - 1)]


def able(t: Table, seats: Sequence[int]) -> list[int]:
    """Those who are in the game and not silenced."""
    return [seat for seat in seats if seat not in t.open.silent and seat not in t.open.out]


def others(t: Table, me: int) -> list[int]:
    """The other seats that are in the game."""
    return [seat for seat in t.seats if seat != me and seat not in t.open.out]


def own(t: Table, seat: int) -> Any:
    """The Character card that a seat holds."""
    return t.keep.card[t.open.held[seat - 1]]


def see(t: Table, who: Who, card: Any) -> None:
    """Somebody sees a card, and need not write it down."""
    t.show(who, card, name="sees", optional=True)


def turn_up(t: Table, at: int, said: str | None = None) -> str:
    """A card is turned face up; notes that do not tell it mean what was said of it."""
    room: str = t.show(EVERYBODY, t.keep.cell[at], name="sees", unsaid=said)
    t.open.up[at] = room
    return room


def over(t: Table, winner: int) -> None:
    """The game is over; nobody wins where `winner` is 0."""
    t.open.phase = phases.OVER
    t.end([float(seat == winner) for seat in t.seats])


# Turns.


def tick(t: Table, step: int) -> None:
    """Move Time; entering the last slot ends the game, for the Saboteur if not silenced."""
    o, setup = t.open, t.data
    o.time = max(1, o.time + step)
    t.announce("time", o.time, seat=o.turn)
    if o.time < setup.last_time:
        return
    t.announce("time runs out")
    winner: tuple[int, ...] = ()
    if setup.saboteur >= 0:
        facts = {seat: own(t, seat) == "Saboteur" for seat in able(t, t.seats)}
        winner = t.which(EVERYBODY, facts, "the Saboteur wins: {}", name="timeout")
    over(t, winner[0] if winner else 0)


def turn(t: Table) -> Any:
    """The turn passes on clockwise; with nobody left in the game Chaos breaks through.

    An eliminated Time Keeper's seat keeps that duty (reconstructed).
    """
    o, setup = t.open, t.data
    if len(o.out) == len(t.seats):
        t.announce("time runs out")
        over(t, 0)
    seat = o.turn % len(t.seats) + 1 if o.turn else setup.keeper
    while True:
        if seat == setup.keeper:
            tick(t, 1)
        if seat not in o.out:
            break
        seat = seat % len(t.seats) + 1
    o.turn, o.at, o.room, o.stage = seat, 0, None, phases.USABLE if seat in o.keys else 0
    t.keep.turns[seat - 1] += 1
    t.part(f"{t.name(seat)}.{t.keep.turns[seat - 1]}")
    yield quiet(t, seat) if seat in o.silent else act(t, seat)
    return turn


def quiet(t: Table, me: int) -> Any:
    """A silenced player may look at one face-down card, and returns Silence."""
    t.open.phase = phases.QUIET
    t.announce("silenced", seat=me)
    _, at = yield t.choose(me, at_each(t, "peek", down(t)) or just(t, "rest"))
    if at:
        see(t, me, t.keep.cell[at])
    t.open.silent.remove(me)
    t.announce("silenced", seat=me)


def act(t: Table, me: int) -> Any:
    """The standard action, and beside it an extra naming by Decryption and the mission, before it or after it."""
    o, setup = t.open, t.data
    while True:
        done = o.stage & phases.DONE
        o.phase = phases.AFTER if done else phases.START
        menu: list[Any] = (
            [just(t, "end")] if done else [at_each(t, "peek", down(t)), at_each(t, "name", sorted(o.up))]
        )
        if (
            o.stage & phases.USABLE
            and me in o.keys
            and (not done or setup.late_naming)
            and (setup.extra_face_up or down(t))
        ):
            menu.append(just(t, "spend"))
        if people := may_try(t, me):
            menu.append(
                t.once(("mission", o.held[me - 1], people), partial(beginning, t, own(t, me), people))
            )
        what, at = yield t.choose(me, menu, unsaid=END if done else None)
        if what == "end":
            return
        if what == "mission":
            yield mission(t, me)
            return
        if what == "spend":
            o.keys.remove(me)
            o.stage = (o.stage | phases.EXTRA) & ~phases.USABLE
            o.phase = phases.START
            face_up = at_each(t, "name", sorted(o.up)) if setup.extra_face_up else {}
            menu = [at_each(t, "peek" if setup.extra_peek else "point", down(t)), face_up]
            what, at = yield t.choose(me, menu)
        else:
            o.stage |= phases.DONE
        if (yield naming(t, me, what, at)):
            return  # caught
        o.stage, o.at, o.room, o.aux = o.stage & ~phases.EXTRA, 0, None, 0


def beginning(t: Table, card: Any, people: Sequence[str]) -> Any:
    """The mission, if one's Character is one of these."""
    return t.when(
        card.is_in(people),
        {"mission": ("mission", 0)},
        "this Character has no mission, or not the tokens for it",
    )


def naming(t: Table, me: int, what: str, at: int) -> Any:
    """A card is named, and if it lies face down perhaps doubted; then the effect. Whether a lie was caught."""
    o, cell = t.open, t.keep.cell[at]
    o.at, o.room = at, o.up.get(at)
    if what == "name":
        t.announce(o.room)
    else:
        if what == "peek":
            see(t, me, cell)
        o.phase = phases.CLAIMING
        shown = frozenset() if t.data.claim_face_up else frozenset(o.up.values())
        o.room = yield t.choose(
            me, t.once(("claim", shown), lambda: claims(t.data.parts.room_names, shown)), alike=cell
        )
        o.phase = phases.DOUBTING
        asked = dict.fromkeys(able(t, after(t, me)), DOUBTS)
        declared = yield t.together(asked, "trust", told="doubt")
        doubters = [seat for seat, said in declared.items() if said == "doubt"]
        if not doubters:
            t.announce("nobody doubts")
        elif not check(t, doubters[0], (me, doubters[0]) if what == "peek" else doubters[0]):
            return True
    yield EFFECTS[o.room](t, me)
    return False


def claims(rooms: Sequence[str], shown: frozenset[str]) -> dict[str, str]:
    """What a card may be named as."""
    return {f"claim {room}": room for room in rooms if room not in shown}


def check(t: Table, checker: int, seen_by: Who) -> bool:
    """The nearest clockwise who doubts looks: a truth is turned up and silences the checker, a lie who told it."""
    o, cell = t.open, t.keep.cell[t.open.at]
    said = f"{t.name(checker)} checks {o.at} {o.room}"
    true: bool = t.tell(EVERYBODY, cell == o.room, said, unsaid=IMPLIED, name="sees")
    if true:
        o.up[o.at] = o.room
        o.silent.add(checker)
    else:
        see(t, seen_by, cell)
        o.silent.add(o.turn)
    return true


# The effects.


def another(t: Table, me: int, phase: int, verb: str) -> Any:
    """Another card that lies face down; 0 where there is none."""
    places = down(t, but=t.open.at)
    if not places:
        return 0
    t.open.phase = phase
    _, at = yield t.choose(me, at_each(t, verb, places))
    return at


def look(t: Table, me: int) -> Any:
    """A look at another card; where, or 0."""
    at = yield another(t, me, phases.LOOKING, "look")
    if at:
        see(t, me, t.keep.cell[at])
    return at


def library(t: Table, me: int) -> Any:
    """A look, and the token of the card's icon unless it is held already."""
    o, setup = t.open, t.data
    at = yield look(t, me)
    if not at:
        return
    new = {icon: held for icon, held in (("C", o.chaos), ("D", o.keys)) if me not in held}
    if setup.free_icons and new:
        o.phase, o.aux = phases.ICON, at - 1
        chances = t.once(
            ("icons", *new), lambda: {room: _gains(icons, new) for room, icons in setup.gives.items()}
        )
        gained = yield t.sense(EVERYBODY, t.keep.cell[at], chances, "gains", weighs=False)
        found = () if gained == "nothing" else (gained,)
    else:
        facts = {
            icon: t.keep.cell[at].is_in([room for room, icons in setup.gives.items() if icons == icon])
            for icon in new
        }
        found = t.which(EVERYBODY, facts, f"{t.name(me)} gains {{}} by {at}", name="gains")
    for icon in found:
        new[icon].add(me)


def _gains(icons: str, new: Mapping[str, Any]) -> dict[str, float]:
    """What a room with one of these icons gives, with the chances."""
    found: dict[str, float] = {}
    for icon in icons or "-":
        gained = icon if icon in new else "nothing"
        found[gained] = found.get(gained, 0.0) + 1 / max(1, len(icons))
    return found


def code(t: Table, me: int) -> Any:
    """With Chaos a look."""
    if me in t.open.chaos:
        yield look(t, me)


def command(t: Table, me: int) -> Any:
    """Without Chaos a look."""
    if me not in t.open.chaos:
        yield look(t, me)


def radio(t: Table, me: int) -> Any:
    """Another card is turned face up."""
    at = yield another(t, me, phases.OPENING, "open")
    if at:
        turn_up(t, at)


def tome(t: Table, me: int) -> Any:
    """Time goes on, and another card is turned face up."""
    tick(t, 1)
    yield radio(t, me)


def teamwork(t: Table, me: int) -> Any:
    """Another player's Character is viewed, or another player's Chaos flipped."""
    rest = others(t, me)
    if not rest:
        return
    t.open.phase = phases.TEAM
    what, seat = yield t.choose(me, [of_seats(t, "view", rest), of_seats(t, "flip", rest)])
    if what == "flip":
        t.open.chaos ^= {seat}
    else:
        see(t, me, own(t, seat))


def bombe(t: Table, me: int) -> None:
    """Chaos is given back, or else Decryption gained."""
    if me in t.open.chaos:
        t.open.chaos.remove(me)
        t.announce("loses C", seat=me)
    else:
        t.open.keys.add(me)
        t.announce("gains D", seat=me)


def phantom(t: Table, me: int) -> Any:
    """One's own Chaos is flipped; then Characters may be exchanged. The Ghost may lay three cards anew instead."""
    o, setup = t.open, t.data
    o.phase = phases.PHANTOM
    o.chaos ^= {me}
    t.announce("gains C" if me in o.chaos else "loses C", seat=me)
    menu: list[Any] = [just(t, "keep")]
    if setup.players > 2:
        menu.append(of_seats(t, "swap", others(t, me)))
    elif o.stack:
        menu.append(just(t, "renew"))
    if o.stack and setup.ghost >= 0:
        card, cells = own(t, me), setup.cells
        menu.append(
            t.once(("ghost", o.held[me - 1]), lambda: t.when(card == "Ghost", triples("ghost", cells)))
        )
    what, *chosen = yield t.choose(me, menu)
    if what == "swap":
        swap(t, me, chosen[0])
    elif what == "renew":
        t.show(EVERYBODY, own(t, me), name="sees")
        draw_character(t, me)
    elif what == "ghost":
        yield lay(t, me, chosen)


def swap(t: Table, me: int, other: int) -> None:
    """Two players exchange Characters, and nobody else sees them."""
    held = t.open.held
    held[me - 1], held[other - 1] = held[other - 1], held[me - 1]
    for seat in (me, other):
        see(t, seat, own(t, seat))


def draw_character(t: Table, me: int) -> None:
    """The top of the stack becomes the Character of a seat, which sees it."""
    t.open.held[me - 1] = t.open.stack.pop(0)
    see(t, me, own(t, me))


def lay(t: Table, me: int, three: Sequence[int]) -> Any:
    """The Ghost looks at three cards and lays them face down as it likes; then it leaves for a new Character."""
    t.open.phase, t.open.aux = phases.LAYING, mask_of(three)
    for at in three:
        see(t, me, t.keep.cell[at])
    yield t.rearrange(me, [t.keep.cell[at] for at in three], "lay {}", seen_by=me)
    for at in three:
        t.open.up.pop(at, None)
    draw_character(t, me)


def machine(t: Table, me: int) -> Any:
    """Unless somebody returns Chaos, Time goes back and the card named is shuffled with two others."""
    o = t.open
    for seat in able(t, [me, *after(t, me)]):
        if seat not in o.chaos:
            continue
        o.phase = phases.WINDOW
        if (yield t.choose(seat, ("allow", "cancel"), unsaid="allow")) == "cancel":
            o.chaos.remove(seat)
            return
    tick(t, -1)
    o.phase = phases.MIXING
    three = yield t.choose(me, t.once(("mixes", o.at), lambda: mixes(o.at, t.data.cells)))
    o.phase, o.aux = phases.ORDER, mask_of(three)
    yield t.shuffle([t.keep.cell[at] for at in three], text="order {}")
    for at in three:
        o.up.pop(at, None)


def triples(verb: str, cells: int) -> dict[str, tuple[Any, ...]]:
    """A choice of three positions."""
    found = combinations(range(1, cells + 1), 3)
    return {f"{verb} {' '.join(map(str, three))}": (verb, *three) for three in found}


def mixes(named: int, cells: int) -> dict[str, tuple[int, ...]]:
    """A choice of two positions beside the one that was named."""
    found = [three for three in combinations(range(1, cells + 1), 3) if named in three]
    return {f"shuffle {' '.join(str(at) for at in three if at != named)}": three for three in found}


EFFECTS: Final[Mapping[str, Callable[[Table, int], Any]]] = {
    "Library": library,
    "Code": code,
    "Radio": radio,
    "Tome": tome,
    "Teamwork": teamwork,
    "Command": command,
    "Bombe": bombe,
    "Phantom": phantom,
    "Machine": machine,
}
"""What each room does, by its short name."""


# Missions.


def may_try(t: Table, me: int) -> tuple[str, ...]:
    """The Characters whose mission this seat could begin now."""
    o = t.open
    held, accused = (me in o.keys, me in o.chaos), bool(o.chaos - o.out - {me})
    return t.once(("missions", held, accused), lambda: missions(t.data.parts.characters, *held, accused))


def missions(people: Sequence[Character], key: bool, chaos: bool, accused: bool) -> tuple[str, ...]:
    """Those who have a mission, and for it the tokens and somebody to accuse."""
    has = {"": True, "D": key, "C": chaos, "no C": not chaos}
    return tuple(
        each.name for each in people if each.rooms and has[each.token] and (accused or not each.accuses)
    )


def mission(t: Table, me: int) -> Any:
    """The Character is shown, the cards it asks for are revealed; out of the game at the first error.

    Cards that lie face up already are only pointed at. What an attempt turned up stays face up.
    """
    o, setup = t.open, t.data
    o.aux = -1
    person = setup.people[t.show(EVERYBODY, own(t, me), name="sees")]
    wanted = setup.wanted[person.name]
    while not wanted <= set(o.up.values()):
        o.phase = phases.MISSION
        _, at = yield t.choose(me, at_each(t, "reveal", down(t)))
        if turn_up(t, at) not in wanted:
            return fail(t, me)
    for left in range(min(person.calls, len(down(t))), 0, -1):
        o.phase, o.aux = phases.CALLING, left
        rooms = [room for room in setup.parts.room_names if room not in o.up.values()]
        at, room = yield t.choose(me, {f"call {at} {room}": (at, room) for at in down(t) for room in rooms})
        o.aux = left - 1
        if turn_up(t, at, room) != room:
            return fail(t, me)
        t.announce("right", seat=me)
    if person.accuses:
        o.phase = phases.ACCUSING
        seats, people = sorted(o.chaos - o.out - {me}), setup.parts.character_names
        accused = {f"accuse {t.name(seat)} {who}": (seat, who) for seat in seats for who in people}
        seat, who = yield t.choose(me, accused)
        if not t.tell(EVERYBODY, own(t, seat) == who, f"{t.name(seat)} is the {who}", name="accused"):
            return fail(t, me)
    t.announce("wins", seat=me)
    over(t, me)


def fail(t: Table, me: int) -> None:
    """Out of the game: the Character stays shown, all tokens are returned."""
    o = t.open
    t.announce("fails", seat=me)
    o.aux = 0
    o.out.add(me)
    for tokens in (o.chaos, o.keys, o.silent):
        tokens.discard(me)
