"""The whole table as a picture: the own stage and costumes, offers, display, tracks, and every seat's board."""

from __future__ import annotations

from collections.abc import Sequence

from deduce.ground.wording import many
from deduce.show import svg
from deduce_models.shakespeare.components.blocks import (
    acts_block,
    ambiance_block,
    costumes_block,
    element,
    keys_block,
    offer_block,
    small_stage,
    stage_block,
)
from deduce_models.shakespeare.components.elements import COLOURS
from deduce_models.shakespeare.components.parts import SLOTS
from deduce_models.shakespeare.rules import listing, phases
from deduce_models.shakespeare.rules.objectives import held
from deduce_models.shakespeare.rules.state import Board
from deduce_models.shakespeare.rules.tracks import NEUTRAL
from deduce_models.shakespeare.rules.views import HIDDEN, View


def picture(view: View, names: Sequence[str] = ()) -> str:
    """The picture of a view; what its seat may not see is left out."""
    setup = view.setup
    names = tuple(names) or tuple(f"seat {seat}" for seat in range(1, view.seats + 1))
    seat = view.seat or 1
    board = view.board
    blocks = [svg.paragraph(listing.decision(view), ink="accent"), keys_block()]
    blocks += [svg.heading(f"The stage of {names[seat - 1]}"), stage_block(setup.stage, board.stage)]
    blocks += [svg.heading(f"The troupe of {names[seat - 1]}"), *_troupe(view, board)]
    blocks += _objectives(view, seat)
    blocks.append(svg.heading("On offer"))
    blocks.append(offer_block("Set", view.set_offer, view.set_bag))
    blocks.append(offer_block("Costumes", view.costume_offer, view.costume_bag))
    display = [setup.parts.codes[card] for card in view.display]
    blocks.append(svg.strip(display or ["nobody"], label="Display"))
    counts = f"{many(len(view.deck), 'card')} in the deck, {len(view.discard)} discarded"
    blocks.append(svg.paragraph(counts, size=10.5, ink="dim"))
    blocks += [svg.heading("Acts"), acts_block(setup.parts, _piles(view))]
    discs = {str(number): each.ambiance for number, each in enumerate(view.boards, 1)}
    blocks += [svg.heading("Ambiance"), ambiance_block(setup.parts, discs)]
    blocks += [svg.heading("Everybody"), _table(view, names)]
    others = [number for number in range(1, view.seats + 1) if number != seat]
    for number in others:
        blocks += _other(view, names, number)
    return svg.document(listing.head(view), blocks, note=_note(view, names))


def _note(view: View, names: Sequence[str]) -> str:
    who = names[view.seat - 1] if view.seat else "a bystander"
    order = ", ".join(names[seat - 1] for seat in view.order)
    return f"as {who} sees it" + (f"; order {order}" if order and view.seats > 1 else "")


def _marks(board: Board, place: int) -> str:
    words = ["activated"] if board.used >> place & 1 else []
    return ", ".join([*words, *(["resting"] if board.resting >> place & 1 else [])])


def _troupe(view: View, board: Board) -> list[svg.Block]:
    """Who wears a costume with what is sewn, then the others by name."""
    setup = view.setup
    people = list(enumerate(zip(board.troupe, board.costumes, strict=True)))
    worn = [(place, person, costume) for place, (person, costume) in people if setup.wears[person]]
    blocks = [
        costumes_block(
            setup.parts,
            [(setup.codes[person], costume) for _, person, costume in worn],
            [_marks(board, place) for place, _, _ in worn],
        )
    ]
    rest = [
        setup.codes[person] + (f" ({_marks(board, place)})" if _marks(board, place) else "")
        for place, (person, _) in people
        if not setup.wears[person]
    ]
    return [*blocks, svg.strip(rest, label="Others")] if rest else blocks


def _objectives(view: View, seat: int) -> list[svg.Block]:
    own = held(view.dealings, seat)
    if not own:
        return []
    names = [view.setup.objective_codes[item] if item != HIDDEN else "hidden" for item in own]
    return [svg.strip(names, label="Objectives")]


def _piles(view: View) -> list[dict[int, list[str]]]:
    """For each act the discs on each occupied space, lowest first."""
    found = []
    for row, order in zip(view.spaces, view.ranking, strict=True):
        pile: dict[int, list[str]] = {}
        for disc in order:
            neutral = view.setup.solo and disc == NEUTRAL
            pile.setdefault(row[disc - 1], []).append("N" if neutral else str(disc))
        found.append(pile)
    return found


def _table(view: View, names: Sequence[str]) -> svg.Block:
    heads = ("", "Prestige", "Pounds", "Ambiance", "+3", "Cylinders", "Wager or rest")
    rows = []
    for seat, board in enumerate(view.boards, 1):
        choice = view.choices[seat - 1] if seat <= len(view.choices) else 0
        counts = (board.prestige, board.pounds, board.ambiance, board.tokens, board.cylinders)
        rows.append((names[seat - 1], *map(str, counts), _choice(view, seat, choice)))
    acting = [seat - 1 for seat in range(1, view.seats + 1) if view.actor == seat]
    return svg.columns(heads, rows, (4, 3, 3, 3.4, 1.5, 3.6, 5), size=10.5, marked=acting)


def _choice(view: View, seat: int, choice: int) -> str:
    if choice == HIDDEN:
        return "made, hidden"
    if not choice:
        return "-"
    if view.phase == phases.REST:
        return f"{view.setup.codes[view.boards[seat - 1].troupe[choice - 1]]} stays awake"
    return str(choice)


def _other(view: View, names: Sequence[str], seat: int) -> list[svg.Block]:
    """Another's board: the stage small at the left, the troupe with its costumes at the right."""
    board, setup = view.boards[seat - 1], view.setup
    shapes, high = small_stage(setup.stage, board.stage, 0, 0, 176)
    pieces = zip(setup.stage.cells, board.stage, strict=True)
    said = [f"{cell.name} {COLOURS[colour - 1]}" for cell, colour in pieces if colour]
    told = [f"stage: {', '.join(said) or 'empty'}"]
    y = 0.0
    for place, (person, costume) in enumerate(zip(board.troupe, board.costumes, strict=True)):
        mark = _marks(board, place)
        name = setup.codes[person] + (f" ({mark})" if mark else "")
        worn = setup.wears[person]
        shapes.append(svg.text(186, y + 11, name, size=10.5, fit=svg.INNER - 186 - (50 if worn else 0)))
        if worn:
            shapes += [
                element(svg.INNER - 46 + 16 * slot, y, 14, 13, colour)
                for slot, colour in enumerate([*costume, 0, 0, 0][:SLOTS])
            ]
        sewn = " ".join(COLOURS[colour - 1] for colour in costume)
        told.append(f"{name}{f': {sewn}' if sewn else ''}")
        y += 16
    block = svg.Block(max(high, y) + 6, tuple(shapes), "\n".join(told))
    return [svg.heading(names[seat - 1], size=12), block, *_objectives(view, seat)]
