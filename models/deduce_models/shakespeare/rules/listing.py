"""A position as text, for the table: what is on offer, what everybody has, what is to be decided."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from deduce.games.base import CHANCE
from deduce.ground.wording import as_is, listing, passage, run, say, typed
from deduce_models.shakespeare.components import drawing
from deduce_models.shakespeare.components.elements import COLOURS
from deduce_models.shakespeare.components.parts import ACTS
from deduce_models.shakespeare.rules import phases
from deduce_models.shakespeare.rules.objectives import held
from deduce_models.shakespeare.rules.setup import JEWELER, Setup
from deduce_models.shakespeare.rules.tracks import NEUTRAL

if TYPE_CHECKING:
    from deduce_models.shakespeare.rules.views import Board, Lying


def text(state: Lying) -> str:
    """The position in words. What a view hides is left out."""
    seat = getattr(state, "seat", None)
    lines: list[str] = [head(state)]
    if state.order:
        first = as_is(_seats(state.initiative)) if state.initiative else say("nobody yet")
        lines.append(say("order: {order}; initiative: {who}", order=as_is(_seats(state.order)), who=first))
    codes = state.setup.parts.codes
    shown = listing([typed(codes[card]) for card in state.display], ",") if state.display else say("nobody")
    lines.append(say("display: {cards}", cards=shown))
    deck, discarded = len(state.deck), len(state.discard)
    lines.append(run("  ", say("deck {deck}, discarded {discarded}", deck=deck, discarded=discarded)))
    lines.append(
        say(
            "set on offer: {offer}  (bag: {bag})",
            offer=_elements(state.set_offer), bag=_elements(state.set_bag),
        )
    )  # fmt: skip
    lines.append(
        say(
            "costumes on offer: {offer}  (bag: {bag})",
            offer=_elements(state.costume_offer), bag=_elements(state.costume_bag),
        )
    )  # fmt: skip
    lines += _acts(state)
    for number, board in enumerate(state.boards, 1):
        lines += _board(state, number, board, mine=seat in (None, number))
    lines += ["", drawing.LEGEND, *drawing.STAGE_LEGEND, "", decision(state)]
    return passage(lines)


def head(state: Lying) -> str:
    """The game and its day."""
    if state.phase == phases.OVER:
        return say("Shakespeare, the end")
    if not state.day:
        return say("Shakespeare, the set-up")
    return say("Shakespeare, day {day} of {days}", day=state.day, days=state.setup.parts.days)


def _seats(seats: Sequence[int]) -> str:
    return " ".join(map(str, seats))


def _elements(counts: Sequence[int]) -> str:
    found = [typed(f"{count} {word}") for word, count in zip(COLOURS, counts, strict=True) if count]
    return listing(found, ",") if found else say("none")


def _acts(state: Lying) -> list[str]:
    lines: list[str] = []
    for name, row, order in zip(ACTS, state.spaces, state.ranking, strict=True):
        discs = [
            say("{disc} on {space}", disc=_disc(state.setup, disc), space=row[disc - 1]) for disc in order
        ]
        lines.append(say("act {act}: {standing}", act=name, standing=listing(discs, ",")))
    return lines


def _disc(setup: Setup, disc: int) -> str:
    return say("neutral") if setup.solo and disc == NEUTRAL else say("seat {seat}", seat=disc)


def _board(state: Lying, seat: int, board: Board, *, mine: bool) -> list[str]:
    lines: list[str] = [
        say(
            'seat {seat}: {prestige} prestige, {number:pound}, ambiance {ambiance}, {more} "+3", {cylinders} cylinders',
            seat=seat, prestige=board.prestige, number=board.pounds, ambiance=board.ambiance,
            more=board.tokens, cylinders=board.cylinders,
        )
    ]  # fmt: skip
    people = [
        _person(state.setup, board, place, person, worn)
        for place, (person, worn) in enumerate(zip(board.troupe, board.costumes, strict=True))
    ]
    lines.append(run("  ", say("troupe: {cards}", cards=listing(people, ","))))
    if mine or any(board.stage):
        # The legend is the same for all boards and stands once, at the end.
        drawn = drawing.stage_text(state.setup.stage, board.stage).split("\n\n")[0]
        lines += [f"  {row}" for row in drawn.split("\n")]
    own = held(state.dealings, seat)
    if own:
        # A view has numbers below 0 for what its seat may not see.
        names = [typed(state.setup.objective_codes[item]) if item >= 0 else say("hidden") for item in own]
        lines.append(run("  ", say("objectives: {objectives}", objectives=listing(names, ","))))
    return lines


def _person(setup: Setup, board: Board, place: int, person: int, worn: bytes) -> str:
    marks: list[str] = [typed(COLOURS[colour - 1]) for colour in worn]
    if board.used >> place & 1:
        marks.append(say("activated"))
    if board.resting >> place & 1:
        marks.append(say("resting"))
    apart = [each for mark in marks for each in (" ", mark)][1:]
    return run(typed(setup.codes[person]), *((" (", *apart, ")") if marks else ()))


def decision(state: Lying) -> str:
    """What is to be decided, and by whom."""
    name = phases.NAMES[state.phase]
    if state.phase == phases.OVER:
        return say("the game is over")
    if state.actor is CHANCE:
        return run(say("chance"), ": ", name)
    if state.phase == phases.CRAFT:
        person = state.worker
        jewels = state.setup.trades[person] == JEWELER
        spend = say("one yellow element") if jewels else say("{budget} to spend", budget=state.budget)
        name = say("{card} at work, {spend}", card=typed(state.setup.codes[person]), spend=spend)
    return say("seat {seat} decides: {what}", seat=state.turn, what=name)
