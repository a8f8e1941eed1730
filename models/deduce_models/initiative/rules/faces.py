"""What advice, drawing and knowledge read of a position or a view: the fields of the search form.

A view's fields come from what lies on the table as its seat sees it; nothing else is looked at.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from deduce.rulebook import State, View
from deduce_models.initiative.components.parts import ACTIONS, Deck
from deduce_models.initiative.rules import phases
from deduce_models.initiative.rules import state as search
from deduce_models.initiative.rules.moves import Move
from deduce_models.initiative.rules.saying import Saying, drawn, left, within

if TYPE_CHECKING:
    from deduce.rulebook.heard import Event
    from deduce_models.initiative.rules.frame import Frame
    from deduce_models.initiative.rules.skips import Skips

DOING = ("", *ACTIONS, "special")
DICTS = frozenset(("piles", "blocks", "fresh", "unseen", "hidden", "faceup", "figures"))
SAME = (
    "turn", "acts", "spent", "threat", "refused", "idle", "active", "turns", "result", "cause",
)  # fmt: skip


@cache
def move_of(text: str) -> Move:
    """A move from its text."""
    verb, *words = text.split(" ")
    return Move(verb, tuple(words))


def compact(position: Any) -> Any:
    """A position or a view in the search form; one that is in it already as it is."""
    return position if isinstance(position, (search.State, search.View)) else position.face


def face(position: State | View) -> search.State | search.View:
    """A whole position or a view in the search form."""
    return _whole(position) if isinstance(position, State) else _seen(position)


def _whole(state: State) -> search.State:
    frame, table = state.setting.data, state.run.table
    o, place = table.open, frame.place
    hands = tuple(tuple(sorted([place[card] for card in hand.live])) for hand in o.hands.values())
    deck = tuple(sorted([place[card] for card in o.deck.live]))
    return search.State(frame.setup, frame.true(table.world), hands, deck, **_public(frame, vars(o)))


def _seen(view: View) -> search.View:
    frame: Frame = view.setting.data
    table: dict[str, Any] = {
        key: dict(value) if key in DICTS else value for key, value in view.table.items()
    }
    hands = tuple(
        [
            search.hidden(cards if isinstance(cards, int) else len(cards))
            if seat != view.seat or isinstance(cards, int)
            else tuple(sorted([frame.place[card] for card in cards]))
            for seat, cards in dict(table["hands"]).items()
        ]
    )
    windows = frame.shown(dict(table["windows"]))
    sizes = [len(hand) for hand in hands]
    told = followed(frame.setup.deck, view.run().table.log, view.remarks, sizes) if view.remarks else ()
    return search.View(
        frame.setup, windows, hands, search.hidden(table["deck"]), **_public(frame, table), told=told,
        skips=_skips(view), looker=view.seat,
    )  # fmt: skip


def _skips(view: View) -> tuple[Skips, ...]:
    """What forced skips prove; few evenings have any."""
    if not any(each.kind == "choose" and each.value == ("skip",) for each in view.entries):
        return ()
    from deduce_models.initiative.rules.skips import skips_of

    return skips_of(view)


def _public(frame: Frame, o: Mapping[str, Any]) -> dict[str, Any]:
    """What everybody sees, with cards, tokens and rooms as the search numbers them."""
    place, kinds, rooms = frame.place, frame.setup.ids, frame.setup.room_ids
    if o["doing"] == "special":
        used = tuple([rooms[each] if isinstance(each, str) else each for each in o["used"]])
    else:
        used = tuple([int(each == "take") for each in o["used"]])
    queue = tuple(o["queue"]) if o["asked"] == "gas" else tuple([kinds[each] for each in o["queue"]])
    return {
        **{name: o[name] for name in SAME},
        "phase": phases.PHASES.index(o["asked"]),
        "action": DOING.index(o["doing"]) - 1,
        "room": rooms[o["room"]] if o["room"] else -1,
        "used": used,
        "queue": queue,
        "piles": tuple([tuple([place[card] for card in cards]) for cards in o["piles"].values()]),
        "blocks": tuple(o["blocks"].values()),
        "discard": tuple([place[card] for card in o["discard"]]),
        "reshuffled": frozenset([place[card] for card in o["reshuffled"]]),
        "fresh": tuple(o["fresh"].values()),
        "unseen": tuple(o["unseen"].values()),
        "hidden": tuple(o["hidden"].values()),
        "faceup": tuple([tuple([kinds[token] for token in tokens]) for tokens in o["faceup"].values()]),
        "figures": tuple([rooms[room] for room in o["figures"].values()]),
        "opened": sum(1 << kinds[glyph] for glyph in o["opened"]),
        "proposal": tuple(o["proposal"]),
        "voters": tuple(o["voters"]),
    }


def followed(
    deck: Deck, log: Sequence[Event], remarks: Sequence[tuple[int, Any]], sizes: Sequence[int]
) -> tuple[Saying, ...]:
    """The sayings, each told after so many events, as they are true at the end: hands have changed since.

    `sizes` are how many cards each seat holds in the end.
    """
    told: tuple[Saying, ...] = ()
    waiting = list(remarks)
    changes = [_change(event, deck) for event in log]
    held = list(sizes)
    for seat, gone, came in changes:
        held[seat - 1] += len(gone) - came
    for number in range(len(log) + 1):
        while waiting and waiting[0][0] <= number:
            new = waiting.pop(0)[1]
            told = (*(old for old in told if old[:2] != new[:2]), new)
        if number == len(log):
            break
        seat, gone, came = changes[number]
        held[seat - 1] += came - len(gone)
        if told and gone:
            told = within(left(told, deck, seat, gone), held)
        elif told and came:
            told = drawn(told, seat)
    return told


def _change(event: Event, deck: Deck) -> tuple[int, tuple[int, ...], int]:
    """Whose hand an event changes, the cards that leave it, and how many come to it."""
    if event.kind == "choose" and event.value and event.value[0] in ("play", "special"):
        cards = event.value[1:2] if event.value[0] == "play" else event.value[1:]
        return event.seat, tuple(deck.ids[card] for card in cards), 0
    if event.kind == "draw" and event.said.startswith("gas "):
        return int(event.said.split()[1]), (deck.ids[event.value],), 0
    if event.kind == "draw" and event.said.startswith("card ") and event.about[0] is not None:
        return event.about[0].mask.bit_length() - 1, (), 1
    return 1, (), 0
