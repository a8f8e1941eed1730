"""The table as boards to be touched: the own stage and troupe, what is on offer, the display, the acts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from deduce.ground.wording import as_is, listing, run, say, typed
from deduce.show.places import Board, Place
from deduce.show.svg import Print
from deduce_models.shakespeare.components.drawing import LETTERS, asked_colour, is_open
from deduce_models.shakespeare.components.elements import COLOURS
from deduce_models.shakespeare.components.parts import ACTS
from deduce_models.shakespeare.rules.state import Board as Seated
from deduce_models.shakespeare.rules.tracks import NEUTRAL
from deduce_models.shakespeare.rules.views import View


def boards(view: Any, known: object = None) -> Sequence[Board]:  # noqa: ARG001
    """What lies on the table as the seat of a view sees it; a bystander looks at the first seat's stage."""
    view, names = view.face, list(map(str, view.setting.names))
    own = view.board
    found = [_stage(view, own)]
    for verb, offer in (("set", view.set_offer), ("costume", view.costume_offer)):
        found += [_offer(verb, offer)] if any(offer) else []
    found += [_cards("troupe", tuple(_troupe(view, own)))]
    if view.display:
        codes = view.setup.parts.codes  # cards of the deck, which are not numbered as people are
        found.append(
            _cards("display", tuple(_card(number, codes[who]) for number, who in enumerate(view.display)))
        )
    return (*found, _cards("acts", tuple(_acts(view, names))))


def _stage(view: View, own: Seated) -> Board:
    """The spaces as they stand, printed pieces too; which can be filled now stand out."""
    stage, pieces = view.setup.stage, own.stage
    spots = [*((cell.row, cell.column) for cell in stage.cells), *stage.printed]
    left, top = min(column for _, column in spots), max(row for row, _ in spots)
    places = []
    for at, cell in enumerate(stage.cells):
        colour, open_ = pieces[at], is_open(stage, pieces, at)
        asked = asked_colour(stage, pieces, at)
        about: list[str] = [typed(COLOURS[colour - 1]) if colour else say("open" if open_ else "not yet")]
        about += [say("a candle")] if cell.candle else []
        about += [say("mirrors {colour}", colour=typed(COLOURS[asked - 1]))] if asked and not colour else []
        mark = "*" if cell.candle else ""
        text = (
            LETTERS[colour] + mark if colour else cell.name + mark + (f"={LETTERS[asked]}" if asked else "")
        )
        piece = Print.PIECES[colour - 1] if colour else ""
        places.append(
            Place(
                cell.name,
                top - cell.row,
                cell.column - left,
                text,
                listing(about, ","),
                marked=open_,
                colour=piece,
            )
        )
    for row, column in stage.printed:
        places.append(Place("", top - row, column - left, "", say("printed"), colour=Print.SAND))
    across = max(column for _, column in spots) - left + 2
    return Board("stage", ("",) * top, ("",) * across, tuple(places), kind="bricks")


def _offer(verb: str, offer: Sequence[int]) -> Board:
    there = [(colour, count) for colour, count in enumerate(offer) if count]
    places = tuple(
        Place(
            f"{verb} {COLOURS[colour]}",
            0,
            at,
            str(count),
            run(as_is(f"{count} "), typed(COLOURS[colour])),
            colour=Print.PIECES[colour],
        )
        for at, (colour, count) in enumerate(there)
    )
    return Board(f"{verb} on offer", ("",), ("",) * len(there), places)


def _troupe(view: View, own: Seated) -> Iterator[Place]:
    for number, (person, costume) in enumerate(zip(own.troupe, own.costumes, strict=True)):
        marks: list[str] = [typed(COLOURS[colour - 1]) for colour in costume]
        marks += [say("activated")] if own.used >> number & 1 else []
        marks += [say("resting")] if own.resting >> number & 1 else []
        yield _card(number, view.setup.codes[person], tuple(marks))


def _acts(view: View, names: Sequence[str]) -> Iterator[Place]:
    for number, (name, row, order) in enumerate(zip(ACTS, view.spaces, view.ranking, strict=True)):
        who = [
            say("neutral") if view.setup.solo and disc == NEUTRAL else as_is(names[disc - 1])
            for disc in order
        ]
        below = tuple(run(each, f" {row[disc - 1]}") for each, disc in zip(who, order, strict=True))
        yield _card(number, str(name), below)


_ACROSS = 3


def _card(number: int, word: str, below: tuple[str, ...] = ()) -> Place:
    return Place(word, number // _ACROSS, number % _ACROSS, word, below=below)


def _cards(title: str, places: tuple[Place, ...]) -> Board:
    return Board(title, ("",) * -(-len(places) // _ACROSS), ("",) * _ACROSS, places, kind="cards")
